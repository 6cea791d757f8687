//! Positions for examples and problems, in the vocabulary of the view.

use board::Member;
use kernel::{Misplaced, example::Position};
use kit::misplaced;
use view::{TrackValue, study::Vocabulary};

use crate::{
    action::Prey,
    m11_combat::Battle,
    sequence::{After, Phase, Step},
    state::{Mission, Place, Play},
    tables::{
        COMMISSAR, Class, LUFTWAFFE, Side, Spaces, TRUCK_PARTISAN, Tables, UNITS, Unit, Units, Weather,
    },
};

/// Steps that belong to no side, and those that each side has.
const STEPS: [&str; 10] = [
    "turn",
    "weather",
    "redeploy-roll",
    "partisan-roll",
    "rail-partisans",
    "truck-partisans",
    "commissar",
    "turn-end",
    "end",
    "axis-rail",
];
const SIDE_STEPS: [&str; 10] = [
    "set-up",
    "redeploy",
    "operations",
    "move",
    "combat",
    "after-combat",
    "recover",
    "boxes",
    "replace",
    "rebuild",
];
const MARKS: [&str; 10] = [
    "reduced",
    "disrupted",
    "moved",
    "railed",
    "tried",
    "spent",
    "broken-down",
    "built-up",
    "air-supplied",
    "working",
];

pub fn vocabulary(t: &Tables) -> Vocabulary {
    let sides = Side::BOTH
        .iter()
        .flat_map(|side| SIDE_STEPS.iter().chain(&["save"]).map(|step| format!("{}-{step}", side.id())));
    let steps: Vec<String> = STEPS.iter().map(ToString::to_string).chain(sides).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let vocabulary = Vocabulary::new(&steps, &MARKS, &["converted"], &["axis", "soviet", "none"])
        .number("turn", 1, t.scenario.scenario.turns)
        .words("weather", &Weather::ALL.map(Weather::id));
    [("ops", 200), ("objectives", 12), ("rail", 20), ("redeploy", 20)].into_iter().fold(
        vocabulary,
        |vocabulary, (what, most)| {
            let of = |side: Side| format!("{}-{what}", side.id());
            vocabulary.number(&of(Side::Axis), 0, most).number(&of(Side::Soviet), 0, most)
        },
    )
}

pub fn arrange(play: &mut Play<'_>, position: &Position) -> Result<(), Misplaced> {
    let t = play.t;
    if position.clear {
        play.clear();
    } else if !position.played() && position.step.as_deref().is_some_and(|step| !step.ends_with("set-up")) {
        play.set_up_rest(Side::Soviet);
        play.set_up_rest(Side::Axis);
    }
    let arrangement = &position.arrangement;
    for (id, spec) in &arrangement.pieces {
        let unit = kit::piece(t.unit(id), id)?;
        if let Some(at) = &spec.at {
            let key = format!("pieces.{id}.at");
            let place = place(t, unit, at).map_err(|reason| misplaced(&key, reason))?;
            play.put(unit, place);
        }
        play.s.reduced.remove(unit);
    }
    // Who holds a shared area follows from the start, not from the order in which pieces are laid down.
    if !position.played() {
        play.s.control = t.map.start_control;
    }
    for space in t.map.graph.spaces() {
        play.settle_control(space);
    }
    for (id, spec) in &arrangement.pieces {
        let Some(unit) = t.unit(id) else { continue };
        for mark in spec.marks.iter().flatten() {
            play.set_face(unit, mark).map_err(|reason| misplaced(format!("pieces.{id}.marks"), reason))?;
        }
    }
    for (id, spec) in &arrangement.spaces {
        let space =
            t.map.graph.space(id).map_err(|error| misplaced(format!("spaces.{id}"), error.to_string()))?;
        if let Some(control) = &spec.control {
            let key = format!("spaces.{id}.control");
            for side in Side::BOTH {
                play.s.control[side.index()].remove(space);
            }
            match Side::BOTH.into_iter().find(|side| side.id() == control) {
                Some(side) => {
                    play.s.control[side.index()].insert(space);
                }
                None if control == "none" => {}
                None => return Err(misplaced(&key, format!("'{control}' is not one of axis, soviet, none"))),
            }
            play.settle_control(space);
        }
        if spec.marks.is_some() && play.s.converted.remove(space) {
            play.s.converted -= t.map.diamonds;
            play.lay_track(Spaces::empty());
        }
        for mark in spec.marks.iter().flatten() {
            match mark.as_str() {
                "converted" if t.map.is_ox(space) => play.lay_track(Spaces::one(space)),
                other => {
                    let reason = format!("there is no mark '{other}'; an ox can be 'converted'");
                    return Err(misplaced(format!("spaces.{id}.marks"), reason));
                }
            }
        }
    }
    for (id, value) in &arrangement.tracks {
        play.set_track(id, value).map_err(|reason| misplaced(format!("tracks.{id}"), reason))?;
    }
    if let Some(step) = &position.step {
        play.set_step(step)?;
    }
    // What has been done in the phase is said after the step that opens it.
    for (id, spec) in &arrangement.pieces {
        let Some(unit) = t.unit(id) else { continue };
        for mark in spec.marks.iter().flatten() {
            play.set_deeds(unit, mark).map_err(|reason| misplaced(format!("pieces.{id}.marks"), reason))?;
        }
    }
    Ok(())
}

