//! What the map picture is made of. A game describes its map in these features; `atlas` draws them.

use serde::{Deserialize, Serialize};

use crate::Name;

/// A point of the map.
pub type Point = [i32; 2];

/// The features of a drawn map, in the order of their layers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Art {
    pub size: Point,
    pub title: Name,
    pub subtitle: Name,
    /// Which manner the map is drawn in.
    #[serde(default)]
    pub sheet: Sheet,
    pub regions: Vec<Region>,
    /// Seas, lakes, islands and land outside the game, drawn in this order over the regions' ground.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub patches: Vec<Patch>,
    pub lines: Vec<Stroke>,
    pub arrows: Vec<Arrow>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub symbols: Vec<Symbol>,
    pub texts: Vec<Text>,
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub labels: Vec<Label>,
    /// The lines of the legend. Maps of the winter sheet have theirs without being told.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub key: Vec<Key>,
    /// Where the map itself lies within the picture; all of it when absent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub frame: Option<Frame>,
    /// Upper left corners of the title and of the legend; the sheet's own places when absent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title_at: Option<Point>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key_at: Option<Point>,
}

/// A rectangle of the picture: its upper left corner and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub at: Point,
    pub size: Point,
}

/// The manner of a map: its paper, its colours, and how its spaces are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sheet {
    /// Areas in the snow, with signs by terrain and borders by kind.
    #[default]
    Winter,
    /// Blocks, streets and hexes.
    City,
    /// Octagons and diamonds over a country with railways.
    Theater,
    /// Great areas with frontiers and zones behind them.
    Front,
}

/// One space as ground: an outline, what grows there, and its sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    pub id: Name,
    pub name: Name,
    pub kind: RegionKind,
    pub ground: Ground,
    pub outline: Vec<Point>,
    /// Where the sign and the name stand.
    pub label: Point,
    /// Where counters stand.
    pub center: Point,
    /// What else is printed: `victory`, `observation`, `airfield`, `village`; `river` for water that runs through;
    /// `half` where the ground covers only a part, `and-marsh`, `and-rough` and so on for a second ground;
    /// `bare` where the ground is a tint and nothing grows; the id of a side for a zone that belongs to it.
    pub flags: Vec<Name>,
}

/// Whether a region belongs to the inner map or to its rim, and which tile of a grid it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RegionKind {
    Area,
    Zone,
    Hex,
    /// A part of a hex at the edge of the map that is not played on.
    Half,
    Octagon,
    Diamond,
}

/// What the ground looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    Clear,
    Forest,
    Urban,
    Marsh,
    Rough,
    Mountains,
    /// A hex that one great building fills.
    Landmark,
}

/// A closed shape that is no space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    pub kind: PatchKind,
    pub outline: Vec<Point>,
}

/// What a patch shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PatchKind {
    Sea,
    Lake,
    /// Land of the game within the water.
    Island,
    /// Land outside the game.
    Neutral,
}

/// A line on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stroke {
    pub kind: StrokeKind,
    pub points: Vec<Point>,
}

/// What a line stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrokeKind {
    Trail,
    Road,
    River,
    RiverBorder,
    SolidBorder,
    RoadBorder,
    /// A lesser road of a city.
    Street,
    /// A main road of a city.
    Avenue,
    Rail,
    /// The tracks of a goods yard: decoration.
    Siding,
    /// A lesser river along its course.
    Stream,
    /// A river along the sides of spaces, through their corners.
    RiverSide,
    /// A lesser river along the sides of spaces.
    StreamSide,
    /// Two points, one on each bank.
    Bridge,
    /// Where the sides stood at the start.
    FrontLine,
    /// A line that some units may not cross.
    Limit,
    /// A way over water.
    SeaLane,
    /// A side of a space that nothing crosses.
    Blocked,
    /// The outline of a space with a right of way of its own.
    Passage,
    /// An edge of the map that counts for something.
    Edge,
}

/// A two-headed arrow between neighbouring spaces that share no border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrow {
    pub from: Point,
    pub to: Point,
    pub kind: ArrowKind,
    /// What it costs, written on it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cost: Option<u8>,
}

/// What an arrow stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArrowKind {
    Road,
    Track,
    Link,
}

/// A small picture at a point of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    pub kind: SymbolKind,
    pub at: Point,
    /// Degrees, clockwise; only entries and airfields turn.
    #[serde(default)]
    pub turn: i32,
    /// A word or number within or beside it; mostly empty.
    #[serde(default)]
    pub says: Name,
}

/// What a symbol shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolKind {
    /// A ring with a dot: a city that counts.
    City,
    /// A small ring.
    Town,
    /// A dot.
    Place,
    /// A square: a great city with streets to fight for.
    UrbanCity,
    /// A square with a star.
    FortressCity,
    /// A bastion of six points.
    Fortress,
    /// The star of a victory point; `says` is how many.
    Star,
    /// A number in a rounded box, such as a modifier for terrain.
    Value,
    /// A wave: a river runs through this space.
    Wave,
    Palace,
    Station,
    Ministry,
    Parliament,
    Hotel,
    Stadium,
    Airfield,
    /// An arrow onto the map, pointing right when not turned; `says` stands beside it.
    Entry,
    Anchor,
}

/// Free lettering, such as the name of a river along its course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    pub at: Point,
    /// Degrees, clockwise.
    pub turn: i32,
    pub says: Name,
}

/// Lettering in one of the hands of the map, centred on its point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    pub hand: Hand,
    pub at: Point,
    /// Degrees, clockwise.
    #[serde(default)]
    pub turn: i32,
    /// Height of the letters in units of the map; that of the hand when absent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub size: Option<u16>,
    pub says: Name,
}

/// How lettering looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// The name of a great area.
    Area,
    /// The name of a great area that counts for victory.
    Capital,
    /// The name of a zone at the rim.
    Zone,
    /// A small line under a zone's name.
    ZoneNote,
    City,
    FortressCity,
    Town,
    /// A small place without effect, a park, a square.
    Place,
    /// A quarter of a city, spaced out.
    District,
    Street,
    River,
    Sea,
    Country,
    Landmark,
    Hotel,
    /// Letters and numbers along the edge.
    Ruler,
}

/// One line of the legend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    pub sample: Sample,
    pub says: Name,
}

/// What a line of the legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sample {
    Ground(Ground),
    Stroke(StrokeKind),
    Symbol(SymbolKind),
}
