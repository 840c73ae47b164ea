//! Finds whole-board positions: which games reach one, when, and how they continue.
//!
//! A game is a hit if its main line has the position at the start, after some move or after later setup, under any
//! symmetry of the board, with the colours as they are. It counts once, at the first such position. Games that have the
//! position only in variations are counted separately. [`BoardConditions`] can select other hits.

mod candidates;
mod earlier_positions;
mod replay;
mod target;

use super::board_conditions::{BoardConditions, SearchNeeds, TreeScope};
use super::step::{GameStep, Step, StepTable};
use candidates::{EarlyEntry, GameEntries, SearchedTables, SegmentEntries};
use earlier_positions::EarlierGames;
pub(crate) use earlier_positions::EarlierPositions;
use kifu_record::Ply;
use kifu_record::cancel::TimeBudget;
use kifu_record::game::Color;
use kifu_record::game::board::Board;
use kifu_record::replay::NextPlay;
use kifu_store::index::Index;
use kifu_store::index::segment::kifus::Kifus;
use kifu_store::index::segment::positions::{NextCode, Positions};
pub(crate) use replay::PositionReplays;
use replay::{PositionHit, ReplayVerdict};
use std::ops::RangeInclusive;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};
pub(crate) use target::with_colors;
use target::{CanonicalMove, TargetBoard};

/// A position with the conditions on its hit.
#[derive(Clone, Debug)]
pub(crate) struct PositionMatcher {
    /// The boards to look up: the board as given and, if colours may be exchanged, the board with exchanged colours,
    /// unless both are the same position.
    targets: Vec<TargetBoard>,
    /// The board with exchanged colours, if colours may be exchanged and it is the same position as the board as given.
    /// Then a step and its exchanged image count as one step.
    exchange: Option<TargetBoard>,
    /// The positions that must come before the searched position in a game.
    earlier: Option<EarlierPositions>,
    scope: TreeScope,
    moves: RangeInclusive<u32>,
    /// Allowed next moves for each target (searched board), in the target's canonical form; `None` allows all.
    next: Option<Vec<Vec<CanonicalMove>>>,
    /// Required side to move, in the colours of the searched board.
    to_move: Option<Color>,
    /// True if so many games have the position early on their main lines that its entries in the index are trusted: no
    /// replay checks whether an entry is another position with an equal hash.
    is_common: bool,
    budget: TimeBudget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionMatch {
    pub(crate) doc: DocId,
    /// Number of moves played before the position.
    pub(crate) number: u32,
    /// How the game continues, if the next move has a code in the index.
    pub(crate) next: NextCode,
    /// Index of the target (searched board) that the game has.
    pub(crate) target: u8,
}

/// The matching games of a segment. There may be very many, so the details that only replayed games have are stored in
/// a list of their own.
#[derive(Debug, Default)]
pub(crate) struct PositionMatches {
    /// The games with a hit, in document order.
    pub(crate) games: Vec<PositionMatch>,
    /// Hits of those games that were replayed, in document order.
    replayed: Vec<(DocId, PositionHit)>,
    /// Number of further games that have the position only in variations, if hits have to be on the main line.
    pub(crate) in_variations: u64,
}

impl PositionMatches {
    /// The hit of a game, if the game was replayed.
    pub(super) fn replayed(&self, doc: DocId) -> Option<PositionHit> {
        let at = self.replayed.binary_search_by_key(&doc, |(doc, _)| *doc);
        self.replayed.get(at.ok()?).map(|(_, hit)| *hit)
    }

    /// The next move of a matching game.
    fn next(&self, game: &PositionMatch) -> CanonicalMove {
        match (game.next, self.replayed(game.doc)) {
            (NextCode::UNKNOWN, Some(hit)) => hit.next,
            (code, _) => CanonicalMove::Coded(code),
        }
    }

