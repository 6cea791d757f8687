//! 8.5 Redeployment by rail, in an impulse or by the Advantage (11.1G).

use board::{Member, Space};
use kernel::{RuleRef, rule};

use crate::{
    action::{Action, With},
    event::Event,
    m11_advantage::Use,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Play},
    tables::{Leader, Side, Spaces, Unit, Units, beside, flood_within},
};

/// A redeployment under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transfer {
    pub side: Side,
    /// Units that may still go.
    pub left: u8,
    pub moved: Units,
    /// 11.1G In the End Phase, by the Advantage, whatever a unit's activity.
    pub strategic: bool,
    /// The unit that is on its way.
    pub unit: Unit,
}

impl Transfer {
    pub fn ordinary(side: Side, left: u8) -> Transfer {
        Transfer { side, left, moved: Units::empty(), strategic: false, unit: Unit(0) }
    }

    pub fn strategic(side: Side, left: u8) -> Transfer {
        Transfer { strategic: true, ..Transfer::ordinary(side, left) }
    }

    pub fn rule(self) -> RuleRef {
        if self.strategic { rule!("11.1G") } else { rule!("8.5.1") }
    }
}

/// What all redeployments of a side have in common.
#[derive(Clone, Copy)]
struct Rails {
    /// Areas next to enemy units.
    exposed: Spaces,
    /// Where trains run.
    safe: Spaces,
    /// Where a journey may end; room is looked at apart.
    ends: Spaces,
    /// Where supplied units stand.
    supplied: [Spaces; 2],
}

