//! Tables in Parquet with a game in each row.

use super::{run_on, samples};
use crate::support::make::{tar, zip};
use crate::support::{Place, files_below, temporary_folder};
use kifu_index::formats;
use kifu_index::record::Format;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Table with columns `m`, `b`, `w` and `r` and two games, as another program wrote it.
const OTHER_NAMES: &[u8] = include_bytes!("../../cases/parquet/other-names.parquet");
const NAMED: &str = "moves=m,black=b,white=w,result=r";
/// Same games in SGF.
const SGF: &str =
    "(;SZ[19]PB[Anna]PW[Ben]RE[B+R];B[pd];W[dp];B[])(;SZ[19]PB[Carl]PW[Dora]RE[W+3.5];B[dd])";

/// Columns with what the header of a game says.
const HEADER: &str = "black,white,black_rank,white_rank,black_team,white_team,result,date,date_text,komi,handicap,size,\
                      kind,rules,ruleset,event,round,place,title,time,overtime,annotator,opening,source,game_comment,\
                      transcriber,copyright,moves,setup";

type Row = Map<String, Value>;

/// Values of the games of an index with these columns, in the order of their places.
fn rows(index: &Path, columns: &str) -> Vec<Row> {
    let arguments = ["export", "sort:place", "--fields", columns, "--jsonl", "-"];
    let lines = run_on(index, &arguments).ends(0).out;
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Games that are exported with their moves and read again are those of the archive, whichever column holds the moves.
#[test]
fn an_exported_table_gives_the_games_again() {
    for moves in ["moves_sgf", "moves_gtp"] {
        let columns = format!("{HEADER},{moves}");
        let has = |row: &Row, key: &str| row[key].as_str().is_some_and(|text| !text.is_empty());
        let is_game = |row: &Row| match row["kind"].as_str() {
            Some("go") => has(row, moves) || has(row, "setup"),
            Some("loa") => moves == "moves_sgf",
            _ => false,
        };
        let mut games = rows(samples(), &columns);
        games.retain(is_game);
        assert!(games.len() > 35, "{}", games.len());
        let folder = temporary_folder();
        let table = folder.path().join("games.parquet");
        let name = table.to_str().unwrap();
        let arguments = ["export", "sort:place", "--fields", &columns, "--parquet", name];
        run_on(samples(), &arguments).ends(0);
        let place = Place::new();
        place.write("games.parquet", std::fs::read(table).unwrap());
        place.build();
        let again = rows(&place.folder(), &columns);
        assert_eq!(again.len(), games.len());
        for (again, game) in again.iter().zip(&games) {
            for (column, value) in game {
                assert_eq!(&again[column], value, "{column}");
            }
        }
        assert_eq!(place.found("format:parquet").len(), games.len());
    }
}

fn build(place: &Place, more: &[&str]) -> super::Run {
    let games = place.games().display().to_string();
    run_on(&place.folder(), &[&["build", &games], more].concat())
}

#[test]
fn named_columns_are_remembered() {
    let place = Place::new();
    place.write("other.parquet", OTHER_NAMES);
    place.write("a/games.zip", zip(&[("x/y.parquet", OTHER_NAMES), ("b.sgf", b"(;B[aa])")]));
    place.write("games.tar", tar(&[("y.parquet", OTHER_NAMES)]));
    let index = place.folder();
    let wrong = "the Parquet file has no column of moves; its columns are m, b, w, r";
    let first = build(&place, &[]).ends(0);
    assert!(first.out.contains("Read 1 game from"), "{}", first.out);
    let status = run_on(&index, &["status", "--json"]).ends(0).json().remove(0);
    assert_eq!(status["parquet_columns"], Value::Null);
    assert!(status["problems"][0]["message"].as_str().unwrap().starts_with(wrong), "{status}");
    assert_eq!(status["problems"].as_array().unwrap().len(), 3);
    let unknown = build(&place, &["--parquet-columns", "mover=m"]).fails();
    assert!(unknown.contains("`mover` is not a part of a game"), "{unknown}");

    // Files that did not change are read again with the new columns.
    build(&place, &["--parquet-columns", NAMED]).ends(0);
    assert_eq!(place.found("format:parquet").len(), 6);
    let status = run_on(&index, &["status"]).ends(0).out;
    assert!(status.contains(&format!("parquet   columns {NAMED}")), "{status}");
    let expected = formats::read(SGF.as_bytes()).records;
    let found = run_on(&index, &["search", "black:Carl white:Dora", "--json"]).ends(0).json();
    assert_eq!(found.len(), 3);
    for row in found {
        let id = row["id"].as_str().unwrap();
        let shown = run_on(&index, &["show", id, "--json"]).ends(0).json().remove(0);
        assert_eq!(shown["format"], json!("parquet"));
        // A game that is exported as it is becomes SGF.
        let folder = temporary_folder();
        let target = folder.path().join("out");
        run_on(&index, &["export", &format!("id:{id}"), "--dir", target.to_str().unwrap()]).ends(0);
        let file = files_below(folder.path()).remove(0);
        assert_eq!(file.extension().unwrap(), "sgf");
        let [game] = &formats::read(&std::fs::read(file).unwrap()).records[..] else { panic!() };
        assert_eq!(game.format, Format::Sgf);
        assert_eq!((&game.tree, game.start), (&expected[1].tree, expected[1].start));
        assert_eq!(
            (&game.info.players, game.info.result),
            (&expected[1].info.players, expected[1].info.result)
        );
    }
    let doctor = run_on(&index, &["doctor"]);
    assert!(!doctor.out.contains("no column"), "{}", doctor.out);
    place.write("new.parquet", OTHER_NAMES);
    run_on(&index, &["build"]).ends(0);
    assert_eq!(place.found("format:parquet").len(), 8);
    build(&place, &["--no-parquet-columns"]).ends(0);
    assert_eq!(place.found("format:parquet").len(), 0);
}
