//! The map picture of Grozny: blocks, streets, rivers, great buildings, and what is written on them.

use board::{Space, hex::Direction};
use view::{
    Art, Name,
    art::{
        Frame, Ground, Hand, Key, Label, Point, Region, RegionKind, Sample, Sheet, Stroke, StrokeKind,
        Symbol, SymbolKind,
    },
};

use crate::{
    board_view::{CORNERS, ORIGIN, centre, extent, outline, point, size},
    tables::{StreetClass, Tables, Terrain},
};

/// Streets with their name on the map: the name lies along the street between two hexes.
const STREETS: [(&str, &str, &str); 26] = [
    ("Staropromyslovskoe Hwy", "0416", "0616"),
    ("Mira St", "1813", "2012"),
    ("Mira St", "3206", "3405"),
    ("Severnaya St", "3001", "3201"),
    ("Novatorov St", "3907", "3908"),
    ("Alkhan-Kala Rd", "1222", "1421"),
    ("Ordzhonikidze Ave", "2217", "2416"),
    ("Alkhan-Yurt Rd", "1424", "1623"),
    ("Pobedy Ave", "1908", "2109"),
    ("Pobedy Ave", "2812", "2913"),
    ("Lenin Ave", "3817", "4018"),
    ("Karl Marx St", "1710", "1910"),
    ("Karl Marx St", "2910", "3110"),
    ("Mayakovskogo St", "1411", "1610"),
    ("Pervomayskaya St", "2707", "2709"),
    ("Rabochaya St", "1711", "1713"),
    ("Khmelnitskogo St", "2106", "2306"),
    ("Komsomolskaya St", "2113", "2115"),
    ("Griboyedova St", "1917", "2118"),
    ("Krasnykh Frontovikov St", "2220", "2419"),
    ("Revolyutsii Ave", "3109", "3111"),
    ("Petropavlovskoe Hwy", "3803", "4002"),
    ("Saykhanova St", "3424", "3624"),
    ("Khankalskaya St", "3323", "3522"),
    ("Gudermesskaya St", "3120", "3122"),
    ("Kirova St", "2225", "2424"),
];
/// Rivers with their names, in tenths of columns and rows, and how the name is turned.
const RIVERS: [(&str, Point, i32); 4] = [
    ("Sunzha", [266, 209], -48),
    ("Sunzha", [380, 130], -62),
    ("Sunzha", [176, 265], -8),
    ("Neftyanka", [296, 39], 5),
];
/// The tracks of the freight yards, in tenths of columns and hundredths of rows.
const YARD: [Point; 4] = [[132, 2090], [146, 2125], [162, 2150], [184, 2200]];

pub fn art(t: &Tables) -> Art {
    let map = &t.map;
    let spaces = (0..map.hexes.len()).map(|i| Space(i as u16));
    let mut regions: Vec<Region> = spaces.map(|space| region(t, space)).collect();
    regions.extend(halves(t));
    let mut lines = streets(t);
    lines.extend(rivers(t));
    lines.extend(
        map.file.decoration.rails.iter().map(|rail| Stroke {
            kind: StrokeKind::Rail,
            points: rail.iter().map(|&at| tenths(at)).collect(),
        }),
    );
    lines.extend((-2..=2).map(|track| Stroke {
        kind: StrokeKind::Siding,
        points: YARD.iter().map(|&[column, row]| tenths([column, (row + 22 * track) / 10])).collect(),
    }));
    Art {
        size: size(t),
        title: "Into a Bear Trap".into(),
        subtitle: "Central Grozny, 31 December 1994 – 1 January 1995".into(),
        sheet: Sheet::City,
        regions,
        lines,
        symbols: symbols(t),
        labels: labels(t),
        key: key(),
        frame: Some(Frame { at: ORIGIN, size: extent(t) }),
        ..Art::default()
    }
}

/// A point in tenths of columns and rows.
fn tenths([column, row]: Point) -> Point {
    let ([left, top], [right, bottom]) = (point(0, 0), point(3, 2));
    [left + (column - 10) * (right - left) / 10, top + (row - 10) * (bottom - top) / 10]
}

fn middle(t: &Tables, space: Space) -> Point {
    let (x, y) = centre(t, space);
    point(x, y)
}

fn between([a, b]: Point, [c, d]: Point) -> Point {
    [(a + c) / 2, (b + d) / 2]
}

fn region(t: &Tables, space: Space) -> Region {
    let center = middle(t, space);
    Region {
        id: t.id(space).into(),
        name: "".into(),
        kind: RegionKind::Hex,
        ground: match t.map.terrain(space) {
            Terrain::Clear => Ground::Clear,
            Terrain::Woods => Ground::Forest,
            Terrain::Landmark => Ground::Landmark,
            Terrain::BuiltUp | Terrain::Rubble => Ground::Urban,
        },
        outline: outline(t, space),
        label: center,
        center,
        flags: Vec::new(),
    }
}

