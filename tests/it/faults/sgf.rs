//! Faults of SGF files.

use crate::properties::read_any as check;
use crate::support::{Place, Random, cases, hits};
use kifu_index::formats::{self, Parsed};
use kifu_index::record::{Code, GameRecord};

fn read(text: &str) -> Parsed {
    formats::read(text.as_bytes())
}

fn only(parsed: &Parsed) -> &GameRecord {
    let [record] = &parsed.records[..] else { panic!("{} records", parsed.records.len()) };
    record
}

fn has(record: &GameRecord, code: Code) -> bool {
    record.diagnostics.iter().any(|found| found.code == code)
}

#[test]
fn parentheses_without_nodes_are_not_a_game() {
    let place = Place::new();
    place.write("many.sgf", "(".repeat(1_000_000));
    let report = place.build();
    assert_eq!(report.totals.game_count(), 0);
    let [(_, problem)] = &report.problems[..] else { panic!("{:?}", report.problems) };
    assert_eq!(problem.kind, "no-game");
}

#[test]
fn deep_and_long_games_are_indexed() {
    let place = Place::new();
    let depth = 20_000;
    let deep = format!("(;PB[Anna]{}{}", "(;B[aa]".repeat(depth), ")".repeat(depth + 1));
    place.write("deep.sgf", deep);
    place.write("long.sgf", format!("(;PB[Bea]{})", ";B[bb];W[cc]".repeat(depth)));
    place.build();
    assert_eq!(place.found("player:Anna"), ["deep.sgf@1"]);
    assert_eq!(place.found("player:Bea"), ["long.sgf@1"]);
    assert_eq!(place.found("moves:40000"), ["long.sgf@1"]);
}

#[test]
#[ignore = "large: a million trees in each other"]
fn a_million_nested_trees() {
    let place = Place::new();
    let depth = 1_000_000;
    let deep = format!("(;PB[Anna]{}{}", "(;B[aa]".repeat(depth), ")".repeat(depth + 1));
    place.write("deep.sgf", deep);
    place.build();
    assert_eq!(place.found("player:Anna"), ["deep.sgf@1"]);
}

/// A value without its closing bracket must extend to the end of the file; properties before it must be read.
fn check_unclosed_value(length: usize) {
    let text = format!("(;PB[Anna]PW[Ben];B[aa];C[{}", "x".repeat(length));
    let parsed = read(&text);
    let record = only(&parsed);
    assert_eq!(record.info.players.black.name.as_deref(), Some("Anna"));
    assert_eq!(record.info.players.white.name.as_deref(), Some("Ben"));
    assert!(has(record, Code::UnclosedValue));
    assert_eq!(record.tree.comments().next().unwrap().1.len(), length);
}

#[test]
fn a_value_that_never_ends() {
    check_unclosed_value(1 << 20);
}

#[test]
#[ignore = "large: a value of 50 MB"]
fn a_value_of_50_mb_that_never_ends() {
    check_unclosed_value(50 << 20);
}

#[test]
fn other_files_under_the_name_of_a_game() {
    let random = crate::support::make::random;
    let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &random(20_000, 1)].concat();
    let elf = [b"\x7fELF\x02\x01\x01\0".as_slice(), &random(20_000, 2), b"(;"].concat();
    for bytes in [png, elf].into_iter().chain((0..200).map(|seed| random(5_000, seed + 3))) {
        assert_no_garbage(&bytes);
    }
}

/// Checks that random bytes give no game, or one without any player name that is reported as suspect or empty.
fn assert_no_garbage(bytes: &[u8]) {
    check(bytes);
    for record in &formats::read(bytes).records {
        let is_bare = record.tree.len() == 1 && record.properties.is_empty();
        assert!(is_bare || !record.diagnostics.is_empty());
        let players = &record.info.players;
        assert_eq!((&players.black.name, &players.white.name), (&None, &None));
    }
}

#[test]
#[ignore = "large: a thousand files of 1 MB of noise"]
fn a_thousand_noisy_files() {
    (0..1000).for_each(|seed| assert_no_garbage(&crate::support::make::random(1 << 20, seed)));
}

