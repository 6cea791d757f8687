//! The tables: map, units, charts and scenario, read from TOML and checked before any game starts.

mod charts;
mod counters;
mod map;

use std::{collections::BTreeMap, marker::PhantomData};

use board::{Bits, Graph, Member, Space};
use kernel::{
    TableAbout,
    data::{DataError, Overlay},
};
use kit::{Sources, numbered, sources, two_sides};
use serde::Deserialize;
use view::Name;

pub use self::{
    charts::{Charts, ScenarioFile},
    counters::{Counter, Echelon, Kind, Officer},
    map::{
        Edge, Flag, MapFile, Neighbours, Point, RawBorder, RawSpace, Shape, SpaceKind, beside, flood,
        flood_within,
    },
};

two_sides! {
    /// 1.2 The Axis and the Soviet side.
    Side {
        Axis = "axis", "Axis";
        Soviet = "soviet", "Soviet";
    }
}

/// Whose army a unit belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    De,
    Fi,
    Hu,
    Ro,
    Su,
}

impl Nation {
    pub const ALL: [Nation; 5] = [Nation::De, Nation::Fi, Nation::Hu, Nation::Ro, Nation::Su];

    pub fn side(self) -> Side {
        if self == Nation::Su { Side::Soviet } else { Side::Axis }
    }

    pub fn adjective(self) -> &'static str {
        ["German", "Finnish", "Hungarian", "Rumanian", "Soviet"][self as usize]
    }
}

/// 13.1 The weather of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weather {
    Clear,
    Rain,
    Snow,
}

impl Weather {
    pub const ALL: [Weather; 3] = [Weather::Clear, Weather::Rain, Weather::Snow];

    pub fn id(self) -> &'static str {
        ["clear", "rain", "snow"][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["Clear", "Rain", "Snow"][self as usize]
    }
}

/// 3.4 What grows in an Area.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    Clear,
    Forest,
    Swamp,
}

impl Terrain {
    pub fn word(self) -> &'static str {
        ["clear", "forest", "swamp"][self as usize]
    }
}

numbered!(
    /// A unit, by its number in the unit file, those of the Axis first.
    Unit
);
numbered!(
    /// A Leader, by his number in the unit file, those of the Axis first.
    Leader
);

/// A set of units.
pub type Units = Bits<2, Unit>;
/// A set of Leaders.
pub type Leaders = Bits<1, Leader>;
/// A set of Areas and Zones.
pub type Spaces = Bits<2>;

/// The members of a set in ascending order, for the busiest loops: nothing of it needs to leave the registers.
#[derive(Clone, Copy)]
pub struct Members<T>([u64; 2], PhantomData<T>);

pub fn members<T: Member>(set: Bits<2, T>) -> Members<T> {
    Members(set.words(), PhantomData)
}

impl<T: Member> Iterator for Members<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let [low, high] = self.0;
        if low != 0 {
            self.0[0] = low & (low - 1);
            return Some(T::at(low.trailing_zeros() as usize));
        }
        if high != 0 {
            self.0[1] = high & (high - 1);
            return Some(T::at(64 + high.trailing_zeros() as usize));
        }
        None
    }
}

/// How many units there are.
pub const UNITS: usize = 66;
/// How many Leaders there are.
pub const LEADERS: usize = 36;
/// How many Areas and Zones there are.
pub const SPACES: usize = 73;
/// How many turns the charts have.
pub const TURNS: u8 = 5;

