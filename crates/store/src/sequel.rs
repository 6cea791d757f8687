//! A match that goes on from the end of a match of another game, and the SQL for it.

use crate::{
    MatchId, Result, StoreError,
    matches::columns,
    sql::{In, Out, Sql},
};

/// What a match of one game left to its sequel, which is of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedPrologue {
    /// The match before.
    pub follows: MatchId,
    /// Its game.
    pub game: String,
    /// What it adds to the score of both together.
    pub score: i64,
    /// Files that override built-in tables: names and texts, in the order of the names.
    pub tables: Vec<(String, String)>,
}

/// Keeps what a match was left. One that somebody else has begun meanwhile stands.
pub(crate) fn add(sql: &mut dyn Sql, id: MatchId, prologue: &SavedPrologue) -> Result<()> {
    let SavedPrologue { follows, game, score, tables } = prologue;
    let added = sql.run(
        "INSERT INTO sequels (match_id, follows, game, score) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        &[In::Int(id.number()), In::Int(follows.number()), In::Text(game), In::Int(*score)],
    )?;
    if added != 1 {
        return Err(StoreError::MovedOn);
    }
    for (name, text) in tables {
        sql.run(
            "INSERT INTO sequel_tables (match_id, name, text) VALUES ($1, $2, $3)",
            &[In::Int(id.number()), In::Text(name), In::Text(text)],
        )?;
    }
    Ok(())
}

/// What a match was left, if it is a sequel.
pub(crate) fn prologue(sql: &mut dyn Sql, id: MatchId) -> Result<Option<SavedPrologue>> {
    let at = &[In::Int(id.number())];
    let rows = sql.rows("SELECT follows, game, score FROM sequels WHERE match_id = $1", at)?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let [follows, game, score] = columns(row)?;
    let tables = sql.rows("SELECT name, text FROM sequel_tables WHERE match_id = $1 ORDER BY name", at)?;
    let table = |row| -> Result<(String, String)> {
        let [name, text] = columns(row)?;
        Ok((name.text()?, text.text()?))
    };
    Ok(Some(SavedPrologue {
        follows: MatchId::of(follows.int()?),
        game: game.text()?,
        score: score.int()?,
        tables: tables.into_iter().map(table).collect::<Result<_>>()?,
    }))
}

/// The sequel of a match.
pub(crate) fn sequel(sql: &mut dyn Sql, id: MatchId) -> Result<Option<MatchId>> {
    let rows = sql.rows("SELECT match_id FROM sequels WHERE follows = $1", &[In::Int(id.number())])?;
    rows.into_iter().flatten().next().map(Out::int).transpose().map(|id| id.map(MatchId::of))
}
