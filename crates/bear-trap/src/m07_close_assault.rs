//! 7.0 Close assault: who goes in, the roll and who is left.

use board::{Member, Space, hex::Direction};
use kernel::{RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m06_direct_fire::{Modifier, Term, Terms, sum},
    m06_results::{Attack, Then, Weapon},
    refusal::{Refusal, ensure},
    sequence::{Call, Step},
    state::{Level, Look, Place, Play},
    tables::{Side, Spaces, Status, Unit, Units},
};

/// A close assault that is being put together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assault {
    pub call: Call,
    pub hex: Space,
    pub level: Level,
    pub attackers: Units,
}

impl Look<'_> {
    /// 7.1 The level must hold an enemy, and somebody but a leader must be able to go in.
    pub fn refuse_assault(self, call: Call, hex: Space, level: Level) -> Result<(), Refusal> {
        self.refuse_attack(call.side)?;
        ensure!(call.left > 0, Refusal::NobodyLeft {});
        let held = !self.pile(call.side.enemy(), hex, level).is_empty();
        ensure!(held, Refusal::NobodyToAssault { hex });
        let assault = Assault { call, hex, level, attackers: Units::empty() };
        ensure!(!self.joiners(&assault).is_empty(), Refusal::NobodyCanAssault { hex });
        Ok(())
    }

    /// The enemies on a level other than snipers.
    fn assaulted(self, side: Side, hex: Space, level: Level) -> Units {
        self.pile(side.enemy(), hex, level) - self.t.snipers
    }

    /// 8.8 Whether only snipers are there to be assaulted.
    pub fn needs_no_die(self, assault: &Assault) -> bool {
        self.assaulted(assault.call.side, assault.hex, assault.level).is_empty()
    }

    /// The assaults that may be started, by hex and level: next to those who may be activated.
    pub fn legal_assaults(self, call: Call, selectable: Units, out: &mut Vec<Action>) {
        if call.left == 0 || self.refuse_attack(call.side).is_err() {
            return;
        }
        let enemies = self.occupied(call.side.enemy());
        let mut near = Spaces::empty();
        for unit in selectable - self.t.leaders - self.t.snipers {
            let Some(at) = self.at(unit).filter(|_| self.status(unit) == Status::Normal) else { continue };
            let around = Direction::ALL.into_iter().filter_map(|side| self.t.map.next(at, side));
            near.extend(around.chain([at]).filter(|&hex| enemies.contains(hex)));
        }
        for hex in near {
            for level in Level::BOTH {
                if self.refuse_assault(call, hex, level).is_ok() {
                    out.push(Action::Assault { hex, level });
                }
            }
        }
    }

    /// 7.0 Only Normal units attack, and leaders never alone. 8.8 Snipers never do.
    /// 7.1 An attacker has not acted, starts adjacent and spends its whole allowance to go in.
    pub fn refuse_join(self, assault: &Assault, unit: Unit) -> Result<(), Refusal> {
        let Assault { call, hex, level, attackers } = *assault;
        ensure!(self.side(unit) == call.side, Refusal::NotYours { unit });
        ensure!(!attackers.contains(unit), Refusal::JoinedAlready { unit });
        ensure!(call.left > 0, Refusal::NobodyLeft {});
        self.refuse_select(call, unit)?;
        self.refuse_attacker(unit)?;
        ensure!(!attackers.is_empty() || !self.is_leader(unit), Refusal::LeaderAlone { unit });
        self.refuse_way_in(unit, hex, level)?;
        ensure!(self.room_to_assault(assault, unit), Refusal::NoRoomToAssault { unit, hex });
        Ok(())
    }

    fn refuse_attacker(self, unit: Unit) -> Result<(), Refusal> {
        ensure!(!self.t.snipers.contains(unit), Refusal::SnipersStayOut { unit });
        ensure!(self.status(unit) == Status::Normal, Refusal::OnlyNormalAttack { unit });
        Ok(())
    }

    /// 7.1 Foot units go in from the ground level of an adjacent hex, or from the other level of the same hex; neither rivers
    /// nor rubble nor obstacles keep them out. Vehicles attack on the ground level only, where they can drive.
    fn refuse_way_in(self, unit: Unit, hex: Space, level: Level) -> Result<(), Refusal> {
        let Some((from, own)) = self.spot(unit) else { return Err(Refusal::NotOnMap { unit }) };
        let vehicle = self.t.vehicles.contains(unit);
        if from == hex {
            ensure!(!vehicle || level == Level::Ground, Refusal::VehicleUpstairs { unit });
            return Ok(());
        }
        let side = self.t.map.direction(from, hex);
        let Some(side) = side.filter(|_| level == Level::Ground && own == Level::Ground) else {
            return Err(Refusal::NotInReach { unit, hex });
        };
        if vehicle {
            return self.refuse_drive(unit, from, self.facing(unit), side).map(|_| ());
        }
        Ok(())
    }

    /// 3.1.3 Those who go in and those who are there must fit. Who stands on that level already is not in the way.
    fn room_to_assault(self, assault: &Assault, unit: Unit) -> bool {
        if self.spot(unit) == Some((assault.hex, assault.level)) {
            return true;
        }
        let side = assault.call.side;
        let mut all = self.pile(side, assault.hex, assault.level) | assault.attackers;
        all.insert(unit);
        let stacking = &self.t.charts.stacking;
        let most = if side == Side::Russian { stacking.russian } else { stacking.chechen };
        (all & self.t.stacks).len() <= usize::from(most)
            && (all & self.t.vehicles).len() <= usize::from(stacking.vehicles)
    }

    /// Everybody who may join the assault now.
    pub fn joiners(self, assault: &Assault) -> Units {
        let mut units = Units::empty();
        let near = self.t.sight.disc(assault.hex, 1) & self.occupied(assault.call.side);
        for hex in near {
            let own = self.units(assault.call.side, hex);
            units.extend(own.iter().filter(|&unit| self.refuse_join(assault, unit).is_ok()));
        }
        units
    }

    /// 7.1, 8.2 Passengers of an attacking vehicle may get off to join, up to the stacking limit, against enemies on the
    /// ground level; they must be Normal and not have acted, whatever the marker.
    pub fn refuse_off(self, assault: &Assault, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == assault.call.side, Refusal::NotYours { unit });
        ensure!(!assault.attackers.contains(unit), Refusal::JoinedAlready { unit });
        let attacks = self.carrier(unit).is_some_and(|vehicle| assault.attackers.contains(vehicle));
        ensure!(attacks, Refusal::NoRideIn { unit });
        ensure!(assault.call.left > 0, Refusal::NobodyLeft {});
        self.refuse_attacker(unit)?;
        ensure!(self.fresh(assault.call, unit), Refusal::HasActed { unit });
        ensure!(self.room_to_assault(assault, unit), Refusal::NoRoomToAssault { unit, hex: assault.hex });
        Ok(())
    }

    fn getting_off(self, assault: &Assault) -> Units {
        let vehicles = assault.attackers & self.t.vehicles;
        let aboard = vehicles.iter().fold(Units::empty(), |all, vehicle| all | self.cargo(vehicle));
        aboard.iter().filter(|&unit| self.refuse_off(assault, unit).is_ok()).collect()
    }

    pub fn refuse_resolve(self, assault: &Assault) -> Result<(), Refusal> {
        ensure!(!assault.attackers.is_empty(), Refusal::NobodyAttacks {});
        Ok(())
    }

    pub fn legal_join(self, assault: &Assault, out: &mut Vec<Action>) {
        out.extend(self.joiners(assault).iter().map(|unit| Action::Join { unit }));
        out.extend(self.getting_off(assault).iter().map(|unit| Action::Off { unit }));
        if !assault.attackers.is_empty() {
            out.push(Action::Resolve);
        }
    }

    // ------------------------------------------------------------------ the sum

    /// 7.2 The factor of the attacking side.
    pub fn assault_factor(self, side: Side) -> i8 {
        let chart = &self.t.charts.close_assault;
        if side == Side::Russian { chart.russian_cf } else { chart.chechen_cf }
    }

    /// 7.2 What is added to the die. Combat units are counted: Russian leaders and snipers are not, and a loaded vehicle
    /// is one unit. Our reading: the status modifiers help the attacker, so they are taken off.
    pub fn assault_terms(self, assault: &Assault) -> Terms {
        let chart = &self.t.charts.close_assault;
        let mut terms = Terms::new();
        let rule = rule!("7.2");
        let counted = self.t.combat - self.t.snipers;
        let defenders = self.assaulted(assault.call.side, assault.hex, assault.level);
        let more = (assault.attackers & counted).len().saturating_sub((defenders & counted).len()) as u8;
        if more > 0 {
            let value = (more.min(12) as i8).saturating_mul(chart.number);
            terms.push(Term { rule, what: Modifier::Numbers(more), value });
        }
        if assault.level == Level::Upper {
            terms.push(Term { rule, what: Modifier::Uphill, value: chart.uphill });
        }
        let worst = defenders.iter().map(|unit| self.status(unit)).max().unwrap_or(Status::Normal);
        let (what, value) = match worst {
            Status::Normal => return terms,
            Status::Suppressed | Status::Pinned => (Modifier::DefenderShaken, chart.shaken),
            Status::Disrupted => (Modifier::DefenderDisrupted, chart.disrupted),
            Status::Inactive => (Modifier::DefenderInactive, chart.inactive),
        };
        terms.push(Term { rule, what, value });
        terms
    }
}

