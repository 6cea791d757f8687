//! Lessons in the real engine: a position in the vocabulary of the examples, then steps. In each the teacher says
//! something, points at things, and waits for the student to play or to read on; dice and the opponent's replies are
//! written down. A lesson is replayed by the tests through every answer it accepts, so it cannot be wrong.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;
use view::{
    Block, Span, Target, Text, View,
    lesson::{LessonAbout, Point, Teaching},
    prose::blocks,
};

use crate::{
    Game, Match, Node, PlayError, Seat, Viewer,
    data::{self, DataError},
    example::{Arrangement, Expect, Failure, Position, compare},
};

/// A lesson, as its TOML file says it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The game it is of.
    pub game: String,
    /// Its name in the list.
    pub title: String,
    /// What is learned, in a sentence.
    pub about: String,
    /// The cases it teaches.
    pub case: Vec<String>,
    /// The side that the student plays.
    pub side: String,
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
    /// What differs from the set-up.
    #[serde(default)]
    pub position: Arrangement,
    /// What is taught, one after the other.
    pub steps: Vec<Step>,
}

/// One thing that a teacher says, and what has to be done about it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the teacher says, with the marks of a case's words.
    pub say: String,
    /// What he points at.
    #[serde(default)]
    pub show: Vec<Point>,
    /// The clicks that the student makes, in order; none: he reads on.
    #[serde(default)]
    pub play: Vec<Click>,
    /// What the teacher says when the student plays something else that is legal.
    #[serde(default)]
    pub otherwise: String,
    /// The same for actions that deserve an answer of their own.
    #[serde(default)]
    pub wrong: BTreeMap<String, String>,
    /// The outcomes of the dice, in order.
    #[serde(default)]
    pub draws: Vec<String>,
    /// What is played without the student: the opponent's answers between his clicks, and whatever follows them.
    #[serde(default)]
    pub then: Vec<String>,
    /// What must hold when the step is over.
    #[serde(default)]
    pub expect: Expect,
}

/// A click that a step waits for.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Click {
    /// This one.
    Only(String),
    /// Any of these.
    AnyOf(Vec<String>),
}

/// Why a lesson does not go on. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Otherwise {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] PlayError),
    /// It is legal, but not what is learned now.
    #[error("{0}")]
    NotNow(String),
    /// What was done before does not lead here: the lesson has changed.
    #[error("the lesson does not go this way: {0}")]
    Lost(String),
}

/// A lesson under way.
pub struct Class<'a, G: Game> {
    lesson: &'a Lesson,
    /// The match it is played in.
    pub play: Match<G>,
    seat: Seat,
    step: usize,
    clicks: usize,
    draws: usize,
    then: usize,
}

/// The clicks of a student who does as he is told, and reads on.
pub fn model(lesson: &Lesson) -> Vec<String> {
    let (last, steps) =
        lesson.steps.split_last().map_or((None, &[][..]), |(last, steps)| (Some(last), steps));
    let clicks = |step: &Step| -> Vec<String> {
        step.play.iter().filter_map(|click| click.accepts().first().cloned()).collect()
    };
    let read = |step: &Step| if step.play.is_empty() { vec![READ_ON.to_owned()] } else { clicks(step) };
    steps.iter().flat_map(read).chain(last.into_iter().flat_map(clicks)).collect()
}

/// What a student sends to read on.
pub const READ_ON: &str = "";

impl Lesson {
    /// Reads a lesson from its TOML file.
    pub fn parse(file: &str, text: &str) -> Result<Lesson, DataError> {
        data::load(file, text, None)
    }

    /// What a list says of it.
    pub fn about(&self, id: &str) -> LessonAbout {
        LessonAbout {
            id: id.into(),
            title: self.title.as_str().into(),
            about: self.about.as_str().into(),
            side: self.side.as_str().into(),
            steps: self.steps.len() as u16,
        }
    }
}

