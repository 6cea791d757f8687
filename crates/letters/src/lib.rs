//! A game by file: two sides, no server. The file is a header and letters, each written and signed by one side; every line is
//! part of a chain of hashes. A roll needs a share of both sides, promised before the first move, so that neither can know a roll
//! before the other has answered. `docs/play-by-file.md` describes it.

#![deny(missing_docs)]

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit as _, Mac as _};
use kernel::{
    Draw, Header, Luck, Node, PlayError, Players, Rng, Seat, Viewer,
    erased::{AnyGame, AnyMatch},
};
use proof::{Bytes, Hash};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use sha2::{Digest as _, Sha256};

/// The name and version of the form.
const FIRST: &str = "sandtable letters 1";
/// How many rolls a promise lasts for.
pub const ROLLS: usize = 20_000;

/// What one side keeps to itself. Key and shares follow from it.
pub struct Keys {
    pair: Ed25519KeyPair,
    /// The shares from the last one to the promise: each is the digest of the one before.
    shares: Vec<Bytes>,
}

impl Keys {
    /// From thirty-two random bytes.
    pub fn new(seed: Bytes) -> Keys {
        let part = |what: &[u8]| hmac(&seed.0, &[b"sandtable letters 1 ", what]);
        let pair = Ed25519KeyPair::from_seed_unchecked(&part(b"key")).expect("any 32 bytes are a key");
        let mut shares = vec![Bytes(part(b"share"))];
        for at in 0..ROLLS {
            shares.push(shares[at].digest());
        }
        Keys { pair, shares }
    }

    /// The public key.
    pub fn public(&self) -> String {
        hex(self.pair.public_key().as_ref())
    }

    /// What every share can be held against.
    fn promise(&self) -> Bytes {
        self.shares[ROLLS]
    }

    /// The share for roll number `n`, counted from zero.
    fn share(&self, n: usize) -> Option<Bytes> {
        self.shares.get(ROLLS.checked_sub(n + 1)?).copied()
    }

    fn sign(&self, head: Hash) -> String {
        hex(self.pair.sign(&signed_words(head)).as_ref())
    }
}

/// What a side has shown of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Party {
    key: String,
    /// The last share that it showed, or its promise.
    last: Bytes,
    /// How many shares it showed.
    shown: usize,
}

/// A game by file, as far as it has come.
pub struct Letters {
    id: String,
    header: String,
    /// The letters as text, each with its signature.
    letters: Vec<String>,
    /// The hash after the header and after each letter.
    heads: Vec<Hash>,
    parties: Vec<Option<Party>>,
    /// A roll that waits for the other side's share: who asked, and with which.
    asked: Option<(Seat, Bytes)>,
    /// How many rolls were made.
    rolls: usize,
    /// The position.
    pub play: Box<dyn AnyMatch>,
}

/// Why a file cannot be played on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LetterError {
    /// It is something else.
    #[error("this is no game by file: the first line must be '{FIRST}'")]
    NoLetters,
    /// The header cannot be used.
    #[error("the header: {0}")]
    Header(String),
    /// A letter does not hold.
    #[error("letter {letter}: {says}")]
    Letter {
        /// Its number, counted from one.
        letter: usize,
        /// What is wrong with it.
        says: String,
    },
    /// The reader has already seen more.
    #[error(
        "this file is older than what you know: it has {found} letters, and you have seen {known}; ask for the newest one"
    )]
    Stale {
        /// Its letters.
        found: usize,
        /// The letters that were seen before.
        known: usize,
    },
    /// The reader has seen another game.
    #[error(
        "letter {letter} is not the one you have seen: somebody goes on from another past; nothing of it is taken over"
    )]
    Other {
        /// The last letter that was seen before.
        letter: usize,
    },
    /// It is not this side's to write.
    #[error("it is the other side's turn to write: send the file to them")]
    TheirTurn,
    /// Nobody has to write.
    #[error("the game is over")]
    Over,
    /// What was played does not fit.
    #[error("{0}")]
    Play(String),
    /// Something is hidden.
    #[error(
        "this game cannot be played by file: {0}. A file shows everything to both sides, and nobody is there to keep it; play it on a server"
    )]
    Hides(String),
}

