//! What chance may bring: dice, a cup, a deck.

use std::fmt::Write as _;

/// A distribution waiting for its outcome. Every draw is uniform over [`Draw::count`] outcomes, so it can be
/// enumerated, sampled without bias and counted exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draw {
    /// `n` dice with `sides` faces each, told apart.
    Dice {
        /// How many dice.
        n: u8,
        /// Faces of each die.
        sides: u8,
    },
    /// One of `tokens` equally likely tokens from a cup; the game knows which is which.
    Cup {
        /// How many tokens are in the cup.
        tokens: u16,
    },
    /// The order of a shuffled deck of at most twenty cards.
    Deck {
        /// How many cards are shuffled.
        cards: u8,
    },
}

/// The outcome of a [`Draw`]: its number among the equally likely ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Luck(pub u64);

/// A text that is no outcome of the draw it was meant for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is no outcome of {draw}: {expected}")]
pub struct UnreadableLuck {
    /// What was written.
    pub text: String,
    /// The draw it was meant for.
    pub draw: Draw,
    /// What would have been accepted.
    pub expected: String,
}

impl Draw {
    /// One six-sided die.
    pub const D6: Draw = Draw::Dice { n: 1, sides: 6 };
    /// Two six-sided dice.
    pub const TWO_D6: Draw = Draw::Dice { n: 2, sides: 6 };

    /// How many equally likely outcomes there are.
    pub fn count(self) -> u64 {
        match self {
            Draw::Dice { n, sides } => u64::from(sides).pow(u32::from(n)),
            Draw::Cup { tokens } => u64::from(tokens),
            Draw::Deck { cards } => (1..=u64::from(cards)).product(),
        }
    }

    /// The faces of dice in throwing order, the token of a cup, or the order of a deck, all counted from one.
    pub fn faces(self, luck: Luck) -> Vec<u8> {
        match self {
            Draw::Dice { n, sides } => (0..n).map(|i| face(luck, n, sides, i)).collect(),
            Draw::Cup { .. } => vec![u8::try_from(luck.0 + 1).unwrap_or(u8::MAX)],
            Draw::Deck { cards } => {
                let mut left: Vec<u8> = (1..=cards).collect();
                let mut rest = luck.0;
                let mut order = Vec::with_capacity(left.len());
                for size in (1..=u64::from(cards)).rev() {
                    let block: u64 = (1..size).product();
                    order.push(left.remove((rest / block) as usize));
                    rest %= block;
                }
                order
            }
        }
    }

    /// The outcome as it stands in records and examples: `5 4`, `17`, `3 1 2`.
    pub fn write(self, luck: Luck) -> String {
        if let Draw::Cup { .. } = self {
            return (luck.0 + 1).to_string();
        }
        let mut text = String::new();
        for (i, face) in self.faces(luck).into_iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            let _ = write!(text, "{space}{face}");
        }
        text
    }

    /// Reads what [`Draw::write`] writes.
    pub fn read(self, text: &str) -> Result<Luck, UnreadableLuck> {
        let refuse = |expected: String| UnreadableLuck { text: text.to_owned(), draw: self, expected };
        let numbers: Option<Vec<u64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        let numbers = numbers.ok_or_else(|| refuse("write whole numbers".to_owned()))?;
        match self {
            Draw::Dice { n, sides } => {
                let fits = numbers.len() == usize::from(n)
                    && numbers.iter().all(|&face| (1..=u64::from(sides)).contains(&face));
                if !fits {
                    return Err(refuse(format!("write {n} faces from 1 to {sides}")));
                }
                Ok(Luck(numbers.iter().fold(0, |sum, face| sum * u64::from(sides) + face - 1)))
            }
            Draw::Cup { tokens } => match numbers[..] {
                [token] if (1..=u64::from(tokens)).contains(&token) => Ok(Luck(token - 1)),
                _ => Err(refuse(format!("write one number from 1 to {tokens}"))),
            },
            Draw::Deck { cards } => {
                let mut left: Vec<u64> = (1..=u64::from(cards)).collect();
                let mut rank = 0;
                for &card in &numbers {
                    let Some(at) = left.iter().position(|&other| other == card) else {
                        return Err(refuse(format!("write the cards 1 to {cards}, each once")));
                    };
                    left.remove(at);
                    rank += at as u64 * (1..=left.len() as u64).product::<u64>();
                }
                if !left.is_empty() {
                    return Err(refuse(format!("write the cards 1 to {cards}, each once")));
                }
                Ok(Luck(rank))
            }
        }
    }
}

impl Luck {
    /// The face of die `i` among `n` dice with `sides` faces, without allocating.
    pub fn die(self, n: u8, sides: u8, i: u8) -> u8 {
        face(self, n, sides, i)
    }

    /// The one six-sided die of [`Draw::D6`].
    pub fn d6(self) -> u8 {
        face(self, 1, 6, 0)
    }

    /// The two six-sided dice of [`Draw::TWO_D6`].
    pub fn two_d6(self) -> [u8; 2] {
        [face(self, 2, 6, 0), face(self, 2, 6, 1)]
    }
}

fn face(luck: Luck, n: u8, sides: u8, i: u8) -> u8 {
    let sides = u64::from(sides);
    ((luck.0 / sides.pow(u32::from(n - 1 - i))) % sides) as u8 + 1
}

impl std::fmt::Display for Draw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Draw::Dice { n, sides } => write!(f, "{n}d{sides}"),
            Draw::Cup { tokens } => write!(f, "a cup of {tokens}"),
            Draw::Deck { cards } => write!(f, "a deck of {cards}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_reads_back() {
        let draws = [
            Draw::D6,
            Draw::TWO_D6,
            Draw::Dice { n: 3, sides: 10 },
            Draw::Cup { tokens: 300 },
            Draw::Deck { cards: 5 },
        ];
        for draw in draws {
            for n in 0..draw.count() {
                assert_eq!(draw.read(&draw.write(Luck(n))), Ok(Luck(n)), "{draw} {n}");
            }
        }
    }

    #[test]
    fn dice_keep_their_order() {
        let luck = Draw::TWO_D6.read("5 4").unwrap();
        assert_eq!(luck.two_d6(), [5, 4]);
        assert_eq!(Draw::TWO_D6.write(luck), "5 4");
    }

    #[test]
    fn impossible_outcomes_are_refused() {
        for text in ["", "7 1", "0 1", "1", "1 2 3", "x 1", "-1 2"] {
            assert!(Draw::TWO_D6.read(text).is_err(), "{text}");
        }
        assert!(Draw::Deck { cards: 3 }.read("1 1 2").is_err());
        assert!(Draw::Deck { cards: 3 }.read("1 2").is_err());
        assert!(Draw::Cup { tokens: 4 }.read("5").is_err());
    }
}
