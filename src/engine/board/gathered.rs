//! Contribution of one index to the answer about a position or a pattern, and how the contributions of several indexes
//! are joined.

use super::book_marks::BookMarks;
use super::{BoardAnswer, board_question, build_answer, read_subject};
use crate::Sink;
use crate::conditions::RequestConditions;
use crate::failure::Result;
use crate::input::BoardSubject;
use crate::last_common_position::{LastCommonPosition, last_common_position};
use crate::paging::{GatheredPage, PageKey, SentRow, keyed};
use crate::parts::no_parts_error;
use crate::popular;
use crate::question::{FinishOptions, Question};
use crate::request::BoardSearch;
use crate::row::{GameRow, HitPlace, Needs};
use crate::search::RowCompleter;
use crate::snapshot::Snapshot;
use kifu_language::input::BoardInput;
use kifu_language::input::pattern::region_name;
use kifu_language::knowledge::aliases::Aliases;
use kifu_query::answer::{
    self, BoardQuestion, ByYear, Continuation, LocalContinuation, SubjectAnswer,
};
use kifu_query::convert_each::convert_each;
use kifu_query::outcomes::Outcomes;
use kifu_query::step::Step;
use kifu_record::game::pattern::AllowedTurns;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Contribution of one index to the answer about a position or a pattern.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoardGathered {
    /// Position or pattern that was searched for.
    pub(super) subject: BoardSubject,
    pub(super) outcomes: Outcomes,
    /// Continuations of the games. If the index is one of several, each continuation lists all of its players, with
    /// their names as written in the records, because the players with the most games are known only after the
    /// contributions are joined.
    pub(super) moves: Vec<Continuation>,
    /// Next moves inside the rectangle of a pattern.
    pub(super) local: Vec<LocalContinuation>,
    pub(super) in_variations: u64,
    pub(super) left_out: u64,
    /// Estimate of the bytes that the games take as SGF, if it was requested.
    pub(super) sgf_bytes: Option<u64>,
    /// Number of all games of each year, with or without the position.
    pub(super) all_years: ByYear,
    /// Number of games that reach the position after each continuation by any order of moves, if that was requested.
    /// The list has the continuations that occur in any of the indexes. Joined lists of several indexes have one entry
    /// of each index for the same continuation; their numbers are added in the answer.
    pub(super) reached: Vec<(Step, Option<u64>)>,
    /// If no game has the position: the last position on the way to it that games reach.
    pub(super) earlier: Option<LastCommonPosition>,
    /// Which continuations the book in use has.
    pub(super) in_book: BookMarks,
    pub(super) listed: GatheredPage<SentRow>,
}

/// Returns the position of the request if the answer must count, for each continuation, the games that reach the
/// position after it by any order of moves; `None` otherwise.
fn position_to_count_reached<'s>(
    request: &BoardSearch,
    subject: &'s BoardSubject,
) -> Option<&'s BoardInput> {
    match subject {
        BoardSubject::Position(position) if request.parts.reached && request.symmetric => {
            Some(position)
        }
        _ => None,
    }
}

/// Lists the continuations (next moves, passes, ends of games, moves outside the pattern) that occur in any of the
/// indexes.
fn all_steps(snapshot: &Snapshot, answer: &SubjectAnswer) -> Vec<Step> {
    match snapshot.index.global_steps() {
        Some(all) => all.iter().filter_map(|&bytes| Step::from_bytes(bytes)).collect(),
        None => answer.continuations.iter().map(|row| row.step).collect(),
    }
}

/// Counts, for each continuation in `steps`, the games that reach the position after it by any order of moves.
fn count_reached(
    snapshot: &Snapshot,
    question: &BoardQuestion,
    position: &BoardInput,
    steps: &[Step],
) -> Result<Vec<(Step, Option<u64>)>> {
    let games = answer::games_after_steps(snapshot.index, position.start, question, steps)?;
    Ok(steps.iter().copied().zip(games).collect())
}

