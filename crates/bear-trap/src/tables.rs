//! The tables: map, counters, charts and scenarios, read from TOML and checked before any game starts.
//!
//! | file | one idea |
//! |---|---|
//! | `charts.rs` | the chart cards and the scenarios as they stand in the files |
//! | `map.rs` | hexes, streets, rivers, buildings, and what a step costs |
//! | `units.rs` | the counters, and sets of them by kind |

mod charts;
mod map;
mod units;

use board::{Bits, Member, Space};
use kernel::{
    TableAbout,
    data::{DataError, Overlay},
};
use kit::{numbered, two_sides};
use serde::Deserialize;

pub use charts::{Charts, EventKind, Scenario, ScenarioFile};
pub use map::{Building, Map, MapFile, PALACE, PARLIAMENT, SECURITY, STATION, StreetClass};
pub use units::{Counter, Kind};
use units::{Roster, UnitsFile};

use crate::sight::Sight;

two_sides! {
    /// The Russian and the Chechen side, in the order of their seats.
    Side {
        Russian = "russian", "Russian";
        Chechen = "chechen", "Chechen";
    }
}

numbered!(
    /// A combat unit or leader. Numbered in the plain order of the ids, Chechens first.
    Unit
);

/// A set of units.
pub type Units = Bits<3, Unit>;
/// A set of hexes.
pub type Spaces = Bits<19>;

/// How many units there are.
pub const UNITS: usize = 138;
/// How many hexes there are.
pub const HEXES: usize = 1166;

/// 4.4 The five steps of a unit's condition, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Normal,
    Suppressed,
    Pinned,
    Disrupted,
    Inactive,
}

impl Status {
    pub const ALL: [Status; 5] =
        [Status::Normal, Status::Suppressed, Status::Pinned, Status::Disrupted, Status::Inactive];

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn id(self) -> &'static str {
        ["normal", "suppressed", "pinned", "disrupted", "inactive"][self.index()]
    }

    /// The name people read.
    pub fn name(self) -> &'static str {
        ["Normal", "Suppressed", "Pinned", "Disrupted", "Inactive"][self.index()]
    }

    /// 6.3 Whether a unit in this condition can do anything at all.
    pub fn acts(self) -> bool {
        self <= Status::Pinned
    }
}

/// What a hex is now; only buildings fall into rubble.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Terrain {
    Clear,
    Woods,
    BuiltUp,
    Landmark,
    Rubble,
}

impl Terrain {
    pub fn word(self) -> &'static str {
        ["clear", "woods", "built-up", "landmark", "rubble"][self as usize]
    }

    /// Buildings, standing or fallen: where a vehicle counts as being in the street.
    pub fn is_built(self) -> bool {
        matches!(self, Terrain::BuiltUp | Terrain::Landmark | Terrain::Rubble)
    }

    /// 3.2 Whether there is an upper level.
    pub fn has_upper(self) -> bool {
        matches!(self, Terrain::BuiltUp | Terrain::Landmark)
    }
}

/// 4.3.1, 4.3.2 An activation marker: seven Russian ones, and the Chechen ones, which are all alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Marker {
    First81,
    Second81,
    Third81,
    First131,
    Second131,
    Third131,
    Artillery,
    Chechen,
}

impl Marker {
    pub const RUSSIAN: [Marker; 7] = [
        Marker::First81,
        Marker::Second81,
        Marker::Third81,
        Marker::First131,
        Marker::Second131,
        Marker::Third131,
        Marker::Artillery,
    ];

    pub fn index(self) -> usize {
        self as usize
    }

    /// Its bit in a set of Russian markers.
    pub fn bit(self) -> u8 {
        1 << self.index()
    }

    pub fn id(self) -> &'static str {
        ["1/81", "2/81", "3/81", "1/131", "2/131", "3/131", "artillery", "chechen"][self.index()]
    }

    pub fn parse(id: &str) -> Option<Marker> {
        Marker::RUSSIAN.into_iter().find(|marker| marker.id() == id)
    }

    pub fn side(self) -> Side {
        if self == Marker::Chechen { Side::Chechen } else { Side::Russian }
    }
}

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    pub map: Map,
    pub sight: Sight,
    pub counters: Vec<Counter>,
    pub of: [Units; 2],
    pub infantry_type: Units,
    pub foot: Units,
    pub vehicles: Units,
    pub tanks: Units,
    pub apcs: Units,
    pub leaders: Units,
    pub snipers: Units,
    pub schmels: Units,
    pub heavy: Units,
    /// Units that count for points, control and numbers (2.2.2).
    pub combat: Units,
    /// Units that count against the stacking limit (3.1.3).
    pub stacks: Units,
    /// 11.2 The 81st Regiment, its BTRs included.
    pub regiment_81: Units,
    /// The units whose own marker this is (10.1.2); regimental units and Schmels have none.
    pub of_marker: [Units; 7],
    /// Units that may act on a Russian marker (4.3.1).
    pub entitled: [Units; 7],
    pub force_81: Units,
    pub force_131: Units,
    pub force_later: Units,
    pub dudayev: Unit,
    /// Russian markers that join on the turn of the later force.
    pub later_markers: u8,
    pub batteries: units::Batteries,
    pub charts: Charts,
    pub scenarios: ScenarioFile,
    /// Where each table's numbers come from.
    pub sources: Vec<TableAbout>,
}

