//! What scoring asks of the map all the time, worked out once.

use circle_of_fire::tables::{SPACES, Spaces, Tables};

/// How near spaces are to what matters.
#[derive(Debug)]
pub struct Ground {
    /// How near the town a space is: four in it, zero four steps away or more.
    pub near_town: [u8; SPACES],
    /// The same for the airfield, up to six.
    pub near_airfield: [u8; SPACES],
    /// The spaces that are so near the airfield.
    pub airfield_rings: [Spaces; 7],
}

impl Ground {
    pub fn new(t: &Tables) -> Ground {
        let near_airfield = nearness(t, Spaces::one(t.airfield), 6);
        let ring = |near: usize| {
            t.graph.spaces().filter(move |space| usize::from(near_airfield[space.index()]) == near)
        };
        Ground {
            near_town: nearness(t, t.urban, 4),
            near_airfield,
            airfield_rings: std::array::from_fn(|near| ring(near).collect()),
        }
    }
}

/// How near each space is to these: `most` in them, one less for each step away.
fn nearness(t: &Tables, to: Spaces, most: u8) -> [u8; SPACES] {
    let mut near = [0; SPACES];
    let mut reached = to;
    for steps in (1..=most).rev() {
        for space in reached {
            near[space.index()] = near[space.index()].max(steps);
        }
        reached |= t.graph.adjacent(reached);
    }
    near
}
