//! A game between players, from a seed.

use std::sync::Arc;

use kernel::{Game, Journal, Match, Node, Options, Outcome, PlayError, Players, Rng, Seat};

use crate::{Glimpse, Judgement, Player, UnknownPlayer, player};

/// The stream of the dice. The players' seeds come from the streams after it, one a seat.
const DICE: u64 = 0;

/// What a game came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The result.
    pub outcome: Outcome,
    /// Actions of the players.
    pub actions: u64,
    /// Draws.
    pub draws: u64,
    /// The last turn.
    pub turns: u16,
}

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// It took too long.
    #[error("the game is not over after {plies} actions and draws")]
    Endless {
        /// How many were allowed.
        plies: u64,
    },
    /// A player chose what is not legal.
    #[error("{player} chose '{action}', which is not legal: {says}")]
    Illegal {
        /// The player's name.
        player: String,
        /// The notation.
        action: String,
        /// Why not.
        says: String,
    },
}

/// Players for every seat, each with a seed of its own.
pub fn seat_players<G: Game, J: Judgement<G>, S: AsRef<str>>(
    judgement: &Arc<J>,
    specs: &[S],
    seed: u64,
) -> Result<Vec<Box<dyn Player<G>>>, UnknownPlayer> {
    let seats = specs.iter().zip(DICE + 1..);
    let seed = |stream| Rng::new(seed, stream).below(u64::MAX);
    seats.map(|(spec, stream)| player(judgement, spec.as_ref(), seed(stream))).collect()
}

/// Plays a game fast: no record, no journal. There must be a player for every seat that decides.
pub fn play_game<G: Game>(
    game: &G,
    scenario: usize,
    options: Options,
    players: &mut [Box<dyn Player<G>>],
    seed: u64,
    bound: u64,
) -> Result<Played, GameError> {
    let mut rng = Rng::new(seed, DICE);
    let mut state = game.setup(scenario, options);
    let mut journal = Journal::disabled();
    let (mut actions, mut draws) = (0, 0);
    loop {
        match game.node(&state) {
            Node::Over(outcome) => {
                return Ok(Played { outcome, actions, draws, turns: game.turn(&state) });
            }
            _ if actions + draws >= bound => return Err(GameError::Endless { plies: bound }),
            Node::Chance(draw) => {
                game.resolve(&mut state, rng.luck(draw), &mut journal);
                draws += 1;
            }
            Node::Decision(seat) => {
                let player = &mut players[usize::from(seat.0)];
                let action = player.choose(&Glimpse::new(game, &state, seat));
                if let Some(refusal) = game.refuse(&state, action) {
                    let says = game.explain(&refusal);
                    return Err(GameError::Illegal {
                        player: player.name(),
                        action: game.write(action),
                        says,
                    });
                }
                game.apply(&mut state, action, &mut journal);
                actions += 1;
            }
        }
    }
}

/// Plays the same game as [`play_game`] and keeps its record and journal.
pub fn record_game<G: Game>(
    game: &Arc<G>,
    scenario: usize,
    options: Options,
    players: &mut [Box<dyn Player<G>>],
    seed: u64,
    bound: u64,
) -> Result<Match<G>, GameError> {
    let about = game.about();
    let sides = about.sides.iter().map(|side| side.id.as_str());
    let named = sides.zip(players.iter()).map(|(side, player)| format!("{side} {}", player.name()));
    let header = Players { luck: format!("seed {seed}"), players: named.collect() };
    let id = about.scenarios[scenario].id.as_str();
    let mut played = Match::new(game.clone(), Some(id), &about.option_ids(options), header)
        .expect("the scenario and the options are the game's own");
    let mut rng = Rng::new(seed, DICE);
    loop {
        if let Node::Over(_) = played.node() {
            return Ok(played);
        }
        if played.seq() as u64 >= bound {
            return Err(GameError::Endless { plies: bound });
        }
        step(&mut played, players, &mut rng)?;
    }
}

