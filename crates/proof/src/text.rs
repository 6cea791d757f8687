//! The section of a record that holds a proof. It stands between the `end:` line and the signature; readers that know
//! nothing of proofs pass over it.
//!
//! ```text
//! proof: sandtable fair dice 1
//! match: 0123456789abc
//! commitment: 648aa5c5...
//! begin: 0e63d92c
//! salt: 0 0f1e2d3c... own 5e884898
//! line: 5f70bf18 103a36be
//! draw: 2d6 a41755b6
//! lost: cddfaf10 move g-281-1 4
//! cut: 1 ace3c6ef
//! secret: sealed
//! chain: 6 entries, 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
//! ```
//!
//! An entry ends or begins with the first eight digits of the hash that the chain has after it, so that a change can be told
//! to its place. `line` and `draw` are the lines of the record, in their order; lines that were cut stand here in full.

use std::{collections::BTreeMap, fmt::Write as _};

use kernel::{Draw, Header, Record};

use crate::{By, Bytes, Chain, Event, Genesis, Hash, PROTOCOL, Salt, Secret, Woven};

/// What the section begins with.
const FIRST: &str = "proof: ";
/// What it ends with.
const LAST: &str = "chain: ";
/// How many marks stand on a line.
const ROW: usize = 12;

/// The proof of a match's draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The number of the match.
    pub id: String,
    /// The SHA-256 of the secret, published before the first draw.
    pub commitment: Hash,
    /// The mark of the beginning.
    pub begin: String,
    /// What came in, each with the mark of the chain after it.
    pub items: Vec<(Item, String)>,
    /// The secret, once it is opened.
    pub secret: Option<Secret>,
    /// The hash of everything.
    pub head: Hash,
}

/// One thing that came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// The next line of the record: an action, or a ply that another record gave.
    Line,
    /// The next line of the record, a draw of this kind; none where the rules of now do not know it any more.
    Draw(Option<Draw>),
    /// A line that was cut later, and if it is a draw, of which kind.
    Lost(String, Option<Draw>),
    /// A salt.
    Salt {
        /// The seat.
        seat: u8,
        /// The salt.
        salt: Salt,
        /// Who made it.
        by: By,
    },
    /// The last so many lines were taken back.
    Cut(usize),
}

