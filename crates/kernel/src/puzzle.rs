//! Puzzles: moments of machine games in which one order is better than every other by a stated margin. A file holds the
//! game as it was played, as far as it is needed, and what was found in it; whoever tries a puzzle sends his clicks, and
//! the rules play them again. What the chances mean, and how they were found, is the lab's business.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use view::{
    Name,
    puzzle::{PuzzleAbout, PuzzleFound, PuzzleOrder, PuzzleStand, Puzzling},
};

use crate::{
    Game, Match, Node, Players, Rules, Seat, Stand, UndoBarred, Viewer,
    data::{self, DataError},
    example::Failure,
    lesson::Otherwise,
};

/// A machine game and the puzzles that were cut from it, as its TOML file says it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The game it is of.
    pub game: String,
    /// The revision of our rules it was played under.
    pub rules: u32,
    /// The id of the scenario.
    pub scenario: String,
    /// Options that were on.
    pub options: Vec<String>,
    /// Who played, and from which seed: for the reader.
    pub players: String,
    /// The plies as a record has them, up to the last puzzle, parted by [`PARTED`] or the end of a line.
    pub plies: String,
    /// What was cut.
    #[serde(rename = "puzzle")]
    pub puzzles: Vec<Puzzle>,
}

/// What parts the plies of a source.
pub const PARTED: &str = "; ";

/// A position with one order to find.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name, unique in the game.
    pub name: String,
    /// How many plies lie before it.
    pub ply: usize,
    /// The side that decides.
    pub side: String,
    /// The turn of the game.
    pub turn: u16,
    /// What is asked, in a sentence.
    pub task: String,
    /// What the order is about, in a word or two.
    pub subject: String,
    /// What the chances are chances of: `win`; what the order brings at once: `eliminate:PIECE`, `drive:PIECE`, `hit:PIECE`,
    /// `clear:SPACE`, `take:SPACE`, `keep`, `save:PIECE`, `hold:SPACE`; or, played out, something at the end of the turn: `hold:SPACE`,
    /// `take:SPACE`, `aim:ID`, `deny:ID`.
    pub measure: String,
    /// The same, and how they were found, in words.
    pub means: String,
    /// 1 to 3.
    pub stars: u8,
    /// How many orders there were to choose from, by the planner.
    pub orders: usize,
    /// By how much the best order is better than the second, in thousandths, and where that lies 99 times of 100.
    pub margin: [i32; 3],
    /// How often each machine player found it, and in how many tries.
    pub found: Vec<Finder>,
    /// The orders that were weighed, the best first.
    pub order: Vec<Weighed>,
}

/// How often a machine player found an order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finder {
    /// Its name.
    pub player: String,
    /// How often it did.
    pub times: u16,
    /// In so many tries.
    pub of: u16,
}

/// An order with its chance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighed {
    /// Its clicks.
    pub play: Vec<String>,
    /// Other clicks that come to the same: units of one kind have changed places, or clicks have.
    #[serde(default)]
    pub also: Vec<Vec<String>>,
    /// Its chance in thousandths.
    pub chance: u16,
    /// Where the chance lies, 95 times of 100.
    pub within: [u16; 2],
    /// How many games were played out; none: it was counted.
    pub games: u32,
}

/// What is asked about a try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Whether it is the order, as soon as it can be nothing else.
    Look,
    /// Whether it is the order as it is.
    Settle,
    /// The order, after a try.
    Show,
}

impl Source {
    /// Reads a source from its TOML file.
    pub fn parse(file: &str, text: &str) -> Result<Source, DataError> {
        data::load(file, text, None)
    }

    /// Its puzzle of this name.
    pub fn puzzle(&self, name: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.name == name)
    }

    /// The plies, one by one.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let plies = self.plies.lines().flat_map(|line| line.split(PARTED.trim()));
        plies.map(str::trim).filter(|ply| !ply.is_empty())
    }
}

impl Puzzle {
    /// What a list says of it.
    pub fn about(&self) -> PuzzleAbout {
        PuzzleAbout {
            id: self.name.as_str().into(),
            task: self.task.as_str().into(),
            subject: self.subject.as_str().into(),
            side: self.side.as_str().into(),
            turn: self.turn,
            stars: self.stars,
        }
    }

    /// How often each machine player found it.
    fn found(&self) -> Vec<PuzzleFound> {
        let found = self.found.iter().map(|it| PuzzleFound {
            player: it.player.as_str().into(),
            times: it.times,
            of: it.of,
        });
        found.collect()
    }
}

