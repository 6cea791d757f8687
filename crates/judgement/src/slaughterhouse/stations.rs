//! Where the units stand: near the towns that their side lacks, and in those in danger.

use board::Space;
use slaughterhouse::{
    Side,
    tables::{SPACES, Spaces, members},
};

use super::{
    scales::{ENEMY_TOWN, FARTHEST, HORIZON},
    terms::{Position, count},
    weights::Share,
};

/// What pulls is in hundredths, and what stacks count is in parts of [`Share::ALL`].
const PULL: i64 = 100 * 100_000;

impl Position<'_> {
    /// Where the units stand: the Axis near the towns it lacks, the Soviet side in and near those in danger; garrisons.
    pub fn stations_held(self) -> i64 {
        let w = &self.w.w;
        let mut score = 0;
        // How much each side wants to be in a town, beyond the horizon where it is not needed.
        let mut wanted = [[0u8; SPACES]; 2];
        let safe = self.towns_out_of_reach();
        for at in members(self.t.urban) {
            let town = &self.w.towns[usize::from(self.t.vp[at.index()])];
            let soviet = self.s.soviet.contains(at);
            let (holder, enemy) =
                if soviet { (Side::Soviet, Side::Axis) } else { (Side::Axis, Side::Soviet) };
            let near = self.steps_to(self.occupied(enemy), at);
            let garrison = count(self.units(holder, at)).min(3);
            let mut risk = i64::from(town.risk[near][garrison]);
            if garrison == 0 {
                risk += self.ungarrisoned(holder).of(town.peril[near].into());
            }
            if safe.contains(at) {
                risk = w.out_of_reach[self.this_turn()].of(risk);
            }
            score += if soviet { risk } else { -risk - self.panzer_garrison(at) };
            // Holders come to the towns in danger, the enemy to all he lacks.
            wanted[holder.index()][at.index()] =
                if safe.contains(at) { town.level[FARTHEST] | HORIZON } else { town.level[near] };
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
                    best = best.max(if strong { w.stronghold.part(pull) } else { pull });
                }
                let mut needs = self.w.nearest[at.index()].iter();
                let nearest = needs.find(|&&(town, _)| wanted[usize::from(town)] < HORIZON);
                let nearest = nearest.map_or(HORIZON, |&(_, steps)| steps);
                let units = count(self.units(side, at));
                pulled += i64::from(best) * w.crowd[units.clamp(1, 3) - 1].parts();
                away += i64::from(nearest) * units as i64;
                behind += self.behind(side, at, strongholds);
            }
            let sum = pulled / PULL - i64::from(w.march[side.index()]) * away - behind;
            score += if side == Side::Axis { sum } else { -sum };
        }
        score
    }

    /// Whether the turn may end soon, and the next one counts.
    pub fn is_late(self) -> bool {
        let ends = i32::from(self.t.charts.impulses.end_roll_from.of(self.s.weather));
        let rounds = self.w.w.rounds_before_end;
        rounds > 0 && self.s.turn < 5 && i32::from(self.s.round) >= ends.saturating_sub(rounds)
    }

    /// How much a side fears for a town without a garrison; the Axis, late in a turn, as in the next.
    pub fn ungarrisoned(self, holder: Side) -> Share {
        if holder == Side::Axis && self.is_late() {
            return self.w.w.ungarrisoned(holder, (self.this_turn() + 1).min(4));
        }
        self.w.w.ungarrisoned(holder, self.this_turn())
    }

    /// Towns of the Axis that no Soviet unit can reach in this turn, or when it may soon end early in the next: it has too few
    /// acts.
    pub fn towns_out_of_reach(self) -> Spaces {
        if self.w.w.out_of_reach[self.this_turn()] == Share::ALL {
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
            reach |= self.ground.rings[at.index()][if late { steps.max(next) } else { steps }];
        }
        self.t.urban - self.s.soviet - reach
    }

    /// What it costs the Axis if panzers alone hold this town of its own: they should go on.
    pub fn panzer_garrison(self, town: Space) -> i64 {
        let cost = i64::from(self.w.w.panzer_garrison[self.this_turn()]);
        if cost == 0 {
            return 0;
        }
        let units = self.units(Side::Axis, town);
        let panzers = units & self.t.panzers;
        if panzers == units { cost * count(panzers) as i64 } else { 0 }
    }

    /// Fortresses of the Soviet side that are too strong to be taken soon.
    pub fn strongholds(self) -> Spaces {
        if self.w.w.stronghold.parts() >= Share::ALL.parts() {
            return Spaces::empty();
        }
        let held = self.t.fortress & self.s.soviet;
        held.iter().filter(|&at| self.steps_held(Side::Soviet, at) > 1).collect()
    }

    /// What it costs a side that attack factors of a location are not next to a town of the enemy that can be taken.
    pub fn behind(self, side: Side, at: Space, strongholds: Spaces) -> i64 {
        let drive = i64::from(self.w.w.drive(side, self.this_turn()));
        let unled = i64::from(self.w.w.drive_unled[self.this_turn()]);
        if drive == 0 && unled == 0 {
            return 0;
        }
        let wanted = self.controlled(side.enemy()) - strongholds;
        let mut towns = self.w.nearest[at.index()].iter();
        let nearest = towns.find(|&&(town, _)| wanted.contains(Space(u16::from(town))));
        let steps = nearest.map_or(HORIZON, |&(_, steps)| steps).max(1) - 1;
        let force = members(self.units(side, at)).map(|unit| {
            let drive = if self.t.initiative.contains(unit) { drive + unled } else { drive };
            drive * i64::from(self.attack_factor(unit))
        });
        i64::from(steps) * force.sum::<i64>()
    }

    /// The steps from a town to the nearest of some locations, six for more. Each ring holds those before it, so halving
    /// finds the first that meets them.
    pub fn steps_to(self, locations: Spaces, town: Space) -> usize {
        let rings = &self.ground.rings[town.index()];
        let misses = |ring: usize| usize::from((rings[ring] & locations).is_empty());
        let mut steps = 3 * misses(2);
        steps += 2 * misses(steps + 1);
        steps + misses(steps)
    }
}
