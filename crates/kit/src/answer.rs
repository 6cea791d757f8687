//! Answers to a player's question.

use kernel::{Node, Unreadable, Viewer};
use view::{Name, Overlay, Shade};

/// An answer in words, with the cases behind it.
pub fn says(text: &str, cites: &[&str]) -> Overlay {
    Overlay {
        says: text.into(),
        cites: cites.iter().map(|&case| case.into()).collect(),
        ..Overlay::default()
    }
}

/// The answer to "why not" about what can be played.
pub fn playable() -> Overlay {
    says("This can be played now.", &[])
}

/// The error for something that a question names and the game does not have.
pub fn unknown(text: &str, reason: &str) -> Unreadable {
    Unreadable { text: text.to_owned(), reason: reason.to_owned() }
}

/// Whether the viewer is the one who decides.
pub fn decides(node: Node, viewer: Viewer) -> bool {
    matches!(node, Node::Decision(seat) if viewer == Viewer::Seat(seat))
}

/// A shaded space of an answer.
pub fn shade(space: &str, kind: &str, note: Option<String>) -> Shade {
    Shade { space: space.into(), kind: kind.into(), note: note.map(Name::from) }
}
