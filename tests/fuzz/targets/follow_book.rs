//! Fuzz target: any text is a book in which the games of the sample archive can be followed, or is an error.
#![no_main]

use kifu_index::engine::Engine;
use kifu_index_fuzz::{properties, sample_index};
use std::sync::LazyLock;

static INDEX: LazyLock<Engine> = LazyLock::new(sample_index);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    properties::variations::are_sound(&INDEX, bytes);
});
