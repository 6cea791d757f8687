//! What scoring asks of the map, the counters and the weights all the time, worked out once: whatever follows from the map
//! alone is in [`Ground`], whatever follows from the weights in [`Scale`].

use bear_trap::{
    Side, Unit, sight,
    tables::{HEXES, Spaces, Status, Tables, Terrain, UNITS},
};
use board::{Member, Space, hex::Hex};

use super::{terms::IN_THE_OPEN, weights::Weights};

/// How many hexes away a landmark still draws Russians on, and calls Chechens.
const FAR: u8 = 40;
const CALL: u8 = 12;

/// What follows from the map and the counters.
#[derive(Debug)]
pub struct Ground {
    /// By the landmark hexes that the Russian holds, a bit each: how many hexes short of [`FAR`] the nearest other one
    /// is from each hex.
    pub march: Vec<[u8; HEXES]>,
    /// Cube coordinates of each hex, each counted from its least.
    pub cube: Vec<[u8; 3]>,
    /// How far each unit fires by its counter.
    pub range: [u8; UNITS],
    /// What each unit's fire does to foot units and to vehicles: its factor by the faces of the second die that kill.
    pub guns: [[i8; 2]; UNITS],
    /// How openly a foot unit stands in each hex, by level.
    pub open: Vec<[u8; 2]>,
    pub views: Views,
}

/// The weights, and what follows from them.
#[derive(Debug)]
pub struct Scale {
    pub w: Weights,
    /// A unit on the map by its status: when it has acted, and when it has not.
    pub shape: [[i32; 2]; 5],
    /// What cover a foot unit has in each hex, by level. Only buildings fall into rubble (8.7), which covers as well, so
    /// it never changes.
    pub cover: Vec<[i32; 2]>,
    /// What a Chechen unit guards in each hex.
    pub guard: Vec<i32>,
}

/// What is seen from each hex within each range. Of a set of hexes only the words around the hex matter.
#[derive(Debug)]
pub struct Views {
    /// The first word that matters to each hex, and how many do.
    first: Vec<u8>,
    span: usize,
    /// Those words hex by hex, and of each hex range by range.
    words: Vec<u64>,
}

/// Ranges from zero to the longest.
const RANGES: usize = sight::FAR as usize + 1;

impl Ground {
    pub fn new(t: &Tables) -> Ground {
        let march = |held: usize| {
            let landmarks = t.map.landmark_list.iter().enumerate();
            let others: Vec<Space> =
                landmarks.filter(|(i, _)| held >> i & 1 == 0).map(|(_, &hex)| hex).collect();
            std::array::from_fn(|hex| FAR - nearest(t, Space(hex as u16), &others))
        };
        let least = [0, 1, 2].map(|axis| t.map.tiles.iter().map(|hex| hex.cube()[axis]).min().unwrap_or(0));
        let cube = |hex: &Hex| [0, 1, 2].map(|axis| (hex.cube()[axis] - least[axis]) as u8);
        Ground {
            march: (0..1 << t.map.landmark_list.len()).map(march).collect(),
            cube: t.map.tiles.iter().map(cube).collect(),
            range: std::array::from_fn(|unit| t.counters[unit].range),
            guns: std::array::from_fn(|unit| guns(t, Unit(unit as u8))),
            open: (0..HEXES as u16).map(|hex| open(t.map.terrain(Space(hex)))).collect(),
            views: Views::new(t),
        }
    }
}

/// 6.4, 6.4.3 What a unit's fire does to foot units and to vehicles of the enemy. 8.8 Snipers fire at leaders only.
fn guns(t: &Tables, unit: Unit) -> [i8; 2] {
    let hits = &t.charts.hits;
    let russian = t.side(unit) == Side::Russian;
    let kills = match t.heavy.contains(unit) {
        _ if t.snipers.contains(unit) => [0, 0],
        true if russian => [hits.heavy_chechen; 2],
        true => [hits.heavy_russian; 2],
        false if russian => [hits.light_chechen, hits.light_vehicle],
        false => [hits.light_russian, hits.light_vehicle],
    };
    kills.map(|faces| t.counters[unit.index()].cf.saturating_mul(faces))
}

/// 6.4.2 How openly a foot unit stands in this terrain, on the ground and upstairs.
fn open(terrain: Terrain) -> [u8; 2] {
    match terrain {
        Terrain::Clear => [IN_THE_OPEN, IN_THE_OPEN],
        Terrain::Woods => [4, 4],
        Terrain::BuiltUp | Terrain::Landmark | Terrain::Rubble => [3, 2],
    }
}

