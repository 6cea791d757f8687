//! What does not change while the game is played: the board, the counters' faces, the features of the map picture.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use board::Member;
use view::{
    Art, Board, Face, Holding, HoldingKind, MarkKind, Name, Sign, Space as ViewSpace, Stack, SymbolSet, Tone,
    art::{
        Ground, Hand, Key, Label, Patch, PatchKind, Region, RegionKind, Sample, Sheet, Stroke, StrokeKind,
        Symbol, SymbolKind,
    },
    outline,
};

use crate::tables::{Belt, Kind, Owner, Point, RawKind, Shape, Side, Tables, Unit};

/// Edge of a counter on the map.
const COUNTER: u16 = 74;
/// The colours of the sides, in the order of their seats.
const TONES: [Tone; 2] = [Tone::Dark, Tone::Light];
/// From this width on a river is drawn as a great one.
const GREAT_RIVER: u16 = 6;

/// Ids that views repeat, made once.
#[derive(Debug)]
pub struct Names {
    pub sides: [Name; 2],
    pub spaces: Vec<Name>,
    pub units: Vec<Name>,
    /// The faces of a unit: basic and upgraded.
    pub faces: Vec<[Name; 2]>,
    pub pools: [Name; 2],
    pub off: [Name; 2],
}

impl Names {
    pub fn new(t: &Tables) -> Names {
        let each = |kind: &str| Side::BOTH.map(|side| Name::from(format!("box:{}-{kind}", side.id())));
        Names {
            sides: Side::BOTH.map(|side| side.id().into()),
            spaces: t.graph.spaces().map(|space| t.graph.id(space).into()).collect(),
            units: t.counters.iter().map(|counter| counter.id.clone()).collect(),
            faces: (0..t.counters.len()).map(|i| face_ids(t, Unit::at(i))).collect(),
            pools: each("pool"),
            off: each("off"),
        }
    }
}

/// A unit's basic face has its id, as the journal names it; the upgraded one is its back.
fn face_ids(t: &Tables, unit: Unit) -> [Name; 2] {
    let id = &t.counter(unit).id;
    [id.clone(), format!("{id}/back").into()]
}

pub fn board(t: &Tables) -> Board {
    let mut faces = BTreeMap::new();
    for i in 0..t.counters.len() {
        let unit = Unit::at(i);
        let [basic, upgraded] = face_ids(t, unit);
        faces.insert(basic, face(t, unit, false));
        faces.insert(upgraded, face(t, unit, true));
    }
    for id in &t.fleet_ids {
        faces.insert(id.clone(), fleet_face(id));
    }
    Board {
        game: "the-year-before".into(),
        title: "The Year Before".into(),
        size: [t.map.meta.width, t.map.meta.height],
        counter: COUNTER,
        sides: kit::sides(Side::parties(), TONES),
        spaces: districts(t).chain(boxes(t)).collect(),
        faces,
        boxes: holdings(),
        marks: marks(),
    }
}

fn holdings() -> Vec<Holding> {
    vec![
        Holding::new("german-pool", "German force pool", HoldingKind::Reserve, Side::German.id()),
        Holding::new("german-off", "Countries that have not joined", HoldingKind::Entry, Side::German.id()),
        Holding::new("soviet-pool", "Soviet force pool", HoldingKind::Reserve, Side::Soviet.id()),
        Holding::new("soviet-off", "Soviet units to place", HoldingKind::Reserve, Side::Soviet.id()),
    ]
}

/// The marks on pieces. The other face of an upgraded unit says enough by itself.
fn marks() -> BTreeMap<Name, MarkKind> {
    kit::marks([
        ("upgraded", MarkKind::new("upgraded", Sign::Word)),
        ("worked", MarkKind::new("was upgraded this turn", Sign::Spent)),
        ("moved", MarkKind::new("has moved this turn", Sign::Moved)),
    ])
}

/// Whose units can ever stand in a place.
fn guest(owner: Owner) -> Side {
    match owner {
        Owner::German | Owner::Ally => Side::German,
        Owner::Soviet | Owner::SovietPoland | Owner::Claim => Side::Soviet,
    }
}

