//! Knowledge of Go: openings and joseki by their stones, persons and series of events by their names, rounds, and the
//! terms of comments.
//!
//! The facts are in data files beside the code.

pub mod aliases;
pub mod events;
pub mod joseki;
pub mod openings;
pub mod person_key;
pub mod person_names;
pub mod places;
pub mod rounds;
pub mod series;
pub mod series_names;
pub mod terms;
