//! Fuzz target: an index with damaged components, but right checksums, gives answers or errors. Only our own components
//! are damaged: tantivy panics on damage in its files, and the program catches that panic elsewhere.
#![no_main]

use kifu_index_fuzz::properties::scratch::Scratch;
use kifu_index_fuzz::properties::sealed::Parts;
use kifu_index_fuzz::{properties, scratch};
use std::sync::LazyLock;

static PARTS: LazyLock<Parts> = LazyLock::new(|| properties::damage::parts(&Scratch(scratch())));

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    properties::damage::is_survived(&PARTS, input);
});
