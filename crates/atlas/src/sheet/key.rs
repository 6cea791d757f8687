//! Title and legend of the other sheets.

use view::art::{Art, Frame, Ground, Key, Sample, Sheet, StrokeKind, SymbolKind};

use super::{emblems, frame, scale, scatter};
use crate::{
    plane::{Rect, spot},
    svg::{Esc, Font, N, put},
};

const NOWHERE: Rect = Rect { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 };

/// Letters of the legend.
fn letters(art: &Art) -> f64 {
    scale(art) * if art.sheet == Sheet::Theater { 9.0 } else { 14.0 }
}

/// Room of a sample before its words.
fn lead(art: &Art) -> f64 {
    letters(art) * if art.sheet == Sheet::Theater { 3.5 } else { 4.2 }
}

fn row(art: &Art) -> f64 {
    letters(art) * 2.05
}

fn columns(art: &Art) -> usize {
    if art.sheet == Sheet::Theater { 2 } else { 1 }
}

/// How wide each column is: its own longest words, not those of its neighbour.
fn widths(art: &Art) -> Vec<f64> {
    let rows = art.key.len().div_ceil(columns(art)).max(1);
    let words =
        |keys: &[Key]| keys.iter().map(|key| Font::Sans.width(&key.says, letters(art))).fold(0.0, f64::max);
    art.key.chunks(rows).map(|keys| lead(art) + words(keys) + letters(art)).collect()
}

/// Where the title stands; above the map where there is a margin for it.
pub(crate) fn title_box(art: &Art) -> Rect {
    if art.title.is_empty() || art.sheet == Sheet::City {
        return NOWHERE;
    }
    let scale = scale(art);
    let (title, subtitle) = sizes(art);
    let width = (Font::SerifBold.width(&art.title.to_uppercase(), title) * 1.02)
        .max(Font::SerifItalic.width(&art.subtitle, subtitle))
        + 36.0 * scale;
    let (left, top) = art.title_at.map_or((24.0, 24.0), spot);
    Rect { left, top, right: left + width, bottom: top + title * 1.7 + subtitle * 2.2 }
}

fn sizes(art: &Art) -> (f64, f64) {
    let scale = scale(art);
    match art.sheet {
        Sheet::City => (36.0 * scale, 15.0 * scale),
        Sheet::Theater => (22.0 * scale, 11.0 * scale),
        Sheet::Front | Sheet::Winter => (37.0 * scale, 19.0 * scale),
    }
}

/// Where the legend stands.
pub(crate) fn key_box(art: &Art) -> Rect {
    if art.key.is_empty() || art.sheet == Sheet::City {
        return NOWHERE;
    }
    let (left, top) = art.key_at.map_or((24.0, title_box(art).bottom + 16.0), spot);
    let rows = art.key.len().div_ceil(columns(art)) as f64;
    Rect {
        left,
        top,
        right: left + widths(art).iter().sum::<f64>() + letters(art),
        bottom: top + rows * row(art) + letters(art),
    }
}

pub(super) fn draw(out: &mut String, art: &Art) {
    match art.sheet {
        Sheet::City => {
            headline(out, art);
            footline(out, art);
        }
        _ => {
            cartouche(out, art);
            legend(out, art);
        }
    }
}

fn title(out: &mut String, art: &Art, x: f64, y: f64, spacing: f64) {
    let (size, small) = sizes(art);
    put!(
        out,
        r##"<g text-anchor="middle"><text x="{0}" y="{1}" {2} font-size="{3}" letter-spacing="{4}" fill="#7a120c">{5}</text><text x="{0}" y="{6}" {7} font-size="{8}" fill="#3a3026">{9}</text></g>"##,
        N(x),
        N(y),
        Font::SerifBold,
        N(size),
        N(spacing),
        Esc(&art.title.to_uppercase()),
        N(y + small * 1.65),
        Font::SerifItalic,
        N(small),
        Esc(&art.subtitle)
    );
}

