//! Requests that the server's pages send to the engine, compared with plain loops over the records.

use crate::properties::plain::{Known, Plain, Reached};
use crate::support::random_games::{read_loose, write_games};
use crate::support::{Place, build_with, sample_archive, temporary_folder};
use kifu_index::engine::page::{HitsOfGame, PageAnswer};
use kifu_index::engine::points::move_name;
use kifu_index::engine::request::{
    BoardParts, BoardSearch, Complete, FindComments, FindGameHits, FindPlayers, HitConditions,
    ParseQuery, Search, SearchPage, Stats, TypedQuery,
};
use kifu_index::engine::{Ask, AskOptions, Engine, ErrorJson};
use kifu_index::game::{Color, Move, Stone};
use kifu_index::index::build::Options;
use kifu_index::language::fields::FIELDS;
use kifu_index::language::tokens::{QueryTokenKind, tokens};
use kifu_index::language::{FieldValue, NodeKind, QueryNode, parse};
use kifu_index::messages::Locale;
use kifu_index::record::replay::NextPlay;
use kifu_index::text::fold::fold;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json, to_value};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Builds an index of the games that positions are compared in. Returns it with the games.
fn generated_index() -> (Place, Engine, Vec<Known>) {
    let place = Place::new();
    write_games(&place);
    for name in ["boxes.zip", "club.zip"] {
        std::fs::remove_file(place.games().join("collections").join(name)).unwrap();
    }
    place.build();
    let engine = Engine::open(&place.folder()).unwrap();
    let games = read_loose(&place);
    (place, engine, games)
}

/// Builds an index of the sample archive.
fn sample_index() -> (tempfile::TempDir, Engine) {
    let folder = temporary_folder();
    build_with(folder.path(), &[sample_archive()], &Options::default());
    let engine = Engine::open(folder.path()).unwrap();
    (folder, engine)
}

fn known_of<'k>(games: &'k [Known], row: &Json) -> &'k Known {
    let is = |known: &&Known| {
        row["path"].as_str() == known.name.0.to_str() && row["game"] == known.name.2
    };
    games.iter().find(is).unwrap()
}

/// Position in a game, as the plain replay finds it, to which a row of the answer points.
fn reached_of<'k>(known: &'k Known, row: &Json) -> &'k Reached {
    let is = |reached: &&Reached| row["node"] == reached.node && row["move"] == reached.number;
    known.reached.iter().find(is).unwrap()
}

/// Next move of a game after a position, as the JSON of answers has it.
fn next_of(known: &Known, reached: &Reached) -> Json {
    match reached.next {
        NextPlay::End => json!({"at": "end", "color": null}),
        NextPlay::Move(color, action) => {
            let start = known.record.start;
            let at = match action {
                Move::Pass => "pass".to_owned(),
                action => move_name(start.game, start.size, action),
            };
            json!({"at": at, "color": color.letter()})
        }
    }
}

fn step_of(next: &Json) -> Json {
    json!({"at": next["at"], "color": next["color"]})
}

#[test]
fn years_of_a_position_are_shares_of_the_filtered_games() {
    let (_place, engine, games) = generated_index();
    for (text, filter) in [("(;SZ[9])", None), ("(;SZ[9])", Some("player:P1")), ("(;SZ[13])", None)]
    {
        let request = BoardSearch {
            hits: HitConditions { filter: filter.map(str::to_owned), ..HitConditions::default() },
            parts: BoardParts { years: true, ..BoardParts::default() },
            listed: 0,
            ..BoardSearch::of(text)
        };
        let answer =
            to_value(engine.answer(&request, &AskOptions::default()).unwrap().answer).unwrap();
        let mut of: BTreeMap<i32, u64> = BTreeMap::new();
        for known in &games {
            let info = &known.record.info;
            let has = |name: &str| {
                Color::BOTH.iter().any(|&c| info.players[c].name.as_deref() == Some(name))
            };
            let fits = filter.is_none_or(|filter| has(filter.trim_start_matches("player:")));
            if let Some(date) = info.date.as_ref().filter(|_| fits) {
                *of.entry(date.from.to_ymd().0).or_default() += 1;
            }
        }
        let years = answer["years"].as_array().unwrap();
        assert!(years.len() > 3, "{text} {filter:?}");
        let mut sums: BTreeMap<i64, [u64; 3]> = BTreeMap::new();
        let numbers =
            |row: &Json| ["games", "black", "white"].map(|key| row[key].as_u64().unwrap());
        for row in answer["moves"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row["years"].as_array().unwrap())
        {
            assert!(row.get("of").is_none());
            let sum = sums.entry(row["year"].as_i64().unwrap()).or_default();
            sum.iter_mut().zip(numbers(row)).for_each(|(sum, number)| *sum += number);
        }
        for row in years {
            let year = row["year"].as_i64().unwrap();
            assert_eq!(row["of"], of[&(year as i32)], "{text} {filter:?} {year}");
            assert!(row["games"].as_u64() <= row["of"].as_u64());
            assert_eq!(sums[&year], numbers(row));
        }
        assert_eq!(sums.len(), years.len());
    }
}

