//! The rules of Go as SGF executes them (FF\[4\], move properties).
//!
//! A record is right about what was played: a move is executed even if the rules forbid it, and the broken rule is
//! reported. A stone on an occupied point replaces the stone there. The opponent's stones without liberties are
//! captured first, then the mover's own.

use super::board::{Board, NO_KO};
use super::{Color, Point, Stone};

/// Effect of an executed move of Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoEffect {
    /// Number of the opponent's stones that were captured.
    pub captured: u16,
    /// Number of the mover's own stones that were captured.
    pub suicide: u16,
    /// True if the point already held a stone.
    pub occupied: bool,
    /// True if the move retook a ko immediately.
    pub ko: bool,
}

impl GoEffect {
    /// True if the usual rules allow the move.
    pub fn is_legal(self) -> bool {
        self.suicide == 0 && !self.occupied && !self.ko
    }
}

/// Places a stone and captures stones without liberties. A point outside the board changes nothing.
pub fn play(board: &mut Board, color: Color, point: Point) -> GoEffect {
    if !board.size().contains(point) {
        return GoEffect::default();
    }
    let cell = board.cell(point);
    let mut played = GoEffect { occupied: board.at(cell) != Stone::Empty, ..GoEffect::default() };
    let closed = usize::from(board.ko) == cell;
    let own_stone = Stone::from(color);
    let theirs = Stone::from(color.other());
    board.set_cell(cell, own_stone);
    let neighbours = neighbours(board, cell);
    let mut last_captured = cell;
    for neighbour in neighbours {
        if board.at(neighbour) == theirs && !has_liberty(board, neighbour, theirs) {
            played.captured += remove_chain(board);
            last_captured = neighbour;
        }
    }
    let has_empty_neighbour = neighbours.iter().any(|&n| board.at(n) == Stone::Empty);
    if !has_empty_neighbour && !has_liberty(board, cell, own_stone) {
        played.suicide = remove_chain(board);
    }
    // A move that captures more than one stone at the forbidden point does not repeat the position, and neither does
    // one that fills the ko.
    played.ko = closed && played.captured == 1;
    // The move creates a ko if a single stone captures a single stone, and its only liberty is the point of the
    // captured stone.
    let single = || {
        let around = neighbours.map(|n| board.at(n));
        let liberties = around.iter().filter(|&&stone| stone == Stone::Empty);
        !around.contains(&own_stone) && liberties.count() == 1
    };
    let is_ko = played.captured == 1 && played.suicide == 0 && !played.occupied;
    board.ko = if is_ko && single() { last_captured as u16 } else { NO_KO };
    played
}

/// Executes a pass, which lifts the ko.
pub fn pass(board: &mut Board) {
    board.ko = NO_KO;
}

#[inline]
fn neighbours(board: &Board, cell: usize) -> [usize; 4] {
    let stride = board.stride();
    [cell - stride, cell - 1, cell + 1, cell + stride]
}

/// True if the chain of `stone`s that contains `start` has a liberty. Stops at the first liberty. If there is none, the
/// complete chain is left in the board's scratch memory.
fn has_liberty(board: &mut Board, start: usize, stone: Stone) -> bool {
    // Fast path: most stones have a liberty right beside them.
    if neighbours(board, start).iter().any(|&neighbour| board.at(neighbour) == Stone::Empty) {
        return true;
    }
    let mut flood = std::mem::take(&mut board.flood);
    flood.stamp = flood.stamp.wrapping_add(1);
    if flood.stamp == 0 {
        flood.seen.fill(0);
        flood.stamp = 1;
    }
    flood.chain.clear();
    flood.chain.push(start as u16);
    flood.seen[start] = flood.stamp;
    let mut next = 0;
    let mut found_liberty = false;
    'flood: while let Some(&cell) = flood.chain.get(next) {
        next += 1;
        for neighbour in neighbours(board, usize::from(cell)) {
            let there = board.at(neighbour);
            if there == Stone::Empty {
                found_liberty = true;
                break 'flood;
            }
            if there == stone && flood.seen[neighbour] != flood.stamp {
                flood.seen[neighbour] = flood.stamp;
                flood.chain.push(neighbour as u16);
            }
        }
    }
    board.flood = flood;
    found_liberty
}

