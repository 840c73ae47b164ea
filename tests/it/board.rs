//! Positions, patterns and what is played there, against brute force.

/// Boards drawn by hand against replays.
pub mod boards;
/// What is asked beside a position, sequences of boards, and trees of what is played.
pub mod continuations;
/// Moves and games by what engines said, against a plain loop.
pub mod judged;
/// Openings against a plain test of all images.
pub mod openings;
/// What a page asks for, against plain loops.
pub mod pages;
/// Local patterns against brute force.
pub mod patterns;
/// Position search against brute force.
pub mod positions;
pub mod small_trees;
