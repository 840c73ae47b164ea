//! Fuzz target: `parse(display(q)) == q` for every query, and of a query and its negation exactly one finds each game.
#![no_main]

use kifu_index::engine::Engine;
use kifu_index_fuzz::{properties, sample_index};
use std::sync::LazyLock;

static ENGINE: LazyLock<Engine> = LazyLock::new(sample_index);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    properties::query::arguments_are_joined(&text);
    properties::query::is_sound(&text, Some(&ENGINE));
});
