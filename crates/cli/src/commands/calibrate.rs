//! `sandtable calibrate`: what the machine's evaluation means as a win probability, turn by turn.

use std::{num::NonZero, path::PathBuf, process::ExitCode};

use anyhow::Result;
use games::Visitor;
use kernel::Game;
use lab::{Calibrated, Plan, SeriesError};
use search::{Calibration, Engine, Judgement};
use toml::{Table, Value};

use crate::{commands::threads, context::Context, files};

/// Fit what the machine's evaluation means as a win probability, turn by turn, to games that it plays against itself. Hints and
/// reviews report it; how it plays does not change.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable calibrate circle-of-fire --weights crates/judgement/data/circle-of-fire/weights.toml
  sandtable calibrate bear-trap --scenario variant --games 400 --weights weights.toml")]
pub struct Args {
    /// The game, as `sandtable games` lists it.
    game: String,
    /// The file of weights, read and rewritten.
    #[arg(long, value_name = "FILE")]
    weights: PathBuf,
    /// Who plays.
    #[arg(long, value_name = "A", default_value = "normal")]
    player: String,
    /// The scenario; the first one by default.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// How many games are played.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Makes it repeatable.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads; all cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let text = files::read(&args.weights)?;
    let about = context.open(&args.game)?.about().clone();
    let plan = Plan {
        games: args.games,
        seed: args.seed,
        ..Plan::new(
            &about,
            "calibrating",
            args.scenario.as_deref(),
            &[],
            &vec![args.player.clone(); about.sides.len()],
        )?
    };
    let scenario = about.scenarios[plan.scenario].id.clone();
    let jobs = threads(args.jobs);
    let fits = games::visit(&args.game, &context.overlay, Meaning { plan, jobs })??;
    let text = about.sides.iter().zip(&fits.turns).fold(text, |text, (side, turns)| {
        lab::rewrite(&text, &format!("reported.{scenario}.{}", side.id), &table(turns))
    });
    files::write(&args.weights, text.as_bytes())?;
    let [raw, fitted] = fits.surprise;
    println!(
        "{} {scenario}, {} games: results surprise by {raw:.3} as evaluated, by {fitted:.3} as reported",
        args.game, args.games
    );
    Ok(ExitCode::SUCCESS)
}

/// Games to which it is fitted.
struct Meaning {
    plan: Plan,
    jobs: usize,
}

impl Visitor for Meaning {
    type Out = Result<Calibrated, SeriesError>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Self::Out {
        lab::calibrate(&engine, &self.plan, self.jobs)
    }
}

/// Calibrations turn by turn, as a file of weights has them.
fn table(turns: &[Calibration]) -> Table {
    let list = |part: fn(&Calibration) -> i32| Value::Array(turns.iter().map(|it| part(it).into()).collect());
    [("even".to_owned(), list(|it| it.even)), ("scale".to_owned(), list(|it| it.scale))].into_iter().collect()
}
