//! What does not change while the game is played: the board, the counters' faces, the features of the map picture.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::Member;
use view::{
    Art, Board, Face, Holding, HoldingKind, MarkKind, Name, Sign, Space as ViewSpace, Stack, Tone,
    art::{
        Ground, Hand, Key, Label, Patch, PatchKind, Region, RegionKind, Sample, Sheet, Stroke, StrokeKind,
        Symbol, SymbolKind,
    },
    outline,
};

use crate::{
    state::{Place, Post},
    tables::{
        Coming, Counter, Echelon, Edge, Flag, Kind, Leader, Nation, Officer, Point, RawBorder, RawSpace,
        Shape, Side, SpaceKind, Tables, Terrain, Unit,
    },
};

/// Edge of a counter on the map.
const COUNTER: u16 = 92;
/// The colours of the sides, in the order of their seats.
const TONES: [Tone; 2] = [Tone::Dark, Tone::Light];
/// From this width on a river is drawn as a great one.
const GREAT_RIVER: u16 = 6;

/// Ids that views repeat, made once.
#[derive(Debug)]
pub struct Names {
    pub sides: [Name; 2],
    pub spaces: Vec<Name>,
    /// The id of a unit, which is the key of its full-strength face too.
    pub front: Vec<Name>,
    /// The face of a unit at reduced strength.
    pub back: Vec<Name>,
    /// The id of a Leader and the key of his face.
    pub leaders: Vec<Name>,
    /// The turns in which units and Leaders enter, by turn.
    entries: Vec<Name>,
    unit_entry: Vec<Name>,
    leader_entry: Vec<Name>,
    eliminated: [Name; 2],
    out: [Name; 2],
    pub reduced: Name,
}

impl Names {
    pub fn new(t: &Tables) -> Names {
        let each = |kind: &str| Side::BOTH.map(|side| Name::from(format!("box:{}-{kind}", side.id())));
        let units = t.counters.iter().enumerate();
        let officers = t.officers.iter().enumerate();
        Names {
            sides: Side::BOTH.map(|side| side.id().into()),
            spaces: t.map.space.iter().map(|space| space.id.as_str().into()).collect(),
            front: t.counters.iter().map(|counter| counter.id.clone()).collect(),
            back: t.counters.iter().map(|counter| format!("{}/back", counter.id).into()).collect(),
            leaders: t.officers.iter().map(|officer| officer.id.clone()).collect(),
            entries: (0..=t.scenario.scenario.turns + 1).map(|turn| entry(turn).into()).collect(),
            unit_entry: units.map(|(i, _)| entry(unit_turn(t, Unit::at(i))).into()).collect(),
            leader_entry: officers.map(|(i, _)| entry(leader_turn(t, Leader::at(i))).into()).collect(),
            eliminated: each("eliminated"),
            out: each("leaders-out"),
            reduced: "reduced".into(),
        }
    }

    /// Where a unit is, in the words of the view.
    pub fn at(&self, t: &Tables, unit: Unit, place: Place) -> Name {
        match place {
            Place::On(space) => self.spaces[usize::from(space)].clone(),
            Place::Waiting => self.unit_entry[unit.index()].clone(),
            Place::Eliminated => self.eliminated[t.counter(unit).side.index()].clone(),
        }
    }

    /// Where a Leader is, in the words of the view.
    pub fn post(&self, t: &Tables, leader: Leader, post: Post) -> Name {
        match post {
            Post::On(space) => self.spaces[usize::from(space)].clone(),
            Post::Waiting => self.leader_entry[leader.index()].clone(),
            Post::Track(turn) => self.entries[usize::from(turn).min(self.entries.len() - 1)].clone(),
            Post::Out => self.out[t.officer(leader).side.index()].clone(),
        }
    }
}

fn entry(turn: u8) -> String {
    format!("entry:{turn}")
}

