//! Overlays: who holds what, where a unit could go, what it sees, and why something is dark.
//!
//! An answer never depends on what the one who asks may not see (3.6).

use std::collections::BTreeMap;

use board::{Space, hex::Direction};
use kernel::{Cited, Journal, Unreadable, Viewer, rule};
use kit::{says, unknown};
use view::{Name, Overlay, Query, Shade, Target};

use crate::{
    action::Action,
    m05_movement::Stance,
    prose::movement_points,
    refusal::{Halves, Refusal},
    sequence::Step,
    state::{Level, Look, Place, Play, State},
    tables::{Side, Spaces, Tables, Unit},
};

pub fn answer(look: Look<'_>, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable> {
    match query {
        Query::Control => Ok(control(look)),
        Query::Reach { piece } => reach(look, viewer, known_unit(look, viewer, piece)?),
        Query::Sight { from } => match look.t.space(from) {
            Some(space) => Ok(sight_of_hex(look, space)),
            None => sight_of_unit(look, known_unit(look, viewer, from)?),
        },
        Query::WhyDark { target } => match target {
            Target::Piece(id) => Ok(why_dark_unit(look, viewer, known_unit(look, viewer, id)?)),
            Target::Space(id) => {
                let space = look.t.space(id).ok_or_else(|| unknown(id, "there is no such hex"))?;
                Ok(why_dark_space(look, viewer, space))
            }
            Target::Button(_) => Ok(says("That can be done when the prompt offers it.", &["4.3"])),
        },
        Query::WhyNot { action } => why_not(look, viewer, action),
        Query::Supply { piece } => Err(unknown(piece, "this game has no supply lines (3.5)")),
    }
}

/// A unit that the viewer may know; whatever is hidden answers like something that does not exist.
fn known_unit(look: Look<'_>, viewer: Viewer, id: &str) -> Result<Unit, Unreadable> {
    let known = look.t.unit(id).filter(|&unit| knows(look, viewer, unit));
    known.ok_or_else(|| unknown(id, "there is no such unit in view"))
}

fn knows(look: Look<'_>, viewer: Viewer, unit: Unit) -> bool {
    viewer.knows(look.seat(look.side(unit))) || look.is_seen(unit)
}

fn refused(t: &Tables, refusal: Refusal) -> Overlay {
    says(&refusal.in_words(t), &[refusal.rule().0])
}

/// A number of hexes in words.
fn hexes(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "es" })
}

fn shade(look: Look<'_>, space: Space, kind: &str, note: Option<String>) -> Shade {
    Shade { space: look.t.id(space).into(), kind: kind.into(), note: note.map(Name::from) }
}

/// Who controls the landmark hexes, and where both sides are (11.2).
fn control(look: Look<'_>) -> Overlay {
    let both = look.occupied(Side::Russian) & look.occupied(Side::Chechen);
    let list = &look.t.map.landmark_list;
    let spaces = list.iter().enumerate().map(|(index, &hex)| {
        let note = both.contains(hex).then(|| "both sides".to_owned());
        shade(look, hex, look.controller(index).id(), note)
    });
    let held = |side: Side| (0..list.len()).filter(|&index| look.controller(index) == side).count();
    let words = format!(
        "The Russians control {}, the Chechens {}.",
        hexes(held(Side::Russian), "landmark hex"),
        held(Side::Chechen)
    );
    Overlay { spaces: spaces.collect(), ..says(&words, &["11.2"]) }
}

/// What is seen from a hex by a unit in good order.
fn sight_of_hex(look: Look<'_>, from: Space) -> Overlay {
    let range = &look.t.charts.range;
    let limit = if look.night() { range.night } else { range.day };
    let words =
        format!("Lines of sight from {}, up to {}.", look.t.id(from), hexes(usize::from(limit), "hex"));
    field(look, from, limit, &words, &["6.2.1"])
}

/// What a unit sees and reaches with its fire.
fn sight_of_unit(look: Look<'_>, unit: Unit) -> Result<Overlay, Unreadable> {
    let counter = look.t.counter(unit);
    let Some(from) = look.whereabouts(unit) else {
        return Err(unknown(&counter.id, "this unit is not on the map"));
    };
    let limit = look.range(unit);
    if limit == 0 {
        let words = format!("{} is {} and sees nothing.", counter.name, look.status(unit).name());
        return Ok(says(&words, &["6.2.1"]));
    }
    let words = format!("{} sees and fires up to {}.", counter.name, hexes(usize::from(limit), "hex"));
    Ok(field(look, from, limit, &words, &["6.1", "6.2.1"]))
}