#[test]
fn an_answer_has_the_parts_that_were_asked_for() {
    let (_folder, engine) = sample_index();
    let ask = |text: &str, parts| {
        let request = BoardSearch { parts, ..BoardSearch::of(text) };
        to_value(engine.answer(&request, &AskOptions::default()).unwrap().answer).unwrap()
    };
    let plain = ask("Q16", BoardParts::default());
    assert!(plain.get("years").is_none() && plain["moves"][0].get("reached").is_none());
    let none = ask("Q16", BoardParts { moves: false, games: false, years: false, reached: false });
    assert_eq!((&none["moves"], &none["games"]), (&json!([]), &json!([])));
    assert_eq!(none["total"], plain["total"]);
    let all = ask("Q16", BoardParts { moves: true, games: true, years: true, reached: true });
    for (with, without) in
        all["moves"].as_array().unwrap().iter().zip(plain["moves"].as_array().unwrap())
    {
        let mut with = with.clone();
        let is_move = !matches!(with["at"].as_str(), Some("end" | "pass"));
        assert_eq!(with.as_object_mut().unwrap().remove("reached").is_some(), is_move);
        assert!(with.as_object_mut().unwrap().remove("years").is_some());
        assert_eq!(&with, without);
    }
}

#[test]
fn position_answers_have_the_side_to_move_and_the_opening() {
    let place = Place::new();
    for (name, moves) in
        [("a", "B[pd];W[dp];B[pq]"), ("b", "B[pd];W[dp];B[qq]"), ("c", "AB[pd]AW[dp];W[cc]")]
    {
        place.write(&format!("{name}.sgf"), format!("(;{moves})"));
    }
    place.build();
    let engine = Engine::open(&place.folder()).unwrap();
    let ask = |text: &str, tomove: Option<&str>| {
        let mut request = BoardSearch::of(text);
        request.hits.tomove = tomove.map(str::to_owned);
        to_value(engine.answer(&request, &AskOptions::default()).unwrap().answer).unwrap()
    };
    let stones = "(;AB[pd]AW[dp])";
    for (text, given_turn, turn) in [
        ("Q16 D4", None, json!("B")),
        ("Q16", None, json!("W")),
        // Without moves, the side to move is the one that continues in most games. Two of three games continue with
        // Black's move after this setup.
        (stones, None, json!("B")),
        (stones, Some("W"), json!("W")),
        ("(;AB[pd]AW[dp]PL[W])", None, json!("W")),
        ("(;AB[aa])", None, Json::Null),
    ] {
        assert_eq!(ask(text, given_turn)["tomove"], turn, "{text} {given_turn:?}");
    }
    for (text, opening) in [
        ("Q16 D17 Q3 D4 R9", json!("Low Chinese")),
        ("D4 Q16 Q4 D16 K4", json!("Sanrensei")),
        ("Q16", json!("4-4 opening")),
        ("A1", Json::Null),
        (stones, json!("4-4 opening")),
        ("(;AB[pd][pp]AW[dp])", json!("Nirensei")),
        ("(;AB[pd][jj]AW[dp])", Json::Null),
        ("(;SZ[9];B[gc])", Json::Null),
    ] {
        assert_eq!(ask(text, None)["opening"], opening, "{text}");
    }
}

