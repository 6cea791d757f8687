//! Learning what counts for how much in a position.
//!
//! All weights are shaken at once, each a little up or down. The shaken weights and their opposites play the same
//! games, and every weight goes a little to the side that won more. Over many shakes what does not matter cancels out
//! (simultaneous perturbation, Spall 1992).

use std::{
    panic::resume_unwind,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use kernel::{Game, Journal, Node, Rng, Seat, data::Chance};
use search::Glimpse;
use toml::{Table, Value};

use crate::series::{Plan, Spoiled};

/// How far a shake goes, as a power of e.
const SHAKE: f64 = 0.25;
/// How fast weights follow.
const PACE: f64 = 0.3;
/// How much of what was found before still counts.
const MEMORY: f64 = 0.8;
/// The farthest that a weight goes from where it began, as a power of e.
const FAR: f64 = 2.0;

/// Weights that learn.
#[derive(Debug)]
pub struct Learner {
    start: Table,
    shift: Vec<f64>,
    drift: Vec<f64>,
    shake: Vec<f64>,
    rng: Rng,
}

impl Learner {
    /// Begins with the numbers of this table, and those in its lists.
    pub fn new(start: &Table, seed: u64) -> Learner {
        let count = start.values().map(size).sum();
        Learner {
            start: start.clone(),
            shift: vec![0.0; count],
            drift: vec![0.0; count],
            shake: vec![0.0; count],
            rng: Rng::new(seed, 0),
        }
    }

    /// Two tables to be tried on the same games: a shake, and its opposite.
    pub fn shake(&mut self) -> [Table; 2] {
        for shake in &mut self.shake {
            *shake = if self.rng.below(2) == 0 { SHAKE } else { -SHAKE };
        }
        [1.0, -1.0].map(|way| {
            let moved = self.shift.iter().zip(&self.shake).map(|(shift, shake)| shift + way * shake);
            self.table(&moved.collect::<Vec<_>>())
        })
    }

    /// Follows what the two tables of the last shake have won, each a share of its games.
    pub fn follow(&mut self, won: [f64; 2]) {
        for ((shift, drift), shake) in self.shift.iter_mut().zip(&mut self.drift).zip(&self.shake) {
            let slope = (won[0] - won[1]) / (2.0 * shake);
            *drift = MEMORY * *drift + (1.0 - MEMORY) * slope;
            *shift = (*shift + PACE * *drift).clamp(-FAR, FAR);
        }
    }

    /// What was learned so far.
    pub fn learned(&self) -> Table {
        self.table(&self.shift)
    }

    fn table(&self, shift: &[f64]) -> Table {
        let mut shifts = shift.iter();
        let mut moved = |value: &Value| match value {
            Value::Integer(number) => {
                let shift = shifts.next().copied().unwrap_or(0.0);
                Value::Integer((*number as f64 * shift.exp()).round() as i64)
            }
            other => other.clone(),
        };
        let moved = |(key, value): (&String, &Value)| {
            let value = match value {
                Value::Array(list) => Value::Array(list.iter().map(&mut moved).collect()),
                value => moved(value),
            };
            (key.clone(), value)
        };
        self.start.iter().map(moved).collect()
    }
}

/// The share of the games of a plan that this seat wins, a draw for half. Nothing else is kept of them, so that they are
/// played fast.
pub fn share<G: Game>(game: &G, plan: &Plan, seat: Seat, jobs: usize) -> Result<f64, Spoiled> {
    /// Far beyond any game.
    const BOUND: u64 = 1_000_000;
    let points = AtomicU64::new(0);
    every(plan, jobs, |seed| {
        let mut players = search::seat_players(&plan.bots, seed)?;
        let played = search::play_game(game, plan.scenario, plan.options, &mut players, seed, BOUND)?;
        points.fetch_add(halves(played.outcome.winner, seat), Ordering::Relaxed);
        Ok(())
    })?;
    Ok(points.into_inner() as f64 / (2 * plan.games) as f64)
}

/// A position of a game as one seat judged it, and the half points that the game brought him.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    seat: Seat,
    turn: u16,
    judged: i32,
    halves: u64,
}

/// What a position's judgement means to this seat, fitted to the games of a plan: on the judgement's own scale.
pub fn fit<G: Game>(game: &G, plan: &Plan, seat: Seat, jobs: usize) -> Result<Chance, Spoiled> {
    let seen = watch(game, plan, jobs)?;
    Ok(fitted(&of(&seen, |it| it.seat == seat)))
}