kit::files! { "slaughterhouse";
    MAP = "map.toml";
    UNIT_FILE = "units.toml";
    CHARTS = "charts.toml";
    SCENARIO = "scenario.toml";
}

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    pub graph: Graph<Edge, 2>,
    pub next: Neighbours,
    pub areas: Spaces,
    pub zones: Spaces,
    /// Zones by owner.
    pub own_zones: [Spaces; 2],
    /// Zones by the nation that may use them.
    pub nation_zones: [Spaces; 5],
    /// 3.4 An Area is Urban exactly when it has victory points.
    pub urban: Spaces,
    pub fortress: Spaces,
    /// Forest and Swamp.
    pub rough: Spaces,
    pub home: Spaces,
    /// 9.4.7 The Finnish sector.
    pub finnish: Spaces,
    /// 12.2 Where Soviet units are always supplied.
    pub ports: Spaces,
    pub vp: [u8; SPACES],
    pub tem: [i8; SPACES],
    /// Soviet-controlled at the start.
    pub soviet_start: Spaces,
    /// Steps over land and the strait from one location to another.
    pub steps: Vec<[u8; SPACES]>,
    /// 12.2 The Areas on a shortest way from each location to the Zones that supply Axis units, Finns and Soviet units.
    pub supply_lines: [[Spaces; SPACES]; 3],
    /// 18.1.1 Areas within the reach of an interdiction, by Area.
    pub air_reach: Vec<Spaces>,

    pub counters: Vec<Counter>,
    pub officers: Vec<Officer>,
    /// What fights count of each unit: full strength, then reduced strength.
    pub faces: [[Face; 2]; UNITS],
    pub rating: [i8; LEADERS],
    pub of: [Units; 2],
    pub officers_of: [Leaders; 2],
    pub panzers: Units,
    pub germans: Units,
    pub finns: Units,
    pub minors: Units,
    /// 9.3.2 Fronts and Shock Armies.
    pub initiative: Units,
    /// 9.4.6 Soviet Armies, Shock Armies included.
    pub seafarers: Units,
    /// 9.4.3, 9.4.4, 9.4.7 to 9.4.9 and 15.2: the locations a unit may ever enter.
    pub open: [Spaces; UNITS],
    /// The locations a Leader may ever enter.
    pub open_to: [Spaces; LEADERS],
    /// The Leaders whose Command ID names the unit.
    pub commanders: [Leaders; UNITS],
    /// 10.4.2 The Leaders who may support the unit.
    pub supporters: [Leaders; UNITS],
    pub price: [u8; UNITS],
    pub rebuildable: Units,

    pub charts: Charts,
    pub scenario: ScenarioFile,
    pub setup_units: Vec<(Unit, Space, bool)>,
    pub setup_leaders: Vec<(Leader, Space)>,
    /// Units by the turn they arrive in.
    pub arrivals: Vec<(u8, Unit, Space)>,
    pub leader_events: Vec<(u8, Leader, Coming)>,
    pub takeover: Takeover,
    /// 19.1 The three cities.
    pub automatic: Spaces,
    pub map: MapFile,
    /// Where each table's numbers come from.
    pub sources: Vec<TableAbout>,
    /// 10.4.4 In how many of 36 throws an assault total of -20 to 20 brings Failure, Stalemate, Success.
    chances: [[u8; 3]; 41],
    unit_ids: BTreeMap<Name, Unit>,
    leader_ids: BTreeMap<Name, Leader>,
}

/// The factors of one face of a unit, and what it adds to a defence (10.4.3).
#[derive(Clone, Copy, Debug)]
pub struct Face {
    pub attack: i8,
    pub counter: i8,
    pub defence: i8,
}

/// What happens to a Leader in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coming {
    Zone(Space),
    AnyZone,
    With(Unit),
    Leaves,
}

/// 6.2.4 The day Hitler takes command.
#[derive(Debug)]
pub struct Takeover {
    pub turn: u8,
    pub early_turn: u8,
    pub early_up_to: u8,
    pub zone: Space,
    pub replaced: Vec<[Leader; 2]>,
}

