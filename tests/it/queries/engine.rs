//! The engine as a program without a terminal uses it: requests, answers, and what the engine must not do.

use crate::properties::plain::{Known, Plain, Reached};
use crate::support::random_games::{read_loose, write_games};
use crate::support::{build_with, sample_archive, temporary_folder};
use kifu_index::crawl::Limits;
use kifu_index::engine::request::{
    BoardOperand, BoardSearch, Compare, CountGames, ReadRecords, ReadStatus, RowDetails, Search,
    SubjectKind, Suggest,
};
use kifu_index::engine::{Ask, AskOptions, Engine, Failure};
use kifu_index::index::build::{Options, rebuild};
use kifu_index::record::replay::NextPlay;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn engine(folder: &Path) -> Engine {
    build_with(folder, &[sample_archive()], &Options::default());
    Engine::open(folder).unwrap()
}

/// No request may open a file, unless the front end gave the engine a way to read files.
#[test]
fn no_operand_opens_a_file() {
    let folder = temporary_folder();
    let engine = engine(folder.path());
    let game = sample_archive().join("modern/sanrensei-takemiya-cho-1996.sgf");
    let place = format!("{}#3", game.display());
    let within = AskOptions::default();
    for operand in [
        BoardOperand::Words(vec!["@/etc/passwd".into()]),
        BoardOperand::Text("@/etc/passwd".into()),
        BoardOperand::Words(vec![place.clone()]),
        BoardOperand::Text(place),
    ] {
        let position =
            BoardSearch { subject: operand, corner: Some(String::new()), ..BoardSearch::default() };
        let pattern = BoardSearch { sought: SubjectKind::Pattern, ..position.clone() };
        for request in [position, pattern] {
            let answer = engine.answer(&request, &within);
            let Err(Failure::Other(error)) = answer else {
                panic!("{request:?} was answered");
            };
            assert!(error.to_string().ends_with("files are not read here"), "{error}");
            assert_eq!(error.help_text().unwrap().to_string(), "paste the text of the file");
        }
    }
    for query in ["position:@/etc/passwd", "pattern:@x", "player:Lee -position:@x"] {
        let Err(Failure::Query(error, text)) = engine.count(query, &within) else {
            panic!("{query} was answered");
        };
        assert_eq!(text, query);
        assert_eq!(error.help.unwrap().to_string(), "paste the text of the file");
    }
}

