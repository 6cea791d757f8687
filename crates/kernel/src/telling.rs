//! The journal in words, as each viewer reads it. Every fact is told once; a march that goes on continues its line, so
//! a line is known by its number in the viewer's journal and not by the fact that began it.

use std::sync::Arc;

use view::{Line, March, Name, Rank, Span, Text};

use crate::{Audience, Seat, Viewer};

/// The facts of a match in words, and which of them make up the lines of each viewer.
#[derive(Clone, Debug)]
pub(crate) struct Telling {
    facts: Vec<Arc<Line>>,
    /// Who may read each of them, and the revision of the rules that begins with it.
    known: Vec<(Audience, Option<u32>)>,
    readers: Vec<Reader>,
}

/// A fact in words and who may read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// Who may read it.
    pub audience: Audience,
    /// The words.
    pub line: Line,
    /// The revision of the rules that begins here: such a line is not a fact of the game, it follows from the header.
    pub revision: Option<u32>,
}

impl Told {
    /// A fact of the game.
    pub fn fact(audience: Audience, line: Line) -> Told {
        Told { audience, line, revision: None }
    }
}

/// The journal of one viewer.
#[derive(Clone, Debug)]
struct Reader {
    viewer: Viewer,
    lines: Vec<Passage>,
    /// The line of the march under way.
    march: Option<usize>,
    /// The line of its last turn in place.
    turn: Option<usize>,
}

/// A line: the legs of a march, or one fact. A leg has a fact for each piece of a stack.
#[derive(Clone, Debug)]
struct Passage {
    legs: Vec<Vec<usize>>,
    line: Arc<Line>,
}

impl Telling {
    pub fn new(seats: usize) -> Telling {
        let seats = (0..seats).map(|seat| Viewer::Seat(Seat(seat as u8)));
        let viewers = seats.chain([Viewer::Spectator, Viewer::Umpire]);
        let reader = |viewer| Reader { viewer, lines: Vec::new(), march: None, turn: None };
        Telling { facts: Vec::new(), known: Vec::new(), readers: viewers.map(reader).collect() }
    }

    /// Every fact in words, for all who may know it.
    pub fn facts(&self) -> &[Arc<Line>] {
        &self.facts
    }

    /// Everything that was told, one by one, and to whom.
    pub fn all(&self) -> Vec<Told> {
        let known = self.facts.iter().zip(&self.known);
        known
            .map(|(line, &(audience, revision))| Told { audience, line: (**line).clone(), revision })
            .collect()
    }

    /// Tells the facts of one action or draw to those who may know.
    pub fn add(&mut self, facts: impl IntoIterator<Item = Told>) {
        let from = self.facts.len();
        for Told { audience, line, revision } in facts {
            self.facts.push(Arc::new(line));
            self.known.push((audience, revision));
        }
        for reader in &mut self.readers {
            let known = self.known.iter().enumerate().skip(from);
            let may_know = known.filter(|(_, (audience, _))| audience.heard_by(reader.viewer));
            for leg in legs(&self.facts, may_know.map(|(index, _)| index)) {
                reader.hear(&self.facts, leg);
            }
        }
    }

    /// How many lines this viewer has.
    pub fn count(&self, viewer: Viewer) -> usize {
        self.reader(viewer).map_or(0, |reader| reader.lines.len())
    }

    /// The lines of this viewer from number `from` on.
    pub fn lines(&self, viewer: Viewer, from: usize) -> Vec<Arc<Line>> {
        let told = self.reader(viewer).and_then(|reader| reader.lines.get(from..)).unwrap_or_default();
        told.iter().map(|told| told.line.clone()).collect()
    }

    /// One line of this viewer.
    pub fn line(&self, viewer: Viewer, number: usize) -> Option<&Arc<Line>> {
        Some(&self.reader(viewer)?.lines.get(number)?.line)
    }

