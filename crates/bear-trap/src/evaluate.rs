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
//! Positions are judged by the million, so whatever follows from the map alone is in [`Ground`], and whatever follows from
//! the weights in [`Scale`].

use std::ops::Deref;

use arrayvec::ArrayVec;
use board::{Member, Space, hex::Hex};
use serde::Deserialize;

use crate::{
    sequence::Step,
    sight,
    state::{Look, NOBODY, Place},
    tables::{HEXES, Marker, Side, Spaces, Status, Tables, Terrain, UNITS, Unit},
};

/// What counts for how much, in hundredths of a point, from `data/weights.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Half a victory point, as if the game ended now.
    half_point: i32,
    /// What a unit loses by its condition, by status.
    condition: [i32; 5],
    /// A Russian combat unit, for every hex nearer to a landmark that its side does not hold, up to [`FAR`] hexes. This and all
    /// that has two values goes by scenario: a column on parade and a deliberate assault are played differently.
    march: [i32; 2],
    /// A Chechen unit in, and next to, a landmark.
    guard: [i32; 2],
    /// A Chechen unit farther off, for every hex nearer to a landmark, up to [`CALL`] hexes.
    gather: i32,
    /// A Russian pile, for every hex that the nearest Chechen is nearer, up to [`SCENT`] hexes; less than `march`, so
    /// that Russians come on all the same.
    hunt: i32,
    /// A Chechen unit with a Russian in reach.
    in_reach: i32,
    /// A foot unit in woods, among houses, and on an upper level besides.
    woods: i32,
    houses: i32,
    upstairs: i32,
    /// A unit on the map or drawn for it, and a Chechen one that is still in the cup.
    present: i32,
    in_cup: i32,
    /// A unit that can still act this turn.
    ready: i32,
    /// A Chechen unit, for every hex nearer to Palace, Station, State Security and Parliament, up to [`FAR`] hexes; the
    /// one that draws it most counts.
    rally: [i32; 4],
    /// The fire that Russians, and that Chechens, stand under; see [`Judge::fire`].
    under_fire: [i32; 2],
    /// A Chechen unit that a Russian leader sees where batteries may fire: no Russian is in the next hex (6.5). Twice if
    /// he can still spot for them this turn.
    spotted: [i32; 2],
    /// The same unit while the artillery marker is being played: when leaders see many, it is the marker to play first.
    on_call: [i32; 2],
    /// A Russian leader, for every hex nearer to a landmark that his side does not hold: batteries need him in front.
    scout: [i32; 2],
    /// A Chechen unit beyond [`CROWD`] in a hex, for the batteries to find together.
    crowded: i32,
    /// A Russian vehicle, and its riders as much again, for every hex that the nearest Chechen on foot with a heavy weapon is
    /// nearer, up to [`SCENT`] hexes: he need not see it yet to step out and fire.
    stalked: [i32; 2],
}

/// How many hexes away a landmark still draws Russians on, and calls Chechens.
const FAR: u8 = 40;
const CALL: u8 = 12;
/// How many hexes away Chechens still scent a Russian pile.
const SCENT: u8 = 10;
/// So many Chechens in a hex are not too many.
const CROWD: i32 = 3;
/// In so many last turns fire to come counts less and less.
const LATE: i64 = 3;
/// No position is worth more, whatever the weights.
const MOST: i64 = 1_000_000_000;

/// What the judge knows of the map and the counters, worked out once.
#[derive(Debug)]
pub struct Ground {
    /// By the landmark hexes that the Russian holds, a bit each: how many hexes short of [`FAR`] the nearest other one
    /// is from each hex.
    march: Vec<[u8; HEXES]>,
    /// Cube coordinates of each hex, each counted from its least.
    cube: Vec<[u8; 3]>,
    /// How far each unit fires by its counter.
    range: [u8; UNITS],
    /// What each unit's fire does to foot units and to vehicles: its factor by the faces of the second die that kill.
    guns: [[i8; 2]; UNITS],
    /// How openly a foot unit stands in each hex, by level.
    open: Vec<[u8; 2]>,
    views: Views,
}

