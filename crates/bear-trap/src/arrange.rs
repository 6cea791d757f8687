//! Positions for examples and problems, in the vocabulary of the view: where pieces are, their marks, the tracks.

use arrayvec::ArrayVec;
use board::{Member, Space, hex::Direction};
use kernel::{
    Misplaced,
    example::{PieceSpec, Position, SpaceSpec},
};
use kit::misplaced;
use view::{TrackValue, study::Vocabulary};

use crate::{
    prose::half_points,
    sequence::{Call, Step},
    state::{Level, Look, Place, Play, State},
    tables::{Marker, Side, Status, Tables, Terrain, Unit, Units},
};

/// Tracks that an example can set.
const SETTABLE: &[&str] = &[
    "turn",
    "marker",
    "activations",
    "released",
    "cup",
    "held-back",
    "artillery",
    "buratino",
    "roadblocks",
    "interdiction",
    "snafu-russian",
    "snafu-chechen",
    "event-return",
    "reinforcements",
    "bonus",
    "palace",
];

const STEPS: [&str; 11] = [
    "russian-marker",
    "chechen-marker",
    "russian-bonus",
    "chechen-bonus",
    "play-marker",
    "opening",
    "turn",
    "event-roll",
    "initiative",
    "marker-draw",
    "end-activations",
];
const MARKS: [&str; 13] = [
    "suppressed",
    "pinned",
    "disrupted",
    "inactive",
    "activated",
    "fired",
    "shelled",
    "moved",
    "fired-on",
    "spotting",
    "supporting",
    "bonus",
    "replaced",
];
const SPACE_MARKS: [&str; 4] = ["rubble", "roadblock", "wreck", "interdicted"];

pub fn vocabulary(t: &Tables) -> Vocabulary {
    let markers: Vec<&str> = Marker::RUSSIAN.map(Marker::id).into_iter().chain(["chechen"]).collect();
    let turns = t.scenarios.turns.lengths.iter().copied().max();
    // A scenario has so many at most; the check knows how many the one at hand has.
    let roadblocks = t.scenarios.scenario.iter().map(|it| it.roadblocks).max().unwrap_or(0);
    Vocabulary::new(&STEPS, &MARKS, &SPACE_MARKS, &["russian", "chechen"])
        .number("turn", 1, turns.unwrap_or(1))
        .words("marker", &markers)
        .number("activations", 0, 200)
        .words("released", &["yes", "no"])
        .words("cup", &[])
        .words("held-back", &[])
        .number("artillery", 0, 20)
        .number("buratino", 0, 20)
        .number("roadblocks", 0, roadblocks)
        .words("interdiction", &["possible", "over"])
        .words("snafu-russian", &["possible", "pending", "suffered"])
        .words("snafu-chechen", &["possible", "pending", "suffered"])
        .words("event-return", &["possible", "used"])
        .words("reinforcements", &["possible", "over"])
        .words("bonus", &["none", "russian", "chechen"])
        .words("palace", &["81st", "other"])
        .number("russian-awards", 0, 200)
        .number("chechen-awards", 0, 200)
        .number("dudayev-worth", 0, 9)
}

/// The marks of a piece.
pub type PieceMarks = ArrayVec<&'static str, 10>;
/// The marks of a hex.
pub type SpaceMarks = ArrayVec<&'static str, 4>;

