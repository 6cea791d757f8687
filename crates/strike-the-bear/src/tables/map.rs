//! The map: octagons, diamonds, rails, edges, and what follows from them.

use board::{
    Distances, Graph, Sheet, Space, Tile,
    octagon::{Cell, Shape},
};
use kernel::{TableAbout, data::DataError};
use kit::{Sources, chart, raw};
use view::Name;

use super::{Charts, MAP, SPACES, Spaces};

/// An area as printed.
#[derive(Clone, Debug)]
pub struct SpaceInfo {
    pub id: Name,
    /// The town, or nothing.
    pub name: Name,
    pub raw: RawSpace,
}

/// Everything about the ground.
#[derive(Debug)]
pub struct Map {
    pub graph: Graph<(), 3>,
    pub info: Vec<SpaceInfo>,
    /// Where the centres lie, in half octagons.
    pub centre: Vec<(i16, i16)>,
    pub oxes: Spaces,
    pub diamonds: Spaces,
    /// Diamonds that armies and trucks may pass through (6.1.1).
    pub passage: Spaces,
    /// Areas on a railway, and the areas linked to each by rail.
    pub rail: Spaces,
    pub rail_links: Vec<Spaces>,
    /// Where lines leave the map, by side.
    pub exits: [Spaces; 2],
    /// The friendly edge column, by side.
    pub edge: [Spaces; 2],
    /// Areas closer to the friendly edge than this one, by side.
    pub closer: [Vec<Spaces>; 2],
    pub finland: Spaces,
    /// Finland and what touches it (11.5.6).
    pub near_finland: Spaces,
    pub finnish_base: Spaces,
    pub hungarian_base: Spaces,
    pub rumanian_base: Spaces,
    pub converted_at_start: Spaces,
    pub start_control: [Spaces; 2],
    pub fortress: Spaces,
    pub river: Spaces,
    /// Best terrain shift of each area, fortress and river aside.
    pub shift: Vec<i8>,
    /// What entering costs: by class (infantry, armor, leader, truck) and area.
    pub cost: [Vec<u8>; 4],
    /// 6.2.1 Areas that a class can enter with so many movement points left; the dearest terrain of an area counts.
    pub afford: [Vec<Spaces>; 4],
    /// The same for single steps: from each area.
    pub steps: Vec<Steps>,
    /// Areas within so many oxes, by area and range.
    pub distances: Distances,
    pub file: MapFile,
}

raw! {
    pub struct MapFile {
        map: MapMeta,
        edges: Edges,
        pub space: Vec<RawSpace>,
        blocked: Vec<RawBlocked>,
        pub rail: Vec<RawRail>,
        pub city: Vec<RawCity>,
    }
}

chart!(MapMeta {});
chart!(Edges {
    west: Vec<String>,
    east: Vec<String>,
    finland: Vec<String>,
    army_passage: Vec<String>,
    hungarian_replacement: Vec<String>,
    rumanian_replacement: Vec<String>,
    finnish_replacement: Vec<String>,
    rail_exit_west: Vec<String>,
    rail_exit_east: Vec<String>,
    converted_at_start: Vec<String>,
});

raw! {
    pub struct RawSpace {
        pub id: String,
        pub name: String,
        pub terrain: Vec<String>,
        pub river_through: bool,
        #[serde(default)]
        pub rivers: Vec<String>,
        #[serde(default)]
        pub fortress: bool,
        pub country: String,
        pub start_control: String,
        source: String,
    }

    pub struct RawBlocked {
        pub between: [String; 2],
        pub why: String,
        source: String,
    }

    pub struct RawRail {
        pub id: String,
        pub path: Vec<String>,
        source: String,
    }

    pub struct RawCity {
        pub id: String,
        pub name: String,
        pub spaces: Vec<String>,
        pub class: String,
        /// On the picture, in thousandths of an ox from column A and from row zero.
        pub at: [i32; 2],
        source: String,
    }
}

/// The single steps out of an area. Sets of steps are a bit each, in the order of the areas they lead to.
#[derive(Clone, Debug)]
pub struct Steps {
    /// Where they lead; at most eight areas touch one.
    pub to: [Space; 8],
    /// 6.2.1 Those that a class can pay for with so many movement points left.
    pub afford: [[u8; MOST_POINTS + 1]; 4],
    /// Those into oxes, and those into diamonds that armies and trucks may pass through (6.1.1).
    pub oxes: u8,
    pub passage: u8,
}

impl Steps {
    fn new(around: Spaces, oxes: Spaces, passage: Spaces, cost: &[Vec<u8>; 4]) -> Steps {
        let mut to = [Space(0); 8];
        for (slot, space) in to.iter_mut().zip(around) {
            *slot = space;
        }
        let which = |test: &dyn Fn(Space) -> bool| {
            let steps = to[..around.len()].iter().enumerate();
            steps.fold(0, |bits, (slot, &space)| bits | u8::from(test(space)) << slot)
        };
        let afford = [0, 1, 2, 3].map(|class: usize| {
            std::array::from_fn(|mp| which(&|space| usize::from(cost[class][space.index()]) <= mp))
        });
        Steps {
            to,
            afford,
            oxes: which(&|space| oxes.contains(space)),
            passage: which(&|space| passage.contains(space)),
        }
    }
}

