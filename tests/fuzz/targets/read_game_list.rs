//! Fuzz target: any text that is read as a game list leaves the games of a file of move lines as they are.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::game_lists::is_sound(&String::from_utf8_lossy(bytes));
});