impl Click {
    /// Everything that it accepts.
    fn accepts(&self) -> &[String] {
        match self {
            Click::Only(one) => std::slice::from_ref(one),
            Click::AnyOf(all) => all,
        }
    }
}

/// A lesson after what its student has done so far: his clicks, and [`READ_ON`] where he only read.
pub fn class<'a, G: Game>(
    game: &Arc<G>,
    lesson: &'a Lesson,
    done: &[String],
) -> Result<Class<'a, G>, Otherwise> {
    let mut class = Class::begin(game, lesson)?;
    for (i, action) in done.iter().enumerate() {
        class.act(action).map_err(|error| match error {
            error if i + 1 == done.len() => error,
            error => Otherwise::Lost(error.to_string()),
        })?;
    }
    Ok(class)
}

impl<'a, G: Game> Class<'a, G> {
    fn begin(game: &Arc<G>, lesson: &'a Lesson) -> Result<Class<'a, G>, Otherwise> {
        let about = game.about();
        if lesson.game != about.id {
            return Err(Otherwise::Lost(format!("game: this is '{}', not '{}'", about.id, lesson.game)));
        }
        let side = about.sides.iter().position(|side| side.id == lesson.side);
        let side = side.ok_or_else(|| Otherwise::Lost(format!("side: there is no '{}'", lesson.side)))?;
        let position = Position {
            before: Vec::new(),
            clear: lesson.clear,
            step: lesson.step.clone(),
            arrangement: lesson.position.clone(),
        };
        let play = Match::arranged(game.clone(), lesson.scenario.as_deref(), &lesson.options, &position)
            .map_err(Otherwise::Lost)?;
        let seat = Seat(side as u8);
        let mut class = Class { lesson, play, seat, step: 0, clicks: 0, draws: 0, then: 0 };
        class.settle(false)?;
        Ok(class)
    }

    /// The step that the student is in.
    fn now(&self) -> &'a Step {
        &self.lesson.steps[self.step]
    }

    fn is_done(&self) -> bool {
        self.step + 1 == self.lesson.steps.len() && self.clicks == self.now().play.len()
    }

    /// What the teacher says and points at.
    pub fn teaching(&self) -> Teaching {
        let now = self.now();
        Teaching {
            title: self.lesson.title.as_str().into(),
            step: self.step as u16 + 1,
            of: self.lesson.steps.len() as u16,
            says: blocks(&now.say),
            show: if self.clicks == 0 { now.show.clone() } else { self.next_click() },
            waits: self.clicks < now.play.len(),
            done: self.is_done(),
        }
    }

    /// In the middle of a step the teacher points at the click that comes next.
    fn next_click(&self) -> Vec<Point> {
        let next = self.now().play.get(self.clicks).map_or(&[][..], Click::accepts);
        next.iter().map(|action| Point::Offer(action.as_str().into())).collect()
    }

    /// The student plays, or reads on.
    fn act(&mut self, action: &str) -> Result<(), Otherwise> {
        let now = self.now();
        if self.is_done() {
            return Err(Otherwise::NotNow("This lesson is over.".into()));
        }
        if let Some(click) = now.play.get(self.clicks) {
            if !click.accepts().iter().any(|accepted| accepted == action) {
                // What the rules forbid, the rules explain.
                self.play.clone().play_text(Some(self.seat), action)?;
                let says = now.wrong.get(action).unwrap_or(&now.otherwise);
                return Err(Otherwise::NotNow(says.clone()));
            }
            self.play.play_text(Some(self.seat), action)?;
            self.clicks += 1;
        } else if action != READ_ON {
            self.play.clone().play_text(Some(self.seat), action)?;
            return Err(Otherwise::NotNow("Read on first: the button is below the teacher's words.".into()));
        }
        let over = self.clicks == now.play.len();
        self.settle(over)?;
        if over && self.step + 1 < self.lesson.steps.len() {
            self.left_over().map_err(Otherwise::Lost)?;
            (self.step, self.clicks, self.draws, self.then) = (self.step + 1, 0, 0, 0);
        }
        Ok(())
    }

