//! One step ahead by the judgement's score, with weights that were set by hand.

use std::sync::Arc;

use kernel::{Outcome, Rules, Seat};

use crate::{
    Glimpse, Judgement, Player,
    ahead::{Ahead, FINE, Scoring, result},
};

/// The score of a won game: more than that of any position.
const WON: i64 = (1 << 32) * FINE;

/// Takes the action that leads to the best position a step ahead.
pub struct Greedy<G: Rules, J: Judgement<G>> {
    ahead: Ahead<G, J, ByScore>,
    legal: Vec<G::Action>,
}

/// By the score.
#[derive(Clone, Copy)]
struct ByScore;

impl<G: Rules, J: Judgement<G>> Scoring<G, J> for ByScore {
    fn finished(self, outcome: Outcome, seat: Seat) -> i64 {
        result(outcome, seat, WON)
    }

    fn score(self, judgement: &J, game: &G, state: &G::State, seat: Seat, cache: &mut J::Cache) -> i64 {
        i64::from(judgement.score(game, state, seat, cache)) * FINE
    }
}

impl<G: Rules, J: Judgement<G>> Greedy<G, J> {
    /// A player whose tie-breaks and samples this seed pins.
    pub fn new(judgement: Arc<J>, seed: u64) -> Greedy<G, J> {
        Greedy { ahead: Ahead::new(judgement, ByScore, seed, 0), legal: Vec::new() }
    }
}

impl<G: Rules, J: Judgement<G>> Player<G> for Greedy<G, J> {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn choose(&mut self, glimpse: &Glimpse<'_, G>) -> G::Action {
        glimpse.legal(&mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let world = glimpse.deal(&mut self.ahead.rng);
        let full = self.ahead.rank(glimpse.game(), &world, glimpse.seat(), &self.legal);
        let ranked = &self.ahead.ranked[..full];
        let alike = ranked.iter().take_while(|(score, _)| *score == ranked[0].0).count();
        let pick = if alike == 1 { 0 } else { self.ahead.rng.index(alike) };
        self.ahead.ranked[pick].1
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        Journal, Notation, Options,
        dummy::{Dummy, LEFT, RIGHT},
    };

    use super::*;
    use crate::dummy::Numbers;

    /// What greedy chooses at the root of a tree, under many seeds.
    fn choices(tree: &str, seat: Seat, played: &[&str]) -> Vec<String> {
        let game = Dummy::tree(tree).unwrap();
        let mut state = game.setup(0, Options::NONE);
        for text in played {
            game.apply(&mut state, game.read(text).unwrap(), &mut Journal::disabled());
        }
        let choose =
            |seed| game.write(Greedy::new(Numbers::new(), seed).choose(&Glimpse::new(&game, &state, seat)));
        (0..40).map(choose).collect()
    }

    fn always(tree: &str, seat: Seat, wanted: &str) {
        let chosen = choices(tree, seat, &[]);
        assert!(chosen.iter().all(|word| word == wanted), "{tree}: {chosen:?}");
    }

    #[test]
    fn the_better_branch_is_found_for_either_seat() {
        let branches = "(a: @10 die(2*@10 other(x: ^)), b: @50 other(x: ^), c: @-20 other(x: ^))";
        always(&format!("left{}", branches.replace("other", "right")), LEFT, "b");
        always(&format!("right{}", branches.replace("other", "left")), RIGHT, "c");
    }

    #[test]
    fn a_win_beats_any_score_and_a_loss_is_worse_than_any() {
        always("left(a: @2147483647 right(x: ^), b: =left)", LEFT, "b");
        always("left(a: @-2147483647 right(x: ^), b: =right)", LEFT, "a");
    }

    #[test]
    fn dice_are_averaged() {
        let tree = |one: i32, two: i32| {
            format!("left(safe: @40 right(x: ^), risk: die(2*@{one} right(x: ^), @{two} right(x: ^)))")
        };
        always(&tree(-50, 200), LEFT, "safe"); // 33
        always(&tree(-50, 250), LEFT, "risk"); // 50
        always(&tree(0, 121), LEFT, "risk"); // a third of a hundredth more
        always(&tree(0, 119), LEFT, "safe");
    }

    #[test]
    fn two_draws_in_a_row_are_averaged() {
        let inner = |value: i32| format!("die(35*@0 right(x: ^), @{value} right(x: ^))");
        let tree =
            |value| format!("left(safe: @1 right(x: ^), risk: die(35*@0 right(x: ^), {}))", inner(value));
        always(&tree(1297), LEFT, "risk");
        always(&tree(1295), LEFT, "safe");
    }

    #[test]
    fn a_draw_with_too_many_outcomes_is_sampled() {
        always("left(safe: @40 right(x: ^), risk: cup(2000*@50 right(x: ^)))", LEFT, "risk");
        let doubtful = "left(safe: @40 right(x: ^), risk: cup(100*@0 right(x: ^), 100*@80 right(x: ^)))";
        let chosen = choices(doubtful, LEFT, &[]);
        assert!(chosen.iter().any(|word| word == "safe") && chosen.iter().any(|word| word == "risk"));
    }

    #[test]
    fn a_chain_of_clicks_is_scored_by_where_it_leads() {
        let fire = "left(fire: left(lead: die(@100 right(x: ^), @0 right(x: ^))), hold: @0 right(x: ^))";
        always(&format!("left(activate: {fire}, pass: @20 right(x: ^))"), LEFT, "activate");
        always(&format!("left(activate: {fire}, pass: @60 right(x: ^))"), LEFT, "pass");
    }

    #[test]
    fn ties_are_broken_by_the_seed() {
        let chosen = choices("left(a: =draw, b: =draw)", LEFT, &[]);
        assert!(chosen.iter().any(|word| word == "a") && chosen.iter().any(|word| word == "b"));
    }

    #[test]
    fn what_is_hidden_does_not_change_the_choice() {
        let tree = "duel left(a b / c d: =right, =left, =left, =right)";
        let one = choices(tree, RIGHT, &["a"]);
        assert_eq!(one, choices(tree, RIGHT, &["b"]));
        assert!(one.iter().any(|word| word == "c") && one.iter().any(|word| word == "d"));
    }
}
