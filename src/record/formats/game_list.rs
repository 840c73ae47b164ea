//! Reads game lists: text files that list players, dates and results of the games of files of move lines, one game on
//! each line. The collections of Tygem's and Tom's games publish them as files with the ending `.index`.
//!
//! The fields of a line are separated by tabs and have no names, so the form of the date tells whose list it is:
//!
//! | list | fields |
//! |---|---|
//! | Tygem | number, `C2015.12.02 11:13`, White's name, White's name in Latin letters, White's nation, the same of Black, result, number of moves, time |
//! | Tom | number, `2003.09.12`, White's name, Black's name, komi, result, number of moves, time |
//!
//! The time is written as `40/3 20m`: 3 periods of 40 seconds after 20 minutes. All players of both lists are 9 dan.

use super::server::without_control_characters;
use crate::cancel::checkpoint;
use crate::result::{GameResult, WinKind};
use crate::time::Overtime;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Game lists that lie beside a file.
pub trait GameLists: fmt::Debug + Sync {
    /// Tables of the lists, the nearest list first. This is called when a game of a file of move lines is met, so that
    /// lists need not be read for files of other formats.
    fn tables(&self) -> &[Arc<GameListTable>];
}

/// Maximum number of bytes of a line. A longer line is skipped.
const MAX_LINE_BYTES: usize = 1024;
/// Estimate of the memory, in bytes, that finding equal texts takes for each different text.
const LOOKUP_BYTES: usize = 40;

/// Games of one or several lists, sorted by their numbers. Texts that occur more than once, such as names, are stored
/// once: a list of 1.5 million games of Tygem has 150 MB and its table some 40 MB.
#[derive(Default)]
pub struct GameListTable {
    rows: Vec<Row>,
    texts: Texts,
}

/// Game of a list, 24 bytes long.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Row {
    number: u64,
    /// Places of White's name, Black's name and the [`Outcome`] in [`Texts`].
    white: u32,
    black: u32,
    outcome: u32,
    date: PackedDate,
    /// Number of moves; larger numbers are stored as this type's largest, and so is an unknown one.
    moves: u16,
}

/// Day in 16 bits: 7 bits for the years since 1980, 4 for the month, 5 for the day; 0 for an unknown day.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PackedDate(u16);

impl PackedDate {
    const FIRST_YEAR: u16 = 1980;

    /// Reads `2015.12.02 11:13`. `None` if the text does not have this form; an unknown day if the calendar lacks it.
    fn parse(text: &str) -> Option<PackedDate> {
        let mut parts = text.split_ascii_whitespace().next()?.split('.');
        let mut number = |length: usize| {
            let part = parts.next().filter(|part| part.len() <= length)?;
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u16>().ok())?
        };
        let (year, month, day) = (number(4)?, number(2)?, number(2)?);
        if parts.next().is_some() {
            return None;
        }
        let days = match month {
            2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        let years = year.checked_sub(PackedDate::FIRST_YEAR).filter(|years| *years < 128);
        let packed = years.filter(|_| (1..=days).contains(&day));
        Some(PackedDate(packed.map_or(0, |years| years << 9 | month << 5 | day)))
    }

    /// The day as `2015-12-02`.
    fn text(self) -> Option<String> {
        let PackedDate(packed) = self;
        let (year, month, day) =
            (PackedDate::FIRST_YEAR + (packed >> 9), packed >> 5 & 0xf, packed & 0x1f);
        (packed != 0).then(|| format!("{year:04}-{month:02}-{day:02}"))
    }
}

/// Texts that are stored one after the other, each one once.
#[derive(Default)]
struct Texts {
    all: String,
    /// Offset in `all` of the end of each text.
    ends: Vec<u32>,
}

impl Texts {
    fn get(&self, index: u32) -> &str {
        let index = index as usize;
        let end = self.ends.get(index).copied().unwrap_or(0) as usize;
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before).copied());
        self.all.get(start.unwrap_or(0) as usize..end).unwrap_or("")
    }
}

