//! Values of queries must be understood completely, or be refused with a suggestion.

use crate::support::{Place, Random, hits, stem, tables, try_count};
use kifu_index::language::fields::{FIELDS, ValueType};
use kifu_index::language::{Field, GameNumber, QueryError, parse};

/// What is known of a generated game. None of it is read from the index.
#[derive(Clone, Debug)]
struct Facts {
    /// Outcome: `B`, `W`, `0` (a draw), `V` (void), `?` (recorded as unknown), or none.
    outcome: Option<char>,
    /// How the game ended: `R` (resignation), `T` (time), `F` (forfeit), `P` (points), or none.
    how: Option<char>,
    /// Margin in hundredths of a point.
    margin: Option<i64>,
    komi: Option<i64>,
    /// Ranks as numbers: 1 is 40k, 40 is 1k, 41 is 1d, 51 is 1p.
    ranks: [Option<i64>; 2],
    charset: &'static str,
}

/// A result as written; its outcome, how the game ended, and the margin.
type Ended = (&'static str, Option<char>, Option<char>, Option<i64>);

const RESULTS: [Ended; 14] = [
    ("B+R", Some('B'), Some('R'), None),
    ("W+Resign", Some('W'), Some('R'), None),
    ("B+T", Some('B'), Some('T'), None),
    ("W+Time", Some('W'), Some('T'), None),
    ("B+F", Some('B'), Some('F'), None),
    ("B+0.5", Some('B'), Some('P'), Some(50)),
    ("W+2.5", Some('W'), Some('P'), Some(250)),
    ("W+12", Some('W'), Some('P'), Some(1200)),
    ("B+", Some('B'), None, None),
    ("W+", Some('W'), None, None),
    ("Jigo", Some('0'), None, None),
    ("Void", Some('V'), None, None),
    ("?", Some('?'), None, None),
    ("", None, None, None),
];
const KOMI: [(&str, Option<i64>); 7] = [
    ("6.5", Some(650)),
    ("375", Some(750)),
    ("7.50", Some(750)),
    ("0", Some(0)),
    ("-5.5", Some(-550)),
    ("5", Some(500)),
    ("", None),
];
const RANKS: [(&str, Option<i64>); 8] = [
    ("9p", Some(59)),
    ("1p", Some(51)),
    ("9d", Some(49)),
    ("5段", Some(45)),
    ("1d", Some(41)),
    ("1k", Some(40)),
    ("30k", Some(11)),
    ("", None),
];

/// Random game, and its bytes in a random charset.
fn game(random: &mut Random) -> (Facts, Vec<u8>) {
    let (result, outcome, how, margin) = RESULTS[random.below(RESULTS.len())];
    let (written_komi, komi) = KOMI[random.below(KOMI.len())];
    let [black, white] = [0, 1].map(|_| RANKS[random.below(RANKS.len())]);
    let mut text = "(;SZ[19]".to_owned();
    for (name, value) in [("RE", result), ("KM", written_komi), ("BR", black.0), ("WR", white.0)] {
        if !value.is_empty() {
            text.push_str(&format!("{name}[{value}]"));
        }
    }
    text.push_str(";B[pd];W[dp])");
    let charset = if text.is_ascii() { "ascii" } else { "utf-8" };
    let facts = Facts { outcome, how, margin, komi, ranks: [black.1, white.1], charset };
    (facts, text.into_bytes())
}

type Test = Box<dyn Fn(&Facts) -> bool>;

fn won(game: &Facts) -> bool {
    matches!(game.outcome, Some('B' | 'W'))
}

/// Random clause about a result, with its meaning as plain code.
fn result_clause(random: &mut Random) -> (String, Test) {
    let side = ['B', 'W'][random.below(2)];
    let other = ["R", "Resign", "resignation"][random.below(3)];
    let by = |how: Option<char>| -> Test {
        Box::new(move |game| game.outcome == Some(side) && game.how == how)
    };
    let is = |outcome: char| -> Test { Box::new(move |game| game.outcome == Some(outcome)) };
    let ends = |how: Option<char>| -> Test { Box::new(move |game| won(game) && game.how == how) };
    match random.below(14) {
        0 => (format!("result:{side}"), is(side)),
        1 => (format!("result:{side}+"), is(side)),
        2 => (format!("result={side}+"), by(None)),
        3 => (format!("result:{side}+{other}"), by(Some('R'))),
        4 => (format!("result={side}+Time"), by(Some('T'))),
        5 => (format!("result:{side}+points"), by(Some('P'))),
        6 => {
            let (text, margin) =
                [("0.5", 50), ("2,5", 250), ("12.0", 1200), ("3", 300)][random.below(4)];
            let test: Test =
                Box::new(move |game| game.outcome == Some(side) && game.margin == Some(margin));
            (format!("result:{side}+{text}"), test)
        }
        7 => ("result:draw".to_owned(), is('0')),
        8 => ("result:void".to_owned(), is('V')),
        9 => {
            let test: Test = Box::new(|game| matches!(game.outcome, None | Some('?')));
            ("result:?".to_owned(), test)
        }
        10 => ("result=?".to_owned(), is('?')),
        11 => {
            let (text, how) = [
                ("resign", Some('R')),
                ("resignation", Some('R')),
                ("time", Some('T')),
                ("forfeit", Some('F')),
                ("points", Some('P')),
                ("\"not told\"", None),
            ][random.below(6)];
            let field = ["how", "result"][random.below(2)];
            (format!("{field}:{text}"), ends(how))
        }
        12 => ("how:\"no result\"".to_owned(), is('V')),
        _ => {
            let is_unknown =
                |game: &Facts| game.how.is_none() && !matches!(game.outcome, Some('0' | 'V'));
            ("how:unknown".to_owned(), Box::new(is_unknown))
        }
    }
}

/// Random comparison with a number, in hundredths or as a rank, with its meaning as plain code.
fn number_clause(
    random: &mut Random,
    field: &str,
    values: &[(&str, i64)],
    of: fn(&Facts) -> Vec<i64>,
) -> (String, Test) {
    let (text, value) = values[random.below(values.len())];
    let test = |holds: fn(i64, i64) -> bool| -> Test {
        Box::new(move |game| of(game).iter().any(|&actual| holds(actual, value)))
    };
    match random.below(8) {
        0 => (format!("{field}:{text}"), test(|actual, value| actual == value)),
        1 => (format!("{field}={text}"), test(|actual, value| actual == value)),
        2 => (format!("{field}<{text}"), test(|actual, value| actual < value)),
        3 => (format!("{field}<={text}"), test(|actual, value| actual <= value)),
        4 => (format!("{field}:>{text}"), test(|actual, value| actual > value)),
        5 => (format!("{field}>={text}"), test(|actual, value| actual >= value)),
        6 => (format!("{field}:*"), Box::new(move |game| !of(game).is_empty())),
        _ => {
            let (end, last) = values[random.below(values.len())];
            let ((text, first), (end, last)) = if value <= last {
                ((text, value), (end, last))
            } else {
                ((end, last), (text, value))
            };
            let test: Test =
                Box::new(move |game| of(game).iter().any(|actual| (first..=last).contains(actual)));
            (format!("{field}:{text}..{end}"), test)
        }
    }
}

fn random_clause(random: &mut Random) -> (String, Test) {
    match random.below(8) {
        0..=2 => result_clause(random),
        3 => {
            let values = [("0.5", 50), ("1", 100), ("2.5", 250), ("12", 1200), ("99", 9900)];
            number_clause(random, "margin", &values, |game| game.margin.into_iter().collect())
        }
        4 => {
            let values =
                [("6.5", 650), ("7,5", 750), ("375", 750), ("0", 0), ("-5.5", -550), ("5", 500)];
            number_clause(random, "komi", &values, |game| game.komi.into_iter().collect())
        }
        5 => {
            let values = [("9p", 59), ("1p", 51), ("9d", 49), ("5d", 45), ("1k", 40), ("30k", 11)];
            let (field, of): (_, fn(&Facts) -> Vec<i64>) = [
                (
                    "rank",
                    (|game| game.ranks.iter().flatten().copied().collect())
                        as fn(&Facts) -> Vec<i64>,
                ),
                ("brank", |game| game.ranks[0].into_iter().collect()),
                ("white_rank", |game| game.ranks[1].into_iter().collect()),
            ][random.below(3)];
            number_clause(random, field, &values, of)
        }
        6 => {
            let (text, range) =
                [("pro", 51..60), ("dan", 41..50), ("kyu", 1..41)][random.below(3)].clone();
            let test: Test =
                Box::new(move |game| game.ranks.iter().flatten().any(|rank| range.contains(rank)));
            (format!("rank:{text}"), test)
        }
        _ => {
            let (text, name) =
                [("utf8", "utf-8"), ("UTF-8", "utf-8"), ("us-ascii", "ascii"), ("gb2312", "gbk")]
                    [random.below(4)];
            (format!("charset:{text}"), Box::new(move |game| game.charset == name))
        }
    }
}

#[test]
fn hits_equal_those_of_an_independent_interpreter() {
    let mut random = Random(20_261_124);
    let place = Place::new();
    let games: Vec<Facts> = (0..400)
        .map(|number| {
            let (facts, bytes) = game(&mut random);
            place.write(&format!("{number:03}.sgf"), bytes);
            facts
        })
        .collect();
    place.build();
    let engine = place.engine();
    let mut found_some = 0;
    for _ in 0..300 {
        let ((one, first), (other, second)) =
            (random_clause(&mut random), random_clause(&mut random));
        let (query, test): (String, Test) = match random.below(4) {
            0 => (format!("{one} {other}"), Box::new(move |game| first(game) && second(game))),
            1 => (format!("{one} OR {other}"), Box::new(move |game| first(game) || second(game))),
            2 => (format!("-{one}"), Box::new(move |game| !first(game))),
            _ => (one, first),
        };
        let expected: Vec<String> = (0..)
            .zip(&games)
            .filter(|(_, game)| test(game))
            .map(|(number, _)| format!("{number:03}"))
            .collect();
        let mut found: Vec<String> = hits(&engine, &query).iter().map(stem).collect();
        found.sort();
        assert_eq!(found, expected, "{query}");
        found_some += usize::from(!expected.is_empty());
    }
    assert!(found_some > 200, "{found_some}");
}

/// Odd texts that are tried as the value of every field.
const HOSTILE: [&str; 44] = [
    "?",
    "0",
    "1",
    "-1",
    "+1",
    "1.5",
    "1,000",
    "1e3",
    "inf",
    "NaN",
    "0x10",
    "99999999999",
    "B",
    "W+",
    "b+r",
    "B+banana",
    "B+?",
    "B+0..3",
    "B+>10",
    "W+99999",
    "banana",
    "1..",
    "5..1",
    ">5",
    "1..5..9",
    "yes",
    "true",
    "none",
    "null",
    "9p",
    "pro",
    "9p?",
    "utf8",
    "klingon",
    "comment",
    "19x19",
    "1990",
    "1990-13",
    "李",
    "😀",
    "\u{0}",
    "a*",
    "a~",
    "/a/",
];

/// For a field that does not search words: those texts of [`HOSTILE`] that are valid values, each with another way to
/// write it. All others must be refused.
fn valid_values(field: &Field) -> Option<&'static [(&'static str, &'static str)]> {
    const RANK: &[(&str, &str)] = &[("9p", "9P"), ("pro", "1p..9p")];
    const WHOLE: &[(&str, &str)] = &[
        ("0", "00"),
        ("1", "01"),
        ("+1", "1"),
        ("1..", "1..999999"),
        ("1990", "1990..1990"),
        (">5", "6..999999"),
    ];
    Some(match field {
        Field::Result => {
            &[("?", "unknown"), ("0", "draw"), ("B", "black"), ("W+", "white"), ("b+r", "B+R")]
        }
        Field::How => &[],
        Field::Number(GameNumber::Margin) => &[
            ("1", "1.0"),
            ("+1", "1"),
            ("1.5", "1,5"),
            ("1..", "1..999"),
            ("1990", "1990.0"),
            (">5", "5.01..9999"),
        ],
        Field::Date | Field::Year => &[("1990", "1990..1990")],
        Field::Rank | Field::BlackRank | Field::WhiteRank => RANK,
        Field::Number(GameNumber::Komi) => &[
            ("0", "0.0"),
            ("1", "1.0"),
            ("-1", "-1.0"),
            ("+1", "1"),
            ("1.5", "1,5"),
            ("1..", "1..999"),
            (">5", "5.01..999"),
        ],
        Field::Number(GameNumber::Handicap | GameNumber::Moves) => WHOLE,
        Field::Size => &[("1", "1x1"), ("19x19", "19"), ("1..", "1..52"), (">5", "6..52")],
        Field::Charset => &[("utf8", "utf-8")],
        Field::Kind => &[("0", "gm0"), ("1", "gm1"), ("1990", "gm1990")],
        Field::Has => &[("comment", "comments")],
        Field::ToMove | Field::In | Field::Colours | Field::Symmetry | Field::Unique => {
            return None;
        }
        Field::Lang | Field::Format | Field::Is => &[],
        _ => return None,
    })
}

