//! The tables: map, counters, charts and scenario, read from TOML and checked before any game starts.

mod charts;
mod counters;
mod map;

use board::{Bits, Member, Space};
use kernel::{
    TableAbout,
    data::{DataError, Overlay},
};
use kit::{Sources, chart, numbered, raw, two_sides};
use view::Name;

use crate::picture::Picture;
pub use charts::{Charts, CombatResult, PartisanResult, Weather};
pub use counters::{Class, Counter, Face, Mark, Nation, Size};
pub use map::{Map, MapFile, SpaceInfo};

two_sides! {
    /// The Axis and the Soviet side.
    Side {
        Axis = "axis", "Axis";
        Soviet = "soviet", "Soviet";
    }
}

numbered!(
    /// A counter: combat unit, leader, truck, Luftwaffe unit or marker. The order is that of [`counters`]: Axis combat
    /// units, Soviet combat units, leaders, trucks, Luftwaffe, markers.
    Unit
);

/// A set of counters.
pub type Units = Bits<2, Unit>;
/// A set of areas.
pub type Spaces = Bits<3>;

/// How many counters there are.
pub const UNITS: usize = 93;
/// How many areas there are.
pub const SPACES: usize = 139;
/// Room for something of each area, a round number.
pub const AREAS: usize = SPACES.next_multiple_of(16);
/// How many objectives there may be.
pub const OBJECTIVES: usize = 32;
/// The combat units of each side, by number.
pub const COMBAT: [std::ops::Range<usize>; 2] = [0..34, 34..72];
/// Leaders, trucks and Luftwaffe units follow the combat units.
pub const LEADERS: [std::ops::Range<usize>; 2] = [72..76, 76..80];
pub const TRUCKS: [std::ops::Range<usize>; 2] = [80..82, 82..85];
pub const LUFTWAFFE: std::ops::Range<usize> = 85..87;
/// The three rail markers of the Axis.
pub const RAIL_MARKERS: std::ops::Range<usize> = 87..90;
/// The partisans on rails, those on trucks, and the Commissar.
pub const RAIL_PARTISAN: Unit = Unit(90);
pub const TRUCK_PARTISAN: Unit = Unit(91);
pub const COMMISSAR: Unit = Unit(92);

/// An objective: a place or an edge, held with every area listed (13.1).
#[derive(Clone, Debug)]
pub struct Objective {
    pub id: Name,
    pub name: Name,
    pub spaces: Spaces,
}

/// Units that enter later (14.1, 14.2).
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    pub turn: u8,
    pub at: Spaces,
}

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    pub map: Map,
    pub counters: Vec<Counter>,
    /// What the rules ask of counters all the time, close together: class, both faces, corps equivalents.
    pub class_of: [Class; UNITS],
    pub faces: [[Face; 2]; UNITS],
    pub stack_of: [u8; UNITS],
    /// 4.1.1, 4.1.2 How many corps an area holds.
    pub room: [u8; SPACES],
    /// Infantry armies.
    pub armies: Units,
    /// All counters of a side, and by kind.
    pub of: [Units; 2],
    pub combat: [Units; 2],
    pub leaders: [Units; 2],
    pub trucks: [Units; 2],
    pub luftwaffe: Units,
    pub rail_markers: Units,
    /// Corps that break down from and build up armies and groups, by class (infantry, armor).
    pub pool: [Units; 2],
    /// Armies and panzer groups.
    pub breaks: Units,
    pub finns: Units,
    pub garrison: Unit,
    pub ss: Unit,
    pub airborne: Unit,

    pub charts: Charts,
    pub scenario: ScenarioFile,
    pub set_up: Vec<(Unit, Space)>,
    pub suggested: Vec<(Unit, Space)>,
    pub breakdown: Units,
    /// When and where a unit enters, by its number; turn zero for units that are there from the start.
    pub arrival: Vec<Arrival>,
    pub objectives: Vec<Objective>,
    /// The objectives of each roll from 2 to 12, by their place in `objectives`.
    pub sets: Vec<Vec<u8>>,
    pub default_set: Vec<u8>,
    /// Where each table's numbers come from.
    pub sources: Vec<TableAbout>,
    /// What the map looks like.
    pub picture: Picture,
}

raw! {
    pub struct ScenarioFile {
        pub scenario: ScenarioTable,
        set_up: SetUp,
        suggested: SetUp,
        breakdown: Boxed,
        pub minimum: Minimum,
        reinforcement: Vec<RawArrival>,
        objective: Vec<RawObjective>,
    }
}

