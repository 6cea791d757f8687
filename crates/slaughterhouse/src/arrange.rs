//! Positions for examples and problems, in the vocabulary of the view.

use board::Space;
use kernel::{Misplaced, example::Position};
use kit::misplaced;
use view::{TrackValue, study::Vocabulary};

use crate::{
    m08_impulses::Impulse,
    sequence::Step,
    state::{Place, Play, Post},
    tables::{Leader, Leaders, Side, Spaces, Tables, Unit, Units, Weather},
    view::ACTED,
};

const STEPS: [&str; 15] = [
    "bid",
    "turn",
    "weather",
    "reinforcements",
    "axis-replacements",
    "soviet-replacements",
    "axis-leaders",
    "soviet-leaders",
    "takeover",
    "security",
    "partisans",
    "axis-impulse",
    "soviet-impulse",
    "end-roll",
    "end-phase",
];
const MARKS: [&str; 4] = ["reduced", ACTED[0], ACTED[1], ACTED[2]];
const SPACE_MARKS: [&str; 3] = ["security", "partisans", "interdiction"];

pub fn vocabulary(t: &Tables) -> Vocabulary {
    Vocabulary::new(&STEPS, &MARKS, &SPACE_MARKS, &["axis", "soviet"])
        .number("turn", 1, t.scenario.scenario.turns)
        .number("round", 1, 40)
        .words("weather", &Weather::ALL.map(Weather::id))
        .words("advantage", &["none", "axis", "soviet"])
        .words("command", &["generals", "hitler"])
        .words("passed", &["none", "axis", "soviet"])
        .words("pressed-on", &["open", "used"])
        .number("bid", -20, 20)
}

pub fn arrange(play: &mut Play<'_>, position: &Position) -> Result<(), Misplaced> {
    let t = play.t;
    if position.clear {
        play.clear();
    }
    let arrangement = &position.arrangement;
    for (id, spec) in &arrangement.pieces {
        let key = |field: &str| format!("pieces.{id}.{field}");
        let marks = spec.marks.as_deref().unwrap_or_default();
        if let Some(leader) = t.leader(id) {
            if let Some(at) = &spec.at {
                let post = post(t, leader, at).map_err(|reason| misplaced(key("at"), reason))?;
                play.post(leader, post);
            }
            if let Some(mark) = marks.first() {
                return Err(misplaced(key("marks"), format!("a Leader cannot be marked '{mark}'")));
            }
            continue;
        }
        let unit = kit::piece(t.unit(id), id)?;
        if let Some(at) = &spec.at {
            let place = place(t, unit, at).map_err(|reason| misplaced(key("at"), reason))?;
            play.put(unit, place);
        }
        play.set_face(unit, marks).map_err(|reason| misplaced(key("marks"), reason))?;
    }
    for (id, spec) in &arrangement.spaces {
        let space =
            t.graph.space(id).map_err(|error| misplaced(format!("spaces.{id}"), error.to_string()))?;
        if let Some(control) = &spec.control {
            play.arrange_control(space, control)
                .map_err(|reason| misplaced(format!("spaces.{id}.control"), reason))?;
        }
    }
    // Control follows occupation wherever the example does not say otherwise.
    for space in t.areas {
        play.settle_control(space);
    }
    for (id, spec) in &arrangement.spaces {
        let space =
            t.graph.space(id).map_err(|error| misplaced(format!("spaces.{id}"), error.to_string()))?;
        if let Some(marks) = &spec.marks {
            play.set_marks(space, marks).map_err(|reason| misplaced(format!("spaces.{id}.marks"), reason))?;
        }
    }
    for (id, value) in &arrangement.tracks {
        play.set_track(id, value).map_err(|reason| misplaced(format!("tracks.{id}"), reason))?;
    }
    if let Some(step) = &position.step {
        play.set_step(step)?;
    } else if let Step::Impulse { side } = play.s.step {
        // The snapshot of the impulse belongs to the position as it is now (7.3.1).
        play.begin_impulse(side);
    }
    Ok(())
}

