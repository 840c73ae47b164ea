//! Matches sequences of positions and patterns, such as `position:A then pattern:B`, and boards with engine values.
//!
//! Each board has to stand on the main line after the board before it, and its first position there is taken.
//! Conditions apply to the hit of the last board. Only games that have all boards are replayed, up to the last board.

use super::board_conditions::{BoardConditions, SearchNeeds};
use super::columns::doc_set;
use super::engine_eval::{EngineGames, EngineHit, EngineMatcher};
use super::pattern::{PatternSearch, PatternTracker};
use super::position::{PositionMatcher, with_colors};
use super::step::{HitNode, PlacedMatch};
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use kifu_record::game::board::Board;
use kifu_record::game::hash::PositionHash;
use kifu_record::game::pattern::{AllowedTurns, ColorSymmetry, Pattern};
use kifu_record::game::{Color, GameKind};
use kifu_record::replay::NextPlays;
use kifu_record::{GameTree, Ply, Replayer, Start};
use kifu_store::index::Index;
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::positions::Positions;
use rayon::prelude::*;
use std::ops::{ControlFlow, RangeInclusive};
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};

/// A position or pattern of a sequence.
#[derive(Clone, Debug)]
pub(crate) enum SequenceBoard {
    Position(Board),
    Pattern(GameKind, Pattern),
}

/// A sequence with the conditions on its hit.
#[derive(Debug)]
pub(crate) struct SequenceMatcher {
    /// The sequence in the colours as searched and, if colours may be exchanged, with exchanged colours.
    colorings: Vec<ColoredSequence>,
    /// Allowed numbers of moves from each board to the next.
    gap: RangeInclusive<u32>,
    /// Conditions on the engine values at the hit.
    engine: Option<EngineMatcher>,
    budget: TimeBudget,
}

/// A sequence of boards, either in the colours as searched or with exchanged colours.
#[derive(Debug)]
struct ColoredSequence {
    stages: Vec<Stage>,
    /// Conditions on the hit, in the colours of this sequence.
    terms: BoardConditions,
}

#[derive(Debug)]
enum Stage {
    Position(PositionHash, Box<PositionMatcher>),
    Pattern(Box<PatternSearch>),
}

impl ColoredSequence {
    fn new(
        parts: &[SequenceBoard],
        terms: &BoardConditions,
        swapped: bool,
        index: &Index,
    ) -> ColoredSequence {
        let color = |color: Color| if swapped { color.other() } else { color };
        let terms = BoardConditions {
            any_colours: false,
            to_move: terms.to_move.map(color),
            next: terms
                .next
                .as_ref()
                .map(|steps| steps.iter().map(|step| step.swapped(swapped)).collect()),
            ..terms.clone()
        };
        let stage = |part: &SequenceBoard| match part {
            SequenceBoard::Position(board) => {
                let board = with_colors(board, swapped);
                let matcher = PositionMatcher::new(&board, &terms, index, None);
                Stage::Position(board.hash(), matcher.into())
            }
            SequenceBoard::Pattern(game, pattern) => {
                let turn = ColorSymmetry { swapped, ..ColorSymmetry::default() };
                let turns = AllowedTurns { symmetric: !terms.as_drawn, any_colors: false };
                Stage::Pattern(PatternSearch::new(*game, pattern.turned(turn), turns).into())
            }
        };
        ColoredSequence { stages: parts.iter().map(stage).collect(), terms }
    }

    /// The games of a segment that have all boards of the sequence on their main lines, in whatever order; replays
    /// check the order.
    fn games(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
        budget: &TimeBudget,
    ) -> tantivy::Result<BitSet> {
        let alive = reader.alive_bitset();
        let is_searched = |doc: &DocId| {
            alive.is_none_or(|alive| alive.is_alive(*doc))
                && needs.filter.is_none_or(|among| among.contains(*doc))
        };
        let mut games = doc_set(reader, (0..reader.max_doc()).filter(is_searched));
        let positions = Positions::open(reader)?;
        let mut ticker = budget.ticker();
        let mut patterns = Vec::new();
        for stage in &self.stages {
            let hash = match stage {
                Stage::Position(hash, _) => *hash,
                Stage::Pattern(search) => {
                    patterns.push(search);
                    continue;
                }
            };
            let early = positions.early(hash)?.map(|(doc, ..)| doc);
            let docs = ticker.take_within_budget(1, early.chain(positions.late(hash)?));
            games = doc_set(reader, docs.filter(|&doc| games.contains(doc)));
        }
        for search in patterns {
            let found = search.segment(reader, Some(&games), false, budget)?;
            let docs = found.iter().map(|found| found.doc);
            games = doc_set(reader, docs.filter(|&doc| games.contains(doc)));
        }
        Ok(games)
    }
}

/// Number of games that one task replays: threads take tasks of this size.
const GAMES_PER_TASK: usize = 64;

