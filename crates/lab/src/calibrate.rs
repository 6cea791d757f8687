//! What evaluations mean: calibrated by how played games ended.

use std::sync::{Mutex, PoisonError};

use kernel::{Game, Journal, Node, Rng, Seat};
use search::{Calibration, Engine, Glimpse, Judgement};

use crate::{
    learn::{every, halves},
    series::{Plan, SeriesError},
};

/// A position of a game as one seat evaluated it, and the half points that the game brought him.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    seat: Seat,
    turn: u16,
    evaluation: i32,
    halves: u64,
}

/// What evaluations mean to this seat, fitted to the games of a plan: on their own scale.
pub fn fit<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    seat: Seat,
    jobs: usize,
) -> Result<Calibration, SeriesError> {
    let seen = watch(engine, plan, jobs)?;
    Ok(fitted(&of(&seen, |it| it.seat == seat)))
}

/// What evaluations mean turn by turn, and how well results agree.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibrated {
    /// For each seat and turn, on the scale of evaluations.
    pub turns: Vec<Vec<Calibration>>,
    /// How much the results surprise whoever goes by the evaluations as they are, and by the fit: the mean of minus the
    /// logarithm of the chance that was given to what came.
    pub surprise: [f64; 2],
}

/// What evaluations mean turn by turn, fitted to the games of a plan.
pub fn calibrate<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    jobs: usize,
) -> Result<Calibrated, SeriesError> {
    let seen = watch(engine, plan, jobs)?;
    let last = seen.iter().map(|it| it.turn).max().unwrap_or(0);
    let mut fits = Calibrated { turns: Vec::new(), surprise: [0.0; 2] };
    for seat in (0..engine.game.about().sides.len()).map(|seat| Seat(seat as u8)) {
        let mut turns: Vec<Calibration> = Vec::new();
        for turn in 1..=last {
            let rows = of(&seen, |it| it.seat == seat && it.turn.max(1) == turn);
            // Turns that no game has seen are as the one before.
            let before = turns.last().copied().unwrap_or(AS_IT_IS);
            let calibration = if rows.is_empty() { before } else { fitted(&rows) };
            for (sum, fit) in fits.surprise.iter_mut().zip([AS_IT_IS, calibration]) {
                *sum += surprise(&rows, f64::from(fit.even), f64::from(fit.scale)) / seen.len() as f64;
            }
            turns.push(calibration);
        }
        fits.turns.push(turns);
    }
    Ok(fits)
}

/// An evaluation as it is.
const AS_IT_IS: Calibration = Calibration { even: 0, scale: Calibration::THREE_IN_FOUR };

/// The evaluations and points of some of what was seen.
fn of(seen: &[Seen], which: impl Fn(&Seen) -> bool) -> Vec<(f64, f64)> {
    seen.iter().filter(|it| which(it)).map(|it| (f64::from(it.evaluation), it.halves as f64 / 2.0)).collect()
}

/// Plays the games of a plan, and asks both seats now and then what they think of the position.
fn watch<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    jobs: usize,
) -> Result<Vec<Seen>, SeriesError> {
    let (game, judgement) = (&*engine.game, &*engine.judgement);
    /// Of so many decisions one is kept; neighbours say the same.
    const APART: usize = 8;
    let all = Mutex::new(Vec::new());
    every(plan, jobs, |seed| {
        let mut players = search::seat_players(&engine.judgement, &plan.bots, seed)?;
        let mut rng = Rng::new(seed, 0);
        let mut state = game.setup(plan.scenario, plan.options);
        let (mut journal, mut seen, mut decisions) = (Journal::disabled(), Vec::new(), 0);
        let mut caches: Vec<J::Cache> = players.iter().map(|_| J::Cache::default()).collect();
        let winner = loop {
            match game.node(&state) {
                Node::Over(outcome) => break outcome.winner,
                Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut journal),
                Node::Decision(decider) => {
                    decisions += 1;
                    if decisions % APART == 0 {
                        seen.extend((0..).zip(&mut caches).map(|(seat, cache)| {
                            let evaluation = judgement.evaluate(game, &state, Seat(seat), cache);
                            Seen { seat: Seat(seat), turn: game.turn(&state), evaluation, halves: 0 }
                        }));
                    }
                    let player: &mut Box<dyn search::Player<G>> = &mut players[usize::from(decider.0)];
                    let action = player.choose(&Glimpse::new(game, &state, decider));
                    game.apply(&mut state, action, &mut journal);
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

/// How much these results surprise, added up, if evaluations mean this.
fn surprise(seen: &[(f64, f64)], even: f64, scale: f64) -> f64 {
    let of_one = |&(evaluation, points): &(f64, f64)| {
        let more = evaluation - even;
        let chance = (0.5 + 0.5 * more / (more.abs() + scale)).clamp(0.001, 0.999);
        -points * chance.ln() - (1.0 - points) * (1.0 - chance).ln()
    };
    seen.iter().map(of_one).sum()
}

/// The line that makes what was seen likeliest: evaluations, and the points that their games brought.
fn fitted(seen: &[(f64, f64)]) -> Calibration {
    let count = seen.len().max(1) as f64;
    let mean = seen.iter().map(|(score, _)| score).sum::<f64>() / count;
    let spread = (seen.iter().map(|(score, _)| (score - mean).powi(2)).sum::<f64>() / count).sqrt().max(1.0);
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
    Calibration { even: best.0.round() as i32, scale: best.1.round().max(1.0) as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games are won as [`Calibration`] says, so that is what is found.
    #[test]
    fn chances_are_found_again() {
        let mut rng = Rng::new(3, 3);
        let mut seen = Vec::new();
        for _ in 0..20_000 {
            let score = rng.below(4000) as f64 - 1500.0;
            let more = score - 400.0;
            let chance = 0.5 + 0.5 * more / (more.abs() + 600.0);
            seen.push((score, f64::from(u8::from((rng.below(1000) as f64) < chance * 1000.0))));
        }
        let Calibration { even, scale } = fitted(&seen);
        assert!((300..500).contains(&even) && (450..800).contains(&scale), "{even} {scale}");
    }
}