    fn add(&mut self, doc: DocId, hit: PositionHit) {
        self.games.push(PositionMatch {
            doc,
            number: hit.place.number,
            next: match hit.next {
                CanonicalMove::Coded(code) => code,
                CanonicalMove::Other(_) => NextCode::UNKNOWN,
            },
            target: hit.target,
        });
        self.replayed.push((doc, hit));
    }
}

/// Maximum number of early entries, in the whole index, that are verified by replay. Entries have keys of 44 bits, so a
/// false hit is less likely than 1 in 100,000, and among more games than this maximum a false hit would be no more than
/// a rounding error. The number of entries in the whole index decides, so that it does not matter which games share a
/// segment.
const MAX_VERIFIED_ENTRIES: usize = 512;

/// Cost of examining the entries of one game, in budget steps of about 10 ns.
const GAME_STEPS: usize = 5;

impl PositionMatcher {
    /// Prepares the search for a position that meets these conditions and, if `before` is given, comes after the
    /// positions in it.
    pub(crate) fn new(
        board: &Board,
        terms: &BoardConditions,
        index: &Index,
        before: Option<EarlierPositions>,
    ) -> PositionMatcher {
        let mut targets = vec![TargetBoard::new(board, false)];
        let mut exchange = None;
        if terms.any_colours {
            let exchanged = TargetBoard::new(board, true);
            // If the board with exchanged colours is a rotated or mirrored image of the board itself, looking it up
            // would find the same games again.
            let differs = exchanged.hash != board.hash();
            if differs || before.as_ref().is_some_and(EarlierPositions::differ_by_color) {
                targets.push(exchanged);
            } else {
                exchange = Some(exchanged);
            }
        }
        let (next, to_move) = match exchange {
            Some(_) => terms.by_either_colour(),
            None => (terms.next.clone(), terms.to_move),
        };
        let of_target = |target: &TargetBoard, next: &[Step]| -> Vec<CanonicalMove> {
            let moves = std::iter::once(target)
                .chain(&exchange)
                .flat_map(|board| next.iter().filter_map(|&step| board.canonical_next(step)));
            moves.collect()
        };
        let next = next.map(|next| targets.iter().map(|target| of_target(target, &next)).collect());
        // An error of the index is ignored here, since the search itself reports it.
        let early = |target: &TargetBoard| {
            index.early_entries(target.hash, MAX_VERIFIED_ENTRIES + 1).unwrap_or(0)
        };
        PositionMatcher {
            is_common: targets.iter().map(early).sum::<usize>() > MAX_VERIFIED_ENTRIES,
            scope: terms.scope,
            moves: terms.moves.clone().unwrap_or(0..=u32::MAX),
            next,
            to_move,
            targets,
            exchange,
            earlier: before,
            budget: index.budget().clone(),
        }
    }

    /// The matching games of a segment, from the tables of positions, by replay where the tables leave a doubt.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<PositionMatches> {
        let mut ticker = self.budget.ticker();
        let positions = Positions::open(reader)?;
        let before = self.earlier.as_ref();
        let before =
            before.map(|before| before.games_with_all(&positions, &mut ticker)).transpose()?;
        let alive = reader.alive_bitset();
        let is_searched = |doc| {
            alive.is_none_or(|alive| alive.is_alive(doc))
                && needs.filter.is_none_or(|among| among.contains(doc))
                && before.as_ref().is_none_or(|before| before.has(doc))
        };
        let tables = SearchedTables {
            main: self.scope != TreeScope::Variations,
            variations: self.scope != TreeScope::Main || needs.statistics,
        };
        let candidates =
            SegmentEntries::new(&positions, &self.targets, tables, is_searched, &mut ticker)?;
        let is_sure = |doc| self.is_common || needs.trusted.is_some_and(|docs| docs.contains(doc));
        let mut replays = PositionReplays::new(self, Kifus::open(reader)?, needs.statistics);
        let mut found = PositionMatches::default();
        if self.is_common {
            // Most candidates are going to be hits, so memory for all of them is reserved.
            found.games.reserve(candidates.len());
        }
        // The examination gets a ticker of its own, because the entries were already collected within the budget and
        // only these entries are examined.
        let mut ticker = self.budget.ticker();
        for game in ticker.take_within_budget(GAME_STEPS, candidates.games()) {
            let verdict = if is_sure(game.doc) {
                self.verdict_by_index(&game, before.as_ref(), needs.statistics)
            } else {
                IndexVerdict::Unknown
            };
            match verdict {
                IndexVerdict::Fits(game) => found.games.push(game),
                IndexVerdict::DoesNotFit if !game.in_variation() => {}
                _ if self.budget.poll_exhausted() => break,
                _ => match replays.replay_entries(&game)? {
                    ReplayVerdict::Fits(hit) => found.add(game.doc, hit),
                    ReplayVerdict::InVariation => found.in_variations += 1,
                    ReplayVerdict::Nowhere => {}
                },
            }
        }
        let games = needs.filter.map_or(reader.num_docs() as usize, BitSet::len);
        self.budget.add_done(games as u64);
        Ok(found)
    }

