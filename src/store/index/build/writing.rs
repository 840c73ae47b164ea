//! Writer of a build. It is opened on first use, so a refresh that finds nothing changed starts no threads.

use super::merging::SmallFirstMergePolicy;
use super::{Options, lock};
use std::sync::{Mutex, OnceLock};
use tantivy::indexer::{IndexWriterOptions, MergePolicy, UserOperation};
use tantivy::query::Query;
use tantivy::{Index, IndexWriter, TantivyDocument};

/// tantivy writer that is opened on first use and shared by all threads. The build lock ensures that only one is open
/// across all processes.
pub(super) struct LazyWriter {
    index: Index,
    options: IndexWriterOptions,
    opened: OnceLock<tantivy::Result<IndexWriter>>,
    /// Documents that are held back at the start. `None` once there were too many to hold, so that they went to the
    /// writer.
    held: Mutex<Option<HeldDocuments>>,
}

/// First documents of a build, which are handed to the writer in one piece.
///
/// If the documents of a small refresh were spread over the writer's threads, each thread would make a segment of a few
/// documents, and writing the ten files of a segment takes longer than indexing a few games.
#[derive(Default)]
struct HeldDocuments {
    documents: Vec<TantivyDocument>,
    bytes: usize,
}

/// Maximum number of documents that are held back, and the maximum number of their bytes.
const MAX_HELD_DOCUMENTS: usize = 64;
const MAX_HELD_BYTES: usize = 8 << 20;

impl LazyWriter {
    pub(super) fn new(index: Index, options: &Options) -> LazyWriter {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(options.threads)
            .memory_budget_per_thread(options.memory.max(16 << 20))
            .num_merge_threads(options.threads.div_ceil(2))
            .build();
        LazyWriter {
            index,
            options,
            opened: OnceLock::new(),
            held: Mutex::new(Some(HeldDocuments::default())),
        }
    }

    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    fn writer(&self) -> tantivy::Result<&IndexWriter> {
        let open = || {
            let writer = self.index.writer_with_options(self.options.clone())?;
            writer.set_merge_policy(Box::new(SmallFirstMergePolicy::default()));
            Ok(writer)
        };
        self.opened.get_or_init(open).as_ref().map_err(Clone::clone)
    }

    pub(super) fn set_merge_policy(&self, policy: Box<dyn MergePolicy>) -> tantivy::Result<()> {
        self.writer()?.set_merge_policy(policy);
        Ok(())
    }

    /// Deletes the documents that match a query. Only documents added before are affected.
    pub(super) fn delete(&self, query: Box<dyn Query>) -> tantivy::Result<()> {
        self.writer()?.delete_query(query).map(drop)
    }

    /// Adds a document, which takes about `bytes` bytes of memory.
    pub(super) fn add(&self, document: TantivyDocument, bytes: usize) -> tantivy::Result<()> {
        let writer = self.writer()?;
        let mut held = lock(&self.held);
        let Some(first) = held.as_mut() else {
            drop(held);
            return writer.add_document(document).map(drop);
        };
        first.documents.push(document);
        first.bytes = first.bytes.saturating_add(bytes);
        if first.documents.len() < MAX_HELD_DOCUMENTS && first.bytes < MAX_HELD_BYTES {
            return Ok(());
        }
        self.write_held(&mut held)?;
        *held = None;
        Ok(())
    }

    /// Hands all held documents to the writer, so that a later delete affects them.
    pub(super) fn flush(&self) -> tantivy::Result<()> {
        self.write_held(&mut lock(&self.held))
    }

    fn write_held(&self, gathered: &mut Option<HeldDocuments>) -> tantivy::Result<()> {
        let Some(first) = gathered else {
            return Ok(());
        };
        let adds = std::mem::take(first).documents.into_iter().map(UserOperation::Add);
        self.writer()?.run(adds.collect::<Vec<_>>()).map(drop)
    }

    /// Flushes all documents and returns the tantivy writer for the commit.
    pub(super) fn finish(self) -> tantivy::Result<IndexWriter> {
        self.flush()?;
        self.writer()?;
        self.opened.into_inner().unwrap_or_else(|| Err(tantivy::TantivyError::Poisoned))
    }
}
