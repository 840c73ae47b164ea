//! Fuzz target: local patterns in games made from the input are found exactly where brute force finds them.
#![no_main]

use kifu_index_fuzz::properties::scratch::Scratch;
use kifu_index_fuzz::{properties, scratch};
use std::sync::LazyLock;

static SCRATCH: LazyLock<Scratch> = LazyLock::new(|| Scratch(scratch()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    properties::scan::is_sound(&SCRATCH, input);
});
