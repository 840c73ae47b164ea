#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use super::columns::{ParquetColumns, find};
use super::footer::{Footer, Physical};
use crate::formats::tests::main_line;
use crate::formats::{
    GameLimit, Parsed, ReadLimits, Source, read, read_decoded, read_source, read_within,
};
use crate::text::charset;
use crate::{Code, Format};

/// Tables that other programs have written; see `tests/cases/parquet`.
const INTEGERS: &[u8] = include_bytes!("../../../../tests/cases/parquet/integers.parquet");
const ENCODINGS: &[u8] = include_bytes!("../../../../tests/cases/parquet/encodings.parquet");
const NAMES: &[u8] = include_bytes!("../../../../tests/cases/parquet/names.parquet");
const OTHER_NAMES: &[u8] = include_bytes!("../../../../tests/cases/parquet/other-names.parquet");

fn read_with(bytes: &[u8], columns: &str) -> Parsed {
    read_source(Source { columns: Some(&columns.parse().unwrap()), ..Source::of_file(bytes) })
}

fn messages(parsed: &Parsed) -> Vec<String> {
    parsed.diagnostics.iter().map(|diagnostic| diagnostic.message.to_string()).collect()
}

/// Writes structs in the compact protocol of Thrift.
#[derive(Clone, Default)]
struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    fn field(mut self, id: u8, kind: u8, value: &[u8]) -> Struct {
        self.bytes.push((id - self.last) << 4 | kind);
        self.last = id;
        self.bytes.extend(value);
        self
    }

    fn int(self, id: u8, value: i64) -> Struct {
        self.field(id, 6, &varint(((value << 1) ^ (value >> 63)) as u64))
    }

    fn text(self, id: u8, value: &str) -> Struct {
        self.field(id, 8, &[&varint(value.len() as u64), value.as_bytes()].concat())
    }

    fn inner(self, id: u8, value: Struct) -> Struct {
        self.field(id, 12, &value.finish())
    }

    fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// List of structs as the value of a field.
fn structs(items: &[Struct]) -> Vec<u8> {
    let mut bytes = vec![(items.len() as u8) << 4 | 12];
    items.iter().for_each(|item| bytes.extend(item.clone().finish()));
    bytes
}

/// Table with one column `moves` of texts, whose dictionary has one value, and whose page repeats it. The numbers of
/// rows and values need not be true.
fn repeated_row(moves: &str, rows: i64, values: i64) -> Vec<u8> {
    let dictionary = [&(moves.len() as u32).to_le_bytes()[..], moves.as_bytes()].concat();
    // Numbers without bits: the one value of the dictionary.
    let numbers = [&[0][..], &varint((values as u64) << 1)].concat();
    let encoded = Struct::default().int(1, values).int(2, 8);
    let dictionary_head = page_head(2, &dictionary).inner(7, Struct::default().int(1, 1).int(2, 0));
    let pages = [
        dictionary_head.finish(),
        dictionary,
        page_head(0, &numbers).inner(5, encoded.int(3, 3).int(4, 3)).finish(),
        numbers,
    ];
    table(&pages.concat(), rows)
}

/// Table with one column `moves` of these texts.
fn table_of(moves: &[&str]) -> Vec<u8> {
    let value = |text: &&str| [&(text.len() as u32).to_le_bytes()[..], text.as_bytes()].concat();
    let values: Vec<u8> = moves.iter().flat_map(value).collect();
    let encoded = Struct::default().int(1, moves.len() as i64).int(2, 0).int(3, 3).int(4, 3);
    let head = page_head(0, &values).inner(5, encoded).finish();
    table(&[head, values].concat(), moves.len() as i64)
}

/// Beginning of the head of a page with these bytes.
fn page_head(kind: i64, bytes: &[u8]) -> Struct {
    let length = bytes.len() as i64;
    Struct::default().int(1, kind).int(2, length).int(3, length)
}

