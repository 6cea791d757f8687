//! Which module answers for which action in which step: what is legal, why not, and what it does.

use board::Member;
use kernel::{Luck, rule};

use crate::{
    action::Action,
    refusal::{Refusal, ensure},
    sequence::{Step, d10},
    state::{Level, Look, NOBODY, Place, Play},
    tables::{Marker, Side, Spaces, UNITS, Unit},
};

impl Look<'_> {
    /// The legal actions, in their order.
    pub fn legal(self, out: &mut Vec<Action>) {
        match self.s.step {
            Step::Buratino => out.extend([Action::Buratino(false), Action::Buratino(true)]),
            Step::PlaceHex { why, unit } => self.legal_place(why, unit, out),
            Step::PlaceFacing { why, unit, hex } => self.legal_stand(why, unit, hex, out),
            Step::EventReturn { .. } => self.legal_return(out),
            Step::Keep => {
                let may = |marker: &Marker| self.refuse_keep(*marker).is_ok();
                out.extend(Marker::RUSSIAN.into_iter().filter(may).map(|marker| Action::Keep { marker }));
            }
            Step::AddMarker { .. } => {
                let may = |marker: &Marker| self.refuse_add(*marker).is_ok();
                out.extend(Marker::RUSSIAN.into_iter().filter(may).map(|marker| Action::Add { marker }));
            }
            Step::Call { call } => self.legal_call(call, out),
            Step::Entry { call, unit } => self.legal_entry(call, unit, out),
            Step::Active { active } => {
                self.legal_fire(&active, out);
                self.legal_moves(&active, out);
            }
            Step::Battery { call, buratino } => self.legal_battery(call, buratino, out),
            Step::Spotter { mission } => self.legal_spotter(mission, out),
            Step::Assault { assault } => self.legal_join(&assault, out),
            _ => {}
        }
    }

    /// Why an action is not legal.
    pub fn refuse(self, action: Action) -> Result<(), Refusal> {
        match (self.s.step, action) {
            (Step::Buratino, Action::Buratino(_)) => Ok(()),
            (Step::PlaceHex { why, unit }, Action::Place { unit: placed, to }) => {
                self.refuse_place(why, unit, placed, to)
            }
            (Step::PlaceHex { why, .. }, Action::Block { to }) => self.refuse_block(why, to),
            (Step::PlaceHex { why, unit }, Action::Return) => self.refuse_return(why, unit),
            (Step::PlaceHex { why, unit }, Action::Remove) => self.refuse_remove(why, unit),
            (Step::PlaceHex { why, unit }, Action::Mount { tank }) => self.refuse_ride(why, unit, tank),
            (Step::PlaceFacing { why, unit, hex }, Action::Stand { level, facing }) => {
                self.refuse_stand(why, unit, hex, level, facing)
            }
            (Step::EventReturn { .. }, Action::Bring { unit }) => self.refuse_bring(unit),
            (Step::EventReturn { .. }, Action::Done) => Ok(()),
            (Step::Keep, Action::Keep { marker }) => self.refuse_keep(marker),
            (Step::AddMarker { .. }, Action::Add { marker }) => self.refuse_add(marker),
            (Step::Call { call }, Action::Select { unit }) => self.refuse_select(call, unit),
            (Step::Call { call }, Action::Enter { unit }) => self.refuse_enter(call, unit),
            (Step::Call { call }, Action::Battery { buratino }) => self.refuse_battery(call, buratino),
            (Step::Call { call }, Action::Assault { hex, level }) => self.refuse_assault(call, hex, level),
            (Step::Call { .. }, Action::EndMarker) => Ok(()),
            (Step::Entry { call, unit }, Action::Board { unit: rider }) => {
                ensure!(self.t.vehicles.contains(unit), Refusal::NoRoomAboard { unit: rider });
                self.refuse_board(call, unit, rider)
            }
            (Step::Entry { unit, .. }, Action::At { hex }) => self.refuse_at(unit, hex),
            (Step::Active { active }, Action::Fire { target }) => {
                // 3.6 Where an enemy is that nobody sees is not told by the way a shot is refused.
                ensure!(self.knows(active.call.side, target), Refusal::NotExamined { unit: target });
                self.refuse_fire(&active, target)
            }
            (Step::Active { active }, Action::FireAt { hex }) => self.refuse_fire_at(&active, hex),
            (Step::Active { active }, Action::Indirect { hex }) => self.refuse_indirect(&active, hex),
            (Step::Active { active }, Action::Clear { side }) => self.refuse_clear(&active, side),
            (Step::Active { active }, Action::Support) => self.refuse_support(&active),
            (Step::Active { active }, Action::Step { side }) => self.refuse_step(&active, side).map(|_| ()),
            (Step::Active { active }, Action::Reverse) => self.refuse_reverse(&active).map(|_| ()),
            (Step::Active { active }, Action::Level) => self.refuse_level(&active).map(|_| ()),
            (Step::Active { active }, Action::Face { side }) => self.refuse_face(&active, side),
            (Step::Active { active }, Action::Load { unit }) => self.refuse_load(&active, unit).map(|_| ()),
            (Step::Active { active }, Action::Unload { unit, to }) => {
                self.refuse_unload(&active, unit, to).map(|_| ())
            }
            (Step::Active { active }, Action::Mount { tank }) => self.refuse_mount(&active, tank),
            (Step::Active { active }, Action::Exit) => self.refuse_exit(&active),
            (Step::Active { active }, Action::End) => self.refuse_end(&active),
            (
                Step::Battery { call, buratino },
                Action::Barrage { .. } | Action::Interdict { .. } | Action::Strike { .. },
            ) => self.refuse_mission(call, buratino, action),
            (Step::Spotter { mission }, Action::Spotter { unit }) => self.refuse_spotter(mission, unit),
            (Step::Spotter { mission }, Action::Unspotted) => self.refuse_unspotted(mission),
            (Step::Assault { assault }, Action::Join { unit }) => self.refuse_join(&assault, unit),
            (Step::Assault { assault }, Action::Off { unit }) => self.refuse_off(&assault, unit),
            (Step::Assault { assault }, Action::Resolve) => self.refuse_resolve(&assault),
            _ => Err(Refusal::NotNow { rule: rule!("4.0") }),
        }
    }

    /// What must hold after every action.
    pub fn invariant(self) -> Result<(), String> {
        let name = |unit: Unit| self.t.counter(unit).id.to_string();
        let mut occupied = [Spaces::empty(); 2];
        let mut listed = 0;
        for index in 0..UNITS {
            let unit = Unit(index as u8);
            let side = self.side(unit);
            match self.place(unit) {
                Place::On(space, level) => {
                    listed += 1;
                    occupied[side.index()].insert(space);
                    if !self.here(space).take(UNITS + 1).any(|it| it == unit) {
                        return Err(format!("{} is not in the list of {}", name(unit), self.t.id(space)));
                    }
                    let upper = level == Level::Upper;
                    if upper && (self.t.vehicles.contains(unit) || !self.terrain(space).has_upper()) {
                        return Err(format!(
                            "{} stands on an upper level of {}",
                            name(unit),
                            self.t.id(space)
                        ));
                    }
                }
                Place::Aboard(vehicle) => {
                    let slot = usize::from(self.t.leaders.contains(unit));
                    if self.s.cargo[vehicle.index()][slot] != unit.0 || !self.t.vehicles.contains(vehicle) {
                        return Err(format!("{} is not among the cargo of {}", name(unit), name(vehicle)));
                    }
                    if self.at(vehicle).is_none() && self.place(vehicle) != Place::Waiting {
                        return Err(format!("{} rides on something off the map", name(unit)));
                    }
                }
                Place::Cup | Place::Removed | Place::Exited if side == Side::Russian => {
                    return Err(format!("{} is where only Chechens can be", name(unit)));
                }
                Place::Waiting | Place::Later if side == Side::Chechen => {
                    return Err(format!("{} waits at the map edge", name(unit)));
                }
                _ => {}
            }
            for rider in self.s.cargo[index] {
                if rider != NOBODY && self.place(Unit(rider)) != Place::Aboard(unit) {
                    return Err(format!("{} carries somebody who is elsewhere", name(unit)));
                }
            }
        }
        let heads = self.s.head.iter().enumerate().filter(|(_, it)| **it != NOBODY);
        let count: usize =
            heads.map(|(i, _)| self.here(board::Space(i as u16)).take(UNITS + 1).count()).sum();
        if count != listed {
            return Err(format!("{listed} units are on the map, {count} in the lists of the hexes"));
        }
        if occupied != self.s.occupied {
            return Err("the occupied hexes do not follow from the places".to_owned());
        }
        let map = &self.t.map;
        if !(self.s.rubble - map.built_up - map.landmarks).is_empty() {
            return Err("rubble lies where no building stood (8.7)".to_owned());
        }
        let obstacles = self.s.roadblocks | self.s.wrecks;
        if !(obstacles & self.s.rubble).is_empty() || !(self.s.roadblocks & self.s.wrecks).is_empty() {
            return Err("two things lie in the way in one hex (8.4, 8.9)".to_owned());
        }
        if !(obstacles & map.clear).is_empty() {
            return Err("an obstacle lies in the open (8.4, 8.9)".to_owned());
        }
        let blocks = self.s.roadblocks.len() as u8 + self.s.blocks_left + self.s.blocks_lost;
        if blocks != self.t.scenario(self.s.scenario).roadblocks {
            return Err(format!("{blocks} roadblocks are in play (8.4)"));
        }
        if self.s.artillery_used > self.s.artillery || self.s.buratino_used > self.s.buratino {
            return Err("more batteries have fired than there are (6.5)".to_owned());
        }
        Ok(())
    }
}

