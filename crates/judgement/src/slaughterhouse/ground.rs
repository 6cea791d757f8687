//! What scoring asks of map and counters all the time, worked out once.

use board::Space;
use slaughterhouse::tables::{Counter, Echelon, Kind, Nation, SPACES, Spaces, Tables, UNITS};

/// Towns and distances, and the classes of units.
#[derive(Debug)]
pub struct Ground {
    /// Towns near each location, at most seven steps away, with the steps; the seven that matter most.
    pub near_towns: Vec<Vec<(Space, u8)>>,
    /// Locations at most so many steps from each location.
    pub rings: Vec<[Spaces; 7]>,
    /// Which a unit is of panzers, Germans, their allies, Fronts, Armies, Shock Armies.
    pub class: [u8; UNITS],
}

impl Ground {
    pub fn new(t: &Tables) -> Ground {
        Ground {
            near_towns: t.steps.iter().map(|row| near_towns(t, row)).collect(),
            rings: t.steps.iter().map(rings).collect(),
            class: std::array::from_fn(|i| class_of(&t.counters[i])),
        }
    }
}

fn class_of(counter: &Counter) -> u8 {
    match (counter.kind, counter.nation, counter.echelon) {
        (Kind::Panzer, ..) => 0,
        (Kind::Shock, ..) => 5,
        (_, Nation::De, _) => 1,
        (_, Nation::Su, Echelon::Front) => 3,
        (_, Nation::Su, _) => 4,
        _ => 2,
    }
}

fn near_towns(t: &Tables, steps: &[u8; SPACES]) -> Vec<(Space, u8)> {
    let towns = (0..SPACES).filter(|&i| t.vp[i] > 0 && steps[i] <= 7);
    let mut towns: Vec<(Space, u8)> = towns.map(|i| (Space(i as u16), steps[i])).collect();
    towns.sort_by_key(|&(town, steps)| (u32::from(steps) * 12 / u32::from(t.vp[town.index()] + 3), town));
    towns.truncate(7);
    towns
}

fn rings(steps: &[u8; SPACES]) -> [Spaces; 7] {
    std::array::from_fn(|most| {
        (0..SPACES).filter(|&i| usize::from(steps[i]) <= most).map(|i| Space(i as u16)).collect()
    })
}
