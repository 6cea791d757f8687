//! Positions set up by hand in every game: whatever somebody writes, he is told what is wrong with it or can play on from it.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;

use games::{Opened, ids, open};
use kernel::{
    Node, Players, Record, Rng, Viewer,
    data::Overlay,
    erased::AnyMatch,
    example::{PieceSpec, SpaceSpec},
    study::Study,
};
use view::{TrackValue, study::Values};

fn games() -> impl Iterator<Item = Opened> {
    ids().iter().map(|id| open(id, &Overlay::none()).expect("the built-in tables are sound"))
}

fn pick<'a, T>(rng: &mut Rng, from: &'a [T]) -> &'a T {
    &from[rng.index(from.len())]
}

/// So many plies of a game between players who choose at random.
fn wander(play: &mut dyn AnyMatch, rng: &mut Rng, plies: usize) {
    while play.seq() < plies {
        play.roll(rng);
        let Node::Decision(seat) = play.node() else { return };
        let legal = play.legal();
        assert!(!legal.is_empty(), "nobody can do anything: {}", play.record().to_text());
        play.play(seat, &legal[rng.index(legal.len())]).expect("what is legal can be played");
    }
}

/// A position of words that the game knows, put together at random, every fourth time after a while of play.
fn made_up(game: &Opened, rng: &mut Rng) -> Study {
    let about = game.about();
    let vocabulary = game.vocabulary();
    let scenario = pick(rng, &about.scenarios).id.clone();
    let mut start = game.start(Some(&scenario), &[], Players::default()).expect("the scenario exists");
    let mut study = Study { game: about.id.clone(), scenario: Some(scenario), ..Study::default() };
    if rng.index(4) == 0 {
        let plies = 1 + rng.index(150);
        wander(&mut *start, rng, plies);
        study.before = start.record().lines;
    }
    study.clear = rng.index(3) == 0;
    study.step = (rng.index(4) > 0).then(|| pick(rng, &vocabulary.steps).to_string());
    let view = start.view(Viewer::Umpire);
    let board = game.board();
    for _ in 0..rng.index(12) {
        let piece = pick(rng, &view.pieces);
        let at = match rng.index(4) {
            0 => format!("box:{}", pick(rng, &board.boxes).id),
            1 => pick(rng, &view.pieces).at.to_string(),
            _ => pick(rng, &board.spaces).id.to_string(),
        };
        let some = |it: &Vec<view::Name>, rng: &mut Rng| {
            (rng.index(3) == 0 && !it.is_empty()).then(|| vec![pick(rng, it).to_string()])
        };
        let marks = some(&vocabulary.marks, rng);
        let facing = piece.facing.map(|_| rng.index(6) as u8);
        let level = piece.level.as_ref().map(|_| pick(rng, &["ground", "upper"]).to_string());
        study.position.pieces.insert(piece.id.to_string(), PieceSpec { at: Some(at), marks, facing, level });
        if rng.index(3) == 0 {
            let control =
                (!vocabulary.controls.is_empty()).then(|| pick(rng, &vocabulary.controls).to_string());
            let marks = some(&vocabulary.space_marks, rng);
            study
                .position
                .spaces
                .insert(pick(rng, &board.spaces).id.to_string(), SpaceSpec { control, marks });
        }
    }
    for track in &vocabulary.tracks {
        if rng.index(5) > 0 {
            continue;
        }
        let value = match &track.values {
            Values::Between([least, most]) => {
                TrackValue::Number(least + rng.index((most - least + 1) as usize) as i64)
            }
            Values::Words(words) if words.is_empty() => continue,
            Values::Words(words) => TrackValue::Word(pick(rng, words).clone()),
        };
        study.position.tracks.insert(track.id.to_string(), value);
    }
    study
}

/// How many positions of each game; SANDTABLE_STUDIES asks for more.
fn many() -> u64 {
    std::env::var("SANDTABLE_STUDIES").ok().and_then(|it| it.parse().ok()).unwrap_or(60)
}

