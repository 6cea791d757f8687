//! A unit's whole act, planned: where it can go, and what it can do there.
//!
//! In a game of small steps a click says little. So every place that the unit under way can come to is explored, the cheapest
//! way there, and what ends its act there: to stop, to fire, to load. What is best in the end is played click by click, and
//! thought over again only when the choices on the way are not those that were foreseen.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    sync::Arc,
};

use kernel::{Node, Outcome, Rng, Rules, Seat};

use crate::{
    Act, Choice, Glimpse, Judgement,
    ahead::{Ahead, FINE, Scoring, result},
    tree::{ByValue, fingerprint},
};

/// So many places are explored; a unit seldom has more.
const PLACES: usize = 240;
/// More than the score of any position.
const WON: i64 = 4_000_000_000 * FINE;

/// By the raw score of one seat.
#[derive(Clone, Copy)]
pub struct ByRawScore {
    thinker: Seat,
}

impl<G: Rules, J: Judgement<G>> Scoring<G, J> for ByRawScore {
    fn finished(self, outcome: Outcome, seat: Seat) -> i64 {
        result(outcome, seat, WON)
    }

    fn score(self, judgement: &J, game: &G, state: &G::State, seat: Seat, cache: &mut J::Cache) -> i64 {
        let score = i64::from(judgement.raw_score(game, state, self.thinker, cache)) * FINE;
        if seat == self.thinker { score } else { -score }
    }
}

/// A place that the unit can come to.
struct Place<G: Rules> {
    state: G::State,
    act: Act,
    /// Where it comes from, and by which click.
    from: Option<(usize, G::Action)>,
    clicks: u32,
}

/// The last click of an act.
#[derive(Clone, Copy)]
struct End<A> {
    score: i64,
    clicks: u32,
    place: usize,
    /// A click that changes nothing but how the unit stands, and the click that ends its act.
    turn: Option<A>,
    last: A,
}

/// What a choice promises.
#[derive(Clone, Copy)]
pub struct Promise {
    /// The raw score, by which acts are planned.
    pub score: i64,
    /// The same as a win probability, of [`ONE`](crate::ONE).
    pub value: i32,
    /// How many clicks keep it.
    clicks: u32,
}

/// What a choice promised in several deals, added up.
struct Promised<A> {
    action: A,
    score: i64,
    value: i64,
    clicks: u32,
}

/// Plans acts, and keeps the rest of the plan under way.
pub struct Planner<G: Rules, J: Judgement<G>> {
    ahead: Ahead<G, J, ByRawScore>,
    values: Ahead<G, J, ByValue>,
    places: Vec<Place<G>>,
    known: BTreeMap<u64, u32>,
    queue: BinaryHeap<Reverse<(u32, u32, usize)>>,
    ends: Vec<End<G::Action>>,
    legal: Vec<G::Action>,
    turned: Vec<G::Action>,
    /// Clicks still to be made, the next one last, each with the choices among which it will be.
    rest: Vec<(u64, G::Action)>,
}

