//! What must hold for the judgement of every game.

use kernel::{Game, Journal, Node, Options, Rng, Seat};

use crate::{Judgement, WeightSet};

/// Plays a random game and holds the judgement to its promises in every position: what is good for one of two seats is as bad for
/// the other, what was scored before does not change a score, the terms add up to it, and a piece that an action moves has come to
/// where it says. The error says what is broken.
pub fn check<G: Game, J: Judgement<G>>(
    game: &G,
    judgement: &J,
    scenario: usize,
    options: Options,
    seed: u64,
    positions: usize,
) -> Result<(), String> {
    let seats: Vec<Seat> = (0..game.about().sides.len() as u8).map(Seat).collect();
    let mut rng = Rng::new(seed, 0);
    let mut state = game.setup(scenario, options);
    let (mut journal, mut legal) = (Journal::disabled(), Vec::new());
    let mut scored = J::Cache::default();
    let mut evaluated: Vec<J::Cache> = seats.iter().map(|_| J::Cache::default()).collect();
    for position in 0..positions {
        let at =
            |broken: String| format!("seed {seed}, position {position}, {}: {broken}", game.step(&state));
        let fresh = |seat| judgement.score(game, &state, seat, &mut J::Cache::default());
        if let [one, other] = seats[..]
            && i64::from(fresh(one)) + i64::from(fresh(other)) != 0
        {
            return Err(at(format!("{} for one seat, {} for the other", fresh(one), fresh(other))));
        }
        let (one, other) = (judgement.score(game, &state, Seat(0), &mut scored), fresh(Seat(0)));
        if one != other {
            return Err(at(format!("the score is {one} after others and {other} by itself")));
        }
        for (&seat, cache) in seats.iter().zip(&mut evaluated) {
            let [one, other] =
                [cache, &mut J::Cache::default()].map(|cache| judgement.evaluate(game, &state, seat, cache));
            if one != other {
                return Err(at(format!("the evaluation is {one} after others and {other} by itself")));
            }
            for (set, score) in [
                (WeightSet::Hand, fresh(seat)),
                (WeightSet::Learned, judgement.raw_score(game, &state, seat, &mut J::Cache::default())),
            ] {
                let sum = judgement.terms(game, &state, seat, set).score();
                if sum != i64::from(score) {
                    return Err(at(format!("{set:?}: the terms add up to {sum}, the score is {score}")));
                }
            }
        }
        match game.node(&state) {
            Node::Over(_) => break,
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut journal),
            Node::Decision(_) => {
                game.legal(&state, &mut legal);
                if let Some(lost) = misstep(game, judgement, &state, &legal) {
                    return Err(at(lost));
                }
                game.apply(&mut state, legal[rng.index(legal.len())], &mut journal);
            }
        }
    }
    Ok(())
}

/// The first of these actions whose piece does not stand where its step should have led it.
fn misstep<G: Game, J: Judgement<G>>(
    game: &G,
    judgement: &J,
    state: &G::State,
    legal: &[G::Action],
) -> Option<String> {
    legal.iter().find_map(|&action| {
        let step = judgement.step(game, action)?;
        let mut next = state.clone();
        game.apply(&mut next, action, &mut Journal::disabled());
        let stands = judgement.stands(game, &next, step.piece);
        let came = stands == step.to && judgement.stands(game, state, step.piece) != step.to;
        (!came)
            .then(|| format!("after '{}' the piece stands at {stands}, not {}", game.write(action), step.to))
    })
}

#[cfg(test)]
mod tests {
    use kernel::dummy::Dummy;

    use super::*;
    use crate::dummy::{Flaw, Numbers};

    fn broken(flaw: Option<Flaw>) -> Option<String> {
        let judgement = Numbers { flaw, ..Numbers::default() };
        let check = |seed| check(&Dummy::new(), &judgement, 0, Options::NONE, seed, 100);
        (0..10).find_map(|seed| check(seed).err())
    }

    #[test]
    fn every_promise_can_be_seen_to_break() {
        assert_eq!(broken(None), None);
        for (flaw, says) in [
            (Flaw::NotZeroSum, "for the other"),
            (Flaw::StaleCache, "by itself"),
            (Flaw::Terms, "the terms add up"),
        ] {
            let found = broken(Some(flaw)).unwrap_or_default();
            assert!(found.contains(says), "{found}");
        }
    }
}
