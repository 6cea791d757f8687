//! Hexagons with a flat top, in columns.

use std::{array, fmt, iter::Flatten, str::FromStr};

use crate::{GraphError, Tile};

/// One of the six sides of a hex, clockwise from the north; also the way a unit faces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "they are the points of the compass")]
pub enum Direction {
    North,
    NorthEast,
    SouthEast,
    South,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// All six, at the index of their number.
    pub const ALL: [Direction; 6] = [
        Direction::North,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::NorthWest,
    ];

    /// The number of the side: 0 is the north, 5 the north-west.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction this many sides further clockwise; negative numbers turn the other way.
    pub const fn turn(self, sides: i8) -> Self {
        Self::ALL[(self as i8 + sides % 6).rem_euclid(6) as usize]
    }

    /// The direction straight back.
    pub const fn opposite(self) -> Self {
        self.turn(3)
    }

    /// The step to the next hex, as cube coordinates.
    const fn cube(self) -> [i16; 3] {
        match self {
            Direction::North => [0, 1, -1],
            Direction::NorthEast => [1, 0, -1],
            Direction::SouthEast => [1, -1, 0],
            Direction::South => [0, -1, 1],
            Direction::SouthWest => [-1, 0, 1],
            Direction::NorthWest => [-1, 1, 0],
        }
    }
}

/// What a line meets: one thing, or both when it runs exactly between two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Touch<T> {
    /// The line meets this alone.
    One(T),
    /// The line meets neither more than the other; the lesser comes first.
    Both(T, T),
}

impl<T> IntoIterator for Touch<T> {
    type Item = T;
    type IntoIter = Flatten<array::IntoIter<Option<T>, 2>>;

    fn into_iter(self) -> Self::IntoIter {
        let both = match self {
            Touch::One(one) => [Some(one), None],
            Touch::Both(one, other) => [Some(one), Some(other)],
        };
        both.into_iter().flatten()
    }
}

/// A hex by its place on the map: column and row, both counted from 1 in the north-west.
///
/// Even columns lie half a hex further south. The id has two digits for each: `1820` is column 18, row 20.
///
/// ```
/// use board::{GraphError, hex::{Direction, Hex, Touch}};
///
/// let palace: Hex = "3114".parse()?;
/// assert_eq!(palace.step(Direction::NorthEast).to_string(), "3213");
/// assert_eq!(palace.distance("3511".parse()?), 5);
///
/// // Two columns to the east the line runs along the side that two hexes share.
/// let line: Vec<Touch<Hex>> = palace.line("3314".parse()?).collect();
/// assert_eq!(line[1], Touch::Both("3213".parse()?, "3214".parse()?));
/// # Ok::<(), GraphError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hex {
    q: i16,
    r: i16,
}

impl Hex {
    /// The hex in this column and row.
    pub const fn new(column: i16, row: i16) -> Self {
        let q = column - 1;
        Hex { q, r: row - 1 - q.div_euclid(2) }
    }

    /// A whole map: all hexes of so many columns, with so many rows in the odd and in the even ones.
    pub fn block(columns: u8, odd_rows: u8, even_rows: u8) -> impl Iterator<Item = Hex> {
        (1..=i16::from(columns)).flat_map(move |column| {
            let rows = if column % 2 == 1 { odd_rows } else { even_rows };
            (1..=i16::from(rows)).map(move |row| Hex::new(column, row))
        })
    }

    /// The column, from 1 in the west.
    pub const fn column(self) -> i16 {
        self.q + 1
    }

    /// The row, from 1 in the north.
    pub const fn row(self) -> i16 {
        self.r + 1 + self.q.div_euclid(2)
    }

    /// Axial coordinates: hexes to the east, and hexes to the south along the column after that.
    pub const fn axial(self) -> (i16, i16) {
        (self.q, self.r)
    }

    /// Cube coordinates, whose sum is zero: the axial ones and between them what balances the two.
    pub const fn cube(self) -> [i16; 3] {
        [self.q, -self.q - self.r, self.r]
    }

