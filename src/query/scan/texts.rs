//! Selects games by a text in a column. Each text is compared once, in the column's dictionary, and not once per game.

use super::ScanQuery;
use crate::columns::{BLOCK, each_first, set_of};
use kifu_record::patience::{Pace, TimeBudget};
use tantivy::columnar::StrColumn;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};

/// Cost of folding and comparing one text, in budget steps of about 10 ns.
const TEXT: usize = 20;

/// Query for the games that have a text in a column for which `fits` is true.
pub(crate) fn having(
    column: &'static str,
    fits: impl Fn(&str) -> bool + Send + Sync + 'static,
    budget: &TimeBudget,
) -> ScanQuery {
    ScanQuery::new(budget, move |reader, pace| {
        let Some(column) = reader.fast_fields().str(column)? else {
            return Ok(set_of(reader, []));
        };
        let mut fitting = Vec::with_capacity(column.num_terms());
        let mut texts = column.dictionary().stream()?;
        while !pace.is_spent(TEXT) && texts.advance() {
            fitting.push(fits(&String::from_utf8_lossy(texts.key())));
        }
        Ok(if fitting.contains(&true) {
            games(reader, &column, &fitting, pace)
        } else {
            set_of(reader, [])
        })
    })
}

/// The games with one of the fitting texts of a column; `fitting` has a flag for each of its terms.
pub(super) fn games(
    reader: &SegmentReader,
    column: &StrColumn,
    fitting: &[bool],
    pace: &mut Pace,
) -> BitSet {
    let fits = |text: u64| fitting.get(text as usize) == Some(&true);
    let ords = column.ords();
    let docs: Vec<DocId> = reader.doc_ids_alive().collect();
    let docs = pace.each(BLOCK, docs.chunks(BLOCK)).flatten().copied();
    if ords.get_cardinality().is_multivalue() {
        return set_of(reader, docs.filter(|&doc| ords.values_for_doc(doc).any(fits)));
    }
    let games = each_first(ords, docs).filter(|(_, text)| text.is_some_and(fits));
    set_of(reader, games.map(|(doc, _)| doc))
}
