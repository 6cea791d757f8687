//! Weights at their extremes, and terms that only learned weights have.

use kernel::{Journal, Node, Options, Rng, Rules, Seat, data::Overlay};
use search::{Judgement, WeightSet};
use slaughterhouse::{
    Side, Slaughterhouse, State, Step,
    tables::{SPACES, Spaces},
};

use super::{SlaughterhouseJudgement, scales::Scales, terms::Position};

fn loaded() -> (Slaughterhouse, SlaughterhouseJudgement) {
    let game = Slaughterhouse::load(&Overlay::none()).unwrap();
    let judgement = SlaughterhouseJudgement::load(&game, &Overlay::none()).unwrap();
    (game, judgement)
}

/// Whoever enters an Area in a game of chance moves: until the assault is made, those who are entered are feared as
/// before if the weights say so; otherwise they are forgotten.
#[test]
fn who_is_entered_is_still_feared_until_the_assault_is_won() {
    let (game, judgement) = loaded();
    let fearful = judgement.weights.of(WeightSet::Learned, Side::Soviet.index());
    let mut rash = fearful.clone();
    rash.w.fear_entered = false;
    let (mut rng, mut legal) = (Rng::new(1, 1), Vec::new());
    let mut state = game.setup(0, Options::NONE);
    let (mut games, mut threatened) = (0, 0);
    while games < 5 {
        match game.node(&state) {
            Node::Over(_) => {
                games += 1;
                state = game.setup(0, Options::NONE);
            }
            Node::Chance(draw) => game.resolve(&mut state, rng.luck(draw), &mut Journal::disabled()),
            Node::Decision(_) => {
                game.legal(&state, &mut legal);
                game.apply(&mut state, legal[rng.index(legal.len())], &mut Journal::disabled());
            }
        }
        if state.step != Step::Operations {
            continue;
        }
        let position = |w| Position { look: game.look(&state), ground: &judgement.scoring.ground, w };
        let attacker = state.impulse.side;
        assert_eq!(position(fearful).unsettled(attacker.enemy()), game.look(&state).mandatory());
        assert!(position(fearful).unsettled(attacker).is_empty());
        assert!(position(&rash).unsettled(attacker.enemy()).is_empty());
        let fears = |w| position(w).threats() + position(w).distant_assaults();
        let less = fears(&rash) - fears(fearful);
        let feared = if attacker == Side::Axis { less } else { -less };
        assert!(feared >= 0, "the defenders threaten no less");
        threatened += usize::from(feared > 0);
    }
    assert!(threatened > 0, "nobody who threatens anything was entered");
}

/// A town of the Axis that no Soviet unit can reach is safe; the weights set by hand know nothing of it.
#[test]
fn towns_out_of_reach_are_safe() {
    let (game, judgement) = loaded();
    let mut state = game.setup(0, Options::NONE);
    let safe = |state: &State, w: &Scales| {
        Position { look: game.look(state), ground: &judgement.scoring.ground, w }.towns_out_of_reach()
    };
    let axis = judgement.weights.of(WeightSet::Learned, Side::Axis.index());
    let minsk = game.tables().graph.space("minsk").unwrap();
    state.soviet.remove(minsk);
    assert!(!safe(&state, axis).contains(minsk), "Soviet units stand there");
    for space in 0..SPACES {
        state.here[space] -= game.tables().of[Side::Soviet.index()];
    }
    state.occupied[Side::Soviet.index()] = Spaces::empty();
    assert!(safe(&state, axis).contains(minsk));
    assert!(safe(&state, &judgement.weights.hand).is_empty());
}

/// In a build that checks sums, one that overflows would end the test.
#[test]
fn no_weight_of_an_overlay_overflows() {
    for number in [i32::MIN, i32::MAX] {
        let five = format!("{number}, {number}, {number}, {number}, {number}");
        let side = |side: &str| {
            format!(
                "[learned.{side}]\narea = {number}\npoint = {number}\nfollowers = {number}\n\
                 inside_assault = {number}\nlast_defender = {number}\n\
                 distant_assault = [{five}, {number}, {number}, {number}]\ndistant_by_turn_axis = [{five}]\n\
                 distant_by_turn_soviet = [{five}]\ndrive_axis = [{five}]\ndrive_soviet = [{five}]\n\
                 drive_unled = [{five}]\nstronghold = {number}\nungarrisoned_axis = [{five}]\n\
                 ungarrisoned_soviet = [{five}]\nground_fades = [{five}]\nthreat = [{number}, {number}]\n\
                 open = [{number}, {number}]\nout_of_reach = [{five}]\nrounds_before_end = {number}\n\
                 panzer_garrison = [{five}]\nbreach = {number}\npoints_beyond = {number}\n"
            )
        };
        let mut overlay = Overlay::none();
        overlay.insert("slaughterhouse/weights.toml", &(side("axis") + &side("soviet")));
        let game = Slaughterhouse::load(&Overlay::none()).unwrap();
        let judgement = SlaughterhouseJudgement::load(&game, &overlay).unwrap();
        let state = game.setup(0, Options::NONE);
        for seat in [Seat(0), Seat(1)] {
            std::hint::black_box(judgement.evaluate(&game, &state, seat, &mut ()));
        }
    }
}
