//! `sandtable example`: worked examples, run.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Result;
use games::Opened;
use kernel::example::Example;

use crate::{
    context::{Context, stdout},
    error::usage,
    files,
};

/// Run worked examples: a position, what is played, what must follow.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable example crates/circle-of-fire/examples
  sandtable example my-question.toml another.toml

Prints a line for each and exits with 1 if any fails.")]
pub struct Args {
    /// Files, or folders to search for .toml files.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let mut found = Vec::new();
    for path in &args.paths {
        let files = files::files_below(path)?;
        let single = files.len() == 1 && files[0] == *path;
        found.extend(
            files.into_iter().filter(|file| single || file.extension().is_some_and(|it| it == "toml")),
        );
    }
    if found.is_empty() {
        return Err(usage("there is no .toml file in these folders"));
    }
    let mut runner = Runner { context, games: BTreeMap::new() };
    let mut out = stdout();
    let (mut passed, mut failed) = (0, 0);
    for path in &found {
        match runner.run(path) {
            Ok(title) => {
                passed += 1;
                writeln!(out, "ok    {}  {title}", path.display())?;
            }
            Err(differences) => {
                failed += 1;
                writeln!(out, "FAIL  {}", path.display())?;
                for difference in differences {
                    writeln!(out, "        {difference}")?;
                }
            }
        }
        out.flush()?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    out.flush()?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs examples of several games, each opened once.
struct Runner<'a> {
    context: &'a Context,
    games: BTreeMap<String, Opened>,
}

impl Runner<'_> {
    /// The title of an example that holds, or what went differently.
    fn run(&mut self, path: &Path) -> Result<String, Vec<String>> {
        let one = |error: &dyn std::fmt::Display| vec![error.to_string()];
        let file = path.display().to_string();
        let text = files::read(path).map_err(|error| vec![format!("{error:#}")])?;
        let example = Example::parse(&file, &text).map_err(|error| one(&error))?;
        if !self.games.contains_key(&example.game) {
            let game = self.context.open(&example.game).map_err(|error| vec![format!("game: {error}")])?;
            self.games.insert(example.game.clone(), game);
        }
        let game = &self.games[&example.game];
        game.example(&example).map_err(|failure| failure.0)?;
        Ok(example.title)
    }
}
