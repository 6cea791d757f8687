//! Overlays: who holds what, where a unit could go, retreat or be supplied from, and why something is dark.

use std::collections::BTreeMap;

use board::Space;
use kernel::{Cited, Unreadable, Viewer};
use kit::{playable, says, unknown};
use view::{Name, Overlay, Query, Shade, Target};

use crate::{
    action::{Action, With},
    m08_impulses::Impulse,
    m08_redeployment::Transfer,
    prose::count,
    refusal::Refusal,
    sequence::Step,
    state::Look,
    tables::{Leader, Nation, Side, Spaces, Tables, Unit},
};

pub fn answer(look: Look<'_>, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable> {
    let unit = |id: &Name| look.t.unit(id).ok_or_else(|| unknown(id, "there is no such unit"));
    match query {
        Query::Control => Ok(control(look)),
        Query::Reach { piece } => match look.t.leader(piece) {
            Some(leader) => leader_reach(look, leader),
            None => reach(look, unit(piece)?),
        },
        Query::Supply { piece } => supply(look, unit(piece)?),
        Query::WhyDark { target } => match target {
            Target::Piece(id) => match look.t.leader(id) {
                Some(leader) => Ok(why_dark_leader(look, viewer, leader)),
                None => Ok(why_dark_unit(look, viewer, unit(id)?)),
            },
            Target::Space(id) => {
                let space =
                    look.t.graph.space(id).map_err(|_| unknown(id, "there is no such Area or Zone"))?;
                Ok(why_dark_space(look, viewer, space))
            }
            Target::Button(_) => Ok(says("That can be done when the prompt offers it.", &["6.1"])),
        },
        Query::WhyNot { action } => {
            let refusal = look.refuse(Action::read(look.t, action)?).err();
            Ok(refusal.map_or_else(playable, |refusal| refused(look.t, refusal)))
        }
        Query::Sight { from } => Err(unknown(from, "this game has no lines of sight")),
    }
}

fn refused(t: &Tables, refusal: Refusal) -> Overlay {
    says(&refusal.in_words(t), &[refusal.rule().0])
}

fn id(look: Look<'_>, space: Space) -> Name {
    look.t.graph.id(space).into()
}

/// Who controls what, and what the victory points say.
fn control(look: Look<'_>) -> Overlay {
    let contested = look.contested();
    let spaces = look.t.graph.spaces().map(|space| {
        let side = if look.controls(Side::Soviet, space) { Side::Soviet } else { Side::Axis };
        let points = look.t.vp[space.index()];
        let note = match (contested.contains(space), points) {
            (true, 0) => Some("contested".to_owned()),
            (true, n) => Some(format!("{n} VP, contested")),
            (false, 0) => None,
            (false, n) => Some(format!("{n} VP")),
        };
        Shade { space: id(look, space), kind: side.id().into(), note: note.map(Name::from) }
    });
    let cities = (look.t.automatic - look.s.soviet).len();
    Overlay {
        says: format!(
            "The Axis holds {} of the {} victory points it needs at the end, and {cities} of the {} that win at once.",
            look.axis_points(),
            look.needed(),
            count(look.t.automatic.len() as u8, "city", "cities")
        )
        .into(),
        cites: vec!["7.2.1".into(), "19.1".into(), "19.2".into()],
        spaces: spaces.collect(),
        paths: Vec::new(),
    }
}

