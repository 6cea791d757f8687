//! The tables: map, counters, charts and scenario, read from TOML and checked before any game starts.

use std::collections::BTreeMap;

use board::{Bits, Graph, Member, Space};
use kernel::{
    TableAbout,
    data::{DataError, Overlay},
};
use kit::{Sources, chart, numbered, raw, sources, two_sides};
use serde::Deserialize;
use view::Name;

two_sides! {
    /// The German and the Soviet side.
    Side {
        German = "german", "German";
        Soviet = "soviet", "Soviet";
    }
}

numbered!(
    /// A counter: ground unit, gun or Stuka. Numbered in the plain order of the ids, Germans first.
    Unit
);

/// A set of counters.
pub type Units = Bits<2, Unit>;
/// A set of spaces.
pub type Spaces = Bits<1>;

/// How many counters there are.
pub const UNITS: usize = 123;
/// How many spaces there are.
pub const SPACES: usize = 41;

/// What a step from one space to the next crosses (3.2.4-3.2.6, 12.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    Road,
    Solid,
    River,
    /// From a Zone by an arrow into an Area.
    IntoArea {
        mp: u8,
        road: bool,
    },
    /// From an Area by an arrow into a Zone.
    IntoZone {
        road: bool,
    },
    /// From Zone to Zone.
    ZoneLink,
}

impl Edge {
    /// A road or trail border, or an arrow along a road.
    pub fn is_road(self) -> bool {
        matches!(self, Edge::Road | Edge::IntoArea { road: true, .. } | Edge::IntoZone { road: true })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    Clear,
    Forest,
    Urban,
}

impl Terrain {
    pub fn word(self) -> &'static str {
        ["clear", "forest", "urban"][self as usize]
    }
}

/// What a counter is (4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Kind {
    Inf,
    Hq,
    Mg,
    Pnr,
    Cav,
    Mtn,
    Arm,
    Art,
    Db,
}

/// When a counter enters (4.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// `C`: set up in Cholm.
    Cholm,
    /// `1`-`5`: the turn of entry.
    Turn(u8),
    /// `J`, `U`, `A`, `K`: a random group.
    Group(Group),
    /// `KG`, `RG`.
    Regrouped,
}

/// A random reinforcement group (10.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    J,
    U,
    A,
    K,
}

impl Group {
    pub const ALL: [Group; 4] = [Group::J, Group::U, Group::A, Group::K];

    pub fn side(self) -> Side {
        match self {
            Group::J | Group::U => Side::German,
            Group::A | Group::K => Side::Soviet,
        }
    }

    pub fn letter(self) -> &'static str {
        ["J", "U", "A", "K"][self as usize]
    }

    fn parse(letter: &str) -> Option<Group> {
        Group::ALL.into_iter().find(|group| group.letter() == letter)
    }
}

/// A counter's printed values.
#[derive(Clone, Debug)]
pub struct Counter {
    pub id: Name,
    pub side: Side,
    pub name: Name,
    pub full_name: Name,
    pub kind: Kind,
    /// Parent organisation; empty for an independent unit.
    pub org: Name,
    /// Combat factor of the front; a gun's Day factor.
    pub cf: i8,
    /// Combat factor of the back; a gun's Night factor.
    pub committed: i8,
    pub ma: u8,
    pub entry: Entry,
    /// All units of the same parent organisation, itself included; empty for an independent unit.
    pub kin: Units,
}

/// A space as printed.
#[derive(Clone, Debug)]
pub struct SpaceInfo {
    pub id: Name,
    pub name: Name,
    pub name_en: Name,
    pub terrain: Terrain,
    pub raw: RawSpace,
}

/// Everything the rules look up.
#[derive(Debug)]
pub struct Tables {
    pub graph: Graph<Edge, 1>,
    pub spaces: Vec<SpaceInfo>,
    pub areas: Spaces,
    pub zones: Spaces,
    pub urban: Spaces,
    /// Areas at most two Area borders away, by space (14.1.3a).
    pub two_areas: Vec<Spaces>,
    /// The church with the long view (14.1.3b).
    pub ostkirche: Space,
    /// The victory Area (3.2.9).
    pub airfield: Space,
    pub relief: Spaces,
    pub start_control: Spaces,

    pub counters: Vec<Counter>,
    /// The Uncommitted combat factors, close together for those who add up many.
    pub cf: [i8; UNITS],
    pub of: [Units; 2],
    pub ground: Units,
    pub guns: Units,
    pub armor: Units,
    /// Neither armor nor headquarters: at most three to an Area.
    pub plain: Units,
    pub pioneers: Units,
    pub regrouped: Units,
    /// Units coded with this turn or an earlier one, 1 to 5.
    pub coming: [Units; 6],
    pub stuka: Unit,
    pub scherer: Unit,
    pub garrison: Units,
    pub group: [Units; 4],
    pub organisations: Vec<RawOrganisation>,