impl Letters {
    /// A new game; the side that begins it has written nothing yet.
    pub fn begin(
        game: &dyn AnyGame,
        scenario: Option<&str>,
        options: &[String],
        id: Bytes,
    ) -> Result<Letters, LetterError> {
        let start = |error: kernel::SetupError| LetterError::Header(error.to_string());
        let play = game.start(scenario, options, Players::default()).map_err(start)?;
        let Header { game: name, rules, data, scenario, options, .. } = play.header();
        let id = id.to_string();
        let header = format!(
            "{FIRST}\nmatch: {id}\ngame: {name}\nrules: {rules}\ndata: {data}\nscenario: {scenario}\noptions: {}\n---\n",
            options.join(" ")
        );
        let heads = vec![sha(&[header.as_bytes()])];
        let parties = vec![None; game.about().sides.len()];
        Ok(Letters { id, header, letters: Vec::new(), heads, parties, asked: None, rolls: 0, play })
    }

    /// The id of the game that a file is of.
    pub fn game(text: &str) -> Result<&str, LetterError> {
        named(text, "game")
    }

    /// The number of the match that a file is of; nothing in the file is checked.
    pub fn number(text: &str) -> Result<&str, LetterError> {
        named(text, "match")
    }

    /// Reads a file and checks all of it: every hash, signature, share, roll and action.
    pub fn read(game: &dyn AnyGame, text: &str) -> Result<Letters, LetterError> {
        Letters::game(text)?;
        let text = text.replace("\r\n", "\n");
        let (head, body) =
            text.split_once("---\n").ok_or_else(|| LetterError::Header("it has no end".to_owned()))?;
        let field = |key: &str| {
            let found = head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
            found
                .map(|value| value.trim().to_owned())
                .ok_or_else(|| LetterError::Header(format!("it has no '{key}'")))
        };
        let id = Bytes::read(&field("match")?)
            .ok_or_else(|| LetterError::Header("'match' is no number".to_owned()))?;
        let options: Vec<String> = field("options")?.split_whitespace().map(str::to_owned).collect();
        let mut letters = Letters::begin(game, Some(&field("scenario")?), &options, id)?;
        if letters.header != format!("{head}---\n") {
            let ours = format!("revision {} of {}", game.about().revision, game.about().id);
            return Err(LetterError::Header(format!(
                "it is not one of {ours} with tables '{}'",
                game.about().data
            )));
        }
        let mut lines: Vec<&str> = Vec::new();
        for line in body.lines() {
            if line.starts_with("letter: ") && !lines.is_empty() {
                letters.take(game, &lines)?;
                lines.clear();
            }
            lines.push(line);
        }
        if !lines.is_empty() {
            letters.take(game, &lines)?;
        }
        Ok(letters)
    }

    /// The file.
    pub fn to_text(&self) -> String {
        format!("{}{}", self.header, self.letters.concat())
    }

    /// The number of the match.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How many letters were written, and the hash after the last.
    pub fn seen(&self) -> (usize, Hash) {
        (self.letters.len(), self.heads[self.letters.len()])
    }

    /// Whether this goes on from what a side has seen before.
    pub fn follows(&self, (known, head): (usize, Hash)) -> Result<(), LetterError> {
        match self.heads.get(known) {
            None => Err(LetterError::Stale { found: self.letters.len(), known }),
            Some(found) if *found != head => Err(LetterError::Other { letter: known }),
            Some(_) => Ok(()),
        }
    }

    /// Whether a seat has shown its key and its promise.
    pub fn has_joined(&self, seat: Seat) -> bool {
        self.parties.get(usize::from(seat.0)).is_some_and(Option::is_some)
    }

