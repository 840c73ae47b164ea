//! Local patterns: a rectangle of points with what each may hold, perhaps at edges of the board.

use super::board::Board;
use super::symmetry::Symmetry;
use super::{BoardSize, Color, Point, Stone};
use std::ops::RangeInclusive;

/// What a point may hold: a set of empty, black, white, and hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell(u8);

impl Cell {
    /// An empty point.
    pub const EMPTY: Cell = Cell(0b0001);
    /// A black stone.
    pub const BLACK: Cell = Cell(0b0010);
    /// A white stone.
    pub const WHITE: Cell = Cell(0b0100);
    /// Black or empty: `A` in Sensei's Library.
    pub const BLACK_OR_EMPTY: Cell = Cell(0b0011);
    /// White or empty: `V`.
    pub const WHITE_OR_EMPTY: Cell = Cell(0b0101);
    /// A stone of either colour: `*`.
    pub const STONE: Cell = Cell(0b0110);
    /// Any point of the board, whatever it holds: `?`.
    pub const ANYTHING: Cell = Cell(0b1111);

    /// The cell that allows only this stone.
    pub fn only(stone: Stone) -> Cell {
        Cell(1 << stone as u8)
    }

    /// Whether the cell allows this stone.
    #[inline]
    pub fn allows(self, stone: Stone) -> bool {
        self.0 >> (stone as u8) & 1 == 1
    }

    /// Whether it allows more than one thing.
    pub fn is_open(self) -> bool {
        self.0.count_ones() > 1
    }

    /// The same with the colours swapped.
    pub fn swapped(self) -> Cell {
        let both = Cell::STONE.0;
        let swapped = (self.0 & Cell::BLACK.0) << 1 | (self.0 & Cell::WHITE.0) >> 1;
        Cell(self.0 & !both | swapped)
    }

    /// What an open point may hold, by its character in a diagram.
    pub fn open(symbol: char) -> Option<Cell> {
        [Cell::ANYTHING, Cell::BLACK_OR_EMPTY, Cell::WHITE_OR_EMPTY, Cell::STONE]
            .into_iter()
            .find(|cell| cell.symbol() == symbol)
    }

    /// The character for it in a diagram.
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

/// The edges of the board that a pattern touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edges {
    /// The left one.
    pub left: bool,
    /// The right one.
    pub right: bool,
    /// The upper one.
    pub top: bool,
    /// The lower one.
    pub bottom: bool,
}

impl Edges {
    fn each(self, other: Edges, of: impl Fn(bool, bool) -> bool) -> Edges {
        Edges {
            left: of(self.left, other.left),
            right: of(self.right, other.right),
            top: of(self.top, other.top),
            bottom: of(self.bottom, other.bottom),
        }
    }

    /// Those that are in both.
    #[must_use]
    pub fn and(self, other: Edges) -> Edges {
        self.each(other, |own, other| own && other)
    }

    /// Those that are in either.
    #[must_use]
    pub fn with(self, other: Edges) -> Edges {
        self.each(other, |own, other| own || other)
    }

    /// Those that are not in the other.
    #[must_use]
    pub fn without(self, other: Edges) -> Edges {
        self.each(other, |own, other| own && !other)
    }

    /// Their names: `left`, `right`, `top`, `bottom`.
    pub fn names(self) -> Vec<&'static str> {
        let those = [
            (self.left, "left"),
            (self.right, "right"),
            (self.top, "top"),
            (self.bottom, "bottom"),
        ]
        .into_iter()
        .filter(|(is, _)| *is);
        those.map(|(_, name)| name).collect()
    }

    /// The edges with these names and commas between them; `none` for none of them.
    pub fn named(text: &str) -> Option<Edges> {
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

    /// The edges as they are named: `top,right`, or `none`.
    pub fn text(self) -> String {
        match self.names().as_slice() {
            [] => "none".to_owned(),
            names => names.join(","),
        }
    }

    /// The edges of the board that is turned and mirrored.
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

/// The most moves of a pattern: the search keeps a bit for each number of moves that were played, in 64 bits.
pub const MOST_MOVES: usize = 63;

/// A rectangle of cells and the edges that it touches, perhaps with moves that must be played in it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pattern {
    size: BoardSize,
    /// Row by row from the upper left.
    cells: Vec<Cell>,
    edges: Edges,
    moves: Vec<(Color, Point)>,
}

impl Pattern {
    /// Makes a pattern, if there are as many cells as the size has points.
    pub fn new(size: BoardSize, cells: Vec<Cell>, edges: Edges) -> Option<Pattern> {
        (cells.len() == size.area()).then_some(Pattern { size, cells, edges, moves: Vec::new() })
    }

    /// A whole board, from edge to edge, with exactly its stones.
    pub fn of_board(board: &Board) -> Pattern {
        let size = board.size();
        Pattern {
            size,
            cells: size.points().map(|point| Cell::only(board.stone(point))).collect(),
            edges: Edges { left: true, right: true, top: true, bottom: true },
            moves: Vec::new(),
        }
    }

