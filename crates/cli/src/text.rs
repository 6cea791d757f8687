//! Words on a terminal: wrapping, names for ids, journal lines, odds, and the board as text.

use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use kernel::rules::{Case, Rulebook};
use view::{Board, Doubt, Line, Name, Odds, Piece, Rank, Side, SpaceState, Text, Track, View, odds::percent};

/// The widest text that is comfortable to read.
const WIDEST: usize = 100;

/// The last column of a table needs this much room, or as much as it fills.
const LAST_COLUMN: usize = 24;

/// How wide text may run: the terminal's width, within reason.
pub fn width() -> usize {
    let columns = terminal_size::terminal_size().map_or(WIDEST, |(columns, _)| usize::from(columns.0));
    columns.clamp(40, WIDEST)
}

/// Breaks a text between words: `first` before the first line, `rest` before the others.
pub fn wrap(text: &str, width: usize, first: &str, rest: &str) -> String {
    let mut wrapped = String::from(first);
    let mut column = first.chars().count();
    let mut fresh = true;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if !fresh && column + 1 + length > width {
            wrapped.push('\n');
            wrapped.push_str(rest);
            column = rest.chars().count();
            fresh = true;
        }
        if !fresh {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
        fresh = false;
    }
    wrapped.push('\n');
    wrapped
}

/// Wraps paragraph by paragraph. Items of lists hang, tables are set in columns.
pub fn paragraphs(text: &str, width: usize, indent: &str) -> String {
    let mut wrapped = String::new();
    let mut paragraph = String::new();
    let mut table: Vec<Vec<&str>> = Vec::new();
    for line in text.trim().lines().chain([""]) {
        let line = line.trim_end();
        let row = line.trim_start().strip_prefix('|');
        let ends = line.is_empty() || row.is_some() || item(line) > 0;
        if ends && !paragraph.is_empty() {
            let hang = format!("{indent}{}", " ".repeat(item(&paragraph)));
            wrapped.push_str(&wrap(&paragraph, width, indent, &hang));
            paragraph.clear();
        }
        if row.is_none() && !table.is_empty() {
            wrapped.push_str(&columns(&table, width, indent));
            table.clear();
        }
        match row {
            Some(row) => {
                let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
                let rule =
                    cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| "-:".contains(c)));
                if !rule {
                    table.push(cells);
                }
            }
            None if line.is_empty() => wrapped.push('\n'),
            None => {
                paragraph.push_str(if paragraph.is_empty() { "" } else { " " });
                paragraph.push_str(line.trim_start());
            }
        }
    }
    wrapped.truncate(wrapped.trim_end().len());
    wrapped.push('\n');
    wrapped
}

/// How far the lines of a list's item hang, or zero for other lines: `- one`, `2. two`.
fn item(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match &line[digits..] {
        rest if digits == 0 && rest.starts_with("- ") => 2,
        rest if digits > 0 && rest.starts_with(". ") => digits + 2,
        _ => 0,
    }
}

