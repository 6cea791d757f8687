//! Overlays: what each sector is worth as far as the viewer may know, where a unit could go, and why something is dark.

use board::Space;
use kernel::{Cited, Node, Unreadable, Viewer};
use kit::{says, unknown};
use view::{Name, Overlay, Query, Shade, Target};

use crate::{
    action::Action,
    prose::signed,
    refusal::Refusal,
    sequence::{Column, How, Step},
    state::{Look, each},
    tables::{Places, Sector, Side, Surprise, Unit, Units},
};

type Asked = std::result::Result<Overlay, Unreadable>;

pub fn answer(look: Look<'_>, viewer: Viewer, query: &Query) -> Asked {
    let unit = |id: &Name| look.t.unit(id).ok_or_else(|| unknown(id, "there is no such unit"));
    match query {
        Query::Control => Ok(control(look, viewer)),
        Query::Reach { piece } if look.t.fleet(piece).is_some() => Ok(says(
            "An air fleet in the West can go to East Prussia, Warsaw or Lublin and stays there.",
            &["4.6.6"],
        )),
        Query::Reach { piece } => reach(look, unit(piece)?),
        Query::WhyDark { target } => match target {
            Target::Piece(id) if look.t.fleet(id).is_some() => Ok(why_dark_fleet(look, viewer)),
            Target::Piece(id) => Ok(why_dark_unit(look, viewer, unit(id)?)),
            Target::Space(id) => {
                look.t.graph.space(id).map_err(|_| unknown(id, "there is no such district or box"))?;
                Ok(not_now(look, viewer))
            }
            Target::Button(_) => Ok(says("That can be done when the prompt offers it.", &["3.1"])),
        },
        Query::WhyNot { action } => {
            let action = Action::read(look.t, action)?;
            if !decides(look, viewer) {
                return Ok(not_your_turn());
            }
            Ok(match look.refuse(action) {
                Ok(()) => says("This can be played now.", &[]),
                Err(refusal) => refused(look, refusal),
            })
        }
        Query::Sight { from } => Err(unknown(from, "this game has no lines of sight")),
        Query::Supply { piece } => Err(unknown(piece, "this game has no lines of supply")),
    }
}

fn refused(look: Look<'_>, refusal: Refusal) -> Overlay {
    says(&refusal.in_words(look.t), &[refusal.rule().0])
}

fn decides(look: Look<'_>, viewer: Viewer) -> bool {
    matches!((look.node(), viewer), (Node::Decision(seat), Viewer::Seat(own)) if seat == own)
}

fn not_your_turn() -> Overlay {
    says("It is not for you to decide now.", &["3.1"])
}

fn not_now(look: Look<'_>, viewer: Viewer) -> Overlay {
    if decides(look, viewer) { refused(look, Refusal::NotNow {}) } else { not_your_turn() }
}

fn shade(look: Look<'_>, space: Space, kind: &str, note: Option<String>) -> Shade {
    Shade { space: look.t.graph.id(space).into(), kind: kind.into(), note: note.map(Name::from) }
}

/// Whose the places are and how full, and AV and DV of each sector as far as the viewer may know them. No odds: nobody has
/// them before the orders are opened.
fn control(look: Look<'_>, viewer: Viewer) -> Overlay {
    let shade_of = |space: Space| {
        let side = look.owner(space);
        let units = (look.units(space) - look.t.zones).len();
        let note = look.in_district(space).then(|| format!("{units} of {}", look.t.limit[space.index()]));
        shade(look, space, side.map_or("neutral", Side::id), note)
    };
    let words: Vec<String> =
        Sector::ALL.into_iter().map(|sector| sector_words(look, viewer, sector)).collect();
    Overlay {
        says: words.join(" ").into(),
        cites: vec!["2.3".into(), "4.5.1".into(), "8.1.2".into(), "8.1.3".into()],
        spaces: look.t.graph.spaces().map(shade_of).collect(),
        paths: Vec::new(),
    }
}

