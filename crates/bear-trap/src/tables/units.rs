//! The counters, and what follows from their kind.

use std::collections::BTreeMap;

use kernel::{TableAbout, data::DataError};
use kit::{Sources, chart, raw, sources};
use serde::Deserialize;
use view::Name;

use super::{Marker, Side, UNIT_FILE, UNITS};

/// 2.2.2 What a counter is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Infantry,
    HeavyWeapons,
    Rpg,
    Schmel,
    Sniper,
    Leader,
    Tank,
    Apc,
}

impl Kind {
    pub fn word(self) -> &'static str {
        [
            "infantry",
            "heavy weapons",
            "RPG team",
            "Schmel team",
            "snipers",
            "leader",
            "tanks",
            "armoured carriers",
        ][self as usize]
    }
}

/// The make of a vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    Btr,
    Bmp,
    #[serde(rename = "t-80")]
    T80,
    #[serde(rename = "t-62")]
    T62,
}

/// A counter's printed values.
#[derive(Clone, Debug)]
pub struct Counter {
    pub id: Name,
    pub name: Name,
    pub side: Side,
    pub kind: Kind,
    pub model: Option<Model>,
    /// Empty for Chechens.
    pub formation: Name,
    pub regiment: Name,
    /// The Russian markers it may act on (4.3.1).
    pub acts_on: u8,
    pub cf: i8,
    /// Allowance in half movement points.
    pub allowance: u8,
    /// Off-road cost of houses in halves (5.1.1).
    pub built_up: u8,
    pub range: u8,
    /// 10.4 Comes back at night.
    pub replaceable: bool,
}

impl Counter {
    pub fn vehicle(&self) -> bool {
        matches!(self.kind, Kind::Tank | Kind::Apc)
    }

    pub fn infantry_type(&self) -> bool {
        !self.vehicle() && self.kind != Kind::Leader
    }

    /// 2.2 Fires as a heavy weapon.
    pub fn heavy(&self) -> bool {
        !matches!(self.kind, Kind::Infantry | Kind::Leader | Kind::Sniper)
    }

    /// 2.2.2 Counts as a combat unit: everybody but Russian leaders.
    pub fn combat(&self) -> bool {
        self.side == Side::Chechen || self.kind != Kind::Leader
    }

    /// 3.4 Everybody but leaders has a facing.
    pub fn has_facing(&self) -> bool {
        self.kind != Kind::Leader
    }

    pub fn is_t80(&self) -> bool {
        self.model == Some(Model::T80)
    }
}

raw! {
    pub(super) struct UnitsFile {
        template: Vec<Template>,
        pub batteries: Batteries,
        formation: Vec<Formation>,
        notes: BTreeMap<String, String>,
        roster: RosterTable,
    }
}

chart!(Template {
    id: String,
    side: Side,
    kind: Kind,
    #[serde(default)]
    model: Option<Model>,
    cf: i8,
    mp: u8,
    range: u8,
    built_up_mp: u8,
    replaceable: bool,
});
chart!(
    /// Off-map guns (6.5, 8.3).
    Batteries {
        artillery: u8,
        artillery_with_buratino: u8,
        artillery_cf: i8,
        buratino: u8,
        impact_cf: i8,
        adjacent_cf: i8,
    }
);
chart!(Formation { id: String, regiment: String, acts_on: Vec<String> });
chart!(RosterTable { units: Vec<RawUnit> });

raw! {
    pub struct RawUnit {
        id: String,
        name: String,
        template: String,
        #[serde(default)]
        formation: String,
        #[serde(default)]
        note: Option<String>,
        #[serde(default)]
        source: Option<String>,
    }
}

pub(super) struct Roster {
    pub counters: Vec<Counter>,
}

impl Roster {
    pub fn new(file: &UnitsFile) -> Result<Roster, DataError> {
        let wrong = |key: String, reason: String| DataError::new(UNIT_FILE, &key, reason);
        let mut counters = Vec::with_capacity(file.roster.units.len());
        for raw in &file.roster.units {
            let key = format!("roster.units.{}", raw.id);
            let template = file
                .template
                .iter()
                .find(|it| it.id == raw.template)
                .ok_or_else(|| wrong(key.clone(), format!("there is no template '{}'", raw.template)))?;
            let formation = match (template.side, raw.formation.as_str()) {
                (Side::Chechen, "") => None,
                (_, id) => Some(
                    file.formation
                        .iter()
                        .find(|it| it.id == id)
                        .ok_or_else(|| wrong(key.clone(), format!("there is no formation '{id}'")))?,
                ),
            };
            if let Some(note) = &raw.note
                && !file.notes.contains_key(note)
            {
                return Err(wrong(key, format!("there is no note '{note}'")));
            }
            if raw.note.is_none() && raw.source.is_none() {
                return Err(wrong(key, "needs a source or a note".into()));
            }
            let mut acts_on = 0;
            for id in formation.iter().flat_map(|it| &it.acts_on) {
                let marker = Marker::parse(id)
                    .ok_or_else(|| wrong(key.clone(), format!("there is no marker '{id}'")))?;
                acts_on |= marker.bit();
            }
            if !(1..=10).contains(&template.mp) || !(1..=4).contains(&template.range) {
                let reason = "a template has 1 to 10 movement points and a range of 1 to 4";
                return Err(wrong(format!("template.{}", template.id), reason.into()));
            }
            if !(0..=20).contains(&template.cf) || template.built_up_mp > 10 {
                let reason = "a template has a factor from 0 to 20 and pays at most 10 for houses";
                return Err(wrong(format!("template.{}", template.id), reason.into()));
            }
            counters.push(Counter {
                id: raw.id.as_str().into(),
                name: raw.name.as_str().into(),
                side: template.side,
                kind: template.kind,
                model: template.model,
                formation: raw.formation.as_str().into(),
                regiment: formation.map_or("", |it| it.regiment.as_str()).into(),
                acts_on,
                cf: template.cf,
                allowance: template.mp * 2,
                built_up: template.built_up_mp * 2,
                range: template.range,
                replaceable: template.replaceable,
            });
        }
        counters.sort_by(|a, b| a.id.cmp(&b.id));
        if let Some(pair) = counters.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(wrong(format!("roster.units.{}", pair[0].id), "stands there twice".into()));
        }
        if counters.len() != UNITS {
            let reason = format!("expected {UNITS} units, found {}", counters.len());
            return Err(wrong("roster.units".into(), reason));
        }
        let count =
            |kind: Kind, side: Side| counters.iter().filter(|it| it.kind == kind && it.side == side).count();
        if count(Kind::Apc, Side::Chechen) > 0 || count(Kind::Sniper, Side::Russian) > 0 {
            let reason =
                "the Russians have no snipers and the Chechens no armoured carriers (2.2.2, 8.2, 8.8)";
            return Err(wrong("template".into(), reason.into()));
        }
        Ok(Roster { counters })
    }
}

impl UnitsFile {
    pub fn sources(&self, out: &mut Vec<TableAbout>) {
        for template in &self.template {
            out.add(
                UNIT_FILE,
                &format!("template.{}", template.id),
                template.reconstructed,
                &template.source,
            );
        }
        for formation in &self.formation {
            out.add(
                UNIT_FILE,
                &format!("formation.{}", formation.id),
                formation.reconstructed,
                &formation.source,
            );
        }
        sources!(out, UNIT_FILE; "batteries" => self.batteries, "roster" => self.roster);
    }
}
