//! Open-loop information-set tree search.
//!
//! Every iteration deals another world that the player cannot tell apart from the true one, goes down the tree
//! with dice of its own, and goes on outside the tree by best steps until the opponent has answered. A node is what its
//! decider knows of it: the actions that led there and the actions he may choose from. Dice that leave him the same
//! choices share a node, so nothing in the tree depends on what is hidden or on how dice fall later.
//!
//! In a game of small steps an iteration is one more evaluation of a choice, a step ahead, in another deal: the best few get as
//! many each, then the better half of them, and so on until one is left (sequential halving).

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
    sync::Arc,
};

use kernel::{Draw, Luck, Node as Waits, Outcome, Rules, Seat};

use crate::{
    Calibration, Judgement, Settings,
    ahead::{Ahead, Dice, FINE, FULL, Scoring, result},
    settings::Compared,
};

/// The value of a won game. Every value lies between that of a loss and this.
pub const ONE: i32 = 1 << 20;
/// No child, no node.
const NONE: u32 = u32::MAX;
/// Draws with at most this many outcomes are dealt out in turn instead of sampled.
const FEW: u64 = 216;
/// Coprime to any number of outcomes that dice or cups usually have.
const STRIDE: u64 = 7919;

/// For how many visits the evaluation of an action a step ahead counts.
const TRUST: i64 = 2;
/// After how many clicks an iteration ends that found no end of a step.
const CLICKS: u32 = 4;
/// How many choices, the best a step ahead, a node below the root keeps.
const WIDE: usize = 24;
/// How many choices, the best at first, are evaluated again.
const AGAIN: usize = 8;

/// A decision as its decider knows it.
#[derive(Clone, Copy)]
struct Node {
    /// His choices, as a fingerprint.
    key: u64,
    /// The next node after the same action.
    next: u32,
    /// Where its edges begin, once it is expanded.
    edges: u32,
    count: u32,
    visits: u32,
    seat: Seat,
    /// The static value to the thinker when it was found, less luck, in parts of [`FINE`].
    static_value: i64,
    /// What came of it, and its squares, to the decider.
    sum: i64,
    squares: i64,
    /// By how much what came of the choices differs from their priors, added up.
    shift: i64,
}

/// A choice.
struct Edge<A> {
    action: A,
    visits: u32,
    /// Values to the decider.
    sum: i64,
    /// Its evaluation a step ahead, to the decider.
    prior: i32,
    /// The first node it led to.
    child: u32,
}

impl<A> Edge<A> {
    fn new(action: A, prior: i32) -> Edge<A> {
        Edge { action, visits: 0, sum: 0, prior, child: NONE }
    }
}

/// What is known of a choice after a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// How often it was tried.
    pub visits: u32,
    /// The mean of what came of it, to the player, of [`ONE`].
    pub value: i32,
    /// Whether the value is that of perfect play to the end.
    pub exact: bool,
}

/// A tree and what is needed to grow it.
pub struct Tree<G: Rules, J: Judgement<G>> {
    settings: Settings,
    nodes: Vec<Node>,
    edges: Vec<Edge<G::Action>>,
    root: u32,
    path: Vec<(u32, u32)>,
    /// What the deal and the dice of an iteration gave the thinker beyond what is due, in parts of [`FINE`].
    luck: i64,
    /// The static value of the root to the thinker, less luck; by how much that of the worlds dealt for it was higher, added
    /// up, and how many they were.
    static_value: Option<i64>,
    beyond: i64,
    deals: u32,
    legal: Vec<G::Action>,
    ahead: Ahead<G, J, ByValue>,
    /// Choices that were ranked, by their fingerprints, and their priors, the best first.
    rankings: BTreeMap<u64, Ranking>,
    ranked: Vec<(i32, G::Action)>,
    /// How the orders go on that begin with choices at the root.
    rests: Vec<(G::Action, Vec<G::Action>)>,
}

/// Choices that were ranked once: where they are kept, and the static value of the position. Who meets the same choices again
/// need not rank them again: positions between which nobody can tell by his choices differ little.
#[derive(Clone, Copy)]
struct Ranking {
    start: u32,
    count: u32,
    static_value: i32,
}

/// By the evaluation of one seat, as a value between a loss and a win.
#[derive(Clone, Copy)]
pub struct ByValue {
    pub thinker: Seat,
}

impl<G: Rules, J: Judgement<G>> Scoring<G, J> for ByValue {
    fn finished(self, outcome: Outcome, seat: Seat) -> i64 {
        result(outcome, seat, i64::from(ONE) * FINE)
    }

