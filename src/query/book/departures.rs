//! Where each game of an index first left the book in use.

use super::follow_boards;
use super::follower::{BoardInBook, CornersInBook};
use super::graph::Book;
use crate::joseki::corner::{CornerSet, PointInCorners, Quadrants};
use crate::joseki::lines::{FollowCorners, follow_corners};
use kifu_archive::error::Result;
use kifu_record::cancel::TimeBudget;
use kifu_record::game::{Color, Stone};
use kifu_store::index::Index;
use kifu_store::index::book_column::{BookColumn, Departure};
use kifu_store::userdata::book::{BookShape, UsedBook};
use std::sync::Arc;
use tantivy::index::SegmentReader;
use tantivy::{DocId, SegmentOrdinal};

/// The positions of the book in use; `None` if no book is in use.
pub fn used_book(index: &Index) -> Result<Option<Arc<Book>>> {
    index.book().get()?.map(|book| positions(&book)).transpose()
}

fn positions(book: &UsedBook) -> Result<Arc<Book>> {
    book.parsed(|book| Book::read(&book.texts, book.shape))
}

/// How each game of a segment left the book: in the corner that left it with the fewest stones, or on its board. Found
/// at the first call for an opened index and a version of the book. If the time budget ends before, some are missing.
pub(crate) fn departures(
    index: &Index,
    (used, book): (&UsedBook, &Book),
    segment: SegmentOrdinal,
) -> tantivy::Result<Arc<BookColumn>> {
    index.book_column(used.version, segment, || {
        let reader = index.searcher().segment_reader(segment);
        let found = read_departures(reader, book, index.budget())?;
        let column = BookColumn::new(reader.max_doc(), found.into_iter().flatten());
        Ok((column, !index.budget().poll_exhausted()))
    })
}

/// How the games of a group left a book, with their documents.
type Departures = Vec<(DocId, Departure)>;

fn read_departures(
    reader: &SegmentReader,
    book: &Book,
    budget: &TimeBudget,
) -> tantivy::Result<Vec<Departures>> {
    match (book.shape(), Quadrants::new(book.board())) {
        (BookShape::Corner, Some(quadrants)) => {
            let follower = || CornerDepartures(CornersInBook::new(book, quadrants));
            follow_corners(reader, None, (quadrants, None), budget, &follower)
        }
        _ => {
            let finish = |board: &mut BoardInBook, doc, found: &mut Departures| {
                found.extend(board.finish_departure().map(|left| (doc, left.departure)));
            };
            follow_boards(reader, None, book, budget, &finish)
        }
    }
}

/// Follows the four corners of a game, and finds only how the game first left the book.
struct CornerDepartures<'b>(CornersInBook<'b>);

impl FollowCorners for CornerDepartures<'_> {
    type Found = Departures;

    fn begin(&mut self, corners: CornerSet, skips_crowded: bool) {
        self.0.begin(corners, skips_crowded);
    }

    fn active(&self) -> CornerSet {
        self.0.active()
    }

    fn set_up(&mut self, at: &PointInCorners) {
        self.0.set_up(at);
    }

    fn play(&mut self, at: &PointInCorners, color: Color, number: u32) {
        self.0.play(at, color, number);
    }

    fn change(&mut self, at: &PointInCorners, stone: Stone) {
        self.0.change(at, stone);
    }

    fn end_move(&mut self) {
        self.0.end_move();
    }

    fn finish(&mut self, doc: DocId, into: &mut Departures) {
        into.extend(self.0.first_departure().map(|left| (doc, left.departure)));
    }
}