/// In each listed game, the pattern must lie where the answer places it, and the next move in the answer must be the
/// move that the game plays next.
#[test]
fn listed_games_have_the_pattern_at_the_reported_place() {
    let (_place, engine, games) = generated_index();
    let mut compared = BTreeMap::new();
    for (text, within, colours) in [
        ("XO/..", "main", "as-drawn"),
        ("XO/..", "any", "any"),
        ("X.O/.X.", "variations", "any"),
        ("$$B\n$$ |X O\n$$ |. .\n$$ -----", "main", "any"),
    ] {
        let mut request = BoardSearch { listed: usize::MAX, ..BoardSearch::pattern(text) };
        request.hits.within = Some(within.to_owned());
        request.hits.colours = Some(colours.to_owned());
        let answer = engine.answer(&request, &AskOptions::default()).unwrap().answer;
        let answer = to_value(answer).unwrap();
        let rows: Vec<Vec<char>> = (answer["pattern"].as_array().unwrap().iter())
            .map(|row| row.as_str().unwrap().chars().collect())
            .collect();
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for row in answer["games"].as_array().unwrap() {
            let known = known_of(&games, row);
            let reached = reached_of(known, row);
            let (corner, size) = region(row["region"].as_str().unwrap(), reached.board.height);
            let symmetry = row["symmetry"].as_u64().unwrap();
            let swapped = row["swapped"] == true;
            for (y, cells) in rows.iter().enumerate() {
                for (x, &cell) in cells.iter().enumerate() {
                    let (x, y) = if symmetry & 4 != 0 { (y, x) } else { (x, y) };
                    let x = if symmetry & 1 != 0 { size.0 - 1 - x } else { x };
                    let y = if symmetry & 2 != 0 { size.1 - 1 - y } else { y };
                    let at = (corner.1 + y) * reached.board.width + corner.0 + x;
                    let stone = match (cell, swapped) {
                        ('X', false) | ('O', true) => Stone::Black,
                        ('O', false) | ('X', true) => Stone::White,
                        _ => Stone::Empty,
                    };
                    assert_eq!(reached.board.points[at], stone, "{text} {row}");
                }
            }
            if reached.main {
                assert_eq!(step_of(&row["next"]), next_of(known, reached), "{text} {row}");
            }
            *counts.entry(step_of(&row["next"]["asked"]).to_string()).or_default() += 1;
            *compared.entry((symmetry, swapped)).or_insert(0) += 1;
        }
        let table = answer["moves"].as_array().unwrap().iter();
        let table = table.map(|row| (step_of(row).to_string(), row["games"].as_u64().unwrap()));
        assert_eq!(counts, table.collect(), "{text}");
    }
    assert!(compared.len() == 16, "{compared:?}");
}

/// Parses a region such as `B3-E5` into its upper left corner and its numbers of columns and rows.
fn region(name: &str, height: usize) -> ((usize, usize), (usize, usize)) {
    let corner = |text: &str| {
        let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: usize = text[letters.len()..].parse().unwrap();
        let column = |c: char| "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(c).unwrap();
        let x = letters.chars().fold(0, |x, c| x * 25 + column(c) + 1) - 1;
        (x, height - number)
    };
    let (a, b) = name.split_once('-').unwrap_or((name, name));
    let (a, b) = (corner(a), corner(b));
    let left = (a.0.min(b.0), a.1.min(b.1));
    (left, (a.0.max(b.0) + 1 - left.0, a.1.max(b.1) + 1 - left.1))
}

#[test]
fn comments_at_a_position_are_those_of_the_records() {
    let place = Place::new();
    write_games(&place);
    for (name, text) in [
        // In this game the second comment is at a later node without a move, so it belongs to the searched position,
        // too.
        ("own", "(;SZ[9];B[ee]C[one];C[a longer comment];W[cc]C[not here])"),
        ("turned", "(;SZ[9];B[gc];W[ee]C[not here either])"),
        (
            "side",
            "(;SZ[9];B[cc](;W[gg])(;W[];B[];AE[cc]AB[ee]C[only in a variation, the longest of all]))",
        ),
        ("star", "(;SZ[19];B[pd]C[on the star point])"),
        ("root", "(;SZ[9]C[an empty board];B[ee])"),
        ("twice", "(;SZ[9];B[ee]C[twice];AE[ee];B[ee]C[again];W[aa])"),
    ] {
        place.write(&format!("comments/{name}.sgf"), text);
    }
    place.build();
    let engine = Engine::open(&place.folder()).unwrap();
    let games = read_loose(&place);
    for (text, within, least) in [
        ("(;SZ[9];B[ee])", "main", 4),
        ("(;SZ[9];B[ee])", "any", 5),
        ("Q16", "main", 1),
        ("(;SZ[9])", "main", 1),
    ] {
        let mut board = BoardSearch::of(text);
        board.hits.within = Some(within.to_owned());
        let request = FindComments {
            board: board.clone(),
            games: usize::MAX,
            limit: usize::MAX,
            characters: 12,
            ..FindComments::default()
        };
        let answer =
            to_value(engine.answer(&request, &AskOptions::default()).unwrap().answer).unwrap();
        let position = engine.answer(&board, &AskOptions::default()).unwrap().answer;
        let searched = kifu_index::language::input::read(text, None, None).unwrap().board;
        let searched = Plain {
            points: searched.size().points().map(|p| searched.stone(p)).collect(),
            ..Plain::new(searched.game(), searched.size())
        };
        let mut expected = BTreeSet::new();
        for known in &games {
            let key = searched.canonical();
            let mut nodes: BTreeSet<u32> = (known.reached.iter())
                .filter(|reached| reached.board.canonical() == key)
                .map(|reached| reached.node)
                .collect();
            let tree = &known.record.tree;
            let on_main = nodes.iter().any(|node| tree.main_line().contains(node));
            for node in 0..tree.len() as u32 {
                let follows = tree.parent(node).is_some_and(|parent| nodes.contains(&parent));
                if follows && tree.actions(node).is_empty() {
                    nodes.insert(node);
                }
            }
            for (node, comment) in tree.comments() {
                let main = tree.main_line().contains(&node);
                if nodes.contains(&node) && (within == "any" || main && on_main) {
                    let start: String = comment.chars().take(12).collect();
                    expected.insert((comment.chars().count() as u64, start, node, main));
                }
            }
        }
        let rows = answer["comments"].as_array().unwrap();
        let lengths = rows.iter().map(|row| row["characters"].as_u64().unwrap());
        assert!(lengths.clone().is_sorted_by(|a, b| a >= b));
        let got: BTreeSet<_> = rows
            .iter()
            .zip(lengths)
            .map(|(row, length)| {
                let text = row["text"].as_str().unwrap().to_owned();
                (length, text, row["node"].as_u64().unwrap() as u32, row["variation"] == false)
            })
            .collect();
        assert_eq!(got, expected, "{text} {within}");
        assert!(got.len() >= least, "{text} {within}: {}", got.len());
        assert_eq!(answer["found"], rows.len() as u64);
        // Comments are searched in games that have comments only, so other games must not count as read.
        let mut commented = board.clone();
        commented.hits.filter = Some("has:comments".to_owned());
        let commented = engine.answer(&commented, &AskOptions::default());
        let commented = commented.unwrap().answer.total;
        assert!(commented <= position.total && commented > 0);
        assert_eq!(answer["total"], commented);
        assert_eq!(answer["looked_at"], answer["total"]);
        // With a lower limit on games, the answer must say how many games were read.
        let few = FindComments { games: 2, limit: 1, ..request };
        let few = to_value(engine.answer(&few, &AskOptions::default()).unwrap().answer).unwrap();
        assert_eq!(few["looked_at"], commented.min(2));
        assert!(few["comments"].as_array().unwrap().len() <= 1);
    }
}

