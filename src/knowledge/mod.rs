//! What Go players know: openings by their stones.
//!
//! The facts are in data files beside the code.

pub mod openings;
