//! A view as numbers: first the game, then its tracks, its spaces, its pieces, each with the same features every time.
//!
//! Whoever knows the view knows the numbers, and nothing else goes in: they hide what the view hides.

use kernel::{Game, Node, Seat, Viewer};
use view::{HoldingKind, Name, Piece, SpaceState, Track, TrackKind, TrackValue, View};

use crate::vocabulary::{Index, Printed, Shown, Vocabulary};

const GAME: &[&str] = &["turn", "decides", "waits", "secret", "over", "won", "lost"];
const TRACK: &[&str] = &["shown", "number", "part"];
const SPACE: &[&str] =
    &["own_control", "enemy_control", "chosen", "own_pieces", "enemy_pieces", "own_unnamed", "enemy_unnamed"];
const PIECE: &[&str] = &[
    "known",
    "own",
    "enemy",
    "on_map",
    "x",
    "y",
    "reserve",
    "ready",
    "entry",
    "eliminated",
    "dead",
    "out",
    "cup",
    "due",
    "aboard",
    "strength",
    "ops",
    "movement",
    "acted",
    "face",
    "facing_x",
    "facing_y",
    "passengers",
    "chosen",
];

/// Turns and due dates are told in twentieths, numbers of tracks in tenths, heads in quarters.
const TURNS: f32 = 20.0;
const TENTHS: f32 = 10.0;
const HEADS: f32 = 4.0;

/// A part of an observation: so many things with so many features each.
pub struct Block {
    pub name: String,
    pub offset: usize,
    pub things: Vec<String>,
    pub features: Vec<String>,
}

/// The form of the observations of a game.
pub struct Layout {
    pub blocks: Vec<Block>,
    pub size: usize,
}

impl Layout {
    pub fn of(words: &Vocabulary) -> Layout {
        let own = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let named = |index: &Index| index.names().iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut layout = Layout { blocks: Vec::new(), size: 0 };
        let game = [own(GAME), prefixed("side", &words.sides), kinds("step", &words.steps)].concat();
        layout.add("game".to_owned(), own(&["game"]), game);
        for Shown { id, words } in &words.tracks {
            let word = if words.len() > 0 { kinds("word", words) } else { Vec::new() };
            layout.add(format!("track:{id}"), vec![id.to_string()], [own(TRACK), word].concat());
        }
        let spaces = [own(SPACE), kinds("mark", &words.space_marks)].concat();
        layout.add("spaces".to_owned(), named(&words.spaces), spaces);
        let levels = prefixed("level", words.levels.names());
        let pieces = [own(PIECE), levels, kinds("mark", &words.piece_marks)].concat();
        layout.add("pieces".to_owned(), named(&words.pieces), pieces);
        layout
    }

    fn add(&mut self, name: String, things: Vec<String>, features: Vec<String>) {
        let size = things.len() * features.len();
        self.blocks.push(Block { name, offset: self.size, things, features });
        self.size += size;
    }

    /// A short text that differs between forms: whoever keeps what was learned keeps it beside.
    pub fn fingerprint(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let blocks =
            self.blocks.iter().flat_map(|it| [&it.name].into_iter().chain(&it.things).chain(&it.features));
        for byte in blocks.flat_map(|name| name.bytes().chain([0])) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        format!("{hash:016x}")
    }
}

fn prefixed(kind: &str, names: &[Name]) -> Vec<String> {
    names.iter().map(|name| format!("{kind}:{name}")).collect()
}

fn kinds(kind: &str, names: &Index) -> Vec<String> {
    let mut all = prefixed(kind, names.names());
    all.push(format!("{kind}:*"));
    all
}

/// Writes what a seat may know of a position.
pub fn observe<G: Game>(game: &G, words: &Vocabulary, state: &G::State, seat: Seat, out: &mut [f32]) {
    let view = game.position(state, Viewer::Seat(seat));
    let own = game.side(state, seat);
    out.fill(0.0);
    let mut rest = Rest(out);
    let node = game.node(state);
    let flags = rest.take(GAME.len());
    flags[0] = f32::from(game.turn(state)) / TURNS;
    flags[1] = flag(node == Node::Decision(seat));
    flags[2] = flag(matches!(node, Node::Decision(other) if other != seat));
    flags[3] = flag(view.secret);
    if let Node::Over(outcome) = node {
        flags[4] = 1.0;
        flags[5] = flag(outcome.winner == Some(seat));
        flags[6] = flag(outcome.winner.is_some_and(|winner| winner != seat));
    }
    let sides = rest.take(words.sides.len());
    if let Some(at) = words.sides.iter().position(|side| *side == own) {
        sides[at] = 1.0;
    }
    count(rest.take(words.steps.len() + 1), &words.steps, &view.step);
    for shown in &words.tracks {
        let kinds = if shown.words.len() > 0 { shown.words.len() + 1 } else { 0 };
        let row = rest.take(TRACK.len() + kinds);
        if let Some(track) = view.tracks.iter().find(|track| track.id == shown.id) {
            write_track(track, &shown.words, row);
        }
    }
    let width = SPACE.len() + words.space_marks.len() + 1;
    let spaces = rest.take(words.spaces.len() * width);
    for (id, space) in &view.spaces {
        if let Some(at) = words.spaces.at(id) {
            write_space(space, &own, words, &mut spaces[at * width..(at + 1) * width]);
        }
    }
    for piece in &view.pieces {
        if let Some(at) = words.spaces.at(&piece.at) {
            let named = words.pieces.at(&piece.id).is_some();
            let theirs = usize::from(piece.side != own);
            spaces[at * width + 3 + theirs + 2 * usize::from(!named)] += 1.0 / HEADS;
        }
    }
    let width = PIECE.len() + words.levels.len() + words.piece_marks.len() + 1;
    let pieces = rest.take(words.pieces.len() * width);
    for piece in &view.pieces {
        if let Some(at) = words.pieces.at(&piece.id) {
            write_piece(piece, &view, &own, words, &mut pieces[at * width..(at + 1) * width]);
        }
    }
    debug_assert!(rest.0.is_empty(), "the form and what is written agree");
}

