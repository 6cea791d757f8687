//! Signs of a map: identifiers by terrain with the name below, victory and observation signs, free lettering.

use view::art::{Art, Ground, Region, RegionKind, Text};

use crate::{
    plane::{Rect, Spot, spot},
    svg::{Esc, Font, N, put},
};

pub(crate) fn flagged(region: &Region, flag: &str) -> bool {
    region.flags.iter().any(|own| &**own == flag)
}

/// The room a region's sign and name take up.
pub(crate) fn room(region: &Region) -> Rect {
    let (x, y) = spot(region.label);
    let half = (Font::SerifBoldItalic.width(&region.name, name_size(region)) / 2.0 + 8.0).max(32.0);
    let left = if flagged(region, "victory") { half.max(54.0) } else { half };
    let right = if flagged(region, "observation") { half.max(60.0) } else { half };
    Rect { left: x - left, top: y - 28.0, right: x + right, bottom: y + 46.0 }
}

fn name_size(region: &Region) -> f64 {
    match region.kind {
        RegionKind::Zone => 17.0,
        _ => 15.5,
    }
}

/// Every region's sign and name, then the lettering along rivers.
pub(crate) fn draw(out: &mut String, art: &Art) {
    for Text { at: [x, y], turn, says } in &art.texts {
        put!(
            out,
            r##"<text {} font-size="17" letter-spacing="4" fill="#234e6b" stroke="#f4f7f8" stroke-opacity=".7" stroke-width="3" stroke-linejoin="round" paint-order="stroke" transform="translate({x} {y})rotate({turn})">{}</text>"##,
            Font::SerifItalic,
            Esc(says)
        );
    }
    put!(out, r#"<g text-anchor="middle" {}>"#, Font::SansBold);
    for region in &art.regions {
        let (x, y) = spot(region.label);
        sign(out, region.ground, (x, y), 1.0);
        let (ink, size, drop) = match region.ground {
            Ground::Forest => ("#fff", 14.5, 10.0),
            Ground::Urban | Ground::Landmark => ("#fff", 16.0, 6.0),
            _ => ("#111", 16.0, 6.0),
        };
        put!(
            out,
            r#"<text x="{}" y="{}" font-size="{}" fill="{ink}">{}</text>"#,
            N(x),
            N(y + drop),
            N(if region.id.chars().count() > 2 { size * 0.72 } else { size }),
            Esc(&region.id)
        );
        if flagged(region, "victory") {
            star(out, (x - 33.0, y), 14.0);
        }
        if flagged(region, "observation") {
            binoculars(out, (x + 24.0, y - 9.0), 1.0);
        }
    }
    out.push_str("</g>");
    put!(
        out,
        r##"<g text-anchor="middle" {} fill="#1c1a17" stroke="#fbfaf5" stroke-opacity=".9" stroke-width="4.2" stroke-linejoin="round" paint-order="stroke">"##,
        Font::SerifBoldItalic
    );
    for region in art.regions.iter().filter(|region| !region.name.is_empty()) {
        let (x, y) = spot(region.label);
        put!(
            out,
            r#"<text x="{}" y="{}" font-size="{}">{}</text>"#,
            N(x),
            N(y + 33.0),
            N(name_size(region)),
            Esc(&region.name)
        );
    }
    out.push_str("</g>");
}

/// A circle for open ground, a triangle for forest, a square for the town.
pub(crate) fn sign(out: &mut String, ground: Ground, (x, y): Spot, scale: f64) {
    let at = |dx: f64, dy: f64| format!("{} {}", N(x + dx * scale), N(y + dy * scale));
    match ground {
        Ground::Clear | Ground::Marsh | Ground::Rough | Ground::Mountains => put!(
            out,
            r##"<circle cx="{}" cy="{}" r="{}" fill="#d4d6d8" stroke="#4a4a4a" stroke-width="2"/>"##,
            N(x),
            N(y),
            N(15.0 * scale)
        ),
        Ground::Forest => put!(
            out,
            r##"<path d="M{}L{}L{}z" fill="#3f7d3a" stroke="#1f3f1d" stroke-width="2" stroke-linejoin="round"/>"##,
            at(0.0, -21.0),
            at(21.0, 14.0),
            at(-21.0, 14.0)
        ),
        Ground::Urban | Ground::Landmark => put!(
            out,
            r##"<path d="M{}h{s}v{s}h-{s}z" fill="#55514c" stroke="#1e1c1a" stroke-width="2"/>"##,
            at(-15.0, -15.0),
            s = N(30.0 * scale)
        ),
    }
}

/// The victory star.
pub(crate) fn star(out: &mut String, (x, y): Spot, radius: f64) {
    out.push_str(r#"<path d=""#);
    for n in 0..10 {
        let reach = if n % 2 == 0 { radius } else { radius * 0.42 };
        let angle = f64::from(n) * std::f64::consts::PI / 5.0 - std::f64::consts::FRAC_PI_2;
        let lead = if n == 0 { "M" } else { "L" };
        put!(out, "{lead}{} {}", N(x + reach * angle.cos()), N(y + reach * angle.sin()));
    }
    out.push_str(r##"z" fill="#d3201a" stroke="#fff" stroke-width="1.5"/>"##);
}

/// The sign of an observation post.
pub(crate) fn binoculars(out: &mut String, (x, y): Spot, scale: f64) {
    put!(
        out,
        r##"<g transform="translate({} {})scale({})"><path fill="#1b1b1b" stroke="#fff" stroke-opacity=".8" stroke-width="2" paint-order="stroke" d="M3 0h4q3 0 3 4h5q0-4 3-4h4q3 0 3 3v14H15v-7H10v7H0V3q0-3 3-3z"/><circle cx="5" cy="17" r="5.5" fill="#24527a" stroke="#111"/><circle cx="20" cy="17" r="5.5" fill="#24527a" stroke="#111"/></g>"##,
        N(x),
        N(y),
        scale
    );
}
