//! The bitmap prefilter: finds which games of a block may have a pattern, and where. A game may have the pattern if
//! there is a placement at which every stone of the pattern stood at some time, not necessarily together. So the
//! prefilter may return too many games, but never too few.

use super::placement::{PatternImages, Placement, placements};
use kifu_record::game::pattern::{Cell, Pattern};
use kifu_record::game::{BoardSize, Color, Point};
use kifu_store::index::segment::patterns::{
    BLOCK_DOCS, Bitmap, Block, BlockBitmaps, bitmap_number,
};
use std::io;

/// Number of 64-bit words in a block's bitmap, which has one bit per game.
pub(super) const BITMAP_WORDS: usize = BLOCK_DOCS / 64;

/// Maximum number of placements listed for one game. With 512 games a block, the lists take 128 KiB. A game with more
/// placements is marked [`UNLISTED`], and its placements are computed from its events (changes of points).
const MAX_PLACES_PER_GAME: usize = 128;

/// The bitmap of a point outside of the board: no game has a stone there.
const EMPTY_BITMAP: Bitmap = [0; BLOCK_DOCS / 8];

#[inline]
fn bitmap_word(row: &Bitmap, i: usize) -> u64 {
    let (words, _) = row.as_chunks::<8>();
    words.get(i).map_or(0, |&word| u64::from_le_bytes(word))
}

/// Value of a game's count if its placements are not listed.
const UNLISTED: u16 = MAX_PLACES_PER_GAME as u16 + 1;

/// Placements at which a game may have the pattern.
#[derive(Clone, Copy)]
pub(super) enum CandidatePlaces<'c> {
    /// The game may have the pattern only at these placements, given as indices into the list of all placements, in
    /// order of preference.
    Listed(&'c [u16]),
    /// The placements are not listed and have to be computed from the game's events (changes of points).
    Unlisted,
    /// The game, like most games of the block, may have the pattern at so many placements that listing them is not
    /// worthwhile.
    Common,
}

/// The games of a block that may have the pattern, and where. One object is reused for all blocks of a thread.
#[derive(Default)]
pub(crate) struct BlockCandidates {
    /// True if there are too many placements to list, so that all games of the block are candidates.
    is_common: bool,
    /// One bit per game of the block.
    games: [u64; BITMAP_WORDS],
    /// Number of placements listed for each game, by its number in the block; [`UNLISTED`] if they are not listed.
    counts: Vec<u16>,
    /// Indices of each game's placements, in order of preference.
    places: Vec<[u16; MAX_PLACES_PER_GAME]>,
}

impl BlockCandidates {
    /// Numbers of the candidate games within the block.
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

    /// True if the game with this number in the block is a candidate.
    pub(super) fn has(&self, game: usize) -> bool {
        self.games.get(game / 64).is_some_and(|word| word >> (game % 64) & 1 != 0)
    }

    /// Where a game may have the pattern, by the game's number in the block.
    pub(super) fn places(&self, game: usize) -> CandidatePlaces<'_> {
        if self.is_common {
            return CandidatePlaces::Common;
        }
        let count = self.counts.get(game).copied().map(usize::from);
        count
            .and_then(|count| self.places.get(game)?.get(..count))
            .map_or(CandidatePlaces::Unlisted, CandidatePlaces::Listed)
    }

    /// Adds a placement to all games of a bitmap.
    #[inline]
    fn add_placement(&mut self, place: u16, games: &[u64; BITMAP_WORDS]) {
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
                    *count = UNLISTED;
                }
            }
        }
    }
}

/// For each placement of the pattern, the bitmaps (one per point and colour) of the stones that it needs.
#[derive(Default)]
pub(crate) struct BitmapPrefilter {
    /// True if the pattern has moves. Such a pattern always needs a list of possible placements, because the scan by
    /// windows cannot search for moves.
    has_moves: bool,
    /// Numbers of the bitmaps of stones whose colour is given.
    stones: Vec<u16>,
    /// Stones of either colour: the numbers of Black's bitmaps. White's bitmap for the same point follows each.
    either: Vec<u16>,
    /// For each placement, where its stones end in `stones` and in `either`.
    ends: Vec<(u32, u32)>,
}

impl BitmapPrefilter {
    /// Prepares the prefilter for boards of 19×19, the only size that has bitmaps. Games on other boards are always
    /// candidates.
    pub(crate) fn new(images: &PatternImages) -> BitmapPrefilter {
        let mut prefilter = BitmapPrefilter {
            has_moves: images.iter().any(|(_, image)| !image.moves().is_empty()),
            ..BitmapPrefilter::default()
        };
        for placement in placements(images, BoardSize::GO) {
            if let Some((_, pattern)) = images.get(usize::from(placement.image)) {
                prefilter.add_stones(pattern, placement);
            }
        }
        prefilter
    }

