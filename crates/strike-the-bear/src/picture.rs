//! The picture of the map: where areas lie on the board, and the water, towns and lettering between them.

use kernel::{
    TableAbout,
    data::{DataError, Overlay},
};
use serde::Deserialize;
use view::art::Point;

use crate::tables::{self, PICTURE};

/// Water, rivers, towns and lettering, in the units of the board. No rule reads any of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    pub picture: Measure,
    pub sea: Vec<Water>,
    pub lake: Vec<Water>,
    pub island: Vec<Water>,
    pub river: Vec<River>,
    pub town: Vec<Town>,
    pub label: Vec<Lettering>,
}

/// How large the board is drawn.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    pub source: String,
    pub reconstructed: bool,
    /// From side to side of an octagon.
    pub ox: i32,
    /// Between the map and the edge of the picture.
    pub margin: i32,
}

/// A shore.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Water {
    pub name: String,
    pub outline: Vec<Point>,
}

/// A river along its course.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct River {
    pub name: String,
    pub major: bool,
    pub points: Vec<Point>,
}

/// A town with its name. Railways meet in it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Town {
    pub name: String,
    pub spaces: Vec<String>,
    pub kind: TownKind,
    pub at: Point,
    pub name_at: Point,
}

/// How a town is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TownKind {
    /// One of the five that default objectives name (13.3).
    Fortress,
    /// One that a row of the Objectives Table names.
    Objective,
    Minor,
    /// A name in a diamond.
    Place,
}

/// Free lettering.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lettering {
    pub says: String,
    pub kind: LetteringKind,
    pub at: Point,
    pub turn: i32,
    pub size: u16,
}

/// What lettering names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LetteringKind {
    Sea,
    Country,
    River,
}

/// Columns of the map, octagons and diamonds.
const COLUMNS: i32 = 15;
/// Rows of octagons.
const ROWS: i32 = 11;

impl Picture {
    /// Reads the picture and checks that all of it lies on the board.
    pub fn load(overlay: &Overlay) -> Result<Picture, DataError> {
        let picture: Picture = tables::read(PICTURE, overlay)?;
        picture.check()?;
        Ok(picture)
    }

    /// Where the picture comes from, for the list of tables.
    pub fn about(&self) -> TableAbout {
        TableAbout {
            file: "picture.toml".to_owned(),
            key: "picture".to_owned(),
            reconstructed: self.picture.reconstructed,
            source: self.picture.source.clone(),
        }
    }

    fn check(&self) -> Result<(), DataError> {
        let wrong = |key: &str, reason: &str| DataError::new(PICTURE, key, reason);
        if !(40..=1000).contains(&self.picture.ox) || !(0..=1000).contains(&self.picture.margin) {
            return Err(wrong("picture", "an ox measures 40 to 1000, the margin at most 1000"));
        }
        for (name, waters) in [("sea", &self.sea), ("lake", &self.lake), ("island", &self.island)] {
            if waters.iter().any(|water| water.outline.len() < 3) {
                return Err(wrong(name, "an outline needs three points or more"));
            }
        }
        if self.river.iter().any(|river| river.points.len() < 2) {
            return Err(wrong("river", "a river needs two points or more"));
        }
        for town in &self.town {
            if let Some(id) = town.spaces.iter().find(|id| tile(id).is_none()) {
                let reason = format!("{}: there is no area '{id}'", town.name);
                return Err(DataError::new(PICTURE, "town", reason));
            }
        }
        Ok(())
    }

    /// Width and height of the board.
    pub fn size(&self) -> Point {
        let ox = self.picture.ox;
        [ox * (COLUMNS + 1) / 2 + 2 * self.picture.margin, ox * ROWS + 2 * self.picture.margin]
    }

    /// The upper left corner of the map within the picture, and its size.
    pub fn frame(&self) -> (Point, Point) {
        let [width, height] = self.size();
        let margin = self.picture.margin;
        ([margin, margin], [width - 2 * margin, height - 2 * margin])
    }

    /// The middle of an area.
    pub fn center(&self, tile: Tile) -> Point {
        let half = self.picture.ox / 2;
        [self.picture.margin + (tile.column + 1) * half, self.picture.margin + tile.half_row * half]
    }

    /// The corners of an area, clockwise from the upper left. Neighbours share theirs to the unit.
    pub fn outline(&self, tile: Tile) -> Vec<Point> {
        let [x, y] = self.center(tile);
        let half = self.picture.ox / 2;
        // The short way from the middle of an octagon's side to its corner: half a side, tan 22.5 degrees.
        let short = (half * 408 + 492) / 985;
        let turn = |[dx, dy]: Point| [x + dx, y + dy];
        if tile.diamond {
            let reach = half - short;
            return [[0, -reach], [reach, 0], [0, reach], [-reach, 0]].map(turn).into();
        }
        [
            [-short, -half],
            [short, -half],
            [half, -short],
            [half, short],
            [short, half],
            [-short, half],
            [-half, short],
            [-half, -short],
        ]
        .map(turn)
        .into()
    }

