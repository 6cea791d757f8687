//! Text with meaning: a line is words, and the pieces, spaces, cases, numbers and dice that it names.
//!
//! Games write marked text, and this is the one place where it is read. A mark stands before what it names, at the
//! start of a word:
//!
//! | mark | names | example |
//! |---|---|---|
//! | `@` | a space by its id | `@9` |
//! | `#` | a piece by its id | `#g-pol-1` |
//! | `§` | a case | `§13.2.3` |
//! | `$` | a number | `$+2` |
//! | `%` | a face of a die | `%5` |

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Name;

/// A text in spans. [`Display`](fmt::Display) writes it with its marks, as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(pub Vec<Span>);

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Span {
    /// Words that name nothing.
    Text(Name),
    /// A piece by its id.
    Piece(Name),
    /// A space by its id.
    Space(Name),
    /// A case by its number.
    Case(Name),
    /// A number as it is written: `3`, `+2`, `2½`.
    Number(Name),
    /// A face of a die.
    Die(u8),
    /// Something to be typed as it stands.
    Code(Name),
    /// Words with weight.
    Strong(Name),
}

impl Text {
    /// Reads marked text. A mark before nothing that it could name is a character like others.
    pub fn read(marked: &str) -> Text {
        let mut spans = Vec::new();
        let (mut from, mut at) = (0, 0);
        while let Some(found) = marked[at..].find(['@', '#', '§', '$', '%']) {
            let start = at + found;
            let Some(sign) = marked[start..].chars().next() else { break };
            let rest = &marked[start + sign.len_utf8()..];
            at = start + sign.len_utf8();
            let inside = marked[..start].chars().next_back().is_some_and(char::is_alphanumeric);
            let Some((span, length)) = named(sign, rest).filter(|_| !inside) else { continue };
            if start > from {
                spans.push(Span::Text(marked[from..start].into()));
            }
            spans.push(span);
            at += length;
            from = at;
        }
        if from < marked.len() {
            spans.push(Span::Text(marked[from..].into()));
        }
        Text(spans)
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text in plain words; the caller says what pieces and spaces are called.
    pub fn plain(&self, piece: impl Fn(&str) -> String, space: impl Fn(&str) -> String) -> String {
        let words = self.0.iter().map(|span| match span {
            Span::Text(words)
            | Span::Case(words)
            | Span::Number(words)
            | Span::Code(words)
            | Span::Strong(words) => words.to_string(),
            Span::Piece(id) => piece(id),
            Span::Space(id) => space(id),
            Span::Die(face) => face.to_string(),
        });
        words.collect()
    }

    /// The spaces it names, in order.
    pub fn spaces(&self) -> impl Iterator<Item = &Name> {
        self.0.iter().filter_map(|span| if let Span::Space(id) = span { Some(id) } else { None })
    }
}

/// What a mark names at the start of a text, and how long that is.
fn named(sign: char, rest: &str) -> Option<(Span, usize)> {
    let length = match sign {
        '$' => number_length(rest),
        _ => id_length(rest, sign == '§'),
    };
    let id = &rest[..length];
    let span = match sign {
        _ if id.is_empty() => return None,
        '@' => Span::Space(id.into()),
        '#' => Span::Piece(id.into()),
        '§' if id.starts_with(|c: char| c.is_ascii_digit()) => Span::Case(id.into()),
        '$' => Span::Number(id.into()),
        '%' => Span::Die(id.parse().ok()?),
        _ => return None,
    };
    Some((span, length))
}

/// Letters, digits and, between them, `-`, `_` and (in cases) points.
pub(crate) fn id_length(text: &str, points: bool) -> usize {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_') || (points && c == '.');
    let end = text.find(|c: char| !part(c)).unwrap_or(text.len());
    text[..end].trim_end_matches(['-', '_', '.']).len()
}

/// Digits with a sign before them and a half behind them.
fn number_length(text: &str) -> usize {
    let sign = text.chars().next().filter(|c| "+-−".contains(*c)).map_or(0, char::len_utf8);
    let digits = text[sign..].find(|c: char| !(c.is_ascii_digit() || c == '½')).unwrap_or(text.len() - sign);
    let digits = &text[sign..sign + digits];
    if digits.is_empty() { 0 } else { sign + digits.len() }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for span in &self.0 {
            match span {
                Span::Text(words) | Span::Code(words) | Span::Strong(words) => f.write_str(words)?,
                Span::Piece(id) => write!(f, "#{id}")?,
                Span::Space(id) => write!(f, "@{id}")?,
                Span::Case(number) => write!(f, "§{number}")?,
                Span::Number(number) => write!(f, "${number}")?,
                Span::Die(face) => write!(f, "%{face}")?,
            }
        }
        Ok(())
    }
}

impl From<&str> for Text {
    fn from(marked: &str) -> Text {
        Text::read(marked)
    }
}

impl From<String> for Text {
    fn from(marked: String) -> Text {
        Text::read(&marked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(marked: &str) -> Vec<Span> {
        Text::read(marked).0
    }

    #[test]
    fn marks_name_pieces_and_spaces() {
        let (text, piece, space) =
            (|it: &str| Span::Text(it.into()), Span::Piece("g-pol-1".into()), Span::Space("9".into()));
        assert_eq!(spans("#g-pol-1 enters @9, twice."), [piece, text(" enters "), space, text(", twice.")]);
        assert_eq!(spans("@E5.")[0], Span::Space("E5".into()));
        assert_eq!(spans("#a-b- @x_1").len(), 3);
        assert_eq!(spans(""), []);
    }

    #[test]
    fn marks_name_cases_numbers_and_dice() {
        assert_eq!(spans("see §13.2.3.")[1], Span::Case("13.2.3".into()));
        assert_eq!(spans("§8.1.1C")[0], Span::Case("8.1.1C".into()));
        assert_eq!(spans("$+2 rubble")[0], Span::Number("+2".into()));
        assert_eq!(spans("($2½ MP)")[1], Span::Number("2½".into()));
        assert_eq!(spans("%5 and %3").len(), 3);
    }

    #[test]
    fn a_mark_before_nothing_is_a_character() {
        for plain in ["a@b", "100%", "# @ $ § %", "@é is a word"] {
            let read = Text::read(plain);
            assert_eq!(read.to_string(), plain);
        }
        assert_eq!(spans("nobody @ all, 5%"), [Span::Text("nobody @ all, 5%".into())]);
    }

    #[test]
    fn a_text_is_written_as_it_was_read() {
        let marked = "#s-73-1 rolls %4 and %6 in @9: $+3, see §13.2.";
        assert_eq!(Text::read(marked).to_string(), marked);
        let plain = Text::read(marked).plain(|id| format!("<{id}>"), |id| format!("[{id}]"));
        assert_eq!(plain, "<s-73-1> rolls 4 and 6 in [9]: +3, see 13.2.");
        let named: Vec<String> = Text::read("@1 to @2").spaces().map(|id| id.to_string()).collect();
        assert_eq!(named, ["1", "2"]);
    }
}
