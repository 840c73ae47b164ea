//! Zobrist hashes of positions.
//!
//! A [`PositionHash`] depends on the game, the board size and the stones (including holes). It is equal for all images
//! of a position under the symmetries of the board, and does not depend on the player to move or the ko.
//!
//! # Stability
//!
//! The values must never change silently: they are stored in indexes and listed in `tests/hashes.csv`. Any change to
//! them must raise the index version.

use super::symmetry::Symmetry;
use super::{BoardSize, GameKind, Point, Stone};
use std::sync::Arc;

/// Canonical hash of a position: equal for all its rotations and reflections.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PositionHash(pub u64);

/// Finaliser of splitmix64 (Steele, Lea and Flood 2014): a bijection that mixes all bits.
#[inline]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Hash of byte strings that is equal in all versions of the program (FNV-1a with a finaliser). The length of each part
/// is hashed, too, so that parts cannot be confused.
pub fn stable_hash(parts: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for part in parts {
        for &byte in *part {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        hash = mix(hash ^ part.len() as u64);
    }
    mix(hash)
}

const fn game_code(game: GameKind) -> u64 {
    match game {
        GameKind::Go => 1,
        GameKind::Loa => 9,
        GameKind::Other(number) => 0x1_0000 | number as u64,
    }
}

/// Hash key of one stone on one point, before any symmetry.
fn key(base: u64, stone: Stone, point: Point) -> u64 {
    let place = (stone as u64) << 16 | u64::from(point.x) << 8 | u64::from(point.y);
    mix(base.wrapping_add(mix(place.wrapping_add(0x9e37_79b9_7f4a_7c15))))
}

/// Hash keys of one stone on one point under all symmetries, in the order of their numbers.
pub type SymmetryKeys = [u64; 8];

/// All hash keys for one game and board size.
#[derive(Debug)]
pub struct KeyTable {
    game: GameKind,
    size: BoardSize,
    base: u64,
    /// Keys by cell of a board with its border and by kind of stone, so that the key of a changed stone is found
    /// without arithmetic.
    keys: Vec<[SymmetryKeys; STONE_KINDS]>,
}

/// Number of stones that have hash keys: black, white and hole. An empty point has none.
const STONE_KINDS: usize = 3;

impl KeyTable {
    /// Computes the keys: 3 kinds of stones under 8 symmetries for every point.
    pub fn new(game: GameKind, size: BoardSize) -> KeyTable {
        let base =
            mix(game_code(game) << 16 | u64::from(size.width()) << 8 | u64::from(size.height()));
        let stride = usize::from(size.width()) + 2;
        let mut keys = vec![[[0; 8]; STONE_KINDS]; stride * (usize::from(size.height()) + 2)];
        for point in size.points() {
            let cell = (usize::from(point.y) + 1) * stride + usize::from(point.x) + 1;
            for (kind, stone) in [Stone::Black, Stone::White, Stone::Hole].into_iter().enumerate() {
                for symmetry in Symmetry::all(size) {
                    let image = symmetry.apply(point, size);
                    keys[cell][kind][usize::from(symmetry.number())] = key(base, stone, image);
                }
            }
        }
        KeyTable { game, size, base, keys }
    }

    /// Returns a shared table of keys.
    ///
    /// Tables of square boards are computed once per process, as is that of Lines of Action. All of them together take
    /// about 10 MB (192 bytes for each cell, 52 sizes). The thousands of possible rectangles are not cached.
    pub fn shared(game: GameKind, size: BoardSize) -> Arc<KeyTable> {
        use std::sync::OnceLock;
        const SIDES: usize = BoardSize::MAX as usize + 1;
        static GO: [OnceLock<Arc<KeyTable>>; SIDES] = [const { OnceLock::new() }; SIDES];
        static LOA: OnceLock<Arc<KeyTable>> = OnceLock::new();
        let new = || Arc::new(KeyTable::new(game, size));
        let cached = match (game, size) {
            (GameKind::Go, size) if size.is_square() => GO.get(usize::from(size.width())),
            (GameKind::Loa, BoardSize::LOA) => Some(&LOA),
            _ => None,
        };
        cached.map_or_else(new, |table| table.get_or_init(new).clone())
    }

    /// Game that the keys are for.
    pub fn game(&self) -> GameKind {
        self.game
    }

    /// Board size that the keys are for.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Keys of a stone on this cell of a [`Board`](super::board::Board); `None` for an empty point.
    #[inline]
    pub(super) fn keys(&self, cell: usize, stone: Stone) -> Option<&SymmetryKeys> {
        self.keys.get(cell)?.get((stone as usize).wrapping_sub(1))
    }

    /// Canonical hash, given the sums of the stones' keys under each symmetry.
    #[inline]
    pub(crate) fn canonical(&self, sums: &SymmetryKeys) -> PositionHash {
        // The minimum of eight sums is small: without mixing, its high bits would nearly always be zero.
        PositionHash(mix(self.min_sum(sums) ^ self.base))
    }

    /// Smallest of a position's hash sums under all symmetries. A rectangle has only four symmetries, so only four sums
    /// are used.
    #[inline]
    pub(super) fn min_sum(&self, sums: &SymmetryKeys) -> u64 {
        if self.size.is_square() {
            sums.iter().fold(u64::MAX, |a, &b| a.min(b))
        } else {
            sums[0].min(sums[1]).min(sums[2]).min(sums[3])
        }
    }
}