    /// How many lines of this viewer nothing that is told later can change.
    pub fn settled(&self, viewer: Viewer) -> usize {
        let Some(Reader { lines, march, turn, .. }) = self.reader(viewer) else { return 0 };
        lines.len().min(march.unwrap_or(usize::MAX)).min(turn.unwrap_or(usize::MAX))
    }

    fn reader(&self, viewer: Viewer) -> Option<&Reader> {
        self.readers.iter().find(|reader| reader.viewer == viewer)
    }
}

impl Passage {
    fn new(facts: &[Arc<Line>], leg: Vec<usize>) -> Passage {
        let mut passage = Passage { line: facts[leg[0]].clone(), legs: vec![leg] };
        passage.word(facts);
        passage
    }

    /// The fact that the line ends with so far.
    fn end(&self) -> usize {
        self.legs.last().and_then(|leg| leg.last()).copied().unwrap_or_default()
    }

    /// Words the line anew after its legs have changed. One fact alone is its own line.
    fn word(&mut self, facts: &[Arc<Line>]) {
        self.line = facts[self.legs[0][0]].clone();
        if self.legs.len() == 1 && self.legs[0].len() == 1 {
            return;
        }
        let last = facts[self.end()].seq;
        let line = Arc::make_mut(&mut self.line);
        line.until = (last > line.seq).then_some(last);
        line.lost = self.legs.iter().flatten().flat_map(|&fact| facts[fact].lost.clone()).collect();
        if let Some(march) = &mut line.march {
            march.pieces = pieces(facts, &self.legs[0]).cloned().collect();
            march.halves = self.legs.iter().map(|leg| cost(facts, leg)).sum();
            for leg in &self.legs[1..] {
                let more = facts[leg[0]].march.iter().flat_map(|march| march.way.iter().skip(1));
                march.way.extend(more.cloned());
            }
            line.says = words(march);
        }
    }
}

impl Reader {
    /// Takes in a fact, or the facts of a stack that goes together.
    fn hear(&mut self, facts: &[Arc<Line>], leg: Vec<usize>) {
        let fact = &facts[leg[0]];
        if let (Some(next), Some(line)) = (&fact.march, self.march) {
            let last = &self.lines[line].legs[self.lines[line].legs.len() - 1];
            let same = pieces(facts, last).eq(pieces(facts, &leg));
            if fact.rank == Rank::Fact && same && goes_on(&facts[last[0]], fact, next) {
                self.lines[line].legs.push(leg);
                self.lines[line].word(facts);
                return;
            }
            if fact.rank == Rank::Detail && same && next.way.is_empty() {
                if let Some(turn) = self.turn {
                    self.lines[turn] = Passage::new(facts, leg);
                    return;
                }
                self.turn = Some(self.lines.len());
            }
        }
        if fact.rank != Rank::Detail {
            let under_way = fact.rank == Rank::Fact && fact.march.is_some();
            (self.march, self.turn) = (under_way.then_some(self.lines.len()), None);
        }
        self.lines.push(Passage::new(facts, leg));
    }
}

/// The facts of one action or draw, with the steps of a stack that goes the same way together.
fn legs(facts: &[Arc<Line>], indices: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut stack: Option<usize> = None;
    for index in indices {
        let fact = &facts[index];
        let joins = stack.filter(|&leg| together(&facts[found[leg][0]], fact));
        match joins {
            Some(leg) => found[leg].push(index),
            None => {
                if fact.rank != Rank::Detail {
                    stack = fact.march.is_some().then_some(found.len());
                }
                found.push(vec![index]);
            }
        }
    }
    found
}

/// Whether another piece takes the same step.
fn together(one: &Line, other: &Line) -> bool {
    let (Some(march), Some(next)) = (&one.march, &other.march) else { return false };
    let facts = one.rank == Rank::Fact && other.rank == Rank::Fact && one.side == other.side;
    facts && march.way == next.way && march.verb == next.verb && march.pieces != next.pieces
}

