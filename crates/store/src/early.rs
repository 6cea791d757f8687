//! What seats have decided before they were asked, and the SQL for it.

use crate::{
    MatchId, Result, StoreError,
    matches::columns,
    sql::{In, Sql},
};

/// What a seat has decided in secret before it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Early {
    /// The seat.
    pub seat: u8,
    /// Its notations, in order.
    pub lines: Vec<String>,
}

/// Puts what a seat has decided in the place of what it had before, if the match still stands where the writer believes.
pub(crate) fn write(sql: &mut dyn Sql, id: MatchId, seq: i64, undos: i64, early: &Early) -> Result<()> {
    let stands = sql.rows(
        "SELECT seq FROM heads WHERE match_id = $1 AND seq = $2 AND undos = $3",
        &[In::Int(id.number()), In::Int(seq), In::Int(undos)],
    )?;
    if stands.is_empty() {
        return Err(StoreError::MovedOn);
    }
    played(sql, id, early.seat)?;
    if !early.lines.is_empty() {
        sql.run(
            "INSERT INTO early (match_id, seat, lines) VALUES ($1, $2, $3)",
            &[In::Int(id.number()), In::Int(i64::from(early.seat)), In::Text(&early.lines.join("\n"))],
        )?;
    }
    Ok(())
}

/// Forgets what a seat has decided: it is played.
pub(crate) fn played(sql: &mut dyn Sql, id: MatchId, seat: u8) -> Result<()> {
    sql.run(
        "DELETE FROM early WHERE match_id = $1 AND seat = $2",
        &[In::Int(id.number()), In::Int(i64::from(seat))],
    )?;
    Ok(())
}

/// Forgets what the seats of a match have decided.
pub(crate) fn forget(sql: &mut dyn Sql, id: MatchId) -> Result<()> {
    sql.run("DELETE FROM early WHERE match_id = $1", &[In::Int(id.number())])?;
    Ok(())
}

/// What the seats of a match have decided.
pub(crate) fn load(sql: &mut dyn Sql, id: MatchId) -> Result<Vec<Early>> {
    let rows =
        sql.rows("SELECT seat, lines FROM early WHERE match_id = $1 ORDER BY seat", &[In::Int(id.number())])?;
    let early = |row| -> Result<Early> {
        let [seat, lines] = columns(row)?;
        let seat = u8::try_from(seat.int()?).map_err(|error| StoreError::Torn(error.to_string()))?;
        Ok(Early { seat, lines: lines.text()?.lines().map(str::to_owned).collect() })
    };
    rows.into_iter().map(early).collect()
}
