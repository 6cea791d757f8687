//! The sequence of play. `Step` says where a turn stands, in the order a turn meets the steps. This file opens the next one
//! and runs what needs no choice; within a procedure its own module goes from step to step.

use board::Space;
use kernel::{Draw, Node, rule};

use crate::{
    event::Event,
    m10_reinforcements::Draft,
    m12_movement::March,
    m13_casualties::Hit,
    m13_direct_fire::Attack,
    m19_victory::Victory,
    state::{Look, Play, option},
    tables::{Side, Units},
};

/// Where the sequence of play stands. A step owns its facts; when it ends, they are gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// 20.1.1 The player in `seat` writes a secret bid; `first` is the one already written.
    Bid { seat: u8, first: u8 },
    /// 20.1.4 Equal bids wait for a die each.
    BidTie { bid: u8 },
    /// 5.1.1 The garrison is placed.
    SetUp,
    /// 5.3.1 One die for each of these units.
    Partisans { left: Units },
    /// 10.2 A side may regroup.
    Regroup { side: Side },
    /// 10.3.1 The holder may spend the Advantage.
    RandomAdvantage,
    /// 10.3.2 Two dice wait; `spent` is who spent the Advantage on them.
    RandomRoll { spent: Option<Side> },
    /// 10.5.2 The German may send the Stuka against a random group.
    RandomInterdict { draft: Draft },
    /// 10.5.4 Its die.
    RandomInterdictRoll { draft: Draft },
    /// 10.5.4 How many units come now.
    RandomInterdictCount { draft: Draft },
    /// 10.3.5 The owner takes units of the group.
    RandomSelect { draft: Draft },
    /// 21.1 The owner of a result that nobody can fill chooses instead.
    Substitute { side: Side },
    /// 10.5.3 The German may send the Stuka against the turn's units.
    NormalInterdict,
    /// 10.5.4 Its die.
    NormalInterdictRoll,
    /// 10.5.4 How many units come now.
    NormalInterdictCount,
    /// 10.4 A side places what is due; of the Soviet units `delays` stay behind (10.5.4).
    NormalPlace { side: Side, delays: u8 },
    /// 11.1 The active side chooses a kind of impulse.
    Impulse { side: Side },
    /// 11.1.3 A space is active: its units move or fire.
    Active { active: Active },
    /// 12.1 Units of the active space move, one at a time.
    Moving { march: March },
    /// 13.2.1 The attacker names his Lead.
    Aim { active: Active, target: Space },
    /// 13.1.1 More units may join the attack before it is confirmed.
    Firers { active: Active, attack: Attack },
    /// 13.2.1 The defender names his Lead.
    DefenderLead { active: Active, attack: Attack },
    /// 13.2.2 The attacker's dice.
    AttackRoll { active: Active, attack: Attack },
    /// 13.2.3 The defender's dice.
    DefenceRoll { active: Active, attack: Attack },
    /// 20.1.5 Either side may have the dice thrown again.
    FireReroll { active: Active, attack: Attack, asked: Side },
    /// 13.3 Casualty points are assigned.
    Casualties { active: Active, attack: Attack, hit: Hit },
    /// 13.4.3 The defender may withdraw.
    VoluntaryRetreat { active: Active, attack: Attack },
    /// 21.2.2 The die for friendly fire.
    FriendlyFireRoll { active: Active, attack: Attack },
    /// 21.2.3 The bombarding side names the Lead that suffers first.
    FriendlyLead { active: Active, attack: Attack, points: u8 },
    /// 17.1.1 The Logistics Roll.
    Logistics { passed: bool },
    /// 17.1.4 A side may prevent the end of the phase.
    LogisticsSave { side: Side },
    /// 16.1.4 The holder of the Advantage picks the next contested space.
    ClosePick,
    /// 16.4.4 The larger side may screen units.
    CloseScreen { side: Side, most: u8 },
    /// 16.2.1 A side designates all its attacks.
    CloseDesignate { second: bool },
    /// 16.4.3 The other side may choose which armor takes the attacks; `accepted` are those it has named.
    CloseAccept { second: bool, accepted: Units },
    /// 16.5.1 The die of attack number `index`.
    CloseRoll { second: bool, index: u8 },
    /// 20.1.5 Either side may have that die thrown again.
    CloseReroll { second: bool, index: u8, die: u8, asked: Side },
    /// 16.5.7 Marked units retreat.
    CloseRetreat { second: bool },
    /// 18.1.3 The holder of the Advantage may redeploy.
    Redeploy { side: Side, left: u8, moved: Units },
    /// 19.0 The game has ended.
    Over { victory: Victory },
}

/// The active space of an impulse (11.1.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Active {
    pub side: Side,
    pub space: Space,
    /// 20.1.5c Committed units act as well.
    pub seize: bool,
    /// 21.1a A free activation: nobody is turned over and no impulse is counted.
    pub free: bool,
}