/// Removes the chain that the last call of `has_liberty` left, and returns its number of stones.
fn remove_chain(board: &mut Board) -> u16 {
    let chain = std::mem::take(&mut board.flood.chain);
    for &cell in &chain {
        board.set_cell(usize::from(cell), Stone::Empty);
    }
    let count = chain.len() as u16;
    board.flood.chain = chain;
    count
}

/// True if every stone on the board belongs to a chain with a liberty. Always true after a move, but not after setup.
pub fn all_have_liberties(board: &mut Board) -> bool {
    let size = board.size();
    size.points().all(|point| {
        let stone = board.stone(point);
        let cell = board.cell(point);
        stone.color().is_none() || has_liberty(board, cell, stone)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::{BoardSize, GameKind};

    fn board(rows: &[&str]) -> Board {
        let size = BoardSize::new(rows[0].len() as u8, rows.len() as u8).unwrap();
        let mut board = Board::new(GameKind::Go, size);
        for (y, row) in rows.iter().enumerate() {
            for (x, c) in row.chars().enumerate() {
                let stone = match c {
                    'X' => Stone::Black,
                    'O' => Stone::White,
                    _ => Stone::Empty,
                };
                board.set(Point::new(x as u8, y as u8), stone);
            }
        }
        board
    }

    #[test]
    fn a_corner_stone_is_captured() {
        let mut b = board(&["OX.", "...", "..."]);
        let played = play(&mut b, Color::Black, Point::new(0, 1));
        assert_eq!(played, GoEffect { captured: 1, ..GoEffect::default() });
        assert_eq!(b.rows(), [".X.", "X..", "..."]);
    }

    #[test]
    fn two_chains_at_once() {
        let mut b = board(&["OXO", "X.X", "OXO"]);
        let played = play(&mut b, Color::White, Point::new(1, 1));
        assert_eq!(played.captured, 4);
        assert_eq!(b.rows(), ["O.O", ".O.", "O.O"]);
    }

    #[test]
    fn suicide_is_executed_and_reported() {
        let mut b = board(&[".X.", "XX.", "..."]);
        let played = play(&mut b, Color::White, Point::new(0, 0));
        assert_eq!(played.suicide, 1);
        assert_eq!(b.rows(), [".X.", "XX.", "..."]);
        // Suicide of several stones, which the usual Japanese rules forbid.
        let mut b = board(&[".XO", "XXO", "OOO"]);
        let played = play(&mut b, Color::Black, Point::new(0, 0));
        assert_eq!(played.suicide, 4);
        assert_eq!(b.rows(), ["..O", "..O", "OOO"]);
    }

    #[test]
    fn ko_is_closed_for_one_move() {
        let mut b = board(&[".XO.", "XO.O", ".XO.", "...."]);
        assert!(play(&mut b, Color::Black, Point::new(2, 1)).is_legal());
        assert_eq!(b.rows(), [".XO.", "X.XO", ".XO.", "...."]);
        let mark = b.mark();
        assert!(play(&mut b, Color::White, Point::new(1, 1)).ko);
        b.undo_to(mark);
        pass(&mut b);
        assert!(play(&mut b, Color::White, Point::new(1, 1)).is_legal());
    }

    #[test]
    fn an_occupied_point_changes_hands() {
        let mut b = board(&["X..", "...", "..."]);
        let played = play(&mut b, Color::White, Point::new(0, 0));
        assert!(played.occupied && !played.is_legal());
        assert_eq!(b.rows(), ["O..", "...", "..."]);
    }
}
