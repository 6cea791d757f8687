//! Fair dice, played by every game: honest hosts are accepted, dishonest ones are found.

mod dishonest;
mod host;
mod mutations;
mod page;