#[test]
fn bytes_that_are_no_text_keep_the_game() {
    let utf_16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let mut lone = utf_16("(;PB[Anna]C[囲碁x];B[aa])");
    let at = lone.len() - 2 * "x];B[aa])".len();
    lone[at..at + 2].copy_from_slice(&0xd83du16.to_le_bytes());
    let mut odd = utf_16("(;PB[Anna]C[囲碁];B[aa])");
    odd.push(0x29);
    let cases: [(&str, Vec<u8>); 5] = [
        ("a letter cut short", b"(;PB[Anna]C[\xe5\x9b\xb2\xe7\xa2\x81\xe5\x9b];B[aa])".to_vec()),
        ("a letter cut by the end", b"(;PB[Anna];B[aa]C[\xe5\x9b\xb2\xe7\xa2\x81\xe5".to_vec()),
        (
            "bytes that never occur",
            b"(;CA[UTF-8]PB[Anna]C[\xe5\x9b\xb2\xff\xfe\xe7\xa2\x81];B[aa])".to_vec(),
        ),
        ("half a pair of UTF-16", lone),
        ("UTF-16 of an odd length", odd),
    ];
    for (what, bytes) in cases {
        let parsed = formats::read(&bytes);
        let record = only(&parsed);
        assert_eq!(record.info.players.black.name.as_deref(), Some("Anna"), "{what}");
        assert!(record.tree.main_line().end >= 1, "{what}");
        assert!(has(record, Code::BadCharacters), "{what}: {:?}", record.diagnostics);
    }
}

#[test]
fn declared_charsets_that_decode_to_nothing_are_ignored() {
    for label in
        ["ISO-2022-KR", "HZ-GB-2312", "UTF-7", "ISO-2022-CN", "replacement", "x-user-defined"]
    {
        let parsed = read(&format!("(;CA[{label}]PB[조훈현]PW[이창호];B[aa];W[bb])"));
        let record = only(&parsed);
        assert_eq!(record.info.players.black.name.as_deref(), Some("조훈현"), "{label}");
        assert_eq!(parsed.text.charset.name, "utf-8", "{label}");
        let ascii = read(&format!("(;CA[{label}]PB[Anna];B[aa];W[bb])"));
        assert_eq!(only(&ascii).info.players.black.name.as_deref(), Some("Anna"), "{label}");
    }
}

/// Trees in the charsets that they declare, with the name of Black in each.
const IN_CHARSETS: [(&str, &str); 7] = [
    ("UTF-8", "조훈현"),
    ("EUC-KR", "이창호"),
    ("ISO-8859-1", "Müller"),
    ("GB2312", "古力"),
    ("Shift_JIS", "井山裕太"),
    ("EUC-KR", "박정환"),
    ("HZ-GB-2312", "Anna"),
];

fn tree_in(charset: &str, name: &str) -> Vec<u8> {
    let text = format!("(;GM[1]CA[{charset}]PB[{name}]RE[x];B[aa];W[zz])\n");
    match encoding_rs::Encoding::for_label_no_replacement(charset.as_bytes()) {
        Some(encoding) => encoding.encode(&text).0.into_owned(),
        None => text.into_bytes(),
    }
}

#[test]
fn every_tree_is_read_in_its_charset() {
    let mut random = Random(23);
    for round in 0..100 {
        let picked: Vec<_> = (0..2 + random.below(6))
            .map(|_| IN_CHARSETS[random.below(IN_CHARSETS.len())])
            .collect();
        let trees = picked.iter().map(|(charset, name)| tree_in(charset, name));
        // A byte order mark at the beginning shifts all offsets.
        let mark = if round % 4 == 0 { "\u{feff}" } else { "" };
        let mut bytes = mark.as_bytes().to_vec();
        let mut ends = Vec::new();
        for tree in trees {
            bytes.extend(tree);
            ends.push(bytes.len());
        }
        let parsed = formats::read(&bytes);
        let names: Vec<_> = (parsed.records.iter())
            .map(|record| record.info.players.black.name.as_deref().unwrap_or(""))
            .collect();
        let expected: Vec<_> = picked.iter().map(|(_, name)| *name).collect();
        assert_eq!(names, expected, "{picked:?}");
        for (record, end) in parsed.records.iter().zip(ends) {
            assert!(!has(record, Code::BadCharacters), "{picked:?}");
            assert!(!has(record, Code::WrongCharset), "{picked:?}");
            let bad = record.diagnostics.iter().find(|d| d.code == Code::BadMove);
            assert_eq!(bad.unwrap().offset, end - "zz])\n".len(), "{picked:?}");
        }
    }
}

