//! What a position is worth, in hundredths of a victory point for the Russian.
//!
//! | term | why |
//! |---|---|
//! | score | the points as if the game ended now (11.2) |
//! | condition | a shaken unit is easier to kill and does less |
//! | march | Russian units near a landmark they do not hold will take it |
//! | guard | Chechen units in and near landmarks keep them |
//! | hunt | Russians with Chechens near them, or in their reach, will be hurt |
//! | stalkers | a heavy weapon that comes round the corner kills a vehicle with all its riders |
//! | cover | houses and upper levels protect, open streets do not |
//! | presence | units on the map fight, those at the edge or in the cup do not yet |
//! | readiness | a unit that has not acted yet may still do so |
//! | rally | Chechens hold the buildings that score, and not the streets far from them |
//! | fire | who stands in sight of many guns, and openly, will be shot |
//! | batteries | Russian leaders find targets for them from in front, and Chechens in a crowd are good ones |
//!
//! Positions are judged by the million, so whatever follows from the map alone is in [`Ground`], whatever follows from
//! the weights in [`Scale`], and `judge.rs` goes from one position to the next.

use board::{Member, Space, hex::Hex};
use serde::Deserialize;

use crate::{
    judge::IN_THE_OPEN,
    sight,
    tables::{HEXES, Side, Spaces, Status, Tables, Terrain, UNITS, Unit},
};

/// What counts for how much, in hundredths of a point, from `data/weights.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Half a victory point, as if the game ended now.
    pub half_point: i32,
    /// What a unit loses by its condition, by status.
    pub condition: [i32; 5],
    /// A Russian combat unit, for every hex nearer to a landmark that its side does not hold, up to [`FAR`] hexes.
    pub march: i32,
    /// A Chechen unit in, and next to, a landmark.
    pub guard: [i32; 2],
    /// A Chechen unit farther off, for every hex nearer to a landmark, up to [`CALL`] hexes.
    pub gather: i32,
    /// A Russian pile, for every hex that the nearest Chechen is nearer, up to [`SCENT`](crate::judge::SCENT) hexes; less than `march`, so
    /// that Russians come on all the same.
    pub hunt: i32,
    /// A Chechen unit with a Russian in reach.
    pub in_reach: i32,
    /// A foot unit in woods, among houses, and on an upper level besides.
    pub woods: i32,
    pub houses: i32,
    pub upstairs: i32,
    /// A unit on the map or drawn for it, and a Chechen one that is still in the cup.
    pub present: i32,
    pub in_cup: i32,
    /// A unit that can still act this turn.
    pub ready: i32,
    /// A Chechen unit, for every hex nearer to Palace, Station, State Security and Parliament, up to [`FAR`] hexes; the
    /// one that draws it most counts.
    pub rally: [i32; 4],
    /// The fire that Russians, and that Chechens, stand under; see [`Judge::fire`](crate::judge::Judge).
    pub under_fire: [i32; 2],
    /// A Chechen unit that a Russian leader sees where batteries may fire: no Russian is in the next hex (6.5). Twice if
    /// he can still spot for them this turn.
    pub spotted: i32,
    /// The same unit while the artillery marker is being played: when leaders see many, it is the marker to play first.
    pub on_call: i32,
    /// A Russian leader, for every hex nearer to a landmark that his side does not hold: batteries need him in front.
    pub scout: i32,
    /// A Chechen unit beyond three in a hex, for the batteries to find together.
    pub crowded: i32,
    /// A Chechen on foot with a heavy weapon, for every hex that the nearest Russian vehicle is nearer, up to
    /// [`STALK`](crate::judge::STALK) hexes, twice if it has riders: he need not see it yet to step out and fire.
    pub stalked: i32,
}

/// How many hexes away a landmark still draws Russians on, and calls Chechens.
const FAR: u8 = 40;
const CALL: u8 = 12;

/// What the judge knows of the map and the counters, worked out once.
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

/// Ranges from nought to the longest.
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

    /// Whether any of these hexes is seen from this one within a range; a unit of range nought sees nobody.
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

#[cfg(test)]
mod tests {
    use kernel::{
        Game, Journal, Node, Options, Rng, Seat,
        data::{Chance, Overlay},
        example::{Arrangement, PieceSpec, Position},
    };

    use super::*;
    use crate::{
        BearTrap, WEIGHTS,
        judge::{Memo, STALK},
    };

    /// Every weight of the file set to the same value; chances such that a judgement is the sum itself.
    fn all_weights(value: i32) -> Overlay {
        let line = |line: &str| match line.split_once(" = ") {
            // What is told of a judgement is no weight.
            Some(("even" | "scale", list)) if list.starts_with('[') => format!("{line}\n"),
            Some(("even", _)) => "even = 0\n".to_owned(),
            Some(("scale", _)) => format!("scale = {}\n", Chance::SURE),
            Some((key, list)) if list.starts_with('[') => {
                format!("{key} = {:?}\n", vec![value; list.split(',').count()])
            }
            Some((key, _)) if !line.starts_with('#') => format!("{key} = {value}\n"),
            _ => format!("{line}\n"),
        };
        let mut overlay = Overlay::none();
        overlay.insert(WEIGHTS, &include_str!("../data/weights.toml").lines().map(line).collect::<String>());
        overlay
    }

