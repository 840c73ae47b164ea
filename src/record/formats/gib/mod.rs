//! Reads GIB, the format of the server Tygem.
//!
//! The header is between `\HS` and `\HE`, in lines such as `\[GAMEBLACKNAME=jy512 (15K)\]`. The moves are between `\GS`
//! and `\GE`: `INI 0 1 3 &4` gives the handicap and perhaps a comment. `STO 0 21 2 13 15` is move 20 (the start counts
//! as the first), by White, in column 13 and row 15 from the upper left, both counted from 0. `SKI 0 22` is a pass, and
//! `REM 0 23 …` removes dead stones before the game is counted. The announced number of move lines includes all of
//! these.
//!
//! The header says many things twice, once for people, in one of several languages, and once in numbers:
//! `\[GAMEINFOMAIN=…,GRLT:4,ZIPSU:0,DUM:0,GONGJE:65,…\]` and `\[GAMETAG=…,C2015:08:29:22:56,…\]`. The numbers take
//! precedence.

mod header;

use super::budget::NodeBudget;
use super::server::{Draft, TextLine, check_move_number, lines, prefix};
use crate::game::{BoardSize, Color, Move, Point};
use crate::{Code, Diagnostics, Format, GameRecord};
use header::GibHeader;

/// Whether a text is GIB, that is, a line near its beginning starts a header, a header field, or the moves.
pub(crate) fn looks_like(text: &str) -> bool {
    let marks = ["\\HS", "\\GS", "\\[GAME", "\\[GIBOKIND", "\\[TYPE="];
    let is_mark = |line: TextLine| marks.iter().any(|mark| line.text.starts_with(mark));
    let is_stone = |line: TextLine| {
        let numbers = line.text.strip_prefix("STO ").map(str::split_whitespace);
        numbers.is_some_and(|mut numbers| {
            numbers.clone().count() == 5 && numbers.all(|number| number.parse::<u16>().is_ok())
        })
    };
    lines(prefix(text, 4096)).any(|line| is_mark(line) || is_stone(line))
}

/// Reads the games of a text and passes them to `sink` one by one, as long as their nodes fit into the budget. Returns
/// diagnostics about everything outside of the games.
pub(super) fn read_each(
    text: &str,
    budget: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord),
) -> Diagnostics {
    let mut outside = Diagnostics::default();
    let mut reader = GibReader::new(text);
    for line in lines(text) {
        if line.text.starts_with("\\HS") {
            let before = std::mem::replace(&mut reader, GibReader::new(text));
            budget.hand_out(before.finish(line.offset, &mut outside), sink);
        }
        reader.read_line(line);
        if !budget.fits_nodes(reader.moves.len()) {
            return outside;
        }
    }
    budget.hand_out(reader.finish(text.len(), &mut outside), sink);
    outside
}

#[derive(Default)]
struct GibReader<'t> {
    text: &'t str,
    header: GibHeader<'t>,
    /// Offset of the text of a header field that has begun and not ended yet.
    open: Option<usize>,
    draft: Draft<'t>,
    moves: Vec<GibMove>,
    handicap: u8,
    comment: &'t str,
    /// Number of the last move; the start counts as 1.
    number: usize,
    /// Number of move lines that the file announces, including the start and removals.
    announced: usize,
    /// Number of lines that remove dead stones after the last move.
    removals: usize,
    has_begun: bool,
    has_ended: bool,
    diagnostics: Diagnostics,
}

/// Move as written. It becomes a point of the board later, because the board size may not be known yet.
struct GibMove {
    offset: usize,
    color: Option<Color>,
    /// Column and row of the stone; `None` is a pass.
    point: Option<(u8, u8)>,
}

