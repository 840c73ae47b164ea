//! Decisions that are taken from the input of a fuzzer, or by chance.

/// Whatever decides.
pub trait Choose {
    /// A number below `count`; 0 if there is none.
    fn below(&mut self, count: usize) -> usize;

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
