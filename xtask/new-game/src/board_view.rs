//! What does not change while the game is played: the board, the counters' faces, the features of the map picture.

use std::collections::BTreeMap;

use view::{
    Art, Board, Face, Holding, HoldingKind, Name, Space, Stack, Tone,
    art::{Ground, Hand, Label, Region, RegionKind, Sheet},
    outline,
};

use crate::tables::{Counter, RawSpace, Side, Tables};

/// Edge of a counter on the map.
const COUNTER: u16 = 90;
/// The colours of the sides, in the order of their seats.
const TONES: [Tone; 2] = [Tone::Dark, Tone::Light];
/// How far from the middle of a space its name and its piles stand.
const APART: i32 = 100;

/// Ids that views repeat, made once.
#[derive(Debug)]
pub struct Names {
    pub sides: [Name; 2],
    pub spaces: Vec<Name>,
    pub units: Vec<Name>,
    pub eliminated: [Name; 2],
}

impl Names {
    pub fn new(t: &Tables) -> Names {
        Names {
            sides: Side::BOTH.map(|side| side.id().into()),
            spaces: t.spaces.iter().map(|space| space.id.as_str().into()).collect(),
            units: t.counters.iter().map(|counter| counter.id.as_str().into()).collect(),
            eliminated: Side::BOTH.map(|side| format!("box:{}", lost(side)).into()),
        }
    }
}

fn lost(side: Side) -> String {
    format!("{}-eliminated", side.id())
}

pub fn board(t: &Tables) -> Board {
    let holding = |side: Side| {
        Holding::new(&lost(side), &format!("{} losses", side.name()), HoldingKind::Dead, side.id())
    };
    Board {
        game: "new-game".into(),
        title: "New Game".into(),
        size: t.size,
        counter: COUNTER,
        sides: kit::sides(Side::parties(), TONES),
        spaces: t.spaces.iter().map(space).collect(),
        faces: t.counters.iter().map(|counter| (counter.id.as_str().into(), face(counter))).collect(),
        boxes: Side::BOTH.map(holding).into(),
        marks: BTreeMap::new(),
    }
}

fn face(counter: &Counter) -> Face {
    let spoken = format!("{} infantry {}", counter.side.name(), counter.id);
    Face::new(TONES[counter.side.index()], "infantry", counter.id.as_str(), spoken)
}

fn space(raw: &RawSpace) -> Space {
    let [x, y] = raw.center;
    Space {
        id: raw.id.as_str().into(),
        name: raw.name.as_str().into(),
        terrain: word(raw.ground).into(),
        stack: Stack::Area,
        outline: outline(&raw.outline),
        label: [x, y - APART],
        center: raw.center,
        piles: Side::BOTH.map(|side| (Name::from(side.id()), raw.center)).into(),
        levels: false,
        spoken: format!("{}, {}", raw.name, word(raw.ground)).into(),
    }
}

fn word(ground: Ground) -> &'static str {
    match ground {
        Ground::Urban => "houses",
        Ground::Rough => "slopes",
        _ => "fields",
    }
}

pub fn art(t: &Tables) -> Art {
    let region = |raw: &RawSpace| Region {
        id: raw.id.as_str().into(),
        name: raw.name.as_str().into(),
        kind: RegionKind::Area,
        ground: raw.ground,
        outline: raw.outline.clone(),
        label: [raw.center[0], raw.center[1] - APART],
        center: raw.center,
        flags: Vec::new(),
    };
    let label =
        |raw: &RawSpace| Label::new(Hand::Area, [raw.center[0], raw.center[1] - APART], raw.name.as_str());
    Art {
        size: t.size,
        title: "NEW GAME".into(),
        subtitle: "The crossroads".into(),
        sheet: Sheet::Front,
        regions: t.spaces.iter().map(region).collect(),
        labels: t.spaces.iter().map(label).collect(),
        ..Art::default()
    }
}
