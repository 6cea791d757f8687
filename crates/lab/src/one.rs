//! One game and the facts that are kept of it.

use std::collections::BTreeMap;

use kernel::{Draw, Game, Journal, Luck, Match, Node, Ply, Rng, Seat, SideAbout, Viewer};
use search::{Engine, Judgement};
use serde::{Deserialize, Serialize};
use view::{TrackValue, View};

use crate::{
    conduct::{Conduct, conduct},
    series::{Plan, SeriesError},
    stats::spread,
};

/// Far beyond any game; what plays on is broken.
const BOUND: u64 = 1_000_000;
/// Draws with at most this many outcomes are averaged exactly, others over a sample of this size.
const OUTCOMES: u64 = 36;

/// What is kept of a game. A line of the file that `--keep` writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Its number in the series, from zero.
    pub number: u64,
    /// Its seed.
    pub seed: u64,
    /// The bot on each side, by its place in the plan. After a bid it may sit elsewhere than the plan had it.
    pub seating: Vec<usize>,
    /// The side that won.
    pub side: Option<u8>,
    /// The bot that won, by its place in the plan.
    pub bot: Option<usize>,
    /// Actions of the players.
    pub decisions: u64,
    /// Draws.
    pub draws: u64,
    /// The last turn.
    pub turns: u16,
    /// The case under which it ended, and its words.
    pub rule: String,
    /// The words.
    pub says: String,
    /// How lucky the first side was, in standard deviations of the score.
    pub luck: f64,
    /// Pieces lost, by side and kind.
    pub losses: BTreeMap<String, u32>,
    /// Throws by space.
    pub fights: BTreeMap<String, u32>,
    /// Numbers on the tracks at the end.
    pub tracks: BTreeMap<String, i64>,
    /// How each side conducted itself; empty in files of before this was counted.
    #[serde(default)]
    pub conduct: Vec<Conduct>,
}

/// Plays one game of the series. The record goes back with what is kept of it.
pub fn play_one<G: Game, J: Judgement<G>>(
    engine: &Engine<G, J>,
    plan: &Plan,
    number: u64,
) -> Result<(Kept, Match<G>), SeriesError> {
    let Engine { game, judgement } = engine;
    let seed = plan.seed(number);
    let seating = plan.seating(number);
    let bots: Vec<&str> = seating.iter().map(|&bot| plan.bots[bot].as_str()).collect();
    let mut players = search::seat_players(judgement, &bots, seed)?;
    let kept = search::record_game(game, plan.scenario, plan.options, &mut players, seed, BOUND)?;
    let outcome = kept.outcome().ok_or(SeriesError::Unfinished { number })?;
    let draws = kept.plies().iter().filter(|ply| matches!(ply, Ply::Luck(_))).count();
    let last = kept.view(Viewer::Umpire);
    let seats = seats_by_side(&kept);
    let conduct = conduct(&**judgement, &kept);
    let facts = Kept {
        number,
        seed,
        bot: outcome.winner.and_then(|seat| seating.get(usize::from(seat.0)).copied()),
        seating: seats.iter().map(|&seat| seating[seat]).collect(),
        side: outcome.side,
        decisions: (kept.seq() - draws) as u64,
        draws: draws as u64,
        turns: game.turn(kept.state()),
        rule: outcome.rule.0.to_owned(),
        says: outcome.says.to_owned(),
        luck: luck(&**judgement, &kept, Seat(seats[0] as u8), seed),
        losses: losses(&**game, &last),
        fights: fights(&kept),
        tracks: tracks(&last),
        conduct: seats.iter().map(|&seat| conduct[seat].clone()).collect(),
    };
    Ok((facts, kept))
}

