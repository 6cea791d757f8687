//! Spaces and the links between them.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    error, fmt,
};

use crate::{Bits, Member};

/// A place on the board, by its number in the board's [`Graph`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Space(pub u16);

impl Space {
    /// The number of this space, as an index into a table of the game's own.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Member for Space {
    #[inline]
    fn at(index: usize) -> Self {
        Space(index as u16)
    }

    #[inline]
    fn index(self) -> usize {
        self.index()
    }
}

/// One way out of a space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Link<S> {
    /// Where it leads.
    pub to: Space,
    /// What is crossed on the way, in the game's own words.
    pub side: S,
}

/// A board of up to `64 * W` spaces whose links carry the game's attribute `S` of the side crossed.
///
/// Links have a direction, and the way back may carry something else or be missing. Every question follows the
/// links outward.
#[derive(Clone, Debug)]
pub struct Graph<S, const W: usize> {
    ids: Vec<Box<str>>,
    /// All spaces, sorted by id.
    by_id: Vec<Space>,
    /// The links of space `n` are `links[starts[n]..starts[n + 1]]`.
    starts: Vec<usize>,
    links: Vec<Link<S>>,
    neighbours: Vec<Bits<W>>,
}

impl<S: Copy, const W: usize> Graph<S, W> {
    /// A board to be put together space by space.
    pub fn builder() -> Builder<S, W> {
        Builder { ids: Vec::new(), spaces: BTreeMap::new(), links: BTreeMap::new() }
    }

    /// A board of listed areas whose borders are the same from both sides. Spaces are numbered as listed.
    pub fn areas<'a>(
        ids: impl IntoIterator<Item = &'a str>,
        borders: impl IntoIterator<Item = (&'a str, &'a str, S)>,
    ) -> Result<Self, GraphError> {
        let mut builder = Self::builder();
        for id in ids {
            builder.space(id)?;
        }
        for (a, b, side) in borders {
            builder.border(a, b, side)?;
        }
        Ok(builder.build())
    }

    /// How many spaces the board has.
    pub fn count(&self) -> usize {
        self.ids.len()
    }

    /// All spaces in ascending order.
    pub fn spaces(&self) -> impl ExactSizeIterator<Item = Space> + use<S, W> {
        (0..self.count() as u16).map(Space)
    }

    /// All spaces as a set.
    pub fn all(&self) -> Bits<W> {
        Bits::below(self.count())
    }

    /// What the map calls a space.
    pub fn id(&self, space: Space) -> &str {
        &self.ids[space.index()]
    }

    /// The space the map calls so.
    pub fn space(&self, id: &str) -> Result<Space, GraphError> {
        self.by_id
            .binary_search_by(|&space| self.id(space).cmp(id))
            .map(|place| self.by_id[place])
            .map_err(|_| GraphError::UnknownId { id: id.into() })
    }

    /// The ways out of a space, sorted by where they lead.
    pub fn links(&self, from: Space) -> &[Link<S>] {
        &self.links[self.starts[from.index()]..self.starts[from.index() + 1]]
    }

    /// How many links the board has, each way counted.
    pub(crate) fn link_count(&self) -> usize {
        self.links.len()
    }

    /// What is crossed between two spaces; `None` if no link leads from the one to the other.
    pub fn link(&self, from: Space, to: Space) -> Option<S> {
        let links = self.links(from);
        let place = links.binary_search_by_key(&to, |link| link.to).ok()?;
        Some(links[place].side)
    }

    /// Where the ways out of a space lead.
    pub fn neighbours(&self, from: Space) -> Bits<W> {
        self.neighbours[from.index()]
    }

    /// Where the ways out of any space of a set lead, be it inside or outside the set.
    pub fn adjacent(&self, set: Bits<W>) -> Bits<W> {
        set.iter().fold(Bits::empty(), |found, space| found | self.neighbours(space))
    }

    /// The spaces at most `steps` away, the space itself included.
    ///
    /// Where one range is asked for often, keep its answers in a table:
    /// `map.spaces().map(|space| map.within(space, 4)).collect::<Vec<_>>()`.
    pub fn within(&self, from: Space, steps: u16) -> Bits<W> {
        self.spread(Bits::one(from), self.all(), usize::from(steps), Bits::empty())
    }

    /// Everything a walk from a set gets to if each step enters a space of `through`.
    ///
    /// The set itself is part of the answer, whether its spaces are in `through` or not.
    pub fn flood(&self, from: Bits<W>, through: Bits<W>) -> Bits<W> {
        self.spread(from, through, usize::MAX, Bits::empty())
    }

    /// Whether such a walk gets to any space of `to`: whether [`Graph::flood`] and `to` have a space in common.
    pub fn connected(&self, from: Bits<W>, to: Bits<W>, through: Bits<W>) -> bool {
        !(self.spread(from, through, usize::MAX, to) & to).is_empty()
    }

    /// Grows a set step by step until it stops growing, the steps are used up or it touches `goal`.
    fn spread(&self, from: Bits<W>, through: Bits<W>, steps: usize, goal: Bits<W>) -> Bits<W> {
        let mut seen = from;
        let mut rim = from;
        for _ in 0..steps {
            if rim.is_empty() || !(rim & goal).is_empty() {
                break;
            }
            rim = (self.adjacent(rim) & through) - seen;
            seen |= rim;
        }
        seen
    }
}

