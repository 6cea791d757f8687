//! Puzzles cut from machine games: positions in which one order is better than every other by a stated margin.
//!
//! Orders are screened by a few play-outs each, halved, and the best are then played out anew, in worlds that took no part in
//! choosing them. A position is kept if the best order stays ahead of the second by the margin, with the lower end of the interval above
//! zero, and if some machine player misses it.

use std::{collections::BTreeMap, sync::Arc};

use kernel::{
    Game, Journal, Match, Node, Players, Ply, Rng, Rules, Seat, Viewer,
    puzzle::{Finder, PARTED, Puzzle, Source, Weighed, alike},
};
use orders::{Budget, Planner};
use search::{Engine, Glimpse, Judgement, player};
use view::Name;

pub use crate::counted::{Lack, recount};
use crate::{
    Plan, SeriesError,
    rollouts::{Mark, Roller, Seen},
};

/// How puzzles are cut.
#[derive(Clone, Debug)]
pub struct Cutting {
    /// Who plays the play-outs on.
    pub by: String,
    /// To the end of the turn, and so many more turns; then the judgement says what the position is worth.
    pub ahead: u16,
    /// By how much the best order must be better, as a share.
    pub margin: f64,
    /// How many decisions of a game are looked at.
    pub looks: usize,
    /// How many puzzles a game may give.
    pub most: usize,
    /// A game is played so far at most.
    pub plies: usize,
    /// How often the best orders are played out at most; zero: only what can be counted is looked at.
    pub games: u64,
}

/// How far apart puzzles of one game lie, in plies.
const APART: usize = 12;
/// So many orders are weighed.
pub(crate) const ORDERS: usize = 10;
/// So much must be at stake between the best and the worst order, by the judgement, for play-outs to begin.
const AT_STAKE: f64 = 0.05;
/// The planner looks at so many positions.
const POSITIONS: usize = 1_500;
/// So many different orders make a choice worth a puzzle.
const CHOICES: usize = 4;
/// An order has no more clicks than this: what is longer cannot be found out by thinking.
pub(crate) const CLICKS: usize = 12;
/// Play-outs of every order in the screening, and of those that are left after it.
const SCREENED: [u64; 2] = [4, 12];
const HALVED: u64 = 24;
/// The numbers of the play-outs that count: no other play-out has them.
const FRESH: u64 = 100_000;
/// A mark must differ by so much more than a chance to win does: it is worth less.
const MARKED: f64 = 2.0;
/// How much of the chance to win may be lost for a mark.
const PRICE: f64 = 0.02;
/// 99 and 95 times of 100.
const SURE: f64 = 2.576;
const LIKELY: f64 = 1.96;
/// The players that try, and how often: those who always do the same need not try as often.
const FINDERS: [(&str, u16); 4] = [("greedy", 1), ("easy", 6), ("normal", 2), ("hard", 2)];

/// An order that is weighed.
pub(crate) struct Candidate<G: Game> {
    pub clicks: Vec<G::Action>,
    /// Other clicks that come to the same.
    pub also: Vec<Vec<G::Action>>,
    pub unit: Option<u16>,
    pub end: G::State,
    pub seen: Vec<Seen>,
    /// The play-outs that count.
    pub fresh: Vec<Seen>,
    pub exact: Option<f64>,
}

/// What a puzzle asks for, in the words of its file.
pub(crate) struct Told {
    pub measure: String,
    /// "to win the game"
    pub what: String,
    pub means: String,
    pub subject: String,
    pub margin: [f64; 3],
    pub orders: usize,
}

/// What a puzzle asks for: to win, or one of the marks.
type Measure = Option<usize>;

fn value(seen: &Seen, measure: Measure) -> f64 {
    measure.map_or(seen.chance, |mark| f64::from(u8::from(seen.held[mark])))
}

fn mean(seen: &[Seen], measure: Measure) -> f64 {
    seen.iter().map(|it| value(it, measure)).sum::<f64>() / seen.len().max(1) as f64
}

/// Mean and standard error.
fn spread(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let values: Vec<f64> = values.collect();
    let [mean, deviation] = crate::stats::spread(&values);
    // A share of a few play-outs that all agree is not certain.
    let least = 0.5 / values.len().max(1) as f64;
    [mean, (deviation / (values.len().max(2) as f64 - 1.0).sqrt()).max(least)]
}

