//! 5.0 Movement: what a step costs, who may go where, and turning.

use board::{Member, Space, hex::Direction};
use kernel::{Luck, rule};

use crate::{
    action::Action,
    event::Event,
    fog::Fog,
    m03_stacking::Shift,
    refusal::{Halves, Refusal, ensure},
    sequence::{Active, Call, Step, d10},
    state::{Level, Look, Place, Play, option},
    tables::{HEXES, Kind, Side, Status, Terrain, Unit, Units},
};

/// A step that a unit could make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stride {
    pub to: Space,
    pub level: Level,
    /// In halves.
    pub cost: u8,
    pub facing: Direction,
}

/// Where a unit is in the middle of its move, for looking ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stance {
    pub unit: Unit,
    pub at: Space,
    pub level: Level,
    pub facing: Direction,
    pub spent: u8,
    pub budget: u8,
}

impl<'a> Look<'a> {
    /// 2.2.4, 5.0 The printed allowance.
    /// 5.1.2 One point less when Suppressed, two when Pinned. In halves.
    pub fn allowance(self, unit: Unit) -> u8 {
        let change = self.t.charts.status.movement[self.status(unit).index()];
        self.t.counters[unit.index()].allowance.saturating_add_signed(change)
    }

    /// 5.1.3 Half the printed allowance, fractions of a point up, in halves.
    pub fn half(self, unit: Unit) -> u8 {
        let points = self.t.counters[unit.index()].allowance / 2;
        2 * points.div_ceil(2)
    }

    pub fn stance(self, active: &Active) -> Stance {
        let (at, level) = self.spot(active.unit).unwrap_or((active.start, Level::Ground));
        Stance {
            unit: active.unit,
            at,
            level,
            facing: self.facing(active.unit),
            spent: active.spent,
            budget: self.allowance(active.unit),
        }
    }

    /// 3.4.2 Woods, buildings and rubble hold a vehicle to the road.
    pub fn restricted(self, space: Space) -> bool {
        self.t.map.terrain(space) != Terrain::Clear
    }

    /// 8.8 Each hex in sight of a sniper costs Russian infantry one point more. Our reading: infantry, heavy weapons
    /// and Schmel units on foot, once a hex. 6.2.1 A Disrupted or Inactive sniper sees nothing, not even below him.
    pub fn sniper_surcharge(self, unit: Unit, to: Space) -> u8 {
        let kind = self.t.kind(unit);
        if self.side(unit) == Side::Chechen
            || !matches!(kind, Kind::Infantry | Kind::HeavyWeapons | Kind::Schmel)
        {
            return 0;
        }
        let watches = |sniper: Unit| {
            let limit = self.sight_limit(sniper);
            limit > 0 && self.at(sniper).is_some_and(|at| self.t.sight.sees(at, to, limit))
        };
        if self.t.snipers.iter().any(watches) { self.t.charts.movement.sniper } else { 0 }
    }

    fn interdiction_surcharge(self, to: Space) -> u8 {
        if self.s.interdicted.contains(to) { self.t.charts.movement.interdicted } else { 0 }
    }

    /// 5.1.1 What a foot unit pays for the ground of a hex, entered along a road or not.
    pub fn ground_cost(self, unit: Unit, to: Space, road: bool) -> u8 {
        let chart = &self.t.charts.movement;
        match self.terrain(to) {
            Terrain::Rubble => chart.rubble,
            _ if road => chart.road,
            Terrain::Clear => chart.clear,
            Terrain::Woods => chart.woods,
            Terrain::BuiltUp | Terrain::Landmark => self.t.counters[unit.index()].built_up,
        }
    }

    /// 10.1.2 Whether the unit is on its forced march to the Palace.
    pub fn marches(self, unit: Unit) -> bool {
        !self.s.released && self.t.force_81.contains(unit)
    }

