//! `sandtable calibrate`: what the machine's judgement means as a chance to win, turn by turn.

use std::{num::NonZero, path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::Result;
use games::Visitor;
use kernel::{Game, data::Chance};
use lab::{Plan, Spoiled, Told};
use toml::{Table, Value};

use crate::{commands::threads, context::Context, files};

/// Fit what the machine's judgement means as a chance to win, turn by turn, to games that it plays against itself. Hints and
/// reviews tell these chances; how it plays does not change.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable calibrate circle-of-fire --weights crates/circle-of-fire/data/weights.toml
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
        ..Plan::new(&about, args.scenario.as_deref(), &[], &vec![args.player.clone(); about.sides.len()])?
    };
    let scenario = about.scenarios[plan.scenario].id.clone();
    let jobs = threads(args.jobs);
    let told = games::visit(&args.game, &context.overlay, Meaning { plan, jobs })??;
    let text = about.sides.iter().zip(&told.chances).fold(text, |text, (side, turns)| {
        lab::rewrite(&text, &format!("told.{scenario}.{}", side.id), &table(turns))
    });
    files::write(&args.weights, text.as_bytes())?;
    let [judged, fitted] = told.surprise;
    println!(
        "{} {scenario}, {} games: results surprise by {judged:.3} as judged, by {fitted:.3} as told",
        args.game, args.games
    );
    Ok(ExitCode::SUCCESS)
}

/// Games to which the chances are fitted.
struct Meaning {
    plan: Plan,
    jobs: usize,
}

impl Visitor for Meaning {
    type Out = Result<Told, Spoiled>;

    fn visit<G: Game>(self, game: Arc<G>) -> Result<Told, Spoiled> {
        lab::tell(&*game, &self.plan, self.jobs)
    }
}

/// Chances turn by turn, as a file of weights has them.
fn table(turns: &[Chance]) -> Table {
    let list = |part: fn(&Chance) -> i32| Value::Array(turns.iter().map(|it| part(it).into()).collect());
    [("even".to_owned(), list(|it| it.even)), ("scale".to_owned(), list(|it| it.scale))].into_iter().collect()
}
