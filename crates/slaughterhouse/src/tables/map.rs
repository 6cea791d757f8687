//! The map file, and what the rules look up in it.

use board::{Graph, Space};
use kernel::data::DataError;
use kit::raw;
use serde::Deserialize;

use super::{MAP, Nation, SPACES, Side, Spaces, Terrain, members};

/// A point of the map.
pub type Point = [i32; 2];

raw! {
    /// The map file.
    pub struct MapFile {
        pub meta: MapMeta,
        pub provenance: Provenance,
        pub space: Vec<RawSpace>,
        pub border: Vec<RawBorder>,
        pub water: Vec<Shape>,
        pub island: Vec<Shape>,
        pub neutral: Vec<Shape>,
        pub river: Vec<RawRiver>,
    }

    pub struct MapMeta {
        pub width: i32,
        pub height: i32,
        areas: usize,
        zones: usize,
    }

    pub struct Provenance {
        pub(super) names: String,
        pub(super) terrain: String,
        pub(super) victory_points: String,
        pub(super) minor_allies: String,
        pub(super) control: String,
        pub(super) zones: String,
        pub(super) borders: String,
        pub(super) shapes: String,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpaceKind {
    Area,
    Zone,
}

/// What else is printed in an Area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// 3.5
    Fortress,
    /// 3.7 An Axis home Area.
    Home,
    /// 9.4.4 Open to Rumanians and Hungarians.
    MinorAllies,
    /// 9.4.7
    Finnish,
    /// 9.4.3
    NoPanzers,
    /// 12.2 Soviet units here are always supplied.
    Port,
}

raw! {
    pub struct RawSpace {
        pub id: String,
        pub name: String,
        pub kind: SpaceKind,
        pub terrain: Terrain,
        pub vp: u8,
        pub flags: Vec<Flag>,
        pub control: Side,
        #[serde(default)]
        pub nations: Vec<Nation>,
        #[serde(rename = "source")]
        pub _source: String,
        pub label: Point,
        pub center: Point,
        pub city: Option<Point>,
        pub polygon: Vec<Point>,
    }
}

impl RawSpace {
    pub fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }
}

/// 3.3 What lies between two locations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    Land,
    Strait,
    Sea,
}

raw! {
    pub struct RawBorder {
        pub a: String,
        pub b: String,
        pub kind: Edge,
    }

    /// A stretch of water, an island, land outside the game.
    pub struct Shape {
        pub polygon: Vec<Point>,
    }

    pub struct RawRiver {
        pub name: String,
        pub width: u16,
        pub points: Vec<Point>,
    }
}

/// Neighbours by the kinds of border that count.
#[derive(Clone, Debug)]
pub struct Neighbours {
    /// Land borders alone: panzers, railways.
    pub land: [Spaces; SPACES],
    /// Land and the strait: infantry, supply.
    pub foot: [Spaces; SPACES],
    /// The dotted sea connection.
    pub sea: [Spaces; SPACES],
}

impl Neighbours {
    pub fn new(graph: &Graph<Edge, 2>) -> Neighbours {
        let by = |test: &dyn Fn(Edge) -> bool| {
            std::array::from_fn(|i| {
                let links = graph.links(Space(i as u16)).iter();
                links.filter(|link| test(link.side)).map(|link| link.to).collect()
            })
        };
        Neighbours {
            land: by(&|edge| edge == Edge::Land),
            foot: by(&|edge| edge != Edge::Sea),
            sea: by(&|edge| edge == Edge::Sea),
        }
    }
}

/// Everything next to a set.
pub fn beside(neighbours: &[Spaces; SPACES], set: Spaces) -> Spaces {
    members(set).fold(Spaces::empty(), |found, space| found | neighbours[space.index()])
}