    /// Whether everybody has.
    pub fn is_complete(&self) -> bool {
        self.parties.iter().all(Option::is_some)
    }

    /// Whether this seat has something to write now.
    pub fn may_write(&self, seat: Seat) -> Result<(), LetterError> {
        if !self.has_joined(seat) {
            return Ok(());
        }
        match self.play.node() {
            Node::Over(_) => Err(LetterError::Over),
            _ if !self.is_complete() => Err(LetterError::TheirTurn),
            Node::Decision(decides) if decides == seat => Ok(()),
            Node::Chance(_) if self.asked.is_none_or(|(by, _)| by != seat) => Ok(()),
            _ => Err(LetterError::TheirTurn),
        }
    }

    /// Begins a letter: joins if need be, and rolls what waits for this side's share.
    pub fn open(&self, game: &dyn AnyGame, seat: Seat, keys: &Keys) -> Result<Draft, LetterError> {
        self.may_write(seat)?;
        let side = &game.about().sides[usize::from(seat.0)].id;
        let mut draft = Draft {
            text: format!("letter: {} {side}\n", self.letters.len() + 1),
            play: self.play.duplicate(),
            head: self.heads[self.letters.len()],
            rolls: self.rolls,
            from: self.play.seq(),
        };
        draft.head = linked(draft.head, draft.text.trim_end());
        if !self.has_joined(seat) {
            draft.line(&format!("key: {}", keys.public()));
            draft.line(&format!("promise: {}", keys.promise()));
        }
        if let (Node::Chance(draw), Some((by, theirs))) = (draft.play.node(), self.asked)
            && by != seat
        {
            let mine = keys.share(draft.rolls).ok_or_else(spent)?;
            let outcome = draw.write(luck(draw, draft.head, draft.rolls, [(by, theirs), (seat, mine)]));
            draft.line(&format!("draw: {mine} {outcome}"));
            draft.play.play_luck(&outcome).map_err(|error| LetterError::Play(error.to_string()))?;
            draft.rolls += 1;
        }
        draft.from = draft.play.seq();
        Ok(draft)
    }

    /// Ends a letter with what was played since it was begun, asks for the roll that is due, signs it and adds it.
    pub fn close(
        &mut self,
        game: &dyn AnyGame,
        seat: Seat,
        keys: &Keys,
        mut draft: Draft,
    ) -> Result<(), LetterError> {
        for line in &draft.play.record().lines[draft.from..].to_vec() {
            draft.line(&format!("play: {line}"));
        }
        let complete =
            (0..self.parties.len()).all(|at| at == usize::from(seat.0) || self.parties[at].is_some());
        if let (Node::Chance(_), true) = (draft.play.node(), complete) {
            let share = keys.share(draft.rolls).ok_or_else(spent)?;
            draft.line(&format!("roll: {share}"));
        }
        let text = format!("{}signed: {}\n", draft.text, keys.sign(draft.head));
        // Whatever is written is read like a letter of the other side's.
        self.take(game, &text.lines().collect::<Vec<_>>())
    }

