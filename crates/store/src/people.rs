//! Who somebody is: the devices that have a token, and the secrets of the server itself.

use sha2::{Digest, Sha256};

use crate::{
    Result,
    matches::columns,
    sql::{In, Out, Sql},
};

/// A device with a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of the token.
    pub token: String,
    /// Who uses it.
    pub holder: String,
    /// When it was given, in seconds since 1970.
    pub created: i64,
    /// When it was last used.
    pub seen: i64,
    /// What the device says it is.
    pub device: String,
}

/// The digest that a secret is kept as: a token, an invitation.
pub fn digest(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hashes the invitations that earlier versions kept as they are.
pub(crate) fn hash_invitations(sql: &mut dyn Sql) -> Result<()> {
    for row in sql.rows("SELECT match_id, seat, invite FROM seats WHERE invite IS NOT NULL", &[])? {
        let [id, seat, invite] = columns(row)?;
        sql.run(
            "UPDATE seats SET invite = $3 WHERE match_id = $1 AND seat = $2",
            &[In::Int(id.int()?), In::Int(seat.int()?), In::Text(&digest(&invite.text()?))],
        )?;
    }
    Ok(())
}

/// Keeps a new device.
pub(crate) fn add_session(sql: &mut dyn Sql, session: &Session) -> Result<()> {
    let Session { token, holder, created, seen, device } = session;
    sql.run(
        "INSERT INTO sessions (token, holder, created, seen, device) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT DO NOTHING",
        &[In::Text(token), In::Text(holder), In::Int(*created), In::Int(*seen), In::Text(device)],
    )?;
    Ok(())
}

/// The device with this token.
pub(crate) fn session(sql: &mut dyn Sql, token: &str) -> Result<Option<Session>> {
    let rows = sql.rows(
        "SELECT token, holder, created, seen, device FROM sessions WHERE token = $1",
        &[In::Text(token)],
    )?;
    rows.into_iter().next().map(read_session).transpose()
}

pub(crate) fn read_session(row: Vec<Out>) -> Result<Session> {
    let [token, holder, created, seen, device] = columns(row)?;
    Ok(Session {
        token: token.text()?,
        holder: holder.text()?,
        created: created.int()?,
        seen: seen.int()?,
        device: device.text()?,
    })
}

/// The secret of this name; the one offered, if there was none.
pub(crate) fn secret(sql: &mut dyn Sql, name: &str, offered: &[u8]) -> Result<Vec<u8>> {
    sql.run(
        "INSERT INTO secrets (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        &[In::Text(name), In::Bytes(offered)],
    )?;
    let rows = sql.rows("SELECT secret FROM secrets WHERE name = $1", &[In::Text(name)])?;
    rows.into_iter().flatten().next().map_or_else(|| Ok(offered.to_vec()), Out::bytes)
}

/// Writes something, to see whether that can be done.
pub(crate) fn pulse(sql: &mut dyn Sql, at: i64) -> Result<()> {
    sql.run(
        "INSERT INTO pulse (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = $1",
        &[In::Int(at)],
    )?;
    Ok(())
}
