//! What follows from the weights for every Area, unit and Leader, worked out once.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use board::{Member, Space};
use slaughterhouse::{
    Side, Unit,
    tables::{LEADERS, Officer, SPACES, Spaces, Tables, UNITS, Units},
};

use super::{
    ground::Ground,
    weights::{Share, Weights, fit},
};

/// Farther than this nobody looks.
pub const HORIZON: u8 = 8;

/// The weights, and what follows from them for every Area, unit and Leader of this game.
#[derive(Clone, Debug)]
pub struct Scales {
    pub w: Weights,
    /// The value of a location, and the part of it that a Success wins, also with the garrison staying.
    pub value: [i32; SPACES],
    pub taken: [[i32; SPACES]; 4],
    pub stormed: [i32; SPACES],
    pub breached: [i32; SPACES],
    /// Towns by victory points.
    pub towns: [Town; 10],
    /// The towns that matter to units in each location, those that may pull most first; and the nearest first.
    pub near: Vec<ArrayVec<Pull, 7>>,
    pub nearest: Vec<ArrayVec<(u8, u8), 7>>,
    /// The next step of a unit by its face, the second of a full one, and the share of a step that goes with isolation.
    pub step: [[i32; 2]; UNITS],
    pub second_step: [i32; UNITS],
    pub cut_off: [[i32; 2]; UNITS],
    /// All units at full strength, and what they have lost if reduced; to the Axis.
    pub full: Tally,
    pub lost: Tally,
    pub chiefs: [Chief; LEADERS],
}

/// How much a side wants to be in a town: its own by the steps to the nearest enemy, and most of all one of the enemy.
pub const LEVELS: usize = 8;
pub const FARTHEST: usize = 6;
pub const ENEMY_TOWN: usize = 7;

#[derive(Clone, Copy, Debug)]
pub struct Town {
    /// What a side would give to be there, in hundredths.
    pub want: [i32; LEVELS],
    /// The level with the horizon added where the town does not need the side's units.
    pub level: [u8; LEVELS],
    /// What it costs its holder by the steps to the nearest enemy and by the garrison.
    pub risk: [[i32; 4]; 7],
    /// How much of it is in danger by the steps to the nearest enemy.
    pub peril: [i32; 7],
}

/// What a near town means to a unit, by how much its side wants to be there.
#[derive(Clone, Copy, Debug)]
pub struct Pull {
    pub town: u8,
    pub most: i32,
    pub pull: [i32; LEVELS],
}

/// A Leader: the unit he commands, whom and where he may support, and his score to the Axis if he has nobody, if
/// he supports, if he commands. One without a unit of his own commands whomever he supports, in Areas.
#[derive(Clone, Copy, Debug)]
pub struct Chief {
    pub unit: Option<Unit>,
    pub supports: Units,
    pub fields: Spaces,
    pub score: [i32; 3],
}

/// Sums over sets of units, four units at a time.
#[derive(Clone, Debug)]
pub struct Tally([[i32; 16]; UNITS.div_ceil(4)]);

impl Tally {
    fn new(each: impl Fn(usize) -> i32) -> Tally {
        let units = |four: usize, set: usize| {
            let units = (0..4).filter(move |bit| set >> bit & 1 == 1).map(move |bit| 4 * four + bit);
            units.filter(|&unit| unit < UNITS)
        };
        let sum = |four, set| units(four, set).map(&each).sum();
        Tally(std::array::from_fn(|four| std::array::from_fn(|set| sum(four, set))))
    }

    pub fn sum(&self, units: Units) -> i64 {
        let words = units.words();
        let each = self.0.iter().enumerate();
        each.map(|(i, four)| i64::from(four[(words[i / 16] >> (4 * (i % 16))) as usize & 15])).sum()
    }
}