/// What was looked at in a game, and what came of it.
#[derive(Clone, Default, Debug)]
pub struct Cuts {
    /// Decisions that were looked at.
    pub looked: usize,
    /// Those in which the screening saw a best order.
    pub promising: usize,
    /// Those in which it stayed the best.
    pub clear: usize,
    /// Why the others could not be counted, or were no puzzles when they were.
    pub lacks: BTreeMap<Lack, usize>,
}

/// What was cut so far: sides and subjects, so that neither is seen too often.
#[derive(Clone, Default, Debug)]
pub struct Taken(Vec<(String, String)>);

impl Taken {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Adds the puzzles of a game.
    pub fn add(&mut self, source: &Source) {
        self.0.extend(source.puzzles.iter().map(|it| (it.side.clone(), it.subject.clone())));
    }

    /// Whether more than so many of a hundred are alike.
    pub(crate) fn crowded(&self, per_cent: usize, alike: impl Fn(&(String, String)) -> bool) -> bool {
        self.0.len() >= 5 && self.0.iter().filter(|it| alike(it)).count() * 100 > self.0.len() * per_cent
    }
}

/// Plays games of the plan and cuts puzzles from them until there are enough. `keep` gets each game with its number, `see` hears how
/// far the work is.
pub fn cut_all<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    cutting: &Cutting,
    wanted: usize,
    keep: &mut dyn FnMut(u64, &Source) -> Result<(), String>,
    see: &mut dyn FnMut(u64, &Cuts, usize),
) -> Result<Taken, SeriesError> {
    let (mut taken, mut kept) = (Taken::default(), Vec::new());
    for number in 0..plan.games {
        if taken.count() >= wanted {
            break;
        }
        let before = taken.count();
        let source = cut(engine, plan, number, cutting, &taken, &mut |cuts| see(number, cuts, before))?;
        let Some(source) = source else { continue };
        kept.push(source);
        let known = kept.len();
        without_twins(&mut kept);
        if kept.len() == known
            && let Some(source) = kept.last()
        {
            taken.add(source);
            keep(number, source).map_err(SeriesError::Keep)?;
        }
    }
    Ok(taken)
}

/// Plays a game of the plan and cuts puzzles from it. `see` hears of each decision that is looked at.
fn cut<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    number: u64,
    cutting: &Cutting,
    taken: &Taken,
    see: &mut dyn FnMut(&Cuts),
) -> Result<Option<Source>, SeriesError> {
    let seed = plan.seed(number);
    let bots: Vec<&str> = plan.seating(number).into_iter().map(|bot| plan.bots[bot].as_str()).collect();
    let mut players = search::seat_players(&engine.judgement, &bots, seed)?;
    let played = begun(engine, plan, &mut players, seed, cutting.plies)?;
    let mut rng = Rng::new(seed, u64::MAX);
    let mut plies = decisions(&played);
    let mut cuts = Cuts::default();
    let mut puzzles: Vec<Puzzle> = Vec::new();
    while cuts.looked < cutting.looks && puzzles.len() < cutting.most && !plies.is_empty() {
        let ply = plies.swap_remove(rng.index(plies.len()));
        if puzzles.iter().any(|puzzle| puzzle.ply.abs_diff(ply) < APART) {
            continue;
        }
        let mut cutter = Cutter { engine, cutting, seed: seed ^ ply as u64, taken, cuts: &mut cuts };
        let found = cutter.look(&played.up_to(ply));
        if let Some(puzzle) = found {
            let name = format!("{}-{ply}", number + 1);
            puzzles.push(Puzzle { name, ply, ..puzzle });
        }
        see(&cuts);
    }
    puzzles.sort_by_key(|puzzle| puzzle.ply);
    let source = puzzles.last().map(|last| last.ply).map(|last| {
        let about = engine.game.about();
        Source {
            game: about.id.clone(),
            rules: about.revision,
            scenario: about.scenarios[plan.scenario].id.clone(),
            options: about.option_ids(plan.options),
            players: format!("{}, seed {seed}", played.header().players.join(", ")),
            plies: folded(&played.record().lines[..last]),
            puzzles,
        }
    });
    Ok(source)
}

