//! What local patterns need. The component is registered from the first index on, since tantivy fixes the list of
//! components when an index is created; so far its file holds its version alone.

use super::write_file;
use std::any::Any;
use std::io::{self, Write};
use tantivy::Segment;
use tantivy::indexer::doc_id_mapping::DocIdMapping;
use tantivy::plugin::{PluginMergeContext, PluginWriter, PluginWriterContext, SegmentPlugin};

pub(crate) const EXTENSION: &str = "kpat";

const VERSION: u64 = 0;
const MAGIC: u64 = u64::from_le_bytes(*b"kifukpat");

/// Registers the component.
pub(crate) struct PatternsPlugin;

impl SegmentPlugin for PatternsPlugin {
    fn extensions(&self) -> &[&str] {
        &[EXTENSION]
    }

    fn create_writer(&self, _: &PluginWriterContext) -> tantivy::Result<Box<dyn PluginWriter>> {
        Ok(Box::new(Writer))
    }

    fn merge(&self, ctx: PluginMergeContext) -> tantivy::Result<()> {
        write_file(ctx.target_segment, EXTENSION, write_version)
    }
}

struct Writer;

impl PluginWriter for Writer {
    fn serialize(
        self: Box<Self>,
        segment: &Segment,
        _: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        write_file(segment, EXTENSION, write_version)
    }

    fn mem_usage(&self) -> usize {
        0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

fn write_version(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&MAGIC.to_le_bytes())
}
