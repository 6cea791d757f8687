//! 10.7 Retreats.

use board::{Member, Space};
use kernel::{RuleRef, rule};

use crate::{
    action::{Action, With},
    event::Event,
    m10_assault::{Duty, Fight},
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play, Post},
    tables::{Spaces, Unit, Units},
};

/// Why a unit retreats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// 10.7 Its assault has failed, or a counter-attack has driven it back.
    Beaten,
    /// 10.6 A Success against it leaves this or a counter-attack.
    Success,
    /// 10.7.3 It wants to.
    Will,
    /// 10.5.1 Instead of its elimination.
    Flexibility,
}

impl Why {
    fn rule(self) -> RuleRef {
        match self {
            Why::Beaten => rule!("10.7"),
            Why::Success => rule!("10.6"),
            Why::Will => rule!("10.7.3"),
            Why::Flexibility => rule!("10.5.1"),
        }
    }
}

/// The kinds of location of the priority list, best first.
struct Kinds {
    /// 10.7.2 Free: no enemy unit.
    free: Spaces,
    contested: Spaces,
    /// Fully stacked: to be passed through.
    full: Spaces,
}

impl Look<'_> {
    /// 10.7.2b Defenders may not retreat into an Area from which participants of the assault came.
    pub fn barred(self, fight: Fight) -> Spaces {
        if fight.duty == Duty::Here {
            return Spaces::empty();
        }
        let from = |unit: Unit| Space(u16::from(self.s.impulse.from[unit.index()]));
        fight.participants.iter().map(from).collect()
    }

    /// 10.7.2 The possible neighbours by kind; never an Urban Area under enemy control, whoever is in it.
    /// 10.7.2a Free means without enemy units, whoever controls it; friendly Zones are free; an Area held only
    /// by the enemy is never possible.
    /// 10.7.2b The limits of 9.4 hold.
    fn kinds(self, unit: Unit, from: Space, barred: Spaces) -> Kinds {
        let side = self.side(unit);
        let hostile = self.t.urban - self.controlled(side);
        let next = self.next_to(unit, from) - barred - hostile;
        let (own, enemy) = (self.occupied(side), self.occupied(side.enemy()));
        let mut full = Spaces::empty();
        for space in next & own {
            if !self.has_room(side, space) {
                full.insert(space);
            }
        }
        Kinds { free: next - enemy - full, contested: (next & enemy & own) - full, full }
    }

    /// 10.7.2 Where a unit may retreat: the first kind that there is.
    /// 10.7.1 A full stack is passed through to the next Area with room.
    /// 10.7.2c By the same priorities and never twice through one location. The answer is where the retreat ends,
    /// whichever way it took.
    pub fn retreats(self, unit: Unit, from: Space, barred: Spaces) -> Spaces {
        let start = Spaces::one(from);
        let kinds = self.kinds(unit, from, barred | start);
        if !kinds.free.is_empty() {
            return kinds.free;
        }
        if !kinds.contested.is_empty() {
            return kinds.contested;
        }
        let mut ends = Spaces::empty();
        let mut passed = kinds.full | start;
        let mut rim = kinds.full;
        while let Some(space) = rim.first() {
            rim.remove(space);
            let kinds = self.kinds(unit, space, barred | start);
            if !kinds.free.is_empty() {
                ends |= kinds.free;
            } else if !kinds.contested.is_empty() {
                ends |= kinds.contested;
            } else {
                rim |= kinds.full - passed;
                passed |= kinds.full;
            }
        }
        ends
    }

    /// 10.7.4 If the list offers nothing there is no retreat. Otherwise the first kind available must be taken.
    pub fn refuse_retreat(
        self,
        unit: Unit,
        from: Space,
        barred: Spaces,
        to: Space,
    ) -> std::result::Result<(), Refusal> {
        ensure!(!barred.contains(to), Refusal::TheyCameFrom { space: to });
        let ends = self.retreats(unit, from, barred);
        ensure!(!ends.is_empty(), Refusal::NoWayOut { unit });
        if !ends.contains(to) {
            // 10.7.2b A neighbour that 9.4 bars to this unit is refused by its own case.
            let near = self.t.next.foot[from.index()] | self.t.next.sea[from.index()];
            let barred = near.contains(to) && !self.next_to(unit, from).contains(to);
            let why = if barred {
                self.why_not_next(unit, from, to)
            } else {
                Refusal::NotARetreat { unit, space: to }
            };
            return Err(why);
        }
        Ok(())
    }

    /// 9.6.2 In a retreat the unit's own Leader goes along; another one who may support it may. Our reading: the last
    /// unit to leave takes all that are left, because 10.5.2 would remove them.
    /// 10.5 A Leader whose unit this combat has eliminated retreats with nobody.
    pub fn refuse_retreat_company(
        self,
        fight: Fight,
        unit: Unit,
        to: Space,
        with: With,
    ) -> std::result::Result<(), Refusal> {
        let from = fight.area;
        ensure!(with != With::Alone, Refusal::NobodyToLeave { unit });
        if let With::Leader(leader) = with {
            ensure!(!self.lost_his_unit(fight, leader), Refusal::LostHisUnit { leader });
        }
        if with != With::Own {
            let side = self.side(unit);
            ensure!(self.units(side, from).len() > 1, Refusal::AllGoAlong { unit });
        }
        self.refuse_company(unit, from, to, with)
    }

    /// Every way to choose who retreats along.
    pub fn retreat_companies(self, fight: Fight, unit: Unit, to: Space, mut each: impl FnMut(With)) {
        let from = fight.area;
        if self.s.officers[from.index()].is_empty() {
            return each(With::Own);
        }
        self.companies(unit, from, to, |with| {
            if self.refuse_retreat_company(fight, unit, to, with).is_ok() {
                each(with);
            }
        });
    }

    /// 10.7 A beaten attacker goes back to the last location before the assaulted one, and nowhere else if only enemies
    /// are there by now.
    /// 10.7.1 If it is full, the unit goes on from there by the priorities, never into the assaulted Area again.
    pub fn way_back(self, fight: Fight, unit: Unit) -> Spaces {
        let side = fight.attacker;
        let from = Space(u16::from(self.s.impulse.from[unit.index()]));
        let held = self.vacant(side, from) || self.occupied(side).contains(from);
        if !held {
            return Spaces::empty();
        }
        if self.has_room(side, from) {
            return Spaces::one(from);
        }
        self.retreats(unit, from, Spaces::one(fight.area))
    }

    /// 10.7.1 A unit whose retreat leaves nothing to choose, and where it leads: it has one way, with room for all who may
    /// take it, or none.
    fn plain_way_back(self, fight: Fight, left: Units) -> Option<(Unit, Option<Space>)> {
        left.iter().find_map(|unit| {
            let ways = self.way_back(fight, unit);
            let Some(to) = ways.first() else { return Some((unit, None)) };
            let rivals = left.iter().filter(|&other| self.way_back(fight, other).contains(to)).count();
            (ways.len() == 1 && rivals <= self.room(fight.attacker, to)).then_some((unit, Some(to)))
        })
    }

    pub fn refuse_way_back(
        self,
        fight: Fight,
        left: Units,
        unit: Unit,
        to: Space,
        with: With,
    ) -> std::result::Result<(), Refusal> {
        ensure!(left.contains(unit), Refusal::NotItsRetreat { unit });
        ensure!(self.way_back(fight, unit).contains(to), Refusal::NotARetreat { unit, space: to });
        ensure!(with == With::Own, Refusal::NobodyToLeave { unit });
        Ok(())
    }

    /// 10.7.1 The owner says who goes first.
    pub fn legal_way_back(self, fight: Fight, left: Units, out: &mut Vec<Action>) {
        for unit in left {
            let ways = self.way_back(fight, unit);
            out.extend(ways.iter().map(|to| Action::Retreat { unit, to, with: With::Own }));
        }
    }
}

