//! `cargo xtask endure`: very many random games of every scenario and every set of options, to find what breaks only now and
//! then. A run can be stopped at any moment and goes on where it was: what has been played stands in a file.

use std::{
    any::Any,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    io::Write as _,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use games::Visitor;
use kernel::{
    Game, Options,
    data::Overlay,
    laws::{self, Plan, Report},
};
use search::{Engine, Judgement};

use crate::files::root;

/// How many games are played between two lines of the file.
const CHUNK: u64 = 100;

/// What to play, and for how long.
#[derive(Args, Clone, Debug)]
pub struct Asked {
    /// The id of the game; every game by default, one after the other.
    pub game: Option<String>,
    /// How many random games of each scenario under each set of options.
    #[arg(long, default_value_t = 20_000)]
    pub games: u64,
    /// Every so many games one is held against all laws, not the invariant alone; 0 for never.
    #[arg(long, default_value_t = 500)]
    pub closely: u64,
    /// This scenario alone.
    #[arg(long)]
    pub scenario: Option<String>,
    /// This set of options alone, its ids with commas between them; `none` for no option.
    #[arg(long)]
    pub options: Option<String>,
    /// What pins the games.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once.
    #[arg(long, default_value_t = 1)]
    pub jobs: usize,
    /// Begin nothing new after so many minutes.
    #[arg(long)]
    pub minutes: Option<u64>,
    /// Where to keep what has been played: one file a game.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

/// Plays and prints a table for each game. It fails if anything broke.
pub fn run(asked: &Asked) -> Result<ExitCode> {
    let until = asked.minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let mut sound = true;
    for id in asked.game.as_deref().map_or(games::ids().to_vec(), |id| vec![id]) {
        let endured = games::visit(id, &Overlay::none(), Endure { asked, until })??;
        print!("{}", endured.page());
        sound &= endured.broken().next().is_none();
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One line of the file: games that were played one after the other under one set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Chunk {
    set: String,
    number: u64,
    report: Report,
    /// How many of them were held against all laws.
    closely: u64,
    broken: Vec<String>,
}

impl Chunk {
    fn line(&self) -> String {
        let Report { games, actions, draws, longest, turns, wins } = &self.report;
        let wins: Vec<String> = wins
            .iter()
            .map(|(seat, wins)| format!("{}:{wins}", seat.map_or("-".to_owned(), |it| it.to_string())))
            .collect();
        let (set, number, closely) = (&self.set, self.number, self.closely);
        let wins = if wins.is_empty() { "-".to_owned() } else { wins.join(",") };
        let broken: Vec<String> = self.broken.iter().map(|it| it.replace(['\n', '\t'], " ")).collect();
        let figures = format!("{games}\t{actions}\t{draws}\t{longest}\t{turns}\t{wins}\t{closely}");
        format!("{set}\t{number}\t{figures}\t{}\n", broken.join(" | "))
    }

    /// A line that was cut off when the run was stopped is none.
    fn read(line: &str) -> Option<Chunk> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[set, at, games, actions, draws, longest, turns, wins, closely, broken] = fields.as_slice()
        else {
            return None;
        };
        let number = |text: &str| text.parse::<u64>().ok();
        let wins = wins.split(',').filter(|it| *it != "-").map(|it| {
            let (seat, wins) = it.split_once(':')?;
            let seat = if seat == "-" { None } else { Some(seat.parse::<u8>().ok()?) };
            Some((seat, number(wins)?))
        });
        let report = Report {
            games: number(games)?,
            actions: number(actions)?,
            draws: number(draws)?,
            longest: number(longest)?,
            turns: number(turns)?,
            wins: wins.collect::<Option<BTreeMap<_, _>>>()?,
        };
        Some(Chunk {
            set: set.to_owned(),
            number: number(at)?,
            report,
            closely: number(closely)?,
            broken: broken.split(" | ").filter(|it| !it.is_empty()).map(str::to_owned).collect(),
        })
    }
}

/// What one game has gone through.
struct Endured {
    id: String,
    /// Scenario and options, in the order in which they are played.
    sets: Vec<String>,
    wanted: u64,
    chunks: Vec<Chunk>,
    took: Duration,
}

impl Endured {
    fn broken(&self) -> impl Iterator<Item = &String> {
        self.chunks.iter().flat_map(|chunk| &chunk.broken)
    }

    fn page(&self) -> String {
        let mut page = format!(
            "{}: {} games of each of {} sets asked for; {} seconds in this run\n",
            self.id,
            self.wanted,
            self.sets.len(),
            self.took.as_secs()
        );
        let width = self.sets.iter().map(String::len).max().unwrap_or_default().max(20);
        let _ = writeln!(
            page,
            "{:<width$} {:>8} {:>12} {:>7} {:>8} {:>8} {:>7}  won by seat",
            "scenario and options", "games", "actions", "mean", "longest", "closely", "broken"
        );
        let mut all = (Report::default(), 0, 0);
        for set in &self.sets {
            let mut one = (Report::default(), 0, 0);
            for chunk in self.chunks.iter().filter(|chunk| chunk.set == *set) {
                for sum in [&mut one, &mut all] {
                    sum.0.add(&chunk.report);
                    sum.1 += chunk.closely;
                    sum.2 += chunk.broken.len();
                }
            }
            let _ = writeln!(page, "{}", row(set, width, &one));
        }
        let _ = writeln!(page, "{}", row("all", width, &all));
        for broken in self.broken() {
            let _ = writeln!(page, "BROKEN {broken}");
        }
        page + "\n"
    }
}

fn row(name: &str, width: usize, (report, closely, broken): &(Report, u64, usize)) -> String {
    let wins: Vec<String> = report
        .wins
        .iter()
        .map(|(seat, wins)| format!("{} {wins}", seat.map_or("drawn".to_owned(), |seat| seat.to_string())))
        .collect();
    format!(
        "{name:<width$} {:>8} {:>12} {:>7} {:>8} {closely:>8} {broken:>7}  {}",
        report.games,
        report.actions,
        report.mean_length(),
        report.longest,
        wins.join(", ")
    )
}

struct Endure<'a> {
    asked: &'a Asked,
    until: Option<Instant>,
}

impl Visitor for Endure<'_> {
    type Out = Result<Endured>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Result<Endured> {
        let Endure { asked, until } = self;
        let (game, began) = (engine.game, Instant::now());
        let about = game.about();
        let mut setups: Vec<(String, usize, Options)> = Vec::new();
        for (scenario, it) in about.scenarios.iter().enumerate() {
            for options in about.option_sets() {
                let ids = about.option_ids(options).join(",");
                let named = if ids.is_empty() { "none".to_owned() } else { ids };
                let asked_for = asked.scenario.as_ref().is_none_or(|id| *id == it.id)
                    && asked.options.as_ref().is_none_or(|ids| *ids == named);
                if asked_for {
                    setups.push((format!("{}/{named}", it.id), scenario, options));
                }
            }
        }
        ensure!(!setups.is_empty(), "{} has no such scenario or set of options", about.id);
        let folder = asked.keep.clone().unwrap_or_else(|| root().join("target/endure"));
        let path =
            folder.join(format!("{}-r{}-s{}.tsv", about.id, game.rulebook().book.revision, asked.seed));
        let before = read(&path)?;
        let done: BTreeSet<(&str, u64)> =
            before.iter().map(|chunk| (chunk.set.as_str(), chunk.number)).collect();
        // Round by round through all sets, so that a run that is stopped has looked at all of them.
        let due: Vec<(u64, &(String, usize, Options))> = (0..asked.games.div_ceil(CHUNK))
            .flat_map(|number| setups.iter().map(move |setup| (number, setup)))
            .filter(|(number, setup)| !done.contains(&(setup.0.as_str(), *number)))
            .collect();
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let file = fs::OpenOptions::new().create(true).append(true).open(&path);
        let kept = Mutex::new((file.with_context(|| format!("cannot write {}", path.display()))?, before));
        let next = AtomicUsize::new(0);
        let work = || -> Result<()> {
            while until.is_none_or(|until| Instant::now() < until) {
                let Some(&(number, (set, scenario, options))) = due.get(next.fetch_add(1, Ordering::Relaxed))
                else {
                    break;
                };
                let first = number * CHUNK;
                let plan = Plan {
                    games: CHUNK.min(asked.games - first),
                    first,
                    // Sets of options that do not matter at once would otherwise play the same games.
                    seed: asked.seed + ((*scenario as u64) << 32 | u64::from(options.0)),
                    ..Plan::default()
                };
                let chunk = play(&game, (set, *scenario, *options), plan, asked.closely);
                let Ok(mut kept) = kept.lock() else { bail!("another thread has failed") };
                kept.0.write_all(chunk.line().as_bytes()).context("cannot keep what was played")?;
                kept.1.push(chunk);
            }
            Ok(())
        };
        thread::scope(|scope| {
            let threads: Vec<_> = (0..asked.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().unwrap_or_else(|panic| bail!("{}", words_of(&*panic))))
        })?;
        let (_, chunks) = kept.into_inner().context("another thread has failed")?;
        let sets = setups.into_iter().map(|(set, ..)| set).collect();
        Ok(Endured { id: about.id.clone(), sets, wanted: asked.games, chunks, took: began.elapsed() })
    }
}

/// What a run before has played; nothing if there was none.
fn read(path: &Path) -> Result<Vec<Chunk>> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    // A line without its end was cut off; the next one has to begin anew.
    if !text.is_empty() && !text.ends_with('\n') {
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        fs::write(path, &text[..whole]).with_context(|| format!("cannot mend {}", path.display()))?;
        return read(path);
    }
    text.lines()
        .map(|line| Chunk::read(line).with_context(|| format!("{}: cannot read '{line}'", path.display())))
        .collect()
}

