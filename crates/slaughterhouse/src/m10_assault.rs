//! 10.0 Assaults: who takes part, the two values, the dice and their result. Losses, answers and retreats have
//! files of their own.

use arrayvec::ArrayVec;
use board::{Member, Space};
use kernel::{RuleRef, rule};

use crate::{
    action::{Action, Air},
    event::Event,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play, option},
    tables::{Kind, Leader, Leaders, Side, Spaces, Unit, Units, Weather, members},
};

/// One assault, from its declaration to the answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    pub area: Space,
    pub attacker: Side,
    pub duty: Duty,
    /// 10.4.4 The second combat of an overrun.
    pub overrun: bool,
    pub participants: Units,
    pub point: Unit,
    pub air: Air,
    pub result: Result,
    /// 11.1B Attrition points more for the attacker and the defender.
    pub extra: [u8; 2],
    /// 9.2 A defender was at full strength before the assault.
    pub against_full: bool,
    /// Units eliminated in this assault.
    pub lost: Units,
    /// 11.1D The defenders need neither counter-attack nor retreat.
    pub stands: bool,
    /// 10.6 The unit that counter-attacks.
    pub counter: Option<Unit>,
    /// 10.6b It has just been eliminated.
    pub last_stand: bool,
    /// The result of the counter-attack, from its side.
    pub counter_result: Result,
    /// 10.4.4b The attrition points have emptied the Area: panzers may overrun.
    pub breakthrough: bool,
}

/// Whether the attacker had to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Duty {
    /// 10.1
    Mandatory,
    /// 10.2
    Optional,
    /// 10.3 In the contested Active Area.
    Here,
}

/// 10.4.4 The result, from the attacker's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Result {
    Failure,
    Stalemate,
    Success,
}

impl Result {
    pub fn word(self) -> &'static str {
        ["Failure", "Stalemate", "Success"][self as usize]
    }

    /// 10.4.4 The dice against the assault total.
    pub fn of(dice: i8, total: i8) -> Result {
        match dice.cmp(&total) {
            std::cmp::Ordering::Greater => Result::Failure,
            std::cmp::Ordering::Equal => Result::Stalemate,
            std::cmp::Ordering::Less => Result::Success,
        }
    }
}

/// One number in a value, with its case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    pub what: What,
    pub value: i8,
    pub rule: RuleRef,
}

/// Where a number comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    AttackFactor(Unit),
    CounterFactor(Unit),
    Rating(Leader),
    OtherInfantry(u8),
    OtherPanzers(u8),
    Focus,
    Spread,
    Snow,
    Partisans,
    Ground(Space),
    FullInfantry(u8),
    ReducedInfantry(u8),
    FullPanzers(u8),
    ReducedPanzers(u8),
}

/// A value, number by number.
pub type Terms = ArrayVec<Term, 8>;

pub fn sum(terms: &Terms) -> i8 {
    terms.iter().map(|term| term.value).sum()
}

impl Fight {
    pub fn defender(self) -> Side {
        self.attacker.enemy()
    }
}

