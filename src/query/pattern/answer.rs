//! Answers: games counted, how they go on, and the first of them in their order.

use super::filter::{Fitting, PatternFilter};
use super::replayed::Replays;
use super::{PatternSearch, as_asked};
use crate::error::Result;
use crate::game::pattern::Turn;
use crate::game::{BoardSize, Point};
use crate::index::segment::kifus::Kifus;
use crate::index::{Index, tantivy_error};
use crate::query::explorer::among::{Among, segments};
use crate::query::explorer::listing::{Listed, first};
use crate::query::explorer::statistics::{Named, Statistics};
use crate::query::explorer::{Answer, Place, PlacedHit, Step};
use crate::query::hits::Hit;
use crate::query::order::Order;
use crate::query::plan::Plan;
use crate::query::position::Terms;
use crate::query::segments::BySegment;
use std::sync::Arc;
use tantivy::{DocAddress, DocId};

/// A hit in all its detail.
#[derive(Clone, Copy, Debug)]
pub struct PatternHit {
    /// The game.
    pub hit: Hit,
    /// Where it has the pattern first.
    pub place: Place,
    /// Where it lies on the board: its upper left, and the columns and rows of its image.
    pub region: (Point, BoardSize),
    /// How it is turned there.
    pub turn: Turn,
    /// How the main line goes on.
    pub step: Option<Step>,
}

/// What is known of a pattern, and where it lies in each of the listed games.
#[derive(Clone, Debug, Default)]
pub struct PatternAnswer {
    /// The games and how they go on; points of steps count from the pattern's upper left.
    pub answer: Answer,
    /// Of each listed game where and how the hit lies.
    pub regions: Vec<Region>,
}

/// Where and how a hit lies on its board.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// Its upper left.
    pub corner: Point,
    /// Its columns and rows.
    pub size: BoardSize,
    /// Those of the board.
    pub board: BoardSize,
    /// How the pattern is turned.
    pub turn: Turn,
}

/// What is asked about a pattern.
#[derive(Clone, Debug)]
pub struct Question<'q> {
    /// The pattern.
    pub search: Arc<PatternSearch>,
    /// What is asked of the hits.
    pub terms: &'q Terms,
    /// Only games that fit this query.
    pub among: Option<&'q Plan>,
    /// What the games are sorted by; the latest first where this says nothing.
    pub orders: &'q [Order],
    /// Games that are listed.
    pub listed: usize,
    /// Continuations that tell who played them.
    pub named: usize,
}

/// Looks for a pattern on the main lines; `limit` games are listed.
pub fn find(index: &Index, search: PatternSearch, limit: usize) -> Result<PatternAnswer> {
    let question = Question {
        search: Arc::new(search),
        terms: &Terms::default(),
        among: None,
        orders: &[],
        listed: limit,
        named: 0,
    };
    answer(index, &question)
}

/// How many games the answer to a question has in all.
pub fn total(index: &Index, question: &Question) -> Result<u64> {
    let filter = PatternFilter::new(question.search.clone(), question.terms);
    let among = Among::of(index, question.among, &[])?;
    let mut total = 0;
    for (_, reader, docs) in segments(index, among.as_ref()) {
        let found = filter.count(reader, docs.as_ref());
        total += found.map_err(|error| tantivy_error(index.folder(), error))? as u64;
    }
    Ok(total)
}

/// Answers a question.
pub fn answer(index: &Index, question: &Question) -> Result<PatternAnswer> {
    let fail = |error| tantivy_error(index.folder(), error);
    let filter = PatternFilter::new(question.search.clone(), question.terms);
    let among = Among::of(index, question.among, question.orders)?;
    let mut found = PatternAnswer::default();
    let mut statistics = Statistics::default();
    let mut games: Vec<Vec<Fitting>> = Vec::new();
    for (ordinal, reader, docs) in segments(index, among.as_ref()) {
        let (fitting, in_variations) = filter.segment(reader, docs.as_ref(), true).map_err(fail)?;
        found.answer.in_variations += in_variations;
        let mut tally = statistics.segment(index, ordinal)?;
        for game in &fitting {
            let row = tally.row(game.step);
            tally.add(row, game.doc);
        }
        tally.finish();
        games.push(fitting);
    }
    let named = Named {
        rows: question.named,
        games: 0,
    };
    let answer = &mut found.answer;
    (answer.outcomes, answer.continuations) = statistics.finish(index, as_asked, named)?;
    let mut replays = BySegment::new(index);
    let order = (question.orders, question.listed);
    for (hit, game) in first(index, order, &games, among.as_ref())? {
        let replays: &mut Replays =
            replays.of(hit.address, |reader| Ok(Replays::new(Kifus::open(reader)?)))?;
        if let Some((place, board)) = replays.place(game.doc, game.position).map_err(fail)? {
            let turn = question.search.turn(game.placement);
            let swapped = turn.swapped;
            found.answer.first.push(PlacedHit {
                hit,
                place,
                swapped,
            });
            let (corner, size) = question.search.region(game.placement);
            found.regions.push(Region {
                corner,
                size,
                board,
                turn,
            });
        }
    }
    Ok(found)
}

impl Listed for Fitting {
    fn doc(&self) -> DocId {
        self.doc
    }

    fn number(&self) -> u32 {
        self.number
    }
}

/// Every game of an index that has a pattern, on its main line or else in a variation, in the order of the index.
pub fn all(index: &Index, search: &PatternSearch) -> Result<Vec<PatternHit>> {
    let fail = |error| tantivy_error(index.folder(), error);
    let mut hits = Vec::new();
    for (ordinal, reader) in index.searcher().segment_readers().iter().enumerate() {
        let mut replays = Replays::new(Kifus::open(reader).map_err(fail)?);
        for found in search.segment(reader, None, true).map_err(fail)? {
            let detail = replays.detail(search, &found).map_err(fail)?;
            hits.extend(detail.map(|detail| PatternHit {
                hit: Hit {
                    address: DocAddress::new(ordinal as u32, found.doc),
                    score: 0.0,
                },
                place: detail.place,
                region: search.region(found.standing.placement),
                turn: search.turn(found.standing.placement),
                step: found.step.or(detail.step).map(as_asked),
            }));
        }
    }
    Ok(hits)
}

/// How many games have a pattern on their main line, and how many more in variations only.
pub fn count(index: &Index, search: &PatternSearch) -> Result<(usize, usize)> {
    let fail = |error| tantivy_error(index.folder(), error);
    let (mut main, mut side) = (0, 0);
    for reader in index.searcher().segment_readers() {
        let found = search.segment(reader, None, true).map_err(fail)?;
        let in_variations = found.iter().filter(|found| found.variation).count();
        main += found.len() - in_variations;
        side += in_variations;
    }
    Ok((main, side))
}
