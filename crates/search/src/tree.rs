//! Open-loop information-set tree search.
//!
//! Every iteration deals another world that the player cannot tell apart from the true one, walks down the tree
//! with dice of its own, and goes on outside the tree by best steps until the opponent has answered. A node is what its
//! decider knows of it: the actions that led there and the actions he may choose from. Dice that leave him the same
//! choices share a node, so nothing in the tree depends on what is hidden or on how dice fall later.
//!
//! In a game of small steps a walk is one more look at a choice, a step ahead, in another deal: the best few get as many
//! each, then the better half of them, and so on until one is left (sequential halving).

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
};

use kernel::{Draw, Game, Luck, Node as Waits, Outcome, Seat, data::Chance};

use crate::{
    Settings,
    ahead::{Ahead, CLOSELY, Care, FINE, Judge, result},
};

/// What a won game is worth. Evaluations are squeezed between a loss and this.
pub const ONE: i32 = 1 << 20;
/// No child, no node.
const NONE: u32 = u32::MAX;
/// Draws with at most this many outcomes are dealt out in turn instead of sampled.
const FEW: u64 = 216;
/// Coprime to any number of outcomes that dice or cups usually have.
const STRIDE: u64 = 7919;

/// For how many visits counts what an action looks like a step ahead.
const TRUST: i64 = 2;
/// After how many clicks a walk ends that found no end of a step.
const CLICKS: u32 = 4;
/// Without walks only one of so many choices is looked at, and no more than this.
const GLANCE: usize = 4;
const GLANCES: usize = 5;
/// How many choices, the best a step ahead, a node below the root keeps.
const WIDE: usize = 24;
/// How many choices, the best at first sight, are looked at again.
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
    /// What it was worth to the thinker as it stood when it was found, less luck, in parts of [`FINE`].
    stands: i64,
    /// What came of it, and its squares, to the decider.
    sum: i64,
    squares: i64,
    /// By how much what came of the choices differs from what they looked like, added up.
    shift: i64,
}

/// A choice.
struct Edge<A> {
    action: A,
    visits: u32,
    /// Values to the decider.
    sum: i64,
    /// What it looked like a step ahead, to the decider.
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
pub struct Tree<G: Game> {
    settings: Settings,
    nodes: Vec<Node>,
    edges: Vec<Edge<G::Action>>,
    root: u32,
    path: Vec<(u32, u32)>,
    /// What the deal and the dice of a walk gave the thinker beyond what is due, in parts of [`FINE`].
    luck: i64,
    /// What the root is thought to be worth to the thinker as it stands, less luck; by how much the worlds dealt for it were
    /// worth more, added up, and how many they were.
    stands: Option<i64>,
    beyond: i64,
    deals: u32,
    legal: Vec<G::Action>,
    ahead: Ahead<G, Squeezed>,
    /// Choices that were looked at, by their fingerprints, and what they looked like, the best first.
    looks: BTreeMap<u64, Look>,
    seen: Vec<(i32, G::Action)>,
}

/// Choices that were looked at once: where they are kept, and what the position was worth as it stood. Who meets the same
/// choices again need not look again: positions between which nobody can tell by his choices differ little.
#[derive(Clone, Copy)]
struct Look {
    start: u32,
    count: u32,
    stands: i32,
}

/// Judges as one seat has learned to, between a loss and a win.
#[derive(Clone, Copy)]
pub struct Squeezed {
    pub thinker: Seat,
}

impl<G: Game> Judge<G> for Squeezed {
    fn over(self, outcome: Outcome, seat: Seat) -> i64 {
        result(outcome, seat, i64::from(ONE) * FINE)
    }

    fn worth(self, game: &G, state: &G::State, seat: Seat, memo: &mut G::Memo) -> i64 {
        let worth = i64::from(squeeze(game.judge(state, self.thinker, memo))) * FINE;
        if seat == self.thinker { worth } else { -worth }
    }
}

impl<G: Game> Tree<G> {
    /// An empty tree whose dice and deals this seed pins.
    pub fn new(settings: Settings, seed: u64, stream: u64) -> Tree<G> {
        Tree {
            settings,
            nodes: Vec::new(),
            edges: Vec::new(),
            root: NONE,
            path: Vec::new(),
            luck: 0,
            stands: None,
            beyond: 0,
            deals: 0,
            legal: Vec::new(),
            ahead: Ahead::new(Squeezed { thinker: Seat(0) }, seed, stream),
            looks: BTreeMap::new(),
            seen: Vec::new(),
        }
    }

    /// Begins a new tree at a decision of this seat and [`fingerprint`].
    pub fn plant(&mut self, seat: Seat, key: u64) {
        self.nodes.clear();
        self.edges.clear();
        self.looks.clear();
        self.seen.clear();
        self.ahead.judge.thinker = seat;
        (self.stands, self.beyond, self.deals) = (None, 0, 0);
        self.root = self.new_node(seat, key, 0);
    }