    fn score(self, judgement: &J, game: &G, state: &G::State, seat: Seat, cache: &mut J::Cache) -> i64 {
        let value = i64::from(value_of(judgement.evaluate(game, state, self.thinker, cache))) * FINE;
        if seat == self.thinker { value } else { -value }
    }
}

impl<G: Rules, J: Judgement<G>> Tree<G, J> {
    /// An empty tree whose dice and deals this seed pins.
    pub fn new(judgement: Arc<J>, settings: Settings, seed: u64, stream: u64) -> Tree<G, J> {
        Tree {
            settings,
            nodes: Vec::new(),
            edges: Vec::new(),
            root: NONE,
            path: Vec::new(),
            luck: 0,
            static_value: None,
            beyond: 0,
            deals: 0,
            legal: Vec::new(),
            ahead: Ahead::new(judgement, ByValue { thinker: Seat(0) }, seed, stream),
            rankings: BTreeMap::new(),
            ranked: Vec::new(),
            rests: Vec::new(),
        }
    }

    /// Compares whole orders at the root.
    pub fn think_in_orders(&mut self, compared: Compared) {
        self.ahead.in_orders = true;
        self.ahead.once = compared == Compared::WaysOnce;
    }

    /// The piece whose way is complete goes no further.
    pub fn hold(&mut self, piece: Option<u32>) {
        self.ahead.arrived = piece;
    }

    /// How the order goes on that begins with this choice at the root, if it does.
    pub fn rest(&self, first: G::Action) -> Option<&[G::Action]> {
        self.rests.iter().find(|(action, _)| *action == first).map(|(_, rest)| &rest[..])
    }

    /// Begins a new tree at a decision of this seat and [`fingerprint`].
    pub fn start(&mut self, seat: Seat, key: u64) {
        self.nodes.clear();
        self.edges.clear();
        self.rankings.clear();
        self.ranked.clear();
        self.rests.clear();
        self.ahead.scoring.thinker = seat;
        (self.static_value, self.beyond, self.deals) = (None, 0, 0);
        self.root = self.new_node(seat, key, 0);
    }

    /// Goes on with what is known of the position after an action, if there is anything. What another seat thought
    /// of it does not count.
    pub fn follow(&mut self, action: G::Action, seat: Seat, key: u64) -> bool {
        if self.root == NONE || seat != self.ahead.scoring.thinker || !self.has_room() {
            return false;
        }
        let node = &self.nodes[self.root as usize];
        let edges = node.edges..node.edges + node.count;
        let edge = edges.into_iter().find(|&edge| self.edges[edge as usize].action == action);
        let child = edge.and_then(|edge| self.child(edge, key));
        self.root = child.unwrap_or(NONE);
        self.rests.clear();
        self.static_value = child.map(|child| self.nodes[child as usize].static_value);
        (self.beyond, self.deals) = (0, 0);
        child.is_some()
    }

    /// How often the root was visited.
    pub fn visits(&self) -> u32 {
        if self.root == NONE { 0 } else { self.nodes[self.root as usize].visits }
    }

    /// Room for another node is left.
    fn has_room(&self) -> bool {
        self.nodes.len() + self.rankings.len() < self.settings.nodes as usize
    }

    /// Evaluates most of the choices and overlooks the others, by chance; that is less than an iteration.
    pub fn sample(&mut self, game: &G, state: &G::State) {
        game.legal(state, &mut self.legal);
        let some = self.legal.len() - self.legal.len() / self.settings.overlook.max(2) as usize;
        for i in 0..some {
            let pick = i + self.ahead.rng.index(self.legal.len() - i);
            self.legal.swap(i, pick);
        }
        self.legal.truncate(some);
        self.expand_root(game, state);
    }

    /// Grows the tree by one iteration in a world.
    pub fn iterate(&mut self, game: &G, state: G::State) {
        self.iteration(game, state, None);
    }

    /// Grows the tree by one iteration that begins with this action.
    pub fn iterate_from(&mut self, game: &G, state: G::State, action: G::Action) {
        let root = &self.nodes[self.root as usize];
        let mut edges = root.edges..root.edges + root.count;
        let first = edges.find(|&edge| self.edges[edge as usize].action == action);
        self.iteration(game, state, first);
    }