impl Play<'_> {
    /// Plays a legal action.
    pub fn apply(&mut self, action: Action) {
        match (self.s.step, action) {
            (Step::Buratino, Action::Buratino(taken)) => self.take_buratino(taken),
            (Step::PlaceHex { why, .. }, Action::Place { unit, to }) => self.place(why, unit, to),
            (Step::PlaceHex { why, unit }, Action::Block { to }) => self.block(why, unit, to),
            (Step::PlaceHex { why, unit }, Action::Return) => self.return_drawn(why, unit),
            (Step::PlaceHex { why, unit }, Action::Remove) => self.remove_dudayev(why, unit),
            (Step::PlaceHex { why, unit }, Action::Mount { tank }) => self.ride(why, unit, tank),
            (Step::PlaceFacing { why, unit, hex }, Action::Stand { level, facing }) => {
                self.stand(why, unit, hex, level, facing);
            }
            (Step::EventReturn { left }, Action::Bring { unit }) => self.bring(left, unit),
            (Step::EventReturn { .. }, Action::Done) => self.open_initiative(),
            (Step::Keep, Action::Keep { marker }) => self.keep(marker),
            (Step::AddMarker { kept }, Action::Add { marker }) => self.add_marker(kept, marker),
            (Step::Call { call }, Action::Select { unit }) => self.select(call, unit),
            (Step::Call { call }, Action::Enter { unit }) => self.open_entry(call, unit),
            (Step::Call { call }, Action::Battery { buratino }) => self.battery(call, buratino),
            (Step::Call { call }, Action::Assault { hex, level }) => self.assault(call, hex, level),
            (Step::Call { call }, Action::EndMarker) => self.close_call(call),
            (Step::Entry { call, unit }, Action::Board { unit: rider }) => self.board(call, unit, rider),
            (Step::Entry { call, unit }, Action::At { hex }) => self.enter(call, unit, hex),
            (Step::Active { active }, Action::Fire { target }) => self.fire(active, target),
            (Step::Active { active }, Action::FireAt { hex }) => self.fire_at(active, hex),
            (Step::Active { active }, Action::Indirect { hex }) => self.indirect(active, hex),
            (Step::Active { active }, Action::Clear { side }) => self.clear_obstacle(active, side),
            (Step::Active { active }, Action::Support) => self.support(active),
            (Step::Active { active }, Action::Step { side }) => self.step(active, side),
            (Step::Active { active }, Action::Reverse) => self.reverse(active),
            (Step::Active { active }, Action::Level) => self.change_level(active),
            (Step::Active { active }, Action::Face { side }) => self.face(active, side),
            (Step::Active { active }, Action::Load { unit }) => self.load(active, unit),
            (Step::Active { active }, Action::Unload { unit, to }) => self.unload(active, unit, to),
            (Step::Active { active }, Action::Mount { tank }) => self.mount(active, tank),
            (Step::Active { active }, Action::Exit) => self.exit(active),
            (Step::Active { active }, Action::End) => self.end_unit(active),
            (
                Step::Battery { call, .. },
                Action::Barrage { .. } | Action::Interdict { .. } | Action::Strike { .. },
            ) => {
                self.fire_mission(call, action);
            }
            (Step::Spotter { mission }, Action::Spotter { unit }) => self.begin_mission(mission, Some(unit)),
            (Step::Spotter { mission }, Action::Unspotted) => self.begin_mission(mission, None),
            (Step::Assault { assault }, Action::Join { unit }) => self.join(assault, unit, false),
            (Step::Assault { assault }, Action::Off { unit }) => self.join(assault, unit, true),
            (Step::Assault { assault }, Action::Resolve) => self.resolve_assault(assault),
            (step, action) => unreachable!("{action:?} is not legal in {step:?}"),
        }
        self.settle_control();
    }

    /// Plays the outcome of the draw that is due.
    pub fn resolve(&mut self, luck: Luck) {
        match self.s.step {
            Step::BuratinoRoll => self.roll_buratino(luck),
            Step::SetUpRoll | Step::FirstDrawRoll | Step::ReinforcementRoll => self.roll_draw(luck),
            Step::UnitDraw { drawing } => self.draw_unit(drawing, luck),
            Step::ReplacementRoll { side } => self.roll_replacements(side, luck),
            Step::ReplacementPick { side, left } => self.pick_replacement(side, left, luck),
            Step::EventRoll => self.roll_event(luck),
            Step::SnafuRoll => self.roll_snafu(luck),
            Step::ReturnRoll => self.roll_return(luck),
            Step::InitiativeRoll => self.roll_initiative(luck),
            Step::SnafuPick { kept } => self.pick_snafu(kept, luck),
            Step::MarkerDraw => self.draw_marker(luck),
            Step::ActivationRoll => self.roll_activations(luck),
            Step::BonusRoll { side } => self.roll_bonus(side, luck),
            Step::InterdictedRoll { active } => self.roll_interdicted(active, luck),
            Step::FireRoll { attack } => self.fire_die(attack, d10(luck)),
            Step::HitRoll { attack } => self.hit_die(attack, luck.d6()),
            Step::ObstacleRoll { active, hex } => self.obstacle_die(active, hex, d10(luck)),
            Step::ScatterRoll { attack } => self.scatter_die(attack, d10(luck)),
            Step::InterdictRoll { call, hex, spotted } => self.interdict_die(call, hex, spotted, d10(luck)),
            Step::StrikeRoll { attack } => self.strike_die(attack, d10(luck)),
            Step::StrikeUnitRoll { attack } => self.strike_unit_die(attack, luck.d6()),
            Step::DudayevRoll { attack } => self.dudayev_die(attack, d10(luck)),
            Step::HotelRoll { attack } => self.hotel_die(attack, d10(luck)),
            Step::AssaultRoll { assault } => self.assault_die(assault, d10(luck)),
            step => unreachable!("no dice are due in {step:?}"),
        }
        self.settle_control();
    }
}
