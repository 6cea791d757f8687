//! 6.2 Lines of fire and 6.2.1 lines of sight, worked out once when the map is read.
//!
//! Rubble arises only where buildings stood. It blocks and lets a street through exactly as they did, and units,
//! levels, wrecks and roadblocks never matter. So what can be seen from where is the same all game long.

use board::{
    Space,
    hex::{Direction, Hex},
};

use crate::tables::Spaces;

/// The longest line anybody traces (6.1, 6.2.1).
pub const FAR: u8 = 4;
/// Hexes to each side of a square that holds all within [`FAR`], as axial coordinates.
const WIDTH: usize = 2 * FAR as usize + 1;

/// What a hex does to lines that pass through it (6.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    /// Clear ground blocks nothing.
    Open,
    /// Buildings, standing or fallen: they block, but a line may follow a street through them.
    Street,
    /// Woods block, road or no road.
    Closed,
}

/// Through which part of a unit a line passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Aspect {
    Front,
    Flank,
    Rear,
}

/// What is seen from where, and along which line.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Axial coordinates of every hex.
    place: Vec<(i16, i16)>,
    /// What is seen from a hex: a bit for each hex of the square around it.
    seen: Vec<u128>,
    /// The same as sets.
    fields: Vec<Spaces>,
    /// Everything within a range of a hex, seen or not; the hex itself included.
    discs: [Vec<Spaces>; FAR as usize + 1],
    /// The hexsides through which the line to a hex of the square leaves the one in its middle, a bit each.
    sides: [u8; WIDTH * WIDTH],
}

impl Sight {
    /// Traces all lines of a map: its hexes at the index of their space, what each does to a line, and whether a
    /// road link joins two neighbours.
    pub fn new(
        tiles: &[Hex],
        screen: impl Fn(Space) -> Screen,
        road: impl Fn(Space, Space) -> bool,
    ) -> Sight {
        let find = |hex: Hex| tiles.binary_search(&hex).ok().map(|place| Space(place as u16));
        let trace = Trace { find: &find, screen: &screen, road: &road };
        let place: Vec<(i16, i16)> = tiles.iter().map(|hex| hex.axial()).collect();
        let mut seen = vec![0; tiles.len()];
        let mut fields = vec![Spaces::empty(); tiles.len()];
        let mut discs: [Vec<Spaces>; FAR as usize + 1] =
            std::array::from_fn(|_| vec![Spaces::empty(); tiles.len()]);
        let mut sides = [0; WIDTH * WIDTH];
        for (index, &from) in tiles.iter().enumerate() {
            for range in 0..=u16::from(FAR) {
                for to in from.ring(range) {
                    let Some(there) = find(to) else { continue };
                    for disc in &mut discs[usize::from(range)..] {
                        disc[index].insert(there);
                    }
                    let cell = cell(place[index], place[there.index()]).expect("the ring lies in the square");
                    let touched = from.bearing(to).into_iter().flatten();
                    sides[cell] = touched.fold(0, |mask, side| mask | 1 << side.index());
                    if trace.clear(from, to) {
                        seen[index] |= 1 << cell;
                        fields[index].insert(there);
                    }
                }
            }
        }
        Sight { place, seen, fields, discs, sides }
    }

    /// 2.2.7 Range counts the target's hex, not the firer's.
    pub fn distance(&self, from: Space, to: Space) -> u8 {
        let ((aq, ar), (bq, br)) = (self.place[from.index()], self.place[to.index()]);
        let (q, r) = (bq - aq, br - ar);
        q.abs().max(r.abs()).max((q + r).abs()) as u8
    }

    /// 6.2.1 Whether a line of sight of at most `limit` hexes joins two hexes. It is the same from both ends.
    pub fn sees(&self, from: Space, to: Space, limit: u8) -> bool {
        let Some(cell) = cell(self.place[from.index()], self.place[to.index()]) else { return false };
        self.seen[from.index()] >> cell & 1 == 1 && self.distance(from, to) <= limit
    }

