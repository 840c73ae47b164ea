//! Answers about a position or a pattern: how many games have it, how they ended, how they continue, who played which
//! continuation, and which games come first.

mod filter;
mod games_after_steps;
mod last_common_position;
mod listing;
mod local;
mod merge;
mod movers;
mod statistics;
pub mod tree;
mod years;

use super::board_conditions::{BoardConditions, SearchNeeds, TreeScope};
use super::hit_key::{HitKey, hit_keys};
use super::hits::Hit;
use super::matcher::{HitFinder, Matcher, Matches};
use super::outcomes::Outcomes;
use super::pattern::{PatternMatcher, PatternSearch};
use super::plan::Plan;
use super::position::PositionMatcher;
use super::search;
use super::segments::BySegment;
use super::sizes;
use super::step::{HitNode, HitRegion, Step};
use super::unique::{SegmentDocs, retain_fullest};
pub(crate) use filter::{GameFilter, searched_games, searched_segments};
pub use games_after_steps::games_after_steps;
use kifu_archive::error::Result;
use kifu_language::order::{Order, SortKey};
use kifu_record::game::board::Board;
use kifu_record::game::symmetry::Symmetry;
use kifu_store::index::Index;
pub use last_common_position::last_common_position;
use local::LocalCounts;
pub use local::{Elsewhere, LocalContinuation};
pub use merge::{merge_continuations, merge_local};
pub use movers::{DEFAULT_NAMES, frequent_players};
pub(crate) use movers::{MoverGame, MoverGames, WrittenNames};
use serde::{Deserialize, Serialize};
use statistics::{NamedRows, StepStatistics};
use std::sync::Arc;
use tantivy::SegmentOrdinal;
pub use years::{ByYear, add_years, all_by_year, sum_by_year as years_of};

/// What a [`BoardQuestion`] searches for on the board: a whole position or a pattern.
#[derive(Clone, Debug)]
pub enum Subject<'q> {
    /// A position of the whole board.
    Position(&'q Board),
    /// A pattern: a part of a board, which may include edges of the board.
    Pattern(Arc<PatternSearch>),
}

impl Subject<'_> {
    /// True if moves can be played outside of the searched part of the board. A whole position covers the board, so
    /// nothing lies outside of it.
    fn has_outside(&self) -> bool {
        match self {
            Subject::Position(_) => false,
            Subject::Pattern(search) => !search.is_position(),
        }
    }

    /// Name of the searched position or pattern, under which indexes that answer one request together (a distributed
    /// search) tell each other which copies of games are the fullest. A request searches for one pattern at most, so
    /// the name "pattern" is unique; it may look up several positions, so the name of a position contains its hash.
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

#[derive(Clone, Debug)]
pub struct BoardQuestion<'q> {
    pub subject: Subject<'q>,
    pub conditions: &'q BoardConditions,
    /// Filter: only games that match this query are counted and listed.
    pub filter: Option<&'q Plan>,
    /// True if each game counts once: of its copies that have the position or pattern, only the fullest counts.
    pub unique: bool,
    /// Sort orders of the listed games. If empty, the latest game comes first.
    pub orders: &'q [Order],
    /// Maximum number of games to list.
    pub listed: usize,
    /// Number of continuations whose players are named; the most frequent continuations come first.
    pub named: usize,
    /// True to name everybody as written in the games; false to name only the [`DEFAULT_NAMES`] most frequent players
    /// of a row.
    pub as_written: bool,
    /// True to count the games by year as well.
    pub by_year: bool,
    /// True to estimate how many bytes the games have as SGF.
    pub sizes: bool,
}

impl BoardQuestion<'_> {
    fn matcher(&self, index: &Index) -> Matcher {
        match &self.subject {
            Subject::Position(board) => {
                Matcher::Position(PositionMatcher::new(board, self.conditions, index, None))
            }
            Subject::Pattern(search) => {
                let search = Arc::clone(search);
                Matcher::Pattern(PatternMatcher::new(search, self.conditions, index.budget()))
            }
        }
    }

    /// Selects the rows of a table of continuations that name their players: the first `self.named` rows, as far as
    /// they have at least `games` games.
    fn named_rows(&self, games: u64) -> NamedRows {
        NamedRows { rows: self.named, as_written: self.as_written, games }
    }
}

