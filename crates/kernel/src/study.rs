//! Positions that somebody sets up by hand: as a file, as a section of a record, and what is wrong with them.
//!
//! The file has the words of a worked example, without what is played and what must follow:
//!
//! ```text
//! game = "circle-of-fire"
//! scenario = "siege"
//! clear = true
//! step = "soviet-impulse"
//! [position.pieces]
//! "s-73-1" = { at = "1" }
//! ```
//!
//! `before` lists what was played before the pieces were rearranged, so that a moment of a game can be changed and everything
//! else stays as it was.

use std::{
    fmt::Write as _,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use view::{Name, TrackValue};

use crate::{
    Game, Match, Misplaced, Node, Players, Rng, Seat, Viewer,
    data::{self, DataError},
    example::{Arrangement, Example, PieceSpec, Position},
};

/// A position set up by hand: what its file says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The game it is of.
    pub game: String,
    /// What it shows, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Starts from this scenario's set-up; the first one by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// Options that are on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// What was played before the pieces were rearranged, as lines of a record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// Takes every piece off first.
    #[serde(default)]
    pub clear: bool,
    /// The named step of the sequence of play to start in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// What differs.
    #[serde(default)]
    pub position: Arrangement,
}

/// The part of a study that a record keeps beside its header.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    #[serde(default)]
    before: Vec<String>,
    #[serde(default)]
    clear: bool,
    #[serde(default)]
    step: Option<String>,
    #[serde(default)]
    position: Arrangement,
}

/// The most plies that a position may begin behind.
pub const MOST_BEFORE: usize = 20_000;
/// The longest title.
pub const LONGEST_TITLE: usize = 120;
/// How many games are tried from a position, and how far.
const TRIALS: u64 = 3;
const FAR: usize = 60;

impl Study {
    /// Reads the file of a study; of a worked example, the position that it begins in.
    pub fn parse(file: &str, text: &str) -> Result<Study, DataError> {
        let wrong = match data::load::<Study>(file, text, None) {
            Ok(study) => return Ok(study),
            Err(wrong) => wrong,
        };
        let Ok(Example { game, title, scenario, options, clear, step, position, .. }) =
            Example::parse(file, text)
        else {
            return Err(wrong);
        };
        Ok(Study { game, title, scenario, options, before: Vec::new(), clear, step, position })
    }

    /// The file.
    pub fn to_text(&self) -> String {
        let mut text = format!("game = {}\n", quoted(&self.game));
        if !self.title.is_empty() {
            let _ = writeln!(text, "title = {}", quoted(&self.title));
        }
        if let Some(scenario) = &self.scenario {
            let _ = writeln!(text, "scenario = {}", quoted(scenario));
        }
        if !self.options.is_empty() {
            let _ = writeln!(text, "options = {}", list(&self.options));
        }
        text + &self.position().to_text()
    }

    /// The position, as [`Game::arrange`] is given it.
    pub fn position(&self) -> Position {
        let (before, clear, step) = (self.before.clone(), self.clear, self.step.clone());
        Position { before, clear, step, arrangement: self.position.clone() }
    }
}

impl Position {
    /// The part of a file that says it, a line for each thing. What is the same has the same text.
    pub fn to_text(&self) -> String {
        let Position { before, clear, step, arrangement: Arrangement { pieces, spaces, tracks } } = self;
        let mut text = String::new();
        if !before.is_empty() {
            text.push_str("before = [\n");
            before.iter().for_each(|line| text.extend([&quoted(line), ",\n"]));
            text.push_str("]\n");
        }
        if *clear {
            text.push_str("clear = true\n");
        }
        if let Some(step) = step {
            let _ = writeln!(text, "step = {}", quoted(step));
        }
        let mut table = |name: &str, lines: Vec<(&String, String)>| {
            if !lines.is_empty() {
                let _ = writeln!(text, "[position.{name}]");
            }
            for (id, value) in lines {
                let _ = writeln!(text, "{} = {value}", quoted(id));
            }
        };
        let inline = |fields: Vec<Option<String>>| {
            let fields: Vec<String> = fields.into_iter().flatten().collect();
            if fields.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", fields.join(", ")) }
        };
        let word =
            |key: &str, it: &Option<String>| it.as_ref().map(|word| format!("{key} = {}", quoted(word)));
        let words =
            |key: &str, it: &Option<Vec<String>>| it.as_ref().map(|words| format!("{key} = {}", list(words)));
        let piece = |it: &PieceSpec| {
            let facing = it.facing.map(|facing| format!("facing = {facing}"));
            inline(vec![word("at", &it.at), words("marks", &it.marks), facing, word("level", &it.level)])
        };
        table("pieces", pieces.iter().map(|(id, it)| (id, piece(it))).collect());
        let space = |it: &crate::example::SpaceSpec| {
            inline(vec![word("control", &it.control), words("marks", &it.marks)])
        };
        table("spaces", spaces.iter().map(|(id, it)| (id, space(it))).collect());
        let value = |it: &TrackValue| match it {
            TrackValue::Number(number) => number.to_string(),
            TrackValue::Word(word) => quoted(word),
        };
        table("tracks", tracks.iter().map(|(id, it)| (id, value(it))).collect());
        text
    }