fn place(t: &Tables, unit: Unit, at: &str) -> Result<Place, String> {
    let counter = t.counter(unit);
    if let Ok(space) = t.graph.space(at) {
        return match t.open[usize::from(unit.0)].contains(space) {
            true => Ok(Place::On(space.0 as u8)),
            false => Err(format!("{} may never be in '{at}' (9.4)", counter.name)),
        };
    }
    if at == format!("box:{}-eliminated", counter.side.id()) {
        return Ok(Place::Eliminated);
    }
    match at.strip_prefix("entry:") {
        Some(_) => Ok(Place::Waiting),
        None => Err(format!(
            "there is no place '{at}' for this unit; off the map it is at 'entry:<turn>' or 'box:{}-eliminated'",
            counter.side.id()
        )),
    }
}

fn post(t: &Tables, leader: Leader, at: &str) -> Result<Post, String> {
    let officer = t.officer(leader);
    if let Ok(space) = t.graph.space(at) {
        return match t.open_to[usize::from(leader.0)].contains(space) {
            true => Ok(Post::On(space.0 as u8)),
            false => Err(format!("{} may never be in '{at}' (9.6.1)", officer.name)),
        };
    }
    if at == format!("box:{}-leaders-out", officer.side.id()) {
        return Ok(Post::Out);
    }
    let turn = at.strip_prefix("entry:").and_then(|turn| turn.parse::<u8>().ok());
    match turn.filter(|turn| *turn <= t.scenario.scenario.turns) {
        Some(turn) if crate::board_view::leader_turn(t, leader) == turn => Ok(Post::Waiting),
        Some(turn) if turn > 1 => Ok(Post::Track(turn)),
        _ => Err(format!(
            "there is no place '{at}' for this Leader; off the map he is at 'entry:<turn>' or 'box:{}-leaders-out'",
            officer.side.id()
        )),
    }
}