fn page(engine: &Engine, request: &SearchPage) -> PageAnswer {
    *engine.answer(request, &AskOptions::default()).unwrap().answer
}

/// Sends a request for a page that must fail, and returns the error as JSON.
fn refused(engine: &Engine, request: &SearchPage) -> Json {
    let error = engine.answer(request, &AskOptions::default()).unwrap_err();
    to_value(ErrorJson::new(&error, None)).unwrap()["error"].clone()
}

#[test]
fn pages_together_equal_the_full_list() {
    let (place, engine, _) = generated_index();
    for (query, sort) in [
        ("", &[][..]),
        ("", &["date"]),
        ("player:P1", &["-moves", "black"]),
        ("", &["white", "-rank"]),
        ("", &["margin"]),
        ("", &["place"]),
        ("player:P1", &["black", "-place"]),
        ("the OR game OR ladder", &[]),
        ("position:\"(;SZ[9])\"", &["-hit"]),
        ("pattern:XO/..", &["-date"]),
        ("unique:yes", &[]),
    ] {
        let search =
            Search { sort: sort.iter().map(|key| key.to_string()).collect(), ..Search::new(query) };
        let mut list = Vec::new();
        let place_of =
            |row: &kifu_index::engine::row::GameRow| (row.path.clone(), row.member(), row.game);
        engine
            .search(&search, &AskOptions::default(), &mut |row| {
                list.push(place_of(row));
                ControlFlow::Continue(())
            })
            .unwrap();
        let mut request =
            SearchPage { search: Search { limit: Some(7), ..search }, ..SearchPage::default() };
        let mut pages = Vec::new();
        loop {
            let page = page(&engine, &request);
            assert_eq!(page.total, list.len() as u64, "{query}");
            assert!(page.games.len() == 7 || page.page.next.is_none());
            pages.extend(page.games.iter().map(|row| place_of(&row.game)));
            request.after = page.page.next;
            if request.after.is_none() {
                break;
            }
            assert!(pages.len() < list.len());
        }
        assert!(list.len() > 14, "{query} {}", list.len());
        assert_eq!(pages, list, "{query} {sort:?}");
    }
    // A page key, which names the place at which the next page of a list begins, must be valid only for its query and
    // for one state of the index.
    let mut request = SearchPage {
        search: Search { limit: Some(7), ..Search::new("player:P1") },
        ..SearchPage::default()
    };
    request.after = page(&engine, &request).page.next;
    let other = SearchPage {
        search: Search::new("player:P2"),
        after: request.after.clone(),
        ..SearchPage::default()
    };
    assert_eq!(refused(&engine, &other)["code"], "bad_value");
    let key = request.after.clone().unwrap();
    // The key of a list's next page must not contain the archive's path.
    let digits = key.rsplit_once('-').unwrap().1;
    let bytes = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap());
    let key_text = String::from_utf8(bytes.collect()).unwrap();
    assert!(key_text.contains(".sgf"), "{key_text}");
    let above = place.games().parent().unwrap().display().to_string();
    assert!(!key_text.contains(&above), "{key_text}");
    let beyond = key.rsplit_once('-').unwrap().0.to_owned() + "-ffff.ffffffff.0.0.0.0";
    for bad in ["", "x", "1-2-3", &key[1..], &format!("{key}.0"), &beyond] {
        let request = SearchPage { after: Some(bad.to_owned()), ..request.clone() };
        let error = refused(&engine, &request);
        assert!(["bad_value", "stale"].contains(&error["code"].as_str().unwrap()), "{bad} {error}");
    }
    place.write("another.sgf", "(;PB[P3];B[pd])");
    place.build();
    assert!(engine.refresh().unwrap());
    let error = refused(&engine, &request);
    assert_eq!(error["code"], "stale");
    assert_eq!(error["help"], "open the first page again");
}

