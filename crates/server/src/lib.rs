//! HTTP and server-sent events over matches that are actors. `docs/http.md` describes the interface.
//!
//! | file | one idea |
//! |---|---|
//! | `app.rs` | everything put together: the context, the router, the service |
//! | `door.rs`, `guard.rs`, `outside.rs` | connections and their time, who may write, and where a request comes from |
//! | `routes.rs` | the routes, with a list of themselves |
//! | `games.rs`, `matches.rs`, `join.rs`, `pages.rs`, `host.rs` | one resource each |
//! | `table.rs`, `tables.rs` | the actor that owns a live match, and all of them |
//! | `course.rs` | what later rules make of steps that they still allow |
//! | `orders.rs` | lists of actions played as one, and where pieces can be sent |
//! | `past.rs` | matches that outlive a change of rules |
//! | `standing.rs` | questions that a seat has answered in advance |
//! | `ahead.rs` | decisions in secret before one is asked |
//! | `sequel.rs` | matches that go on from the end of another game |
//! | `by_file.rs` | matches whose other side plays elsewhere, and is met by a file |
//! | `look.rs` | what a caller is told of a match: meta, summary, view |
//! | `events.rs`, `follow.rs`, `squeeze.rs` | live views: who listens, what has changed for him, how it goes out |
//! | `shelf.rs` | the games with their boards, maps and rulebooks, made once |
//! | `events.rs` | live views: server-sent events |
//! | `advice.rs` | hints and reviews |
//! | `openapi.rs` | the interface described for machines |
//! | `teaching.rs`, `puzzles.rs` | lessons, worked examples and puzzles at the table |
//! | `study.rs` | positions set up by hand, and what follows from them |
//! | `opponent.rs`, `dice.rs` | machines and chance |
//! | `sealed.rs`, `salting.rs` | what draws follow from, so that they can be proved, and who adds to it |
//! | `keepsakes.rs` | what can be kept of a game: what the dice brought, the report, the film |
//! | `thinking.rs` | who thinks next |
//! | `signing.rs`, `copies.rs` | records of this server, and games begun from them |
//! | `nodes.rs` | several servers on one database |
//! | `upkeep.rs` | what the server does by itself: old games leave |
//! | `lobby.rs` | open seats, challenges, finding an opponent, return matches |
//! | `talk.rs`, `clock.rs`, `ratings.rs` | what lies beside the record: agreements and chat, time, how strong people are |
//! | `accounts.rs` | names and passwords for several devices |
//! | `notices.rs`, `ways.rs` | who is told that a game waits, in which words; by which ways he wants it, and his feed |
//! | `abroad.rs`, `mail.rs`, `push.rs` | messages to servers elsewhere, by mail, and to closed browsers |
//! | `bots.rs` | programs that play: tokens and events |
//! | `identity.rs`, `body.rs`, `limit.rs`, `error.rs` | who asks, what is asked, how often, and why not |
//! | `metrics.rs` | figures for the host |

// This crate talks to the outside world.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod abroad;
mod accounts;
mod advice;
mod ahead;
mod app;
mod body;
mod bots;
mod by_file;
mod clock;
mod copies;
mod course;
mod dice;
mod door;
mod error;
mod events;
mod follow;
mod games;
mod guard;
mod host;
mod identity;
mod join;
mod keepsakes;
mod limit;
mod lobby;
mod look;
mod mail;
mod matches;
mod metrics;
mod nodes;
mod notices;
mod openapi;
mod opponent;
mod orders;
mod outside;
mod pages;
mod past;
mod push;
mod puzzles;
mod ratings;
mod routes;
mod salting;
mod sealed;
mod sequel;
mod shelf;
mod signing;
mod squeeze;
mod standing;
mod study;
mod table;
mod tables;
mod talk;
mod teaching;
mod thinking;
mod upkeep;
mod ways;

pub use app::{App, Settings, app, routes, serve};
pub use dice::Dice;
pub use door::Doors;
pub use events::event;
pub use limit::{Pair, Rate, Rates};
pub use mail::{Encryption, Mail, NoMailbox};
pub use notices::{Notices, send_notices};
pub use outside::{Network, NoNetwork, NoSite, Outside, Site};
pub use past::{course_of, part_of, record_of};
pub use sequel::prologue;
pub use shelf::Shelf;
pub use squeeze::Flow;
pub use upkeep::{Keep, clear};
