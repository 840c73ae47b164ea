//! Reads moves of Go: `Q16 D4 Q3`, `B Q16 W D4`, `B:Q16, W:D4`, `1. Q16 2. D4`, or in SGF letters `pd dp`.

use super::board_input::{BoardInput, Result, not_a_position};
use super::points::{self, Word};
use crate::QueryError;
use crate::colors::parse_color;
use kifu_messages::{Message, say};
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point, loa};
use std::ops::Range;

/// True for white space and the punctuation that people put between moves.
pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '，' | '、' | '；')
}

/// Token of a list of moves, in any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveToken<'a> {
    /// Colour of the move that follows.
    Color(Color, Word<'a>),
    /// Number of the next move, which is ignored.
    Number(Word<'a>),
    /// Any other token, which should be a move.
    Move(Word<'a>),
}

/// Splits a list of moves into tokens; `1.Q16` and `B:Q16` are two tokens each.
pub(super) fn tokenize(text: &str) -> Vec<MoveToken<'_>> {
    let mut pieces = Vec::new();
    for mut word in points::words(Word { text, start: 0 }, is_separator) {
        let (digits, rest) = points::split_digits(word.text);
        let dots = rest.len() - rest.trim_start_matches(['.', ')', '…']).len();
        if !digits.is_empty() && (dots > 0 || rest.is_empty()) {
            let len = digits.len() + dots;
            let text = word.text.get(..len).unwrap_or_default();
            pieces.push(MoveToken::Number(Word { text, ..word }));
            word = word.skip(len);
        }
        let (first, rest) = word.text.split_once(':').unwrap_or((word.text, ""));
        if let Some(color) = parse_color(first) {
            let name = Word { text: first, ..word };
            pieces.push(MoveToken::Color(color, name));
            word = word.skip(word.text.len() - rest.len());
        }
        if !word.text.is_empty() {
            pieces.push(MoveToken::Move(word));
        }
    }
    pieces
}

/// Moves of a list, each with the colour written before it, if any.
pub(super) fn moves_with_colors<'a>(
    pieces: &[MoveToken<'a>],
) -> Result<Vec<(Option<Color>, Word<'a>)>> {
    let mut moves = Vec::new();
    let mut color: Option<(Color, Word)> = None;
    for &piece in pieces {
        match (piece, color) {
            (MoveToken::Color(_, word), Some((before, _))) => {
                let message = say!("error-colour-twice", color = before.letter().to_string());
                let error = QueryError::new(word.span(), message);
                return Err(error.with_help(say!("error-colour-twice-help")));
            }
            (MoveToken::Color(next, word), None) => color = Some((next, word)),
            (MoveToken::Number(word), Some(_)) if !word.text.ends_with('.') => {
                return Err(points::not_a_point(word));
            }
            (MoveToken::Number(_), _) => {}
            (MoveToken::Move(word), _) => {
                let color = color.take().map(|(color, _)| color);
                moves.push((color, word));
            }
        }
    }
    match color {
        None => Ok(moves),
        Some((_, word)) => {
            let message = say!("error-colour-alone", color = word.text);
            Err(QueryError::new(word.span(), message).with_help(say!("error-colour-alone-help")))
        }
    }
}

/// Role that a word can have in a list of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveWord {
    /// Point, pass or move of Lines of Action.
    Point,
    /// Points in SGF letters, `pd`, which may be ordinary words as well.
    Letters,
    /// Number or colour of the move that follows.
    Prefix,
}

