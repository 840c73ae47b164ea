//! Helpers for the tests of all crates: a generator of random numbers, moves and points in SGF notation, temporary
//! folders, and waiting for events.
//!
//! The crate depends on no crate of `src`. With such a dependency, a unit test would contain its own crate twice, with
//! types that do not match. Helpers that need an index or the program are in `tests/it/support`.

// Only tests use this crate, so a panic is the right reaction, for example to a folder that cannot be written.
#[allow(clippy::expect_used)]
mod folders;
mod random;
mod sgf;
mod waiting;

pub use folders::{folder_on_disk, temporary_folder};
pub use random::Random;
pub use sgf::{gtp_vertex, sgf_moves, sgf_point};
pub use waiting::{EVENT_TIMEOUT, holds_for, let_run_for, next_second, poll, wait_for, wait_until};
