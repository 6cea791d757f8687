//! The words of a case in blocks: paragraphs, lists and tables. The rulebook is written with a few marks of Markdown;
//! they are read here and nowhere else.

use serde::{Deserialize, Serialize};

use crate::text::{Span, Text, id_length};

/// A part of a case's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// A paragraph.
    Text(Text),
    /// The items of a list.
    List(Vec<Text>),
    Table(Grid),
}

/// A table. Without a ruled first row the head is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    pub head: Vec<Text>,
    pub rows: Vec<Vec<Text>>,
}

/// What a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Item,
    Row,
}

/// Reads the words of a case. An indented line goes on with the item before it.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Vec<(Kind, String)> = Vec::new();
    for line in text.lines().chain([""]) {
        let (kind, words) = read(line);
        let goes_on = kind == Kind::Text
            && open.last().is_some_and(|(last, _)| match last {
                Kind::Text => true,
                Kind::Item => line.starts_with(' '),
                Kind::Row => false,
            });
        if words.is_empty() || !goes_on && open.first().is_some_and(|(first, _)| *first != kind) {
            found.extend(close(&mut open));
        }
        match open.last_mut() {
            _ if words.is_empty() => {}
            Some((_, last)) if goes_on => {
                last.push(' ');
                last.push_str(words);
            }
            _ => open.push((kind, words.to_owned())),
        }
    }
    found
}

fn read(line: &str) -> (Kind, &str) {
    let words = line.trim();
    let item = ["- ", "* ", "• "].into_iter().find_map(|mark| words.strip_prefix(mark));
    match item {
        Some(item) => (Kind::Item, item.trim_start()),
        None if words.starts_with('|') => (Kind::Row, words),
        None => (Kind::Text, words),
    }
}

fn close(open: &mut Vec<(Kind, String)>) -> Option<Block> {
    let lines = std::mem::take(open);
    let texts = || lines.iter().map(|(_, words)| spans(words));
    Some(match lines.first()?.0 {
        Kind::Text => Block::Text(texts().next()?),
        Kind::Item => Block::List(texts().collect()),
        Kind::Row => Block::Table(grid(lines.iter().map(|(_, words)| &**words))),
    })
}

fn grid<'a>(lines: impl Iterator<Item = &'a str>) -> Grid {
    let cells = |line: &'a str| -> Vec<&'a str> {
        let inner = line.strip_prefix('|').unwrap_or(line);
        inner.strip_suffix('|').unwrap_or(inner).split('|').map(str::trim).collect()
    };
    let rule = |row: &Vec<&str>| {
        row.iter().all(|cell| !cell.is_empty() && cell.chars().all(|sign| matches!(sign, '-' | ':')))
    };
    let rows: Vec<Vec<&str>> = lines.map(cells).collect();
    let ruled = rows.get(1).is_some_and(rule);
    let read = |row: &Vec<&str>| -> Vec<Text> { row.iter().map(|cell| spans(cell)).collect() };
    Grid {
        head: if ruled { read(&rows[0]) } else { Vec::new() },
        rows: rows.iter().skip(if ruled { 2 } else { 0 }).map(read).collect(),
    }
}

/// Emphasis, code and case numbers.
fn spans(words: &str) -> Text {
    let mut found = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(sign) = words[at..].chars().next() {
        let rest = &words[at..];
        let before = words[..at].chars().next_back();
        let (span, length) = match sign {
            '`' => quoted(rest, "`").map_or((None, 1), |(it, length)| (Some(Span::Code(it.into())), length)),
            '*' => {
                quoted(rest, "**").map_or((None, 1), |(it, length)| (Some(Span::Strong(it.into())), length))
            }
            '0'..='9' if before.is_none_or(|sign| " (,;/".contains(sign)) => {
                let length = id_length(rest, true);
                (case(rest, length).map(|it| Span::Case(it.into())), length)
            }
            _ => (None, sign.len_utf8()),
        };
        if let Some(span) = span {
            if at > from {
                found.push(Span::Text(words[from..at].into()));
            }
            found.push(span);
            from = at + length;
        }
        at += length.max(1);
    }
    if from < words.len() {
        found.push(Span::Text(words[from..].into()));
    }
    Text(found)
}

/// The words between two marks at the start of a text, and how far they reach.
fn quoted<'a>(text: &'a str, mark: &str) -> Option<(&'a str, usize)> {
    let inner = text.strip_prefix(mark)?;
    let end = inner.find(mark).filter(|&end| end > 0)?;
    Some((&inner[..end], end + 2 * mark.len()))
}

/// A number such as 13.2.3 or 8.1.1C that stands alone.
fn case(text: &str, length: usize) -> Option<&str> {
    let number = &text[..length];
    let plain = number.strip_suffix(|last: char| last.is_ascii_alphabetic()).unwrap_or(number);
    let digits = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = plain.split('.').count();
    let alone = text[length..].chars().next().is_none_or(|sign| " ),;:/.".contains(sign));
    (alone && (2..=5).contains(&parts) && plain.split('.').all(digits)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_keeps_its_paragraphs_lists_and_tables() {
        let text = "First\nline.\n\n- one\n- two\n  goes on\n\n| a | b |\n|---|---|\n| 1 | see 13.2 |";
        let [Block::Text(first), Block::List(items), Block::Table(grid)] = &blocks(text)[..] else {
            panic!("{:?}", blocks(text));
        };
        assert_eq!(first.to_string(), "First line.");
        assert_eq!(items.iter().map(ToString::to_string).collect::<Vec<_>>(), ["one", "two goes on"]);
        assert_eq!((grid.head.len(), grid.rows.len()), (2, 1));
        assert_eq!(grid.rows[0][1].0[1], Span::Case("13.2".into()));
    }

    #[test]
    fn case_numbers_are_found_and_other_numbers_are_not() {
        let cases = |text: &str| spans(text).0.iter().filter(|span| matches!(span, Span::Case(_))).count();
        assert_eq!(cases("13.2.3 and (8.1.1C), see 5.1."), 3);
        assert_eq!(cases("2.5% or v1.2x3, 1941, 100.5, 7"), 0);
    }

    #[test]
    fn emphasis_and_code_are_read() {
        let read = spans("a **bold** and `code` word, 2 * 3");
        assert_eq!(read.0[1], Span::Strong("bold".into()));
        assert_eq!(read.0[3], Span::Code("code".into()));
        assert_eq!(read.0.len(), 5);
    }
}