    /// Reads what [`Position::to_text`] writes.
    pub fn parse(text: &str) -> Result<Position, DataError> {
        let Section { before, clear, step, position } = data::load("position", text, None)?;
        Ok(Position { before, clear, step, arrangement: position })
    }

    /// Whether play has come to it before anything was rearranged.
    pub fn played(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether anything is laid out otherwise than it stood.
    fn rearranges(&self) -> bool {
        self.clear || self.arrangement != Arrangement::default()
    }

    /// The same without what stands at this key; none if nothing does.
    fn without(&self, key: &str) -> Option<Position> {
        let mut rest = self.clone();
        let Arrangement { pieces, spaces, tracks } = &mut rest.arrangement;
        let named = |name: &str, id: &String| {
            let own = key.strip_prefix(name).and_then(|key| key.strip_prefix(id.as_str()));
            own.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        pieces.retain(|id, _| !named("pieces.", id));
        spaces.retain(|id, _| !named("spaces.", id));
        tracks.retain(|id, _| !named("tracks.", id));
        if key == "step" {
            rest.step = None;
        }
        (rest != *self).then_some(rest)
    }
}

/// A text as TOML writes it, on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            it if it.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(it));
            }
            it => quoted.push(it),
        }
    }
    quoted.push('"');
    quoted
}

fn list(words: &[String]) -> String {
    format!("[{}]", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", "))
}

fn wrong(key: impl Into<String>, reason: impl Into<String>) -> Misplaced {
    Misplaced { key: key.into(), reason: reason.into() }
}

/// The match before anything is rearranged: set up, and played on by the lines that come before.
pub(crate) fn base<G: Game>(
    game: &Arc<G>,
    scenario: Option<&str>,
    options: &[String],
    position: &Position,
) -> Result<Match<G>, Misplaced> {
    game.about().scenario(scenario).map_err(|error| wrong("scenario", error.to_string()))?;
    let start = Match::new(game.clone(), scenario, options, Players::default());
    let mut base = start.map_err(|error| wrong("options", error.to_string()))?;
    if position.before.len() > MOST_BEFORE {
        return Err(wrong("before", format!("a position begins behind {MOST_BEFORE} plies at most")));
    }
    for (i, line) in position.before.iter().enumerate() {
        let played = match line.strip_prefix("* ") {
            Some(luck) => base.play_luck_text(luck),
            None => base.play_text(None, line),
        };
        played.map_err(|error| wrong(format!("before.{i}"), format!("'{line}': {error}")))?;
    }
    Ok(base)
}

/// Rearranges a position; what is wrong with it is told, and nothing panics.
pub(crate) fn arrange<G: Game>(
    game: &G,
    from: &G::State,
    position: &Position,
) -> Result<G::State, Misplaced> {
    if position.played() && position.rearranges() && position.step.is_none() {
        let steps = game.vocabulary().steps;
        let known = view::list(&steps);
        return Err(wrong(
            "step",
            format!("a moment of a game that is changed begins anew in a step of the turn: one of {known}"),
        ));
    }
    let mut state = from.clone();
    if !position.rearranges() && position.step.is_none() {
        return Ok(state);
    }
    let arranged = catch_unwind(AssertUnwindSafe(|| {
        game.arrange(&mut state, position)?;
        game.invariant(&state).map_err(|broken| wrong("all", broken))
    }));
    match arranged {
        Ok(arranged) => arranged.map(|()| state),
        Err(_) => Err(unplayable()),
    }
}

fn unplayable() -> Misplaced {
    wrong("all", "the rules cannot go on from this position: pieces, tracks and step contradict each other")
}