/// What judgements mean turn by turn, and how well they were borne out.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// For each seat and turn, on the judgement's own scale.
    pub chances: Vec<Vec<Chance>>,
    /// How much the results surprise whoever goes by the judgements as they are, and by the fit: the mean of minus the
    /// logarithm of the chance that was given to what came.
    pub surprise: [f64; 2],
}

/// What judgements mean turn by turn, fitted to the games of a plan.
pub fn tell<G: Game>(game: &G, plan: &Plan, jobs: usize) -> Result<Told, Spoiled> {
    let seen = watch(game, plan, jobs)?;
    let last = seen.iter().map(|it| it.turn).max().unwrap_or(0);
    let mut told = Told { chances: Vec::new(), surprise: [0.0; 2] };
    for seat in (0..game.about().sides.len()).map(|seat| Seat(seat as u8)) {
        let mut turns: Vec<Chance> = Vec::new();
        for turn in 1..=last {
            let rows = of(&seen, |it| it.seat == seat && it.turn.max(1) == turn);
            // Turns that no game has seen are as the one before.
            let before = turns.last().copied().unwrap_or(AS_JUDGED);
            let chance = if rows.is_empty() { before } else { fitted(&rows) };
            for (sum, chance) in told.surprise.iter_mut().zip([AS_JUDGED, chance]) {
                *sum += surprise(&rows, f64::from(chance.even), f64::from(chance.scale)) / seen.len() as f64;
            }
            turns.push(chance);
        }
        told.chances.push(turns);
    }
    Ok(told)
}

/// What a judgement means as it is.
const AS_JUDGED: Chance = Chance { even: 0, scale: Chance::SURE };

/// The judgements and points of some of what was seen.
fn of(seen: &[Seen], which: impl Fn(&Seen) -> bool) -> Vec<(f64, f64)> {
    seen.iter().filter(|it| which(it)).map(|it| (f64::from(it.judged), it.halves as f64 / 2.0)).collect()
}

/// Plays the games of a plan, and asks both seats now and then what they think of the position.
fn watch<G: Game>(game: &G, plan: &Plan, jobs: usize) -> Result<Vec<Seen>, Spoiled> {
    /// Of so many decisions one is looked at; neighbours tell the same.
    const APART: usize = 8;
    let all = Mutex::new(Vec::new());
    every(plan, jobs, |seed| {
        let mut players = search::seat_players(&plan.bots, seed)?;
        let mut rng = Rng::new(seed, 0);
        let mut state = game.setup(plan.scenario, plan.options);
        let (mut deaf, mut seen, mut decisions) = (Journal::deaf(), Vec::new(), 0);
        let mut memos: Vec<G::Memo> = players.iter().map(|_| G::Memo::default()).collect();
        let winner = loop {
            match game.node(&state) {
                Node::Over(outcome) => break outcome.winner,
                Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut deaf),
                Node::Decision(decider) => {
                    decisions += 1;
                    if decisions % APART == 0 {
                        seen.extend((0..).zip(&mut memos).map(|(seat, memo)| {
                            let judged = game.judge(&state, Seat(seat), memo);
                            Seen { seat: Seat(seat), turn: game.turn(&state), judged, halves: 0 }
                        }));
                    }
                    let player: &mut Box<dyn search::Player<G>> = &mut players[usize::from(decider.0)];
                    let action = player.choose(&Glimpse::new(game, &state, decider));
                    game.apply(&mut state, action, &mut deaf);
                }
            }
        };
        for it in &mut seen {
            it.halves = halves(winner, it.seat);
        }
        all.lock().unwrap_or_else(PoisonError::into_inner).extend(seen);
        Ok(())
    })?;
    let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    // Whichever thread was first: sums are to be the same.
    all.sort_unstable();
    Ok(all)
}

/// How much these results surprise, added up, if judgements mean this.
fn surprise(seen: &[(f64, f64)], even: f64, scale: f64) -> f64 {
    let of_one = |&(judged, points): &(f64, f64)| {
        let more = judged - even;
        let chance = (0.5 + 0.5 * more / (more.abs() + scale)).clamp(0.001, 0.999);
        -points * chance.ln() - (1.0 - points) * (1.0 - chance).ln()
    };
    seen.iter().map(of_one).sum()
}

/// The line that makes what was seen likeliest: worths, and the points that their games brought.
fn fitted(seen: &[(f64, f64)]) -> Chance {
    let count = seen.len().max(1) as f64;
    let mean = seen.iter().map(|(worth, _)| worth).sum::<f64>() / count;
    let spread = (seen.iter().map(|(worth, _)| (worth - mean).powi(2)).sum::<f64>() / count).sqrt().max(1.0);
    let (mut best, mut least) = ((mean, spread), f64::INFINITY);
    for across in -40..=40 {
        for up in -20..=20 {
            let tried = (mean + spread * f64::from(across) / 20.0, spread * 1.2_f64.powi(up));
            let surprise = surprise(seen, tried.0, tried.1);
            if surprise < least {
                (best, least) = (tried, surprise);
            }
        }
    }
    Chance { even: best.0.round() as i32, scale: best.1.round().max(1.0) as i32 }
}