    fn iteration(&mut self, game: &G, mut state: G::State, mut first: Option<u32>) {
        let mut node = self.root;
        self.path.clear();
        self.deal(game, &state);
        // What comes of the iteration, and to whom.
        let (value, whom) = loop {
            let Node { count, seat, .. } = self.nodes[node as usize];
            if count == 0 {
                if node == self.root {
                    game.legal(&state, &mut self.legal);
                    break (self.expand_root(game, &state), seat);
                }
                self.expand(game, &state, node);
                break (self.play_out(game, state), self.ahead.scoring.thinker);
            }
            let small = self.ahead.judgement.small_steps();
            let edge = match first.take() {
                Some(edge) => edge,
                None if small => self.select_again(),
                None => self.select(node),
            };
            self.path.push((node, edge));
            let chosen = &self.edges[edge as usize];
            let (action, prior) = (chosen.action, chosen.prior);
            let turn = u64::from(chosen.visits) + u64::from(edge);
            if small {
                game.legal(&state, &mut self.legal);
                let value = self.ahead.full(game, &state, seat, &self.legal, action);
                break ((value / FINE) as i32, seat);
            }
            game.apply(&mut state, action, &mut self.ahead.journal);
            let Some(next) = self.settle(game, &mut state, turn) else {
                break ((self.ahead.value(game, &state, seat) / FINE) as i32, seat);
            };
            let key = fingerprint(next, &self.legal);
            node = match self.child(edge, key) {
                Some(child) => child,
                None if self.has_room() => {
                    let static_value = self.ahead.value(game, &state, self.ahead.scoring.thinker) - self.luck;
                    let child = self.new_node(next, key, static_value);
                    self.nodes[child as usize].next = self.edges[edge as usize].child;
                    self.edges[edge as usize].child = child;
                    child
                }
                None => break (prior, seat),
            };
        };
        let thinker = self.ahead.scoring.thinker;
        // What the dice gave is nobody's merit: what they give on average is in it instead.
        let value = i64::from(if whom == thinker { value } else { -value }) - self.luck / FINE;
        let value = value.clamp(-i64::from(ONE), i64::from(ONE)) as i32;
        for step in 0..self.path.len() {
            let (node, edge) = self.path[step];
            let node = &mut self.nodes[node as usize];
            let edge = &mut self.edges[edge as usize];
            let value = if node.seat == thinker { value } else { -value };
            edge.visits += 1;
            edge.sum += i64::from(value);
            node.visits += 1;
            node.sum += i64::from(value);
            node.squares += square(value);
            node.shift += i64::from(value) - i64::from(edge.prior);
        }
    }

    /// Compares a world with those before: what another deal gives, or dice that have been thrown, is no choice's merit.
    fn deal(&mut self, game: &G, world: &G::State) {
        let value = self.ahead.value(game, world, self.ahead.scoring.thinker);
        self.luck = value - *self.static_value.get_or_insert(value);
        self.beyond += self.luck;
        self.deals += 1;
    }

    /// What comes to the thinker of a position once he has ended his step and the opponent has answered: only moments
    /// of the same kind can be compared.
    fn play_out(&mut self, game: &G, mut state: G::State) -> i32 {
        let thinker = self.ahead.scoring.thinker;
        let (mut clicks, mut last) = (0, thinker);
        while let Some(seat) = self.settle(game, &mut state, u64::MAX) {
            let answered = clicks > 0 && seat == thinker && last != thinker;
            if answered || clicks == CLICKS {
                break;
            }
            let ranking = self.ranking(game, &state, seat, fingerprint(seat, &self.legal));
            let (_, best) = self.ranked[ranking.start as usize];
            game.apply(&mut state, best, &mut self.ahead.journal);
            (clicks, last) = (clicks + 1, seat);
        }
        (self.ahead.value(game, &state, thinker) / FINE) as i32
    }

    fn new_node(&mut self, seat: Seat, key: u64, static_value: i64) -> u32 {
        self.nodes.push(Node {
            key,
            next: NONE,
            edges: 0,
            count: 0,
            visits: 0,
            seat,
            static_value,
            sum: 0,
            squares: 0,
            shift: 0,
        });
        self.nodes.len() as u32 - 1
    }

