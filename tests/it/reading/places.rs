//! Games sorted by their places in the archive, where names contain numbers, compared with a list made by hand.

use crate::support::shards::{build_shards, game};
use crate::support::{Place, Zip, hits, open};
use kifu_index::engine::build::Options;
use kifu_index::engine::request::{Search, SearchPage};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::{AskOptions, Engine, Indexes};
use std::path::PathBuf;

/// Game file of twelve games, to sort games of one file by their numbers.
fn book(first: usize) -> String {
    (first..first + 12).map(game).collect()
}

/// A file of twelve games, a folder of twelve files, and an archive with both, indexed in three builds.
fn numbered_archive() -> Place {
    let place = Place::new();
    place.write("Book.sgf", book(0));
    for number in (1..=12).step_by(2) {
        place.write(&format!("Problems/{number}.sgf"), game(100 + number));
    }
    place.build();
    for number in (2..=12).step_by(2) {
        place.write(&format!("Problems/{number}.sgf"), game(100 + number));
    }
    place.build();
    let mut zip = Zip::new().add("book.sgf", book(200));
    for number in [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] {
        zip = zip.add(format!("{number}.sgf"), game(300 + number));
    }
    place.write("book 2.zip", zip.finish());
    place.write("Problems/10/1.sgf", game(400));
    place.write("problems 2.sgf", game(401));
    place.build();
    place
}

/// Places of all games in the expected order, written by hand.
fn expected_places() -> Vec<String> {
    let each = |text: fn(usize) -> String| (1..=12).map(text);
    let mut all = Vec::new();
    all.extend(each(|n| format!("book 2.zip!{n}.sgf@1")));
    all.extend(each(|n| format!("book 2.zip!book.sgf@{n}")));
    all.extend(each(|n| format!("Book.sgf@{n}")));
    all.extend((1..=9).map(|n| format!("Problems/{n}.sgf@1")));
    all.push("Problems/10/1.sgf@1".to_owned());
    all.extend((10..=12).map(|n| format!("Problems/{n}.sgf@1")));
    all.push("problems 2.sgf@1".to_owned());
    all
}

fn place_texts(place: &Place, games: &[GameRow]) -> Vec<String> {
    let texts = games.iter().map(|game| {
        let path = game.path.strip_prefix(place.games()).unwrap();
        let member = game.member().map_or(String::new(), |member| format!("!{member}"));
        format!("{}{member}@{}", path.display(), game.game)
    });
    texts.collect()
}

/// Games on all pages of a query.
fn paged(engine: &Engine, query: &str, limit: usize) -> Vec<GameRow> {
    let mut request = SearchPage {
        search: Search { limit: Some(limit), ..Search::new(query) },
        ..SearchPage::default()
    };
    let mut games = Vec::new();
    loop {
        let page = engine.answer(&request, &AskOptions::default()).unwrap().answer;
        games.extend(page.games.iter().map(|row| row.game.clone()));
        request.after = page.page.next.clone();
        if request.after.is_none() {
            return games;
        }
        assert_eq!(page.games.len(), limit, "{query}");
        assert!((games.len() as u64) < page.total, "{query}");
    }
}

/// Two ways of searching the archive: one index in one folder, and several shards that are searched as one.
fn engines(place: &Place) -> Vec<Engine> {
    let at = place.games().with_file_name("shards");
    let folders: Vec<PathBuf> = build_shards(&at, &place.games(), 3, &Options::default());
    let joined = Engine::open_all(Indexes { folders, ..Indexes::default() });
    vec![open(&place.folder()), joined.unwrap()]
}

#[test]
fn numbers_in_names_are_in_order() {
    let place = numbered_archive();
    let expected = expected_places();
    for engine in engines(&place) {
        let all = place_texts(&place, &hits(&engine, "sort:place"));
        assert_eq!(all, expected);
        let mut back = place_texts(&place, &hits(&engine, "sort:-place"));
        back.reverse();
        assert_eq!(back, expected);
        // Sorting must also be right for the games of a folder with its subfolders, and for those of an archive.
        let problems = place_texts(&place, &hits(&engine, "file:*/problems/* sort:place"));
        assert_eq!(problems, expected[36..49]);
        let zip = place_texts(&place, &hits(&engine, "archive:*.zip sort:place"));
        assert_eq!(zip, expected[..24]);
        assert_eq!(hits(&engine, "player:nobody sort:place").len(), 0);
    }
}

#[test]
fn pages_by_place_have_each_game_once() {
    let place = numbered_archive();
    let expected = expected_places();
    for engine in engines(&place) {
        for limit in [1, 5, 12, 100] {
            assert_eq!(place_texts(&place, &paged(&engine, "sort:place", limit)), expected);
            let mut back = place_texts(&place, &paged(&engine, "sort:-place", limit));
            back.reverse();
            assert_eq!(back, expected);
        }
        for query in ["sort:white sort:place", "sort:place sort:date"] {
            assert_eq!(place_texts(&place, &paged(&engine, query, 7)), expected, "{query}");
        }
    }
}

#[test]
fn places_come_after_another_order() {
    let place = numbered_archive();
    let number = |text: &String| expected_places().iter().position(|place| place == text).unwrap();
    for engine in engines(&place) {
        let games = hits(&engine, "sort:-black sort:place");
        let black = |game: &GameRow| game.info.players[kifu_index::game::Color::Black].name.clone();
        let places = place_texts(&place, &games);
        let mut keyed: Vec<_> = games.iter().map(black).zip(places.iter().map(number)).collect();
        let found = keyed.clone();
        keyed.sort_by(|(a, a_place), (b, b_place)| b.cmp(a).then(a_place.cmp(b_place)));
        assert_eq!(found, keyed);
        assert_eq!(place_texts(&place, &paged(&engine, "sort:-black sort:place", 4)), places);
    }
}