    /// 10.1.2 Only steps along the road that bring it nearer. Our reading: counted in road links, on a network without
    /// rubble and obstacles.
    fn refuse_march(self, from: Space, side: Direction, to: Space) -> Result<(), Refusal> {
        ensure!(self.t.map.road(from, side), Refusal::ForcedMarch {});
        let blocked = self.s.roadblocks | self.s.wrecks | self.s.rubble;
        let nearer = if blocked.is_empty() {
            self.t.map.to_palace[to.index()] < self.t.map.to_palace[from.index()]
        } else {
            let mut far = [u8::MAX; HEXES];
            self.t.map.fill_road_distances(self.t.map.palace, blocked, &mut far);
            far[to.index()] < far[from.index()]
        };
        ensure!(nearer, Refusal::ForcedMarch {});
        Ok(())
    }

    /// 5.1 One step, as far as the ground, the enemy and the points go. 3.1.3 is for [`Look::refuse_stride`].
    pub fn stride(self, stance: Stance, side: Direction) -> Result<Stride, Refusal> {
        let to = self.t.map.next(stance.at, side).ok_or(Refusal::OffMap { side })?;
        if self.marches(stance.unit) {
            self.refuse_march(stance.at, side, to)?;
        }
        if self.t.vehicles.contains(stance.unit) {
            return self.drive(stance, side, to);
        }
        self.walk(stance, side, to)
    }

    /// 5.1.1 The costs on foot. 5.1.4 Enemies on the ground level bar the way.
    fn walk(self, stance: Stance, side: Direction, to: Space) -> Result<Stride, Refusal> {
        ensure!(stance.level == Level::Ground, Refusal::UpperLevel {});
        let own = self.side(stance.unit);
        ensure!(!self.barred(own, to, Level::Ground), Refusal::EnemyInHex { space: to });
        let left = stance.budget.saturating_sub(stance.spent);
        let stride = |cost: u8| Stride { to, level: Level::Ground, cost, facing: side };
        if self.obstacle(to) {
            ensure!(stance.spent == 0, Refusal::WholeAllowance {});
            return Ok(stride(stance.budget.max(1)));
        }
        let road = self.t.map.road(stance.at, side);
        let cost = self.ground_cost(stance.unit, to, road)
            + self.t.map.crossing(stance.at, side)
            + self.sniper_surcharge(stance.unit, to)
            + self.interdiction_surcharge(to);
        self.minimum_move(stance, cost, left).map(stride)
    }

    /// 5.1 A foot unit may always make one step, or change level, for its whole allowance.
    fn minimum_move(self, stance: Stance, cost: u8, left: u8) -> Result<u8, Refusal> {
        if cost > left && stance.spent == 0 {
            return Ok(stance.budget.max(1));
        }
        ensure!(cost <= left, Refusal::TooDear { cost: Halves(cost), left: Halves(left) });
        Ok(cost)
    }

    /// 3.4.2 Whether a vehicle can make a forward step there, whatever it costs.
    pub fn refuse_drive(
        self,
        unit: Unit,
        from: Space,
        facing: Direction,
        side: Direction,
    ) -> Result<Space, Refusal> {
        let map = &self.t.map;
        let to = map.next(from, side).ok_or(Refusal::OffMap { side })?;
        if map.drive(from, side).is_none() {
            let river = map.river(from, side) && !self.restricted(from) && !self.restricted(to);
            return Err(if river { Refusal::RiverInWay { side } } else { Refusal::RoadOnly { side } });
        }
        ensure!(!self.restricted(from) || side != facing.opposite(), Refusal::NoTurningRound {});
        self.refuse_ground(unit, to)?;
        Ok(to)
    }

    /// 8.4 Obstacles and 8.7 rubble close a hex to vehicles. 10.1.2 The columns do not pass one another's vehicles.
    fn refuse_ground(self, unit: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(!self.s.rubble.contains(to), Refusal::RubbleInWay { space: to });
        ensure!(!self.obstacle(to), Refusal::ObstacleInWay { space: to });
        if !self.s.released && self.side(unit) == Side::Russian {
            let held = self.units(Side::Russian, to) & self.t.vehicles;
            ensure!((held - Units::one(unit)).is_empty(), Refusal::SingleFile { space: to });
        }
        Ok(())
    }

