//! Where the games of a segment left the book in use, found once per opened index and version of the book.

use super::found_columns::FoundColumns;
use kifu_record::game::Color;
use kifu_record::poison::IgnorePoison;
use std::sync::{Arc, Mutex};
use tantivy::DocId;

/// How a game left a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Number of the first stone that the book does not have, counted in its corner or on its board from 1.
    pub ply: u16,
    /// Colour of the player who left.
    pub color: Color,
}

/// How each game of a segment left a book, in two bytes for each game.
#[derive(Debug, Default)]
pub struct BookColumn {
    /// For each document, twice the number of the stone, plus 1 if White left; 0 if the game never left the book.
    values: Vec<u16>,
}

impl BookColumn {
    /// Makes the column of a segment with `docs` documents.
    pub fn new(docs: DocId, games: impl IntoIterator<Item = (DocId, Departure)>) -> BookColumn {
        let mut values = vec![0; docs as usize];
        for (doc, departure) in games {
            if let Some(value) = values.get_mut(doc as usize) {
                let ply = departure.ply.min(u16::MAX >> 1);
                *value = ply << 1 | u16::from(departure.color == Color::White);
            }
        }
        BookColumn { values }
    }

    /// How a game left the book; `None` if it did not.
    pub fn of_game(&self, doc: DocId) -> Option<Departure> {
        let value = self.values.get(doc as usize).copied().filter(|&value| value > 0)?;
        let color = if value & 1 == 1 { Color::White } else { Color::Black };
        Some(Departure { ply: value >> 1, color })
    }
}

/// Columns of the segments of an index for one version of one book: the one that was used last.
#[derive(Debug)]
pub(super) struct BookColumns {
    /// Number of segments whose columns are cached.
    segments: usize,
    last: Mutex<Option<(u64, Arc<FoundColumns<BookColumn>>)>>,
}

impl BookColumns {
    /// Makes a cache for the columns of this number of segments.
    pub(super) fn new(segments: usize) -> BookColumns {
        BookColumns { segments, last: Mutex::default() }
    }

    /// Columns of a version of a book. Those of the version before it are dropped.
    pub(super) fn of_version(&self, version: u64) -> Arc<FoundColumns<BookColumn>> {
        let mut last = self.last.lock().ignore_poison();
        match &*last {
            Some((known, columns)) if *known == version => columns.clone(),
            _ => {
                let columns = Arc::new(FoundColumns::new(self.segments));
                *last = Some((version, columns.clone()));
                columns
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn departure(ply: u16, color: Color) -> Departure {
        Departure { ply, color }
    }

    #[test]
    fn a_column_has_the_departure_of_each_game() {
        let games = [(3, departure(7, Color::White)), (1, departure(u16::MAX, Color::Black))];
        let column = BookColumn::new(4, games);
        let found: Vec<Option<Departure>> = (0..5).map(|doc| column.of_game(doc)).collect();
        let last = departure(u16::MAX >> 1, Color::Black);
        assert_eq!(found, [None, Some(last), None, Some(departure(7, Color::White)), None]);
    }

    #[test]
    fn complete_columns_of_one_version_are_cached() {
        let columns = BookColumns::new(1);
        let ply = |version, segment, ply, is_complete| {
            let found = || {
                let games = [(0, departure(ply, Color::Black))];
                Ok((BookColumn::new(1, games), is_complete))
            };
            let column = columns.of_version(version).get_or_find(segment, found).ok()?;
            column.of_game(0).map(|departure| departure.ply)
        };
        assert_eq!(ply(1, 0, 1, false), Some(1));
        assert_eq!(ply(1, 0, 2, true), Some(2));
        assert_eq!(ply(1, 0, 3, true), Some(2));
        assert_eq!(ply(2, 0, 4, true), Some(4));
        assert_eq!(ply(1, 0, 5, true), Some(5));
        assert_eq!(ply(1, 1, 6, true), Some(6));
        assert_eq!(ply(1, 1, 7, true), Some(7));
    }
}
