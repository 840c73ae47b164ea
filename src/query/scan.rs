//! Query clauses that no posting list can answer alone: candidates are collected and then examined.

pub(super) mod column_texts;
pub(super) mod places;
pub(super) mod words;

use kifu_record::cancel::{BudgetTicker, TimeBudget};
use kifu_record::text::fold::fold;
use kifu_record::text::terms::phrase_terms;
use kifu_store::index::document::ANY_WORD;
use kifu_store::index::schema::Fields;
use kifu_store::index::stored_header::StoredHeader;
use std::fmt;
use std::sync::Arc;
use tantivy::index::SegmentReader;
use tantivy::postings::SegmentPostings;
use tantivy::query::{
    BitSetDocSet, ConstScorer, EmptyScorer, EnableScoring, Explanation, Query, Scorer, Weight,
};
use tantivy::schema::{IndexRecordOption, Value};
use tantivy::{BitSet, DocId, DocSet, Score, TERMINATED, TantivyDocument, Term};

type ScanFn = dyn Fn(&SegmentReader, &mut BudgetTicker) -> tantivy::Result<BitSet> + Send + Sync;

/// A tantivy query that computes the documents of a segment with its own code.
#[derive(Clone)]
pub(crate) struct ScanQuery {
    scan: Arc<ScanFn>,
    budget: TimeBudget,
}

impl ScanQuery {
    /// Makes a query of a scan. The scan has to end when the budget is spent.
    pub(crate) fn new(
        budget: &TimeBudget,
        scan: impl Fn(&SegmentReader, &mut BudgetTicker) -> tantivy::Result<BitSet>
        + Send
        + Sync
        + 'static,
    ) -> ScanQuery {
        ScanQuery { scan: Arc::new(scan), budget: budget.clone() }
    }
}

impl fmt::Debug for ScanQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScanQuery")
    }
}

impl Query for ScanQuery {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }
}

impl Weight for ScanQuery {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        if self.budget.poll_exhausted() {
            return Ok(Box::new(EmptyScorer));
        }
        let docs = (self.scan)(reader, &mut self.budget.ticker())?;
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(docs), boost)))
    }

    fn explain(&self, _: &SegmentReader, _: DocId) -> tantivy::Result<Explanation> {
        Ok(Explanation::new("ScanQuery", 1.0))
    }
}

/// Cost of loading the stored header of one game, in budget steps of about 10 ns.
const LOAD_STEPS: usize = 2000;

/// Cost of examining one dictionary term, in budget steps of about 10 ns.
const TERM_STEPS: usize = 10;

/// Games whose root property `name` has a value that contains the text (both folded) or, if `exact`, equals it.
pub(crate) fn games_with_property(
    reader: &SegmentReader,
    fields: &Fields,
    name: &str,
    text: &str,
    exact: bool,
    ticker: &mut BudgetTicker,
) -> tantivy::Result<BitSet> {
    let mut found = BitSet::with_max_value(reader.max_doc());
    let folded = fold(text);
    let fits = |value: &str| {
        if exact { value == text } else { fold(value).contains(&folded) }
    };
    let store = reader.get_store_reader(8)?;
    let candidates = property_candidates(reader, fields, name, text, ticker)?;
    for doc in ticker.take_within_budget(LOAD_STEPS, candidates.into_iter()) {
        let stored: TantivyDocument = store.get(doc)?;
        let card: Option<StoredHeader> = stored
            .get_first(fields.card)
            .and_then(|value| value.as_bytes())
            .and_then(|bytes| serde_json::from_slice(bytes).ok());
        let mut values = card
            .iter()
            .flat_map(|card| &card.properties)
            .filter(|property| property.name == name)
            .flat_map(|property| &property.values);
        if values.any(|value| fits(value)) {
            found.insert(doc);
        }
    }
    Ok(found)
}

/// Games that may have the text in the property: those with all of its words there, as words or parts of words.
fn property_candidates(
    reader: &SegmentReader,
    fields: &Fields,
    name: &str,
    text: &str,
    ticker: &mut BudgetTicker,
) -> tantivy::Result<Vec<DocId>> {
    let inverted = reader.inverted_index(fields.property)?;
    let words: Vec<String> = phrase_terms(text).into_iter().map(|(_, word)| word).collect();
    if words.is_empty() {
        // The text is only punctuation, so every game with the property is a candidate.
        let present = Term::from_field_text(fields.property, name);
        let postings = inverted.read_postings(&present, IndexRecordOption::Basic)?;
        return Ok(postings.map_or_else(Vec::new, |postings| alive_docs(reader, postings)));
    }
    let prefix = format!("{name}:");
    let mut with_all: Option<Vec<DocId>> = None;
    for word in words {
        let mut docs = Vec::new();
        let mut terms = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
        while !ticker.is_exhausted_after(TERM_STEPS)
            && let Some((key, info)) = terms.next()
        {
            let Some(rest) = key.strip_prefix(prefix.as_bytes()) else {
                break;
            };
            let rest = std::str::from_utf8(rest).unwrap_or("");
            if rest == ANY_WORD || rest.contains(&word) {
                let postings =
                    inverted.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
                docs.extend(alive_docs(reader, postings));
            }
        }
        docs.sort_unstable();
        docs.dedup();
        if let Some(before) = &with_all {
            docs.retain(|doc| before.binary_search(doc).is_ok());
        }
        with_all = Some(docs);
    }
    Ok(with_all.unwrap_or_default())
}

/// The documents of a posting list that are not deleted.
pub(super) fn alive_docs(reader: &SegmentReader, mut postings: SegmentPostings) -> Vec<DocId> {
    let mut docs = Vec::new();
    let mut doc = postings.doc();
    while doc != TERMINATED {
        if reader.alive_bitset().is_none_or(|alive| alive.is_alive(doc)) {
            docs.push(doc);
        }
        doc = postings.advance();
    }
    docs
}
