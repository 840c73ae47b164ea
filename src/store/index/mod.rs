//! Builds an index on disk from records, and opens it for reading.

pub(crate) mod analysis_table;
mod bits;
mod blocks;
pub mod book_column;
pub mod build;
mod columns;
pub mod content;
mod directory;
pub mod document;
pub mod duplicates;
pub mod engine_eval;
mod errors;
pub mod events;
pub mod filled_fields;
mod folder;
mod found_columns;
mod games;
pub mod global_stats;
pub mod joseki_column;
pub mod kifu;
mod leftovers;
pub mod manifest;
pub mod mapped;
mod marker;
mod members;
pub(crate) mod names;
pub mod next;
pub mod novelty_table;
pub mod outcome_columns;
pub mod place;
pub mod player_names;
pub mod schema;
pub mod segment;
pub mod set;
mod state;
mod stored;
pub mod stored_comments;
pub mod stored_header;
mod tantivy_index;
mod temporary;
mod tokens;
mod varint;
pub mod verify;
pub mod write_guard;

use crate::userdata::book::{BookSource, BookView};
use crate::userdata::marks::{ExpansionLimits, MarkSource, MarksView};
use book_column::{BookColumn, BookColumns};
use duplicates::Duplicates;
use errors::{index_gone, other_version, tantivy_error};
use filled_fields::FilledFields;
use found_columns::{FoundColumns, cached_segments};
use global_stats::GlobalContext;
use joseki_column::JosekiColumn;
use kifu_archive::error::{Error, Result};
use kifu_language::knowledge::aliases::Aliases;
use kifu_record::cancel::TimeBudget;
use kifu_record::game::Color;
use kifu_record::game::hash::{PositionHash, stable_hash};
use manifest::{Manifest, ManifestHeader};
use marker::check_folder;
use names::{KnownNames, NameColumn, NumberedNames};
use novelty_table::{LazyNovelty, NoveltyProgress, NoveltyTable};
use outcome_columns::{GameSizes, OutcomeColumns, SingleNames, UnpackedColumns};
use player_names::SharedPlayerNames;
use schema::Fields;
use segment::positions::Positions;
pub use state::Folders;
use state::{FolderList, OpenFolder};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLockReadGuard};
use stored::{StoredGame, StoredGames};
use tantivy::columnar::StrColumn;
use tantivy::{DocAddress, Searcher, SegmentOrdinal};
use tantivy_index::{current_manifest, open_directory, open_tantivy};

/// An index, open for reading.
///
/// Other processes may read it, and one may write it meanwhile: this view stays at the commit that it was opened with.
/// A clone is a view of the same state.
#[derive(Clone)]
pub struct Index {
    folders: Folders,
    pub fields: Fields,
    searcher: Searcher,
    header: Arc<ManifestHeader>,
    /// Directory of each folder with its open files, and the name of its list of files. No two states have the same
    /// list.
    lists: Arc<[FolderList]>,
    filled_fields: Arc<FilledFields>,
    stored: Arc<StoredGames>,
    duplicates: Arc<duplicates::LazyDuplicates>,
    aliases: Arc<Aliases>,
    /// Tags, stars and notes of the user.
    marks: MarksView,
    /// The user's book.
    book: BookView,
    book_columns: Arc<BookColumns>,
    expansion: ExpansionLimits,
    names: Arc<KnownNames>,
    joseki: Arc<FoundColumns<JosekiColumn>>,
    /// Numbers of the groups of copies whose records disagree, once they have been found.
    disagreeing_copies: Arc<OnceLock<HashSet<u32>>>,
    novelty: Arc<LazyNovelty>,
    player_names: Arc<SharedPlayerNames>,
    unpacked: Arc<UnpackedColumns>,
    budget: TimeBudget,
    global: Option<Arc<GlobalContext>>,
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Index").field("folders", &self.folders).finish_non_exhaustive()
    }
}

impl Index {
    pub fn open(folder: &Path) -> Result<Index> {
        Index::open_all(&[folder.to_owned()], None)
    }

    /// Opens the indexes in several folders as one. The result of comparing games across indexes is cached in the
    /// folder `cache`; without it, every process compares them again.
    pub fn open_all(folders: &[PathBuf], cache: Option<&Path>) -> Result<Index> {
        Index::open_with(Folders::new(folders)?, cache, open_directory)
    }

