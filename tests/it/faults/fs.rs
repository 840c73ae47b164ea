//! Faults of files and folders.