impl Question for BoardSearch {
    const NAME: &'static str = "board";
    type Gathered = BoardGathered;
    type Answer = Box<BoardAnswer>;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        let index = snapshot.index;
        let subject = read_subject(self, snapshot)?;
        index.record_roots();
        let conditions = RequestConditions::new(&self.hits, &subject.frame())?;
        let plan = conditions.plan(snapshot)?;
        let question = board_question(self, &subject, &conditions, plan.as_ref());
        if let Some(position) = position_to_count_reached(self, &subject) {
            if index.global_steps().is_some() {
                let steps = all_steps(snapshot, &SubjectAnswer::default());
                return count_reached(snapshot, &question, position, &steps).map(drop);
            }
            let question =
                BoardQuestion { listed: 0, named: 0, by_year: false, ..question.clone() };
            let answer = answer::answer(index, &question)?;
            let steps = answer.continuations.iter().map(|row| row.step.to_bytes());
            index.record_steps(steps.collect());
        }
        Ok(answer::record_facts(index, &question)?)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<BoardGathered> {
        let (index, parts) = (snapshot.index, self.parts);
        let subject = read_subject(self, snapshot)?;
        let conditions = RequestConditions::new(&self.hits, &subject.frame())?;
        let plan = conditions.plan(snapshot)?;
        let mut question = board_question(self, &subject, &conditions, plan.as_ref());
        let pages = page_key(snapshot, self, &subject);
        let after = pages.read_optional(self.after.as_deref())?;
        let is_part = index.is_part();
        if is_part {
            // Continuations can be cut to the most frequent ones only after the contributions of all indexes are
            // joined.
            question.as_written = true;
            question.named = if question.named > 0 { usize::MAX } else { 0 };
        }
        let make_rows = |answer: &SubjectAnswer| listed_rows(snapshot, self, &subject, answer);
        let (answer, rows) = if self.count {
            (count_only_answer(answer::total(index, &question)?), Vec::new())
        } else {
            popular::answer(snapshot, &question, after.as_ref(), self.details, &make_rows)?
        };
        let keys = if is_part { answer::keys(index, &question, &answer)? } else { Vec::new() };
        Ok(BoardGathered {
            in_book: if self.count || !parts.moves {
                BookMarks::default()
            } else {
                BookMarks::new(snapshot, &subject, &answer)
            },
            outcomes: answer.outcomes,
            all_years: if parts.years && !self.count {
                answer::all_by_year(index, &question)?
            } else {
                ByYear::new()
            },
            reached: match position_to_count_reached(self, &subject).filter(|_| parts.moves) {
                Some(position) => {
                    let steps = all_steps(snapshot, &answer);
                    count_reached(snapshot, &question, position, &steps)?
                }
                None => Vec::new(),
            },
            earlier: match &subject {
                BoardSubject::Position(position)
                    if answer.outcomes.games == 0 && !self.count && self.symmetric =>
                {
                    last_common_position(snapshot, &question, position)?
                }
                _ => None,
            },
            moves: answer.continuations,
            local: answer.local,
            in_variations: answer.in_variations,
            left_out: answer.left_out,
            sgf_bytes: answer.sgf_bytes,
            listed: GatheredPage { rows: keyed(rows, keys).collect(), end: answer.end, pages },
            subject,
        })
    }

    fn finish(
        &self,
        gathered: Vec<BoardGathered>,
        ending: &FinishOptions,
        _: Sink,
    ) -> Result<Box<BoardAnswer>> {
        match BoardGathered::join(gathered, self, ending.joined_by) {
            Some(all) => build_answer(self, all),
            None => Err(no_parts_error().into()),
        }
    }
}

impl BoardGathered {
    /// Number of all games of each year, with or without the position, if the request counts by year.
    pub(crate) fn all_years(&self) -> &ByYear {
        &self.all_years
    }

