//! `sandtable simulate`: many games between machines, and what they say.

use std::{
    fs,
    io::Write,
    num::NonZero,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result};
use games::{Visitor, link};
use kernel::{About, Game, Match, data::Overlay};
use lab::{Comparison, Conducted, Kept, Picture, Plan, Summary, wilson};
use search::{Engine, Judgement};
use serde::Serialize;
use view::{Art, Board};

use crate::{
    commands::threads,
    context::{Context, print_json, stdout},
    error::usage,
    files, progress,
    sequel::{self, Pairs, Prologue},
    series::{Keeper, heed_interrupts},
    text::count,
};

/// Let machines play many games: who wins, how long it takes, what luck did, with intervals sure to 95 per cent.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable simulate circle-of-fire --games 1000
  sandtable simulate circle-of-fire --bots hard,easy --swap --seed 7
  sandtable simulate circle-of-fire --bots greedy --games 400 --report balance.html
  sandtable simulate circle-of-fire --bots greedy --games 400 --set charts.rubble.direct_fire_margin=5
  sandtable simulate circle-of-fire --games 20 --save records --json
  sandtable simulate the-year-before --bots normal --games 40 --sequel
  sandtable simulate circle-of-fire --games 4000 --bots hard --keep games.jsonl --resume
  sandtable simulate circle-of-fire --games 4000 --bots hard --database postgres://lab@host/sandtable

The same seed plays the same games, whatever the number of jobs. Ctrl-C reports on what was played until then.")]
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
    #[arg(long, value_name = "A,B", default_value = "random", value_parser = bots)]
    bots: std::vec::Vec<String>,
    /// Change the sides of the bots after every game, with the same dice in both games of a pair.
    #[arg(long)]
    swap: bool,
    /// Makes the games repeatable.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads; all cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// What if: a value of a table, as file.key=value. Plays every game with and without it and compares.
    #[arg(long = "set", value_name = "FILE.KEY=VALUE", conflicts_with = "database")]
    changes: Vec<String>,
    /// What if: compare the tables of --data with the built-in ones.
    #[arg(long, conflicts_with = "database")]
    compare: bool,
    /// Write the record of every game into this folder.
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// Write what is known of every game to this file as soon as it ends, one line of JSON each.
    #[arg(long, value_name = "FILE", conflicts_with = "database")]
    keep: Option<PathBuf>,
    /// Go on from the games in the file of --keep.
    #[arg(long, requires = "keep")]
    resume: bool,
    /// Share the games with other machines that play the same series through this PostgreSQL.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Write a page with charts.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write a table with a row a game.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Play the sequel of every game that leads on to another, with the same players, and tell how much the one moves the other.
    #[arg(long, conflicts_with_all = ["database", "resume", "swap", "changes", "compare"])]
    sequel: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Names of players by side. A comma inside `search:a=1,b=2` belongs to its search.
