//! A city in hexes. Houses and trees are a few clusters, turned and repeated; every street clears its own way.

use std::collections::BTreeMap;

use view::art::{Art, Frame, Ground, Point, Region, RegionKind, StrokeKind};

use super::{clip, courses, emblems, frame, hands, key, layered, of_ground, outlines, scale, strokes};
use crate::{
    chance::Chance,
    plane::{from_line, spot},
    svg::{Esc, Font, Line, N, put},
};

const GROUNDS: [(Ground, &str, &str); 4] = [
    (Ground::Clear, "clear", "#e3e0d0"),
    (Ground::Forest, "woods", "#bccaa5"),
    (Ground::Urban, "built", "#cfc5b4"),
    (Ground::Landmark, "great", "#dcc0ab"),
];

pub(super) fn draw(out: &mut String, art: &Art, tint: &str) {
    let scale = scale(art);
    let [width, height] = art.size;
    let Frame { at: [x, y], size: [w, h] } = frame(art);
    let rim = (4.0 * scale).round() as i32;
    out.push_str("<defs>");
    clip(out, art);
    clusters(out, art);
    for (ground, id, _) in GROUNDS {
        put!(out, r#"<path id="{id}" d="{}"/>"#, outlines(of_ground(art, ground)));
    }
    out.push_str("</defs>");
    put!(
        out,
        r##"<path fill="#e9e4d6" d="M0 0h{width}v{height}H0z"/><path fill="#2d2a26" d="M{} {}h{}v{}h-{2}z"/><path fill="#dcd8c6" d="M{x} {y}h{w}v{h}h-{w}z"/><g clip-path="url(#map)">"##,
        x - rim,
        y - rim,
        w + 2 * rim,
        h + 2 * rim
    );
    for (_, id, color) in GROUNDS {
        // The stroke closes the hairlines between hexes of one ground.
        put!(out, r##"<use href="#{id}" fill="{color}" stroke="{color}"/>"##);
    }
    let roads: Vec<&[Point]> =
        [StrokeKind::Street, StrokeKind::Avenue].into_iter().flat_map(|kind| strokes(art, kind)).collect();
    for region in &art.regions {
        cover(out, region, &roads, scale);
    }
    out.push_str(tint);
    water(out, art, scale);
    rails(out, art, scale);
    streets(out, art, scale);
    bridges(out, art, scale);
    grid(out, art, scale);
    out.push_str("</g>");
    numbers(out, art, scale);
    landmarks(out, art, scale);
    emblems::draw(out, art);
    hands::draw(out, art);
    key::draw(out, art);
}

/// Clusters of houses, groves and fields, each the size of a hex.
fn clusters(out: &mut String, art: &Art) {
    const HOUSES: [&str; 3] = ["#8f8375", "#a39786", "#7d7268"];
    let scale = scale(art);
    for kind in 0..3 {
        let mut chance = Chance::named(&format!("houses {kind}"));
        let mut walls = [const { String::new() }; 3];
        let mut shadow = String::new();
        for row in -2_i32..=2 {
            for column in -2_i32..=2 {
                let corner = row.abs() == 2 && column.abs() == 2;
                let (tall, wide) = (chance.below(2) == 0, chance.below(4));
                let (color, built) = (chance.below(3), chance.below(10) > 0);
                if corner || !built {
                    continue;
                }
                let (long, short) = ([7.4, 8.6, 9.6, 9.8][wide], [7.4, 4.6, 6.2, 5.2][wide]);
                let (w, h) = if tall { (short, long) } else { (long, short) };
                let x = f64::from(column) * 11.5 - w / 2.0 + chance.between(-1.0, 1.0);
                let y = f64::from(row) * 11.5 - h / 2.0 + chance.between(-1.0, 1.0);
                put!(walls[color], "M{} {}h{}v{}h{}z", N(x), N(y), N(w), N(h), N(-w));
                put!(shadow, "M{} {}h{}v{}h{}z", N(x + 1.2), N(y + 1.2), N(w), N(h), N(-w));
            }
        }
        put!(
            out,
            r##"<g id="h{kind}" transform="scale({scale:.3})"><path fill="#6a6056" fill-opacity=".55" d="{shadow}"/>"##
        );
        for (wall, color) in walls.iter().zip(HOUSES) {
            put!(out, r##"<path fill="{color}" d="{wall}"/>"##);
        }
        out.push_str("</g>");
        let mut chance = Chance::named(&format!("grove {kind}"));
        let (mut dark, mut light) = (String::new(), String::new());
        let mut trees: Vec<(f64, f64)> = Vec::new();
        for _ in 0..90 {
            let at = (chance.between(-22.0, 22.0), chance.between(-21.0, 21.0));
            let within = at.1.abs() < 21.0 && at.0.abs() + at.1.abs() * 0.577 < 26.0;
            if within && trees.iter().all(|tree| (tree.0 - at.0).hypot(tree.1 - at.1) > 7.4) {
                trees.push(at);
            }
        }
        for (x, y) in trees {
            let r = chance.between(3.4, 5.4);
            put!(dark, "M{} {}a{r:.1} {r:.1} 0 1 0 .1 0z", N(x + 0.8), N(y + 1.0 - r));
            let r = r * 0.72;
            put!(light, "M{} {}a{r:.1} {r:.1} 0 1 0 .1 0z", N(x - 0.6), N(y - 0.8 - r));
        }
        put!(
            out,
            r##"<g id="g{kind}" transform="scale({scale:.3})"><path fill="#5f7a4d" d="{dark}"/><path fill="#7f9a68" d="{light}"/></g>"##
        );
    }
    put!(
        out,
        r##"<g id="f" transform="scale({scale:.3})"><path fill="#d0cbb0" d="M-18-13h36v26h-36z"/><path stroke="#b9b396" stroke-width=".8" d="M-18-9h36M-18-4.5h36M-18 0h36M-18 4.5h36M-18 9h36"/></g>"##
    );
}

/// What stands on one hex. Houses follow the street through their hex.
fn cover(out: &mut String, region: &Region, roads: &[&[Point]], scale: f64) {
    let at = spot(region.center);
    let name = format!("{} {} {}", region.id, region.center[0], region.center[1]);
    let mut chance = Chance::named(&name);
    let way = || {
        roads.iter().flat_map(|road| road.windows(2)).find(|pair| from_line(pair, at) < 26.0 * scale).map(
            |pair| {
                let (dx, dy) = (f64::from(pair[1][0] - pair[0][0]), f64::from(pair[1][1] - pair[0][1]));
                (dy.atan2(dx).to_degrees().round() as i32).rem_euclid(90)
            },
        )
    };
    let (kind, turn) = match region.ground {
        Ground::Urban => {
            (["h0", "h1", "h2"][chance.below(3)], way().unwrap_or([0, 30, 60, 12, 75][chance.below(5)]))
        }
        Ground::Forest => (["g0", "g1", "g2"][chance.below(3)], [0, 60, 120, 180][chance.below(4)]),
        Ground::Clear if region.kind == RegionKind::Hex && chance.below(4) == 0 && way().is_none() => {
            ("f", [0, 30, 150, 60, 90][chance.below(5)])
        }
        _ => return,
    };
    let [x, y] = region.center;
    put!(out, r##"<use href="#{kind}" transform="translate({x} {y})rotate({turn})"/>"##);
}

/// Rivers along the sides of hexes, run on past the edge of the map.
fn water(out: &mut String, art: &Art, scale: f64) {
    for (kind, id, width) in [(StrokeKind::StreamSide, "stream", 9.0), (StrokeKind::RiverSide, "river", 15.0)]
    {
        let mut lines = courses::chained(&strokes(art, kind));
        for line in &mut lines {
            run_on(art, line, scale);
            line.reverse();
            run_on(art, line, scale);
        }
        layered(
            out,
            id,
            &courses::all_rounded(&lines),
            scale,
            &[
                ("#3f6d8c", width + 3.0, r#"stroke-linejoin="round" stroke-linecap="round""#),
                ("#79a9c6", width, r#"stroke-linejoin="round" stroke-linecap="round""#),
            ],
        );
    }
}

/// Lengthens a line that ends near the edge of the map.
fn run_on(art: &Art, line: &mut Vec<Point>, scale: f64) {
    let Frame { at: [left, top], size: [width, height] } = frame(art);
    let near = (46.0 * scale) as i32;
    let &[.., before, end] = &line[..] else { return };
    let [x, y] = end;
    if x < left + near || y < top + near || x > left + width - near || y > top + height - near {
        line.push([x + (x - before[0]) * 3 / 2, y + (y - before[1]) * 3 / 2]);
    }
}

fn rails(out: &mut String, art: &Art, scale: f64) {
    let dashes = format!(r#"stroke-dasharray="{0} {0}""#, N(7.0 * scale));
    layered(
        out,
        "rail",
        &courses::all_rounded(&strokes(art, StrokeKind::Rail)),
        scale,
        &[("#3a3733", 4.4, ""), ("#e9e4d6", 2.0, &dashes)],
    );
    layered(
        out,
        "siding",
        &courses::all_rounded(&strokes(art, StrokeKind::Siding)),
        scale,
        &[("#55504a", 1.3, r#"stroke-dasharray="4 3""#)],
    );
}

fn streets(out: &mut String, art: &Art, scale: f64) {
    const ROUND: &str = r#"stroke-linejoin="round" stroke-linecap="round""#;
    let streets = courses::all_straight(&strokes(art, StrokeKind::Street));
    let avenues = courses::all_straight(&strokes(art, StrokeKind::Avenue));
    put!(
        out,
        r#"<defs><path id="st" fill="none" d="{streets}"/><path id="av" fill="none" d="{avenues}"/></defs><g {ROUND}>"#
    );
    let dashes = format!(r#"stroke-dasharray="{} {}""#, N(6.0 * scale), N(5.0 * scale));
    for (id, color, width, more) in [
        ("st", "#d3cabb", 13.0, ""),
        ("av", "#d3cabb", 17.0, ""),
        ("st", "#4a443c", 7.6, ""),
        ("av", "#4a443c", 11.0, ""),
        ("st", "#efe7d2", 5.2, ""),
        ("av", "#fbf6e4", 8.2, ""),
        ("av", "#d8b15a", 1.2, &*dashes),
    ] {
        // The widest stroke clears houses and trees off the kerb; in the fields it is too faint to see.
        let faint = if color == "#d3cabb" { r#" stroke-opacity=".85""# } else { "" };
        put!(
            out,
            r##"<use href="#{id}" stroke="{color}"{faint} stroke-width="{}" {more}/>"##,
            N(width * scale)
        );
    }
    out.push_str("</g>");
}

/// A deck over the water, with wings at both banks.
fn bridges(out: &mut String, art: &Art, scale: f64) {
    for bridge in strokes(art, StrokeKind::Bridge) {
        let (from, to) = (spot(bridge[0]), spot(bridge[bridge.len() - 1]));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        put!(
            out,
            r##"<g transform="translate({} {})rotate({})scale({scale:.3})"><path fill="#f6efdc" d="M-13-5h26v10h-26z"/><path fill="none" stroke="#26221d" stroke-width="2.6" stroke-linejoin="round" d="M-17-11l4 4h26l4-4M-17 11l4-4h26l4 4"/></g>"##,
            N((from.0 + to.0) / 2.0),
            N((from.1 + to.1) / 2.0),
            dy.atan2(dx).to_degrees().round()
        );
    }
}

/// The hexsides, over everything that is painted, and a shade on the halves at the edge.
fn grid(out: &mut String, art: &Art, scale: f64) {
    let halves = outlines(art.regions.iter().filter(|region| region.kind == RegionKind::Half));
    put!(out, r##"<path fill="#6b655a" fill-opacity=".3" d="{halves}"/>"##);
    for (_, id, _) in GROUNDS {
        put!(
            out,
            r##"<use href="#{id}" fill="none" stroke="#3b362f" stroke-opacity=".5" stroke-width="{}"/>"##,
            N(0.7 * scale)
        );
    }
}

/// The number of every hex under its upper side, a column to an element.
fn numbers(out: &mut String, art: &Art, scale: f64) {
    let mut columns: BTreeMap<i32, Vec<&Region>> = BTreeMap::new();
    for region in art.regions.iter().filter(|region| region.kind == RegionKind::Hex) {
        columns.entry(region.center[0]).or_default().push(region);
    }
    put!(
        out,
        r##"<g {} font-weight="normal" font-size="{}" fill="#2a2621" fill-opacity=".85" text-anchor="middle" stroke="#efe9da" stroke-opacity=".55" stroke-width="{}" paint-order="stroke">"##,
        Font::Sans,
        N(7.0 * scale),
        N(1.6 * scale)
    );
    for (x, column) in columns {
        put!(out, r#"<text>"#);
        for region in column {
            put!(
                out,
                r#"<tspan x="{x}" y="{}">{}</tspan>"#,
                N(f64::from(region.center[1]) - 18.6 * scale),
                Esc(&region.id)
            );
        }
        out.push_str("</text>");
    }
    out.push_str("</g>");
}

/// Great buildings stand in a red rim.
fn landmarks(out: &mut String, art: &Art, scale: f64) {
    for region in art
        .regions
        .iter()
        .filter(|region| region.kind == RegionKind::Hex && region.ground == Ground::Landmark)
    {
        let [x, y] = region.center;
        let inner: Vec<Point> =
            region.outline.iter().map(|&[a, b]| [x + (a - x) * 93 / 100, y + (b - y) * 93 / 100]).collect();
        put!(
            out,
            r##"<path fill="none" stroke="#a3271d" stroke-opacity=".9" stroke-width="{}" d="{}z"/>"##,
            N(3.2 * scale),
            Line(&inner)
        );
    }
}
