//! Several servers on one database: which of them thinks for which machine, and what a server has missed of a match.

use crate::{
    Club, MatchId, Result, SavedPly, SavedSeat, SavedStanding, club,
    matches::{columns, seats},
    sql::{In, Out, Sql},
    standing,
};

/// A server's right to think for the machine of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Now, in thousandths of a second since 1970.
    pub now: i64,
    /// Until when it lasts.
    pub until: i64,
}

/// What a server that knows a match up to a point has missed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missed {
    /// The plies after those it knows; nothing if steps were taken back, and all of it is to be read again.
    pub plies: Option<Vec<SavedPly>>,
    /// Who sits where.
    pub seats: Vec<SavedSeat>,
    /// What lies beside the record.
    pub club: Club,
    /// What seats have answered in advance, and what was answered so.
    pub standing: SavedStanding,
}

/// Claims the machine of a match for this server; it may claim again what is its own.
pub(crate) fn claim(sql: &mut dyn Sql, id: MatchId, node: &str, lease: Lease) -> Result<bool> {
    let claimed = sql.run(
        "INSERT INTO claims (match_id, node, until) VALUES ($1, $2, $4) ON CONFLICT (match_id) DO UPDATE \
         SET node = $2, until = $4 WHERE claims.until < $3 OR claims.node = $2",
        &[In::Int(id.number()), In::Text(node), In::Int(lease.now), In::Int(lease.until)],
    )?;
    Ok(claimed == 1)
}

/// Gives up a claim.
pub(crate) fn release(sql: &mut dyn Sql, id: MatchId, node: &str) -> Result<()> {
    sql.run("DELETE FROM claims WHERE match_id = $1 AND node = $2", &[In::Int(id.number()), In::Text(node)])?;
    Ok(())
}

/// Takes over what other servers have claimed and not finished, so many at a time. Servers that do it at once do not wait for each
/// other: each passes by what another one has in hand.
pub(crate) fn take_over(sql: &mut dyn Sql, node: &str, lease: Lease, most: i64) -> Result<Vec<MatchId>> {
    let text = if sql.is_shared() {
        "UPDATE claims SET node = $1, until = $3 WHERE match_id IN (SELECT match_id FROM claims WHERE until < $2 \
         ORDER BY until LIMIT $4 FOR UPDATE SKIP LOCKED) RETURNING match_id"
    } else {
        "UPDATE claims SET node = $1, until = $3 WHERE match_id IN (SELECT match_id FROM claims WHERE until < $2 \
         ORDER BY until LIMIT $4) RETURNING match_id"
    };
    let rows = sql.rows(text, &[In::Text(node), In::Int(lease.now), In::Int(lease.until), In::Int(most)])?;
    rows.into_iter().flatten().map(|id| id.int().map(MatchId::of)).collect()
}

/// What somebody has missed who knows so many plies and steps back of a match; nothing if the match is gone.
pub(crate) fn missed(sql: &mut dyn Sql, id: MatchId, seq: i64, undos: i64) -> Result<Option<Missed>> {
    let heads = sql.rows("SELECT seq, undos FROM heads WHERE match_id = $1", &[In::Int(id.number())])?;
    let Some(head) = heads.into_iter().next() else { return Ok(None) };
    let [now, taken_back] = columns(head)?;
    let (now, taken_back) = (now.int()?, taken_back.int()?);
    let plies = if taken_back == undos && now >= seq { Some(since(sql, id, now - seq)?) } else { None };
    let standing = standing::load(sql, id)?;
    Ok(Some(Missed { plies, seats: seats(sql, id)?, club: club::load(sql, id)?, standing }))
}

/// The last plies of a match, so many of them.
fn since(sql: &mut dyn Sql, id: MatchId, count: i64) -> Result<Vec<SavedPly>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let rows = sql.rows(
        "WITH RECURSIVE past (id, before, line, at, back) AS ( \
         SELECT plies.id, before, line, at, CAST(1 AS BIGINT) FROM plies JOIN heads ON plies.id = ply_id \
         WHERE match_id = $1 UNION ALL \
         SELECT plies.id, plies.before, plies.line, plies.at, past.back + 1 FROM past \
         JOIN plies ON plies.id = past.before WHERE past.back < $2) \
         SELECT line, at FROM past ORDER BY back DESC",
        &[In::Int(id.number()), In::Int(count)],
    )?;
    let ply = |row: Vec<Out>| -> Result<SavedPly> {
        let [line, at] = columns(row)?;
        Ok(SavedPly { line: line.text()?, at: at.int()? })
    };
    rows.into_iter().map(ply).collect()
}
