//! What an order brings at once, counted: every throw that belongs to it, both sides answering as well as they can until somebody is
//! free to turn to something else.

use std::collections::HashMap;

use kernel::{Game, Journal, Luck, Node, Rng, Seat, Viewer};
use search::{Judgement, Kinds};
use view::{Board, Name};

/// So many positions at most are looked at for one decision.
const POSITIONS: usize = 60_000;
/// A throw with more outcomes is not counted.
const OUTCOMES: u64 = 1_296;

/// What is asked of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// That a unit of another side is hit: off the map, or turned over.
    Hit,
    /// That no unit of one's own is hit.
    Keep,
}

/// Counts orders from one position.
pub struct Tally<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    turn: u16,
    aim: Aim,
    kinds: Kinds,
    board: &'a Board,
    /// The pieces that it is about, where they may be hit: their ids and faces.
    before: Vec<(Name, Name)>,
    known: HashMap<G::State, f64>,
    journal: Journal<G::Event>,
}

impl<'a, G: Game> Tally<'a, G> {
    /// Counts for the seat that decides; `None` if something is hidden from it, for then worlds differ.
    pub fn new<J: Judgement<G>>(
        game: &'a G,
        judgement: &J,
        board: &'a Board,
        start: &G::State,
        seat: Seat,
        aim: Aim,
    ) -> Option<Tally<'a, G>> {
        let mut rng = Rng::new(0, 0);
        for _ in 0..4 {
            let mut world = start.clone();
            game.redeal(&mut world, seat, &mut rng);
            if world != *start {
                return None;
            }
        }
        let own = game.side(start, seat);
        let view = game.position(start, Viewer::Umpire);
        let about = view.pieces.iter().filter(|it| (it.side == own) == (aim == Aim::Keep));
        let there = about.filter(|it| board.spaces.iter().any(|space| space.id == it.at));
        let before = there.map(|it| (it.id.clone(), it.face.clone())).collect();
        let (kinds, turn, journal) = (judgement.kinds(), game.turn(start), Journal::disabled());
        Some(Tally { game, seat, turn, aim, kinds, board, before, known: HashMap::new(), journal })
    }

    /// Whether somebody is free to turn to something else here: he may move, activate, pass or end.
    pub fn rests(&self, state: &G::State) -> bool {
        let mut legal = Vec::new();
        self.game.legal(state, &mut legal);
        let Kinds { moves, activations, passes, ends, .. } = self.kinds;
        legal.iter().any(|&action| {
            let written = self.game.write(action);
            let word = written.split(' ').next().unwrap_or_default();
            [moves, activations, passes, ends].iter().any(|words| words.contains(&word))
        })
    }

    /// The chance of the aim after an order that ended here; `None` if it cannot be counted.
    pub fn chance(&mut self, end: &G::State) -> Option<f64> {
        if let Some(&known) = self.known.get(end) {
            return Some(known);
        }
        if self.known.len() > POSITIONS {
            return None;
        }
        let node = self.game.node(end);
        let over = matches!(node, Node::Over(_)) || self.game.turn(end) != self.turn;
        let chance = match node {
            _ if over => self.holds(end),
            Node::Over(_) => self.holds(end),
            Node::Decision(_) if self.rests(end) => self.holds(end),
            Node::Decision(seat) => {
                let mut legal = Vec::new();
                self.game.legal(end, &mut legal);
                let mut best: Option<f64> = None;
                for action in legal {
                    let mut next = end.clone();
                    self.game.apply(&mut next, action, &mut self.journal);
                    let chance = self.chance(&next)?;
                    let better = |most: f64| if seat == self.seat { chance > most } else { chance < most };
                    if best.is_none_or(better) {
                        best = Some(chance);
                    }
                }
                best?
            }
            Node::Chance(draw) => {
                if draw.count() > OUTCOMES {
                    return None;
                }
                let mut sum = 0.0;
                for luck in 0..draw.count() {
                    let mut next = end.clone();
                    self.game.resolve(&mut next, Luck(luck), &mut self.journal);
                    sum += self.chance(&next)?;
                }
                sum / draw.count() as f64
            }
        };
        self.known.insert(end.clone(), chance);
        Some(chance)
    }

    /// 1 if the aim is met here, otherwise 0.
    fn holds(&self, state: &G::State) -> f64 {
        let view = self.game.position(state, Viewer::Umpire);
        let stands = |(id, face): &(Name, Name)| {
            let piece = view.pieces.iter().find(|it| it.id == *id);
            piece
                .is_some_and(|it| it.face == *face && self.board.spaces.iter().any(|space| space.id == it.at))
        };
        let unhurt = self.before.iter().all(stands);
        f64::from(u8::from(unhurt == (self.aim == Aim::Keep)))
    }
}