fn bots(text: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split(',') {
        match names.last_mut() {
            Some(last) if last.starts_with("search:") && part.contains('=') && !part.contains(':') => {
                last.push(',');
                last.push_str(part);
            }
            _ => names.push(part.to_owned()),
        }
    }
    Ok(names)
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    if let Some(folder) = &args.save {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    if let Some(address) = &args.database
        && !address.starts_with("postgres://")
        && !address.starts_with("postgresql://")
    {
        return Err(usage(format!("--database {address}: write postgres://USER@HOST/NAME")));
    }
    if args.compare && context.data.is_none() {
        return Err(usage(
            "--compare needs --data DIR: the tables to compare with the built-in ones".to_owned(),
        ));
    }
    if args.sequel && args.game != link::FROM {
        return Err(usage(format!("--sequel: only {} leads on, to {}", link::FROM, link::TO)));
    }
    let stop = Arc::new(AtomicBool::new(false));
    heed_interrupts(stop.clone());
    let leads_on = Mutex::new(Vec::new());
    let leads_on = args.sequel.then_some((&leads_on, &context.overlay));
    let series = Series { args, stop: &stop, main: true, leads_on };
    let (played, what_if) = if args.changes.is_empty() && !args.compare {
        (context.visit(&args.game, series)??, None)
    } else {
        let base = if args.compare { Overlay::none() } else { context.overlay.clone() };
        let changed = lab::change(&context.overlay, &args.game, &args.changes);
        let changed = changed.map_err(|error| usage(error.to_string()))?;
        changed.check_names(&games::data_files())?;
        let before = games::visit(&args.game, &base, Series { main: false, ..series })??;
        let after =
            games::visit(&args.game, &changed, Series { args, stop: &stop, main: true, leads_on: None })??;
        let side = before.about.sides.first().map_or("", |side| &side.id);
        let comparison = Comparison::new(side, &before.games, &after.games);
        (after, Some(comparison))
    };
    let summary = Summary::new(&played.about, &played.plan, &played.games);
    let pairs = match leads_on {
        Some((list, overlay)) => {
            let mut list = list.lock().expect("no thread panics with the list");
            list.sort_by_key(|it| it.number);
            Some(sequel::play(&list, overlay, &args.bots, args.seed, played.games.len() as u64)?)
        }
        None => None,
    };
    if let Some(file) = &args.report {
        let picture = Picture { art: &played.art, board: &played.board };
        files::write(file, lab::page(&summary, &played.games, &picture, what_if.as_ref()).as_bytes())?;
    }
    if let Some(file) = &args.csv {
        files::write(file, table(&summary, &played.games).as_bytes())?;
    }
    if args.json {
        #[derive(Serialize)]
        struct Figures<'a> {
            #[serde(flatten)]
            summary: &'a Summary,
            #[serde(skip_serializing_if = "Option::is_none")]
            what_if: Option<Comparison>,
            #[serde(skip_serializing_if = "Option::is_none")]
            pairs: Option<Pairs>,
        }
        print_json(&Figures { summary: &summary, what_if, pairs })?;
    } else {
        print(args, &summary, &played, what_if.as_ref())?;
        if let Some(pairs) = pairs {
            let mut out = stdout();
            pairs.print(&mut out)?;
            out.flush()?;
        }
    }
    Ok(if played.games.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

struct Series<'a> {
    args: &'a Args,
    stop: &'a AtomicBool,
    /// Whether its games are saved and kept; the other version of a comparison is not.
    main: bool,
    /// Where games that lead on are put, if their sequels are to be played.
    leads_on: Option<(&'a Mutex<Vec<Prologue>>, &'a Overlay)>,
}

/// What was played, with what is needed to tell of it.
struct Done {
    about: About,
    plan: Plan,
    games: Vec<Kept>,
    took: Duration,
    fresh: u64,
    jobs: usize,
    art: Art,
    board: Board,
}

impl Visitor for Series<'_> {
    type Out = Result<Done>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<Done> {
        let args = self.args;
        let game = &engine.game;
        let about = game.about();
        let plan = Plan::new(
            about,
            engine.judgement.fingerprint(),
            args.scenario.as_deref(),
            &args.options,
            &args.bots,
        );
        let plan = plan.map_err(|error| usage(error.to_string()))?;
        let plan = Plan { games: args.games, swap: args.swap, seed: args.seed, ..plan };
        let jobs = threads(args.jobs);
        let keeper = match &args.keep {
            Some(file) if self.main => Some(Keeper::open(file, args.resume, &plan)?),
            _ => None,
        };
        let before = keeper.as_ref().map_or_else(Vec::new, |keeper| keeper.before.clone());
        let known = before.len() as u64;
        let bar = progress::bar(args.games);
        bar.set_position(known.min(args.games));
        let see = |kept: &Kept, record: &Match<G>| -> Result<(), String> {
            if let (Some(folder), true) = (&args.save, self.main) {
                let name = format!("{}-{}-{:04}.{}", plan.game, plan.seed, kept.number + 1, files::SUFFIX);
                let text = record.record().to_text();
                files::write(&folder.join(name), text.as_bytes()).map_err(|error| format!("{error:#}"))?;
            }
            if let Some((list, overlay)) = self.leads_on {
                let found = sequel::prologue(&record.record(), overlay, kept.number, kept.side);
                list.lock().expect("no thread panics with the list").extend(found);
            }
            if let Some(keeper) = &keeper {
                keeper.add(kept).map_err(|error| format!("{error:#}"))?;
            }
            bar.inc(1);
            Ok(())
        };
        let start = Instant::now();
        let games = match &args.database {
            Some(address) => lab::run_shards(&engine, &plan, address, jobs, self.stop, &see)?,
            None => lab::run(&engine, &plan, before, jobs, self.stop, &see)?,
        };
        let took = start.elapsed();
        bar.finish_and_clear();
        let fresh = games.len() as u64 - known.min(games.len() as u64);
        let (art, board) = (game.art(), game.board());
        Ok(Done { about: about.clone(), plan, games, took, fresh, jobs, art, board })
    }
}

/// A row a game, for other tools.
fn table(summary: &Summary, games: &[Kept]) -> String {
    let mut out = String::from("game,seed");
    for side in &summary.sides {
        out += &format!(",{side}");
    }
    out += ",winner,winning_player,turns,decisions,draws,case,luck\n";
    for it in games {
        out += &format!("{},{}", it.number + 1, it.seed);
        for &bot in &it.seating {
            out += &format!(",\"{}\"", summary.bots[bot]);
        }
        let side = it.side.and_then(|side| summary.sides.get(usize::from(side)));
        let bot = it.bot.and_then(|bot| summary.bots.get(bot));
        out += &format!(
            ",{},\"{}\",{},{},{},{},{:.3}\n",
            side.map_or("", String::as_str),
            bot.map_or("", String::as_str),
            it.turns,
            it.decisions,
            it.draws,
            it.rule,
            it.luck
        );
    }
    out
}

