//! Searches the games of a segment for positions that differ from a board by few stones.
//!
//! The changes of points (events) of each game are followed along its main line. For all symmetries at once, counters
//! know how many stones of each colour stand where the board has such stones. The distance follows from these counters
//! and from the numbers of stones: a colour with `s` stones on the board and `n` in the game, of which `m` stand on the
//! same points, needs `max(s, n) - m` stones to be added, taken away or moved.

use super::{Difference, NearGame};
use kifu_record::cancel::TimeBudget;
use kifu_record::game::board::Board;
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Color, GameKind, Point, Stone};
use kifu_store::index::events::{Event, event_pairs, flags};
use kifu_store::index::segment::patterns::{BLOCK_DOCS, Block, Patterns};
use rayon::prelude::*;
use tantivy::index::SegmentReader;
use tantivy::{BitSet, DocId};

/// Number of symmetries of a square board.
const SYMMETRIES: usize = 8;

/// Eight counters of 16 bits in one word, one for each symmetry.
type Lanes = u128;

/// For each set of symmetries, as bits: the word that adds 1 to their counters.
const ONES: [Lanes; 256] = {
    let mut ones = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut lane = 0;
        while lane < SYMMETRIES {
            if set >> lane & 1 == 1 {
                ones[set] |= 1 << (16 * lane);
            }
            lane += 1;
        }
        set += 1;
    }
    ones
};

fn lane(lanes: Lanes, number: usize) -> u32 {
    u32::from((lanes >> (16 * number)) as u16)
}

/// Board to compare games with, in all its allowed images.
#[derive(Debug)]
pub(crate) struct NearSearch {
    game: GameKind,
    size: BoardSize,
    targets: Vec<Target>,
    /// Number of symmetries that are allowed.
    symmetries: usize,
    /// Largest distance of a game.
    most: u32,
    /// True if a stone that was captured in the game counts as standing.
    ignores_captures: bool,
}

/// The board, with its colours as drawn or exchanged.
#[derive(Debug)]
struct Target {
    is_swapped: bool,
    /// Number of black and of white stones.
    stones: [u32; 2],
    /// For each colour and point, by the number of the point in events: the symmetries, as bits, whose image has such a
    /// stone there.
    images: [Vec<u8>; 2],
}

impl Target {
    fn new(board: &Board, symmetries: usize, is_swapped: bool) -> Target {
        let size = board.size();
        let mut target =
            Target { is_swapped, stones: [0; 2], images: [0, 1].map(|_| vec![0; Event::POINTS]) };
        for (point, color) in stones(board) {
            let color = if is_swapped { color.other() } else { color };
            let side = usize::from(color == Color::White);
            if let Some(stones) = target.stones.get_mut(side) {
                *stones += 1;
            }
            for symmetry in Symmetry::all(size).take(symmetries) {
                let image = Event::number_of(symmetry.apply(point, size));
                if let Some(set) = target.images.get_mut(side).and_then(|all| all.get_mut(image)) {
                    *set |= 1 << symmetry.number();
                }
            }
        }
        target
    }

    /// The word that adds 1 to the counters of the symmetries whose image has a stone of this colour there.
    #[inline]
    fn ones(&self, side: usize, point: usize) -> Lanes {
        let set = self.images.get(side).and_then(|all| all.get(point)).copied().unwrap_or(0);
        ONES.get(usize::from(set)).copied().unwrap_or(0)
    }
}

fn stones(board: &Board) -> impl Iterator<Item = (Point, Color)> {
    board.size().points().filter_map(|point| Some((point, board.stone(point).color()?)))
}

/// Number of a colour in arrays: 0 for Black, 1 for White; `None` for no stone.
#[inline]
fn side(stone: Stone) -> Option<usize> {
    stone.color().map(|color| usize::from(color == Color::White))
}

/// Points as bits, by their numbers in events.
type PointSet = [u64; Event::POINTS / 64];

