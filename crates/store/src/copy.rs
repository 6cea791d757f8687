//! A whole database into another one, of either kind: backup, restore, the move from SQLite to PostgreSQL and back.
//!
//! It is read in one transaction, so it is whole even while a server writes to it, and written in one, so the copy is all or nothing.

use crate::{
    Result, StoreError, migrate,
    sql::{self, Access, In, Out, Sql},
};

/// A table: how so much of it is read, and how a row is written.
struct Table {
    /// Its name, for the count.
    name: &'static str,
    /// The rows whose first column lies above `$1` and not above `$2`, where it is a number; all of them elsewhere.
    read: &'static str,
    write: &'static str,
    /// The highest first column, where it is a number.
    last: Option<&'static str>,
}

macro_rules! table {
    ($name:literal, $key:literal, $columns:literal, $values:literal) => {
        Table {
            name: $name,
            read: concat!(
                "SELECT ",
                $columns,
                " FROM ",
                $name,
                " WHERE ",
                $key,
                " > $1 AND ",
                $key,
                " <= $2 ORDER BY ",
                $key
            ),
            write: concat!("INSERT INTO ", $name, " (", $columns, ") VALUES (", $values, ")"),
            last: Some(concat!(
                "SELECT ",
                $key,
                " FROM ",
                $name,
                " WHERE ",
                $key,
                " > $1 ORDER BY ",
                $key,
                " LIMIT 1 OFFSET 999"
            )),
        }
    };
    ($name:literal, $columns:literal, $values:literal) => {
        Table {
            name: $name,
            read: concat!("SELECT ", $columns, " FROM ", $name),
            write: concat!("INSERT INTO ", $name, " (", $columns, ") VALUES (", $values, ")"),
            last: None,
        }
    };
}

/// Every table but the version of the tables.
const TABLES: &[Table] = &[
    table!(
        "matches",
        "id",
        "id, game, rules, data, scenario, options, luck, against, created",
        "$1, $2, $3, $4, $5, $6, $7, $8, $9"
    ),
    table!("heads", "match_id", "match_id, seq, undos, ply_id", "$1, $2, $3, $4"),
    table!("seats", "match_id", "match_id, seat, player, holder, invite", "$1, $2, $3, $4, $5"),
    table!("plies", "id", "id, before, line, at", "$1, $2, $3, $4"),
    table!("revisions", "match_id", "match_id, rules, seq", "$1, $2, $3"),
    table!(
        "origins",
        "match_id",
        "match_id, record, ply, continues, signer, copy_of",
        "$1, $2, $3, $4, $5, $6"
    ),
    table!("sequels", "match_id", "match_id, follows, game, score", "$1, $2, $3, $4"),
    table!("sequel_tables", "match_id", "match_id, name, text", "$1, $2, $3"),
    table!("positions", "match_id", "match_id, body", "$1, $2"),
    table!("studies", "id, game, body, at", "$1, $2, $3, $4"),
    table!("early", "match_id", "match_id, seat, lines", "$1, $2, $3"),
    table!("standing", "match_id", "match_id, seat, answer, turn", "$1, $2, $3, $4"),
    table!("answered", "match_id", "match_id, seq, seat, answer", "$1, $2, $3, $4"),
    table!("told", "match_id", "match_id, after, seq, rules, ending, lines", "$1, $2, $3, $4, $5, $6"),
    table!("sessions", "token, holder, created, seen, device", "$1, $2, $3, $4, $5"),
    table!("secrets", "name, secret", "$1, $2"),
    table!("marks", "match_id", "match_id, seq, mark", "$1, $2, $3"),
    table!("accounts", "holder, name, folded, password, recovery, created", "$1, $2, $3, $4, $5, $6"),
    table!("terms", "match_id", "match_id, open, public, wanted, rated, rematch", "$1, $2, $3, $4, $5, $6"),
    table!(
        "clocks",
        "match_id",
        "match_id, bank, per_turn, remaining, since, turn",
        "$1, $2, $3, $4, $5, $6"
    ),
    table!("talk", "match_id", "match_id, number, seq, at, seat, kind, says", "$1, $2, $3, $4, $5, $6, $7"),
    table!("notes", "match_id", "match_id, holder, says", "$1, $2, $3"),
    table!("results", "match_id", "match_id, winner, how, at", "$1, $2, $3, $4"),
    table!(
        "ratings",
        "holder, game, side, rating, deviation, volatility, games",
        "$1, $2, $3, $4, $5, $6, $7"
    ),
    table!("proofs", "match_id", "match_id, secret", "$1, $2"),
    table!("asides", "match_id", "match_id, number, at, aside", "$1, $2, $3, $4"),
    table!("letters", "match_id", "match_id, seat, seed, game, body", "$1, $2, $3, $4, $5"),
    table!("claims", "match_id", "match_id, node, until", "$1, $2, $3"),
    table!("bans", "holder, at", "$1, $2"),
    table!(
        "ways",
        "id, holder, kind, target, secret, state, created, tried, failed, says",
        "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10"
    ),
    table!("turns", "match_id", "match_id, holder, kind, at", "$1, $2, $3, $4"),
    table!("deliveries", "way, match_id, kind, at, due, tries, lease", "$1, $2, $3, $4, $5, $6, $7"),
    table!("bots", "holder, since", "$1, $2"),
    table!("bot_tokens", "token, holder, name, created", "$1, $2, $3, $4"),
    table!("feeds", "holder, token", "$1, $2"),
    table!("switches", "name, value", "$1, $2"),
];

