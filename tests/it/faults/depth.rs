//! Queries at their limits of depth, length and number of clauses, written out or through saved queries. They run on a
//! thread with the stack size of the program's own threads, so that a query that needs more stack ends the test
//! process.

use crate::support::Place;
use kifu_index::engine::parsed::{ParsedQuery, QueryLimits};
use kifu_index::engine::request::{
    Advise, CountGames, Explain, FindContents, ParseQuery, Search, Stats, TypedQuery,
};
use kifu_index::engine::user_marks::{ExpansionLimits, MarkSource, Marks, check_can_save};
use kifu_index::engine::{AskOptions, Engine, Indexes};
use kifu_index::userdata::marks::SavedQuery;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Stack size, in bytes, of the program's own threads.
const STACK_BYTES: usize = 2 << 20;

#[derive(Debug)]
struct SavedQueries(Arc<Marks>);

impl MarkSource for SavedQueries {
    fn marks(&self) -> kifu_index::error::Result<Arc<Marks>> {
        Ok(self.0.clone())
    }
}

type Queries = Vec<(String, String)>;

fn marks(saved: &Queries) -> Marks {
    let saved = saved.iter().map(|(name, query)| {
        let query = query.clone();
        (name.clone(), SavedQuery { query, at: 0 })
    });
    Marks { saved: saved.collect(), ..Marks::default() }
}

/// Opens an index of two games, one of them with a comment, with these saved queries.
fn engine(place: &Place, saved: &Queries, clauses: Option<usize>) -> Engine {
    place.write("a.sgf", "(;SZ[19]PB[Anna]PW[Dora];B[pd]C[a word];W[dp])");
    place.write("b.sgf", "(;SZ[19]PB[Berta]PW[Dora];B[dd])");
    place.build();
    let limits = ExpansionLimits::default();
    Engine::open_all(Indexes {
        folders: vec![place.folder()],
        marks: Some(Arc::new(SavedQueries(Arc::new(marks(saved))))),
        expansion: clauses.map_or(limits, |clauses| ExpansionLimits { clauses }),
        ..Indexes::default()
    })
    .unwrap()
}

fn on_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    thread.unwrap().join().unwrap()
}

fn parse_request(query: &str) -> ParseQuery {
    ParseQuery(TypedQuery {
        query: query.to_owned(),
        caret: None,
        utf16: false,
        caps: QueryLimits::default(),
        locale: None,
    })
}

/// Runs a query through every code path that walks its tree. Returns the number of games, or the error with its code.
fn ask(engine: &Engine, query: &str) -> Result<u64, String> {
    let (engine, query) = (engine.clone(), query.to_owned());
    on_small_stack(move || {
        let within = AskOptions::default();
        let search = || Search::new(&query);
        let parsed: ParsedQuery = engine.answer(&parse_request(&query), &within).unwrap().answer;
        let code = parsed.error.as_ref().map(|error| error.code);
        let count = engine.answer(&CountGames(search()), &within);
        let count = count
            .map(|reply| reply.answer)
            .map_err(|failure| format!("{}: {failure}", code.unwrap_or_default()));
        let is_refused = count.is_err();
        assert_eq!(code.is_some(), is_refused, "{query}");
        let found = engine.answer(&FindContents(search()), &within);
        assert_eq!(found.is_err(), is_refused);
        let advice = Advise { of: search(), found: false };
        let _ = engine.answer(&advice, &within);
        // The query is explained only if it has no position: explaining counts each part of a query, which takes long
        // for a hundred nested boards.
        if !query.contains("position:") {
            let explained = engine.answer(&Explain(search()), &within);
            assert_eq!(explained.is_err(), is_refused);
        }
        let stats = Stats { query: query.clone(), ..Stats::default() };
        let counted = engine.stats(&stats, &within, &mut |_| ControlFlow::Continue(()));
        assert_eq!(counted.is_err(), is_refused);
        let games = engine.search(&search(), &within, &mut |_| ControlFlow::Continue(()));
        assert_eq!(games.is_err(), is_refused);
        engine.is_fast_search(&search());
        kifu_index::engine::user_marks::uses_marks(&query);
        count
    })
}