/// A facet counts games by a value, such as a player. The clause that a row of it offers must find as many games as the
/// row counts.
#[test]
fn a_result_can_be_narrowed_by_what_is_listed() {
    let (_place, made, _) = generated_index();
    let (_folder, sample) = sample_index();
    let mut query_count = 0;
    for (engine, query) in
        [(&made, ""), (&made, "player:P1"), (&sample, ""), (&sample, "has:comments")]
    {
        let request = SearchPage {
            facets: ["how", "archive", "rank", "size", "lang", "year"].map(str::to_owned).into(),
            search: Search { limit: Some(0), ..Search::new(query) },
            ..SearchPage::default()
        };
        let page = page(engine, &request);
        assert_eq!(page.facets.len(), 6);
        for (name, values) in &page.facets {
            let games: u64 = values.iter().map(|value| value.games).sum();
            assert!(games >= page.total || name == "year", "{name} {values:?}");
            assert!(values.len() <= 50 || name == "year");
            for value in values {
                let Some(clause) = &value.query else { continue };
                let found = engine
                    .count(&format!("{query} {clause}"), &AskOptions::default())
                    .unwrap()
                    .answer;
                // A date that spans several years counts in each of them.
                assert!(
                    found == value.games || name == "year" && found > value.games,
                    "{name} {value:?} {found}"
                );
                query_count += 1;
            }
        }
        if std::ptr::eq(engine, &sample) && query.is_empty() {
            let archives: BTreeSet<_> =
                page.facets["archive"].iter().filter_map(|value| value.value.as_deref()).collect();
            let folders: BTreeSet<_> =
                ["boards", "classic", "collections", "jgf", "loa", "modern", "oddities", "other"]
                    .into();
            assert!(archives.is_superset(&folders), "{archives:?}");
        }
    }
    assert!(query_count > 100, "{query_count}");
    let unknown = SearchPage {
        facets: vec!["size of".to_owned(), "yeer".to_owned()],
        ..SearchPage::default()
    };
    assert!(refused(&made, &unknown)["help"].as_str().unwrap().contains("how, archive, rank"));
}

#[test]
fn hits_in_a_game_are_all_comments_with_the_words() {
    let place = Place::new();
    place.write("a.sgf", "(;SZ[9]GC[About a ladder];B[ee]C[No word here];W[cc]C[😀 A ladder, and the ladders' end](;B[gg])(;B[cg]C[LADDER]))");
    place.write("b.sgf", "(;SZ[9];B[cc];W[ee]C[a ladder])");
    place.build();
    let engine = Engine::open(&place.folder()).unwrap();
    let query = "comment:ladder position:\"(;SZ[9];B[ee])\"";
    let first = page(&engine, &SearchPage { search: Search::new(query), ..SearchPage::default() });
    let [row] = first.games.as_slice() else { panic!("{first:?}") };
    let hits: HitsOfGame = engine
        .answer(
            &FindGameHits { id: row.game.id.clone(), query: query.to_owned() },
            &AskOptions::default(),
        )
        .unwrap()
        .answer;
    let hit_places: Vec<_> = hits
        .hits
        .iter()
        .map(|hit| (hit.node, hit.number, hit.variation, hit.marks.len()))
        .collect();
    assert_eq!(hit_places, [(0, 0, false, 1), (1, 1, false, 0), (2, 2, false, 2), (4, 3, true, 1)]);
    assert_eq!((row.hits, first.total), (4, 1));
    for hit in hits.hits.iter().filter(|hit| hit.text.is_some()) {
        let text = hit.text.as_deref().unwrap();
        let units: Vec<u16> = text.encode_utf16().collect();
        for (&[start, end], &[from, to]) in hit.marks.iter().zip(&hit.marks_utf16) {
            assert!(fold(&text[start..end]).starts_with("ladder"), "{text}");
            assert_eq!(String::from_utf16(&units[from..to]).unwrap(), text[start..end]);
        }
        assert_eq!(hit.marks.len(), hit.marks_utf16.len());
    }
    let snippet = row.snippet.as_ref().unwrap();
    assert_eq!(snippet.node, 2);
    let marked: Vec<_> =
        snippet.parts.iter().filter(|part| part.mark).map(|part| part.text.as_str()).collect();
    assert_eq!(marked, ["ladder", "ladders"]);
    assert!(row.game.comment.is_none());
    let mut full = SearchPage { search: Search::new(query), ..SearchPage::default() };
    full.search.comments = true;
    assert_eq!(
        page(&engine, &full).games[0].game.comment.as_ref().unwrap().hit.text,
        "😀 A ladder, and the ladders' end"
    );
}