impl Look<'_> {
    /// Whom the step waits for.
    pub fn node(self) -> Node {
        let decides = |side: Side| Node::Decision(self.seat(side));
        match self.s.step {
            Step::Bid { seat, .. } => Node::Decision(kernel::Seat(seat)),
            Step::BidTie { .. } | Step::RandomRoll { .. } => Node::Chance(Draw::TWO_D6),
            Step::AttackRoll { .. } | Step::DefenceRoll { .. } => Node::Chance(Draw::TWO_D6),
            Step::Partisans { .. }
            | Step::RandomInterdictRoll { .. }
            | Step::RandomInterdictCount { .. }
            | Step::NormalInterdictRoll
            | Step::NormalInterdictCount
            | Step::FriendlyFireRoll { .. }
            | Step::Logistics { .. }
            | Step::CloseRoll { .. } => Node::Chance(Draw::D6),
            Step::Over { victory } => Node::Over(victory.outcome(self)),
            _ => decides(self.decider().expect("every other step waits for a side")),
        }
    }

    /// The side that chooses in this step; none while dice are due, during bids and at the end.
    pub fn decider(self) -> Option<Side> {
        let side = match self.s.step {
            Step::SetUp | Step::RandomInterdict { .. } | Step::NormalInterdict => Side::German,
            Step::Regroup { side }
            | Step::Substitute { side }
            | Step::NormalPlace { side, .. }
            | Step::Impulse { side }
            | Step::LogisticsSave { side }
            | Step::CloseScreen { side, .. } => side,
            Step::RandomAdvantage | Step::ClosePick => self.holder(),
            Step::Redeploy { side, .. } => side,
            Step::RandomSelect { draft } => draft.group.side(),
            Step::Active { active } | Step::Aim { active, .. } | Step::Firers { active, .. } => active.side,
            Step::Moving { march } => march.active.side,
            Step::FriendlyLead { active, .. } => active.side,
            Step::DefenderLead { active, .. } | Step::VoluntaryRetreat { active, .. } => active.side.enemy(),
            Step::Casualties { hit, .. } => hit.side,
            Step::FireReroll { asked, .. } | Step::CloseReroll { asked, .. } => asked,
            Step::CloseDesignate { second } | Step::CloseRetreat { second } => self.close_side(second),
            Step::CloseAccept { second, .. } => self.close_side(second).enemy(),
            _ => return None,
        };
        Some(side)
    }

    /// The name of the step in views and examples.
    pub fn step_name(self) -> &'static str {
        let by = |side: Side, german, soviet| if side == Side::German { german } else { soviet };
        match self.s.step {
            Step::Bid { .. } => "bid",
            Step::BidTie { .. } => "bid-tie",
            Step::SetUp => "set-up",
            Step::Partisans { .. } => "partisans",
            Step::Regroup { side } => by(side, "german-regroup", "soviet-regroup"),
            Step::RandomAdvantage => "random-advantage",
            Step::RandomRoll { .. } => "random-roll",
            Step::RandomInterdict { .. } => "random-interdict",
            Step::RandomInterdictRoll { .. } => "random-interdict-roll",
            Step::RandomInterdictCount { .. } => "random-interdict-count",
            Step::RandomSelect { .. } => "random-select",
            Step::Substitute { .. } => "substitute",
            Step::NormalInterdict => "normal-interdict",
            Step::NormalInterdictRoll => "normal-interdict-roll",
            Step::NormalInterdictCount => "normal-interdict-count",
            Step::NormalPlace { side, .. } => by(side, "german-reinforcements", "soviet-reinforcements"),
            Step::Impulse { side } => by(side, "german-impulse", "soviet-impulse"),
            Step::Active { .. } => "active",
            Step::Moving { .. } => "moving",
            Step::Aim { .. } => "aim",
            Step::Firers { .. } => "firers",
            Step::DefenderLead { .. } => "defender-lead",
            Step::AttackRoll { .. } => "attack-roll",
            Step::DefenceRoll { .. } => "defence-roll",
            Step::FireReroll { .. } => "fire-reroll",
            Step::Casualties { .. } => "casualties",
            Step::VoluntaryRetreat { .. } => "voluntary-retreat",
            Step::FriendlyFireRoll { .. } => "friendly-fire-roll",
            Step::FriendlyLead { .. } => "friendly-lead",
            Step::Logistics { .. } => "logistics",
            Step::LogisticsSave { side } => by(side, "german-logistics-save", "soviet-logistics-save"),
            Step::ClosePick => "close-pick",
            Step::CloseScreen { .. } => "close-screen",
            Step::CloseDesignate { .. } => "close-designate",
            Step::CloseAccept { .. } => "close-accept",
            Step::CloseRoll { .. } => "close-roll",
            Step::CloseReroll { .. } => "close-reroll",
            Step::CloseRetreat { .. } => "close-retreat",
            Step::Redeploy { .. } => "redeploy",
            Step::Over { .. } => "over",
        }
    }
}

