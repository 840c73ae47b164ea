//! Fuzz target: any bytes are an archive that is indexed, verified, searched, shown and forgotten. The first byte
//! chooses the file name.
#![no_main]

use kifu_index_fuzz::properties::archive::NAMES;
use kifu_index_fuzz::properties::scratch::Scratch;
use kifu_index_fuzz::{checksums, properties, scratch};
use std::sync::LazyLock;

static SCRATCH: LazyLock<Scratch> = LazyLock::new(|| Scratch(scratch()));

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((&kind, bytes)) = input.split_first() else {
        return;
    };
    let mut bytes = bytes.to_vec();
    checksums::mend(&mut bytes);
    let name = NAMES[usize::from(kind) % NAMES.len()].to_owned();
    properties::whole::is_sound(&SCRATCH, &[(name, bytes)]);
});