#[test]
fn several_statistics_in_one_request_equal_single_ones() {
    let (_folder, engine) = sample_index();
    let ask = |by: &[&str]| {
        let request = Stats {
            query: "size:19".to_owned(),
            by: by.iter().map(|by| by.to_string()).collect(),
            unique: true,
            ..Stats::default()
        };
        let mut tables = Vec::new();
        engine
            .stats(&request, &AskOptions::default(), &mut |counts| {
                tables.push(to_value(counts).unwrap());
                ControlFlow::Continue(())
            })
            .unwrap();
        tables
    };
    let by = ["year", "opening", "player", "series"];
    let single: Vec<_> = by.iter().flat_map(|by| ask(&[by])).collect();
    assert_eq!(ask(&by), single);
    assert_eq!(single.len(), 4);
}

fn typed(query: &str) -> TypedQuery {
    TypedQuery { query: query.to_owned(), ..TypedQuery::default() }
}

/// Each beginning of a spelling must suggest the players who have it, those with more games first.
#[test]
fn players_are_suggested_by_every_beginning() {
    let (_folder, engine) = sample_index();
    let players =
        engine.answer(&FindPlayers::default(), &AskOptions::default()).unwrap().answer.players;
    let beginnings: BTreeSet<String> = players
        .iter()
        .flat_map(|player| &player.spellings)
        .flat_map(|written| {
            (1..=4).map(|count| fold(&written.name.chars().take(count).collect::<String>()))
        })
        .filter(|beginning| {
            beginning.starts_with(char::is_alphanumeric)
                && beginning.chars().all(char::is_alphanumeric)
        })
        .collect();
    assert!(beginnings.len() > 50);
    for beginning in beginnings {
        let expected = players.iter().filter(|player| {
            player.spellings.iter().any(|written| fold(&written.name).starts_with(&beginning))
        });
        let most = expected.map(|player| player.all.games).max().unwrap();
        let found = engine
            .answer(&Complete(typed(&format!("player:{beginning}"))), &AskOptions::default())
            .unwrap()
            .answer
            .suggestions;
        assert!(found.first().unwrap().games >= Some(most), "{beginning} {found:?}");
        assert!(found.len() <= 12);
        for suggestion in &found {
            let games = engine.count(&suggestion.insert, &AskOptions::default()).unwrap().answer;
            assert!(games > 0 && Some(2 * games) >= suggestion.games, "{suggestion:?} {games}");
        }
    }
}

#[test]
fn suggestions_fit_at_the_cursor() {
    let (_folder, engine) = sample_index();
    for (text, caret, utf16, inserted, start, end) in [
        // Queries that are being typed, with the suggestion that must be offered: first, names that no record spells in
        // this way (in a clause, in a list of values, without a field), then a word within a name, other fields and
        // values.
        ("black:\"yi chang", None, false, "black:\"Lee Changho\"", 0, 15),
        ("a player:(x OR yi ch", None, false, "\"Lee Changho\"", 15, 20),
        ("size:19 lee chang", None, false, "player:\"Lee Changho\"", 8, 17),
        ("player:sedol moves>5", Some(10), false, "player:\"Lee Sedol\"", 0, 12),
        ("😀 player:sedo", Some(13), true, "player:\"Lee Sedol\"", 3, 14),
        ("-opening:中国", None, false, "opening:\"Low Chinese\"", 1, 15),
        ("pla", None, false, "player:", 0, 3),
        ("how:r", None, false, "how:resign", 0, 5),
        ("how:", None, false, "how:resign", 0, 4),
        ("lang:e", None, false, "lang:en", 0, 6),
    ] {
        let request = TypedQuery { query: text.to_owned(), caret, utf16, ..TypedQuery::default() };
        let found = engine.answer(&Complete(request), &AskOptions::default()).unwrap().answer;
        let inserts: Vec<&str> =
            found.suggestions.iter().map(|found| found.insert.as_str()).collect();
        assert!(inserts.contains(&inserted), "{text} {inserts:?}");
        assert_eq!((found.start, found.end), (start, end), "{text}");
    }
    for (text, caret) in [
        ("", None),
        ("player:Lee ", None),
        ("player:Lee", Some(0)),
        ("zzzzqq", None),
        ("AND", None),
    ] {
        let request = TypedQuery { query: text.to_owned(), caret, ..TypedQuery::default() };
        assert_eq!(
            engine.answer(&Complete(request), &AskOptions::default()).unwrap().answer.suggestions,
            [],
            "{text}"
        );
    }
}

