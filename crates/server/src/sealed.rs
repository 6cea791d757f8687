//! Fair dice: the sealed secret of a match, its salts, and the chain that every draw follows from. `proof` has the
//! protocol.

use kernel::{Draw, Header, Luck, Origin, PlayError, Record, erased::AnyMatch, example::Position};
use proof::{Aside, By, Bytes, Chain, Event, Genesis, Proof, Salt, Secret};
use serde::Serialize;
use store::{NewMatch, NewSeat, SavedAside, SavedProof};

use crate::{dice::Dice, table::HUMAN};

/// What the draws of a live match follow from.
pub struct Sealed {
    secret: Secret,
    genesis: Genesis,
    chain: Chain,
    asides: Vec<Aside>,
}

/// What everybody may know of the proof of a match.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct ProofMeta {
    /// `none`, `sealed` or `open`; `shares` in a game by file.
    state: &'static str,
    /// The same in a sentence or two.
    says: String,
    /// The SHA-256 of the secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    /// The hash of everything so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
    /// How many things came in.
    entries: usize,
    /// For each seat who made its salt: `own`, `server`, or `nobody` yet.
    salts: Vec<&'static str>,
}

/// A seat without a salt.
const NOBODY: &str = "nobody";

/// Thirty-two random bytes.
pub fn random() -> Bytes {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    Bytes(bytes)
}

impl Sealed {
    /// A fresh secret for a match that begins; the lines it begins with are those of another record.
    pub fn new(start: &NewMatch, given: &[String]) -> Sealed {
        let secret = random();
        let genesis = genesis(start, secret);
        let mut chain = Chain::new(&genesis, secret);
        given.iter().for_each(|line| chain.add(&Event::Line(line.clone())));
        Sealed { secret, genesis, chain, asides: Vec::new() }
    }

    /// The chain of a kept match; none if it has no proof, or one that does not fit its plies.
    pub fn load(start: &NewMatch, lines: &[String]) -> Option<Sealed> {
        let saved = start.proof.as_ref()?;
        let sealed = Sealed::read(start, saved, lines);
        if sealed.is_none() {
            tracing::error!(id = %start.id, "the proof of a match cannot be read");
        }
        sealed
    }

    fn read(start: &NewMatch, saved: &SavedProof, lines: &[String]) -> Option<Sealed> {
        let secret = Bytes(saved.secret.as_slice().try_into().ok()?);
        let aside = |it: &SavedAside| Aside::read(usize::try_from(it.at).ok()?, &it.aside);
        let asides: Vec<Aside> = saved.asides.iter().map(aside).collect::<Option<_>>()?;
        let genesis = genesis(start, secret);
        let mut chain = Chain::new(&genesis, secret);
        proof::woven(lines, &asides)?.iter().for_each(|woven| chain.add(&woven.event));
        Some(Sealed { secret, genesis, chain, asides })
    }

    /// As it is kept.
    pub fn saved(&self) -> SavedProof {
        let asides = self.asides.iter().map(|it| SavedAside { at: it.at() as i64, aside: it.to_string() });
        SavedProof { secret: self.secret.0.to_vec(), asides: asides.collect() }
    }

    /// The outcome of the draw that is due now.
    pub fn luck(&self, draw: Draw) -> Luck {
        self.chain.luck(draw)
    }

    /// A line came in.
    pub fn line(&mut self, line: &str) {
        self.chain.add(&Event::Line(line.to_owned()));
    }

    /// Whether a seat has given its salt, or was given one.
    pub fn has_salt(&self, seat: u8) -> bool {
        self.chain.salt(seat).is_some()
    }

    /// A salt came in, after so many plies.
    pub fn salt(&mut self, at: usize, seat: u8, salt: Salt, by: By) -> SavedAside {
        self.aside(Aside::Salt { at, seat, salt, by })
    }

    /// Plies of this match were taken back, so that so many stand.
    pub fn cut(&mut self, play: &dyn AnyMatch, at: usize) -> SavedAside {
        let lines = play.record().lines;
        // Looking for kinds means playing it all again; usually no draw is among them.
        let drawn = lines[at..].iter().any(|line| line.starts_with("* "));
        let kinds = if drawn { proof::kinds(play) } else { Default::default() };
        let lines = lines.into_iter().enumerate().skip(at);
        let lost = lines.map(|(ply, line)| (line, kinds.get(&ply).copied())).collect();
        self.aside(Aside::Cut { at, lost })
    }

    fn aside(&mut self, aside: Aside) -> SavedAside {
        self.chain.add(&aside.event());
        let saved = SavedAside { at: aside.at() as i64, aside: aside.to_string() };
        self.asides.push(aside);
        saved
    }

    /// Whether anything was taken back.
    pub fn has_cuts(&self) -> bool {
        self.asides.iter().any(|aside| matches!(aside, Aside::Cut { .. }))
    }

