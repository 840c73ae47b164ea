//! Decisions that tests take from the input of a fuzzer or from random numbers.

/// A source of decisions.
pub trait Choose {
    /// A number below `count`; 0 if `count` is 0.
    fn below(&mut self, count: usize) -> usize;

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Decisions from the bytes of an input, one or two bytes for each. After the end of the input, all decisions are 0.
pub struct Choices<'a>(pub &'a [u8]);

impl Choose for Choices<'_> {
    fn below(&mut self, count: usize) -> usize {
        let mut number = self.byte();
        if count > 256 {
            number |= self.byte() << 8;
        }
        number % count.max(1)
    }
}

impl Choices<'_> {
    fn byte(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first.into()
    }
}