/// A name typed in any script is suggested in the script of the reader, and what is inserted finds the player's games.
#[test]
fn names_are_suggested_in_the_readers_script() {
    let (_folder, engine) = sample_index();
    let games = |query: &str| engine.count(query, &AskOptions::default()).unwrap().answer;
    let expected_games = games("person=\"Lee Sedol\"");
    assert!(expected_games > 0);
    let first = |query: &str, locale| {
        let request = TypedQuery { locale, ..typed(query) };
        let found = engine.answer(&Complete(request), &AskOptions::default()).unwrap().answer;
        found.suggestions.into_iter().find(|found| found.kind == "player").unwrap()
    };
    for (locale, name, insert) in [
        (None, "Lee Sedol", "player:\"Lee Sedol\""),
        (Some(Locale::English), "Lee Sedol", "player:\"Lee Sedol\""),
        (Some(Locale::Korean), "이세돌", "player:이세돌"),
        (Some(Locale::Japanese), "李世乭", "player:李世乭"),
        (Some(Locale::Simplified), "李世乭", "player:李世乭"),
        (Some(Locale::Traditional), "李世乭", "player:李世乭"),
    ] {
        for beginning in ["Lee Sed", "이세", "李世", "イ・セ", "yi se-to"] {
            let found = first(&format!("player:\"{beginning}"), locale);
            assert_eq!((found.text.as_str(), found.insert.as_str()), (name, insert), "{beginning}");
            assert_eq!(games(&found.insert), expected_games, "{found:?}");
            let indexed = (name != "Lee Sedol").then_some("Lee Sedol");
            assert_eq!(found.name.as_deref(), indexed);
            // Beside a name that does not begin with what was typed stands the spelling that does.
            let begins = fold(name).starts_with(&fold(beginning));
            assert_eq!(found.spelling.is_none(), begins, "{found:?}");
        }
    }
    // A name that the table does not have stays as it is, as do events whose names no query would find.
    let opening = TypedQuery { locale: Some(Locale::Japanese), ..typed("opening:\"low ch") };
    let found = engine.answer(&Complete(opening), &AskOptions::default()).unwrap().answer;
    let found = &found.suggestions[0];
    assert_eq!((found.text.as_str(), found.name.as_deref()), ("低い中国流", Some("Low Chinese")));
    assert_eq!(games(&found.insert), games("opening=\"Low Chinese\""));
}