impl Tables {
    /// Reads every table, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<Tables, DataError> {
        let map: MapFile = read(MAP, overlay)?;
        let units: counters::UnitsFile = read(UNIT_FILE, overlay)?;
        let charts: Charts = read(CHARTS, overlay)?;
        let scenario: ScenarioFile = read(SCENARIO, overlay)?;
        check_charts(&charts, &scenario)?;
        let graph = map::graph(&map)?;
        let set = |test: &dyn Fn(&RawSpace) -> bool| -> Spaces {
            graph.spaces().filter(|space| test(&map.space[space.index()])).collect()
        };
        let next = Neighbours::new(&graph);
        let areas = set(&|it| it.kind == SpaceKind::Area);
        let zones = graph.all() - areas;
        let counters = counters::counters(&units)?;
        let officers = counters::officers(&units, &counters)?;
        let units_where = |test: &dyn Fn(&Counter) -> bool| -> Units {
            (0..UNITS).filter(|&i| test(&counters[i])).map(Unit::at).collect()
        };
        let zones_of = |nation: Nation| set(&|it| it.kind == SpaceKind::Zone && it.nations.contains(&nation));
        let open = std::array::from_fn(|i| {
            open_to(&map, &graph, counters[i].nation, counters[i].kind == Kind::Panzer)
        });
        let open_officer = std::array::from_fn(|i| open_to(&map, &graph, officers[i].nation, false));
        let price = std::array::from_fn(|i| match (counters[i].kind, counters[i].echelon) {
            (Kind::Panzer, _) => charts.replacements.panzer,
            (_, Echelon::Front) => charts.replacements.front,
            _ => charts.replacements.army,
        });
        let tem = std::array::from_fn(|i| tem(&charts, &map.space[i]));
        let air_reach = graph.spaces().map(|from| {
            flood_within(&next.land, Spaces::one(from), areas, charts.interdiction.range as u8) & areas
        });
        let named = |id: &str, key: &str| {
            graph.space(id).map_err(|error| DataError::new(SCENARIO, key, error.to_string()))
        };
        let unit_ids: BTreeMap<Name, Unit> =
            counters.iter().enumerate().map(|(i, it)| (it.id.clone(), Unit::at(i))).collect();
        let leader_ids: BTreeMap<Name, Leader> =
            officers.iter().enumerate().map(|(i, it)| (it.id.clone(), Leader::at(i))).collect();
        let find_unit = |id: &str, key: &str| {
            let reason = || DataError::new(SCENARIO, key, format!("there is no unit '{id}'"));
            unit_ids.get(id).copied().ok_or_else(reason)
        };
        let find_leader = |id: &str, key: &str| {
            let reason = || DataError::new(SCENARIO, key, format!("there is no Leader '{id}'"));
            leader_ids.get(id).copied().ok_or_else(reason)
        };
        let mut setup_units = Vec::new();
        for (at, ids) in &scenario.setup.units {
            let key = format!("setup.units.{at}");
            let space = named(at, &key)?;
            for id in ids {
                let (id, reduced) = id.strip_suffix(" R").map_or((id.as_str(), false), |id| (id, true));
                setup_units.push((find_unit(id, &key)?, space, reduced));
            }
        }
        let mut setup_leaders = Vec::new();
        for (at, ids) in &scenario.setup.leaders {
            let key = format!("setup.leaders.{at}");
            let space = named(at, &key)?;
            for id in ids {
                setup_leaders.push((find_leader(id, &key)?, space));
            }
        }
        let mut arrivals = Vec::new();
        for (turn, zones) in &scenario.reinforcements.turns {
            let key = format!("reinforcements.{turn}");
            let number = turn.strip_prefix("turn-").and_then(|n| n.parse().ok());
            let number = number.filter(|n| (2..=TURNS).contains(n));
            let number = number.ok_or_else(|| DataError::new(SCENARIO, &key, "must be turn-2 to turn-5"))?;
            for (at, ids) in zones {
                let space = named(at, &key)?;
                for id in ids {
                    arrivals.push((number, find_unit(id, &key)?, space));
                }
            }
        }
        arrivals.sort_unstable();
        let mut leader_events = Vec::new();
        for event in &scenario.leaders.event {
            let key = format!("leaders.event.{}", event.leader);
            let coming = match (event.arrives.as_deref(), event.leaves) {
                (None, true) => Coming::Leaves,
                (Some("any-zone"), false) => Coming::AnyZone,
                (Some(at), false) => match at.strip_prefix("with:") {
                    Some(unit) => Coming::With(find_unit(unit, &key)?),
                    None => Coming::Zone(named(at, &key)?),
                },
                _ => return Err(DataError::new(SCENARIO, &key, "either arrives somewhere or leaves")),
            };
            leader_events.push((event.turn, find_leader(&event.leader, &key)?, coming));
        }
        let mut replaced = Vec::new();
        for [old, new] in &scenario.takeover.replaced {
            replaced.push([find_leader(old, "takeover.replaced")?, find_leader(new, "takeover.replaced")?]);
        }
        let takeover = Takeover {
            turn: scenario.takeover.turn,
            early_turn: scenario.takeover.early_turn,
            early_up_to: scenario.takeover.early_up_to,
            zone: named(&scenario.takeover.zone, "takeover.zone")?,
            replaced,
        };
        let automatic = scenario
            .victory
            .automatic
            .iter()
            .map(|id| named(id, "victory.automatic"))
            .collect::<Result<_, _>>()?;
        let steps: Vec<[u8; SPACES]> = graph.spaces().map(|from| map::steps(&next.foot, from)).collect();
        let own_zones = Side::BOTH.map(|side| set(&|it| it.kind == SpaceKind::Zone && it.control == side));
        let finland = zones_of(Nation::Fi);
        let main_zones = own_zones[0] - finland;
        let sources = sources(&map, &units, &charts, &scenario);
        let tables = Tables {
            areas,
            zones,
            own_zones,
            nation_zones: Nation::ALL.map(zones_of),
            urban: set(&|it| it.vp > 0),
            fortress: set(&|it| it.has(Flag::Fortress)),
            rough: set(&|it| it.terrain != Terrain::Clear),
            home: set(&|it| it.has(Flag::Home)),
            finnish: set(&|it| it.has(Flag::Finnish)),
            ports: set(&|it| it.has(Flag::Port)),
            vp: std::array::from_fn(|i| map.space[i].vp),
            tem,
            soviet_start: set(&|it| it.control == Side::Soviet),
            air_reach: air_reach.collect(),
            supply_lines: [main_zones, finland, own_zones[1]]
                .map(|zones| map::lines(&next.foot, zones, areas)),
            steps,
            faces: std::array::from_fn(|i| faces(&charts, &counters[i])),
            rating: std::array::from_fn(|i| officers[i].rating),
            of: Side::BOTH.map(|side| units_where(&|it| it.side == side)),
            officers_of: Side::BOTH
                .map(|side| (0..LEADERS).filter(|&i| officers[i].side == side).map(Leader::at).collect()),
            panzers: units_where(&|it| it.kind == Kind::Panzer),
            germans: units_where(&|it| it.nation == Nation::De),
            finns: units_where(&|it| it.nation == Nation::Fi),
            minors: units_where(&|it| matches!(it.nation, Nation::Fi | Nation::Hu | Nation::Ro)),
            initiative: units_where(&|it| it.echelon == Echelon::Front || it.kind == Kind::Shock),
            seafarers: units_where(&|it| it.side == Side::Soviet && it.echelon == Echelon::Army),
            open,
            open_to: open_officer,
            commanders: std::array::from_fn(|i| counters::commanders(&officers, Unit::at(i))),
            supporters: std::array::from_fn(|i| {
                let all = (0..LEADERS).filter(|&leader| officers[leader].supports.contains(Unit::at(i)));
                all.map(Leader::at).collect()
            }),
            price,
            rebuildable: units_where(&|it| charts.replacements.rebuilt.contains(&it.nation)),
            graph,
            next,
            counters,
            officers,
            charts,
            scenario,
            setup_units,
            setup_leaders,
            arrivals,
            leader_events,
            takeover,
            automatic,
            map,
            sources,
            chances: chances(),
            unit_ids,
            leader_ids,
        };
        tables.check_setup()?;
        Ok(tables)
    }

    /// The unit with this id.
    pub fn unit(&self, id: &str) -> Option<Unit> {
        self.unit_ids.get(id).copied()
    }

    /// The Leader with this id.
    pub fn leader(&self, id: &str) -> Option<Leader> {
        self.leader_ids.get(id).copied()
    }

    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[unit.index()]
    }

    pub fn officer(&self, leader: Leader) -> &Officer {
        &self.officers[leader.index()]
    }

    pub fn info(&self, space: Space) -> &RawSpace {
        &self.map.space[space.index()]
    }

    /// 10.4.4 In how many of 36 throws each result comes about.
    pub fn chances(&self, total: i32) -> [i32; 3] {
        self.chances[(total.clamp(-20, 20) + 20) as usize].map(i32::from)
    }

    pub fn is_zone(&self, space: Space) -> bool {
        self.zones.contains(space)
    }

    /// 15.2 The Zones that a nation may use.
    pub fn zones_of(&self, nation: Nation) -> Spaces {
        self.nation_zones[nation as usize]
    }

    /// Every unit stands or arrives once, where it may be, within stacking.
    fn check_setup(&self) -> Result<(), DataError> {
        let wrong = |key: String, reason: &str| Err(DataError::new(SCENARIO, &key, reason));
        let mut known = Units::empty();
        let mut room = [[self.charts.stacking.units_per_side; SPACES]; 2];
        for &(unit, space, _) in &self.setup_units {
            let id = &self.counter(unit).id;
            if !known.insert(unit) {
                return wrong(format!("setup.units.{id}"), "stands twice");
            }
            if !self.open[unit.index()].contains(space) {
                return wrong(format!("setup.units.{id}"), "may not be in this Area (9.4)");
            }
            let left = &mut room[self.counter(unit).side.index()][space.index()];
            if *left == 0 && self.areas.contains(space) {
                return wrong(format!("setup.units.{id}"), "the Area is full (7.1.1)");
            }
            *left = left.saturating_sub(1);
            let soviet = self.soviet_start.contains(space);
            if soviet != (self.counter(unit).side == Side::Soviet) {
                return wrong(format!("setup.units.{id}"), "the enemy controls this Area (5.1)");
            }
        }
        for &(_, unit, zone) in &self.arrivals {
            let id = &self.counter(unit).id;
            if !known.insert(unit) {
                return wrong(format!("reinforcements.{id}"), "stands twice");
            }
            if !self.zones_of(self.counter(unit).nation).contains(zone) {
                return wrong(
                    format!("reinforcements.{id}"),
                    "reinforcements arrive in Zones of their nation",
                );
            }
        }
        if known.len() != UNITS {
            return wrong("reinforcements".to_owned(), "some unit never comes into play");
        }
        let mut officers = Leaders::empty();
        for &(leader, space) in &self.setup_leaders {
            if !officers.insert(leader) || !self.open_to[leader.index()].contains(space) {
                return wrong(
                    format!("setup.leaders.{}", self.officer(leader).id),
                    "stands twice or may not be here",
                );
            }
        }
        for &(turn, leader, coming) in &self.leader_events {
            let key = format!("leaders.event.{}", self.officer(leader).id);
            if !(2..=TURNS).contains(&turn) {
                return wrong(key, "must happen in turn 2 to 5");
            }
            let fits = match coming {
                Coming::Zone(zone) => self.zones_of(self.officer(leader).nation).contains(zone),
                Coming::With(unit) => self.counter(unit).side == self.officer(leader).side,
                Coming::AnyZone | Coming::Leaves => true,
            };
            if !fits {
                return wrong(key, "must be a Zone of his nation or a unit of his side");
            }
            if coming != Coming::Leaves && !officers.insert(leader) {
                return wrong(key, "arrives twice");
            }
        }
        for &[old, new] in &self.takeover.replaced {
            if !officers.contains(old) || !officers.insert(new) {
                return wrong(
                    "takeover.replaced".to_owned(),
                    "replaces somebody who is not in play, or arrives twice",
                );
            }
            if self.officer(new).command.is_none() {
                return wrong("takeover.replaced".to_owned(), "a successor commands a unit (6.2.4b)");
            }
        }
        Ok(())
    }
}

