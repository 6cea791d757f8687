//! What a viewer sees: pieces, spaces, tracks, the prompt, and the offers with their odds.

use std::collections::BTreeMap;

use ::view::{Mark, Name, Offer, Piece, Prompt, SpaceState, Target, Track, TrackKind, View};
use board::{Member, Space, hex::Direction};
use kernel::{Seat, Viewer};
use kit::Frame;

use crate::{
    BearTrap,
    action::Action,
    arrange::points as points_value,
    fog::Fog,
    m06_indirect_fire::{Gun, Mission},
    m06_results::{Then, Weapon},
    m07_close_assault::Assault,
    m10_placing::Why,
    odds::Bookmaker,
    prose::{amount, capital, half_points, movement_points, number, unit_name},
    refusal::Halves,
    sequence::{Call, Step},
    state::{Level, Look, Place, State, option},
    tables::{Marker, Side, Spaces, Status, Unit, Units},
};

pub fn position(game: &BearTrap, state: &State, viewer: Viewer) -> View {
    let look = game.look(state);
    let frame = Frame::new(look.node(), &game.names.sides);
    let eyes = Eyes::new(look, viewer);
    View {
        prompt: prompt(look, &eyes),
        spaces: spaces(game, look, &eyes),
        pieces: pieces(game, look, &eyes),
        tracks: tracks(look, &eyes),
        aims: crate::aims::aims(game, look, eyes.score(look).0),
        boxes: boxes(look),
        ..frame.view("bear-trap", state.turn, look.step_name(), |seat| State::side_of(seat).index())
    }
}

/// The side that a seat plays.
pub fn side(game: &BearTrap, _state: &State, seat: Seat) -> Name {
    game.names.sides[State::side_of(seat).index()].clone()
}

/// What a viewer may look at.
pub struct Eyes {
    viewer: Viewer,
    fog: Fog,
    /// Hexes whose Russian, and whose Chechen piles are open to him.
    open: [Spaces; 2],
    all: bool,
}

impl Eyes {
    pub fn new(look: Look<'_>, viewer: Viewer) -> Eyes {
        let fog = look.fog();
        let mut open = [Spaces::empty(); 2];
        if let Viewer::Seat(seat) = viewer {
            let side = State::side_of(seat);
            open[side.enemy().index()] = look.examined(side);
        }
        Eyes { viewer, fog, open, all: viewer == Viewer::Umpire }
    }

    /// Whether all units of a side in a hex are open to the viewer.
    fn sees(&self, side: Side, space: Space) -> bool {
        self.all
            || self.fog == Fog::Open
            || self.viewer.knows(State::seat(side))
            || self.open[side.index()].contains(space)
    }

    /// Whether the viewer may know which unit this is.
    fn knows(&self, look: Look<'_>, unit: Unit) -> bool {
        let side = look.side(unit);
        if self.all || self.viewer.knows(State::seat(side)) {
            return true;
        }
        match look.place(unit) {
            Place::On(..) | Place::Aboard(_) => look.whereabouts(unit).is_none_or(|at| self.sees(side, at)),
            Place::Cup | Place::Drawn => side == Side::Russian,
            _ => true,
        }
    }

    /// Whether the viewer meets this very unit on the map, as a top counter if not otherwise.
    fn shown(&self, look: Look<'_>, unit: Unit) -> bool {
        let on_top = || {
            let spot = look.spot(unit);
            spot.is_some_and(|(space, level)| look.top(look.side(unit), space, level) == Some(unit))
        };
        self.knows(look, unit) || (self.fog == Fog::Tabletop && on_top())
    }

    /// 11.2 The score as far as the viewer can add it up: Dudayev's points would tell which pile hides him. Whether he is
    /// counted comes with it.
    fn score(&self, look: Look<'_>) -> ([i16; 2], bool) {
        let mut score = look.score();
        let counted = self.shown(look, look.t.dudayev) || matches!(look.s.step, Step::Over { .. });
        if !counted {
            score[1] -= look.dudayev_alive();
        }
        (score, counted)
    }
}

fn pieces(game: &BearTrap, look: Look<'_>, eyes: &Eyes) -> Vec<Piece> {
    let chosen = chosen_units(look);
    let mut pieces = Vec::with_capacity(look.s.place.len());
    for index in 0..look.s.place.len() {
        let unit = Unit(index as u8);
        if eyes.knows(look, unit) {
            pieces.push(piece(game, look, unit, chosen.contains(unit)));
        }
    }
    for side in Side::BOTH {
        for space in look.occupied(side) {
            if !eyes.sees(side, space) {
                for level in Level::BOTH {
                    covered(game, look, eyes, side, space, level, &mut pieces);
                }
            }
        }
    }
    pieces
}

