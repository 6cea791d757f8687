//! 12.0 Movement Impulse, with infiltration (8.1.1E).

use board::Space;
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m06_control::Rooms,
    m08_advantage::Use,
    refusal::{Counted, Refusal, ensure},
    sequence::{Active, Step},
    state::{Look, Place, Play},
    tables::{Edge, Side, Spaces, Unit, Units},
};

/// A Movement Impulse under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct March {
    pub active: Active,
    /// Units of the active space that may still move, fixed at its activation.
    pub movers: Units,
    /// How many more units may infiltrate (8.1.1E); zero in an ordinary march.
    pub infiltrators: u8,
    /// Spaces that held friends when the impulse began (8.1.1E).
    pub friends: Spaces,
    /// At least one unit has left the space.
    pub moved: bool,
    /// The unit in mid-move.
    pub mover: Option<Mover>,
}

/// A unit in mid-move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mover {
    pub unit: Unit,
    pub start: Space,
    /// Movement points left.
    pub left: u8,
    pub stepped: bool,
    pub infiltrates: bool,
    /// 12.4.3 It began in a Zone and its only step led into a vacant Zone.
    pub bonus: bool,
}

/// What a legal step leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stride {
    pub left: u8,
    pub stops: bool,
}

impl Mover {
    fn fresh(look: Look<'_>, unit: Unit, start: Space, infiltrates: bool) -> Mover {
        Mover { unit, start, left: look.t.counter(unit).ma, stepped: false, infiltrates, bonus: false }
    }
}

