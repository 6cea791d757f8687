//! 11.0 Control, points and victory.

use board::Space;
use kernel::{Outcome, RuleRef, rule};

use crate::{
    event::Event,
    state::{Look, Place, Play, State},
    tables::{Building, PALACE, PARLIAMENT, SECURITY, STATION, Side, Unit, Units},
};

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Victory {
    pub winner: Side,
    /// 11.1 The other side had nobody left to fight with.
    pub automatic: bool,
}

impl Victory {
    pub fn rule(self) -> RuleRef {
        if self.automatic { rule!("11.1") } else { rule!("11.2") }
    }

    pub fn outcome(self, _: Look<'_>) -> Outcome {
        Outcome {
            winner: Some(State::seat(self.winner)),
            side: Some(self.winner as u8),
            rule: self.rule(),
            says: match (self.winner, self.automatic) {
                (Side::Russian, true) => "No Chechen unit is left to fight.",
                (Side::Chechen, true) => "No Russian unit is left to fight.",
                (Side::Russian, false) => "The Russians are far enough ahead on points.",
                (Side::Chechen, false) => "The Russians are not far enough ahead on points.",
            },
        }
    }
}

impl Look<'_> {
    /// Who controls a landmark hex (11.2).
    pub fn controller(self, index: usize) -> Side {
        if self.s.control >> index & 1 == 1 { Side::Russian } else { Side::Chechen }
    }

    /// Whether a side controls every hex of a landmark building.
    fn controls_all(self, side: Side, building: &Building) -> bool {
        let russian = self.s.control & building.marks;
        russian == if side == Side::Russian { building.marks } else { 0 }
    }

    /// The landmark hexes where a side has units, a bit each as in [`Building::marks`].
    fn landmarks_occupied(self, side: Side) -> u8 {
        let occupied = &self.s.occupied[side.index()];
        let list = self.t.map.landmark_list.iter().enumerate();
        list.fold(0, |marks, (i, &hex)| marks | u8::from(occupied.contains(hex)) << i)
    }

    /// 10.4 Landmark buildings that a side alone controls: every hex, and no enemy in it.
    pub fn buildings_alone(self, side: Side) -> u8 {
        let enemies = self.landmarks_occupied(side.enemy());
        let alone = |it: &&Building| self.controls_all(side, it) && enemies & it.marks == 0;
        self.t.map.buildings.iter().filter(alone).count() as u8
    }

    /// 11.2 The points of both sides if the game ended now, in halves.
    pub fn score(self) -> [i16; 2] {
        let chart = &self.t.charts.victory;
        let facts = self.t.scenario(self.s.scenario);
        let mut score = self.s.awards.map(|halves| halves as i16);
        let full = |points: u8| 2 * i16::from(points);
        // Dudayev's death scores its die instead.
        let fallen = (self.s.all_in(Place::Eliminated) & self.t.combat) - Units::one(self.t.dudayev);
        let losses = |side: Side| (fallen & self.t.of[side.index()]).len() as i16;
        score[0] += full(chart.chechen_unit) * losses(Side::Chechen);
        score[1] += full(chart.russian_unit) * losses(Side::Russian);
        let occupied = Side::BOTH.map(|side| self.landmarks_occupied(side));
        for (index, building) in self.t.map.buildings.iter().enumerate() {
            // A building with units of both sides scores for nobody.
            if occupied.iter().all(|marks| marks & building.marks != 0) {
                continue;
            }
            let russian = self.controls_all(Side::Russian, building);
            match (index, russian) {
                (PALACE, true) => {
                    score[0] += full(if self.s.by_81st { facts.palace_81st } else { chart.palace_other });
                }
                (PALACE, false) => score[1] += full(chart.chechen_palace),
                (STATION, true) => score[0] += full(facts.station),
                (SECURITY, true) => score[0] += full(facts.security),
                (SECURITY, false) => score[1] += full(chart.chechen_security),
                (PARLIAMENT, _) => {
                    let held = (building.marks & !self.s.control).count_ones() as i16;
                    score[1] += full(chart.chechen_parliament) * held;
                }
                _ => {}
            }
        }
        score[1] += self.dudayev_alive();
        score
    }

    /// 4.4 The score kept in play: what 11.2 awards at the end for Dudayev's being there is not in it, since it would tell
    /// that he is on the map (3.6).
    pub fn running_score(self) -> [i16; 2] {
        let [russian, chechen] = self.score();
        [russian, chechen - self.dudayev_alive()]
    }

    /// 11.2 What Dudayev is worth while he is on the map, in halves.
    pub fn dudayev_alive(self) -> i16 {
        let there = self.whereabouts(self.t.dudayev).is_some();
        if there { 2 * i16::from(self.t.charts.victory.dudayev_alive) } else { 0 }
    }

    /// 11.2 Dudayev has fallen and the die is still to be thrown.
    pub fn dudayev_due(self) -> bool {
        self.place(self.t.dudayev) == Place::Eliminated && !self.s.dudayev_scored
    }

    /// 11.1 A side without a unit on the map in Normal, Suppressed or Pinned status has lost. Our reading: every unit
    /// counts, passengers included; if both have none, points decide.
    pub fn automatic_victory(self) -> Option<Victory> {
        let able = |side: Side| self.on_map(side).iter().any(|unit| self.status(unit).acts());
        let winner = match (able(Side::Russian), able(Side::Chechen)) {
            (true, true) => return None,
            (true, false) => Side::Russian,
            (false, true) => Side::Chechen,
            (false, false) => return Some(self.points_victory()),
        };
        Some(Victory { winner, automatic: true })
    }

    /// 11.2 Sixteen points ahead is a Russian victory, anything less a Chechen one.
    pub fn points_victory(self) -> Victory {
        let [russian, chechen] = self.score();
        let won = russian - chechen >= 2 * self.t.charts.victory.difference;
        Victory { winner: if won { Side::Russian } else { Side::Chechen }, automatic: false }
    }
}