/// Whether a march goes on where its last leg ended.
fn goes_on(end: &Line, fact: &Line, next: &March) -> bool {
    let plain = fact.dice.is_empty() && fact.result.is_none() && fact.side == end.side;
    let on = |march: &March| march.verb == next.verb && march.way.last() == next.way.first();
    plain && next.way.len() > 1 && end.march.as_ref().is_some_and(on)
}

/// The pieces of a leg.
fn pieces<'a>(facts: &'a [Arc<Line>], leg: &'a [usize]) -> impl Iterator<Item = &'a Name> {
    leg.iter().flat_map(|&fact| facts[fact].march.iter().flat_map(|march| &march.pieces))
}

/// What a leg costs: in a stack, its slowest piece.
fn cost(facts: &[Arc<Line>], leg: &[usize]) -> u16 {
    leg.iter().filter_map(|&fact| facts[fact].march.as_ref()).map(|march| march.halves).max().unwrap_or(0)
}

/// A march in words: who, how, the way, what it cost.
fn words(march: &March) -> Text {
    let text = |words: &str| Span::Text(words.into());
    let mut spans = Vec::new();
    for (i, piece) in march.pieces.iter().enumerate() {
        match i {
            0 => {}
            _ if i + 1 == march.pieces.len() => spans.push(text(" and ")),
            _ => spans.push(text(", ")),
        }
        spans.push(Span::Piece(piece.clone()));
    }
    spans.push(text(&format!(" {} ", inflected(&march.verb, march.pieces.len()))));
    for (i, space) in march.way.iter().enumerate() {
        if i > 0 {
            spans.push(text(" – "));
        }
        spans.push(Span::Space(space.clone()));
    }
    if march.halves > 0 {
        spans.extend([text(" ("), Span::Number(points(march.halves)), text(" MP)")]);
    }
    spans.push(text("."));
    Text(spans)
}

/// `go back` as one piece or several do it: `goes back`, `go back`.
fn inflected(verb: &str, pieces: usize) -> String {
    let (first, rest) = verb.split_at(verb.find(' ').unwrap_or(verb.len()));
    match pieces {
        1 if first.ends_with('o') => format!("{first}es{rest}"),
        1 => format!("{first}s{rest}"),
        _ => verb.to_owned(),
    }
}