/// Title above the map.
fn headline(out: &mut String, art: &Art) {
    let Frame { at: [x, y], size: [width, _] } = frame(art);
    let scale = scale(art);
    let top = f64::from(y);
    title(out, art, f64::from(x) + f64::from(width) / 2.0, top - 42.0 * scale, 9.0 * scale);
    put!(
        out,
        r##"<g transform="translate({} {})scale({scale:.3})"><path fill="#2d2a26" d="M0-32-10 8 0 0z"/><path fill="#b8ae98" d="M0-32 10 8 0 0z"/><text y="24" {} font-size="15" text-anchor="middle" fill="#2d2a26">N</text></g>"##,
        N(f64::from(x + width) - 40.0 * scale),
        N(top - 40.0 * scale),
        Font::SerifBold
    );
}

/// The legend in one row below the map.
fn footline(out: &mut String, art: &Art) {
    let Frame { at: [x, y], size: [width, height] } = frame(art);
    let (size, scale) = (letters(art), scale(art));
    let widths: Vec<f64> =
        art.key.iter().map(|key| lead(art) + Font::Sans.width(&key.says, size) + size * 1.8).collect();
    let mut left = f64::from(x) + (f64::from(width) - widths.iter().sum::<f64>()) / 2.0;
    let middle = (f64::from(y + height) + f64::from(art.size[1])) / 2.0 + 10.0 * scale;
    for (key, width) in art.key.iter().zip(widths) {
        entry(out, art, key, left, middle);
        left += width;
    }
}

fn panel(out: &mut String, art: &Art, bounds: &Rect) {
    let scale = scale(art);
    put!(
        out,
        r##"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="#f4ecd4" stroke="#543a22" stroke-width="{}"/>"##,
        N(bounds.left),
        N(bounds.top),
        N(bounds.right - bounds.left),
        N(bounds.bottom - bounds.top),
        N(6.0 * scale),
        N(2.0 * scale)
    );
}

fn cartouche(out: &mut String, art: &Art) {
    let bounds = title_box(art);
    if bounds == NOWHERE {
        return;
    }
    panel(out, art, &bounds);
    title(out, art, (bounds.left + bounds.right) / 2.0, bounds.top + sizes(art).0 * 1.3, 0.0);
}

fn legend(out: &mut String, art: &Art) {
    let bounds = key_box(art);
    if bounds == NOWHERE {
        return;
    }
    panel(out, art, &bounds);
    let rows = art.key.len().div_ceil(columns(art));
    let mut x = bounds.left + letters(art) * 0.7;
    for (column, width) in art.key.chunks(rows).zip(widths(art)) {
        for (n, key) in column.iter().enumerate() {
            let y = bounds.top + letters(art) * 0.5 + (n as f64 + 0.5) * row(art);
            entry(out, art, key, x, y);
        }
        x += width;
    }
}

/// One line of the legend: the sample, then the words.
fn entry(out: &mut String, art: &Art, key: &Key, x: f64, y: f64) {
    let size = letters(art);
    let unit = size / 14.0;
    match key.sample {
        Sample::Ground(ground) => swatch(out, art, ground, x + size * 1.4, y, unit),
        Sample::Stroke(kind) => {
            for (color, width, more) in stroke_looks(art.sheet, kind) {
                put!(
                    out,
                    r#"<path fill="none" stroke="{color}" stroke-width="{}" {more} d="M{} {}h{}"/>"#,
                    N(width * unit),
                    N(x),
                    N(y),
                    N(lead(art) - size * 0.8)
                );
            }
        }
        Sample::Symbol(kind) => {
            let says = if matches!(kind, SymbolKind::Star | SymbolKind::Value) { "1" } else { "" };
            emblems::emblem(out, kind, (x + size * 1.4, y), unit * 0.95, 0, says);
        }
    }
    put!(
        out,
        r##"<text x="{}" y="{}" {} font-size="{}" fill="#2d2620">{}</text>"##,
        N(x + lead(art)),
        N(y + size * 0.36),
        Font::Sans,
        N(size),
        Esc(&key.says)
    );
}

