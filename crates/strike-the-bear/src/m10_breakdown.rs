//! 10.0 Breaking down armies and panzer groups, and building them up.

use board::Member;
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::{Phase, Step},
    state::{Look, Place, Play},
    tables::{Class, Side, Size, Unit, Units},
};

/// The two boxes corps are taken from.
pub const BOXES: [Place; 2] = [Place::BREAKDOWN, Place::ELIMINATED];

impl Look<'_> {
    /// 10.1.3 Corps of an army's class in one box: infantry for infantry, armor for armor.
    /// 10.3.1 Rumanian armies consist of German corps.
    pub fn halves(self, army: Unit, place: Place) -> Units {
        let side = self.side(army);
        self.t.pool_of(side, self.class(army)) & self.troops(side, place)
    }

    /// Strength of a corps in a box on the side it would be placed; full is possible only if it is full there.
    pub fn placed_strength(self, corps: Unit, reduced: bool) -> Option<u8> {
        let counter = self.t.counter(corps);
        if reduced {
            return Some(counter.back.strength);
        }
        (!self.is_reduced(corps)).then_some(counter.front.strength)
    }

    /// 10.2.2 Whether this corps, on this side, can be one of the two: both from one box, total not above the army's.
    /// 10.1.2 An army is two corps, a group two armor corps.
    fn may_take(self, unit: Unit, first: Option<(Unit, bool)>, corps: Unit, reduced: bool) -> bool {
        let most = self.strength(unit);
        let Some(own) = self.placed_strength(corps, reduced) else { return false };
        match first {
            Some((other, turned)) => {
                let taken = self.placed_strength(other, turned).unwrap_or(u8::MAX);
                corps != other && self.place(corps) == self.place(other) && own.saturating_add(taken) <= most
            }
            None => {
                let others = self.halves(unit, self.place(corps)) - Units::one(corps);
                others.iter().any(|other| own + self.t.counter(other).back.strength <= most)
            }
        }
    }

    /// 10.1.1 Only full-strength armies and groups.
    /// 10.0 At any time while units move, redeploying included (3.2.2). Our reading: each once a phase. The exchange is
    /// free, so it needs a limit to end.
    pub fn refuse_break(self, side: Side, phase: Phase, unit: Unit) -> Result<(), Refusal> {
        ensure!(phase != Phase::Rail, Refusal::NotThisPart { unit });
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("10.0") });
        ensure!(self.t.breaks.contains(unit), Refusal::NeverBreaks { unit });
        ensure!(self.at(unit).is_some(), Refusal::NotOnMap { unit });
        ensure!(!self.is_reduced(unit), Refusal::NotFull { unit });
        ensure!(!self.s.split.contains(unit), Refusal::BrokenBefore { unit });
        ensure!(self.has_halves(unit), Refusal::NoHalves { unit });
        Ok(())
    }

    /// 10.1.4 The counters limit it: two corps in one box whose weakest sides are not too strong together.
    fn has_halves(self, unit: Unit) -> bool {
        self.least_pair(self.side(unit), self.class(unit)) <= self.strength(unit)
    }

    /// The least strength that two corps of a class out of one box can show together.
    fn least_pair(self, side: Side, class: Class) -> u8 {
        self.least_of(BOXES.map(|place| self.troops(side, place)), class)
    }

    fn least_of(self, boxes: [Units; 2], class: Class) -> u8 {
        let least = boxes.map(|boxed| {
            let mut pair = [u8::MAX; 2];
            for corps in self.t.pool[class as usize] & boxed {
                let strength = self.t.faces[corps.index()][1].strength;
                pair = [pair[0].min(strength), pair[1].min(pair[0].max(strength))];
            }
            pair[0].saturating_add(pair[1])
        });
        least[0].min(least[1])
    }

    pub fn refuse_take(
        self,
        unit: Unit,
        first: Option<(Unit, bool)>,
        corps: Unit,
        reduced: bool,
    ) -> Result<(), Refusal> {
        let boxed = BOXES.into_iter().any(|place| self.halves(unit, place).contains(corps));
        ensure!(boxed, Refusal::NoHalf { unit, corps });
        ensure!(self.placed_strength(corps, reduced).is_some(), Refusal::ReducedInBox { unit: corps });
        let one_box = first.is_none_or(|(other, _)| self.place(other) == self.place(corps));
        ensure!(one_box, Refusal::TwoBoxes { corps });
        ensure!(self.may_take(unit, first, corps, reduced), Refusal::TooStrong { unit, corps });
        Ok(())
    }

    pub fn legal_split(self, unit: Unit, first: Option<(Unit, bool)>, out: &mut Vec<Action>) {
        for corps in self.halves(unit, BOXES[0]) | self.halves(unit, BOXES[1]) {
            for reduced in [false, true] {
                if self.may_take(unit, first, corps, reduced) {
                    out.push(Action::Take { unit: corps, reduced });
                }
            }
        }
    }

    /// 10.1.1 Soviet mechanized and tank corps never combine.
    /// 10.1.6 Nor do militia and garrison.
    /// 10.1.7 Nor do the SS and the airborne division.
    /// 10.3.2 Nor do Finns and Hungarians.
    fn loner_rule(self, unit: Unit) -> kernel::RuleRef {
        let counter = self.t.counter(unit);
        match counter.size {
            Size::Militia | Size::Garrison => rule!("10.1.6"),
            Size::Army | Size::Group => rule!("10.1.1"),
            _ if counter.side == Side::Soviet => rule!("10.1.1"),
            _ => rule!("10.1.7"),
        }
    }

    /// 10.2.1 Two corps of one class in one area.
    pub fn refuse_join(self, side: Side, phase: Phase, one: Unit, other: Unit) -> Result<(), Refusal> {
        ensure!(phase != Phase::Rail, Refusal::NotThisPart { unit: one });
        for unit in [one, other] {
            ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("10.0") });
            ensure!(
                self.t.counter(unit).combines,
                Refusal::NeverCombines { unit, rule: self.loner_rule(unit) }
            );
            ensure!(self.at(unit).is_some(), Refusal::NotOnMap { unit });
        }
        let same = one < other && self.at(one) == self.at(other) && self.class(one) == self.class(other);
        ensure!(same, Refusal::NoPair { one, other });
        ensure!(self.carrier(one) == self.carrier(other), Refusal::NoPair { one, other });
        ensure!(!self.formable(one, other).is_empty(), Refusal::NothingToForm { one, other });
        Ok(())
    }

    /// 10.2.1 Armies and groups in a box whose strength the two corps reach on their current sides. An infantry army is
    /// not formed in a diamond.
    /// 10.1.5 Reduced corps may form one if they are strong enough.
    pub fn formable(self, one: Unit, other: Unit) -> Units {
        let total = self.strength(one) + self.strength(other);
        let ox = self.at(one).is_some_and(|space| self.t.map.is_ox(space));
        let side = self.side(one);
        let fits = |unit: &Unit| {
            let counter = self.t.counter(*unit);
            counter.side == side
                && counter.class == self.class(one)
                && counter.front.strength <= total
                && BOXES.contains(&self.place(*unit))
                && (ox || !counter.is_army())
        };
        (self.t.breaks - self.s.merged).iter().filter(fits).collect()
    }

    pub fn refuse_form(self, one: Unit, other: Unit, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.t.breaks.contains(unit), Refusal::NeverBreaks { unit });
        ensure!(!self.s.merged.contains(unit), Refusal::BuiltBefore { unit });
        ensure!(self.formable(one, other).contains(unit), Refusal::CannotForm { unit });
        Ok(())
    }

    pub fn legal_breakdown(self, side: Side, out: &mut Vec<Action>) {
        let boxes = BOXES.map(|place| self.troops(side, place));
        let least = [Class::Infantry, Class::Armor].map(|class| self.least_of(boxes, class));
        for unit in (self.t.breaks & self.t.of[side.index()]) - self.s.split - self.s.reduced {
            if self.at(unit).is_some() && least[self.class(unit) as usize] <= self.strength(unit) {
                out.push(Action::Break { unit });
            }
        }
        self.legal_joins(side, boxes[0] | boxes[1], out);
    }

    /// 10.2.1 The pairs of [`Look::refuse_join`]. Whether two corps can form anything depends on the weakest army or
    /// group in the boxes alone.
    fn legal_joins(self, side: Side, boxed: Units, out: &mut Vec<Action>) {
        // By class, and by whether armies count: in an ox they do.
        let mut weakest = [[u8::MAX; 2]; 2];
        for unit in (self.t.breaks & boxed) - self.s.merged {
            let strength = self.t.faces[unit.index()][0].strength;
            let [group, any] = &mut weakest[self.class(unit) as usize];
            *any = strength.min(*any);
            if !self.t.armies.contains(unit) {
                *group = strength.min(*group);
            }
        }
        let mut pool = Units::empty();
        for class in [Class::Infantry, Class::Armor] {
            if weakest[class as usize][1] < u8::MAX {
                pool |= self.t.pool_of(side, class);
            }
        }
        for one in pool {
            let Some(space) = self.at(one) else { continue };
            if self.s.count[side.index()][space.index()] < 2 {
                continue;
            }
            let class = self.class(one);
            let weakest = weakest[class as usize][usize::from(self.t.map.is_ox(space))];
            let others = self.t.pool[class as usize] & self.troops(side, Place::on(space));
            for other in others - Units::below(one.index() + 1) {
                let strong = self.strength(one) + self.strength(other) >= weakest;
                if strong && self.carrier(one) == self.carrier(other) {
                    out.push(Action::Join { one, other });
                }
            }
        }
    }
}

