//! Every worked example of `examples/` plays as it says.

checks::examples!(circle_of_fire::CircleOfFire);
