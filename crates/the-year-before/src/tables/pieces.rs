//! The kinds of units and the pieces, as their file writes them.

use kernel::data::DataError;
use kit::raw;
use view::Name;

use super::{FLEETS, KINDS, Kind, Side, UNIT_FILE, UNITS};

raw! {
    pub struct UnitsFile {
        pub(super) kind: Vec<RawKind>,
        pub(super) pieces: Pieces,
    }

    /// 2.4.1 A kind of unit.
    pub struct RawKind {
        pub id: Kind,
        pub name: String,
        pub side: Side,
        /// Basic and upgraded.
        pub strength: [i16; 2],
        pub mobilise: Option<u8>,
        pub upgrade: Option<u8>,
        #[serde(default)]
        pub fast: bool,
        #[serde(default)]
        pub immobile: bool,
        pub(super) source: String,
        pub(super) reconstructed: bool,
    }

    pub struct Pieces {
        pub(super) source: String,
        pub(super) reconstructed: bool,
        infantry: Numbered,
        mechanized: Numbered,
        cavalry: Vec<String>,
        airborne: Vec<String>,
        zone: Numbered,
        army: Vec<String>,
        panzer: Vec<String>,
        finnish: Vec<String>,
        rumanian: Vec<String>,
        hungarian: Vec<String>,
        pub(super) fleets: Vec<String>,
    }

    /// Pieces that are alike but for their number.
    struct Numbered {
        prefix: String,
        count: usize,
    }
}

impl Numbered {
    fn ids(&self) -> Vec<String> {
        (1..=self.count).map(|number| format!("{}{number}", self.prefix)).collect()
    }
}

/// A unit: its id, what it is, and how players call it.
#[derive(Clone, Debug)]
pub struct Counter {
    pub id: Name,
    pub kind: Kind,
    pub name: Name,
    /// What is printed on it.
    pub short: Name,
}

/// 2.4.1 All kinds in the order of the file, each as the rules need it.
pub fn kinds(file: &UnitsFile) -> Result<Vec<RawKind>, DataError> {
    let wrong = |key: &str, reason: &str| Err(DataError::new(UNIT_FILE, key, reason));
    if file.kind.len() != KINDS || file.kind.iter().map(|it| it.id).ne(Kind::ALL) {
        return wrong("kind", "there are ten kinds, in the order of 2.4.1");
    }
    for kind in &file.kind {
        let key = format!("kind.{}", kind.id.id());
        if kind.side != kind.id.side() {
            return wrong(&key, "belongs to the other side");
        }
        if kind.strength.iter().any(|it| !(0..=20).contains(it)) {
            return wrong(&key, "a strength is 0 to 20");
        }
        if [kind.mobilise, kind.upgrade].into_iter().flatten().any(|cost| cost > 20) {
            return wrong(&key, "a cost is at most 20");
        }
        if kind.immobile != (kind.id == Kind::Zone || kind.id.is_ally()) {
            return wrong(&key, "Fortified Zones and allies are immobile, nothing else (4.7.1)");
        }
    }
    Ok(file.kind.clone())
}

/// The units in the order of the file.
pub fn counters(file: &UnitsFile) -> Result<Vec<Counter>, DataError> {
    let pieces = &file.pieces;
    let mut all: Vec<Counter> = Vec::with_capacity(UNITS);
    for kind in &file.kind {
        let ids = match kind.id {
            Kind::Infantry => pieces.infantry.ids(),
            Kind::Mechanized => pieces.mechanized.ids(),
            Kind::Cavalry => pieces.cavalry.clone(),
            Kind::Airborne => pieces.airborne.clone(),
            Kind::Zone => pieces.zone.ids(),
            Kind::Army => pieces.army.clone(),
            Kind::Panzer => pieces.panzer.clone(),
            Kind::Finnish => pieces.finnish.clone(),
            Kind::Rumanian => pieces.rumanian.clone(),
            Kind::Hungarian => pieces.hungarian.clone(),
        };
        for id in ids {
            let (name, short) = call(kind, &id);
            all.push(Counter {
                id: id.as_str().into(),
                kind: kind.id,
                name: name.into(),
                short: short.into(),
            });
        }
    }
    let twice = |counter: &&Counter| all.iter().filter(|other| other.id == counter.id).count() > 1;
    if let Some(counter) = all.iter().find(twice) {
        return Err(DataError::new(UNIT_FILE, &format!("pieces.{}", counter.id), "stands twice"));
    }
    if all.len() != UNITS || pieces.fleets.len() != FLEETS {
        let found = format!("found {} and {}", all.len(), pieces.fleets.len());
        let reason = format!("the game has {UNITS} units and {FLEETS} air fleets; {found}");
        return Err(DataError::new(UNIT_FILE, "pieces", reason));
    }
    Ok(all)
}

/// How players call a unit, and what is printed on it. Soviet units have no historical names: they are numbered.
fn call(kind: &RawKind, id: &str) -> (String, String) {
    let number: String = id.chars().filter(char::is_ascii_digit).collect();
    match kind.id {
        Kind::Infantry => (format!("{} {number}", kind.name), format!("Army {number}")),
        Kind::Mechanized => (format!("{} {number}", kind.name), format!("Mech {number}")),
        Kind::Cavalry => (kind.name.clone(), "Cavalry".to_owned()),
        Kind::Airborne => (kind.name.clone(), "Airborne".to_owned()),
        Kind::Zone => (format!("{} {number}", kind.name), format!("Zone {number}")),
        Kind::Army => (format!("{} Army", roman(&number)), format!("{} A", roman(&number))),
        Kind::Panzer => (format!("{} Panzer Group", ordinal(&number)), format!("Pz {number}")),
        Kind::Finnish => match id {
            "fi-k" => ("Karelian Army".to_owned(), "Karelian".to_owned()),
            _ => ("Isthmus Army".to_owned(), "Isthmus".to_owned()),
        },
        Kind::Rumanian => (format!("Rumanian {} Army", ordinal(&number)), format!("Rum {number}")),
        Kind::Hungarian => ("Hungarian Army".to_owned(), "Hungarian".to_owned()),
    }
}

fn ordinal(number: &str) -> String {
    let tail = match number {
        "1" => "st",
        "2" => "nd",
        "3" => "rd",
        _ => "th",
    };
    format!("{number}{tail}")
}

fn roman(number: &str) -> String {
    let mut left: u32 = number.parse().unwrap_or(0);
    let mut text = String::new();
    for (value, letters) in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
        while left >= value {
            text.push_str(letters);
            left -= value;
        }
    }
    text
}
