//! The conditions of victory as players see them while they play.

use view::{Aim, AimState};

use crate::{
    BearTrap,
    prose::half_points,
    state::Look,
    tables::{Building, PALACE, PARLIAMENT, SECURITY, STATION, Side},
};

/// 11.2 The points, as the viewer may count them, and the landmarks that score. 11.1 wins at once.
pub fn aims(game: &BearTrap, look: Look<'_>, [russian, chechen]: [i16; 2]) -> Vec<Aim> {
    let needed = look.t.charts.victory.difference;
    let ahead = russian - chechen;
    let won = ahead >= 2 * needed;
    let last = look.t.scenarios.last_turn(look.s.scenario);
    let (ours, theirs) = (Side::Russian.id(), Side::Chechen.id());
    let mut aims = vec![
        Aim::new("points", ours, format!("{needed} points ahead"), AimState::met_if(won), "11.2")
            .counted((ahead / 2).into(), needed.into())
            .by(last),
        Aim::new(
            "deny",
            theirs,
            format!("The Russians less than {needed} points ahead, now {}", half_points(ahead)),
            AimState::met_if(!won),
            "11.2",
        )
        .by(last),
    ];
    for (index, building) in look.t.map.buildings.iter().enumerate() {
        if matches!(index, PALACE | STATION | SECURITY | PARLIAMENT) {
            aims.push(landmark(game, look, building).by(last));
        }
    }
    let gone = |id, side: Side, of: Side| {
        Aim::new(
            id,
            side.id(),
            format!("No {} unit able to act wins at once", of.name()),
            AimState::Open,
            "11.1",
        )
    };
    aims.extend([
        gone("no-chechens", Side::Russian, Side::Chechen),
        gone("no-russians", Side::Chechen, Side::Russian),
    ]);
    aims
}

/// 11.2 A landmark counts for the side that controls every hex of it.
fn landmark(game: &BearTrap, look: Look<'_>, building: &Building) -> Aim {
    let total = building.marks.count_ones();
    let russian = (look.s.control & building.marks).count_ones();
    let (side, held) =
        if russian == total { (Side::Russian, russian) } else { (Side::Chechen, total - russian) };
    let lacks = |hex: &board::Space| {
        let index = look.t.map.landmark_list.iter().position(|it| it == hex);
        index.is_some_and(|index| look.controller(index) == Side::Chechen)
    };
    let hexes = building.hexes.into_iter().filter(lacks);
    Aim::new(&building.id, side.id(), building.name.clone(), AimState::met_if(held == total), "11.2")
        .counted(held as i32, total as i32)
        .at(hexes.map(|hex| game.names.spaces[hex.index()].clone()))
}
