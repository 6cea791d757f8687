//! Every worked example of `examples/` plays as it says.

checks::examples!(bear_trap::BearTrap);