fn piece(game: &BearTrap, look: Look<'_>, unit: Unit, chosen: bool) -> Piece {
    let index = unit.index();
    let on_map = look.at(unit).is_some();
    let acted = look.s.activated.contains(unit);
    let names = &game.names;
    Piece {
        id: names.front[index].clone(),
        at: match look.place(unit) {
            Place::On(space, _) => names.spaces[space.index()].clone(),
            _ => look.where_words(unit).into(),
        },
        side: names.sides[look.side(unit).index()].clone(),
        face: if acted { names.back[index].clone() } else { names.front[index].clone() },
        marks: look.piece_marks(unit).into_iter().map(Name::from).collect(),
        facing: (on_map && !look.t.leaders.contains(unit)).then(|| look.facing(unit).index() as u8),
        level: look.spot(unit).map(|(_, level)| match level {
            Level::Ground => names.ground.clone(),
            Level::Upper => names.upper.clone(),
        }),
        aboard: look.cargo(unit).len() as u8,
        chosen,
    }
}

/// 3.6 A pile that may not be examined: its top and its height, or only what it is. What the top counter has done this turn
/// is not printed on it, but for its activation.
fn covered(
    game: &BearTrap,
    look: Look<'_>,
    eyes: &Eyes,
    side: Side,
    space: Space,
    level: Level,
    out: &mut Vec<Piece>,
) {
    let pile = look.pile(side, space, level);
    if pile.is_empty() {
        return;
    }
    let names = &game.names;
    let storey = if level == Level::Upper { "u" } else { "g" };
    let blank = |what: &str, face: &Name| Piece {
        id: format!("hidden-{}-{storey}-{what}", look.t.id(space)).into(),
        at: names.spaces[space.index()].clone(),
        side: names.sides[side.index()].clone(),
        face: face.clone(),
        marks: Vec::new(),
        facing: None,
        level: Some(if level == Level::Upper { names.upper.clone() } else { names.ground.clone() }),
        aboard: 0,
        chosen: false,
    };
    if eyes.fog == Fog::Strict {
        if !(pile & look.t.vehicles).is_empty() {
            out.push(blank("vehicle", &names.vehicle[side.index()]));
        }
        if !(pile - look.t.vehicles).is_empty() {
            out.push(blank("foot", &names.foot[side.index()]));
        }
        return;
    }
    for n in 1..pile.len() {
        out.push(blank(&n.to_string(), &names.hidden[side.index()]));
    }
    if let Some(top) = look.top(side, space, level) {
        let mut top = piece(game, look, top, false);
        let plain = |mark: &str| mark == "activated" || Status::ALL.iter().any(|status| status.id() == mark);
        top.marks.retain(|mark| plain(mark));
        out.push(Piece { aboard: 0, ..top });
    }
}

/// Units the decision under way is about.
fn chosen_units(look: Look<'_>) -> Units {
    match look.s.step {
        Step::Active { active } | Step::InterdictedRoll { active } | Step::ObstacleRoll { active, .. } => {
            Units::one(active.unit)
        }
        Step::Entry { unit, .. } | Step::PlaceHex { unit, .. } | Step::PlaceFacing { unit, .. } => {
            Units::one(unit)
        }
        Step::Assault { assault } | Step::AssaultRoll { assault } => assault.attackers,
        Step::FireRoll { attack } | Step::HitRoll { attack } => Units::one(attack.target),
        Step::Spotter { mission } => match mission.gun {
            Gun::OnMap(unit) => Units::one(unit),
            _ => Units::empty(),
        },
        _ => Units::empty(),
    }
}

/// The hex the decision is about, for a viewer who may know.
fn chosen_space(look: Look<'_>, eyes: &Eyes) -> Option<Space> {
    match look.s.step {
        Step::Active { active } if eyes.knows(look, active.unit) => look.at(active.unit),
        Step::PlaceFacing { unit, hex, .. } if eyes.viewer.knows(State::seat(look.side(unit))) => Some(hex),
        Step::Assault { assault } | Step::AssaultRoll { assault } => Some(assault.hex),
        Step::FireRoll { attack }
        | Step::HitRoll { attack }
        | Step::ScatterRoll { attack }
        | Step::StrikeRoll { attack }
        | Step::StrikeUnitRoll { attack } => Some(attack.hex),
        Step::Spotter { mission } => Some(mission.hex),
        Step::InterdictRoll { hex, .. } | Step::ObstacleRoll { hex, .. } => Some(hex),
        _ => None,
    }
}

fn spaces(game: &BearTrap, look: Look<'_>, eyes: &Eyes) -> BTreeMap<Name, SpaceState> {
    let chosen = chosen_space(look, eyes);
    let mut telling = look.s.rubble | look.s.roadblocks | look.s.wrecks | look.s.interdicted;
    telling |= look.t.map.landmarks;
    telling.extend(chosen);
    let each = telling.iter().map(|space| {
        let marks = look.space_marks(space).into_iter().map(|kind| Mark {
            kind: kind.into(),
            label: match kind {
                "rubble" => {
                    let cost = movement_points(look.t.charts.movement.rubble);
                    format!("Rubble: no upper level, no vehicles, {cost}").into()
                }
                "roadblock" => "Roadblock: closed to vehicles, a whole move on foot".into(),
                "wreck" => "Wreck: closed to vehicles, a whole move on foot".into(),
                _ => {
                    let cost = movement_points(look.t.charts.movement.interdicted);
                    format!("Interdicted: whoever enters pays {cost} more and may be disrupted").into()
                }
            },
        });
        let list = look.t.map.landmark_list.iter();
        let index = list.clone().position(|&hex| hex == space);
        let state = SpaceState {
            control: index.map(|index| game.names.sides[look.controller(index).index()].clone()),
            marks: marks.collect(),
            chosen: chosen == Some(space),
        };
        (game.names.spaces[space.index()].clone(), state)
    });
    each.collect()
}