impl Play<'_> {
    /// 10.2.2 The corps that the unit breaks into are named, one after the other.
    pub fn open_split(&mut self, side: Side, phase: Phase, unit: Unit, first: Option<(Unit, bool)>) {
        self.go(Step::Split { side, phase, unit, first });
    }

    /// 10.2.1 What two corps build up is named.
    pub fn open_form(&mut self, side: Side, phase: Phase, [one, other]: [Unit; 2]) {
        self.go(Step::Form { side, phase, one, other });
    }

    /// 10.2.2 Two corps take the place of the army or group, which goes to the Breakdown Box. 10.0 They inherit points,
    /// movement, rides and the leader who carries them.
    pub fn split(&mut self, unit: Unit, first: (Unit, bool), second: (Unit, bool)) {
        let Some(space) = self.look().at(unit) else { return };
        let left = self.s.points[unit.index()];
        let carrier = self.s.party.iter().position(|party| party.contains(unit));
        self.note(rule!("10.2.2"), Event::Broke { unit, one: first.0, other: second.0 });
        for (corps, reduced) in [first, second] {
            if reduced {
                self.s.reduced.insert(corps);
            }
            self.inherit(unit, corps);
            self.s.points[corps.index()] = left.min(self.look().allowance(corps));
            if let Some(carrier) = carrier {
                self.s.party[carrier].insert(corps);
            }
            self.put_on(corps, space);
        }
        if let Some(carrier) = carrier {
            self.s.party[carrier].remove(unit);
        }
        self.forget(unit);
        self.put(unit, Place::BREAKDOWN);
        self.s.split.insert(unit);
        self.move_on();
    }

    /// 10.2.1 The army or group enters at full strength, the corps go to the Breakdown Box on their side. 10.0 It gets
    /// the smaller remainder of points.
    pub fn form(&mut self, one: Unit, other: Unit, unit: Unit) {
        let Some(space) = self.look().at(one) else { return };
        let left = self.s.points[one.index()].min(self.s.points[other.index()]);
        let carrier = self.s.party.iter().position(|party| party.contains(one));
        self.note(rule!("10.2.1"), Event::Built { unit, one, other });
        self.s.reduced.remove(unit);
        for corps in [one, other] {
            self.inherit(corps, unit);
            self.forget(corps);
            for party in &mut self.s.party {
                party.remove(corps);
            }
        }
        if let Some(carrier) = carrier {
            self.s.party[carrier].insert(unit);
        }
        self.s.points[unit.index()] = left.min(self.look().allowance(unit));
        self.put_on(unit, space);
        for corps in [one, other] {
            self.put(corps, Place::BREAKDOWN);
        }
        self.s.merged.insert(unit);
        self.move_on();
    }

    /// Back to the movement in which units broke down or built up.
    fn move_on(&mut self) {
        if let Step::Split { side, phase, .. } | Step::Form { side, phase, .. } = self.s.step {
            self.open_movement(side, phase);
        }
    }

    fn inherit(&mut self, from: Unit, to: Unit) {
        if self.s.moved.contains(from) {
            self.s.moved.insert(to);
        }
        if self.s.railed.contains(from) {
            self.s.railed.insert(to);
        }
        if self.s.air_supplied.contains(from) {
            self.s.air_supplied.insert(to);
        }
    }

    /// A unit that leaves the map takes nothing of this phase with it.
    pub fn forget(&mut self, unit: Unit) {
        self.s.points[unit.index()] = 0;
        self.s.moved.remove(unit);
        self.s.railed.remove(unit);
        self.s.air_supplied.remove(unit);
        self.s.tried.remove(unit);
    }
}
