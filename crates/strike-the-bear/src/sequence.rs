//! The sequence of play. `Step` says where a turn stands, in the order a turn meets the steps. This file opens the next one
//! and runs what needs no choice; within a procedure its own module goes from step to step.

use board::Space;
use kernel::{Draw, Node, Seat, rule};

use crate::{
    action::Prey,
    event::Event,
    m11_combat::Battle,
    m13_victory::Victory,
    state::{Look, Mission, Place, Play, option},
    tables::{COMMISSAR, Side, Spaces, Unit, Units},
};

/// Which part of the turn units move in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// 3.2 The Redeployment Phase.
    Redeploy,
    /// 2.0 The first part of German movement: rail building and trucks.
    Rail,
    /// 2.0 All other movement.
    Main,
}

/// After which part of the turn stacking is checked (4.1.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum After {
    Redeploy,
    Move,
    /// The phasing side, then the other.
    Combat {
        phasing: Side,
    },
}

/// Where the sequence of play stands. A step owns its facts; when it ends, they are gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// 14.0 A side places what is not fixed.
    SetUp { side: Side },
    /// 3.1 The die for the weather.
    Weather,
    /// 3.2.1 A die for each side.
    RedeployRoll,
    /// 3.2.1 Equal dice: both roll again for the order alone.
    RedeployOrder,
    /// 3.3 Two dice for a side's operations points.
    Operations { side: Side },
    /// 3.3.2 Two dice for its objectives.
    Objectives { side: Side },
    /// 8.1.2 The die for the partisans.
    PartisanRoll,
    /// 8.1.2 The Soviet chooses which kind of partisans acts.
    PartisanKind,
    /// 8.1.1 Partisans are placed; `both`: those on trucks come after those on rails.
    Partisans { prey: Prey, both: bool },
    /// 6.0 Units move, one step at a time.
    Move { side: Side, phase: Phase },
    /// 6.1.1 An army or truck, or a leader who carries one, must leave the diamond it passes through.
    Passing { side: Side, phase: Phase, unit: Unit },
    /// 6.4 Where the train stops.
    Ride { side: Side, phase: Phase, unit: Unit },
    /// 9.1.1 Where the Luftwaffe flies to.
    Flight { side: Side, phase: Phase, unit: Unit },
    /// 10.2.2 The two corps an army or group breaks down into.
    Split { side: Side, phase: Phase, unit: Unit, first: Option<(Unit, bool)> },
    /// 10.2.1 What two corps build up.
    Form { side: Side, phase: Phase, one: Unit, other: Unit },
    /// 4.1.4 Units too many are removed.
    Overstack { side: Side, after: After },
    /// 7.1.1 The die for the Commissar's column.
    CommissarColumn,
    /// 7.1.1 A second die between two columns.
    CommissarSecond { die: u8 },
    /// 7.1.2 Two dice for his row.
    CommissarRow { column: u8 },
    /// 7.1.3a The Axis chooses among the nearest shared oxes.
    CommissarChoose { column: u8, row: u8 },
    /// 11.1 The phasing side attacks, or bombs trucks.
    Combat { side: Side },
    /// 9.2.2 The Axis may bomb trucks when the Soviets attack.
    Bombing,
    /// 9.2.2 The die for a bombed truck; `round`: in a Soviet attack, not between attacks of the Axis.
    BombRoll { unit: Unit, truck: Unit, round: bool },
    /// 11.8.2 The defender names reserves.
    Reserves,
    /// 11.8.2b A die for each reserve.
    ReserveRoll { index: u8 },
    /// 11.5 A side supplies its force, or goes without.
    Supply { attacker: bool },
    /// 11.5.5 The second corps that a Luftwaffe unit supplies.
    AirliftPair { attacker: bool, unit: Unit },
    /// 9.2.3 The Axis may let a Luftwaffe unit support.
    AirSupport,
    /// 11.9 The dice of the combat.
    CombatRoll,
    /// 11.9.2 A side takes losses, in steps or, if it stands, in points.
    Losses { side: Side, left: u8, points: bool },
    /// 11.9.3 The die for the distance.
    WithdrawalRoll,
    /// 11.9.3 Stand or withdraw.
    WithdrawalChoice { side: Side, distance: u8 },
    /// 11.9.3 Unit after unit goes back.
    Withdrawing { side: Side, distance: u8, unit: Option<Unit>, made: u8 },
    /// 11.9.3 Leaders and trucks follow.
    Follow { side: Side },
    /// 11.9.3 An army that fell short by two areas: lost, or a corps in its place.
    Shortfall { side: Side, unit: Unit },
    /// 11.9 What follows from a result before the advance. Never waits.
    Aftermath,
    /// 11.9.5 The attacker advances; `priced`: for operations points; `leaders`: only they are left to go.
    Advance { priced: bool, leaders: bool },
    /// 7.2.1b How the counter-attack is reckoned.
    CounterMethod,
    /// 11.10.1 A side may continue the battle.
    Continue { asked: Side },
    /// 11.8.3 The dice for a stranded leader.
    LeaderRoll { leader: Unit },
    /// 11.8.3 Where he comes out.
    LeaderRefuge { leader: Unit },
    /// 12.1 Leaders and trucks recover.
    Recover { side: Side },
    /// 12.1 The die, against this leader's rating.
    RecoverRoll { side: Side, unit: Unit, leader: Unit },
    /// 12.2 The boxes are rearranged.
    Boxes { side: Side },
    /// 12.2 The two corps of a swap.
    Swap { side: Side, unit: Unit, first: Option<Unit> },
    /// 12.3 Replacements are bought.
    Replace { side: Side },
    /// 12.3.5 Where a bought unit enters.
    Enter { side: Side, unit: Unit, reduced: bool },
    /// 12.4 Corps are rebuilt.
    Rebuild { side: Side },
    /// 3.3.5 A side may save operations points.
    Save { side: Side },
    /// 13.4 The objectives are rolled at last.
    FogObjectives { side: Side },
    /// 13.5 The game has ended.
    Over { victory: Victory },
}

