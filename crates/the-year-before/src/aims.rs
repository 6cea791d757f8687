//! The conditions of victory as players see them while they play.

use kernel::Viewer;
use view::{Aim, AimState};

use crate::{state::Look, tables::Side};

/// 8.5 What has been scored in the open so far. 8.2.1 Countries at a side's end. 8.3 A card, for the side that knows it.
pub fn aims(look: Look<'_>, viewer: Viewer) -> Vec<Aim> {
    let needed = look.needed();
    let ahead = look.s.vp[0] - look.s.vp[1];
    let last = look.t.charts.turns.last;
    let (german, soviet) = (Side::German.id(), Side::Soviet.id());
    let mut aims = vec![
        Aim::new(
            "lead",
            german,
            format!("{} ahead of the Soviets", count(needed)),
            AimState::met_if(ahead >= needed),
            "8.5",
        )
        .counted(ahead.into(), needed.into())
        .by(last),
        Aim::new(
            "deny",
            soviet,
            format!("Germany less than {} ahead", count(needed)),
            AimState::met_if(ahead < needed),
            "8.5",
        )
        .by(last),
    ];
    for side in Side::BOTH {
        let end = if side == Side::German { 3 } else { -3 };
        let won = look.s.country.iter().filter(|&&it| it == end).count();
        let all = look.s.country.len();
        let id = ["german-countries", "soviet-countries"][side.index()];
        let state = AimState::met_if(won == all);
        aims.push(
            Aim::new(
                id,
                side.id(),
                ["Countries at the German end", "Countries at the Soviet end"][side.index()],
                state,
                "8.2.1",
            )
            .counted(won as i32, all as i32)
            .by(last),
        );
        if let Some(card) = look.s.card[side.index()].filter(|_| look.knows(viewer, side)) {
            let says = format!("The card {}", card.name());
            aims.push(Aim::new("card", side.id(), says, AimState::Open, "8.3").by(last));
        }
    }
    aims
}

/// Victory points in words.
fn count(points: i16) -> String {
    if points == 1 { "1 victory point".to_owned() } else { format!("{points} victory points") }
}
