//! 11.9.3 Withdrawal, standing fast, and falling short.

use board::Space;
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play},
    tables::{Side, Spaces, Unit, Units},
};

impl Look<'_> {
    /// 11.9.3 Areas strictly closer to the friendly edge, not enemy-occupied and open to the unit, from which it can go
    /// on as far as there is any way to go: nobody steps into a dead end while he can make the whole distance. An army
    /// may pass certain diamonds, but not end there. Weather, points and stacking do not matter.
    pub fn retreats(self, side: Side, unit: Unit, left: u8) -> Spaces {
        let Some(from) = self.at(unit) else { return Spaces::empty() };
        let open = self.open_to(unit);
        let (mut best, mut farthest) = (0, Spaces::empty());
        for (to, areas) in self.ways_back(side, open, from, left) {
            if areas > best {
                (best, farthest) = (areas, Spaces::empty());
            }
            if areas == best {
                farthest.insert(to);
            }
        }
        farthest
    }

    /// The steps back from an area, and how many areas each leads to at most.
    fn ways_back(self, side: Side, open: Spaces, from: Space, left: u8) -> impl Iterator<Item = (Space, u8)> {
        let map = &self.t.map;
        let mut to = map.neighbours(from) & map.closer[side.index()][from.index()];
        to = (to - self.hostile(side)) & (open | map.passage);
        to.iter().filter_map(move |to| {
            let left = left.checked_sub(1)?;
            let on = if left == 0 { 0 } else { self.room_behind(side, open, to, left) };
            (on > 0 || open.contains(to)).then_some((to, on + 1))
        })
    }

    fn room_behind(self, side: Side, open: Spaces, from: Space, left: u8) -> u8 {
        self.ways_back(side, open, from, left).map(|(_, areas)| areas).max().unwrap_or(0)
    }

    /// 11.9.3 Standing costs two points for one area, three for two. Our reading: the whole force stands or withdraws, and
    /// stands only if it can pay in full.
    pub fn refuse_stand(self, side: Side, distance: u8) -> Result<(), Refusal> {
        let price = self.stand_price(distance);
        let most = self.points_of(self.units(side, self.s.battle.space));
        ensure!(most >= price, Refusal::CannotStand { price, most });
        Ok(())
    }

    pub fn stand_price(self, distance: u8) -> u8 {
        self.t.charts.withdrawal.stand[usize::from(distance.clamp(1, 2)) - 1]
    }

    pub fn refuse_retreat(
        self,
        step: (Side, u8, Option<Unit>, u8),
        unit: Unit,
        to: Space,
    ) -> Result<(), Refusal> {
        let (side, distance, under_way, made) = step;
        ensure!(self.s.battle.todo.contains(unit), Refusal::NotWithdrawing { unit });
        ensure!(under_way.is_none_or(|other| other == unit), Refusal::OneAtATime { unit });
        ensure!(
            self.retreats(side, unit, distance - made).contains(to),
            Refusal::NotARetreat { unit, space: to }
        );
        Ok(())
    }

    pub fn legal_retreats(self, step: (Side, u8, Option<Unit>, u8), out: &mut Vec<Action>) {
        let (side, distance, under_way, made) = step;
        let units = under_way.map_or(self.s.battle.todo, Units::one);
        for unit in units {
            for to in self.retreats(side, unit, distance - made) {
                out.push(Action::Retreat { unit, to });
            }
        }
    }

    /// 11.9.3 Where a leader or truck of the stack may follow: where units that moved have ended.
    pub fn follows(self, unit: Unit) -> Spaces {
        self.s.battle.ends & self.open_to(unit)
    }

    pub fn refuse_follow(self, unit: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(self.s.battle.todo.contains(unit), Refusal::NotWithdrawing { unit });
        ensure!(self.follows(unit).contains(to), Refusal::NobodyToFollow { space: to });
        Ok(())
    }

    pub fn legal_follows(self, out: &mut Vec<Action>) {
        for unit in self.s.battle.todo {
            out.extend(self.follows(unit).iter().map(|to| Action::Follow { unit, to }));
        }
    }

    pub fn refuse_shortfall(self, unit: Unit, corps: Unit, reduced: bool) -> Result<(), Refusal> {
        let mut found = false;
        self.substitutes(unit, false, |other, turned| found |= (other, turned) == (corps, reduced));
        ensure!(found, Refusal::NoSubstitute { unit, corps });
        Ok(())
    }

    pub fn legal_shortfall(self, unit: Unit, out: &mut Vec<Action>) {
        out.push(Action::Lose { unit });
        self.substitutes(unit, false, |corps, reduced| out.push(Action::Substitute { unit, corps, reduced }));
    }
}

