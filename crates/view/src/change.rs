//! What changed between two views of one viewer. The first view of a stream is sent whole; after it a [`Change`] is enough.
//!
//! `Change::between(before, after)` applied to `before` gives exactly `after`; a law of the kernel holds it over random games.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::{Ending, Line, Name, Offer, Piece, Prompt, SpaceState, Track, Undo, View};

/// What must be done to the view before to get the view after. What is absent has not changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The `seq` of the view that this change is for.
    pub from: u32,
    /// The `seq` of the view that it makes.
    pub seq: u32,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub you: Option<Option<Name>>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub decides: Option<Option<Name>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub step: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub prompt: Option<Prompt>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub undo: Option<Undo>,
    /// Spaces that have something else to say now; nothing where they have nothing to say any more.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub spaces: BTreeMap<Name, Option<SpaceState>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pieces: Option<Edits<Piece>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offers: Option<Edits<Offer>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tracks: Option<Edits<Track>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub boxes: BTreeMap<Name, Option<Name>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub journal: Option<Edits<Line>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub since: Option<Edits<Line>>,
    #[serde(skip_serializing_if = "Option::is_none", default, deserialize_with = "present")]
    pub outcome: Option<Option<Ending>>,
}

/// How a list is made from the list before: in order, what is kept of it and what is new.
pub type Edits<T> = Vec<Edit<T>>;

/// One part of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Edit<T> {
    /// So many items of the list before, from this index on: `[12, 80]`.
    Keep(u32, u32),
    /// An item that the list before did not have.
    New(T),
}

/// A change that does not belong to the view it was to be applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfit;

impl Change {
    /// What turns one view into another of the same viewer and game.
    pub fn between(before: &View, after: &View) -> Change {
        Change {
            from: before.seq,
            seq: after.seq,
            you: changed(&before.you, &after.you),
            decides: changed(&before.decides, &after.decides),
            step: changed(&before.step, &after.step),
            prompt: changed(&before.prompt, &after.prompt),
            undo: changed(&before.undo, &after.undo),
            spaces: entries(&before.spaces, &after.spaces),
            pieces: edits(&before.pieces, &after.pieces),
            offers: edits(&before.offers, &after.offers),
            tracks: edits(&before.tracks, &after.tracks),
            boxes: entries(&before.boxes, &after.boxes),
            journal: edits(&before.journal, &after.journal),
            since: edits(&before.since, &after.since),
            outcome: changed(&before.outcome, &after.outcome),
        }
    }

    /// Turns the view before into the view after. A misfit leaves it half done: fetch the whole view then.
    pub fn apply(self, view: &mut View) -> Result<(), Misfit> {
        if view.seq != self.from {
            return Err(Misfit);
        }
        view.seq = self.seq;
        put(&mut view.you, self.you);
        put(&mut view.decides, self.decides);
        put(&mut view.step, self.step);
        put(&mut view.prompt, self.prompt);
        put(&mut view.undo, self.undo);
        put_entries(&mut view.spaces, self.spaces);
        put_entries(&mut view.boxes, self.boxes);
        edit(&mut view.pieces, self.pieces)?;
        edit(&mut view.offers, self.offers)?;
        edit(&mut view.tracks, self.tracks)?;
        edit(&mut view.journal, self.journal)?;
        edit(&mut view.since, self.since)?;
        put(&mut view.outcome, self.outcome);
        Ok(())
    }
}

/// Tells a field that is `null` from one that is absent.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

fn changed<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
    (before != after).then(|| after.clone())
}

fn put<T>(place: &mut T, changed: Option<T>) {
    if let Some(changed) = changed {
        *place = changed;
    }
}

/// Both maps are in order, so one pass finds what is new, different or gone.
fn entries<T: Clone + PartialEq>(
    before: &BTreeMap<Name, T>,
    after: &BTreeMap<Name, T>,
) -> BTreeMap<Name, Option<T>> {
    let mut found = BTreeMap::new();
    let mut old = before.iter().peekable();
    for (key, value) in after {
        while let Some((gone, _)) = old.next_if(|(it, _)| *it < key) {
            found.insert(gone.clone(), None);
        }
        match old.next_if(|(it, _)| *it == key) {
            Some((_, kept)) if kept == value => {}
            _ => {
                found.insert(key.clone(), Some(value.clone()));
            }
        }
    }
    found.extend(old.map(|(gone, _)| (gone.clone(), None)));
    found
}

fn put_entries<T>(map: &mut BTreeMap<Name, T>, changed: BTreeMap<Name, Option<T>>) {
    for (key, value) in changed {
        match value {
            Some(value) => drop(map.insert(key, value)),
            None => drop(map.remove(&key)),
        }
    }
}

