//! Bytes to records. Reading never fails: what is odd becomes a diagnostic, what is no game gives no record.

pub mod jgf;