/// Whether two positions that orders of this seat lead to are one and the same to whoever gave the orders: all is
/// alike, or the unit that acted stands alike and its seat goes on.
pub fn alike<R: Rules>(rules: &R, seat: Seat, unit: Option<u16>, one: &R::State, other: &R::State) -> bool {
    if one == other {
        return true;
    }
    let quiet = |state: &R::State| rules.node(state) == Node::Decision(seat);
    let stands = |state: &R::State| {
        let stand = rules.stand(state, unit?);
        stand.map(|Stand { place, may, .. }| (place, may, rules.step(state), rules.turn(state)))
    };
    quiet(one) && quiet(other) && stands(one).is_some() && stands(one) == stands(other)
}

/// The match as a puzzle finds it.
pub fn begin<G: Game>(game: &Arc<G>, source: &Source, ply: usize) -> Result<Match<G>, Otherwise> {
    let lost = |says: String| Otherwise::Lost(says);
    if source.game != game.about().id {
        return Err(lost(format!("game: this is '{}', not '{}'", game.about().id, source.game)));
    }
    let mut play = Match::new(game.clone(), Some(&source.scenario), &source.options, Players::default())
        .map_err(|error| lost(error.to_string()))?;
    for (i, line) in source.lines().take(ply).enumerate() {
        advance(&mut play, line).map_err(|error| lost(format!("ply {} ('{line}'): {error}", i + 1)))?;
    }
    if play.seq() < ply {
        return Err(lost(format!("there are {} plies, not {ply}", play.seq())));
    }
    Ok(play)
}

fn advance<G: Game>(play: &mut Match<G>, line: &str) -> Result<(), crate::PlayError> {
    match line.strip_prefix("* ") {
        Some(luck) => play.play_luck_text(luck),
        None => play.play_text(None, line),
    }
}

/// One way to give an order.
struct Way<S> {
    /// Which of those that were weighed.
    order: usize,
    /// The unit that acts.
    unit: Option<u16>,
    /// The positions that it leads through, its end last.
    steps: Vec<S>,
}

/// A puzzle under way.
struct Try<'a, G: Game> {
    puzzle: &'a Puzzle,
    seat: Seat,
    /// Where it began.
    start: Match<G>,
    /// Each way to give an order that was weighed.
    ways: Vec<Way<G::State>>,
}

