//! The faces of counters.

use std::collections::BTreeMap;

use view::{Face, Name};

/// Front and back of counters by the keys that pieces name: the id, and the id with `/back`.
pub fn two_faced(counters: impl IntoIterator<Item = (Name, [Face; 2])>) -> BTreeMap<Name, Face> {
    let mut faces = BTreeMap::new();
    for (id, [front, back]) in counters {
        faces.insert(format!("{id}/back").into(), back);
        faces.insert(id, front);
    }
    faces
}
