//! One counter from its face and from what has happened to it, in a box of 100 by 100. Every mark changes a shape,
//! never a colour alone.

use std::collections::BTreeMap;

use view::{Badge, Face, Hue, MarkKind, Name, Piece, Shape, Sign, Tone};

use crate::{
    palette::{CHOSEN, PAPER, Paint, Palette},
    svg::{Esc, Font, N, put},
    symbols::symbol,
};

/// One counter on its own as a whole SVG file, `size` units wide and high.
pub fn counter_svg(face: &Face, size: u32) -> String {
    let mut out = String::new();
    put!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{size}" height="{size}"><title>{}</title>"#,
        Esc(&face.spoken)
    );
    draw(&mut out, face, &Happened::default(), Palette::STANDARD);
    out.push_str("</svg>\n");
    out
}

/// What has happened to a counter since it was printed.
#[derive(Clone, Default)]
pub(crate) struct Happened<'a> {
    signs: Vec<&'a Sign>,
    facing: Option<u8>,
    aboard: u8,
    chosen: bool,
}

impl<'a> Happened<'a> {
    pub(crate) fn to(piece: &Piece, marks: &'a BTreeMap<Name, MarkKind>) -> Happened<'a> {
        let signs = piece.marks.iter().filter_map(|mark| marks.get(mark)).map(|kind| &kind.sign).collect();
        Happened { signs, facing: piece.facing, aboard: piece.aboard, chosen: piece.chosen }
    }

    fn has(&self, sign: &Sign) -> bool {
        self.signs.contains(&sign)
    }

    /// How often it has acted, for units that may act several times.
    fn times(&self) -> Option<u8> {
        self.signs.iter().find_map(|sign| if let Sign::Times(times) = sign { Some(*times) } else { None })
    }

    /// What it suffers.
    fn badge(&self) -> Option<&Badge> {
        self.signs.iter().find_map(|sign| if let Sign::Badge(badge) = sign { Some(badge) } else { None })
    }

    /// It has acted: only its strength still counts.
    fn spent(&self) -> bool {
        self.has(&Sign::Spent)
    }
}

/// The counter's box is 0 to 100; pointers and badges may stand out a little.
pub(crate) fn draw(out: &mut String, face: &Face, happened: &Happened, palette: Palette) {
    let paint = palette.paint(face.tone);
    let spent = face.acted || happened.spent();
    let ink = if spent { "#2a2620" } else { paint.ink };
    put!(out, r#"<g {} text-anchor="middle" fill="{ink}">"#, Font::Narrow);
    pointer(out, face, happened, paint);
    body(out, face, paint, spent);
    if happened.has(&Sign::Reduced) {
        let stripe = if spent { paint.fill } else { PAPER };
        put!(out, r#"<path d="M4 37 37 4" stroke="{stripe}" stroke-width="11"/>"#);
    }
    sign(out, face, ink, spent);
    values(out, face, spent, happened.has(&Sign::Reduced));
    badges(out, happened);
    if happened.chosen {
        put!(
            out,
            r##"<rect x="-4" y="-4" width="108" height="108" rx="13" fill="none" stroke="#7a5600" stroke-width="9"/><rect x="-4" y="-4" width="108" height="108" rx="13" fill="none" stroke="{CHOSEN}" stroke-width="5" stroke-dasharray="16 7"/>"##
        );
    }
    out.push_str("</g>");
}

/// The shadow of a counter on what lies below it.
pub(crate) fn shadow(out: &mut String, tone: Tone) {
    let outline = match tone {
        Tone::Dark => "M11 5H92a8 8 0 0 1 8 8V94a8 8 0 0 1-8 8H11a8 8 0 0 1-8-8V13a8 8 0 0 1 8-8z",
        Tone::Light => "M11 5H79L100 26V94a8 8 0 0 1-8 8H11a8 8 0 0 1-8-8V13a8 8 0 0 1 8-8z",
    };
    put!(out, r##"<path fill="#1a1408" fill-opacity=".3" d="{outline}"/>"##);
}

/// Dark sides are square, light sides have a notched corner. A counter that has acted shows paper in a frame of its
/// side: a solid one, or a dashed one for the light side.
fn body(out: &mut String, face: &Face, paint: Paint, spent: bool) {
    let outline = match (face.tone, spent) {
        (Tone::Dark, false) => {
            "M11 3H89A8 8 0 0 1 97 11V89A8 8 0 0 1 89 97H11A8 8 0 0 1 3 89V11A8 8 0 0 1 11 3Z"
        }
        (Tone::Dark, true) => {
            "M11 5H89A6 6 0 0 1 95 11V89A6 6 0 0 1 89 95H11A6 6 0 0 1 5 89V11A6 6 0 0 1 11 5Z"
        }
        (Tone::Light, false) => "M11 3H76L97 24V89A8 8 0 0 1 89 97H11A8 8 0 0 1 3 89V11A8 8 0 0 1 11 3Z",
        (Tone::Light, true) => "M11 5H75L95 25V89A6 6 0 0 1 89 95H11A6 6 0 0 1 5 89V11A6 6 0 0 1 11 5Z",
    };
    match (spent, face.tone) {
        (false, _) => {
            put!(
                out,
                r#"<path fill="{}" stroke="{}" stroke-width="4" d="{outline}"/>"#,
                paint.fill,
                paint.edge
            );
        }
        (true, Tone::Dark) => {
            put!(out, r#"<path fill="{PAPER}" stroke="{}" stroke-width="9" d="{outline}"/>"#, paint.fill);
        }
        (true, Tone::Light) => put!(
            out,
            r#"<path fill="{PAPER}" stroke="{}" stroke-width="9" d="{outline}"/><path fill="none" stroke="{}" stroke-width="9" stroke-dasharray="15 5" d="{outline}"/>"#,
            paint.fill,
            paint.edge
        ),
    }
    if let Some(band) = &face.band {
        put!(
            out,
            r#"<path stroke="{}" stroke-width="7" stroke-linecap="round" d="M{} 27V75"/>"#,
            Esc(band),
            if spent { 14 } else { 11 }
        );
    }
}

/// Name and echelon on top, the symbol below them. A counter without a symbol shows a word instead.
fn sign(out: &mut String, face: &Face, ink: &str, spent: bool) {
    let Some(kind) = &face.symbol else {
        put!(out, r#"<text x="50" y="62" font-size="34">{}</text>"#, Esc(&face.name));
        return;
    };
    let (room, x) = if face.size.is_some() { (52.0, 33.0) } else { (78.0, 50.0) };
    // The frame of a spent counter is thick: its name sits lower and smaller.
    let (size, y) = if spent { (13.0, 21) } else { (15.0, 19) };
    let shrink = (room / Font::Narrow.width(&face.name, size)).min(1.0);
    // The light side's corner is cut off: its name keeps to the left of the notch.
    let x = if face.tone == Tone::Light && face.size.is_none() { x - 4.0 } else { x };
    put!(out, r#"<text x="{}" y="{y}" font-size="{}">{}</text>"#, N(x), N(size * shrink), Esc(&face.name));
    if let Some(size) = &face.size {
        put!(out, r#"<text x="72" y="19" font-size="11.5">{}</text>"#, Esc(size));
    }
    let Some(symbol) = symbol(face.set, kind) else {
        put!(out, r#"<text x="50" y="52" font-size="20">{}</text>"#, Esc(kind));
        return;
    };
    put!(
        out,
        r#"<g transform="translate(24 24)" fill="none" stroke="{ink}" stroke-width="3.6" stroke-linejoin="round" stroke-linecap="round">"#
    );
    if symbol.framed {
        out.push_str(r##"<path fill="#fff" fill-opacity=".14" d="M0 0H52V34H0Z"/>"##);
    }
    if !symbol.strokes.is_empty() {
        put!(out, r#"<path d="{}"/>"#, symbol.strokes);
    }
    if !symbol.solid.is_empty() {
        put!(out, r#"<path fill="{ink}" stroke-width="1" d="{}"/>"#, symbol.solid);
    }
    out.push_str("</g>");
}

/// Strength left and largest, operations in brackets, movement right. A spent counter shows its strength alone.
fn values(out: &mut String, face: &Face, spent: bool, reduced: bool) {
    let Some(strength) = &face.strength else { return };
    let lean = if reduced { r#" font-style="italic""# } else { "" };
    let movement = face.movement.as_ref().filter(|_| !spent);
    let Some(movement) = movement else {
        put!(
            out,
            r#"<text x="50" y="{}" font-size="36"{lean}>{}</text>"#,
            if spent { 89 } else { 92 },
            Esc(strength)
        );
        return;
    };
    let (left, right) = if face.ops.is_some() { (25, 83) } else { (32, 71) };
    put!(out, r#"<text x="{left}" y="92" font-size="37"{lean}>{}</text>"#, Esc(strength));
    if let Some(ops) = &face.ops {
        put!(out, r#"<text x="56" y="89" font-size="20">({})</text>"#, Esc(ops));
    }
    put!(
        out,
        r#"<text x="{right}" y="91" {} font-weight="normal" font-size="29">{}</text>"#,
        Font::Sans,
        Esc(movement)
    );
}

/// Facing never turns the counter, only a pointer on its rim: an arc for a front of three sides, filled for one.
fn pointer(out: &mut String, face: &Face, happened: &Happened, paint: Paint) {
    let Some(side) = happened.facing else { return };
    put!(out, r#"<g transform="translate(50 50)rotate({})" stroke-width="3">"#, u32::from(side) * 60);
    let edge = paint.edge;
    if face.foot {
        put!(
            out,
            r#"<path fill="none" stroke="{edge}" stroke-width="5" stroke-linecap="round" d="M-44-42Q0-88 44-42"/><path fill="{edge}" stroke="{PAPER}" d="M-9-66 0-80 9-66Z"/>"#
        );
    } else {
        put!(out, r#"<path fill="{edge}" stroke="{PAPER}" d="M-20-57 0-86 20-57Z"/>"#);
    }
    out.push_str("</g>");
}

/// The outline of a badge, and where its letter stands.
fn outline(shape: Shape) -> (&'static str, u8) {
    match shape {
        Shape::Circle => ("M-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0z", 9),
        Shape::Diamond => ("M0-22 22 0 0 22-22 0Z", 9),
        Shape::Triangle => ("M0-23 23 17H-23Z", 13),
        Shape::Wedge => ("M-19-19H19L0 22Z", 3),
        Shape::Square => ("M-17-17H17V17H-17Z", 9),
        Shape::Shield => ("M-17-16H17V2C17 14 8 19 0 23-8 19-17 14-17 2Z", 9),
    }
}

fn color(hue: Hue) -> &'static str {
    match hue {
        Hue::Amber => "#f6cf3c",
        Hue::Orange => "#f08a2c",
        Hue::Red => "#ff8d7e",
        Hue::Grey => "#c9ced4",
        Hue::Blue => "#cfe3f2",
    }
}

/// One badge a corner.
fn badges(out: &mut String, happened: &Happened) {
    const BLACK: &str = "#14110c";
    put!(out, r#"<g stroke="{BLACK}" stroke-width="3" stroke-linejoin="round">"#);
    if happened.aboard > 0 {
        put!(
            out,
            r##"<path fill="{BLACK}" stroke="#fff" d="M-1-9H35V17H-1Z"/><text x="17" y="13" font-size="22" fill="#fff" stroke="none">+{}</text>"##,
            happened.aboard
        );
    } else if happened.has(&Sign::Lead) {
        put!(out, r#"<path fill="{CHOSEN}" d="M12-9 18 5 33 6 21 15 25 29 12 21-1 29 3 15-9 6 6 5Z"/>"#);
    }
    if happened.has(&Sign::Moved) && !happened.spent() {
        put!(
            out,
            r#"<path fill="{PAPER}" d="M-7 78H14L25 89 14 100H-7Z"/><path fill="none" d="M0 89H15M9 83 15 89 9 95"/>"#
        );
    }
    if let Some(times) = happened.times() {
        put!(
            out,
            r#"<path fill="{PAPER}" d="M-7 76H25V100H-7Z"/><text x="9" y="96" font-size="22" fill="{BLACK}" stroke="none">{times}</text>"#
        );
    }
    if happened.has(&Sign::Fired) {
        out.push_str(r##"<path fill="#fff3c4" transform="translate(92 88)" d="M0-17 5-6 17-8 9 1 15 12 3 9-4 18-6 7-17 5-8-2-12-13-2-8Z"/>"##);
    }
    if let Some(Badge { shape, letter, hue }) = happened.badge() {
        let ((shape, drop), color) = (outline(*shape), color(*hue));
        let letter = Esc(letter);
        put!(
            out,
            r#"<g transform="translate(86 15)" fill="{color}"><path d="{shape}"/><text y="{drop}" font-size="25" fill="{BLACK}" stroke="none">{letter}</text></g>"#
        );
    }
    out.push_str("</g>");
}

/// What lies in a space and is no unit, in a box of 100.
pub(crate) fn marker(out: &mut String, kind: &str, palette: Palette) -> bool {
    let (shape, look) = match kind {
        "rubble" => (
            "M8 88 24 52 44 60 52 88ZM40 88 56 40 78 50 92 88ZM26 48 38 26 58 34 50 56Z",
            r##"fill="#5b534a" stroke="#211c15""##,
        ),
        "heavy-rubble" => (
            "M2 92 18 52 40 62 46 92ZM40 92 52 46 74 52 98 92ZM18 50 30 22 50 30 46 56ZM52 42 60 14 84 26 80 48Z",
            r##"fill="#5b534a" stroke="#211c15""##,
        ),
        "wreck" => (
            "M6 74H94L84 88H16ZM22 72 30 54H64L76 72ZM40 52 48 40H58L60 52ZM58 44 92 32 93 37 60 50Z",
            r##"fill="#2c2722" stroke="#211c15""##,
        ),
        "roadblock" => (
            "M6 78 22 30H32L16 78ZM34 78 50 30H60L44 78ZM62 78 78 30H88L72 78ZM4 60H96V68H4Z",
            r##"fill="#f2c230" stroke="#211c15""##,
        ),
        "smoke" => (
            "M14 70C2 66 4 46 20 46 20 28 44 24 52 36 66 24 90 34 84 52 98 58 92 76 78 74 66 84 30 82 14 70Z",
            r##"fill="#b9b4ab" stroke="#211c15""##,
        ),
        "fire" => (
            "M52 6C58 30 84 40 76 68 72 86 60 94 50 94 34 94 22 84 22 66 22 50 38 48 36 28 46 34 52 44 50 56 60 46 60 28 52 6Z",
            r##"fill="#e2571e" stroke="#211c15""##,
        ),
        "partisan" | "partisans" => (
            "M50 8 62 38 94 40 69 60 78 92 50 74 22 92 31 60 6 40 38 38Z",
            r##"fill="#7d8f3c" stroke="#211c15""##,
        ),
        "security" => (
            "M20 14H80V52C80 72 64 86 50 92 36 86 20 72 20 52ZM44 30V66H56V30Z",
            r##"fill="#6b7686" fill-rule="evenodd" stroke="#211c15""##,
        ),
        "interdiction" => (
            "M50 44 92 64V74L58 66 56 82 66 92H34L44 82 42 66 8 74V64Z",
            r##"fill="#33414f" stroke="#211c15""##,
        ),
        "entrenchment" | "entrenched" => {
            ("M6 70 22 40H36L50 70 64 40H78L94 70V80H6Z", r##"fill="#8a6a3c" stroke="#211c15""##)
        }
        "depot" | "supply" => (
            "M10 30 50 10 90 30V88H10ZM36 88V54H64V88Z",
            r##"fill="#e9d9a8" fill-rule="evenodd" stroke="#211c15""##,
        ),
        "rail-cut" | "rail-converted" => (
            "M24 6H34V94H24ZM66 6H76V94H66ZM10 18H90V26H10ZM10 46H90V54H10ZM10 74H90V82H10Z",
            if kind == "rail-cut" {
                r##"fill="#b3261e" stroke="#211c15""##
            } else {
                r##"fill="#3a3733" stroke="#211c15""##
            },
        ),
        "stubborn" => {
            put!(
                out,
                r##"<path fill="{}" stroke="#fff" stroke-width="5" stroke-linejoin="round" d="M50 6 90 20V48C90 74 70 88 50 96 30 88 10 74 10 48V20Z"/>"##,
                palette.paint(Tone::Dark).fill
            );
            return true;
        }
        _ => return false,
    };
    put!(
        out,
        r##"<path stroke="#fff" stroke-opacity=".85" stroke-width="11" stroke-linejoin="round" d="{shape}"/><path {look} stroke-width="3.5" stroke-linejoin="round" d="{shape}"/>"##
    );
    true
}
