//! A country in octagons and diamonds: land, sea, rivers, railways, then the grid and what is written on it.

use view::art::{Art, Frame, Ground, PatchKind, Region, RegionKind, StrokeKind};

use super::{
    clip, courses, emblems, frame, hands, key, layered, outlines, patches, scale,
    scatter::{self, Grove, Kept},
    strokes,
};
use crate::{
    chance::Chance,
    plane::{Rect, Spot, spot},
    signs,
    svg::{Esc, Font, Line, N, put},
};

fn tint_of(ground: Ground) -> Option<&'static str> {
    Some(match ground {
        Ground::Forest => "#b5cc96",
        Ground::Marsh => "#b4d0c0",
        Ground::Rough => "#dcc49a",
        Ground::Mountains => "#c5a983",
        Ground::Clear | Ground::Urban | Ground::Landmark => return None,
    })
}

const GROUNDS: [Ground; 4] = [Ground::Forest, Ground::Marsh, Ground::Rough, Ground::Mountains];

pub(super) fn draw(out: &mut String, art: &Art, tint: &str) {
    let scale = scale(art);
    let [width, height] = art.size;
    let Frame { at: [x, y], size: [w, h] } = frame(art);
    let rim = (8.0 * scale).round();
    out.push_str("<defs>");
    clip(out, art);
    out.push_str(r##"<pattern id="waves" width="32" height="17" patternUnits="userSpaceOnUse"><path d="M2 10q5-5 10 0t10 0" fill="none" stroke="#8fb4c8" stroke-opacity=".55"/></pattern>"##);
    put!(out, r#"<path id="spaces" d="{}"/></defs>"#, outlines(art.regions.iter()));
    put!(
        out,
        r##"<path fill="#3a322a" d="M0 0h{width}v{height}H0z"/><path fill="#ece3c6" stroke="#cdbb8d" stroke-width="{}" d="M{x} {y}h{w}v{h}h-{w}z"/><g clip-path="url(#map)">"##,
        N(rim * 2.0)
    );
    for ground in GROUNDS {
        for half in [false, true] {
            let own = art
                .regions
                .iter()
                .filter(|region| region.ground == ground && signs::flagged(region, "half") == half);
            let line = outlines(own);
            if let (Some(color), false) = (tint_of(ground), line.is_empty()) {
                put!(
                    out,
                    r#"<path fill="{color}" fill-opacity="{}" d="{line}"/>"#,
                    if half { ".48" } else { ".88" }
                );
            }
        }
    }
    water(out, art, scale);
    put!(
        out,
        r##"<path fill="#fff" fill-opacity=".3" d="{}"/>"##,
        outlines(art.regions.iter().filter(|region| region.kind == RegionKind::Diamond))
    );
    out.push_str(tint);
    courses_of(out, art, scale);
    growth(out, art, scale);
    put!(
        out,
        r##"<path fill="#4b4334" fill-opacity=".2" fill-rule="evenodd" d="M{x} {y}h{w}v{h}h-{w}z{}"/>"##,
        outlines(art.regions.iter())
    );
    put!(
        out,
        r##"<use href="#spaces" fill="none" stroke="#6a5a40" stroke-opacity=".7" stroke-width="{}"/>"##,
        N(1.3 * scale)
    );
    sides(out, art, scale);
    out.push_str("</g>");
    edges(out, art, scale);
    ids(out, art, scale);
    emblems::draw(out, art);
    hands::draw(out, art);
    key::draw(out, art);
}

/// Seas with waves, lakes, islands.
fn water(out: &mut String, art: &Art, scale: f64) {
    let mut seas = String::new();
    for sea in patches(art, PatchKind::Sea) {
        put!(seas, "{}z", Line(&sea.outline));
    }
    let coast = N(1.6 * scale);
    if !seas.is_empty() {
        put!(
            out,
            r##"<defs><path id="sea" d="{seas}"/></defs><use href="#sea" fill="#aecbdb" stroke="#6f98ad" stroke-linejoin="round" stroke-width="{coast}"/><use href="#sea" fill="url(#waves)"/>"##
        );
    }
    for (kind, fill) in
        [(PatchKind::Neutral, "#d9ccab"), (PatchKind::Island, "#e6dcbc"), (PatchKind::Lake, "#abcadb")]
    {
        let mut rings = String::new();
        for patch in patches(art, kind) {
            courses::rounded_ring(&mut rings, &patch.outline);
        }
        if !rings.is_empty() {
            put!(out, r##"<path fill="{fill}" stroke="#6f98ad" stroke-width="{coast}" d="{rings}"/>"##);
        }
    }
}

/// Rivers, then railways over them.
fn courses_of(out: &mut String, art: &Art, scale: f64) {
    for (kind, id, width) in [(StrokeKind::Stream, "stream", 2.5), (StrokeKind::River, "river", 3.8)] {
        let line = courses::all_rounded(&strokes(art, kind));
        let round = r#"stroke-linejoin="round" stroke-linecap="round""#;
        layered(
            out,
            id,
            &line,
            scale,
            &[("#e8f1f4", width + 1.8, r#"stroke-opacity=".5""#), ("#4f8db4", width, round)],
        );
    }
    let ties = format!(r#"stroke-dasharray="{} {}""#, N(1.3 * scale), N(7.2 * scale));
    layered(
        out,
        "rail",
        &courses::all_straight(&strokes(art, StrokeKind::Rail)),
        scale,
        &[
            ("#f4eedb", 4.8, r#"stroke-opacity=".75" stroke-linejoin="round""#),
            ("#2b2622", 1.7, r#"stroke-linejoin="round""#),
            ("#2b2622", 6.2, &ties),
        ],
    );
}

fn growth(out: &mut String, art: &Art, scale: f64) {
    let kept = Kept::of(art, &[StrokeKind::Rail, StrokeKind::River, StrokeKind::Stream]);
    let mut grown: Vec<(Ground, Vec<Spot>)> = GROUNDS.iter().map(|&ground| (ground, Vec::new())).collect();
    for region in &art.regions {
        let grounds = scatter::grounds(region);
        if tint_of(region.ground).is_none() {
            continue;
        }
        let half = if signs::flagged(region, "half") { 1.7 } else { 1.0 };
        let grove = Grove {
            each: 560.0 * half * scale * scale,
            apart: 15.0 * scale,
            border: 9.0 * scale,
            line: 8.5 * scale,
        };
        let mut chance = Chance::named(&region.id);
        for (n, at) in scatter::places(region, &kept, &grove, &mut chance).into_iter().enumerate() {
            let ground = grounds[n % grounds.len()];
            if let Some((_, spots)) = grown.iter_mut().find(|(own, _)| *own == ground) {
                spots.push(at);
            }
        }
    }
    for (ground, spots) in grown {
        scatter::plant(out, ground, &spots, scale);
    }
}

/// Sides with a meaning of their own.
fn sides(out: &mut String, art: &Art, scale: f64) {
    let passage = format!(r#"stroke-dasharray="{} {}""#, N(2.0 * scale), N(3.2 * scale));
    layered(
        out,
        "passage",
        &courses::all_straight(&strokes(art, StrokeKind::Passage)),
        scale,
        &[("#8a5a12", 3.4, &passage)],
    );
    layered(
        out,
        "blocked",
        &courses::all_straight(&strokes(art, StrokeKind::Blocked)),
        scale,
        &[("#1f5d86", 5.5, r#"stroke-linecap="round""#)],
    );
    let dashes =
        format!(r#"stroke-linejoin="round" stroke-dasharray="{} {}""#, N(7.0 * scale), N(4.0 * scale));
    let front = courses::chained(&strokes(art, StrokeKind::FrontLine));
    layered(
        out,
        "front",
        &courses::all_straight(&front),
        scale,
        &[("#f8f0da", 4.6, r#"stroke-opacity=".7" stroke-linejoin="round""#), ("#b3261e", 3.0, &dashes)],
    );
}

fn edges(out: &mut String, art: &Art, scale: f64) {
    layered(
        out,
        "edge",
        &courses::all_straight(&strokes(art, StrokeKind::Edge)),
        scale,
        &[("#c08a2c", 7.0, "")],
    );
}

/// Ids: in the upper left of an octagon, at the foot of a diamond; a wave beside it where a river runs through.
fn ids(out: &mut String, art: &Art, scale: f64) {
    put!(out, r##"<g {} fill="#5b4c36" text-anchor="middle">"##, Font::Sans);
    for region in &art.regions {
        let (x, y) = at(region, scale);
        let size = if region.kind == RegionKind::Diamond { 8.6 } else { 11.0 };
        put!(
            out,
            r#"<text x="{}" y="{}" font-size="{}">{}</text>"#,
            N(x),
            N(y),
            N(size * scale),
            Esc(&region.id)
        );
        if signs::flagged(region, "river") {
            let (dx, dy) = if region.kind == RegionKind::Diamond { (-6.0, -28.0) } else { (13.0, -3.6) };
            put!(
                out,
                r##"<path d="M{} {}q{q}-{r} {s} 0t{s} 0" fill="none" stroke="#2e76a6" stroke-width="{w}"/>"##,
                N(x + dx * scale),
                N(y + dy * scale),
                q = N(3.0 * scale),
                r = N(4.0 * scale),
                s = N(6.0 * scale),
                w = N(1.8 * scale)
            );
        }
    }
    out.push_str("</g>");
}

/// The room that an id takes up.
pub(super) fn id_room(art: &Art, region: &Region) -> Option<Rect> {
    if !matches!(region.kind, RegionKind::Octagon | RegionKind::Diamond) {
        return None;
    }
    let scale = scale(art);
    let (x, y) = at(region, scale);
    Some(Rect::around((x + 6.0 * scale, y), 44.0 * scale, 24.0 * scale))
}

fn at(region: &Region, scale: f64) -> Spot {
    let (x, y) = spot(region.center);
    if region.kind == RegionKind::Diamond {
        (x, y + 24.0 * scale)
    } else {
        (x - 16.5 * scale, y - 53.5 * scale)
    }
}