/// Role of a word in a list of moves; `None` if it cannot be part of one.
pub(crate) fn classify_move_word(word: &str) -> Option<MoveWord> {
    let pieces: Vec<MoveToken> = tokenize(word).into_iter().flat_map(split_points).collect();
    let moves = || {
        pieces.iter().filter_map(|piece| match piece {
            MoveToken::Move(word) => Some(word.text),
            MoveToken::Color(..) | MoveToken::Number(_) => None,
        })
    };
    let is_point = |word: &str| {
        is_pass(word)
            || points::split_letters_and_digits(word).is_some()
            || is_slide(word)
            || parse_number_pair(word).is_some()
    };
    let is_lower = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase());
    match (pieces.is_empty(), moves().next().is_none()) {
        (true, _) => None,
        (false, true) => Some(MoveWord::Prefix),
        _ if moves().all(is_point) => Some(MoveWord::Point),
        _ if moves().all(|word| is_lower(word) && parse_sgf_point(word).is_some()) => {
            Some(MoveWord::Letters)
        }
        _ => None,
    }
}

/// Reads a list of moves of Go.
pub(super) fn read(text: &str, size: BoardSize) -> Result<BoardInput> {
    let pieces: Vec<MoveToken> = tokenize(text).into_iter().flat_map(split_points).collect();
    let is_move = |word: &str| {
        is_pass(word)
            || points::split_letters_and_digits(split_color(word, size).map_or(word, |(_, w)| w))
                .is_some()
    };
    let words = || {
        pieces.iter().filter_map(|piece| match piece {
            MoveToken::Move(word) if !is_pass(word.text) => Some(word),
            _ => None,
        })
    };
    let has_words = words().next().is_some();
    let sgf = has_words && words().all(|word| parse_sgf_point(word.text).is_some());
    let any =
        pieces.iter().any(|piece| matches!(piece, MoveToken::Move(word) if is_move(word.text)));
    let pairs = has_words && words().all(|word| parse_number_pair(word.text).is_some());
    if !any && !sgf && !pairs {
        let slide = words().find(|word| is_slide(word.text));
        return Err(slide.map_or_else(|| not_a_position(text), |word| loa_move_error(word.span())));
    }
    let mut input = BoardInput::go(size);
    for (mut color, mut word) in moves_with_colors(&pieces)? {
        if let Some((glued, rest)) = split_color(word.text, size).filter(|_| color.is_none()) {
            color = Some(glued);
            word = word.skip(word.text.len() - rest.len());
        }
        let color = color.or(input.turn).unwrap_or(Color::Black);
        if is_pass(word.text) {
            input.pass(color);
            continue;
        }
        let point = match parse_number_pair(word.text) {
            Some((column, row)) if pairs => {
                point_of_pair(column, row, word, size, &mut input.notes)?
            }
            _ if sgf => sgf_point_on_board(word, size)?,
            _ => parse_point(word, size)?,
        };
        input.place(color, point, word.span())?;
    }
    Ok(input)
}

