//! Overlays: who holds what, where a unit could go, where its supply comes from, whom a leader commands, and why
//! something is dark.

use std::collections::BTreeMap;

use board::{Member, Space};
use kernel::{Cited, Journal, Unreadable, Viewer};
use kit::{playable, says, unknown};
use view::{Name, Overlay, Query, Shade, Target};

use crate::{
    action::{Action, Method},
    prose::{area, count, points as ops},
    refusal::Refusal,
    sequence::{Phase, Step},
    state::{Look, Play, State},
    tables::{Class, Side, Spaces, Tables, Unit, Units},
};

pub fn answer(look: Look<'_>, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable> {
    let unit = |id: &Name| look.t.unit(id).ok_or_else(|| unknown(id, "there is no such counter"));
    let space = |id: &Name| look.t.map.graph.space(id).map_err(|_| unknown(id, "there is no such area"));
    match query {
        Query::Control => Ok(control(look)),
        Query::Reach { piece } => reach(look, unit(piece)?),
        Query::Supply { piece } => supply(look, unit(piece)?),
        Query::Sight { from } => match look.t.unit(from) {
            Some(unit) => Ok(command(look, unit)),
            None => Ok(commanders(look, space(from)?)),
        },
        Query::WhyDark { target } => match target {
            Target::Piece(id) => Ok(why_dark_unit(look, viewer, unit(id)?)),
            Target::Space(id) => Ok(why_dark_space(look, viewer, space(id)?)),
            Target::Button(_) => Ok(says("That can be done when the prompt offers it.", &["2.0"])),
        },
        Query::WhyNot { action } => {
            let refusal = look.refuse(Action::read(look.t, action)?).err();
            Ok(refusal.map_or_else(playable, |refusal| refused(look.t, refusal)))
        }
    }
}

fn refused(t: &Tables, refusal: Refusal) -> Overlay {
    says(&refusal.in_words(t), &[refusal.rule().0])
}

fn ids(look: Look<'_>, path: &[Space]) -> Vec<Name> {
    path.iter().map(|&space| look.t.map.info[space.index()].id.clone()).collect()
}

fn shade(look: Look<'_>, space: Space, kind: &str, note: Option<String>) -> Shade {
    Shade { space: look.t.map.info[space.index()].id.clone(), kind: kind.into(), note: note.map(Name::from) }
}

/// Who controls what, and which objectives are at stake.
fn control(look: Look<'_>) -> Overlay {
    let spaces = look.t.map.graph.spaces().filter_map(|space| {
        let side = Side::BOTH.into_iter().find(|&side| look.controls(side, space))?;
        let note = look.shared().contains(space).then(|| "shared".to_owned());
        Some(shade(look, space, side.id(), note))
    });
    let words = Side::BOTH.map(|side| {
        let (held, of) = look.tally(side);
        format!("The {} side holds {held} of its {of} objectives.", side.name())
    });
    Overlay {
        says: words.join(" ").into(),
        cites: vec!["13.1.1".into(), "13.5".into()],
        spaces: spaces.collect(),
        paths: Vec::new(),
    }
}

/// The shortest way from one area to a set, through these areas, along rails or overland.
fn way(look: Look<'_>, from: Space, goal: Spaces, through: Spaces, rails: bool) -> Option<Vec<Space>> {
    let map = &look.t.map;
    let mut before: BTreeMap<Space, Space> = BTreeMap::new();
    let mut edge = vec![from];
    if goal.contains(from) {
        return Some(vec![from]);
    }
    while !edge.is_empty() {
        let mut next = Vec::new();
        for space in edge {
            let around = if rails { map.rail_links[space.index()] } else { map.neighbours(space) };
            for to in around & through {
                if to == from || before.contains_key(&to) {
                    continue;
                }
                before.insert(to, space);
                if goal.contains(to) {
                    let mut path = vec![to];
                    let mut at = to;
                    while let Some(&back) = before.get(&at) {
                        path.push(back);
                        at = back;
                    }
                    path.reverse();
                    return Some(path);
                }
                next.push(to);
            }
        }
        edge = next;
    }
    None
}

/// Why a rail area next door supplies nothing.
fn broken_rail(look: Look<'_>, side: Side, space: Space) -> (&'static str, &'static str) {
    if look.is_hostile(side, space) {
        return ("the enemy is there", "11.5.3");
    }
    match side {
        Side::Axis if !look.s.converted.contains(space) => ("it has not been converted", "6.4.1"),
        Side::Axis if look.rail_cut() == Some(space) => ("partisans cut it", "8.1.1"),
        Side::Soviet if look.s.converted.contains(space) => ("it has been converted", "6.4.2"),
        Side::Soviet if look.luftwaffe_areas().contains(space) => ("the Luftwaffe cuts it", "9.2.1"),
        _ => ("its line to the edge is cut further on", "11.5.3"),
    }
}

