//! What does not change while the game is played: the board, the counters' faces, the features of the map picture.

use std::collections::BTreeMap;

use board::Space;
use view::{
    Board, Face, Holding, HoldingKind, Hue, MarkKind, Name, Shape, Sign, Space as ViewSpace, Stack,
    SymbolSet, Tone,
};

use crate::tables::{Counter, Kind, Side, Tables};

/// Half the side of a hex, and half its height, in the units of the map. Their ratio is √3 but for one part in a hundred,
/// and every corner lies on a whole number.
const HALF: [i32; 2] = [20, 35];
/// Where the map begins: beside the arrows of entry, below the title.
pub const ORIGIN: [i32; 2] = [96, 150];
/// Room below the map for its legend.
const FOOT: i32 = 130;
/// Edge of a counter on the map: two floors of them fill a hex.
const COUNTER: u16 = 30;
/// The colours of the sides, in the order of their seats.
const TONES: [Tone; 2] = [Tone::Light, Tone::Dark];

/// Ids that views repeat, made once.
#[derive(Debug)]
pub struct Names {
    pub sides: [Name; 2],
    pub spaces: Vec<Name>,
    pub front: Vec<Name>,
    pub back: Vec<Name>,
    /// The faces of counters that are not to be seen, by side.
    pub hidden: [Name; 2],
    pub foot: [Name; 2],
    pub vehicle: [Name; 2],
    pub ground: Name,
    pub upper: Name,
}

impl Names {
    pub fn new(t: &Tables) -> Names {
        let each = |what: &str| Side::BOTH.map(|side| Name::from(format!("{}-{what}", side.id())));
        Names {
            sides: Side::BOTH.map(|side| side.id().into()),
            spaces: t.map.hexes.iter().map(|hex| hex.id.clone()).collect(),
            front: t.counters.iter().map(|counter| counter.id.clone()).collect(),
            back: t.counters.iter().map(|counter| format!("{}/back", counter.id).into()).collect(),
            hidden: each("hidden"),
            foot: each("foot"),
            vehicle: each("vehicle"),
            ground: "ground".into(),
            upper: "upper".into(),
        }
    }
}

/// A point given in half hex sides to the east and half hex heights to the south.
pub fn point(x: i32, y: i32) -> [i32; 2] {
    [ORIGIN[0] + (x + 2) * HALF[0], ORIGIN[1] + (y + 1) * HALF[1]]
}

/// The centre of a hex in the same coordinates.
pub fn centre(t: &Tables, space: Space) -> (i32, i32) {
    let hex = &t.map.hexes[space.index()];
    let (column, row) = (i32::from(hex.column) - 1, i32::from(hex.row) - 1);
    (3 * column, 2 * row + column % 2)
}

pub const CORNERS: [(i32, i32); 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];

pub fn outline(t: &Tables, space: Space) -> Vec<[i32; 2]> {
    let (x, y) = centre(t, space);
    CORNERS.iter().map(|(dx, dy)| point(x + dx, y + dy)).collect()
}

/// Width and height of the map without its margins.
pub fn extent(t: &Tables) -> [i32; 2] {
    let meta = &t.map.file.meta;
    [(3 * i32::from(meta.columns) + 1) * HALF[0], 2 * i32::from(meta.odd_rows) * HALF[1]]
}

/// Width and height of the picture.
pub fn size(t: &Tables) -> [i32; 2] {
    let [width, height] = extent(t);
    [width + 2 * ORIGIN[0], height + ORIGIN[1] + FOOT]
}

/// The name of a hex: its building, hotel, place or street.
pub fn place_name(t: &Tables, space: Space) -> Option<Name> {
    let map = &t.map;
    if let Some(building) = map.buildings.iter().find(|it| it.hexes.contains(space)) {
        return Some(building.name.clone());
    }
    let id = t.id(space);
    if let Some(hotel) = map.file.hotel.iter().find(|it| it.hex == id) {
        return Some(hotel.name.as_str().into());
    }
    if let Some(place) = map.file.place.iter().find(|it| it.hexes.iter().any(|hex| hex == id)) {
        return Some(place.name.as_str().into());
    }
    let street = map.file.street.iter().find(|it| it.hexes.split_whitespace().any(|hex| hex == id));
    street.map(|it| it.name.as_str().into())
}

pub fn board(t: &Tables) -> Board {
    let both = |it: &Counter| (it.id.clone(), [face(it, false), face(it, true)]);
    let mut faces = kit::two_faced(t.counters.iter().map(both));
    for side in Side::BOTH {
        for (what, spoken) in
            [("hidden", "counter, unseen"), ("foot", "foot units, unseen"), ("vehicle", "vehicle, unseen")]
        {
            let key = Name::from(format!("{}-{what}", side.id()));
            faces.insert(key, hidden_face(side, what, spoken));
        }
    }
    Board {
        game: "bear-trap".into(),
        title: "Into a Bear Trap".into(),
        size: size(t),
        counter: COUNTER,
        sides: kit::sides(Side::parties(), TONES),
        spaces: (0..t.map.hexes.len()).map(|i| view_space(t, Space(i as u16))).collect(),
        faces,
        boxes: holdings(),
        marks: marks(),
    }
}

