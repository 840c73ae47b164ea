//! Draws a random sample of the hits: every set of the requested size is equally likely.
//!
//! Games are drawn by a hash of their ids and the seed. So a seed draws the same games of an index however its segments
//! are split, and a larger sample contains the smaller ones.

use super::collect::SegmentHits;
use super::hits::{Hit, Loader, sort_by_place};
use super::unique::SegmentDocs;
use kifu_archive::error::Result;
use kifu_record::game::hash::mix;
use kifu_store::index::Index;
use kifu_store::index::global_stats::SampledGame;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use tantivy::{DocAddress, DocId};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Number of games to draw.
    pub games: usize,
    /// Seed; another number draws other games.
    #[serde(default)]
    pub seed: u64,
}

/// Sorts hits in the order in which they are drawn, so that the first hits are also those of a smaller sample.
pub fn sort_by_draw(index: &Index, seed: u64, hits: &mut [Hit]) -> Result<()> {
    let mut ids = Vec::new();
    for reader in index.searcher().segment_readers() {
        let column = reader.fast_fields().u64("id");
        ids.push(column.map_err(|error| index.error_from_tantivy(error))?);
    }
    hits.sort_by_cached_key(|hit| {
        let DocAddress { segment_ord, doc_id } = hit.address;
        let id = ids.get(segment_ord as usize);
        (draw_key(seed, id.and_then(|id| id.first(doc_id))), hit.address)
    });
    Ok(())
}

/// The pseudo-random number by which a game is drawn; the least are drawn first.
fn draw_key(seed: u64, id: Option<u64>) -> u64 {
    mix(mix(seed) ^ id.unwrap_or(0))
}

impl Sample {
    /// Drops all hits that the sample does not draw.
    pub(super) fn retain_drawn(self, index: &Index, segments: &mut [SegmentHits]) -> Result<()> {
        let mut keys: Vec<(u64, DocAddress)> = Vec::new();
        for (ordinal, hits) in (0..).zip(segments.iter()) {
            let ids = index.searcher().segment_reader(ordinal).fast_fields().u64("id");
            let ids = ids.map_err(|error| index.error_from_tantivy(error))?;
            let key = |doc| draw_key(self.seed, ids.first(doc));
            let game = |&doc: &DocId| (key(doc), DocAddress::new(ordinal, doc));
            keys.extend(hits.docs.iter().map(game));
        }
        let mut loader = Loader::new(index);
        let mut drawn = |&(key, game): &(u64, DocAddress)| -> Result<SampledGame> {
            let (place, number) = loader.place_of(game)?;
            Ok((key, place, number))
        };
        if let Some(last) = index.last_drawn(self.games) {
            keys.retain(|(key, _)| *key <= last.0);
            let mut remaining = Vec::new();
            for key in keys {
                if key.0 < last.0 || drawn(&key)? <= *last {
                    remaining.push(key);
                }
            }
            keys = remaining;
        } else if keys.len() > self.games {
            let (_, &mut (last, _), _) = keys.select_nth_unstable(self.games);
            // If a file lies below two roots, its games occur twice with equal ids and so with equal keys. Their order
            // is decided by place.
            let mut equal: Vec<DocAddress> =
                keys.iter().filter(|(key, _)| *key == last).map(|(_, game)| *game).collect();
            sort_by_place(index, &mut equal)?;
            keys.retain(|(key, _)| *key < last);
            equal.truncate(self.games - keys.len());
            keys.extend(equal.into_iter().map(|game| (last, game)));
        }
        if index.is_recording() {
            index.record_drawn(keys.iter().map(drawn).collect::<Result<_>>()?);
        }
        let drawn: HashSet<DocAddress> = keys.into_iter().map(|(_, game)| game).collect();
        for (ordinal, hits) in (0..).zip(segments) {
            hits.retain(|doc| drawn.contains(&DocAddress::new(ordinal, doc)));
        }
        Ok(())
    }
}