fn check_error(text: &str, error: &QueryError) {
    assert!(
        error.help.is_some() || error.remedy.is_some() || error.fix.is_some(),
        "{text:?}: {error:?}"
    );
    assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
}

#[test]
fn each_value_is_found_or_refused_with_a_hint() {
    let place = Place::new();
    for (name, text) in [
        (
            "a.sgf",
            "(;SZ[19]RE[B+1.5]KM[1]BR[9p]WR[1k]DT[1990-01-05]HA[2]C[0 1 B banana];B[pd];W[dp])",
        ),
        ("b.sgf", "(;SZ[9]RE[0]KM[0]DT[1990]PB[B]PW[None]CA[utf-8]C[李];B[aa])"),
        ("c.sgf", "(;SZ[1]RE[W+]KM[-1]EV[1.5]PC[true];B[aa])"),
        ("d.sgf", "(;RE[B+R]KM[1.5]WR[1p]RU[none]GN[19x19])"),
        ("e.sgf", "(;RE[?])"),
        ("f.sgf", "(;PB[a]PW[b];B[pd])"),
    ] {
        place.write(name, text);
    }
    place.build();
    let engine = place.engine();
    let (mut found, mut refused) = (0, 0);
    for info in FIELDS {
        for value in HOSTILE {
            let text = format!("{}:{value}", info.name);
            let same = valid_values(&info.field)
                .map(|known| known.iter().find(|(known, _)| *known == value));
            match (try_count(&engine, &text), same) {
                (Ok(games), Some(Some((_, other)))) => {
                    found += 1;
                    let other = format!("{}:{other}", info.name);
                    assert_eq!(try_count(&engine, &other), Ok(games), "{text} and {other}");
                }
                (Ok(games), Some(None)) => panic!("{text:?} was understood: {games}"),
                (Err(error), Some(Some(_))) => panic!("{text:?} was refused: {error:?}"),
                (Err(error), Some(None) | None) => {
                    refused += 1;
                    check_error(&text, &error);
                }
                // For fields of words and boards, the canonical form of the query must find the same games.
                (Ok(games), None) => {
                    found += 1;
                    let canonical = parse(&text).unwrap().to_string();
                    assert_eq!(try_count(&engine, &canonical), Ok(games), "{text} and {canonical}");
                }
            }
        }
        // `FIELD:*` must find the games with a value, or be refused with a reason.
        let present = format!("{}:*", info.name);
        if let Err(error) = try_count(&engine, &present) {
            assert!(
                info.field.is_book()
                    // It needs a player, of whom the opponent is one.
                    || info.field == Field::OpponentRank
                    || matches!(
                        info.value,
                        ValueType::Board
                            | ValueType::Query
                            | ValueType::Keyword
                            | ValueType::Sort
                            | ValueType::Number
                            | ValueType::Is
                            | ValueType::Has
                            | ValueType::Text
                            | ValueType::File
                    ),
                "{present}: {error:?}"
            );
            check_error(&present, &error);
        }
    }
    assert!(found > 300 && refused > 800, "{found} {refused}");
    assert!(!hits(&engine, "").is_empty());
}