/// A piece of ground with what grows on it.
fn swatch(out: &mut String, art: &Art, ground: Ground, x: f64, y: f64, unit: f64) {
    let fill = match (art.sheet, ground) {
        (Sheet::City, Ground::Clear) => "#e3e0d0",
        (_, Ground::Clear) => "#eee4c6",
        (_, Ground::Forest) => "#bccaa5",
        (_, Ground::Urban) => "#cfc5b4",
        (_, Ground::Landmark) => "#dcc0ab",
        (_, Ground::Marsh) => "#b8cebe",
        (_, Ground::Rough) => "#dcc49a",
        (_, Ground::Mountains) => "#c5a983",
    };
    put!(out, r#"<g transform="translate({} {})scale({unit:.3})">"#, N(x), N(y));
    let shape =
        if art.sheet == Sheet::City { "M20 0 10 17H-10L-20 0-10-17H10z" } else { "M-17-11h34v22h-34z" };
    put!(out, r##"<path fill="{fill}" stroke="#3b362f" stroke-width="1" d="{shape}"/>"##);
    match (art.sheet, ground) {
        (Sheet::City, Ground::Urban) => out.push_str(r##"<path fill="#8f8375" d="M-13-10h8v6h-8zM0-13h8v7H0zM-12 1h7v8h-7zM0-2h6v5H0zM8-4h7v6H8zM-1 7h9v6h-9z"/>"##),
        (Sheet::City, Ground::Forest) => out.push_str(r##"<path fill="#5f7a4d" d="M-7-9a4.5 4.5 0 1 0 .1 0zM5-10a4.5 4.5 0 1 0 .1 0zM-2 1a4.5 4.5 0 1 0 .1 0zM9 2a4.5 4.5 0 1 0 .1 0z"/>"##),
        (Sheet::City, Ground::Landmark) => out.push_str(r##"<path fill="#7a1f1a" stroke="#2b0d0b" d="M-11-7h22V7h-22z"/>"##),
        _ => {
            if let Some((sign, look)) = scatter::growth(ground) {
                put!(out, r#"<path {look} d="M-7 3{sign}M7 4{sign}"/>"#);
            }
        }
    }
    out.push_str("</g>");
}

type Look = (&'static str, f64, &'static str);

/// How a line is drawn in the legend: colour, width, dashes.
fn stroke_looks(sheet: Sheet, kind: StrokeKind) -> &'static [Look] {
    const ROUND: &str = r#"stroke-linecap="round""#;
    match (sheet, kind) {
        (_, StrokeKind::Avenue | StrokeKind::Road) => &[("#4a443c", 11.0, ROUND), ("#fbf6e4", 8.2, ROUND)],
        (_, StrokeKind::Street | StrokeKind::Trail) => &[("#4a443c", 7.6, ROUND), ("#efe7d2", 5.2, ROUND)],
        (_, StrokeKind::RiverSide) => &[("#3f6d8c", 14.0, ""), ("#79a9c6", 11.0, "")],
        (_, StrokeKind::StreamSide) => &[("#3f6d8c", 10.0, ""), ("#79a9c6", 7.5, "")],
        (_, StrokeKind::River | StrokeKind::RiverBorder) => &[("#4f8db4", 4.5, "")],
        (_, StrokeKind::Stream) => &[("#4f8db4", 2.8, "")],
        (Sheet::City, StrokeKind::Rail) => {
            &[("#3a3733", 4.4, ""), ("#e9e4d6", 2.0, r#"stroke-dasharray="7 7""#)]
        }
        (_, StrokeKind::Rail) => &[("#2b2622", 2.2, ""), ("#2b2622", 8.0, r#"stroke-dasharray="1.6 8""#)],
        (_, StrokeKind::Siding) => &[("#55504a", 1.3, r#"stroke-dasharray="4 3""#)],
        (_, StrokeKind::Bridge) => &[("#26221d", 13.0, ""), ("#f6efdc", 8.0, "")],
        (_, StrokeKind::FrontLine | StrokeKind::SolidBorder | StrokeKind::RoadBorder) => {
            &[("#a31c18", 4.4, r#"stroke-dasharray="10 5""#)]
        }
        (_, StrokeKind::Limit) => &[("#b2841e", 4.0, r#"stroke-dasharray="5 5""#)],
        (_, StrokeKind::SeaLane) => &[("#1e3454", 3.6, r#"stroke-dasharray="3.5 6.5""#)],
        (_, StrokeKind::Blocked) => &[("#1f5d86", 7.0, ROUND)],
        (_, StrokeKind::Passage) => &[("#8a5a12", 4.4, r#"stroke-dasharray="2.6 4.2""#)],
        (_, StrokeKind::Edge) => &[("#c08a2c", 7.0, "")],
    }
}
