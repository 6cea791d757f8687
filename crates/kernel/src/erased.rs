//! Games and matches behind object-safe traits. Types are erased once, here, for the edge: command line, server.

use std::{any::Any, sync::Arc};

use view::{
    Art, Board, Change, Line, Name, Overlay, Query, View, lesson::Teaching, puzzle::Puzzling,
    study::Vocabulary,
};

use crate::{
    About, Fate, Game, Header, Match, Misplaced, Node, Outcome, PlayError, Players, Record, RecordError, Rng,
    Seat, SetupError, Told, UndoBarred, Unreadable, Viewer, Watch, example,
    game::Cited,
    guide,
    lesson::{self, Lesson},
    puzzle::{self, Ask, Puzzle, Source},
    rules::Rulebook,
    study::{self, Study},
};

/// Any game.
pub trait AnyGame: Send + Sync {
    /// Names, scenarios, options and where the tables come from.
    fn about(&self) -> &About;
    /// Every case in our words.
    fn rulebook(&self) -> &Rulebook;
    /// What does not change while the game is played.
    fn board(&self) -> Board;
    /// What the map picture is made of.
    fn art(&self) -> Art;
    /// A fresh match; the first scenario for `None`.
    fn start(
        &self,
        scenario: Option<&str>,
        options: &[String],
        players: Players,
    ) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// A match from its record, which must be one of these rules and tables or go on under them.
    fn resume(&self, record: &Record) -> Result<Box<dyn AnyMatch>, RecordError>;
    /// A match from its record as far as it goes under these rules and tables, and what becomes of it.
    fn replay(&self, record: &Record) -> Result<(Box<dyn AnyMatch>, Fate), RecordError>;
    /// The match that a worked example plays, to be looked at ply by ply.
    fn staged(&self, example: &example::Example) -> Result<Box<dyn AnyMatch>, String>;
    /// A lesson after what its student has done so far.
    fn teach(
        &self,
        lesson: &Lesson,
        done: &[String],
    ) -> Result<(Box<dyn AnyMatch>, Teaching), lesson::Otherwise>;
    /// A puzzle after what was tried.
    fn pose(
        &self,
        source: &Source,
        puzzle: &Puzzle,
        done: &[String],
        ask: Ask,
    ) -> Result<(Box<dyn AnyMatch>, Seat, Puzzling), lesson::Otherwise>;
    /// Replays a game with puzzles; the text names what is wrong with them.
    fn puzzles(&self, source: &Source) -> Result<(), example::Failure>;
    /// The position of a lesson when this step of it begins, for a picture.
    fn lesson_at(&self, lesson: &Lesson, step: usize) -> Result<Box<dyn AnyMatch>, String>;
    /// Takes a lesson in every way that it accepts; the text names what is wrong with it.
    fn lesson(&self, lesson: &Lesson) -> Result<(), example::Failure>;
    /// The words that positions can be set up with.
    fn vocabulary(&self) -> Vocabulary;
    /// A match from a position set up by hand, or everything that is wrong with it.
    fn set_up(&self, study: &Study, players: Players) -> Result<Box<dyn AnyMatch>, Vec<Misplaced>>;
    /// The places where a piece may stand in a position.
    fn places(&self, study: &Study, piece: &str) -> Result<Vec<Name>, Vec<Misplaced>>;
    /// Runs a worked example; the text names what went differently.
    fn example(&self, example: &example::Example) -> Result<(), example::Failure>;
}

