//! Our own components in every segment of the index.
//!
//! tantivy writes, merges and deletes them together with its own files through [`SegmentPlugin`]: one commit, one
//! directory, one lifecycle. Each component is a file `SEGMENT.EXTENSION`:
//!
//! | extension | holds |
//! |---|---|
//! | `kpos` | [`positions`]: hashes → games |
//! | `kifu` | [`kifus`]: a game's moves, by document |
//! | `kpat` | [`patterns`]: data for local pattern searches |
//!
//! **Invariant:** documents keep the order in which they were added. Sorting an index by a field would shuffle them
//! without the components knowing, so a writer for such an index is refused.

pub(crate) mod files;
pub(crate) mod kifus;
pub(crate) mod patterns;
pub(crate) mod positions;
pub(crate) mod table;

use std::sync::Arc;
use tantivy::plugin::SegmentPlugin;

/// All components, in the order in which they are registered.
pub(crate) fn plugins() -> [Arc<dyn SegmentPlugin>; 3] {
    [
        Arc::new(positions::PositionsPlugin),
        Arc::new(kifus::KifusPlugin),
        Arc::new(patterns::PatternsPlugin),
    ]
}

/// The extensions of their files.
pub(crate) const EXTENSIONS: [&str; 3] =
    [positions::EXTENSION, kifus::EXTENSION, patterns::EXTENSION];