    /// The next hex in a direction.
    pub const fn step(self, direction: Direction) -> Self {
        self.steps(direction, 1)
    }

    const fn steps(self, direction: Direction, n: i16) -> Self {
        let [q, _, r] = direction.cube();
        Hex { q: self.q + n * q, r: self.r + n * r }
    }

    /// The range between two hexes; zero to itself.
    pub fn distance(self, to: Hex) -> u16 {
        self.offset(to).into_iter().map(i16::unsigned_abs).max().unwrap_or(0)
    }

    /// In which direction a neighbour lies; `None` for every other hex.
    pub fn direction(self, to: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == to)
    }

    /// Through which side the straight line to another hex leaves this one, or between which two if it leaves
    /// through a corner; `None` for the hex itself.
    pub fn bearing(self, to: Hex) -> Option<Touch<Direction>> {
        let offset = self.offset(to);
        let along = |direction: &Direction| -> i16 {
            direction.cube().into_iter().zip(offset).map(|(step, way)| step * way).sum()
        };
        let most = Direction::ALL.iter().map(along).max().filter(|&most| most > 0)?;
        let mut best = Direction::ALL.into_iter().filter(|direction| along(direction) == most);
        let first = best.next()?;
        Some(best.next().map_or(Touch::One(first), |second| Touch::Both(first, second)))
    }

    /// The hexes at exactly this range, clockwise from the north.
    pub fn ring(self, range: u16) -> impl Iterator<Item = Hex> {
        let range = range as i16;
        let sides = Direction::ALL.into_iter().flat_map(move |corner| {
            let start = self.steps(corner, range);
            (0..range).map(move |n| start.steps(corner.turn(2), n))
        });
        (range == 0).then_some(self).into_iter().chain(sides)
    }

    /// The hexes on the straight line between two centres, both ends included, one entry for each range.
    ///
    /// Where the line runs along a side, the entry has both hexes that share it.
    pub fn line(self, to: Hex) -> impl Iterator<Item = Touch<Hex>> {
        let range = i32::from(self.distance(to));
        let [q, _, r] = self.offset(to).map(i32::from);
        (0..=range).map(move |n| {
            // The longest of the three coordinates advances by one a step, so the point lies on the row of hexes
            // where that one is whole, at worst midway between two of them. Then rounding one of the other two
            // down means rounding the last one up.
            let down = |way: i32| -(range - 2 * way * n).div_euclid(2 * range.max(1)) as i16;
            let up = |way: i32| (2 * way * n + range).div_euclid(2 * range.max(1)) as i16;
            let west = Hex { q: self.q + down(q), r: self.r + up(r) };
            let east = Hex { q: self.q + up(q), r: self.r + down(r) };
            if west == east { Touch::One(west) } else { Touch::Both(west.min(east), west.max(east)) }
        })
    }

    /// The way to another hex, as cube coordinates.
    fn offset(self, to: Hex) -> [i16; 3] {
        let (from, to) = (self.cube(), to.cube());
        array::from_fn(|n| to[n] - from[n])
    }
}

impl Tile for Hex {
    fn neighbours(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().map(move |direction| self.step(direction))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column(), self.row())
    }
}

impl FromStr for Hex {
    type Err = GraphError;

    fn from_str(id: &str) -> Result<Self, GraphError> {
        let bad = || GraphError::BadId {
            id: id.into(),
            pattern: "two digits of column and two of row, such as 1820",
        };
        if id.len() != 4 || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad());
        }
        let number = id.parse::<i16>().map_err(|_| bad())?;
        match (number / 100, number % 100) {
            (0, _) | (_, 0) => Err(bad()),
            (column, row) => Ok(Hex::new(column, row)),
        }
    }
}

#[cfg(test)]
mod tests {
    use hexx::{EdgeDirection, HexOrientation, OffsetHexMode};

    use super::*;
    use crate::{Bits, Graph, Sheet};

