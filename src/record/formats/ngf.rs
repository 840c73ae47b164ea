//! Reads NGF, the format of the servers wBaduk and Cyberoro.
//!
//! A header of twelve lines, identified by their position, comes first. Then there is a line for every move: `PM`, two
//! letters that count the moves from `AB`, the colour, and the point twice, the second time reversed. Point letters
//! begin with `B`; `AA` is a pass. An older dialect puts `GI` before the header lines, orders them differently, and may
//! end with comments: `IDB[211] … [EndTxt]`.
//!
//! The komi is a whole number of points; in even games half a point is added. A handicap is a number, and its stones
//! have fixed places.

use super::budget::NodeBudget;
use super::server::{Draft, TextLine, add_property, check_move_number, lines, prefix};
use crate::game::{BoardSize, Color, Move, Point};
use crate::result::GameResult;
use crate::{Code, Diagnostics, Format, GameRecord, Property};

/// Number of lines that may be read as a header. The older dialect has eleven and the format twelve.
const MAX_HEADER_LINES: usize = 16;

/// Meaning of each header line, in their order: its SGF name, or a word for a line that needs conversion. Empty for
/// lines whose meaning is not known.
const FIELDS: [&str; 12] =
    ["GN", "SZ", "white", "black", "PC", "HA", "", "komi", "date", "", "result", "moves"];
/// Meaning of each header line, as in `FIELDS`, in the dialect with `GI`, where Black comes first.
const GI_FIELDS: [&str; 11] =
    ["GN", "black", "white", "", "", "date", "SZ", "HA", "", "komi", "moves"];

/// Whether a text is NGF: it has a move near its beginning, or begins with a header.
pub(crate) fn looks_like(text: &str) -> bool {
    let head = prefix(text, 4096);
    if lines(head).any(|line| is_complete_move(line.text)) {
        return true;
    }
    let texts: Vec<&str> = lines(head).take(12).map(|line| line.text).collect();
    let is_number = |text: &&str| text.parse::<u16>().is_ok();
    let number = |at: usize| texts.get(at).is_some_and(is_number);
    let names = [2, 3, 10].into_iter().all(|at| !number(at));
    texts.len() == 12 && names && [1, 5, 6, 7, 9, 11].into_iter().all(number)
}

/// Reads the game of a text; `None` if it has neither a move nor a header, or more nodes than the budget allows.
pub(super) fn read(text: &str, budget: &mut NodeBudget) -> Option<GameRecord> {
    let mut reader = NgfReader { text, ..NgfReader::default() };
    for line in lines(text) {
        reader.read_line(line);
        if !budget.fits_nodes(reader.moves.len().max(reader.comments.len())) {
            return None;
        }
    }
    reader.finish().filter(|record| budget.charge(record))
}

/// Whether a line is a move with its point given twice: `PMABBREER`.
fn is_complete_move(text: &str) -> bool {
    match text.as_bytes() {
        [b'P', b'M', a, b, b'B' | b'W', x, y, v, u] => {
            let letters = [a, b, x, y].into_iter().all(u8::is_ascii_uppercase);
            letters && x == u && y == v
        }
        _ => false,
    }
}

/// Move as written. It becomes a point of the board later, because the board size may not be known yet.
struct NgfMove {
    offset: usize,
    color: Color,
    x: u8,
    y: u8,
}

#[derive(Default)]
struct NgfReader<'t> {
    text: &'t str,
    header: Vec<TextLine<'t>>,
    moves: Vec<NgfMove>,
    /// Number of the last move, as the file counts them.
    number: usize,
    /// Comment whose end was not read yet: the number of its move, and the offset where its text begins.
    comment: Option<(usize, usize)>,
    comments: Vec<(usize, &'t str)>,
    /// Number of moves that the header announces.
    announced_moves: usize,
    properties: Vec<Property>,
    diagnostics: Diagnostics,
}

impl<'t> NgfReader<'t> {
    fn read_line(&mut self, line: TextLine<'t>) {
        if let Some((at, start)) = self.comment {
            let is_move = is_complete_move(line.text);
            let close = line.text.find("[EndTxt]").filter(|_| !is_move);
            if let Some(end) = close {
                self.end_comment(at, start, line.offset + end);
            } else if is_move {
                let message = "a comment without its end was ended before the next move";
                self.diagnostics.add(Code::UnclosedValue, start, message);
                self.end_comment(at, start, line.offset);
            }
            if !is_move {
                return;
            }
        }
        let text = line.text;
        if text.starts_with("PM") && self.read_move(line) {
            return;
        }
        if self.begin_comment(line).is_some() || text.is_empty() && !self.moves.is_empty() {
            return;
        }
        if self.moves.is_empty() && self.header.len() < MAX_HEADER_LINES {
            self.header.push(line);
        } else if !text.starts_with("GI") {
            self.diagnostics.not_a_move(line.offset);
        }
    }

