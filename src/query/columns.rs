//! Numbers of many games at once, and sets of games.

use kifu_language::GameNumber;
use kifu_record::patience::TimeBudget;
use tantivy::columnar::{Column, MonotonicallyMappableToU64};
use tantivy::fastfield::FastFieldReaders;
use tantivy::index::SegmentReader;
use tantivy::query::{EnableScoring, Query};
use tantivy::{BitSet, DocId, DocSet, TERMINATED};

/// Games whose numbers are read together; few enough for the nearest cache.
pub(super) const BLOCK: usize = 256;

/// The first value of each document, in one call. For a column that every document has, this is also a single call of
/// its codec.
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

/// The same for any number of documents, block by block.
pub(super) fn each_first<'c, T>(
    column: &'c Column<T>,
    mut docs: impl Iterator<Item = DocId> + 'c,
) -> impl Iterator<Item = (DocId, Option<T>)> + 'c
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + MonotonicallyMappableToU64 + 'static,
{
    let block = move || {
        let block: Vec<DocId> = docs.by_ref().take(BLOCK).collect();
        (!block.is_empty()).then_some(block)
    };
    std::iter::from_fn(block).flat_map(|block| {
        let values = first_values(column, block.iter().copied());
        block.into_iter().zip(values)
    })
}

/// These documents of a segment.
pub(super) fn set_of(reader: &SegmentReader, docs: impl IntoIterator<Item = DocId>) -> BitSet {
    let mut set = BitSet::with_max_value(reader.max_doc());
    for doc in docs {
        set.insert(doc);
    }
    set
}

/// The documents of a segment that fit a query; fewer once the budget is spent.
pub(super) fn docs_of(
    query: &dyn Query,
    reader: &SegmentReader,
    budget: &TimeBudget,
) -> tantivy::Result<BitSet> {
    let scoring = EnableScoring::disabled_from_schema(reader.schema());
    let mut docs = BitSet::with_max_value(reader.max_doc());
    let mut scorer = query.weight(scoring)?.scorer(reader, 1.0)?;
    let mut pace = budget.pace();
    while scorer.doc() != TERMINATED && !pace.is_spent(1) {
        docs.insert(scorer.doc());
        scorer.advance();
    }
    Ok(docs)
}

/// The column of a number of games.
pub(super) enum NumberColumn {
    Signed(Column<i64>),
    Unsigned(Column<u64>),
}

impl NumberColumn {
    /// That of a segment.
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