/// Splits `Q16-D4-Q3` into its points; any other token stays as it is.
fn split_points(piece: MoveToken<'_>) -> Vec<MoveToken<'_>> {
    match piece {
        MoveToken::Move(word) if is_joined_points(word.text) => {
            points::words(word, |c| c == '-').map(MoveToken::Move).collect()
        }
        piece => vec![piece],
    }
}

/// True if a word is several points of Go with hyphens between them. Two squares of an 8×8 board are a move of Lines of
/// Action instead.
fn is_joined_points(word: &str) -> bool {
    let parts = || word.split('-').map(points::split_letters_and_digits);
    let is_far = |(letters, digits): (&str, &str)| {
        !matches!(letters.as_bytes(), [b'a'..=b'h' | b'A'..=b'H'])
            || !matches!(digits.as_bytes(), [b'1'..=b'8'])
    };
    let count = parts().count();
    count > 1 && parts().all(|part| part.is_some()) && (count > 2 || parts().flatten().any(is_far))
}

/// True if some of the moves are joined by hyphens.
pub(super) fn has_joined_points(text: &str) -> bool {
    points::words(Word { text, start: 0 }, is_separator).any(|word| is_joined_points(word.text))
}

/// Parses a column and a row as numbers, `16-4`.
fn parse_number_pair(word: &str) -> Option<(u8, u8)> {
    let number = |text: &str| {
        let good = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        good.then(|| text.parse().ok()).flatten()
    };
    let (column, row) = word.split_once('-')?;
    number(column).zip(number(row))
}

/// Point of a pair of numbers, counted from the upper left as in Japan. The first pair adds a note that says so.
fn point_of_pair(
    column: u8,
    row: u8,
    word: Word,
    size: BoardSize,
    notes: &mut Vec<Message>,
) -> Result<Point> {
    let point = column.checked_sub(1).zip(row.checked_sub(1)).map(|(x, y)| Point::new(x, y));
    let point = point.filter(|&point| size.contains(point)).ok_or_else(|| {
        points::off_board(word, size).with_help(say!(
            "error-off-board-pairs",
            right = size.width(),
            bottom = size.height()
        ))
    })?;
    if notes.is_empty() {
        let name = points::point_name(GameKind::Go, size, point);
        notes.push(say!("note-pairs", pair = word.text, point = name));
    }
    Ok(point)
}

fn is_pass(word: &str) -> bool {
    word.eq_ignore_ascii_case("pass")
}

/// Splits a colour directly followed by a point, as in `BQ16`, unless the two letters name a column.
fn split_color(word: &str, size: BoardSize) -> Option<(Color, &str)> {
    let (letters, _) = points::split_letters_and_digits(word)?;
    if letters.len() != 2 || points::parse_point(word, size).is_some() {
        return None;
    }
    let (first, rest) = word.split_at_checked(1)?;
    Some((parse_color(first)?, rest))
}

fn parse_point(word: Word, size: BoardSize) -> Result<Point> {
    if points::split_letters_and_digits(word.text).is_some() {
        return points::require_point(word, size);
    }
    if let Some(point) = parse_sgf_point(word.text).filter(|&point| size.contains(point)) {
        let message = say!("error-sgf-letters", word = word.text);
        let name = points::point_name(GameKind::Go, size, point);
        let help = say!("error-sgf-letters-help", point = name);
        return Err(QueryError::new(word.span(), message).with_help(help));
    }
    if is_slide(word.text) {
        return Err(loa_move_error(word.span()));
    }
    let message = say!("error-not-a-move", word = word.text);
    Err(QueryError::new(word.span(), message).with_help(say!("error-not-a-move-help")))
}

/// Number of columns of the largest board whose columns have one letter each. A move of Lines of Action on a board of
/// this size is recognised as a move, and reported as off the board if the game's board is smaller. Any other word is
/// reported as no move.
pub(super) const MAX_LETTERS: u8 = 26;

/// True if a word is a move of Lines of Action with a mark between its squares, such as `e1-e3`, on a board of any
/// size.
pub(super) fn is_slide(word: &str) -> bool {
    let marked = word.contains(['-', ':', '–', '×']) || word.to_ascii_lowercase().contains('x');
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic());
    marked && begins && matches!(parse_on_any_board(word), Some(Move::Slide { .. }))
}

/// Parses a move of Lines of Action on a 26×26 board, which has every square that letters can name.
pub(super) fn parse_on_any_board(word: &str) -> Option<Move> {
    loa::parse_move(word, BoardSize::new(MAX_LETTERS, MAX_LETTERS)?)
}

fn loa_move_error(span: Range<usize>) -> QueryError {
    QueryError::new(span, say!("error-loa-move-in-go")).with_help(say!("error-loa-move-in-go-help"))
}

/// Parses a point in SGF letters, two in lower case, on a board of any size.
pub(super) fn parse_sgf_point(word: &str) -> Option<Point> {
    match *word.as_bytes() {
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] => Some(Point::new(x - b'a', y - b'a')),
        _ => None,
    }
}

fn sgf_point_on_board(word: Word, size: BoardSize) -> Result<Point> {
    let point = parse_sgf_point(word.text).filter(|&point| size.contains(point));
    point.ok_or_else(|| {
        let last = |side: u8| char::from(b'a' + side.min(26) - 1);
        points::off_board(word, size).with_help(say!(
            "error-off-board-letters",
            right = last(size.width()).to_string(),
            bottom = last(size.height()).to_string()
        ))
    })
}
