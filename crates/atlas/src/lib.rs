//! Draws boards and counters from data: [`map_svg`] the printed map, [`position_svg`] the map with everything that
//! stands on it, [`counter_svg`] one counter, [`png`] any of them as pixels. Equal input gives equal bytes.

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
pub use position::position_svg;