    /// Reads the line of a move; returns false if it is not a move at all.
    fn read_move(&mut self, line: TextLine) -> bool {
        let bytes = line.text.as_bytes();
        let &[_, _, high, low, color @ (b'B' | b'W'), x, y, ref repeated @ ..] = bytes else {
            // A line that has a colour where moves have it is a move that was cut short. So is any line with `PM` once
            // there were moves.
            let is_move = matches!(bytes, [_, _, _, _, b'B' | b'W', ..]) || !self.moves.is_empty();
            if is_move {
                self.diagnostics.cut_move(line.offset);
            }
            return is_move;
        };
        let color = match color {
            b'B' => Color::Black,
            _ => Color::White,
        };
        if !repeated.is_empty() && repeated != [y, x] {
            let message = "a move has two points; the first was read";
            self.diagnostics.add(Code::BadMove, line.offset, message);
        }
        if high.is_ascii_uppercase() && low.is_ascii_uppercase() {
            let number = usize::from(high - b'A') * 26 + usize::from(low - b'A');
            // Move numbers of two letters go up to 675 (`ZZ`), and then start again at `AA`.
            check_move_number(&mut self.number, number, line.offset, &mut self.diagnostics);
        }
        self.moves.push(NgfMove { offset: line.offset, color, x, y });
        true
    }

    /// Begins a comment on a move, `IDB[211] text`, which runs until `[EndTxt]`. `None` if the line is no comment.
    fn begin_comment(&mut self, line: TextLine<'t>) -> Option<()> {
        let rest =
            line.text.strip_prefix("ID")?.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let (number, rest) = rest.strip_prefix('[')?.split_once(']')?;
        let number = number.trim().parse().ok()?;
        let start = line.offset + line.text.len() - rest.len();
        match rest.find("[EndTxt]") {
            Some(end) => self.end_comment(number, start, start + end),
            None => self.comment = Some((number, start)),
        }
        Some(())
    }

    fn end_comment(&mut self, at: usize, start: usize, end: usize) {
        self.comment = None;
        let comment = self.text.get(start..end).unwrap_or("");
        self.comments.push((at, comment.trim()));
    }

    fn finish(mut self) -> Option<GameRecord> {
        if let Some((at, start)) = self.comment {
            let message = "the file ends inside of a comment";
            self.diagnostics.add(Code::UnclosedValue, start, message);
            self.end_comment(at, start, self.text.len());
        }
        let (size, handicap) = self.read_header();
        // The dialect with `GI` gives the result in a comment on the last move.
        let last = self.comments.iter().rfind(|(at, _)| *at >= self.moves.len());
        if let Some(&(_, comment)) = last {
            let result_text = comment.split(['(', '（']).next().unwrap_or("");
            if GameResult::parse(result_text).is_some() {
                self.add("RE", result_text);
            }
        }
        if self.moves.is_empty() && self.properties.len() < 3 {
            return None;
        }
        add_property(&mut self.properties, "SZ", &size.width().to_string());
        let mut draft = Draft::default();
        for written in &self.moves {
            let played = point(written, size);
            if played == Move::Unreadable {
                self.diagnostics.bad_move(written.offset);
            }
            draft.add(draft.last(), Some((written.color, played)));
        }
        draft.set_handicap(handicap, size, &mut self.diagnostics);
        for (at, comment) in std::mem::take(&mut self.comments) {
            draft.comment(at.min(self.moves.len()) as u32, comment);
        }
        // The header does not count passes, and so one move more or less is no sign that moves are missing.
        if self.announced_moves > self.moves.len() + 1 {
            let (announced, read) = (self.announced_moves, self.moves.len());
            let message = format!("the header announces {announced} moves, but {read} follow");
            self.diagnostics.add(Code::MissingMoves, self.text.len(), message);
        }
        Some(draft.finish(Format::Ngf, size, self.properties, self.diagnostics))
    }

