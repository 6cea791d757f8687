//! 6.0 Movement on foot, wheels and tracks; leaders who carry; lines of communication.

use board::{Member, Space};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    refusal::{Refusal, ensure},
    sequence::{Phase, Step},
    state::{Look, Play, filled, option},
    tables::{COMBAT, Class, LEADERS, Side, Spaces, TRUCKS, UNITS, Unit, Units},
};

impl Look<'_> {
    /// 6.3.3 Movement points of a unit in this weather.
    /// 6.3.1 Leaders are never affected; nor are trucks.
    /// 6.3.2 Armor is every unit with the tank picture.
    /// 6.1.4 A disrupted leader has none.
    pub fn allowance(self, unit: Unit) -> u8 {
        let effect = self.t.charts.weather.effect(self.s.weather);
        let change = match self.class(unit) {
            Class::Armor => effect.armor,
            Class::Infantry => effect.infantry,
            _ => 0,
        };
        (self.face(unit).ma as i8 + change).max(0) as u8
    }

    /// 6.3.3 Whether this unit marches only in company of a leader.
    pub fn needs_leader(self, unit: Unit) -> bool {
        let effect = self.t.charts.weather.effect(self.s.weather);
        match self.class(unit) {
            Class::Infantry => effect.infantry_with_leader || effect.infantry_immobile,
            Class::Armor => effect.armor_with_leader,
            _ => false,
        }
    }

    /// The leader who carries a unit.
    pub fn carrier(self, unit: Unit) -> Option<Unit> {
        if unit.index() >= COMBAT[1].end {
            return None;
        }
        let leaders = &LEADERS[self.side(unit).index()];
        let at = self.s.party.iter().position(|party| party.contains(unit))?;
        Some(Unit::at(leaders.start + at))
    }

    /// Whom a leader carries.
    pub fn party(self, leader: Unit) -> Units {
        let first = LEADERS[self.side(leader).index()].start;
        self.s.party[leader.index() - first]
    }

    /// Everybody some leader carries.
    pub fn carried(self) -> Units {
        self.s.party[0] | self.s.party[1] | self.s.party[2] | self.s.party[3]
    }

    /// Areas a counter may stop in or pass, as far as its size goes. 6.1.1 Armies and trucks keep out of diamonds;
    /// with the option leaders do too.
    pub fn open_to(self, unit: Unit) -> Spaces {
        let class = self.class(unit);
        let barred = self.t.armies.contains(unit)
            || class == Class::Truck
            || class == Class::Leader && self.option(option::LEADERS_BARRED);
        if barred { self.t.map.oxes } else { self.t.map.oxes | self.t.map.diamonds }
    }

    /// 6.1.1 Armies and trucks may pass through certain diamonds.
    fn passes(self, unit: Unit) -> bool {
        self.t.armies.contains(unit) || self.class(unit) == Class::Truck
    }

    /// 5.1.2 Areas where a unit that enters must stop: those of the enemy.
    /// 9.2.1 For Soviets also those with a Luftwaffe unit on their rails.
    pub fn stops(self, side: Side) -> Spaces {
        let mut stops = self.hostile(side);
        if side == Side::Soviet {
            stops |= self.luftwaffe_areas() & self.soviet_track();
        }
        stops
    }

    /// The areas a counter, or a leader with those he carries, can step into now.
    pub fn targets(self, side: Side, unit: Unit) -> Spaces {
        let Some(from) = self.at(unit) else { return Spaces::empty() };
        let map = &self.t.map;
        let party = if self.class(unit) == Class::Leader { self.party(unit) } else { Units::empty() };
        let hostile = self.hostile(side);
        let leaves_enemy = hostile.contains(from);
        let mut to = map.neighbours(from) & self.within_means(unit);
        let mut passing = self.passes(unit);
        if leaves_enemy {
            to &= self.lines_for(unit);
        }
        for member in party {
            to &= self.within_means(member);
            passing |= self.passes(member);
            if leaves_enemy {
                to &= self.lines_for(member);
            }
        }
        // 6.1.4 A leader or truck follows combat units into an enemy area, or goes with them.
        let fights = unit.index() < COMBAT[1].end || !party.is_empty();
        if !fights {
            to -= hostile - self.occupied(side);
        }
        if passing {
            for diamond in to & map.passage {
                if self.ways_out(side, unit, party, diamond).is_empty() {
                    to.remove(diamond);
                }
            }
        }
        to
    }

    /// Areas whose cost one counter can pay and that are open to its size.
    /// 6.2 The price is the terrain's.
    /// 6.2.2 Without the points there is no entry.
    /// 6.1.2 The enemy adds nothing to it.
    fn within_means(self, unit: Unit) -> Spaces {
        let points = usize::from(self.s.points[unit.index()]);
        let mut to = self.t.map.afford[self.class(unit) as usize][points];
        if self.passes(unit) {
            to &= self.t.map.oxes | self.t.map.passage;
        } else if self.class(unit) == Class::Leader && self.option(option::LEADERS_BARRED) {
            to &= self.t.map.oxes;
        }
        to
    }

    /// 6.1.1 Ways out of a diamond that is only passed: the points must last, and nothing may make it stop there.
    fn ways_out(self, side: Side, unit: Unit, party: Units, diamond: Space) -> Spaces {
        if self.stops(side).contains(diamond) {
            return Spaces::empty();
        }
        let map = &self.t.map;
        let mut out = map.neighbours(diamond);
        for member in party | Units::one(unit) {
            let class = self.class(member) as usize;
            let left = self.s.points[member.index()].saturating_sub(map.cost[class][diamond.index()]);
            out &= map.afford[class][usize::from(left)];
        }
        if unit.index() >= COMBAT[1].end && party.is_empty() {
            out -= self.hostile(side) - self.occupied(side);
        }
        out
    }

    /// Areas a unit may step into out of an enemy-occupied one.
    fn lines_for(self, unit: Unit) -> Spaces {
        if self.t.finns.contains(unit) { self.s.lines | self.s.finnish_lines } else { self.s.lines }
    }

    /// 6.1.3 Rail areas free of the enemy that lead along rail to a friendly exit; for Finns also to their base.
    pub fn rails_home(self, side: Side, finnish: bool) -> Spaces {
        let map = &self.t.map;
        let free = map.rail - self.hostile(side);
        let base = if finnish { map.finnish_base } else { Spaces::empty() };
        map.rail_flood(map.exits[side.index()] | base, free)
    }

    /// 6.1.3 A line of communication from an area: the friendly edge; linked rail to it; or overland, three areas at
    /// most, to such a rail nearer the edge. Nowhere through the enemy, the area itself excepted. Our reading: the
    /// text says the nearest rail; a limit of three areas, as for trucks, makes that decidable.
    pub fn has_line(self, side: Side, finnish: bool, home: Spaces, from: Space) -> bool {
        let map = &self.t.map;
        let base = if finnish { map.finnish_base } else { Spaces::empty() };
        if (map.edge[side.index()] | base).contains(from) {
            return true;
        }
        if map.rail.contains(from)
            && ((map.exits[side.index()] | base).contains(from)
                || !(map.rail_links[from.index()] & home).is_empty())
        {
            return true;
        }
        let goal = home & map.closer[side.index()][from.index()];
        if goal.is_empty() {
            return false;
        }
        let free = map.graph.all() - self.hostile(side);
        let mut found = Spaces::one(from);
        let mut edge = found;
        for _ in 0..self.t.charts.rail.overland {
            edge = (map.graph.adjacent(edge) & free) - found;
            if !(edge & goal).is_empty() {
                return true;
            }
            found |= edge;
        }
        false
    }

    /// 6.0 Whether a counter is one of those that move now, and can.
    pub fn refuse_mover(self, side: Side, phase: Phase, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("6.0") });
        let class = self.class(unit);
        ensure!(!matches!(class, Class::Luftwaffe | Class::Marker), Refusal::DoesNotMarch { unit });
        ensure!(self.at(unit).is_some(), Refusal::NotOnMap { unit });
        let truck = class == Class::Truck;
        let turn = match phase {
            Phase::Redeploy => true,
            Phase::Rail => truck,
            Phase::Main => side == Side::Soviet || !truck,
        };
        ensure!(turn, Refusal::NotThisPart { unit });
        ensure!(
            !(class == Class::Leader && self.is_reduced(unit)),
            Refusal::LeaderDisrupted { unit, rule: rule!("6.1.4") }
        );
        ensure!(self.carrier(unit).is_none(), Refusal::IsCarried { unit });
        ensure!(self.counted(side, phase, unit), Refusal::NoRedeploymentLeft { unit });
        Ok(())
    }

    /// 3.2.2 In the Redeployment Phase a unit's first move uses one of the side's number.
    pub fn counted(self, side: Side, phase: Phase, unit: Unit) -> bool {
        phase != Phase::Redeploy
            || self.s.redeploy[side.index()] > 0
            || self.s.moved.contains(unit)
            || self.carried().contains(unit)
    }

    pub fn refuse_move(self, side: Side, phase: Phase, unit: Unit, to: Space) -> Result<(), Refusal> {
        self.refuse_mover(side, phase, unit)?;
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        if self.needs_leader(unit) {
            let effect = self.t.charts.weather.effect(self.s.weather);
            ensure!(
                !(self.class(unit) == Class::Infantry && effect.infantry_immobile),
                Refusal::SnowedIn { unit }
            );
            return Err(Refusal::NeedsLeader { unit });
        }
        if self.targets(side, unit).contains(to) {
            return Ok(());
        }
        ensure!(self.t.map.neighbours(from).contains(to), Refusal::NotAdjacent { from, to });
        let party = if self.class(unit) == Class::Leader { self.party(unit) } else { Units::empty() };
        for member in party | Units::one(unit) {
            let class = self.class(member) as usize;
            let (cost, left) = (self.t.map.cost[class][to.index()], self.s.points[member.index()]);
            let open =
                self.open_to(member).contains(to) || self.passes(member) && self.t.map.passage.contains(to);
            ensure!(open, Refusal::NoDiamond { unit: member, space: to });
            ensure!(left > 0, self.why_finished(side, member));
            ensure!(cost <= left, Refusal::TooDear { unit: member, cost, left });
            if self.is_hostile(side, from) {
                ensure!(self.lines_for(member).contains(to), Refusal::NoLine { space: to });
            }
        }
        let alone = self.is_hostile(side, to) && !self.occupied(side).contains(to);
        let fights = unit.index() < COMBAT[1].end || !party.is_empty();
        ensure!(fights || !alone, Refusal::EnemyAhead { unit, space: to });
        Err(Refusal::NoWayOut { unit, space: to })
    }

    /// 5.1.2 The enemy halted the unit, 9.2.1 or the Luftwaffe did; otherwise its points are spent (6.0).
    fn why_finished(self, side: Side, unit: Unit) -> Refusal {
        let at = self.at(unit).filter(|_| self.s.moved.contains(unit));
        match at {
            Some(at) if self.is_hostile(side, at) => Refusal::Halted { unit, rule: rule!("5.1.2") },
            Some(at) if self.stops(side).contains(at) => Refusal::Halted { unit, rule: rule!("9.2.1") },
            _ => Refusal::Finished { unit },
        }
    }

    /// 6.3.4 A leader picks up combat units that have spent nothing, at no cost.
    pub fn refuse_attach(self, side: Side, phase: Phase, leader: Unit, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.class(leader) == Class::Leader, Refusal::NoLeader { unit: leader });
        ensure!(phase != Phase::Rail, Refusal::NotThisPart { unit: leader });
        self.refuse_mover(side, phase, leader)?;
        ensure!(self.s.points[leader.index()] > 0, Refusal::Finished { unit: leader });
        ensure!(self.t.combat[side.index()].contains(unit), Refusal::NotCarried { unit });
        ensure!(self.at(unit) == self.at(leader), Refusal::NotWithLeader { unit });
        ensure!(self.carrier(unit).is_none(), Refusal::IsCarried { unit });
        ensure!(!self.s.moved.contains(unit), Refusal::HasMoved { unit });
        let effect = self.t.charts.weather.effect(self.s.weather);
        ensure!(
            !(self.class(unit) == Class::Infantry && effect.infantry_immobile),
            Refusal::SnowedIn { unit }
        );
        ensure!(self.s.points[unit.index()] > 0, Refusal::Finished { unit });
        ensure!(self.counted(side, phase, unit), Refusal::NoRedeploymentLeft { unit });
        Ok(())
    }

    pub fn refuse_detach(self, side: Side, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule: rule!("6.3.4") });
        ensure!(self.carrier(unit).is_some(), Refusal::NobodyCarries { unit });
        Ok(())
    }

    /// Counters of a side that may march in this part, their points aside.
    fn movers(self, side: Side, phase: Phase) -> Units {
        let index = side.index();
        let trucks = self.t.trucks[index];
        match phase {
            Phase::Rail => trucks,
            Phase::Main if side == Side::Axis => self.t.combat[index] | self.t.leaders[index],
            _ => self.t.combat[index] | self.t.leaders[index] | trucks,
        }
    }

    /// Counters with movement points left.
    fn fresh(self) -> Units {
        let mut words = [0; UNITS.div_ceil(64)];
        for (group, points) in self.s.points.chunks(8).enumerate() {
            let mut eight = [0; 8];
            eight[..points.len()].copy_from_slice(points);
            words[group / 8] |= u64::from(filled(u64::from_le_bytes(eight))) << (8 * (group % 8));
        }
        Units::new(words)
    }

    /// Everything a side may do while it moves.
    pub fn legal_movement(self, side: Side, phase: Phase, out: &mut Vec<Action>) {
        if phase == Phase::Main {
            self.legal_arrivals(side, out);
        }
        if phase == Phase::Rail {
            self.legal_conversions(out);
        }
        let carried = self.carried();
        let tired = phase == Phase::Redeploy && self.s.redeploy[side.index()] == 0;
        let fresh = self.fresh();
        let mut live = (self.movers(side, phase) & fresh) - carried;
        if tired {
            live &= self.s.moved;
        }
        let effect = self.t.charts.weather.effect(self.s.weather);
        let held = effect.infantry_with_leader || effect.infantry_immobile || effect.armor_with_leader;
        let mut able = live;
        if held {
            able = live.iter().filter(|&unit| !self.needs_leader(unit)).collect();
        }
        let troops = self.t.combat[side.index()];
        for unit in able & troops {
            self.legal_steps(side, unit, out);
        }
        for unit in able - troops {
            out.extend(self.targets(side, unit).iter().map(|to| Action::Move { unit, to }));
        }
        if phase != Phase::Rail {
            // 6.3.4 The units of `refuse_attach`.
            for leader in (live & self.t.leaders[side.index()]) - self.s.reduced {
                let Some(space) = self.at(leader).filter(|_| !tired) else { continue };
                for unit in (self.units(side, space) & fresh) - carried - self.s.moved {
                    if !(effect.infantry_immobile && self.class(unit) == Class::Infantry) {
                        out.push(Action::Attach { leader, unit });
                    }
                }
            }
            for unit in carried {
                out.push(Action::Detach { unit });
            }
        }
        self.legal_trains(side, able, out);
        if phase != Phase::Rail && side == Side::Axis {
            for unit in self.t.luftwaffe {
                if self.refuse_fly(side, phase, unit).is_ok() {
                    out.push(Action::Fly { unit });
                }
            }
        }
        if phase == Phase::Main {
            self.legal_drop(side, out);
        }
        if phase != Phase::Rail {
            self.legal_breakdown(side, out);
        }
        out.push(Action::Done);
    }

    /// The steps of a combat unit that nobody carries: the areas of [`Look::targets`], found by looking them up.
    fn legal_steps(self, side: Side, unit: Unit, out: &mut Vec<Action>) {
        let Some(from) = self.at(unit) else { return };
        let steps = &self.t.map.steps[from.index()];
        let mut open = steps.afford[self.class(unit) as usize][usize::from(self.s.points[unit.index()])];
        if self.t.armies.contains(unit) {
            open &= steps.oxes | steps.passage;
            if open & steps.passage != 0 {
                out.extend(self.targets(side, unit).iter().map(|to| Action::Move { unit, to }));
                return;
            }
        }
        let leaves_enemy = self.is_hostile(side, from);
        let lines = if leaves_enemy { self.lines_for(unit) } else { Spaces::empty() };
        while open != 0 {
            let to = steps.to[open.trailing_zeros() as usize];
            open &= open - 1;
            if !leaves_enemy || lines.contains(to) {
                out.push(Action::Move { unit, to });
            }
        }
    }

    /// 6.1.1 Once in the diamond, the step out is all there is.
    pub fn legal_passing(self, side: Side, unit: Unit, out: &mut Vec<Action>) {
        out.extend(self.targets(side, unit).iter().map(|to| Action::Move { unit, to }));
    }
}