    /// Checks a letter and adds it.
    fn take(&mut self, game: &dyn AnyGame, lines: &[&str]) -> Result<(), LetterError> {
        let letter = self.letters.len() + 1;
        let wrong = |says: String| LetterError::Letter { letter, says };
        let mut head = self.heads[self.letters.len()];
        let (mut play, mut parties, mut asked, mut rolls) =
            (self.play.duplicate(), self.parties.clone(), self.asked, self.rolls);
        let side = lines[0].strip_prefix(&format!("letter: {letter} "));
        let side = side.ok_or_else(|| {
            wrong(format!("it must begin with 'letter: {letter} SIDE', found '{}'", lines[0]))
        })?;
        let number = game.about().side(side).ok_or_else(|| wrong(format!("there is no side '{side}'")))?;
        let seat = Seat(number as u8);
        let (Some(last), true) =
            (lines.last().and_then(|line| line.strip_prefix("signed: ")), lines.len() > 1)
        else {
            return Err(wrong("it is cut short: the signature is missing".to_owned()));
        };
        let mut key = None;
        for line in &lines[..lines.len() - 1] {
            let before = head;
            head = linked(head, line);
            let Some((what, value)) = line.split_once(": ") else {
                return Err(wrong(format!("'{line}' says nothing")));
            };
            match what {
                "letter" if *line == lines[0] => {}
                "key" if parties[number].is_none() && key.is_none() => key = Some(value.to_owned()),
                "promise" if parties[number].is_none() => {
                    let last =
                        Bytes::read(value).ok_or_else(|| wrong("the promise is no digest".to_owned()))?;
                    let key = key.take().ok_or_else(|| wrong("a promise comes after the key".to_owned()))?;
                    parties[number] = Some(Party { key, last, shown: 0 });
                }
                "play" => {
                    if parties.iter().any(Option::is_none) {
                        return Err(wrong(
                            "nothing is played before both sides have promised their shares".to_owned(),
                        ));
                    }
                    play.play(seat, value).map_err(|error| wrong(told(value, &error)))?;
                }
                "roll" => {
                    if !matches!(play.node(), Node::Chance(_))
                        || asked.is_some()
                        || parties.iter().any(Option::is_none)
                    {
                        return Err(wrong("no roll is due here".to_owned()));
                    }
                    asked = Some((seat, shown(&mut parties, number, value).map_err(&wrong)?));
                }
                "draw" => {
                    let (Node::Chance(draw), Some((by, theirs))) = (play.node(), asked) else {
                        return Err(wrong("no roll waits for a share here".to_owned()));
                    };
                    if by == seat {
                        return Err(wrong("nobody rolls with his own shares alone".to_owned()));
                    }
                    let (mine, outcome) = value
                        .split_once(' ')
                        .ok_or_else(|| wrong("a roll has a share and an outcome".to_owned()))?;
                    let mine = shown(&mut parties, number, mine).map_err(&wrong)?;
                    let follows = draw.write(luck(draw, before, rolls, [(by, theirs), (seat, mine)]));
                    if follows != outcome {
                        return Err(wrong(format!(
                            "the roll is {outcome}, and {follows} follows from the two shares"
                        )));
                    }
                    play.play_luck(outcome).map_err(|error| wrong(told(outcome, &error)))?;
                    (asked, rolls) = (None, rolls + 1);
                }
                _ => return Err(wrong(format!("'{line}' does not belong here"))),
            }
        }
        let key = parties[number].as_ref().map(|party| party.key.clone());
        let key = key.ok_or_else(|| wrong(format!("{side} has not shown a key")))?;
        if !verified(&key, head, last) {
            return Err(wrong(format!(
                "the signature is not {side}'s, or something was changed after it was signed"
            )));
        }
        self.letters.push(lines.iter().map(|line| format!("{line}\n")).collect());
        self.heads.push(head);
        (self.play, self.parties, self.asked, self.rolls) = (play, parties, asked, rolls);
        Ok(())
    }
}

/// A letter that is being written.
pub struct Draft {
    text: String,
    /// The position; what is played is played here.
    pub play: Box<dyn AnyMatch>,
    head: Hash,
    rolls: usize,
    /// How many plies were there before this side acted.
    from: usize,
}

impl Draft {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
        self.head = linked(self.head, line);
    }
}

/// What a field of a file says, if it begins as one.
fn named<'a>(text: &'a str, field: &str) -> Result<&'a str, LetterError> {
    let mut lines = text.lines();
    if lines.next().map(str::trim_end) != Some(FIRST) {
        return Err(LetterError::NoLetters);
    }
    let found = lines.find_map(|line| line.strip_prefix(field)?.strip_prefix(": "));
    found.map(str::trim_end).ok_or_else(|| LetterError::Header(format!("it has no '{field}'")))
}