impl Play<'_> {
    /// Scores points once and for all, in halves.
    pub fn award(&mut self, side: Side, halves: u16) {
        self.s.awards[side.index()] = self.s.awards[side.index()].saturating_add(halves);
    }

    /// 11.2 The last side to be alone in a landmark hex with combat units controls it. The Palace also remembers whether
    /// a unit of the 81st was among the Russians. 10.3.2 The first Russian landmark ends the Chechen reinforcements of the
    /// variant for good.
    pub fn settle_control(&mut self) {
        for index in 0..self.t.map.landmark_list.len() {
            let hex = self.t.map.landmark_list[index];
            let held = |side: Side| self.s.occupied[side.index()].contains(hex);
            if held(Side::Russian) || held(Side::Chechen) {
                self.settle_hex(index, hex);
            }
        }
    }

    fn settle_hex(&mut self, index: usize, hex: Space) {
        let (mut russian, mut chechen) = (false, false);
        let mut by_81st = false;
        for unit in self.look().here(hex) {
            if !self.t.combat.contains(unit) {
                continue;
            }
            match self.t.side(unit) {
                Side::Chechen => chechen = true,
                Side::Russian => {
                    russian = true;
                    let of_81st = |it: Unit| self.t.regiment_81.contains(it) && self.t.combat.contains(it);
                    by_81st |= of_81st(unit) || self.look().cargo(unit).iter().any(of_81st);
                }
            }
        }
        if russian == chechen {
            return;
        }
        let side = if russian { Side::Russian } else { Side::Chechen };
        if russian && hex == self.t.map.palace {
            self.s.by_81st = by_81st;
        }
        if self.look().controller(index) == side {
            return;
        }
        self.s.control ^= 1 << index;
        self.note(rule!("11.2"), Event::Control { at: hex, side });
        if russian && self.t.scenario(self.s.scenario).set_up {
            self.s.reinforcements_over = true;
        }
    }
}
