//! 11.0 Combat: declaring an attack, both scales, shifts and modifiers, the dice and their result.

use board::Space;
use kernel::{RuleRef, rule};

use crate::{
    action::{Action, Method},
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Mission, Play},
    tables::{Class, CombatResult, Side, Spaces, Unit, Units},
};

/// The attack under way: one declared attack with all its rounds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    /// Where this round is fought, and where the attack was declared.
    pub space: Space,
    pub origin: Space,
    pub attacker: Side,
    /// 11.1.6 It stays for the whole attack.
    pub method: Method,
    pub counter: Counter,
    /// What the German attack goes back to after the Commissar's counter-attack.
    pub kept_origin: Space,
    pub kept_method: Method,
    pub kept_reached: Spaces,
    /// How many rolls left only zero-strength Soviets beside the Commissar (7.2.1b).
    pub zeroes: u8,
    /// 11.10.4 The side that paid for this round, and is supplied by it.
    pub paid: Option<Side>,
    /// Whether attacker and defender are supplied in this round.
    pub supplied: [bool; 2],
    /// 9.2.3 The Luftwaffe unit that supports this round.
    pub air: Option<Unit>,
    /// 11.8.2 The leader who calls reserves, and whom he calls.
    pub caller: Option<Unit>,
    pub reserves: [Option<Unit>; 2],
    pub result: CombatResult,
    /// Units in the combat before the result is applied, and those of them at full strength.
    pub present: Units,
    pub was_full: Units,
    /// 11.8.3 Leaders who lost all their units to the result and still have to roll.
    pub bereft: Units,
    /// Withdrawing units, then leaders and trucks, that are still to go.
    pub todo: Units,
    /// Units that fell short by one area, and by two.
    pub short: [Units; 2],
    /// The first area of the withdrawal under way.
    pub stride: Option<Space>,
    pub paths: Paths,
    /// Where withdrawing units ended.
    pub ends: Spaces,
    /// Attackers that may advance, and those that made one step and two.
    pub eligible: Units,
    pub advanced: [Units; 2],
    /// 11.10.1 Enemy areas that armor advanced into.
    pub reached: Spaces,
}

/// 7.2.1b The Commissar's counter-attack in a German attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counter {
    None,
    Running,
}

/// The ways withdrawing defenders took: the first area and, if there was one, the second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Paths {
    ways: [(u8, u8); Paths::MOST],
    len: u8,
}

impl Paths {
    /// From an ox three areas lie towards an edge, and from those at most seven: ten ways, some slack.
    const MOST: usize = 12;
    const NO_SECOND: u8 = u8::MAX;

    pub const fn none() -> Paths {
        Paths { ways: [(0, 0); Paths::MOST], len: 0 }
    }

    pub fn add(&mut self, first: Space, second: Option<Space>) {
        let way = (first.0 as u8, second.map_or(Paths::NO_SECOND, |space| space.0 as u8));
        let len = usize::from(self.len);
        if len < Paths::MOST && !self.ways[..len].contains(&way) {
            self.ways[len] = way;
            self.len += 1;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The areas that follow: the first ones, or those after `from`.
    pub fn next(&self, from: Option<Space>) -> Spaces {
        let ways = self.ways[..usize::from(self.len)].iter();
        match from {
            None => ways.map(|way| Space(u16::from(way.0))).collect(),
            Some(from) => ways
                .filter(|way| u16::from(way.0) == from.0 && way.1 != Paths::NO_SECOND)
                .map(|way| Space(u16::from(way.1)))
                .collect(),
        }
    }
}

impl Default for Battle {
    fn default() -> Battle {
        Battle {
            space: Space(0),
            origin: Space(0),
            attacker: Side::Axis,
            method: Method::Odds,
            counter: Counter::None,
            kept_origin: Space(0),
            kept_method: Method::Odds,
            kept_reached: Spaces::empty(),
            zeroes: 0,
            paid: None,
            supplied: [false; 2],
            air: None,
            caller: None,
            reserves: [None; 2],
            result: CombatResult::EX,
            present: Units::empty(),
            was_full: Units::empty(),
            bereft: Units::empty(),
            todo: Units::empty(),
            short: [Units::empty(); 2],
            stride: None,
            paths: Paths::none(),
            ends: Spaces::empty(),
            eligible: Units::empty(),
            advanced: [Units::empty(); 2],
            reached: Spaces::empty(),
        }
    }
}

/// A reason for a shift of the column or a modifier of the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    Weather,
    Terrain,
    Fortress,
    River,
    AttackerUnsupplied,
    DefenderUnsupplied,
    AttackerCombined,
    DefenderCombined,
    LuftwaffeAttacks,
    LuftwaffeDefends,
    AttackerOutOfCommand,
    DefenderOutOfCommand,
    SsAttacks,
    SsDefends,
}

impl Modifier {
    pub fn rule(self) -> RuleRef {
        match self {
            Modifier::Weather => rule!("11.6"),
            Modifier::Terrain | Modifier::Fortress => rule!("11.4"),
            Modifier::River => rule!("11.4.2"),
            Modifier::AttackerUnsupplied | Modifier::DefenderUnsupplied => rule!("11.5"),
            Modifier::AttackerCombined | Modifier::DefenderCombined => rule!("11.7"),
            Modifier::LuftwaffeAttacks | Modifier::LuftwaffeDefends => rule!("9.2.3"),
            Modifier::AttackerOutOfCommand | Modifier::DefenderOutOfCommand => rule!("11.8.1"),
            Modifier::SsAttacks | Modifier::SsDefends => rule!("11.4.3"),
        }
    }
}

/// A short list of modifiers.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    list: [(Modifier, i8); 8],
    len: usize,
}

