//! Maps whose links follow from the ids of their spaces.

use std::{fmt::Display, str::FromStr};

use crate::{Graph, GraphError, Space};

/// A tile of a regular pattern. It reads and writes its id, and knows the tiles it shares a side with.
pub trait Tile: Copy + Ord + Display + FromStr<Err = GraphError> {
    /// Every tile of the endless pattern that shares a side with this one.
    fn neighbours(self) -> impl Iterator<Item = Self>;
}

/// The tiles printed on one map, each a space. Spaces are numbered in the order of the tiles.
///
/// ```
/// use board::{Graph, Sheet, hex::Hex};
///
/// let sheet: Sheet<Hex> = Sheet::parse(["1820", "1821", "1920"])?;
/// let map: Graph<(), 1> = sheet.graph(|_, _| Some(()))?;
/// let (here, there) = (map.space("1820")?, map.space("1920")?);
/// assert_eq!(map.neighbours(here).len(), 2);
/// assert_eq!(sheet.tile(here).distance(sheet.tile(there)), 1);
/// # Ok::<(), board::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet<T> {
    tiles: Vec<T>,
}

impl<T: Tile> Sheet<T> {
    /// The sheet with these tiles, in any order.
    pub fn new(tiles: impl IntoIterator<Item = T>) -> Result<Self, GraphError> {
        let mut tiles: Vec<T> = tiles.into_iter().collect();
        tiles.sort_unstable();
        match tiles.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(GraphError::DuplicateId { id: pair[0].to_string().into() }),
            None => Ok(Sheet { tiles }),
        }
    }

    /// The sheet with the tiles of these ids, in any order.
    pub fn parse<'a>(ids: impl IntoIterator<Item = &'a str>) -> Result<Self, GraphError> {
        let tiles: Result<Vec<T>, GraphError> = ids.into_iter().map(str::parse).collect();
        Self::new(tiles?)
    }

    /// The tiles, at the index of their space.
    pub fn tiles(&self) -> &[T] {
        &self.tiles
    }

    /// The tile that is this space.
    pub fn tile(&self, space: Space) -> T {
        self.tiles[space.index()]
    }

    /// The space that is this tile; `None` if it is not on the sheet.
    pub fn space(&self, tile: T) -> Option<Space> {
        self.tiles.binary_search(&tile).ok().map(|place| Space(place as u16))
    }

    /// The board of this sheet. `side` says what is crossed from one tile to the next; `None` closes that way.
    pub fn graph<S: Copy, const W: usize>(
        &self,
        mut side: impl FnMut(T, T) -> Option<S>,
    ) -> Result<Graph<S, W>, GraphError> {
        let mut builder = Graph::builder();
        for tile in &self.tiles {
            builder.space(&tile.to_string())?;
        }
        for &from in &self.tiles {
            for to in from.neighbours().filter(|&to| self.space(to).is_some()) {
                if let Some(side) = side(from, to) {
                    builder.arrow(&from.to_string(), &to.to_string(), side)?;
                }
            }
        }
        Ok(builder.build())
    }
}