/// Half points of a seat.
fn halves(winner: Option<Seat>, seat: Seat) -> u64 {
    winner.map_or(1, |winner| 2 * u64::from(winner == seat))
}

/// Plays the games of a plan, by their seeds, on so many threads.
fn every(plan: &Plan, jobs: usize, play: impl Fn(u64) -> Result<(), Spoiled> + Sync) -> Result<(), Spoiled> {
    let next = AtomicU64::new(0);
    let work = || -> Result<(), Spoiled> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= plan.games {
                return Ok(());
            }
            play(plan.seed(number))?;
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// How many numbers a value holds.
fn size(value: &Value) -> usize {
    match value {
        Value::Integer(_) => 1,
        Value::Array(list) => list.iter().map(size).sum(),
        _ => 0,
    }
}

/// The text of a file of weights with those of one part, such as `learned.german`, replaced, or added if there is no such part;
/// comments stay.
pub fn rewrite(text: &str, part: &str, weights: &Table) -> String {
    let (mut here, mut found) = (false, false);
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            here = line.trim() == format!("[{part}]");
            found |= here;
        }
        let key = line.split_once(" = ").map_or("", |(key, _)| key);
        match weights.get(key) {
            Some(value) if here => lines.push(format!("{key} = {value}")),
            _ => lines.push(line.to_owned()),
        }
    }
    if !found {
        lines.extend([String::new(), format!("[{part}]")]);
        lines.extend(weights.iter().map(|(key, value)| format!("{key} = {value}")));
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Table {
        text.parse().unwrap()
    }

    /// A game that is won the more often the nearer `good` is to 300 and each of `pair` to nought; `idle` is idle.
    fn share(weights: &Table, rng: &mut Rng) -> f64 {
        let good = weights["good"].as_integer().unwrap() as f64 / 300.0;
        let pair: i64 = weights["pair"].as_array().unwrap().iter().map(|it| it.as_integer().unwrap()).sum();
        let chance = 0.7 - 0.2 * good.ln().abs() - pair as f64 / 4000.0;
        (0..30).filter(|_| (rng.below(1000) as f64) < chance * 1000.0).count() as f64 / 30.0
    }

    #[test]
    fn weights_go_where_games_are_won() {
        let mut learner =
            Learner::new(&table("good = 100\nidle = 50\npair = [200, 200]\nword = \"as is\""), 1);
        let mut rng = Rng::new(2, 2);
        for _ in 0..150 {
            let tried = learner.shake();
            let won = tried.map(|tried| share(&tried, &mut rng));
            learner.follow(won);
        }
        let learned = learner.learned();
        let good = learned["good"].as_integer().unwrap();
        assert!((200..450).contains(&good), "{learned}");
        assert!(learned["pair"][0].as_integer().unwrap() < 150, "{learned}");
        assert_eq!(learned["word"].as_str(), Some("as is"));
    }

    /// Games are won as [`Chance`] says, so that is what is found.
    #[test]
    fn chances_are_found_again() {
        let mut rng = Rng::new(3, 3);
        let mut seen = Vec::new();
        for _ in 0..20_000 {
            let worth = rng.below(4000) as f64 - 1500.0;
            let more = worth - 400.0;
            let chance = 0.5 + 0.5 * more / (more.abs() + 600.0);
            seen.push((worth, f64::from(u8::from((rng.below(1000) as f64) < chance * 1000.0))));
        }
        let Chance { even, scale } = fitted(&seen);
        assert!((300..500).contains(&even) && (450..800).contains(&scale), "{even} {scale}");
    }

    #[test]
    fn a_part_of_a_file_is_rewritten() {
        let text = "# Weights.\n[hand]\n# A town.\ntown = 1\n\n[learned.left]\ntown = 1\nlist = [1, 2]\n";
        let learned = table("town = 7\nlist = [3, 4]");
        let wanted = text.replace("left]\ntown = 1\nlist = [1, 2]", "left]\ntown = 7\nlist = [3, 4]");
        assert_eq!(rewrite(text, "learned.left", &learned), wanted);
        let added = rewrite(text, "told.war.left", &table("even = [5]\nscale = [6]"));
        assert_eq!(added, format!("{text}\n[told.war.left]\neven = [5]\nscale = [6]\n"));
    }
}
