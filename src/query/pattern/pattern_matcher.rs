//! Finds the games that have a pattern at a position that meets the conditions of the query: the part of the game tree,
//! the number of moves played, the next move, and the side to move.

use super::conditions::{HitFacts, PatternConditions};
use super::placement::{PatternLocation, Placement};
use super::prefilter::CandidatePlaces;
use super::replayed::PatternReplays;
use super::worker::{ConditionVerdict, PatternWorker};
use super::{Occurrence, PatternSearch};
use crate::board_conditions::{BoardConditions, SearchNeeds, TreeScope};
use crate::step::{GameStep, HitRegion, LocatedHit, Step, StepTable};
use kifu_record::cancel::TimeBudget;
use kifu_record::game::Color;
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::patterns::{BLOCK_DOCS, Block, Patterns};
use std::sync::Arc;
use tantivy::DocId;
use tantivy::index::SegmentReader;

/// A pattern with the conditions on its hit.
#[derive(Clone, Debug)]
pub(crate) struct PatternMatcher {
    pub(super) search: Arc<PatternSearch>,
    conditions: PatternConditions,
    pub(super) budget: TimeBudget,
}

/// A game with its first hit that meets the conditions of the query, such as that on the next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternMatch {
    pub(crate) doc: DocId,
    /// Number of moves played before the hit.
    pub(crate) number: u32,
    pub(super) placement: Placement,
    /// Next step of the game after the hit.
    step: GameStep,
    /// Number of the hit's position in the order in which the game's events (changes of points) are stored: main line
    /// first; 0 is the start.
    pub(super) position: u32,
    /// Number of events (changes of points) up to and including the hit's position; 0 if a replay found the hit.
    pub(super) events: usize,
}

#[derive(Debug, Default)]
pub(crate) struct PatternMatches {
    /// The games whose hits meet the conditions, in document order.
    pub(crate) games: Vec<PatternMatch>,
    /// Number of further games that have the pattern only in variations, if hits have to be on the main line.
    pub(crate) in_variations: u64,
}

impl PatternMatches {
    /// The match of a game, if it is one of the matching games.
    pub(crate) fn match_of(&self, doc: DocId) -> Option<&PatternMatch> {
        let at = self.games.binary_search_by_key(&doc, |game| game.doc);
        self.games.get(at.ok()?)
    }

    /// The steps (next moves) with which the matching games continue after their hits.
    pub(crate) fn steps(&self) -> StepTable {
        let mut steps = StepTable::default();
        for game in &self.games {
            let number = steps.index_of(game.step);
            steps.step_of_game.push(number);
        }
        steps
    }
}

impl PatternMatch {
    fn new(doc: DocId, standing: PatternLocation, hit: HitFacts) -> PatternMatch {
        PatternMatch {
            doc,
            number: hit.number,
            placement: standing.placement,
            step: hit.step,
            position: standing.position,
            events: standing.events,
        }
    }
}

impl PatternMatcher {
    pub(crate) fn new(
        search: Arc<PatternSearch>,
        terms: &BoardConditions,
        budget: &TimeBudget,
    ) -> PatternMatcher {
        PatternMatcher {
            conditions: PatternConditions::new(&search, terms),
            search,
            budget: budget.clone(),
        }
    }

    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<PatternMatches> {
        let variations = needs.statistics || self.conditions.scope != TreeScope::Main;
        let fitting = |work: &mut PatternWorker, block: &Block, found| {
            self.retain_fitting(work, block, found, needs.statistics)
        };
        let search = &self.search;
        let blocks = search.blocks(reader, needs.filter, variations, &self.budget, fitting)?;
        let mut matches = PatternMatches::default();
        for block in blocks {
            matches.games.extend(block.games);
            matches.in_variations += block.in_variations;
        }
        Ok(matches)
    }

    /// Keeps those games whose hit meets the conditions. With `statistics`, also counts how many of the other games
    /// have such a hit in a variation.
    fn retain_fitting(
        &self,
        work: &mut PatternWorker,
        block: &Block,
        found: Vec<Occurrence>,
        statistics: bool,
    ) -> tantivy::Result<PatternMatches> {
        let only_main = self.conditions.scope == TreeScope::Main;
        let mut matches = PatternMatches::default();
        for found in &found {
            let on_main = (!found.variation).then_some(found);
            if let Some(hit) = self.first_hit(work, block, found.doc, on_main)? {
                matches.games.push(hit);
            } else if only_main && statistics {
                let is_there = found.variation && self.conditions.accepts_all()
                    || work.first_in_variations(block, found.doc, &self.conditions)?.is_some();
                matches.in_variations += u64::from(is_there);
            }
        }
        Ok(matches)
    }

    /// The first hit of a game that meets the conditions. `on_main` is the first hit on the main line, which may not
    /// meet them; then a later one may.
    fn first_hit(
        &self,
        work: &mut PatternWorker,
        block: &Block,
        doc: DocId,
        on_main: Option<&Occurrence>,
    ) -> tantivy::Result<Option<PatternMatch>> {
        let within = self.conditions.scope;
        // The main line comes before all variations in the order of positions.
        if let Some(found) = on_main.filter(|_| within != TreeScope::Variations)
            && let Some(hit) = self.first_on_main_line(work, block, found)?
        {
            return Ok(Some(hit));
        }
        match within {
            TreeScope::Main => Ok(None),
            TreeScope::Variations | TreeScope::Any => {
                let found = work.first_in_variations(block, doc, &self.conditions)?;
                Ok(found.map(|(standing, hit)| PatternMatch::new(doc, standing, hit)))
            }
        }
    }