fn districts(t: &Tables) -> impl Iterator<Item = ViewSpace> {
    t.map.district.iter().map(|it| {
        let [x, y] = it.center;
        ViewSpace {
            id: it.id.as_str().into(),
            name: it.name.as_str().into(),
            terrain: it.belt.name().into(),
            stack: Stack::Area,
            outline: outline(&it.outline),
            label: it.label,
            center: it.center,
            piles: [(Name::from(guest(it.owner).id()), [x, y + 44])].into(),
            levels: false,
            spoken: spoken(it).into(),
        }
    })
}

fn boxes(t: &Tables) -> impl Iterator<Item = ViewSpace> {
    t.map.boxes.iter().map(|it| ViewSpace {
        id: it.id.as_str().into(),
        name: it.name.as_str().into(),
        terrain: "box".into(),
        stack: Stack::Zone,
        outline: outline(&it.outline),
        label: it.label,
        center: it.center,
        piles: [(Name::from(guest(it.owner).id()), it.center)].into(),
        levels: false,
        spoken: format!("{}, {} box", it.name, guest(it.owner).name()).into(),
    })
}

fn spoken(it: &crate::tables::District) -> String {
    let mut words = format!("{}, {}, {}", it.name, it.sector.name(), it.belt.name());
    match it.owner {
        Owner::Ally => words.push_str(", may join Germany"),
        Owner::Claim => words.push_str(", claimed by the Soviet Union"),
        Owner::SovietPoland => words.push_str(", Soviet Poland"),
        Owner::German | Owner::Soviet => {}
    }
    if it.port {
        words.push_str(", Baltic port");
    }
    words.push_str(&format!(", room for {} units", it.limit));
    words
}

/// The symbol, the echelon and the band of a kind.
fn look_of(kind: Kind) -> (&'static str, Option<&'static str>, Option<&'static str>) {
    match kind {
        Kind::Infantry | Kind::Army => ("infantry", Some("XXXX"), None),
        Kind::Mechanized => ("mechanized", Some("XXX"), None),
        Kind::Cavalry => ("cavalry", Some("XXX"), None),
        Kind::Airborne => ("airborne", Some("XXX"), None),
        Kind::Zone => ("garrison", None, None),
        Kind::Panzer => ("armor", Some("XXXX"), None),
        Kind::Finnish => ("infantry", Some("XXXX"), Some("#e8f1fa")),
        Kind::Rumanian => ("infantry", Some("XXXX"), Some("#e3bd3f")),
        Kind::Hungarian => ("infantry", Some("XXXX"), Some("#5fa05a")),
    }
}

fn face(t: &Tables, unit: Unit, upgraded: bool) -> Face {
    let counter = t.counter(unit);
    let kind: &RawKind = &t.kinds[counter.kind.index()];
    let (symbol, size, band) = look_of(counter.kind);
    let strength = kind.strength[usize::from(upgraded)];
    let state = match (kind.upgrade.is_some(), upgraded) {
        (true, true) => ", upgraded",
        (true, false) => ", basic",
        (false, _) => "",
    };
    let pace = if kind.immobile {
        "immobile"
    } else if kind.fast {
        "fast"
    } else {
        "not fast"
    };
    Face {
        tone: TONES[kind.side.index()],
        set: SymbolSet::Nato,
        symbol: Some(symbol.into()),
        size: size.map(Name::from),
        name: counter.short.clone(),
        band: band.map(Name::from),
        strength: Some(strength.to_string().into()),
        ops: upgraded.then(|| Name::from("+")),
        movement: Some(
            if kind.immobile {
                "0"
            } else if kind.fast {
                "2"
            } else {
                "1"
            }
            .into(),
        ),
        foot: false,
        acted: false,
        spoken: format!("{} {}{state}: strength {strength}, {pace}", kind.side.name(), counter.name).into(),
    }
}

fn fleet_face(id: &str) -> Face {
    let number: String = id.chars().filter(char::is_ascii_digit).collect();
    Face::new(Tone::Dark, "bomber", format!("Lf {number}"), format!("German air fleet {number}"))
}