    /// Goes on with what is known of the position after an action, if there is anything. What another seat thought
    /// of it does not count.
    pub fn follow(&mut self, action: G::Action, seat: Seat, key: u64) -> bool {
        if self.root == NONE || seat != self.ahead.judge.thinker || !self.has_room() {
            return false;
        }
        let node = &self.nodes[self.root as usize];
        let edges = node.edges..node.edges + node.count;
        let edge = edges.into_iter().find(|&edge| self.edges[edge as usize].action == action);
        let child = edge.and_then(|edge| self.child(edge, key));
        self.root = child.unwrap_or(NONE);
        self.stands = child.map(|child| self.nodes[child as usize].stands);
        (self.beyond, self.deals) = (0, 0);
        child.is_some()
    }

    /// How often the root was visited.
    pub fn visits(&self) -> u32 {
        if self.root == NONE { 0 } else { self.nodes[self.root as usize].visits }
    }

    /// Room for another node is left.
    fn has_room(&self) -> bool {
        self.nodes.len() + self.looks.len() < self.settings.nodes as usize
    }

    /// Looks at some of the choices, by chance; that is less than a walk.
    pub fn glance(&mut self, game: &G, state: &G::State) {
        game.legal(state, &mut self.legal);
        let some = self.legal.len().div_ceil(GLANCE).clamp(2, GLANCES).min(self.legal.len());
        for i in 0..some {
            let pick = i + self.ahead.rng.index(self.legal.len() - i);
            self.legal.swap(i, pick);
        }
        self.legal.truncate(some);
        self.expand_root(game, state);
    }

    /// Grows the tree by one walk through a world.
    pub fn walk(&mut self, game: &G, state: G::State) {
        self.stroll(game, state, None);
    }

    /// Grows the tree by one walk that begins with this action.
    pub fn walk_from(&mut self, game: &G, state: G::State, action: G::Action) {
        let root = &self.nodes[self.root as usize];
        let mut edges = root.edges..root.edges + root.count;
        let first = edges.find(|&edge| self.edges[edge as usize].action == action);
        self.stroll(game, state, first);
    }

    fn stroll(&mut self, game: &G, mut state: G::State, mut first: Option<u32>) {
        let mut node = self.root;
        self.path.clear();
        self.deal(game, &state);
        // What comes of the walk, and to whom.
        let (value, whom) = loop {
            let Node { count, seat, .. } = self.nodes[node as usize];
            if count == 0 {
                if node == self.root {
                    game.legal(&state, &mut self.legal);
                    break (self.expand_root(game, &state), seat);
                }
                self.expand(game, &state, node);
                break (self.play_out(game, state), self.ahead.judge.thinker);
            }
            let small = game.small_steps();
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
                let worth = self.ahead.look(game, &state, seat, &self.legal, action);
                break ((worth / FINE) as i32, seat);
            }
            game.apply(&mut state, action, &mut self.ahead.deaf);
            let Some(next) = self.settle(game, &mut state, turn) else {
                break ((self.ahead.value(game, &state, seat) / FINE) as i32, seat);
            };
            let key = fingerprint(next, &self.legal);
            node = match self.child(edge, key) {
                Some(child) => child,
                None if self.has_room() => {
                    let stands = self.ahead.value(game, &state, self.ahead.judge.thinker) - self.luck;
                    let child = self.new_node(next, key, stands);
                    self.nodes[child as usize].next = self.edges[edge as usize].child;
                    self.edges[edge as usize].child = child;
                    child
                }
                None => break (prior, seat),
            };
        };
        let thinker = self.ahead.judge.thinker;
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
        let stands = self.ahead.value(game, world, self.ahead.judge.thinker);
        self.luck = stands - *self.stands.get_or_insert(stands);
        self.beyond += self.luck;
        self.deals += 1;
    }

    /// What comes to the thinker of a position once he has ended his step and the opponent has answered: only moments
    /// of the same kind can be compared.
    fn play_out(&mut self, game: &G, mut state: G::State) -> i32 {
        let thinker = self.ahead.judge.thinker;
        let (mut clicks, mut last) = (0, thinker);
        while let Some(seat) = self.settle(game, &mut state, u64::MAX) {
            let answered = clicks > 0 && seat == thinker && last != thinker;
            if answered || clicks == CLICKS {
                break;
            }
            let look = self.look(game, &state, seat, fingerprint(seat, &self.legal));
            let (_, best) = self.seen[look.start as usize];
            game.apply(&mut state, best, &mut self.ahead.deaf);
            (clicks, last) = (clicks + 1, seat);
        }
        (self.ahead.value(game, &state, thinker) / FINE) as i32
    }

