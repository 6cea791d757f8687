//! Laws and random games for sets of options.

use std::sync::Arc;

use kernel::{
    Game, Options,
    laws::{self, Plan, Report},
};

/// Holds the game to the laws of the kernel in this scenario under each of these sets of options; the plan's seed
/// grows by one a set.
pub fn laws_hold<G: Game>(game: &Arc<G>, scenario: usize, sets: &[Options], plan: Plan) {
    for (i, &options) in sets.iter().enumerate() {
        let plan = Plan { seed: plan.seed + i as u64, ..plan };
        let report = laws::check(game, scenario, options, plan)
            .unwrap_or_else(|broken| panic!("options {:?}: {broken}", game.about().option_ids(options)));
        assert_eq!(report.games, plan.games);
    }
}

/// Plays random games in this scenario under each of these sets of options; all end and break no invariant.
pub fn play_outs<G: Game>(game: &G, scenario: usize, sets: &[Options], plan: Plan) -> Report {
    let mut all = Report::default();
    for (i, &options) in sets.iter().enumerate() {
        let plan = Plan { seed: plan.seed + i as u64, ..plan };
        let report = laws::play_outs(game, scenario, options, plan)
            .unwrap_or_else(|broken| panic!("options {:?}: {broken}", game.about().option_ids(options)));
        assert_eq!(report.games, plan.games);
        all.add(&report);
    }
    all
}

/// How many games a long run plays: what RANDOM_GAMES says, or else this.
pub fn games_asked_for(usual: u64) -> u64 {
    std::env::var("RANDOM_GAMES").map_or(usual, |text| text.parse().expect("RANDOM_GAMES is a number"))
}