impl Look<'_> {
    /// 12.1 From space to adjacent space, within the allowance. The cases follow in the order they bite.
    ///
    /// 6.1.3, 12.3.1 A full Area is not entered, not even to pass through.
    pub fn stride(self, mover: Mover, from: Space, to: Space) -> Result<Stride, Refusal> {
        let unit = mover.unit;
        let side = self.side(unit);
        let edge = self.t.graph.link(from, to).ok_or(self.not_adjacent(from, to))?;
        // Looking ahead, a unit may come back to where it stands now.
        let room = self.at(unit) == Some(to) || self.has_room(unit, to);
        ensure!(room, Refusal::FullToEnter { unit, space: to });
        let enemy = self.occupied(side.enemy()).contains(to);
        self.leave_contested(mover, from, to)?;
        let left = match edge {
            Edge::IntoZone { .. } | Edge::ZoneLink => return self.enter_zone(mover, to, enemy),
            Edge::Solid | Edge::River => {
                solid_border(mover)?;
                0
            }
            Edge::IntoArea { mp, road } if mover.stepped => {
                return self.bonus_into_area(mover, to, enemy, mp, road);
            }
            Edge::IntoArea { mp, .. } => self.pay(mover, self.arrow_cost(mover, mp, enemy), enemy)?,
            Edge::Road => self.pay(mover, self.road_cost(mover, to, enemy), enemy)?,
        };
        Ok(Stride { left, stops: left == 0 || self.stops_there(mover, to, enemy) })
    }

    /// 12.3.3 No movement across a corner: 22 and 24, 23 and 26 touch at a point only (3.2.3).
    fn not_adjacent(self, from: Space, to: Space) -> Refusal {
        if from == to {
            return Refusal::SameSpace { space: to };
        }
        if self.t.corner(from, to) {
            return Refusal::Corner { from, to };
        }
        Refusal::NotAdjacent { from, to }
    }

    /// 12.2.5 A contested active space is left only into a Free space first. 8.1.1E An infiltrating unit may go
    /// anywhere.
    ///
    /// Our reading: the only way out besides retreat and infiltration; judged step by step.
    fn leave_contested(self, mover: Mover, from: Space, to: Space) -> Result<(), Refusal> {
        if mover.stepped || mover.infiltrates || !self.contested().contains(from) {
            return Ok(());
        }
        ensure!(self.free(self.side(mover.unit), to), Refusal::NotFree { space: to });
        Ok(())
    }

    /// 12.4.1 A Zone is entered only by a unit that began the impulse in a space connected with it; the unit stops.
    /// 12.4.3 Exception: a second Zone that is vacant and not the one it came from.
    ///
    /// Our reading: the text asks for the start alone, so other Areas may lie between, as far as the points reach.
    fn enter_zone(self, mover: Mover, to: Space, enemy: bool) -> Result<Stride, Refusal> {
        if !mover.stepped {
            return Ok(Stride { left: 0, stops: true });
        }
        if !mover.bonus {
            let connected = self.t.graph.link(mover.start, to).is_some();
            ensure!(connected, Refusal::NotConnected { start: mover.start, space: to });
            if enemy {
                self.pay(mover, self.cost_into_enemies(mover), enemy)?;
            }
            return Ok(Stride { left: 0, stops: true });
        }
        ensure!(!enemy, Refusal::BonusIntoEnemy { space: to });
        ensure!(to != mover.start, Refusal::BonusBack { space: to });
        Ok(Stride { left: 0, stops: true })
    }

    /// 12.4.3 After a step from Zone to vacant Zone: by a road arrow into a vacant Area not adjacent to an
    /// enemy-occupied space.
    ///
    /// Our reading: an enemy in a Zone joined by an arrow counts as well.
    fn bonus_into_area(
        self,
        mover: Mover,
        to: Space,
        enemy: bool,
        mp: u8,
        road: bool,
    ) -> Result<Stride, Refusal> {
        if !mover.bonus {
            return Err(Refusal::TooDear { cost: mp, left: Counted(0, "movement point") });
        }
        ensure!(road, Refusal::BonusNeedsRoad { space: to });
        ensure!(!enemy, Refusal::BonusIntoEnemy { space: to });
        let near = self.t.graph.neighbours(to) & self.occupied(self.side(mover.unit).enemy());
        ensure!(near.is_empty(), Refusal::BonusNearEnemy { space: to });
        Ok(Stride { left: 0, stops: true })
    }

    /// 12.2.3 One line of the table applies. Over a road border: 4 (3 by night) into enemies, 2 into
    /// enemy-controlled, 1 into friendly-controlled ground.
    fn road_cost(self, mover: Mover, to: Space, enemy: bool) -> u8 {
        let movement = &self.t.charts.movement;
        if enemy {
            return self.cost_into_enemies(mover);
        }
        if self.controls(self.side(mover.unit), to) { movement.road_friendly } else { movement.road_hostile }
    }

    /// 12.4.2 From a Zone into a connected Area: the arrow's cost; into enemies the greater of the two.
    fn arrow_cost(self, mover: Mover, mp: u8, enemy: bool) -> u8 {
        if enemy { mp.max(self.cost_into_enemies(mover)) } else { mp }
    }

    /// 8.1.1E Infiltrating units pay two, by day and night; all others 9.1.6.
    fn cost_into_enemies(self, mover: Mover) -> u8 {
        if mover.infiltrates { self.t.charts.movement.infiltrate } else { self.enemy_cost() }
    }

    /// 12.2.2 A unit goes on until it lacks the points.
    ///
    /// 12.2.4 A unit that has spent nothing may always enter, for all it has. It overrides the cost only, never a
    /// prohibition; infiltrating into enemies it does not help.
    fn pay(self, mover: Mover, cost: u8, enemy: bool) -> Result<u8, Refusal> {
        if cost <= mover.left {
            return Ok(mover.left - cost);
        }
        let among_enemies = mover.infiltrates && enemy;
        let minimum = !mover.stepped && !among_enemies;
        let left = Counted(mover.left, "movement point");
        ensure!(minimum, Refusal::TooDear { cost, left });
        Ok(0)
    }

    /// 12.2.2 Enemies stop a unit, except one that infiltrates.
    /// 12.3.2, 15.2.1 So does Rubble.
    fn stops_there(self, mover: Mover, to: Space, enemy: bool) -> bool {
        (enemy && !mover.infiltrates) || self.s.rubble.contains(to)
    }

    /// 8.1.1E An infiltrating unit ends its move among Soviets only where Germans were before the impulse.
    pub fn may_end(self, march: &March, mover: Mover, at: Space) -> bool {
        !mover.infiltrates || self.vacant(self.side(mover.unit), at) || march.friends.contains(at)
    }

    /// A step is legal if the stride is, and if an infiltrating unit can end there or go on.
    pub fn step(self, march: &March, mover: Mover, from: Space, to: Space) -> Result<Stride, Refusal> {
        let stride = self.stride(mover, from, to)?;
        if !mover.infiltrates || self.may_end(march, mover, to) {
            return Ok(stride);
        }
        ensure!(!stride.stops, Refusal::EndsAmongEnemies { space: to });
        let next = Mover { left: stride.left, stepped: true, ..mover };
        ensure!(self.has_step(march, next, to), Refusal::EndsAmongEnemies { space: to });
        Ok(stride)
    }

    /// Whether the unit has any legal step from here.
    pub fn has_step(self, march: &March, mover: Mover, from: Space) -> bool {
        self.t.graph.neighbours(from).iter().any(|to| self.step(march, mover, from, to).is_ok())
    }

    /// 12.1.1 Any number of the Uncommitted units of the active space may move.
    pub fn new_march(self, active: Active, infiltrators: u8) -> March {
        March {
            active,
            movers: self.able(active),
            infiltrators,
            friends: self.occupied(active.side),
            moved: false,
            mover: None,
        }
    }

    /// Where the units of the active space may go as their first step: whatever is adjacent and has room, out of a
    /// contested space only what is Free (12.2.5). The cost forbids no first step (12.2.4).
    fn first_steps(self, active: Active) -> Rooms {
        let mut near = self.t.graph.neighbours(active.space);
        if self.contested().contains(active.space) {
            near = (near & self.controlled(active.side)) - self.s.occupied[0] - self.s.occupied[1];
        }
        self.rooms(active.side, near)
    }

    pub fn may_move_at_all(self, active: Active, able: Units) -> bool {
        let steps = self.first_steps(active);
        able.iter().any(|unit| !steps.of(self, unit).is_empty())
    }

    /// The first step of a Movement Impulse, straight from the activation.
    pub fn legal_first_steps(self, active: Active, movers: Units, out: &mut Vec<Action>) {
        let steps = self.first_steps(active);
        for unit in movers {
            out.extend(steps.of(self, unit).iter().map(|to| Action::Move { unit, to }));
        }
    }

    /// 8.1.1E The German holder may declare that up to three units of the space infiltrate in this impulse; at
    /// least one must be able to.
    pub fn refuse_infiltration(self, active: Active) -> Result<(), Refusal> {
        ensure!(active.side == Side::German, Refusal::GermanOnly { use_: Use::Infiltrate });
        ensure!(!active.free, Refusal::NotWhenFree {});
        ensure!(self.holds_advantage(active.side), Refusal::NoAdvantage { use_: Use::Infiltrate });
        let march = self.new_march(active, self.t.charts.advantage.infiltrators);
        let any = march.movers.iter().any(|unit| self.refuse_begin_infiltration(&march, unit).is_ok());
        ensure!(any, Refusal::NobodyInfiltrates { space: active.space });
        Ok(())
    }

    /// 8.1.1E A unit is named before it moves, and only if it then has a step to make.
    pub fn refuse_begin_infiltration(self, march: &March, unit: Unit) -> Result<(), Refusal> {
        ensure!(march.mover.is_none(), Refusal::InMidMove {});
        ensure!(march.infiltrators > 0, Refusal::InfiltratorsUsedUp {});
        ensure!(march.movers.contains(unit), Refusal::NotAMover { unit });
        let from = march.active.space;
        let way = self.has_step(march, Mover::fresh(self, unit, from, true), from);
        ensure!(way, Refusal::NobodyInfiltrates { space: from });
        Ok(())
    }

    pub fn refuse_move(self, march: &March, unit: Unit, to: Space) -> Result<(), Refusal> {
        if let Some(mover) = march.mover {
            ensure!(mover.unit == unit, Refusal::InMidMove {});
            let from = self.at(unit).expect("a unit in mid-move is on the map");
            return self.step(march, mover, from, to).map(drop);
        }
        ensure!(self.side(unit) == march.active.side, Refusal::NotYours { unit, rule: rule!("11.1.5") });
        if !march.movers.contains(unit) {
            return Err(self.why_no_mover(march, unit));
        }
        let from = march.active.space;
        self.step(march, Mover::fresh(self, unit, from, false), from, to).map(drop)
    }

    /// 11.2.4 A unit moves once. 12.1.1 Only units that stood in the active space move.
    fn why_no_mover(self, march: &March, unit: Unit) -> Refusal {
        let here = self.at(unit) == Some(march.active.space);
        if here && self.is_committed(unit) {
            return Refusal::Committed { unit };
        }
        Refusal::NotAMover { unit }
    }

    /// 12.1.2 The player ends the impulse when he likes, once a unit has left; before that it would be a pass.
    pub fn refuse_end_move(self, march: &March) -> Result<(), Refusal> {
        ensure!(march.mover.is_none(), Refusal::InMidMove {});
        ensure!(march.moved, Refusal::NobodyMoved {});
        Ok(())
    }

    pub fn refuse_stop(self, march: &March) -> Result<(), Refusal> {
        let mover = march.mover.ok_or(Refusal::NobodyInMidMove {})?;
        ensure!(mover.stepped, Refusal::NobodyInMidMove {});
        let at = self.at(mover.unit).expect("a unit in mid-move is on the map");
        ensure!(self.may_end(march, mover, at), Refusal::EndsAmongEnemies { space: at });
        Ok(())
    }

    pub fn legal_march(self, march: &March, out: &mut Vec<Action>) {
        let Some(mover) = march.mover else {
            if march.infiltrators > 0 {
                let begin =
                    march.movers.iter().filter(|&unit| self.refuse_begin_infiltration(march, unit).is_ok());
                out.extend(begin.map(|unit| Action::BeginInfiltrate { unit }));
            }
            self.legal_first_steps(march.active, march.movers, out);
            if march.moved {
                out.push(Action::EndMove);
            }
            return;
        };
        let from = self.at(mover.unit).expect("a unit in mid-move is on the map");
        for to in self.t.graph.neighbours(from) {
            if self.step(march, mover, from, to).is_ok() {
                out.push(Action::Move { unit: mover.unit, to });
            }
        }
        if self.refuse_stop(march).is_ok() {
            out.push(Action::Stop);
        }
    }
}

