//! The proof of a record's dice, told by `sandtable replay --verify`.

use anyhow::Result;
use kernel::{
    Node, Record,
    erased::{AnyGame, AnyMatch},
};
use proof::{By, Bytes, Doubt, Fault, Item, Kept, Proof, ProofError, TakenBack, Verdict, What};
use serde_json::{Value, json};
use view::Name;

use crate::{
    commands::{replay::Args, seat},
    error::usage,
};

/// What became of the proof.
pub enum Dice {
    /// The record has none.
    None,
    /// It cannot be read.
    Unreadable(ProofError),
    /// It does not hold.
    Fault(Fault),
    /// It holds, as far as it goes; the sides whose decisions were taken back, in order, if the rules of now can tell.
    Holds(Verdict, Option<Doubt>, Vec<Name>),
}

/// What the player kept, as he wrote it on the command line.
pub fn kept(args: &Args, game: &dyn AnyGame) -> Result<Kept> {
    let hex =
        |text: &str| Bytes::read(text).ok_or_else(|| usage(format!("'{text}' is not 64 hexadecimal digits")));
    let mut kept = Kept { commitment: args.commitment.as_deref().map(hex).transpose()?, ..Kept::default() };
    for salt in &args.salt {
        let (side, salt) =
            salt.split_once('=').ok_or_else(|| usage(format!("write --salt SIDE=HEX, not '{salt}'")))?;
        kept.salts.push((seat(game.about(), side)?.0, hex(salt)?));
    }
    Ok(kept)
}

/// Recomputes the proof in a record's text; the rules say of which kind each draw is.
pub fn check(game: &dyn AnyGame, text: &str, record: &Record, whole: &dyn AnyMatch, kept: &Kept) -> Dice {
    let proof = match Proof::parse(text) {
        Ok(None) => return Dice::None,
        Ok(Some(proof)) => proof,
        Err(error) => return Dice::Unreadable(error),
    };
    let kinds = proof::kinds(whole);
    // What was taken back under earlier rules cannot be held against those of now.
    let now = record.header.rules == game.about().revision && whole.seq() == record.lines.len();
    let verified = proof::verify(record, &proof, Some(&|ply| kinds.get(&ply).copied()), kept);
    let verified = verified.and_then(|verdict| {
        let sides = if now { replayed(&proof, record, whole)? } else { Vec::new() };
        Ok((verdict, sides))
    });
    match verified {
        Ok((verdict, sides)) => {
            let doubt = verdict.doubt(whole.outcome().is_some());
            Dice::Holds(verdict, doubt, sides)
        }
        Err(fault) => Dice::Fault(fault),
    }
}

/// Plays everything that came in, what was taken back included, and tells whose decision each step back undid. What the
/// rules refuse was never played: the host made it up, to have other dice after it.
fn replayed(proof: &Proof, record: &Record, whole: &dyn AnyMatch) -> Result<Vec<Name>, Fault> {
    let mut play = whole.up_to(0);
    let mut kept = record.lines.iter();
    // The side that decided each line that stands.
    let mut standing: Vec<Name> = Vec::new();
    let mut sides = Vec::new();
    for (entry, (item, _)) in (1..).zip(&proof.items) {
        let fault = |what| Fault { entry, ply: None, what };
        let (line, kind) = match item {
            Item::Line | Item::Draw(_) => (kept.next(), None),
            Item::Lost(line, kind) => (Some(line), *kind),
            Item::Salt { .. } => continue,
            Item::Cut(lines) => {
                let left = standing.len().checked_sub(*lines).ok_or(fault(What::Impossible))?;
                sides.extend(standing.drain(left..).next());
                play = play.up_to(left);
                continue;
            }
        };
        let line = line.ok_or(fault(What::Length))?;
        let mut side = Name::default();
        let played = match (play.node(), line.strip_prefix("* ")) {
            (Node::Chance(draw), Some(_)) if kind.is_some_and(|kind| kind != draw) => {
                return Err(fault(What::Kind));
            }
            (Node::Chance(_), Some(outcome)) => play.play_luck(outcome).is_ok(),
            (Node::Decision(seat), None) => {
                side = play.sides().swap_remove(usize::from(seat.0));
                play.play(seat, line).is_ok()
            }
            _ => false,
        };
        if !played {
            return Err(fault(What::Impossible));
        }
        standing.push(side);
    }
    Ok(sides)
}

