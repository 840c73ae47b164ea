//! Selects games by a text in a column. Each text is compared once in the column's dictionary, instead of once for
//! every game that has it.

use super::ScanQuery;
use crate::columns::{BLOCK_GAMES, doc_set, iter_first_values};
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};

/// Cost of folding and comparing one text, in budget steps of about 10 ns.
const TEXT_STEPS: usize = 20;

/// Query for the games that have a text in a column for which `fits` is true.
pub(crate) fn games_with_text(
    column: &'static str,
    fits: impl Fn(&str) -> bool + Send + Sync + 'static,
    budget: &TimeBudget,
) -> ScanQuery {
    ScanQuery::new(budget, move |reader, ticker| {
        let Some(column) = reader.fast_fields().str(column)? else {
            return Ok(doc_set(reader, []));
        };
        let mut fitting = Vec::with_capacity(column.num_terms());
        let mut texts = column.dictionary().stream()?;
        while !ticker.is_exhausted_after(TEXT_STEPS) && texts.advance() {
            fitting.push(fits(&String::from_utf8_lossy(texts.key())));
        }
        Ok(if fitting.contains(&true) {
            games_with_terms(reader, &column, &fitting, ticker)
        } else {
            doc_set(reader, [])
        })
    })
}

/// The games with one of the fitting texts of a column; `fitting` has a flag for each of its terms.
pub(super) fn games_with_terms(
    reader: &SegmentReader,
    column: &StrColumn,
    fitting: &[bool],
    ticker: &mut BudgetTicker,
) -> BitSet {
    let fits = |text: u64| fitting.get(text as usize) == Some(&true);
    let ords = column.ords();
    let docs: Vec<DocId> = reader.doc_ids_alive().collect();
    let docs = ticker.take_within_budget(BLOCK_GAMES, docs.chunks(BLOCK_GAMES)).flatten().copied();
    if ords.get_cardinality().is_multivalue() {
        return doc_set(reader, docs.filter(|&doc| ords.values_for_doc(doc).any(fits)));
    }
    let games = iter_first_values(ords, docs).filter(|(_, text)| text.is_some_and(fits));
    doc_set(reader, games.map(|(doc, _)| doc))
}
