//! `sandtable bench`: how fast the rules and the search run here.

use std::{
    hint::black_box,
    io::Write,
    process::ExitCode,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use games::Visitor;
use kernel::{Game, Journal, Match, Node, Options, Players, Ply, Rng, Seat, Viewer, Watch};
use search::{Engine, Glimpse, Judgement, Means, Search, Settings};
use serde::Serialize;

use crate::{
    commands::threads,
    context::{Context, print_json, stdout},
    progress,
};

/// Measure the rules and the search: random play, views and replays on one thread, iterations of the search on one and
/// on all of them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sandtable bench
  sandtable bench circle-of-fire --seconds 10 --json")]
pub struct Args {
    /// The games to measure; all of them by default.
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// How long to measure each game.
    #[arg(long, value_name = "N", default_value_t = 3.0, value_parser = seconds)]
    seconds: f64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("write a number of seconds from 0.01 to 3600".to_owned()),
    }
}

/// What was measured of one game. An action is one decision; the draws between them cost time and count for nothing.
#[derive(Serialize)]
struct Measured {
    game: String,
    actions_per_s: f64,
    games_per_s: f64,
    mean_actions: f64,
    mean_draws: f64,
    state_bytes: usize,
    view_per_s: f64,
    replay_per_s: f64,
    legal_ns: f64,
    apply_ns: f64,
    /// Of a game with two seats and a spectator, who get what has changed.
    served: Served,
    /// Of a search from the opening.
    iterations_per_s: f64,
    threads: u32,
    /// How many times as many iterations one search on all threads makes, and as many searches apart: what the machine gives.
    iterations_together: f64,
    iterations_apart: f64,
}

