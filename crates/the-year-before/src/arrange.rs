//! Positions for examples and problems, in the vocabulary of the view.

use board::Member;
use kernel::{Misplaced, example::Position};
use kit::misplaced;
use view::{TrackValue, study::Vocabulary};

use crate::{
    sequence::Step,
    state::{Order, Place, Play},
    tables::{COUNCILS, CardId, Country, Places, Side, Tables, Unit, Units},
};

type Done = std::result::Result<(), String>;

const STEPS: [&str; 7] =
    ["sides", "set-up", "german-sheet", "soviet-sheet", "german-operations", "soviet-operations", "alert"];
const MARKS: [&str; 3] = ["upgraded", "worked", "moved"];

pub fn vocabulary(t: &Tables) -> Vocabulary {
    let mut vocabulary = Vocabulary::new(&STEPS, &MARKS, &[], &[])
        .number("turn", 1, t.charts.turns.last)
        .words("trade", &["on", "off"])
        .number("licences", 0, t.charts.trade.most)
        .number("bid", -20, 20);
    for country in Country::ALL {
        vocabulary = vocabulary.number(&format!("country-{}", country.id()), -3, t.top[country.index()]);
    }
    for side in [Side::German, Side::Soviet] {
        let of = |what: &str| format!("{what}-{}", side.id());
        vocabulary = vocabulary
            .number(&of("stock"), 0, 99)
            .number(&of("service"), 0, 99)
            .words(&of("card"), &CardId::of(side).map(CardId::id))
            .number(&of("vp"), -99, 99)
            .number(&of("activations"), 0, 6)
            .number(&of("trains"), 0, 9)
            .words(&of("out"), &["in", "out"]);
    }
    vocabulary
}

/// Every position but one in the set-up follows the suggested set-up: turn 1, income paid, the German sheet due.
pub fn arrange(play: &mut Play<'_>, position: &Position) -> std::result::Result<(), Misplaced> {
    let t = play.t;
    let before = matches!(position.step.as_deref(), Some("set-up" | "sides"));
    if !before && !position.played() && matches!(play.s.step, Step::Sides { .. } | Step::SetUp { .. }) {
        play.open_game();
        play.place_as_suggested();
    }
    if position.clear {
        play.clear();
    }
    // Countries first: they decide what is friendly.
    let arrangement = &position.arrangement;
    for (id, value) in &arrangement.tracks {
        play.set_track(id, value).map_err(|reason| misplaced(format!("tracks.{id}"), reason))?;
    }
    for (id, spec) in &arrangement.pieces {
        let key = |field: &str| format!("pieces.{id}.{field}");
        let marks = spec.marks.as_deref().unwrap_or_default();
        if let Some(fleet) = t.fleet(id) {
            if let Some(at) = &spec.at {
                play.set_fleet(fleet, at).map_err(|reason| misplaced(key("at"), reason))?;
            }
            continue;
        }
        let unit = kit::piece(t.unit(id), id)?;
        if let Some(at) = &spec.at {
            let place = place(t, unit, at).map_err(|reason| misplaced(key("at"), reason))?;
            play.put(unit, place);
        }
        play.set_marks(unit, marks).map_err(|reason| misplaced(key("marks"), reason))?;
    }
    if let Some(id) = arrangement.spaces.keys().next() {
        return Err(misplaced(format!("spaces.{id}"), "set the track country-<id> instead".to_owned()));
    }
    match &position.step {
        Some(step) => play.set_step(step).map_err(|reason| misplaced("step", reason)),
        None => Ok(()),
    }?;
    if !before && (!position.played() || arrangement.tracks.contains_key("turn")) {
        play.settle_past();
    }
    Ok(())
}

fn place(t: &Tables, unit: Unit, at: &str) -> std::result::Result<Place, String> {
    let side = t.side(unit).id();
    if let Ok(space) = t.graph.space(at) {
        return Ok(Place::On(space.0 as u8));
    }
    match at.strip_prefix("box:").and_then(|id| id.strip_prefix(side)) {
        Some("-pool") => Ok(Place::Pool),
        Some("-off") => Ok(Place::Off),
        _ => Err(format!(
            "there is no place '{at}'; off the map it is at 'box:{side}-pool' or 'box:{side}-off'"
        )),
    }
}

