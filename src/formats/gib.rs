//! GIB, the format of Tygem.
//!
//! A header between `\HS` and `\HE` with lines such as `\[GAMEBLACKNAME=jy512 (15K)\]`, then the moves between `\GS` and
//! `\GE`: `INI 0 1 3 &4` tells the handicap and perhaps a comment, `STO 0 21 2 13 15` is move 20 (the start counts as
//! the first), by White, in column 13 and row 15 from the upper left, both from 0; `SKI 0 22` is a pass.
//!
//! The header says many things twice, once for people in any of several languages, once in numbers:
//! `\[GAMEINFOMAIN=…,GRLT:4,ZIPSU:0,DUM:0,GONGJE:65,…\]` and `\[GAMETAG=…,C2015:08:29:22:56,…\]`. The numbers count.

use super::server::{Draft, Line, add_property, head, lines};
use crate::game::{BoardSize, Color, Move, Point};
use crate::record::rank::Rank;
use crate::record::{Code, Diagnostics, Format, GameRecord, Property};

/// So many fields of a header are read.
const MOST_FIELDS: usize = 256;

/// Whether a text is GIB: a line near its beginning starts a header, one of its fields, or the moves.
pub fn looks_like(text: &str) -> bool {
    let marks = ["\\HS", "\\GS", "\\[GAME", "\\[GIBOKIND", "\\[TYPE="];
    let is_mark = |line: Line| marks.iter().any(|mark| line.text.starts_with(mark));
    let is_stone = |line: Line| {
        let numbers = line.text.strip_prefix("STO ").map(str::split_whitespace);
        numbers.is_some_and(|mut numbers| {
            numbers.clone().count() == 5 && numbers.all(|number| number.parse::<u16>().is_ok())
        })
    };
    lines(head(text, 4096)).any(|line| is_mark(line) || is_stone(line))
}

/// Reads the games of a text and hands them out one by one; gives what was odd outside of them.
pub fn read_each(text: &str, sink: &mut dyn FnMut(GameRecord)) -> Diagnostics {
    let mut outside = Diagnostics::default();
    let mut reader = Reader::new(text);
    for line in lines(text) {
        if line.text.starts_with("\\HS") {
            let before = std::mem::replace(&mut reader, Reader::new(text));
            before.finish(line.offset, sink, &mut outside);
        }
        reader.line(line);
    }
    reader.finish(text.len(), sink, &mut outside);
    outside
}

/// A field of the header.
struct Field<'t> {
    key: &'t str,
    value: &'t str,
}

struct Reader<'t> {
    text: &'t str,
    fields: Vec<Field<'t>>,
    /// Where the field begins that is not closed.
    open: Option<usize>,
    draft: Draft<'t>,
    moves: Vec<Stone>,
    handicap: u8,
    comment: &'t str,
    /// The number of the last move, which counts the start.
    number: usize,
    /// How many lines of moves are announced, the start included.
    announced: usize,
    began: bool,
    ended: bool,
    diagnostics: Diagnostics,
}

