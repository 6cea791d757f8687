//! The chart card: weather, redeployment, operations, objectives, terrain, combat and the rest.

use kernel::{TableAbout, data::DataError};
use kit::{chart, raw, sources};
use serde::Deserialize;

use super::{CHARTS, Side};

/// The weather of a turn (3.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weather {
    Fair,
    Rain,
    Mud,
    Snow,
    HeavySnow,
}

impl Weather {
    pub const ALL: [Weather; 5] =
        [Weather::Fair, Weather::Rain, Weather::Mud, Weather::Snow, Weather::HeavySnow];

    pub fn id(self) -> &'static str {
        ["fair", "rain", "mud", "snow", "heavy-snow"][self as usize]
    }

    pub fn name(self) -> &'static str {
        ["Fair", "Rain", "Mud", "Snow", "Heavy snow"][self as usize]
    }

    pub fn is_snow(self) -> bool {
        matches!(self, Weather::Snow | Weather::HeavySnow)
    }
}

/// What a combat comes to (11.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CombatResult {
    AE,
    A2,
    A1,
    AR,
    EX,
    D1,
    D2,
    DW,
    DE,
}

impl CombatResult {
    pub const ALL: [CombatResult; 9] = [
        CombatResult::AE,
        CombatResult::A2,
        CombatResult::A1,
        CombatResult::AR,
        CombatResult::EX,
        CombatResult::D1,
        CombatResult::D2,
        CombatResult::DW,
        CombatResult::DE,
    ];

    pub fn code(self) -> &'static str {
        ["AE", "A2", "A1", "AR", "EX", "D1", "D2", "DW", "DE"][self as usize]
    }

    pub fn says(self) -> &'static str {
        [
            "attackers eliminated",
            "attacker loses two steps",
            "attacker loses a step",
            "attackers withdraw one area",
            "both lose a step",
            "defender loses a step",
            "defender loses two steps",
            "defenders withdraw",
            "defenders eliminated",
        ][self as usize]
    }

    /// How it hits this side: steps lost, or 9 for elimination; withdrawals count nothing.
    pub fn steps(self, attacker: bool) -> u8 {
        match (self, attacker) {
            (CombatResult::AE, true) | (CombatResult::DE, false) => 9,
            (CombatResult::A2, true) | (CombatResult::D2, false) => 2,
            (CombatResult::A1 | CombatResult::EX, true) | (CombatResult::D1 | CombatResult::EX, false) => 1,
            _ => 0,
        }
    }
}

/// What the Partisan Table lets act (8.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PartisanResult {
    None,
    Rail,
    Truck,
    Either,
    Both,
}

raw! {
    pub struct ChartsFile {
        weather: WeatherTable,
        redeployment: Redeployment,
        operations: Operations,
        objectives: Objectives,
        terrain: Terrain,
        stacking: Stacking,
        rail: Rail,
        commissar: Commissar,
        partisans: Partisans,
        combat: Combat,
        combat_modifiers: CombatModifiers,
        withdrawal: Withdrawal,
        advance: Advance,
        reserves: Reserves,
        leader_loss: LeaderLoss,
    }
}

/// The chart card, with the combat grid read.
#[derive(Clone, Debug)]
pub struct Charts {
    pub weather: WeatherTable,
    pub redeployment: Redeployment,
    pub operations: Operations,
    pub objectives: Objectives,
    pub terrain: Terrain,
    pub stacking: Stacking,
    pub rail: Rail,
    pub commissar: Commissar,
    pub partisans: Partisans,
    pub combat: Combat,
    pub modifiers: CombatModifiers,
    pub withdrawal: Withdrawal,
    pub advance: Advance,
    pub reserves: Reserves,
    pub leader_loss: LeaderLoss,
    /// Results by roll (2 to 12) and column.
    pub results: [[CombatResult; COLUMNS]; 11],
}

/// How many columns the Combat Results Table has.
pub const COLUMNS: usize = 11;