fn tracks(look: Look<'_>, eyes: &Eyes) -> Vec<Track> {
    let s = look.s;
    let names = &look.t.scenarios.turns.names;
    let turn = usize::from(s.turn);
    let value = |id: &str| look.track(id);
    let flag = |id: &str, name: &str, says: &str, side: Option<Side>| {
        let side = side.map(|side| side.id().into());
        value(id).map(|value| Track { side, ..Track::flag(id, name, value, says) })
    };
    let tally = |id: &str, name: &str, of: u8, says: String, side: Side| {
        let kind = TrackKind::Tally { of: i64::from(of) };
        value(id).map(|value| Track { kind, ..Track::flag(id, name, value, says).of(side.id()) })
    };
    let facts = look.t.scenario(s.scenario);
    let ([russian, chechen], counted) = eyes.score(look);
    let needs = look.t.charts.victory.difference;
    let call = look.current_call();
    let marker = call.map_or("", |call| if call.bonus { "bonus" } else { call.marker.id() });
    let cup = cup_says(look);
    let guns = |left: u8, all: u8| format!("{left} of {all} ready");
    let points = |id: &str, name: &str, halves: i16, side: Side, note: String| {
        Some(Track::flag(id, name, points_value(halves), half_points(halves)).of(side.id()).with(note))
    };
    let held = if s.by_81st { "the 81st" } else { "other units" };
    let yes = |used: bool, one: &'static str, other: &'static str| if used { one } else { other };
    let snafu = |side: Side| match look.snafu_word(side) {
        "pending" => "takes a marker this turn",
        "possible" => "to come",
        word => word,
    };
    let last = look.t.scenarios.last_turn(s.scenario);
    let mut tracks = vec![Some(Track::turn(turn, last.into()).with(names[turn - 1].as_str()))];
    tracks.push(points(
        "russian-points",
        "Russian points",
        russian,
        Side::Russian,
        format!("{} ahead; {needs} wins", half_points(russian - chechen)),
    ));
    tracks.push(points(
        "chechen-points",
        "Chechen points",
        chechen,
        Side::Chechen,
        if counted { "as if the game ended now" } else { "as if the game ended now, without Dudayev" }.into(),
    ));
    tracks.push(flag("marker", "Marker in play", marker, call.map(|call| call.side)));
    tracks.push(flag(
        "activations",
        "Activations left",
        &call.map_or(String::new(), |call| call.left.to_string()),
        Some(Side::Chechen),
    ));
    tracks.push(flag("cup", "In the cup", &cup, None));
    tracks.push(tally(
        "artillery",
        "Artillery",
        s.artillery,
        guns(s.artillery - s.artillery_used, s.artillery),
        Side::Russian,
    ));
    if look.option(option::BURATINO) {
        tracks.push(tally(
            "buratino",
            "Buratino",
            s.buratino,
            guns(s.buratino - s.buratino_used, s.buratino),
            Side::Russian,
        ));
    }
    tracks.push(tally(
        "roadblocks",
        "Roadblocks",
        facts.roadblocks,
        format!("{} left", s.blocks_left),
        Side::Chechen,
    ));
    tracks.push(tally(
        "roadblocks-lost",
        "Roadblocks removed",
        facts.roadblocks,
        s.blocks_lost.to_string(),
        Side::Chechen,
    ));
    if facts.parade {
        tracks.push(flag("released", "Columns released", yes(s.released, "yes", "no"), Some(Side::Russian)));
        if s.held_back != 0 {
            let held: Vec<&str> = Marker::RUSSIAN
                .into_iter()
                .filter(|it| s.held_back & it.bit() != 0)
                .map(Marker::id)
                .collect();
            tracks.push(flag("held-back", "Markers held back", &held.join(" "), Some(Side::Russian)));
        }
    }
    if look.option(option::INTERDICTION) {
        tracks.push(flag(
            "interdiction",
            "Interdiction",
            yes(s.interdiction_over, "over", "possible"),
            Some(Side::Russian),
        ));
    }
    tracks.push(flag("snafu-russian", "Russian snafu", snafu(Side::Russian), Some(Side::Russian)));
    tracks.push(flag("snafu-chechen", "Chechen snafu", snafu(Side::Chechen), Some(Side::Chechen)));
    tracks.push(flag(
        "event-return",
        "God is great",
        yes(s.returned, "used", "to come"),
        Some(Side::Chechen),
    ));
    if facts.set_up {
        tracks.push(flag(
            "reinforcements",
            "Chechen reinforcements",
            &if s.reinforcements_over {
                "over".to_owned()
            } else {
                reinforcement_turns(&facts.reinforcement_turns)
            },
            Some(Side::Chechen),
        ));
    }
    tracks.push(flag("bonus", "Desperation", s.bonus.map_or("nobody", Side::name), s.bonus));
    tracks.push(flag("palace", "Palace last held by", held, Some(Side::Russian)));
    tracks.into_iter().flatten().collect()
}

