//! Fuzz target: any bytes are read as the user's file of player names.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::settings::are_sound(bytes);
});