impl Look<'_> {
    /// 2.3 What lies on a counter: its status unless Normal, and what it has done this turn.
    pub fn piece_marks(self, unit: Unit) -> PieceMarks {
        let mut marks = PieceMarks::new();
        if self.whereabouts(unit).is_none() {
            if self.s.replaced.contains(unit) {
                marks.push("replaced");
            }
            return marks;
        }
        if self.status(unit) != Status::Normal {
            marks.push(self.status(unit).id());
        }
        let flags = [
            ("activated", self.s.activated),
            ("fired", self.s.fired),
            ("shelled", self.s.shelled),
            ("moved", self.s.moved),
            ("fired-on", self.s.fired_on),
            ("spotting", self.s.spotting),
            ("supporting", self.s.supporting),
            ("bonus", self.s.bonus_used),
        ];
        marks.extend(flags.into_iter().filter(|(_, set)| set.contains(unit)).map(|(word, _)| word));
        marks
    }

    /// What lies in a hex besides units.
    pub fn space_marks(self, space: Space) -> SpaceMarks {
        let marks = [
            ("rubble", self.s.rubble),
            ("roadblock", self.s.roadblocks),
            ("wreck", self.s.wrecks),
            ("interdicted", self.s.interdicted),
        ];
        marks.into_iter().filter(|(_, set)| set.contains(space)).map(|(word, _)| word).collect()
    }

    /// Where a piece is, in the words of the view.
    pub fn where_words(self, unit: Unit) -> String {
        match self.place(unit) {
            Place::On(space, _) => self.t.id(space).to_owned(),
            Place::Aboard(vehicle) => format!("aboard:{}", self.t.counter(vehicle).id),
            Place::Cup => "cup:chechen".to_owned(),
            Place::Drawn => "box:drawn".to_owned(),
            Place::Waiting => "box:waiting".to_owned(),
            Place::Later => format!("entry:{}", self.t.scenarios.forces.later_turn),
            Place::Eliminated => format!("box:{}-eliminated", self.side(unit).id()),
            Place::Exited => "box:exited".to_owned(),
            Place::Removed => "box:removed".to_owned(),
        }
    }

    /// What a track shows; none where it has nothing to show now.
    pub fn track(self, id: &str) -> Option<TrackValue> {
        let number = |n: u8| Some(TrackValue::Number(i64::from(n)));
        let word = |word: &str| Some(TrackValue::Word(word.into()));
        let yes_no = |yes: bool, one: &str, other: &str| word(if yes { one } else { other });
        let call = self.current_call();
        match id {
            "turn" => number(self.s.turn),
            "marker" => call.and_then(|call| word(if call.bonus { "bonus" } else { call.marker.id() })),
            "activations" => call.filter(|call| call.left != Call::ALL).and_then(|call| number(call.left)),
            "released" => yes_no(self.s.released, "yes", "no"),
            "cup" => word(&self.cup_words()),
            "held-back" => word(&marker_list(self.s.held_back)),
            "artillery" => number(self.s.artillery.saturating_sub(self.s.artillery_used)),
            "buratino" => number(self.s.buratino.saturating_sub(self.s.buratino_used)),
            "roadblocks" => number(self.s.blocks_left),
            "roadblocks-lost" => number(self.s.blocks_lost),
            "interdiction" => yes_no(self.s.interdiction_over, "over", "possible"),
            "snafu-russian" => word(self.snafu_word(Side::Russian)),
            "snafu-chechen" => word(self.snafu_word(Side::Chechen)),
            "event-return" => yes_no(self.s.returned, "used", "possible"),
            "reinforcements" => yes_no(self.s.reinforcements_over, "over", "possible"),
            "bonus" => word(self.s.bonus.map_or("none", Side::id)),
            "palace" => yes_no(self.s.by_81st, "81st", "other"),
            "russian-points" => Some(points(self.score()[0])),
            "chechen-points" => Some(points(self.score()[1])),
            _ => None,
        }
    }

    /// The marker being played.
    pub fn current_call(self) -> Option<Call> {
        match self.s.step {
            Step::Call { call }
            | Step::Entry { call, .. }
            | Step::Battery { call, .. }
            | Step::InterdictRoll { call, .. } => Some(call),
            Step::Active { active }
            | Step::InterdictedRoll { active }
            | Step::ObstacleRoll { active, .. } => Some(active.call),
            Step::Spotter { mission } => Some(mission.call()),
            Step::Assault { assault } | Step::AssaultRoll { assault } => Some(assault.call),
            Step::FireRoll { attack }
            | Step::HitRoll { attack }
            | Step::ScatterRoll { attack }
            | Step::StrikeRoll { attack }
            | Step::StrikeUnitRoll { attack }
            | Step::DudayevRoll { attack }
            | Step::HotelRoll { attack } => Some(attack.then.call()),
            _ => None,
        }
    }

    /// 9.0 A snafu can happen, is about to take a marker, or has.
    pub fn snafu_word(self, side: Side) -> &'static str {
        match self.s.snafu_used[side.index()] {
            _ if self.s.snafu == Some(side) => "pending",
            true => "suffered",
            false => "possible",
        }
    }

    fn cup_words(self) -> String {
        let russian = marker_list(self.s.cup);
        match self.s.chechen_cup {
            0 => russian,
            n if russian.is_empty() => format!("chechen:{n}"),
            n => format!("{russian} chechen:{n}"),
        }
    }
}

fn marker_list(set: u8) -> String {
    let markers = Marker::RUSSIAN.into_iter().filter(|marker| set & marker.bit() != 0);
    markers.map(Marker::id).collect::<Vec<_>>().join(" ")
}

/// A score in halves: a number when it is whole.
pub fn points(halves: i16) -> TrackValue {
    if halves % 2 == 0 {
        return TrackValue::Number(i64::from(halves / 2));
    }
    TrackValue::Word(half_points(halves).into())
}