/// The markers in the cup, as a player would say it.
fn cup_says(look: Look<'_>) -> String {
    let mut words: Vec<String> = look.cup_markers().map(|marker| marker.id().to_owned()).collect();
    if look.s.chechen_cup > 0 {
        words.push(format!("{} Chechen", look.s.chechen_cup));
    }
    if words.is_empty() { "empty".to_owned() } else { words.join(", ") }
}

/// On which turns reinforcements come, in words.
fn reinforcement_turns(turns: &[u8]) -> String {
    match (turns.first(), turns.last()) {
        (Some(first), Some(last)) if first < last => format!("on turns {first} to {last}"),
        (Some(first), _) => format!("on turn {first}"),
        (None, _) => "on no turn".to_owned(),
    }
}

/// A number of things in words, at the beginning of a sentence.
fn counted(n: u8, one: &str, many: &str) -> String {
    capital(&amount(n, one, many))
}

/// The faces of a die from one to another, in words.
fn faces(from: u8, to: u8) -> String {
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}

/// What is left of an allowance, in words.
fn points_left(halves: u8) -> String {
    format!("{} movement point{}", Halves(halves), if matches!(halves, 1 | 2) { "" } else { "s" })
}

fn boxes(look: Look<'_>) -> BTreeMap<Name, Name> {
    let drawn = look.in_box(Side::Chechen, Place::Drawn).len();
    let cup = look.unit_cup().len();
    let waiting = look.in_box(Side::Russian, Place::Waiting).len();
    [
        ("drawn".into(), format!("{drawn} to place, {cup} in the cup").into()),
        ("waiting".into(), format!("{waiting} to enter").into()),
    ]
    .into()
}

// ---------------------------------------------------------------------- the prompt

fn prompt(look: Look<'_>, eyes: &Eyes) -> Prompt {
    let (cites, lead, rest) = words(look, eyes);
    Prompt::new(cites, lead, rest)
}

