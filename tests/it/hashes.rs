//! hashes
