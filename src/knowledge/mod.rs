//! What Go players know: openings by their stones, and persons by their names.
//!
//! The facts are in data files beside the code.

pub mod aliases;
pub mod openings;
