//! Real archives and conformance cases in `../shared`. If that folder is missing, these tests print a line and pass.

use crate::support::{answer, build_with, folder_on_disk, hits, on_board, open, shared};
use kifu_index::engine::Engine;
use kifu_index::engine::record::game_line;
use kifu_index::formats;
use kifu_index::game::board::Board;
use kifu_index::game::{BoardSize, GameKind};
use kifu_index::index::build::Options;
use kifu_index::origin::Origin;
use serde_json::{Value, json};
use std::path::Path;

fn cases(name: &str) -> Vec<Value> {
    let Some(path) = shared(&format!("conformance/{name}")) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Output of `show --json` for a file, with one value for each game.
fn show(bytes: &[u8]) -> Vec<Value> {
    let parsed = formats::read(bytes);
    let origin = Origin::file(Path::new("/case.sgf"));
    let lines = parsed.records.iter().zip(1..).map(|(record, number)| {
        serde_json::to_value(game_line(record, &origin.game(number), &parsed.text)).unwrap()
    });
    lines.collect()
}

fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for letter in text.bytes().filter(|&b| b != b'=') {
        let value = LETTERS.iter().position(|&l| l == letter).unwrap() as u32;
        (bits, count) = (bits << 6 | value, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// Comments of the nodes on the main line.
fn main_comments(game: &Value) -> Value {
    let main = game["main_nodes"].as_u64();
    let comments = game["comments"].as_array().unwrap().iter();
    let on_main = comments.filter(|comment| comment["node"].as_u64() < main);
    on_main.map(|comment| comment["text"].clone()).collect()
}

/// Compares two values, and adds a text about the difference to a list if they differ.
fn record_difference(
    wrong: &mut Vec<String>,
    id: &Value,
    key: &str,
    found: &Value,
    expected: &Value,
) {
    let equal = match (found.as_f64(), expected.as_f64()) {
        (Some(found), Some(wanted)) => found == wanted,
        _ => found == expected,
    };
    if !equal {
        wrong.push(format!("{}: {key} is {found}, not {expected}", id.as_str().unwrap()));
    }
}

fn check_sgf(case: &Value) -> Vec<String> {
    let games = show(&base64(case["input_b64"].as_str().unwrap()));
    let mut wrong = Vec::new();
    let none = json!({"comments": [], "main_nodes": 0, "properties": {}});
    let first = games.first().unwrap_or(&none);
    for (key, expected) in case["expect"].as_object().unwrap() {
        let mut check =
            |found: &Value| record_difference(&mut wrong, &case["id"], key, found, expected);
        match key.as_str() {
            "games" => check(&json!(games.len())),
            "moves" => check(&first["moves"]),
            "mainline_nodes" => check(&first["main_nodes"]),
            "nodes_total" => check(&first["nodes"]),
            "comments" => check(&main_comments(first)),
            "encoding" => check(&first["charset"]),
            "root" => {
                for (name, expected) in expected.as_object().unwrap() {
                    record_difference(
                        &mut wrong,
                        &case["id"],
                        name,
                        &first["properties"][name][0],
                        expected,
                    );
                }
            }
            key => panic!("{key} is not known"),
        }
    }
    wrong
}

fn check_jgf(case: &Value) -> Vec<String> {
    let games = show(case["input"].as_str().unwrap().as_bytes());
    let mut wrong = Vec::new();
    let accept = case["accept"].as_bool().unwrap();
    let expect = case["expect"].as_object().unwrap();
    if expect.contains_key("error_or_ok") {
        return wrong;
    }
    record_difference(&mut wrong, &case["id"], "a game", &json!(!games.is_empty()), &json!(accept));
    let Some(first) = games.first().filter(|_| accept) else {
        return wrong;
    };
    for (key, expected) in expect {
        let found = match key.as_str() {
            "comments" => main_comments(first),
            "moves" | "size" | "nodes" | "setup" | "turn" => first[key].clone(),
            key => first["info"][key].clone(),
        };
        record_difference(&mut wrong, &case["id"], key, &found, expected);
    }
    wrong
}

/// Differences in those cases that are not marked as arguable.
fn failures(cases: &[Value], check: fn(&Value) -> Vec<String>) -> Vec<String> {
    let sure = cases.iter().filter(|case| case["arguable"] != true);
    sure.flat_map(check).collect()
}

#[test]
fn sgf_cases() {
    let cases = cases("sgf_cases.jsonl");
    let failures = failures(&cases, check_sgf);
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn jgf_cases() {
    let cases = cases("jgf_cases.jsonl");
    let failures = failures(&cases, check_jgf);
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn build_archive(name: &str) -> Option<(tempfile::TempDir, Engine)> {
    let archive = shared(&format!("archives/{name}"))?;
    let folder = folder_on_disk();
    let report = build_with(&folder.path().join("index"), &[archive], &Options::default());
    let damaged = report.read.problems.keys().find(|kind| *kind != "no-game");
    assert_eq!(damaged, None, "{:?}", report.problems.first());
    let engine = open(&folder.path().join("index"));
    assert_eq!(hits(&engine, "").len() as u64, report.totals.game_count());
    Some((folder, engine))
}

/// Number of games that begin on an empty board of this size.
fn games_from_empty_board(engine: &Engine, side: u8) -> u64 {
    let board = Board::new(GameKind::Go, BoardSize::new(side, side).unwrap());
    let answer = answer(engine, &on_board(&board, 5));
    let rows = answer.moves.iter().map(|row| row.games);
    assert_eq!(rows.sum::<u64>(), answer.total);
    answer.total
}

#[test]
fn streamed_games() {
    let Some((_folder, engine)) = build_archive("small-haylee.zip") else {
        return;
    };
    assert_eq!(engine.status(false).unwrap().answer.games, 155);
    assert!(games_from_empty_board(&engine, 19) > 100);
    assert_eq!(hits(&engine, "kind:go has:result").len(), 58);
}

#[test]
fn japanese_problems() {
    let Some((_folder, engine)) = build_archive("small-yose-ja.zip") else {
        return;
    };
    assert_eq!(engine.status(false).unwrap().answer.games, 100);
    assert!(hits(&engine, "size:9").len() > 90);
}

#[test]
fn korean_news() {
    let Some((_folder, engine)) = build_archive("korean-news.zip") else {
        return;
    };
    let totals = engine.status(false).unwrap().answer.totals;
    // Of these files, 377 contain nothing but the text `(null)`, and two belong to another program, so 379 have no
    // game.
    assert_eq!(totals.problems.get("no-game"), Some(&379), "{totals:?}");
    assert_eq!(totals.game_count(), 6909 - 379, "{totals:?}");
    let all = totals.game_count() as usize;
    // Names must be decoded correctly although files declare a wrong charset, and results in prose must be understood.
    assert!(hits(&engine, "player:이창호").len() > 50);
    // A third of the games has no `RE` and half has no date, so not all games have a result.
    assert!(hits(&engine, "has:result").len() >= 4302);
    assert!(hits(&engine, "has:date").len() >= 3511);
    assert!(games_from_empty_board(&engine, 19) as usize * 10 > all * 9);
}