fn spent() -> LetterError {
    LetterError::Play(format!("the promise of this side is spent: it lasts for {ROLLS} rolls"))
}

fn told(what: &str, error: &PlayError) -> String {
    format!("'{what}' cannot be played there: {error}")
}

/// A share that a side shows, if it is the next one that it promised.
fn shown(parties: &mut [Option<Party>], number: usize, text: &str) -> Result<Bytes, String> {
    let share = Bytes::read(text).ok_or_else(|| format!("'{text}' is no share"))?;
    let Some(party) = &mut parties[number] else { return Err("the side has promised nothing".to_owned()) };
    if share.digest() != party.last {
        return Err("the share is not the one that was promised".to_owned());
    }
    (party.last, party.shown) = (share, party.shown + 1);
    Ok(share)
}

/// The roll that follows from both shares and everything before it.
fn luck(draw: Draw, head: Hash, n: usize, mut shares: [(Seat, Bytes); 2]) -> Luck {
    shares.sort_by_key(|(seat, _)| seat.0);
    let key = hmac(b"sandtable letters 1 roll", &[&shares[0].1.0, &shares[1].1.0]);
    let count = draw.count();
    // Numbers of the last, incomplete round would favour small outcomes: they are drawn again.
    let tail = (u64::MAX % count + 1) % count;
    let number = |attempt: u32| {
        let mac = hmac(&key, &[b"draw", &(n as u64).to_be_bytes(), &attempt.to_be_bytes(), &head.0]);
        u64::from_be_bytes(mac[..8].try_into().expect("a MAC has 32 bytes"))
    };
    let drawn = (0..).map(number).find(|&number| number <= u64::MAX - tail);
    Luck(drawn.expect("one of them fits") % count)
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

fn linked(head: Hash, line: &str) -> Hash {
    sha(&[&head.0, line.as_bytes()])
}

fn signed_words(head: Hash) -> Vec<u8> {
    format!("sandtable letter {head}").into_bytes()
}

fn verified(key: &str, head: Hash, signature: &str) -> bool {
    let (Some(key), Some(signature)) = (unhex(key), unhex(signature)) else { return false };
    UnparsedPublicKey::new(&ED25519, key).verify(&signed_words(head), &signature).is_ok()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// Whether a position keeps something from one of its sides, and what.
pub fn hidden(game: &dyn AnyGame, play: &dyn AnyMatch) -> Option<String> {
    let known = |viewer| {
        let view = play.view(viewer);
        (view.spaces, view.pieces, view.tracks, view.boxes, play.lines(viewer, 0))
    };
    let all = known(Viewer::Umpire);
    for (seat, side) in (0..).zip(&game.about().sides) {
        let view = play.view(Viewer::Seat(Seat(seat)));
        if view.secret || known(Viewer::Seat(Seat(seat))) != all {
            let step = view.step;
            return Some(format!(
                "in the step '{step}' something is kept from {}, or chosen in secret",
                side.name
            ));
        }
    }
    None
}

/// How many random games are tried for something hidden, and how many plies of each.
const TRIES: (u64, usize) = (2, 250);

/// Refuses a game in which something is kept from a side: random games are tried.
pub fn playable(game: &dyn AnyGame, scenario: Option<&str>, options: &[String]) -> Result<(), LetterError> {
    for seed in 0..TRIES.0 {
        let start = |error: kernel::SetupError| LetterError::Header(error.to_string());
        let mut play = game.start(scenario, options, Players::default()).map_err(start)?;
        let mut rng = Rng::new(seed, 0);
        while play.seq() < TRIES.1 {
            if let Some(says) = hidden(game, &*play) {
                return Err(LetterError::Hides(says));
            }
            play.roll(&mut rng);
            let Node::Decision(seat) = play.node() else { break };
            let legal = play.legal();
            let played = play.play(seat, &legal[rng.index(legal.len())]);
            played.map_err(|error| LetterError::Play(error.to_string()))?;
        }
    }
    Ok(())
}