/// A match from a position set up by hand, or everything that is wrong with it: each with its key, as far as one does not hide
/// the other. A position that is taken has been tried: games were begun from it.
pub fn set_up<G: Game>(game: &Arc<G>, study: &Study, players: Players) -> Result<Match<G>, Vec<Misplaced>> {
    if study.game != game.about().id {
        let says = format!("this is '{}', not '{}'", game.about().id, study.game);
        return Err(vec![wrong("game", says)]);
    }
    if study.title.chars().count() > LONGEST_TITLE {
        return Err(vec![wrong("title", format!("a title has {LONGEST_TITLE} letters at most"))]);
    }
    let position = study.position();
    let base =
        base(game, study.scenario.as_deref(), &study.options, &position).map_err(|error| vec![error])?;
    let (mut rest, mut problems) = (position.clone(), Vec::new());
    while let Err(error) = arrange(&**game, base.state(), &rest) {
        let next = rest.without(&error.key);
        // What breaks only because something else was left out is no fault of its own.
        if problems.is_empty() || error.key != "all" {
            problems.push(error);
        }
        let Some(next) = next else { break };
        rest = next;
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let started =
        Match::from_position(game.clone(), study.scenario.as_deref(), &study.options, &position, players);
    let started = started.map_err(|error| vec![error])?;
    match catch_unwind(AssertUnwindSafe(|| try_out(&started))) {
        Ok(Ok(())) => Ok(started),
        Ok(Err(says)) => Err(vec![wrong("all", says)]),
        Err(_) => Err(vec![unplayable()]),
    }
}

/// Plays a little from a position in several ways and looks at it with everybody's eyes.
fn try_out<G: Game>(started: &Match<G>) -> Result<(), String> {
    let game = started.game();
    let viewers = || {
        let seats = (0..game.about().sides.len() as u8).map(|seat| Viewer::Seat(Seat(seat)));
        seats.chain([Viewer::Spectator, Viewer::Umpire])
    };
    for trial in 0..TRIALS {
        let (mut play, mut rng) = (started.clone(), Rng::new(trial, 26));
        let mut legal = Vec::new();
        for ply in 0..FAR {
            if ply % 20 == 0 {
                viewers().for_each(|viewer| drop(play.view(viewer)));
            }
            match play.node() {
                Node::Over(_) => break,
                Node::Chance(draw) => play.play_luck(rng.luck(draw)).map_err(|error| error.to_string())?,
                Node::Decision(_) => {
                    game.legal(play.state(), &mut legal);
                    if legal.is_empty() {
                        return Err("nobody could do anything in this position".to_owned());
                    }
                    let action = legal[rng.index(legal.len())];
                    play.play(action).map_err(|error| error.to_string())?;
                }
            }
            game.invariant(play.state())?;
        }
    }
    Ok(())
}

/// The places where a piece may stand in a position: spaces, boxes, other places off the map, and aboard of others.
pub fn places<G: Game>(game: &Arc<G>, study: &Study, piece: &str) -> Result<Vec<Name>, Vec<Misplaced>> {
    let position = study.position();
    let base =
        base(game, study.scenario.as_deref(), &study.options, &position).map_err(|error| vec![error])?;
    let now = arrange(&**game, base.state(), &position).map_err(|error| vec![error])?;
    let board = game.board();
    let view = game.view(&now, Viewer::Umpire);
    let Some(held) = view.pieces.iter().find(|it| *it.id == *piece) else {
        return Err(vec![wrong(format!("pieces.{piece}"), "there is no such piece")]);
    };
    let mut candidates: Vec<Name> = board.spaces.iter().map(|space| space.id.clone()).collect();
    candidates.extend(board.boxes.iter().map(|it| Name::from(format!("box:{}", it.id))));
    let elsewhere = game.view(base.state(), Viewer::Umpire).pieces.into_iter().chain(view.pieces.clone());
    let mut off: Vec<Name> = elsewhere.map(|it| it.at).filter(|at| at.contains(':')).collect();
    off.sort_unstable();
    off.dedup();
    candidates.extend(off.into_iter().filter(|at| !at.starts_with("box:") && !at.starts_with("aboard:")));
    let carriers =
        view.pieces.iter().filter(|it| it.side == held.side && it.id != held.id && !it.at.contains(':'));
    candidates.extend(carriers.map(|it| Name::from(format!("aboard:{}", it.id))));
    let mut trial = position;
    if trial.played() && trial.step.is_none() {
        trial.step = game.vocabulary().steps.first().map(ToString::to_string);
    }
    candidates.retain(|at| {
        let spec = PieceSpec { at: Some(at.to_string()), ..PieceSpec::default() };
        trial.arrangement.pieces.insert(piece.to_owned(), spec);
        let mut state = base.state().clone();
        matches!(catch_unwind(AssertUnwindSafe(|| game.arrange(&mut state, &trial))), Ok(Ok(())))
    });
    Ok(candidates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Record, RecordError, dummy::Dummy};

    const TREE: &str = "left(go: die(@1 right(hold: ^, yield: =left), ^), stay: ^)";

    fn game() -> Arc<Dummy> {
        Arc::new(Dummy::tree(TREE).unwrap())
    }

    fn study(text: &str) -> Study {
        Study::parse("study", &format!("game = \"dummy\"\n{text}")).unwrap()
    }

    fn wrongs(text: &str) -> Vec<String> {
        let found = set_up(&game(), &study(text), Players::default()).err().unwrap_or_default();
        found.iter().map(|it| format!("{}: {}", it.key, it.reason)).collect()
    }

    #[test]
    fn a_study_reads_back_and_the_same_has_the_same_text() {
        let text = "game = \"dummy\"\ntitle = \"A \\\"quoted\\\" \\\\ title\"\nscenario = \"one\"\n\
                    options = [\"a\", \"b\"]\nbefore = [\n\"go\",\n\"* 2\",\n]\nclear = true\nstep = \"choose\"\n\
                    [position.pieces]\n\"left\" = { at = \"1\", marks = [\"x\", \"y\"], facing = 3, level = \"upper\" }\n\
                    \"right\" = {}\n[position.spaces]\n\"2\" = { control = \"left\", marks = [] }\n\
                    [position.tracks]\n\"turn\" = 2\n\"weather\" = \"mud\\u000A\"\n";
        let read = Study::parse("study", text).unwrap();
        assert_eq!(read.to_text(), text);
        assert_eq!(Position::parse(&read.position().to_text()), Ok(read.position()));
        assert_eq!(Study::parse("study", &read.to_text()), Ok(read.clone()));
        // An example is a study with more in it; anything else is named.
        let example = "game = \"dummy\"\ncase = [\"1.1\"]\ntitle = \"t\"\nplay = [\"go\"]\n[expect]\nstep = \"choose\"\n";
        assert_eq!(Study::parse("it", example).unwrap().title, "t");
        let error = Study::parse("it", "game = \"dummy\"\ncolour = 1\n").unwrap_err();
        assert!(error.to_string().contains("colour"), "{error}");
    }

    #[test]
    fn every_problem_is_named_with_its_key() {
        let found = wrongs(
            "step = \"nowhere\"\n[position.pieces]\nleft = { at = \"9\" }\nnobody = { at = \"1\" }\n\
             right = { at = \"2\" }\n[position.spaces]\n3 = {}\n[position.tracks]\nweather = 1\n",
        );
        let keys: Vec<&str> = found.iter().filter_map(|it| it.split(": ").next()).collect();
        assert_eq!(
            keys,
            ["tracks.weather", "pieces.left.at", "pieces.nobody", "spaces.3", "step"],
            "{found:?}"
        );
        assert!(wrongs("scenario = \"moon\"")[0].starts_with("scenario: "));
        assert!(wrongs("options = [\"moon\"]")[0].starts_with("options: "));
        assert!(wrongs("before = [\"go\", \"hold\"]")[0].starts_with("before.1: 'hold': "));
        assert!(
            wrongs("before = [\"stay\"]\n[position.pieces]\nleft = { at = \"1\" }")[0].starts_with("step: ")
        );
        assert_eq!(wrongs("[position.pieces]\nleft = { at = \"1\" }"), [""; 0]);
        let other = Study { game: "chess".to_owned(), ..Study::default() };
        assert_eq!(set_up(&game(), &other, Players::default()).err().unwrap()[0].key, "game");
    }

    #[test]
    fn a_record_that_starts_from_a_position_has_it_in_it_and_replays() {
        let study = study("before = [\"go\"]\nstep = \"chance\"\n[position.pieces]\nleft = { at = \"3\" }");
        let mut play = set_up(&game(), &study, Players::default()).unwrap();
        play.play_luck_text("1").unwrap();
        play.play_text(None, "hold").unwrap();
        let record = play.record();
        let text = record.to_text();
        assert!(text.contains("\nposition: \"left\" = { at = \"3\" }\n"), "{text}");
        let read = Record::parse(&text).unwrap();
        assert_eq!((&read, read.to_text()), (&record, text.clone()));
        let again = Match::from_record(game(), &read).unwrap();
        assert_eq!((again.state(), again.record()), (play.state(), record.clone()));
        assert_eq!(again.up_to(0).state(), again.up_to(1).up_to(0).state());
        // Another position is another record, and one that cannot be set up is refused.
        let moved = text.replace("at = \"3\"", "at = \"4\"");
        assert!(matches!(Record::parse(&moved), Err(RecordError::Edited { .. })));
        let mut record = record;
        record.header.position.as_mut().unwrap().step = Some("nowhere".to_owned());
        let error = Match::from_record(game(), &record).err().unwrap();
        assert!(matches!(&error, RecordError::Position(it) if it.key == "step"), "{error}");
    }

    #[test]
    fn the_places_of_a_piece_are_those_that_the_rules_take() {
        let found = places(&game(), &study("[position.pieces]\nleft = { at = \"1\" }"), "left").unwrap();
        assert_eq!(found.iter().map(|it| &**it).collect::<Vec<_>>(), ["1", "2", "3", "4", "box:hand"]);
        assert_eq!(places(&game(), &study(""), "nobody").unwrap_err()[0].key, "pieces.nobody");
    }
}
