//! Matchers of board clauses: each finds the games with a position, a pattern, a sequence or certain engine values.

use super::board_conditions::SearchNeeds;
use super::engine_eval::{EngineGames, EngineHit, EngineMatcher};
use super::pattern::{LocalLine, PatternHitFinder, PatternMatch, PatternMatcher, PatternMatches};
use super::position::{PositionMatch, PositionMatcher, PositionMatches, PositionReplays};
use super::sequence::{SequenceMatcher, SequenceReplays};
use super::step::{GameStep, HitNode, LocatedHit, PlacedMatch, Step, StepTable};
use super::unique::SegmentDocs;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::replay::NextPlay;
use kifu_store::index::segment::kifus::Kifus;
use std::slice::Iter;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};

/// What a board clause searches for, with the conditions on the hit.
#[derive(Debug)]
pub(crate) enum Matcher {
    Position(PositionMatcher),
    Pattern(PatternMatcher),
    Sequence(SequenceMatcher),
    Engine(EngineMatcher),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) doc: DocId,
    /// Number of moves played before the hit.
    pub(crate) number: u32,
}

/// The matching games of a segment, in document order.
#[derive(Debug)]
pub(crate) enum Matches {
    Position(PositionMatches),
    Pattern(PatternMatches),
    Sequence(Vec<PlacedMatch>),
}

impl Matcher {
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<Matches> {
        Ok(match self {
            Matcher::Position(matcher) => Matches::Position(matcher.segment(reader, needs)?),
            Matcher::Pattern(matcher) => Matches::Pattern(matcher.segment(reader, needs)?),
            Matcher::Sequence(matcher) => Matches::Sequence(matcher.segment(reader, needs)?),
            Matcher::Engine(matcher) => Matches::Sequence(matcher.segment(reader, needs)?),
        })
    }

    /// Counts the matching games of a segment.
    pub(crate) fn count(
        &self,
        reader: &SegmentReader,
        filter: Option<&BitSet>,
    ) -> tantivy::Result<usize> {
        let needs = SearchNeeds { filter, ..SearchNeeds::default() };
        match self {
            Matcher::Position(matcher) => Ok(matcher.segment(reader, needs)?.games.len()),
            Matcher::Pattern(matcher) => matcher.count(reader, needs),
            Matcher::Sequence(matcher) => Ok(matcher.segment(reader, needs)?.len()),
            Matcher::Engine(matcher) => Ok(matcher.segment(reader, needs)?.len()),
        }
    }

    /// The steps (next moves) with which the matching games continue; empty for sequences and engine values.
    pub(crate) fn steps(&self, matches: &Matches) -> StepTable {
        match (self, matches) {
            (Matcher::Position(matcher), Matches::Position(matches)) => matcher.steps(matches),
            (_, Matches::Pattern(matches)) => matches.steps(),
            _ => StepTable::default(),
        }
    }

    /// For a pattern: the moves inside the rectangle of each game's hit after the hit, at most `most` of them,
    /// converted by `make`.
    pub(crate) fn lines<T: Send>(
        &self,
        reader: &SegmentReader,
        matches: &Matches,
        most: usize,
        make: impl Fn(LocalLine) -> T + Sync,
    ) -> tantivy::Result<Vec<T>> {
        match (self, matches) {
            (Matcher::Pattern(matcher), Matches::Pattern(matches)) => {
                matcher.lines(reader, &matches.games, most, make)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Brings a step (next move) of a game into the orientation and colours of the searched board or pattern.
    pub(crate) fn to_question(&self, step: GameStep) -> Step {
        match self {
            Matcher::Position(matcher) => matcher.to_question(step),
            _ => step.to_question(),
        }
    }

    /// A finder of the hits' nodes in the games of a segment.
    pub(crate) fn places(&self, reader: &SegmentReader) -> tantivy::Result<HitFinder<'_>> {
        let kifus = || Kifus::open(reader);
        Ok(match self {
            Matcher::Position(matcher) => {
                HitFinder::Position(Box::new(PositionReplays::new(matcher, kifus()?, false)))
            }
            Matcher::Pattern(matcher) => HitFinder::Pattern(Box::new(matcher.places(reader)?)),
            Matcher::Sequence(matcher) => {
                HitFinder::Sequence(Box::new(SequenceReplays::new(matcher, reader)?))
            }
            Matcher::Engine(matcher) => {
                HitFinder::Engine(Box::new(EngineGames::new(matcher, reader)?))
            }
        })
    }
}

impl Matches {
    pub(crate) fn games(&self) -> MatchedGames<'_> {
        match self {
            Matches::Position(matches) => MatchedGames::Position(matches.games.iter()),
            Matches::Pattern(matches) => MatchedGames::Pattern(matches.games.iter()),
            Matches::Sequence(matches) => MatchedGames::Sequence(matches.iter()),
        }
    }

    /// Losses of the matched moves in hundredths of a point, with their games.
    pub(crate) fn losses(&self) -> impl Iterator<Item = (DocId, i32)> + '_ {
        let placed: &[PlacedMatch] = match self {
            Matches::Sequence(matches) => matches,
            _ => &[],
        };
        placed.iter().filter_map(|game| Some((game.doc, game.loss?)))
    }

