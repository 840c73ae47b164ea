//! The openings under all symmetries and in both colourings, arranged so that a game pays only for its own stones.

use super::{Opening, OpeningKind, openings};
use kifu_record::game::symmetry::Symmetry;
use kifu_record::game::{BoardSize, Color, Point};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A set of points on the 19×19 board.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Points([u64; 6]);

impl Points {
    /// Adds a point. Returns whether it is new.
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

    /// The points on which none of these stones stands.
    fn without(mut self, stones: &[usize]) -> Points {
        for number in stones.iter().map(|stone| stone / 2) {
            if let Some(word) = self.0.get_mut(number / 64) {
                *word &= !(1 << (number % 64));
            }
        }
        self
    }

    fn meets(&self, other: &Points) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// One opening under one symmetry and in one of the two colourings.
struct OpeningImage {
    opening: usize,
    /// Points that may hold no other stone when it is complete.
    empty: Points,
    /// The stone that must be played last, if any.
    last: Option<usize>,
    /// The number of moves within which it must be complete.
    last_ply: u32,
}

/// All images of all openings.
pub(super) struct OpeningImages {
    images: Vec<OpeningImage>,
    /// The number of stones in each image.
    stones: Vec<u8>,
    /// For every point and colour, the images that contain this stone.
    by_stone: Vec<Vec<u16>>,
}

pub(super) fn images() -> &'static OpeningImages {
    static IMAGES: OnceLock<OpeningImages> = OnceLock::new();
    IMAGES.get_or_init(OpeningImages::of_table)
}

impl OpeningImages {
    fn of_table() -> OpeningImages {
        let size = BoardSize::GO;
        let mut images = OpeningImages {
            images: Vec::new(),
            stones: Vec::new(),
            by_stone: vec![Vec::new(); size.area() * 2],
        };
        let mut regions: HashMap<OpeningKind, Vec<Points>> = HashMap::new();
        for (number, opening) in openings().iter().enumerate() {
            let kind = opening.kind;
            let of_kind = || Symmetry::all(size).map(|s| region(kind, s)).collect();
            let regions = &*regions.entry(kind).or_insert_with(of_kind);
            // A symmetric opening has fewer than 16 images.
            let mut seen = Vec::new();
            for swapped in [false, true] {
                for (symmetry, region) in Symmetry::all(size).zip(regions) {
                    let turned = turn(opening, symmetry, swapped);
                    let empty = region.without(&turned);
                    let mut sorted = turned.clone();
                    sorted.sort_unstable();
                    let image = (sorted, empty);
                    if !turned.is_empty() && !seen.contains(&image) {
                        images.add(number, kind, empty, &turned);
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
        self.stones.push(stones.len() as u8);
        self.images.push(OpeningImage {
            opening,
            empty,
            // Black's stones are listed first.
            last: stones.first().copied().filter(|_| kind == OpeningKind::Corner),
            last_ply: kind.last_ply(),
        });
    }

    /// The numbers of the openings that the moves complete, in order of completion.
    pub(super) fn openings_of(&self, moves: &[(Color, Point)]) -> Vec<usize> {
        let mut missing = self.stones.clone();
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
    /// Whether no other stone is where the opening allows none. All played points count as occupied: captures are rare
    /// this early, and a captured stone was still part of the opening.
    fn is_clear(&self, last: usize, played: &Points) -> bool {
        self.last.is_none_or(|wanted| wanted == last) && !self.empty.meets(played)
    }
}

fn stone_number(color: Color, point: Point) -> usize {
    BoardSize::GO.number(point) * 2 + usize::from(color == Color::White)
}

/// The stones under a symmetry, in the listed or the opposite colours.
fn turn(opening: &Opening, symmetry: Symmetry, swapped: bool) -> Vec<usize> {
    let turned = |&(color, point): &(Color, Point)| {
        let color = if swapped { color.other() } else { color };
        stone_number(color, symmetry.apply(point, BoardSize::GO))
    };
    opening.stones.iter().map(turned).collect()
}

/// The points that a kind of openings wants empty under a symmetry, those of its own stones included.
fn region(kind: OpeningKind, symmetry: Symmetry) -> Points {
    let mut points = Points::default();
    let wanted = BoardSize::GO.points();
    for point in wanted.filter(|&point| kind.wants_empty(point)) {
        points.insert(symmetry.apply(point, BoardSize::GO));
    }
    points
}
