//! Reads the values of columns for many games at once, and makes bit sets of games.

use kifu_language::GameNumber;
use kifu_record::cancel::TimeBudget;
use tantivy::columnar::{Column, MonotonicallyMappableToU64};
use tantivy::fastfield::FastFieldReaders;
use tantivy::index::SegmentReader;
use tantivy::query::{EnableScoring, Query};
use tantivy::{BitSet, DocId, DocSet, TERMINATED};

/// Number of games whose values are read together: few enough that a block's values stay in the first-level cache.
pub(super) const BLOCK_GAMES: usize = 256;

/// Reads the first value of each document in one call, instead of one call for each document.
pub(super) fn first_values<T>(
    column: &Column<T>,
    docs: impl Iterator<Item = DocId>,
) -> Vec<Option<T>>
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + MonotonicallyMappableToU64 + 'static,
{
    let docs: Vec<DocId> = docs.collect();
    let mut values = vec![None; docs.len()];
    column.first_vals(&docs, &mut values);
    values
}

/// Reads a column's first value for each of any number of documents, block by block.
pub(super) fn iter_first_values<'c, T>(
    column: &'c Column<T>,
    mut docs: impl Iterator<Item = DocId> + 'c,
) -> impl Iterator<Item = (DocId, Option<T>)> + 'c
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + MonotonicallyMappableToU64 + 'static,
{
    let block = move || {
        let block: Vec<DocId> = docs.by_ref().take(BLOCK_GAMES).collect();
        (!block.is_empty()).then_some(block)
    };
    std::iter::from_fn(block).flat_map(|block| {
        let values = first_values(column, block.iter().copied());
        block.into_iter().zip(values)
    })
}

/// Makes a bit set of the given documents of a segment.
pub(super) fn doc_set(reader: &SegmentReader, docs: impl IntoIterator<Item = DocId>) -> BitSet {
    let mut set = BitSet::with_max_value(reader.max_doc());
    for doc in docs {
        set.insert(doc);
    }
    set
}

/// The documents of a segment that match a query. Once the time budget is spent, further documents are missing.
pub(super) fn matching_docs(
    query: &dyn Query,
    reader: &SegmentReader,
    budget: &TimeBudget,
) -> tantivy::Result<BitSet> {
    let scoring = EnableScoring::disabled_from_schema(reader.schema());
    let mut docs = BitSet::with_max_value(reader.max_doc());
    let mut scorer = query.weight(scoring)?.scorer(reader, 1.0)?;
    let mut ticker = budget.ticker();
    while scorer.doc() != TERMINATED && !ticker.is_exhausted_after(1) {
        docs.insert(scorer.doc());
        scorer.advance();
    }
    Ok(docs)
}

/// A column with a number of each game, such as the komi.
pub(super) enum NumberColumn {
    Signed(Column<i64>),
    Unsigned(Column<u64>),
}

impl NumberColumn {
    /// Opens the column of a number in a segment.
    pub(super) fn open(fast: &FastFieldReaders, number: GameNumber) -> tantivy::Result<Self> {
        let info = number.info();
        Ok(if info.is_signed() {
            Self::Signed(fast.i64(info.column)?)
        } else {
            Self::Unsigned(fast.u64(info.column)?)
        })
    }

    /// The number of a game, if it is known.
    pub(super) fn first(&self, doc: DocId) -> Option<i64> {
        match self {
            Self::Signed(column) => column.first(doc),
            Self::Unsigned(column) => i64::try_from(column.first(doc)?).ok(),
        }
    }
}
