//! The map picture: its layers in order.

use view::{Art, art::Sheet};

use crate::{furniture, ground, lines, sheet, signs, svg::put};

/// The map as a whole SVG file.
pub fn map_svg(art: &Art) -> String {
    let [width, height] = art.size;
    let mut out = String::with_capacity(1 << 17);
    open(&mut out, width, height, &art.title);
    layers(&mut out, art, "");
    out.push_str("</svg>\n");
    out
}

pub(crate) fn open(out: &mut String, width: i32, height: i32, title: &str) {
    open_part(out, [0, 0, width, height], title);
}

/// The same for a part of the map: left, top, width and height.
pub(crate) fn open_part(out: &mut String, [x, y, width, height]: [i32; 4], title: &str) {
    put!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" width="{width}" height="{height}"><title>{}</title>"#,
        crate::svg::Esc(title)
    );
}

/// All layers of the map. `tint` lies on the ground, under everything that has to stay readable.
pub(crate) fn layers(out: &mut String, art: &Art, tint: &str) {
    if art.sheet != Sheet::Winter {
        sheet::draw(out, art, tint);
        return;
    }
    put!(out, "<defs>{}</defs>", ground::DEFS);
    ground::draw(out, art);
    out.push_str(tint);
    ground::works(out, art);
    lines::draw(out, art);
    lines::borders(out, art);
    lines::arrows(out, art);
    signs::draw(out, art);
    furniture::draw(out, art);
}
