//! What proves the draws of a match, and the SQL for it: a secret, and salts and cuts beside the plies.

use crate::{
    MatchId, Result, StoreError,
    matches::columns,
    sql::{In, Sql},
};

/// What proves the draws of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedProof {
    /// What every draw follows from.
    pub secret: Vec<u8>,
    /// Salts and cuts, in their order.
    pub asides: Vec<SavedAside>,
}

/// A salt or a cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedAside {
    /// How many plies stood when it came; for a cut, after it.
    pub at: i64,
    /// What it is, in the words of `proof`.
    pub aside: String,
}

pub(crate) fn create(sql: &mut dyn Sql, id: MatchId, proof: &SavedProof) -> Result<()> {
    sql.run(
        "INSERT INTO proofs (match_id, secret) VALUES ($1, $2)",
        &[In::Int(id.number()), In::Bytes(&proof.secret)],
    )?;
    proof.asides.iter().enumerate().try_for_each(|(number, aside)| insert(sql, id, number as i64, aside))
}

/// Adds an aside after those that the writer knows; moving the head on is the caller's business.
pub(crate) fn add(sql: &mut dyn Sql, id: MatchId, aside: &SavedAside) -> Result<()> {
    let rows = sql.rows("SELECT COUNT(*) FROM asides WHERE match_id = $1", &[In::Int(id.number())])?;
    let number = rows.into_iter().flatten().next().ok_or(StoreError::MovedOn)?.int()?;
    insert(sql, id, number, aside)
}

fn insert(sql: &mut dyn Sql, id: MatchId, number: i64, aside: &SavedAside) -> Result<()> {
    let added = sql.run(
        "INSERT INTO asides (match_id, number, at, aside) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        &[In::Int(id.number()), In::Int(number), In::Int(aside.at), In::Text(&aside.aside)],
    )?;
    if added == 1 { Ok(()) } else { Err(StoreError::MovedOn) }
}

pub(crate) fn load(sql: &mut dyn Sql, id: MatchId) -> Result<Option<SavedProof>> {
    let at = &[In::Int(id.number())];
    let rows = sql.rows("SELECT secret FROM proofs WHERE match_id = $1", at)?;
    let Some(secret) = rows.into_iter().flatten().next() else { return Ok(None) };
    let rows = sql.rows("SELECT at, aside FROM asides WHERE match_id = $1 ORDER BY number", at)?;
    let aside = |row| -> Result<SavedAside> {
        let [at, aside] = columns(row)?;
        Ok(SavedAside { at: at.int()?, aside: aside.text()? })
    };
    Ok(Some(SavedProof {
        secret: secret.bytes()?,
        asides: rows.into_iter().map(aside).collect::<Result<_>>()?,
    }))
}
