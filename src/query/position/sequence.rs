//! Positions that must come before the one that is searched for.

use super::target::in_colors;
use kifu_record::Ply;
use kifu_record::game::board::Board;
use kifu_record::game::hash::PositionHash;
use kifu_record::patience::Pace;
use kifu_store::index::segment::positions::Positions;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use tantivy::DocId;

/// The budget steps that recording an entry costs.
const ENTRY: usize = 5;

/// The positions before the last one, and the distance of each from the next.
#[derive(Clone, Debug)]
pub(crate) struct EarlierPositions {
    /// For each position its hashes, in the colours of the targets.
    boards: Vec<Vec<PositionHash>>,
    /// The number of moves from the first occurrence of a position to the first occurrence of the next one after it.
    gap: RangeInclusive<u32>,
}

/// The progress through one game, for one of the targets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TargetProgress {
    /// The number of positions found so far.
    met: usize,
    /// The move number of the last one.
    number: u32,
    /// Whether the next position came too late or too early.
    failed: bool,
}

impl EarlierPositions {
    /// Positions that follow one another, each at a distance within `gap` from the one before.
    pub(crate) fn new(
        boards: &[Board],
        any_colours: bool,
        gap: RangeInclusive<u32>,
    ) -> EarlierPositions {
        let hashes = |board: &Board| {
            if any_colours {
                vec![board.hash(), in_colors(board, true).hash()]
            } else {
                vec![board.hash()]
            }
        };
        EarlierPositions { boards: boards.iter().map(hashes).collect(), gap }
    }

    /// Whether the exchanged boards differ from the boards.
    pub(super) fn differ(&self) -> bool {
        let mut boards = self.boards.iter();
        boards.any(|hashes| hashes.iter().any(|hash| Some(hash) != hashes.first()))
    }

    /// Examines a ply of the main line. Returns whether the last position stands here and all others came before it as
    /// they should.
    pub(super) fn at(
        &self,
        progress: &mut TargetProgress,
        ply: &Ply,
        target: usize,
        last: PositionHash,
    ) -> bool {
        if progress.failed {
            return false;
        }
        let wanted = match self.boards.get(progress.met) {
            Some(hashes) => hashes.get(target).copied(),
            None => Some(last),
        };
        if wanted != Some(ply.board.hash()) {
            return false;
        }
        if progress.met > 0 && !self.gap.contains(&(ply.number - progress.number)) {
            progress.failed = true;
            return false;
        }
        let is_last = progress.met == self.boards.len();
        progress.met += 1;
        progress.number = ply.number;
        is_last
    }

    /// The games of a segment that have all of these positions on their main lines.
    pub(super) fn games(
        &self,
        positions: &Positions,
        pace: &mut Pace,
    ) -> std::io::Result<BeforeGames> {
        let mut boards = Vec::new();
        for hashes in &self.boards {
            let mut plies: HashMap<DocId, Option<u8>> = HashMap::new();
            for &hash in hashes {
                let early = positions.early(hash)?.map(|(doc, ply, _)| (doc, Some(ply)));
                let late = positions.late(hash)?.map(|doc| (doc, None));
                for (doc, ply) in pace.each(ENTRY, early.chain(late)) {
                    // An early entry is the first occurrence, and then there is no late one.
                    plies.entry(doc).or_insert(ply);
                }
            }
            boards.push(plies);
        }
        Ok(BeforeGames(boards))
    }

    /// Whether the distances are as they should be; `None` if only a replay can tell.
    pub(super) fn fits(&self, games: &BeforeGames, doc: DocId, last: u8) -> Option<bool> {
        let early = |plies: &HashMap<DocId, Option<u8>>| plies.get(&doc).copied().flatten();
        let mut plies = games.0.iter().map(early).collect::<Option<Vec<u8>>>()?;
        plies.push(last);
        let mut fits = true;
        for (a, b) in plies.iter().zip(plies.iter().skip(1)) {
            // A position may occur again after one that should follow it.
            let gap = b.checked_sub(*a).filter(|gap| *gap > 0)?;
            fits &= self.gap.contains(&u32::from(gap));
        }
        Some(fits)
    }
}

/// For each position the games that have it, with the move number if it is an early one.
pub(super) struct BeforeGames(Vec<HashMap<DocId, Option<u8>>>);

impl BeforeGames {
    pub(super) fn has(&self, doc: DocId) -> bool {
        self.0.iter().all(|plies| plies.contains_key(&doc))
    }
}
