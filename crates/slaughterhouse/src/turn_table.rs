//! Which module answers for which action in which step: what is legal, why not, and what it does.

use board::Member;
use kernel::{Luck, rule};

use crate::{
    action::Action,
    event::Event,
    m08_redeployment::Transfer,
    m11_advantage::Use,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play, Post},
    tables::{LEADERS, Leader, Leaders, SPACES, Side, UNITS, Unit, Units},
};

impl Look<'_> {
    /// The legal actions, in their order.
    pub fn legal(self, out: &mut Vec<Action>) {
        match self.s.step {
            Step::Bid { .. } => {
                for side in Side::BOTH {
                    out.extend((0..=self.t.charts.bids.most).map(|number| Action::Bid { side, number }));
                }
            }
            Step::WeatherShift { die } => {
                for up in [false, true] {
                    if self.refuse_weather(die, up).is_ok() {
                        out.push(Action::Weather { up });
                    }
                }
                out.push(Action::Decline);
            }
            Step::Arrive { side } => self.legal_arrivals(side, out),
            Step::Replace { side, points } => self.legal_replace(side, points, out),
            Step::Station { side, moved } => self.legal_station(side, moved, out),
            Step::Security { .. } => {
                out.extend(self.security_places().iter().map(|at| Action::Security { at }));
                out.push(Action::Done);
            }
            Step::Partisans { .. } => {
                out.extend(self.partisan_places().iter().map(|at| Action::Partisans { at }));
                out.push(Action::Done);
            }
            Step::Impulse { side } => self.legal_impulse(side, out),
            Step::Interdict => out.extend(self.interdictable().iter().map(|at| Action::InterdictAt { at })),
            Step::Redeploy { transfer } => {
                out.extend(self.transferable(transfer).iter().map(|unit| Action::Redeploy { unit }));
                out.push(Action::Done);
            }
            Step::RedeployTo { transfer } => self.legal_redeploy_to(transfer, out),
            Step::Operations => self.legal_operations(out),
            Step::Reserve => self.legal_reserve(out),
            Step::Point { fight } => {
                let points = self.points(fight.area, self.eligible(fight.area));
                out.extend(points.iter().map(|unit| Action::Point { unit }));
            }
            Step::Declare { fight } => self.legal_declare(fight, out),
            Step::AssaultShift { .. } | Step::CounterShift { .. } | Step::PressOn => {
                out.extend([Action::Advantage, Action::Decline]);
            }
            Step::AttackerLoss { fight, .. } => {
                out.extend(self.other_participants(fight).iter().map(|unit| Action::Hit { unit }));
            }
            Step::DefenderLoss { fight, first, .. } => self.legal_defender_loss(fight, first, out),
            Step::FailureRetreat { fight, left } | Step::CounterRetreat { fight, left } => {
                self.legal_way_back(fight, left, out);
            }
            Step::LastStand { fight } => {
                out.extend(self.last_standers(fight).iter().map(|unit| Action::Counter { unit }));
                out.push(Action::Decline);
            }
            Step::Answer { fight } => self.legal_answer(fight, out),
            Step::CounterLoss { fight, first, .. } => {
                let victims = self.victims(fight.attacker, fight.area, first);
                out.extend(victims.iter().map(|unit| Action::Hit { unit }));
            }
            Step::Displaced { side, .. } => self.legal_displaced(side, out),
            Step::Overrun { left, .. } => self.legal_overrun(left, out),
            Step::BidTie { .. }
            | Step::Weather
            | Step::Takeover
            | Step::AssaultRoll { .. }
            | Step::CounterRoll { .. }
            | Step::EndRoll
            | Step::Over { .. } => {}
        }
    }

    /// Why an action is not legal.
    pub fn refuse(self, action: Action) -> Result<(), Refusal> {
        match (self.s.step, action) {
            (Step::Bid { .. }, Action::Bid { number, .. }) => self.refuse_bid(number),
            (Step::WeatherShift { die }, Action::Weather { up }) => self.refuse_weather(die, up),
            (Step::WeatherShift { .. }, Action::Decline) => Ok(()),
            (Step::Arrive { side }, Action::Leader { leader, to }) => self.refuse_arrival(side, leader, to),
            (Step::Replace { side, .. }, Action::Advantage) => self.refuse_advantage(side, Use::Replacements),
            (Step::Replace { side, points }, Action::Restore { unit }) => {
                self.refuse_restore(side, points, unit)
            }
            (Step::Replace { side, points }, Action::Rebuild { unit, at }) => {
                self.refuse_rebuild(side, points, unit, at)
            }
            (Step::Station { side, moved }, Action::Leader { leader, to }) => {
                self.refuse_station(side, moved, leader, to)
            }
            (Step::Security { .. }, Action::Security { at }) => self.refuse_security(at),
            (Step::Partisans { .. }, Action::Partisans { at }) => self.refuse_partisans(at),
            (Step::Impulse { side }, Action::Interdict) => self.refuse_interdict(side),
            (Step::Impulse { side }, Action::Operate { at }) => self.refuse_operate(side, at),
            (Step::Impulse { side }, Action::Redeploy { unit }) => {
                let transfer = Transfer::ordinary(side, self.t.charts.redeployment.units);
                self.refuse_redeploy(transfer, unit)
            }
            (Step::Impulse { .. }, Action::Pass) => Ok(()),
            (Step::Interdict, Action::InterdictAt { at }) => self.refuse_interdict_at(at),
            (Step::Redeploy { transfer }, Action::Redeploy { unit }) => self.refuse_redeploy(transfer, unit),
            (Step::RedeployTo { transfer }, Action::RedeployTo { to, with }) => {
                self.refuse_redeploy_to(transfer, to, with)
            }
            (Step::Operations, Action::Move { unit, to, with }) => self.refuse_move(unit, to, with),
            (Step::Operations, Action::Walk { leader, to }) => self.refuse_walk(leader, to),
            (Step::Operations, Action::Assault { at }) => self.refuse_assault(at),
            (Step::Operations, Action::Finish) => self.refuse_finish(),
            (Step::Reserve, Action::Operate { at }) => self.refuse_reserve(at),
            (Step::Point { fight }, Action::Point { unit }) => self.refuse_point(fight, unit),
            (Step::Declare { fight }, Action::Join { unit }) => self.refuse_join(fight, unit),
            (Step::Declare { fight }, Action::JoinAll) => {
                ensure!(self.joiners(fight).len() > 1, Refusal::NobodyToJoin {});
                Ok(())
            }
            (Step::Declare { fight }, Action::Roll { air }) => self.refuse_air(fight, air),
            (Step::AssaultShift { .. } | Step::CounterShift { .. } | Step::PressOn, Action::Advantage) => {
                Ok(())
            }
            (Step::AttackerLoss { fight, .. }, Action::Hit { unit }) => {
                ensure!(self.other_participants(fight).contains(unit), Refusal::NotAParticipant { unit });
                Ok(())
            }
            (Step::DefenderLoss { fight, first, .. }, Action::Hit { unit }) => {
                self.refuse_hit(fight, first, unit)
            }
            (Step::DefenderLoss { fight, first, .. }, Action::Retreat { unit, to, with }) => {
                self.refuse_flexible(fight, first, unit, to, with)
            }
            (
                Step::FailureRetreat { fight, left } | Step::CounterRetreat { fight, left },
                Action::Retreat { unit, to, with },
            ) => self.refuse_way_back(fight, left, unit, to, with),
            (Step::LastStand { fight }, Action::Counter { unit }) => self.refuse_last_stand(fight, unit),
            (Step::Answer { fight }, Action::Stand) => self.refuse_stand(fight),
            (Step::Answer { fight }, Action::Retreat { unit, to, with }) => {
                self.refuse_answer_retreat(fight, unit, to, with)
            }
            (Step::Answer { fight }, Action::Counter { unit }) => self.refuse_counter(fight, unit),
            (Step::Answer { fight }, Action::Hold) => self.refuse_hold(fight),
            (Step::CounterLoss { fight, first, .. }, Action::Hit { unit }) => {
                let (side, area) = (fight.attacker, fight.area);
                let there = self.units(side, area).contains(unit);
                ensure!(there, Refusal::NotAmongThem { unit, rule: rule!("10.6.1a") });
                ensure!(self.victims(side, area, first).contains(unit), Refusal::HighestFirst { unit });
                Ok(())
            }
            (Step::Displaced { side, .. }, Action::Leader { leader, to }) => {
                self.refuse_displaced(side, leader, to)
            }
            (Step::Overrun { left, .. }, Action::Move { unit, to, with }) => {
                self.refuse_overrun(left, unit, to, with)
            }
            (
                Step::Reserve
                | Step::AssaultShift { .. }
                | Step::CounterShift { .. }
                | Step::LastStand { .. }
                | Step::PressOn,
                Action::Decline,
            ) => Ok(()),
            (
                Step::Replace { .. }
                | Step::Station { .. }
                | Step::Security { .. }
                | Step::Partisans { .. }
                | Step::Redeploy { .. }
                | Step::Overrun { .. },
                Action::Done,
            ) => Ok(()),
            _ => Err(Refusal::NotNow {}),
        }
    }

    /// What must hold after every action.
    pub fn invariant(self) -> Result<(), String> {
        let mut here = [Units::empty(); SPACES];
        for index in 0..UNITS {
            let unit = Unit::at(index);
            if let Place::On(space) = self.s.place[index] {
                here[usize::from(space)].insert(unit);
                if !self.t.open[index].contains(board::Space(u16::from(space))) {
                    return Err(format!("{} is where it may not be (9.4)", self.t.counter(unit).id));
                }
            } else if self.s.reduced.contains(unit) || self.activity(unit) > 0 {
                return Err(format!("{} is off the map with a mark", self.t.counter(unit).id));
            }
        }
        if here != self.s.here {
            return Err("the units by location do not follow from their places".to_owned());
        }
        let mut officers = [Leaders::empty(); SPACES];
        for index in 0..LEADERS {
            if let Post::On(space) = self.s.officer[index] {
                officers[usize::from(space)].insert(Leader::at(index));
            }
        }
        if officers != self.s.officers {
            return Err("the Leaders by location do not follow from their posts".to_owned());
        }
        for side in Side::BOTH {
            let occupied =
                self.t.graph.spaces().filter(|&space| !self.units(side, space).is_empty()).collect();
            if self.occupied(side) != occupied {
                return Err(format!("{} occupation is wrong", side.name()));
            }
            for space in occupied & self.t.areas {
                let id = self.t.graph.id(space);
                let room = usize::from(self.t.charts.stacking.units_per_side);
                if self.units(side, space).len() > room {
                    return Err(format!("{} units overstack {id} (7.1.1)", side.name()));
                }
                if self.vacant(side, space) && !self.controls(side, space) {
                    return Err(format!("{} stands alone in {id} without control (7.2.2)", side.name()));
                }
            }
            for space in occupied {
                let enemy = side.enemy();
                let moving = self.s.impulse.side == enemy && self.s.impulse.contested.contains(space);
                let alone = self.vacant(side, space) && !self.leaders(enemy, space).is_empty();
                if alone && !moving && !self.settling(space) {
                    let id = self.t.graph.id(space);
                    return Err(format!("{} Leaders are alone among enemies in {id} (9.6.3)", enemy.name()));
                }
            }
        }
        if !(self.s.partisans & (self.s.soviet | self.s.occupied[0])).is_empty() {
            return Err("partisans are where they cannot be (17.1.3)".to_owned());
        }
        if !(self.s.security & self.s.soviet).is_empty() {
            return Err("a Security marker is in a Soviet Area (17.2.4)".to_owned());
        }
        if !(self.s.soviet & self.t.home).is_empty() {
            return Err("an Axis home Area is Soviet (9.4.8)".to_owned());
        }
        if self.s.advantage.is_none() && self.s.advantage_next.is_none() {
            return Err("nobody will ever hold the Advantage again (11.2)".to_owned());
        }
        Ok(())
    }

    /// While an assault is under way its Leaders are settled at the end only (10.4.5).
    fn settling(self, space: board::Space) -> bool {
        match self.s.step {
            Step::DefenderLoss { fight, .. }
            | Step::AttackerLoss { fight, .. }
            | Step::FailureRetreat { fight, .. }
            | Step::LastStand { fight }
            | Step::Answer { fight }
            | Step::CounterRoll { fight }
            | Step::CounterShift { fight }
            | Step::CounterLoss { fight, .. }
            | Step::CounterRetreat { fight, .. } => fight.area == space,
            _ => false,
        }
    }
}