/// Rows of cells set in columns; the last column wraps. Where it has no room to, every row becomes an item.
fn columns(rows: &[Vec<&str>], width: usize, indent: &str) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: &Vec<&str>, i: usize| row.get(i).map_or(0, |cell| cell.chars().count());
    let widths: Vec<usize> =
        (0..count).map(|i| rows.iter().map(|row| cell(row, i)).max().unwrap_or(0)).collect();
    let mut text = String::new();
    let before_last: usize = widths.iter().rev().skip(1).map(|width| width + 2).sum();
    let room = width.saturating_sub(indent.chars().count() + before_last);
    if room < widths.last().map_or(0, |&last| last.min(LAST_COLUMN)) {
        let (head, body) = rows.split_first().map_or((&[][..], rows), |(head, body)| (&head[..], body));
        for row in body {
            let labelled: Vec<String> =
                head.iter().zip(row).skip(1).map(|(label, cell)| format!("{label}: {cell}")).collect();
            let item = format!("- {}; {}", row.first().unwrap_or(&""), labelled.join("; "));
            text.push_str(&wrap(&item, width, indent, &format!("{indent}  ")));
        }
        return text;
    }
    for row in rows {
        let mut head = indent.to_owned();
        for (i, cell) in row.iter().enumerate().take(count.saturating_sub(1)) {
            let padding = widths[i] - cell.chars().count() + 2;
            head.push_str(cell);
            head.push_str(&" ".repeat(padding));
        }
        let hang = " ".repeat(head.chars().count());
        let last = if row.len() == count { row.last().copied().unwrap_or("") } else { "" };
        let line = wrap(last, width, &head, &hang);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// `1 game`, `2 games`.
pub fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// `1 ply`, `2 plies`.
pub fn plies(n: usize) -> String {
    if n == 1 { "1 ply".to_owned() } else { format!("{n} plies") }
}

/// A case of the rulebook with where it comes from.
pub fn case(case: &Case, width: usize) -> String {
    let provenance: Vec<&str> = case.provenance.iter().map(|it| it.word()).collect();
    let mut text = wrap(&case.title, width, &format!("{:<6}  ", case.number), "        ");
    let _ = writeln!(text, "        [{}; {}]", case.status.word(), provenance.join(", "));
    text.push_str(&paragraphs(&case.text, width, "    "));
    text
}

/// The cases that a number means: itself, or everything below it (`13` and `13.2`, but `13.0` alone).
pub fn cases_below<'a>(book: &'a Rulebook, number: &str) -> Vec<&'a Case> {
    let below = format!("{number}.");
    let meant = |case: &&Case| case.number == number || case.number.starts_with(&below);
    book.cases.iter().filter(meant).collect()
}

/// The numbers that stand nearest to one that does not exist.
pub fn near_cases<'a>(book: &'a Rulebook, number: &str) -> Vec<&'a str> {
    let key = |number: &str| -> Vec<u32> {
        number.split('.').map(|part| part.parse().unwrap_or(u32::MAX)).collect()
    };
    let asked = key(number);
    let after = book.cases.iter().position(|case| key(&case.number) > asked).unwrap_or(book.cases.len());
    let from = after.saturating_sub(3);
    let to = (after + 3).min(book.cases.len());
    book.cases[from..to].iter().map(|case| case.number.as_str()).collect()
}

/// Names for the ids of spaces and pieces.
pub struct Names {
    spaces: BTreeMap<Name, String>,
    pieces: BTreeMap<Name, String>,
}

impl Names {
    /// The names of everything on the board and in this view.
    pub fn new(board: &Board, view: &View) -> Names {
        let spaces = board.spaces.iter().map(|space| (space.id.clone(), space_name(&space.id, &space.name)));
        let pieces = view.pieces.iter().map(|piece| (piece.id.clone(), piece_name(board, piece)));
        Names { spaces: spaces.collect(), pieces: pieces.collect() }
    }

    /// The name of a space, or its id.
    pub fn space<'a>(&'a self, id: &'a str) -> &'a str {
        self.spaces.get(id).map_or(id, String::as_str)
    }

    /// The name of a piece, or its id.
    pub fn piece<'a>(&'a self, id: &'a str) -> &'a str {
        self.pieces.get(id).map_or(id, String::as_str)
    }

    /// The text with names in the place of ids.
    pub fn plain(&self, says: &Text) -> String {
        says.plain(|id| self.piece(id).to_owned(), |id| self.space(id).to_owned())
    }
}

/// A place for people: its name, behind its id where that is a number or a short sign on the map.
fn space_name(id: &str, name: &str) -> String {
    let printed = id.chars().count() <= 3 || id.starts_with(|first: char| first.is_ascii_digit());
    match name {
        "" => id.to_owned(),
        _ if !printed || name.split_whitespace().any(|word| word == id) => name.to_owned(),
        _ => format!("{id} {name}"),
    }
}

fn piece_name(board: &Board, piece: &Piece) -> String {
    let face = board.faces.get(&piece.face).filter(|face| !face.name.is_empty());
    face.map_or_else(|| piece.id.to_string(), |face| face.name.to_string())
}

/// Whether the signs of cases that are ours are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Signs {
    /// A small sign behind the case.
    #[default]
    Shown,
    /// Nothing.
    Hidden,
}

