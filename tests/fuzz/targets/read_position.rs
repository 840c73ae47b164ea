//! Any text is a position or an error with its place: moves, diagrams, drawn boards, GTP, SGF.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::query::position_is_sound(&String::from_utf8_lossy(bytes));
});