impl SequenceMatcher {
    /// Prepares a sequence of boards, each at a distance within `gap` from the one before. A single board matches
    /// wherever it stands, and not only where it first does.
    pub(crate) fn new(
        parts: &[SequenceBoard],
        gap: RangeInclusive<u32>,
        terms: &BoardConditions,
        engine: Option<EngineMatcher>,
        index: &Index,
    ) -> SequenceMatcher {
        let swaps = [false, true].into_iter().filter(|swapped| !swapped || terms.any_colours);
        let way = |swapped| ColoredSequence::new(parts, terms, swapped, index);
        SequenceMatcher {
            colorings: swaps.map(way).collect(),
            gap,
            engine,
            budget: index.budget().clone(),
        }
    }

    /// True if there are conditions on engine values.
    pub(crate) fn has_engine_conditions(&self) -> bool {
        self.engine.is_some()
    }

    /// The matching games of a segment, in document order.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<Vec<PlacedMatch>> {
        // Only games with engine values are searched for the boards, if there are conditions on such values.
        let analysed = match &self.engine {
            Some(judged) => {
                let games = EngineGames::new(judged, reader)?;
                Some(doc_set(reader, games.docs(reader, needs.filter)))
            }
            None => None,
        };
        let needs = SearchNeeds { filter: analysed.as_ref().or(needs.filter), ..needs };
        let games: Vec<BitSet> = self
            .colorings
            .iter()
            .map(|way| way.games(reader, needs, &self.budget))
            .collect::<tantivy::Result<_>>()?;
        let docs: Vec<DocId> = (0..reader.max_doc())
            .filter(|&doc| games.iter().any(|games| games.contains(doc)))
            .collect();
        let replays = || SequenceReplays::new(self, reader);
        let found = docs.par_chunks(GAMES_PER_TASK).map_init(replays, |replays, docs| {
            let replays = replays.as_mut().map_err(|error| error.clone())?;
            docs.iter()
                .filter_map(|&doc| replays.first_hit(doc).transpose())
                .collect::<tantivy::Result<Vec<PlacedMatch>>>()
        });
        let found: Vec<Vec<PlacedMatch>> = found.collect::<tantivy::Result<_>>()?;
        let games = needs.filter.map_or(reader.num_docs() as usize, BitSet::len);
        self.budget.add_done(games as u64);
        Ok(found.into_iter().flatten().collect())
    }
}

/// Replays games of a segment one after another and reuses their working memory.
pub(crate) struct SequenceReplays<'m> {
    matcher: &'m SequenceMatcher,
    kifus: Kifus,
    engine: Option<EngineGames<'m>>,
    replayer: Replayer,
    tree: GameTree,
    ticker: BudgetTicker,
}

/// Costs in budget steps of about 10 ns: of starting to replay a game (first), and of playing one move (second).
const GAME_STEPS: usize = 1000;
const PLY_STEPS: usize = 10;