/// 3.2.5 A solid border takes the whole allowance: only as the first step. 3.2.6 A river counts as solid.
fn solid_border(mover: Mover) -> Result<(), Refusal> {
    ensure!(!mover.stepped, Refusal::SolidIsFirstStep {});
    Ok(())
}

impl Play<'_> {
    /// 8.1.1E The impulse is a Movement Impulse with infiltration.
    pub fn declare_infiltration(&mut self, active: Active) {
        self.spend_advantage(active.side, Use::Infiltrate);
        let march = self.look().new_march(active, self.t.charts.advantage.infiltrators);
        self.go(Step::Moving { march });
    }

    pub fn begin_infiltration(&mut self, mut march: March, unit: Unit) {
        march.infiltrators -= 1;
        march.mover = Some(Mover::fresh(self.look(), unit, march.active.space, true));
        self.note(rule!("8.1.1E"), Event::Infiltrates { unit });
        self.go(Step::Moving { march });
    }

    /// 12.1, 12.2.6 A unit takes a step; each unit of the space goes where it likes.
    /// 12.4 Zones work like Areas but for 12.4.1 to 12.4.3.
    pub fn march_step(&mut self, mut march: March, unit: Unit, to: Space) {
        let from = self.look().at(unit).expect("checked by refuse_move");
        let mover = march.mover.unwrap_or_else(|| Mover::fresh(self.look(), unit, from, false));
        let stride = self.look().stride(mover, from, to).expect("checked by refuse_move");
        self.put(unit, Place::On(to.0 as u8));
        let rule = match (self.t.is_zone(from), self.t.is_zone(to)) {
            (true, _) if mover.stepped => rule!("12.4.3"),
            (true, false) => rule!("12.4.2"),
            (_, true) => rule!("12.4.1"),
            (false, false) => rule!("12.1"),
        };
        self.note(rule, Event::Moved { unit, from, to, cost: mover.left - stride.left });
        self.settle_control(from);
        self.settle_control(to);
        march.moved = true;
        march.movers.remove(unit);
        let vacant = self.look().vacant(march.active.side, to);
        let bonus = !mover.stepped && self.t.is_zone(mover.start) && self.t.is_zone(to) && vacant;
        let mover = Mover { left: stride.left, stepped: true, bonus, ..mover };
        let goes_on = (!stride.stops || bonus) && self.look().has_step(&march, mover, to);
        if goes_on {
            march.mover = Some(mover);
            return self.go(Step::Moving { march });
        }
        self.stop_mover(march, unit);
    }

    /// 11.2.4 A unit that stops is Committed; when the last one has stopped the impulse is over.
    pub fn stop_mover(&mut self, mut march: March, unit: Unit) {
        self.commit_after_action(march.active, [unit].into_iter().collect());
        march.mover = None;
        let look = self.look();
        let more = look.may_move_at_all(march.active, march.movers)
            || march.movers.iter().any(|unit| look.refuse_begin_infiltration(&march, unit).is_ok());
        if more {
            return self.go(Step::Moving { march });
        }
        self.close_active(march.active);
    }

    pub fn end_march(&mut self, march: March) {
        self.close_active(march.active);
    }
}
