//! Octagons in rows and columns, with diamonds in the gaps.

use std::{fmt, str::FromStr};

use crate::{GraphError, Tile};

/// Which of the two shapes a cell has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// Eight sides: four towards octagons, four towards diamonds.
    Octagon,
    /// Four sides, all towards octagons.
    Diamond,
}

/// One tile of the pattern, by the id on the map: a letter for the column, a number for the row.
///
/// Columns A, C, E and so on are octagons, the columns between them diamonds. Rows count from 1 in the north; the
/// diamond of row *n* lies between the octagons of rows *n* - 1 and *n*.
///
/// ```
/// use board::{GraphError, Tile, octagon::{Cell, Shape}};
///
/// let diamond: Cell = "B5".parse()?;
/// assert_eq!(diamond.shape(), Shape::Diamond);
/// let around: Vec<String> = diamond.neighbours().map(|cell| cell.to_string()).collect();
/// assert_eq!(around, ["A4", "A5", "C4", "C5"]);
/// # Ok::<(), GraphError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    x: i16,
    y: i16,
}

impl Cell {
    /// Octagon or diamond.
    pub const fn shape(self) -> Shape {
        if self.x % 2 == 0 { Shape::Octagon } else { Shape::Diamond }
    }

    /// Where the centre lies, in half octagons: east of column A, and south of row zero. From octagon to
    /// octagon it is two.
    pub const fn centre(self) -> (i16, i16) {
        (self.x, self.y)
    }
}

/// From an octagon, in half octagons; a diamond has the first four only.
const STEPS: [(i16, i16); 8] = [(-1, -1), (-1, 1), (1, -1), (1, 1), (-2, 0), (0, -2), (0, 2), (2, 0)];

impl Tile for Cell {
    fn neighbours(self) -> impl Iterator<Item = Self> {
        let sides = match self.shape() {
            Shape::Octagon => 8,
            Shape::Diamond => 4,
        };
        STEPS[..sides]
            .iter()
            .map(move |(x, y)| Cell { x: self.x + x, y: self.y + y })
            .filter(|cell| cell.x >= 0)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A diamond lies half a row north of the octagons that share its number.
        write!(f, "{}{}", char::from(b'A' + self.x as u8), (self.y + self.x % 2) / 2)
    }
}

impl FromStr for Cell {
    type Err = GraphError;

    fn from_str(id: &str) -> Result<Self, GraphError> {
        let bad =
            || GraphError::BadId { id: id.into(), pattern: "a column letter and a row number, such as B5" };
        let (letter, row) = id.split_at_checked(1).ok_or_else(bad)?;
        let column = letter.bytes().next().filter(u8::is_ascii_uppercase).ok_or_else(bad)?;
        let row = row.parse::<u8>().map_err(|_| bad())?;
        let x = i16::from(column - b'A');
        let cell = Cell { x, y: 2 * i16::from(row) - x % 2 };
        if row == 0 || cell.to_string() != id { Err(bad()) } else { Ok(cell) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph, Sheet};

    /// The north-west corner of the map; the gulf closes one side.
    fn corner() -> Graph<(), 1> {
        let ids = ["A3", "A4", "A5", "A10", "B4", "B5", "B6", "C3", "C4", "C5", "E4", "E5", "D5"];
        let sheet: Sheet<Cell> = Sheet::parse(ids).unwrap();
        let gulf: [Cell; 2] = ["C3", "C4"].map(|id| id.parse().unwrap());
        sheet.graph(|from, to| (!(gulf.contains(&from) && gulf.contains(&to))).then_some(())).unwrap()
    }

    fn around(map: &Graph<(), 1>, id: &str) -> Vec<String> {
        map.neighbours(map.space(id).unwrap()).iter().map(|space| map.id(space).to_owned()).collect()
    }

    #[test]
    fn octagons_touch_octagons_and_diamonds() {
        let map = corner();
        assert_eq!(around(&map, "A4"), ["A3", "A5", "B4", "B5", "C4"]);
        assert_eq!(around(&map, "C4"), ["A4", "B4", "B5", "C5", "D5", "E4"]);
        assert_eq!(around(&map, "C3"), ["A3", "B4"]);
        assert_eq!(around(&map, "A10"), [""; 0]);
    }

    #[test]
    fn diamonds_touch_octagons_only() {
        let map = corner();
        assert_eq!(around(&map, "B5"), ["A4", "A5", "C4", "C5"]);
        assert_eq!(around(&map, "D5"), ["C4", "C5", "E4", "E5"]);
        assert_eq!(around(&map, "B6"), ["A5", "C5"]);
    }

    #[test]
    fn sides_follow_from_the_centres() {
        let ids =
            (b'A'..=b'O').flat_map(|column| (1..=11).map(move |row| format!("{}{row}", char::from(column))));
        let cells: Vec<Cell> = ids.map(|id| id.parse().unwrap()).collect();
        for a in &cells {
            for b in &cells {
                let ((ax, ay), (bx, by)) = (a.centre(), b.centre());
                let (dx, dy) = ((ax - bx).abs(), (ay - by).abs());
                let straight = a.shape() == Shape::Octagon && b.shape() == Shape::Octagon && dx + dy == 2;
                let slanting = dx == 1 && dy == 1;
                assert_eq!(a.neighbours().any(|cell| cell == *b), straight || slanting, "{a} {b}");
            }
        }
    }

    #[test]
    fn ids_are_read_strictly() {
        for id in ["A3", "A10", "B5", "O11"] {
            assert_eq!(id.parse::<Cell>().unwrap().to_string(), id);
        }
        for id in ["", "A", "5", "a5", "A0", "A05", "A+5", "AA5", "A999", "Ä5"] {
            assert!(id.parse::<Cell>().is_err(), "{id}");
        }
        let told = "b5".parse::<Cell>().unwrap_err().to_string();
        assert_eq!(told, "\"b5\" is not a column letter and a row number, such as B5");
    }
}
