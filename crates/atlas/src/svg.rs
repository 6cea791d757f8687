//! Writing SVG: numbers rounded to a tenth, text escaped, outlines as short relative paths.

use std::fmt::{self, Display, Formatter};

use view::art::Point;

/// Appends formatted SVG to a `String`. Writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($part:tt)*) => {{
        use std::fmt::Write as _;
        let _ = write!($out, $($part)*);
    }};
}
pub(crate) use put;

/// A number with at most one decimal: `12`, `-3.5`, `.5`.
#[derive(Clone, Copy)]
pub(crate) struct N(pub f64);

impl Display for N {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (sign, tenths) = (if tenths < 0 { "-" } else { "" }, tenths.abs());
        match (tenths / 10, tenths % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (0, rest) => write!(f, "{sign}.{rest}"),
            (whole, rest) => write!(f, "{sign}{whole}.{rest}"),
        }
    }
}

/// Text that may stand in an element or an attribute.
#[derive(Clone, Copy)]
pub(crate) struct Esc<'a>(pub &'a str);

impl Display for Esc<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for sign in self.0.chars() {
            match sign {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' | '\n' | '\r' => f.write_str(" ")?,
                // XML has no way to write the other control characters.
                _ if sign.is_control() || matches!(sign, '\u{fffe}' | '\u{ffff}') => {}
                _ => write!(f, "{sign}")?,
            }
        }
        Ok(())
    }
}

/// The data of a path through whole-numbered points, written relative to the point before.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a>(pub &'a [Point]);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some((&[mut x, mut y], rest)) = self.0.split_first() else { return Ok(()) };
        write!(f, "M{x} {y}")?;
        let mut first = true;
        for &[to_x, to_y] in rest {
            let (dx, dy) = (to_x - x, to_y - y);
            if dx == 0 && dy == 0 {
                continue;
            }
            let lead = if first { "l" } else { " " };
            write!(f, "{}{dx}", if dx < 0 && !first { "" } else { lead })?;
            write!(f, "{}{dy}", if dy < 0 { "" } else { " " })?;
            (x, y, first) = (to_x, to_y, false);
        }
        Ok(())
    }
}

/// The typefaces of the board. Each list ends in a generic family, so that a browser without the first ones still
/// draws the picture; [`crate::png`] brings the first ones along.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Font {
    Sans,
    SansBold,
    Narrow,
    SerifBold,
    SerifItalic,
    SerifBoldItalic,
}

impl Font {
    /// How wide an average letter is, as a part of the size.
    fn pace(self) -> f64 {
        match self {
            Font::Sans => 0.58,
            Font::SansBold => 0.66,
            Font::Narrow => 0.6,
            Font::SerifBold => 0.68,
            Font::SerifItalic => 0.58,
            Font::SerifBoldItalic => 0.655,
        }
    }

    /// Roughly how wide a text will be. Close enough to lay things out beside each other.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        let letters: f64 = text
            .chars()
            .map(|sign| match sign {
                'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')' | '/' => 0.6,
                't' | 'f' | 'r' | ' ' | '-' => 0.72,
                'm' | 'w' | 'M' | 'W' => 1.45,
                _ if sign.is_uppercase() => 1.16,
                _ => 1.0,
            })
            .sum();
        letters * self.pace() * size
    }
}

impl Display for Font {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const SANS: &str = "DejaVu Sans,Verdana,sans-serif";
        const SERIF: &str = "DejaVu Serif,Georgia,serif";
        match self {
            Font::Sans => write!(f, r#"font-family="{SANS}""#),
            Font::SansBold => write!(f, r#"font-family="{SANS}" font-weight="bold""#),
            Font::Narrow => {
                write!(f, r#"font-family="DejaVu Sans Condensed,Arial Narrow,sans-serif" font-weight="bold""#)
            }
            Font::SerifBold => write!(f, r#"font-family="{SERIF}" font-weight="bold""#),
            Font::SerifItalic => write!(f, r#"font-family="{SERIF}" font-style="italic""#),
            Font::SerifBoldItalic => {
                write!(f, r#"font-family="{SERIF}" font-weight="bold" font-style="italic""#)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.0, -0.04, 3.0, 0.52, -0.5, -12.34].map(|x| N(x).to_string()).into();
        assert_eq!(shown, ["0", "0", "3", ".5", "-.5", "-12.3"]);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(Esc("a<b> & \"c\"\u{1}\n").to_string(), "a&lt;b&gt; &amp; &quot;c&quot; ");
    }

    #[test]
    fn lines_are_relative_and_skip_standing_still() {
        assert_eq!(Line(&[[10, 20], [12, 18], [12, 18], [5, 30]]).to_string(), "M10 20l2-2-7 12");
        assert_eq!(Line(&[]).to_string(), "");
    }
}
