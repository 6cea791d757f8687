//! The table in a real browser: Chromium, driven through WebDriver against the real binary.
//!
//! These tests need Debian's `chromium` and `chromium-driver`, so they are ignored unless asked for:
//! `cargo xtask test --only browser` installs what is missing and runs them.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod any;
mod axe;
mod bear_trap;
mod by_file;
mod club;
mod commander;
mod driver;
mod fair;
mod lessons;
mod orders;
mod phone;
mod play;
mod position;
mod puzzles;
mod slaughterhouse;
mod start;
mod strike_the_bear;
mod study;
mod table;
mod the_year_before;
mod watch;
