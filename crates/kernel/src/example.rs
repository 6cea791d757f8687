//! Worked examples that run: a position, what is played, what must follow. The vocabulary is that of the view,
//! so it is the same for every game.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};
use view::{TrackValue, View};

use crate::{
    Cited, Game, Journal, Match, Node, Viewer,
    data::{self, DataError},
};

/// A worked example, as its TOML file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The game it is of.
    pub game: String,
    /// The cases it shows.
    pub case: Vec<String>,
    /// What it shows, in a sentence.
    pub title: String,
    /// Starts from this scenario's set-up; the first one by default.
    #[serde(default)]
    pub scenario: Option<String>,
    /// Options that are on.
    #[serde(default)]
    pub options: Vec<String>,
    /// Takes every piece off first.
    #[serde(default)]
    pub clear: bool,
    /// The named step of the sequence of play to start in.
    #[serde(default)]
    pub step: Option<String>,
    /// The outcomes of the chance nodes, in order.
    #[serde(default)]
    pub draws: Vec<String>,
    /// The actions, in order.
    #[serde(default)]
    pub play: Vec<String>,
    /// What differs from the set-up.
    #[serde(default)]
    pub position: Arrangement,
    /// What must follow.
    #[serde(default)]
    pub expect: Expect,
}

/// What differs from the set-up, by the ids of the view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    /// Pieces and where they are.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<String, PieceSpec>,
    /// Spaces and what lies in them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spaces: BTreeMap<String, SpaceSpec>,
    /// Tracks and what they show.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tracks: BTreeMap<String, TrackValue>,
}

/// A piece in a position or in what is expected of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PieceSpec {
    /// A space id, `box:<name>`, `cup:<name>`, `entry:<turn>` or `aboard:<piece>`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Its marks; none by default in a position, not looked at in what is expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<String>>,
    /// The hexside it faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<u8>,
    /// The level it stands on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// A space in a position or in what is expected of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceSpec {
    /// The side that controls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// Its markers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<String>>,
}

/// A position to arrange: what [`Game::arrange`] is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// What was played before the pieces were rearranged: lines of a record. Only what is named differs from there.
    pub before: Vec<String>,
    /// Takes every piece off first.
    pub clear: bool,
    /// The named step of the sequence of play to start in.
    pub step: Option<String>,
    /// What differs.
    pub arrangement: Arrangement,
}

/// What stands for the winner when nobody wins.
const DRAW: &str = "draw";

/// What must follow.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Pieces and where they must be.
    #[serde(default)]
    pub pieces: BTreeMap<String, PieceSpec>,
    /// Spaces and what must lie in them.
    #[serde(default)]
    pub spaces: BTreeMap<String, SpaceSpec>,
    /// Tracks and what they must show.
    #[serde(default)]
    pub tracks: BTreeMap<String, TrackValue>,
    /// The step of the sequence of play.
    #[serde(default)]
    pub step: Option<String>,
    /// The side that must have won, or `draw`.
    #[serde(default)]
    pub winner: Option<String>,
    /// Actions that must be legal now.
    #[serde(default)]
    pub legal: Vec<String>,
    /// Actions that must be refused, with the case cited.
    #[serde(default)]
    pub illegal: BTreeMap<String, String>,
    /// Cases that the journal must cite, in this order, with others in between.
    #[serde(default)]
    pub cites: Vec<String>,
}

/// What went differently, one line each.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct Failure(pub Vec<String>);

impl Example {
    /// Reads an example from its TOML file.
    pub fn parse(file: &str, text: &str) -> Result<Example, DataError> {
        data::load(file, text, None)
    }

    /// The position it begins in.
    pub fn opening(&self) -> Position {
        let (clear, step, arrangement) = (self.clear, self.step.clone(), self.position.clone());
        Position { before: Vec::new(), clear, step, arrangement }
    }
}