/// A game as far as it is needed.
fn begun<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    players: &mut [Box<dyn search::Player<G>>],
    seed: u64,
    plies: usize,
) -> Result<Match<G>, SeriesError> {
    let Engine { game, .. } = engine;
    let about = game.about();
    let named = about.sides.iter().zip(players.iter()).map(|(side, it)| format!("{} {}", side.id, it.name()));
    let header = Players { luck: format!("seed {seed}"), players: named.collect() };
    let scenario = about.scenarios[plan.scenario].id.as_str();
    let mut played = Match::new(game.clone(), Some(scenario), &about.option_ids(plan.options), header)
        .expect("the scenario and the options are the game's own");
    let mut rng = Rng::new(seed, 0);
    while played.seq() < plies {
        match played.node() {
            Node::Over(_) => break,
            Node::Chance(draw) => played.play_luck(rng.luck(draw)).expect("a draw is due"),
            Node::Decision(seat) => {
                let action =
                    players[usize::from(seat.0)].choose(&Glimpse::new(&**game, played.state(), seat));
                played.play(action).expect("players choose what is legal");
            }
        }
    }
    Ok(played)
}

/// Lines of a record, many to a line.
fn folded(lines: &[String]) -> String {
    const WIDTH: usize = 118;
    let mut text = String::from("\n");
    let mut width = 0;
    for line in lines {
        if width > 0 && width + line.len() + PARTED.len() > WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push_str(PARTED);
        }
        text.push_str(line);
        width += line.len() + PARTED.len();
    }
    text.push('\n');
    text
}

/// The plies before which somebody had a choice, but not in the middle of an act.
fn decisions<G: Game>(played: &Match<G>) -> Vec<usize> {
    let game = played.game();
    let mut state = played.up_to(0).state().clone();
    let (mut journal, mut legal, mut found) = (Journal::disabled(), Vec::new(), Vec::new());
    for (ply, &line) in played.plies().iter().enumerate() {
        match line {
            Ply::Luck(luck) => game.resolve(&mut state, luck, &mut journal),
            Ply::Act(_, action) => {
                game.legal(&state, &mut legal);
                if legal.len() > 2 {
                    found.push(ply);
                }
                game.apply(&mut state, action, &mut journal);
            }
        }
    }
    found
}

pub(crate) struct Cutter<'a, G: Game, J: Judgement<G>> {
    pub engine: &'a Engine<G, J>,
    pub cutting: &'a Cutting,
    pub seed: u64,
    pub taken: &'a Taken,
    cuts: &'a mut Cuts,
}