    /// Number of further games that have the position or pattern only in variations, if hits have to be on the main
    /// line.
    pub(crate) fn in_variations(&self) -> u64 {
        match self {
            Matches::Position(matches) => matches.in_variations,
            Matches::Pattern(matches) => matches.in_variations,
            Matches::Sequence(_) => 0,
        }
    }
}

/// Iterator over the games of [`Matches`].
pub(crate) enum MatchedGames<'m> {
    Position(Iter<'m, PositionMatch>),
    Pattern(Iter<'m, PatternMatch>),
    Sequence(Iter<'m, PlacedMatch>),
}

impl Iterator for MatchedGames<'_> {
    type Item = Match;

    #[inline]
    fn next(&mut self) -> Option<Match> {
        match self {
            MatchedGames::Position(games) => {
                games.next().map(|game| Match { doc: game.doc, number: game.number })
            }
            MatchedGames::Pattern(games) => {
                games.next().map(|game| Match { doc: game.doc, number: game.number })
            }
            MatchedGames::Sequence(games) => {
                games.next().map(|game| Match { doc: game.doc, number: game.place.number })
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            MatchedGames::Position(games) => games.size_hint(),
            MatchedGames::Pattern(games) => games.size_hint(),
            MatchedGames::Sequence(games) => games.size_hint(),
        }
    }
}

impl ExactSizeIterator for MatchedGames<'_> {}

impl SegmentDocs for Matches {
    fn docs(&self) -> impl Iterator<Item = DocId> {
        self.games().map(|game| game.doc)
    }

    fn retain(&mut self, is_kept: impl Fn(DocId) -> bool) -> u64 {
        let before = self.games().len();
        match self {
            Matches::Position(matches) => matches.games.retain(|game| is_kept(game.doc)),
            Matches::Pattern(matches) => matches.games.retain(|game| is_kept(game.doc)),
            Matches::Sequence(matches) => matches.retain(|game| is_kept(game.doc)),
        }
        (before - self.games().len()) as u64
    }
}

/// Finds the nodes of hits in the games of a segment, by lookup or replay.
pub(crate) enum HitFinder<'m> {
    Position(Box<PositionReplays<'m>>),
    Pattern(Box<PatternHitFinder<'m>>),
    Sequence(Box<SequenceReplays<'m>>),
    Engine(Box<EngineGames<'m>>),
}

/// The node of a game's hit, if the matches of its segment have been computed and hold nodes, as those of sequences and
/// engine values do.
fn known_node(known: Option<&Matches>, doc: DocId) -> Option<HitNode> {
    let Some(Matches::Sequence(matches)) = known else {
        return None;
    };
    let at = matches.binary_search_by_key(&doc, |game| game.doc).ok()?;
    matches.get(at).map(|game| game.place)
}

/// A located hit of which only the node is known.
fn located_at(place: HitNode) -> LocatedHit {
    LocatedHit {
        place,
        swapped: false,
        region: None,
        symmetry: Symmetry::default(),
        played: NextPlay::End,
        step: GameStep::default(),
    }
}

impl HitFinder<'_> {
    /// The hit of a game. `known` are the matches of its segment, if they have been computed, which saves a replay.
    pub(crate) fn locate(
        &mut self,
        known: Option<&Matches>,
        doc: DocId,
    ) -> tantivy::Result<Option<LocatedHit>> {
        match self {
            HitFinder::Position(replays) => {
                let known = match known {
                    Some(Matches::Position(matches)) => matches.replayed(doc),
                    _ => None,
                };
                let hit = match known {
                    Some(hit) => Some(hit),
                    None => replays.first_hit(doc)?,
                };
                Ok(hit.map(|hit| LocatedHit {
                    place: hit.place,
                    swapped: replays.is_swapped(hit.target),
                    region: None,
                    symmetry: hit.symmetry,
                    played: hit.played,
                    step: replays.step(&hit),
                }))
            }
            HitFinder::Sequence(replays) => match known_node(known, doc) {
                Some(place) => Ok(Some(located_at(place))),
                None => Ok(replays.first_hit(doc)?.map(|found| located_at(found.place))),
            },
            HitFinder::Engine(games) => match known_node(known, doc) {
                Some(place) => Ok(Some(located_at(place))),
                None => {
                    let first = games.hits(doc)?.into_iter().next();
                    Ok(first.map(|hit| located_at(hit.place)))
                }
            },
            HitFinder::Pattern(places) => {
                let known = match known {
                    Some(Matches::Pattern(matches)) => matches.match_of(doc),
                    _ => None,
                };
                places.locate(known, doc)
            }
        }
    }

    /// All hits of a game with their engine values, the costliest first; empty if the query has no condition on engine
    /// values.
    pub(crate) fn engine_hits(&mut self, doc: DocId) -> tantivy::Result<Vec<EngineHit>> {
        match self {
            HitFinder::Engine(games) => games.hits(doc),
            HitFinder::Sequence(replays) => {
                let hits = replays.hits(doc)?.into_iter();
                Ok(hits
                    .filter_map(|(found, judged)| Some(EngineHit { place: found.place, ..judged? }))
                    .collect())
            }
            _ => Ok(Vec::new()),
        }
    }
}
