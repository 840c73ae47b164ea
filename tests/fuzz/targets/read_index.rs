//! An index whose components are damaged behind right sums gives answers or errors. The library panics where its own
//! files are damaged, which the program catches: only ours are damaged here.
#![no_main]

use kifu_index_fuzz::properties::scratch::Scratch;
use kifu_index_fuzz::properties::sealed::Parts;
use kifu_index_fuzz::{properties, scratch};
use std::sync::LazyLock;

static PARTS: LazyLock<Parts> = LazyLock::new(|| properties::damage::parts(&Scratch(scratch())));

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    properties::damage::is_survived(&PARTS, input);
});
