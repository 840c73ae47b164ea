//! Answers to what is asked about a position or a pattern: how many games have it, how they ended, how they go on, who
//! played that, and which games come first.

mod among;
mod listing;
mod movers;
mod statistics;
pub mod tree;

use super::hits::Hit;
use super::matcher::{Matcher, Matches, Places};
use super::order::Order;
use super::outcomes::Outcomes;
use super::pattern::PatternSearch;
use super::plan::Plan;
use super::segments::BySegment;
use super::step::{Place, Region, Step};
use super::terms::{Terms, Wish};
use crate::error::Result;
use crate::game::board::Board;
use crate::index::{Index, tantivy_error};
use crate::patience::Budget;
use among::{Among, segments};
use statistics::{Named, Statistics};
use std::sync::Arc;

/// What is looked for on the board.
#[derive(Clone, Debug)]
pub enum Subject<'q> {
    /// A position of the whole board.
    Position(&'q Board),
    /// A part of one.
    Pattern(Arc<PatternSearch>),
}

impl<'q> From<&'q Board> for Subject<'q> {
    fn from(board: &'q Board) -> Subject<'q> {
        Subject::Position(board)
    }
}

impl From<PatternSearch> for Subject<'_> {
    fn from(search: PatternSearch) -> Self {
        Subject::Pattern(Arc::new(search))
    }
}

/// What is asked about a position or a pattern.
#[derive(Clone, Debug)]
pub struct Question<'q> {
    /// The position or the pattern.
    pub subject: Subject<'q>,
    /// What is asked of the hits.
    pub terms: &'q Terms,
    /// Only games that fit this query.
    pub among: Option<&'q Plan>,
    /// What the games are sorted by; the latest first where this says nothing.
    pub orders: &'q [Order],
    /// Games that are listed.
    pub listed: usize,
    /// Continuations whose players are named.
    pub named: usize,
}

impl Question<'_> {
    fn matcher(&self, budget: &Budget) -> Matcher {
        match &self.subject {
            Subject::Position(board) => Matcher::position(board, self.terms, budget),
            Subject::Pattern(search) => Matcher::pattern(search.clone(), self.terms, budget),
        }
    }
}

/// How some games go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The next step, turned and coloured as the asker's board is; of equal ones under the board's own symmetry the one
    /// nearest to the upper right.
    pub step: Step,
    /// How these games ended.
    pub outcomes: Outcomes,
    /// The first and the last year in which it was played, where a year is known.
    pub years: Option<(i32, i32)>,
    /// Who played it most often, by the names as they are written, with the numbers of games; empty where nobody asked,
    /// or where nothing is played.
    pub players: Vec<(String, u64)>,
}

/// A game with its hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedHit {
    /// The game.
    pub hit: Hit,
    /// Where the first hit in it is.
    pub place: Place,
    /// Whether the colours there are those of the asker exchanged.
    pub swapped: bool,
}

/// What is known of a position or a pattern; points of a pattern's steps count from its upper left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The games that have it.
    pub outcomes: Outcomes,
    /// How they go on, the most frequent first.
    pub continuations: Vec<Continuation>,
    /// Further games that have it in variations only, where hits are wanted on the main line.
    pub in_variations: u64,
    /// The first games in their order.
    pub first: Vec<PlacedHit>,
    /// Of a pattern, where and how it lies in each of them.
    pub regions: Vec<Region>,
}

/// Looks on the main lines; `limit` games are listed.
pub fn find<'q>(index: &Index, subject: impl Into<Subject<'q>>, limit: usize) -> Result<Answer> {
    let question = Question {
        subject: subject.into(),
        terms: &Terms::default(),
        among: None,
        orders: &[],
        listed: limit,
        named: usize::MAX,
    };
    answer(index, &question)
}

/// How many games the answer to a question has in all.
pub fn total(index: &Index, question: &Question) -> Result<u64> {
    let matcher = question.matcher(index.budget());
    let among = Among::of(index, question.among, &[])?;
    index.budget().expect(among::games(index, among.as_ref()));
    let mut total = 0;
    for (_, reader, docs) in segments(index, among.as_ref()) {
        let count = matcher.count(reader, docs.as_ref());
        total += count.map_err(|error| tantivy_error(index.folder(), error))? as u64;
    }
    Ok(total)
}

/// Answers a question.
pub fn answer(index: &Index, question: &Question) -> Result<Answer> {
    let matcher = question.matcher(index.budget());
    let among = Among::of(index, question.among, question.orders)?;
    index.budget().expect(among::games(index, among.as_ref()));
    let mut answer = Answer::default();
    let mut statistics = Statistics::default();
    let mut found = Vec::new();
    for (ordinal, reader, docs) in segments(index, among.as_ref()) {
        let wish = Wish {
            among: docs.as_ref(),
            statistics: true,
            ..Wish::default()
        };
        let matches = matcher.segment(reader, wish);
        let matches = matches.map_err(|error| tantivy_error(index.folder(), error))?;
        answer.in_variations += matches.in_variations();
        statistics.add(index, ordinal, &matches, &matcher.steps(&matches))?;
        found.push(matches);
    }
    let named = Named {
        rows: question.named,
        games: 0,
    };
    (answer.outcomes, answer.continuations) =
        statistics.finish(index, |step| matcher.as_asked(step), named)?;
    let order = (question.orders, question.listed);
    let first = listing::first(index, order, &found, among.as_ref())?;
    answer.place(index, &matcher, &found, &first)?;
    Ok(answer)
}

/// Steps that it takes to find the place of a hit.
const PLACE: usize = 2000;

impl Answer {
    /// Lists games with the places of their hits.
    fn place(
        &mut self,
        index: &Index,
        matcher: &Matcher,
        found: &[Matches],
        first: &[Hit],
    ) -> Result<()> {
        let mut places = BySegment::new(index);
        let mut pace = index.budget().pace();
        for &hit in pace.each(PLACE, first.iter()) {
            let known = found.get(hit.address.segment_ord as usize);
            let places: &mut Places = places.of(hit.address, |reader| matcher.places(reader))?;
            let placed = places.of(known, hit.address.doc_id);
            let placed = placed.map_err(|error| tantivy_error(index.folder(), error))?;
            if let Some(placed) = placed {
                self.first.push(PlacedHit {
                    hit,
                    place: placed.place,
                    swapped: placed.swapped,
                });
                self.regions.extend(placed.region);
            }
        }
        Ok(())
    }
}