/// The turn in which a unit arrives; zero for one that is there from the start.
fn unit_turn(t: &Tables, unit: Unit) -> u8 {
    t.arrivals.iter().find(|arrival| arrival.1 == unit).map_or(0, |arrival| arrival.0)
}

/// The turn in which a Leader arrives, the successors of 6.2.4b in the turn of the takeover.
pub fn leader_turn(t: &Tables, leader: Leader) -> u8 {
    let listed = t.leader_events.iter().find(|event| event.1 == leader && event.2 != Coming::Leaves);
    let successor = t.takeover.replaced.iter().any(|pair| pair[1] == leader);
    listed.map_or(if successor { t.takeover.turn } else { 0 }, |event| event.0)
}

pub fn board(t: &Tables) -> Board {
    let both = |it: &Counter| (it.id.clone(), [face(it, false), face(it, true)]);
    let mut faces = kit::two_faced(t.counters.iter().map(both));
    for officer in &t.officers {
        faces.insert(officer.id.clone(), leader_face(t, officer));
    }
    Board {
        game: "slaughterhouse".into(),
        title: "Slaughterhouse".into(),
        size: [t.map.meta.width, t.map.meta.height],
        counter: COUNTER,
        sides: kit::sides(Side::parties(), TONES),
        spaces: t.map.space.iter().map(|raw| view_space(t, raw)).collect(),
        faces,
        boxes: holdings(),
        marks: marks(),
    }
}

fn holdings() -> Vec<Holding> {
    vec![
        Holding::new("axis-eliminated", "Axis losses", HoldingKind::Eliminated, Side::Axis.id()),
        Holding::new("soviet-eliminated", "Soviet losses", HoldingKind::Eliminated, Side::Soviet.id()),
        Holding::new("axis-leaders-out", "Axis Leaders out of the game", HoldingKind::Out, Side::Axis.id()),
        Holding::new(
            "soviet-leaders-out",
            "Soviet Leaders out of the game",
            HoldingKind::Out,
            Side::Soviet.id(),
        ),
    ]
}

/// The marks on pieces.
fn marks() -> BTreeMap<Name, MarkKind> {
    kit::marks([
        ("reduced", MarkKind::new("reduced", Sign::Reduced)),
        ("acted-1", MarkKind::new("has acted once", Sign::Times(1))),
        ("acted-2", MarkKind::new("has acted twice", Sign::Times(2))),
        ("acted-3", MarkKind::new("has acted three times", Sign::Times(3))),
    ])
}

fn view_space(t: &Tables, raw: &RawSpace) -> ViewSpace {
    let [x, y] = raw.center;
    let (stack, piles) = match raw.kind {
        SpaceKind::Area => {
            let piles = [("axis".into(), [x - 56, y + 44]), ("soviet".into(), [x + 56, y + 44])];
            (Stack::Area, piles.into())
        }
        SpaceKind::Zone => (Stack::Zone, [(Name::from(raw.control.id()), [x, y + 140])].into()),
    };
    ViewSpace {
        id: raw.id.as_str().into(),
        name: raw.name.as_str().into(),
        terrain: ground_word(raw).into(),
        stack,
        outline: outline(&raw.polygon),
        label: raw.label,
        center: raw.center,
        piles,
        levels: false,
        spoken: spoken(t, raw).into(),
    }
}

fn ground_word(raw: &RawSpace) -> &'static str {
    match (raw.kind, raw.has(Flag::Fortress)) {
        (SpaceKind::Zone, _) => "zone",
        (SpaceKind::Area, true) => "fortress",
        (SpaceKind::Area, false) if raw.vp > 0 => "urban",
        (SpaceKind::Area, false) => raw.terrain.word(),
    }
}