    /// Throws the dice that are written down and plays what is played without the student: his opponent's answers between
    /// his clicks, everything that is left when he has made them.
    fn settle(&mut self, over: bool) -> Result<(), Otherwise> {
        let now = self.now();
        loop {
            let mine = match self.play.node() {
                Node::Over(_) => return Ok(()),
                Node::Chance(draw) => {
                    let Some(text) = now.draws.get(self.draws) else {
                        return Err(Otherwise::Lost(format!("draws: {draw:?} is due in {}", self.place())));
                    };
                    self.play.play_luck_text(text)?;
                    self.draws += 1;
                    continue;
                }
                Node::Decision(seat) => seat == self.seat,
            };
            if !over && (mine || now.play.is_empty()) {
                return Ok(());
            }
            let Some(text) = now.then.get(self.then) else {
                if over {
                    return Ok(());
                }
                return Err(Otherwise::Lost(format!("then: the other side decides; {}", self.choices())));
            };
            let played = self.play.play_text(None, text);
            played
                .map_err(|error| Otherwise::Lost(format!("then: '{text}': {error}; {}", self.choices())))?;
            self.then += 1;
        }
    }

    /// What was written down and never happened.
    fn left_over(&self) -> Result<(), String> {
        let now = self.now();
        if let Some(left) = now.draws.get(self.draws) {
            return Err(format!("draws: '{left}' was never asked for in {}", self.place()));
        }
        if let Some(left) = now.then.get(self.then) {
            return Err(format!("then: '{left}' was never played in {}", self.place()));
        }
        Ok(())
    }

    /// What could be played now, for the author of a lesson.
    fn choices(&self) -> String {
        let (game, mut legal) = (self.play.game(), Vec::new());
        game.legal(self.play.state(), &mut legal);
        let legal: Vec<String> = legal.into_iter().map(|action| game.write(action)).collect();
        format!("in {} there are: {}", self.place(), legal.join(", "))
    }

    fn place(&self) -> &'static str {
        self.play.game().step(self.play.state())
    }
}

