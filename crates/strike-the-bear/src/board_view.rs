//! What does not change while the game is played: the board, the counters' faces, the features of the map picture.

use std::collections::BTreeMap;

use board::{Member, Space};
use view::{
    Art, Board, Face as ViewFace, Holding, HoldingKind, Hue, MarkKind, Name, Shape, Sign, Space as ViewSpace,
    Stack, Tone,
    art::{
        Frame, Ground, Hand, Key, Label, Patch, PatchKind, Point, Region, RegionKind, Sample, Sheet, Stroke,
        StrokeKind, Symbol, SymbolKind,
    },
};

use crate::{
    picture::{LetteringKind, Picture, Tile, Town, TownKind, Water, tile},
    state::Place,
    tables::{Class, Counter, Face, Mark, Nation, Side, Size, SpaceInfo, Tables, Unit},
};

/// Edge of a counter on the map.
const COUNTER: u16 = 62;
/// The colours of the sides, in the order of their seats.
const TONES: [Tone; 2] = [Tone::Dark, Tone::Light];

/// Ids that views repeat, made once.
#[derive(Debug)]
pub struct Names {
    pub sides: [Name; 2],
    pub spaces: Vec<Name>,
    pub front: Vec<Name>,
    pub back: Vec<Name>,
    /// Partisans on this counter.
    aboard: Vec<Name>,
    /// The turn a counter enters on.
    entry: Vec<Name>,
    eliminated: [Name; 2],
    breakdown: [Name; 2],
    set_up: [Name; 2],
    off: [Name; 2],
    gone: [Name; 2],
    pub reduced: Name,
    pub disrupted: Name,
}

impl Names {
    pub fn new(t: &Tables) -> Names {
        let each = |kind: &str| Side::BOTH.map(|side| Name::from(format!("box:{}-{kind}", side.id())));
        Names {
            sides: Side::BOTH.map(|side| side.id().into()),
            spaces: t.map.info.iter().map(|info| info.id.clone()).collect(),
            front: t.counters.iter().map(|counter| counter.id.clone()).collect(),
            back: t.counters.iter().map(|counter| format!("{}/back", counter.id).into()).collect(),
            aboard: t.counters.iter().map(|counter| format!("aboard:{}", counter.id).into()).collect(),
            entry: t.arrival.iter().map(|arrival| format!("entry:{}", arrival.turn).into()).collect(),
            eliminated: each("eliminated"),
            breakdown: each("breakdown"),
            set_up: each("set-up"),
            off: each("off"),
            gone: each("gone"),
            reduced: "reduced".into(),
            disrupted: "disrupted".into(),
        }
    }

    /// Where a counter is, in the words of the view.
    pub fn at(&self, t: &Tables, unit: Unit, place: Place) -> Name {
        let side = t.counter(unit).side.index();
        if let Some(space) = place.space() {
            return self.spaces[space.index()].clone();
        }
        if let Some(truck) = place.truck() {
            return self.aboard[truck.index()].clone();
        }
        match place {
            Place::ELIMINATED => self.eliminated[side].clone(),
            Place::BREAKDOWN => self.breakdown[side].clone(),
            Place::ENTRY => self.entry[unit.index()].clone(),
            Place::SET_UP => self.set_up[side].clone(),
            Place::GONE => self.gone[side].clone(),
            _ => self.off[side].clone(),
        }
    }
}

pub fn board(t: &Tables) -> Board {
    let picture = &t.picture;
    let both = |it: &Counter| (it.id.clone(), [face(it, false), face(it, true)]);
    let faces = kit::two_faced(t.counters.iter().map(both));
    Board {
        game: "strike-the-bear".into(),
        title: "Strike the Bear".into(),
        size: picture.size(),
        counter: COUNTER,
        sides: kit::sides(Side::parties(), TONES),
        spaces: t.map.graph.spaces().map(|space| view_space(t, picture, space)).collect(),
        faces,
        boxes: holdings(),
        marks: marks(),
    }
}

