//! Small random graphs for the tests, the same on every machine.

use crate::{Graph, Space};

/// A linear congruential generator: enough chance for a test, and repeatable.
pub(crate) struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// A random directed graph of `count` spaces whose links carry random costs.
    pub fn graph<const W: usize>(&mut self, count: usize) -> Graph<u16, W> {
        let ids: Vec<String> = (0..count).map(|n| format!("s{n}")).collect();
        let mut builder = Graph::builder();
        for id in &ids {
            builder.space(id).unwrap();
        }
        for from in &ids {
            for to in ids.iter().filter(|to| *to != from) {
                if self.below(count as u64) < 2 {
                    builder.arrow(from, to, self.below(5) as u16).unwrap();
                }
            }
        }
        builder.build()
    }

    /// A random half of the spaces of `graph`.
    pub fn half<S: Copy, const W: usize>(&mut self, graph: &Graph<S, W>) -> crate::Bits<W> {
        graph.spaces().filter(|_: &Space| self.below(2) == 0).collect()
    }
}
