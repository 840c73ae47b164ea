//! Where points are in a drawing.

use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Point};

/// Units between two lines.
pub(super) const CELL: f64 = 20.0;
/// Units around the cells, for the coordinates.
pub(super) const MARGIN: f64 = 15.0;

/// Where points are in a drawing.
#[derive(Clone, Copy)]
pub(super) struct Geometry {
    pub(super) size: BoardSize,
    /// How the board is turned. Only a square one changes its sides.
    pub(super) view: Symmetry,
}

impl Geometry {
    /// The middle of a line, counted from the left or from the top of the drawing.
    pub(super) fn line(self, number: u8) -> f64 {
        MARGIN + CELL * (f64::from(number) + 0.5)
    }

    /// The place of a point.
    pub(super) fn place(self, point: Point) -> (f64, f64) {
        let seen = self.view.apply(point, self.size);
        (self.line(seen.x), self.line(seen.y))
    }

    pub(super) fn width(self) -> f64 {
        2.0 * MARGIN + CELL * f64::from(self.size.width())
    }

    pub(super) fn height(self) -> f64 {
        2.0 * MARGIN + CELL * f64::from(self.size.height())
    }

    /// All lines as one path.
    pub(super) fn grid(self) -> String {
        let (right, bottom) = (self.size.width() - 1, self.size.height() - 1);
        let (width, height) = (CELL * f64::from(right), CELL * f64::from(bottom));
        let begin = format!("M{0} {0}", self.line(0));
        // Relative, so that the text repeats itself and packs well.
        let across = format!("h{width}m-{width} {CELL}").repeat(bottom.into());
        let down = format!("v{height}m{CELL}-{height}").repeat(right.into());
        format!("{begin}{across}h{width}{begin}{down}v{height}")
    }
}
