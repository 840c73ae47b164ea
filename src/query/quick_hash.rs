//! A hash of a few small numbers, for keys that are looked up for every game.
//!
//! The usual hash resists those who choose keys that collide. Nobody gains by choosing steps and years: there are few
//! different ones.

use std::hash::{BuildHasherDefault, Hasher};

/// Makes it.
pub(super) type QuickHash = BuildHasherDefault<QuickHasher>;

#[derive(Default)]
pub(super) struct QuickHasher(u64);

/// An odd number without a pattern in its bits.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl QuickHasher {
    #[inline]
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(FACTOR);
    }
}

impl Hasher for QuickHasher {
    /// The highest bits depend on all of the key, and the table of the standard library takes the lowest ones, too.
    #[inline]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.mix(number as u64);
    }
}
