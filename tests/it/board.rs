//! Tests of searches for positions and patterns, and of how games continue after them, compared with brute force.

pub mod boards;
/// Where games leave a book, compared with a plain replay.
pub mod book;
/// Conditions on hits (such as the move number at which a game has the position), sequences of boards, and trees of
/// continuations.
pub mod continuations;
/// Patterns in corners, which are looked up in corner lines, compared with brute force.
pub mod corner_patterns;
/// Searches for engine evaluations, compared with a plain loop.
pub mod evaluations;
/// What is played in corners, compared with a plain replay.
pub mod joseki;
/// Games that come near a position, compared with brute force.
pub mod near;
/// The move at which a game leaves all older ones, compared with a plain comparison of all games.
pub mod novelty;
/// Openings, compared with a plain test of all their rotated, mirrored and colour-exchanged images.
pub mod openings;
/// Requests that only the server's pages send to the engine, compared with plain loops.
pub mod pages;
pub mod patterns;
/// Answers about popular positions from a cache.
pub mod popular_positions;
pub mod positions;
pub mod small_trees;
