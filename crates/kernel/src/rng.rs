//! Seeded chance for self-play, tests and redeals: a ChaCha stream, the same on every machine.

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng as _, SeedableRng},
};

use crate::{Draw, Luck};

/// A seeded stream of unbiased numbers.
#[derive(Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The stream numbered `stream` of this seed. Different streams never overlap.
    pub fn new(seed: u64, stream: u64) -> Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream);
        Rng(rng)
    }

    /// A number below `n`, every one equally likely. `n` must not be zero.
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "nothing to choose from");
        if let Ok(n) = u32::try_from(n) {
            return u64::from(self.below_u32(n));
        }
        // Reject the tail that would favour small numbers.
        let zone = u64::MAX - (u64::MAX % n + 1) % n;
        loop {
            let word = self.0.next_u64();
            if word <= zone {
                return word % n;
            }
        }
    }

    /// An index into a slice of this length.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// An outcome of the draw.
    pub fn luck(&mut self, draw: Draw) -> Luck {
        Luck(self.below(draw.count()))
    }

    /// Multiply and shift, rejecting the few words that would bias the result (Lemire).
    fn below_u32(&mut self, n: u32) -> u32 {
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(n);
            if wide as u32 >= threshold {
                return (wide >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_pins_the_stream() {
        let mut rng = Rng::new(42, 0);
        let dice: Vec<u64> = (0..12).map(|_| rng.below(6) + 1).collect();
        let mut again = Rng::new(42, 0);
        assert!(dice.iter().all(|&die| again.below(6) + 1 == die));
        let mut other = Rng::new(42, 1);
        assert!((0..12).any(|i| other.below(6) + 1 != dice[i]));
    }

    #[test]
    fn every_number_comes_up_about_equally() {
        let mut rng = Rng::new(7, 0);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.index(6)] += 1;
        }
        assert!(seen.iter().all(|&n| (9_600..10_400).contains(&n)), "{seen:?}");
        assert!((0..1000).all(|_| rng.below(u64::MAX / 2 + 5) < u64::MAX / 2 + 5));
    }
}