/// Puts a [`Graph`] together; every mistake is named when it is made.
///
/// ```
/// use board::{Graph, GraphError};
///
/// let mut builder = Graph::<u8, 1>::builder();
/// builder.space("zone")?;
/// builder.space("area")?;
/// builder.arrow("zone", "area", 2)?;
/// builder.arrow("area", "zone", 1)?;
/// let again = builder.border("area", "zone", 3);
/// assert_eq!(again, Err(GraphError::DuplicateLink { from: "area".into(), to: "zone".into() }));
/// let map = builder.build();
/// let (zone, area) = (map.space("zone")?, map.space("area")?);
/// assert_eq!((map.link(zone, area), map.link(area, zone)), (Some(2), Some(1)));
/// # Ok::<(), GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder<S, const W: usize> {
    ids: Vec<Box<str>>,
    spaces: BTreeMap<Box<str>, Space>,
    links: BTreeMap<(Space, Space), S>,
}

impl<S: Copy, const W: usize> Builder<S, W> {
    /// Adds a space; the first is number zero.
    pub fn space(&mut self, id: &str) -> Result<Space, GraphError> {
        let room = Bits::<W>::ROOM.min(usize::from(u16::MAX));
        if self.ids.len() == room {
            return Err(GraphError::Full { id: id.into(), room });
        }
        let space = Space::at(self.ids.len());
        match self.spaces.entry(id.into()) {
            Entry::Occupied(_) => Err(GraphError::DuplicateId { id: id.into() }),
            Entry::Vacant(entry) => {
                entry.insert(space);
                self.ids.push(id.into());
                Ok(space)
            }
        }
    }

    /// Links two spaces both ways, with the same attribute.
    pub fn border(&mut self, a: &str, b: &str, side: S) -> Result<(), GraphError> {
        self.arrow(a, b, side)?;
        self.arrow(b, a, side)
    }

    /// Links two spaces one way.
    pub fn arrow(&mut self, from: &str, to: &str, side: S) -> Result<(), GraphError> {
        let ends = (self.find(from)?, self.find(to)?);
        if ends.0 == ends.1 {
            return Err(GraphError::SelfLink { id: from.into() });
        }
        match self.links.entry(ends) {
            Entry::Occupied(_) => Err(GraphError::DuplicateLink { from: from.into(), to: to.into() }),
            Entry::Vacant(entry) => {
                entry.insert(side);
                Ok(())
            }
        }
    }

    /// The finished board.
    pub fn build(self) -> Graph<S, W> {
        let mut neighbours = vec![Bits::empty(); self.ids.len()];
        let mut starts = vec![0; self.ids.len() + 1];
        let mut links = Vec::with_capacity(self.links.len());
        for ((from, to), side) in self.links {
            neighbours[from.index()].insert(to);
            links.push(Link { to, side });
            starts[from.index() + 1] = links.len();
        }
        for n in 1..starts.len() {
            starts[n] = starts[n].max(starts[n - 1]);
        }
        Graph { ids: self.ids, by_id: self.spaces.into_values().collect(), starts, links, neighbours }
    }

    fn find(&self, id: &str) -> Result<Space, GraphError> {
        self.spaces.get(id).copied().ok_or_else(|| GraphError::UnknownId { id: id.into() })
    }
}

/// Why a list of spaces and links is not a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphError {
    /// No space has this id.
    UnknownId {
        /// The id asked for.
        id: Box<str>,
    },
    /// Two spaces have the same id.
    DuplicateId {
        /// The id they share.
        id: Box<str>,
    },
    /// The id does not follow the pattern of the map.
    BadId {
        /// The id as it was written.
        id: Box<str>,
        /// What it should look like.
        pattern: &'static str,
    },
    /// A link is listed twice.
    DuplicateLink {
        /// Where it starts.
        from: Box<str>,
        /// Where it leads.
        to: Box<str>,
    },
    /// A link leads back to where it starts.
    SelfLink {
        /// The space linked to itself.
        id: Box<str>,
    },
    /// There are more spaces than the sets of this board hold.
    Full {
        /// The first space without room.
        id: Box<str>,
        /// How many spaces there is room for.
        room: usize,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::UnknownId { id } => write!(f, "no space is called \"{id}\""),
            GraphError::DuplicateId { id } => write!(f, "two spaces are called \"{id}\""),
            GraphError::BadId { id, pattern } => write!(f, "\"{id}\" is not {pattern}"),
            GraphError::DuplicateLink { from, to } => {
                write!(f, "the link from \"{from}\" to \"{to}\" is listed twice")
            }
            GraphError::SelfLink { id } => write!(f, "\"{id}\" is linked to itself"),
            GraphError::Full { id, room } => write!(f, "no room for \"{id}\": the board holds {room} spaces"),
        }
    }
}