fn words(look: Look<'_>, eyes: &Eyes) -> (&'static str, String, String) {
    let name = |unit: Unit| {
        if eyes.knows(look, unit) {
            unit_name(look.t, unit).to_string()
        } else {
            format!("A {} unit", look.side(unit).name())
        }
    };
    // The same in the middle of a sentence.
    let of = |unit: Unit| match eyes.knows(look, unit) {
        true => name(unit),
        false => format!("a {} unit", look.side(unit).name()),
    };
    let hex = |space: Space| look.t.id(space).to_owned();
    let charts = &look.t.charts;
    match look.s.step {
        Step::Opening => ("10.0", "The battle is about to begin.".into(), String::new()),
        Step::Buratino => (
            "8.3",
            {
                let all = amount(look.t.batteries.buratino, "Buratino battery", "Buratino batteries");
                format!("The Russian may take {all}.")
            },
            {
                let fewer =
                    look.t.batteries.artillery.saturating_sub(look.t.batteries.artillery_with_buratino);
                let fewer = amount(fewer, "battery of artillery", "batteries of artillery");
                format!("They replace {fewer} and give the Chechen 1 to 9 points at once.")
            },
        ),
        Step::BuratinoRoll => {
            ("8.3", "The Buratino is known.".into(), "A die for the Chechen's points.".into())
        }
        Step::SetUpRoll => ("10.3.1", "Chechen set-up.".into(), "Three dice for the number of units.".into()),
        Step::UnitDraw { drawing } => (
            drawing.zone.rule().0,
            "Chechen units are drawn.".into(),
            format!("{} still to come out of the cup.", drawing.left),
        ),
        Step::PlaceHex { why, unit } => {
            let rest = match why {
                Why::Drawn(drawing) if drawing.exchanges > 0 && look.s.blocks_left > 0 => {
                    format!("Choose its hex, or put a roadblock down instead ({} may be).", drawing.exchanges)
                }
                _ => "Choose its hex.".to_owned(),
            };
            (why.rule().0, format!("{} is to be placed.", name(unit)), rest)
        }
        Step::PlaceFacing { unit, hex: at, .. } => {
            let place = if eyes.viewer.knows(State::seat(look.side(unit))) || eyes.all {
                format!(" in {}", hex(at))
            } else {
                String::new()
            };
            ("3.4", format!("{} is placed{place}.", name(unit)), "Choose level and facing.".into())
        }
        Step::ReplacementRoll { side } => {
            ("10.4", "Night: replacements.".into(), format!("A die for the {} side.", side.name()))
        }
        Step::ReplacementPick { side, left } => {
            ("10.4", format!("{} replacements.", side.name()), format!("{left} to be picked at random."))
        }
        Step::EventRoll => ("4.1", "Random event.".into(), "Two dice.".into()),
        Step::SnafuRoll => ("9.0", "Snafu.".into(), "Even hits the Russian, odd the Chechen.".into()),
        Step::ReturnRoll => ("9.0", "God is great.".into(), "A die for the units that may come back.".into()),
        Step::EventReturn { left } => ("9.0", "God is great.".into(), {
            let worth = amount(charts.events.returned_vp, "point", "points");
            match left {
                1 => format!("A lost unit may come back at a Chechen landmark: {worth} to the Russian."),
                _ => format!(
                    "Up to {} lost units may come back at Chechen landmarks: {worth} each to the Russian.",
                    number(left)
                ),
            }
        }),
        Step::InitiativeRoll => ("4.2", "Initiative.".into(), "A die each; the higher acts first.".into()),
        Step::Keep => {
            ("4.2", "The Russian has the initiative.".into(), "Choose the marker to play first.".into())
        }
        Step::SnafuPick { .. } => ("9.0", "Snafu.".into(), "One of the Russian markers is lost.".into()),
        Step::AddMarker { .. } => (
            "10.1.2",
            "The columns are still closed up.".into(),
            "Choose the next formation marker for the cup.".into(),
        ),
        Step::MarkerDraw => ("4.3", "The next marker.".into(), format!("In the cup: {}.", cup_says(look))),
        Step::FirstDrawRoll => {
            ("10.1.1", "The first Chechen marker.".into(), "Two dice for the units.".into())
        }
        Step::ReinforcementRoll => {
            let case = if look.reinforces_by_two_dice() { "10.3.2" } else { "10.2.2" };
            (case, "Chechen reinforcements.".into(), "Dice for the number of units.".into())
        }
        Step::ActivationRoll => {
            ("4.3.2", "A Chechen marker.".into(), "A die for the units that may act.".into())
        }
        Step::BonusRoll { side } => {
            ("9.0", format!("{} desperation.", side.name()), "A die for the bonus activations.".into())
        }
        Step::Call { call } => call_words(look, call),
        Step::Entry { unit, .. } => (
            "10.1.2",
            format!("{} enters.", name(unit)),
            if look.t.vehicles.contains(unit) {
                "Choose who rides along, then the hex.".into()
            } else {
                "Choose the hex.".into()
            },
        ),
        Step::Active { active } => {
            if !eyes.knows(look, active.unit) {
                return (
                    "4.3",
                    "A Chechen unit is active.".replace("Chechen", look.side(active.unit).name()),
                    String::new(),
                );
            }
            let left = look.allowance(active.unit).saturating_sub(active.spent);
            ("4.3", format!("{} is active.", name(active.unit)), format!("{} left.", points_left(left)))
        }
        Step::InterdictedRoll { .. } => {
            let up_to = faces(0, charts.interdiction.disrupts_at_most);
            ("6.5.3", "Under interdiction.".into(), format!("{up_to} disrupts and stops."))
        }
        Step::FireRoll { attack } => {
            let die = format!("A die against {}.", of(attack.target));
            match attack.weapon {
                Weapon::Direct(firer) => ("6.4", format!("{} fires.", name(firer)), die),
                _ => ("6.5.2", format!("Fire at {}.", hex(attack.hex)), die),
            }
        }
        Step::HitRoll { attack } => {
            ("6.4.3", format!("{} is hit.", name(attack.target)), "The second die.".into())
        }
        Step::ObstacleRoll { hex: at, .. } => {
            let removes = faces(charts.obstacles.removed_from, charts.obstacles.removed_to);
            ("8.4.1", format!("Fire at the obstacle in {}.", hex(at)), format!("{removes} removes it."))
        }
        Step::Battery { buratino: true, .. } => {
            ("8.3", "A Buratino battery is ready.".into(), "Choose its target.".into())
        }
        Step::Battery { .. } => ("6.5.1", "A battery is ready.".into(), "Choose its target.".into()),
        Step::Spotter { mission } => {
            ("6.5", format!("Fire at {}.", hex(mission.hex)), "Choose the leader who spots.".into())
        }
        Step::ScatterRoll { attack } => {
            let scatters = faces(charts.indirect.scatter_from, charts.indirect.scatter_to);
            ("6.5.1", format!("Fire at {}.", hex(attack.hex)), format!("{scatters} scatters."))
        }
        Step::InterdictRoll { hex: at, .. } => {
            ("6.5.3", format!("Interdiction of {}.", hex(at)), "A die.".into())
        }
        Step::StrikeRoll { attack } => {
            ("8.3", format!("Buratino at {}.", hex(attack.hex)), "A die for the next hex.".into())
        }
        Step::StrikeUnitRoll { attack } => {
            ("8.3", format!("Buratino at {}.", hex(attack.hex)), "A die for the next unit.".into())
        }
        Step::DudayevRoll { .. } => ("11.2", "Dudayev has fallen.".into(), "A die for the points.".into()),
        Step::HotelRoll { .. } => {
            ("11.3", "A building has come down.".into(), "A die for the reporters.".into())
        }
        Step::Assault { assault } => {
            let floor = if assault.level == Level::Upper { ", upstairs" } else { "" };
            (
                "7.1",
                format!("Close assault on {}{floor}.", hex(assault.hex)),
                "Name the attackers, then resolve.".into(),
            )
        }
        Step::AssaultRoll { assault } => {
            ("7.2", format!("Close assault on {}.", hex(assault.hex)), "The die.".into())
        }
        Step::Over { victory } => {
            (victory.rule().0, "The battle is over.".into(), victory.outcome(look).says.into())
        }
    }
}

