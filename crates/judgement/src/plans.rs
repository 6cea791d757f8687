//! Plans: what a person would play a side for, as data. A plan says for each stage of a game which terms count for more or less,
//! and where how many counters are to stand; a machine that follows it plays well by that and ill by nothing else.

use std::collections::BTreeMap;

use board::Graph;
use kernel::data::{DataError, Overlay, load};
use search::PlanAbout;
use serde::Deserialize;

/// Map and counters as plans name them.
pub struct Chart {
    /// The id of each space, and the spaces next to it.
    pub spaces: Vec<(String, Vec<usize>)>,
    /// The id of each counter.
    pub counters: Vec<String>,
}

impl Chart {
    /// From a map and the ids of its counters.
    pub fn new<S: Copy, const W: usize>(
        graph: &Graph<S, W>,
        counters: impl Iterator<Item = String>,
    ) -> Chart {
        let near = |space| graph.neighbours(space).iter().map(|near| near.index()).collect();
        let spaces = graph.spaces().map(|space| (graph.id(space).to_owned(), near(space)));
        Chart { spaces: spaces.collect(), counters: counters.collect() }
    }
}

/// The plans of a game, by name.
pub struct Plans(Vec<(PlanAbout, Plan)>);

/// A plan for one side.
#[derive(Clone)]
pub struct Plan {
    /// Whom it is for.
    pub side: usize,
    stages: Vec<Stage>,
}

/// What a plan is after in some turns.
#[derive(Clone)]
struct Stage {
    turns: [u16; 2],
    /// How much terms count, in hundredths.
    counts: Vec<(String, i64)>,
    goals: Vec<Goal>,
}

