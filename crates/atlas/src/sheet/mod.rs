//! Maps of the other sheets: a city in hexes, a country in octagons and diamonds, a front in great areas. Equal things
//! share one path, so that a thousand hexes stay a small picture.

use view::art::{Art, Frame, Ground, Patch, PatchKind, Point, Region, RegionKind, Sheet, StrokeKind};

use crate::{
    plane::Rect,
    svg::{Line, N, put},
};

mod city;
mod courses;
mod emblems;
mod front;
mod hands;
mod key;
mod scatter;
mod theater;

use key::{key_box, title_box};

/// All layers of a map that is not of the winter sheet.
pub(crate) fn draw(out: &mut String, art: &Art, tint: &str) {
    match art.sheet {
        Sheet::City => city::draw(out, art, tint),
        Sheet::Theater => theater::draw(out, art, tint),
        Sheet::Front | Sheet::Winter => front::draw(out, art, tint),
    }
}

/// What counters should not cover: the lettering and the symbols that say what a space is worth, title and legend.
pub(crate) fn taken(art: &Art) -> Vec<Rect> {
    let mut all = vec![title_box(art), key_box(art)];
    if art.sheet == Sheet::Front {
        all.extend(
            art.labels
                .iter()
                .filter(|label| hands::names_a_space(label.hand))
                .map(|label| hands::room(art, label)),
        );
        all.extend(
            art.symbols
                .iter()
                .filter(|symbol| emblems::counts(symbol.kind))
                .map(|symbol| emblems::room(art, symbol)),
        );
    }
    all
}

/// How large a space is against the drawings of this crate: widths and letters grow with it.
pub(crate) fn scale(art: &Art) -> f64 {
    let width = |kind| {
        let region = art.regions.iter().find(|region| region.kind == kind)?;
        Rect::bounds(&region.outline).map(|bounds| bounds.right - bounds.left)
    };
    match art.sheet {
        Sheet::City => width(RegionKind::Hex).unwrap_or(60.0) / 60.0,
        Sheet::Theater => width(RegionKind::Octagon).unwrap_or(132.0) / 132.0,
        Sheet::Front | Sheet::Winter => f64::from(art.size[0].max(1)) / 1965.0,
    }
}

/// The rectangle of the map within the picture.
fn frame(art: &Art) -> Frame {
    art.frame.unwrap_or(Frame { at: [0, 0], size: art.size })
}

/// The border of the map, to cut off what runs over it.
fn clip(out: &mut String, art: &Art) {
    let Frame { at: [x, y], size: [width, height] } = frame(art);
    put!(out, r#"<clipPath id="map"><path d="M{x} {y}h{width}v{height}h-{width}z"/></clipPath>"#);
}

/// All outlines of some regions as one path.
fn outlines<'a>(regions: impl Iterator<Item = &'a Region>) -> String {
    let mut line = String::new();
    for region in regions {
        put!(line, "{}z", Line(&region.outline));
    }
    line
}

fn of_ground(art: &Art, ground: Ground) -> impl Iterator<Item = &Region> {
    art.regions.iter().filter(move |region| region.ground == ground)
}

fn patches(art: &Art, kind: PatchKind) -> impl Iterator<Item = &Patch> {
    art.patches.iter().filter(move |patch| patch.kind == kind)
}

fn strokes(art: &Art, kind: StrokeKind) -> Vec<&[Point]> {
    art.lines
        .iter()
        .filter(|line| line.kind == kind && line.points.len() > 1)
        .map(|line| &*line.points)
        .collect()
}

/// One path, drawn in several strokes from the widest to the thinnest: colour, width, and dashes where there are any.
fn layered(out: &mut String, id: &str, line: &str, scale: f64, looks: &[(&str, f64, &str)]) {
    if line.is_empty() {
        return;
    }
    put!(out, r#"<defs><path id="{id}" fill="none" d="{line}"/></defs>"#);
    for (color, width, more) in looks {
        put!(out, r##"<use href="#{id}" stroke="{color}" stroke-width="{}" {more}/>"##, N(width * scale));
    }
}