pub fn art(t: &Tables) -> Art {
    Art {
        size: [t.map.meta.width, t.map.meta.height],
        title: "THE YEAR BEFORE".into(),
        subtitle: "Germany and the Soviet Union, 1940-41".into(),
        sheet: Sheet::Front,
        regions: regions(t),
        patches: patches(t),
        lines: lines(t),
        symbols: symbols(t),
        labels: labels(t),
        key: key(),
        title_at: Some([44, 44]),
        key_at: Some([44, 308]),
        ..Art::default()
    }
}

/// Districts, the boxes as zones of their side, and nothing of the land beyond, which is a patch.
fn regions(t: &Tables) -> Vec<Region> {
    let districts = t.map.district.iter().map(|it| Region {
        id: it.id.as_str().into(),
        name: it.name.as_str().into(),
        kind: RegionKind::Area,
        ground: ground(it.owner, it.belt),
        outline: it.outline.clone(),
        label: it.label,
        center: it.center,
        // The colours tell belts apart, not terrain.
        flags: vec!["bare".into()],
    });
    let boxes = t.map.boxes.iter().map(|it| Region {
        id: it.id.as_str().into(),
        name: it.name.as_str().into(),
        kind: RegionKind::Zone,
        ground: Ground::Clear,
        outline: it.outline.clone(),
        label: it.label,
        center: it.center,
        flags: vec![guest(it.owner).id().into()],
    });
    districts.chain(boxes).collect()
}

/// A tint for each kind of ground that the rules tell apart.
fn ground(owner: Owner, belt: Belt) -> Ground {
    match (owner, belt) {
        (Owner::German | Owner::Ally, _) => Ground::Urban,
        (Owner::Claim | Owner::SovietPoland, _) | (_, Belt::Frontier) => Ground::Mountains,
        (_, Belt::Depth) => Ground::Forest,
        _ => Ground::Clear,
    }
}

fn patches(t: &Tables) -> Vec<Patch> {
    let patch = |kind: PatchKind, outline: &Vec<Point>| Patch { kind, outline: outline.clone() };
    let shapes = |kind: PatchKind, shapes: &[Shape]| -> Vec<Patch> {
        shapes.iter().map(|shape| patch(kind, &shape.outline)).collect()
    };
    let mut all = shapes(PatchKind::Neutral, &t.art.neutral);
    all.extend(t.art.beyond.iter().map(|it| patch(PatchKind::Neutral, &it.outline)));
    all.extend(shapes(PatchKind::Sea, &t.art.water));
    all.extend(shapes(PatchKind::Island, &t.art.island));
    all
}

fn lines(t: &Tables) -> Vec<Stroke> {
    let river = |width: u16| if width >= GREAT_RIVER { StrokeKind::River } else { StrokeKind::Stream };
    let rivers = t.art.river.iter().map(|it| Stroke { kind: river(it.width), points: it.points.clone() });
    let mut lines: Vec<Stroke> = rivers.collect();
    let german = |owner: Owner| guest(owner) == Side::German;
    let sectors = seams(t, |a, b| german(a.owner) == german(b.owner) && a.sector != b.sector);
    lines.extend(sectors.into_iter().map(|points| Stroke { kind: StrokeKind::Limit, points }));
    let frontier = seams(t, |a, b| german(a.owner) != german(b.owner));
    lines.extend(frontier.into_iter().map(|points| Stroke { kind: StrokeKind::FrontLine, points }));
    lines
}

type Edge = [Point; 2];

