//! Small pictures at points of the map: cities, fortresses, great buildings, entries.

use view::art::{Art, Symbol, SymbolKind};

use super::scale;
use crate::{
    plane::{Rect, spot},
    svg::{Esc, Font, N, put},
};

/// Whether a symbol says what a space is worth, so that counters should keep off it.
pub(super) fn counts(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Star | SymbolKind::Value)
}

/// The room of a symbol.
pub(super) fn room(art: &Art, symbol: &Symbol) -> Rect {
    let (width, height) = match symbol.kind {
        SymbolKind::Place => (6.0, 6.0),
        SymbolKind::Town | SymbolKind::Wave => (12.0, 12.0),
        SymbolKind::City | SymbolKind::UrbanCity | SymbolKind::Value => (18.0, 18.0),
        SymbolKind::Stadium => (44.0, 78.0),
        _ => (26.0, 26.0),
    };
    let scale = scale(art);
    Rect::around(spot(symbol.at), width * scale, height * scale)
}

pub(super) fn draw(out: &mut String, art: &Art) {
    for symbol in &art.symbols {
        let [x, y] = symbol.at;
        emblem(out, symbol.kind, (f64::from(x), f64::from(y)), scale(art), symbol.turn, &symbol.says);
    }
}

const STAR: &str = "M0-12 2.8-3.9 11.4-3.7 4.6 1.5 7.1 9.7 0 4.8-7.1 9.7-4.6 1.5-11.4-3.7-2.8-3.9z";
const BASTION: &str =
    "M10.6 2.8 4.7 4.7 2.8 10.6-1.7 6.4-7.8 7.8-6.4 1.7-10.6-2.8-4.7-4.7-2.8-10.6 1.7-6.4 7.8-7.8 6.4-1.7z";

