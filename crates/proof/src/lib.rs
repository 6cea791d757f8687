//! Fair dice: before the first draw the host publishes the digest of a secret, each side adds a salt, and every draw
//! follows from secret, salts, its number and everything that came in before. `docs/fair-dice.md` describes the
//! protocol and its limits.
//!
//! | file | one idea |
//! |---|---|
//! | `chain.rs` | the chain of hashes over all that came in, and the draw that follows from it |
//! | `aside.rs` | what is no ply: salts and cuts, and how they are woven into the plies that are kept |
//! | `text.rs` | the section of a record that holds a proof |
//! | `verify.rs` | recomputing all of it from the file alone |
//! | `kinds.rs` | which draw the rules ask for at which ply |

#![deny(missing_docs)]

mod aside;
mod chain;
mod kinds;
mod text;
mod verify;

pub use aside::{Aside, Woven, woven};
pub use chain::{By, Bytes, Chain, Event, Genesis, Hash, PROTOCOL, Salt, Secret};
pub use kinds::kinds;
pub use text::{Item, Proof, ProofError, kind, read_kind};
pub use verify::{Doubt, Fault, Given, Kept, SaltSeen, TakenBack, Verdict, What, verify};
