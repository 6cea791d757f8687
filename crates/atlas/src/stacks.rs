//! Where the counters of one space stand: a space, its pieces and the size of a counter in, places out, lowest first.

use view::{Board, Name, Piece, Space, Stack, Tone, art::Point};

use crate::plane::{Rect, Spot, from_outline, inside, spot};

/// One counter's place: its upper left corner and its size.
pub(crate) struct Place<'a> {
    pub piece: &'a Piece,
    pub x: f64,
    pub y: f64,
    pub size: f64,
}

/// How far the next counter of a pile shows, as a part of its size: enough to read the name of the one below.
const PEEK: (f64, f64) = (0.09, 0.2);
/// A pile of more stops growing and wears its number.
const TALLEST: usize = 5;

/// What a zone's counters must keep to: the outline of the zone, and what may not be covered.
pub(crate) struct Room<'a> {
    pub outline: &'a [Point],
    pub taken: &'a [Rect],
}

/// Places for all pieces of a space.
pub(crate) fn places<'a>(board: &Board, space: &Space, pieces: &[&'a Piece], room: &Room) -> Vec<Place<'a>> {
    let size = f64::from(board.counter);
    let sides = by_side(pieces);
    match space.stack {
        Stack::Area => area(space, &sides, size),
        Stack::Zone => zone(space, &sides, size, room),
        Stack::Hex => hex(space, pieces, size),
        Stack::Octagon => apart(board, space, &sides, size),
        Stack::Diamond => apart(board, space, &sides, if sides.len() > 1 { size * 0.8 } else { size }),
    }
}

/// The numbers that tall piles wear: where, and how many.
pub(crate) fn tall(places: &[Place]) -> Vec<(Spot, f64, usize)> {
    let mut tops: Vec<(Spot, f64, usize)> = Vec::new();
    for side in by_side(&places.iter().map(|place| place.piece).collect::<Vec<_>>()) {
        let own: Vec<&Place> = places.iter().filter(|place| place.piece.side == side.0).collect();
        // A pile that stopped growing has counters in one and the same place.
        let Some(top) = own.last() else { continue };
        let hidden = own.iter().filter(|place| place.x == top.x && place.y == top.y).count() > 1;
        if hidden && own.len() > TALLEST {
            tops.push(((top.x + top.size, top.y), top.size, own.len()));
        }
    }
    tops
}

type Sides<'a> = Vec<(Name, Vec<&'a Piece>)>;

fn by_side<'a>(pieces: &[&'a Piece]) -> Sides<'a> {
    let mut sides: Sides = Vec::new();
    for &piece in pieces {
        match sides.iter_mut().find(|(side, _)| *side == piece.side) {
            Some((_, own)) => own.push(piece),
            None => sides.push((piece.side.clone(), vec![piece])),
        }
    }
    sides
}

/// Where a side's pile stands; spaces without anchors use their middle.
fn anchor(space: &Space, side: &str) -> Spot {
    space.piles.get(side).map_or(spot(space.center), |&at| spot(at))
}

/// One pile a side, each at its own anchor, or in the middle when a side is alone; names stay readable.
fn area<'a>(space: &Space, sides: &Sides<'a>, size: f64) -> Vec<Place<'a>> {
    let mut all = Vec::new();
    for (side, own) in sides {
        let (x, y) = if sides.len() > 1 { anchor(space, side) } else { middle(space) };
        let height = size * (1.0 + PEEK.1 * (own.len().min(TALLEST) - 1) as f64);
        all.extend(pile(own, (x, clear_of_name(space, y, height)), size, PEEK));
    }
    all
}

fn middle(space: &Space) -> Spot {
    if space.piles.is_empty() {
        return spot(space.center);
    }
    let count = space.piles.len() as f64;
    let (x, y) =
        space.piles.values().map(|&at| spot(at)).fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (x / count, y / count)
}

/// Moves a pile down, or up when the name lies below it, until it leaves number and name free.
fn clear_of_name(space: &Space, y: f64, height: f64) -> f64 {
    let label = f64::from(space.label[1]);
    let lowest = space.piles.values().map(|at| at[1]).max().unwrap_or(space.center[1]);
    if label <= f64::from(lowest) {
        y.max(label + 39.0 + height / 2.0)
    } else {
        y.min(label - 24.0 - height / 2.0)
    }
}

/// A fan towards the lower right: of every counter below, the strip with its name stays in sight.
fn pile<'a>(own: &[&'a Piece], (x, y): Spot, size: f64, (right, down): (f64, f64)) -> Vec<Place<'a>> {
    let last = own.len().min(TALLEST) - 1;
    let steps = own.len() - 1;
    own.iter()
        .enumerate()
        .map(|(n, piece)| {
            // Only the uppermost counters of a tall pile are fanned out.
            let step = (n + last).saturating_sub(steps) as f64 - last as f64 / 2.0;
            Place {
                piece,
                x: x + step * size * right - size / 2.0,
                y: y + step * size * down - size / 2.0,
                size,
            }
        })
        .collect()
}