fn field(look: Look<'_>, from: Space, limit: u8, words: &str, cites: &[&str]) -> Overlay {
    let note = |space: Space| Some(look.t.sight.distance(from, space).to_string());
    let (seen, near) = (look.t.sight.field(from, limit), look.t.sight.disc(from, limit));
    let shades = seen.iter().map(|space| shade(look, space, "sees", note(space)));
    let blind = (near - seen).iter().map(|space| shade(look, space, "blind", None));
    Overlay { spaces: shades.chain(blind).collect(), ..says(words, cites) }
}

/// Where a unit could go with what it has left, or in its next activation. Hexes with enemies that its owner may not
/// examine are left out, and so is what hidden snipers would cost.
fn reach(look: Look<'_>, viewer: Viewer, unit: Unit) -> Result<Overlay, Unreadable> {
    let counter = look.t.counter(unit);
    let side = counter.side;
    if !viewer.knows(look.seat(side)) {
        return Err(unknown(&counter.id, "only its owner can plan its moves"));
    }
    if look.at(unit).is_none() {
        return Err(unknown(&counter.id, "this unit is not on its own feet on the map"));
    }
    if !look.status(unit).acts() {
        let words = format!("{} is {} and does not move.", counter.name, look.status(unit).name());
        return Ok(says(&words, &["5.1.2"]));
    }
    let (known, closed) = without_hidden(look, side);
    let known = Look { t: look.t, s: &known };
    let stance = match look.s.step {
        Step::Active { active } if active.unit == unit => known.stance(&active),
        _ => fresh_stance(known, unit),
    };
    let left = stance.budget.saturating_sub(stance.spent);
    let best = spread(known, stance, closed);
    let spaces: Vec<Shade> = best
        .into_iter()
        .filter(|&(space, _)| space != stance.at)
        .map(|(space, left)| shade(look, space, "reach", Some(Halves(left).to_string())))
        .collect();
    let words = format!(
        "{} could reach {} with {}; what is left is written there.",
        counter.name,
        hexes(spaces.len(), "hex"),
        movement_points(left)
    );
    Ok(Overlay { spaces, ..says(&words, &["5.1", "5.1.1"]) })
}

fn fresh_stance(look: Look<'_>, unit: Unit) -> Stance {
    let (at, level) = look.spot(unit).expect("the caller has seen it on the map");
    Stance { unit, at, level, facing: look.facing(unit), spent: 0, budget: look.allowance(unit) }
}

/// The position without the enemies a side may not examine, and the hexes where some are.
fn without_hidden(look: Look<'_>, side: Side) -> (State, Spaces) {
    let mut known = look.s.clone();
    let mut closed = Spaces::empty();
    let mut journal = Journal::disabled();
    let mut play = Play { t: look.t, s: &mut known, j: &mut journal };
    for unit in look.t.of[side.enemy().index()] {
        if let Some(at) = look.at(unit)
            && !look.is_seen(unit)
        {
            closed.insert(at);
            let off = if side == Side::Russian { Place::Cup } else { Place::Waiting };
            play.take_off(unit, off);
        }
    }
    (known, closed)
}

/// The most that is left on arrival in each hex where the unit could stop.
fn spread(look: Look<'_>, start: Stance, closed: Spaces) -> BTreeMap<Space, u8> {
    let mut stops: BTreeMap<Space, u8> = BTreeMap::new();
    let mut best: BTreeMap<(Space, Level, usize), u8> = BTreeMap::new();
    let mut open = vec![start];
    while let Some(stance) = open.pop() {
        let steps = Direction::ALL.into_iter().map(|side| look.stride(stance, side));
        let stairs = look.t.foot.contains(stance.unit).then(|| look.stairs(stance));
        for stride in steps.chain(stairs).flatten() {
            if closed.contains(stride.to) {
                continue;
            }
            let spent = stance.spent.saturating_add(stride.cost);
            let left = stance.budget.saturating_sub(spent);
            let facing = if look.t.vehicles.contains(stance.unit) { stride.facing.index() } else { 0 };
            let key = (stride.to, stride.level, facing);
            if best.get(&key).is_some_and(|&most| most >= left) {
                continue;
            }
            best.insert(key, left);
            if look.room(stance.unit, stride.to, stride.level) {
                let most = stops.entry(stride.to).or_insert(left);
                *most = left.max(*most);
            }
            open.push(Stance { at: stride.to, level: stride.level, facing: stride.facing, spent, ..stance });
        }
    }
    stops
}