impl Play<'_> {
    /// Plays a legal action.
    pub fn apply(&mut self, action: Action) {
        // A game is set up without a journal: its first action writes the opening.
        if self.j.listening() && self.look().is_opening() {
            self.tell_opening();
            self.note(rule!("8.1"), Event::Impulse { side: self.s.impulse.side, round: self.s.round });
        }
        match (self.s.step, action) {
            (Step::Bid { seat, first }, Action::Bid { side, number }) => self.bid(seat, first, side, number),
            (Step::WeatherShift { die }, Action::Weather { up }) => self.shift_weather(die, up),
            (Step::WeatherShift { die }, Action::Decline) => self.keep_weather(die),
            (Step::Arrive { side }, Action::Leader { leader, to }) => self.arrive_leader(side, leader, to),
            (Step::Replace { side, points }, Action::Advantage) => self.priority_replacements(side, points),
            (Step::Replace { side, points }, Action::Restore { unit }) => self.restore(side, points, unit),
            (Step::Replace { side, points }, Action::Rebuild { unit, at }) => {
                self.rebuild(side, points, unit, at)
            }
            (Step::Replace { side, .. }, Action::Done) => self.close_replacements(side),
            (Step::Station { side, moved }, Action::Leader { leader, to }) => {
                self.station(side, moved, leader, to)
            }
            (Step::Station { side, .. }, Action::Done) => self.close_station(side),
            (Step::Security { left }, Action::Security { at }) => self.place_security(left, at),
            (Step::Security { .. }, Action::Done) => self.open_partisans(),
            (Step::Partisans { left }, Action::Partisans { at }) => self.place_partisans(left, at),
            (Step::Partisans { .. }, Action::Done) => self.open_impulse_phase(),
            (Step::Impulse { .. }, Action::Interdict) => self.open_interdict(),
            (Step::Impulse { side }, Action::Operate { at }) => self.operate(side, at),
            (Step::Impulse { side }, Action::Redeploy { unit }) => {
                let transfer = Transfer::ordinary(side, self.t.charts.redeployment.units);
                self.pick_transfer(transfer, unit);
            }
            (Step::Impulse { side }, Action::Pass) => self.pass(side),
            (Step::Interdict, Action::InterdictAt { at }) => self.interdict(at),
            (Step::Redeploy { transfer }, Action::Redeploy { unit }) => self.pick_transfer(transfer, unit),
            (Step::Redeploy { transfer }, Action::Done) => self.end_transfer(transfer),
            (Step::RedeployTo { transfer }, Action::RedeployTo { to, with }) => {
                self.redeploy(transfer, to, with)
            }
            (Step::Operations, Action::Move { unit, to, with }) => self.step_unit(unit, to, with),
            (Step::Operations, Action::Walk { leader, to }) => self.walk(leader, to),
            (Step::Operations, Action::Assault { at }) => self.assault(at),
            (Step::Operations, Action::Finish) => self.finish_operations(),
            (Step::Reserve, Action::Operate { at }) => self.operate_second(at),
            (Step::Reserve, Action::Decline) => self.end_operations(),
            (Step::Point { fight }, Action::Point { unit }) => self.name_point(fight, unit),
            (Step::Declare { fight }, Action::Join { unit }) => self.join(fight, Units::one(unit)),
            (Step::Declare { fight }, Action::JoinAll) => {
                let joiners = self.look().joiners(fight);
                self.join(fight, joiners);
            }
            (Step::Declare { fight }, Action::Roll { air }) => self.roll(fight, air),
            (Step::AssaultShift { fight }, Action::Advantage) => self.turn_assault(fight),
            (Step::AssaultShift { fight }, Action::Decline) => self.take_losses(fight),
            (Step::AttackerLoss { fight, left }, Action::Hit { unit }) => {
                self.attacker_loss(fight, left, unit)
            }
            (Step::DefenderLoss { fight, left, .. }, Action::Hit { unit }) => {
                self.defender_loss(fight, left, unit)
            }
            (Step::DefenderLoss { fight, left, .. }, Action::Retreat { unit, to, with }) => {
                self.withdraw(fight, left, unit, to, with);
            }
            (Step::FailureRetreat { fight, left }, Action::Retreat { unit, to, .. }) => {
                let left = self.go_back(fight, left, unit, to);
                self.continue_failure_retreat(fight, left);
            }
            (Step::CounterRetreat { fight, left }, Action::Retreat { unit, to, .. }) => {
                let left = self.go_back(fight, left, unit, to);
                self.continue_counter_retreat(fight, left);
            }
            (Step::LastStand { fight }, Action::Counter { unit }) => self.counter_attack(fight, unit, true),
            (Step::LastStand { fight }, Action::Decline) => self.no_last_stand(fight),
            (Step::Answer { fight }, Action::Stand) => self.stand_fast(fight),
            (Step::Answer { fight }, Action::Retreat { unit, to, with }) => {
                self.answer_retreat(fight, unit, to, with);
            }
            (Step::Answer { fight }, Action::Counter { unit }) => self.counter_attack(fight, unit, false),
            (Step::Answer { fight }, Action::Hold) => self.settle(fight),
            (Step::CounterShift { fight }, Action::Advantage) => self.turn_counter(fight),
            (Step::CounterShift { fight }, Action::Decline) => self.take_counter_losses(fight),
            (Step::CounterLoss { fight, left, .. }, Action::Hit { unit }) => {
                self.counter_loss(fight, left, unit)
            }
            (Step::Displaced { fight, side }, Action::Leader { leader, to }) => {
                self.displace(leader, to);
                self.place_displaced(fight, side);
            }
            (Step::Overrun { fight, left }, Action::Move { unit, to, with }) => {
                self.overrun(fight, left, unit, to, with);
            }
            (Step::Overrun { .. }, Action::Done) => self.open_operations(),
            (Step::PressOn, Action::Advantage) => self.press_on(),
            (Step::PressOn, Action::Decline) => self.open_end_phase(),
            (step, action) => unreachable!("{action:?} is not legal in {step:?}"),
        }
    }

    /// Plays the outcome of the draw that is due.
    pub fn resolve(&mut self, luck: Luck) {
        match self.s.step {
            Step::BidTie { side, bid } => self.bid_dice(side, bid, luck.two_d6()),
            Step::Weather => self.weather_die(luck.d6()),
            Step::Takeover => self.takeover_die(luck.d6()),
            Step::AssaultRoll { fight } => self.assault_dice(fight, luck.two_d6()),
            Step::CounterRoll { fight } => self.counter_dice(fight, luck.two_d6()),
            Step::EndRoll => self.end_die(luck.d6()),
            step => unreachable!("no draw is due in {step:?}"),
        }
    }
}
