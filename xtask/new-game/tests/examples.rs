//! Every worked example of `examples/` plays as it says.

checks::examples!(new_game::NewGame);