impl Terms {
    fn new() -> Terms {
        Terms { list: [(Modifier::Weather, 0); 8], len: 0 }
    }

    fn add(&mut self, applies: bool, what: Modifier, by: i8) {
        if applies && by != 0 {
            self.list[self.len] = (what, by);
            self.len += 1;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Modifier, i8)> + '_ {
        self.list[..self.len].iter().copied()
    }

    pub fn sum(&self) -> i8 {
        self.iter().map(|(_, by)| by).sum()
    }
}

/// A combat as the odds and the roll see it.
#[derive(Clone, Copy, Debug)]
pub struct Clash {
    pub space: Space,
    /// Attacker's and defender's strength.
    pub strength: [u16; 2],
    pub base: u8,
    pub shifts: Terms,
    pub column: u8,
    pub drms: Terms,
}

impl Look<'_> {
    /// 11.2.1 Attack strength less defence strength.
    /// 11.2.2 The highest column not above it.
    /// 11.2.3 None below the lowest.
    fn differential(self, attack: u16, defence: u16) -> Option<u8> {
        let difference = i32::from(attack) - i32::from(defence);
        let columns = &self.t.charts.combat.differential;
        columns.iter().rposition(|&column| i32::from(column) <= difference).map(|index| index as u8)
    }

    /// 11.3.1 Attack strength to defence strength.
    /// 11.3.2 The ratio is rounded in the defender's favour.
    /// 11.3.4 None worse than 1:4, 6:1 at best, and 6:1 against nothing.
    fn odds_column(self, attack: u16, defence: u16) -> Option<u8> {
        let columns = &self.t.charts.combat.odds;
        if defence == 0 {
            return Some(columns[8]);
        }
        if attack >= defence {
            return Some(columns[usize::from((attack / defence).min(6)) + 2]);
        }
        let against = defence.div_ceil(attack.max(1));
        (against <= 4).then(|| columns[usize::from(4 - against)])
    }

    /// 11.3.3 The column before shifts and modifiers; none if the attack is not allowed.
    pub fn base_column(self, method: Method, attack: u16, defence: u16) -> Option<u8> {
        if attack == 0 {
            return None;
        }
        match method {
            Method::Differential => self.differential(attack, defence),
            Method::Odds => self.odds_column(attack, defence),
        }
    }

    /// 11.1.5 All units of both sides in the area.
    pub fn strengths(self, attacker: Side, space: Space) -> [u16; 2] {
        [attacker, attacker.enemy()].map(|side| self.total(self.units(side, space)))
    }

    /// 11.7 An infantry unit with an armored one, of whatever strength.
    /// 11.7.1 For Soviets a mechanized or tank corps.
    /// 11.7.2 For the Axis any armor, and allied infantry counts.
    pub fn combined_arms(self, side: Side, space: Space) -> bool {
        let units = self.units(side, space);
        let has = |class: Class| units.iter().any(|unit| self.class(unit) == class);
        has(Class::Infantry) && has(Class::Armor)
    }

    /// 11.4.1 All shifts.
    /// 11.4 Terrain or fortress, the better for the defender. Our reading: walls shelter only the side that controls
    /// them, since both stand in one ox.
    /// 11.4.2 A river through the area besides.
    /// 11.6 Bad weather, whoever attacks.
    pub fn shifts(self, attacker: Side, space: Space, supplied: [bool; 2], air: bool) -> Terms {
        let mut terms = Terms::new();
        let charts = &self.t.charts;
        let modifiers = &charts.modifiers;
        let defender = attacker.enemy();
        let weather = charts.weather.effect(self.s.weather).shift;
        terms.add(true, Modifier::Weather, weather);
        // 11.4 The better of terrain and fortress; walls shelter only the side that controls them.
        let terrain = self.t.map.shift[space.index()];
        let walls = self.t.map.fortress.contains(space) && self.controls(defender, space);
        if walls && charts.terrain.fortress <= terrain {
            terms.add(true, Modifier::Fortress, charts.terrain.fortress);
        } else {
            terms.add(true, Modifier::Terrain, terrain);
        }
        terms.add(self.t.map.river.contains(space), Modifier::River, charts.terrain.river);
        terms.add(!supplied[0], Modifier::AttackerUnsupplied, modifiers.attacker_unsupplied);
        terms.add(!supplied[1], Modifier::DefenderUnsupplied, modifiers.defender_unsupplied);
        terms.add(
            self.combined_arms(attacker, space),
            Modifier::AttackerCombined,
            modifiers.attacker_combined_arms,
        );
        terms.add(
            self.combined_arms(defender, space),
            Modifier::DefenderCombined,
            modifiers.defender_combined_arms,
        );
        terms.add(air && attacker == Side::Axis, Modifier::LuftwaffeAttacks, modifiers.luftwaffe_attacking);
        terms.add(air && attacker == Side::Soviet, Modifier::LuftwaffeDefends, modifiers.luftwaffe_defending);
        terms
    }

    /// 11.4.3 Modifiers of the dice: command (11.8.1) and the SS Panzer Corps.
    pub fn drms(self, attacker: Side, space: Space) -> Terms {
        let mut terms = Terms::new();
        let modifiers = &self.t.charts.modifiers;
        let defender = attacker.enemy();
        terms.add(
            !self.in_command(attacker, space),
            Modifier::AttackerOutOfCommand,
            modifiers.attacker_out_of_command,
        );
        terms.add(
            !self.in_command(defender, space),
            Modifier::DefenderOutOfCommand,
            modifiers.defender_out_of_command,
        );
        let ss = self.at(self.t.ss) == Some(space);
        terms.add(ss && attacker == Side::Axis, Modifier::SsAttacks, modifiers.ss_attacking);
        terms.add(ss && attacker == Side::Soviet, Modifier::SsDefends, modifiers.ss_defending);
        terms
    }

    /// A whole combat, from strengths to the column and the modifiers of the dice. A column below the table is the
    /// lowest one: the Commissar orders such attacks, and reserves may bring them about.
    pub fn clash(
        self,
        attacker: Side,
        space: Space,
        method: Method,
        supplied: [bool; 2],
        air: bool,
    ) -> Clash {
        let strength = self.strengths(attacker, space);
        let base = self.base_column(method, strength[0], strength[1]).unwrap_or(0);
        let shifts = self.shifts(attacker, space, supplied, air);
        let column = (base as i8 + shifts.sum()).clamp(0, 10) as u8;
        Clash { space, strength, base, shifts, column, drms: self.drms(attacker, space) }
    }

    /// The clash of the round under way.
    pub fn this_clash(self) -> Clash {
        let battle = &self.s.battle;
        self.clash(battle.attacker, battle.space, battle.method, battle.supplied, battle.air.is_some())
    }

    /// The result of two dice in a clash; high is good for the attacker.
    pub fn result(self, clash: &Clash, dice: u8) -> (u8, CombatResult) {
        let total = (dice as i8 + clash.drms.sum()).clamp(2, 12) as u8;
        (total, self.t.charts.results[usize::from(total) - 2][usize::from(clash.column)])
    }

    /// 11.1.3 Areas a side may still attack in: shared ones.
    /// 11.1.4 Each once, those included that an advance has made shared.
    pub fn battlefields(self) -> Spaces {
        self.shared() - self.s.declared
    }

    /// 11.1.1 Attacking is voluntary. 11.2.3, 11.3.4 Not below the table, unless the Commissar orders it.
    pub fn refuse_attack(self, side: Side, space: Space, method: Method) -> Result<(), Refusal> {
        ensure!(self.shared().contains(space), Refusal::NotShared { space });
        ensure!(!self.s.declared.contains(space), Refusal::FoughtBefore { space });
        let [attack, defence] = self.strengths(side, space);
        ensure!(attack > 0, Refusal::NoStrength { space });
        let ordered = side == Side::Soviet && self.commissar() == Some(space);
        let allowed = ordered || self.base_column(method, attack, defence).is_some();
        ensure!(allowed, Refusal::BelowTable { space, method });
        Ok(())
    }

    /// 11.1.4 Any of the shared areas or none; 11.1.2 units with the Commissar must attack if they can.
    pub fn refuse_end_combat(self, side: Side) -> Result<(), Refusal> {
        if side == Side::Soviet
            && let Some(space) = self.must_attack()
        {
            return Err(Refusal::CommissarOrders { space });
        }
        Ok(())
    }

    pub fn legal_combat(self, side: Side, out: &mut Vec<Action>) {
        self.legal_bombs(side, out);
        for space in self.battlefields() {
            for method in Method::BOTH {
                if self.refuse_attack(side, space, method).is_ok() {
                    out.push(Action::Attack { space, method });
                }
            }
        }
        if self.refuse_end_combat(side).is_ok() {
            out.push(Action::Done);
        }
    }

    /// Whether the phasing side has anything to decide in its Combat Phase.
    pub fn any_combat_choice(self, side: Side) -> bool {
        let attacks =
            |space: Space| Method::BOTH.into_iter().any(|by| self.refuse_attack(side, space, by).is_ok());
        self.battlefields().iter().any(attacks) || self.any_bomb(side)
    }

    pub fn any_bomb(self, side: Side) -> bool {
        let pairs = |unit| self.t.trucks[1].iter().any(|truck| self.refuse_bomb(side, unit, truck).is_ok());
        side == Side::Axis && self.t.luftwaffe.iter().any(pairs)
    }
}

