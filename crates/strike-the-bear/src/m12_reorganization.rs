//! 12.0 Reorganization: recovery, the boxes, replacements, rebuilding.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::{Action, Prey},
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play},
    tables::{Class, Nation, Side, Size, Spaces, TRUCK_PARTISAN, Unit, Units},
};

impl Look<'_> {
    /// 12.1.1 Once a phase a disrupted leader may try, for his OPs.
    pub fn refuse_recover_leader(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.t.leaders[side.index()].contains(unit), Refusal::NoLeader { unit });
        ensure!(self.at(unit).is_some(), Refusal::NotOnMap { unit });
        ensure!(self.is_reduced(unit), Refusal::NotDisrupted { unit });
        self.refuse_try(side, unit)
    }

    /// 12.1.2 Once a phase a disrupted truck may try, with an undisrupted leader in the same or an adjacent area.
    pub fn refuse_recover_truck(self, side: Side, unit: Unit, leader: Unit) -> Result<(), Refusal> {
        ensure!(self.t.trucks[side.index()].contains(unit), Refusal::NoTruck { unit });
        ensure!(self.t.leaders[side.index()].contains(leader), Refusal::NoLeader { unit: leader });
        let at = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        ensure!(self.is_reduced(unit), Refusal::NotDisrupted { unit });
        ensure!(!self.is_reduced(leader), Refusal::LeaderDisrupted { unit: leader, rule: rule!("12.1.2") });
        let near = self.at(leader).is_some_and(|his| his == at || self.t.map.neighbours(at).contains(his));
        ensure!(near, Refusal::LeaderTooFar { leader });
        self.refuse_try(side, unit)
    }

    fn refuse_try(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        let rule = if self.class(unit) == Class::Leader { rule!("12.1.1") } else { rule!("12.1.2") };
        ensure!(!self.s.tried.contains(unit), Refusal::TriedBefore { unit, rule });
        let (price, left) = (self.recover_price(unit), self.ops(side));
        ensure!(price <= left, Refusal::TooExpensive { price, left, rule });
        Ok(())
    }

    /// 12.1.1 A leader's rating. 12.1.2 A truck's front OPs.
    pub fn recover_price(self, unit: Unit) -> u8 {
        self.t.counter(unit).front.ops
    }

    fn each_recovery(self, side: Side, mut with: impl FnMut(Action)) {
        for unit in self.t.leaders[side.index()] & self.s.reduced {
            if self.refuse_recover_leader(side, unit).is_ok() {
                with(Action::RecoverLeader { unit });
            }
        }
        for unit in self.t.trucks[side.index()] & self.s.reduced {
            for leader in self.t.leaders[side.index()] {
                if self.refuse_recover_truck(side, unit, leader).is_ok() {
                    with(Action::RecoverTruck { unit, leader });
                }
            }
        }
    }

    pub fn may_recover(self, side: Side) -> bool {
        let mut any = false;
        self.each_recovery(side, |_| any = true);
        any
    }

    pub fn legal_recover(self, side: Side, out: &mut Vec<Action>) {
        self.each_recovery(side, |action| out.push(action));
        out.push(Action::Done);
    }

    // ------------------------------------------------------------------ the boxes

    /// The box the corps of a swap lie in: 12.2.2 for an army in Breakdown the Eliminated Box, 12.2.3 and the reverse.
    fn other_box(self, unit: Unit) -> Option<Place> {
        match self.place(unit) {
            Place::BREAKDOWN => Some(Place::ELIMINATED),
            Place::ELIMINATED => Some(Place::BREAKDOWN),
            _ => None,
        }
    }

    /// Strength of two corps against the army: 12.2.2 at least its own to bring it up, 12.2.3 not above it to take it
    /// down.
    fn swap_fits(self, unit: Unit, total: u8) -> bool {
        let strength = self.t.counter(unit).front.strength;
        if self.place(unit) == Place::BREAKDOWN { total >= strength } else { total <= strength }
    }

    fn swap_partner(self, unit: Unit, first: Unit) -> Units {
        let Some(place) = self.other_box(unit) else { return Units::empty() };
        let fits = |corps: &Unit| self.swap_fits(unit, self.strength(first) + self.strength(*corps));
        (self.halves(unit, place) - Units::one(first)).iter().filter(fits).collect()
    }

    /// 12.2.1 Our reading: each army or group at most once in each direction, since swaps are free.
    pub fn refuse_swap(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("12.2.1") });
        ensure!(self.t.breaks.contains(unit), Refusal::NeverBreaks { unit });
        let place = self.other_box(unit).ok_or(Refusal::NotBoxed { unit })?;
        let used = if place == Place::ELIMINATED { self.s.merged } else { self.s.split };
        ensure!(!used.contains(unit), Refusal::SwappedBefore { unit });
        let halves = self.halves(unit, place);
        let any = halves.iter().any(|one| {
            let mut others = (halves - Units::one(one)).iter();
            others.any(|other| self.swap_fits(unit, self.strength(one) + self.strength(other)))
        });
        ensure!(any, Refusal::NoSwap { unit });
        Ok(())
    }

    pub fn refuse_swap_corps(self, unit: Unit, first: Option<Unit>, corps: Unit) -> Result<(), Refusal> {
        let place = self.other_box(unit).ok_or(Refusal::NotBoxed { unit })?;
        ensure!(self.halves(unit, place).contains(corps), Refusal::NoHalf { unit, corps });
        let fits = match first {
            Some(first) => self.swap_partner(unit, first).contains(corps),
            None => !self.swap_partner(unit, corps).is_empty(),
        };
        ensure!(
            fits,
            Refusal::SwapStrength {
                unit,
                corps,
                rule: if place == Place::ELIMINATED { rule!("12.2.2") } else { rule!("12.2.3") }
            }
        );
        Ok(())
    }

    pub fn may_swap(self, side: Side) -> bool {
        (self.t.breaks & self.t.of[side.index()]).iter().any(|unit| self.refuse_swap(side, unit).is_ok())
    }

    pub fn legal_boxes(self, side: Side, out: &mut Vec<Action>) {
        for unit in self.t.breaks & self.t.of[side.index()] {
            if self.refuse_swap(side, unit).is_ok() {
                out.push(Action::Swap { unit });
            }
        }
        out.push(Action::Done);
    }

    pub fn legal_swap(self, unit: Unit, first: Option<Unit>, out: &mut Vec<Action>) {
        let Some(place) = self.other_box(unit) else { return };
        for corps in self.halves(unit, place) {
            if self.refuse_swap_corps(unit, first, corps).is_ok() {
                out.push(Action::Take { unit: corps, reduced: false });
            }
        }
    }

    // ------------------------------------------------------------------ replacements

    /// 12.3.4 Reduced for the reduced side's OPs, full for both sides together; trucks likewise.
    pub fn buy_price(self, unit: Unit, reduced: bool) -> u8 {
        let counter = self.t.counter(unit);
        if reduced { counter.back.ops } else { counter.front.ops + counter.back.ops }
    }

    /// 12.5 Corps equivalents in the boxes: corps one, armies and groups two. Our reading: one more for each reduced army
    /// or group on the map, its missing half.
    /// 12.3.3 A full army or group is two equivalents, a reduced one is one.
    pub fn box_count(self, side: Side) -> u8 {
        let boxed = self.troops(side, Place::ELIMINATED) | self.troops(side, Place::BREAKDOWN);
        let mut count = boxed.iter().map(|unit| self.t.stack_of[unit.index()]).sum();
        for unit in self.t.breaks & self.t.combat[side.index()] & self.s.reduced {
            count += u8::from(self.at(unit).is_some());
        }
        count
    }

    /// 12.3.5 Oxes of the friendly edge.
    /// 12.3.7 Finns in G1.
    /// 12.3.8 Hungarians in A7.
    /// 12.3.9 Rumanians in A8 to A10.
    fn home_oxes(self, unit: Unit) -> Spaces {
        let map = &self.t.map;
        match self.t.counter(unit).nation {
            Nation::Finnish => map.finnish_base,
            Nation::Hungarian => map.hungarian_base,
            Nation::Rumanian => map.rumanian_base,
            _ => map.edge[self.side(unit).index()],
        }
    }

    /// 12.3.5 Where a bought unit may enter: within stacking, in enemy-free oxes if one has room. Our reading: a truck is
    /// never placed alone among enemies, where it would be lost at once.
    pub fn entries(self, unit: Unit) -> Spaces {
        self.room_among(unit, self.home_oxes(unit))
    }

    /// Of these oxes the ones with room, enemy-free ones first.
    pub fn room_among(self, unit: Unit, oxes: Spaces) -> Spaces {
        let side = self.side(unit);
        let more = self.t.counter(unit).stack();
        let mut open: Spaces = oxes.iter().filter(|&space| self.fits(side, space, more)).collect();
        if self.class(unit) == Class::Truck {
            open -= self.hostile(side) - self.occupied(side);
        }
        let free = open - self.hostile(side);
        if free.is_empty() { open } else { free }
    }

    /// 12.3.1 From the Eliminated Box.
    /// 12.3.2 Finns and Hungarians are the Axis player's.
    /// 12.3.6 No room, no purchase.
    pub fn refuse_buy(self, side: Side, unit: Unit, reduced: bool) -> Result<(), Refusal> {
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("12.3.1") });
        ensure!(self.place(unit) == Place::ELIMINATED, Refusal::NotEliminated { unit });
        self.refuse_price(side, unit, reduced, self.box_count(side))?;
        ensure!(!self.entries(unit).is_empty(), Refusal::NoRoomHome { unit });
        Ok(())
    }

    /// 12.3.4 The operations points, and 12.5 what must stay of so many corps equivalents in the boxes.
    fn refuse_price(self, side: Side, unit: Unit, reduced: bool, boxed: u8) -> Result<(), Refusal> {
        let (price, left) = (self.buy_price(unit, reduced), self.ops(side));
        ensure!(price <= left, Refusal::TooExpensive { price, left, rule: rule!("12.3.4") });
        let counter = self.t.counter(unit);
        if counter.class != Class::Truck {
            let stays = if counter.breaks && reduced { 1 } else { 0 };
            let after = boxed - counter.stack() + stays;
            ensure!(after >= self.t.minimum(side), Refusal::BelowMinimum { least: self.t.minimum(side) });
        }
        Ok(())
    }

    /// 9.3.3 A reduced Luftwaffe unit is rebuilt for its front OPs.
    pub fn refuse_rebuild_luftwaffe(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.t.luftwaffe.contains(unit) && side == Side::Axis, Refusal::DoesNotFly { unit });
        ensure!(self.is_reduced(unit), Refusal::FullStrength { unit, rule: rule!("9.3.3") });
        let (price, left) = (self.t.counter(unit).front.ops, self.ops(side));
        ensure!(price <= left, Refusal::TooExpensive { price, left, rule: rule!("9.3.3") });
        Ok(())
    }

    fn each_purchase(self, side: Side, mut with: impl FnMut(Action)) {
        let boxed = self.box_count(side);
        let mut wanted = self.t.trucks[side.index()];
        if boxed > self.t.minimum(side) {
            wanted |= self.troops(side, Place::ELIMINATED);
        }
        for unit in wanted {
            if self.place(unit) != Place::ELIMINATED {
                continue;
            }
            let may = [false, true].map(|reduced| self.refuse_price(side, unit, reduced, boxed).is_ok());
            if may == [false; 2] || self.entries(unit).is_empty() {
                continue;
            }
            for (reduced, may) in [false, true].into_iter().zip(may) {
                if may {
                    with(Action::Buy { unit, reduced });
                }
            }
        }
        if side == Side::Axis {
            for unit in self.t.luftwaffe & self.s.reduced {
                if self.refuse_rebuild_luftwaffe(side, unit).is_ok() {
                    with(Action::Rebuild { unit });
                }
            }
        }
    }

    pub fn may_replace(self, side: Side) -> bool {
        let mut any = false;
        self.each_purchase(side, |_| any = true);
        any
    }

    pub fn legal_replace(self, side: Side, out: &mut Vec<Action>) {
        self.each_purchase(side, |action| out.push(action));
        out.push(Action::Done);
    }

    // ------------------------------------------------------------------ rebuilding

    /// 12.4.1 A reduced corps on the map for its front OPs.
    /// 12.4.2 With a line of communication, in an area without
    /// enemies. Not militia and garrison (10.1.6), not Finns and Hungarians (10.1.7), never armies and groups.
    pub fn refuse_rebuild(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        self.refuse_rebuilding(side, unit, || self.rails_home(side, false))
    }

    /// The same with the rails that lead home, which are worked out only when it comes to them.
    fn refuse_rebuilding(self, side: Side, unit: Unit, home: impl FnOnce() -> Spaces) -> Result<(), Refusal> {
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("12.4.1") });
        let counter = self.t.counter(unit);
        let corps = matches!(counter.size, Size::Corps | Size::Division)
            && matches!(counter.class, Class::Infantry | Class::Armor);
        let (garrison, minor) = (
            matches!(counter.size, Size::Garrison | Size::Militia),
            matches!(counter.nation, Nation::Finnish | Nation::Hungarian),
        );
        ensure!(!garrison, Refusal::NeverRebuilt { unit, rule: rule!("10.1.6") });
        ensure!(!minor, Refusal::NeverRebuilt { unit, rule: rule!("10.1.7") });
        ensure!(corps, Refusal::NeverRebuilt { unit, rule: rule!("12.4.1") });
        let at = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        ensure!(self.is_reduced(unit), Refusal::FullStrength { unit, rule: rule!("12.4.1") });
        let (price, left) = (counter.front.ops, self.ops(side));
        ensure!(price <= left, Refusal::TooExpensive { price, left, rule: rule!("12.4.1") });
        ensure!(!self.is_hostile(side, at), Refusal::EnemyHere { unit });
        ensure!(self.has_line(side, false, home(), at), Refusal::NoLineToRebuild { unit });
        Ok(())
    }

    fn each_rebuilding(self, side: Side, mut with: impl FnMut(Unit)) {
        let mut home = None;
        for unit in self.t.combat[side.index()] & self.s.reduced {
            let rails = || *home.get_or_insert_with(|| self.rails_home(side, false));
            if self.at(unit).is_some() && self.refuse_rebuilding(side, unit, rails).is_ok() {
                with(unit);
            }
        }
    }

    pub fn may_rebuild(self, side: Side) -> bool {
        let mut any = false;
        self.each_rebuilding(side, |_| any = true);
        any
    }

    pub fn legal_rebuild(self, side: Side, out: &mut Vec<Action>) {
        self.each_rebuilding(side, |unit| out.push(Action::Rebuild { unit }));
        out.push(Action::Done);
    }
}