    fn child(&self, edge: u32, key: u64) -> Option<u32> {
        let mut child = self.edges[edge as usize].child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if node.key == key {
                return Some(child);
            }
            child = node.next;
        }
        None
    }

    /// Plays dice and forced actions until somebody has a choice; his choices are in `legal` then.
    fn settle(&mut self, game: &G, state: &mut G::State, mut turn: u64) -> Option<Seat> {
        loop {
            match game.node(state) {
                Waits::Over(_) => return None,
                Waits::Chance(draw) => {
                    let thinker = self.ahead.scoring.thinker;
                    self.luck -= self.ahead.mean(game, state, draw, thinker);
                    let luck = self.deal_luck(draw, &mut turn);
                    game.resolve(state, luck, &mut self.ahead.journal);
                    self.luck += self.ahead.value(game, state, thinker);
                }
                Waits::Decision(seat) => {
                    game.legal(state, &mut self.legal);
                    match self.legal[..] {
                        [only] => game.apply(state, only, &mut self.ahead.journal),
                        _ => return Some(seat),
                    }
                }
            }
        }
    }

    /// The first draw after an action goes through its outcomes in turn, so that few visits see them all.
    fn deal_luck(&mut self, draw: Draw, turn: &mut u64) -> Luck {
        let count = draw.count();
        if *turn == u64::MAX || count > FEW {
            return self.ahead.rng.luck(draw);
        }
        let luck = Luck((*turn).wrapping_mul(STRIDE) % count);
        *turn = u64::MAX;
        luck
    }

    /// Lists the choices at the root, all of them, and returns the prior of the best. They are in `legal`.
    fn expand_root(&mut self, game: &G, state: &G::State) -> i32 {
        self.ahead.dice = Dice::Averaged;
        let seat = self.nodes[self.root as usize].seat;
        if self.ahead.in_orders && self.ahead.has_steps(game, &self.legal) {
            self.ahead.rank_orders(game, state, seat, &self.legal);
            let firsts = self.ahead.ranked.iter().map(|(_, action)| *action);
            self.rests =
                firsts.zip(self.ahead.rests.drain(..)).filter(|(_, rest)| !rest.is_empty()).collect();
        } else {
            self.ahead.rank(game, state, seat, &self.legal);
        }
        let priors = self.ahead.ranked.iter().map(|&(score, action)| ((score / FINE) as i32, action));
        let start = self.edges.len() as u32;
        self.edges.extend(priors.map(|(prior, action)| Edge::new(action, prior)));
        let root = &mut self.nodes[self.root as usize];
        (root.edges, root.count) = (start, self.legal.len() as u32);
        self.edges[start as usize].prior
    }

    /// Lists a node's best choices. They are in `legal`.
    fn expand(&mut self, game: &G, state: &G::State, node: u32) {
        let Node { key, seat, .. } = self.nodes[node as usize];
        let value = (self.ahead.value(game, state, seat) / FINE) as i32;
        let Ranking { start: first, count, static_value } = self.ranking(game, state, seat, key);
        let start = self.edges.len() as u32;
        for &(prior, action) in &self.ranked[first as usize..(first + count) as usize] {
            let prior = (prior + value - static_value).clamp(-ONE, ONE);
            self.edges.push(Edge::new(action, prior));
        }
        let node = &mut self.nodes[node as usize];
        (node.edges, node.count) = (start, count);
    }

    /// The choices in `legal`, whose fingerprint this is, ranked a step ahead.
    fn ranking(&mut self, game: &G, state: &G::State, seat: Seat, key: u64) -> Ranking {
        if let Some(&ranking) = self.rankings.get(&key) {
            return ranking;
        }
        // A broad decision takes too long with the dice averaged.
        self.ahead.dice = if self.legal.len() <= FULL { Dice::Averaged } else { Dice::Sampled };
        self.ahead.rank(game, state, seat, &self.legal);
        let start = self.ranked.len() as u32;
        let best = self.ahead.ranked.iter().take(WIDE);
        self.ranked.extend(best.map(|&(score, action)| ((score / FINE) as i32, action)));
        let static_value = (self.ahead.value(game, state, seat) / FINE) as i32;
        let ranking = Ranking { start, count: self.ranked.len() as u32 - start, static_value };
        self.rankings.insert(key, ranking);
        ranking
    }

    /// The most promising choice: what came of it, and how little is known of it. What nobody has tried is thought to
    /// differ from its prior as those that were tried.
    fn select(&self, node: u32) -> u32 {
        let Node { edges, count, visits, sum, squares, shift, .. } = self.nodes[node as usize];
        let n = i64::from(visits.max(1));
        let (mean, shift) = (sum / n, shift / n);
        let spread = (squares / n * 4096 - mean * mean).max(1).isqrt().max(i64::from(ONE) / 512);
        let bonus = spread * n.isqrt();
        let mut best = (i64::MIN, edges);
        for rank in 0..count {
            let edge = &self.edges[(edges + rank) as usize];
            let tried = i64::from(edge.visits);
            let value = (edge.sum + (i64::from(edge.prior) + shift) * TRUST) / (tried + TRUST);
            let share = bonus / (i64::from(rank) + 1);
            let score = value + share / (tried + 1);
            if score > best.0 {
                best = (score, edges + rank);
            }
        }
        best.1
    }

    /// The choice at the root to be evaluated again: of the best so far the one that was evaluated least. They are the fewer the
    /// more of the iterations are done.
    fn select_again(&self) -> u32 {
        let Node { edges, count, visits, .. } = self.nodes[self.root as usize];
        let most = AGAIN.min(count as usize);
        let rounds = most.ilog2() + 1;
        let round = u64::from(visits) * u64::from(rounds) / u64::from(self.settings.iterations.max(1));
        let kept = (most >> round.min(u64::from(rounds - 1))).max(1);
        let mut best: [u32; AGAIN] = std::array::from_fn(|rank| edges + rank as u32);
        best[..most].sort_by_key(|&edge| {
            let edge = &self.edges[edge as usize];
            std::cmp::Reverse((edge.sum + i64::from(edge.prior)) / i64::from(edge.visits + 1))
        });
        let least = best[..kept].iter().min_by_key(|&&edge| self.edges[edge as usize].visits);
        least.copied().unwrap_or(edges)
    }

    /// Adds what is known of the choices at the root.
    pub fn choices(&self, out: &mut Vec<Choice<G::Action>>) {
        if self.root == NONE {
            return;
        }
        let node = &self.nodes[self.root as usize];
        let edges = &self.edges[node.edges as usize..(node.edges + node.count) as usize];
        // The mean value of the worlds has a part in that of the root.
        let beyond = self.beyond / i64::from(self.deals.max(1)) / FINE;
        out.extend(edges.iter().map(|edge| {
            let mean = match i64::from(edge.visits) {
                0 => i64::from(edge.prior),
                visits => edge.sum / visits,
            };
            let value = (mean + beyond).clamp(-i64::from(ONE), i64::from(ONE)) as i32;
            Choice { action: edge.action, visits: edge.visits, value, exact: false }
        }));
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }
}

