//! Lines of a map as paths: sides of spaces chained into rivers and fronts, corners rounded off.

use view::art::Point;

use crate::{
    plane::spot,
    svg::{Line, N, put},
};

/// Joins pieces that meet end to end into lines as long as they go. Where three meet, lines end.
pub(super) fn chained(pieces: &[&[Point]]) -> Vec<Vec<Point>> {
    let meets = |at: Point| {
        pieces.iter().filter(|piece| piece.first() == Some(&at) || piece.last() == Some(&at)).count()
    };
    let mut left: Vec<Vec<Point>> = pieces.iter().map(|piece| piece.to_vec()).collect();
    let mut lines = Vec::new();
    while let Some(mut line) = left.pop() {
        for _ in 0..2 {
            while let Some(&end) = line.last() {
                if meets(end) != 2 {
                    break;
                }
                let Some(next) =
                    left.iter().position(|piece| piece.first() == Some(&end) || piece.last() == Some(&end))
                else {
                    break;
                };
                let mut piece = left.swap_remove(next);
                if piece.first() != Some(&end) {
                    piece.reverse();
                }
                line.extend_from_slice(&piece[1..]);
            }
            line.reverse();
        }
        lines.push(line);
    }
    lines
}

/// A line with its corners rounded off, through the middles of its segments.
pub(super) fn rounded(out: &mut String, points: &[Point]) {
    let [first, inner @ .., last] = points else { return };
    if inner.is_empty() {
        put!(out, "{}", Line(points));
        return;
    }
    put!(out, "M{} {}", first[0], first[1]);
    for (n, &[x, y]) in inner.iter().enumerate() {
        let next = points[n + 2];
        let (to_x, to_y) = if next == *last && n + 3 == points.len() {
            spot(next)
        } else {
            (f64::from(x + next[0]) / 2.0, f64::from(y + next[1]) / 2.0)
        };
        put!(out, "Q{x} {y} {} {}", N(to_x), N(to_y));
    }
}

/// A closed line with its corners rounded off.
pub(super) fn rounded_ring(out: &mut String, ring: &[Point]) {
    let (Some(&first), Some(&last)) = (ring.first(), ring.last()) else { return };
    let middle = |a: Point, b: Point| (N(f64::from(a[0] + b[0]) / 2.0), N(f64::from(a[1] + b[1]) / 2.0));
    let (x, y) = middle(last, first);
    put!(out, "M{x} {y}");
    for (n, &at) in ring.iter().enumerate() {
        let (x, y) = middle(at, ring[(n + 1) % ring.len()]);
        put!(out, "Q{} {} {x} {y}", at[0], at[1]);
    }
    out.push('z');
}

/// All lines as one path, rounded.
pub(super) fn all_rounded<L: AsRef<[Point]>>(lines: &[L]) -> String {
    let mut path = String::new();
    for line in lines {
        rounded(&mut path, line.as_ref());
    }
    path
}

/// All lines as one path, as they are.
pub(super) fn all_straight<L: AsRef<[Point]>>(lines: &[L]) -> String {
    let mut path = String::new();
    for line in lines {
        put!(path, "{}", Line(line.as_ref()));
    }
    path
}
