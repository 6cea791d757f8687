//! Every legal action equally likely: the yardstick that any other player must beat.

use kernel::{Rng, Rules};

use crate::{Glimpse, Player};

/// Plays any legal action, each equally likely.
pub struct Random<G: Rules> {
    rng: Rng,
    legal: Vec<G::Action>,
}

impl<G: Rules> Random<G> {
    /// A player whose choices this seed pins.
    pub fn new(seed: u64) -> Random<G> {
        Random { rng: Rng::new(seed, 0), legal: Vec::new() }
    }
}

impl<G: Rules> Player<G> for Random<G> {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, glimpse: &Glimpse<'_, G>) -> G::Action {
        glimpse.legal(&mut self.legal);
        self.legal[self.rng.index(self.legal.len())]
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        Options,
        dummy::{Dummy, LEFT},
    };

    use super::*;

    #[test]
    fn every_action_is_equally_likely() {
        let game = Dummy::tree("left(a: =left, b: =right, c: =draw)").unwrap();
        let state = game.setup(0, Options::NONE);
        let mut player = Random::new(9);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..9_000 {
            *seen.entry(player.choose(&Glimpse::new(&game, &state, LEFT))).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 3);
        assert!(seen.values().all(|n| (2_800..3_200).contains(n)), "{seen:?}");
    }
}
