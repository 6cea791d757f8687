//! A played game as something to keep: an after-action report as one page, and an animated replay as one file. Everything
//! follows from a match; nothing here reads or writes files.
//!
//! | file | one idea |
//! |---|---|
//! | `tale.rs` | what there is to tell: chapters, losses, dice, chances, the end |
//! | `luck.rs` | what the dice brought, beside what could be expected |
//! | `skill.rs` | luck apart from skill, decision by decision |
//! | `html.rs`, `markdown.rs` | the tale as a page, and as text |
//! | `film.rs` | the animated replay |
//! | `parts.rs` | pictures taken apart, so that what they share is kept once |

#![deny(missing_docs)]

mod film;
mod html;
mod luck;
mod markdown;
mod parts;
mod skill;
mod tale;

pub use film::{FRAMES, film};
pub use html::html;
pub use luck::{Rolls, rolls};
pub use markdown::markdown;
pub use skill::{Apart, Swing, apart, settled};
pub use tale::{Chance, Chapter, Figure, Sentence, Tale};
