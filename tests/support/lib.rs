//! What the tests of all crates need: one generator of random numbers, moves and points in the spelling of SGF, folders
//! that vanish, and waiting for events.
//!
//! It depends on no crate of `src`, so the unit tests of every crate can use it without a second copy of their own
//! types. What needs an index or the program is in `tests/it/support`.

// Whoever calls it is a test, which fails where there is no room.
#[allow(clippy::expect_used)]
mod folders;
mod random;
mod sgf;
mod waiting;

pub use folders::{folder_on_disk, temporary_folder};
pub use random::Random;
pub use sgf::{gtp_vertex, sgf_moves, sgf_point};
pub use waiting::{PATIENCE, holds_for, let_run_for, next_second, poll, wait_for, wait_until};
