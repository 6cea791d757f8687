//! Puzzles whose chances are counted: of all that the side could be after at this moment, what one order does clearly better than every other.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Game, Match, Node, Rng, Seat, Viewer, puzzle::Puzzle};
use orders::{Budget, End, Planner};
use search::{Engine, Judgement};
use view::Board;

use crate::{
    puzzles::{CLICKS, Candidate, Cutter, ORDERS, Told, after, is_plain},
    rollouts::Roller,
    tally::{Tally, What},
};

/// The planner looks at so many positions to find what is promising, and at so many to be sure that nothing was left out.
const FIRST: Budget = Budget { positions: 4_000, openers: 6 };
const WHOLE: Budget = Budget { positions: 60_000, openers: 12 };
/// So many orders at most are counted at a first look, and to be sure.
const MANY: [usize; 2] = [400, 4_000];
/// Two chances that differ by no more are one.
const SAME: f64 = 1e-9;
/// An answer may be given in so many ways: more is no choice.
const WAYS: usize = 24;
/// The best order is worth asking for.
const LEAST: f64 = 0.12;
/// So many goals of a position are looked into.
const GOALS: usize = 8;
/// How much better by the judgement another order may be than the one that is best for the goal.
const FOLLY: f64 = 0.05;
/// Deals of what is hidden, in each of which the best orders must come to the same.
const DEALS: usize = 6;
/// Throws by which a count is checked.
const THROWS: usize = 300;

/// Orders that come to the same: units of one kind change places, or clicks do.
struct Answer<G: Game> {
    ways: Vec<Candidate<G>>,
    /// Its chance in each deal.
    chances: Vec<f64>,
}

impl<G: Game> Answer<G> {
    fn chance(&self) -> f64 {
        self.chances.iter().sum::<f64>() / self.chances.len() as f64
    }

    fn is_fixed(&self) -> bool {
        self.chances.iter().all(|it| (it - self.chances[0]).abs() < SAME)
    }
}

/// An order with the chances of all goals in each deal.
struct Counted<G: Game> {
    order: Candidate<G>,
    /// Its clicks without the units that carry them out, for those that differ in nothing else.
    shape: Vec<String>,
    deals: Vec<Vec<f64>>,
}

/// The orders of a position.
struct List<G: Game> {
    all: Vec<Counted<G>>,
    /// None was left out.
    complete: bool,
    /// How many there are, with those that fell behind in the first deals.
    orders: usize,
}

/// Why a moment is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lack {
    /// No order throws dice or asks another side.
    Quiet,
    /// There are too many orders, or too much follows from them.
    Large,
    /// Whatever there is to be after, two orders are about as good.
    Even,
    /// What is best for the goal is a folly otherwise.
    Folly,
    /// The whole list of orders, or the dice, did not bear it out.
    Unsure,
    /// Machine players hardly ever miss it.
    Plain,
}

impl Lack {
    /// In words.
    pub fn says(self) -> &'static str {
        match self {
            Lack::Quiet => "nothing is thrown",
            Lack::Large => "too large to count",
            Lack::Even => "no order clearly best at anything",
            Lack::Folly => "the best order is a folly otherwise",
            Lack::Unsure => "not borne out",
            Lack::Plain => "hardly ever missed",
        }
    }
}

