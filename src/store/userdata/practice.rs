//! Practice by spaced repetition: when each position is due again, and how often it was guessed right.

mod grade;
pub mod memory;
mod schedule;

pub use grade::Grade;
