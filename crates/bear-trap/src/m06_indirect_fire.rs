//! 6.5 Indirect fire: mortars on the map, batteries off it, and the leaders who spot for them.

use board::Space;
use kernel::{RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m06_direct_fire::{Modifier, Term, Terms},
    m06_results::{Attack, Then, Weapon},
    refusal::{Hexes, Refusal, ensure},
    sequence::{Active, Call, Step},
    state::{Look, Place, Play, option},
    tables::{Kind, Marker, Side, Spaces, Status, Unit, Units},
};

/// A fire mission whose spotter is to be named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mission {
    pub then: Then,
    pub gun: Gun,
    pub hex: Space,
}

/// What a mission is fired with, and to which end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gun {
    /// 6.5 A heavy weapons unit on the map.
    OnMap(Unit),
    /// 6.5.1 A battery fires at a hex.
    Artillery,
    /// 6.5.3 A battery keeps a hex under fire.
    Interdiction,
    /// 8.3
    Buratino,
}

impl Mission {
    /// The marker being played.
    pub fn call(self) -> Call {
        self.then.call()
    }

    /// The unit that fires it, if it is on the map.
    pub fn units(self) -> Units {
        self.then.units()
    }
}

impl Look<'_> {
    // ------------------------------------------------------------------ spotting

    /// 8.5.1, 8.5.2 Leaders spot for their own side, in Normal status up to four hexes, Suppressed or Pinned up to two.
    /// 6.5 A Russian leader may spot from an APC; nobody spots from a tank (8.10). He must not have moved, fired or
    /// fought a close assault this turn; spotting activates him, and he may go on spotting.
    /// Our reading: a Chechen leader who has not been activated uses up one activation of the marker; a Russian leader
    /// needs no marker. 9.0 In a bonus that activation is one of the bonus, so only a Normal leader has it.
    pub fn refuse_spotting(self, call: Call, leader: Unit) -> Result<(), Refusal> {
        ensure!(self.is_leader(leader), Refusal::NotALeader { unit: leader });
        ensure!(self.side(leader) == call.side, Refusal::NotYours { unit: leader });
        let there = match self.place(leader) {
            Place::On(..) => true,
            Place::Aboard(vehicle) => self.t.apcs.contains(vehicle) && self.at(vehicle).is_some(),
            _ => false,
        };
        ensure!(there, Refusal::CannotSpot { unit: leader });
        ensure!(
            self.status(leader).acts(),
            Refusal::SpotterShaken { unit: leader, status: self.status(leader) }
        );
        let busy = self.s.activated.contains(leader) && !self.s.spotting.contains(leader);
        let idle = !busy && !self.s.moved.contains(leader) && !self.s.fired.contains(leader);
        ensure!(idle, Refusal::SpotterBusy { unit: leader });
        let costs = self.spotting_costs(call, leader);
        ensure!(!costs || call.left > 0, Refusal::NobodyLeft {});
        if costs && call.bonus {
            let range = Hexes(self.t.charts.range.desperation);
            ensure!(self.is_desperate(leader), Refusal::NotWhileDesperate { unit: leader, range });
        }
        Ok(())
    }

    /// Whether naming this leader uses up an activation.
    pub fn spotting_costs(self, call: Call, leader: Unit) -> bool {
        call.side == Side::Chechen && !self.s.spotting.contains(leader)
    }

    /// All leaders who may spot now.
    pub fn spotters(self, call: Call) -> Units {
        let leaders = self.t.leaders & self.t.of[call.side.index()];
        leaders.iter().filter(|&leader| self.refuse_spotting(call, leader).is_ok()).collect()
    }

    /// Whether a leader has a hex in sight.
    pub fn spots(self, leader: Unit, hex: Space) -> bool {
        self.whereabouts(leader).is_some_and(|from| self.t.sight.sees(from, hex, self.sight_limit(leader)))
    }

    /// Every hex that some leader spots.
    pub fn spotted(self, call: Call) -> Spaces {
        let seen = |leader: Unit| {
            self.whereabouts(leader).map(|from| self.t.sight.field(from, self.sight_limit(leader)))
        };
        self.spotters(call).iter().filter_map(seen).fold(Spaces::empty(), |all, field| all | field)
    }

    /// The leaders who spot a hex.
    pub fn spotters_of(self, call: Call, hex: Space) -> Units {
        self.spotters(call).iter().filter(|&leader| self.spots(leader, hex)).collect()
    }

    /// The leader whose spotting makes a mission surest: the one in the best condition.
    pub fn best_spotter(self, mission: Mission) -> Option<Unit> {
        let spotters = self.spotters_of(mission.call(), mission.hex);
        spotters.iter().min_by_key(|&leader| self.status(leader))
    }

    /// 6.5.1 Batteries and mortars may fire at landmark hexes unspotted, the Buratino never; 6.5.3 interdiction needs
    /// no spotter at all.
    pub fn needs_no_spotter(self, gun: Gun, hex: Space) -> bool {
        match gun {
            Gun::OnMap(_) | Gun::Artillery => self.t.map.landmarks.contains(hex),
            Gun::Interdiction => true,
            Gun::Buratino => false,
        }
    }

    fn refuse_unseen(self, call: Call, gun: Gun, hex: Space) -> Result<(), Refusal> {
        if self.needs_no_spotter(gun, hex) || !self.spotters_of(call, hex).is_empty() {
            return Ok(());
        }
        ensure!(gun != Gun::Buratino, Refusal::BuratinoUnspotted { hex });
        Err(Refusal::Unspotted { hex })
    }

    pub fn refuse_spotter(self, mission: Mission, leader: Unit) -> Result<(), Refusal> {
        self.refuse_spotting(mission.call(), leader)?;
        ensure!(self.spots(leader, mission.hex), Refusal::SpotterBlind { unit: leader, hex: mission.hex });
        Ok(())
    }

    pub fn refuse_unspotted(self, mission: Mission) -> Result<(), Refusal> {
        let free = self.needs_no_spotter(mission.gun, mission.hex);
        ensure!(mission.gun != Gun::Buratino, Refusal::BuratinoUnspotted { hex: mission.hex });
        ensure!(free, Refusal::Unspotted { hex: mission.hex });
        Ok(())
    }

    pub fn legal_spotter(self, mission: Mission, out: &mut Vec<Action>) {
        let spotters = self.spotters_of(mission.call(), mission.hex);
        out.extend(spotters.iter().map(|unit| Action::Spotter { unit }));
        if self.needs_no_spotter(mission.gun, mission.hex) {
            out.push(Action::Unspotted);
        }
    }

    // ------------------------------------------------------------------ mortars on the map

    /// 6.5 Heavy weapons units in Normal status that have not moved fire indirectly, unless they have fired directly this
    /// turn, be it before a bonus (9.0). Our reading: only they, since theirs is the counter that stands for mortars.
    fn refuse_mortar(self, active: &Active) -> Result<(), Refusal> {
        let unit = active.unit;
        self.refuse_attack(self.side(unit))?;
        ensure!(!active.halted, Refusal::Halted {});
        ensure!(self.t.kind(unit) == Kind::HeavyWeapons, Refusal::NotAMortar { unit });
        ensure!(self.status(unit) == Status::Normal, Refusal::MortarShaken { unit });
        ensure!(!(self.s.fired - self.s.shelled).contains(unit), Refusal::HasFiredDirectly { unit });
        ensure!(active.spent == 0, Refusal::SpentAlready { rule: rule!("6.5") });
        Ok(())
    }

    /// 6.5 At a hex with an enemy unit that a leader spots, or a landmark. 6.0 Only where the unit itself sees nothing.
    /// Our reading: the range is the general one of 6.1.
    pub fn refuse_indirect(self, active: &Active, hex: Space) -> Result<(), Refusal> {
        let unit = active.unit;
        self.refuse_mortar(active)?;
        ensure!(self.occupied(self.side(unit).enemy()).contains(hex), Refusal::NoEnemyInHex { hex });
        let Some(from) = self.at(unit) else { return Err(Refusal::NotOnMap { unit }) };
        let range = self.indirect_range();
        ensure!(self.t.sight.distance(from, hex) <= range, Refusal::OutOfRange { hex, range: Hexes(range) });
        ensure!(!self.t.sight.sees(from, hex, self.sight_limit(unit)), Refusal::SeesItself { unit, hex });
        self.refuse_unseen(active.call, Gun::OnMap(unit), hex)
    }

    fn indirect_range(self) -> u8 {
        let range = &self.t.charts.range;
        if self.night() { range.indirect.min(range.night) } else { range.indirect }
    }

    pub fn legal_indirect(self, active: &Active, out: &mut Vec<Action>) {
        if self.refuse_mortar(active).is_err() {
            return;
        }
        let Some(from) = self.at(active.unit) else { return };
        let near =
            self.t.sight.disc(from, self.indirect_range()) & self.occupied(self.side(active.unit).enemy());
        let hidden = near - self.t.sight.field(from, self.sight_limit(active.unit));
        if hidden.is_empty() {
            return;
        }
        let open = hidden & (self.spotted(active.call) | self.t.map.landmarks);
        out.extend(open.iter().map(|hex| Action::Indirect { hex }));
    }

    // ------------------------------------------------------------------ batteries

    /// 6.5 Batteries fire on the artillery marker, each once in a day turn.
    /// 8.6 Never at night.
    fn refuse_guns(self, call: Call, buratino: bool) -> Result<(), Refusal> {
        ensure!(call.marker == Marker::Artillery && !call.bonus, Refusal::NotNow { rule: rule!("6.5") });
        ensure!(!self.night(), Refusal::NightGuns {});
        self.refuse_attack(call.side)?;
        if buratino {
            ensure!(self.s.buratino > 0, Refusal::NoBuratino {});
            ensure!(self.s.buratino_used < self.s.buratino, Refusal::GunsUsed {});
        } else {
            ensure!(self.s.artillery_used < self.s.artillery, Refusal::GunsUsed {});
        }
        Ok(())
    }

    /// A battery can be chosen only if it has something to do.
    pub fn refuse_battery(self, call: Call, buratino: bool) -> Result<(), Refusal> {
        self.refuse_guns(call, buratino)?;
        let idle = if buratino {
            self.strike_hexes(call).is_empty()
        } else {
            self.barrage_hexes(call).is_empty() && self.interdict_hexes().is_empty()
        };
        ensure!(!idle, Refusal::NothingToShell {});
        Ok(())
    }

    pub fn legal_batteries(self, call: Call, out: &mut Vec<Action>) {
        for buratino in [false, true] {
            if self.refuse_battery(call, buratino).is_ok() {
                out.push(Action::Battery { buratino });
            }
        }
    }

    /// 6.5 No battery fires at a hex that holds a Russian unit or lies next to one; leaders count. 8.3 The Buratino
    /// keeps three hexes away.
    pub fn is_safe(self, hex: Space, distance: u8) -> bool {
        let near = self.t.sight.disc(hex, distance.saturating_sub(1));
        distance == 0 || (near & self.occupied(Side::Russian)).is_empty()
    }

    /// 6.5.1 Where a battery may fire: at enemies who are spotted or in a landmark hex, out of the Russians' way.
    fn barrage_hexes(self, call: Call) -> Spaces {
        let distance = self.t.charts.indirect.artillery_distance;
        let seen = self.occupied(Side::Chechen) & (self.spotted(call) | self.t.map.landmarks);
        seen.iter().filter(|&hex| self.is_safe(hex, distance)).collect()
    }

    /// 8.3 Where the Buratino may strike.
    fn strike_hexes(self, call: Call) -> Spaces {
        let distance = self.t.charts.indirect.buratino_distance;
        let seen = self.occupied(Side::Chechen) & self.spotted(call);
        seen.iter().filter(|&hex| self.is_safe(hex, distance)).collect()
    }

    /// 6.5.3 Where a battery may be placed for interdiction.
    fn interdict_hexes(self) -> Spaces {
        if !self.option(option::INTERDICTION) || self.s.interdiction_over {
            return Spaces::empty();
        }
        let distance = self.t.charts.indirect.artillery_distance;
        let close = self
            .occupied(Side::Russian)
            .iter()
            .fold(Spaces::empty(), |close, hex| close | self.t.sight.disc(hex, distance.saturating_sub(1)));
        Spaces::below(self.t.map.tiles.len()) - if distance == 0 { Spaces::empty() } else { close }
    }

    pub fn refuse_barrage(self, call: Call, hex: Space) -> Result<(), Refusal> {
        self.refuse_guns(call, false)?;
        ensure!(self.occupied(Side::Chechen).contains(hex), Refusal::NoEnemyInHex { hex });
        let distance = self.t.charts.indirect.artillery_distance;
        ensure!(self.is_safe(hex, distance), Refusal::TooClose { hex, rule: rule!("6.5") });
        self.refuse_unseen(call, Gun::Artillery, hex)
    }

    pub fn refuse_strike(self, call: Call, hex: Space) -> Result<(), Refusal> {
        self.refuse_guns(call, true)?;
        ensure!(self.occupied(Side::Chechen).contains(hex), Refusal::NoEnemyInHex { hex });
        let distance = self.t.charts.indirect.buratino_distance;
        ensure!(self.is_safe(hex, distance), Refusal::TooClose { hex, rule: rule!("8.3") });
        self.refuse_unseen(call, Gun::Buratino, hex)
    }

    pub fn refuse_interdict(self, call: Call, hex: Space) -> Result<(), Refusal> {
        self.refuse_guns(call, false)?;
        ensure!(self.option(option::INTERDICTION), Refusal::NoInterdiction {});
        ensure!(!self.s.interdiction_over, Refusal::InterdictionOver {});
        let distance = self.t.charts.indirect.artillery_distance;
        ensure!(self.is_safe(hex, distance), Refusal::TooClose { hex, rule: rule!("6.5.2") });
        Ok(())
    }

    pub fn legal_battery(self, call: Call, buratino: bool, out: &mut Vec<Action>) {
        if buratino {
            return out.extend(self.strike_hexes(call).iter().map(|hex| Action::Strike { hex }));
        }
        out.extend(self.barrage_hexes(call).iter().map(|hex| Action::Barrage { hex }));
        out.extend(self.interdict_hexes().iter().map(|hex| Action::Interdict { hex }));
    }

    /// The missions of a battery that has been chosen.
    pub fn refuse_mission(self, call: Call, buratino: bool, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Barrage { hex } if !buratino => self.refuse_barrage(call, hex),
            Action::Interdict { hex } if !buratino => self.refuse_interdict(call, hex),
            Action::Strike { hex } if buratino => self.refuse_strike(call, hex),
            _ => Err(Refusal::NotNow { rule: rule!("6.5.1") }),
        }
    }

    // ------------------------------------------------------------------ the sum

    /// 6.4.2 What is added to the die against a unit under indirect fire.
    pub fn shell_terms(self, target: Unit, off_map: bool) -> Terms {
        let chart = &self.t.charts.fire;
        let mut terms = Terms::new();
        let mut add = |rule: RuleRef, what: Modifier, value: i8| {
            if value != 0 {
                terms.push(Term { rule, what, value });
            }
        };
        let basic = rule!("6.4.2");
        let Some((hex, _)) = self.exposed_at(target) else { return terms };
        if let (Some(cover), value) = self.cover(target, self.terrain(hex), off_map) {
            add(basic, cover, value);
        }
        if self.has_acted(target) {
            add(basic, Modifier::Activated, chart.activated);
        } else {
            add(basic, Modifier::Fresh, chart.fresh);
        }
        if self.is_rider(target) {
            add(rule!("8.10"), Modifier::TankRider, chart.tank_rider);
        }
        terms
    }

    /// 6.5.1 Whether a mission may scatter: a Normal leader's fire lands, and so does the Buratino (8.3).
    pub fn may_scatter(self, gun: Gun, spotter: Option<Unit>) -> bool {
        gun != Gun::Buratino && spotter.is_none_or(|leader| self.status(leader) != Status::Normal)
    }

    /// 6.5.1 Which faces of the die scatter the fire.
    pub fn scatters(self, die: u8) -> bool {
        let chart = &self.t.charts.indirect;
        (chart.scatter_from..=chart.scatter_to).contains(&die)
    }
}