impl<G: Game, J: Judgement<G>> Cutter<'_, G, J> {
    /// The puzzle of this moment, if one can be counted.
    pub(crate) fn counted(
        &mut self,
        moment: &Match<G>,
        roller: &mut Roller<'_, G, J>,
        seat: Seat,
    ) -> Result<Puzzle, Lack> {
        let (engine, start) = (self.engine, moment.state());
        let board = engine.game.board();
        let first = self.count(&board, start, seat, FIRST, MANY[0])?;
        let (mut lack, mut whole) = (Lack::Even, None);
        let mut tally = Tally::new(&*engine.game, &*engine.judgement, &board, start, seat);
        let answers = !tally.rests(start);
        for goal in self.goals(&first.all, &tally.goals, answers).into_iter().take(GOALS) {
            let what = tally.goals[goal].clone();
            let subject = what.measure().split(':').next().unwrap_or_default().to_owned();
            if self.taken.crowded(45, |it| it.1.starts_with(&subject)) {
                continue;
            }
            let found = self.answers(&first.all, goal);
            if self.is_folly(roller, &found) {
                lack = lack.max(Lack::Folly);
                continue;
            }
            // Now nothing may have been left out.
            if !first.complete && whole.is_none() {
                whole = Some(self.count(&board, start, seat, WHOLE, MANY[1])?).filter(|it| it.complete);
                if whole.is_none() {
                    return Err(Lack::Large);
                }
            }
            let list = whole.as_ref().unwrap_or(&first);
            let mut found = self.answers(&list.all, goal);
            let margin = self.margin(&found, &what, answers).filter(|_| !self.is_folly(roller, &found));
            let Some(margin) = margin.filter(|_| self.bears_out(&mut tally, &found, goal)) else {
                lack = lack.max(Lack::Unsure);
                continue;
            };
            // What depends on what is hidden has no chance to tell.
            found.retain(Answer::is_fixed);
            found.truncate(ORDERS);
            let tried = {
                let unit = found[0].ways[0].unit;
                let ends: Vec<&G::State> = found[0].ways.iter().map(|it| &it.end).collect();
                self.found(start, seat, unit, &ends)
            };
            if is_plain(&tried) {
                lack = lack.max(Lack::Plain);
                continue;
            }
            let hidden = found.iter().any(|it| it.chances.len() > 1);
            let candidates: Vec<Candidate<G>> = found
                .into_iter()
                .map(|mut answer| {
                    let mut best = answer.ways.swap_remove(0);
                    best.also = answer.ways.iter().map(|it| it.clicks.clone()).collect();
                    best.exact = Some(answer.chances[0]);
                    best
                })
                .collect();
            let (verb, aim) = words(&what, moment, &board, seat);
            let deals =
                if hidden { format!(" Alike in {DEALS} deals of what is hidden.") } else { String::new() };
            let means = format!(
                "The chance of this one order {aim}. Counted: every throw that belongs to it, both sides answering as well as they can for \
                 that alone.{deals}"
            );
            let told = Told {
                measure: what.measure(),
                what: aim,
                means,
                subject: verb,
                margin: [margin; 3],
                orders: list.orders,
            };
            return Ok(self.told(moment, seat, &candidates, None, told, tried));
        }
        Err(lack)
    }

    /// Every order that counts, with its chances in each deal.
    fn count(
        &self,
        board: &Board,
        start: &G::State,
        seat: Seat,
        budget: Budget,
        many: usize,
    ) -> Result<List<G>, Lack> {
        let Engine { game, judgement } = self.engine;
        let worlds = deals(&**game, start, seat, DEALS, self.seed);
        let mut planner = Planner::new();
        let mut planned = Vec::new();
        planner.plan(&**game, &worlds[0], budget, &mut planned);
        let complete = !planner.is_cut_short();
        let throws = |end: End| matches!(end, End::Draw(_) | End::Other(_) | End::Over(_) | End::Reveal);
        if !planned.iter().any(|order| throws(order.end)) {
            return Err(Lack::Quiet);
        }
        let (mut all, mut thrown): (Vec<Counted<G>>, usize) = (Vec::new(), 0);
        let own = own_pieces(&**game, start, seat);
        let mut tally = Tally::new(&**game, &**judgement, board, start, seat);
        for order in &planned {
            let quiet = !throws(order.end);
            // An answer to the other side does not go on into an order of one's own.
            let goes_on = |clicks| {
                let at = after(&**game, start, seat, &order.clicks[..clicks]);
                at.is_some_and(|at| tally.rests(&at))
            };
            if !tally.rests(start) && (1..order.clicks.len()).any(goes_on) {
                continue;
            }
            // What cannot be played in the true position is no order for a person at it; what stops in the middle of one is none either.
            let Some(end) = after(&**game, start, seat, &order.clicks) else { continue };
            if quiet && !tally.rests(&end) {
                continue;
            }
            if order.clicks.len() > CLICKS {
                continue;
            }
            thrown += usize::from(!quiet);
            if thrown > many {
                return Err(Lack::Large);
            }
            let shape = shape(&**game, &order.clicks, &own);
            let order = Candidate::new(order.clicks.clone(), order.unit, end);
            all.push(Counted { order, shape, deals: Vec::new() });
        }
        let orders = all.len();
        for (at, world) in worlds.iter().enumerate() {
            if at > 0 {
                tally = Tally::new(&**game, &**judgement, board, start, seat);
            }
            for counted in &mut all {
                let Some(end) = after(&**game, world, seat, &counted.order.clicks) else {
                    return Err(Lack::Unsure);
                };
                counted.deals.push(tally.chances(&end).ok_or(Lack::Large)?);
            }
            // A first look needs one deal to see that there is nothing.
            let goals = 0..tally.goals.len();
            let best = |goal: usize| all.iter().map(|it| it.deals[0][goal]).fold(0.0, f64::max);
            let least = |goal: usize| all.iter().map(|it| it.deals[0][goal]).fold(1.0, f64::min);
            if at == 0 && !goals.into_iter().any(|goal| best(goal) - least(goal) >= self.cutting.margin) {
                return Err(Lack::Even);
            }
        }
        Ok(List { all, complete, orders })
    }

    /// The goals at which one answer is clearly best, those with the most to choose from first.
    fn goals(&self, all: &[Counted<G>], goals: &[What], answers: bool) -> Vec<usize> {
        let mut some: Vec<(f64, usize)> = Vec::new();
        for (goal, what) in goals.iter().enumerate() {
            let found = self.answers(all, goal);
            let Some(margin) = self.margin(&found, what, answers) else { continue };
            // The same figures are one goal: the first is the greatest.
            let rivals: BTreeSet<i64> = found
                .iter()
                .filter(|it| it.chance() > 0.02)
                .map(|it| (it.chance() * 1000.0) as i64)
                .collect();
            some.push((margin.min(0.3) + 0.08 * rivals.len().min(6) as f64, goal));
        }
        some.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        some.into_iter().map(|(_, goal)| goal).collect()
    }

    /// Orders by what they come to, the best first.
    fn answers(&self, all: &[Counted<G>], goal: usize) -> Vec<Answer<G>> {
        let mut known: BTreeMap<(&[String], u64), Answer<G>> = BTreeMap::new();
        for Counted { order, shape, deals, .. } in all {
            let chances: Vec<f64> = deals.iter().map(|it| it[goal]).collect();
            let mean = chances.iter().sum::<f64>() / chances.len() as f64;
            let key = (&shape[..], (mean * 1e7).round() as u64);
            let answer = known.entry(key).or_insert_with(|| Answer { ways: Vec::new(), chances });
            answer.ways.push(order.clone());
        }
        let mut answers: Vec<Answer<G>> = known.into_values().collect();
        for answer in &mut answers {
            answer.ways.sort_by_key(|it| it.clicks.len());
        }
        answers.sort_by(|a, b| {
            let clicks = |it: &Answer<G>| it.ways[0].clicks.clone();
            b.chance().total_cmp(&a.chance()).then_with(|| clicks(a).cmp(&clicks(b)))
        });
        answers
    }

    /// By how much the best answer is ahead, if that makes it a choice.
    fn margin(&self, found: &[Answer<G>], what: &What, answers: bool) -> Option<f64> {
        let [best, second, ..] = found else { return None };
        let apart = best.chance() - second.chance();
        let some: Vec<&Answer<G>> = found.iter().filter(|it| it.chance() > 0.02).collect();
        // Another last click alone, such as more air support, is not much of a choice.
        let way = |it: &Answer<G>| it.ways[0].clicks.clone();
        let kin = |it: &Answer<G>| {
            let (one, other) = (way(best), way(it));
            one.len() == other.len() && one[..one.len() - 1] == other[..one.len() - 1]
        };
        let clicks = best.ways[0].clicks.len();
        let choice = match (what.is_kept() || answers, clicks) {
            (true, 1) => found.len() >= 4,
            (true, _) => found.len() >= 3,
            (false, 1) => some.len() >= 4,
            (false, _) => some.len() >= 3 && some.iter().any(|it| !kin(it)),
        };
        let fits = choice
            && best.chance() >= LEAST
            && second.chance() > 0.02
            && apart >= self.cutting.margin - SAME
            && best.ways.len() <= WAYS
            && (best.chance() < 1.0 - SAME || second.chance() < 0.95 && !what.is_kept());
        if !fits {
            return None;
        }
        // What depends on what is hidden must not come near it in any deal.
        let most = |it: &Answer<G>| it.chances.iter().copied().fold(0.0, f64::max);
        let clear = best.is_fixed()
            && second.is_fixed()
            && found[1..].iter().all(|it| most(it) <= second.chance() + SAME);
        clear.then_some(apart)
    }

    /// Whether another of the best orders is better by the judgement.
    fn is_folly(&self, roller: &mut Roller<'_, G, J>, found: &[Answer<G>]) -> bool {
        let Some((best, others)) = found.split_first() else { return true };
        let promise = roller.promise(&best.ways[0].end);
        let mut others = others.iter().take(ORDERS - 1).filter(|it| it.chance() > 0.0);
        others.any(|other| roller.promise(&other.ways[0].end) > promise + FOLLY)
    }

    /// Throws dice for the best two answers: what was counted must come up about as often.
    fn bears_out(&self, tally: &mut Tally<'_, G>, found: &[Answer<G>], goal: usize) -> bool {
        let mut rng = Rng::new(self.seed, 77);
        found[..2].iter().all(|answer| {
            let Some(end) = answer.ways.last().map(|it| &it.end) else { return false };
            let thrown: Option<Vec<bool>> = (0..THROWS).map(|_| tally.thrown(end, goal, &mut rng)).collect();
            let Some(thrown) = thrown else { return false };
            let share = thrown.iter().filter(|it| **it).count() as f64 / THROWS as f64;
            let chance = answer.chance();
            (share - chance).abs() <= 4.0 * (chance * (1.0 - chance) / THROWS as f64).sqrt() + SAME
        })
    }
}