/// 3.4 The terrain effects modifier: a Fortress has one value, other Areas add up ground and town.
fn tem(charts: &Charts, space: &RawSpace) -> i8 {
    let table = &charts.terrain;
    if space.kind == SpaceKind::Zone {
        return 0;
    }
    if space.has(Flag::Fortress) {
        return table.fortress;
    }
    let ground = match space.terrain {
        Terrain::Clear => table.clear,
        Terrain::Forest => table.forest,
        Terrain::Swamp => table.swamp,
    };
    ground + if space.vp > 0 { table.urban } else { 0 }
}

/// 9.4.3 Pripet is barred to panzers.
/// 9.4.4 Rumanians and Hungarians stay on or south of their line.
/// 9.4.7 The Finnish sector is the Finns' alone.
/// 9.4.8 No Soviet enters an Axis home Area.
/// 9.4.9 Nobody enters a Zone of the enemy.
/// 15.2 A Zone serves the nations it names.
fn open_to(map: &MapFile, graph: &Graph<Edge, 2>, nation: Nation, panzer: bool) -> Spaces {
    let open = |space: &RawSpace| match (space.kind, nation) {
        (SpaceKind::Zone, _) => space.nations.contains(&nation),
        (SpaceKind::Area, Nation::Su) => !space.has(Flag::Home),
        (SpaceKind::Area, Nation::Fi) => space.has(Flag::Finnish),
        (SpaceKind::Area, Nation::De) => {
            let barred = panzer && space.has(Flag::NoPanzers);
            !space.has(Flag::Finnish) && !barred
        }
        (SpaceKind::Area, Nation::Hu | Nation::Ro) => {
            !space.has(Flag::Finnish) && space.has(Flag::MinorAllies)
        }
    };
    graph.spaces().filter(|space| open(&map.space[space.index()])).collect()
}