/// A next step (a move, tenuki, or the end of the game) after the position or pattern, with the games that continue
/// this way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Continuation {
    /// The next step in the orientation and colours of the searched board or pattern. If the board's own symmetry makes
    /// several steps equal, the one nearest to the upper right stands for them.
    pub step: Step,
    /// Results of the games that continue with this step.
    pub outcomes: Outcomes,
    /// First and last year in which the step was played, if any year is known.
    pub years: Option<(i32, i32)>,
    /// Results of the games that continue with this step, by year; empty unless requested.
    pub by_year: ByYear,
    /// Average loss of the step, measured over those of its games that an engine analysed.
    pub cost: StepCost,
    /// The players who played the step most often, with their numbers of games. A player counts with all spellings of
    /// the name and is called by the most frequent one. Empty if names were not requested, or if `step` is the end of
    /// the game.
    pub players: Vec<(String, u64)>,
}

/// Sum of the losses of a continuation in games that engines analysed, from which the average loss is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepCost {
    /// Number of games in which an engine measured the loss of the step.
    pub games: u64,
    /// Sum of the losses in hundredths of a point. A gain counts as 0, since a played move cannot be better than the
    /// best.
    hundredths: i64,
}

impl StepCost {
    /// Minimum number of games for an average. The mean of fewer games varies too much to say anything about the step.
    const MIN_GAMES: u64 = 5;

    fn add(&mut self, loss: i32) {
        self.games += 1;
        self.hundredths += i64::from(loss.max(0));
    }

    pub(super) fn merge(&mut self, more: StepCost) {
        self.games += more.games;
        self.hundredths += more.hundredths;
    }

    /// The average loss in points; `None` for fewer than five games.
    pub fn mean(self) -> Option<f64> {
        let mean = || self.hundredths as f64 / 100.0 / self.games as f64;
        (self.games >= StepCost::MIN_GAMES).then(mean)
    }
}

/// A listed game with the place of its first hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedHit {
    pub hit: Hit,
    /// Node of the game's first hit.
    pub place: HitNode,
    /// True if the game has the position or pattern with exchanged colours.
    pub swapped: bool,
    /// Symmetry that maps the searched board or pattern onto the game's board.
    pub symmetry: Symmetry,
    /// Next step of the game, in the game's own orientation and colours.
    pub played: Step,
    /// Row of the table of continuations in which the game is counted: its next step (move, tenuki or end), turned and
    /// with its colours exchanged to fit the searched board or pattern.
    pub step: Step,
}

/// The answer about a position or a pattern. In the answer about a pattern, the points of moves are counted from the
/// upper left corner of the pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubjectAnswer {
    /// Results of the games that have the position or pattern.
    pub outcomes: Outcomes,
    /// Results by year; empty unless requested.
    pub by_year: ByYear,
    /// Next steps of these games, the most frequent first.
    pub continuations: Vec<Continuation>,
    /// For a pattern: the next moves inside its rectangle, even if moves elsewhere come before them; the most frequent
    /// first.
    pub local: Vec<LocalContinuation>,
    /// Number of further games that have the position or pattern only in variations, if hits have to be on the main
    /// line.
    pub in_variations: u64,
    /// Number of hits left out because a fuller copy of the same game is a hit as well; 0 unless each game counts once.
    pub left_out: u64,
    /// Approximate size of the games as SGF in bytes, if requested.
    pub sgf_bytes: Option<u64>,
    /// The listed games, in order.
    pub first: Vec<PlacedHit>,
    /// For a pattern: where it lies on the board of each listed game, and in which orientation.
    pub regions: Vec<HitRegion>,
    /// Key of the last listed game, from which the next page begins; `None` if there are no more games.
    pub end: Option<HitKey>,
}

/// Counts the games that have the searched position or pattern.
pub fn total(index: &Index, question: &BoardQuestion) -> Result<u64> {
    let filter = GameFilter::run(index, question.filter, &[])?;
    index.budget().add_expected(searched_games(index, filter.as_ref()));
    count_games(index, question, filter.as_ref())
}

/// Counts the games that have the searched position or pattern, among the games that the filter found.
fn count_games(
    index: &Index,
    question: &BoardQuestion,
    filter: Option<&GameFilter>,
) -> Result<u64> {
    let matcher = question.matcher(index);
    if question.unique {
        let (found, _) = find_matches(index, question, &matcher, filter)?;
        return Ok(found.iter().map(|found| found.games().count() as u64).sum());
    }
    let mut total = 0;
    for (_, reader, docs) in searched_segments(index, filter) {
        let count = matcher.count(reader, docs.as_ref());
        total += count.map_err(|error| index.error_from_tantivy(error))? as u64;
    }
    Ok(total)
}