fn spoken(t: &Tables, raw: &RawSpace) -> String {
    if raw.kind == SpaceKind::Zone {
        return format!("{}, {} Zone", raw.name, raw.control.name());
    }
    let tem = t.graph.space(&raw.id).map_or(0, |space| t.tem[space.index()]);
    let mut words = format!("{}, {}", raw.name, raw.terrain.word());
    if raw.has(Flag::Fortress) {
        words.push_str(", Fortress");
    } else if raw.vp > 0 {
        words.push_str(", Urban");
    }
    words.push_str(&format!(", TEM {tem}"));
    match raw.vp {
        0 => {}
        1 => words.push_str(", 1 victory point"),
        points => words.push_str(&format!(", {points} victory points")),
    }
    words
}

/// The stripe that tells the nations of one side apart; Germans and Soviets, who are many, have none.
fn band(nation: Nation) -> Option<Name> {
    match nation {
        Nation::De | Nation::Su => None,
        Nation::Fi => Some("#e8f1fa".into()),
        Nation::Hu => Some("#5fa05a".into()),
        Nation::Ro => Some("#e3bd3f".into()),
    }
}

fn face(counter: &Counter, back: bool) -> Face {
    let (symbol, kind) = match counter.kind {
        Kind::Infantry if counter.echelon == Echelon::Front => ("infantry", "Front"),
        Kind::Infantry => ("infantry", "infantry"),
        Kind::Shock => ("motorized", "shock infantry"),
        Kind::Panzer => ("armor", "panzers"),
    };
    let factors = counter.faces[usize::from(back)];
    let strength = if back { "reduced" } else { "full strength" };
    let adjective = counter.nation.adjective();
    let spoken = format!(
        "{adjective} {kind} {}, {strength}: attack {}, counter-attack {}, movement {}",
        counter.name, factors.attack, factors.counter, factors.mf
    );
    Face {
        size: Some(if counter.echelon == Echelon::Front { "XXXXX" } else { "XXXX" }.into()),
        band: band(counter.nation),
        strength: Some(factors.attack.to_string().into()),
        ops: Some(factors.counter.to_string().into()),
        movement: Some(factors.mf.to_string().into()),
        ..Face::new(TONES[counter.side.index()], symbol, counter.short.clone(), spoken)
    }
}

fn leader_face(t: &Tables, officer: &Officer) -> Face {
    let commands = match officer.command {
        Some(unit) => format!("commands {}", t.counter(unit).name),
        None => "supports any Front or Army".to_owned(),
    };
    let (adjective, name, rating) = (officer.nation.adjective(), &officer.name, officer.rating);
    let spoken = format!("{adjective} Leader {name}, rating {rating}, {commands}");
    Face {
        band: band(officer.nation),
        strength: Some(rating.to_string().into()),
        ..Face::new(TONES[officer.side.index()], "leader", name.clone(), spoken)
    }
}

pub fn art(t: &Tables) -> Art {
    let size = [t.map.meta.width, t.map.meta.height];
    Art {
        size,
        title: "SLAUGHTERHOUSE".into(),
        subtitle: "The Soviet-German War, 1941-42".into(),
        sheet: Sheet::Front,
        regions: t.map.space.iter().map(region).collect(),
        patches: patches(t),
        lines: lines(t),
        symbols: t.map.space.iter().flat_map(|raw| symbols(t, raw)).collect(),
        labels: labels(t),
        key: key(),
        title_at: Some([44, 44]),
        key_at: Some([44, 308]),
        ..Art::default()
    }
}

fn region(raw: &RawSpace) -> Region {
    let mut flags: Vec<Name> = Vec::new();
    if raw.vp > 0 {
        flags.push("victory".into());
    }
    if raw.kind == SpaceKind::Zone {
        flags.push(raw.control.id().into());
    }
    Region {
        id: raw.id.as_str().into(),
        name: raw.name.as_str().into(),
        kind: match raw.kind {
            SpaceKind::Area => RegionKind::Area,
            SpaceKind::Zone => RegionKind::Zone,
        },
        ground: match raw.terrain {
            Terrain::Clear => Ground::Clear,
            Terrain::Forest => Ground::Forest,
            Terrain::Swamp => Ground::Marsh,
        },
        outline: raw.polygon.clone(),
        label: raw.label,
        center: raw.center,
        flags,
    }
}