/// What a list says of a game besides names, date and number of moves. Few combinations occur, so each is stored once,
/// as a text with tabs between the fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Outcome<'t> {
    server: Server,
    /// Komi of a list of Tom; the games of Tygem have no field for it.
    komi: &'t str,
    result: &'t str,
    time: &'t str,
}

/// Go server whose games a list has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Server {
    Tygem,
    Tom,
}

impl Server {
    fn name(self) -> &'static str {
        match self {
            Server::Tygem => "Tygem",
            Server::Tom => "Tom",
        }
    }
}

impl<'t> Outcome<'t> {
    fn text(self) -> String {
        let Outcome { server, komi, result, time } = self;
        format!("{}\t{komi}\t{result}\t{time}", server.name())
    }

    fn from_text(text: &'t str) -> Outcome<'t> {
        let mut fields = text.split('\t');
        let mut next = || fields.next().unwrap_or("");
        let server = if next() == Server::Tom.name() { Server::Tom } else { Server::Tygem };
        Outcome { server, komi: next(), result: next(), time: next() }
    }
}

/// Line of a list.
struct ListLine<'t> {
    number: u64,
    date: PackedDate,
    white: Cow<'t, str>,
    black: Cow<'t, str>,
    outcome: Outcome<'t>,
    moves: u16,
}

impl<'t> ListLine<'t> {
    /// Reads a line; `None` if it has another form.
    fn parse(line: &'t str) -> Option<ListLine<'t>> {
        /// Largest number of fields of a line, and one more, to notice lines that have too many.
        const MAX_FIELDS: usize = 12;
        let mut fields = [""; MAX_FIELDS];
        let mut count = 0;
        let line = line.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\0']);
        if line.len() > MAX_LINE_BYTES {
            return None;
        }
        for (field, text) in fields.iter_mut().zip(line.split('\t')) {
            *field = text.trim();
            count += 1;
        }
        let fields = fields.get(..count)?;
        let (&number, &date) = (fields.first()?, fields.get(1)?);
        let number = parse_number(number)?;
        // One letter before the date marks the form of Tygem.
        let after_letter = date.strip_prefix(|c: char| c.is_ascii_alphabetic());
        let date = PackedDate::parse(after_letter.unwrap_or(date))?;
        let line = match (after_letter, fields) {
            (
                Some(_),
                &[_, _, white, white_latin, _, black, black_latin, _, result, ref rest @ ..],
            ) if rest.len() <= 2 => {
                let outcome = Outcome {
                    server: Server::Tygem,
                    komi: "",
                    result,
                    time: rest.get(1).copied().unwrap_or(""),
                };
                let white = name_in_two_scripts(white, white_latin);
                let black = name_in_two_scripts(black, black_latin);
                let moves = parse_moves(rest.first());
                ListLine { number, date, white, black, outcome, moves }
            }
            (None, &[_, _, white, black, komi, result, ref rest @ ..])
                if rest.len() <= 2 && (komi.is_empty() || komi.parse::<f32>().is_ok()) =>
            {
                let outcome = Outcome {
                    server: Server::Tom,
                    komi,
                    result,
                    time: rest.get(1).copied().unwrap_or(""),
                };
                let (white, black) = (white.into(), black.into());
                let moves = parse_moves(rest.first());
                ListLine { number, date, white, black, outcome, moves }
            }
            _ => return None,
        };
        Some(line)
    }
}

/// Number of a game. It is compared as a number, so leading zeros do not matter.
pub(super) fn parse_number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn parse_moves(field: Option<&&str>) -> u16 {
    let number = field.and_then(|text| text.parse::<u64>().ok());
    number.map_or(u16::MAX, |number| u16::try_from(number).unwrap_or(u16::MAX))
}

/// Name of a player as one text: the name in the player's own script, and after it the name in Latin letters if that
/// is another one, as in `芮乃伟 (ruinaiwei)`. A query finds the player by either of them.
fn name_in_two_scripts<'t>(own: &'t str, latin: &'t str) -> Cow<'t, str> {
    match (own, latin) {
        (own, "") => own.into(),
        ("", latin) => latin.into(),
        (own, latin) if own.eq_ignore_ascii_case(latin) => own.into(),
        (own, latin) => format!("{own} ({latin})").into(),
    }
}

/// Table that is made of one list after the other.
pub struct GameListBuilder {
    table: GameListTable,
    /// Places of texts in the table, by their hashes.
    places: HashMap<u64, u32>,
    hasher: RandomState,
    /// Number of bytes of memory that the table may take.
    max_bytes: usize,
}

impl GameListBuilder {
    /// Creates an empty table that may take about this many bytes of memory.
    pub fn new(max_bytes: usize) -> GameListBuilder {
        GameListBuilder {
            table: GameListTable::default(),
            places: HashMap::new(),
            hasher: RandomState::new(),
            // Places of texts are numbers of 32 bits.
            max_bytes: max_bytes.min(u32::MAX as usize - MAX_LINE_BYTES),
        }
    }

