//! Boards and rules: points, stones, Go and Lines of Action.
//!
//! Everything here is a small value or a function over one [`Board`](board::Board). This module does no I/O and knows
//! neither file formats nor text.

pub mod board;
pub mod go;
pub mod hash;
pub mod loa;
pub mod pattern;
mod stars;
pub mod symmetry;

use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Color {
    /// The black player, who moves first in an even game.
    Black = 1,
    /// The white player.
    White = 2,
}

impl Color {
    /// Both players, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// Opponent of this player.
    #[inline]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// English name of the colour: `Black` or `White`.
    pub fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// Letter of the colour in SGF: `B` or `W`.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

/// Pair of values, one for each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// Value of the black player.
    pub black: T,
    /// Value of the white player.
    pub white: T,
}

impl<T> std::ops::Index<Color> for ByColor<T> {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> std::ops::IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// Point of the board; (0, 0) is the upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// Column, counted from the left, `0..width`.
    pub x: u8,
    /// Row, counted from the top, `0..height`.
    pub y: u8,
}

impl Point {
    /// Point in column `x` (from the left) and row `y` (from the top).
    #[inline]
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }
}

/// Content of a point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Stone {
    /// The point is empty.
    #[default]
    Empty = 0,
    /// A black stone or piece.
    Black = 1,
    /// A white stone or piece.
    White = 2,
    /// A square that no longer exists, in the Gemma variant of Lines of Action. Also the border around a board.
    Hole = 3,
}

impl Stone {
    /// Colour of the stone; `None` for an empty point or a hole.
    #[inline]
    pub fn color(self) -> Option<Color> {
        match self {
            Stone::Black => Some(Color::Black),
            Stone::White => Some(Color::White),
            Stone::Empty | Stone::Hole => None,
        }
    }

    /// Character of the stone in machine-readable board drawings: `.`, `X`, `O`, `#`.
    pub fn symbol(self) -> char {
        match self {
            Stone::Empty => '.',
            Stone::Black => 'X',
            Stone::White => 'O',
            Stone::Hole => '#',
        }
    }
}

impl From<Color> for Stone {
    #[inline]
    fn from(color: Color) -> Stone {
        match color {
            Color::Black => Stone::Black,
            Color::White => Stone::White,
        }
    }
}

/// Width and height of a board, 1 to 52 points each (SGF FF\[4\] for Go, `SZ` and the point type).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "(u8, u8)", try_from = "(u8, u8)"))]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// Largest side of a board: SGF has letters for 52 columns.
    pub const MAX: u8 = 52;
    /// Size of the usual Go board, 19 by 19.
    pub const GO: BoardSize = BoardSize { width: 19, height: 19 };
    /// Size of the usual Lines of Action board, 8 by 8.
    pub const LOA: BoardSize = BoardSize { width: 8, height: 8 };

    /// Makes a size; `None` unless both sides are 1 to 52.
    pub fn new(width: u8, height: u8) -> Option<BoardSize> {
        let side = 1..=Self::MAX;
        (side.contains(&width) && side.contains(&height)).then_some(BoardSize { width, height })
    }

    /// Number of columns of the board.
    #[inline]
    pub fn width(self) -> u8 {
        self.width
    }

    /// Number of rows of the board.
    #[inline]
    pub fn height(self) -> u8 {
        self.height
    }

    /// Size with rows and columns exchanged.
    #[inline]
    pub fn transposed(self) -> BoardSize {
        BoardSize { width: self.height, height: self.width }
    }

    /// Number of points of the board.
    #[inline]
    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// True if the board has as many columns as rows.
    #[inline]
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// True if the point is on a board of this size.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// All points of the board, row by row from the upper left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point { x, y }))
    }

    /// Number of a point in row order, `0..area`.
    #[inline]
    pub fn number(self, point: Point) -> usize {
        usize::from(point.y) * usize::from(self.width) + usize::from(point.x)
    }

    /// Point with this number, the inverse of [`number`](Self::number).
    #[inline]
    pub fn point(self, number: usize) -> Point {
        // Division is faster on 32-bit numbers than on 64-bit ones.
        let (number, width) = (number as u32, u32::from(self.width));
        Point { x: (number % width) as u8, y: (number / width) as u8 }
    }
}

impl From<BoardSize> for (u8, u8) {
    fn from(size: BoardSize) -> (u8, u8) {
        (size.width, size.height)
    }
}

impl TryFrom<(u8, u8)> for BoardSize {
    type Error = &'static str;

    fn try_from((width, height): (u8, u8)) -> Result<BoardSize, &'static str> {
        BoardSize::new(width, height).ok_or("there is no board of this size")
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Meaning of a `B` or `W` value in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Move {
    /// A stone is placed (Go).
    Place(Point),
    /// The player passes.
    Pass,
    /// A piece moves from one square to another (Lines of Action).
    Slide {
        /// Square where the piece stood before the move.
        from: Point,
        /// Square to which the piece moves.
        to: Point,
    },
    /// An immobile piece is removed and leaves a hole (Gemma variant of Lines of Action).
    Remove(Point),
    /// The player resigns (Lines of Action).
    Resign,
    /// The player forfeits (Lines of Action).
    Forfeit,
    /// The player escapes (Gemma variant of Lines of Action).
    Escape,
    /// The value is no move on this board. It counts as a move but changes nothing.
    Unreadable,
}

/// Game that a record holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GameKind {
    /// Go, `GM[1]`.
    Go,
    /// Lines of Action, `GM[9]`.
    Loa,
    /// Any other game, with its `GM` number. It is indexed for people, dates and comments, but never replayed.
    Other(u16),
}

impl GameKind {
    /// Class of the game, which leaves out the `GM` number of other games.
    pub fn class(self) -> GameClass {
        match self {
            GameKind::Go => GameClass::Go,
            GameKind::Loa => GameClass::Loa,
            GameKind::Other(_) => GameClass::Other,
        }
    }

    /// Name of the game's class: `go`, `loa` or `other`.
    pub fn name(self) -> &'static str {
        self.class().as_str()
    }
}

/// Class of games: those whose rules are known, and all others together. The order is that of the names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum GameClass {
    /// The game is Go.
    Go,
    /// The game is Lines of Action.
    Loa,
    /// The game is another one, whose rules are not known.
    Other,
}

impl GameClass {
    /// All classes of games, in the order of their names.
    pub const ALL: [GameClass; 3] = [GameClass::Go, GameClass::Loa, GameClass::Other];

    /// Name of the class: `go`, `loa` or `other`.
    pub fn as_str(self) -> &'static str {
        match self {
            GameClass::Go => "go",
            GameClass::Loa => "loa",
            GameClass::Other => "other",
        }
    }
}
