//! Any bytes beside a game are read as an analysis that is sound.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::analysis::beside_is_sound(&String::from_utf8_lossy(bytes));
});