impl Scales {
    pub fn new(w: Weights, t: &Tables, ground: &Ground) -> Scales {
        let w = w.bounded();
        let score = |vp: usize| fit(i128::from(w.area) + i128::from(w.point) * vp as i128);
        let value: [i32; SPACES] =
            std::array::from_fn(|i| if t.is_zone(Space::at(i)) { 0 } else { score(usize::from(t.vp[i])) });
        let classes = [w.panzer, w.german, w.ally, w.front, w.army, w.shock];
        let unit = ground.class.map(|class| classes[usize::from(class)].map(|score| fit(score.into())));
        let step = unit.map(|[full, reduced]| [w.first_step.part(full), reduced]);
        let sign = |axis: bool| if axis { 1 } else { -1 };
        let unit_sign = |i| sign(t.of[0].contains(Unit::at(i)));
        let chief = |officer: &Officer| {
            let points = i128::from(1 + i32::from(officer.rating)) * sign(officer.side == Side::Axis);
            let [support, command] = [w.support, w.command].map(|each| fit(points * i128::from(each)));
            let (fields, support) = match officer.command {
                Some(_) => (t.areas | t.zones, support),
                None => (t.areas, command),
            };
            Chief { unit: officer.command, supports: officer.supports, fields, score: [0, support, command] }
        };
        let towns = std::array::from_fn(|vp| Town::new(&w, score(vp)));
        Scales {
            value,
            taken: w.taken.map(|taken| value.map(|value| taken.part(value))),
            stormed: value.map(|value| w.stormed.part(value)),
            breached: value.map(|value| w.breach.part(value)),
            towns,
            near: ground.near_towns.iter().map(|near| pulls(&w, t, &towns, near)).collect(),
            nearest: ground.near_towns.iter().map(|near| by_steps(near)).collect(),
            step,
            second_step: unit.map(|[full, _]| w.first_step.complement().part(full)),
            cut_off: step.map(|faces| faces.map(|step| w.isolated.part(step))),
            full: Tally::new(|i| (unit_sign(i) * i128::from(unit[i][0])) as i32),
            lost: Tally::new(|i| fit(unit_sign(i) * (i128::from(unit[i][0]) - i128::from(unit[i][1])))),
            chiefs: std::array::from_fn(|i| chief(&t.officers[i])),
            w,
        }
    }
}

impl Town {
    fn new(w: &Weights, value: i32) -> Town {
        let all = i128::from(Share::ALL.parts());
        let of = |shares: [Share; 2]| {
            let [danger, guard] = shares.map(|share| i128::from(share.parts()));
            fit(i128::from(value) * danger * guard / (all * all))
        };
        let stay = |level: usize| w.stay.get(level).copied().unwrap_or(Share::ALL);
        let hundredths = |share: Share| fit(i128::from(value) * 100 * i128::from(share.parts()) / all);
        let want: [i32; LEVELS] = std::array::from_fn(|level| hundredths(stay(level)));
        let needed = |want: i32| i64::from(want) >= i64::from(w.needed) * 100;
        Town {
            want,
            level: std::array::from_fn(|level| level as u8 + if needed(want[level]) { 0 } else { HORIZON }),
            risk: w.danger.map(|danger| w.guard.map(|guard| of([danger, guard]))),
            peril: w.danger.map(|danger| danger.part(value)),
        }
    }
}

/// The near towns, those that may pull most first.
fn pulls(w: &Weights, t: &Tables, towns: &[Town; 10], near: &[(Space, u8)]) -> ArrayVec<Pull, 7> {
    let pull = |&(at, steps): &(Space, u8)| {
        let want = towns[usize::from(t.vp[at.index()])].want;
        let pull = want.map(|want| w.near[usize::from(steps)].part(want));
        Pull { town: at.0 as u8, most: pull.into_iter().fold(0, i32::max), pull }
    };
    let mut pulls: ArrayVec<Pull, 7> = near.iter().map(pull).collect();
    pulls.sort_by_key(|pull| Reverse(pull.most));
    pulls
}

/// The near towns with their steps, the nearest first.
fn by_steps(near: &[(Space, u8)]) -> ArrayVec<(u8, u8), 7> {
    let mut towns: ArrayVec<(u8, u8), 7> = near.iter().map(|&(at, steps)| (at.0 as u8, steps)).collect();
    towns.sort_by_key(|&(_, steps)| steps);
    towns
}
