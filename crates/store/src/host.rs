//! What a host looks at and decides: who has an account, who is banned, whether more may come.

use crate::{
    Change, Result, bots,
    matches::columns,
    sql::{In, Out, Sql},
};

/// An account as its host sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// The name as it is shown.
    pub name: String,
    /// Since when, in seconds since 1970.
    pub created: i64,
    /// In how many seats.
    pub seats: i64,
    /// With how many devices.
    pub devices: i64,
    /// Since when it may not sign in.
    pub banned: Option<i64>,
}

/// The switch that keeps strangers from making accounts.
pub(crate) const REGISTRATION: &str = "registration";
/// How it stands when they may not.
pub(crate) const CLOSED: &str = "closed";

/// All accounts, by name.
pub(crate) fn users(sql: &mut dyn Sql) -> Result<Vec<User>> {
    let rows = sql.rows(
        "SELECT name, accounts.created, (SELECT COUNT(*) FROM seats WHERE seats.holder = accounts.holder), \
         (SELECT COUNT(*) FROM sessions WHERE sessions.holder = accounts.holder), bans.at \
         FROM accounts LEFT JOIN bans ON bans.holder = accounts.holder ORDER BY folded",
        &[],
    )?;
    let user = |row| -> Result<User> {
        let [name, created, seats, devices, banned] = columns(row)?;
        Ok(User {
            name: name.text()?,
            created: created.int()?,
            seats: seats.int()?,
            devices: devices.int()?,
            banned: if banned == Out::Null { None } else { Some(banned.int()?) },
        })
    };
    rows.into_iter().map(user).collect()
}

/// Bans an account: it is signed out everywhere and may not sign in.
pub(crate) fn ban(sql: &mut dyn Sql, holder: &str, at: i64) -> Result<()> {
    sql.run(
        "INSERT INTO bans (holder, at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        &[In::Text(holder), In::Int(at)],
    )?;
    sql.run("DELETE FROM sessions WHERE holder = $1", &[In::Text(holder)])?;
    bots::take_back(sql, holder)?;
    sql.touched(Change::People);
    Ok(())
}

/// Lets an account in again.
pub(crate) fn unban(sql: &mut dyn Sql, holder: &str) -> Result<()> {
    sql.run("DELETE FROM bans WHERE holder = $1", &[In::Text(holder)])?;
    Ok(())
}

/// Whether an account may not sign in.
pub(crate) fn is_banned(sql: &mut dyn Sql, holder: &str) -> Result<bool> {
    Ok(!sql.rows("SELECT at FROM bans WHERE holder = $1", &[In::Text(holder)])?.is_empty())
}

/// Whether a switch stands like this.
pub(crate) fn is_switched(sql: &mut dyn Sql, name: &str, value: &str) -> Result<bool> {
    let found = sql.rows(
        "SELECT name FROM switches WHERE name = $1 AND value = $2",
        &[In::Text(name), In::Text(value)],
    )?;
    Ok(!found.is_empty())
}

/// Sets a switch, or takes it away.
pub(crate) fn switch(sql: &mut dyn Sql, name: &str, value: Option<&str>) -> Result<()> {
    sql.run("DELETE FROM switches WHERE name = $1", &[In::Text(name)])?;
    if let Some(value) = value {
        sql.run("INSERT INTO switches (name, value) VALUES ($1, $2)", &[In::Text(name), In::Text(value)])?;
    }
    Ok(())
}
