//! What does not change while the game is played: the board, the counters' faces, the features of the map picture.

use std::collections::BTreeMap;

use board::Member;
use view::{
    Art, Board, Face, Holding, HoldingKind, Hue, MarkKind, Name, Shape, Sign, Space as ViewSpace, Stack,
    Tone,
    art::{Arrow, ArrowKind, Ground, Region, RegionKind, Stroke, StrokeKind, Text},
    outline,
};

use crate::{
    state::Place,
    tables::{BorderKind, Counter, Entry, Kind, Point, RoadKind, Side, SpaceKind, Tables, Terrain, Unit},
};

/// Edge of a counter on the map.
const COUNTER: u16 = 64;
/// The colours of the sides, in the order of their seats.
const TONES: [Tone; 2] = [Tone::Dark, Tone::Light];
/// Areas where a village lies along the road, for the picture.
const VILLAGES: [&str; 11] = ["15", "17", "18", "19", "21", "24", "25", "29", "32", "33", "35"];

/// Ids that views repeat, made once.
#[derive(Debug)]
pub struct Names {
    pub sides: [Name; 2],
    pub spaces: Vec<Name>,
    pub front: Vec<Name>,
    pub back: Vec<Name>,
    /// Where each counter waits until it enters.
    waiting: Vec<Name>,
    eliminated: [Name; 2],
    permanent: [Name; 2],
    artillery: [Name; 2],
    delayed: Name,
    pub committed: Name,
    pub used: Name,
}

impl Names {
    pub fn new(t: &Tables) -> Names {
        let each = |kind: &str| Side::BOTH.map(|side| Name::from(format!("box:{}-{kind}", side.id())));
        Names {
            sides: Side::BOTH.map(|side| side.id().into()),
            spaces: t.spaces.iter().map(|space| space.id.clone()).collect(),
            front: t.counters.iter().map(|counter| counter.id.clone()).collect(),
            back: t.counters.iter().map(|counter| format!("{}/back", counter.id).into()).collect(),
            waiting: t.counters.iter().map(|counter| waiting_place(counter).into()).collect(),
            eliminated: each("eliminated"),
            permanent: each("permanent"),
            artillery: each("artillery"),
            delayed: "box:soviet-delayed".into(),
            committed: "committed".into(),
            used: "used".into(),
        }
    }

    /// Where a counter is, in the words of the view.
    pub fn at(&self, t: &Tables, unit: Unit, place: Place) -> Name {
        let side = t.counter(unit).side.index();
        match place {
            Place::On(space) => self.spaces[usize::from(space)].clone(),
            Place::Waiting => self.waiting[unit.index()].clone(),
            Place::Delayed => self.delayed.clone(),
            Place::Eliminated => self.eliminated[side].clone(),
            Place::Permanent => self.permanent[side].clone(),
            Place::Artillery => self.artillery[side].clone(),
        }
    }
}

/// Where a counter waits: its set-up box, its turn of entry, its group or the Regrouped units.
pub fn waiting_place(counter: &Counter) -> String {
    match counter.entry {
        Entry::Cholm => "box:german-garrison".to_owned(),
        Entry::Turn(turn) => format!("entry:{turn}"),
        Entry::Group(group) => format!("box:group-{}", group.letter().to_lowercase()),
        Entry::Regrouped => format!("box:{}-regrouped", counter.side.id()),
    }
}

pub fn board(t: &Tables) -> Board {
    let mut faces = BTreeMap::new();
    for counter in &t.counters {
        faces.insert(counter.id.clone(), face(t, counter, false));
        faces.insert(format!("{}/back", counter.id).into(), face(t, counter, true));
    }
    Board {
        game: "circle-of-fire".into(),
        title: "Circle of Fire".into(),
        size: [t.map.meta.width, t.map.meta.height],
        counter: COUNTER,
        sides: kit::sides(Side::parties(), TONES),
        spaces: t.spaces.iter().map(|space| view_space(&space.raw)).collect(),
        faces,
        boxes: holdings(),
        marks: marks(),
    }
}