/// The weights, and what follows from them.
#[derive(Debug)]
pub struct Scale {
    w: Weights,
    /// A unit on the map by its status: when it has acted, and when it has not.
    shape: [[i32; 2]; 5],
    /// What cover a foot unit has in each hex, by level. Only buildings fall into rubble (8.7), which covers as well, so
    /// it never changes.
    cover: Vec<[i32; 2]>,
    /// What a Chechen unit guards in each hex.
    guard: Vec<i32>,
}

/// What is seen from each hex within each range. Of a set of hexes only the words around the hex matter.
#[derive(Debug)]
struct Views {
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

/// How openly a vehicle stands anywhere, and a foot unit in a clear hex.
const IN_THE_OPEN: u8 = 6;
/// How much more openly a vehicle stands with a leader in it: he does not score, and is missed all the same.
const LEADER_ABOARD: u8 = 3;

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
    fn meet(&self, from: Space, range: u8, hexes: &[u64]) -> bool {
        let seen = &self.words[(from.index() * RANGES + usize::from(range)) * self.span..][..self.span];
        let there = &hexes[usize::from(self.first[from.index()])..][..self.span];
        seen.iter().zip(there).fold(0, |both, (seen, there)| both | seen & there) != 0
    }

    /// Calls for each of these hexes that is seen from this one within a range.
    #[inline]
    fn each_met(&self, from: usize, range: u8, hexes: &[u64], mut call: impl FnMut(usize)) {
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

/// A position and what its judge thinks important.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    pub look: Look<'a>,
    pub ground: &'a Ground,
    pub scale: &'a Scale,
}

impl<'a> Deref for Judge<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

impl Judge<'_> {
    /// The worth for the Russian.
    pub fn worth(self) -> i32 {
        let [russian, chechen] = self.score();
        let ahead = times(self.scale.w.half_point, i32::from(russian) - i32::from(chechen));
        let worth = ahead + self.russians() - self.chechens() - times(self.scale.w.hunt, self.hunt());
        let worth = worth - self.fire() - times(self.by_scenario(self.scale.w.stalked), self.stalked());
        (worth / 100).clamp(-MOST, MOST) as i32
    }

    /// A weight of this scenario.
    #[inline]
    fn by_scenario(self, weight: [i32; 2]) -> i32 {
        weight[usize::from(self.s.scenario)]
    }

    /// The Russians on the map, and how near they are to the landmarks that they do not hold.
    fn russians(self) -> i64 {
        let march = &self.ground.march[usize::from(self.s.control)];
        let (mut worth, mut nearer, mut leaders) = (0, 0, 0);
        for unit in self.t.of[Side::Russian.index()] {
            let Some((at, cover)) = self.stands(unit) else { continue };
            worth += cover + self.shape(unit);
            let near = i32::from(march[at.index()]);
            if self.t.combat.contains(unit) {
                nearer += near;
            } else {
                leaders += near;
            }
        }
        worth
            + times(self.by_scenario(self.scale.w.march), nearer)
            + times(self.by_scenario(self.scale.w.scout), leaders)
    }

