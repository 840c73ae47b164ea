//! Every row of a table of `stats` must lead to the games that it counts: the query for its value must find equally
//! many.

use crate::support::{Place, count, hits, open, samples, sgf_moves, stem, tables};
use kifu_index::engine::Engine;
use kifu_index::engine::stats::properties;
use kifu_index::language::fields::NUMBERS;

/// Properties for whose values there is no query that finds exactly the games of their row: persons, since one may be
/// both Black and White, ranges of the better rank, properties that depend on a player in the query, and holders of
/// titles, which depend on the other games of the title.
const WITHOUT_QUERY: [&str; 6] =
    ["player", "opponent", "colour", "rank-band", "rank-difference", "holder"];

/// Query for the games with a value of a property, or for the games without one.
fn query(by: &str, value: Option<&str>) -> Option<String> {
    let Some(value) = value else {
        let is_asked = ["event", "place", "annotator", "rules", "country", "komi", "rank", "lang"];
        return is_asked.contains(&by).then(|| format!("-{by}:*"));
    };
    let years = |first: i32, after: i32| format!("year>={first} -year>={after}");
    Some(match (by, value) {
        ("year", year) => years(year.parse().unwrap(), year.parse::<i32>().unwrap() + 1),
        ("decade", decade) => {
            let first = decade.trim_end_matches('s').parse().unwrap();
            years(first, first + 10)
        }
        ("month", month) => format!("date>={month} date<={month}"),
        ("rank", rank) => format!("rank:{rank} -rank>{rank}"),
        ("winner" | "how" | "size" | "charset" | "lang" | "kind" | "format", value) => {
            format!("{by}:{value}")
        }
        (by, value) if NUMBERS.iter().any(|info| info.name == by) => format!("{by}:{value}"),
        (by, value) => {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            format!("{by}=\"{value}\"")
        }
    })
}

/// Compares the rows of all properties with what their queries find. Returns how many rows of each were compared.
fn compare_rows(engine: &Engine) -> Vec<(&'static str, usize)> {
    compare_rows_within(engine, "")
}

/// Compares rows of tables that count only the games of a query.
fn compare_rows_within(engine: &Engine, filter: &str) -> Vec<(&'static str, usize)> {
    let names = properties().map(|(name, _)| name);
    let names = names.filter(|name| !WITHOUT_QUERY.contains(name));
    let compare = |name: &'static str| {
        let mut rows = 0;
        for row in &tables(engine, filter, &[name])[0].rows {
            if let Some(query) = query(name, row.value.as_deref()) {
                let query = format!("{query} {filter}");
                assert_eq!(count(engine, &query), row.games, "{query}");
                rows += 1;
            }
        }
        (name, rows)
    };
    names.map(compare).collect()
}

#[test]
fn rows_of_the_sample_archive() {
    for (name, rows) in compare_rows(&open(samples())) {
        assert!(rows > 0, "no row of {name}");
    }
}

/// If each game counts once, a row must still lead to as many games as it counts, although copies of a game differ.
#[test]
fn rows_of_differing_copies() {
    let place = Place::new();
    let points = (0..60).map(|at| at * 53 % 361);
    let line = sgf_moves(points.map(|point| (point % 19, point / 19)));
    let moves = |length: usize| &line[..line.len() - 6 * length];
    for (number, root) in [
        "DT[1990]PC[Tokyo]KM[5.5]RE[B+R]BR[9p]EV[Meijin]",
        "DT[1990]PC[TOKYO]KM[5.5]RE[B+1]BR[1d]EV[Meijin]",
        "DT[1991]PC[Seoul]KM[0]RE[W+R]EV[Honinbo]",
        "PC[Tokyo]HA[2]RE[?]",
        "DT[1991]RE[B+R]",
    ]
    .iter()
    .enumerate()
    {
        let game = format!("(;GM[1]SZ[19]{root}{})", moves(number % 2));
        place.write(&format!("{number}.sgf"), game);
    }
    place.write("other.sgf", "(;DT[1991]PC[Seoul]RE[B+R];B[aa];W[bb];B[cc])");
    place.build();
    let engine = place.engine();
    assert_eq!(count(&engine, "unique:yes"), 2);
    for engine in [&engine, &open(samples())] {
        let rows = compare_rows_within(engine, "unique:yes").into_iter();
        assert!(rows.map(|(_, rows)| rows).sum::<usize>() > 20);
    }
    let years = &tables(&engine, "unique:yes", &["year"])[0].rows;
    let years: Vec<(Option<&str>, u64)> =
        (years.iter()).map(|row| (row.value.as_deref(), row.games)).collect();
    assert_eq!(years, [(Some("1990"), 1), (Some("1991"), 2), (None, 1)]);
}

