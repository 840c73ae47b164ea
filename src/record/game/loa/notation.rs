//! Notation of Lines of Action: how points, moves and setups are written.

use super::setup::LoaSetup;
use crate::game::{BoardSize, Move, Point};

impl LoaSetup {
    /// Setup with this name, in any case and with any punctuation: the names of SGF, and boardspace's `LOA` and
    /// `LOA-12` (both standard) and `LOAP`.
    pub fn parse(text: &str) -> Option<LoaSetup> {
        let name: String = text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        Some(match name.as_str() {
            "standard" | "loa" | "loa12" | "linesofaction" => LoaSetup::Standard,
            "scrambledeggs" | "scrambled" => LoaSetup::ScrambledEggs { swapped: false },
            "parachute" | "loap" => LoaSetup::Parachute,
            "gemma" => LoaSetup::Gemma,
            "custom" => LoaSetup::Custom,
            _ => return None,
        })
    }

    /// Name of the setup in lower case, which [`parse`](Self::parse) accepts.
    pub fn as_str(self) -> &'static str {
        match self {
            LoaSetup::Standard => "standard",
            LoaSetup::ScrambledEggs { .. } => "scrambled-eggs",
            LoaSetup::Parachute => "parachute",
            LoaSetup::Gemma => "gemma",
            LoaSetup::Custom => "custom",
        }
    }
}

/// Reads a point written as a letter and a number, `e1`: columns from the left, rows from the bottom. Only the first 26
/// columns have letters, in either case.
pub fn parse_point(text: &str, size: BoardSize) -> Option<Point> {
    let (point, rest) = split_point(text.trim(), size)?;
    point.filter(|_| rest.is_empty())
}

/// Name of a point, such as `e1`. Columns after the 26th get two letters (`aa1`), which [`parse_point`] does not
/// accept.
pub fn point_name(point: Point, size: BoardSize) -> String {
    let letter = |number: u8| char::from(b'a' + number % 26);
    let row = i16::from(size.height()) - i16::from(point.y);
    match (point.x / 26).checked_sub(1) {
        None => format!("{}{row}", letter(point.x)),
        Some(first) => format!("{}{}{row}", letter(first), letter(point.x)),
    }
}

/// Reads a move; `None` if the text is no move on this board.
///
/// Slides are written `e1-e3`, `C2:C5` or `c5xc6`, also with a blank or nothing between the points. A single point or
/// `e8-^^` removes a piece. `pass`, `resign`, `forfeit` and `escape` are words in any case, and empty text is a pass. A
/// number before the move, and annotations (`++`, `!`) and a comment after it, are skipped.
pub fn parse_move(text: &str, size: BoardSize) -> Option<Move> {
    let text = text.trim();
    if text.is_empty() {
        return Some(Move::Pass);
    }
    let text = without_number(text);
    named_move(text).or_else(|| board_move(text, size))
}

/// Notation of a move, which [`parse_move`] accepts; `!` for an unreadable move. A Go move is written as its point.
pub fn move_name(action: Move, size: BoardSize) -> String {
    match action {
        Move::Slide { from, to } => format!("{}-{}", point_name(from, size), point_name(to, size)),
        Move::Remove(point) => format!("{}-^^", point_name(point, size)),
        Move::Place(point) => point_name(point, size),
        Move::Pass => "pass".to_owned(),
        Move::Resign => "resign".to_owned(),
        Move::Forfeit => "forfeit".to_owned(),
        Move::Escape => "escape".to_owned(),
        Move::Unreadable => "!".to_owned(),
    }
}

/// Splits a letter and the digits after it from the start of the text. The point is `None` if it is not on the board.
fn split_point(text: &str, size: BoardSize) -> Option<(Option<Point>, &str)> {
    let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let number = text.get(1..)?;
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = number.get(..number.len() - rest.len())?;
    let point = || {
        let row: u8 = number.parse().ok().filter(|&row| row > 0)?;
        let column = letter.to_ascii_lowercase() - b'a';
        let point = Point::new(column, size.height().checked_sub(row)?);
        size.contains(point).then_some(point)
    };
    (!number.is_empty()).then(|| (point(), rest))
}

/// Removes the number, `12 ` or `12. `, that boardspace writes before a move.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let move_text = rest.strip_prefix('.').unwrap_or(rest).trim_start();
    let is_numbered = rest.len() < text.len() && move_text.len() < rest.len();
    if is_numbered { move_text } else { text }
}

/// True if the text of the move ends here: only annotations or a comment follow.
fn is_move_end(rest: &str) -> bool {
    let may_follow = |c: char| c.is_whitespace() || "+!?#*=~.,;([{\"'".contains(c);
    rest.chars().next().is_none_or(may_follow)
}

fn named_move(text: &str) -> Option<Move> {
    const NAMES: [(&str, Move); 4] = [
        ("pass", Move::Pass),
        ("resign", Move::Resign),
        ("forfeit", Move::Forfeit),
        ("escape", Move::Escape),
    ];
    let rest = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let word = text.get(..text.len() - rest.len()).filter(|_| is_move_end(rest))?;
    let mut names = NAMES.into_iter();
    let (_, action) = names.find(|(name, _)| word.eq_ignore_ascii_case(name))?;
    Some(action)
}

