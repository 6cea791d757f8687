//! Positions set up by hand, and the SQL for them: those that matches began in, and those that a link leads to.

use crate::{
    MatchId, Result, StoreError,
    matches::columns,
    sql::{In, Sql},
};

/// A position that a link leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedStudy {
    /// What the link names: a part of the digest of its text.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// Its file.
    pub text: String,
    /// When somebody last kept it, in seconds since 1970.
    pub at: i64,
}

pub(crate) fn begin(sql: &mut dyn Sql, id: MatchId, position: &str) -> Result<()> {
    let at = [In::Int(id.number()), In::Text(position)];
    sql.run("INSERT INTO positions (match_id, body) VALUES ($1, $2)", &at)?;
    Ok(())
}

/// The position that a match began in.
pub(crate) fn position(sql: &mut dyn Sql, id: MatchId) -> Result<Option<String>> {
    let rows = sql.rows("SELECT body FROM positions WHERE match_id = $1", &[In::Int(id.number())])?;
    rows.into_iter().flatten().next().map(|body| body.text()).transpose()
}

/// Keeps a position; one that is kept already stays for longer.
pub(crate) fn keep(sql: &mut dyn Sql, study: &SavedStudy) -> Result<()> {
    let SavedStudy { id, game, text, at } = study;
    sql.run(
        "INSERT INTO studies (id, game, body, at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET at = $4",
        &[In::Text(id), In::Text(game), In::Text(text), In::Int(*at)],
    )?;
    match load(sql, id)? {
        Some(kept) if kept.text == *text => Ok(()),
        _ => Err(StoreError::MovedOn),
    }
}

pub(crate) fn load(sql: &mut dyn Sql, id: &str) -> Result<Option<SavedStudy>> {
    let rows = sql.rows("SELECT id, game, body, at FROM studies WHERE id = $1", &[In::Text(id)])?;
    let study = |row| -> Result<SavedStudy> {
        let [id, game, text, at] = columns(row)?;
        Ok(SavedStudy { id: id.text()?, game: game.text()?, text: text.text()?, at: at.int()? })
    };
    rows.into_iter().next().map(study).transpose()
}

/// Removes positions that nobody has kept again since.
pub(crate) fn expire(sql: &mut dyn Sql, before: i64) -> Result<()> {
    sql.run("DELETE FROM studies WHERE at < $1", &[In::Int(before)])?;
    Ok(())
}