    /// Adds moves that must follow in this order. Points are relative to the pattern's upper left corner. With more
    /// than [`MOST_MOVES`] no game has the pattern.
    pub fn followed_by(mut self, moves: Vec<(Color, Point)>) -> Pattern {
        self.moves = moves;
        self
    }

    /// Columns and rows.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The cell at a point relative to the pattern's upper left corner; outside the pattern, anything is allowed.
    pub fn cell(&self, point: Point) -> Cell {
        let number = self.size.contains(point).then(|| self.size.number(point));
        number.and_then(|number| self.cells.get(number)).copied().unwrap_or(Cell::ANYTHING)
    }

    /// All cells with their points.
    pub fn cells(&self) -> impl Iterator<Item = (Point, Cell)> + '_ {
        self.size.points().zip(self.cells.iter().copied())
    }

    /// The edges that it touches.
    pub fn edges(&self) -> Edges {
        self.edges
    }

    /// The moves that must follow in this order.
    pub fn moves(&self) -> &[(Color, Point)] {
        &self.moves
    }

    /// The pattern under a symmetry, with the colours swapped if the turn says so.
    pub fn turned(&self, turn: ColorSymmetry) -> Pattern {
        let size = turn.size(self.size);
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

    /// All distinct images of the pattern with the turn that makes each, the pattern itself first.
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

    /// The turns that leave the pattern unchanged.
    pub fn own_turns(&self, turns: AllowedTurns) -> Vec<ColorSymmetry> {
        ColorSymmetry::all(turns).filter(|&turn| self.turned(turn) == *self).collect()
    }

    /// Where its upper left corner can lie on a board, as ranges of columns and rows. `None` if it does not fit.
    pub fn room(&self, board: BoardSize) -> Option<(RangeInclusive<u8>, RangeInclusive<u8>)> {
        let range = |side: u8, own: u8, first: bool, last: bool| {
            let most = side.checked_sub(own)?;
            let range = if last { most } else { 0 }..=if first { 0 } else { most };
            (!range.is_empty()).then_some(range)
        };
        let Edges { left, right, top, bottom } = self.edges;
        Some((
            range(board.width(), self.size.width(), left, right)?,
            range(board.height(), self.size.height(), top, bottom)?,
        ))
    }

    /// The possible places of its upper left corner on a board, row by row.
    pub fn corners(&self, board: BoardSize) -> impl Iterator<Item = Point> + use<> {
        self.room(board)
            .into_iter()
            .flat_map(|(xs, ys)| ys.flat_map(move |y| xs.clone().map(move |x| Point::new(x, y))))
    }

    /// Whether it matches the board with its upper left corner here.
    pub fn stands_at(&self, board: &Board, corner: Point) -> bool {
        self.cells().all(|(point, cell)| {
            let on_board = Point::new(corner.x + point.x, corner.y + point.y);
            board.size().contains(on_board) && cell.allows(board.stone(on_board))
        })
    }
}

/// A symmetry, with or without swapped colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ColorSymmetry {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// Whether the colours are swapped.
    pub swapped: bool,
}

/// Which images of a pattern count as the pattern, besides itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllowedTurns {
    /// Those that are turned or mirrored.
    pub symmetric: bool,
    /// Those with the colours exchanged.
    pub any_colors: bool,
}

impl AllowedTurns {
    /// Turned and mirrored images in the colours of the pattern.
    pub const SYMMETRIC: AllowedTurns = AllowedTurns { symmetric: true, any_colors: false };
}

impl ColorSymmetry {
    /// All turns in order of preference: the identity first, original colours before swapped ones.
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

    /// The size of the image of a rectangle.
    pub fn size(self, size: BoardSize) -> BoardSize {
        if self.symmetry.transposes() { size.transposed() } else { size }
    }

    /// The image of a colour, or the colour of an image.
    pub fn color(self, color: Color) -> Color {
        if self.swapped { color.other() } else { color }
    }

    /// The point of which `image` is the image, where `size` is the size of the pattern.
    pub fn back(self, image: Point, size: BoardSize) -> Point {
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
        // Drawn by hand: the rotations and reflections of a rectangle with two rows.
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
                let image = turn.symmetry.apply(point, turn.size(size));
                assert_eq!(turn.back(image, size), point);
            }
        }
    }

    #[test]
    fn equal_images_are_one() {
        let crosscut = pattern(&["XO", "OX"], Edges::default());
        assert_eq!(crosscut.images(AllowedTurns::SYMMETRIC).len(), 2);
        // Half of the 8 symmetries leave it unchanged, the others swap its colours.
        assert_eq!(crosscut.own_turns(AllowedTurns::SYMMETRIC).len(), 4);
        assert_eq!(crosscut.own_turns(AllowedTurns { symmetric: true, any_colors: true }).len(), 8);
    }

    #[test]
    fn edges_bind() {
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
