//! Recomputing a proof from the file alone, and what a side kept of it.

use std::fmt;

use kernel::{Draw, Record};

use crate::{By, Chain, Event, Hash, Item, Proof, Salt};

/// What a player kept while the game ran. Whatever is none is not compared.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What the host published before the first draw.
    pub commitment: Option<Hash>,
    /// Salts, each with its seat.
    pub salts: Vec<(u8, Salt)>,
    /// The hash of the chain after so many entries.
    pub heads: Vec<(usize, Hash)>,
}

/// The kind of the draw that the rules ask for at a ply, counted from zero.
pub type Given<'a> = &'a dyn Fn(usize) -> Option<Draw>;

/// What a proof shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// How many things came in.
    pub entries: usize,
    /// How many draws were made by this host.
    pub draws: usize,
    /// How many of them were recomputed.
    pub proved: usize,
    /// How many draws came with the record that the game went on from; nothing is proved of them.
    pub given: usize,
    /// What was taken back, in order.
    pub cuts: Vec<TakenBack>,
    /// Whether the secret is open.
    pub open: bool,
    /// The salts, in the order in which they came.
    pub salts: Vec<SaltSeen>,
}

/// What a proof without a fault still leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// The game goes on, so the secret is sealed.
    Sealed,
    /// The game is over and the secret is not open: the host withholds it.
    Withheld,
    /// So many draws are of a kind that nobody names.
    Unproved(usize),
}

impl Verdict {
    /// What is left open, for a game that is over or not; nothing if every draw of this host is proved.
    pub fn doubt(&self, over: bool) -> Option<Doubt> {
        match (self.open, over, self.draws - self.proved) {
            (false, false, _) => Some(Doubt::Sealed),
            (false, true, _) => Some(Doubt::Withheld),
            (true, _, 0) => None,
            (true, _, left) => Some(Doubt::Unproved(left)),
        }
    }

    /// How many draws were made before any side had sent a salt of its own. The host could have chosen those by trying
    /// out secrets before he published the digest of one.
    pub fn uncovered(&self) -> usize {
        let own = self.salts.iter().filter(|salt| salt.by == By::Own);
        own.map(|salt| salt.draws_before).min().unwrap_or(self.draws)
    }
}

/// Lines that were taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenBack {
    /// The entry that says so, counted from one.
    pub entry: usize,
    /// What had been played, actions and draws.
    pub lines: Vec<String>,
}

/// A salt in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SaltSeen {
    /// The seat.
    pub seat: u8,
    /// Who made it.
    pub by: By,
    /// How many draws were made before it came.
    pub draws_before: usize,
}

/// Where a proof does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The entry, counted from one; zero for what stands before the first.
    pub entry: usize,
    /// The line of the record, counted from one, if the entry is one that stands.
    pub ply: Option<usize>,
    /// What is wrong there.
    pub what: What,
}

/// What is wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// The header of the record or the commitment is another than the chain began with.
    Begin,
    /// The secret is not the one that was committed to.
    Secret,
    /// The commitment is another than the one a player was shown.
    Commitment,
    /// A salt is another than the one a player sent, or is not there.
    Salt,
    /// The chain is another than the one a player was shown.
    Head,
    /// A die shows another face than the one that follows from secret and salts.
    Die {
        /// What follows.
        follows: String,
        /// What stands there.
        stands: String,
    },
    /// The entry is another than the one the chain has.
    Changed,
    /// The draw is of another kind than the rules ask for, or no draw stands there.
    Kind,
    /// A seat has a second salt; more is taken back than stands, or nothing, or dice without what made them due; or the
    /// rules refuse what was taken back.
    Impossible,
    /// The record and the proof have different numbers of lines.
    Length,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.entry, self.ply) {
            (0, _) => write!(f, "at the beginning: ")?,
            (entry, Some(ply)) => write!(f, "entry {entry}, ply {ply}: ")?,
            (entry, None) => write!(f, "entry {entry}: ")?,
        }
        match &self.what {
            What::Begin => write!(f, "the header or the commitment is not the one the chain began with"),
            What::Secret => write!(f, "the secret is not the one that was committed to"),
            What::Commitment => write!(f, "the commitment is not the one you were shown"),
            What::Salt => write!(f, "the salt is not the one you sent"),
            What::Head => write!(f, "the chain is not the one you were shown"),
            What::Die { follows, stands } => {
                write!(f, "the dice show {stands}, and {follows} follows from secret and salts")
            }
            What::Changed => write!(f, "what stands here is not what the chain has"),
            What::Kind => write!(f, "this draw is not the one the rules ask for"),
            What::Impossible => write!(f, "this cannot have come in here"),
            What::Length => write!(f, "the record and the proof do not have the same lines"),
        }
    }
}