fn holdings() -> Vec<Holding> {
    vec![
        Holding::new("german-artillery", "German artillery", HoldingKind::Ready, Side::German.id()),
        Holding::new("soviet-artillery", "Soviet artillery", HoldingKind::Ready, Side::Soviet.id()),
        Holding::new(
            "german-eliminated",
            "German losses to regroup",
            HoldingKind::Eliminated,
            Side::German.id(),
        ),
        Holding::new(
            "soviet-eliminated",
            "Soviet losses to regroup",
            HoldingKind::Eliminated,
            Side::Soviet.id(),
        ),
        Holding::new("german-permanent", "German losses for good", HoldingKind::Dead, Side::German.id()),
        Holding::new("soviet-permanent", "Soviet losses for good", HoldingKind::Dead, Side::Soviet.id()),
        Holding::new("soviet-delayed", "Delayed by the Stuka", HoldingKind::Entry, Side::Soviet.id()),
        Holding::new("german-garrison", "Garrison to set up", HoldingKind::Reserve, Side::German.id()),
        Holding::new("german-regrouped", "Kampfgruppen", HoldingKind::Reserve, Side::German.id()),
        Holding::new("soviet-regrouped", "Regrouped units", HoldingKind::Reserve, Side::Soviet.id()),
        Holding::new("group-j", "Group J: airlift", HoldingKind::Reserve, Side::German.id()),
        Holding::new("group-u", "Group U: relief", HoldingKind::Reserve, Side::German.id()),
        Holding::new("group-a", "Group A: armor", HoldingKind::Reserve, Side::Soviet.id()),
        Holding::new("group-k", "Group K: front reserves", HoldingKind::Reserve, Side::Soviet.id()),
    ]
}

/// The marks on pieces.
fn marks() -> BTreeMap<Name, MarkKind> {
    kit::marks([
        ("committed", MarkKind::new("committed", Sign::Spent)),
        ("used", MarkKind::new("used", Sign::Spent)),
        ("screened", MarkKind::badge("screened from attack", Shape::Shield, "✓", Hue::Blue)),
        ("struck-down", MarkKind::badge("struck down", Shape::Square, "×", Hue::Red)),
        ("must-retreat", MarkKind::badge("must retreat", Shape::Circle, "←", Hue::Amber)),
    ])
}

fn view_space(raw: &crate::tables::RawSpace) -> ViewSpace {
    let (stack, kind) = match raw.kind {
        SpaceKind::Area => (Stack::Area, ""),
        SpaceKind::Zone => (Stack::Zone, "Zone "),
    };
    ViewSpace {
        id: raw.id.as_str().into(),
        name: raw.name.as_str().into(),
        terrain: raw.terrain.word().into(),
        stack,
        outline: outline(&raw.polygon),
        label: raw.label,
        center: raw.center,
        piles: [("german".into(), raw.anchor_german), ("soviet".into(), raw.anchor_soviet)].into(),
        levels: false,
        spoken: format!("{kind}{} {}, {}", raw.id, raw.name, raw.terrain.word()).into(),
    }
}

fn symbol(counter: &Counter) -> (&'static str, &'static str) {
    match counter.kind {
        Kind::Inf => ("infantry", "infantry"),
        Kind::Hq => ("headquarters", "headquarters"),
        Kind::Mg => ("machine_gun", "machine guns"),
        Kind::Pnr => ("pioneer", "pioneers"),
        Kind::Cav => ("cavalry", "reconnaissance"),
        Kind::Mtn => ("mountain", "mountain infantry"),
        Kind::Arm => ("armor", "armor"),
        Kind::Art if &*counter.id == "s-rs" => ("rocket", "rocket artillery"),
        Kind::Art => ("artillery", "artillery"),
        Kind::Db => ("dive_bomber", "dive bombers"),
    }
}

