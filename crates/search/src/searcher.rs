//! The player that searches: trees that grow side by side, kept from one small decision to the next.

use std::{sync::Arc, thread};

use kernel::{Journal, Rng, Rules};

use crate::{
    Glimpse, Judgement, Means, Player, Settings,
    advice::Verdict,
    exact,
    mixed::Mixer,
    plan::Planner,
    settings::Compared,
    tree::{Choice, Tree, fingerprint},
};

/// How many iterations are made between two readings of the clock.
const BATCH: u32 = 4;

/// Searches a tree of what may happen.
pub struct Search<G: Rules, J: Judgement<G>> {
    name: String,
    judgement: Arc<J>,
    settings: Settings,
    means: Means,
    rng: Rng,
    trees: Vec<Grower<G, J>>,
    planner: Planner<G, J>,
    mixer: Mixer<G, J>,
    last: Option<G::Action>,
    legal: Vec<G::Action>,
    /// The clicks that the order under way still needs, the next one last, each with the choices among which it will be.
    rest: Vec<(u64, G::Action)>,
    /// The piece whose way is complete.
    arrived: Option<u32>,
}

/// A tree and the deals it grows by.
struct Grower<G: Rules, J: Judgement<G>> {
    tree: Tree<G, J>,
    rng: Rng,
}

impl<G: Rules, J: Judgement<G>> Search<G, J> {
    /// A player with this budget. With iterations and no clock, the seed pins its choices.
    pub fn new(name: &str, judgement: Arc<J>, settings: Settings, means: Means, seed: u64) -> Search<G, J> {
        let threads = settings.threads.max(1);
        let nodes = (settings.nodes / threads).max(1);
        let grower = |thread: u32| {
            let stream = 1 + 2 * u64::from(thread);
            let iterations = settings.iterations.div_ceil(threads);
            let settings = Settings { nodes, iterations, ..settings.clone() };
            let mut tree = Tree::new(judgement.clone(), settings.clone(), seed, stream);
            if settings.orders != Compared::Steps && settings.iterations > 0 && !judgement.small_steps() {
                tree.think_in_orders(settings.orders);
            }
            Grower { tree, rng: Rng::new(seed, stream + 1) }
        };
        Search {
            name: name.to_owned(),
            means,
            rng: Rng::new(seed, 0),
            trees: (0..threads).map(grower).collect(),
            planner: Planner::new(judgement.clone(), seed, 1 + 2 * u64::from(threads)),
            mixer: Mixer::new(judgement.clone(), seed, 2 + 2 * u64::from(threads)),
            last: None,
            legal: Vec::new(),
            rest: Vec::new(),
            arrived: None,
            settings,
            judgement,
        }
    }

    /// What it thinks of every choice, the best first. There must be a choice.
    pub fn ponder(&mut self, glimpse: &Glimpse<'_, G>) -> Vec<Choice<G::Action>> {
        let mut legal = std::mem::take(&mut self.legal);
        glimpse.legal(&mut legal);
        let choices = self.solved(glimpse, &legal).or_else(|| self.promised(glimpse, &legal));
        let choices = choices.unwrap_or_else(|| self.searched(glimpse, &legal));
        self.legal = legal;
        self.last = choices.first().map(|choice| choice.action);
        choices
    }

    /// Keeps the clicks of the order that this one begins.
    fn remember(&mut self, glimpse: &Glimpse<'_, G>, first: G::Action) {
        let rest = self.trees.iter().find_map(|grower| grower.tree.rest(first));
        let Some(rest) = rest.map(<[G::Action]>::to_vec) else { return };
        let (game, seat) = (glimpse.game(), glimpse.seat());
        let mut world = glimpse.deal(&mut self.rng);
        let (mut journal, mut legal) = (Journal::disabled(), Vec::new());
        let mut last = first;
        for action in rest {
            game.apply(&mut world, last, &mut journal);
            game.legal(&world, &mut legal);
            // In another deal it might not come so far.
            if !legal.contains(&action) {
                break;
            }
            self.rest.push((fingerprint(seat, &legal), action));
            last = action;
        }
        self.rest.reverse();
    }

    /// The next click of a unit's act, if one is under way.
    fn planned(&mut self, glimpse: &Glimpse<'_, G>) -> Option<G::Action> {
        let (game, seat) = (glimpse.game(), glimpse.seat());
        if let Some(action) = self.planner.next(seat, &self.legal) {
            return Some(action);
        }
        let world = glimpse.deal(&mut self.rng);
        let act = self.judgement.act(game, &world)?;
        self.planner.plan(game, world, seat, act)
    }