impl Play<'_> {
    /// 11.9.3 The defender's die for the distance of a DW.
    pub fn roll_withdrawal(&mut self, die: u8) {
        let distance = self.t.charts.withdrawal.distance[usize::from(die) - 1];
        self.note(rule!("11.9.3"), Event::Distance { die, distance });
        self.open_withdrawal(self.s.battle.attacker.enemy(), distance);
    }

    /// 11.9.3 First the owner chooses for the whole force: stand or withdraw.
    pub fn open_withdrawal(&mut self, side: Side, distance: u8) {
        if self.look().refuse_stand(side, distance).is_ok() {
            return self.go(Step::WithdrawalChoice { side, distance });
        }
        self.withdraw(side, distance, true);
    }

    pub fn stand(&mut self, side: Side, distance: u8) {
        let price = self.look().stand_price(distance);
        self.note(rule!("11.9.3"), Event::Stands { side, price });
        self.open_losses(side, price, true);
    }

    /// 11.9.3 Each unit moves the full distance, unit by unit; `forced`: they could not have stood.
    pub fn withdraw(&mut self, side: Side, distance: u8, forced: bool) {
        let units = self.look().units(side, self.s.battle.space);
        self.note(rule!("11.9.3"), Event::Withdrawal { side, distance, forced });
        let battle = &mut self.s.battle;
        battle.todo = units;
        battle.short = [Units::empty(); 2];
        battle.stride = None;
        self.next_to_withdraw(side, distance);
    }

    fn next_to_withdraw(&mut self, side: Side, distance: u8) {
        for unit in self.s.battle.todo {
            if self.look().retreats(side, unit, distance).is_empty() {
                self.s.battle.todo.remove(unit);
                self.fall_short(unit, distance);
            }
        }
        if self.s.battle.todo.is_empty() {
            return self.open_follow(side);
        }
        self.go(Step::Withdrawing { side, distance, unit: None, made: 0 });
    }

    fn fall_short(&mut self, unit: Unit, areas: u8) {
        if areas > 0 {
            self.s.battle.short[usize::from(areas.min(2)) - 1].insert(unit);
            self.note(rule!("11.9.3"), Event::Short { unit, areas });
        }
    }

    /// 11.9.3 A step back; the unit goes on while a legal step exists.
    pub fn retreat(&mut self, side: Side, distance: u8, made: u8, unit: Unit, to: Space) {
        let from = self.look().at(unit).unwrap_or(to);
        let repulsed = side == self.s.battle.attacker;
        self.note(rule!("11.9.3"), Event::Retreats { unit, from, to, repulsed });
        self.put_on(unit, to);
        self.check_garrison();
        let made = made + 1;
        let first = *self.s.battle.stride.get_or_insert(to);
        if !self.look().retreats(side, unit, distance - made).is_empty() {
            return self.go(Step::Withdrawing { side, distance, unit: Some(unit), made });
        }
        let battle = &mut self.s.battle;
        battle.paths.add(first, (first != to).then_some(to));
        battle.ends.insert(to);
        battle.stride = None;
        battle.todo.remove(unit);
        self.fall_short(unit, distance - made);
        self.next_to_withdraw(side, distance);
    }

    /// 11.9.3 Leaders and trucks of the stack follow units that moved, where they can.
    fn open_follow(&mut self, side: Side) {
        let space = self.s.battle.space;
        let stack = self.look().leaders(side, space) | self.look().trucks(side, space);
        self.s.battle.todo = stack;
        self.next_to_follow(side);
    }

    fn next_to_follow(&mut self, side: Side) {
        for unit in self.s.battle.todo {
            let to = self.look().follows(unit);
            match (to.len(), to.first()) {
                (1, Some(space)) => {
                    self.s.battle.todo.remove(unit);
                    self.send_after(unit, space);
                }
                (0, _) => {
                    self.s.battle.todo.remove(unit);
                }
                _ => {}
            }
        }
        if !self.s.battle.todo.is_empty() {
            return self.go(Step::Follow { side });
        }
        self.next_shortfall(side);
    }

    fn send_after(&mut self, unit: Unit, to: Space) {
        self.put(unit, Place::on(to));
        self.note(rule!("11.9.3"), Event::Follows { unit, to });
    }

    pub fn follow(&mut self, side: Side, unit: Unit, to: Space) {
        self.s.battle.todo.remove(unit);
        self.send_after(unit, to);
        self.next_to_follow(side);
    }

    /// 11.9.3 A step is lost for each area a unit fell short. A full army that lacks two is lost, or a corps takes its
    /// place.
    fn next_shortfall(&mut self, side: Side) {
        for unit in self.s.battle.short[0] {
            self.s.battle.short[0].remove(unit);
            self.lose_step(unit);
        }
        for unit in self.s.battle.short[1] {
            self.s.battle.short[1].remove(unit);
            let mut choice = false;
            self.look().substitutes(unit, false, |_, _| choice = true);
            if choice {
                return self.go(Step::Shortfall { side, unit });
            }
            self.eliminate(unit);
        }
        self.open_aftermath();
    }

    pub fn shortfall(&mut self, side: Side, unit: Unit, instead: Option<(Unit, bool)>) {
        match instead {
            Some((corps, reduced)) => self.substitute(unit, corps, reduced),
            None => self.eliminate(unit),
        }
        self.next_shortfall(side);
    }
}