impl<G: Game, J: Judgement<G>> Cutter<'_, G, J> {
    /// The puzzle of this moment, if it is one; its name and ply are the caller's business.
    fn look(&mut self, moment: &Match<G>) -> Option<Puzzle> {
        let Node::Decision(seat) = moment.node() else { return None };
        let (engine, cutting, start) = (self.engine, self.cutting, moment.state());
        let side = engine.game.side(start, seat);
        if self.taken.crowded(60, |it| *it.0 == *side) {
            return None;
        }
        let mut roller = Roller::new(engine, start, seat, &cutting.by, cutting.ahead, self.seed);
        match self.counted(moment, &mut roller, seat) {
            Ok(puzzle) => {
                self.cuts.looked += 1;
                return Some(puzzle);
            }
            Err(lack) => *self.cuts.lacks.entry(lack).or_default() += 1,
        }
        if cutting.games == 0 {
            self.cuts.looked += 1;
            return None;
        }
        let (mut candidates, orders) = self.candidates(&mut roller, start, seat);
        if candidates.len() < CHOICES {
            return None;
        }
        self.cuts.looked += 1;
        let measure = self.screen(&mut roller, &mut candidates)?;
        self.cuts.promising += 1;
        let subject = self.subject(start, seat, &candidates[0].clicks);
        if self.taken.crowded(40, |it| it.1 == subject) {
            return None;
        }
        let margin = self.settle(&mut roller, &mut candidates, measure)?;
        self.cuts.clear += 1;
        let found = self.found(start, seat, candidates[0].unit, &[&candidates[0].end]);
        if is_plain(&found) {
            return None;
        }
        let (word, what) = self.asked(moment, seat, measure.map(|mark| &roller.marks[mark]));
        let games = candidates[0].exact.map_or(candidates[0].counts().len() as u32, |_| 0);
        let means = self.means(&what, games);
        let told = Told { measure: word, what, means, subject, margin, orders };
        Some(self.told(moment, seat, &candidates, measure, told, found))
    }

    /// The orders to weigh, and how many there are altogether: those that the players choose, and those that promise most.
    fn candidates(
        &self,
        roller: &mut Roller<'_, G, J>,
        start: &G::State,
        seat: Seat,
    ) -> (Vec<Candidate<G>>, usize) {
        let game: &G = &self.engine.game;
        let mut world = start.clone();
        game.redeal(&mut world, seat, &mut Rng::new(self.seed, 0));
        let (mut planner, mut planned) = (Planner::new(), Vec::new());
        planner.plan(game, &world, Budget::positions(POSITIONS), &mut planned);
        let mut all: Vec<(f64, Candidate<G>)> = Vec::new();
        for order in planned.iter().filter(|order| order.clicks.len() <= CLICKS) {
            // What cannot be played in the true position is no order for a person at it.
            let Some(end) = after(game, start, seat, &order.clicks) else { continue };
            if all.iter().any(|(_, it)| alike(game, seat, order.unit, &it.end, &end)) {
                continue;
            }
            let promise = roller.promise(planner.position(order));
            let candidate = Candidate::new(order.clicks.clone(), order.unit, end);
            all.push((promise, candidate));
        }
        let orders = all.len();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let at_stake = match (all.first(), all.last()) {
            (Some(first), Some(last)) => first.0 - last.0,
            _ => 0.0,
        };
        if at_stake < AT_STAKE {
            return (Vec::new(), orders);
        }
        let mut candidates: Vec<Candidate<G>> = Vec::new();
        for (at, (finder, _)) in FINDERS.iter().enumerate() {
            let chosen = self.chosen(finder, at as u64, start, seat, |unit, state| {
                all.iter().position(|(_, it)| alike(game, seat, unit.or(it.unit), &it.end, state))
            });
            if let Some(chosen) = chosen {
                candidates.push(all.remove(chosen).1);
            }
        }
        candidates.extend(all.into_iter().map(|(_, candidate)| candidate));
        candidates.truncate(ORDERS);
        (candidates, orders)
    }

    /// What a player's clicks come to, as soon as that is something that is known.
    fn chosen<T>(
        &self,
        name: &str,
        seed: u64,
        start: &G::State,
        seat: Seat,
        mut known: impl FnMut(Option<u16>, &G::State) -> Option<T>,
    ) -> Option<T> {
        let game: &G = &self.engine.game;
        let mut player =
            player(&self.engine.judgement, name, Rng::new(self.seed, seed).below(u64::MAX)).ok()?;
        let (mut state, mut journal) = (start.clone(), Journal::disabled());
        let (mut unit, mut found) = (None, None);
        for _ in 0..CLICKS {
            if game.node(&state) != Node::Decision(seat) || game.turn(&state) != game.turn(start) {
                break;
            }
            let action = player.choose(&Glimpse::new(game, &state, seat));
            let actor = game.actor(&state, action);
            if unit.is_some() && actor.is_some() && actor != unit {
                break;
            }
            unit = actor.or(unit);
            game.apply(&mut state, action, &mut journal);
            // An order that goes on is meant as a whole.
            found = known(unit, &state).or(found);
        }
        found
    }

    /// What the best order of a position is best at, if there may be one; the candidates that may be it are left.
    fn screen(&self, roller: &mut Roller<'_, G, J>, candidates: &mut [Candidate<G>]) -> Option<Measure> {
        for candidate in candidates.iter_mut() {
            candidate.exact = roller.counted(&candidate.clicks);
        }
        let mut measure = None;
        for (round, until) in SCREENED.into_iter().enumerate() {
            for candidate in candidates.iter_mut() {
                candidate.play(roller, until);
            }
            // In the first round nearly everything is let through that could still be something.
            let least = self.cutting.margin * if round == 0 { 0.4 } else { 0.8 };
            measure = Some(best_at(candidates, roller.marks.len(), least)?);
        }
        let measure = measure?;
        candidates.sort_by(|a, b| mean(&b.seen, measure).total_cmp(&mean(&a.seen, measure)));
        let half = candidates.len().div_ceil(2).max(3).min(candidates.len());
        for candidate in &mut candidates[..half] {
            candidate.play(roller, SCREENED[1] + HALVED);
        }
        candidates[..half].sort_by(|a, b| mean(&b.seen, measure).total_cmp(&mean(&a.seen, measure)));
        let [first, second] = [0, 1].map(|at| mean(&candidates[at].seen, measure));
        let wanted = self.cutting.margin * measure.map_or(1.0, |_| MARKED);
        (first - second >= 0.8 * wanted).then_some(measure)
    }

    /// Plays the best orders out anew until it is clear whether the first is better than the second by the margin; returns the difference
    /// with its interval.
    fn settle(
        &self,
        roller: &mut Roller<'_, G, J>,
        candidates: &mut [Candidate<G>],
        measure: Measure,
    ) -> Option<[f64; 3]> {
        let wanted = self.cutting.margin * measure.map_or(1.0, |_| MARKED);
        if measure.is_none() && candidates.iter().all(|it| it.exact.is_some()) {
            candidates.sort_by(|a, b| b.exact.unwrap_or(0.0).total_cmp(&a.exact.unwrap_or(0.0)));
            let apart = candidates[0].exact? - candidates[1].exact?;
            return (apart >= wanted).then_some([apart; 3]);
        }
        for candidate in candidates.iter_mut() {
            candidate.exact = None;
        }
        let mut games = self.cutting.games.min(48);
        loop {
            candidates[0].play_fresh(roller, games);
            candidates[1].play_fresh(roller, games);
            // Whoever was put aside on few play-outs and may be the second gets as many.
            loop {
                let second = mean(&candidates[1].fresh, measure);
                let other = (2..candidates.len()).find(|&at| {
                    candidates[at].fresh.len() < games as usize && candidates[at].shown(measure) > second
                });
                let Some(other) = other else { break };
                candidates[other].play_fresh(roller, games);
                if candidates[other].shown(measure) > second {
                    candidates.swap(1, other);
                }
            }
            let pairs = candidates[0].fresh.iter().zip(&candidates[1].fresh);
            let [apart, error] =
                spread(pairs.map(|(one, other)| value(one, measure) - value(other, measure)));
            let [low, high] = [apart - SURE * error, apart + SURE * error];
            if high < wanted {
                return None;
            }
            let enough = games >= self.cutting.games || (games >= 96 && low > wanted / 2.0) || low > wanted;
            if enough {
                let cheap = measure.is_none() || self.costs_little(candidates);
                let best = candidates[0].shown(measure);
                let first = candidates.iter().skip(1).all(|it| it.shown(measure) < best - 0.001);
                return (apart >= wanted && low > 0.001 && cheap && first).then_some([apart, low, high]);
            }
            games = (2 * games).min(self.cutting.games);
        }
    }

    /// Whether what is best for a mark is about as good as anything to win.
    fn costs_little(&self, candidates: &[Candidate<G>]) -> bool {
        let best = mean(&candidates[0].fresh, None);
        candidates.iter().skip(1).all(|it| {
            let other = if it.fresh.is_empty() { mean(&it.seen, None) } else { mean(&it.fresh, None) };
            best >= other - PRICE
        })
    }

    /// How often each player finds the best order.
    pub(crate) fn found(
        &self,
        start: &G::State,
        seat: Seat,
        unit: Option<u16>,
        ends: &[&G::State],
    ) -> Vec<Finder> {
        let game: &G = &self.engine.game;
        let finders = FINDERS.iter().map(|&(name, of)| {
            let finds = |seed: u16| {
                let is_it = |_, state: &G::State| {
                    ends.iter().any(|end| alike(game, seat, unit, state, end)).then_some(())
                };
                self.chosen(name, 10 + u64::from(seed), start, seat, is_it).is_some()
            };
            let times = (0..of).filter(|&seed| finds(seed)).count() as u16;
            Finder { player: name.to_owned(), times, of }
        });
        finders.collect()
    }

    /// What is asked for: a word for the file, and a sentence.
    fn asked(&self, moment: &Match<G>, seat: Seat, mark: Option<&Mark>) -> (String, String) {
        let (game, state) = (&*self.engine.game, moment.state());
        let view = game.view(state, Viewer::Seat(seat));
        let (side, turn, board) = (game.side(state, seat), game.turn(state), game.board());
        let named = |id: &str| {
            let space = board.spaces.iter().find(|space| *space.id == *id);
            space.map_or_else(|| id.to_owned(), |space| space.name.to_string())
        };
        let aim = |id: &str| {
            let aim = view.aims.iter().find(|aim| *aim.id == *id);
            aim.map_or_else(|| id.to_owned(), |aim| aim.says.to_string())
        };
        match mark {
            None => ("win".to_owned(), "to win the game".to_owned()),
            Some(Mark::Space(id)) => {
                let holds = view.spaces.get(id.as_str()).is_some_and(|it| it.control.as_ref() == Some(&side));
                let (word, verb) = if holds { ("hold", "to hold") } else { ("take", "to have taken") };
                (format!("{word}:{id}"), format!("{verb} {} when turn {turn} ends", named(id)))
            }
            Some(Mark::Aim(id)) => {
                (format!("aim:{id}"), format!("to reach “{}” when turn {turn} ends", aim(id)))
            }
            Some(Mark::Deny(id)) => {
                (format!("deny:{id}"), format!("to prevent “{}” when turn {turn} ends", aim(id)))
            }
        }
    }

    pub(crate) fn told(
        &self,
        moment: &Match<G>,
        seat: Seat,
        candidates: &[Candidate<G>],
        measure: Measure,
        told: Told,
        found: Vec<Finder>,
    ) -> Puzzle {
        let (game, state) = (&*self.engine.game, moment.state());
        let mut order: Vec<Weighed> = candidates.iter().map(|it| it.weighed(game, measure)).collect();
        order[1..].sort_by_key(|it| std::cmp::Reverse(it.chance));
        // Only the best order is to be known in every way that it can be given.
        order[1..].iter_mut().for_each(|it| it.also.clear());
        let view = game.view(state, Viewer::Seat(seat));
        let side = game.side(state, seat);
        let about = game.about();
        let whose = about.side(&side).map_or_else(|| side.to_string(), |it| about.sides[it].name.clone());
        let turn = game.turn(state);
        let lead = view.prompt.says.lead.trim_end_matches(['.', ':', '?']).to_owned();
        let thousandths = |share: f64| (1000.0 * share).round() as i32;
        let apart = i32::from(order[0].chance) - i32::from(order[1].chance);
        let Told { measure, what, means, subject, margin, orders } = told;
        let [_, low, high] = margin.map(thousandths);
        Puzzle {
            name: String::new(),
            ply: 0,
            side: side.to_string(),
            turn,
            task: format!("{whose}, turn {turn}. {lead}: which order gives you the best chance {what}?"),
            subject,
            means,
            measure,
            stars: stars(&found),
            orders,
            margin: [apart, low.min(apart), high.max(apart)],
            found,
            order,
        }
    }

    /// How the chances were found, in words.
    fn means(&self, what: &str, games: u32) -> String {
        let Cutting { by, ahead, .. } = self.cutting;
        if games == 0 {
            return format!("The chance {what}, counted: every throw to the end of the game.");
        }
        let end = match ahead {
            0 => "the end of the turn".to_owned(),
            1 => "the end of the next turn".to_owned(),
            more => format!("the end of the turn and {more} more"),
        };
        format!(
            "The chance {what}. Each of the best orders was played out {games} times with the same dice, by {by} against itself, to \
             {end} at most; there the judgement says who is how likely to win."
        )
    }

    /// The verb of the order's last click.
    fn subject(&self, start: &G::State, seat: Seat, clicks: &[G::Action]) -> String {
        let game: &G = &self.engine.game;
        let (mut state, mut journal) = (start.clone(), Journal::disabled());
        let mut verb: Option<Name> = None;
        for &click in clicks {
            let written = game.write(click);
            let offers = game.offers(&state, seat);
            verb = offers.into_iter().find(|it| *it.action == *written).map(|it| it.verb).or(verb);
            game.apply(&mut state, click, &mut journal);
        }
        verb.filter(|verb| !verb.is_empty()).map_or_else(|| "order".to_owned(), |verb| verb.to_lowercase())
    }
}

