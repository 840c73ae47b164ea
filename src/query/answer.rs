//! Answers about a position or a pattern: how many games have it, how they ended, how they continue, who played which
//! continuation, and which games come first.

mod among;
mod earlier;
mod joined;
mod listing;
mod local;
mod movers;
mod reached;
mod statistics;
pub mod tree;
mod years;

use super::hit_key::{HitKey, hit_keys};
use super::hits::Hit;
use super::matcher::{Matcher, Matches, PlaceFinder};
use super::outcomes::Outcomes;
use super::pattern::{PatternMatcher, PatternSearch};
use super::plan::Plan;
use super::position::PositionMatcher;
use super::search;
use super::segments::BySegment;
use super::sizes;
use super::step::{HitNode, Region, Step};
use super::terms::{SearchNeeds, Terms, TreeScope};
use super::unique::{SegmentDocs, keep_fullest};
use among::{Among, segments};
pub use earlier::earlier;
pub use joined::{joined, joined_local};
use kifu_archive::error::Result;
use kifu_language::order::{Order, SortKey};
use kifu_record::game::board::Board;
use kifu_record::game::symmetry::Symmetry;
use kifu_store::index::Index;
use local::Locals;
pub use local::{Elsewhere, LocalContinuation};
pub use movers::{NAMES, frequent};
pub use reached::reached;
use serde::{Deserialize, Serialize};
use statistics::{NamedRows, StepStatistics};
use std::sync::Arc;
use tantivy::SegmentOrdinal;
pub use years::{ByYear, add_years, all_by_year, merged as years_of};

/// What to search for on the board.
#[derive(Clone, Debug)]
pub enum Subject<'q> {
    /// A position of the whole board.
    Position(&'q Board),
    /// A part of a board.
    Pattern(Arc<PatternSearch>),
}

impl Subject<'_> {
    /// Whether moves can be played outside of it.
    fn has_outside(&self) -> bool {
        match self {
            Subject::Position(_) => false,
            Subject::Pattern(search) => !search.is_position(),
        }
    }

    /// A name for what is asked; one question is about a single pattern, but perhaps about several positions.
    fn name(&self) -> String {
        match self {
            Subject::Position(board) => format!("position {:016x}", board.hash().0),
            Subject::Pattern(_) => "pattern".to_owned(),
        }
    }
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

/// A question about a position or a pattern.
#[derive(Clone, Debug)]
pub struct BoardQuestion<'q> {
    /// The position or the pattern.
    pub subject: Subject<'q>,
    /// Conditions on the hits.
    pub terms: &'q Terms,
    /// Only games that match this query.
    pub among: Option<&'q Plan>,
    /// Whether each game counts once: of its copies that have it, the fullest.
    pub unique: bool,
    /// The sort orders of the games; the latest game comes first if there are none.
    pub orders: &'q [Order],
    /// The number of games to list.
    pub listed: usize,
    /// The number of continuations whose players are named.
    pub named: usize,
    /// Whether all names are told as they are written, and not the [`NAMES`] most frequent players.
    pub as_written: bool,
    /// Whether games are also counted by year.
    pub by_year: bool,
    /// Whether to tell how large they are.
    pub sizes: bool,
}

impl BoardQuestion<'_> {
    fn matcher(&self, index: &Index) -> Matcher {
        match &self.subject {
            Subject::Position(board) => {
                Matcher::Position(PositionMatcher::new(board, self.terms, index, None))
            }
            Subject::Pattern(search) => {
                let search = Arc::clone(search);
                Matcher::Pattern(PatternMatcher::new(search, self.terms, index.budget()))
            }
        }
    }

    /// Which rows name their players, if they have at least so many games.
    fn named_rows(&self, games: u64) -> NamedRows {
        NamedRows { rows: self.named, as_written: self.as_written, games }
    }
}

