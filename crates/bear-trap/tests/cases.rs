//! Cases that an example cannot show: what a viewer may know, and the tables.
#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;

use bear_trap::BearTrap;
use kernel::{
    Options, Rng, Rules, Seat, Table, Viewer,
    data::Overlay,
    example::{Arrangement, PieceSpec, Position},
};
use view::{Query, Target, View};

const RUSSIAN: Viewer = Viewer::Seat(Seat(0));

fn game() -> BearTrap {
    BearTrap::load(&Overlay::none()).expect("the built-in tables are sound")
}

/// A position on turn 3 with these pieces: id, place, marks.
fn position(
    game: &BearTrap,
    options: &[&str],
    pieces: &[(&str, &str, &[&str])],
) -> <BearTrap as Rules>::State {
    let options = game.about().options(options).expect("options of this game");
    let mut state = game.setup(0, options);
    let spec = |at: &str, marks: &[&str]| PieceSpec {
        at: Some(at.to_owned()),
        marks: Some(marks.iter().map(|&mark| mark.to_owned()).collect()),
        ..PieceSpec::default()
    };
    let pieces = pieces.iter().map(|&(id, at, marks)| (id.to_owned(), spec(at, marks)));
    let arrangement = Arrangement {
        pieces: pieces.collect(),
        tracks: BTreeMap::from([("turn".to_owned(), view::TrackValue::Number(3))]),
        ..Arrangement::default()
    };
    let position =
        Position { clear: true, step: Some("russian-marker".to_owned()), arrangement, ..Position::default() };
    game.arrange(&mut state, &position).expect("a sound position");
    state
}

fn shows(view: &View, id: &str) -> bool {
    view.pieces.iter().any(|piece| *piece.id == *id)
}

/// How many counters the view puts in a hex, under whatever name.
fn counters(view: &View, hex: &str) -> usize {
    view.pieces.iter().filter(|piece| *piece.at == *hex).count()
}

const PILE: &[(&str, &str, &[&str])] =
    &[("ch-inf01", "2317", &[]), ("ch-rpg01", "2317", &[]), ("ch-snp1", "2317", &[])];

fn with_pile(
    more: &[(&'static str, &'static str, &'static [&'static str])],
) -> Vec<(&'static str, &'static str, &'static [&'static str])> {
    PILE.iter().chain(more).copied().collect()
}

#[test]
fn case_3_6_a_pile_in_sight_is_examined() {
    let game = game();
    let seen = position(&game, &[], &with_pile(&[("ru-181-inf1", "2118", &[])]));
    let view = game.view(&seen, RUSSIAN);
    assert!(["ch-inf01", "ch-rpg01", "ch-snp1"].iter().all(|id| shows(&view, id)));
}

#[test]
fn case_3_6_only_the_top_of_an_unseen_pile_is_known() {
    let game = game();
    let far = position(&game, &[], &with_pile(&[("ru-181-inf1", "0117", &[])]));
    let view = game.view(&far, RUSSIAN);
    let known = ["ch-inf01", "ch-rpg01", "ch-snp1"].iter().filter(|id| shows(&view, id)).count();
    assert_eq!(known, 1, "the top counter, and nothing below it");
    assert_eq!(counters(&view, "2317"), 3, "but the height of the pile");
}

/// A Disrupted unit traces no line of sight, so its side may not examine what it alone would see.
#[test]
fn case_3_6_a_disrupted_unit_examines_nothing() {
    let game = game();
    let shaken = position(&game, &[], &with_pile(&[("ru-181-inf1", "2118", &["disrupted"])]));
    let view = game.view(&shaken, RUSSIAN);
    let known = ["ch-inf01", "ch-rpg01", "ch-snp1"].iter().filter(|id| shows(&view, id)).count();
    assert_eq!(known, 1);
}

#[test]
fn case_3_6_fog_as_agreed() {
    let game = game();
    let far = with_pile(&[("ru-181-inf1", "0117", &[])]);
    let open = game.view(&position(&game, &["open"], &far), RUSSIAN);
    assert!(["ch-inf01", "ch-rpg01", "ch-snp1"].iter().all(|id| shows(&open, id)));
    let strict = game.view(&position(&game, &["strict"], &far), RUSSIAN);
    assert!(["ch-inf01", "ch-rpg01", "ch-snp1"].iter().all(|id| !shows(&strict, id)));
}

#[test]
fn case_3_6_answers_do_not_tell_what_is_hidden() {
    let game = game();
    let far = position(&game, &["strict"], &with_pile(&[("ru-181-inf1", "0117", &[])]));
    for id in ["ch-snp1", "ch-inf01", "ch-inf19"] {
        for query in [
            Query::Sight { from: id.into() },
            Query::Reach { piece: id.into() },
            Query::WhyDark { target: Target::Piece(id.into()) },
        ] {
            assert!(game.query(&far, RUSSIAN, &query).is_err(), "{id}");
            let umpire = game.query(&far, Viewer::Umpire, &query);
            assert!(umpire.is_ok() || id == "ch-inf19", "{id}");
        }
    }
}

