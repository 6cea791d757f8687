//! One match: a record that goes on, or a world without one.

use std::{fmt::Write as _, sync::Arc};

use kernel::{
    Cited, Draw, Game, Journal, Luck, Match, Node, Outcome, PlayError, Ply, Seat, Viewer, erased::AnyMatch,
};
use view::{Offer, View};

use crate::{
    observe::observe,
    table::{Table, stream, write_words},
    vocabulary::WORDS,
};

/// Any match.
pub trait AnyPlay: Send + Sync {
    fn duplicate(&self) -> Box<dyn AnyPlay>;
    fn node(&self) -> Node;
    fn outcome(&self) -> Option<Outcome>;
    fn seq(&self) -> usize;
    fn turn(&self) -> u16;
    fn step(&self) -> &'static str;
    /// The side that a seat plays now.
    fn side(&self, seat: Seat) -> String;
    /// How many actions are legal.
    fn count(&self) -> usize;
    /// The notation of a legal action.
    fn notation(&self, index: usize) -> String;
    /// The number of a notation among the legal actions, or why it is not among them.
    fn index(&self, notation: &str) -> Result<usize, PlayError>;
    /// Plays a legal action.
    fn apply(&mut self, index: usize) -> Result<(), PlayError>;
    /// Plays an outcome of the draw that is due.
    fn resolve(&mut self, luck: Luck) -> Result<(), PlayError>;
    /// The outcome that the seed has for the draw that is due.
    fn sample(&self) -> Option<(Draw, Luck)>;
    fn seed(&mut self, seed: u64);
    fn view(&self, viewer: Viewer) -> View;
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// The words of the legal actions by their numbers, a row each.
    fn words(&self, out: &mut [i32]);
    /// The match with its record; none of a world.
    fn kept(&self) -> Option<&dyn AnyMatch>;
    /// Everything that a seat did and was told, in order; none of a world that does not come from a match of this seat.
    fn memory(&self, seat: Seat) -> Option<String>;
    /// A world that this seat cannot tell apart from this one. It has no record.
    fn redeal(&self, seat: Seat, seed: u64) -> Box<dyn AnyPlay>;
    /// The same position without its record.
    fn world(&self, seed: u64) -> Box<dyn AnyPlay>;
}

/// A match of this game.
pub struct Play<G: Game> {
    table: Arc<Table<G>>,
    held: Held<G>,
    legal: Vec<G::Action>,
    seed: u64,
    /// Draws are played as soon as they are due.
    automatic: bool,
}

enum Held<G: Game> {
    Kept(Box<Match<G>>),
    Bare(Box<Bare<G>>),
}

/// A position and how many plies lie behind it.
struct Bare<G: Game> {
    state: G::State,
    seq: usize,
    /// What the seat that dealt it remembers.
    past: Option<(Seat, String)>,
}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Play<G> {
        let held = match &self.held {
            Held::Kept(kept) => Held::Kept(kept.clone()),
            Held::Bare(bare) => {
                let Bare { state, seq, past } = &**bare;
                Held::Bare(Box::new(Bare { state: state.clone(), seq: *seq, past: past.clone() }))
            }
        };
        let (table, legal) = (self.table.clone(), self.legal.clone());
        Play { table, held, legal, seed: self.seed, automatic: self.automatic }
    }
}

impl<G: Game> Play<G> {
    /// A match that keeps its record.
    pub fn kept(table: Arc<Table<G>>, kept: Match<G>, seed: u64, automatic: bool) -> Play<G> {
        Play::new(table, Held::Kept(Box::new(kept)), seed, automatic)
    }

    /// A world without a record.
    pub fn bare(table: Arc<Table<G>>, state: G::State, seed: u64, automatic: bool) -> Play<G> {
        Play::new(table, Held::Bare(Box::new(Bare { state, seq: 0, past: None })), seed, automatic)
    }

    fn new(table: Arc<Table<G>>, held: Held<G>, seed: u64, automatic: bool) -> Play<G> {
        let mut play = Play { table, held, legal: Vec::new(), seed, automatic };
        play.settle();
        play
    }