/// How some games continue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continuation {
    /// The next step in the orientation and colours of the question. If the board's own symmetry makes several steps
    /// equal, the one nearest to the upper right stands for them.
    pub step: Step,
    /// How these games ended.
    pub outcomes: Outcomes,
    /// The first and the last year in which it was played, if any is known.
    pub years: Option<(i32, i32)>,
    /// How they ended by year, if that was requested.
    pub by_year: ByYear,
    /// What it cost those who played it, in games of which an engine said so.
    pub cost: StepCost,
    /// The players who played it most often, each with all spellings and by the most frequent one, and the numbers of
    /// games. Empty if that was not requested, or if nothing is played.
    pub players: Vec<(String, u64)>,
}

/// What a continuation cost, as engines saw it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepCost {
    /// The games of which that is known.
    pub games: u64,
    /// The hundredths of points that it lost in all of them. Gains count as nothing.
    hundredths: i64,
}

impl StepCost {
    /// In fewer games an average says little.
    const FEWEST: u64 = 5;

    fn add(&mut self, loss: i32) {
        self.games += 1;
        self.hundredths += i64::from(loss.max(0));
    }

    pub(super) fn merge(&mut self, more: StepCost) {
        self.games += more.games;
        self.hundredths += more.hundredths;
    }

    /// The points that it lost on average; `None` for fewer than five games.
    pub fn mean(self) -> Option<f64> {
        let mean = || self.hundredths as f64 / 100.0 / self.games as f64;
        (self.games >= StepCost::FEWEST).then(mean)
    }
}

/// A game with its hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedHit {
    /// The game.
    pub hit: Hit,
    /// Where its first hit is.
    pub place: HitNode,
    /// Whether the colours there are exchanged compared with the question.
    pub swapped: bool,
    /// How the board or the pattern of the question lies on the game's board.
    pub symmetry: Symmetry,
    /// How the game continues, as it is in the game.
    pub played: Step,
    /// The continuation that it is counted with.
    pub step: Step,
}

/// The answer about a position or a pattern. Points in a pattern's steps count from its upper left.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubjectAnswer {
    /// The games that have it.
    pub outcomes: Outcomes,
    /// How they ended by year, if that was requested.
    pub by_year: ByYear,
    /// How they continue, the most frequent step first.
    pub continuations: Vec<Continuation>,
    /// For a pattern, the next move inside its rectangle, whenever it is played; the most frequent one first.
    pub local: Vec<LocalContinuation>,
    /// Further games that have it only in variations, if hits are wanted on the main line.
    pub in_variations: u64,
    /// Copies of the games that have it, if each game counts once.
    pub left_out: u64,
    /// About how many bytes the games have as SGF, if that was requested.
    pub sgf_bytes: Option<u64>,
    /// The first games, in order.
    pub first: Vec<PlacedHit>,
    /// For a pattern: where it lies in each of these games, and in which orientation.
    pub regions: Vec<Region>,
    /// Where the list of games ends, if there are more of them.
    pub end: Option<HitKey>,
}

/// The total number of games in the answer to a question.
pub fn total(index: &Index, question: &BoardQuestion) -> Result<u64> {
    let among = Among::of(index, question.among, &[])?;
    index.budget().announce(among::games(index, among.as_ref()));
    counted(index, question, among.as_ref())
}

/// The games in the answer to a question, among those of its filter.
fn counted(index: &Index, question: &BoardQuestion, among: Option<&Among>) -> Result<u64> {
    let matcher = question.matcher(index);
    if question.unique {
        let (found, _) = matches(index, question, &matcher, among)?;
        return Ok(found.iter().map(|found| found.games().count() as u64).sum());
    }
    let mut total = 0;
    for (_, reader, docs) in segments(index, among) {
        let count = matcher.count(reader, docs.as_ref());
        total += count.map_err(|error| index.failed(error))? as u64;
    }
    Ok(total)
}

/// The games that have it, by segment, and how many copies of them were left out.
fn matches(
    index: &Index,
    question: &BoardQuestion,
    matcher: &Matcher,
    among: Option<&Among>,
) -> Result<(Vec<Matches>, u64)> {
    let mut found = Vec::new();
    for (_, reader, docs) in segments(index, among) {
        let needs =
            SearchNeeds { among: docs.as_ref(), statistics: true, ..SearchNeeds::default() };
        let matches = matcher.segment(reader, needs);
        found.push(matches.map_err(|error| index.failed(error))?);
    }
    let mut left_out = 0;
    if question.unique {
        (left_out, _) = keep_fullest(index, question.subject.name(), &mut found)?;
    }
    Ok((found, left_out))
}

