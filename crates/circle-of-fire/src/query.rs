//! Overlays: who holds what, where a unit could go, and why something is dark.

use std::collections::BTreeMap;

use board::Space;
use kernel::{Cited, Unreadable, Viewer};
use kit::{playable, says, unknown};
use view::{Name, Overlay, Query, Shade, Target};

use crate::{
    action::Action,
    m12_movement::{March, Mover},
    prose::{count, points},
    refusal::Refusal,
    sequence::{Active, Step},
    state::Look,
    tables::{Side, Spaces, Tables, Unit},
};

pub fn answer(look: Look<'_>, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable> {
    let unit = |id: &Name| look.t.unit(id).ok_or_else(|| unknown(id, "there is no such unit"));
    match query {
        Query::Control => Ok(control(look)),
        Query::Reach { piece } => reach(look, unit(piece)?),
        Query::WhyDark { target } => match target {
            Target::Piece(id) => Ok(why_dark_unit(look, viewer, unit(id)?)),
            Target::Space(id) => {
                let space =
                    look.t.graph.space(id).map_err(|_| unknown(id, "there is no such Area or Zone"))?;
                Ok(why_dark_space(look, viewer, space))
            }
            Target::Button(_) => Ok(says("That can be done when the prompt offers it.", &["7.0"])),
        },
        Query::WhyNot { action } => {
            let refusal = look.refuse(Action::read(look.t, action)?).err();
            Ok(refusal.map_or_else(playable, |refusal| refused(look.t, refusal)))
        }
        Query::Sight { from } => Err(unknown(from, "this game has no lines of sight")),
        Query::Supply { piece } => Err(unknown(piece, "this game has no supply lines")),
    }
}

fn refused(t: &Tables, refusal: Refusal) -> Overlay {
    says(&refusal.in_words(t), &[refusal.rule().0])
}

/// Who controls what, and whether a line is open from the town to the relief Zones.
fn control(look: Look<'_>) -> Overlay {
    let contested = look.contested();
    let spaces = look.t.graph.spaces().map(|space| {
        let side = if look.controls(Side::Soviet, space) { Side::Soviet } else { Side::German };
        let note = contested.contains(space).then(|| Name::from("contested"));
        Shade { space: look.t.info(space).id.clone(), kind: side.id().into(), note }
    });
    let urban = look.soviet_urban();
    let ring = if look.surrounded() { "Cholm is surrounded." } else { "Cholm is not surrounded." };
    Overlay {
        says: format!("{urban} of {} Urban Areas are Soviet-controlled. {ring}", look.t.urban.len()).into(),
        cites: vec!["6.2.1".into(), "19.2.1a".into()],
        spaces: spaces.collect(),
        paths: open_line(look),
    }
}

/// An open line from the town to a relief Zone, if there is one (19.2.1a).
fn open_line(look: Look<'_>) -> Vec<Vec<Name>> {
    let open = look.line_spaces();
    let mut reach = board::Reach::new();
    let mut best: Option<Vec<Name>> = None;
    for from in look.line_starts() {
        for to in look.t.relief & open {
            if let Some(path) = look.t.graph.path(from, to, open | Spaces::one(from), &mut reach)
                && best.as_ref().is_none_or(|best| path.len() < best.len())
            {
                best = Some(path.iter().map(|&space| look.t.info(space).id.clone()).collect());
            }
        }
    }
    best.into_iter().collect()
}

/// Where a unit could go in a Movement Impulse, with the points left on arrival.
fn reach(look: Look<'_>, unit: Unit) -> Result<Overlay, Unreadable> {
    let counter = look.t.counter(unit);
    let Some(start) = look.at(unit) else { return Err(unknown(&counter.id, "this unit is not on the map")) };
    if look.t.guns.contains(unit) {
        return Err(unknown(&counter.id, "guns do not move"));
    }
    let side = counter.side;
    let (march, mover) = match look.s.step {
        Step::Moving { march } if march.mover.is_some_and(|mover| mover.unit == unit) => {
            (march, march.mover.expect("just seen"))
        }
        _ => {
            let active = Active { side, space: start, seize: true, free: false };
            let mover =
                Mover { unit, start, left: counter.ma, stepped: false, infiltrates: false, bonus: false };
            (look.new_march(active, 0), mover)
        }
    };
    let mut best: BTreeMap<Space, u8> = BTreeMap::new();
    spread(look, &march, mover, start, &mut best);
    best.remove(&start);
    let spaces = best.iter().map(|(&space, &left)| {
        let kind = if look.occupied(side.enemy()).contains(space) { "enemy" } else { "reach" };
        Shade {
            space: look.t.info(space).id.clone(),
            kind: kind.into(),
            note: Some(format!("{left} left").into()),
        }
    });
    let spaces: Vec<Shade> = spaces.collect();
    let words =
        format!("{} could reach {} with {}.", counter.name, count(spaces.len(), "space"), points(mover.left));
    Ok(Overlay { says: words.into(), cites: vec!["12.1".into(), "12.2.3".into()], spaces, paths: Vec::new() })
}

fn spread(look: Look<'_>, march: &March, mover: Mover, from: Space, best: &mut BTreeMap<Space, u8>) {
    for to in look.t.graph.neighbours(from) {
        let Ok(stride) = look.step(march, mover, from, to) else { continue };
        if best.get(&to).is_some_and(|&left| left >= stride.left) {
            continue;
        }
        best.insert(to, stride.left);
        let vacant = look.vacant(look.side(mover.unit), to);
        let bonus = !mover.stepped && look.t.is_zone(from) && look.t.is_zone(to) && vacant;
        if !stride.stops || bonus {
            spread(look, march, Mover { left: stride.left, stepped: true, bonus, ..mover }, to, best);
        }
    }
}

