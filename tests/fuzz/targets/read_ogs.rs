//! Fuzz target: any text is read as JSON of OGS.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::read_ogs(&String::from_utf8_lossy(bytes));
});
