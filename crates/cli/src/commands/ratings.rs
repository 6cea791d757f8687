//! `sandtable ratings`: the machine players against each other, as a page of the documentation and as the data that the
//! start page shows. Both hold a part for each game, and measuring one game replaces its part alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    io::Write as _,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context as _, Result};
use games::Visitor;
use kernel::{About, Game, Match};
use lab::{Conduct, Conducted, Duel, Kept, Plan, rate, wilson_of_points};
use search::{Engine, Judgement};
use serde::{Deserialize, Serialize};

use crate::{
    commands::threads,
    context::{Context, print_paged, stdout},
    error::usage,
    files, progress,
    series::{Keeper, heed_interrupts},
};

/// Rate the machine players from games between neighbours in strength, with sides changed and the same dice.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable ratings --games 400 --out docs/ratings.md --numbers crates/server/data/ratings.json
  sandtable ratings circle-of-fire --players random,greedy,easy --games 40
  sandtable ratings bear-trap --games 40 --pair normal:greedy=400 --keep games

Ctrl-C reports on what was played until then; with --keep the same command goes on from there.")]
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
    /// How many games one pair plays instead, as A:B=N; may be given several times.
    #[arg(long = "pair", value_name = "A:B=N", value_parser = pair)]
    pairs: Vec<Pair>,
    /// Write what is known of every game into this folder as soon as it ends, a file a pair, and go on from what is there.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
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

/// How many games two players play.
#[derive(Clone, Debug)]
struct Pair {
    /// Both names with a colon between them; a name may have colons of its own.
    players: String,
    games: u64,
}

fn pair(text: &str) -> Result<Pair, String> {
    let read = || {
        let (players, games) = text.rsplit_once('=').filter(|(players, _)| players.contains(':'))?;
        let games = games.parse().ok().filter(|games| (2..=1_000_000).contains(games))?;
        Some(Pair { players: players.to_owned(), games })
    };
    read().ok_or_else(|| "write A:B=N, as normal:greedy=400".to_owned())
}

/// Pairs take turns by so many games, so that one who stops early knows something of all of them.
const ROUND: u64 = 20;
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
    for Pair { players, .. } in &args.pairs {
        if !meetings(&args.players).any(|pair| of(&args.players, pair, players)) {
            return Err(usage(format!(
                "--pair {players}: these two do not meet; players meet who are at most {NEIGHBOURS} places apart in \
                 --players"
            )));
        }
    }
    if let Some(folder) = &args.keep {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let stop = Arc::new(AtomicBool::new(false));
    heed_interrupts(stop.clone());
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
        let Measured { part, players } = context.visit(id, Rate { args, stop: &stop })??;
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
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    if args.out.is_none() {
        print_paged(&page)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Who meets whom, as places in the list of players; the one expected to be stronger comes last.
fn meetings(players: &[String]) -> impl Iterator<Item = [usize; 2]> {
    let count = players.len();
    (0..count).flat_map(move |one| (one + 1..count.min(one + 1 + NEIGHBOURS)).map(move |other| [one, other]))
}

/// Whether a meeting is that of these two, in whatever order.
fn of(players: &[String], meeting: [usize; 2], two: &str) -> bool {
    let [one, other] = meeting.map(|place| &players[place]);
    two == format!("{one}:{other}") || two == format!("{other}:{one}")
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
         of eleven; the first player of each table has zero. Levels differ in what they may spend, in iterations of the search \
         for a decision: {}. Intervals are sure to 95 per cent, and a draw \
         is half a win. The columns named after a side are the wins of the stronger \
         player with that side, draws for half as well.\n",
        view::list(&levels)
    )
}

struct Rate<'a> {
    args: &'a Args,
    stop: &'a AtomicBool,
}

/// Two players and the games between them.
struct Meeting {
    /// The stronger and the weaker, as expected.
    players: [usize; 2],
    plan: Plan,
    keeper: Option<Keeper>,
    played: Vec<Kept>,
}