/// Rows on a common grid, so that every counter can be read. Each side fills the cells nearest to its anchor.
fn zone<'a>(space: &Space, sides: &Sides<'a>, size: f64, room: &Room) -> Vec<Place<'a>> {
    let wanted = sides.iter().map(|(_, own)| own.len()).sum();
    let mut cells = grid(space, sides, size, room, wanted);
    let mut all = Vec::new();
    for (n, (side, own)) in sides.iter().enumerate() {
        let at = anchor(space, side);
        cells.sort_by(|a, b| {
            away(*a, at).total_cmp(&away(*b, at)).then(a.1.total_cmp(&b.1)).then(a.0.total_cmp(&b.0))
        });
        // The sides that follow must find a cell too, even in a crowded zone.
        let others = sides.len() - n - 1;
        let mut mine: Vec<Spot> = cells.drain(..own.len().min(cells.len().saturating_sub(others))).collect();
        if mine.is_empty() {
            mine.push(at);
        }
        mine.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        // More counters than cells: the cells hold piles.
        let deep = own.len().div_ceil(mine.len());
        for (cell, heap) in mine.iter().zip(own.chunks(deep)) {
            all.extend(pile(heap, *cell, size, (PEEK.0, PEEK.0)));
        }
    }
    all
}

fn away(a: Spot, b: Spot) -> f64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// The cells of the grid that holds the wanted number of counters closest to the anchors.
fn grid(space: &Space, sides: &Sides, size: f64, room: &Room, wanted: usize) -> Vec<Spot> {
    const SHIFTS: i32 = 8;
    let Some(bounds) = Rect::bounds(room.outline) else { return Vec::new() };
    let pitch = size + 2.0;
    let anchors: Vec<Spot> = sides.iter().map(|(side, _)| anchor(space, side)).collect();
    let near = |cell: &Spot| anchors.iter().map(|&at| away(*cell, at)).fold(f64::INFINITY, f64::min);
    let mut best: Option<(usize, f64, Vec<Spot>)> = None;
    for shift in 0..SHIFTS * SHIFTS {
        let part = |n: i32| f64::from(n) / f64::from(SHIFTS) * pitch;
        let (left, top) = (bounds.left + part(shift % SHIFTS), bounds.top + part(shift / SHIFTS));
        let columns = ((bounds.right - left) / pitch) as usize;
        let rows = ((bounds.bottom - top) / pitch) as usize;
        let mut cells: Vec<Spot> = (0..=rows)
            .flat_map(|row| (0..=columns).map(move |column| (column, row)))
            .map(|(column, row)| (left + column as f64 * pitch, top + row as f64 * pitch))
            .filter(|&cell| fits(cell, size, room))
            .collect();
        cells.sort_by(|a, b| near(a).total_cmp(&near(b)));
        let short = wanted.saturating_sub(cells.len());
        let effort: f64 = cells.iter().take(wanted).map(near).sum();
        if best.as_ref().is_none_or(|(least, sum, _)| (short, effort) < (*least, *sum)) {
            best = Some((short, effort, cells));
        }
    }
    best.map_or(Vec::new(), |(_, _, cells)| cells)
}

fn fits(cell: Spot, size: f64, room: &Room) -> bool {
    let square = Rect::around(cell, size - 2.0, size - 2.0);
    let corners = [
        (square.left, square.top),
        (square.right, square.top),
        (square.left, square.bottom),
        (square.right, square.bottom),
    ];
    corners.into_iter().all(|corner| inside(room.outline, corner))
        && from_outline(room.outline, cell) > size * 0.45
        && !room.taken.iter().any(|taken| taken.meets(&square))
}

/// The street below, the upper floor above; hostile piles on one shelf part left and right.
fn hex<'a>(space: &Space, pieces: &[&'a Piece], size: f64) -> Vec<Place<'a>> {
    let (x, y) = spot(space.center);
    let mut all = Vec::new();
    for upper in [false, true] {
        let there: Vec<&Piece> = pieces
            .iter()
            .copied()
            .filter(|piece| (piece.level.as_deref() == Some("upper")) == upper)
            .collect();
        let sides = by_side(&there);
        let shelf = match (space.levels, upper) {
            (false, _) => 0.0,
            (true, true) => -0.55,
            (true, false) => 0.55,
        };
        let rise = if space.levels { 0.0 } else { 0.16 };
        for (n, (_, own)) in sides.iter().enumerate() {
            let part = if sides.len() > 1 { n as f64 - 0.5 } else { 0.0 };
            all.extend(pile(own, (x + part * size, y + shelf * size), size, (0.16, rise)));
        }
    }
    all
}

/// The dark side lower left, the light side upper right; alone, a side takes the middle.
fn apart<'a>(board: &Board, space: &Space, sides: &Sides<'a>, size: f64) -> Vec<Place<'a>> {
    let (x, y) = spot(space.center);
    let reach = if sides.len() > 1 { size * 0.5 } else { 0.0 };
    let mut all = Vec::new();
    for (side, own) in sides {
        let dark = board.sides.iter().any(|it| it.id == *side && it.tone == Tone::Dark);
        let way = if dark { -1.0 } else { 1.0 };
        all.extend(pile(own, (x + way * reach, y - way * reach * 0.6), size, (0.1, 0.1)));
    }
    all
}