/// The games that have the position or pattern, by segment, and the number of copies that were left out.
fn find_matches(
    index: &Index,
    question: &BoardQuestion,
    matcher: &Matcher,
    filter: Option<&GameFilter>,
) -> Result<(Vec<Matches>, u64)> {
    let mut found = Vec::new();
    for (_, reader, docs) in searched_segments(index, filter) {
        let needs =
            SearchNeeds { filter: docs.as_ref(), statistics: true, ..SearchNeeds::default() };
        let matches = matcher.segment(reader, needs);
        found.push(matches.map_err(|error| index.error_from_tantivy(error))?);
    }
    let mut left_out = 0;
    if question.unique {
        (left_out, _) = retain_fullest(index, question.subject.name(), &mut found)?;
    }
    Ok((found, left_out))
}

pub fn answer(index: &Index, question: &BoardQuestion) -> Result<SubjectAnswer> {
    answer_after(index, question, None)
}

/// Answers a question about a position or pattern. The list of games begins after the game with the key `after`, the
/// last one of an earlier page.
pub fn answer_after(
    index: &Index,
    question: &BoardQuestion,
    after: Option<&HitKey>,
) -> Result<SubjectAnswer> {
    let matcher = question.matcher(index);
    let filter = GameFilter::run(index, question.filter, question.orders)?;
    index.budget().add_expected(searched_games(index, filter.as_ref()));
    let (found, left_out) = find_matches(index, question, &matcher, filter.as_ref())?;
    let mut answer = SubjectAnswer {
        left_out,
        sgf_bytes: if question.sizes { Some(sizes::sgf_bytes(index, &found)?) } else { None },
        ..SubjectAnswer::default()
    };
    let mut statistics = StepStatistics::new(question.by_year);
    let mut locals = LocalCounts::default();
    for (ordinal, matches) in (0..).zip(&found) {
        answer.in_variations += matches.in_variations();
        let steps = matcher.steps(matches);
        statistics.add(index, ordinal, matches.docs(), &steps)?;
        if question.conditions.scope == TreeScope::Main {
            statistics.add_costs(index, ordinal, matches, &steps)?;
        }
        if question.subject.has_outside() {
            locals.add(index, ordinal, &matcher, matches)?;
        }
    }
    let named = question.named_rows(0);
    (answer.outcomes, answer.continuations) =
        statistics.finish(index, |step| matcher.to_question(step), named)?;
    answer.local = locals.finish(index, named)?;
    answer.by_year = years_of(&answer.continuations);
    let (orders, listed) = (question.orders, question.listed);
    let (first, end) = listing::page(index, orders, listed, after, &found, filter.as_ref())?;
    answer.end = end;
    answer.add_listed(index, &matcher, &found, &first)?;
    Ok(answer)
}

/// Sort keys of the listed games. Indexes of a distributed search compare them to join their lists.
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

/// Records the facts about this index on which the answers of all indexes of a distributed search depend, such as which
/// copies of games are the fullest; see [`Index::recording_stats`].
pub fn record_facts(index: &Index, question: &BoardQuestion) -> Result<()> {
    let matcher = question.matcher(index);
    let is_ranked = question.orders.iter().any(|order| order.key == SortKey::Relevance);
    if let Some(plan) = question.filter {
        search::record_facts(index, plan, plan.ranked && is_ranked)?;
    }
    if question.unique {
        let filter = GameFilter::run(index, question.filter, &[])?;
        find_matches(index, question, &matcher, filter.as_ref())?;
        if question.by_year {
            all_by_year(index, question)?;
        }
    }
    Ok(())
}

/// Cost of locating a hit in its game, in budget steps of about 10 ns.
const LOCATE_STEPS: usize = 2000;

impl SubjectAnswer {
    /// Adds the listed games to the answer, each with the place of its hit.
    fn add_listed(
        &mut self,
        index: &Index,
        matcher: &Matcher,
        found: &[Matches],
        first: &[Hit],
    ) -> Result<()> {
        let mut places = BySegment::new(index);
        let mut ticker = index.budget().ticker();
        for &hit in ticker.take_within_budget(LOCATE_STEPS, first.iter()) {
            let known = found.get(hit.address.segment_ord as usize);
            let places: &mut HitFinder =
                places.get_or_make(hit.address, |reader| matcher.places(reader))?;
            let placed = places
                .locate(known, hit.address.doc_id)
                .map_err(|error| index.error_from_tantivy(error))?;
            if let Some(placed) = placed {
                self.first.push(PlacedHit {
                    hit,
                    place: placed.place,
                    swapped: placed.swapped,
                    symmetry: placed.symmetry,
                    played: placed.played.into(),
                    step: matcher.to_question(placed.step),
                });
                self.regions.extend(placed.region);
            }
        }
        Ok(())
    }
}
