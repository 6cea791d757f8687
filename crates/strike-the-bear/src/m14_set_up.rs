//! 14.0 Set-up and reinforcements.

use board::{Member, Space};
use kernel::{Options, rule};

use crate::{
    action::Action,
    event::Event,
    m11_combat::Battle,
    refusal::{Refusal, ensure},
    sequence::{Phase, Step},
    state::{Look, Mission, Place, Play, State, option},
    tables::{
        Class, RAIL_PARTISAN, SPACES, Side, Spaces, TRUCK_PARTISAN, Tables, UNITS, Unit, Units, Weather,
    },
};

impl State {
    /// 14.1, 14.2 The position in which the Soviets set up first.
    pub fn new(t: &Tables, options: Options) -> State {
        let mut s = State {
            step: Step::SetUp { side: Side::Soviet },
            resume: None,
            turn: 1,
            weather: Weather::Fair,
            ops: [0; 2],
            objectives: [0; 2],
            first: Side::Axis,
            redeploy: [0; 2],
            rail_left: [t.charts.rail.capacity; 2],
            place: [Place::SET_UP; UNITS],
            reduced: Units::empty(),
            count: [[0; SPACES]; 2],
            occupied: [Spaces::empty(); 2],
            control: t.map.start_control,
            converted: Spaces::empty(),
            points: [0; UNITS],
            moved: Units::empty(),
            party: [Units::empty(); 4],
            lines: Spaces::empty(),
            finnish_lines: Spaces::empty(),
            train_stops: Spaces::empty(),
            railed: Units::empty(),
            split: Units::empty(),
            merged: Units::empty(),
            tried: Units::empty(),
            mission: [Mission::Free; 2],
            air_supplied: Units::empty(),
            dropped: false,
            commissar: false,
            shared_at_start: Spaces::empty(),
            declared: Spaces::empty(),
            battle: Battle::default(),
            options,
        };
        s.place[RAIL_PARTISAN.index()] = Place::OFF;
        s.place[TRUCK_PARTISAN.index()] = Place::OFF;
        let mut journal = kernel::Journal::disabled();
        let mut play = Play { t, s: &mut s, j: &mut journal };
        for &(unit, space) in &t.set_up {
            play.put(unit, Place::on(space));
        }
        for unit in t.breakdown {
            play.put(unit, Place::BREAKDOWN);
        }
        for (index, arrival) in t.arrival.iter().enumerate() {
            if arrival.turn > 0 {
                play.put(Unit::at(index), Place::ENTRY);
            }
        }
        if !options.has(option::FALLSCHIRMJAEGER) {
            play.put(t.airborne, Place::GONE);
        }
        play.lay_track(t.map.converted_at_start);
        s.control = t.map.start_control;
        s
    }
}

