//! Local patterns: rectangles of points, with the set of stones that each point may hold and the board edges that the
//! rectangle touches.

use super::board::Board;
use super::symmetry::Symmetry;
use super::{BoardSize, Color, Point, Stone};
use std::ops::RangeInclusive;

/// Set of what a point of a pattern may hold. One bit each, from the lowest: empty, black, white, hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell(u8);

impl Cell {
    /// The point is empty.
    pub const EMPTY: Cell = Cell(0b0001);
    /// The point holds a black stone.
    pub const BLACK: Cell = Cell(0b0010);
    /// The point holds a white stone.
    pub const WHITE: Cell = Cell(0b0100);
    /// The point is empty or holds a black stone: `A`, as in Sensei's Library.
    pub const BLACK_OR_EMPTY: Cell = Cell(0b0011);
    /// The point is empty or holds a white stone: `V`.
    pub const WHITE_OR_EMPTY: Cell = Cell(0b0101);
    /// The point holds a stone of either colour: `*`.
    pub const STONE: Cell = Cell(0b0110);
    /// The point may hold anything: `?`.
    pub const ANYTHING: Cell = Cell(0b1111);

    /// Makes a cell that allows only this stone.
    pub fn only(stone: Stone) -> Cell {
        Cell(1 << stone as u8)
    }

    /// True if the cell allows this stone.
    #[inline]
    pub fn allows(self, stone: Stone) -> bool {
        self.0 >> (stone as u8) & 1 == 1
    }

    /// True if the cell allows more than one thing.
    pub fn is_open(self) -> bool {
        self.0.count_ones() > 1
    }

    /// Cell with black and white exchanged.
    pub fn swapped(self) -> Cell {
        let both = Cell::STONE.0;
        let swapped = (self.0 & Cell::BLACK.0) << 1 | (self.0 & Cell::WHITE.0) >> 1;
        Cell(self.0 & !both | swapped)
    }

    /// Cell of a point that allows more than one thing, by its character in a diagram.
    pub fn from_open_symbol(symbol: char) -> Option<Cell> {
        [Cell::ANYTHING, Cell::BLACK_OR_EMPTY, Cell::WHITE_OR_EMPTY, Cell::STONE]
            .into_iter()
            .find(|cell| cell.symbol() == symbol)
    }

    /// Character of the cell in a diagram.
    pub fn symbol(self) -> char {
        match self {
            Cell::EMPTY => '.',
            Cell::BLACK => 'X',
            Cell::WHITE => 'O',
            Cell::BLACK_OR_EMPTY => 'A',
            Cell::WHITE_OR_EMPTY => 'V',
            Cell::STONE => '*',
            Cell(0b1000) => '#',
            _ => '?',
        }
    }
}

/// Edges of the board that a pattern touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edges {
    /// True if the pattern touches the left edge.
    pub left: bool,
    /// True if the pattern touches the right edge.
    pub right: bool,
    /// True if the pattern touches the upper edge.
    pub top: bool,
    /// True if the pattern touches the lower edge.
    pub bottom: bool,
}

impl Edges {
    fn combine(self, other: Edges, merge: impl Fn(bool, bool) -> bool) -> Edges {
        Edges {
            left: merge(self.left, other.left),
            right: merge(self.right, other.right),
            top: merge(self.top, other.top),
            bottom: merge(self.bottom, other.bottom),
        }
    }

    /// Edges that are in both sets.
    #[must_use]
    pub fn and(self, other: Edges) -> Edges {
        self.combine(other, |in_self, other| in_self && other)
    }

    /// Edges that are in one of the sets or in both.
    #[must_use]
    pub fn with(self, other: Edges) -> Edges {
        self.combine(other, |in_self, other| in_self || other)
    }

