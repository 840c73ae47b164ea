//! Hashes of the stones of a corner, in all frames at once.

use super::graph::BookStep;
use crate::joseki::corner::{CornerPoint, CornerStones, Frame};
use kifu_record::game::hash::mix;
use kifu_record::game::{Color, Stone};
use std::cmp::Reverse;

/// Stones of a corner with the hash of their image in each frame, in the order of [`Frame::ALL`]. The least of the
/// hashes, the canonical one, is equal for all images of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct HashedCorner {
    stones: CornerStones,
    hashes: [u64; 4],
}

/// Number that stands for a stone in a hash. The stones of a position are combined by XOR, so that their order does not
/// matter.
fn stone_key(at: CornerPoint, color: Color) -> u64 {
    mix(2 * u64::from(at.number()) + u64::from(color == Color::White) + 1)
}

impl HashedCorner {
    pub(super) fn of(stones: CornerStones) -> HashedCorner {
        let mut hashed = HashedCorner::default();
        stones.iter().for_each(|(at, color)| hashed.set(at, color.into()));
        hashed
    }

    /// Sets a point to a stone, or empties it.
    pub(super) fn set(&mut self, at: CornerPoint, stone: Stone) {
        let before = self.stones.stone(at);
        if before == stone {
            return;
        }
        for (frame, hash) in Frame::ALL.into_iter().zip(&mut self.hashes) {
            for color in [before.color(), stone.color()].into_iter().flatten() {
                *hash ^= stone_key(frame.point(at), frame.color(color));
            }
        }
        self.stones.set(at, stone);
    }

    /// Hash of the position that is equal for all its images.
    pub(super) fn canonical_hash(&self) -> u64 {
        self.hashes.into_iter().min().unwrap_or(0)
    }

    /// The frames in which the position has its canonical hash. There are several if it is its own image.
    pub(super) fn canonical_frames(&self) -> CanonicalFrames {
        let least = self.canonical_hash();
        let bits = self.hashes.iter().enumerate().filter(|(_, hash)| **hash == least);
        CanonicalFrames(bits.fold(0, |bits, (number, _)| bits | 1 << number))
    }
}

/// The frames that turn the stones of a corner into the canonical image of their position, one bit for each in the
/// order of [`Frame::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CanonicalFrames(u8);

impl CanonicalFrames {
    pub(super) const EMPTY_CORNER: CanonicalFrames = CanonicalFrames(0b1111);

    pub(super) fn iter(self) -> impl Iterator<Item = Frame> {
        let numbered = Frame::ALL.into_iter().enumerate();
        numbered.filter(move |(number, _)| self.0 >> number & 1 == 1).map(|(_, frame)| frame)
    }

    /// The frame that stands for all of them.
    pub(super) fn first(self) -> Frame {
        self.iter().next().unwrap_or_default()
    }

    /// A step after the position, as seen in the canonical image; `at` is `None` for a tenuki. If several frames are
    /// canonical, the one is taken in which Black plays and the point is nearer the side edge.
    pub(super) fn step(self, color: Color, at: Option<CornerPoint>) -> BookStep {
        let images = self.iter().map(|frame| (frame.color(color), at.map(|at| frame.point(at))));
        let key =
            |(color, at): &(Color, Option<CornerPoint>)| (*color == Color::White, Reverse(*at));
        let (color, at) = images.min_by_key(key).unwrap_or((color, at));
        BookStep::new(color, at.map(|at| at.number().into()))
    }
}
