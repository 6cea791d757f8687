//! The conditions of victory as players see them while they play.

use view::{Aim, AimState};

use crate::{
    StrikeTheBear,
    state::{Look, option},
    tables::Side,
};

/// 13.5 The objectives of each side, one by one; what counts in the end is who holds all of his own, or more of them.
pub fn aims(game: &StrikeTheBear, look: Look<'_>) -> Vec<Aim> {
    let last = look.t.scenario.scenario.dates.len() as u8;
    let mut aims = Vec::new();
    for side in Side::BOTH {
        if look.option(option::FOG_OBJECTIVES) && look.s.objectives[side.index()] == 0 {
            let says = "Objectives are rolled after the last turn";
            aims.push(Aim::new("fog", side.id(), says, AimState::Open, "13.4").by(last));
            continue;
        }
        for &objective in look.objective_set(side) {
            let it = &look.t.objectives[usize::from(objective)];
            let lacking = it.spaces - look.s.control[side.index()];
            let spaces = lacking.into_iter().map(|space| game.names.spaces[space.index()].clone());
            let state = AimState::met_if(lacking.is_empty());
            aims.push(Aim::new(&it.id, side.id(), it.name.clone(), state, "13.5").by(last).at(spaces));
        }
    }
    aims
}