/// Plays one action or one draw.
fn step<G: Game>(
    played: &mut Match<G>,
    players: &mut [Box<dyn Player<G>>],
    rng: &mut Rng,
) -> Result<(), GameError> {
    if let Node::Chance(draw) = played.node() {
        played.play_luck(rng.luck(draw)).expect("the draw is due and its outcome in range");
        return Ok(());
    }
    let Some(glimpse) = Glimpse::of(played) else { return Ok(()) };
    let Seat(seat) = glimpse.seat();
    let player = &mut players[usize::from(seat)];
    let action = player.choose(&glimpse);
    played.play(action).map_err(|error: PlayError| GameError::Illegal {
        player: player.name(),
        action: played.game().write(action),
        says: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use kernel::{
        Notation,
        dummy::{Choice, Dummy, Flaw, RIGHT},
    };

    use super::*;
    use crate::dummy::Numbers;

    const BOUND: u64 = 500;

    fn seated(seed: u64) -> Vec<Box<dyn Player<Dummy>>> {
        seat_players(&Numbers::new(), &["random", "greedy"], seed).unwrap()
    }

    #[test]
    fn a_game_is_pinned_by_its_seed() {
        let game = Dummy::new();
        let play = |scenario, seed| {
            play_game(&game, scenario, Options::NONE, &mut seated(seed), seed, BOUND).unwrap()
        };
        let mut outcomes = Vec::new();
        for scenario in 0..4 {
            for seed in 0..30 {
                let played = play(scenario, seed);
                assert_eq!(played, play(scenario, seed));
                outcomes.push(played.outcome.winner);
            }
        }
        assert!(outcomes.contains(&Some(RIGHT)));
        assert!(outcomes.iter().any(|winner| *winner != outcomes[0]));
    }

    #[test]
    fn the_recorded_game_is_the_same_one() {
        let game = Arc::new(Dummy::new());
        for seed in 0..30 {
            let fast = play_game(&*game, 3, Options::NONE, &mut seated(seed), seed, BOUND).unwrap();
            let slow = record_game(&game, 3, Options::NONE, &mut seated(seed), seed, BOUND).unwrap();
            assert_eq!(slow.outcome(), Some(fast.outcome));
            assert_eq!(slow.seq() as u64, fast.actions + fast.draws);
            assert_eq!(slow.header().players, ["left random", "right greedy"]);
            let again = Match::from_record(game.clone(), &slow.record()).unwrap();
            assert_eq!(again.state(), slow.state());
        }
    }

    #[test]
    fn a_game_without_end_is_an_error() {
        let game = Arc::new(Dummy::flawed(Flaw::NeverEnds));
        let endless = GameError::Endless { plies: BOUND };
        let fast = play_game(&*game, 3, Options::NONE, &mut seated(1), 1, BOUND);
        assert_eq!(fast, Err(endless.clone()));
        let slow = record_game(&game, 3, Options::NONE, &mut seated(1), 1, BOUND);
        assert_eq!(slow.map(|played| played.seq()), Err(endless));
    }

    /// Chooses what was right elsewhere.
    struct Cheat(Choice);

    impl Player<Dummy> for Cheat {
        fn name(&self) -> String {
            "cheat".to_owned()
        }

        fn choose(&mut self, _: &Glimpse<'_, Dummy>) -> Choice {
            self.0
        }
    }

    #[test]
    fn an_illegal_choice_is_refused() {
        let game = Arc::new(Dummy::new());
        let action = game.read("rock").unwrap();
        let mut players: Vec<Box<dyn Player<Dummy>>> = vec![Box::new(Cheat(action)), Box::new(Cheat(action))];
        let error = play_game(&*game, 0, Options::NONE, &mut players, 1, BOUND).unwrap_err();
        assert!(error.to_string().starts_with("cheat chose 'rock', which is not legal"), "{error}");
        assert!(record_game(&game, 0, Options::NONE, &mut players, 1, BOUND).is_err());
    }

    #[test]
    fn greedy_beats_random() {
        let tree = "left(a: right(c: =left, d: =right), b: right(c: die(2*=left, =right), d: =left))";
        let game = Dummy::tree(tree).unwrap();
        let mut won = 0;
        for seed in 0..100 {
            let mut players = seat_players(&Numbers::new(), &["random", "greedy"], seed).unwrap();
            let played = play_game(&game, 0, Options::NONE, &mut players, seed, BOUND).unwrap();
            won += u32::from(played.outcome.winner == Some(RIGHT));
        }
        assert!(won > 55, "{won}");
    }
}
