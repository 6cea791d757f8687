//! What the dice may still make of the objectives: which places count in the end, and where they lie.

use board::Space;
use strike_the_bear::tables::{AREAS, Map, OBJECTIVES, Objective, Spaces, Tables};

/// What is certain, in parts of this.
pub const CERTAIN: i32 = 1024;
/// From how far an enemy threatens a place that nobody guards: armor marches three areas.
const REACH: u8 = 3;
/// There are so many throws of two dice.
const THROWS: i32 = 36;

/// Chances of places to be objectives at the end. Objectives are rolled anew when a side's roll for operations points
/// says so (3.3.2), and only the last set counts (13.2).
#[derive(Clone, Debug)]
pub struct Prospects {
    /// How likely a set is to stay for so many more rolls, in parts of [`CERTAIN`].
    stays: Vec<i32>,
    /// How likely a new set holds each objective, in parts of [`CERTAIN`].
    pub rolled: [i32; OBJECTIVES],
    /// How near each area lies to what counts, for each set (the default one first) and for a set still to be rolled.
    near_set: Vec<[i16; AREAS]>,
    near_rolled: [i16; AREAS],
    /// Every area of every objective.
    pub posts: Vec<Post>,
    /// Which of them lies in each area, if any.
    post_at: [Option<u8>; AREAS],
}

/// An area that belongs to an objective.
#[derive(Clone, Copy, Debug)]
pub struct Post {
    pub area: Space,
    pub objective: u8,
    /// How many areas the objective has.
    pub areas: u8,
    /// Areas from which somebody may be here before long.
    pub around: Spaces,
}

impl Prospects {
    pub fn new(t: &Tables) -> Prospects {
        let (map, charts, objectives, sets) = (&t.map, &t.charts, &t.objectives, &t.sets);
        let throws = |roll: i32| (roll - 1).min(13 - roll);
        let marked = |roll: &u8| charts.operations.objective_rolls.contains(roll);
        let new: i32 = (2..=12).filter(marked).map(|roll| throws(i32::from(roll))).sum();
        let mut stays = vec![CERTAIN];
        for _ in 0..=u8::MAX {
            stays.push(stays[stays.len() - 1] * (THROWS - new) / THROWS);
        }
        let mut count = [0; OBJECTIVES];
        for (roll, set) in (2..).zip(sets) {
            for &objective in set {
                count[usize::from(objective)] += throws(roll);
            }
        }
        let rolled = count.map(|throws| throws * CERTAIN / THROWS);
        let near = |chance: &dyn Fn(u8) -> i32| {
            let mut near = [0; AREAS];
            for area in map.graph.spaces() {
                let sum: i32 =
                    (0..).zip(objectives).map(|(index, it)| chance(index) * nearness(map, area, it)).sum();
                near[area.index()] = (sum / CERTAIN).min(i32::from(i16::MAX)) as i16;
            }
            near
        };
        let in_set = |set: &[u8]| near(&|index| if set.contains(&index) { CERTAIN } else { 0 });
        let near_set = std::iter::once(t.default_set.as_slice())
            .chain(sets.iter().map(Vec::as_slice))
            .map(in_set)
            .collect();
        let near_rolled = near(&|index| rolled[usize::from(index)]);
        let mut posts = Vec::new();
        for (index, objective) in (0..).zip(objectives) {
            for area in objective.spaces.iter() {
                let close = |from: &Space| {
                    map.distances.between(*from, area).is_some_and(|steps| steps <= REACH.into())
                };
                let around = map.graph.spaces().filter(close).collect();
                posts.push(Post { area, objective: index, areas: objective.spaces.len() as u8, around });
            }
        }
        let mut post_at = [None; AREAS];
        for (index, post) in (0..).zip(&posts) {
            post_at[post.area.index()] = Some(index);
        }
        Prospects { stays, rolled, near_set, near_rolled, posts, post_at }
    }

    /// What an area means to an objective.
    pub fn post(&self, area: Space) -> Option<&Post> {
        self.post_at[area.index()].map(|index| &self.posts[usize::from(index)])
    }

    /// How likely the set a side has now is its last, with so many rolls to come.
    pub fn stays(&self, rolls: u8) -> i32 {
        self.stays[usize::from(rolls)]
    }

    /// How near each area lies to the set that came of this roll, and to the sets that may still be rolled.
    pub fn near(&self, roll: u8) -> [&[i16; AREAS]; 2] {
        let row = if (2..=12).contains(&roll) { usize::from(roll) - 1 } else { 0 };
        [&self.near_set[row], &self.near_rolled]
    }
}

/// All in the place itself, half of it two areas away, a third four areas away.
fn nearness(map: &Map, from: Space, objective: &Objective) -> i32 {
    let ways = objective.spaces.iter().filter_map(|to| map.distances.between(from, to));
    ways.min().map_or(0, |steps| 2 * CERTAIN / (2 + i32::from(steps)))
}

#[cfg(test)]
mod tests {
    use kernel::data::Overlay;

    use super::*;

    #[test]
    fn a_set_outlives_a_roll_two_times_in_three_and_a_new_one_has_four_places() {
        let tables = Tables::load(&Overlay::none()).unwrap();
        let prospects = Prospects::new(&tables);
        assert_eq!([0, 1, 2].map(|rolls| prospects.stays(rolls)), [CERTAIN, 682, 454]);
        let places: i32 = prospects.rolled.iter().sum();
        assert!((4 * CERTAIN - 32..=4 * CERTAIN).contains(&places), "{places}");
    }

    /// A table of an overlay may mark a roll twice, or one that two dice never give.
    #[test]
    fn a_roll_counts_once_and_only_if_the_dice_give_it() {
        let mut overlay = Overlay::none();
        overlay.insert(
            "strike-the-bear/charts.toml",
            "[operations]\nobjective_rolls = [7, 7, 7, 7, 7, 7, 7, 200]",
        );
        let tables = Tables::load(&overlay).unwrap();
        assert_eq!(Prospects::new(&tables).stays(1), CERTAIN * 30 / 36);
    }
}