impl Look<'_> {
    /// Counters a side still has to set up.
    pub fn unplaced(self, side: Side) -> Units {
        let free = self.t.trucks[side.index()]
            | if side == Side::Axis { self.t.luftwaffe | self.t.rail_markers } else { Units::empty() };
        free.iter().filter(|&unit| self.place(unit) == Place::SET_UP).collect()
    }

    /// 14.1 Soviet trucks in oxes behind the start line. 14.2 Axis trucks and rail markers in A3 to A10, the Luftwaffe
    /// within its range of an Axis combat unit.
    pub fn set_up_areas(self, unit: Unit) -> Spaces {
        let map = &self.t.map;
        match (self.side(unit), self.class(unit)) {
            (Side::Soviet, _) => map.start_control[Side::Soviet.index()] & map.oxes,
            (Side::Axis, Class::Luftwaffe) => {
                let range = self.t.counter(unit).range;
                self.occupied(Side::Axis).iter().fold(Spaces::empty(), |all, at| all | map.within(at, range))
            }
            (Side::Axis, _) => map.edge[Side::Axis.index()],
        }
    }

    pub fn refuse_set_up(self, side: Side, unit: Unit, to: Space) -> Result<(), Refusal> {
        let rule = if side == Side::Axis { rule!("14.2") } else { rule!("14.1") };
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule });
        ensure!(self.unplaced(side).contains(unit), Refusal::PlacedAlready { unit, rule });
        ensure!(self.set_up_areas(unit).contains(to), Refusal::NotForSetUp { unit, space: to, rule });
        Ok(())
    }

    pub fn legal_set_up(self, side: Side, out: &mut Vec<Action>) {
        let left = self.unplaced(side);
        for unit in left {
            out.extend(self.set_up_areas(unit).iter().map(|to| Action::Place { unit, to }));
        }
        out.push(if left.is_empty() { Action::Done } else { Action::PlaceRest });
    }

    /// 14.1, 14.2 Units whose turn has come and that are not on the map yet.
    pub fn due(self, side: Side) -> Units {
        let due = |unit: &Unit| self.t.arrival[unit.index()].turn <= self.s.turn;
        self.troops(side, Place::ENTRY).iter().filter(due).collect()
    }

    /// 14.1 In Moscow, in the ox that is not the enemy's; if both are or are full, in column O. 14.2 In A3 to A10, in
    /// enemy-free oxes if there is one with room.
    pub fn arrival_areas(self, unit: Unit) -> Spaces {
        let side = self.side(unit);
        let at = self.t.arrival[unit.index()].at;
        if side == Side::Axis {
            return self.room_among(unit, at);
        }
        let more = self.t.counter(unit).stack();
        let open = |space: &Space| !self.is_hostile(side, *space) && self.fits(side, *space, more);
        let city: Spaces = at.iter().filter(open).collect();
        if !city.is_empty() {
            return city;
        }
        self.t.map.edge[side.index()].iter().filter(open).collect()
    }

    pub fn refuse_arrival(self, side: Side, phase: Phase, unit: Unit, to: Space) -> Result<(), Refusal> {
        let rule = if side == Side::Axis { rule!("14.2") } else { rule!("14.1") };
        ensure!(self.side(unit) == side, Refusal::NotYours { unit, rule });
        ensure!(phase == Phase::Main && self.due(side).contains(unit), Refusal::NotDue { unit, rule });
        ensure!(self.arrival_areas(unit).contains(to), Refusal::NotForArrival { unit, space: to, rule });
        Ok(())
    }

    pub fn legal_arrivals(self, side: Side, out: &mut Vec<Action>) {
        if self.s.turn < 2 {
            return;
        }
        for unit in self.due(side) {
            out.extend(self.arrival_areas(unit).iter().map(|to| Action::Place { unit, to }));
        }
    }
}

impl Play<'_> {
    pub fn set_up(&mut self, unit: Unit, to: Space) {
        let rule = if self.look().side(unit) == Side::Axis { rule!("14.2") } else { rule!("14.1") };
        self.put(unit, Place::on(to));
        self.note(rule, Event::Placed { unit, to });
    }

    /// What is left goes where the suggested set-up has it.
    pub fn set_up_rest(&mut self, side: Side) {
        let left = self.look().unplaced(side);
        let t = self.t;
        for &(unit, to) in t.suggested.iter().filter(|(unit, _)| left.contains(*unit)) {
            self.set_up(unit, to);
        }
    }

    /// 14.0 Soviets first, then the Axis; then turn 1.
    pub fn finish_set_up(&mut self, side: Side) {
        match side {
            Side::Soviet => self.go(Step::SetUp { side: Side::Axis }),
            Side::Axis => self.open_turn(1),
        }
    }

    /// 14.1, 14.2 An arriving unit may be placed at any time in the Movement Phase and then moves normally.
    pub fn arrive(&mut self, side: Side, unit: Unit, to: Space) {
        let rule = if side == Side::Axis { rule!("14.2") } else { rule!("14.1") };
        self.note(rule, Event::Arrives { unit, to });
        self.put_on(unit, to);
        let allowance = self.look().allowance(unit);
        let among = self.look().is_hostile(side, to);
        self.s.points[unit.index()] = if among { 0 } else { allowance };
        if side == Side::Axis {
            self.check_garrison();
        }
    }
}
