//! 13.3 Casualty points: who takes them, and how.

use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m13_direct_fire::Attack,
    refusal::{Counted, Refusal, ensure},
    sequence::{Active, Step},
    state::{Look, Play},
    tables::{Side, Unit, Units},
};

/// Casualty points being assigned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hit {
    /// The side that suffers and assigns.
    pub side: Side,
    /// Units in the space that may take points; those gone are taken out.
    pub victims: Units,
    pub lead: Unit,
    /// Points that must be absorbed: as many as there are, or as the units can take.
    pub goal: u8,
    pub absorbed: u8,
    /// Own guns did it (21.2): no voluntary retreat follows.
    pub friendly: bool,
}

impl Hit {
    /// 13.3.1 All points must be assigned: as many as the units present can absorb.
    ///
    /// Our reading of "all": three for an Uncommitted and two for a Committed unit, fixed when the attack is
    /// resolved. 13.3.4 What is left over when nobody remains is ignored.
    pub fn new(look: Look<'_>, side: Side, victims: Units, lead: Unit, points: u8, friendly: bool) -> Hit {
        let goal = points.min(look.capacity(victims));
        Hit { side, victims, lead, goal, absorbed: 0, friendly }
    }

    fn left(self) -> u8 {
        self.goal - self.absorbed
    }

    /// 13.3.2 The first point goes to the Lead Defending Unit.
    fn lead_first(self, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.absorbed > 0 || unit == self.lead, Refusal::LeadFirst { lead: self.lead });
        Ok(())
    }
}

impl Look<'_> {
    /// 13.3.3 How much a set of units can absorb: turned over, then eliminated.
    pub fn capacity(self, units: Units) -> u8 {
        let casualties = &self.t.charts.casualties;
        let committed = (units & self.s.committed).len() as u8;
        let fresh = units.len() as u8 - committed;
        (fresh * (casualties.commit + casualties.eliminate)).saturating_add(committed * casualties.eliminate)
    }

    /// 13.3.1 After absorbing `points` by `unit`, which leaves the space if `leaves`, can the rest still be absorbed?
    fn still_absorbs(self, hit: Hit, unit: Unit, points: u8, leaves: bool) -> Result<(), Refusal> {
        let mut rest = hit.victims;
        rest.remove(unit);
        // A unit that is turned over can still be eliminated.
        let itself = if leaves { 0 } else { self.t.charts.casualties.eliminate };
        let enough = hit.absorbed + points + self.capacity(rest) + itself >= hit.goal;
        ensure!(enough, Refusal::MustAbsorbAll { left: Counted(hit.left(), "point") });
        Ok(())
    }

    fn refuse_victim(self, hit: Hit, unit: Unit) -> Result<(), Refusal> {
        if !hit.victims.contains(unit) {
            let aside =
                self.t.armor.contains(unit) && hit.victims.iter().all(|it| self.at(it) == self.at(unit));
            let stands_aside = aside && self.side(unit) == hit.side;
            return Err(if stands_aside {
                Refusal::ArmorStandsAside { unit }
            } else {
                Refusal::NotADefender { unit }
            });
        }
        hit.lead_first(unit)
    }

    /// 13.3.3 An Uncommitted unit is turned over for one point.
    pub fn refuse_commit(self, hit: Hit, unit: Unit) -> Result<(), Refusal> {
        self.refuse_victim(hit, unit)?;
        ensure!(!self.is_committed(unit), Refusal::CommittedAlready { unit });
        self.still_absorbs(hit, unit, 1, false)
    }

    /// 13.3.3 A Committed unit retreats for one point.
    pub fn refuse_hit_retreat(self, hit: Hit, unit: Unit, to: board::Space) -> Result<(), Refusal> {
        self.refuse_victim(hit, unit)?;
        ensure!(self.is_committed(unit), Refusal::CommitFirst { unit });
        self.still_absorbs(hit, unit, 1, true)?;
        self.refuse_retreat(unit, to)
    }

    /// 13.3.3 A Committed unit is eliminated for two points, or for the last one if it cannot retreat (13.4.4).
    pub fn refuse_eliminate(self, hit: Hit, unit: Unit) -> Result<(), Refusal> {
        self.refuse_victim(hit, unit)?;
        ensure!(self.is_committed(unit), Refusal::CommitFirst { unit });
        let allowed = hit.left() >= 2 || self.retreats(unit).is_empty();
        ensure!(allowed, Refusal::OnePointLeft { unit });
        self.still_absorbs(hit, unit, hit.left().min(2), true)
    }

    pub fn legal_casualties(self, hit: Hit, out: &mut Vec<Action>) {
        let candidates = if hit.absorbed == 0 { Units::one(hit.lead) } else { hit.victims };
        let fresh = candidates - self.s.committed;
        out.extend(
            fresh
                .iter()
                .filter(|&unit| self.refuse_commit(hit, unit).is_ok())
                .map(|unit| Action::Commit { unit }),
        );
        let spent = candidates & self.s.committed;
        for unit in spent {
            if self.still_absorbs(hit, unit, 1, true).is_ok() {
                out.extend(self.retreats(unit).iter().map(|to| Action::Retreat { unit, to }));
            }
        }
        out.extend(
            spent
                .iter()
                .filter(|&unit| self.refuse_eliminate(hit, unit).is_ok())
                .map(|unit| Action::Eliminate { unit }),
        );
    }
}

impl Play<'_> {
    /// 13.3.4, 14.3.4 When the points are as many as the units can take, nobody has a choice: all are eliminated.
    pub fn open_casualties(&mut self, active: Active, attack: Attack, hit: Hit) {
        if hit.goal < self.look().capacity(hit.victims) {
            return self.go(Step::Casualties { active, attack, hit });
        }
        for unit in hit.victims {
            self.note(rule!("13.3.3"), Event::Eliminated { unit });
            self.eliminate(unit, rule!("13.3.3"));
        }
        self.close_casualties(active, attack, hit);
    }

    fn close_casualties(&mut self, active: Active, attack: Attack, hit: Hit) {
        if hit.friendly {
            return self.close_active(active);
        }
        self.open_voluntary_retreat(active, attack);
    }

    fn absorbed(&mut self, active: Active, attack: Attack, mut hit: Hit, points: u8) {
        hit.absorbed += points;
        if hit.absorbed >= hit.goal {
            return self.close_casualties(active, attack, hit);
        }
        self.go(Step::Casualties { active, attack, hit });
    }

    pub fn commit(&mut self, active: Active, attack: Attack, hit: Hit, unit: Unit) {
        self.s.committed.insert(unit);
        let rule = if hit.absorbed == 0 { rule!("13.3.2") } else { rule!("13.3.3") };
        self.note(rule, Event::Committed { unit });
        self.absorbed(active, attack, hit, 1);
    }

    pub fn hit_retreat(
        &mut self,
        active: Active,
        attack: Attack,
        mut hit: Hit,
        unit: Unit,
        to: board::Space,
    ) {
        hit.victims.remove(unit);
        self.forced_retreat(unit, to, rule!("13.4.1"));
        self.absorbed(active, attack, hit, 1);
    }

    pub fn hit_eliminate(&mut self, active: Active, attack: Attack, mut hit: Hit, unit: Unit) {
        hit.victims.remove(unit);
        let points = hit.left().min(2);
        let rule = if points < 2 { rule!("13.4.4") } else { rule!("13.3.3") };
        self.note(rule, Event::Eliminated { unit });
        self.eliminate(unit, rule!("13.3.3"));
        self.absorbed(active, attack, hit, points);
    }
}