#[test]
fn a_tree_in_another_charset_than_declared_is_reported() {
    let mut bytes = tree_in("UTF-8", "조훈현");
    let begin = bytes.len();
    bytes.extend(b"(;CA[EUC-KR]PB[\xc0\xcc\xc3\xa2\xc8\xa3]PW[\xff];B[bb])");
    bytes.extend(tree_in("GBK", "常昊"));
    let latin = "(;CA[Big5]PB[Müller]PW[Jürgen];B[cc])";
    bytes.extend(encoding_rs::WINDOWS_1252.encode(latin).0.iter());
    let parsed = formats::read(&bytes);
    let [first, damaged, third, wrong] = &parsed.records[..] else {
        panic!("{} records", parsed.records.len())
    };
    let name = |record: &GameRecord| record.info.players.black.name.clone().unwrap();
    let names = [first, damaged, third, wrong].map(name);
    assert_eq!(names, ["조훈현", "이창호", "常昊", "Müller"]);
    for record in [first, third] {
        assert!(!has(record, Code::BadCharacters) && !has(record, Code::WrongCharset));
    }
    let problem = damaged.diagnostics.iter().find(|d| d.code == Code::BadCharacters);
    assert_eq!(problem.unwrap().offset, begin);
    assert!(has(wrong, Code::WrongCharset), "{:?}", wrong.diagnostics);
}

#[test]
fn unparsable_numbers_are_stored_as_text() {
    for (name, value) in [
        ("KM", "1e999"),
        ("KM", "nan"),
        ("KM", "inf"),
        ("KM", "99999999999999999999"),
        ("HA", "99999"),
        ("HA", "-5"),
        ("HA", "nan"),
        ("TM", "1e999"),
        ("TM", "99999999999999999999999"),
        ("SZ", "99999999999"),
    ] {
        let parsed = read(&format!("(;{name}[{value}]PB[Anna];B[aa])"));
        let record = only(&parsed);
        let info = &record.info;
        let numbers = (&info.komi, &info.handicap, &info.time);
        assert_eq!(numbers, (&None, &None, &None), "{name}[{value}]");
        let property = record.properties.iter().find(|property| property.name == name).unwrap();
        assert_eq!(property.values, [value]);
    }
}

#[test]
fn huge_date_lists_are_limited() {
    for date in ["9999999999-99-99,,,,", "0000-00-00", "1996-13-45", "99999-01-01..00000-01-01"] {
        let parsed = read(&format!("(;DT[{date}]PB[Anna])"));
        let record = only(&parsed);
        let property = record.properties.iter().find(|property| property.name == "DT").unwrap();
        assert_eq!(property.values, [date]);
        if let Some(date) = &record.info.date {
            assert!(date.days().len() <= 4, "{date:?}");
        }
    }
    // The list in `DT` has a hundred thousand days.
    let long = format!("1996-05{}", ",06".repeat(100_000));
    let parsed = read(&format!("(;DT[{long}]PB[Anna])"));
    let record = only(&parsed);
    let property = record.properties.iter().find(|property| property.name == "DT").unwrap();
    assert_eq!(property.values[0].len(), long.len());
    if let Some(date) = &record.info.date {
        assert!(date.days().len() <= 1000, "{}", date.days().len());
    }
}

#[test]
fn markup_and_formulas_stay_text() {
    let place = Place::new();
    place.write(
        "a.sgf",
        "(;PB[=cmd|' /C calc'!A0]PW[<script>alert(1)</script>]EV[a\tb\nc\\\\\"'];B[aa]C[<script>])",
    );
    place.build();
    let run = |arguments: &[&str]| crate::support::run_on(&place.folder(), arguments).ends(0);
    // JSON must escape the text by its own rules, and in CSV each game must stay one row with the same columns.
    let json = &run(&["search", "--json"]).json()[0];
    let text = json.to_string();
    assert!(text.contains("<script>alert(1)</script>"), "{text}");
    let rows = run(&["search"]).out;
    let row = rows.strip_suffix('\n').unwrap();
    assert!(!row.contains('\n'), "{rows}");
    assert_eq!(row.split('\t').count(), crate::support::COLUMNS, "{rows}");
    assert_eq!(hits(&place.engine(), "").len(), 1);
}

#[test]
#[ignore = "long: a million mutations"]
fn a_million_flipped_bytes() {
    let seeds = cases();
    let mut random = Random(7);
    for _ in 0..1_000_000 {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(8) {
            let at = random.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        check(&bytes);
    }
}