impl<G: Rules, J: Judgement<G>> Planner<G, J> {
    /// Samples of this seed.
    pub fn new(judgement: Arc<J>, seed: u64, stream: u64) -> Planner<G, J> {
        Planner {
            ahead: Ahead::new(judgement.clone(), ByRawScore { thinker: Seat(0) }, seed, stream),
            values: Ahead::new(judgement, ByValue { thinker: Seat(0) }, seed, stream),
            places: Vec::new(),
            known: BTreeMap::new(),
            queue: BinaryHeap::new(),
            ends: Vec::new(),
            legal: Vec::new(),
            turned: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// The next click of the plan under way, if the choices are those that were foreseen.
    pub fn next(&mut self, seat: Seat, legal: &[G::Action]) -> Option<G::Action> {
        let (key, action) = self.rest.pop()?;
        if key == fingerprint(seat, legal) && self.ahead.scoring.thinker == seat {
            return Some(action);
        }
        self.forget();
        None
    }

    /// Drops the plan under way, because something else was played.
    pub fn forget(&mut self) {
        self.rest.clear();
    }

    /// The first click of the best plan for the act that is under way in this world.
    pub fn plan(&mut self, game: &G, world: G::State, seat: Seat, act: Act) -> Option<G::Action> {
        let best = self.best_end(game, world, seat, act)?;
        self.remember(game, seat, best);
        self.rest.pop().map(|(_, action)| action)
    }

    /// What every choice promises, the best first, if a unit's act is under way; nothing otherwise. They are evaluated again
    /// in other deals as long as the budget lasts and deals make a difference.
    pub fn promises(
        &mut self,
        glimpse: &Glimpse<'_, G>,
        legal: &[G::Action],
        rng: &mut Rng,
        budget: u32,
        stop: impl Fn() -> bool,
    ) -> Option<Vec<Choice<G::Action>>> {
        let (game, seat) = (glimpse.game(), glimpse.seat());
        let mut world = glimpse.deal(rng);
        self.ahead.judgement.act(game, &world)?;
        let mut seen: Vec<_> =
            legal.iter().map(|&action| Promised { action, score: 0, value: 0, clicks: 0 }).collect();
        let mut deals = 0;
        loop {
            let mut differs = false;
            for it in &mut seen {
                let promise = self.promise(game, &world, seat, legal, it.action);
                differs |= deals == 0 || it.score / deals != promise.score;
                it.score += promise.score;
                it.value += i64::from(promise.value);
                it.clicks += promise.clicks;
            }
            deals += 1;
            if !differs || deals * legal.len() as i64 >= i64::from(budget) || stop() {
                break;
            }
            world = glimpse.deal(rng);
        }
        seen.sort_by_key(|it| (Reverse(it.score), it.clicks));
        let choices = seen.iter().map(|it| Choice {
            action: it.action,
            visits: deals as u32,
            value: (it.value / deals) as i32,
            exact: false,
        });
        Some(choices.collect())
    }

    /// What a choice leads to: the best end of the act that begins or goes on with it, or else what it brings a step ahead.
    pub fn promise(
        &mut self,
        game: &G,
        world: &G::State,
        seat: Seat,
        legal: &[G::Action],
        action: G::Action,
    ) -> Promise {
        let mut next = world.clone();
        game.apply(&mut next, action, &mut self.ahead.journal);
        let end = self.begun(game, &next, seat).and_then(|act| self.best_end(game, next, seat, act));
        if let Some(end) = end {
            let value = self.value(game, seat, end);
            return Promise { score: end.score, value, clicks: 1 + end.clicks };
        }
        self.think_as(seat);
        // What ends an act is scored as it stands, as plans have it.
        let before = if self.ahead.judgement.act(game, world).is_some() { &[] } else { legal };
        let score = self.ahead.full(game, world, seat, before, action);
        let value = self.values.full(game, world, seat, before, action);
        Promise { score, value: (value / FINE) as i32, clicks: 1 }
    }

    fn think_as(&mut self, seat: Seat) {
        self.ahead.scoring.thinker = seat;
        self.values.scoring.thinker = seat;
    }

    fn best_end(&mut self, game: &G, world: G::State, seat: Seat, act: Act) -> Option<End<G::Action>> {
        self.think_as(seat);
        self.explore(game, world, seat, act);
        // Of ends with the same score, the shorter way.
        self.ends.iter().max_by_key(|end| (end.score, Reverse(end.clicks))).copied()
    }

    /// The value of an end of the places that were explored.
    fn value(&mut self, game: &G, seat: Seat, end: End<G::Action>) -> i32 {
        let mut state = self.places[end.place].state.clone();
        for action in end.turn.into_iter().chain([end.last]) {
            game.apply(&mut state, action, &mut self.ahead.journal);
        }
        (self.values.outcome(game, state, seat) / FINE) as i32
    }

    fn explore(&mut self, game: &G, world: G::State, seat: Seat, act: Act) {
        self.places.clear();
        self.known.clear();
        self.queue.clear();
        self.ends.clear();
        self.reach(Place { state: world, act, from: None, clicks: 0 });
        while let Some(Reverse((_, _, index))) = self.queue.pop() {
            let act = self.places[index].act;
            if self.known.get(&act.place).is_some_and(|&spent| spent < act.spent) {
                continue;
            }
            game.legal(&self.places[index].state, &mut self.legal);
            for i in 0..self.legal.len() {
                self.click(game, seat, index, self.legal[i]);
            }
        }
    }

    /// Explores a click in a place: it leads to another place, turns the unit, or ends its act.
    fn click(&mut self, game: &G, seat: Seat, index: usize, action: G::Action) {
        let Place { state, act, clicks, .. } = &self.places[index];
        let (here, clicks) = (*act, *clicks);
        let mut next = state.clone();
        game.apply(&mut next, action, &mut self.ahead.journal);
        match self.under_way(game, &next, seat, here) {
            Some(act) if act.place == here.place => self.turn(game, seat, index, action, &next),
            Some(act) => {
                let known = self.known.get(&act.place).is_some_and(|&spent| spent <= act.spent);
                if !known && self.places.len() < PLACES {
                    let from = Some((index, action));
                    self.reach(Place { state: next, act, from, clicks: clicks + 1 });
                }
            }
            None => {
                let score = self.ahead.outcome(game, next, seat);
                self.ends.push(End { score, clicks: clicks + 1, place: index, turn: None, last: action });
            }
        }
    }

    fn reach(&mut self, place: Place<G>) {
        let index = self.places.len();
        self.known.insert(place.act.place, place.act.spent);
        self.queue.push(Reverse((place.act.spent, place.clicks, index)));
        self.places.push(place);
    }

    /// What a unit can do once it has turned, besides going on.
    fn turn(&mut self, game: &G, seat: Seat, index: usize, turn: G::Action, state: &G::State) {
        let Place { act, clicks, .. } = self.places[index];
        let mut turned = std::mem::take(&mut self.turned);
        game.legal(state, &mut turned);
        for &action in &turned {
            // What could be done without turning has been explored.
            if self.legal.binary_search(&action).is_ok() {
                continue;
            }
            let mut next = state.clone();
            game.apply(&mut next, action, &mut self.ahead.journal);
            if self.under_way(game, &next, seat, act).is_none() {
                let score = self.ahead.outcome(game, next, seat);
                self.ends.push(End {
                    score,
                    clicks: clicks + 2,
                    place: index,
                    turn: Some(turn),
                    last: action,
                });
            }
        }
        self.turned = turned;
    }

    /// Keeps the clicks of a plan, the first one last.
    fn remember(&mut self, game: &G, seat: Seat, end: End<G::Action>) {
        self.rest.clear();
        let mut journal = kernel::Journal::disabled();
        let place = &self.places[end.place];
        if let Some(turn) = end.turn {
            let mut turned = place.state.clone();
            game.apply(&mut turned, turn, &mut journal);
            game.legal(&turned, &mut self.legal);
            self.rest.push((fingerprint(seat, &self.legal), end.last));
        }
        game.legal(&place.state, &mut self.legal);
        self.rest.push((fingerprint(seat, &self.legal), end.turn.unwrap_or(end.last)));
        let mut at = place.from;
        while let Some((from, action)) = at {
            game.legal(&self.places[from].state, &mut self.legal);
            self.rest.push((fingerprint(seat, &self.legal), action));
            at = self.places[from].from;
        }
    }

    /// How far an act of this seat is, if it is to go on with one.
    fn begun(&self, game: &G, state: &G::State, seat: Seat) -> Option<Act> {
        if game.node(state) == Node::Decision(seat) { self.ahead.judgement.act(game, state) } else { None }
    }

    /// How far the act is, if it goes on.
    fn under_way(&self, game: &G, state: &G::State, seat: Seat, before: Act) -> Option<Act> {
        self.begun(game, state, seat).filter(|act| act.unit == before.unit)
    }
}

#[cfg(test)]
mod tests {
    use kernel::{
        Journal, Notation, Options,
        dummy::{Dummy, LEFT, State},
    };

    use super::*;
    use crate::{Glimpse, Player, Search, Settings, dummy::Numbers};

    /// What the player on the left clicks until his act is over.
    fn clicks(tree: &str) -> Vec<String> {
        let (game, judgement) = (Dummy::tree(tree).unwrap(), Numbers::in_small_steps());
        let mut state = game.setup(0, Options::NONE);
        let mut player = Search::new(
            "normal",
            judgement.clone(),
            Settings::with_iterations(1),
            crate::Means::default(),
            1,
        );
        let mut clicks = Vec::new();
        while judgement.act(&game, &state).is_some() && game.node(&state) == Node::Decision(LEFT) {
            let action = player.choose(&Glimpse::new(&game, &state, LEFT));
            clicks.push(game.write(action));
            game.apply(&mut state, action, &mut Journal::disabled());
        }
        clicks
    }

    /// Every way but the last looks worse than to stop, and it is longer than a step ahead.
    #[test]
    fn the_best_end_of_an_act_is_found_however_far() {
        let stop = |score: i32| format!("stop: @{score} right(x: ^, y: ^)");
        let mut tree = format!("@-90 #9/9 left({}, more: @-99 #9/9 left({}))", stop(80), stop(-1));
        for place in (1..9).rev() {
            tree = format!("@-90 #{place}/{place} left({}, on: {tree})", stop(-50));
        }
        let tree = format!("#0/0 left({}, on: {tree})", stop(10));
        assert_eq!(clicks(&tree).join(" "), format!("{}stop", "on ".repeat(9)));
    }

    #[test]
    fn of_the_same_score_the_shorter_way_is_gone() {
        let tree = "#0/0 left(on: #1/1 left(stop: @5 right(x: ^, y: ^), on: #2/2 left(stop: @5 right(x: ^, y: ^), \
                    wait: @1 right(x: ^, y: ^))), stop: @4 right(x: ^, y: ^))";
        assert_eq!(clicks(tree), ["on", "stop"]);
    }

    #[test]
    fn a_unit_turns_to_fire() {
        let tree = "#0/0 left(turn: #0/0 left(fire: die(@90 right(x: ^, y: ^), @-30 right(x: ^, y: ^)), \
                    stop: @20 right(x: ^, y: ^)), stop: @20 right(x: ^, y: ^))";
        assert_eq!(clicks(tree), ["turn", "fire"]);
        assert_eq!(clicks(&tree.replace("@90", "@60")), ["stop"]);
    }

    /// What a hint shows in the middle of an act is what its player goes on with: the end is evaluated, not the next click.
    #[test]
    fn a_hint_shows_what_a_click_leads_to() {
        let end = |score: i32| format!("@{score} right(x: ^, y: ^)");
        let far = format!("#2/2 left(fire: {}, stop: {})", end(500), end(0));
        let tree = format!(
            "#0/0 left(on: @-900 #1/1 left(on: @-900 {far}, stop: {}), stop: {})",
            end(-900),
            end(100)
        );
        let game = Dummy::tree(&tree).unwrap();
        let state = game.setup(0, Options::NONE);
        let settings = Settings::with_iterations(100);
        let mut player =
            Search::new("adviser", Numbers::in_small_steps(), settings, crate::Means::default(), 1);
        let choices = player.ponder(&Glimpse::new(&game, &state, LEFT));
        assert_eq!(choices.iter().map(|it| game.write(it.action)).collect::<Vec<_>>(), ["on", "stop"]);
        assert!(choices[0].value > choices[1].value && choices[1].value > 0, "{choices:?}");
        assert_eq!(choices[0].visits, 2, "another deal makes no difference");
    }

    #[test]
    fn a_plan_is_dropped_when_the_choices_are_not_those_foreseen() {
        let game =
            Dummy::tree("#0/0 left(on: #1/1 left(stop: @9 right(x: ^, y: ^), on: =right), off: =right)")
                .unwrap();
        let state: State = game.setup(0, Options::NONE);
        let mut legal = Vec::new();
        game.legal(&state, &mut legal);
        for foreseen in [true, false] {
            let judgement = Numbers::in_small_steps();
            let act = judgement.act(&game, &state).unwrap();
            let mut planner: Planner<Dummy, Numbers> = Planner::new(judgement, 1, 1);
            let on = planner.plan(&game, state.clone(), LEFT, act).unwrap();
            assert_eq!(game.write(on), "on");
            let mut next = state.clone();
            game.apply(&mut next, on, &mut Journal::disabled());
            if foreseen {
                game.legal(&next, &mut legal);
            } else {
                legal.truncate(1);
            }
            assert_eq!(planner.next(LEFT, &legal).is_some(), foreseen);
            assert_eq!(planner.next(LEFT, &legal), None, "nothing is left of the plan");
        }
    }
}
