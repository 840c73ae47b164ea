//! Games that come near a position of the whole board: a position on their main line differs from it by few stones.

mod search;

use crate::answer::{GameFilter, searched_games, searched_segments};
use crate::hit_key::{HitKey, hit_keys};
use crate::hits::Hit;
use crate::order::HitOrdering;
use crate::pattern::PatternReplays;
use crate::plan::Plan;
use crate::search as game_search;
use crate::segments::BySegment;
use crate::step::HitNode;
use crate::unique::{SegmentDocs, retain_fullest};
use kifu_archive::error::Result;
use kifu_language::order::Order;
use kifu_record::game::board::Board;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{Color, Point};
use kifu_store::index::Index;
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::patterns::{BLOCK_DOCS, Patterns};
use search::NearSearch;
use std::io;
use tantivy::{DocId, SegmentOrdinal};

/// Largest distance that can be searched for, in stones.
pub const MAX_NEAR: u32 = 20;

/// A search for games that come near a position.
#[derive(Clone, Debug)]
pub struct NearQuestion<'q> {
    /// The position.
    pub board: &'q Board,
    /// True if the position may be turned and mirrored.
    pub symmetric: bool,
    /// True if games with exchanged colours are found as well.
    pub any_colors: bool,
    /// Largest number of stones that differ, [`MAX_NEAR`] at most.
    pub most: u32,
    /// True if a stone that was placed and captured in the game counts as standing where the position has it.
    pub ignores_captures: bool,
    /// Only games that match this query are counted and listed.
    pub filter: Option<&'q Plan>,
    /// True if each game counts once: of its copies that come near, only the fullest counts.
    pub unique: bool,
    /// Sort orders of games that come equally near. If empty, the latest game comes first.
    pub orders: &'q [Order],
    /// Maximum number of games to list.
    pub listed: usize,
}

/// A game that comes near a position, with the first of its nearest positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NearGame {
    pub(crate) doc: DocId,
    /// Number of stones that have to be added, taken away or moved.
    pub(crate) stones: u32,
    /// Number of the position on the main line; 0 is the start.
    pub(crate) position: u32,
    /// Symmetry that maps the searched position onto the game's board.
    pub(crate) symmetry: Symmetry,
    /// True if the game has exchanged colours.
    pub(crate) swapped: bool,
}

/// A point at which a position differs from the searched one, in the orientation and colours of the searched one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    pub point: Point,
    /// Stone that the searched position has there.
    pub wanted: Option<Color>,
    /// Stone that the game has there.
    pub found: Option<Color>,
}

/// A listed game with its nearest position.
#[derive(Clone, Debug)]
pub struct NearHit {
    pub hit: Hit,
    /// Number of stones that have to be added, taken away or moved.
    pub stones: u32,
    /// Node of the position.
    pub place: HitNode,
    /// True if the game has exchanged colours.
    pub swapped: bool,
    /// Symmetry that maps the searched position onto the game's board.
    pub symmetry: Symmetry,
    /// Points at which the positions differ.
    pub differences: Vec<Difference>,
}

/// Games that come near a position.
#[derive(Clone, Debug, Default)]
pub struct NearAnswer {
    /// Number of games by the number of stones that differ, from 0 on.
    pub by_stones: Vec<u64>,
    /// Number of copies of games that are not counted.
    pub left_out: u64,
    /// The nearest games, the nearest first.
    pub first: Vec<NearHit>,
}

/// Near games of one segment, in document order.
struct SegmentGames(Vec<NearGame>);

impl SegmentDocs for SegmentGames {
    fn docs(&self) -> impl Iterator<Item = DocId> {
        self.0.iter().map(|game| game.doc)
    }

    fn retain(&mut self, is_kept: impl Fn(DocId) -> bool) -> u64 {
        let before = self.0.len();
        self.0.retain(|game| is_kept(game.doc));
        (before - self.0.len()) as u64
    }
}

impl NearQuestion<'_> {
    fn search(&self) -> NearSearch {
        let turns = (self.symmetric, self.any_colors);
        NearSearch::new(self.board, turns, (self.most.min(MAX_NEAR), self.ignores_captures))
    }

    fn matches(&self, index: &Index, search: &NearSearch) -> Result<(Vec<SegmentGames>, u64)> {
        let filter = GameFilter::run(index, self.filter, &[])?;
        index.budget().add_expected(searched_games(index, filter.as_ref()));
        let mut found = Vec::new();
        for (_, reader, docs) in searched_segments(index, filter.as_ref()) {
            let games = search.segment(reader, docs.as_ref(), index.budget());
            found.push(SegmentGames(games.map_err(|error| index.error_from_tantivy(error))?));
        }
        let mut left_out = 0;
        if self.unique {
            // The answers to one request compare one position.
            (left_out, _) = retain_fullest(index, "near", &mut found)?;
        }
        Ok((found, left_out))
    }
}