/// Why a unit answers to nothing now.
fn why_dark_unit(look: Look<'_>, viewer: Viewer, unit: Unit) -> Overlay {
    let name = &look.t.counter(unit).name;
    let Some(side) = deciding_viewer(look, viewer) else { return not_your_turn() };
    if look.side(unit) != side && !matches!(look.s.step, Step::CloseDesignate { .. }) {
        return says(&format!("{name} belongs to the other side."), &["11.1.5"]);
    }
    let refusal = match look.s.step {
        Step::Impulse { side } if look.t.guns.contains(unit) => look.refuse_gun(side, unit).err(),
        Step::Impulse { side } => match look.at(unit) {
            None => Some(Refusal::NotOnMap { unit }),
            Some(_) if look.is_committed(unit) => Some(Refusal::Committed { unit }),
            Some(space) => look.refuse_active(Active { side, space, seize: false, free: false }).err(),
        },
        Step::Active { active } => why_no_step(look, &look.new_march(active, 0), unit),
        Step::Moving { march } => why_no_step(look, &march, unit),
        Step::Aim { active, target } => look.refuse_lead(active, target, unit).err(),
        Step::Firers { active, attack } => look.refuse_add(active, attack, unit).err(),
        Step::DefenderLead { active, attack } => look.refuse_defender(active, attack, unit).err(),
        Step::Casualties { hit, .. } if look.is_committed(unit) => look.refuse_eliminate(hit, unit).err(),
        Step::Casualties { hit, .. } => look.refuse_commit(hit, unit).err(),
        Step::VoluntaryRetreat { active, attack } => {
            let to = look.retreats(unit).first().unwrap_or(attack.target);
            look.refuse_volunteer(active, attack, unit, to).err()
        }
        Step::CloseScreen { side, most } => look.refuse_screen(side, most, unit).err(),
        Step::CloseRetreat { second } => {
            let to = look.retreats(unit).first().unwrap_or(look.s.melee.space);
            look.refuse_close_retreat(look.close_side(second), unit, to).err()
        }
        Step::NormalPlace { side, delays } => {
            let to = look.arrival_places(unit).first().unwrap_or(Space(0));
            look.refuse_place(side, delays, unit, to).err()
        }
        _ => Some(Refusal::NotNow { rule: kernel::rule!("7.0") }),
    };
    match refusal {
        Some(refusal) => refused(look.t, refusal),
        None => says(&format!("{name} can act: pick it, then a lit place."), &[]),
    }
}

fn why_no_step(look: Look<'_>, march: &March, unit: Unit) -> Option<Refusal> {
    let from = look.at(unit)?;
    let mut first = None;
    for to in look.t.graph.neighbours(from) {
        match look.refuse_move(march, unit, to) {
            Ok(()) => return None,
            Err(refusal) => first = first.or(Some(refusal)),
        }
    }
    first
}

/// Why a space answers to nothing now.
fn why_dark_space(look: Look<'_>, viewer: Viewer, space: Space) -> Overlay {
    if deciding_viewer(look, viewer).is_none() {
        return not_your_turn();
    }
    let refusal = match look.s.step {
        Step::SetUp => match look.unplaced().first() {
            Some(unit) => look.refuse_set_up(unit, space).err(),
            None => Some(Refusal::AllPlaced {}),
        },
        Step::Regroup { side } => look.refuse_regroup(side, space).err(),
        Step::Substitute { side } => look.refuse_free_activation(side, space).err(),
        Step::Impulse { side } => look.refuse_active(Active { side, space, seize: false, free: false }).err(),
        Step::Active { active } if look.occupied(active.side.enemy()).contains(space) => {
            look.refuse_fire(active, space).err()
        }
        Step::Active { active } => why_no_way(look, &look.new_march(active, 0), space),
        Step::Moving { march } => why_no_way(look, &march, space),
        Step::Casualties { hit, .. } => {
            let spent = hit.victims & look.s.committed;
            spent.first().and_then(|unit| look.refuse_hit_retreat(hit, unit, space).err())
        }
        Step::VoluntaryRetreat { active, attack } => {
            let unit = look.volunteers(active, attack).first();
            unit.and_then(|unit| look.refuse_volunteer(active, attack, unit, space).err())
        }
        Step::ClosePick => look.refuse_combat(space).err(),
        Step::CloseRetreat { second } => {
            let side = look.close_side(second);
            look.must_retreat(side)
                .first()
                .and_then(|unit| look.refuse_close_retreat(side, unit, space).err())
        }
        Step::NormalPlace { side, delays } => {
            look.due(side).first().and_then(|unit| look.refuse_place(side, delays, unit, space).err())
        }
        _ => Some(Refusal::NotNow { rule: kernel::rule!("7.0") }),
    };
    match refusal {
        Some(refusal) => refused(look.t, refusal),
        None => says("Something can be done here: pick a lit unit or the space itself.", &[]),
    }
}

/// Why no unit that may move gets there now: the first unit's reason.
fn why_no_way(look: Look<'_>, march: &March, to: Space) -> Option<Refusal> {
    let unit = march.mover.map(|mover| mover.unit).or(march.movers.first())?;
    look.refuse_move(march, unit, to).err()
}

fn deciding_viewer(look: Look<'_>, viewer: Viewer) -> Option<Side> {
    let side = look.decider()?;
    viewer.knows(look.seat(side)).then_some(side)
}

fn not_your_turn() -> Overlay {
    says("Another side decides now.", &["11.1.5"])
}
