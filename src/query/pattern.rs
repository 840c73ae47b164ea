//! Finds local patterns: which games have one, where and when first, and how they continue.
//!
//! A game is a hit if its main line has the pattern at the start, after some move, or after later setup. The pattern
//! may lie at any place that its edges allow, under any of 8 symmetries and, on request, with the colours exchanged. A
//! game counts once, at the first such position. If the pattern has several placements there, the first in this order
//! is reported: the colours as drawn before exchanged ones, then by the number of the symmetry, then the uppermost,
//! then the leftmost. A pattern with moves is a hit where its last move is played: after the drawn stones stood, the
//! moves into the rectangle must be those of the pattern and no others. Games that have the pattern only in variations
//! are counted separately.
//!
//! A search goes through these steps; a later step is reached only by games that the earlier ones leave open:
//!
//! 1. `prefilter`: bitmaps of all points that ever had a stone tell which games may have the pattern, and where.
//! 2. `first_changes`: the times at which points first changed tell when the pattern first stands at a placement.
//! 3. `follow`: placements that these times leave in doubt are followed event by event (change by change).
//! 4. `replayed`: games whose stored events do not suffice are replayed move by move.
//!
//! A pattern in a corner is looked up in `corner` instead, which leaves few games to these steps.
//!
//! If most games may have the pattern at many places, `window_scan` replaces steps 2 and 3. A pattern with moves is
//! followed move by move in `move_sequence`. All of these methods use the same definition of a hit; the tests compare
//! them with brute force.

mod conditions;
mod corner;
mod first_changes;
mod follow;
mod lines;
mod move_sequence;
mod pattern_matcher;
mod placement;
mod prefilter;
mod replayed;
#[cfg(test)]
mod tests;
mod window_scan;
mod worker;

use super::step::{GameStep, Step, point_in_rectangle};
use corner::CornerPattern;
use kifu_record::cancel::TimeBudget;
use kifu_record::game::board::Board;
use kifu_record::game::pattern::{AllowedTurns, ColorSymmetry, Pattern};
use kifu_record::game::{BoardSize, GameKind, Move, Point};
use kifu_record::replay::NextPlay;
use kifu_store::index::events::{Event, event_pairs};
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::patterns::corners::CornerFrame;
use kifu_store::index::segment::patterns::{BLOCK_DOCS, Block, Patterns};
pub(crate) use lines::LocalLine;
pub(crate) use pattern_matcher::{PatternHitFinder, PatternMatch, PatternMatcher, PatternMatches};
use placement::{PatternImages, PatternLocation, Placement};
use prefilter::BitmapPrefilter;
use rayon::prelude::*;
pub(crate) use replayed::{PatternReplays, PatternTracker};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use tantivy::fastfield::AliveBitSet;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};
use worker::PatternWorker;

/// A pattern to search for, prepared for games of all board sizes.
pub struct PatternSearch {
    game: GameKind,
    pattern: Pattern,
    images: PatternImages,
    self_symmetries: Vec<ColorSymmetry>,
    prefilter: BitmapPrefilter,
    /// The pattern as it is looked up in corner lines; `None` if it does not lie in a corner.
    corner: Option<CornerPattern>,
    /// True if the pattern stands for a whole position, of which only the first occurrence on a main line counts.
    is_position: bool,
}

/// A game that has the pattern, with its first hit.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    /// Document of the game in its segment.
    pub doc: DocId,
    pub(crate) location: PatternLocation,
    /// True if only variations have the pattern.
    pub variation: bool,
    /// Number of moves played before the hit, if it can be told from the game's events (stored changes of points).
    pub number: Option<u32>,
    /// Next step of the main line after the hit, if it can be told from the game's events (stored changes of points).
    pub(crate) step: Option<GameStep>,
}

/// True if a document is not deleted, and the filter has it.
fn is_searched(doc: DocId, alive: Option<&AliveBitSet>, filter: Option<&BitSet>) -> bool {
    alive.is_none_or(|alive| alive.is_alive(doc))
        && filter.is_none_or(|wanted| wanted.contains(doc))
}

impl fmt::Debug for PatternSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (f.debug_struct("PatternSearch").field("pattern", &self.pattern)).finish_non_exhaustive()
    }
}

