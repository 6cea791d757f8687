//! 10.0 Prologue to Slaughterhouse: a finished game as a set-up. Only names go over: this game does not know the other.

use std::collections::BTreeMap;

use board::Space;

use crate::{
    sequence::Step,
    state::{Look, Place},
    tables::{Belt, Country, Kind, Sector, Side, Unit},
};

/// What the next game starts from, in its names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prologue {
    /// Units by space; ` R` marks a reduced one.
    pub units: BTreeMap<String, Vec<String>>,
    /// Units that arrive later, by turn and zone.
    pub arrivals: BTreeMap<u8, BTreeMap<String, Vec<String>>>,
    /// 10.7 Where a Leader starts whose unit is not on the map, by the first letters of the unit.
    pub homes: BTreeMap<String, String>,
    /// 10.2 Surprise rounds.
    pub rounds: u8,
    /// 10.8 Replacement Points more in Turn 2: German, Soviet.
    pub replacements: [i16; 2],
    /// 10.9 What is added to the Axis total when both games are one match.
    pub score: i16,
}

impl Prologue {
    /// 10.7 The space of a unit.
    pub fn space_of(&self, unit: &str) -> Option<&str> {
        let stands = |units: &[String]| units.iter().any(|it| it.strip_suffix(" R").unwrap_or(it) == unit);
        self.units.iter().find(|(_, units)| stands(units)).map(|(space, _)| space.as_str())
    }

    /// 10.7 Leaders start with their unit; if it is not on the map, in the Zone of their nation.
    pub fn leader_of(&self, unit: &str, nation: &str) -> Option<&str> {
        self.space_of(unit).or_else(|| self.homes.get(nation).map(String::as_str))
    }

    fn put(&mut self, space: &str, unit: String, full: bool) {
        let unit = if full { unit } else { format!("{unit} R") };
        self.units.entry(space.to_owned()).or_default().push(unit);
    }

    fn arrive(&mut self, turn: u8, zone: &str, unit: String) {
        self.arrivals.entry(turn).or_default().entry(zone.to_owned()).or_default().push(unit);
    }
}

/// A place for an Army (10.5): the sector, the district, its number there, whether the Army is full.
#[derive(Clone, Copy)]
struct Slot {
    sector: Sector,
    district: Space,
    number: usize,
    full: bool,
}