impl<G: Game> Clone for Candidate<G> {
    fn clone(&self) -> Candidate<G> {
        let Candidate { clicks, also, unit, end, seen, fresh, exact } = self;
        Candidate {
            clicks: clicks.clone(),
            also: also.clone(),
            unit: *unit,
            end: end.clone(),
            seen: seen.clone(),
            fresh: fresh.clone(),
            exact: *exact,
        }
    }
}

impl<G: Game> Candidate<G> {
    pub(crate) fn new(clicks: Vec<G::Action>, unit: Option<u16>, end: G::State) -> Candidate<G> {
        let also = Vec::new();
        Candidate { clicks, also, unit, end, seen: Vec::new(), fresh: Vec::new(), exact: None }
    }

    fn play<J: Judgement<G>>(&mut self, roller: &mut Roller<'_, G, J>, until: u64) {
        for number in self.seen.len() as u64..until {
            self.seen.push(roller.roll(&self.clicks, number));
        }
    }

    fn play_fresh<J: Judgement<G>>(&mut self, roller: &mut Roller<'_, G, J>, until: u64) {
        for number in self.fresh.len() as u64..until {
            self.fresh.push(roller.roll(&self.clicks, FRESH + number));
        }
    }

    /// The play-outs that are told.
    fn counts(&self) -> &[Seen] {
        if self.fresh.is_empty() { &self.seen } else { &self.fresh }
    }