    /// Decides whether the first occurrence of the position on a game's main line is a hit, from the game's index
    /// entries alone. Where they do not decide, a replay has to.
    fn verdict_by_index(
        &self,
        game: &GameEntries,
        before: Option<&EarlierGames>,
        statistics: bool,
    ) -> IndexVerdict {
        let Some(&first) = game.early.iter().min_by_key(|early| early.ply) else {
            return IndexVerdict::Unknown;
        };
        let EarlyEntry { doc, next, ply, target } = first;
        if statistics && next == NextCode::UNKNOWN {
            return IndexVerdict::Unknown;
        }
        match self.comes_after(doc, ply, before) {
            None => return IndexVerdict::Unknown,
            Some(false) => return IndexVerdict::DoesNotFit,
            Some(true) => {}
        }
        match self.fits_early(ply, target, next) {
            None => IndexVerdict::Unknown,
            Some(false) => IndexVerdict::DoesNotFit,
            Some(true) => {
                IndexVerdict::Fits(PositionMatch { doc, number: ply.into(), next, target })
            }
        }
    }

    /// For a sequence of positions whose last one is found early in a game: tells whether the game has the other
    /// positions before it, at the allowed numbers of moves. `None` if only a replay tells.
    fn comes_after(&self, doc: DocId, ply: u8, games: Option<&EarlierGames>) -> Option<bool> {
        match (&self.earlier, games) {
            // The entries of the positions in the index do not tell which of them have exchanged colours.
            (Some(_), Some(_)) if self.targets.len() > 1 => None,
            (Some(before), Some(games)) => before.fits_gaps(games, doc, ply),
            _ => Some(true),
        }
    }

    /// Tells whether an early position meets the conditions; `None` if only a replay tells.
    fn fits_early(&self, ply: u8, target: u8, next: NextCode) -> Option<bool> {
        if !self.moves.contains(&u32::from(ply)) {
            return Some(false);
        }
        if !self.restricts_next() {
            return Some(true);
        }
        if next == NextCode::UNKNOWN {
            return None;
        }
        let mover = self.targets.get(usize::from(target))?.mover_of(next);
        if mover.is_none() && self.to_move.is_some() {
            // At the end of a game, only a replay tells the side to move.
            return None;
        }
        let by_required_side = mover.is_none_or(|mover| self.is_to_move(target, mover));
        Some(by_required_side && self.is_accepted_next(target, CanonicalMove::Coded(next)))
    }

    /// True if the conditions accept this colour of a game as the side to move.
    fn is_to_move(&self, target: u8, mover: Color) -> bool {
        let mover =
            self.targets.get(usize::from(target)).map_or(mover, |target| target.map_color(mover));
        self.to_move.is_none_or(|wanted| wanted == mover)
    }

    /// True if the conditions on the hit restrict the next move.
    fn restricts_next(&self) -> bool {
        self.next.is_some() || self.to_move.is_some()
    }

    /// True if the next step has to be known for positions in variations.
    fn needs_next(&self, statistics: bool) -> bool {
        self.restricts_next() || statistics && self.scope != TreeScope::Main
    }

    /// True if the conditions on the hit accept this next move.
    fn is_accepted_next(&self, target: u8, next: CanonicalMove) -> bool {
        self.next
            .as_ref()
            .map(|targets| targets.get(usize::from(target)))
            .is_none_or(|moves| moves.is_some_and(|moves| moves.contains(&next)))
    }

