//! Movement that pays for its steps.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{Bits, Graph, Space};

/// Where a budget leads: the answer of [`Graph::reach`], and the memory it works in.
///
/// Keep one and use it again: after its first use on a board nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Reach<const W: usize> {
    reached: Bits<W>,
    /// Cost and previous space; they count for spaces in `reached` only, so nothing needs to be wiped.
    steps: Vec<(u16, Space)>,
    queue: BinaryHeap<Reverse<(u16, Space)>>,
    path: Vec<Space>,
}

impl<const W: usize> Reach<W> {
    /// Memory for any board of this width.
    pub fn new() -> Self {
        Self::default()
    }

    /// Every space within the budget, the start included.
    pub fn spaces(&self) -> Bits<W> {
        self.reached
    }

    /// What the cheapest way to a space costs; `None` if it is out of reach.
    pub fn cost(&self, space: Space) -> Option<u16> {
        self.step(space).map(|(cost, _)| cost)
    }

    /// Where the cheapest way to a space comes from; `None` for the start and for spaces out of reach.
    pub fn previous(&self, space: Space) -> Option<Space> {
        self.step(space).map(|(_, previous)| previous).filter(|&previous| previous != space)
    }

    /// The cheapest way to a space, with both ends; `None` if it is out of reach.
    pub fn path(&mut self, to: Space) -> Option<&[Space]> {
        self.step(to)?;
        self.path.clear();
        self.path.push(to);
        let mut at = to;
        while let Some(previous) = self.previous(at) {
            self.path.push(previous);
            at = previous;
        }
        self.path.reverse();
        Some(&self.path)
    }

    fn step(&self, space: Space) -> Option<(u16, Space)> {
        self.reached.contains(space).then(|| self.steps[space.index()])
    }

    /// Makes ready for a search; each link can improve its end at most once, which bounds path and queue.
    fn clear(&mut self, spaces: usize, links: usize) {
        self.reached = Bits::empty();
        self.steps.resize(spaces, (0, Space(0)));
        self.queue.clear();
        self.queue.reserve(links + 1);
        self.path.clear();
        self.path.reserve(spaces);
    }

    /// Notes a way to a space if it is the first or cheaper than the last.
    fn offer(&mut self, space: Space, cost: u16, previous: Space) {
        if self.cost(space).is_none_or(|known| cost < known) {
            self.reached.insert(space);
            self.steps[space.index()] = (cost, previous);
            self.queue.push(Reverse((cost, space)));
        }
    }
}

impl<S: Copy, const W: usize> Graph<S, W> {
    /// Finds the cheapest ways from a space to all others within a budget.
    ///
    /// `cost` prices one step by its two ends and the side crossed; `None` forbids it. A space that may be entered
    /// but not left (an enemy holds it) is one from which every step is forbidden. Of two ways that cost the same
    /// the one found first stands, so the answer is the same on every machine.
    pub fn reach(
        &self,
        from: Space,
        budget: u16,
        mut cost: impl FnMut(Space, Space, S) -> Option<u16>,
        reach: &mut Reach<W>,
    ) {
        reach.clear(self.count(), self.link_count());
        reach.offer(from, 0, from);
        while let Some(Reverse((spent, at))) = reach.queue.pop() {
            if reach.cost(at) != Some(spent) {
                continue; // A cheaper way was found after this one was noted.
            }
            for link in self.links(at) {
                let total = cost(at, link.to, link.side).and_then(|price| spent.checked_add(price));
                if let Some(total) = total.filter(|&total| total <= budget) {
                    reach.offer(link.to, total, at);
                }
            }
        }
    }

