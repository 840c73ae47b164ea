//! Recognises openings by their stones.
//!
//! `openings.tsv` lists them with Black on the right side. A game has an opening if all of its stones are played within
//! the first [`LAST_PLY`] moves, under one of the 8 symmetries and in the listed or the opposite colours, and if the
//! points that its [`OpeningKind`] requires to be empty are empty when the last of the stones is played.

mod images;
mod mirror;

use images::images;
use kifu_record::game::{Color, Point};
use std::sync::OnceLock;

/// Number of moves within which an opening must be complete.
pub const LAST_PLY: u32 = 20;

/// Opening with its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// Usual English name of the opening.
    pub name: &'static str,
    /// Other names in English, Japanese, Chinese and Korean.
    pub aliases: Vec<&'static str>,
    /// Names in Japanese, Chinese and Korean, the usual one of each language first.
    pub native: [Vec<&'static str>; 3],
    /// Condition that the opening requires besides its stones.
    pub kind: OpeningKind,
    /// Stones of the opening, turned so that Black's are on the right side of the board.
    pub stones: Vec<(Color, Point)>,
}

/// Condition that an opening requires besides its stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OpeningKind {
    /// The five lines at the right side have no other stones.
    Side,
    /// Only the opening's stones matter; the rest of the board may be occupied.
    Board,
    /// Only the opening's stones matter, and they must be played within the first nine moves.
    Start,
    /// The seven lines of the corner have no other stones, and Black's stone comes last.
    Corner,
    /// The opening's only stone is the first move of the game.
    First,
    /// One side mirrors the other's moves through the centre; the opening has no stones.
    Mirror,
}

impl OpeningKind {
    fn parse(text: &str) -> Option<OpeningKind> {
        Some(match text {
            "side" => OpeningKind::Side,
            "board" => OpeningKind::Board,
            "start" => OpeningKind::Start,
            "corner" => OpeningKind::Corner,
            "first" => OpeningKind::First,
            "mirror" => OpeningKind::Mirror,
            _ => return None,
        })
    }

    /// Number of moves within which the stones must be played.
    fn last_ply(self) -> u32 {
        match self {
            OpeningKind::Start => 9,
            _ => LAST_PLY,
        }
    }

    /// True if the opening requires a point to be empty, with Black on the right side. The points of the opening's own
    /// stones are exempt.
    fn requires_empty(self, point: Point) -> bool {
        match self {
            OpeningKind::Side => point.x >= 14,
            OpeningKind::Corner => point.x >= 12 && point.y < 7,
            OpeningKind::First => true,
            OpeningKind::Board | OpeningKind::Start | OpeningKind::Mirror => false,
        }
    }
}

pub fn openings() -> &'static [Opening] {
    static OPENINGS: OnceLock<Vec<Opening>> = OnceLock::new();
    OPENINGS.get_or_init(|| include_str!("openings.tsv").lines().filter_map(parse_line).collect())
}

/// Number of columns with names after the first one in a line of `openings.tsv`.
const NAME_COLUMNS: usize = 4;

fn parse_line(line: &'static str) -> Option<Opening> {
    if line.starts_with('#') {
        return None;
    }
    let mut columns = line.split('\t');
    let kind = OpeningKind::parse(columns.next()?)?;
    let name = columns.next()?;
    let mut names = [const { Vec::new() }; NAME_COLUMNS];
    for (names, column) in names.iter_mut().zip(columns.by_ref()) {
        let parts = column.split(';').map(str::trim);
        names.extend(parts.filter(|name| !name.is_empty()));
    }
    let mut aliases: Vec<&'static str> = Vec::new();
    for alias in names.iter().flatten() {
        // Japanese and Chinese names may be equal.
        if !aliases.contains(alias) {
            aliases.push(alias);
        }
    }
    let [_, japanese, chinese, korean] = names;
    let mut stones = Vec::new();
    for color in Color::BOTH {
        for text in columns.next()?.split_whitespace() {
            stones.push((color, parse_point(text)?));
        }
    }
    Some(Opening { name, aliases, native: [japanese, chinese, korean], kind, stones })
}

