//! Orders: a piece's whole way, as one choice.
//!
//! A step of a piece says little of where it is going, and step by step pieces wander. So of every piece that could move all the places
//! are found that it can come to, each by its shortest way, and what it finds there is compared. Where it stands already is none of them.

use kernel::{Node, Rules, Seat};

use crate::{
    Judgement,
    ahead::{Ahead, FULL, Scoring},
};

/// So many places of one piece are looked at, no further away than these steps.
const PLACES: usize = 48;
const STEPS: usize = 8;

/// Clicks of one seat that belong together, and the position after them.
pub struct Order<G: Rules> {
    pub clicks: Vec<G::Action>,
    pub state: G::State,
}

impl<G: Rules, J: Judgement<G>, S: Scoring<G, J>> Ahead<G, J, S> {
    /// Whether any of these actions moves a piece a step; orders differ from actions only then.
    pub fn has_steps(&self, game: &G, legal: &[G::Action]) -> bool {
        legal.iter().any(|&action| self.judgement.step(game, action).is_some())
    }

    /// Every order of a decision: the ways of all pieces that can move, and each other action by itself.
    pub fn orders(&mut self, game: &G, world: &G::State, seat: Seat, legal: &[G::Action]) -> Vec<Order<G>> {
        let mut orders = Vec::with_capacity(2 * legal.len());
        let mut pieces: Vec<u32> = Vec::new();
        for &action in legal {
            match self.judgement.step(game, action) {
                None => {
                    let mut state = world.clone();
                    game.apply(&mut state, action, &mut self.journal);
                    orders.push(Order { clicks: vec![action], state });
                }
                Some(step) if pieces.contains(&step.piece) || self.arrived == Some(step.piece) => {}
                Some(step) => pieces.push(step.piece),
            }
        }
        // Ways come last: where nothing is gained by it, nobody goes.
        for piece in pieces {
            self.ways(game, world, seat, legal, piece, &mut orders);
        }
        orders
    }

    /// The ways of one piece, the nearest places first.
    fn ways(
        &mut self,
        game: &G,
        world: &G::State,
        seat: Seat,
        legal: &[G::Action],
        piece: u32,
        orders: &mut Vec<Order<G>>,
    ) {
        let start = self.judgement.stands(game, world, piece);
        let mut known: Vec<(u32, u32)> = Vec::new();
        let first = orders.len();
        let mut steps = legal.to_vec();
        // The position that is gone on from: the world, then every place that was found.
        let mut next = first;
        let (mut before, mut clicks) = (world.clone(), Vec::new());
        loop {
            for &action in &steps {
                let Some(step) = self.judgement.step(game, action).filter(|step| step.piece == piece) else {
                    continue;
                };
                let place = (step.to, step.how);
                if step.to == start || known.contains(&place) || known.len() == PLACES {
                    continue;
                }
                known.push(place);
                let mut state = before.clone();
                game.apply(&mut state, action, &mut self.journal);
                let mut way: Vec<G::Action> = clicks.clone();
                way.push(action);
                orders.push(Order { clicks: way, state });
            }
            let on = |order: &Order<G>| {
                order.clicks.len() < STEPS && game.node(&order.state) == Node::Decision(seat)
            };
            while orders.get(next).is_some_and(|order| !on(order)) {
                next += 1;
            }
            let Some(order) = orders.get(next) else { return };
            next += 1;
            before.clone_from(&order.state);
            clicks.clone_from(&order.clicks);
            game.legal(&before, &mut steps);
        }
    }

    /// Lists the first clicks of a decision's orders in `ranked` as [`Ahead::rank`] does, each with the best order that begins with
    /// it, and the rest of that order in `rests`. Returns how many got a full evaluation.
    pub fn rank_orders(&mut self, game: &G, world: &G::State, seat: Seat, legal: &[G::Action]) -> usize {
        let mut orders: Vec<(i64, Order<G>)> = Vec::new();
        for order in self.orders(game, world, seat, legal) {
            orders.push((self.quick(game, &order.state, seat), order));
        }
        // Stable: the shorter way first.
        orders.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let full = FULL.min(orders.len());
        let arrived = self.arrived;
        for (score, order) in &mut orders[..full] {
            // What the piece might do further on is another order.
            let piece = self.judgement.step(game, order.clicks[0]).map(|step| step.piece);
            self.arrived = piece.filter(|_| self.once).or(arrived);
            *score = self.follow(game, order.state.clone(), seat, legal);
        }
        self.arrived = arrived;
        orders[..full].sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        self.ranked.clear();
        self.rests.clear();
        let mut ranked_in_full = 0;
        for (place, (score, order)) in orders.into_iter().enumerate() {
            let first = order.clicks[0];
            if self.ranked.iter().any(|(_, action)| *action == first) {
                continue;
            }
            ranked_in_full += usize::from(place < full);
            self.ranked.push((score, first));
            self.rests.push(order.clicks[1..].to_vec());
        }
        // First steps that lead to no place of their own come last.
        let least = self.ranked.last().map_or(0, |(score, _)| *score);
        for &action in legal {
            if !self.ranked.iter().any(|(_, known)| *known == action) {
                self.ranked.push((least, action));
                self.rests.push(Vec::new());
            }
        }
        ranked_in_full
    }
}
