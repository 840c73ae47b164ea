//! Turns the values of a row into a game. The row is written as SGF and read as such, so it gives the game that the
//! same SGF file gives.

use super::column::Cell;
use super::columns::Fact;
use super::footer::{Leaf, Meaning, Physical};
use super::values::Scalar;
use crate::formats::budget::{GameLimit, NodeBudget};
use crate::formats::ogs::utc_date;
use crate::formats::sgf;
use crate::formats::sgf::write::{point_value, size_value};
use crate::game::{BoardSize, Color, GameKind, Point};
use crate::{Format, GameRecord};

/// Value of an SGF move that is no point of any board.
const UNREADABLE_MOVE: &str = "??";
/// Number of seconds of a day.
const SECONDS_PER_DAY: i64 = 86_400;
/// Julian day of 1970-01-01, from which times of twelve bytes are counted.
const JULIAN_DAY_1970: i64 = 2_440_588;

/// Values of a row with what they are about.
pub(super) struct Row<'r> {
    pub(super) values: &'r [(Fact, &'r Leaf, Cell)],
}

/// Why a row gives no game.
pub(super) enum NoGame {
    /// The game exceeds a limit for one game.
    TooLarge(GameLimit),
    /// What the row has instead of a game: `no moves`.
    Reason(&'static str),
}

impl From<&'static str> for NoGame {
    fn from(reason: &'static str) -> NoGame {
        NoGame::Reason(reason)
    }
}

/// Reads a row as a game within a budget, without subtracting the game from the budget.
pub(super) fn read(row: &Row, budget: &mut NodeBudget) -> Result<GameRecord, NoGame> {
    let text = match row.moves()? {
        Moves::TooMany => {
            budget.fits_nodes(usize::MAX);
            return Err(NoGame::TooLarge(GameLimit::Nodes));
        }
        Moves::File(text) => text,
        Moves::Nodes(nodes) => row.sgf(&nodes)?,
        Moves::Points(points) => {
            let (size, first) = (row.board_size()?, row.first_color());
            row.sgf(&point_nodes(&points, size, first))?
        }
        Moves::Names(names) => {
            let (size, first) = (row.board_size()?, row.first_color());
            row.sgf(&name_nodes(&names, size, first).ok_or("moves that cannot be read")?)?
        }
    };
    let mut first = None;
    let mut game_budget = budget.for_one_game();
    let skips = game_budget.skips();
    // A text may hold several games. The row is the first of them, even if that is skipped.
    sgf::read_each(&text, true, &mut game_budget, &mut |record, _| {
        if first.is_none() && skips.count() == 0 {
            first = Some(record);
        }
    });
    budget.unpack_bytes_left = game_budget.unpack_bytes_left;
    match (first, skips.take().first()) {
        (Some(mut game), _) => {
            game.format = Format::Parquet;
            Ok(game)
        }
        (None, Some(&limit)) => Err(NoGame::TooLarge(limit)),
        (None, None) if game_budget.is_exceeded() => {
            budget.take_excess(&game_budget);
            Err(NoGame::TooLarge(GameLimit::Nodes))
        }
        (None, None) => Err("moves that cannot be read".into()),
    }
}

/// Moves of a row in one of the forms that tables have.
enum Moves {
    /// SGF file.
    File(String),
    /// SGF nodes: `;B[pd];W[dd]`.
    Nodes(String),
    /// List with more moves than a game may have.
    TooMany,
    /// Row × width + column, counted from the upper left; -1 is a pass.
    Points(Vec<i64>),
    /// Names of points such as `Q16`, perhaps with colours before them.
    Names(Vec<String>),
}

