//! The chart cards and the scenarios as they stand in their files.

use kernel::{TableAbout, data::DataError};
use kit::{Sources, chart, raw, sources};
use serde::Deserialize;

use super::{CHARTS, HEXES, Marker, SCENARIOS, Status, UNITS};

raw! {
    /// The chart cards.
    pub struct Charts {
        pub status: StatusTable,
        pub stacking: Stacking,
        pub range: Range,
        pub movement: Movement,
        pub fire: Fire,
        pub hits: Hits,
        pub indirect: Indirect,
        pub interdiction: Interdiction,
        pub close_assault: CloseAssault,
        pub obstacles: Obstacles,
        pub events: Events,
        pub victory: Victory,
        pub hotels: Hotels,
    }
}

chart!(StatusTable {
    movement: [i8; 5],
    fire: [i8; 5],
    sight: [u8; 5],
    recovers: [Status; 5],
    light: [Status; 5],
    heavy: [Status; 5],
});
chart!(Stacking { russian: u8, chechen: u8, vehicles: u8 });
chart!(Range { day: u8, night: u8, obstacle: u8, indirect: u8, desperation: u8 });
chart!(Movement {
    clear: u8,
    woods: u8,
    rubble: u8,
    road: u8,
    river: u8,
    bridge: u8,
    level: u8,
    sniper: u8,
    per_enemy: u8,
    load: u8,
    interdicted: u8,
    exit: u8,
});
chart!(Fire {
    beside_vehicle: i8,
    moved: i8,
    woods: i8,
    target_higher: i8,
    fresh: i8,
    t80_front: i8,
    rubble: i8,
    rubble_off_map: i8,
    built_up: i8,
    built_up_off_map: i8,
    activated: i8,
    fired_on: i8,
    heavy_in_open: i8,
    target_lower: i8,
    flank: i8,
    flank_t80: i8,
    infantry_rear: i8,
    vehicle_rear: i8,
    vehicle_rear_t80: i8,
    chechen_night: i8,
    t80_at_built_up: i8,
    sniper_support: i8,
    tank_rider: i8,
});
chart!(Hits {
    light_russian: i8,
    light_chechen: i8,
    light_vehicle: i8,
    heavy_russian: i8,
    heavy_chechen: i8,
    schmel: i8,
});
chart!(Indirect {
    on_map_cf: i8,
    scatter_from: u8,
    scatter_to: u8,
    artillery_distance: u8,
    buratino_distance: u8,
});
chart!(Interdiction {
    built_up: i8,
    unspotted: i8,
    stands_at_most: i8,
    ends_all_from: i8,
    disrupts_at_most: u8,
});
chart!(CloseAssault {
    russian_cf: i8,
    chechen_cf: i8,
    number: i8,
    uphill: i8,
    inactive: i8,
    disrupted: i8,
    shaken: i8,
});
chart!(Obstacles { one_per_drawn: u8, removed_from: u8, removed_to: u8 });
chart!(Events { table: [EventKind; 11], returned_vp: u8 });
chart!(Victory {
    difference: i16,
    chechen_unit: u8,
    russian_unit: u8,
    palace_other: u8,
    chechen_palace: u8,
    chechen_security: u8,
    chechen_parliament: u8,
    dudayev_alive: u8,
});
chart!(Hotels { landmark: u8, odd_vp: u8, even_vp: u8 });

/// 9.0 What the two dice bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    None,
    ChechenDesperation,
    RussianDesperation,
    Snafu,
    GodIsGreat,
}