impl PatternSearch {
    /// Prepares the search for a pattern in games of one kind. `turns` allows symmetries and exchanged colours.
    pub fn new(game: GameKind, pattern: Pattern, turns: AllowedTurns) -> PatternSearch {
        let images = pattern.images(turns);
        PatternSearch {
            game,
            self_symmetries: pattern.invariant_turns(turns),
            prefilter: BitmapPrefilter::new(&images),
            corner: CornerPattern::new(&images).filter(|_| game == GameKind::Go),
            images,
            pattern,
            is_position: false,
        }
    }

    /// Prepares the search for a whole position that may not be turned. As for all positions, the conditions apply to
    /// the first occurrence on a main line only.
    pub fn for_board(board: &Board, any_colors: bool) -> PatternSearch {
        let turns = AllowedTurns { any_colors, ..AllowedTurns::default() };
        PatternSearch {
            is_position: true,
            ..PatternSearch::new(board.game(), Pattern::from_board(board), turns)
        }
    }

    /// True if the pattern stands for a whole position.
    pub(crate) fn is_position(&self) -> bool {
        self.is_position
    }

    /// The games of a segment that have the pattern, in document order. `filter` restricts the games. If `variations`
    /// is true, games that have the pattern only in variations are found as well. If the budget ends early, the result
    /// holds the games found until then.
    pub fn segment(
        &self,
        reader: &SegmentReader,
        filter: Option<&BitSet>,
        variations: bool,
        budget: &TimeBudget,
    ) -> tantivy::Result<Vec<Occurrence>> {
        let found = self.blocks(reader, filter, variations, budget, |_, _, found| Ok(found))?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Number of games of a segment that have the pattern on the main line.
    pub(crate) fn count(
        &self,
        reader: &SegmentReader,
        filter: Option<&BitSet>,
        budget: &TimeBudget,
    ) -> tantivy::Result<usize> {
        if let Some(corner) = &self.corner {
            let patterns = Patterns::open(reader)?;
            let trie = corner.open(&patterns)?;
            if trie.games_outside() == 0 {
                let alive = reader.alive_bitset();
                let is_searched = |doc: DocId| is_searched(doc, alive, filter);
                let count = corner.count(self, &patterns, &trie, &is_searched, budget)?;
                budget.add_done(filter.map_or(reader.num_docs() as u64, |docs| docs.len() as u64));
                return Ok(count);
            }
        }
        Ok(self.segment(reader, filter, false, budget)?.len())
    }

    /// The corners of games, by document, in whose lines the pattern may stand; games without lines are left out.
    /// `None` if the pattern is not looked up in corner lines.
    pub(crate) fn possible_corners(
        &self,
        patterns: &Patterns,
        is_searched: &impl Fn(DocId) -> bool,
        budget: &TimeBudget,
    ) -> io::Result<Option<Vec<(DocId, CornerFrame)>>> {
        let Some(corner) = &self.corner else {
            return Ok(None);
        };
        let lines = corner.lines(&corner.open(patterns)?, false, is_searched, budget)?;
        Ok(Some(lines.corners().collect()))
    }

    /// Searches block by block and applies `make` to the games of each block. A caller that examines these games
    /// further does so in `make`, before the next block is searched, so that a spent budget still leaves complete
    /// results for some blocks.
    fn blocks<T: Send>(
        &self,
        reader: &SegmentReader,
        filter: Option<&BitSet>,
        variations: bool,
        budget: &TimeBudget,
        make: impl Fn(&mut PatternWorker, &Block, Vec<Occurrence>) -> tantivy::Result<T> + Sync,
    ) -> tantivy::Result<Vec<T>> {
        let patterns = Patterns::open(reader)?;
        let kifus = Kifus::open(reader)?;
        let alive = reader.alive_bitset();
        let is_searched = |doc: DocId| is_searched(doc, alive, filter);
        let corner = match &self.corner {
            Some(corner) => {
                let trie = corner.open(&patterns)?;
                Some(corner.lines(&trie, variations, &is_searched, budget)?)
            }
            None => None,
        };
        // One worker per thread; each takes the next block from a shared counter. Blocks are independent, so nothing
        // else has to be synchronised.
        let next = AtomicUsize::new(0);
        let work = |_| {
            let mut work =
                PatternWorker::new(self, patterns.kinds(), kifus.clone(), variations, budget);
            let mut made = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= patterns.blocks() || budget.poll_exhausted() {
                    return Ok(made);
                }
                let (block, found) = match &corner {
                    Some(corner) => {
                        let first = (number * BLOCK_DOCS) as DocId;
                        let docs = first..patterns.docs().min((number + 1) * BLOCK_DOCS) as DocId;
                        budget.add_done(docs.filter(|&doc| is_searched(doc)).count() as u64);
                        let work_left = corner.of_block(number, &patterns, &self.prefilter)?;
                        let Some((lines, left)) = work_left else { continue };
                        let block = patterns.block(number)?;
                        let found =
                            work.search_block_corners(&block, lines, &left, &is_searched)?;
                        (block, found)
                    }
                    None => {
                        let block = patterns.block(number)?;
                        let found = work.search_block(&block, &is_searched)?;
                        (block, found)
                    }
                };
                made.push((number, make(&mut work, &block, found)?));
            }
        };
        let workers = rayon::current_num_threads().min(patterns.blocks());
        let made: Vec<Vec<(usize, T)>> =
            (0..workers).into_par_iter().map(work).collect::<tantivy::Result<_>>()?;
        let mut made: Vec<(usize, T)> = made.into_iter().flatten().collect();
        made.sort_unstable_by_key(|&(number, _)| number);
        Ok(made.into_iter().map(|(_, made)| made).collect())
    }

