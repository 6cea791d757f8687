//! Trees, reeds, hills and peaks, scattered over a space but kept off its names, roads and water.

use view::art::{Art, Ground, PatchKind, Point, Region, StrokeKind};

use super::{emblems, hands, patches, strokes};
use crate::{
    chance::Chance,
    plane::{Rect, Spot, from_line, from_outline, inside},
    svg::{N, put},
};

/// What must stay free on the whole map.
pub(super) struct Kept<'a> {
    words: Vec<Rect>,
    lines: Vec<[Point; 2]>,
    water: Vec<&'a [Point]>,
}

impl<'a> Kept<'a> {
    pub(super) fn of(art: &'a Art, kinds: &[StrokeKind]) -> Kept<'a> {
        let mut words: Vec<Rect> = art.labels.iter().map(|label| hands::room(art, label)).collect();
        words.extend(art.symbols.iter().map(|symbol| emblems::room(art, symbol)));
        words.extend(art.regions.iter().filter_map(|region| super::theater::id_room(art, region)));
        let lines = kinds
            .iter()
            .flat_map(|&kind| strokes(art, kind))
            .flat_map(|line| line.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>())
            .collect();
        let water = [PatchKind::Sea, PatchKind::Lake]
            .into_iter()
            .flat_map(|kind| patches(art, kind))
            .map(|patch| &*patch.outline)
            .collect();
        Kept { words, lines, water }
    }
}

/// How things stand in one space.
pub(super) struct Grove {
    /// Units of ground for one of them.
    pub each: f64,
    pub apart: f64,
    pub border: f64,
    pub line: f64,
}

/// Places for the growth of one region, the northern ones first.
pub(super) fn places(region: &Region, kept: &Kept, grove: &Grove, chance: &mut Chance) -> Vec<Spot> {
    let Some(bounds) = Rect::bounds(&region.outline) else { return Vec::new() };
    let words: Vec<&Rect> = kept.words.iter().filter(|word| word.meets(&bounds)).collect();
    let near = |&&[a, b]: &&[Point; 2]| {
        Rect::bounds(&[a, b]).is_some_and(|line| grown(line, 2.0).meets(&grown(bounds, grove.line)))
    };
    let lines: Vec<&[Point; 2]> = kept.lines.iter().filter(near).collect();
    let water: Vec<&&[Point]> =
        kept.water.iter().filter(|ring| Rect::bounds(ring).is_some_and(|ring| ring.meets(&bounds))).collect();
    let target = ((bounds.right - bounds.left) * (bounds.bottom - bounds.top) / grove.each) as usize;
    let mut spots: Vec<Spot> = Vec::new();
    for _ in 0..target * 8 {
        if spots.len() >= target {
            break;
        }
        let at = (
            chance.between(bounds.left, bounds.right).round(),
            chance.between(bounds.top, bounds.bottom).round(),
        );
        let free = !spots.iter().any(|&(x, y)| (x - at.0).hypot(y - at.1) < grove.apart)
            && !words.iter().any(|word| word.holds(at))
            && inside(&region.outline, at)
            && from_outline(&region.outline, at) >= grove.border
            && lines.iter().all(|line| from_line(&line[..], at) >= grove.line)
            && !water.iter().any(|ring| inside(ring, at));
        if free {
            spots.push(at);
        }
    }
    spots.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    spots
}

fn grown(rect: Rect, by: f64) -> Rect {
    Rect { left: rect.left - by, top: rect.top - by, right: rect.right + by, bottom: rect.bottom + by }
}

/// The grounds of a region: its own, and a second one where it is mixed.
pub(super) fn grounds(region: &Region) -> Vec<Ground> {
    let mut grounds = vec![region.ground];
    for (flag, ground) in [
        ("and-forest", Ground::Forest),
        ("and-marsh", Ground::Marsh),
        ("and-rough", Ground::Rough),
        ("and-mountains", Ground::Mountains),
    ] {
        if crate::signs::flagged(region, flag) {
            grounds.push(ground);
        }
    }
    grounds
}

/// What grows on a ground, as strokes and shapes around a point, and how it is painted.
pub(super) fn growth(ground: Ground) -> Option<(&'static str, &'static str)> {
    Some(match ground {
        Ground::Forest => {
            ("m0-9 4.6 9h-3.5v3.2h-2.2v-3.2h-3.5z", r##"fill="#5d8549" stroke="#35552b" stroke-width=".7""##)
        }
        Ground::Marsh => (
            "m-6 2h12m-9-2v-5m3 5v-7m3 7v-5",
            r##"fill="none" stroke="#3d7468" stroke-width="1.4" stroke-linecap="round""##,
        ),
        Ground::Rough => {
            ("m-7 3q4-9 7-6 4-4 8 6z", r##"fill="#c9a975" stroke="#8a6a3c" stroke-width="1.1""##)
        }
        Ground::Mountains => ("m-9 5 9-15 9 15z", r##"fill="#a98a62" stroke="#6b5232" stroke-width="1""##),
        Ground::Clear | Ground::Urban | Ground::Landmark => return None,
    })
}

/// All growth of one ground as one path; shapes are drawn at the scale of the map by the group around them.
pub(super) fn plant(out: &mut String, ground: Ground, spots: &[Spot], scale: f64) {
    let Some((shape, look)) = growth(ground) else { return };
    if spots.is_empty() {
        return;
    }
    put!(out, r#"<path transform="scale({scale:.3})" {look} d=""#);
    for &(x, y) in spots {
        put!(out, "M{} {}{shape}", N(x / scale), N(y / scale));
    }
    out.push_str(r#""/>"#);
    if ground == Ground::Mountains {
        put!(out, r##"<path transform="scale({scale:.3})" fill="#fff" d=""##);
        for &(x, y) in spots {
            put!(out, "M{} {}m0-10-2.8 4.8 2.8-1.2 2.8 1.4z", N(x / scale), N(y / scale));
        }
        out.push_str(r#""/>"#);
    }
}