impl<'a, G: Game> Try<'a, G> {
    fn new(start: Match<G>, puzzle: &'a Puzzle) -> Result<Try<'a, G>, Otherwise> {
        let Node::Decision(seat) = start.node() else {
            return Err(Otherwise::Lost(format!("{}: nobody decides", puzzle.name)));
        };
        let mut ways = Vec::with_capacity(puzzle.order.len());
        for (order, weighed) in puzzle.order.iter().enumerate() {
            for play in std::iter::once(&weighed.play).chain(&weighed.also) {
                let (unit, steps) = follow(&start, seat, play)?;
                ways.push(Way { order, unit, steps });
            }
        }
        Ok(Try { puzzle, seat, start, ways })
    }

    /// Where an order stands after these clicks, and which of those that were weighed it is.
    fn stands(&self, play: &Match<G>, clicks: usize, settle: bool) -> (PuzzleStand, Option<usize>) {
        let (game, state) = (play.game(), play.state());
        let at = |unit: Option<u16>, there: &G::State| alike(&**game, self.seat, unit, state, there);
        let is_end = |way: &&Way<G::State>| way.steps.last().is_some_and(|end| at(way.unit, end));
        let which = self.ways.iter().find(is_end).map(|way| way.order);
        let on_the_way = || {
            let mut before = self.ways.iter().flat_map(|way| {
                way.steps.iter().take(way.steps.len().saturating_sub(1)).map(|there| (way.unit, there))
            });
            before.any(|(unit, there)| at(unit, there))
        };
        let stand = match which {
            _ if clicks == 0 => PuzzleStand::Open,
            Some(0) => PuzzleStand::Solved,
            _ if settle || self.is_over(play) => PuzzleStand::Missed,
            Some(_) if !on_the_way() => PuzzleStand::Missed,
            _ => PuzzleStand::Underway,
        };
        (stand, which)
    }

    /// Whether nothing more can belong to the order.
    fn is_over(&self, play: &Match<G>) -> bool {
        let turn = |of: &Match<G>| of.game().turn(of.state());
        play.node() != Node::Decision(self.seat)
            || turn(play) != turn(&self.start)
            || play.may_undo(self.seat) == Err(UndoBarred::Reveal)
    }

    /// The clicks in the words of the offers.
    fn says(&self, clicks: &[String]) -> Vec<Name> {
        let mut play = self.start.clone();
        let mut says = Vec::with_capacity(clicks.len());
        for click in clicks {
            let view = play.game().view(play.state(), Viewer::Seat(self.seat));
            let offer = view.offers.iter().find(|offer| *offer.action == **click);
            says.push(offer.map_or_else(|| click.as_str().into(), |offer| offer.label.clone()));
            if play.play_text(Some(self.seat), click).is_err() {
                break;
            }
        }
        says
    }

    fn order(&self, which: usize, told: bool) -> Option<PuzzleOrder> {
        let weighed = self.puzzle.order.get(which)?;
        let exact = weighed.games == 0;
        Some(PuzzleOrder {
            says: if told { self.says(&weighed.play) } else { Vec::new() },
            chance: Some(weighed.chance),
            within: (!exact).then_some(weighed.within),
            exact,
        })
    }
}

/// The positions that clicks lead through, and the unit whose act they are.
fn follow<G: Game>(
    start: &Match<G>,
    seat: Seat,
    clicks: &[String],
) -> Result<(Option<u16>, Vec<G::State>), Otherwise> {
    let (mut play, mut unit) = (start.clone(), None);
    let mut way = Vec::with_capacity(clicks.len());
    for click in clicks {
        let lost = |error: String| Otherwise::Lost(format!("order: '{click}': {error}"));
        let action = play.game().read(click).map_err(|error| lost(error.to_string()))?;
        unit = play.game().actor(play.state(), action).or(unit);
        play.play_text(Some(seat), click).map_err(|error| lost(error.to_string()))?;
        way.push(play.state().clone());
    }
    Ok((unit, way))
}

/// A puzzle after what was tried: the match as it stands then, the seat that tries, and what there is to say.
pub fn pose<G: Game>(
    game: &Arc<G>,
    source: &Source,
    puzzle: &Puzzle,
    done: &[String],
    ask: Ask,
) -> Result<(Match<G>, Seat, Puzzling), Otherwise> {
    let attempt = Try::new(begin(game, source, puzzle.ply)?, puzzle)?;
    let mut play = attempt.start.clone();
    let (mut stand, mut which) = (PuzzleStand::Open, None);
    let mut unit = None;
    for (i, click) in done.iter().enumerate() {
        if matches!(stand, PuzzleStand::Solved | PuzzleStand::Missed) {
            return Err(Otherwise::NotNow("This order is judged. Take it back to try another.".into()));
        }
        let action = game.read(click).map_err(crate::PlayError::from)?;
        let actor = game.actor(play.state(), action);
        play.play_text(Some(attempt.seat), click)?;
        if unit.is_some() && actor.is_some() && unit != actor {
            let says = "One order is asked for: this would be another one. Say that the first is yours, or take it back.";
            return Err(Otherwise::NotNow(says.into()));
        }
        unit = actor.or(unit);
        (stand, which) = attempt.stands(&play, i + 1, ask != Ask::Look && i + 1 == done.len());
    }
    let judged = matches!(stand, PuzzleStand::Solved | PuzzleStand::Missed);
    if ask == Ask::Show && !judged {
        return Err(Otherwise::NotNow("Try an order first; then the best one can be shown.".into()));
    }
    let tried = judged.then(|| {
        let says = attempt.says(done);
        let aside = PuzzleOrder { says: Vec::new(), chance: None, within: None, exact: false };
        PuzzleOrder { says, ..which.and_then(|which| attempt.order(which, false)).unwrap_or(aside) }
    });
    if ask == Ask::Show && stand == PuzzleStand::Missed {
        stand = PuzzleStand::Shown;
        play = attempt.start.clone();
        for click in puzzle.order.first().into_iter().flat_map(|order| &order.play) {
            play.play_text(Some(attempt.seat), click)?;
        }
    }
    let known = matches!(stand, PuzzleStand::Solved | PuzzleStand::Shown);
    let told = Puzzling {
        about: puzzle.about(),
        means: puzzle.means.as_str().into(),
        stands: stand,
        best: if judged { attempt.order(0, known) } else { None },
        second: if known { attempt.order(1, true) } else { None },
        found: if known { puzzle.found() } else { Vec::new() },
        tried,
    };
    Ok((play, attempt.seat, told))
}

/// Replays a source and looks at every puzzle in it: it can be played, its orders are legal and differ in their ends, and its figures
/// say what a puzzle claims.
pub fn check<G: Game>(game: &Arc<G>, source: &Source) -> Result<(), Failure> {
    let mut wrong = Vec::new();
    let mut play = match begin(game, source, 0) {
        Ok(play) => play,
        Err(error) => return Err(Failure(vec![error.to_string()])),
    };
    let mut puzzles: Vec<&Puzzle> = source.puzzles.iter().collect();
    puzzles.sort_by_key(|puzzle| puzzle.ply);
    let mut lines = source.lines();
    for puzzle in puzzles {
        while play.seq() < puzzle.ply {
            let played = lines.next().map(|line| (line, advance(&mut play, line)));
            let why = match played {
                Some((_, Ok(()))) => continue,
                Some((line, Err(error))) => format!("ply {} ('{line}'): {error}", play.seq() + 1),
                None => format!("there are {} plies, not {}", play.seq(), puzzle.ply),
            };
            wrong.push(why);
            return Err(Failure(wrong));
        }
        if let Err(error) = check_one(play.clone(), puzzle) {
            wrong.push(format!("{}: {error}", puzzle.name));
        }
    }
    if lines.next().is_some() || source.puzzles.is_empty() {
        wrong.push("plies: they end with the last puzzle, and there is one".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure(wrong)) }
}

fn check_one<G: Game>(start: Match<G>, puzzle: &Puzzle) -> Result<(), String> {
    let attempt = Try::new(start, puzzle).map_err(|error| error.to_string())?;
    let about = attempt.start.game().about();
    let game = attempt.start.game();
    if about.side(&puzzle.side).is_none()
        || game.side(attempt.start.state(), attempt.seat) != puzzle.side.as_str().into()
    {
        return Err(format!("side: '{}' does not decide", puzzle.side));
    }
    if game.turn(attempt.start.state()) != puzzle.turn {
        return Err(format!("turn: it is turn {}", game.turn(attempt.start.state())));
    }
    let [best, second, ..] = &puzzle.order[..] else {
        return Err("order: there are at least two".to_owned());
    };
    if puzzle.order.iter().skip(1).any(|other| other.chance >= best.chance) {
        return Err("order: the first is not the best".to_owned());
    }
    let [margin, low, high] = puzzle.margin;
    let apart = i32::from(best.chance) - i32::from(second.chance);
    if margin != apart || low <= 0 || !(low..=high).contains(&margin) {
        return Err(format!("margin: {margin} ({low} to {high}) is not the {apart} between the best two"));
    }
    for Way { order, unit, steps } in &attempt.ways {
        let end = steps.last().ok_or("order: it has no clicks")?;
        let mut best = attempt.ways.iter().filter(|way| way.order == 0);
        if *order > 0
            && best.any(|way| {
                way.steps.last().is_some_and(|solved| alike(&**game, attempt.seat, *unit, end, solved))
            })
        {
            return Err(format!("order: {} ends as the best one does", puzzle.order[*order].play.join(", ")));
        }
    }
    if !(1..=3).contains(&puzzle.stars) || puzzle.task.is_empty() || puzzle.subject.is_empty() {
        return Err("stars are 1 to 3, and task and subject are words".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dummy::Dummy;

    const TREE: &str = "left(go: left(slow: left(good: die(=left, =draw), dull: right(x: =left, y: =right)), \
                        bad: right(x: =left, y: =right)))";

    fn weighed(play: &[&str], chance: u16) -> Weighed {
        let play = play.iter().map(|&it| it.to_owned()).collect();
        Weighed { play, also: Vec::new(), chance, within: [chance - 10, chance + 10], games: 40 }
    }

    fn source() -> Source {
        let puzzle = Puzzle {
            name: "1-1".into(),
            ply: 1,
            side: "left".into(),
            turn: 1,
            task: "Which order wins?".into(),
            subject: "order".into(),
            measure: "win".into(),
            means: "The chance to win.".into(),
            stars: 2,
            orders: 3,
            margin: [200, 100, 300],
            found: vec![Finder { player: "easy".into(), times: 1, of: 8 }],
            order: vec![weighed(&["slow", "good"], 700), weighed(&["bad"], 500)],
        };
        Source {
            game: "dummy".into(),
            rules: 1,
            scenario: "tree".into(),
            options: Vec::new(),
            players: "nobody".into(),
            plies: "\ngo\n".into(),
            puzzles: vec![puzzle],
        }
    }

    fn game() -> Arc<Dummy> {
        Arc::new(Dummy::tree(TREE).unwrap())
    }

    fn posed(done: &[&str], ask: Ask) -> Result<Puzzling, Otherwise> {
        let source = source();
        let done: Vec<String> = done.iter().map(|&it| it.to_owned()).collect();
        pose(&game(), &source, &source.puzzles[0], &done, ask).map(|(_, _, told)| told)
    }

    fn stands(done: &[&str], ask: Ask) -> PuzzleStand {
        posed(done, ask).unwrap().stands
    }

    #[test]
    fn an_order_is_judged_when_it_can_be_no_other() {
        assert_eq!(stands(&[], Ask::Look), PuzzleStand::Open);
        assert_eq!(stands(&["slow"], Ask::Look), PuzzleStand::Underway);
        assert_eq!(stands(&["slow"], Ask::Settle), PuzzleStand::Missed);
        assert_eq!(stands(&["slow", "good"], Ask::Look), PuzzleStand::Solved);
        assert_eq!(stands(&["slow", "dull"], Ask::Look), PuzzleStand::Missed);
        assert_eq!(stands(&["bad"], Ask::Look), PuzzleStand::Missed);
        let mut twin = source();
        twin.puzzles[0].order[0].also = vec![vec!["slow".to_owned(), "dull".to_owned()]];
        let dull = ["slow".to_owned(), "dull".to_owned()];
        let told = pose(&game(), &twin, &twin.puzzles[0], &dull, Ask::Look).unwrap().2;
        assert_eq!(told.stands, PuzzleStand::Solved, "another way to give the same order");
        assert!(check(&game(), &twin).is_ok());
        let further = posed(&["bad", "x"], Ask::Look);
        assert!(matches!(further, Err(Otherwise::NotNow(_))), "{further:?}");
        assert!(matches!(posed(&["good"], Ask::Look), Err(Otherwise::Refused(_))));
    }

    #[test]
    fn what_was_better_is_told_only_after_a_try() {
        let open = posed(&[], Ask::Look).unwrap();
        assert!(
            open.best.is_none() && open.tried.is_none() && open.second.is_none() && open.found.is_empty()
        );
        assert!(matches!(posed(&[], Ask::Show), Err(Otherwise::NotNow(_))));
        let missed = posed(&["bad"], Ask::Look).unwrap();
        assert_eq!(missed.tried.and_then(|it| it.chance), Some(500));
        let best = missed.best.unwrap();
        assert!(best.says.is_empty() && best.chance == Some(700) && missed.second.is_none());
        // What was not weighed has no chance to tell.
        assert_eq!(posed(&["slow", "dull"], Ask::Look).unwrap().tried.and_then(|it| it.chance), None);
        for (done, stand) in [(&["bad"][..], PuzzleStand::Shown), (&["slow", "good"], PuzzleStand::Solved)] {
            let known = posed(done, Ask::Show).unwrap();
            assert_eq!((known.stands, known.best.unwrap().says.len()), (stand, 2));
            assert!(known.second.is_some() && known.found.len() == 1);
        }
    }

    #[test]
    fn a_file_that_claims_what_is_not_so_fails() {
        let fails = |change: &dyn Fn(&mut Source)| {
            let mut source = source();
            change(&mut source);
            check(&game(), &source).map_err(|failure| failure.to_string()).err().unwrap_or_default()
        };
        assert_eq!(fails(&|_| ()), "");
        assert!(fails(&|it| it.puzzles[0].order[1].chance = 800).contains("not the best"));
        assert!(fails(&|it| it.puzzles[0].margin = [200, -10, 300]).contains("margin"));
        assert!(fails(&|it| it.puzzles[0].order[1].play = vec!["good".into()]).contains("'good'"));
        assert!(
            fails(&|it| it.puzzles[0].order[1].play = vec!["slow".into(), "good".into()]).contains("ends as")
        );
        assert!(fails(&|it| it.puzzles[0].side = "right".into()).contains("side"));
        assert!(fails(&|it| it.plies = "go; slow".into()).contains("plies"));
        assert!(fails(&|it| it.plies = "no".into()).contains("ply 1"));
    }
}
