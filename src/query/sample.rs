//! A sample of hits: as many as are asked for, each set of so many as likely as any other.
//!
//! Games are drawn by a hash of their ids and of the seed. So the same seed draws the same games from an index, however
//! its segments are cut, and a larger sample contains the smaller ones.

use super::collect::SegmentHits;
use crate::error::Result;
use crate::game::hash::mix;
use crate::index::{Index, tantivy_error};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tantivy::{DocId, SegmentOrdinal};

/// Which games are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// How many.
    pub games: usize,
    /// Another number draws other games.
    #[serde(default)]
    pub seed: u64,
}

impl Sample {
    /// Keeps the games that are drawn.
    pub(super) fn draw(self, index: &Index, segments: &mut [SegmentHits]) -> Result<()> {
        let mut keys: Vec<(u64, SegmentOrdinal, DocId)> = Vec::new();
        for (ordinal, hits) in (0..).zip(segments.iter()) {
            let fast = index.searcher().segment_reader(ordinal).fast_fields();
            let ids = fast.u64("id");
            let ids = ids.map_err(|error| tantivy_error(index.folder(), error))?;
            let key = |doc| mix(mix(self.seed) ^ ids.first(doc).unwrap_or(0));
            keys.extend(hits.docs.iter().map(|&doc| (key(doc), ordinal, doc)));
        }
        if keys.len() > self.games {
            keys.select_nth_unstable(self.games);
            keys.truncate(self.games);
        }
        let drawn: HashSet<(SegmentOrdinal, DocId)> = keys
            .into_iter()
            .map(|(_, ordinal, doc)| (ordinal, doc))
            .collect();
        for (ordinal, hits) in (0..).zip(segments) {
            hits.retain(|doc| drawn.contains(&(ordinal, doc)));
        }
        Ok(())
    }
}