/// The match that an example plays, to be looked at ply by ply.
pub fn staged<G: Game>(game: &Arc<G>, example: &Example) -> Result<Match<G>, String> {
    let scenario = example.scenario.as_deref();
    let mut staged = Match::arranged(game.clone(), scenario, &example.options, &example.opening())?;
    let (mut draws, mut play) = (example.draws.iter(), example.play.iter());
    loop {
        let next = match staged.node() {
            Node::Over(_) => return Ok(staged),
            Node::Chance(_) => draws.next().map(|text| staged.play_luck_text(text)),
            Node::Decision(_) => play.next().map(|text| staged.play_text(None, text)),
        };
        match next {
            None => return Ok(staged),
            Some(played) => played.map_err(|error| error.to_string())?,
        }
    }
}

/// Plays an example and compares what follows with what it expects.
pub fn run<G: Game>(game: &G, example: &Example) -> Result<(), Failure> {
    let fail = |text: String| Failure(vec![text]);
    let about = game.about();
    if example.game != about.id {
        return Err(fail(format!("game: this is '{}', not '{}'", about.id, example.game)));
    }
    if let Some(case) = example.case.iter().find(|case| game.rulebook().case(case).is_none()) {
        return Err(fail(format!("case: {} has no case {case}", about.id)));
    }
    let scenario = about.scenario(example.scenario.as_deref()).map_err(|error| fail(error.to_string()))?;
    let options = about.options(&example.options).map_err(|error| fail(error.to_string()))?;
    let mut state = game.setup(scenario, options);
    let position = example.opening();
    game.arrange(&mut state, &position).map_err(|error| fail(error.to_string()))?;
    game.invariant(&state).map_err(|broken| fail(format!("position: {broken}")))?;

    let mut journal = Journal::new();
    let mut draws = example.draws.iter();
    let mut play = example.play.iter();
    loop {
        match game.node(&state) {
            Node::Over(_) => break,
            Node::Chance(draw) => {
                let Some(text) = draws.next() else { break };
                let luck = draw.read(text).map_err(|error| fail(format!("draws: {error}")))?;
                game.resolve(&mut state, luck, &mut journal);
            }
            Node::Decision(_) => {
                let Some(text) = play.next() else { break };
                let action = game.read(text).map_err(|error| fail(format!("play: {error}")))?;
                if let Some(refusal) = game.refuse(&state, action) {
                    let step = game.step(&state);
                    let says = format!(
                        "play: '{text}' is refused in step {step}: {} ({})",
                        game.explain(&refusal),
                        refusal.rule()
                    );
                    return Err(fail(says));
                }
                game.apply(&mut state, action, &mut journal);
            }
        }
        game.invariant(&state).map_err(|broken| fail(format!("invariant: {broken}")))?;
    }
    let mut wrong: Vec<String> = Vec::new();
    let step = game.step(&state);
    if let Some(left) = draws.next() {
        wrong.push(format!("draws: '{left}' was never asked for; play stands in step {step}"));
    }
    if let Some(left) = play.next() {
        wrong.push(format!(
            "play: '{left}' was never played; the game waits for dice or is over in step {step}"
        ));
    }
    let cited: Vec<&str> = journal.entries().iter().map(|entry| entry.rule.0).collect();
    compare(game, &state, &cited, &example.expect, &mut wrong);
    if wrong.is_empty() { Ok(()) } else { Err(Failure(wrong)) }
}

