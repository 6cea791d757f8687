//! Games by file: the file as far as it is known here, what one side keeps to itself, and the SQL for it.

use crate::{
    MatchId, Result, StoreError,
    matches::columns,
    sql::{In, Sql},
};

/// A game by file as one side has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedLetters {
    /// The seat that writes here.
    pub seat: u8,
    /// What its key and its shares follow from.
    pub seed: Vec<u8>,
    /// The number of the game in its file.
    pub game: String,
    /// The file up to its last letter.
    pub file: String,
}

pub(crate) fn create(sql: &mut dyn Sql, id: MatchId, letters: &SavedLetters) -> Result<()> {
    let SavedLetters { seat, seed, game, file } = letters;
    sql.run(
        "INSERT INTO letters (match_id, seat, seed, game, body) VALUES ($1, $2, $3, $4, $5)",
        &[In::Int(id.number()), In::Int(i64::from(*seat)), In::Bytes(seed), In::Text(game), In::Text(file)],
    )?;
    Ok(())
}

/// Puts a file with more letters in the place of the one before; moving the head on is the caller's business.
pub(crate) fn write(sql: &mut dyn Sql, id: MatchId, file: &str) -> Result<()> {
    let written =
        sql.run("UPDATE letters SET body = $2 WHERE match_id = $1", &[In::Int(id.number()), In::Text(file)])?;
    if written == 1 { Ok(()) } else { Err(StoreError::MovedOn) }
}

pub(crate) fn load(sql: &mut dyn Sql, id: MatchId) -> Result<Option<SavedLetters>> {
    let rows =
        sql.rows("SELECT seat, seed, game, body FROM letters WHERE match_id = $1", &[In::Int(id.number())])?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let [seat, seed, game, file] = columns(row)?;
    let seat = u8::try_from(seat.int()?).map_err(|error| StoreError::Torn(error.to_string()))?;
    Ok(Some(SavedLetters { seat, seed: seed.bytes()?, game: game.text()?, file: file.text()? }))
}

/// The match in which this holder plays the game of a file.
pub(crate) fn of(sql: &mut dyn Sql, game: &str, holder: &str) -> Result<Option<MatchId>> {
    let rows = sql.rows(
        "SELECT letters.match_id FROM letters JOIN seats \
         ON seats.match_id = letters.match_id AND seats.seat = letters.seat \
         WHERE letters.game = $1 AND seats.holder = $2 ORDER BY letters.match_id LIMIT 1",
        &[In::Text(game), In::Text(holder)],
    )?;
    rows.into_iter().flatten().next().map(|id| id.int().map(MatchId::of)).transpose()
}
