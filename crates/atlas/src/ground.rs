//! The ground of a map: the rim, the fields, and what stands on them, scattered but always the same.

use view::art::{Art, Ground, Point, Region, RegionKind, StrokeKind};

use crate::{
    chance::Chance,
    plane::{Rect, Spot, from_line, from_outline, inside, spot},
    signs,
    svg::{Line, N, put},
};

/// Textures and the little things that `<use>` repeats.
pub(crate) const DEFS: &str = r##"<pattern id="snow" width="92" height="92" patternUnits="userSpaceOnUse"><path d="M4 12q6-4 12 0M30 8q4-3 8 0M60 20q7-4 14 0M20 44q6-4 12 0M70 52q5-3 10 0M46 66q6-4 12 0M8 76q5-3 10 0M78 84q4-3 8 0" stroke="#dde4e8" fill="none" stroke-width="1.6"/></pattern><pattern id="wood" width="92" height="92" patternUnits="userSpaceOnUse"><path d="M4 12q6-4 12 0M56 24q6-4 12 0M24 52q6-4 12 0M70 70q6-4 12 0M8 82q5-3 10 0" stroke="#c3d0b9" fill="none" stroke-width="1.6"/></pattern><pattern id="town" width="30" height="30" patternUnits="userSpaceOnUse"><path d="M0 15h30M15 0v30" stroke="#e8e1d7" stroke-width="3"/></pattern><pattern id="rim" width="120" height="120" patternUnits="userSpaceOnUse"><path d="M6 16q8-5 16 0M74 42q8-5 16 0M34 76q8-5 16 0M90 104q8-5 16 0M8 106q6-4 12 0" stroke="#d3cab2" fill="none" stroke-width="1.6"/></pattern><g id="t0"><path fill="#6b5a42" d="M-1 4h2v3.5h-2z"/><path fill="#7b9a70" d="M0-11-6-3h3L-8 4H8L3-3h3z"/><path fill="#64855b" d="M0-11 6-3H3L8 4H0z"/></g><g id="t1" transform="scale(1.18)"><path fill="#6b5a42" d="M-1 4h2v3.5h-2z"/><path fill="#73936a" d="M0-12-5-5h2.5L-7 0h2.5L-8 5H8L4.5 0H7L2.5-5H5z"/><path fill="#5c7d54" d="M0-12 5-5H2.5L7 0H4.5L8 5H0z"/></g><g id="t2" transform="scale(.86)"><path fill="#6b5a42" d="M-1 4h2v3.5h-2z"/><path fill="#86a37b" d="M0-11-6-3h3L-8 4H8L3-3h3z"/><path fill="#6f8f66" d="M0-11 6-3H3L8 4H0z"/></g><g id="t3"><path fill="#c3bf9c" d="M0-11-6-3h3L-8 4H8L3-3h3z"/><path fill="#b3b18d" d="M0-11 6-3H3L8 4H0z"/></g><g id="h0"><path fill="#b5a899" d="M-4.5-4h9v8h-9z"/><path fill="#a0937f" d="M-4.5 0h9v4h-9z"/></g><g id="h1"><path fill="#b9ac9d" d="M-3-4.5h6v9h-6z"/><path fill="#a39684" d="M0-4.5h3v9H0z"/></g><g id="h2"><path fill="#afa191" d="M-4.5-3h9v6h-9z"/><path fill="#9b8d7c" d="M-4.5 0h9v3h-9z"/></g><g id="h3"><path fill="#b2a596" d="M-4.5-4.5h9v4.5h-4.5v4.5h-4.5z"/><path fill="#9d907e" d="M-4.5-2.2h9v2.2h-4.5v4.5h-2.2v-4.5h-2.3z"/></g><g id="v"><path fill="#8e6c50" d="M-4.5-3h9v6h-9z"/><path fill="#6f523b" d="M-4.5 0h9v3h-9z"/></g><path id="b" d="M-5 0q2.5-5 5 0q2.5-5 5 0" stroke="#a3b09d" fill="none" stroke-width="1.8"/>"##;

