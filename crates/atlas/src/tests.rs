//! A small board of every kind of feature, and what must hold for its pictures.

use std::collections::BTreeMap;

use view::{
    Art, Board, Face, Holding, HoldingKind, Hue, Mark, MarkKind, Name, Piece, Prompt, Says, Shape, Side,
    Sign, Space, SpaceState, Stack, SymbolSet, Tone, Track, TrackKind, TrackValue, View,
    art::{Arrow, ArrowKind, Ground, Point, Region, RegionKind, Stroke, StrokeKind, Text},
};

use crate::{counter_svg, map_svg, png, position_svg};

const SYMBOLS: [&str; 10] = [
    "infantry",
    "armor",
    "machine_gun",
    "pioneer",
    "cavalry",
    "mountain",
    "headquarters",
    "artillery",
    "rocket",
    "dive_bomber",
];

fn square(x: i32, y: i32, side: i32) -> Vec<Point> {
    vec![[x, y], [x + side, y], [x + side, y + side], [x, y + side]]
}

fn region(id: &str, name: &str, ground: Ground, x: i32, flags: &[&str]) -> Region {
    Region {
        id: id.into(),
        name: name.into(),
        kind: RegionKind::Area,
        ground,
        outline: square(x, 200, 250),
        label: [x + 125, 240],
        center: [x + 125, 340],
        flags: flags.iter().map(|&flag| flag.into()).collect(),
    }
}

fn art() -> Art {
    let mut regions = vec![
        region("1", "Nord & Süd", Ground::Clear, 100, &["victory", "airfield"]),
        region("2", "Wald <tief>", Ground::Forest, 350, &["village"]),
        region("3", "Marktplatz", Ground::Urban, 600, &["observation"]),
    ];
    regions.push(Region {
        kind: RegionKind::Zone,
        outline: square(20, 20, 160),
        label: [100, 60],
        center: [100, 120],
        ..region("A", "Холм", Ground::Forest, 0, &[])
    });
    let line = |kind, points: &[Point]| Stroke { kind, points: points.to_vec() };
    Art {
        size: [1000, 700],
        title: "Circle & Fire".into(),
        subtitle: "A <test>".into(),
        regions,
        lines: vec![
            line(StrokeKind::Trail, &[[100, 300], [350, 320]]),
            line(StrokeKind::Road, &[[100, 400], [850, 380]]),
            line(StrokeKind::River, &[[480, 100], [490, 500]]),
            line(StrokeKind::RiverBorder, &[[350, 200], [350, 450]]),
            line(StrokeKind::RoadBorder, &[[600, 200], [600, 450]]),
            line(StrokeKind::SolidBorder, &[[850, 200], [850, 450]]),
        ],
        arrows: vec![
            Arrow { from: [150, 150], to: [160, 220], kind: ArrowKind::Road, cost: Some(1) },
            Arrow { from: [60, 170], to: [60, 230], kind: ArrowKind::Link, cost: None },
        ],
        texts: vec![Text { at: [480, 150], turn: 80, says: "Lowat".into() }],
        ..Art::default()
    }
}

fn face(tone: Tone, symbol: &str, name: &str) -> Face {
    Face {
        tone,
        set: SymbolSet::Nato,
        symbol: Some(symbol.into()),
        size: None,
        name: name.into(),
        band: Some("#8fc1ef".into()),
        strength: Some("3".into()),
        ops: None,
        movement: Some("4".into()),
        foot: false,
        acted: false,
        spoken: format!("{symbol} {name}").into(),
    }
}

