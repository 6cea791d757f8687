//! `sandtable ratings`: the machine players against each other, as a page of the documentation and as the data that the
//! start page shows. Both hold a part for each game, and measuring one game replaces its part alone.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::Write as _,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use anyhow::{Context as _, Result};
use games::Visitor;
use kernel::Game;
use lab::{Duel, Plan, Summary, rate, wilson_of_points};
use serde::{Deserialize, Serialize};

use crate::{
    context::{Context, print_paged, stdout},
    error::usage,
    files, progress,
};

/// Rate the machine players from games between neighbours in strength, with sides changed and the same dice.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable ratings --games 400 --out docs/ratings.md --numbers crates/server/data/ratings.json
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
    /// Put the results into this page; the parts of other games in it stay.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Put the numbers into this JSON file; those of other games in it stay.
    #[arg(long, value_name = "FILE")]
    numbers: Option<PathBuf>,
}

/// Players this far apart in the list still meet.
const NEIGHBOURS: usize = 2;
/// What begins the part of a game in the page.
const PART: &str = "\n## ";

/// Players of each game, by name.
type Numbers = BTreeMap<String, BTreeMap<String, Rated>>;

/// How strong a player is, in whole points of Elo.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Rated {
    /// How many points it is above the first player.
    elo: i64,
    /// Half the width of the interval that is sure to 95 per cent.
    error: i64,
    /// From how many games.
    games: u64,
}

/// What was measured of a game.
struct Measured {
    part: String,
    players: BTreeMap<String, Rated>,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    if args.players.len() < 2 {
        return Err(usage("--players needs two names at least".to_owned()));
    }
    let all = games::ids().iter().map(|id| (*id).to_owned()).collect();
    let ids: Vec<String> = if args.names.is_empty() { all } else { args.names.clone() };
    let titles: Vec<String> = context.all()?.iter().map(|game| game.about().title.clone()).collect();
    let mut page = match &args.out {
        Some(file) if file.exists() => files::read(file)?,
        _ => String::new(),
    };
    let mut numbers = match &args.numbers {
        Some(file) if file.exists() => read_numbers(file)?,
        _ => Numbers::new(),
    };
    for id in &ids {
        let Measured { part, players } = context.visit(id, Rate { args })??;
        page = with_part(&page, &part, &titles);
        numbers.insert(id.clone(), players);
        // Each game takes long, so what is known is kept at once.
        if let Some(file) = &args.numbers {
            files::write(file, format!("{}\n", serde_json::to_string_pretty(&numbers)?).as_bytes())?;
        }
        if let Some(file) = &args.out {
            files::write(file, page.as_bytes())?;
            let mut out = stdout();
            out.write_all(part.as_bytes())?;
            out.flush()?;
        }
    }
    if args.out.is_none() {
        print_paged(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read_numbers(file: &Path) -> Result<Numbers> {
    serde_json::from_str(&files::read(file)?).with_context(|| file.display().to_string())
}

/// The page with this part in the place of the game's old one. The parts stand in the order of the titles.
fn with_part(page: &str, part: &str, titles: &[String]) -> String {
    let title = |part: &str| part.lines().next().unwrap_or_default().to_owned();
    let mut parts: BTreeMap<String, &str> =
        page.split(PART).skip(1).map(|old| (title(old), old.trim_end())).collect();
    let part = part.trim_start_matches(PART).trim_end();
    parts.insert(title(part), part);
    let known = titles.iter().filter_map(|title| parts.get(title));
    known.fold(head(), |page, part| page + PART + part + "\n")
}

fn head() -> String {
    let levels = search::LEVELS.map(|(name, iterations)| format!("{name} {iterations}"));
    format!(
        "# How strong the machine players are\n\nMeasured, not guessed, by `sandtable ratings`. Every pair plays with \
         sides changed and the same dice in both games. Ratings are on the scale of Elo, where 400 points more win ten games \
         of eleven; the first player of each table has zero. Levels differ in what they may spend, in walks through the tree \
         for a decision: {}. Intervals are sure to 95 per cent, and a draw \
         is half a win. The columns named after a side are the wins of the stronger \
         player with that side.\n",
        view::list(&levels)
    )
}

struct Rate<'a> {
    args: &'a Args,
}

impl Visitor for Rate<'_> {
    type Out = Result<Measured>;

    fn visit<G: Game>(self, game: Arc<G>) -> Result<Measured> {
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
            let [low, high] = wilson_of_points(points, summary.games).map(|bound| 100.0 * bound);
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
        let command = format!(
            "sandtable ratings {} --players {} --games {games} --seed {seed}",
            about.id,
            players.join(",")
        );
        let mut part =
            format!("{PART}{}\n\n    {command}\n\n| player | rating | games |\n|---|---|---|\n", about.title);
        let mut rated = BTreeMap::new();
        for (number, (player, rating)) in players.iter().zip(rate(players.len(), &duels)).enumerate() {
            let own = duels.iter().filter(|duel| duel.players.contains(&number));
            let games = own.map(|duel| duel.games).sum();
            let rating = Rated { elo: rating.elo.round() as i64, error: rating.error.ceil() as i64, games };
            let _ = writeln!(part, "| {player} | {} ± {} | {games} |", rating.elo, rating.error);
            rated.insert(player.clone(), rating);
        }
        Ok(Measured { part: part + &table, players: rated })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_replaces_its_own_part_alone() {
        let titles = ["A", "B"].map(str::to_owned);
        let one = with_part("", "\n## B\n\nold\n", &titles);
        let two = with_part(&one, "\n## A\n\n| x |\n", &titles);
        let three = with_part(&two, "\n## B\n\nnew\n", &titles);
        assert_eq!(three, format!("{}\n## A\n\n| x |\n\n## B\n\nnew\n", head()));
        assert_eq!(with_part(&three, "\n## B\n\nnew\n", &titles), three);
    }
}
