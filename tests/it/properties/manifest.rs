//! What holds for any bytes as the small files of an index: the list of files, the mark of the folder, the duplicates.

use super::scratch::Scratch;
use super::sealed::{Part, Parts};
use kifu_index::index::Index;
use kifu_index::index::build::forget;
use kifu_index::index::manifest::{Manifest, ManifestHeader};
use kifu_index::index::verify::verify;

/// The files, by the first byte of an input.
pub const FILES: [&str; 3] = [".jsonl", "kifu-index.json", ".bin"];

/// Any bytes are read or refused, and a list that is read is read again when it was written.
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
            is_written_again(parts, known);
        }
    });
    if known.is_some() {
        parts.restore();
    }
}

/// A build that reads nothing writes the list anew.
fn is_written_again(parts: &Parts, known: &Manifest) {
    forget(parts.folder(), &[], &Scratch::options()).unwrap_or_else(|error| panic!("{error:?}"));
    let index = Index::open(parts.folder()).unwrap_or_else(|error| panic!("{error:?}"));
    let again = index.manifest().unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(again.files, known.files);
    // The build counts anew, and says when it was.
    let told = |header: &ManifestHeader| (header.roots.clone(), header.limits.clone());
    assert_eq!(told(&again.header), told(&known.header));
    assert_eq!(
        again.header.totals.files,
        again.files.values().map(|file| file.tally.files).sum::<u64>()
    );
}

/// Games of the file's own count behind its own beginning, or nothing of it would be looked at.
fn with_header(part: &Part, bytes: &[u8]) -> Vec<u8> {
    let (games, _) = bytes.as_chunks::<16>();
    let mut data = part.data[..24].to_vec();
    data.extend((games.len() as u64).to_le_bytes());
    data.extend(games.as_flattened());
    data
}