fn board(art: &Art) -> Board {
    let spaces = art.regions.iter().map(|region| {
        let [x, y] = region.center;
        Space {
            id: region.id.clone(),
            name: region.name.clone(),
            terrain: "clear".into(),
            stack: if region.kind == RegionKind::Zone { Stack::Zone } else { Stack::Area },
            outline: format!("M{} {}h9v9z", region.outline[0][0], region.outline[0][1]).into(),
            label: region.label,
            center: region.center,
            piles: BTreeMap::from([("german".into(), [x - 40, y]), ("soviet".into(), [x + 40, y])]),
            levels: false,
            spoken: region.name.clone(),
        }
    });
    let mut faces: BTreeMap<Name, Face> = BTreeMap::new();
    for symbol in SYMBOLS {
        faces.insert(format!("g-{symbol}").into(), face(Tone::Dark, symbol, "1./Pol & Co"));
        faces.insert(format!("s-{symbol}").into(), face(Tone::Light, symbol, "1/73"));
        faces.insert(
            format!("s-{symbol}/acted").into(),
            Face { acted: true, ..face(Tone::Light, symbol, "1/73") },
        );
    }
    Board {
        game: "circle-of-fire".into(),
        title: "Circle of Fire".into(),
        size: art.size,
        counter: 64,
        sides: vec![
            Side { id: "german".into(), name: "German".into(), tone: Tone::Dark },
            Side { id: "soviet".into(), name: "Soviet".into(), tone: Tone::Light },
        ],
        spaces: spaces.collect(),
        faces,
        boxes: vec![Holding {
            id: "lost".into(),
            name: "Lost <for good>".into(),
            kind: HoldingKind::Dead,
            side: Some("soviet".into()),
        }],
        marks: BTreeMap::from([
            ("lead".into(), MarkKind::new("leads", Sign::Lead)),
            ("pinned".into(), MarkKind::badge("pinned", Shape::Diamond, "P", Hue::Orange)),
        ]),
    }
}

fn piece(id: &str, at: &str, face: &str) -> Piece {
    Piece {
        id: id.into(),
        at: at.into(),
        side: if face.starts_with('g') { "german".into() } else { "soviet".into() },
        face: face.into(),
        marks: Vec::new(),
        facing: None,
        level: None,
        aboard: 0,
        chosen: false,
    }
}

fn view() -> View {
    let mut pieces: Vec<Piece> = Vec::new();
    for (n, symbol) in SYMBOLS.iter().enumerate() {
        pieces.push(piece(&format!("g{n}"), if n < 7 { "3" } else { "1" }, &format!("g-{symbol}")));
        pieces.push(piece(&format!("s{n}"), if n < 8 { "A" } else { "1" }, &format!("s-{symbol}")));
        pieces.push(piece(&format!("a{n}"), "box:lost", &format!("s-{symbol}/acted")));
    }
    pieces.push(Piece {
        marks: vec!["lead".into(), "pinned".into()],
        chosen: true,
        ..piece("x", "2", "g-armor")
    });
    pieces.push(piece("later", "entry:3", "no such face"));
    let state = |control: Option<&str>, kinds: &[&str]| SpaceState {
        control: control.map(Into::into),
        marks: kinds.iter().map(|&kind| Mark { kind: kind.into(), label: kind.into() }).collect(),
        chosen: kinds.is_empty(),
    };
    View {
        prompt: Prompt { cites: "1.0".into(), says: Says { lead: "Fire & move.".into(), rest: "".into() } },
        pieces,
        spaces: BTreeMap::from([
            ("1".into(), state(Some("soviet"), &["rubble", "heavy-rubble"])),
            ("2".into(), state(Some("soviet"), &[])),
            ("3".into(), state(Some("german"), &["stubborn", "odd <mark>"])),
        ]),
        tracks: vec![
            Track {
                id: "turn".into(),
                name: "Turn".into(),
                value: TrackValue::Number(2),
                says: "20 January".into(),
                kind: TrackKind::Row { steps: vec!["1".into(), "2".into(), "3".into()], at: 1 },
                side: None,
                note: None,
            },
            Track {
                id: "advantage".into(),
                name: "Advantage".into(),
                value: TrackValue::Word("soviet".into()),
                says: "Soviet".into(),
                kind: TrackKind::Flag,
                side: Some("soviet".into()),
                note: Some("unused".into()),
            },
        ],
        ..View::default()
    }
}

/// The elements of a picture that satisfy a condition.
fn count(svg: &str, matching: impl Fn(&resvg::usvg::roxmltree::Node) -> bool) -> usize {
    let document = resvg::usvg::roxmltree::Document::parse(svg).expect("well-formed");
    document.descendants().filter(matching).count()
}

fn says(svg: &str, text: &str) -> usize {
    count(svg, |node| node.has_tag_name("text") && node.text() == Some(text))
}