    /// All hexes in sight within a limit, the hex itself included.
    pub fn field(&self, from: Space, limit: u8) -> Spaces {
        let field = self.fields[from.index()];
        if limit >= FAR { field } else { field & self.disc(from, limit) }
    }

    /// All hexes within a range of at most [`FAR`], seen or not, the hex itself included.
    pub fn disc(&self, from: Space, range: u8) -> Spaces {
        self.discs[usize::from(range.min(FAR))][from.index()]
    }

    /// 6.2 The hexsides of `from` that the straight line to `to` crosses, a bit each: one, or two when it leaves
    /// exactly through a corner. None at range 0, and none beyond [`FAR`].
    pub fn sides(&self, from: Space, to: Space) -> u8 {
        cell(self.place[from.index()], self.place[to.index()]).map_or(0, |cell| self.sides[cell])
    }

    /// 3.4.1, 6.2 Whether an infantry-type unit facing so has a hex in front of it. A line through a corner may use
    /// the better of the two sides; there is no arc at range 0.
    pub fn in_front(&self, from: Space, facing: Direction, to: Space) -> bool {
        from == to || self.sides(from, to) & front(facing) != 0
    }

    /// 3.4.1 The aspect an infantry-type unit shows to a hex: front or rear. On a corner the side that is worse for
    /// the firer counts (6.2); at range 0 it is never taken from behind.
    pub fn foot_aspect(&self, target: Space, facing: Direction, firer: Space) -> Aspect {
        if self.in_front(target, facing, firer) { Aspect::Front } else { Aspect::Rear }
    }

    /// 3.4.2 The aspect a vehicle shows to another hex. On a corner the side that is worse for the firer counts: front
    /// before flank before rear (6.2). Range 0 is for the caller to decide (6.4).
    pub fn vehicle_aspect(&self, target: Space, facing: Direction, firer: Space) -> Aspect {
        let touched = self.sides(target, firer);
        let bit = |side: Direction| 1u8 << side.index();
        if touched & bit(facing) != 0 {
            Aspect::Front
        } else if touched & !bit(facing.opposite()) != 0 {
            Aspect::Flank
        } else {
            Aspect::Rear
        }
    }
}

/// The three hexsides in front of an infantry-type unit, a bit each (3.4.1).
fn front(facing: Direction) -> u8 {
    [-1, 0, 1].into_iter().fold(0, |mask, turn| mask | 1 << facing.turn(turn).index())
}

/// The number of a hex in the square around another; `None` outside it.
fn cell((aq, ar): (i16, i16), (bq, br): (i16, i16)) -> Option<usize> {
    let far = i16::from(FAR);
    let (q, r) = (bq - aq + far, br - ar + far);
    let fits = |way: i16| (0..WIDTH as i16).contains(&way);
    (fits(q) && fits(r)).then(|| q as usize * WIDTH + r as usize)
}

/// What tracing a line needs to know of the map.
struct Trace<'a> {
    find: &'a dyn Fn(Hex) -> Option<Space>,
    screen: &'a dyn Fn(Space) -> Screen,
    road: &'a dyn Fn(Space, Space) -> bool,
}

