//! A fast hash of a few small numbers, for keys that are looked up for every game.
//!
//! The standard hash resists attackers who choose colliding keys. Steps and years have few different values, so nobody
//! gains by choosing them.

use std::hash::{BuildHasherDefault, Hasher};

/// Builder of [`QuickHasher`]s, for hash maps.
pub(super) type QuickHash = BuildHasherDefault<QuickHasher>;

#[derive(Default)]
pub(super) struct QuickHasher(u64);

/// Multiplier: 2⁶⁴ divided by the golden ratio, an odd number whose bits have no pattern.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl QuickHasher {
    #[inline]
    fn mix(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(MULTIPLIER);
    }
}

impl Hasher for QuickHasher {
    /// Rotates the hash, because only the highest bits of a product depend on all bits of the key, and the standard
    /// hash map also uses the lowest bits of the hash.
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
