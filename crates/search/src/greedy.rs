//! One step ahead on the game's own evaluation.

use kernel::{Game, Outcome, Seat};

use crate::{
    Glimpse, Player,
    ahead::{Ahead, FINE, Judge, result},
};

/// What a won game is worth: more than any evaluation.
const WON: i64 = (1 << 32) * FINE;

/// Takes the action that leads to the best position a step ahead.
pub struct Greedy<G: Game> {
    ahead: Ahead<G, Worth>,
    legal: Vec<G::Action>,
}

/// Judges by the game's evaluation.
#[derive(Clone, Copy)]
struct Worth;

impl<G: Game> Judge<G> for Worth {
    fn over(self, outcome: Outcome, seat: Seat) -> i64 {
        result(outcome, seat, WON)
    }

    fn worth(self, game: &G, state: &G::State, seat: Seat, memo: &mut G::Memo) -> i64 {
        i64::from(game.evaluate(state, seat, memo)) * FINE
    }
}

impl<G: Game> Greedy<G> {
    /// A player whose tie-breaks and samples this seed pins.
    pub fn new(seed: u64) -> Greedy<G> {
        Greedy { ahead: Ahead::new(Worth, seed, 0), legal: Vec::new() }
    }
}

impl<G: Game> Player<G> for Greedy<G> {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn choose(&mut self, glimpse: &Glimpse<'_, G>) -> G::Action {
        glimpse.legal(&mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let world = glimpse.deal(&mut self.ahead.rng);
        let closely = self.ahead.rank(glimpse.game(), &world, glimpse.seat(), &self.legal);
        let ranked = &self.ahead.ranked[..closely];
        let alike = ranked.iter().take_while(|(worth, _)| *worth == ranked[0].0).count();
        let pick = if alike == 1 { 0 } else { self.ahead.rng.index(alike) };
        self.ahead.ranked[pick].1
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        Journal, Options,
        dummy::{Dummy, LEFT, RIGHT},
    };

    use super::*;

    /// What greedy chooses at the root of a tree, under many seeds.
    fn choices(tree: &str, seat: Seat, played: &[&str]) -> Vec<String> {
        let game = Dummy::tree(tree).unwrap();
        let mut state = game.setup(0, Options::NONE);
        for text in played {
            game.apply(&mut state, game.read(text).unwrap(), &mut Journal::deaf());
        }
        let choose = |seed| game.write(Greedy::new(seed).choose(&Glimpse::new(&game, &state, seat)));
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
    fn a_win_beats_any_evaluation_and_a_loss_is_worse_than_any() {
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
    fn a_chain_of_clicks_is_judged_by_where_it_leads() {
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
