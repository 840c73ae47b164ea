//! What `=` and `*` find, and how possessives and apostrophes match, on small games made for these tests.

use crate::support::{Place, hits, query_error, stem};
use kifu_index::engine::Engine;

fn place(games: &[(&str, &str)]) -> Place {
    let place = Place::new();
    for (name, game) in games {
        place.write(&format!("{name}.sgf"), format!("(;GM[1]{game};B[aa])"));
    }
    place.build();
    place
}

fn check(place: &Place, expected: &[(&str, &str)]) {
    let engine = place.engine();
    for (query, files) in expected {
        let mut found: Vec<String> = hits(&engine, query).iter().map(stem).collect();
        found.sort();
        assert_eq!(found.concat(), *files, "{query}");
    }
}

/// Error message and advice of a refused query.
fn error_text(engine: &Engine, query: &str) -> String {
    let error = query_error(engine, query);
    format!("{} | {}", error.message, error.help.unwrap_or_default())
}

#[test]
fn equals_is_the_whole_text() {
    let place = place(&[
        ("a", "RO[Final]GN[Ear Reddening]SO[GoGoD]BT[Korea]OT[5x30 byo-yomi]"),
        (
            "b",
            "RO[Final 3]GN[The Ear Reddening Game]SO[GoGoD 2010]BT[South Korea]OT[3x30 byo-yomi]",
        ),
        ("c", "RO[final]SO[gogod]WT[KOREA]OT[5x30 Japanese byo-yomi]"),
        ("d", "C[Final]"),
    ]);
    check(
        &place,
        &[
            ("round=Final", "ac"),
            ("round:Final", "abc"),
            ("round!=final", "bd"),
            ("title=\"ear reddening\"", "a"),
            ("title=ear", ""),
            ("title:ear", "ab"),
            ("source=gogod", "ac"),
            ("team=korea", "ac"),
            ("team:korea", "abc"),
            ("overtime=\"5x30 BYO-YOMI\"", "a"),
            ("overtime:byo-yomi", "abc"),
            ("round=*", "abc"),
        ],
    );
    for query in ["comment=final", "comment=\"a b\"", "c=a"] {
        let message = error_text(&place.engine(), query);
        assert!(message.contains("comments can be searched only by their words"), "{message}");
        assert!(message.contains("comment:"), "{message}");
    }
}

#[test]
fn equals_is_the_whole_name_of_a_file() {
    let place = Place::new();
    let zip = |names: &[&str]| {
        names
            .iter()
            .fold(crate::support::Zip::new(), |zip, name| zip.add(*name, format!("(;C[{name}])")))
    };
    place.write("pro.zip", zip(&["a.sgf", "d/b.sgf"]).finish());
    place.write("other-pro.zip", zip(&["a.sgf"]).finish());
    place.write("loose/a.sgf", "(;B[bb])");
    place.write("loose/aa.sgf", "(;B[cc])");
    place.build();
    let engine = place.engine();
    let games = place.games().display().to_string();
    for (query, expected) in [
        ("archive:pro".to_owned(), 3),
        ("archive=pro".to_owned(), 0),
        ("archive=pro.zip".to_owned(), 2),
        ("archive=PRO.ZIP".to_owned(), 2),
        (format!("archive=\"{games}/pro.zip\""), 2),
        (format!("archive=\"{games}/loose\""), 2),
        ("archive=*".to_owned(), 3),
        ("file=a.sgf".to_owned(), 3),
        ("file=loose/a.sgf".to_owned(), 1),
        ("file=pro.zip!d/b.sgf".to_owned(), 1),
        ("file=pro.zip/d/b.sgf".to_owned(), 1),
        ("file=b.sgf".to_owned(), 1),
        ("file=sgf".to_owned(), 0),
        ("file=a*".to_owned(), usize::MAX),
        (format!("file=\"{games}/loose/aa.sgf\""), 1),
    ] {
        match expected {
            usize::MAX => assert!(error_text(&engine, &query).contains("whole value")),
            _ => assert_eq!(hits(&engine, &query).len(), expected, "{query}"),
        }
    }
}

