//! The chart card and the scenario as their files write them.

use std::collections::BTreeMap;

use kit::{chart, raw};
use serde::Deserialize;

use super::{Nation, Side, Weather};

raw! {
    /// The chart card.
    pub struct Charts {
        pub stacking: Stacking,
        pub movement: Movement,
        pub activity: Activity,
        pub impulses: Impulses,
        pub redeployment: Redeployment,
        pub weather: WeatherTable,
        pub air_support: AirSupport,
        pub snow: Snow,
        pub terrain: TerrainTable,
        pub attack_value: AttackValue,
        pub defence_value: DefenceValue,
        pub losses: Losses,
        pub replacements: Replacements,
        pub supply: Supply,
        pub partisans: Partisans,
        pub security: Security,
        pub interdiction: Interdiction,
        pub advantage: Advantage,
        pub bids: Bids,
    }
}

/// A value for each kind of weather.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByWeather<T> {
    pub clear: T,
    pub rain: T,
    pub snow: T,
}

impl<T: Copy> ByWeather<T> {
    pub fn of(&self, weather: Weather) -> T {
        match weather {
            Weather::Clear => self.clear,
            Weather::Rain => self.rain,
            Weather::Snow => self.snow,
        }
    }
}

chart!(Stacking { units_per_side: u8 });
chart!(Movement { contested_reduced: u8, contested_full: u8, panzer_rain: u8, panzer_snow: u8 });
chart!(Activity { axis: ByWeather<u8>, soviet: ByWeather<u8> });
chart!(Impulses { first: ByWeather<Side>, end_roll_from: ByWeather<u8> });
chart!(Redeployment { units: u8, axis_range: u8, soviet_range: u8 });
chart!(WeatherTable { turns: Vec<[Weather; 6]>, historical: Vec<Weather> });
chart!(AirSupport { focus: ByWeather<i8>, spread: ByWeather<i8> });
chart!(Snow { axis: i8, soviet: i8 });
chart!(TerrainTable { clear: i8, forest: i8, swamp: i8, urban: i8, fortress: i8 });
chart!(AttackValue { other_infantry: i8, other_panzer: i8 });
chart!(DefenceValue { full_infantry: i8, reduced_infantry: i8, full_panzer: i8, reduced_panzer: i8 });
chart!(Losses { ordinary: u8, panzer_success: u8 });
chart!(Replacements { axis: Vec<u8>, soviet: Vec<u8>, army: u8, front: u8, panzer: u8, rebuilt: Vec<Nation> });
chart!(Supply { isolated: u8 });
chart!(Partisans { markers: Vec<u8>, counter_attack: i8 });
chart!(Security { markers: Vec<u8> });
chart!(Interdiction { range: u16 });
chart!(Advantage { replacement_points: u8, weather: u8, redeployed: u8, extra_loss: u8 });
chart!(Bids { most: u8 });

impl Activity {
    pub fn of(&self, side: Side, weather: Weather) -> u8 {
        match side {
            Side::Axis => self.axis.of(weather),
            Side::Soviet => self.soviet.of(weather),
        }
    }
}

impl Replacements {
    /// The points of a side in a turn.
    pub fn points(&self, side: Side, turn: u8) -> u8 {
        let list = match side {
            Side::Axis => &self.axis,
            Side::Soviet => &self.soviet,
        };
        list[usize::from(turn) - 1]
    }
}

raw! {
    /// The scenario file.
    pub struct ScenarioFile {
        pub scenario: ScenarioTable,
        pub(super) setup: Setup,
        pub(super) reinforcements: Reinforcements,
        pub(super) leaders: LeadersTable,
        pub surprise: Surprise,
        pub(super) takeover: Takeover,
        pub victory: Victory,
        pub grades: Grades,
    }
}

chart!(ScenarioTable {
    id: String,
    title: String,
    blurb: String,
    turns: u8,
    dates: Vec<String>,
    advantage: Side,
});
chart!(Setup { units: BTreeMap<String, Vec<String>>, leaders: BTreeMap<String, Vec<String>> });
chart!(LeadersTable { event: Vec<LeaderEvent> });
chart!(Surprise { turn: u8, rounds: u8 });
chart!(Takeover { turn: u8, early_turn: u8, early_up_to: u8, zone: String, replaced: Vec<[String; 2]> });
chart!(Victory { automatic: Vec<String>, needed: u8 });
chart!(Grades { axis_decisive: u8, soviet_marginal: u8 });

/// Units by turn (`turn-2`) and Zone.
#[derive(Clone, Debug, Deserialize)]
pub struct Reinforcements {
    pub(super) source: String,
    pub(super) reconstructed: bool,
    #[serde(flatten)]
    pub turns: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

raw! {
    /// A Leader who comes or goes.
    pub struct LeaderEvent {
        pub turn: u8,
        pub leader: String,
        pub arrives: Option<String>,
        #[serde(default)]
        pub leaves: bool,
        #[serde(rename = "reason")]
        pub _reason: String,
    }
}
