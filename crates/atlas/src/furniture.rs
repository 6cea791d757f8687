//! What is printed on a map besides the land: title, compass, legend. It stands in the corners of the rim.

use view::art::{Arrow, ArrowKind, Art, Ground, Sheet, StrokeKind};

use crate::{
    lines,
    plane::Rect,
    sheet, signs,
    svg::{Esc, Font, N, put},
};

/// Maps smaller than this have no room for furniture.
const LEAST_WIDTH: i32 = 900;
const LEGEND_WIDTH: f64 = 252.0;
const SIGN_ROW: f64 = 31.0;
const LINE_ROW: f64 = 24.0;

/// The corners that furniture takes up, so that counters keep out of them.
pub(crate) fn taken(art: &Art) -> Vec<Rect> {
    if art.sheet != Sheet::Winter {
        return sheet::taken(art);
    }
    if art.size[0] < LEAST_WIDTH {
        return Vec::new();
    }
    vec![cartouche_box(art), compass_box(), legend_box(art)]
}

pub(crate) fn draw(out: &mut String, art: &Art) {
    if art.size[0] < LEAST_WIDTH {
        return;
    }
    cartouche(out, art);
    compass(out);
    legend(out, art);
}

fn cartouche_box(art: &Art) -> Rect {
    let title = Font::SerifBold.width(&art.title.to_uppercase(), 20.0) * 0.94;
    let subtitle = Font::SerifItalic.width(&art.subtitle, 14.5);
    let width = (title.max(subtitle) + 22.0).max(226.0);
    let bottom = f64::from(art.size[1]) - 36.0;
    Rect { left: 34.0, top: bottom - 92.0, right: 34.0 + width, bottom }
}

fn cartouche(out: &mut String, art: &Art) {
    if art.title.is_empty() {
        return;
    }
    let Rect { left, top, right, .. } = cartouche_box(art);
    let (width, middle) = (right - left, (left + right) / 2.0);
    put!(
        out,
        r##"<rect x="{}" y="{}" width="{}" height="92" rx="8" fill="#2f2a24" fill-opacity=".94"/><rect x="{}" y="{}" width="{}" height="82" rx="5" fill="none" stroke="#cdae6e" stroke-width="2"/><path d="M{} {}h60" stroke="#cdae6e"/>"##,
        N(left),
        N(top),
        N(width),
        N(left + 5.0),
        N(top + 5.0),
        N(width - 10.0),
        N(middle - 30.0),
        N(top + 50.0)
    );
    put!(
        out,
        r##"<text x="{}" y="{}" {} font-size="20" letter-spacing=".5" text-anchor="middle" fill="#f0e6cf">{}</text>"##,
        N(middle),
        N(top + 39.0),
        Font::SerifBold,
        Esc(&art.title.to_uppercase())
    );
    put!(
        out,
        r##"<text x="{}" y="{}" {} font-size="14.5" text-anchor="middle" fill="#e0d3b6">{}</text>"##,
        N(middle),
        N(top + 70.0),
        Font::SerifItalic,
        Esc(&art.subtitle)
    );
}

fn compass_box() -> Rect {
    Rect { left: 44.0, top: 36.0, right: 124.0, bottom: 158.0 }
}

fn compass(out: &mut String) {
    put!(
        out,
        r##"<g transform="translate(84 106)" fill="#4b412f" stroke="#4b412f"><circle r="34" fill="none" stroke-width="2"/><circle r="29" fill="none" stroke-width=".8"/><path fill="none" stroke-width="1.5" d="M-34 0h10M34 0H24M-24-24l5 5M24-24l-5 5M-24 24l5-5M24 24l-5-5"/><path stroke="none" d="M0-46 9 0 0-8-9 0z"/><path fill="#e9e2cf" stroke-width="1.6" stroke-linejoin="round" d="M0 46 9 0 0 8-9 0z"/><text y="-50" {} font-size="17" text-anchor="middle" stroke="none">N</text></g>"##,
        Font::SerifBold
    );
}

