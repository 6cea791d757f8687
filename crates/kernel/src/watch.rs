//! Follows a match for its viewers: what each of them was shown last, and what has changed since. What all may know is
//! worked out once, and a journal is not gone through from its beginning.

use std::sync::Arc;

use view::{
    Change, Edit, Edits, Line, Name, Offer, Undo, View,
    change::{changed, edits, edits_of_lines, keep},
};

use crate::{Game, Match, Node, Viewer, play::TAIL};

/// The viewers of one match and what they were shown.
#[derive(Clone, Default, Debug)]
pub struct Watch {
    eyes: Vec<Eyes>,
}

/// What one viewer was shown.
#[derive(Clone, Debug)]
struct Eyes {
    viewer: Viewer,
    /// The position, without what is the viewer's own.
    position: Arc<View>,
    own: Own,
    journal: Pages,
}

/// What is only this viewer's.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Own {
    you: Option<Name>,
    undo: Undo,
    offers: Vec<Offer>,
    since: u32,
}

/// The end of a viewer's journal.
#[derive(Clone, Debug)]
struct Pages {
    /// How many lines come before.
    from: usize,
    lines: Vec<Arc<Line>>,
    /// How many lines, counted from the first, could not change any more when it was shown.
    settled: usize,
}

impl Watch {
    /// Begins to follow the match for this viewer, who has just been shown it whole.
    pub fn follow<G: Game>(&mut self, play: &Match<G>, viewer: Viewer) {
        self.leave(viewer);
        let mut positions = Positions::default();
        let position = positions.of(play, viewer);
        let own = Own::of(play, viewer);
        self.eyes.push(Eyes { viewer, position, own, journal: Pages::of(play, viewer) });
    }

    /// Follows the match no longer for this viewer.
    pub fn leave(&mut self, viewer: Viewer) {
        self.eyes.retain(|eyes| eyes.viewer != viewer);
    }

    /// Whether the match is followed for this viewer.
    pub fn follows(&self, viewer: Viewer) -> bool {
        self.eyes.iter().any(|eyes| eyes.viewer == viewer)
    }

    /// What has changed for each viewer since he was last told.
    pub fn changes<G: Game>(&mut self, play: &Match<G>) -> Vec<(Viewer, Change)> {
        let mut positions = Positions::default();
        let mut known: Vec<(Arc<View>, Change)> = Vec::new();
        let told = self.eyes.iter_mut().map(|eyes| {
            let position = positions.of(play, eyes.viewer);
            let before = std::mem::replace(&mut eyes.position, position);
            let mut change = match known.iter().find(|(from, _)| Arc::ptr_eq(from, &before)) {
                Some((_, change)) => change.clone(),
                None => {
                    let change = Change::of_position(&before, &eyes.position);
                    known.push((before, change.clone()));
                    change
                }
            };
            let own = Own::of(play, eyes.viewer);
            change.you = changed(&eyes.own.you, &own.you);
            change.undo = changed(&eyes.own.undo, &own.undo);
            change.offers = edits(&eyes.own.offers, &own.offers);
            change.since = changed(&eyes.own.since, &own.since);
            eyes.own = own;
            (change.journal_from, change.journal) = eyes.journal.turn(play, eyes.viewer);
            (eyes.viewer, change)
        });
        told.collect()
    }
}

/// The position of now, made once for all who may know the same.
#[derive(Default)]
struct Positions {
    made: Vec<(Viewer, Arc<View>)>,
}

impl Positions {
    fn of<G: Game>(&mut self, play: &Match<G>, viewer: Viewer) -> Arc<View> {
        let viewer = if play.game().is_open() { Viewer::Spectator } else { viewer };
        if let Some((_, made)) = self.made.iter().find(|(of, _)| *of == viewer) {
            return made.clone();
        }
        let mut view = play.game().position(play.state(), viewer);
        view.seq = play.seq() as u32;
        view.turn = play.game().turn(play.state());
        let made = Arc::new(view);
        self.made.push((viewer, made.clone()));
        made
    }
}

impl Own {
    fn of<G: Game>(play: &Match<G>, viewer: Viewer) -> Own {
        let Viewer::Seat(seat) = viewer else { return Own::default() };
        let decides = play.node() == Node::Decision(seat);
        let mut offers = if decides { play.game().offers(play.state(), seat) } else { Vec::new() };
        play.foresee(&mut offers);
        Own {
            you: Some(play.game().side(play.state(), seat)),
            undo: play.undo_offer(seat),
            offers,
            since: play.since(seat),
        }
    }
}

impl Pages {
    fn of<G: Game>(play: &Match<G>, viewer: Viewer) -> Pages {
        let told = play.telling();
        let from = told.count(viewer).saturating_sub(TAIL);
        Pages { from, lines: told.lines(viewer, from), settled: told.settled(viewer) }
    }

    /// Turns to the journal of now and tells what has changed.
    fn turn<G: Game>(&mut self, play: &Match<G>, viewer: Viewer) -> (Option<u32>, Option<Edits<Arc<Line>>>) {
        let told = play.telling();
        let (old_from, old_count) = (self.from, self.from + self.lines.len());
        let count = told.count(viewer);
        let from = count.saturating_sub(TAIL);
        // What was settled is the same in a journal that has only grown; one that was cut has told its lines anew.
        let last = self.settled.checked_sub(1).filter(|&last| last >= from.max(old_from));
        let grown = last.is_some_and(|last| {
            told.line(viewer, last).is_some_and(|line| Arc::ptr_eq(line, &self.lines[last - old_from]))
        });
        if !grown || from < old_from {
            let now = Pages::of(play, viewer);
            let before = std::mem::replace(self, now);
            let edits = edits_of_lines((old_from as u32, &before.lines), (from as u32, &self.lines));
            return ((from != old_from).then_some(from as u32), edits);
        }
        let alike = |&number: &usize| {
            told.line(viewer, number).is_some_and(|line| Arc::ptr_eq(line, &self.lines[number - old_from]))
        };
        let same = self.settled + (self.settled..old_count).take_while(alike).count();
        if same == old_count && count == old_count {
            self.settled = told.settled(viewer);
            return (None, None);
        }
        let mut list = Edits::new();
        keep(&mut list, from - old_from, same - from);
        self.lines.truncate(same - old_from);
        self.lines.drain(..from - old_from);
        for line in told.lines(viewer, same) {
            list.push(Edit::New(line.clone()));
            self.lines.push(line);
        }
        (self.from, self.settled) = (from, told.settled(viewer));
        ((from != old_from).then_some(from as u32), Some(list))
    }
}