    fn shown(&self, measure: Measure) -> f64 {
        self.exact.unwrap_or_else(|| mean(self.counts(), measure))
    }

    fn weighed(&self, game: &G, measure: Measure) -> Weighed {
        let thousandths = |share: f64| (1000.0 * share.clamp(0.0, 1.0)).round() as u16;
        let written = |clicks: &Vec<G::Action>| clicks.iter().map(|&click| game.write(click)).collect();
        let (play, also) = (written(&self.clicks), self.also.iter().map(written).collect());
        if let Some(exact) = self.exact {
            let chance = thousandths(exact);
            return Weighed { play, also, chance, within: [chance; 2], games: 0 };
        }
        let [mean, error] = spread(self.counts().iter().map(|it| value(it, measure)));
        let within = [mean - LIKELY * error, mean + LIKELY * error].map(thousandths);
        Weighed { play, also, chance: thousandths(mean), within, games: self.counts().len() as u32 }
    }
}

/// The measure at which one order is best by about this much, if there is one: to win first.
fn best_at<G: Game>(candidates: &[Candidate<G>], marks: usize, least: f64) -> Option<Measure> {
    let lead = |measure: Measure| {
        let mut means: Vec<f64> = candidates.iter().map(|it| mean(&it.seen, measure)).collect();
        means.sort_by(|a, b| b.total_cmp(a));
        means[0] - means[1]
    };
    if lead(None) >= least {
        return Some(None);
    }
    let best = (0..marks).map(|mark| (lead(Some(mark)), mark)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= MARKED * least).then_some(Some(best.1))
}