/// How far ahead an item is looked for in the list before. What lies further is sent anew, which is never wrong.
const AHEAD: usize = 32;

/// How to make one list from another; `None` if they are the same.
fn edits<T: Clone + PartialEq>(before: &[T], after: &[T]) -> Option<Edits<T>> {
    let same = before.iter().zip(after).take_while(|(old, new)| old == new).count();
    if same == before.len() && same == after.len() {
        return None;
    }
    let (old, new) = (&before[same..], &after[same..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let mut list = Edits::new();
    keep(&mut list, 0, same);
    let mut at = 0;
    for item in new {
        let ahead = old[at..].iter().take(AHEAD).position(|it| it == item);
        match ahead {
            Some(skipped) => {
                at += skipped;
                keep(&mut list, same + at, 1);
                at += 1;
            }
            None => list.push(Edit::New(item.clone())),
        }
    }
    keep(&mut list, before.len() - tail, tail);
    Some(list)
}

/// Adds a run that is kept, to the run before it if that ends there.
fn keep<T>(list: &mut Edits<T>, from: usize, count: usize) {
    if count == 0 {
        return;
    }
    match list.last_mut() {
        Some(Edit::Keep(start, length)) if (*start + *length) as usize == from => *length += count as u32,
        _ => list.push(Edit::Keep(from as u32, count as u32)),
    }
}

fn edit<T: Clone>(list: &mut Vec<T>, edits: Option<Edits<T>>) -> Result<(), Misfit> {
    let Some(edits) = edits else { return Ok(()) };
    let before = std::mem::take(list);
    for edit in edits {
        match edit {
            Edit::Keep(from, count) => {
                let (from, count) = (from as usize, count as usize);
                let kept = from.checked_add(count).and_then(|end| before.get(from..end));
                list.extend_from_slice(kept.ok_or(Misfit)?);
            }
            Edit::New(item) => list.push(item),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both_ways(before: &[i32], after: &[i32]) -> Option<Edits<i32>> {
        let found = edits(before, after);
        let mut made = before.to_vec();
        edit(&mut made, found.clone()).unwrap();
        assert_eq!(made, after);
        found
    }

    #[test]
    fn a_list_is_made_from_what_is_kept_and_what_is_new() {
        assert_eq!(both_ways(&[1, 2, 3], &[1, 2, 3]), None);
        assert_eq!(both_ways(&[1, 2, 3], &[]), Some(vec![]));
        assert_eq!(
            both_ways(&[1, 2, 3], &[1, 9, 3]),
            Some(vec![Edit::Keep(0, 1), Edit::New(9), Edit::Keep(2, 1)])
        );
        assert_eq!(both_ways(&[1, 2, 3, 4], &[2, 3, 4, 5]), Some(vec![Edit::Keep(1, 3), Edit::New(5)]));
        assert_eq!(both_ways(&[1, 1], &[1, 1, 1]), Some(vec![Edit::Keep(0, 2), Edit::New(1)]));
        assert_eq!(both_ways(&[3, 2, 1], &[1, 2, 3]).unwrap().len(), 3);
        let long: Vec<i32> = (0..200).collect();
        both_ways(&long, &long[100..]);
        both_ways(&long[100..], &long);
    }

    #[test]
    fn a_change_fits_only_the_view_it_was_made_for() {
        let view = View { seq: 3, ..View::default() };
        let after = View { seq: 4, step: "war".into(), decides: Some("left".into()), ..View::default() };
        let change = Change::between(&view, &after);
        assert_eq!(change.clone().apply(&mut View::default()), Err(Misfit));
        let lists = Change { pieces: Some(vec![Edit::Keep(u32::MAX, 2)]), ..change.clone() };
        assert_eq!(lists.apply(&mut view.clone()), Err(Misfit));
        let mut made = view;
        change.apply(&mut made).unwrap();
        assert_eq!(made, after);
    }

    #[test]
    fn what_is_gone_is_null_and_what_is_the_same_is_absent() {
        let mut before = View { decides: Some("left".into()), ..View::default() };
        before.spaces.insert("9".into(), SpaceState { chosen: true, ..SpaceState::default() });
        before.boxes.insert("dead".into(), "2".into());
        let mut after = View { seq: 1, ..View::default() };
        after.spaces.insert("7".into(), SpaceState { chosen: true, ..SpaceState::default() });
        let change = Change::between(&before, &after);
        let text = serde_json::to_string(&change).unwrap();
        let expected = r#"{"from":0,"seq":1,"decides":null,"spaces":{"7":{"chosen":true},"9":null},"boxes":{"dead":null}}"#;
        assert_eq!(text, expected);
        let read: Change = serde_json::from_str(&text).unwrap();
        assert_eq!(read, change);
    }
}