impl Play<'_> {
    /// 7.0 An assault on one level of a hex is announced.
    pub fn assault(&mut self, call: Call, hex: Space, level: Level) {
        self.note(rule!("7.0"), Event::Assaults { side: call.side, hex, level });
        self.go(Step::Assault { assault: Assault { call, hex, level, attackers: Units::empty() } });
    }

    /// A unit joins; on a Chechen marker and in a bonus it uses up an activation.
    pub fn join(&mut self, mut assault: Assault, unit: Unit, gets_off: bool) {
        assault.attackers.insert(unit);
        assault.call = assault.call.spend();
        let rule = if gets_off { rule!("8.2") } else { rule!("7.1") };
        self.tell_who(unit, rule, |unit| Event::Joins { unit, gets_off });
        self.go(Step::Assault { assault });
    }

    /// 8.8 Snipers alone have no effect in a close assault: they are eliminated without a die.
    pub fn resolve_assault(&mut self, assault: Assault) {
        self.attacks(assault.call.side);
        if self.look().needs_no_die(&assault) {
            return self.win_assault(assault, rule!("8.8"), false);
        }
        self.go(Step::AssaultRoll { assault });
    }

    /// 7.2 The roll. 7.3 Not above the factor: every defender on that level is eliminated; otherwise every attacker.
    pub fn assault_die(&mut self, assault: Assault, die: u8) {
        let Assault { call, hex, level, attackers } = assault;
        let look = self.look();
        let even = die.is_multiple_of(2);
        let (terms, factor) = (look.assault_terms(&assault), look.assault_factor(call.side));
        let total = die as i8 + sum(&terms);
        let won = total <= factor;
        let defenders = look.pile(call.side.enemy(), hex, level);
        self.note(rule!("7.2"), Event::AssaultDie { hex, die, total, factor, won });
        self.note_terms(&terms);
        if won {
            return self.win_assault(assault, rule!("7.3"), even);
        }
        self.spend_bonus(&assault);
        let mut attack = Attack::new(Then::Call(call), Weapon::Assault, call.side, hex, self.t.dudayev);
        attack.wreck = even && !(attackers & self.t.vehicles).is_empty();
        self.fall(attackers, rule!("7.3"));
        self.have_fought(defenders);
        self.carry_on(attack);
    }

    /// 7.3 The defenders fall and the attackers hold the place. 8.4.2 A wreck there is gone, a roadblock only if the
    /// Russians have won; 8.9 a vehicle that falls by an even die leaves a wreck of its own.
    fn win_assault(&mut self, assault: Assault, rule: RuleRef, even: bool) {
        let Assault { call, hex, level, attackers } = assault;
        self.spend_bonus(&assault);
        let defenders = self.look().pile(call.side.enemy(), hex, level);
        let mut attack = Attack::new(Then::Call(call), Weapon::Assault, call.side, hex, self.t.dudayev);
        attack.wreck = even && !(defenders & self.t.vehicles).is_empty();
        self.fall(defenders, rule);
        self.storm(attackers, hex, level);
        let stays = call.side == Side::Chechen && self.s.roadblocks.contains(hex);
        if level == Level::Ground && !stays {
            self.remove_obstacle(hex, rule!("8.4.2"));
        }
        self.carry_on(attack);
    }

    /// 9.0 Whoever fights in his bonus has had it.
    fn spend_bonus(&mut self, assault: &Assault) {
        if assault.call.bonus {
            self.s.bonus_used |= assault.attackers;
        }
    }

    /// 7.3 Every unit of the losing side is eliminated.
    fn fall(&mut self, units: Units, rule: RuleRef) {
        for unit in units {
            // A passenger may have fallen with its vehicle.
            if self.look().whereabouts(unit).is_some() {
                self.eliminate(unit, rule);
            }
        }
    }

    /// 7.3 Whoever has taken part is activated, and a leader who has fought does not go on spotting (6.5). 8.2 A loaded
    /// vehicle is one unit: its passengers have fought too.
    fn have_fought(&mut self, units: Units) {
        let aboard = units.iter().fold(Units::empty(), |all, unit| all | self.look().cargo(unit));
        self.s.activated |= units | aboard;
        self.s.spotting -= units | aboard;
    }

    /// 7.3 The winners stand where they fought, facing the way they went in.
    fn storm(&mut self, attackers: Units, hex: Space, level: Level) {
        // Passengers get off before their vehicle drives in, so that both know where they came from.
        let aboard: Units = attackers.iter().filter(|&unit| self.look().carrier(unit).is_some()).collect();
        for unit in aboard.iter().chain(attackers - aboard) {
            let from = self.look().whereabouts(unit);
            let way: Option<Direction> = from.and_then(|from| self.t.map.direction(from, hex));
            if let Some(way) = way.filter(|_| self.t.counter(unit).has_facing()) {
                self.s.facing[unit.index()] = way;
            } else if let Some(vehicle) = self.look().carrier(unit) {
                self.s.facing[unit.index()] = self.s.facing[vehicle.index()];
            }
            if self.look().spot(unit) != Some((hex, level)) {
                self.put(unit, Place::On(hex, level));
                self.s.moved.insert(unit);
                if way.is_some() {
                    self.s.moved |= self.look().cargo(unit);
                }
            }
            self.tell_who(unit, rule!("7.3"), |unit| Event::Storms { unit, hex });
        }
        self.have_fought(attackers);
    }
}