    /// Counts the matching games of a segment.
    pub(crate) fn count(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<usize> {
        if self.conditions.accepts_every_main_line_hit() {
            return self.search.count(reader, needs.filter, &self.budget);
        }
        Ok(self.segment(reader, needs)?.games.len())
    }

    /// The first hit on the main line that meets the conditions. `found` is the first hit there, which may not meet
    /// them; then later ones are examined.
    fn first_on_main_line(
        &self,
        work: &mut PatternWorker,
        block: &Block,
        found: &Occurrence,
    ) -> tantivy::Result<Option<PatternMatch>> {
        let Some(hit) = self.hit_facts(&mut work.replays, found)? else {
            return Ok(None);
        };
        let conditions = &self.conditions;
        if conditions.accepts(hit) {
            return Ok(Some(PatternMatch::new(found.doc, found.location, hit)));
        }
        if conditions.first_only || *conditions.moves.end() < hit.number {
            return Ok(None);
        }
        match work.first_fitting(block, found.doc, conditions)? {
            ConditionVerdict::At(later) => {
                let hit = self.hit_facts(&mut work.replays, &later)?;
                Ok(hit.map(|hit| PatternMatch::new(later.doc, later.location, hit)))
            }
            ConditionVerdict::Nowhere => Ok(None),
            ConditionVerdict::Unknown => {
                let replays = &mut work.replays;
                let (search, within) = (&*self.search, TreeScope::Main);
                let fitting = replays.first_fitting(search, conditions, found.doc, within, None)?;
                Ok(fitting.map(|(standing, hit)| PatternMatch::new(found.doc, standing, hit)))
            }
        }
    }

    /// The facts about a hit on the main line that decide whether it meets the conditions.
    fn hit_facts(
        &self,
        replays: &mut PatternReplays,
        found: &Occurrence,
    ) -> tantivy::Result<Option<HitFacts>> {
        // At the end of a game, only a replay tells the side to move.
        let known_facts = found.number.zip(found.step);
        let needs_side = self.conditions.to_move.is_some();
        if let Some((number, step)) =
            known_facts.filter(|(_, s)| !needs_side || s.step != Step::End)
        {
            return Ok(Some(HitFacts {
                number,
                step,
                side_to_move: step.step.color().unwrap_or(Color::Black),
            }));
        }
        let detail = replays.hit_continuation(&self.search, found)?;
        Ok(detail.map(|detail| HitFacts {
            number: detail.place.number,
            step: detail.step,
            side_to_move: detail.side_to_move,
        }))
    }

    /// A finder of the hits' nodes in the games of a segment.
    pub(crate) fn places(&self, reader: &SegmentReader) -> tantivy::Result<PatternHitFinder<'_>> {
        let patterns = Patterns::open(reader)?;
        let (kinds, kifus) = (patterns.kinds(), Kifus::open(reader)?);
        Ok(PatternHitFinder {
            matcher: self,
            work: PatternWorker::new(&self.search, kinds, kifus, false, &self.budget),
            patterns,
        })
    }
}

/// Finds the nodes of hits in the games of a segment, and keeps the working memory for that.
pub(crate) struct PatternHitFinder<'m> {
    matcher: &'m PatternMatcher,
    patterns: Patterns,
    work: PatternWorker<'m>,
}

impl PatternHitFinder<'_> {
    /// The hit of a game with its node and region. `known` is the match of the game, if it has been computed.
    pub(crate) fn locate(
        &mut self,
        known: Option<&PatternMatch>,
        doc: DocId,
    ) -> tantivy::Result<Option<LocatedHit>> {
        let (matcher, work) = (self.matcher, &mut self.work);
        let found = match known {
            Some(found) => Some(*found),
            None => {
                let block = self.patterns.block(doc as usize / BLOCK_DOCS)?;
                let entry = block.entry(doc);
                let on_main = match matcher.conditions.scope {
                    TreeScope::Variations => None,
                    TreeScope::Main | TreeScope::Any => {
                        let events = block.events(entry.start..entry.end)?;
                        work.search_game(doc, entry, &events, CandidatePlaces::Unlisted)?
                    }
                };
                matcher.first_hit(work, &block, doc, on_main.as_ref())?
            }
        };
        let Some(found) = found else {
            return Ok(None);
        };
        let place = work.replays.place(doc, found.position)?;
        Ok(place.map(|(place, board, next)| {
            let search = &matcher.search;
            let (corner, size) = search.region(found.placement);
            let turn = search.orientation_of(found.placement);
            LocatedHit {
                place,
                swapped: turn.swapped,
                region: (!search.is_position).then_some(HitRegion { corner, size, board, turn }),
                symmetry: turn.symmetry,
                played: next,
                step: found.step,
            }
        }))
    }
}