/// Where a unit could go in an impulse of its own from where it stands, where it would be the Point Unit, where trains
/// would take it, and where it would retreat.
fn reach(look: Look<'_>, unit: Unit) -> Result<Overlay, Unreadable> {
    let counter = look.t.counter(unit);
    let Some(start) = look.at(unit) else { return Err(unknown(&counter.id, "this unit is not on the map")) };
    let side = counter.side;
    // The question is about an impulse of this side, whoever's it is now.
    let mut imagined = look.s.clone();
    let under_way = matches!(look.s.step, Step::Operations) && look.s.impulse.starters.contains(unit);
    if !under_way {
        let mut impulse = Impulse::none();
        impulse.side = side;
        impulse.active = Some(start);
        impulse.contested = look.contested();
        impulse.starters = look.units(side, start);
        impulse.officers = look.leaders(side, start);
        imagined.impulse = impulse;
    }
    let there = Look { t: look.t, s: &imagined };
    let mut best: BTreeMap<Space, u8> = BTreeMap::new();
    if !imagined.impulse.stopped.contains(unit) {
        let price = there.next_price(unit);
        spread(there, unit, start, there.mf_left(unit), price, &mut best);
    }
    best.remove(&start);
    let mut spaces: Vec<Shade> = Vec::new();
    for (&space, &left) in &best {
        let enemy = !look.vacant(side, space);
        let (kind, note) = match (enemy, there.is_first(side, space)) {
            (true, true) => ("enemy", "Point Unit".to_owned()),
            (true, false) => ("enemy", "assault".to_owned()),
            (false, true) => ("reach", format!("Point Unit, {left} MF left")),
            (false, false) => ("reach", format!("{left} MF left")),
        };
        spaces.push(Shade { space: id(look, space), kind: kind.into(), note: Some(note.into()) });
    }
    let rails = look.rail_reach(Transfer::ordinary(side, 1), unit);
    for space in rails {
        if !best.contains_key(&space) {
            spaces.push(Shade { space: id(look, space), kind: "rail".into(), note: Some("by rail".into()) });
        }
    }
    let retreats = look.retreats(unit, start, Spaces::empty());
    let paths = retreats.iter().map(|to| vec![id(look, start), id(look, to)]).collect();
    let words = format!(
        "{} could move to {} and redeploy to {}; driven out, it would have {} to retreat to, as the lines show.",
        counter.name,
        count(best.len() as u8, "location", "locations"),
        rails.len(),
        count(retreats.len() as u8, "location", "locations")
    );
    let cites = vec!["9.2".into(), "9.3".into(), "8.5.3".into(), "10.7.2".into()];
    Ok(Overlay { says: words.into(), cites, spaces, paths })
}

/// Where a unit gets with so many MF, when the next Area costs `price` and every further one a single MF.
fn spread(look: Look<'_>, unit: Unit, from: Space, left: u8, price: u8, best: &mut BTreeMap<Space, u8>) {
    let Some(left) = left.checked_sub(price) else { return };
    let side = look.side(unit);
    for to in look.steps(unit, from) {
        let enters = {
            let mut any = false;
            look.companies(unit, from, to, |with| any |= look.refuse_entry(unit, from, to, with).is_ok());
            any
        };
        if !enters || best.get(&to).is_some_and(|&known| known >= left) {
            continue;
        }
        best.insert(to, left);
        let rough = look.t.panzers.contains(unit) && look.t.rough.contains(to);
        if look.vacant(side, to) && !rough && !look.t.is_zone(to) {
            spread(look, unit, to, left, 1, best);
        }
    }
}

/// Where a Leader could walk.
fn leader_reach(look: Look<'_>, leader: Leader) -> Result<Overlay, Unreadable> {
    let officer = look.t.officer(leader);
    let Some(start) = look.post(leader) else {
        return Err(unknown(&officer.id, "this Leader is not on the map"));
    };
    let mut imagined = look.s.clone();
    imagined.impulse = Impulse::none();
    imagined.impulse.side = officer.side;
    let there = Look { t: look.t, s: &imagined };
    let mut seen = Spaces::one(start);
    for _ in 0..officer.mf {
        let rim = seen;
        for from in rim {
            seen |= there.walks(leader, from);
        }
    }
    seen.remove(start);
    let spaces: Vec<Shade> =
        seen.iter().map(|space| Shade { space: id(look, space), kind: "reach".into(), note: None }).collect();
    let words =
        format!("{} could walk to {}.", officer.name, count(spaces.len() as u8, "location", "locations"));
    Ok(Overlay { says: words.into(), cites: vec!["9.6.1".into()], spaces, paths: Vec::new() })
}

