//! Which games of a block may have a pattern, and where: those in which all of its stones stood once in one place.

use super::standing::{Images, placements};
use crate::game::pattern::Cell;
use crate::game::{BoardSize, Color, Point};
use crate::index::segment::patterns::{BLOCK, Block, Maps, row_number};
use std::io;

/// Words of a block's bitmap.
pub(super) const WORDS: usize = BLOCK / 64;

/// A point where a stone is asked for: of this colour, or of any.
#[derive(Clone, Copy)]
struct Needed {
    point: Point,
    color: Option<Color>,
}

impl Needed {
    /// The bitmap of a stone of one colour.
    #[inline]
    fn row_of<'m>(&self, rows: &'m [Row]) -> Option<&'m Row> {
        rows.get(row_number(self.point, self.color?))
    }
}

/// A bitmap of a whole block.
type Row = [u8; BLOCK / 8];

#[inline]
fn word(row: &Row, i: usize) -> u64 {
    let (words, _) = row.as_chunks::<8>();
    words.get(i).map_or(0, |&word| u64::from_le_bytes(word))
}

/// The places of a game that are told: with more, the game is scanned as a whole.
pub(super) const MOST_PLACES: usize = 128;

/// A count of places that are not told.
const NOT_TOLD: u16 = MOST_PLACES as u16 + 1;

/// The games of a block that may have a pattern, and where. One is filled for every block.
#[derive(Default)]
pub(crate) struct Candidates {
    /// A bit for each game.
    games: [u64; WORDS],
    /// By the game's number in the block, how many places are told of it; more than there is room for if they are not.
    counts: Vec<u16>,
    /// The numbers of the places, in the order of preference.
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

    /// Where all stones of the pattern stood once in a game, given by its number in the block; none if that is not told.
    pub(crate) fn places(&self, game: usize) -> Option<&[u16]> {
        let count = usize::from(*self.counts.get(game)?);
        self.places.get(game)?.get(..count)
    }

    /// Adds a place to games.
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

/// The stones that each placement needs.
pub(crate) struct Sieve {
    needed: Vec<Needed>,
    /// Where each placement's end.
    ends: Vec<u32>,
}

impl Sieve {
    /// The sieve for the usual board.
    pub(crate) fn new(images: &Images) -> Sieve {
        let board = BoardSize::GO;
        let mut sieve = Sieve {
            needed: Vec::new(),
            ends: Vec::new(),
        };
        for placement in placements(images, board) {
            let Some((_, pattern)) = images.get(usize::from(placement.image)) else {
                continue;
            };
            let stones = pattern.cells().filter_map(|(point, cell)| {
                let color = match cell {
                    Cell::BLACK => Some(Color::Black),
                    Cell::WHITE => Some(Color::White),
                    Cell::STONE => None,
                    _ => return None,
                };
                Some((point, color))
            });
            let moves = pattern.moves().iter();
            let moves = moves.map(|&(color, point)| (point, Some(color)));
            for (point, color) in stones.chain(moves) {
                let point = Point::new(placement.x + point.x, placement.y + point.y);
                sieve.needed.push(Needed { point, color });
            }
            sieve.ends.push(sieve.needed.len() as u32);
        }
        sieve
    }

    /// Finds the games of a block that may have the pattern, and those of which no bitmap tells; and where, if that is
    /// wanted. Where it is not, and nearly all games may have it, all are handed over.
    pub(crate) fn candidates(
        &self,
        block: &Block,
        places: bool,
        found: &mut Candidates,
    ) -> io::Result<()> {
        let maps = block.maps()?;
        found.games = [0; WORDS];
        found.counts.clear();
        found
            .counts
            .resize(BLOCK, if places { 0 } else { NOT_TOLD });
        found.places.resize(BLOCK, [0; MOST_PLACES]);
        let mut start = 0;
        for (place, &end) in self.ends.iter().enumerate() {
            let needed = self.needed.get(start..end as usize).unwrap_or(&[]);
            start = end as usize;
            let games = all_of(needed, &maps);
            for (all, games) in found.games.iter_mut().zip(&games) {
                *all |= games;
            }
            if places {
                found.add(&games, place as u16);
            } else if place % OFTEN == 0 && nearly_all(&found.games) {
                // To find the few games without costs more than to look through them.
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

/// Each time after so many placements it is looked whether nearly all games are among the candidates.
const OFTEN: usize = 32;

/// Whether all but one in 32 games are.
fn nearly_all(games: &[u64; WORDS]) -> bool {
    let found: u32 = games.iter().map(|games| games.count_ones()).sum();
    found as usize >= BLOCK - BLOCK / 32
}

/// The games that have all of the stones.
#[inline]
fn all_of(needed: &[Needed], maps: &Maps) -> [u64; WORDS] {
    let mut games = [u64::MAX; WORDS];
    let mut left = needed;
    // Three bitmaps at once: the games stay in registers, and it is rarer that one asks whether any are left.
    if let Some(rows) = maps.rows() {
        while let Some((three, rest)) = left.split_first_chunk::<3>()
            && let [Some(a), Some(b), Some(c)] = three.map(|stone| stone.row_of(rows))
        {
            for (i, games) in games.iter_mut().enumerate() {
                *games &= word(a, i) & word(b, i) & word(c, i);
            }
            if is_empty(&games) {
                return games;
            }
            left = rest;
        }
    }
    for stone in left {
        let point = stone.point;
        match stone.color {
            Some(color) => intersect(&mut games, maps.row(point, color)),
            None => either(&mut games, maps, point),
        }
        if is_empty(&games) {
            break;
        }
    }
    games
}

#[inline]
fn is_empty(games: &[u64; WORDS]) -> bool {
    games.iter().fold(0, |any, word| any | word) == 0
}

#[inline]
fn intersect(games: &mut [u64; WORDS], row: &[u8]) {
    // All blocks but the last have this length, which lets the loop be a few wide instructions.
    if let Ok(row) = <&[u8; 8 * WORDS]>::try_from(row) {
        let (words, _) = row.as_chunks::<8>();
        for i in 0..WORDS {
            games[i] &= u64::from_le_bytes(words[i]);
        }
        return;
    }
    let (words, _) = row.as_chunks::<8>();
    for (games, word) in games.iter_mut().zip(words) {
        *games &= u64::from_le_bytes(*word);
    }
    // The last block has fewer words.
    for games in games.iter_mut().skip(words.len()) {
        *games = 0;
    }
}

fn either(games: &mut [u64; WORDS], maps: &Maps, point: Point) {
    let (mut black, mut white) = (*games, *games);
    intersect(&mut black, maps.row(point, Color::Black));
    intersect(&mut white, maps.row(point, Color::White));
    for ((games, black), white) in games.iter_mut().zip(black).zip(white) {
        *games = black | white;
    }
}
