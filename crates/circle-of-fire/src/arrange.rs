//! Positions for examples and problems, in the vocabulary of the view.

use board::Space;
use kernel::{Misplaced, example::Position};
use kit::misplaced;
use view::{TrackValue, study::Vocabulary};

use crate::{
    board_view::waiting_place,
    m16_close_combat::Melee,
    sequence::Step,
    state::{Place, Play},
    tables::{Kind, Side, Tables, Unit, Units},
};

const STEPS: [&str; 12] = [
    "bid",
    "set-up",
    "partisans",
    "turn",
    "german-regroup",
    "soviet-regroup",
    "random-advantage",
    "normal-reinforcements",
    "soviet-impulse",
    "german-impulse",
    "close-combat",
    "end-phase",
];
const SPACE_MARKS: [&str; 3] = ["rubble", "heavy-rubble", "stubborn"];

pub fn vocabulary(t: &Tables) -> Vocabulary {
    Vocabulary::new(&STEPS, &["committed", "used"], &SPACE_MARKS, &["german", "soviet"])
        .number("turn", 1, t.scenario.scenario.turns)
        .number("impulse", 0, 100)
        .number("passes", 0, 1)
        .words("light", &["day", "night"])
        .words("advantage", &["german", "soviet"])
        .number("seize-german", 0, 99)
        .number("seize-soviet", 0, 99)
}

pub fn arrange(play: &mut Play<'_>, position: &Position) -> Result<(), Misplaced> {
    let t = play.t;
    if position.clear {
        play.clear();
    }
    let arrangement = &position.arrangement;
    for (id, spec) in &arrangement.pieces {
        let unit = kit::piece(t.unit(id), id)?;
        if let Some(at) = &spec.at {
            let key = format!("pieces.{id}.at");
            play.put(unit, place(t, unit, at).map_err(|reason| misplaced(&key, reason))?);
        }
        play.set_face(unit, spec.marks.as_deref().unwrap_or_default())
            .map_err(|reason| misplaced(format!("pieces.{id}.marks"), reason))?;
    }
    for (id, spec) in &arrangement.spaces {
        let space =
            t.graph.space(id).map_err(|error| misplaced(format!("spaces.{id}"), error.to_string()))?;
        if let Some(control) = &spec.control {
            play.set_control(space, control)
                .map_err(|reason| misplaced(format!("spaces.{id}.control"), reason))?;
        }
        if let Some(marks) = &spec.marks {
            play.set_marks(space, marks).map_err(|reason| misplaced(format!("spaces.{id}.marks"), reason))?;
        }
    }
    // Control follows occupation wherever the example does not say otherwise.
    for space in t.graph.spaces() {
        play.settle_control(space);
    }
    for (id, value) in &arrangement.tracks {
        play.set_track(id, value).map_err(|reason| misplaced(format!("tracks.{id}"), reason))?;
    }
    if let Some(step) = &position.step {
        if position.played() {
            // What was spent in the step before is handed over: this one begins anew.
            play.hand_over_advantage();
        }
        play.set_step(step)?;
    }
    Ok(())
}

fn place(t: &Tables, unit: Unit, at: &str) -> Result<Place, String> {
    let counter = t.counter(unit);
    let gun = matches!(counter.kind, Kind::Art | Kind::Db);
    let side = counter.side.id();
    if let Ok(space) = t.graph.space(at) {
        return if gun {
            Err("guns are never on the map (4.2.3)".to_owned())
        } else {
            Ok(Place::On(space.0 as u8))
        };
    }
    if at == waiting_place(counter) {
        return Ok(Place::Waiting);
    }
    match at.strip_prefix("box:").and_then(|it| it.strip_prefix(side)) {
        Some("-eliminated") if !gun => Ok(Place::Eliminated),
        Some("-permanent") if !gun => Ok(Place::Permanent),
        Some("-artillery") if gun => Ok(Place::Artillery),
        Some("-delayed") if !gun && counter.side == Side::Soviet => Ok(Place::Delayed),
        _ => Err(format!(
            "this piece cannot be at '{at}'; before it enters it is at '{}'",
            waiting_place(counter)
        )),
    }
}

