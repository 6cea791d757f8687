//! Matches that outlive a change of rules: what becomes of them, their journal as it was told, and how they go on.
//!
//! A match is replayed under the rules and tables of now. Where all of it is still legal it goes on, and says so. Where it
//! is not, it is read as it was recorded, and goes on as another match from the last moment that both have in common.

use std::{
    io::{Read as _, Write as _},
    sync::Arc,
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use kernel::{
    About, Audience, Cause, Difference, Fate, Header, Node, Origin, Record, RecordError, Revised, Rng, Seat,
    Told, Viewer,
    erased::{AnyGame, AnyMatch},
    example::Position,
};
use serde::{Deserialize, Serialize};
use store::{MatchId, NewMatch, NewSeat, Saved, SavedOrigin, StoreError};
use view::{Ending, Line, Rank, Undo, View};

use crate::{
    course::other_course,
    dice,
    error::{Error, Result},
    identity::{Caller, secret},
    look::{self, now},
    matches::{FRIEND, url},
    sealed::{self, Sealed},
    table::{HUMAN, Seated},
};

/// How many journal lines a view carries.
const TAIL: usize = 200;
/// How many steps ahead are tried for something hidden.
const AHEAD: usize = 30;

/// A match that cannot go on under the rules and tables of now.
pub struct Past {
    fate: Fate,
    /// The record as it was kept, to its end.
    record: Record,
    /// The journal as it was told when it was played; where nobody kept it, what the rules of now tell, and the bare
    /// notations after that.
    told: Vec<Told>,
    /// How the game ended, as far as that was kept.
    pub ending: Option<Ending>,
    /// Whether the record tells more than everybody may know.
    hides: bool,
    /// Whether all of it is still allowed, and only something else comes of it.
    allowed: bool,
}

/// What the rules of now make of a match, for those who look at it.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct RulesMeta {
    /// `goes-on`, `differs`, `other-tables` or `unreadable`.
    state: &'static str,
    /// The same in a sentence or two.
    says: String,
    /// The revision it was begun under.
    begun: u32,
    /// The revision of now.
    now: u32,
    /// From which ply on which later revision was played.
    revised: Vec<RevisedMeta>,
    /// The first ply that is not one of a game by these rules, counted from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// The case that refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<String>,
    /// How many plies were recorded.
    plies: usize,
    /// After how many plies another match can go on in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    common: Option<usize>,
    /// Where that match is, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    continued: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
struct RevisedMeta {
    ply: usize,
    rules: u32,
}

/// A line as it is kept. Whatever a line becomes, it must go on reading what was kept before.
#[derive(Serialize, Deserialize)]
struct KeptLine {
    /// The seat that alone may read it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    only: Option<u8>,
    #[serde(flatten)]
    line: Line,
}

/// The record of a kept match.
pub fn record_of(about: &About, saved: &Saved) -> Record {
    let start = &saved.start;
    let sides = about.sides.iter();
    let header = Header {
        game: start.game.clone(),
        rules: start.rules,
        data: start.data.clone(),
        scenario: start.scenario.clone(),
        options: start.options.clone(),
        luck: start.luck.clone(),
        players: sides.zip(&start.seats).map(|(side, seat)| format!("{} {}", side.id, seat.player)).collect(),
        revised: saved.revised.iter().map(|it| Revised { ply: it.seq as usize, rules: it.rules }).collect(),
        origin: start.origin.as_ref().map(|it| Origin {
            record: it.record.clone(),
            ply: it.ply as usize,
            game: it.prologue.as_ref().map(|prologue| prologue.game.clone()),
        }),
        position: sealed::position_of(start),
    };
    Record { header, lines: saved.plies.iter().map(|ply| ply.line.clone()).collect() }
}

/// The part of a journal that tells of the plies after `after`, to be kept; none if there are no such plies.
pub fn part_of(play: &dyn AnyMatch, rules: u32, after: i64) -> Option<store::Told> {
    let seq = play.seq() as i64;
    if seq <= after {
        return None;
    }
    let facts = play.told().into_iter().filter(|told| told.revision.is_none());
    let new = facts.filter(|told| after == 0 || i64::from(told.line.seq) > after);
    let kept: Vec<KeptLine> =
        new.map(|told| KeptLine { only: only(told.audience), line: told.line }).collect();
    let json = serde_json::to_vec(&kept).expect("lines have a form in JSON");
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    let lines = packed.write_all(&json).and_then(|()| packed.finish()).expect("memory takes everything");
    let ending = play.outcome().and_then(|_| play.view(Viewer::Spectator).outcome);
    let ending = ending.and_then(|ending| serde_json::to_string(&ending).ok());
    Some(store::Told { after, seq, rules, ending, lines })
}

fn only(audience: Audience) -> Option<u8> {
    match audience {
        Audience::All => None,
        Audience::Only(Seat(seat)) => Some(seat),
    }
}

/// The lines of a part, or none of them.
fn lines_of(part: &store::Told) -> Option<Vec<Told>> {
    let mut json = Vec::new();
    GzDecoder::new(&*part.lines).read_to_end(&mut json).ok()?;
    let kept: Vec<KeptLine> = serde_json::from_slice(&json).ok()?;
    let told = |KeptLine { only, line }| {
        let audience = only.map_or(Audience::All, |seat| Audience::Only(Seat(seat)));
        Told::fact(audience, line)
    };
    Some(kept.into_iter().map(told).collect())
}

/// A kept match as far as it goes.
pub struct Resumed {
    pub play: Box<dyn AnyMatch>,
    pub past: Option<Past>,
}

/// Replays a kept match. `parts` is its journal as it was told.
pub fn resume(game: &dyn AnyGame, record: Record, parts: &[store::Told]) -> Result<Resumed, RecordError> {
    let (mut play, mut fate) = game.replay(&record)?;
    let allowed = fate == Fate::GoesOn;
    if allowed && let Some(differs) = course_of(&*play, parts) {
        play = play.up_to(differs.ply - 1);
        fate = Fate::Differs(differs);
    }
    let past = (fate != Fate::GoesOn).then(|| Past { allowed, ..Past::new(fate, record, &*play, parts) });
    Ok(Resumed { play, past })
}

/// Where the rules of now make something else of steps that they still allow, by what was told when they were played.
pub fn course_of(play: &dyn AnyMatch, parts: &[store::Told]) -> Option<Difference> {
    let (told, covered) = told_of(parts);
    let lines: Vec<Line> = told.into_iter().map(|told| told.line).collect();
    other_course(play, &lines, covered)
}

/// The journal as it was told, and up to which ply it tells of all.
fn told_of(parts: &[store::Told]) -> (Vec<Told>, usize) {
    let (mut told, mut covered) = (Vec::new(), 0);
    for part in parts {
        if part.after as usize > covered {
            break;
        }
        let Some(lines) = lines_of(part) else { break };
        told.extend(lines.into_iter().filter(|it| covered == 0 || it.line.seq as usize > covered));
        covered = covered.max(part.seq as usize);
    }
    (told, covered)
}

impl Past {
    fn new(fate: Fate, record: Record, play: &dyn AnyMatch, parts: &[store::Told]) -> Past {
        let (mut told, mut covered) = told_of(parts);
        if covered < play.seq() {
            let facts = play.told().into_iter().filter(|told| told.revision.is_none());
            told.extend(facts.filter(|it| covered == 0 || it.line.seq as usize > covered));
            covered = play.seq();
        }
        let ending = parts.iter().rev().find_map(|part| part.ending.as_deref());
        let ending = ending.and_then(|text| serde_json::from_str(text).ok());
        let whispered = told.iter().any(|told| told.audience != Audience::All);
        let hides = ending.is_none() && (whispered || may_hide(play));
        told.extend(bare(&record, covered, hides));
        for revised in &record.header.revised {
            let place = told.partition_point(|told| told.line.seq as usize <= revised.ply);
            told.insert(place, revised.told());
        }
        Past { fate, record, told, ending, hides, allowed: false }
    }

    /// The lines of the recorded journal that this viewer may read, up to a ply.
    pub fn lines(&self, viewer: Viewer, ply: usize) -> Vec<Arc<Line>> {
        let told = self.told.iter().take_while(|told| told.line.seq as usize <= ply);
        told.filter(|told| told.audience.heard_by(viewer)).map(|told| Arc::new(told.line.clone())).collect()
    }

    /// How many plies were recorded.
    pub fn plies(&self) -> usize {
        self.record.lines.len()
    }

    /// The record, unless it would tell what somebody may not know.
    pub fn record(&self) -> Result<Record> {
        if self.hides { Err(look::HIDDEN) } else { Ok(self.record.clone()) }
    }

    /// A position that nobody decides in, with the journal as it was recorded up to a ply.
    pub fn shown(&self, mut view: View, viewer: Viewer, ply: usize) -> View {
        view.offers.clear();
        view.since = 0;
        view.decides = None;
        view.undo = Undo { allowed: false, says: "".into() };
        view.journal = self.lines(viewer, ply);
        view.journal.drain(..view.journal.len().saturating_sub(TAIL));
        view.outcome = self.ending.clone().filter(|_| ply == self.plies());
        view
    }

    /// Why nothing can be played here.
    pub fn refusal(&self, now: u32) -> Error {
        let case = match &self.fate {
            Fate::Differs(differs) => differs.cause.case().map(str::to_owned),
            _ => None,
        };
        Error::Refused { says: self.says(now, false), case }
    }

    /// What became of the match, in a sentence or two; in every detail only for those who may know it.
    fn says(&self, now: u32, in_detail: bool) -> String {
        let was = self.record.header.revision();
        match &self.fate {
            Fate::GoesOn => String::new(),
            Fate::OtherTables { .. } => "This game was played with other tables than the server has now. It can be \
                                         read and saved here, but it goes on only with those it was begun with."
                .to_owned(),
            Fate::Differs(Difference { ply: 0, says, .. }) => format!(
                "This game was played by revision {was} of the rules. By revision {now} it cannot be set up: {says}. \
                 It can be read and saved."
            ),
            Fate::Differs(differs) => {
                let by = if was == now { "the rules as they are".to_owned() } else { format!("revision {now}") };
                let why = match &differs.cause {
                    Cause::Case(case) if in_detail => format!("{} ({case})", differs.says),
                    Cause::Case(case) if self.allowed => {
                        format!("what was played there is allowed, but something else comes of it ({case})")
                    }
                    Cause::Case(case) => format!("what was played there is refused ({case})"),
                    cause => format!("there are {cause}"),
                };
                format!(
                    "This game was played by revision {was} of the rules. By {by} it differs at step {} of {}: {why}.",
                    differs.ply,
                    self.plies()
                )
            }
        }
    }
}

/// Whether a spectator is kept from anything, now or in the next steps of a game that might follow: nobody can tell any
/// more what was hidden in the one that was played.
fn may_hide(play: &dyn AnyMatch) -> bool {
    let mut ahead = play.duplicate();
    let mut rng = Rng::new(1, 0);
    for _ in 0..AHEAD {
        if look::hides(&*ahead) {
            return true;
        }
        ahead.roll(&mut rng);
        let Node::Decision(seat) = ahead.node() else { break };
        let legal = ahead.legal();
        if ahead.play(seat, &legal[rng.index(legal.len())]).is_err() {
            break;
        }
    }
    look::hides(&*ahead)
}

/// The plies that nobody can put into words any more.
fn bare(record: &Record, from: usize, hides: bool) -> Vec<Told> {
    let tell = |seq: usize, says: String| {
        let line = Line { seq: seq as u32, says: says.into(), rank: Rank::Detail, ..Line::default() };
        Told::fact(Audience::All, line)
    };
    let rest = record.lines.get(from..).unwrap_or_default();
    if rest.is_empty() {
        return Vec::new();
    }
    if hides {
        return vec![tell(record.lines.len(), "What followed is known to the record alone.".to_owned())];
    }
    (from + 1..).zip(rest).map(|(seq, line)| tell(seq, line.clone())).collect()
}

/// What the rules of now make of a match; nothing where it was begun under them.
pub fn meta(table: &Seated, caller: &Caller) -> Option<RulesMeta> {
    let header = table.play.header();
    let revised: Vec<RevisedMeta> =
        header.revised.iter().map(|&Revised { ply, rules }| RevisedMeta { ply, rules }).collect();
    let blank = RulesMeta {
        state: "goes-on",
        says: String::new(),
        begun: header.rules,
        now: table.rules,
        revised,
        ply: None,
        case: None,
        plies: table.play.seq(),
        common: None,
        continued: table.continued.map(url),
    };
    let Some(past) = &table.past else {
        let last = header.revised.last()?;
        let says = format!(
            "This game was begun under revision {} of the rules. All of it holds by revision {}, which it is played by \
             from step {} on.",
            header.rules, last.rules, last.ply
        );
        return Some(RulesMeta { says, ..blank });
    };
    // Why something was refused is for the side that decided, unless nothing is hidden.
    let decided = matches!(table.play.node(), Node::Decision(seat) if table.held(caller).contains(&seat));
    let blank = RulesMeta {
        says: past.says(table.rules, decided || !past.hides),
        plies: past.plies(),
        begun: past.record.header.rules,
        ..blank
    };
    Some(match &past.fate {
        Fate::Differs(differs) => RulesMeta {
            state: "differs",
            ply: Some(differs.ply),
            case: differs.cause.case().map(str::to_owned),
            common: differs.common(),
            ..blank
        },
        _ => RulesMeta { state: "other-tables", ..blank },
    })
}

/// What is told of a match that cannot be opened at all.
pub fn unreadable(saved: &Saved, now: u32, says: String) -> RulesMeta {
    RulesMeta {
        state: "unreadable",
        says,
        begun: saved.start.rules,
        now,
        revised: Vec::new(),
        ply: None,
        case: None,
        plies: saved.plies.len(),
        common: None,
        continued: None,
    }
}

/// The match that goes on in the place of one that differs: from the last moment common to both, with the same people
/// in the same seats. There is one such match, whoever asks for it.
pub async fn go_on(table: &mut Seated, caller: &Caller) -> Result<MatchId> {
    if table.held(caller).is_empty() {
        return Err(Error::Forbidden("You hold no seat in this match."));
    }
    if let Some(heir) = table.continued {
        return Ok(heir);
    }
    table.refuse_by_file()?;
    let refused = |says: &str| Err(Error::Refused { says: says.to_owned(), case: None });
    let Some(past) = &table.past else { return refused("This game goes on here.") };
    let Fate::Differs(differs) = &past.fate else { return refused(&past.says(table.rules, false)) };
    let Some(common) = differs.common() else { return refused(&past.says(table.rules, false)) };
    let mut play = table.play.duplicate();
    let lines = past.record.lines[..common].to_vec();
    let id = MatchId::new(dice::bits());
    let record = &past.record;
    let header = &record.header;
    let seat = |kept: &NewSeat| {
        let free = kept.player == HUMAN && kept.holder.is_none();
        NewSeat { invite: free.then(secret), ..kept.clone() }
    };
    let mut new = NewMatch {
        id,
        game: header.game.clone(),
        rules: table.rules,
        data: header.data.clone(),
        scenario: header.scenario.clone(),
        options: header.options.clone(),
        luck: format!("{} after {common} plies of a record", dice::LUCK),
        against: table.against.clone(),
        created: now(),
        seats: table.seats.iter().map(seat).collect(),
        lines: Vec::new(),
        origin: Some(SavedOrigin {
            record: record.digest(),
            ply: common as i64,
            continues: Some(table.id),
            signer: None,
            copy_of: None,
            // What it was set up from goes with it.
            prologue: None,
        }),
        position: header.position.as_ref().map(Position::to_text),
        terms: Some(table.club.terms.clone()).filter(|_| table.against == FRIEND),
        proof: None,
        letters: None,
    };
    let sent = sealed::senders(table.sealed.as_ref().map(Sealed::saved).as_ref());
    sealed::seal(table.app.settings.dice, &mut new, &mut *play, lines, |number, _| sent.contains(&number))?;
    let heir = match table.app.store.create(new).await {
        Ok(()) => {
            table.app.metrics.created.add(1);
            tracing::info!(%id, from = %table.id, common, "match goes on under new rules");
            id
        }
        // Somebody else was faster, at another server.
        Err(StoreError::MovedOn) => {
            let saved = table.app.store.load(table.id).await?;
            saved.and_then(|saved| saved.continued).ok_or(Error::Unavailable)?
        }
        Err(error) => return Err(error.into()),
    };
    table.continued = Some(heir);
    Ok(heir)
}