/// Where a piece's combat supply comes from, its line of communication and its leader; or what breaks them.
fn supply(look: Look<'_>, unit: Unit) -> Result<Overlay, Unreadable> {
    let id = look.t.counter(unit).id.clone();
    let side = look.side(unit);
    let at = look.at(unit).ok_or_else(|| unknown(&id, "it is not on the map"))?;
    let map = &look.t.map;
    let net = look.net(side);
    let mut words = Vec::new();
    let mut cites: Vec<Name> = Vec::new();
    let mut paths = Vec::new();
    let mut spaces: Vec<Shade> = net.iter().map(|space| shade(look, space, "reach", None)).collect();
    let home = |from: Space| way(look, from, map.exits[side.index()], net, true);
    let finn = look.t.finns.contains(unit) && map.near_finland.contains(at);
    if look.rail_supply(side, net, at) {
        let head = (map.neighbours(at) & net).first();
        let mut path = vec![at];
        path.extend(head.and_then(home).into_iter().flatten());
        paths.push(ids(look, &path));
        words.push(format!("{} is supplied by rail.", area(look.t, at)));
        cites.push("11.5.3".into());
    } else if look.truck_supply(side, net, at) {
        let near = map.neighbours(at) | Spaces::one(at);
        let trucks = look.t.trucks[side.index()] - look.s.reduced;
        let mut barred = look.hostile(side);
        if side == Side::Soviet {
            barred |= look.luftwaffe_areas();
        }
        for truck in trucks {
            let Some(post) = look.at(truck).filter(|&post| near.contains(post)) else { continue };
            if look.truck_trace(side, net, post).is_none() {
                continue;
            }
            let overland = way(look, post, net, map.graph.all() - barred, false);
            if let Some(mut path) = overland {
                let railhead = path.last().copied();
                if post != at {
                    path.insert(0, at);
                }
                path.extend(railhead.and_then(home).into_iter().flatten().skip(1));
                paths.push(ids(look, &path));
                words.push(format!("{} is supplied by {}.", area(look.t, at), look.t.counter(truck).name));
                cites.push("11.5.2".into());
                break;
            }
        }
    } else if finn {
        words.push("Finns are always supplied in Finland and next to it.".to_owned());
        cites.push("11.5.6".into());
    } else if look.s.air_supplied.contains(unit) {
        words.push("It is supplied from the air until the end of the player turn.".to_owned());
        cites.push("11.5.5".into());
    } else {
        let price = look.price(look.unsupplied(side, at));
        words.push(format!(
            "Nothing supplies {}; buying supply there would cost {}.",
            area(look.t, at),
            ops(price)
        ));
        cites.push("11.5.4".into());
        for space in (map.neighbours(at) | Spaces::one(at)) & map.rail {
            let (why, case) = broken_rail(look, side, space);
            spaces.push(shade(look, space, "enemy", Some(why.to_owned())));
            words.push(format!("The rail in {} does not help: {why}.", area(look.t, space)));
            cites.push(case.into());
        }
        let near = map.neighbours(at) | Spaces::one(at);
        for truck in look.t.trucks[side.index()] {
            if look.at(truck).is_some_and(|post| near.contains(post)) {
                let why = if look.is_reduced(truck) { "is disrupted" } else { "reaches no working rail" };
                words.push(format!("{} {why}.", look.t.counter(truck).name));
                cites.push("11.5.2".into());
            }
        }
    }
    let finnish = look.t.finns.contains(unit);
    let rails = look.rails_home(side, finnish);
    cites.push("6.1.3".into());
    if look.has_line(side, finnish, rails, at) {
        let exits = map.exits[side.index()]
            | map.edge[side.index()]
            | if finnish { map.finnish_base } else { Spaces::empty() };
        let free = map.graph.all() - look.hostile(side);
        let goal = (rails & map.closer[side.index()][at.index()]) | exits;
        if let Some(overland) = way(look, at, goal, free, false) {
            let end = overland.last().copied();
            let mut path = overland;
            let on = end.and_then(|from| way(look, from, exits, rails, true));
            path.extend(on.into_iter().flatten().skip(1));
            paths.push(ids(look, &path));
        }
        words.push("It has a line of communication.".to_owned());
    } else {
        words.push(format!(
            "It has no line of communication: no rail that leads to the friendly edge is within {}, free of the enemy.",
            count(look.t.charts.rail.overland, "area")
        ));
    }
    cites.push("11.8.1".into());
    let leader = look.t.leaders[side.index()].iter().find(|&leader| look.reach(leader).contains(at));
    words.push(match leader {
        Some(leader) => format!("{} commands here.", look.t.counter(leader).name),
        None => "It is out of command.".to_owned(),
    });
    cites.dedup();
    Ok(Overlay { says: words.join(" ").into(), cites, spaces, paths })
}