kit::files! { "bear-trap";
    MAP = "map.toml";
    UNIT_FILE = "units.toml";
    CHARTS = "charts.toml";
    SCENARIOS = "scenarios.toml";
}

impl Tables {
    /// Reads every table, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<Tables, DataError> {
        let map_file: MapFile = read(MAP, overlay)?;
        let units: UnitsFile = read(UNIT_FILE, overlay)?;
        let charts: Charts = read(CHARTS, overlay)?;
        let scenarios: ScenarioFile = read(SCENARIOS, overlay)?;
        charts.check()?;
        scenarios.check()?;
        let mut sources = Vec::new();
        map_file.sources(&mut sources);
        units.sources(&mut sources);
        charts.sources(&mut sources);
        scenarios.sources(&mut sources);
        let map = Map::new(map_file, &charts.movement)?;
        let sight = Sight::new(&map.tiles, |space| map.screen(space), |a, b| map.linked(a, b));
        let roster = Roster::new(&units)?;
        let counters = roster.counters;
        let set = |test: &dyn Fn(&Counter) -> bool| -> Units {
            (0..counters.len()).filter(|&i| test(&counters[i])).map(Unit::at).collect()
        };
        let find = |id: &str, file: &str, key: &str| {
            let found = counters.iter().position(|counter| *counter.id == *id).map(Unit::at);
            found.ok_or_else(|| DataError::new(file, key, format!("there is no unit '{id}'")))
        };
        let force = |formations: &[String], plus: &[String], key: &str| -> Result<Units, DataError> {
            let mut units = set(&|it| formations.iter().any(|id| *it.formation == **id));
            for id in plus {
                units.insert(find(id, SCENARIOS, key)?);
            }
            Ok(units)
        };
        let forces = &scenarios.forces;
        let force_81 = force(&forces.regiment_81, &forces.regiment_81_plus, "forces.regiment_81")?;
        let force_131 = force(&forces.brigade_131, &forces.brigade_131_plus, "forces.brigade_131")?;
        let force_later = force(&forces.later, &forces.later_plus, "forces.later")?;
        let of = Side::BOTH.map(|side| set(&|it| it.side == side));
        if (force_81 | force_131 | force_later) != of[Side::Russian.index()]
            || force_81.len() + force_131.len() + force_later.len() != of[0].len()
        {
            return Err(DataError::new(
                SCENARIOS,
                "forces",
                "every Russian unit must belong to exactly one force",
            ));
        }
        let dudayev = find("ch-dudayev", UNIT_FILE, "roster")?;
        let tables = Tables {
            sight,
            of,
            infantry_type: set(&|it| it.infantry_type()),
            foot: set(&|it| !it.vehicle()),
            vehicles: set(&|it| it.vehicle()),
            tanks: set(&|it| it.kind == Kind::Tank),
            apcs: set(&|it| it.kind == Kind::Apc),
            leaders: set(&|it| it.kind == Kind::Leader),
            snipers: set(&|it| it.kind == Kind::Sniper),
            schmels: set(&|it| it.kind == Kind::Schmel),
            heavy: set(&|it| it.heavy()),
            combat: set(&|it| it.combat()),
            stacks: set(&|it| !matches!(it.kind, Kind::Leader | Kind::Sniper)),
            regiment_81: set(&|it| *it.regiment == *"81"),
            of_marker: Marker::RUSSIAN.map(|marker| set(&|it| *it.formation == *marker.id())),
            entitled: Marker::RUSSIAN
                .map(|marker| set(&|it| it.side == Side::Russian && it.acts_on & marker.bit() != 0)),
            force_81,
            force_131,
            force_later,
            dudayev,
            later_markers: scenarios.later_markers(),
            batteries: units.batteries,
            map,
            counters,
            charts,
            scenarios,
            sources,
        };
        Ok(tables)
    }

    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[unit.index()]
    }

    pub fn side(&self, unit: Unit) -> Side {
        if self.of[0].contains(unit) { Side::Russian } else { Side::Chechen }
    }

    pub fn kind(&self, unit: Unit) -> Kind {
        self.counters[unit.index()].kind
    }

    /// Whether two counters have the same values printed on them.
    pub fn same_make(&self, one: Unit, other: Unit) -> bool {
        let [one, other] = [one, other].map(|unit| self.counter(unit));
        let printed = |it: &Counter| (it.side, it.kind, it.model, it.cf, it.allowance, it.range);
        printed(one) == printed(other)
    }

    /// The unit with this id.
    pub fn unit(&self, id: &str) -> Option<Unit> {
        self.counters.binary_search_by(|counter| (*counter.id).cmp(id)).ok().map(Unit::at)
    }

    /// The hex with this number.
    pub fn space(&self, id: &str) -> Option<Space> {
        self.map.space(id)
    }

    /// The four digits of a hex.
    pub fn id(&self, space: Space) -> &str {
        &self.map.hexes[space.index()].id
    }

    pub fn scenario(&self, index: u8) -> &Scenario {
        &self.scenarios.scenario[usize::from(index)]
    }
}