fn place(t: &Tables, unit: Unit, at: &str) -> Result<Place, String> {
    let counter = t.counter(unit);
    if let Ok(space) = t.map.graph.space(at) {
        let barred = counter.is_army() || matches!(counter.class, Class::Truck | Class::Marker);
        if barred && !t.map.is_ox(space) {
            return Err("armies, trucks and markers stand in oxes (6.1.1)".to_owned());
        }
        return Ok(Place::on(space));
    }
    if let Some(truck) = at.strip_prefix("aboard:") {
        let truck = t.unit(truck).filter(|&truck| t.trucks[0].contains(truck) && unit == TRUCK_PARTISAN);
        return truck.map(Place::aboard).ok_or_else(|| "only su_partisan2 sits on an Axis truck".to_owned());
    }
    let side = counter.side.id();
    let combat = matches!(counter.class, Class::Infantry | Class::Armor);
    match at.strip_prefix("box:").and_then(|it| it.strip_prefix(side)) {
        Some("-eliminated") if combat || counter.class == Class::Truck => Ok(Place::ELIMINATED),
        Some("-breakdown") if counter.breaks || counter.combines => Ok(Place::BREAKDOWN),
        Some("-set-up") if !combat => Ok(Place::SET_UP),
        Some("-off") if counter.class == Class::Marker && !t.rail_markers.contains(unit) => Ok(Place::OFF),
        Some("-gone") => Ok(Place::GONE),
        _ if at.starts_with("entry:") && t.arrival[unit.index()].turn > 0 => Ok(Place::ENTRY),
        _ => Err(format!("'{at}' is no area and no place for this piece")),
    }
}