fn board_move(text: &str, size: BoardSize) -> Option<Move> {
    let (from, rest) = split_point(text, size)?;
    let from = from?;
    let next = rest.trim_start();
    let separated = next.strip_prefix(['-', ':', 'x', 'X', '–', '×']).map(str::trim_start);
    // On boards of 24 columns or more, `x` is also a column, so `c2x5` may be a move to `x5`.
    let mut is_slide = false;
    for target in separated.into_iter().chain([next]) {
        if let Some((to, rest)) = split_point(target, size) {
            is_slide = true;
            if let Some(to) = to.filter(|_| is_move_end(rest)) {
                return Some(Move::Slide { from, to });
            }
        }
    }
    let is_removal = match separated {
        Some(target) => target.starts_with("^^"),
        None => is_move_end(rest) && !is_slide,
    };
    is_removal.then_some(Move::Remove(from))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn size(side: u8) -> BoardSize {
        BoardSize::new(side, side).unwrap()
    }

    /// Parses a text as a move on an 8×8 board, and returns the move's name, or `-` if it is no move.
    fn read(text: &str) -> String {
        parse_move(text, BoardSize::LOA)
            .map_or("-".to_owned(), |action| move_name(action, BoardSize::LOA))
    }

    #[test]
    fn points() {
        assert_eq!(parse_point("a1", BoardSize::LOA), Some(Point::new(0, 7)));
        assert_eq!(parse_point(" H8\n", BoardSize::LOA), Some(Point::new(7, 0)));
        assert_eq!(parse_point("Z30", size(52)), Some(Point::new(25, 22)));
        for text in [
            "",
            "a",
            "1",
            "a0",
            "a9",
            "i1",
            "a1b",
            "a-1",
            "a+1",
            "aa",
            "é1",
            "a999999999999",
            "ａ1",
        ] {
            assert_eq!(parse_point(text, BoardSize::LOA), None, "{text}");
        }
    }

    #[test]
    fn names_of_points_are_read_back() {
        for side in [1, 8, 26] {
            for point in size(side).points() {
                assert_eq!(parse_point(&point_name(point, size(side)), size(side)), Some(point));
            }
        }
        assert_eq!(point_name(Point::new(4, 7), BoardSize::LOA), "e1");
        assert_eq!(point_name(Point::new(26, 0), size(52)), "aa52");
        assert_eq!(point_name(Point::new(255, 255), size(8)), "iv-247");
    }

    #[test]
    fn slides() {
        for text in [
            "e1-e3",
            "E1:E3++",
            "e1xe3",
            "e1Xe3",
            "e1e3",
            " e1-e3 ",
            "e1-e3!?",
            "e1 - e3",
            "e1 e3",
            "12 e1-e3",
            "1 E1-E3",
            "12. e1-e3",
            "e1-e3 threatens e5",
            "e1-e3,",
            "e01-e3",
            "e1–e3",
            "e1-e3 -^^",
        ] {
            assert_eq!(read(text), "e1-e3", "{text}");
        }
        assert_eq!(
            parse_move("c2x5", size(26)).map(|m| move_name(m, size(26))),
            Some("c2-x5".to_owned())
        );
        assert_eq!(
            parse_move("a12-z10", size(52)).map(|m| move_name(m, size(52))),
            Some("a12-z10".to_owned())
        );
    }

    #[test]
    fn words_and_removals() {
        for (text, name) in [
            ("Pass", "pass"),
            ("", "pass"),
            (" \n", "pass"),
            ("RESIGN", "resign"),
            ("resign (lost)", "resign"),
            ("40 forfeit", "forfeit"),
            ("Escape!", "escape"),
            ("E8", "e8-^^"),
            ("e8-^^", "e8-^^"),
            ("12 e8-^^", "e8-^^"),
            ("e8 no way out", "e8-^^"),
        ] {
            assert_eq!(read(text), name, "{text}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "-", "e", "12", "12.", "e1-", "e1-e9", "e1e9", "e1 e9", "e1 - z9", "e1-e3-e5",
            "e1-e33", "e1:z", "z1-e3", "e1-e3x", "e1-e", "passé", "tt", "dd", "pass-e3", "12e1-e3",
            "é1-e3", "e1-é3", "^^", "e8^^", "\u{0}",
        ] {
            assert_eq!(read(text), "-", "{text}");
        }
    }

    #[test]
    fn moves_are_read_back() {
        let (from, to) = (Point::new(0, 0), Point::new(7, 3));
        let moves = [
            Move::Pass,
            Move::Resign,
            Move::Forfeit,
            Move::Escape,
            Move::Remove(to),
            Move::Slide { from, to },
        ];
        for action in moves {
            assert_eq!(
                parse_move(&move_name(action, BoardSize::LOA), BoardSize::LOA),
                Some(action)
            );
        }
        assert_eq!(move_name(Move::Unreadable, BoardSize::LOA), "!");
        assert_eq!(parse_move("!", BoardSize::LOA), None);
    }

    #[test]
    fn setups() {
        let eggs = LoaSetup::ScrambledEggs { swapped: false };
        for setup in
            [LoaSetup::Standard, eggs, LoaSetup::Parachute, LoaSetup::Gemma, LoaSetup::Custom]
        {
            assert_eq!(LoaSetup::parse(setup.as_str()), Some(setup));
            assert_eq!(LoaSetup::parse(&setup.as_str().to_uppercase()), Some(setup));
        }
        for (text, setup) in [
            ("Scrambled eggs", Some(eggs)),
            ("scrambled", Some(eggs)),
            ("LOA", Some(LoaSetup::Standard)),
            ("LOA-12", Some(LoaSetup::Standard)),
            ("loap", Some(LoaSetup::Parachute)),
            ("", None),
            ("Chess", None),
        ] {
            assert_eq!(LoaSetup::parse(text), setup, "{text}");
        }
    }
}