    /// Brings a step (next move) from the colours and orientation of the searched pattern into the canonical form in
    /// which steps of all games are compared and counted.
    fn to_canonical(&self, step: Step) -> Step {
        self.canonical(ColorSymmetry::default(), step).to_question()
    }

    /// True if the pattern equals an image of itself with exchanged colours, so that a move by Black and its image by
    /// White count as one move.
    fn is_color_symmetric(&self) -> bool {
        self.self_symmetries.iter().any(|own| own.swapped)
    }

    /// Next step on the main line of a regular game (each of its positions is one move), read from the game's events
    /// (changes of points). `None` after a pass, since events do not record the colour of a pass.
    fn next_step(&self, main: &[u8], standing: PatternLocation) -> Option<GameStep> {
        let Some(&pair) = event_pairs(main).get(standing.events) else {
            return Some(self.step_seen_from(standing.placement, NextPlay::End));
        };
        let (point, _, after) = Event::read(pair).change()?;
        let next = NextPlay::Move(after.color()?, Move::Place(point));
        Some(self.step_seen_from(standing.placement, next))
    }

    /// Converts the next play of a game into a step as seen from the pattern that stands there.
    fn step_seen_from(&self, placement: Placement, next: NextPlay) -> GameStep {
        let turn = self.orientation_of(placement);
        let step = match next {
            NextPlay::End => Step::End,
            NextPlay::Move(color, action @ (Move::Place(_) | Move::Slide { .. })) => {
                match self.move_inside(placement, action) {
                    Some(action) => Step::Move(color, action),
                    None => Step::Elsewhere(color),
                }
            }
            NextPlay::Move(color, action) => Step::Move(color, action),
        };
        self.canonical(turn, step)
    }

    /// Maps a point of the board to the searched pattern; `None` if it lies outside of the rectangle that the hit
    /// covers.
    fn point_inside(&self, placement: Placement, at: Point) -> Option<Point> {
        let (turn, image) = self.images.get(usize::from(placement.image))?;
        let point = point_in_rectangle(placement.corner(), image.size(), at)?;
        Some(turn.preimage(point, self.pattern.size()))
    }

    /// Of the steps that are equal under the pattern's own symmetries, including those that exchange its colours, the
    /// first in the order of [`rank`](Step::rank). `step` has the pattern's coordinates and the colours of the game.
    fn canonical(&self, turn: ColorSymmetry, step: Step) -> GameStep {
        let size = self.pattern.size();
        let images = self.self_symmetries.iter().map(|own| {
            let swapped = turn.swapped != own.swapped;
            let in_question = step.swapped(swapped);
            (in_question.map_points(|point| own.symmetry.apply(point, size)), swapped)
        });
        let first = images.min_by_key(|(step, swapped)| (step.rank(), *swapped));
        let (step, swapped) = first.unwrap_or((step, false));
        GameStep { step: step.swapped(swapped), swapped }
    }

    /// Orientation of the pattern at a hit.
    pub(crate) fn orientation_of(&self, placement: Placement) -> ColorSymmetry {
        self.images
            .get(usize::from(placement.image))
            .map_or(ColorSymmetry::default(), |(turn, _)| *turn)
    }

    /// Region of the board that a hit covers: its upper left point, and the columns and rows of the image.
    pub(crate) fn region(&self, placement: Placement) -> (Point, BoardSize) {
        let image = self.images.get(usize::from(placement.image));
        let size = image.map_or(self.pattern.size(), |(_, image)| image.size());
        (placement.corner(), size)
    }
}