    /// Compares what was played with what it would have played, both by what they promise: for games of small steps.
    pub(crate) fn compare(&mut self, glimpse: &Glimpse<'_, G>, played: G::Action) -> Verdict<G::Action> {
        let chosen = self.choose(glimpse);
        let (game, seat, world) = (glimpse.game(), glimpse.seat(), glimpse.deal(&mut self.rng));
        let own = self.planner.promise(game, &world, seat, &self.legal, played);
        if chosen != played {
            self.planner.forget();
            let best = self.planner.promise(game, &world, seat, &self.legal, chosen);
            if best.score > own.score && best.value > own.value {
                return Verdict { best: chosen, value: best.value, loss: best.value - own.value };
            }
        }
        Verdict { best: played, value: own.value, loss: 0 }
    }

    fn solved(&mut self, glimpse: &Glimpse<'_, G>, legal: &[G::Action]) -> Option<Vec<Choice<G::Action>>> {
        // A position costs less than an iteration, so this takes a small part of the budget.
        let positions = self.settings.iterations.min(exact::POSITIONS);
        let values = exact::solve(glimpse, legal, positions, &mut self.rng)?;
        let pairs = legal.iter().zip(values);
        let mut choices: Vec<_> =
            pairs.map(|(&action, value)| Choice { action, visits: 0, value, exact: true }).collect();
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.value));
        Some(choices)
    }

    /// What its choices promise if a unit's act is under way. Without iterations it does not plan.
    fn promised(&mut self, glimpse: &Glimpse<'_, G>, legal: &[G::Action]) -> Option<Vec<Choice<G::Action>>> {
        if self.settings.iterations == 0 || !self.judgement.small_steps() {
            return None;
        }
        let (means, until) = (&self.means, self.until(2));
        let stop = || means.stopped() || until.is_some_and(|(clock, end)| clock() >= end);
        self.planner.promises(glimpse, legal, &mut self.rng, self.settings.iterations, stop)
    }

    /// The clock, and when this share of the time for a run of decisions is over.
    fn until(&self, share: u32) -> Option<(fn() -> u64, u64)> {
        let (clock, millis) = (self.means.clock?, self.settings.millis?);
        Some((clock, clock() + u64::from((millis / share).max(1))))
    }

    fn searched(&mut self, glimpse: &Glimpse<'_, G>, legal: &[G::Action]) -> Vec<Choice<G::Action>> {
        let seat = glimpse.seat();
        let (settings, last) = (&self.settings, self.last);
        let key = fingerprint(seat, legal);
        let threads = self.trees.len() as u32;
        let mut kept = true;
        for grower in &mut self.trees {
            let followed =
                settings.iterations > 0 && last.is_some_and(|last| grower.tree.follow(last, seat, key));
            if !followed {
                grower.tree.start(seat, key);
                kept = false;
            }
        }
        let until = self.until(if kept { 8 } else { 2 });
        let (settings, means) = (&self.settings, &self.means);
        let share = settings.iterations.div_ceil(threads);
        let grow = |grower: &mut Grower<G, J>| {
            if share == 0 {
                return grower.tree.sample(glimpse.game(), &glimpse.deal(&mut grower.rng));
            }
            let want = share.saturating_sub(grower.tree.visits()).max(share.div_ceil(4));
            for i in 0..want {
                grower.tree.iterate(glimpse.game(), glimpse.deal(&mut grower.rng));
                if i % BATCH == 0 && (means.stopped() || until.is_some_and(|(clock, end)| clock() >= end)) {
                    break;
                }
            }
        };
        match &mut self.trees[..] {
            [one] => grow(one),
            many => thread::scope(|scope| {
                for grower in many {
                    scope.spawn(|| grow(grower));
                }
            }),
        }
        let mut choices: Vec<Choice<G::Action>> = Vec::with_capacity(legal.len());
        for grower in &self.trees {
            grower.tree.choices(&mut choices);
        }
        merge(&mut choices);
        choices
    }
}

/// Adds up what the trees found of each action, the most visited first.
fn merge<A: Copy + Ord>(choices: &mut Vec<Choice<A>>) {
    choices.sort_by_key(|choice| choice.action);
    choices.dedup_by(|next, first| {
        if next.action != first.action {
            return false;
        }
        let visits = first.visits + next.visits;
        let sum =
            i64::from(first.value) * i64::from(first.visits) + i64::from(next.value) * i64::from(next.visits);
        if visits > 0 {
            first.value = (sum / i64::from(visits)) as i32;
        }
        first.visits = visits;
        true
    });
    choices.sort_by_key(|choice| std::cmp::Reverse((choice.visits, choice.value)));
}

