//! Openings recognised from the stones.
//!
//! `openings.tsv` lists them with Black on the right side. A game has an opening if, within its first
//! [`LAST_PLY`] moves, all its stones stand under one of the 8 symmetries, in the listed or in the opposite colours,
//! and the points that the table wants empty are empty at the moment when the last of them is set.

use crate::game::symmetry::Symmetry;
use crate::game::{BoardSize, Color, Point};
use std::sync::OnceLock;

/// Moves within which an opening has to be complete.
pub const LAST_PLY: u32 = 20;

/// An opening with its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The usual English name.
    pub name: &'static str,
    /// Other names, in English, Japanese, Chinese and Korean.
    pub aliases: Vec<&'static str>,
    stones: Vec<(Color, Point)>,
    empty: Empty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Empty {
    /// The five lines of the side on which the stones are.
    Side,
    /// The whole board: the opening is the first move.
    First,
    Nothing,
}

/// All openings of the table.
pub fn openings() -> &'static [Opening] {
    static OPENINGS: OnceLock<Vec<Opening>> = OnceLock::new();
    OPENINGS.get_or_init(|| {
        include_str!("openings.tsv")
            .lines()
            .filter_map(parse_line)
            .collect()
    })
}

fn parse_line(line: &'static str) -> Option<Opening> {
    if line.starts_with('#') {
        return None;
    }
    let mut columns = line.split('\t');
    let name = columns.next()?;
    let aliases = columns
        .next()?
        .split(';')
        .map(str::trim)
        .filter(|alias| !alias.is_empty())
        .collect();
    let mut stones = Vec::new();
    for color in Color::BOTH {
        for text in columns.next()?.split_whitespace() {
            stones.push((color, point(text)?));
        }
    }
    let empty = match columns.next()? {
        "side" => Empty::Side,
        "first" => Empty::First,
        _ => Empty::Nothing,
    };
    Some(Opening {
        name,
        aliases,
        stones,
        empty,
    })
}

/// A point as Go players write it: a letter without I from the left, a number from below.
fn point(text: &str) -> Option<Point> {
    let (letter, number) = text.split_at_checked(1)?;
    let x = b"ABCDEFGHJKLMNOPQRST"
        .iter()
        .position(|l| [*l] == *letter.as_bytes())?;
    let row: u8 = number.parse().ok()?;
    Some(Point::new(x as u8, 19u8.checked_sub(row)?))
}

/// One opening under one symmetry, in one of the two colourings.
struct Image {
    opening: usize,
    symmetry: Symmetry,
    stones: u32,
}

/// For every point and colour the images that have this stone.
struct Images {
    images: Vec<Image>,
    by_stone: Vec<Vec<u16>>,
}

fn images() -> &'static Images {
    static IMAGES: OnceLock<Images> = OnceLock::new();
    IMAGES.get_or_init(|| {
        let size = BoardSize::GO;
        let mut images = Vec::new();
        let mut by_stone = vec![Vec::new(); size.area() * 2];
        let mut seen = std::collections::HashSet::new();
        for (opening, listed) in openings().iter().enumerate() {
            for swapped in [false, true] {
                for symmetry in Symmetry::all(size) {
                    let mut stones: Vec<usize> = (listed.stones.iter())
                        .map(|&(color, point)| {
                            let color = if swapped { color.other() } else { color };
                            stone_number(color, symmetry.apply(point, size))
                        })
                        .collect();
                    stones.sort_unstable();
                    // A symmetric opening has fewer images than 16.
                    if !seen.insert((opening, stones.clone())) {
                        continue;
                    }
                    for &stone in &stones {
                        if let Some(list) = by_stone.get_mut(stone) {
                            list.push(images.len() as u16);
                        }
                    }
                    images.push(Image {
                        opening,
                        symmetry,
                        stones: stones.len() as u32,
                    });
                }
            }
        }
        Images { images, by_stone }
    })
}

fn stone_number(color: Color, point: Point) -> usize {
    BoardSize::GO.number(point) * 2 + usize::from(color == Color::White)
}

/// Finds the openings of a game of Go on 19×19 that began on an empty board, given its moves in order (passes left
/// out). The names come in the order of the table, each once.
pub fn recognise(moves: impl Iterator<Item = (Color, Point)>) -> Vec<&'static Opening> {
    let images = images();
    let mut counts = vec![0u32; images.images.len()];
    let mut played: Vec<Point> = Vec::new();
    let mut found = Vec::new();
    for (color, point) in moves.take(LAST_PLY as usize) {
        if !BoardSize::GO.contains(point) || played.contains(&point) {
            break;
        }
        played.push(point);
        for &number in images
            .by_stone
            .get(stone_number(color, point))
            .into_iter()
            .flatten()
        {
            let number = usize::from(number);
            let (Some(count), Some(image)) = (counts.get_mut(number), images.images.get(number))
            else {
                continue;
            };
            *count += 1;
            if *count == image.stones && is_clear(image, &played) {
                found.push(image.opening);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
        .into_iter()
        .filter_map(|opening| openings().get(opening))
        .collect()
}

/// Whether nothing else stands where the opening wants no stone. All `played` points are occupied: so early, captures
/// are rare, and a captured stone was part of the opening all the same.
fn is_clear(image: &Image, played: &[Point]) -> bool {
    let Some(opening) = openings().get(image.opening) else {
        return false;
    };
    let inverse = image.symmetry.inverse();
    played.iter().all(|&point| {
        let point = inverse.apply(point, BoardSize::GO);
        let own = opening.stones.iter().any(|&(_, stone)| stone == point);
        own || match opening.empty {
            Empty::Nothing => true,
            Empty::Side => point.x < 14,
            Empty::First => false,
        }
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn names(moves: &str) -> Vec<&'static str> {
        let moves = moves.split_whitespace().enumerate().map(|(i, text)| {
            (
                if i % 2 == 0 {
                    Color::Black
                } else {
                    Color::White
                },
                point(text).unwrap(),
            )
        });
        recognise(moves)
            .iter()
            .map(|opening| opening.name)
            .collect()
    }

    #[test]
    fn the_table_is_read() {
        assert!(openings().len() >= 10);
        assert!(
            openings()
                .iter()
                .all(|opening| !opening.stones.is_empty() && !opening.aliases.is_empty())
        );
    }

    #[test]
    fn under_symmetry_and_in_both_colours() {
        assert_eq!(
            names("Q16 D17 Q3 D4 R9"),
            ["Low Chinese", "Star and komoku"]
        );
        assert_eq!(names("D4 Q16 R4 D17 K10"), ["Star and komoku"]);
        assert!(names("Q16 D4 Q4 D16 Q10").starts_with(&["Sanrensei", "Nirensei"]));
        // White's low Chinese on the left, upside down.
        assert!(names("Q4 D4 Q16 D17 R10 C11").contains(&"Low Chinese"));
        assert_eq!(names("K10 Q4 D4"), ["Tengen opening"]);
    }

    #[test]
    fn a_stone_in_the_way() {
        assert!(!names("Q16 R14 Q3 D4 R9").contains(&"Low Chinese"));
    }
}
