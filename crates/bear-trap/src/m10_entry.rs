//! 10.1.2, 10.2.1, 10.3.3 Russian units enter the map.

use board::{Space, hex::Direction};
use kernel::rule;

use crate::{
    action::Action,
    event::Event,
    m03_stacking::Shift,
    m05_movement::Stance,
    refusal::{Refusal, ensure},
    sequence::{Call, Step},
    state::{Level, Look, NOBODY, Place, Play, option},
    tables::{Kind, Side, Spaces, Terrain, Unit, Units},
};

impl<'a> Look<'a> {
    /// The force a Russian unit enters with: the 81st, or the 131st with its later units.
    pub fn force_of(self, unit: Unit) -> Units {
        if self.t.force_81.contains(unit) {
            return self.t.force_81;
        }
        self.t.force_131 | self.t.force_later
    }

    fn named_entries(self, unit: Unit) -> &'a [Space] {
        if self.t.force_81.contains(unit) { &self.t.map.entries_81 } else { &self.t.map.entries_131 }
    }

    /// Which of the named entry hexes this is.
    fn entry_index(self, hex: Space) -> Option<usize> {
        let map = &self.t.map;
        map.entries_81.iter().chain(&map.entries_131).position(|&it| it == hex)
    }

    /// 10.1.2 A hex is blocked by an obstacle, rubble, an enemy or a full pile; to a vehicle also where no road leads
    /// through woods or buildings.
    fn blocked(self, unit: Unit, hex: Space) -> bool {
        let vehicle = self.t.vehicles.contains(unit);
        self.obstacle(hex)
            || self.s.rubble.contains(hex)
            || self.s.occupied[Side::Chechen.index()].contains(hex)
            || !self.room(unit, hex, Level::Ground)
            || (vehicle && self.restricted(hex) && !self.t.map.roads.contains(hex))
    }

    /// 10.1.2 Where a unit may enter now. 10.3.3 In the variant anywhere on the west edge. Before release only the named
    /// hex, free of vehicles, while the column is not too long; afterwards a blocked hex is replaced by the nearest free
    /// one of the same edge.
    pub fn entry_hexes(self, unit: Unit) -> Spaces {
        if self.t.scenario(self.s.scenario).west_edge {
            return self.t.map.west.iter().filter(|&hex| !self.blocked(unit, hex)).collect();
        }
        let edge = if self.t.force_81.contains(unit) { self.t.map.west } else { self.t.map.south };
        let mut open = Spaces::empty();
        for &hex in self.named_entries(unit) {
            if !self.s.released {
                if self.enters_in_column(unit, hex) {
                    open.insert(hex);
                }
                continue;
            }
            if !self.blocked(unit, hex) {
                open.insert(hex);
                continue;
            }
            let free = || edge.iter().filter(|&it| !self.blocked(unit, it));
            let nearest = free().map(|it| self.t.sight.distance(it, hex)).min();
            open.extend(free().filter(|&it| Some(self.t.sight.distance(it, hex)) == nearest));
        }
        open
    }

    /// 10.1.2 Single file: the k-th vehicle of the turn at a hex pays k/2, and the hex must be free of vehicles.
    fn enters_in_column(self, unit: Unit, hex: Space) -> bool {
        let cost = self.entry_cost(unit, hex);
        if cost > self.allowance(unit) || self.s.occupied[Side::Chechen.index()].contains(hex) {
            return false;
        }
        let vehicles = self.units(Side::Russian, hex) & self.t.vehicles;
        if self.t.vehicles.contains(unit) && !vehicles.is_empty() {
            return false;
        }
        let stance = Stance {
            unit,
            at: hex,
            level: Level::Ground,
            facing: Direction::NorthEast,
            spent: cost,
            budget: self.allowance(unit),
        };
        self.room(unit, hex, Level::Ground) || self.can_go_on(stance, Shift::default())
    }

    /// 10.1.2 What entering costs, in halves.
    pub fn entry_cost(self, unit: Unit, hex: Space) -> u8 {
        let road = self.t.map.roads.contains(hex);
        let chart = &self.t.charts.movement;
        let vehicle = self.t.vehicles.contains(unit);
        let cost = if vehicle {
            match self.entry_index(hex) {
                Some(index) if !self.s.released => self.s.columns[index] + 1,
                _ if road => chart.road,
                _ => chart.clear,
            }
        } else {
            self.ground_cost(unit, hex, road) + self.sniper_surcharge(unit, hex)
        };
        cost + if self.s.interdicted.contains(hex) { chart.interdicted } else { 0 }
    }

    /// Platoons of the same column still off the map, its Schmel among them.
    fn platoons_waiting(self, unit: Unit) -> bool {
        let fighters = self.force_of(unit) & (self.t.foot - self.t.leaders);
        fighters.iter().any(|it| self.place(it) == Place::Waiting)
    }

    /// 10.1.2 Before release an APC carries a unit of the marker being played or the Schmel.
    fn must_carry(self, unit: Unit) -> bool {
        !self.s.released && self.t.apcs.contains(unit) && self.platoons_waiting(unit)
    }

    /// 10.1.2 Whether a waiting unit may begin to enter on this marker.
    pub fn refuse_enter(self, call: Call, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == call.side, Refusal::NotYours { unit });
        ensure!(!call.bonus && self.place(unit) == Place::Waiting, Refusal::NotWaiting { unit });
        ensure!(self.entitled(call, unit), Refusal::NotEntitled { unit, marker: call.marker });
        ensure!(self.fresh(call, unit), Refusal::HasActed { unit });
        if !self.s.released && self.t.foot.contains(unit) {
            let apcs = self.force_of(unit) & self.t.apcs;
            let waiting = apcs.iter().any(|apc| self.place(apc) == Place::Waiting);
            ensure!(!waiting, Refusal::RidesFirst { unit });
        }
        ensure!(!self.entry_hexes(unit).is_empty(), Refusal::NoWayIn { unit });
        if self.must_carry(unit) {
            let somebody = self
                .force_of(unit)
                .iter()
                .any(|it| self.t.kind(it) != Kind::Leader && self.refuse_board(call, unit, it).is_ok());
            ensure!(somebody, Refusal::NeedsPassenger { unit });
        }
        Ok(())
    }

    /// Who of these waiting units may enter. When nothing is held back, units alike find the same hexes open.
    pub fn legal_enter(self, call: Call, waiting: Units, out: &mut Vec<Action>) {
        let mut open: [[Option<bool>; 3]; 2] = [[None; 3]; 2];
        for unit in waiting {
            let may = if self.s.released {
                let make = match (self.t.vehicles.contains(unit), self.t.stacks.contains(unit)) {
                    (true, _) => 0,
                    (false, true) => 1,
                    (false, false) => 2,
                };
                let known = &mut open[usize::from(self.t.force_81.contains(unit))][make];
                *known.get_or_insert_with(|| !self.entry_hexes(unit).is_empty())
            } else {
                self.refuse_enter(call, unit).is_ok()
            };
            if may {
                out.push(Action::Enter { unit });
            }
        }
    }

    /// 10.1.2, 8.2, 8.10 Who may ride along. Before release: units of the marker, its leaders, and the Schmel; on tanks
    /// only in the variant.
    pub fn refuse_board(self, call: Call, vehicle: Unit, unit: Unit) -> Result<(), Refusal> {
        ensure!(self.side(unit) == call.side, Refusal::NotYours { unit });
        ensure!(self.place(unit) == Place::Waiting && unit != vehicle, Refusal::NotWaiting { unit });
        ensure!(self.fits_aboard(unit, vehicle), Refusal::NoRoomAboard { unit });
        let scenario = self.t.scenario(self.s.scenario);
        if self.t.tanks.contains(vehicle) {
            let rides = self.option(option::TANK_PASSENGERS) && scenario.west_edge;
            ensure!(rides, Refusal::NotTogetherHere { unit });
        }
        ensure!(
            scenario.west_edge || self.force_of(vehicle).contains(unit),
            Refusal::NotTogetherHere { unit }
        );
        if !self.s.released {
            ensure!(self.entitled(call, unit), Refusal::NotTogetherHere { unit });
        }
        Ok(())
    }

    pub fn refuse_at(self, unit: Unit, hex: Space) -> Result<(), Refusal> {
        let carries = self.s.cargo[usize::from(unit.0)][0] != NOBODY;
        ensure!(carries || !self.must_carry(unit), Refusal::NeedsPassenger { unit });
        ensure!(self.entry_hexes(unit).contains(hex), Refusal::NotAnEntry { space: hex });
        Ok(())
    }

    pub fn legal_entry(self, call: Call, unit: Unit, out: &mut Vec<Action>) {
        if self.t.vehicles.contains(unit) && self.s.cargo[usize::from(unit.0)].contains(&NOBODY) {
            let waiting = self.s.all_in(Place::Waiting);
            for it in self.t.of[Side::Russian.index()] & self.t.foot & waiting {
                if self.refuse_board(call, unit, it).is_ok() {
                    out.push(Action::Board { unit: it });
                }
            }
        }
        let carries = self.s.cargo[usize::from(unit.0)][0] != NOBODY;
        if carries || !self.must_carry(unit) {
            out.extend(self.entry_hexes(unit).iter().map(|hex| Action::At { hex }));
        }
    }
}