chart!(WeatherTable {
    roll_from_turn: u8,
    transition_turn: u8,
    from_transition: u8,
    results: [Weather; 7],
    fair: WeatherEffect,
    rain: WeatherEffect,
    mud: WeatherEffect,
    snow: WeatherEffect,
    heavy_snow: WeatherEffect,
});
chart!(WeatherEffect {
    armor: i8,
    infantry: i8,
    infantry_with_leader: bool,
    armor_with_leader: bool,
    infantry_immobile: bool,
    rail_immobile: bool,
    shift: i8,
    luftwaffe: u8,
    airborne: bool,
});
chart!(Redeployment { axis: [u8; 6], soviet: [u8; 6] });
chart!(Operations { first_turn: [u8; 2], objective_rolls: Vec<u8>, axis: ByWeather, soviet: ByWeather });
chart!(Objectives { default: Vec<String>, sets: Vec<Vec<String>> });
chart!(Terrain {
    clear: TerrainRow,
    woods: TerrainRow,
    marsh: TerrainRow,
    rough: TerrainRow,
    mountains: TerrainRow,
    fortress: i8,
    river: i8,
});
chart!(Stacking { ox: u8, diamond: u8 });
chart!(Rail { capacity: u8, cost: u8, overland: u8 });
chart!(Commissar { columns: Vec<Vec<String>>, row: i8, from_turn: u8 });
chart!(Partisans { results: [PartisanResult; 6], from_turn: u8 });
chart!(Combat { differential: [i8; COLUMNS], odds: [u8; 9], grid: String });
chart!(CombatModifiers {
    attacker_unsupplied: i8,
    defender_unsupplied: i8,
    attacker_combined_arms: i8,
    defender_combined_arms: i8,
    luftwaffe_attacking: i8,
    luftwaffe_defending: i8,
    attacker_out_of_command: i8,
    defender_out_of_command: i8,
    ss_attacking: i8,
    ss_defending: i8,
});
chart!(Withdrawal { distance: [u8; 6], stand: [u8; 2], corps_step: u8, army_step: u8, substitution: u8 });
chart!(Advance { armor: u8, infantry: u8, leader: u8 });
chart!(Reserves { most: u8 });
chart!(LeaderLoss { eliminated_up_to: u8 });

raw! {
    pub struct ByWeather {
        fair: [u8; 11],
        rain: [u8; 11],
        mud: [u8; 11],
        snow: [u8; 11],
        heavy_snow: [u8; 11],
    }
}

impl ByWeather {
    fn of(&self, weather: Weather) -> &[u8; 11] {
        match weather {
            Weather::Fair => &self.fair,
            Weather::Rain => &self.rain,
            Weather::Mud => &self.mud,
            Weather::Snow => &self.snow,
            Weather::HeavySnow => &self.heavy_snow,
        }
    }
}

impl WeatherTable {
    pub fn effect(&self, weather: Weather) -> &WeatherEffect {
        match weather {
            Weather::Fair => &self.fair,
            Weather::Rain => &self.rain,
            Weather::Mud => &self.mud,
            Weather::Snow => &self.snow,
            Weather::HeavySnow => &self.heavy_snow,
        }
    }
}

impl Operations {
    /// 3.3 The points for a roll of two dice.
    pub fn points(&self, side: Side, weather: Weather, roll: u8) -> u8 {
        let table = match side {
            Side::Axis => &self.axis,
            Side::Soviet => &self.soviet,
        };
        table.of(weather)[usize::from(roll - 2)]
    }
}

raw! {
    pub struct TerrainRow {
        infantry: u8,
        armor: u8,
        leader: u8,
        truck: u8,
        pub shift: i8,
    }
}

impl TerrainRow {
    /// Movement points by class: infantry, armor, leader, truck.
    pub fn mp(&self) -> [u8; 4] {
        [self.infantry, self.armor, self.leader, self.truck]
    }
}

impl Terrain {
    pub fn row(&self, id: &str) -> Option<&TerrainRow> {
        match id {
            "clear" => Some(&self.clear),
            "woods" => Some(&self.woods),
            "marsh" => Some(&self.marsh),
            "rough" => Some(&self.rough),
            "mountains" => Some(&self.mountains),
            _ => None,
        }
    }
}

/// Shifts and modifiers stay small, so that no sum overflows.
const LARGEST: i8 = 12;