    /// Adds the games of a list. Lines that have another form are skipped. Returns false if the table has become too
    /// large; then the games after that are missing in it.
    pub fn add(&mut self, list: &str) -> bool {
        for line in list.split('\n') {
            checkpoint();
            let Some(line) = ListLine::parse(line) else {
                continue;
            };
            if self.table.memory_bytes() + self.places.len() * LOOKUP_BYTES > self.max_bytes {
                return false;
            }
            let row = Row {
                number: line.number,
                white: self.place(&line.white),
                black: self.place(&line.black),
                outcome: self.place(&line.outcome.text()),
                date: line.date,
                moves: line.moves,
            };
            self.table.rows.push(row);
        }
        true
    }

    /// Stores a text, unless it is stored already, and returns its place.
    fn place(&mut self, text: &str) -> u32 {
        let hash = self.hasher.hash_one(text);
        let texts = &mut self.table.texts;
        match self.places.get(&hash) {
            Some(&known) if texts.get(known) == text => known,
            _ => {
                let place = texts.ends.len() as u32;
                texts.all.push_str(text);
                texts.ends.push(texts.all.len() as u32);
                self.places.insert(hash, place);
                place
            }
        }
    }

    /// Completes the table. Of equal numbers, those of earlier lists come first.
    pub fn finish(self) -> GameListTable {
        let GameListTable { mut rows, mut texts } = self.table;
        rows.sort_by_key(|row| row.number);
        rows.dedup();
        rows.shrink_to_fit();
        texts.all.shrink_to_fit();
        texts.ends.shrink_to_fit();
        GameListTable { rows, texts }
    }
}

impl GameListTable {
    /// Number of bytes of memory that the table takes.
    pub fn memory_bytes(&self) -> usize {
        let rows = self.rows.len() * size_of::<Row>();
        rows + self.texts.all.len() + self.texts.ends.len() * size_of::<u32>()
    }

    /// True if the table lists no games.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Rows of the games with this number. There is more than one if several servers use the number.
    fn rows_of(&self, number: u64) -> &[Row] {
        let start = self.rows.partition_point(|row| row.number < number);
        let rows = self.rows.get(start..).unwrap_or(&[]);
        let count = rows.iter().take_while(|row| row.number == number).count();
        rows.get(..count).unwrap_or(&[])
    }

