//! Fuzz target: any text is read as SGF and survives being written and read again. Strictly valid SGF is read as a
//! strict reader reads it.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::read_sgf(&String::from_utf8_lossy(bytes));
});