    /// A way with the fewest steps, both ends included, each step entering a space of `through`; `None` if there
    /// is none. The start need not be in `through`.
    pub fn path<'r>(
        &self,
        from: Space,
        to: Space,
        through: Bits<W>,
        reach: &'r mut Reach<W>,
    ) -> Option<&'r [Space]> {
        self.reach(from, u16::MAX, |_, to, _| through.contains(to).then_some(1), reach);
        reach.path(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Bellman and Ford: try every link as often as there are spaces.
    fn slow<const W: usize>(map: &Graph<u16, W>, from: Space, budget: u16) -> Vec<Option<u16>> {
        let mut costs = vec![None; map.count()];
        costs[from.index()] = Some(0);
        for _ in map.spaces() {
            for a in map.spaces() {
                for link in map.links(a) {
                    let Some(total) = costs[a.index()].map(|cost: u16| cost + link.side) else { continue };
                    let known = &mut costs[link.to.index()];
                    if total <= budget && known.is_none_or(|known| total < known) {
                        *known = Some(total);
                    }
                }
            }
        }
        costs
    }

    #[test]
    fn reach_equals_brute_force() {
        let mut random = Random(7);
        let mut reach = Reach::new();
        for round in 0..100 {
            let map = random.graph::<1>(10 + round % 20);
            let budget = random.below(12) as u16;
            let from = Space(random.below(map.count() as u64) as u16);
            map.reach(from, budget, |_, _, price| Some(price), &mut reach);
            let costs = slow(&map, from, budget);
            for space in map.spaces() {
                assert_eq!(reach.cost(space), costs[space.index()]);
                assert_eq!(reach.spaces().contains(space), reach.cost(space).is_some());
                let cost = reach.cost(space);
                let Some(path) = reach.path(space) else { continue };
                let price = |pair: &[Space]| map.link(pair[0], pair[1]).unwrap();
                assert_eq!((path[0], path.last()), (from, Some(&space)));
                assert_eq!(path.windows(2).map(price).sum::<u16>(), cost.unwrap());
            }
        }
    }

    #[test]
    fn path_is_as_long_as_the_distance() {
        let mut random = Random(8);
        let mut reach = Reach::new();
        for _ in 0..20 {
            let map = random.graph::<1>(25);
            let distances = map.distances();
            let through = random.half(&map);
            for (a, b) in map.spaces().flat_map(|a| map.spaces().map(move |b| (a, b))) {
                let steps = map.path(a, b, map.all(), &mut reach).map(|path| path.len() as u16 - 1);
                assert_eq!(steps, distances.between(a, b));
                let path = map.path(a, b, through, &mut reach);
                assert_eq!(path.is_some(), map.connected(Bits::one(a), Bits::one(b), through));
                assert!(path.is_none_or(|path| path[1..].iter().all(|&space| through.contains(space))));
            }
        }
    }

    #[test]
    fn a_held_space_is_entered_but_not_left() {
        let map: Graph<(), 1> = Graph::areas(["a", "b", "c"], [("a", "b", ()), ("b", "c", ())]).unwrap();
        let [a, b, c] = [0, 1, 2].map(Space);
        let mut reach = Reach::new();
        map.reach(a, u16::MAX, |from, _, ()| (from != b).then_some(u16::MAX), &mut reach);
        assert_eq!((reach.cost(b), reach.cost(c)), (Some(u16::MAX), None));
        assert_eq!((reach.previous(a), reach.previous(b), reach.previous(c)), (None, Some(a), None));
        assert_eq!(reach.path(c), None);
    }

    #[test]
    fn nothing_is_allocated_after_the_first_use() {
        let map = Random(9).graph::<1>(60);
        let mut reach = Reach::new();
        let room = |reach: &Reach<1>| (reach.steps.capacity(), reach.queue.capacity(), reach.path.capacity());
        map.reach(Space(0), 0, |_, _, price| Some(price), &mut reach);
        let first = room(&reach);
        for (from, to) in map.spaces().flat_map(|from| map.spaces().map(move |to| (from, to))) {
            map.reach(from, 100, |_, _, price| Some(price), &mut reach);
            reach.path(to);
        }
        assert_eq!(room(&reach), first);
    }
}
