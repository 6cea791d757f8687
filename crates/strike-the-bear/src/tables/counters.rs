//! The counter mix: what is printed on each counter.

use kernel::{TableAbout, data::DataError};
use kit::{Sources, raw};
use serde::Deserialize;
use view::Name;

use super::{COMBAT, LEADERS, LUFTWAFFE, RAIL_MARKERS, Side, TRUCKS, UNIT_FILE, UNITS};

/// What a counter is (1.2). Infantry and armor are combat units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    Infantry,
    Armor,
    Leader,
    Truck,
    Luftwaffe,
    Marker,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    German,
    Rumanian,
    Hungarian,
    Finnish,
    Soviet,
}

/// How large a combat unit is (4.1.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    Army,
    Group,
    Corps,
    Division,
    Garrison,
    Militia,
}

/// What a marker shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Rail,
    Partisan,
    Commissar,
}

/// One side of a counter: strength (support or rating), operations rating, movement allowance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    pub strength: u8,
    pub ops: u8,
    pub ma: u8,
}

/// A counter's printed values.
#[derive(Clone, Debug)]
pub struct Counter {
    pub id: Name,
    pub name: Name,
    pub short: Name,
    pub side: Side,
    pub nation: Nation,
    pub class: Class,
    /// Of a combat unit.
    pub size: Size,
    /// Of a marker.
    pub mark: Option<Mark>,
    pub front: Face,
    pub back: Face,
    /// An army or panzer group: it breaks down and is built up (10.1).
    pub breaks: bool,
    /// A corps that armies and groups break down into (10.1).
    pub combines: bool,
    /// How far it flies, in oxes (9.1.1).
    pub range: u8,
    pub source: Name,
    pub values: Name,
}

impl Counter {
    /// 4.1.3 An army or panzer group counts as two corps, every other combat unit as one.
    /// 4.1.5 Everything else stacks free.
    pub fn stack(&self) -> u8 {
        match (self.class, self.size) {
            (Class::Infantry | Class::Armor, Size::Army | Size::Group) => 2,
            (Class::Infantry | Class::Armor, _) => 1,
            _ => 0,
        }
    }

    /// An infantry army: too large for diamonds (6.1.1).
    pub fn is_army(&self) -> bool {
        self.size == Size::Army && self.class == Class::Infantry
    }
}

raw! {
    pub struct UnitsFile {
        unit: Vec<RawUnit>,
        leader: Vec<RawLeader>,
        truck: Vec<RawTruck>,
        luftwaffe: Vec<RawLuftwaffe>,
        marker: Vec<RawMarker>,
    }

    struct RawUnit {
        id: String,
        name: String,
        short: String,
        side: Side,
        nation: Nation,
        class: Class,
        size: Size,
        front: [u8; 3],
        back: [u8; 3],
        #[serde(default)]
        breaks: bool,
        #[serde(default)]
        combines: bool,
        source: String,
        values: String,
    }

    struct RawLeader {
        id: String,
        name: String,
        side: Side,
        support: u8,
        ops: u8,
        ma: u8,
        source: String,
        values: String,
    }

    struct RawTruck {
        id: String,
        name: String,
        side: Side,
        front: [u8; 2],
        back: [u8; 2],
        source: String,
        values: String,
    }

    struct RawLuftwaffe {
        id: String,
        name: String,
        side: Side,
        range: u8,
        front: [u8; 2],
        back: [u8; 2],
        source: String,
        values: String,
    }

    struct RawMarker {
        id: String,
        name: String,
        side: Side,
        kind: Mark,
        source: String,
    }
}

/// The largest strength, rating or allowance a counter may show: totals stay far from overflowing.
const LARGEST: u8 = 20;