/// The halves of hexes at the top and bottom of even columns, which nobody enters: the ground goes on as next to them.
fn halves(t: &Tables) -> Vec<Region> {
    let rows = i32::from(t.map.file.meta.even_rows);
    let even = t.map.hexes.iter().enumerate().filter(|(_, hex)| hex.column % 2 == 0);
    let ends = even.filter_map(|(i, hex)| match i32::from(hex.row) {
        1 => Some((Space(i as u16), -2)),
        row if row == rows => Some((Space(i as u16), 2)),
        _ => None,
    });
    ends.map(|(space, step)| {
        let (x, y) = centre(t, space);
        let center = point(x, y + step);
        Region {
            id: "".into(),
            kind: RegionKind::Half,
            ground: match t.map.terrain(space) {
                Terrain::Clear => Ground::Clear,
                Terrain::Woods => Ground::Forest,
                _ => Ground::Urban,
            },
            outline: CORNERS.iter().map(|(dx, dy)| point(x + dx, y + step + dy)).collect(),
            label: center,
            center,
            ..region(t, space)
        }
    })
    .collect()
}

/// Streets run through the middles of the sides they cross, and over the edge where they leave the map.
fn streets(t: &Tables) -> Vec<Stroke> {
    let ways: Vec<(StreetClass, Vec<Space>)> = t
        .map
        .file
        .street
        .iter()
        .map(|street| (street.class, street.hexes.split_whitespace().filter_map(|id| t.space(id)).collect()))
        .collect();
    // Where a street ends on another one it ends on its line, not in the middle of the hex.
    let through = |space: Space| {
        ways.iter().find_map(|(_, way)| {
            let at = way.iter().position(|&hex| hex == space)?;
            let (before, after) = (way.get(at.checked_sub(1)?)?, way.get(at + 1)?);
            let here = middle(t, space);
            Some(between(between(middle(t, *before), here), between(here, middle(t, *after))))
        })
    };
    ways.iter()
        .map(|(class, way)| {
            let mut points: Vec<Point> = Vec::new();
            if let Some(&first) = way.first() {
                points.extend(edge(t, first));
                points.push(through(first).unwrap_or(middle(t, first)));
            }
            points.extend(way.windows(2).map(|pair| between(middle(t, pair[0]), middle(t, pair[1]))));
            if let Some(&last) = way.last() {
                points.push(through(last).unwrap_or(middle(t, last)));
                points.extend(edge(t, last));
            }
            let kind = match class {
                StreetClass::Avenue => StrokeKind::Avenue,
                StreetClass::Street => StrokeKind::Street,
            };
            Stroke { kind, points }
        })
        .collect()
}

/// Where a street in this hex leaves the map, if the hex lies at its edge.
fn edge(t: &Tables, space: Space) -> Option<Point> {
    let (hex, meta) = (&t.map.hexes[space.index()], &t.map.file.meta);
    let ([x, y], [width, height]) = (middle(t, space), extent(t));
    let last = if hex.column % 2 == 0 { meta.even_rows } else { meta.odd_rows };
    match (hex.column, hex.row) {
        (1, _) => Some([ORIGIN[0], y]),
        (column, _) if column == meta.columns => Some([ORIGIN[0] + width, y]),
        (_, 1) => Some([x, ORIGIN[1]]),
        (_, row) if row == last => Some([x, ORIGIN[1] + height]),
        _ => None,
    }
}

/// One stroke a river side, and a bridge where a road crosses it.
fn rivers(t: &Tables) -> Vec<Stroke> {
    let map = &t.map;
    let mut lines = Vec::new();
    for river in &map.file.river {
        let kind = if river.name == "Sunzha" { StrokeKind::RiverSide } else { StrokeKind::StreamSide };
        for (a, b) in river.sides.split_whitespace().filter_map(|side| side.split_once('-')) {
            let (Some(a), Some(b)) = (t.space(a), t.space(b)) else { continue };
            let there = outline(t, b);
            let shared = outline(t, a).into_iter().filter(|corner| there.contains(corner)).collect();
            lines.push(Stroke { kind, points: shared });
        }
    }
    for (i, hex) in map.hexes.iter().enumerate() {
        let space = Space(i as u16);
        for d in Direction::ALL {
            let road = hex.roads & (1 << d.index()) != 0;
            let Some(to) = map.next(space, d) else { continue };
            if road && space < to && map.river(space, d) {
                let ([ax, ay], [bx, by]) = (middle(t, space), middle(t, to));
                let part = |a: i32, b: i32, tenths: i32| a + (b - a) * tenths / 10;
                let points = vec![[part(ax, bx, 3), part(ay, by, 3)], [part(ax, bx, 7), part(ay, by, 7)]];
                lines.push(Stroke { kind: StrokeKind::Bridge, points });
            }
        }
    }
    lines
}

