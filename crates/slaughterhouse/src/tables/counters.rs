//! Units and Leaders as printed.

use kernel::data::DataError;
use kit::raw;
use serde::Deserialize;
use view::Name;

use super::{LEADERS, Leader, Nation, Side, UNIT_FILE, UNITS, Unit, Units};

/// 4.2 What a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Infantry,
    Shock,
    Panzer,
}

/// 4.3 How large it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Echelon {
    Group,
    Army,
    Front,
}

/// 4.1 The factors of one face.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factors {
    pub attack: i8,
    pub counter: i8,
    pub mf: u8,
}

raw! {
    pub struct UnitsFile {
        pub(super) unit: Vec<RawUnit>,
        pub(super) leader: Vec<RawLeader>,
    }

    pub(super) struct RawUnit {
        id: String,
        name: String,
        short: String,
        side: Side,
        nation: Nation,
        #[serde(rename = "type")]
        kind: Kind,
        echelon: Echelon,
        full: Factors,
        reduced: Factors,
        #[serde(rename = "source")]
        _source: String,
        pub(super) reconstructed: bool,
    }

    pub(super) struct RawLeader {
        id: String,
        name: String,
        side: Side,
        nation: Nation,
        command: String,
        #[serde(default)]
        also: Vec<Nation>,
        rating: i8,
        mf: u8,
        #[serde(rename = "source")]
        _source: String,
        pub(super) reconstructed: bool,
    }
}

/// A unit's printed values.
#[derive(Clone, Debug)]
pub struct Counter {
    pub id: Name,
    pub name: Name,
    pub short: Name,
    pub side: Side,
    pub nation: Nation,
    pub kind: Kind,
    pub echelon: Echelon,
    /// Full strength, then reduced strength.
    pub faces: [Factors; 2],
}

/// A Leader's printed values.
#[derive(Clone, Debug)]
pub struct Officer {
    pub id: Name,
    pub name: Name,
    pub side: Side,
    pub nation: Nation,
    /// The unit his Command ID names.
    pub command: Option<Unit>,
    /// 10.4.2 The units he may support.
    pub supports: Units,
    pub rating: i8,
    pub mf: u8,
}

pub fn counters(file: &UnitsFile) -> Result<Vec<Counter>, DataError> {
    if file.unit.len() != UNITS || !file.unit.is_sorted_by_key(|unit| unit.side) {
        let reason =
            format!("the game has {UNITS} units, those of the Axis first; found {}", file.unit.len());
        return Err(DataError::new(UNIT_FILE, "unit", reason));
    }
    let mut counters: Vec<Counter> = Vec::new();
    for unit in &file.unit {
        let wrong = |field: &str, reason: &str| {
            Err(DataError::new(UNIT_FILE, &format!("unit.{}.{field}", unit.id), reason))
        };
        if unit.nation.side() != unit.side {
            return wrong("nation", "belongs to the other side");
        }
        if unit.kind == Kind::Panzer && unit.side != Side::Axis {
            return wrong("type", "only the Axis has panzers (4.2)");
        }
        for (field, face) in [("full", unit.full), ("reduced", unit.reduced)] {
            let fits = (0..=20).contains(&face.attack) && (0..=20).contains(&face.counter);
            if !fits || !(1..=2).contains(&face.mf) {
                return wrong(field, "factors go from 0 to 20, movement is 1 or 2 (9.2a)");
            }
        }
        if counters.iter().any(|other| *other.id == *unit.id) {
            return wrong("id", "this id stands twice");
        }
        counters.push(Counter {
            id: unit.id.as_str().into(),
            name: unit.name.as_str().into(),
            short: unit.short.as_str().into(),
            side: unit.side,
            nation: unit.nation,
            kind: unit.kind,
            echelon: unit.echelon,
            faces: [unit.full, unit.reduced],
        });
    }
    Ok(counters)
}

/// 10.4.2 A Leader supports the unit of his Command ID; a Soviet Leader without one any Front or Army; the Leader of
/// XI Army Rumanian and Hungarian Armies as well.
pub fn officers(file: &UnitsFile, counters: &[Counter]) -> Result<Vec<Officer>, DataError> {
    if file.leader.len() != LEADERS || !file.leader.is_sorted_by_key(|leader| leader.side) {
        let reason =
            format!("the game has {LEADERS} Leaders, those of the Axis first; found {}", file.leader.len());
        return Err(DataError::new(UNIT_FILE, "leader", reason));
    }
    let mut officers: Vec<Officer> = Vec::new();
    for leader in &file.leader {
        let wrong = |field: &str, reason: &str| {
            Err(DataError::new(UNIT_FILE, &format!("leader.{}.{field}", leader.id), reason))
        };
        let command = counters.iter().position(|counter| *counter.id == *leader.command);
        if command.is_none() && !(leader.command.is_empty() && leader.side == Side::Soviet) {
            return wrong("command", "names no unit; only Soviet Leaders may have none (4.5)");
        }
        if command.is_some_and(|i| counters[i].side != leader.side) || leader.nation.side() != leader.side {
            return wrong("nation", "belongs to the other side");
        }
        if !(0..=8).contains(&leader.rating) || leader.mf > 2 {
            return wrong("rating", "needs a rating from 0 to 8 and 2 MF at most");
        }
        if officers.iter().any(|other| *other.id == *leader.id)
            || counters.iter().any(|other| *other.id == *leader.id)
        {
            return wrong("id", "this id stands twice");
        }
        let command = command.map(|i| Unit(i as u8));
        let supports = (0..UNITS).map(|i| Unit(i as u8)).filter(|&unit| {
            let counter = &counters[usize::from(unit.0)];
            counter.side == leader.side
                && (command.is_none() || command == Some(unit) || leader.also.contains(&counter.nation))
        });
        officers.push(Officer {
            id: leader.id.as_str().into(),
            name: leader.name.as_str().into(),
            side: leader.side,
            nation: leader.nation,
            command,
            supports: supports.collect(),
            rating: leader.rating,
            mf: leader.mf,
        });
    }
    Ok(officers)
}

/// The Leaders with a Command ID for this unit.
pub fn commanders(officers: &[Officer], unit: Unit) -> super::Leaders {
    let all = (0..officers.len()).filter(|&i| officers[i].command == Some(unit));
    all.map(|i| Leader(i as u8)).collect()
}