impl Look<'_> {
    /// 10.1 Areas entered in this impulse that hold enemies and were not contested when it began: they must be
    /// assaulted.
    pub fn mandatory(self) -> Spaces {
        self.s.impulse.pending - self.s.impulse.contested
    }

    /// 10.1 Everybody who entered takes part. 10.2 Who entered a contested Area may. 10.3 Who stands in the contested
    /// Active Area may. 8.3.2 Nobody else.
    pub fn eligible(self, at: Space) -> Units {
        let impulse = &self.s.impulse;
        let here = self.units(impulse.side, at);
        if impulse.pending.contains(at) {
            return here & impulse.entered;
        }
        here & impulse.starters
    }

    fn duty(self, at: Space) -> Duty {
        if !self.s.impulse.pending.contains(at) {
            return Duty::Here;
        }
        if self.s.impulse.contested.contains(at) { Duty::Optional } else { Duty::Mandatory }
    }

    /// 9.4.5 A panzer is no Point Unit against a Fortress.
    pub fn points(self, at: Space, units: Units) -> Units {
        if self.t.fortress.contains(at) { units - self.t.panzers } else { units }
    }

    /// 10.3.1 An assault in the contested Active Area is the first act there.
    pub fn refuse_assault(self, at: Space) -> std::result::Result<(), Refusal> {
        let impulse = &self.s.impulse;
        if !impulse.rush.is_empty() {
            ensure!(impulse.rush.contains(at), Refusal::OverrunFirst {});
        }
        ensure!(!impulse.over || self.mandatory().contains(at), Refusal::ImpulseOver {});
        if !impulse.pending.contains(at) {
            ensure!(impulse.active == Some(at), Refusal::NobodyEntered { space: at });
            ensure!(self.contested().contains(at), Refusal::NotContested { space: at });
            ensure!(!impulse.closed.contains(at), Refusal::Closed { space: at });
            ensure!(!impulse.begun, Refusal::NotFirstAct { space: at });
        }
        ensure!(!self.points(at, self.eligible(at)).is_empty(), Refusal::NoPoint { space: at });
        Ok(())
    }

    pub fn legal_assaults(self, out: &mut Vec<Action>) {
        let impulse = &self.s.impulse;
        let mut at = if impulse.rush.is_empty() { impulse.pending } else { impulse.rush };
        if let Some(active) = impulse.active {
            at.insert(active);
        }
        for space in at {
            if self.refuse_assault(space).is_ok() {
                out.push(Action::Assault { at: space });
            }
        }
    }

    /// The assault that could be made on an Area, with everybody and the Point Unit named.
    pub fn fight(self, at: Space, point: Unit, participants: Units) -> Fight {
        let attacker = self.s.impulse.side;
        let duty = self.duty(at);
        let air = if self.s.impulse.air == Air::Spread { Air::Spread } else { Air::None };
        Fight {
            area: at,
            attacker,
            duty,
            overrun: !(participants & self.s.impulse.overran).is_empty(),
            participants,
            point,
            air,
            result: Result::Failure,
            extra: [0; 2],
            against_full: !(self.units(attacker.enemy(), at) - self.s.reduced).is_empty(),
            lost: Units::empty(),
            stands: false,
            counter: None,
            last_stand: false,
            counter_result: Result::Failure,
            breakthrough: false,
        }
    }

    // ------------------------------------------------------------------ Air Support

    /// 9.5.1 The marker goes where an assault is resolved.
    /// 9.5.5 Focus with any assault of the impulse; spread with the first, and then it covers all of them.
    /// 9.5.4 Never in Snow.
    pub fn refuse_air(self, fight: Fight, air: Air) -> std::result::Result<(), Refusal> {
        let impulse = &self.s.impulse;
        if air == Air::None {
            return Ok(());
        }
        ensure!(fight.attacker == Side::Axis, Refusal::NoAirForce {});
        ensure!(self.s.weather != Weather::Snow, Refusal::AirInSnow {});
        ensure!(!impulse.air_spent && impulse.air == Air::None, Refusal::AirUsed {});
        if air == Air::Spread {
            ensure!(!impulse.rolled, Refusal::SpreadLate {});
        }
        Ok(())
    }

    /// 9.5.2 and 9.5.3 What Air Support is worth in this weather.
    fn air_value(self, air: Air) -> i8 {
        let chart = &self.t.charts.air_support;
        match air {
            Air::None => 0,
            Air::Focus => chart.focus.of(self.s.weather),
            Air::Spread => chart.spread.of(self.s.weather),
        }
    }

    // ------------------------------------------------------------------ the values

    /// 10.4.2a The Leader is in the assaulted Area and only one counts; nothing speaks against the best.
    /// 16.2 The same holds for a counter-attack.
    /// 16.3 Without a unit he may support he counts for nobody.
    pub fn best_leader(self, side: Side, area: Space, unit: Unit) -> Option<Leader> {
        let here: Leaders = self.leaders(side, area) & self.t.supporters[unit.index()];
        here.iter().max_by_key(|&leader| (self.t.rating[leader.index()], std::cmp::Reverse(leader)))
    }

    /// 10.4.2 Factor of the Point Unit, one Leader, the other participants, Air Support.
    pub fn attack_terms(self, fight: Fight) -> Terms {
        let mut terms = Terms::new();
        let chart = &self.t.charts.attack_value;
        let add = |terms: &mut Terms, what, value, rule| {
            if value != 0 {
                terms.push(Term { what, value, rule });
            }
        };
        let point = fight.point;
        add(&mut terms, What::AttackFactor(point), self.attack_factor(point), rule!("10.4.2"));
        if let Some(leader) = self.best_leader(fight.attacker, fight.area, point) {
            let rating = self.t.officers[leader.index()].rating;
            add(&mut terms, What::Rating(leader), rating, rule!("10.4.2"));
        }
        let mut others = fight.participants;
        others.remove(point);
        let panzers = (others & self.t.panzers).len() as i8;
        let infantry = others.len() as i8 - panzers;
        add(
            &mut terms,
            What::OtherInfantry(infantry as u8),
            infantry * chart.other_infantry,
            rule!("10.4.2"),
        );
        add(&mut terms, What::OtherPanzers(panzers as u8), panzers * chart.other_panzer, rule!("10.4.2"));
        let rule = if self.s.weather == Weather::Rain { rule!("9.5.3") } else { rule!("9.5.2") };
        match fight.air {
            Air::None => {}
            Air::Focus => add(&mut terms, What::Focus, self.air_value(Air::Focus), rule),
            Air::Spread => add(&mut terms, What::Spread, self.air_value(Air::Spread), rule),
        }
        terms
    }

    /// 10.4.4a What is added to the dice. In Snow the Axis rolls higher with any Point Unit but a Finnish one, in assaults
    /// and counter-attacks; the Soviet side rolls lower in assaults.
    pub fn dice_modifier(self, point: Unit, counter: bool) -> i8 {
        if self.s.weather != Weather::Snow {
            return 0;
        }
        match self.side(point) {
            Side::Axis if self.t.finns.contains(point) => 0,
            Side::Axis => -self.t.charts.snow.axis,
            Side::Soviet if counter => 0,
            Side::Soviet => -self.t.charts.snow.soviet,
        }
    }

    /// 10.4.4a The same as a line of its own, if there is one.
    pub fn dice_term(self, point: Unit, counter: bool) -> Option<Term> {
        let value = self.dice_modifier(point, counter);
        (value != 0).then_some(Term { what: What::Snow, value, rule: rule!("10.4.4a") })
    }

    /// 10.4.3 The ground, and the units of this side in the Area.
    pub fn defence_terms(self, side: Side, area: Space) -> Terms {
        let chart = &self.t.charts.defence_value;
        let mut terms = Terms::new();
        let ground = self.t.tem[area.index()];
        if ground != 0 {
            terms.push(Term { what: What::Ground(area), value: ground, rule: rule!("10.4.3") });
        }
        let units = self.units(side, area);
        let (panzers, infantry) = (units & self.t.panzers, units - self.t.panzers);
        let reduced = self.s.reduced;
        let count = |set: Units| set.len() as u8;
        let lines = [
            (What::FullInfantry(count(infantry - reduced)), chart.full_infantry),
            (What::ReducedInfantry(count(infantry & reduced)), chart.reduced_infantry),
            (What::FullPanzers(count(panzers - reduced)), chart.full_panzer),
            (What::ReducedPanzers(count(panzers & reduced)), chart.reduced_panzer),
        ];
        for (what, each) in lines {
            let (What::FullInfantry(n)
            | What::ReducedInfantry(n)
            | What::FullPanzers(n)
            | What::ReducedPanzers(n)) = what
            else {
                continue;
            };
            let value = n as i8 * each;
            if value != 0 {
                terms.push(Term { what, value, rule: rule!("10.4.3") });
            }
        }
        terms
    }

    /// 10.6.1 A counter-attack has the factor of one unit and one Leader with it; 17.1.4 partisans help.
    pub fn counter_terms(self, fight: Fight, unit: Unit) -> Terms {
        let mut terms = Terms::new();
        let side = fight.defender();
        let factor = match fight.lost.contains(unit) {
            // 10.6b A unit just eliminated uses its reduced face.
            true => self.t.counters[unit.index()].faces[1].counter,
            false => self.counter_factor(unit),
        };
        terms.push(Term { what: What::CounterFactor(unit), value: factor, rule: rule!("10.6.1") });
        if let Some(leader) = self.best_leader(side, fight.area, unit) {
            let rating = self.t.officers[leader.index()].rating;
            if rating != 0 {
                terms.push(Term { what: What::Rating(leader), value: rating, rule: rule!("10.6.1") });
            }
        }
        if side == Side::Soviet && self.partisans_near(fight.area) {
            let value = self.t.charts.partisans.counter_attack;
            terms.push(Term { what: What::Partisans, value, rule: rule!("17.1.4") });
        }
        terms
    }

    /// 10.4.2 The attack value as a number.
    fn attack_value(self, fight: Fight) -> i8 {
        let chart = &self.t.charts.attack_value;
        let point = fight.point;
        let leader = self.best_leader(fight.attacker, fight.area, point);
        let mut others = fight.participants;
        others.remove(point);
        let panzers = (others & self.t.panzers).len() as i8;
        let infantry = others.len() as i8 - panzers;
        self.attack_factor(point)
            + leader.map_or(0, |leader| self.t.rating[leader.index()])
            + infantry * chart.other_infantry
            + panzers * chart.other_panzer
            + self.air_value(fight.air)
    }

    /// 10.4.3 The defence value as a number.
    pub fn defence_value(self, side: Side, area: Space) -> i8 {
        let units = members(self.units(side, area));
        self.t.tem[area.index()] + units.map(|unit| self.face(unit).defence).sum::<i8>()
    }

    /// 10.4 The assault total (AT): attack value less defence value.
    pub fn assault_at(self, fight: Fight) -> i8 {
        debug_assert_eq!(self.attack_value(fight), sum(&self.attack_terms(fight)));
        let defender = fight.defender();
        debug_assert_eq!(
            self.defence_value(defender, fight.area),
            sum(&self.defence_terms(defender, fight.area))
        );
        self.attack_value(fight) - self.defence_value(defender, fight.area)
    }

    /// 10.6.1a The same for a counter-attack: all units of the original attacker in the Area defend.
    pub fn counter_at(self, fight: Fight, unit: Unit) -> i8 {
        sum(&self.counter_terms(fight, unit)) - sum(&self.defence_terms(fight.attacker, fight.area))
    }

    /// 10.4.4a The number that unmodified dice are compared with: the AT, less what is added to the dice.
    pub fn assault_total(self, fight: Fight) -> i8 {
        self.assault_at(fight) - self.dice_modifier(fight.point, false)
    }

    /// The same for a counter-attack.
    pub fn counter_total(self, fight: Fight, unit: Unit) -> i8 {
        self.counter_at(fight, unit) - self.dice_modifier(unit, true)
    }

    /// 10.4.4 Attrition points on the units that were attacked. 11.1.1 A Success reached through the Advantage with a
    /// panzer Point Unit is a full one.
    pub fn defender_points(self, result: Result, point: Unit, extra: u8) -> u8 {
        let chart = &self.t.charts.losses;
        let points = match result {
            Result::Failure => 0,
            Result::Stalemate => chart.ordinary,
            Result::Success if self.t.panzers.contains(point) => chart.panzer_success,
            Result::Success => chart.ordinary,
        };
        points + extra
    }

    /// 10.4.4 Attrition points on the side that attacked.
    pub fn attacker_points(self, result: Result, extra: u8) -> u8 {
        if result == Result::Success { extra } else { self.t.charts.losses.ordinary + extra }
    }

    /// 10.4.4b An overrun needs an Axis Success in Clear weather and neither Forest nor Swamp, no Soviet unit
    /// left, and a panzer participant that survives; no third combat.
    /// 10.6.1d A counter-attack earns none.
    pub fn may_overrun(self, fight: Fight) -> bool {
        fight.attacker == Side::Axis
            && fight.result == Result::Success
            && !fight.overrun
            && self.s.weather == Weather::Clear
            && !self.t.rough.contains(fight.area)
            && self.vacant(Side::Axis, fight.area)
            && !self.overrunners(fight).is_empty()
    }

    /// Panzers that could overrun.
    pub fn overrunners(self, fight: Fight) -> Units {
        fight.participants & self.t.panzers & self.s.here[fight.area.index()]
    }

    pub fn is_infantry(self, unit: Unit) -> bool {
        self.t.counter(unit).kind != Kind::Panzer
    }

    // ------------------------------------------------------------------ declaring

    pub fn refuse_point(self, fight: Fight, unit: Unit) -> std::result::Result<(), Refusal> {
        let eligible = self.eligible(fight.area);
        ensure!(eligible.contains(unit), Refusal::NotAParticipant { unit });
        let fits = self.points(fight.area, eligible).contains(unit);
        ensure!(fits, Refusal::PanzerPoint { unit, space: fight.area });
        Ok(())
    }

    pub fn joiners(self, fight: Fight) -> Units {
        self.eligible(fight.area) - fight.participants
    }

    pub fn refuse_join(self, fight: Fight, unit: Unit) -> std::result::Result<(), Refusal> {
        ensure!(self.eligible(fight.area).contains(unit), Refusal::NotAParticipant { unit });
        ensure!(!fight.participants.contains(unit), Refusal::JoinedAlready { unit });
        Ok(())
    }

    pub fn legal_declare(self, fight: Fight, out: &mut Vec<Action>) {
        let joiners = self.joiners(fight);
        out.extend(joiners.iter().map(|unit| Action::Join { unit }));
        if joiners.len() > 1 {
            out.push(Action::JoinAll);
        }
        for air in [Air::None, Air::Focus, Air::Spread] {
            if self.refuse_air(fight, air).is_ok() {
                out.push(Action::Roll { air });
            }
        }
    }
}