/// A unit's line of supply, or that it has none.
fn supply(look: Look<'_>, unit: Unit) -> Result<Overlay, Unreadable> {
    let counter = look.t.counter(unit);
    let Some(start) = look.at(unit) else { return Err(unknown(&counter.id, "this unit is not on the map")) };
    let side = counter.side;
    let zones = match counter.nation {
        Nation::Fi => look.t.zones_of(Nation::Fi),
        Nation::Su => look.t.own_zones[side.index()],
        _ => look.t.own_zones[side.index()] - look.t.zones_of(Nation::Fi),
    };
    if look.t.is_zone(start) {
        return Ok(says(&format!("{} is in a friendly Zone and supplied.", counter.name), &["12.2"]));
    }
    let net = look.supply_ground(side) | zones;
    if let Some(path) = shortest(look, start, zones, net) {
        let words = format!(
            "{} is supplied over {}.",
            counter.name,
            count(path.len() as u8 - 1, "location", "locations")
        );
        let spaces = path[1..]
            .iter()
            .map(|space| Shade { space: space.clone(), kind: "reach".into(), note: None })
            .collect();
        return Ok(Overlay { says: words.into(), cites: vec!["12.2".into()], spaces, paths: vec![path] });
    }
    if look.supplied(unit) {
        let place = &look.t.info(start).name;
        return Ok(says(&format!("{} needs no line of supply in {place}.", counter.name), &["12.2"]));
    }
    let words = format!("{} is cut off: it loses a step in the End Phase.", counter.name);
    Ok(says(&words, &["12.2", "12.3"]))
}

/// The shortest way from a location to one of these through open ground, both ends included.
fn shortest(look: Look<'_>, from: Space, to: Spaces, through: Spaces) -> Option<Vec<Name>> {
    let mut came: BTreeMap<Space, Space> = BTreeMap::new();
    let mut rim = vec![from];
    let mut seen = Spaces::one(from);
    while !rim.is_empty() {
        let mut next = Vec::new();
        for at in rim {
            if to.contains(at) {
                let mut path = vec![at];
                while let Some(&before) = came.get(path.last().expect("it has an end")) {
                    path.push(before);
                }
                path.reverse();
                return Some(path.into_iter().map(|space| id(look, space)).collect());
            }
            for space in (look.t.next.foot[at.index()] & through) - seen {
                seen.insert(space);
                came.insert(space, at);
                next.push(space);
            }
        }
        rim = next;
    }
    None
}

/// Why a unit answers to nothing now.
fn why_dark_unit(look: Look<'_>, viewer: Viewer, unit: Unit) -> Overlay {
    let name = &look.t.counter(unit).name;
    let Some(side) = deciding_viewer(look, viewer) else { return not_your_turn() };
    if look.side(unit) != side {
        return says(&format!("{name} belongs to the other side."), &["8.3.2"]);
    }
    let refusal = match look.s.step {
        Step::Impulse { side } => match look.at(unit) {
            None => Some(Refusal::NotOnMap { unit }),
            Some(_) if look.exhausted(side).contains(unit) => Some(look.why_exhausted(unit)),
            Some(at) => look.refuse_operate(side, at).err(),
        },
        Step::Operations if look.s.impulse.over => Some(Refusal::ImpulseOver {}),
        Step::Operations => why_no_step(look, unit),
        Step::Replace { side, points } => look.refuse_restore(side, points, unit).err(),
        Step::Redeploy { transfer } => look.refuse_redeploy(transfer, unit).err(),
        Step::Point { fight } => look.refuse_point(fight, unit).err(),
        Step::Declare { fight } => look.refuse_join(fight, unit).err(),
        Step::DefenderLoss { fight, first, .. } => look.refuse_hit(fight, first, unit).err(),
        Step::Answer { fight } => match look.retreats(unit, fight.area, look.barred(fight)).first() {
            Some(to) => look.refuse_answer_retreat(fight, unit, to, With::Own).err(),
            None => look.refuse_counter(fight, unit).err(),
        },
        Step::LastStand { fight } => look.refuse_last_stand(fight, unit).err(),
        Step::Overrun { left, .. } if !left.contains(unit) => Some(Refusal::NoOverrun { unit }),
        Step::Overrun { .. } => None,
        _ => Some(Refusal::NotNow {}),
    };
    match refusal {
        Some(refusal) => refused(look.t, refusal),
        None => says(&format!("{name} can act: pick it, then a lit place."), &[]),
    }
}

