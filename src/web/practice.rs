//! What somebody has practised: when each position is due again, and how often it was guessed right.

pub mod file;
pub mod memory;
mod schedule;