/// State of a game while its events are followed.
struct Follower<'s> {
    search: &'s NearSearch,
    target: &'s Target,
    /// Number of black and of white stones on the board.
    stones: [u32; 2],
    /// For each colour: stones that stand where the image of each symmetry has such a stone.
    standing: [Lanes; 2],
    /// The same for stones that were placed, whether they still stand or not.
    placed: [Lanes; 2],
    /// For each colour: points on which such a stone was placed, and their number.
    placed_at: [PointSet; 2],
    placed_points: [u32; 2],
}

impl<'s> Follower<'s> {
    fn new(search: &'s NearSearch, target: &'s Target) -> Follower<'s> {
        Follower {
            search,
            target,
            stones: [0; 2],
            standing: [0; 2],
            placed: [0; 2],
            placed_at: [[0; Event::POINTS / 64]; 2],
            placed_points: [0; 2],
        }
    }

    #[inline]
    fn follow(&mut self, event: Event) {
        let Some((_, before, after)) = event.change() else {
            return;
        };
        let point = event.number();
        if let Some(side) = side(before) {
            self.stones[side] = self.stones[side].wrapping_sub(1);
            self.standing[side] = self.standing[side].wrapping_sub(self.target.ones(side, point));
        }
        if let Some(side) = side(after) {
            self.stones[side] += 1;
            let ones = self.target.ones(side, point);
            self.standing[side] = self.standing[side].wrapping_add(ones);
            if self.search.ignores_captures {
                self.place(side, point, ones);
            }
        }
    }

    fn place(&mut self, side: usize, point: usize, ones: Lanes) {
        if let Some(word) = self.placed_at.get_mut(side).and_then(|set| set.get_mut(point / 64)) {
            let bit = 1 << (point % 64);
            if *word & bit == 0 {
                *word |= bit;
                self.placed_points[side] += 1;
                self.placed[side] = self.placed[side].wrapping_add(ones);
            }
        }
    }

    /// True if captures are ignored and a stone of this colour was placed on the point.
    fn was_placed(&self, side: usize, point: usize) -> bool {
        let word = self.placed_at.get(side).and_then(|set| set.get(point / 64));
        word.is_some_and(|word| word >> (point % 64) & 1 == 1)
    }

    /// Least distance that the numbers of stones allow.
    #[inline]
    fn least(&self) -> u32 {
        let least = |side: usize| {
            let (wanted, there) = (self.target.stones[side], self.stones[side]);
            if self.search.ignores_captures {
                let missing = wanted.saturating_sub(self.placed_points[side]);
                there.saturating_sub(wanted).max(missing)
            } else {
                there.abs_diff(wanted)
            }
        };
        least(0) + least(1)
    }

    /// Distance of the position from the nearest image of the board, with the number of its symmetry.
    fn distance(&self) -> (u32, usize) {
        let of = |number: usize| {
            let of_side = |side: usize| {
                let (wanted, there) = (self.target.stones[side], self.stones[side]);
                let standing = lane(self.standing[side], number);
                let found = if self.search.ignores_captures {
                    lane(self.placed[side], number)
                } else {
                    standing
                };
                // Stones that the game lacks, and stones that only the game has. One of each is a moved stone.
                let (missing, added) =
                    (wanted.saturating_sub(found), there.saturating_sub(standing));
                missing.max(added)
            };
            of_side(0) + of_side(1)
        };
        let all = (0..self.search.symmetries).map(|number| (of(number), number));
        all.min().unwrap_or((u32::MAX, 0))
    }
}

/// The nearest position of a game: its distance, its number in the order of positions (0 is the start), and the image
/// of the board that it is nearest to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Nearest {
    stones: u32,
    position: u32,
    symmetry: usize,
    is_swapped: bool,
}

