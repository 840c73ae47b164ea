//! Any values of the properties of engines and annotators, and any comments, are read as an analysis that is sound.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::analysis::of_values_is_sound(&String::from_utf8_lossy(bytes));
});