    /// The fire that Russians stand under less that which Chechens do: for every two piles that see each other by day,
    /// the guns of the one by how openly the units of the other stand, foot units and vehicles apart. A night is short,
    /// so it counts as day; but who stands in the open at the end of the last turn is safe.
    fn fire(self) -> i64 {
        let Weights { under_fire: [on_russians, on_chechens], spotted, on_call, crowded, .. } = self.scale.w;
        let [spotted, on_call] = [spotted, on_call].map(|weight| self.by_scenario(weight));
        if on_russians == 0 && on_chechens == 0 && spotted == 0 && on_call == 0 && crowded == 0 {
            return 0;
        }
        let mut slot = [0; HEXES];
        let mut russians = [Pile::default(); UNITS];
        let mut piles = 0;
        each(&self.s.occupied[Side::Russian.index()], |hex| {
            slot[hex] = piles as u8;
            self.in_pile(Side::Russian, hex, &mut russians[piles]);
            piles += 1;
        });
        let prey = self.occupied(Side::Russian);
        let words = prey.words();
        let (mut russian, mut chechen, mut shelled, mut crowd) = (0, 0, 0, 0);
        each(&self.s.occupied[Side::Chechen.index()], |hex| {
            let mut pile = Pile::default();
            self.in_pile(Side::Chechen, hex, &mut pile);
            let mut seen = 0;
            crowd += (pile.count - CROWD).max(0);
            self.ground.views.each_met(hex, self.t.charts.range.day, &words, |other| {
                let other = &russians[usize::from(slot[other])];
                russian += pile.on(other);
                chechen += other.on(&pile);
                seen = seen.max(other.spots);
            });
            if seen > 0 && (prey & self.t.sight.disc(Space(hex as u16), 1)).is_empty() {
                shelled += seen * pile.count;
            }
        });
        let last = i64::from(self.t.scenarios.last_turn(self.s.scenario));
        let left = (last + 1 - i64::from(self.s.turn)).clamp(0, LATE);
        let fire = times(on_russians, russian / 64) - times(on_chechens, chechen / 64);
        let spotted = if self.plays_artillery() { spotted.saturating_add(on_call) } else { spotted };
        (fire - times(spotted, shelled) - times(crowded, crowd)) * left / LATE
    }

    /// Whether the artillery marker is being played.
    fn plays_artillery(self) -> bool {
        let call = match self.s.step {
            Step::Call { call } | Step::Battery { call, .. } => call,
            Step::Spotter { mission } => mission.call(),
            Step::FireRoll { attack } | Step::HitRoll { attack } | Step::ScatterRoll { attack } => {
                attack.then.call()
            }
            _ => return false,
        };
        call.marker == Marker::Artillery
    }

    /// The units of a side in a hex as they fire and are fired at. Russian leaders do not score; in company they are
    /// safe from all but snipers (6.4), alone they are as good a target as anybody. The pile is written where it stays: a
    /// copy right after writing it would wait.
    #[inline]
    fn in_pile(self, side: Side, hex: usize, pile: &mut Pile) {
        let (mut guns, mut open) = ([0, 0], [0, 0]);
        let (mut count, mut spots, mut alone) = (0, 0, 0);
        let of = self.t.of[side.index()];
        for unit in self.here(Space(hex as u16)).filter(|&unit| of.contains(unit)) {
            count += 1;
            let by = match self.status(unit) {
                Status::Normal => 2,
                Status::Suppressed | Status::Pinned => 1,
                Status::Disrupted | Status::Inactive => 0,
            };
            for (sum, gun) in guns.iter_mut().zip(self.ground.guns[unit.index()]) {
                *sum += by * i32::from(gun);
            }
            if self.t.vehicles.contains(unit) {
                let [rider, leader] = self.s.cargo[unit.index()];
                open[1] += i32::from(IN_THE_OPEN) * if rider == NOBODY { 1 } else { 2 };
                if leader != NOBODY {
                    open[1] += i32::from(LEADER_ABOARD);
                    // 6.5 A leader spots from his vehicle as well.
                    if by == 2 {
                        spots = spots.max(self.spots(Unit(leader)));
                    }
                }
            } else {
                let stands = i32::from(self.ground.open[hex][self.level(unit) as usize]);
                if self.t.combat.contains(unit) {
                    open[0] += stands;
                } else {
                    alone += stands;
                }
                if by == 2 && self.t.leaders.contains(unit) {
                    spots = spots.max(self.spots(unit));
                }
            }
        }
        if open == [0, 0] {
            open[0] = alone;
        }
        (pile.guns, pile.open, pile.count, pile.spots) = (guns, open, count, spots);
    }

    /// How well a leader spots for the batteries: half as well if he has moved and they are still to fire (6.5).
    #[inline]
    fn spots(self, leader: Unit) -> i32 {
        let too_late = self.s.moved.contains(leader) && self.s.cup & Marker::Artillery.bit() != 0;
        if too_late { 1 } else { 2 }
    }

