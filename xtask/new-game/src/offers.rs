//! The offers to the side that decides, with the exact odds of an attack.

use ::view::{
    Odds, Offer, Outcome, Target,
    odds::{Headline, percent},
};
use board::Space;
use kernel::Seat;

use crate::{
    NewGame,
    action::Action,
    state::{Look, State},
    tables::Unit,
};

pub fn offers(game: &NewGame, state: &State, _seat: Seat) -> Vec<Offer> {
    let look = game.look(state);
    look.actions().into_iter().map(|action| offer(game, look, action)).collect()
}

fn offer(game: &NewGame, look: Look<'_>, action: Action) -> Offer {
    let t = look.t;
    let at = |space: Space| Target::Space(game.names.spaces[space.index()].clone());
    let by = |unit: Unit| Some(game.names.units[usize::from(unit.0)].clone());
    let written = action.write(t);
    match action {
        Action::Move { unit, to } => {
            let label = format!("{} to {}", t.counter(unit).id, t.name(to));
            Offer { unit: by(unit), ..Offer::new(written, at(to), "move", label, "4.1") }
        }
        Action::Attack { unit, to } => {
            let label = format!("{} attacks {}", t.counter(unit).id, t.name(to));
            let odds = Some(odds(look));
            Offer { unit: by(unit), odds, ..Offer::new(written, at(to), "attack", label, "5.1") }
        }
        Action::Pass => {
            Offer { key: Some('P'), ..Offer::new(written, Target::Button(true), "pass", "Pass", "3.1") }
        }
    }
}

/// 5.2 What the die may bring.
fn odds(look: Look<'_>) -> Odds {
    let on = look.t.numbers.hits_on;
    let (hits, misses) = (u64::from(7 - on), u64::from(on - 1));
    let outcomes = [
        Outcome::new("nothing", misses, 0, 1).from_to(1, i32::from(on) - 1),
        Outcome::new("a unit is eliminated", hits, 4, 6).from_to(on.into(), 6),
    ];
    Odds {
        title: "Attack".into(),
        headline: Headline { ways: hits, says: format!("{} to hit", percent(hits, 6)).into() },
        assumes: "".into(),
        of: 6,
        outcomes: outcomes.into_iter().filter(|outcome| outcome.ways > 0).collect(),
        sums: Vec::new(),
        mean: format!("{hits} of 6 throws hit").into(),
    }
}