    fn game(&self) -> &G {
        &self.table.game
    }

    fn state(&self) -> &G::State {
        match &self.held {
            Held::Kept(kept) => kept.state(),
            Held::Bare(bare) => &bare.state,
        }
    }

    /// Plays what is due, if nobody else does, and lists what is legal then.
    fn settle(&mut self) {
        while let (true, Some((_, luck))) = (self.automatic, self.sample()) {
            self.enter_luck(luck);
        }
        self.legal.clear();
        if let Node::Decision(_) = self.node() {
            let mut legal = std::mem::take(&mut self.legal);
            self.game().legal(self.state(), &mut legal);
            self.legal = legal;
        }
    }

    /// Says of every offer with odds whether its dice are thrown at once, as a match does that keeps its record.
    fn foresee(&self, offers: &mut [Offer]) {
        let game = self.game();
        for offer in offers.iter_mut().filter(|offer| offer.odds.is_some()) {
            let Ok(action) = game.read(&offer.action) else { continue };
            let mut next = self.state().clone();
            game.apply(&mut next, action, &mut Journal::disabled());
            offer.rolls = matches!(game.node(&next), Node::Chance(_));
        }
    }

    fn enter_luck(&mut self, luck: Luck) {
        match &mut self.held {
            Held::Kept(kept) => kept.play_luck(luck).expect("a draw is due, and this is one of its outcomes"),
            Held::Bare(bare) => {
                bare.enter(&self.table.game, None, |game, state, journal| game.resolve(state, luck, journal));
            }
        }
    }
}

impl<G: Game> Bare<G> {
    /// Changes the position and remembers what is told of it.
    fn enter(
        &mut self,
        game: &G,
        act: Option<(Seat, G::Action)>,
        change: impl FnOnce(&G, &mut G::State, &mut Journal<G::Event>),
    ) {
        self.seq += 1;
        let Some((knower, past)) = &mut self.past else {
            return change(game, &mut self.state, &mut Journal::disabled());
        };
        let mut journal = Journal::new();
        change(game, &mut self.state, &mut journal);
        if let Some((_, action)) = act.filter(|(seat, _)| seat == knower) {
            note_action(past, self.seq, &game.write(action));
        }
        for entry in journal.entries().iter().filter(|it| it.audience.heard_by(Viewer::Seat(*knower))) {
            note_line(past, self.seq, &game.tell(entry).says.to_string());
        }
    }
}

fn note_action(past: &mut String, seq: usize, notation: &str) {
    writeln!(past, "{seq} > {notation}").expect("a text takes everything");
}

fn note_line(past: &mut String, seq: usize, says: &str) {
    writeln!(past, "{seq} {says}").expect("a text takes everything");
}

impl<G: Game> AnyPlay for Play<G> {
    fn duplicate(&self) -> Box<dyn AnyPlay> {
        Box::new(self.clone())
    }

    fn node(&self) -> Node {
        self.game().node(self.state())
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Node::Over(outcome) = self.node() { Some(outcome) } else { None }
    }

    fn seq(&self) -> usize {
        match &self.held {
            Held::Kept(kept) => kept.seq(),
            Held::Bare(bare) => bare.seq,
        }
    }

    fn turn(&self) -> u16 {
        self.game().turn(self.state())
    }

