//! Generator of random numbers for all tests.

/// Pseudo-random numbers (SplitMix64). Equal seeds give equal numbers on every machine, so a failure can be repeated.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Generator for one case of a test with many cases. All cases have a common `name`, and each number gives other
    /// random numbers.
    pub fn named(name: &str, number: usize) -> Random {
        let mut random = Random(number as u64);
        for byte in name.bytes() {
            random.0 = random.number() ^ u64::from(byte);
        }
        random
    }

    /// Random number of 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Number below `count`; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.number() % count.max(1) as u64) as usize
    }

    /// True in this percentage of calls.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// True in one of `count` calls on average.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Random bytes, which are incompressible.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.below(256) as u8).collect()
    }

    /// Column and row of a point of a square board.
    pub fn point(&mut self, side: usize) -> (usize, usize) {
        (self.below(side), self.below(side))
    }

    /// Different points of a square board, in the order in which they are played; at most all of them.
    pub fn points(&mut self, side: usize, count: usize) -> Vec<(usize, usize)> {
        let mut left: Vec<_> = (0..side * side).map(|n| (n % side, n / side)).collect();
        let count = count.min(left.len());
        (0..count).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The first numbers of the reference implementation (Vigna, <https://prng.di.unimi.it/splitmix64.c>) for the seed
    /// 1234567.
    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        let numbers = [(); 3].map(|()| random.number());
        let expected =
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn bounds_are_kept() {
        let mut random = Random(1);
        assert!((0..1_000).all(|_| random.below(7) < 7));
        assert_eq!((random.below(0), random.below(1)), (0, 0));
        assert!(!random.chance(0) && random.chance(100) && random.one_in(1));
        assert_eq!(random.bytes(9).len(), 9);
        let points = random.points(5, 99);
        assert_eq!(points.iter().collect::<BTreeSet<_>>().len(), 25);
        assert!(points.iter().all(|&(x, y)| x < 5 && y < 5));
    }

    #[test]
    fn names_and_numbers_have_generators_of_their_own() {
        let cases = [("a", 0), ("a", 1), ("b", 0), ("ab", 0), ("ba", 0), ("", 0)];
        let first = cases.map(|(name, number)| Random::named(name, number).number());
        assert_eq!(BTreeSet::from(first).len(), cases.len());
        assert_eq!(Random::named("a", 1).number(), first[1]);
    }
}
