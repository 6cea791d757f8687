//! `sandtable ratings`: the machine players against each other, as a page of the documentation.

use std::{
    fmt::Write as _,
    num::NonZero,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use anyhow::Result;
use games::Visitor;
use kernel::Game;
use lab::{Duel, Plan, Summary, rate, wilson};

use crate::{
    context::{Context, print_paged},
    error::usage,
    files, progress,
};

/// Rate the machine players from games between neighbours in strength, with sides changed and the same dice.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable ratings --games 400 --out docs/ratings.md
  sandtable ratings circle-of-fire --players random,greedy,easy --games 40")]
pub struct Args {
    /// The games; all of them by default.
    #[arg(value_name = "GAME")]
    names: Vec<String>,
    /// Who is rated, the weakest first; the first has the rating zero.
    #[arg(
        long,
        value_name = "A,B,C",
        value_delimiter = ',',
        default_value = "random,greedy,easy,normal,hard,expert"
    )]
    players: Vec<String>,
    /// How many games each pair plays.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// Makes the games repeatable.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads; all cores by default.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Write the page to this file instead of printing it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Players this far apart in the list still meet.
const NEIGHBOURS: usize = 2;

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    if args.players.len() < 2 {
        return Err(usage("--players needs two names at least".to_owned()));
    }
    let all = games::ids().iter().map(|id| (*id).to_owned()).collect();
    let ids: Vec<String> = if args.names.is_empty() { all } else { args.names.clone() };
    let mut page = format!(
        "# How strong the machine players are\n\nMeasured, not guessed. Written by\n\n    sandtable ratings {} --players {} \
         --games {} --seed {}\n\nEvery pair plays with sides changed and the same dice in both games. Ratings are on the scale of \
         Elo, where 400 points more win ten games of eleven; {} has zero. Levels differ in what they may spend, \
         in walks through the tree for a decision: {}. Intervals are sure to 95 per cent.\n",
        ids.join(" "),
        args.players.join(","),
        args.games,
        args.seed,
        args.players[0],
        view::list(&search::LEVELS.map(|(name, iterations)| format!("{name} {iterations}")))
    );
    for id in &ids {
        page += &context.visit(id, Rate { args })??;
    }
    match &args.out {
        Some(file) => files::write(file, page.as_bytes())?,
        None => print_paged(&page)?,
    }
    Ok(ExitCode::SUCCESS)
}

struct Rate<'a> {
    args: &'a Args,
}

impl Visitor for Rate<'_> {
    type Out = Result<String>;

    fn visit<G: Game>(self, game: Arc<G>) -> Result<String> {
        let Args { players, games, seed, jobs, .. } = self.args;
        let about = game.about();
        let jobs = jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
        let pairs: Vec<[usize; 2]> = (0..players.len())
            .flat_map(|one| (one + 1..players.len().min(one + 1 + NEIGHBOURS)).map(move |other| [one, other]))
            .collect();
        let bar = progress::bar(pairs.len() as u64 * games);
        let stop = AtomicBool::new(false);
        let mut duels = Vec::new();
        let sides: Vec<&str> = about.sides.iter().map(|side| side.name.as_str()).collect();
        let mut table = format!(
            "\n| stronger | weaker | games | wins | interval | as {} | as {} |\n|---|---|---|---|---|---|---|\n",
            sides.first().copied().unwrap_or(""),
            sides.get(1).copied().unwrap_or("")
        );
        for players_of in pairs {
            let [weak, strong] = players_of;
            let bots = [players[strong].clone(), players[weak].clone()];
            let plan = Plan::new(about, None, &[], &bots).map_err(|error| usage(error.to_string()))?;
            let plan = Plan { games: *games, swap: true, seed: *seed, ..plan };
            let played = lab::run(&game, &plan, Vec::new(), jobs, &stop, &|_, _| {
                bar.inc(1);
                Ok(())
            })?;
            let summary = Summary::new(about, &plan, &played);
            let wins = summary.wins_by_bot.as_ref().map_or(0, |wins| wins[0]);
            let points = wins as f64 + summary.draws as f64 / 2.0;
            duels.push(Duel { players: [strong, weak], points, games: summary.games });
            let [low, high] = wilson(wins, summary.games).map(|bound| 100.0 * bound);
            let by_side = summary.wins_by_bot_and_side.map(|mut by| by.remove(0)).unwrap_or_default();
            let half = summary.games as f64 / 2.0;
            let side = |seat: usize| by_side.get(seat).map_or(0.0, |wins| 100.0 * *wins as f64 / half);
            let _ = writeln!(
                table,
                "| {} | {} | {} | {:.1}% | {low:.1} to {high:.1}% | {:.1}% | {:.1}% |",
                players[strong],
                players[weak],
                summary.games,
                100.0 * points / summary.games as f64,
                side(0),
                side(1)
            );
        }
        bar.finish_and_clear();
        let mut text = format!("\n## {}\n\n| player | rating |\n|---|---|\n", about.title);
        for (player, rating) in players.iter().zip(rate(players.len(), &duels)) {
            let _ = writeln!(text, "| {player} | {:.0} ± {:.0} |", rating.elo, rating.error);
        }
        Ok(text + &table)
    }
}