impl Meeting {
    fn new(args: &Args, about: &About, judgement: &str, [weak, strong]: [usize; 2]) -> Result<Meeting> {
        let bots = [strong, weak].map(|place| args.players[place].clone());
        let own = args.pairs.iter().find(|pair| of(&args.players, [weak, strong], &pair.players));
        let plan = Plan::new(about, judgement, None, &[], &bots).map_err(|error| usage(error.to_string()))?;
        let games = own.map_or(args.games, |pair| pair.games);
        let plan = Plan { games, swap: true, seed: args.seed, ..plan };
        let name = format!("{}-{}-{}.jsonl", about.id, bots[0], bots[1]).replace(':', "-");
        let file = |folder: &PathBuf| folder.join(&name);
        let keeper = args.keep.as_ref().map(|folder| Keeper::open(&file(folder), true, &plan)).transpose()?;
        let mut played = keeper.as_ref().map_or_else(Vec::new, |keeper| keeper.before.clone());
        played.retain(|kept| kept.number < games);
        Ok(Meeting { players: [strong, weak], plan, keeper, played })
    }

    /// What the stronger player made of his games, or of those with this side: points and games.
    fn points(&self, seat: Option<usize>) -> (f64, u64) {
        let own =
            self.played.iter().filter(|kept| seat.is_none_or(|seat| kept.seating.get(seat) == Some(&0)));
        let points = |kept: &Kept| match kept.bot {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        own.fold((0.0, 0), |(sum, games), kept| (sum + points(kept), games + 1))
    }
}

impl Visitor for Rate<'_> {
    type Out = Result<Measured>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<Measured> {
        let (about, judgement) = (engine.game.about(), engine.judgement.fingerprint());
        let meetings =
            meetings(&self.args.players).map(|pair| Meeting::new(self.args, about, judgement, pair));
        let mut meetings = meetings.collect::<Result<Vec<Meeting>>>()?;
        self.play(&engine, &mut meetings)?;
        meetings.retain(|meeting| !meeting.played.is_empty());
        if meetings.is_empty() {
            return Err(anyhow::anyhow!("{}: no game was played to its end", about.id));
        }
        Ok(self.measured(about, judgement, &meetings))
    }
}

