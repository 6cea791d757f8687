//! How the tables come to be: numbered files, each run once.

use crate::{
    Result, StoreError,
    sql::{In, Sql},
};

const MIGRATIONS: [&str; 2] =
    [include_str!("../migrations/0001_matches.sql"), include_str!("../migrations/0002_past.sql")];

/// The version since which the tables of `past.rs` are there.
pub(crate) const PAST: i64 = 2;

/// Brings the database up to this build, in one transaction a file.
pub(crate) fn migrate(sql: &mut dyn Sql) -> Result<()> {
    sql.batch("CREATE TABLE IF NOT EXISTS sandtable_version (version BIGINT NOT NULL)")?;
    let found = version(sql)?;
    for (number, text) in (1..).zip(MIGRATIONS).skip(found as usize) {
        sql.batch("BEGIN")?;
        sql.batch(text)?;
        sql.run("INSERT INTO sandtable_version (version) VALUES ($1)", &[In::Int(number)])?;
        sql.batch("COMMIT")?;
    }
    Ok(())
}

/// The version of the tables as they are.
pub(crate) fn version(sql: &mut dyn Sql) -> Result<i64> {
    let rows = sql.rows("SELECT version FROM sandtable_version ORDER BY version DESC LIMIT 1", &[])?;
    let found = match rows.into_iter().flatten().next() {
        Some(version) => version.int()?,
        None => 0,
    };
    let ours = MIGRATIONS.len() as i64;
    if found > ours { Err(StoreError::Newer { found, ours }) } else { Ok(found) }
}
