//! Which draw the rules ask for at which ply.

use std::collections::BTreeMap;

use kernel::{Draw, Node, erased::AnyMatch};

/// The draws of a match, each with the ply that it is, counted from zero.
pub fn kinds(play: &dyn AnyMatch) -> BTreeMap<usize, Draw> {
    let mut again = play.up_to(0);
    let mut kinds = BTreeMap::new();
    for (ply, line) in play.record().lines.iter().enumerate() {
        let played = match (again.node(), line.strip_prefix("* ")) {
            (Node::Chance(draw), Some(outcome)) => {
                kinds.insert(ply, draw);
                again.play_luck(outcome)
            }
            (Node::Decision(seat), None) => again.play(seat, line),
            _ => break,
        };
        // What was played once can be played again.
        debug_assert_eq!(played, Ok(()));
    }
    kinds
}
