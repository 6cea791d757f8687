//! Positions for examples and problems, in the vocabulary of the view.

use board::Member;
use kernel::{Misplaced, example::Position};
use kit::{Arranged, misplaced, number};
use view::{TrackValue, study::Vocabulary};

use crate::{
    sequence::Step,
    state::{Play, State},
    tables::{Side, Tables},
};

pub fn vocabulary(t: &Tables) -> Vocabulary {
    Vocabulary::new(&["north", "south"], &[], &[], &[]).number("turn", 1, t.numbers.turns)
}

pub fn arrange(play: &mut Play<'_>, position: &Position) -> Result<(), Misplaced> {
    let (t, s) = (play.t, &mut *play.s);
    if position.clear {
        s.place.fill(None);
    }
    for (id, spec) in &position.arrangement.pieces {
        let key = format!("pieces.{id}");
        let unit = t.unit(id).ok_or_else(|| misplaced(&key, "there is no such piece"))?;
        let Some(at) = &spec.at else { continue };
        let lost = format!("box:{}-eliminated", t.counter(unit).side.id());
        s.place[unit.index()] = match t.graph.space(at) {
            Ok(space) => Some(space),
            Err(_) if *at == lost => None,
            Err(error) => return Err(misplaced(format!("{key}.at"), error.to_string())),
        };
    }
    if let Some(id) = position.arrangement.spaces.keys().next() {
        return Err(misplaced(format!("spaces.{id}"), "nothing lies in spaces but units"));
    }
    for (id, value) in &position.arrangement.tracks {
        set_track(t, s, id, value).map_err(|reason| misplaced(format!("tracks.{id}"), reason))?;
    }
    match position.step.as_deref() {
        None => {}
        Some("north") => s.step = Step::Act { side: Side::North },
        Some("south") => s.step = Step::Act { side: Side::South },
        Some(other) => {
            return Err(misplaced("step", format!("an example starts in north or south, not in '{other}'")));
        }
    }
    Ok(())
}

fn set_track(t: &Tables, s: &mut State, id: &str, value: &TrackValue) -> Arranged {
    match id {
        "turn" => s.turn = number(value, 1, t.numbers.turns.into())? as u8,
        other => return Err(format!("an example cannot set '{other}'; it can set turn")),
    }
    Ok(())
}
