//! Plans `is:` and `copy-of:`, the clauses about copies of games.

use super::query_builders::term;
use super::{BoxedQuery, PlanResult, Planner};
use crate::columns::{doc_set, iter_first_values};
use crate::scan::ScanQuery;
use kifu_language::fields::Field;
use kifu_language::{Clause, FieldValue, NodeKind, QueryError, QueryErrorCode, QueryNode};
use kifu_messages::{Message, say};
use kifu_record::cancel::BudgetTicker;
use kifu_store::index::Index;
use kifu_store::index::duplicates::Duplicates;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tantivy::columnar::Column;
use tantivy::index::{SegmentId, SegmentReader};
use tantivy::query::EnableScoring;
use tantivy::{BitSet, DocId, DocSet, TERMINATED};

impl Planner<'_> {
    /// Plans `is:`; `is:*` means `is:dup`.
    pub(super) fn plan_is(&self, value: &FieldValue, span: &Range<usize>) -> PlanResult {
        let choices = Field::Is.info().choices;
        let property = match value {
            FieldValue::Any => "dup".to_owned(),
            FieldValue::Bare(text) | FieldValue::Quoted(text) => text.to_lowercase(),
            _ => String::new(),
        };
        match property.as_str() {
            "dup" => Ok(duplicates_query(self.index)),
            "new" => Ok(self.new_games()),
            "final" => Ok(self.finals()),
            "title-match" => Ok(self.title_matches()),
            "trendsetter" => self.trendsetters(span),
            "problem" => Ok(term(self.fields.has, "problem")),
            "mine" => self.user_games(span),
            "starred" => self.plan_starred(span),
            _ => {
                let choices = choices.iter().map(|choice| format!("is:{choice}").into());
                let choices = Message::join(choices, &say!("error-no-property-or"));
                let error = QueryError::new(span.clone(), say!("error-no-property"));
                Err(error.with_help(say!("error-no-property-help", choices = choices)))
            }
        }
    }

    /// Plans `copy-of:( … )`: games that are copies of another game, which matches the query in parentheses.
    pub(super) fn copy_of(&self, clause: &Clause) -> PlanResult {
        let FieldValue::Group(query) = &clause.value else {
            let message = say!("error-copy-of-no-query");
            return Err(QueryError::new(clause.value_span.clone(), message));
        };
        if nested_copies(query) >= MAX_NESTED {
            let message = say!("error-copies-too-deep", most = MAX_NESTED.to_string());
            let error = QueryError::new(clause.field_span.clone(), message);
            return Err(error.with_code(QueryErrorCode::TooDeep));
        }
        let copies = CopiesQuery {
            index: self.index.clone(),
            query: self.plan_node(query)?,
            query_text: query.to_string(),
            originals: OnceLock::new(),
        };
        if self.index.is_recording() {
            // An error is ignored here, because it occurs again when the query runs.
            let _ = copies.originals();
        }
        let scan = move |reader: &SegmentReader, ticker: &mut BudgetTicker| {
            copies.copies_in(reader, ticker)
        };
        Ok(Box::new(ScanQuery::new(self.index.budget(), scan)))
    }
}

/// Maximum nesting of `copy-of:`. An inner query runs while the outer one runs, on the stack of the same thread: with 2
/// MiB of stack, 60 levels fit and 100 do not.
const MAX_NESTED: usize = 10;

/// Depth to which `copy-of:` clauses are nested in a node.
fn nested_copies(node: &QueryNode) -> usize {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter().map(nested_copies).max().unwrap_or(0)
        }
        NodeKind::Not(inner) => nested_copies(inner),
        NodeKind::Clause(Clause { value: FieldValue::Group(inner), field, .. }) => {
            usize::from(*field == Field::CopyOf) + nested_copies(inner)
        }
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => 0,
    }
}

/// Finds the copies of the games that match a query.
struct CopiesQuery {
    index: Index,
    query: BoxedQuery,
    /// The query as text, the key under which the indexes of a distributed search exchange their groups.
    query_text: String,
    originals: OnceLock<tantivy::Result<Originals>>,
}