    /// Reads the header and returns the board size and the handicap.
    fn read_header(&mut self) -> (BoardSize, u8) {
        let header = std::mem::take(&mut self.header);
        let is_gi =
            header.iter().filter(|line| line.text.starts_with("GI")).count() * 2 > header.len();
        // The first line may be lost; then the second one, the board size, comes first.
        let missing_lines = usize::from(
            !is_gi && header.len() < 12 && header.first().is_some_and(|line| is_size(line.text)),
        );
        let fields = if is_gi { &GI_FIELDS[..] } else { &FIELDS[..] };
        let mut komi_text = None;
        let (mut size, mut handicap) = (BoardSize::GO, 0);
        let known = fields.iter().skip(missing_lines).zip(&header);
        for (&field, line) in known {
            let text = line.text.strip_prefix("GI").filter(|_| is_gi).unwrap_or(line.text).trim();
            match field {
                "SZ" => match text.parse().ok().and_then(|side| BoardSize::new(side, side)) {
                    Some(read) => size = read,
                    None if text.is_empty() => {}
                    None => size = self.diagnostics.bad_size(line.offset),
                },
                "HA" => {
                    handicap = text.parse().unwrap_or(0);
                    self.add("HA", text);
                }
                "komi" => komi_text = Some(text),
                "white" => self.player("PW", "WR", text),
                "black" => self.player("PB", "BR", text),
                "date" => self.add("DT", &date(text)),
                "result" => {
                    self.add("RE", result(text));
                    // The line of the result also has the count of points, which `RE` cannot hold. So the complete line
                    // is stored as well.
                    if text.contains(">>") {
                        self.add("GAMERESULT", text);
                    }
                }
                "moves" => self.announced_moves = text.parse().unwrap_or(0),
                "" => {}
                name => self.add(name, text),
            }
        }
        if let Some(komi) = komi_text {
            let adds_half_point = handicap == 0 && komi.parse::<i32>().is_ok();
            let half = if adds_half_point { ".5" } else { "" };
            self.add("KM", &format!("{komi}{half}"));
        }
        for line in header.iter().skip(fields.len() - missing_lines) {
            if !line.text.is_empty() {
                self.diagnostics.not_a_move(line.offset);
            }
        }
        (size, handicap)
    }

    fn add(&mut self, name: &str, value: &str) {
        add_property(&mut self.properties, name, value);
    }

    /// Adds a player's name and, after the last blank, the rank: `jin42      10K*`.
    fn player(&mut self, name: &str, rank: &str, text: &str) {
        let parts = text.rsplit_once(char::is_whitespace);
        match parts.filter(|(_, rank)| rank.chars().any(|c| c.is_ascii_digit() || !c.is_ascii())) {
            Some((player, level)) => {
                self.add(name, player);
                self.add(rank, &level.replace("DP", "p"));
            }
            None => self.add(name, text),
        }
    }
}

fn is_size(text: &str) -> bool {
    text.parse::<u8>().is_ok_and(|side| (5..=BoardSize::MAX).contains(&side))
}

fn point(written: &NgfMove, size: BoardSize) -> Move {
    let letter = |letter: u8| letter.wrapping_sub(b'B');
    match Point::new(letter(written.x), letter(written.y)) {
        _ if (written.x, written.y) == (b'A', b'A') => Move::Pass,
        point if size.contains(point) => Move::Place(point),
        _ => Move::Unreadable,
    }
}

/// Converts a date such as `20170316 [09:37]` to `2017-03-16`; leaves any other text unchanged.
fn date(text: &str) -> String {
    let day = text.split_whitespace().next().unwrap_or("");
    match (day.get(..4), day.get(4..6), day.get(6..8)) {
        (Some(year), Some(month), Some(date))
            if day.len() == 8 && day.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            format!("{year}-{month}-{date}")
        }
        _ => text.to_owned(),
    }
}

/// Returns the result without the count after it (`Black wins by 16.5! >> White(66):Black(89)`), or the complete line
/// if the part before the count is no result.
fn result(text: &str) -> &str {
    let before_count = text
        .split(">>")
        .next()
        .unwrap_or(text)
        .trim_end_matches(|c: char| c.is_whitespace() || "!！".contains(c));
    if before_count.to_ascii_lowercase().starts_with("progressing") {
        return "Unfinished";
    }
    if GameResult::parse(before_count).is_some() { before_count } else { text }
}
