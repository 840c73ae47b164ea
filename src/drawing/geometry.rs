//! Coordinates of points in a drawing.

use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Point};

/// Distance between two lines, in SVG units.
pub(super) const CELL: f64 = 20.0;
/// Width of the margin for the coordinates, in SVG units.
pub(super) const MARGIN: f64 = 15.0;
/// Length by which the lines of a corner run on beyond its last points, in SVG units.
const RUN_ON: f64 = 18.0;

/// Maps points of the board to SVG coordinates.
#[derive(Clone, Copy)]
pub(super) struct Geometry {
    pub(super) size: BoardSize,
    /// Symmetry under which the board is shown. Symmetries that exchange rows and columns are used only for square
    /// boards.
    pub(super) view: Symmetry,
    /// Number of rows and of columns of the upper right corner, if only this corner is drawn. It is shown as it lies,
    /// without a symmetry.
    pub(super) corner: Option<u8>,
}

impl Geometry {
    /// SVG coordinate of a line of the board, given its number from the left or from the top of the drawing.
    pub(super) fn line(self, number: u8) -> f64 {
        MARGIN + CELL * (f64::from(number) + 0.5)
    }

    /// SVG coordinates of a point that the drawing shows.
    pub(super) fn place(self, point: Point) -> (f64, f64) {
        let viewed = self.view.apply(point, self.size);
        (self.line(viewed.x.saturating_sub(self.left())), self.line(viewed.y))
    }

    /// True if the drawing shows a point of the board.
    pub(super) fn shows(self, point: Point) -> bool {
        point.x >= self.left() && point.y < self.rows()
    }

    /// Number of columns of the board at the left of the drawing that are not shown.
    pub(super) fn left(self) -> u8 {
        self.size.width() - self.columns()
    }

    /// Number of columns of the board that are shown.
    pub(super) fn columns(self) -> u8 {
        self.corner.map_or(self.size.width(), |side| side.min(self.size.width()))
    }

    /// Number of rows of the board that are shown.
    pub(super) fn rows(self) -> u8 {
        self.corner.map_or(self.size.height(), |side| side.min(self.size.height()))
    }

    pub(super) fn width(self) -> f64 {
        2.0 * MARGIN + CELL * f64::from(self.columns())
    }

    pub(super) fn height(self) -> f64 {
        2.0 * MARGIN + CELL * f64::from(self.rows())
    }

    /// SVG path of all lines of the board. The lines of a corner run on beyond its last points, because the board does.
    pub(super) fn grid(self) -> String {
        let (right, bottom) = (self.columns() - 1, self.rows() - 1);
        if self.corner.is_some() {
            let (left, lower) = (self.line(0) - RUN_ON, self.line(bottom) + RUN_ON);
            let (last, upper) = (self.line(right), self.line(0));
            let across = (0..=bottom).map(|y| format!("M{left} {}H{last}", self.line(y)));
            let down = (0..=right).map(|x| format!("M{} {upper}V{lower}", self.line(x)));
            return across.chain(down).collect();
        }
        let (width, height) = (CELL * f64::from(right), CELL * f64::from(bottom));
        let begin = format!("M{0} {0}", self.line(0));
        // The path commands are relative, so that the text is the same for each line, which compresses well.
        let across = format!("h{width}m-{width} {CELL}").repeat(bottom.into());
        let down = format!("v{height}m{CELL}-{height}").repeat(right.into());
        format!("{begin}{across}h{width}{begin}{down}v{height}")
    }
}