fn refused(engine: &Engine, query: &str, code: &str, parts: &[&str]) {
    let error = ask(engine, query).unwrap_err();
    assert!(error.starts_with(code), "{error}");
    for part in parts {
        assert!(error.contains(part), "{part}: {error}");
    }
}

/// Makes queries of the maximum depth, each nesting another kind of clause.
fn deepest_queries(depth: usize) -> Vec<String> {
    let half = depth / 2;
    let nested = |open: &str, inner: &str, times: usize| {
        let signs = open.matches('(').count();
        format!("{}{inner}{}", open.repeat(times), ")".repeat(signs * times))
    };
    vec![
        nested("(", "Anna", depth),
        nested("Anna OR Dora (", "Anna", depth),
        nested("Anna (Dora OR (", "Anna", half),
        nested("-(Anna Dora ", "Anna", half),
        nested("NOT ", "Anna", depth),
        nested("-(Anna OR Berta ", "Anna", half),
        nested("position:Q16 (Anna OR ", "Dora", depth),
        nested("player:Anna -(position:Q16 ", "Dora", half),
        format!("player:{}", nested("(Anna OR Dora ", "Anna", depth)),
        nested("copy-of:(Anna OR ", &nested("(Anna OR Dora (", "Anna", (depth - 10) / 2), 10),
        nested("problem:3x3:X../.../... (Anna OR ", "Dora", depth),
    ]
}

#[test]
fn the_deepest_queries_are_answered_on_a_small_stack() {
    let place = Place::new();
    let engine = engine(&place, &Vec::new(), None);
    for query in deepest_queries(100) {
        let result = ask(&engine, &query);
        let is_known = result.is_ok() || query.starts_with("problem:");
        assert!(is_known, "{query}: {result:?}");
    }
    let copies = |times| format!("{}Anna{}", "copy-of:(".repeat(times), ")".repeat(times));
    assert_eq!(ask(&engine, &copies(10)), Ok(0));
    refused(&engine, &copies(11), "too_deep", &["copy-of", "10"]);
    for query in deepest_queries(102) {
        refused(&engine, &query, "too_deep", &["100"]);
    }
}

#[test]
fn saved_queries_count_towards_the_depth_limit() {
    let deep = |inner: &str, times| {
        format!("{}{inner}{}", "Anna OR Dora (".repeat(times), ")".repeat(times))
    };
    // Fifteen saved queries are each nested a hundred deep, and each contains the name of the one before.
    let mut saved: Queries = (0..15)
        .map(|at| {
            let inner = match at {
                0 => "Anna".to_owned(),
                at => format!("saved:deep{}", at - 1),
            };
            (format!("deep{at}"), deep(&inner, 100))
        })
        .collect();
    // A thousand saved queries, each of which consists of the name of the next one.
    saved.extend((0..1000).map(|at| {
        let query = match at {
            0 => "player:Anna".to_owned(),
            at => format!("saved:chain{}", at - 1),
        };
        (format!("chain{at}"), query)
    }));
    saved.push(("half".to_owned(), deep("Anna", 49)));
    let place = Place::new();
    let engine = engine(&place, &saved, None);
    for at in 1..15 {
        let query = format!("saved:deep{at}");
        refused(&engine, &query, "too_deep", &["`deep", "100"]);
        let checked = marks(&saved);
        let query = format!("-(Dora ({query}))");
        let error = on_small_stack(move || check_can_save("new", &query, &checked).unwrap_err());
        assert!(error.to_string().contains("`deep"), "{error}");
    }
    assert_eq!(ask(&engine, "saved:chain99"), Ok(1));
    refused(&engine, "saved:chain100", "too_deep", &["`chain0`", "100"]);
    refused(&engine, "saved:chain999", "too_deep", &["100"]);
    // A saved query counts with the depth at which its name stands. Here the innermost parentheses contain only its
    // name.
    let at = |depth: usize| deep("saved:half", depth);
    assert_eq!(ask(&engine, &at(51)), Ok(1));
    refused(&engine, &at(52), "too_deep", &["`half`", "100"]);
    assert_eq!(ask(&engine, &format!("{}saved:half", "NOT ".repeat(50))), Ok(1));
    refused(&engine, &format!("{}saved:half", "NOT ".repeat(51)), "too_deep", &[]);
}