/// Copies everything from one address to another, whose database must hold no games and no accounts. Says how many rows of which table.
pub fn copy(from: &str, to: &str) -> Result<Vec<(&'static str, u64)>> {
    let mut source = sql::open(from, Access::ReadOnly, "copy")?;
    migrate::current(&mut *source)?;
    let mut target = sql::open(to, Access::Full, "copy")?;
    migrate::migrate(&mut *target)?;
    source.begin()?;
    target.begin()?;
    let copied = all(&mut *source, &mut *target).and_then(|copied| {
        target.batch("COMMIT")?;
        Ok(copied)
    });
    if copied.is_err() {
        // The first error is the one to report.
        let _ = target.batch("ROLLBACK");
    }
    let _ = source.batch("ROLLBACK");
    copied
}

fn all(source: &mut dyn Sql, target: &mut dyn Sql) -> Result<Vec<(&'static str, u64)>> {
    for text in ["SELECT id FROM matches LIMIT 1", "SELECT created FROM accounts LIMIT 1"] {
        if !target.rows(text, &[])?.is_empty() {
            return Err(StoreError::NotEmpty);
        }
    }
    // The key that a server made when it first looked at the new database is not the one that records are signed with.
    target.run("DELETE FROM secrets", &[])?;
    let mut copied = Vec::new();
    for table in TABLES {
        copied.push((table.name, rows(source, target, table)?));
    }
    let next = source.rows("SELECT next FROM blocks WHERE id = 1", &[])?;
    let next = next.into_iter().flatten().next();
    let next = next.ok_or_else(|| StoreError::Torn("no numbers for plies".to_owned()))?.int()?;
    target.run("UPDATE blocks SET next = $1 WHERE id = 1", &[In::Int(next)])?;
    Ok(copied)
}

fn rows(source: &mut dyn Sql, target: &mut dyn Sql, table: &Table) -> Result<u64> {
    let Some(last) = table.last else {
        return write(target, table, source.rows(table.read, &[])?);
    };
    let (mut from, mut copied) = (-1, 0);
    loop {
        let end = source.rows(last, &[In::Int(from)])?.into_iter().flatten().next();
        let to = end.map(Out::int).transpose()?;
        copied += write(
            target,
            table,
            source.rows(table.read, &[In::Int(from), In::Int(to.unwrap_or(i64::MAX))])?,
        )?;
        match to {
            Some(to) => from = to,
            None => return Ok(copied),
        }
    }
}

fn write(target: &mut dyn Sql, table: &Table, rows: Vec<Vec<Out>>) -> Result<u64> {
    let count = rows.len() as u64;
    for row in rows {
        let values: Vec<In<'_>> = row.iter().map(In::from).collect();
        target.run(table.write, &values)?;
    }
    Ok(count)
}