/// What is still to be written.
struct Rest<'a>(&'a mut [f32]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> &'a mut [f32] {
        let (head, tail) = std::mem::take(&mut self.0).split_at_mut(count);
        self.0 = tail;
        head
    }
}

fn flag(on: bool) -> f32 {
    f32::from(u8::from(on))
}

/// Counts a kind where it stands, or at the end, under `*`.
fn count(row: &mut [f32], kinds: &Index, kind: &str) {
    row[kinds.at(kind).unwrap_or(kinds.len())] += 1.0;
}

fn write_track(track: &Track, words: &Index, row: &mut [f32]) {
    row[0] = 1.0;
    match &track.value {
        TrackValue::Number(number) => {
            row[1] = *number as f32 / TENTHS;
            if let TrackKind::Tally { of } = track.kind {
                row[2] = *number as f32 / of.max(1) as f32;
            }
        }
        TrackValue::Word(word) if words.len() > 0 => count(&mut row[TRACK.len()..], words, word),
        TrackValue::Word(_) => {}
    }
    if let TrackKind::Row { steps, at } = &track.kind {
        row[2] = *at as f32 / steps.len().saturating_sub(1).max(1) as f32;
    }
}

fn write_space(space: &SpaceState, own: &Name, words: &Vocabulary, row: &mut [f32]) {
    if let Some(control) = &space.control {
        row[usize::from(control != own)] = 1.0;
    }
    row[2] = flag(space.chosen);
    for mark in &space.marks {
        count(&mut row[SPACE.len()..], &words.space_marks, &mark.kind);
    }
}

fn write_piece(piece: &Piece, view: &View, own: &Name, words: &Vocabulary, row: &mut [f32]) {
    row[0] = 1.0;
    row[1 + usize::from(piece.side != *own)] = 1.0;
    write_place(&piece.at, view, words, row);
    let Printed { strength, ops, movement, acted, face } =
        words.faces.get(&piece.face).copied().unwrap_or_default();
    row[15..20].copy_from_slice(&[strength, ops, movement, flag(acted), face]);
    if let Some(facing) = piece.facing {
        let angle = f32::from(facing) * std::f32::consts::FRAC_PI_3;
        (row[20], row[21]) = (angle.sin(), angle.cos());
    }
    row[22] = f32::from(piece.aboard) / HEADS;
    row[23] = flag(piece.chosen);
    let row = &mut row[PIECE.len()..];
    if let Some(at) = piece.level.as_ref().and_then(|level| words.levels.at(level)) {
        row[at] = 1.0;
    }
    for mark in &piece.marks {
        count(&mut row[words.levels.len()..], &words.piece_marks, mark);
    }
}

/// Where a piece is: in a space, in a box of this kind, or with another piece, where that one is.
fn write_place(at: &str, view: &View, words: &Vocabulary, row: &mut [f32]) {
    if let Some(space) = words.spaces.at(at) {
        row[3] = 1.0;
        row[4..6].copy_from_slice(&words.places[space]);
    } else if let Some(id) = at.strip_prefix("box:") {
        let kind = words.boxes.get(id).copied().unwrap_or_default();
        row[6 + match kind {
            HoldingKind::Reserve => 0,
            HoldingKind::Ready => 1,
            HoldingKind::Entry => 2,
            HoldingKind::Eliminated => 3,
            HoldingKind::Dead => 4,
            HoldingKind::Out => 5,
        }] = 1.0;
    } else if let Some(turn) = at.strip_prefix("entry:") {
        row[8] = 1.0;
        row[13] = turn.parse::<f32>().unwrap_or(0.0) / TURNS;
    } else if at.starts_with("cup:") {
        row[12] = 1.0;
    } else if let Some(carrier) = at.strip_prefix("aboard:") {
        row[14] = 1.0;
        // Whoever carries it is not carried.
        let carrier = view.pieces.iter().find(|it| *it.id == *carrier && !it.at.starts_with("aboard:"));
        if let Some(carrier) = carrier {
            write_place(&carrier.at, view, words, row);
        }
    }
}