impl Play<'_> {
    /// 11.9 The dice are due.
    pub fn open_combat_roll(&mut self) {
        self.go(Step::CombatRoll);
    }

    /// 11.1.7 The attacker chooses the order of his attacks. 11.1.6 He fixes the method.
    pub fn declare(&mut self, side: Side, space: Space, method: Method) {
        self.s.declared.insert(space);
        self.s.battle = Battle { space, origin: space, attacker: side, method, ..Battle::default() };
        self.note(rule!("11.1.6"), Event::Attack { side, space, method });
        self.open_round(None);
    }

    /// A round of combat begins: the column, then bombs on trucks, reserves, supply, air support, dice.
    pub fn open_round(&mut self, paid: Option<Side>) {
        let battle = &mut self.s.battle;
        battle.paid = paid;
        battle.supplied = [true; 2];
        battle.air = None;
        battle.caller = None;
        battle.reserves = [None; 2];
        battle.paths = Paths::none();
        battle.ends = Spaces::empty();
        battle.eligible = Units::empty();
        battle.advanced = [Units::empty(); 2];
        self.note_base();
        self.open_bombing();
    }

    /// The strengths and the column they start from.
    pub fn note_base(&mut self) {
        let battle = &self.s.battle;
        let rule = if battle.method == Method::Odds { rule!("11.3.1") } else { rule!("11.2.1") };
        let clash = self.look().this_clash();
        let [attack, defence] = clash.strength;
        self.note(rule, Event::Base { attack: attack as u8, defence: defence as u8, column: clash.base });
    }

    /// 9.2.3 The Axis may let one Luftwaffe unit support.
    pub fn open_air_support(&mut self) {
        if !self.look().supporters().is_empty() {
            return self.go(Step::AirSupport);
        }
        self.open_combat_roll();
    }

    pub fn support(&mut self, unit: Unit) {
        self.s.battle.air = Some(unit);
        self.fly_mission(unit, Mission::Supports);
        self.note(rule!("9.2.3"), Event::Supports { unit });
        self.go(Step::CombatRoll);
    }

    /// 11.9 Two dice with the modifiers; results apply at once.
    pub fn roll_combat(&mut self, dice: [u8; 2]) {
        let clash = self.look().this_clash();
        if self.j.listening() {
            for (what, by) in clash.shifts.iter() {
                self.note(what.rule(), Event::Shifted { what, by });
            }
            self.note(rule!("11.4.1"), Event::Column { column: clash.column });
            for (what, by) in clash.drms.iter() {
                self.note(what.rule(), Event::Modified { what, by });
            }
        }
        let (total, result) = self.look().result(&clash, dice[0] + dice[1]);
        self.note(rule!("11.9"), Event::Rolled { dice, total, result });
        self.apply_result(result);
    }

    fn apply_result(&mut self, result: CombatResult) {
        let look = self.look();
        let (space, attacker) = (self.s.battle.space, self.s.battle.attacker);
        let defender = attacker.enemy();
        let present = look.units(attacker, space) | look.units(defender, space);
        let battle = &mut self.s.battle;
        battle.result = result;
        battle.present = present;
        battle.was_full = present - self.s.reduced;
        match result {
            CombatResult::AE => self.wipe_out(attacker),
            CombatResult::DE => self.wipe_out(defender),
            CombatResult::A1 => self.open_losses(attacker, 1, false),
            CombatResult::A2 => self.open_losses(attacker, 2, false),
            CombatResult::D1 | CombatResult::EX => self.open_losses(defender, 1, false),
            CombatResult::D2 => self.open_losses(defender, 2, false),
            CombatResult::AR => self.open_withdrawal(attacker, 1),
            CombatResult::DW if self.look().forbids_withdrawal(defender, space) => {
                self.note(rule!("7.2.1a"), Event::WithdrawalIgnored { space });
                self.open_aftermath();
            }
            CombatResult::DW => self.go(Step::WithdrawalRoll),
        }
    }

    /// 11.9 All units of a side in the combat are eliminated.
    fn wipe_out(&mut self, side: Side) {
        for unit in self.look().units(side, self.s.battle.space) {
            self.eliminate(unit);
        }
        self.open_aftermath();
    }

    /// What follows from a result: boxes, the Luftwaffe, trucks, leaders, the Commissar; then the advance.
    pub fn open_aftermath(&mut self) {
        self.go(Step::Aftermath);
        let space = self.s.battle.space;
        if !self.s.battle.present.is_empty() {
            self.find_bereft();
            self.settle_boxes();
            self.settle_luftwaffe();
            self.settle_control(space);
            self.count_zeroes();
            self.s.battle.present = Units::empty();
        }
        self.lose_stranded_trucks();
        let leader = self.look().stranded_leader().or(self.s.battle.bereft.first());
        if let Some(leader) = leader {
            self.s.resume = Some(Step::Aftermath);
            return self.go(Step::LeaderRoll { leader });
        }
        let alone = self.look().units(Side::Soviet, space).is_empty();
        let left = self.s.battle.attacker == Side::Soviet && !self.s.battle.paths.is_empty();
        if self.look().commissar() == Some(space) && alone && !left {
            return self.replace_commissar();
        }
        self.open_advance();
    }

    /// 11.8.3 Leaders whose last unit the result eliminated, whether or not an enemy is left.
    fn find_bereft(&mut self) {
        let battle = &self.s.battle;
        let (space, look) = (battle.space, self.look());
        let mut bereft = Units::empty();
        for side in Side::BOTH {
            let mut fought = (battle.present & self.t.combat[side.index()]).iter().peekable();
            let lost = fought.peek().is_some() && fought.all(|unit| look.at(unit).is_none());
            if lost && look.units(side, space).is_empty() {
                bereft |= look.leaders(side, space);
            }
        }
        self.s.battle.bereft = bereft;
    }

    /// 7.2.1b How often a German roll left only units without strength beside the Commissar.
    fn count_zeroes(&mut self) {
        let battle = &self.s.battle;
        if battle.attacker != Side::Axis || self.look().commissar() != Some(battle.space) {
            return;
        }
        let survivors = self.look().units(Side::Soviet, battle.space);
        if survivors.is_empty() || self.look().total(survivors) > 0 {
            return;
        }
        self.s.battle.zeroes += 1;
        if self.s.battle.zeroes >= 2 {
            self.dismiss_commissar();
        }
    }
}