/// `FIELD:*` must find the games that have any value in the field, and no others.
#[test]
fn a_star_finds_what_any_value_finds() {
    let place = place(&[
        ("a", "PB[]PW[-]HA[x]GC[a ko]RE[0]"),
        ("b", "PB[?]PW[Lee]HA[]RE[Void]"),
        ("c", "PB[Gu]PW[ ]HA[0]RE[B+]"),
        ("d", "HA[?]RE[W+R]"),
        ("e", "AB[dd][pp]RE[?]"),
        ("f", "EV[54th Honinbo, final]"),
        ("g", "HA[2]C[x]"),
    ]);
    place.write(
        "h.sgf",
        "(;GM[1];B[aa](;W[dd])(;W[bb]EV[Meijin]PC[Tokyo]GN[t]SO[s]AN[n]PB[Cho])(;W[cc]PB[?]))",
    );
    place.build();
    check(
        &place,
        &[
            ("comment:ko", "a"),
            ("comment:*", "ag"),
            ("has:comments", "ag"),
            ("how:draw OR how:void OR how:resign", "abd"),
            ("how:*", "abd"),
            ("-how:*", "cefgh"),
            ("how:unknown", "cefgh"),
            ("how:\"not told\"", "c"),
            ("winner:B OR winner:W OR winner:draw OR winner:void", "abcd"),
            ("winner:*", "abcd"),
            ("loser:*", "abcd"),
            ("winner:unknown", "efgh"),
            ("winner:\"draw\"", ""),
            ("black:*", "c"),
            ("white:*", "b"),
            ("player:*", "bch"),
            ("player:Cho", "h"),
            ("handicap:*", "ceg"),
            ("handicap:2", "eg"),
            ("event:Meijin OR event:Honinbo", "fh"),
            ("event:*", "fh"),
            ("series:*", "f"),
            ("round:final", "f"),
            ("round:*", "f"),
            ("place:*", "h"),
            ("title:*", "h"),
            ("source:*", "h"),
            ("annotator:*", "h"),
        ],
    );
}

/// A possessive such as `Lee's` must match the word that it is made of, in all texts and in phrases.
#[test]
fn possessives_and_apostrophes() {
    let place = place(&[
        (
            "a",
            "EV[Sakata's 1d status]PC[Nihon Ki'in, Tokyo]C[This is Lee Sedol's move. It isn't sente.]",
        ),
        (
            "b",
            "EV[Sakata’s 2d status]PC[Nihon Ki-in, Tokyo]C[Lee Sedol’s move; Ch'ang-ho's reply. It's joseki.]",
        ),
        ("c", "EV[Sakata memorial]PC[Nihon Kiin, Tokyo]C[Lee Sedol moves. It is joseki.]"),
        ("d", "EV[Sakatas]PC[Nihon Ki in, Tokyo]C[Whites' group, Jones's reply]"),
    ]);
    check(
        &place,
        &[
            ("event:Sakata", "abc"),
            ("event:\"Sakata\"", "abc"),
            ("event:Sakata's", "abc"),
            ("event:\"Sakata’s 1d\"", "a"),
            ("event:Sakatas", "abd"),
            ("comment:\"Lee Sedol\"", "abc"),
            ("comment:\"Lee Sedol’s move\"", "ab"),
            ("comment:\"Lee Sedol's\"", "abc"),
            ("comment:\"Sedol move\"", "ab"),
            ("comment:\"Chang-ho reply\"", "b"),
            ("comment:\"Changho\"", "b"),
            ("comment:\"Jones reply\"", "d"),
            ("comment:\"Whites group\"", "d"),
            ("comment:\"White group\"", ""),
            ("comment:\"it is joseki\"", "c"),
            ("comment:\"it joseki\"", ""),
            ("comment:\"isn’t sente\"", "a"),
            ("place:Ki'in", "abc"),
            ("place:\"Nihon Ki'in\"", "abcd"),
            ("place:\"Nihon Ki’in, Tokyo\"", "abcd"),
            ("place:\"Nihon Ki-in Tokyo\"", "abcd"),
            ("place:\"Nihon Kiin\"", "abcd"),
        ],
    );
}
