//! What a position is worth, in hundredths of a victory point, to the Axis. Readable before clever: every term is a
//! sentence a player would say.

use std::{cmp::Reverse, ops::Deref};

use arrayvec::ArrayVec;
use board::{Member, Space};
use serde::Deserialize;

use crate::{
    action::Air,
    m10_assault::{Duty, Fight, Result},
    sequence::Step,
    state::{Look, Place, Post},
    tables::{LEADERS, Officer, SPACES, Side, Spaces, Tables, UNITS, Unit, Units, Weather, members},
};

/// Weights and their sums are so many times finer than what a position is worth.
const FINE: i64 = 100;
/// No position is worth more.
const MOST: i64 = 100_000_000;
/// Farther than this nobody looks.
const HORIZON: u8 = 8;

/// What counts for how much, in hundredths of what a position is worth, from `data/weights.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A victory point in Axis hands. The same in every turn: a side must not gain by the mere end of one.
    point: i32,
    /// Any Area in Axis hands.
    area: i32,
    /// The points around the victory number decide.
    decisive: i32,
    /// Of the three cities, by how many the Axis holds.
    cities: [i32; 4],
    /// A unit at full strength and a reduced one.
    panzer: [i32; 2],
    german: [i32; 2],
    ally: [i32; 2],
    front: [i32; 2],
    army: [i32; 2],
    shock: [i32; 2],
    /// The share of a full unit that goes with its first step, in thousandths.
    first_step: i32,
    /// The share of a step that an isolated unit will lose, in thousandths.
    isolated: i32,
    /// A unit near what it wants, by steps away; shares of the Area's worth in hundredths of a thousandth.
    near: [i32; 8],
    /// A stack of one, two, three units counts for less than their number, in thousandths.
    crowd: [i32; 3],
    /// The share of a town's worth that its holder would give to be there, by the steps to the nearest enemy, in
    /// ten-thousandths; the enemy gives all of it.
    stay: [i32; 7],
    /// A town is needed from this want on: those of the enemy, and one's own in danger.
    needed: i32,
    /// A step that a unit is away from the nearest town it is needed at: for the Axis, and for the Soviet side.
    march: [i32; 2],
    /// How much a town needs its guard, by the steps to the nearest enemy, in thousandths.
    danger: [i32; 7],
    /// What a town in danger costs its holder if it has no garrison, or one of one, two, three units, in thousandths.
    guard: [i32; 4],
    /// A point of rating with the unit a Leader commands, or elsewhere with units he may support.
    command: i32,
    support: i32,
    /// The share of what a threatened assault would win, in thousandths: by units that can act, and by tired ones.
    threat: [i32; 2],
    /// The same for an Area that nobody defends.
    open: [i32; 2],
    /// What a stack can do to a town of the enemy, by the steps away: the share of what an assault on those who are there
    /// now would win on average, in thousandths.
    menace: [i32; 8],
    /// How much of that counts by the turn, in thousandths: five for what the Axis could do, five for the Soviet side.
    season: [i32; 10],
    /// The share of what those still to come would add to an assault, in thousandths.
    gather: i32,
    /// A step that a point of attack is away from being next to the nearest town of the enemy: by the turn, five for the Axis,
    /// five for the Soviet side.
    drive: [i32; 10],
    /// The same for Fronts and Shock Armies besides, by the turn: they need nobody to lead them.
    spear: [i32; 5],
    /// How much a Fortress held by more than a step pulls the Axis, in thousandths. With less than all of it, the Axis
    /// marches and drives on other towns.
    siege: i32,
    /// The share of a town in danger that its holder fears to lose if nobody is there, besides what `guard` says, in
    /// thousandths: five turns for the Axis, five for the Soviet side.
    bare: [i32; 10],
    /// The share of what a side could win by an assault where it stands among the enemy, in thousandths. With it, such
    /// Areas can be threatened from outside too.
    grip: i32,
    /// The share of the worth of ground that is gone, by the turn, in thousandths.
    fade: [i32; 5],
    /// The share of an Area's worth that a Success wins, in thousandths, by the steps it leaves of the garrison, three for
    /// more: whoever is left may stay and counter-attack.
    taken: [i32; 4],
    /// The same for a Fortress, whose garrison may stay.
    stormed: i32,
    /// The share of an Area's worth that goes with its last defender when he falls in a counter-attack, in thousandths.
    stand: i32,
    /// Whether units are feared as before while an assault on them is not won yet, one for yes: the enemy who has entered
    /// pins them only if he stays.
    sober: i32,
    /// What a threatened assault costs if it fails.
    failure: i32,
    /// The Advantage, unspent.
    advantage: i32,
    /// Air Support not yet used in an Axis impulse.
    sky: i32,
    /// A turn that goes on because somebody pressed on, to the Axis: in Clear, Rain and Snow.
    pressed: [i32; 3],
    /// The share of its danger that a town of the Axis keeps while no Soviet unit can reach it in this turn, by the turn,
    /// in thousandths.
    calm: [i32; 5],
    /// So many rounds before the first end roll, what the Soviet side can reach in the next turn counts as well.
    eve: i32,
    /// What it costs the Axis that panzers alone hold a town, by the turn.
    tied: [i32; 5],
    /// The share of a Fortress's worth that a Success wins which leaves nobody in it, in thousandths.
    breach: i32,
    /// How many points beyond the victory number still decide: winter takes some.
    beyond: i32,
}