/// Every value in a table must be valid for its field, and must find at least the games of its row.
#[test]
fn fields_take_the_values_of_their_tables() {
    let place = similar_values();
    for (name, result) in [
        ("r1", "B+"),
        ("r2", "W+R"),
        ("r3", "0"),
        ("r4", "Void"),
        ("r5", "?"),
        ("r6", "W+T"),
        ("r7", "B+F"),
        ("r8", "W+3.5"),
    ] {
        let game = format!(
            "(;GM[1]SZ[9]PB[Anna {name}]PW[Berta]BR[3d]RE[{result}]KM[-5.5]DT[1990-05];B[aa];W[bb])"
        );
        place.write(&format!("{name}.sgf"), game);
    }
    place.build();
    for (is_sample, engine) in [(true, &open(samples())), (false, &place.engine())] {
        for by in properties().map(|(name, _)| name) {
            let field = match by {
                "month" | "decade" => "date",
                // These values cannot be queried by a field: they depend on a player in the query, or have no field.
                "opponent" | "colour" | "rank-band" | "rank-difference" | "holder" => continue,
                by => by,
            };
            let mut rows = 0;
            for row in &tables(engine, "", &[by])[0].rows {
                let Some(value) = &row.value else { continue };
                let sign = if by == "archive" { "=" } else { ":" };
                let value = value.replace('\\', "\\\\").replace('"', "\\\"");
                // A single word is written without quotes. Other values need them, since a bare word would search
                // player names.
                let query = match value.chars().all(char::is_alphanumeric) {
                    true => format!("{field}{sign}{value}"),
                    false => format!("{field}{sign}\"{value}\""),
                };
                assert!(count(engine, &query) >= row.games, "{query}");
                rows += 1;
            }
            assert!(rows > 0 || !is_sample, "no row of {by}");
        }
    }
    let engine = place.engine();
    let how: Vec<(String, u64)> = tables(&engine, "", &["how"])[0]
        .rows
        .iter()
        .map(|row| (row.value.clone().unwrap(), row.games))
        .collect();
    let expected = [
        ("unknown", 10),
        ("draw", 1),
        ("forfeit", 1),
        ("points", 1),
        ("resignation", 1),
        ("time", 1),
        ("void", 1),
    ];
    assert_eq!(how, expected.map(|(value, games)| (value.to_owned(), games)));
}

/// Games with values that share words, and with values that differ in spelling only.
fn similar_values() -> Place {
    let place = Place::new();
    for (name, game) in [
        ("a", "EV[Honinbo]PC[Tokyo]AN[Redmond]RU[Japanese]BLACKCOUNTRY[Korea]WHITECOUNTRY[Japan]"),
        ("b", "EV[HONINBO]PC[TOKYO]AN[redmond]RU[jp]BLACKCOUNTRY[South Korea]WHITECOUNTRY[Korea]"),
        (
            "c",
            "EV[Honinbo Sen]PC[Tokyo, Japan]AN[Michael Redmond]RU[日本ルール]BLACKCOUNTRY[Korea]WHITECOUNTRY[Korea]",
        ),
        ("d", "EV[Women's Honinbo]PC[東京]AN[Redmond & Ben]RU[old Japanese]"),
        ("e", "PC[东京]AN[Ben]RU[Japanese or Chinese]"),
        ("f", "RU[Old Japanese]PC[Café \"Go\"]"),
        ("g", "RU[chinese rules]"),
        ("h", ""),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;{game};B[aa])"));
    }
    place.build();
    place
}

#[test]
fn rows_of_values_with_common_words() {
    let place = similar_values();
    let engine = place.engine();
    for (name, rows) in compare_rows(&engine) {
        let expected = match name {
            "place" | "annotator" | "rules" => 5,
            "event" | "country" => 4,
            _ => 0,
        };
        assert!(rows >= expected, "{name}: {rows}");
    }
    for (query, expected) in [
        ("place=tokyo", "ab"),
        // A place where games were played must be found by its name in any script.
        ("place:tokyo", "abcde"),
        ("place!=tokyo", "cdefgh"),
        ("place=東京", "de"),
        ("place=\"café \\\"go\\\"\"", "f"),
        ("place=\"\"", ""),
        ("place:*", "abcdef"),
        ("place=*", "abcdef"),
        ("annotator=REDMOND", "ab"),
        ("annotator:redmond", "abcd"),
        ("rules=Japanese", "abc"),
        ("rules=jpn", "abc"),
        ("rules:Japanese", "abcdef"),
        ("rules=\"old japanese\"", "df"),
        ("rules=Chinese", "g"),
        ("country=korea", "abc"),
        ("country=\"south korea\"", "b"),
        ("country:korea", "abc"),
        ("country:*", "abc"),
        ("-country:*", "defgh"),
        ("event=honinbo", "ab"),
    ] {
        let mut found: Vec<String> = hits(&engine, query).iter().map(stem).collect();
        found.sort();
        assert_eq!(found.concat(), expected, "{query}");
    }
}