    fn add_stones(&mut self, pattern: &Pattern, placement: Placement) {
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

    /// Finds the games of a block that may have the pattern, with their placements; games without bitmaps are always
    /// candidates. If the games have too many placements, all games of the block become candidates, without placements.
    pub(crate) fn candidates(&self, block: &Block, found: &mut BlockCandidates) -> io::Result<()> {
        let maps = block.read_bitmaps()?;
        let rows = maps.bitmaps();
        found.games = [0; BITMAP_WORDS];
        found.counts.clear();
        found.counts.resize(BLOCK_DOCS, 0);
        found.places.resize(BLOCK_DOCS, [0; MAX_PLACES_PER_GAME]);
        // A block is most likely like the one before it. If the block before had too many placements, the placements of
        // this one are first only counted, and listed only if there are few.
        found.is_common = found.is_common && self.has_too_many_placements(&rows, |_, _| {})
            || self
                .has_too_many_placements(&rows, |place, games| found.add_placement(place, games));
        if found.is_common {
            // Nearly all games of the block are candidates. Excluding the few other games would cost more than
            // searching them.
            found.games = [u64::MAX; BITMAP_WORDS];
            return Ok(());
        }
        for (game, count) in found.counts.iter_mut().enumerate() {
            let unmapped = block.uncovered_docs().get(game / 64).copied().unwrap_or(0);
            if unmapped >> (game % 64) & 1 == 1 {
                *count = UNLISTED;
            }
        }
        for (games, unmapped) in found.games.iter_mut().zip(block.uncovered_docs()) {
            *games |= unmapped;
        }
        Ok(())
    }

    /// The games of a block that may have the pattern, one bit for each document, without their placements. Games
    /// without bitmaps are left out.
    pub(super) fn games(&self, maps: &BlockBitmaps) -> [u64; BITMAP_WORDS] {
        let rows = maps.bitmaps();
        let mut all = [0; BITMAP_WORDS];
        let (mut stones_start, mut either_start) = (0, 0);
        for &(stones, either) in &self.ends {
            let stones_here = self.stones.get(stones_start..stones as usize).unwrap_or(&[]);
            let either_here = self.either.get(either_start..either as usize).unwrap_or(&[]);
            (stones_start, either_start) = (stones as usize, either as usize);
            let games = games_with_all(stones_here, either_here, &rows);
            all.iter_mut().zip(games).for_each(|(all, games)| *all |= games);
        }
        all
    }

    /// Passes the games of each placement to `sink`. Stops and returns true as soon as there are too many placements
    /// or, for a pattern with moves, as soon as nearly all games are candidates.
    fn has_too_many_placements(
        &self,
        rows: &[Bitmap],
        mut sink: impl FnMut(u16, &[u64; BITMAP_WORDS]),
    ) -> bool {
        let (mut stones_start, mut either_start) = (0, 0);
        let mut all = [0; BITMAP_WORDS];
        let mut listed = 0;
        for (place, &(stones, either)) in (0..).zip(&self.ends) {
            let stones_here = self.stones.get(stones_start..stones as usize);
            let either_here = self.either.get(either_start..either as usize);
            (stones_start, either_start) = (stones as usize, either as usize);
            let games =
                games_with_all(stones_here.unwrap_or(&[]), either_here.unwrap_or(&[]), rows);
            if is_empty(&games) {
                continue;
            }
            for (all, games) in all.iter_mut().zip(&games) {
                *all |= games;
            }
            listed += count_games(&games);
            let are_too_many = if self.has_moves {
                place % CHECK_INTERVAL == CHECK_INTERVAL - 1
                    && count_games(&all) >= NEARLY_ALL_GAMES
            } else {
                listed > MAX_PLACES_PER_GAME_ON_AVERAGE * BLOCK_DOCS
            };
            if are_too_many {
                return true;
            }
            sink(place, &games);
        }
        false
    }
}

/// Number of placements after which the number of candidates is checked, since counting bits at each would cost more.
const CHECK_INTERVAL: u16 = 32;

/// Average number of placements per game above which scanning all changes of the games is faster than listing
/// placements and testing each. Found by measurement together with the 5×5 windows: over 24 random rectangles the
/// median fell from 713 to 410 ns per game.
const MAX_PLACES_PER_GAME_ON_AVERAGE: usize = 14;

/// Number of candidates above which a block counts as full, for patterns with moves: all games of 512 but 16. Excluding
/// the few others would cost more than searching them.
const NEARLY_ALL_GAMES: usize = BLOCK_DOCS - BLOCK_DOCS / 32;

#[inline]
fn count_games(games: &[u64; BITMAP_WORDS]) -> usize {
    games.iter().map(|games| games.count_ones() as usize).sum()
}

/// The games that have all of the given stones at some time, as a bitmap.
#[inline]
fn games_with_all(stones: &[u16], either: &[u16], rows: &[Bitmap]) -> [u64; BITMAP_WORDS] {
    let mut games = [u64::MAX; BITMAP_WORDS];
    let row = |number: u16| rows.get(usize::from(number)).unwrap_or(&EMPTY_BITMAP);
    // Three bitmaps at a time keep the result in registers, and there is one test for an empty result instead of three.
    let (threes, rest) = stones.as_chunks::<3>();
    for three in threes {
        let [a, b, c] = three.map(row);
        for (i, games) in games.iter_mut().enumerate() {
            *games &= bitmap_word(a, i) & bitmap_word(b, i) & bitmap_word(c, i);
        }
        if is_empty(&games) {
            return games;
        }
    }
    for &stone in rest {
        let row = row(stone);
        for (i, games) in games.iter_mut().enumerate() {
            *games &= bitmap_word(row, i);
        }
    }
    for &black in either {
        let (black, white) = (row(black), row(black + 1));
        for (i, games) in games.iter_mut().enumerate() {
            *games &= bitmap_word(black, i) | bitmap_word(white, i);
        }
    }
    games
}

#[inline]
fn is_empty(games: &[u64; BITMAP_WORDS]) -> bool {
    games.iter().fold(0, |any, word| any | word) == 0
}