/// Where clicks of a seat lead, if they can be played.
pub(crate) fn after<R: Rules>(
    rules: &R,
    start: &R::State,
    seat: Seat,
    clicks: &[R::Action],
) -> Option<R::State> {
    let (mut state, mut journal) = (start.clone(), Journal::disabled());
    for &click in clicks {
        if rules.node(&state) != Node::Decision(seat) || rules.refuse(&state, click).is_some() {
            return None;
        }
        rules.apply(&mut state, click, &mut journal);
    }
    Some(state)
}

/// Whether the players of the machine miss it less than once in five times.
pub(crate) fn is_plain(found: &[Finder]) -> bool {
    let missed: f64 = found.iter().map(|it| f64::from(it.of - it.times) / f64::from(it.of)).sum();
    missed * 5.0 < found.len() as f64
}

/// One star: `easy` and `normal` find it half of the time. Two: `normal` or `hard` does. Three: none of them.
fn stars(found: &[Finder]) -> u8 {
    let often = |name: &str| found.iter().any(|it| it.player == name && 2 * it.times >= it.of);
    match (often("easy") && often("normal"), often("normal") || often("hard")) {
        (true, _) => 1,
        (_, true) => 2,
        _ => 3,
    }
}

/// Drops puzzles that ask the same as an earlier one: the same goal, and the same order.
pub fn without_twins(sources: &mut Vec<Source>) {
    let mut known: Vec<(String, Vec<String>)> = Vec::new();
    for source in sources.iter_mut() {
        source.puzzles.retain(|puzzle| {
            let best = puzzle.order.first().map(|it| it.play.clone()).unwrap_or_default();
            let key = (puzzle.measure.clone(), best);
            let new = !known.contains(&key);
            if new {
                known.push(key);
            }
            new
        });
    }
    sources.retain(|source| !source.puzzles.is_empty());
}

