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

/// What counters must keep to: the outline of their space, and what may not be covered.
pub(crate) struct Room<'a> {
    pub outline: &'a [Point],
    pub taken: &'a [Rect],
}

/// Places for all pieces of a space.
pub(crate) fn places<'a>(board: &Board, space: &Space, pieces: &[&'a Piece], room: &Room) -> Vec<Place<'a>> {
    let size = f64::from(board.counter);
    let sides = by_side(pieces);
    match space.stack {
        Stack::Area if pieces.len() > 1 && wide(room) > size * 4.3 => rows(board, space, &sides, size, room),
        Stack::Area => area(space, &sides, size, room),
        Stack::Zone => zone(space, &sides, size, room),
        Stack::Hex => hex(space, pieces, size),
        Stack::Octagon => apart(board, space, &sides, size),
        Stack::Diamond => apart(board, space, &sides, if sides.len() > 1 { size * 0.8 } else { size }),
    }
}

/// The numbers that tall piles wear: at which corner, how large the counters are, how many they are.
pub(crate) fn tall(places: &[Place]) -> Vec<(Spot, f64, usize)> {
    // Counters of one pile follow each other and overlap by far; cells of a row do not.
    let piled = |a: &Place, b: &Place| {
        a.piece.side == b.piece.side && (a.x - b.x).hypot(a.y - b.y) < a.size.min(b.size) * 0.5
    };
    places
        .chunk_by(piled)
        .filter(|pile| pile.len() > TALLEST)
        .filter_map(|pile| {
            let top = pile.last()?;
            Some(((top.x + top.size, top.y), top.size, pile.len()))
        })
        .collect()
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

/// One pile a side, each near its own anchor, or near the middle when a side is alone.
fn area<'a>(space: &Space, sides: &Sides<'a>, size: f64, room: &Room) -> Vec<Place<'a>> {
    let mut all = Vec::new();
    let mut stands: Vec<Rect> = Vec::new();
    for (side, own) in sides {
        let wanted = if sides.len() > 1 { anchor(space, side) } else { middle(space) };
        let fan = (own.len().min(TALLEST) - 1) as f64;
        let (width, height) = (size * (1.0 + PEEK.0 * fan), size * (1.0 + PEEK.1 * fan));
        let at = settle(wanted, width, height, &stands, room);
        stands.push(Rect::around(at, width, height));
        all.extend(pile(own, at, size, PEEK));
    }
    all
}

fn wide(room: &Room) -> f64 {
    Rect::bounds(room.outline).map_or(0.0, |bounds| bounds.right - bounds.left)
}

