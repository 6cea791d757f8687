//! The charts and the scenario as their files write them.

use std::collections::BTreeMap;

use kit::{chart, raw};
use serde::Deserialize;

use super::{CardId, Country, Kind, Sector, Side};

raw! {
    /// The charts.
    pub struct Charts {
        pub turns: Turns,
        pub income_soviet: IncomeSoviet,
        pub income_german: IncomeGerman,
        pub activations: Activations,
        pub trade: Trade,
        pub bids: Bids,
        pub country: Vec<RawCountry>,
        pub service: Service,
        pub surprise: Surprise,
        pub alert: Alert,
        pub belgrade: Belgrade,
        pub britain: Britain,
        pub card: Vec<RawCard>,
        pub strategies: Strategies,
        pub blow: Blow,
        pub strike: Strike,
        pub sides: Sides,
        pub victory: Victory,
    }
}

/// A part of a sum: numerator and denominator.
pub type Share = [i16; 2];

chart!(
    /// 3.2 The calendar.
    Turns {
        last: u8,
        dates: Vec<String>,
        first: Vec<Side>,
        council_until: u8,
        card_in: u8,
        change_in: u8,
        report_in: Vec<u8>,
        ice_in: Vec<u8>,
        belgrade_in: u8,
        decision_in: Vec<u8>,
    }
);
chart!(
    /// 9.3 What the Soviet side earns.
    IncomeSoviet { base: u8, stock: u8 }
);
chart!(
    /// 5.1 What Germany earns, and how much more with Rumania's oil.
    IncomeGerman { base: u8, stock: u8, oil: u8 }
);
chart!(
    /// 4.6 Activations, columns and trains.
    Activations {
        free: u8,
        extra: u8,
        extra_cost: u8,
        column: u8,
        train: u8,
        train_cost: u8,
        trains: BySide,
        fleet_cost: u8,
    }
);
chart!(Trade { most: u8, german_gets: u8, german_pays: u8 });
chart!(Bids { countries: u8, most: u8, steps: i8 });
chart!(Service { cost: [u8; 3], report_cost: u8, report_true: i16 });
chart!(Surprise { partial: i16, complete: i16, frontier: [Share; 3], shift: [i16; 3] });
chart!(Alert { cost: [u8; 3], weight: i16, false_alarm: u8 });
chart!(Belgrade { moves: [i8; 6], garrison: Vec<Garrison>, missing: i16 });
chart!(Britain { fleet: i16 });
chart!(Strategies {
    change_cost: u8,
    german: GermanCards,
    forward: SovietCard,
    line: SovietCard,
    depth: SovietCard,
    strike: StrikeCard,
});
chart!(Blow {
    fleet: i16,
    main_effort: i16,
    moved: Share,
    line_card: i16,
    depth: Share,
    depth_card: Share,
    divide: i16,
    result: Vec<RawResult>,
});
chart!(Strike { cost: u8, alert: u8, waiting: i16, success: i16, soviet: i16, german: i16 });
chart!(Sides { most: u8 });
chart!(Victory {
    country: i16,
    brps_per_vp: i16,
    brps_most: i16,
    upgraded_per_vp: i16,
    late: i16,
    peace: i16,
    needed: i16,
    decisive: i16,
});

/// A number for each side.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide {
    german: u8,
    soviet: u8,
}

impl BySide {
    pub fn of(self, side: Side) -> u8 {
        match side {
            Side::German => self.german,
            Side::Soviet => self.soviet,
        }
    }
}

raw! {
    /// 6.3 A country and its marker.
    pub struct RawCountry {
        pub id: Country,
        pub kind: Standing,
        pub start: i8,
        #[serde(default)]
        pub joins: Vec<String>,
        pub pushes: Option<Push>,
        pub(super) source: String,
        pub(super) reconstructed: bool,
    }
}

/// 6.3 What a country can become.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Its marker never rises above its start.
    Claim,
    /// It may join Germany.
    Ally,
}

/// 6.3 What happens to another country when this one is annexed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Push {
    pub country: Country,
    pub by: i8,
}

/// 6.6 Units needed in the Balkans, up to a place of the marker.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Garrison {
    pub up_to: i8,
    pub units: i16,
}

raw! {
    /// 7.0 A card.
    pub struct RawCard {
        pub id: CardId,
        pub side: Side,
        pub sector: Option<Sector>,
        pub(super) source: String,
        pub(super) reconstructed: bool,
    }
}

/// 8.3 What German cards score; `waited` by the die of 8.3.3.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GermanCards {
    pub fulfilled: i16,
    pub failed: i16,
    pub not_attacked: i16,
    pub waited: [i16; 6],
}

/// 8.3 What Forward, Line and Depth score: in so many sectors nothing worse.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SovietCard {
    pub fulfilled: i16,
    pub failed: i16,
    pub sectors: usize,
    pub worst: super::Result,
}

/// 8.3.7 What Strike scores.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrikeCard {
    pub fulfilled: i16,
    pub failed: i16,
}

/// 8.1.4 A row of the table of results.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawResult {
    pub up_to: i16,
    pub name: super::Result,
    #[serde(default)]
    pub german: i16,
    #[serde(default)]
    pub soviet: i16,
}

raw! {
    /// The scenario file.
    pub struct ScenarioFile {
        pub scenario: ScenarioTable,
        pub(super) german: GermanSetUp,
        pub(super) soviet: SovietSetUp,
        pub(super) soviet_zones: SovietZones,
        pub(super) soviet_places: SovietPlaces,
        pub(super) soviet_to_place: SovietToPlace,
        pub(super) suggested: Suggested,
    }
}

chart!(ScenarioTable { id: String, title: String, blurb: String });
chart!(SovietZones { zone: Vec<String> });
chart!(SovietPlaces { one_each: Vec<String>, then_one_each: Vec<String>, then_free: Vec<String> });
chart!(SovietToPlace { infantry: usize, mechanized: usize });
chart!(Suggested { infantry: Vec<String>, mechanized: Vec<String> });

/// 9.2 Units and air fleets by place.
#[derive(Clone, Debug, Deserialize)]
pub struct GermanSetUp {
    pub(super) source: String,
    pub(super) reconstructed: bool,
    #[serde(flatten)]
    pub(super) at: BTreeMap<String, Vec<String>>,
}

/// 9.3 Numbers of units by place.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SovietSetUp {
    pub(super) source: String,
    pub(super) reconstructed: bool,
    pub(super) pool: BTreeMap<Kind, usize>,
    pub(super) deep_reserve: BTreeMap<Kind, usize>,
    pub(super) reserve: BTreeMap<Kind, usize>,
    pub(super) leningrad: BTreeMap<Kind, usize>,
    pub(super) moscow: BTreeMap<Kind, usize>,
    #[serde(rename = "zone_next_to")]
    pub(super) zone_next_to: Vec<String>,
}
