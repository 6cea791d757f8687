//! `sandtable puzzles`: puzzles cut from machine games, and whether those that are there still play.

use std::{collections::BTreeMap, fs, io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result, anyhow};
use games::Visitor;
use kernel::{
    Game,
    puzzle::{Source, begin},
};
use lab::{
    Plan,
    puzzles::{Cuts, Cutting, cut_all, prune, recount, text},
};
use search::{Engine, Judgement};

use crate::{
    context::{Context, stdout},
    error::usage,
    files, progress,
};

/// Cut puzzles from machine games: positions in which one order is better than every other by a clear margin.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable puzzles circle-of-fire --games 40 --seed 1 --out crates/circle-of-fire/puzzles
  sandtable puzzles circle-of-fire --games 200 --bots easy --looks 14 --most 2 --rollouts 0 --out DIR
  sandtable puzzles bear-trap --games 20 --bots normal,easy --out crates/bear-trap/puzzles
  sandtable puzzles circle-of-fire --prune --out crates/circle-of-fire/puzzles

The same seed cuts the same puzzles. A file is written as soon as its game is done. --prune plays the puzzles of the folder again and
drops those that the rules of now forbid; --recount counts them again, in other deals and by other throws.")]
pub struct Args {
    /// The game, as `sandtable games` lists it.
    game: String,
    /// The folder of the files.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many games are played at most.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    /// How many puzzles are enough.
    #[arg(long, value_name = "N", default_value_t = 30)]
    wanted: usize,
    /// Makes it repeatable.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The scenario; the first one by default.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// Who plays the games, by side; two different ones change sides after every game.
    #[arg(long, value_name = "A,B", default_value = "normal", value_delimiter = ',')]
    bots: Vec<String>,
    /// Who plays orders out.
    #[arg(long, value_name = "A", default_value = "normal")]
    by: String,
    /// How many turns are played out after the one at hand before the judgement says who will win.
    #[arg(long, value_name = "N", default_value_t = 0)]
    ahead: u16,
    /// By how many per cent points the best order is better than the second; twice as much where it is not about winning.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=50))]
    margin: u8,
    /// How many decisions of a game are looked at.
    #[arg(long, value_name = "N", default_value_t = 40)]
    looks: usize,
    /// How far a game is played at most.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    plies: usize,
    /// How many puzzles one game may give.
    #[arg(long, value_name = "N", default_value_t = 3)]
    most: usize,
    /// How often the best orders are played out at most; 0 looks only for what can be counted, which is much faster.
    #[arg(long, value_name = "N", default_value_t = 384, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    rollouts: u64,
    /// Cut nothing; drop what does not play any more.
    #[arg(long)]
    prune: bool,
    /// Cut nothing; count again what was counted.
    #[arg(long, conflicts_with = "prune")]
    recount: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let about = context.open(&args.game)?.about().clone();
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    if args.prune {
        return games::visit(&args.game, &context.overlay, Prune(args))?;
    }
    if args.recount {
        return games::visit(&args.game, &context.overlay, Recount(args))?;
    }
    let bots =
        if args.bots.len() == 1 { vec![args.bots[0].clone(); about.sides.len()] } else { args.bots.clone() };
    search::settings(&args.by)?;
    let plan = Plan {
        games: args.games,
        seed: args.seed,
        swap: bots.iter().any(|bot| *bot != bots[0]),
        ..Plan::new(&about, "puzzles", args.scenario.as_deref(), &[], &bots)?
    };
    games::visit(&args.game, &context.overlay, Cut { args, plan })?
}

/// The command that cuts the same again.
fn how(args: &Args) -> String {
    let Args { game, seed, games, bots, by, ahead, margin, looks, most, plies, rollouts, .. } = args;
    let scenario = args.scenario.as_ref().map_or_else(String::new, |id| format!(" --scenario {id}"));
    format!(
        "sandtable puzzles {game} --games {games} --seed {seed}{scenario} --bots {} --by {by} --ahead {ahead} --margin {margin} \
         --looks {looks} --most {most} --plies {plies} --rollouts {rollouts}",
        bots.join(",")
    )
}

struct Cut<'a> {
    args: &'a Args,
    plan: Plan,
}