    /// Joins the contributions of all indexes; `None` if there are none. `aliases` are the spellings by which players
    /// of several indexes are joined. Without them, a single contribution stays as it is.
    fn join(
        all: Vec<BoardGathered>,
        request: &BoardSearch,
        aliases: Option<&Aliases>,
    ) -> Option<BoardGathered> {
        let mut all = all.into_iter();
        let mut joined = all.next()?;
        all.for_each(|other| joined.merge(other));
        if let Some(aliases) = aliases {
            let finder = aliases.finder();
            let named = request.max_named_moves();
            joined.moves = answer::merge_continuations(joined.moves, named, &finder);
            joined.local = answer::merge_local(joined.local, named, &finder);
        }
        Some(joined)
    }

    fn merge(&mut self, more: BoardGathered) {
        self.outcomes.merge(more.outcomes);
        self.moves.extend(more.moves);
        self.local.extend(more.local);
        self.in_variations += more.in_variations;
        self.left_out += more.left_out;
        let both = self.sgf_bytes.zip(more.sgf_bytes);
        self.sgf_bytes = both.map(|(sum, more)| sum + more);
        answer::add_years(&mut self.all_years, &more.all_years);
        self.reached.extend(more.reached);
        self.earlier = match (self.earlier, more.earlier) {
            (Some(earlier), Some(more)) => Some(earlier.later(more)),
            (earlier, more) => earlier.or(more),
        };
        self.in_book.merge(more.in_book);
        self.listed.rows.extend(more.listed.rows);
        self.listed.end = self.listed.end.take().or(more.listed.end);
    }
}

/// Makes an answer that has only the number of games and is empty otherwise.
fn count_only_answer(games: u64) -> SubjectAnswer {
    SubjectAnswer {
        outcomes: Outcomes { games, ..Outcomes::default() },
        ..SubjectAnswer::default()
    }
}

/// Makes the key that identifies all pages of the list of games of one request, so that a page of another request is
/// refused.
fn page_key(snapshot: &Snapshot, request: &BoardSearch, subject: &BoardSubject) -> PageKey {
    let any_colors = request.hits.colours.as_deref() == Some("any");
    let turns = AllowedTurns { symmetric: request.symmetric, any_colors };
    let described = subject.description(turns);
    // Serialising to memory cannot fail.
    let text = |value: serde_json::Result<Vec<u8>>| value.unwrap_or_default();
    let described = text(serde_json::to_vec(&described));
    PageKey::new(
        snapshot,
        &[&described, &text(serde_json::to_vec(&request.hits)), &[u8::from(request.symmetric)]],
    )
}

/// Makes the rows of the listed games with their hits.
fn listed_rows(
    snapshot: &Snapshot,
    request: &BoardSearch,
    subject: &BoardSubject,
    answer: &SubjectAnswer,
) -> Result<Vec<SentRow>> {
    let needs = Needs::for_list(request.details);
    let hits: Vec<_> = answer.first.iter().map(|found| found.hit).collect();
    let mut rows = Vec::with_capacity(hits.len());
    let completer = || RowCompleter::new(snapshot, needs);
    let make = |completer: &mut RowCompleter, at: usize, game| {
        let mut row = GameRow::new(game);
        let region = answer.regions.get(at);
        let board = region.map_or(subject.size(), |region| region.board);
        if let Some(found) = answer.first.get(at) {
            row.hit = Some(HitPlace {
                swapped: Some(found.swapped),
                region: region.map(|region| region_name(region.corner, region.size, region.board)),
                symmetry: Some(found.symmetry.number()),
                next: Some(subject.next_played(found, board)),
                ..found.place.into()
            });
            completer.complete(&found.hit, &mut row)?;
        }
        Ok(SentRow(row))
    };
    convert_each(snapshot.index, &hits, needs.parts(false), &completer, &make, &mut |row| {
        rows.push(row);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(rows)
}
