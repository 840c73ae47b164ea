//! Laws of the query language on random queries: `-(A B)` is `-A OR -B`, and `A (B OR C)` is `(A B) OR (A C)`. A query
//! must also find what a plain interpreter finds in the columns of the games.

use crate::support::{Place, Random, build_with, hits, rounds, sample_archive, try_count};
use kifu_index::engine::Engine;
use kifu_index::engine::row::GameRow;
use kifu_index::index::build::Options;
use kifu_index::language::fields::FIELDS;
use kifu_index::language::parse;
use kifu_index::language::sentence::{condition_or_sentence, counted_sentence, sentence};
use kifu_index::messages::Locale;
use kifu_index::record::result::GameResult;
use std::collections::BTreeSet;

/// Number of random queries: 200, or 5,000 with `KIFU_SLOW`.
fn queries() -> usize {
    rounds(200, 5_000)
}

fn sample() -> (Place, Engine) {
    let place = Place::new();
    build_with(&place.folder(), &[sample_archive()], &Options::default());
    let engine = place.engine();
    (place, engine)
}

/// Games that a query finds, or `None` if it is refused.
fn found(engine: &Engine, query: &str) -> Option<BTreeSet<String>> {
    try_count(engine, query).ok()?;
    Some(hits(engine, query).into_iter().map(|row| row.id).collect())
}

/// Clauses of all kinds: about games, about hits, about Black and White.
const CLAUSES: &[&str] = &[
    "player:Cho",
    "player:Takemiya",
    "player:Lee",
    "player:Kobayashi",
    "vs:Cho",
    "player:*",
    "black:*",
    "black:Lee",
    "winner:Cho",
    "result:W+",
    "result:B+R",
    "komi:5.5",
    "komi:(-5.5 OR 6.5)",
    "komi>6",
    "moves<200",
    "size:19",
    "size:9",
    "date:1990s",
    "year>=1980",
    "handicap>=2",
    "handicap:*",
    "event:*",
    "event:Honinbo",
    "comment:*",
    "comment:ladder",
    "has:variations",
    "has:*",
    "is:*",
    "is:final",
    "Honinbo",
    "Tokyo",
    "ladder",
    "Lee",
    "position:\"Q16 D4\"",
    "position:\"Q16 D4 Q3\"",
    "position:D4",
    "pattern:\"R16 Q14 corner\"",
    "move:..2",
    "move:..60",
    "tomove:W",
    "tomove:B",
    "next:*",
    "in:main",
    "in:any",
    "colours:any",
];

#[test]
fn laws_of_and_or_and_not() {
    let (_place, engine) = sample();
    let mut random = Random(11);
    let mut compared = 0;
    for _ in 0..queries() {
        let [a, b, c] = [(); 3].map(|()| CLAUSES[random.below(CLAUSES.len())]);
        let laws = [
            (format!("-({a} {b})"), format!("-({a}) OR -({b})")),
            (format!("({a}) ({b} OR {c})"), format!("({a} {b}) OR ({a} {c})")),
            (format!("-({a} OR {b})"), format!("-({a}) -({b})")),
            (format!("NOT NOT ({a} {b})"), format!("{a} {b}")),
            (format!("({a} {b}) OR ({a} {b})"), format!("{a} {b}")),
            (format!("{a} {b}"), format!("{b} {a}")),
            (format!("{a} OR {b}"), format!("{b} OR {a}")),
        ];
        for (one, other) in laws {
            // One side of a law may be refused, because it has a condition on the hit without a board, such as
            // `-move:..2`. Then the law is not tested.
            if let (Some(left), Some(right)) = (found(&engine, &one), found(&engine, &other)) {
                assert_eq!(left, right, "{one} and {other}");
                compared += 1;
            }
        }
    }
    assert!(compared > queries() * 2, "{compared}");
}

/// Random query of clauses, words and examples of fields.
fn any_query(random: &mut Random, depth: usize) -> String {
    let part = |random: &mut Random| match random.below(4) {
        0 if depth > 0 => format!("({})", any_query(random, depth - 1)),
        1 => FIELDS[random.below(FIELDS.len())].example.to_owned(),
        2 => format!("-{}", CLAUSES[random.below(CLAUSES.len())]),
        _ => CLAUSES[random.below(CLAUSES.len())].to_owned(),
    };
    let parts: Vec<String> = (0..1 + random.below(4)).map(|_| part(random)).collect();
    parts.join([" ", " OR "][usize::from(random.chance(25))])
}

/// In each language, the texts of a query's sentence, joined, must be the whole sentence, and each text that expresses
/// a value must refer to a piece of the query.
#[test]
fn sentence_parts_add_up() {
    let mut random = Random(29);
    let (mut read, mut placed) = (0, 0);
    for _ in 0..queries() * 2 {
        let query = any_query(&mut random, 3);
        let Ok(parsed) = parse(&query) else {
            continue;
        };
        read += 1;
        for words in
            [sentence(&parsed), counted_sentence(&parsed, 1_234), condition_or_sentence(&parsed)]
        {
            for locale in Locale::ALL {
                let parts = words.parts(locale);
                let text: String = parts.iter().map(|part| part.text.as_str()).collect();
                assert_eq!(text, words.in_language(locale), "{query}");
                for span in parts.into_iter().filter_map(|part| part.span) {
                    assert!(
                        query.get(span.clone()).is_some_and(|value| !value.is_empty()),
                        "{query}"
                    );
                    placed += 1;
                }
            }
        }
    }
    assert!(read > queries() && placed > read * 15, "{read} {placed}");
}