/// Finds the games that come near a position.
pub fn near(index: &Index, question: &NearQuestion) -> Result<NearAnswer> {
    let search = question.search();
    let (found, left_out) = question.matches(index, &search)?;
    let mut by_stones = vec![0; question.most.min(MAX_NEAR) as usize + 1];
    for game in found.iter().flat_map(|SegmentGames(games)| games) {
        if let Some(count) = by_stones.get_mut(game.stones as usize) {
            *count += 1;
        }
    }
    let first = listed(index, question, &search, &found)?;
    Ok(NearAnswer { by_stones, left_out, first })
}

/// Sort keys of the listed games among games that come equally near. Indexes of a distributed search compare them to
/// join their lists.
pub fn keys(index: &Index, question: &NearQuestion, answer: &NearAnswer) -> Result<Vec<HitKey>> {
    let moves = |ordinal: SegmentOrdinal, _| {
        let hits = answer.first.iter().filter(|found| found.hit.address.segment_ord == ordinal);
        let mut moves: Vec<_> =
            hits.map(|found| (found.hit.address.doc_id, found.place.number)).collect();
        moves.sort_unstable();
        Ok(moves)
    };
    hit_keys(index, question.orders, false, &moves, answer.first.iter().map(|found| &found.hit))
}

/// Records the facts about this index on which the answers of all indexes of a distributed search depend.
pub fn record_facts(index: &Index, question: &NearQuestion) -> Result<()> {
    if let Some(plan) = question.filter {
        game_search::record_facts(index, plan, false)?;
    }
    if question.unique {
        question.matches(index, &question.search())?;
    }
    Ok(())
}

/// The nearest games, as many as the question lists. Games that come equally near are in the order of the question.
fn listed(
    index: &Index,
    question: &NearQuestion,
    search: &NearSearch,
    found: &[SegmentGames],
) -> Result<Vec<NearHit>> {
    let moves = |ordinal: SegmentOrdinal, _| {
        let games = found.get(ordinal as usize).into_iter().flat_map(|SegmentGames(games)| games);
        Ok(games.map(|game| (game.doc, game.position)).collect())
    };
    let ordering = HitOrdering::new(index, question.orders, false, &moves)?;
    let mut first = Vec::new();
    let mut opened = BySegment::new(index);
    for stones in 0..=question.most.min(MAX_NEAR) {
        let left = question.listed - first.len().min(question.listed);
        if left == 0 {
            break;
        }
        let segments = found.iter().map(|SegmentGames(games)| {
            games.iter().filter(|game| game.stones == stones).map(|game| (game.doc, 0.0))
        });
        let (hits, _) = ordering.page(segments, left, None)?;
        for hit in hits {
            let games = found.get(hit.address.segment_ord as usize);
            let game = games.and_then(|SegmentGames(games)| {
                let at = games.binary_search_by_key(&hit.address.doc_id, |game| game.doc).ok()?;
                games.get(at)
            });
            let Some(game) = game else { continue };
            let (replays, patterns): &mut (PatternReplays, Patterns) =
                opened.get_or_make(hit.address, |reader| {
                    let replays = PatternReplays::new(Kifus::open(reader)?, index.budget());
                    Ok((replays, Patterns::open(reader)?))
                })?;
            let place = replays.place(game.doc, game.position);
            let Some((place, ..)) = place.map_err(|error| index.error_from_tantivy(error))? else {
                continue;
            };
            let differences = differences(search, patterns, game);
            first.push(NearHit {
                hit,
                stones,
                place,
                swapped: game.swapped,
                symmetry: game.symmetry,
                differences: differences.map_err(|error| index.error_from_tantivy(error.into()))?,
            });
        }
    }
    Ok(first)
}

fn differences(
    search: &NearSearch,
    patterns: &Patterns,
    game: &NearGame,
) -> io::Result<Vec<Difference>> {
    let block = patterns.block(game.doc as usize / BLOCK_DOCS)?;
    let entry = block.entry(game.doc);
    Ok(search.differences(&block.events(entry.start..entry.main)?, game))
}
