//! Opens the indexes in folders of this machine.

use kifu_language::knowledge::aliases::Aliases;
use kifu_store::index::Index;
use kifu_store::userdata::marks::{ExpansionLimits, MarkSource};
use std::path::PathBuf;
use std::sync::Arc;

/// Indexes to open, with what queries need besides them.
#[derive(Clone, Debug, Default)]
pub struct Indexes {
    /// Folders of one index, or of several that are searched as one.
    pub folders: Vec<PathBuf>,
    /// Path of a cache of which games of several indexes are copies of each other. Without it, every process compares
    /// the games again.
    pub cache: Option<PathBuf>,
    /// User's spellings of names for queries.
    pub aliases: Aliases,
    /// File of the set of shards that the folder belongs to. Its answers are then joined with those of the other
    /// members, see [`parts`](super::parts), and copies are counted over the whole set.
    pub set: Option<PathBuf>,
    /// Source of the user's tags, stars, notes and saved queries. Without it, queries cannot ask for them.
    pub marks: Option<Arc<dyn MarkSource>>,
    /// Limits on the size of a query after its saved queries are expanded.
    pub expansion: ExpansionLimits,
}

impl Indexes {
    pub(super) fn open(&self) -> kifu_archive::error::Result<Index> {
        let index = match (self.folders.as_slice(), &self.set) {
            ([folder], Some(set)) => Index::open_in_set(folder, set)?,
            (folders, _) => Index::open_all(folders, self.cache.as_deref())?,
        };
        let index = index.with_aliases(self.aliases.clone()).with_expansion_limits(self.expansion);
        Ok(index.with_marks(self.marks.clone()))
    }
}