fn holdings() -> Vec<Holding> {
    vec![
        Holding::new("waiting", "Waiting to enter", HoldingKind::Entry, Side::Russian.id()),
        Holding::new("drawn", "To be placed", HoldingKind::Reserve, Side::Chechen.id()),
        Holding::new("russian-eliminated", "Russian losses", HoldingKind::Eliminated, Side::Russian.id()),
        Holding::new("chechen-eliminated", "Chechen losses", HoldingKind::Eliminated, Side::Chechen.id()),
        Holding::new("exited", "Left over the east edge", HoldingKind::Out, Side::Chechen.id()),
        Holding::new("removed", "Out of the game", HoldingKind::Out, Side::Chechen.id()),
    ]
}

/// The marks on pieces.
fn marks() -> BTreeMap<Name, MarkKind> {
    kit::marks([
        ("suppressed", MarkKind::badge("suppressed", Shape::Circle, "S", Hue::Amber)),
        ("pinned", MarkKind::badge("pinned", Shape::Diamond, "P", Hue::Orange)),
        ("disrupted", MarkKind::badge("disrupted", Shape::Triangle, "D", Hue::Red)),
        ("inactive", MarkKind::badge("inactive", Shape::Square, "×", Hue::Grey)),
        ("activated", MarkKind::new("activated", Sign::Spent)),
        ("fired", MarkKind::new("has fired", Sign::Fired)),
        ("moved", MarkKind::new("has moved", Sign::Moved)),
        ("fired-on", MarkKind::new("was fired on", Sign::Word)),
        ("spotting", MarkKind::new("spots", Sign::Word)),
        ("supporting", MarkKind::new("supports", Sign::Word)),
        ("bonus", MarkKind::new("has used a bonus", Sign::Word)),
    ])
}

fn view_space(t: &Tables, space: Space) -> ViewSpace {
    let (x, y) = centre(t, space);
    let center = point(x, y);
    let id = t.id(space);
    let terrain = t.map.terrain(space);
    let name = place_name(t, space);
    let spoken = match &name {
        Some(name) => format!("{id} {name}, {}", terrain.word()),
        None => format!("{id}, {}", terrain.word()),
    };
    ViewSpace {
        id: id.into(),
        name: name.unwrap_or_else(|| id.into()),
        terrain: terrain.word().into(),
        stack: Stack::Hex,
        outline: view::outline(&outline(t, space)),
        label: center,
        center,
        piles: BTreeMap::new(),
        levels: terrain.has_upper(),
        spoken: spoken.into(),
    }
}

fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "infantry",
        Kind::HeavyWeapons => "heavy_weapons",
        Kind::Rpg => "rpg",
        Kind::Schmel => "flame",
        Kind::Sniper => "sniper",
        Kind::Leader => "leader",
        Kind::Tank => "armor",
        Kind::Apc => "mechanized",
    }
}

/// The colour of a formation on its counters.
fn band(counter: &Counter) -> Option<&'static str> {
    Some(match &*counter.formation {
        "1/81" => "#8e3b2f",
        "2/81" => "#b0703a",
        "3/81" => "#c7a23e",
        "81" => "#6e4a6e",
        "1/131" => "#2f5f8e",
        "2/131" => "#3f8f8a",
        "3/131" => "#4a6b3a",
        "131" => "#3a4a7a",
        "schmel" => "#7a2a2a",
        _ => return None,
    })
}

fn face(counter: &Counter, back: bool) -> Face {
    let short = match counter.name.split_once(" Co ") {
        Some((platoon, rest)) => {
            // "1 Plt 3 Co 2/81" becomes "1/3/2/81".
            let mut words = platoon.split(" Plt ");
            let (plt, co) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            Name::from(format!("{plt}/{co}/{rest}"))
        }
        None => counter.name.clone(),
    };
    let acted = if back { ", activated" } else { "" };
    Face {
        tone: TONES[counter.side.index()],
        set: if counter.side == Side::Russian { SymbolSet::Soviet } else { SymbolSet::Nato },
        symbol: Some(symbol(counter.kind).into()),
        size: None,
        name: short,
        band: band(counter).map(Name::from),
        strength: Some(counter.cf.to_string().into()),
        ops: None,
        movement: Some((counter.allowance / 2).to_string().into()),
        foot: !counter.vehicle(),
        acted: back,
        spoken: format!(
            "{} {} {}, combat {}, movement {}{acted}",
            counter.side.name(),
            counter.kind.word(),
            counter.name,
            counter.cf,
            counter.allowance / 2
        )
        .into(),
    }
}

fn hidden_face(side: Side, what: &str, spoken: &str) -> Face {
    Face {
        tone: TONES[side.index()],
        set: SymbolSet::Nato,
        symbol: None,
        size: None,
        name: match what {
            "foot" => "foot".into(),
            "vehicle" => "vehicle".into(),
            _ => "?".into(),
        },
        band: None,
        strength: None,
        ops: None,
        movement: None,
        foot: what == "foot",
        acted: false,
        spoken: format!("{} {spoken}", side.name()).into(),
    }
}