    /// The Chechens on the map and those to come, what they guard and whom they can reach.
    fn chechens(self) -> i64 {
        let prey = self.occupied(Side::Russian).words();
        let limits = Status::ALL.map(|status| self.sight_limit_of(status));
        let (mut worth, mut in_reach, mut in_cup, mut drawn) = (0, 0, 0, 0);
        for unit in self.t.of[Side::Chechen.index()] {
            let Some((at, cover)) = self.stands(unit) else {
                in_cup += i32::from(self.place(unit) == Place::Cup);
                drawn += i32::from(self.place(unit) == Place::Drawn);
                continue;
            };
            worth += cover + self.shape(unit) + i64::from(self.scale.guard[at.index()]);
            let range = self.ground.range[unit.index()].min(limits[self.status(unit).index()]);
            in_reach += i32::from(self.ground.views.meet(at, range, &prey));
        }
        let w = &self.scale.w;
        worth + times(w.in_reach, in_reach) + times(w.in_cup, in_cup) + times(w.present, drawn)
    }

    /// The hex a unit is in, and what the cover there is worth to it; passengers have none.
    #[inline]
    fn stands(self, unit: Unit) -> Option<(Space, i64)> {
        match self.place(unit) {
            Place::On(at, level) if self.t.foot.contains(unit) => {
                Some((at, i64::from(self.scale.cover[at.index()][level as usize])))
            }
            Place::On(at, _) => Some((at, 0)),
            Place::Aboard(vehicle) => self.at(vehicle).map(|at| (at, 0)),
            _ => None,
        }
    }

    /// A unit on the map: its condition, and whether it can still act.
    #[inline]
    fn shape(self, unit: Unit) -> i64 {
        let fresh = !self.s.activated.contains(unit);
        i64::from(self.scale.shape[self.status(unit).index()][usize::from(fresh)])
    }

    /// By how many hexes the nearest Chechen is within [`SCENT`] of each Russian pile.
    fn hunt(self) -> i32 {
        let mut prey = Prey::new();
        each(&self.s.occupied[Side::Russian.index()], |hex| prey.add(self.ground.cube[hex]));
        each(&self.s.occupied[Side::Chechen.index()], |hex| prey.scented(self.ground.cube[hex]));
        (0..prey.count).map(|pile| prey.nearer(pile)).sum()
    }

    /// By how many hexes the nearest Chechen on foot with a heavy weapon is within [`SCENT`] of each Russian vehicle, twice if
    /// it carries a fighting unit.
    fn stalked(self) -> i32 {
        if self.by_scenario(self.scale.w.stalked) == 0 {
            return 0;
        }
        let mut prey = Prey::new();
        let mut lives: ArrayVec<i32, UNITS> = ArrayVec::new();
        for vehicle in self.t.of[Side::Russian.index()] & self.t.vehicles {
            if let Place::On(at, _) = self.place(vehicle) {
                let [rider, _] = self.s.cargo[vehicle.index()];
                lives.push(if rider == NOBODY { 1 } else { 2 });
                prey.add(self.ground.cube[at.index()]);
            }
        }
        for hunter in self.t.of[Side::Chechen.index()] & self.t.heavy & self.t.foot {
            if let Place::On(at, _) = self.place(hunter)
                && self.status(hunter).acts()
            {
                prey.scented(self.ground.cube[at.index()]);
            }
        }
        lives.iter().enumerate().map(|(vehicle, lives)| lives * prey.nearer(vehicle)).sum()
    }
}

/// Who is hunted: where they are, and how far the nearest hunter is, at most [`SCENT`].
struct Prey {
    at: [[[u8; LANES]; 3]; UNITS.div_ceil(LANES)],
    far: [[u8; LANES]; UNITS.div_ceil(LANES)],
    count: usize,
}

impl Prey {
    fn new() -> Prey {
        Prey {
            at: [[[0; LANES]; 3]; UNITS.div_ceil(LANES)],
            far: [[SCENT; LANES]; UNITS.div_ceil(LANES)],
            count: 0,
        }
    }

    /// Another one, in the hex with these coordinates.
    #[inline]
    fn add(&mut self, cube: [u8; 3]) {
        for (axis, way) in self.at[self.count / LANES].iter_mut().zip(cube) {
            axis[self.count % LANES] = way;
        }
        self.count += 1;
    }

