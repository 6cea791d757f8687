//! Many matches side by side: one call plays an action in each of them.

use std::{sync::Arc, thread};

use kernel::{Game, Journal, Node, Outcome, Rng, Seat};

use crate::{
    observe::observe,
    play::{AnyPlay, Play},
    table::{Setup, Table, write_words},
    vocabulary::WORDS,
};

/// Any lanes.
pub trait AnyLanes: Send + Sync {
    fn len(&self) -> usize;
    /// Plays an action in every lane whose game is not over; nothing at all if one of them has no such action.
    fn step(&mut self, actions: &[i32]) -> Result<(), NoSuchAction>;
    /// Plays so many actions at random in every lane.
    fn random(&mut self, steps: usize);
    /// What a caller has to know of every lane, packed: see [`Report`].
    fn report(&self, out: &mut Vec<u8>);
    /// What the deciding seat of every lane may know, a row each.
    fn observe(&self, out: &mut [f32]);
    /// The words of the legal actions by their numbers: for every lane `most` rows.
    fn words(&self, most: usize, out: &mut [i32]);
    /// The position of a lane as a match without a record.
    fn world(&self, lane: usize, seed: u64) -> Box<dyn AnyPlay>;
}

/// An action that a lane does not have.
pub struct NoSuchAction {
    pub lane: usize,
    pub action: i32,
    pub count: usize,
}

/// Lanes of this game.
pub struct Lanes<G: Game> {
    table: Arc<Table<G>>,
    setup: Setup,
    lanes: Vec<Lane<G>>,
    threads: usize,
    /// A game that is over begins anew.
    again: bool,
}

struct Lane<G: Game> {
    state: G::State,
    legal: Vec<G::Action>,
    /// Who decides; none when the game is over.
    seat: Option<Seat>,
    rng: Rng,
    /// How the game ended that the last step ended.
    ended: Option<Outcome>,
}

impl<G: Game> Lanes<G> {
    pub fn new(table: Arc<Table<G>>, setup: Setup, count: usize, again: bool, threads: usize) -> Lanes<G> {
        let lane = |number| Lane {
            state: table.game.setup(setup.scenario, setup.options),
            legal: Vec::new(),
            seat: None,
            rng: Rng::new(setup.seed, number as u64),
            ended: None,
        };
        let mut lanes: Vec<Lane<G>> = (0..count).map(lane).collect();
        lanes.iter_mut().for_each(|lane| lane.settle(&table.game));
        Lanes { table, setup, lanes, threads, again }
    }

    /// Does something with every lane and its part of the output, on so many threads.
    fn each<T: Send>(&self, out: &mut [T], width: usize, write: impl Fn(&Lane<G>, &mut [T]) + Sync) {
        let write = &write;
        let work = |lanes: &[Lane<G>], out: &mut [T]| {
            lanes.iter().zip(out.chunks_exact_mut(width)).for_each(|(lane, row)| write(lane, row));
        };
        if self.threads <= 1 {
            return work(&self.lanes, out);
        }
        let part = self.lanes.len().div_ceil(self.threads).max(1);
        thread::scope(|scope| {
            for (lanes, out) in self.lanes.chunks(part).zip(out.chunks_mut(part * width)) {
                scope.spawn(move || work(lanes, out));
            }
        });
    }

    /// Plays something in every lane, on so many threads. `play` gets the lane with its number.
    fn play(&mut self, play: impl Fn(usize, &mut Lane<G>) + Sync) {
        if self.threads <= 1 {
            return self.lanes.iter_mut().enumerate().for_each(|(number, lane)| play(number, lane));
        }
        let part = self.lanes.len().div_ceil(self.threads).max(1);
        let play = &play;
        thread::scope(|scope| {
            for (chunk, lanes) in self.lanes.chunks_mut(part).enumerate() {
                scope.spawn(move || {
                    lanes.iter_mut().enumerate().for_each(|(i, lane)| play(chunk * part + i, lane));
                });
            }
        });
    }
}

