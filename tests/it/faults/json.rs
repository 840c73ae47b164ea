//! Faults of JGF files.