    /// All of them have a hunter in the hex with these coordinates.
    #[inline]
    fn scented(&mut self, hunter: [u8; 3]) {
        let groups = self.count.div_ceil(LANES);
        for (far, at) in self.far.iter_mut().zip(&self.at).take(groups) {
            approach(far, at, hunter);
        }
    }

    /// By how many hexes the nearest hunter is within [`SCENT`] of one of them.
    fn nearer(&self, one: usize) -> i32 {
        i32::from(SCENT - self.far[one / LANES][one % LANES])
    }
}

/// The units of a side in a hex: their guns, and how openly they stand, against and as foot units and vehicles.
#[derive(Clone, Copy, Default)]
struct Pile {
    guns: [i32; 2],
    open: [i32; 2],
    count: i32,
    /// How well the leader among them spots.
    spots: i32,
}

impl Pile {
    /// The fire of this pile on another.
    #[inline]
    fn on(&self, other: &Pile) -> i32 {
        self.guns[0] * other.open[0] + self.guns[1] * other.open[1]
    }
}

/// Calls for the index of each hex of a set, word by word: in loops this short, the iterator itself would cost most.
#[inline]
fn each(hexes: &Spaces, mut call: impl FnMut(usize)) {
    for (index, mut word) in hexes.words().into_iter().enumerate() {
        while word != 0 {
            call(64 * index + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

/// So many piles are looked at in one go.
const LANES: usize = 16;

/// Shortens the distance of each pile to the nearest hunter if this one is nearer.
#[inline]
fn approach(nearest: &mut [u8; LANES], prey: &[[u8; LANES]; 3], [x, y, z]: [u8; 3]) {
    let between = |a: u8, b: u8| a.max(b) - a.min(b);
    for i in 0..LANES {
        let far = between(prey[0][i], x).max(between(prey[1][i], y)).max(between(prey[2][i], z));
        nearest[i] = nearest[i].min(far);
    }
}

/// So many of what counts so much.
fn times(weight: i32, count: i32) -> i64 {
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
    use crate::{BearTrap, WEIGHTS};

    /// Every weight of the file set to the same value; chances such that a judgement is the sum itself.
    fn all_weights(value: i32) -> Overlay {
        let line = |line: &str| match line.split_once(" = ") {
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
                assert_eq!(game.evaluate(&state, Seat(0)), -game.evaluate(&state, Seat(1)));
                assert_eq!(game.judge(&state, Seat(0)), game.evaluate(&state, Seat(0)));
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
        let file = overlay
            .get(WEIGHTS)
            .expect("the weights were laid over")
            .replace("stalked = [0, 0]", "stalked = [0, 100]");
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
        game.evaluate(&state, Seat(0))
    }

    #[test]
    fn a_vehicle_fears_heavy_weapons_near_it() {
        let near = |hunter: &str, at: &str| stalked(&[("ru-btr01", "0620"), (hunter, at)], &[]);
        assert_eq!(near("ch-rpg01", "0617"), -i32::from(SCENT - 3));
        assert_eq!(near("ch-hw1", "0615"), -i32::from(SCENT - 5));
        assert_eq!(near("ch-inf01", "0617"), 0, "light weapons hardly hurt it");
        assert_eq!(near("ch-rpg01", "0609"), 0, "too far");
        let two = [("ru-btr01", "0620"), ("ch-rpg01", "0617"), ("ch-rpg02", "0615")];
        assert_eq!(stalked(&two, &[]), -i32::from(SCENT - 3), "the nearest counts");
    }

    #[test]
    fn riders_are_feared_for_and_a_shaken_hunter_is_not_feared() {
        let full = [("ru-btr01", "0620"), ("ru-181-inf1", "aboard:ru-btr01"), ("ch-rpg01", "0617")];
        assert_eq!(stalked(&full, &[]), -2 * i32::from(SCENT - 3));
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
                let mut far = [SCENT; LANES];
                approach(
                    &mut far,
                    &ground.cube[to.index()].map(|way| [way; LANES]),
                    ground.cube[from.index()],
                );
                assert_eq!(far, [t.sight.distance(from, to).min(SCENT); LANES]);
            }
        }
    }
}