impl Row<'_> {
    /// Values of all columns that hold a fact, the best first.
    fn cells(&self, fact: Fact) -> impl Iterator<Item = (&Leaf, &Cell)> {
        let values = self.values.iter().filter(move |(known, ..)| *known == fact);
        values.map(|(_, leaf, cell)| (*leaf, cell))
    }

    /// First value of a fact that `convert` makes a text of.
    fn first_text(
        &self,
        fact: Fact,
        convert: fn(&Leaf, &Scalar) -> Option<String>,
    ) -> Option<String> {
        let text = |(leaf, cell): (&Leaf, &Cell)| match cell {
            Cell::One(scalar) => {
                convert(leaf, scalar).map(|text| text.trim().to_owned()).filter(|t| !t.is_empty())
            }
            _ => None,
        };
        self.cells(fact).find_map(text)
    }

    fn text(&self, fact: Fact) -> Option<String> {
        self.first_text(fact, text_of)
    }

    fn moves(&self) -> Result<Moves, &'static str> {
        const NONE: &str = "no moves";
        let (leaf, cell) = self.cells(Fact::Moves).next().ok_or(NONE)?;
        let items = match cell {
            Cell::TooLong => return Ok(Moves::TooMany),
            Cell::One(scalar) => {
                let text = text_of(leaf, scalar).unwrap_or_default();
                return parse_moves(text.trim()).or_else(|| self.no_moves()).ok_or(NONE);
            }
            Cell::List(items) => items,
        };
        if items.is_empty() {
            return self.no_moves().ok_or(NONE);
        }
        if matches!(leaf.physical, Physical::Int32 | Physical::Int64) {
            let points = items.iter().map(|item| match item {
                Scalar::Int(point) => Some(*point),
                _ => None,
            });
            return points
                .collect::<Option<_>>()
                .map(Moves::Points)
                .ok_or("a move without a value");
        }
        let texts = items.iter().map(|item| text_of(leaf, item));
        let texts = texts.collect::<Option<Vec<String>>>().ok_or("a move without a value")?;
        parse_moves(texts.join(" ").trim()).ok_or(NONE)
    }

    /// A position without moves, if the row has stones at the start.
    fn no_moves(&self) -> Option<Moves> {
        self.setup().map(|_| Moves::Nodes(String::new()))
    }

    /// Stones at the start as SGF properties: `AB[dd][pp]`.
    fn setup(&self) -> Option<String> {
        let text = self.text(Fact::Setup)?;
        let mut rest = &*text;
        while !rest.is_empty() {
            rest = ["AB", "AW", "AE", "PL"].iter().find_map(|name| rest.strip_prefix(name))?;
            while let Some(value) = rest.strip_prefix('[') {
                let end = value.find(']')?;
                let is_point = |c: char| c.is_ascii_alphanumeric() || c == ':';
                rest = value
                    .get(..end)
                    .filter(|v| v.chars().all(is_point))
                    .and(value.get(end + 1..))?;
            }
            rest = rest.trim_start();
        }
        Some(text)
    }

    /// Size of the board; 19×19 if the row does not say.
    fn board_size(&self) -> Result<BoardSize, &'static str> {
        let (width, height) = (self.text(Fact::Width), self.text(Fact::Height));
        let both = match (self.text(Fact::Size), width, height) {
            (Some(size), ..) => match size.split_once(['x', 'X', '×', ':', '*']) {
                Some((width, height)) => (width.trim().to_owned(), height.trim().to_owned()),
                None => (size.clone(), size),
            },
            (None, Some(width), Some(height)) => (width, height),
            (None, Some(side), None) | (None, None, Some(side)) => (side.clone(), side),
            (None, None, None) => return Ok(BoardSize::GO),
        };
        let sides = both.0.parse().ok().zip(both.1.parse().ok());
        let size = sides.and_then(|(width, height)| BoardSize::new(width, height));
        size.ok_or("a size that is none of a board")
    }

    /// Colour of the first move: what the row says, or else White with handicap stones.
    fn first_color(&self) -> Color {
        let named = self.text(Fact::Turn).and_then(|turn| color_named(&turn));
        let handicap = self.text(Fact::Property("HA")).and_then(|text| text.parse::<f64>().ok());
        let has_handicap = handicap.is_some_and(|handicap| handicap >= 2.0);
        named.unwrap_or(if has_handicap { Color::White } else { Color::Black })
    }

    /// SGF file of the row with these nodes.
    fn sgf(&self, nodes: &str) -> Result<String, &'static str> {
        let mut text = String::from("(;");
        let mut add = |name: &str, value: &str| {
            text.push_str(name);
            text.push('[');
            for c in value.chars() {
                if matches!(c, ']' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
            text.push(']');
        };
        let setup = self.setup().unwrap_or_default();
        match self.text(Fact::Kind).as_deref() {
            Some("loa") => {
                add("GM", "9");
                // The column with the setup has all pieces, so none of the usual ones stand on the board.
                if !setup.is_empty() {
                    add("SU", "Custom");
                }
            }
            Some("other") => return Err("a game that is not Go"),
            _ => {}
        }
        let size = self.board_size()?;
        add("SZ", &size_value(size));
        if !setup.contains("PL[")
            && let Some(turn) = self.text(Fact::Turn).and_then(|turn| color_named(&turn))
        {
            add("PL", &turn.letter().to_string());
        }
        let mut last = None;
        for (fact, ..) in self.values {
            // The columns of a fact stand one after the other.
            if last.replace(*fact) != Some(*fact)
                && let Fact::Property(name) = fact
                && let Some(value) = self.property(name)
            {
                add(name, &value);
            }
        }
        if self.property("RE").is_none()
            && let Some(result) = self.result_of_winner()
        {
            add("RE", &result);
        }
        text.push_str(&setup);
        text.push_str(nodes);
        text.push(')');
        Ok(text)
    }

    /// Value of the SGF property that a column holds.
    fn property(&self, name: &'static str) -> Option<String> {
        let fact = Fact::Property(name);
        match name {
            "DT" => self.first_text(fact, date_of),
            "RE" => {
                let text = self.text(fact)?;
                match color_named(&text) {
                    Some(winner) => Some(format!("{}+", winner.letter())),
                    // A number may be a margin or stand for the winner, for either of the players.
                    None => Some(text).filter(|text| text.parse::<f64>().is_err() || text == "0"),
                }
            }
            _ => self.text(fact),
        }
    }

    /// Result from columns with the winner, how the game ended and the margin.
    fn result_of_winner(&self) -> Option<String> {
        let winner = self.text(Fact::Winner)?;
        if winner.eq_ignore_ascii_case("draw") {
            return Some("0".into());
        }
        let letter = color_named(&winner)?.letter();
        let how = self.text(Fact::How).unwrap_or_default().to_ascii_lowercase();
        let end = match &*how {
            _ if how.starts_with("resign") => "R".into(),
            "time" | "timeout" | "time out" => "T".into(),
            "forfeit" => "F".into(),
            _ => self.text(Fact::Margin).unwrap_or_default(),
        };
        Some(format!("{letter}+{end}"))
    }
}

