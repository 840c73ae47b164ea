//! The games that have a pattern, with conditions on the hit.

use super::conditions::{PatternConditions, Sighting};
use super::maps::CandidatePlaces;
use super::replayed::PatternReplays;
use super::standing::{Placement, Standing};
use super::work::{ConditionVerdict, PatternWork};
use super::{Occurrence, PatternSearch};
use crate::game::Color;
use crate::index::segment::kifus::Kifus;
use crate::index::segment::patterns::{BLOCK, Block, Patterns};
use crate::patience::TimeBudget;
use crate::query::step::{GameStep, LocatedHit, Region, Step, StepTable};
use crate::query::terms::{SearchNeeds, Terms, TreeScope};
use crate::record::replay::NextPlay;
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

/// A game with a hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternMatch {
    pub(crate) doc: DocId,
    /// The number of moves played at the hit.
    pub(crate) number: u32,
    pub(super) placement: Placement,
    /// How the game continues there.
    step: GameStep,
    /// The number of the hit's position.
    pub(super) position: u32,
    /// The number of events up to the hit; 0 if a replay found it.
    pub(super) events: usize,
}

/// The matching games of a segment.
#[derive(Debug, Default)]
pub(crate) struct PatternMatches {
    /// In document order.
    pub(crate) games: Vec<PatternMatch>,
    /// The number of further games that have the pattern only in variations, if hits are wanted on the main line.
    pub(crate) in_variations: u64,
}

impl PatternMatches {
    /// A game.
    pub(crate) fn game(&self, doc: DocId) -> Option<&PatternMatch> {
        let at = self.games.binary_search_by_key(&doc, |game| game.doc);
        self.games.get(at.ok()?)
    }

    /// How the games continue.
    pub(crate) fn steps(&self) -> StepTable {
        let mut steps = StepTable::default();
        for game in &self.games {
            let number = steps.number(game.step);
            steps.of_games.push(number);
        }
        steps
    }
}

impl PatternMatch {
    fn new(doc: DocId, standing: Standing, hit: Sighting) -> PatternMatch {
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
    /// Matches games with a pattern that meets these conditions.
    pub(crate) fn new(
        search: Arc<PatternSearch>,
        terms: &Terms,
        budget: &TimeBudget,
    ) -> PatternMatcher {
        PatternMatcher {
            conditions: PatternConditions::new(&search, terms),
            search,
            budget: budget.clone(),
        }
    }

    /// The matching games of a segment.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<PatternMatches> {
        let variations = needs.statistics || self.conditions.within != TreeScope::Main;
        let fitting =
            |work: &mut PatternWork, block: &Block, found| self.fitting(work, block, found);
        let search = &self.search;
        let blocks = search.blocks(reader, needs.among, variations, &self.budget, fitting)?;
        let mut matches = PatternMatches::default();
        for block in blocks {
            matches.games.extend(block.games);
            matches.in_variations += block.in_variations;
        }
        Ok(matches)
    }

    /// Of the games that have the pattern, those whose hit meets the conditions.
    fn fitting(
        &self,
        work: &mut PatternWork,
        block: &Block,
        found: Vec<Occurrence>,
    ) -> tantivy::Result<PatternMatches> {
        let on_main_line = self.conditions.within == TreeScope::Main;
        let mut matches = PatternMatches::default();
        for found in &found {
            if on_main_line && found.variation {
                matches.in_variations += 1;
                continue;
            }
            matches.games.extend(match self.conditions.within {
                TreeScope::Main => self.main_line(work, block, found)?,
                TreeScope::Variations => self.variations(work, block, found)?,
                // The main line comes before all variations.
                TreeScope::Any if found.variation => self.variations(work, block, found)?,
                TreeScope::Any => match self.main_line(work, block, found)? {
                    Some(on_main_line) => Some(on_main_line),
                    None => self.variations(work, block, found)?,
                },
            });
        }
        Ok(matches)
    }

    /// The first hit in a game's variations that meets the conditions.
    fn variations(
        &self,
        work: &mut PatternWork,
        block: &Block,
        found: &Occurrence,
    ) -> tantivy::Result<Option<PatternMatch>> {
        if block.entry(found.doc).is_single_line() {
            return Ok(None);
        }
        self.replayed(&mut work.replays, found.doc)
    }

