//! What a query asks of the board: a position, or a pattern.

use super::explorer::Place;
use super::pattern::PatternFilter;
use super::position::filter::{Filter, Wish};
use tantivy::DocId;
use tantivy::index::SegmentReader;

/// A position or a pattern, with what is asked of the hit.
#[derive(Clone, Debug)]
pub(crate) enum BoardFilter {
    Position(Filter),
    Pattern(PatternFilter),
}

impl BoardFilter {
    /// The games of a segment that fit, in the order of their documents, with the numbers of their hits' moves.
    pub(crate) fn segment(&self, reader: &SegmentReader) -> tantivy::Result<Vec<(DocId, u32)>> {
        Ok(match self {
            BoardFilter::Position(filter) => {
                let found = filter.segment(reader, Wish::default())?.games;
                found.iter().map(|game| (game.doc, game.number)).collect()
            }
            BoardFilter::Pattern(filter) => {
                let (found, _) = filter.segment(reader, None, false)?;
                found.iter().map(|game| (game.doc, game.number)).collect()
            }
        })
    }

    /// Where a game has its hit.
    pub(crate) fn place(
        &self,
        reader: &SegmentReader,
        doc: DocId,
    ) -> tantivy::Result<Option<Place>> {
        match self {
            BoardFilter::Position(filter) => {
                Ok(filter.game(reader, doc)?.and_then(|found| found.place))
            }
            BoardFilter::Pattern(filter) => match filter.game(reader, doc)? {
                Some(game) => filter.place(reader, &game),
                None => Ok(None),
            },
        }
    }
}
