//! Indexes in folders on this machine.

use kifu_language::knowledge::aliases::Aliases;
use kifu_store::index::Index;
use kifu_store::mine::marks::{ExpansionLimits, MarkSource};
use std::path::PathBuf;
use std::sync::Arc;

/// What to open.
#[derive(Clone, Debug, Default)]
pub struct Indexes {
    /// The folders of one index, or of several that are searched as one.
    pub folders: Vec<PathBuf>,
    /// Keeps which games of several indexes are copies of each other. Without it, games are compared anew for every
    /// process that asks.
    pub cache: Option<PathBuf>,
    /// The spellings of names that queries use.
    pub aliases: Aliases,
    /// The file of a set to which the folder belongs: its answers are joined with those of the other members, see
    /// [`parts`](super::parts). Copies of games are those of the whole set.
    pub set: Option<PathBuf>,
    /// What the user says of games: tags, stars, notes, saved queries. Without it, queries cannot ask for them.
    pub marks: Option<Arc<dyn MarkSource>>,
    /// How large a query may be with its saved queries written out.
    pub expansion: ExpansionLimits,
}

impl Indexes {
    pub(super) fn open(&self) -> kifu_archive::error::Result<Index> {
        let index = match (self.folders.as_slice(), &self.set) {
            ([folder], Some(set)) => Index::open_in(folder, set)?,
            (folders, _) => Index::open_all(folders, self.cache.as_deref())?,
        };
        let index = index.with_aliases(self.aliases.clone()).with_expansion_limits(self.expansion);
        Ok(index.with_marks(self.marks.clone()))
    }
}
