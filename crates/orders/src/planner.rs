//! Every order at a decision: ways joined where they end alike, the cheapest kept.
//!
//! The clicks of an order belong to one unit, as [`Rules::actor`] has it, after at most a few that belong to none and open the
//! way: to activate an Area, to choose a battery. Ways that bring a unit to the same [`Stand`] end alike.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    hash::{DefaultHasher, Hash, Hasher},
};

use kernel::{Draw, Journal, Node, Outcome, Rules, Seat, Stand};

/// What planning may take. It is counted, never timed, so that the same position always has the same orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How many positions are reached altogether.
    pub positions: usize,
    /// How many clicks that belong to no unit may follow each other.
    pub openers: u8,
}

impl Budget {
    /// So many positions, and as many openers as any game needs.
    pub fn positions(positions: usize) -> Budget {
        Budget { positions, openers: 5 }
    }
}

/// Where an order ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The seat decides again and is free to turn to something else.
    Quiet,
    /// The unit's act is still under way: the seat can only go on with it or end it.
    Underway,
    /// Its last click has something drawn.
    Draw(Draw),
    /// Its last click shows something hidden.
    Reveal,
    /// Another seat decides after its last click.
    Other(Seat),
    /// Its last click ends the game.
    Over(Outcome),
}

/// A run of clicks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order<A> {
    /// The unit that acts; none for an order that no unit carries out.
    pub unit: Option<u16>,
    /// What is played, in its order; never empty.
    pub clicks: Vec<A>,
    /// Where it ends.
    pub end: End,
    /// What the unit has spent in the end, see [`Stand::spent`].
    pub spent: u32,
    /// The position in which it ends, see [`Planner::position`].
    index: usize,
}

/// A position on the way.
struct Point<R: Rules> {
    state: R::State,
    unit: Option<u16>,
    /// Where it comes from, and by which click.
    from: Option<(usize, R::Action)>,
    clicks: u32,
    spent: u32,
    end: End,
    /// A cheaper way to the same end was found.
    beaten: bool,
}

/// Lists the orders at a decision, and keeps its buffers for the next one.
pub struct Planner<R: Rules> {
    points: Vec<Point<R>>,
    /// The cheapest way that ends so.
    known: BTreeMap<u64, usize>,
    queue: BinaryHeap<Reverse<(u32, u32, usize)>>,
    /// The first positions of each unit's orders.
    starts: BTreeMap<u16, Vec<usize>>,
    legal: Vec<R::Action>,
    journal: Journal<R::Event>,
    budget: Budget,
    /// The budget was not enough.
    cut_short: bool,
}

impl<R: Rules> Default for Planner<R> {
    fn default() -> Self {
        Planner::new()
    }
}

impl<R: Rules> Planner<R> {
    /// With empty buffers.
    pub fn new() -> Planner<R> {
        Planner {
            points: Vec::new(),
            known: BTreeMap::new(),
            queue: BinaryHeap::new(),
            starts: BTreeMap::new(),
            legal: Vec::new(),
            journal: Journal::disabled(),
            budget: Budget::positions(0),
            cut_short: false,
        }
    }

    /// Fills `out` with the orders of the seat that decides in this world, in an order that depends on nothing but the position.
    /// Nobody decides: there are none. Each unit gets its share of the budget.
    pub fn plan(&mut self, rules: &R, world: &R::State, budget: Budget, out: &mut Vec<Order<R::Action>>) {
        self.explore(rules, world, budget, None);
        self.gather(rules, out);
    }

    /// The same for one unit, on which the whole budget is spent.
    pub fn plan_unit(
        &mut self,
        rules: &R,
        world: &R::State,
        unit: u16,
        budget: Budget,
        out: &mut Vec<Order<R::Action>>,
    ) {
        self.explore(rules, world, budget, Some(unit));
        self.gather(rules, out);
        out.retain(|order| order.unit == Some(unit));
    }

    /// Whether the budget was not enough for all orders of the last plan.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// The position in which an order of the last plan ends: after its last click, with nothing drawn yet.
    pub fn position(&self, order: &Order<R::Action>) -> &R::State {
        &self.points[order.index].state
    }

    fn explore(&mut self, rules: &R, world: &R::State, budget: Budget, only: Option<u16>) {
        self.points.clear();
        self.starts.clear();
        self.budget = budget;
        self.cut_short = false;
        let Node::Decision(seat) = rules.node(world) else { return };
        self.points.push(Point {
            state: world.clone(),
            unit: None,
            from: None,
            clicks: 0,
            spent: 0,
            end: End::Quiet,
            beaten: false,
        });
        self.open(rules, seat, only);
        let starts = std::mem::take(&mut self.starts);
        let mut left = starts.len();
        for (_, starts) in starts {
            let share = self.budget.positions.saturating_sub(self.points.len()) / left;
            left -= 1;
            self.follow(rules, seat, starts, share);
        }
    }

