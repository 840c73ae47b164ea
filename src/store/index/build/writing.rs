//! The writer of a build. It is opened when there is something to write: a refresh that finds nothing changed starts no
//! threads.

use super::merging::BySize;
use super::{Options, lock};
use std::sync::{Mutex, OnceLock};
use tantivy::indexer::{IndexWriterOptions, MergePolicy, UserOperation};
use tantivy::query::Query;
use tantivy::{Index, IndexWriter, TantivyDocument};

/// A writer on an index, which all threads share. Only one is open at a time, across all processes.
pub(super) struct LateWriter {
    index: Index,
    options: IndexWriterOptions,
    opened: OnceLock<tantivy::Result<IndexWriter>>,
    /// Until there are many documents.
    first: Mutex<Option<FirstDocuments>>,
}

/// The first documents are written together: each of the writer's threads would make a segment of those that it gets,
/// and the ten files of a segment take longer than the few games of a small refresh.
#[derive(Default)]
struct FirstDocuments {
    documents: Vec<TantivyDocument>,
    bytes: usize,
}

/// How many documents are few, and how many bytes.
const FEW: usize = 64;
const FEW_BYTES: usize = 8 << 20;

impl LateWriter {
    pub(super) fn new(index: Index, options: &Options) -> LateWriter {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(options.threads)
            .memory_budget_per_thread(options.memory.max(16 << 20))
            .num_merge_threads(options.threads.div_ceil(2))
            .build();
        LateWriter {
            index,
            options,
            opened: OnceLock::new(),
            first: Mutex::new(Some(FirstDocuments::default())),
        }
    }

    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    fn opened(&self) -> tantivy::Result<&IndexWriter> {
        let open = || {
            let writer = self.index.writer_with_options(self.options.clone())?;
            writer.set_merge_policy(Box::new(BySize::default()));
            Ok(writer)
        };
        self.opened.get_or_init(open).as_ref().map_err(Clone::clone)
    }

    pub(super) fn set_merge_policy(&self, policy: Box<dyn MergePolicy>) -> tantivy::Result<()> {
        self.opened()?.set_merge_policy(policy);
        Ok(())
    }

    /// Deletes documents, before others are added in their place.
    pub(super) fn delete(&self, query: Box<dyn Query>) -> tantivy::Result<()> {
        self.opened()?.delete_query(query).map(drop)
    }

    /// Adds a document, which takes about so many bytes.
    pub(super) fn add(&self, document: TantivyDocument, bytes: usize) -> tantivy::Result<()> {
        let writer = self.opened()?;
        let mut gathered = lock(&self.first);
        let Some(first) = gathered.as_mut() else {
            drop(gathered);
            return writer.add_document(document).map(drop);
        };
        first.documents.push(document);
        first.bytes = first.bytes.saturating_add(bytes);
        if first.documents.len() < FEW && first.bytes < FEW_BYTES {
            return Ok(());
        }
        self.write_first(&mut gathered)?;
        *gathered = None;
        Ok(())
    }

    /// Makes sure that what was added so far can be deleted.
    pub(super) fn flush(&self) -> tantivy::Result<()> {
        self.write_first(&mut lock(&self.first))
    }

    fn write_first(&self, gathered: &mut Option<FirstDocuments>) -> tantivy::Result<()> {
        let Some(first) = gathered else {
            return Ok(());
        };
        let adds = std::mem::take(first).documents.into_iter().map(UserOperation::Add);
        self.opened()?.run(adds.collect::<Vec<_>>()).map(drop)
    }

    /// The writer itself, with all that was added.
    pub(super) fn finish(self) -> tantivy::Result<IndexWriter> {
        self.flush()?;
        self.opened()?;
        self.opened.into_inner().unwrap_or_else(|| Err(tantivy::TantivyError::Poisoned))
    }
}