/// The seat of each side at the end: a bid can make the players change sides.
fn seats_by_side<G: Game>(played: &Match<G>) -> Vec<usize> {
    let sides = &played.game().about().sides;
    let plays = |seat: usize, side: &str| {
        let view = played.view(Viewer::Seat(Seat(seat as u8)));
        view.you.is_some_and(|you| *you == *side)
    };
    let seat = |(own, side): (usize, &SideAbout)| {
        (0..sides.len()).find(|&seat| plays(seat, &side.id)).unwrap_or(own)
    };
    sides.iter().enumerate().map(seat).collect()
}

/// How lucky the first side was, whose player has this seat: what each draw brought beyond its mean, over the spread of
/// what it could bring.
fn luck<G: Game, J: Judgement<G>>(judgement: &J, played: &Match<G>, first: Seat, seed: u64) -> f64 {
    let game: &G = played.game();
    let mut state = played.up_to(0).state().clone();
    let mut journal = Journal::disabled();
    let mut rng = Rng::new(seed, u64::MAX);
    let mut cache = J::Cache::default();
    // The end of a game is scored too: it shows what a throw did, not who had won before it.
    let mut score = |state: &G::State| f64::from(judgement.score(game, state, first, &mut cache));
    let (mut sum, mut variance) = (0.0, 0.0);
    for &ply in played.plies() {
        match ply {
            Ply::Act(_, action) => game.apply(&mut state, action, &mut journal),
            Ply::Luck(luck) => {
                let Node::Chance(draw) = game.node(&state) else { break };
                let values = outcomes(game, &state, draw, &mut rng, &mut score);
                game.resolve(&mut state, luck, &mut journal);
                let [mean, deviation] = spread(&values);
                sum += score(&state) - mean;
                variance += deviation * deviation;
            }
        }
    }
    if variance > 0.0 { sum / variance.sqrt() } else { 0.0 }
}

fn outcomes<G: Game>(
    game: &G,
    state: &G::State,
    draw: Draw,
    rng: &mut Rng,
    score: &mut impl FnMut(&G::State) -> f64,
) -> Vec<f64> {
    let count = draw.count();
    let exact = count <= OUTCOMES;
    let value = |i: u64| {
        let luck = if exact { Luck(i) } else { rng.luck(draw) };
        let mut next = state.clone();
        game.resolve(&mut next, luck, &mut Journal::disabled());
        score(&next)
    };
    (0..count.min(OUTCOMES)).map(value).collect()
}

fn losses<G: Game>(game: &G, last: &View) -> BTreeMap<String, u32> {
    let board = game.board();
    let lost = |at: &str| {
        let holding = at.strip_prefix("box:").and_then(|id| board.boxes.iter().find(|it| &*it.id == id));
        holding.is_some_and(|holding| holding.kind.is_loss())
    };
    let mut losses = BTreeMap::new();
    for piece in last.pieces.iter().filter(|piece| lost(&piece.at)) {
        let face = board.faces.get(&piece.face);
        let kind = face.and_then(|face| face.symbol.as_deref()).unwrap_or("other");
        *losses.entry(format!("{} {kind}", piece.side)).or_default() += 1;
    }
    losses
}

/// Where dice were thrown: the spaces that the journal names with a throw or, if it names none, just before it.
fn fights<G: Game>(played: &Match<G>) -> BTreeMap<String, u32> {
    let mut fights: BTreeMap<String, u32> = BTreeMap::new();
    let mut named: Vec<String> = Vec::new();
    for line in played.lines(Viewer::Umpire, 0) {
        let spaces: Vec<String> = line.says.spaces().map(ToString::to_string).collect();
        if !spaces.is_empty() {
            named = spaces;
        }
        if line.rank == view::Rank::Heading {
            named.clear();
        }
        if !line.dice.is_empty() {
            for space in &named {
                *fights.entry(space.clone()).or_default() += 1;
            }
        }
    }
    fights
}

fn tracks(last: &View) -> BTreeMap<String, i64> {
    let number = |track: &view::Track| match track.value {
        TrackValue::Number(number) => Some((track.id.to_string(), number)),
        TrackValue::Word(_) => None,
    };
    last.tracks.iter().filter_map(number).collect()
}