/// Everything that a walk from a set reaches if each step enters a space of `through`, the set included.
pub fn flood(neighbours: &[Spaces; SPACES], from: Spaces, through: Spaces) -> Spaces {
    let mut seen = from;
    let mut rim = from;
    while !rim.is_empty() {
        rim = (beside(neighbours, rim) & through) - seen;
        seen |= rim;
    }
    seen
}

/// The same with so many steps at most.
pub fn flood_within(neighbours: &[Spaces; SPACES], from: Spaces, through: Spaces, steps: u8) -> Spaces {
    let mut seen = from;
    let mut rim = from;
    for _ in 0..steps {
        rim = (beside(neighbours, rim) & through) - seen;
        if rim.is_empty() {
            break;
        }
        seen |= rim;
    }
    seen
}

/// How many steps every location is away; `u8::MAX` where no way leads.
pub fn steps(neighbours: &[Spaces; SPACES], from: Space) -> [u8; SPACES] {
    let mut steps = [u8::MAX; SPACES];
    let mut seen = Spaces::one(from);
    let mut rim = seen;
    let mut distance = 0;
    while !rim.is_empty() {
        for space in rim {
            steps[space.index()] = distance;
        }
        rim = beside(neighbours, rim) - seen;
        seen |= rim;
        distance += 1;
    }
    steps
}

/// The spaces between each location and the nearest of some ends, along a shortest way; everything where no way leads.
pub fn lines(neighbours: &[Spaces; SPACES], ends: Spaces, through: Spaces) -> [Spaces; SPACES] {
    let mut lines = [Spaces::below(SPACES); SPACES];
    let mut seen = ends;
    let mut rim = ends;
    while !rim.is_empty() {
        let mut found = Spaces::empty();
        for from in rim {
            let line =
                if ends.contains(from) { Spaces::empty() } else { lines[from.index()] | Spaces::one(from) };
            for to in (neighbours[from.index()] & through) - seen - found {
                lines[to.index()] = line;
                found.insert(to);
            }
        }
        seen |= found;
        rim = found;
    }
    lines
}

pub fn graph(map: &MapFile) -> Result<Graph<Edge, 2>, DataError> {
    let wrong = |key: &str, error: board::GraphError| DataError::new(MAP, key, error.to_string());
    let mut builder = Graph::builder();
    let kinds =
        [SpaceKind::Area, SpaceKind::Zone].map(|kind| map.space.iter().filter(|it| it.kind == kind).count());
    if map.space.len() != SPACES || kinds != [map.meta.areas, map.meta.zones] {
        let reason = format!("the rules need 65 Areas and 8 Zones, found {} and {}", kinds[0], kinds[1]);
        return Err(DataError::new(MAP, "space", reason));
    }
    for space in &map.space {
        builder.space(&space.id).map_err(|error| wrong("space", error))?;
        let key = |field: &str| format!("space.{}.{field}", space.id);
        if space.polygon.len() < 3 {
            return Err(DataError::new(MAP, &key("polygon"), "needs three points or more"));
        }
        if (space.kind == SpaceKind::Zone) == space.nations.is_empty() {
            return Err(DataError::new(MAP, &key("nations"), "a Zone names its users, an Area has none"));
        }
        if space.nations.iter().any(|nation| nation.side() != space.control) {
            return Err(DataError::new(MAP, &key("nations"), "must belong to the owner of the Zone"));
        }
        if space.kind == SpaceKind::Zone && (space.vp > 0 || !space.flags.is_empty()) {
            return Err(DataError::new(MAP, &key("flags"), "a Zone has neither flags nor victory points"));
        }
        if space.vp > 9 {
            return Err(DataError::new(MAP, &key("vp"), "must be 9 or less"));
        }
        if space.has(Flag::Home) && space.control != Side::Axis {
            return Err(DataError::new(MAP, &key("control"), "a home Area begins under Axis control (3.7)"));
        }
    }
    for border in &map.border {
        builder.border(&border.a, &border.b, border.kind).map_err(|error| wrong("border", error))?;
    }
    Ok(builder.build())
}