fn holdings() -> Vec<Holding> {
    vec![
        Holding::new("axis-breakdown", "Axis Breakdown Box", HoldingKind::Reserve, Side::Axis.id()),
        Holding::new("soviet-breakdown", "Soviet Breakdown Box", HoldingKind::Reserve, Side::Soviet.id()),
        Holding::new("axis-eliminated", "Axis Eliminated Box", HoldingKind::Eliminated, Side::Axis.id()),
        Holding::new(
            "soviet-eliminated",
            "Soviet Eliminated Box",
            HoldingKind::Eliminated,
            Side::Soviet.id(),
        ),
        Holding::new("axis-set-up", "Axis counters to set up", HoldingKind::Reserve, Side::Axis.id()),
        Holding::new("soviet-set-up", "Soviet counters to set up", HoldingKind::Reserve, Side::Soviet.id()),
        Holding::new("axis-off", "Axis markers off the map", HoldingKind::Out, Side::Axis.id()),
        Holding::new("soviet-off", "Soviet markers off the map", HoldingKind::Out, Side::Soviet.id()),
        Holding::new("axis-gone", "Axis counters out of the game", HoldingKind::Dead, Side::Axis.id()),
        Holding::new("soviet-gone", "Soviet counters out of the game", HoldingKind::Dead, Side::Soviet.id()),
    ]
}

/// The marks on pieces.
fn marks() -> BTreeMap<Name, MarkKind> {
    kit::marks([
        ("reduced", MarkKind::new("reduced", Sign::Reduced)),
        ("disrupted", MarkKind::badge("disrupted", Shape::Triangle, "D", Hue::Red)),
        ("moved", MarkKind::new("has moved", Sign::Moved)),
        ("carried", MarkKind::new("goes with a leader", Sign::Word)),
        ("spent", MarkKind::new("has flown", Sign::Word)),
        ("cancelled", MarkKind::new("driven off", Sign::Word)),
    ])
}

/// The grid place of an area; every area of the map has one.
fn place(t: &Tables, space: Space) -> Option<Tile> {
    tile(t.map.id(space))
}

/// The words for an area's ground: "clear and woods, a river runs through".
pub fn ground_words(t: &Tables, space: Space) -> String {
    let info = &t.map.info[space.index()];
    let mut words = view::list(&info.raw.terrain);
    if info.raw.fortress {
        words.push_str(", fortress");
    }
    if info.raw.river_through {
        words.push_str(", river");
    }
    words
}

/// What an area is called: its town, or its id.
fn area_name(info: &SpaceInfo) -> Name {
    if info.name.is_empty() { info.id.clone() } else { info.name.clone() }
}

fn view_space(t: &Tables, picture: &Picture, space: Space) -> ViewSpace {
    let info = &t.map.info[space.index()];
    let grid = place(t, space);
    let outline = grid.map(|grid| picture.outline(grid)).unwrap_or_default();
    let center = grid.map(|grid| picture.center(grid)).unwrap_or_default();
    let ox = t.map.is_ox(space);
    let (stack, kind) = if ox { (Stack::Octagon, "ox") } else { (Stack::Diamond, "diamond") };
    let words = ground_words(t, space);
    let spoken = if info.name.is_empty() {
        format!("{kind} {}, {words}", info.id)
    } else {
        format!("{kind} {} {}, {words}", info.id, info.name)
    };
    ViewSpace {
        id: info.id.clone(),
        name: area_name(info),
        terrain: words.into(),
        stack,
        outline: view::outline(&outline),
        label: label_at(picture, center, ox),
        center,
        piles: BTreeMap::new(),
        levels: false,
        spoken: spoken.into(),
    }
}

/// Where the id stands: in the upper left of an octagon, at the foot of a diamond.
fn label_at(picture: &Picture, [x, y]: Point, ox: bool) -> Point {
    let unit = picture.picture.ox;
    if ox { [x - unit / 8, y - unit * 2 / 5] } else { [x, y + unit * 2 / 11] }
}

