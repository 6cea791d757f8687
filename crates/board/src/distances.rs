//! How far apart spaces are.

use crate::{Bits, Graph, Space};

/// The steps between all pairs of spaces of a board, worked out once.
#[derive(Clone, Debug)]
pub struct Distances {
    count: usize,
    /// From space `a` to space `b`: `steps[a * count + b]`.
    steps: Vec<Option<u16>>,
}

impl Distances {
    /// The fewest steps from one space to another; `None` if no way leads there.
    pub fn between(&self, from: Space, to: Space) -> Option<u16> {
        self.row(from)[to.index()]
    }

    /// The spaces at most `steps` away, the space itself included.
    pub fn within<const W: usize>(&self, from: Space, steps: u16) -> Bits<W> {
        let near = |&(_, distance): &(u16, &Option<u16>)| distance.is_some_and(|distance| distance <= steps);
        (0..).zip(self.row(from)).filter(near).map(|(space, _)| Space(space)).collect()
    }

    fn row(&self, from: Space) -> &[Option<u16>] {
        &self.steps[from.index() * self.count..][..self.count]
    }
}

impl<S: Copy, const W: usize> Graph<S, W> {
    /// The table of all distances.
    pub fn distances(&self) -> Distances {
        let count = self.count();
        let mut steps = vec![None; count * count];
        for from in self.spaces() {
            let mut left = self.all();
            let mut rim = Bits::one(from);
            let mut distance = 0;
            while !rim.is_empty() {
                for space in rim {
                    steps[from.index() * count + space.index()] = Some(distance);
                }
                left -= rim;
                rim = self.adjacent(rim) & left;
                distance += 1;
            }
        }
        Distances { count, steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_border_is_as_long_both_ways() {
        let ids: Vec<String> = (0..12).map(|n| n.to_string()).collect();
        let mut random = Random(5);
        for _ in 0..50 {
            let pairs = ids.iter().enumerate().flat_map(|(n, a)| ids[..n].iter().map(move |b| (a, b)));
            let some = pairs.filter(|_| random.below(6) == 0).map(|(a, b)| (a.as_str(), b.as_str(), ()));
            let map: Graph<(), 1> = Graph::areas(ids.iter().map(String::as_str), some).unwrap();
            let distances = map.distances();
            for a in map.spaces() {
                assert_eq!(distances.between(a, a), Some(0));
                for b in map.spaces() {
                    assert_eq!(distances.between(a, b), distances.between(b, a));
                    assert_eq!(distances.between(a, b) == Some(1), map.link(a, b).is_some());
                }
            }
        }
    }

    #[test]
    fn the_table_agrees_with_the_board() {
        let map = Random(6).graph::<1>(40);
        let distances = map.distances();
        for from in map.spaces() {
            for steps in 0..8 {
                assert_eq!(distances.within(from, steps), map.within(from, steps));
            }
        }
    }
}
