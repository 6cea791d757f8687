//! HTTP and server-sent events over matches that are actors. `docs/http.md` describes the interface.
//!
//! | file | one idea |
//! |---|---|
//! | `app.rs` | everything put together: the context, the router, the loop that serves |
//! | `games.rs`, `matches.rs`, `join.rs`, `pages.rs`, `host.rs` | one resource each |
//! | `table.rs`, `tables.rs` | the actor that owns a live match, and all of them |
//! | `past.rs` | matches that outlive a change of rules |
//! | `look.rs` | what a caller is told of a match: meta, summary, view |
//! | `shelf.rs` | the games with their boards, maps and rulebooks, made once |
//! | `opponent.rs`, `dice.rs` | machines and chance |
//! | `identity.rs`, `body.rs`, `limit.rs`, `error.rs` | who asks, what is asked, how often, and why not |
//! | `metrics.rs` | figures for the host |

// This crate talks to the outside world.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod advice;
mod app;
mod body;
mod dice;
mod error;
mod events;
mod games;
mod host;
mod identity;
mod join;
mod limit;
mod look;
mod matches;
mod metrics;
mod openapi;
mod opponent;
mod pages;
mod past;
mod shelf;
mod table;
mod tables;

pub use app::{App, Settings, app, serve};
pub use dice::Dice;
pub use limit::{Rate, Rates};
pub use past::{part_of, record_of};
pub use shelf::Shelf;
