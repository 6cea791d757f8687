//! Many games in figures. The figures hold no clock, so that equal runs print equal bytes.

use std::collections::BTreeMap;

use kernel::About;
use serde::Serialize;

use crate::{
    Conduct, Kept, Plan, clopper_pearson, elo,
    stats::{explained, spread},
    wilson,
};

/// What a series came to.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The optional rules.
    pub options: Vec<String>,
    /// The fingerprint of the tables.
    pub data: String,
    /// The fingerprint of the judgement that the machines went by.
    pub judgement: String,
    /// Who played, by side.
    pub bots: Vec<String>,
    /// Whether they changed sides.
    pub swap: bool,
    /// How many games were played.
    pub games: u64,
    /// Wins by side.
    pub wins: BTreeMap<String, u64>,
    /// Wins by bot, when they changed sides, by plan or by a bid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins_by_bot: Option<Vec<u64>>,
    /// Wins of each bot by the side it had, when they changed sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins_by_bot_and_side: Option<Vec<Vec<u64>>>,
    /// Games of each bot by the side it had.
    #[serde(skip)]
    pub games_by_bot_and_side: Vec<Vec<u64>>,
    /// How much stronger the first bot is than the second, in Elo, with the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<[Option<f64>; 3]>,
    /// Drawn games.
    pub draws: u64,
    /// Shares of wins by side, sure to 95 per cent (Wilson).
    pub interval: BTreeMap<String, [f64; 2]>,
    /// The same, exact (Clopper and Pearson).
    pub exact_interval: BTreeMap<String, [f64; 2]>,
    /// Decisions a game.
    pub mean_decisions: f64,
    /// Turns a game.
    pub mean_turns: f64,
    /// Games by their last turn.
    pub lengths: BTreeMap<u16, u64>,
    /// Games by their last turn, by the side that won.
    pub ends: BTreeMap<String, BTreeMap<u16, u64>>,
    /// By which case they ended.
    pub endings: Vec<Ending>,
    /// The luck of the first side: mean, deviation, and its share in the outcome.
    pub luck: Luck,
    /// Pieces lost a game, by side and kind.
    pub losses: BTreeMap<String, f64>,
    /// Throws a game, by space.
    pub fights: BTreeMap<String, f64>,
    /// Numbers on the tracks at the end: least, mean and most.
    pub tracks: BTreeMap<String, [f64; 3]>,
    /// How each bot conducted itself with each side that it had.
    pub conduct: Vec<Conducted>,
    /// What pinned the games.
    pub seed: u64,
    /// The sides, in the order of their seats.
    #[serde(skip)]
    pub sides: Vec<String>,
}

/// How a bot conducted itself with a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Conducted {
    /// The bot, by its place in the plan.
    pub bot: usize,
    /// The side, by its number.
    pub side: usize,
    /// The figures of all its games.
    #[serde(flatten)]
    pub figures: Conduct,
}

/// How often games ended under a case.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ending {
    /// The case.
    pub rule: String,
    /// Its words.
    pub says: String,
    /// How many games.
    pub games: u64,
}

/// What the dice did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// The first side's luck, in standard deviations, on average.
    pub mean: f64,
    /// How much it differed from game to game.
    pub deviation: f64,
    /// How much of who won goes with it, from 0 to 1.
    pub share: f64,
}