/// One symbol around a point.
pub(super) fn emblem(
    out: &mut String,
    kind: SymbolKind,
    (x, y): (f64, f64),
    scale: f64,
    turn: i32,
    says: &str,
) {
    put!(out, r#"<g transform="translate({} {})scale({scale:.3})">"#, N(x), N(y));
    let word = |out: &mut String, y: f64, size: f64, ink: &str| {
        put!(
            out,
            r#"<text y="{}" {} font-size="{}" text-anchor="middle" fill="{ink}">{}</text>"#,
            N(y),
            Font::SansBold,
            N(size),
            Esc(says)
        );
    };
    match kind {
        SymbolKind::City => out.push_str(
            r##"<circle r="6.4" fill="#fff7e6" stroke="#1d1a17" stroke-width="1.8"/><circle r="3" fill="#1d1a17"/>"##,
        ),
        SymbolKind::Town => {
            out.push_str(r##"<circle r="3.6" fill="#fff7e6" stroke="#3a322a" stroke-width="1.6"/>"##);
        }
        SymbolKind::Place => out.push_str(r##"<circle r="2" fill="#3a322a"/>"##),
        SymbolKind::UrbanCity => out.push_str(
            r##"<path fill="#6e281e" stroke="#1e0a08" d="M-6-6H6V6H-6z"/><path fill="#faebc8" d="M-2.2-2.2h4.4v4.4h-4.4z"/>"##,
        ),
        SymbolKind::FortressCity => put!(
            out,
            r##"<rect x="-10" y="-10" width="20" height="20" rx="3" fill="#fff7e6" stroke="#a3140f" stroke-width="2.2"/><path transform="scale(.66)" fill="#c01a14" d="{STAR}"/>"##
        ),
        SymbolKind::Fortress => put!(
            out,
            r##"<path fill="#781e18" stroke="#280a08" d="{BASTION}"/><path fill="#faebc8" d="M-3-3h6v6h-6z"/>"##
        ),
        SymbolKind::Star => {
            put!(out, r##"<path transform="scale(1.12)" fill="#c4161a" stroke="#460606" stroke-width="1" d="{STAR}"/>"##);
            word(out, 4.4, 11.0, "#fff6dc");
        }
        SymbolKind::Value => {
            out.push_str(r##"<rect x="-8" y="-8.5" width="16" height="17" rx="4" fill="#f6eed6" stroke="#503c28" stroke-width="1.3"/>"##);
            word(out, 4.6, 12.5, "#3c2818");
        }
        SymbolKind::Wave => {
            out.push_str(r##"<path d="M-6 0q3-4 6 0t6 0" fill="none" stroke="#2e76a6" stroke-width="1.9"/>"##);
        }
        SymbolKind::Palace => put!(
            out,
            r##"<path fill="#7a1f1a" stroke="#2b0d0b" stroke-width="1.6" d="M-15-13H15v9H5v16H-5V-4H-15z"/><path transform="translate(0 -8.5)scale(.5)" fill="#f3c84b" d="{STAR}"/>"##
        ),
        SymbolKind::Station => out.push_str(
            r##"<path fill="#8a3b22" stroke="#2b0d0b" stroke-width="1.6" d="M-21-2h14v-8H7v8h14V8h-42z"/><path fill="#5c2414" d="M-9-10 0-17l9 7z"/><circle cy="-4.5" r="3.4" fill="#f2ead2" stroke="#2b0d0b"/>"##,
        ),
        SymbolKind::Ministry => out.push_str(
            r##"<path fill="#6b2a2a" stroke="#2b0d0b" stroke-width="1.6" d="M-15-14h30v27H6V-5H-6v18h-9z"/>"##,
        ),
        SymbolKind::Parliament => out.push_str(
            r##"<path fill="#8c4a2f" stroke="#2b0d0b" stroke-width="1.6" d="M-17-9h34V9h-34z"/><path stroke="#f0dfc4" stroke-width="2" d="M-12-5V7M-6-5V7M0-5V7M6-5V7M12-5V7"/><path fill="#a8603f" stroke="#2b0d0b" d="M-17-9 0-16 17-9z"/>"##,
        ),
        SymbolKind::Hotel => put!(
            out,
            r##"<rect x="-9.5" y="-9.5" width="19" height="19" rx="3" fill="#1f4e79" stroke="#f4efe0" stroke-width="1.6"/><text y="5" {} font-size="14" text-anchor="middle" fill="#fff">H</text>"##,
            Font::SansBold
        ),
        SymbolKind::Stadium => out.push_str(
            r##"<ellipse rx="20" ry="37" fill="#8d8275" stroke="#4d463e" stroke-width="1.4"/><ellipse rx="14" ry="30" fill="#c49a72"/><rect x="-9.5" y="-22" width="19" height="44" rx="3" fill="#8fa86f" stroke="#f5f2e8"/><path d="M-9.5 0h19" stroke="#f5f2e8"/><circle r="5" fill="none" stroke="#f5f2e8"/>"##,
        ),
        SymbolKind::Airfield => put!(
            out,
            r##"<g transform="rotate({turn})"><rect x="-24" y="-4" width="48" height="8" rx="1.5" fill="#cdd2d4" stroke="#6b7378" stroke-width="1.2"/><path d="M-19 0h38" stroke="#fff" stroke-width="1.4" stroke-dasharray="5 3.5"/></g>"##
        ),
        SymbolKind::Entry => {
            put!(
                out,
                r##"<path transform="rotate({turn})" fill="#b3261e" stroke="#3a0a07" stroke-width="1.5" d="M-34-9h20v-7L4 0l-18 16V9h-20z"/>"##
            );
            if !says.is_empty() {
                let at = if turn == 0 { "-17,-22" } else { "34,26" };
                put!(
                    out,
                    r##"<text transform="translate({at})" {} font-size="12" text-anchor="middle" fill="#7a120c">{}</text>"##,
                    Font::SansBold,
                    Esc(says)
                );
            }
        }
        SymbolKind::Anchor => out.push_str(
            r##"<path fill="none" stroke="#1f4a66" stroke-width="2" d="M0-5V9M-5-1H5M-8 4q1 5 8 5t8-5"/><circle cy="-7.5" r="2.4" fill="none" stroke="#1f4a66" stroke-width="1.8"/>"##,
        ),
    }
    out.push_str("</g>");
}