/// AV is open. DV hangs on the Soviet card and on surprise: whoever does not know the card reads what it is without one.
fn sector_words(look: Look<'_>, viewer: Viewer, sector: Sector) -> String {
    let attack = look.attack_value(sector);
    let name = sector.name();
    if look.laid_open() {
        let (defence, added) = (look.defence(sector).total(), look.added(sector));
        return format!("{name}: AV {attack}, DV {defence}, {} to the dice.", signed(added));
    }
    let card = if look.knows(viewer, Side::Soviet) { look.card(Side::Soviet) } else { None };
    let with = |surprise: Surprise| look.defence_if(sector, surprise, card).total();
    let known = if card.is_some() { "" } else { " before the Soviet card" };
    format!(
        "{name}: AV {attack}; DV{known} {} without surprise, {} under partial, {} under complete surprise.",
        with(Surprise::None),
        with(Surprise::Partial),
        with(Surprise::Complete)
    )
}

/// Where a unit could go in an activation of its own, were it fresh: by land, on as a fast unit, by sea, by rail.
fn reach(look: Look<'_>, unit: Unit) -> Asked {
    let counter = look.t.counter(unit);
    let Some(from) = look.at(unit) else { return Err(unknown(&counter.id, "this unit is not on the map")) };
    if look.t.immobile.contains(unit) {
        return Ok(refused(look, Refusal::Immobile { unit }));
    }
    let side = look.t.side(unit);
    let open = look.roomy(look.friendly(side));
    let land = look.t.next[from.index()] & (open - Places::one(look.t.deep_reserve));
    let mut on = Places::empty();
    for to in each(land) {
        let column = Column { how: How::Land, from, to, units: Units::one(unit), gone_on: false };
        on |= each(open).filter(|&it| look.refuse_on(side, column, it).is_ok()).collect();
    }
    let ports = look.t.ports;
    let sea = if ports.contains(from) { ports & (open - Places::one(from)) } else { Places::empty() };
    let rail = match side {
        Side::German => open,
        Side::Soviet if look.t.train_from.contains(from) => open & look.t.train_to,
        Side::Soviet => Places::empty(),
    };
    let mut spaces = Vec::new();
    let mut seen = Places::one(from);
    for (places, note) in [(land, "1 step"), (on, "2 steps"), (sea, "by sea"), (rail, "by rail")] {
        spaces.extend(each(places - seen).map(|it| shade(look, it, "reach", Some(note.to_owned()))));
        seen |= places;
    }
    let words = format!("{} could go to {} places.", counter.name, spaces.len());
    let cites = ["4.1.1", "4.1.2", "4.3.1", "4.4.1"].map(Name::from).into();
    Ok(Overlay { says: words.into(), cites, spaces, paths: Vec::new() })
}

/// Why a unit answers to nothing now.
fn why_dark_unit(look: Look<'_>, viewer: Viewer, unit: Unit) -> Overlay {
    if !decides(look, viewer) {
        return not_your_turn();
    }
    let refusal = match look.s.step {
        Step::Operations { side } => match look.refuse_mover(side, unit) {
            Err(refusal) => look.refuse_upgrade(side, unit).err().map(|_| refusal),
            Ok(_) => None,
        },
        Step::Column { side, column } => look.refuse_follow(side, column, unit).err(),
        _ => Some(Refusal::NotNow {}),
    };
    match refusal {
        Some(refusal) => refused(look, refusal),
        None => says(&format!("{} can act: pick it, then a lit place.", look.t.counter(unit).name), &[]),
    }
}

fn why_dark_fleet(look: Look<'_>, viewer: Viewer) -> Overlay {
    if !decides(look, viewer) {
        return not_your_turn();
    }
    match look.s.step {
        Step::Operations { side } => match look.refuse_fleet(side, look.t.airfields[0]) {
            Ok(()) => says("Pick East Prussia, Warsaw or Lublin for it.", &["4.6.6"]),
            Err(refusal) => refused(look, refusal),
        },
        _ => refused(look, Refusal::NotNow {}),
    }
}
