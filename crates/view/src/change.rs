//! What changed between two views. The first view of a stream is sent whole; after it a [`Change`] is enough.
//!
//! `Change::between(before, after)` applied to `before` gives exactly `after`; a law of the kernel holds it over random games.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize};

use crate::{Aim, Ending, Line, Name, Offer, Piece, Prompt, SpaceState, Track, Undo, View};

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
    pub turn: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub step: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub secret: Option<bool>,
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
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub aims: Option<Vec<Aim>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub boxes: BTreeMap<Name, Option<Name>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub journal_from: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub journal: Option<Edits<Arc<Line>>>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub since: Option<u32>,
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
    /// What turns one view into another of the same game.
    pub fn between(before: &View, after: &View) -> Change {
        let position = Change::of_position(before, after);
        Change {
            you: changed(&before.you, &after.you),
            undo: changed(&before.undo, &after.undo),
            offers: edits(&before.offers, &after.offers),
            journal_from: changed(&before.journal_from, &after.journal_from),
            journal: edits_of_lines(
                (before.journal_from, &before.journal),
                (after.journal_from, &after.journal),
            ),
            since: changed(&before.since, &after.since),
            ..position
        }
    }

    /// The part of a change that is the same for all who may know the same.
    pub fn of_position(before: &View, after: &View) -> Change {
        // Every field is named, so that a new one cannot be forgotten here.
        let View {
            seq,
            game: _,
            you: _,
            decides,
            turn,
            step,
            secret,
            prompt,
            undo: _,
            spaces,
            pieces,
            offers: _,
            tracks,
            aims,
            boxes,
            journal_from: _,
            journal: _,
            since: _,
            outcome,
        } = after;
        Change {
            from: before.seq,
            seq: *seq,
            decides: changed(&before.decides, decides),
            turn: changed(&before.turn, turn),
            step: changed(&before.step, step),
            secret: changed(&before.secret, secret),
            prompt: changed(&before.prompt, prompt),
            spaces: entries(&before.spaces, spaces),
            pieces: edits(&before.pieces, pieces),
            tracks: edits(&before.tracks, tracks),
            aims: changed(&before.aims, aims),
            boxes: entries(&before.boxes, boxes),
            outcome: changed(&before.outcome, outcome),
            ..Change::default()
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
        put(&mut view.turn, self.turn);
        put(&mut view.step, self.step);
        put(&mut view.secret, self.secret);
        put(&mut view.prompt, self.prompt);
        put(&mut view.undo, self.undo);
        put_entries(&mut view.spaces, self.spaces);
        put_entries(&mut view.boxes, self.boxes);
        edit(&mut view.pieces, self.pieces)?;
        edit(&mut view.offers, self.offers)?;
        edit(&mut view.tracks, self.tracks)?;
        put(&mut view.aims, self.aims);
        put(&mut view.journal_from, self.journal_from);
        edit(&mut view.journal, self.journal)?;
        put(&mut view.since, self.since);
        put(&mut view.outcome, self.outcome);
        Ok(())
    }
}

/// Tells a field that is `null` from one that is absent.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// What a field is now, if it has changed.
pub fn changed<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
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

/// An item of a list that is known by a text of its own.
pub trait Known: Clone + PartialEq {
    /// The text that no other item of the list has.
    fn key(&self) -> &str;
}

impl Known for Piece {
    fn key(&self) -> &str {
        &self.id
    }
}

impl Known for Offer {
    fn key(&self) -> &str {
        &self.action
    }
}

impl Known for Track {
    fn key(&self) -> &str {
        &self.id
    }
}

