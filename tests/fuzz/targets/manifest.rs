//! Fuzz target: bytes of any kind are read as an index's list of files, its marker file, or its groups of copies.
#![no_main]

use kifu_index_fuzz::properties::scratch::Scratch;
use kifu_index_fuzz::properties::sealed::Parts;
use kifu_index_fuzz::{properties, scratch};
use std::sync::LazyLock;

static PARTS: LazyLock<Parts> = LazyLock::new(|| properties::damage::parts(&Scratch(scratch())));

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    properties::manifest::is_sound(&PARTS, input);
});