fn faces(charts: &Charts, counter: &Counter) -> [Face; 2] {
    let chart = &charts.defence_value;
    let defence = match counter.kind {
        Kind::Panzer => [chart.full_panzer, chart.reduced_panzer],
        _ => [chart.full_infantry, chart.reduced_infantry],
    };
    let face = |i: usize| {
        let factors = counter.faces[i];
        Face { attack: factors.attack, counter: factors.counter, defence: defence[i] }
    };
    [face(0), face(1)]
}

/// No modifier is larger, so that no total can overflow.
const LARGEST: i8 = 8;

fn check_charts(charts: &Charts, scenario: &ScenarioFile) -> Result<(), DataError> {
    let wrong = |file, key: &str, reason: &str| Err(DataError::new(file, key, reason));
    let modifiers = [
        ("air_support.focus", charts.air_support.focus.clear),
        ("air_support.focus", charts.air_support.focus.rain),
        ("air_support.focus", charts.air_support.focus.snow),
        ("air_support.spread", charts.air_support.spread.clear),
        ("air_support.spread", charts.air_support.spread.rain),
        ("air_support.spread", charts.air_support.spread.snow),
        ("snow.axis", charts.snow.axis),
        ("snow.soviet", charts.snow.soviet),
        ("terrain.clear", charts.terrain.clear),
        ("terrain.forest", charts.terrain.forest),
        ("terrain.swamp", charts.terrain.swamp),
        ("terrain.urban", charts.terrain.urban),
        ("terrain.fortress", charts.terrain.fortress),
        ("attack_value.other_infantry", charts.attack_value.other_infantry),
        ("attack_value.other_panzer", charts.attack_value.other_panzer),
        ("defence_value.full_infantry", charts.defence_value.full_infantry),
        ("defence_value.reduced_infantry", charts.defence_value.reduced_infantry),
        ("defence_value.full_panzer", charts.defence_value.full_panzer),
        ("defence_value.reduced_panzer", charts.defence_value.reduced_panzer),
        ("partisans.counter_attack", charts.partisans.counter_attack),
    ];
    if let Some((key, value)) = modifiers.into_iter().find(|(_, value)| !(-LARGEST..=LARGEST).contains(value))
    {
        let reason = format!("{value} is out of range: modifiers go from -{LARGEST} to {LARGEST}");
        return wrong(CHARTS, key, &reason);
    }
    if !(1..=8).contains(&charts.stacking.units_per_side) {
        return wrong(CHARTS, "stacking.units_per_side", "must be 1 to 8");
    }
    let movement = &charts.movement;
    let panzers = [movement.panzer_rain, movement.panzer_snow];
    if movement.contested_full > 2
        || movement.contested_reduced > 2
        || panzers.iter().any(|mf| !(1..=2).contains(mf))
    {
        return wrong(CHARTS, "movement", "no unit has more than 2 MF (9.2a)");
    }
    for weather in Weather::ALL {
        for side in Side::BOTH {
            if !(1..=3).contains(&charts.activity.of(side, weather)) {
                return wrong(CHARTS, "activity", "must be 1 to 3");
            }
        }
        if !(1..=40).contains(&charts.impulses.end_roll_from.of(weather)) {
            return wrong(CHARTS, "impulses.end_roll_from", "must be 1 to 40");
        }
        if charts.air_support.focus.of(weather) < charts.air_support.spread.of(weather) {
            return wrong(CHARTS, "air_support", "one attack gains as much as every attack at least");
        }
    }
    let turns = usize::from(TURNS);
    let lists = [
        charts.replacements.axis.len(),
        charts.replacements.soviet.len(),
        charts.partisans.markers.len(),
        charts.security.markers.len(),
        charts.weather.turns.len(),
        charts.weather.historical.len(),
        scenario.scenario.dates.len(),
        usize::from(scenario.scenario.turns),
    ];
    if lists.iter().any(|&len| len != turns) {
        return wrong(CHARTS, "(all)", "every list by turn has five entries, one for each turn");
    }
    if charts.replacements.axis.iter().chain(&charts.replacements.soviet).any(|&points| points > 99) {
        return wrong(CHARTS, "replacements", "must be 99 points or less");
    }
    if [charts.replacements.army, charts.replacements.front, charts.replacements.panzer].contains(&0) {
        return wrong(CHARTS, "replacements", "a price is one point at least");
    }
    if !(1..=4).contains(&charts.redeployment.units) || !(1..=8).contains(&charts.advantage.redeployed) {
        return wrong(CHARTS, "redeployment.units", "must be 1 to 4 in an impulse, 1 to 8 by Advantage");
    }
    if charts.weather.turns[0].iter().any(|&it| it != Weather::Clear) {
        return wrong(CHARTS, "weather.turns", "turn 1 is Clear (5.3)");
    }
    if charts.interdiction.range > 8 || charts.supply.isolated != 1 || charts.bids.most > 20 {
        return wrong(CHARTS, "(all)", "needs interdiction.range <= 8, supply.isolated = 1, bids.most <= 20");
    }
    if charts.losses.ordinary != 1 || charts.losses.panzer_success > 4 || charts.advantage.extra_loss > 4 {
        return wrong(CHARTS, "losses", "needs ordinary = 1 and no more than 4 points otherwise");
    }
    if !(1..=5).contains(&charts.advantage.weather) {
        return wrong(CHARTS, "advantage.weather", "must be 1 to 5");
    }
    if scenario.surprise.turn > TURNS || scenario.surprise.rounds > 20 {
        return wrong(SCENARIO, "surprise", "needs a turn from 1 to 5 and at most 20 rounds");
    }
    let takeover = &scenario.takeover;
    if !(2..=TURNS).contains(&takeover.turn) || takeover.early_turn < 2 || takeover.early_up_to > 6 {
        return wrong(SCENARIO, "takeover.turn", "needs turns from 2 to 5 and a die");
    }
    if scenario.victory.automatic.is_empty() || scenario.victory.needed > 99 {
        return wrong(SCENARIO, "victory", "needs a city and at most 99 points");
    }
    let grades = &scenario.grades;
    if grades.axis_decisive < scenario.victory.needed || grades.soviet_marginal > scenario.victory.needed {
        return wrong(SCENARIO, "grades", "needs soviet_marginal <= needed <= axis_decisive");
    }
    Ok(())
}