/// How runways lie, in degrees.
const RUNWAY: f64 = -24.0;

/// The rim and the fields, with everything that grows on them.
pub(crate) fn draw(out: &mut String, art: &Art) {
    let [width, height] = art.size;
    put!(out, r##"<path fill="#c9c3b2" d="M0 0h{width}v{height}H0z"/>"##);
    let zones: Vec<&Region> = of_kind(art, RegionKind::Zone).collect();
    textured(
        out,
        "rim",
        r##"fill="#e3dcc8" stroke="#6d5f45" stroke-width="3" stroke-linejoin="round""##,
        &zones,
    );
    frame(out, art);
    for (ground, texture, color) in [
        (Ground::Clear, "snow", r##"fill="#f4f5f2""##),
        (Ground::Forest, "wood", r##"fill="#d6dfcd""##),
        (Ground::Urban, "town", r##"fill="#d9d0c4""##),
    ] {
        let fields: Vec<&Region> =
            of_kind(art, RegionKind::Area).filter(|area| area.ground == ground).collect();
        textured(out, texture, color, &fields);
    }
    for region in &art.regions {
        cover(out, art, region);
    }
}

/// Regions in one colour, with a texture over it. The texture has no ground of its own: its tiles would show seams
/// in pictures of an odd size.
fn textured(out: &mut String, texture: &str, look: &str, regions: &[&Region]) {
    if regions.is_empty() {
        return;
    }
    put!(out, r#"<defs><path id="{texture}-land" d=""#);
    for region in regions {
        put!(out, "{}z", Line(&region.outline));
    }
    put!(
        out,
        r##""/></defs><use href="#{texture}-land" {look}/><use href="#{texture}-land" fill="url(#{texture})"/>"##
    );
}

/// What people built: villages and airfields, above the tints of control.
pub(crate) fn works(out: &mut String, art: &Art) {
    for region in &art.regions {
        if signs::flagged(region, "airfield") {
            runway(out, airstrip(art, region));
        }
        if signs::flagged(region, "village") {
            village(out, art, region);
        }
    }
}

/// The dark line around all areas together, with a soft shadow on the rim. The fields cover its inner half.
fn frame(out: &mut String, art: &Art) {
    let mut line = String::new();
    for area in of_kind(art, RegionKind::Area) {
        put!(line, "{}z", Line(&area.outline));
    }
    if line.is_empty() {
        return;
    }
    put!(out, r#"<defs><path id="frame" stroke-linejoin="round" d="{line}"/></defs>"#);
    for look in [
        r##"fill="none" stroke="#5d5138" stroke-opacity=".2" stroke-width="22""##,
        r##"fill="none" stroke="#5d5138" stroke-opacity=".25" stroke-width="14""##,
        r##"fill="#3b3428" stroke="#3b3428" stroke-width="7""##,
    ] {
        put!(out, r##"<use href="#frame" {look}/>"##);
    }
}

fn of_kind(art: &Art, kind: RegionKind) -> impl Iterator<Item = &Region> {
    art.regions.iter().filter(move |region| region.kind == kind)
}

/// What must stay free of trees and houses in one region: its sign and name, counters, roads, works.
struct Free<'a> {
    region: &'a Region,
    bounds: Rect,
    label: Rect,
    works: Option<Spot>,
    roads: Vec<[Point; 2]>,
}

impl<'a> Free<'a> {
    fn of(art: &Art, region: &'a Region) -> Option<Free<'a>> {
        let bounds = Rect::bounds(&region.outline)?;
        let wide = Rect {
            left: bounds.left - 24.0,
            top: bounds.top - 24.0,
            right: bounds.right + 24.0,
            bottom: bounds.bottom + 24.0,
        };
        let roads = art
            .lines
            .iter()
            .filter(|line| matches!(line.kind, StrokeKind::Road | StrokeKind::Trail | StrokeKind::River))
            .flat_map(|line| line.points.windows(2))
            .filter(|pair| wide.holds(spot(pair[0])) || wide.holds(spot(pair[1])))
            .map(|pair| [pair[0], pair[1]])
            .collect();
        let works = signs::flagged(region, "village").then(|| hamlet(art, region));
        Some(Free { region, bounds, label: signs::room(region), works, roads })
    }

    /// Whether something may stand here, so far from the border, the roads and the counters.
    fn allows(&self, at: Spot, border: f64, road: f64, counters: f64) -> bool {
        let (x, y) = at;
        let (cx, cy) = spot(self.region.center);
        !self.label.holds(at)
            && (x - cx).hypot(y - cy) >= counters
            && self.works.is_none_or(|(vx, vy)| ((x - vx) / 40.0).hypot((y - vy) / 32.0) >= 1.0)
            && inside(&self.region.outline, at)
            && from_outline(&self.region.outline, at) >= border
            && self.roads.iter().all(|pair| from_line(pair, at) >= road)
    }
}

/// Trees in forests, houses in towns, bushes in the fields.
fn cover(out: &mut String, art: &Art, region: &Region) {
    let Some(free) = Free::of(art, region) else { return };
    let mut chance = Chance::named(&region.id);
    match (region.kind, region.ground) {
        (RegionKind::Zone, Ground::Forest) => grove(out, &free, &mut chance, 34.0, 420, &["t3"]),
        (RegionKind::Area, Ground::Forest) => {
            grove(out, &free, &mut chance, 22.0, 1100, &["t0", "t0", "t1", "t2"]);
        }
        (RegionKind::Area, Ground::Urban) => town(out, &free, &mut chance),
        (RegionKind::Area, Ground::Clear) => fields(out, &free, &mut chance),
        _ => {}
    }
}

/// Trees at least `apart` from each other, the southern ones in front.
fn grove(out: &mut String, free: &Free, chance: &mut Chance, apart: f64, tries: usize, kinds: &[&str]) {
    let mut trees: Vec<Spot> = Vec::new();
    for _ in 0..tries {
        let at = somewhere(free, chance);
        let crowded = trees.iter().any(|&(x, y)| (x - at.0).hypot(y - at.1) < apart);
        if !crowded && free.allows(at, 15.0, 16.0, 30.0) {
            trees.push(at);
        }
    }
    trees.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    for at in trees {
        place(out, kinds[chance.below(kinds.len())], at);
    }
}

/// Houses in the blocks between the streets of the town texture.
fn town(out: &mut String, free: &Free, chance: &mut Chance) {
    const BLOCK: f64 = 15.0;
    const KINDS: [&str; 5] = ["h0", "h1", "h2", "h2", "h3"];
    let (left, top) = ((free.bounds.left / BLOCK).floor() as i32, (free.bounds.top / BLOCK).floor() as i32);
    let (right, bottom) = ((free.bounds.right / BLOCK) as i32, (free.bounds.bottom / BLOCK) as i32);
    for row in top..=bottom {
        for column in left..=right {
            let (kind, built) = (chance.below(KINDS.len()), chance.below(4) > 0);
            let at = (f64::from(column) * BLOCK + 7.5, f64::from(row) * BLOCK + 7.5);
            if built && free.allows(at, 14.0, 12.0, 0.0) {
                place(out, KINDS[kind], at);
            }
        }
    }
}

/// A few bushes and a lonely tree.
fn fields(out: &mut String, free: &Free, chance: &mut Chance) {
    for n in 0..12 {
        let at = somewhere(free, chance);
        if free.allows(at, 15.0, 18.0, 36.0) {
            place(out, if n % 6 == 5 { "t2" } else { "b" }, at);
        }
    }
}

fn somewhere(free: &Free, chance: &mut Chance) -> Spot {
    let Rect { left, top, right, bottom } = free.bounds;
    (chance.between(left, right).round(), chance.between(top, bottom).round())
}

fn place(out: &mut String, kind: &str, (x, y): Spot) {
    put!(out, r##"<use href="#{kind}" x="{}" y="{}"/>"##, N(x), N(y));
}

/// Where a village stands: on the road nearest to the middle of its region.
fn hamlet(art: &Art, region: &Region) -> Spot {
    let middle = spot(region.center);
    let mut label = signs::room(region);
    (label.left, label.right) = (label.left - 20.0, label.right + 20.0);
    (label.top, label.bottom) = (label.top - 14.0, label.bottom + 14.0);
    let far = |at: Spot| (at.0 - middle.0).hypot(at.1 - middle.1);
    art.lines
        .iter()
        .filter(|line| matches!(line.kind, StrokeKind::Road | StrokeKind::Trail))
        .flat_map(|line| line.points.iter().map(|&point| spot(point)))
        .filter(|&at| {
            !label.holds(at) && inside(&region.outline, at) && from_outline(&region.outline, at) > 30.0
        })
        .min_by(|&a, &b| far(a).total_cmp(&far(b)))
        .unwrap_or(middle)
}

/// Houses in a loose ring, on both sides of the road.
fn village(out: &mut String, art: &Art, region: &Region) {
    let Some(free) = Free::of(art, region) else { return };
    let mut chance = Chance::named(&format!("village {}", region.id));
    let (x, y) = hamlet(art, region);
    const HOUSES: usize = 9;
    for n in 0..HOUSES {
        let angle = n as f64 / HOUSES as f64 * std::f64::consts::TAU + 0.4;
        let reach = if n % 3 == 2 { 0.62 } else { 1.0 };
        let at = (
            (x + 28.0 * reach * angle.cos() + chance.between(-3.0, 3.0)).round(),
            (y + 20.0 * reach * angle.sin() + chance.between(-3.0, 3.0)).round(),
        );
        let turn = chance.between(-24.0, 24.0).round();
        let clear = free.roads.iter().all(|pair| from_line(pair, at) >= 8.0);
        if clear && !free.label.holds(at) && inside(&region.outline, at) {
            put!(out, r##"<use href="#v" transform="translate({} {})rotate({turn})"/>"##, N(at.0), N(at.1));
        }
    }
}

/// Where a runway lies: as near to the middle of its region as borders, roads and the name allow.
fn airstrip(art: &Art, region: &Region) -> Spot {
    let (x, y) = spot(region.center);
    let Some(free) = Free::of(art, region) else { return (x, y) };
    let (dy, dx) = RUNWAY.to_radians().sin_cos();
    let open = |at: Spot| {
        (-4..=4).all(|n| {
            let along = f64::from(n) * 21.0;
            free.allows((at.0 + along * dx, at.1 + along * dy), 18.0, 18.0, 0.0)
        })
    };
    let far = |at: Spot| (at.0 - x).hypot(at.1 - y);
    (-20..=20)
        .flat_map(|row| (-20..=20).map(move |column| (x + f64::from(column * 5), y + f64::from(row * 5))))
        .filter(|&at| open(at))
        .min_by(|&a, &b| far(a).total_cmp(&far(b)))
        .unwrap_or((x, y))
}

fn runway(out: &mut String, (x, y): Spot) {
    put!(
        out,
        r##"<g transform="translate({} {})rotate({RUNWAY})"><rect x="-84" y="-12" width="168" height="24" rx="3" fill="#cdd2d4" stroke="#90989c" stroke-width="1.5"/><path d="M-78-7v14M78-7v14" stroke="#fff" stroke-width="3" stroke-dasharray="3 2.5"/><path d="M-66 0H68" stroke="#fff" stroke-width="2.5" stroke-dasharray="14 10"/></g>"##,
        N(x),
        N(y)
    );
}
