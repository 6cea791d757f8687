//! Lettering of the other sheets: every hand has its face, size and colour.

use view::art::{Art, Hand, Label, Sheet};

use super::scale;
use crate::{
    plane::{Rect, spot},
    svg::{Esc, Font, N, put},
};

/// How one hand writes: face, size, ink, halo, width of the halo, space between letters.
struct Look {
    font: Font,
    size: f64,
    ink: &'static str,
    halo: &'static str,
    rim: f64,
    spacing: f64,
    capitals: bool,
}

const ALL: [Hand; 16] = [
    Hand::Sea,
    Hand::Country,
    Hand::District,
    Hand::River,
    Hand::Street,
    Hand::Place,
    Hand::Town,
    Hand::City,
    Hand::FortressCity,
    Hand::Area,
    Hand::Capital,
    Hand::Zone,
    Hand::ZoneNote,
    Hand::Hotel,
    Hand::Landmark,
    Hand::Ruler,
];

fn look(sheet: Sheet, hand: Hand) -> Look {
    let (font, size, ink, halo, rim, spacing) = match hand {
        Hand::Area => (Font::SerifBold, 15.0, "#281c10", "#f6eed6", 4.4, 0.0),
        Hand::Capital => (Font::SerifBold, 17.0, "#600e0a", "#f6eed6", 4.4, 0.0),
        Hand::Zone => (Font::SerifBold, 30.0, "#3a3430", "#f0e8d6", 5.2, 2.0),
        Hand::ZoneNote => (Font::SerifBoldItalic, 14.5, "#4a423c", "#f0e8d6", 4.0, 0.0),
        Hand::City => (Font::SerifBold, 12.6, "#1d1a17", "#f6efd8", 3.2, 0.0),
        Hand::FortressCity => (Font::SerifBold, 14.5, "#a3140f", "#f6efd8", 3.4, 0.0),
        Hand::Town => (Font::Sans, 9.6, "#3a322a", "#f6efd8", 2.8, 0.0),
        Hand::Place if sheet == Sheet::City => (Font::SerifBoldItalic, 10.5, "#3a3a2a", "#f4efe0", 3.0, 0.0),
        Hand::Place => (Font::Sans, 8.0, "#4a3f31", "#f6efd8", 2.4, 0.0),
        Hand::District => (Font::SerifBold, 17.0, "#4b4036", "#f4efe0", 4.0, 5.0),
        Hand::Street => (Font::Narrow, 9.0, "#5a2a12", "#fbf6e4", 2.6, 0.0),
        Hand::River if sheet == Sheet::City => (Font::SerifBoldItalic, 14.0, "#234e6b", "#cfe2ee", 3.0, 3.0),
        Hand::River => (Font::SerifItalic, 9.6, "#2a6690", "#f1ead3", 2.2, 0.5),
        Hand::Sea => (Font::SerifItalic, 20.0, "#40708d", "#b4cddb", 0.0, 2.0),
        Hand::Country => (Font::SerifBold, 11.0, "#8a7650", "#f1e9d2", 0.0, 3.0),
        Hand::Landmark => (Font::SerifBold, 11.5, "#7a120c", "#fff8e8", 3.6, 0.0),
        Hand::Hotel => (Font::SerifBold, 9.0, "#1f4e79", "#fff8e8", 3.0, 0.0),
        Hand::Ruler => (Font::SansBold, 15.0, "#e9dcb8", "#3a322a", 0.0, 0.0),
    };
    let capitals = matches!(hand, Hand::Landmark | Hand::FortressCity | Hand::Zone | Hand::District);
    Look { font, size, ink, halo, rim, spacing, capitals }
}

fn words(look: &Look, says: &str) -> String {
    if look.capitals { says.to_uppercase() } else { says.to_owned() }
}

/// Whether lettering in this hand names a space, so that counters should keep off it.
pub(super) fn names_a_space(hand: Hand) -> bool {
    matches!(hand, Hand::Area | Hand::Capital | Hand::Zone | Hand::ZoneNote)
}

/// Names of areas are centred on their point in height, too: a sign beside them lies on the same line.
fn drop(art: &Art, label: &Label) -> i32 {
    let size = label.size.map_or(look(art.sheet, label.hand).size * scale(art), f64::from);
    if matches!(label.hand, Hand::Area | Hand::Capital) { (size * 0.36).round() as i32 } else { 0 }
}

/// Roughly the room a label takes up.
pub(super) fn room(art: &Art, label: &Label) -> Rect {
    let look = look(art.sheet, label.hand);
    let size = label.size.map_or(look.size * scale(art), f64::from);
    let says = words(&look, &label.says);
    let width = look.font.width(&says, size) + look.spacing * scale(art) * says.chars().count() as f64;
    let (sin, cos) = f64::from(label.turn).to_radians().sin_cos();
    let (x, y) = spot(label.at);
    let y = y + f64::from(drop(art, label));
    let (across, up) = (width * cos.abs() + size * sin.abs(), width * sin.abs() + size * cos.abs());
    Rect::around((x + size * 0.35 * sin, y - size * 0.35 * cos), across + 4.0, up + 4.0)
}

/// All lettering in some hands.
pub(super) fn draw(out: &mut String, art: &Art) {
    let scale = scale(art);
    for hand in ALL {
        let look = look(art.sheet, hand);
        let mut own = art.labels.iter().filter(|label| label.hand == hand).peekable();
        if own.peek().is_none() {
            continue;
        }
        put!(
            out,
            r#"<g text-anchor="middle" {} font-size="{}" fill="{}""#,
            look.font,
            N(look.size * scale),
            look.ink
        );
        if look.spacing > 0.0 {
            put!(out, r#" letter-spacing="{}""#, N(look.spacing * scale));
        }
        if look.rim > 0.0 {
            put!(
                out,
                r#" stroke="{}" stroke-opacity=".9" stroke-width="{}" stroke-linejoin="round" paint-order="stroke""#,
                look.halo,
                N(look.rim * scale)
            );
        }
        out.push('>');
        for label in own {
            let [x, y] = label.at;
            let y = y + drop(art, label);
            let size = label.size.map_or(String::new(), |size| format!(r#" font-size="{size}""#));
            if label.turn == 0 {
                put!(out, r#"<text x="{x}" y="{y}"{size}>"#);
            } else {
                put!(out, r#"<text transform="translate({x} {y})rotate({})"{size}>"#, label.turn);
            }
            put!(out, "{}</text>", Esc(&words(&look, &label.says)));
        }
        out.push_str("</g>");
    }
}