/// What an example says beyond the position itself.
struct Wishes {
    marker: Marker,
    activations: u8,
}

pub fn arrange(play: &mut Play<'_>, position: &Position) -> Result<(), Misplaced> {
    if position.clear {
        play.clear();
    }
    let mut wishes = Wishes { marker: Marker::First81, activations: 9 };
    for (id, value) in &position.arrangement.tracks {
        play.set_track(&mut wishes, id, value).map_err(|reason| misplaced(format!("tracks.{id}"), reason))?;
    }
    for (id, spec) in &position.arrangement.spaces {
        play.set_space(id, spec)?;
    }
    for (id, spec) in &position.arrangement.pieces {
        play.set_piece(id, spec)?;
    }
    play.settle_control();
    for (id, spec) in &position.arrangement.spaces {
        if let Some(control) = &spec.control {
            play.set_control(id, control)
                .map_err(|reason| misplaced(format!("spaces.{id}.control"), reason))?;
        }
    }
    if let Some(step) = &position.step {
        play.set_step(&wishes, step)?;
    }
    Ok(())
}

impl Play<'_> {
    /// Takes every piece off the map, and every marker out of the cup.
    fn clear(&mut self) {
        (self.s.cup, self.s.chechen_cup, self.s.held_back) = (0, 0, 0);
        for unit in (0..self.t.counters.len()).map(Unit::at) {
            let off = match self.t.side(unit) {
                Side::Chechen => Place::Cup,
                Side::Russian if self.t.force_later.contains(unit) => Place::Later,
                Side::Russian => Place::Waiting,
            };
            self.take_off(unit, off);
        }
    }

    fn set_piece(&mut self, id: &str, spec: &PieceSpec) -> Result<(), Misplaced> {
        let key = |field: &str| format!("pieces.{id}.{field}");
        let unit = self.t.unit(id);
        let unit =
            unit.ok_or_else(|| misplaced(format!("pieces.{id}"), "there is no such piece".to_owned()))?;
        if let Some(at) = &spec.at {
            let level = match spec.level.as_deref() {
                None | Some("ground") => Level::Ground,
                Some("upper") => Level::Upper,
                Some(other) => {
                    return Err(misplaced(key("level"), format!("'{other}' is neither ground nor upper")));
                }
            };
            let place = self.place_of(unit, at, level).map_err(|reason| misplaced(key("at"), reason))?;
            self.put(unit, place);
        }
        if let Some(facing) = spec.facing {
            let side = Direction::ALL.get(usize::from(facing)).copied();
            let side = side.filter(|_| self.t.counter(unit).has_facing());
            let reason = || "a facing is a hexside from 0 to 5, and leaders have none".to_owned();
            self.s.facing[unit.index()] = side.ok_or_else(|| misplaced(key("facing"), reason()))?;
        }
        if spec.marks.is_some() {
            self.clear_marks(unit);
        }
        for mark in spec.marks.iter().flatten() {
            self.set_mark(unit, mark).map_err(|reason| misplaced(key("marks"), reason))?;
        }
        Ok(())
    }

    fn place_of(&self, unit: Unit, at: &str, level: Level) -> Result<Place, String> {
        let (t, counter) = (self.t, self.t.counter(unit));
        if let Some(space) = t.space(at) {
            let upper = self.look().terrain(space).has_upper();
            return match level {
                Level::Upper if counter.vehicle() => {
                    Err("vehicles stay on the ground level (3.2)".to_owned())
                }
                Level::Upper if !upper => Err(format!("{at} has no upper level (3.2)")),
                _ => Ok(Place::On(space, level)),
            };
        }
        if let Some(vehicle) = at.strip_prefix("aboard:") {
            let vehicle = t.unit(vehicle).filter(|&it| t.vehicles.contains(it) && !counter.vehicle());
            let vehicle = vehicle.ok_or("only foot units are aboard, and only of vehicles")?;
            return match self.look().fits_aboard(unit, vehicle) {
                true => Ok(Place::Aboard(vehicle)),
                false => Err(format!("it does not fit aboard {}", t.counter(vehicle).id)),
            };
        }
        let later = format!("entry:{}", t.scenarios.forces.later_turn);
        match (at, counter.side) {
            ("cup:chechen", Side::Chechen) => Ok(Place::Cup),
            ("box:drawn", Side::Chechen) => Ok(Place::Drawn),
            ("box:exited", Side::Chechen) => Ok(Place::Exited),
            ("box:removed", Side::Chechen) if unit == t.dudayev => Ok(Place::Removed),
            ("box:waiting", Side::Russian) => Ok(Place::Waiting),
            (at, Side::Russian) if at == later => Ok(Place::Later),
            ("box:russian-eliminated", Side::Russian) | ("box:chechen-eliminated", Side::Chechen) => {
                Ok(Place::Eliminated)
            }
            _ => Err(format!(
                "'{at}' is no place for it: write a hex such as 2317, aboard:ru-btr01, box:{}-eliminated, {}",
                counter.side.id(),
                if counter.side == Side::Chechen { "cup:chechen" } else { "box:waiting" }
            )),
        }
    }

    fn clear_marks(&mut self, unit: Unit) {
        self.s.status[unit.index()] = Status::Normal;
        let State {
            activated,
            fired,
            shelled,
            moved,
            fired_on,
            spotting,
            supporting,
            bonus_used,
            replaced,
            ..
        } = &mut *self.s;
        for set in [activated, fired, shelled, moved, fired_on, spotting, supporting, bonus_used, replaced] {
            set.remove(unit);
        }
    }

    fn set_mark(&mut self, unit: Unit, mark: &str) -> Result<(), String> {
        if let Some(status) = Status::ALL.into_iter().find(|status| status.id() == mark) {
            self.s.status[unit.index()] = status;
            return Ok(());
        }
        let set: &mut Units = match mark {
            "activated" => &mut self.s.activated,
            "fired" => &mut self.s.fired,
            "shelled" => &mut self.s.shelled,
            "moved" => &mut self.s.moved,
            "fired-on" => &mut self.s.fired_on,
            "spotting" => &mut self.s.spotting,
            "supporting" => &mut self.s.supporting,
            "bonus" => &mut self.s.bonus_used,
            "replaced" => &mut self.s.replaced,
            _ => {
                return Err(format!("there is no mark '{mark}'; there are {}", MARKS.join(", ")));
            }
        };
        set.insert(unit);
        Ok(())
    }

    fn set_space(&mut self, id: &str, spec: &SpaceSpec) -> Result<(), Misplaced> {
        let space = self.t.space(id);
        let space =
            space.ok_or_else(|| misplaced(format!("spaces.{id}"), "there is no such hex".to_owned()))?;
        if spec.marks.is_some() {
            self.s.rubble.remove(space);
            self.s.wrecks.remove(space);
            self.s.interdicted.remove(space);
            if self.s.roadblocks.remove(space) {
                self.s.blocks_left += 1;
            }
        }
        for mark in spec.marks.iter().flatten() {
            let terrain = self.t.map.terrain(space);
            let reason = match mark.as_str() {
                "rubble" if !terrain.has_upper() => "only buildings fall into rubble (8.7)",
                "rubble" => {
                    self.s.rubble.insert(space);
                    continue;
                }
                "roadblock" | "wreck" if terrain == Terrain::Clear => {
                    "no obstacle lies in the open (8.4, 8.9)"
                }
                "roadblock" if self.s.blocks_left == 0 => "no roadblock is left in the supply (8.4)",
                "roadblock" => {
                    self.s.blocks_left -= 1;
                    self.s.roadblocks.insert(space);
                    continue;
                }
                "wreck" => {
                    self.s.wrecks.insert(space);
                    continue;
                }
                "interdicted" => {
                    self.s.interdicted.insert(space);
                    continue;
                }
                _ => "the marks of a hex are rubble, roadblock, wreck, interdicted",
            };
            return Err(misplaced(format!("spaces.{id}.marks"), reason.to_owned()));
        }
        Ok(())
    }

    fn set_control(&mut self, id: &str, control: &str) -> Result<(), String> {
        let space = self.t.space(id).ok_or("there is no such hex")?;
        let index = self.t.map.landmark_list.iter().position(|&it| it == space);
        let index = index.ok_or("only landmark hexes are controlled (11.2)")?;
        match control {
            "russian" => self.s.control |= 1 << index,
            "chechen" => self.s.control &= !(1 << index),
            other => return Err(format!("'{other}' is neither russian nor chechen")),
        }
        Ok(())
    }

    fn set_track(&mut self, wishes: &mut Wishes, id: &str, value: &TrackValue) -> Result<(), String> {
        let number = |most: u8| kit::number(value, 0, most.into()).map(|n| n as u8);
        let word = || kit::word(value);
        let either = |one: &str, other: &str| match word()? {
            it if it == one => Ok(true),
            it if it == other => Ok(false),
            it => Err(format!("'{it}' is neither {one} nor {other}")),
        };
        match id {
            "turn" => {
                let turn = number(self.t.scenarios.last_turn(self.s.scenario))?;
                if turn == 0 {
                    return Err("turns count from 1".to_owned());
                }
                self.s.turn = turn;
                // 10.1.2 From the second turn on nothing is held back; `released` may say otherwise on the first.
                self.s.released |= turn > 1;
                self.s.held_back = if self.s.released { 0 } else { self.s.held_back };
            }
            "marker" => {
                wishes.marker = match word()? {
                    "chechen" => Marker::Chechen,
                    id => Marker::parse(id).ok_or_else(|| format!("there is no marker '{id}'"))?,
                };
            }
            "activations" => wishes.activations = number(200)?,
            "released" => self.s.released = either("yes", "no")?,
            "cup" => {
                (self.s.cup, self.s.chechen_cup) = read_markers(word()?)?;
            }
            "held-back" => (self.s.held_back, _) = read_markers(word()?)?,
            "artillery" => {
                self.s.artillery = number(20)?;
                self.s.artillery_used = 0;
            }
            "buratino" => {
                self.s.buratino = number(20)?;
                self.s.buratino_used = 0;
            }
            // The others have been lost.
            "roadblocks" => {
                let all = self.t.scenario(self.s.scenario).roadblocks;
                self.s.blocks_left = number(all)?;
                self.s.blocks_lost = all - self.s.blocks_left;
            }
            "interdiction" => self.s.interdiction_over = either("over", "possible")?,
            "snafu-russian" => self.set_snafu(Side::Russian, word()?)?,
            "snafu-chechen" => self.set_snafu(Side::Chechen, word()?)?,
            "event-return" => self.s.returned = either("used", "possible")?,
            "reinforcements" => self.s.reinforcements_over = either("over", "possible")?,
            "bonus" => {
                self.s.bonus = match word()? {
                    "none" => None,
                    it => Some(side_of(it)?),
                };
            }
            "palace" => self.s.by_81st = either("81st", "other")?,
            // Points scored once and for all, on top of what the position is worth.
            "russian-awards" => self.s.awards[0] += 2 * u16::from(number(200)?),
            "chechen-awards" => self.s.awards[1] += 2 * u16::from(number(200)?),
            "dudayev-worth" => {
                self.s.awards[0] += 2 * u16::from(number(9)?);
                self.s.dudayev_scored = true;
            }
            other => {
                return Err(format!(
                    "an example cannot set '{other}'; it can set {}, russian-awards, chechen-awards, dudayev-worth",
                    SETTABLE.join(", ")
                ));
            }
        }
        Ok(())
    }

    fn set_snafu(&mut self, side: Side, word: &str) -> Result<(), String> {
        if !["possible", "pending", "suffered"].contains(&word) {
            return Err(format!("'{word}' is neither possible nor pending nor suffered"));
        }
        self.s.snafu_used[side.index()] = word != "possible";
        if word == "pending" {
            self.s.snafu = Some(side);
        }
        Ok(())
    }

    fn set_step(&mut self, wishes: &Wishes, step: &str) -> Result<(), Misplaced> {
        let call = |side: Side, bonus: bool| {
            let marker = if side == Side::Chechen { Marker::Chechen } else { wishes.marker };
            let all = side == Side::Russian && !bonus;
            Call { side, marker, left: if all { Call::ALL } else { wishes.activations }, bonus }
        };
        match step {
            "russian-marker" => {
                self.s.played |= wishes.marker.bit();
                self.go(Step::Call { call: call(Side::Russian, false) });
            }
            "chechen-marker" => self.go(Step::Call { call: call(Side::Chechen, false) }),
            "russian-bonus" => self.go(Step::Call { call: call(Side::Russian, true) }),
            "chechen-bonus" => self.go(Step::Call { call: call(Side::Chechen, true) }),
            "play-marker" => self.play_marker(wishes.marker),
            "opening" => self.open_game(),
            "turn" => self.open_turn(self.s.turn),
            "event-roll" => self.go(Step::EventRoll),
            "initiative" => self.open_initiative(),
            "marker-draw" => self.open_draw(),
            "end-activations" => self.close_activations(),
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
    side.ok_or_else(|| format!("'{word}' is neither russian nor chechen"))
}

/// A set of markers such as `1/81 artillery chechen:3`.
fn read_markers(words: &str) -> Result<(u8, u8), String> {
    let (mut russian, mut chechen) = (0, 0);
    for word in words.split_whitespace() {
        match word.strip_prefix("chechen:") {
            Some(n) => chechen = n.parse().map_err(|_| format!("'{word}' is not such as chechen:3"))?,
            None => {
                russian |= Marker::parse(word).ok_or_else(|| format!("there is no marker '{word}'"))?.bit()
            }
        }
    }
    Ok((russian, chechen))
}