/// The most movement points anybody has.
pub const MOST_POINTS: usize = 20;

impl Map {
    pub fn new(file: MapFile, charts: &Charts) -> Result<Map, DataError> {
        let wrong = |key: &str, reason: String| DataError::new(MAP, key, reason);
        if file.space.len() != SPACES {
            return Err(wrong("space", format!("the map has {SPACES} areas, not {}", file.space.len())));
        }
        let sheet: Sheet<Cell> = Sheet::parse(file.space.iter().map(|raw| raw.id.as_str()))
            .map_err(|error| wrong("space", error.to_string()))?;
        let mut blocked = Vec::new();
        for raw in &file.blocked {
            let cell = |id: &str| id.parse::<Cell>().map_err(|error| wrong("blocked", error.to_string()));
            let ends = [cell(&raw.between[0])?, cell(&raw.between[1])?];
            if !ends[0].neighbours().any(|cell| cell == ends[1]) {
                return Err(wrong("blocked", format!("{} and {} do not touch", ends[0], ends[1])));
            }
            blocked.push(ends);
        }
        let graph: Graph<(), 3> = sheet
            .graph(|from, to| {
                let closed = blocked.iter().any(|ends| ends.contains(&from) && ends.contains(&to));
                (!closed).then_some(())
            })
            .map_err(|error| wrong("space", error.to_string()))?;
        let find = |key: &str, id: &str| {
            graph.space(id).map_err(|error| DataError::new(MAP, key, error.to_string()))
        };
        let set = |key: &str, ids: &[String]| -> Result<Spaces, DataError> {
            ids.iter().map(|id| find(key, id)).collect()
        };

        let mut info = Vec::with_capacity(SPACES);
        let mut order = Vec::with_capacity(SPACES);
        for space in graph.spaces() {
            let raw = file.space.iter().find(|raw| raw.id == graph.id(space)).cloned();
            let raw = raw.ok_or_else(|| wrong("space", format!("{} is missing", graph.id(space))))?;
            order.push(sheet.tile(space));
            info.push(SpaceInfo { id: raw.id.as_str().into(), name: raw.name.as_str().into(), raw });
        }
        let which = |test: &dyn Fn(usize) -> bool| -> Spaces {
            graph.spaces().filter(|space| test(space.index())).collect()
        };
        let oxes = which(&|i| order[i].shape() == Shape::Octagon);
        let diamonds = graph.all() - oxes;
        let centre: Vec<(i16, i16)> = order.iter().map(|cell| cell.centre()).collect();
        let mut rail = Spaces::empty();
        let mut rail_links = vec![Spaces::empty(); SPACES];
        for line in &file.rail {
            let key = format!("rail.{}", line.id);
            for pair in line.path.windows(2) {
                let (a, b) = (find(&key, &pair[0])?, find(&key, &pair[1])?);
                if !graph.neighbours(a).contains(b) {
                    return Err(wrong(&key, format!("{} and {} do not touch", pair[0], pair[1])));
                }
                rail_links[a.index()].insert(b);
                rail_links[b.index()].insert(a);
                rail |= Spaces::one(a) | Spaces::one(b);
            }
        }
        let edges = &file.edges;
        let edge = [set("edges.west", &edges.west)?, set("edges.east", &edges.east)?];
        let exits = [
            set("edges.rail_exit_west", &edges.rail_exit_west)?,
            set("edges.rail_exit_east", &edges.rail_exit_east)?,
        ];
        for side in 0..2 {
            if !(exits[side] - (edge[side] & rail)).is_empty() || exits[side].is_empty() {
                return Err(wrong("edges", "rail exits are rail areas of the edge".to_owned()));
            }
        }
        let west_of = |i: usize| which(&|j| centre[j].0 < centre[i].0);
        let east_of = |i: usize| which(&|j| centre[j].0 > centre[i].0);
        let closer = [(0..SPACES).map(west_of).collect(), (0..SPACES).map(east_of).collect()];
        let mut shift = Vec::with_capacity(SPACES);
        let mut cost: [Vec<u8>; 4] = Default::default();
        for area in &info {
            let key = format!("space.{}.terrain", area.id);
            let mut best = 0;
            let mut dearest = [0; 4];
            for terrain in &area.raw.terrain {
                let row = charts.terrain.row(terrain).ok_or_else(|| {
                    wrong(&key, format!("'{terrain}' is not one of clear, woods, marsh, rough, mountains"))
                })?;
                best = best.min(row.shift);
                for (most, mp) in dearest.iter_mut().zip(row.mp()) {
                    *most = mp.max(*most);
                }
            }
            if area.raw.terrain.is_empty() {
                return Err(wrong(&key, "an area has at least one kind of terrain".to_owned()));
            }
            shift.push(best);
            for (list, mp) in cost.iter_mut().zip(dearest) {
                list.push(mp);
            }
        }
        let afford = [0, 1, 2, 3].map(|class: usize| {
            let within = |mp| which(&|i| usize::from(cost[class][i]) <= mp);
            (0..=MOST_POINTS).map(within).collect()
        });
        let control = |side: &str| which(&|i| info[i].raw.start_control == side);
        if let Some(area) =
            info.iter().find(|area| !["axis", "soviet", "none"].contains(&area.raw.start_control.as_str()))
        {
            let key = format!("space.{}.start_control", area.id);
            return Err(wrong(&key, "must be axis, soviet or none".to_owned()));
        }
        let finland = set("edges.finland", &edges.finland)?;
        let passage = set("edges.army_passage", &edges.army_passage)?;
        if !(passage - diamonds).is_empty() {
            return Err(wrong("edges.army_passage", "must be diamonds".to_owned()));
        }
        let distances = graph.distances();
        let steps = graph.spaces().map(|at| Steps::new(graph.neighbours(at), oxes, passage, &cost)).collect();
        Ok(Map {
            steps,
            near_finland: finland | graph.adjacent(finland),
            finland,
            finnish_base: set("edges.finnish_replacement", &edges.finnish_replacement)?,
            hungarian_base: set("edges.hungarian_replacement", &edges.hungarian_replacement)?,
            rumanian_base: set("edges.rumanian_replacement", &edges.rumanian_replacement)?,
            converted_at_start: set("edges.converted_at_start", &edges.converted_at_start)?,
            start_control: [control("axis"), control("soviet")],
            fortress: which(&|i| info[i].raw.fortress),
            river: which(&|i| info[i].raw.river_through),
            oxes,
            diamonds,
            passage,
            rail,
            rail_links,
            exits,
            edge,
            closer,
            centre,
            shift,
            cost,
            afford,
            distances,
            info,
            graph,
            file,
        })
    }

