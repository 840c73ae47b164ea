//! loa
