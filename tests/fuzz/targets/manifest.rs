//! Any bytes are the list of files, the mark or the duplicates of an index.
#![no_main]

use kifu_index_fuzz::properties::scratch::Scratch;
use kifu_index_fuzz::properties::sealed::Parts;
use kifu_index_fuzz::{properties, scratch};
use std::sync::LazyLock;

static PARTS: LazyLock<Parts> = LazyLock::new(|| properties::damage::parts(&Scratch(scratch())));

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    properties::manifest::is_sound(&PARTS, input);
});