impl Play<'_> {
    /// Takes every piece off the map; the boxes keep what they hold at the start.
    fn clear(&mut self) {
        for index in 0..UNITS {
            let unit = Unit::at(index);
            let place = self.look().place(unit);
            if place.space().is_some() || place == Place::SET_UP {
                let marker = self.look().class(unit) == Class::Marker && !self.t.rail_markers.contains(unit);
                self.put(unit, if marker { Place::OFF } else { Place::GONE });
            }
        }
    }

    fn set_face(&mut self, unit: Unit, mark: &str) -> Result<(), String> {
        let class = self.look().class(unit);
        match mark {
            "reduced" if matches!(class, Class::Infantry | Class::Armor | Class::Luftwaffe) => {
                self.s.reduced.insert(unit);
            }
            "disrupted" if matches!(class, Class::Leader | Class::Truck) => {
                self.s.reduced.insert(unit);
            }
            "moved" | "railed" | "tried" | "spent" | "broken-down" | "built-up" | "air-supplied"
            | "carried" => {}
            "working" if unit == COMMISSAR => self.s.commissar = true,
            other => return Err(format!("'{other}' is no mark for this piece")),
        }
        Ok(())
    }

    fn set_deeds(&mut self, unit: Unit, mark: &str) -> Result<(), String> {
        match mark {
            "moved" => {
                self.s.moved.insert(unit);
                self.s.points[unit.index()] = 0;
            }
            "railed" => {
                self.s.railed.insert(unit);
            }
            "tried" => {
                self.s.tried.insert(unit);
            }
            "spent" if self.t.luftwaffe.contains(unit) => {
                self.s.mission[unit.index() - LUFTWAFFE.start] = Mission::Spent;
            }
            "broken-down" => {
                self.s.split.insert(unit);
            }
            "built-up" => {
                self.s.merged.insert(unit);
            }
            "air-supplied" => {
                self.s.air_supplied.insert(unit);
            }
            "carried" => return Err("an example attaches units by playing 'attach'".to_owned()),
            _ => {}
        }
        Ok(())
    }

    fn set_track(&mut self, id: &str, value: &TrackValue) -> Result<(), String> {
        let number = |least: u8, most: u8| kit::number(value, least.into(), most.into()).map(|n| n as u8);
        let word = || kit::word(value);
        match id {
            "turn" => {
                self.s.turn = number(1, self.t.scenario.scenario.turns)?;
                self.s.commissar |= self.s.turn > self.t.charts.commissar.from_turn;
            }
            "weather" => {
                let word = word()?;
                let found = Weather::ALL.into_iter().find(|weather| weather.id() == word);
                self.s.weather = found
                    .ok_or_else(|| format!("'{word}' is not one of fair, rain, mud, snow, heavy-snow"))?;
            }
            "axis-ops" => self.s.ops[0] = number(0, 200)?,
            "soviet-ops" => self.s.ops[1] = number(0, 200)?,
            "axis-objectives" => self.s.objectives[0] = objectives(number(0, 12)?)?,
            "soviet-objectives" => self.s.objectives[1] = objectives(number(0, 12)?)?,
            "axis-rail" => self.s.rail_left[0] = number(0, 20)?,
            "soviet-rail" => self.s.rail_left[1] = number(0, 20)?,
            "axis-redeploy" => self.s.redeploy[0] = number(0, 20)?,
            "soviet-redeploy" => self.s.redeploy[1] = number(0, 20)?,
            other => {
                return Err(format!(
                    "an example cannot set '{other}'; it can set turn, weather, and of either side (axis-, soviet-) ops, \
                     objectives, rail, redeploy"
                ));
            }
        }
        Ok(())
    }

    fn set_step(&mut self, step: &str) -> Result<(), Misplaced> {
        self.s.battle = Battle::default();
        self.s.resume = None;
        self.end_movement();
        let (side, rest) = match step.split_once('-') {
            Some(("axis", rest)) => (Side::Axis, rest),
            Some(("soviet", rest)) => (Side::Soviet, rest),
            _ => (Side::Axis, step),
        };
        match (step, rest) {
            ("turn", _) => {
                let turn = self.s.turn;
                self.open_turn(turn);
            }
            ("weather", _) => self.go(Step::Weather),
            ("redeploy-roll", _) => self.go(Step::RedeployRoll),
            ("partisan-roll", _) => self.go(Step::PartisanRoll),
            ("rail-partisans", _) => self.go(Step::Partisans { prey: Prey::Rail, both: false }),
            ("truck-partisans", _) => self.go(Step::Partisans { prey: Prey::Truck, both: false }),
            ("commissar", _) => self.open_commissar(),
            ("end", _) => {
                self.s.turn = self.t.scenario.scenario.turns;
                self.close_turn();
            }
            ("turn-end", _) => self.open_save(Side::Axis),
            (_, "set-up") => self.go(Step::SetUp { side }),
            (_, "redeploy") => {
                self.s.first = side;
                self.begin_movement(side);
                self.go(Step::Move { side, phase: Phase::Redeploy });
            }
            (_, "operations") => self.go(Step::Operations { side }),
            ("axis-rail", _) => {
                self.begin_movement(side);
                self.go(Step::Move { side, phase: Phase::Rail });
            }
            (_, "move") => {
                self.begin_movement(side);
                self.go(Step::Move { side, phase: Phase::Main });
            }
            (_, "combat") => {
                self.s.declared = Spaces::empty();
                self.s.tried = Units::empty();
                self.go(Step::Combat { side });
            }
            (_, "after-combat") => self.open_overstack(side, After::Combat { phasing: side }),
            (_, "recover") => self.go(Step::Recover { side }),
            (_, "boxes") => self.go(Step::Boxes { side }),
            (_, "replace") => self.go(Step::Replace { side }),
            (_, "rebuild") => self.go(Step::Rebuild { side }),
            (_, "save") => self.go(Step::Save { side }),
            _ => {
                let reason = format!(
                    "an example cannot start in '{step}'; it can start in turn, weather, redeploy-roll, partisan-roll, \
                     rail-partisans, truck-partisans, commissar, turn-end, end, axis-rail, and for either side (axis-, \
                     soviet-) set-up, redeploy, operations, move, combat, after-combat, recover, boxes, replace, \
                     rebuild, save"
                );
                return Err(misplaced("step", reason));
            }
        }
        Ok(())
    }
}

fn objectives(roll: u8) -> Result<u8, String> {
    if roll == 1 { Err("objectives are a roll from 2 to 12, or 0 for none yet".to_owned()) } else { Ok(roll) }
}