impl Play<'_> {
    pub fn board(&mut self, call: Call, vehicle: Unit, unit: Unit) {
        self.put(unit, Place::Aboard(vehicle));
        self.open_entry(call, vehicle);
    }

    /// 10.1.2 The unit waits for the hex where it enters.
    pub fn open_entry(&mut self, call: Call, unit: Unit) {
        self.go(Step::Entry { call, unit });
    }

    /// 10.1.2 The unit enters, pays and is active. It faces inwards.
    pub fn enter(&mut self, call: Call, unit: Unit, hex: Space) {
        let cost = self.look().entry_cost(unit, hex);
        let cost = if self.t.foot.contains(unit) { cost.min(self.look().allowance(unit)) } else { cost };
        if self.t.vehicles.contains(unit)
            && let Some(index) = self.look().entry_index(hex)
        {
            self.s.columns[index] = self.s.columns[index].saturating_add(1);
        }
        // The columns come up the road; later units look straight in from their edge.
        let west = self.t.map.west.contains(hex) || !self.s.released;
        let facing = if west { Direction::NorthEast } else { Direction::North };
        for it in self.look().cargo(unit) | Units::one(unit) {
            self.s.facing[usize::from(it.0)] = facing;
        }
        self.move_into(unit, hex, Level::Ground);
        self.tell(unit, rule!("10.1.2"), Event::Entered { unit, at: hex, cost });
        self.begin(call.spend(), unit, hex, Level::Ground, cost, true);
    }
}

/// Where a vehicle can be put down at all (3.2, 3.4.2).
pub fn drivable(terrain: Terrain, road: bool) -> bool {
    terrain == Terrain::Clear || (road && terrain != Terrain::Rubble)
}