/// Recomputes everything. With the rules at hand, the kinds of the draws are held against them. The first fault is told.
/// Of a proof that is still sealed only its form can be checked, and what a player kept.
pub fn verify(
    record: &Record,
    proof: &Proof,
    by_rules: Option<Given<'_>>,
    kept: &Kept,
) -> Result<Verdict, Fault> {
    let beginning = |what| Fault { entry: 0, ply: None, what };
    let genesis = proof.genesis(&record.header);
    let mut chain = proof.secret.map(|secret| Chain::new(&genesis, secret));
    if kept.commitment.is_some_and(|commitment| commitment != proof.commitment) {
        return Err(beginning(What::Commitment));
    }
    if proof.secret.is_some_and(|secret| secret.digest() != proof.commitment) {
        return Err(beginning(What::Secret));
    }
    if chain.as_ref().is_some_and(|chain| chain.head().short() != proof.begin) {
        return Err(beginning(What::Begin));
    }
    let given = genesis.given();
    let mut walk =
        Walk { record, by_rules, given, ply: 0, lines: 0, standing: Vec::new(), verdict: blank(proof) };
    for (number, (item, mark)) in (1..).zip(&proof.items) {
        let ply = matches!(item, Item::Line | Item::Draw(_)).then_some(walk.ply + 1);
        let fault = |what| Fault { entry: number, ply, what };
        let event = walk.enter(chain.as_ref(), number, item).map_err(fault)?;
        if let Some(chain) = &mut chain {
            chain.add(&event);
            if chain.head().short() != *mark {
                return Err(fault(What::Changed));
            }
            let shown = kept.heads.iter().find(|(entries, _)| *entries == number);
            if shown.is_some_and(|(_, head)| *head != chain.head()) {
                return Err(fault(What::Head));
            }
        }
        if let Event::Salt { seat, salt, .. } = event
            && kept.salts.iter().any(|(of, own)| *of == seat && *own != salt)
        {
            return Err(fault(What::Salt));
        }
    }
    let end = |what| Fault { entry: proof.items.len(), ply: None, what };
    if walk.ply != record.lines.len() {
        return Err(Fault { ply: Some(walk.ply + 1), ..end(What::Length) });
    }
    if walk.standing.iter().any(|(_, lost)| *lost) {
        return Err(end(What::Impossible));
    }
    if chain.is_some_and(|chain| chain.head() != proof.head) {
        return Err(end(What::Changed));
    }
    if kept.heads.iter().any(|(entries, _)| *entries > proof.items.len()) {
        return Err(end(What::Head));
    }
    let has_salt = |seat: u8| walk.verdict.salts.iter().any(|salt| salt.seat == seat);
    if kept.salts.iter().any(|(seat, _)| !has_salt(*seat)) {
        return Err(end(What::Salt));
    }
    Ok(walk.verdict)
}

fn blank(proof: &Proof) -> Verdict {
    Verdict {
        entries: proof.items.len(),
        draws: 0,
        proved: 0,
        given: 0,
        cuts: Vec::new(),
        open: proof.secret.is_some(),
        salts: Vec::new(),
    }
}

/// What is known on the way along a chain.
struct Walk<'a> {
    record: &'a Record,
    by_rules: Option<Given<'a>>,
    /// How many of the first lines another record gave.
    given: usize,
    /// How many lines of the record were passed.
    ply: usize,
    /// How many lines came in.
    lines: usize,
    /// The lines that stood at this moment of the game, and whether each was cut later.
    standing: Vec<(String, bool)>,
    verdict: Verdict,
}

impl Walk<'_> {
    /// The event of an entry, if it can have come in here. Without a chain no draw can be recomputed.
    fn enter(&mut self, chain: Option<&Chain>, entry: usize, item: &Item) -> Result<Event, What> {
        Ok(match item {
            Item::Line | Item::Draw(_) => {
                let line = self.record.lines.get(self.ply).ok_or(What::Length)?;
                let due = line.starts_with("* ") && self.lines >= self.given;
                match item {
                    Item::Draw(kind) if due => {
                        let rules = self.by_rules.and_then(|rules| rules(self.ply));
                        if kind.is_some() && rules.is_some() && *kind != rules {
                            return Err(What::Kind);
                        }
                        self.draw(chain, line, kind.or(rules))?;
                    }
                    Item::Line if !due => self.verdict.given += usize::from(line.starts_with("* ")),
                    _ => return Err(What::Changed),
                }
                self.ply += 1;
                self.came(line, false)
            }
            Item::Lost(line, kind) => {
                if line.starts_with("* ") && self.lines >= self.given {
                    self.draw(chain, line, *kind)?;
                }
                self.came(line, true)
            }
            Item::Salt { seat, salt, by } => {
                if self.verdict.salts.iter().any(|other| other.seat == *seat) {
                    return Err(What::Impossible);
                }
                let draws_before = self.verdict.draws;
                self.verdict.salts.push(SaltSeen { seat: *seat, by: *by, draws_before });
                Event::Salt { seat: *seat, salt: *salt, by: *by }
            }
            Item::Cut(lines) => {
                // Exactly those lines are gone from the record that were taken back. Somebody's decision is the first of
                // them: with entries of nothing, or dice of the host's own, he could try out what the next roll would be.
                let left = self.standing.len().checked_sub(*lines).ok_or(What::Impossible)?;
                let (first, _) = self.standing.get(left).ok_or(What::Impossible)?;
                if first.starts_with("* ") || !self.standing[left..].iter().all(|(_, lost)| *lost) {
                    return Err(What::Impossible);
                }
                let taken = self.standing.drain(left..).map(|(line, _)| line).collect();
                self.verdict.cuts.push(TakenBack { entry, lines: taken });
                Event::Cut(*lines)
            }
        })
    }

    fn came(&mut self, line: &str, lost: bool) -> Event {
        self.lines += 1;
        self.standing.push((line.to_owned(), lost));
        Event::Line(line.to_owned())
    }

    fn draw(&mut self, chain: Option<&Chain>, line: &str, kind: Option<Draw>) -> Result<(), What> {
        self.verdict.draws += 1;
        let (Some(chain), Some(kind)) = (chain, kind) else { return Ok(()) };
        let follows = kind.write(chain.luck(kind));
        let stands = line.trim_start_matches("* ");
        if follows != stands {
            return Err(What::Die { follows, stands: stands.to_owned() });
        }
        self.verdict.proved += 1;
        Ok(())
    }
}
