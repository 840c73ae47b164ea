//! The ids of games and the numbers of their files.

use crate::index::kifu;
use kifu_archive::origin::Origin;
use kifu_record::GameRecord;
use kifu_record::game::hash::stable_hash;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The number that all documents of a file share: a hash of the key of its root and of its path below that.
pub(crate) fn file_key(root_key: u64, below: &Path) -> u64 {
    let path = below.as_os_str().as_encoded_bytes();
    stable_hash(&[&root_key.to_le_bytes(), path])
}

/// A game's id: a hash of where it lies below the root and of its content.
pub fn game_id(root: &Path, origin: &Origin, record: &GameRecord) -> u64 {
    let kifu = kifu::encode(record.start, &record.tree);
    id_with(root, origin, &kifu, record)
}

/// Whether a game that was read is the one with this id: at this place below one of the roots, with this content.
pub fn has_id(id: u64, roots: &[PathBuf], origin: &Origin, record: &GameRecord) -> bool {
    let kifu = kifu::encode(record.start, &record.tree);
    let mut above = roots.iter().filter(|root| origin.path.starts_with(root));
    above.any(|root| id_with(root, origin, &kifu, record) == id)
}

/// The id, given the moves as they are stored.
pub(super) fn id_with(root: &Path, origin: &Origin, kifu: &[u8], record: &GameRecord) -> u64 {
    let path = origin.path.strip_prefix(root).unwrap_or(&origin.path);
    let mut parts: Vec<Cow<[u8]>> = vec![path.as_os_str().as_encoded_bytes().into()];
    for member in &origin.members {
        parts.push(member.raw.as_slice().into());
        parts.push(member.occurrence.to_le_bytes().to_vec().into());
    }
    parts.push(origin.game.to_le_bytes().to_vec().into());
    parts.push(kifu.into());
    let values = record.properties.iter().flat_map(|p| &p.values);
    parts.extend(values.map(|value| value.as_bytes().into()));
    let parts: Vec<&[u8]> = parts.iter().map(Cow::as_ref).collect();
    stable_hash(&parts)
}