/// Values as tables print them must be accepted in queries.
#[test]
fn printed_values_find_what_they_count() {
    let mut random = Random(7);
    let place = Place::new();
    for number in 0..120 {
        place.write(&format!("{number:03}.sgf"), game(&mut random).1);
    }
    place.build();
    let engine = place.engine();
    for (field, op) in [("result", "="), ("how", ":"), ("komi", "="), ("charset", "=")] {
        let counts = tables(&engine, "", &[field]).remove(0);
        let mut rows = 0;
        for row in &counts.rows {
            let Some(value) = &row.value else { continue };
            let query = format!("{field}{op}\"{value}\"");
            assert_eq!(try_count(&engine, &query), Ok(row.games), "{query}");
            rows += 1;
        }
        assert!(rows > 1, "{field}");
    }
}

/// `handicap:*` must find the games whose records give a number of handicap stones.
#[test]
fn any_handicap_is_a_number() {
    let place = Place::new();
    for (name, properties) in [
        ("empty", "HA[]"),
        ("unknown", "HA[?]"),
        ("letters", "HA[abc]"),
        ("word", "HA[对子]"),
        ("two", "HA[2]AB[pd][dp]"),
        ("none", "HA[0]"),
        ("even", "HA[호선]"),
        ("missing", ""),
    ] {
        let text = format!("(;PB[{name}]{properties};W[cc];B[cd])");
        place.write(&format!("{name}.sgf"), text);
    }
    place.build();
    let mut found = place.found("handicap:*");
    found.sort();
    assert_eq!(found, ["even.sgf@1", "none.sgf@1", "two.sgf@1"]);
    assert_eq!(place.found("HA:abc"), ["letters.sgf@1"]);
}
