//! Fuzz target: any values of analysis properties, and any comments, are read as a consistent analysis.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::analysis::of_values_is_sound(&String::from_utf8_lossy(bytes));
});
