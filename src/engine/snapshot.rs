//! State of an index from which one request is answered, with what is derived from it.

use super::failure::{Failure, Result};
use super::files::{AddressTarget, GameAddress, OperandFiles};
use super::game::{GameReader, MemoryGuard, nth_record};
use super::popular::PopularPositions;
use kifu_language::files::QueryFiles as Texts;
use kifu_language::{Query, QueryError};
use kifu_query::book::{Book, used_book};
use kifu_query::completions::Completions;
use kifu_query::plan::Plan;
use kifu_query::players::UsualSpellings;
use kifu_query::search::plan_with;
use kifu_record::{GameTree, Start};
use kifu_store::index::Index;
use std::sync::{Arc, OnceLock};

/// State of the index, with values that are derived from it on first use and then cached until the next commit.
#[derive(Debug)]
pub(super) struct IndexState {
    pub(super) index: Index,
    completions: OnceLock<Completions>,
    spellings: OnceLock<UsualSpellings>,
    pub(super) popular: PopularPositions,
}

impl IndexState {
    pub(super) fn new(index: Index) -> Arc<IndexState> {
        Arc::new(IndexState {
            index,
            completions: OnceLock::new(),
            spellings: OnceLock::new(),
            popular: PopularPositions::default(),
        })
    }
}

/// State of the index from which one request is answered. All parts of the answer see the same commit.
#[allow(missing_debug_implementations)]
pub struct Snapshot<'s> {
    pub(super) index: &'s Index,
    pub(super) files: Option<&'s dyn OperandFiles>,
    pub(super) reader: Option<&'s dyn GameReader>,
    pub(super) state: &'s IndexState,
}

impl Snapshot<'_> {
    /// Returns the names and other values of the index that can complete a query while it is typed.
    ///
    /// The list is made on first use, without regard to the deadline of the request: a list that was cut off would be
    /// cached for all later requests.
    pub(super) fn completions(&self) -> Result<&Completions> {
        if let Some(known) = self.state.completions.get() {
            return Ok(known);
        }
        let completions = Completions::build(&self.state.index)?;
        Ok(self.state.completions.get_or_init(|| completions))
    }

    /// Returns the most frequent spelling of each player whose name is written in several ways.
    ///
    /// All games are counted on first use, without regard to the deadline of the request, because a partial result
    /// would be cached.
    pub(super) fn usual_spellings(&self) -> kifu_archive::error::Result<&UsualSpellings> {
        if let Some(known) = self.state.spellings.get() {
            return Ok(known);
        }
        let made = UsualSpellings::read(&self.state.index)?;
        Ok(self.state.spellings.get_or_init(|| made))
    }

    /// Plans a query: turns it into the searches of the index that answer it.
    pub(super) fn plan(&self, query: &Query) -> std::result::Result<Plan, QueryError> {
        self.with_query_files(|texts| plan_with(self.index, query, texts))
    }

    /// Plans a query: turns it into the searches of the index that answer it. If that fails, the error contains `text`,
    /// the text to which the position in the error refers.
    pub(super) fn plan_with_text(&self, query: &Query, text: &str) -> Result<Plan> {
        self.plan(query).map_err(|error| Failure::Query(error, text.to_owned()))
    }

    /// Returns the book in use, to mark the continuations that it has. Without a book, or if it cannot be read, nothing
    /// is marked.
    pub(super) fn shown_book(&self) -> Option<Arc<Book>> {
        used_book(self.index).ok().flatten()
    }

    /// Calls `work` with a reader for the files that a query names, or with `None` if the front end (such as a
    /// server) does not allow files.
    pub(super) fn with_query_files<T>(&self, work: impl FnOnce(Option<Texts>) -> T) -> T {
        let files = self.files.map(QueryFileReader);
        work(files.as_ref().map(|files| files as Texts))
    }

    /// Reserves memory until the returned guard is dropped; `None` if the front end (such as the command line)
    /// does not limit memory.
    pub(super) fn reserve_memory(
        &self,
        bytes: u64,
    ) -> kifu_archive::error::Result<Option<MemoryGuard>> {
        self.reader.map(|reader| reader.reserve_memory(bytes)).transpose()
    }
}

/// Lets queries read the files that they name, with the reader that the front end (such as the command line) supplies.
struct QueryFileReader<'f>(&'f dyn OperandFiles);

impl kifu_language::files::TextSource for QueryFileReader<'_> {
    fn text(&self, name: &str) -> std::io::Result<Vec<u8>> {
        self.0.text(name)
    }

    fn game(
        &self,
        text: &str,
    ) -> kifu_archive::error::Result<Option<(GameAddress, Start, GameTree)>> {
        match self.0.target(text)? {
            (address, AddressTarget::Entry(entry)) => {
                let record = nth_record(&entry, address.game)?;
                Ok(Some((address, record.start, record.tree)))
            }
            _ => Ok(None),
        }
    }
}
