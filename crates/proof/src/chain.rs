//! The chain of hashes over all that came in, and the draw that follows from it.
//!
//! The hashes are keyed by the secret: nobody can try out, by the hash that everybody is shown, what another side did in
//! secret. Whoever knows the secret can recompute them all.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use kernel::{Draw, Header, Luck, Origin};
use sha2::{Digest as _, Sha256};

/// The name and version of the protocol.
pub const PROTOCOL: &str = "sandtable fair dice 1";

/// Thirty-two bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub [u8; 32]);

/// What the host keeps to himself until the game is over.
pub type Secret = Bytes;
/// What a side adds.
pub type Salt = Bytes;
/// A SHA-256.
pub type Hash = Bytes;

/// Who made a salt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The side itself: the host did not know it when he published his digest.
    Own,
    /// The host, for a side that sent none: a machine, or a program that knows nothing of salts.
    Server,
}

/// One thing that came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line of the record: an action, or `* 5 4`.
    Line(String),
    /// A seat's salt.
    Salt {
        /// The seat.
        seat: u8,
        /// The salt.
        salt: Salt,
        /// Who made it.
        by: By,
    },
    /// The last so many lines that still stood were taken back.
    Cut(usize),
}

/// What a chain begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genesis {
    /// The number of the match, so that no two matches have the same chain.
    pub id: String,
    /// What is played: game, revision, tables, scenario, options, origin. The rest of the header is no part of it.
    pub header: Header,
    /// The SHA-256 of the secret.
    pub commitment: Hash,
}

/// Where a chain stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    secret: Secret,
    head: Hash,
    entries: usize,
    /// How many lines came in, those included that were cut.
    lines: usize,
    /// The first lines, which another record gave.
    given: usize,
    draws: u64,
    salts: Vec<Option<Salt>>,
}

impl Bytes {
    /// The SHA-256 of these bytes.
    pub fn digest(self) -> Hash {
        sha(&[&self.0])
    }

    /// Reads 64 hexadecimal digits.
    pub fn read(text: &str) -> Option<Bytes> {
        if text.len() != 64 || !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return None;
        }
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
        }
        Some(Bytes(bytes))
    }

    /// The first eight digits: enough to say where two chains part.
    pub fn short(self) -> String {
        self.to_string()[..8].to_owned()
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A secret is not for logs.
impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", &self.to_string()[..4])
    }
}

impl By {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            By::Own => "own",
            By::Server => "server",
        }
    }

    /// Reads the word.
    pub fn read(word: &str) -> Option<By> {
        [By::Own, By::Server].into_iter().find(|by| by.word() == word)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Line(line) => write!(f, "line {line}"),
            Event::Salt { seat, salt, by } => write!(f, "salt {seat} {salt} {}", by.word()),
            Event::Cut(lines) => write!(f, "cut {lines}"),
        }
    }
}

impl Genesis {
    /// The text that the first hash is of.
    pub fn text(&self) -> String {
        let Header { game, rules, data, scenario, options, origin, position, .. } = &self.header;
        let origin = match origin {
            Some(Origin { record, ply, game: None }) => format!("ply {ply} of sha256 {record}"),
            Some(Origin { record, ply, game: Some(game) }) => format!("{game}, ply {ply} of sha256 {record}"),
            None => "none".to_owned(),
        };
        // A game that began as it is printed has no such line.
        let position = position.as_ref().map_or_else(String::new, |position| {
            format!("position: sha256 {}\n", sha(&[position.to_text().as_bytes()]))
        });
        format!(
            "{PROTOCOL}\nmatch: {}\ngame: {game}\nrules: {rules}\ndata: {data}\nscenario: {scenario}\noptions: {}\n\
             origin: {origin}\n{position}commitment: {}\n",
            self.id,
            options.join(" "),
            self.commitment
        )
    }

    /// How many of the first lines another record gave.
    pub fn given(&self) -> usize {
        // A game that was set up from the end of another took over none of its lines.
        self.header.origin.as_ref().filter(|origin| origin.game.is_none()).map_or(0, |origin| origin.ply)
    }
}

impl Chain {
    /// The beginning.
    pub fn new(genesis: &Genesis, secret: Secret) -> Chain {
        Chain {
            secret,
            head: Bytes(hmac(&secret.0, &[b"begin", genesis.text().as_bytes()])),
            entries: 0,
            lines: 0,
            given: genesis.given(),
            draws: 0,
            salts: Vec::new(),
        }
    }

    /// The hash of everything so far.
    pub fn head(&self) -> Hash {
        self.head
    }

    /// How many things came in.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// How many draws were made, those included that were cut.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// The salt of a seat.
    pub fn salt(&self, seat: u8) -> Option<Salt> {
        self.salts.get(usize::from(seat)).copied().flatten()
    }

    /// Whether the next line is one that another record gave: its draws are no concern of this chain.
    pub fn is_given(&self) -> bool {
        self.lines < self.given
    }

    /// Goes on by one entry.
    pub fn add(&mut self, event: &Event) {
        match event {
            Event::Line(line) => {
                if line.starts_with("* ") && !self.is_given() {
                    self.draws += 1;
                }
                self.lines += 1;
            }
            Event::Salt { seat, salt, .. } => {
                let seat = usize::from(*seat);
                if self.salts.len() <= seat {
                    self.salts.resize(seat + 1, None);
                }
                self.salts[seat] = Some(*salt);
            }
            Event::Cut(_) => {}
        }
        self.head = Bytes(hmac(&self.secret.0, &[b"entry", &self.head.0, event.to_string().as_bytes()]));
        self.entries += 1;
    }

