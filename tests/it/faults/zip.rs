//! Faults of archives.
