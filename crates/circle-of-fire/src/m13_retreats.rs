//! 13.4 Retreats: where a unit may go, and who may go unbidden.

use board::Space;
use kernel::{RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m13_direct_fire::Attack,
    refusal::{Refusal, ensure},
    sequence::{Active, Step},
    state::{Look, Place, Play},
    tables::{RetreatLine, Side, Spaces, Unit, Units},
};

impl Look<'_> {
    /// 13.4 A retreat goes one space, costs nothing, and neither Rubble nor the kind of border forbids it. A space
    /// that holds enemies and is not friendly-controlled is never allowed.
    ///
    /// 13.4.4 The spaces this unit may retreat to; none means that it cannot, and is eliminated if it must.
    pub fn retreats(self, unit: Unit) -> Spaces {
        let Some(from) = self.at(unit) else { return Spaces::empty() };
        self.retreats_from(unit, from, Spaces::one(from))
    }

    /// 13.4.1 The first line of the list that offers a space decides; the owner chooses within it.
    ///
    /// 13.4.2 If a line offers only full Areas, the unit passes through one of them and applies the list from there,
    /// never back. It may be contested: the text makes no exception. Our reading: if none leads anywhere the next
    /// line is tried.
    fn retreats_from(self, unit: Unit, from: Space, passed: Spaces) -> Spaces {
        let retreat = &self.t.charts.retreat;
        let lines = if self.t.is_zone(from) { &retreat.from_zone } else { &retreat.from_area };
        for &line in lines {
            let offered = self.line(line, self.side(unit), from) - passed;
            if offered.is_empty() {
                continue;
            }
            let open: Spaces = offered.iter().filter(|&to| self.has_room(unit, to)).collect();
            if !open.is_empty() {
                return open;
            }
            let through = self.through_full(unit, offered, passed);
            if !through.is_empty() {
                return through;
            }
        }
        Spaces::empty()
    }

    /// 13.4.2 What lies behind these full Areas.
    fn through_full(self, unit: Unit, full: Spaces, passed: Spaces) -> Spaces {
        full.iter().fold(Spaces::empty(), |all, area| {
            all | self.retreats_from(unit, area, passed | Spaces::one(area))
        })
    }

    /// The spaces one line of the Retreat Priority List offers (13.4.1).
    fn line(self, line: RetreatLine, side: Side, from: Space) -> Spaces {
        let near = self.t.graph.neighbours(from);
        let enemies = self.occupied(side.enemy());
        let ours = self.controlled(side);
        let by_road = |road: bool| -> Spaces {
            let links = self.t.graph.links(from).iter().filter(|link| link.side.is_road() == road);
            links.map(|link| link.to).collect()
        };
        match line {
            RetreatLine::VacantAreaByRoad => by_road(true) & self.t.areas & (ours - enemies),
            RetreatLine::VacantAreaOtherwise => by_road(false) & self.t.areas & (ours - enemies),
            RetreatLine::VacantZone => near & self.t.zones & (ours - enemies),
            RetreatLine::Contested => near & ours & enemies & self.occupied(side),
            RetreatLine::EnemyVacant => near - ours - enemies,
        }
    }

    pub fn refuse_retreat(self, unit: Unit, to: Space) -> Result<(), Refusal> {
        let retreats = self.retreats(unit);
        ensure!(!retreats.is_empty(), Refusal::CannotRetreat { unit });
        ensure!(retreats.contains(to), Refusal::NotARetreat { unit, space: to });
        Ok(())
    }

    /// 13.4.3 After a fire attack any surviving defender may retreat, except Uncommitted Soviet units.
    ///
    /// Our reading: after a Bombardment too; the face after the casualty points counts.
    pub fn volunteers(self, active: Active, attack: Attack) -> Units {
        let side = active.side.enemy();
        let all = self.units(side, attack.target);
        let may = if side == Side::Soviet { all & self.s.committed } else { all };
        may.iter().filter(|&unit| !self.retreats(unit).is_empty()).collect()
    }

    pub fn refuse_volunteer(
        self,
        active: Active,
        attack: Attack,
        unit: Unit,
        to: Space,
    ) -> Result<(), Refusal> {
        let side = active.side.enemy();
        ensure!(self.units(side, attack.target).contains(unit), Refusal::NotADefender { unit });
        let stays = side == Side::Soviet && !self.is_committed(unit);
        ensure!(!stays, Refusal::SovietStands { unit });
        self.refuse_retreat(unit, to)
    }

    pub fn legal_voluntary(self, active: Active, attack: Attack, out: &mut Vec<Action>) {
        for unit in self.volunteers(active, attack) {
            out.extend(self.retreats(unit).iter().map(|to| Action::Retreat { unit, to }));
        }
        out.push(Action::Done);
    }
}

impl Play<'_> {
    pub fn open_voluntary_retreat(&mut self, active: Active, attack: Attack) {
        if self.look().volunteers(active, attack).is_empty() {
            return self.finish_attack(active, attack);
        }
        self.go(Step::VoluntaryRetreat { active, attack });
    }

    /// 13.4.3 A unit withdraws. It has neither moved nor fired (11.2.4), so it keeps its face.
    pub fn volunteer(&mut self, active: Active, attack: Attack, unit: Unit, to: Space) {
        let from = attack.target;
        self.retreat(unit, to, rule!("13.4.3"), Event::Withdraws { unit, from, to });
        self.open_voluntary_retreat(active, attack);
    }

    /// 13.4.1 A unit is driven out of its space; its face stays as it is.
    pub fn forced_retreat(&mut self, unit: Unit, to: Space, rule: RuleRef) {
        let from = self.look().at(unit).expect("a retreating unit is on the map");
        self.retreat(unit, to, rule, Event::Retreats { unit, from, to });
    }

    fn retreat(&mut self, unit: Unit, to: Space, rule: RuleRef, event: Event) {
        let from = self.look().at(unit).expect("a retreating unit is on the map");
        self.put(unit, Place::On(to.0 as u8));
        self.note(rule, event);
        self.settle_control(from);
        self.settle_control(to);
    }
}
