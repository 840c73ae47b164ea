//! Engine evaluations of games: one [`engine_eval`](crate::index::engine_eval) blob for each document with analysis.
//!
//! The file has all blobs in sequence, then for each blob its document (4 bytes) and its end (8 bytes), then the number
//! of blobs and the footer. So the file of a segment without analysis has only a footer.

use super::files::{Component, PayloadWriter, Payloads};
use crate::index::bits::u64_at;
use crate::index::schema;
use std::io::{self, Write};
use tantivy::directory::FileSlice;
use tantivy::index::SegmentReader;
use tantivy::plugin::{PluginMergeContext, PluginWriter};
use tantivy::schema::Field;
use tantivy::{DocId, HasLen};
use tantivy_common::OwnedBytes;

pub(super) const COMPONENT: Component =
    Component { extension: "kval", version: 1, field: schema::JUDGEMENTS, writer, merge };

/// Bytes of the footer: number of documents, version and magic.
const FOOTER_BYTES: usize = 24;
/// Bytes of an entry, which holds a document with analysis and the end of its blob (packed engine evaluations).
const ENTRY_BYTES: usize = 12;

fn writer(field: Field) -> Box<dyn PluginWriter> {
    Box::new(PayloadWriter {
        component: COMPONENT,
        field,
        payloads: Payloads::default(),
        write: |blobs, out| {
            let mut entries = Entries::default();
            for (doc, blob) in (0..).zip(blobs.iter()) {
                entries.add(doc, blob, out)?;
            }
            entries.write(out)
        },
    })
}

fn merge(ctx: &PluginMergeContext) -> tantivy::Result<()> {
    let sources: Vec<EngineEvals> =
        ctx.readers.iter().map(EngineEvals::open).collect::<tantivy::Result<_>>()?;
    COMPONENT.write(ctx.target_segment, |out| {
        let mut entries = Entries::default();
        let mut next: DocId = 0;
        for (reader, source) in ctx.readers.iter().zip(&sources) {
            for doc in reader.doc_ids_alive() {
                entries.add(next, &source.blob_of_doc(doc)?, out)?;
                next += 1;
            }
        }
        entries.write(out)
    })
}

/// Table of entries (document and end of its blob) for the blobs that were written to a file so far.
#[derive(Default)]
struct Entries {
    bytes: Vec<u8>,
    end: u64,
}

impl Entries {
    fn add(&mut self, doc: DocId, blob: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if blob.is_empty() {
            return Ok(());
        }
        self.end += blob.len() as u64;
        self.bytes.extend(doc.to_le_bytes());
        self.bytes.extend(self.end.to_le_bytes());
        out.write_all(blob)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.bytes)?;
        out.write_all(&((self.bytes.len() / ENTRY_BYTES) as u64).to_le_bytes())
    }
}

/// Engine evaluations of the games of a segment.
#[derive(Clone, Debug)]
pub struct EngineEvals {
    blobs: FileSlice,
    entries: OwnedBytes,
}

impl EngineEvals {
    pub fn open(reader: &SegmentReader) -> tantivy::Result<EngineEvals> {
        let (file, footer) = COMPONENT.open(reader, FOOTER_BYTES)?;
        let entries = EngineEvals::entries(&file, &footer).ok_or_else(|| COMPONENT.damaged())?;
        Ok(EngineEvals {
            blobs: file.slice(0..entries.start),
            entries: file.read_bytes_slice(entries)?,
        })
    }

    /// Byte range of the entries in the file.
    fn entries(file: &FileSlice, footer: &[u8]) -> Option<std::ops::Range<usize>> {
        let end = file.len().checked_sub(FOOTER_BYTES)?;
        let count = usize::try_from(u64_at(footer, 0)?).ok()?;
        Some(end.checked_sub(count.checked_mul(ENTRY_BYTES)?)?..end)
    }

    /// Documents with analysis, in order.
    pub fn docs(&self) -> impl Iterator<Item = DocId> + '_ {
        (0..self.entries.len() / ENTRY_BYTES).map(|at| self.entry(at).0)
    }

    /// True if no document has analysis.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of documents with analysis.
    pub fn len(&self) -> usize {
        self.entries.len() / ENTRY_BYTES
    }

    fn entry(&self, at: usize) -> (DocId, u64) {
        match self.entries.get(at * ENTRY_BYTES..(at + 1) * ENTRY_BYTES) {
            Some(&[a, b, c, d, ref end @ ..]) => {
                (DocId::from_le_bytes([a, b, c, d]), u64_at(end, 0).unwrap_or(0))
            }
            _ => (DocId::MAX, 0),
        }
    }

    /// Returns the blob of a document; empty if it has no analysis.
    pub fn blob_of_doc(&self, doc: DocId) -> io::Result<OwnedBytes> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.entry(middle).0.cmp(&doc) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.blob(middle),
            }
        }
        Ok(OwnedBytes::empty())
    }

    fn blob(&self, at: usize) -> io::Result<OwnedBytes> {
        let start = at.checked_sub(1).map_or(0, |before| self.entry(before).1);
        let end = self.entry(at).1;
        if start > end || end > self.blobs.len() as u64 {
            return Ok(OwnedBytes::empty());
        }
        self.blobs.read_bytes_slice(start as usize..end as usize)
    }
}