fn call_words(look: Look<'_>, call: Call) -> (&'static str, String, String) {
    if call.bonus {
        let left = counted(call.left, "bonus activation", "bonus activations");
        let rest = format!("{left} left for units that see a leader.");
        return ("9.0", format!("{} desperation.", call.side.name()), rest);
    }
    match call.side {
        Side::Chechen => (
            "4.3.2",
            "A Chechen marker.".into(),
            format!("{} left: choose a unit or an assault.", counted(call.left, "activation", "activations")),
        ),
        Side::Russian if call.marker == Marker::Artillery => {
            let left = look.s.artillery - look.s.artillery_used + look.s.buratino - look.s.buratino_used;
            (
                "4.3.1",
                "The artillery marker.".into(),
                format!("{} ready; Schmel units may act.", counted(left, "battery is", "batteries are")),
            )
        }
        Side::Russian => (
            "4.3.1",
            format!("The {} marker.", call.marker.id()),
            "Choose a unit to act or to enter, an assault, or end the marker.".into(),
        ),
    }
}

// ---------------------------------------------------------------------- the offers

pub fn offers(game: &BearTrap, state: &State, seat: Seat) -> Vec<Offer> {
    let look = game.look(state);
    let eyes = &Eyes::new(look, Viewer::Seat(seat));
    let book = Bookmaker { look, book: &game.book };
    look.actions().into_iter().map(|action| offer(game, look, eyes, book, action)).collect()
}

struct Draft {
    target: Target,
    unit: Option<Unit>,
    label: String,
    cites: &'static str,
    key: Option<char>,
    warn: Option<&'static str>,
    odds: Option<::view::Odds>,
}

/// The side of a hex that an action turns to.
fn direction(action: Action) -> Option<u8> {
    match action {
        Action::Stand { facing: Some(side), .. } | Action::Face { side } => Some(side.index() as u8),
        _ => None,
    }
}

/// What is done, in a word or two.
fn verb(look: Look<'_>, action: Action) -> &'static str {
    match action {
        Action::Buratino(_) => "take",
        Action::Place { .. } => "place",
        Action::Block { .. } => "block",
        Action::Return => "return",
        Action::Remove => "take out",
        Action::Bring { .. } => "bring back",
        Action::Stand { level: Level::Upper, .. } => "upper level, facing",
        Action::Stand { .. } => "ground level, facing",
        Action::Keep { .. } => "play first",
        Action::Add { .. } => "put in",
        Action::Select { .. } => "activate",
        Action::Enter { .. } | Action::At { .. } => "enter",
        Action::Board { .. } => "ride along",
        Action::Battery { .. } | Action::Fire { .. } | Action::FireAt { .. } => "fire",
        Action::Barrage { .. } => "barrage",
        Action::Interdict { .. } => "interdict",
        Action::Strike { .. } => "strike",
        Action::Spotter { .. } | Action::Unspotted => "spot",
        Action::Assault { .. } | Action::Resolve => "assault",
        Action::Join { .. } => "attack",
        Action::Off { .. } => "get off and attack",
        Action::Indirect { .. } => "shell",
        Action::Clear { .. } => "clear",
        Action::Support => "support",
        Action::Step { .. } => "move",
        Action::Reverse => "reverse",
        Action::Level => match look.s.step {
            Step::Active { active } if look.level(active.unit) == Level::Upper => "go down",
            _ => "go up",
        },
        Action::Face { .. } => "face",
        Action::Load { .. } => "load",
        Action::Unload { .. } => "get off",
        Action::Mount { .. } => "mount",
        Action::Exit => "leave",
        Action::Done | Action::End | Action::EndMarker => "end",
    }
}

fn way_name(side: Direction) -> &'static str {
    ["north", "north-east", "south-east", "south", "south-west", "north-west"][side.index()]
}

fn offer(game: &BearTrap, look: Look<'_>, eyes: &Eyes, book: Bookmaker<'_>, action: Action) -> Offer {
    let draft = draft(game, look, eyes, book, action);
    Offer {
        action: action.write(look.t).into(),
        target: draft.target,
        unit: draft.unit.map(|unit| game.names.front[unit.index()].clone()),
        label: draft.label.into(),
        verb: verb(look, action).into(),
        direction: direction(action),
        cites: draft.cites.into(),
        key: draft.key,
        warn: draft.warn.map(Name::from),
        odds: draft.odds,
        rolls: false,
        // 4.3 Whatever is hidden, a marker that is ended is done with.
        ends: matches!(action, Action::EndMarker),
    }
}

