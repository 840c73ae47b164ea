//! Contribution of one index to the answer about a position or a pattern, and how the contributions of several indexes
//! are joined.

use super::{BoardAnswer, finished, question, subject_of};
use crate::Sink;
use crate::conditions::RequestConditions;
use crate::earlier::{EarlierGames, earlier};
use crate::failure::Result;
use crate::input::AskedSubject;
use crate::listed::{Listed, PageKey, SentRow, keyed};
use crate::parts::nothing_to_finish;
use crate::question::{FinishOptions, Question};
use crate::request::BoardSearch;
use crate::row::{GameRow, HitPlace, Needs};
use crate::search::Describer;
use crate::snapshot::Snapshot;
use kifu_language::input::AskedPosition;
use kifu_language::input::pattern::region_name;
use kifu_language::knowledge::aliases::Aliases;
use kifu_query::answer::{
    self, BoardQuestion, ByYear, Continuation, LocalContinuation, SubjectAnswer,
};
use kifu_query::hits::load_each;
use kifu_query::outcomes::Outcomes;
use kifu_query::step::Step;
use kifu_record::game::pattern::AllowedTurns;
use serde::{Deserialize, Serialize};

/// Contribution of one index to the answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoardGathered {
    /// Position or pattern that was searched for.
    pub(super) subject: AskedSubject,
    pub(super) outcomes: Outcomes,
    /// Continuations of the games. If the index is one of several, each has all players with the spellings as written,
    /// because the most frequent players are known only after the join.
    pub(super) moves: Vec<Continuation>,
    /// Next moves inside the rectangle of a pattern.
    pub(super) local: Vec<LocalContinuation>,
    pub(super) in_variations: u64,
    pub(super) left_out: u64,
    /// Estimate of the bytes that the games take as SGF, if it was requested.
    pub(super) sgf_bytes: Option<u64>,
    /// Number of all games of each year, with or without the position.
    pub(super) all_years: ByYear,
    /// Number of games that have the position after each step by any order of moves, if that was requested. The steps
    /// are those with which any index continues. Several indexes contribute one entry each for a step.
    pub(super) reached: Vec<(Step, Option<u64>)>,
    /// If no game has the position: the last position on the way to it that games reach.
    pub(super) earlier: Option<EarlierGames>,
    pub(super) listed: Listed<SentRow>,
}

/// Returns the position if the request asks how many games reach the positions after it by any order of moves.
fn reached_from<'s>(request: &BoardSearch, subject: &'s AskedSubject) -> Option<&'s AskedPosition> {
    match subject {
        AskedSubject::Position(asked) if request.parts.reached && request.symmetric => Some(asked),
        _ => None,
    }
}

/// Returns the steps with which the games of any index continue.
fn steps_of_all(snapshot: &Snapshot, own: &SubjectAnswer) -> Vec<Step> {
    match snapshot.index.all_steps() {
        Some(all) => all.iter().filter_map(|&bytes| Step::from_bytes(bytes)).collect(),
        None => own.continuations.iter().map(|row| row.step).collect(),
    }
}

/// Counts the games that have the position after each of these steps.
fn reached(
    snapshot: &Snapshot,
    question: &BoardQuestion,
    asked: &AskedPosition,
    steps: &[Step],
) -> Result<Vec<(Step, Option<u64>)>> {
    let games = answer::reached(snapshot.index, asked.start, question, steps)?;
    Ok(steps.iter().copied().zip(games).collect())
}

impl Question for BoardSearch {
    const NAME: &'static str = "board";
    type Gathered = BoardGathered;
    type Answer = Box<BoardAnswer>;