/// Requests are plain data: JSON from a page must give the same request that a command makes.
#[test]
fn questions_are_read_from_json() {
    fn ask<Q: Ask + DeserializeOwned>(engine: &Engine, text: &str) -> Q::Answer {
        let question: Q = serde_json::from_str(text).unwrap();
        let reply = engine.answer(&question, &AskOptions::default());
        reply.unwrap().answer
    }
    let folder = temporary_folder();
    let engine = engine(folder.path());
    let games = ask::<CountGames>(&engine, r#"{"query":"player:Lee result:W+"}"#);
    assert_eq!(games, 3);
    let board = ask::<BoardSearch>(&engine, r#"{"subject":"Q16 D4 Q3","listed":2,"next":"D16"}"#);
    assert_eq!(board.games.len(), board.total.min(2) as usize);
    let json = serde_json::to_value(&board).unwrap();
    assert_eq!(json["filter"], "next:D16");
    assert_eq!(json["games"][0]["move"], 3);
    let compared = r#"{"stats":{"query":"player:Lee","by":["opening,year"]},"with":"player:Cho"}"#;
    assert_eq!(ask::<Compare>(&engine, compared).len(), 1);
    let sample = ask::<Search>(&engine, r#"{"query":"","sample":{"games":3}}"#);
    assert!(sample.shown == 3 && sample.total > Some(30));
    assert_eq!(ask::<ReadRecords>(&engine, r#"["0000000000000000"]"#), 0);
    assert!(ask::<ReadStatus>(&engine, r#"{"problems":true}"#).games > 30);
    assert!(!ask::<Suggest>(&engine, "null").query.is_empty());
}

/// Every commit must raise the generation, also that of a rebuild, and an open engine must use the new state after a
/// refresh.
#[test]
fn generations_rise() {
    let folder = temporary_folder();
    let engine = engine(folder.path());
    let first = engine.generation();
    assert!(first > 0);
    assert!(!engine.refresh().unwrap());
    // Without changes, a build makes no commit, so the generation stays.
    build_with(folder.path(), &[sample_archive()], &Options::default());
    assert!(!engine.refresh().unwrap());
    let other = Limits { nodes: 1_000_000, ..Limits::default() };
    let options = Options { limits: other, ..Options::default() };
    build_with(folder.path(), &[sample_archive()], &options);
    let before = engine.count("", &AskOptions::default()).unwrap();
    assert_eq!(before.generation, first);
    assert!(engine.refresh().unwrap());
    let second = engine.generation();
    assert!(second > first);
    rebuild(folder.path(), &[], &Options::default(), &Default::default()).unwrap();
    assert!(engine.refresh().unwrap());
    let after = engine.count("", &AskOptions::default()).unwrap();
    assert!(after.generation > second);
    assert_eq!(after.answer, before.answer);
}

/// Many threads can use one engine at the same time, and a receiver of games can stop the answer.
#[test]
fn an_engine_is_shared_between_threads() {
    let folder = temporary_folder();
    let engine = engine(folder.path());
    std::thread::scope(|scope| {
        for limit in 1..=4 {
            let engine = engine.clone();
            scope.spawn(move || {
                let mut got = 0;
                let found = engine.search(&Search::new(""), &AskOptions::default(), &mut |game| {
                    assert_eq!(game.id.len(), 16);
                    got += 1;
                    if got == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                assert!(found.is_ok());
                assert_eq!(got, limit);
            });
        }
    });
}

/// Tables must be computed only if the request asks for them.
#[test]
fn tables_are_computed_only_on_request() {
    let folder = temporary_folder();
    let engine = engine(folder.path());
    let cancelled =
        AskOptions { cancel: Some(Arc::new(AtomicBool::new(true))), ..AskOptions::default() };
    let request =
        kifu_index::engine::request::Stats { by: vec!["event".to_owned()], ..Default::default() };
    let mut tables = 0;
    let counted = engine.stats(&request, &cancelled, &mut |_| {
        tables += 1;
        ControlFlow::Continue(())
    });
    assert!(counted.is_err());
    assert_eq!(tables, 0);
}

/// A cancelled answer must report that it was cancelled, and how far it got.
#[test]
fn a_cancelled_answer_reports_it() {
    let folder = temporary_folder();
    let engine = engine(folder.path());
    let cancelled =
        AskOptions { cancel: Some(Arc::new(AtomicBool::new(true))), ..AskOptions::default() };
    let request = BoardSearch::of("Q16");
    let whole = engine.answer(&request, &AskOptions::default()).unwrap();
    assert_eq!(whole.incomplete, None);
    let part = engine.answer(&request, &cancelled).unwrap();
    let (looked_at, _) = part.incomplete.expect("an answer that is not complete");
    assert!(looked_at <= whole.answer.total);
    assert!(part.answer.total < whole.answer.total);
    let none = engine.count("pattern:XO/OX", &cancelled).unwrap();
    assert!(none.incomplete.is_some());
}

/// The positions must be those of a replay that does not use the program's rules, and the texts must be readable as
/// files.
#[test]
fn played_moves_are_returned_as_texts() {
    let place = crate::support::Place::new();
    write_games(&place);
    place.build();
    let engine = Engine::open(&place.folder()).unwrap();
    let request = Search {
        details: RowDetails { played: true, ..RowDetails::default() },
        ..Search::new("kind:go")
    };
    let mut rows = BTreeMap::new();
    engine
        .search(&request, &AskOptions::default(), &mut |row| {
            let member = row.member().unwrap_or_default();
            rows.insert((row.path.clone(), member, row.game), row.clone());
            ControlFlow::Continue(())
        })
        .unwrap();
    let mut compared = 0;
    for known in read_loose(&place) {
        let Some(row) = rows.get(&known.name) else {
            continue;
        };
        let played = row.played.as_ref().unwrap();
        let ends = |reached: &&Reached| reached.main && reached.next == NextPlay::End;
        let Some(last) = known.reached.iter().rfind(ends) else {
            continue;
        };
        let text = |board: &Plain| {
            let rows = board.points.chunks(board.width);
            let rows = rows.map(|row| row.iter().map(|stone| stone.symbol()).collect::<String>());
            rows.collect::<Vec<_>>().join("/")
        };
        let context = format!("{:?}", known.name);
        assert_eq!(played.last, text(&last.board), "{context}");
        let (width, height) = (row.summary.size.width(), row.summary.size.height());
        let sgf = format!("(;SZ[{width}:{height}]{}{})", played.setup, played.moves_sgf);
        let again = Known::read("x".into(), String::new(), sgf.as_bytes()).remove(0);
        let moves = again.reached.last().unwrap();
        assert_eq!(moves.number, row.summary.moves, "{context} {sgf}");
        assert_eq!(
            played.moves_gtp.split(' ').count() / 2,
            row.summary.moves as usize,
            "{context}"
        );
        // A node with setup stones must not be counted as a move.
        if !played.moves_sgf.contains("[!]")
            && known.reached.iter().filter(|r| r.main).count() == moves.number as usize + 1
        {
            assert_eq!(text(&moves.board), played.last, "{context} {sgf}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}
