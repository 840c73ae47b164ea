//! Joseki and well-known corner positions, by their names and their stones.
//!
//! `joseki.tsv` lists them with the stones in the upper right corner. A joseki is one or several positions of a
//! [quadrant](QUADRANT): a game has the joseki if a corner of its board holds exactly the stones of a position,
//! mirrored or not, in the listed or the opposite colours.

use kifu_record::game::board::Board;
use kifu_record::game::pattern::{Cell, Edges, Pattern};
use kifu_record::game::{BoardSize, Color, GameKind, Point, go};
use kifu_record::text::fold::fold;
use std::sync::OnceLock;

/// Columns and rows of a quadrant: half of a 19×19 board, rounded up, so neighbouring quadrants share the middle line.
pub const QUADRANT: u8 = 10;

/// Columns and rows of the boards on which joseki are recognised. On other boards a quadrant has another size.
pub const BOARD: u8 = 19;

/// Joseki with its names and positions.
#[derive(Debug)]
pub struct Joseki {
    /// Short name in English letters, digits and hyphens, which stays the same when the other names change.
    pub key: &'static str,
    /// Usual English name.
    pub name: &'static str,
    /// All names, the usual English one first, each once.
    pub names: Vec<&'static str>,
    /// Names in Japanese, Chinese and Korean, the usual one of each language first.
    pub native: [Vec<&'static str>; 3],
    /// Positions by which the joseki is recognised.
    pub positions: Vec<JosekiPosition>,
    /// The names and the key in the form in which names are compared; see [`comparable`].
    comparable_names: Vec<String>,
}

/// Position of a joseki in the upper right quadrant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JosekiPosition {
    /// Moves that lead to the position, by Black and White in turn; `None` is a move elsewhere.
    pub moves: Vec<Option<Point>>,
    /// Stones after the moves, in the order of the board's points.
    pub stones: Vec<(Color, Point)>,
}

impl JosekiPosition {
    /// Plays the moves on an empty board. `None` if a move is forbidden or lies outside of the quadrant.
    fn after(moves: Vec<Option<Point>>) -> Option<JosekiPosition> {
        let size = BoardSize::new(BOARD, BOARD)?;
        let mut board = Board::new(GameKind::Go, size);
        for (&played, color) in moves.iter().zip(Color::BOTH.into_iter().cycle()) {
            let Some(point) = played else { continue };
            let is_inside = point.x >= BOARD - QUADRANT && point.y < QUADRANT;
            if !is_inside || !go::play(&mut board, color, point).is_legal() {
                return None;
            }
        }
        let stone = |point| Some((board.stone(point).color()?, point));
        let stones = size.points().filter_map(stone).collect();
        Some(JosekiPosition { moves, stones })
    }

    /// The position as a pattern: the quadrant at the upper right corner with these stones and no others.
    pub fn pattern(&self) -> Option<Pattern> {
        let size = BoardSize::new(QUADRANT, QUADRANT)?;
        let left = BOARD - QUADRANT;
        let cell = |point: Point| {
            let is_here = |(_, stone): &&(Color, Point)| {
                stone.x.checked_sub(left) == Some(point.x) && stone.y == point.y
            };
            match self.stones.iter().find(is_here) {
                Some((Color::Black, _)) => Cell::BLACK,
                Some((Color::White, _)) => Cell::WHITE,
                None => Cell::EMPTY,
            }
        };
        let edges = Edges { top: true, right: true, ..Edges::default() };
        Pattern::new(size, size.points().map(cell).collect(), edges)
    }

    /// True if these stones of the upper right quadrant, in any order, are the position, mirrored or not and in either
    /// colouring.
    fn has_stones(&self, stones: &[(Color, Point)]) -> bool {
        let has_image = |is_mirrored: bool, is_swapped: bool| {
            self.stones.iter().all(|&(color, point)| {
                let color = if is_swapped { color.other() } else { color };
                stones.contains(&(color, if is_mirrored { mirrored(point) } else { point }))
            })
        };
        let images = [(false, false), (false, true), (true, false), (true, true)];
        self.stones.len() == stones.len()
            && images
                .into_iter()
                .any(|(is_mirrored, is_swapped)| has_image(is_mirrored, is_swapped))
    }
}

