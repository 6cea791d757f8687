//! Every worked example of `examples/` plays as it says.

checks::examples!(the_year_before::TheYearBefore);
