//! What judgements mean: the chance to win that played games bear out.

use std::sync::{Mutex, PoisonError};

use kernel::{Game, Journal, Node, Rng, Seat, data::Chance};
use search::Glimpse;

use crate::{
    learn::{every, halves},
    series::{Plan, Spoiled},
};

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