/// In a roomy area every unit can be seen: a row of up to four piles a side, leaders in one of their own.
fn rows<'a>(board: &Board, space: &Space, sides: &Sides<'a>, size: f64, room: &Room) -> Vec<Place<'a>> {
    let leads = |piece: &&&Piece| {
        board.faces.get(&piece.face).is_some_and(|face| face.symbol.as_deref() == Some("leader"))
    };
    let most = ((wide(room) / (size * 1.1)) as usize).saturating_sub(1).clamp(2, 4);
    let mut all = Vec::new();
    let mut stands: Vec<Rect> = Vec::new();
    for (n, (_, own)) in sides.iter().enumerate() {
        let units: Vec<&Piece> = own.iter().filter(|piece| !leads(piece)).copied().collect();
        let officers: Vec<&Piece> = own.iter().filter(leads).copied().collect();
        let cells = units.len().min(if officers.is_empty() { most } else { most - 1 });
        let mut piles: Vec<Vec<&Piece>> =
            (0..cells).map(|cell| units.iter().skip(cell).step_by(cells).copied().collect()).collect();
        if !officers.is_empty() {
            piles.push(officers);
        }
        let (x, y) = middle(space);
        let part = if sides.len() > 1 { n as f64 - 0.5 } else { 0.0 };
        let width = size * (1.06 * piles.len() as f64);
        let tall = piles.iter().map(Vec::len).max().unwrap_or(1).min(TALLEST) as f64 - 1.0;
        let height = size * (1.0 + PEEK.1 * tall);
        let at = settle((x, y + part * size * 1.08), width, height, &stands, room);
        stands.push(Rect::around(at, width, height));
        for (cell, heap) in piles.iter().enumerate() {
            let across = (cell as f64 - (piles.len() as f64 - 1.0) / 2.0) * size * 1.06;
            all.extend(pile(heap, (at.0 + across, at.1), size, PEEK));
        }
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

/// The place nearest to the wanted one where a pile covers no name and no other pile and stays in its space; where
/// there is none, the one that does least harm.
fn settle(wanted: Spot, width: f64, height: f64, stands: &[Rect], room: &Room) -> Spot {
    const STEP: f64 = 6.0;
    const REACH: i32 = 14;
    let far = STEP * f64::from(REACH) + width.max(height);
    let near = Rect::around(wanted, far * 2.0, far * 2.0);
    let names: Vec<&Rect> = room.taken.iter().filter(|name| name.meets(&near)).collect();
    let harm = |at: Spot| {
        let pile = Rect::around(at, width, height);
        let covered: f64 = names.iter().map(|name| name.shared(&pile) * 0.16).sum();
        let crowded: f64 = stands.iter().map(|other| other.shared(&pile) * 0.2).sum();
        let astray: f64 = pile
            .rim()
            .into_iter()
            .filter(|&point| !room.outline.is_empty() && !inside(room.outline, point))
            .map(|point| 6.0 + 1.5 * from_outline(room.outline, point))
            .sum();
        covered + crowded + astray + (at.0 - wanted.0).hypot(at.1 - wanted.1)
    };
    let mut best = (harm(wanted), wanted);
    for row in -REACH..=REACH {
        for column in -REACH..=REACH {
            let (dx, dy) = (f64::from(column) * STEP, f64::from(row) * STEP);
            // The way there is part of the harm, so most places need no closer look.
            if dx.hypot(dy) < best.0 {
                let at = (wanted.0 + dx, wanted.1 + dy);
                let cost = harm(at);
                if cost < best.0 {
                    best = (cost, at);
                }
            }
        }
    }
    best.1
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

/// Rows, so that every counter can be read. Each side fills the cells nearest to its anchor. A crowded zone has
/// smaller counters, and piles when even those find no room.
fn zone<'a>(space: &Space, sides: &Sides<'a>, size: f64, room: &Room) -> Vec<Place<'a>> {
    let wanted = sides.iter().map(|(_, own)| own.len()).sum();
    let ways = [
        (1.0, Rows::Aligned),
        (1.0, Rows::Loose),
        (0.86, Rows::Aligned),
        (0.86, Rows::Loose),
        (0.75, Rows::Loose),
    ];
    let (size, mut cells) = ways
        .into_iter()
        .map(|(part, rows)| (size * part, cells(space, sides, size * part, rows, room, wanted)))
        .find(|(_, cells)| cells.len() >= wanted)
        .unwrap_or_else(|| (size, cells(space, sides, size, Rows::Loose, room, wanted)));
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

/// Whether the cells of a row stand exactly below those of the row above, or wherever there is room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    Aligned,
    Loose,
}

/// Cells in rows for the wanted number of counters, as close to the anchors as any set of rows allows.
fn cells(space: &Space, sides: &Sides, size: f64, rows: Rows, room: &Room, wanted: usize) -> Vec<Spot> {
    const SHIFTS: u8 = 8;
    let Some(bounds) = Rect::bounds(room.outline) else { return Vec::new() };
    let pitch = size + 2.0;
    let step = pitch / f64::from(SHIFTS);
    let anchors: Vec<Spot> = sides.iter().map(|(side, _)| anchor(space, side)).collect();
    let near = |cell: &Spot| anchors.iter().map(|&at| away(*cell, at)).fold(f64::INFINITY, f64::min);
    let mut best: Option<(usize, f64, Vec<Spot>)> = None;
    for shift in 0..SHIFTS * SHIFTS {
        let left = bounds.left + f64::from(shift % SHIFTS) * step;
        let mut y = bounds.top + f64::from(shift / SHIFTS) * step;
        let mut cells = Vec::new();
        while y < bounds.bottom {
            let mut x = left;
            while x < bounds.right {
                let found = fits((x, y), size, room);
                if found {
                    cells.push((x, y));
                }
                x += if found || rows == Rows::Aligned { pitch } else { step };
            }
            y += pitch;
        }
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