/// Positions that this seat cannot tell apart; the true one alone where nothing is hidden.
fn deals<G: Game>(game: &G, start: &G::State, seat: Seat, count: usize, seed: u64) -> Vec<G::State> {
    let mut rng = Rng::new(seed, 5);
    let deal = |_| {
        let mut world = start.clone();
        game.redeal(&mut world, seat, &mut rng);
        world
    };
    let worlds: Vec<G::State> = (0..count).map(deal).collect();
    if worlds.iter().all(|it| it == start) { vec![start.clone()] } else { worlds }
}

fn own_pieces<G: Game>(game: &G, start: &G::State, seat: Seat) -> BTreeSet<String> {
    let own = game.side(start, seat);
    let view = game.position(start, Viewer::Umpire);
    view.pieces.iter().filter(|it| it.side == own).map(|it| it.id.to_string()).collect()
}

/// Clicks without the units that carry them out, each once.
fn shape<G: Game>(game: &G, clicks: &[G::Action], own: &BTreeSet<String>) -> Vec<String> {
    let mut shape: Vec<String> = clicks
        .iter()
        .map(|&click| {
            let written = game.write(click);
            let words = written.split(' ').map(|word| if own.contains(word) { "·" } else { word });
            words.collect::<Vec<_>>().join(" ")
        })
        .collect();
    shape.sort();
    shape.dedup();
    shape
}

