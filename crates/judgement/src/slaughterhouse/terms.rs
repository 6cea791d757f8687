//! The score of a position to the Axis, term by term, in hundredths of a point; a hundred points are a victory point. Readable
//! before clever: every term is a sentence a player would say.

use std::ops::Deref;

use board::{Member, Space};
use slaughterhouse::{
    Side, Step, Unit,
    state::{Look, Place, Post},
    tables::{Units, Weather, members},
};

use super::{ground::Ground, scales::Scales};
use crate::Term;

/// So many parts of a term make a point.
pub const PER_POINT: i64 = 100;
/// No score is greater.
pub const MOST: i64 = 100_000_000;

/// A position and the weights by which it is scored.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    pub look: Look<'a>,
    pub ground: &'a Ground,
    pub w: &'a Scales,
}

impl<'a> Deref for Position<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

impl Position<'_> {
    /// All terms.
    pub fn terms(self) -> [Term; 8] {
        [
            ("points and ground", self.points_held()),
            ("forces", self.forces()),
            ("stations", self.stations_held()),
            ("command", self.command()),
            ("threats", self.threats()),
            ("distant assaults", self.distant_assaults()),
            ("advantage", self.advantage_held()),
            ("battle", self.battle()),
        ]
    }

    /// Victory points and ground, and the points that decide.
    pub fn points_held(self) -> i64 {
        let w = &self.w.w;
        let areas = (self.t.areas - self.s.soviet).len() as i64;
        let points = i64::from(self.axis_points());
        let near = (points - i64::from(self.needed())).clamp(-3, i64::from(w.points_beyond.max(0)));
        let cities = (self.t.automatic - self.s.soviet).len().min(3);
        w.ground_fades[self.this_turn()].rest_of(i64::from(w.area) * areas)
            + i64::from(w.point) * points
            + i64::from(w.decisive) * near
            + i64::from(w.cities[cities])
    }

    /// The units of both sides, those cut off for less.
    pub fn forces(self) -> i64 {
        let mut on_map = Units::empty();
        for space in members(self.occupied(Side::Axis) | self.occupied(Side::Soviet)) {
            on_map |= self.s.here[space.index()];
        }
        let mut score = self.w.full.sum(on_map) - self.w.lost.sum(on_map & self.s.reduced);
        for unit in members(self.isolated()) {
            let lost = i64::from(self.w.cut_off[unit.index()][usize::from(self.is_reduced(unit))]);
            score -= if self.side(unit) == Side::Axis { lost } else { -lost };
        }
        score
    }

    /// Leaders with troops they may lead.
    pub fn command(self) -> i64 {
        let mut score = 0;
        for (chief, &post) in self.w.chiefs.iter().zip(&self.s.officer) {
            let Post::On(space) = post else { continue };
            let at = Space(u16::from(space));
            let commands = chief.unit.is_some_and(|unit| self.place(unit) == Place::On(space));
            let supports = !(self.s.here[at.index()] & chief.supports).is_empty() & chief.fields.contains(at);
            score += i64::from(chief.score[(2 * usize::from(commands)).max(usize::from(supports))]);
        }
        score
    }

    /// Who holds the Advantage, whether somebody has pressed on with it, and whether the air force can still fly in this impulse.
    pub fn advantage_held(self) -> i64 {
        let advantage = i64::from(self.w.w.advantage);
        let held = match self.s.advantage.or(self.s.advantage_next) {
            Some(Side::Axis) => advantage,
            Some(Side::Soviet) => -advantage,
            None => 0,
        };
        let pressed = i64::from(self.w.w.pressed[self.s.weather as usize]);
        let held = if self.s.pressed_on { held + pressed } else { held };
        let wasted = (self.s.impulse.air_spent && !self.s.impulse.rolled) || self.s.step == Step::Interdict;
        if wasted { held - i64::from(self.w.w.air_unused) } else { held }
    }

    /// The turn, from zero.
    pub fn this_turn(self) -> usize {
        usize::from(self.s.turn.clamp(1, 5) - 1)
    }

    /// What a unit would lose with a step.
    pub fn step_score(self, unit: Unit) -> i64 {
        i64::from(self.w.step[unit.index()][usize::from(self.is_reduced(unit))])
    }

    /// The steps of a side in an Area.
    pub fn steps_held(self, side: Side, at: Space) -> usize {
        let units = self.units(side, at);
        count(units) + count(units - self.s.reduced)
    }

    /// The steps that so many points leave of them, three for more.
    pub fn steps_left(self, side: Side, at: Space, points: u8) -> usize {
        self.steps_held(side, at).saturating_sub(usize::from(points)).min(3)
    }

    /// What air force and snow add to a threatened assault.
    pub fn air_and_snow(self, attacker: Side) -> i32 {
        let weather = self.s.weather;
        i32::from(match attacker {
            Side::Axis if weather == Weather::Snow => self.t.charts.snow.axis,
            Side::Axis => self.t.charts.air_support.focus.of(weather),
            Side::Soviet if weather == Weather::Snow => self.t.charts.snow.soviet,
            Side::Soviet => 0,
        })
    }
}

/// How many there are; three or fewer stand in an Area and are counted at once.
pub fn count(units: Units) -> usize {
    let [low, high] = units.words();
    let one = u128::from(low) | u128::from(high) << 64;
    let two = one & one.wrapping_sub(1);
    let three = two & two.wrapping_sub(1);
    if three & three.wrapping_sub(1) != 0 {
        return units.len();
    }
    usize::from(one != 0) + usize::from(two != 0) + usize::from(three != 0)
}
