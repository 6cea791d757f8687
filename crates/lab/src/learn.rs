//! Learning what counts for how much in a position.
//!
//! All weights are shaken at once, each a little up or down. The shaken weights and their opposites play the same
//! games, and every weight goes a little to the side that won more. Over many shakes what does not matter cancels out
//! (simultaneous perturbation, Spall 1992).

use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use kernel::{Game, Rng, Seat};
use search::{Engine, Judgement};
use toml::{Table, Value};

use crate::series::{Plan, SeriesError};

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
pub fn share<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    seat: Seat,
    jobs: usize,
) -> Result<f64, SeriesError> {
    /// Far beyond any game.
    const BOUND: u64 = 1_000_000;
    let points = AtomicU64::new(0);
    every(plan, jobs, |seed| {
        let mut players = search::seat_players(&engine.judgement, &plan.bots, seed)?;
        let played =
            search::play_game(&*engine.game, plan.scenario, plan.options, &mut players, seed, BOUND)?;
        points.fetch_add(halves(played.outcome.winner, seat), Ordering::Relaxed);
        Ok(())
    })?;
    Ok(points.into_inner() as f64 / (2 * plan.games) as f64)
}

/// Half points of a seat.
pub(crate) fn halves(winner: Option<Seat>, seat: Seat) -> u64 {
    winner.map_or(1, |winner| 2 * u64::from(winner == seat))
}

/// Plays the games of a plan, by their seeds, on so many threads.
pub(crate) fn every(
    plan: &Plan,
    jobs: usize,
    play: impl Fn(u64) -> Result<(), SeriesError> + Sync,
) -> Result<(), SeriesError> {
    let next = AtomicU64::new(0);
    let work = || -> Result<(), SeriesError> {
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

    /// A game that is won the more often the nearer `good` is to 300 and each of `pair` to zero; `idle` is idle.
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

    #[test]
    fn a_part_of_a_file_is_rewritten() {
        let text = "# Weights.\n[hand]\n# A town.\ntown = 1\n\n[learned.left]\ntown = 1\nlist = [1, 2]\n";
        let learned = table("town = 7\nlist = [3, 4]");
        let wanted = text.replace("left]\ntown = 1\nlist = [1, 2]", "left]\ntown = 7\nlist = [3, 4]");
        assert_eq!(rewrite(text, "learned.left", &learned), wanted);
        let added = rewrite(text, "reported.war.left", &table("even = [5]\nscale = [6]"));
        assert_eq!(added, format!("{text}\n[reported.war.left]\neven = [5]\nscale = [6]\n"));
    }
}
