//! A game in five minutes: the aim, a turn in pictures that are positions of lessons, a counter, six surprises.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;
use view::{
    Name,
    lesson::{CounterKey, CounterPart, Guide as Told, Stage},
    prose::blocks,
};

use crate::{
    Game, Match,
    data::{self, DataError},
    example::Failure,
    lesson::{self, Lesson, cases},
};

/// A guide, as its TOML file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// The game it is of.
    pub game: String,
    /// What the players want, with the marks of a case's words.
    pub aim: String,
    /// What surprises beginners.
    pub surprises: Vec<String>,
    /// A counter explained.
    pub counter: Counter,
    /// The parts of a turn.
    pub turn: Vec<Part>,
}

/// A counter explained.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// Its face, by the id of the piece.
    pub piece: Name,
    /// What stands on it.
    pub parts: Vec<CounterPart>,
}

/// A part of a turn: its picture is the position of a lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What it is called.
    pub title: String,
    /// What happens in it.
    pub say: String,
    /// The lesson with the position.
    pub lesson: String,
    /// The step of it, from 1 on.
    pub step: usize,
    /// The spaces between which the picture lies.
    pub around: Vec<Name>,
}

/// How many things surprise a beginner.
const SURPRISES: usize = 6;

impl Guide {
    /// Reads a guide from its TOML file.
    pub fn parse(file: &str, text: &str) -> Result<Guide, DataError> {
        data::load(file, text, None)
    }

    /// What the client is told; `picture` names the address of each picture.
    pub fn told(&self, picture: impl Fn(usize) -> String) -> Told {
        let stage = |(number, part): (usize, &Part)| Stage {
            title: part.title.as_str().into(),
            says: blocks(&part.say),
            picture: picture(number).as_str().into(),
            alt: format!("The map in this part of the turn: {}", part.title).as_str().into(),
        };
        Told {
            aim: blocks(&self.aim),
            turn: self.turn.iter().enumerate().map(stage).collect(),
            counter: CounterKey { face: self.counter.piece.clone(), parts: self.counter.parts.clone() },
            surprises: self.surprises.iter().map(|says| blocks(says)).collect(),
        }
    }
}

/// The position that the picture of a part shows.
pub fn position<G: Game>(game: &Arc<G>, lesson: &Lesson, step: usize) -> Result<Match<G>, String> {
    let clicks = lesson::model(lesson);
    for done in 0..=clicks.len() {
        let class = lesson::class(game, lesson, &clicks[..done]).map_err(|error| error.to_string())?;
        if usize::from(class.teaching().step) == step {
            return Ok(class.play);
        }
    }
    Err(format!("the lesson has no step {step}"))
}

/// Looks at everything that a guide says and shows.
pub fn check<G: Game>(
    game: &Arc<G>,
    guide: &Guide,
    lessons: &BTreeMap<String, Lesson>,
) -> Result<(), Failure> {
    let mut wrong = Vec::new();
    let board = game.board();
    if guide.game != game.about().id {
        wrong.push(format!("game: this is '{}'", game.about().id));
    }
    if guide.surprises.len() != SURPRISES || guide.turn.len() < 3 || guide.counter.parts.is_empty() {
        wrong.push(format!("a guide has {SURPRISES} surprises, a turn and a counter"));
    }
    if !board.faces.contains_key(&guide.counter.piece) {
        wrong.push(format!("counter: there is no face {}", guide.counter.piece));
    }
    let parts = guide.turn.iter().map(|part| &part.say);
    for says in guide.surprises.iter().chain(parts).chain([&guide.aim]) {
        for case in blocks(says).iter().flat_map(cases) {
            if game.rulebook().case(&case).is_none() {
                wrong.push(format!("there is no case {case}"));
            }
        }
    }
    for part in &guide.turn {
        if let Some(id) = part.around.iter().find(|id| !board.spaces.iter().any(|space| space.id == **id)) {
            wrong.push(format!("{}: there is no space {id}", part.title));
        }
        match lessons.get(&part.lesson) {
            None => wrong.push(format!("{}: there is no lesson {}", part.title, part.lesson)),
            Some(lesson) => {
                if let Err(says) = position(game, lesson, part.step) {
                    wrong.push(format!("{}: {says}", part.title));
                }
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure(wrong)) }
}
