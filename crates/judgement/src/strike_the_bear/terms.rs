//! The score of a position to the Axis, term by term, in tenths of a point; a hundred points are a plain city. Readable before
//! clever: every term is a sentence a player would say.

use std::ops::{Deref, Range};

use board::{Member, Space};
use strike_the_bear::{
    Side, Step, Unit,
    action::Method,
    m11_combat::{Clash, Counter},
    sequence::{After, Phase},
    state::{Look, Mission, Place, option},
    tables::{
        AREAS, COMBAT, LEADERS, LUFTWAFFE, OBJECTIVES, RAIL_PARTISAN, SPACES, Spaces, TRUCK_PARTISAN, TRUCKS,
    },
};

use super::{
    ground::Ground,
    prospects::{CERTAIN, Post},
    weights::{Outlook, Weights},
};
use crate::Term;

/// How many areas away an objective still pulls.
const FAR: i32 = 14;
const MOST_BALANCE: i32 = 10;

/// A position and the weights by which it is scored.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    pub look: Look<'a>,
    pub ground: &'a Ground,
    pub w: &'a Weights,
    /// Whose player scores it.
    pub side: Side,
}

impl<'a> Deref for Position<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

/// What the combat units of a side add up to in each area: strength, and corps equivalents in the upper byte. Those off
/// the map are counted behind the areas, which costs less than telling them apart.
type Sums = [u16; SUMS];
const SUMS: usize = OFF_MAP + 64;
const OFF_MAP: usize = AREAS;

/// The strength a side has in an area.
fn strength(sums: &Sums, space: usize) -> i32 {
    i32::from(sums[space] & 0xff)
}