fn print(args: &Args, summary: &Summary, done: &Done, what_if: Option<&Comparison>) -> Result<()> {
    let mut out = stdout();
    let options = if summary.options.is_empty() { "" } else { " with " };
    writeln!(
        out,
        "{} {}{options}{}: {}, seed {}; tables {}, judgement {}",
        summary.game,
        summary.scenario,
        view::list(&summary.options),
        count(summary.games as usize, "game"),
        summary.seed,
        summary.data,
        summary.judgement
    )?;
    let of = summary.games.max(1);
    let share = |n: u64| 100.0 * n as f64 / of as f64;
    let longest = summary.sides.iter().chain(&summary.bots).map(|word| word.len()).max().unwrap_or(0).max(5);
    let row = |out: &mut dyn Write, name: &str, wins: u64, note: &str| {
        let [low, high] = wilson(wins, summary.games).map(|bound| 100.0 * bound);
        let interval = format!("{low:.1} to {high:.1}%");
        let line = format!("  {name:<longest$}  {wins:>8}  {:>5.1}%  {interval:>16}  {note}", share(wins));
        writeln!(out, "{}", line.trim_end())
    };
    for (seat, side) in summary.sides.iter().enumerate() {
        // Bots that changed sides, by plan or by a bid, have rows of their own.
        let note = if summary.wins_by_bot.is_some() { "" } else { &summary.bots[seat] };
        row(&mut out, side, summary.wins[side], note)?;
    }
    if let (Some(by_bot), Some(by_side)) = (&summary.wins_by_bot, &summary.wins_by_bot_and_side) {
        for (bot, name) in summary.bots.iter().enumerate() {
            let sides = summary.sides.iter().zip(&by_side[bot]);
            let parts: Vec<String> = sides.map(|(side, wins)| format!("{wins} as {side}")).collect();
            row(&mut out, name, by_bot[bot], &format!("on both sides: {}", view::list(&parts)))?;
        }
    }
    writeln!(out, "  {:<longest$}  {:>8}  {:>5.1}%", "draws", summary.draws, share(summary.draws))?;
    if let Some([Some(elo), low, high]) = summary.elo {
        let bound = |bound: Option<f64>| bound.map_or("?".to_owned(), |it| format!("{it:+.0}"));
        writeln!(
            out,
            "  {} over {}: {elo:+.0} Elo ({} to {})",
            summary.bots[0],
            summary.bots[1],
            bound(low),
            bound(high)
        )?;
    }
    writeln!(out, "  {:.1} decisions and {:.1} turns a game", summary.mean_decisions, summary.mean_turns)?;
    writeln!(out, "  luck goes with {:.0}% of who won", 100.0 * summary.luck.share)?;
    let speed = done.fresh as f64 / done.took.as_secs_f64();
    writeln!(out, "  {speed:.1} games a second with {}", count(done.jobs, "job"))?;
    print_conduct(&mut out, summary)?;
    writeln!(out, "Endings:")?;
    for ending in &summary.endings {
        writeln!(out, "  {:>8}  {:<8}  {}", ending.games, ending.rule, ending.says)?;
    }
    if let Some(comparison) = what_if {
        writeln!(out, "What if: {}.", comparison.verdict())?;
    }
    if let Some(folder) = &args.save {
        writeln!(out, "The records are in {}.", folder.display())?;
    }
    if summary.games < args.games {
        writeln!(out, "Interrupted: {} of {} games were played.", summary.games, args.games)?;
    }
    Ok(out.flush()?)
}

/// How the players conducted themselves, whoever won.
fn print_conduct(out: &mut dyn Write, summary: &Summary) -> Result<()> {
    writeln!(out, "Conduct:")?;
    for Conducted { bot, side, figures } in &summary.conduct {
        let share = |count: u64, of: u64| format!("{:.1}% of {of}", 100.0 * count as f64 / of as f64);
        let counted = figures.figures();
        let parts: Vec<String> =
            counted.iter().map(|&(name, count, of)| format!("{name} {}", share(count, of))).collect();
        writeln!(out, "  {} as {}: {}", summary.bots[*bot], summary.sides[*side], parts.join(", "))?;
        let never = figures.never_used();
        if !never.is_empty() {
            writeln!(out, "    never used: {}", never.join(", "))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_search_keeps_its_commas() {
        let read = |text| super::bots(text).unwrap();
        assert_eq!(read("greedy,random"), ["greedy", "random"]);
        assert_eq!(read("search:iterations=9,threads=2,greedy"), ["search:iterations=9,threads=2", "greedy"]);
        assert_eq!(
            read("greedy,search:iterations=1,search:threads=2"),
            ["greedy", "search:iterations=1", "search:threads=2"]
        );
    }
}
