//! What is no ply: salts and cuts, and how they are woven into the plies that are kept.
//!
//! A match keeps the plies that stand. Beside them it keeps its asides, each with the number of plies that stood when it
//! came: enough to tell everything again in the order in which it came in.

use std::fmt;

use kernel::Draw;

use crate::{By, Bytes, Event, Salt, kind, read_kind};

/// A salt or a cut, and how many plies stood when it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aside {
    /// A seat's salt.
    Salt {
        /// How many plies stood.
        at: usize,
        /// The seat.
        seat: u8,
        /// The salt.
        salt: Salt,
        /// Who made it.
        by: By,
    },
    /// The last plies were taken back.
    Cut {
        /// How many plies stand from then on.
        at: usize,
        /// The plies that were taken back, and of which kind they are where they are draws.
        lost: Vec<(String, Option<Draw>)>,
    },
}

/// One entry of a chain, and whether its line is one of those that stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Woven {
    /// What came in.
    pub event: Event,
    /// A line that was cut later.
    pub lost: bool,
    /// The kind of a draw that was cut.
    pub kind: Option<Draw>,
}

impl Aside {
    /// How many plies stood when it came: for a cut, after it.
    pub fn at(&self) -> usize {
        match self {
            Aside::Salt { at, .. } | Aside::Cut { at, .. } => *at,
        }
    }

    /// The entry of the chain.
    pub fn event(&self) -> Event {
        match self {
            Aside::Salt { seat, salt, by, .. } => Event::Salt { seat: *seat, salt: *salt, by: *by },
            Aside::Cut { lost, .. } => Event::Cut(lost.len()),
        }
    }

    /// Reads what `Display` writes.
    pub fn read(at: usize, text: &str) -> Option<Aside> {
        if let Some(lost) = text.strip_prefix("cut") {
            let line = |line: &str| match line.split_once('\t') {
                Some((kind, line)) => (line.to_owned(), read_kind(kind)),
                None => (line.to_owned(), None),
            };
            return Some(Aside::Cut { at, lost: lost.split('\n').skip(1).map(line).collect() });
        }
        let mut words = text.strip_prefix("salt ")?.split(' ');
        let seat = words.next()?.parse().ok()?;
        let (salt, by) = (Bytes::read(words.next()?)?, By::read(words.next()?)?);
        Some(Aside::Salt { at, seat, salt, by })
    }
}

/// As it is kept, without its place.
impl fmt::Display for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aside::Salt { .. } => write!(f, "{}", self.event()),
            Aside::Cut { lost, .. } => {
                write!(f, "cut")?;
                lost.iter().try_for_each(|(line, draw)| match draw {
                    Some(draw) => write!(f, "\n{}\t{line}", kind(*draw)),
                    None => write!(f, "\n{line}"),
                })
            }
        }
    }
}

/// Everything that came in, in its order; none if the asides do not fit the plies.
pub fn woven(kept: &[String], asides: &[Aside]) -> Option<Vec<Woven>> {
    // Backwards: before a cut, what it took back still stood.
    let mut standing: Vec<Woven> = kept.iter().map(|line| told(line, false, None)).collect();
    let mut back = Vec::new();
    for aside in asides.iter().rev() {
        let at = aside.at();
        if at > standing.len() {
            return None;
        }
        back.extend(standing.drain(at..).rev());
        back.push(Woven { event: aside.event(), lost: false, kind: None });
        if let Aside::Cut { lost, .. } = aside {
            standing.extend(lost.iter().map(|(line, kind)| told(line, true, *kind)));
        }
    }
    back.extend(standing.into_iter().rev());
    back.reverse();
    Some(back)
}

fn told(line: &str, lost: bool, kind: Option<Draw>) -> Woven {
    Woven { event: Event::Line(line.to_owned()), lost, kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn salt(at: usize, seat: u8) -> Aside {
        Aside::Salt { at, seat, salt: Bytes([seat; 32]), by: By::Own }
    }

    #[test]
    fn asides_read_back() {
        let cut =
            Aside::Cut { at: 3, lost: vec![("a b".into(), None), ("* 5 4".into(), Some(Draw::TWO_D6))] };
        for aside in [salt(2, 1), cut] {
            assert_eq!(Aside::read(aside.at(), &aside.to_string()), Some(aside));
        }
        for text in ["", "salt", "salt 0 00 own", "salt x"] {
            assert_eq!(Aside::read(0, text), None, "{text}");
        }
    }

    #[test]
    fn what_came_in_is_told_in_its_order() {
        let kept = ["a", "d", "e"].map(str::to_owned);
        let asides = [
            salt(0, 0),
            Aside::Cut { at: 2, lost: vec![("c".into(), None)] },
            salt(2, 1),
            Aside::Cut { at: 1, lost: vec![("b".into(), None)] },
        ];
        let told: Vec<String> =
            woven(&kept, &asides).unwrap().iter().map(|it| format!("{}{}", it.event, it.lost)).collect();
        let told: Vec<&str> = told.iter().map(String::as_str).collect();
        let zeros = "0".repeat(64);
        let ones = "01".repeat(32);
        assert_eq!(
            told,
            [
                &format!("salt 0 {zeros} ownfalse"),
                "line afalse",
                "line btrue",
                "line ctrue",
                "cut 1false",
                &format!("salt 1 {ones} ownfalse"),
                "cut 1false",
                "line dfalse",
                "line efalse",
            ]
        );
        assert_eq!(woven(&kept[..1], &asides[..2]), None);
    }
}
