//! How the tables come to be: numbered files, each run once.

use crate::{
    Result, StoreError, people,
    sql::{In, Sql},
};

const MIGRATIONS: [&str; 15] = [
    include_str!("../migrations/0001_matches.sql"),
    include_str!("../migrations/0002_past.sql"),
    include_str!("../migrations/0003_people.sql"),
    include_str!("../migrations/0004_accounts.sql"),
    include_str!("../migrations/0005_club.sql"),
    include_str!("../migrations/0006_proofs.sql"),
    include_str!("../migrations/0007_nodes.sql"),
    include_str!("../migrations/0008_host.sql"),
    include_str!("../migrations/0009_sequels.sql"),
    include_str!("../migrations/0010_early.sql"),
    include_str!("../migrations/0011_studies.sql"),
    include_str!("../migrations/0012_notices.sql"),
    include_str!("../migrations/0013_bots.sql"),
    include_str!("../migrations/0014_letters.sql"),
    include_str!("../migrations/0015_standing.sql"),
];

/// The version since which the tables of `past.rs` are there.
pub(crate) const PAST: i64 = 2;

/// The version since which a match knows whom its record was of.
pub(crate) const PEOPLE: i64 = 3;

/// The version since which a match has something beside its record.
pub(crate) const CLUB: i64 = 5;

/// The version since which a match has a proof of its draws.
pub(crate) const PROOFS: i64 = 6;

/// The version since which a match may be the sequel of another.
pub(crate) const SEQUELS: i64 = 9;

/// The version since which seats may decide before they are asked.
pub(crate) const EARLY: i64 = 10;

/// The version since which positions are kept.
pub(crate) const STUDIES: i64 = 11;

/// The version since which a match may be played by file.
pub(crate) const LETTERS: i64 = 14;

/// The version since which questions may be answered in advance.
pub(crate) const STANDING: i64 = 15;

/// Brings the database up to this build, in one transaction and under a lock: servers that start together take turns.
pub(crate) fn migrate(sql: &mut dyn Sql) -> Result<()> {
    sql.begin_alone()?;
    let done = bring_up(sql).and_then(|()| sql.batch("COMMIT"));
    if done.is_err() {
        // The first error is the one to report.
        let _ = sql.batch("ROLLBACK");
    }
    done
}

fn bring_up(sql: &mut dyn Sql) -> Result<()> {
    sql.batch("CREATE TABLE IF NOT EXISTS sandtable_version (version BIGINT NOT NULL)")?;
    let found = version(sql)?;
    for (number, text) in (1..).zip(MIGRATIONS).skip(found as usize) {
        sql.batch(text)?;
        if number == PEOPLE {
            people::hash_invitations(sql)?;
        }
        sql.run("INSERT INTO sandtable_version (version) VALUES ($1)", &[In::Int(number)])?;
    }
    Ok(())
}

/// The version since which a host can decide things.
pub(crate) const HOST: i64 = 8;

/// Whether what is asked for is there in tables of this version.
pub(crate) fn at_least(since: i64, found: i64) -> Result<()> {
    if found >= since { Ok(()) } else { Err(StoreError::Older { found, ours: MIGRATIONS.len() as i64 }) }
}

/// Whether the tables are those of this build: what is copied must be.
pub(crate) fn current(sql: &mut dyn Sql) -> Result<()> {
    let (found, ours) = (version(sql)?, MIGRATIONS.len() as i64);
    if found == ours { Ok(()) } else { Err(StoreError::Older { found, ours }) }
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