    /// Properties of a game in SGF.
    fn header(&self, row: &Row) -> String {
        let outcome = Outcome::from_text(self.texts.get(row.outcome));
        let mut header = String::new();
        let mut add = |name: &str, value: &str| {
            let value = without_control_characters(name, value);
            let value = value.trim();
            if !value.is_empty() {
                // A bracket that opens is escaped, too: behind letters it could begin a property whose predecessor is
                // not closed.
                let value = value.replace('\\', "\\\\").replace(']', "\\]").replace('[', "\\[");
                header.push_str(&format!("{name}[{value}]"));
            }
        };
        add("PB", self.texts.get(row.black));
        add("BR", "9d");
        add("PW", self.texts.get(row.white));
        add("WR", "9d");
        add("RE", &result_text(outcome.result));
        add("DT", &row.date.text().unwrap_or_default());
        match outcome.server {
            Server::Tygem => {
                add("KM", "6.5");
                add("RU", "Japanese");
            }
            Server::Tom => add("KM", outcome.komi),
        }
        match Overtime::parse_with_main_time(outcome.time) {
            Some((overtime, main)) => {
                add("TM", &main.to_string());
                add("OT", &overtime.to_string());
            }
            None => add("OT", outcome.time),
        }
        add("PC", outcome.server.name());
        header
    }
}

impl fmt::Debug for GameListTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameListTable").field("games", &self.rows.len()).finish_non_exhaustive()
    }
}

/// Properties in SGF that the tables have of the game with this number; empty if they do not list it. If they list the
/// number more than once, as that of games of two servers, the line whose number of moves is nearest is taken.
pub(super) fn header_of(tables: &[Arc<GameListTable>], number: &str, moves: &str) -> String {
    let Some(number) = parse_number(number) else {
        return String::new();
    };
    let mut found =
        tables.iter().flat_map(|table| table.rows_of(number).iter().map(move |row| (table, row)));
    let Some(first) = found.next() else {
        return String::new();
    };
    let Some(second) = found.next() else {
        return first.0.header(first.1);
    };
    let count = memchr::memchr_iter(b';', moves.as_bytes()).count();
    let nearest = [first, second]
        .into_iter()
        .chain(found)
        .min_by_key(|(_, row)| count.abs_diff(row.moves.into()));
    nearest.map_or_else(String::new, |(table, row)| table.header(row))
}