    fn step(&self) -> &'static str {
        self.game().step(self.state())
    }

    fn side(&self, seat: Seat) -> String {
        self.game().side(self.state(), seat).to_string()
    }

    fn count(&self) -> usize {
        self.legal.len()
    }

    fn notation(&self, index: usize) -> String {
        self.game().write(self.legal[index])
    }

    fn index(&self, notation: &str) -> Result<usize, PlayError> {
        match self.node() {
            Node::Chance(_) => return Err(PlayError::DiceDue),
            Node::Over(_) => return Err(PlayError::Over),
            Node::Decision(_) => {}
        }
        let game = self.game();
        let action = game.read(notation)?;
        if let Some(refusal) = game.refuse(self.state(), action) {
            return Err(PlayError::Refused { rule: refusal.rule(), says: game.explain(&refusal) });
        }
        Ok(self.legal.binary_search(&action).expect("legal actions are those that are not refused, in order"))
    }

    fn apply(&mut self, index: usize) -> Result<(), PlayError> {
        let seat = match self.node() {
            Node::Chance(_) => return Err(PlayError::DiceDue),
            Node::Over(_) => return Err(PlayError::Over),
            Node::Decision(seat) => seat,
        };
        let action = self.legal[index];
        match &mut self.held {
            Held::Kept(kept) => kept.play(action)?,
            Held::Bare(bare) => bare.enter(&self.table.game, Some((seat, action)), |game, state, journal| {
                game.apply(state, action, journal);
            }),
        }
        self.settle();
        Ok(())
    }

    fn resolve(&mut self, luck: Luck) -> Result<(), PlayError> {
        match self.node() {
            Node::Chance(draw) if luck.0 < draw.count() => self.enter_luck(luck),
            Node::Chance(draw) => {
                let (text, expected) = (luck.0.to_string(), format!("a number below {}", draw.count()));
                return Err(kernel::UnreadableLuck { text, draw, expected }.into());
            }
            Node::Decision(_) | Node::Over(_) => return Err(PlayError::NoDiceDue),
        }
        self.settle();
        Ok(())
    }

    fn sample(&self) -> Option<(Draw, Luck)> {
        let Node::Chance(draw) = self.node() else { return None };
        Some((draw, stream(self.seed, self.seq()).luck(draw)))
    }

    fn seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn view(&self, viewer: Viewer) -> View {
        match &self.held {
            Held::Kept(kept) => kept.view(viewer),
            Held::Bare(bare) => {
                let mut view = self.game().view(&bare.state, viewer);
                view.seq = bare.seq as u32;
                view.turn = self.turn();
                self.foresee(&mut view.offers);
                view
            }
        }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        observe(self.game(), &self.table.words, self.state(), seat, out);
    }

    fn words(&self, out: &mut [i32]) {
        for (index, row) in out.chunks_exact_mut(WORDS).take(self.legal.len()).enumerate() {
            write_words(&self.table.words, &self.notation(index), row);
        }
    }

    fn kept(&self) -> Option<&dyn AnyMatch> {
        if let Held::Kept(kept) = &self.held { Some(&**kept) } else { None }
    }

    fn memory(&self, seat: Seat) -> Option<String> {
        let kept = match &self.held {
            Held::Bare(bare) => {
                let (_, past) = bare.past.as_ref().filter(|(knower, _)| *knower == seat)?;
                return Some(past.clone());
            }
            Held::Kept(kept) => kept,
        };
        let heard = |it: &&kernel::Entry<G::Event>| it.audience.heard_by(Viewer::Seat(seat));
        let mut entries = kept.journal().iter().filter(heard).peekable();
        let mut past = String::new();
        for (seq, ply) in (1..).zip(kept.plies()) {
            if let Ply::Act(by, action) = ply
                && *by == seat
            {
                note_action(&mut past, seq, &self.game().write(*action));
            }
            while let Some(entry) = entries.next_if(|entry| entry.seq as usize <= seq) {
                note_line(&mut past, seq, &self.game().tell(entry).says.to_string());
            }
        }
        Some(past)
    }

    fn redeal(&self, seat: Seat, seed: u64) -> Box<dyn AnyPlay> {
        let mut state = self.state().clone();
        self.game().redeal(&mut state, seat, &mut stream(seed, 0));
        let past = self.memory(seat).map(|past| (seat, past));
        let held = Held::Bare(Box::new(Bare { state, seq: self.seq(), past }));
        Box::new(Play::new(self.table.clone(), held, seed, self.automatic))
    }

    fn world(&self, seed: u64) -> Box<dyn AnyPlay> {
        let held = Held::Bare(Box::new(Bare { state: self.state().clone(), seq: self.seq(), past: None }));
        Box::new(Play::new(self.table.clone(), held, seed, self.automatic))
    }
}
