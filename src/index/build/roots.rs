//! Decides which roots a build reads.

use super::Options;
use crate::crawl::Shard;
use crate::error::{Error, ErrorKind, Remedy, Result};
use crate::index::manifest::{Manifest, ManifestHeader};
use crate::origin::path_text;
use std::path::PathBuf;

pub(super) use crate::reading::roots::{absolute, reachable};

/// The roots to read now, with none inside another. New ones are added to the manifest.
pub(super) fn roots_to_read(
    manifest: &mut Manifest,
    mut wanted: Vec<PathBuf>,
) -> Result<Vec<PathBuf>> {
    let mut known = manifest.header.roots();
    if wanted.is_empty() {
        if known.is_empty() {
            let message = "there is nothing to refresh: the index has no roots yet";
            return Err(Error::new(ErrorKind::NotFound, message).advise(Remedy::NameRoots));
        }
        wanted = known.clone();
    }
    // A folder inside a known root is read as part of it.
    for root in &mut wanted {
        if let Some(outer) = known.iter().find(|outer| root.starts_with(outer)) {
            *root = outer.clone();
        }
    }
    wanted.sort();
    wanted.dedup_by(|inner, outer| inner.starts_with(&*outer));
    // An id depends on the path below the root, so everything that lay below another root is read again.
    for root in known.iter().filter(|root| !wanted.contains(root)) {
        if wanted.iter().any(|outer| root.starts_with(outer)) {
            let below = Vec::from_iter(manifest.below(root).cloned());
            for file in below {
                if let Some(line) = manifest.files.get_mut(&file) {
                    line.modified = 0;
                    line.sum = None;
                }
            }
        }
    }
    known.extend(wanted.iter().cloned());
    known.sort();
    known.dedup_by(|inner, outer| {
        inner == outer || inner.starts_with(&*outer) && std::fs::metadata(&*inner).is_ok()
    });
    manifest.header.roots = known.iter().map(|root| path_text(root)).collect();
    Ok(wanted)
}

/// Decides which part of each root is read. `before` is the header before the roots were entered into it. A root that
/// is known keeps its part, unless the index is built anew. A new one is read as it is asked for, or else as all others
/// are: the shards of several machines are told apart once.
pub(super) fn settle_shards(
    header: &mut ManifestHeader,
    before: &ManifestHeader,
    wanted: &[PathBuf],
    options: &Options,
) -> Result<()> {
    let replaced = options.replaced.as_ref();
    let known = replaced.map_or(before, |replaced| &replaced.header);
    for root in wanted.iter().map(|root| path_text(root)) {
        let is_held = before.roots.contains(&root);
        let held = is_held.then(|| before.shards.get(&root));
        let part = match (&options.shard, held) {
            (Some(asked), Some(held)) if held != part_of(asked) => {
                return Err(other_shard(&root, held, asked));
            }
            (Some(asked), _) => part_of(asked),
            (None, _) if known.roots.contains(&root) => known.shards.get(&root),
            (None, _) => shared_shard(known),
        };
        match part {
            Some(part) => header.shards.insert(root, part.clone()),
            None => header.shards.remove(&root),
        };
    }
    let roots = &header.roots;
    header.shards.retain(|root, _| roots.contains(root));
    Ok(())
}

/// All shards together are no part.
fn part_of(shard: &Shard) -> Option<&Shard> {
    (!shard.is_whole()).then_some(shard)
}

/// The shard that an index holds of every root, if it is the same.
fn shared_shard(header: &ManifestHeader) -> Option<&Shard> {
    let mut shards = header.roots.iter().map(|root| header.shards.get(root));
    let first = shards.next()??;
    shards.all(|shard| shard == Some(first)).then_some(first)
}

fn other_shard(root: &str, held: Option<&Shard>, asked: &Shard) -> Error {
    let held = held.map_or_else(|| "all".to_owned(), |held| format!("shard {held}"));
    let message = format!("this index holds {held} of {root}, not shard {asked}");
    Error::new(ErrorKind::Query, message).advise(Remedy::OneShardEach)
}