impl Play<'_> {
    /// 10.4.5 The attacker declares target, Point Unit, participants and Air Support, then rolls. What leaves no choice
    /// is not asked.
    pub fn assault(&mut self, at: Space) {
        let look = self.look();
        let eligible = look.eligible(at);
        let points = look.points(at, eligible);
        let first = points.first().expect("refuse_assault has seen one");
        let participants = if look.duty(at) == Duty::Mandatory { eligible } else { Units::one(first) };
        let fight = look.fight(at, first, participants);
        if points.len() > 1 {
            return self.go(Step::Point { fight });
        }
        self.name_point(fight, first);
    }

    /// 9.3.1 The Point Unit is named with the assault, among all participants.
    pub fn name_point(&mut self, fight: Fight, unit: Unit) {
        let look = self.look();
        let participants = if fight.duty == Duty::Mandatory { fight.participants } else { Units::one(unit) };
        let fight = look.fight(fight.area, unit, participants);
        self.declare(fight);
    }

    /// 10.2, 10.3 As many units as he likes.
    pub fn join(&mut self, mut fight: Fight, units: Units) {
        fight.participants |= units;
        fight.overrun = !(fight.participants & self.s.impulse.overran).is_empty();
        self.declare(fight);
    }

    fn declare(&mut self, fight: Fight) {
        let look = self.look();
        let choice = !look.joiners(fight).is_empty() || look.refuse_air(fight, Air::Focus).is_ok();
        if choice {
            return self.go(Step::Declare { fight });
        }
        self.roll(fight, Air::None);
    }

    /// 9.5.5 Air Support is declared before the dice.
    pub fn roll(&mut self, mut fight: Fight, air: Air) {
        match air {
            Air::None => {}
            Air::Focus => {
                self.s.impulse.air_spent = true;
                fight.air = Air::Focus;
            }
            Air::Spread => {
                self.s.impulse.air = Air::Spread;
                fight.air = Air::Spread;
            }
        }
        self.s.impulse.rolled = true;
        self.s.impulse.pending.remove(fight.area);
        self.s.impulse.rush.remove(fight.area);
        for unit in fight.participants {
            self.count_activity(unit);
        }
        self.note(self.duty_rule(fight.duty), Event::Assaults { fight, air: fight.air });
        if self.j.listening() {
            for &term in &self.look().attack_terms(fight) {
                self.note(term.rule, Event::Attack { term });
            }
            for &term in &self.look().defence_terms(fight.defender(), fight.area) {
                self.note(term.rule, Event::Defence { term });
            }
            if let Some(term) = self.look().dice_term(fight.point, false) {
                self.note(term.rule, Event::Dice { term });
            }
        }
        self.go(Step::AssaultRoll { fight });
    }

    fn duty_rule(&self, duty: Duty) -> RuleRef {
        match duty {
            Duty::Mandatory => rule!("10.1"),
            Duty::Optional => rule!("10.2"),
            Duty::Here => rule!("10.3"),
        }
    }

    /// 10.4.1 Only the attacker rolls. 10.4.4 The result.
    pub fn assault_dice(&mut self, mut fight: Fight, dice: [u8; 2]) {
        let (total, modifier) =
            (self.look().assault_at(fight), self.look().dice_modifier(fight.point, false));
        fight.result = Result::of((dice[0] + dice[1]) as i8 + modifier, total);
        let result = fight.result;
        self.note(rule!("10.4.4"), Event::Rolled { dice, modifier, total, result, counter: false });
        if self.s.advantage.is_some() {
            return self.go(Step::AssaultShift { fight });
        }
        self.take_losses(fight);
    }

    /// 10.3 What an assault leaves behind: the Area is closed; its participants are finished, unless the Active
    /// Area was cleared.
    /// 9.2 The first Area then costs one MF, or two if a defender was at full strength.
    /// 10.6.1 After a counter-attack the impulse is over.
    /// 20.5 With the option it is over only for those who took part.
    pub fn close_fight(&mut self, fight: Fight) {
        let vacant = self.look().vacant(fight.attacker, fight.area);
        let countered = fight.counter.is_some();
        let others_go_on = self.look().option(option::OTHERS_GO_ON);
        let chart = &self.t.charts.movement;
        let impulse = &mut self.s.impulse;
        impulse.closed.insert(fight.area);
        if fight.duty == Duty::Here {
            impulse.cost = if fight.against_full { chart.contested_full } else { chart.contested_reduced };
        }
        if fight.duty != Duty::Here || !vacant || countered {
            impulse.stopped |= fight.participants;
        }
        if countered && !others_go_on && !impulse.over {
            impulse.over = true;
            self.note(rule!("10.6.1"), Event::CutShort { side: fight.attacker });
        }
    }
}
