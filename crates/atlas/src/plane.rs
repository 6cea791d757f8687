//! Plane geometry on outlines: what lies inside, how far something is from a line, which boxes meet.

use view::art::Point;

pub(crate) type Spot = (f64, f64);

pub(crate) fn spot([x, y]: Point) -> Spot {
    (f64::from(x), f64::from(y))
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    pub(crate) fn around((x, y): Spot, width: f64, height: f64) -> Rect {
        Rect {
            left: x - width / 2.0,
            top: y - height / 2.0,
            right: x + width / 2.0,
            bottom: y + height / 2.0,
        }
    }

    pub(crate) fn bounds(points: &[Point]) -> Option<Rect> {
        let (&first, rest) = points.split_first()?;
        let (x, y) = spot(first);
        let start = Rect { left: x, top: y, right: x, bottom: y };
        Some(rest.iter().map(|&point| spot(point)).fold(start, |all, (x, y)| Rect {
            left: all.left.min(x),
            top: all.top.min(y),
            right: all.right.max(x),
            bottom: all.bottom.max(y),
        }))
    }

    pub(crate) fn holds(&self, (x, y): Spot) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    /// The area that two rectangles have in common.
    pub(crate) fn shared(&self, other: &Rect) -> f64 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0.0) * height.max(0.0)
    }

    /// Its corners and the middles of its edges.
    pub(crate) fn rim(&self) -> [Spot; 8] {
        let Rect { left, top, right, bottom } = *self;
        let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
        [
            (left, top),
            (x, top),
            (right, top),
            (right, y),
            (right, bottom),
            (x, bottom),
            (left, bottom),
            (left, y),
        ]
    }

    pub(crate) fn meets(&self, other: &Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// Whether a closed outline surrounds a spot, counting crossings to the right of it.
pub(crate) fn inside(outline: &[Point], (x, y): Spot) -> bool {
    edges(outline)
        .filter(|&((ax, ay), (bx, by))| (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax)
        .count()
        % 2
        == 1
}

/// The edges of a closed outline.
pub(crate) fn edges(outline: &[Point]) -> impl Iterator<Item = (Spot, Spot)> + '_ {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(&a, &b)| (spot(a), spot(b)))
}

/// How far a spot is from a closed outline.
pub(crate) fn from_outline(outline: &[Point], at: Spot) -> f64 {
    edges(outline).map(|(a, b)| from_segment(a, b, at)).fold(f64::INFINITY, f64::min)
}

/// How far a spot is from an open line.
pub(crate) fn from_line(line: &[Point], at: Spot) -> f64 {
    line.windows(2).map(|pair| from_segment(spot(pair[0]), spot(pair[1]), at)).fold(f64::INFINITY, f64::min)
}

fn from_segment((ax, ay): Spot, (bx, by): Spot, (x, y): Spot) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let part = if length == 0.0 { 0.0 } else { (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0) };
    (x - ax - part * dx).hypot(y - ay - part * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [[0, 0], [10, 0], [10, 10], [0, 10]];

    #[test]
    fn a_square_holds_its_middle() {
        assert!(inside(&SQUARE, (5.0, 5.0)));
        assert!(!inside(&SQUARE, (15.0, 5.0)));
        assert!((from_outline(&SQUARE, (5.0, 2.0)) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn empty_outlines_hold_nothing() {
        assert!(!inside(&[], (0.0, 0.0)));
        assert!(from_outline(&[], (0.0, 0.0)).is_infinite());
        assert!(Rect::bounds(&[]).is_none());
    }
}