/// The weights, and what follows from them for every Area, unit and Leader of this game.
#[derive(Clone, Debug)]
pub struct Scales {
    w: Weights,
    /// What control of a location is worth, and the part of it that a Success wins, also with the garrison staying.
    value: [i32; SPACES],
    taken: [[i32; SPACES]; 4],
    stormed: [i32; SPACES],
    breached: [i32; SPACES],
    /// Towns by victory points.
    towns: [Town; 10],
    /// The towns that matter to units in each location, those that may pull most first; and the nearest first.
    near: Vec<ArrayVec<Pull, 7>>,
    nearest: Vec<ArrayVec<(u8, u8), 7>>,
    /// The next step of a unit by its face, the second of a full one, and the share of a step that goes with isolation.
    step: [[i32; 2]; UNITS],
    second_step: [i32; UNITS],
    cut_off: [[i32; 2]; UNITS],
    /// All units at full strength, and what they have lost if reduced; to the Axis.
    full: Tally,
    lost: Tally,
    chiefs: [Chief; LEADERS],
}

/// How much a side wants to be in a town: its own by the steps to the nearest enemy, and most of all one of the enemy.
const LEVELS: usize = 8;
const FARTHEST: usize = 6;
const ENEMY_TOWN: usize = 7;

#[derive(Clone, Copy, Debug)]
struct Town {
    /// What a side would give to be there, in hundredths.
    want: [i32; LEVELS],
    /// The level with the horizon added where the town does not need the side's units.
    level: [u8; LEVELS],
    /// What it costs its holder by the steps to the nearest enemy and by the garrison.
    risk: [[i32; 4]; 7],
    /// How much of it is in danger by the steps to the nearest enemy.
    peril: [i32; 7],
}

/// What a near town means to a unit, by how much its side wants to be there.
#[derive(Clone, Copy, Debug)]
struct Pull {
    town: u8,
    most: i32,
    pull: [i32; LEVELS],
}

/// A Leader: the unit he commands, whom and where he may support, and what it is worth to the Axis if he has nobody, if
/// he supports, if he commands. One without a unit of his own commands whomever he supports, in Areas.
#[derive(Clone, Copy, Debug)]
struct Chief {
    unit: Option<Unit>,
    supports: Units,
    fields: Spaces,
    worth: [i32; 3],
}

/// Sums over sets of units, four units at a time.
#[derive(Clone, Debug)]
struct Tally([[i32; 16]; UNITS.div_ceil(4)]);

impl Tally {
    fn new(each: impl Fn(usize) -> i32) -> Tally {
        let units = |four: usize, set: usize| {
            let units = (0..4).filter(move |bit| set >> bit & 1 == 1).map(move |bit| 4 * four + bit);
            units.filter(|&unit| unit < UNITS)
        };
        let sum = |four, set| units(four, set).map(&each).sum();
        Tally(std::array::from_fn(|four| std::array::from_fn(|set| sum(four, set))))
    }

    fn sum(&self, units: Units) -> i64 {
        let words = units.words();
        let each = self.0.iter().enumerate();
        each.map(|(i, four)| i64::from(four[(words[i / 16] >> (4 * (i % 16))) as usize & 15])).sum()
    }
}

/// A number within bounds that no sum of such numbers overflows.
fn fit(number: i128) -> i32 {
    number.clamp(-400_000_000, 400_000_000) as i32
}

/// A share of something.
fn share(whole: i32, parts: i32, of: i128) -> i32 {
    fit(i128::from(whole) * i128::from(parts) / of)
}

impl Weights {
    /// The same with every share so small that no sum with it overflows, whatever is laid over.
    fn bounded(mut self) -> Weights {
        const MOST_SHARE: i32 = 1_000_000;
        let shares = [&mut self.gather, &mut self.grip, &mut self.siege, &mut self.stand].into_iter();
        let by_steps = self.menace.iter_mut().chain(&mut self.season).chain(&mut self.drive);
        let by_turn = self.spear.iter_mut().chain(&mut self.bare).chain(&mut self.calm).chain(&mut self.tied);
        let others = self.fade.iter_mut().chain(&mut self.threat).chain(&mut self.open);
        for share in shares.chain(by_steps).chain(by_turn).chain(others) {
            *share = (*share).clamp(-MOST_SHARE, MOST_SHARE);
        }
        self
    }
}

impl Scales {
    pub fn new(w: Weights, t: &Tables) -> Scales {
        let w = w.bounded();
        let worth = |vp: usize| fit(i128::from(w.area) + i128::from(w.point) * vp as i128);
        let value: [i32; SPACES] =
            std::array::from_fn(|i| if t.is_zone(Space::at(i)) { 0 } else { worth(usize::from(t.vp[i])) });
        let classes = [w.panzer, w.german, w.ally, w.front, w.army, w.shock];
        let unit = t.class.map(|class| classes[usize::from(class)].map(|worth| fit(worth.into())));
        let step = unit.map(|[full, reduced]| [share(full, w.first_step, 1000), reduced]);
        let sign = |axis: bool| if axis { 1 } else { -1 };
        let unit_sign = |i| sign(t.of[0].contains(Unit::at(i)));
        let chief = |officer: &Officer| {
            let points = i128::from(1 + i32::from(officer.rating)) * sign(officer.side == Side::Axis);
            let [support, command] = [w.support, w.command].map(|each| fit(points * i128::from(each)));
            let (fields, support) = match officer.command {
                Some(_) => (t.areas | t.zones, support),
                None => (t.areas, command),
            };
            Chief { unit: officer.command, supports: officer.supports, fields, worth: [0, support, command] }
        };
        let towns = std::array::from_fn(|vp| Town::new(&w, worth(vp)));
        Scales {
            value,
            taken: w.taken.map(|taken| value.map(|value| share(value, taken, 1000))),
            stormed: value.map(|value| share(value, w.stormed, 1000)),
            breached: value.map(|value| share(value, w.breach, 1000)),
            towns,
            near: t.near_towns.iter().map(|near| pulls(&w, t, &towns, near)).collect(),
            nearest: t.near_towns.iter().map(|near| by_steps(near)).collect(),
            step,
            second_step: unit.map(|[full, _]| share(full, 1000i32.saturating_sub(w.first_step), 1000)),
            cut_off: step.map(|faces| faces.map(|step| share(step, w.isolated, 1000))),
            full: Tally::new(|i| (unit_sign(i) * i128::from(unit[i][0])) as i32),
            lost: Tally::new(|i| fit(unit_sign(i) * (i128::from(unit[i][0]) - i128::from(unit[i][1])))),
            chiefs: std::array::from_fn(|i| chief(&t.officers[i])),
            w,
        }
    }
}