fn patches(t: &Tables) -> Vec<Patch> {
    let kinds = [
        (PatchKind::Neutral, &t.map.neutral),
        (PatchKind::Sea, &t.map.water),
        (PatchKind::Island, &t.map.island),
    ];
    let each = |(kind, shapes): (PatchKind, &Vec<Shape>)| {
        let patch = move |shape: &Shape| Patch { kind, outline: shape.polygon.clone() };
        shapes.iter().map(patch).collect::<Vec<_>>()
    };
    kinds.into_iter().flat_map(each).collect()
}

fn lines(t: &Tables) -> Vec<Stroke> {
    let mut lines: Vec<Stroke> = t
        .map
        .river
        .iter()
        .map(|river| Stroke {
            kind: if river.width >= GREAT_RIVER { StrokeKind::River } else { StrokeKind::Stream },
            points: river.points.clone(),
        })
        .collect();
    let axis = |raw: &RawSpace| raw.control == Side::Axis;
    let area = |raw: &RawSpace| raw.kind == SpaceKind::Area;
    let south = |raw: &RawSpace| raw.has(Flag::MinorAllies);
    let limit = seams(t, |raw| area(raw) && south(raw), |raw| area(raw) && !south(raw));
    lines.extend(limit.into_iter().map(|points| Stroke { kind: StrokeKind::Limit, points }));
    let frontier = seams(t, axis, |raw| !axis(raw));
    lines.extend(frontier.into_iter().map(|points| Stroke { kind: StrokeKind::FrontLine, points }));
    let over_water = t.map.border.iter().filter(|border| border.kind != Edge::Land);
    lines.extend(over_water.filter_map(|border| sea_lane(t, border)));
    lines
}

/// The borders between two kinds of spaces, as lines through the corners they share.
fn seams(t: &Tables, one: impl Fn(&RawSpace) -> bool, other: impl Fn(&RawSpace) -> bool) -> Vec<Vec<Point>> {
    let sides = |test: &dyn Fn(&RawSpace) -> bool| -> BTreeSet<[Point; 2]> {
        let rings = t.map.space.iter().filter(|raw| test(raw)).map(|raw| &raw.polygon);
        rings.flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]])).collect()
    };
    let there = sides(&other);
    // Neighbours run around their shapes in the same sense or not; either way they share the side.
    let mut left: Vec<[Point; 2]> = sides(&one)
        .into_iter()
        .filter(|&[a, b]| a != b && (there.contains(&[a, b]) || there.contains(&[b, a])))
        .collect();
    let mut all = Vec::new();
    while let Some([a, b]) = left.pop() {
        let (mut first, mut last) = (a, b);
        let mut line = VecDeque::from([a, b]);
        while let Some(i) = left.iter().position(|side| side[0] == last || side[1] == first) {
            let side = left.swap_remove(i);
            if side[0] == last {
                last = side[1];
                line.push_back(last);
            } else {
                first = side[0];
                line.push_front(first);
            }
        }
        all.push(line.into());
    }
    all
}

/// A way over water, bent a little so that it keeps off the coast.
fn sea_lane(t: &Tables, border: &RawBorder) -> Option<Stroke> {
    const POINTS: i32 = 20;
    let town = |id: &str| t.map.space.iter().find(|raw| raw.id == id).and_then(|raw| raw.city);
    let ([x0, y0], [mut x2, mut y2]) = (town(&border.a)?, town(&border.b)?);
    if border.kind == Edge::Strait {
        // The far town lies inland; the strait ends at the coast before it.
        (x2, y2) = (x0 + (x2 - x0) / 3, y0 + (y2 - y0) / 3);
    }
    let (x1, y1) = ((x0 + x2) / 2 - (y2 - y0) / 6, (y0 + y2) / 2 + (x2 - x0) / 6);
    let curve = |i: i32| {
        let (a, b, c) = ((POINTS - i) * (POINTS - i), 2 * i * (POINTS - i), i * i);
        let at = |p: i32, q: i32, r: i32| (a * p + b * q + c * r) / (POINTS * POINTS);
        [at(x0, x1, x2), at(y0, y1, y2)]
    };
    Some(Stroke { kind: StrokeKind::SeaLane, points: (0..=POINTS).map(curve).collect() })
}