impl Charts {
    pub fn new(file: ChartsFile) -> Result<Charts, DataError> {
        let wrong = |key: &str, reason: &str| Err(DataError::new(CHARTS, key, reason));
        let results =
            grid(&file.combat.grid).map_err(|reason| DataError::new(CHARTS, "combat.grid", reason))?;
        for row in [&file.terrain.clear, &file.terrain.woods, &file.terrain.marsh, &file.terrain.rough]
            .into_iter()
            .chain([&file.terrain.mountains])
        {
            if row.mp().contains(&0) {
                return wrong("terrain", "a free step would let a unit move for ever");
            }
        }
        let m = &file.combat_modifiers;
        let t = &file.terrain;
        let small = [
            m.attacker_unsupplied,
            m.defender_unsupplied,
            m.attacker_combined_arms,
            m.defender_combined_arms,
            m.luftwaffe_attacking,
            m.luftwaffe_defending,
            m.attacker_out_of_command,
            m.defender_out_of_command,
            m.ss_attacking,
            m.ss_defending,
            t.fortress,
            t.river,
            t.clear.shift,
            t.woods.shift,
            t.marsh.shift,
            t.rough.shift,
            t.mountains.shift,
        ];
        if small.into_iter().any(|value| !(-LARGEST..=LARGEST).contains(&value)) {
            return wrong("combat_modifiers", "shifts and modifiers go from -12 to 12");
        }
        for weather in Weather::ALL {
            let effect = file.weather.effect(weather);
            if [effect.armor, effect.infantry, effect.shift]
                .into_iter()
                .any(|value| !(-9..=9).contains(&value))
            {
                return wrong("weather", "effects go from -9 to 9");
            }
        }
        if file.combat.differential.windows(2).any(|pair| pair[0] >= pair[1]) {
            return wrong("combat.differential", "columns must ascend");
        }
        if file.combat.odds.iter().any(|&column| usize::from(column) >= COLUMNS) {
            return wrong("combat.odds", "must be columns of the table");
        }
        if file.objectives.sets.len() != 11 {
            return wrong("objectives.sets", "needs a row for each roll from 2 to 12");
        }
        if file.commissar.columns.len() != 6
            || file.commissar.columns.iter().any(|list| !(1..=2).contains(&list.len()))
        {
            return wrong("commissar.columns", "needs one or two columns for each face of the die");
        }
        for list in &file.commissar.columns {
            if list.iter().any(|id| !matches!(id.as_str(), "A" | "C" | "E" | "G" | "I" | "K" | "M" | "O")) {
                return wrong("commissar.columns", "must be columns of oxes");
            }
        }
        if file.withdrawal.distance.iter().any(|distance| !(1..=2).contains(distance)) {
            return wrong("withdrawal.distance", "a withdrawal is one or two areas");
        }
        let price = &file.withdrawal;
        if [price.corps_step, price.army_step, price.substitution].contains(&0) {
            return wrong("withdrawal", "a step that counts nothing would never pay");
        }
        if file.rail.cost == 0 || file.reserves.most > 2 {
            return wrong("rail", "a ride costs at least one point, and at most two reserves are sent");
        }
        if file.weather.roll_from_turn < 2
            || file.weather.results[..6].iter().all(|weather| weather.is_snow())
        {
            return wrong("weather", "turn 1 is fair (3.1.3), and summer needs a face without snow (3.1.2)");
        }
        Ok(Charts {
            results,
            weather: file.weather,
            redeployment: file.redeployment,
            operations: file.operations,
            objectives: file.objectives,
            terrain: file.terrain,
            stacking: file.stacking,
            rail: file.rail,
            commissar: file.commissar,
            partisans: file.partisans,
            combat: file.combat,
            modifiers: file.combat_modifiers,
            withdrawal: file.withdrawal,
            advance: file.advance,
            reserves: file.reserves,
            leader_loss: file.leader_loss,
        })
    }
}

fn grid(text: &str) -> Result<[[CombatResult; COLUMNS]; 11], String> {
    let mut results = [[CombatResult::EX; COLUMNS]; 11];
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() != 11 {
        return Err(format!("expected 11 rows for the rolls 2 to 12, found {}", lines.len()));
    }
    for (i, line) in lines.iter().enumerate() {
        let mut words = line.split_whitespace();
        if words.next() != Some((i + 2).to_string().as_str()) {
            return Err(format!("expected the row for {}", i + 2));
        }
        let cells: Vec<&str> = words.collect();
        if cells.len() != COLUMNS {
            return Err(format!("row {} must have {COLUMNS} columns, it has {}", i + 2, cells.len()));
        }
        for (column, cell) in cells.iter().enumerate() {
            let found = CombatResult::ALL.into_iter().find(|result| result.code() == *cell);
            results[i][column] = found.ok_or_else(|| format!("row {}: '{cell}' is no result", i + 2))?;
        }
    }
    Ok(results)
}

pub fn sources(file: &ChartsFile, list: &mut Vec<TableAbout>) {
    sources!(list, CHARTS;
        "weather" => file.weather,
        "weather.fair" => file.weather.fair,
        "weather.rain" => file.weather.rain,
        "weather.mud" => file.weather.mud,
        "weather.snow" => file.weather.snow,
        "weather.heavy_snow" => file.weather.heavy_snow,
        "redeployment" => file.redeployment,
        "operations" => file.operations,
        "objectives" => file.objectives,
        "terrain" => file.terrain,
        "stacking" => file.stacking,
        "rail" => file.rail,
        "commissar" => file.commissar,
        "partisans" => file.partisans,
        "combat" => file.combat,
        "combat_modifiers" => file.combat_modifiers,
        "withdrawal" => file.withdrawal,
        "advance" => file.advance,
        "reserves" => file.reserves,
        "leader_loss" => file.leader_loss,
    );
}