impl Play<'_> {
    /// 12.2 The corps of a swap are named, one after the other.
    pub fn open_swap(&mut self, side: Side, unit: Unit, first: Option<Unit>) {
        self.go(Step::Swap { side, unit, first });
    }

    /// 12.1 Paid for before the die; once a phase.
    pub fn try_recovery(&mut self, side: Side, unit: Unit, leader: Unit) {
        let price = self.look().recover_price(unit);
        self.pay(side, u16::from(price));
        self.s.tried.insert(unit);
        let rule = if unit == leader { rule!("12.1.1") } else { rule!("12.1.2") };
        self.note(rule, Event::Tries { unit, price });
        self.go(Step::RecoverRoll { side, unit, leader });
    }

    /// 12.1.1, 12.1.2 Not above the leader's support rating. 8.1.5 A recovered truck is rid of its partisans.
    pub fn roll_recovery(&mut self, side: Side, unit: Unit, leader: Unit, die: u8) {
        let success = die <= self.t.counter(leader).front.strength;
        let rule = if unit == leader { rule!("12.1.1") } else { rule!("12.1.2") };
        self.note(rule, Event::Recovery { unit, die, success });
        if success {
            self.s.reduced.remove(unit);
            if self.look().place(TRUCK_PARTISAN).truck() == Some(unit) {
                self.disperse(Prey::Truck, rule!("8.1.5"));
            }
        }
        self.reopen_recover(side);
    }

    /// 12.2.2, 12.2.3 The army or group changes boxes with two corps.
    pub fn swap(&mut self, side: Side, unit: Unit, one: Unit, other: Unit) {
        let up = self.look().place(unit) == Place::BREAKDOWN;
        let rule = if up { rule!("12.2.2") } else { rule!("12.2.3") };
        let (to, from) =
            if up { (Place::ELIMINATED, Place::BREAKDOWN) } else { (Place::BREAKDOWN, Place::ELIMINATED) };
        self.put(unit, to);
        for corps in [one, other] {
            self.put(corps, from);
            if from == Place::ELIMINATED {
                self.s.reduced.remove(corps);
            }
        }
        if up {
            self.s.merged.insert(unit)
        } else {
            self.s.split.insert(unit)
        };
        self.note(rule, Event::Swapped { unit, one, other });
        if self.look().may_swap(side) {
            return self.go(Step::Boxes { side });
        }
        self.open_replace(side);
    }

    /// 12.3.4 Paid at once.
    pub fn buy(&mut self, side: Side, unit: Unit, reduced: bool) {
        let price = self.look().buy_price(unit, reduced);
        self.pay(side, u16::from(price));
        self.note(rule!("12.3.4"), Event::Bought { unit, reduced, price });
        let oxes = self.look().entries(unit);
        match (oxes.len(), oxes.first()) {
            (1, Some(to)) => self.enter(side, unit, reduced, to),
            _ => self.go(Step::Enter { side, unit, reduced }),
        }
    }

    /// 12.3.5 Placed at once at the friendly edge.
    pub fn enter(&mut self, side: Side, unit: Unit, reduced: bool, to: Space) {
        if reduced {
            self.s.reduced.insert(unit);
        }
        self.note(rule!("12.3.5"), Event::Enters { unit, to });
        self.put_on(unit, to);
        if side == Side::Axis {
            self.check_garrison();
        }
        self.open_replace_again(side);
    }

    fn open_replace_again(&mut self, side: Side) {
        if self.look().may_replace(side) {
            return self.go(Step::Replace { side });
        }
        self.open_rebuild(side);
    }

    pub fn rebuild_luftwaffe(&mut self, side: Side, unit: Unit) {
        let price = self.t.counter(unit).front.ops;
        self.pay(side, u16::from(price));
        self.s.reduced.remove(unit);
        self.note(rule!("9.3.3"), Event::Rebuilt { unit, price });
        self.open_replace_again(side);
    }

    /// 12.4.1 A corps is flipped to full strength.
    pub fn rebuild(&mut self, side: Side, unit: Unit) {
        let price = self.t.counter(unit).front.ops;
        self.pay(side, u16::from(price));
        self.s.reduced.remove(unit);
        self.note(rule!("12.4.1"), Event::Rebuilt { unit, price });
        self.open_rebuild(side);
    }
}

impl Look<'_> {
    pub fn refuse_entry(self, unit: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(
            self.home_oxes(unit).contains(to),
            Refusal::NotHome { unit, space: to, rule: self.home_rule(unit) }
        );
        ensure!(self.entries(unit).contains(to), Refusal::NoRoom { unit, space: to, rule: rule!("12.3.5") });
        Ok(())
    }

    fn home_rule(self, unit: Unit) -> kernel::RuleRef {
        match self.t.counter(unit).nation {
            Nation::Finnish => rule!("12.3.7"),
            Nation::Hungarian => rule!("12.3.8"),
            Nation::Rumanian => rule!("12.3.9"),
            _ => rule!("12.3.5"),
        }
    }

    /// The number of units of a side in a box, for the notes beside it.
    pub fn boxed(self, side: Side, place: Place) -> usize {
        self.t.combat[side.index()].iter().filter(|unit| self.s.place[unit.index()] == place).count()
    }
}