    /// 5.1.4 A vehicle may drive among the enemy for a point a unit.
    fn drive_cost(self, unit: Unit, base: u8, to: Space) -> u8 {
        let enemies = self.units(self.side(unit).enemy(), to).len() as u8;
        base + enemies * self.t.charts.movement.per_enemy + self.interdiction_surcharge(to)
    }

    /// 3.4.2 A forward step of a vehicle.
    fn drive(self, stance: Stance, side: Direction, to: Space) -> Result<Stride, Refusal> {
        self.refuse_drive(stance.unit, stance.at, stance.facing, side)?;
        let base = self.t.map.drive(stance.at, side).unwrap_or_default();
        let cost = self.drive_cost(stance.unit, base, to);
        let left = stance.budget.saturating_sub(stance.spent);
        ensure!(cost <= left, Refusal::TooDear { cost: Halves(cost), left: Halves(left) });
        Ok(Stride { to, level: Level::Ground, cost, facing: side })
    }

    /// 5.1.1 The stairs cost a point. 3.1.4 Enemies on the other level bar them; snipers alone do not.
    pub fn stairs(self, stance: Stance) -> Result<Stride, Refusal> {
        ensure!(self.t.foot.contains(stance.unit), Refusal::OnFootOnly { unit: stance.unit });
        ensure!(self.terrain(stance.at).has_upper(), Refusal::NoLevels {});
        ensure!(!self.marches(stance.unit), Refusal::ForcedMarch {});
        let level = stance.level.other();
        ensure!(!self.barred(self.side(stance.unit), stance.at, level), Refusal::EnemyOnLevel {});
        let left = stance.budget.saturating_sub(stance.spent);
        let cost = self.minimum_move(stance, self.t.charts.movement.level, left)?;
        Ok(Stride { to: stance.at, level, cost, facing: stance.facing })
    }

    /// 3.1.3 A step into a place where the unit cannot stop must leave it the points to go on to one where it can.
    pub fn refuse_stride(self, stance: Stance, stride: Stride) -> Result<(), Refusal> {
        if self.room(stance.unit, stride.to, stride.level) {
            return Ok(());
        }
        let spent = stance.spent.saturating_add(stride.cost);
        let next = Stance { at: stride.to, level: stride.level, facing: stride.facing, spent, ..stance };
        ensure!(self.can_go_on(next, Shift::default()), Refusal::NowhereToStop { space: stride.to });
        Ok(())
    }

    /// 3.1.3 Whether further steps lead to a place where the unit can stop.
    pub fn can_go_on(self, stance: Stance, shift: Shift) -> bool {
        if stance.spent >= stance.budget {
            return false;
        }
        // The next step is mostly enough; only further ones need to know where they have been.
        if self.strides(stance).any(|it| self.room_after(stance.unit, it.to, it.level, shift)) {
            return true;
        }
        // What was left on arrival, and one more, by hex and by level or direction of arrival.
        let mut best = [[0u8; 6]; HEXES];
        self.search(stance, shift, &mut best)
    }

    /// Every step that can be made and paid for from here, the stairs last.
    fn strides(self, stance: Stance) -> impl Iterator<Item = Stride> {
        let foot = self.t.foot.contains(stance.unit);
        let steps = Direction::ALL.into_iter().filter_map(move |side| self.stride(stance, side).ok());
        steps.chain(foot.then(|| self.stairs(stance).ok()).flatten())
    }

    fn search(self, stance: Stance, shift: Shift, best: &mut [[u8; 6]; HEXES]) -> bool {
        let foot = self.t.foot.contains(stance.unit);
        for stride in self.strides(stance) {
            if self.room_after(stance.unit, stride.to, stride.level, shift) {
                return true;
            }
            let spent = stance.spent + stride.cost;
            let key = if foot { stride.level as usize } else { stride.facing.index() };
            let left = stance.budget.saturating_sub(spent) + 1;
            let known = &mut best[stride.to.index()][key];
            if left <= 1 || *known >= left {
                continue;
            }
            *known = left;
            let next = Stance { at: stride.to, level: stride.level, facing: stride.facing, spent, ..stance };
            if self.search(next, shift, best) {
                return true;
            }
        }
        false
    }

