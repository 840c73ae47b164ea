//! The games that have a pattern, with conditions on the hit.

use super::conditions::{Conditions, Sighting};
use super::replayed::{Fitting, Replays};
use super::standing::Placement;
use super::{Games, Occurrence, PatternSearch};
use crate::game::Color;
use crate::index::segment::kifus::Kifus;
use crate::patience::Budget;
use crate::query::step::{GameStep, Place, Region, Step, Steps};
use crate::query::terms::{Terms, Wish, Within};
use std::sync::Arc;
use tantivy::DocId;
use tantivy::index::SegmentReader;

/// A pattern with the conditions on its hit.
#[derive(Clone, Debug)]
pub(crate) struct PatternMatcher {
    search: Arc<PatternSearch>,
    conditions: Conditions,
    budget: Budget,
}

/// A game with a hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternMatch {
    pub(crate) doc: DocId,
    /// The number of moves played at the hit.
    pub(crate) number: u32,
    placement: Placement,
    /// How the game continues there.
    step: GameStep,
    /// The number of the hit's position.
    position: u32,
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
    pub(crate) fn steps(&self) -> Steps {
        let mut steps = Steps::default();
        for game in &self.games {
            let number = steps.number(game.step);
            steps.of_games.push(number);
        }
        steps
    }
}

impl PatternMatcher {
    /// Matches games with a pattern that meets these conditions.
    pub(crate) fn new(
        search: Arc<PatternSearch>,
        terms: &Terms,
        budget: &Budget,
    ) -> PatternMatcher {
        PatternMatcher {
            conditions: Conditions::new(&search, terms),
            search,
            budget: budget.clone(),
        }
    }

    /// The matching games of a segment.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        wish: Wish,
    ) -> tantivy::Result<PatternMatches> {
        let variations = wish.statistics || self.conditions.within != Within::Main;
        let fitting = |replays: &mut Replays, found| self.fitting(replays, found);
        let search = &self.search;
        let blocks = search.blocks(reader, wish.among, variations, &self.budget, fitting)?;
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
        replays: &mut Replays,
        found: Vec<Occurrence>,
    ) -> tantivy::Result<PatternMatches> {
        let on_main_line = self.conditions.within == Within::Main;
        let mut matches = PatternMatches::default();
        for found in &found {
            if on_main_line && found.variation {
                matches.in_variations += 1;
                continue;
            }
            matches.games.extend(if on_main_line {
                self.main_line(replays, found)?
            } else {
                self.replayed(replays, found.doc)?
            });
        }
        Ok(matches)
    }

    /// The number of matching games of a segment.
    pub(crate) fn count(&self, reader: &SegmentReader, wish: Wish) -> tantivy::Result<usize> {
        if self.conditions.are_none() {
            return Ok(self
                .search
                .segment(reader, wish.among, false, &self.budget)?
                .len());
        }
        Ok(self.segment(reader, wish)?.games.len())
    }

    /// A hit on the main line, if it meets the conditions.
    fn main_line(
        &self,
        replays: &mut Replays,
        found: &Occurrence,
    ) -> tantivy::Result<Option<PatternMatch>> {
        let conditions = &self.conditions;
        if found
            .number
            .is_some_and(|number| !conditions.moves.contains(&number))
        {
            return Ok(None);
        }
        // At the end of a game, only a replay can tell the side to move.
        let told = found.number.zip(found.step);
        let told = told.filter(|(_, step)| conditions.to_move.is_none() || step.step != Step::End);
        let hit = match told {
            Some((number, step)) => Sighting {
                number,
                step,
                turn: step.step.color().unwrap_or(Color::Black),
            },
            None => {
                let Some(detail) = replays.detail(&self.search, found)? else {
                    return Ok(None);
                };
                let Some(step) = detail.step else {
                    return Ok(None);
                };
                Sighting {
                    number: detail.place.number,
                    step,
                    turn: detail.turn,
                }
            }
        };
        Ok(conditions.fit(hit).then_some(PatternMatch {
            doc: found.doc,
            number: hit.number,
            placement: found.standing.placement,
            step: hit.step,
            position: found.standing.position,
        }))
    }

    /// A hit anywhere, found by a replay.
    fn replayed(&self, replays: &mut Replays, doc: DocId) -> tantivy::Result<Option<PatternMatch>> {
        let found = replays.fitting(&self.search, doc, &self.conditions)?;
        Ok(found.map(
            |Fitting {
                 standing,
                 number,
                 step,
             }| PatternMatch {
                doc,
                number,
                placement: standing.placement,
                step,
                position: standing.position,
            },
        ))
    }

    /// Finds the places of the hits in the games of a segment.
    pub(crate) fn places(&self, reader: &SegmentReader) -> tantivy::Result<PatternPlaces<'_>> {
        Ok(PatternPlaces {
            matcher: self,
            games: Games::new(&self.search, reader, &self.budget)?,
            replays: Replays::new(Kifus::open(reader)?, &self.budget),
        })
    }
}

/// Finds the places of the hits in the games of a segment; holds the working memory.
pub(crate) struct PatternPlaces<'m> {
    matcher: &'m PatternMatcher,
    games: Games<'m>,
    replays: Replays,
}

impl PatternPlaces<'_> {
    /// Where a game has its hit, and where the pattern lies there; the hit may already be known.
    pub(crate) fn of(
        &mut self,
        known: Option<&PatternMatch>,
        doc: DocId,
    ) -> tantivy::Result<Option<(Place, Region)>> {
        let Self {
            matcher,
            games,
            replays,
        } = self;
        let found = match known {
            Some(found) => Some(*found),
            None if matcher.conditions.within != Within::Main => matcher.replayed(replays, doc)?,
            None => match games.game(doc)? {
                Some(found) => matcher.main_line(replays, &found)?,
                None => None,
            },
        };
        let Some(found) = found else {
            return Ok(None);
        };
        let place = replays.place(doc, found.position)?;
        Ok(place.map(|(place, board)| {
            let (corner, size) = matcher.search.region(found.placement);
            let region = Region {
                corner,
                size,
                board,
                turn: matcher.search.turn(found.placement),
            };
            (place, region)
        }))
    }
}
