//! Checks the positions that must come before the searched one in a game.

use super::target::with_colors;
use kifu_record::Ply;
use kifu_record::cancel::BudgetTicker;
use kifu_record::game::board::Board;
use kifu_record::game::hash::PositionHash;
use kifu_store::index::segment::positions::Positions;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use tantivy::DocId;

/// Cost of recording one entry, in budget steps of about 10 ns.
const ENTRY_STEPS: usize = 5;

/// The positions of a sequence that must come before the last one, and the allowed numbers of moves from one to the
/// next.
#[derive(Clone, Debug)]
pub(crate) struct EarlierPositions {
    /// Hashes of each position, one for each target: in the colours as searched and, if allowed, with exchanged
    /// colours.
    boards: Vec<Vec<PositionHash>>,
    /// Allowed numbers of moves from the first occurrence of a position to the next position's first occurrence after
    /// it.
    gap: RangeInclusive<u32>,
}

/// Progress of the sequence through one game, in the colours of one target (the board as searched, or with exchanged
/// colours).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TargetProgress {
    /// Number of positions found so far.
    found_count: usize,
    /// Move number of the position found last.
    number: u32,
    /// True if a position of the sequence came too late or too early.
    failed: bool,
}

impl EarlierPositions {
    /// Makes a sequence of positions that follow one another, each at a distance within `gap` from the one before.
    pub(crate) fn new(
        boards: &[Board],
        any_colours: bool,
        gap: RangeInclusive<u32>,
    ) -> EarlierPositions {
        let hashes = |board: &Board| {
            if any_colours {
                vec![board.hash(), with_colors(board, true).hash()]
            } else {
                vec![board.hash()]
            }
        };
        EarlierPositions { boards: boards.iter().map(hashes).collect(), gap }
    }

    /// True if exchanging the colours changes any position of the sequence.
    pub(super) fn differ_by_color(&self) -> bool {
        let mut boards = self.boards.iter();
        boards.any(|hashes| hashes.iter().any(|hash| Some(hash) != hashes.first()))
    }

    /// Advances the progress by one position of the main line. Returns true if the last position of the sequence stands
    /// here and all others came before it at allowed distances.
    pub(super) fn advance(
        &self,
        progress: &mut TargetProgress,
        ply: &Ply,
        target: usize,
        last: PositionHash,
    ) -> bool {
        if progress.failed {
            return false;
        }
        let next_hash = match self.boards.get(progress.found_count) {
            Some(hashes) => hashes.get(target).copied(),
            None => Some(last),
        };
        if next_hash != Some(ply.board.hash()) {
            return false;
        }
        if progress.found_count > 0 && !self.gap.contains(&(ply.number - progress.number)) {
            progress.failed = true;
            return false;
        }
        let is_last = progress.found_count == self.boards.len();
        progress.found_count += 1;
        progress.number = ply.number;
        is_last
    }

    /// For each position that must come before the searched one, the games of a segment that have it on their main
    /// lines.
    pub(super) fn games_with_all(
        &self,
        positions: &Positions,
        ticker: &mut BudgetTicker,
    ) -> std::io::Result<EarlierGames> {
        let mut boards = Vec::new();
        for hashes in &self.boards {
            let mut plies: HashMap<DocId, Option<u8>> = HashMap::new();
            for &hash in hashes {
                let early = positions.early(hash)?.map(|(doc, ply, _)| (doc, Some(ply)));
                let late = positions.late(hash)?.map(|doc| (doc, None));
                for (doc, ply) in ticker.take_within_budget(ENTRY_STEPS, early.chain(late)) {
                    // The index stores only the first occurrence of a position in a game. If that is early, the game
                    // has no entry in the table of late positions, so no entry is overwritten here.
                    plies.entry(doc).or_insert(ply);
                }
            }
            boards.push(plies);
        }
        Ok(EarlierGames(boards))
    }

    /// Tells whether the numbers of moves between the positions of the sequence are allowed in a game; `None` if only a
    /// replay tells.
    pub(super) fn fits_gaps(&self, games: &EarlierGames, doc: DocId, last: u8) -> Option<bool> {
        let early = |plies: &HashMap<DocId, Option<u8>>| plies.get(&doc).copied().flatten();
        let mut plies = games.0.iter().map(early).collect::<Option<Vec<u8>>>()?;
        plies.push(last);
        let mut fits = true;
        for (a, b) in plies.iter().zip(plies.iter().skip(1)) {
            // If a position occurs again later, the index knows only its first occurrence, which may come before the
            // position that it should follow. Then only a replay tells.
            let gap = b.checked_sub(*a).filter(|gap| *gap > 0)?;
            fits &= self.gap.contains(&u32::from(gap));
        }
        Some(fits)
    }
}

/// For each position that must come before the searched one: the games that have it, with the move number if that is
/// early enough to be stored in the table of early positions.
pub(super) struct EarlierGames(Vec<HashMap<DocId, Option<u8>>>);

impl EarlierGames {
    pub(super) fn has(&self, doc: DocId) -> bool {
        self.0.iter().all(|plies| plies.contains_key(&doc))
    }
}