impl<'m> SequenceReplays<'m> {
    pub(crate) fn new(
        matcher: &'m SequenceMatcher,
        reader: &SegmentReader,
    ) -> tantivy::Result<SequenceReplays<'m>> {
        let engine = matcher.engine.as_ref();
        Ok(SequenceReplays {
            ticker: matcher.budget.ticker(),
            kifus: Kifus::open(reader)?,
            engine: (engine.map(|judged| EngineGames::new(judged, reader))).transpose()?,
            matcher,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        })
    }

    /// The hit of a game; of several hits with engine values, the costliest.
    pub(crate) fn first_hit(&mut self, doc: DocId) -> tantivy::Result<Option<PlacedMatch>> {
        Ok(self.hits(doc)?.into_iter().next().map(|(hit, _)| hit))
    }

    /// The hits of a game with their engine values, the costliest first. Without conditions on engine values, only the
    /// first hit.
    pub(crate) fn hits(
        &mut self,
        doc: DocId,
    ) -> tantivy::Result<Vec<(PlacedMatch, Option<EngineHit>)>> {
        if self.ticker.is_exhausted_after(GAME_STEPS) {
            return Ok(Vec::new());
        }
        let engine_hits = match &self.engine {
            Some(games) => Some(games.hits(doc)?),
            None => None,
        };
        if engine_hits.as_ref().is_some_and(Vec::is_empty) {
            return Ok(Vec::new());
        }
        let Some(start) = self.kifus.tree(doc, &mut self.tree, self.ticker.budget())? else {
            return Ok(Vec::new());
        };
        let places = self.standing_nodes(start, engine_hits.as_deref());
        let hit = |place, loss| PlacedMatch { doc, place, loss };
        let Some(engine_hits) = engine_hits else {
            return Ok(places.into_iter().map(|place| (hit(place, None), None)).collect());
        };
        let stands = |at: &EngineHit| places.iter().find(|place| place.number == at.place.number);
        let hits = engine_hits.into_iter().filter_map(|judged| {
            let place = *stands(&judged)?;
            Some((hit(place, judged.ply.loss), Some(judged)))
        });
        Ok(hits.collect())
    }

    /// Nodes at which the last board stands and meets the conditions. Without conditions on engine values this is the
    /// first node, with such conditions all nodes that meet them.
    fn standing_nodes(&mut self, start: Start, engine_hits: Option<&[EngineHit]>) -> Vec<HitNode> {
        let (matcher, tree, ticker) = (self.matcher, &self.tree, &mut self.ticker);
        let next = NextPlays::default();
        let begin =
            |way| SequenceProgress { way, found_count: 0, number: 0, tracker: None, failed: false };
        let mut progress: Vec<SequenceProgress> = matcher.colorings.iter().map(begin).collect();
        let mut places = Vec::new();
        let has_value_at = |number: u32| {
            engine_hits.is_none_or(|hits| hits.iter().any(|hit| hit.place.number == number))
        };
        self.replayer.replay(start, tree, |ply| {
            if !ply.main {
                return ControlFlow::Break(());
            }
            let at_ply = SequencePly { start, tree, ply, next: &next };
            let (mut stands, mut fits) = (false, false);
            for progress in &mut progress {
                if progress.advance(&at_ply, &matcher.gap, ticker) {
                    stands = true;
                    fits = fits || has_value_at(ply.number) && progress.fits(&at_ply);
                }
            }
            if fits {
                places.push(HitNode::from_ply(ply));
            }
            if stands {
                let is_sequence = matcher.colorings.iter().any(|way| way.stages.len() > 1);
                if engine_hits.is_none() || is_sequence {
                    return ControlFlow::Break(());
                }
                // A single board has no earlier boards to wait for, so it is searched again in every later position.
                progress.iter_mut().for_each(|progress| progress.found_count = 0);
            }
            if progress.iter().all(|progress| progress.failed) {
                return ControlFlow::Break(());
            }
            ticker.tick(PLY_STEPS)
        });
        places
    }
}

/// A position on the main line of a game, with the data that are needed to examine it.
struct SequencePly<'a> {
    start: Start,
    tree: &'a GameTree,
    ply: &'a Ply<'a>,
    next: &'a NextPlays,
}

/// Progress of a sequence of boards through one game, either in the colours as searched or with exchanged colours.
struct SequenceProgress<'m> {
    way: &'m ColoredSequence,
    /// Number of boards found so far, and the move number of the last one.
    found_count: usize,
    number: u32,
    /// Follower of the next board of the sequence, if that is a pattern.
    tracker: Option<PatternTracker<'m>>,
    /// True if a board came too early or too late, or if the next board can never come.
    failed: bool,
}

impl SequenceProgress<'_> {
    /// Advances the sequence by one position. Returns true if the last board stands here and all others stood before it
    /// at allowed distances.
    fn advance(
        &mut self,
        at_ply: &SequencePly,
        gap: &RangeInclusive<u32>,
        ticker: &mut BudgetTicker,
    ) -> bool {
        if self.failed || !self.next_board_stands(at_ply, ticker) {
            return false;
        }
        if self.found_count > 0 && !gap.contains(&(at_ply.ply.number - self.number)) {
            self.failed = true;
            return false;
        }
        self.found_count += 1;
        self.number = at_ply.ply.number;
        let is_last = self.found_count == self.way.stages.len();
        if !is_last {
            self.tracker = None;
        }
        is_last
    }

    /// True if the next board of the sequence stands here.
    fn next_board_stands(&mut self, at_ply: &SequencePly, ticker: &mut BudgetTicker) -> bool {
        let search = match self.way.stages.get(self.found_count) {
            Some(Stage::Position(hash, _)) => return *hash == at_ply.ply.board.hash(),
            Some(Stage::Pattern(search)) => search,
            None => return false,
        };
        if self.tracker.is_none() {
            self.tracker = PatternTracker::new(search, at_ply.start, None, ticker);
        }
        match &mut self.tracker {
            Some(watch) => watch.advance_and_test(at_ply.tree, at_ply.ply, ticker),
            None => {
                self.failed = true;
                false
            }
        }
    }

    /// True if the last board, which stands here, meets the conditions.
    fn fits(&self, at_ply: &SequencePly) -> bool {
        let next = at_ply.next.after(at_ply.tree, at_ply.ply);
        match (self.way.stages.last(), &self.tracker) {
            (Some(Stage::Position(_, matcher)), _) => matcher.fits(0, at_ply.ply, next).is_some(),
            (Some(Stage::Pattern(_)), Some(watch)) => watch.fits(&self.way.terms, at_ply.ply, next),
            _ => false,
        }
    }
}
