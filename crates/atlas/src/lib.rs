//! Draws boards and counters from data: [`map_svg`] the printed map, [`position_svg`] the map with everything that
//! stands on it, [`detail_svg`] a part of that, [`counter_svg`] one counter, [`png`] any of them as pixels.
//! Equal input gives equal bytes.
//!
//! | file | one idea |
//! |---|---|
//! | `map.rs` | the layers of a map in order |
//! | `sheet` | the manners of maps: their colours, and how spaces are told apart |
//! | `ground.rs`, `lines.rs`, `signs.rs`, `furniture.rs` | what a map shows: land, lines, signs, title and legend |
//! | `position.rs`, `strip.rs` | the map with a position on it, and the strip below |
//! | `stacks.rs` | where the counters of one space stand |
//! | `counters.rs`, `symbols.rs` | one counter and its map symbol |
//! | `palette.rs` | the colours of the sides |
//! | `plane.rs`, `chance.rs` | geometry on outlines, and trees that are always the same |
//! | `svg.rs`, `png.rs` | writing SVG, and making pixels of it |

mod chance;
mod counters;
mod furniture;
mod ground;
mod lines;
mod map;
mod palette;
mod plane;
mod png;
mod position;
mod sheet;
mod signs;
mod stacks;
mod strip;
mod svg;
mod symbols;
#[cfg(test)]
mod tests;

pub use counters::counter_svg;
pub use map::map_svg;
pub use png::{AtlasError, png};
pub use position::{detail_svg, position_svg};
