//! Every worked example of `examples/` plays as it says.

checks::examples!(strike_the_bear::StrikeTheBear);