    pub charts: Charts,
    pub random: RandomTable,
    pub scenario: ScenarioFile,
    /// The suggested set-up: where each unit of the garrison goes.
    pub suggested: Vec<(Unit, Space)>,
    pub arrival: Arrival,
    pub map: MapFile,
    /// Where each table's numbers come from.
    pub sources: Vec<TableAbout>,
    /// `difference[d + 10]`: in how many of 1296 throws 2d6 less 2d6 is `d`.
    pub difference: [u16; 21],
}

/// Where reinforcements may be placed.
#[derive(Debug)]
pub struct Arrival {
    pub always: [Spaces; 2],
    pub soviet_if_held: Spaces,
    pub soviet_if_held_from_turn: u8,
    pub regroup_zone: Space,
}

/// Letter or nothing by modified roll and turn.
#[derive(Debug)]
pub struct RandomTable {
    rows: [[Option<Group>; 9]; 11],
}

impl RandomTable {
    /// 10.3.4 The letter for a modified roll (2 to 12) on a turn.
    pub fn read(&self, roll: u8, turn: u8) -> Option<Group> {
        self.rows[usize::from(roll) - 2][usize::from(turn) - 1]
    }

    fn parse(grid: &str) -> Result<RandomTable, String> {
        let mut rows = [[None; 9]; 11];
        let lines: Vec<&str> = grid.lines().filter(|line| !line.trim().is_empty()).collect();
        if lines.len() != rows.len() {
            return Err(format!("expected 11 rows for the rolls 2 to 12, found {}", lines.len()));
        }
        for (i, line) in lines.iter().enumerate() {
            let mut words = line.split_whitespace();
            let roll = words.next().unwrap_or_default();
            if roll != (i + 2).to_string() {
                return Err(format!("expected the row for {}, found '{roll}'", i + 2));
            }
            let cells: Vec<&str> = words.collect();
            if cells.len() != 9 {
                return Err(format!("row {roll} must have 9 turns, it has {}", cells.len()));
            }
            for (turn, cell) in cells.iter().enumerate() {
                rows[i][turn] = match *cell {
                    "." => None,
                    letter => Some(Group::parse(letter).ok_or_else(|| {
                        format!("row {roll}, turn {}: '{letter}' is not one of J U A K .", turn + 1)
                    })?),
                };
            }
        }
        Ok(RandomTable { rows })
    }
}

raw! {
    /// The chart card.
    pub struct Charts {
        pub stacking: Stacking,
        pub direct_fire: DirectFire,
        pub bombardment: Bombardment,
        pub casualties: Casualties,
        pub retreat: Retreat,
        pub rubble: Rubble,
        pub movement: Movement,
        pub close_combat: CloseCombat,
        pub partisans: Partisans,
        pub random_reinforcements: RandomReinforcements,
        pub interdiction: Interdiction,
        pub logistics: Logistics,
        pub advantage: Advantage,
        pub friendly_fire: FriendlyFire,
        pub bids: Bids,
    }

    pub struct DirectFire {
        pub attacker: Attacker,
        pub defender: Defender,
    }

    pub struct Bombardment {
        pub defender: Defender,
    }
}

chart!(Stacking { max_units: u8, max_plain: u8 });
chart!(Attacker {
    extra_unit: i8,
    extra_unit_cap: i8,
    integrity: i8,
    pioneer_vs_urban: i8,
    armor_vs_clear: i8,
    infantry_vs_armor: i8,
});
chart!(Defender {
    terrain: TerrainValues,
    rubble: i8,
    heavy_rubble: i8,
    night: i8,
    stubborn: i8,
    across_river: i8,
});
chart!(Casualties { commit: u8, retreat: u8, eliminate: u8 });
chart!(Retreat { from_area: Vec<RetreatLine>, from_zone: Vec<RetreatLine> });
chart!(Rubble { direct_fire_margin: i8, bombardment_margin: i8 });
chart!(Movement { enemy_day: u8, enemy_night: u8, road_friendly: u8, road_hostile: u8, infiltrate: u8 });
chart!(CloseCombat { no_effect_max: i8, retreat_max: i8, modifiers: CloseCombatModifiers });
chart!(CloseCombatModifiers {
    stronger: i8,
    weaker: i8,
    support: i8,
    support_cap: i8,
    defended_town: i8,
    defended_rubble: i8,
    stubborn: i8,
    pioneer_in_town: i8,
    infantry_vs_armor: i8,
    armor_in_open: i8,
});
chart!(Partisans { result: [PartisanResult; 6] });
chart!(RandomReinforcements { grid: String, modifiers: RandomModifiers, groups: Groups });
chart!(RandomModifiers {
    german_advantage: i8,
    soviet_advantage: i8,
    airfield: i8,
    airfield_from_turn: u8,
    zone_d_soviet: i8,
});
chart!(
    #[allow(non_snake_case)]
    Groups { J: GroupRule, U: GroupRule, A: GroupRule, K: GroupRule }
);
chart!(Interdiction { from_turn: u8, success_from: u8 });
chart!(Logistics { first_impulse: u8, ends_at: i8, after_pass: i8 });
chart!(Advantage { infiltrators: u8, redeployed: u8 });
chart!(FriendlyFire { result: [FriendlyFireResult; 6] });
chart!(Bids { most: u8 });

