//! `sandtable simulate`: many games between machines, and who wins them.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    num::NonZero,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use games::Visitor;
use indicatif::ProgressBar;
use kernel::{About, Game, Match, Outcome, Ply, Rng};
use serde::Serialize;

use crate::{
    context::{Context, print_json, stdout},
    error::usage,
    files, progress,
    stats::wilson,
    text::count,
};

/// Let machines play many games and count who wins, with the interval that is sure to 95 per cent.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable simulate circle-of-fire --games 1000
  sandtable simulate circle-of-fire --bots greedy,random --swap --seed 7
  sandtable simulate circle-of-fire --games 20 --save records --json

The same seed plays the same games, whatever the number of jobs.")]
pub struct Args {
    /// The game, as `sandtable games` lists it.
    game: String,
    /// The scenario; the first one by default.
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    /// An optional rule; may be given several times.
    #[arg(long = "option", value_name = "ID")]
    options: Vec<String>,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Who plays, by side: one name for all, or one a side.
    #[arg(long, value_name = "A,B", default_value = "random", value_delimiter = ',')]
    bots: Vec<String>,
    /// Change the sides of the bots after every game, with the same dice in both games of a pair.
    #[arg(long)]
    swap: bool,
    /// Makes the games repeatable.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads; all cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Write the record of every game into this folder.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    if let Some(folder) = &args.save {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let report = context.visit(&args.game, Simulation { args })??;
    if args.json {
        print_json(&report)?;
    } else {
        report.print(args)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Far beyond any game; what plays on is broken.
const BOUND: u64 = 1_000_000;

struct Simulation<'a> {
    args: &'a Args,
}

impl Visitor for Simulation<'_> {
    type Out = Result<Report>;

    fn visit<G: Game>(self, game: Arc<G>) -> Result<Report> {
        let args = self.args;
        let plan = Plan::new(&*game, args)?;
        let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let bar = progress::bar(args.games);
        let start = Instant::now();
        let played = play_all(&game, &plan, jobs, &bar)?;
        let took = start.elapsed();
        bar.finish_and_clear();
        Ok(Report::new(game.about(), &plan, &played, took, jobs))
    }
}

/// What is to be played, checked.
struct Plan<'a> {
    args: &'a Args,
    scenario: usize,
    options: kernel::Options,
    /// One bot a seat.
    bots: Vec<String>,
}