impl Play<'_> {
    /// 10.7 One unit retreats. 10.7.2b It costs neither MF nor activity.
    pub fn retreat(&mut self, fight: Fight, unit: Unit, to: Space, with: With, why: Why) {
        let from = fight.area;
        let side = self.look().side(unit);
        self.note(why.rule(), Event::Retreats { unit, from, to, why });
        self.take_along(unit, from, to, with);
        self.enter(unit, to);
        if !self.look().occupied(side).contains(from) {
            for leader in self.look().leaders(side, from) {
                let stays = self.look().lost_his_unit(fight, leader);
                if !stays && self.t.open_to[leader.index()].contains(to) {
                    self.note(rule!("9.6.2"), Event::LeaderMoved { leader, to });
                    self.post(leader, Post::On(to.0 as u8));
                }
            }
        }
    }

    /// 10.7.4 A unit that finds nothing is eliminated.
    fn no_retreat(&mut self, fight: &mut Fight, unit: Unit) {
        self.note(rule!("10.7.4"), Event::NoRetreat { unit });
        fight.lost.insert(unit);
        self.eliminate(unit);
    }

    /// Retreats without a choice are carried out; the rest waits for the owner.
    fn retreat_attackers(&mut self, fight: &mut Fight, mut left: Units) -> Units {
        while let Some((unit, to)) = self.look().plain_way_back(*fight, left) {
            match to {
                None => self.no_retreat(fight, unit),
                Some(to) => self.retreat(*fight, unit, to, With::Own, Why::Beaten),
            }
            left.remove(unit);
        }
        left
    }

    /// 10.1 All participants of a failed mandatory assault go back; then the defender may still leave.
    pub fn continue_failure_retreat(&mut self, mut fight: Fight, left: Units) {
        let left = self.retreat_attackers(&mut fight, left);
        if !left.is_empty() {
            return self.go(Step::FailureRetreat { fight, left });
        }
        self.open_answer(fight);
    }

    pub fn continue_counter_retreat(&mut self, mut fight: Fight, left: Units) {
        let left = self.retreat_attackers(&mut fight, left);
        if !left.is_empty() {
            return self.go(Step::CounterRetreat { fight, left });
        }
        self.settle(fight);
    }

    pub fn go_back(&mut self, fight: Fight, mut left: Units, unit: Unit, to: Space) -> Units {
        self.retreat(fight, unit, to, With::Own, Why::Beaten);
        left.remove(unit);
        left
    }
}
