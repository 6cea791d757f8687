//! Answers to questions: what a unit can reach, who stands where, and why something is dark.

use board::Space;
use kernel::{Cited, Unreadable, Viewer};
use kit::{decides, playable, says, shade, unknown};
use view::{Name, Overlay, Query, Target};

use crate::{
    action::Action,
    refusal::Refusal,
    sequence::Step,
    state::Look,
    tables::{Side, Unit},
};

pub fn answer(look: Look<'_>, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable> {
    let unit = |id: &Name| look.t.unit(id).ok_or_else(|| unknown(id, "there is no such unit"));
    match query {
        Query::Control => Ok(control(look)),
        Query::Reach { piece } => reach(look, unit(piece)?),
        Query::WhyDark { target } => {
            if let Target::Piece(id) = target {
                unit(id)?;
            }
            if let Target::Space(id) = target {
                look.t.graph.space(id).map_err(|_| unknown(id, "there is no such space"))?;
            }
            Ok(if decides(look.node(), viewer) { refused(look, Refusal::NotNow {}) } else { not_your_turn() })
        }
        Query::WhyNot { action } => {
            let refusal = look.refuse(Action::read(look.t, action)?).err();
            Ok(match refusal {
                _ if !decides(look.node(), viewer) => not_your_turn(),
                None => playable(),
                Some(refusal) => refused(look, refusal),
            })
        }
        Query::Sight { from } => Err(unknown(from, "this game has no lines of sight")),
        Query::Supply { piece } => Err(unknown(piece, "this game has no lines of supply")),
    }
}

fn refused(look: Look<'_>, refusal: Refusal) -> Overlay {
    says(&refusal.in_words(look.t), &[refusal.rule().0])
}

fn not_your_turn() -> Overlay {
    says("It is not for you to decide now.", &["3.1"])
}

/// Who stands where.
fn control(look: Look<'_>) -> Overlay {
    let held = |space: Space| {
        let side = Side::BOTH.into_iter().find(|&side| !look.units(side, space).is_empty())?;
        Some(shade(look.t.graph.id(space), side.id(), None))
    };
    let spaces = look.t.graph.spaces().filter_map(held).collect();
    Overlay { spaces, ..says("Who stands where; the village decides.", &["6.1"]) }
}

/// Where a unit can go when its side acts.
fn reach(look: Look<'_>, unit: Unit) -> Result<Overlay, Unreadable> {
    let counter = look.t.counter(unit);
    if look.at(unit).is_none() {
        return Err(unknown(&counter.id, "this unit is not on the map"));
    }
    let open = |&to: &Space| look.refuse_move(counter.side, unit, to).is_ok();
    let spaces =
        look.t.graph.spaces().filter(open).map(|to| shade(look.t.graph.id(to), "reach", None)).collect();
    let now = matches!(look.s.step, Step::Act { side } if side == counter.side);
    let words = format!("{} can go there {}.", counter.id, if now { "now" } else { "when its side acts" });
    Ok(Overlay { spaces, ..says(&words, &["4.1", "4.2"]) })
}
