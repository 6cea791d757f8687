//! The map with a position on it: control, marks, counters, and the strip below with tracks and boxes.

use std::collections::BTreeMap;

use view::{
    Art, Board, Face, Name, Piece, Space, Stack, SymbolSet, Tone, View,
    art::{Region, Sheet},
};

use crate::{
    counters::{self, Happened},
    furniture, map,
    palette::{CHOSEN, Palette},
    plane::{Rect, spot},
    signs,
    stacks::{self, Place, Room},
    strip,
    svg::{Esc, Font, N, put},
};

/// The whole position as an SVG file: everything the viewer knows is in the picture.
pub fn position_svg(art: &Art, board: &Board, view: &View) -> String {
    let scene = Scene { art, board, view, palette: Palette::of(&board.game) };
    let strip = strip::draw(&scene);
    let mut out = String::with_capacity(1 << 18);
    map::open(&mut out, art.size[0], art.size[1] + strip.height, &board.title);
    map::layers(&mut out, art, &scene.tints());
    for space in &board.spaces {
        scene.marks(&mut out, space);
    }
    let taken = scene.taken();
    for space in &board.spaces {
        scene.stack(&mut out, space, &taken);
    }
    out.push_str(&strip.svg);
    out.push_str("</svg>\n");
    out
}

/// The part of a position that lies around these spaces, without tracks and boxes. It is as wide as a picture in a text,
/// and shows more around a pair of neighbours than they fill.
pub fn detail_svg(art: &Art, board: &Board, view: &View, around: &[Name]) -> String {
    let scene = Scene { art, board, view, palette: Palette::of(&board.game) };
    let centers: Vec<[i32; 2]> =
        board.spaces.iter().filter(|space| around.contains(&space.id)).map(|space| space.center).collect();
    let range = |axis: usize| {
        let along = centers.iter().map(|center| center[axis]);
        (along.clone().min().unwrap_or(0), along.max().unwrap_or(art.size[axis]))
    };
    let ((left, right), (top, bottom)) = (range(0), range(1));
    let margin = 5 * i32::from(board.counter);
    let wide = (right - left + 2 * margin).max((bottom - top + 2 * margin) * 3 / 2);
    let tall = wide * 2 / 3;
    // Nothing lies beyond the edge of the map.
    let place = |from: i32, to: i32, long: i32, whole: i32| ((from + to - long) / 2).min(whole - long).max(0);
    let x = place(left, right, wide, art.size[0]);
    let y = place(top, bottom, tall, art.size[1]);
    let mut out = String::with_capacity(1 << 18);
    map::open_part(&mut out, [x, y, wide, tall], &board.title);
    map::layers(&mut out, art, &scene.tints());
    for space in &board.spaces {
        scene.marks(&mut out, space);
    }
    let taken = scene.taken();
    for space in &board.spaces {
        scene.stack(&mut out, space, &taken);
    }
    out.push_str("</svg>\n");
    out
}

/// What a position picture is drawn from.
pub(crate) struct Scene<'a> {
    pub art: &'a Art,
    pub board: &'a Board,
    pub view: &'a View,
    pub palette: Palette,
}

impl<'a> Scene<'a> {
    pub(crate) fn tone(&self, side: &str) -> Option<Tone> {
        self.board.sides.iter().find(|it| &*it.id == side).map(|it| it.tone)
    }