impl Charts {
    pub(super) fn check(&self) -> Result<(), DataError> {
        let wrong = |key: &str, reason: &str| Err(DataError::new(CHARTS, key, reason));
        let status = &self.status;
        for (i, &to) in status.recovers.iter().enumerate() {
            if to.index() > i {
                return wrong("status.recovers", "nobody gets worse by resting");
            }
        }
        for (key, ladder) in [("status.light", &status.light), ("status.heavy", &status.heavy)] {
            if ladder.iter().enumerate().any(|(i, to)| to.index() < i) {
                return wrong(key, "a hit never improves a unit's condition");
            }
        }
        if status.movement.iter().any(|&mp| !(-20..=0).contains(&mp)) {
            return wrong("status.movement", "the changes are from -20 to 0 halves");
        }
        if status.sight.iter().any(|&limit| limit > 4) || self.range.day > 4 || self.range.indirect > 4 {
            return wrong("range", "nobody sees or fires further than 4 hexes (6.2.1)");
        }
        if self.range.night > self.range.day || self.range.night == 0 || self.range.desperation > 4 {
            return wrong("range", "the ranges are from 1 to 4 hexes");
        }
        let m = &self.movement;
        let costs = [
            ("clear", m.clear),
            ("woods", m.woods),
            ("rubble", m.rubble),
            ("road", m.road),
            ("river", m.river),
            ("bridge", m.bridge),
            ("level", m.level),
            ("load", m.load),
            ("exit", m.exit),
        ];
        for (key, cost) in costs {
            if !(1..=20).contains(&cost) {
                return wrong(&format!("movement.{key}"), "a cost is from 1 to 20 halves");
            }
        }
        if m.sniper > 20 || m.per_enemy > 20 || m.interdicted > 20 {
            return wrong("movement", "a surcharge is at most 20 halves");
        }
        let small = |value: i8| (-20..=20).contains(&value);
        let f = &self.fire;
        let drms = [
            f.beside_vehicle,
            f.moved,
            f.woods,
            f.target_higher,
            f.fresh,
            f.t80_front,
            f.rubble,
            f.rubble_off_map,
            f.built_up,
            f.built_up_off_map,
            f.activated,
            f.fired_on,
            f.heavy_in_open,
            f.target_lower,
            f.flank,
            f.flank_t80,
            f.infantry_rear,
            f.vehicle_rear,
            f.vehicle_rear_t80,
            f.chechen_night,
            f.t80_at_built_up,
            f.sniper_support,
            f.tank_rider,
        ];
        // Twenty modifiers of at most five each and a die stay within an i8.
        if drms.iter().chain(&status.fire).any(|&value| !(-5..=5).contains(&value)) {
            return wrong("fire", "a modifier is from -5 to 5");
        }
        let a = &self.close_assault;
        if [a.russian_cf, a.chechen_cf, a.number, a.uphill, a.inactive, a.disrupted, a.shaken]
            .iter()
            .any(|&value| !small(value) || value < -5)
        {
            return wrong("close_assault", "factors and modifiers are from -5 to 20");
        }
        if self.stacking.russian == 0 || self.stacking.chechen == 0 || self.stacking.vehicles == 0 {
            return wrong("stacking", "a hex has room for at least one unit");
        }
        if self.obstacles.one_per_drawn == 0 {
            return wrong("obstacles.one_per_drawn", "must be at least 1");
        }
        if self.indirect.artillery_distance > 4 || self.indirect.buratino_distance > 4 {
            return wrong("indirect", "safety distances are at most 4 hexes");
        }
        Ok(())
    }

    pub(super) fn sources(&self, out: &mut Vec<TableAbout>) {
        sources!(out, CHARTS;
            "status" => self.status,
            "stacking" => self.stacking,
            "range" => self.range,
            "movement" => self.movement,
            "fire" => self.fire,
            "hits" => self.hits,
            "indirect" => self.indirect,
            "interdiction" => self.interdiction,
            "close_assault" => self.close_assault,
            "obstacles" => self.obstacles,
            "events" => self.events,
            "victory" => self.victory,
            "hotels" => self.hotels,
        );
    }
}

raw! {
    /// The scenario file.
    pub struct ScenarioFile {
        pub turns: Turns,
        pub forces: Forces,
        pub scenario: Vec<Scenario>,
    }
}

