//! From SVG to PNG, with the fonts of the board brought along: the same picture on every machine.

use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{self, Options, Tree, fontdb},
};

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    #[error("the picture is no valid SVG: {0}")]
    Svg(#[from] usvg::Error),
    #[error("a picture {width} pixels wide and {height} high cannot be drawn: choose a width from 1 to {most}", most = MOST)]
    Size { width: u32, height: u32 },
    #[error("the picture could not be packed as PNG: {0}")]
    Png(String),
}

/// No edge of a picture may be longer, so that a slip of the hand does not fill the memory.
const MOST: u32 = 16_384;

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in [
        &include_bytes!("../fonts/DejaVuSans.ttf")[..],
        include_bytes!("../fonts/DejaVuSans-Bold.ttf"),
        include_bytes!("../fonts/DejaVuSansCondensed-Bold.ttf"),
        include_bytes!("../fonts/DejaVuSerif-Bold.ttf"),
        include_bytes!("../fonts/DejaVuSerif-Italic.ttf"),
        include_bytes!("../fonts/DejaVuSerif-BoldItalic.ttf"),
    ] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    fonts.set_serif_family("DejaVu Serif");
    Arc::new(fonts)
});

/// Draws an SVG picture, `width` pixels wide, with its own proportions.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, AtlasError> {
    let tree = parse(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    if width == 0 || width > MOST || height > MOST {
        return Err(AtlasError::Size { width, height });
    }
    let mut canvas = Pixmap::new(width, height).ok_or(AtlasError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    canvas.encode_png().map_err(|error| AtlasError::Png(error.to_string()))
}

/// Reads a picture with the fonts of the board.
pub(crate) fn parse(svg: &str) -> Result<Tree, usvg::Error> {
    let options =
        Options { fontdb: FONTS.clone(), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    Tree::from_str(svg, &options)
}