#[test]
fn unfinished_queries_are_parsed_while_typed() {
    let (_folder, engine) = sample_index();
    let ask = |text: &str, caret: Option<usize>| {
        let request = TypedQuery { caret, ..typed(text) };
        to_value(engine.answer(&ParseQuery(request), &AskOptions::default()).unwrap().answer)
            .unwrap()
    };
    let whole = ask("p:Lee  komi>=6 ladder|-w:\"Gu Li\"", None);
    assert_eq!(whole["canonical"], "player:Lee komi>=6 ladder OR -white:\"Gu Li\"");
    assert!(whole["sentence"].as_str().unwrap().starts_with("Games where"));
    let kinds: Vec<_> = whole["tokens"]
        .as_array()
        .unwrap()
        .iter()
        .map(|token| {
            (
                token["kind"].as_str().unwrap(),
                token["start"].as_u64().unwrap(),
                token["end"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        kinds,
        [
            ("field", 0, 1),
            ("operator", 1, 2),
            ("value", 2, 5),
            ("field", 7, 11),
            ("operator", 11, 13),
            ("value", 13, 14),
            ("word", 15, 21),
            ("connective", 21, 22),
            ("connective", 22, 23),
            ("field", 23, 24),
            ("operator", 24, 25),
            ("value", 25, 32),
        ]
    );
    // Cases in which `^` marks the caret, each with whether the query is only unfinished at the caret and not wrong.
    for (text, unfinished) in [
        ("player:^", true),
        ("player:^ komi>6", true),
        ("player: komi>6^", false),
        ("player:\"Lee^", true),
        ("^player:\"Lee", false),
        ("(a OR b^", true),
        ("a ^(b", false),
        ("a OR ^", true),
        ("a AND^", true),
        ("-^", true),
        ("player:(^)", true),
        ("player:\"^\"", true),
        ("player:\"\"^ x", true),
        ("a)^", false),
        ("plyer:Lee^", false),
        ("komi:abc^", false),
        ("NOT ^", true),
        ("komi:6^", false),
    ] {
        let caret = text.find('^').unwrap();
        let text = text.replacen('^', "", 1);
        let answer = ask(&text, Some(caret));
        assert_eq!(answer["unfinished"], unfinished, "{text} {answer}");
        assert!(!unfinished || answer["error"].is_object(), "{text} {answer}");
    }
    let wrong = ask("李🙂 plyer:x", None);
    assert_eq!(wrong["error"]["span_utf16"], json!({"start": 4, "end": 9}));
    assert_eq!((&wrong["canonical"], &wrong["unfinished"]), (&Json::Null, &json!(false)));
    let units = TypedQuery { utf16: true, caret: Some(1000), ..typed("李🙂 player:x") };
    let units = to_value(engine.answer(&ParseQuery(units), &AskOptions::default()).unwrap().answer)
        .unwrap();
    assert_eq!(units["tokens"][1], json!({"start": 4, "end": 10, "kind": "field"}));
}

/// Each field and value that the parser reads is a token, and the tokens cover all of a text but its white space.
#[test]
fn tokens_are_what_the_parser_reads() {
    let mut texts: Vec<String> = FIELDS.iter().map(|info| info.example.to_owned()).collect();
    texts.push(texts.join(" "));
    texts.extend(
        [
            "position:\"Q16\" then position:\"Q16 D4\" then",
            "player:(Lee OR \"Gu Li\") -'Ch'ang-ho' “x y”｜komi：6",
            "((a b) | NOT c) && date:1990..1995",
            "\"never closed player:x",
            "'a 'b",
            "--a -",
            "a:b:c ::: != <>",
            "（x） PLAYER=Lee",
            ":(",
            "p:(q:(r",
        ]
        .map(str::to_owned),
    );
    for text in &texts {
        let tokens = tokens(text);
        let mut left = text.clone().into_bytes();
        let mut end = 0;
        for token in &tokens {
            assert!(token.span.start >= end && token.span.end > token.span.start, "{text}");
            end = token.span.end;
            left[token.span.clone()].fill(b' ');
            assert!(text.is_char_boundary(end));
        }
        assert!(String::from_utf8(left).unwrap().trim().is_empty(), "{text} {tokens:?}");
        if let Ok(query) = parse(text) {
            let has = |span: &Span, kind: QueryTokenKind| {
                tokens.iter().any(|token| (&token.span, token.kind) == (span, kind))
            };
            query.root.iter().for_each(|root| {
                each_clause(root, &mut |field, value| {
                    assert!(has(field, QueryTokenKind::Field), "{text} {tokens:?}");
                    assert!(
                        value.is_none_or(|value| has(value, QueryTokenKind::Value)),
                        "{text} {tokens:?}"
                    );
                })
            });
        }
    }
    // Tokenizing must take time linear in the text, so long texts of one repeated piece are tried.
    for piece in ["-", "(", "'", "a:", "then ", "\"", "-a", "||", "player:( "] {
        let long = piece.repeat(100_000);
        assert!(!tokens(&long).is_empty());
    }
}

type Span = std::ops::Range<usize>;

fn each_clause(node: &QueryNode, take: &mut dyn FnMut(&Span, Option<&Span>)) {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter().for_each(|part| each_clause(part, take))
        }
        NodeKind::Not(inner) => each_clause(inner, take),
        NodeKind::Clause(clause) => {
            let is_group = matches!(clause.value, FieldValue::Group(_));
            take(&clause.field_span, (!is_group).then_some(&clause.value_span));
        }
        _ => {}
    }
}

/// Every request must deserialise from JSON, and its answer must serialise to JSON.
#[test]
fn page_requests_are_deserialised_from_json() {
    fn ask<Q: Ask<Answer: Serialize> + DeserializeOwned>(engine: &Engine, text: &str) -> Json {
        let question: Q = serde_json::from_str(text).unwrap();
        let reply = engine.answer(&question, &AskOptions::default()).unwrap();
        to_value(reply.answer).unwrap()
    }
    let (_folder, engine) = sample_index();
    let page = r#"{"query":"player:Lee","facets":["how"],"limit":2}"#;
    assert!(ask::<SearchPage>(&engine, page)["facets"]["how"].is_array());
    let comments = r#"{"subject":"Q16","in":"any","games":10}"#;
    assert!(ask::<FindComments>(&engine, comments)["comments"].is_array());
    let parsed = ask::<ParseQuery>(&engine, r#"{"query":"player:"}"#);
    assert_eq!(parsed["unfinished"], true);
    let completed = r#"{"query":"lee","caret":2,"utf16":true}"#;
    assert!(ask::<Complete>(&engine, completed)["suggestions"].is_array());
    let board = r#"{"subject":"Q16","parts":{"years":true,"games":false}}"#;
    assert!(ask::<BoardSearch>(&engine, board)["years"].is_array());
    let pattern = r#"{"sought":"pattern","subject":"XO/OX"}"#;
    assert!(ask::<BoardSearch>(&engine, pattern)["pattern"].is_array());
}
