//! Joseki: what games play in a corner, move by move.
//!
//! A *corner line* is the sequence of the stones that a game plays, on its main line, inside a quadrant of the board:
//! half of the board, rounded up, on each axis. Each stone has its colour and the number of moves that were played
//! elsewhere since the one before. A game has up to four lines. Corners with setup or handicap stones are left out, and
//! counted.
//!
//! The *normal form* of a line lies in the upper right corner; its first stone off the diagonal is nearer the right
//! edge than the upper edge, and Black plays its first stone. Where a colour plays twice in a row, the other one has
//! played tenuki in between, which is a step of its own.
//!
//! A line has a position if, after one of its moves, the quadrant has exactly the stones of the position, in one of two
//! orientations and with either colours. What follows is then read as seen from the position. If the position is its
//! own image, so that several readings fit, the one nearest to the normal form is taken. From the empty corner, all
//! lines are read in normal form. So a position is reached by any order of moves, and below it the tree has sequences.

pub(crate) mod corner;
mod follower;
pub(crate) mod lines;
mod merge;
mod step;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod tree;

use super::answer::{GameFilter, searched_games, searched_segments};
use super::columns::iter_first_values;
use super::endings::Endings;
use super::pattern::PatternSearch;
use super::plan::Plan;
use super::rank_band::RankBand;
use super::unique::{SegmentDocs, retain_fullest};
use corner::Frame;
pub use corner::{Corner, CornerPoint, CornerStones, Quadrants};
use follower::{CornerLines, Line};
use kifu_archive::error::Result;
use kifu_record::game::GameKind;
use kifu_record::game::pattern::AllowedTurns;
use kifu_record::rank::Rank;
use kifu_store::index::Index;
use lines::read_lines;
pub use merge::{Least, frequent_names, merge_trees};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
pub use step::{LocalPlay, LocalStep};
use tantivy::{DocId, SegmentOrdinal};
use tree::{LineFacts, TreeBuilder};
pub use tree::{StepNode, StepTally, StepTree};

/// Maximum depth of a tree of steps. A longer line is hardly ever played twice.
pub const MAX_DEPTH: u32 = 60;

/// Position of a corner whose lines are searched, with its images.
#[derive(Clone, Debug)]
pub struct JosekiPosition {
    quadrants: Quadrants,
    /// Images of the position in all frames, in the order of [`Frame::ALL`].
    images: [CornerStones; 4],
    /// The position as a pattern that is looked up in the index.
    search: Option<Arc<PatternSearch>>,
    /// Number of stones.
    count: u32,
    /// Number of steps that are read after the position.
    depth: usize,
}

impl JosekiPosition {
    /// `depth` is the number of steps to read after the position, at most [`MAX_DEPTH`].
    pub fn new(quadrants: Quadrants, stones: CornerStones, depth: u32) -> JosekiPosition {
        let search = |pattern| {
            let turns = AllowedTurns { symmetric: true, any_colors: true };
            Arc::new(PatternSearch::new(GameKind::Go, pattern, turns))
        };
        JosekiPosition {
            search: quadrants.pattern(stones).map(search),
            quadrants,
            images: Frame::ALL.map(|frame| stones.in_frame(frame)),
            count: stones.count(),
            depth: depth.clamp(1, MAX_DEPTH) as usize,
        }
    }
}

/// What is asked about a position of a corner.
#[derive(Clone, Debug)]
pub struct JosekiQuestion<'q> {
    pub position: JosekiPosition,
    /// The sets of games whose lines are counted side by side: one, or two that are compared.
    pub sets: Vec<GameSet<'q>>,
    /// Steps with fewer corners in all sets are left out of the tree, with all that follows them. If the index is one
    /// of several, no step can be left out before all trees are joined.
    pub least: Least,
    /// Depth of the tree down to which steps name their players; 0 to name nobody.
    pub named_depth: u32,
}

/// A set of games whose lines are counted.
#[derive(Clone, Copy, Debug)]
pub struct GameSet<'q> {
    /// Query for the games; `None` for all games.
    pub plan: Option<&'q Plan>,
    /// True if each game counts once: of its copies that have the position, only the fullest counts.
    pub unique: bool,
}

/// Lines of one segment, and the games that are left out.
#[derive(Default)]
struct SegmentLines(CornerLines);

impl SegmentDocs for SegmentLines {
    fn docs(&self) -> impl Iterator<Item = DocId> {
        distinct(self.0.lines.iter().map(|line| line.doc))
    }

    fn retain(&mut self, is_kept: impl Fn(DocId) -> bool) -> u64 {
        let before = self.docs().count();
        self.0.lines.retain(|line| is_kept(line.doc));
        (before - self.docs().count()) as u64
    }
}

/// Games of one segment with corners that are left out, each with their number.
struct LeftOutCorners(Vec<(DocId, u8)>);