    #[test]
    fn no_weights_are_too_great() {
        let games = [1_000_000, -1_000_000, i32::MAX, i32::MIN]
            .map(|value| BearTrap::load(&all_weights(value)).expect("every number is a weight"));
        let (mut rng, mut legal) = (Rng::new(1, 1), Vec::new());
        let mut state = games[0].setup(0, Options::NONE);
        loop {
            for game in &games {
                let memo = &mut Memo::default();
                assert_eq!(game.evaluate(&state, Seat(0), memo), -game.evaluate(&state, Seat(1), memo));
                assert_eq!(game.judge(&state, Seat(0), memo), game.evaluate(&state, Seat(0), memo));
            }
            match games[0].node(&state) {
                Node::Over(_) => break,
                Node::Chance(draw) => games[0].resolve(&mut state, rng.luck(draw), &mut Journal::deaf()),
                Node::Decision(_) => {
                    games[0].legal(&state, &mut legal);
                    let action = legal[rng.below(legal.len() as u64) as usize];
                    games[0].apply(&mut state, action, &mut Journal::deaf());
                }
            }
        }
    }

    /// A position in which these stand in the open west of the city, and what it is worth if stalking alone counts.
    fn stalked(pieces: &[(&str, &str)], marks: &[&str]) -> i32 {
        let mut overlay = all_weights(0);
        let file =
            overlay.get(WEIGHTS).expect("the weights were laid over").replace("stalked = 0", "stalked = 100");
        overlay.insert(WEIGHTS, &file);
        let game = BearTrap::load(&overlay).expect("every number is a weight");
        let mut state = game.setup(1, Options::NONE);
        let spec = |&(id, at): &(&str, &str)| {
            let marks = (id.starts_with("ch-")).then(|| marks.iter().map(|&mark| mark.to_owned()).collect());
            (id.to_owned(), PieceSpec { at: Some(at.to_owned()), marks, ..PieceSpec::default() })
        };
        let arrangement = Arrangement { pieces: pieces.iter().map(spec).collect(), ..Arrangement::default() };
        let position = Position { clear: true, step: Some("russian-marker".to_owned()), arrangement };
        game.arrange(&mut state, &position).expect("a sound position");
        game.evaluate(&state, Seat(0), &mut Memo::default())
    }

    #[test]
    fn a_vehicle_fears_heavy_weapons_near_it() {
        let near = |hunter: &str, at: &str| stalked(&[("ru-btr01", "0620"), (hunter, at)], &[]);
        let fear = |far: u8| -i32::from(STALK - far);
        assert_eq!(near("ch-rpg01", "0617"), fear(3));
        assert_eq!(near("ch-hw1", "0615"), fear(5));
        assert_eq!(near("ch-inf01", "0617"), 0, "light weapons hardly hurt it");
        assert_eq!(near("ch-rpg01", "0613"), 0, "too far");
        let hunters = [("ru-btr01", "0620"), ("ch-rpg01", "0617"), ("ch-rpg02", "0615")];
        assert_eq!(stalked(&hunters, &[]), fear(3) + fear(5), "each of them is feared");
        let vehicles = [("ru-btr01", "0620"), ("ru-btr02", "0621"), ("ch-rpg01", "0617")];
        assert_eq!(stalked(&vehicles, &[]), fear(3), "he fires once");
    }

    #[test]
    fn riders_are_feared_for_and_a_shaken_hunter_is_not_feared() {
        let full = [("ru-btr01", "0620"), ("ru-181-inf1", "aboard:ru-btr01"), ("ch-rpg01", "0617")];
        assert_eq!(stalked(&full, &[]), -2 * i32::from(STALK - 3));
        assert_eq!(stalked(&full, &["disrupted"]), 0);
        assert_eq!(
            stalked(&[("ru-181-inf1", "0620"), ("ch-rpg01", "0617")], &[]),
            0,
            "men on foot take cover"
        );
    }

    #[test]
    fn case_6_2_1_what_the_judge_sees_is_in_sight() {
        let t = Tables::load(&Overlay::none()).expect("the built-in tables are sound");
        let ground = Ground::new(&t);
        for from in (0..HEXES as u16).step_by(3).map(Space) {
            for to in (0..HEXES as u16).step_by(5).map(Space) {
                let there = Spaces::one(to).words();
                for range in 0..=sight::FAR {
                    let seen = range > 0 && t.sight.sees(from, to, range);
                    assert_eq!(ground.views.meet(from, range, &there), seen);
                    let mut met = Vec::new();
                    ground.views.each_met(from.index(), range, &there, |hex| met.push(hex));
                    assert_eq!(met, if seen { vec![to.index()] } else { vec![] });
                }
                assert_eq!(ground.distance(from.index(), to.index()), t.sight.distance(from, to));
            }
        }
    }
}