/// Plays a lesson in every way that it accepts, and looks at everything that it says on the way.
pub fn check<G: Game>(game: &Arc<G>, lesson: &Lesson) -> Result<(), Failure> {
    let mut wrong = Vec::new();
    if let Some(case) = lesson.case.iter().find(|case| game.rulebook().case(case).is_none()) {
        wrong.push(format!("case: there is no case {case}"));
    }
    if lesson.steps.len() < 2 || lesson.case.is_empty() {
        wrong.push("a lesson has several steps and names the cases it teaches".to_owned());
    }
    let seen = if wrong.is_empty() { walk(game, lesson, &mut Vec::new(), &mut wrong) } else { 0 };
    if seen > MOST_WAYS {
        wrong.push(format!("more than {MOST_WAYS} ways lead through it: accept less"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure(wrong)) }
}

/// A lesson that accepts more combinations of answers than this is not looked at as a whole.
const MOST_WAYS: usize = 300;

/// Goes every way on from what was done; returns how many positions were looked at.
fn walk<G: Game>(game: &Arc<G>, lesson: &Lesson, done: &mut Vec<String>, wrong: &mut Vec<String>) -> usize {
    let class = match class(game, lesson, done) {
        Ok(class) => class,
        Err(error) => {
            wrong.push(format!("after {done:?}: {error}"));
            return 1;
        }
    };
    let at = format!("step {}, after {done:?}", class.step + 1);
    if class.clicks == 0 {
        if let Some(before) = class.step.checked_sub(1) {
            expected(&class, &lesson.steps[before], &at, wrong);
        }
        look(&class, &at, wrong);
    }
    if class.is_done() {
        expected(&class, class.now(), &at, wrong);
        if let Err(left) = class.left_over() {
            wrong.push(format!("{at}: {left}"));
        }
        return 1;
    }
    let only_read = [READ_ON.to_owned()];
    let ways = class.now().play.get(class.clicks).map_or(&only_read[..], Click::accepts);
    let mut seen = 1;
    for way in ways {
        done.push(way.clone());
        seen += walk(game, lesson, done, wrong);
        done.pop();
        if seen > MOST_WAYS || wrong.len() > 20 {
            break;
        }
    }
    seen
}

fn expected<G: Game>(class: &Class<'_, G>, step: &Step, at: &str, wrong: &mut Vec<String>) {
    let play = &class.play;
    let cited: Vec<&str> = play.journal().iter().map(|entry| entry.rule.0).collect();
    let mut differ = Vec::new();
    compare(&**play.game(), play.state(), &cited, &step.expect, &mut differ);
    wrong.extend(differ.into_iter().map(|differ| format!("{at}: {differ}")));
}

/// What is said and shown must be there: pieces, spaces, tracks, offers, cases, and answers to other actions.
fn look<G: Game>(class: &Class<'_, G>, at: &str, wrong: &mut Vec<String>) {
    let (step, game) = (class.now(), class.play.game());
    let view = class.play.view(Viewer::Seat(class.seat));
    for point in &step.show {
        if !is_there(game, &view, point) {
            wrong.push(format!("{at}: show: {point:?} is not there"));
        }
    }
    for action in step.play.iter().flat_map(Click::accepts).take(1) {
        if !view.offers.iter().any(|offer| *offer.action == **action) {
            let offers: Vec<&str> = view.offers.iter().map(|offer| &*offer.action).collect();
            wrong.push(format!("{at}: play: '{action}' is not offered; these are: {offers:?}"));
        }
    }
    for action in step.wrong.keys() {
        match game.read(action).map(|action| game.refuse(class.play.state(), action)) {
            Ok(None) => {}
            Ok(Some(refusal)) => {
                wrong.push(format!("{at}: wrong: '{action}' is refused: {}", game.explain(&refusal)));
            }
            Err(error) => wrong.push(format!("{at}: wrong: {error}")),
        }
    }
    if step.say.trim().is_empty() || step.play.is_empty() != step.otherwise.is_empty() {
        wrong.push(format!("{at}: a teacher says something, and has an answer exactly where he waits"));
    }
    // A button is called by what stands on it.
    for named in step.say.split("ress **").skip(1).filter_map(|rest| rest.split("**").next()) {
        let mut buttons = view.offers.iter().filter(|offer| matches!(offer.target, Target::Button(_)));
        if !buttons.any(|button| *button.label == *named) {
            wrong.push(format!("{at}: say: there is no button '{named}'"));
        }
    }
    for case in blocks(&step.say).iter().flat_map(cases) {
        if game.rulebook().case(&case).is_none() {
            wrong.push(format!("{at}: say: there is no case {case}"));
        }
    }
}

fn is_there<G: Game>(game: &Arc<G>, view: &View, point: &Point) -> bool {
    match point {
        Point::Piece(id) => view.pieces.iter().any(|piece| piece.id == *id),
        Point::Space(id) => game.board().spaces.iter().any(|space| space.id == *id),
        Point::Offer(action) => view.offers.iter().any(|offer| offer.action == *action),
        Point::Track(id) => view.tracks.iter().any(|track| track.id == *id),
    }
}

/// The cases that a block names.
pub(crate) fn cases(block: &Block) -> Vec<String> {
    let texts: Vec<&Text> = match block {
        Block::Text(text) => vec![text],
        Block::List(items) => items.iter().collect(),
        Block::Table(grid) => grid.head.iter().chain(grid.rows.iter().flatten()).collect(),
    };
    let spans = texts.into_iter().flat_map(|text| &text.0);
    let case = |span: &Span| if let Span::Case(number) = span { Some(number.to_string()) } else { None };
    spans.filter_map(case).collect()
}