/// Whom a leader commands, or who commands where another piece stands.
fn command(look: Look<'_>, unit: Unit) -> Overlay {
    let name = &look.t.counter(unit).name;
    let Some(at) = look.at(unit) else { return says(&format!("{name} is not on the map."), &["11.8.1"]) };
    if look.class(unit) != Class::Leader {
        return commanders(look, at);
    }
    if look.is_reduced(unit) {
        return says(&format!("{name} is disrupted and commands nobody."), &["11.8.1"]);
    }
    let reach = look.reach(unit);
    let words = if reach.len() == 1 {
        let side = look.side(unit);
        let why = if look.is_hostile(side, at) { "the enemy is" } else { "the Luftwaffe is" };
        format!("{name} commands his own area only, because {why} in it.")
    } else {
        format!("{name} commands his own and all adjacent areas.")
    };
    let spaces = reach.iter().map(|space| shade(look, space, "sees", None)).collect();
    Overlay { says: words.into(), cites: vec!["11.8.1".into()], spaces, paths: Vec::new() }
}

fn commanders(look: Look<'_>, space: Space) -> Overlay {
    let leaders: Vec<Unit> = (look.t.leaders[0] | look.t.leaders[1])
        .iter()
        .filter(|&leader| look.reach(leader).contains(space))
        .collect();
    let names: Vec<&str> = leaders.iter().map(|&leader| &*look.t.counter(leader).name).collect();
    let words = match names.len() {
        0 => format!("No leader commands {}.", area(look.t, space)),
        1 => format!("{} commands {}.", names[0], area(look.t, space)),
        _ => format!("{} command {}.", view::list(&names), area(look.t, space)),
    };
    let at = leaders.iter().filter_map(|&leader| look.at(leader));
    let spaces = at.map(|space| shade(look, space, "sees", None)).collect();
    Overlay { says: words.into(), cites: vec!["11.8.1".into()], spaces, paths: Vec::new() }
}

/// Where a piece could go with the points it has, or would have in its next Movement Phase.
fn reach(look: Look<'_>, unit: Unit) -> Result<Overlay, Unreadable> {
    let counter = look.t.counter(unit);
    let id = counter.id.clone();
    let side = counter.side;
    if look.at(unit).is_none() {
        return Err(unknown(&id, "it is not on the map"));
    }
    if counter.class == Class::Luftwaffe {
        let spaces = look.flights(unit).iter().map(|space| shade(look, space, "reach", None)).collect();
        let words = format!("{} flies up to {} oxes in any direction.", counter.name, counter.range);
        return Ok(Overlay { says: words.into(), cites: vec!["9.1.1".into()], spaces, paths: Vec::new() });
    }
    if counter.class == Class::Marker {
        return Ok(says(&format!("{} does not march.", counter.name), &["6.0"]));
    }
    let mut state = look.s.clone();
    let moving = matches!(look.s.step, Step::Move { side: mover, .. } | Step::Passing { side: mover, .. } if mover == side);
    let mut disabled = Journal::disabled();
    if !moving {
        Play { t: look.t, s: &mut state, j: &mut disabled }.begin_movement(side);
    }
    let points = state.points[unit.index()];
    let mut best: BTreeMap<Space, u8> = BTreeMap::new();
    spread(look.t, &state, side, unit, &mut best);
    let start = Look { t: look.t, s: &state };
    let held = start.needs_leader(unit);
    let mut spaces: Vec<Shade> = best
        .iter()
        .map(|(&space, &left)| {
            let kind = if start.is_hostile(side, space) { "enemy" } else { "reach" };
            shade(look, space, kind, Some((points - left).to_string()))
        })
        .collect();
    let trains = start.refuse_entrain(side, Phase::Redeploy, unit).is_ok()
        || start.refuse_entrain(side, Phase::Main, unit).is_ok();
    if trains {
        let stations = start.stations(unit);
        for space in stations {
            if !best.contains_key(&space) {
                spaces.push(shade(look, space, "rail", Some("rail".to_owned())));
            }
        }
    }
    let company = if held { " In this weather it marches only with a leader." } else { "" };
    let words = format!(
        "{} could reach {} with {}.{company}",
        counter.name,
        count(best.len(), "area"),
        count(points, "movement point")
    );
    Ok(Overlay { says: words.into(), cites: vec!["6.0".into(), "6.4".into()], spaces, paths: Vec::new() })
}

