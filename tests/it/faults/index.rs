//! Faults while an index is written or read.