/// A move as it is written: the board's size may not be known yet.
struct Stone {
    offset: usize,
    color: Option<Color>,
    /// None is a pass.
    point: Option<(u8, u8)>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        Reader {
            text,
            fields: Vec::new(),
            open: None,
            draft: Draft::new(),
            moves: Vec::new(),
            handicap: 0,
            comment: "",
            number: 1,
            announced: 0,
            began: false,
            ended: false,
            diagnostics: Diagnostics::default(),
        }
    }

    /// Reads a line: the rest of a field, fields, and what stands behind them.
    fn line(&mut self, line: Line<'t>) {
        let (mut offset, mut rest) = (line.offset, line.text);
        loop {
            if let Some(start) = self.open {
                match rest.find("\\]") {
                    _ if begins_anew(rest) && offset > start => self.end_unclosed(start),
                    Some(end) => {
                        self.open = None;
                        self.field(self.text.get(start..offset + end).unwrap_or(""));
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
                return self.bare(Line { offset, text });
            }
        }
    }

    /// Ends a field that has no end of its own with its first line.
    fn end_unclosed(&mut self, start: usize) {
        self.open = None;
        let message = "a field without `\\]` was ended with its line";
        self.diagnostics.add(Code::UnclosedValue, start, message);
        let rest = self.text.get(start..).unwrap_or("");
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        self.field(rest.get(..end).unwrap_or(""));
    }

    fn field(&mut self, text: &'t str) {
        if let Some((key, value)) = text.split_once('=')
            && self.fields.len() < MOST_FIELDS
            && !value.trim().is_empty()
        {
            self.fields.push(Field {
                key: key.trim(),
                value: value.trim(),
            });
        }
    }

    /// A line that is no field.
    fn bare(&mut self, line: Line<'t>) {
        let mut words = line.text.split_whitespace();
        let Some(command) = words.next() else {
            return;
        };
        let numbers = |count: usize| line.text.split_whitespace().skip(count);
        match command {
            "\\HS" | "\\HE" => {}
            "\\GS" => self.began = true,
            "\\GE" => self.ended = true,
            _ if self.ended => {
                let message = "text behind the game was passed over";
                self.diagnostics.add(Code::StrayText, line.offset, message);
            }
            "INI" => {
                self.began = true;
                self.handicap = numbers(3).next().and_then(|n| n.parse().ok()).unwrap_or(0);
                self.comment = comment_in(line.text);
            }
            "STO" | "SKI" => {
                self.began = true;
                self.read_move(line, command == "SKI");
            }
            // Where the viewer stood.
            "IDX" => {}
            // `2 1 0`, and how many lines of moves there are: `119 0 &4`.
            _ if self.began && command.parse::<usize>().is_ok() => {
                if line.text.contains('&') {
                    self.announced = command.parse().unwrap_or(0);
                }
            }
            _ => {
                let message = "a line that is neither a field nor a move was passed over";
                self.diagnostics.add(Code::BadLine, line.offset, message);
            }
        }
    }

    /// `STO 0 21 2 13 15` or `SKI 0 22`.
    fn read_move(&mut self, line: Line<'t>, pass: bool) {
        let words = line.text.split_whitespace().skip(2);
        let mut numbers = words.map(|word| word.parse::<usize>().ok());
        let number = numbers.next().flatten();
        if let Some(number) = number.filter(|&number| number < usize::MAX) {
            if number > self.number + 1 {
                let message = format!(
                    "the numbers of the moves jump from {} to {number}",
                    self.number
                );
                self.diagnostics
                    .add(Code::MissingMoves, line.offset, message);
            }
            self.number = number;
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
            let message = "a move that is cut short was passed over";
            self.diagnostics.add(Code::BadMove, line.offset, message);
            return;
        }
        self.moves.push(Stone {
            offset: line.offset,
            color,
            point: point.filter(|_| !pass),
        });
    }

    fn finish(mut self, end: usize, sink: &mut dyn FnMut(GameRecord), outside: &mut Diagnostics) {
        if let Some(start) = self.open.take() {
            let message = "the file ends inside of a field";
            self.diagnostics.add(Code::UnclosedValue, start, message);
        }
        if self.fields.is_empty() && self.moves.is_empty() {
            outside.extend(&self.diagnostics);
            return;
        }
        let size = self.size();
        self.add_moves(size);
        self.draft
            .set_handicap(self.handicap, size, &mut self.diagnostics);
        self.draft.comment(0, self.comment);
        if !self.ended {
            let message = "the file ends before the game does";
            self.diagnostics.add(Code::MissingMoves, end, message);
        } else if self.announced > self.moves.len() + 1 {
            let message = format!(
                "{} moves are announced, {} are there",
                self.announced - 1,
                self.moves.len()
            );
            self.diagnostics.add(Code::MissingMoves, end, message);
        }
        let properties = self.properties(size);
        sink(
            self.draft
                .finish(Format::Gib, size, properties, self.diagnostics),
        );
    }

    fn add_moves(&mut self, size: BoardSize) {
        for stone in &self.moves {
            let color = stone
                .color
                .unwrap_or_else(|| self.draft.next_color(self.handicap));
            let played = match stone.point.map(|(x, y)| Point::new(x, y)) {
                None => Move::Pass,
                Some(point) if size.contains(point) => Move::Place(point),
                Some(_) => {
                    let message = "a move that is no point of the board";
                    self.diagnostics.add(Code::BadMove, stone.offset, message);
                    Move::Unreadable
                }
            };
            self.draft.add(self.draft.last(), Some((color, played)));
        }
    }

    /// The first field of this name.
    fn get(&self, key: &str) -> Option<&'t str> {
        let mut fields = self.fields.iter();
        fields
            .find(|field| field.key == key)
            .map(|field| field.value)
    }

    /// A part of a field of parts: `GONGJE` of `GAMEINFOMAIN=…,GONGJE:65,…`.
    fn part(&self, key: &str, name: &str) -> Option<&'t str> {
        let mut parts = self.get(key)?.split(',');
        parts.find_map(|part| part.trim().strip_prefix(name)?.strip_prefix(':'))
    }

    /// A part of `GAMETAG`, which is known by its first letter.
    fn tag(&self, letter: char) -> Option<&'t str> {
        let mut parts = self.get("GAMETAG")?.split(',');
        let part = parts.find_map(|part| part.trim().strip_prefix(letter))?;
        Some(part.trim_start_matches(':'))
    }

    fn size(&mut self) -> BoardSize {
        let Some(line) = self.part("GAMEINFOMAIN", "LINE") else {
            return BoardSize::GO;
        };
        let side = line.trim().parse().ok();
        side.and_then(|side| BoardSize::new(side, side))
            .unwrap_or_else(|| {
                let message = "the board size cannot be read; 19x19 is assumed";
                self.diagnostics.add(Code::BadSize, 0, message);
                BoardSize::GO
            })
    }

    /// What the header tells, under the names of SGF.
    fn properties(&self, size: BoardSize) -> Vec<Property> {
        let mut properties = Vec::new();
        let mut add = |name: &str, value: Option<&str>| {
            add_property(&mut properties, name, value.unwrap_or(""));
        };
        add("SZ", Some(&size.width().to_string()));
        for (letter, long) in [('B', "BLACK"), ('W', "WHITE")] {
            let of_user =
                |name: &str| self.part(&format!("{letter}USERINFO"), &format!("{letter}{name}"));
            let (name, rank) = name_and_rank(self.get(&format!("GAME{long}NAME")).unwrap_or(""));
            let level = of_user("LV").or_else(|| self.get(&format!("GAME{long}LEVEL")));
            let player = format!("P{letter}");
            add(&player, Some(name));
            add(&player, of_user("NICK").or_else(|| of_user("ID")));
            add(&player, self.tag(if letter == 'B' { 'B' } else { 'A' }));
            let level_rank = level.and_then(rank_of_level);
            add(&format!("{letter}R"), rank.or(level_rank.as_deref()));
        }
        add("RE", self.result().as_deref());
        add("RE", self.get("GAMERESULT"));
        add("DT", self.date().as_deref());
        add("DT", self.get("GAMEDATE"));
        add("KM", self.komi().as_deref());
        add(
            "HA",
            Some(&self.handicap.to_string())
                .filter(|_| self.began)
                .map(String::as_str),
        );
        add(
            "GN",
            self.get("GAMENAME")
                .or_else(|| self.part("GAMEINFOSUB", "GNAME")),
        );
        add(
            "PC",
            self.get("GAMEPLACE")
                .or_else(|| self.part("GAMEINFOSUB", "GPLC")),
        );
        add(
            "GC",
            self.get("GAMECOMMENT")
                .or_else(|| self.part("GAMEINFOSUB", "GCMT")),
        );
        // What the numbers say is kept in words too.
        for words in ["GAMERESULT", "GAMECONDITION", "GAMETIME"] {
            add(words, self.get(words));
        }
        let (time, overtime) = self.time().unzip();
        add("TM", time.as_deref());
        add("OT", overtime.as_deref());
        properties
    }

    /// The result by its code and the margin in tenths of a point; none if the code tells nothing.
    fn result(&self) -> Option<String> {
        let of_main = |name| self.part("GAMEINFOMAIN", name);
        let code = of_main("GRLT").or_else(|| self.tag('W'))?;
        let tenths = of_main("ZIPSU").or_else(|| self.tag('Z'));
        let margin = || tenths.and_then(tenths_text).unwrap_or_default();
        Some(match code.trim() {
            "0" => format!("B+{}", margin()),
            "1" => format!("W+{}", margin()),
            "3" => "B+R".into(),
            "4" => "W+R".into(),
            "7" => "B+T".into(),
            "8" => "W+T".into(),
            _ => return None,
        })
    }

    /// The day: `C2015:08:29:22:56`, or `2015- 8-29-22-56-58`.
    fn date(&self) -> Option<String> {
        let numbers = |text: &str, between: char| -> Option<String> {
            let mut parts = text.split(between).map(|part| part.trim().parse::<u16>());
            let (year, month, day) = (
                parts.next()?.ok()?,
                parts.next()?.ok()?,
                parts.next()?.ok()?,
            );
            Some(format!("{year:04}-{month:02}-{day:02}"))
        };
        let tag = self.tag('C').and_then(|text| numbers(text, ':'));
        tag.or_else(|| numbers(self.part("GAMEINFOSUB", "GDATE")?, '-'))
            .or_else(|| numbers(self.get("GAMEDATE")?, '-'))
    }

    /// What Black gives, in tenths of a point, or else what White gives, in points.
    fn komi(&self) -> Option<String> {
        let of_main = |name| self.part("GAMEINFOMAIN", name);
        let black = of_main("GONGJE")
            .or_else(|| self.tag('G'))
            .and_then(tenths_text);
        let white = of_main("DUM").or_else(|| self.tag('D'));
        let white = white.and_then(|text| text.trim().parse::<u16>().ok());
        match white.filter(|&points| points > 0) {
            Some(points) if black.as_deref().is_none_or(|komi| komi == "0") => {
                Some(format!("-{points}"))
            }
            _ => black,
        }
    }

    /// The main time in seconds, and the periods: `600-30-3`.
    fn time(&self) -> Option<(String, String)> {
        let mut parts = self.part("GAMEINFOMAIN", "GTIME")?.split('-');
        let mut number = || parts.next()?.trim().parse::<u32>().ok();
        let (main, seconds, periods) = (number()?, number()?, number()?);
        let overtime = if periods > 0 && seconds > 0 {
            format!("{periods}x{seconds} byo-yomi")
        } else {
            String::new()
        };
        Some((main.to_string(), overtime))
    }
}