/// Movement points as players write them: `3`, `2½`.
fn points(halves: u16) -> Name {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string().into(),
        (whole, _) => format!("{whole}½").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Viewer = Viewer::Seat(Seat(0));
    const RIGHT: Viewer = Viewer::Seat(Seat(1));

    fn fact(seq: u32, says: &str) -> Line {
        Line { seq, says: says.into(), ..Line::default() }
    }

    fn step(seq: u32, piece: &str, way: &[&str]) -> Line {
        let way: Vec<Name> = way.iter().map(|&id| id.into()).collect();
        let says = format!("#{piece} moves from @{} to @{} (1 MP).", way[0], way[way.len() - 1]);
        let march = March { pieces: vec![piece.into()], verb: "go".into(), way, halves: 2 };
        Line { march: Some(march), ..fact(seq, &says) }
    }

    fn turn(seq: u32, piece: &str, to: &str) -> Line {
        let march = March { pieces: vec![piece.into()], verb: "go".into(), way: Vec::new(), halves: 0 };
        Line { march: Some(march), ..detail(seq, &format!("#{piece} turns {to}.")) }
    }

    fn detail(seq: u32, says: &str) -> Line {
        Line { rank: Rank::Detail, ..fact(seq, says) }
    }

    fn told(facts: impl IntoIterator<Item = Line>) -> Vec<String> {
        let mut telling = Telling::new(2);
        let facts: Vec<Line> = facts.into_iter().collect();
        for ply in facts.chunk_by(|one, next| one.seq == next.seq) {
            telling.add(ply.iter().map(|fact| Told::fact(Audience::All, fact.clone())));
        }
        telling.lines(LEFT, 0).iter().map(|line| line.says.to_string()).collect()
    }

    #[test]
    fn a_march_is_one_line_with_its_way() {
        let march = [
            step(1, "a", &["1", "2"]),
            detail(1, "@2 is taken."),
            step(2, "a", &["2", "3"]),
            step(3, "a", &["3", "5"]),
        ];
        assert_eq!(told(march.clone()), ["#a goes @1 – @2 – @3 – @5 ($3 MP).", "@2 is taken."]);
        assert_eq!(told(march.into_iter().take(1)), ["#a moves from @1 to @2 (1 MP)."]);
    }

    #[test]
    fn another_piece_another_place_or_another_fact_begins_a_new_line() {
        let first = step(1, "a", &["1", "2"]);
        for other in [step(2, "b", &["2", "3"]), step(2, "a", &["4", "5"])] {
            assert_eq!(told([first.clone(), other]).len(), 2);
        }
        let rolled = Line { dice: vec![3], ..step(2, "a", &["2", "3"]) };
        assert_eq!(told([first.clone(), rolled]).len(), 2);
        assert_eq!(told([first.clone(), fact(2, "It snows."), step(3, "a", &["2", "3"])]).len(), 3);
        let heading = Line { rank: Rank::Heading, ..fact(2, "Next impulse") };
        assert_eq!(told([first, heading, step(3, "a", &["2", "3"])]).len(), 3);
    }

    #[test]
    fn a_stack_marches_in_one_line_until_it_parts() {
        let both = |seq, way: &[&str]| [step(seq, "a", way), step(seq, "b", way)];
        let march = [both(1, &["1", "2"]), both(2, &["2", "3"])].concat();
        assert_eq!(told(march.clone()), ["#a and #b go @1 – @2 – @3 ($2 MP)."]);
        let parted = told(march.into_iter().chain([step(3, "a", &["3", "4"])]));
        assert_eq!(parted[1..], ["#a moves from @3 to @4 (1 MP)."]);
    }

    #[test]
    fn only_the_last_turn_of_a_march_is_told() {
        let march = [
            turn(1, "a", "north"),
            step(2, "a", &["1", "2"]),
            turn(3, "a", "south"),
            step(4, "a", &["2", "3"]),
            turn(5, "a", "east"),
        ];
        assert_eq!(told(march), ["#a turns north.", "#a goes @1 – @2 – @3 ($2 MP).", "#a turns east."]);
    }

    #[test]
    fn a_viewer_joins_what_he_may_know() {
        let mut telling = Telling::new(2);
        let unseen = Told::fact(Audience::Only(Seat(1)), fact(1, "Somebody moves."));
        let own = |line| Told::fact(Audience::Only(Seat(0)), line);
        telling.add([own(step(1, "a", &["1", "2"])), unseen]);
        telling.add([own(step(2, "a", &["2", "3"]))]);
        assert_eq!(telling.count(LEFT), 1);
        assert_eq!(telling.lines(RIGHT, 0)[0].says.to_string(), "Somebody moves.");
        assert_eq!(telling.count(Viewer::Spectator), 0);
        assert_eq!(telling.count(Viewer::Umpire), 3);
    }

    #[test]
    fn a_line_knows_when_it_was_begun_and_continued() {
        let mut telling = Telling::new(2);
        telling.add([Told::fact(Audience::All, step(1, "a", &["1", "2"]))]);
        telling.add([Told::fact(Audience::All, step(4, "a", &["2", "3"]))]);
        let line = &telling.lines(LEFT, 0)[0];
        assert_eq!((line.seq, line.until, line.last()), (1, Some(4), 4));
    }

    #[test]
    fn points_are_written_as_players_do() {
        assert_eq!([1, 2, 5].map(|halves| points(halves).to_string()), ["½", "1", "2½"]);
    }
}
