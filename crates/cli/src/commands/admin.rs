//! `sandtable admin`: a host looks after his server's database, while the server runs or not.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use store::{Account, MatchId, Saved, Store, User, without_secret};

use crate::{
    commands::serve,
    context::{print_json, stdout},
    error::usage,
};

/// Look after a server's database: accounts, games, backup, restore, the move to another database.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable admin users --database sqlite:club.db
  sandtable admin ban 'Rude Person' --database sqlite:club.db
  sandtable admin registration closed --database postgres://sandtable@localhost/sandtable
  sandtable admin backup club-monday.db --database sqlite:club.db
  sandtable admin restore club-monday.db --database sqlite:new.db
  sandtable admin copy --database sqlite:club.db postgres://sandtable@localhost/sandtable
  sandtable admin check --database sqlite:club.db

All of it may be done while a server runs, but for restoring, which needs a database without games. A ban reaches a running server
within a minute. The records of all games are written by 'sandtable migrate --dry-run --export DIR'.")]
pub struct Args {
    #[command(subcommand)]
    does: Does,
    /// Where games are kept: sqlite:PATH or postgres://USER@HOST/NAME.
    #[arg(long, value_name = "URL", global = true, env = "SANDTABLE_DATABASE")]
    database: Option<String>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Does {
    /// List the accounts.
    Users,
    /// List the games.
    Games,
    /// Sign an account out everywhere and keep it out.
    Ban { name: String },
    /// Let an account in again.
    Unban { name: String },
    /// Whether strangers may make accounts.
    Registration { state: Registration },
    /// Write everything into a new SQLite file, whole even while the server runs.
    Backup { file: PathBuf },
    /// Bring everything back from such a file, into a database without games.
    Restore { file: PathBuf },
    /// Copy everything into another database without games, of either kind.
    Copy {
        #[arg(value_name = "URL")]
        to: String,
    },
    /// Read everything there is, and say what is damaged.
    Check,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Registration {
    Open,
    Closed,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let database = serve::database(args.database.as_deref())?;
    let runtime = tokio::runtime::Runtime::new()?;
    match &args.does {
        Does::Users => runtime.block_on(users(&database, args.json))?,
        Does::Games => runtime.block_on(games(&database, args.json))?,
        Does::Ban { name } => runtime.block_on(ban(&database, name, true))?,
        Does::Unban { name } => runtime.block_on(ban(&database, name, false))?,
        Does::Registration { state } => runtime.block_on(registration(&database, *state))?,
        Does::Backup { file } => copy(&database, &as_new_file(file)?)?,
        Does::Restore { file } => copy(&as_file(file)?, &database)?,
        Does::Copy { to } => copy(&database, to)?,
        Does::Check => return runtime.block_on(check(&database, args.json)),
    }
    Ok(ExitCode::SUCCESS)
}

async fn peek(database: &str) -> Result<Store> {
    Store::peek(database).await.with_context(|| format!("cannot open {}", without_secret(database)))
}

async fn users(database: &str, as_json: bool) -> Result<()> {
    let users = peek(database).await?.users().await?;
    if as_json {
        let user = |it: &User| json!({ "name": it.name, "created": it.created, "seats": it.seats, "devices": it.devices, "banned": it.banned });
        return print_json(&users.iter().map(user).collect::<Vec<_>>());
    }
    let mut out = stdout();
    for User { name, created, seats, devices, banned } in &users {
        let banned = if banned.is_some() { ", banned" } else { "" };
        writeln!(out, "{name:<24}  since {}, {seats} seats, {devices} devices{banned}", date(*created))?;
    }
    writeln!(out, "{} accounts", users.len())?;
    Ok(())
}

/// How many matches are listed at a time.
const PAGE: usize = 100;

/// Visits every match, damaged ones as an error.
async fn each_match(
    store: &Store,
    mut visit: impl FnMut(MatchId, Result<Saved, store::StoreError>) -> Result<()>,
) -> Result<()> {
    let mut after = None;
    loop {
        let ids = store.all(after, PAGE).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = Some(*last);
        for id in ids {
            match store.load(id).await {
                Ok(Some(saved)) => visit(id, Ok(saved))?,
                // It left meanwhile.
                Ok(None) => {}
                Err(error) => visit(id, Err(error))?,
            }
        }
    }
}

async fn games(database: &str, as_json: bool) -> Result<()> {
    let store = peek(database).await?;
    let mut rows = Vec::new();
    let mut out = stdout();
    let mut count = 0;
    each_match(&store, |id, saved| {
        let Ok(saved) = saved else { return Ok(()) };
        let changed = saved.plies.last().map_or(saved.start.created, |ply| ply.at);
        let (game, against, plies) = (&saved.start.game, &saved.start.against, saved.plies.len());
        count += 1;
        if as_json {
            rows.push(json!({ "id": id.to_string(), "game": game, "against": against, "plies": plies, "created": saved.start.created, "changed": changed }));
            return Ok(());
        }
        writeln!(out, "{id}  {game:<18} {against:<8} {plies:>5} plies, last {}", date(changed))?;
        Ok(())
    })
    .await?;
    if as_json {
        return print_json(&rows);
    }
    writeln!(out, "{count} games")?;
    Ok(())
}

async fn ban(database: &str, name: &str, banned: bool) -> Result<()> {
    let store =
        Store::open(database).await.with_context(|| format!("cannot open {}", without_secret(database)))?;
    let Some(Account { holder, name, .. }) = store.account_named(name).await? else {
        bail!("there is no account '{name}'");
    };
    if banned {
        store.ban(&holder, now()).await?;
        writeln!(stdout(), "{name} is signed out and may not sign in")?;
    } else {
        store.unban(&holder).await?;
        writeln!(stdout(), "{name} may sign in")?;
    }
    Ok(())
}

async fn registration(database: &str, state: Registration) -> Result<()> {
    let store =
        Store::open(database).await.with_context(|| format!("cannot open {}", without_secret(database)))?;
    let closed = matches!(state, Registration::Closed);
    store.close_registration(closed).await?;
    writeln!(stdout(), "strangers may {}make accounts", if closed { "not " } else { "" })?;
    Ok(())
}

fn copy(from: &str, to: &str) -> Result<()> {
    let copied = store::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", without_secret(from), without_secret(to)))?;
    let rows: u64 = copied.iter().map(|(_, rows)| rows).sum();
    let matches = copied.iter().find(|(table, _)| *table == "matches").map_or(0, |(_, rows)| *rows);
    writeln!(stdout(), "{matches} games, {rows} rows in all, are in {}", without_secret(to))?;
    Ok(())
}

fn as_file(file: &Path) -> Result<String> {
    if !file.is_file() {
        return Err(usage(format!("there is no file {}", file.display())));
    }
    Ok(format!("sqlite:{}", file.display()))
}

fn as_new_file(file: &Path) -> Result<String> {
    if file.exists() {
        return Err(usage(format!("{} is there already: name a new file", file.display())));
    }
    Ok(format!("sqlite:{}", file.display()))
}

async fn check(database: &str, as_json: bool) -> Result<ExitCode> {
    let store = peek(database).await?;
    let (mut games, mut plies, mut damaged) = (0, 0, Vec::new());
    each_match(&store, |id, saved| {
        games += 1;
        match saved {
            Ok(saved) => plies += saved.plies.len(),
            Err(error) => damaged.push(format!("{id}: {error}")),
        }
        Ok(())
    })
    .await?;
    if as_json {
        print_json(&json!({ "games": games, "plies": plies, "damaged": damaged }))?;
    } else {
        let mut out = stdout();
        damaged.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out, "{games} games with {plies} plies, {} damaged", damaged.len())?;
    }
    Ok(if damaged.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// A day as `2026-11-18`, from seconds since 1970.
fn date(seconds: i64) -> String {
    let days = seconds.div_euclid(24 * 60 * 60) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_named() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_700_000_000, "2023-11-14"),
            (4_107_542_399, "2100-02-28"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(date(seconds), day);
        }
    }
}