    /// The section of the record; the secret stands in it once the game is over.
    pub fn section(&self, record: &Record, play: &dyn AnyMatch, over: bool) -> Option<String> {
        let woven = proof::woven(&record.lines, &self.asides)?;
        let proof = Proof::new(&self.genesis, self.secret, &woven, &proof::kinds(play));
        let proof = if over { proof.opened(self.secret) } else { proof };
        Some(proof.to_text())
    }

    fn meta(&self, seats: usize, over: bool) -> ProofMeta {
        let by = |seat: usize| {
            let made = self.asides.iter().find_map(|aside| match aside {
                Aside::Salt { seat: of, by, .. } if usize::from(*of) == seat => Some(by.word()),
                _ => None,
            });
            made.unwrap_or(NOBODY)
        };
        let (state, says) = if over {
            ("open", "The secret behind the dice is open: everybody can recompute every roll.")
        } else {
            (
                "sealed",
                "Every roll follows from a secret that was fixed before the first one and from a salt of each \
                       side. The secret is opened when the game is over.",
            )
        };
        ProofMeta {
            state,
            says: says.to_owned(),
            commitment: Some(self.genesis.commitment.to_string()),
            head: Some(self.chain.head().to_string()),
            entries: self.chain.entries(),
            salts: (0..seats).map(by).collect(),
        }
    }
}

/// Seals a match that begins with these lines of another record. Seats of machines get a salt of ours, and so do those who are
/// not known to send one; then whatever is due is drawn, unless somebody's salt is to come first.
pub fn seal(
    dice: Dice,
    new: &mut NewMatch,
    play: &mut dyn AnyMatch,
    mut lines: Vec<String>,
    sends: impl Fn(usize, &NewSeat) -> bool,
) -> Result<(), PlayError> {
    let mut sealed = dice.seal(new, &lines);
    let mut waits = false;
    if let Some(sealed) = &mut sealed {
        for (number, seat) in new.seats.iter().enumerate() {
            if seat.player == HUMAN && (seat.holder.is_none() || sends(number, seat)) {
                waits |= seat.holder.is_some();
            } else {
                sealed.salt(lines.len(), number as u8, random(), By::Server);
            }
        }
    }
    if !waits {
        dice.settle(new.id, play, &mut lines, sealed.as_mut())?;
    }
    (new.lines, new.proof) = (lines, sealed.map(|sealed| sealed.saved()));
    Ok(())
}

/// The seats that sent a salt of their own: whoever sits there will do so again.
pub fn senders(proof: Option<&SavedProof>) -> Vec<usize> {
    let asides = proof.map_or(&[][..], |proof| &proof.asides);
    let own = asides.iter().filter_map(|it| match Aside::read(0, &it.aside)? {
        Aside::Salt { seat, by: By::Own, .. } => Some(usize::from(seat)),
        _ => None,
    });
    own.collect()
}

/// What is told of the proof of a match.
pub fn meta(sealed: Option<&Sealed>, seats: usize, over: bool) -> ProofMeta {
    let none = || ProofMeta {
        state: "none",
        says: "Nothing proves the dice of this game: it began before this server could prove them."
            .to_owned(),
        commitment: None,
        head: None,
        entries: 0,
        salts: vec![NOBODY; seats],
    };
    sealed.map_or_else(none, |sealed| sealed.meta(seats, over))
}

/// What is told of the draws of a game by file, which come with its letters.
pub fn shares(seats: usize) -> ProofMeta {
    ProofMeta {
        state: "shares",
        says: "Every roll follows from a share of each side, promised before the first move: nobody knows it before the \
               other has answered, and the file proves it."
            .to_owned(),
        commitment: None,
        head: None,
        entries: 0,
        salts: vec![NOBODY; seats],
    }
}

/// The position that a kept match began in.
pub fn position_of(start: &NewMatch) -> Option<Position> {
    let text = start.position.as_deref()?;
    let position = Position::parse(text);
    if let Err(error) = &position {
        tracing::error!(id = %start.id, %error, "the position of a match cannot be read");
    }
    position.ok()
}

fn genesis(start: &NewMatch, secret: Secret) -> Genesis {
    let origin = start.origin.as_ref();
    let header = Header {
        game: start.game.clone(),
        rules: start.rules,
        data: start.data.clone(),
        scenario: start.scenario.clone(),
        options: start.options.clone(),
        luck: String::new(),
        players: Vec::new(),
        revised: Vec::new(),
        origin: origin.map(|it| Origin {
            record: it.record.clone(),
            ply: it.ply as usize,
            game: it.prologue.as_ref().map(|prologue| prologue.game.clone()),
        }),
        position: position_of(start),
    };
    Genesis { id: start.id.to_string(), header, commitment: secret.digest() }
}
