//! The prefilter: which games of a block may have a pattern, and where. These are the games in which all of its stones
//! ever stood at one placement.

use super::standing::{PatternImages, Placement, placements};
use kifu_record::game::pattern::{Cell, Pattern};
use kifu_record::game::{BoardSize, Color, Point};
use kifu_store::index::segment::patterns::{BLOCK, Bitmap, Block, bitmap_number};
use std::io;

/// Words of a block's bitmap.
pub(super) const WORDS: usize = BLOCK / 64;

/// The most placements listed for a game; if there are more, its events tell them.
const MOST_PLACES: usize = 128;

/// The bitmap of a point that does not exist.
const NOBODY: Bitmap = [0; BLOCK / 8];

#[inline]
fn word(row: &Bitmap, i: usize) -> u64 {
    let (words, _) = row.as_chunks::<8>();
    words.get(i).map_or(0, |&word| u64::from_le_bytes(word))
}

/// The count for placements that are not listed.
const NOT_TOLD: u16 = MOST_PLACES as u16 + 1;

/// Where a game may have a pattern.
#[derive(Clone, Copy)]
pub(super) enum CandidatePlaces<'c> {
    /// At these placements alone: indices into all of them, in order of preference.
    Listed(&'c [u16]),
    /// The game's events tell.
    Unlisted,
    /// At many placements, as most games.
    Common,
}

/// The games of a block that may have a pattern, and where. One object is reused for every block.
#[derive(Default)]
pub(crate) struct BlockCandidates {
    /// Whether there are too many placements to list.
    is_common: bool,
    /// A bit for each game.
    games: [u64; WORDS],
    /// By the game's number in the block: how many placements are listed for it; [`NOT_TOLD`] if they are not.
    counts: Vec<u16>,
    /// The indices of the placements, in order of preference.
    places: Vec<[u16; MOST_PLACES]>,
}

impl BlockCandidates {
    /// The numbers of the games in the block.
    pub(super) fn games(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.games.iter().enumerate();
        words.flat_map(|(word, &games)| {
            let mut left = games;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * word + bit)
            })
        })
    }

    /// Where a game, given by its number in the block, may have the pattern.
    pub(super) fn places(&self, game: usize) -> CandidatePlaces<'_> {
        if self.is_common {
            return CandidatePlaces::Common;
        }
        let count = self.counts.get(game).copied().map(usize::from);
        count
            .and_then(|count| self.places.get(game)?.get(..count))
            .map_or(CandidatePlaces::Unlisted, CandidatePlaces::Listed)
    }

    /// Adds a placement to games.
    #[inline]
    fn add(&mut self, place: u16, games: &[u64; WORDS]) {
        for (word, &games) in games.iter().enumerate() {
            if let Some(all) = self.games.get_mut(word) {
                *all |= games;
            }
            let mut bits = games;
            while bits != 0 {
                let game = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let (Some(count), Some(places)) =
                    (self.counts.get_mut(game), self.places.get_mut(game))
                else {
                    continue;
                };
                if let Some(slot) = places.get_mut(usize::from(*count)) {
                    *slot = place;
                    *count += 1;
                } else {
                    *count = NOT_TOLD;
                }
            }
        }
    }
}

/// The stones that each placement needs, as the numbers of their bitmaps.
#[derive(Default)]
pub(crate) struct Sieve {
    /// Whether the pattern has moves, which are followed at listed placements alone.
    has_moves: bool,
    /// Stones of one colour.
    stones: Vec<u16>,
    /// Stones of either colour: the bitmaps of Black; that of White follows each.
    either: Vec<u16>,
    /// Where the stones of each placement end in both lists.
    ends: Vec<(u32, u32)>,
}

impl Sieve {
    /// The sieve for the usual board.
    pub(crate) fn new(images: &PatternImages) -> Sieve {
        let mut sieve = Sieve {
            has_moves: images.iter().any(|(_, image)| !image.moves().is_empty()),
            ..Sieve::default()
        };
        for placement in placements(images, BoardSize::GO) {
            if let Some((_, pattern)) = images.get(usize::from(placement.image)) {
                sieve.add(pattern, placement);
            }
        }
        sieve
    }

