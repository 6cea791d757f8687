//! `sandtable migrate`: what becomes of kept games under the rules of this version.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result};
use games::Opened;
use kernel::{
    Fate, Record,
    erased::{AnyGame, AnyMatch},
};
use serde::Serialize;
use serde_json::json;
use store::{MatchId, Store, StoreError};

use crate::{
    commands::serve,
    context::{Context, print_json, stdout},
    error::usage,
    files, text,
};

/// Say what becomes of kept games under the rules of this version: which go on, which differ and where.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable migrate --dry-run                              the games of this user's server
  sandtable migrate --dry-run --database sqlite:club.db
  sandtable migrate --dry-run records                      a folder of records
  sandtable migrate --database sqlite:club.db              and keep the journals as they can be told now
  sandtable migrate --dry-run --export records             and write every game to a file

A game of an earlier version is replayed under the rules of this one. Without --dry-run the journal of every game in
the database is kept in words, as far as these rules tell it: run it before a new version as well as after. Running it
twice does nothing more. Records in a folder are never changed.

Exits with 1 if any game differs, was played with other tables or cannot be read.")]
pub struct Args {
    /// A record, or a folder to search for records, instead of a database.
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    /// Where games are kept: sqlite:PATH or postgres://USER@HOST/NAME.
    #[arg(long, value_name = "URL", conflicts_with = "path")]
    database: Option<String>,
    /// Look only: change nothing, not even the version of the database.
    #[arg(long)]
    dry_run: bool,
    /// Write the record of every game of the database into this folder.
    #[arg(long, value_name = "DIR", conflicts_with = "path")]
    export: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What became of one game.
#[derive(Serialize)]
struct Found {
    /// The number of the match, or the file.
    name: String,
    game: String,
    /// The revision it was last played under.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<u32>,
    plies: usize,
    #[serde(flatten)]
    state: State,
    /// Whether its journal was kept just now.
    #[serde(skip_serializing_if = "is_false")]
    kept: bool,
}

#[derive(Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
enum State {
    /// Made under these rules.
    Current,
    GoesOn {
        now: u32,
    },
    Differs {
        now: u32,
        ply: usize,
        by: String,
        says: String,
    },
    OtherTables {
        found: String,
        ours: String,
    },
    Unreadable {
        says: String,
    },
}

/// How many games of each kind there are.
#[derive(Default, Serialize)]
struct Counts {
    games: usize,
    goes_on: usize,
    /// Those among them that were made under earlier rules.
    of_earlier_revisions: usize,
    differs: usize,
    /// By what they differ.
    by: BTreeMap<String, usize>,
    other_tables: usize,
    unreadable: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(it: &bool) -> bool {
    !it
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let mut games = Games { context, open: BTreeMap::new(), own: None };
    let found = match &args.path {
        Some(path) => in_folder(path, &mut games)?,
        None => {
            let address = serve::database(args.database.as_deref())?;
            let runtime = tokio::runtime::Runtime::new()?;
            let found = runtime.block_on(in_database(&address, args, &mut games));
            found.with_context(|| store::without_secret(&address))?
        }
    };
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for it in &found {
        counts.entry(&it.game).or_default().add(&it.state);
    }
    if args.json {
        let kept = found.iter().filter(|it| it.kept).count();
        print_json(&json!({ "dry_run": args.dry_run, "games": counts, "kept": kept, "matches": found }))?;
    } else {
        print(&found, &counts, args)?;
    }
    let fine = found.iter().all(|it| matches!(it.state, State::Current | State::GoesOn { .. }));
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The games that were met, each opened once.
struct Games<'a> {
    context: &'a Context,
    open: BTreeMap<String, Opened>,
    /// The last one with tables of its own.
    own: Option<Opened>,
}

impl Games<'_> {
    fn get(&mut self, id: &str) -> Result<&dyn AnyGame, String> {
        if !self.open.contains_key(id) {
            let game = self.context.open(id).map_err(|error| error.to_string())?;
            self.open.insert(id.to_owned(), game);
        }
        Ok(&*self.open[id])
    }