    /// 5.1 Whether the active unit can step that way.
    pub fn refuse_step(self, active: &Active, side: Direction) -> Result<Stride, Refusal> {
        ensure!(!active.halted, Refusal::Halted {});
        let stance = self.stance(active);
        let stride = self.stride(stance, side)?;
        self.refuse_stride(stance, stride)?;
        Ok(stride)
    }

    /// 5.1.1 Whether it can take the stairs.
    pub fn refuse_level(self, active: &Active) -> Result<Stride, Refusal> {
        ensure!(!active.halted, Refusal::Halted {});
        let stance = self.stance(active);
        let stride = self.stairs(stance)?;
        self.refuse_stride(stance, stride)?;
        Ok(stride)
    }

    /// 3.4.2 A vehicle may back into its rear hex for its whole allowance, keeping its facing. Our reading: nothing may
    /// have been spent, and it must be able to stop there.
    pub fn refuse_reverse(self, active: &Active) -> Result<Stride, Refusal> {
        let unit = active.unit;
        ensure!(!active.halted, Refusal::Halted {});
        ensure!(self.t.vehicles.contains(unit), Refusal::NotAVehicle { unit, rule: rule!("3.4.2") });
        ensure!(!self.marches(unit), Refusal::ForcedMarch {});
        ensure!(active.spent == 0, Refusal::SpentAlready { rule: rule!("3.4.2") });
        let stance = self.stance(active);
        let side = stance.facing.opposite();
        let to = self.t.map.next(stance.at, side).ok_or(Refusal::OffMap { side })?;
        let base = self.t.map.drive(stance.at, side).ok_or(Refusal::RoadOnly { side })?;
        self.refuse_ground(unit, to)?;
        let cost = self.drive_cost(unit, base, to);
        let left = stance.budget;
        ensure!(cost <= left, Refusal::TooDear { cost: Halves(cost), left: Halves(left) });
        ensure!(self.room(unit, to, Level::Ground), Refusal::NowhereToStop { space: to });
        Ok(Stride { to, level: Level::Ground, cost: stance.budget, facing: stance.facing })
    }

    /// 3.4 Turning is free while the unit is active. 3.4.1 Foot units turn anywhere, 3.4.2 vehicles in clear hexes.
    pub fn refuse_face(self, active: &Active, side: Direction) -> Result<(), Refusal> {
        let unit = active.unit;
        ensure!(!active.halted, Refusal::Halted {});
        ensure!(!self.t.leaders.contains(unit), Refusal::NoFacing { unit });
        ensure!(!self.marches(unit), Refusal::ForcedMarch {});
        let at = self.at(unit).unwrap_or(active.start);
        ensure!(self.t.foot.contains(unit) || !self.restricted(at), Refusal::TurnsInTheOpen { unit });
        ensure!(!active.faced, Refusal::TurnedAlready {});
        ensure!(self.facing(unit) != side, Refusal::FacesThere {});
        Ok(())
    }

    /// 4.3 The activation ends where the unit may stop (3.1.3); 10.1.2 the forced march goes as far as it can.
    pub fn refuse_end(self, active: &Active) -> Result<(), Refusal> {
        ensure!(self.may_stop(active), Refusal::MayNotStop {});
        if self.marches(active.unit) && !active.halted {
            let goes_on = Direction::ALL.iter().any(|&side| self.refuse_step(active, side).is_ok());
            ensure!(!goes_on, Refusal::MarchesOn {});
        }
        Ok(())
    }