#[test]
fn saved_queries_count_towards_the_clause_limit() {
    let many = |clauses: usize| vec!["moves>0"; clauses].join(" ");
    let mut saved: Queries = (0..30)
        .map(|at| {
            let query = match at {
                0 => "Anna".to_owned(),
                at => format!("saved:twice{0} OR saved:twice{0}", at - 1),
            };
            (format!("twice{at}"), query)
        })
        .collect();
    for clauses in [10, 63, 64, 65, 1000] {
        saved.push((format!("of{clauses}"), many(clauses)));
    }
    saved.push(("fuzzy".to_owned(), vec!["Anna~"; 150].join(" ")));
    let place = Place::new();
    let whole = engine(&place, &saved, None);
    // Each of these saved queries stands for twice as many clauses as the one before.
    assert_eq!(ask(&whole, "saved:twice8"), Ok(1));
    refused(&whole, "saved:twice29", "too_many_clauses", &["1000"]);
    let ten = ["saved:of1000"; 10].join(" ");
    assert_eq!(ask(&whole, &ten), Ok(2));
    let more = format!("{ten} moves>0");
    refused(&whole, &more, "too_many_clauses", &["`of1000`", "10000"]);
    // Words in saved queries must count as words in the query itself do: a word with spelling tolerance counts as ten.
    let fuzzy = ["saved:fuzzy"; 7].join(" OR ");
    refused(&whole, &fuzzy, "too_many_clauses", &["`fuzzy`", "10000"]);
    let page = engine(&Place::new(), &saved, Some(64));
    for (query, clauses) in [
        ("saved:of64", 64),
        ("saved:of63 Dora", 64),
        ("-saved:of10 OR saved:of10 (saved:of10 OR saved:(of10 OR of10))", 50),
    ] {
        assert_eq!(ask(&page, query), Ok(2), "{query}: {clauses}");
    }
    for (query, name) in [
        ("saved:of65", "`of65`"),
        ("saved:of64 Dora", "`of64`"),
        ("Dora OR saved:of63 OR Anna", "`of63`"),
        ("saved:(of10 OR of10 OR of10 OR of10 OR of10 OR of10 OR of10)", "`of10`"),
    ] {
        refused(&page, query, "too_many_clauses", &[name, "64"]);
    }
    refused(&page, "saved:fuzzy", "too_many_clauses", &["`fuzzy`"]);
}

#[test]
fn saved_queries_count_towards_the_length_limit() {
    let padded = |bytes: usize| format!("Anna{}", " ".repeat(bytes - 4));
    let kilobytes: Queries = vec![
        ("padded".to_owned(), padded(128 << 10)),
        ("one".to_owned(), padded(4)),
        ("long".to_owned(), padded((1 << 20) + 1)),
    ];
    let place = Place::new();
    let engine = engine(&place, &kilobytes, None);
    let eight = ["saved:padded"; 8].join(" ");
    assert_eq!(ask(&engine, &eight), Ok(1));
    let more = format!("{eight} saved:one");
    refused(&engine, &more, "too_long", &["`one`", "1048576"]);
    refused(&engine, "saved:long", "too_long", &["`long`", "1048576"]);
    assert_eq!(ask(&engine, &padded(1 << 20)), Ok(1));
    refused(&engine, &padded((1 << 20) + 1), "too_long", &["1048576"]);
}
