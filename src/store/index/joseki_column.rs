//! Joseki of the games of a segment, found once per opened index.
//!
//! The index stores no joseki: they are found on the boards of the games, by as many searches as there are positions of
//! joseki. Tables of joseki need all of them for any selection of games, so the result of these searches is cached.

use tantivy::DocId;

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
}
