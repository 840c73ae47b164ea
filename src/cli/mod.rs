//! The command line: arguments in, text out.
//!
//! Results go to the standard output, everything else to the standard error.

pub mod boards;
pub mod game_json;
pub mod show;
pub mod terminal;
