//! Standing answers are good in every game: each comes up in random games, is one of several choices there, and a game in which
//! everything is answered in advance ends.

use std::collections::BTreeSet;

use games::Visitor;
use kernel::{
    Game, Journal, Match, Node, Options, Players, Rng, Standing, Viewer, data::Overlay, erased::AnyMatch,
};
use search::{Engine, Judgement};

/// How many games are played at most, and how many plies of each.
const GAMES: u64 = 60;
const PLIES: usize = 20_000;

/// Plays at random until every standing answer has come up in each of its steps; what has not, as `id: step`.
struct Meet;

impl Visitor for Meet {
    type Out = Vec<String>;

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> Vec<String> {
        let game = &*engine.game;
        let list = &game.rulebook().standing;
        let named = |it: &Standing| -> Vec<(String, String)> {
            it.steps.iter().map(|step| (it.id.clone(), step.clone())).collect()
        };
        let mut missing: BTreeSet<(String, String)> = list.iter().flat_map(named).collect();
        let sets = game.about().option_sets();
        for number in 0..GAMES {
            if missing.is_empty() {
                break;
            }
            let options = sets[number as usize % sets.len()];
            let scenario = number as usize % game.about().scenarios.len();
            play(game, scenario, options, number, list, &mut missing);
        }
        missing.into_iter().map(|(id, step)| format!("{id}: {step}")).collect()
    }
}

fn play<G: Game>(
    game: &G,
    scenario: usize,
    options: Options,
    number: u64,
    list: &[Standing],
    missing: &mut BTreeSet<(String, String)>,
) {
    let mut rng = Rng::new(22, number);
    let mut state = game.setup(scenario, options);
    let (mut journal, mut legal) = (Journal::disabled(), Vec::new());
    for _ in 0..PLIES {
        match game.node(&state) {
            Node::Over(_) => return,
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut journal),
            Node::Decision(seat) => {
                game.legal(&state, &mut legal);
                let step = game.step(&state);
                for standing in list.iter().filter(|it| it.steps.iter().any(|it| it == step)) {
                    let action = game.read(&standing.play).expect("it reads");
                    assert_eq!(game.write(action), standing.play, "it is written as the record has it");
                    let side = game.side(&state, seat);
                    let whose = standing.side.as_deref().is_none_or(|it| *it == *side);
                    assert!(whose, "{}: {side} is asked", standing.id);
                    let secret = game.position(&state, Viewer::Seat(seat)).secret;
                    assert!(!secret, "{}: what is decided in secret is always asked", standing.id);
                    if legal.len() > 1 && legal.contains(&action) {
                        missing.remove(&(standing.id.clone(), step.to_owned()));
                    }
                }
                game.apply(&mut state, legal[rng.index(legal.len())], &mut journal);
            }
        }
    }
}

#[test]
fn every_standing_answer_comes_up_in_each_of_its_steps() {
    for id in games::ids() {
        let missing = games::visit(id, &Overlay::none(), Meet).unwrap();
        assert!(missing.is_empty(), "{id}: never met in {GAMES} games: {missing:?}");
    }
}

#[test]
fn sides_of_standing_answers_are_sides_of_the_game() {
    for game in games::all(&Overlay::none()).unwrap() {
        for standing in &game.rulebook().standing {
            let known = |side: &String| game.about().side(side).is_some();
            assert!(standing.side.iter().all(known), "{}: {:?}", standing.id, standing.side);
        }
    }
}

/// Plays at random, with every question answered in advance that can be: how often that was, and whether the game ended.
struct Answer;

impl Visitor for Answer {
    type Out = (usize, bool);

    fn visit<G: Game, J: Judgement<G>>(self, engine: Engine<G, J>) -> (usize, bool) {
        let mut play = Match::new::<&str>(engine.game.clone(), None, &[], Players::default()).unwrap();
        let (mut rng, mut legal, mut answered) = (Rng::new(25, 0), Vec::new(), 0);
        for _ in 0..PLIES {
            let standing = engine.game.rulebook().standing.iter();
            match Match::node(&play) {
                Node::Over(_) => return (answered, true),
                Node::Chance(_) => Match::roll(&mut play, &mut rng),
                Node::Decision(_) => {
                    let step = AnyMatch::step(&play);
                    let here =
                        standing.clone().find(|it| it.steps.iter().any(|it| it == step) && it.answers(&play));
                    match here {
                        Some(standing) => {
                            play.play_text(None, &standing.play).expect("it is legal when it says so");
                            answered += 1;
                        }
                        None => {
                            engine.game.legal(play.state(), &mut legal);
                            play.play(legal[rng.index(legal.len())]).expect("it is legal");
                        }
                    }
                }
            }
        }
        (answered, false)
    }
}

#[test]
fn a_game_in_which_everything_is_answered_in_advance_ends() {
    for id in games::ids() {
        let (answered, ended) = games::visit(id, &Overlay::none(), Answer).unwrap();
        assert!(ended, "{id} goes on");
        let game = games::open(id, &Overlay::none()).unwrap();
        assert!(answered > 0 || game.rulebook().standing.is_empty(), "{id}: nothing was answered");
    }
}