    /// Explores what belongs to no unit, and how the act of each unit begins.
    fn open(&mut self, rules: &R, seat: Seat, only: Option<u16>) {
        self.known.clear();
        self.known.insert(likeness(rules, &self.points[0].state, None, None, End::Quiet), 0);
        self.queue.clear();
        self.queue.push(Reverse((0, 0, 0)));
        while let Some(Reverse((_, _, index))) = self.queue.pop() {
            self.legal_at(rules, index);
            for i in 0..self.legal.len() {
                let action = self.legal[i];
                let actor = rules.actor(&self.points[index].state, action);
                if actor.is_some() && only.is_some() && actor != only {
                    continue;
                }
                // The beginnings of acts are few and always listed; what opens them is counted.
                let Some(next) = self.click(rules, seat, index, action, actor) else { continue };
                if let Some(unit) = actor {
                    self.starts.entry(unit).or_default().push(next);
                } else if self.points[next].end == End::Quiet {
                    if self.may_open(next) {
                        let clicks = self.points[next].clicks;
                        self.queue.push(Reverse((0, clicks, next)));
                    } else {
                        self.cut_short = true;
                    }
                }
            }
        }
    }

    fn may_open(&self, index: usize) -> bool {
        self.points[index].clicks < u32::from(self.budget.openers)
            && self.points.len() < self.budget.positions / 2
    }

    /// Follows the act of one unit from where it begins.
    fn follow(&mut self, rules: &R, seat: Seat, starts: Vec<usize>, share: usize) {
        self.queue.clear();
        for index in starts {
            let Point { spent, clicks, end, beaten, .. } = self.points[index];
            if end == End::Quiet && !beaten {
                self.queue.push(Reverse((spent, clicks, index)));
            }
        }
        let most = self.points.len() + share;
        while let Some(Reverse((_, _, index))) = self.queue.pop() {
            if self.points[index].beaten {
                continue;
            }
            let unit = self.points[index].unit;
            self.legal_at(rules, index);
            for i in 0..self.legal.len() {
                let action = self.legal[i];
                if rules.actor(&self.points[index].state, action) != unit {
                    continue;
                }
                if self.points.len() >= most {
                    self.cut_short = true;
                    continue;
                }
                if let Some(next) = self.click(rules, seat, index, action, unit)
                    && self.points[next].end == End::Quiet
                {
                    let Point { spent, clicks, .. } = self.points[next];
                    self.queue.push(Reverse((spent, clicks, next)));
                }
            }
        }
    }

    fn legal_at(&mut self, rules: &R, index: usize) {
        rules.legal(&self.points[index].state, &mut self.legal);
    }

    /// Where a click leads, if no way that ends alike is as cheap.
    fn click(
        &mut self,
        rules: &R,
        seat: Seat,
        index: usize,
        action: R::Action,
        unit: Option<u16>,
    ) -> Option<usize> {
        let before = &self.points[index];
        let (clicks, turn) = (before.clicks + 1, rules.turn(&before.state));
        let mut state = before.state.clone();
        rules.apply(&mut state, action, &mut self.journal);
        let mut end = match rules.node(&state) {
            Node::Over(outcome) => End::Over(outcome),
            Node::Chance(draw) => End::Draw(draw),
            Node::Decision(next) if next != seat => End::Other(next),
            Node::Decision(_) => End::Quiet,
        };
        let stand = unit.and_then(|unit| rules.stand(&state, unit));
        let spent = stand.map_or(0, |stand| stand.spent);
        let mut likeness = likeness(rules, &state, unit, stand, end);
        if self.is_beaten(likeness, spent, clicks) {
            return None;
        }
        // What is shown takes long to find out, so it is asked last.
        if !matches!(end, End::Over(_)) && rules.reveals(&self.points[index].state, action) {
            end = End::Reveal;
            likeness = self::likeness(rules, &state, unit, stand, end);
            if self.is_beaten(likeness, spent, clicks) {
                return None;
            }
        }
        let next = self.points.len();
        let passes = rules.turn(&state) != turn;
        let from = Some((index, action));
        self.points.push(Point { state, unit, from, clicks, spent, end, beaten: false });
        if let Some(other) = self.known.insert(likeness, next) {
            self.points[other].beaten = true;
        }
        // An order does not go on into another turn.
        (!passes).then_some(next)
    }

    /// Whether a way that ends alike is as cheap.
    fn is_beaten(&self, likeness: u64, spent: u32, clicks: u32) -> bool {
        let other = self.known.get(&likeness).map(|&other| &self.points[other]);
        other.is_some_and(|other| (other.spent, other.clicks) <= (spent, clicks))
    }

