//! Ids of games and keys of their files.

use crate::index::kifu;
use kifu_archive::origin::Origin;
use kifu_record::GameRecord;
use kifu_record::game::hash::stable_hash;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Key that all documents of a file share: a hash of the random key of its root and of the path below the root.
pub(crate) fn file_key(root_key: u64, below: &Path) -> u64 {
    let path = below.as_os_str().as_encoded_bytes();
    stable_hash(&[&root_key.to_le_bytes(), path])
}

/// Returns a game's id: a hash of its place below the root, of its moves and of its properties.
pub fn game_id(root: &Path, origin: &Origin, record: &GameRecord) -> u64 {
    let kifu = kifu::encode(record.start, &record.tree);
    id_from_moves(root, origin, &kifu, record)
}

/// True if a game that was read has this id: it lies at the same place below one of the roots and has the same content.
pub fn has_id(id: u64, roots: &[PathBuf], origin: &Origin, record: &GameRecord) -> bool {
    let kifu = kifu::encode(record.start, &record.tree);
    let mut above = roots.iter().filter(|root| origin.path.starts_with(root));
    above.any(|root| id_from_moves(root, origin, &kifu, record) == id)
}

/// Computes the id from the moves in their stored form.
pub(super) fn id_from_moves(root: &Path, origin: &Origin, kifu: &[u8], record: &GameRecord) -> u64 {
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
