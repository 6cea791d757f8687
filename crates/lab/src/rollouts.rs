//! What an order is worth: counted where little follows, otherwise played out many times, with the same worlds and the same
//! dice for every order.

use std::sync::Arc;

use kernel::{Game, Journal, Luck, Node, Rng, Rules, Seat, Viewer};
use search::{Engine, Glimpse, Judgement, seat_players};
use view::{AimState, View};

/// So many positions at most are counted.
const COUNTED: u32 = 4_000;
/// A play-out that takes longer is judged where it stands.
const LONGEST: usize = 6_000;

/// Something that holds or does not when the turn ends, beside who wins: what else a puzzle can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The decider's side controls a space.
    Space(String),
    /// An aim of its own is met.
    Aim(String),
    /// An aim of another side is not met.
    Deny(String),
}

/// How one play-out ended.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The chance to win at its end; that is 0 or 1 if the game was over.
    pub chance: f64,
    /// Which marks held at the end of the turn in which it began.
    pub held: Vec<bool>,
}

/// Plays orders out from one position.
pub struct Roller<'a, G: Game, J: Judgement<G>> {
    engine: &'a Engine<G, J>,
    start: &'a G::State,
    seat: Seat,
    /// Who plays on.
    by: &'a str,
    /// The last turn that is played.
    until: u16,
    seed: u64,
    /// What is looked at beside who wins.
    pub marks: Vec<Mark>,
    journal: Journal<G::Event>,
    cache: J::Cache,
}