/// Drops what cannot be played any more, because the rules have changed since; returns how many puzzles.
pub fn prune<G: Game>(game: &Arc<G>, sources: &mut Vec<Source>) -> usize {
    let count = |sources: &[Source]| sources.iter().map(|source| source.puzzles.len()).sum::<usize>();
    let before = count(sources);
    for source in sources.iter_mut() {
        let whole = source.clone();
        source.puzzles.retain(|puzzle| {
            let lines: Vec<&str> = whole.lines().take(puzzle.ply).collect();
            let alone = Source { puzzles: vec![puzzle.clone()], plies: lines.join("\n"), ..whole.clone() };
            kernel::puzzle::check(game, &alone).is_ok()
        });
        let last = source.puzzles.iter().map(|puzzle| puzzle.ply).max().unwrap_or_default();
        let lines: Vec<String> = whole.lines().take(last).map(str::to_owned).collect();
        source.plies = folded(&lines);
    }
    sources.retain(|source| !source.puzzles.is_empty());
    before - count(sources)
}

/// A source as its file has it. `how` is the command that made it.
pub fn text(source: &Source, how: &str) -> String {
    let Source { game, rules, scenario, options, players, plies, puzzles } = source;
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let list = |words: &[String]| words.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "# Cut by `{how}`; docs/puzzles.md says how, and what the figures mean.\n\
         game = {}\nrules = {rules}\nscenario = {}\noptions = [{}]\nplayers = {}\nplies = \"\"\"{plies}\"\"\"\n",
        quoted(game),
        quoted(scenario),
        list(options),
        quoted(players),
    );
    for puzzle in puzzles {
        let [margin, low, high] = puzzle.margin;
        text += &format!(
            "\n[[puzzle]]\nname = {}\nply = {}\nside = {}\nturn = {}\ntask = {}\nsubject = {}\nmeasure = {}\nmeans = {}\n\
             stars = {}\norders = {}\nmargin = [{margin}, {low}, {high}]\nfound = [\n",
            quoted(&puzzle.name),
            puzzle.ply,
            quoted(&puzzle.side),
            puzzle.turn,
            quoted(&puzzle.task),
            quoted(&puzzle.subject),
            quoted(&puzzle.measure),
            quoted(&puzzle.means),
            puzzle.stars,
            puzzle.orders,
        );
        for Finder { player, times, of } in &puzzle.found {
            text += &format!("  {{ player = {}, times = {times}, of = {of} }},\n", quoted(player));
        }
        text.push_str("]\norder = [\n");
        for Weighed { play, also, chance, within: [low, high], games } in &puzzle.order {
            let ways: Vec<String> = also.iter().map(|way| format!("[{}]", list(way))).collect();
            let also =
                if ways.is_empty() { String::new() } else { format!(", also = [{}]", ways.join(", ")) };
            text += &format!(
                "  {{ play = [{}], chance = {chance}, within = [{low}, {high}], games = {games}{also} }},\n",
                list(play)
            );
        }
        text.push_str("]\n");
    }
    text
}