/// Text of a value; `None` if there is none.
fn text_of(leaf: &Leaf, scalar: &Scalar) -> Option<String> {
    let scaled = |number: i128, scale: u32| {
        let text = number.unsigned_abs().to_string();
        let scale = scale as usize;
        let digits = format!("{text:0>width$}", width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{}{whole}{point}{fraction}", if number < 0 { "-" } else { "" })
    };
    Some(match (scalar, leaf.meaning) {
        (Scalar::Null, _) => return None,
        (Scalar::Int(number), Meaning::Decimal { scale }) => scaled((*number).into(), scale),
        (Scalar::Int(number), _) => number.to_string(),
        (Scalar::Fraction(number), _) if number.is_finite() => number.to_string(),
        (Scalar::Fraction(_), _) => return None,
        (Scalar::Bytes(part), Meaning::Decimal { scale }) => {
            let bytes = part.bytes();
            let first = *bytes.first().filter(|_| bytes.len() <= 16)?;
            let sign = if first >= 0x80 { -1 } else { 0 };
            scaled(bytes.iter().fold(sign, |number, &byte| number << 8 | i128::from(byte)), scale)
        }
        (Scalar::Bytes(part), _) => String::from_utf8_lossy(part.bytes()).into_owned(),
    })
}

/// Date of a value: a day or time of Parquet, a text, a year, a day as `20240229`, or seconds or milliseconds since
/// 1970.
fn date_of(leaf: &Leaf, scalar: &Scalar) -> Option<String> {
    let day = |seconds: i64| utc_date(seconds as f64);
    match (scalar, leaf.meaning) {
        (Scalar::Int(days), Meaning::Days) => day(days.checked_mul(SECONDS_PER_DAY)?),
        (Scalar::Int(time), Meaning::Time { per_second }) => day(time.div_euclid(per_second)),
        (Scalar::Int(number), _) => match *number {
            1..=9999 => Some(format!("{number:04}")),
            10_000_101..=99_991_231 => Some(format!(
                "{:04}-{:02}-{:02}",
                number / 10_000,
                number / 100 % 100,
                number % 100
            )),
            seconds if seconds < 100_000_000_000 => day(seconds),
            milliseconds => day(milliseconds / 1000),
        },
        (Scalar::Bytes(part), _) if leaf.physical == Physical::Int96 => {
            let days = i32::from_le_bytes(part.bytes().get(8..12)?.try_into().ok()?);
            day((i64::from(days) - JULIAN_DAY_1970) * SECONDS_PER_DAY)
        }
        (Scalar::Fraction(seconds), _) => utc_date(*seconds),
        _ => {
            let text = text_of(leaf, scalar)?;
            let text = text.trim();
            // A text with a time of the day, such as `2024-02-29T20:15:00Z`.
            let is_time = text.get(10..).is_some_and(|rest| {
                rest.starts_with(['T', ' ']) && rest.get(1..).is_some_and(|time| time.contains(':'))
            });
            let text = if is_time { text.get(..10).unwrap_or(text) } else { text };
            Some(text.to_owned()).filter(|text| !text.is_empty())
        }
    }
}

/// Colour that a word or letter names.
fn color_named(text: &str) -> Option<Color> {
    match &*text.to_ascii_lowercase() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Reads moves from a text: an SGF file, SGF nodes, integers, or names of points. `None` if the text is none of these.
fn parse_moves(text: &str) -> Option<Moves> {
    let nodes = text.trim_start_matches(';').trim_start();
    let is_node = |text: &str| {
        let name = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
        (1..=2).contains(&(text.len() - name.len())) && name.starts_with('[')
    };
    if text.starts_with('(') {
        return Some(Moves::File(text.to_owned()));
    }
    if is_node(nodes) {
        return Some(Moves::Nodes(format!(";{nodes}")));
    }
    let is_between =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '[' | ']' | '"' | '\'');
    let words = || text.split(is_between).filter(|word| !word.is_empty());
    words().next()?;
    if let Some(points) = words().map(|word| word.parse().ok()).collect() {
        return Some(Moves::Points(points));
    }
    Some(Moves::Names(words().map(str::to_owned).collect()))
}

fn push_move(nodes: &mut String, color: Color, value: &str) {
    nodes.push(';');
    nodes.push(color.letter());
    nodes.push('[');
    nodes.push_str(value);
    nodes.push(']');
}

/// Nodes of moves that are given as integers. The number behind the last point is a pass as well.
fn point_nodes(points: &[i64], size: BoardSize, first: Color) -> String {
    let (width, area) = (i64::from(size.width()), size.area() as i64);
    let mut nodes = String::with_capacity(points.len() * 6);
    let mut color = first;
    for &point in points {
        let value = if point == -1 || point == area {
            String::new()
        } else if (0..area).contains(&point) {
            let point = Point::new((point % width) as u8, (point / width) as u8);
            point_value(GameKind::Go, size, point)
        } else {
            UNREADABLE_MOVE.to_owned()
        };
        push_move(&mut nodes, color, &value);
        color = color.other();
    }
    nodes
}

/// Nodes of moves with names of points: `Q16`, two letters as in SGF, or `pass`. A colour may stand before a move.
fn name_nodes(names: &[String], size: BoardSize, first: Color) -> Option<String> {
    let mut nodes = String::with_capacity(names.len() * 6);
    let mut color = first;
    for name in names {
        if let Some(named) = color_named(name) {
            color = named;
            continue;
        }
        let lower = name.to_ascii_lowercase();
        let value = match &*lower {
            "resign" => break,
            "pass" => String::new(),
            // A move that could not be read when the table was written.
            "?" => UNREADABLE_MOVE.to_owned(),
            _ => point_value(GameKind::Go, size, point_named(&lower, size)?),
        };
        push_move(&mut nodes, color, &value);
        color = color.other();
    }
    Some(nodes)
}

/// Point with a name in lower case: two letters from the upper left as in SGF, or the letters of a column and a number
/// from below. There is no column I, and AA follows Z.
fn point_named(name: &str, size: BoardSize) -> Option<Point> {
    let number = |letter: u8| letter.checked_sub(b'a').filter(|&number| number < 26);
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = name.strip_suffix(digits)?.as_bytes();
    let point = match (letters, digits) {
        (&[x, y], "") => Point::new(number(x)?, number(y)?),
        (letters @ ([_] | [_, _]), digits) => {
            let mut column = 0;
            for &letter in letters {
                let number = number(letter).filter(|_| letter != b'i')?;
                column = column * 25 + u16::from(number) + u16::from(letter < b'i');
            }
            let row: u8 = digits.parse().ok()?;
            let y = size.height().checked_sub(row).filter(|_| row > 0)?;
            Point::new(u8::try_from(column.checked_sub(1)?).ok()?, y)
        }
        _ => return None,
    };
    size.contains(point).then_some(point)
}