impl Position<'_> {
    /// All terms.
    pub fn terms(self) -> [Term; 12] {
        let wanted = Side::BOTH.map(|side| self.wanted(side));
        let held = self.held();
        let mut sums = [[0; SUMS]; 2];
        self.add_up(COMBAT[0].clone(), &mut sums[0]);
        self.add_up(COMBAT[1].clone(), &mut sums[1]);
        let forces = |side: Side| self.forces(side, self.drawing(side, wanted, held), &sums[side.index()]);
        let [prospects, posts, drawn, ground, alone, to_come] = match &self.w.outlook {
            Some(outlook) => self.outlook(outlook, wanted, held, &sums),
            None => [0; 6],
        };
        let shared = self.shared();
        [
            ("objectives", self.objectives(wanted, held).into()),
            ("Axis forces", forces(Side::Axis).into()),
            ("Soviet forces", (-forces(Side::Soviet)).into()),
            ("objectives at the end", prospects.into()),
            ("posts", posts.into()),
            ("near objectives", drawn.into()),
            ("ground", ground.into()),
            ("alone", alone.into()),
            ("battles to come", to_come.into()),
            ("battles", self.battles(shared, &sums).into()),
            ("means", self.means(shared).into()),
            ("losses due", self.pending().into()),
        ]
    }

    /// A side's set of objectives, one bit each; none while they are in the fog.
    fn wanted(self, side: Side) -> u32 {
        if self.option(option::FOG_OBJECTIVES) {
            return 0;
        }
        let roll = usize::from(self.s.objectives[side.index()]);
        self.ground.set_bits[if roll <= 12 { roll } else { 0 }]
    }

    /// The objectives that each side holds with every area, one bit each.
    fn held(self) -> [u32; 2] {
        let control = self.s.control.map(|areas| areas.words());
        let mut held = [0; 2];
        for (index, &(word, bit)) in self.ground.sites.iter().enumerate() {
            for (held, control) in held.iter_mut().zip(&control) {
                *held |= (control[usize::from(word)] >> bit & 1) as u32 * (1 << index);
            }
        }
        for several in &self.ground.several {
            for (held, control) in held.iter_mut().zip(&self.s.control) {
                let all = several.areas.iter().all(|&area| control.contains(area));
                *held = *held & !(1 << several.objective) | u32::from(all) << several.objective;
            }
        }
        held
    }

    /// What each objective means to both sides: held in one's own set, denied in the enemy's.
    fn objectives(self, wanted: [u32; 2], held: [u32; 2]) -> i32 {
        let mut score = 0;
        for (side, sign) in [(0, 1), (1, -1)] {
            let value = |index: u8| self.w.city + (wanted[side] >> index & 1) as i32 * self.w.own_objective;
            let denied = |index: u8| (wanted[1 - side] >> index & 1) as i32 * self.w.denied;
            let count = |set: u32| (held[side] & self.ground.objective_bits & set).count_ones() as i32;
            score += sign
                * (self.w.city * count(u32::MAX)
                    + self.w.own_objective * count(wanted[side])
                    + self.w.denied * count(wanted[1 - side]));
            for several in &self.ground.several {
                let index = several.objective;
                let part = several.areas.iter().filter(|&&area| self.s.control[side].contains(area)).count();
                if part > 0 && part < several.areas.len() {
                    // One area is enough to deny an objective of several.
                    score += sign * (value(index) * part as i32 / several.areas.len() as i32 + denied(index));
                }
            }
        }
        score
    }

    /// Which objectives draw a side's units: those of both sets, for the Axis unless it holds them; all places that it
    /// does not hold if there are none.
    fn drawing(self, side: Side, wanted: [u32; 2], held: [u32; 2]) -> u32 {
        let held = held[side.index()];
        let both = wanted[0] | wanted[1];
        let draws = if side == Side::Axis { both & !held } else { both };
        if draws != 0 { draws } else { !held }
    }

    /// Adds up what these units bring to where they are.
    #[inline]
    fn add_up(self, units: Range<usize>, sums: &mut Sums) {
        let reduced = self.s.reduced.words();
        for index in units {
            let face = (reduced[index / 64] >> (index % 64) & 1) as usize;
            // Units off the map go to different entries, so that no sum waits for the one before.
            let place = self.s.place[index].index();
            let at = if place < SPACES { place } else { OFF_MAP + index % 64 };
            sums[at] = sums[at].wrapping_add(self.ground.brings[index][face]);
        }
    }

    /// How far the nearest of these objectives is from each area, at most [`FAR`].
    #[inline]
    fn nearest(self, mut objectives: u32) -> [u8; AREAS] {
        let mut nearest = [FAR as u8; AREAS];
        objectives &= self.ground.objective_bits;
        while objectives != 0 {
            let steps = &self.ground.steps[objectives.trailing_zeros() as usize % OBJECTIVES];
            for (nearest, &steps) in nearest.iter_mut().zip(steps) {
                *nearest = steps.min(*nearest);
            }
            objectives &= objectives - 1;
        }
        nearest
    }

    /// Units on the map, their strength, how near they are to what matters, and areas that hold too many.
    fn forces(self, side: Side, draws: u32, sums: &Sums) -> i32 {
        let nearest = self.nearest(draws);
        let count = &self.s.count[side.index()];
        let mut sum = 0;
        each(self.s.occupied[side.index()], |space| {
            let nearer = FAR - i32::from(nearest[space]);
            sum += self.w.unit * i32::from(count[space]);
            sum += (self.w.strength + self.w.pull * nearer) * strength(sums, space);
            if sums[space] >> 8 > u16::from(self.t.room[space]) {
                sum -= self.w.excess * self.excess(side, space);
            }
        });
        sum
    }

    /// Corps beyond what an area holds: those of every unit that finds no room, in the order of the counters.
    fn excess(self, side: Side, space: usize) -> i32 {
        let (mut stack, mut excess) = (0, 0);
        for unit in self.units(side, Space(space as u16)) {
            let corps = self.t.stack_of[unit.index()];
            stack += corps;
            if stack > self.t.room[space] {
                excess += i32::from(corps);
            }
        }
        excess
    }

    /// Who is stronger where both stand, and who commands there.
    fn battles(self, shared: Spaces, sums: &[Sums; 2]) -> i32 {
        if shared.is_empty() {
            return 0;
        }
        let commanded = [self.commanded(Side::Axis), self.commanded(Side::Soviet)];
        let mut score = 0;
        each(shared, |space| {
            let [axis, soviet] = commanded.map(|areas| i32::from(areas.contains(Space(space as u16))));
            score += self.w.command * (axis - soviet);
            let balance = strength(&sums[0], space) - strength(&sums[1], space);
            score += self.w.battle * balance.clamp(-MOST_BALANCE, MOST_BALANCE);
        });
        score
    }

    /// 11.8.1 Areas in reach of some leader of a side.
    fn commanded(self, side: Side) -> Spaces {
        let mut pins = self.hostile(side);
        if side == Side::Soviet {
            pins |= self.luftwaffe_areas();
        }
        let mut reached = Spaces::empty();
        for index in LEADERS[side.index()].clone() {
            let unit = Unit::at(index);
            let Some(at) = self.at(unit) else { continue };
            if self.is_reduced(unit) {
                continue;
            }
            reached.insert(at);
            if !pins.contains(at) {
                reached |= self.t.map.neighbours(at);
            }
        }
        reached
    }

    /// Points, leaders, trucks, the Luftwaffe, track and partisans.
    fn means(self, shared: Spaces) -> i32 {
        let mut score = self.w.point * (i32::from(self.s.ops[0]) - i32::from(self.s.ops[1]));
        let mut count = |units: Range<usize>, sign: i32, value: [i32; 2]| {
            for index in units {
                let there = i32::from(self.s.place[index].space().is_some());
                score += sign * there * value[usize::from(self.is_reduced(Unit::at(index)))];
            }
        };
        count(LEADERS[0].clone(), 1, self.w.leader);
        count(LEADERS[1].clone(), -1, self.w.leader);
        count(TRUCKS[0].clone(), 1, self.w.truck);
        count(TRUCKS[1].clone(), -1, self.w.truck);
        for index in LUFTWAFFE {
            let unit = Unit::at(index);
            score += self.w.luftwaffe_unit[usize::from(self.is_reduced(unit))];
            let above = self.s.place[index].space().is_some_and(|space| shared.contains(space));
            if above && self.mission(unit) != Mission::Spent {
                score += self.w.air_cover;
            }
        }
        score += self.w.track * self.s.converted.len() as i32;
        for marker in [RAIL_PARTISAN, TRUCK_PARTISAN] {
            if self.s.place[marker.index()] != Place::OFF {
                score -= self.w.partisans;
            }
        }
        score
    }

    /// What may come of the position by the last turn: objectives at the end, the posts that hold them, who is near them, ground,
    /// leaders and trucks alone, battles to come.
    fn outlook(self, w: &Outlook, wanted: [u32; 2], held: [u32; 2], sums: &[Sums; 2]) -> [i32; 6] {
        let turns = i32::from(self.t.scenario.scenario.turns);
        let left = self.turns_left();
        let prospects = &self.ground.prospects;
        let stays = self.stays(left as u8);
        // How likely each place counts for each side at the end.
        let mut counts = [[0; OBJECTIVES]; 2];
        for side in 0..2 {
            for (index, counts) in counts[side].iter_mut().enumerate() {
                let now = (wanted[side] >> index & 1) as i32;
                *counts = now * stays[side] + (CERTAIN - stays[side]) * prospects.rolled[index] / CERTAIN;
            }
        }
        let [axis, soviet] = [0, 1].map(|side| {
            let each = counts[side].iter().enumerate();
            each.map(|(index, counts)| counts * (held[side] >> index & 1) as i32).sum::<i32>()
        });
        let ahead = axis - soviet;
        let value = (w.prospect[0] * left + w.prospect[1] * (turns - left)) / turns;
        let stake = |post: &Post| {
            let index = usize::from(post.objective);
            value * (counts[0][index] + counts[1][index]) / CERTAIN / i32::from(post.areas)
        };
        let sure = stays[0].min(stays[1]);
        let at_end =
            value * ahead / CERTAIN + w.lead * (ahead.clamp(-CERTAIN, CERTAIN) * sure / CERTAIN) / CERTAIN;
        let posts = self.posts(w, stake);
        let (mut drawn, mut ground, mut alone) = (0, 0, 0);
        for (side, sign) in [(0, 1), (1, -1)] {
            drawn += sign * self.drawn(w, side, left, stays, &sums[side]);
            ground += sign * w.areas[side] * self.s.occupied[side].len() as i32;
            ground += sign * w.ground[side] * self.s.control[side].len() as i32;
            for index in LEADERS[side].clone().chain(TRUCKS[side].clone()) {
                let is_alone =
                    self.s.place[index].space().is_some_and(|at| self.s.count[side][at.index()] == 0);
                alone -= sign * w.alone * i32::from(is_alone);
            }
        }
        let to_come = if w.clash != 0 { self.battles_to_come(w, stake, sums) } else { 0 };
        [at_end, posts, drawn, ground, alone, to_come]
    }

    /// How safe the places are that either side holds.
    fn posts(self, w: &Outlook, stake: impl Fn(&Post) -> i32) -> i32 {
        let control = self.s.control.map(|areas| areas.words());
        let occupied = self.s.occupied.map(|areas| areas.words());
        let over = self.is_last_move();
        let mut score = 0;
        for post in &self.ground.prospects.posts {
            let (word, bit) = (usize::from(post.area.0) / 64, post.area.0 % 64);
            let there = |words: &[u64; 3]| words[word] >> bit & 1 != 0;
            let (side, sign) = match (there(&control[0]), there(&control[1])) {
                (true, _) => (0, 1),
                (_, true) if over => continue,
                (_, true) => (1, -1),
                _ => continue,
            };
            let safe = match (there(&occupied[side]), there(&occupied[1 - side])) {
                (_, true) => w.besieged[side],
                (true, false) => w.guarded[side],
                (false, false) if (post.around & self.s.occupied[1 - side]).is_empty() => continue,
                (false, false) => w.exposed[side],
            };
            score += sign * safe * stake(post) / 100;
        }
        score
    }

    /// The Soviets move for the last time: nobody will come for what they hold.
    fn is_last_move(self) -> bool {
        let fights = matches!(self.s.step, Step::Combat { side: Side::Soviet });
        (fights || self.soviets_move()) && self.turns_left() == 0
    }

    /// The Soviets are in their Movement Phase.
    fn soviets_move(self) -> bool {
        match self.s.step {
            Step::Move { side, phase }
            | Step::Passing { side, phase, .. }
            | Step::Ride { side, phase, .. } => side == Side::Soviet && phase == Phase::Main,
            Step::Split { side, .. }
            | Step::Form { side, .. }
            | Step::Overstack { side, after: After::Move } => side == Side::Soviet,
            _ => false,
        }
    }

    /// What battles bring on average: the one under way, the one that the Commissar orders, and all that either side may
    /// begin where both stand.
    fn battles_to_come(self, w: &Outlook, stake: impl Fn(&Post) -> i32, sums: &[Sums; 2]) -> i32 {
        let mut score = 0;
        let under_way = self.dice_are_due().then(|| (self.s.battle.attacker, self.this_clash()));
        let ordered = self.ordered().map(|clash| (Side::Soviet, clash));
        for (attacker, clash) in under_way.into_iter().chain(ordered) {
            let terms = (clash.column, clash.drms.sum());
            score += w.clash * self.gain(w, attacker, clash.space, terms, &stake, sums);
        }
        let shared = self.shared();
        if shared.is_empty() {
            return score / 100;
        }
        let open = self.open_to_attack();
        let commanded = [self.commanded(Side::Axis), self.commanded(Side::Soviet)];
        let (mut ordered, mut oxes) = (0, 0);
        let commissar = self.awaits_commissar();
        each(shared, |index| {
            let space = Space(index as u16);
            let command = commanded.map(|areas| areas.contains(space));
            for attacker in Side::BOTH {
                let Some(terms) = self.likely_column(attacker, space, command, sums) else { continue };
                let gain = self.gain(w, attacker, space, terms, &stake, sums);
                let good = if attacker == Side::Axis { gain.max(0) } else { gain.min(0) };
                score += good
                    * match attacker == self.side {
                        true if open.contains(space) => w.hope[0],
                        true => w.hope[1],
                        false => w.threat,
                    };
                if attacker == Side::Soviet && commissar && self.t.map.oxes.contains(space) {
                    ordered += gain.max(0);
                    oxes += 1;
                }
            }
        });
        if oxes > 0 {
            score += w.clash * ordered / oxes;
        }
        score / 100
    }

    /// Areas that the scoring player's side may still attack in this turn, if both sides stand there.
    fn open_to_attack(self) -> Spaces {
        let step = match self.s.step {
            Step::LeaderRoll { .. } | Step::LeaderRefuge { .. } => self.s.resume.unwrap_or(self.s.step),
            step => step,
        };
        let (phasing, moves) = match step {
            Step::Weather
            | Step::RedeployRoll
            | Step::RedeployOrder
            | Step::Operations { .. }
            | Step::Objectives { .. }
            | Step::Move { phase: Phase::Redeploy, .. }
            | Step::Passing { phase: Phase::Redeploy, .. }
            | Step::Ride { phase: Phase::Redeploy, .. }
            | Step::Flight { phase: Phase::Redeploy, .. }
            | Step::Overstack { after: After::Redeploy, .. } => (Side::Axis, true),
            Step::Move { side, .. }
            | Step::Passing { side, .. }
            | Step::Ride { side, .. }
            | Step::Flight { side, .. }
            | Step::Split { side, .. }
            | Step::Form { side, .. }
            | Step::Overstack { side, after: After::Move } => (side, true),
            Step::PartisanRoll
            | Step::PartisanKind
            | Step::Partisans { .. }
            | Step::CommissarColumn
            | Step::CommissarSecond { .. }
            | Step::CommissarRow { .. }
            | Step::CommissarChoose { .. } => (Side::Soviet, true),
            Step::Combat { side } => (side, false),
            Step::SetUp { .. }
            | Step::Overstack { .. }
            | Step::Recover { .. }
            | Step::RecoverRoll { .. }
            | Step::Boxes { .. }
            | Step::Swap { .. }
            | Step::Replace { .. }
            | Step::Enter { .. }
            | Step::Rebuild { .. }
            | Step::Save { .. }
            | Step::FogObjectives { .. }
            | Step::Over { .. } => return Spaces::empty(),
            _ if self.s.battle.counter == Counter::Running => (Side::Axis, false),
            _ => (self.s.battle.attacker, false),
        };
        match moves {
            _ if phasing != self.side => Spaces::empty(),
            true => self.shared(),
            false => self.battlefields(),
        }
    }

    /// The Soviets move, and the Commissar will order an attack somewhere.
    fn awaits_commissar(self) -> bool {
        let rolls = matches!(
            self.s.step,
            Step::CommissarColumn
                | Step::CommissarSecond { .. }
                | Step::CommissarRow { .. }
                | Step::CommissarChoose { .. }
        );
        (rolls || self.soviets_move()) && self.s.turn >= self.t.charts.commissar.from_turn
    }

    /// Column and modifier of an attack as far as they are plain to see; none if it is not allowed.
    fn likely_column(
        self,
        attacker: Side,
        space: Space,
        command: [bool; 2],
        sums: &[Sums; 2],
    ) -> Option<(u8, i8)> {
        let charts = &self.t.charts;
        let [attack, defence] =
            [attacker, attacker.enemy()].map(|side| strength(&sums[side.index()], space.index()) as u16);
        let base = Method::BOTH
            .map(|method| self.base_column(method, attack, defence))
            .into_iter()
            .flatten()
            .max()?;
        let mut terrain = self.t.map.shift[space.index()];
        if self.t.map.fortress.contains(space) && self.controls(attacker.enemy(), space) {
            terrain = terrain.min(charts.terrain.fortress);
        }
        let river = if self.t.map.river.contains(space) { charts.terrain.river } else { 0 };
        let column = base as i8 + charts.weather.effect(self.s.weather).shift + terrain + river;
        let mut drm = 0;
        if !command[attacker.index()] {
            drm += charts.modifiers.attacker_out_of_command;
        }
        if !command[attacker.enemy().index()] {
            drm += charts.modifiers.defender_out_of_command;
        }
        Some((column.clamp(0, 10) as u8, drm))
    }

    /// A battle has been declared, and somebody decides something before its dice fall.
    fn dice_are_due(self) -> bool {
        matches!(
            self.s.step,
            Step::Reserves
                | Step::ReserveRoll { .. }
                | Step::Supply { .. }
                | Step::AirliftPair { .. }
                | Step::AirSupport
                | Step::CombatRoll
        )
    }

    /// The attack that the Commissar orders and that is still to be made (7.2.2a).
    fn ordered(self) -> Option<Clash> {
        let fights = match self.s.step {
            Step::Combat { side } => side == Side::Soviet,
            Step::Losses { .. }
            | Step::WithdrawalRoll
            | Step::WithdrawalChoice { .. }
            | Step::Withdrawing { .. }
            | Step::Follow { .. }
            | Step::Shortfall { .. }
            | Step::LeaderRoll { .. }
            | Step::LeaderRefuge { .. }
            | Step::Advance { .. }
            | Step::Continue { .. } => self.in_soviet_attack(),
            _ => self.dice_are_due() && self.in_soviet_attack(),
        };
        let space = if fights { self.must_attack()? } else { return None };
        let by = |method| self.clash(Side::Soviet, space, method, [true; 2], false);
        let [odds, differential] = Method::BOTH.map(by);
        Some(if odds.column > differential.column { odds } else { differential })
    }

    /// The attack under way was declared in the Soviet Combat Phase.
    fn in_soviet_attack(self) -> bool {
        self.s.battle.attacker == Side::Soviet && self.s.battle.counter == Counter::None
    }

    /// What a battle brings the Axis on average: losses, and who holds the place afterwards.
    fn gain(
        self,
        w: &Outlook,
        attacker: Side,
        space: Space,
        (column, drm): (u8, i8),
        stake: &impl Fn(&Post) -> i32,
        sums: &[Sums; 2],
    ) -> i32 {
        let left = self.turns_left();
        let sides = [attacker, attacker.enemy()];
        let steps = sides.map(|side| 2 * i32::from(self.s.count[side.index()][space.index()]));
        let fates = self.ground.forecast.fates(column, drm, steps);
        let stake = self.ground.prospects.post(space).map_or(0, stake);
        let mut sum = 0;
        for (role, sign) in [(0, -1), (1, 1)] {
            let side = sides[role].index();
            let force = i32::from(self.s.count[side][space.index()]) * (self.w.unit + left * w.unit[side])
                + strength(&sums[side], space.index()) * (self.w.strength + left * w.strength[side]);
            let held = if self.controls(sides[role], space) { stake } else { 0 };
            sum += sign * (force * fates[role].lost + held * fates[role].gone);
        }
        if attacker == Side::Axis { sum / CERTAIN } else { -sum / CERTAIN }
    }

    /// Turns to come after this one.
    fn turns_left(self) -> i32 {
        i32::from(self.t.scenario.scenario.turns.saturating_sub(self.s.turn))
    }

    /// How likely the sets that both sides have now are their last ones, with so many turns to come.
    fn stays(self, left: u8) -> [i32; 2] {
        if self.option(option::FOG_OBJECTIVES) {
            return [0; 2];
        }
        let rolls = match self.s.step {
            Step::Weather
            | Step::RedeployRoll
            | Step::RedeployOrder
            | Step::Move { phase: Phase::Redeploy, .. } => [left + 1; 2],
            Step::Operations { side: Side::Axis } => [left + 1; 2],
            Step::Objectives { side: Side::Axis } | Step::Operations { side: Side::Soviet } => {
                [left, left + 1]
            }
            _ => [left; 2],
        };
        rolls.map(|rolls| self.ground.prospects.stays(rolls))
    }

    /// What units are good for in the turns to come, and how near they are to what may count.
    fn drawn(self, w: &Outlook, side: usize, left: i32, stays: [i32; 2], sums: &Sums) -> i32 {
        let near = [0, 1].map(|side| self.ground.prospects.near(self.s.objectives[side]));
        let (mut units, mut points, mut drawn) = (0, 0, 0);
        each(self.s.occupied[side], |space| {
            let nearness = |side: usize| {
                let [now, later] = near[side].map(|near| i32::from(near[space]));
                (now * stays[side] + later * (CERTAIN - stays[side])) / CERTAIN
            };
            let here = strength(sums, space);
            units += i32::from(self.s.count[side][space]);
            points += here;
            drawn += here * (nearness(0) + nearness(1));
        });
        w.draw[side] * drawn / CERTAIN + left * (w.unit[side] * units + w.strength[side] * points)
    }

    /// Losses that are still to be taken, and the Commissar's counter-attack.
    fn pending(self) -> i32 {
        let (side, steps) = match self.s.step {
            Step::Losses { side, left, .. } => (side, i32::from(left)),
            Step::WithdrawalChoice { side, distance } => (side, i32::from(distance)),
            Step::CounterMethod if self.s.battle.counter == Counter::None => (Side::Soviet, 1),
            _ => return 0,
        };
        if side == Side::Axis { -self.w.step * steps } else { self.w.step * steps }
    }
}

/// Calls for the index of each area of a set, word by word: in loops this short, the iterator itself would cost most.
#[inline]
fn each(areas: Spaces, mut call: impl FnMut(usize)) {
    for (index, mut word) in areas.words().into_iter().enumerate() {
        while word != 0 {
            call(64 * index + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}