/// Why an action is not offered.
fn why_not(look: Look<'_>, viewer: Viewer, text: &str) -> Result<Overlay, Unreadable> {
    let action = Action::read(look.t, text)?;
    if deciding_viewer(look, viewer).is_none() {
        return Ok(not_your_turn());
    }
    if let Some(unit) = action.unit()
        && !knows(look, viewer, unit)
    {
        return Err(unknown(text, "there is no such unit in view"));
    }
    Ok(match look.refuse(action) {
        Ok(()) => says("This can be played now.", &[]),
        Err(refusal) => refused(look.t, refusal),
    })
}

/// Why a unit answers to nothing now.
fn why_dark_unit(look: Look<'_>, viewer: Viewer, unit: Unit) -> Overlay {
    let name = &look.t.counter(unit).name;
    let Some(side) = deciding_viewer(look, viewer) else { return not_your_turn() };
    let own = look.side(unit) == side;
    let refusal = match look.s.step {
        Step::Call { call } if look.place(unit) == Place::Waiting => look.refuse_enter(call, unit).err(),
        Step::Call { call } => look.refuse_select(call, unit).err(),
        Step::Entry { call, unit: vehicle } => look.refuse_board(call, vehicle, unit).err(),
        Step::Active { active } if active.unit == unit => None,
        Step::Active { active } if !own => look.refuse_fire(&active, unit).err(),
        Step::Active { active } if look.carrier(unit) == Some(active.unit) => {
            let at = look.at(active.unit).unwrap_or(active.start);
            look.refuse_unload(&active, unit, at).err()
        }
        Step::Active { active } if look.t.apcs.contains(active.unit) => look.refuse_load(&active, unit).err(),
        Step::Active { .. } => return says("Units act one at a time: finish with this one first.", &["4.3"]),
        Step::Spotter { mission } => look.refuse_spotter(mission, unit).err(),
        Step::Assault { assault } if look.carrier(unit).is_some() => look.refuse_off(&assault, unit).err(),
        Step::Assault { assault } => look.refuse_join(&assault, unit).err(),
        Step::EventReturn { .. } => look.refuse_bring(unit).err(),
        _ => Some(Refusal::NotNow { rule: rule!("4.0") }),
    };
    match refusal {
        Some(refusal) => refused(look.t, refusal),
        None => says(&format!("{name} can act: pick it, or a lit place."), &[]),
    }
}

/// Why a hex answers to nothing now.
fn why_dark_space(look: Look<'_>, viewer: Viewer, space: Space) -> Overlay {
    if deciding_viewer(look, viewer).is_none() {
        return not_your_turn();
    }
    let refusal = match look.s.step {
        Step::PlaceHex { why, unit } => look.refuse_place(why, unit, unit, space).err(),
        Step::Entry { unit, .. } => look.refuse_at(unit, space).err(),
        Step::Call { call } => look.refuse_assault(call, space, Level::Ground).err(),
        Step::Active { active } => {
            let from = look.at(active.unit).unwrap_or(active.start);
            match look.t.map.direction(from, space) {
                Some(side) => look.refuse_step(&active, side).err(),
                None => return says("A unit goes from hex to hex; this one is not next to it.", &["5.1"]),
            }
        }
        Step::Battery { call, buratino: true } => look.refuse_strike(call, space).err(),
        Step::Battery { call, buratino: false } => look.refuse_barrage(call, space).err(),
        _ => Some(Refusal::NotNow { rule: rule!("4.0") }),
    };
    match refusal {
        Some(refusal) => refused(look.t, refusal),
        None => says("Something can be done here.", &[]),
    }
}

fn deciding_viewer(look: Look<'_>, viewer: Viewer) -> Option<Side> {
    let side = look.decider()?;
    viewer.knows(look.seat(side)).then_some(side)
}

fn not_your_turn() -> Overlay {
    says("The other side decides now, or dice are due.", &["4.3"])
}
