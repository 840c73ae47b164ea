use crate::support::{Place, Random, answer, hits, search_rows, sgf_point, stored_game};
use kifu_index::cancel::TimeBudget;
use kifu_index::engine::request::{
    BoardSearch, BuildTree, Explain, FindCopies, FindPlayers, HitConditions, ReadStoredGame,
    Search, Stats, TreeLimits,
};
use kifu_index::engine::{AskOptions, Engine, Failure, Reply, Result};
use kifu_index::error::ErrorKind;
use kifu_index::language::address::GamePosition;
use kifu_index::language::locate;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn point(random: &mut Random) -> String {
    sgf_point(random.point(19))
}

/// Builds an index of many random games, each with many variations.
fn games() -> Place {
    let place = Place::new();
    let mut random = Random(1);
    let mut games = String::new();
    for number in 0..600 {
        write!(games, "(;SZ[19]PB[Anna {number}]PW[Bea]DT[2001]").unwrap();
        let mut ends = 0;
        for _ in 0..60 {
            write!(games, ";B[{}](;W[{}]", point(&mut random), point(&mut random)).unwrap();
            ends += 1;
        }
        for _ in 0..ends {
            games.push_str(")(");
            for _ in 0..10 {
                write!(games, ";W[{}];B[{}]", point(&mut random), point(&mut random)).unwrap();
            }
            games.push(')');
        }
        games.push_str(")\n");
    }
    place.write("games.sgf", games);
    place.build();
    place
}

/// A position search that asks for everything that an answer can contain.
fn position() -> BoardSearch {
    let mut search = BoardSearch::of("Q16");
    search.listed = 100;
    search.named = 9;
    search.parts.years = true;
    search
}

/// A search for a sequence of moves that asks for everything that an answer can contain.
fn sequence() -> BoardSearch {
    BoardSearch {
        sequence: true,
        listed: 100,
        named: 9,
        parts: position().parts,
        ..BoardSearch::pattern("$$B\n$$ . 1 2\n$$ . 3 4")
    }
}

/// Checks that an answer reports that its time ran out, and returns it. Some answers are useless when incomplete; these
/// are errors instead, and give `None`.
fn partial_answer<T>(reply: Result<Reply<T>>, what: &str) -> Option<T> {
    match reply {
        Ok(reply) => {
            assert!(reply.incomplete.is_some(), "{what}");
            Some(reply.answer)
        }
        Err(Failure::Other(error)) => {
            assert_eq!(error.kind(), ErrorKind::Interrupted, "{what}: {error}");
            None
        }
        Err(error) => panic!("{what}: {error}"),
    }
}

/// Sends a request of the kind `what` under the given options, such as a deadline.
fn ask(engine: &Engine, within: &AskOptions, what: &str) {
    let go_on = ControlFlow::Continue(());
    match what {
        "position" | "pattern" => {
            let search = if what == "position" { position() } else { sequence() };
            let answer = partial_answer(engine.answer(&search, within), what);
            assert!(answer.is_none_or(|answer| answer.games.is_empty()));
        }
        "total" => {
            let search = BoardSearch { count: true, ..position() };
            let answer = partial_answer(engine.answer(&search, within), what);
            assert!(answer.is_none_or(|answer| answer.total == 0));
        }
        "tree" => {
            let growth = TreeLimits { plies: 9, least: vec!["1".to_owned()], nodes: 999 };
            let board = position();
            partial_answer(engine.answer(&BuildTree { board, growth }, within), what);
        }
        "stats" => {
            let stats = Stats {
                query: "PB:anna".to_owned(),
                by: vec!["player".to_owned()],
                ..Stats::default()
            };
            partial_answer(engine.stats(&stats, within, &mut |_| go_on), what);
        }
        "players" | "player" | "near" => {
            let name = match what {
                "players" => "",
                "player" => "Anna",
                _ => "Anma 1",
            };
            let request =
                FindPlayers { name: name.to_owned(), limit: Some(9), ..FindPlayers::default() };
            let answer = partial_answer(engine.answer(&request, within), what);
            assert!(answer.is_none_or(|answer| answer.total == 0 && answer.near.is_empty()));
        }
        "copies" => {
            let request = FindCopies::default();
            partial_answer(engine.copies(&request, within, &mut |_| go_on), what);
        }
        "explain" => {
            let request = Explain(Search::new("Anna -position:Q16"));
            let answer = partial_answer(engine.answer(&request, within), what);
            assert!(answer.is_none_or(|answer| answer.parts.is_empty()));
        }
        query => {
            let games = partial_answer(engine.count(query, within), what);
            assert!(games.is_none_or(|games| games == 0), "{query}");
            for (total, limit) in [(true, None), (false, Some(9))] {
                let search = Search { total, limit, ..Search::new(query) };
                let reply = partial_answer(engine.search(&search, within, &mut |_| go_on), what);
                let games = reply.and_then(|reply| reply.total);
                assert!(games.is_none_or(|games| games == 0), "{query}");
            }
        }
    }
}

const QUERIES: [&str; 8] = [
    "",
    "player:Anna sort:black",
    "player:*nna",
    "file:games*x",
    "PB:anna",
    "-PB:anna",
    "position:Q16",
    "pattern:XO/OX",
];

