//! 8.0 Partisans and the garrison.

use board::Space;
use kernel::rule;

use crate::{
    action::{Action, Prey},
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play},
    tables::{PartisanResult, RAIL_PARTISAN, Side, Spaces, TRUCK_PARTISAN, Unit, Units},
};

impl Look<'_> {
    /// 8.1.1 Oxes of converted rail, except those the Axis controlled at the start.
    pub fn raid_targets(self) -> Spaces {
        let mut oxes = self.s.converted & self.t.map.oxes & self.t.map.rail;
        oxes -= self.t.map.start_control[Side::Axis.index()];
        if let Some(now) = self.rail_cut() {
            oxes.remove(now);
        }
        oxes
    }

    /// 8.1.1 German trucks that are not disrupted.
    pub fn ambush_targets(self) -> Units {
        let trucks = self.t.trucks[Side::Axis.index()];
        trucks.iter().filter(|&truck| self.at(truck).is_some() && !self.is_reduced(truck)).collect()
    }

    fn partisans_of(prey: Prey) -> Unit {
        match prey {
            Prey::Rail => RAIL_PARTISAN,
            Prey::Truck => TRUCK_PARTISAN,
        }
    }

    /// 8.1.4 Whether partisans of this kind are on the map and may stay.
    pub fn may_stay(self, prey: Prey) -> bool {
        self.place(Look::partisans_of(prey)) != Place::OFF
    }

    /// 8.1.1 Whether partisans of this kind have anything to choose.
    pub fn partisan_choice(self, prey: Prey) -> bool {
        self.may_stay(prey)
            || match prey {
                Prey::Rail => !self.raid_targets().is_empty(),
                Prey::Truck => !self.ambush_targets().is_empty(),
            }
    }

    pub fn legal_partisans(self, prey: Prey, out: &mut Vec<Action>) {
        match prey {
            Prey::Rail => out.extend(self.raid_targets().iter().map(|to| Action::Raid { to })),
            Prey::Truck => out.extend(self.ambush_targets().iter().map(|truck| Action::Ambush { truck })),
        }
        if self.may_stay(prey) {
            out.push(Action::Stay);
        }
        out.push(Action::Decline);
    }

    pub fn refuse_raid(self, to: Space) -> Result<(), Refusal> {
        ensure!(self.t.map.is_ox(to) && self.s.converted.contains(to), Refusal::NotConverted { space: to });
        ensure!(!self.t.map.start_control[0].contains(to), Refusal::AxisAtStart { space: to });
        ensure!(self.raid_targets().contains(to), Refusal::PartisansThere { space: to });
        Ok(())
    }

    pub fn refuse_ambush(self, truck: Unit) -> Result<(), Refusal> {
        ensure!(self.t.trucks[0].contains(truck), Refusal::NoAxisTruck { unit: truck });
        ensure!(self.at(truck).is_some(), Refusal::NotOnMap { unit: truck });
        ensure!(!self.is_reduced(truck), Refusal::TruckDisrupted { unit: truck, rule: rule!("8.1.1") });
        Ok(())
    }
}

impl Play<'_> {
    /// 8.1.2 The die tells which kinds act. 8.1.4 Kinds that do not act leave the map.
    pub fn roll_partisans(&mut self, die: u8) {
        let result = self.t.charts.partisans.results[usize::from(die) - 1];
        self.note(rule!("8.1.2"), Event::Partisans { die, result });
        match result {
            PartisanResult::None => {
                self.disperse(Prey::Rail, rule!("8.1.4"));
                self.disperse(Prey::Truck, rule!("8.1.4"));
                self.open_soviet_movement();
            }
            PartisanResult::Rail => self.incite(Prey::Rail),
            PartisanResult::Truck => self.incite(Prey::Truck),
            PartisanResult::Either => {
                if !self.look().partisan_choice(Prey::Rail) && !self.look().partisan_choice(Prey::Truck) {
                    return self.open_soviet_movement();
                }
                self.go(Step::PartisanKind);
            }
            PartisanResult::Both => self.open_partisans(Prey::Rail, true),
        }
    }

    /// 8.1.4 One kind acts, the other is removed.
    pub fn incite(&mut self, prey: Prey) {
        let other = if prey == Prey::Rail { Prey::Truck } else { Prey::Rail };
        self.disperse(other, rule!("8.1.4"));
        self.open_partisans(prey, false);
    }

    fn open_partisans(&mut self, prey: Prey, both: bool) {
        if self.look().partisan_choice(prey) {
            return self.go(Step::Partisans { prey, both });
        }
        self.close_partisans(prey, both);
    }

    pub fn close_partisans(&mut self, prey: Prey, both: bool) {
        if both && prey == Prey::Rail {
            return self.open_partisans(Prey::Truck, true);
        }
        self.open_soviet_movement();
    }

    /// 8.1.1 Partisans cut the rail in an ox.
    pub fn raid(&mut self, to: Space, both: bool) {
        self.put(RAIL_PARTISAN, Place::on(to));
        self.note(rule!("8.1.1"), Event::Raid { to });
        self.check_garrison();
        if self.look().rail_cut().is_none() {
            self.s.tried.insert(RAIL_PARTISAN);
        }
        self.close_partisans(Prey::Rail, both);
    }

    /// 8.1.1 Partisans fall upon a truck, which is disrupted at once. 8.1.3 Not in the garrison's ox.
    pub fn ambush(&mut self, truck: Unit, both: bool) {
        self.note(rule!("8.1.1"), Event::Ambush { truck });
        let look = self.look();
        if look.at(truck).is_some() && look.at(truck) == look.at(look.t.garrison) {
            self.put(TRUCK_PARTISAN, Place::OFF);
            self.note(rule!("8.1.3"), Event::PartisansGone { prey: Prey::Truck });
        } else {
            self.put(TRUCK_PARTISAN, Place::aboard(truck));
            self.s.reduced.insert(truck);
            self.note(rule!("8.1.1"), Event::TruckDisrupted { unit: truck });
        }
        self.close_partisans(Prey::Truck, both);
    }

    /// 8.1.4 An active kind that is neither placed nor kept is off the map until the next roll.
    pub fn hold_back(&mut self, prey: Prey, both: bool) {
        self.disperse(prey, rule!("8.1.4"));
        self.close_partisans(prey, both);
    }

    /// 8.1.5 The line repairs itself when the partisans leave; a truck stays disrupted until recovered.
    pub fn disperse(&mut self, prey: Prey, rule: kernel::RuleRef) {
        let unit = Look::partisans_of(prey);
        if self.s.place[usize::from(unit.0)] != Place::OFF {
            self.put(unit, Place::OFF);
            self.note(rule, Event::PartisansGone { prey });
        }
    }

    /// 8.1.3 The garrison drives off partisans in its ox, whoever of them arrives.
    pub fn check_garrison(&mut self) {
        let Some(space) = self.look().at(self.t.garrison) else { return };
        if self.look().rail_cut() == Some(space) {
            self.disperse(Prey::Rail, rule!("8.1.3"));
            if let Step::Move { side: Side::Axis, .. } | Step::Ride { side: Side::Axis, .. } = self.s.step {
                self.refresh_trains(Side::Axis);
            }
        }
        if let Some(truck) = self.look().place(TRUCK_PARTISAN).truck()
            && self.look().at(truck) == Some(space)
        {
            self.disperse(Prey::Truck, rule!("8.1.3"));
        }
    }
}
