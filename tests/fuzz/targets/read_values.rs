//! Fuzz target: any text is read as a date, a result, a rank and a komi.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::values::are_sound(&String::from_utf8_lossy(bytes));
});
