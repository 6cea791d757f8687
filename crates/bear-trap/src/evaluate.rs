//! What a position is worth, in hundredths of a victory point for the Russian.
//!
//! | term | why |
//! |---|---|
//! | score | the points as if the game ended now (11.2) |
//! | condition | a shaken unit is easier to kill and does less |
//! | march | Russian units near a landmark they do not hold will take it |
//! | guard | Chechen units in and near landmarks keep them |
//! | hunt | Russians with Chechens near them, or in their reach, will be hurt |
//! | cover | houses and upper levels protect, open streets do not |
//! | presence | units on the map fight, those at the edge or in the cup do not yet |
//! | readiness | a unit that has not acted yet may still do so |

use board::Space;

use crate::{
    state::{Level, Look, Place},
    tables::{Side, Terrain, Unit},
};

/// What a unit loses by its condition, by status.
const CONDITION: [i32; 5] = [0, 40, 70, 120, 170];
/// For every hex nearer to a landmark that is not held, up to [`FAR`] hexes.
const MARCH: i32 = 6;
const FAR: i32 = 40;
/// A Chechen unit in, and next to, a landmark.
const GUARD: i32 = 25;
/// For every hex that the nearest Chechen is nearer to a Russian pile, up to [`SCENT`] hexes; less than [`MARCH`], so that
/// Russians come on all the same.
const HUNT: i32 = 1;
const SCENT: i32 = 10;
/// A Chechen unit with a Russian in reach.
const IN_REACH: i32 = 5;
/// A foot unit among houses, or on an upper level.
const HOUSES: i32 = 12;
const UPSTAIRS: i32 = 10;
/// A unit on the map, and a Chechen one that is still in the cup.
const PRESENT: i32 = 60;
const IN_CUP: i32 = 45;
/// A unit that can still act this turn.
const READY: i32 = 2;

impl Look<'_> {
    /// The worth for the Russian.
    pub fn worth(self) -> i32 {
        let [russian, chechen] = self.score();
        let mut worth = 50 * (i32::from(russian) - i32::from(chechen));
        let goals = self.goals();
        for unit in self.t.of[Side::Russian.index()] {
            worth += self.russian_worth(unit, &goals);
        }
        let prey: arrayvec::ArrayVec<Space, 80> = self.occupied(Side::Russian).iter().take(80).collect();
        for unit in self.t.of[Side::Chechen.index()] {
            worth -= self.chechen_worth(unit, &prey);
        }
        let hunters: arrayvec::ArrayVec<Space, 80> = self.occupied(Side::Chechen).iter().take(80).collect();
        for &hex in &prey {
            worth -= HUNT * (SCENT - self.nearest(hex, &hunters)).max(0);
        }
        worth
    }

    /// Landmark hexes that the Russian does not hold.
    fn goals(self) -> arrayvec::ArrayVec<Space, 8> {
        let list = self.t.map.landmark_list.iter().enumerate();
        list.filter(|(i, _)| self.controller(*i) == Side::Chechen).map(|(_, &hex)| hex).take(8).collect()
    }

    /// How far the nearest of these hexes is, at most [`FAR`].
    fn nearest(self, at: Space, hexes: &[Space]) -> i32 {
        let far = hexes.iter().map(|&hex| i32::from(self.t.sight.distance(at, hex))).min();
        far.unwrap_or(FAR).min(FAR)
    }

    fn russian_worth(self, unit: Unit, goals: &[Space]) -> i32 {
        let Some(at) = self.whereabouts(unit) else { return 0 };
        let mut worth = PRESENT + self.comfort(unit);
        if self.t.combat.contains(unit) {
            worth += MARCH * (FAR - self.nearest(at, goals));
        }
        worth
    }

    fn chechen_worth(self, unit: Unit, prey: &[Space]) -> i32 {
        let Some(at) = self.whereabouts(unit) else {
            return match self.place(unit) {
                Place::Cup => IN_CUP,
                Place::Drawn => PRESENT,
                _ => 0,
            };
        };
        let mut worth = PRESENT + self.comfort(unit);
        worth += match self.nearest(at, &self.t.map.landmark_list) {
            0 => 2 * GUARD,
            1 => GUARD,
            far => MARCH * (12 - far).max(0) / 3,
        };
        let range = self.range(unit);
        if range > 0 && prey.iter().any(|&hex| self.t.sight.sees(at, hex, range)) {
            worth += IN_REACH;
        }
        worth
    }

    /// Condition, cover, and whether it can still act.
    fn comfort(self, unit: Unit) -> i32 {
        let mut worth = -CONDITION[self.status(unit) as usize];
        if let Place::On(at, level) = self.place(unit)
            && self.t.foot.contains(unit)
        {
            worth += match self.terrain(at) {
                Terrain::Clear => 0,
                Terrain::Woods => HOUSES / 2,
                Terrain::BuiltUp | Terrain::Landmark | Terrain::Rubble => HOUSES,
            };
            if level == Level::Upper {
                worth += UPSTAIRS;
            }
        }
        if !self.s.activated.contains(unit) && self.status(unit).acts() {
            worth += READY;
        }
        worth
    }
}