    /// 11.2 In the variant Chechen units may leave over the east edge. Our reading: for a point, from the ground level; a
    /// vehicle in a street must not face away.
    pub fn refuse_exit(self, active: &Active) -> Result<(), Refusal> {
        let unit = active.unit;
        ensure!(!active.halted, Refusal::Halted {});
        let stance = self.stance(active);
        let may = self.t.scenario(self.s.scenario).exit
            && self.side(unit) == Side::Chechen
            && self.t.map.east.contains(stance.at)
            && stance.level == Level::Ground;
        ensure!(may, Refusal::NoExit {});
        let away = matches!(stance.facing, Direction::NorthWest | Direction::SouthWest);
        let held = self.t.vehicles.contains(unit) && self.restricted(stance.at);
        ensure!(!held || !away, Refusal::FacesAway { unit });
        let (cost, left) = (self.t.charts.movement.exit, stance.budget.saturating_sub(stance.spent));
        ensure!(cost <= left, Refusal::TooDear { cost: Halves(cost), left: Halves(left) });
        Ok(())
    }

    /// 8.8 A sniper may support the fire of others instead of doing anything else.
    pub fn refuse_support(self, active: &Active) -> Result<(), Refusal> {
        let unit = active.unit;
        ensure!(self.t.snipers.contains(unit), Refusal::NotASniper { unit });
        ensure!(!active.halted, Refusal::Halted {});
        ensure!(active.spent == 0, Refusal::SpentAlready { rule: rule!("8.8") });
        Ok(())
    }

    /// What an active unit may do besides firing, in the order of the actions.
    pub fn legal_moves(self, active: &Active, out: &mut Vec<Action>) {
        if self.refuse_support(active).is_ok() {
            out.push(Action::Support);
        }
        let mut goes_on = false;
        if !active.halted {
            let stance = self.stance(active);
            for side in Direction::ALL {
                if self.stride(stance, side).is_ok_and(|it| self.refuse_stride(stance, it).is_ok()) {
                    out.push(Action::Step { side });
                    goes_on = true;
                }
            }
            if self.t.vehicles.contains(active.unit) {
                if self.refuse_reverse(active).is_ok() {
                    out.push(Action::Reverse);
                }
            } else if self.refuse_level(active).is_ok() {
                out.push(Action::Level);
            }
            if !active.faced {
                for side in Direction::ALL {
                    if self.refuse_face(active, side).is_ok() {
                        out.push(Action::Face { side });
                    }
                }
            }
            self.legal_loading(active, out);
            if self.refuse_exit(active).is_ok() {
                out.push(Action::Exit);
            }
        }
        // As in [`Look::refuse_end`], with the steps known.
        if self.may_stop(active) && (!goes_on || !self.marches(active.unit)) {
            out.push(Action::End);
        }
    }
}