/// A sign in the legend and what it means.
enum Sign {
    Ground(Ground),
    Flag(&'static str),
}

/// A line of the legend.
enum Row {
    Line(StrokeKind),
    Arrow(ArrowKind),
}

/// What the legend explains, each with its words.
struct Entries {
    grounds: Vec<(Sign, &'static str)>,
    flags: Vec<(Sign, &'static str)>,
    rows: Vec<(Row, &'static str)>,
}

/// Only what the map shows is explained.
fn entries(art: &Art) -> Entries {
    let ground = |ground| art.regions.iter().any(|region| region.ground == ground);
    let flag = |flag| art.regions.iter().any(|region| signs::flagged(region, flag));
    let line = |kind| art.lines.iter().any(|line| line.kind == kind);
    let arrow = |kind| art.arrows.iter().any(|arrow| arrow.kind == kind);
    let grounds = [(Ground::Clear, "Clear"), (Ground::Forest, "Forest"), (Ground::Urban, "Urban")]
        .into_iter()
        .filter(|&(kind, _)| ground(kind))
        .map(|(kind, says)| (Sign::Ground(kind), says))
        .collect();
    let flags = [("victory", "Victory"), ("observation", "Observation"), ("airfield", "Airfield")]
        .into_iter()
        .filter(|&(kind, _)| flag(kind))
        .map(|(kind, says)| (Sign::Flag(kind), says))
        .collect();
    let borders = [
        (StrokeKind::RoadBorder, "Road or trail border"),
        (StrokeKind::SolidBorder, "Solid border"),
        (StrokeKind::RiverBorder, "River, solid border"),
    ];
    // Roads and tracks cost alike in kind: one line explains both.
    let priced = if arrow(ArrowKind::Road) { ArrowKind::Road } else { ArrowKind::Track };
    let arrows = [(priced, "Arrow, with cost"), (ArrowKind::Link, "Zone to zone")];
    let rows = borders
        .into_iter()
        .filter(|&(kind, _)| line(kind))
        .map(|(kind, says)| (Row::Line(kind), says))
        .chain(
            arrows.into_iter().filter(|&(kind, _)| arrow(kind)).map(|(kind, says)| (Row::Arrow(kind), says)),
        )
        .collect();
    Entries { grounds, flags, rows }
}

fn legend_box(art: &Art) -> Rect {
    let Entries { grounds, flags, rows } = entries(art);
    let height = 18.0 + grounds.len().max(flags.len()) as f64 * SIGN_ROW + rows.len() as f64 * LINE_ROW;
    let (right, bottom) = (f64::from(art.size[0]) - 30.0, f64::from(art.size[1]) - 34.0);
    Rect { left: right - LEGEND_WIDTH, top: bottom - height, right, bottom }
}

fn legend(out: &mut String, art: &Art) {
    let Entries { grounds, flags, rows } = entries(art);
    let Rect { left, top, bottom, .. } = legend_box(art);
    put!(
        out,
        r##"<g {} font-size="14" fill="#1c1a17"><rect x="{}" y="{}" width="{}" height="{}" rx="8" fill="#f6f1e3" stroke="#6d5f45" stroke-width="2.5"/>"##,
        Font::Sans,
        N(left),
        N(top),
        N(LEGEND_WIDTH),
        N(bottom - top)
    );
    for (column, signs) in [(28.0, &grounds), (128.0, &flags)] {
        for (n, (sign, says)) in signs.iter().enumerate() {
            let (x, y) = (left + column, top + 25.0 + n as f64 * SIGN_ROW);
            match sign {
                Sign::Ground(ground) => signs::sign(out, *ground, (x, y + 1.0), 0.76),
                Sign::Flag("victory") => signs::star(out, (x, y), 12.0),
                Sign::Flag("observation") => signs::binoculars(out, (x - 10.5, y - 9.0), 0.85),
                Sign::Flag(_) => put!(
                    out,
                    r##"<g transform="translate({} {})rotate(-24)"><rect x="-14" y="-4.5" width="28" height="9" rx="1.5" fill="#cdd2d4" stroke="#90989c" stroke-width="1.5"/><path d="M-10 0h20" stroke="#fff" stroke-width="1.5" stroke-dasharray="4 3"/></g>"##,
                    N(x),
                    N(y)
                ),
            }
            put!(out, r#"<text x="{}" y="{}">{says}</text>"#, N(x + 22.0), N(y + 5.0));
        }
    }
    let start = top + 9.0 + grounds.len().max(flags.len()) as f64 * SIGN_ROW + LINE_ROW / 2.0;
    for (n, (row, says)) in rows.iter().enumerate() {
        let (x, y) = (left + 14.0, start + n as f64 * LINE_ROW);
        match row {
            Row::Line(kind) => lines::sample(out, *kind, x, y, 56.0),
            Row::Arrow(kind) => {
                let cost = art.arrows.iter().filter(|arrow| arrow.kind == *kind).find_map(|arrow| arrow.cost);
                let at = |dx: f64| [(x + dx) as i32, y as i32];
                put!(
                    out,
                    r#"<g transform="translate({} {})scale(.78)translate({} {})">"#,
                    N(x),
                    N(y),
                    N(-x.trunc()),
                    N(-y.trunc())
                );
                lines::draw_arrow(out, &Arrow { from: at(0.0), to: at(72.0), kind: *kind, cost });
                out.push_str("</g>");
            }
        }
        put!(out, r#"<text x="{}" y="{}">{says}</text>"#, N(left + 84.0), N(y + 5.0));
    }
    out.push_str("</g>");
}
