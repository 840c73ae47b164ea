//! The one model of a game record.
pub mod date;
pub mod rank;
pub mod result;
pub mod numbers;
