//! What the counters on the map add up to, kept up from position to position: few of them stand elsewhere in the next.

use board::{Member, Space};
use circle_of_fire::{
    Side, State, Unit,
    tables::{SPACES, Tables, Units},
};

use super::ground::Ground;

/// Sums over the counters on the map, and where they stood.
#[derive(Debug)]
pub struct Muster {
    here: [Units; SPACES],
    /// Units on the map.
    pub on_map: Units,
    /// German units on the map less Soviet ones, and the same for their Uncommitted combat factors.
    pub units: i16,
    pub factors: i16,
    /// How near the Soviet units are to the town, and how far within three steps of the airfield.
    pub near_town: i16,
    pub near_airfield: i16,
}

impl Default for Muster {
    /// An empty map.
    fn default() -> Muster {
        Muster {
            here: [Units::empty(); SPACES],
            on_map: Units::empty(),
            units: 0,
            factors: 0,
            near_town: 0,
            near_airfield: 0,
        }
    }
}

impl Muster {
    /// Goes over to another position.
    pub fn follow(&mut self, t: &Tables, ground: &Ground, state: &State) {
        let (mut gone, mut came) = (Units::empty(), Units::empty());
        for index in 0..SPACES {
            let (before, now) = (self.here[index], state.here[index]);
            if before == now {
                continue;
            }
            self.here[index] = now;
            let space = Space(index as u16);
            for unit in before - now {
                self.count(t, ground, unit, space, -1);
            }
            for unit in now - before {
                self.count(t, ground, unit, space, 1);
            }
            gone |= before - now;
            came |= now - before;
        }
        self.on_map = (self.on_map - gone) | came;
    }

    /// A unit comes to a space (1) or leaves it (-1).
    fn count(&mut self, t: &Tables, ground: &Ground, unit: Unit, space: Space, by: i16) {
        let factor = by * i16::from(t.cf[unit.index()]);
        if t.of[Side::German.index()].contains(unit) {
            self.units += by;
            self.factors += factor;
        } else {
            self.units -= by;
            self.factors -= factor;
            self.near_town += by * i16::from(ground.near_town[space.index()]);
            self.near_airfield += by * i16::from(ground.near_airfield[space.index()].saturating_sub(3));
        }
    }
}
