//! Segment components of kifu-index: files of its own in every segment of the tantivy index.
//!
//! tantivy writes, merges and deletes them together with its own files through [`SegmentPlugin`]: one commit, one
//! directory, one lifecycle. Each component is a file `SEGMENT.EXTENSION`:
//!
//! | extension | holds |
//! |---|---|
//! | `kpos` | [`positions`]: hashes → games |
//! | `kifu` | [`kifus`]: a game's moves, by document |
//! | `kpat` | [`patterns`]: data for local pattern searches |
//! | `kval` | [`engine_evals`]: engine evaluations, by document |
//!
//! **Invariant:** documents keep the order in which they were added. Sorting an index by a field would reorder them
//! without the components knowing, so a writer for such an index is refused.

pub mod engine_evals;
pub(crate) mod files;
pub mod kifus;
pub mod patterns;
pub mod positions;
pub(crate) mod table;

use files::Component;
use std::sync::Arc;
use tantivy::plugin::SegmentPlugin;

/// All segment components, in the order in which they are registered with tantivy.
const COMPONENTS: [Component; 4] =
    [positions::COMPONENT, kifus::COMPONENT, patterns::COMPONENT, engine_evals::COMPONENT];

/// Returns the segment components as tantivy plugins.
pub(crate) fn plugins() -> impl Iterator<Item = Arc<dyn SegmentPlugin>> {
    COMPONENTS.into_iter().map(|component| Arc::new(component) as _)
}

/// File extensions of the segment components.
pub(crate) fn extensions() -> impl Iterator<Item = &'static str> {
    COMPONENTS.into_iter().map(|component| component.extension)
}