    /// Edges of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: Edges) -> Edges {
        self.combine(other, |in_self, other| in_self && !other)
    }

    /// Names of the edges in the set: `left`, `right`, `top`, `bottom`.
    pub fn names(self) -> Vec<&'static str> {
        let touched = [
            (self.left, "left"),
            (self.right, "right"),
            (self.top, "top"),
            (self.bottom, "bottom"),
        ]
        .into_iter()
        .filter(|(is, _)| *is);
        touched.map(|(_, name)| name).collect()
    }

    /// Reads names of edges with commas between them; `none` is the empty set.
    pub fn parse(text: &str) -> Option<Edges> {
        let mut edges = Edges::default();
        for name in text.split(',').filter(|name| *name != "none") {
            match name.trim() {
                "left" => edges.left = true,
                "right" => edges.right = true,
                "top" => edges.top = true,
                "bottom" => edges.bottom = true,
                _ => return None,
            }
        }
        Some(edges)
    }

    /// Names of the edges with commas between them, such as `top,right`, or `none`.
    pub fn to_text(self) -> String {
        match self.names().as_slice() {
            [] => "none".to_owned(),
            names => names.join(","),
        }
    }

    /// Edges after the board is turned and mirrored by a symmetry.
    #[must_use]
    pub fn turned(self, symmetry: Symmetry) -> Edges {
        let mut edges = self;
        if symmetry.transposes() {
            edges = Edges {
                left: edges.top,
                top: edges.left,
                right: edges.bottom,
                bottom: edges.right,
            };
        }
        let (mirror_x, mirror_y) = symmetry.mirrors();
        if mirror_x {
            std::mem::swap(&mut edges.left, &mut edges.right);
        }
        if mirror_y {
            std::mem::swap(&mut edges.top, &mut edges.bottom);
        }
        edges
    }
}

/// Maximum number of moves of a pattern. The search stores in a `u64` which numbers of moves may have been played so
/// far, one bit for each from 0 to 63.
pub const MAX_PATTERN_MOVES: usize = 63;

/// Pattern: a rectangle of cells, the board edges that it touches, and moves that must be played in it afterwards.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pattern {
    size: BoardSize,
    /// Cells row by row from the upper left.
    cells: Vec<Cell>,
    edges: Edges,
    moves: Vec<(Color, Point)>,
}

impl Pattern {
    /// Makes a pattern; `None` unless there are as many cells as the size has points.
    pub fn new(size: BoardSize, cells: Vec<Cell>, edges: Edges) -> Option<Pattern> {
        (cells.len() == size.area()).then_some(Pattern { size, cells, edges, moves: Vec::new() })
    }

    /// Makes a pattern of a whole board, from edge to edge, with exactly its stones.
    pub fn from_board(board: &Board) -> Pattern {
        let size = board.size();
        Pattern {
            size,
            cells: size.points().map(|point| Cell::only(board.stone(point))).collect(),
            edges: Edges { left: true, right: true, top: true, bottom: true },
            moves: Vec::new(),
        }
    }

    /// Sets the moves that must be played in the pattern, in this order, after it has occurred. Points are relative to
    /// the pattern's upper left corner. No game has a pattern with more than [`MAX_PATTERN_MOVES`] moves.
    pub fn followed_by(mut self, moves: Vec<(Color, Point)>) -> Pattern {
        self.moves = moves;
        self
    }

    /// Columns and rows of the pattern.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Cell at a point relative to the pattern's upper left corner. Outside the pattern, anything is allowed.
    pub fn cell(&self, point: Point) -> Cell {
        let number = self.size.contains(point).then(|| self.size.number(point));
        number.and_then(|number| self.cells.get(number)).copied().unwrap_or(Cell::ANYTHING)
    }

