//! Open-loop information-set tree search.
//!
//! Every iteration deals another world that the player cannot tell apart from the true one, walks down the tree
//! with dice of its own, and judges the position where it leaves the tree. A node is what its decider knows of
//! it: the actions that led there and the actions he may choose from. Dice that leave him the same choices share
//! a node, so nothing in the tree depends on what is hidden or on how dice fall later.

use std::hash::{Hash, Hasher};

use kernel::{Draw, Game, Journal, Luck, Node as Waits, Outcome, Rng, Seat};

use crate::Settings;

/// What a won game is worth. Evaluations are squeezed between a loss and this.
pub const ONE: i32 = 1 << 20;
/// No child, no node.
const NONE: u32 = u32::MAX;
/// Draws with at most this many outcomes are dealt out in turn instead of sampled.
const FEW: u64 = 216;
/// Coprime to any number of outcomes that dice or cups usually have.
const STRIDE: u64 = 7919;

/// A leaf becomes a node with choices when it is reached this often: most never are, and listing costs.
const EXPAND: u32 = 2;
/// Over how many outcomes a first look at an action averages.
const GLANCES: u64 = 6;
/// How many of the choices that look best are tried from the start; more join in with the root of the visits.
const WIDE: u32 = 4;
/// For how many visits a first look counts.
const TRUST: i64 = 1;
/// Longest playout outside the tree, in actions and draws.
const PLAYOUT: u32 = 60;
/// Evaluations of this size are worth half a win.
const SCALE: i32 = 2000;

/// A decision as its decider knows it.
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
    sum: i64,
    squares: i64,
}

/// A choice.
struct Edge<A> {
    action: A,
    visits: u32,
    /// Values to the decider.
    sum: i64,
    /// What it looked like at once.
    prior: i32,
    /// The first node it led to.
    child: u32,
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
    rng: Rng,
    nodes: Vec<Node>,
    edges: Vec<Edge<G::Action>>,
    root: u32,
    path: Vec<(u32, u32)>,
    legal: Vec<G::Action>,
    looks: Vec<(i32, G::Action)>,
    deaf: Journal<G::Event>,
}

impl<G: Game> Tree<G> {
    /// An empty tree whose dice and deals this seed pins.
    pub fn new(settings: Settings, seed: u64, stream: u64) -> Tree<G> {
        Tree {
            settings,
            rng: Rng::new(seed, stream),
            nodes: Vec::new(),
            edges: Vec::new(),
            root: NONE,
            path: Vec::new(),
            legal: Vec::new(),
            looks: Vec::new(),
            deaf: Journal::deaf(),
        }
    }

    /// Begins a new tree at a position whose choices these are.
    pub fn plant(&mut self, seat: Seat, legal: &[G::Action]) {
        self.nodes.clear();
        self.edges.clear();
        self.root = self.new_node(seat, fingerprint(seat, legal));
    }

    /// Goes on with what is known of the position after an action, if there is anything.
    pub fn follow(&mut self, action: G::Action, seat: Seat, legal: &[G::Action]) -> bool {
        if self.root == NONE {
            return false;
        }
        let key = fingerprint(seat, legal);
        let node = &self.nodes[self.root as usize];
        let edges = node.edges..node.edges + node.count;
        let edge = edges.into_iter().find(|&edge| self.edges[edge as usize].action == action);
        let child = edge.and_then(|edge| self.child(edge, key));
        self.root = child.unwrap_or(NONE);
        child.is_some()
    }

    /// How often the root was visited.
    pub fn visits(&self) -> u32 {
        if self.root == NONE { 0 } else { self.nodes[self.root as usize].visits }
    }

