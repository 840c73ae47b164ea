//! What a query asks of the board: a position, or a pattern.

use super::explorer::Place;
use super::pattern::{Fitting, PatternFilter, PatternFinder};
use super::position::Replays;
use super::position::filter::{Filter, Found, Wish};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tantivy::index::{SegmentId, SegmentReader};
use tantivy::query::{EnableScoring, Query};
use tantivy::{BitSet, DocId, DocSet, TERMINATED};

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
}

/// The hits of a segment.
#[derive(Debug, Default)]
pub(crate) struct SegmentBoardHits {
    /// In the order of the documents.
    pub(crate) games: Vec<BoardHit>,
    /// The places in those games that were replayed.
    places: HashMap<DocId, Place>,
}

impl BoardFilter {
    /// The games of a segment that fit, among some or all of them.
    fn segment(
        &self,
        reader: &SegmentReader,
        among: Option<&BitSet>,
    ) -> tantivy::Result<SegmentBoardHits> {
        Ok(match self {
            BoardFilter::Position(filter) => {
                let wish = Wish {
                    among,
                    ..Wish::default()
                };
                let found = filter.segment(reader, wish)?;
                let hit = |&Found { doc, number, .. }: &Found| BoardHit { doc, number };
                SegmentBoardHits {
                    games: found.games.iter().map(hit).collect(),
                    places: found.places().collect(),
                }
            }
            BoardFilter::Pattern(filter) => {
                let (found, _) = filter.segment(reader, among, false)?;
                let hit = |&Fitting { doc, number, .. }: &Fitting| BoardHit { doc, number };
                let place = |game: &Fitting| Some((game.doc, game.place?));
                SegmentBoardHits {
                    games: found.iter().map(hit).collect(),
                    places: found.iter().filter_map(place).collect(),
                }
            }
        })
    }
}

/// The hits of a filter, which are looked for once: the games, their order and the places in them are asked for one after the other.
#[derive(Debug)]
pub(crate) struct BoardHits {
    filter: BoardFilter,
    /// Only games that fit this too.
    among: OnceLock<Box<dyn Query>>,
    segments: Mutex<HashMap<SegmentId, Arc<SegmentBoardHits>>>,
}

impl BoardHits {
    pub(crate) fn new(filter: BoardFilter) -> BoardHits {
        BoardHits {
            filter,
            among: OnceLock::new(),
            segments: Mutex::default(),
        }
    }

    /// What else is asked of the games, to be said before any is looked for.
    pub(crate) fn among(&self, query: Box<dyn Query>) {
        self.among.get_or_init(|| query);
    }

    /// Whether it takes long to look at many games.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self.filter, BoardFilter::Pattern(_))
    }

    /// The hits of a segment.
    pub(crate) fn segment(&self, reader: &SegmentReader) -> tantivy::Result<Arc<SegmentBoardHits>> {
        if let Some(known) = self.known(reader) {
            return Ok(known);
        }
        let among = self.others(reader)?;
        let found = Arc::new(self.filter.segment(reader, among.as_ref())?);
        let mut segments = self.segments.lock().unwrap_or_else(PoisonError::into_inner);
        segments.insert(reader.segment_id(), found.clone());
        Ok(found)
    }

    fn known(&self, reader: &SegmentReader) -> Option<Arc<SegmentBoardHits>> {
        let segments = self.segments.lock().unwrap_or_else(PoisonError::into_inner);
        segments.get(&reader.segment_id()).cloned()
    }

    /// The games of a segment that have all else that is asked for; none if nothing is.
    pub(crate) fn others(&self, reader: &SegmentReader) -> tantivy::Result<Option<BitSet>> {
        let Some(query) = self.among.get() else {
            return Ok(None);
        };
        let scoring = EnableScoring::disabled_from_schema(reader.schema());
        let mut docs = BitSet::with_max_value(reader.max_doc());
        let mut scorer = query.weight(scoring)?.scorer(reader, 1.0)?;
        while scorer.doc() != TERMINATED {
            docs.insert(scorer.doc());
            scorer.advance();
        }
        Ok(Some(docs))
    }

    /// The hits among some games of a segment.
    pub(crate) fn of(
        &self,
        reader: &SegmentReader,
        games: &BitSet,
    ) -> tantivy::Result<Vec<BoardHit>> {
        Ok(self.filter.segment(reader, Some(games))?.games)
    }

    /// Tells where the hits of a segment are.
    pub(crate) fn places(&self, reader: &SegmentReader) -> tantivy::Result<HitPlaces<'_>> {
        Ok(HitPlaces {
            hits: self.known(reader).unwrap_or_default(),
            finder: match &self.filter {
                BoardFilter::Position(filter) => {
                    Finder::Position(Box::new(filter.replays(reader)?))
                }
                BoardFilter::Pattern(filter) => Finder::Pattern(Box::new(filter.finder(reader)?)),
            },
        })
    }
}

/// Tells where the hits of a segment are.
pub(crate) struct HitPlaces<'f> {
    /// Those that are known.
    hits: Arc<SegmentBoardHits>,
    finder: Finder<'f>,
}

impl HitPlaces<'_> {
    /// Where a game has its hit.
    pub(crate) fn of(&mut self, doc: DocId) -> tantivy::Result<Option<Place>> {
        match (self.hits.places.get(&doc), &mut self.finder) {
            (Some(place), _) => Ok(Some(*place)),
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