impl Play<'_> {
    /// 5.1 A step: the unit moves, turns that way and pays.
    pub fn step(&mut self, active: Active, side: Direction) {
        let look = self.look();
        let Ok(stride) = look.stride(look.stance(&active), side) else { return };
        self.advance(active, stride, false);
    }

    pub fn reverse(&mut self, active: Active) {
        let Ok(stride) = self.look().refuse_reverse(&active) else { return };
        self.advance(active, stride, true);
    }

    /// 5.1.1 Up or down the stairs.
    pub fn change_level(&mut self, mut active: Active) {
        let Ok(stride) = self.look().refuse_level(&active) else { return };
        let unit = active.unit;
        self.move_into(unit, stride.to, stride.level);
        self.tell(unit, rule!("3.2"), Event::ChangedLevel { unit, level: stride.level });
        active.spent = active.spent.saturating_add(stride.cost);
        active.left = true;
        active.faced = false;
        self.open_active(active);
    }

    fn advance(&mut self, mut active: Active, stride: Stride, reverse: bool) {
        let unit = active.unit;
        let from = self.look().at(unit).unwrap_or(active.start);
        let before = self.shows(unit);
        self.s.facing[unit.index()] = stride.facing;
        self.move_into(unit, stride.to, stride.level);
        let event = if reverse {
            Event::Reversed { unit, to: stride.to }
        } else {
            Event::Moved { unit, from, to: stride.to, cost: stride.cost }
        };
        let rule = if reverse { rule!("3.4.2") } else { rule!("5.1.1") };
        let after = self.shows(unit);
        if before && !after && self.look().fog() == Fog::Strict {
            self.tell_or(false, unit, rule, event, Event::OutOfSight { unit, from });
        } else {
            self.tell_if(before || after, unit, rule, event);
        }
        active.spent = active.spent.saturating_add(stride.cost);
        active.left = true;
        active.faced = false;
        active.load_paid = false;
        active.unload_paid = false;
        self.arrive(active);
    }

    /// 6.5.3 Whoever enters an interdicted hex rolls.
    pub fn arrive(&mut self, active: Active) {
        let at = self.look().at(active.unit).unwrap_or(active.start);
        if self.s.interdicted.contains(at) && self.look().option(option::INTERDICTION) {
            return self.go(Step::InterdictedRoll { active });
        }
        self.open_active(active);
    }

    /// 6.5.3 On a low die the unit is Disrupted and stops. Our reading: a vehicle rolls once for its passengers.
    pub fn roll_interdicted(&mut self, mut active: Active, luck: Luck) {
        let die = d10(luck);
        let unit = active.unit;
        let hit = die <= self.t.charts.interdiction.disrupts_at_most;
        self.tell_who(unit, rule!("6.5.3"), |unit| Event::InterdictionDie { unit, die, hit });
        if hit {
            for it in self.look().cargo(unit) | Units::one(unit) {
                let worse = self.look().status(it).max(Status::Disrupted);
                self.s.status[usize::from(it.0)] = worse;
            }
            active.halted = true;
        }
        self.open_active(active);
    }

    /// Puts a unit somewhere on the map, carries its passengers along, and catches lone snipers (8.8).
    pub fn move_into(&mut self, unit: Unit, to: Space, level: Level) {
        self.put(unit, Place::On(to, level));
        self.s.moved.insert(unit);
        for rider in self.look().cargo(unit) {
            self.s.moved.insert(rider);
        }
        self.catch_snipers(unit, to, level);
    }

    /// 8.8 Snipers are caught by Russian units that enter their level when no other Chechen unit is on it.
    pub fn catch_snipers(&mut self, unit: Unit, at: Space, level: Level) {
        if self.look().side(unit) == Side::Chechen {
            return;
        }
        let there = self.look().pile(Side::Chechen, at, level);
        if there.is_empty() || !(there - self.t.snipers).is_empty() {
            return;
        }
        for sniper in there {
            self.note(rule!("8.8"), Event::SniperCaught { unit: sniper, at });
            self.take_off(sniper, Place::Eliminated);
        }
    }

    /// 3.4 Turning.
    pub fn face(&mut self, mut active: Active, side: Direction) {
        self.s.facing[usize::from(active.unit.0)] = side;
        active.faced = true;
        self.tell(active.unit, rule!("3.4"), Event::Faced { unit: active.unit, side });
        self.open_active(active);
    }

    /// 8.8 Support lasts until the marker is finished.
    pub fn support(&mut self, active: Active) {
        self.s.supporting.insert(active.unit);
        self.whisper(Side::Chechen, rule!("8.8"), Event::Supports { unit: active.unit });
        self.end_unit(active);
    }

    /// 11.2 The unit leaves with everybody aboard, half a point each.
    pub fn exit(&mut self, active: Active) {
        for unit in self.look().cargo(active.unit) | Units::one(active.unit) {
            self.note(rule!("11.2"), Event::Exited { unit });
            self.award(Side::Chechen, 1);
        }
        self.take_off(active.unit, Place::Exited);
        self.close_activation(active.call);
    }

    /// 4.3.3 A unit that has acted is activated for the rest of the turn. 8.10 Riders are activated with their tank.
    pub fn end_unit(&mut self, active: Active) {
        self.s.activated.insert(active.unit);
        if self.t.tanks.contains(active.unit) {
            self.s.activated |= self.look().cargo(active.unit);
        }
        self.close_activation(active.call);
    }

    /// The activation is over: the next unit of the marker.
    pub fn close_activation(&mut self, call: Call) {
        self.s.loaded = Units::empty();
        self.s.put_down = Units::empty();
        self.return_to(call);
    }
}