/// Plays the games of a plan. What breaks is told with what it takes to meet it again, and play goes on.
fn play<G: Game>(
    game: &std::sync::Arc<G>,
    (set, scenario, options): (&str, usize, Options),
    plan: Plan,
    closely: u64,
) -> Chunk {
    let mut chunk = Chunk {
        set: set.to_owned(),
        number: plan.first / CHUNK,
        report: Report::default(),
        closely: 0,
        broken: Vec::new(),
    };
    for number in plan.first..plan.first + plan.games {
        let one = Plan { games: 1, first: number, ..plan };
        let played = catch_unwind(AssertUnwindSafe(|| laws::play_outs(&**game, scenario, options, one)));
        match played {
            Ok(Ok(report)) => chunk.report.add(&report),
            Ok(Err(broken)) => chunk.broken.push(format!("{set}: {broken}")),
            Err(panic) => {
                let says = words_of(&*panic);
                chunk.broken.push(format!("{set}: panicked (seed {}, game {number}): {says}", plan.seed));
            }
        }
        if closely > 0 && number % closely == 0 {
            chunk.closely += 1;
            if let Err(broken) = laws::check(game, scenario, options, one) {
                chunk.broken.push(format!("{set}: {broken}"));
            }
        }
    }
    chunk
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a word".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(keep: &Path, games: u64) -> Asked {
        let (game, scenario) = (Some("the-year-before".to_owned()), None);
        let (closely, options, seed) = (0, Some("none".to_owned()), 5);
        let keep = Some(keep.to_owned());
        Asked { game, games, closely, scenario, options, seed, jobs: 2, minutes: None, keep }
    }

    fn endure(asked: &Asked) -> Endured {
        games::visit("the-year-before", &Overlay::none(), Endure { asked, until: None }).unwrap().unwrap()
    }

    #[test]
    fn a_run_goes_on_where_it_was_stopped() {
        let keep = std::env::temp_dir().join(format!("sandtable-endure-{}", std::process::id()));
        let _ = fs::remove_dir_all(&keep);
        let first = endure(&asked(&keep, 200));
        assert_eq!((first.chunks.len(), first.broken().count()), (2, 0));
        let path = keep.join(fs::read_dir(&keep).unwrap().next().unwrap().unwrap().file_name());
        let whole = fs::read_to_string(&path).unwrap();
        // The second line was being written when the machine went down.
        fs::write(&path, &whole[..whole.len() - 4]).unwrap();
        let mut again = endure(&asked(&keep, 300));
        again.chunks.sort_by_key(|chunk| chunk.number);
        assert_eq!(again.chunks.iter().map(|chunk| chunk.number).collect::<Vec<_>>(), [0, 1, 2]);
        let mut before = first.chunks.clone();
        before.sort_by_key(|chunk| chunk.number);
        assert_eq!(again.chunks[..2], before);
        assert!(again.page().contains(" 300 "), "{}", again.page());
        fs::remove_dir_all(&keep).unwrap();
    }

    #[test]
    fn what_broke_is_kept_in_its_line() {
        let broken = vec!["a/none: 'every game ends' is broken\t(seed 1)".to_owned(), "two".to_owned()];
        let mut report = Report { games: 3, actions: 9, draws: 2, longest: 7, turns: 5, ..Report::default() };
        report.wins.insert(None, 1);
        report.wins.insert(Some(1), 2);
        let chunk = Chunk { set: "a/none".to_owned(), number: 4, report, closely: 1, broken };
        let read = Chunk::read(chunk.line().trim_end_matches('\n')).unwrap();
        assert_eq!((&read.report, read.broken.len()), (&chunk.report, 2));
        assert_eq!(Chunk::read("a/none\t4\t3"), None);
    }
}