/// Table with one column `moves` of texts, which consists of these pages.
fn table(pages: &[u8], rows: i64) -> Vec<u8> {
    let place = Struct::default().int(4, 0).int(7, pages.len() as i64).int(9, 4);
    let group =
        Struct::default().field(1, 9, &structs(&[Struct::default().inner(3, place)])).int(3, rows);
    let root = Struct::default().text(4, "schema").int(5, 1);
    let column = Struct::default().int(1, 6).int(3, 0).text(4, "moves");
    let footer = Struct::default()
        .field(2, 9, &structs(&[root, column]))
        .field(4, 9, &structs(&[group]))
        .finish();
    let length = (footer.len() as u32).to_le_bytes();
    [b"PAR1", pages, &footer, &length, b"PAR1"].concat()
}

#[test]
fn a_row_is_a_game() {
    let parsed = read(INTEGERS);
    let games: Vec<String> = parsed.records.iter().map(main_line).collect();
    assert_eq!(games, ["B[pd] W[dp] B[]", "B[dd] W[] B[!]", "B[aa] W[sa] B[ss]"]);
    assert!(parsed.records.iter().all(|record| record.format == Format::Parquet));
    assert_eq!(
        messages(&parsed),
        ["row 2 is no game: it has no moves", "row 3 is no game: it has no moves"]
    );
    assert_eq!(parsed.text.charset.name, "utf-8");
}

#[test]
fn columns_that_the_user_names() {
    let parsed = read_with(OTHER_NAMES, "moves=m, black=B,White=w,result=r");
    let players = parsed.records[1].info.players.clone();
    assert_eq!(
        (players.black.name.as_deref(), players.white.name.as_deref()),
        (Some("Carl"), Some("Dora"))
    );
    assert_eq!(parsed.records.len(), 2);
    for (columns, message) in [
        ("", "the Parquet file has no column of moves; its columns are m, b, w, r"),
        ("moves=m,black=c", "the file has no column `c` (black); its columns are m, b, w, r"),
        ("moves=b,black=m", "the column `m` (black) is a list"),
    ] {
        let parsed = read_with(OTHER_NAMES, columns);
        assert_eq!((parsed.records.len(), messages(&parsed)), (0, vec![message.to_owned()]));
    }
    // A number of moves is no list of them.
    let counted = read_with(INTEGERS, "moves=game_id");
    let message = "the column `game_id` (moves) is neither a text nor a list of integers or texts";
    assert_eq!(messages(&counted), [message]);
}

#[test]
fn names_of_columns_are_printed_and_read_again() {
    let columns: ParquetColumns = " Black=b , moves=m.x,".parse().unwrap();
    assert_eq!(columns.to_string(), "moves=m.x,black=b");
    assert_eq!(columns.to_string().parse(), Ok(columns));
    assert!(
        ParquetColumns::default().is_empty() && "".parse::<ParquetColumns>().unwrap().is_empty()
    );
    for (text, message) in [
        ("moves", "`moves` names no column: write it as moves=COLUMN"),
        ("moves=", "`moves=` names no column: write it as moves=COLUMN"),
        ("moves=a,moves=b", "`moves` has two columns"),
    ] {
        assert_eq!(text.parse::<ParquetColumns>(), Err(message.to_owned()));
    }
    let unknown = "mover=a".parse::<ParquetColumns>().unwrap_err();
    assert!(unknown.starts_with("`mover` is not a part of a game; the parts are moves, setup,"));
}

#[test]
fn columns_inside_others_have_their_names() {
    let footer =
        Footer::read(include_bytes!("../../../../tests/cases/parquet/nodes.parquet")).unwrap();
    let names: Vec<&str> = footer.leaves.iter().map(|leaf| &*leaf.name).collect();
    assert!(names.contains(&"players.black.name") && names.contains(&"players.white.name"));
    let footer = Footer::read(INTEGERS).unwrap();
    let moves = footer.leaves.iter().find(|leaf| leaf.name == "moves").unwrap();
    assert_eq!((moves.physical, moves.max_repetition), (Physical::Int32, 1));
    assert!(find(&footer.leaves, &ParquetColumns::default()).unwrap().len() > 5);
}

