//! Chance: drawn from the system when it is due, never before.

use kernel::{Draw, Luck, Node, PlayError, Rng, erased::AnyMatch};
use store::{MatchId, NewMatch};

use crate::sealed::Sealed;

/// What a record says about draws of this server.
pub const LUCK: &str = "server";

/// Where the draws come from.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Dice {
    /// Random numbers of the system, which nobody can read ahead.
    #[default]
    System,
    /// For tests and measurements only: each draw follows from the seed and its place in the match.
    Seeded(u64),
}

impl Dice {
    /// The secret of a match that begins with these lines of another record; draws from a seed prove nothing.
    pub fn seal(self, start: &NewMatch, given: &[String]) -> Option<Sealed> {
        (self == Dice::System).then(|| Sealed::new(start, given))
    }

    /// Draws whatever is due until somebody must choose or the game ends, and writes it down. The draws of a match
    /// that can be proved follow from its chain.
    pub fn settle(
        self,
        id: MatchId,
        play: &mut dyn AnyMatch,
        lines: &mut Vec<String>,
        mut sealed: Option<&mut Sealed>,
    ) -> Result<(), PlayError> {
        while let Node::Chance(draw) = play.node() {
            let luck = match (&sealed, self) {
                (Some(sealed), _) => sealed.luck(draw),
                (None, Dice::System) => drawn(draw),
                (None, Dice::Seeded(seed)) => Rng::new(seed ^ id.bits(), play.seq() as u64).luck(draw),
            };
            let outcome = draw.write(luck);
            play.play_luck(&outcome)?;
            let line = format!("* {outcome}");
            if let Some(sealed) = &mut sealed {
                sealed.line(&line);
            }
            lines.push(line);
        }
        Ok(())
    }
}

/// Random bits for seeds and numbers.
pub fn bits() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

/// Every outcome equally likely: numbers of the last, incomplete round are drawn again.
fn drawn(draw: Draw) -> Luck {
    let count = draw.count();
    let tail = (u64::MAX % count + 1) % count;
    loop {
        let bits = bits();
        if bits <= u64::MAX - tail {
            return Luck(bits % count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_comes_up() {
        let mut seen = [0u32; 36];
        for _ in 0..36_000 {
            seen[drawn(Draw::TWO_D6).0 as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }
}