impl<G: Game> Lane<G> {
    /// Plays what is due and lists what is legal then.
    fn settle(&mut self, game: &G) {
        loop {
            match game.node(&self.state) {
                Node::Chance(draw) => {
                    game.resolve(&mut self.state, self.rng.luck(draw), &mut Journal::disabled());
                }
                Node::Decision(seat) => {
                    self.seat = Some(seat);
                    return game.legal(&self.state, &mut self.legal);
                }
                Node::Over(outcome) => {
                    (self.seat, self.ended) = (None, Some(outcome));
                    return self.legal.clear();
                }
            }
        }
    }

    /// Plays a legal action; what is over begins anew where it should.
    fn apply(&mut self, table: &Table<G>, setup: Setup, again: bool, index: usize) {
        self.ended = None;
        let action = self.legal[index];
        table.game.apply(&mut self.state, action, &mut Journal::disabled());
        self.settle(&table.game);
        if again && self.seat.is_none() {
            self.state = table.game.setup(setup.scenario, setup.options);
            self.settle(&table.game);
        }
    }
}

impl<G: Game> AnyLanes for Lanes<G> {
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn step(&mut self, actions: &[i32]) -> Result<(), NoSuchAction> {
        for (number, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            let count = lane.legal.len();
            if count > 0 && usize::try_from(action).map_or(true, |index| index >= count) {
                return Err(NoSuchAction { lane: number, action, count });
            }
        }
        let (table, setup, again) = (self.table.clone(), self.setup, self.again);
        self.play(|number, lane| {
            if lane.legal.is_empty() {
                lane.ended = None;
            } else {
                lane.apply(&table, setup, again, actions[number] as usize);
            }
        });
        Ok(())
    }

    fn random(&mut self, steps: usize) {
        let (table, setup, again) = (self.table.clone(), self.setup, self.again);
        self.play(|_, lane| {
            for _ in 0..steps {
                if lane.legal.is_empty() {
                    return;
                }
                let index = lane.rng.index(lane.legal.len());
                lane.apply(&table, setup, again, index);
            }
        });
    }

    /// For every lane the number of legal actions (four bytes), the reward of every seat for the game that just ended (four
    /// bytes each), the deciding seat or -1 (a byte), and whether a game just ended (a byte).
    fn report(&self, out: &mut Vec<u8>) {
        let seats = self.table.game.about().sides.len() as u8;
        for lane in &self.lanes {
            out.extend((lane.legal.len() as i32).to_le_bytes());
            for seat in (0..seats).map(Seat) {
                let reward = lane.ended.map_or(0.0, |outcome| reward(&outcome, seat));
                out.extend(reward.to_le_bytes());
            }
            out.push(lane.seat.map_or(u8::MAX, |seat| seat.0));
            out.push(u8::from(lane.ended.is_some()));
        }
    }

    fn observe(&self, out: &mut [f32]) {
        let (game, words) = (&*self.table.game, &self.table.words);
        self.each(out, self.table.layout.size, |lane, row| {
            observe(game, words, &lane.state, lane.seat.unwrap_or(Seat(0)), row);
        });
    }

    fn words(&self, most: usize, out: &mut [i32]) {
        let (game, words) = (&*self.table.game, &self.table.words);
        self.each(out, most * WORDS, |lane, rows| {
            for (row, &action) in rows.chunks_exact_mut(WORDS).zip(&lane.legal) {
                write_words(words, &game.write(action), row);
            }
        });
    }

    fn world(&self, lane: usize, seed: u64) -> Box<dyn AnyPlay> {
        Box::new(Play::bare(self.table.clone(), self.lanes[lane].state.clone(), seed, true))
    }
}

/// What a seat gets for how a game ended: one, minus one, or nothing for a draw.
pub fn reward(outcome: &Outcome, seat: Seat) -> f32 {
    match outcome.winner {
        None => 0.0,
        Some(winner) if winner == seat => 1.0,
        Some(_) => -1.0,
    }
}