fn face(t: &Tables, counter: &Counter, back: bool) -> Face {
    let (symbol, kind) = symbol(counter);
    let band = t.organisations.iter().find(|org| org.side == counter.side && *org.id == *counter.org);
    let gun = matches!(counter.kind, Kind::Art | Kind::Db);
    let night = if counter.kind == Kind::Db { "–".to_owned() } else { counter.committed.to_string() };
    let strength = if back && !gun { counter.committed } else { counter.cf };
    let movement = match (gun, back) {
        (true, _) => Some(night.clone()),
        (false, true) => None,
        (false, false) => Some(counter.ma.to_string()),
    };
    let side = counter.side.name();
    let says = match (gun, back) {
        (true, false) => format!("{} by day, {night} at night", counter.cf),
        (true, true) => "used this turn".to_owned(),
        (false, false) => format!("combat {}, movement {}", counter.cf, counter.ma),
        (false, true) => format!("combat {}, committed", counter.committed),
    };
    let spoken = format!("{side} {kind} {}, {says}", counter.full_name);
    Face {
        band: band.map(|org| org.colour.as_str().into()),
        strength: Some(strength.to_string().into()),
        movement: movement.map(Name::from),
        acted: back,
        ..Face::new(TONES[counter.side.index()], symbol, counter.name.clone(), spoken)
    }
}

pub fn art(t: &Tables) -> Art {
    let mut lines: Vec<Stroke> = t
        .map
        .road
        .iter()
        .map(|road| Stroke {
            kind: match road.kind {
                RoadKind::Road => StrokeKind::Road,
                RoadKind::Trail => StrokeKind::Trail,
            },
            points: road.points.clone(),
        })
        .collect();
    lines.extend(
        t.map.river.iter().map(|river| Stroke { kind: StrokeKind::River, points: river.points.clone() }),
    );
    for border in &t.map.border {
        let kind = match border.kind {
            BorderKind::Road => StrokeKind::RoadBorder,
            BorderKind::Solid => StrokeKind::SolidBorder,
            BorderKind::River => StrokeKind::RiverBorder,
        };
        lines.extend(border.lines.iter().map(|points| Stroke { kind, points: points.clone() }));
    }
    let mut arrows: Vec<Arrow> = t
        .map
        .connector
        .iter()
        .map(|it| Arrow {
            from: it.from,
            to: it.to,
            kind: if it.road { ArrowKind::Road } else { ArrowKind::Track },
            cost: Some(it.mp),
        })
        .collect();
    arrows.extend(t.map.zone_link.iter().map(|it| Arrow {
        from: it.from,
        to: it.to,
        kind: ArrowKind::Link,
        cost: None,
    }));
    Art {
        size: [t.map.meta.width, t.map.meta.height],
        title: "CIRCLE OF FIRE".into(),
        subtitle: "Cholm, 19.–27. Januar 1942".into(),
        regions: t.spaces.iter().map(|space| region(&space.raw)).collect(),
        lines,
        arrows,
        texts: river_names(t),
        ..Art::default()
    }
}

fn region(raw: &crate::tables::RawSpace) -> Region {
    let mut flags: Vec<Name> = raw.flags.iter().map(|flag| flag.as_str().into()).collect();
    if VILLAGES.contains(&raw.id.as_str()) {
        flags.push("village".into());
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
            Terrain::Urban => Ground::Urban,
        },
        outline: raw.polygon.clone(),
        label: raw.label,
        center: raw.center,
        flags,
    }
}

/// Where the rivers' names stand along their course.
fn river_names(t: &Tables) -> Vec<Text> {
    const PLACES: [(&str, Point, i32); 3] =
        [("Lowat", [866, 232], 82), ("Lowat", [716, 1088], -52), ("Kunja", [1158, 992], 34)];
    let known = |name: &str| t.map.river.iter().any(|river| river.name == name);
    let places = PLACES.iter().filter(|(name, ..)| known(name));
    places.map(|&(name, at, turn)| Text { at, turn, says: name.into() }).collect()
}