impl NearSearch {
    pub(crate) fn new(
        board: &Board,
        (symmetric, any_colors): (bool, bool),
        (most, ignores_captures): (u32, bool),
    ) -> NearSearch {
        let symmetries = if symmetric { Symmetry::count(board.size()) } else { 1 };
        let swaps: &[bool] = if any_colors { &[false, true] } else { &[false] };
        NearSearch {
            game: board.game(),
            size: board.size(),
            targets: swaps.iter().map(|&swap| Target::new(board, symmetries, swap)).collect(),
            symmetries,
            most,
            ignores_captures,
        }
    }

    /// The games of a segment that come near the board, in document order, each with the first of its nearest
    /// positions. `filter` restricts the games. If the budget ends early, the result has the games found until then.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        filter: Option<&BitSet>,
        budget: &TimeBudget,
    ) -> tantivy::Result<Vec<NearGame>> {
        let patterns = Patterns::open(reader)?;
        let is_board = |kind: Option<&(GameKind, BoardSize)>| kind == Some(&(self.game, self.size));
        let kinds: Vec<bool> = patterns.kinds().iter().map(|kind| is_board(Some(kind))).collect();
        let alive = reader.alive_bitset();
        let is_searched = |doc: DocId| {
            alive.is_none_or(|alive| alive.is_alive(doc))
                && filter.is_none_or(|wanted| wanted.contains(doc))
        };
        let block = |number: usize| -> tantivy::Result<Vec<NearGame>> {
            let first = (number * BLOCK_DOCS) as DocId;
            let docs = first..patterns.docs().min((number + 1) * BLOCK_DOCS) as DocId;
            let docs: Vec<DocId> = docs.filter(|&doc| is_searched(doc)).collect();
            if docs.is_empty() || budget.poll_exhausted() {
                return Ok(Vec::new());
            }
            budget.add_done(docs.len() as u64);
            self.block(&patterns.block(number)?, &docs, &kinds)
        };
        let found: Vec<Vec<NearGame>> =
            (0..patterns.blocks()).into_par_iter().map(block).collect::<tantivy::Result<_>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    fn block(
        &self,
        block: &Block,
        docs: &[DocId],
        kinds: &[bool],
    ) -> tantivy::Result<Vec<NearGame>> {
        let mut found = Vec::new();
        for &doc in docs {
            let entry = block.entry(doc);
            let is_board = kinds.get(usize::from(entry.board)).copied().unwrap_or(false);
            if !is_board || entry.flags & flags::NONE != 0 {
                continue;
            }
            let events = block.events(entry.start..entry.main)?;
            if let Some(nearest) = self.nearest(&events) {
                found.push(NearGame {
                    doc,
                    stones: nearest.stones,
                    position: nearest.position,
                    symmetry: Symmetry::from_number(nearest.symmetry as u8),
                    swapped: nearest.is_swapped,
                });
            }
        }
        Ok(found)
    }

    /// The first of the nearest positions of a game; `None` if all are too far away.
    fn nearest(&self, events: &[u8]) -> Option<Nearest> {
        let mut best: Option<Nearest> = None;
        for target in &self.targets {
            let mut follower = Follower::new(self, target);
            let mut position = 0;
            for &pair in event_pairs(events) {
                let event = Event::read(pair);
                follower.follow(event);
                if !event.ends_position() {
                    continue;
                }
                // Among equally near positions, the first counts, and as drawn before with exchanged colours.
                let limit = best.map_or((self.most + 1, 0), |best| (best.stones, best.position));
                if (follower.least(), position) < limit {
                    let (stones, symmetry) = follower.distance();
                    if (stones, position) < limit {
                        let is_swapped = target.is_swapped;
                        best = Some(Nearest { stones, position, symmetry, is_swapped });
                    }
                }
                position += 1;
            }
        }
        best
    }
}

