//! Why a choice is advised: the terms of the score that it moves, by the judgement of whoever decides.

use kernel::{Journal, Node, Rng, Rules};

use crate::{Glimpse, Judgement, WeightSet};

/// In how many deals a choice is tried; the dice fall in each of them once.
const DEALS: i64 = 12;
/// A choice may throw this often before somebody decides again.
const THROWS: usize = 8;

/// How many points each term gains by an action, rounded, the greatest change first; terms that it does not move are left out.
/// Only what the seat may know is looked at.
pub fn reasons<R: Rules, J: Judgement<R>>(
    judgement: &J,
    glimpse: &Glimpse<'_, R>,
    action: R::Action,
    seed: u64,
) -> Vec<(&'static str, i64)> {
    let (game, seat) = (glimpse.game(), glimpse.seat());
    let mut rng = Rng::new(seed, 0);
    let mut journal = Journal::disabled();
    let mut moved: Vec<(&'static str, i64)> = Vec::new();
    let mut per_point = 1;
    for _ in 0..DEALS {
        let mut world = glimpse.deal(&mut rng);
        let before = judgement.terms(game, &world, seat, WeightSet::Hand);
        game.apply(&mut world, action, &mut journal);
        for _ in 0..THROWS {
            let Node::Chance(draw) = game.node(&world) else { break };
            game.resolve(&mut world, rng.luck(draw), &mut journal);
        }
        let after = judgement.terms(game, &world, seat, WeightSet::Hand);
        per_point = after.per_point.max(1);
        for (&(name, score), (_, was)) in after.terms.iter().zip(&before.terms) {
            match moved.iter_mut().find(|(known, _)| *known == name) {
                Some((_, gain)) => *gain += score - was,
                None => moved.push((name, score - was)),
            }
        }
    }
    let points = |gain: i64| {
        let whole = DEALS * per_point;
        (gain.abs() + whole / 2) / whole * gain.signum()
    };
    let mut moved: Vec<_> = moved.into_iter().map(|(name, gain)| (name, points(gain))).collect();
    moved.retain(|&(_, gain)| gain != 0);
    moved.sort_by_key(|&(_, gain)| std::cmp::Reverse(gain.abs()));
    moved
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::{Match, Notation, Players, dummy::Dummy};

    use super::*;
    use crate::dummy::Numbers;

    /// A choice is explained by what it moves, by the sign of the seat that decides, and one that moves nothing by nothing.
    #[test]
    fn a_choice_is_explained_by_the_terms_it_moves() {
        let tree = "#0/0 left(up: @500 right(x: ^, y: ^), down: @-900 right(x: ^, y: ^), same: @0 right(x: ^, y: ^))";
        let game = Arc::new(Dummy::tree(tree).unwrap());
        let played = Match::new(game.clone(), None, &[] as &[&str], Players::default())
            .expect("a game of one scenario");
        let glimpse = Glimpse::of(&played).unwrap();
        let gains = |action: &str| -> Vec<i64> {
            let action = game.read(action).unwrap();
            reasons(&*Numbers::new(), &glimpse, action, 1).into_iter().map(|(_, gain)| gain).collect()
        };
        assert_eq!(gains("up"), [500]);
        assert_eq!(gains("down"), [-900]);
        assert_eq!(gains("same"), []);
    }
}
