//! 11.9.2 Step losses, substitution, and what moves between the boxes; 11.9.4 elimination.

use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play},
    tables::{CombatResult, Side, Unit, Units},
};

impl Look<'_> {
    /// What an army or group loses when it is flipped.
    fn flip_loss(self, unit: Unit) -> u8 {
        let counter = self.t.counter(unit);
        counter.front.strength.saturating_sub(counter.back.strength)
    }

    /// The corps of a class in a box whose strength equals this, else the next lower; of equals a full one, then the
    /// one with more OPs, then the first.
    fn corps_of_strength(self, army: Unit, place: Place, strength: u8) -> Option<Unit> {
        let fits = |corps: &Unit| self.strength(*corps) <= strength;
        let rank = |corps: &Unit| {
            let full = !self.is_reduced(*corps);
            (self.strength(*corps), full, self.cost(*corps), std::cmp::Reverse(*corps))
        };
        self.halves(army, place).iter().filter(fits).max_by_key(rank)
    }

    /// 11.9.2 The corps that goes from the Breakdown to the Eliminated Box when this army or group is flipped.
    pub fn half_sent(self, unit: Unit) -> Option<Unit> {
        self.corps_of_strength(unit, Place::BREAKDOWN, self.flip_loss(unit))
    }

    /// 11.9.4 The corps that comes back when a reduced army or group is lost.
    pub fn half_returned(self, unit: Unit) -> Option<Unit> {
        self.corps_of_strength(unit, Place::ELIMINATED, self.flip_loss(unit))
    }

    /// 11.9.2 Corps that may take the place of a flipped army or group. Our reading: those that lose as much again as the
    /// flip did, showing twice its reduced less its full strength,
    /// or the next lower. An army that was full first sends a corps to the Eliminated Box. 11.9.3 Who stands takes
    /// the corps from the Breakdown Box only.
    pub fn substitutes(self, unit: Unit, standing: bool, mut with: impl FnMut(Unit, bool)) {
        let counter = self.t.counter(unit);
        if !counter.breaks {
            return;
        }
        let was_full = self.s.battle.was_full.contains(unit);
        if !was_full && !standing {
            return;
        }
        let shows = 2 * i16::from(counter.back.strength) - i16::from(counter.front.strength);
        if shows < 0 {
            return;
        }
        let sent = if was_full { self.half_sent(unit) } else { None };
        let mut corps = self.halves(unit, Place::BREAKDOWN);
        if let Some(sent) = sent {
            corps.remove(sent);
        }
        if !standing {
            corps |= self.halves(unit, Place::ELIMINATED);
            corps.extend(sent);
        }
        // The corps just sent lies face up in the Eliminated Box.
        let strength = |unit: Unit, reduced: bool| {
            if Some(unit) == sent && !reduced {
                return Some(self.t.counter(unit).front.strength);
            }
            self.placed_strength(unit, reduced)
        };
        let mut best = None;
        for unit in corps {
            for reduced in [false, true] {
                if let Some(value) = strength(unit, reduced)
                    && i16::from(value) <= shows
                    && best.is_none_or(|best| value > best)
                {
                    best = Some(value);
                }
            }
        }
        for unit in corps {
            for reduced in [false, true] {
                if best.is_some() && strength(unit, reduced) == best {
                    with(unit, reduced);
                }
            }
        }
    }

    pub fn refuse_lose(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        let here = self.units(side, self.s.battle.space).contains(unit);
        ensure!(here, Refusal::NotInCombat { unit, rule: rule!("11.9.2") });
        Ok(())
    }

    pub fn refuse_substitute(
        self,
        side: Side,
        standing: bool,
        unit: Unit,
        corps: Unit,
        reduced: bool,
    ) -> Result<(), Refusal> {
        self.refuse_lose(side, unit)?;
        ensure!(self.is_reduced(unit), Refusal::FlipFirst { unit });
        let mut found = false;
        self.substitutes(unit, standing, |other, turned| found |= (other, turned) == (corps, reduced));
        ensure!(found, Refusal::NoSubstitute { unit, corps });
        Ok(())
    }

    pub fn legal_losses(self, side: Side, standing: bool, out: &mut Vec<Action>) {
        let units = self.units(side, self.s.battle.space);
        out.extend(units.iter().map(|unit| Action::Lose { unit }));
        for unit in units & self.s.reduced {
            self.substitutes(unit, standing, |corps, reduced| {
                out.push(Action::Substitute { unit, corps, reduced });
            });
        }
    }

    /// 11.9.3 The price of a step, in points.
    pub fn step_points(self, unit: Unit) -> u8 {
        let price = &self.t.charts.withdrawal;
        if self.t.counter(unit).breaks { price.army_step } else { price.corps_step }
    }

    /// 11.9.3 Points a force could pay by losing everything.
    pub fn points_of(self, units: Units) -> u8 {
        let steps = |unit: Unit| if self.is_reduced(unit) { 1 } else { 2 };
        units.iter().map(|unit| steps(unit) * self.step_points(unit)).sum()
    }
}

