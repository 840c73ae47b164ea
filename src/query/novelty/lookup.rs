//! Looks up the games that have a position on their main lines.

use super::GameWithPosition;
use super::facts::{CopyKey, DaySpan, GameFacts, SegmentFacts};
use kifu_archive::error::Result;
use kifu_record::game::hash::PositionHash;
use kifu_record::{GameTree, Replayer};
use kifu_store::index::Index;
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::positions::Positions;
use std::ops::ControlFlow;
use tantivy::index::SegmentReader;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// Maximum number of games with a position early on their main lines that are verified by replay. Entries of early
/// positions have keys of 44 bits, so among more games than this a false one is no more than a rounding error.
const MAX_VERIFIED_GAMES: usize = 512;

/// Decides by days and copies whether a game is looked for.
type IsWanted<'w> = &'w dyn Fn(DaySpan, CopyKey) -> bool;

/// Segment in which positions are looked up.
struct LookupSegment<'i> {
    reader: &'i SegmentReader,
    positions: Positions,
    kifus: Kifus,
    facts: SegmentFacts<'i>,
}

/// Looks up positions in all segments of an index.
pub(super) struct PositionLookup<'i> {
    index: &'i Index,
    segments: Vec<LookupSegment<'i>>,
    replayer: Replayer,
    tree: GameTree,
}

impl<'i> PositionLookup<'i> {
    pub(super) fn open(index: &'i Index) -> Result<PositionLookup<'i>> {
        let open = |reader: &'i SegmentReader| -> tantivy::Result<LookupSegment<'i>> {
            Ok(LookupSegment {
                reader,
                positions: Positions::open(reader)?,
                kifus: Kifus::open(reader)?,
                facts: SegmentFacts::open(index, reader)?,
            })
        };
        let segments = index.searcher().segment_readers().iter().map(open);
        let segments = segments.collect::<tantivy::Result<_>>();
        Ok(PositionLookup {
            index,
            segments: segments.map_err(|error| index.error_from_tantivy(error))?,
            replayer: Replayer::new(),
            tree: GameTree::new(),
        })
    }

    /// True if a wanted game has the position.
    pub(super) fn has_any(&mut self, hash: PositionHash, is_wanted: IsWanted) -> Result<bool> {
        let found = self.visit(hash, is_wanted, false, &mut |_| ControlFlow::Break(()));
        found.map_err(|error| self.index.error_from_tantivy(error))
    }

    /// All wanted games that have the position.
    pub(super) fn all(
        &mut self,
        hash: PositionHash,
        is_wanted: IsWanted,
    ) -> Result<Vec<GameWithPosition>> {
        let mut games = Vec::new();
        let found = self.visit(hash, is_wanted, true, &mut |game| {
            games.push(game);
            ControlFlow::Continue(())
        });
        found.map_err(|error| self.index.error_from_tantivy(error))?;
        Ok(games)
    }

    /// Passes the wanted games with the position to `receive` until it breaks; true if it did. If `trusts_many`, early
    /// positions of very many games are not verified by replay.
    fn visit(
        &mut self,
        hash: PositionHash,
        is_wanted: IsWanted,
        trusts_many: bool,
        receive: &mut dyn FnMut(GameWithPosition) -> ControlFlow<()>,
    ) -> tantivy::Result<bool> {
        let PositionLookup { index, segments, replayer, tree } = self;
        let budget = index.budget();
        let mut ticker = budget.ticker();
        for (segment, part) in (0..).zip(segments.iter()) {
            let segment: SegmentOrdinal = segment;
            let is_alive = |doc: &DocId| !part.reader.is_deleted(*doc);
            let wanted = |doc: DocId| {
                let GameFacts { days, key } = part.facts.game(doc)?;
                is_wanted(days, key).then_some((doc, days, key))
            };
            let early = part.positions.early(hash)?.map(|(doc, ..)| doc);
            let early = early.filter(is_alive).filter_map(wanted);
            let mut early = ticker.take_within_budget(ENTRY_STEPS, early).peekable();
            let first: Vec<_> = early.by_ref().take(MAX_VERIFIED_GAMES).collect();
            let is_trusted = trusts_many && early.peek().is_some();
            let late = part.positions.late(hash)?.filter(is_alive).filter_map(wanted);
            let candidates = first.into_iter().chain(early).map(|game| (game, is_trusted));
            for ((doc, days, key), is_trusted) in candidates.chain(late.map(|game| (game, false))) {
                let has_position = is_trusted || {
                    let start = part.kifus.tree(doc, tree, budget)?;
                    start.is_some_and(|start| has_position(replayer, start, tree, hash))
                };
                if !has_position {
                    continue;
                }
                let address = DocAddress::new(segment, doc);
                let (id, outcome) = (part.facts.id(doc), part.facts.outcome(doc));
                if receive(GameWithPosition { address, id, days, key, outcome }).is_break() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Cost of reading the facts about a game, in budget steps of about 10 ns.
const ENTRY_STEPS: usize = 10;

/// True if a game has the position on its main line.
fn has_position(
    replayer: &mut Replayer,
    start: kifu_record::Start,
    tree: &GameTree,
    hash: PositionHash,
) -> bool {
    let mut found = false;
    replayer.replay(start, tree, |ply| {
        found = ply.main && ply.board.hash() == hash;
        if found || !ply.main { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}
