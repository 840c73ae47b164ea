//! Marks of a game: a few hashes that copies of the game are likely to share.
//!
//! A signature of single moves (say the points of moves 20, 40 and 60) fails once one move is missing. So the marks
//! here are the least hashes of short runs of moves, each over one stretch of the game: a changed or missing move
//! changes the runs around it, and rarely the least one. Every hash is the least over the symmetries of the board.
//!
//! With [`MoveList::unit`] as u, 10 in Go and 5 in Lines of Action, a game has these marks as far as its length allows:
//!
//! | mark | of |
//! |---|---|
//! | whole | setup and all moves with their colours; only from 2 u moves on |
//! | beginning | the first 4 u moves; this and the next only if there are that many |
//! | runs | the least run of u moves that begins in u .. 4 u, 4 u .. 7 u, 7 u .. 13 u, and later |
//!
//! A copy that ends early shares the beginning with the whole game.

use super::moves::{MoveList, PackedAction, PointMaps};
use kifu_record::game::hash::mix;
use kifu_record::game::{BoardSize, GameKind};
use kifu_record::{GameTree, Start};

/// Factor of the rolling hash of a run; any large odd number works. This one is 2^64 divided by the golden ratio.
const HASH_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Number of units (10 moves in Go, 5 in Lines of Action) below which a game has no marks and no copies: problems,
/// joseki, the first moves of a lesson.
pub(super) const MIN_UNITS: usize = 2;
/// Number of units (10 moves in Go, 5 in Lines of Action) from which on a game may be the beginning of another game, or
/// differ from it.
pub(super) const BEGINNING_UNITS: usize = 4;
/// Beginning and end of each stretch of the game whose least run is a mark, in units of moves.
const STRETCH_UNITS: [(usize, usize); 4] = [(1, 4), (4, 7), (7, 13), (13, usize::MAX)];

/// One hash sum for each symmetry.
type SymmetrySums = [u64; 8];

/// Returns the marks of a game: hashes of runs of its moves, by which copies are found. The first one covers the whole
/// game.
///
/// Marks have 32 bits: a false match costs one comparison, and there are few.
pub(crate) fn marks(start: Start, tree: &GameTree, marker: &mut LikenessMarker) -> Vec<u32> {
    MoveList::from_tree(start, tree).map_or_else(Vec::new, |list| marker.marks(&list))
}

/// Computes the marks of games: hashes of runs of moves. Keeps the tables of a board size from one game to the next.
#[derive(Debug)]
pub(crate) struct LikenessMarker {
    turns: PointMaps,
    /// Salt of all hashes; depends on the game and the board size, so that games on different boards share no marks.
    salt: u64,
    /// Precomputed keys of a move to each point, since nearly all moves are of this kind.
    plays: Vec<SymmetrySums>,
    /// Reused buffer for the hash keys of the game's moves.
    keys: Vec<SymmetrySums>,
}

impl Default for LikenessMarker {
    fn default() -> LikenessMarker {
        LikenessMarker {
            turns: PointMaps::new(BoardSize::GO),
            salt: 0,
            plays: Vec::new(),
            keys: Vec::new(),
        }
    }
}

impl LikenessMarker {
    fn marks(&mut self, list: &MoveList) -> Vec<u32> {
        let unit = list.unit();
        if list.played < MIN_UNITS * unit {
            return Vec::new();
        }
        self.set_board(list.start);
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        keys.extend(list.moves.iter().map(|&placed| self.keys(placed)));
        let marks = self.marks_of(list, &keys, unit);
        self.keys = keys;
        marks
    }

    fn marks_of(&self, list: &MoveList, keys: &[SymmetrySums], unit: usize) -> Vec<u32> {
        let mut marks = vec![self.exact_mark(list, keys)];
        if list.played < BEGINNING_UNITS * unit {
            return marks;
        }
        let beginning = BEGINNING_UNITS * unit;
        let first = keys.get(..beginning).and_then(|keys| least_run(keys, beginning));
        marks.extend(first.map(|hash| fold_mark(0, hash)));
        for (number, (from, to)) in STRETCH_UNITS.into_iter().enumerate() {
            let (from, to) = (from * unit, to.saturating_mul(unit));
            let stretch = keys.get(from..keys.len().min(to.saturating_add(unit - 1)));
            let least = stretch.and_then(|stretch| least_run(stretch, unit));
            marks.extend(least.map(|hash| fold_mark(1 + number as u64, hash)));
        }
        marks
    }

    /// Switches to the tables of this game and board size.
    fn set_board(&mut self, start: Start) {
        let size = start.size;
        let game = u64::from(start.game == GameKind::Loa);
        let salt = mix(game << 16 | u64::from(size.width()) << 8 | u64::from(size.height()));
        if self.salt != salt {
            self.salt = salt;
            self.turns.set_size(size);
            let play = |number| self.compute_keys(PackedAction::play(number));
            self.plays = (0..size.area()).map(play).collect();
        }
    }

    #[inline]
    fn keys(&self, placed: PackedAction) -> SymmetrySums {
        placed
            .played_at()
            .and_then(|number| self.plays.get(number))
            .copied()
            .unwrap_or_else(|| self.compute_keys(placed))
    }

    fn compute_keys(&self, placed: PackedAction) -> SymmetrySums {
        let mut keys = [0; 8];
        // A rectangle has four symmetries, each of which fills two of the eight sums.
        for (key, image) in keys.iter_mut().zip(self.turns.images(placed).cycle()) {
            *key = mix(self.salt ^ image.number());
        }
        keys
    }

    fn exact_mark(&self, list: &MoveList, keys: &[SymmetrySums]) -> u32 {
        let mut sums: SymmetrySums = [0; 8];
        // Setup stones have no order, so their keys are added.
        for &stone in &list.setup {
            for (sum, key) in sums.iter_mut().zip(self.keys(stone)) {
                *sum = sum.wrapping_add(key);
            }
        }
        for (keys, &white) in keys.iter().zip(&list.white) {
            push(&mut sums, &keys.map(|key| key.wrapping_add(white.into())));
        }
        fold_mark(9, least(&sums))
    }
}

/// Least hash of all runs of `length` moves; `None` if there are fewer moves.
fn least_run(keys: &[SymmetrySums], length: usize) -> Option<u64> {
    let last_factor = (0..length).fold(1u64, |power, _| power.wrapping_mul(HASH_FACTOR));
    let (first, rest) = keys.split_at_checked(length)?;
    let mut sums: SymmetrySums = [0; 8];
    for new in first {
        push(&mut sums, new);
    }
    // Hash sums are mixed before the least is taken, so that each run is equally likely to be the least. The size of a
    // plain sum depends mostly on the last moves of the run.
    let mut found = least(&sums.map(mix));
    for (old, new) in keys.iter().zip(rest) {
        push(&mut sums, new);
        for (sum, old) in sums.iter_mut().zip(old) {
            *sum = sum.wrapping_sub(old.wrapping_mul(last_factor));
        }
        found = found.min(least(&sums.map(mix)));
    }
    Some(found)
}

fn least(sums: &SymmetrySums) -> u64 {
    sums.iter().fold(u64::MAX, |least, &sum| least.min(sum))
}

#[inline]
fn push(sums: &mut SymmetrySums, keys: &SymmetrySums) {
    for (sum, key) in sums.iter_mut().zip(keys) {
        *sum = sum.wrapping_mul(HASH_FACTOR).wrapping_add(*key);
    }
}

fn fold_mark(kind: u64, hash: u64) -> u32 {
    (mix(hash.wrapping_add(kind)) >> 32) as u32
}
