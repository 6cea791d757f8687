//! The table in a real browser: Chromium, driven through WebDriver against the real binary.
//!
//! These tests need Debian's `chromium` and `chromium-driver`, so they are ignored unless asked for:
//! `cargo xtask test --only browser` installs what is missing and runs them.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod driver;
mod phone;
mod play;
mod position;
mod start;
mod table;
mod watch;
