//! Fuzz target: any bytes are read in the format that they look like, and replayed.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::read_any(bytes);
});
