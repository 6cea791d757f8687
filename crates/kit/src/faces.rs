//! What the counters of every board look like: their sides, faces and marks.

use std::collections::BTreeMap;

use view::{Face, MarkKind, Name, Side, Tone};

/// Front and back of counters by the keys that pieces name: the id, and the id with `/back`.
pub fn two_faced(counters: impl IntoIterator<Item = (Name, [Face; 2])>) -> BTreeMap<Name, Face> {
    let mut faces = BTreeMap::new();
    for (id, [front, back]) in counters {
        faces.insert(format!("{id}/back").into(), back);
        faces.insert(id, front);
    }
    faces
}

/// The sides of a board, by id, name and colour.
pub fn sides<const N: usize>(parties: [(&str, &str); N], tones: [Tone; N]) -> Vec<Side> {
    parties.iter().zip(tones).map(|((id, name), tone)| Side::new(id, name, tone)).collect()
}

/// The marks that pieces can bear, by the ids that pieces name.
pub fn marks<const N: usize>(kinds: [(&str, MarkKind); N]) -> BTreeMap<Name, MarkKind> {
    kinds.map(|(kind, mark)| (kind.into(), mark)).into()
}