/// How far the nearest of these hexes is, at most [`FAR`].
fn nearest(t: &Tables, from: Space, hexes: &[Space]) -> u8 {
    hexes.iter().map(|&hex| t.sight.distance(from, hex)).min().unwrap_or(FAR).min(FAR)
}

/// How much the landmark buildings draw a Chechen on in a hex: the one that does most.
fn rally(t: &Tables, from: Space, draw: &[i32; 4]) -> i32 {
    let landmarks = t.map.landmark_list.iter().enumerate();
    let drawn = landmarks.map(|(i, &hex)| {
        let building = t.map.buildings.iter().position(|it| it.marks >> i & 1 == 1);
        let near = FAR - t.sight.distance(from, hex).min(FAR);
        building.map_or(0, |building| draw[building].saturating_mul(i32::from(near)))
    });
    drawn.max().unwrap_or(0)
}

impl Scale {
    pub fn new(t: &Tables, w: Weights) -> Scale {
        let shape = Status::ALL.map(|status| {
            let acted = w.present.saturating_sub(w.condition[status.index()]);
            [acted, if status.acts() { acted.saturating_add(w.ready) } else { acted }]
        });
        let cover = |hex: u16| {
            let ground = match t.map.terrain(Space(hex)) {
                Terrain::Clear => 0,
                Terrain::Woods => w.woods,
                Terrain::BuiltUp | Terrain::Landmark | Terrain::Rubble => w.houses,
            };
            [ground, ground.saturating_add(w.upstairs)]
        };
        let guard = |hex: u16| {
            let near = match nearest(t, Space(hex), &t.map.landmark_list) {
                near @ (0 | 1) => w.guard[usize::from(near)],
                far => w.gather.saturating_mul(i32::from(CALL.saturating_sub(far))),
            };
            near.saturating_add(rally(t, Space(hex), &w.rally))
        };
        let hexes = 0..HEXES as u16;
        Scale { shape, cover: hexes.clone().map(cover).collect(), guard: hexes.map(guard).collect(), w }
    }
}

impl Views {
    fn new(t: &Tables) -> Views {
        let field = |hex: usize, range: usize| match range {
            0 => Spaces::empty().words(),
            _ => t.sight.field(Space(hex as u16), range as u8).words(),
        };
        let all = field(0, 0).len();
        let used = |hex: usize| {
            let words = field(hex, RANGES - 1);
            let first = words.iter().position(|&word| word != 0).unwrap_or(0);
            first..words.iter().rposition(|&word| word != 0).map_or(first, |last| last + 1)
        };
        let span = (0..HEXES).map(|hex| used(hex).len()).max().unwrap_or(0);
        let first: Vec<u8> = (0..HEXES).map(|hex| used(hex).start.min(all - span) as u8).collect();
        let mut words = Vec::with_capacity(HEXES * RANGES * span);
        for (hex, &first) in first.iter().enumerate() {
            for range in 0..RANGES {
                words.extend(&field(hex, range)[usize::from(first)..][..span]);
            }
        }
        Views { first, span, words }
    }

    /// Whether any of these hexes is seen from this one within a range; a unit of range zero sees nobody.
    #[inline]
    pub fn meet(&self, from: Space, range: u8, hexes: &[u64]) -> bool {
        let seen = &self.words[(from.index() * RANGES + usize::from(range)) * self.span..][..self.span];
        let there = &hexes[usize::from(self.first[from.index()])..][..self.span];
        seen.iter().zip(there).fold(0, |both, (seen, there)| both | seen & there) != 0
    }

    /// Calls for each of these hexes that is seen from this one within a range.
    #[inline]
    pub fn each_met(&self, from: usize, range: u8, hexes: &[u64], mut call: impl FnMut(usize)) {
        let seen = &self.words[(from * RANGES + usize::from(range)) * self.span..][..self.span];
        let first = usize::from(self.first[from]);
        for (index, seen) in seen.iter().enumerate() {
            let mut both = seen & hexes[first + index];
            while both != 0 {
                call(64 * (first + index) + both.trailing_zeros() as usize);
                both &= both - 1;
            }
        }
    }
}

impl Ground {
    /// How far two hexes are from each other.
    #[inline]
    pub fn distance(&self, one: usize, other: usize) -> u8 {
        let between = |axis: usize| self.cube[one][axis].abs_diff(self.cube[other][axis]);
        between(0).max(between(1)).max(between(2))
    }
}

/// So many of what counts so much.
pub fn times(weight: i32, count: i32) -> i64 {
    i64::from(weight) * i64::from(count)
}