impl SegmentDocs for LeftOutCorners {
    fn docs(&self) -> impl Iterator<Item = DocId> {
        self.0.iter().map(|(doc, _)| *doc)
    }

    fn retain(&mut self, is_kept: impl Fn(DocId) -> bool) -> u64 {
        let before = self.0.len();
        self.0.retain(|(doc, _)| is_kept(*doc));
        (before - self.0.len()) as u64
    }
}

/// Leaves out repeated documents of an ordered list.
pub(crate) fn distinct(docs: impl Iterator<Item = DocId>) -> impl Iterator<Item = DocId> {
    let mut last = None;
    docs.filter(move |&doc| last.replace(doc) != Some(doc))
}

/// Lines of one set of games, by segment.
struct SetLines {
    segments: Vec<SegmentLines>,
    left_out: u64,
}

/// Reads the lines of a set of games that have the position.
fn read_set(index: &Index, question: &JosekiQuestion, number: usize) -> Result<SetLines> {
    let Some(set) = question.sets.get(number) else {
        return Ok(SetLines { segments: Vec::new(), left_out: 0 });
    };
    let filter = GameFilter::run(index, set.plan, &[])?;
    index.budget().add_expected(searched_games(index, filter.as_ref()));
    let mut segments = Vec::new();
    let mut left_out = Vec::new();
    for (_, reader, docs) in searched_segments(index, filter.as_ref()) {
        let lines = read_lines(reader, docs.as_ref(), &question.position, index.budget());
        let mut lines = lines.map_err(|error| index.error_from_tantivy(error))?;
        left_out.push(LeftOutCorners(std::mem::take(&mut lines.left_out)));
        segments.push(SegmentLines(lines));
    }
    if set.unique {
        retain_fullest(index, format!("corner lines {number}"), &mut segments)?;
        retain_fullest(index, format!("corners left out {number}"), &mut left_out)?;
    }
    let left_out = left_out.iter().flat_map(|games| &games.0);
    Ok(SetLines { segments, left_out: left_out.map(|(_, corners)| u64::from(*corners)).sum() })
}

/// Records the facts about this index on which the answers of all indexes of a distributed search depend: which copies
/// of games are the fullest.
pub fn record_facts(index: &Index, question: &JosekiQuestion) -> Result<()> {
    for (number, set) in question.sets.iter().enumerate() {
        if let Some(plan) = set.plan {
            super::search::record_facts(index, plan, false)?;
        }
        if set.unique {
            read_set(index, question, number)?;
        }
    }
    Ok(())
}

/// Tree of the steps after a position, and how many corners were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JosekiCounts {
    pub tree: StepTree,
    /// For each set of games: number of corners that were left out because of setup or handicap stones.
    pub left_out: Vec<u64>,
}

/// Counts what is played in corners after a position.
pub fn joseki(index: &Index, question: &JosekiQuestion) -> Result<JosekiCounts> {
    let mut builder = TreeBuilder::new(question);
    let mut left_out = Vec::new();
    for number in 0..question.sets.len() {
        let lines = read_set(index, question, number)?;
        left_out.push(lines.left_out);
        for (ordinal, lines) in (0..).zip(lines.segments) {
            let facts = read_facts(index, ordinal, &lines)?;
            builder.add(number as u8, ordinal, lines.0, &facts);
        }
    }
    Ok(JosekiCounts { tree: builder.build(index)?, left_out })
}

/// The band of a rank as a column stores it.
fn rank_band(number: i64) -> Option<RankBand> {
    Some(RankBand::of_rank(Rank::from_number(u8::try_from(number).ok()?)?))
}

/// Reads the results, years and ranks of the games of a segment's lines: one value for each line.
fn read_facts(
    index: &Index,
    ordinal: SegmentOrdinal,
    lines: &SegmentLines,
) -> Result<Vec<LineFacts>> {
    let docs: Vec<DocId> = lines.docs().collect();
    let endings = Endings::open(index, ordinal, docs.len())?;
    let mut ended = Vec::new();
    endings.read(docs.iter().copied(), &mut ended);
    let fast = index.searcher().segment_reader(ordinal).fast_fields();
    let fail = |error| index.error_from_tantivy(error);
    let (black, white) =
        (fast.i64("black_rank").map_err(fail)?, fast.i64("white_rank").map_err(fail)?);
    let ranks = iter_first_values(&black, docs.iter().copied())
        .zip(iter_first_values(&white, docs.iter().copied()))
        .map(|((_, black), (_, white))| rank_band(black.max(white)?));
    let facts: Vec<LineFacts> =
        ended.into_iter().zip(ranks).map(|(ended, band)| LineFacts::new(ended, band)).collect();
    let mut at = 0;
    let of_line = |line: &Line| {
        while docs.get(at).is_some_and(|&doc| doc < line.doc) {
            at += 1;
        }
        facts.get(at).copied().unwrap_or_default()
    };
    Ok(lines.0.lines.iter().map(of_line).collect())
}