fn why_no_step(look: Look<'_>, unit: Unit) -> Option<Refusal> {
    let from = match look.refuse_mover(unit) {
        Ok(from) => from,
        Err(refusal) => return Some(refusal),
    };
    let mut first = None;
    for to in look.t.next.foot[from.index()] {
        match look.refuse_move(unit, to, With::Own) {
            Ok(()) => return None,
            Err(refusal) => first = first.or(Some(refusal)),
        }
    }
    first
}

/// Why a Leader answers to nothing now.
fn why_dark_leader(look: Look<'_>, viewer: Viewer, leader: Leader) -> Overlay {
    let officer = look.t.officer(leader);
    let Some(side) = deciding_viewer(look, viewer) else { return not_your_turn() };
    if officer.side != side {
        return says(&format!("{} belongs to the other side.", officer.name), &["8.3.2"]);
    }
    let refusal = match look.s.step {
        Step::Operations => match look.post(leader) {
            None => Some(Refusal::LeaderOffMap { leader }),
            Some(from) => {
                let to = look.walks(leader, from).first().or(look.t.next.foot[from.index()].first());
                to.and_then(|to| look.refuse_walk(leader, to).err())
            }
        },
        Step::Station { side, moved } => {
            let to = look.stations(leader).first().unwrap_or(Space(0));
            look.refuse_station(side, moved, leader, to).err()
        }
        Step::Arrive { side } => {
            let to = look.arrivals(leader).first().unwrap_or(Space(0));
            look.refuse_arrival(side, leader, to).err()
        }
        Step::Displaced { side, .. } => {
            let to = look.t.zones_of(officer.nation).first().unwrap_or(Space(0));
            look.refuse_displaced(side, leader, to).err()
        }
        _ => Some(Refusal::NotNow {}),
    };
    match refusal {
        Some(refusal) => refused(look.t, refusal),
        None => says(&format!("{} can act: pick him, then a lit place.", officer.name), &[]),
    }
}

/// Why a location answers to nothing now.
fn why_dark_space(look: Look<'_>, viewer: Viewer, space: Space) -> Overlay {
    if deciding_viewer(look, viewer).is_none() {
        return not_your_turn();
    }
    let refusal = match look.s.step {
        Step::Impulse { side } => look.refuse_operate(side, space).err(),
        Step::Reserve => look.refuse_reserve(space).err(),
        Step::Interdict => look.refuse_interdict_at(space).err(),
        Step::Security { .. } => look.refuse_security(space).err(),
        Step::Partisans { .. } => look.refuse_partisans(space).err(),
        Step::RedeployTo { transfer } => look.refuse_redeploy_to(transfer, space, With::Own).err(),
        Step::Operations if look.s.impulse.pending.contains(space) => look.refuse_assault(space).err(),
        Step::Operations => match look.movers().first() {
            Some(unit) => look.refuse_move(unit, space, With::Own).err(),
            None => look.refuse_assault(space).err(),
        },
        Step::Answer { fight } => look
            .units(fight.defender(), fight.area)
            .first()
            .and_then(|unit| look.refuse_answer_retreat(fight, unit, space, With::Own).err()),
        Step::Overrun { left, .. } => {
            left.first().and_then(|unit| look.refuse_overrun(left, unit, space, With::Own).err())
        }
        _ => Some(Refusal::NotNow {}),
    };
    match refusal {
        Some(refusal) => refused(look.t, refusal),
        None => says("Something can be done here: pick a lit piece or the location itself.", &[]),
    }
}

fn deciding_viewer(look: Look<'_>, viewer: Viewer) -> Option<Side> {
    let side = look.decider()?;
    viewer.knows(look.seat(side)).then_some(side)
}

fn not_your_turn() -> Overlay {
    says("Another side decides now.", &["8.1"])
}