/// Answers a question.
pub fn answer(index: &Index, question: &BoardQuestion) -> Result<SubjectAnswer> {
    answer_after(index, question, None)
}

/// Answers a question; the list of games begins after the end of another one.
pub fn answer_after(
    index: &Index,
    question: &BoardQuestion,
    after: Option<&HitKey>,
) -> Result<SubjectAnswer> {
    let matcher = question.matcher(index);
    let among = Among::of(index, question.among, question.orders)?;
    index.budget().announce(among::games(index, among.as_ref()));
    let (found, left_out) = matches(index, question, &matcher, among.as_ref())?;
    let mut answer = SubjectAnswer {
        left_out,
        sgf_bytes: if question.sizes { Some(sizes::sgf_bytes(index, &found)?) } else { None },
        ..SubjectAnswer::default()
    };
    let mut statistics = StepStatistics::new(question.by_year);
    let mut locals = Locals::default();
    for (ordinal, matches) in (0..).zip(&found) {
        answer.in_variations += matches.in_variations();
        let steps = matcher.steps(matches);
        statistics.add(index, ordinal, matches.docs(), &steps)?;
        if question.terms.within == TreeScope::Main {
            statistics.add_costs(index, ordinal, matches, &steps)?;
        }
        if question.subject.has_outside() {
            locals.add(index, ordinal, &matcher, matches)?;
        }
    }
    let named = question.named_rows(0);
    (answer.outcomes, answer.continuations) =
        statistics.finish(index, |step| matcher.as_asked(step), named)?;
    answer.local = locals.finish(index, named)?;
    answer.by_year = years_of(&answer.continuations);
    let (orders, listed) = (question.orders, question.listed);
    let (first, end) = listing::page(index, orders, listed, after, &found, among.as_ref())?;
    answer.end = end;
    answer.place(index, &matcher, &found, &first)?;
    Ok(answer)
}

/// The keys of the games that an answer lists.
pub fn keys(
    index: &Index,
    question: &BoardQuestion,
    answer: &SubjectAnswer,
) -> Result<Vec<HitKey>> {
    let moves = |ordinal: SegmentOrdinal, _| {
        let hits = answer.first.iter().filter(|found| found.hit.address.segment_ord == ordinal);
        let mut moves: Vec<_> =
            hits.map(|found| (found.hit.address.doc_id, found.place.number)).collect();
        moves.sort_unstable();
        Ok(moves)
    };
    let hits = answer.first.iter().map(|found| &found.hit);
    hit_keys(index, question.orders, false, &moves, hits)
}

/// Notes what the answer of a part depends on; see [`Index::recording_facts`].
pub fn note(index: &Index, question: &BoardQuestion) -> Result<()> {
    let matcher = question.matcher(index);
    let is_ranked = question.orders.iter().any(|order| order.key == SortKey::Relevance);
    if let Some(plan) = question.among {
        search::note(index, plan, plan.ranked && is_ranked)?;
    }
    if question.unique {
        let among = Among::of(index, question.among, &[])?;
        matches(index, question, &matcher, among.as_ref())?;
        if question.by_year {
            all_by_year(index, question)?;
        }
    }
    Ok(())
}

/// The budget steps that finding the place of a hit costs.
const PLACE: usize = 2000;

impl SubjectAnswer {
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
            let places: &mut PlaceFinder =
                places.of(hit.address, |reader| matcher.places(reader))?;
            let placed =
                places.of(known, hit.address.doc_id).map_err(|error| index.failed(error))?;
            if let Some(placed) = placed {
                self.first.push(PlacedHit {
                    hit,
                    place: placed.place,
                    swapped: placed.swapped,
                    symmetry: placed.symmetry,
                    played: placed.played.into(),
                    step: matcher.as_asked(placed.step),
                });
                self.regions.extend(placed.region);
            }
        }
        Ok(())
    }
}
