//! Whole games kept as text. `UPDATE_GOLDEN=1` plays them anew.

use checks::Golden;
use new_game::NewGame;

const KEPT: &[Golden] =
    &[Golden::of("village", &[], 1, &["5.2", "6.1"]), Golden::of("lost", &[], 100, &["6.2"])];

checks::goldens!(NewGame, KEPT, 60_000, checks::any);
