//! Moves of the games: one [`kifu`] blob per document.
//!
//! A blob may leave out moves that the [`events`](crate::index::events) of the game hold; the events are then read too.
//!
//! The file has all blobs in sequence, then the end of each as a 5-byte number, then the footer.

use super::files::{Component, PayloadWriter, Payloads};
use super::patterns::Patterns;
use crate::index::bits::u64_at;
use crate::index::{kifu, schema};
use kifu_record::cancel::TimeBudget;
use kifu_record::{GameTree, NodeId, Start};
use std::io::{self, Write};
use tantivy::directory::FileSlice;
use tantivy::index::SegmentReader;
use tantivy::plugin::{PluginMergeContext, PluginWriter};
use tantivy::schema::Field;
use tantivy::{DocId, HasLen};
use tantivy_common::OwnedBytes;

pub(super) const COMPONENT: Component =
    Component { extension: "kifu", version: 2, field: schema::KIFU, writer, merge };

/// Bytes of the footer: number of documents, version and magic.
const FOOTER_BYTES: usize = 24;
/// Bytes of the end of a blob. Five bytes allow a segment a terabyte of blobs; four would allow only 4 GiB.
const END_BYTES: usize = 5;

fn writer(field: Field) -> Box<dyn PluginWriter> {
    Box::new(PayloadWriter {
        component: COMPONENT,
        field,
        payloads: Payloads::default(),
        write: |blobs, out| {
            let mut end = 0;
            let mut ends = Vec::new();
            for blob in blobs.iter() {
                out.write_all(blob)?;
                end += blob.len();
                ends.push(end);
            }
            write_ends(out, &ends)
        },
    })
}

fn merge(ctx: &PluginMergeContext) -> tantivy::Result<()> {
    let sources: Vec<Blobs> =
        ctx.readers.iter().map(Blobs::open).collect::<tantivy::Result<_>>()?;
    COMPONENT.write(ctx.target_segment, |out| {
        let mut end = 0;
        let mut ends = Vec::new();
        for (reader, source) in ctx.readers.iter().zip(&sources) {
            for doc in reader.doc_ids_alive() {
                let blob = source.get(doc)?;
                out.write_all(&blob)?;
                end += blob.len();
                ends.push(end);
            }
        }
        write_ends(out, &ends)
    })
}

fn write_ends(out: &mut dyn Write, ends: &[usize]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(ends.len() * END_BYTES);
    for &end in ends {
        bytes.extend_from_slice(&(end as u64).to_le_bytes()[..END_BYTES]);
    }
    out.write_all(&bytes)?;
    out.write_all(&(ends.len() as u64).to_le_bytes())
}

/// Moves of the games of a segment.
#[derive(Clone, Debug)]
pub struct Kifus {
    blobs: Blobs,
    patterns: Patterns,
}

/// Moves of a game in stored form: its kifu blob (moves, setup and forks), and the events (changes of points) if the
/// blob leaves out moves that they hold.
pub struct StoredKifu {
    blob: OwnedBytes,
    /// Events (changes of points) of the main line, if the blob leaves out moves that they hold; otherwise empty.
    events: OwnedBytes,
}

impl StoredKifu {
    /// Decodes the game into `tree`. `None` if there is no game, or if it is damaged.
    pub(crate) fn tree(&self, tree: &mut GameTree) -> Option<Start> {
        kifu::decode_with_events(&self.events, &self.blob, tree)
    }

    /// Decodes only the path from the root to a node.
    pub fn path_to(&self, node: NodeId, tree: &mut GameTree) -> Option<Start> {
        kifu::decode_path(&self.events, &self.blob, node, tree)
    }
}

impl Kifus {
    pub fn open(reader: &SegmentReader) -> tantivy::Result<Kifus> {
        Ok(Kifus { blobs: Blobs::open(reader)?, patterns: Patterns::open(reader)? })
    }

    /// Decodes a document's game into `tree`. `None` if there is no game, if it is damaged, or if the budget ends
    /// meanwhile.
    pub fn tree(
        &self,
        doc: DocId,
        tree: &mut GameTree,
        budget: &TimeBudget,
    ) -> io::Result<Option<Start>> {
        let kifu = self.stored_kifu(doc)?;
        let read = budget.run(|| kifu.tree(tree));
        Ok(read.unwrap_or(None))
    }

    /// Returns a document's game in stored form.
    pub fn stored_kifu(&self, doc: DocId) -> io::Result<StoredKifu> {
        let blob = self.blobs.get(doc)?;
        let events = if kifu::needs_events(&blob) {
            self.patterns.main_line(doc)?
        } else {
            OwnedBytes::empty()
        };
        Ok(StoredKifu { blob, events })
    }
}

/// Blobs (encoded moves, setup and forks) of the games of a segment.
#[derive(Clone, Debug)]
struct Blobs {
    blobs: FileSlice,
    ends: FileSlice,
}

impl Blobs {
    fn open(reader: &SegmentReader) -> tantivy::Result<Blobs> {
        let (file, footer) = COMPONENT.open(reader, FOOTER_BYTES)?;
        Blobs::from_footer(&file, &footer).ok_or_else(|| COMPONENT.damaged())
    }

    fn from_footer(file: &FileSlice, bytes: &[u8]) -> Option<Blobs> {
        let footer = file.len().checked_sub(FOOTER_BYTES)?;
        let count = usize::try_from(u64_at(bytes, 0)?).ok()?;
        let ends = footer.checked_sub(count.checked_mul(END_BYTES)?)?;
        Some(Blobs { blobs: file.slice(0..ends), ends: file.slice(ends..footer) })
    }

    /// Returns a document's blob (encoded moves, setup and forks); empty if the document does not exist.
    fn get(&self, doc: DocId) -> io::Result<OwnedBytes> {
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