/// Mirror image of a point through the diagonal of the upper right corner.
fn mirrored(point: Point) -> Point {
    Point::new(BOARD - 1 - point.y, BOARD - 1 - point.x)
}

/// All joseki, in the order of the table.
pub fn joseki() -> &'static [Joseki] {
    static TABLE: OnceLock<Vec<Joseki>> = OnceLock::new();
    TABLE.get_or_init(|| read(include_str!("joseki.tsv")))
}

/// Reads the lines of the table. A line without names adds a position to the joseki before it.
fn read(lines: &'static str) -> Vec<Joseki> {
    let mut all: Vec<Joseki> = Vec::new();
    for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (key, moves) = (columns.next().unwrap_or_default(), columns.next());
        let position = moves.and_then(parse_moves).and_then(JosekiPosition::after);
        let [english, japanese, chinese, korean] =
            std::array::from_fn(|_| columns.next().map_or_else(Vec::new, split_names));
        if let Some(&name) = english.first() {
            let mut names: Vec<&'static str> = Vec::new();
            for &name in english.iter().chain(&japanese).chain(&chinese).chain(&korean) {
                // Japanese and Chinese names may be equal.
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let comparable_names = names.iter().chain([&key]).map(|name| comparable(name));
            let comparable_names = comparable_names.collect();
            let native = [japanese, chinese, korean];
            all.push(Joseki { key, name, names, native, positions: Vec::new(), comparable_names });
        }
        if let Some(joseki) = all.last_mut().filter(|joseki| joseki.key == key) {
            joseki.positions.extend(position);
        }
    }
    all
}

fn split_names(column: &'static str) -> Vec<&'static str> {
    column.split(';').map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// Parses moves such as `R16 tenuki P17`; `None` if one of them is neither a point of the board nor `tenuki`.
fn parse_moves(text: &str) -> Option<Vec<Option<Point>>> {
    let point = |word: &str| {
        if word == "tenuki" { Some(None) } else { Some(Some(super::openings::parse_point(word)?)) }
    };
    text.split_whitespace().map(point).collect()
}

/// Finds the joseki with exactly this name or key. Case, accents and forms of characters do not matter.
pub fn joseki_named(name: &str) -> Option<&'static Joseki> {
    let name = comparable(name);
    let has_name = |joseki: &&Joseki| joseki.comparable_names.contains(&name);
    joseki()
        .iter()
        .find(|joseki| comparable(joseki.name) == name)
        .or_else(|| joseki().iter().find(has_name))
}

/// Finds the joseki that have these words, one after the other, in one of their names. Words in Chinese characters,
/// kana and hangul may be parts of words. A word for joseki at the end of the text is left out.
pub fn joseki_with_words(text: &str) -> Vec<&'static Joseki> {
    let words = comparable(without_joseki(text));
    let words = if is_east_asian(&words) { words.trim() } else { words.as_str() };
    if words.trim().is_empty() {
        return Vec::new();
    }
    let has_words =
        |joseki: &&Joseki| joseki.comparable_names.iter().any(|name| name.contains(words));
    joseki().iter().filter(has_words).collect()
}

/// Finds the joseki of which a position has exactly these stones of the upper right quadrant of a 19×19 board, mirrored
/// or not and in either colouring.
pub fn joseki_with_stones(stones: &[(Color, Point)]) -> Option<&'static Joseki> {
    let has_stones =
        |joseki: &&Joseki| joseki.positions.iter().any(|position| position.has_stones(stones));
    joseki().iter().find(has_stones)
}

/// Text without a word for joseki at its end, as in `avalanche joseki` and `大斜定石`.
fn without_joseki(text: &str) -> &str {
    let text = text.trim();
    let words = ["joseki", "Joseki", "定石", "定式", "정석"];
    let rest = words.iter().find_map(|word| text.strip_suffix(word));
    rest.map(str::trim_end).filter(|rest| !rest.is_empty()).unwrap_or(text)
}

/// True if a text has a character that is written without spaces between words, or a hangul syllable.
fn is_east_asian(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3040}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'))
}

/// Form in which names are compared: folded words with one space before and after each. Punctuation separates words.
fn comparable(name: &str) -> String {
    let folded = fold(name);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |all, word| all + word + " ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