impl Play<'_> {
    /// Takes every piece off the map; control and markers stay as they are at the start.
    fn clear(&mut self) {
        for unit in self.t.ground {
            if self.look().at(unit).is_some() {
                self.put(unit, Place::Waiting);
            }
        }
        self.s.committed = Units::empty();
    }

    fn set_face(&mut self, unit: Unit, marks: &[String]) -> Result<(), String> {
        self.s.committed.remove(unit);
        for mark in marks {
            let gun = self.t.guns.contains(unit);
            match mark.as_str() {
                "committed" if !gun && self.look().at(unit).is_some() => self.s.committed.insert(unit),
                "used" if gun => self.s.committed.insert(unit),
                _ => return Err(format!("this piece cannot be marked '{mark}' there")),
            };
        }
        Ok(())
    }

    fn set_control(&mut self, space: Space, control: &str) -> Result<(), String> {
        match control {
            "german" => self.s.soviet.remove(space),
            "soviet" => self.s.soviet.insert(space),
            other => return Err(format!("'{other}' is neither german nor soviet")),
        };
        Ok(())
    }

    fn set_marks(&mut self, space: Space, marks: &[String]) -> Result<(), String> {
        self.s.rubble.remove(space);
        self.s.heavy.remove(space);
        self.s.stubborn = self.s.stubborn.filter(|&it| it != space);
        for mark in marks {
            match mark.as_str() {
                "rubble" | "heavy-rubble" if !self.t.urban.contains(space) => {
                    return Err("Rubble lies in Urban Areas only (15.1.1)".to_owned());
                }
                "rubble" => {
                    self.s.rubble.insert(space);
                }
                "heavy-rubble" => {
                    self.s.rubble.insert(space);
                    self.s.heavy.insert(space);
                }
                "stubborn" => self.s.stubborn = Some(space),
                other => {
                    return Err(format!("there is no mark '{other}'; there are {}", SPACE_MARKS.join(", ")));
                }
            }
        }
        Ok(())
    }

    fn set_track(&mut self, id: &str, value: &TrackValue) -> Result<(), String> {
        let number = |most: u8| kit::number(value, 0, most.into()).map(|n| n as u8);
        let word = || kit::word(value);
        match id {
            "turn" => {
                let turn = number(self.t.scenario.scenario.turns)?;
                self.s.turn = if turn == 0 { return Err("turns count from 1".to_owned()) } else { turn };
            }
            "impulse" => {
                self.s.soviet_impulses = number(100)?;
                self.s.impulses = self.s.soviet_impulses * 2;
            }
            "passes" => self.s.passes = number(1)?,
            "light" => match word()? {
                "day" => self.s.night = false,
                "night" => self.s.night = true,
                other => return Err(format!("'{other}' is neither day nor night")),
            },
            "advantage" => {
                let side = match word()? {
                    "german" => Side::German,
                    "soviet" => Side::Soviet,
                    other => return Err(format!("'{other}' is neither german nor soviet")),
                };
                self.s.advantage = Some(side);
                self.s.advantage_next = None;
                self.s.advantage_at_start = side;
                self.s.advantage_used = [false; 2];
            }
            "seize-german" => self.s.seize[Side::German.index()] = number(99)?,
            "seize-soviet" => self.s.seize[Side::Soviet.index()] = number(99)?,
            other => {
                return Err(format!(
                    "an example cannot set '{other}'; it can set turn, impulse, passes, light, advantage, seize-german, seize-soviet"
                ));
            }
        }
        Ok(())
    }

    fn set_step(&mut self, step: &str) -> Result<(), Misplaced> {
        self.s.melee = Melee::default();
        match step {
            "bid" => self.go(Step::Bid { seat: 0, first: 0 }),
            "set-up" => self.go(Step::SetUp),
            "partisans" => {
                let left: Units =
                    self.t.garrison.iter().filter(|&unit| self.look().at(unit).is_some()).collect();
                if left.is_empty() {
                    return Err(misplaced(
                        "step",
                        "partisans need a unit of the garrison on the map".to_owned(),
                    ));
                }
                self.go(Step::Partisans { left });
            }
            "turn" => {
                let turn = self.s.turn;
                self.open_turn(turn);
            }
            "german-regroup" => self.open_regroup(Side::German),
            "soviet-regroup" => self.open_regroup(Side::Soviet),
            "random-advantage" => self.go(Step::RandomAdvantage),
            "normal-reinforcements" => self.open_normal(),
            "soviet-impulse" => self.go(Step::Impulse { side: Side::Soviet }),
            "german-impulse" => self.go(Step::Impulse { side: Side::German }),
            "close-combat" => self.open_close_combat(),
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