impl Look<'_> {
    /// 10.1 After an attack without a strike; otherwise there is none.
    pub fn prologue(self) -> Option<Prologue> {
        let Step::Over { victory } = self.s.step else { return None };
        if !self.s.attacked || self.s.order.strike.is_some() {
            return None;
        }
        let link = &self.t.link;
        let mut prologue = Prologue {
            homes: link.homes(),
            rounds: link.surprise.rounds[self.surprise().index()],
            replacements: Side::BOTH
                .map(|side| (self.stock(side) / link.replacements.brps).min(link.replacements.most)),
            score: (victory.difference / link.match_.divide).clamp(-link.match_.most, link.match_.most),
            ..Prologue::default()
        };
        self.link_allies(&mut prologue);
        self.link_germans(&mut prologue);
        self.link_armies(&mut prologue);
        self.link_fronts(&mut prologue);
        Some(prologue)
    }

    fn id(self, unit: Unit) -> String {
        self.t.counter(unit).id.to_string()
    }

    /// 10.4 Allies that joined start, the others arrive the later the colder their country is.
    fn link_allies(self, prologue: &mut Prologue) {
        for (id, row) in &self.t.link.ally {
            let marker = Country::of_id(id).map_or(0, |country| self.marker(country));
            for (unit, at) in row.units.iter().zip(&row.at) {
                match marker {
                    3 => prologue.put(at, unit.clone(), true),
                    1.. => prologue.arrive(2, &row.zone, unit.clone()),
                    -3 => prologue.arrive(5, &row.zone, unit.clone()),
                    _ => prologue.arrive(4, &row.zone, unit.clone()),
                }
            }
        }
    }

    /// 10.3 German units go round the spaces of their place, basic ones reduced; the others arrive.
    fn link_germans(self, prologue: &mut Prologue) {
        let germans = self.t.of_kind[Kind::Army.index()] | self.t.of_kind[Kind::Panzer.index()];
        for (id, row) in &self.t.link.german {
            let Ok(place) = self.t.graph.space(id) else { continue };
            for (i, unit) in (self.units(place) & germans).iter().enumerate() {
                prologue.put(&row.at[i % row.at.len()], self.id(unit), self.s.upgraded.contains(unit));
            }
        }
        for unit in germans {
            match self.s.place[usize::from(unit.0)] {
                Place::Pool => prologue.arrive(4, "z-germany", self.id(unit)),
                Place::On(at) if usize::from(at) == self.t.west.index() => {
                    prologue.arrive(2, "z-germany", self.id(unit));
                }
                Place::On(at) if usize::from(at) == self.t.balkans.index() => {
                    prologue.arrive(2, "z-rumania", self.id(unit));
                }
                Place::On(_) | Place::Off => {}
            }
        }
    }

    /// 10.5 The places for Armies: belt by belt, sector by sector, a district with n mobile units has n/2, rounded up.
    fn slots(self) -> Vec<Slot> {
        let mut slots = Vec::new();
        for belt in [Belt::Frontier, Belt::Line, Belt::Depth] {
            for sector in Sector::ALL {
                for district in self.t.districts_of(belt, sector) {
                    let mobile = self.units(district) - self.t.zones;
                    let full = 2 * (mobile & self.s.upgraded).len() >= mobile.len();
                    let armies = mobile.len().div_ceil(2);
                    slots.extend((0..armies).map(|number| Slot { sector, district, number, full }));
                }
            }
        }
        slots
    }

    /// 10.5 First each district takes from its sector's list; then the places still open are filled from the list for any
    /// sector, then from what South, Centre, North have left. What is left over arrives.
    fn link_armies(self, prologue: &mut Prologue) {
        let armies = &self.t.link.armies;
        let mut left = [armies.north.clone(), armies.centre.clone(), armies.south.clone()];
        let mut any = armies.any.clone();
        let mut open = Vec::new();
        for slot in self.slots() {
            let own = &mut left[slot.sector.index()];
            if own.is_empty() {
                open.push(slot);
            } else {
                self.serve(prologue, slot, own);
            }
        }
        for slot in open {
            let filled = [2, 1, 0].into_iter().find(|&i| !left[i].is_empty());
            match (any.is_empty(), filled) {
                (false, _) => self.serve(prologue, slot, &mut any),
                (true, Some(i)) => self.serve(prologue, slot, &mut left[i]),
                (true, None) => break,
            }
        }
        for number in left.into_iter().flatten().chain(any) {
            prologue.arrive(2, "z-gorki", format!("su-{number}"));
        }
    }

    /// 10.5 Armies go round the spaces of the district, two to a space at most; without a space the place stays empty.
    fn serve(self, prologue: &mut Prologue, slot: Slot, list: &mut Vec<u8>) {
        let areas = &self.t.map.district[slot.district.index()].areas;
        let mut round = (0..areas.len()).map(|i| &areas[(slot.number + i) % areas.len()]);
        let armies = |space: &String| prologue.units.get(space).map_or(0, Vec::len);
        if let Some(space) = round.find(|space| armies(space) < 2) {
            prologue.put(space, format!("su-{}", list.remove(0)), slot.full);
        }
    }

    /// 10.6 The Fronts, some of them reduced by surprise.
    fn link_fronts(self, prologue: &mut Prologue) {
        let surprise = self.surprise().index() as u8;
        for (unit, row) in &self.t.link.front {
            let held = row.held.as_ref().is_none_or(|id| {
                let district = self.t.graph.space(id);
                district.is_ok_and(|it| !(self.units(it) - self.t.zones).is_empty())
            });
            let at = if held { &row.at } else { row.otherwise.as_ref().unwrap_or(&row.at) };
            let full = row.reduced_from.is_none_or(|level| surprise < level);
            prologue.put(at, unit.clone(), full);
        }
    }
}
