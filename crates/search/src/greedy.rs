//! One step ahead on the game's own evaluation.
//!
//! A step is more than a click: after an action the player follows its own further clicks for a while, and
//! averages over dice, so that `activate`, `fire`, `lead` is judged by what the shot brings.

use kernel::{Draw, Game, Journal, Luck, Node, Outcome, Rng, Seat};

use crate::{Glimpse, Player};

/// How many further decisions of its own a step may take.
const FOLLOW: usize = 3;
/// A decision ahead with more actions than this is not followed.
const AHEAD: usize = 300;
/// Of a decision at hand only so many actions, those that look best at once, are looked at closely.
const CLOSELY: usize = 48;
/// Draws with at most this many outcomes are averaged exactly.
const EXACT: u64 = 36;
/// How many draws in a row are averaged; further ones are sampled once.
const LEVELS: usize = 2;
/// How often a draw with too many outcomes is sampled.
const SAMPLES: u64 = 8;
/// One hundredth of the game's evaluation: averages over two draws of 36 outcomes lose nothing.
const SCALE: i64 = 36 * 36;
/// What a won game is worth: more than any evaluation.
const WON: i64 = (1 << 32) * SCALE;

/// Takes the action that leads to the best position a step ahead.
pub struct Greedy<G: Game> {
    rng: Rng,
    legal: Vec<G::Action>,
    best: Vec<G::Action>,
    /// Buffers for the actions of positions ahead, kept for their memory.
    spare: Vec<Vec<G::Action>>,
    deaf: Journal<G::Event>,
}

impl<G: Game> Greedy<G> {
    /// A player whose tie-breaks and samples this seed pins.
    pub fn new(seed: u64) -> Greedy<G> {
        Greedy {
            rng: Rng::new(seed, 0),
            legal: Vec::new(),
            best: Vec::new(),
            spare: Vec::new(),
            deaf: Journal::deaf(),
        }
    }

    /// What a position is worth once this seat's own clicks and the dice that follow are played.
    fn settle(&mut self, game: &G, mut state: G::State, seat: Seat, mut follow: usize, levels: usize) -> i64 {
        loop {
            match game.node(&state) {
                Node::Chance(draw) if levels > 0 => {
                    // What comes after dice is judged as it stands: there are many outcomes and little to gain.
                    return self.average(game, &state, draw, |player, state| {
                        player.settle(game, state, seat, 0, levels - 1)
                    });
                }
                Node::Chance(draw) => {
                    let luck = self.rng.luck(draw);
                    game.resolve(&mut state, luck, &mut self.deaf);
                }
                Node::Decision(own) if own == seat && follow > 0 => {
                    follow -= 1;
                    match self.best_next(game, &state, seat) {
                        Some(next) => state = next,
                        None => return value(game, &state, seat),
                    }
                }
                Node::Decision(_) | Node::Over(_) => return value(game, &state, seat),
            }
        }
    }

    /// The position after the action that looks best at once; the first of several.
    fn best_next(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<G::State> {
        let mut legal = self.spare.pop().unwrap_or_default();
        game.legal(state, &mut legal);
        let mut best: Option<(i64, G::State)> = None;
        if legal.len() > AHEAD {
            legal.clear();
        }
        for &action in &legal {
            let mut next = state.clone();
            game.apply(&mut next, action, &mut self.deaf);
            let worth = if legal.len() == 1 { 0 } else { self.glance(game, &next, seat) };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, next));
            }
        }
        self.spare.push(legal);
        best.map(|(_, state)| state)
    }

    /// Keeps the actions of a broad decision that look best at once.
    fn narrow(&mut self, game: &G, world: &G::State, seat: Seat, legal: &mut Vec<G::Action>) {
        if legal.len() <= CLOSELY {
            return;
        }
        let mut looks: Vec<(i64, G::Action)> = Vec::with_capacity(legal.len());
        for &action in legal.iter() {
            let mut next = world.clone();
            game.apply(&mut next, action, &mut self.deaf);
            looks.push((-self.glance(game, &next, seat), action));
        }
        looks.sort_unstable();
        legal.clear();
        legal.extend(looks.iter().take(CLOSELY).map(|(_, action)| *action));
    }

    /// What a position is worth as it stands, with the dice that are due averaged.
    fn glance(&mut self, game: &G, state: &G::State, seat: Seat) -> i64 {
        match game.node(state) {
            Node::Chance(draw) => self.average(game, state, draw, |_, state| value(game, &state, seat)),
            Node::Decision(_) | Node::Over(_) => value(game, state, seat),
        }
    }

    /// The mean over a draw's outcomes, or over a sample when they are too many.
    fn average(
        &mut self,
        game: &G,
        state: &G::State,
        draw: Draw,
        mut worth: impl FnMut(&mut Self, G::State) -> i64,
    ) -> i64 {
        let count = draw.count();
        let exact = count <= EXACT;
        let n = if exact { count } else { SAMPLES };
        let mut sum = 0;
        for i in 0..n {
            let luck = if exact { Luck(i) } else { self.rng.luck(draw) };
            let mut next = state.clone();
            game.resolve(&mut next, luck, &mut self.deaf);
            sum += worth(self, next);
        }
        sum / n as i64
    }
}

/// What a position is worth as it stands.
fn value<G: Game>(game: &G, state: &G::State, seat: Seat) -> i64 {
    match game.node(state) {
        Node::Over(Outcome { winner: None, .. }) => 0,
        Node::Over(Outcome { winner: Some(winner), .. }) if winner == seat => WON,
        Node::Over(_) => -WON,
        Node::Decision(_) | Node::Chance(_) => i64::from(game.evaluate(state, seat)) * SCALE,
    }
}

impl<G: Game> Player<G> for Greedy<G> {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn choose(&mut self, glimpse: &Glimpse<'_, G>) -> G::Action {
        let mut legal = std::mem::take(&mut self.legal);
        glimpse.legal(&mut legal);
        self.best.clear();
        if legal.len() == 1 {
            self.best.push(legal[0]);
        } else {
            let (game, seat) = (glimpse.game(), glimpse.seat());
            let world = glimpse.deal(&mut self.rng);
            self.narrow(game, &world, seat, &mut legal);
            let mut most = i64::MIN;
            for &action in &legal {
                let mut next = world.clone();
                game.apply(&mut next, action, &mut self.deaf);
                let worth = self.settle(game, next, seat, FOLLOW, LEVELS);
                if worth > most {
                    most = worth;
                    self.best.clear();
                }
                if worth == most {
                    self.best.push(action);
                }
            }
        }
        self.legal = legal;
        match self.best[..] {
            [only] => only,
            _ => self.best[self.rng.index(self.best.len())],
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        Options,
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
