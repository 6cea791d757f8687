//! Weights at their extremes, stalking, and lines of sight.

use bear_trap::{
    BearTrap, sight,
    tables::{HEXES, Spaces, Tables},
};
use board::Space;
use kernel::{
    Journal, Node, Options, Rng, Rules, Seat, Table,
    data::Overlay,
    example::{Arrangement, PieceSpec, Position},
};
use search::{Calibration, Judgement};

use super::{
    BearTrapJudgement, City,
    ground::Ground,
    terms::{Cache, STALK},
};
use crate::Scoring;

const WEIGHTS: &str = City::FILE;

/// Every weight of the file set to the same value; a calibration such that an evaluation is the score itself.
fn all_weights(value: i32) -> Overlay {
    let line = |line: &str| match line.split_once(" = ") {
        // What is reported of an evaluation is no weight.
        Some(("even" | "scale", list)) if list.starts_with('[') => format!("{line}\n"),
        Some(("even", _)) => "even = 0\n".to_owned(),
        Some(("scale", _)) => format!("scale = {}\n", Calibration::THREE_IN_FOUR),
        Some((key, list)) if list.starts_with('[') => {
            format!("{key} = {:?}\n", vec![value; list.split(',').count()])
        }
        Some((key, _)) if !line.starts_with('#') => format!("{key} = {value}\n"),
        _ => format!("{line}\n"),
    };
    let mut overlay = Overlay::none();
    overlay.insert(WEIGHTS, &City::BUILTIN.lines().map(line).collect::<String>());
    overlay
}

#[test]
fn no_weights_are_too_great() {
    let game = BearTrap::load(&Overlay::none()).expect("the built-in tables are sound");
    let judgements = [1_000_000, -1_000_000, i32::MAX, i32::MIN]
        .map(|value| BearTrapJudgement::load(&game, &all_weights(value)).expect("every number is a weight"));
    let (mut rng, mut legal) = (Rng::new(1, 1), Vec::new());
    let mut state = game.setup(0, Options::NONE);
    loop {
        for judgement in &judgements {
            let cache = &mut Cache::default();
            let mut score = |seat| judgement.score(&game, &state, seat, cache);
            let (one, other) = (score(Seat(0)), score(Seat(1)));
            assert_eq!(one, -other);
            assert_eq!(judgement.evaluate(&game, &state, Seat(0), cache), one);
        }
        match game.node(&state) {
            Node::Over(_) => break,
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::disabled()),
            Node::Decision(_) => {
                game.legal(&state, &mut legal);
                let action = legal[rng.below(legal.len() as u64) as usize];
                game.apply(&mut state, action, &mut Journal::disabled());
            }
        }
    }
}

/// A position in which these stand in the open west of the city, and its score if stalking alone counts.
fn stalked(pieces: &[(&str, &str)], marks: &[&str]) -> i32 {
    let mut overlay = all_weights(0);
    let file =
        overlay.get(WEIGHTS).expect("the weights are overridden").replace("stalked = 0", "stalked = 100");
    overlay.insert(WEIGHTS, &file);
    let game = BearTrap::load(&Overlay::none()).expect("the built-in tables are sound");
    let judgement = BearTrapJudgement::load(&game, &overlay).expect("every number is a weight");
    let mut state = game.setup(1, Options::NONE);
    let spec = |&(id, at): &(&str, &str)| {
        let marks = (id.starts_with("ch-")).then(|| marks.iter().map(|&mark| mark.to_owned()).collect());
        (id.to_owned(), PieceSpec { at: Some(at.to_owned()), marks, ..PieceSpec::default() })
    };
    let arrangement = Arrangement { pieces: pieces.iter().map(spec).collect(), ..Arrangement::default() };
    let position =
        Position { clear: true, step: Some("russian-marker".to_owned()), arrangement, ..Position::default() };
    game.arrange(&mut state, &position).expect("a sound position");
    judgement.score(&game, &state, Seat(0), &mut Cache::default())
}

#[test]
fn a_vehicle_fears_heavy_weapons_near_it() {
    let near = |hunter: &str, at: &str| stalked(&[("ru-btr01", "0620"), (hunter, at)], &[]);
    let fear = |far: u8| -i32::from(STALK - far);
    assert_eq!(near("ch-rpg01", "0617"), fear(3));
    assert_eq!(near("ch-hw1", "0615"), fear(5));
    assert_eq!(near("ch-inf01", "0617"), 0, "light weapons hardly hurt it");
    assert_eq!(near("ch-rpg01", "0613"), 0, "too far");
    let hunters = [("ru-btr01", "0620"), ("ch-rpg01", "0617"), ("ch-rpg02", "0615")];
    assert_eq!(stalked(&hunters, &[]), fear(3) + fear(5), "each of them is feared");
    let vehicles = [("ru-btr01", "0620"), ("ru-btr02", "0621"), ("ch-rpg01", "0617")];
    assert_eq!(stalked(&vehicles, &[]), fear(3), "he fires once");
}

#[test]
fn riders_are_feared_for_and_a_shaken_hunter_is_not_feared() {
    let full = [("ru-btr01", "0620"), ("ru-181-inf1", "aboard:ru-btr01"), ("ch-rpg01", "0617")];
    assert_eq!(stalked(&full, &[]), -2 * i32::from(STALK - 3));
    assert_eq!(stalked(&full, &["disrupted"]), 0);
    assert_eq!(stalked(&[("ru-181-inf1", "0620"), ("ch-rpg01", "0617")], &[]), 0, "men on foot take cover");
}

#[test]
fn case_6_2_1_what_the_views_hold_is_in_sight() {
    let t = Tables::load(&Overlay::none()).expect("the built-in tables are sound");
    let ground = Ground::new(&t);
    for from in (0..HEXES as u16).step_by(3).map(Space) {
        for to in (0..HEXES as u16).step_by(5).map(Space) {
            let there = Spaces::one(to).words();
            for range in 0..=sight::FAR {
                let seen = range > 0 && t.sight.sees(from, to, range);
                assert_eq!(ground.views.meet(from, range, &there), seen);
                let mut met = Vec::new();
                ground.views.each_met(from.index(), range, &there, |hex| met.push(hex));
                assert_eq!(met, if seen { vec![to.index()] } else { vec![] });
            }
            assert_eq!(ground.distance(from.index(), to.index()), t.sight.distance(from, to));
        }
    }
}