    fn region(&self, id: &str) -> Option<&'a Region> {
        self.art.regions.iter().find(|region| &*region.id == id)
    }

    /// Control is a hatch in the light side's colour; the dark side's ground stays as printed. The space that the
    /// decision is about gets an amber ring.
    fn tints(&self) -> String {
        let mut out = String::new();
        put!(
            out,
            r#"<defs><pattern id="held" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M7 0V14" stroke="{}" stroke-width="3.4" stroke-opacity=".28"/></pattern></defs>"#,
            self.palette.paint(Tone::Light).edge
        );
        for space in &self.board.spaces {
            let Some(state) = self.view.spaces.get(&space.id) else { continue };
            if state.control.as_deref().and_then(|side| self.tone(side)) == Some(Tone::Light) {
                put!(
                    out,
                    r##"<path data-held="{}" fill="url(#held)" d="{}"/>"##,
                    Esc(&space.id),
                    Esc(&space.outline)
                );
            }
            if state.chosen {
                put!(out, r#"<path fill="{CHOSEN}" fill-opacity=".3" d="{}"/>"#, Esc(&space.outline));
            }
        }
        out
    }

    /// Markers stand to the left of a space's number.
    fn marks(&self, out: &mut String, space: &Space) {
        let Some(state) = self.view.spaces.get(&space.id) else { return };
        if state.chosen {
            put!(
                out,
                r##"<g fill="none" stroke-linejoin="round"><path stroke="#fff" stroke-opacity=".9" stroke-width="9" d="{0}"/><path stroke="#7a5600" stroke-width="5" stroke-dasharray="14 7" d="{0}"/></g>"##,
                Esc(&space.outline)
            );
        }
        let size = f64::from(self.board.counter) * 0.5;
        let (y, mut right) = self.marks_at(space, size);
        for mark in &state.marks {
            let mut drawn = String::new();
            if counters::marker(&mut drawn, &mark.kind, self.palette) {
                put!(
                    out,
                    r#"<g transform="translate({} {})scale({})"><title>{}</title>{drawn}</g>"#,
                    N(right - size),
                    N(y - size * 0.6),
                    size / 100.0,
                    Esc(&mark.label)
                );
                right -= size + 2.0;
            } else {
                let width = Font::SansBold.width(&mark.kind, 13.0) + 12.0;
                put!(
                    out,
                    r##"<g><title>{}</title><rect x="{}" y="{}" width="{}" height="20" rx="5" fill="#fdfcf8" stroke="#51483b" stroke-width="1.5"/><text x="{}" y="{}" {} font-size="13" text-anchor="middle" fill="#211c15">{}</text></g>"##,
                    Esc(&mark.label),
                    N(right - width),
                    N(y - 10.0),
                    N(width),
                    N(right - width / 2.0),
                    N(y + 5.0),
                    Font::SansBold,
                    Esc(&mark.kind)
                );
                right -= width + 2.0;
            }
        }
    }

    /// Where the first marker of a space ends on the right, and on which height: left of the number, or in the western
    /// corner of a tile, where counters leave some ground.
    fn marks_at(&self, space: &Space, size: f64) -> (f64, f64) {
        let region = self.region(&space.id);
        let bounds = region.and_then(|region| Rect::bounds(&region.outline));
        let (x, y) = spot(space.label);
        match (space.stack, bounds, self.art.sheet) {
            (Stack::Hex, Some(at), _) => ((at.top + at.bottom) / 2.0, at.left + size * 1.15),
            (Stack::Octagon, Some(at), _) => ((at.top + at.bottom) / 2.0 - size * 0.5, at.left + size * 1.1),
            (Stack::Diamond, Some(at), _) => ((at.top + at.bottom) / 2.0, at.left + size * 1.1),
            (_, _, Sheet::Winter) => {
                let starred = region.is_some_and(|region| signs::flagged(region, "victory"));
                (y, x - if starred { 50.0 } else { 22.0 })
            }
            _ => (y - 6.0, x - Font::SerifBold.width(&space.name, 15.0) / 2.0 - 8.0),
        }
    }

    /// What counters should not cover: names, marks, arrows, title, compass, legend.
    fn taken(&self) -> Vec<Rect> {
        let winter = self.art.regions.iter().filter(|_| self.art.sheet == Sheet::Winter);
        let labels = winter.map(|region| {
            let mut room = signs::room(region);
            room.bottom -= 7.0;
            room.top += 6.0;
            room.left += 6.0;
            room.right -= 6.0;
            room
        });
        let arrows = self.art.arrows.iter().filter_map(|arrow| {
            let line = Rect::bounds(&[arrow.from, arrow.to])?;
            let wide = if arrow.cost.is_some() { 10.0 } else { 6.0 };
            Some(Rect {
                left: line.left - wide,
                top: line.top - wide / 2.0,
                right: line.right + wide,
                bottom: line.bottom + wide / 2.0,
            })
        });
        // Markers stand left of the number, see `marks`.
        let marks = self.board.spaces.iter().filter_map(|space| {
            let count = self.view.spaces.get(&space.id)?.marks.len();
            if !matches!(space.stack, Stack::Area | Stack::Zone) {
                return None;
            }
            let (x, y) = spot(space.label);
            let wide = 50.0 + count as f64 * f64::from(self.board.counter) * 0.5;
            (count > 0).then_some(Rect { left: x - wide, top: y - 18.0, right: x, bottom: y + 16.0 })
        });
        labels.chain(marks).chain(arrows).chain(furniture::taken(self.art)).collect()
    }

    fn stack(&self, out: &mut String, space: &Space, taken: &[Rect]) {
        let here: Vec<&Piece> = self.view.pieces.iter().filter(|piece| piece.at == space.id).collect();
        if here.is_empty() {
            return;
        }
        let outline = self.region(&space.id).map_or(&[][..], |region| &region.outline);
        let places = stacks::places(self.board, space, &here, &Room { outline, taken });
        for place in &places {
            self.piece(out, place);
        }
        for ((x, y), size, count) in stacks::tall(&places) {
            put!(
                out,
                r##"<circle cx="{0}" cy="{1}" r="{2}" fill="#14110c" stroke="#fff" stroke-width="2"/><text x="{0}" y="{3}" {4} font-size="{5}" text-anchor="middle" fill="#fff">{count}</text>"##,
                N(x - size * 0.06),
                N(y + size * 0.06),
                N(size * 0.2),
                N(y + size * 0.155),
                Font::SansBold,
                N(size * 0.26)
            );
        }
    }

    /// One counter in its place, with a shadow on what lies below.
    pub(crate) fn piece(&self, out: &mut String, place: &Place) {
        let unseen;
        let face = match self.board.faces.get(&place.piece.face) {
            Some(face) => face,
            None => {
                unseen = blank(self.tone(&place.piece.side).unwrap_or(Tone::Dark));
                &unseen
            }
        };
        put!(
            out,
            r##"<g data-piece="{}" transform="translate({} {})scale({})"><title>{}</title>"##,
            Esc(&place.piece.id),
            N(place.x),
            N(place.y),
            (place.size * 10.0).round() / 1000.0,
            Esc(&face.spoken)
        );
        counters::shadow(out, face.tone);
        counters::draw(out, face, &Happened::to(place.piece, &self.board.marks), self.palette);
        out.push_str("</g>");
    }

    /// Pieces that stand on no space of the map, by where they are.
    pub(crate) fn off_map(&self) -> BTreeMap<&'a Name, Vec<&'a Piece>> {
        let mut off: BTreeMap<&Name, Vec<&Piece>> = BTreeMap::new();
        for piece in &self.view.pieces {
            if !self.board.spaces.iter().any(|space| space.id == piece.at) {
                off.entry(&piece.at).or_default().push(piece);
            }
        }
        off
    }
}

/// A counter whose face is not known to the board.
fn blank(tone: Tone) -> Face {
    Face {
        tone,
        set: SymbolSet::Nato,
        symbol: None,
        size: None,
        name: "?".into(),
        band: None,
        strength: None,
        ops: None,
        movement: None,
        foot: false,
        acted: false,
        spoken: "unknown".into(),
    }
}
