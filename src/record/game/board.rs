//! A board on which any point may hold anything, with its position hashes and an undo log.
//!
//! [`Board`] knows no rules: `set` puts any stone on any point. The rules of [`go`](super::go) and [`loa`](super::loa)
//! are functions over it. Every change is logged, so that the replay of a tree returns to a fork by undoing.

#[cfg(feature = "serde")]
mod serial;

use super::hash::{KeyTable, PositionHash, SymmetryKeys};
use super::symmetry::Symmetry;
use super::{BoardSize, GameKind, Point, Stone};
use std::sync::Arc;

/// One logged change of a board: the cell and its stone before the change.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Change {
    cell: u16,
    before: Stone,
}

/// State of a board to which [`Board::undo_to`] returns.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UndoMark {
    /// Length of the log. 32 bits suffice, since a log with more than 2³² entries of four bytes would take more than 16
    /// GiB.
    changes: u32,
    ko: u16,
}

/// Value of [`Board::ko`] if no point is forbidden.
pub(super) const NO_KO: u16 = u16::MAX;

/// Board with its stones, the hash sums under all symmetries, and the log of changes.
///
/// Cells are in rows of `width + 2` with a border of [`Stone::Hole`]s, so that every cell of a point has four
/// neighbours.
#[derive(Clone, Debug)]
pub struct Board {
    table: Arc<KeyTable>,
    /// Number of cells in a row, including the border.
    stride: usize,
    cells: Vec<Stone>,
    sums: SymmetryKeys,
    log: Vec<Change>,
    /// Cell that the ko rule forbids for the next move, or [`NO_KO`].
    pub(super) ko: u16,
    /// Scratch memory for the search of chains and their liberties in `go`.
    pub(super) flood: FloodScratch,
}

/// Scratch memory of the search for a chain's liberties. It stays allocated between moves.
#[derive(Clone, Debug, Default)]
pub(super) struct FloodScratch {
    pub(super) chain: Vec<u16>,
    pub(super) seen: Vec<u32>,
    pub(super) stamp: u32,
}

impl Board {
    /// Creates an empty board.
    pub fn new(game: GameKind, size: BoardSize) -> Board {
        Board::with_table(KeyTable::shared(game, size))
    }

    /// Creates an empty board for the game and size of these hash keys.
    pub(crate) fn with_table(table: Arc<KeyTable>) -> Board {
        let size = table.size();
        let stride = usize::from(size.width()) + 2;
        let mut cells = vec![Stone::Hole; stride * (usize::from(size.height()) + 2)];
        for row in (cells.chunks_mut(stride).skip(1)).take(usize::from(size.height())) {
            if let [_, inside @ .., _] = row {
                inside.fill(Stone::Empty);
            }
        }
        let flood = FloodScratch { seen: vec![0; cells.len()], ..FloodScratch::default() };
        Board { table, stride, cells, sums: [0; 8], log: Vec::new(), ko: NO_KO, flood }
    }

    /// Removes all stones and clears the log. Only cells in the log can hold stones, because a board begins empty, so
    /// this is cheaper than undoing all changes.
    pub fn clear(&mut self) {
        for change in self.log.drain(..) {
            if let Some(cell) = self.cells.get_mut(usize::from(change.cell)) {
                *cell = Stone::Empty;
            }
        }
        self.sums = [0; 8];
        self.ko = NO_KO;
    }

    /// Game that the board is for.
    pub fn game(&self) -> GameKind {
        self.table.game()
    }

