//! The problems of an archive.

pub use crate::doctor::{Check, Count, Finding, Kind, Options, Severity, Tally, examine};
pub use crate::reading::roots::reachable;
