//! The conditions of victory as players see them while they play.

use board::{Reach, Space};
use view::{Aim, AimState, Name};

use crate::{
    CircleOfFire,
    state::Look,
    tables::{Side, Spaces},
};

/// 19.2.1 and 19.3 ask the same of the Soviets, on turn 4 for a foothold and on the last turn for more of the town; the German
/// wins where one of them fails. 19.1 wins at once.
pub fn aims(game: &CircleOfFire, look: Look<'_>) -> Vec<Aim> {
    let victory = &look.t.scenario.victory;
    let check = look.s.turn <= victory.check_turn;
    let last = look.t.scenario.scenario.dates.len() as u8;
    let (turn, urban, ring, foothold) = if check {
        (victory.check_turn, victory.check_urban, "19.2.1a", "19.2.1b")
    } else {
        (last, victory.final_urban, "19.3", "19.3")
    };
    let named = |spaces: Spaces| -> Vec<Name> {
        spaces.into_iter().map(|it| game.names.spaces[it.index()].clone()).collect()
    };
    let soviet = Side::Soviet.id();
    let held = look.soviet_urban();
    let surrounded = look.surrounded();
    let threatened = look.airfield_threatened();
    let enough = held >= usize::from(urban);
    let of_urban = named(look.t.urban - look.s.soviet);
    let all = look.t.urban.len();
    vec![
        Aim::new("ring", soviet, "Cholm is surrounded", AimState::met_if(surrounded), ring)
            .by(turn)
            .at(open_line(game, look)),
        Aim::new("urban", soviet, "Urban Areas", AimState::met_if(enough), foothold)
            .counted(held as i32, urban.into())
            .by(turn)
            .at(if enough { Vec::new() } else { of_urban.clone() }),
        Aim::new(
            "airfield",
            soviet,
            "The airfield, held or contested",
            AimState::met_if(threatened),
            foothold,
        )
        .by(turn)
        .at([game.names.spaces[look.t.airfield.index()].clone()]),
        Aim::new("all", soviet, "All of Cholm wins at once", AimState::met_if(held == all), "19.1")
            .counted(held as i32, all as i32)
            .at(of_urban),
        Aim::new(
            "hold",
            Side::German.id(),
            "Cholm holds out",
            AimState::met_if(!(surrounded && enough && threatened)),
            if check { "19.2.2" } else { "19.3" },
        )
        .by(turn),
    ]
}

/// 19.2.1a The shortest line that still leads out of Cholm; nothing when it is surrounded.
fn open_line(game: &CircleOfFire, look: Look<'_>) -> Vec<Name> {
    let through = look.line_spaces();
    let mut reach = Reach::new();
    let mut best: Vec<Space> = Vec::new();
    for from in look.line_starts() {
        for to in look.t.relief & through {
            if let Some(path) = look.t.graph.path(from, to, through, &mut reach)
                && (best.is_empty() || path.len() < best.len())
            {
                best = path.to_vec();
            }
        }
    }
    best.into_iter().map(|space| game.names.spaces[space.index()].clone()).collect()
}