    /// Size of the board.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.table.size()
    }

    #[inline]
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    #[inline]
    pub(super) fn cell(&self, point: Point) -> usize {
        (usize::from(point.y) + 1) * self.stride() + usize::from(point.x) + 1
    }

    #[inline]
    pub(super) fn at(&self, cell: usize) -> Stone {
        self.cells.get(cell).copied().unwrap_or(Stone::Hole)
    }

    /// Stone on a point; a hole outside the board.
    #[inline]
    pub fn stone(&self, point: Point) -> Stone {
        if self.size().contains(point) { self.at(self.cell(point)) } else { Stone::Hole }
    }

    /// Puts a stone on a point or removes it, and lifts the ko. Does nothing outside the board.
    pub fn set(&mut self, point: Point, stone: Stone) {
        if self.size().contains(point) {
            let cell = self.cell(point);
            self.set_cell(cell, stone);
            self.ko = NO_KO;
        }
    }

    #[inline]
    pub(super) fn set_cell(&mut self, cell: usize, stone: Stone) {
        let before = self.at(cell);
        if before != stone {
            self.log.push(Change { cell: cell as u16, before });
            self.replace_unlogged(cell, stone);
        }
    }

    #[inline]
    fn replace_unlogged(&mut self, cell: usize, stone: Stone) {
        let before = std::mem::replace(&mut self.cells[cell], stone);
        for changed in [before, stone] {
            if changed != Stone::Empty
                && let Some(keys) = self.table.keys(cell, changed)
            {
                for (sum, key) in self.sums.iter_mut().zip(keys) {
                    *sum ^= key;
                }
            }
        }
    }

    /// Current state, to return to it later with [`undo_to`](Self::undo_to).
    #[inline]
    pub fn mark(&self) -> UndoMark {
        UndoMark { changes: self.log.len() as u32, ko: self.ko }
    }

    /// Undoes all changes since [`mark`](Self::mark) returned this state.
    pub fn undo_to(&mut self, mark: UndoMark) {
        while self.log.len() > mark.changes as usize {
            if let Some(change) = self.log.pop() {
                self.replace_unlogged(usize::from(change.cell), change.before);
            }
        }
        self.ko = mark.ko;
    }

    /// Point that the ko rule forbids for the next move: there, the last move captured a single stone in a ko.
    pub fn ko_point(&self) -> Option<Point> {
        (self.ko != NO_KO).then(|| self.point(self.ko))
    }

    #[inline]
    fn point(&self, cell: u16) -> Point {
        // The compiler's division is faster for 16-bit numbers than for wider ones.
        let stride = self.stride() as u16;
        Point::new((cell % stride - 1) as u8, (cell / stride - 1) as u8)
    }

    /// Points that were changed since [`mark`](Self::mark) returned this state, in the order of the changes, each with
    /// its stone before the change. A point may occur more than once.
    pub fn changes_since(&self, mark: UndoMark) -> impl Iterator<Item = (Point, Stone)> + '_ {
        let changes = self.log.iter().skip(mark.changes as usize);
        changes.map(|change| (self.point(change.cell), change.before))
    }

    /// True if the position differs from the one in which [`mark`](Self::mark) returned this state. A point that was
    /// changed and restored is no difference.
    pub(crate) fn differs_from(&self, mark: UndoMark) -> bool {
        let mut changes = self.log.get(mark.changes as usize..).unwrap_or(&[]).to_vec();
        // The sort is stable, so the first change of a cell holds the stone that the cell had when the state was taken.
        changes.sort_by_key(|change| change.cell);
        changes.dedup_by_key(|change| change.cell);
        let differs = |change: &Change| self.at(change.cell.into()) != change.before;
        changes.iter().any(differs)
    }

    /// Canonical hash of the position, equal for all its images under the symmetries of the board.
    #[inline]
    pub fn hash(&self) -> PositionHash {
        self.table.canonical(&self.sums)
    }

    /// Symmetries that bring the position into its canonical form: one, or several if the position is symmetric itself.
    pub fn canonical_symmetries(&self) -> impl Iterator<Item = Symmetry> + Clone + '_ {
        let min_sum = self.table.min_sum(&self.sums);
        Symmetry::all(self.size())
            .zip(&self.sums)
            .filter(move |(_, sum)| **sum == min_sum)
            .map(|(symmetry, _)| symmetry)
    }

    /// Image of a point under the canonical symmetry. If there are several, the smallest of the images, so that
    /// equivalent continuations get the same point.
    #[inline]
    pub fn canonical_point(&self, point: Point) -> Point {
        let size = self.size();
        self.canonical_symmetries()
            .map(|symmetry| symmetry.apply(point, size))
            .min_by_key(|image| (image.y, image.x))
            .unwrap_or(point)
    }

    /// Rows of the board as text, the top row first. The symbols are `.`, `X`, `O` and `#`.
    pub fn rows(&self) -> Vec<String> {
        let size = self.size();
        let symbol = |x, y| self.stone(Point::new(x, y)).symbol();
        let row = |y| (0..size.width()).map(|x| symbol(x, y)).collect();
        (0..size.height()).map(row).collect()
    }

    /// True if both boards have the same size and the same stones.
    pub fn has_same_stones(&self, other: &Board) -> bool {
        self.size() == other.size() && self.cells == other.cells
    }
}
