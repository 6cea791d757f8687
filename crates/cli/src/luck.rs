//! Where the draws of a record come from: a seed.

use std::{fmt, time::SystemTime};

use anyhow::{Result, bail};
use kernel::{Draw, Node, Record, Rng, erased::AnyGame};

/// A seed, as the header of a record names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck {
    /// What `--seed` says.
    pub seed: u64,
}

impl Luck {
    /// The seed that was asked for, or one that the clock picks.
    pub fn seeded(seed: Option<u64>) -> Luck {
        let clock = || {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            // Short enough to be typed again.
            (since.as_nanos() % 1_000_000_000) as u64
        };
        Luck { seed: seed.unwrap_or_else(clock) }
    }

    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Luck> {
        let seed = text.strip_prefix("seed ")?.parse().ok()?;
        Some(Luck { seed })
    }

    /// The draws from their beginning.
    pub fn rng(self) -> Rng {
        Rng::new(self.seed, 0)
    }
}

/// Plays a record again ply by ply and shows every draw, with its outcome as written, before it is played.
pub fn each_draw(game: &dyn AnyGame, record: &Record, mut see: impl FnMut(Draw, &str)) -> Result<()> {
    let start = Record { header: record.header.clone(), lines: Vec::new() };
    let mut replay = game.resume(&start)?;
    for line in &record.lines {
        match (replay.node(), line.strip_prefix("* ")) {
            (Node::Chance(draw), Some(text)) => {
                see(draw, text);
                replay.play_luck(text)?;
            }
            (Node::Decision(seat), _) => replay.play(seat, line)?,
            _ => bail!("'{line}' cannot be played there"),
        }
    }
    Ok(())
}

impl fmt::Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}", self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_reads_back() {
        let luck = Luck { seed: 42 };
        assert_eq!(Luck::parse(&luck.to_string()), Some(luck));
        for text in ["", "hand", "seed", "seed ", "seed x", "seed 1 2", "seed -1"] {
            assert_eq!(Luck::parse(text), None, "{text}");
        }
    }
}