impl Town {
    fn new(w: &Weights, value: i32) -> Town {
        let risk =
            |danger, guard| fit(i128::from(value) * i128::from(danger) * i128::from(guard) / 1_000_000);
        let stay = |level: usize| w.stay.get(level).copied().unwrap_or(10_000);
        let want: [i32; LEVELS] = std::array::from_fn(|level| share(value, stay(level), 100));
        let needed = |want: i32| i64::from(want) >= i64::from(w.needed) * 100;
        Town {
            want,
            level: std::array::from_fn(|level| level as u8 + if needed(want[level]) { 0 } else { HORIZON }),
            risk: w.danger.map(|danger| w.guard.map(|guard| risk(danger, guard))),
            peril: w.danger.map(|danger| share(value, danger, 1000)),
        }
    }
}

/// The near towns, those that may pull most first.
fn pulls(w: &Weights, t: &Tables, towns: &[Town; 10], near: &[(Space, u8)]) -> ArrayVec<Pull, 7> {
    let pull = |&(at, steps): &(Space, u8)| {
        let want = towns[usize::from(t.vp[at.index()])].want;
        let pull = want.map(|want| share(want, w.near[usize::from(steps)], 100_000));
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

/// What the units of one location could throw into an assault, and against a Fortress, where no panzer leads.
#[derive(Clone, Copy)]
struct Stack {
    open: Blow,
    fortress: Blow,
    /// What all of them add as other participants.
    others: i32,
    tired: bool,
}

/// The best Point Unit: how much better it is as that, with its Leader, than as another participant. Nobody if it is not.
#[derive(Clone, Copy)]
struct Blow {
    point: Unit,
    force: i32,
}

const NOBODY: Blow = Blow { point: Unit(0), force: 0 };

/// A position and what its judge thinks important.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    pub look: Look<'a>,
    pub w: &'a Scales,
}

impl<'a> Deref for Judge<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

impl Judge<'_> {
    /// The whole position, as the Axis sees it.
    pub fn worth(self) -> i32 {
        let all: i64 = self.worth_by_term().iter().map(|(_, worth)| worth).sum();
        (all / FINE).clamp(-MOST, MOST) as i32
    }

    /// The same term by term, in hundredths.
    pub fn worth_by_term(self) -> [(&'static str, i64); 8] {
        [
            ("points and ground", self.points_held()),
            ("forces", self.forces()),
            ("stations", self.stations_held()),
            ("command", self.command()),
            ("threats", self.threats()),
            ("menaces", self.menaces()),
            ("advantage", self.advantage_held()),
            ("battle", self.battle()),
        ]
    }

    /// Victory points and ground, and the points that decide.
    fn points_held(self) -> i64 {
        let w = &self.w.w;
        let areas = (self.t.areas - self.s.soviet).len() as i64;
        let points = i64::from(self.axis_points());
        let near = (points - i64::from(self.needed())).clamp(-3, i64::from(w.beyond.max(0)));
        let cities = (self.t.automatic - self.s.soviet).len().min(3);
        let fade = w.fade[self.this_turn()];
        i64::from(w.area) * areas * (1000 - i64::from(fade)) / 1000
            + i64::from(w.point) * points
            + i64::from(w.decisive) * near
            + i64::from(w.cities[cities])
    }

    /// The turn, from nought.
    fn this_turn(self) -> usize {
        usize::from(self.s.turn.clamp(1, 5) - 1)
    }

    /// What counts for a side in this turn.
    fn by_turn(self, turns: &[i32; 10], side: Side) -> i32 {
        turns[5 * side.index() + self.this_turn()]
    }

    /// What a unit would lose with a step.
    fn step_worth(self, unit: Unit) -> i64 {
        i64::from(self.w.step[unit.index()][usize::from(self.is_reduced(unit))])
    }

    /// The units of both sides, those cut off for less.
    fn forces(self) -> i64 {
        let mut on_map = Units::empty();
        for space in members(self.occupied(Side::Axis) | self.occupied(Side::Soviet)) {
            on_map |= self.s.here[space.index()];
        }
        let mut worth = self.w.full.sum(on_map) - self.w.lost.sum(on_map & self.s.reduced);
        for unit in members(self.isolated()) {
            let lost = i64::from(self.w.cut_off[unit.index()][usize::from(self.is_reduced(unit))]);
            worth -= if self.side(unit) == Side::Axis { lost } else { -lost };
        }
        worth
    }

    /// Where the units stand: the Axis near the towns it lacks, the Soviet side in and near those in danger; garrisons.
    fn stations_held(self) -> i64 {
        let w = &self.w.w;
        let mut worth = 0;
        // How much each side wants to be in a town, beyond the horizon where it is not needed.
        let mut wanted = [[0u8; SPACES]; 2];
        let calm = self.calm_towns();
        for at in members(self.t.urban) {
            let town = &self.w.towns[usize::from(self.t.vp[at.index()])];
            let soviet = self.s.soviet.contains(at);
            let (holder, enemy) =
                if soviet { (Side::Soviet, Side::Axis) } else { (Side::Axis, Side::Soviet) };
            let near = self.steps_to(self.occupied(enemy), at);
            let garrison = count(self.units(holder, at)).min(3);
            let mut risk = i64::from(town.risk[near][garrison]);
            if garrison == 0 {
                risk += i64::from(town.peril[near]) * i64::from(self.bare(holder)) / 1000;
            }
            if calm.contains(at) {
                risk = risk * i64::from(w.calm[self.this_turn()]) / 1000;
            }
            worth += if soviet { risk } else { -risk - self.tied(at) };
            // Holders come to the towns in danger, the enemy to all he lacks.
            wanted[holder.index()][at.index()] =
                if calm.contains(at) { town.level[FARTHEST] | HORIZON } else { town.level[near] };
            wanted[enemy.index()][at.index()] = town.level[ENEMY_TOWN];
        }
        let strongholds = self.strongholds();
        for at in members(strongholds) {
            wanted[Side::Axis.index()][at.index()] = ENEMY_TOWN as u8 + HORIZON;
        }
        for side in Side::BOTH {
            let wanted = &wanted[side.index()];
            let (mut pulled, mut away, mut behind) = (0, 0, 0);
            for at in members(self.occupied(side)) {
                let mut best = 0;
                for near in &self.w.near[at.index()] {
                    if near.most <= best {
                        break;
                    }
                    let pull = near.pull[usize::from(wanted[usize::from(near.town)] % HORIZON)];
                    let strong = side == Side::Axis && strongholds.contains(Space(u16::from(near.town)));
                    best = best.max(if strong { share(pull, w.siege, 1000) } else { pull });
                }
                let mut needs = self.w.nearest[at.index()].iter();
                let nearest = needs.find(|&&(town, _)| wanted[usize::from(town)] < HORIZON);
                let nearest = nearest.map_or(HORIZON, |&(_, steps)| steps);
                let units = count(self.units(side, at));
                pulled += i64::from(best) * i64::from(w.crowd[units.clamp(1, 3) - 1]);
                away += i64::from(nearest) * units as i64;
                behind += self.behind(side, at, strongholds);
            }
            let sum = pulled / 100_000 - i64::from(w.march[side.index()]) * away - behind;
            worth += if side == Side::Axis { sum } else { -sum };
        }
        worth
    }

    /// Whether the turn may end soon, and the next one counts.
    fn is_late(self) -> bool {
        let ends = i32::from(self.t.charts.impulses.end_roll_from.of(self.s.weather));
        let eve = self.w.w.eve;
        eve > 0 && self.s.turn < 5 && i32::from(self.s.round) >= ends.saturating_sub(eve)
    }

    /// How much a side fears for a town without a garrison; the Axis, late in a turn, as in the next.
    fn bare(self, holder: Side) -> i32 {
        if holder == Side::Axis && self.is_late() {
            return self.w.w.bare[(self.this_turn() + 1).min(4)];
        }
        self.by_turn(&self.w.w.bare, holder)
    }

    /// Towns of the Axis that no Soviet unit can reach in this turn, or when it may soon end early in the next: it has too few
    /// acts.
    fn calm_towns(self) -> Spaces {
        if self.w.w.calm[self.this_turn()] == 1000 {
            return Spaces::empty();
        }
        let limit = usize::from(self.t.charts.activity.of(Side::Soviet, self.s.weather));
        let late = self.is_late();
        let next = if self.this_turn() < 2 { 1 } else { 2 };
        let mut reach = Spaces::empty();
        for at in members(self.occupied(Side::Soviet)) {
            let units = self.units(Side::Soviet, at);
            let left = |acts: usize| limit >= acts && !(units - self.s.activity[limit - acts]).is_empty();
            let steps = if left(2) { 2 } else { usize::from(left(1)) };
            reach |= self.t.rings[at.index()][if late { steps.max(next) } else { steps }];
        }
        self.t.urban - self.s.soviet - reach
    }

    /// What it costs the Axis if panzers alone hold this town of its own: they should go on.
    fn tied(self, town: Space) -> i64 {
        let tied = i64::from(self.w.w.tied[self.this_turn()]);
        if tied == 0 {
            return 0;
        }
        let units = self.units(Side::Axis, town);
        let panzers = units & self.t.panzers;
        if panzers == units { tied * count(panzers) as i64 } else { 0 }
    }

    /// Fortresses of the Soviet side that are too strong to be taken soon.
    fn strongholds(self) -> Spaces {
        if self.w.w.siege >= 1000 {
            return Spaces::empty();
        }
        let held = self.t.fortress & self.s.soviet;
        held.iter().filter(|&at| self.steps_held(Side::Soviet, at) > 1).collect()
    }

    /// What it costs a side that attack factors of a location are not next to a town of the enemy that can be taken.
    fn behind(self, side: Side, at: Space, strongholds: Spaces) -> i64 {
        let drive = i64::from(self.by_turn(&self.w.w.drive, side));
        let spear = i64::from(self.w.w.spear[self.this_turn()]);
        if drive == 0 && spear == 0 {
            return 0;
        }
        let wanted = self.controlled(side.enemy()) - strongholds;
        let mut towns = self.w.nearest[at.index()].iter();
        let nearest = towns.find(|&&(town, _)| wanted.contains(Space(u16::from(town))));
        let steps = nearest.map_or(HORIZON, |&(_, steps)| steps).max(1) - 1;
        let force = members(self.units(side, at)).map(|unit| {
            let drive = if self.t.initiative.contains(unit) { drive + spear } else { drive };
            drive * i64::from(self.attack_factor(unit))
        });
        i64::from(steps) * force.sum::<i64>()
    }

    /// The steps from a town to the nearest of some locations, six for more. Each ring holds those before it, so halving
    /// finds the first that meets them.
    fn steps_to(self, locations: Spaces, town: Space) -> usize {
        let rings = &self.t.rings[town.index()];
        let misses = |ring: usize| usize::from((rings[ring] & locations).is_empty());
        let mut steps = 3 * misses(2);
        steps += 2 * misses(steps + 1);
        steps + misses(steps)
    }

    /// Leaders with troops they may lead.
    fn command(self) -> i64 {
        let mut worth = 0;
        for (chief, &post) in self.w.chiefs.iter().zip(&self.s.officer) {
            let Post::On(space) = post else { continue };
            let at = Space(u16::from(space));
            let commands = chief.unit.is_some_and(|unit| self.place(unit) == Place::On(space));
            let supports = !(self.s.here[at.index()] & chief.supports).is_empty() & chief.fields.contains(at);
            worth += i64::from(chief.worth[(2 * usize::from(commands)).max(usize::from(supports))]);
        }
        worth
    }

    /// What each side could win by an assault out of one neighbouring Area.
    fn threats(self) -> i64 {
        let w = &self.w.w;
        let mut worth = 0;
        for attacker in Side::BOTH {
            let enemy = attacker.enemy();
            let own = self.occupied(attacker) - (self.occupied(enemy) - self.unsettled(attacker));
            let mut ground = self.controlled(enemy) & self.t.areas;
            if w.grip == 0 {
                ground -= self.occupied(attacker);
            }
            let (exhausted, sky) = (self.exhausted(attacker), self.sky(attacker));
            let mut stacks = ArrayVec::<Stack, SPACES>::new();
            let mut stack_at = [0u8; SPACES];
            let mut strikers = Spaces::empty();
            // Where units that can act, and tired ones, could go; and where they would meet somebody.
            let mut within = [Spaces::empty(); 2];
            let mut defended = Spaces::empty();
            for at in members(own) {
                let reach = self.t.next.foot[at.index()] & ground;
                if reach.is_empty() {
                    continue;
                }
                let stack = self.stack(attacker, at, exhausted);
                if stack.open.force > 0 {
                    within[usize::from(stack.tired)] |= reach & self.t.open[stack.open.point.index()];
                    defended |= reach & self.occupied(enemy);
                    strikers.insert(at);
                    stack_at[at.index()] = stacks.len() as u8;
                    stacks.push(stack);
                }
            }
            let mut gain = self.entries(within.map(|within| within - self.occupied(enemy)));
            for target in members(defended) {
                let around = members(self.t.next.foot[target.index()] & strikers);
                let stacks = around.map(|at| &stacks[usize::from(stack_at[at.index()])]);
                gain += self.best_stroke(attacker, stacks, target, sky, w.threat);
            }
            if w.grip != 0 {
                for at in members(ground & self.occupied(attacker) & self.occupied(enemy)) {
                    let stack = self.stack(attacker, at, exhausted);
                    gain += self.best_stroke(attacker, std::iter::once(&stack), at, sky, [w.grip, 0]);
                }
            }
            worth += if attacker == Side::Axis { gain / 100 } else { -gain / 100 };
        }
        worth
    }

    /// Areas where a side still holds whole what the enemy has entered: unless his assault succeeds, he is gone again.
    fn unsettled(self, side: Side) -> Spaces {
        if self.w.w.sober == 0 || side == self.s.impulse.side {
            return Spaces::empty();
        }
        let fight = match self.s.step {
            Step::Operations | Step::Point { .. } | Step::Declare { .. } => return self.mandatory(),
            Step::AssaultRoll { fight } | Step::FailureRetreat { fight, .. } => fight,
            Step::AssaultShift { fight } if fight.result == Result::Failure => fight,
            _ => return Spaces::empty(),
        };
        let entered = if fight.duty == Duty::Mandatory { Spaces::one(fight.area) } else { Spaces::empty() };
        self.mandatory() | entered
    }

    /// What the stacks of both sides could do to the towns around them, each to the best of them, if they marched there
    /// together: only many in one place take a town.
    fn menaces(self) -> i64 {
        let w = &self.w.w;
        if w.menace == [0; 8] {
            return 0;
        }
        let mut worth = 0;
        for side in Side::BOTH {
            let season = i64::from(self.by_turn(&w.season, side));
            if season == 0 {
                continue;
            }
            let enemy = side.enemy();
            let wanted = self.controlled(enemy) & self.t.urban;
            let mut defence = [0i32; SPACES];
            for town in members(wanted) {
                let units = members(self.units(enemy, town));
                let added = units.map(|unit| {
                    i32::from(self.t.faces[unit.index()][usize::from(self.is_reduced(unit))].defence)
                });
                defence[town.index()] =
                    i32::from(self.t.tem[town.index()]) + added.sum::<i32>() - self.sky(side);
            }
            let held = wanted & self.occupied(enemy);
            let mut sum = 0;
            for at in members(self.occupied(side) - (self.occupied(enemy) - self.unsettled(side))) {
                let stack = self.stack(side, at, Units::empty());
                let mut best = 0;
                for &(town, steps) in &self.w.nearest[at.index()] {
                    let town = Space(u16::from(town));
                    if !wanted.contains(town) {
                        continue;
                    }
                    let fortress = self.t.fortress.contains(town) && held.contains(town);
                    let Blow { point, force } = if fortress { stack.fortress } else { stack.open };
                    if force == 0 || !self.t.open[point.index()].contains(town) {
                        continue;
                    }
                    let ways = if held.contains(town) {
                        self.t.chances(force + stack.others - defence[town.index()])[2]
                    } else {
                        36
                    };
                    let left =
                        self.steps_left(enemy, town, if self.t.panzers.contains(point) { 2 } else { 1 });
                    let ground = if fortress { &self.w.stormed } else { &self.w.taken[left] };
                    let won = i64::from(ground[town.index()]) * i64::from(ways) / 36;
                    best = best.max(won * i64::from(w.menace[usize::from(steps.min(7))]));
                }
                sum += best;
            }
            let sum = sum / 1000 * season / 1000;
            worth += if side == Side::Axis { sum } else { -sum };
        }
        worth
    }

    /// What undefended Areas are worth to those who could enter them, in hundredths.
    fn entries(self, [ready, tired]: [Spaces; 2]) -> i64 {
        let worth = |target: Space, open: i32| {
            (i64::from(self.w.value[target.index()]) * i64::from(open) / 10).max(0)
        };
        let [by_ready, by_tired] = self.w.w.open;
        members(ready).map(|target| worth(target, by_ready)).sum::<i64>()
            + members(tired - ready).map(|target| worth(target, by_tired)).sum::<i64>()
    }

    fn stack(self, side: Side, at: Space, exhausted: Units) -> Stack {
        let units = self.units(side, at);
        let ready = units - exhausted;
        let tired = ready.is_empty();
        let leaders = self.leaders(side, at);
        let mut others = 0;
        let (mut open, mut fortress) = (NOBODY, NOBODY);
        for point in members(if tired { units } else { ready }) {
            let panzer = self.t.panzers.contains(point);
            let extra = if panzer { 2 } else { 1 };
            others += extra;
            let leaders = leaders & self.t.supporters[point.index()];
            if side == Side::Soviet && leaders.is_empty() && !self.t.initiative.contains(point) {
                continue;
            }
            let led = leaders.iter().map(|leader| self.t.rating[leader.index()]).max().unwrap_or(0);
            let force = i32::from(self.attack_factor(point)) + i32::from(led) - extra;
            if force > open.force {
                open = Blow { point, force };
            }
            if !panzer && force > fortress.force {
                fortress = Blow { point, force };
            }
        }
        Stack { open, fortress, others, tired }
    }

    /// What the best of the stacks around a defended Area could win there on average, in hundredths.
    fn best_stroke<'s>(
        self,
        attacker: Side,
        stacks: impl Iterator<Item = &'s Stack>,
        target: Space,
        sky: i32,
        threat: [i32; 2],
    ) -> i64 {
        let w = &self.w.w;
        let enemy = attacker.enemy();
        let mut defence = i32::from(self.t.tem[target.index()]) - sky;
        // The first step is lost by the unit best at counter-attacks.
        let (mut best_counter, mut step) = (0, 0);
        for unit in members(self.units(enemy, target)) {
            let reduced = usize::from(self.is_reduced(unit));
            let face = self.t.faces[unit.index()][reduced];
            defence += i32::from(face.defence);
            if face.counter >= best_counter {
                best_counter = face.counter;
                step = i64::from(self.w.step[unit.index()][reduced]);
            }
        }
        let fortress = self.t.fortress.contains(target);
        let steps = self.steps_held(enemy, target);
        let mut best = 0;
        for stack in stacks {
            let Blow { point, force } = if fortress { stack.fortress } else { stack.open };
            if force == 0 || !self.t.open[point.index()].contains(target) {
                continue;
            }
            let ways = self.t.chances(force + stack.others - defence);
            // A panzer takes a second step.
            let hits = if self.t.panzers.contains(point) { 2 } else { 1 };
            let left = steps.saturating_sub(hits).min(3);
            let ground = if fortress { self.stormed(left) } else { &self.w.taken[left] };
            let prize = i64::from(ground[target.index()]) + hits as i64 * step;
            let won = i64::from(ways[2]) * prize - i64::from(ways[0]) * i64::from(w.failure);
            best = best.max(won.max(0) * i64::from(threat[usize::from(stack.tired)]));
        }
        best / 360
    }

    /// What a Success in a Fortress wins by the steps it leaves of the garrison.
    fn stormed(&self, left: usize) -> &[i32; SPACES] {
        if left == 0 { &self.w.breached } else { &self.w.stormed }
    }

    /// The steps of a side in an Area.
    fn steps_held(self, side: Side, at: Space) -> usize {
        let units = self.units(side, at);
        count(units) + count(units - self.s.reduced)
    }

    /// The steps that so many points leave of them, three for more.
    fn steps_left(self, side: Side, at: Space, points: u8) -> usize {
        self.steps_held(side, at).saturating_sub(usize::from(points)).min(3)
    }

    /// What air force and snow add to a threatened assault.
    fn sky(self, attacker: Side) -> i32 {
        let weather = self.s.weather;
        i32::from(match attacker {
            Side::Axis if weather == Weather::Snow => self.t.charts.snow.axis,
            Side::Axis => self.t.charts.air_support.focus.of(weather),
            Side::Soviet if weather == Weather::Snow => self.t.charts.snow.soviet,
            Side::Soviet => 0,
        })
    }

    /// Who holds the Advantage, whether somebody has pressed on with it, and whether the air force can still fly in this impulse.
    fn advantage_held(self) -> i64 {
        let advantage = i64::from(self.w.w.advantage);
        let held = match self.s.advantage.or(self.s.advantage_next) {
            Some(Side::Axis) => advantage,
            Some(Side::Soviet) => -advantage,
            None => 0,
        };
        let pressed = i64::from(self.w.w.pressed[self.s.weather as usize]);
        let held = if self.s.pressed_on { held + pressed } else { held };
        let wasted = (self.s.impulse.air_spent && !self.s.impulse.rolled) || self.s.step == Step::Interdict;
        if wasted { held - i64::from(self.w.w.sky) } else { held }
    }

    /// What an assault that waits, is declared or is being answered will bring.
    fn battle(self) -> i64 {
        let (side, worth) = match self.s.step {
            Step::Operations => {
                let side = self.s.impulse.side;
                let pending = self.s.impulse.pending.iter();
                let mut air = true;
                let sum = pending.filter_map(|at| self.best_assault(at)).map(|fight| {
                    // The air force can help one of several assaults.
                    let expected = self.expected_of_all(fight, std::mem::take(&mut air));
                    if fight.duty == Duty::Mandatory { expected } else { expected.max(0) }
                });
                (side, sum.sum())
            }
            Step::Point { fight } => {
                let fight = self.best_assault(fight.area).unwrap_or(fight);
                (fight.attacker, self.expected(fight, true))
            }
            Step::Declare { fight } => {
                let mut all = fight;
                all.participants |= self.joiners(fight);
                (fight.attacker, self.expected(all, true))
            }
            Step::AssaultRoll { fight } => (fight.attacker, self.expected(fight, false)),
            Step::AssaultShift { fight } => (fight.attacker, self.result_worth(fight, fight.result)),
            Step::AttackerLoss { fight, left } => {
                let own = self.steps_worth(fight.attacker, fight.area, left);
                (fight.attacker, -own)
            }
            Step::DefenderLoss { fight, left, .. } => {
                let steps = self.steps_worth(fight.defender(), fight.area, left);
                let ground = if fight.result == Result::Success { self.ground_worth(fight, left) } else { 0 };
                (fight.attacker, steps + ground)
            }
            Step::Answer { fight } if fight.result == Result::Success && !fight.stands => {
                (fight.attacker, self.ground_worth(fight, 0))
            }
            Step::CounterShift { fight } => {
                let unit = fight.counter.unwrap_or(fight.point);
                let hit = self.defender_points(fight.counter_result, unit, 0);
                let own = fight.counter_result != Result::Success && !fight.last_stand;
                let cost = if own { self.step_worth(unit) + self.stand_lost(fight, unit) } else { 0 };
                (fight.defender(), self.steps_worth(fight.attacker, fight.area, hit) - cost)
            }
            Step::CounterLoss { fight, left, .. } => {
                (fight.defender(), self.steps_worth(fight.attacker, fight.area, left))
            }
            Step::CounterRoll { fight } => {
                let unit = fight.counter.unwrap_or(fight.point);
                let ways = self.t.chances(i32::from(self.counter_total(fight, unit))).map(i64::from);
                let hit = self.steps_worth(fight.attacker, fight.area, 1);
                let own = if fight.last_stand { 0 } else { self.step_worth(unit) };
                (fight.defender(), (ways[2] * hit + ways[1] * (hit - own) - ways[0] * own) / 36)
            }
            _ => return 0,
        };
        if side == Side::Axis { worth } else { -worth }
    }

    /// The Area that goes with the last defender if his counter-attack costs him a step.
    fn stand_lost(self, fight: Fight, unit: Unit) -> i64 {
        let last = self.units(fight.defender(), fight.area) == Units::one(unit) && self.is_reduced(unit);
        if !last || !self.controls(fight.defender(), fight.area) {
            return 0;
        }
        i64::from(self.w.value[fight.area.index()]) * i64::from(self.w.w.stand) / 1000
    }

    /// What an assault brings on average, with hope for those who can still follow: the first unit in is not alone for
    /// long.
    fn expected_of_all(self, fight: Fight, air: bool) -> i64 {
        let expected = self.expected(fight, air);
        let gather = i64::from(self.w.w.gather);
        if gather == 0 {
            return expected;
        }
        let mut all = fight;
        all.participants |= self.followers(fight);
        if all.participants == fight.participants {
            return expected;
        }
        let more = self.expected(all, air) - expected;
        expected + more.max(0) * gather / 1000
    }

    /// Units of the Active Area that could still follow into an assault, as far as there is room.
    fn followers(self, fight: Fight) -> Units {
        let impulse = &self.s.impulse;
        let Some(active) = impulse.active else { return Units::empty() };
        if !self.t.next.foot[active.index()].contains(fight.area) {
            return Units::empty();
        }
        let idle = (self.units(fight.attacker, active) & impulse.starters) - impulse.stopped - impulse.acted;
        let room = usize::from(self.t.charts.stacking.units_per_side);
        let room = room.saturating_sub(count(self.units(fight.attacker, fight.area)));
        idle.iter().filter(|unit| self.t.open[unit.index()].contains(fight.area)).take(room).collect()
    }

    /// The Area of an assault, as far as a Success with so many points wins it.
    fn ground_worth(self, fight: Fight, points: u8) -> i64 {
        if self.controls(fight.attacker, fight.area) {
            return 0;
        }
        let stays = self.t.fortress.contains(fight.area) && !self.vacant(fight.attacker, fight.area);
        let left = self.steps_left(fight.defender(), fight.area, points);
        let won = if stays { self.stormed(left) } else { &self.w.taken[left] };
        i64::from(won[fight.area.index()])
    }

    /// The steps that so many points cost, the first of them the unit best at counter-attacks.
    fn steps_worth(self, side: Side, area: Space, points: u8) -> i64 {
        if points == 0 {
            return 0;
        }
        let units = self.units(side, area);
        let Some(first) = units.iter().max_by_key(|&unit| (self.counter_factor(unit), Reverse(unit))) else {
            return 0;
        };
        let mut worth = self.step_worth(first);
        let mut left = points - 1;
        let rest = units - Units::one(first);
        if left > 0 && rest.is_empty() && !self.is_reduced(first) {
            worth += i64::from(self.w.second_step[first.index()]);
        }
        for unit in rest {
            if left == 0 {
                break;
            }
            worth += self.step_worth(unit);
            left -= 1;
        }
        worth
    }

    fn result_worth(self, fight: Fight, result: Result) -> i64 {
        let points = self.defender_points(result, fight.point, fight.extra[1]);
        let own = self.attacker_points(result, fight.extra[0]);
        let steps = self.steps_worth(fight.defender(), fight.area, points);
        let lost = if own > 0 { self.step_worth(fight.point) } else { 0 };
        let ground = if result == Result::Success { self.ground_worth(fight, points) } else { 0 };
        steps - lost + ground
    }

    /// What an assault brings on average, with the best Air Support at hand.
    fn expected(self, mut fight: Fight, air: bool) -> i64 {
        if air && fight.air == Air::None && self.refuse_air(fight, Air::Focus).is_ok() {
            fight.air = Air::Focus;
        }
        let ways = self.t.chances(i32::from(self.assault_total(fight)));
        let results = [Result::Failure, Result::Stalemate, Result::Success].into_iter();
        let likely = results.filter(|&result| ways[result as usize] > 0);
        likely.map(|result| i64::from(ways[result as usize]) * self.result_worth(fight, result)).sum::<i64>()
            / 36
    }
}

