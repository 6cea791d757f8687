//! 8.2 APCs and their passengers, 8.10 riders on tanks.

use board::{Member, Space, hex::Direction};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m03_stacking::Shift,
    m05_movement::Stance,
    refusal::{Halves, Refusal, ensure},
    sequence::Active,
    state::{Level, Look, NOBODY, Place, Play, option},
    tables::{Kind, Side, Unit},
};

impl Look<'_> {
    /// 8.2 An APC takes one infantry, heavy weapons or Schmel unit and one leader; 8.10 a tank one infantry-type unit and
    /// one leader.
    pub fn fits_aboard(self, unit: Unit, vehicle: Unit) -> bool {
        let kind = self.t.kind(unit);
        let slot = usize::from(kind == Kind::Leader);
        let apc = matches!(kind, Kind::Infantry | Kind::HeavyWeapons | Kind::Schmel | Kind::Leader);
        let carried = if self.t.apcs.contains(vehicle) { apc } else { self.t.foot.contains(unit) };
        carried && self.side(unit) == self.side(vehicle) && self.s.cargo[vehicle.index()][slot] == NOBODY
    }

    /// 8.2 The APC pays a point for loading and one for unloading, once a hex. 3.1.3 It must still be able to stop.
    fn refuse_load_cost(self, active: &Active, paid: bool, shift: Shift) -> Result<u8, Refusal> {
        let cost = if paid { 0 } else { self.t.charts.movement.load };
        let stance = self.stance(active);
        let left = stance.budget.saturating_sub(stance.spent);
        ensure!(cost <= left, Refusal::TooDear { cost: Halves(cost), left: Halves(left) });
        let stops = !active.left || self.room_after(active.unit, stance.at, stance.level, shift);
        let spent = stance.spent + cost;
        let goes_on = stops || self.can_go_on(Stance { spent, ..stance }, shift);
        ensure!(goes_on, Refusal::NowhereToStop { space: stance.at });
        Ok(cost)
    }

    /// 8.2 Who may be loaded. Our reading: on the ground level of the APC's hex, able, not having fired; once up and once
    /// down in an activation.
    pub fn refuse_load(self, active: &Active, unit: Unit) -> Result<u8, Refusal> {
        let apc = active.unit;
        ensure!(!active.halted, Refusal::Halted {});
        ensure!(self.t.apcs.contains(apc), Refusal::NotAnApc { unit: apc });
        ensure!(self.side(unit) == self.side(apc), Refusal::NotYours { unit });
        let kind = self.t.kind(unit);
        let carried = matches!(kind, Kind::Infantry | Kind::HeavyWeapons | Kind::Schmel | Kind::Leader);
        ensure!(carried, Refusal::CannotRide { unit });
        ensure!(!(self.s.loaded | self.s.put_down).contains(unit), Refusal::LoadedOnce { unit });
        let here = self.at(apc).map(|at| (at, Level::Ground));
        ensure!(self.spot(unit) == here && here.is_some(), Refusal::NotBeside { unit });
        ensure!(self.status(unit).acts(), Refusal::TooShaken { unit });
        ensure!(!self.s.fired.contains(unit), Refusal::HasFired { unit });
        ensure!(self.fits_aboard(unit, apc), Refusal::NoRoomAboard { unit });
        self.refuse_load_cost(active, active.load_paid, Shift { gone: Some(unit), came: None })
    }

    /// 10.1.2 Before the first shot nobody gets off a Russian vehicle; Chechen riders (8.10) are not bound.
    fn may_put_down(self, vehicle: Unit) -> bool {
        self.s.released || self.side(vehicle) == Side::Chechen
    }

    /// 8.2 Passengers get off into the vehicle's hex or one next to it, on the ground level, free of enemies. Our reading:
    /// only where a foot unit could go, within stacking.
    pub fn refuse_unload(self, active: &Active, unit: Unit, to: Space) -> Result<u8, Refusal> {
        let vehicle = active.unit;
        ensure!(!active.halted, Refusal::Halted {});
        ensure!(self.carrier(unit) == Some(vehicle), Refusal::NotAboard { unit });
        ensure!(!self.s.put_down.contains(unit), Refusal::LoadedOnce { unit });
        ensure!(self.may_put_down(vehicle), Refusal::NothingUnloads {});
        let at = self.at(vehicle).unwrap_or(active.start);
        if to != at {
            let side = self.t.map.direction(at, to).ok_or(Refusal::NotNextTo { space: to })?;
            let river = self.t.map.river(at, side) && !self.t.map.road(at, side);
            ensure!(!river && !self.obstacle(to), Refusal::BlockedForFoot { space: to });
        }
        let enemies = self.pile(self.side(unit).enemy(), to, Level::Ground);
        ensure!(enemies.is_empty(), Refusal::BlockedForFoot { space: to });
        ensure!(self.room(unit, to, Level::Ground), Refusal::FullForFoot { space: to });
        let came = self.t.stacks.contains(unit).then_some(to);
        self.refuse_load_cost(active, active.unload_paid, Shift { gone: None, came })
    }

    /// 8.10 Mounting takes the passenger's whole allowance, in the tank's hex. Our reading: in its own activation, the
    /// tank need not be active.
    pub fn refuse_mount(self, active: &Active, tank: Unit) -> Result<(), Refusal> {
        let unit = active.unit;
        ensure!(self.option(option::TANK_PASSENGERS), Refusal::NoMounting {});
        ensure!(!active.halted, Refusal::Halted {});
        ensure!(active.spent == 0, Refusal::SpentAlready { rule: rule!("8.10") });
        let here = self.spot(unit).filter(|&(_, level)| level == Level::Ground);
        let there = self.t.foot.contains(unit) && here.is_some() && self.spot(tank) == here;
        let fits = self.t.tanks.contains(tank) && there && self.fits_aboard(unit, tank);
        ensure!(fits, Refusal::NotATankHere { unit: tank });
        Ok(())
    }

    /// What an active unit may load, put down or mount, in the order of the actions.
    pub fn legal_loading(self, active: &Active, out: &mut Vec<Action>) {
        let unit = active.unit;
        let Some(at) = self.at(unit) else { return };
        if self.t.apcs.contains(unit) {
            for passenger in self.pile(self.side(unit), at, Level::Ground) {
                if self.refuse_load(active, passenger).is_ok() {
                    out.push(Action::Load { unit: passenger });
                }
            }
        }
        if self.t.vehicles.contains(unit) {
            if self.may_put_down(unit) {
                let mut places: arrayvec::ArrayVec<Space, 7> =
                    Direction::ALL.into_iter().filter_map(|side| self.t.map.next(at, side)).collect();
                places.push(at);
                places.sort_unstable();
                for passenger in self.cargo(unit) {
                    for &to in &places {
                        if self.refuse_unload(active, passenger, to).is_ok() {
                            out.push(Action::Unload { unit: passenger, to });
                        }
                    }
                }
            }
        } else if self.option(option::TANK_PASSENGERS) && active.spent == 0 {
            for tank in self.pile(self.side(unit), at, Level::Ground) & self.t.tanks {
                if self.refuse_mount(active, tank).is_ok() {
                    out.push(Action::Mount { tank });
                }
            }
        }
    }
}

