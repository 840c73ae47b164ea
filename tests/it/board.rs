//! Tests of positions, patterns and continuations, against brute force.

pub mod boards;
/// Conditions on hits, sequences of boards, and trees of continuations.
pub mod continuations;
/// Searches for engine evaluations, against a plain loop.
pub mod evaluations;
/// Openings, against a plain test of all their images.
pub mod openings;
/// Questions that only pages of the server ask, against plain loops.
pub mod pages;
pub mod patterns;
pub mod positions;
pub mod small_trees;