/// How many there are; three or fewer stand in an Area and are counted at once.
fn count(units: Units) -> usize {
    let [low, high] = units.words();
    let one = u128::from(low) | u128::from(high) << 64;
    let two = one & one.wrapping_sub(1);
    let three = two & two.wrapping_sub(1);
    if three & three.wrapping_sub(1) != 0 {
        return units.len();
    }
    usize::from(one != 0) + usize::from(two != 0) + usize::from(three != 0)
}

#[cfg(test)]
mod tests {
    use kernel::{Game, Journal, Node, Options, Rng, Seat, data::Overlay};

    use super::*;
    use crate::{Slaughterhouse, state::State};

    /// Whoever enters an Area in a game of chance moves: until the assault is made, a sober judge fears those who are entered
    /// as before; to another they are gone from everybody's mind.
    #[test]
    fn who_is_entered_is_still_feared_until_the_assault_is_won() {
        let game = Slaughterhouse::load(&Overlay::none()).unwrap();
        let sober = &game.weights.learned[Side::Soviet.index()];
        let mut rash = sober.clone();
        rash.w.sober = 0;
        let (mut rng, mut legal) = (Rng::new(1, 1), Vec::new());
        let mut state = game.setup(0, Options::NONE);
        let (mut games, mut threatened) = (0, 0);
        while games < 5 {
            match game.node(&state) {
                Node::Over(_) => {
                    games += 1;
                    state = game.setup(0, Options::NONE);
                }
                Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::deaf()),
                Node::Decision(_) => {
                    game.legal(&state, &mut legal);
                    game.apply(&mut state, legal[rng.index(legal.len())], &mut Journal::deaf());
                }
            }
            if state.step != Step::Operations {
                continue;
            }
            let judge = |w| Judge { look: game.look(&state), w };
            let attacker = state.impulse.side;
            assert_eq!(judge(sober).unsettled(attacker.enemy()), game.look(&state).mandatory());
            assert!(judge(sober).unsettled(attacker).is_empty());
            assert!(judge(&rash).unsettled(attacker.enemy()).is_empty());
            let fears = |w| judge(w).threats() + judge(w).menaces();
            let less = fears(&rash) - fears(sober);
            let feared = if attacker == Side::Axis { less } else { -less };
            assert!(feared >= 0, "the defenders threaten no less");
            threatened += usize::from(feared > 0);
        }
        assert!(threatened > 0, "nobody who threatens anything was entered");
    }

    /// A town of the Axis that no Soviet unit can reach is calm; the judge of `greedy` knows no calm.
    #[test]
    fn towns_out_of_reach_are_calm() {
        let game = Slaughterhouse::load(&Overlay::none()).unwrap();
        let mut state = game.setup(0, Options::NONE);
        let calm = |state: &State, w: &Scales| Judge { look: game.look(state), w }.calm_towns();
        let axis = &game.weights.learned[Side::Axis.index()];
        let minsk = game.t.graph.space("minsk").unwrap();
        state.soviet.remove(minsk);
        assert!(!calm(&state, axis).contains(minsk), "Soviet units stand there");
        for space in 0..SPACES {
            state.here[space] -= game.t.of[Side::Soviet.index()];
        }
        state.occupied[Side::Soviet.index()] = Spaces::empty();
        assert!(calm(&state, axis).contains(minsk));
        assert!(calm(&state, &game.weights.hand).is_empty());
    }

    /// In a build that checks sums, one that overflows would end the test.
    #[test]
    fn no_share_laid_over_overflows() {
        for number in [i32::MIN, i32::MAX] {
            let five = format!("{number}, {number}, {number}, {number}, {number}");
            let side = |side: &str| {
                format!(
                    "[learned.{side}]\narea = {number}\npoint = {number}\ngather = {number}\ngrip = {number}\n\
                     stand = {number}\nsober = {number}\n\
                     menace = [{five}, {number}, {number}, {number}]\nseason = [{five}, {five}]\n\
                     drive = [{five}, {five}]\nspear = [{five}]\nsiege = {number}\n\
                     bare = [{five}, {five}]\nfade = [{five}]\nthreat = [{number}, {number}]\n\
                     open = [{number}, {number}]\ncalm = [{five}]\neve = {number}\ntied = [{five}]\n\
                     breach = {number}\nbeyond = {number}\n"
                )
            };
            let mut overlay = Overlay::none();
            overlay.insert("slaughterhouse/weights.toml", &(side("axis") + &side("soviet")));
            let game = Slaughterhouse::load(&overlay).unwrap();
            let state = game.setup(0, Options::NONE);
            for seat in [Seat(0), Seat(1)] {
                std::hint::black_box(game.judge(&state, seat, &mut ()));
            }
        }
    }
}