fn sources(
    map: &MapFile,
    units: &counters::UnitsFile,
    charts: &Charts,
    scenario: &ScenarioFile,
) -> Vec<TableAbout> {
    let mut list = Vec::new();
    for (key, source) in [
        ("space (names)", &map.provenance.names),
        ("space (terrain)", &map.provenance.terrain),
        ("space (victory points)", &map.provenance.victory_points),
        ("space (minor allies)", &map.provenance.minor_allies),
        ("space (control)", &map.provenance.control),
        ("space (Zones)", &map.provenance.zones),
        ("space (shapes)", &map.provenance.shapes),
        ("border", &map.provenance.borders),
    ] {
        list.add(MAP, key, source.contains("reconstruction"), source);
    }
    let ours = units.unit.iter().filter(|it| it.reconstructed).count();
    list.add(
        UNIT_FILE,
        "unit",
        ours > 0,
        &format!("{ours} of {UNITS} units carry reconstructed values; each says which"),
    );
    let ours = units.leader.iter().filter(|it| it.reconstructed).count();
    list.add(
        UNIT_FILE,
        "leader",
        ours > 0,
        &format!("{ours} of {LEADERS} Leaders carry reconstructed values; each says which"),
    );
    sources!(&mut list, CHARTS;
        "stacking" => charts.stacking,
        "movement" => charts.movement,
        "activity" => charts.activity,
        "impulses" => charts.impulses,
        "redeployment" => charts.redeployment,
        "weather" => charts.weather,
        "air_support" => charts.air_support,
        "snow" => charts.snow,
        "terrain" => charts.terrain,
        "attack_value" => charts.attack_value,
        "defence_value" => charts.defence_value,
        "losses" => charts.losses,
        "replacements" => charts.replacements,
        "supply" => charts.supply,
        "partisans" => charts.partisans,
        "security" => charts.security,
        "interdiction" => charts.interdiction,
        "advantage" => charts.advantage,
        "bids" => charts.bids,
    );
    sources!(&mut list, SCENARIO;
        "scenario" => scenario.scenario,
        "setup" => scenario.setup,
        "reinforcements" => scenario.reinforcements,
        "leaders" => scenario.leaders,
        "surprise" => scenario.surprise,
        "takeover" => scenario.takeover,
        "victory" => scenario.victory,
        "grades" => scenario.grades,
    );
    list
}

fn chances() -> [[u8; 3]; 41] {
    let mut table = [[0; 3]; 41];
    for (i, ways) in table.iter_mut().enumerate() {
        let total = i as i32 - 20;
        for dice in (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)) {
            let result = if dice > total { 0 } else { 1 + usize::from(dice < total) };
            ways[result] += 1;
        }
    }
    table
}