/// How to make one list from another; `None` if they are the same.
pub fn edits<T: Known>(before: &[T], after: &[T]) -> Option<Edits<T>> {
    let same = before.iter().zip(after).take_while(|(old, new)| old == new).count();
    if same == before.len() && same == after.len() {
        return None;
    }
    let (old, new) = (&before[same..], &after[same..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let mut list = Edits::new();
    keep(&mut list, 0, same);
    let mut places = None;
    let mut at = 0;
    for item in new {
        let here = match old.get(at) {
            Some(next) if next.key() == item.key() => Some(at),
            _ => {
                let places = places.get_or_insert_with(|| places_of(old));
                let found = places.binary_search_by(|&(key, _)| key.cmp(item.key()));
                found.ok().map(|found| places[found].1)
            }
        };
        match here {
            Some(place) => {
                at = place + 1;
                if old[place] == *item {
                    keep(&mut list, same + place, 1);
                } else {
                    list.push(Edit::New(item.clone()));
                }
            }
            None => list.push(Edit::New(item.clone())),
        }
    }
    keep(&mut list, before.len() - tail, tail);
    Some(list)
}

/// Where each item stands, in the order of their keys.
fn places_of<T: Known>(list: &[T]) -> Vec<(&str, usize)> {
    let mut places: Vec<(&str, usize)> =
        list.iter().enumerate().map(|(place, item)| (item.key(), place)).collect();
    places.sort_unstable();
    places
}

/// How to make one journal from another. A line keeps its number, so the numbers of the first lines tell what is kept.
pub fn edits_of_lines(before: (u32, &[Arc<Line>]), after: (u32, &[Arc<Line>])) -> Option<Edits<Arc<Line>>> {
    let ((old_from, old), (new_from, new)) = (before, after);
    let from = old_from.max(new_from);
    let (skipped, front) = ((from - old_from) as usize, (from - new_from) as usize);
    let (kept, rest) = (old.get(skipped..).unwrap_or_default(), new.get(front..).unwrap_or_default());
    let alike = |(old, new): &(&Arc<Line>, &Arc<Line>)| Arc::ptr_eq(old, new) || old == new;
    let same = kept.iter().zip(rest).take_while(alike).count();
    if skipped == 0 && front == 0 && same == old.len() && same == new.len() {
        return None;
    }
    let fresh = |lines: &[Arc<Line>]| lines.iter().cloned().map(Edit::New).collect::<Edits<_>>();
    let mut list = fresh(&new[..front.min(new.len())]);
    keep(&mut list, skipped, same);
    list.extend(fresh(&rest[same..]));
    Some(list)
}

/// Adds a run that is kept, to the run before it if that ends there.
pub fn keep<T>(list: &mut Edits<T>, from: usize, count: usize) {
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

    fn both_ways(before: &[&str], after: &[&str]) -> Option<Edits<Piece>> {
        let pieces = |texts: &[&str]| texts.iter().map(|text| piece(text)).collect::<Vec<_>>();
        let found = edits(&pieces(before), &pieces(after));
        let mut made = pieces(before);
        edit(&mut made, found.clone()).unwrap();
        assert_eq!(made, pieces(after));
        found
    }

    /// `a` or `a 9`: its id and where it is.
    fn piece(text: &str) -> Piece {
        let (id, at) = text.split_once(' ').unwrap_or((text, ""));
        Piece {
            id: id.into(),
            at: at.into(),
            side: "".into(),
            face: "".into(),
            marks: Vec::new(),
            facing: None,
            level: None,
            aboard: 0,
            chosen: false,
        }
    }

    #[test]
    fn a_list_is_made_from_what_is_kept_and_what_is_new() {
        let new = |text: &str| Edit::New(piece(text));
        assert_eq!(both_ways(&["a", "b", "c"], &["a", "b", "c"]), None);
        assert_eq!(both_ways(&["a", "b", "c"], &[]), Some(vec![]));
        assert_eq!(both_ways(&[], &["a"]), Some(vec![new("a")]));
        let moved = both_ways(&["a", "b", "c"], &["a", "b 9", "c"]);
        assert_eq!(moved, Some(vec![Edit::Keep(0, 1), new("b 9"), Edit::Keep(2, 1)]));
        let shifted = both_ways(&["a", "b", "c", "d"], &["b", "c", "d", "e"]);
        assert_eq!(shifted, Some(vec![Edit::Keep(1, 3), new("e")]));
        let turned = both_ways(&["a", "b", "c"], &["c", "b", "a"]);
        assert_eq!(turned, Some(vec![Edit::Keep(2, 1), Edit::Keep(1, 1), Edit::Keep(0, 1)]));
        both_ways(&["a", "b", "c", "d", "e"], &["a", "d 3", "x", "b", "e"]);
        both_ways(&["a", "b", "c", "d", "e"], &["e", "d", "d 2"]);
    }

    #[test]
    fn a_journal_is_made_by_the_numbers_of_its_lines() {
        let line = |n: u32| Arc::new(Line { seq: n, ..Line::default() });
        let lines = |numbers: std::ops::Range<u32>| numbers.map(line).collect::<Vec<_>>();
        let both = |before: (u32, Vec<Arc<Line>>), after: (u32, Vec<Arc<Line>>)| {
            let found = edits_of_lines((before.0, &before.1), (after.0, &after.1));
            let mut made = before.1;
            edit(&mut made, found.clone()).unwrap();
            assert_eq!(made, after.1);
            found
        };
        assert_eq!(both((0, lines(0..5)), (0, lines(0..5))), None);
        let grown = both((0, lines(0..5)), (2, lines(2..7)));
        assert_eq!(grown, Some(vec![Edit::Keep(2, 3), Edit::New(line(5)), Edit::New(line(6))]));
        let back = both((2, lines(2..7)), (0, lines(0..5)));
        assert_eq!(back, Some(vec![Edit::New(line(0)), Edit::New(line(1)), Edit::Keep(0, 3)]));
        assert_eq!(both((0, lines(0..5)), (0, lines(0..2))), Some(vec![Edit::Keep(0, 2)]));
        assert_eq!(both((0, lines(0..2)), (4, lines(4..6))).unwrap().len(), 2);
        let continued = [lines(0..4), vec![line(9)]].concat();
        assert_eq!(both((0, lines(0..5)), (0, continued)), Some(vec![Edit::Keep(0, 4), Edit::New(line(9))]));
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