/// The town, the star with its points, and the terrain effects modifier beside the name.
fn symbols(t: &Tables, raw: &RawSpace) -> Vec<Symbol> {
    let symbol = |kind: SymbolKind, at: Point, says: String| Symbol { kind, at, turn: 0, says: says.into() };
    if raw.kind == SpaceKind::Zone {
        return Vec::new();
    }
    let mut all = Vec::new();
    if let Some(city) = raw.city {
        let kind = match (raw.has(Flag::Fortress), raw.vp) {
            (true, _) => SymbolKind::Fortress,
            (false, 0) => SymbolKind::Town,
            (false, _) => SymbolKind::UrbanCity,
        };
        all.push(symbol(kind, city, String::new()));
    }
    let [x, y] = raw.label;
    if raw.vp > 0 {
        all.push(symbol(SymbolKind::Star, [x, y - 40], raw.vp.to_string()));
    }
    if let Ok(space) = t.graph.space(&raw.id) {
        // Half the name's width at the size of its hand, and a little air.
        let letter = if raw.vp > 0 { 11 } else { 10 };
        let half = letter * raw.name.chars().count() as i32 + 30;
        all.push(symbol(SymbolKind::Value, [x + half, y], t.tem[space.index()].to_string()));
    }
    all
}

fn labels(t: &Tables) -> Vec<Label> {
    let label = |hand: Hand, at: Point, turn: i32, says: &str| Label { turn, ..Label::new(hand, at, says) };
    let mut all: Vec<Label> = Vec::new();
    for raw in &t.map.space {
        let [x, y] = raw.label;
        match raw.kind {
            SpaceKind::Area if raw.vp > 0 => all.push(label(Hand::Capital, [x, y], 0, &raw.name)),
            SpaceKind::Area => all.push(label(Hand::Area, [x, y], 0, &raw.name)),
            SpaceKind::Zone => {
                all.push(label(Hand::Zone, [x, y], 0, &raw.name.to_uppercase()));
                let note = format!("{} Zone", raw.control.name());
                all.push(label(Hand::ZoneNote, [x, y + 52], 0, &note));
            }
        }
    }
    let seas: [(&str, Point, i32, u16); 6] = [
        ("BALTIC SEA", [450, 1334], -66, 60),
        ("BLACK SEA", [1745, 4079], 0, 60),
        ("Sea of Azov", [2678, 3706], -8, 30),
        ("Gulf of Finland", [1334, 618], 8, 26),
        ("L. Ladoga", [1880, 478], 0, 28),
        ("L. Onega", [2308, 296], 60, 24),
    ];
    all.extend(seas.map(|(says, at, turn, size)| Label::new(Hand::Sea, at, says).turned(turn, size)));
    all
}

fn key() -> Vec<Key> {
    vec![
        Key::new(Sample::Ground(Ground::Clear), "Clear"),
        Key::new(Sample::Ground(Ground::Forest), "Forest: panzers stop"),
        Key::new(Sample::Ground(Ground::Marsh), "Swamp: panzers stop"),
        Key::new(Sample::Symbol(SymbolKind::Star), "Urban Area, victory points"),
        Key::new(Sample::Symbol(SymbolKind::Fortress), "Fortress Area"),
        Key::new(Sample::Symbol(SymbolKind::Value), "Terrain effects modifier"),
        Key::new(Sample::Stroke(StrokeKind::FrontLine), "Frontier of 22 June 1941"),
        Key::new(Sample::Stroke(StrokeKind::Limit), "Limit of Rumanians and Hungarians"),
        Key::new(Sample::Stroke(StrokeKind::SeaLane), "Sea connection, strait"),
    ]
}
