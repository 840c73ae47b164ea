//! The games' moves: one [`kifu`](crate::index::kifu) blob per document.
//!
//! The file is all blobs in sequence, then the end of each as a 5-byte number, then the footer.

use super::files::{component_field, damaged, payload, refuse_sorting, u64_at, write_file};
use crate::index::{kifu, schema};
use crate::patience::TimeBudget;
use crate::record::{GameTree, Start};
use std::any::Any;
use std::io::{self, Write};
use tantivy::directory::FileSlice;
use tantivy::index::SegmentReader;
use tantivy::indexer::doc_id_mapping::DocIdMapping;
use tantivy::plugin::{PluginMergeContext, PluginWriter, PluginWriterContext, SegmentPlugin};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Field, Schema};
use tantivy::{DocId, HasLen, Segment};
use tantivy_common::OwnedBytes;

pub(crate) const EXTENSION: &str = "kifu";

const VERSION: u64 = 1;
const MAGIC: u64 = u64::from_le_bytes(*b"kifukifu");
const FOOTER: usize = 24;
/// Five bytes allow a segment a terabyte of blobs.
const END_BYTES: usize = 5;

/// Registers the component.
pub(crate) struct KifusPlugin;

impl SegmentPlugin for KifusPlugin {
    fn extensions(&self) -> &[&str] {
        &[EXTENSION]
    }

    fn create_writer(&self, ctx: &PluginWriterContext) -> tantivy::Result<Box<dyn PluginWriter>> {
        refuse_sorting(ctx)?;
        let field = component_field(&ctx.segment.schema(), schema::KIFU)?;
        Ok(Box::new(KifusWriter {
            field,
            blobs: Vec::new(),
            ends: Vec::new(),
        }))
    }

    fn merge(&self, ctx: PluginMergeContext) -> tantivy::Result<()> {
        super::files::merged_ids(&ctx)?;
        let sources: Vec<Kifus> = ctx
            .readers
            .iter()
            .map(Kifus::open)
            .collect::<tantivy::Result<_>>()?;
        write_file(ctx.target_segment, EXTENSION, |out| {
            let mut end = 0;
            let mut ends = Vec::new();
            for (reader, source) in ctx.readers.iter().zip(&sources) {
                for doc in reader.doc_ids_alive() {
                    let blob = source.blob(doc)?;
                    out.write_all(&blob)?;
                    end += blob.len() as u64;
                    ends.push(end);
                }
            }
            write_ends(out, &ends)
        })
    }
}

struct KifusWriter {
    field: Field,
    blobs: Vec<u8>,
    ends: Vec<u64>,
}

impl PluginWriter for KifusWriter {
    fn add_document(
        &mut self,
        _: DocId,
        doc: &dyn ErasedDocument,
        _: &Schema,
    ) -> tantivy::Result<()> {
        self.blobs.extend_from_slice(payload(doc, self.field));
        self.ends.push(self.blobs.len() as u64);
        Ok(())
    }

    fn serialize(
        self: Box<Self>,
        segment: &Segment,
        _: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        write_file(segment, EXTENSION, |out| {
            out.write_all(&self.blobs)?;
            write_ends(out, &self.ends)
        })
    }

    fn mem_usage(&self) -> usize {
        self.blobs.len() + self.ends.len() * size_of::<u64>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

fn write_ends(out: &mut dyn Write, ends: &[u64]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(ends.len() * END_BYTES);
    for end in ends {
        bytes.extend_from_slice(end.to_le_bytes().get(..END_BYTES).unwrap_or(&[]));
    }
    out.write_all(&bytes)?;
    out.write_all(&(ends.len() as u64).to_le_bytes())?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&MAGIC.to_le_bytes())
}

/// The games of a segment.
#[derive(Clone, Debug)]
pub(crate) struct Kifus {
    blobs: FileSlice,
    ends: FileSlice,
}

impl Kifus {
    pub(crate) fn open(reader: &SegmentReader) -> tantivy::Result<Kifus> {
        let file = super::files::open(reader, EXTENSION)?;
        let footer = file.slice_from_end(FOOTER.min(file.len())).read_bytes()?;
        Kifus::in_file(&file, &footer).ok_or_else(|| damaged(EXTENSION))
    }

    fn in_file(file: &FileSlice, bytes: &[u8]) -> Option<Kifus> {
        let footer = file.len().checked_sub(FOOTER)?;
        let (count, version, magic) = (u64_at(bytes, 0)?, u64_at(bytes, 8)?, u64_at(bytes, 16)?);
        if version != VERSION || magic != MAGIC {
            return None;
        }
        let ends = footer.checked_sub(usize::try_from(count).ok()?.checked_mul(END_BYTES)?)?;
        Some(Kifus {
            blobs: file.slice(0..ends),
            ends: file.slice(ends..footer),
        })
    }

    /// Decodes a document's game into `tree`. `None` if there is none, it is damaged, or the budget is spent meanwhile.
    pub(crate) fn tree(
        &self,
        doc: DocId,
        tree: &mut GameTree,
        budget: &TimeBudget,
    ) -> io::Result<Option<Start>> {
        let blob = self.blob(doc)?;
        let read = budget.within(|| kifu::decode(&blob, tree));
        Ok(read.unwrap_or(None))
    }

    /// A document's blob; empty if the document does not exist.
    pub(crate) fn blob(&self, doc: DocId) -> io::Result<OwnedBytes> {
        let doc = doc as usize;
        let before = doc.saturating_sub(1) * END_BYTES;
        let after = (doc + 1) * END_BYTES;
        if after > self.ends.len() {
            return Ok(OwnedBytes::empty());
        }
        let ends = self.ends.read_bytes_slice(before..after)?;
        let number = |bytes: &[u8]| match *bytes {
            [a, b, c, d, e] => u64::from_le_bytes([a, b, c, d, e, 0, 0, 0]) as usize,
            _ => 0,
        };
        let (start, end) = match ends.split_at_checked(END_BYTES) {
            Some((start, end)) if doc > 0 => (number(start), number(end)),
            _ => (0, number(&ends)),
        };
        if start > end || end > self.blobs.len() {
            return Ok(OwnedBytes::empty());
        }
        self.blobs.read_bytes_slice(start..end)
    }
}
