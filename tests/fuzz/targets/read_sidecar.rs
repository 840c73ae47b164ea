//! Fuzz target: any bytes in an analysis file beside a game are read as a consistent analysis.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::analysis::beside_is_sound(&String::from_utf8_lossy(bytes));
});