    fn hex(id: &str) -> Hex {
        id.parse().unwrap()
    }

    /// The same hex in the words of the other library.
    fn other(hex: Hex) -> hexx::Hex {
        let place = [hex.column() - 1, hex.row() - 1].map(i32::from);
        hexx::Hex::from_offset_coordinates(place, OffsetHexMode::Odd, HexOrientation::Flat)
    }

    fn small() -> Vec<Hex> {
        Hex::block(9, 8, 7).collect()
    }

    fn pairs() -> impl Iterator<Item = (Hex, Hex)> {
        small().into_iter().flat_map(|a| small().into_iter().map(move |b| (a, b)))
    }

    /// The table printed with the map: odd columns, then even ones.
    #[test]
    fn neighbours_follow_the_table_of_the_map() {
        assert_eq!(
            hex("1720").neighbours().map(|hex| hex.to_string()).collect::<Vec<_>>(),
            ["1719", "1819", "1820", "1721", "1620", "1619"]
        );
        assert_eq!(
            hex("1820").neighbours().map(|hex| hex.to_string()).collect::<Vec<_>>(),
            ["1819", "1920", "1921", "1821", "1721", "1720"]
        );
    }

    #[test]
    fn the_other_library_agrees() {
        for (a, b) in pairs() {
            let (q, r) = a.axial();
            assert_eq!(other(a), hexx::hex(q.into(), r.into()));
            assert_eq!(i32::from(a.distance(b)), other(a).distance_to(other(b)));
            // It nudges its lines off the sides, so it names one of our two.
            let theirs: Vec<hexx::Hex> = other(a).line_to(other(b)).collect();
            let ours: Vec<Touch<Hex>> = a.line(b).collect();
            assert_eq!(ours.len(), theirs.len());
            for (ours, theirs) in ours.into_iter().zip(theirs) {
                assert!(ours.into_iter().any(|hex| other(hex) == theirs), "{a} {b}");
            }
        }
        for a in small() {
            for direction in Direction::ALL {
                let theirs = EdgeDirection::FLAT_NORTH.rotate_cw(direction.index() as u8);
                assert_eq!(other(a.step(direction)), other(a).neighbor(theirs));
            }
            for range in 0..5 {
                let mut ours: Vec<hexx::Hex> = a.ring(range).map(other).collect();
                let mut theirs: Vec<hexx::Hex> = other(a).ring(range.into()).collect();
                ours.sort_unstable_by_key(|hex| (hex.x, hex.y));
                theirs.sort_unstable_by_key(|hex| (hex.x, hex.y));
                assert_eq!(ours, theirs);
            }
        }
    }

    #[test]
    fn distance_is_the_number_of_steps() {
        let sheet = Sheet::new(small()).unwrap();
        let map: Graph<(), 2> = sheet.graph(|_, _| Some(())).unwrap();
        let distances = map.distances();
        for (a, b) in pairs() {
            let steps = distances.between(sheet.space(a).unwrap(), sheet.space(b).unwrap());
            assert_eq!(steps, Some(a.distance(b)));
        }
    }

    #[test]
    fn a_line_is_nearest_to_its_points_and_the_same_both_ways() {
        // A line along the northern edge also touches the hexes cut off there.
        let all: Vec<Hex> =
            (1..=9).flat_map(|column| (0..=9).map(move |row| Hex::new(column, row))).collect();
        // Plane coordinates as the map gives them, where a unit of height is the root of three units of width.
        let plane = |hex: Hex| {
            let (east, south) = (i32::from(hex.column()) - 1, i32::from(hex.row()) - 1);
            (3 * east, 2 * south + east % 2)
        };
        for (a, b) in pairs().filter(|(a, b)| a != b) {
            let range = i32::from(a.distance(b));
            let line: Vec<Touch<Hex>> = a.line(b).collect();
            let ((ax, ay), (bx, by)) = (plane(a), plane(b));
            for (n, touch) in (0..).zip(&line) {
                let off = |&hex: &Hex| {
                    let (x, y) = plane(hex);
                    let (dx, dy) = (range * (x - ax) - n * (bx - ax), range * (y - ay) - n * (by - ay));
                    dx * dx + 3 * dy * dy
                };
                let least = all.iter().map(off).min().unwrap();
                assert!(
                    touch.into_iter().eq(all.iter().copied().filter(|hex| off(hex) == least)),
                    "{a} {b} {n}"
                );
            }
            let back: Vec<Touch<Hex>> = b.line(a).collect();
            assert!(line.iter().eq(back.iter().rev()), "{a} {b}");
        }
        assert!(all[0].line(all[0]).eq([Touch::One(all[0])]));
    }