fn draft(game: &BearTrap, look: Look<'_>, eyes: &Eyes, book: Bookmaker<'_>, action: Action) -> Draft {
    let names = &game.names;
    let at = |space: Space| Target::Space(names.spaces[space.index()].clone());
    let on = |unit: Unit| Target::Piece(names.front[unit.index()].clone());
    let name = |unit: Unit| unit_name(look.t, unit).to_string();
    let hex = |space: Space| look.t.id(space).to_owned();
    let new = |target: Target, label: String, cites: &'static str| Draft {
        target,
        unit: None,
        label,
        cites,
        key: None,
        warn: None,
        odds: None,
    };
    let button = |label: &str, cites: &'static str, key: char| Draft {
        key: Some(key),
        ..new(Target::Button(true), label.to_owned(), cites)
    };
    let placing = match look.s.step {
        Step::PlaceHex { why, unit } | Step::PlaceFacing { why, unit, .. } => Some((why, unit)),
        _ => None,
    };
    let active = match look.s.step {
        Step::Active { active } => Some(active),
        _ => None,
    };
    let by = |draft: Draft| Draft { unit: active.map(|active| active.unit), ..draft };
    let neighbour = |side: Direction| {
        let from = active.and_then(|active| look.at(active.unit));
        from.and_then(|from| look.t.map.next(from, side))
    };
    match action {
        Action::Buratino(true) => button("Take the Buratino", "8.3", 'y'),
        Action::Buratino(false) => {
            let all = counted(look.t.batteries.artillery, "battery of artillery", "batteries of artillery");
            button(&all, "8.3", 'n')
        }
        Action::Place { unit, to } => Draft {
            unit: Some(unit),
            ..new(
                at(to),
                format!("Place {} in {}", name(unit), hex(to)),
                placing.map_or("10.1.1", |(why, _)| why.rule().0),
            )
        },
        Action::Block { to } => new(at(to), format!("Roadblock in {} instead", hex(to)), "8.4"),
        Action::Return => button("Back into the cup", "10.1.1", 'b'),
        Action::Remove => Draft {
            warn: Some("Dudayev will take no part in the game."),
            ..button("Take Dudayev out of the game", "11.2", 'd')
        },
        Action::Bring { unit } => new(on(unit), format!("Bring {} back", name(unit)), "9.0"),
        Action::Stand { level, facing } => {
            let floor = if level == Level::Upper { "Upper level" } else { "Ground level" };
            let label = facing.map_or(floor.to_owned(), |side| format!("{floor}, facing {}", way_name(side)));
            let case = if level == Level::Upper { "3.2" } else { "3.4" };
            new(Target::Button(true), label, case)
        }
        Action::Keep { marker } => new(Target::Button(true), format!("Play {} first", marker.id()), "4.2"),
        Action::Add { marker } => {
            new(Target::Button(true), format!("Put {} into the cup", marker.id()), "10.1.2")
        }
        Action::Select { unit } => {
            Draft { unit: Some(unit), ..new(on(unit), format!("Activate {}", name(unit)), "4.3") }
        }
        Action::Enter { unit } => {
            Draft { unit: Some(unit), ..new(on(unit), format!("{} enters", name(unit)), "10.1.2") }
        }
        Action::Board { unit } => new(on(unit), format!("{} rides along", name(unit)), "8.2"),
        Action::At { hex: to } => {
            let cost = match look.s.step {
                Step::Entry { unit, .. } => {
                    format!(" ({})", points_left(look.entry_cost(unit, to)))
                }
                _ => String::new(),
            };
            new(at(to), format!("Enter at {}{cost}", hex(to)), "10.1.2")
        }
        Action::Battery { buratino: false } => button("Fire a battery of artillery", "6.5", 'a'),
        Action::Battery { buratino: true } => button("Fire a Buratino battery", "8.3", 'u'),
        Action::Barrage { hex: to } => {
            mission(look, eyes, book, Gun::Artillery, to, at(to), "Barrage", "6.5.1")
        }
        Action::Interdict { hex: to } => {
            mission(look, eyes, book, Gun::Interdiction, to, at(to), "Interdict", "6.5.3")
        }
        Action::Strike { hex: to } => {
            mission(look, eyes, book, Gun::Buratino, to, at(to), "Buratino at", "8.3")
        }
        Action::Spotter { unit } => {
            let odds = match look.s.step {
                Step::Spotter { mission } if eyes.sees(mission.call().side.enemy(), mission.hex) => {
                    book.shells(mission, Some(unit))
                }
                _ => None,
            };
            Draft { odds, ..new(on(unit), format!("{} spots", name(unit)), "6.5") }
        }
        Action::Unspotted => button("Without a spotter", "6.5.1", 'n'),
        Action::Assault { hex: to, level } => {
            let odds = match look.s.step {
                Step::Call { call } => {
                    Some(book.assault_with_all(Assault { call, hex: to, level, attackers: Units::empty() }))
                }
                _ => None,
            };
            let floor = if level == Level::Upper { ", upstairs" } else { "" };
            Draft { odds, ..new(at(to), format!("Close assault on {}{floor}", hex(to)), "7.0") }
        }
        Action::Join { unit } => {
            Draft { unit: Some(unit), ..new(on(unit), format!("{} attacks", name(unit)), "7.1") }
        }
        Action::Off { unit } => new(on(unit), format!("{} gets off and attacks", name(unit)), "7.1"),
        Action::Resolve => {
            let odds = match look.s.step {
                Step::Assault { assault } => Some(book.assault(&assault, "")),
                _ => None,
            };
            Draft { odds, ..button("Attack", "7.2", 'r') }
        }
        Action::Fire { target } => {
            let odds = active.and_then(|active| book.fire(&active, target));
            by(Draft { odds, ..new(on(target), format!("Fire at {}", name(target)), "6.4") })
        }
        Action::FireAt { hex: to } => by(Draft {
            odds: Some(book.obstacle(to)),
            ..new(at(to), format!("Fire at the obstacle in {}", hex(to)), "8.4.1")
        }),
        Action::Indirect { hex: to } => {
            let odds = active.filter(|active| eyes.sees(active.call.side.enemy(), to)).and_then(|active| {
                let mission = Mission { then: Then::Unit(active), gun: Gun::OnMap(active.unit), hex: to };
                best_odds(book, mission)
            });
            by(Draft { odds, ..new(at(to), format!("Indirect fire at {}", hex(to)), "6.5") })
        }
        Action::Clear { side } => {
            let to = side.and_then(neighbour).or(active.and_then(|active| look.at(active.unit)));
            let target = to.map_or(Target::Button(true), at);
            by(new(
                target,
                format!("Clear the obstacle{}", to.map_or(String::new(), |to| format!(" in {}", hex(to)))),
                "8.4.2",
            ))
        }
        Action::Support => by(button("Support the fire of others", "8.8", 's')),
        Action::Step { side } => {
            let cost = active.and_then(|active| look.refuse_step(&active, side).ok());
            let (to, cost) = match cost {
                Some(stride) => (stride.to, stride.cost),
                None => (Space(0), 0),
            };
            by(new(at(to), format!("Move to {} ({})", hex(to), Halves(cost)), "5.1"))
        }
        Action::Reverse => by(button("Reverse, for the whole allowance", "3.4.2", 'r')),
        Action::Level => {
            let up = active.is_some_and(|active| look.level(active.unit) == Level::Ground);
            by(button(if up { "Go upstairs" } else { "Go downstairs" }, "5.1.1", 'l'))
        }
        Action::Face { side } => by(new(Target::Button(true), format!("Face {}", way_name(side)), "3.4")),
        Action::Load { unit } => by(new(on(unit), format!("Load {}", name(unit)), "8.2")),
        Action::Unload { unit, to } => Draft {
            unit: Some(unit),
            ..new(at(to), format!("{} gets off in {}", name(unit), hex(to)), "8.2")
        },
        Action::Mount { tank } => by(new(on(tank), format!("Ride on {}", name(tank)), "8.10")),
        Action::Exit => by(Draft {
            warn: Some("The unit leaves the game for half a point."),
            ..button("Leave the map", "11.2", 'x')
        }),
        Action::Done => button("No more", "9.0", 'e'),
        Action::End => by(button("End its activation", "4.3.3", 'e')),
        Action::EndMarker => Draft { warn: unfinished(look), ..button("End the marker", "4.3", 'm') },
    }
}