    fn new_node(&mut self, seat: Seat, key: u64, stands: i64) -> u32 {
        self.nodes.push(Node {
            key,
            next: NONE,
            edges: 0,
            count: 0,
            visits: 0,
            seat,
            stands,
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
                    let thinker = self.ahead.judge.thinker;
                    self.luck -= self.ahead.mean(game, state, draw, thinker);
                    let luck = self.deal_luck(draw, &mut turn);
                    game.resolve(state, luck, &mut self.ahead.deaf);
                    self.luck += self.ahead.value(game, state, thinker);
                }
                Waits::Decision(seat) => {
                    game.legal(state, &mut self.legal);
                    match self.legal[..] {
                        [only] => game.apply(state, only, &mut self.ahead.deaf),
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

    /// Lists the choices at the root, all of them, and tells what the best of them looks like. They are in `legal`.
    fn expand_root(&mut self, game: &G, state: &G::State) -> i32 {
        self.ahead.care = Care::Close;
        self.ahead.rank(game, state, self.nodes[self.root as usize].seat, &self.legal);
        let priors = self.ahead.ranked.iter().map(|&(worth, action)| ((worth / FINE) as i32, action));
        let start = self.edges.len() as u32;
        self.edges.extend(priors.map(|(prior, action)| Edge::new(action, prior)));
        let root = &mut self.nodes[self.root as usize];
        (root.edges, root.count) = (start, self.legal.len() as u32);
        self.edges[start as usize].prior
    }

    /// Lists a node's choices that look best. They are in `legal`.
    fn expand(&mut self, game: &G, state: &G::State, node: u32) {
        let Node { key, seat, .. } = self.nodes[node as usize];
        let stands = (self.ahead.value(game, state, seat) / FINE) as i32;
        let look = self.look(game, state, seat, key);
        let start = self.edges.len() as u32;
        for &(prior, action) in &self.seen[look.start as usize..(look.start + look.count) as usize] {
            let prior = (prior + stands - look.stands).clamp(-ONE, ONE);
            self.edges.push(Edge::new(action, prior));
        }
        let node = &mut self.nodes[node as usize];
        (node.edges, node.count) = (start, look.count);
    }

    /// What the choices in `legal`, whose fingerprint this is, look like a step ahead.
    fn look(&mut self, game: &G, state: &G::State, seat: Seat, key: u64) -> Look {
        if let Some(&look) = self.looks.get(&key) {
            return look;
        }
        // A broad decision is too much for a close look.
        self.ahead.care = if self.legal.len() <= CLOSELY { Care::Close } else { Care::Rough };
        self.ahead.rank(game, state, seat, &self.legal);
        let start = self.seen.len() as u32;
        let best = self.ahead.ranked.iter().take(WIDE);
        self.seen.extend(best.map(|&(worth, action)| ((worth / FINE) as i32, action)));
        let stands = (self.ahead.value(game, state, seat) / FINE) as i32;
        let look = Look { start, count: self.seen.len() as u32 - start, stands };
        self.looks.insert(key, look);
        look
    }

    /// The most promising choice: what came of it, and how little is known of it. What nobody has tried is thought to
    /// differ from its looks as those that were tried.
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

    /// The choice at the root to be looked at again: of those that look best so far the one that was looked at least.
    /// They are the fewer the more of the walks are done.
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
        // What the worlds are worth on average has a part in what the root is worth.
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

/// Squeezes a judgement between a loss and a win: twice the chance to win, less one.
pub fn squeeze(worth: i32) -> i32 {
    let worth = i64::from(worth);
    (worth * i64::from(ONE) / (worth.abs() + i64::from(Chance::SURE))) as i32
}

/// The judgement that is squeezed to this.
pub fn unsqueeze(value: i32) -> i32 {
    let value = i64::from(value);
    let worth = value * i64::from(Chance::SURE) / (i64::from(ONE) - value.abs()).max(1);
    worth.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32
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

    /// Dice that were good to the thinker do not make the choices better that he looks at after them.
    #[test]
    fn what_was_thrown_is_no_merit_of_later_choices() {
        let good = "@1000 left(a: die(3*=left, =right), b: die(3*=left, =right))";
        let bad = "@-1000 left(a: die(=left, 3*=right), b: die(=left, 3*=right))";
        let game = Dummy::tree(&format!("left(go: die({good}, {bad}))")).unwrap();
        let mut grown: Tree<Dummy> = Tree::new(Settings::with_iterations(100), 1, 1);
        let mut state = game.setup(0, Options::NONE);
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        let go = legal[0];
        grown.plant(LEFT, fingerprint(LEFT, &legal));
        for _ in 0..40 {
            grown.walk(&game, state.clone());
        }
        game.apply(&mut state, go, &mut kernel::Journal::deaf());
        game.resolve(&mut state, Luck(0), &mut kernel::Journal::deaf());
        game.legal(&state, &mut legal);
        assert!(grown.follow(go, LEFT, fingerprint(LEFT, &legal)));
        for _ in 0..40 {
            grown.walk(&game, state.clone());
        }
        let mut choices = Vec::new();
        grown.choices(&mut choices);
        // Three of four games are won.
        for choice in &choices {
            assert!((choice.value - ONE / 2).abs() < ONE / 100, "{choices:?}");
        }
    }
}