pub fn run(args: &Args, context: &Context) -> Result<ExitCode> {
    let all = games::ids().iter().map(|id| (*id).to_owned()).collect();
    let asked: Vec<String> = if args.games.is_empty() { all } else { args.games.clone() };
    let spinner = progress::spinner();
    let mut measured = Vec::new();
    for id in &asked {
        spinner.set_message(id.clone());
        let bench = Bench { time: Duration::from_secs_f64(args.seconds) };
        measured.push(context.visit(id, bench)?);
    }
    spinner.finish_and_clear();
    if args.json {
        print_json(&measured)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = stdout();
    for it in &measured {
        writeln!(out, "{}", it.game)?;
        writeln!(out, "  actions   {:>12.0} a second, {:.1} a game", it.actions_per_s, it.mean_actions)?;
        writeln!(out, "  games     {:>12.0} a second, {:.1} draws a game", it.games_per_s, it.mean_draws)?;
        writeln!(out, "  legal     {:>12.0} ns a position", it.legal_ns)?;
        writeln!(out, "  apply     {:>12.0} ns an action or draw", it.apply_ns)?;
        writeln!(out, "  views     {:>12.0} a second", it.view_per_s)?;
        writeln!(out, "  replays   {:>12.0} whole games a second", it.replay_per_s)?;
        let Served { viewers, actions_per_s, compressed_per_s, median, largest } = it.served;
        writeln!(
            out,
            "  served    {actions_per_s:>12.0} actions a second to {viewers} viewers, {compressed_per_s:.0} compressed"
        )?;
        writeln!(out, "  wire      {median:>12} bytes to a viewer for an action, {largest} at most")?;
        writeln!(out, "  state     {:>12} bytes", it.state_bytes)?;
        writeln!(out, "  search    {:>12.0} iterations a second from the opening", it.iterations_per_s)?;
        if it.threads > 1 {
            let Measured { threads, iterations_together, iterations_apart, .. } = it;
            writeln!(
                out,
                "  threads   {iterations_together:>12.2} times that on {threads}; {threads} searches apart make \
                 {iterations_apart:.2} times"
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

struct Bench {
    /// For the whole game; random play takes half of it, the rest shares the other half. Search comes on top, once more.
    time: Duration,
}

/// How many games the views and replays are measured on, and on how many where the time is too short for them.
const SAMPLE: u64 = 16;
const SHORT: (Duration, u64) = (Duration::from_millis(500), 2);

impl Visitor for Bench {
    type Out = Measured;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Measured {
        let game = &engine.game;
        let playing = random_play(&**game, self.time / 2);
        let games = if self.time < SHORT.0 { SHORT.1 } else { SAMPLE };
        let sample: Vec<Match<G>> = (0..games).map(|stream| random_match(game, stream)).collect();
        let part = self.time / 8;
        let states: Vec<G::State> = sample.iter().flat_map(|played| decisions(played)).collect();
        let mut legal = Vec::new();
        let legal_per_s = rate(part, states.len(), |i| {
            game.legal(&states[i], &mut legal);
            black_box(&legal);
        });
        let plies: usize = sample.iter().map(Match::seq).sum();
        let unheard_per_s = rate(part, sample.len(), |i| {
            black_box(replay_unheard(&sample[i]));
        });
        let replay_per_s = rate(part, sample.len(), |i| {
            black_box(sample[i].up_to(sample[i].seq()));
        });
        let stops: Vec<Match<G>> = sample.iter().flat_map(|played| stops(played, 8)).collect();
        let view_per_s = rate(part, stops.len(), |i| {
            let viewer = match stops[i].node() {
                Node::Decision(seat) => Viewer::Seat(seat),
                _ => Viewer::Spectator,
            };
            black_box(stops[i].view(viewer));
        });
        let seconds = playing.took.as_secs_f64();
        let search = iterations(&engine, self.time);
        Measured {
            game: game.about().id.clone(),
            actions_per_s: playing.actions as f64 / seconds,
            games_per_s: playing.games as f64 / seconds,
            mean_actions: playing.actions as f64 / playing.games as f64,
            mean_draws: playing.draws as f64 / playing.games as f64,
            state_bytes: size_of::<G::State>(),
            view_per_s,
            replay_per_s,
            legal_ns: 1e9 / legal_per_s,
            apply_ns: 1e9 * sample.len() as f64 / (unheard_per_s * plies.max(1) as f64),
            served: served(&sample, part),
            iterations_per_s: search.alone,
            threads: search.threads,
            iterations_together: search.together / search.alone,
            iterations_apart: search.apart / search.alone,
        }
    }
}

/// What it takes to serve a game, as the server does it: an action and its draws, the changes for each viewer as JSON, and
/// the events compressed.
#[derive(Serialize)]
struct Served {
    viewers: usize,
    actions_per_s: f64,
    /// The same with compression.
    compressed_per_s: f64,
    /// Bytes of an event as it goes out.
    median: usize,
    largest: usize,
}

fn served<G: Game>(sample: &[Match<G>], time: Duration) -> Served {
    let actions = |played: &Match<G>| played.plies().iter().filter(|ply| matches!(ply, Ply::Act(..))).count();
    let actions: usize = sample.iter().map(actions).sum();
    let plain = rate(time, sample.len(), |i| {
        serve(&sample[i], |event| drop(black_box(event)));
    });
    let packed = rate(time, sample.len(), |i| {
        let mut flow = server::Flow::new(true);
        serve(&sample[i], |event| drop(black_box(flow.send(event))));
    });
    let mut sizes = Vec::new();
    for played in sample {
        let mut flow = server::Flow::new(true);
        serve(played, |event| sizes.push(flow.send(event).len()));
    }
    sizes.sort_unstable();
    let per_game = actions as f64 / sample.len().max(1) as f64;
    Served {
        viewers: sample.first().map_or(0, |played| viewers(played).count()),
        actions_per_s: plain * per_game,
        compressed_per_s: packed * per_game,
        median: sizes.get(sizes.len() / 2).copied().unwrap_or_default(),
        largest: sizes.last().copied().unwrap_or_default(),
    }
}

/// Every seat and a spectator.
fn viewers<G: Game>(played: &Match<G>) -> impl Iterator<Item = Viewer> {
    let seats = 0..played.game().about().sides.len() as u8;
    seats.map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Spectator])
}

/// Plays a match again, action by action with the draws that follow, and tells every viewer what has changed.
fn serve<G: Game>(played: &Match<G>, mut send: impl FnMut(String)) {
    let mut play = played.up_to(0);
    let mut watch = Watch::default();
    let mut plies = played.plies().iter().copied().peekable();
    while let Some(Ply::Luck(_)) = plies.peek() {
        plies.next().into_iter().for_each(|ply| enter(&mut play, ply));
    }
    viewers(&play).for_each(|viewer| watch.follow(&play, viewer));
    while let Some(ply) = plies.next() {
        match ply {
            Ply::Act(seat, action) => {
                let text = play.game().write(action);
                play.play_text(Some(seat), &text).expect("a match replays as it was played");
            }
            Ply::Luck(_) => enter(&mut play, ply),
        }
        if let Some(Ply::Luck(_)) = plies.peek() {
            continue;
        }
        for (_, change) in watch.changes(&play) {
            let change = serde_json::to_string(&change).expect("a change has a form in JSON");
            send(server::event("change", Some(play.seq()), &["{\"meta\":{},\"changes\":[", &change, "]}"]));
        }
    }
}

struct Playing {
    games: u64,
    actions: u64,
    draws: u64,
    took: Duration,
}

/// Plays whole random games until the time is up: legal, choose, apply, and nobody listens.
fn random_play<G: Game>(game: &G, time: Duration) -> Playing {
    let mut playing = Playing { games: 0, actions: 0, draws: 0, took: Duration::ZERO };
    let mut rng = Rng::new(0, 0);
    let mut legal = Vec::new();
    let mut journal = Journal::disabled();
    let start = Clock::start();
    while playing.games == 0 || playing.took < time {
        let mut state = game.setup(0, Options::NONE);
        loop {
            match game.node(&state) {
                Node::Decision(_) => {
                    game.legal(&state, &mut legal);
                    let action = legal[rng.index(legal.len())];
                    game.apply(&mut state, action, &mut journal);
                    playing.actions += 1;
                }
                Node::Chance(draw) => {
                    game.resolve(&mut state, rng.luck(draw), &mut journal);
                    playing.draws += 1;
                }
                Node::Over(_) => break,
            }
        }
        playing.games += 1;
        playing.took = start.elapsed();
    }
    playing
}

/// Iterations a second: of a search on one thread, of one on all of them, and of as many searches side by side.
struct Iterations {
    threads: u32,
    alone: f64,
    together: f64,
    apart: f64,
}

/// How many searches of each kind are made; they take turns, so that a busy machine hinders all of them alike.
const TURNS: u32 = 3;

fn iterations<G: Game, J: Judgement<G>>(engine: &Engine<G, J>, time: Duration) -> Iterations {
    let game = &*engine.game;
    let (state, seat) = opening(game);
    let glimpse = Glimpse::new(game, &state, seat);
    let search = |iterations, threads, seed| {
        let settings = Settings { iterations, threads, nodes: 1 << 20, ..Settings::default() };
        let start = Instant::now();
        black_box(
            Search::new("search", engine.judgement.clone(), settings, Means::default(), seed)
                .ponder(&glimpse),
        );
        start.elapsed().as_secs_f64()
    };
    let threads = threads(None) as u32;
    // As many as one thread makes in its part of the time.
    let trial = if time < SHORT.0 { 4 } else { 100 };
    let part = time.as_secs_f64() / f64::from(3 * TURNS);
    let iterations = (f64::from(trial) * part / search(trial, 1, 0)).clamp(f64::from(trial), 1e6) as u32;
    let (mut alone, mut together, mut apart) = (0.0, 0.0, 0.0);
    for turn in 0..TURNS {
        let seed = u64::from(turn + 1);
        alone += search(iterations, 1, seed);
        together += search(iterations * threads, threads, seed);
        let start = Instant::now();
        thread::scope(|scope| {
            for thread in 0..threads {
                scope.spawn(move || search(iterations, 1, seed + u64::from(thread)));
            }
        });
        apart += start.elapsed().as_secs_f64();
    }
    let made = f64::from(iterations * TURNS);
    let all = made * f64::from(threads);
    Iterations { threads, alone: made / alone, together: all / together, apart: all / apart }
}

/// The first decision of a game.
fn opening<G: Game>(game: &G) -> (G::State, Seat) {
    let mut state = game.setup(0, Options::NONE);
    let mut rng = Rng::new(0, 0);
    loop {
        match game.node(&state) {
            Node::Decision(seat) => return (state, seat),
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::disabled()),
            Node::Over(_) => unreachable!("no game ends before anybody decides"),
        }
    }
}

fn random_match<G: Game>(game: &Arc<G>, stream: u64) -> Match<G> {
    let mut rng = Rng::new(1, stream);
    let mut legal = Vec::new();
    let mut played = Match::new(game.clone(), None, &[] as &[&str], Players::default())
        .expect("the first scenario needs no options");
    while played.outcome().is_none() {
        played.roll(&mut rng);
        if let Node::Decision(_) = played.node() {
            game.legal(played.state(), &mut legal);
            played.play(legal[rng.index(legal.len())]).expect("what is legal is not refused");
        }
    }
    played
}

/// The positions of a match in which somebody decided.
fn decisions<G: Game>(played: &Match<G>) -> Vec<G::State> {
    let mut states = Vec::new();
    let mut replay = played.up_to(0);
    for &ply in played.plies() {
        if let Ply::Act(..) = ply {
            states.push(replay.state().clone());
        }
        enter(&mut replay, ply);
    }
    states
}

/// The match at this many points, evenly spread.
fn stops<G: Game>(played: &Match<G>, points: usize) -> Vec<Match<G>> {
    (0..points).map(|i| played.up_to(played.seq() * i / points)).collect()
}

fn enter<G: Game>(replay: &mut Match<G>, ply: Ply<G::Action>) {
    let entered = match ply {
        Ply::Act(_, action) => replay.play(action),
        Ply::Luck(luck) => replay.play_luck(luck),
    };
    entered.expect("a match replays as it was played");
}

fn replay_unheard<G: Game>(played: &Match<G>) -> G::State {
    let game = played.game();
    let mut journal = Journal::disabled();
    let mut state = played.up_to(0).state().clone();
    for &ply in played.plies() {
        match ply {
            Ply::Act(_, action) => game.apply(&mut state, action, &mut journal),
            Ply::Luck(luck) => game.resolve(&mut state, luck, &mut journal),
        }
    }
    state
}

/// How often a second `work` runs, given the numbers below `count` in turn.
fn rate(time: Duration, count: usize, mut work: impl FnMut(usize)) -> f64 {
    let start = Clock::start();
    let mut done = 0u64;
    loop {
        for i in 0..count {
            work(i);
        }
        done += count as u64;
        let took = start.elapsed();
        if took >= time {
            return done as f64 / took.as_secs_f64();
        }
    }
}

/// The time that this thread had a processor, so that other programs do not spoil the figures; where the system does not
/// tell it, the time that passed.
struct Clock {
    began: Instant,
    used: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { began: Instant::now(), used: Clock::used() }
    }

    fn elapsed(&self) -> Duration {
        match (self.used, Clock::used()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.began.elapsed(),
        }
    }

    fn used() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}