    fn record(&self, snapshot: &Snapshot) -> Result<()> {
        let index = snapshot.index;
        let subject = subject_of(self, snapshot)?;
        index.note_roots();
        let conditions = RequestConditions::of(&self.hits, &subject.on())?;
        let plan = conditions.plan(snapshot)?;
        let question = question(self, &subject, &conditions, plan.as_ref());
        if let Some(asked) = reached_from(self, &subject) {
            if index.all_steps().is_some() {
                let steps = steps_of_all(snapshot, &SubjectAnswer::default());
                return reached(snapshot, &question, asked, &steps).map(drop);
            }
            let question =
                BoardQuestion { listed: 0, named: 0, by_year: false, ..question.clone() };
            let answer = answer::answer(index, &question)?;
            let steps = answer.continuations.iter().map(|row| row.step.bytes());
            index.note_steps(steps.collect());
        }
        Ok(answer::note(index, &question)?)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<BoardGathered> {
        let (index, parts) = (snapshot.index, self.parts);
        let subject = subject_of(self, snapshot)?;
        let conditions = RequestConditions::of(&self.hits, &subject.on())?;
        let plan = conditions.plan(snapshot)?;
        let mut question = question(self, &subject, &conditions, plan.as_ref());
        let pages = page_key(snapshot, self, &subject);
        let after = pages.after(self.after.as_deref())?;
        let is_part = index.is_part();
        if is_part {
            // Rows can be cut to the most frequent only after all indexes are joined.
            question.as_written = true;
            question.named = if question.named > 0 { usize::MAX } else { 0 };
        }
        let answer = if self.count {
            counted(answer::total(index, &question)?)
        } else {
            answer::answer_after(index, &question, after.as_ref())?
        };
        let keys = if is_part { answer::keys(index, &question, &answer)? } else { Vec::new() };
        let rows = games(snapshot, self, &subject, &answer)?;
        Ok(BoardGathered {
            outcomes: answer.outcomes,
            all_years: if parts.years && !self.count {
                answer::all_by_year(index, &question)?
            } else {
                ByYear::new()
            },
            reached: match reached_from(self, &subject).filter(|_| parts.moves) {
                Some(asked) => {
                    let steps = steps_of_all(snapshot, &answer);
                    reached(snapshot, &question, asked, &steps)?
                }
                None => Vec::new(),
            },
            earlier: match &subject {
                AskedSubject::Position(asked)
                    if answer.outcomes.games == 0 && !self.count && self.symmetric =>
                {
                    earlier(snapshot, &question, asked)?
                }
                _ => None,
            },
            moves: answer.continuations,
            local: answer.local,
            in_variations: answer.in_variations,
            left_out: answer.left_out,
            sgf_bytes: answer.sgf_bytes,
            listed: Listed { rows: keyed(rows, keys).collect(), end: answer.end, pages },
            subject,
        })
    }

    fn finish(
        &self,
        gathered: Vec<BoardGathered>,
        ending: &FinishOptions,
        _: Sink,
    ) -> Result<Box<BoardAnswer>> {
        match BoardGathered::joined(gathered, self, ending.joined_by) {
            Some(all) => finished(self, all),
            None => Err(nothing_to_finish().into()),
        }
    }
}

impl BoardGathered {
    /// Joins the contributions of all indexes; `None` if there are none. Without `aliases`, the contribution of a
    /// single index stays as it is.
    fn joined(
        all: Vec<BoardGathered>,
        request: &BoardSearch,
        aliases: Option<&Aliases>,
    ) -> Option<BoardGathered> {
        let mut all = all.into_iter();
        let mut whole = all.next()?;
        all.for_each(|own| whole.add(own));
        if let Some(aliases) = aliases {
            let finder = aliases.finder();
            let named = request.named();
            whole.moves = answer::joined(whole.moves, named, &finder);
            whole.local = answer::joined_local(whole.local, named, &finder);
        }
        Some(whole)
    }

    fn add(&mut self, more: BoardGathered) {
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
            (Some(own), Some(more)) => Some(own.or_later(more)),
            (own, more) => own.or(more),
        };
        self.listed.rows.extend(more.listed.rows);
        self.listed.end = self.listed.end.take().or(more.listed.end);
    }
}

/// Makes an answer that holds only the number of games.
fn counted(games: u64) -> SubjectAnswer {
    SubjectAnswer {
        outcomes: Outcomes { games, ..Outcomes::default() },
        ..SubjectAnswer::default()
    }
}

/// Makes the key to which the pages of a request's games belong.
fn page_key(snapshot: &Snapshot, request: &BoardSearch, subject: &AskedSubject) -> PageKey {
    let any_colors = request.hits.colours.as_deref() == Some("any");
    let turns = AllowedTurns { symmetric: request.symmetric, any_colors };
    let described = subject.described(turns);
    // Serialising to memory cannot fail.
    let text = |value: serde_json::Result<Vec<u8>>| value.unwrap_or_default();
    let described = text(serde_json::to_vec(&described));
    PageKey::new(
        snapshot,
        &[&described, &text(serde_json::to_vec(&request.hits)), &[u8::from(request.symmetric)]],
    )
}

/// Makes the rows of the listed games with their hits.
fn games(
    snapshot: &Snapshot,
    request: &BoardSearch,
    subject: &AskedSubject,
    answer: &SubjectAnswer,
) -> Result<Vec<SentRow>> {
    let needs = Needs::of_list(request.details);
    let mut more = Describer::new(snapshot, needs)?;
    let hits: Vec<_> = answer.first.iter().map(|found| found.hit).collect();
    let mut found = answer.first.iter();
    let mut regions = answer.regions.iter();
    let mut rows = Vec::with_capacity(hits.len());
    load_each(snapshot.index, &hits, |game| {
        let mut row = GameRow::new(game);
        let region = regions.next();
        let board = region.map_or(subject.size(), |region| region.board);
        if let Some(found) = found.next() {
            row.hit = Some(HitPlace {
                swapped: Some(found.swapped),
                region: region.map(|region| region_name(region.corner, region.size, region.board)),
                symmetry: Some(found.symmetry.number()),
                next: Some(subject.next_played(found, board)),
                ..found.place.into()
            });
            more.describe(&found.hit, &mut row)?;
        }
        rows.push(SentRow(row));
        Ok(())
    })?;
    Ok(rows)
}