/// Ending a marker while units could still enter is seldom meant.
fn unfinished(look: Look<'_>) -> Option<&'static str> {
    let Step::Call { call } = look.s.step else { return None };
    let waiting = call.side == Side::Russian
        && look.t.of[0]
            .iter()
            .any(|unit| look.place(unit) == Place::Waiting && look.refuse_enter(call, unit).is_ok());
    waiting.then_some("Units of this marker can still enter.")
}

/// The odds of a mission before its spotter is named: with the best one there is.
fn best_odds(book: Bookmaker<'_>, mission: Mission) -> Option<::view::Odds> {
    let spotter = book.look.best_spotter(mission);
    let mut odds = book.shells(mission, spotter)?;
    if let Some(leader) = spotter {
        let words = format!("{} spots. {}", unit_name(book.look.t, leader), odds.assumes);
        odds.assumes = words.trim_end().into();
    }
    Some(odds)
}

#[allow(clippy::too_many_arguments)]
fn mission(
    look: Look<'_>,
    eyes: &Eyes,
    book: Bookmaker<'_>,
    gun: Gun,
    hex: Space,
    target: Target,
    verb: &str,
    cites: &'static str,
) -> Draft {
    let odds = match look.s.step {
        Step::Battery { call, .. } if eyes.sees(call.side.enemy(), hex) || gun == Gun::Interdiction => {
            let mission = Mission { then: Then::Call(call), gun, hex };
            best_odds(book, mission)
        }
        _ => None,
    };
    Draft {
        target,
        unit: None,
        label: format!("{verb} {}", look.t.id(hex)),
        cites,
        key: None,
        warn: None,
        odds,
    }
}
