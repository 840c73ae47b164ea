//! The prefilter: which games of a block may have a pattern, and where. These are the games in which all of its stones
//! ever stood at one placement.

use super::standing::{Images, Placement, placements};
use crate::game::pattern::{Cell, Pattern};
use crate::game::{BoardSize, Color, Point};
use crate::index::segment::patterns::{BLOCK, Bitmap, Block, bitmap_number};
use std::io;

/// Words of a block's bitmap.
pub(super) const WORDS: usize = BLOCK / 64;

/// The most placements listed for a game; if there are more, the whole game is scanned.
pub(super) const MOST_PLACES: usize = 128;

/// The bitmap of a point that does not exist.
const NOBODY: Bitmap = [0; BLOCK / 8];

#[inline]
fn word(row: &Bitmap, i: usize) -> u64 {
    let (words, _) = row.as_chunks::<8>();
    words.get(i).map_or(0, |&word| u64::from_le_bytes(word))
}

/// The count for placements that are not listed.
const NOT_TOLD: u16 = MOST_PLACES as u16 + 1;

/// The games of a block that may have a pattern, and where. One object is reused for every block.
#[derive(Default)]
pub(crate) struct Candidates {
    /// A bit for each game.
    games: [u64; WORDS],
    /// By the game's number in the block: how many placements are listed for it; [`NOT_TOLD`] if they are not.
    counts: Vec<u16>,
    /// The indices of the placements, in order of preference.
    places: Vec<[u16; MOST_PLACES]>,
}

impl Candidates {
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

    /// The placements at which all stones of the pattern ever stood in a game, given by its number in the block; `None`
    /// if they are not listed.
    pub(crate) fn places(&self, game: usize) -> Option<&[u16]> {
        let count = usize::from(*self.counts.get(game)?);
        self.places.get(game)?.get(..count)
    }

    /// Adds a placement to games.
    #[inline]
    fn add(&mut self, games: &[u64; WORDS], place: u16) {
        for (word, &games) in games.iter().enumerate() {
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
    /// Stones of one colour.
    stones: Vec<u16>,
    /// Stones of either colour: the bitmaps of Black; that of White follows each.
    either: Vec<u16>,
    /// Where the stones of each placement end in both lists.
    ends: Vec<(u32, u32)>,
}

impl Sieve {
    /// The sieve for the usual board.
    pub(crate) fn new(images: &Images) -> Sieve {
        let mut sieve = Sieve::default();
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
        (self.stones).extend(moves.map(|&(color, point)| row_of(point, color)));
        (self.ends).push((self.stones.len() as u32, self.either.len() as u32));
    }

    /// Finds the games of a block that may have the pattern, and those without bitmaps. Lists their placements if
    /// `places` is set; if it is not, and nearly all games may have the pattern, returns all games.
    pub(crate) fn candidates(
        &self,
        block: &Block,
        places: bool,
        found: &mut Candidates,
    ) -> io::Result<()> {
        let maps = block.maps()?;
        let rows = maps.bitmaps();
        found.games = [0; WORDS];
        found.counts.clear();
        found
            .counts
            .resize(BLOCK, if places { 0 } else { NOT_TOLD });
        found.places.resize(BLOCK, [0; MOST_PLACES]);
        let (mut stones_start, mut either_start) = (0, 0);
        for (place, &(stones, either)) in self.ends.iter().enumerate() {
            let games = all_of(
                self.stones
                    .get(stones_start..stones as usize)
                    .unwrap_or(&[]),
                self.either
                    .get(either_start..either as usize)
                    .unwrap_or(&[]),
                &rows,
            );
            (stones_start, either_start) = (stones as usize, either as usize);
            for (all, games) in found.games.iter_mut().zip(&games) {
                *all |= games;
            }
            if places {
                found.add(&games, place as u16);
            } else if place % OFTEN == 0 && nearly_all(&found.games) {
                // Excluding the few other games costs more than searching them.
                found.games = [u64::MAX; WORDS];
                break;
            }
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
}

/// After this many placements, checks whether nearly all games are among the candidates.
const OFTEN: usize = 32;

/// Whether all but one in 32 games are.
fn nearly_all(games: &[u64; WORDS]) -> bool {
    let found: u32 = games.iter().map(|games| games.count_ones()).sum();
    found as usize >= BLOCK - BLOCK / 32
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
