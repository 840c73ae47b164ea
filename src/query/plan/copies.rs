//! Plans `is:` and `copy-of:`, the clauses about copies of games.

use super::parts::term;
use super::{Dyn, Planned, Planner};
use crate::columns::{each_first, set_of};
use crate::scan::ScanQuery;
use kifu_language::fields::Field;
use kifu_language::{Clause, FieldValue, NodeKind, QueryError, QueryErrorCode, QueryNode};
use kifu_messages::{Message, say};
use kifu_record::patience::Pace;
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
    pub(super) fn is(&self, value: &FieldValue, span: &Range<usize>) -> Planned {
        let choices = Field::Is.info().choices;
        let asked = match value {
            FieldValue::Any => "dup".to_owned(),
            FieldValue::Bare(text) | FieldValue::Quoted(text) => text.to_lowercase(),
            _ => String::new(),
        };
        match asked.as_str() {
            "dup" => Ok(duplicates_query(self.index)),
            "new" => Ok(self.new_games()),
            "final" => Ok(self.finals()),
            "problem" => Ok(term(self.fields.has, "problem")),
            "mine" => self.mine(span),
            "starred" => self.with_star(span),
            _ => {
                let choices = choices.iter().map(|choice| format!("is:{choice}").into());
                let choices = Message::joined(choices, &say!("error-no-property-or"));
                let error = QueryError::new(span.clone(), say!("error-no-property"));
                Err(error.help(say!("error-no-property-help", choices = choices)))
            }
        }
    }

    /// Plans `copy-of:( … )`: games that are copies of another game, which matches the query in parentheses.
    pub(super) fn copy_of(&self, clause: &Clause) -> Planned {
        let FieldValue::Group(query) = &clause.value else {
            let message = say!("error-copy-of-no-query");
            return Err(QueryError::new(clause.value_span.clone(), message));
        };
        if nested_copies(query) >= MAX_NESTED {
            let message = say!("error-copies-too-deep", most = MAX_NESTED.to_string());
            let error = QueryError::new(clause.field_span.clone(), message);
            return Err(error.coded(QueryErrorCode::TooDeep));
        }
        let wanted = WantedCopies {
            index: self.index.clone(),
            query: self.node(query)?,
            asked: query.to_string(),
            originals: OnceLock::new(),
        };
        if self.index.is_noting() {
            // An error here is ignored, because it returns when the query runs.
            let _ = wanted.originals();
        }
        let scan = move |reader: &SegmentReader, pace: &mut Pace| wanted.among(reader, pace);
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
struct WantedCopies {
    index: Index,
    query: Dyn,
    /// The query as text, the key under which parts of a distributed index exchange their groups.
    asked: String,
    originals: OnceLock<tantivy::Result<Originals>>,
}

/// Games that match the query of a `copy-of:` and have copies.
#[derive(Default)]
struct Originals {
    /// Documents of these games by segment, in order.
    docs: HashMap<SegmentId, Vec<DocId>>,
    /// Number of these games in each group of copies.
    groups: BTreeMap<u32, u64>,
}

/// Looks up the groups of copies that a segment's games belong to.
struct Groups<'d> {
    duplicates: &'d Duplicates,
    ids: Column<u64>,
}

impl Groups<'_> {
    fn of(&self, doc: DocId) -> Option<u32> {
        Some(self.duplicates.of(self.ids.first(doc)?)?.group)
    }
}

impl WantedCopies {
    fn groups(&self, reader: &SegmentReader) -> tantivy::Result<Groups<'_>> {
        Ok(Groups {
            duplicates: self.index.lazy_duplicates().get(self.index.budget())?,
            ids: reader.fast_fields().u64("id")?,
        })
    }

    /// The games whose copies are wanted, searched once in all segments.
    fn originals(&self) -> tantivy::Result<&Originals> {
        self.originals.get_or_init(|| self.find()).as_ref().map_err(Clone::clone)
    }

    fn find(&self) -> tantivy::Result<Originals> {
        let mut found = Originals::default();
        let searcher = self.index.searcher();
        let weight = self.query.weight(EnableScoring::disabled_from_searcher(searcher))?;
        let mut pace = self.index.budget().pace();
        for reader in searcher.segment_readers() {
            let groups = self.groups(reader)?;
            let docs = found.docs.entry(reader.segment_id()).or_default();
            let mut fitting = weight.scorer(reader, 1.0)?;
            while fitting.doc() != TERMINATED && !pace.is_spent(COPY) {
                let doc = fitting.doc();
                if let Some(group) = groups.of(doc).filter(|_| !reader.is_deleted(doc)) {
                    docs.push(doc);
                    *found.groups.entry(group).or_default() += 1;
                }
                fitting.advance();
            }
        }
        found.groups = self.index.all_copied(&self.asked, found.groups);
        Ok(found)
    }

    /// The copies in a segment. A game is not a copy of itself, so an original needs another original in its group.
    fn among(&self, reader: &SegmentReader, pace: &mut Pace) -> tantivy::Result<BitSet> {
        let originals = self.originals()?;
        let groups = self.groups(reader)?;
        let own = originals.docs.get(&reader.segment_id());
        let is_own = |doc| own.is_some_and(|own| own.binary_search(&doc).is_ok());
        let is_copy = |(doc, id): (DocId, Option<u64>)| {
            let group = groups.duplicates.of(id?)?.group;
            let games = *originals.groups.get(&group)?;
            (games > u64::from(is_own(doc))).then_some(doc)
        };
        let docs = pace.each(COPY, reader.doc_ids_alive());
        Ok(set_of(reader, each_first(&groups.ids, docs).filter_map(is_copy)))
    }
}

/// Cost of checking whether a game has copies, in budget steps of about 10 ns.
const COPY: usize = 10;

/// Query for all games that have copies.
pub(crate) fn duplicates_query(index: &Index) -> Dyn {
    let duplicates = Arc::clone(index.lazy_duplicates());
    Box::new(ScanQuery::new(index.budget(), move |reader, pace| {
        let duplicates = duplicates.get(pace.budget())?;
        let ids = reader.fast_fields().u64("id")?;
        let docs = pace.each(COPY, reader.doc_ids_alive());
        let has_copies = |(doc, id): (DocId, Option<u64>)| duplicates.of(id?).map(|_| doc);
        Ok(set_of(reader, each_first(&ids, docs).filter_map(has_copies)))
    }))
}