impl Play<'_> {
    /// 11.9.2 A side loses steps, as its owner chooses; the excess is ignored.
    pub fn open_losses(&mut self, side: Side, left: u8, points: bool) {
        if left > 0 && !self.look().units(side, self.s.battle.space).is_empty() {
            return self.go(Step::Losses { side, left, points });
        }
        let exchange = self.s.battle.result == CombatResult::EX && !points;
        if exchange && side != self.s.battle.attacker {
            return self.open_losses(self.s.battle.attacker, 1, false);
        }
        self.open_aftermath();
    }

    /// 11.9.2 One step: a full unit is flipped, a reduced one eliminated.
    pub fn lose(&mut self, side: Side, left: u8, points: bool, unit: Unit) {
        let counts = if points { self.look().step_points(unit) } else { 1 };
        self.lose_step(unit);
        self.open_losses(side, left.saturating_sub(counts), points);
    }

    pub fn lose_step(&mut self, unit: Unit) {
        if self.look().is_reduced(unit) {
            return self.eliminate(unit);
        }
        self.s.reduced.insert(unit);
        self.note(rule!("11.9.2"), Event::Flipped { unit });
    }

    /// 11.9.2 A corps takes the place of an army or group, which goes to the Breakdown Box at full strength.
    pub fn substitute(&mut self, unit: Unit, corps: Unit, reduced: bool) {
        let Some(space) = self.look().at(unit) else { return };
        if self.s.battle.was_full.contains(unit) {
            self.send_half(unit);
        }
        self.note(rule!("11.9.2"), Event::Substituted { unit, corps });
        // The corps comes before the army goes: the side never leaves the area, so control stays (13.1.1).
        if reduced {
            self.s.reduced.insert(corps);
        }
        self.put_on(corps, space);
        self.forget(unit);
        self.put(unit, Place::BREAKDOWN);
        self.s.reduced.remove(unit);
    }

    pub fn substitute_in_losses(&mut self, step: (Side, u8, bool), unit: Unit, corps: Unit, reduced: bool) {
        let (side, left, points) = step;
        let counts = if points { self.t.charts.withdrawal.substitution } else { 1 };
        self.substitute(unit, corps, reduced);
        self.open_losses(side, left.saturating_sub(counts), points);
    }

    /// 11.9.4 Eliminated units go to the Eliminated Box, full side up.
    pub fn eliminate(&mut self, unit: Unit) {
        self.note(rule!("11.9.4"), Event::Eliminated { unit });
        self.forget(unit);
        self.s.reduced.remove(unit);
        self.put(unit, Place::ELIMINATED);
    }

    /// 11.9.2 Transfers between the boxes are settled once for a result: an army or group flipped sends a corps to the
    /// Eliminated Box, one that was reduced before and is lost brings one back.
    pub fn settle_boxes(&mut self) {
        let battle = &self.s.battle;
        let (present, was_full) = (battle.present, battle.was_full);
        for unit in present & self.t.breaks {
            let full = was_full.contains(unit);
            if self.look().place(unit) == Place::ELIMINATED {
                self.return_half(unit, full);
            } else if full && self.look().at(unit).is_some() && self.look().is_reduced(unit) {
                self.send_half(unit);
            }
        }
    }

    fn send_half(&mut self, unit: Unit) {
        if let Some(corps) = self.look().half_sent(unit) {
            self.put(corps, Place::ELIMINATED);
            self.s.reduced.remove(corps);
            self.note(rule!("11.9.2"), Event::HalfSent { corps });
        }
    }

    /// 11.9.4 A corps returns to the Breakdown Box when an army or group is lost that had been reduced before.
    pub fn return_half(&mut self, unit: Unit, was_full: bool) {
        if was_full || !self.t.breaks.contains(unit) {
            return;
        }
        if let Some(corps) = self.look().half_returned(unit) {
            self.put(corps, Place::BREAKDOWN);
            self.note(rule!("11.9.4"), Event::HalfReturned { corps });
        }
    }
}
