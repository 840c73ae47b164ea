//! All openings under all symmetries and in both colourings, indexed by stone, so that the work for a game depends only
//! on its stones.

use super::{Opening, OpeningKind, openings};
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Color, Point};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Set of points on the 19×19 board, as 361 bits.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Points([u64; 6]);

impl Points {
    /// Adds a point. Returns true if it is new.
    fn insert(&mut self, point: Point) -> bool {
        let number = BoardSize::GO.number(point);
        let Some(word) = self.0.get_mut(number / 64) else {
            return false;
        };
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Points of the set except the points of these stones.
    fn without_stones(mut self, stones: &[usize]) -> Points {
        for number in stones.iter().map(|stone| stone / 2) {
            if let Some(word) = self.0.get_mut(number / 64) {
                *word &= !(1 << (number % 64));
            }
        }
        self
    }

    fn intersects(&self, other: &Points) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// One opening under one symmetry and in one of the two colourings.
struct OpeningImage {
    opening: usize,
    /// Points that must hold no other stone when the opening is complete.
    empty: Points,
    /// Stone that must be played last, if the opening requires that.
    last: Option<usize>,
    /// Number of moves within which the opening must be complete.
    last_ply: u32,
}

/// Images of all openings: each opening under each symmetry and in both colourings.
pub(super) struct OpeningImages {
    images: Vec<OpeningImage>,
    /// Number of stones of each image (an opening under one symmetry, in one of the two colourings).
    stone_counts: Vec<u8>,
    /// For every point and colour, the indices of the images (openings under one symmetry and colouring) with a stone
    /// there.
    by_stone: Vec<Vec<u16>>,
}

pub(super) fn images() -> &'static OpeningImages {
    static IMAGES: OnceLock<OpeningImages> = OnceLock::new();
    IMAGES.get_or_init(OpeningImages::from_table)
}

impl OpeningImages {
    fn from_table() -> OpeningImages {
        let size = BoardSize::GO;
        let mut images = OpeningImages {
            images: Vec::new(),
            stone_counts: Vec::new(),
            by_stone: vec![Vec::new(); size.area() * 2],
        };
        let mut regions: HashMap<OpeningKind, Vec<Points>> = HashMap::new();
        for (number, opening) in openings().iter().enumerate() {
            let kind = opening.kind;
            let kind_regions = || Symmetry::all(size).map(|s| empty_region(kind, s)).collect();
            let regions = &*regions.entry(kind).or_insert_with(kind_regions);
            // A symmetric opening has fewer than 16 different images, so equal images are skipped.
            let mut seen = Vec::new();
            for swapped in [false, true] {
                for (symmetry, region) in Symmetry::all(size).zip(regions) {
                    let transformed = transformed_stones(opening, symmetry, swapped);
                    let empty = region.without_stones(&transformed);
                    let mut sorted = transformed.clone();
                    sorted.sort_unstable();
                    let image = (sorted, empty);
                    if !transformed.is_empty() && !seen.contains(&image) {
                        images.add(number, kind, empty, &transformed);
                        seen.push(image);
                    }
                }
            }
        }
        images
    }

    fn add(&mut self, opening: usize, kind: OpeningKind, empty: Points, stones: &[usize]) {
        for &stone in stones {
            if let Some(list) = self.by_stone.get_mut(stone) {
                list.push(self.images.len() as u16);
            }
        }
        self.stone_counts.push(stones.len() as u8);
        self.images.push(OpeningImage {
            opening,
            empty,
            // The table lists Black's stones first.
            last: stones.first().copied().filter(|_| kind == OpeningKind::Corner),
            last_ply: kind.last_ply(),
        });
    }

    /// Indices of the openings that the moves complete, in order of completion.
    pub(super) fn completed_openings(&self, moves: &[(Color, Point)]) -> Vec<usize> {
        let mut missing = self.stone_counts.clone();
        let mut played = Points::default();
        let mut found = Vec::new();
        for (ply, &(color, point)) in (1..).zip(moves) {
            if !BoardSize::GO.contains(point) || !played.insert(point) {
                break;
            }
            let stone = stone_number(color, point);
            for &number in self.by_stone.get(stone).into_iter().flatten() {
                let Some(missing) = missing.get_mut(usize::from(number)) else {
                    continue;
                };
                *missing = missing.saturating_sub(1);
                if *missing == 0
                    && let Some(image) = self.images.get(usize::from(number))
                    && ply <= image.last_ply
                    && image.is_clear(stone, &played)
                {
                    found.push(image.opening);
                }
            }
        }
        found
    }
}

impl OpeningImage {
    /// True if no other stone is where the opening allows none. All played points count as occupied: captures are rare
    /// this early, and a captured stone was still part of the opening.
    fn is_clear(&self, last: usize, played: &Points) -> bool {
        self.last.is_none_or(|wanted| wanted == last) && !self.empty.intersects(played)
    }
}

fn stone_number(color: Color, point: Point) -> usize {
    BoardSize::GO.number(point) * 2 + usize::from(color == Color::White)
}

/// Stones under a symmetry, in the listed or the opposite colours.
fn transformed_stones(opening: &Opening, symmetry: Symmetry, swapped: bool) -> Vec<usize> {
    let transformed = |&(color, point): &(Color, Point)| {
        let color = if swapped { color.other() } else { color };
        stone_number(color, symmetry.apply(point, BoardSize::GO))
    };
    opening.stones.iter().map(transformed).collect()
}

/// Points that a kind of openings requires to be empty under a symmetry, including the points of the opening's stones.
fn empty_region(kind: OpeningKind, symmetry: Symmetry) -> Points {
    let mut points = Points::default();
    let points_of_board = BoardSize::GO.points();
    for point in points_of_board.filter(|&point| kind.requires_empty(point)) {
        points.insert(symmetry.apply(point, BoardSize::GO));
    }
    points
}