impl Visitor for Cut<'_> {
    type Out = Result<ExitCode>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<ExitCode> {
        let Cut { args, plan } = self;
        let cutting = Cutting {
            by: args.by.clone(),
            ahead: args.ahead,
            margin: f64::from(args.margin) / 100.0,
            looks: args.looks,
            most: args.most,
            plies: args.plies,
            games: args.rollouts,
        };
        let (how, bar) = (how(args), progress::spinner());
        let mut keep = |number: u64, source: &Source| {
            let path = args.out.join(format!("{:02}.toml", number + 1));
            files::write(&path, text(source, &how).as_bytes()).map_err(|error| format!("{error:#}"))
        };
        let mut games: BTreeMap<u64, Cuts> = BTreeMap::new();
        let mut see = |number: u64, cuts: &Cuts, found: usize| {
            bar.set_message(format!("game {}: {} looked at, {found} puzzles", number + 1, cuts.looked));
            games.insert(number, cuts.clone());
        };
        let taken = cut_all(&engine, &plan, &cutting, args.wanted, &mut keep, &mut see)?;
        bar.finish_and_clear();
        let looked: usize = games.values().map(|cuts| cuts.looked).sum();
        let mut lacks = BTreeMap::new();
        for (lack, times) in games.values().flat_map(|cuts| &cuts.lacks) {
            *lacks.entry(*lack).or_insert(0) += times;
        }
        writeln!(stdout(), "{looked} decisions of {} games:", games.len())?;
        for (lack, times) in lacks {
            writeln!(stdout(), "{times:6}  {}", lack.says())?;
        }
        writeln!(stdout(), "{} puzzles in {}", taken.count(), args.out.display())?;
        Ok(if taken.count() > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

struct Prune<'a>(&'a Args);

impl Visitor for Prune<'_> {
    type Out = Result<ExitCode>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<ExitCode> {
        let Prune(args) = self;
        let (mut left, mut dropped) = (0, 0);
        for (path, before, source) in sources(args)? {
            let mut sources = vec![source];
            let gone = prune(&engine.game, &mut sources);
            dropped += gone;
            let Some(source) = sources.first() else {
                fs::remove_file(&path).with_context(|| path.display().to_string())?;
                continue;
            };
            left += source.puzzles.len();
            if gone > 0 {
                let how = before
                    .split('`')
                    .nth(1)
                    .ok_or_else(|| anyhow!("{}: no command in its first line", path.display()))?;
                files::write(&path, text(source, how).as_bytes())?;
            }
        }
        writeln!(stdout(), "{left} puzzles play, {dropped} did not and are gone")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The files of the folder, each with its text and what it says.
fn sources(args: &Args) -> Result<Vec<(PathBuf, String, Source)>> {
    let mut found = files::files_below(&args.out)?;
    found.retain(|file| file.extension().is_some_and(|it| it == "toml"));
    if found.is_empty() {
        return Err(usage(format!("{}: there is no .toml file in this folder", args.out.display())));
    }
    let read = |path: PathBuf| {
        let text = files::read(&path)?;
        let source = Source::parse(&path.display().to_string(), &text)?;
        if source.game != args.game {
            return Err(usage(format!("{}: this is of {}", path.display(), source.game)));
        }
        Ok((path, text, source))
    };
    found.into_iter().map(read).collect()
}

struct Recount<'a>(&'a Args);

impl Visitor for Recount<'_> {
    type Out = Result<ExitCode>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<ExitCode> {
        let Recount(args) = self;
        let (mut right, mut wrong) = (0, 0);
        for (path, _, source) in sources(args)? {
            for puzzle in &source.puzzles {
                let moment = begin(&engine.game, &source, puzzle.ply)
                    .map_err(|error| anyhow!("{}: {error}", path.display()))?;
                match recount(&engine, &moment, puzzle, args.seed) {
                    Ok(()) => right += 1,
                    Err(why) => {
                        wrong += 1;
                        writeln!(stdout(), "{}: {}: {why}", path.display(), puzzle.name)?;
                    }
                }
            }
        }
        writeln!(stdout(), "{right} puzzles are as they say, {wrong} are not")?;
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