/// The borders between districts that differ so, as lines through the corners they share.
fn seams(
    t: &Tables,
    differ: impl Fn(&crate::tables::District, &crate::tables::District) -> bool,
) -> Vec<Vec<Point>> {
    let edges = |ring: &[Point]| -> BTreeSet<Edge> {
        (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]).filter(|[a, b]| a != b).collect()
    };
    let all: Vec<BTreeSet<Edge>> = t.map.district.iter().map(|it| edges(&it.outline)).collect();
    let mut shared: BTreeSet<Edge> = BTreeSet::new();
    for (i, one) in t.map.district.iter().enumerate() {
        for (j, other) in t.map.district.iter().enumerate().skip(i + 1) {
            if !differ(one, other) {
                continue;
            }
            let meets = |[a, b]: &&Edge| all[j].contains(&[*a, *b]) || all[j].contains(&[*b, *a]);
            shared.extend(all[i].iter().filter(meets));
        }
    }
    let mut left: Vec<Edge> = shared.into_iter().collect();
    let mut lines = Vec::new();
    while let Some([a, b]) = left.pop() {
        let mut line = VecDeque::from([a, b]);
        loop {
            let (first, last) = (line[0], line[line.len() - 1]);
            let Some(i) = left.iter().position(|edge| edge.contains(&first) || edge.contains(&last)) else {
                break;
            };
            let [c, d] = left.swap_remove(i);
            match () {
                () if c == last => line.push_back(d),
                () if d == last => line.push_back(c),
                () if c == first => line.push_front(d),
                () => line.push_front(c),
            }
        }
        lines.push(line.into());
    }
    lines
}

/// The limit of mobile units beside the name, Fortified Zones of the start and ports.
fn symbols(t: &Tables) -> Vec<Symbol> {
    let symbol = |kind: SymbolKind, at: Point, says: String| Symbol { kind, at, turn: 0, says: says.into() };
    let fortified: BTreeSet<usize> = t
        .set_up
        .iter()
        .filter(|(unit, _)| t.zones.contains(*unit))
        .filter_map(|it| Some(it.1?.index()))
        .collect();
    let mut all = Vec::new();
    for (i, it) in t.map.district.iter().enumerate() {
        let [x, y] = it.label;
        let half = 11 * it.name.chars().count() as i32 + 34;
        all.push(symbol(SymbolKind::Value, [x + half, y], it.limit.to_string()));
        let mut left = x - half;
        if fortified.contains(&i) {
            all.push(symbol(SymbolKind::Fortress, [left, y], String::new()));
            left -= 56;
        }
        if it.port {
            all.push(symbol(SymbolKind::Anchor, [left, y], String::new()));
        }
    }
    all
}

fn labels(t: &Tables) -> Vec<Label> {
    let label =
        |hand: Hand, at: Point, size: Option<u16>, says: &str| Label { size, ..Label::new(hand, at, says) };
    let mut all: Vec<Label> = Vec::new();
    for it in &t.map.district {
        let hand = if it.limit > 6 { Hand::Capital } else { Hand::Area };
        all.push(label(hand, it.label, None, &it.name));
    }
    for it in &t.map.boxes {
        let size = Some(if it.name.len() > 8 { 40 } else { 46 });
        all.push(label(Hand::Zone, it.label, size, &it.name.to_uppercase()));
    }
    for (says, at) in [("NORTH", [2520, 800]), ("CENTRE", [2700, 2120]), ("SOUTH", [2200, 2660])] {
        all.push(label(Hand::Country, at, None, says));
    }
    let seas: [(&str, Point, i32, u16); 3] = [
        ("BALTIC SEA", [450, 1334], -66, 60),
        ("BLACK SEA", [1745, 4079], 0, 60),
        ("Gulf of Finland", [1334, 618], 8, 26),
    ];
    all.extend(seas.map(|(says, at, turn, size)| Label::new(Hand::Sea, at, says).turned(turn, size)));
    all
}

fn key() -> Vec<Key> {
    vec![
        Key::new(Sample::Ground(Ground::Urban), "German, and possible allies"),
        Key::new(Sample::Ground(Ground::Mountains), "Frontier: claims, Soviet Poland, Karelia"),
        Key::new(Sample::Ground(Ground::Clear), "The Line"),
        Key::new(Sample::Ground(Ground::Forest), "Depth"),
        Key::new(Sample::Symbol(SymbolKind::Fortress), "Fortified Zone at the start"),
        Key::new(Sample::Symbol(SymbolKind::Anchor), "Baltic port"),
        Key::new(Sample::Symbol(SymbolKind::Value), "Limit of mobile units"),
        Key::new(Sample::Stroke(StrokeKind::FrontLine), "Frontier of June 1940"),
        Key::new(Sample::Stroke(StrokeKind::Limit), "Border of a sector"),
    ]
}
