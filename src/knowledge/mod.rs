//! What Go players know: openings by their stones, and persons by their names.
//!
//! The facts are in data files next to the code.

pub mod aliases;
pub mod openings;