impl Look<'_> {
    /// Whom the step waits for.
    pub fn node(self) -> Node {
        match self.s.step {
            Step::Weather
            | Step::PartisanRoll
            | Step::CommissarColumn
            | Step::CommissarSecond { .. }
            | Step::BombRoll { .. }
            | Step::ReserveRoll { .. }
            | Step::WithdrawalRoll
            | Step::RecoverRoll { .. } => Node::Chance(Draw::D6),
            Step::RedeployRoll
            | Step::RedeployOrder
            | Step::Operations { .. }
            | Step::Objectives { .. }
            | Step::CommissarRow { .. }
            | Step::CombatRoll
            | Step::LeaderRoll { .. }
            | Step::FogObjectives { .. } => Node::Chance(Draw::TWO_D6),
            Step::Over { victory } => Node::Over(victory.outcome()),
            _ => Node::Decision(Seat(self.decider().expect("every other step waits for a side") as u8)),
        }
    }

    /// The side that chooses in this step; none while dice are due and at the end.
    pub fn decider(self) -> Option<Side> {
        let battle = &self.s.battle;
        let side = match self.s.step {
            Step::SetUp { side }
            | Step::Move { side, .. }
            | Step::Passing { side, .. }
            | Step::Ride { side, .. }
            | Step::Flight { side, .. }
            | Step::Split { side, .. }
            | Step::Form { side, .. }
            | Step::Overstack { side, .. }
            | Step::Combat { side }
            | Step::Losses { side, .. }
            | Step::WithdrawalChoice { side, .. }
            | Step::Withdrawing { side, .. }
            | Step::Follow { side }
            | Step::Shortfall { side, .. }
            | Step::Recover { side }
            | Step::Boxes { side }
            | Step::Swap { side, .. }
            | Step::Replace { side }
            | Step::Enter { side, .. }
            | Step::Rebuild { side }
            | Step::Save { side } => side,
            Step::PartisanKind | Step::Partisans { .. } | Step::CounterMethod => Side::Soviet,
            Step::CommissarChoose { .. } | Step::Bombing | Step::AirSupport | Step::AirliftPair { .. } => {
                Side::Axis
            }
            Step::Reserves => battle.attacker.enemy(),
            Step::Supply { attacker: true } | Step::Advance { .. } => battle.attacker,
            Step::Supply { attacker: false } => battle.attacker.enemy(),
            Step::Continue { asked } => asked,
            Step::LeaderRefuge { leader } => self.side(leader),
            _ => return None,
        };
        Some(side)
    }

    /// The name of the step in views and examples.
    pub fn step_name(self) -> &'static str {
        let by = |side: Side, axis, soviet| if side == Side::Axis { axis } else { soviet };
        match self.s.step {
            Step::SetUp { side } => by(side, "axis-set-up", "soviet-set-up"),
            Step::Weather => "weather",
            Step::RedeployRoll => "redeploy-roll",
            Step::RedeployOrder => "redeploy-order",
            Step::Operations { side } => by(side, "axis-operations", "soviet-operations"),
            Step::Objectives { side } => by(side, "axis-objectives", "soviet-objectives"),
            Step::PartisanRoll => "partisan-roll",
            Step::PartisanKind => "partisan-kind",
            Step::Partisans { prey: Prey::Rail, .. } => "rail-partisans",
            Step::Partisans { prey: Prey::Truck, .. } => "truck-partisans",
            Step::Move { side, phase: Phase::Redeploy } => by(side, "axis-redeploy", "soviet-redeploy"),
            Step::Move { phase: Phase::Rail, .. } => "axis-rail",
            Step::Move { side, phase: Phase::Main } => by(side, "axis-move", "soviet-move"),
            Step::Passing { .. } => "passing",
            Step::Ride { .. } => "ride",
            Step::Flight { .. } => "flight",
            Step::Split { .. } => "split",
            Step::Form { .. } => "form",
            Step::Overstack { .. } => "overstack",
            Step::CommissarColumn => "commissar-column",
            Step::CommissarSecond { .. } => "commissar-second",
            Step::CommissarRow { .. } => "commissar-row",
            Step::CommissarChoose { .. } => "commissar-choose",
            Step::Combat { side } => by(side, "axis-combat", "soviet-combat"),
            Step::Bombing => "bombing",
            Step::BombRoll { .. } => "bomb-roll",
            Step::Reserves => "reserves",
            Step::ReserveRoll { .. } => "reserve-roll",
            Step::Supply { attacker: true } => "supply-attacker",
            Step::Supply { attacker: false } => "supply-defender",
            Step::AirliftPair { .. } => "airlift-pair",
            Step::AirSupport => "air-support",
            Step::CombatRoll => "combat-roll",
            Step::Losses { points: false, .. } => "losses",
            Step::Losses { points: true, .. } => "stand-losses",
            Step::WithdrawalRoll => "withdrawal-roll",
            Step::WithdrawalChoice { .. } => "withdrawal-choice",
            Step::Withdrawing { .. } => "withdrawing",
            Step::Follow { .. } => "follow",
            Step::Shortfall { .. } => "shortfall",
            Step::Aftermath => "aftermath",
            Step::Advance { .. } => "advance",
            Step::CounterMethod => "counter-method",
            Step::Continue { asked } => by(asked, "axis-continue", "soviet-continue"),
            Step::LeaderRoll { .. } => "leader-roll",
            Step::LeaderRefuge { .. } => "leader-refuge",
            Step::Recover { side } => by(side, "axis-recover", "soviet-recover"),
            Step::RecoverRoll { .. } => "recover-roll",
            Step::Boxes { side } => by(side, "axis-boxes", "soviet-boxes"),
            Step::Swap { .. } => "swap",
            Step::Replace { side } => by(side, "axis-replace", "soviet-replace"),
            Step::Enter { .. } => "enter",
            Step::Rebuild { side } => by(side, "axis-rebuild", "soviet-rebuild"),
            Step::Save { side } => by(side, "axis-save", "soviet-save"),
            Step::FogObjectives { side } => by(side, "axis-fog-objectives", "soviet-fog-objectives"),
            Step::Over { .. } => "over",
        }
    }

    /// Whether stranded leaders and trucks are looked for now: losses and withdrawals settle in the aftermath, not in the
    /// middle.
    pub fn is_settled(self) -> bool {
        !matches!(
            self.s.step,
            Step::Losses { .. }
                | Step::WithdrawalRoll
                | Step::WithdrawalChoice { .. }
                | Step::Withdrawing { .. }
                | Step::Follow { .. }
                | Step::Shortfall { .. }
                | Step::Aftermath
                | Step::LeaderRoll { .. }
                | Step::LeaderRefuge { .. }
                | Step::CommissarColumn
                | Step::CommissarSecond { .. }
                | Step::CommissarRow { .. }
                | Step::CommissarChoose { .. }
                | Step::SetUp { .. }
                | Step::Over { .. }
        )
    }
}