impl Signs {
    /// Shown, unless somebody does not want them.
    pub fn unless(hidden: bool) -> Signs {
        if hidden { Signs::Hidden } else { Signs::Shown }
    }

    /// A case with the sign of its doubt.
    pub fn case(self, cites: &str, doubt: Option<Doubt>) -> String {
        match (self, doubt) {
            (Signs::Shown, Some(doubt)) => format!("{cites}{}", doubt.sign()),
            _ => cites.to_owned(),
        }
    }
}

/// The lines of a journal: headings apart, facts with their case, details indented below them.
pub fn journal(lines: &[Arc<Line>], board: &Board, names: &Names, signs: Signs, width: usize) -> String {
    let mut text = String::new();
    for line in lines {
        let mut says = names.plain(&line.says);
        if !line.dice.is_empty() {
            let dice: Vec<String> = line.dice.iter().map(u8::to_string).collect();
            let _ = write!(says, " [{}]", dice.join(" "));
        }
        let cites = signs.case(&line.cites, line.provenance);
        // A browser shows the side by the line's edge; here it must be said, unless the words do.
        let side = line.side.as_ref().map(|id| side_name(board, id));
        if let Some(side) = side.filter(|side| line.rank == Rank::Fact && !says.contains(*side)) {
            says = format!("{side}: {says}");
        }
        match line.rank {
            Rank::Heading => {
                let _ = write!(text, "\n{}", wrap(&format!("== {says} == {cites}"), width, "", "   "));
            }
            Rank::Fact => {
                text.push_str(&wrap(&says, width, &format!("{cites:<9}"), "           "));
            }
            Rank::Detail => {
                let head = format!("  {cites:<9}  ");
                text.push_str(&wrap(&says, width, &head, "               "));
            }
        }
    }
    text
}

/// The board as text: tracks, then every space with something in it.
pub fn board(board: &Board, view: &View, width: usize) -> String {
    let mut text = String::new();
    text.push_str(&tracks(&view.tracks, width));
    let names = Names::new(board, view);
    let mut quiet = 0;
    for space in &board.spaces {
        let nothing = SpaceState::default();
        let state = view.spaces.get(&space.id).unwrap_or(&nothing);
        let here: Vec<&Piece> = view.pieces.iter().filter(|piece| piece.at == space.id).collect();
        if here.is_empty() && *state == nothing {
            quiet += 1;
            continue;
        }
        let mut head = names.space(&space.id).to_owned();
        if !space.terrain.is_empty() {
            let _ = write!(head, ", {}", space.terrain);
        }
        if let Some(control) = &state.control {
            let _ = write!(head, ": {}", side_name(board, control));
        }
        if !state.marks.is_empty() {
            let marks: Vec<&str> = state.marks.iter().map(|mark| &*mark.label).collect();
            let _ = write!(head, " ({})", marks.join(", "));
        }
        if state.chosen {
            head.push_str("  <--");
        }
        text.push_str(&wrap(&head, width, "", "      "));
        for side in &board.sides {
            text.push_str(&pieces_of(board, side, &here, width));
        }
    }
    if quiet > 0 {
        let _ = writeln!(text, "({} with nothing in them)", count(quiet, "space"));
    }
    text
}

/// Everything off the map, place by place.
pub fn boxes(board: &Board, view: &View, width: usize) -> String {
    let names = Names::new(board, view);
    let mut places: BTreeMap<&str, Vec<&Piece>> = BTreeMap::new();
    let on_map = |piece: &Piece| board.spaces.iter().any(|space| space.id == piece.at);
    for piece in view.pieces.iter().filter(|piece| !on_map(piece)) {
        places.entry(&piece.at).or_default().push(piece);
    }
    let mut text = String::new();
    for (at, pieces) in places {
        let id = at.strip_prefix("box:");
        let holding = id.and_then(|id| board.boxes.iter().find(|holding| *holding.id == *id));
        let mut head = holding.map_or_else(|| place(at, &names), |holding| holding.name.to_string());
        if let Some(note) = id.and_then(|id| view.boxes.get(id)) {
            let _ = write!(head, " ({note})");
        }
        text.push_str(&wrap(&head, width, "", "      "));
        for side in &board.sides {
            text.push_str(&pieces_of(board, side, &pieces, width));
        }
    }
    if text.is_empty() {
        text.push_str("Nothing is off the map.\n");
    }
    text
}