impl Play<'_> {
    /// 8.2 The passenger gets in and is activated.
    pub fn load(&mut self, mut active: Active, unit: Unit) {
        let Ok(cost) = self.look().refuse_load(&active, unit) else { return };
        self.tell(unit, rule!("8.2"), Event::Loaded { unit, vehicle: active.unit });
        self.put(unit, Place::Aboard(active.unit));
        self.s.loaded.insert(unit);
        self.touched(unit);
        active.spent += cost;
        active.load_paid = true;
        active.faced = false;
        self.open_active(active);
    }

    /// 8.2 The passenger gets off, is activated, and faces away from the vehicle.
    pub fn unload(&mut self, mut active: Active, unit: Unit, to: Space) {
        let Ok(cost) = self.look().refuse_unload(&active, unit, to) else { return };
        let vehicle = active.unit;
        let at = self.look().at(vehicle).unwrap_or(active.start);
        let facing = self.t.map.direction(at, to).unwrap_or(self.look().facing(vehicle));
        self.s.facing[usize::from(unit.0)] = facing;
        self.move_into(unit, to, Level::Ground);
        self.s.put_down.insert(unit);
        self.touched(unit);
        self.tell(unit, rule!("8.2"), Event::Unloaded { unit, at: to });
        active.spent += cost;
        active.unload_paid = true;
        active.faced = false;
        self.open_active(active);
    }

    /// 8.10 The unit rides.
    pub fn mount(&mut self, active: Active, tank: Unit) {
        let unit = active.unit;
        self.tell(unit, rule!("8.10"), Event::Mounted { unit, tank });
        self.put(unit, Place::Aboard(tank));
        self.end_unit(active);
    }

    /// 4.3.3 A passenger that was loaded or unloaded is activated.
    fn touched(&mut self, unit: Unit) {
        self.s.activated.insert(unit);
        self.s.spotting.remove(unit);
    }
}
