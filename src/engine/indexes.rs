//! Opens the indexes in folders of this machine.

use kifu_language::knowledge::aliases::Aliases;
use kifu_store::index::Index;
use kifu_store::userdata::book::BookSource;
use kifu_store::userdata::marks::{ExpansionLimits, MarkSource};
use std::path::PathBuf;
use std::sync::Arc;

/// Folders of indexes to open, with the user's settings and files that queries use, such as spellings of names.
#[derive(Clone, Debug, Default)]
pub struct Indexes {
    /// Folders of one index, or of several that are searched as one.
    pub folders: Vec<PathBuf>,
    /// Path of a file that caches which games of several indexes are copies of each other. Without it, every process
    /// compares all these games again.
    pub cache: Option<PathBuf>,
    /// User's list of spellings that belong to one person, so that queries find a player under any of them.
    pub aliases: Aliases,
    /// File that lists a set of indexes to which the folder belongs. Each index of the set holds some shards of an
    /// archive. The answers of all of them are then joined, see [`parts`](super::parts), and copies are recognised over
    /// the whole set.
    pub set: Option<PathBuf>,
    /// Source of the user's tags, stars, notes and saved queries. Without it, a query that uses them fails.
    pub marks: Option<Arc<dyn MarkSource>>,
    /// Source of the book in use, with which queries compare games. Without it, a query about the book fails.
    pub book: Option<Arc<dyn BookSource>>,
    /// Limits on the size of a query after its saved queries are replaced by their texts.
    pub expansion: ExpansionLimits,
}

impl Indexes {
    pub(super) fn open(&self) -> kifu_archive::error::Result<Index> {
        let index = match (self.folders.as_slice(), &self.set) {
            ([folder], Some(set)) => Index::open_in_set(folder, set)?,
            (folders, _) => Index::open_all(folders, self.cache.as_deref())?,
        };
        let index = index.with_aliases(self.aliases.clone()).with_expansion_limits(self.expansion);
        Ok(index.with_marks(self.marks.clone()).with_book(self.book.clone()))
    }
}