impl<G: Rules, J: Judgement<G>> Player<G> for Search<G, J> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, glimpse: &Glimpse<'_, G>) -> G::Action {
        glimpse.legal(&mut self.legal);
        if let [only] = self.legal[..] {
            self.mixer.forced();
            return only;
        }
        if self.settings.iterations > 0
            && self.judgement.small_steps()
            && let Some(action) = self.planned(glimpse)
        {
            return action;
        }
        if self.settings.iterations > 0
            && let Some(action) = self.mixer.choose(glimpse, &self.legal)
        {
            self.last = None;
            return action;
        }
        if let Some((key, action)) = self.rest.pop() {
            if key == fingerprint(glimpse.seat(), &self.legal) {
                self.last = None;
                return action;
            }
            self.rest.clear();
            self.arrived = None;
        }
        let game = glimpse.game();
        let piece_of = |action| self.judgement.step(game, action).map(|step| step.piece);
        // When it cannot go on anyhow, what it does later is another matter.
        self.arrived =
            self.arrived.filter(|_| self.legal.iter().any(|&action| piece_of(action) == self.arrived));
        for grower in &mut self.trees {
            grower.tree.hold(self.arrived);
        }
        let choices = self.ponder(glimpse);
        let chosen = choices.first().expect("a decision has a choice").action;
        self.remember(glimpse, chosen);
        if self.settings.orders == Compared::WaysOnce
            && self.settings.iterations > 0
            && let Some(step) = self.judgement.step(game, chosen)
        {
            // What was thought of it elsewhere knows nothing of that.
            (self.arrived, self.last) = (Some(step.piece), None);
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        Journal, Notation, Options, Seat,
        dummy::{Dummy, LEFT, RIGHT},
    };

    use super::*;
    use crate::dummy::Numbers;

    fn searcher(settings: Settings, seed: u64) -> Search<Dummy, Numbers> {
        Search::new("search", Numbers::new(), settings, Means::default(), seed)
    }

    /// What the search chooses in a tree after some actions.
    fn choice(tree: &str, seat: Seat, played: &[&str], seed: u64) -> String {
        choice_by(Numbers::new(), tree, seat, played, seed)
    }

    fn choice_by(judgement: Arc<Numbers>, tree: &str, seat: Seat, played: &[&str], seed: u64) -> String {
        let game = Dummy::tree(tree).unwrap();
        let mut state = game.setup(0, Options::NONE);
        for text in played {
            game.apply(&mut state, game.read(text).unwrap(), &mut Journal::disabled());
        }
        let settings = Settings::with_iterations(200);
        let mut player = Search::new("search", judgement, settings, Means::default(), seed);
        game.write(player.choose(&Glimpse::new(&game, &state, seat)))
    }

    /// Left has hidden one of three things. In most deals `bold` wins, in every deal `safe` draws, and the one evaluation
    /// in a single deal may see the deal in which it loses.
    #[test]
    fn in_small_steps_it_evaluates_again_in_other_deals() {
        let tree =
            |two: &str| format!("duel left(a b c / bold safe: =right, =draw, {two}, =draw, =left, =draw)");
        for (two, best) in [("=right", "bold"), ("=left", "safe")] {
            let game = Dummy::tree(&tree(two)).unwrap();
            let mut state = game.setup(0, Options::NONE);
            game.apply(&mut state, game.read("c").unwrap(), &mut Journal::disabled());
            let chosen = |seed| {
                let settings = Settings::with_iterations(200);
                let judgement = Numbers::in_small_steps();
                let mut player = Search::new("search", judgement, settings, Means::default(), seed);
                // Search alone: the player itself would mix, because the other chooses at the same time.
                game.write(player.ponder(&Glimpse::new(&game, &state, RIGHT))[0].action)
            };
            assert!((0..10).all(|seed| chosen(seed) == best));
        }
    }

    /// A step ahead the bait is good, and that is as far as it evaluates.
    #[test]
    fn in_small_steps_it_grows_no_tree() {
        let tree = "left(bait: @900 right(take: cup(999*=right), leave: =left), safe: @10 right(x: =left, y: =draw))";
        let chosen = |seed| choice_by(Numbers::in_small_steps(), tree, LEFT, &[], seed);
        assert!((0..10).all(|seed| chosen(seed) == "bait"));
    }

    #[test]
    fn a_trap_that_looks_good_is_seen_through() {
        let tree = "left(bait: @900 right(take: =right, leave: =left), safe: @10 right(x: =left, y: =draw))";
        assert!((0..10).all(|seed| choice(tree, LEFT, &[], seed) == "safe"));
    }

    #[test]
    fn the_second_seat_sees_as_well() {
        let tree =
            "right(bait: @-900 left(take: =left, leave: =right), safe: @-10 left(x: =right, y: =draw))";
        assert!((0..10).all(|seed| choice(tree, RIGHT, &[], seed) == "safe"));
        let tree = "right(safe: left(x: =draw, y: =draw), risk: die(2*=right, 3*=left))";
        assert!((0..10).all(|seed| choice(tree, RIGHT, &[], seed) == "safe"));
        let tree = "right(safe: left(x: =draw, y: =draw), risk: die(3*=right, 2*=left))";
        assert!((0..10).all(|seed| choice(tree, RIGHT, &[], seed) == "risk"));
    }

    /// The answers look alike after both steps, and what was seen of them after the one is thought of the other too;
    /// iterations find out.
    #[test]
    fn like_choices_elsewhere_do_not_deceive() {
        let tree = "left(one: right(a: =left, b: =draw), two: right(a: =right, b: =left), \
                    three: right(a: =left, b: =right))";
        assert!((0..10).all(|seed| choice(tree, LEFT, &[], seed) == "one"));
    }

    #[test]
    fn without_iterations_it_overlooks_some_of_its_choices() {
        let tree = "left(a: @1 right(x: ^), b: @2 right(x: ^), c: @3 right(x: ^), d: @4 right(x: ^))";
        let game = Dummy::tree(tree).unwrap();
        let state = game.setup(0, Options::NONE);
        let choose = |iterations, seed| {
            let mut player = searcher(Settings::with_iterations(iterations), seed);
            game.write(player.choose(&Glimpse::new(&game, &state, LEFT)))
        };
        let chosen: Vec<_> = (0..60).map(|seed| choose(0, seed)).collect();
        assert!(chosen.iter().all(|word| ["c", "d"].contains(&word.as_str())), "the best of three is chosen");
        assert!(["c", "d"].iter().all(|word| chosen.iter().any(|it| it == word)), "{chosen:?}");
        assert!((0..10).all(|seed| choose(1, seed) == "d"));
    }

    #[test]
    fn dice_are_averaged() {
        let tree = "left(safe: right(x: =draw, y: =draw), risk: die(2*=left, 3*=right))";
        assert!((0..10).all(|seed| choice(tree, LEFT, &[], seed) == "safe"));
        let tree = "left(safe: right(x: =draw, y: =draw), risk: die(3*=left, 2*=right))";
        assert!((0..10).all(|seed| choice(tree, LEFT, &[], seed) == "risk"));
    }

    /// Shuffling what is hidden, and the dice that are still to come, does not change a choice under a fixed seed:
    /// a player sees a glimpse, and both worlds look alike through it.
    #[test]
    fn what_is_hidden_does_not_change_the_choice() {
        let tree = "duel left(a b / c d: =right, =left, =left, =right)";
        let mut chosen = Vec::new();
        for seed in 0..40 {
            let one = choice(tree, RIGHT, &["a"], seed);
            assert_eq!(one, choice(tree, RIGHT, &["b"], seed));
            chosen.push(one);
        }
        assert!(chosen.iter().any(|word| word == "c") && chosen.iter().any(|word| word == "d"));
    }

    #[test]
    fn a_seed_pins_the_search_on_any_number_of_threads() {
        let game = Dummy::new();
        for threads in [1, 2, 3] {
            let settings = Settings { threads, ..Settings::with_iterations(300) };
            let play = || {
                let mut player = searcher(settings.clone(), 7);
                let mut state = game.setup(3, Options::NONE);
                let (mut said, mut rng) = (Vec::new(), Rng::new(5, 5));
                for _ in 0..60 {
                    match game.node(&state) {
                        kernel::Node::Over(_) => break,
                        kernel::Node::Chance(draw) => {
                            game.resolve(&mut state, rng.luck(draw), &mut Journal::disabled());
                        }
                        kernel::Node::Decision(seat) => {
                            let action = player.choose(&Glimpse::new(&game, &state, seat));
                            said.push(game.write(action));
                            game.apply(&mut state, action, &mut Journal::disabled());
                        }
                    }
                }
                said
            };
            assert_eq!(play(), play());
        }
    }

    #[test]
    fn a_stopped_search_answers_at_once() {
        let game = Dummy::new();
        let state = game.setup(3, Options::NONE);
        let means = Means::default();
        means.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let kernel::Node::Decision(seat) = game.node(&state) else { return };
        // Would not end in a lifetime.
        let mut player = Search::new("search", Numbers::new(), Settings::with_iterations(u32::MAX), means, 1);
        let action = player.choose(&Glimpse::new(&game, &state, seat));
        assert!(game.refuse(&state, action).is_none());
    }

    #[test]
    fn memory_is_bounded() {
        let game = Dummy::new();
        let state = game.setup(3, Options::NONE);
        let kernel::Node::Decision(seat) = game.node(&state) else { return };
        let settings = Settings { nodes: 3, ..Settings::with_iterations(500) };
        let mut player = searcher(settings, 1);
        player.ponder(&Glimpse::new(&game, &state, seat));
        assert!(player.trees[0].tree.size() <= 3);
    }
}