fn spread(t: &Tables, state: &State, side: Side, unit: Unit, best: &mut BTreeMap<Space, u8>) {
    let look = Look { t, s: state };
    for to in look.targets(side, unit) {
        let class = look.class(unit) as usize;
        let left = state.points[unit.index()].saturating_sub(t.map.cost[class][to.index()]);
        if best.get(&to).is_some_and(|&known| known >= left) {
            continue;
        }
        let through = t.map.passage.contains(to) && !look.open_to(unit).contains(to);
        if !through {
            best.insert(to, left);
        }
        if look.stops(side).contains(to) || left == 0 {
            continue;
        }
        let mut next = state.clone();
        next.points[unit.index()] = left;
        let mut disabled = Journal::disabled();
        Play { t, s: &mut next, j: &mut disabled }.put_on(unit, to);
        spread(t, &next, side, unit, best);
    }
}

fn deciding_viewer(look: Look<'_>, viewer: Viewer) -> Option<Side> {
    let side = look.decider()?;
    viewer.knows(kernel::Seat(side as u8)).then_some(side)
}

/// Why a counter answers to nothing now.
fn why_dark_unit(look: Look<'_>, viewer: Viewer, unit: Unit) -> Overlay {
    let name = &look.t.counter(unit).name;
    let Some(side) = deciding_viewer(look, viewer) else { return not_your_turn() };
    let actions = look.actions();
    if actions.iter().any(|&action| concerns(action, unit)) {
        return says(&format!("{name} can act: pick it, then a lit place."), &[]);
    }
    if look.side(unit) != side {
        return says(&format!("{name} belongs to the other side."), &["2.0"]);
    }
    let space = look.at(unit).unwrap_or(Space(0));
    let battle = &look.s.battle;
    let refusal = match look.s.step {
        Step::Move { phase, .. } if look.t.rail_markers.contains(unit) => {
            let near = look.t.map.graph.within(space, 2) & look.t.map.oxes;
            let to = near.iter().find(|&to| to != space).unwrap_or(space);
            if phase == Phase::Rail {
                look.refuse_convert(unit, to).err()
            } else {
                Some(Refusal::NotThisPart { unit })
            }
        }
        Step::Move { phase, .. } if look.t.luftwaffe.contains(unit) => {
            look.refuse_fly(side, phase, unit).err()
        }
        Step::Move { phase, .. } => why_no_step(look, side, phase, unit),
        Step::Bombing => look.t.trucks[1].iter().find_map(|truck| look.refuse_bomb(side, unit, truck).err()),
        Step::Combat { .. } => {
            Method::BOTH.into_iter().find_map(|method| look.refuse_attack(side, space, method).err())
        }
        Step::Reserves => {
            let leader = battle.caller.or_else(|| look.t.leaders[side.index()].first());
            leader.and_then(|leader| look.refuse_reserve(leader, unit).err())
        }
        Step::Losses { .. } => look.refuse_lose(side, unit).err(),
        Step::Overstack { .. } => look.refuse_remove(side, unit).err(),
        Step::Recover { .. } if look.class(unit) == Class::Leader => {
            look.refuse_recover_leader(side, unit).err()
        }
        Step::Recover { .. } => {
            let leaders: Units = look.t.leaders[side.index()];
            leaders.iter().find_map(|leader| look.refuse_recover_truck(side, unit, leader).err())
        }
        Step::Boxes { .. } => look.refuse_swap(side, unit).err(),
        Step::Replace { .. } => look.refuse_buy(side, unit, true).err(),
        Step::Rebuild { .. } => look.refuse_rebuild(side, unit).err(),
        Step::Advance { priced, leaders } => look.refuse_advance(priced, leaders, unit, space).err(),
        _ => Some(Refusal::NotNow {}),
    };
    refused(look.t, refusal.unwrap_or(Refusal::NotNow {}))
}