impl Summary {
    /// The figures of these games.
    pub fn new(about: &About, plan: &Plan, played: &[Kept]) -> Summary {
        let games = played.len() as u64;
        let sides: Vec<String> = about.sides.iter().map(|side| side.id.clone()).collect();
        let count = |wanted: &dyn Fn(&Kept) -> bool| played.iter().filter(|it| wanted(it)).count() as u64;
        let won = |side: usize| count(&|it| it.side.map(usize::from) == Some(side));
        let wins: BTreeMap<String, u64> =
            sides.iter().enumerate().map(|(index, side)| (side.clone(), won(index))).collect();
        let by_bot: Vec<u64> = (0..plan.bots.len()).map(|bot| count(&|it| it.bot == Some(bot))).collect();
        let draws = count(&|it| it.side.is_none());
        let had = |it: &Kept, bot: usize, side: usize| it.seating.get(side) == Some(&bot);
        let by_side = |bot: usize| -> Vec<u64> {
            (0..sides.len()).map(|side| count(&|it| it.bot == Some(bot) && had(it, bot, side))).collect()
        };
        let games_by_side = |bot: usize| -> Vec<u64> {
            (0..sides.len()).map(|side| count(&|it| had(it, bot, side))).collect()
        };
        let changed = plan.swap || played.iter().any(|it| it.seating != plan.seating(it.number));
        let mut lengths = BTreeMap::new();
        let mut ends: BTreeMap<String, BTreeMap<u16, u64>> = BTreeMap::new();
        for it in played {
            *lengths.entry(it.turns).or_default() += 1;
            let side = it.side.and_then(|side| sides.get(usize::from(side))).map_or("draw", String::as_str);
            *ends.entry(side.to_owned()).or_default().entry(it.turns).or_default() += 1;
        }
        let mean = |of: &dyn Fn(&Kept) -> f64| played.iter().map(of).sum::<f64>() / games.max(1) as f64;
        Summary {
            game: about.id.clone(),
            scenario: about.scenarios[plan.scenario].id.clone(),
            options: about.option_ids(plan.options),
            data: plan.data.clone(),
            judgement: plan.judgement.clone(),
            bots: plan.bots.clone(),
            swap: plan.swap,
            games,
            interval: wins.iter().map(|(side, &wins)| (side.clone(), wilson(wins, games))).collect(),
            exact_interval: wins
                .iter()
                .map(|(side, &wins)| (side.clone(), clopper_pearson(wins, games)))
                .collect(),
            wins,
            elo: plan.swap.then(|| advantage(&by_bot, draws, games)).flatten(),
            wins_by_bot_and_side: changed.then(|| (0..plan.bots.len()).map(by_side).collect()),
            games_by_bot_and_side: (0..plan.bots.len()).map(games_by_side).collect(),
            wins_by_bot: changed.then_some(by_bot),
            draws,
            mean_decisions: mean(&|it| it.decisions as f64),
            mean_turns: mean(&|it| f64::from(it.turns)),
            lengths,
            ends,
            endings: endings(played),
            luck: luck(played),
            losses: means(played, |it| &it.losses),
            fights: means(played, |it| &it.fights),
            tracks: tracks(played),
            conduct: conducted(played),
            seed: plan.seed,
            sides,
        }
    }
}

/// Adds up the conduct of each bot with each side.
pub fn conducted(played: &[Kept]) -> Vec<Conducted> {
    let mut sums: BTreeMap<(usize, usize), Conduct> = BTreeMap::new();
    for it in played {
        for (side, (conduct, &bot)) in it.conduct.iter().zip(&it.seating).enumerate() {
            sums.entry((bot, side)).or_default().add(conduct);
        }
    }
    sums.into_iter().map(|((bot, side), figures)| Conducted { bot, side, figures }).collect()
}

/// The first of two bots in Elo over the second. A bound that nothing limits is left out.
fn advantage(by_bot: &[u64], draws: u64, games: u64) -> Option<[Option<f64>; 3]> {
    let [one, _] = by_bot[..] else { return None };
    let share = (one as f64 + draws as f64 / 2.0) / games.max(1) as f64;
    let [low, high] = wilson(one, games);
    let finite = |share: f64| (share > 0.0 && share < 1.0).then(|| elo(share));
    Some([finite(share), finite(low), finite(high)])
}

fn endings(played: &[Kept]) -> Vec<Ending> {
    let mut endings: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for it in played {
        *endings.entry((&it.rule, &it.says)).or_default() += 1;
    }
    let ending = |((rule, says), games): ((&str, &str), u64)| Ending {
        rule: rule.to_owned(),
        says: says.to_owned(),
        games,
    };
    let mut endings: Vec<Ending> = endings.into_iter().map(ending).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
    endings
}

fn luck(played: &[Kept]) -> Luck {
    let lucks: Vec<f64> = played.iter().map(|it| it.luck).collect();
    let score = |it: &Kept| match it.side {
        Some(0) => 1.0,
        None => 0.5,
        Some(_) => 0.0,
    };
    let scores: Vec<f64> = played.iter().map(score).collect();
    let [mean, deviation] = spread(&lucks);
    Luck { mean, deviation, share: explained(&lucks, &scores) }
}

fn means(played: &[Kept], of: fn(&Kept) -> &BTreeMap<String, u32>) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for (key, n) in played.iter().flat_map(of) {
        *sums.entry(key.clone()).or_default() += f64::from(*n);
    }
    sums.values_mut().for_each(|sum| *sum /= played.len() as f64);
    sums
}

fn tracks(played: &[Kept]) -> BTreeMap<String, [f64; 3]> {
    let mut all: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (track, &value) in played.iter().flat_map(|it| &it.tracks) {
        all.entry(track).or_default().push(value as f64);
    }
    let figures = |values: &[f64]| {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        [least, spread(values)[0], most]
    };
    all.into_iter().map(|(track, values)| (track.to_owned(), figures(&values))).collect()
}