/// Any match.
pub trait AnyMatch: Send + Sync {
    /// The match with its type, for players of it.
    fn as_any(&self) -> &dyn Any;
    /// Another one like it.
    fn duplicate(&self) -> Box<dyn AnyMatch>;
    /// The same match as it stood after this many plies.
    fn up_to(&self, plies: usize) -> Box<dyn AnyMatch>;
    /// Whom it waits for.
    fn node(&self) -> Node;
    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// How many actions and draws have been played.
    fn seq(&self) -> usize;
    /// The turn of the game.
    fn turn(&self) -> u16;
    /// The named step of the sequence of play.
    fn step(&self) -> &'static str;
    /// What the record says about itself.
    fn header(&self) -> &Header;
    /// The record so far.
    fn record(&self) -> Record;
    /// Plays a notation for this seat.
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError>;
    /// Plays the outcome of the draw that is due, from its text.
    fn play_luck(&mut self, luck: &str) -> Result<(), PlayError>;
    /// Remembers that the last of so many plies was answered in advance: it is no visit of its player.
    fn answered(&mut self, plies: usize);
    /// Rolls whatever is due.
    fn roll(&mut self, rng: &mut Rng);
    /// The match as this seat goes on already while another is asked, if it may.
    fn ahead(&self, seat: Seat) -> Option<Box<dyn AnyMatch>>;
    /// Whether a legal action shows something hidden to another seat.
    fn reveals(&self, action: &str) -> bool;
    /// Whether this seat may take its last step back.
    fn may_undo(&self, seat: Seat) -> Result<(), UndoBarred>;
    /// Takes this seat's last step back.
    fn undo(&mut self, seat: Seat) -> Result<(), UndoBarred>;
    /// Takes back the steps of these seats above so many plies, at least one: all of them or none.
    fn undo_to(&mut self, seats: &[Seat], to: usize) -> Result<(), UndoBarred>;
    /// Everything this viewer sees.
    fn view(&self, viewer: Viewer) -> View;
    /// The position alone as this viewer sees it: no offers, no undo, no journal.
    fn position(&self, viewer: Viewer) -> View;
    /// The side that each seat plays now.
    fn sides(&self) -> Vec<Name>;
    /// Begins to follow the match for this viewer, who has just been shown it whole.
    fn watch(&self, watch: &mut Watch, viewer: Viewer);
    /// What has changed for each viewer that is followed.
    fn changes(&self, watch: &mut Watch) -> Vec<(Viewer, Change)>;
    /// The lines of this viewer's journal from number `from` on.
    fn lines(&self, viewer: Viewer, from: usize) -> Vec<Arc<Line>>;
    /// Everything that was told, one by one, and to whom.
    fn told(&self) -> Vec<Told>;
    /// An overlay, or why an action is not offered.
    fn query(&self, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable>;
    /// The notations of the legal actions, in their order.
    fn legal(&self) -> Vec<String>;
}

impl<G: Game> AnyGame for Arc<G> {
    fn about(&self) -> &About {
        (**self).about()
    }

    fn rulebook(&self) -> &Rulebook {
        (**self).rulebook()
    }

    fn board(&self) -> Board {
        (**self).board()
    }

    fn art(&self) -> Art {
        (**self).art()
    }

    fn start(
        &self,
        scenario: Option<&str>,
        options: &[String],
        players: Players,
    ) -> Result<Box<dyn AnyMatch>, SetupError> {
        Ok(Box::new(Match::new(self.clone(), scenario, options, players)?))
    }

    fn resume(&self, record: &Record) -> Result<Box<dyn AnyMatch>, RecordError> {
        Ok(Box::new(Match::from_record(self.clone(), record)?))
    }

    fn replay(&self, record: &Record) -> Result<(Box<dyn AnyMatch>, Fate), RecordError> {
        let (played, fate) = Match::replay(self.clone(), record)?;
        Ok((Box::new(played), fate))
    }

    fn staged(&self, example: &example::Example) -> Result<Box<dyn AnyMatch>, String> {
        Ok(Box::new(example::staged(self, example)?))
    }

    fn teach(
        &self,
        lesson: &Lesson,
        done: &[String],
    ) -> Result<(Box<dyn AnyMatch>, Teaching), lesson::Otherwise> {
        let class = lesson::class(self, lesson, done)?;
        let teaching = class.teaching();
        Ok((Box::new(class.play), teaching))
    }

    fn pose(
        &self,
        source: &Source,
        puzzle: &Puzzle,
        done: &[String],
        ask: Ask,
    ) -> Result<(Box<dyn AnyMatch>, Seat, Puzzling), lesson::Otherwise> {
        let (play, seat, told) = puzzle::pose(self, source, puzzle, done, ask)?;
        Ok((Box::new(play), seat, told))
    }

    fn puzzles(&self, source: &Source) -> Result<(), example::Failure> {
        puzzle::check(self, source)
    }

    fn lesson_at(&self, lesson: &Lesson, step: usize) -> Result<Box<dyn AnyMatch>, String> {
        Ok(Box::new(guide::position(self, lesson, step)?))
    }

    fn lesson(&self, lesson: &Lesson) -> Result<(), example::Failure> {
        lesson::check(self, lesson)
    }

