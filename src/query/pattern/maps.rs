//! Which games of a block may have a pattern, and where: those in which all of its stones stood once in one place.

use super::standing::{Images, placements};
use crate::game::pattern::Cell;
use crate::game::{BoardSize, Color, Point};
use crate::index::segment::patterns::{BLOCK, Block, Maps};
use std::io;

/// Words of a block's bitmap.
pub(super) const WORDS: usize = BLOCK / 64;

/// A point where a stone is asked for: of this colour, or of any.
#[derive(Clone, Copy)]
struct Needed {
    point: Point,
    color: Option<Color>,
}

/// Points of the usual board, a bit for each column in every row.
pub(crate) type Points = [u32; 32];

/// The games of a block that may have a pattern.
pub(crate) struct Candidates {
    /// A bit for each game.
    pub(crate) games: [u64; WORDS],
    /// Of each game the points that lie in some placement whose stones all stood there once; none if there are so many that
    /// telling them would cost more than it saves.
    points: Vec<Points>,
}

/// Every point of any board.
pub(crate) const ALL_POINTS: Points = [u32::MAX; 32];

impl Candidates {
    /// The points of a game, by its number in the block.
    pub(crate) fn points(&self, game: usize) -> &Points {
        self.points.get(game).unwrap_or(&ALL_POINTS)
    }

    /// The games that have a placement's stones.
    #[inline]
    fn add(&mut self, games: &[u64; WORDS], area: &Area) {
        for (word, (&games, all)) in games.iter().zip(&mut self.games).enumerate() {
            *all |= games;
            let mut bits = games;
            while bits != 0 && !self.points.is_empty() {
                let game = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let Some(points) = self.points.get_mut(game) else {
                    continue;
                };
                for row in points
                    .iter_mut()
                    .skip(area.rows.start)
                    .take(area.rows.len())
                {
                    *row |= area.columns;
                }
            }
        }
    }
}

/// The rectangle of a placement.
struct Area {
    rows: std::ops::Range<usize>,
    columns: u32,
}

/// The stones that each placement needs.
pub(crate) struct Sieve {
    needed: Vec<Needed>,
    /// Where each placement's end, and where it lies.
    placements: Vec<(u32, Area)>,
    /// A placement needs no stone, so that nothing can be said.
    passes_all: bool,
}

impl Sieve {
    /// The sieve for the usual board.
    pub(crate) fn new(images: &Images) -> Sieve {
        let board = BoardSize::GO;
        let mut sieve = Sieve {
            needed: Vec::new(),
            placements: Vec::new(),
            passes_all: false,
        };
        for placement in placements(images, board) {
            let Some((_, pattern)) = images.get(usize::from(placement.image)) else {
                continue;
            };
            let before = sieve.needed.len();
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
            sieve.passes_all |= sieve.needed.len() == before;
            let size = pattern.size();
            let first = usize::from(placement.y);
            let area = Area {
                rows: first..first + usize::from(size.height()),
                columns: ((1 << size.width()) - 1) << placement.x,
            };
            sieve.placements.push((sieve.needed.len() as u32, area));
        }
        sieve
    }

    /// The games of a block that may have the pattern, and those of which no bitmap tells; their points, if these are asked for.
    pub(crate) fn candidates(&self, block: &Block, points: bool) -> io::Result<Candidates> {
        let mut found = Candidates {
            games: [u64::MAX; WORDS],
            points: Vec::new(),
        };
        if self.passes_all {
            return Ok(found);
        }
        let maps = block.maps()?;
        found.games = [0; WORDS];
        if points {
            found.points = vec![[0; 32]; BLOCK];
        }
        // So many rectangles are worth their price.
        let mut left = MOST_RECTANGLES * BLOCK;
        let mut start = 0;
        for (end, area) in &self.placements {
            let needed = self.needed.get(start..*end as usize).unwrap_or(&[]);
            start = *end as usize;
            let games = all_of(needed, &maps);
            let count: u32 = games.iter().map(|word| word.count_ones()).sum();
            match left.checked_sub(count as usize) {
                Some(rest) => left = rest,
                None => found.points.clear(),
            }
            found.add(&games, area);
            if found.points.is_empty() && found.games.iter().all(|&word| word == u64::MAX) {
                break;
            }
        }
        for (game, points) in found.points.iter_mut().enumerate() {
            if block
                .unmapped()
                .get(game / 64)
                .is_some_and(|word| word >> (game % 64) & 1 == 1)
            {
                *points = ALL_POINTS;
            }
        }
        for (games, unmapped) in found.games.iter_mut().zip(block.unmapped()) {
            *games |= unmapped;
        }
        Ok(found)
    }
}

/// Rectangles of a game, on average over a block, above which its points are not told.
const MOST_RECTANGLES: usize = 48;

/// The games that have all of the stones.
#[inline]
fn all_of(needed: &[Needed], maps: &Maps) -> [u64; WORDS] {
    let mut games = [u64::MAX; WORDS];
    for stone in needed {
        let point = stone.point;
        match stone.color {
            Some(color) => intersect(&mut games, maps.row(point, color)),
            None => either(&mut games, maps, point),
        }
        if games.iter().fold(0, |any, word| any | word) == 0 {
            break;
        }
    }
    games
}

#[inline]
fn intersect(games: &mut [u64; WORDS], row: &[u8]) {
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