/// A word for the goal, and the goal in a sentence: "to ...".
fn words<G: Game>(what: &What, moment: &Match<G>, board: &Board, seat: Seat) -> (String, String) {
    let (game, state) = (moment.game(), moment.state());
    let view = game.view(state, Viewer::Seat(seat));
    let space = |id: &str| {
        let space = board.spaces.iter().find(|space| *space.id == *id);
        let spoken = space.map(|it| it.spoken.split(',').next().unwrap_or_default().to_owned());
        spoken.filter(|it| !it.is_empty()).unwrap_or_else(|| id.to_owned())
    };
    let unit = |id: &str| {
        let piece = view.pieces.iter().find(|it| *it.id == *id);
        let face = piece.and_then(|it| board.faces.get(&it.face));
        let name = face.map(|it| it.spoken.split(',').next().unwrap_or_default().trim().to_owned());
        let name = name.filter(|it| !it.is_empty()).unwrap_or_else(|| id.to_owned());
        (name, piece.map_or_else(String::new, |it| space(&it.at)))
    };
    let others = |own: &str| {
        let others = board.sides.iter().find(|it| *it.id != *own).map(|it| it.name.to_string());
        others.unwrap_or_else(|| "enemy".to_owned())
    };
    let own = game.side(state, seat);
    let (word, aim) = match what {
        What::Eliminate(id) => {
            let (name, at) = unit(id);
            ("eliminate", format!("to eliminate {name} in {at}"))
        }
        What::Drive(id) => {
            let (name, at) = unit(id);
            ("drive out", format!("to drive {name} out of {at}, or to eliminate it"))
        }
        What::Hit(id) => {
            let (name, at) = unit(id);
            ("hit", format!("to hit {name} in {at}: turned over, driven out or eliminated"))
        }
        What::Clear(id) => ("clear", format!("to leave no {} unit in {}", others(&own), space(id))),
        What::Take(id) => ("take", format!("to take {}", space(id))),
        What::Win => ("win", "to win the game".to_owned()),
        What::Keep => ("keep", "to come through without a unit of your own hit".to_owned()),
        What::Save(id) => {
            let (name, at) = unit(id);
            ("save", format!("to save {name} in {at}"))
        }
        What::Hold(id) => ("hold", format!("to hold {}", space(id))),
    };
    (word.to_owned(), aim)
}