fn symbol(counter: &Counter) -> (&'static str, &'static str) {
    match (counter.class, counter.size, counter.mark) {
        (Class::Leader, ..) => ("leader", "leader"),
        (Class::Truck, ..) => ("truck", "supply truck"),
        (Class::Luftwaffe, ..) => ("bomber", "air unit"),
        (Class::Marker, _, Some(Mark::Rail)) => ("rail", "rail conversion marker"),
        (Class::Marker, _, Some(Mark::Partisan)) => ("partisan", "partisans"),
        (Class::Marker, _, Some(Mark::Commissar)) => ("commissar", "Commissar"),
        (Class::Marker, _, None) => ("rail", "marker"),
        (Class::Armor, Size::Group, _) => ("armor", "panzer group"),
        (Class::Armor, ..) if counter.nation == Nation::Soviet => ("mechanized", "armored corps"),
        (Class::Armor, ..) => ("armor", "panzer corps"),
        (Class::Infantry, Size::Garrison, _) => ("garrison", "garrison"),
        (Class::Infantry, Size::Militia, _) => ("militia", "militia"),
        (Class::Infantry, Size::Division, _) => ("airborne", "airborne division"),
        (Class::Infantry, Size::Army, _) => ("infantry", "army"),
        (Class::Infantry, ..) => ("infantry", "corps"),
    }
}

/// The echelon mark above the symbol.
fn echelon(counter: &Counter) -> Option<Name> {
    if !matches!(counter.class, Class::Infantry | Class::Armor) {
        return None;
    }
    Some(
        match counter.size {
            Size::Army | Size::Group => "XXXX",
            Size::Corps => "XXX",
            Size::Division | Size::Garrison | Size::Militia => "XX",
        }
        .into(),
    )
}

/// A stripe in the colour of the nation, where it is not the side's leading one.
fn band(counter: &Counter) -> Option<Name> {
    let colour = match counter.nation {
        Nation::German | Nation::Soviet => return None,
        Nation::Rumanian => "#d9b13b",
        Nation::Hungarian => "#5a8f4e",
        Nation::Finnish => "#7fa9d6",
    };
    Some(colour.into())
}

fn face(counter: &Counter, back: bool) -> ViewFace {
    let Face { strength, ops, ma } = if back { counter.back } else { counter.front };
    let (symbol, kind) = symbol(counter);
    let number = |value: u8| Some(Name::from(value.to_string()));
    let (left, middle, right, says) = match counter.class {
        Class::Infantry | Class::Armor => {
            let reduced = if back { ", reduced" } else { "" };
            let says = format!("strength {strength}, {ops} operations points, movement {ma}{reduced}");
            (number(strength), number(ops), number(ma), says)
        }
        Class::Leader if back => (None, None, None, "disrupted".to_owned()),
        Class::Leader => {
            let says = format!("support {strength}, {ops} operations points, movement {ma}");
            (number(strength), number(ops), number(ma), says)
        }
        Class::Truck => {
            let disrupted = if back { ", disrupted" } else { "" };
            (number(ops), None, number(ma), format!("{ops} operations points, movement {ma}{disrupted}"))
        }
        Class::Luftwaffe => {
            let reduced = if back { ", reduced" } else { "" };
            (number(strength), None, None, format!("rating {strength}{reduced}"))
        }
        Class::Marker => (None, None, None, counter.name.to_string()),
    };
    let nation = match counter.nation {
        Nation::German => "German",
        Nation::Rumanian => "Rumanian",
        Nation::Hungarian => "Hungarian",
        Nation::Finnish => "Finnish",
        Nation::Soviet => "Soviet",
    };
    let spoken = match counter.name.contains(nation) {
        true => format!("{}, {kind}, {says}", counter.name),
        false => format!("{nation} {kind} {}, {says}", counter.name),
    };
    ViewFace {
        size: echelon(counter),
        band: band(counter),
        strength: left,
        ops: middle,
        movement: right,
        ..ViewFace::new(TONES[counter.side.index()], symbol, counter.short.clone(), spoken)
    }
}

pub fn art(t: &Tables) -> Art {
    let picture = &t.picture;
    let (at, size) = picture.frame();
    let mut patches = Vec::new();
    for (kind, waters) in [
        (PatchKind::Sea, &picture.sea),
        (PatchKind::Lake, &picture.lake),
        (PatchKind::Island, &picture.island),
    ] {
        patches.extend(waters.iter().map(|Water { outline, .. }| Patch { kind, outline: outline.clone() }));
    }
    Art {
        size: picture.size(),
        title: "STRIKE THE BEAR".into(),
        subtitle: "Operation Barbarossa, June 1941 – March 1942".into(),
        sheet: Sheet::Theater,
        regions: t.map.graph.spaces().filter_map(|space| region(t, picture, space)).collect(),
        patches,
        lines: lines(t, picture),
        symbols: picture.town.iter().filter_map(town_symbol).collect(),
        labels: labels(picture),
        key: key(),
        frame: Some(Frame { at, size }),
        title_at: Some([at[0] + picture.picture.ox / 10, at[1] + picture.picture.ox / 12]),
        // South of Rumania and west of the Crimea there is nothing to cover.
        key_at: Some([at[0] + picture.picture.ox / 20, at[1] + size[1] - picture.picture.ox * 49 / 50]),
        ..Art::default()
    }
}