    /// The next move at a position of a game in which a target (searched board) stands, if both meet the conditions;
    /// otherwise `None`.
    pub(crate) fn fits(&self, target: u8, ply: &Ply, next: NextPlay) -> Option<CanonicalMove> {
        let mover = Step::from(next).color().unwrap_or(ply.turn);
        let next = CanonicalMove::from_play(next, ply.board);
        let fits = self.moves.contains(&ply.number)
            && self.is_to_move(target, mover)
            && self.is_accepted_next(target, next);
        fits.then_some(next)
    }

    /// The steps (next moves) with which the matching games continue.
    pub(super) fn steps(&self, matches: &PositionMatches) -> StepTable {
        let mut steps = StepTable::default();
        // Numbers of steps by the code of the next move, so that most games need no hashing.
        let mut coded: Vec<Vec<Option<u32>>> = vec![Vec::new(); self.targets.len()];
        steps.step_of_game.reserve(matches.games.len());
        let mut ticker = self.budget.ticker();
        for game in ticker.take_within_budget(1, matches.games.iter()) {
            let slot = match (coded.get_mut(usize::from(game.target)), game.next) {
                (Some(coded), next) if next != NextCode::UNKNOWN => {
                    let code = usize::from(next.0);
                    if coded.len() <= code {
                        coded.resize(code + 1, None);
                    }
                    coded.get_mut(code)
                }
                _ => None,
            };
            let number = match slot.as_deref() {
                Some(Some(number)) => *number,
                _ => steps.index_of(self.step(game.target, matches.next(game))),
            };
            if let Some(slot) = slot {
                *slot = Some(number);
            }
            steps.step_of_game.push(number);
        }
        steps
    }

    /// Converts a next move into the form in which steps of all games are compared and counted.
    fn step(&self, target: u8, next: CanonicalMove) -> GameStep {
        let target = self.targets.get(usize::from(target));
        let ways = target
            .into_iter()
            .chain(&self.exchange)
            .map(|target| GameStep { step: target.step(next), swapped: target.swapped });
        ways.min_by_key(|&step| (self.to_question(step).rank(), step.swapped)).unwrap_or_default()
    }

    /// Converts a step (next move) into the orientation of the searched board.
    pub(super) fn to_question(&self, step: GameStep) -> Step {
        let mut targets = self.targets.iter().chain(&self.exchange);
        let target = targets.find(|target| target.swapped == step.swapped);
        target.map_or(step.step, |target| target.to_question(step.step))
    }
}

/// What the index entries of a game tell about it without a replay.
enum IndexVerdict {
    Fits(PositionMatch),
    DoesNotFit,
    Unknown,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_record::game::{BoardSize, GameKind};
    use kifu_store::index::build::{Options, build};

    /// Builds an index with one segment for each number of games, and returns whether the position is common in it.
    fn is_common(games: &[usize]) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("index");
        for (root, count) in games.iter().enumerate() {
            let root = folder.path().join(root.to_string());
            std::fs::create_dir(&root).unwrap();
            let text = "(;SZ[9];B[cc])".repeat(*count);
            std::fs::write(root.join("a.sgf"), text).unwrap();
            let options = Options { threads: 1, ..Options::default() };
            build(&place, &[root], &options, &Default::default()).unwrap();
        }
        let index = Index::open(&place).unwrap();
        assert_eq!(index.segment_count(), games.len());
        let mut board = Board::new(GameKind::Go, BoardSize::new(9, 9).unwrap());
        kifu_record::game::go::play(&mut board, Color::Black, kifu_record::game::Point::new(2, 2));
        PositionMatcher::new(&board, &BoardConditions::default(), &index, None).is_common
    }

    #[test]
    fn entries_of_the_whole_index_decide_what_is_replayed() {
        assert!(is_common(&[MAX_VERIFIED_ENTRIES + 1]));
        assert!(is_common(&[MAX_VERIFIED_ENTRIES / 2, MAX_VERIFIED_ENTRIES / 2, 1]));
        assert!(!is_common(&[MAX_VERIFIED_ENTRIES / 2, MAX_VERIFIED_ENTRIES / 2]));
    }
}