impl<'t> GibReader<'t> {
    fn new(text: &'t str) -> GibReader<'t> {
        GibReader { text, number: 1, ..GibReader::default() }
    }

    /// Reads a line, which may hold the rest of a field, more fields, and what follows them.
    fn read_line(&mut self, line: TextLine<'t>) {
        let (mut offset, mut rest) = (line.offset, line.text);
        loop {
            if let Some(start) = self.open {
                match rest.find("\\]") {
                    _ if begins_new_item(rest) && offset > start => self.end_unclosed(start),
                    Some(end) => {
                        self.open = None;
                        self.header.add(self.text.get(start..offset + end).unwrap_or(""));
                        (offset, rest) = (offset + end + 2, rest.get(end + 2..).unwrap_or(""));
                    }
                    None => return,
                }
            } else if let Some(after) = rest.strip_prefix("\\[") {
                self.open = Some(offset + 2);
                (offset, rest) = (offset + 2, after);
            } else {
                let text = rest.trim_start();
                offset += rest.len() - text.len();
                return self.read_bare_line(TextLine { offset, text });
            }
        }
    }

    /// Ends an unclosed field at the end of its first line.
    fn end_unclosed(&mut self, start: usize) {
        self.open = None;
        let message = "a field without `\\]` was ended with its line";
        self.diagnostics.add(Code::UnclosedValue, start, message);
        let rest = self.text.get(start..).unwrap_or("");
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        self.header.add(rest.get(..end).unwrap_or(""));
    }

    /// Reads a line that is not part of a header field, such as a move.
    fn read_bare_line(&mut self, line: TextLine<'t>) {
        let mut words = line.text.split_whitespace();
        let Some(command) = words.next() else {
            return;
        };
        match command {
            "\\HS" | "\\HE" => {}
            "\\GS" => self.has_begun = true,
            "\\GE" => self.has_ended = true,
            _ if self.has_ended => {
                let message = "text after the game was skipped";
                self.diagnostics.add(Code::StrayText, line.offset, message);
            }
            "INI" => {
                self.has_begun = true;
                self.handicap = words.nth(2).and_then(|n| n.parse().ok()).unwrap_or(0);
                self.comment = comment_in(line.text);
            }
            "STO" | "SKI" => {
                self.has_begun = true;
                self.read_move(line, command == "SKI");
            }
            // `REM` lists dead stones that are removed before the score is counted. It has a number like a move, but is
            // none.
            "REM" => {
                self.has_begun = true;
                self.removals += 1;
                let number = words.nth(1).and_then(|number| number.parse().ok());
                if let Some(number) = number {
                    check_move_number(&mut self.number, number, line.offset, &mut self.diagnostics);
                }
            }
            // `IDX` gives the position that the viewer last showed, which does not matter.
            "IDX" => {}
            // Lines of numbers follow the start. One with `&`, such as `119 0 &4`, begins with the number of move
            // lines; `2 1 0` and the like are skipped.
            _ if self.has_begun && command.parse::<usize>().is_ok() => {
                if line.text.contains('&') {
                    self.announced = command.parse().unwrap_or(0);
                }
            }
            _ => {
                let message = "a line that is neither a field nor a move was skipped";
                self.diagnostics.add(Code::BadLine, line.offset, message);
            }
        }
    }

    /// Reads a move: `STO 0 21 2 13 15` or `SKI 0 22`.
    fn read_move(&mut self, line: TextLine<'t>, pass: bool) {
        let mut numbers =
            line.text.split_whitespace().skip(2).map(|word| word.parse::<usize>().ok());
        let number = numbers.next().flatten();
        if let Some(number) = number {
            check_move_number(&mut self.number, number, line.offset, &mut self.diagnostics);
        }
        let color = match numbers.next().flatten() {
            Some(1) => Some(Color::Black),
            Some(2) => Some(Color::White),
            _ => None,
        };
        let mut coordinate = || {
            let number = numbers.next().flatten();
            number.map(|number| u8::try_from(number).unwrap_or(u8::MAX))
        };
        let point = coordinate().zip(coordinate());
        if !pass && (point.is_none() || color.is_none()) {
            self.diagnostics.cut_move(line.offset);
            return;
        }
        self.moves.push(GibMove { offset: line.offset, color, point: point.filter(|_| !pass) });
    }

    /// Returns the game; `None` if there is neither a header nor a move.
    fn finish(mut self, end: usize, outside: &mut Diagnostics) -> Option<GameRecord> {
        if let Some(start) = self.open.take() {
            let message = "the file ends inside of a field";
            self.diagnostics.add(Code::UnclosedValue, start, message);
        }
        if self.header.is_empty() && self.moves.is_empty() {
            outside.extend(&self.diagnostics);
            return None;
        }
        let size = self.header.board_size(&mut self.diagnostics);
        self.add_moves(size);
        self.draft.set_handicap(self.handicap, size, &mut self.diagnostics);
        self.draft.comment(0, self.comment);
        if !self.has_ended {
            let message = "the file ends before the game does";
            self.diagnostics.add(Code::MissingMoves, end, message);
        } else if self.announced > self.moves.len() + self.removals + 1 {
            let (announced, there) = (self.announced - 1, self.moves.len() + self.removals);
            let message = format!("the header announces {announced} moves, but {there} follow");
            self.diagnostics.add(Code::MissingMoves, end, message);
        }
        let handicap = self.has_begun.then_some(self.handicap);
        let properties = self.header.properties(size, handicap);
        let (draft, diagnostics) = (self.draft, self.diagnostics);
        Some(draft.finish(Format::Gib, size, properties, diagnostics))
    }

    fn add_moves(&mut self, size: BoardSize) {
        for stone in &self.moves {
            let color = stone.color.unwrap_or_else(|| self.draft.next_color(self.handicap));
            let played = match stone.point.map(|(x, y)| Point::new(x, y)) {
                None => Move::Pass,
                Some(point) if size.contains(point) => Move::Place(point),
                Some(_) => {
                    self.diagnostics.bad_move(stone.offset);
                    Move::Unreadable
                }
            };
            self.draft.add(self.draft.last(), Some((color, played)));
        }
    }
}

/// Whether a line begins a field, a section or a move, so that it cannot continue a field of the line before.
fn begins_new_item(line: &str) -> bool {
    ["\\[", "\\H", "\\G", "STO ", "INI "].iter().any(|mark| line.starts_with(mark))
}

/// Returns the comment after the `&4` of a line.
fn comment_in(line: &str) -> &str {
    let comment = line.split_once('&').map_or("", |(_, comment)| comment);
    comment.strip_prefix(|c: char| c.is_ascii_digit()).unwrap_or(comment).trim()
}
