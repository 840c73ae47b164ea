//! Common base of the segment components: writing, merging and opening their files.

use std::any::Any;
use std::io::{self, Write};
use tantivy::directory::FileSlice;
use tantivy::index::{SegmentComponent, SegmentReader};
use tantivy::indexer::doc_id_mapping::{DocIdMapping, MappingType};
use tantivy::plugin::{PluginMergeContext, PluginWriter, PluginWriterContext, SegmentPlugin};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Field, Schema, Value};
use tantivy::{DocId, HasLen, Segment, TantivyDocument, TantivyError};
use tantivy_common::{OwnedBytes, TerminatingWrite};

/// Segment component: one file for each segment, filled from one field of the documents.
#[derive(Clone, Copy)]
pub(super) struct Component {
    pub(super) extension: &'static str,
    /// Version of the layout, written at the end of each file.
    pub(super) version: u64,
    /// Name of the field that feeds the component.
    pub(super) field: &'static str,
    /// Creates the writer for a new segment.
    pub(super) writer: fn(Field) -> Box<dyn PluginWriter>,
    /// Writes the file of a segment that is merged from others. Its documents are those of its sources in their order,
    /// without deleted ones.
    pub(super) merge: fn(&PluginMergeContext) -> tantivy::Result<()>,
}

impl Component {
    /// Opens the component's file in a segment, memory-mapped, and reads the last `footer` bytes. Reads are checked
    /// block by block ([`crate::index::blocks`]), so callers should read only the pieces that they need.
    pub(super) fn open(
        &self,
        reader: &SegmentReader,
        footer: usize,
    ) -> tantivy::Result<(FileSlice, OwnedBytes)> {
        let file = reader.open_read(SegmentComponent::Custom(self.extension.to_owned()))?;
        let footer = file.slice_from_end(footer.min(file.len())).read_bytes()?;
        if footer.ends_with(&self.version_and_magic()) {
            Ok((file, footer))
        } else {
            Err(self.damaged())
        }
    }

    /// Writes the component's file, appends version and magic, and closes it as tantivy requires.
    pub(super) fn write(
        &self,
        segment: &Segment,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> tantivy::Result<()> {
        let component = SegmentComponent::Custom(self.extension.to_owned());
        let mut file = segment.clone().open_write(component)?;
        write(&mut file)?;
        file.write_all(&self.version_and_magic())?;
        file.terminate()?;
        Ok(())
    }

    /// Last bytes of each file: version and magic.
    fn version_and_magic(&self) -> Vec<u8> {
        let version = self.version.to_le_bytes();
        [&version, b"kifu".as_slice(), self.extension.as_bytes()].concat()
    }

    /// Error for a file whose content is not valid.
    pub(super) fn damaged(&self) -> TantivyError {
        let message = format!("the component `{}` of a segment is damaged", self.extension);
        TantivyError::DataCorruption(tantivy::error::DataCorruption::comment_only(message))
    }
}

impl SegmentPlugin for Component {
    fn extensions(&self) -> &[&str] {
        std::slice::from_ref(&self.extension)
    }

    fn create_writer(&self, ctx: &PluginWriterContext) -> tantivy::Result<Box<dyn PluginWriter>> {
        // If tantivy sorted the documents, a component would learn their new order only from a map that it cannot
        // access. So an index whose documents are sorted is refused.
        let settings = ctx.segment.index().settings();
        if settings.sort_by_field.is_some() || settings.manual_doc_id_mapping {
            return Err(TantivyError::InvalidArgument(
                "the documents of an index of games are never reordered".into(),
            ));
        }
        Ok((self.writer)(ctx.segment.schema().get_field(self.field)?))
    }

    fn merge(&self, ctx: PluginMergeContext) -> tantivy::Result<()> {
        if ctx.doc_id_mapping.mapping_type() == MappingType::Shuffled {
            return Err(TantivyError::InvalidArgument(
                "segments of games can only be stacked".into(),
            ));
        }
        (self.merge)(&ctx)
    }
}

/// Bytes that a document holds for a component; empty if it holds none.
pub(super) fn payload(doc: &dyn ErasedDocument, field: Field) -> &[u8] {
    let doc = doc.as_any().downcast_ref::<TantivyDocument>();
    doc.and_then(|doc| doc.get_first(field)).and_then(|value| value.as_custom()).unwrap_or(&[])
}

/// Writer that collects the bytes that the documents of a segment hold for a component.
pub(super) struct PayloadWriter {
    pub(super) component: Component,
    pub(super) field: Field,
    pub(super) payloads: Payloads,
    /// Writes the collected payloads to a file.
    pub(super) write: fn(&Payloads, &mut dyn Write) -> io::Result<()>,
}

/// Payloads of all documents, one after the other. The bytes lie in chunks, since a single list would be copied each
/// time that it grows.
#[derive(Default)]
pub(super) struct Payloads {
    chunks: Vec<Vec<u8>>,
    lengths: Vec<usize>,
    bytes: usize,
}

/// Bytes of a chunk, unless a single payload is longer.
const CHUNK_BYTES: usize = 256 << 10;

impl Payloads {
    fn push(&mut self, payload: &[u8]) {
        let has_space = |chunk: &Vec<u8>| chunk.capacity() - chunk.len() >= payload.len();
        // A payload without bytes must not start a chunk: `iter` takes the next chunk when it has used one up, so an
        // empty chunk would lose a payload.
        if !payload.is_empty() && !self.chunks.last().is_some_and(has_space) {
            let capacity = CHUNK_BYTES.max(payload.len());
            self.chunks.push(Vec::with_capacity(capacity));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.extend_from_slice(payload);
        }
        self.lengths.push(payload.len());
        self.bytes += payload.len();
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut chunks = self.chunks.iter();
        let mut rest: &[u8] = &[];
        self.lengths.iter().map(move |&length| {
            if rest.is_empty() && length > 0 {
                rest = chunks.next().map_or(&[], Vec::as_slice);
            }
            rest.split_off(..length).unwrap_or_default()
        })
    }
}

impl PluginWriter for PayloadWriter {
    fn add_document(
        &mut self,
        _: DocId,
        doc: &dyn ErasedDocument,
        _: &Schema,
    ) -> tantivy::Result<()> {
        self.payloads.push(payload(doc, self.field));
        Ok(())
    }

    fn serialize(
        self: Box<Self>,
        segment: &Segment,
        _: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        self.component.write(segment, |out| (self.write)(&self.payloads, out))
    }

    fn mem_usage(&self) -> usize {
        self.payloads.bytes + self.payloads.lengths.len() * size_of::<usize>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK_BYTES, Payloads};

    #[test]
    fn payloads_of_any_lengths_come_back_in_order() {
        let lengths = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES];
        // Tests every sequence of four of these lengths, repeats included.
        for sequence in 0..lengths.len().pow(4) {
            let place = |at: u32| sequence / lengths.len().pow(at) % lengths.len();
            let expected: Vec<Vec<u8>> = (0..4)
                .zip(1u8..)
                .map(|(at, byte)| vec![byte; lengths.get(place(at)).copied().unwrap_or(0)])
                .collect();
            let mut payloads = Payloads::default();
            expected.iter().for_each(|payload| payloads.push(payload));
            assert!(payloads.iter().eq(expected.iter().map(Vec::as_slice)), "{sequence}");
        }
    }
}
