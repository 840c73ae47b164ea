//! Any bytes are the user's own names of players.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::settings::are_sound(bytes);
});