impl Look<'_> {
    /// 8.5.2 Friendly-controlled Areas without enemy units, and friendly Zones.
    /// 8.5.4 The Axis keeps out of Areas with partisans; the Soviet side out of those that 18.1.1 interdicts.
    fn rails(self, side: Side) -> Rails {
        let enemy = self.occupied(side.enemy()) & self.t.areas;
        let exposed = beside(&self.t.next.foot, enemy) & self.t.areas;
        let barred = match side {
            Side::Axis => self.s.partisans,
            Side::Soviet => self.interdicted_areas(),
        };
        let safe = ((self.controlled(side) & self.t.areas) | self.t.own_zones[side.index()]) - enemy - barred;
        Rails { exposed, safe, ends: safe - exposed, supplied: self.supply_cover(side) }
    }

    /// 8.5.1 Able to act, supplied, in no contested Area and not next to one with enemies.
    fn may_leave(self, transfer: Transfer, rails: &Rails, unit: Unit) -> Result<(), Refusal> {
        let rule = transfer.rule();
        ensure!(self.side(unit) == transfer.side, Refusal::NotYours { unit });
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        ensure!(!transfer.moved.contains(unit), Refusal::RedeployedAlready { unit });
        let spent = !transfer.strategic && self.exhausted(transfer.side).contains(unit);
        ensure!(!spent, self.why_exhausted(unit));
        ensure!(self.vacant(transfer.side, from), Refusal::InContact { unit, space: from, rule });
        ensure!(!rails.exposed.contains(from), Refusal::InContact { unit, space: from, rule });
        ensure!(rails.safe.contains(from), Refusal::RailsCut { space: from });
        ensure!(self.is_covered(unit, from, &rails.supplied), Refusal::Unsupplied { unit, rule });
        Ok(())
    }

    /// 8.5.2 At most four locations for the Axis, any number for the Soviet side, over land. 8.5.3 It ends where there
    /// is room and no enemy next door, or in a Zone.
    fn journeys(self, transfer: Transfer, rails: &Rails, unit: Unit) -> Spaces {
        let Some(from) = self.at(unit) else { return Spaces::empty() };
        let chart = &self.t.charts.redeployment;
        let range = match transfer.side {
            Side::Axis => chart.axis_range,
            Side::Soviet => chart.soviet_range,
        };
        let range = if range == 0 { u8::MAX } else { range };
        let open = self.t.open[unit.index()];
        let mut reach =
            flood_within(&self.t.next.land, Spaces::one(from), rails.safe & open, range) & rails.ends & open;
        reach.remove(from);
        for space in reach {
            if !self.has_room(transfer.side, space) {
                reach.remove(space);
            }
        }
        reach
    }

    /// Whether a unit has anywhere to go: most have a good neighbour, so the whole net is seldom looked at.
    fn has_journey(self, transfer: Transfer, rails: &Rails, unit: Unit) -> bool {
        let Some(from) = self.at(unit) else { return false };
        let near = self.t.next.land[from.index()] & rails.ends & self.t.open[unit.index()];
        near.iter().any(|space| self.has_room(transfer.side, space))
            || !self.journeys(transfer, rails, unit).is_empty()
    }

    /// The units that may redeploy now.
    pub fn transferable(self, transfer: Transfer) -> Units {
        let mut found = Units::empty();
        if transfer.left == 0 {
            return found;
        }
        let rails = self.rails(transfer.side);
        for from in self.occupied(transfer.side) & rails.safe {
            if rails.exposed.contains(from) {
                continue;
            }
            let mut units = self.units(transfer.side, from) - transfer.moved;
            if !transfer.strategic {
                units -= self.exhausted(transfer.side);
            }
            for unit in units {
                if self.is_covered(unit, from, &rails.supplied) && self.has_journey(transfer, &rails, unit) {
                    found.insert(unit);
                }
            }
        }
        found
    }

    /// Whether anybody may redeploy.
    pub fn may_redeploy(self, transfer: Transfer) -> bool {
        !self.transferable(transfer).is_empty()
    }

    pub fn refuse_redeploy(self, transfer: Transfer, unit: Unit) -> Result<(), Refusal> {
        ensure!(transfer.left > 0, Refusal::RedeployedEnough { rule: transfer.rule() });
        let rails = self.rails(transfer.side);
        self.may_leave(transfer, &rails, unit)?;
        ensure!(!self.journeys(transfer, &rails, unit).is_empty(), Refusal::NoJourney { unit });
        Ok(())
    }

    /// 8.5.5 The Leader of the unit may travel with it, or a Soviet one without Command ID.
    pub fn refuse_redeploy_to(self, transfer: Transfer, to: Space, with: With) -> Result<(), Refusal> {
        let unit = transfer.unit;
        let rails = self.rails(transfer.side);
        let cut = match transfer.side {
            Side::Axis => self.s.partisans,
            Side::Soviet => self.interdicted_areas(),
        };
        ensure!(!cut.contains(to), Refusal::RailsCut { space: to });
        ensure!(self.journeys(transfer, &rails, unit).contains(to), Refusal::NoRail { unit, space: to });
        let from = self.at(unit).ok_or(Refusal::NotOnMap { unit })?;
        if let With::Leader(leader) = with {
            ensure!(self.by_rail(leader), Refusal::NotByRail { unit, leader });
        }
        self.refuse_company(unit, from, to, with)
    }

    /// 8.5.5 Besides a unit's own Leader only a Soviet one without a Command ID takes the train.
    fn by_rail(self, leader: Leader) -> bool {
        self.t.officer(leader).command.is_none()
    }

    pub fn legal_redeploy_to(self, transfer: Transfer, out: &mut Vec<Action>) {
        let unit = transfer.unit;
        let rails = self.rails(transfer.side);
        let Some(from) = self.at(unit) else { return };
        for to in self.journeys(transfer, &rails, unit) {
            self.companies(unit, from, to, |with| match with {
                With::Leader(leader) if !self.by_rail(leader) => {}
                _ => out.push(Action::RedeployTo { to, with }),
            });
        }
    }

    /// Where a unit could redeploy, for overlays.
    pub fn rail_reach(self, transfer: Transfer, unit: Unit) -> Spaces {
        let rails = self.rails(transfer.side);
        match self.may_leave(transfer, &rails, unit) {
            Ok(()) => self.journeys(transfer, &rails, unit),
            Err(_) => Spaces::empty(),
        }
    }
}

impl Play<'_> {
    /// A unit is picked; where it goes comes next.
    pub fn pick_transfer(&mut self, mut transfer: Transfer, unit: Unit) {
        transfer.unit = unit;
        self.go(Step::RedeployTo { transfer });
    }

    /// 8.5.2 The unit and who travels with it arrive. 11.1G The first one by Advantage spends it.
    pub fn redeploy(&mut self, mut transfer: Transfer, to: Space, with: With) {
        let unit = transfer.unit;
        let from = self.where_is(unit);
        if transfer.strategic && transfer.moved.is_empty() {
            self.use_advantage(transfer.side, Use::Redeploy);
        }
        if !transfer.strategic {
            self.count_activity(unit);
        }
        self.note(rule!("8.5.2"), Event::Redeployed { unit, from, to });
        self.take_along(unit, from, to, with);
        self.enter(unit, to);
        transfer.left -= 1;
        transfer.moved.insert(unit);
        transfer.unit = Unit(0);
        if transfer.left > 0 && self.look().may_redeploy(transfer) {
            return self.go(Step::Redeploy { transfer });
        }
        self.end_transfer(transfer);
    }

    pub fn end_transfer(&mut self, transfer: Transfer) {
        if transfer.strategic {
            return self.close_end_phase();
        }
        self.close_impulse(transfer.side, false);
    }
}
