//! Star points of a Go board, and the points on which handicap stones are usually set.

use super::{BoardSize, Point};

impl BoardSize {
    /// True if an empty Go board has a dot on this point.
    pub fn is_star_point(self, point: Point) -> bool {
        match self.lines(point) {
            (LineKind::Middle, LineKind::Edge) => self.width() >= 15,
            (LineKind::Edge, LineKind::Middle) => self.height() >= 15,
            _ => self.is_handicap_point(point),
        }
    }

    /// True if handicap stones are usually set on this point. On small boards this includes the middle of the sides,
    /// where many boards have no dot.
    pub fn is_handicap_point(self, point: Point) -> bool {
        !matches!(self.lines(point), (LineKind::Other, _) | (_, LineKind::Other))
    }

    fn lines(self, point: Point) -> (LineKind, LineKind) {
        (LineKind::from_index(self.width(), point.x), LineKind::from_index(self.height(), point.y))
    }
}

/// Kind of a line of the board, by its distance from the edges along one axis.
#[derive(Clone, Copy, PartialEq)]
enum LineKind {
    Edge,
    Middle,
    Other,
}

impl LineKind {
    fn from_index(side: u8, at: u8) -> LineKind {
        let from_edge = match side {
            13.. => 3,
            7.. => 2,
            _ => u8::MAX,
        };
        let mirrored = side - 1 - at;
        if side >= 5 && at == mirrored {
            LineKind::Middle
        } else if at.min(mirrored) == from_edge {
            LineKind::Edge
        } else {
            LineKind::Other
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn star_points() {
        let count = |width, height| {
            let size = BoardSize::new(width, height).unwrap();
            size.points().filter(|&p| size.is_star_point(p)).count()
        };
        assert_eq!(count(19, 19), 9);
        assert_eq!(count(13, 13), 5);
        assert_eq!(count(9, 9), 5);
        assert_eq!(count(8, 8), 4);
        assert_eq!(count(19, 13), 7);
        assert_eq!(count(5, 5), 1);
        assert_eq!(count(4, 4), 0);
        assert_eq!(count(1, 1), 0);
    }
}