    /// The two corners that neighbouring areas share.
    pub fn side(&self, a: Tile, b: Tile) -> Option<[Point; 2]> {
        let of_b = self.outline(b);
        let mut shared = self.outline(a).into_iter().filter(|corner| of_b.contains(corner));
        Some([shared.next()?, shared.next()?])
    }

    /// Where the railways of an area meet: its town, or its middle.
    pub fn junction(&self, id: &str) -> Option<Point> {
        let town = self.town.iter().find(|town| town.kind != TownKind::Place && town.spaces[0] == id);
        // A city of two octagons lies on the side between them; each has its own station beside it.
        let twin =
            self.town.iter().find(|town| town.spaces.len() > 1 && town.spaces.iter().any(|it| it == id));
        let middle = self.center(tile(id)?);
        Some(match (twin, town) {
            (Some(twin), _) => {
                let way = (middle[0] - twin.at[0]).signum();
                [twin.at[0] + way * self.picture.ox / 7, twin.at[1] - self.picture.ox / 50]
            }
            (None, Some(town)) => town.at,
            (None, None) => middle,
        })
    }

    /// The course of a railway: through the junctions, crossing each side where the way is shortest.
    pub fn railway(&self, path: &[&str]) -> Vec<Point> {
        let mut course = Vec::new();
        for (n, id) in path.iter().enumerate() {
            let Some(here) = self.junction(id) else { continue };
            course.push(here);
            let Some(next) = path.get(n + 1) else { continue };
            let tiles = tile(id).zip(tile(next));
            let side = tiles.and_then(|(a, b)| self.side(a, b));
            if let (Some(side), Some(there)) = (side, self.junction(next)) {
                course.push(crossing(side, here, there));
            }
        }
        course
    }
}

/// The point of a side with the shortest way from one point over it to the other, away from the corners.
fn crossing([a, b]: [Point; 2], from: Point, to: Point) -> Point {
    let on_side = |part: i32| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * (12 + part * 7) / 100);
    let way = |point: &Point| distance(from, *point) + distance(*point, to);
    (0..=11).map(on_side).min_by_key(way).unwrap_or(a)
}

/// How far two points are apart, in hundredths.
fn distance(a: Point, b: Point) -> i64 {
    let [dx, dy] = [0, 1].map(|axis| i64::from(a[axis] - b[axis]) * 100);
    (dx * dx + dy * dy).isqrt()
}

/// An area by its place in the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// From 0 for column A.
    column: i32,
    /// Half rows below the upper edge of the map.
    half_row: i32,
    pub diamond: bool,
}

/// The place of an area that its id names: `C5` is the octagon of column C, row 5; `D5` lies above row 5.
pub fn tile(id: &str) -> Option<Tile> {
    let letter = id.bytes().next()?;
    let row: i32 = id.get(1..)?.parse().ok()?;
    if !letter.is_ascii_uppercase() || !(1..=ROWS).contains(&row) {
        return None;
    }
    let column = i32::from(letter - b'A');
    let diamond = column % 2 == 1;
    let half_row = if diamond { 2 * (row - 1) } else { 2 * row - 1 };
    (column < COLUMNS).then_some(Tile { column, half_row, diamond })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Picture {
        Picture::load(&Overlay::none()).expect("the built-in picture is sound")
    }

    #[test]
    fn neighbours_share_corners() {
        let picture = picture();
        for (a, b) in [("A5", "C5"), ("A5", "A6"), ("A5", "B5"), ("A5", "B6"), ("B5", "C4"), ("N11", "O11")] {
            let (a, b) = (tile(a).expect("an area"), tile(b).expect("an area"));
            assert!(picture.side(a, b).is_some(), "{a:?} {b:?}");
        }
        let (b5, d5) = (tile("B5").expect("an area"), tile("D5").expect("an area"));
        assert!(picture.side(b5, d5).is_none());
    }

    #[test]
    fn only_the_grid_has_areas() {
        assert!(
            tile("P1").is_none() && tile("A12").is_none() && tile("A0").is_none() && tile("a3").is_none()
        );
        assert!(tile("H3").is_some_and(|it| it.diamond) && tile("G3").is_some_and(|it| !it.diamond));
    }

    #[test]
    fn railways_run_from_town_to_town() {
        let picture = picture();
        let course = picture.railway(&["A5", "C5", "E5"]);
        assert_eq!(course.len(), 5);
        assert_eq!(course.first().copied(), picture.junction("A5"));
    }
}