impl Play<'_> {
    /// 6.5.1 The unit and the target hex are named; then who spots.
    pub fn indirect(&mut self, active: Active, hex: Space) {
        self.open_mission(Mission { then: Then::Unit(active), gun: Gun::OnMap(active.unit), hex });
    }

    pub fn battery(&mut self, call: Call, buratino: bool) {
        self.go(Step::Battery { call, buratino });
    }

    /// A battery's mission. 6.5 Each battery fires once a turn.
    pub fn fire_mission(&mut self, call: Call, action: Action) {
        let then = Then::Call(call);
        let mission = match action {
            Action::Barrage { hex } => Mission { then, gun: Gun::Artillery, hex },
            Action::Interdict { hex } => Mission { then, gun: Gun::Interdiction, hex },
            Action::Strike { hex } => Mission { then, gun: Gun::Buratino, hex },
            _ => return,
        };
        self.open_mission(mission);
    }

    /// Asks for the spotter if there is one to be named.
    fn open_mission(&mut self, mission: Mission) {
        if self.look().spotters_of(mission.call(), mission.hex).is_empty() {
            return self.begin_mission(mission, None);
        }
        self.go(Step::Spotter { mission });
    }

    /// 6.5 The spotter is activated and can do nothing but spot for the rest of the turn; 9.0 in a bonus that was his.
    pub fn begin_mission(&mut self, mut mission: Mission, spotter: Option<Unit>) {
        let Mission { gun, hex, .. } = mission;
        if let Some(leader) = spotter {
            if self.look().spotting_costs(mission.call(), leader) {
                match &mut mission.then {
                    Then::Unit(active) => active.call = active.call.spend(),
                    Then::Call(call) => *call = call.spend(),
                }
            }
            self.s.activated.insert(leader);
            self.s.spotting.insert(leader);
            if mission.call().bonus {
                self.s.bonus_used.insert(leader);
            }
        }
        let rule = match gun {
            Gun::OnMap(_) | Gun::Artillery => rule!("6.5.1"),
            Gun::Interdiction => rule!("6.5.3"),
            Gun::Buratino => rule!("8.3"),
        };
        let (side, spotted) = (mission.call().side, spotter.is_some());
        let event = Event::Shells { gun, hex, spotted };
        match gun {
            Gun::OnMap(unit) => {
                let unseen = Event::ShellsUnseen { side, hex, spotted };
                self.tell_or(self.shows(unit), unit, rule, event, unseen);
            }
            Gun::Artillery | Gun::Interdiction | Gun::Buratino => self.note(rule, event),
        }
        if let Some(unit) = spotter {
            let rule = if side == Side::Russian { rule!("8.5.1") } else { rule!("8.5.2") };
            let unseen = Event::SpotsUnseen { side, hex };
            self.tell_or(self.shows(unit), unit, rule, Event::Spots { unit, hex }, unseen);
        }
        let weapon = match gun {
            Gun::OnMap(unit) => {
                self.mark_fired(unit);
                self.s.shelled.insert(unit);
                self.attacks(side);
                Weapon::OnMap(unit)
            }
            Gun::Artillery => {
                self.s.artillery_used += 1;
                Weapon::Artillery
            }
            Gun::Interdiction => {
                self.s.artillery_used += 1;
                let Then::Call(call) = mission.then else { return };
                return self.go(Step::InterdictRoll { call, hex, spotted });
            }
            Gun::Buratino => {
                self.s.buratino_used += 1;
                Weapon::Buratino
            }
        };
        // Nobody is under a die yet; the first target is found when the fire lands.
        let mut attack = Attack::new(mission.then, weapon, side, hex, self.t.dudayev);
        attack.left = self.look().exposed(hex);
        if self.look().may_scatter(gun, spotter) {
            return self.go(Step::ScatterRoll { attack });
        }
        self.land(attack);
    }

    /// 6.5.1 Without a Normal spotter the fire lands on 0, 8 and 9 only.
    pub fn scatter_die(&mut self, attack: Attack, die: u8) {
        let scatters = self.look().scatters(die);
        self.note(rule!("6.5.1"), Event::Scatter { die, scatters });
        if scatters {
            return self.finish_attack(attack);
        }
        self.land(attack);
    }

    /// 6.5.2 Every unit in the hex, on every level and of either side, is attacked separately.
    fn land(&mut self, attack: Attack) {
        if attack.weapon == Weapon::Buratino {
            return self.open_strike(attack);
        }
        self.carry_on(attack);
    }
}
