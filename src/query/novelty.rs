//! Novelty: the move at which a game leaves all older ones.
//!
//! The novelty of a game is the first position after a move of its main line that no older game has on its main line,
//! in any symmetry and whoever is to move. An older game was certainly played on an earlier day: the last day on which
//! it may have been played is before the first possible day of the game. Games of the same day and games without a date
//! are not older, and neither are copies of the game. A game without a date has no novelty.

mod facts;
mod line;
mod lookup;
pub mod table;

use super::hits::Hit;
use facts::SegmentFacts;
pub use facts::{CopyKey, DaySpan};
use kifu_archive::error::Result;
use kifu_store::index::Index;
pub use line::{LinePosition, game_line};
use lookup::PositionLookup;
use std::collections::BTreeSet;
use tantivy::DocAddress;

/// Game whose novelty is looked for; it need not be in the index.
#[derive(Clone, Debug)]
pub struct NoveltyGame {
    /// Positions of the main line.
    pub line: Vec<LinePosition>,
    /// Days on which the game may have been played; `None` if it has no date.
    pub days: Option<DaySpan>,
    /// What identifies the game and its copies.
    pub copies: BTreeSet<CopyKey>,
}

/// Side of a game on which other games lie in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InTime {
    /// Games that were certainly played on an earlier day.
    Older,
    /// Games that were certainly played on a later day.
    Later,
}

/// Game that has a position of another game.
#[derive(Clone, Copy, Debug)]
pub struct GameWithPosition {
    pub address: DocAddress,
    pub id: u64,
    pub days: DaySpan,
    pub key: CopyKey,
    /// Outcome of the game, as the index stores it.
    pub outcome: u8,
}

impl NoveltyGame {
    /// True if another game lies on this side of the game in time, and is no copy of it.
    fn is_related(&self, days: DaySpan, key: CopyKey, side: InTime) -> bool {
        let is_there = self.days.is_some_and(|own| match side {
            InTime::Older => days.is_before(own),
            InTime::Later => own.is_before(days),
        });
        is_there && !self.copies.contains(&key)
    }

    /// The first position after a move that is not among the reached ones; `None` if all are, or if the game has no
    /// date. Positions are numbered by their places in the line.
    pub fn novelty(&self, reached: &BTreeSet<u32>) -> Option<usize> {
        self.days?;
        let positions = (0u32..).zip(&self.line);
        let mut new =
            positions.filter(|(at, position)| position.number > 0 && !reached.contains(at));
        new.next().map(|(at, _)| at as usize)
    }
}

/// What identifies the copies of a game with this content key, as far as the index has them: the key itself, and the
/// groups of copies with games of this content.
pub fn copies_of_content(index: &Index, content: u64) -> Result<BTreeSet<CopyKey>> {
    let fail = |error| index.error_from_tantivy(error);
    let mut keys = BTreeSet::from([CopyKey::Content(content)]);
    for reader in index.searcher().segment_readers() {
        let facts = SegmentFacts::open(index, reader).map_err(fail)?;
        let docs = reader.doc_ids_alive().filter(|&doc| facts.content(doc) == Some(content));
        keys.extend(docs.filter_map(|doc| facts.copy_key(doc)));
    }
    Ok(keys)
}

/// Days on which a game of the index may have been played, and its content key.
pub fn facts_of_game(index: &Index, game: &Hit) -> Result<(Option<DaySpan>, u64)> {
    let game = game.address;
    let reader = index.searcher().segment_reader(game.segment_ord);
    let facts =
        SegmentFacts::open(index, reader).map_err(|error| index.error_from_tantivy(error))?;
    Ok((facts.days(game.doc_id), facts.content(game.doc_id).unwrap_or(0)))
}

/// The positions of a game that older games of the index have, by their places in the line.
pub fn reached_positions(index: &Index, game: &NoveltyGame) -> Result<BTreeSet<u32>> {
    let mut reached = BTreeSet::new();
    if game.days.is_none() {
        return Ok(reached);
    }
    let mut lookup = PositionLookup::open(index)?;
    let mut known: Option<(u64, bool)> = None;
    for (at, position) in (0..).zip(&game.line) {
        // After a pass the position is the same.
        let is_reached = match known.filter(|(hash, _)| *hash == position.hash.0) {
            Some((_, is_reached)) => is_reached,
            None => lookup
                .has_any(position.hash, &|days, key| game.is_related(days, key, InTime::Older))?,
        };
        known = Some((position.hash.0, is_reached));
        if is_reached {
            reached.insert(at);
        }
        if index.budget().poll_exhausted() {
            break;
        }
    }
    Ok(reached)
}

/// The games of the index on one side of a game in time that have the position at a place of its line.
pub fn games_with_position(
    index: &Index,
    game: &NoveltyGame,
    at: usize,
    side: InTime,
) -> Result<Vec<GameWithPosition>> {
    let Some(position) = game.line.get(at).filter(|_| game.days.is_some()) else {
        return Ok(Vec::new());
    };
    let mut lookup = PositionLookup::open(index)?;
    lookup.all(position.hash, &|days, key| game.is_related(days, key, side))
}