/// Result in the words of SGF: `B+R` for `B+Resign`. A player who went offline has forfeited the game.
fn result_text(text: &str) -> String {
    if let Some((winner @ ("B" | "W"), word)) = text.split_once('+')
        && word.eq_ignore_ascii_case("offline")
    {
        return format!("{winner}+F ({word})");
    }
    match GameResult::parse(text) {
        None | Some(GameResult::Unknown | GameResult::Win { how: WinKind::Unspecified, .. }) => {
            text.to_owned()
        }
        Some(result) => result.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::GameRecord;
    use crate::formats::tests::properties;
    use crate::formats::{Source, read_source};
    use crate::game::Color;

    const TYGEM: &str = "835580851\tC2015.12.02 11:13\t芮仍伟\twuyuanptx\t2\tdeepmind\tdeepmind\t3\tB+Resign\t121\t40/3 20m";
    const TOM: &str = "7000\t2003.09.12 20:15\t古力\tchang\t5.5\tW+3.5\t201\t30/3 10m";

    /// Lists in one table.
    #[derive(Debug)]
    struct OneTable([Arc<GameListTable>; 1]);

    impl GameLists for OneTable {
        fn tables(&self) -> &[Arc<GameListTable>] {
            &self.0
        }
    }

    fn table(list: &str) -> OneTable {
        let mut builder = GameListBuilder::new(1 << 20);
        assert!(builder.add(list));
        OneTable([Arc::new(builder.finish())])
    }

    /// Games of a file of move lines beside a list.
    fn games(list: &str, moves: &str) -> Vec<GameRecord> {
        let lists = table(list);
        read_source(Source { game_lists: Some(&lists), ..Source::of_file(moves.as_bytes()) })
            .records
    }

    fn one(list: &str, moves: &str) -> String {
        match &games(list, moves)[..] {
            [game] => properties(game),
            games => panic!("{} games", games.len()),
        }
    }

    #[test]
    fn a_line_of_tygem() {
        assert_eq!(
            one(TYGEM, "835580851\t;B[pd];W[dp]"),
            "SZ=19; GN=835580851; PB=deepmind; BR=9d; PW=芮仍伟 (wuyuanptx); WR=9d; RE=B+R; DT=2015-12-02; \
             KM=6.5; RU=Japanese; TM=1200; OT=3x40 byo-yomi; PC=Tygem"
        );
        let [game] = &games(TYGEM, "835580851\t;B[pd];W[dp]")[..] else { panic!() };
        assert!(game.diagnostics.is_empty());
        assert_eq!(game.info.players[Color::Black].name.as_deref(), Some("deepmind"));
    }

    #[test]
    fn a_line_of_tom() {
        assert_eq!(
            one(TOM, "7000\t;B[pd];W[dp]"),
            "SZ=19; GN=7000; PB=chang; BR=9d; PW=古力; WR=9d; RE=W+3.5; DT=2003-09-12; KM=5.5; TM=600; \
             OT=3x30 byo-yomi; PC=Tom"
        );
        let short = "7000\t2003.09.12\t古力\tchang\t5.5\tW+3.5";
        assert_eq!(
            one(short, "7000\t;B[pd]"),
            "SZ=19; GN=7000; PB=chang; BR=9d; PW=古力; WR=9d; RE=W+3.5; DT=2003-09-12; KM=5.5; PC=Tom"
        );
    }

    #[test]
    fn results() {
        for (text, result) in [
            ("B+Resign", "B+R"),
            ("W+Resign", "W+R"),
            ("B+6.5", "B+6.5"),
            ("W+Time", "W+T"),
            ("W+Offline", "W+F (Offline)"),
            ("B+offline", "B+F (offline)"),
            ("B+?", "B+?"),
            ("nonsense", "nonsense"),
            ("", ""),
        ] {
            assert_eq!(result_text(text), result, "{text}");
        }
        let forfeit = GameResult::Win { winner: Color::White, how: WinKind::Forfeit };
        assert_eq!(GameResult::parse("W+F (Offline)"), Some(forfeit));
    }

    #[test]
    fn dates() {
        let text = |text: &str| PackedDate::parse(text).map(|date| date.text().unwrap_or_default());
        for (written, date) in [
            ("2015.12.02 11:13", "2015-12-02"),
            ("2004.2.29", "2004-02-29"),
            ("2107.12.31", "2107-12-31"),
            ("1980.01.01", "1980-01-01"),
            ("2003.02.29", ""),
            ("2003.13.01", ""),
            ("2003.00.00", ""),
            ("1979.12.31", ""),
            ("2108.01.01", ""),
        ] {
            assert_eq!(text(written).as_deref(), Some(date), "{written}");
        }
        for other in ["", "2003", "2003.09", "2003.09.12.1", "2003.+9.12", "12345.1.1", "a.b.c"] {
            assert_eq!(text(other), None, "{other}");
        }
    }

    #[test]
    fn a_game_that_is_not_listed_is_read_without_facts() {
        let bare = "SZ=19; GN=1; ";
        for list in ["", "\n\n", "2\t2003.09.12\ta\tb\t5.5\tW+R", "text", TYGEM] {
            assert_eq!(one(list, "1\t;B[pd]") + "; ", bare, "{list}");
        }
        // This number has more than 64 bits.
        let long = "99999999999999999999";
        assert_eq!(one(TOM, &format!("{long}\t;B[pd]")), format!("SZ=19; GN={long}"));
    }

    #[test]
    fn lines_of_another_form_are_skipped() {
        let moves = "7000\t;B[pd]";
        let other_lines = [
            "7000",
            "7000\t2003.09.12",
            "7000\t2003.09.12\ta\tb\tc\td",
            "7000\tno date\ta\tb\t5.5\tW+R",
            "7000\t2003.09.12\ta\tb\t5.5\tW+R\t1\t2\t3",
            "7000\tC2003.09.12\ta\tb\t5.5\tW+R",
            "7000\tC2003.09.12\ta\ta\t1\tb\tb\t2\tW+R\t1\t2\t3",
            "7000\tCC2003.09.12\ta\ta\t1\tb\tb\t2\tW+R\t1\t2",
            "-7000\t2003.09.12\ta\tb\t5.5\tW+R",
            "(;B[aa])",
            "7000\t;B[pd]",
        ];
        for line in other_lines {
            assert_eq!(one(line, moves), "SZ=19; GN=7000", "{line}");
            assert!(one(&format!("{line}\r\n{TOM}\r\n"), moves).contains("PW=古力"), "{line}");
        }
        let long = format!("7000\t2003.09.12\t{}\tb\t5.5\tW+R", "x".repeat(MAX_LINE_BYTES));
        assert_eq!(one(&long, moves), "SZ=19; GN=7000");
    }

    #[test]
    fn names_cannot_end_their_property() {
        let hostile = r"a];B[aa](;C[x\";
        let list = format!("1\t2003.09.12\t{hostile}\t\\\t5.5\t];W[bb]\t1\t]");
        let [game] = &games(&list, "1\t;B[pd]")[..] else { panic!() };
        assert_eq!(game.info.players[Color::White].name.as_deref(), Some(hostile));
        assert_eq!(game.info.players[Color::Black].name.as_deref(), Some("\\"));
        assert_eq!(game.tree.main_move_count(), 1);
        let property = "1\t2003.09.12\ta\tdyeGM[\u{fffd}1\t5.5\tB+R";
        let [game] = &games(property, "1\t;B[pd]")[..] else { panic!() };
        assert_eq!(game.info.players[Color::Black].name.as_deref(), Some("dyeGM[\u{fffd}1"));
        assert_eq!(game.start.game, crate::game::GameKind::Go);
        let control = "1\t2003.09.12\ta\u{b}b\tc\u{0}d\t5.5\tB+R";
        assert!(one(control, "1\t;B[pd]").contains("PB=c d; BR=9d; PW=a b; "));
    }

    #[test]
    fn of_two_lines_the_one_with_the_nearer_number_of_moves_is_taken() {
        let list = "1\t2003.09.12\tfar\tb\t0\tB+R\t200\n1\tC2015.12.02\tnear\t\t1\tb\t\t1\tB+R\t3\n\
                    1\t2003.09.12\tunknown\tb\t0\tB+R";
        assert!(one(list, "1\t;B[pd];W[dd];B[pp]").contains("PW=near"));
        assert!(one(list, &format!("1\t{}", ";B[]".repeat(190))).contains("PW=far"));
        // The number of moves of a single line does not matter.
        assert!(one("1\t2003.09.12\tfar\tb\t0\tB+R\t200", "1\t;B[pd]").contains("PW=far"));
    }

    #[test]
    fn a_table_has_at_most_its_size() {
        let list: String = (0..10_000)
            .map(|number| format!("{number}\t2003.09.12\ta{number}\tb\t0\tB+R\n"))
            .collect();
        let mut builder = GameListBuilder::new(100_000);
        assert!(!builder.add(&list));
        assert!(!builder.add(&list));
        let table = builder.finish();
        assert!((20_000..=100_100).contains(&table.memory_bytes()), "{}", table.memory_bytes());
        assert_eq!(table.rows_of(0).len(), 1);
        assert_eq!(table.rows_of(9_999).len(), 0);
    }

    #[test]
    fn equal_lines_and_texts_are_stored_once() {
        let list = format!("{TOM}\n{TOM}\n{}", TOM.replace("7000", "7001"));
        let OneTable([table]) = table(&list);
        assert_eq!((table.rows.len(), table.texts.ends.len()), (2, 3));
        assert_eq!(table.header(&table.rows[0]), table.header(&table.rows[1]));
    }
}
