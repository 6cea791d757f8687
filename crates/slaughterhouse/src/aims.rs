//! The conditions of victory as players see them while they play.

use view::{Aim, AimState, Name};

use crate::{
    Slaughterhouse,
    state::Look,
    tables::{Side, Spaces},
};

/// 19.1 Three cities win at once. 19.2 The points of Urban Areas decide after the last turn.
pub fn aims(game: &Slaughterhouse, look: Look<'_>) -> Vec<Aim> {
    let named = |spaces: Spaces| -> Vec<Name> {
        spaces.into_iter().map(|it| game.names.spaces[it.index()].clone()).collect()
    };
    let last = look.t.scenario.scenario.turns;
    let (points, needed) = (look.axis_points(), look.needed());
    let lacking = look.t.automatic & look.s.soviet;
    let held = look.t.automatic.len() - lacking.len();
    let worth = |space: &board::Space| look.t.vp[space.index()] > 0;
    let prizes: Spaces = (look.t.urban & look.s.soviet).into_iter().filter(worth).collect();
    let enough = points >= needed;
    let (axis, soviet) = (Side::Axis.id(), Side::Soviet.id());
    vec![
        Aim::new("points", axis, "Victory points", AimState::met_if(enough), "19.2")
            .counted(points.into(), needed.into())
            .by(last)
            .at(named(prizes)),
        Aim::new("cities", axis, "These cities win at once", AimState::met_if(lacking.is_empty()), "19.1")
            .counted(held as i32, look.t.automatic.len() as i32)
            .at(named(lacking)),
        Aim::new(
            "deny",
            soviet,
            format!("The Axis has less than {needed} points"),
            AimState::met_if(!enough),
            "19.2",
        )
        .by(last),
    ]
}