impl<'a, G: Game, J: Judgement<G>> Roller<'a, G, J> {
    /// Play-outs for the seat that decides, to the end of this turn and `ahead` more of them.
    pub fn new(
        engine: &'a Engine<G, J>,
        start: &'a G::State,
        seat: Seat,
        by: &'a str,
        ahead: u16,
        seed: u64,
    ) -> Roller<'a, G, J> {
        let game = &engine.game;
        let view = game.view(start, Viewer::Seat(seat));
        let own = game.side(start, seat);
        let spaces = view.spaces.iter().filter(|(_, space)| space.control.is_some());
        let mut marks: Vec<Mark> = spaces.map(|(id, _)| Mark::Space(id.to_string())).collect();
        marks.extend(view.aims.iter().map(|aim| {
            let id = aim.id.to_string();
            if aim.side == own { Mark::Aim(id) } else { Mark::Deny(id) }
        }));
        let until = game.turn(start).saturating_add(ahead);
        let journal = Journal::disabled();
        Roller { engine, start, seat, by, until, seed, marks, journal, cache: J::Cache::default() }
    }

    /// The chance of an order if it can be counted: nobody has a choice until the game ends, and nothing is hidden.
    pub fn counted(&mut self, clicks: &[G::Action]) -> Option<f64> {
        let game: &G = &self.engine.game;
        let mut rng = Rng::new(self.seed, 0);
        for _ in 0..4 {
            let mut world = self.start.clone();
            game.redeal(&mut world, self.seat, &mut rng);
            if world != *self.start {
                return None;
            }
        }
        let mut state = self.start.clone();
        for &click in clicks {
            game.apply(&mut state, click, &mut self.journal);
        }
        count(game, state, self.seat, &mut self.journal, &mut COUNTED.clone())
    }

    /// Plays an order out. Equal numbers have equal worlds, equal dice and equal players.
    pub fn roll(&mut self, clicks: &[G::Action], number: u64) -> Seen {
        let game: &G = &self.engine.game;
        let turn = game.turn(self.start);
        let mut rng = Rng::new(self.seed, 3 * number + 1);
        let mut state = self.start.clone();
        game.redeal(&mut state, self.seat, &mut Rng::new(self.seed, 3 * number + 2));
        for &click in clicks {
            // In this world it might not come so far.
            if game.node(&state) != Node::Decision(self.seat) || game.refuse(&state, click).is_some() {
                break;
            }
            game.apply(&mut state, click, &mut self.journal);
        }
        let sides = vec![self.by; game.about().sides.len()];
        let players = Rng::new(self.seed, 3 * number + 3).below(u64::MAX);
        let mut players =
            seat_players(&self.engine.judgement, &sides, players).expect("the name was checked");
        let mut held = None;
        let mut thrown = false;
        for _ in 0..LONGEST {
            let now = game.turn(&state);
            if now > turn && held.is_none() {
                held = Some(self.holds(&state));
            }
            if now > self.until {
                break;
            }
            match game.node(&state) {
                Node::Over(_) => break,
                Node::Chance(draw) => {
                    // The throw of the order itself comes up each way equally often.
                    let even = Luck(number % draw.count());
                    let luck = if thrown { rng.luck(draw) } else { even };
                    thrown = true;
                    game.resolve(&mut state, luck, &mut self.journal);
                }
                Node::Decision(seat) => {
                    let action = players[usize::from(seat.0)].choose(&Glimpse::new(game, &state, seat));
                    game.apply(&mut state, action, &mut self.journal);
                }
            }
        }
        let held = held.unwrap_or_else(|| self.holds(&state));
        Seen { chance: self.chance(&state), held }
    }

    /// The chance to win from here, as people are told it.
    pub fn chance(&mut self, state: &G::State) -> f64 {
        let Engine { game, judgement } = self.engine;
        f64::from(search::chance(&**judgement, &**game, state, self.seat, &mut self.cache)) / 1000.0
    }

    /// The chance an order promises as it stands, with the throw that is due averaged.
    pub fn promise(&mut self, end: &G::State) -> f64 {
        let game: Arc<G> = self.engine.game.clone();
        let Node::Chance(draw) = game.node(end) else { return self.chance(end) };
        let tries = draw.count().min(36);
        let mut sum = 0.0;
        for i in 0..tries {
            let mut next = end.clone();
            let luck = u128::from(2 * i + 1) * u128::from(draw.count()) / u128::from(2 * tries);
            game.resolve(&mut next, Luck(luck as u64), &mut self.journal);
            sum += self.chance(&next);
        }
        sum / tries as f64
    }

    fn holds(&self, state: &G::State) -> Vec<bool> {
        let game = &self.engine.game;
        let own = game.side(state, self.seat);
        let view: View = game.position(state, Viewer::Umpire);
        let met = |id: &str| view.aims.iter().any(|aim| *aim.id == *id && aim.state == AimState::Met);
        let holds = self.marks.iter().map(|mark| match mark {
            Mark::Space(id) => {
                view.spaces.get(id.as_str()).is_some_and(|space| space.control.as_ref() == Some(&own))
            }
            Mark::Aim(id) => met(id),
            Mark::Deny(id) => !met(id),
        });
        holds.collect()
    }
}

fn count<R: Rules>(
    rules: &R,
    mut state: R::State,
    seat: Seat,
    journal: &mut Journal<R::Event>,
    left: &mut u32,
) -> Option<f64> {
    loop {
        *left = left.checked_sub(1)?;
        match rules.node(&state) {
            Node::Over(outcome) => {
                return Some(outcome.winner.map_or(0.5, |winner| if winner == seat { 1.0 } else { 0.0 }));
            }
            Node::Decision(_) => {
                let mut legal = Vec::new();
                rules.legal(&state, &mut legal);
                let [only] = legal[..] else { return None };
                rules.apply(&mut state, only, journal);
            }
            Node::Chance(draw) => {
                if draw.count() > u64::from(*left) {
                    return None;
                }
                let mut sum = 0.0;
                for luck in 0..draw.count() {
                    let mut next = state.clone();
                    rules.resolve(&mut next, Luck(luck), journal);
                    sum += count(rules, next, seat, journal, left)?;
                }
                return Some(sum / draw.count() as f64);
            }
        }
    }
}