    /// Opens the index for a caller that reads most of its bytes and [releases](Self::release_pages) pages after use.
    fn open_low_memory(folder: &Path) -> Result<Index> {
        let open = |folder: &Path| Ok(open_directory(folder)?.low_memory(None));
        Index::open_with(Folders::new(&[folder.to_owned()])?, None, open)
    }

    fn open_with(folders: Folders, cache: Option<&Path>, open: OpenFolder) -> Result<Index> {
        let (searcher, header, lists) = state::load_latest(&folders, open)?;
        let fields = Fields::of(searcher.schema());
        let found_columns = cached_segments(&searcher);
        Ok(Index {
            fields: fields.ok_or_else(|| other_version(folders.first()))?,
            filled_fields: Arc::new(FilledFields::new(searcher.clone())),
            stored: Arc::default(),
            duplicates: Arc::new(duplicates::LazyDuplicates::new(searcher.clone(), &lists, cache)),
            novelty: Arc::new(LazyNovelty::new(searcher.clone(), &lists, cache)),
            lists: lists.into(),
            folders,
            unpacked: Arc::new(UnpackedColumns::new(searcher.clone())),
            joseki: Arc::new(FoundColumns::new(found_columns)),
            book_columns: Arc::new(BookColumns::new(found_columns)),
            disagreeing_copies: Arc::default(),
            searcher,
            header: Arc::new(header),
            aliases: Arc::default(),
            marks: MarksView::default(),
            book: BookView::default(),
            expansion: ExpansionLimits::default(),
            names: Arc::default(),
            player_names: Arc::default(),
            budget: TimeBudget::default(),
            global: None,
        })
    }

    /// Releases the pages that were read, if the index was opened with [`Self::open_low_memory`].
    fn release_pages(&self) {
        self.lists.iter().for_each(|(directory, _)| directory.release_pages());
    }

    /// True if this is a view of the same state as another index of the same folders.
    pub fn is_same_state(&self, other: &Index) -> bool {
        self.list_names().eq(other.list_names())
    }

    /// Fails if a mapping is known to be lost, so that [`check_mapped`](Self::check_mapped) would fail. Costs one
    /// atomic read as long as no mapping was lost.
    pub fn check_known_losses(&self) -> Result<()> {
        if mapped::any_lost() { self.check_mapped() } else { Ok(()) }
    }

    /// Fails if a file of the index was cut or unreadable while it was in use, so that answers from it may be wrong.
    ///
    /// Looks at every open file, about 15 ns each: 0.4 µs of an answer of 200 µs. See [`mapped`].
    pub fn check_mapped(&self) -> Result<()> {
        let lost = |(folder, (directory, _)): (&Path, &FolderList)| {
            directory.lost_file().map(|what| errors::lost(folder, &what))
        };
        let mut folders = self.folders.iter().zip(self.lists.iter());
        folders.find_map(lost).map_or(Ok(()), Err)
    }

    /// Hash that distinguishes the answers of this index from those of all other indexes, states and aliases. An index
    /// of several folders has the same hash in any order of the folders, and each index that answers as one of several
    /// has the hash of all of them together.
    pub fn state(&self) -> u64 {
        global_stats::combined_state(&self.states())
    }

    /// States of the folders. Every commit has a list of files with a random name, so an index that was rebuilt in the
    /// same folder has another state, and so have two copies of an index that were refreshed separately.
    fn states(&self) -> BTreeSet<u64> {
        let aliases = self.aliases.state().to_le_bytes();
        self.list_names().map(|list| stable_hash(&[list.as_bytes(), &aliases])).collect()
    }

    /// Names of the lists of files of all folders.
    pub(crate) fn list_names(&self) -> impl Iterator<Item = &str> {
        self.lists.iter().filter_map(|(_, list)| list.as_deref())
    }

    /// Returns the index with another table of aliases, which says for each name of a player which person it may mean.
    /// Queries for a person use it.
    pub fn with_aliases(self, aliases: Aliases) -> Index {
        Index {
            aliases: Arc::new(aliases),
            // Which names are one person depends on the aliases, so names have to be looked up again.
            names: Arc::default(),
            player_names: Arc::default(),
            ..self
        }
    }