impl Dice {
    /// Whether nothing speaks against them.
    pub fn is_fair(&self) -> bool {
        matches!(self, Dice::None | Dice::Holds(_, None | Some(Doubt::Sealed), _))
    }

    /// Whether every draw was recomputed.
    pub fn is_proved(&self) -> bool {
        matches!(self, Dice::Holds(_, None, _))
    }

    /// For programs.
    pub fn json(&self) -> Value {
        match self {
            Dice::None => json!({ "state": "none" }),
            Dice::Unreadable(error) => json!({ "state": "unreadable", "says": error.to_string() }),
            Dice::Fault(fault) => {
                json!({ "state": "fault", "entry": fault.entry, "ply": fault.ply, "says": fault.to_string() })
            }
            Dice::Holds(verdict, doubt, _) => json!({
                "state": match doubt {
                    None => "proved",
                    Some(Doubt::Sealed) => "sealed",
                    Some(Doubt::Withheld) => "withheld",
                    Some(Doubt::Unproved(_)) => "unproved",
                },
                "entries": verdict.entries,
                "draws": verdict.draws,
                "proved": verdict.proved,
                "given": verdict.given,
                "cuts": verdict.cuts.len(),
                "taken_back": verdict.cuts.iter().map(|it| json!({ "entry": it.entry, "lines": it.lines }))
                    .collect::<Vec<_>>(),
                "before_own_salts": verdict.uncovered(),
            }),
        }
    }

    /// For people.
    pub fn says(&self, game: &dyn AnyGame) -> Vec<String> {
        let (verdict, doubt, sides) = match self {
            Dice::None => return Vec::new(),
            Dice::Unreadable(error) => return vec![error.to_string()],
            Dice::Fault(fault) => return vec![format!("DOES NOT HOLD: {fault}")],
            Dice::Holds(verdict, doubt, sides) => (verdict, doubt, sides),
        };
        let Verdict { entries, draws, proved, given, cuts, salts, .. } = verdict;
        let mut lines = vec![match doubt {
            None => format!(
                "all {draws} draws of this host follow from his secret, the salts and what was played"
            ),
            Some(Doubt::Sealed) => {
                "the secret is sealed until the game is over; nothing is wrong so far".to_owned()
            }
            Some(Doubt::Withheld) => "WITHHELD: the game is over and the secret is not open".to_owned(),
            Some(Doubt::Unproved(left)) => {
                format!("{left} of {draws} draws are of a kind that nobody names; {proved} were recomputed")
            }
        }];
        for salt in salts {
            let side = game.about().sides.get(usize::from(salt.seat)).map_or("?", |side| &side.name);
            let whose = match salt.by {
                By::Own => "a salt of its own",
                By::Server => "a salt from the host",
            };
            lines.push(format!("{side}: {whose}, after {} draws", salt.draws_before));
        }
        let uncovered = verdict.uncovered();
        if uncovered > 0 {
            lines.push(format!(
                "{uncovered} draws came before any side's own salt: the host could have chosen them"
            ));
        }
        if *given > 0 {
            lines.push(format!(
                "{given} draws came with the record that the game began from; nothing proves them"
            ));
        }
        lines.push(format!("{entries} entries, {} times something was taken back", cuts.len()));
        for (number, TakenBack { entry, lines: gone }) in cuts.iter().enumerate() {
            let side = |id: &Name| game.about().sides.iter().find(|side| *side.id == **id);
            let side = sides.get(number).and_then(side).map_or("a side", |side| &side.name);
            lines.push(format!("entry {entry}: {side} took back '{}'", gone.join("', '")));
        }
        lines
    }
}
