//! Joseki of the games of a segment, found once per opened index.
//!
//! The index stores no joseki: they are found on the boards of the games, by as many searches as there are positions of
//! joseki. Tables of joseki need all of them for any selection of games, so the result of these searches is cached.

use super::outcome_columns::MAX_UNPACKED_GAMES;
use std::sync::{Arc, OnceLock};
use tantivy::{DocId, Searcher, SegmentOrdinal};

/// Numbers of the joseki that each game of a segment has. A game with joseki takes about 10 bytes.
#[derive(Debug, Default)]
pub struct JosekiColumn {
    /// For each document, where its numbers begin in `numbers`; one more entry is the end of the last document.
    starts: Vec<u32>,
    numbers: Vec<u8>,
}

impl JosekiColumn {
    /// Makes the column of a segment with `docs` documents. `games` has a document for each joseki that the document
    /// has, with the number of the joseki.
    pub fn new(docs: DocId, mut games: Vec<(DocId, u8)>) -> JosekiColumn {
        games.sort_unstable();
        games.dedup();
        let start = |doc| games.partition_point(|(other, _)| *other < doc) as u32;
        JosekiColumn {
            starts: (0..=docs).map(start).collect(),
            numbers: games.iter().map(|(_, number)| *number).collect(),
        }
    }

    /// Numbers of the joseki of a game, in ascending order.
    pub fn of_game(&self, doc: DocId) -> &[u8] {
        let at = doc as usize;
        let ends = self.starts.get(at).copied().zip(self.starts.get(at + 1).copied());
        ends.and_then(|(start, end)| self.numbers.get(start as usize..end as usize))
            .unwrap_or_default()
    }
}

/// Columns of the segments of an index, each made on first use.
#[derive(Debug, Default)]
pub(super) struct JosekiColumns {
    segments: Vec<OnceLock<Arc<JosekiColumn>>>,
}

impl JosekiColumns {
    /// Makes room for the columns of all segments, or for none if the index has too many games.
    pub(super) fn new(searcher: &Searcher) -> JosekiColumns {
        let is_small = searcher.num_docs() <= MAX_UNPACKED_GAMES;
        let segments = searcher.segment_readers().iter().filter(|_| is_small);
        JosekiColumns { segments: segments.map(|_| OnceLock::new()).collect() }
    }

    /// The column of a segment. `find` finds it, with whether it is complete; only a complete column is cached.
    pub(super) fn get_or_find(
        &self,
        segment: SegmentOrdinal,
        find: impl FnOnce() -> tantivy::Result<(JosekiColumn, bool)>,
    ) -> tantivy::Result<Arc<JosekiColumn>> {
        let slot = self.segments.get(segment as usize);
        if let Some(known) = slot.and_then(OnceLock::get) {
            return Ok(known.clone());
        }
        let (found, is_complete) = find()?;
        let found = Arc::new(found);
        Ok(match slot.filter(|_| is_complete) {
            Some(slot) => slot.get_or_init(|| found).clone(),
            None => found,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_the_numbers_of_each_game() {
        let column = JosekiColumn::new(4, vec![(3, 7), (1, 9), (1, 2), (1, 9)]);
        let games: Vec<&[u8]> = (0..5).map(|doc| column.of_game(doc)).collect();
        assert_eq!(games, [&[][..], &[2, 9], &[], &[7], &[]]);
        assert!(JosekiColumn::default().of_game(0).is_empty());
    }

    #[test]
    fn only_complete_columns_are_cached() {
        let columns = JosekiColumns { segments: vec![OnceLock::new()] };
        let numbers = |segment, number, is_complete| {
            let found = || Ok((JosekiColumn::new(1, vec![(0, number)]), is_complete));
            columns.get_or_find(segment, found).map(|column| column.of_game(0).to_vec()).ok()
        };
        assert_eq!(numbers(0, 1, false), Some(vec![1]));
        assert_eq!(numbers(0, 2, true), Some(vec![2]));
        assert_eq!(numbers(0, 3, true), Some(vec![2]));
        assert_eq!(numbers(1, 4, true), Some(vec![4]));
        assert_eq!(numbers(1, 5, true), Some(vec![5]));
    }
}
