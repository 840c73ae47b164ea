//! Properties of the small files of an index (the list of files, the marker file, the groups of copies), which are
//! replaced by any bytes.

use super::scratch::Scratch;
use super::sealed::{Part, Parts};
use kifu_index::index::Index;
use kifu_index::index::build::forget;
use kifu_index::index::manifest::{Manifest, ManifestHeader};
use kifu_index::index::verify::verify;

/// Endings of the names of these files. The first byte of an input chooses one.
pub const FILES: [&str; 3] = [".jsonl", "kifu-index.json", ".bin"];

/// Checks that any bytes are read or refused, and that a list that was read is equal after it was written and read
/// again.
pub fn is_sound(parts: &Parts, input: &[u8]) {
    let Some((&kind, bytes)) = input.split_first() else {
        return;
    };
    let ending = FILES[usize::from(kind) % FILES.len()];
    let part = parts.part(ending);
    let data = match ending {
        ".bin" => with_header(part, bytes),
        _ => bytes.to_vec(),
    };
    let mut known = None;
    parts.with(part, &data, || {
        let _ = verify(parts.folder());
        let Ok(index) = Index::open(parts.folder()) else {
            return;
        };
        if let Ok(found) = index.duplicates() {
            assert!(found.group_count() as usize <= found.game_count());
        }
        known = index.manifest().ok().filter(|_| ending == ".jsonl");
        if let Some(known) = &known {
            assert_eq!(*index.header(), known.header);
            check_rewritten(parts, known);
        }
    });
    if known.is_some() {
        parts.restore();
    }
}

/// Checks that a build without changes writes an equal list of files.
fn check_rewritten(parts: &Parts, known: &Manifest) {
    forget(parts.folder(), &[], &Scratch::options()).unwrap_or_else(|error| panic!("{error:?}"));
    let index = Index::open(parts.folder()).unwrap_or_else(|error| panic!("{error:?}"));
    let again = index.manifest().unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(again.files, known.files);
    // The build recomputes totals and its time, so only roots and limits are compared.
    let stable_fields = |header: &ManifestHeader| (header.roots.clone(), header.limits.clone());
    assert_eq!(stable_fields(&again.header), stable_fields(&known.header));
    assert_eq!(
        again.header.totals.files,
        again.files.values().map(|file| file.tally.files).sum::<u64>()
    );
}

/// Puts the input after the header of the original file, because a wrong header would end the reading at once.
fn with_header(part: &Part, bytes: &[u8]) -> Vec<u8> {
    let (games, _) = bytes.as_chunks::<16>();
    let mut data = part.data[..24].to_vec();
    data.extend((games.len() as u64).to_le_bytes());
    data.extend(games.as_flattened());
    data
}