    /// An area by its id, or an error about a key.
    pub fn space(&self, file: &str, key: &str, id: &str) -> Result<Space, DataError> {
        self.graph.space(id).map_err(|error| DataError::new(file, key, error.to_string()))
    }

    pub fn set(&self, file: &str, key: &str, ids: &[String]) -> Result<Spaces, DataError> {
        ids.iter().map(|id| self.space(file, key, id)).collect()
    }

    pub fn id(&self, space: Space) -> &str {
        self.graph.id(space)
    }

    pub fn neighbours(&self, space: Space) -> Spaces {
        self.graph.neighbours(space)
    }

    pub fn is_ox(&self, space: Space) -> bool {
        self.oxes.contains(space)
    }

    /// Areas within so many oxes in any direction, sea or not (9.1.1).
    pub fn within(&self, from: Space, oxes: u8) -> Spaces {
        let (x, y) = self.centre[from.index()];
        let reach = 2 * i16::from(oxes);
        let near = |space: &Space| {
            let (a, b) = self.centre[space.index()];
            (a - x).abs() <= reach && (b - y).abs() <= reach
        };
        self.graph.spaces().filter(near).collect()
    }

    /// Steps of `|dx| + |dy|` between two oxes, also ones that do not exist (7.1.3).
    pub fn ox_distance(&self, from: (i16, i16), to: Space) -> i16 {
        let (x, y) = self.centre[to.index()];
        ((x - from.0).abs() + (y - from.1).abs()) / 2
    }

    /// Everything linked to `from` by rail through these areas.
    pub fn rail_flood(&self, from: Spaces, through: Spaces) -> Spaces {
        let mut found = from & through;
        let mut edge = found;
        while !edge.is_empty() {
            let mut next = Spaces::empty();
            for space in edge {
                next |= self.rail_links[space.index()];
            }
            edge = (next & through) - found;
            found |= edge;
        }
        found
    }
}

pub fn sources(file: &MapFile, list: &mut Vec<TableAbout>) {
    list.add(MAP, "map", file.map.reconstructed, &file.map.source);
    list.add(MAP, "edges", file.edges.reconstructed, &file.edges.source);
    let named = file.space.iter().filter(|raw| !raw.source.starts_with("reconstruction")).count();
    let source =
        format!("{named} of {} areas are named by a case; terrain and rivers mostly ours", file.space.len());
    list.add(MAP, "space", true, &source);
    let water: Vec<&str> = file.blocked.iter().map(|raw| raw.why.as_str()).collect();
    let source = file.blocked.first().map_or("", |raw| &raw.source);
    list.add(MAP, "blocked", true, &format!("{source}: {}", view::list(&water)));
    list.add(MAP, "rail", true, file.rail.first().map_or("", |raw| &raw.source));
    list.add(MAP, "city", true, file.city.first().map_or("", |raw| &raw.source));
}
