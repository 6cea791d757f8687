//! Boards as graphs of spaces, with sets for answers.
//!
//! Rules ask a board what lies next to what, what a line of supply can reach and how far a unit can march; they
//! do not care whether the map shows areas, hexes, or octagons with diamonds. So every map becomes the same
//! [`Graph`]: spaces numbered from zero, links that carry the game's own attribute of the side they cross, and
//! [`Bits`] for every question whose answer is a set. Pixels are none of its business.
//!
//! | file | noun |
//! |---|---|
//! | `bits` | [`Bits`]: a set of spaces, units or any other small numbers |
//! | `graph` | [`Graph`]: spaces, links, neighbours, flood; [`Builder`] and [`GraphError`] |
//! | `distances` | [`Distances`]: steps between all pairs of spaces |
//! | `reach` | [`Reach`]: where a budget of movement leads, and by which way |
//! | `sheet` | [`Sheet`]: a map whose links follow from the ids of its [`Tile`]s |
//! | `hex` | [`hex::Hex`]: distance, direction, ring, line |
//! | `octagon` | [`octagon::Cell`]: octagons with diamonds in the gaps |
//!
//! ```
//! use board::{Bits, Graph, Reach};
//!
//! #[derive(Clone, Copy, PartialEq, Debug)]
//! enum Side {
//!     Road,
//!     River,
//! }
//!
//! // A town on three areas; one word of 64 bits is room enough.
//! let map: Graph<Side, 1> = Graph::areas(
//!     ["market", "bridge", "station"],
//!     [("market", "bridge", Side::Road), ("bridge", "station", Side::River)],
//! )?;
//! let [market, bridge, station] = ["market", "bridge", "station"].map(|id| map.space(id).unwrap());
//! assert_eq!(map.link(market, bridge), Some(Side::Road));
//! assert_eq!(map.link(market, station), None);
//!
//! // Whoever holds the bridge cuts the town in two.
//! let free = map.all() - Bits::one(bridge);
//! assert_eq!(map.flood(Bits::one(market), free), Bits::one(market));
//!
//! // Three movement points: one by road, two across the river.
//! let mut reach = Reach::new();
//! map.reach(market, 3, |_, _, side| Some(if side == Side::Road { 1 } else { 2 }), &mut reach);
//! assert_eq!(reach.cost(station), Some(3));
//! assert_eq!(reach.path(station), Some([market, bridge, station].as_slice()));
//! # Ok::<(), board::GraphError>(())
//! ```

#![deny(missing_docs)]
#![deny(clippy::float_arithmetic)]

mod bits;
mod distances;
mod graph;
pub mod hex;
pub mod octagon;
mod reach;
mod sheet;

pub use bits::{Bits, Iter, Member};
pub use distances::Distances;
pub use graph::{Builder, Graph, GraphError, Link, Space};
pub use reach::Reach;
pub use sheet::{Sheet, Tile};

#[cfg(test)]
mod random;