chart!(ScenarioTable { id: String, title: String, blurb: String, turns: u8, dates: Vec<String> });
chart!(SetUp { place: std::collections::BTreeMap<String, Vec<String>> });
chart!(Boxed { units: Vec<String> });
chart!(Minimum { axis: u8, soviet: u8 });

raw! {
    struct RawArrival {
        id: String,
        turn: u8,
        units: Vec<String>,
        at: Vec<String>,
        source: String,
    }

    struct RawObjective {
        id: String,
        name: String,
        spaces: Vec<String>,
        source: String,
    }
}

kit::files! { "strike-the-bear";
    MAP = "map.toml";
    UNIT_FILE = "units.toml";
    CHARTS = "charts.toml";
    SCENARIO = "scenario.toml";
    PICTURE = "picture.toml";
}

impl Tables {
    /// Loads the tables, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<Tables, DataError> {
        let map_file: MapFile = read(MAP, overlay)?;
        let units: counters::UnitsFile = read(UNIT_FILE, overlay)?;
        let charts_file: charts::ChartsFile = read(CHARTS, overlay)?;
        let scenario: ScenarioFile = read(SCENARIO, overlay)?;

        let mut sources = Vec::new();
        map::sources(&map_file, &mut sources);
        counters::sources(&units, &mut sources);
        charts::sources(&charts_file, &mut sources);
        scenario_sources(&scenario, &mut sources);
        let picture = Picture::load(overlay)?;
        sources.push(picture.about());

