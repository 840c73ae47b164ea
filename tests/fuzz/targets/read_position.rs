//! Fuzz target: any text is read as a position (moves, diagrams, drawn boards, GTP, SGF), or is an error with its
//! place.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::query::position_is_sound(&String::from_utf8_lossy(bytes));
});
