//! Hexes, streets, rivers and buildings, and what a step costs.

use board::{
    Space,
    hex::{Direction, Hex},
};
use kernel::{TableAbout, data::DataError};
use kit::{Sources, chart, raw, sources};
use serde::Deserialize;
use view::Name;

use super::{HEXES, MAP, Spaces, Terrain, charts::Movement};
use crate::sight::Screen;

/// A hex as printed.
#[derive(Clone, Debug)]
pub struct HexInfo {
    pub id: Name,
    pub terrain: Terrain,
    /// The neighbours by direction.
    pub next: [Option<Space>; 6],
    /// Directions with a road link, a bit each.
    pub roads: u8,
    /// Directions across a river, a bit each.
    pub rivers: u8,
    pub column: u8,
    pub row: u8,
}

/// A landmark building (11.2).
#[derive(Clone, Debug)]
pub struct Building {
    pub id: Name,
    pub name: Name,
    pub hexes: Spaces,
    /// The same by their index in [`Map::landmark_list`], a bit each.
    pub marks: u8,
}

/// The map with everything that follows from it.
#[derive(Debug)]
pub struct Map {
    pub file: MapFile,
    pub tiles: Vec<Hex>,
    pub hexes: Vec<HexInfo>,
    pub clear: Spaces,
    pub woods: Spaces,
    pub built_up: Spaces,
    pub landmarks: Spaces,
    /// The landmark hexes in order; control is kept by index into it.
    pub landmark_list: Vec<Space>,
    pub palace: Space,
    /// Palace, Railroad Station, State Security Building, Parliament.
    pub buildings: [Building; 4],
    pub hotels: Spaces,
    pub stadium: Spaces,
    /// Hexes on a road.
    pub roads: Spaces,
    pub north: Spaces,
    pub west: Spaces,
    pub east: Spaces,
    /// The bottom hexes, where 0426 lies (10.1.2).
    pub south: Spaces,
    pub entries_81: Vec<Space>,
    pub entries_131: Vec<Space>,
    /// Road links to the Palace from every hex; 255 off the network.
    pub to_palace: Vec<u8>,
    /// The cost of driving from a hex in a direction, in halves; 0 where no vehicle can go.
    drive: Vec<[u8; 6]>,
    /// What foot units pay over and above the ground entered, in halves: rivers and bridges.
    crossing: Vec<[u8; 6]>,
}

/// The Presidential Palace among [`Map::buildings`], and so on.
pub const PALACE: usize = 0;
pub const STATION: usize = 1;
pub const SECURITY: usize = 2;
pub const PARLIAMENT: usize = 3;

raw! {
    pub struct MapFile {
        pub meta: Meta,
        terrain: TerrainTable,
        entries: Entries,
        landmark: Vec<Landmark>,
        pub hotel: Vec<Hotel>,
        pub place: Vec<Landmark>,
        streets: Streets,
        pub street: Vec<Street>,
        pub river: Vec<River>,
        bridges: Bridges,
        pub decoration: Decoration,
    }
}

chart!(Meta {
    title: String,
    columns: u8,
    odd_rows: u8,
    even_rows: u8,
    west_column: u8,
    east_column: u8,
    north_row: u8,
});
chart!(TerrainTable { rows: Vec<String> });
chart!(Entries { regiment_81: Vec<String>, regiment_131: Vec<String> });
chart!(Landmark { id: String, name: String, hexes: Vec<String> });
chart!(Hotel { id: String, name: String, hex: String });
chart!(Streets { links: usize });
chart!(River { name: String, sides: String });
chart!(Bridges { links: Vec<String> });
chart!(Decoration { rails: Vec<Vec<[i32; 2]>>, labels: Vec<Label> });

