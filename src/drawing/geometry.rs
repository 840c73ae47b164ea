//! Coordinates of points in a drawing.

use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Point};

/// Distance between two lines, in SVG units.
pub(super) const CELL: f64 = 20.0;
/// Width of the margin for the coordinates, in SVG units.
pub(super) const MARGIN: f64 = 15.0;

/// Maps points of the board to SVG coordinates.
#[derive(Clone, Copy)]
pub(super) struct Geometry {
    pub(super) size: BoardSize,
    /// Symmetry under which the board is shown. Symmetries that exchange rows and columns are used only for square
    /// boards.
    pub(super) view: Symmetry,
}

impl Geometry {
    /// SVG coordinate of a line of the board, given its number from the left or from the top of the drawing.
    pub(super) fn line(self, number: u8) -> f64 {
        MARGIN + CELL * (f64::from(number) + 0.5)
    }

    /// SVG coordinates of a point of the board.
    pub(super) fn place(self, point: Point) -> (f64, f64) {
        let viewed = self.view.apply(point, self.size);
        (self.line(viewed.x), self.line(viewed.y))
    }

    pub(super) fn width(self) -> f64 {
        2.0 * MARGIN + CELL * f64::from(self.size.width())
    }

    pub(super) fn height(self) -> f64 {
        2.0 * MARGIN + CELL * f64::from(self.size.height())
    }

    /// SVG path of all lines of the board.
    pub(super) fn grid(self) -> String {
        let (right, bottom) = (self.size.width() - 1, self.size.height() - 1);
        let (width, height) = (CELL * f64::from(right), CELL * f64::from(bottom));
        let begin = format!("M{0} {0}", self.line(0));
        // The path commands are relative, so that the text is the same for each line, which compresses well.
        let across = format!("h{width}m-{width} {CELL}").repeat(bottom.into());
        let down = format!("v{height}m{CELL}-{height}").repeat(right.into());
        format!("{begin}{across}h{width}{begin}{down}v{height}")
    }
}