/// Counts a puzzle of a file again, in other deals and by other throws; the error says what is not so.
pub fn recount<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    moment: &Match<G>,
    puzzle: &Puzzle,
    seed: u64,
) -> Result<(), String> {
    let Node::Decision(seat) = moment.node() else { return Err("nobody decides".to_owned()) };
    let (game, start, board) = (&engine.game, moment.state(), engine.game.board());
    let mut tally = Tally::new(&**game, &*engine.judgement, &board, start, seat);
    let goal = tally.goals.iter().position(|it| it.measure() == puzzle.measure);
    let goal = goal.ok_or_else(|| format!("'{}' is no goal that is counted", puzzle.measure))?;
    let worlds = deals(&**game, start, seat, DEALS, seed);
    let mut means = Vec::new();
    for order in &puzzle.order {
        for play in std::iter::once(&order.play).chain(&order.also) {
            let clicks: Result<Vec<G::Action>, _> = play.iter().map(|it| game.read(it)).collect();
            let clicks = clicks.map_err(|error| error.to_string())?;
            let mut sum = 0.0;
            for world in &worlds {
                let end = after(&**game, world, seat, &clicks)
                    .ok_or_else(|| format!("{} cannot be played", play.join(", ")))?;
                let chance = tally.chances(&end).ok_or("too large to count")?[goal];
                if ((1000.0 * chance).round() as i32 - i32::from(order.chance)).abs() > 1 {
                    return Err(format!("{}: counted {chance:.4}, not {}", play.join(", "), order.chance));
                }
                sum += chance;
            }
            means.push((sum / worlds.len() as f64, play == &order.play));
        }
    }
    let best = means[0].0;
    let others = means.iter().skip(1 + puzzle.order[0].also.len());
    let second = others.map(|it| it.0).fold(0.0, f64::max);
    let margin = f64::from(puzzle.margin[0]) / 1000.0;
    if best - second < 0.98 * margin {
        return Err(format!("the best is ahead by {:.3}, not {margin:.3}", best - second));
    }
    let clicks: Vec<G::Action> = puzzle.order[0].play.iter().filter_map(|it| game.read(it).ok()).collect();
    let end = after(&**game, &worlds[0], seat, &clicks).ok_or("the best order cannot be played")?;
    let mut rng = Rng::new(seed, 78);
    let thrown: Option<Vec<bool>> = (0..THROWS).map(|_| tally.thrown(&end, goal, &mut rng)).collect();
    let thrown = thrown.ok_or("too large to throw")?;
    let share = thrown.iter().filter(|it| **it).count() as f64 / THROWS as f64;
    if (share - best).abs() > 4.0 * (best * (1.0 - best) / THROWS as f64).sqrt() + SAME {
        return Err(format!("thrown {THROWS} times, it came up {share:.3}, not {best:.3}"));
    }
    Ok(())
}
