//! What an order brings at once, counted: every throw that belongs to it, both sides answering as well as they can until the order is
//! over. All that a player could be after in a position is counted together, in one tree.

use std::{
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

use kernel::{Game, Journal, Luck, Node, Rng, Seat, Viewer};
use search::{Judgement, Kinds};
use view::{Board, Name, Piece, View};

/// An order that leads to more positions is not counted.
const LARGEST: usize = 30_000;
/// So many positions are remembered at most.
const REMEMBERED: usize = 120_000;
/// A throw with more outcomes is not counted.
const OUTCOMES: u64 = 1_296;

/// What an order may be after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A unit of another side is lost.
    Eliminate(Name),
    /// It is lost or stands elsewhere.
    Drive(Name),
    /// It is lost, stands elsewhere or is turned over.
    Hit(Name),
    /// No unit of another side is left in a space.
    Clear(Name),
    /// A space comes under control.
    Take(Name),
    /// The game is won.
    Win,
    /// No unit of one's own is hit.
    Keep,
    /// A unit of one's own is not lost.
    Save(Name),
    /// A space stays under control.
    Hold(Name),
}

impl What {
    /// The word of a puzzle's file.
    pub fn measure(&self) -> String {
        match self {
            What::Eliminate(id) => format!("eliminate:{id}"),
            What::Drive(id) => format!("drive:{id}"),
            What::Hit(id) => format!("hit:{id}"),
            What::Clear(id) => format!("clear:{id}"),
            What::Take(id) => format!("take:{id}"),
            What::Win => "win".to_owned(),
            What::Keep => "keep".to_owned(),
            What::Save(id) => format!("save:{id}"),
            What::Hold(id) => format!("hold:{id}"),
        }
    }

    /// Whether it is about something that is not to happen. That is what is counted then.
    pub fn is_kept(&self) -> bool {
        matches!(self, What::Keep | What::Save(_) | What::Hold(_))
    }
}

/// The chances of those of [`Tally::goals`] that have any, by their index; of what is to be kept, the chance to lose it.
type Chances = Rc<Vec<(u16, f64)>>;

/// A piece on the map as it stands when the order is given.
struct Watched {
    piece: Piece,
    /// The goals about it: it is lost, stands elsewhere, is hit.
    goals: [Option<u16>; 3],
}

/// Counts orders from one position.
pub struct Tally<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    own: Name,
    turn: u16,
    kinds: Kinds,
    /// What is counted.
    pub goals: Vec<What>,
    watched: Vec<Watched>,
    /// Spaces with the goals about their control and about who stands there.
    spaces: Vec<(Name, Option<u16>, Option<u16>)>,
    keep: Option<u16>,
    win: u16,
    losses: BTreeSet<String>,
    known: HashMap<G::State, Chances>,
    /// Positions that the order at hand has led to.
    led_to: usize,
    journal: Journal<G::Event>,
}