    /// All cells of the pattern with their points.
    pub fn cells(&self) -> impl Iterator<Item = (Point, Cell)> + '_ {
        self.size.points().zip(self.cells.iter().copied())
    }

    /// Board edges that the pattern touches.
    pub fn edges(&self) -> Edges {
        self.edges
    }

    /// Moves that must be played in the pattern, in this order, after it has occurred.
    pub fn moves(&self) -> &[(Color, Point)] {
        &self.moves
    }

    /// Image of the pattern under a symmetry, with the colours exchanged if `turn` includes that.
    pub fn turned(&self, turn: ColorSymmetry) -> Pattern {
        let size = turn.image_size(self.size);
        let mut cells = vec![Cell::ANYTHING; self.cells.len()];
        for (point, cell) in self.cells() {
            let image = size.number(turn.symmetry.apply(point, size));
            if let Some(slot) = cells.get_mut(image) {
                *slot = if turn.swapped { cell.swapped() } else { cell };
            }
        }
        let moves = self
            .moves
            .iter()
            .map(|&(color, point)| (turn.color(color), turn.symmetry.apply(point, size)));
        Pattern { size, cells, edges: self.edges.turned(turn.symmetry), moves: moves.collect() }
    }

    /// All distinct images of the pattern, each with the symmetry that makes it. The pattern itself is first.
    pub fn images(&self, turns: AllowedTurns) -> Vec<(ColorSymmetry, Pattern)> {
        let mut images: Vec<(ColorSymmetry, Pattern)> = Vec::new();
        for turn in ColorSymmetry::all(turns) {
            let image = self.turned(turn);
            if images.iter().all(|(_, known)| *known != image) {
                images.push((turn, image));
            }
        }
        images
    }

    /// Symmetries that leave the pattern unchanged.
    pub fn invariant_turns(&self, turns: AllowedTurns) -> Vec<ColorSymmetry> {
        ColorSymmetry::all(turns).filter(|&turn| self.turned(turn) == *self).collect()
    }

    /// Columns and rows of a board where the pattern's upper left corner can lie. `None` if the pattern does not fit.
    pub fn corner_ranges(
        &self,
        board: BoardSize,
    ) -> Option<(RangeInclusive<u8>, RangeInclusive<u8>)> {
        let range = |side: u8, pattern_side: u8, first: bool, last: bool| {
            let last_corner = side.checked_sub(pattern_side)?;
            let range = if last { last_corner } else { 0 }..=if first { 0 } else { last_corner };
            (!range.is_empty()).then_some(range)
        };
        let Edges { left, right, top, bottom } = self.edges;
        Some((
            range(board.width(), self.size.width(), left, right)?,
            range(board.height(), self.size.height(), top, bottom)?,
        ))
    }

    /// Possible places of the pattern's upper left corner on a board, row by row.
    pub fn corners(&self, board: BoardSize) -> impl Iterator<Item = Point> + use<> {
        self.corner_ranges(board)
            .into_iter()
            .flat_map(|(xs, ys)| ys.flat_map(move |y| xs.clone().map(move |x| Point::new(x, y))))
    }

    /// True if the pattern matches the board with its upper left corner at this point. Does not look at the edges.
    pub fn matches_at(&self, board: &Board, corner: Point) -> bool {
        self.cells().all(|(point, cell)| {
            let on_board = Point::new(corner.x + point.x, corner.y + point.y);
            board.size().contains(on_board) && cell.allows(board.stone(on_board))
        })
    }
}

/// Symmetry of the board, with or without an exchange of the colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ColorSymmetry {
    /// Symmetry of the board.
    pub symmetry: Symmetry,
    /// True if the colours are exchanged.
    pub swapped: bool,
}

/// Which images of a pattern a search finds, besides the pattern itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllowedTurns {
    /// True if turned and mirrored images are found.
    pub symmetric: bool,
    /// True if images with the colours exchanged are found.
    pub any_colors: bool,
}

impl AllowedTurns {
    /// Turned and mirrored images are found, but only in the colours of the pattern.
    pub const SYMMETRIC: AllowedTurns = AllowedTurns { symmetric: true, any_colors: false };
}

impl ColorSymmetry {
    /// All allowed symmetries in order of preference: the identity first, the original colours before exchanged ones.
    pub fn all(turns: AllowedTurns) -> impl Iterator<Item = ColorSymmetry> {
        let symmetries = if turns.symmetric { 8 } else { 1 };
        let swaps: &[bool] = if turns.any_colors { &[false, true] } else { &[false] };
        swaps.iter().flat_map(move |&swapped| {
            (0..symmetries).map(move |number| ColorSymmetry {
                symmetry: Symmetry::from_number(number),
                swapped,
            })
        })
    }

    /// Size of a rectangle after this symmetry: columns and rows are exchanged if it transposes.
    pub fn image_size(self, size: BoardSize) -> BoardSize {
        if self.symmetry.transposes() { size.transposed() } else { size }
    }

    /// Image of a colour under this symmetry. Applied to the image, the function gives the original colour.
    pub fn color(self, color: Color) -> Color {
        if self.swapped { color.other() } else { color }
    }

