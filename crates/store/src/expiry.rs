//! Matches that nobody touches any more leave the disk, and guests who sit in none.

use crate::{
    Change, MatchId, Result,
    sql::{In, Sql},
    studies,
};

/// When a match leaves, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expiry {
    /// Matches that began before and in which no more than the first plies were played. One whose clock runs stays: its
    /// players may have given themselves more time. So does one by file: mail takes long, and its key would be lost.
    pub unplayed: i64,
    /// Matches that were last touched before.
    pub untouched: i64,
}

/// In how many plies a match counts as not played.
const FEW: i64 = 3;

/// Removes matches, so many at a time, and says which.
pub(crate) fn expire(sql: &mut dyn Sql, expiry: Expiry, most: i64) -> Result<Vec<MatchId>> {
    let rows = sql.rows(
        "SELECT matches.id FROM matches JOIN heads ON heads.match_id = matches.id \
         LEFT JOIN plies ON plies.id = heads.ply_id \
         WHERE (matches.created < $1 AND heads.seq <= $4 AND COALESCE(plies.at, matches.created) < $1 \
         AND NOT EXISTS (SELECT 1 FROM clocks WHERE clocks.match_id = matches.id AND since <> 0) \
         AND NOT EXISTS (SELECT 1 FROM letters WHERE letters.match_id = matches.id)) \
         OR (matches.created < $2 AND COALESCE(plies.at, matches.created) < $2) \
         ORDER BY matches.id LIMIT $3",
        &[In::Int(expiry.unplayed), In::Int(expiry.untouched), In::Int(most), In::Int(FEW)],
    )?;
    let ids = rows.into_iter().flatten().map(|id| id.int().map(MatchId::of)).collect::<Result<Vec<_>>>()?;
    for &id in &ids {
        remove(sql, id)?;
    }
    studies::expire(sql, expiry.untouched)?;
    // A guest is known by his one token; who sits nowhere loses nothing with it.
    sql.run(
        "DELETE FROM sessions WHERE created < $1 AND token = holder \
         AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.holder = sessions.holder)",
        &[In::Int(expiry.unplayed)],
    )?;
    Ok(ids)
}

/// Removes a match with everything that was kept of it.
pub(crate) fn remove(sql: &mut dyn Sql, id: MatchId) -> Result<()> {
    let at = &[In::Int(id.number())];
    sql.run(
        "WITH RECURSIVE past (id, before) AS ( \
         SELECT plies.id, before FROM plies JOIN heads ON plies.id = ply_id WHERE match_id = $1 \
         UNION ALL SELECT plies.id, plies.before FROM past JOIN plies ON plies.id = past.before) \
         DELETE FROM plies WHERE id IN (SELECT id FROM past)",
        at,
    )?;
    for text in [
        "DELETE FROM heads WHERE match_id = $1",
        "DELETE FROM seats WHERE match_id = $1",
        "DELETE FROM revisions WHERE match_id = $1",
        "DELETE FROM origins WHERE match_id = $1",
        "DELETE FROM positions WHERE match_id = $1",
        "DELETE FROM early WHERE match_id = $1",
        "DELETE FROM standing WHERE match_id = $1",
        "DELETE FROM answered WHERE match_id = $1",
        "DELETE FROM sequels WHERE match_id = $1",
        "DELETE FROM sequel_tables WHERE match_id = $1",
        "DELETE FROM told WHERE match_id = $1",
        "DELETE FROM marks WHERE match_id = $1",
        "DELETE FROM terms WHERE match_id = $1",
        "DELETE FROM clocks WHERE match_id = $1",
        "DELETE FROM talk WHERE match_id = $1",
        "DELETE FROM notes WHERE match_id = $1",
        "DELETE FROM results WHERE match_id = $1",
        "DELETE FROM proofs WHERE match_id = $1",
        "DELETE FROM asides WHERE match_id = $1",
        "DELETE FROM letters WHERE match_id = $1",
        "DELETE FROM claims WHERE match_id = $1",
        "DELETE FROM turns WHERE match_id = $1",
        "DELETE FROM deliveries WHERE match_id = $1",
        "DELETE FROM looking WHERE match_id = $1",
        "DELETE FROM matches WHERE id = $1",
    ] {
        sql.run(text, at)?;
    }
    sql.touched(Change::Match(id));
    Ok(())
}
