//! Tests of positions, patterns and continuations, compared with brute force.

pub mod boards;
/// Conditions on hits, sequences of boards, and trees of continuations.
pub mod continuations;
/// Searches for engine evaluations, compared with a plain loop.
pub mod evaluations;
/// Openings, compared with a plain test of all their rotated, mirrored and colour-exchanged images.
pub mod openings;
/// Questions that only pages of the server ask, compared with plain loops.
pub mod pages;
pub mod patterns;
pub mod positions;
pub mod small_trees;