impl NearSearch {
    /// The points at which the nearest position of a game differs from the searched one, in its orientation and
    /// colours, from the upper left to the lower right.
    pub(crate) fn differences(&self, events: &[u8], game: &NearGame) -> Vec<Difference> {
        let mut targets = self.targets.iter();
        let Some(target) = targets.find(|target| target.is_swapped == game.swapped) else {
            return Vec::new();
        };
        let mut follower = Follower::new(self, target);
        let mut found = vec![Stone::Empty; Event::POINTS];
        let mut position = 0;
        for &pair in event_pairs(events) {
            let event = Event::read(pair);
            follower.follow(event);
            if let Some((_, _, after)) = event.change()
                && let Some(stone) = found.get_mut(event.number())
            {
                *stone = after;
            }
            if event.ends_position() {
                if position == game.position {
                    break;
                }
                position += 1;
            }
        }
        let difference = |point: Point| {
            let image = Event::number_of(game.symmetry.apply(point, self.size));
            let there = found.get(image).copied().unwrap_or(Stone::Empty);
            let set = 1 << game.symmetry.number();
            let is_wanted =
                |side: usize| target.images[side].get(image).is_some_and(|all| all & set != 0);
            let wanted = [0, 1].into_iter().find(|&side| is_wanted(side));
            let is_placed = wanted.is_some_and(|side| follower.was_placed(side, image));
            let is_equal = side(there) == wanted || side(there).is_none() && is_placed;
            let in_question = |side: usize| {
                let color = if side == 0 { Color::Black } else { Color::White };
                if game.swapped { color.other() } else { color }
            };
            (!is_equal).then(|| Difference {
                point,
                wanted: wanted.map(in_question),
                found: side(there).map(in_question),
            })
        };
        self.size.points().filter_map(difference).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn board(stones: &[(u8, u8, Color)]) -> Board {
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        for &(x, y, color) in stones {
            board.set(Point::new(x, y), color.into());
        }
        board
    }

    /// Events of a game in which each stone is placed on an empty point.
    fn placed(stones: &[(u8, u8, Color)]) -> Vec<u8> {
        let end = |event: Event| u16::from_le_bytes(event_bytes(event)) | 1 << 15;
        let events = stones.iter().map(|&(x, y, color)| {
            end(Event::new(Point::new(x, y), usize::from(color == Color::White)))
        });
        let start = [1 << 13 | 1 << 15];
        start.into_iter().chain(events).flat_map(u16::to_le_bytes).collect()
    }

    fn event_bytes(event: Event) -> [u8; 2] {
        // An event has the number of its point and its kind of change, and no marks.
        ((event.number() << 3 | event.transition()) as u16).to_le_bytes()
    }

    #[test]
    fn a_moved_stone_counts_once() {
        use Color::{Black, White};
        let game = placed(&[(15, 3, Black), (3, 15, White), (3, 3, Black)]);
        let nearest = |stones: &[(u8, u8, Color)], most| {
            let search = NearSearch::new(&board(stones), (true, false), (most, false));
            search.nearest(&game).map(|found| (found.stones, found.position))
        };
        assert_eq!(nearest(&[(15, 3, Black), (3, 15, White), (3, 3, Black)], 0), Some((0, 3)));
        assert_eq!(nearest(&[(15, 3, Black), (3, 15, White), (3, 4, Black)], 1), Some((1, 2)));
        assert_eq!(nearest(&[(15, 3, Black), (3, 14, White), (3, 4, Black)], 2), Some((2, 1)));
        assert_eq!(nearest(&[(15, 3, White), (3, 15, White)], 0), None);
        // A stone of the other colour is one taken away, and one added.
        let of_other_color = [(15, 3, White), (3, 15, White), (3, 3, Black), (9, 9, White)];
        let game = placed(&[(15, 3, Black), (3, 15, White), (3, 3, Black), (9, 9, White)]);
        let search = NearSearch::new(&board(&of_other_color), (true, false), (2, false));
        let found = search.nearest(&game);
        assert_eq!(found.map(|found| (found.stones, found.position)), Some((2, 4)));
    }
}