    /// Room for so many nodes is left.
    fn has_room(&self) -> bool {
        self.nodes.len() < self.settings.nodes as usize
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
        let mut clock = Clock { moment: game.moment(&state), left: self.settings.ticks };
        let value = loop {
            if self.nodes[node as usize].count == 0 {
                let visits = self.nodes[node as usize].visits;
                if node != self.root && (visits < EXPAND || !self.has_room()) {
                    break self.judge(game, state, clock);
                }
                self.expand(game, &state, node);
            }
            let edge = first.take().unwrap_or_else(|| self.select(node));
            self.path.push((node, edge));
            let chosen = &self.edges[edge as usize];
            let turn = u64::from(chosen.visits) + u64::from(edge);
            game.apply(&mut state, chosen.action, &mut self.deaf);
            let Some(seat) = self.settle(game, &mut state, turn) else {
                break self.judge(game, state, clock);
            };
            if clock.rings(game.moment(&state)) {
                break self.judge(game, state, clock);
            }
            let key = fingerprint(seat, &self.legal);
            node = match self.child(edge, key) {
                Some(child) => child,
                None if self.has_room() => {
                    let child = self.new_node(seat, key);
                    self.nodes[child as usize].next = self.edges[edge as usize].child;
                    self.edges[edge as usize].child = child;
                    child
                }
                None => break self.judge(game, state, clock),
            };
            if self.nodes[node as usize].visits == 0 {
                let value = self.judge(game, state, clock);
                let leaf = &mut self.nodes[node as usize];
                leaf.visits = 1;
                leaf.sum = i64::from(value);
                leaf.squares = square(value);
                break value;
            }
        };
        for step in 0..self.path.len() {
            let (node, edge) = self.path[step];
            let to_decider = if self.nodes[node as usize].seat == Seat(0) { value } else { -value };
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.sum += i64::from(to_decider);
            self.remember(node, value);
        }
    }

