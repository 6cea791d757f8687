//! The map and what is drawn around it, as their files write them.

use board::Graph;
use kernel::data::DataError;
use kit::raw;
use serde::Deserialize;

use super::{BOXES, DISTRICTS, MAP, Sector};

/// A point of the map.
pub type Point = [i32; 2];

raw! {
    /// The map file.
    pub struct MapFile {
        pub meta: MapMeta,
        pub provenance: Provenance,
        pub district: Vec<District>,
        #[serde(rename = "box")]
        pub boxes: Vec<MapBox>,
    }

    pub struct MapMeta {
        pub width: i32,
        pub height: i32,
        districts: usize,
        boxes: usize,
    }

    pub struct Provenance {
        pub(super) names: String,
        pub(super) extent: String,
        pub(super) fortified: String,
        pub(super) limits: String,
        pub(super) shapes: String,
    }
}

/// 2.2 The belt a district lies in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Belt {
    German,
    Frontier,
    Line,
    Depth,
}

impl Belt {
    pub const ALL: [Belt; 4] = [Belt::German, Belt::Frontier, Belt::Line, Belt::Depth];

    pub fn name(self) -> &'static str {
        ["German belt", "Frontier", "Line", "Depth"][self as usize]
    }
}

/// 2.3 Whose a place is, or whose it may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    German,
    Soviet,
    SovietPoland,
    /// Friendly to Germany once its marker is at +3.
    Ally,
    /// Friendly to the Soviet Union once its marker is at -3.
    Claim,
}

raw! {
    pub struct District {
        pub id: String,
        pub name: String,
        pub owner: Owner,
        pub sector: Sector,
        pub belt: Belt,
        pub limit: u8,
        #[serde(default)]
        pub port: bool,
        pub next: Vec<String>,
        /// The spaces of Slaughterhouse it is made of (10.5).
        pub areas: Vec<String>,
        #[serde(rename = "source")]
        pub _source: String,
        #[serde(rename = "reconstructed")]
        pub _reconstructed: bool,
        pub label: Point,
        pub center: Point,
        pub outline: Vec<Point>,
    }

    pub struct MapBox {
        pub id: String,
        pub name: String,
        pub owner: Owner,
        pub next: Vec<String>,
        #[serde(rename = "source")]
        pub _source: String,
        #[serde(rename = "reconstructed")]
        pub _reconstructed: bool,
        pub label: Point,
        pub center: Point,
        pub outline: Vec<Point>,
    }

    /// The drawing file.
    pub struct ArtFile {
        pub(super) meta: ArtMeta,
        pub water: Vec<Shape>,
        pub island: Vec<Shape>,
        pub neutral: Vec<Shape>,
        pub beyond: Vec<Beyond>,
        pub river: Vec<River>,
    }

    pub struct ArtMeta {
        pub(super) source: String,
        pub(super) reconstructed: bool,
    }

    /// A stretch of water, an island, land of nobody.
    pub struct Shape {
        pub outline: Vec<Point>,
    }

    /// Land outside the game.
    pub struct Beyond {
        #[serde(rename = "id")]
        pub _id: String,
        #[serde(rename = "side")]
        pub _side: String,
        pub outline: Vec<Point>,
    }

    pub struct River {
        pub name: String,
        pub width: u16,
        pub points: Vec<Point>,
    }
}

/// 2.1 Districts first, then the boxes; neighbours as the file lists them, from both sides.
pub fn graph(map: &MapFile) -> Result<Graph<(), 1>, DataError> {
    let wrong = |key: &str, reason: String| DataError::new(MAP, key, reason);
    if (map.district.len(), map.boxes.len()) != (DISTRICTS, BOXES)
        || (map.meta.districts, map.meta.boxes) != (DISTRICTS, BOXES)
    {
        let found = format!("found {} and {}", map.district.len(), map.boxes.len());
        return Err(wrong("meta", format!("the map has {DISTRICTS} districts and {BOXES} boxes; {found}")));
    }
    let mut builder = Graph::builder();
    for id in map.district.iter().map(|it| &it.id).chain(map.boxes.iter().map(|it| &it.id)) {
        builder.space(id).map_err(|error| wrong(id, error.to_string()))?;
    }
    let districts = map.district.iter().map(|it| (&it.id, &it.next));
    for (id, next) in districts.chain(map.boxes.iter().map(|it| (&it.id, &it.next))) {
        for other in next {
            builder.arrow(id, other, ()).map_err(|error| wrong(&format!("{id}.next"), error.to_string()))?;
        }
    }
    let graph = builder.build();
    for from in graph.spaces() {
        for to in graph.neighbours(from) {
            if graph.link(to, from).is_none() {
                let (from, to) = (graph.id(from), graph.id(to));
                return Err(wrong(&format!("{to}.next"), format!("does not name {from}, its neighbour")));
            }
        }
    }
    Ok(graph)
}