    /// A game with the tables that a game before it left.
    fn with_tables(&mut self, id: &str, tables: &[(String, String)]) -> Result<&dyn AnyGame, String> {
        let mut overlay = self.context.overlay.clone();
        for (name, text) in tables {
            overlay.insert(name, text);
        }
        let game = games::open(id, &overlay).map_err(|error| error.to_string())?;
        self.own = Some(game);
        self.own.as_deref().ok_or_else(|| format!("there is no game '{id}'"))
    }
}

fn in_folder(path: &Path, games: &mut Games<'_>) -> Result<Vec<Found>> {
    let files = files::files_below(path)?;
    let single = files.len() == 1 && files[0] == *path;
    let is_record =
        |file: &PathBuf| single || file.extension().is_some_and(|it| it == files::SUFFIX || it == "record");
    let files: Vec<PathBuf> = files.into_iter().filter(is_record).collect();
    if files.is_empty() {
        return Err(usage(format!("there is no record in {}", path.display())));
    }
    let mut found = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let read = files::read(&file)?;
        found.push(match Record::parse(&read) {
            Ok(record) => {
                let state =
                    games.get(&record.header.game).map_or_else(unreadable, |game| look(game, &record).0);
                Found { name, kept: false, ..about(&record, state) }
            }
            Err(error) => Found {
                name,
                game: "?".to_owned(),
                rules: None,
                plies: 0,
                state: unreadable(error.to_string()),
                kept: false,
            },
        });
    }
    Ok(found)
}

/// How many matches are asked for at a time.
const PAGE: usize = 500;

