//! 5.0 Preparation: the garrison, the markers, the partisans.

use board::Space;
use kernel::{Options, RuleRef, rule};

use crate::{
    action::Action,
    event::Event,
    m16_close_combat::Melee,
    refusal::{Refusal, ensure},
    sequence::Step,
    state::{Look, Place, Play, State},
    tables::{PartisanResult, SPACES, Side, Spaces, Tables, UNITS, Unit, Units},
};

impl State {
    /// 5.2.2 Impulse track on 1, Day. 5.1.2 to 5.1.4 put every counter in its box, 5.2.3 gives the Soviets their
    /// first Zone.
    pub fn new(t: &Tables, options: Options) -> State {
        let advantage = t.scenario.scenario.advantage;
        State {
            step: Play::opening_step(options),
            turn: 1,
            impulses: 0,
            soviet_impulses: 0,
            passes: 0,
            night: false,
            advantage: Some(advantage),
            advantage_next: None,
            advantage_at_start: advantage,
            advantage_used: [false; 2],
            soviet: t.start_control,
            rubble: Spaces::empty(),
            heavy: Spaces::empty(),
            stubborn: None,
            interdicted: false,
            place: [Place::Waiting; UNITS],
            here: [Units::empty(); SPACES],
            occupied: [Spaces::empty(); 2],
            committed: Units::empty(),
            held_back: Units::empty(),
            seize: [0; 2],
            swapped: false,
            options,
            melee: Melee::default(),
        }
    }
}

impl Look<'_> {
    /// Units of the garrison not placed yet.
    pub fn unplaced(self) -> Units {
        self.t.garrison.iter().filter(|&unit| self.place(unit) == Place::Waiting).collect()
    }

    /// 5.1.1 The German places every unit coded C in Urban Areas of his choice, within stacking.
    pub fn refuse_set_up(self, unit: Unit, to: Space) -> Result<(), Refusal> {
        ensure!(self.t.garrison.contains(unit), Refusal::NotGarrison { unit });
        ensure!(self.place(unit) == Place::Waiting, Refusal::AlreadyPlaced { unit });
        ensure!(self.t.urban.contains(to), Refusal::NotUrban { space: to });
        ensure!(self.has_room(unit, to), Refusal::Full { unit, space: to });
        Ok(())
    }

    pub fn legal_set_up(self, out: &mut Vec<Action>) {
        let unplaced = self.unplaced();
        let rooms = self.rooms(Side::German, self.t.urban);
        for unit in unplaced {
            out.extend(rooms.of(self, unit).iter().map(|to| Action::Place { unit, to }));
        }
        out.push(if unplaced.is_empty() { Action::Done } else { Action::PlaceRest });
    }

    /// The next unit the partisans fall upon: by Area number, then by id.
    pub fn next_victim(self, left: Units) -> Unit {
        let by_area = self.t.urban.iter().find_map(|space| (self.s.here[space.index()] & left).first());
        by_area.or(left.first()).expect("the step ends with the last unit")
    }
}

impl Play<'_> {
    pub fn set_up(&mut self, unit: Unit, to: Space) {
        self.put_on(unit, to);
        self.note(rule!("5.1.1"), Event::Placed { unit, to });
    }

    /// The suggested set-up for whoever is not placed yet; a unit that finds its Area full takes the next one.
    pub fn set_up_rest(&mut self) {
        for &(unit, to) in &self.t.suggested {
            if self.look().place(unit) != Place::Waiting {
                continue;
            }
            let urban = self.t.urban.iter().chain(self.t.urban.iter());
            let from_there = urban.skip_while(|&space| space != to);
            let room = from_there.into_iter().find(|&space| self.look().has_room(unit, space));
            self.set_up(unit, room.expect("nine Areas hold twenty units"));
        }
    }

    pub fn open_partisans(&mut self) {
        self.note(rule!("5.3.1"), Event::Partisans);
        self.go(Step::Partisans { left: self.t.garrison });
    }

    /// 5.3.1 One die for each unit in Cholm: 1 eliminates it, 2-3 turn it over.
    pub fn partisan_die(&mut self, mut left: Units, die: u8) {
        let unit = self.look().next_victim(left);
        let result = self.t.charts.partisans.result[usize::from(die) - 1];
        self.note(rule!("5.3.1"), Event::Partisan { unit, die, result });
        match result {
            PartisanResult::Eliminated => self.eliminate(unit, rule!("5.3.1")),
            PartisanResult::Committed => {
                self.s.committed.insert(unit);
            }
            PartisanResult::None => {}
        }
        left.remove(unit);
        if left.is_empty() { self.open_turn(1) } else { self.go(Step::Partisans { left }) }
    }

    /// Takes a unit off the map into the box its side's losses go to.
    ///
    /// 10.2.5 Once all Regrouped units of its side have entered, losses are permanent.
    /// 10.2.6 A Regrouped unit is always lost for good.
    pub fn eliminate(&mut self, unit: Unit, because: RuleRef) {
        let from = self.look().at(unit);
        self.take_off(unit, because);
        if let Some(from) = from {
            self.settle_control(from);
        }
    }

    /// The same without settling control, for units that fall at one moment (16.5.6).
    pub fn take_off(&mut self, unit: Unit, because: RuleRef) {
        let side = self.t.counter(unit).side;
        let regrouped = self.t.regrouped.contains(unit);
        let permanent = regrouped || self.look().regrouped_left(side).is_empty();
        let rule = match (regrouped, permanent) {
            (true, _) => rule!("10.2.6"),
            (false, true) => rule!("10.2.5"),
            (false, false) => because,
        };
        self.put(unit, if permanent { Place::Permanent } else { Place::Eliminated });
        self.s.committed.remove(unit);
        self.note(rule, Event::Lost { unit, permanent });
    }

    /// The German is done with his set-up.
    pub fn finish_set_up(&mut self) {
        debug_assert_eq!(self.look().decider(), Some(Side::German));
        self.open_partisans();
    }
}