impl<'a> Plan<'a> {
    fn new<G: Game>(game: &G, args: &'a Args) -> Result<Plan<'a>> {
        let about = game.about();
        let scenario = about.scenario(args.scenario.as_deref())?;
        let options = about.options(&args.options)?;
        let sides = about.sides.len();
        let bots = match &args.bots[..] {
            [all] => vec![all.clone(); sides],
            each if each.len() == sides => each.to_vec(),
            each => {
                return Err(usage(format!(
                    "--bots names {} players, but {} has {sides} sides: write one name for all or {sides}",
                    each.len(),
                    about.id
                )));
            }
        };
        search::seat_players::<G, _>(&bots, 0)?;
        Ok(Plan { args, scenario, options, bots })
    }

    /// Who sits in each seat in this game, by their place in `bots`.
    fn seating(&self, game: u64) -> Vec<usize> {
        let turn = if self.args.swap { (game % self.bots.len() as u64) as usize } else { 0 };
        (0..self.bots.len()).map(|seat| (seat + turn) % self.bots.len()).collect()
    }

    /// The seed of this game. Games that change sides share theirs.
    fn seed(&self, game: u64) -> u64 {
        let pair = if self.args.swap { game / self.bots.len() as u64 } else { game };
        // Short enough to be typed again.
        Rng::new(self.args.seed, pair).below(1_000_000_000_000)
    }
}

/// What is kept of a game.
struct Played {
    outcome: Outcome,
    decisions: u64,
    turns: u64,
    /// The bot that won, by its place in `Plan::bots`.
    bot: Option<usize>,
}

/// Plays all games, in whatever order the threads take them, and hands them back in theirs.
fn play_all<G: Game>(game: &Arc<G>, plan: &Plan<'_>, jobs: usize, bar: &ProgressBar) -> Result<Vec<Played>> {
    let next = AtomicU64::new(0);
    let results: Mutex<BTreeMap<u64, Played>> = Mutex::new(BTreeMap::new());
    let work = || -> Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= plan.args.games {
                return Ok(());
            }
            let played = play_one(game, plan, number)?;
            results.lock().expect("no thread panics while it holds the results").insert(number, played);
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let results = results.into_inner().expect("no thread panics while it holds the results");
    Ok(results.into_values().collect())
}

fn play_one<G: Game>(game: &Arc<G>, plan: &Plan<'_>, number: u64) -> Result<Played> {
    let seed = plan.seed(number);
    let seating = plan.seating(number);
    let bots: Vec<&str> = seating.iter().map(|&bot| plan.bots[bot].as_str()).collect();
    let mut players = search::seat_players(&bots, seed)?;
    let played = match &plan.args.save {
        None => search::play_game(&**game, plan.scenario, plan.options, &mut players, seed, BOUND)?,
        Some(folder) => {
            let kept = search::record_game(game, plan.scenario, plan.options, &mut players, seed, BOUND)?;
            let name = format!("{}-{}-{:04}.{}", game.about().id, plan.args.seed, number + 1, files::SUFFIX);
            files::write(&folder.join(name), kept.record().to_text().as_bytes())?;
            summary(&kept).context("the game stopped before its end")?
        }
    };
    let bot = played.outcome.winner.and_then(|seat| seating.get(usize::from(seat.0)).copied());
    Ok(Played { outcome: played.outcome, decisions: played.actions, turns: u64::from(played.turns), bot })
}

/// What a recorded game came to, as a fast one tells it.
fn summary<G: Game>(kept: &Match<G>) -> Option<search::Played> {
    let draws = kept.plies().iter().filter(|ply| matches!(ply, Ply::Luck(_))).count();
    Some(search::Played {
        outcome: kept.outcome()?,
        actions: (kept.seq() - draws) as u64,
        draws: draws as u64,
        turns: kept.game().turn(kept.state()),
    })
}

/// The result. The JSON holds no clock, so that equal runs print equal bytes.
#[derive(Serialize)]
struct Report {
    game: String,
    scenario: String,
    options: Vec<String>,
    bots: Vec<String>,
    swap: bool,
    games: u64,
    wins: BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wins_by_bot: Option<Vec<u64>>,
    draws: u64,
    interval: BTreeMap<String, [f64; 2]>,
    mean_decisions: f64,
    mean_turns: f64,
    endings: Vec<EndingCount>,
    seed: u64,
    #[serde(skip)]
    sides: Vec<String>,
    #[serde(skip)]
    took: Duration,
    #[serde(skip)]
    jobs: usize,
}

/// How often games ended under a case.
#[derive(Serialize)]
struct EndingCount {
    rule: String,
    says: String,
    games: u64,
}

impl Report {
    fn new(about: &About, plan: &Plan<'_>, played: &[Played], took: Duration, jobs: usize) -> Report {
        let games = played.len() as u64;
        let sides: Vec<String> = about.sides.iter().map(|side| side.id.clone()).collect();
        let won = |side: usize| {
            played.iter().filter(|it| it.outcome.side.map(usize::from) == Some(side)).count() as u64
        };
        let wins: BTreeMap<String, u64> =
            sides.iter().enumerate().map(|(index, side)| (side.clone(), won(index))).collect();
        let by_bot = |bot: usize| played.iter().filter(|it| it.bot == Some(bot)).count() as u64;
        let mut endings: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for it in played {
            *endings.entry((it.outcome.rule.0, it.outcome.says)).or_default() += 1;
        }
        let mut endings: Vec<EndingCount> = endings
            .into_iter()
            .map(|((rule, says), games)| EndingCount { rule: rule.to_owned(), says: says.to_owned(), games })
            .collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
        let mean = |of: fn(&Played) -> u64| played.iter().map(of).sum::<u64>() as f64 / games as f64;
        Report {
            game: about.id.clone(),
            scenario: about.scenarios[plan.scenario].id.clone(),
            options: about.option_ids(plan.options),
            bots: plan.bots.clone(),
            swap: plan.args.swap,
            games,
            interval: wins.iter().map(|(side, &wins)| (side.clone(), wilson(wins, games))).collect(),
            wins,
            wins_by_bot: plan.args.swap.then(|| (0..plan.bots.len()).map(by_bot).collect()),
            draws: played.iter().filter(|it| it.outcome.side.is_none()).count() as u64,
            mean_decisions: mean(|it| it.decisions),
            mean_turns: mean(|it| it.turns),
            endings,
            seed: plan.args.seed,
            sides,
            took,
            jobs,
        }
    }

    fn print(&self, args: &Args) -> Result<()> {
        let mut out = stdout();
        let options = if self.options.is_empty() { "" } else { " with " };
        writeln!(
            out,
            "{} {}{options}{}: {}, seed {}",
            self.game,
            self.scenario,
            view::list(&self.options),
            count(self.games as usize, "game"),
            self.seed
        )?;
        let share = |n: u64| 100.0 * n as f64 / self.games as f64;
        let longest = self.sides.iter().chain(&self.bots).map(|word| word.len()).max().unwrap_or(0).max(5);
        let row = |out: &mut dyn Write, name: &str, wins: u64, note: &str| {
            let [low, high] = wilson(wins, self.games).map(|bound| 100.0 * bound);
            let interval = format!("{low:.1} to {high:.1}%");
            let line =
                format!("  {name:<longest$}  {wins:>8}  {:>5.1}%  {interval:>16}  {note}", share(wins));
            writeln!(out, "{}", line.trim_end())
        };
        for (seat, side) in self.sides.iter().enumerate() {
            let note = if self.swap { "" } else { &self.bots[seat] };
            row(&mut out, side, self.wins[side], note)?;
        }
        for (bot, &wins) in self.wins_by_bot.iter().flatten().enumerate() {
            row(&mut out, &self.bots[bot], wins, "on both sides")?;
        }
        writeln!(out, "  {:<longest$}  {:>8}  {:>5.1}%", "draws", self.draws, share(self.draws))?;
        writeln!(out, "  {:.1} decisions and {:.1} turns a game", self.mean_decisions, self.mean_turns)?;
        let speed = self.games as f64 / self.took.as_secs_f64();
        writeln!(out, "  {speed:.1} games a second with {}", count(self.jobs, "job"))?;
        writeln!(out, "Endings:")?;
        for EndingCount { rule, says, games } in &self.endings {
            writeln!(out, "  {games:>8}  {rule:<8}  {says}")?;
        }
        if let Some(folder) = &args.save {
            writeln!(out, "The records are in {}.", folder.display())?;
        }
        Ok(out.flush()?)
    }
}