/// Whether a line cannot go on with a field of the line before.
fn begins_anew(line: &str) -> bool {
    let marks = ["\\[", "\\H", "\\G", "STO ", "INI "];
    marks.iter().any(|mark| line.starts_with(mark))
}

/// What stands behind `&4`.
fn comment_in(line: &str) -> &str {
    let comment = line.split_once('&').map_or("", |(_, comment)| comment);
    let code = comment.strip_prefix(|c: char| c.is_ascii_digit());
    code.unwrap_or(comment).trim()
}

/// `jy512 (15K)` in its parts.
fn name_and_rank(text: &str) -> (&str, Option<&str>) {
    let parts = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('));
    match parts.filter(|(name, _)| !name.trim().is_empty()) {
        Some((name, rank)) => (name.trim(), Some(rank)),
        None => (text, None),
    }
}

/// Tygem counts from 18 kyu: 17 is 1k, 18 is 1d, 26 is 9d, 27 is 1p.
fn rank_of_level(level: &str) -> Option<String> {
    match level.trim().parse::<u8>() {
        Ok(level @ 0..=17) => Some(format!("{}k", 18 - level)),
        Ok(level @ 18..=26) => Some(format!("{}d", level - 17)),
        Ok(level @ 27..=35) => Some(format!("{}p", level - 26)),
        Ok(_) => None,
        Err(_) => Rank::parse(level).map(|_| level.to_owned()),
    }
}

/// `65` as `6.5`.
fn tenths_text(text: &str) -> Option<String> {
    let tenths: u32 = text.trim().parse().ok()?;
    let (whole, part) = (tenths / 10, tenths % 10);
    Some(if part == 0 {
        whole.to_string()
    } else {
        format!("{whole}.{part}")
    })
}
