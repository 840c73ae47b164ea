//! Positions that have to come before the one that is looked for.

use super::target::Target;
use crate::game::board::Board;
use crate::game::hash::PositionHash;
use crate::index::segment::positions::Positions;
use crate::patience::Pace;
use crate::record::Ply;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use tantivy::DocId;

/// Steps that it takes to note an entry.
const ENTRY: usize = 5;

/// The positions before the last one, and how far each is from the next.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    /// For each position its hashes, in the colours of the targets.
    boards: Vec<Vec<PositionHash>>,
    /// Moves from the first place of a position to the next position's first place behind it.
    gap: RangeInclusive<u32>,
}

/// What is found on the way through one game, for one of the targets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// Positions that were met.
    met: usize,
    /// The number of the last one's move.
    number: u32,
    /// Whether the next position came too late, or too early.
    failed: bool,
}

impl Before {
    pub(super) fn new(boards: &[Board], any_colours: bool, gap: RangeInclusive<u32>) -> Before {
        let hashes = |board: &Board| {
            if any_colours {
                vec![board.hash(), Target::exchanged(board).hash]
            } else {
                vec![board.hash()]
            }
        };
        Before {
            boards: boards.iter().map(hashes).collect(),
            gap,
        }
    }

    /// Whether the exchanged boards are other ones.
    pub(super) fn differ(&self) -> bool {
        let mut boards = self.boards.iter();
        boards.any(|hashes| hashes.iter().any(|hash| Some(hash) != hashes.first()))
    }

    /// Looks at a ply of the main line. Tells whether the last position stands here, all others having been before it
    /// as they should.
    pub(super) fn at(
        &self,
        progress: &mut Progress,
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
                let early = positions.early(hash)?;
                let early = early.map(|(doc, ply, _)| (doc, Some(ply)));
                let late = positions.late(hash)?.map(|doc| (doc, None));
                for (doc, ply) in pace.each(ENTRY, early.chain(late)) {
                    // An early entry is the first place; there is no later one then.
                    plies.entry(doc).or_insert(ply);
                }
            }
            boards.push(plies);
        }
        Ok(BeforeGames(boards))
    }

    /// Whether the places are as they should be; none where only a replay tells.
    pub(super) fn fits(&self, games: &BeforeGames, doc: DocId, last: u8) -> Option<bool> {
        let early = |plies: &HashMap<DocId, Option<u8>>| plies.get(&doc).copied().flatten();
        let mut plies = games.0.iter().map(early).collect::<Option<Vec<u8>>>()?;
        plies.push(last);
        let mut fits = true;
        for (a, b) in plies.iter().zip(plies.iter().skip(1)) {
            // A position may come again behind one that it came before.
            let gap = b.checked_sub(*a).filter(|gap| *gap > 0)?;
            fits &= self.gap.contains(&u32::from(gap));
        }
        Some(fits)
    }
}

/// For each position the games that have it, with the move where that is an early one.
pub(super) struct BeforeGames(Vec<HashMap<DocId, Option<u8>>>);

impl BeforeGames {
    pub(super) fn has(&self, doc: DocId) -> bool {
        self.0.iter().all(|plies| plies.contains_key(&doc))
    }
}