    /// The outcome of the draw that is due now.
    pub fn luck(&self, draw: Draw) -> Luck {
        let key = self.key();
        let count = draw.count();
        // Numbers of the last, incomplete round would favour small outcomes: they are drawn again.
        let tail = (u64::MAX % count + 1) % count;
        let number = |attempt: u32| {
            let words = [&b"draw"[..], &self.draws.to_be_bytes(), &attempt.to_be_bytes(), &self.head.0];
            let mac = hmac(&key, &words);
            u64::from_be_bytes(mac[..8].try_into().expect("a MAC has 32 bytes"))
        };
        let drawn = (0..).map(number).find(|&number| number <= u64::MAX - tail);
        Luck(drawn.expect("one of them fits") % count)
    }

    /// The key of the next draw, from the secret and the salts that are there.
    fn key(&self) -> [u8; 32] {
        let mut words = format!("{PROTOCOL} key").into_bytes();
        for (seat, salt) in self.salts.iter().enumerate() {
            if let Some(salt) = salt {
                words.push(seat as u8);
                words.extend(salt.0);
            }
        }
        hmac(&self.secret.0, &[&words])
    }
}

fn sha(parts: &[&[u8]]) -> Hash {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    Bytes(hash.finalize().into())
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length will do");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use kernel::example::Position;

    use super::*;

    fn header() -> Header {
        Header {
            game: "dummy".into(),
            rules: 1,
            data: "builtin".into(),
            scenario: "one".into(),
            options: Vec::new(),
            luck: "server".into(),
            players: Vec::new(),
            revised: Vec::new(),
            origin: None,
            position: None,
        }
    }

    fn chain(secret: u8) -> Chain {
        let secret = Bytes([secret; 32]);
        Chain::new(&Genesis { id: "m".into(), header: header(), commitment: secret.digest() }, secret)
    }

    #[test]
    fn bytes_read_back() {
        let bytes = Bytes(std::array::from_fn(|i| i as u8 * 7));
        assert_eq!(Bytes::read(&bytes.to_string()), Some(bytes));
        for text in ["", "00", &"g".repeat(64), &"A".repeat(64), &"0".repeat(63), &"ä".repeat(32)] {
            assert_eq!(Bytes::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_position_is_a_part_of_what_the_chain_begins_with() {
        let plain = chain(3);
        let position = Some(Position { clear: true, ..Position::default() });
        let header = Header { position, ..header() };
        let genesis = Genesis { id: "m".into(), header, commitment: Bytes([3; 32]).digest() };
        // `web/tests/proof.test.mjs` has the same digest.
        let line = "\nposition: sha256 8b980446417fb0ff6d96af1d60c27a45925b0aa703db05354575a01ca8cbeb29\ncommitment: ";
        assert!(genesis.text().contains(line), "{}", genesis.text());
        assert_ne!(Chain::new(&genesis, Bytes([3; 32])).head(), plain.head());
    }

    /// These numbers were worked out by another program: page and crate agree on them.
    #[test]
    fn the_protocol_does_not_change() {
        let mut chain = chain(3);
        assert_eq!(chain.head().short(), "479f63e0");
        chain.add(&Event::Salt { seat: 1, salt: Bytes([2; 32]), by: By::Own });
        chain.add(&Event::Line("go left".into()));
        assert_eq!(Bytes([3; 32]).digest().short(), "648aa5c5");
        let draws = [Draw::D6, Draw::TWO_D6, Draw::Cup { tokens: 300 }, Draw::Deck { cards: 20 }];
        let drawn = draws.map(|draw| draw.write(chain.luck(draw)));
        let deck = "17 5 13 7 3 10 1 4 18 19 11 2 6 20 14 8 15 9 16 12";
        assert_eq!(drawn, ["2", "3 2", "14", deck]);
    }

    #[test]
    fn every_part_decides() {
        let deck = Draw::Deck { cards: 20 };
        let mut plain = chain(1);
        let first = plain.luck(deck);
        assert_eq!(plain.luck(deck), first);
        assert_ne!(chain(2).luck(deck), first);
        let mut salted = plain.clone();
        salted.add(&Event::Salt { seat: 0, salt: Bytes([9; 32]), by: By::Own });
        assert_ne!(salted.luck(deck), first);
        plain.add(&Event::Line("* 1".into()));
        assert_eq!(plain.draws(), 1);
        let second = plain.luck(deck);
        plain.add(&Event::Cut(1));
        // What is cut stays: the same draw is not made twice.
        assert_ne!(plain.luck(deck), second);
        assert_ne!(plain.luck(deck), first);
    }

    #[test]
    fn every_outcome_comes_up_about_equally() {
        let mut chain = chain(1);
        let mut seen = [0u32; 36];
        for _ in 0..36_000 {
            let luck = chain.luck(Draw::TWO_D6);
            seen[luck.0 as usize] += 1;
            chain.add(&Event::Line(format!("* {}", Draw::TWO_D6.write(luck))));
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }
}