    /// The number of matching games of a segment.
    pub(crate) fn count(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<usize> {
        if self.conditions.are_none() {
            return Ok(self
                .search
                .segment(reader, needs.among, false, &self.budget)?
                .len());
        }
        Ok(self.segment(reader, needs)?.games.len())
    }

    /// The first hit on the main line that meets the conditions, given the first of all.
    fn main_line(
        &self,
        work: &mut PatternWork,
        block: &Block,
        found: &Occurrence,
    ) -> tantivy::Result<Option<PatternMatch>> {
        let Some(hit) = self.sighting(&mut work.replays, found)? else {
            return Ok(None);
        };
        let conditions = &self.conditions;
        if conditions.fit(hit) {
            return Ok(Some(PatternMatch::new(found.doc, found.standing, hit)));
        }
        if *conditions.moves.end() <= hit.number {
            return Ok(None);
        }
        match work.fitting(block, found.doc, conditions)? {
            ConditionVerdict::At(later) => {
                let hit = self.sighting(&mut work.replays, &later)?;
                Ok(hit.map(|hit| PatternMatch::new(later.doc, later.standing, hit)))
            }
            ConditionVerdict::Nowhere => Ok(None),
            ConditionVerdict::Unknown => self.replayed(&mut work.replays, found.doc),
        }
    }

    /// A hit on the main line, as the conditions see it.
    fn sighting(
        &self,
        replays: &mut PatternReplays,
        found: &Occurrence,
    ) -> tantivy::Result<Option<Sighting>> {
        // At the end of a game, only a replay can tell the side to move.
        let told = found.number.zip(found.step);
        let is_asked = self.conditions.to_move.is_some();
        if let Some((number, step)) = told.filter(|(_, s)| !is_asked || s.step != Step::End) {
            return Ok(Some(Sighting {
                number,
                step,
                turn: step.step.color().unwrap_or(Color::Black),
            }));
        }
        let detail = replays.detail(&self.search, found)?;
        Ok(detail.and_then(|detail| {
            Some(Sighting {
                number: detail.place.number,
                step: detail.step?,
                turn: detail.turn,
            })
        }))
    }

    /// A hit anywhere, found by a replay.
    fn replayed(
        &self,
        replays: &mut PatternReplays,
        doc: DocId,
    ) -> tantivy::Result<Option<PatternMatch>> {
        let found = replays.fitting(&self.search, doc, &self.conditions)?;
        Ok(found.map(|(standing, hit)| PatternMatch::new(doc, standing, hit)))
    }

    /// Finds the places of the hits in the games of a segment.
    pub(crate) fn places(&self, reader: &SegmentReader) -> tantivy::Result<PatternPlaces<'_>> {
        let patterns = Patterns::open(reader)?;
        let (kinds, kifus) = (patterns.kinds(), Kifus::open(reader)?);
        Ok(PatternPlaces {
            matcher: self,
            work: PatternWork::new(&self.search, kinds, kifus, false, &self.budget),
            patterns,
        })
    }
}

/// Finds the places of the hits in the games of a segment; holds the working memory.
pub(crate) struct PatternPlaces<'m> {
    matcher: &'m PatternMatcher,
    patterns: Patterns,
    work: PatternWork<'m>,
}

impl PatternPlaces<'_> {
    /// Where a game has its hit, and where the pattern lies there; the hit may already be known.
    pub(crate) fn of(
        &mut self,
        known: Option<&PatternMatch>,
        doc: DocId,
    ) -> tantivy::Result<Option<LocatedHit>> {
        let (matcher, work) = (self.matcher, &mut self.work);
        let found = match known {
            Some(found) => Some(*found),
            None if matcher.conditions.within != TreeScope::Main => {
                matcher.replayed(&mut work.replays, doc)?
            }
            None => {
                let block = self.patterns.block(doc as usize / BLOCK)?;
                let entry = block.entry(doc);
                let events = block.events(entry.start..entry.end)?;
                match work.game(doc, entry, &events, CandidatePlaces::Unlisted)? {
                    Some(found) => matcher.main_line(work, &block, &found)?,
                    None => None,
                }
            }
        };
        let Some(found) = found else {
            return Ok(None);
        };
        let place = work.replays.place(doc, found.position)?;
        Ok(place.map(|(place, board, next)| {
            let search = &matcher.search;
            let (corner, size) = search.region(found.placement);
            let turn = search.turn(found.placement);
            // In a variation, the game may continue in several ways.
            let counted = |next: &NextPlay| search.step_of(found.placement, *next) == found.step;
            LocatedHit {
                place,
                swapped: turn.swapped,
                region: Some(Region {
                    corner,
                    size,
                    board,
                    turn,
                }),
                symmetry: turn.symmetry,
                played: next.into_iter().find(counted).unwrap_or(NextPlay::End),
                step: found.step,
            }
        }))
    }
}