raw! {
    pub struct Street {
        pub name: String,
        pub class: StreetClass,
        pub hexes: String,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StreetClass {
    Avenue,
    Street,
}

raw! {
    pub struct Label {
        pub text: String,
        pub at: [i32; 2],
    }
}

impl MapFile {
    pub(super) fn sources(&self, out: &mut Vec<TableAbout>) {
        sources!(out, MAP;
            "meta" => self.meta,
            "terrain" => self.terrain,
            "entries" => self.entries,
            "streets" => self.streets,
            "bridges" => self.bridges,
            "decoration" => self.decoration,
        );
        for it in &self.landmark {
            out.add(MAP, &format!("landmark.{}", it.id), it.reconstructed, &it.source);
        }
        for it in &self.hotel {
            out.add(MAP, &format!("hotel.{}", it.id), it.reconstructed, &it.source);
        }
        for it in &self.place {
            out.add(MAP, &format!("place.{}", it.id), it.reconstructed, &it.source);
        }
        for it in &self.river {
            out.add(MAP, &format!("river.{}", it.name), it.reconstructed, &it.source);
        }
    }
}

impl Map {
    pub(super) fn new(file: MapFile, costs: &Movement) -> Result<Map, DataError> {
        let wrong = |key: &str, reason: String| DataError::new(MAP, key, reason);
        let tiles: Vec<Hex> =
            Hex::block(file.meta.columns, file.meta.odd_rows, file.meta.even_rows).collect();
        if tiles.len() != HEXES {
            return Err(wrong("meta", format!("expected {HEXES} hexes, found {}", tiles.len())));
        }
        let find = |hex: Hex| tiles.binary_search(&hex).ok().map(|at| Space(at as u16));
        let named = |id: &str, key: &str| -> Result<Space, DataError> {
            let space = id.parse().ok().and_then(find);
            space.ok_or_else(|| wrong(key, format!("there is no hex '{id}'")))
        };
        let mut hexes = Vec::with_capacity(tiles.len());
        for &hex in &tiles {
            let (column, row) = (hex.column() as usize, hex.row() as usize);
            let letter = file.terrain.rows.get(row - 1).and_then(|line| line.as_bytes().get(column - 1));
            let terrain = match letter {
                Some(b'.') => Terrain::Clear,
                Some(b'w') => Terrain::Woods,
                Some(b'b') => Terrain::BuiltUp,
                Some(b'L') => Terrain::Landmark,
                _ => return Err(wrong("terrain.rows", format!("hex {hex} needs one of . w b L"))),
            };
            hexes.push(HexInfo {
                id: hex.to_string().into(),
                terrain,
                next: Direction::ALL.map(|d| find(hex.step(d))),
                roads: 0,
                rivers: 0,
                column: column as u8,
                row: row as u8,
            });
        }
        let mut join = |a: Space, b: Space, river: bool, key: &str| -> Result<bool, DataError> {
            let side = tiles[a.index()].direction(tiles[b.index()]).ok_or_else(|| {
                wrong(key, format!("{} and {} are no neighbours", tiles[a.index()], tiles[b.index()]))
            })?;
            let mut new = false;
            for (space, d) in [(a, side), (b, side.opposite())] {
                let info = &mut hexes[space.index()];
                let bits = if river { &mut info.rivers } else { &mut info.roads };
                new |= *bits >> d.index() & 1 == 0;
                *bits |= 1 << d.index();
            }
            Ok(new)
        };
        let mut links = 0;
        for street in &file.street {
            let key = format!("street.{}", street.name);
            let way: Result<Vec<Space>, DataError> =
                street.hexes.split_whitespace().map(|id| named(id, &key)).collect();
            for pair in way?.windows(2) {
                links += usize::from(join(pair[0], pair[1], false, &key)?);
            }
        }
        if links != file.streets.links {
            return Err(wrong("streets.links", format!("the streets make {links} road links")));
        }
        for river in &file.river {
            let key = format!("river.{}", river.name);
            for side in river.sides.split_whitespace() {
                let (a, b) = side
                    .split_once('-')
                    .ok_or_else(|| wrong(&key, format!("'{side}' is no hexside such as 3516-3616")))?;
                join(named(a, &key)?, named(b, &key)?, true, &key)?;
            }
        }
        let set = |test: &dyn Fn(&HexInfo) -> bool| -> Spaces {
            (0..hexes.len()).filter(|&i| test(&hexes[i])).map(|i| Space(i as u16)).collect()
        };
        let landmarks = set(&|it| it.terrain == Terrain::Landmark);
        let building = |id: &str| -> Result<Building, DataError> {
            let raw = file.landmark.iter().find(|it| it.id == id);
            let raw = raw.ok_or_else(|| wrong("landmark", format!("there is no landmark '{id}'")))?;
            let hexes: Result<Vec<Space>, DataError> =
                raw.hexes.iter().map(|id| named(id, "landmark")).collect();
            let hexes: Spaces = hexes?.into_iter().collect();
            if hexes.is_empty() || !(hexes - landmarks).is_empty() {
                return Err(wrong(&format!("landmark.{id}"), "stands in landmark hexes".into()));
            }
            let listed = landmarks.iter().take(8).enumerate();
            let marks =
                listed.filter(|(_, hex)| hexes.contains(*hex)).fold(0, |marks, (i, _)| marks | 1 << i);
            Ok(Building { id: raw.id.as_str().into(), name: raw.name.as_str().into(), hexes, marks })
        };
        let buildings =
            [building("palace")?, building("station")?, building("state-security")?, building("parliament")?];
        let all = buildings.iter().fold(Spaces::empty(), |all, it| all | it.hexes);
        if all != landmarks || landmarks.len() > 8 {
            return Err(wrong(
                "landmark",
                "every landmark hex belongs to one building, at most 8 in all".into(),
            ));
        }
        let palace = buildings[PALACE].hexes.first().expect("just seen");
        let list = |ids: &[String], key: &str| -> Result<Vec<Space>, DataError> {
            ids.iter().map(|id| named(id, key)).collect()
        };
        let entries_81 = list(&file.entries.regiment_81, "entries.regiment_81")?;
        let entries_131 = list(&file.entries.regiment_131, "entries.regiment_131")?;
        let roads = set(&|it| it.roads != 0);
        for &entry in entries_81.iter().chain(&entries_131) {
            if !roads.contains(entry) {
                return Err(wrong("entries", format!("{} has no road", hexes[entry.index()].id)));
            }
        }
        if entries_81.len() + entries_131.len() > 4 {
            return Err(wrong("entries", "at most four entry hexes".into()));
        }
        let hotels: Result<Vec<Space>, DataError> =
            file.hotel.iter().map(|it| named(&it.hex, &format!("hotel.{}", it.id))).collect();
        let mut stadium = Spaces::empty();
        for id in file.place.iter().filter(|it| it.id == "stadium").flat_map(|it| &it.hexes) {
            stadium.insert(named(id, "place.stadium")?);
        }
        let column = |n: u8| set(&|it| it.column == n);
        let bridge_ids: Vec<String> = bridges(&hexes);
        let mut expected = file.bridges.links.clone();
        expected.sort_unstable();
        if bridge_ids != expected {
            return Err(wrong("bridges.links", format!("streets cross rivers at {}", bridge_ids.join(" "))));
        }
        let mut map = Map {
            clear: set(&|it| it.terrain == Terrain::Clear),
            woods: set(&|it| it.terrain == Terrain::Woods),
            built_up: set(&|it| it.terrain == Terrain::BuiltUp),
            landmark_list: landmarks.iter().collect(),
            landmarks,
            palace,
            buildings,
            hotels: hotels?.into_iter().collect(),
            stadium,
            roads,
            north: set(&|it| it.row <= file.meta.north_row),
            west: column(file.meta.west_column),
            east: column(file.meta.east_column),
            south: set(&|it| it.next[Direction::South.index()].is_none()),
            entries_81,
            entries_131,
            to_palace: vec![u8::MAX; hexes.len()],
            drive: Vec::new(),
            crossing: Vec::new(),
            tiles,
            hexes,
            file,
        };
        map.to_palace = map.road_distances(palace, Spaces::empty());
        let spaces = (0..map.hexes.len()).map(|i| Space(i as u16));
        map.crossing =
            spaces.clone().map(|from| Direction::ALL.map(|d| map.crossing_of(from, d, costs))).collect();
        map.drive = spaces.map(|from| Direction::ALL.map(|d| map.drive_of(from, d, costs))).collect();
        Ok(map)
    }

    fn crossing_of(&self, from: Space, d: Direction, costs: &Movement) -> u8 {
        match (self.river(from, d), self.road(from, d)) {
            (false, _) => 0,
            (true, true) => costs.bridge,
            (true, false) => costs.river,
        }
    }

    fn drive_of(&self, from: Space, d: Direction, costs: &Movement) -> u8 {
        let Some(to) = self.next(from, d) else { return 0 };
        let restricted = |space: Space| self.terrain(space) != Terrain::Clear;
        if self.road(from, d) {
            return costs.road + self.crossing_of(from, d, costs);
        }
        if self.river(from, d) || restricted(from) || restricted(to) { 0 } else { costs.clear }
    }

    /// The hex with this number.
    pub fn space(&self, id: &str) -> Option<Space> {
        let hex: Hex = id.parse().ok()?;
        self.tiles.binary_search(&hex).ok().map(|at| Space(at as u16))
    }

    /// What is printed there.
    pub fn terrain(&self, space: Space) -> Terrain {
        self.hexes[space.index()].terrain
    }

    /// The next hex in a direction.
    pub fn next(&self, from: Space, d: Direction) -> Option<Space> {
        self.hexes[from.index()].next[d.index()]
    }

    /// Whether a road link crosses this side.
    pub fn road(&self, from: Space, d: Direction) -> bool {
        self.hexes[from.index()].roads >> d.index() & 1 == 1
    }

    /// Whether a river runs along this side.
    pub fn river(&self, from: Space, d: Direction) -> bool {
        self.hexes[from.index()].rivers >> d.index() & 1 == 1
    }

    /// Whether a road link joins two neighbours.
    pub fn linked(&self, a: Space, b: Space) -> bool {
        self.direction(a, b).is_some_and(|d| self.road(a, d))
    }

    /// In which direction a neighbour lies.
    pub fn direction(&self, from: Space, to: Space) -> Option<Direction> {
        let next = &self.hexes[from.index()].next;
        Direction::ALL.into_iter().find(|d| next[d.index()] == Some(to))
    }

    /// 5.1.1 What driving in a direction costs as the map is printed, in halves; `None` where no vehicle can go.
    pub fn drive(&self, from: Space, d: Direction) -> Option<u8> {
        let cost = self.drive[from.index()][d.index()];
        (cost > 0).then_some(cost)
    }

    /// 5.1.1 What crossing this side on foot costs besides the ground, in halves.
    pub fn crossing(&self, from: Space, d: Direction) -> u8 {
        self.crossing[from.index()][d.index()]
    }

    /// 6.2.1 What a hex does to lines of sight.
    pub fn screen(&self, space: Space) -> Screen {
        match self.terrain(space) {
            Terrain::Clear => Screen::Open,
            Terrain::Woods => Screen::Closed,
            Terrain::BuiltUp | Terrain::Landmark | Terrain::Rubble => Screen::Street,
        }
    }

    /// 10.1.2 Road links to a hex from every other, on a network without these hexes; 255 where none leads.
    pub fn road_distances(&self, to: Space, without: Spaces) -> Vec<u8> {
        let mut far = vec![u8::MAX; self.hexes.len()];
        self.fill_road_distances(to, without, &mut far);
        far
    }

    /// The same into a table of the caller's.
    pub fn fill_road_distances(&self, to: Space, without: Spaces, far: &mut [u8]) {
        far.fill(u8::MAX);
        let mut rim = Spaces::one(to) - without;
        let mut steps = 0;
        while !rim.is_empty() {
            let mut next = Spaces::empty();
            for space in rim {
                far[space.index()] = steps;
            }
            for space in rim {
                for d in Direction::ALL {
                    if self.road(space, d)
                        && let Some(at) = self.next(space, d)
                        && far[at.index()] == u8::MAX
                        && !without.contains(at)
                    {
                        next.insert(at);
                    }
                }
            }
            rim = next;
            steps = u8::saturating_add(steps, 1).min(u8::MAX - 1);
        }
    }
}

/// Where road links cross river sides, in order.
fn bridges(hexes: &[HexInfo]) -> Vec<String> {
    let mut found = Vec::new();
    for info in hexes {
        for d in Direction::ALL {
            let both = info.roads & info.rivers;
            if both >> d.index() & 1 == 1
                && let Some(other) = info.next[d.index()]
                && info.id < hexes[other.index()].id
            {
                found.push(format!("{}-{}", info.id, hexes[other.index()].id));
            }
        }
    }
    found.sort_unstable();
    found
}