fn region(t: &Tables, picture: &Picture, space: Space) -> Option<Region> {
    let info = &t.map.info[space.index()];
    let grid = place(t, space)?;
    let center = picture.center(grid);
    let grounds: Vec<Ground> = info.raw.terrain.iter().filter_map(|terrain| ground(terrain)).collect();
    let mut flags: Vec<Name> = Vec::new();
    // Clear ground among other ground thins it out; of two others, the second is mixed in.
    if grounds.len() < info.raw.terrain.len() {
        flags.push("half".into());
    }
    if let [_, second, ..] = info.raw.terrain.as_slice()
        && grounds.len() > 1
    {
        flags.push(format!("and-{second}").into());
    }
    if info.raw.river_through {
        flags.push("river".into());
    }
    Some(Region {
        id: info.id.clone(),
        name: info.name.clone(),
        kind: if grid.diamond { RegionKind::Diamond } else { RegionKind::Octagon },
        ground: grounds.first().copied().unwrap_or(Ground::Clear),
        outline: picture.outline(grid),
        label: label_at(picture, center, !grid.diamond),
        center,
        flags,
    })
}

/// What grows there; nothing on clear ground.
fn ground(terrain: &str) -> Option<Ground> {
    Some(match terrain {
        "woods" => Ground::Forest,
        "marsh" => Ground::Marsh,
        "rough" => Ground::Rough,
        "mountains" => Ground::Mountains,
        _ => return None,
    })
}

fn lines(t: &Tables, picture: &Picture) -> Vec<Stroke> {
    let river = |major: bool| if major { StrokeKind::River } else { StrokeKind::Stream };
    let mut lines: Vec<Stroke> =
        picture.river.iter().map(|it| Stroke { kind: river(it.major), points: it.points.clone() }).collect();
    for rail in &t.map.file.rail {
        let path: Vec<&str> = rail.path.iter().map(String::as_str).collect();
        lines.push(Stroke { kind: StrokeKind::Rail, points: picture.railway(&path) });
    }
    for side in Side::BOTH {
        for exit in t.map.exits[side.index()] {
            lines.extend(leaving(t, picture, exit, side));
        }
    }
    for space in t.map.passage {
        if let Some(mut points) = place(t, space).map(|grid| picture.outline(grid)) {
            points.push(points[0]);
            lines.push(Stroke { kind: StrokeKind::Passage, points });
        }
    }
    for a in t.map.graph.spaces() {
        for b in t.map.graph.spaces().filter(|&b| a.index() < b.index()) {
            let grids = place(t, a).zip(place(t, b));
            let Some(side) = grids.and_then(|(a, b)| picture.side(a, b)) else { continue };
            if !t.map.neighbours(a).contains(b) {
                lines.push(Stroke { kind: StrokeKind::Blocked, points: side.into() });
            }
            let soviet = t.map.start_control[Side::Soviet.index()];
            if soviet.contains(a) != soviet.contains(b) {
                lines.push(Stroke { kind: StrokeKind::FrontLine, points: side.into() });
            }
        }
    }
    lines.extend(objective_edges(t, picture));
    lines
}

/// A railway on its way off the map.
fn leaving(t: &Tables, picture: &Picture, exit: Space, side: Side) -> Option<Stroke> {
    let from = picture.junction(t.map.id(exit))?;
    let (at, size) = picture.frame();
    let edge = match side {
        Side::Axis => at[0],
        Side::Soviet => at[0] + size[0],
    };
    Some(Stroke { kind: StrokeKind::Rail, points: vec![from, [edge, from[1] + picture.picture.ox / 50]] })
}