        let charts = Charts::new(charts_file)?;
        let map = Map::new(map_file, &charts)?;
        let counters = counters::build(&units)?;
        let find = |file: &str, key: &str, id: &str| {
            let found = counters.iter().position(|counter| *counter.id == *id);
            found
                .map(|index| Unit(index as u8))
                .ok_or_else(|| DataError::new(file, key, format!("there is no counter '{id}' in units.toml")))
        };
        let range = |range: std::ops::Range<usize>| range.map(Unit::at).collect::<Units>();
        let which = |test: &dyn Fn(&Counter) -> bool| {
            (0..UNITS).filter(|&index| test(&counters[index])).map(Unit::at).collect::<Units>()
        };
        let place = |table: &SetUp, key: &str| -> Result<Vec<(Unit, Space)>, DataError> {
            let mut list = Vec::new();
            for (space, ids) in &table.place {
                let key = format!("{key}.place.{space}");
                let at = map.space(SCENARIO, &key, space)?;
                for id in ids {
                    list.push((find(SCENARIO, &key, id)?, at));
                }
            }
            Ok(list)
        };
        let set_up = place(&scenario.set_up, "set_up")?;
        let suggested = place(&scenario.suggested, "suggested")?;
        let mut breakdown = Units::empty();
        for id in &scenario.breakdown.units {
            breakdown.insert(find(SCENARIO, "breakdown.units", id)?);
        }
        let mut arrival = vec![Arrival { turn: 0, at: Spaces::empty() }; UNITS];
        for row in &scenario.reinforcement {
            let key = format!("reinforcement.{}", row.id);
            let at = map.set(SCENARIO, &key, &row.at)?;
            if row.turn == 0 || row.turn > scenario.scenario.turns || at.is_empty() {
                return Err(DataError::new(SCENARIO, &key, "needs a turn of the game and a place"));
            }
            for id in &row.units {
                arrival[find(SCENARIO, &key, id)?.index()] = Arrival { turn: row.turn, at };
            }
        }
        let mut objectives = Vec::new();
        for row in &scenario.objective {
            let spaces = map.set(SCENARIO, &format!("objective.{}", row.id), &row.spaces)?;
            objectives.push(Objective { id: row.id.as_str().into(), name: row.name.as_str().into(), spaces });
        }
        let objective = |key: &str, id: &String| {
            let found = objectives.iter().position(|objective| *objective.id == **id);
            found.map(|index| index as u8).ok_or_else(|| {
                DataError::new(CHARTS, key, format!("there is no objective '{id}' in scenario.toml"))
            })
        };
        let row = |ids: &Vec<String>| -> Result<Vec<u8>, DataError> {
            ids.iter().map(|id| objective("objectives.sets", id)).collect()
        };
        let sets = charts.objectives.sets.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        let default_set = row(&charts.objectives.default)?;
        if objectives.len() > OBJECTIVES {
            let reason = format!("there is room for {OBJECTIVES} objectives");
            return Err(DataError::new(SCENARIO, "objective", reason));
        }
        let room = |index: usize| {
            let ox = map.is_ox(Space(index as u16));
            if ox { charts.stacking.ox } else { charts.stacking.diamond }
        };
        let id = |id: &str| find(UNIT_FILE, "unit", id);
        let t = Tables {
            of: Side::BOTH.map(|side| which(&|counter| counter.side == side)),
            combat: COMBAT.map(range),
            leaders: LEADERS.map(range),
            trucks: TRUCKS.map(range),
            luftwaffe: range(LUFTWAFFE),
            rail_markers: range(RAIL_MARKERS),
            pool: [Class::Infantry, Class::Armor]
                .map(|class| which(&|counter| counter.combines && counter.class == class)),
            breaks: which(&|counter| counter.breaks),
            finns: which(&|counter| counter.nation == Nation::Finnish),
            garrison: id("ax_gar")?,
            ss: id("ax_ss")?,
            airborne: id("ax_fj")?,
            class_of: std::array::from_fn(|index| counters[index].class),
            faces: std::array::from_fn(|index| [counters[index].front, counters[index].back]),
            stack_of: std::array::from_fn(|index| counters[index].stack()),
            room: std::array::from_fn(room),
            armies: which(&|counter| counter.is_army()),
            map,
            counters,
            charts,
            scenario,
            set_up,
            suggested,
            breakdown,
            arrival,
            objectives,
            sets,
            default_set,
            sources,
            picture,
        };
        t.check()?;
        Ok(t)
    }

    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[unit.index()]
    }

    pub fn unit(&self, id: &str) -> Option<Unit> {
        self.counters.iter().position(|counter| *counter.id == *id).map(Unit::at)
    }

    /// Corps of one side that may stand for an army or group of this class.
    pub fn pool_of(&self, side: Side, class: Class) -> Units {
        self.pool[class as usize] & self.of[side.index()]
    }

    fn check(&self) -> Result<(), DataError> {
        let wrong = |file, key: &str, reason: String| Err(DataError::new(file, key, reason));
        let scenario = &self.scenario.scenario;
        if scenario.turns == 0 || usize::from(scenario.turns) != scenario.dates.len() {
            return wrong(SCENARIO, "scenario.dates", "must have one date for each turn".to_owned());
        }
        let mut seen = Units::empty();
        for &(unit, _) in &self.set_up {
            if !seen.insert(unit) {
                return wrong(SCENARIO, "set_up", format!("{} stands twice", self.counter(unit).id));
            }
        }
        for unit in self.combat[0] | self.combat[1] {
            let times = usize::from(seen.contains(unit))
                + usize::from(self.breakdown.contains(unit))
                + usize::from(self.arrival[unit.index()].turn > 0);
            if times != 1 {
                let id = &self.counter(unit).id;
                return wrong(SCENARIO, "set_up", format!("{id} must be set up, boxed or due exactly once"));
            }
        }
        for side in Side::BOTH {
            let boxed: u8 =
                (self.breakdown & self.of[side.index()]).iter().map(|unit| self.counter(unit).stack()).sum();
            if boxed < self.minimum(side) {
                return wrong(SCENARIO, "minimum", "the boxes at start must hold it".to_owned());
            }
        }
        let free = self.trucks[0] | self.trucks[1] | self.luftwaffe | self.rail_markers;
        let suggested: Units = self.suggested.iter().map(|&(unit, _)| unit).collect();
        if suggested != free {
            return wrong(
                SCENARIO,
                "suggested",
                "must place every truck, rail marker and Luftwaffe unit".to_owned(),
            );
        }
        Ok(())
    }

    /// 12.5 Corps equivalents that must stay in the boxes.
    pub fn minimum(&self, side: Side) -> u8 {
        match side {
            Side::Axis => self.scenario.minimum.axis,
            Side::Soviet => self.scenario.minimum.soviet,
        }
    }
}

fn scenario_sources(file: &ScenarioFile, list: &mut Vec<TableAbout>) {
    list.add(SCENARIO, "scenario", file.scenario.reconstructed, &file.scenario.source);
    list.add(SCENARIO, "set_up", file.set_up.reconstructed, &file.set_up.source);
    list.add(SCENARIO, "suggested", file.suggested.reconstructed, &file.suggested.source);
    list.add(SCENARIO, "breakdown", file.breakdown.reconstructed, &file.breakdown.source);
    list.add(SCENARIO, "minimum", file.minimum.reconstructed, &file.minimum.source);
    for row in &file.reinforcement {
        let key = format!("reinforcement.{}", row.id);
        list.add(SCENARIO, &key, row.source.contains("reconstruction"), &row.source);
    }
    for row in &file.objective {
        let key = format!("objective.{}", row.id);
        list.add(SCENARIO, &key, row.source.contains("reconstruction"), &row.source);
    }
}