    fn vocabulary(&self) -> Vocabulary {
        (**self).vocabulary()
    }

    fn set_up(&self, study: &Study, players: Players) -> Result<Box<dyn AnyMatch>, Vec<Misplaced>> {
        Ok(Box::new(study::set_up(self, study, players)?))
    }

    fn places(&self, study: &Study, piece: &str) -> Result<Vec<Name>, Vec<Misplaced>> {
        study::places(self, study, piece)
    }

    fn example(&self, example: &example::Example) -> Result<(), example::Failure> {
        example::run(&**self, example)
    }
}

impl<G: Game> AnyMatch for Match<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn duplicate(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn up_to(&self, plies: usize) -> Box<dyn AnyMatch> {
        Box::new(Match::up_to(self, plies))
    }

    fn node(&self) -> Node {
        Match::node(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Match::outcome(self)
    }

    fn seq(&self) -> usize {
        Match::seq(self)
    }

    fn turn(&self) -> u16 {
        self.game().turn(self.state())
    }

    fn step(&self) -> &'static str {
        self.game().step(self.state())
    }

    fn header(&self) -> &Header {
        Match::header(self)
    }

    fn record(&self) -> Record {
        Match::record(self)
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), PlayError> {
        self.play_text(Some(seat), action)
    }

    fn play_luck(&mut self, luck: &str) -> Result<(), PlayError> {
        self.play_luck_text(luck)
    }

    fn answered(&mut self, plies: usize) {
        Match::answered(self, plies);
    }

    fn roll(&mut self, rng: &mut Rng) {
        Match::roll(self, rng);
    }

    fn ahead(&self, seat: Seat) -> Option<Box<dyn AnyMatch>> {
        Some(Box::new(Match::ahead(self, seat)?))
    }

    fn reveals(&self, action: &str) -> bool {
        self.game().read(action).is_ok_and(|action| self.game().reveals(self.state(), action))
    }

    fn may_undo(&self, seat: Seat) -> Result<(), UndoBarred> {
        Match::may_undo(self, seat)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), UndoBarred> {
        Match::undo(self, seat)
    }

    fn undo_to(&mut self, seats: &[Seat], to: usize) -> Result<(), UndoBarred> {
        Match::undo_to(self, seats, to)
    }

    fn view(&self, viewer: Viewer) -> View {
        Match::view(self, viewer)
    }

    fn position(&self, viewer: Viewer) -> View {
        self.game().position(self.state(), viewer)
    }

    fn sides(&self) -> Vec<Name> {
        let seats = (0..self.game().about().sides.len() as u8).map(Seat);
        seats.map(|seat| self.game().side(self.state(), seat)).collect()
    }

    fn watch(&self, watch: &mut Watch, viewer: Viewer) {
        watch.follow(self, viewer);
    }

    fn changes(&self, watch: &mut Watch) -> Vec<(Viewer, Change)> {
        watch.changes(self)
    }

    fn lines(&self, viewer: Viewer, from: usize) -> Vec<Arc<Line>> {
        Match::lines(self, viewer, from)
    }

    fn told(&self) -> Vec<Told> {
        Match::told(self)
    }

    fn query(&self, viewer: Viewer, query: &Query) -> Result<Overlay, Unreadable> {
        if let Query::WhyNot { action } = query {
            // Why another seat may not do something can depend on what it keeps to itself.
            if let (Node::Decision(seat), false) = (Match::node(self), viewer == Viewer::Umpire)
                && viewer != Viewer::Seat(seat)
            {
                let says = "Another side decides now.".into();
                return Ok(Overlay { says, ..Overlay::default() });
            }
            let refusal = self.game().refuse(self.state(), self.game().read(action)?);
            return Ok(match refusal {
                None => Overlay { says: "This can be played now.".into(), ..Overlay::default() },
                Some(refusal) => Overlay {
                    says: self.game().explain(&refusal).into(),
                    cites: vec![refusal.rule().0.into()],
                    ..Overlay::default()
                },
            });
        }
        self.game().query(self.state(), viewer, query)
    }

    fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if let Node::Decision(_) = Match::node(self) {
            self.game().legal(self.state(), &mut actions);
        }
        actions.into_iter().map(|action| self.game().write(action)).collect()
    }
}