/// A place off the map that has no box of its own, in words.
fn place(at: &str, names: &Names) -> String {
    match at.split_once(':') {
        Some(("entry", turn)) => format!("Enters on turn {turn}"),
        Some(("cup", cup)) => format!("In the cup: {cup}"),
        Some(("aboard", piece)) => format!("Aboard {}", names.piece(piece)),
        _ => at.to_owned(),
    }
}

fn tracks(tracks: &[Track], width: usize) -> String {
    let told: Vec<String> = tracks
        .iter()
        .map(|track| {
            let note = track.note.as_ref().map_or_else(String::new, |note| format!(" ({note})"));
            format!("{}: {}{note}", track.name, track.says)
        })
        .collect();
    if told.is_empty() { String::new() } else { wrap(&told.join(" | "), width, "", "  ") }
}

fn pieces_of(board: &Board, side: &Side, pieces: &[&Piece], width: usize) -> String {
    let own: Vec<String> =
        pieces.iter().filter(|piece| piece.side == side.id).map(|piece| piece_line(board, piece)).collect();
    if own.is_empty() {
        return String::new();
    }
    wrap(&own.join("; "), width, &format!("    {}: ", side.name), "        ")
}

/// One counter in a few words: name, printed values, marks, id.
fn piece_line(board: &Board, piece: &Piece) -> String {
    let mut text = piece_name(board, piece);
    if let Some(face) = board.faces.get(&piece.face) {
        let values: Vec<&str> =
            [&face.strength, &face.ops, &face.movement].into_iter().flatten().map(|value| &**value).collect();
        if !values.is_empty() {
            let _ = write!(text, " {}", values.join("-"));
        }
    }
    if let Some(facing) = piece.facing {
        let _ = write!(text, " facing {facing}");
    }
    if let Some(level) = &piece.level {
        let _ = write!(text, " {level}");
    }
    if !piece.marks.is_empty() {
        let _ = write!(text, " ({})", piece.marks.join(", "));
    }
    if piece.chosen {
        text.push_str(" <--");
    }
    if *text != *piece.id {
        let _ = write!(text, " [{}]", piece.id);
    }
    text
}

/// The name of a side, or its id.
pub fn side_name<'a>(board: &'a Board, id: &'a str) -> &'a str {
    board.sides.iter().find(|side| *side.id == *id).map_or(id, |side| &side.name)
}

/// Exact odds: every outcome as a bar with counts and percentages, then both sums with their modifiers.
pub fn odds(odds: &Odds, signs: Signs, width: usize) -> String {
    let mut text = String::new();
    let Odds { title, headline, assumes, of, outcomes, sums, mean } = odds;
    let _ = writeln!(text, "{}", title);
    let _ = writeln!(text, "  {}: {} of {of}, {}", headline.says, headline.ways, percent(headline.ways, *of));
    let labels: Vec<&str> = outcomes.iter().map(|outcome| &*outcome.label).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let digits = of.to_string().len();
    for (label, outcome) in labels.iter().zip(outcomes) {
        let bar = "#".repeat(bar_length(outcome.ways, *of, 40));
        let padding = " ".repeat(longest - label.chars().count());
        let share = percent(outcome.ways, *of);
        let _ = writeln!(text, "  {label}{padding}  {:>digits$}  {share:>6}  {bar}", outcome.ways);
    }
    for sum in sums {
        let _ = writeln!(text, "  {}: {} {:+}", sum.name, sum.dice, sum.total);
        for line in &sum.lines {
            let says = format!("{:+} {}", line.value, line.says);
            let cites = signs.case(&line.cites, line.provenance);
            text.push_str(&wrap(&says, width, &format!("    {cites:<9} "), "                 "));
        }
    }
    for remark in [mean, assumes] {
        if !remark.is_empty() {
            text.push_str(&wrap(remark, width, "  ", "  "));
        }
    }
    text
}