/// So many counters are to stand in a space of a set.
#[derive(Clone)]
struct Goal {
    /// Whose counters.
    side: usize,
    units: usize,
    worth: i64,
    /// From how many steps away on a counter counts for nothing.
    reach: u8,
    /// How far each space is.
    distance: Vec<u8>,
    /// Which counters; all of the side if it names none.
    counters: Vec<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlan {
    side: String,
    says: String,
    stage: Vec<RawStage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStage {
    /// The first and the last turn.
    turns: [u16; 2],
    /// How much each of these terms counts, in hundredths.
    #[serde(default)]
    counts: BTreeMap<String, i64>,
    #[serde(default)]
    goals: Vec<RawGoal>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGoal {
    /// One of these spaces.
    at: Vec<String>,
    /// So many counters, the nearest ones.
    units: usize,
    /// What each of them counts there, in the parts of a term; less for every step away.
    worth: i64,
    #[serde(default = "reach")]
    reach: u8,
    /// These counters, by id; a `*` at the end stands for any ending.
    #[serde(default)]
    counters: Vec<String>,
    /// Counters of the enemy: what they count is lost.
    #[serde(default)]
    enemy: bool,
}

fn reach() -> u8 {
    6
}

impl Plans {
    /// Reads the plans of a game, those of the overlay over the built-in ones.
    pub fn load(
        file: &str,
        builtin: &str,
        overlay: &Overlay,
        sides: &[&str],
        terms: &[&str],
        chart: &Chart,
    ) -> Result<Plans, DataError> {
        let raw: BTreeMap<String, RawPlan> = load(file, builtin, overlay.get(file))?;
        let mut plans = Vec::new();
        for (name, raw) in raw {
            let wrong = |key: &str, reason: String| DataError::new(file, &format!("{name}.{key}"), reason);
            let side = sides.iter().position(|side| *side == raw.side);
            let side = side.ok_or_else(|| wrong("side", format!("'{}' is not a side", raw.side)))?;
            let about = PlanAbout { name: name.clone(), side: raw.side.clone(), says: raw.says.clone() };
            let mut stages = Vec::new();
            for stage in raw.stage {
                if let Some(other) = stage.counts.keys().find(|term| !terms.contains(&term.as_str())) {
                    let known = terms.join(", ");
                    return Err(wrong("stage.counts", format!("'{other}' is none of the terms: {known}")));
                }
                let goals = stage.goals.iter().map(|goal| Goal::new(goal, side, chart));
                let goals = goals.collect::<Result<_, _>>().map_err(|reason| wrong("stage.goals", reason))?;
                stages.push(Stage { turns: stage.turns, counts: stage.counts.into_iter().collect(), goals });
            }
            plans.push((about, Plan { side, stages }));
        }
        Ok(Plans(plans))
    }

    /// All of them.
    pub fn about(&self) -> Vec<PlanAbout> {
        self.0.iter().map(|(about, _)| about.clone()).collect()
    }

    /// Those for one side.
    pub fn for_side(&self, side: usize) -> impl Iterator<Item = &Plan> {
        self.0.iter().map(|(_, plan)| plan).filter(move |plan| plan.side == side)
    }

    /// The plan of this name.
    pub fn plan(&self, name: &str) -> Option<Plan> {
        self.0.iter().find(|(about, _)| about.name == name).map(|(_, plan)| plan.clone())
    }
}

impl Goal {
    fn new(raw: &RawGoal, side: usize, chart: &Chart) -> Result<Goal, String> {
        let mut distance = vec![u8::MAX; chart.spaces.len()];
        let mut queue = Vec::new();
        for id in &raw.at {
            let space = chart.spaces.iter().position(|(known, _)| known == id);
            let space = space.ok_or_else(|| format!("there is no space '{id}'"))?;
            distance[space] = 0;
            queue.push(space);
        }
        let mut next = 0;
        while let Some(&space) = queue.get(next) {
            next += 1;
            for &near in &chart.spaces[space].1 {
                if distance[near] == u8::MAX {
                    distance[near] = distance[space].saturating_add(1);
                    queue.push(near);
                }
            }
        }
        let named = |id: &str| {
            let fits = |pattern: &String| match pattern.strip_suffix('*') {
                Some(start) => id.starts_with(start),
                None => id == pattern,
            };
            raw.counters.is_empty() || raw.counters.iter().any(fits)
        };
        let counters: Vec<bool> = chart.counters.iter().map(|id| named(id)).collect();
        if !counters.contains(&true) {
            return Err(format!("no counter is called {}", raw.counters.join(" or ")));
        }
        Ok(Goal {
            side: if raw.enemy { 1 - side } else { side },
            units: raw.units,
            worth: if raw.enemy { -raw.worth } else { raw.worth },
            reach: raw.reach.max(1),
            distance,
            counters,
        })
    }

    /// What it counts that the nearest counters are as far as they are.
    fn score(&self, stands: impl FnOnce(usize, &mut dyn FnMut(usize, usize))) -> i64 {
        let mut at = [0_usize; 256];
        stands(self.side, &mut |counter, space| {
            if self.counters[counter] {
                at[usize::from(self.distance[space])] += 1;
            }
        });
        let (mut left, mut sum) = (self.units, 0);
        for (steps, &count) in at[..usize::from(self.reach)].iter().enumerate() {
            let taken = count.min(left);
            sum += taken as i64 * (i64::from(self.reach) - steps as i64);
            left -= taken;
        }
        self.worth * sum / i64::from(self.reach)
    }
}

impl Plan {
    /// The sum of these terms as the plan counts them, with what its goals add.
    pub fn sum(
        &self,
        turn: u16,
        terms: &[(&'static str, i64)],
        mut stands: impl FnMut(usize, &mut dyn FnMut(usize, usize)),
    ) -> i64 {
        let Some(stage) = self.stages.iter().find(|it| (it.turns[0]..=it.turns[1]).contains(&turn)) else {
            return terms.iter().map(|(_, score)| score).sum();
        };
        let counted = terms.iter().map(|(name, score)| {
            let count = stage.counts.iter().find(|(term, _)| term == name);
            count.map_or(*score, |(_, count)| score * count / 100)
        });
        let counted: i64 = counted.sum();
        let goals: i64 = stage.goals.iter().map(|goal| goal.score(&mut stands)).sum();
        // Terms are those of the first side, goals those of the plan's own.
        counted + if self.side == 0 { goals } else { -goals }
    }
}