#[test]
fn answers_end_when_their_time_is_over() {
    let place = games();
    let engine = place.engine();
    assert_complete(&engine);
    let others = [
        "position", "pattern", "total", "tree", "stats", "players", "player", "near", "copies",
        "explain",
    ];
    let over = AskOptions { deadline: Some(Instant::now()), ..AskOptions::default() };
    for what in others.into_iter().chain(QUERIES) {
        let begin = Instant::now();
        ask(&engine, &over, what);
        assert!(begin.elapsed() < Duration::from_secs(1), "{what}");
    }
    // A cancelled request must give an error, or the part of the answer that was ready.
    let unwanted =
        AskOptions { cancel: Some(Arc::new(AtomicBool::new(true))), ..AskOptions::default() };
    for what in others.into_iter().chain(QUERIES) {
        let begin = Instant::now();
        ask(&engine, &unwanted, what);
        assert!(begin.elapsed() < Duration::from_secs(1), "{what}");
    }
    // Another request, without a time limit, must find everything.
    assert_complete(&engine);

    // An answer whose time runs out must contain the games that were found until then.
    let request = BoardSearch {
        hits: HitConditions { within: Some("variations".to_owned()), ..HitConditions::default() },
        ..sequence()
    };
    let begin = Instant::now();
    let all = answer(&engine, &request).total;
    let whole = begin.elapsed();
    let begin = Instant::now();
    let within =
        AskOptions { deadline: Some(begin + Duration::from_millis(30)), ..AskOptions::default() };
    let some = engine.answer(&request, &within).unwrap();
    let took = begin.elapsed();
    let (looked_at, expected) = some.incomplete.unwrap();
    let some = some.answer.total;
    println!("{all} games in {whole:?}, {some} in {took:?}");
    assert!(some < all);
    assert!(took < Duration::from_secs(1));
    assert!(looked_at <= expected && expected == 600);

    // With enough time, nothing must be missing.
    let limited = AskOptions {
        deadline: Some(Instant::now() + Duration::from_secs(3600)),
        ..AskOptions::default()
    };
    for query in ["PB:anna sort:black", "-PB:anna", "player:*nna", "position:Q16"] {
        let mut rows = Vec::new();
        let reply = engine.search(&Search::new(query), &limited, &mut |row| {
            rows.push(format!("{row:?}"));
            ControlFlow::Continue(())
        });
        assert_eq!(reply.unwrap().incomplete, None, "{query}");
        let all = hits(&engine, query).into_iter();
        assert!(all.map(|row| format!("{row:?}")).eq(rows), "{query}");
    }
    for search in [position(), sequence()] {
        let reply = engine.answer(&search, &limited).unwrap();
        assert_eq!(reply.incomplete, None);
        let json = |of| serde_json::to_string(of).unwrap();
        assert_eq!(json(&reply.answer), json(&answer(&engine, &search)));
    }
}

/// Checks that a search without a time limit finds all games.
fn assert_complete(engine: &Engine) {
    assert_eq!(search_rows(engine, &Search::new("")).0.len(), 600);
}

/// Some steps of an answer work on one game, or run once per request. If that game is huge each of them takes long, and
/// must still stop in time.
#[test]
fn one_huge_game_does_not_outlast_the_time() {
    let place = Place::new();
    let mut random = Random(2);
    let mut game = String::from("(;SZ[19]");
    for _ in 0..10_000 {
        write!(game, ";B[{}];W[{}]", point(&mut random), point(&mut random)).unwrap();
    }
    game.push(')');
    place.write("huge.sgf", &game);
    place.write("again.sgf", format!("{game}\n"));
    // Damages the stored groups of copies, so that the engine has to compute them again.
    place.build();
    for entry in std::fs::read_dir(place.folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("duplicates-") {
            std::fs::write(path, "damage").unwrap();
        }
    }
    let engine = place.engine();
    let games = hits(&engine, "");
    assert_eq!(games.len(), 2);

    let whole = stored_game(&engine, &games[0].id).unwrap();
    let (start, tree) = (whole.start, whole.tree);
    assert_eq!(tree.len(), 20_001);
    let over = AskOptions { deadline: Some(Instant::now()), ..AskOptions::default() };
    let other = engine.answer(&ReadStoredGame(games[0].id.clone()), &over);
    let other = other.unwrap();
    assert!(!other.answer.start.has_rules() && other.incomplete.is_some());

    let index = place.index();
    let spent = || TimeBudget::new(None, Some(Arc::new(AtomicBool::new(true))));
    let budget = spent();
    let place_in = |budget: &TimeBudget| {
        budget.run(|| locate::position(start, &tree, GamePosition::End).is_ok())
    };
    assert!(place_in(&budget).is_err() && budget.is_exhausted());
    assert_eq!(place_in(&TimeBudget::default()), Ok(true));

    let limited = index.with_budget(spent());
    assert_eq!(limited.duplicates().unwrap().group_count(), 0);
    assert!(limited.budget().is_exhausted());
    // An incomplete computation of the groups must not be cached.
    assert_eq!(index.duplicates().unwrap().group_count(), 1);
    assert_eq!(index.with_budget(spent()).duplicates().unwrap().group_count(), 1);
}