/// The length of a bar, rounded to the nearest mark; something that can happen always shows.
fn bar_length(ways: u64, of: u64, full: u64) -> usize {
    if ways == 0 || of == 0 {
        return 0;
    }
    ((ways * full + of / 2) / of).clamp(1, full) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_between_words() {
        assert_eq!(wrap("one two three four", 9, "", "  "), "one two\n  three\n  four\n");
        assert_eq!(wrap("immeasurable", 5, "> ", "  "), "> immeasurable\n");
        assert_eq!(wrap("", 5, "", ""), "\n");
    }

    #[test]
    fn paragraphs_stay_apart() {
        let text = "one\ntwo\n\n- three\n- four\n";
        assert_eq!(paragraphs(text, 40, "  "), "  one two\n\n  - three\n  - four\n");
        let text = "1. one\n   two\n2. three (2.1 to\n2.4)\n";
        assert_eq!(paragraphs(text, 12, ""), "1. one two\n2. three\n   (2.1 to\n   2.4)\n");
    }

    #[test]
    fn tables_are_set_in_columns() {
        let text =
            "Roll:\n\n| 1d6 | effect |\n|---|---|\n| 1 | eliminated for good |\n| 2-3 | none |\n\nEnd.";
        let set = "  Roll:\n\n  1d6  effect\n  1    eliminated\n       for good\n  2-3  none\n\n  End.\n";
        assert_eq!(
            paragraphs(text, 26, "  "),
            set.replace("eliminated\n       for good", "eliminated for good")
        );
        let items =
            "  Roll:\n\n  - 1; effect:\n    eliminated for\n    good\n  - 2-3; effect:\n    none\n\n  End.\n";
        assert_eq!(paragraphs(text, 18, "  "), items);
        let long = text.replace("for good", "for good and all, never to come back");
        assert!(paragraphs(&long, 35, "  ").contains("\n       never to come back\n"));
    }

    #[test]
    fn ids_become_names() {
        let names = Names {
            spaces: [("9".into(), "9 Ostkirche".to_owned())].into(),
            pieces: [("g-pol-1".into(), "1./Pol 65".to_owned())].into(),
        };
        let plain = names.plain(&"#g-pol-1 enters @9, from @8.".into());
        assert_eq!(plain, "1./Pol 65 enters 9 Ostkirche, from 8.");
    }

    #[test]
    fn a_place_shows_the_id_that_is_printed_on_the_map() {
        assert_eq!(space_name("9", "Ostkirche"), "9 Ostkirche");
        assert_eq!(space_name("C6", "Pinsk"), "C6 Pinsk");
        assert_eq!(space_name("0426", "Alkhan-Yurt Rd"), "0426 Alkhan-Yurt Rd");
        assert_eq!(space_name("brest", "Brest-Litovsk"), "Brest-Litovsk");
        assert_eq!(space_name("z-germany", "Germany"), "Germany");
        assert_eq!(space_name("D4", ""), "D4");
    }

    #[test]
    fn the_sign_of_a_case_can_be_hidden() {
        assert_eq!(Signs::Shown.case("13.2", Some(Doubt::Gap)), "13.2◇");
        assert_eq!(Signs::Hidden.case("13.2", Some(Doubt::Gap)), "13.2");
        assert_eq!(Signs::Shown.case("13.2", None), "13.2");
    }

    #[test]
    fn places_off_the_map_are_told_in_words() {
        let names = Names { spaces: BTreeMap::new(), pieces: [("t34".into(), "T-34 1".to_owned())].into() };
        assert_eq!(place("entry:3", &names), "Enters on turn 3");
        assert_eq!(place("aboard:t34", &names), "Aboard T-34 1");
        assert_eq!(place("nowhere", &names), "nowhere");
    }

    #[test]
    fn bars_show_what_can_happen() {
        assert_eq!(bar_length(0, 36, 40), 0);
        assert_eq!(bar_length(1, 1296, 40), 1);
        assert_eq!(bar_length(36, 36, 40), 40);
    }
}
