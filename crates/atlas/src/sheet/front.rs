//! A front in great areas: land under a soft edge, seas with a light coast, frontiers and zones behind them.

use view::art::{Art, Frame, Ground, PatchKind, Region, RegionKind, StrokeKind};

use super::{
    clip, courses, emblems, frame, hands, key, layered, outlines, patches, scale,
    scatter::{self, Grove, Kept},
    strokes,
};
use crate::{
    chance::Chance,
    plane::Spot,
    signs,
    svg::{Line, N, put},
};

fn color(region: &Region) -> &'static str {
    match (region.kind, region.ground) {
        (RegionKind::Zone, _) if signs::flagged(region, "soviet") => "#dbb4a6",
        (RegionKind::Zone, _) => "#b6b7b3",
        (_, Ground::Forest) => "#c6d2a2",
        (_, Ground::Marsh) => "#b8cebe",
        (_, Ground::Rough | Ground::Mountains) => "#dcc49a",
        (_, Ground::Urban | Ground::Landmark) => "#d9cfc0",
        (_, Ground::Clear) => "#eee4c6",
    }
}

pub(super) fn draw(out: &mut String, art: &Art, tint: &str) {
    let scale = scale(art);
    let [width, height] = art.size;
    let Frame { at: [x, y], size: [w, h] } = frame(art);
    out.push_str("<defs>");
    clip(out, art);
    put!(out, r#"<path id="land" stroke-linejoin="round" d="{}"/>"#, outlines(art.regions.iter()));
    out.push_str(r##"<pattern id="grain" width="90" height="90" patternUnits="userSpaceOnUse"><path d="M8 14q9-5 17 0M56 30q8-5 16 0M28 60q9-5 17 0M66 78q8-4 15 0M4 84q6-4 12 0M40 4q6-3 11 0" stroke="#8a6a3c" stroke-opacity=".13" fill="none" stroke-width="1.6"/></pattern></defs>"##);
    put!(out, r##"<path fill="#cec8ba" d="M0 0h{width}v{height}H0z"/><g clip-path="url(#map)">"##);
    let mut colors: Vec<&str> = art.regions.iter().map(color).collect();
    colors.sort_unstable();
    colors.dedup();
    for fill in colors {
        let line = outlines(art.regions.iter().filter(|region| color(region) == fill));
        put!(out, r#"<path fill="{fill}" stroke="{fill}" d="{line}"/>"#);
    }
    out.push_str(r##"<use href="#land" fill="url(#grain)"/>"##);
    neutral(out, art);
    for (wide, soft) in [(20.0, ".07"), (13.0, ".09"), (7.0, ".12")] {
        put!(
            out,
            r##"<use href="#land" fill="none" stroke="#96703e" stroke-opacity="{soft}" stroke-width="{}"/>"##,
            N(wide * scale)
        );
    }
    out.push_str(tint);
    growth(out, art, scale);
    rivers(out, art, scale);
    put!(out, r##"<use href="#land" fill="none" stroke="#604428" stroke-width="{}"/>"##, N(2.0 * scale));
    water(out, art, scale);
    lines(out, art, scale);
    out.push_str("</g>");
    put!(
        out,
        r##"<g fill="none"><path stroke="#3c2a1a" stroke-width="9" d="M{x} {y}h{w}v{h}h-{w}z"/><path stroke="#967450" stroke-width="2" d="M{} {}h{}v{}h-{}z"/></g>"##,
        x + 12,
        y + 12,
        w - 24,
        h - 24,
        w - 24
    );
    emblems::draw(out, art);
    hands::draw(out, art);
    key::draw(out, art);
}

/// Land outside the game.
fn neutral(out: &mut String, art: &Art) {
    let mut land = String::new();
    for patch in patches(art, PatchKind::Neutral) {
        put!(land, "{}z", Line(&patch.outline));
    }
    if !land.is_empty() {
        put!(out, r##"<path fill="#cec8ba" d="{land}"/>"##);
    }
}

/// Deep water with a bright rim along the coast, islands on top.
fn water(out: &mut String, art: &Art, scale: f64) {
    let mut water = String::new();
    for kind in [PatchKind::Sea, PatchKind::Lake] {
        for patch in patches(art, kind) {
            put!(water, "{}z", Line(&patch.outline));
        }
    }
    let mut islands = String::new();
    for patch in patches(art, PatchKind::Island) {
        put!(islands, "{}z", Line(&patch.outline));
    }
    if water.is_empty() {
        return;
    }
    put!(
        out,
        r##"<defs><path id="water" stroke-linejoin="round" d="{water}"/><path id="isle" stroke-linejoin="round" d="{islands}"/><clipPath id="wet"><use href="#water"/></clipPath></defs><use href="#water" fill="#86abc4"/><g clip-path="url(#wet)" fill="none" stroke="#cfe2e8">"##
    );
    for (wide, soft) in [(74.0, ".14"), (54.0, ".16"), (36.0, ".2"), (20.0, ".26"), (9.0, ".34")] {
        for id in ["water", "isle"] {
            put!(out, r##"<use href="#{id}" stroke-opacity="{soft}" stroke-width="{}"/>"##, N(wide * scale));
        }
    }
    put!(
        out,
        r##"</g><g stroke="#345468" stroke-width="{}"><use href="#water" fill="none"/><use href="#isle" fill="#e9dfc2"/></g>"##,
        N(1.8 * scale)
    );
}

fn rivers(out: &mut String, art: &Art, scale: f64) {
    for (kind, id, width) in [(StrokeKind::Stream, "stream", 2.4), (StrokeKind::River, "river", 3.6)] {
        let round = r#"stroke-linejoin="round" stroke-linecap="round""#;
        layered(out, id, &courses::all_rounded(&strokes(art, kind)), scale, &[("#709cbc", width, round)]);
    }
}

fn growth(out: &mut String, art: &Art, scale: f64) {
    let kept = Kept::of(art, &[]);
    for (ground, each, apart) in
        [(Ground::Forest, 330.0, 12.5), (Ground::Marsh, 460.0, 15.0), (Ground::Rough, 700.0, 20.0)]
    {
        let mut spots: Vec<Spot> = Vec::new();
        let grove =
            Grove { each: each * scale * scale, apart: apart * scale, border: 9.0 * scale, line: 0.0 };
        let grows =
            |it: &&Region| it.ground == ground && it.kind == RegionKind::Area && !signs::flagged(it, "bare");
        for region in art.regions.iter().filter(grows) {
            spots.extend(scatter::places(region, &kept, &grove, &mut Chance::named(&region.id)));
        }
        scatter::plant(out, ground, &spots, scale * 0.92);
    }
}

/// Frontier, limits and ways by sea.
fn lines(out: &mut String, art: &Art, scale: f64) {
    let dashes = |on: f64, off: f64| {
        format!(r#"stroke-linejoin="round" stroke-dasharray="{} {}""#, N(on * scale), N(off * scale))
    };
    let chain = |kind| courses::all_straight(&courses::chained(&strokes(art, kind)));
    layered(out, "limit", &chain(StrokeKind::Limit), scale, &[("#b2841e", 4.0, &dashes(5.0, 5.0))]);
    layered(
        out,
        "frontier",
        &chain(StrokeKind::FrontLine),
        scale,
        &[("#faf0dc", 6.5, r#"stroke-linejoin="round""#), ("#961818", 4.6, &dashes(15.0, 7.0))],
    );
    let lanes = courses::all_rounded(&strokes(art, StrokeKind::SeaLane));
    layered(out, "lane", &lanes, scale, &[("#1e3454", 3.6, &dashes(3.5, 6.5))]);
}