chart!(Turns { night: Vec<u8>, replacements: u8, names: Vec<String>, lengths: Vec<u8> });
chart!(Forces {
    regiment_81: Vec<String>,
    regiment_81_plus: Vec<String>,
    brigade_131: Vec<String>,
    brigade_131_plus: Vec<String>,
    later: Vec<String>,
    later_plus: Vec<String>,
    later_turn: u8,
    later_markers: Vec<String>,
});
chart!(
    /// One of the two scenarios.
    Scenario {
        id: String,
        title: String,
        blurb: String,
        roadblocks: u8,
        russian_markers: Vec<String>,
        chechen_markers: Vec<u8>,
        reinforcement_turns: Vec<u8>,
        parade: bool,
        west_edge: bool,
        first_draw: bool,
        set_up: bool,
        exit: bool,
        palace_81st: u8,
        station: u8,
        security: u8,
    }
);

impl Scenario {
    /// The Russian markers of the first turn, as a set.
    pub fn markers(&self) -> u8 {
        marker_set(&self.russian_markers).unwrap_or_default()
    }

    /// Whether Chechen markers of this turn bring new units (10.2.2, 10.3.2).
    pub fn reinforces(&self, turn: u8) -> bool {
        self.reinforcement_turns.contains(&turn)
    }
}

fn marker_set(ids: &[String]) -> Option<u8> {
    ids.iter().try_fold(0, |set, id| Some(set | Marker::parse(id)?.bit()))
}

impl ScenarioFile {
    /// How many turns a game of this scenario has.
    pub fn last_turn(&self, scenario: u8) -> u8 {
        self.turns.lengths[usize::from(scenario)]
    }

    pub(super) fn later_markers(&self) -> u8 {
        marker_set(&self.forces.later_markers).unwrap_or_default()
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let wrong = |key: String, reason: String| Err(DataError::new(SCENARIOS, &key, reason));
        let turns = self.turns.names.len();
        if !(1..=30).contains(&turns) {
            return wrong("turns.names".into(), format!("expected 1 to 30 turns, found {turns}"));
        }
        let fits = |length: &u8| (1..=turns).contains(&usize::from(*length));
        if self.turns.lengths.len() != self.scenario.len() || !self.turns.lengths.iter().all(fits) {
            let reason = format!("expected a number of turns from 1 to {turns} for each scenario");
            return wrong("turns.lengths".into(), reason);
        }
        let on_track = |turn: &u8| (1..=turns).contains(&usize::from(*turn));
        if !self.turns.night.iter().all(on_track) {
            return wrong("turns.night".into(), format!("expected turns from 1 to {turns}"));
        }
        if !self.turns.night.contains(&self.turns.replacements) {
            return wrong("turns.replacements".into(), "must be one of the night turns (10.4)".into());
        }
        if marker_set(&self.forces.later_markers).is_none() {
            return wrong("forces.later_markers".into(), "names a marker that does not exist".into());
        }
        if self.scenario.len() != 2 || self.scenario[0].id != "historical" || self.scenario[1].id != "variant"
        {
            return wrong("scenario".into(), "expected the scenarios 'historical' and 'variant'".into());
        }
        for it in &self.scenario {
            let key = |field: &str| format!("scenario.{}.{field}", it.id);
            if marker_set(&it.russian_markers).is_none() {
                return wrong(key("russian_markers"), "names a marker that does not exist".into());
            }
            if it.chechen_markers.len() != turns {
                let found = it.chechen_markers.len();
                return wrong(key("chechen_markers"), format!("expected {turns} turns, found {found}"));
            }
            if it.chechen_markers.iter().any(|&n| n == 0 || n > 20) {
                return wrong(key("chechen_markers"), "a turn has from 1 to 20 markers".into());
            }
            if it.parade && (it.west_edge || it.set_up) {
                return wrong(key("parade"), "the columns of 10.1.2 need their entry hexes".into());
            }
        }
        const { assert!(UNITS < 250 && HEXES < 1216) };
        Ok(())
    }

    pub(super) fn sources(&self, out: &mut Vec<TableAbout>) {
        sources!(out, SCENARIOS; "turns" => self.turns, "forces" => self.forces);
        for scenario in &self.scenario {
            out.add(
                SCENARIOS,
                &format!("scenario.{}", scenario.id),
                scenario.reconstructed,
                &scenario.source,
            );
        }
    }
}
