//! The symmetries of the board: eight on a square, four on a rectangle.

use super::{BoardSize, Point};

/// Symmetry of a board: an optional transposition, then optional reflections.
///
/// | bit | value | effect |
/// |---|---|---|
/// | 0 | 1 | reflects the columns (left and right) |
/// | 1 | 2 | reflects the rows (top and bottom) |
/// | 2 | 4 | transposes before the reflections |
///
/// So numbers 0 to 3 preserve the shape of a rectangle. Numbers 4 to 7 exchange its sides; only a square board has
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry(u8);

const MIRROR_X: u8 = 1;
const MIRROR_Y: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// Symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// Number of symmetries of a board of this size: 8 on a square, otherwise 4.
    #[inline]
    pub fn count(size: BoardSize) -> usize {
        if size.is_square() { 8 } else { 4 }
    }

    /// All symmetries of a board of this size, the identity first.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Symmetry> + Clone {
        (0..Self::count(size) as u8).map(Symmetry)
    }

    /// Symmetry with this number, `0..8`; higher bits are ignored.
    #[inline]
    pub fn from_number(number: u8) -> Symmetry {
        Symmetry(number & 7)
    }

    /// Number of the symmetry, `0..8`.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Image of a point on a board. `size` is the size of the image, which differs from the original if the symmetry
    /// transposes a rectangle.
    #[inline]
    pub fn apply(self, point: Point, size: BoardSize) -> Point {
        let (mut x, mut y) =
            if self.0 & TRANSPOSE != 0 { (point.y, point.x) } else { (point.x, point.y) };
        if self.0 & MIRROR_X != 0 {
            x = size.width() - 1 - x;
        }
        if self.0 & MIRROR_Y != 0 {
            y = size.height() - 1 - y;
        }
        Point { x, y }
    }

    /// Symmetry that maps every image back to its point.
    pub fn inverse(self) -> Symmetry {
        if self.0 & TRANSPOSE == 0 {
            return self;
        }
        // Once the transposition is undone, the reflections act on the other axis.
        let swapped = ((self.0 & MIRROR_X) << 1) | ((self.0 & MIRROR_Y) >> 1);
        Symmetry(TRANSPOSE | swapped)
    }

    /// Symmetry that has the effect of `first` followed by this one.
    #[must_use]
    pub fn after(self, first: Symmetry) -> Symmetry {
        // A transposition exchanges the axes of the reflections that came before it.
        let mirrors = first.0 & (MIRROR_X | MIRROR_Y);
        let mirrors = if self.transposes() {
            (mirrors & MIRROR_X) << 1 | (mirrors & MIRROR_Y) >> 1
        } else {
            mirrors
        };
        Symmetry(self.0 ^ (first.0 & TRANSPOSE) ^ mirrors)
    }

    /// True if columns become rows.
    ///
    /// In Lines of Action, columns and rows have different names, so such a symmetry also exchanges the two parts of a
    /// point's name. It exchanges the colours of the standard start, too.
    pub fn transposes(self) -> bool {
        self.0 & TRANSPOSE != 0
    }

    /// Whether columns are reflected, and whether rows are reflected, after the transposition.
    pub fn mirrors(self) -> (bool, bool) {
        (self.0 & MIRROR_X != 0, self.0 & MIRROR_Y != 0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn inverse_takes_back() {
        for (w, h) in [(19, 19), (5, 9), (1, 1), (52, 3)] {
            let size = BoardSize::new(w, h).unwrap();
            for symmetry in Symmetry::all(size) {
                for point in size.points() {
                    let there = symmetry.apply(point, size);
                    assert!(size.contains(there));
                    assert_eq!(symmetry.inverse().apply(there, size), point);
                }
            }
        }
    }

    #[test]
    fn one_after_another() {
        for size in [BoardSize::GO, BoardSize::new(5, 9).unwrap()] {
            for (a, b) in Symmetry::all(size).flat_map(|a| Symmetry::all(size).map(move |b| (a, b)))
            {
                for point in size.points() {
                    let both = b.apply(a.apply(point, size), size);
                    assert_eq!(b.after(a).apply(point, size), both);
                }
            }
        }
    }

    #[test]
    fn all_eight_differ() {
        let size = BoardSize::GO;
        let mut images: Vec<Point> =
            Symmetry::all(size).map(|s| s.apply(Point::new(1, 2), size)).collect();
        images.sort();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