raw! {
    pub struct TerrainValues {
        clear: i8,
        forest: i8,
        urban: i8,
    }
}

impl TerrainValues {
    pub fn of(&self, terrain: Terrain) -> i8 {
        match terrain {
            Terrain::Clear => self.clear,
            Terrain::Forest => self.forest,
            Terrain::Urban => self.urban,
        }
    }
}

/// A line of the Retreat Priority List (13.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetreatLine {
    VacantAreaByRoad,
    VacantAreaOtherwise,
    VacantZone,
    Contested,
    EnemyVacant,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartisanResult {
    Eliminated,
    Committed,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FriendlyFireResult {
    AsEnemy,
    One,
    None,
}

raw! {
    /// How many units a letter brings, and what comes instead.
    pub struct GroupRule {
        pub most: u8,
        instead: String,
        pub instead_most: u8,
        pub instead_from_turn: u8,
    }
}

impl Groups {
    pub fn of(&self, group: Group) -> &GroupRule {
        match group {
            Group::J => &self.J,
            Group::U => &self.U,
            Group::A => &self.A,
            Group::K => &self.K,
        }
    }

    /// The group that comes instead.
    pub fn instead(&self, group: Group) -> Group {
        Group::parse(&self.of(group).instead).expect("checked when the tables were loaded")
    }
}

raw! {
    pub struct ScenarioFile {
        pub scenario: ScenarioTable,
        suggested_setup: SuggestedSetup,
        arrival: ArrivalTable,
        pub regrouping: Regrouping,
        pub victory: Victory,
    }
}

chart!(ScenarioTable {
    id: String,
    title: String,
    blurb: String,
    turns: u8,
    dates: Vec<String>,
    advantage: Side,
});
chart!(ArrivalTable {
    german_always: Vec<String>,
    soviet_always: Vec<String>,
    soviet_if_held: Vec<String>,
    soviet_if_held_from_turn: u8,
    airlift: String,
    headquarters: String,
});
chart!(Regrouping { losses_for_one: u8, german_zone: String });
chart!(Victory {
    check_turn: u8,
    check_urban: u8,
    final_urban: u8,
    airfield: String,
    relief_zones: Vec<String>,
});

#[derive(Clone, Debug, Deserialize)]
struct SuggestedSetup {
    source: String,
    reconstructed: bool,
    #[serde(flatten)]
    areas: BTreeMap<String, Vec<String>>,
}

raw! {
    struct UnitsFile {
        organisation: Vec<RawOrganisation>,
        unit: Vec<RawUnit>,
        gun: Vec<RawGun>,
    }

    pub struct RawOrganisation {
        pub id: String,
        pub side: Side,
        pub colour: String,
        source: String,
    }

    struct RawUnit {
        id: String,
        side: Side,
        name: String,
        full_name: String,
        #[serde(rename = "type")]
        kind: Kind,
        org: String,
        cf: u8,
        committed: u8,
        ma: u8,
        entry: String,
        source: String,
    }

    struct RawGun {
        id: String,
        side: Side,
        name: String,
        full_name: String,
        #[serde(rename = "type")]
        kind: Kind,
        day: u8,
        night: Option<u8>,
        entry: String,
        source: String,
    }

    /// The map file.
    pub struct MapFile {
        pub meta: MapMeta,
        space: Vec<RawSpace>,
        pub border: Vec<RawBorder>,
        vertex_only: Vec<RawVertex>,
        pub connector: Vec<RawConnector>,
        pub zone_link: Vec<RawZoneLink>,
        pub river: Vec<RawRiver>,
        pub road: Vec<RawRoad>,
    }

    pub struct MapMeta {
        pub width: i32,
        pub height: i32,
        areas: usize,
        zones: usize,
        source_areas: String,
        source_geometry: String,
        source_borders: String,
        source_connectors: String,
        source_terrain: String,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpaceKind {
    Area,
    Zone,
}

/// A point of the map.
pub type Point = [i32; 2];

raw! {
    pub struct RawSpace {
        pub id: String,
        pub kind: SpaceKind,
        pub name: String,
        pub name_en: String,
        pub terrain: Terrain,
        pub flags: Vec<String>,
        pub initial_control: Side,
        pub label: Point,
        pub center: Point,
        pub anchor_german: Point,
        pub anchor_soviet: Point,
        pub polygon: Vec<Point>,
        #[serde(rename = "source_name")]
        _source_name: String,
        #[serde(rename = "source_terrain")]
        _source_terrain: String,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BorderKind {
    Road,
    Solid,
    River,
}

raw! {
    pub struct RawBorder {
        a: String,
        b: String,
        pub kind: BorderKind,
        pub lines: Vec<Vec<Point>>,
    }

    struct RawVertex {
        a: String,
        b: String,
        #[serde(rename = "source")]
        _source: String,
    }

    pub struct RawConnector {
        zone: String,
        area: String,
        pub mp: u8,
        pub road: bool,
        pub from: Point,
        pub to: Point,
    }

    pub struct RawZoneLink {
        a: String,
        b: String,
        pub from: Point,
        pub to: Point,
    }

    pub struct RawRiver {
        pub name: String,
        pub points: Vec<Point>,
    }

    pub struct RawRoad {
        pub kind: RoadKind,
        pub points: Vec<Point>,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoadKind {
    Road,
    Trail,
}

kit::files! { "circle-of-fire";
    MAP = "map.toml";
    UNIT_FILE = "units.toml";
    CHARTS = "charts.toml";
    SCENARIO = "scenario.toml";
}

impl Tables {
    /// Reads every table, the overlay's values over the built-in ones, and checks that they fit together.
    pub fn load(overlay: &Overlay) -> Result<Tables, DataError> {
        let map: MapFile = read(MAP, overlay)?;
        let units: UnitsFile = read(UNIT_FILE, overlay)?;
        let charts: Charts = read(CHARTS, overlay)?;
        let scenario: ScenarioFile = read(SCENARIO, overlay)?;
        check_charts(&charts, &scenario)?;
        let random = RandomTable::parse(&charts.random_reinforcements.grid)
            .map_err(|reason| DataError::new(CHARTS, "random_reinforcements.grid", reason))?;
        let graph = graph(&map)?;
        let spaces: Vec<SpaceInfo> = map.space.iter().map(SpaceInfo::new).collect();
        let set = |test: &dyn Fn(&RawSpace) -> bool| -> Spaces {
            graph.spaces().filter(|space| test(&map.space[space.index()])).collect()
        };
        let areas = set(&|it| it.kind == SpaceKind::Area);
        let two_areas = graph.spaces().map(|from| two_areas(&graph, areas, from)).collect();
        let counters = counters(&units)?;
        let units_where = |test: &dyn Fn(&Counter) -> bool| -> Units {
            (0..counters.len()).filter(|&i| test(&counters[i])).map(Unit::at).collect()
        };
        let is_gun = |it: &Counter| matches!(it.kind, Kind::Art | Kind::Db);
        let find = |id: &str, file: &str, key: &str| {
            let found = counters.iter().position(|counter| *counter.id == *id).map(Unit::at);
            found.ok_or_else(|| DataError::new(file, key, format!("there is no unit '{id}'")))
        };
        let stuka = units_where(&|it| it.kind == Kind::Db);
        if stuka.len() != 1 {
            return Err(DataError::new(UNIT_FILE, "gun", "there must be exactly one DB, the Stuka"));
        }
        let named = |ids: &[String], key: &str| named_spaces(&graph, ids, key);
        let arrival = Arrival {
            always: [
                named(&scenario.arrival.german_always, "arrival.german_always")?,
                named(&scenario.arrival.soviet_always, "arrival.soviet_always")?,
            ],
            soviet_if_held: named(&scenario.arrival.soviet_if_held, "arrival.soviet_if_held")?,
            soviet_if_held_from_turn: scenario.arrival.soviet_if_held_from_turn,
            regroup_zone: named_space(&graph, &scenario.regrouping.german_zone, "regrouping.german_zone")?,
        };
        let airfield = named_space(&graph, &scenario.victory.airfield, "victory.airfield")?;
        let relief = named(&scenario.victory.relief_zones, "victory.relief_zones")?;
        let zones = graph.all() - areas;
        if !(arrival.always[0] - zones).is_empty() || !(arrival.always[1] - zones).is_empty() {
            return Err(DataError::new(
                SCENARIO,
                "arrival",
                "units always arrive in Zones, which are never full",
            ));
        }
        if named_space(&graph, &scenario.arrival.airlift, "arrival.airlift")? != airfield {
            return Err(DataError::new(SCENARIO, "arrival.airlift", "the airlift lands on the victory Area"));
        }
        let ostkirche = set(&|it| it.flags.iter().any(|flag| flag == "observation")).first();
        let ostkirche =
            ostkirche.ok_or_else(|| DataError::new(MAP, "space.flags", "no 'observation' Area"))?;
        let urban = set(&|it| it.terrain == Terrain::Urban && it.kind == SpaceKind::Area);
        let sources = sources(&map.meta, &units, &charts, &scenario);
        let mut tables = Tables {
            areas,
            zones,
            urban,
            start_control: set(&|it| it.initial_control == Side::Soviet),
            spaces,
            two_areas,
            ostkirche,
            airfield,
            relief,
            of: [units_where(&|it| it.side == Side::German), units_where(&|it| it.side == Side::Soviet)],
            guns: units_where(&is_gun),
            ground: units_where(&|it| !is_gun(it)),
            armor: units_where(&|it| it.kind == Kind::Arm),
            plain: units_where(&|it| !is_gun(it) && !matches!(it.kind, Kind::Arm | Kind::Hq)),
            pioneers: units_where(&|it| it.kind == Kind::Pnr),
            regrouped: units_where(&|it| it.entry == Entry::Regrouped),
            coming: std::array::from_fn(|now| {
                units_where(&|it| matches!(it.entry, Entry::Turn(turn) if usize::from(turn) <= now))
            }),
            stuka: stuka.first().expect("one was found"),
            scherer: find(&scenario.arrival.headquarters, SCENARIO, "arrival.headquarters")?,
            garrison: units_where(&|it| it.entry == Entry::Cholm),
            group: Group::ALL.map(|group| units_where(&|it| it.entry == Entry::Group(group))),
            organisations: units.organisation,
            graph,
            cf: std::array::from_fn(|unit| counters[unit].cf),
            counters,
            charts,
            random,
            suggested: Vec::new(),
            arrival,
            scenario,
            map,
            sources,
            difference: difference(),
        };
        tables.suggested = tables.suggested_setup()?;
        Ok(tables)
    }

    /// The counter with this id.
    pub fn unit(&self, id: &str) -> Option<Unit> {
        self.counters.binary_search_by(|counter| (*counter.id).cmp(id)).ok().map(Unit::at)
    }

    pub fn counter(&self, unit: Unit) -> &Counter {
        &self.counters[unit.index()]
    }

    pub fn info(&self, space: Space) -> &SpaceInfo {
        &self.spaces[space.index()]
    }

    pub fn terrain(&self, space: Space) -> Terrain {
        self.spaces[space.index()].terrain
    }

    /// 3.2.3 These two touch at a single point.
    pub fn corner(&self, a: Space, b: Space) -> bool {
        let (a, b) = (self.graph.id(a), self.graph.id(b));
        self.map.vertex_only.iter().any(|it| (it.a == a && it.b == b) || (it.a == b && it.b == a))
    }

    pub fn is_zone(&self, space: Space) -> bool {
        self.zones.contains(space)
    }

    /// Where the suggested set-up puts each unit; every unit of the garrison once, within stacking.
    fn suggested_setup(&self) -> Result<Vec<(Unit, Space)>, DataError> {
        let wrong =
            |key: &str, reason: String| DataError::new(SCENARIO, &format!("suggested_setup.{key}"), reason);
        let mut placed = Vec::new();
        for (id, units) in &self.scenario.suggested_setup.areas {
            let space = self.graph.space(id).map_err(|error| wrong(id, error.to_string()))?;
            if !self.urban.contains(space) {
                return Err(wrong(id, "the garrison is set up in Urban Areas (5.1.1)".to_owned()));
            }
            for unit_id in units {
                let unit = self.unit(unit_id).filter(|&unit| self.garrison.contains(unit));
                let unit =
                    unit.ok_or_else(|| wrong(id, format!("'{unit_id}' is no unit of the garrison")))?;
                placed.push((unit, space));
            }
            let here: Units = placed.iter().filter(|(_, at)| *at == space).map(|(unit, _)| *unit).collect();
            let stacking = &self.charts.stacking;
            let full = here.len() > usize::from(stacking.max_units)
                || (here & self.plain).len() > usize::from(stacking.max_plain);
            if full {
                return Err(wrong(id, "more units than may stand there (6.1.1)".to_owned()));
            }
        }
        let all: Units = placed.iter().map(|(unit, _)| *unit).collect();
        if all != self.garrison || placed.len() != self.garrison.len() {
            return Err(wrong("(all)", "must name every unit of the garrison once".to_owned()));
        }
        placed.sort_unstable();
        Ok(placed)
    }
}

impl SpaceInfo {
    fn new(raw: &RawSpace) -> SpaceInfo {
        SpaceInfo {
            id: raw.id.as_str().into(),
            name: raw.name.as_str().into(),
            name_en: raw.name_en.as_str().into(),
            terrain: raw.terrain,
            raw: raw.clone(),
        }
    }
}

fn graph(map: &MapFile) -> Result<Graph<Edge, 1>, DataError> {
    let wrong = |key: &str, error: board::GraphError| DataError::new(MAP, key, error.to_string());
    let mut builder = Graph::builder();
    let kinds =
        [SpaceKind::Area, SpaceKind::Zone].map(|kind| map.space.iter().filter(|it| it.kind == kind).count());
    if map.space.len() != SPACES || kinds != [map.meta.areas, map.meta.zones] {
        let reason = format!("the rules need 35 Areas and 6 Zones, found {} and {}", kinds[0], kinds[1]);
        return Err(DataError::new(MAP, "space", reason));
    }
    for space in &map.space {
        builder.space(&space.id).map_err(|error| wrong("space", error))?;
        if space.polygon.len() < 3 {
            return Err(DataError::new(
                MAP,
                &format!("space.{}.polygon", space.id),
                "needs three points or more",
            ));
        }
    }
    let kind = |id: &str| map.space.iter().find(|space| space.id == id).map(|space| space.kind);
    for border in &map.border {
        if map
            .vertex_only
            .iter()
            .any(|v| (&v.a, &v.b) == (&border.a, &border.b) || (&v.b, &v.a) == (&border.a, &border.b))
        {
            let key = format!("border.{}-{}", border.a, border.b);
            return Err(DataError::new(MAP, &key, "these two touch at a point only (3.2.3)"));
        }
        let edge = match border.kind {
            BorderKind::Road => Edge::Road,
            BorderKind::Solid => Edge::Solid,
            BorderKind::River => Edge::River,
        };
        builder.border(&border.a, &border.b, edge).map_err(|error| wrong("border", error))?;
    }
    for arrow in &map.connector {
        let key = format!("connector.{}-{}", arrow.zone, arrow.area);
        if kind(&arrow.zone) == Some(SpaceKind::Area) || kind(&arrow.area) == Some(SpaceKind::Zone) {
            return Err(DataError::new(MAP, &key, "a connector joins a Zone with an Area"));
        }
        let into_area = Edge::IntoArea { mp: arrow.mp, road: arrow.road };
        builder.arrow(&arrow.zone, &arrow.area, into_area).map_err(|error| wrong(&key, error))?;
        let into_zone = Edge::IntoZone { road: arrow.road };
        builder.arrow(&arrow.area, &arrow.zone, into_zone).map_err(|error| wrong(&key, error))?;
    }
    for link in &map.zone_link {
        builder.border(&link.a, &link.b, Edge::ZoneLink).map_err(|error| wrong("zone_link", error))?;
    }
    Ok(builder.build())
}

/// Areas at most two Area borders away, never through a Zone.
fn two_areas(graph: &Graph<Edge, 1>, areas: Spaces, from: Space) -> Spaces {
    if !areas.contains(from) {
        return Spaces::empty();
    }
    let one = graph.neighbours(from) & areas;
    (one | graph.adjacent(one) | Spaces::one(from)) & areas
}

fn counters(units: &UnitsFile) -> Result<Vec<Counter>, DataError> {
    let mut counters = Vec::new();
    for unit in &units.unit {
        let key = |field: &str| format!("unit.{}.{field}", unit.id);
        if matches!(unit.kind, Kind::Art | Kind::Db) {
            return Err(DataError::new(UNIT_FILE, &key("type"), "guns and aircraft stand under [[gun]]"));
        }
        if !unit.org.is_empty()
            && !units.organisation.iter().any(|org| org.id == unit.org && org.side == unit.side)
        {
            let reason = format!("this side has no organisation '{}'", unit.org);
            return Err(DataError::new(UNIT_FILE, &key("org"), reason));
        }
        if unit.cf < unit.committed || unit.ma == 0 || unit.cf > 20 {
            return Err(DataError::new(UNIT_FILE, &key("cf"), "needs ma > 0 and committed <= cf <= 20"));
        }
        counters.push(Counter {
            id: unit.id.as_str().into(),
            side: unit.side,
            name: unit.name.as_str().into(),
            full_name: unit.full_name.as_str().into(),
            kind: unit.kind,
            org: unit.org.as_str().into(),
            cf: unit.cf as i8,
            committed: unit.committed as i8,
            ma: unit.ma,
            entry: entry(&unit.id, &unit.entry, unit.side)?,
            kin: Units::empty(),
        });
    }
    for gun in &units.gun {
        if !matches!(gun.kind, Kind::Art | Kind::Db) || (gun.kind == Kind::Art) != gun.night.is_some() {
            let key = format!("gun.{}.type", gun.id);
            return Err(DataError::new(UNIT_FILE, &key, "must be ART with a night factor or DB without one"));
        }
        if gun.day > 20 || gun.night.unwrap_or(0) > 20 {
            return Err(DataError::new(UNIT_FILE, &format!("gun.{}.day", gun.id), "a factor is 20 at most"));
        }
        counters.push(Counter {
            id: gun.id.as_str().into(),
            side: gun.side,
            name: gun.name.as_str().into(),
            full_name: gun.full_name.as_str().into(),
            kind: gun.kind,
            org: "".into(),
            cf: gun.day as i8,
            committed: gun.night.unwrap_or(0) as i8,
            ma: 0,
            entry: entry(&gun.id, &gun.entry, gun.side)?,
            kin: Units::empty(),
        });
    }
    counters.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(twice) = counters.windows(2).find(|pair| pair[0].id == pair[1].id) {
        return Err(DataError::new(UNIT_FILE, &format!("unit.{}", twice[0].id), "this id stands twice"));
    }
    if counters.len() != UNITS || !counters.is_sorted_by_key(|counter| counter.side) {
        let reason =
            format!("the game has {UNITS} counters, German ids before Soviet ones; found {}", counters.len());
        return Err(DataError::new(UNIT_FILE, "unit", reason));
    }
    let kin: Vec<Units> = counters
        .iter()
        .map(|counter| {
            let same = |other: &Counter| {
                !counter.org.is_empty() && other.side == counter.side && other.org == counter.org
            };
            (0..counters.len()).filter(|&i| same(&counters[i])).map(Unit::at).collect()
        })
        .collect();
    for (counter, kin) in counters.iter_mut().zip(kin) {
        counter.kin = kin;
    }
    Ok(counters)
}

fn entry(id: &str, code: &str, side: Side) -> Result<Entry, DataError> {
    let entry = match code {
        "C" => Entry::Cholm,
        "KG" | "RG" => Entry::Regrouped,
        "1" | "2" | "3" | "4" | "5" => Entry::Turn(code.as_bytes()[0] - b'0'),
        letter => match Group::parse(letter) {
            Some(group) if group.side() == side => Entry::Group(group),
            _ => {
                let reason = format!("'{code}' is no set-up code of this side (4.3)");
                return Err(DataError::new(UNIT_FILE, &format!("unit.{id}.entry"), reason));
            }
        },
    };
    Ok(entry)
}

fn named_space(graph: &Graph<Edge, 1>, id: &str, key: &str) -> Result<Space, DataError> {
    graph.space(id).map_err(|error| DataError::new(SCENARIO, key, error.to_string()))
}

fn named_spaces(graph: &Graph<Edge, 1>, ids: &[String], key: &str) -> Result<Spaces, DataError> {
    ids.iter().map(|id| named_space(graph, id, key)).collect()
}

/// No modifier is larger, so that no total can overflow.
const LARGEST: i8 = 8;

/// Every modifier of the charts with its key.
fn modifiers(charts: &Charts) -> Vec<(&'static str, i8)> {
    let attacker = &charts.direct_fire.attacker;
    let close = &charts.close_combat.modifiers;
    let random = &charts.random_reinforcements.modifiers;
    let mut list = vec![
        ("direct_fire.attacker.extra_unit", attacker.extra_unit),
        ("direct_fire.attacker.extra_unit_cap", attacker.extra_unit_cap),
        ("direct_fire.attacker.integrity", attacker.integrity),
        ("direct_fire.attacker.pioneer_vs_urban", attacker.pioneer_vs_urban),
        ("direct_fire.attacker.armor_vs_clear", attacker.armor_vs_clear),
        ("direct_fire.attacker.infantry_vs_armor", attacker.infantry_vs_armor),
        ("close_combat.no_effect_max", charts.close_combat.no_effect_max),
        ("close_combat.retreat_max", charts.close_combat.retreat_max),
        ("close_combat.modifiers.stronger", close.stronger),
        ("close_combat.modifiers.weaker", close.weaker),
        ("close_combat.modifiers.support", close.support),
        ("close_combat.modifiers.support_cap", close.support_cap),
        ("close_combat.modifiers.defended_town", close.defended_town),
        ("close_combat.modifiers.defended_rubble", close.defended_rubble),
        ("close_combat.modifiers.stubborn", close.stubborn),
        ("close_combat.modifiers.pioneer_in_town", close.pioneer_in_town),
        ("close_combat.modifiers.infantry_vs_armor", close.infantry_vs_armor),
        ("close_combat.modifiers.armor_in_open", close.armor_in_open),
        ("random_reinforcements.modifiers.german_advantage", random.german_advantage),
        ("random_reinforcements.modifiers.soviet_advantage", random.soviet_advantage),
        ("random_reinforcements.modifiers.airfield", random.airfield),
        ("random_reinforcements.modifiers.zone_d_soviet", random.zone_d_soviet),
        ("logistics.after_pass", charts.logistics.after_pass),
    ];
    let defenders = [
        ("direct_fire.defender", &charts.direct_fire.defender),
        ("bombardment.defender", &charts.bombardment.defender),
    ];
    for (key, it) in defenders {
        let TerrainValues { clear, forest, urban } = it.terrain;
        let values =
            [clear, forest, urban, it.rubble, it.heavy_rubble, it.night, it.stubborn, it.across_river];
        list.extend(values.map(|value| (key, value)));
    }
    list
}

fn check_charts(charts: &Charts, scenario: &ScenarioFile) -> Result<(), DataError> {
    let wrong = |file, key: &str, reason: &str| Err(DataError::new(file, key, reason));
    let groups = &charts.random_reinforcements.groups;
    for group in Group::ALL {
        match Group::parse(&groups.of(group).instead) {
            Some(other) if other.side() == group.side() && other != group => {}
            _ => {
                let key = format!("random_reinforcements.groups.{}.instead", group.letter());
                return wrong(CHARTS, &key, "must be the other group of the same side");
            }
        }
    }
    let casualties = &charts.casualties;
    if [casualties.commit, casualties.retreat, casualties.eliminate] != [1, 1, 2] {
        return wrong(CHARTS, "casualties", "the assignment of casualty points is built on 1, 1 and 2");
    }
    let retreat = &charts.retreat;
    if retreat.from_area.is_empty() || retreat.from_zone.is_empty() {
        return wrong(CHARTS, "retreat", "a list without lines would eliminate every retreating unit");
    }
    if charts.close_combat.retreat_max < charts.close_combat.no_effect_max {
        return wrong(CHARTS, "close_combat.retreat_max", "must not be below no_effect_max");
    }
    if let Some((key, value)) =
        modifiers(charts).into_iter().find(|(_, value)| !(-LARGEST..=LARGEST).contains(value))
    {
        return wrong(
            CHARTS,
            key,
            &format!("{value} is out of range: modifiers go from -{LARGEST} to {LARGEST}"),
        );
    }
    let stacking = &charts.stacking;
    if stacking.max_units == 0 || stacking.max_units > 8 || stacking.max_plain > stacking.max_units {
        return wrong(CHARTS, "stacking", "needs 0 < max_units <= 8 and max_plain <= max_units");
    }
    let movement = &charts.movement;
    if [
        movement.enemy_day,
        movement.enemy_night,
        movement.road_friendly,
        movement.road_hostile,
        movement.infiltrate,
    ]
    .contains(&0)
    {
        return wrong(CHARTS, "movement", "a free step would let a unit move for ever");
    }
    if scenario.scenario.turns != 9 || scenario.scenario.dates.len() != 9 {
        return wrong(SCENARIO, "scenario.turns", "the random table has nine turns, so has the game");
    }
    if !(1..=9).contains(&scenario.victory.check_turn) {
        return wrong(SCENARIO, "victory.check_turn", "must be one of the nine turns");
    }
    if scenario.regrouping.losses_for_one == 0 {
        return wrong(SCENARIO, "regrouping.losses_for_one", "must be one or more");
    }
    if charts.bids.most > 99 {
        return wrong(CHARTS, "bids.most", "must be 99 or less");
    }
    Ok(())
}

fn sources(map: &MapMeta, units: &UnitsFile, charts: &Charts, scenario: &ScenarioFile) -> Vec<TableAbout> {
    let mut list = Vec::new();
    for (key, source) in [
        ("space (number of Areas and Zones)", &map.source_areas),
        ("space (shapes)", &map.source_geometry),
        ("space (terrain)", &map.source_terrain),
        ("border", &map.source_borders),
        ("connector", &map.source_connectors),
    ] {
        list.add(MAP, key, source.contains("reconstruction"), source);
    }
    let ours = units.unit.iter().map(|it| &it.source).chain(units.gun.iter().map(|it| &it.source));
    let ours = ours.filter(|source| source.contains("reconstruction")).count();
    let all = units.unit.len() + units.gun.len();
    list.add(
        UNIT_FILE,
        "organisation",
        false,
        &units.organisation.first().map_or(String::new(), |it| it.source.clone()),
    );
    list.add(
        UNIT_FILE,
        "unit, gun",
        true,
        &format!("{ours} of {all} counters carry reconstructed values; each says which"),
    );
    sources!(&mut list, CHARTS;
        "stacking" => charts.stacking,
        "direct_fire.attacker" => charts.direct_fire.attacker,
        "direct_fire.defender" => charts.direct_fire.defender,
        "bombardment.defender" => charts.bombardment.defender,
        "casualties" => charts.casualties,
        "retreat" => charts.retreat,
        "rubble" => charts.rubble,
        "movement" => charts.movement,
        "close_combat" => charts.close_combat,
        "close_combat.modifiers" => charts.close_combat.modifiers,
        "partisans" => charts.partisans,
        "random_reinforcements" => charts.random_reinforcements,
        "random_reinforcements.modifiers" => charts.random_reinforcements.modifiers,
        "random_reinforcements.groups" => charts.random_reinforcements.groups,
        "interdiction" => charts.interdiction,
        "logistics" => charts.logistics,
        "advantage" => charts.advantage,
        "friendly_fire" => charts.friendly_fire,
        "bids" => charts.bids,
    );
    sources!(&mut list, SCENARIO;
        "scenario" => scenario.scenario,
        "suggested_setup" => scenario.suggested_setup,
        "arrival" => scenario.arrival,
        "regrouping" => scenario.regrouping,
        "victory" => scenario.victory,
    );
    list
}

fn difference() -> [u16; 21] {
    let mut ways = [0; 21];
    let faces = 1..=6i32;
    for (a, b) in faces.clone().flat_map(|a| faces.clone().map(move |b| (a, b))) {
        for (c, d) in faces.clone().flat_map(|c| faces.clone().map(move |d| (c, d))) {
            ways[(a + b - c - d + 10) as usize] += 1;
        }
    }
    ways
}
