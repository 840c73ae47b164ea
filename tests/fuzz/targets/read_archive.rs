//! Fuzz target: any bytes are read as an archive; the first byte chooses the file name. Header checksums are recomputed
//! first, because a random input would otherwise fail at the checksum and reach no other code.
#![no_main]

use kifu_index_fuzz::properties::archive::{NAMES, is_sound, limits};
use kifu_index_fuzz::{checksums, file, scratch};
use std::path::PathBuf;
use std::sync::LazyLock;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(scratch);

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((&kind, bytes)) = input.split_first() else {
        return;
    };
    let mut bytes = bytes.to_vec();
    checksums::mend(&mut bytes);
    let name = NAMES[usize::from(kind) % NAMES.len()];
    let path = file(&FOLDER, name, &bytes);
    is_sound(&path, &limits());
});