/// Squares are kept in units that do not overflow over millions of visits.
fn square(value: i32) -> i64 {
    i64::from(value) * i64::from(value) / 4096
}

/// An evaluation as a value between a loss and a win: twice the win probability, less one.
pub fn value_of(evaluation: i32) -> i32 {
    let evaluation = i64::from(evaluation);
    (evaluation * i64::from(ONE) / (evaluation.abs() + i64::from(Calibration::THREE_IN_FOUR))) as i32
}

/// The evaluation that has this value.
pub fn evaluation_of(value: i32) -> i32 {
    let value = i64::from(value);
    let evaluation = value * i64::from(Calibration::THREE_IN_FOUR) / (i64::from(ONE) - value.abs()).max(1);
    evaluation.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32
}

/// A decision as a number: the choices of the decider. FNV over what they hash.
pub fn fingerprint<A: Hash>(seat: Seat, legal: &[A]) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    seat.hash(&mut hasher);
    for action in legal {
        action.hash(&mut hasher);
    }
    hasher.finish()
}

struct Fnv(u64);

impl Fnv {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.mix(u64::from(byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.mix(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.mix(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.mix(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.mix(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.mix(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.mix(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        Options,
        dummy::{Dummy, LEFT},
    };

    use super::*;
    use crate::dummy::Numbers;

    /// Dice that were good to the thinker do not make the choices better that he evaluates after them.
    #[test]
    fn what_was_thrown_is_no_merit_of_later_choices() {
        let good = "@1000 left(a: die(3*=left, =right), b: die(3*=left, =right))";
        let bad = "@-1000 left(a: die(=left, 3*=right), b: die(=left, 3*=right))";
        let game = Dummy::tree(&format!("left(go: die({good}, {bad}))")).unwrap();
        let mut grown: Tree<Dummy, Numbers> = Tree::new(Numbers::new(), Settings::with_iterations(100), 1, 1);
        let mut state = game.setup(0, Options::NONE);
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        let go = legal[0];
        grown.start(LEFT, fingerprint(LEFT, &legal));
        for _ in 0..40 {
            grown.iterate(&game, state.clone());
        }
        game.apply(&mut state, go, &mut kernel::Journal::disabled());
        game.resolve(&mut state, Luck(0), &mut kernel::Journal::disabled());
        game.legal(&state, &mut legal);
        assert!(grown.follow(go, LEFT, fingerprint(LEFT, &legal)));
        for _ in 0..40 {
            grown.iterate(&game, state.clone());
        }
        let mut choices = Vec::new();
        grown.choices(&mut choices);
        // Three of four games are won.
        for choice in &choices {
            assert!((choice.value - ONE / 2).abs() < ONE / 100, "{choices:?}");
        }
    }
}
