//! Where the draws of a record come from: a numbered stream of a seed.

use std::{fmt, time::SystemTime};

use anyhow::{Result, bail};
use kernel::{Draw, Node, Record, Rng, erased::AnyGame};

/// A seeded stream of draws, as the header of a record names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck {
    /// What `--seed` says.
    pub seed: u64,
    /// Which stream of it; games played at the terminal use the first.
    pub stream: u64,
}

impl Luck {
    /// The first stream of a seed; of one that the clock picks for `None`.
    pub fn seeded(seed: Option<u64>) -> Luck {
        let clock = || {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            // Short enough to be typed again.
            (since.as_nanos() % 1_000_000_000) as u64
        };
        Luck { seed: seed.unwrap_or_else(clock), stream: 0 }
    }

    /// Reads what `Display` writes.
    pub fn parse(text: &str) -> Option<Luck> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["seed", seed] => Some(Luck { seed: seed.parse().ok()?, stream: 0 }),
            ["seed", seed, "stream", stream] => {
                Some(Luck { seed: seed.parse().ok()?, stream: stream.parse().ok()? })
            }
            _ => None,
        }
    }

    /// The stream from its beginning.
    pub fn rng(self) -> Rng {
        Rng::new(self.seed, self.stream)
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
        write!(f, "seed {}", self.seed)?;
        if self.stream != 0 {
            write!(f, " stream {}", self.stream)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_reads_back() {
        for luck in [Luck { seed: 42, stream: 0 }, Luck { seed: 42, stream: 7 }] {
            assert_eq!(Luck::parse(&luck.to_string()), Some(luck));
        }
        for text in ["", "hand", "seed", "seed x", "seed 1 stream", "seed 1 stream x", "seed 1 2"] {
            assert_eq!(Luck::parse(text), None, "{text}");
        }
    }
}