    /// Returns the index with these duplicates (games that are copies of others), so that it does not compute them
    /// itself.
    fn with_duplicates(self, found: Duplicates) -> Index {
        let known = duplicates::LazyDuplicates::from_found(self.searcher.clone(), found);
        Index { duplicates: Arc::new(known), ..self }
    }

    /// Returns a view of the index whose answers stay within a time budget.
    #[must_use]
    pub fn with_budget(&self, budget: TimeBudget) -> Index {
        let (marks, book) = (self.marks.for_next_answer(), self.book.for_next_answer());
        Index { budget, marks, book, ..self.clone() }
    }

    /// Returns the index with tags, stars and notes of a user.
    pub fn with_marks(self, source: Option<Arc<dyn MarkSource>>) -> Index {
        Index { marks: MarksView::new(source), ..self }
    }

    /// Returns the index with a source of the book in use.
    pub fn with_book(self, source: Option<Arc<dyn BookSource>>) -> Index {
        Index { book: BookView::new(source), ..self }
    }

    /// The book in use, as this view of the index sees it.
    pub fn book(&self) -> &BookView {
        &self.book
    }

    /// Returns the index with other limits on the size of a query in which the names of saved queries are replaced by
    /// their texts.
    pub fn with_expansion_limits(self, expansion: ExpansionLimits) -> Index {
        Index { expansion, ..self }
    }

    /// Maximum size of a query after its saved queries are expanded.
    pub fn expansion_limits(&self) -> ExpansionLimits {
        self.expansion
    }

    /// Tags, stars and notes of the user, as this view of the index sees them.
    pub fn marks(&self) -> &MarksView {
        &self.marks
    }

    /// Time budget of an answer.
    pub fn budget(&self) -> &TimeBudget {
        &self.budget
    }

    /// Aliases that map a name to the persons it may mean.
    pub fn aliases(&self) -> &Aliases {
        &self.aliases
    }

    /// Shared table of aliases, for queries that outlive the index.
    pub fn shared_aliases(&self) -> Arc<Aliases> {
        self.aliases.clone()
    }

    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// Converts an error of tantivy into one worded for users.
    pub fn error_from_tantivy(&self, error: tantivy::TantivyError) -> Error {
        self.folders.error_from_tantivy(error)
    }

    /// Header of the list of files.
    pub fn header(&self) -> &ManifestHeader {
        &self.header
    }

    /// Reads the list of files, including files without a game.
    pub fn manifest(&self) -> Result<Manifest> {
        let read = |folder: &Path| -> Result<(PathBuf, Manifest)> {
            check_folder(folder).map_err(|error| index_gone(folder, error))?;
            let directory = open_directory(folder)?;
            let index = open_tantivy(directory.clone());
            let manifest = index
                .and_then(|index| current_manifest(&directory, &index))
                .map_err(|error| tantivy_error(folder, error))?;
            match directory.lost_file() {
                Some(what) => Err(errors::lost(folder, &what)),
                None => Ok((folder.to_owned(), manifest)),
            }
        };
        Manifest::join(self.folders.iter().map(read).collect::<Result<_>>()?)
    }

    /// Games that are copies of others. If no stored result fits, they are compared again, which takes a few seconds
    /// for a million games; if the budget ends meanwhile, the result is empty.
    pub fn duplicates(&self) -> Result<&Duplicates> {
        self.duplicates.get(&self.budget).map_err(|error| self.error_from_tantivy(error))
    }

    /// Numbers of the groups of copies whose records disagree on what their headers state, once a search has found them
    /// all.
    pub fn disagreeing_copies(&self) -> &OnceLock<HashSet<u32>> {
        &self.disagreeing_copies
    }

