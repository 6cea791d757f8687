//! `sandtable learn`: weights of a game's judgement from games that machines play.

use std::{num::NonZero, path::PathBuf, process::ExitCode};

use anyhow::Result;
use games::Visitor;
use kernel::{Game, Seat, data::Overlay};
use lab::{Learner, Plan, SeriesError};
use search::{Calibration, Engine, Judgement};
use toml::{Table, Value};

use crate::{commands::threads, context::Context, error::usage, files, progress};

/// Learn what counts for how much in a position, for the player of one side, and what the sum means: the win probability.
/// Both are written to the file of weights. Without shakes only the latter is fitted. Fit what is reported anew then, with
/// `calibrate`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable learn circle-of-fire --side soviet --weights crates/judgement/data/circle-of-fire/weights.toml
  sandtable learn circle-of-fire --side german --against easy --shakes 100 --weights weights.toml")]
pub struct Args {
    /// The game, as `sandtable games` lists it.
    game: String,
    /// The side whose player learns.
    #[arg(long, value_name = "ID")]
    side: String,
    /// The file of weights, read and rewritten.
    #[arg(long, value_name = "FILE")]
    weights: PathBuf,
    /// Who learns: a player that goes by learned weights.
    #[arg(long, value_name = "A", default_value = "normal")]
    player: String,
    /// Who plays the other side.
    #[arg(long, value_name = "B", default_value = "greedy")]
    against: String,
    /// The scenario; the first one by default.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// How often the weights are shaken.
    #[arg(long, value_name = "N", default_value_t = 40)]
    shakes: u64,
    /// How many games each shake and its opposite play.
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
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
    let seat = about.side(&args.side).ok_or_else(|| {
        let sides: Vec<&str> = about.sides.iter().map(|side| side.id.as_str()).collect();
        usage(format!("{} has no side '{}'; it has {}", args.game, args.side, view::list(&sides)))
    })?;
    let mut bots = vec![args.against.clone(); about.sides.len()];
    bots[seat].clone_from(&args.player);
    let plan = Plan::new(&about, "learning", args.scenario.as_deref(), &[], &bots)?;
    let whole: Table = text.parse().map_err(|error| usage(format!("{}: {error}", args.weights.display())))?;
    let part = whole.get("learned").and_then(|learned| learned.get(&args.side)).and_then(Value::as_table);
    let part =
        part.ok_or_else(|| usage(format!("{} has no [learned.{}]", args.weights.display(), args.side)))?;
    let old = calibration_of(&whole, &args.side)
        .ok_or_else(|| usage(format!("{} has no [calibration.{}]", args.weights.display(), args.side)))?;
    let jobs = threads(args.jobs);
    let mut learner = Learner::new(part, args.seed);
    let name = format!("{}/weights.toml", args.game);
    let won = |weights: &Table, games: u64, seed: u64| -> Result<f64> {
        let mut overlay: Overlay = context.overlay.clone();
        overlay.insert(&name, &lab::rewrite(&text, &format!("learned.{}", args.side), weights));
        let plan = Plan { games, seed, ..plan.clone() };
        Ok(games::visit(&args.game, &overlay, Block { plan, seat: Seat(seat as u8), jobs })??)
    };
    let bar = progress::bar(args.shakes);
    for shake in 0..args.shakes {
        let [one, other] = learner.shake();
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(shake);
        learner.follow([won(&one, args.games, seed)?, won(&other, args.games, seed)?]);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let learned = learner.learned();
    // Games that nobody learned from.
    let fresh = args.seed.wrapping_mul(1_000_003).wrapping_sub(1);
    let (before, after) = (won(part, 8 * args.games, fresh)?, won(&learned, 8 * args.games, fresh)?);
    let text = lab::rewrite(&text, &format!("learned.{}", args.side), &learned);
    let mut overlay = context.overlay.clone();
    overlay.insert(&name, &text);
    let bots = vec![args.player.clone(); bots.len()];
    let plan = Plan { games: 8 * args.games, seed: fresh, bots, ..plan };
    let fit = games::visit(&args.game, &overlay, Meaning(Block { plan, seat: Seat(seat as u8), jobs }))??;
    let text = lab::rewrite(&text, &format!("calibration.{}", args.side), &scaled(old, fit));
    files::write(&args.weights, text.as_bytes())?;
    println!(
        "{} as {} wins {:.1}% of {} games against {}, {:.1}% before",
        args.player,
        args.side,
        100.0 * after,
        8 * args.games,
        args.against,
        100.0 * before
    );
    Ok(ExitCode::SUCCESS)
}

/// Games that a seat learns from.
struct Block {
    plan: Plan,
    seat: Seat,
    jobs: usize,
}

impl Visitor for Block {
    type Out = Result<f64, SeriesError>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Self::Out {
        lab::share(&engine, &self.plan, self.seat, self.jobs)
    }
}

/// What an evaluation means, by the same.
struct Meaning(Block);

impl Visitor for Meaning {
    type Out = Result<Calibration, SeriesError>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Self::Out {
        lab::fit(&engine, &self.0.plan, self.0.seat, self.0.jobs)
    }
}

/// The calibration of a side in the file.
fn calibration_of(whole: &Table, side: &str) -> Option<Calibration> {
    whole.get("calibration")?.get(side)?.clone().try_into().ok()
}

/// A fit on the scale of the old calibration, as the file has it.
fn scaled(old: Calibration, fit: Calibration) -> Table {
    let back = |part: i32| i64::from(part) * i64::from(old.scale) / i64::from(Calibration::THREE_IN_FOUR);
    let even = (i64::from(old.even) + back(fit.even)).clamp(i32::MIN.into(), i32::MAX.into());
    let scale = back(fit.scale).clamp(1, i32::MAX.into());
    let pair = [("even", even), ("scale", scale)];
    pair.into_iter().map(|(key, number)| (key.to_owned(), Value::Integer(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_is_written_in_the_units_of_the_file() {
        let whole: Table = "[calibration.left]\neven = 100\nscale = 500\n".parse().unwrap();
        let old = calibration_of(&whole, "left").unwrap();
        let table = scaled(old, Calibration { even: -400, scale: 2000 });
        assert_eq!(table, "even = -100\nscale = 1000".parse().unwrap());
        assert_eq!(
            scaled(old, Calibration { even: 0, scale: Calibration::THREE_IN_FOUR }),
            "even = 100\nscale = 500".parse().unwrap()
        );
        assert!(calibration_of(&whole, "right").is_none());
    }
}
