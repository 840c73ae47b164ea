//! Whole-board positions: which games reach one, when, and how they go on.
//!
//! A game is a hit if the position stands after some move or setup of its main line, under any symmetry of the board,
//! with the colours as they are; it counts once, at the first such ply. Games that have the position only in
//! variations are counted apart. [`Terms`] ask for other hits.

mod candidates;
pub(crate) mod filter;
mod replay;
mod sequence;
mod target;
pub mod tree;

pub use filter::{Terms, Within};
pub(crate) use replay::Replays;

use super::explorer::among::{Among, segments};
use super::explorer::listing::{Listed, first};
use super::explorer::statistics::{GameStep, Named, RowId, Statistics, Tally};
use super::explorer::{Answer, PlacedHit, Step};
use super::order::Order;
use super::plan::Plan;
use super::segments::BySegment;
use crate::error::Result;
use crate::game::board::Board;
use crate::index::segment::positions::NextCode;
use crate::index::{Index, tantivy_error};
use filter::{Filter, Found, SegmentFound, Wish};
use tantivy::DocId;
use target::NextMove;

/// What is asked about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The position.
    pub board: &'q Board,
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

/// Looks up a position on the main lines; `limit` games are listed.
pub fn find(index: &Index, board: &Board, limit: usize) -> Result<Answer> {
    let question = Question {
        board,
        terms: &Terms::default(),
        among: None,
        orders: &[],
        listed: limit,
        named: usize::MAX,
    };
    answer(index, &question)
}

/// Answers a question.
pub fn answer(index: &Index, question: &Question) -> Result<Answer> {
    let fail = |error| tantivy_error(index.folder(), error);
    let filter = Filter::new(question.board, question.terms);
    let among = Among::of(index, question.among, question.orders)?;
    let mut answer = Answer::default();
    let mut statistics = Statistics::default();
    let mut games: Vec<SegmentFound> = Vec::new();
    for (ordinal, reader, docs) in segments(index, among.as_ref()) {
        let wish = Wish {
            among: docs.as_ref(),
            trusted: None,
            statistics: true,
        };
        let found = filter.segment(reader, wish).map_err(fail)?;
        answer.in_variations += found.in_variations;
        let tally = statistics.segment(index, ordinal)?;
        count(tally, &filter, &found);
        games.push(found);
    }
    let named = Named {
        rows: question.named,
        games: 0,
    };
    (answer.outcomes, answer.continuations) =
        statistics.finish(index, |key| turned(&filter, key), named)?;
    answer.first = list(index, question, &filter, &games, among.as_ref())?;
    Ok(answer)
}

/// How many games the answer to a question has in all.
pub fn total(index: &Index, question: &Question) -> Result<u64> {
    let filter = Filter::new(question.board, question.terms);
    let among = Among::of(index, question.among, &[])?;
    let mut total = 0;
    for (_, reader, docs) in segments(index, among.as_ref()) {
        let wish = Wish {
            among: docs.as_ref(),
            ..Wish::default()
        };
        let found = filter.segment(reader, wish);
        total += found
            .map_err(|error| tantivy_error(index.folder(), error))?
            .games
            .len() as u64;
    }
    Ok(total)
}

/// Counts games by how they go on.
fn count(mut tally: Tally, filter: &Filter, found: &SegmentFound) {
    // By the codes of next moves, so that most games need no hashing.
    let mut rows: Vec<Vec<Option<RowId>>> = vec![Vec::new(); filter.targets.len()];
    tally.reserve(found.games.len());
    for game in &found.games {
        let slot = match (rows.get_mut(usize::from(game.target)), game.next) {
            (Some(rows), next) if next != NextCode::UNKNOWN => {
                let code = usize::from(next.0);
                if rows.len() <= code {
                    rows.resize(code + 1, None);
                }
                rows.get_mut(code)
            }
            _ => None,
        };
        let row = match slot.as_deref() {
            Some(Some(row)) => *row,
            _ => tally.row(step_of(filter, game.target, found.next(game))),
        };
        if let Some(slot) = slot {
            *slot = Some(row);
        }
        tally.add(row, game.doc);
    }
    tally.finish();
}

/// What a game is counted under.
fn step_of(filter: &Filter, target: u8, next: NextMove) -> GameStep {
    let target = filter.targets.get(usize::from(target));
    target.map_or(GameStep::END, |target| GameStep {
        step: target.step(next),
        swapped: target.swapped,
    })
}

/// A step as the asker's board lies.
fn turned(filter: &Filter, key: GameStep) -> Step {
    let mut targets = filter.targets.iter();
    let target = targets.find(|target| target.swapped == key.swapped);
    target.map_or(key.step, |target| target.turned_back(key.step))
}

impl Listed for Found {
    fn doc(&self) -> DocId {
        self.doc
    }

    fn number(&self) -> u32 {
        self.number
    }
}

/// The first games in their order, with the places of their hits.
fn list(
    index: &Index,
    question: &Question,
    filter: &Filter,
    games: &[SegmentFound],
    among: Option<&Among>,
) -> Result<Vec<PlacedHit>> {
    let mut replays = BySegment::new(index);
    let mut placed = Vec::new();
    for (hit, game) in first(index, (question.orders, question.listed), games, among)? {
        let segment = games.get(hit.address.segment_ord as usize);
        let known = segment.and_then(|found| found.place(game));
        let told = match known {
            Some(place) => Some((place, game.target)),
            // A replay tells.
            None => {
                let replays: &mut Replays =
                    replays.of(hit.address, |reader| filter.replays(reader))?;
                let found = replays.first(hit.address.doc_id);
                let found = found.map_err(|error| tantivy_error(index.folder(), error))?;
                found.map(|found| (found.place, found.target))
            }
        };
        placed.extend(told.and_then(|(place, target)| {
            let target = filter.targets.get(usize::from(target))?;
            Some(PlacedHit {
                hit,
                place,
                swapped: target.swapped,
            })
        }));
    }
    Ok(placed)
}