impl Rate<'_> {
    fn play<G: Game, J: Judgement<G>>(&self, engine: &Engine<G, J>, meetings: &mut [Meeting]) -> Result<()> {
        let jobs = threads(self.args.jobs);
        let most = meetings.iter().map(|meeting| meeting.plan.games).max().unwrap_or(0);
        let bar = progress::bar(meetings.iter().map(|meeting| meeting.plan.games).sum());
        bar.set_position(meetings.iter().map(|meeting| meeting.played.len() as u64).sum());
        for round in 1..=most.div_ceil(ROUND) {
            for meeting in &mut *meetings {
                let plan = Plan { games: meeting.plan.games.min(round * ROUND), ..meeting.plan.clone() };
                let keeper = meeting.keeper.as_ref();
                let see = |kept: &Kept, _: &Match<G>| {
                    bar.inc(1);
                    keeper.map_or(Ok(()), |keeper| keeper.add(kept)).map_err(|error| format!("{error:#}"))
                };
                // Those of later rounds that are known already wait for theirs.
                let known = std::mem::take(&mut meeting.played).into_iter();
                let (known, later): (Vec<_>, Vec<_>) = known.partition(|kept| kept.number < plan.games);
                meeting.played = lab::run(engine, &plan, known, jobs, self.stop, &see)?;
                meeting.played.extend(later);
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn measured(&self, about: &About, judgement: &str, meetings: &[Meeting]) -> Measured {
        let Args { players, games, seed, .. } = self.args;
        let sides: Vec<&str> = about.sides.iter().map(|side| side.name.as_str()).collect();
        let mut table = format!(
            "\n| stronger | weaker | games | wins | interval | as {} | as {} |\n|---|---|---|---|---|---|---|\n",
            sides.first().copied().unwrap_or(""),
            sides.get(1).copied().unwrap_or("")
        );
        let mut duels = Vec::new();
        for meeting in meetings {
            let (points, played) = meeting.points(None);
            duels.push(Duel { players: meeting.players, points, games: played });
            let [low, high] = wilson_of_points(points, played).map(|bound| 100.0 * bound);
            let share = |(points, games): (f64, u64)| 100.0 * points / games.max(1) as f64;
            let [strong, weak] = meeting.players.map(|place| &players[place]);
            let _ = writeln!(
                table,
                "| {strong} | {weak} | {played} | {:.1}% | {low:.1} to {high:.1}% | {:.1}% | {:.1}% |",
                share((points, played)),
                share(meeting.points(Some(0))),
                share(meeting.points(Some(1)))
            );
        }
        let pairs = self.args.pairs.iter();
        let pairs: String = pairs.map(|pair| format!(" --pair {}={}", pair.players, pair.games)).collect();
        let command = format!(
            "sandtable ratings {} --players {} --games {games}{pairs} --seed {seed}",
            about.id,
            players.join(",")
        );
        let mut part = format!(
            "{PART}{}\n\n    {command}\n\nTables `{}`, judgement `{judgement}`.\n\n| player | rating | games |\n|---|---|---|\n",
            about.title, about.data
        );
        let mut rated = BTreeMap::new();
        for (number, (player, rating)) in players.iter().zip(rate(players.len(), &duels)).enumerate() {
            let own = duels.iter().filter(|duel| duel.players.contains(&number));
            let games: u64 = own.map(|duel| duel.games).sum();
            if games == 0 {
                continue;
            }
            let rating = Rated { elo: rating.elo.round() as i64, error: rating.error.ceil() as i64, games };
            let _ = writeln!(part, "| {player} | {} ± {} | {games} |", rating.elo, rating.error);
            rated.insert(player.clone(), rating);
        }
        Measured { part: part + &table + &conduct(about, players, meetings), players: rated }
    }
}

/// How the players conducted themselves with each side, over all their games.
fn conduct(about: &About, players: &[String], meetings: &[Meeting]) -> String {
    let mut sums: BTreeMap<(usize, usize), Conduct> = BTreeMap::new();
    for meeting in meetings {
        for Conducted { bot, side, figures } in lab::conducted(&meeting.played) {
            sums.entry((meeting.players[bot], side)).or_default().add(&figures);
        }
    }
    let names: BTreeSet<&str> = sums.values().flat_map(|it| it.figures()).map(|(name, _, _)| name).collect();
    let mut table = "\n| player | side |".to_owned();
    for name in &names {
        let _ = write!(table, " {name} |");
    }
    let _ = writeln!(table, " never used |\n|---|---|{}---|", "---|".repeat(names.len()));
    for ((player, side), figures) in &sums {
        let _ = write!(table, "| {} | {} |", players[*player], about.sides[*side].name);
        let counted = figures.figures();
        for name in &names {
            let found = counted.iter().find(|(it, _, _)| it == name);
            let share = |&(_, count, of): &(_, u64, u64)| format!("{:.1}%", 100.0 * count as f64 / of as f64);
            let _ = write!(table, " {} |", found.map_or_else(String::new, share));
        }
        let _ = writeln!(table, " {} |", figures.never_used().join(", "));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_two_names_and_a_number() {
        let read = pair("normal:greedy=400").unwrap();
        assert_eq!((read.players.as_str(), read.games), ("normal:greedy", 400));
        assert_eq!(pair("search:iterations=4:greedy=40").unwrap().players, "search:iterations=4:greedy");
        for wrong in ["normal", "normal:greedy", "normal=400", "normal:greedy=1", "normal:greedy=many"] {
            assert_eq!(pair(wrong).unwrap_err(), "write A:B=N, as normal:greedy=400", "{wrong}");
        }
    }

    #[test]
    fn neighbours_meet() {
        let players = ["a", "b", "c", "d"].map(str::to_owned);
        let met: Vec<String> =
            meetings(&players).map(|[one, other]| format!("{}{}", players[one], players[other])).collect();
        assert_eq!(met, ["ab", "ac", "bc", "bd", "cd"]);
        assert!(of(&players, [0, 2], "c:a"));
        assert!(!of(&players, [0, 2], "a:b"));
    }

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
