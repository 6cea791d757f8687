//! What a match needs to outlive a change of rules, and the SQL for it: later revisions, origins, the journal as it was
//! told.

use crate::{
    MatchId, Result, SavedPrologue, StoreError,
    matches::columns,
    migrate::{PEOPLE, SEQUELS},
    sequel,
    sql::{In, Out, Sql},
};

/// From here on another revision of the rules was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedRevision {
    /// The revision.
    pub rules: u32,
    /// How many plies lie before.
    pub seq: i64,
}

/// Where a match goes on from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedOrigin {
    /// The digest of the record.
    pub record: String,
    /// How many of its plies were taken over.
    pub ply: i64,
    /// The match that the record is of, if it is one of ours and this one takes its place.
    pub continues: Option<MatchId>,
    /// The key of the server that signed the record, if one did.
    pub signer: Option<String>,
    /// The match between people that it is a copy of, if it is one of ours.
    pub copy_of: Option<MatchId>,
    /// What it was left, if the record is of another game: then it is the sequel.
    pub prologue: Option<SavedPrologue>,
}

/// What the beginning of a match between people is known by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Of how many plies.
    pub seq: i64,
    /// The digest of their lines.
    pub mark: String,
}

/// A part of a journal as it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// How many plies lie before.
    pub after: i64,
    /// The last ply it tells of.
    pub seq: i64,
    /// The revision of the rules that told it.
    pub rules: u32,
    /// How the game ended, if it did.
    pub ending: Option<String>,
    /// The lines.
    pub lines: Vec<u8>,
}

/// What the later tables hold of a match.
#[derive(Default)]
pub(crate) struct Past {
    pub revised: Vec<SavedRevision>,
    pub origin: Option<SavedOrigin>,
    pub continued: Option<MatchId>,
    pub sequel: Option<MatchId>,
    pub told: i64,
}

impl Past {
    pub(crate) fn load(sql: &mut dyn Sql, id: MatchId, version: i64) -> Result<Past> {
        let at = &[In::Int(id.number())];
        let revised = sql.rows("SELECT rules, seq FROM revisions WHERE match_id = $1 ORDER BY rules", at)?;
        let origins = if version >= PEOPLE {
            "SELECT record, ply, continues, signer, copy_of FROM origins WHERE match_id = $1"
        } else {
            "SELECT record, ply, continues, NULL, NULL FROM origins WHERE match_id = $1"
        };
        let origins = sql.rows(origins, at)?;
        let continued = sql.rows("SELECT match_id FROM origins WHERE continues = $1", at)?;
        let told = sql.rows("SELECT seq FROM told WHERE match_id = $1 ORDER BY seq DESC LIMIT 1", at)?;
        let revision = |row| -> Result<SavedRevision> {
            let [rules, seq] = columns(row)?;
            Ok(SavedRevision { rules: revision(rules)?, seq: seq.int()? })
        };
        let origin = |row| -> Result<SavedOrigin> {
            let [record, ply, continues, signer, copy_of] = columns(row)?;
            let of = |id: Out| if id == Out::Null { Ok(None) } else { id.int().map(MatchId::of).map(Some) };
            Ok(SavedOrigin {
                record: record.text()?,
                ply: ply.int()?,
                continues: of(continues)?,
                signer: signer.maybe()?,
                copy_of: of(copy_of)?,
                prologue: None,
            })
        };
        let mut origin = origins.into_iter().next().map(origin).transpose()?;
        let mut sequel = None;
        if version >= SEQUELS {
            sequel = sequel::sequel(sql, id)?;
            if let Some(origin) = &mut origin {
                origin.prologue = sequel::prologue(sql, id)?;
            }
        }
        Ok(Past {
            revised: revised.into_iter().map(revision).collect::<Result<_>>()?,
            origin,
            sequel,
            continued: first(continued).map(Out::int).transpose()?.map(MatchId::of),
            told: first(told).map_or(Ok(0), Out::int)?,
        })
    }
}