impl Play<'_> {
    /// Takes every unit off the map; air fleets stay in the West.
    fn clear(&mut self) {
        for index in 0..self.s.place.len() {
            self.put(Unit::at(index), Place::Off);
        }
        (self.s.upgraded, self.s.worked, self.s.moved) = (Units::empty(), Units::empty(), Units::empty());
    }

    fn set_fleet(&mut self, fleet: usize, at: &str) -> Done {
        let space = self.t.graph.space(at).map_err(|error| error.to_string())?;
        if space != self.t.west && !self.t.airfields.contains(&space) {
            return Err("an air fleet is in the West, East Prussia, Warsaw or Lublin (2.5)".to_owned());
        }
        self.s.fleet[fleet] = space.0 as u8;
        Ok(())
    }

    fn set_marks(&mut self, unit: Unit, marks: &[String]) -> Done {
        let set = |units: &mut Units, on: bool| {
            units.remove(unit);
            if on {
                units.insert(unit);
            }
        };
        if let Some(mark) = marks.iter().find(|mark| !MARKS.contains(&mark.as_str())) {
            return Err(format!("there is no mark '{mark}'; there are {}", MARKS.join(", ")));
        }
        if !marks.is_empty() && self.look().at(unit).is_none() {
            return Err("a unit off the map has no marks".to_owned());
        }
        let has = |mark: &str| marks.iter().any(|it| it == mark);
        if has("upgraded") && !self.t.two_faced.contains(unit) {
            return Err("this unit has no other face (2.4.1)".to_owned());
        }
        set(&mut self.s.upgraded, has("upgraded"));
        set(&mut self.s.worked, has("worked"));
        set(&mut self.s.moved, has("moved"));
        Ok(())
    }

    fn set_track(&mut self, id: &str, value: &TrackValue) -> Done {
        let number = |least: i64, most: i64| kit::number(value, least, most);
        let word = || kit::word(value);
        if let Some(country) = id.strip_prefix("country-") {
            let country =
                Country::of_id(country).ok_or_else(|| format!("there is no country '{country}'"))?;
            let top = i64::from(self.t.top[country.index()]);
            self.s.country[country.index()] = number(-3, top)? as i8;
            return Ok(());
        }
        if let Some((what, side)) = id.rsplit_once('-')
            && let Some(side) = Side::of_id(side)
        {
            let i = side.index();
            match what {
                "stock" => {
                    self.s.stock[i] = number(0, 99)? as i16;
                    self.s.known[i] = self.s.stock[i];
                }
                "service" => {
                    self.s.gift[i] = number(0, 99)? as u8;
                    (self.s.points[i], self.s.lost[i]) = ([0; COUNCILS], 0);
                }
                "card" => {
                    let id = word()?;
                    let card = CardId::of_id(id).filter(|card| card.side() == side);
                    let card = card.ok_or_else(|| format!("'{id}' is no card of this side"))?;
                    (self.s.card[i], self.s.first_card[i]) = (Some(card), Some(card));
                }
                "vp" => self.s.vp[i] = number(-99, 99)? as i16,
                "activations" => self.s.used[i] = number(0, 6)? as u8,
                "trains" => self.s.trains[i] = number(0, 9)? as u8,
                "out" => self.s.out[i] = word()? == "out",
                _ => return Err(format!("an example cannot set '{id}'")),
            }
            return Ok(());
        }
        match id {
            "turn" => self.s.turn = number(1, i64::from(self.t.charts.turns.last))? as u8,
            "trade" => match word()? {
                "on" => self.s.trade = true,
                "off" => self.s.trade = false,
                other => return Err(format!("'{other}' is neither on nor off")),
            },
            "licences" => self.s.licences = number(0, i64::from(self.t.charts.trade.most))? as u8,
            "bid" => self.s.bid = number(-20, 20)? as i8,
            other => {
                return Err(format!(
                    "an example cannot set '{other}'; it can set turn, trade, licences, bid, country-<id>, and stock-, \
                     service-, card-, vp-, activations-, trains-, out-<side>"
                ));
            }
        }
        Ok(())
    }

    fn set_step(&mut self, step: &str) -> Done {
        let council = self.s.turn <= self.t.charts.turns.council_until;
        let decision = self.t.charts.turns.decision_in.contains(&self.s.turn);
        self.s.order = Order::default();
        let step = match step {
            "sides" => Step::Sides { seat: 0, first: (Side::German, 0) },
            "set-up" => Step::SetUp { placed: 0, taken: Places::empty() },
            "german-sheet" if council => Step::Sheet { side: Side::German, line: 0 },
            "soviet-sheet" if council => Step::Sheet { side: Side::Soviet, line: 0 },
            "german-operations" => Step::Operations { side: Side::German },
            "soviet-operations" => Step::Operations { side: Side::Soviet },
            "alert" if decision => Step::Alert,
            other => {
                return Err(format!(
                    "an example cannot start in '{other}' in turn {}; it can start in {}",
                    self.s.turn,
                    STEPS.join(", ")
                ));
            }
        };
        self.go(step);
        Ok(())
    }

    /// What the turn says of the past: Councils disclosed, cards written. A card that the example does not name is Moscow
    /// or Line; nothing was spent in secret.
    fn settle_past(&mut self) {
        let turns = &self.t.charts.turns;
        let under_way = u8::from(matches!(self.s.step, Step::Sheet { .. }));
        self.s.disclosed = (self.s.turn - under_way).min(turns.council_until);
        for (side, card) in [(Side::German, CardId::Moscow), (Side::Soviet, CardId::Line)] {
            let i = side.index();
            if self.s.disclosed < turns.card_in {
                (self.s.card[i], self.s.first_card[i]) = (None, None);
            } else if self.s.card[i].is_none() {
                (self.s.card[i], self.s.first_card[i]) = (Some(card), Some(card));
            }
            self.s.floor[i] = [self.s.known[i]; COUNCILS];
        }
    }
}