/// 7.0 Four phases to a turn, nine turns to the game. Each function opens a step, or passes on to the next one
/// when there is nothing to choose.
impl Play<'_> {
    /// 7.0 A new turn opens with the Reinforcement Phase.
    pub fn open_turn(&mut self, turn: u8) {
        self.s.turn = turn;
        self.note(rule!("7.0"), Event::Turn { turn });
        self.open_regroup(Side::German);
    }

    /// 10.1.1 Three segments: Regrouped, Random, Normal. 10.1.2 The German comes first in each.
    pub fn open_regroup(&mut self, side: Side) {
        if self.look().may_regroup(side) {
            return self.go(Step::Regroup { side });
        }
        self.close_regroup(side);
    }

    pub fn close_regroup(&mut self, side: Side) {
        match side {
            Side::German => self.open_regroup(Side::Soviet),
            Side::Soviet => self.go(Step::RandomAdvantage),
        }
    }

    /// 10.1.1 The Normal segment follows the Random one.
    pub fn open_normal(&mut self) {
        self.collect_guns();
        if self.look().may_interdict_normal() {
            return self.go(Step::NormalInterdict);
        }
        self.open_placement(Side::German, 0);
    }

    /// 10.1.2 The German places first.
    pub fn open_placement(&mut self, side: Side, delays: u8) {
        if !self.look().due(side).is_empty() {
            return self.go(Step::NormalPlace { side, delays });
        }
        self.close_placement(side, delays);
    }

    pub fn close_placement(&mut self, side: Side, delays: u8) {
        match side {
            Side::German => self.open_placement(Side::Soviet, delays),
            Side::Soviet => self.open_maneuver(),
        }
    }

    /// 11.1.2 The Soviet has the first impulse of every turn.
    pub fn open_maneuver(&mut self) {
        self.hand_over_advantage();
        self.s.impulses = 0;
        self.s.soviet_impulses = 0;
        self.s.passes = 0;
        self.open_impulse(Side::Soviet);
    }

    pub fn open_impulse(&mut self, side: Side) {
        let number = self.s.impulses / 2 + 1;
        self.note(rule!("11.1.2"), Event::Impulse { side, number });
        self.go(Step::Impulse { side });
    }

    /// 11.1.2 Impulses alternate.
    /// 11.1.6 The phase ends by two passes or by the Logistics Roll.
    pub fn close_impulse(&mut self, side: Side, passed: bool) {
        self.s.impulses = self.s.impulses.saturating_add(1);
        self.s.passes = if passed { self.s.passes + 1 } else { 0 };
        self.hand_over_advantage();
        if side == Side::Soviet {
            self.s.soviet_impulses = self.s.soviet_impulses.saturating_add(1);
        }
        if self.s.passes >= 2 {
            self.note(rule!("11.1.6"), Event::BothPassed);
            return self.open_close_combat();
        }
        if side == Side::Soviet && self.look().logistics_due() {
            return self.go(Step::Logistics { passed });
        }
        self.open_impulse(side.enemy());
    }

    /// After an activated space has done its work: the impulse is over, or, after a free activation (21.1a),
    /// the Normal segment begins.
    pub fn close_active(&mut self, active: Active) {
        if active.free {
            return self.open_normal();
        }
        self.close_impulse(active.side, false);
    }

    /// 16.1.4 One space at a time, until none is left.
    pub fn open_next_combat(&mut self) {
        if self.look().combats_left().is_empty() {
            return self.open_end_phase();
        }
        self.go(Step::ClosePick);
    }

    /// 18.0 The End Phase, in the printed order.
    pub fn open_end_phase(&mut self) {
        self.s.melee = crate::m16_close_combat::Melee::default();
        self.note(rule!("18.0"), Event::EndPhase);
        if let Some(victory) = self.look().victory_in_end_phase() {
            return self.end_game(victory);
        }
        let left = self.t.charts.advantage.redeployed;
        let side = self.look().holder();
        if self.look().may_redeploy(side, Units::empty()) {
            return self.go(Step::Redeploy { side, left, moved: Units::empty() });
        }
        self.close_turn();
    }

    pub fn end_game(&mut self, victory: Victory) {
        self.note(victory.rule(), Event::Victory { victory });
        self.go(Step::Over { victory });
    }

    /// Whether this game opens with a bid.
    pub fn opening_step(options: kernel::Options) -> Step {
        if options.has(option::BID_GERMAN) || options.has(option::BID_SOVIET) {
            return Step::Bid { seat: 0, first: 0 };
        }
        Step::SetUp
    }
}
