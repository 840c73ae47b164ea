//! Boards and their rules: points, stones, Go and Lines of Action.
//!
//! This room does no I/O and knows neither file formats nor text. Everything in it is a small value or works on one
//! [`Board`](board::Board).

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
    /// Black, who moves first in an even game.
    Black = 1,
    /// White.
    White = 2,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `Black` or `White`.
    pub fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// `B` or `W`, as SGF names the colours.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

/// A pair of values, one for each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
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

/// A point of the board; (0, 0) is the upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point {
    /// Column, from the left, `0..width`.
    pub x: u8,
    /// Row, from the top, `0..height`.
    pub y: u8,
}

impl Point {
    /// The point in column `x` (from the left) and row `y` (from the top).
    #[inline]
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }
}

/// What stands on a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Stone {
    /// Nothing.
    #[default]
    Empty = 0,
    /// A black stone or piece.
    Black = 1,
    /// A white stone or piece.
    White = 2,
    /// A square that no longer exists (the Gemma variation of Lines of Action).
    Hole = 3,
}

impl Stone {
    /// The colour of the stone, if there is one.
    #[inline]
    pub fn color(self) -> Option<Color> {
        match self {
            Stone::Black => Some(Color::Black),
            Stone::White => Some(Color::White),
            Stone::Empty | Stone::Hole => None,
        }
    }

    /// The character for it in machine-readable board drawings: `.`, `X`, `O`, `#`.
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
    /// The largest side, since SGF has letters for 52 columns.
    pub const MAX: u8 = 52;
    /// The usual Go board.
    pub const GO: BoardSize = BoardSize { width: 19, height: 19 };
    /// The usual Lines of Action board.
    pub const LOA: BoardSize = BoardSize { width: 8, height: 8 };

    /// Makes a size, if both sides are within 1 to 52.
    pub fn new(width: u8, height: u8) -> Option<BoardSize> {
        let side = 1..=Self::MAX;
        (side.contains(&width) && side.contains(&height)).then_some(BoardSize { width, height })
    }

    /// Number of columns.
    #[inline]
    pub fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    pub fn height(self) -> u8 {
        self.height
    }

    /// Swaps rows and columns.
    #[inline]
    pub fn transposed(self) -> BoardSize {
        BoardSize { width: self.height, height: self.width }
    }

    /// Number of points.
    #[inline]
    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Whether both sides are equal.
    #[inline]
    pub fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Whether the point is on a board of this size.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// All points, row by row from the upper left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point { x, y }))
    }

    /// The number of a point in row order, `0..area`.
    #[inline]
    pub fn number(self, point: Point) -> usize {
        usize::from(point.y) * usize::from(self.width) + usize::from(point.x)
    }

    /// The point with this number, the inverse of [`number`](Self::number).
    #[inline]
    pub fn point(self, number: usize) -> Point {
        // Division is faster on narrow numbers.
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

/// The meaning of a `B` or `W` value in a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Move {
    /// A stone is placed (Go).
    Place(Point),
    /// The player passes.
    Pass,
    /// A piece moves from one square to another (Lines of Action).
    Slide {
        /// Where the piece stood.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// An immobile piece is removed and leaves a hole (Gemma).
    Remove(Point),
    /// The player resigns (Lines of Action).
    Resign,
    /// The player forfeits (Lines of Action).
    Forfeit,
    /// The player escapes (Gemma).
    Escape,
    /// A value that is not a move on this board. It counts as a move but changes nothing.
    Unreadable,
}

/// Which game a record holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GameKind {
    /// Go, `GM[1]`.
    Go,
    /// Lines of Action, `GM[9]`.
    Loa,
    /// Another `GM` number: indexed for people, dates and comments, never replayed.
    Other(u16),
}

impl GameKind {
    /// The game without its `GM` number.
    pub fn class(self) -> GameClass {
        match self {
            GameKind::Go => GameClass::Go,
            GameKind::Loa => GameClass::Loa,
            GameKind::Other(_) => GameClass::Other,
        }
    }

    /// `go`, `loa` or `other`.
    pub fn name(self) -> &'static str {
        self.class().as_str()
    }
}

/// The games that have a name of their own, and all others together. The order is that of the names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum GameClass {
    /// Go.
    Go,
    /// Lines of Action.
    Loa,
    /// Any game whose rules are not known.
    Other,
}

impl GameClass {
    /// All of them.
    pub const ALL: [GameClass; 3] = [GameClass::Go, GameClass::Loa, GameClass::Other];

    /// `go`, `loa` or `other`.
    pub fn as_str(self) -> &'static str {
        match self {
            GameClass::Go => "go",
            GameClass::Loa => "loa",
            GameClass::Other => "other",
        }
    }
}