/// 13.1.3 The edges that are objectives, as bars along the frame.
fn objective_edges(t: &Tables, picture: &Picture) -> Vec<Stroke> {
    let (at, size) = picture.frame();
    let half = picture.picture.ox / 2;
    let mut bars = Vec::new();
    for (id, y) in [("north-edge", at[1]), ("south-edge", at[1] + size[1])] {
        let Some(objective) = t.objectives.iter().find(|objective| *objective.id == *id) else { continue };
        let middles = objective.spaces.iter().filter_map(|space| place(t, space));
        let xs: Vec<i32> = middles.map(|grid| picture.center(grid)[0]).collect();
        if let (Some(left), Some(right)) = (xs.iter().min(), xs.iter().max()) {
            bars.push(Stroke { kind: StrokeKind::Edge, points: vec![[left - half, y], [right + half, y]] });
        }
    }
    bars
}

fn town_symbol(town: &Town) -> Option<Symbol> {
    let kind = match town.kind {
        TownKind::Fortress => SymbolKind::FortressCity,
        TownKind::Objective => SymbolKind::City,
        TownKind::Minor => SymbolKind::Town,
        TownKind::Place => SymbolKind::Place,
    };
    Some(Symbol { kind, at: town.at, turn: 0, says: "".into() })
}

fn labels(picture: &Picture) -> Vec<Label> {
    let mut labels: Vec<Label> = picture
        .town
        .iter()
        .map(|town| {
            let (hand, says) = match town.kind {
                TownKind::Fortress => (Hand::FortressCity, town.name.to_uppercase()),
                TownKind::Objective => (Hand::City, town.name.clone()),
                TownKind::Minor => (Hand::Town, town.name.clone()),
                TownKind::Place => (Hand::Place, town.name.clone()),
            };
            Label::new(hand, town.name_at, says)
        })
        .collect();
    labels.extend(picture.label.iter().map(|it| Label {
        hand: match it.kind {
            LetteringKind::Sea => Hand::Sea,
            LetteringKind::Country => Hand::Country,
            LetteringKind::River => Hand::River,
        },
        at: it.at,
        turn: it.turn,
        size: Some(it.size),
        says: it.says.as_str().into(),
    }));
    labels.extend(rulers(picture));
    labels
}

/// Letters of the columns and numbers of the rows, along the edges.
fn rulers(picture: &Picture) -> Vec<Label> {
    let ruler = |at: Point, says: String| Label::new(Hand::Ruler, at, says);
    let (at, size) = picture.frame();
    let out = picture.picture.margin * 9 / 20;
    let mut all = Vec::new();
    for letter in 'A'..='O' {
        let Some([x, _]) = tile(&format!("{letter}1")).map(|grid| picture.center(grid)) else { continue };
        all.push(ruler([x, at[1] - out], letter.to_string()));
        all.push(ruler([x, at[1] + size[1] + out], letter.to_string()));
    }
    for row in 1..=11 {
        let Some([_, y]) = tile(&format!("A{row}")).map(|grid| picture.center(grid)) else { continue };
        all.push(ruler([at[0] - out, y], row.to_string()));
        all.push(ruler([at[0] + size[0] + out, y], row.to_string()));
    }
    all
}

fn key() -> Vec<Key> {
    vec![
        Key::new(Sample::Ground(Ground::Forest), "Woods"),
        Key::new(Sample::Ground(Ground::Marsh), "Marsh"),
        Key::new(Sample::Ground(Ground::Rough), "Rough"),
        Key::new(Sample::Ground(Ground::Mountains), "Mountains"),
        Key::new(Sample::Symbol(SymbolKind::Wave), "River runs through"),
        Key::new(Sample::Symbol(SymbolKind::FortressCity), "Fortress"),
        Key::new(Sample::Symbol(SymbolKind::City), "Objective"),
        Key::new(Sample::Stroke(StrokeKind::Rail), "Railway"),
        Key::new(Sample::Stroke(StrokeKind::Blocked), "Closed side"),
        Key::new(Sample::Stroke(StrokeKind::Passage), "Armies, trucks may pass"),
        Key::new(Sample::Stroke(StrokeKind::FrontLine), "Soviet start line"),
        Key::new(Sample::Stroke(StrokeKind::Edge), "Edge objective"),
    ]
}