impl<'a, G: Game> Tally<'a, G> {
    /// Counts for the seat that decides. Only what it sees can be a goal.
    pub fn new<J: Judgement<G>>(
        game: &'a G,
        judgement: &J,
        board: &Board,
        start: &G::State,
        seat: Seat,
    ) -> Tally<'a, G> {
        let own = game.side(start, seat);
        let seen = game.view(start, Viewer::Seat(seat));
        let all = game.position(start, Viewer::Umpire);
        let is_place = |at: &Name| board.spaces.iter().any(|space| space.id == *at);
        let kinds = judgement.kinds();
        let losses = board.boxes.iter().filter(|it| it.kind.is_loss()).map(|it| format!("box:{}", it.id));
        let mut tally = Tally {
            game,
            seat,
            own: own.clone(),
            turn: game.turn(start),
            kinds,
            goals: vec![What::Win],
            watched: Vec::new(),
            spaces: Vec::new(),
            keep: None,
            win: 0,
            losses: losses.collect(),
            known: HashMap::new(),
            led_to: 0,
            journal: Journal::disabled(),
        };
        // Where somebody is free to do anything else, to be unhurt is no aim.
        let answers = !tally.rests(start);
        if answers {
            tally.keep = Some(tally.goal(What::Keep));
        }
        let known = |piece: &&Piece| is_place(&piece.at) && seen.pieces.contains(piece);
        for piece in all.pieces.iter().filter(known) {
            let id = &piece.id;
            let goals = match (piece.side == own, answers) {
                (false, _) => [What::Eliminate(id.clone()), What::Drive(id.clone()), What::Hit(id.clone())]
                    .map(|it| Some(tally.goal(it))),
                (true, true) => [Some(tally.goal(What::Save(id.clone()))), None, None],
                (true, false) => continue,
            };
            tally.watched.push(Watched { piece: piece.clone(), goals });
        }
        let by_others: BTreeSet<Name> =
            all.pieces.iter().filter(|it| it.side != own).map(|it| it.at.clone()).collect();
        let alike = |id: &Name| {
            let control = |view: &View| view.spaces.get(id).and_then(|it| it.control.clone());
            control(&seen) == control(&all)
        };
        for space in board.spaces.iter().filter(|it| alike(&it.id)) {
            let id = &space.id;
            let owner = all.spaces.get(id).and_then(|it| it.control.clone());
            let control = match owner {
                Some(owner) if owner == own => answers.then(|| tally.goal(What::Hold(id.clone()))),
                Some(_) => Some(tally.goal(What::Take(id.clone()))),
                None => None,
            };
            let clear = by_others.contains(id).then(|| tally.goal(What::Clear(id.clone())));
            if control.is_some() || clear.is_some() {
                tally.spaces.push((id.clone(), control, clear));
            }
        }
        tally
    }

    fn goal(&mut self, what: What) -> u16 {
        self.goals.push(what);
        self.goals.len() as u16 - 1
    }

    /// Whether an order is over here: somebody is free to turn to something else.
    pub fn rests(&self, state: &G::State) -> bool {
        self.kinds.rests.contains(&self.game.step(state))
    }

    fn is_over(&self, state: &G::State) -> bool {
        matches!(self.game.node(state), Node::Over(_))
            || self.game.turn(state) != self.turn
            || self.rests(state)
    }

    /// The chances after an order that ended here, by goal; `None` if they cannot be counted.
    pub fn chances(&mut self, end: &G::State) -> Option<Vec<f64>> {
        if self.known.len() > REMEMBERED {
            self.known.clear();
        }
        self.led_to = 0;
        let chances = self.follow(end)?;
        let mut all = vec![0.0; self.goals.len()];
        for &(goal, chance) in &*chances {
            all[usize::from(goal)] = chance;
        }
        for (what, chance) in self.goals.iter().zip(&mut all) {
            if what.is_kept() {
                *chance = 1.0 - *chance;
            }
        }
        Some(all)
    }

    fn follow(&mut self, at: &G::State) -> Option<Chances> {
        if let Some(known) = self.known.get(at) {
            return Some(known.clone());
        }
        self.led_to += 1;
        if self.led_to > LARGEST {
            return None;
        }
        let chances = if self.is_over(at) {
            self.met(at).into_iter().map(|goal| (goal, 1.0)).collect()
        } else {
            let (nexts, seat) = self.nexts(at)?;
            let mut all = Vec::with_capacity(nexts.len());
            for next in &nexts {
                all.push(self.follow(next)?);
            }
            self.joined(&all, seat)
        };
        let chances = Rc::new(chances);
        self.known.insert(at.clone(), chances.clone());
        Some(chances)
    }

    /// Where a position leads, and who chooses; nobody where dice decide.
    fn nexts(&mut self, at: &G::State) -> Option<(Vec<G::State>, Option<Seat>)> {
        match self.game.node(at) {
            Node::Over(_) => None,
            Node::Chance(draw) if draw.count() > OUTCOMES => None,
            Node::Chance(draw) => {
                let next = |luck: u64| {
                    let mut next = at.clone();
                    self.game.resolve(&mut next, Luck(luck), &mut self.journal);
                    next
                };
                Some(((0..draw.count()).map(next).collect(), None))
            }
            Node::Decision(seat) => {
                let mut legal = Vec::new();
                self.game.legal(at, &mut legal);
                let next = |action: G::Action| {
                    let mut next = at.clone();
                    self.game.apply(&mut next, action, &mut self.journal);
                    next
                };
                Some((legal.into_iter().map(next).collect(), Some(seat)))
            }
        }
    }

    /// What is worth what here: the mean where dice decide, otherwise the best for whoever chooses, goal by goal.
    fn joined(&self, all: &[Chances], seat: Option<Seat>) -> Vec<(u16, f64)> {
        let goals = self.goals.len();
        let (mut sum, mut most, mut least, mut times) =
            (vec![0.0; goals], vec![0.0; goals], vec![1.0; goals], vec![0; goals]);
        for &(goal, chance) in all.iter().flat_map(|it| it.iter()) {
            let goal = usize::from(goal);
            sum[goal] += chance;
            most[goal] = chance.max(most[goal]);
            least[goal] = chance.min(least[goal]);
            times[goal] += 1;
        }
        let chance = |goal: usize| match seat {
            None => sum[goal] / all.len() as f64,
            Some(seat) if (seat == self.seat) != self.goals[goal].is_kept() => most[goal],
            Some(_) if times[goal] == all.len() => least[goal],
            Some(_) => 0.0,
        };
        let some = (0..goals).map(|goal| (goal as u16, chance(goal))).filter(|(_, chance)| *chance > 0.0);
        some.collect()
    }

    /// The goals that are met here; of what is to be kept, those that are lost.
    fn met(&self, at: &G::State) -> Vec<u16> {
        let view = self.game.position(at, Viewer::Umpire);
        let now: HashMap<&str, &Piece> = view.pieces.iter().map(|it| (&*it.id, it)).collect();
        let (mut met, mut hurt) = (Vec::new(), false);
        for Watched { piece, goals } in &self.watched {
            let found = now.get(&*piece.id);
            let lost = found.is_none_or(|it| self.losses.contains(&*it.at));
            let away = found.is_none_or(|it| it.at != piece.at);
            let hit = away || found.is_none_or(|it| it.face != piece.face);
            let states = [lost, away, hit];
            met.extend(goals.iter().zip(states).filter(|(_, is)| *is).filter_map(|(goal, _)| *goal));
            hurt |= hit && piece.side == self.own;
        }
        met.extend(self.keep.filter(|_| hurt));
        let by_others: BTreeSet<&str> =
            view.pieces.iter().filter(|it| it.side != self.own).map(|it| &*it.at).collect();
        for (id, control, clear) in &self.spaces {
            let ours = view.spaces.get(id).is_some_and(|it| it.control.as_ref() == Some(&self.own));
            let is = |goal: &u16| ours != self.goals[usize::from(*goal)].is_kept();
            met.extend(control.filter(is));
            met.extend(clear.filter(|_| !by_others.contains(&**id)));
        }
        if let Node::Over(outcome) = self.game.node(at)
            && outcome.winner == Some(self.seat)
        {
            met.push(self.win);
        }
        met
    }

    /// Throws the dice instead of counting them, both sides answering as counted: whether the goal is met in the end.
    pub fn thrown(&mut self, end: &G::State, goal: usize, rng: &mut Rng) -> Option<bool> {
        let mut at = end.clone();
        while !self.is_over(&at) {
            let (mut nexts, seat) = self.nexts(&at)?;
            let which = match seat {
                None => rng.index(nexts.len()),
                Some(seat) => {
                    let mut best: Option<(usize, f64)> = None;
                    for (which, next) in nexts.iter().enumerate() {
                        let chance = self.chances(next)?[goal];
                        let better =
                            |than: f64| if seat == self.seat { chance > than } else { chance < than };
                        if best.is_none_or(|(_, than)| better(than)) {
                            best = Some((which, chance));
                        }
                    }
                    best?.0
                }
            };
            at = nexts.swap_remove(which);
        }
        let is = self.met(&at).contains(&(goal as u16));
        Some(is != self.goals[goal].is_kept())
    }
}
