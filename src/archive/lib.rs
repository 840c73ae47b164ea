//! Archives of game records: folders and archives become bytes with their origins, bytes become games, and what is
//! wrong with them becomes findings. Nothing in this crate knows of an index.

pub mod clock;
pub mod crawl;
pub mod doctor;
pub mod error;
pub mod findings;
pub mod operand;
pub mod origin;
pub mod output;
pub mod reading;
