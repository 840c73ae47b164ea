//! Reads boards drawn with characters: rows of `.`, `X` and `O`, perhaps with row numbers and a letter axis, as GNU Go,
//! Leela and KataGo print them.

use super::board_input::{BoardInput, Result, drawn_size, lines};
use super::points::{Word, column_name, split_digits};
use crate::QueryError;
use kifu_messages::{Message, say};
use kifu_record::Start;
use kifu_record::game::{BoardSize, Color, GameKind, Point, Stone};
use std::ops::Range;

/// Stone that a character stands for; `None` for other characters.
pub(super) fn parse_stone(c: char, game: GameKind) -> Option<Stone> {
    match c {
        '#' if game == GameKind::Loa => Some(Stone::Hole),
        'X' | 'x' | '#' | '@' | '●' | '⚫' => Some(Stone::Black),
        'O' | 'o' | '○' | '⚪' | '◯' => Some(Stone::White),
        '.' | '+' | ',' | '·' | '⋅' => Some(Stone::Empty),
        // Where a board is drawn with lines, crossings (`┼`) and corners (`┌`) stand for points; the lines between them
        // (`─`, `│`) do not.
        '┌'..='╋' | '╒'..='╬' => Some(Stone::Empty),
        _ => None,
    }
}

/// True for characters between points: white space, marks of the last move, and drawn lines.
pub(super) fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '─' | '|' | '│')
}

/// Row of a drawn board, with the number at its left and right end.
#[derive(Debug, Default)]
struct DrawnRow {
    stones: Vec<Stone>,
    /// Row number that is written left of the row.
    left: Option<u32>,
    right: Option<u32>,
    /// Column of the point in this row that the drawing marks as the last move, and the number of the mark: KataGo
    /// marks several moves and numbers them.
    last_move: Option<(usize, u32)>,
    /// Offset in the line of the first character that does not belong in a row.
    invalid_at: Option<usize>,
    /// Byte range of the drawn row in the text.
    span: Range<usize>,
}

impl DrawnRow {
    fn read(line: Word, game: GameKind) -> DrawnRow {
        let line = line.trim();
        let (left, digits) = leading_number(line.text);
        let mut row = DrawnRow { left, span: line.span(), ..DrawnRow::default() };
        let body = line.skip(digits);
        let mut before = ' ';
        for (at, c) in body.text.char_indices() {
            let rest = body.text.get(at..).unwrap_or_default();
            if let Some(stone) = parse_stone(c, game) {
                if matches!(before, '(' | '[') {
                    row.last_move = Some((row.stones.len(), u32::MAX));
                }
                row.stones.push(stone);
            } else if c.is_ascii_digit() {
                let (number, len) = leading_number(rest);
                let is_move_number = parse_stone(before, game).and_then(Stone::color).is_some()
                    && len == 1
                    && number != row.left;
                let after = rest.get(1..).unwrap_or_default();
                if is_move_number && !after.starts_with(['.', 'X', 'O']) {
                    // KataGo numbers the last moves, so the stone with the highest number is the last one.
                    let mark = number.unwrap_or_default();
                    let column = row.stones.len().saturating_sub(1);
                    if row.last_move.is_none_or(|(_, latest)| latest < mark) {
                        row.last_move = Some((column, mark));
                    }
                } else {
                    // The digits are the row number on the right. Anything after it is not part of the board.
                    row.right = number;
                    row.span.end = body.start + at + len;
                    break;
                }
            } else if !is_between(c) {
                row.invalid_at.get_or_insert(digits + at);
                break;
            }
            before = c;
        }
        row
    }

    /// True if the line is a row and nothing else.
    fn is_row(&self) -> bool {
        !self.stones.is_empty() && self.invalid_at.is_none()
    }
}

/// Number at the start of a text, and its length.
fn leading_number(text: &str) -> (Option<u32>, usize) {
    let (digits, _) = split_digits(text);
    (digits.parse().ok(), digits.len())
}