/// Why a section cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofError {
    /// A later version wrote it.
    #[error("the proof is of '{0}', and this build knows '{PROTOCOL}': use a newer sandtable")]
    Protocol(String),
    /// A line says nothing.
    #[error("line {line}: '{text}' is no part of a proof")]
    Line {
        /// The line of the file, counted from one.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A part is missing.
    #[error("the proof has no '{0}'")]
    Missing(&'static str),
}

/// A kind of draw in a word: `2d6`, `cup20`, `deck5`.
pub fn kind(draw: Draw) -> String {
    match draw {
        Draw::Dice { n, sides } => format!("{n}d{sides}"),
        Draw::Cup { tokens } => format!("cup{tokens}"),
        Draw::Deck { cards } => format!("deck{cards}"),
    }
}

/// Reads what [`kind`] writes.
pub fn read_kind(text: &str) -> Option<Draw> {
    let draw = if let Some(tokens) = text.strip_prefix("cup") {
        Draw::Cup { tokens: tokens.parse().ok()? }
    } else if let Some(cards) = text.strip_prefix("deck") {
        Draw::Deck { cards: cards.parse().ok().filter(|&cards| cards <= 20)? }
    } else {
        let (n, sides) = text.split_once('d')?;
        Draw::Dice { n: n.parse().ok()?, sides: sides.parse().ok()? }
    };
    // Only what fits into a number of 64 bits, and is written like this.
    let fits = match draw {
        Draw::Dice { n, sides } => {
            n > 0 && u64::from(sides).checked_pow(u32::from(n)).is_some_and(|it| it > 0)
        }
        Draw::Cup { tokens } => tokens > 0,
        Draw::Deck { cards } => cards > 0,
    };
    (fits && kind(draw) == text).then_some(draw)
}

impl Proof {
    /// The proof of a chain, sealed; `kinds` are the draws that stand, by their plies, as far as the rules know them.
    pub fn new(genesis: &Genesis, secret: Secret, woven: &[Woven], kinds: &BTreeMap<usize, Draw>) -> Proof {
        let mut chain = Chain::new(genesis, secret);
        let begin = chain.head().short();
        let mut ply = 0;
        let mut items = Vec::with_capacity(woven.len());
        for Woven { event, lost, kind } in woven {
            let item = match event {
                Event::Line(line) => {
                    let drawn = line.starts_with("* ") && !chain.is_given();
                    let here = ply;
                    ply += usize::from(!lost);
                    match (lost, drawn) {
                        (true, _) => Item::Lost(line.clone(), *kind),
                        (false, true) => Item::Draw(kinds.get(&here).copied()),
                        (false, false) => Item::Line,
                    }
                }
                Event::Salt { seat, salt, by } => Item::Salt { seat: *seat, salt: *salt, by: *by },
                Event::Cut(lines) => Item::Cut(*lines),
            };
            chain.add(event);
            items.push((item, chain.head().short()));
        }
        let Genesis { id, commitment, .. } = genesis;
        Proof { id: id.clone(), commitment: *commitment, begin, items, secret: None, head: chain.head() }
    }

    /// The same with the secret open.
    pub fn opened(self, secret: Secret) -> Proof {
        Proof { secret: Some(secret), ..self }
    }

    /// What the chain of this proof begins with, under the header of its record.
    pub fn genesis(&self, header: &Header) -> Genesis {
        Genesis { id: self.id.clone(), header: header.clone(), commitment: self.commitment }
    }

    /// The section as text.
    pub fn to_text(&self) -> String {
        let Proof { id, commitment, begin, items, secret, head } = self;
        let mut text = format!("{FIRST}{PROTOCOL}\nmatch: {id}\ncommitment: {commitment}\nbegin: {begin}\n");
        let mut row = 0;
        for (item, mark) in items {
            if *item == Item::Line && (1..ROW).contains(&row) {
                let _ = write!(text, " {mark}");
                row += 1;
                continue;
            }
            if row > 0 {
                text.push('\n');
                row = 0;
            }
            let known = |kind: &Option<Draw>| kind.map_or_else(|| "?".to_owned(), crate::kind);
            let _ = match item {
                Item::Line => {
                    row = 1;
                    write!(text, "line: {mark}")
                }
                Item::Draw(kind) => writeln!(text, "draw: {} {mark}", known(kind)),
                Item::Lost(line, kind) if line.starts_with("* ") => {
                    writeln!(text, "lost-draw: {} {mark} {line}", known(kind))
                }
                Item::Lost(line, _) => writeln!(text, "lost: {mark} {line}"),
                Item::Salt { seat, salt, by } => writeln!(text, "salt: {seat} {salt} {} {mark}", by.word()),
                Item::Cut(lines) => writeln!(text, "cut: {lines} {mark}"),
            };
        }
        if row > 0 {
            text.push('\n');
        }
        let secret = secret.map_or_else(|| "sealed".to_owned(), |secret| secret.to_string());
        let _ = write!(text, "secret: {secret}\n{LAST}{} entries, {head}\n", items.len());
        text
    }

    /// The proof in the text of a record; none if it has none.
    pub fn parse(text: &str) -> Result<Option<Proof>, ProofError> {
        let mut lines = text.lines().map(str::trim_end).enumerate().skip_while(|(_, line)| {
            // What stands before belongs to the record, whatever it says.
            !line.starts_with("end: ")
        });
        let Some((_, first)) = lines.find(|(_, line)| line.starts_with(FIRST)) else { return Ok(None) };
        let protocol = first.strip_prefix(FIRST).unwrap_or_default();
        if protocol != PROTOCOL {
            return Err(ProofError::Protocol(protocol.to_owned()));
        }
        let (mut id, mut commitment, mut begin, mut secret) = (None, None, None, None);
        let mut items = Vec::new();
        for (i, text) in lines {
            let torn = || ProofError::Line { line: i + 1, text: text.chars().take(80).collect() };
            let (key, value) = text.split_once(": ").ok_or_else(torn)?;
            match key {
                "match" => id = Some(value.to_owned()),
                "commitment" => commitment = Some(Bytes::read(value).ok_or_else(torn)?),
                "begin" => begin = Some(value.to_owned()),
                "secret" if value == "sealed" => secret = None,
                "secret" => secret = Some(Bytes::read(value).ok_or_else(torn)?),
                "line" => items.extend(value.split(' ').map(|mark| (Item::Line, mark.to_owned()))),
                "chain" => {
                    let head = value.split_once(" entries, ").and_then(|(_, head)| Bytes::read(head));
                    return Ok(Some(Proof {
                        id: id.ok_or(ProofError::Missing("match"))?,
                        commitment: commitment.ok_or(ProofError::Missing("commitment"))?,
                        begin: begin.ok_or(ProofError::Missing("begin"))?,
                        items,
                        secret,
                        head: head.ok_or_else(torn)?,
                    }));
                }
                _ => items.push(read_item(key, value).ok_or_else(torn)?),
            }
        }
        Err(ProofError::Missing("chain"))
    }

    /// A record with its proof.
    pub fn append(&self, record: &Record) -> String {
        format!("{}{}", record.to_text(), self.to_text())
    }
}

fn read_item(key: &str, value: &str) -> Option<(Item, String)> {
    let known = |text: &str| if text == "?" { Some(None) } else { read_kind(text).map(Some) };
    Some(match key {
        "draw" => {
            let (kind, mark) = value.split_once(' ')?;
            (Item::Draw(known(kind)?), mark.to_owned())
        }
        "lost" => {
            let (mark, line) = value.split_once(' ')?;
            (Item::Lost(line.to_owned(), None), mark.to_owned())
        }
        "lost-draw" => {
            let (kind, rest) = value.split_once(' ')?;
            let (mark, line) = rest.split_once(' ')?;
            (Item::Lost(line.to_owned(), known(kind)?), mark.to_owned())
        }
        "salt" => {
            let words: Vec<&str> = value.split(' ').collect();
            let [seat, salt, by, mark] = words[..] else { return None };
            let (seat, salt, by) = (seat.parse().ok()?, Bytes::read(salt)?, By::read(by)?);
            (Item::Salt { seat, salt, by }, mark.to_owned())
        }
        "cut" => {
            let (lines, mark) = value.split_once(' ')?;
            (Item::Cut(lines.parse().ok()?), mark.to_owned())
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_back() {
        for draw in [Draw::D6, Draw::TWO_D6, Draw::Cup { tokens: 300 }, Draw::Deck { cards: 20 }] {
            assert_eq!(read_kind(&kind(draw)), Some(draw));
        }
        for text in
            ["", "d", "2d", "0d6", "2d0", "30d10", "cup0", "cup", "deck21", "deck0", "02d6", "?", "cup+5"]
        {
            assert_eq!(read_kind(text), None, "{text}");
        }
    }
}