#[test]
fn the_map_names_every_region_and_escapes_its_text() {
    let art = art();
    let svg = map_svg(&art);
    png::parse(&svg).expect("a picture");
    for region in &art.regions {
        assert_eq!(says(&svg, &region.name), 1, "{}", region.name);
        assert!(says(&svg, &region.id) >= 1, "{}", region.id);
    }
    assert!(svg.contains("Nord &amp; Süd") && svg.contains("Wald &lt;tief&gt;"));
    assert_eq!(says(&svg, "Lowat"), 1);
    assert_eq!(says(&svg, "CIRCLE & FIRE"), 1);
}

#[test]
fn the_legend_explains_only_what_the_map_shows() {
    let mut art = art();
    let svg = map_svg(&art);
    assert!(says(&svg, "Victory") == 1 && says(&svg, "Urban") == 1 && says(&svg, "Zone to zone") == 1);
    art.regions.truncate(1);
    art.arrows.clear();
    art.regions[0].flags.clear();
    let svg = map_svg(&art);
    assert_eq!(says(&svg, "Clear"), 1);
    for gone in ["Victory", "Urban", "Forest", "Zone to zone", "Arrow, with cost"] {
        assert_eq!(says(&svg, gone), 0, "{gone}");
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_id_is_unique() {
    let art = art();
    let svg = position_svg(&art, &board(&art), &view());
    let document = resvg::usvg::roxmltree::Document::parse(&svg).expect("well-formed");
    let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
    for node in document.descendants() {
        if let Some(href) = node.attribute("href") {
            assert!(ids.contains(&href.trim_start_matches('#')), "{href}");
        }
        if let Some(pattern) = node.attribute("fill").and_then(|fill| fill.strip_prefix("url(#")) {
            assert!(ids.contains(&pattern.trim_end_matches(')')), "{pattern}");
        }
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    let art = art();
    assert_eq!(map_svg(&art), map_svg(&art.clone()));
    let (board, view) = (board(&art), view());
    assert_eq!(position_svg(&art, &board, &view), position_svg(&art.clone(), &board.clone(), &view.clone()));
}

#[test]
fn every_counter_stands_in_the_picture_exactly_once() {
    let art = art();
    let (board, view) = (board(&art), view());
    let svg = position_svg(&art, &board, &view);
    png::parse(&svg).expect("a picture");
    for piece in &view.pieces {
        let drawn = count(&svg, |node| node.attribute("data-piece") == Some(&piece.id));
        assert_eq!(drawn, 1, "{}", piece.id);
    }
    assert_eq!(count(&svg, |node| node.has_attribute("data-piece")), view.pieces.len());
}

#[test]
fn the_position_tells_control_marks_tracks_and_boxes() {
    let art = art();
    let svg = position_svg(&art, &board(&art), &view());
    let held = |id: &str| count(&svg, |node| node.attribute("data-held") == Some(id));
    assert_eq!((held("1"), held("2"), held("3")), (1, 1, 0));
    for words in ["Turn · 20 January", "Soviet", "unused", "7", "odd <mark>"] {
        assert!(says(&svg, words) >= 1, "{words}");
    }
    assert!(svg.contains("Lost &lt;for good&gt;") && svg.contains("Enters on turn 3"));
    let titled = |title: &str| count(&svg, |node| node.has_tag_name("title") && node.text() == Some(title));
    assert_eq!((titled("rubble"), titled("heavy-rubble"), titled("stubborn")), (1, 1, 1));
}

#[test]
fn counters_of_a_zone_keep_off_its_name() {
    let mut art = art();
    art.regions[3].outline = vec![[20, 20], [700, 20], [700, 180], [20, 180]];
    art.arrows.clear();
    let mut view = view();
    view.pieces.retain(|piece| &*piece.at == "A");
    let svg = position_svg(&art, &board(&art), &view);
    let name = crate::signs::room(&art.regions[3]);
    let document = resvg::usvg::roxmltree::Document::parse(&svg).expect("well-formed");
    let places = document.descendants().filter(|node| node.has_attribute("data-piece"));
    for place in places.filter_map(|node| node.attribute("transform")) {
        let numbers: Vec<f64> = place
            .split(|sign: char| !(sign.is_ascii_digit() || ".-".contains(sign)))
            .filter_map(|n| n.parse().ok())
            .collect();
        let size = numbers[2] * 100.0;
        let (x, y) = (numbers[0] + size / 2.0, numbers[1] + size / 2.0);
        assert!(!name.holds((x, y)), "{x} {y}");
    }
}

#[test]
fn one_counter_makes_a_picture() {
    for symbol in SYMBOLS {
        let svg = counter_svg(&face(Tone::Light, symbol, "<&>"), 90);
        let tree = png::parse(&svg).expect("a picture");
        assert_eq!(tree.size().width(), 90.0);
        assert_eq!(says(&svg, "<&>"), 1);
    }
    let hidden = Face { symbol: None, strength: None, ..face(Tone::Dark, "", "?") };
    assert_eq!(says(&counter_svg(&hidden, 40), "?"), 1);
}

#[test]
fn empty_boards_are_drawn_too() {
    let art = Art { size: [300, 200], ..Art::default() };
    png::parse(&map_svg(&art)).expect("a picture");
    let board = Board { spaces: Vec::new(), boxes: Vec::new(), ..board(&art) };
    png::parse(&position_svg(&art, &board, &View::default())).expect("a picture");
}

#[test]
fn a_png_has_the_asked_width_and_is_not_blank() {
    let art = art();
    let picture = png::png(&map_svg(&art), 500).expect("a picture");
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&picture).expect("a PNG");
    assert_eq!((pixels.width(), pixels.height()), (500, 350));
    let first = pixels.pixels()[0];
    assert!(pixels.pixels().iter().filter(|&&pixel| pixel != first).count() > 10_000);
}

#[test]
fn letters_come_from_the_shipped_fonts() {
    let text = |says: &str| {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40"><text y="30" {} font-size="20">{says}</text></svg>"#,
            crate::svg::Font::Narrow
        );
        let pixels =
            resvg::tiny_skia::Pixmap::decode_png(&png::png(&svg, 100).expect("a picture")).expect("a PNG");
        pixels.pixels().iter().filter(|pixel| pixel.alpha() > 0).count()
    };
    assert!(text("Süd") > 100 && text("Холм") > 100 && text("★→☀") > 100);
    assert_eq!(text(" "), 0);
}

#[test]
fn impossible_pictures_are_refused() {
    assert!(matches!(png::png("<svg", 10), Err(crate::AtlasError::Svg(_))));
    let svg = map_svg(&art());
    assert!(matches!(png::png(&svg, 0), Err(crate::AtlasError::Size { .. })));
    assert!(matches!(png::png(&svg, 1_000_000), Err(crate::AtlasError::Size { .. })));
}

mod sheets {
    use view::art::{Frame, Hand, Key, Label, Patch, PatchKind, Sample, Sheet, Symbol, SymbolKind};

    use super::*;
    use crate::png::parse;

    fn hex(column: i32, row: i32, ground: Ground) -> Region {
        let [x, y] = [40 + 60 * column, 35 + 70 * row + if column % 2 == 1 { 35 } else { 0 }];
        let outline =
            [[40, 0], [20, 35], [-20, 35], [-40, 0], [-20, -35], [20, -35]].map(|[a, b]| [x + a, y + b]);
        Region {
            id: format!("{:02}{:02}", column + 1, row + 1).into(),
            name: "".into(),
            kind: RegionKind::Hex,
            ground,
            outline: outline.into(),
            label: [x, y],
            center: [x, y],
            flags: Vec::new(),
        }
    }

    fn city() -> Art {
        let grounds =
            [Ground::Urban, Ground::Clear, Ground::Urban, Ground::Forest, Ground::Urban, Ground::Landmark];
        let regions: Vec<Region> = (0..44)
            .flat_map(|column| (0..27).map(move |row| (column, row)))
            .map(|(column, row)| hex(column, row, grounds[((column * 7 + row * 3) % 6) as usize]))
            .collect();
        let line = |kind, points: &[Point]| Stroke { kind, points: points.to_vec() };
        Art {
            size: [2660, 1960],
            title: "A <city>".into(),
            subtitle: "Hexes & houses".into(),
            sheet: Sheet::City,
            lines: vec![
                line(StrokeKind::Avenue, &[[0, 300], [900, 300], [2660, 900]]),
                line(StrokeKind::Street, &[[500, 0], [500, 1900]]),
                line(StrokeKind::RiverSide, &[[100, 100], [120, 135]]),
                line(StrokeKind::RiverSide, &[[100, 170], [120, 135]]),
                line(StrokeKind::StreamSide, &[[400, 400], [420, 435]]),
                line(StrokeKind::Rail, &[[0, 900], [400, 1000], [800, 900]]),
                line(StrokeKind::Bridge, &[[105, 120], [115, 150]]),
            ],
            regions,
            symbols: vec![Symbol { kind: SymbolKind::Palace, at: [340, 300], turn: 0, says: "".into() }],
            labels: vec![Label {
                hand: Hand::Street,
                at: [500, 500],
                turn: -90,
                size: None,
                says: "Mira & Co".into(),
            }],
            key: vec![Key { sample: Sample::Ground(Ground::Urban), says: "Built-up".into() }],
            frame: Some(Frame { at: [0, 0], size: [2660, 1890] }),
            ..Art::default()
        }
    }

    fn square_map(sheet: Sheet, kind: RegionKind) -> Art {
        let grounds = [Ground::Clear, Ground::Forest, Ground::Marsh, Ground::Rough, Ground::Mountains];
        let regions = grounds.iter().enumerate().map(|(n, &ground)| Region {
            kind,
            flags: vec!["half".into(), "and-rough".into(), "river".into()],
            ..region(&format!("A{n}"), "Tula", ground, 100 + 250 * n as i32, &[])
        });
        let kinds = [
            StrokeKind::River,
            StrokeKind::Stream,
            StrokeKind::Rail,
            StrokeKind::FrontLine,
            StrokeKind::Limit,
            StrokeKind::SeaLane,
            StrokeKind::Blocked,
            StrokeKind::Passage,
            StrokeKind::Edge,
        ];
        let symbols = [
            SymbolKind::City,
            SymbolKind::Town,
            SymbolKind::Place,
            SymbolKind::UrbanCity,
            SymbolKind::FortressCity,
            SymbolKind::Fortress,
            SymbolKind::Star,
            SymbolKind::Value,
            SymbolKind::Anchor,
        ];
        Art {
            size: [1400, 900],
            title: "Front & rear".into(),
            sheet,
            regions: regions.collect(),
            patches: [PatchKind::Sea, PatchKind::Lake, PatchKind::Island, PatchKind::Neutral]
                .map(|kind| Patch { kind, outline: square(600, 500, 120) })
                .into(),
            lines: kinds.map(|kind| Stroke { kind, points: vec![[100, 100], [300, 220], [500, 90]] }).into(),
            symbols: symbols.map(|kind| Symbol { kind, at: [700, 600], turn: 0, says: "2".into() }).into(),
            labels: [Hand::Area, Hand::Capital, Hand::Sea, Hand::FortressCity, Hand::Ruler]
                .map(|hand| Label { hand, at: [300, 700], turn: 20, size: Some(18), says: "<Kiew>".into() })
                .into(),
            key: kinds.map(|kind| Key { sample: Sample::Stroke(kind), says: "a line".into() }).into(),
            ..Art::default()
        }
    }

    #[test]
    fn a_thousand_hexes_stay_a_small_picture() {
        let svg = map_svg(&city());
        assert!(svg.len() < 300_000, "{} bytes", svg.len());
        assert_eq!(svg, map_svg(&city()));
        assert!(svg.contains(">0101<") && svg.contains(">4427<"), "every hex has its number");
        parse(&svg).expect("a valid picture");
    }

    #[test]
    fn sides_of_hexes_run_together_into_one_river() {
        let svg = map_svg(&city());
        let river =
            svg.split(r#"id="river""#).nth(1).and_then(|rest| rest.split("/>").next()).expect("a river");
        assert_eq!(river.matches('M').count(), 1, "{river}");
    }

    #[test]
    fn octagons_and_great_areas_are_valid_pictures() {
        for (sheet, kind) in [(Sheet::Theater, RegionKind::Octagon), (Sheet::Front, RegionKind::Area)] {
            let svg = map_svg(&square_map(sheet, kind));
            assert_eq!(svg, map_svg(&square_map(sheet, kind)));
            assert!(svg.contains("&lt;") && svg.contains("FRONT &amp; REAR"));
            parse(&svg).expect("a valid picture");
        }
    }

    #[test]
    fn an_empty_map_of_any_sheet_is_still_a_picture() {
        for sheet in [Sheet::City, Sheet::Theater, Sheet::Front] {
            parse(&map_svg(&Art { size: [300, 200], sheet, ..Art::default() })).expect("a valid picture");
        }
    }
}
