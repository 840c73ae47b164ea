//! Fuzz target: the games of any file are exported and read back.
#![no_main]

use kifu_index_fuzz::properties::scratch::Scratch;
use kifu_index_fuzz::{properties, scratch};
use std::sync::LazyLock;

static SCRATCH: LazyLock<Scratch> = LazyLock::new(|| Scratch(scratch()));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::export::is_sound(&SCRATCH, bytes);
});
