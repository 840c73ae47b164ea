//! What all components have in common: how their files are written, merged and opened.

use std::io::{self, Write};
use tantivy::directory::FileSlice;
use tantivy::index::{SegmentComponent, SegmentReader};
use tantivy::indexer::doc_id_mapping::MappingType;
use tantivy::plugin::{PluginMergeContext, PluginWriterContext};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Field, Schema, Value};
use tantivy::{DocId, Segment, TantivyDocument, TantivyError};
use tantivy_common::TerminatingWrite;

/// Opens a component's file in a segment, memory-mapped. Reads are checked ([`crate::index::blocks`]), so read only the
/// pieces you need.
pub(crate) fn open(reader: &SegmentReader, extension: &str) -> tantivy::Result<FileSlice> {
    Ok(reader.open_read(SegmentComponent::Custom(extension.to_owned()))?)
}

/// Writes a component's file and closes it as tantivy requires.
pub(super) fn write_file(
    segment: &Segment,
    extension: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> tantivy::Result<()> {
    let mut file = segment
        .clone()
        .open_write(SegmentComponent::Custom(extension.to_owned()))?;
    write(&mut file)?;
    file.terminate()?;
    Ok(())
}

/// The field that feeds a component.
pub(super) fn component_field(schema: &Schema, name: &str) -> tantivy::Result<Field> {
    schema.get_field(name)
}

pub(super) fn refuse_sorting(ctx: &PluginWriterContext) -> tantivy::Result<()> {
    // A component would see the new document order only as a map that it cannot access.
    let settings = ctx.segment.index().settings();
    if settings.sort_by_field.is_some() || settings.manual_doc_id_mapping {
        return Err(TantivyError::InvalidArgument(
            "the documents of an index of games are never reordered".into(),
        ));
    }
    Ok(())
}

/// The bytes that a document holds for a component; empty for a document without any.
pub(super) fn payload(doc: &dyn ErasedDocument, field: Field) -> &[u8] {
    let doc = doc.as_any().downcast_ref::<TantivyDocument>();
    doc.and_then(|doc| doc.get_first(field))
        .and_then(|value| value.as_custom())
        .unwrap_or(&[])
}

/// For every source segment of a merge, the new number of each document, or `None` if it was deleted.
///
/// tantivy's own map cannot be read from here; for stacked segments, it lists the live documents in the readers' order.
pub(super) fn merged_ids(ctx: &PluginMergeContext) -> tantivy::Result<Vec<Vec<Option<DocId>>>> {
    if ctx.doc_id_mapping.mapping_type() == MappingType::Shuffled {
        return Err(TantivyError::InvalidArgument(
            "segments of games can only be stacked".into(),
        ));
    }
    let mut next: DocId = 0;
    let mut maps = Vec::with_capacity(ctx.readers.len());
    for reader in ctx.readers {
        let mut map = vec![None; reader.max_doc() as usize];
        for doc in reader.doc_ids_alive() {
            if let Some(slot) = map.get_mut(doc as usize) {
                *slot = Some(next);
                next += 1;
            }
        }
        maps.push(map);
    }
    Ok(maps)
}

/// The error for a component whose content is not valid.
pub(crate) fn damaged(extension: &str) -> TantivyError {
    let message = format!("the component `{extension}` of a segment is damaged");
    TantivyError::DataCorruption(tantivy::error::DataCorruption::comment_only(message))
}

/// Reads a little-endian number of 8 bytes.
pub(in crate::index) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}