impl error::Error for GraphError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A border, or an arrow with its cost.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Side {
        Road,
        Solid,
        River,
        Arrow(u8),
    }

    /// Four areas around a common corner, and a zone outside: 22-24 and 23-26 share only the corner.
    fn corner() -> Builder<Side, 1> {
        let mut builder = Graph::builder();
        for id in ["22", "23", "24", "26", "A"] {
            builder.space(id).unwrap();
        }
        let borders = [
            ("22", "23", Side::Road),
            ("23", "24", Side::Solid),
            ("24", "26", Side::River),
            ("26", "22", Side::Road),
        ];
        for (a, b, side) in borders {
            builder.border(a, b, side).unwrap();
        }
        builder.arrow("A", "24", Side::Arrow(2)).unwrap();
        builder.arrow("24", "A", Side::Arrow(1)).unwrap();
        builder
    }

    #[test]
    fn a_corner_is_no_border() {
        let map = corner().build();
        let side = |a, b| map.link(map.space(a).unwrap(), map.space(b).unwrap());
        assert_eq!(side("22", "24"), None);
        assert_eq!(side("23", "26"), None);
        assert_eq!(side("26", "24"), Some(Side::River));
        assert_eq!(side("A", "24"), Some(Side::Arrow(2)));
        assert_eq!(side("24", "A"), Some(Side::Arrow(1)));
        let names: Vec<&str> =
            map.links(map.space("24").unwrap()).iter().map(|link| map.id(link.to)).collect();
        assert_eq!(names, ["23", "26", "A"]);
    }

    #[test]
    fn mistakes_are_named() {
        let mut map = corner();
        let told = |result: Result<(), GraphError>| result.unwrap_err().to_string();
        assert_eq!(told(map.border("22", "99", Side::Road)), "no space is called \"99\"");
        assert_eq!(
            told(map.border("23", "22", Side::Road)),
            "the link from \"23\" to \"22\" is listed twice"
        );
        assert_eq!(told(map.arrow("A", "A", Side::Road)), "\"A\" is linked to itself");
        assert_eq!(told(map.space("A").map(drop)), "two spaces are called \"A\"");
        for n in 0..59 {
            map.space(&format!("x{n}")).unwrap();
        }
        assert_eq!(told(map.space("last").map(drop)), "no room for \"last\": the board holds 64 spaces");
        assert_eq!(told(map.build().space("B").map(drop)), "no space is called \"B\"");
    }

    #[test]
    fn every_id_leads_back_to_its_space() {
        let map = Random(2).graph::<2>(100);
        assert!(map.spaces().all(|space| map.space(map.id(space)) == Ok(space)));
        assert_eq!(map.all().len(), map.count());
    }

    #[test]
    fn links_neighbours_and_adjacent_agree() {
        let mut random = Random(3);
        let map = random.graph::<2>(80);
        for a in map.spaces() {
            assert!(map.links(a).is_sorted_by_key(|link| link.to));
            assert_eq!(map.links(a).iter().map(|link| link.to).collect::<Bits<2>>(), map.neighbours(a));
            assert!(map.spaces().all(|b| map.link(a, b).is_some() == map.neighbours(a).contains(b)));
        }
        let set = random.half(&map);
        let slow: Bits<2> = map.spaces().filter(|&b| set.iter().any(|a| map.link(a, b).is_some())).collect();
        assert_eq!(map.adjacent(set), slow);
    }

    #[test]
    fn flood_equals_repeated_neighbours() {
        let mut random = Random(4);
        for _ in 0..100 {
            let map = random.graph::<1>(20);
            let (from, through, to) = (random.half(&map), random.half(&map), random.half(&map));
            let from = from.first().map(Bits::one).unwrap_or_default();
            let mut slow = from;
            for _ in map.spaces() {
                slow |= map.adjacent(slow) & through;
            }
            assert_eq!(map.flood(from, through), slow);
            assert_eq!(map.connected(from, to, through), !(slow & to).is_empty());
        }
    }

    #[test]
    fn an_empty_board_answers_too() {
        let map = Graph::<(), 1>::areas([], []).unwrap();
        assert_eq!(map.count(), 0);
        assert!(map.flood(map.all(), map.all()).is_empty());
    }
}