    /// Point whose image is `image`, in a pattern whose size is `size`.
    pub fn preimage(self, image: Point, size: BoardSize) -> Point {
        self.symmetry.inverse().apply(image, size)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn pattern(rows: &[&str], edges: Edges) -> Pattern {
        let size = BoardSize::new(rows[0].len() as u8, rows.len() as u8).unwrap();
        let cell = |c| match c {
            '.' => Cell::EMPTY,
            'X' => Cell::BLACK,
            'O' => Cell::WHITE,
            'A' => Cell::BLACK_OR_EMPTY,
            'V' => Cell::WHITE_OR_EMPTY,
            '*' => Cell::STONE,
            _ => Cell::ANYTHING,
        };
        Pattern::new(size, rows.concat().chars().map(cell).collect(), edges).unwrap()
    }

    fn rows(pattern: &Pattern) -> Vec<String> {
        let width = usize::from(pattern.size().width());
        let all: Vec<char> = pattern.cells().map(|(_, cell)| cell.symbol()).collect();
        all.chunks(width).map(|row| row.iter().collect()).collect()
    }

    #[test]
    fn turns_take_cells_and_edges_along() {
        let corner = Edges { left: true, top: true, ..Edges::default() };
        let images = pattern(&["XA.", "?*O"], corner)
            .images(AllowedTurns { symmetric: true, any_colors: true });
        assert_eq!(images.len(), 16);
        // The expected images are drawn by hand, each with the edges that it touches: the rotations and reflections of
        // a rectangle with two rows.
        let drawn = [
            (["XA.", "?*O"].as_slice(), (true, false, true, false)),
            (&[".AX", "O*?"], (false, true, true, false)),
            (&["?*O", "XA."], (true, false, false, true)),
            (&["O*?", ".AX"], (false, true, false, true)),
            (&["X?", "A*", ".O"], (true, false, true, false)),
            (&["?X", "*A", "O."], (false, true, true, false)),
            (&[".O", "A*", "X?"], (true, false, false, true)),
            (&["O.", "*A", "?X"], (false, true, false, true)),
        ];
        for ((turn, image), (expected, edges)) in images.iter().zip(drawn) {
            assert!(!turn.swapped);
            assert_eq!(rows(image), expected);
            let Edges { left, right, top, bottom } = image.edges();
            assert_eq!((left, right, top, bottom), edges);
        }
        assert_eq!(rows(&images[8].1), ["OV.", "?*X"]);
    }

    #[test]
    fn points_come_back() {
        let size = BoardSize::new(3, 2).unwrap();
        for turn in ColorSymmetry::all(AllowedTurns::SYMMETRIC) {
            for point in size.points() {
                let image = turn.symmetry.apply(point, turn.image_size(size));
                assert_eq!(turn.preimage(image, size), point);
            }
        }
    }

    #[test]
    fn equal_images_are_one() {
        let crosscut = pattern(&["XO", "OX"], Edges::default());
        assert_eq!(crosscut.images(AllowedTurns::SYMMETRIC).len(), 2);
        // A crosscut, two crossing pairs of stones, is symmetric: 4 of the 8 symmetries leave it unchanged, and the
        // other 4 exchange its colours.
        assert_eq!(crosscut.invariant_turns(AllowedTurns::SYMMETRIC).len(), 4);
        assert_eq!(
            crosscut.invariant_turns(AllowedTurns { symmetric: true, any_colors: true }).len(),
            8
        );
    }

    #[test]
    fn edges_restrict_corners() {
        let board = BoardSize::GO;
        let floating = pattern(&["XX.", "O.."], Edges::default());
        assert_eq!(floating.corners(board).count(), 17 * 18);
        let right = Edges { right: true, ..Edges::default() };
        let side: Vec<Point> = pattern(&["XX.", "O.."], right).corners(board).collect();
        assert_eq!(side.len(), 18);
        assert!(side.iter().all(|corner| corner.x == 16));
        let both = Edges { left: true, right: true, ..Edges::default() };
        assert_eq!(pattern(&["XX.", "O.."], both).corners(board).count(), 0);
        let narrow = BoardSize::new(3, 9).unwrap();
        assert_eq!(pattern(&["XX.", "O.."], both).corners(narrow).count(), 8);
    }
}