#[test]
fn whatever_is_set_up_is_refused_with_its_key_or_can_be_played_and_kept() {
    let mut told = String::new();
    for game in games() {
        let id = &game.about().id;
        let (mut taken, mut fields, mut keys) = (0, 0, BTreeMap::new());
        for number in 0..many() {
            let mut rng = Rng::new(number, 5);
            let mut study = made_up(&game, &mut rng);
            // What the game names as wrong is left out, until it takes the rest.
            let mut left = 60;
            let mut play = loop {
                let problems = match game.set_up(&study, Players::default()) {
                    Ok(play) => break play,
                    Err(problems) => problems,
                };
                left -= 1;
                assert!(!problems.is_empty() && left > 0, "{id} {number}: {problems:?}");
                for problem in problems {
                    *keys.entry(problem.key.split('.').next().unwrap_or_default().to_owned()).or_insert(0) +=
                        1;
                    fields += 1;
                    let parts: Vec<&str> = problem.key.splitn(3, '.').collect();
                    match parts[..] {
                        ["pieces", piece, ..] => drop(study.position.pieces.remove(piece)),
                        ["spaces", space, ..] => drop(study.position.spaces.remove(space)),
                        ["tracks", track] => drop(study.position.tracks.remove(track)),
                        ["step"] if !study.before.is_empty() => {
                            study.step = Some(pick(&mut rng, &game.vocabulary().steps).to_string());
                        }
                        ["step"] => study.step = None,
                        _ => {
                            if std::env::var_os("SANDTABLE_STUDIES").is_some() {
                                study.before.truncate(1);
                                eprintln!("{id} {number}: {problem}\n{}", study.to_text());
                            }
                            study = Study { game: study.game, scenario: study.scenario, ..Study::default() };
                        }
                    }
                }
            };
            taken += 1;
            wander(&mut *play, &mut rng, 120);
            let text = play.record().to_text();
            let record = Record::parse(&text).expect("a record reads back");
            let again = game.resume(&record).unwrap_or_else(|error| panic!("{id} {number}: {error}\n{text}"));
            assert_eq!(again.record().to_text(), text, "{id} {number}");
            assert_eq!(again.position(Viewer::Umpire), play.position(Viewer::Umpire), "{id} {number}");
        }
        told += &format!("{id}: {taken} taken, {fields} problems {keys:?}\n");
        assert!(fields > 0, "{told}");
    }
    eprintln!("{told}");
}

#[test]
fn every_word_of_a_vocabulary_is_one_that_the_game_knows() {
    for game in games() {
        let about = game.about();
        let words = game.vocabulary();
        let base = || Study { game: about.id.clone(), clear: true, ..Study::default() };
        let unknown = |study: &Study, phrases: &[&str]| {
            let problems = game.set_up(study, Players::default()).err().unwrap_or_default();
            let says = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            assert!(!phrases.iter().any(|phrase| says.contains(phrase)), "{}: {says}", about.id);
        };
        for step in &words.steps {
            let phrase = format!("cannot start in '{step}';");
            unknown(&Study { step: Some(step.to_string()), ..base() }, &[&phrase]);
        }
        for track in &words.tracks {
            let values = match &track.values {
                Values::Between(ends) => ends.iter().map(|&end| TrackValue::Number(end)).collect(),
                Values::Words(words) => words.iter().cloned().map(TrackValue::Word).collect::<Vec<_>>(),
            };
            for value in values {
                let mut study = base();
                study.position.tracks.insert(track.id.to_string(), value);
                unknown(&study, &["an example cannot set", "is neither", "is no card", "is not one of"]);
            }
        }
        let mut study = base();
        study.position.tracks.insert("moonlight".to_owned(), TrackValue::Number(1));
        study.step = Some("moonrise".to_owned());
        let problems = game.set_up(&study, Players::default()).err().expect("nonsense is refused");
        let keys: Vec<&str> = problems.iter().map(|it| it.key.as_str()).collect();
        assert_eq!(keys, ["tracks.moonlight", "step"], "{}", about.id);
    }
}