/// Whether an action is about a counter.
fn concerns(action: Action, unit: Unit) -> bool {
    match action {
        Action::Place { unit: it, .. }
        | Action::Convert { unit: it, .. }
        | Action::Move { unit: it, .. }
        | Action::Detach { unit: it }
        | Action::Entrain { unit: it }
        | Action::Fly { unit: it }
        | Action::Break { unit: it }
        | Action::Take { unit: it, .. }
        | Action::Form { unit: it }
        | Action::Remove { unit: it }
        | Action::Support { unit: it }
        | Action::Lose { unit: it }
        | Action::Retreat { unit: it, .. }
        | Action::Follow { unit: it, .. }
        | Action::Advance { unit: it, .. }
        | Action::RecoverLeader { unit: it }
        | Action::Swap { unit: it }
        | Action::Buy { unit: it, .. }
        | Action::Rebuild { unit: it }
        | Action::Ambush { truck: it } => it == unit,
        Action::Attach { leader: one, unit: other }
        | Action::Join { one, other }
        | Action::Bomb { unit: one, truck: other }
        | Action::Reserve { leader: one, unit: other }
        | Action::Airlift { unit: one, to: other }
        | Action::Substitute { unit: one, corps: other, .. }
        | Action::RecoverTruck { unit: one, leader: other } => one == unit || other == unit,
        _ => false,
    }
}

fn why_no_step(look: Look<'_>, side: Side, phase: Phase, unit: Unit) -> Option<Refusal> {
    if let Err(refusal) = look.refuse_mover(side, phase, unit) {
        return Some(refusal);
    }
    let from = look.at(unit)?;
    look.t.map.neighbours(from).iter().find_map(|to| look.refuse_move(side, phase, unit, to).err())
}

/// Why an area answers to nothing now.
fn why_dark_space(look: Look<'_>, viewer: Viewer, space: Space) -> Overlay {
    let Some(side) = deciding_viewer(look, viewer) else { return not_your_turn() };
    let refusal = match look.s.step {
        Step::SetUp { .. } => match look.unplaced(side).first() {
            Some(unit) => look.refuse_set_up(side, unit, space).err(),
            None => Some(Refusal::AllPlaced {}),
        },
        Step::Move { phase, .. } => {
            let near = look.t.map.neighbours(space);
            let movers =
                look.t.combat[side.index()] | look.t.leaders[side.index()] | look.t.trucks[side.index()];
            let here = movers.iter().filter(|&unit| look.at(unit).is_some_and(|at| near.contains(at)));
            let mut first = None;
            for unit in here {
                match look.refuse_move(side, phase, unit, space) {
                    Ok(()) => return says("A unit can move here: pick it first.", &[]),
                    Err(refusal) => first = first.or(Some(refusal)),
                }
            }
            match first {
                Some(refusal) => Some(refusal),
                None => return says("None of your units is next to this area.", &["6.0"]),
            }
        }
        Step::Passing { phase, unit, .. } => look.refuse_move(side, phase, unit, space).err(),
        Step::Ride { unit, .. } => look.refuse_station(side, unit, space).err(),
        Step::Flight { unit, .. } => look.refuse_landing(unit, space).err(),
        Step::Combat { .. } => {
            Method::BOTH.into_iter().find_map(|method| look.refuse_attack(side, space, method).err())
        }
        Step::Partisans { .. } => look.refuse_raid(space).err(),
        Step::CommissarChoose { column, row } => look.refuse_commissar(column, row, space).err(),
        Step::Withdrawing { distance, unit, made, .. } => {
            let going = unit.or(look.s.battle.todo.first());
            going.and_then(|going| look.refuse_retreat((side, distance, unit, made), going, space).err())
        }
        Step::Follow { .. } => {
            look.s.battle.todo.first().and_then(|unit| look.refuse_follow(unit, space).err())
        }
        Step::Advance { priced, leaders } => {
            let unit = look.s.battle.eligible.first();
            unit.and_then(|unit| look.refuse_advance(priced, leaders, unit, space).err())
        }
        Step::Continue { asked } => look.refuse_continue(asked, space).err(),
        Step::LeaderRefuge { leader } => look.refuse_refuge(leader, space).err(),
        Step::Enter { unit, .. } => look.refuse_entry(unit, space).err(),
        _ => Some(Refusal::NotNow {}),
    };
    match refusal {
        Some(refusal) => refused(look.t, refusal),
        None => says("Something can be done here: pick a lit unit or the area itself.", &[]),
    }
}

fn not_your_turn() -> Overlay {
    says("Another side decides now.", &["2.0"])
}
