//! What a query asks of the board: a position, or a pattern.

use super::explorer::Place;
use super::pattern::{Fitting, PatternFilter, PatternFinder};
use super::position::Replays;
use super::position::filter::{Filter, Found, Wish};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tantivy::DocId;
use tantivy::index::{SegmentId, SegmentReader};

/// A position or a pattern, with what is asked of the hit.
#[derive(Debug)]
pub(crate) enum BoardFilter {
    Position(Filter),
    Pattern(PatternFilter),
}

/// A game with its hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardHit {
    pub(crate) doc: DocId,
    /// Moves played at the hit.
    pub(crate) number: u32,
    /// Known if the game was replayed.
    place: Option<Place>,
}

impl BoardFilter {
    /// The games of a segment that fit, in the order of their documents.
    fn segment(&self, reader: &SegmentReader) -> tantivy::Result<Vec<BoardHit>> {
        Ok(match self {
            BoardFilter::Position(filter) => {
                let found = filter.segment(reader, Wish::default())?.games;
                let hit = |game: Found| BoardHit {
                    doc: game.doc,
                    number: game.number,
                    place: game.place(),
                };
                found.into_iter().map(hit).collect()
            }
            BoardFilter::Pattern(filter) => {
                let (found, _) = filter.segment(reader, None, false)?;
                let hit = |game: Fitting| BoardHit {
                    doc: game.doc,
                    number: game.number,
                    place: game.place,
                };
                found.into_iter().map(hit).collect()
            }
        })
    }

    /// What finds the hits in the games of a segment, one by one.
    fn finder(&self, reader: &SegmentReader) -> tantivy::Result<Finder<'_>> {
        Ok(match self {
            BoardFilter::Position(filter) => Finder::Position(Box::new(filter.replays(reader)?)),
            BoardFilter::Pattern(filter) => Finder::Pattern(Box::new(filter.finder(reader)?)),
        })
    }
}

/// The hits of a filter, which are looked for once: the games, their order and the places in them are asked for one after the other.
#[derive(Debug)]
pub(crate) struct BoardHits {
    filter: BoardFilter,
    segments: Mutex<HashMap<SegmentId, Arc<[BoardHit]>>>,
}

impl BoardHits {
    pub(crate) fn new(filter: BoardFilter) -> BoardHits {
        BoardHits {
            filter,
            segments: Mutex::default(),
        }
    }

    /// The games of a segment, in the order of their documents.
    pub(crate) fn segment(&self, reader: &SegmentReader) -> tantivy::Result<Arc<[BoardHit]>> {
        let segments = || self.segments.lock().unwrap_or_else(PoisonError::into_inner);
        let known = segments().get(&reader.segment_id()).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found: Arc<[BoardHit]> = self.filter.segment(reader)?.into();
        segments().insert(reader.segment_id(), found.clone());
        Ok(found)
    }

    /// Tells where the hits of a segment are.
    pub(crate) fn places(&self, reader: &SegmentReader) -> tantivy::Result<HitPlaces<'_>> {
        Ok(HitPlaces {
            hits: self.segment(reader)?,
            finder: self.filter.finder(reader)?,
        })
    }
}

/// Tells where the hits of a segment are.
pub(crate) struct HitPlaces<'f> {
    hits: Arc<[BoardHit]>,
    finder: Finder<'f>,
}

impl HitPlaces<'_> {
    /// Where a game has its hit.
    pub(crate) fn of(&mut self, doc: DocId) -> tantivy::Result<Option<Place>> {
        let at = self.hits.binary_search_by_key(&doc, |hit| hit.doc).ok();
        let known = at.and_then(|at| self.hits.get(at)?.place);
        match (known, &mut self.finder) {
            (Some(place), _) => Ok(Some(place)),
            (None, Finder::Position(replays)) => replays.place(doc),
            (None, Finder::Pattern(finder)) => finder.place(doc),
        }
    }
}

/// Finds hits in the games of a segment.
enum Finder<'f> {
    Position(Box<Replays<'f>>),
    Pattern(Box<PatternFinder<'f>>),
}