    /// Everything that is an order: what ends where it began is none.
    fn gather(&mut self, rules: &R, out: &mut Vec<Order<R::Action>>) {
        out.clear();
        for index in 1..self.points.len() {
            let Point { unit, spent, mut end, beaten, .. } = self.points[index];
            if beaten {
                continue;
            }
            if end == End::Quiet {
                if let Some(unit) = unit {
                    let place = |state| rules.stand(state, unit).map(|stand| stand.place);
                    let (began, ends) = (place(&self.points[0].state), place(&self.points[index].state));
                    if began.is_some() && began == ends {
                        continue;
                    }
                }
                if unit.is_some() && self.only_goes_on(rules, index) {
                    end = End::Underway;
                }
            }
            let mut clicks = Vec::with_capacity(self.points[index].clicks as usize);
            let mut at = self.points[index].from;
            while let Some((from, action)) = at {
                clicks.push(action);
                at = self.points[from].from;
            }
            clicks.reverse();
            out.push(Order { unit, clicks, end, spent, index });
        }
    }

    /// Whether nothing can be done here but to go on with the unit, or to end its act.
    fn only_goes_on(&mut self, rules: &R, index: usize) -> bool {
        self.legal_at(rules, index);
        let Point { state, unit, .. } = &self.points[index];
        self.legal.iter().all(|&action| rules.actor(state, action) == *unit)
    }
}

/// A number that positions share in which ways end alike.
fn likeness<R: Rules>(rules: &R, state: &R::State, unit: Option<u16>, stand: Option<Stand>, end: End) -> u64 {
    let mut hasher = DefaultHasher::new();
    unit.hash(&mut hasher);
    match stand {
        Some(stand) if end == End::Quiet => {
            (stand.place, stand.may, rules.step(state), rules.turn(state)).hash(&mut hasher);
        }
        _ => state.hash(&mut hasher),
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use kernel::{
        Notation, Options,
        dummy::{Dummy, RIGHT},
    };

    use super::*;

    /// The orders at the root of a tree, as `clicks > end`.
    fn orders(tree: &str, positions: usize) -> Vec<String> {
        let game = Dummy::tree(tree).unwrap();
        let state = game.setup(0, Options::NONE);
        let (mut planner, mut out) = (Planner::new(), Vec::new());
        planner.plan(&game, &state, Budget::positions(positions), &mut out);
        let words = out.iter().map(|order| {
            let clicks: Vec<_> = order.clicks.iter().map(|&click| game.write(click)).collect();
            let end = match order.end {
                End::Quiet => "quiet".to_owned(),
                End::Underway => "underway".to_owned(),
                End::Draw(_) => "draw".to_owned(),
                End::Reveal => "reveal".to_owned(),
                End::Other(seat) => format!("{}", seat.0),
                End::Over(_) => "over".to_owned(),
            };
            format!("{} > {end}", clicks.join(" "))
        });
        words.collect()
    }

    #[test]
    fn an_order_runs_up_to_a_draw_a_reveal_another_seat_or_the_end() {
        let tree = "left(die: die(=left, =right), give: right(x: ^, y: ^), end: =left, \
                    on: left(duel: duel left(a b / c d: ^, ^, ^, ^), stay: right(x: ^, y: ^)))";
        assert_eq!(
            orders(tree, 100),
            [
                "die > draw",
                "end > over",
                "give > 1",
                "on > quiet",
                "on duel > quiet",
                "on stay > 1",
                "on duel a > 1",
                "on duel b > 1"
            ]
        );
        assert_eq!(RIGHT, Seat(1));
    }

    #[test]
    fn the_cheapest_way_to_a_place_is_kept() {
        let there = |spent: u32| format!("#7/{spent} left(stop: right(x: ^, y: ^), wait: right(x: ^, y: ^))");
        let tree = format!("#0/0 left(far: #1/1 left(on: {}), near: {})", there(2), there(3));
        let found = orders(&tree, 100);
        assert!(found.contains(&"far on > underway".to_owned()), "{found:?}");
        assert!(!found.contains(&"near > underway".to_owned()), "{found:?}");
    }

    #[test]
    fn what_ends_where_it_began_is_no_order() {
        let tree = "#4/0 left(turn: #4/1 left(go: #5/2 left(stop: right(x: ^, y: ^), wait: right(x: ^, y: ^)), \
                    stop: right(x: ^, y: ^)), stop: right(x: ^, y: ^))";
        let found = orders(tree, 100);
        assert!(!found.iter().any(|order| order == "turn > underway"), "{found:?}");
        assert!(found.contains(&"turn go > underway".to_owned()), "{found:?}");
    }

    #[test]
    fn a_budget_is_kept() {
        let mut tree = "right(x: ^, y: ^)".to_owned();
        for place in (1..50).rev() {
            tree = format!("#{place}/{place} left(on: {tree}, stop: right(x: ^, y: ^))");
        }
        assert!(orders(&tree, 20).len() <= 20);
        assert!(orders(&tree, 1000).len() > 50);
        let game = Dummy::tree(&tree).unwrap();
        let state = game.setup(0, Options::NONE);
        let (mut planner, mut out) = (Planner::new(), Vec::new());
        for (positions, cut_short) in [(20, true), (1000, false)] {
            planner.plan(&game, &state, Budget::positions(positions), &mut out);
            assert_eq!(planner.is_cut_short(), cut_short);
        }
    }
}