#[test]
fn case_6_2_1_an_overlay_shows_what_a_unit_sees() {
    let game = game();
    let state = position(&game, &[], &[("ru-181-inf1", "2118", &[])]);
    let seen =
        game.query(&state, RUSSIAN, &Query::Sight { from: "ru-181-inf1".into() }).expect("an own unit");
    let sees = |hex: &str| seen.spaces.iter().any(|shade| *shade.space == *hex && *shade.kind == *"sees");
    assert!(sees("2516") && sees("2317") && !sees("2316"));
}

/// An overlay of reach agrees with the steps of 5.1.1: ten road links for a BTR.
#[test]
fn case_5_1_1_an_overlay_shows_where_a_unit_gets() {
    let game = game();
    let state = position(&game, &[], &[("ru-btr01", "0117", &[]), ("ru-181-inf1", "2414", &[])]);
    let reach =
        |id: &str| game.query(&state, RUSSIAN, &Query::Reach { piece: id.into() }).expect("an own unit");
    let gets = |id: &str, hex: &str| reach(id).spaces.iter().any(|shade| *shade.space == *hex);
    assert!(gets("ru-btr01", "1117"));
    assert!(!gets("ru-btr01", "1216"), "that would be the eleventh link");
    assert!(gets("ru-181-inf1", "2412") && !gets("ru-181-inf1", "2411"), "two points for each hex of houses");
}

/// Without an option its rules are not in force.
#[test]
fn case_6_5_3_and_8_3_and_8_10_and_11_3_are_options() {
    let game = game();
    let ids: Vec<&str> = game.about().options.iter().map(|option| &*option.id).collect();
    for id in ["buratino", "interdiction", "tank-passengers", "hotels"] {
        assert!(ids.contains(&id), "{id}");
    }
    assert_eq!(game.about().options::<&str>(&[]).expect("nothing"), Options::NONE);
}

/// The markers of each turn, cumulative up to seven.
#[test]
fn case_10_2_2_and_10_3_2_numbers_of_chechen_markers() {
    let game = game();
    for (scenario, numbers) in
        [(0, vec![2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7]), (1, vec![4, 5, 6, 7, 7, 7, 7, 7, 7, 7])]
    {
        for (turn, number) in (1i64..).zip(numbers) {
            let mut state = game.setup(scenario, Options::NONE);
            let arrangement = Arrangement {
                tracks: BTreeMap::from([("turn".to_owned(), view::TrackValue::Number(turn))]),
                ..Arrangement::default()
            };
            let step = Some("initiative".to_owned());
            game.arrange(&mut state, &Position { clear: true, step, arrangement, ..Position::default() })
                .expect("a sound position");
            if turn > 1 {
                // The Russian wins the initiative, so that every Chechen marker goes into the cup.
                let kernel::Node::Chance(draw) = game.node(&state) else { panic!("dice are due") };
                let luck = draw.read("9 1").expect("two dice of ten sides");
                game.resolve(&mut state, luck, &mut kernel::Journal::disabled());
            }
            let view = game.view(&state, Viewer::Umpire);
            let cup = view.tracks.iter().find(|track| *track.id == *"cup").expect("a track of the cup");
            let words = format!("chechen:{number}");
            assert!(
                matches!(&cup.value, view::TrackValue::Word(word) if word.ends_with(&words)),
                "turn {turn}: {cup:?}"
            );
        }
    }
}

/// Each scenario ends after its own number of turns, and the track shows no more of them.
#[test]
fn case_10_0_each_scenario_has_its_length() {
    let with = |lengths: &str| {
        let mut overlay = Overlay::none();
        overlay.insert("bear-trap/scenarios.toml", &format!("[turns]\nlengths = {lengths}\n"));
        BearTrap::load(&overlay)
    };
    let game = with("[2, 11]").expect("lengths that fit the track");
    let mut rng = Rng::new(1, 1);
    let (mut state, mut legal) = (game.setup(0, Options::NONE), Vec::new());
    loop {
        match game.node(&state) {
            kernel::Node::Over(_) => break,
            kernel::Node::Chance(draw) => {
                game.resolve(&mut state, rng.luck(draw), &mut kernel::Journal::disabled());
            }
            kernel::Node::Decision(_) => {
                game.legal(&state, &mut legal);
                game.apply(&mut state, legal[rng.index(legal.len())], &mut kernel::Journal::disabled());
            }
        }
    }
    assert_eq!(game.turn(&state), 2);
    let turns = |scenario| {
        let view = game.view(&game.setup(scenario, Options::NONE), Viewer::Umpire);
        let track = view.tracks.iter().find(|track| *track.id == *"turn").expect("a track of turns").clone();
        let view::TrackKind::Row { steps, .. } = track.kind else { panic!("turns stand in a row") };
        steps.len()
    };
    assert_eq!([turns(0), turns(1)], [2, 11]);
    for wrong in ["[11]", "[0, 11]", "[11, 14]"] {
        let error = with(wrong).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("turns.lengths"), "{error}");
    }
}
