//! What a position is worth, in hundredths of a victory point for the Russian.
//!
//! | term | why |
//! |---|---|
//! | score | the points as if the game ended now (11.2) |
//! | condition | a shaken unit is easier to kill and does less |
//! | march | Russian units near a landmark they do not hold will take it |
//! | guard | Chechen units in and near landmarks keep them |
//! | cover | houses and upper levels protect, open streets do not |
//! | lines | Russians on the map can fight, those at the edge cannot |

use board::Space;

use crate::{
    state::{Level, Look, Place},
    tables::{Side, Status, Terrain, Unit},
};

/// What a unit loses by its condition, by status.
const CONDITION: [i32; 5] = [0, 40, 70, 120, 170];
/// For every hex nearer to a landmark that is not held, up to [`FAR`] hexes.
const MARCH: i32 = 5;
const FAR: i32 = 40;
/// A Chechen unit in, and next to, a landmark.
const GUARD: i32 = 25;
/// A foot unit among houses, or on an upper level.
const HOUSES: i32 = 12;
const UPSTAIRS: i32 = 10;
/// A Russian unit that has entered the map.
const ENTERED: i32 = 60;
/// A unit that can still act this turn.
const READY: i32 = 3;
/// A Chechen unit with a Russian in reach, and a Russian with a Chechen in reach.
const IN_REACH: i32 = 6;

impl Look<'_> {
    /// The worth for the Russian.
    pub fn worth(self) -> i32 {
        let [russian, chechen] = self.score();
        let mut worth = 50 * (i32::from(russian) - i32::from(chechen));
        let goals = self.goals();
        for unit in self.t.of[Side::Russian.index()] {
            worth += self.russian_worth(unit, &goals);
        }
        for unit in self.t.of[Side::Chechen.index()] {
            worth -= self.chechen_worth(unit);
        }
        worth
    }

    /// Landmark hexes that the Russian does not hold.
    fn goals(self) -> arrayvec::ArrayVec<Space, 8> {
        let list = self.t.map.landmark_list.iter().enumerate();
        list.filter(|(i, _)| self.controller(*i) == Side::Chechen).map(|(_, &hex)| hex).take(8).collect()
    }

    fn russian_worth(self, unit: Unit, goals: &[Space]) -> i32 {
        let Some(at) = self.whereabouts(unit) else { return 0 };
        let mut worth = ENTERED - self.condition(unit);
        if self.t.combat.contains(unit) {
            let near = goals.iter().map(|&goal| i32::from(self.t.sight.distance(at, goal))).min();
            let steps = near.map_or(FAR, |near| (FAR - near).max(0));
            worth += MARCH * steps;
        }
        worth + self.comfort(unit)
    }

    fn chechen_worth(self, unit: Unit) -> i32 {
        let Some(at) = self.whereabouts(unit) else {
            return if self.place(unit) == Place::Cup { 30 } else { 0 };
        };
        let mut worth = 60 - self.condition(unit);
        let goals = &self.t.map.landmark_list;
        let near = goals.iter().map(|&goal| i32::from(self.t.sight.distance(at, goal))).min().unwrap_or(FAR);
        worth += match near {
            0 => 2 * GUARD,
            1 => GUARD,
            _ => MARCH * (12 - near).max(0) / 2,
        };
        let reach = self.t.sight.field(at, self.range(unit)) & self.occupied(Side::Russian);
        if !reach.is_empty() {
            worth += IN_REACH;
        }
        worth + self.comfort(unit)
    }

    fn condition(self, unit: Unit) -> i32 {
        CONDITION[self.status(unit) as usize]
    }

    /// Cover, and whether it can still act.
    fn comfort(self, unit: Unit) -> i32 {
        let mut worth = 0;
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
        if !self.s.activated.contains(unit) && self.status(unit) <= Status::Pinned {
            worth += READY;
        }
        worth
    }
}
