//! Any text is read as SGF, comes back when it is written, and is what a strict reader reads where it is strictly SGF.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::read_sgf(&String::from_utf8_lossy(bytes));
});
