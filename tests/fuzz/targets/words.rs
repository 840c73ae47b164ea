//! Fuzz target: any text is folded, cut into words and found by its own words. File names made from it never lead
//! outside the target folder.
#![no_main]

use kifu_index_fuzz::properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    properties::words::are_sound(&text);
    properties::export::names_are_safe(&text);
});