    fn add(&mut self, pattern: &Pattern, placement: Placement) {
        let row_of = |point: Point, color| {
            let point = Point::new(placement.x + point.x, placement.y + point.y);
            bitmap_number(point, color) as u16
        };
        for (point, cell) in pattern.cells() {
            match cell {
                Cell::BLACK => self.stones.push(row_of(point, Color::Black)),
                Cell::WHITE => self.stones.push(row_of(point, Color::White)),
                Cell::STONE => self.either.push(row_of(point, Color::Black)),
                _ => {}
            }
        }
        let moves = pattern.moves().iter();
        self.stones.extend(moves.map(|&(color, point)| row_of(point, color)));
        self.ends.push((self.stones.len() as u32, self.either.len() as u32));
    }

    /// Finds the games of a block that may have the pattern, with their placements, and those without bitmaps. If
    /// there are too many, returns all games without placements.
    pub(crate) fn candidates(&self, block: &Block, found: &mut BlockCandidates) -> io::Result<()> {
        let maps = block.maps()?;
        let rows = maps.bitmaps();
        found.games = [0; WORDS];
        found.counts.clear();
        found.counts.resize(BLOCK, 0);
        found.places.resize(BLOCK, [0; MOST_PLACES]);
        // A block is most likely like the one before it, and then placements are not worth listing.
        found.is_common = found.is_common && self.is_common(&rows, |_, _| {})
            || self.is_common(&rows, |place, games| found.add(place, games));
        if found.is_common {
            // Excluding the few other games would cost more than searching them.
            found.games = [u64::MAX; WORDS];
            return Ok(());
        }
        for (game, count) in found.counts.iter_mut().enumerate() {
            let unmapped = block.unmapped().get(game / 64).copied().unwrap_or(0);
            if unmapped >> (game % 64) & 1 == 1 {
                *count = NOT_TOLD;
            }
        }
        for (games, unmapped) in found.games.iter_mut().zip(block.unmapped()) {
            *games |= unmapped;
        }
        Ok(())
    }

    /// Passes on the games that have all stones of each placement, until there are too many placements, or for moves
    /// until nearly all games have those of some: then returns true.
    fn is_common(&self, rows: &[Bitmap], mut sink: impl FnMut(u16, &[u64; WORDS])) -> bool {
        let (mut stones_start, mut either_start) = (0, 0);
        let mut all = [0; WORDS];
        let mut listed = 0;
        for (place, &(stones, either)) in (0..).zip(&self.ends) {
            let stones_here = self.stones.get(stones_start..stones as usize);
            let either_here = self.either.get(either_start..either as usize);
            (stones_start, either_start) = (stones as usize, either as usize);
            let games = all_of(stones_here.unwrap_or(&[]), either_here.unwrap_or(&[]), rows);
            if is_empty(&games) {
                continue;
            }
            for (all, games) in all.iter_mut().zip(&games) {
                *all |= games;
            }
            listed += count(&games);
            let are_too_many = if self.has_moves {
                place % OFTEN == OFTEN - 1 && count(&all) >= NEARLY_ALL
            } else {
                listed > MANY * BLOCK
            };
            if are_too_many {
                return true;
            }
            sink(place, &games);
        }
        false
    }
}

/// After this many placements, checks whether nearly all games are among the candidates.
const OFTEN: u16 = 32;

/// With more placements a game than this, it is faster to examine all changes of the games.
const MANY: usize = 14;

/// All games but one in 32.
const NEARLY_ALL: usize = BLOCK - BLOCK / 32;

#[inline]
fn count(games: &[u64; WORDS]) -> usize {
    games.iter().map(|games| games.count_ones() as usize).sum()
}

/// The games that have all of the stones.
#[inline]
fn all_of(stones: &[u16], either: &[u16], rows: &[Bitmap]) -> [u64; WORDS] {
    let mut games = [u64::MAX; WORDS];
    let row = |number: u16| rows.get(usize::from(number)).unwrap_or(&NOBODY);
    // Three bitmaps at a time keep the games in registers and reduce the checks for any games left.
    let (threes, rest) = stones.as_chunks::<3>();
    for three in threes {
        let [a, b, c] = three.map(row);
        for (i, games) in games.iter_mut().enumerate() {
            *games &= word(a, i) & word(b, i) & word(c, i);
        }
        if is_empty(&games) {
            return games;
        }
    }
    for &stone in rest {
        let row = row(stone);
        for (i, games) in games.iter_mut().enumerate() {
            *games &= word(row, i);
        }
    }
    for &black in either {
        let (black, white) = (row(black), row(black + 1));
        for (i, games) in games.iter_mut().enumerate() {
            *games &= word(black, i) | word(white, i);
        }
    }
    games
}

#[inline]
fn is_empty(games: &[u64; WORDS]) -> bool {
    games.iter().fold(0, |any, word| any | word) == 0
}