/// 2.0 Mutual phases, the German player turn, the Russian player turn. Each function opens a step, or passes on to
/// the next one when there is nothing to choose.
impl Play<'_> {
    /// 2.0 A new turn opens with the mutual phases.
    /// 6.4.3c Rail moves that were left over are lost: there are three again.
    /// 11.5.5 Luftwaffe units that supplied somebody are free to fly again.
    pub fn open_turn(&mut self, turn: u8) {
        self.s.turn = turn;
        self.s.rail_left = [self.t.charts.rail.capacity; 2];
        self.s.railed = Units::empty();
        self.s.grounded = Units::empty();
        self.note(rule!("2.0"), Event::Turn { turn });
        self.open_weather();
    }

    /// 3.1 The weather; 3.1.3 turn 1 is fair without a roll.
    pub fn open_weather(&mut self) {
        if self.s.turn >= self.t.charts.weather.roll_from_turn {
            return self.go(Step::Weather);
        }
        self.set_fair_weather();
        self.open_redeployment();
    }

    /// 3.2 Redeployment, on turn 1 too unless the option removes it.
    pub fn open_redeployment(&mut self) {
        if self.s.turn == 1 && self.look().option(option::SKIP_FIRST_REDEPLOYMENT) {
            return self.open_operations();
        }
        self.go(Step::RedeployRoll);
    }

    /// 3.2.1 The higher die moves all its units first.
    pub fn open_redeploy(&mut self, side: Side) {
        self.note(rule!("3.2"), Event::Phase { side, part: Part::Redeployment });
        self.begin_movement(side);
        self.go(Step::Move { side, phase: Phase::Redeploy });
    }

    /// 3.3 Operations points, Axis first; 3.3.3 fixed on turn 1.
    pub fn open_operations(&mut self) {
        self.end_movement();
        if self.s.turn == 1 {
            self.first_points();
            return self.open_axis_turn();
        }
        self.go(Step::Operations { side: Side::Axis });
    }

    pub fn close_operations(&mut self, side: Side) {
        match side {
            Side::Axis => self.go(Step::Operations { side: Side::Soviet }),
            Side::Soviet => self.open_axis_turn(),
        }
    }

    /// 2.0 The German player turn: rail building and trucks, other movement, combat, reorganization.
    pub fn open_axis_turn(&mut self) {
        self.open_player_turn(Side::Axis);
        self.begin_movement(Side::Axis);
        self.go(Step::Move { side: Side::Axis, phase: Phase::Rail });
    }

    /// 9.2 Missions count by player turn.
    fn open_player_turn(&mut self, side: Side) {
        self.note(rule!("2.0"), Event::Phase { side, part: Part::Movement });
        self.s.mission = [Mission::Free; 2];
        self.s.air_supplied = Units::empty();
    }

    /// 2.0 The Russian player turn begins with the partisans.
    pub fn open_soviet_turn(&mut self) {
        self.open_player_turn(Side::Soviet);
        if self.s.turn >= self.t.charts.partisans.from_turn {
            return self.go(Step::PartisanRoll);
        }
        self.open_soviet_movement();
    }

    pub fn open_soviet_movement(&mut self) {
        self.begin_movement(Side::Soviet);
        self.go(Step::Move { side: Side::Soviet, phase: Phase::Main });
    }

    /// 6.0 A side moves, or goes on moving.
    pub fn open_movement(&mut self, side: Side, phase: Phase) {
        self.go(Step::Move { side, phase });
    }

    /// 2.0 A movement step is done: what comes next.
    pub fn close_movement(&mut self, side: Side, phase: Phase) {
        match phase {
            Phase::Redeploy => self.open_overstack(side, After::Redeploy),
            // Trucks and markers are the only ones that moved: everybody else still has all his points.
            Phase::Rail => self.go(Step::Move { side, phase: Phase::Main }),
            Phase::Main => {
                self.end_movement();
                self.open_overstack(side, After::Move);
            }
        }
    }

    /// 4.1.4 Stacking is checked at the end of movement and of combat.
    pub fn open_overstack(&mut self, side: Side, after: After) {
        if !self.look().overstacked(side).is_empty() {
            return self.go(Step::Overstack { side, after });
        }
        self.close_overstack(side, after);
    }

    pub fn close_overstack(&mut self, side: Side, after: After) {
        match after {
            After::Redeploy if side == self.s.first => self.open_redeploy(side.enemy()),
            After::Redeploy => self.open_operations(),
            After::Move if side == Side::Soviet => self.open_commissar(),
            After::Move => self.open_combat(side),
            After::Combat { phasing } if side == phasing => self.open_overstack(side.enemy(), after),
            After::Combat { phasing } => self.open_recover(phasing),
        }
    }

    /// 7.1.5 The Commissar is placed anew at the end of every Soviet movement.
    pub fn open_commissar(&mut self) {
        if self.s.turn < self.t.charts.commissar.from_turn {
            return self.open_combat(Side::Soviet);
        }
        self.s.commissar = true;
        self.s.resume = None;
        self.place_commissar();
    }

    /// 7.1.5 At the end of movement he leads over to combat; 7.1.4 in the middle of a battle back to it.
    pub fn close_commissar(&mut self) {
        match self.s.resume.take() {
            Some(Step::Aftermath) => self.open_aftermath(),
            Some(step) => self.go(step),
            None => self.open_combat(Side::Soviet),
        }
    }

    /// 11.1 The Combat Phase.
    pub fn open_combat(&mut self, side: Side) {
        self.note(rule!("11.0"), Event::Phase { side, part: Part::Combat });
        self.s.declared = Spaces::empty();
        self.s.tried = Units::empty();
        self.open_attacks(side);
    }

    /// 11.1.7 The next attack, until the side is done.
    /// 11.9.1 Every result has been applied before it.
    pub fn open_attacks(&mut self, side: Side) {
        self.s.battle = Battle::default();
        for mission in &mut self.s.mission {
            if *mission == Mission::Supports {
                *mission = Mission::Spent;
            }
        }
        if self.look().any_combat_choice(side) {
            return self.go(Step::Combat { side });
        }
        self.close_combat(side);
    }

    pub fn close_combat(&mut self, side: Side) {
        self.s.declared = Spaces::empty();
        self.open_overstack(side, After::Combat { phasing: side });
    }

    /// 12.0 Four steps in order, no going back.
    pub fn open_recover(&mut self, side: Side) {
        self.note(rule!("12.0"), Event::Phase { side, part: Part::Reorganization });
        self.s.tried = Units::empty();
        self.s.split = Units::empty();
        self.s.merged = Units::empty();
        self.reopen_recover(side);
    }

    pub fn reopen_recover(&mut self, side: Side) {
        if self.look().may_recover(side) {
            return self.go(Step::Recover { side });
        }
        self.open_boxes(side);
    }

    /// 12.2 The boxes.
    pub fn open_boxes(&mut self, side: Side) {
        self.s.tried = Units::empty();
        if self.look().may_swap(side) {
            return self.go(Step::Boxes { side });
        }
        self.open_replace(side);
    }

    /// 12.3 Replacements.
    pub fn open_replace(&mut self, side: Side) {
        self.s.split = Units::empty();
        self.s.merged = Units::empty();
        if self.look().may_replace(side) {
            return self.go(Step::Replace { side });
        }
        self.open_rebuild(side);
    }

    /// 12.4 Rebuilding.
    pub fn open_rebuild(&mut self, side: Side) {
        if self.look().may_rebuild(side) {
            return self.go(Step::Rebuild { side });
        }
        self.close_player_turn(side);
    }

    /// 2.0 The Russian player turn follows the German one and ends the turn.
    pub fn close_player_turn(&mut self, side: Side) {
        match side {
            Side::Axis => self.open_soviet_turn(),
            Side::Soviet => self.open_save(Side::Axis),
        }
    }

    /// 3.3.5 Saving points, Axis first. On the last turn there is nothing to save for.
    pub fn open_save(&mut self, side: Side) {
        let last = self.s.turn >= self.t.scenario.scenario.turns;
        if !last && self.look().option(option::SAVE_HALF_OPS) && self.look().ops(side) >= 2 {
            return self.go(Step::Save { side });
        }
        self.close_save(side, 0);
    }

    pub fn close_save(&mut self, side: Side, kept: u8) {
        self.keep_points(side, kept);
        match side {
            Side::Axis => self.open_save(Side::Soviet),
            Side::Soviet => self.close_turn(),
        }
    }

    /// 1.1 Fourteen turns.
    pub fn close_turn(&mut self) {
        if self.s.turn < self.t.scenario.scenario.turns {
            let turn = self.s.turn + 1;
            return self.open_turn(turn);
        }
        if self.look().option(option::FOG_OBJECTIVES) {
            return self.go(Step::FogObjectives { side: Side::Axis });
        }
        self.end_game();
    }

    /// 6.4.6, 11.8.3 Trucks and leaders left alone with the enemy, after every action: the truck is lost, the leader
    /// rolls at once, then play goes on where it was.
    pub fn settle(&mut self) {
        if !self.look().is_settled() {
            return;
        }
        self.lose_stranded_trucks();
        if let Some(leader) = self.look().stranded_leader() {
            self.s.resume = Some(self.s.step);
            self.go(Step::LeaderRoll { leader });
        }
    }

    /// Back from an interruption.
    pub fn close_interruption(&mut self) {
        match self.s.resume.take() {
            Some(Step::Aftermath) => self.open_aftermath(),
            Some(step) => self.go(step),
            None => unreachable!("an interruption knows where it came from"),
        }
    }

    /// A marker that leaves the map.
    pub fn take_off(&mut self, unit: Unit) {
        self.put(unit, Place::OFF);
    }
}

impl Look<'_> {
    /// 7.0 Where the Commissar works; nowhere before he has come into play.
    pub fn commissar(self) -> Option<Space> {
        if self.s.commissar { self.at(COMMISSAR) } else { None }
    }
}

/// The parts of a turn that the journal announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    SetUp,
    Redeployment,
    Movement,
    Combat,
    Reorganization,
}
