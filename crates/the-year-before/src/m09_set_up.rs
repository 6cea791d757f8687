//! 9.0 Set-up.

use board::{Member, Space};
use kernel::{Options, rule};

use crate::{
    action::Action,
    event::Event,
    refusal::{Answer, Refusal, ensure},
    sequence::Step,
    state::{Look, Order, Place, Play, Sheet, State, each, option},
    tables::{COUNCILS, Kind, PLACES, Places, Side, Tables, UNITS, Unit, Units},
};

impl State {
    /// 9.1 Markers at their start, basic faces.
    /// 9.2 The German side stands, fixed; the Soviet player places.
    pub fn new(t: &Tables, options: Options) -> State {
        let stock = [i16::from(t.charts.income_german.stock), i16::from(t.charts.income_soviet.stock)];
        let step = if options.has(option::BID) {
            Step::Sides { seat: 0, first: (Side::German, 0) }
        } else {
            Step::SetUp { placed: 0, taken: Places::empty() }
        };
        let mut state = State {
            step,
            turn: 1,
            stock,
            known: stock,
            points: [[0; COUNCILS]; 2],
            gift: [0; 2],
            lost: [0; 2],
            first_card: [None; 2],
            card: [None; 2],
            disclosed: 0,
            floor: [[0; COUNCILS]; 2],
            trade: true,
            licences: 0,
            country: t.start,
            vp: [0; 2],
            place: [Place::Off; UNITS],
            here: [Units::empty(); PLACES],
            upgraded: Units::empty(),
            worked: Units::empty(),
            moved: Units::empty(),
            fleet: [t.west.0 as u8; 2],
            used: [0; 2],
            trains: [0; 2],
            out: [false; 2],
            sheet: [Sheet::default(); 2],
            reports: [None; COUNCILS],
            order: Order::default(),
            attacked: false,
            struck: None,
            result: [None; 3],
            bid: 0,
            swapped: false,
            options,
        };
        for &(unit, at) in &t.set_up {
            match at {
                None => state.place[unit.index()] = Place::Pool,
                Some(space) => {
                    state.place[unit.index()] = Place::On(space.0 as u8);
                    state.here[space.index()].insert(unit);
                }
            }
        }
        state
    }
}

impl Look<'_> {
    /// 9.3 Where the next unit may go: one in each district without a Fortified Zone, then one in each with one, then one
    /// extra where the player likes.
    pub fn set_up_places(self, placed: u8, taken: Places) -> Places {
        self.t.placing[self.set_up_step(placed)].0 - taken
    }

    fn set_up_step(self, placed: u8) -> usize {
        let [(_, first), (_, second), _] = self.t.placing;
        usize::from(placed >= first) + usize::from(placed >= first + second)
    }

    /// 9.3 The lowest number that is left to be placed.
    fn next_to_place(self, kind: Kind) -> Option<Unit> {
        self.t.of_kind[kind.index()].iter().find(|unit| self.s.place[unit.index()] == Place::Off)
    }

    pub fn refuse_place(self, placed: u8, taken: Places, kind: Kind, at: Space) -> Answer {
        let placeable = matches!(kind, Kind::Infantry | Kind::Mechanized);
        ensure!(placeable && self.next_to_place(kind).is_some(), Refusal::NothingToPlace { kind });
        ensure!(self.set_up_places(placed, taken).contains(at), Refusal::NotPlacedHere { space: at });
        Ok(())
    }

    pub fn refuse_suggested(self, placed: u8) -> Answer {
        ensure!(placed == 0, Refusal::PlacedAlready {});
        Ok(())
    }

    pub fn legal_placing(self, placed: u8, taken: Places, out: &mut Vec<Action>) {
        if placed == 0 {
            out.push(Action::Suggested);
        }
        for kind in [Kind::Infantry, Kind::Mechanized] {
            if self.next_to_place(kind).is_some() {
                out.extend(each(self.set_up_places(placed, taken)).map(|at| Action::Place { kind, at }));
            }
        }
    }
}

impl Play<'_> {
    /// 9.3 One unit.
    pub fn place(&mut self, placed: u8, taken: Places, kind: Kind, at: Space) {
        let before = self.look().set_up_step(placed);
        if placed == 0 {
            self.note(rule!("9.3"), Event::SetUp);
        }
        self.place_unit(kind, at);
        let placed = placed + 1;
        if placed == self.t.placing.iter().map(|it| it.1).sum::<u8>() {
            return self.open_turn(1);
        }
        // The districts of one step of 9.3 are free again in the next.
        let same = self.look().set_up_step(placed) == before;
        let taken = if same { taken | Places::one(at) } else { Places::empty() };
        self.go(Step::SetUp { placed, taken });
    }

    fn place_unit(&mut self, kind: Kind, at: Space) {
        let unit = self.look().next_to_place(kind).expect("a unit is left to be placed");
        self.note(rule!("9.3"), Event::Placed { unit, at });
        self.stand(unit, at);
    }

    /// 9.3 All sixteen as the scenario suggests.
    pub fn place_as_suggested(&mut self) {
        self.note(rule!("9.3"), Event::SetUp);
        self.note(rule!("9.3"), Event::PlacedAsSuggested);
        for index in 0..self.t.suggested.len() {
            let (kind, at) = self.t.suggested[index];
            self.place_unit(kind, at);
        }
        self.open_turn(1);
    }
}
