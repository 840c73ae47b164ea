//! All games of an index that have a pattern, whatever else they contain.

use super::PatternSearch;
use super::replayed::PatternReplays;
use crate::error::Result;
use crate::game::pattern::ColorSymmetry;
use crate::game::{BoardSize, Point};
use crate::index::Index;
use crate::index::segment::kifus::Kifus;
use crate::query::hits::Hit;
use crate::query::step::{GameStep, HitNode, Step};
use tantivy::DocAddress;

/// A hit with its details.
#[derive(Clone, Copy, Debug)]
pub struct PatternHit {
    /// The game.
    pub hit: Hit,
    /// Where it first has the pattern.
    pub place: HitNode,
    /// Where it lies on the board: its upper left, and the columns and rows of its image.
    pub region: (Point, BoardSize),
    /// The pattern's orientation there.
    pub turn: ColorSymmetry,
    /// How the main line continues.
    pub step: Option<Step>,
}

/// Every game of an index that has a pattern, on its main line or otherwise in a variation, in index order.
pub fn all(index: &Index, search: &PatternSearch) -> Result<Vec<PatternHit>> {
    let fail = |error| index.failed(error);
    let mut hits = Vec::new();
    for (ordinal, reader) in index.searcher().segment_readers().iter().enumerate() {
        let mut replays = PatternReplays::new(Kifus::open(reader).map_err(fail)?, index.budget());
        for found in search
            .segment(reader, None, true, index.budget())
            .map_err(fail)?
        {
            let detail = replays.detail(search, &found).map_err(fail)?;
            hits.extend(detail.map(|detail| PatternHit {
                hit: DocAddress::new(ordinal as u32, found.doc).into(),
                place: detail.place,
                region: search.region(found.standing.placement),
                turn: search.turn(found.standing.placement),
                step: found.step.or(detail.step).map(GameStep::as_asked),
            }));
        }
    }
    Ok(hits)
}

/// How many games have a pattern on their main line, and how many more have it only in variations.
pub fn count(index: &Index, search: &PatternSearch) -> Result<(usize, usize)> {
    let fail = |error| index.failed(error);
    let (mut main, mut side) = (0, 0);
    for reader in index.searcher().segment_readers() {
        let found = search
            .segment(reader, None, true, index.budget())
            .map_err(fail)?;
        let in_variations = found.iter().filter(|found| found.variation).count();
        main += found.len() - in_variations;
        side += in_variations;
    }
    Ok((main, side))
}
