//! Faults of SGF files.
