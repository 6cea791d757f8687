//! 8.4.1 Fire at roadblocks and wrecks, 8.4.2 clearing them away. 8.9 A wreck is treated as a roadblock.

use board::{Member, Space, hex::Direction};
use kernel::{RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    refusal::{Hexes, Refusal, ensure},
    sequence::{Active, Step},
    state::{Level, Look, Place, Play},
    tables::{Status, Unit},
};

impl Look<'_> {
    /// 8.4.1 A heavy unit that has not moved may fire at an obstacle.
    fn refuse_blasting(self, active: &Active) -> Result<(), Refusal> {
        ensure!(self.t.heavy.contains(active.unit), Refusal::NotHeavy { unit: active.unit });
        ensure!(active.spent == 0, Refusal::SpentAlready { rule: rule!("8.4.1") });
        self.refuse_firing(active)
    }

    /// 8.4.1 Within two hexes, in range, sight and field of fire.
    pub fn refuse_fire_at(self, active: &Active, hex: Space) -> Result<(), Refusal> {
        self.refuse_blasting(active)?;
        ensure!(self.obstacle(hex), Refusal::NoObstacle { hex });
        let far = self.at(active.unit).map_or(u8::MAX, |from| self.t.sight.distance(from, hex));
        let range = self.t.charts.range.obstacle;
        ensure!(far <= range, Refusal::ObstacleTooFar { hex, range: Hexes(range) });
        self.refuse_line(active.unit, hex)
    }

    pub fn legal_fire_at(self, active: &Active, out: &mut Vec<Action>) {
        if self.refuse_blasting(active).is_err() {
            return;
        }
        let Some(from) = self.at(active.unit) else { return };
        let near = self.t.sight.disc(from, self.t.charts.range.obstacle);
        let hexes = near & (self.s.roadblocks | self.s.wrecks);
        let open = hexes.iter().filter(|&hex| self.refuse_line(active.unit, hex).is_ok());
        out.extend(open.map(|hex| Action::FireAt { hex }));
    }

    /// 8.4.1 Which faces of the die remove an obstacle.
    pub fn removes_obstacle(self, die: u8) -> bool {
        let chart = &self.t.charts.obstacles;
        (chart.removed_from..=chart.removed_to).contains(&die)
    }

    /// 8.4.2 Infantry-type units other than snipers clear obstacles, as in a close assault (7.1): Normal, with everything
    /// still to spend, on the ground level.
    fn refuse_clearing(self, active: &Active) -> Result<(), Refusal> {
        let unit = active.unit;
        self.refuse_attack(self.side(unit))?;
        ensure!(!active.halted, Refusal::Halted {});
        let able = self.t.infantry_type.contains(unit) && !self.t.snipers.contains(unit);
        ensure!(able, Refusal::CannotClear { unit });
        ensure!(self.status(unit) == Status::Normal, Refusal::OnlyNormalAttack { unit });
        ensure!(active.spent == 0, Refusal::SpentAlready { rule: rule!("7.1") });
        ensure!(self.level(unit) == Level::Ground, Refusal::UpperLevel {});
        Ok(())
    }

    /// 8.4.2 Without an enemy on the ground level there the block is removed without a roll; snipers alone are caught
    /// (8.8). Otherwise it takes a close assault.
    pub fn refuse_clear(self, active: &Active, side: Option<Direction>) -> Result<(), Refusal> {
        self.refuse_clearing(active)?;
        let unit = active.unit;
        let Some(from) = self.at(unit) else { return Err(Refusal::NotOnMap { unit }) };
        let hex = match side {
            None => from,
            Some(side) => match self.t.map.next(from, side) {
                Some(hex) => hex,
                None => return Err(Refusal::OffMap { side }),
            },
        };
        ensure!(self.obstacle(hex), Refusal::NoObstacle { hex });
        let guards = self.pile(self.side(unit).enemy(), hex, Level::Ground) - self.t.snipers;
        ensure!(guards.is_empty(), Refusal::ObstacleHeld { hex });
        ensure!(
            side.is_none() || self.room(unit, hex, Level::Ground),
            Refusal::NoRoomToAssault { unit, hex }
        );
        Ok(())
    }

    pub fn legal_clear(self, active: &Active, out: &mut Vec<Action>) {
        if self.refuse_clearing(active).is_err() {
            return;
        }
        let ways = [None].into_iter().chain(Direction::ALL.map(Some));
        let open = ways.filter(|&side| self.refuse_clear(active, side).is_ok());
        out.extend(open.map(|side| Action::Clear { side }));
    }
}

impl Play<'_> {
    /// 8.4.1 Fire at an obstacle is the unit's fire for the turn.
    pub fn fire_at(&mut self, active: Active, hex: Space) {
        let firer = active.unit;
        let unseen = Event::FiresAtUnseen { side: self.t.side(firer), hex };
        self.tell_or(self.shows(firer), firer, rule!("8.4.1"), Event::FiresAt { firer, hex }, unseen);
        self.mark_fired(active.unit);
        self.go(Step::ObstacleRoll { active, hex });
    }

    /// 8.4.1 The die is not modified.
    pub fn obstacle_die(&mut self, active: Active, hex: Space, die: u8) {
        let removed = self.look().removes_obstacle(die);
        self.note(rule!("8.4.1"), Event::ObstacleDie { hex, die, removed });
        if removed {
            self.remove_obstacle(hex, rule!("8.4.1"));
        }
        self.end_unit(active);
    }

    /// 8.4.2 The unit goes in, and the block is gone.
    pub fn clear_obstacle(&mut self, active: Active, side: Option<Direction>) {
        let unit: Unit = active.unit;
        let Some(from) = self.look().at(unit) else { return };
        let hex = side.and_then(|side| self.t.map.next(from, side)).unwrap_or(from);
        if let Some(side) = side {
            self.s.facing[unit.index()] = side;
            self.put(unit, Place::On(hex, Level::Ground));
            self.s.moved.insert(unit);
        }
        let unseen = Event::ClearsUnseen { side: self.t.side(unit), hex };
        self.tell_or(self.shows(unit), unit, rule!("8.4.2"), Event::Clears { unit, hex }, unseen);
        self.catch_snipers(unit, hex, Level::Ground);
        self.remove_obstacle(hex, rule!("8.4.2"));
        self.end_unit(active);
    }

    /// An obstacle is gone. 8.4 A roadblock goes to the box of the eliminated, a wreck out of play.
    pub fn remove_obstacle(&mut self, hex: Space, rule: RuleRef) {
        if self.s.roadblocks.remove(hex) {
            self.s.blocks_lost += 1;
            self.note(rule, Event::ObstacleGone { hex, wreck: false });
        }
        if self.s.wrecks.remove(hex) {
            self.note(rule, Event::ObstacleGone { hex, wreck: true });
        }
    }
}