async fn in_database(address: &str, args: &Args, games: &mut Games<'_>) -> Result<Vec<Found>> {
    let store = if args.dry_run { Store::peek(address).await? } else { Store::claim(address).await? };
    if let Some(folder) = &args.export {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let mut found = Vec::new();
    let mut last: Option<MatchId> = None;
    loop {
        let page = store.all(last, PAGE).await?;
        let Some(&end) = page.last() else { return Ok(found) };
        last = Some(end);
        for id in page {
            found.extend(one_match(&store, id, args, games).await?);
        }
    }
}

/// What becomes of a match, if it is still there.
async fn one_match(store: &Store, id: MatchId, args: &Args, games: &mut Games<'_>) -> Result<Option<Found>> {
    let saved = match store.load(id).await {
        Ok(Some(saved)) => saved,
        Ok(None) => return Ok(None),
        Err(StoreError::Torn(says)) => {
            let (name, game) = (id.to_string(), "?".to_owned());
            let state = State::Unreadable { says };
            return Ok(Some(Found { name, game, rules: None, plies: 0, state, kept: false }));
        }
        Err(error) => return Err(error.into()),
    };
    let opened = match &server::prologue(store, &saved).await? {
        Some(prologue) => games.with_tables(&saved.start.game, &prologue.tables),
        None => games.get(&saved.start.game),
    };
    let game = match opened {
        Ok(game) => game,
        Err(says) => {
            let (name, game) = (id.to_string(), saved.start.game.clone());
            let (rules, plies) = (Some(saved.start.rules), saved.plies.len());
            let state = State::Unreadable { says };
            return Ok(Some(Found { name, game, rules, plies, state, kept: false }));
        }
    };
    let record = server::record_of(game.about(), &saved);
    if let Some(folder) = &args.export {
        let path = folder.join(format!("{id}.{}", files::SUFFIX));
        files::write(&path, record.to_text().as_bytes())?;
    }
    let (mut state, play) = look(game, &record);
    if let (State::GoesOn { now }, Some(play)) = (&state, &play)
        && let Some(it) = server::course_of(&**play, &store.told(id).await?)
    {
        state = State::Differs { now: *now, ply: it.ply, by: it.cause.to_string(), says: it.says };
    }
    let part = play.filter(|_| !args.dry_run);
    let part = part.and_then(|play| server::part_of(&*play, game.about().revision, saved.told));
    let kept = match part {
        Some(part) => match store.keep(id, saved.undos, part).await {
            Ok(()) => true,
            // Somebody plays it at this moment; the server keeps its journal.
            Err(StoreError::MovedOn) => false,
            Err(error) => return Err(error.into()),
        },
        None => false,
    };
    Ok(Some(Found { name: id.to_string(), kept, ..about(&record, state) }))
}

fn about(record: &Record, state: State) -> Found {
    Found {
        name: String::new(),
        game: record.header.game.clone(),
        rules: Some(record.header.revision()),
        plies: record.lines.len(),
        state,
        kept: false,
    }
}

fn unreadable(says: String) -> State {
    State::Unreadable { says }
}

/// What the rules of now make of a record, and the match as far as it goes.
fn look(game: &dyn AnyGame, record: &Record) -> (State, Option<Box<dyn AnyMatch>>) {
    let now = game.about().revision;
    match game.replay(record) {
        Err(error) => (unreadable(error.to_string()), None),
        Ok((play, fate)) => {
            let state = match fate {
                Fate::GoesOn if record.header.revision() == now => State::Current,
                Fate::GoesOn => State::GoesOn { now },
                Fate::Differs(it) => {
                    State::Differs { now, ply: it.ply, by: it.cause.to_string(), says: it.says }
                }
                Fate::OtherTables { found, ours } => State::OtherTables { found, ours },
            };
            (state, Some(play))
        }
    }
}

impl Counts {
    fn add(&mut self, state: &State) {
        self.games += 1;
        match state {
            State::Current => self.goes_on += 1,
            State::GoesOn { .. } => {
                self.goes_on += 1;
                self.of_earlier_revisions += 1;
            }
            State::Differs { by, .. } => {
                self.differs += 1;
                *self.by.entry(by.clone()).or_default() += 1;
            }
            State::OtherTables { .. } => self.other_tables += 1,
            State::Unreadable { .. } => self.unreadable += 1,
        }
    }
}

fn print(found: &[Found], counts: &BTreeMap<&str, Counts>, args: &Args) -> Result<()> {
    let mut out = stdout();
    for it in found {
        let Found { name, game, plies, .. } = it;
        let rules = it.rules.unwrap_or_default();
        match &it.state {
            State::Current => {}
            State::GoesOn { now } => {
                writeln!(out, "{name}  {game}: goes on, from revision {rules} to {now}")?;
            }
            State::Differs { now, ply, by, says } => writeln!(
                out,
                "{name}  {game}: differs from revision {rules} to {now} at ply {ply} of {plies} by {by}: {says}"
            )?,
            State::OtherTables { found, ours } => {
                writeln!(out, "{name}  {game}: was played with the tables '{found}', not '{ours}'")?;
            }
            State::Unreadable { says } => writeln!(out, "{name}  {game}: unreadable: {says}")?,
        }
    }
    for (game, it) in counts {
        let Counts { games, goes_on, of_earlier_revisions, differs, by, other_tables, unreadable } = it;
        let games = if *games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        let by: Vec<String> = by.iter().map(|(by, n)| format!("{n} by {by}")).collect();
        let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
        writeln!(
            out,
            "{game}: {games}: {goes_on} go on ({of_earlier_revisions} of earlier revisions), {differs} differ{by}, \
             {other_tables} with other tables, {unreadable} unreadable"
        )?;
    }
    if found.is_empty() {
        writeln!(out, "no games")?;
    }
    if args.path.is_none() && !args.dry_run {
        let kept: Vec<usize> = found.iter().filter(|it| it.kept).map(|it| it.plies).collect();
        let plies = text::plies(kept.iter().sum());
        writeln!(out, "journals kept: {} ({plies})", kept.len())?;
    }
    Ok(out.flush()?)
}