/// Parses a point in Go notation: a letter without I from the left, a number from the bottom.
pub(super) fn parse_point(text: &str) -> Option<Point> {
    let (letter, number) = text.split_at_checked(1)?;
    let x = "ABCDEFGHJKLMNOPQRST".find(letter)?;
    let row: u8 = number.parse().ok()?;
    Some(Point::new(x as u8, 19u8.checked_sub(row)?))
}

/// Finds the openings of a game of Go on 19×19 that began on an empty board, given its moves in order (without passes).
/// They are returned in the order of the table, without repetition.
pub fn recognise(moves: impl Iterator<Item = (Color, Point)>) -> Vec<&'static Opening> {
    let moves: Vec<(Color, Point)> = moves.take(LAST_PLY as usize).collect();
    let mut found = images().completed_openings(&moves);
    if mirror::is_mirrored(&moves) {
        let is_mirror = |opening: &Opening| opening.kind == OpeningKind::Mirror;
        found.extend(openings().iter().position(is_mirror));
    }
    found.sort_unstable();
    found.dedup();
    let listed = |number| openings().get(number);
    found.into_iter().filter_map(listed).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn names(moves: &str) -> Vec<&'static str> {
        let colors = Color::BOTH.into_iter().cycle();
        let moves = moves
            .split_whitespace()
            .zip(colors)
            .map(|(text, color)| (color, parse_point(text).unwrap()));
        recognise(moves).iter().map(|opening| opening.name).collect()
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines =
            include_str!("openings.tsv").lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(openings().len(), lines);
        for opening in openings() {
            assert!(!opening.aliases.is_empty(), "{}", opening.name);
            let stones = opening.stones.len();
            assert_eq!(stones == 0, opening.kind == OpeningKind::Mirror);
            assert_eq!(stones == 1, opening.kind == OpeningKind::First, "{}", opening.name);
        }
    }

    #[test]
    fn under_symmetry_and_in_both_colours() {
        assert_eq!(names("Q16 D17 Q3 D4 R9"), ["Low Chinese", "Star and komoku", "4-4 opening"]);
        assert_eq!(
            names("D4 Q16 R4 D17 K10"),
            ["Star and komoku", "Star and komoku facing out", "4-4 opening"]
        );
        assert!(names("Q16 D4 Q4 D16 Q10").starts_with(&["Sanrensei", "Nirensei"]));
        // The opening is found under a symmetry and in the opposite colours: White's low Chinese on the left, upside
        // down.
        assert!(names("Q4 D4 Q16 D17 R10 C11").contains(&"Low Chinese"));
    }

    #[test]
    fn a_stone_in_the_way() {
        assert!(!names("Q16 R14 Q3 D4 R9").contains(&"Low Chinese"));
        // White's R14 would exclude this opening if it came before the opening's last stone. Here it comes after it.
        assert!(names("Q16 D17 Q3 D4 R9 R14").contains(&"Low Chinese"));
    }

    #[test]
    fn the_first_move() {
        assert_eq!(names("K10 Q4 D4"), ["Tengen opening"]);
        assert_eq!(names("C17"), ["3-3 opening"]);
        assert_eq!(names("Q16 C17"), ["4-4 opening"]);
        assert_eq!(names("D17 C17"), ["3-4 opening"]);
        assert_eq!(names("A1 C17"), Vec::<&str>::new());
    }

    #[test]
    fn an_invasion_comes_after_the_stone_that_it_invades() {
        let invasion = "Early 3-3 invasion";
        assert!(names("D4 Q16 Q3 D17 R17").contains(&invasion));
        assert!(names("Q16 D4 Q4 R17").contains(&invasion));
        // A shoulder hit at Q16 on a stone at R17 must not count as the invasion, and neither must R17 in a corner that
        // already has an approach move.
        assert!(!names("R17 Q16").contains(&invasion));
        assert!(!names("D4 Q16 O17 D16 R17").contains(&invasion));
    }

    #[test]
    fn a_side_copies_the_other() {
        let white = "Q16 D4 Q3 D17 R14 C6 C14 R6 F17 O3";
        assert!(names(white).contains(&"Mirror Go"));
        assert!(!names(&white.replace("O3", "O4")).contains(&"Mirror Go"));
        let black = "K10 Q16 D4 Q3 D17 R14 C6 C14 R6 F17 O3";
        assert!(names(black).contains(&"Mirror Go"));
    }
}