/// Conditions on hits are joined in the sentence without nesting, so a long query must need no deep stack.
#[test]
fn a_sentence_of_many_clauses_needs_a_small_stack() {
    let work = || {
        let query = format!("position:D4{}", " move:..2".repeat(1_900));
        let words = sentence(&parse(&query).unwrap());
        assert!(words.parts(Locale::Japanese).len() > 1_900);
        assert!(words.to_string().ends_with(", reached by move 2"));
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn parentheses_isolate() {
    let (_place, engine) = sample();
    let found = |query: &str| found(&engine, query).unwrap_or_else(|| panic!("{query} is refused"));
    let both = |one: &str, other: &str| {
        found(one).intersection(&found(other)).cloned().collect::<BTreeSet<_>>()
    };
    for (one, other) in [
        ("position:\"Q16 D4\" move:..2", "position:\"Q16 D4 Q3\""),
        ("position:D4 tomove:W", "position:\"D4 Q16\" tomove:B"),
        ("player:Lee player:Cho", "player:Lee"),
        ("player:Cho vs:Lee", "player:Cho player:Lee"),
    ] {
        let together = found(&format!("({one}) ({other})"));
        assert_eq!(together, both(one, other), "({one}) ({other})");
        assert!(!together.is_empty() || both(one, other).is_empty());
    }
}

/// Condition of a query, as a plain loop decides it.
type Fits = Box<dyn Fn(&GameRow) -> bool>;

/// Comparison of a number of a game with the number in a query.
type Compares = fn(f64, f64) -> bool;

/// Test of a game for a word.
type FitsGame = fn(&GameRow) -> bool;

/// Makes a random clause that compares a number of a game.
fn of_number(random: &mut Random) -> (String, Fits) {
    type Number = fn(&GameRow) -> Option<f64>;
    let fields: [(&str, Number, &[f64]); 3] = [
        ("moves", |row| Some(row.summary.moves.into()), &[0.0, 1.0, 50.0, 120.0, 200.0, 250.0]),
        (
            "komi",
            |row| row.info.komi.map(|komi| f64::from(komi.hundredths()) / 100.0),
            &[-5.5, 0.0, 5.5, 6.5, 7.5],
        ),
        (
            "size",
            |row| Some(row.summary.size.width().max(row.summary.size.height()).into()),
            &[9.0, 13.0, 19.0],
        ),
    ];
    let (name, number, values) = fields[random.below(fields.len())];
    let value = values[random.below(values.len())];
    let signs: [(&str, Compares); 6] = [
        (":", |a, b| a == b),
        ("=", |a, b| a == b),
        ("<", |a, b| a < b),
        ("<=", |a, b| a <= b),
        (">", |a, b| a > b),
        (">=", |a, b| a >= b),
    ];
    let (sign, compares) = signs[random.below(signs.len())];
    let is_square = move |row: &GameRow| {
        name != "size" || !matches!(sign, ":" | "=") || row.summary.size.is_square()
    };
    let fits = move |row: &GameRow| {
        is_square(row) && number(row).is_some_and(|number| compares(number, value))
    };
    (format!("{name}{sign}{value}"), Box::new(fits))
}

/// Makes a random clause about a word of a game.
fn of_word(random: &mut Random) -> (String, Fits) {
    let clauses: [(&str, FitsGame); 7] = [
        (
            "result:W+",
            |row| matches!(row.info.result, Some(GameResult::Win { winner, .. }) if winner.letter() == 'W'),
        ),
        (
            "result:B+",
            |row| matches!(row.info.result, Some(GameResult::Win { winner, .. }) if winner.letter() == 'B'),
        ),
        ("result:draw", |row| matches!(row.info.result, Some(GameResult::Draw))),
        ("format:sgf", |row| row.summary.format.as_str() == "sgf"),
        ("kind:loa", |row| row.summary.kind.as_str() == "loa"),
        ("kind:go", |row| row.summary.kind.as_str() == "go"),
        ("has:variations", |row| row.summary.variations > 0),
    ];
    let (text, fits) = clauses[random.below(clauses.len())];
    (text.to_owned(), Box::new(fits))
}

/// Random query, with its meaning as plain code.
fn query(random: &mut Random, depth: usize) -> (String, Fits) {
    match random.below(if depth == 0 { 2 } else { 5 }) {
        0 => of_number(random),
        1 => of_word(random),
        2 => {
            let ((one, fits_one), (other, fits_other)) =
                (query(random, depth - 1), query(random, depth - 1));
            (format!("({one} {other})"), Box::new(move |row| fits_one(row) && fits_other(row)))
        }
        3 => {
            let ((one, fits_one), (other, fits_other)) =
                (query(random, depth - 1), query(random, depth - 1));
            (format!("({one} OR {other})"), Box::new(move |row| fits_one(row) || fits_other(row)))
        }
        _ => {
            let (inner, fits) = query(random, depth - 1);
            (format!("NOT {inner}"), Box::new(move |row| !fits(row)))
        }
    }
}

#[test]
fn a_plain_interpreter_finds_the_same() {
    let (_place, engine) = sample();
    let rows = hits(&engine, "");
    let mut random = Random(10);
    for _ in 0..queries() {
        let (text, fits) = query(&mut random, 3);
        let expected: BTreeSet<String> =
            rows.iter().filter(|row| fits(row)).map(|row| row.id.clone()).collect();
        assert_eq!(found(&engine, &text).as_ref(), Some(&expected), "{text}");
    }
}