impl Play<'_> {
    /// Takes every piece off the map; control and markers stay as they are at the start.
    fn clear(&mut self) {
        for index in 0..self.s.place.len() {
            if matches!(self.s.place[index], Place::On(_)) {
                self.put(Unit(index as u8), Place::Waiting);
            }
        }
        for index in 0..self.s.officer.len() {
            if matches!(self.s.officer[index], Post::On(_)) {
                self.post(Leader(index as u8), Post::Waiting);
            }
        }
        self.s.reduced = Units::empty();
        self.s.activity = [Units::empty(); 3];
    }

    fn set_face(&mut self, unit: Unit, marks: &[String]) -> Result<(), String> {
        self.s.reduced.remove(unit);
        self.set_activity(unit, 0);
        for mark in marks {
            if self.look().at(unit).is_none() {
                return Err(format!("a unit off the map cannot be marked '{mark}'"));
            }
            match ACTED.iter().position(|acted| acted == mark) {
                Some(level) => self.set_activity(unit, level as u8 + 1),
                None if mark == "reduced" => {
                    self.s.reduced.insert(unit);
                }
                None => {
                    return Err(format!("there is no mark '{mark}'; there are {}", MARKS.join(", ")));
                }
            }
        }
        Ok(())
    }

    fn arrange_control(&mut self, space: Space, control: &str) -> Result<(), String> {
        if self.t.is_zone(space) {
            return Err("a Zone keeps its owner (7.2.1)".to_owned());
        }
        let side = side_of(control)?;
        if side == Side::Soviet && self.t.home.contains(space) {
            return Err("an Axis home Area stays the Axis's (9.4.8)".to_owned());
        }
        self.set_control(side, space);
        Ok(())
    }

    fn set_marks(&mut self, space: Space, marks: &[String]) -> Result<(), String> {
        self.s.security.remove(space);
        self.s.partisans.remove(space);
        self.s.interdicted = self.s.interdicted.filter(|&it| it != space);
        for mark in marks {
            let axis = !self.s.soviet.contains(space);
            let conquered = self.t.soviet_start.contains(space) && axis;
            match mark.as_str() {
                "security" if conquered => {
                    self.s.security.insert(space);
                }
                "partisans" if conquered && !self.s.occupied[0].contains(space) => {
                    self.s.partisans.insert(space);
                }
                "interdiction" if self.t.areas.contains(space) => self.s.interdicted = Some(space),
                "security" | "partisans" => {
                    return Err(format!("'{mark}' needs a conquered Area (17.1.2, 17.2.1)"));
                }
                other => {
                    return Err(format!("there is no mark '{other}'; there are {}", SPACE_MARKS.join(", ")));
                }
            }
        }
        Ok(())
    }

    fn set_track(&mut self, id: &str, value: &TrackValue) -> Result<(), String> {
        let number = |least: i64, most: i64| kit::number(value, least, most);
        let word = || kit::word(value);
        match id {
            "turn" => self.s.turn = number(1, i64::from(self.t.scenario.scenario.turns))? as u8,
            "round" => self.s.round = number(1, 40)? as u8,
            "weather" => {
                let id = word()?;
                let weather = Weather::ALL.into_iter().find(|weather| weather.id() == id);
                self.s.weather = weather.ok_or_else(|| format!("'{id}' is not one of clear, rain, snow"))?;
            }
            "advantage" => {
                self.s.advantage_used = false;
                if word()? == "none" {
                    self.s.advantage = None;
                    self.s.advantage_next = Some(Side::Axis);
                    self.s.advantage_used = true;
                } else {
                    let side = side_of(word()?)?;
                    self.s.advantage = Some(side);
                    self.s.advantage_next = None;
                    self.s.advantage_at_start = side;
                }
            }
            "command" => match word()? {
                "generals" => self.s.takeover = false,
                "hitler" => self.s.takeover = true,
                other => return Err(format!("'{other}' is neither generals nor hitler")),
            },
            "passed" => {
                self.s.passed = match word()? {
                    "none" => None,
                    side => Some(side_of(side)?),
                };
            }
            "pressed-on" => match word()? {
                "open" => self.s.pressed_on = false,
                "used" => self.s.pressed_on = true,
                other => return Err(format!("'{other}' is neither open nor used")),
            },
            "bid" => self.s.bid = number(-20, 20)? as i8,
            other => {
                return Err(format!(
                    "an example cannot set '{other}'; it can set turn, round, weather, advantage, command, passed, pressed-on, bid"
                ));
            }
        }
        Ok(())
    }

    fn set_step(&mut self, step: &str) -> Result<(), Misplaced> {
        self.s.impulse = Impulse::none();
        self.s.arriving = Leaders::empty();
        let impulse = |play: &mut Self, side: Side| {
            play.s.round = play.s.round.max(1);
            play.begin_impulse(side);
            play.go(Step::Impulse { side });
        };
        match step {
            "bid" => self.go(Step::Bid { seat: 0, first: (Side::Axis, 0) }),
            "turn" => {
                let turn = self.s.turn;
                self.open_turn(turn);
            }
            "weather" => self.go(Step::Weather),
            "reinforcements" => self.open_reinforcements(),
            "axis-replacements" => self.open_replacements(Side::Axis),
            "soviet-replacements" => self.open_replacements(Side::Soviet),
            "axis-leaders" => self.open_station(Side::Axis, Leaders::empty()),
            "soviet-leaders" => self.open_station(Side::Soviet, Leaders::empty()),
            "takeover" => self.open_takeover(),
            "security" => self.open_security(),
            "partisans" => {
                // The markers that the example places are security for this segment.
                self.s.partisans = Spaces::empty();
                self.open_partisans();
            }
            "axis-impulse" => impulse(self, Side::Axis),
            "soviet-impulse" => impulse(self, Side::Soviet),
            "end-roll" => {
                if self.look().end_number() == 0 {
                    return Err(misplaced("step", "no end roll is due after this round (8.7)".to_owned()));
                }
                self.go(Step::EndRoll);
            }
            "end-phase" => self.open_end_phase(),
            other => {
                let reason =
                    format!("an example cannot start in '{other}'; it can start in {}", STEPS.join(", "));
                return Err(misplaced("step", reason));
            }
        }
        Ok(())
    }
}

fn side_of(word: &str) -> Result<Side, String> {
    let side = Side::BOTH.into_iter().find(|side| side.id() == word);
    side.ok_or_else(|| format!("'{word}' is neither axis nor soviet"))
}