fn symbols(t: &Tables) -> Vec<Symbol> {
    let map = &t.map;
    let symbol = |kind, at, turn, says: &str| Symbol { kind, at, turn, says: says.into() };
    let kinds = [SymbolKind::Palace, SymbolKind::Station, SymbolKind::Ministry, SymbolKind::Parliament];
    let mut all = Vec::new();
    for (building, kind) in map.buildings.iter().zip(kinds) {
        let own = map.landmark_list.iter().filter(|&&space| building.hexes.contains(space));
        all.extend(own.map(|&space| symbol(kind, middle(t, space), 0, "")));
    }
    all.extend(
        map.file
            .hotel
            .iter()
            .filter_map(|hotel| Some(symbol(SymbolKind::Hotel, middle(t, t.space(&hotel.hex)?), 0, ""))),
    );
    all.extend(map.file.place.iter().filter_map(|place| {
        let hexes: Vec<Space> = place.hexes.iter().filter_map(|id| t.space(id)).collect();
        let at = between(middle(t, *hexes.first()?), middle(t, *hexes.last()?));
        Some(symbol(SymbolKind::Stadium, at, 0, ""))
    }));
    let height = ORIGIN[1] + extent(t)[1];
    for (entries, says) in [(&map.entries_81, "81st"), (&map.entries_131, "131st")] {
        for &space in entries {
            let [x, y] = middle(t, space);
            let (at, turn) = if map.west.contains(space) { ([ORIGIN[0], y], 0) } else { ([x, height], -90) };
            all.push(symbol(SymbolKind::Entry, at, turn, says));
        }
    }
    all
}

fn labels(t: &Tables) -> Vec<Label> {
    let map = &t.map;
    let label = |hand, at, turn, says: Name| Label { hand, at, turn, size: None, says };
    let mut all: Vec<Label> = map
        .file
        .decoration
        .labels
        .iter()
        .map(|it| {
            let hand = if it.text.chars().any(char::is_lowercase) { Hand::Place } else { Hand::District };
            label(hand, tenths(it.at), 0, it.text.as_str().into())
        })
        .collect();
    all.extend(STREETS.iter().filter_map(|&(name, from, to)| {
        let ([ax, ay], [bx, by]) = (middle(t, t.space(from)?), middle(t, t.space(to)?));
        let turn = match (bx - ax, by - ay) {
            // Streets run straight up, straight across, or along the slant of the grid.
            (0, _) => -90,
            (dx, dy) => 30 * dx.signum() * dy.signum(),
        };
        Some(label(Hand::Street, between([ax, ay], [bx, by]), turn, name.into()))
    }));
    all.extend(RIVERS.iter().map(|&(name, at, turn)| label(Hand::River, tenths(at), turn, name.into())));
    for building in &map.buildings {
        let own: Vec<Point> = map
            .landmark_list
            .iter()
            .filter(|&&space| building.hexes.contains(space))
            .map(|&space| middle(t, space))
            .collect();
        let Some(&[x, y]) = own.last() else { continue };
        // A building of several hexes has its name beside it, the others below.
        let at = if own.len() > 1 { [x + 96, y + 13] } else { [x, y + 43] };
        all.push(label(Hand::Landmark, at, 0, building.name.clone()));
    }
    all.extend(map.file.hotel.iter().filter_map(|hotel| {
        let [x, y] = middle(t, t.space(&hotel.hex)?);
        Some(label(Hand::Hotel, [x, y + 27], 0, hotel.name.as_str().into()))
    }));
    all.extend(map.file.place.iter().filter_map(|place| {
        let [x, y] = middle(t, t.space(place.hexes.last()?)?);
        Some(label(Hand::Place, [x, y + 26], 0, place.name.as_str().into()))
    }));
    all
}

fn key() -> Vec<Key> {
    [
        (Sample::Ground(Ground::Clear), "Clear"),
        (Sample::Ground(Ground::Forest), "Woods"),
        (Sample::Ground(Ground::Urban), "Built-up"),
        (Sample::Ground(Ground::Landmark), "Landmark"),
        (Sample::Stroke(StrokeKind::Avenue), "Road"),
        (Sample::Stroke(StrokeKind::RiverSide), "River hexside"),
        (Sample::Symbol(SymbolKind::Hotel), "Hotel"),
        (Sample::Stroke(StrokeKind::Rail), "Railway, no effect"),
    ]
    .map(|(sample, says)| Key { sample, says: says.into() })
    .into()
}
