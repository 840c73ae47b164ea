//! Fuzz target: bytes of any kind are decoded to text.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::charset::is_sound(bytes);
});