/// Compares a position and what was cited on the way to it with what is expected.
pub(crate) fn compare<G: Game>(
    game: &G,
    state: &G::State,
    cited: &[&str],
    expect: &Expect,
    wrong: &mut Vec<String>,
) {
    let view = game.view(state, Viewer::Umpire);
    compare_pieces(&view, &expect.pieces, wrong);
    compare_spaces(&view, &expect.spaces, wrong);
    for (id, value) in &expect.tracks {
        match view.tracks.iter().find(|track| *track.id == **id) {
            None => wrong.push(format!("tracks.{id}: there is no such track")),
            Some(track) if track.value != *value => {
                wrong.push(format!("tracks.{id}: expected {}, found {}", show(value), show(&track.value)));
            }
            Some(_) => {}
        }
    }
    if let Some(step) = &expect.step
        && step != game.step(state)
    {
        wrong.push(format!("step: expected {step}, found {}", game.step(state)));
    }
    if let Some(side) = &expect.winner {
        let winner = match game.node(state) {
            Node::Over(outcome) => {
                outcome.side.map_or(DRAW, |side| game.about().sides[usize::from(side)].id.as_str())
            }
            _ => "none, the game goes on",
        };
        if winner != side {
            wrong.push(format!("winner: expected {side}, found {winner}"));
        }
    }
    for text in &expect.legal {
        match game.read(text) {
            Err(error) => wrong.push(format!("legal: {error}")),
            Ok(action) => {
                if let Some(refusal) = game.refuse(state, action) {
                    let says = game.explain(&refusal);
                    wrong.push(format!("legal: '{text}' is refused: {says} ({})", refusal.rule()));
                }
            }
        }
    }
    for (text, case) in &expect.illegal {
        match game.read(text) {
            Err(error) => wrong.push(format!("illegal: {error}")),
            Ok(action) => match game.refuse(state, action) {
                None => wrong.push(format!("illegal: '{text}' is legal")),
                Some(refusal) if refusal.rule().0 != case => {
                    let (cites, says) = (refusal.rule(), game.explain(&refusal));
                    wrong.push(format!("illegal: '{text}' is refused by {cites} ({says}), not by {case}"));
                }
                Some(_) => {}
            },
        }
    }
    let mut rest = cited.iter();
    for case in &expect.cites {
        if !rest.any(|cite| cite == case) {
            let cited = cited.join(" ");
            wrong.push(format!("cites: {case} is missing, or not in this order; the journal cites {cited}"));
            break;
        }
    }
}

fn compare_pieces(view: &View, expect: &BTreeMap<String, PieceSpec>, wrong: &mut Vec<String>) {
    for (id, spec) in expect {
        let Some(piece) = view.pieces.iter().find(|piece| *piece.id == **id) else {
            wrong.push(format!("pieces.{id}: there is no such piece"));
            continue;
        };
        let mut differ = |what: &str, expected: &dyn std::fmt::Debug, found: &dyn std::fmt::Debug| {
            wrong.push(format!("pieces.{id}.{what}: expected {expected:?}, found {found:?}"));
        };
        if let Some(at) = &spec.at
            && **at != *piece.at
        {
            differ("at", at, &piece.at);
        }
        if let Some(marks) = &spec.marks
            && !same_words(marks, piece.marks.iter().map(|mark| &**mark))
        {
            differ("marks", marks, &piece.marks);
        }
        if spec.facing.is_some() && spec.facing != piece.facing {
            differ("facing", &spec.facing, &piece.facing);
        }
        if let Some(level) = &spec.level
            && Some(level.as_str()) != piece.level.as_deref()
        {
            differ("level", level, &piece.level);
        }
    }
}

fn compare_spaces(view: &View, expect: &BTreeMap<String, SpaceSpec>, wrong: &mut Vec<String>) {
    for (id, spec) in expect {
        let state = view.spaces.get(id.as_str()).cloned().unwrap_or_default();
        if let Some(control) = &spec.control
            && Some(control.as_str()) != state.control.as_deref()
        {
            wrong.push(format!("spaces.{id}.control: expected {control}, found {:?}", state.control));
        }
        if let Some(marks) = &spec.marks
            && !same_words(marks, state.marks.iter().map(|mark| &*mark.kind))
        {
            let found: Vec<&str> = state.marks.iter().map(|mark| &*mark.kind).collect();
            wrong.push(format!("spaces.{id}.marks: expected {marks:?}, found {found:?}"));
        }
    }
}

fn same_words<'a>(expected: &[String], found: impl Iterator<Item = &'a str>) -> bool {
    let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    let mut found: Vec<&str> = found.collect();
    expected.sort_unstable();
    found.sort_unstable();
    expected == found
}

fn show(value: &TrackValue) -> String {
    match value {
        TrackValue::Number(number) => number.to_string(),
        TrackValue::Word(word) => format!("'{word}'"),
    }
}