    /// Total bytes of the index's files by extension, sorted by extension.
    pub fn bytes_by_extension(&self) -> Vec<(String, u64)> {
        let mut sizes = std::collections::BTreeMap::new();
        let entries = self.folders.iter().flat_map(std::fs::read_dir).flatten();
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let extension = name.rsplit('.').next().unwrap_or(&name);
            let size = entry.metadata().map_or(0, |metadata| metadata.len());
            *sizes.entry(extension.to_owned()).or_insert(0) += size;
        }
        sizes.into_iter().collect()
    }

    pub fn segment_count(&self) -> usize {
        self.searcher.segment_readers().len()
    }

    /// Number of games of the whole index that may have a position early on their main lines, counted up to
    /// `max_count`. Deleted games count until their segments are merged.
    pub fn early_entries(&self, hash: PositionHash, max_count: usize) -> tantivy::Result<usize> {
        let mut count = 0;
        for reader in self.searcher.segment_readers() {
            let entries = Positions::open(reader)?.early(hash)?;
            count += entries.take(max_count - count).count();
        }
        Ok(self.global_early_count(hash.0, count))
    }

    /// Duplicates of the index, for holders that outlive it.
    pub fn lazy_duplicates(&self) -> &Arc<duplicates::LazyDuplicates> {
        &self.duplicates
    }

    pub fn filled_fields(&self) -> &Arc<FilledFields> {
        &self.filled_fields
    }

    /// Names of players that were looked up so far.
    pub fn names(&self) -> RwLockReadGuard<'_, NumberedNames> {
        self.names.read()
    }

    /// Looks up names of a column, until the budget ends. `wanted` has their numbers in the column, in ascending order.
    pub fn look_up_names(
        &self,
        column: NameColumn,
        texts: &StrColumn,
        wanted: impl Iterator<Item = u64>,
    ) -> tantivy::Result<()> {
        let names = &self.names;
        names.look_up(column, texts, wanted, &self.aliases, &self.budget)
    }

    /// Outcomes and dates of a segment's games, if these columns are unpacked already, or if an answer counts so many
    /// games (`counted`) that unpacking pays; otherwise `None`.
    pub fn outcome_columns(
        &self,
        segment: SegmentOrdinal,
        counted: usize,
    ) -> tantivy::Result<Option<&OutcomeColumns>> {
        self.unpacked.games(segment, counted, &self.budget)
    }

    /// Sizes of a segment's games, under the conditions of [`Self::outcome_columns`].
    pub fn game_sizes(
        &self,
        segment: SegmentOrdinal,
        counted: usize,
    ) -> tantivy::Result<Option<&GameSizes>> {
        self.unpacked.sizes(segment, counted, &self.budget)
    }

    /// Names of a segment's games in the column of a colour's players, for games with a single such name, under the
    /// conditions of [`Self::outcome_columns`].
    pub fn single_names(
        &self,
        segment: SegmentOrdinal,
        counted: usize,
        color: Color,
        column: &StrColumn,
    ) -> tantivy::Result<Option<&SingleNames>> {
        self.unpacked.names(segment, counted, color, column, &self.budget)
    }

    /// The joseki of a segment's games. `find` finds them, with whether it has found all, unless they are known
    /// already.
    pub fn joseki_column(
        &self,
        segment: SegmentOrdinal,
        find: impl FnOnce() -> tantivy::Result<(JosekiColumn, bool)>,
    ) -> tantivy::Result<Arc<JosekiColumn>> {
        self.joseki.get_or_find(segment, find)
    }

    /// Where a segment's games left the book of this version. `find` finds it, with whether it has found all, unless it
    /// is known already.
    pub fn book_column(
        &self,
        version: u64,
        segment: SegmentOrdinal,
        find: impl FnOnce() -> tantivy::Result<(BookColumn, bool)>,
    ) -> tantivy::Result<Arc<BookColumn>> {
        self.book_columns.of_version(version).get_or_find(segment, find)
    }

    /// Novelties of all games, within the time budget of this view; `None` if it ends before they are found. The first
    /// call starts `find` on a thread of its own, unless the novelties are stored beside the index.
    pub fn novelty_table(
        &self,
        find: impl FnOnce(&NoveltyProgress) -> tantivy::Result<NoveltyTable> + Send + 'static,
    ) -> tantivy::Result<Option<Arc<NoveltyTable>>> {
        self.novelty.get(&self.budget, find)
    }

    /// Progress of the search for the novelties of all games: games replayed so far, and games to replay; both 0 if no
    /// search has begun.
    pub fn novelty_progress(&self) -> (u64, u64) {
        self.novelty.progress()
    }

    /// Reads the stored values of a game.
    pub fn stored_game(&self, game: DocAddress) -> tantivy::Result<StoredGame> {
        self.stored.game(&self.searcher, game)
    }

    /// tantivy searcher over the segments of the commit that this view of the index shows.
    pub fn searcher(&self) -> &Searcher {
        &self.searcher
    }
}
