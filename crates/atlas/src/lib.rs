//! Draws boards and counters from data: [`map_svg`] the printed map, [`position_svg`] the map with everything that
//! stands on it, [`counter_svg`] one counter, [`png`] any of them as pixels. Equal input gives equal bytes.

mod chance;
mod furniture;
mod ground;
mod lines;
mod map;
mod plane;
mod png;
mod signs;
mod svg;

pub use map::map_svg;
pub use png::{AtlasError, png};
