//! Lines of a map in their layers: trails, roads, rivers with their bridges, borders, arrows.

use view::art::{Arrow, ArrowKind, Art, Stroke, StrokeKind};

use crate::{
    plane::{Spot, spot},
    svg::{Font, Line, N, put},
};

/// Everything that runs over the ground, lowest first.
pub(crate) fn draw(out: &mut String, art: &Art) {
    out.push_str(r#"<g fill="none" stroke-linecap="round" stroke-linejoin="round">"#);
    if let Some(trails) = course(art, StrokeKind::Trail) {
        put!(out, r##"<path stroke="#8f7448" stroke-width="3.4" stroke-dasharray="9 6" d="{trails}"/>"##);
    }
    if let Some(roads) = course(art, StrokeKind::Road) {
        layers(
            out,
            "roads",
            &roads,
            &[r##"stroke="#5c4a30" stroke-width="8.5""##, r##"stroke="#cdae6e" stroke-width="5.2""##],
        );
    }
    if let Some(rivers) = course(art, StrokeKind::River) {
        layers(out, "rivers", &rivers, &RIVER);
        bridges(out, art);
    }
    out.push_str("</g>");
}

/// Borders by kind: hollow, solid, and a thin one in the middle of a river.
pub(crate) fn borders(out: &mut String, art: &Art) {
    out.push_str(r#"<g fill="none" stroke-linejoin="round">"#);
    if let Some(line) = course(art, StrokeKind::RiverBorder) {
        put!(out, r##"<path {RIVER_BORDER} d="{line}"/>"##);
    }
    if let Some(line) = course(art, StrokeKind::RoadBorder) {
        layers(out, "hollow", &line, &ROAD_BORDER);
    }
    if let Some(line) = course(art, StrokeKind::SolidBorder) {
        put!(out, r##"<path {SOLID_BORDER} stroke-linecap="round" d="{line}"/>"##);
    }
    out.push_str("</g>");
}

const RIVER: [&str; 3] = [
    r##"stroke="#4f7f9f" stroke-width="17""##,
    r##"stroke="#a9cfe3" stroke-width="12.5""##,
    r##"stroke="#e4f3fa" stroke-width="3" stroke-dasharray="16 22""##,
];
const ROAD_BORDER: [&str; 2] =
    [r##"stroke="#b3261e" stroke-width="8""##, r##"stroke="#fdfcf8" stroke-width="4.4""##];
const SOLID_BORDER: &str = r##"stroke="#b3261e" stroke-width="5.5""##;
const RIVER_BORDER: &str = r##"stroke="#b3261e" stroke-width="2.4" stroke-opacity=".85""##;

/// A short piece of a line for the legend, from `x` to the right.
pub(crate) fn sample(out: &mut String, kind: StrokeKind, x: f64, y: f64, length: f64) {
    let looks: &[&str] = match kind {
        StrokeKind::RoadBorder => &ROAD_BORDER,
        StrokeKind::SolidBorder => &[SOLID_BORDER],
        StrokeKind::RiverBorder => &[RIVER[0], RIVER[1], RIVER_BORDER],
        StrokeKind::River => &RIVER,
        StrokeKind::Road => {
            &[r##"stroke="#5c4a30" stroke-width="8.5""##, r##"stroke="#cdae6e" stroke-width="5.2""##]
        }
        StrokeKind::Trail => &[r##"stroke="#8f7448" stroke-width="3.4" stroke-dasharray="9 6""##],
        _ => &[],
    };
    for look in looks {
        put!(out, r#"<path fill="none" {look} d="M{} {}h{}"/>"#, N(x), N(y), N(length));
    }
}

/// All lines of a kind as one path.
fn course(art: &Art, kind: StrokeKind) -> Option<String> {
    let mut line = String::new();
    for Stroke { points, .. } in art.lines.iter().filter(|line| line.kind == kind && line.points.len() > 1) {
        put!(line, "{}", Line(points));
    }
    (!line.is_empty()).then_some(line)
}

/// One path, stroked several times over.
fn layers(out: &mut String, id: &str, line: &str, looks: &[&str]) {
    put!(out, r#"<defs><path id="{id}" d="{line}"/></defs>"#);
    for look in looks {
        put!(out, r##"<use href="#{id}" {look}/>"##);
    }
}

/// Where a road crosses a river it does so on a bridge.
fn bridges(out: &mut String, art: &Art) {
    let of = |kind| art.lines.iter().filter(move |line: &&Stroke| line.kind == kind);
    for road in of(StrokeKind::Road).flat_map(|line| line.points.windows(2)) {
        for river in of(StrokeKind::River).flat_map(|line| line.points.windows(2)) {
            let (a, b) = (spot(road[0]), spot(road[1]));
            let Some((x, y)) = crossing(a, b, spot(river[0]), spot(river[1])) else { continue };
            let length = (b.0 - a.0).hypot(b.1 - a.1);
            let (dx, dy) = ((b.0 - a.0) / length * 14.0, (b.1 - a.1) / length * 14.0);
            for look in
                [r##"stroke="#4a3b26" stroke-width="13.5""##, r##"stroke="#e3cf9c" stroke-width="8""##]
            {
                put!(
                    out,
                    r#"<path stroke-linecap="butt" {look} d="M{} {}l{} {}"/>"#,
                    N(x - dx),
                    N(y - dy),
                    N(dx * 2.0),
                    N(dy * 2.0)
                );
            }
        }
    }
}

fn crossing(a: Spot, b: Spot, c: Spot, d: Spot) -> Option<Spot> {
    let (rx, ry, sx, sy) = (b.0 - a.0, b.1 - a.1, d.0 - c.0, d.1 - c.1);
    let cross = rx * sy - ry * sx;
    if cross == 0.0 {
        return None;
    }
    let t = ((c.0 - a.0) * sy - (c.1 - a.1) * sx) / cross;
    let u = ((c.0 - a.0) * ry - (c.1 - a.1) * rx) / cross;
    ((0.0..1.0).contains(&t) && (0.0..1.0).contains(&u)).then_some((a.0 + t * rx, a.1 + t * ry))
}

/// The two-headed arrows, each with its cost.
pub(crate) fn arrows(out: &mut String, art: &Art) {
    for arrow in &art.arrows {
        draw_arrow(out, arrow);
    }
}

pub(crate) fn draw_arrow(out: &mut String, arrow: &Arrow) {
    let (from, to) = (spot(arrow.from), spot(arrow.to));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (color, half) = match arrow.kind {
        ArrowKind::Road => ("#7a5a22", 4.0),
        ArrowKind::Track => ("#5b6770", 3.0),
        ArrowKind::Link => ("#8a2f22", 4.0),
    };
    let (head, wing) = (14.0_f64.min(length / 2.2), 11.0);
    let shape = [
        (0.0, 0.0),
        (head, wing),
        (head, half),
        (length - head, half),
        (length - head, wing),
        (length, 0.0),
        (length - head, -wing),
        (length - head, -half),
        (head, -half),
        (head, -wing),
    ];
    let at = |(along, across): Spot| {
        (from.0 + (along * dx - across * dy) / length, from.1 + (along * dy + across * dx) / length)
    };
    let mut line = String::new();
    for (n, point) in shape.into_iter().map(at).enumerate() {
        put!(line, "{}{} {}", if n == 0 { "M" } else { "L" }, N(point.0), N(point.1));
    }
    put!(
        out,
        r##"<path fill="#223" fill-opacity=".25" transform="translate(0 3)" d="{line}z"/><path fill="{color}" stroke="#fbf8ee" stroke-width="3" stroke-linejoin="round" paint-order="stroke" d="{line}z"/>"##
    );
    if let Some(cost) = arrow.cost {
        badge(out, (from.0 + dx / 2.0, from.1 + dy / 2.0), color, cost);
    }
}

/// The white disc with the price of an arrow.
pub(crate) fn badge(out: &mut String, (x, y): Spot, color: &str, cost: u8) {
    put!(
        out,
        r##"<circle cx="{}" cy="{}" r="11.5" fill="#fffdf5" stroke="{color}" stroke-width="2.5"/><text x="{}" y="{}" {} font-size="15" text-anchor="middle" fill="#222">{cost}</text>"##,
        N(x),
        N(y),
        N(x),
        N(y + 5.5),
        Font::SansBold
    );
}
