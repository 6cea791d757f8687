//! Which module answers for which action in which step: what is legal, why not, and what it does.

use board::Member;
use kernel::{Luck, rule};

use crate::{
    action::{Action, Method, Prey},
    refusal::{Refusal, ensure},
    sequence::{Phase, Step},
    state::{Look, Place, Play},
    tables::{COMBAT, Class, SPACES, Side, Spaces, TRUCK_PARTISAN, Unit, Units},
};

impl Look<'_> {
    /// The legal actions, in their order.
    pub fn legal(self, out: &mut Vec<Action>) {
        match self.s.step {
            Step::SetUp { side } => self.legal_set_up(side, out),
            Step::PartisanKind => {
                for prey in [Prey::Rail, Prey::Truck] {
                    if self.partisan_choice(prey) {
                        out.push(Action::Incite(prey));
                    }
                }
            }
            Step::Partisans { prey, .. } => self.legal_partisans(prey, out),
            Step::Move { side, phase } => self.legal_movement(side, phase, out),
            Step::Passing { side, unit, .. } => self.legal_passing(side, unit, out),
            Step::Ride { unit, .. } => out.extend(self.stations(unit).iter().map(|to| Action::To { to })),
            Step::Flight { unit, .. } => out.extend(self.flights(unit).iter().map(|to| Action::To { to })),
            Step::Split { unit, first, .. } => self.legal_split(unit, first, out),
            Step::Form { one, other, .. } => {
                out.extend(self.formable(one, other).iter().map(|unit| Action::Form { unit }));
            }
            Step::Overstack { side, .. } => {
                let over = self.overstacked(side);
                for unit in self.t.combat[side.index()] {
                    if self.at(unit).is_some_and(|space| over.contains(space)) {
                        out.push(Action::Remove { unit });
                    }
                }
            }
            Step::CommissarChoose { column, row } => self.legal_commissar(column, row, out),
            Step::Combat { side } => self.legal_combat(side, out),
            Step::Bombing => {
                self.legal_bombs(Side::Axis, out);
                out.push(Action::Decline);
            }
            Step::Reserves => self.legal_reserves(out),
            Step::Supply { attacker } => self.legal_supply(attacker, out),
            Step::AirliftPair { unit, .. } => {
                out.extend(self.airlift_partners().iter().map(|to| Action::Airlift { unit, to }));
                out.push(Action::Decline);
            }
            Step::AirSupport => {
                out.extend(self.supporters().iter().map(|unit| Action::Support { unit }));
                out.push(Action::Decline);
            }
            Step::Losses { side, points, .. } => self.legal_losses(side, points, out),
            Step::WithdrawalChoice { .. } => out.extend([Action::Stand, Action::Withdraw]),
            Step::Withdrawing { side, distance, unit, made } => {
                self.legal_retreats((side, distance, unit, made), out);
            }
            Step::Follow { .. } => self.legal_follows(out),
            Step::Shortfall { unit, .. } => self.legal_shortfall(unit, out),
            Step::Advance { priced, leaders } => self.legal_advance(priced, leaders, out),
            Step::CounterMethod => out.extend(Method::BOTH.map(Action::Reckon)),
            Step::Continue { asked } => self.legal_continue(asked, out),
            Step::LeaderRefuge { leader } => {
                out.extend(self.refuges(leader).iter().map(|to| Action::To { to }));
            }
            Step::Recover { side } => self.legal_recover(side, out),
            Step::Boxes { side } => self.legal_boxes(side, out),
            Step::Swap { unit, first, .. } => self.legal_swap(unit, first, out),
            Step::Replace { side } => self.legal_replace(side, out),
            Step::Enter { unit, .. } => out.extend(self.entries(unit).iter().map(|to| Action::To { to })),
            Step::Rebuild { side } => self.legal_rebuild(side, out),
            Step::Save { side } => out.extend((0..=self.ops(side) / 2).map(Action::Save)),
            Step::Weather
            | Step::RedeployRoll
            | Step::RedeployOrder
            | Step::Operations { .. }
            | Step::Objectives { .. }
            | Step::PartisanRoll
            | Step::CommissarColumn
            | Step::CommissarSecond { .. }
            | Step::CommissarRow { .. }
            | Step::BombRoll { .. }
            | Step::ReserveRoll { .. }
            | Step::CombatRoll
            | Step::WithdrawalRoll
            | Step::Aftermath
            | Step::LeaderRoll { .. }
            | Step::RecoverRoll { .. }
            | Step::FogObjectives { .. }
            | Step::Over { .. } => {}
        }
    }

    /// Why an action is not legal.
    pub fn refuse(self, action: Action) -> Result<(), Refusal> {
        let not_now = Err(Refusal::NotNow {});
        match (self.s.step, action) {
            (Step::SetUp { side }, Action::Place { unit, to }) => self.refuse_set_up(side, unit, to),
            (Step::SetUp { side }, Action::PlaceRest) => {
                ensure!(!self.unplaced(side).is_empty(), Refusal::AllPlaced {});
                Ok(())
            }
            (Step::SetUp { side }, Action::Done) => {
                ensure!(self.unplaced(side).is_empty(), Refusal::SetUpUnfinished {});
                Ok(())
            }
            (Step::PartisanKind, Action::Incite(prey)) => {
                ensure!(self.partisan_choice(prey), Refusal::NoPartisans {});
                Ok(())
            }
            (Step::Partisans { prey: Prey::Rail, .. }, Action::Raid { to }) => self.refuse_raid(to),
            (Step::Partisans { prey: Prey::Truck, .. }, Action::Ambush { truck }) => {
                self.refuse_ambush(truck)
            }
            (Step::Partisans { prey, .. }, Action::Stay) => {
                ensure!(self.may_stay(prey), Refusal::NoPartisans {});
                Ok(())
            }
            (Step::Partisans { .. }, Action::Decline) => Ok(()),
            (Step::Move { side, phase }, Action::Place { unit, to }) => {
                self.refuse_arrival(side, phase, unit, to)
            }
            (Step::Move { side: Side::Axis, phase: Phase::Rail }, Action::Convert { unit, to }) => {
                self.refuse_convert(unit, to)
            }
            (Step::Move { phase: Phase::Redeploy, .. }, Action::Convert { unit, .. }) => {
                Err(Refusal::NotRedeploying { unit })
            }
            (Step::Move { side, phase }, Action::Move { unit, to }) => {
                self.refuse_move(side, phase, unit, to)
            }
            (Step::Passing { side, phase, unit: passing }, Action::Move { unit, to }) => {
                ensure!(unit == passing, Refusal::NotNow {});
                self.refuse_move(side, phase, unit, to)
            }
            (Step::Move { side, phase }, Action::Attach { leader, unit }) => {
                self.refuse_attach(side, phase, leader, unit)
            }
            (Step::Move { side, .. }, Action::Detach { unit }) => self.refuse_detach(side, unit),
            (Step::Move { side, phase }, Action::Entrain { unit }) => self.refuse_entrain(side, phase, unit),
            (Step::Move { side, phase }, Action::Fly { unit }) => self.refuse_fly(side, phase, unit),
            (Step::Move { side, phase }, Action::Drop { to }) => self.refuse_drop(side, phase, to),
            (Step::Move { side, phase }, Action::Break { unit }) => self.refuse_break(side, phase, unit),
            (Step::Move { side, phase }, Action::Join { one, other }) => {
                self.refuse_join(side, phase, one, other)
            }
            (Step::Move { .. }, Action::Done) => Ok(()),
            (Step::Ride { side, unit, .. }, Action::To { to }) => self.refuse_station(side, unit, to),
            (Step::Flight { unit, .. }, Action::To { to }) => self.refuse_landing(unit, to),
            (Step::Split { unit, first, .. }, Action::Take { unit: corps, reduced }) => {
                self.refuse_take(unit, first, corps, reduced)
            }
            (Step::Form { one, other, .. }, Action::Form { unit }) => self.refuse_form(one, other, unit),
            (Step::Overstack { side, .. }, Action::Remove { unit }) => self.refuse_remove(side, unit),
            (Step::CommissarChoose { column, row }, Action::To { to }) => {
                self.refuse_commissar(column, row, to)
            }
            (Step::Combat { side }, Action::Bomb { unit, truck }) => self.refuse_bomb(side, unit, truck),
            (Step::Combat { side }, Action::Attack { space, method }) => {
                self.refuse_attack(side, space, method)
            }
            (Step::Combat { side }, Action::Done) => self.refuse_end_combat(side),
            (Step::Bombing, Action::Bomb { unit, truck }) => self.refuse_bomb(Side::Axis, unit, truck),
            (Step::Bombing, Action::Decline) => Ok(()),
            (Step::Reserves, Action::Reserve { leader, unit }) => self.refuse_reserve(leader, unit),
            (Step::Reserves, Action::Commit) => {
                ensure!(self.s.battle.reserves[0].is_some(), Refusal::NobodyNamed {});
                Ok(())
            }
            (Step::Reserves, Action::Decline) => Ok(()),
            (Step::Supply { attacker }, Action::Airlift { unit, to }) => {
                self.refuse_airlift(attacker, unit, to)
            }
            (Step::Supply { attacker }, Action::BuySupply) => self.refuse_buy_supply(attacker),
            (Step::Supply { .. }, Action::GoWithout) => Ok(()),
            (Step::AirliftPair { unit, .. }, Action::Airlift { unit: flier, to }) => {
                self.refuse_airlift_pair(unit, flier, to)
            }
            (Step::AirliftPair { .. }, Action::Decline) => Ok(()),
            (Step::AirSupport, Action::Support { unit }) => self.refuse_support(unit),
            (Step::AirSupport, Action::Decline) => Ok(()),
            (Step::Losses { side, .. }, Action::Lose { unit }) => self.refuse_lose(side, unit),
            (Step::Losses { side, points, .. }, Action::Substitute { unit, corps, reduced }) => {
                self.refuse_substitute(side, points, unit, corps, reduced)
            }
            (Step::WithdrawalChoice { .. }, Action::Stand | Action::Withdraw) => Ok(()),
            (Step::Withdrawing { side, distance, unit: going, made }, Action::Retreat { unit, to }) => {
                self.refuse_retreat((side, distance, going, made), unit, to)
            }
            (Step::Follow { .. }, Action::Follow { unit, to }) => self.refuse_follow(unit, to),
            (Step::Shortfall { unit: short, .. }, Action::Lose { unit }) => {
                ensure!(unit == short, Refusal::NotInCombat { unit, rule: rule!("11.9.3") });
                Ok(())
            }
            (Step::Shortfall { unit: short, .. }, Action::Substitute { unit, corps, reduced }) => {
                ensure!(unit == short, Refusal::NotInCombat { unit, rule: rule!("11.9.3") });
                self.refuse_shortfall(unit, corps, reduced)
            }
            (Step::Advance { priced, leaders }, Action::Advance { unit, to }) => {
                self.refuse_advance(priced, leaders, unit, to)
            }
            (Step::Advance { .. }, Action::Done) => Ok(()),
            (Step::CounterMethod, Action::Reckon(_)) => Ok(()),
            (Step::Continue { asked }, Action::Continue { space }) => self.refuse_continue(asked, space),
            (Step::Continue { .. }, Action::Pass) => Ok(()),
            (Step::LeaderRefuge { leader }, Action::To { to }) => self.refuse_refuge(leader, to),
            (Step::Recover { side }, Action::RecoverLeader { unit }) => {
                self.refuse_recover_leader(side, unit)
            }
            (Step::Recover { side }, Action::RecoverTruck { unit, leader }) => {
                self.refuse_recover_truck(side, unit, leader)
            }
            (Step::Boxes { side }, Action::Swap { unit }) => self.refuse_swap(side, unit),
            (Step::Swap { unit, first, .. }, Action::Take { unit: corps, reduced: false }) => {
                self.refuse_swap_corps(unit, first, corps)
            }
            (Step::Replace { side }, Action::Buy { unit, reduced }) => self.refuse_buy(side, unit, reduced),
            (Step::Replace { side }, Action::Rebuild { unit }) => self.refuse_rebuild_luftwaffe(side, unit),
            (Step::Enter { unit, .. }, Action::To { to }) => self.refuse_entry(unit, to),
            (Step::Rebuild { side }, Action::Rebuild { unit }) => self.refuse_rebuild(side, unit),
            (Step::Save { side }, Action::Save(points)) => self.refuse_save(side, points),
            (
                Step::Recover { .. } | Step::Boxes { .. } | Step::Replace { .. } | Step::Rebuild { .. },
                Action::Done,
            ) => Ok(()),
            _ => not_now,
        }
    }

    /// What must hold after every action: the counter mix and the boxes add up.
    pub fn invariant(self) -> Result<(), String> {
        let mut count = [[0u8; SPACES]; 2];
        for (index, &place) in self.s.place.iter().enumerate() {
            let unit = Unit::at(index);
            let id = &self.t.counter(unit).id;
            let class = self.class(unit);
            let combat = index < COMBAT[1].end;
            if let Some(space) = place.space() {
                if combat {
                    count[usize::from(index >= COMBAT[1].start)][space.index()] += 1;
                }
                if !self.t.map.is_ox(space)
                    && (self.t.counter(unit).is_army() || class == Class::Truck || class == Class::Marker)
                    && !matches!(self.s.step, Step::Passing { .. } | Step::Withdrawing { .. })
                    && !matches!(self.s.resume, Some(Step::Passing { .. }))
                {
                    return Err(format!("{id} stands in the diamond {} (6.1.1)", self.t.map.id(space)));
                }
                continue;
            }
            let fits = match place {
                Place::BREAKDOWN => combat && (self.t.counter(unit).combines || self.t.counter(unit).breaks),
                Place::ELIMINATED => combat || class == Class::Truck,
                Place::ENTRY => combat,
                Place::SET_UP => matches!(self.s.step, Step::SetUp { .. }),
                Place::OFF => class == Class::Marker && !self.t.rail_markers.contains(unit),
                // In play only leaders and the airborne division; arranged positions leave everybody else out.
                Place::GONE => true,
                other => unit == TRUCK_PARTISAN && other.truck().is_some(),
            };
            if !fits {
                return Err(format!("{id} cannot be off the map there"));
            }
            if self.is_reduced(unit) && place != Place::BREAKDOWN {
                return Err(format!("{id} is reduced or disrupted off the map"));
            }
            if self.s.points[index] > 0 {
                return Err(format!("{id} is off the map and has movement points"));
            }
        }
        if count != self.s.count {
            return Err("the numbers of units by area do not follow from their places".to_owned());
        }
        for side in Side::BOTH {
            let occupied: Spaces =
                self.t.map.graph.spaces().filter(|space| count[side.index()][space.index()] > 0).collect();
            if self.occupied(side) != occupied {
                return Err(format!("{} occupation is wrong", side.name()));
            }
            let gone = |unit: Unit| self.place(unit) == Place::GONE && unit != self.t.airborne;
            let whole = !self.t.combat[side.index()].iter().any(gone);
            if whole && self.box_count(side) < self.t.minimum(side) {
                return Err(format!("the {} boxes hold too little (12.5)", side.name()));
            }
            let mut alone = occupied - self.occupied(side.enemy());
            if let Some(space) = self.exchanging() {
                alone.remove(space);
            }
            if let Some(space) = (alone - self.s.control[side.index()]).first()
                && !matches!(self.s.step, Step::SetUp { .. })
            {
                let (side, id) = (side.name(), self.t.map.id(space));
                return Err(format!("{side} units stand alone in {id} without control (13.1.1)"));
            }
        }
        if !(self.s.control[0] & self.s.control[1]).is_empty() {
            return Err("both sides control an area (13.1.1)".to_owned());
        }
        for index in 0..self.s.party.len() {
            for other in 0..index {
                if !(self.s.party[index] & self.s.party[other]).is_empty() {
                    return Err("two leaders carry one unit (6.3.4)".to_owned());
                }
            }
        }
        let truck = self.place(TRUCK_PARTISAN).truck();
        if truck.is_some_and(|truck| self.at(truck).is_none() || !self.is_reduced(truck)) {
            return Err("partisans sit on a truck that is lost or recovered (8.1.5)".to_owned());
        }
        let troops = self.s.moved & (self.t.combat[0] | self.t.combat[1]);
        if let Some(unit) = troops.iter().find(|&unit| self.at(unit).is_none()) {
            return Err(format!("{} has moved and is off the map", self.t.counter(unit).id));
        }
        if !(self.s.battle.present - Units::below(COMBAT[1].end)).is_empty() {
            return Err("somebody fights who is no combat unit".to_owned());
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Plays a legal action.
    pub fn apply(&mut self, action: Action) {
        self.act(action);
        self.settle();
    }

    fn act(&mut self, action: Action) {
        match (self.s.step, action) {
            (Step::SetUp { .. }, Action::Place { unit, to }) => self.set_up(unit, to),
            (Step::SetUp { side }, Action::PlaceRest) => self.set_up_rest(side),
            (Step::SetUp { side }, Action::Done) => self.finish_set_up(side),
            (Step::PartisanKind, Action::Incite(prey)) => self.incite(prey),
            (Step::Partisans { both, .. }, Action::Raid { to }) => self.raid(to, both),
            (Step::Partisans { both, .. }, Action::Ambush { truck }) => self.ambush(truck, both),
            (Step::Partisans { prey, both }, Action::Stay) => self.close_partisans(prey, both),
            (Step::Partisans { prey, both }, Action::Decline) => self.hold_back(prey, both),
            (Step::Move { side, .. }, Action::Place { unit, to }) => self.arrive(side, unit, to),
            (Step::Move { .. }, Action::Convert { unit, to }) => self.convert(unit, to),
            (Step::Move { side, phase } | Step::Passing { side, phase, .. }, Action::Move { unit, to }) => {
                self.march(side, phase, unit, to);
            }
            (Step::Move { side, phase }, Action::Attach { leader, unit }) => {
                self.attach(side, phase, leader, unit);
            }
            (Step::Move { .. }, Action::Detach { unit }) => self.detach(unit),
            (Step::Move { side, phase }, Action::Entrain { unit }) => self.open_ride(side, phase, unit),
            (Step::Move { side, phase }, Action::Fly { unit }) => self.open_flight(side, phase, unit),
            (Step::Move { side, .. }, Action::Drop { to }) => self.drop_airborne(side, to),
            (Step::Move { side, phase }, Action::Break { unit }) => {
                self.open_split(side, phase, unit, None);
            }
            (Step::Move { side, phase }, Action::Join { one, other }) => {
                self.open_form(side, phase, [one, other]);
            }
            (Step::Move { side, phase }, Action::Done) => self.close_movement(side, phase),
            (Step::Ride { side, phase, unit }, Action::To { to }) => self.ride(side, phase, unit, to),
            (Step::Flight { side, phase, unit }, Action::To { to }) => self.fly(side, phase, unit, to),
            (Step::Split { side, phase, unit, first: None }, Action::Take { unit: corps, reduced }) => {
                self.open_split(side, phase, unit, Some((corps, reduced)));
            }
            (Step::Split { unit, first: Some(first), .. }, Action::Take { unit: corps, reduced }) => {
                self.split(unit, first, (corps, reduced));
            }
            (Step::Form { one, other, .. }, Action::Form { unit }) => self.form(one, other, unit),
            (Step::Overstack { side, after }, Action::Remove { unit }) => self.remove(side, unit, after),
            (Step::CommissarChoose { .. }, Action::To { to }) => self.send_commissar(to),
            (Step::Combat { .. }, Action::Bomb { unit, truck }) => self.aim(unit, truck, false),
            (Step::Bombing, Action::Bomb { unit, truck }) => self.aim(unit, truck, true),
            (Step::Bombing, Action::Decline) => self.open_reserves(),
            (Step::Combat { side }, Action::Attack { space, method }) => self.declare(side, space, method),
            (Step::Combat { side }, Action::Done) => self.close_combat(side),
            (Step::Reserves, Action::Reserve { leader, unit }) => self.name_reserve(leader, unit),
            (Step::Reserves, Action::Commit) => self.commit_reserves(),
            (Step::Reserves, Action::Decline) => self.decline_reserves(),
            (Step::Supply { attacker }, Action::Airlift { unit, to }) => self.airlift(attacker, unit, to),
            (Step::Supply { attacker }, Action::BuySupply) => self.buy_supply(attacker),
            (Step::Supply { attacker }, Action::GoWithout) => self.close_supply(attacker, false),
            (Step::AirliftPair { attacker, unit }, Action::Airlift { to, .. }) => {
                self.airlift_second(attacker, unit, to);
            }
            (Step::AirliftPair { attacker, .. }, Action::Decline) => self.open_supply(attacker),
            (Step::AirSupport, Action::Support { unit }) => self.support(unit),
            (Step::AirSupport, Action::Decline) => self.open_combat_roll(),
            (Step::Losses { side, left, points }, Action::Lose { unit }) => {
                self.lose(side, left, points, unit)
            }
            (Step::Losses { side, left, points }, Action::Substitute { unit, corps, reduced }) => {
                self.substitute_in_losses((side, left, points), unit, corps, reduced);
            }
            (Step::WithdrawalChoice { side, distance }, Action::Stand) => self.stand(side, distance),
            (Step::WithdrawalChoice { side, distance }, Action::Withdraw) => {
                self.withdraw(side, distance, false);
            }
            (Step::Withdrawing { side, distance, made, .. }, Action::Retreat { unit, to }) => {
                self.retreat(side, distance, made, unit, to);
            }
            (Step::Follow { side }, Action::Follow { unit, to }) => self.follow(side, unit, to),
            (Step::Shortfall { side, unit }, Action::Lose { .. }) => self.shortfall(side, unit, None),
            (Step::Shortfall { side, unit }, Action::Substitute { corps, reduced, .. }) => {
                self.shortfall(side, unit, Some((corps, reduced)));
            }
            (Step::Advance { priced, leaders }, Action::Advance { unit, to }) => {
                self.advance(priced, leaders, unit, to);
            }
            (Step::Advance { .. }, Action::Done) => self.open_counter(),
            (Step::CounterMethod, Action::Reckon(method)) => self.counter_attack(method),
            (Step::Continue { asked }, Action::Continue { space }) => self.continue_battle(asked, space),
            (Step::Continue { asked }, Action::Pass) => self.pass(asked),
            (Step::LeaderRefuge { leader }, Action::To { to }) => self.relocate(leader, to),
            (Step::Recover { side }, Action::RecoverLeader { unit }) => self.try_recovery(side, unit, unit),
            (Step::Recover { side }, Action::RecoverTruck { unit, leader }) => {
                self.try_recovery(side, unit, leader);
            }
            (Step::Recover { side }, Action::Done) => self.open_boxes(side),
            (Step::Boxes { side }, Action::Swap { unit }) => self.open_swap(side, unit, None),
            (Step::Boxes { side }, Action::Done) => self.open_replace(side),
            (Step::Swap { side, unit, first: None }, Action::Take { unit: corps, .. }) => {
                self.open_swap(side, unit, Some(corps));
            }
            (Step::Swap { side, unit, first: Some(first) }, Action::Take { unit: corps, .. }) => {
                self.swap(side, unit, first, corps);
            }
            (Step::Replace { side }, Action::Buy { unit, reduced }) => self.buy(side, unit, reduced),
            (Step::Replace { side }, Action::Rebuild { unit }) => self.rebuild_luftwaffe(side, unit),
            (Step::Replace { side }, Action::Done) => self.open_rebuild(side),
            (Step::Enter { side, unit, reduced }, Action::To { to }) => self.enter(side, unit, reduced, to),
            (Step::Rebuild { side }, Action::Rebuild { unit }) => self.rebuild(side, unit),
            (Step::Rebuild { side }, Action::Done) => self.close_player_turn(side),
            (Step::Save { side }, Action::Save(points)) => self.close_save(side, points),
            (step, action) => unreachable!("{action:?} is not legal in {step:?}"),
        }
    }

    /// Plays the outcome of the dice that are due.
    pub fn resolve(&mut self, luck: Luck) {
        match self.s.step {
            Step::Weather => self.roll_weather(luck.d6()),
            Step::RedeployRoll => self.roll_redeployment(luck.two_d6()),
            Step::RedeployOrder => self.order_redeployment(luck.two_d6()),
            Step::Operations { side } => self.roll_operations(side, luck.two_d6()),
            Step::Objectives { side } => {
                self.roll_objectives(side, luck.two_d6());
                self.close_operations(side);
            }
            Step::PartisanRoll => self.roll_partisans(luck.d6()),
            Step::CommissarColumn => self.roll_commissar_column(luck.d6()),
            Step::CommissarSecond { die } => self.roll_commissar_second(die, luck.d6()),
            Step::CommissarRow { column } => self.roll_commissar_row(column, luck.two_d6()),
            Step::BombRoll { unit, truck, round } => self.bomb(unit, truck, round, luck.d6()),
            Step::ReserveRoll { index } => self.roll_reserve(index, luck.d6()),
            Step::CombatRoll => self.roll_combat(luck.two_d6()),
            Step::WithdrawalRoll => self.roll_withdrawal(luck.d6()),
            Step::LeaderRoll { leader } => self.roll_leader(leader, luck.two_d6()),
            Step::RecoverRoll { side, unit, leader } => self.roll_recovery(side, unit, leader, luck.d6()),
            Step::FogObjectives { side } => self.roll_fog(side, luck.two_d6()),
            step => unreachable!("no dice are due in {step:?}"),
        }
        self.settle();
    }
}