#[test]
fn a_hostile_number_of_rows_ends_at_the_limit() {
    let honest = repeated_row("Q16 D4", 3, 3);
    assert_eq!(read(&honest).records.len(), 3);
    for rows in [i64::from(u32::MAX), i64::MAX] {
        let bytes = repeated_row("Q16 D4", rows, i64::from(i32::MAX));
        let mut games = 0;
        let outside = read_within(&bytes, ReadLimits::of_nodes(10_000), &mut |_, _| games += 1);
        assert!(outside.is_cut);
        assert_eq!(games, 10_000 / 3);
    }
    // A table has a limit of its own where other formats have none, and rows that are no games count, too.
    for moves in ["Q16 D4", "?? ??"] {
        let bytes = repeated_row(moves, i64::MAX, i64::from(i32::MAX));
        let limits = ReadLimits { game_nodes: 10_000, ..ReadLimits::of_each_game(10_000) };
        let outside = read_within(&bytes, limits, &mut |_, _| {});
        assert!(outside.is_cut && outside.file_nodes < 100_000, "{outside:?}");
    }
    // More rows than values.
    let parsed = read(&repeated_row("Q16 D4", 10, 4));
    assert_eq!(parsed.records.len(), 4);
    assert_eq!(
        messages(&parsed),
        ["rows 5 to 10 skipped: the column `moves` has fewer rows than its row group"]
    );
    let negative = read(&repeated_row("Q16 D4", -1, 4));
    assert_eq!((negative.records.len(), negative.diagnostics.total()), (0, 1));
}

#[test]
fn a_row_with_too_many_nodes_costs_only_itself() {
    let long = "Q16 D4 ".repeat(100);
    let two_games = format!("(;B[aa])(;{})", ";B[aa]".repeat(200));
    let long_first = format!("(;{})(;B[aa])", ";B[aa]".repeat(200));
    let bytes = table_of(&["Q16", &long, "none", "D4", &two_games, &long_first, "C3"]);
    let limits = ReadLimits { game_nodes: 150, ..ReadLimits::default() };
    let mut numbers = Vec::new();
    let outside = read_within(&bytes, limits, &mut |record, text| {
        numbers.push((text.number, record.tree.len()));
    });
    assert_eq!(numbers, [(1, 2), (3, 2), (4, 1), (6, 2)]);
    let skipped = [(2, GameLimit::Nodes), (5, GameLimit::Nodes)];
    assert_eq!((&outside.skipped[..], outside.last_number), (&skipped[..], 6));
    assert_eq!(outside.diagnostics.total(), 1, "row 3 is no game");
    assert!(!outside.is_cut);

    // A list with too many moves is not even made a text.
    let limits = ReadLimits { game_nodes: 2, ..ReadLimits::default() };
    let mut numbers = Vec::new();
    let outside = read_within(INTEGERS, limits, &mut |_, text| numbers.push(text.number));
    assert_eq!((numbers, outside.last_number, outside.skipped.len()), (vec![], 3, 3));
}

#[test]
fn the_limit_of_a_table_is_named() {
    let bytes = repeated_row("Q16 D4", i64::MAX, i64::from(i32::MAX));
    let decoded = charset::decode(&bytes);
    let mut games = 0;
    let (text, outside) =
        read_decoded(Source::of_file(&bytes), &decoded, &mut |_, _, _| games += 1);
    assert_eq!((text.length, text.number), (bytes.len(), 0));
    let [found] = &outside.iter().collect::<Vec<_>>()[..] else { panic!("{outside:?}") };
    let message = format!("has more than 8000000 nodes; it was skipped from game {} on", games + 1);
    assert_eq!((found.code, &*found.message), (Code::TooLarge, &*message));
}

/// Each byte is replaced by others, and the file is cut at each byte. No such file may give more games than rows.
#[test]
fn damage_is_survived() {
    for file in [INTEGERS, ENCODINGS, NAMES] {
        for at in 0..file.len() {
            for mask in [0x01, 0x80, 0xff] {
                let mut bytes = file.to_vec();
                bytes[at] ^= mask;
                let mut games = 0;
                read_within(&bytes, ReadLimits::of_nodes(1000), &mut |_, _| games += 1);
                assert!(games < 1100, "{at}");
            }
            assert_eq!(read(&file[..at]).records, []);
        }
    }
}