/// Games that match the query of a `copy-of:` and have copies.
#[derive(Default)]
struct Originals {
    /// Documents of the originals by segment, in order.
    docs: HashMap<SegmentId, Vec<DocId>>,
    /// Number of originals in each group of copies.
    groups: BTreeMap<u32, u64>,
}

/// Looks up the groups of copies that a segment's games belong to.
struct SegmentGroups<'d> {
    duplicates: &'d Duplicates,
    ids: Column<u64>,
}

impl SegmentGroups<'_> {
    fn group_of(&self, doc: DocId) -> Option<u32> {
        Some(self.duplicates.get(self.ids.first(doc)?)?.group)
    }
}

impl CopiesQuery {
    fn groups(&self, reader: &SegmentReader) -> tantivy::Result<SegmentGroups<'_>> {
        Ok(SegmentGroups {
            duplicates: self.index.lazy_duplicates().get(self.index.budget())?,
            ids: reader.fast_fields().u64("id")?,
        })
    }

    /// The games that match the inner query and have copies; they are searched once, in all segments.
    fn originals(&self) -> tantivy::Result<&Originals> {
        self.originals.get_or_init(|| self.find_originals()).as_ref().map_err(Clone::clone)
    }

    fn find_originals(&self) -> tantivy::Result<Originals> {
        let mut found = Originals::default();
        let searcher = self.index.searcher();
        let weight = self.query.weight(EnableScoring::disabled_from_searcher(searcher))?;
        let mut ticker = self.index.budget().ticker();
        for reader in searcher.segment_readers() {
            let groups = self.groups(reader)?;
            let docs = found.docs.entry(reader.segment_id()).or_default();
            let mut fitting = weight.scorer(reader, 1.0)?;
            while fitting.doc() != TERMINATED && !ticker.is_exhausted_after(COPY_STEPS) {
                let doc = fitting.doc();
                if let Some(group) = groups.group_of(doc).filter(|_| !reader.is_deleted(doc)) {
                    docs.push(doc);
                    *found.groups.entry(group).or_default() += 1;
                }
                fitting.advance();
            }
        }
        found.groups = self.index.global_copy_counts(&self.query_text, found.groups);
        Ok(found)
    }

    /// The games of a segment that are copies of an original. A game is not a copy of itself, so an original is a
    /// result only if its group has another original.
    fn copies_in(
        &self,
        reader: &SegmentReader,
        ticker: &mut BudgetTicker,
    ) -> tantivy::Result<BitSet> {
        let originals = self.originals()?;
        let groups = self.groups(reader)?;
        let segment_originals = originals.docs.get(&reader.segment_id());
        let is_original =
            |doc| segment_originals.is_some_and(|own| own.binary_search(&doc).is_ok());
        let is_copy = |(doc, id): (DocId, Option<u64>)| {
            let group = groups.duplicates.get(id?)?.group;
            let games = *originals.groups.get(&group)?;
            (games > u64::from(is_original(doc))).then_some(doc)
        };
        let docs = ticker.take_within_budget(COPY_STEPS, reader.doc_ids_alive());
        Ok(doc_set(reader, iter_first_values(&groups.ids, docs).filter_map(is_copy)))
    }
}

/// Cost of checking whether a game has copies, in budget steps of about 10 ns.
const COPY_STEPS: usize = 10;

/// Query for all games that have copies.
pub(crate) fn duplicates_query(index: &Index) -> BoxedQuery {
    let duplicates = Arc::clone(index.lazy_duplicates());
    Box::new(ScanQuery::new(index.budget(), move |reader, ticker| {
        let duplicates = duplicates.get(ticker.budget())?;
        let ids = reader.fast_fields().u64("id")?;
        let docs = ticker.take_within_budget(COPY_STEPS, reader.doc_ids_alive());
        let has_copies = |(doc, id): (DocId, Option<u64>)| duplicates.get(id?).map(|_| doc);
        Ok(doc_set(reader, iter_first_values(&ids, docs).filter_map(has_copies)))
    }))
}