    #[test]
    fn bearings_lie_between_the_corners() {
        let centre = hex("1820");
        assert_eq!(centre.bearing(centre), None);
        for direction in Direction::ALL {
            let straight = centre.steps(direction, 3);
            assert_eq!(centre.bearing(straight), Some(Touch::One(direction)));
            assert_eq!(straight.bearing(centre), Some(Touch::One(direction.opposite())));
            let next = direction.turn(1);
            let corner = centre.steps(direction, 2).steps(next, 2);
            assert_eq!(centre.bearing(corner), Some(Touch::Both(direction.min(next), direction.max(next))));
            assert_eq!(centre.bearing(corner.step(direction)), Some(Touch::One(direction)));
            assert_eq!(centre.bearing(corner.step(next)), Some(Touch::One(next)));
        }
        // The first hexes of the line lie behind the sides it leaves through.
        for (a, b) in pairs().filter(|(a, b)| a != b) {
            let first: Bits<1, usize> =
                a.line(b).nth(1).into_iter().flatten().map(|hex| a.direction(hex).unwrap().index()).collect();
            let sides: Bits<1, usize> = a.bearing(b).into_iter().flatten().map(Direction::index).collect();
            assert!((first - sides).is_empty(), "{a} {b}");
        }
    }

    #[test]
    fn directions_turn_full_circle() {
        for (n, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(direction.index(), n);
            assert_eq!(direction.turn(1).turn(-1), direction);
            assert_eq!(direction.turn(127), direction.turn(1));
            assert_eq!(direction.turn(-128), direction.turn(-2));
            assert_eq!(hex("1820").direction(hex("1820").step(direction)), Some(direction));
        }
        assert_eq!(hex("1820").direction(hex("1822")), None);
    }

    #[test]
    fn the_whole_map_in_nineteen_words() {
        let sheet = Sheet::new(Hex::block(44, 27, 26)).unwrap();
        let river = [(hex("1626"), hex("1727")), (hex("1726"), hex("1727"))];
        let map: Graph<bool, 19> =
            sheet.graph(|from, to| Some(river.contains(&(from.min(to), from.max(to))))).unwrap();
        assert_eq!(map.count(), 1166);
        let [a, b, c] = ["1727", "1626", "1726"].map(|id| map.space(id).unwrap());
        assert_eq!((map.link(a, b), map.link(c, a), map.link(b, c)), (Some(true), Some(true), Some(false)));
        assert_eq!(map.within(map.space("1820").unwrap(), 4).len(), 61);
        assert_eq!(map.neighbours(map.space("0426").unwrap()).len(), 5);
        assert!(sheet.tiles().iter().all(|tile| map.id(sheet.space(*tile).unwrap()) == tile.to_string()));
    }

    #[test]
    fn ids_are_read_strictly() {
        for id in ["0101", "0426", "1820", "4426"] {
            assert_eq!(hex(id).to_string(), id);
        }
        for id in ["", "101", "0001", "0100", "+101", "18-2", "18200", "1٣0"] {
            assert!(id.parse::<Hex>().is_err(), "{id}");
        }
        let twice = Sheet::<Hex>::parse(["0102", "0101", "0102"]).unwrap_err();
        assert_eq!(twice, GraphError::DuplicateId { id: "0102".into() });
    }
}
