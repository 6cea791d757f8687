//! Every case of the rulebook that a function has to carry out is named by one, and shown by a test or an example.

checks::coverage!(new_game::NewGame);
