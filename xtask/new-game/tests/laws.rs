//! The laws of the kernel.

use kernel::{Table, laws::Plan};
use new_game::NewGame;

checks::game!(NewGame);

#[test]
fn the_laws_hold() {
    let (game, plan) = (game(), Plan { games: 40, every: 1, ..Plan::default() });
    checks::laws_hold(&game, 0, &game.about().option_sets(), plan);
}