pub(crate) fn add_origin(sql: &mut dyn Sql, id: MatchId, origin: &SavedOrigin) -> Result<()> {
    let number = |id: Option<MatchId>| In::MaybeInt(id.map(MatchId::number));
    let added = sql.run(
        "INSERT INTO origins (match_id, record, ply, continues, signer, copy_of) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        &[
            In::Int(id.number()),
            In::Text(&origin.record),
            In::Int(origin.ply),
            number(origin.continues),
            In::Maybe(origin.signer.as_deref()),
            number(origin.copy_of),
        ],
    )?;
    if added != 1 {
        return Err(StoreError::MovedOn);
    }
    origin.prologue.as_ref().map_or(Ok(()), |prologue| sequel::add(sql, id, prologue))
}

pub(crate) fn add_revision(sql: &mut dyn Sql, id: MatchId, revision: SavedRevision) -> Result<()> {
    let SavedRevision { rules, seq } = revision;
    sql.run(
        "INSERT INTO revisions (match_id, rules, seq) VALUES ($1, $2, $3)",
        &[In::Int(id.number()), In::Int(i64::from(rules)), In::Int(seq)],
    )?;
    Ok(())
}

/// What is left when plies are taken back: what is played in their place is played by the rules of now, and told anew.
pub(crate) fn cut(sql: &mut dyn Sql, id: MatchId, keep: i64) -> Result<()> {
    let at = &[In::Int(id.number()), In::Int(keep)];
    sql.run("UPDATE revisions SET seq = $2 WHERE match_id = $1 AND seq > $2", at)?;
    sql.run("DELETE FROM told WHERE match_id = $1 AND seq > $2", at)?;
    sql.run("DELETE FROM marks WHERE match_id = $1 AND seq > $2", at)?;
    Ok(())
}

/// Keeps a part of a journal, if the match still is what the teller knows.
pub(crate) fn keep(sql: &mut dyn Sql, id: MatchId, undos: i64, told: &Told) -> Result<()> {
    let Told { after, seq, rules, ending, lines } = told;
    let stands = sql.rows(
        "SELECT seq FROM heads WHERE match_id = $1 AND undos = $2 AND seq >= $3",
        &[In::Int(id.number()), In::Int(undos), In::Int(*seq)],
    )?;
    if stands.is_empty() {
        return Err(StoreError::MovedOn);
    }
    // Another server may have kept it already.
    sql.run(
        "INSERT INTO told (match_id, after, seq, rules, ending, lines) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT DO NOTHING",
        &[
            In::Int(id.number()),
            In::Int(*after),
            In::Int(*seq),
            In::Int(i64::from(*rules)),
            In::Maybe(ending.as_deref()),
            In::Bytes(lines),
        ],
    )?;
    Ok(())
}

/// The journal of a match as it was told, part by part.
pub(crate) fn told(sql: &mut dyn Sql, id: MatchId) -> Result<Vec<Told>> {
    let rows = sql.rows(
        "SELECT after, seq, rules, ending, lines FROM told WHERE match_id = $1 ORDER BY after",
        &[In::Int(id.number())],
    )?;
    let part = |row| -> Result<Told> {
        let [after, seq, rules, ending, lines] = columns(row)?;
        Ok(Told {
            after: after.int()?,
            seq: seq.int()?,
            rules: revision(rules)?,
            ending: ending.maybe()?,
            lines: lines.bytes()?,
        })
    };
    rows.into_iter().map(part).collect()
}

pub(crate) fn revision(value: Out) -> Result<u32> {
    u32::try_from(value.int()?).map_err(|error| StoreError::Torn(error.to_string()))
}

/// Keeps a mark of a match between people.
pub(crate) fn add_mark(sql: &mut dyn Sql, id: MatchId, mark: &Mark) -> Result<()> {
    sql.run(
        "INSERT INTO marks (match_id, seq, mark) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        &[In::Int(id.number()), In::Int(mark.seq), In::Text(&mark.mark)],
    )?;
    Ok(())
}

/// The match that has this mark.
pub(crate) fn marked(sql: &mut dyn Sql, mark: &str) -> Result<Option<MatchId>> {
    let rows = sql.rows("SELECT match_id FROM marks WHERE mark = $1", &[In::Text(mark)])?;
    Ok(first(rows).map(Out::int).transpose()?.map(MatchId::of))
}

fn first(rows: Vec<Vec<Out>>) -> Option<Out> {
    rows.into_iter().flatten().next()
}