    fn remember(&mut self, node: u32, value: i32) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.sum += i64::from(value);
        node.squares += square(value);
    }

    fn new_node(&mut self, seat: Seat, key: u64) -> u32 {
        let node = Node { key, next: NONE, edges: 0, count: 0, visits: 0, seat, sum: 0, squares: 0 };
        self.nodes.push(node);
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
                    let luck = self.deal_luck(draw, &mut turn);
                    game.resolve(state, luck, &mut self.deaf);
                }
                Waits::Decision(seat) => {
                    game.legal(state, &mut self.legal);
                    match self.legal[..] {
                        [only] => game.apply(state, only, &mut self.deaf),
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
            return self.rng.luck(draw);
        }
        let luck = Luck((*turn).wrapping_mul(STRIDE) % count);
        *turn = u64::MAX;
        luck
    }

    /// Lists a node's choices, those that look best first.
    fn expand(&mut self, game: &G, state: &G::State, node: u32) {
        let seat = self.nodes[node as usize].seat;
        let mut looks = std::mem::take(&mut self.looks);
        let mut legal = std::mem::take(&mut self.legal);
        game.legal(state, &mut legal);
        looks.clear();
        for &action in &legal {
            let mut next = state.clone();
            game.apply(&mut next, action, &mut self.deaf);
            let worth = self.glance(game, next);
            looks.push((if seat == Seat(0) { -worth } else { worth }, action));
        }
        // Stable: actions that look alike stay in their order.
        looks.sort_by_key(|(worth, _)| *worth);
        let start = self.edges.len() as u32;
        for &(worth, action) in &looks {
            self.edges.push(Edge { action, visits: 0, sum: 0, prior: -worth, child: NONE });
        }
        let node = &mut self.nodes[node as usize];
        node.edges = start;
        node.count = looks.len() as u32;
        self.looks = looks;
        self.legal = legal;
    }

    /// What a position looks like at once: dice that are due are tried a few times.
    fn glance(&mut self, game: &G, state: G::State) -> i32 {
        let Waits::Chance(draw) = game.node(&state) else { return self.value(game, &state) };
        let count = draw.count();
        let tries = count.min(GLANCES);
        let mut sum = 0;
        for i in 0..tries {
            let mut next = state.clone();
            // Spread evenly over the outcomes.
            let luck = if tries == count { Luck(i) } else { Luck((2 * i + 1) * count / (2 * tries)) };
            game.resolve(&mut next, luck, &mut self.deaf);
            while let Waits::Chance(draw) = game.node(&next) {
                let luck = self.rng.luck(draw);
                game.resolve(&mut next, luck, &mut self.deaf);
            }
            sum += i64::from(self.value(game, &next));
        }
        (sum / tries as i64) as i32
    }

    /// The most promising choice: what came of it, and how little is known of it. Later ones join in as the visits grow.
    fn select(&self, node: u32) -> u32 {
        let Node { edges, count, visits, sum, squares, .. } = self.nodes[node as usize];
        let wide = (WIDE + visits.isqrt()).min(count);
        let n = i64::from(visits.max(1));
        let mean = sum / n;
        let spread = (squares / n * 4096 - mean * mean).max(1).isqrt().max(i64::from(ONE) / 512);
        let root = i64::from(visits.max(1)).isqrt();
        let bonus = spread * root;
        let mut best = (i64::MIN, edges);
        for rank in 0..wide {
            let edge = &self.edges[(edges + rank) as usize];
            let tried = i64::from(edge.visits);
            let value = (edge.sum + i64::from(edge.prior) * TRUST) / (tried + TRUST);
            let share = bonus / (i64::from(rank) + 1);
            let score = value + share / (tried + 1);
            if score > best.0 {
                best = (score, edges + rank);
            }
        }
        best.1
    }

    /// What a position outside the tree is worth to the first seat: it is played on until the clock rings.
    fn judge(&mut self, game: &G, mut state: G::State, mut clock: Clock) -> i32 {
        for _ in 0..PLAYOUT {
            match game.node(&state) {
                Waits::Over(_) => break,
                Waits::Chance(draw) => {
                    let luck = self.rng.luck(draw);
                    game.resolve(&mut state, luck, &mut self.deaf);
                }
                Waits::Decision(seat) => {
                    if clock.rings(game.moment(&state)) {
                        break;
                    }
                    self.step(game, &mut state, seat);
                }
            }
        }
        while let Waits::Chance(draw) = game.node(&state) {
            let luck = self.rng.luck(draw);
            game.resolve(&mut state, luck, &mut self.deaf);
        }
        self.value(game, &state)
    }

    /// Plays the best of a few actions.
    fn step(&mut self, game: &G, state: &mut G::State, seat: Seat) {
        game.legal(state, &mut self.legal);
        let count = self.legal.len();
        let mut best: Option<(i32, G::State)> = None;
        let all = count <= self.settings.sample as usize;
        let tries = if all { count } else { self.settings.sample as usize };
        for i in 0..tries {
            let action = if all { self.legal[i] } else { self.legal[self.rng.index(count)] };
            let mut next = state.clone();
            game.apply(&mut next, action, &mut self.deaf);
            if tries == 1 {
                best = Some((0, next));
                break;
            }
            // Dice that are due are left to the evaluation: one throw for each would make luck look like merit.
            let worth = self.value(game, &next);
            let worth = if seat == Seat(0) { worth } else { -worth };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, next));
            }
        }
        if let Some((_, next)) = best {
            *state = next;
        }
    }

    /// The value of a position as it stands, to the first seat.
    fn value(&self, game: &G, state: &G::State) -> i32 {
        match game.node(state) {
            Waits::Over(Outcome { winner: None, .. }) => 0,
            Waits::Over(Outcome { winner: Some(Seat(0)), .. }) => ONE,
            Waits::Over(_) => -ONE,
            Waits::Decision(_) | Waits::Chance(_) => squeeze(game.evaluate(state, Seat(0))),
        }
    }

    /// Adds what is known of the choices at the root.
    pub fn choices(&self, out: &mut Vec<Choice<G::Action>>) {
        if self.root == NONE {
            return;
        }
        let node = &self.nodes[self.root as usize];
        let edges = &self.edges[node.edges as usize..(node.edges + node.count) as usize];
        out.extend(edges.iter().map(|edge| Choice {
            action: edge.action,
            visits: edge.visits,
            value: match edge.visits {
                0 => edge.prior,
                visits => (edge.sum / i64::from(visits)) as i32,
            },
            exact: false,
        }));
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }
}

/// How much longer a walk goes on.
#[derive(Clone, Copy)]
struct Clock {
    moment: u32,
    left: u32,
}

impl Clock {
    /// Whether the walk has gone on for long enough.
    fn rings(&mut self, moment: u32) -> bool {
        if moment != self.moment {
            self.moment = moment;
            self.left = self.left.saturating_sub(1);
        }
        self.left == 0
    }
}

/// Squares are kept in units that do not overflow over millions of visits.
fn square(value: i32) -> i64 {
    i64::from(value) * i64::from(value) / 4096
}

/// Squeezes an evaluation between a loss and a win.
fn squeeze(worth: i32) -> i32 {
    let worth = i64::from(worth);
    (worth * i64::from(ONE) * 15 / 16 / (worth.abs() + i64::from(SCALE))) as i32
}

/// The choices of a decider as a number. FNV over what the actions hash.
fn fingerprint<A: Hash>(seat: Seat, legal: &[A]) -> u64 {
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