impl Play<'_> {
    /// 6.0 A movement phase begins: points by the weather, nobody has moved, nobody is carried.
    /// 3.2.3 Redeployed units have all their points again.
    pub fn begin_movement(&mut self, side: Side) {
        self.end_movement();
        for index in 0..UNITS {
            let unit = Unit::at(index);
            let moves = self.look().side(unit) == side && self.look().at(unit).is_some();
            if moves && index < LEADERS[0].end.max(TRUCKS[1].end) {
                self.s.points[index] = self.look().allowance(unit);
            }
        }
        self.find_lines(side);
        self.refresh_trains(side);
    }

    pub fn end_movement(&mut self) {
        self.s.points = [0; UNITS];
        self.s.moved = Units::empty();
        self.s.party = [Units::empty(); 4];
        self.s.lines = Spaces::empty();
        self.s.finnish_lines = Spaces::empty();
        self.s.train_stops = Spaces::empty();
        self.s.split = Units::empty();
        self.s.merged = Units::empty();
    }

    /// 6.1.3 Where those who stand among the enemy may go. Entering the enemy ends a move, so only areas next to the
    /// ones shared now matter.
    fn find_lines(&mut self, side: Side) {
        let look = self.look();
        let shared = look.shared();
        let home = look.rails_home(side, false);
        let around = look.t.map.graph.adjacent(shared);
        let lines = around.iter().filter(|&space| look.has_line(side, false, home, space)).collect();
        let mut finnish = Spaces::empty();
        if side == Side::Axis {
            let among: Spaces = look
                .t
                .finns
                .iter()
                .filter_map(|unit| look.at(unit))
                .filter(|&at| shared.contains(at))
                .collect();
            if !among.is_empty() {
                let home = look.rails_home(side, true);
                let around = look.t.map.graph.adjacent(among);
                finnish = around.iter().filter(|&space| look.has_line(side, true, home, space)).collect();
            }
        }
        self.s.lines = lines;
        self.s.finnish_lines = finnish;
    }

    /// 3.2.2 The first move of a unit in the Redeployment Phase uses one of the side's number.
    pub fn count_redeployed(&mut self, side: Side, phase: Phase, unit: Unit) {
        let counted = self.s.moved.contains(unit) || self.look().carried().contains(unit);
        if phase == Phase::Redeploy && !counted {
            self.s.redeploy[side.index()] -= 1;
        }
    }

    /// 6.0 A step: everybody in the party pays the cost of the area (6.2) and stops among the enemy (5.1.2).
    pub fn march(&mut self, side: Side, phase: Phase, unit: Unit, to: Space) {
        let party =
            if self.look().class(unit) == Class::Leader { self.look().party(unit) } else { Units::empty() };
        self.count_redeployed(side, phase, unit);
        let stops = self.look().stops(side).contains(to);
        let passes = self.t.map.passage.contains(to);
        let mut passing = false;
        let from = self.look().at(unit).unwrap_or(to);
        for member in party | Units::one(unit) {
            let class = self.look().class(member);
            let cost = self.t.map.cost[class as usize][to.index()];
            let left = &mut self.s.points[member.index()];
            *left = if stops { 0 } else { *left - cost };
            self.s.moved.insert(member);
            passing |= passes && self.look().passes(member);
            self.note(rule!("6.0"), Event::Moved { unit: member, from, to, cost });
            self.put_on(member, to);
        }
        if stops {
            let hostile = self.look().is_hostile(side, to);
            let rule = if hostile { rule!("5.1.2") } else { rule!("9.2.1") };
            self.note(rule, Event::Stops { unit, space: to });
        }
        if side == Side::Axis {
            self.check_garrison();
        }
        self.go(if passing { Step::Passing { side, phase, unit } } else { Step::Move { side, phase } });
    }

    /// 6.3.4 A unit picked up gets the leader's remaining points, capped by its own.
    pub fn attach(&mut self, side: Side, phase: Phase, leader: Unit, unit: Unit) {
        self.count_redeployed(side, phase, unit);
        let left = self.s.points[leader.index()].min(self.s.points[unit.index()]);
        self.s.points[unit.index()] = left;
        self.s.party[leader.index() - LEADERS[side.index()].start].insert(unit);
        self.note(rule!("6.3.4"), Event::Attached { leader, unit, left });
    }

    /// 6.3.4 A unit that is dropped is finished.
    pub fn detach(&mut self, unit: Unit) {
        for party in &mut self.s.party {
            party.remove(unit);
        }
        self.s.points[unit.index()] = 0;
        self.s.moved.insert(unit);
        self.note(rule!("6.3.4"), Event::Detached { unit });
    }
}