/// True if a line looks like a row of a board but has some characters that no row has. Such a line is reported as a
/// mistake instead of being ignored.
fn is_nearly_row(line: Word, game: GameKind) -> bool {
    let line = line.trim().text;
    let body = split_digits(line).1.trim_start();
    // Anything after the number on the right is not part of the board.
    let drawn =
        body.split_whitespace().take_while(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    let body: String = drawn.collect();
    let all = body.chars().filter(|&c| !is_between(c)).count();
    let good = body.chars().filter(|&c| parse_stone(c, game).is_some()).count();
    good >= 2 && good * 2 > all
}

/// True for an upper or lower edge: `+-----+`.
fn is_edge(line: &str) -> bool {
    let drawn = |c: char| matches!(c, '-' | '+' | '|' | '=' | '_' | '─' | '━') || c.is_whitespace();
    line.contains(['-', '=', '_', '━']) && line.chars().all(drawn)
}

/// True if the board looks like one of Lines of Action: eight columns named in lower case, where Go boards have
/// capitals.
pub(super) fn has_loa_axis(text: &str) -> bool {
    text.lines().any(|line| {
        let names: Vec<&str> = line.split_whitespace().collect();
        let expected = ('a'..='z').map(String::from);
        names.len() == 8 && names.iter().zip(expected).all(|(name, letter)| *name == letter)
    })
}

/// Names of the columns, if the line is an axis: single letters in order, and pairs of letters from the 26th column on.
pub(super) fn parse_axis(line: &str) -> Option<Vec<String>> {
    let mut names: Vec<String> = line.split_whitespace().map(str::to_ascii_uppercase).collect();
    if let [compact] = names.as_slice() {
        names = compact.chars().map(|c| c.to_string()).collect();
    }
    let letters = |name: &String| {
        (1..=2).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    let ordered = names.windows(2).all(|pair| match pair {
        [a, b] => (a.len(), a) < (b.len(), b),
        _ => true,
    });
    (names.len() > 1 && ordered && names.iter().all(letters)).then_some(names)
}

/// True if the text contains at least two rows.
pub(super) fn looks_like(text: &str) -> bool {
    let rows = lines(text)
        .filter(|&line| !is_edge(line.text) && DrawnRow::read(line, GameKind::Go).is_row());
    rows.take(2).count() == 2
}

/// Side to move, if this line of text beside the board says it.
pub(super) fn parse_turn(line: &str) -> Option<Color> {
    let line = line.to_ascii_lowercase();
    let mentions = |name: &str| {
        line.contains(&format!("next player: {name}"))
            || line.contains(&format!("{name} to play"))
            || line.contains(&format!("{name} to move"))
    };
    match (mentions("black"), mentions("white")) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}

/// Reads a drawn board.
pub(super) fn read(text: &str, game: GameKind, size: Option<BoardSize>) -> Result<BoardInput> {
    let mut rows: Vec<DrawnRow> = Vec::new();
    let mut axes = Vec::new();
    let mut turn = None;
    for line in lines(text) {
        if line.text.trim().is_empty() || is_edge(line.text) {
            continue;
        }
        let row = DrawnRow::read(line, game);
        if row.is_row() {
            rows.push(row);
        } else if let Some(names) = parse_axis(line.text) {
            axes.push((names, line.trim().span()));
        } else if is_nearly_row(line, game) {
            let odd = line.trim().span_at(row.invalid_at.unwrap_or_default());
            let sign = text.get(odd.clone()).unwrap_or_default();
            let message = say!("error-sign-unknown", sign = sign);
            return Err(QueryError::new(odd, message).with_help(say!("error-sign-of-board-help")));
        } else {
            turn = parse_turn(line.text).or(turn);
        }
    }
    let span =
        rows.first().map_or(0, |row| row.span.start)..rows.last().map_or(0, |row| row.span.end);
    let width = rows.first().map_or(0, |row| row.stones.len());
    for (y, row) in rows.iter().enumerate().skip(1) {
        if row.stones.len() != width {
            let message = say!(
                "error-drawn-row-length",
                row = (y + 1).to_string(),
                points = row.stones.len().to_string(),
                above = width.to_string()
            );
            return Err(
                QueryError::new(row.span.clone(), message).with_help(say!("error-row-length-help"))
            );
        }
    }
    check_numbers(&rows)?;
    check_black(text, &rows, game)?;
    let mut notes = Vec::new();
    for (names, span) in axes {
        notes = check_axis(&names, width, game, span)?;
    }
    let size = drawn_size(width, rows.len(), size, span)?;
    let mut input = BoardInput::new(Start { game, ..Start::go(size) });
    input.notes = notes;
    input.turn = turn;
    let last = rows.iter().enumerate().filter_map(|(y, row)| Some((row.last_move?, y)));
    if let Some(((x, _), y)) = last.max_by_key(|&((_, mark), _)| mark) {
        input.last = Some(Point::new(x as u8, y as u8));
    }
    let stones = rows.iter().flat_map(|row| &row.stones);
    for (point, &stone) in size.points().zip(stones) {
        input.board.set(point, stone);
    }
    let mover = input.last.and_then(|last| input.board.stone(last).color());
    input.turn = input.turn.or(mover.map(Color::other));
    input.add_dead_stones_note();
    Ok(input)
}

fn check_black(text: &str, rows: &[DrawnRow], game: GameKind) -> Result<()> {
    let row = |row: &DrawnRow| text.get(row.span.clone()).unwrap_or_default();
    let has = |signs: &[char]| rows.iter().find(|at| row(at).contains(signs));
    match has(&['#']).zip(has(&['X', 'x'])) {
        Some((hash, _)) if game == GameKind::Go => Err(two_blacks(hash.span.clone())),
        _ => Ok(()),
    }
}

/// Error for a drawing with two signs for black stones, one of which may be meant as something else.
pub(super) fn two_blacks(span: Range<usize>) -> QueryError {
    QueryError::new(span, say!("error-two-blacks")).with_help(say!("error-two-blacks-help"))
}

/// Checks the row numbers: where drawn, they must run from the number of rows down to 1, or up from 1.
fn check_numbers(rows: &[DrawnRow]) -> Result<()> {
    let sides: [fn(&DrawnRow) -> Option<u32>; 2] = [|row| row.left, |row| row.right];
    let numbers = sides.map(|side| rows.iter().map(side).collect::<Option<Vec<u32>>>());
    let count = rows.len() as u32;
    for numbers in numbers.into_iter().flatten() {
        let down = (1..=count).rev().eq(numbers.iter().copied());
        let up = (1..=count).eq(numbers.iter().copied());
        if down || up {
            continue;
        }
        let wrong = numbers
            .iter()
            .zip((1..=count).rev())
            .position(|(&number, expected)| number != expected);
        let row = rows.get(wrong.unwrap_or_default());
        let message = say!("error-row-numbers", rows = count.to_string());
        let error = QueryError::new(row.map_or(0..0, |row| row.span.clone()), message);
        return Err(error.with_help(say!("error-row-numbers-help")));
    }
    Ok(())
}

/// Checks that the letters of an axis name the columns. Returns notes for the user.
fn check_axis(
    names: &[String],
    width: usize,
    game: GameKind,
    span: Range<usize>,
) -> Result<Vec<Message>> {
    if names.len() != width {
        let message = say!(
            "error-axis-length",
            letters = names.len().to_string(),
            points = width.to_string()
        );
        return Err(QueryError::new(span, message).with_help(say!("error-axis-length-help")));
    }
    let is = |expected: &dyn Fn(u8) -> String| {
        names.iter().zip(0u8..).all(|(name, x)| *name == expected(x))
    };
    let alphabet = |x: u8| {
        let letter = char::from(b'A' + x % 26);
        let first = if x < 26 { "" } else { "A" };
        format!("{first}{letter}")
    };
    if is(&alphabet) {
        let counts_i = game == GameKind::Go && width > 8;
        let note = counts_i.then(|| say!("note-column-i"));
        return Ok(note.into_iter().collect());
    }
    if is(&|x| column_name(GameKind::Go, x)) {
        return Ok(Vec::new());
    }
    Err(QueryError::new(span, say!("error-axis-letters"))
        .with_help(say!("error-axis-letters-help")))
}
