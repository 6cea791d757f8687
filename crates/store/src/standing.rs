//! What seats have answered in advance and which plies were answered so, and the SQL for it.

use crate::{
    Change, MatchId, Result, StoreError,
    matches::columns,
    sql::{In, Out, Sql},
};

/// What the seats of a match have answered in advance, and what was answered so.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedStanding {
    /// What holds.
    pub set: Vec<SetAnswer>,
    /// The plies that were answered so, in order.
    pub answered: Vec<Answered>,
}

/// An answer that a seat has given in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetAnswer {
    /// The seat.
    pub seat: u8,
    /// The id of the answer, as the game has it.
    pub answer: String,
    /// The turn of the game for which it holds; without one it holds until it is dropped.
    pub turn: Option<i64>,
}

/// A ply that was answered in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// Its number, counted from one.
    pub seq: i64,
    /// The seat whose answer it was.
    pub seat: u8,
    /// The id of the answer.
    pub answer: String,
}

/// Sets an answer, in the place of the same one for another time.
pub(crate) fn set(sql: &mut dyn Sql, id: MatchId, set: &SetAnswer) -> Result<()> {
    drop(sql, id, set.seat, &set.answer)?;
    sql.run(
        "INSERT INTO standing (match_id, seat, answer, turn) VALUES ($1, $2, $3, $4)",
        &[In::Int(id.number()), In::Int(i64::from(set.seat)), In::Text(&set.answer), In::MaybeInt(set.turn)],
    )?;
    Ok(())
}

/// Drops an answer.
pub(crate) fn drop(sql: &mut dyn Sql, id: MatchId, seat: u8, answer: &str) -> Result<()> {
    sql.run(
        "DELETE FROM standing WHERE match_id = $1 AND seat = $2 AND answer = $3",
        &[In::Int(id.number()), In::Int(i64::from(seat)), In::Text(answer)],
    )?;
    sql.touched(Change::Match(id));
    Ok(())
}

/// Notes that plies were answered in advance. `MovedOn` if an answer does not hold any more: another server has dropped it.
pub(crate) fn answer(sql: &mut dyn Sql, id: MatchId, answered: &[Answered]) -> Result<()> {
    for Answered { seq, seat, answer } in answered {
        let (id, seat) = (In::Int(id.number()), In::Int(i64::from(*seat)));
        // Written to, so that whoever drops it waits for what is played by it.
        let holds = sql.run(
            "UPDATE standing SET answer = $3 WHERE match_id = $1 AND seat = $2 AND answer = $3",
            &[id, seat, In::Text(answer)],
        )?;
        if holds != 1 {
            return Err(StoreError::MovedOn);
        }
        sql.run(
            "INSERT INTO answered (match_id, seat, answer, seq) VALUES ($1, $2, $3, $4)",
            &[id, seat, In::Text(answer), In::Int(*seq)],
        )?;
    }
    Ok(())
}

/// Forgets what was answered after so many plies: they were taken back.
pub(crate) fn cut(sql: &mut dyn Sql, id: MatchId, keep: i64) -> Result<()> {
    sql.run("DELETE FROM answered WHERE match_id = $1 AND seq > $2", &[In::Int(id.number()), In::Int(keep)])?;
    Ok(())
}

/// Drops every answer of somebody who is gone.
pub(crate) fn forget(sql: &mut dyn Sql, holder: &str) -> Result<()> {
    sql.run(
        "DELETE FROM standing WHERE EXISTS (SELECT 1 FROM seats WHERE seats.match_id = standing.match_id \
         AND seats.seat = standing.seat AND holder = $1)",
        &[In::Text(holder)],
    )?;
    Ok(())
}

/// What the seats of a match have answered in advance.
pub(crate) fn load(sql: &mut dyn Sql, id: MatchId) -> Result<SavedStanding> {
    let at = &[In::Int(id.number())];
    let set =
        sql.rows("SELECT seat, answer, turn FROM standing WHERE match_id = $1 ORDER BY seat, answer", at)?;
    let answered = sql.rows("SELECT seq, seat, answer FROM answered WHERE match_id = $1 ORDER BY seq", at)?;
    let set = set.into_iter().map(|row| {
        let [seat, answer, turn] = columns(row)?;
        let turn = if turn == Out::Null { None } else { Some(turn.int()?) };
        Ok(SetAnswer { seat: read_seat(seat)?, answer: answer.text()?, turn })
    });
    let answered = answered.into_iter().map(|row| {
        let [seq, seat, answer] = columns(row)?;
        Ok(Answered { seq: seq.int()?, seat: read_seat(seat)?, answer: answer.text()? })
    });
    Ok(SavedStanding { set: set.collect::<Result<_>>()?, answered: answered.collect::<Result<_>>()? })
}

fn read_seat(seat: Out) -> Result<u8> {
    u8::try_from(seat.int()?).map_err(|error| StoreError::Torn(error.to_string()))
}
