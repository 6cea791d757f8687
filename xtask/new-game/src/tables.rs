//! The tables: map, units and numbers, read from TOML and checked before any game starts.

use board::{Bits, Graph, Space};
use kernel::{
    TableAbout,
    data::{DataError, Overlay},
};
use kit::{chart, numbered, raw, sources, two_sides};
use view::art::{Ground, Point};

two_sides! {
    /// 1.1 North and South, in the order of their seats.
    Side {
        North = "north", "North";
        South = "south", "South";
    }
}

numbered!(
    /// A unit, by its number in the tables.
    Unit
);

/// A set of units.
pub type Units = Bits<1, Unit>;

/// How many units there are.
pub const UNITS: usize = 4;

kit::files! { "new-game";
    TABLES = "tables.toml";
}

raw! {
    struct File {
        map: Map,
        space: Vec<RawSpace>,
        unit: Vec<RawUnit>,
        numbers: Numbers,
    }
}

chart!(Map { size: Point, borders: Vec<[String; 2]> });
chart!(Numbers { turns: u8, hits_on: u8 });

raw! {
    /// A space as the file writes it.
    pub struct RawSpace {
        pub id: String,
        pub name: String,
        pub ground: Ground,
        pub center: Point,
        pub outline: Vec<Point>,
    }

    struct RawUnit {
        id: String,
        side: Side,
        at: String,
    }
}

/// A unit with where it starts.
#[derive(Clone, Debug)]
pub struct Counter {
    pub id: String,
    pub side: Side,
    pub start: Space,
}

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    pub graph: Graph<(), 1>,
    pub village: Space,
    pub size: Point,
    pub spaces: Vec<RawSpace>,
    pub counters: Vec<Counter>,
    /// The units of each side.
    pub of: [Units; 2],
    pub numbers: Numbers,
    /// Where each table's numbers come from.
    pub sources: Vec<TableAbout>,
}

impl Tables {
    /// Reads every table, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<Tables, DataError> {
        let file: File = read(TABLES, overlay)?;
        let wrong = |key: &str, reason: String| DataError::new(TABLES, key, reason);
        let ids = file.space.iter().map(|space| space.id.as_str());
        let borders = file.map.borders.iter().map(|[a, b]| (a.as_str(), b.as_str(), ()));
        let graph = Graph::areas(ids, borders).map_err(|error| wrong("map.borders", error.to_string()))?;
        let place = |id: &str, key: &str| graph.space(id).map_err(|error| wrong(key, error.to_string()));
        let village = place("village", "space")?;
        let mut counters = Vec::new();
        for unit in file.unit {
            let start = place(&unit.at, &format!("unit.{}.at", unit.id))?;
            counters.push(Counter { id: unit.id, side: unit.side, start });
        }
        if counters.len() != UNITS {
            return Err(wrong("unit", format!("there must be {UNITS} units")));
        }
        if !(1..=20).contains(&file.numbers.turns) {
            return Err(wrong("numbers.turns", "must be a number from 1 to 20".to_owned()));
        }
        if !(1..=6).contains(&file.numbers.hits_on) {
            return Err(wrong("numbers.hits_on", "must be a face of a die".to_owned()));
        }
        let mut sources = Vec::new();
        sources!(&mut sources, TABLES; "map" => file.map, "numbers" => file.numbers);
        let of = Side::BOTH.map(|side| {
            let own = counters.iter().enumerate().filter(|(_, counter)| counter.side == side);
            own.map(|(index, _)| Unit(index as u8)).collect()
        });
        let (size, spaces, numbers) = (file.map.size, file.space, file.numbers);
        Ok(Tables { graph, village, size, spaces, counters, of, numbers, sources })
    }

    /// The counter of a unit.
    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[usize::from(unit.0)]
    }

    /// The unit with this id.
    pub fn unit(&self, id: &str) -> Option<Unit> {
        self.counters.iter().position(|counter| counter.id == id).map(|index| Unit(index as u8))
    }

    /// What people call a space.
    pub fn name(&self, space: Space) -> &str {
        &self.spaces[space.index()].name
    }
}