pub fn build(file: &UnitsFile) -> Result<Vec<Counter>, DataError> {
    let blank = |id: &str, name: &str, side: Side, class: Class, source: &str, values: &str| Counter {
        id: id.into(),
        name: name.into(),
        short: name.into(),
        side,
        nation: if side == Side::Axis { Nation::German } else { Nation::Soviet },
        class,
        size: Size::Corps,
        mark: None,
        front: Face { strength: 0, ops: 0, ma: 0 },
        back: Face { strength: 0, ops: 0, ma: 0 },
        breaks: false,
        combines: false,
        range: 0,
        source: source.into(),
        values: values.into(),
    };
    let face = |[strength, ops, ma]: [u8; 3]| Face { strength, ops, ma };
    let mut all = Vec::with_capacity(UNITS);
    for side in Side::BOTH {
        for raw in file.unit.iter().filter(|raw| raw.side == side) {
            let mut counter = blank(&raw.id, &raw.name, side, raw.class, &raw.source, &raw.values);
            counter.short = raw.short.as_str().into();
            counter.nation = raw.nation;
            counter.size = raw.size;
            counter.front = face(raw.front);
            counter.back = face(raw.back);
            counter.breaks = raw.breaks;
            counter.combines = raw.combines;
            if !matches!(raw.class, Class::Infantry | Class::Armor) {
                let key = format!("unit.{}.class", raw.id);
                return Err(DataError::new(UNIT_FILE, &key, "a combat unit is infantry or armor"));
            }
            if raw.breaks != matches!(raw.size, Size::Army | Size::Group) {
                let key = format!("unit.{}.breaks", raw.id);
                return Err(DataError::new(
                    UNIT_FILE,
                    &key,
                    "armies and groups break down, nobody else (10.1.1)",
                ));
            }
            all.push(counter);
        }
        if all.len() != COMBAT[side.index()].end {
            return Err(count(&format!("{} combat units", side.name()), COMBAT[side.index()].len()));
        }
    }
    for side in Side::BOTH {
        for raw in file.leader.iter().filter(|raw| raw.side == side) {
            let mut counter = blank(&raw.id, &raw.name, side, Class::Leader, &raw.source, &raw.values);
            counter.front = Face { strength: raw.support, ops: raw.ops, ma: raw.ma };
            counter.back = Face { strength: raw.support, ops: raw.ops, ma: 0 };
            all.push(counter);
        }
        if all.len() != LEADERS[side.index()].end {
            return Err(count(&format!("{} leaders", side.name()), LEADERS[side.index()].len()));
        }
    }
    for side in Side::BOTH {
        for raw in file.truck.iter().filter(|raw| raw.side == side) {
            let mut counter = blank(&raw.id, &raw.name, side, Class::Truck, &raw.source, &raw.values);
            counter.front = Face { strength: 0, ops: raw.front[0], ma: raw.front[1] };
            counter.back = Face { strength: 0, ops: raw.back[0], ma: raw.back[1] };
            all.push(counter);
        }
        if all.len() != TRUCKS[side.index()].end {
            return Err(count(&format!("{} trucks", side.name()), TRUCKS[side.index()].len()));
        }
    }
    for raw in file.luftwaffe.iter().filter(|raw| raw.side == Side::Axis) {
        let mut counter = blank(&raw.id, &raw.name, raw.side, Class::Luftwaffe, &raw.source, &raw.values);
        counter.front = Face { strength: raw.front[0], ops: raw.front[1], ma: 0 };
        counter.back = Face { strength: raw.back[0], ops: raw.back[1], ma: 0 };
        counter.range = raw.range;
        all.push(counter);
    }
    if all.len() != LUFTWAFFE.end {
        return Err(count("Luftwaffe units", LUFTWAFFE.len()));
    }
    for (mark, number) in [(Mark::Rail, RAIL_MARKERS.len()), (Mark::Partisan, 2), (Mark::Commissar, 1)] {
        let before = all.len();
        for raw in file.marker.iter().filter(|raw| raw.kind == mark) {
            let mut counter = blank(&raw.id, &raw.name, raw.side, Class::Marker, &raw.source, "");
            counter.mark = Some(mark);
            all.push(counter);
        }
        if all.len() != before + number {
            return Err(count("markers of each kind", number));
        }
    }
    for counter in &all {
        let values = [counter.front, counter.back].map(|face| face.strength.max(face.ops).max(face.ma));
        if values.into_iter().any(|value| value > LARGEST) {
            let key = format!("unit.{}", counter.id);
            return Err(DataError::new(UNIT_FILE, &key, format!("values go up to {LARGEST}")));
        }
        let cheap = counter.front.ops == 0 || counter.back.ops == 0;
        if counter.class != Class::Marker && cheap {
            let key = format!("unit.{}", counter.id);
            return Err(DataError::new(
                UNIT_FILE,
                &key,
                "an operations rating of zero would be free for ever",
            ));
        }
        if all.iter().filter(|other| other.id == counter.id).count() > 1 {
            return Err(DataError::new(UNIT_FILE, &counter.id, "this id stands twice"));
        }
    }
    Ok(all)
}

fn count(what: &str, number: usize) -> DataError {
    DataError::new(UNIT_FILE, "unit", format!("there must be {number} {what}"))
}

pub fn sources(file: &UnitsFile, list: &mut Vec<TableAbout>) {
    let values: Vec<&String> = file
        .unit
        .iter()
        .map(|raw| &raw.values)
        .chain(file.leader.iter().map(|raw| &raw.values))
        .chain(file.truck.iter().map(|raw| &raw.values))
        .chain(file.luftwaffe.iter().map(|raw| &raw.values))
        .collect();
    let ours = values.iter().filter(|text| text.contains("reconstruction")).count();
    let says = format!("{ours} of {} counters carry reconstructed values; each says which", values.len());
    list.add(UNIT_FILE, "unit, leader, truck, luftwaffe", true, &says);
    let markers: Vec<&str> = file.marker.iter().map(|raw| raw.source.as_str()).collect();
    list.add(UNIT_FILE, "marker", false, markers.first().copied().unwrap_or_default());
}