impl Trace<'_> {
    /// 6.2.1 Nothing between two hexes blocks the line. Over open ground it runs from centre to centre; among buildings
    /// it follows the road. Our reading joins both: there must be a chain of adjacent hexes, each one of those that the
    /// line crosses at that range, and each of them open or a street that the line follows in and out.
    fn clear(&self, from: Hex, to: Hex) -> bool {
        let mut line: [[Option<Space>; 2]; FAR as usize + 1] = [[None; 2]; FAR as usize + 1];
        let mut hexes: [[Option<Hex>; 2]; FAR as usize + 1] = [[None; 2]; FAR as usize + 1];
        let mut length = 0;
        for touch in from.line(to) {
            for (slot, hex) in touch.into_iter().enumerate() {
                // Half hexes at the edge of the map do not exist for play (2.1), so no line passes through them.
                line[length][slot] = (self.find)(hex);
                hexes[length][slot] = Some(hex);
            }
            length += 1;
        }
        let Some(start) = line[0][0] else { return false };
        self.follow(&line[..length], &hexes[..length], 1, None, (start, from))
    }

    /// Whether the chain can be carried on from `here` to the end of the line. `before` is the hex it came from.
    fn follow(
        &self,
        line: &[[Option<Space>; 2]],
        hexes: &[[Option<Hex>; 2]],
        next: usize,
        before: Option<Space>,
        (here, hex): (Space, Hex),
    ) -> bool {
        if next == line.len() {
            return true;
        }
        (0..2).any(|slot| {
            let (Some(to), Some(tile)) = (line[next][slot], hexes[next][slot]) else { return false };
            hex.distance(tile) == 1
                && before.is_none_or(|before| self.passes(before, here, to))
                && self.follow(line, hexes, next + 1, Some(here), (to, tile))
        })
    }

    /// Whether a line that came from one hex may pass through the next on its way to a third.
    fn passes(&self, from: Space, through: Space, to: Space) -> bool {
        match (self.screen)(through) {
            Screen::Open => true,
            Screen::Street => (self.road)(from, through) && (self.road)(through, to),
            Screen::Closed => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use board::hex::{Direction, Touch};
    use kernel::data::Overlay;

    use super::*;
    use crate::tables::{HEXES, Tables};

    fn tables() -> Tables {
        Tables::load(&Overlay::none()).expect("the built-in tables are sound")
    }

    fn spaces() -> impl Iterator<Item = Space> {
        (0..HEXES as u16).map(Space)
    }

    /// Whether one hex sees another within a limit, by their numbers.
    fn sees(t: &Tables, from: &str, to: &str, limit: u8) -> bool {
        let [from, to] = [from, to].map(|id| t.space(id).unwrap());
        let sight = t.sight.sees(from, to, limit);
        assert_eq!(sight, t.sight.sees(to, from, limit), "a line of sight works both ways");
        assert_eq!(sight, t.sight.field(from, limit).contains(to), "the set and the question agree");
        sight
    }

    #[test]
    fn case_6_2_1_adjacent_hexes_see_each_other() {
        let t = tables();
        for space in spaces() {
            for next in t.map.hexes[space.index()].next.into_iter().flatten() {
                assert!(t.sight.sees(space, next, 1), "{} {}", t.id(space), t.id(next));
            }
            assert!(t.sight.sees(space, space, 0));
        }
    }

    #[test]
    fn case_6_2_1_a_street_carries_sight_past_the_houses() {
        let t = tables();
        // Down Pervomayskaya St, which runs north and south.
        assert!(sees(&t, "2710", "2713", 4));
        assert!(!sees(&t, "2710", "2713", 2));
        assert!(sees(&t, "2710", "2712", 2));
        // Along Ordzhonikidze Ave, which runs to the north-east in a zigzag.
        assert!(sees(&t, "2118", "2317", 2));
        assert!(sees(&t, "2118", "2516", 4));
        assert!(!sees(&t, "2118", "2516", 2));
        // Nobody sees further than four hexes, street or no street.
        assert!(!sees(&t, "2118", "2615", 4));
    }

    #[test]
    fn case_6_2_1_houses_block_off_the_street() {
        let t = tables();
        assert!(!sees(&t, "2317", "2315", 4));
        assert!(!sees(&t, "2317", "2319", 4));
        // At a range of two a street carries sight around a bend of sixty degrees, not further.
        assert!(sees(&t, "2008", "2110", 2));
        assert!(!sees(&t, "2008", "2111", 4));
    }

    #[test]
    fn case_6_2_1_woods_block_even_on_a_road() {
        let t = tables();
        for space in spaces().filter(|&space| t.map.screen(space) == Screen::Closed) {
            let hex = t.map.tiles[space.index()];
            for direction in Direction::ALL {
                let ends = [hex.step(direction), hex.step(direction.opposite())];
                let [Some(one), Some(other)] = ends.map(|hex| t.map.space(&hex.to_string())) else {
                    continue;
                };
                assert!(!t.sight.sees(one, other, 2), "{hex}");
            }
        }
    }

    #[test]
    fn case_6_2_1_open_ground_blocks_nothing() {
        let t = tables();
        let open = |space: Space| t.map.screen(space) == Screen::Open;
        for space in spaces() {
            // Where everything around is clear, everything is seen.
            let around = t.sight.disc(space, 2);
            if around.iter().all(open) {
                assert_eq!(t.sight.field(space, 2), around, "{}", t.id(space));
            }
        }
        assert!(spaces().any(|space| t.sight.disc(space, 2).iter().all(open)), "the map has such a place");
    }

    /// The straight line as geometry: which hexes it crosses over a positive length, by whole numbers.
    #[test]
    fn case_6_2_1_lines_cross_the_hexes_they_should() {
        let plane = |hex: Hex| {
            let (east, south) = (i32::from(hex.column()) - 1, i32::from(hex.row()) - 1);
            (3 * east, 2 * south + east.rem_euclid(2))
        };
        let corners = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
        for from in ["2015", "2115"] {
            let from: Hex = from.parse().unwrap();
            for to in (1..=4).flat_map(|range| from.ring(range)) {
                let line: Vec<Hex> = from.line(to).flatten().collect();
                let ((ax, ay), (bx, by)) = (plane(from), plane(to));
                for hex in (0..=4).flat_map(|range| from.ring(range)) {
                    let (x, y) = plane(hex);
                    let side = |(cx, cy): (i32, i32)| {
                        ((bx - ax) * (y + cy - ay) - (by - ay) * (x + cx - ax)).signum()
                    };
                    let signs: Vec<i32> = corners.into_iter().map(side).collect();
                    let through = signs.contains(&1) && signs.contains(&-1);
                    let along = signs.iter().filter(|&&sign| sign == 0).count() == 2 && !through;
                    let between = from.distance(hex) + hex.distance(to) == from.distance(to);
                    let crossed = between && (through || along);
                    assert_eq!(line.contains(&hex), crossed, "{from} {to} {hex}");
                }
            }
        }
    }

    #[test]
    fn case_6_2_a_line_through_a_corner_touches_two_sides() {
        let t = tables();
        let [rpg, tank] = ["2914", "3114"].map(|id| t.space(id).unwrap());
        let bits = |sides: [Direction; 2]| sides.iter().fold(0, |mask, side| mask | 1u8 << side.index());
        assert_eq!(t.sight.sides(tank, rpg), bits([Direction::SouthWest, Direction::NorthWest]));
        assert_eq!(t.sight.vehicle_aspect(tank, Direction::NorthWest, rpg), Aspect::Front);
        assert_eq!(t.sight.vehicle_aspect(tank, Direction::North, rpg), Aspect::Flank);
        assert_eq!(
            t.sight.vehicle_aspect(tank, Direction::NorthEast, rpg),
            Aspect::Flank,
            "rear and flank touch"
        );
        // The firer may use the better side: facing south he still fires through the corner to the north-east.
        let facing_south = t.sight.in_front(rpg, Direction::South, tank);
        assert!(facing_south, "the south-east side is in front");
        assert!(!t.sight.in_front(rpg, Direction::SouthWest, tank));
        // A man looks ahead if either side of the corner is in front of him.
        assert_eq!(t.sight.foot_aspect(tank, Direction::North, rpg), Aspect::Front);
        assert_eq!(t.sight.foot_aspect(tank, Direction::NorthEast, rpg), Aspect::Rear);
        let tile = |id: &str| id.parse::<Hex>().unwrap();
        assert!(matches!(tile("2914").bearing(tile("3114")), Some(Touch::Both(..))));
    }

    #[test]
    fn case_2_2_7_range_counts_hexes() {
        let t = tables();
        let tile = |space: Space| t.map.tiles[space.index()];
        for from in spaces().step_by(7) {
            for to in spaces().step_by(5) {
                assert_eq!(u16::from(t.sight.distance(from, to)), tile(from).distance(tile(to)));
                let within = t.sight.distance(from, to) <= 3;
                assert_eq!(t.sight.disc(from, 3).contains(to), within);
            }
        }
    }
}
