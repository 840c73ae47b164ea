//! Games that KataGo played for training. What KataGo writes at the root must be found by fields, and must not count as
//! a comment of a person.

use crate::support::{Place, run_on, shared};

const RULES: &str = "koPOSITIONALscoreAREAtaxNONEsui1";

/// Game as KataGo writes it. `root` has the properties that differ between the games.
fn game(root: &str, comment: &str) -> String {
    let moves = ";B[od];W[lj];B[qj]C[0.44 0.56 0.00 -0.2 v=404 weight=1.00];W[bs]C[result=B+1.5]";
    format!("(;FF[4]GM[1]SZ[19]PB[net-a]PW[net-b]{root}C[{comment}]{moves})")
}

fn games() -> Place {
    let place = Place::new();
    let line = |hash: &str, game_type: &str| {
        format!("startTurnIdx=0,initTurnNum=0,gameHash={hash},gtype={game_type}")
    };
    for (name, text) in [
        ("normal", game(&format!("HA[0]KM[7.5]RU[{RULES}]"), &line("5F0C11", "normal"))),
        ("far", game("HA[0]KM[150]RU[koSIMPLEscoreTERRITORYtaxALLsui0]", &line("5F0CA2", "fork"))),
        (
            "cleanup",
            game(
                "HA[2]AB[dd][pp]KM[-3.5]RU[koSIMPLEscoreAREAtaxNONEsui0whbN]",
                &line("77E0B3", "cleanuptraining"),
            ),
        ),
        (
            "read",
            game(
                &format!("HA[0]KM[7.5]RU[{RULES}]"),
                &format!("{}\nA fine opening of both players.", line("77E0C4", "normal")),
            ),
        ),
        ("other", "(;SZ[19]PB[A]PW[B]KM[6.5]RU[Japanese];B[od];W[lj])".to_owned()),
    ] {
        place.write(&format!("{name}.sgf"), text);
    }
    place.build();
    place
}

#[test]
fn types_and_hashes_are_found() {
    let place = games();
    for (query, expected) in [
        ("gtype:normal", "normal read"),
        ("gtype:CleanupTraining", "cleanup"),
        ("gtype:(fork OR cleanuptraining)", "cleanup far"),
        ("gtype:*", "cleanup far normal read"),
        ("-gtype:*", "other"),
        ("gtype:sgfpos", ""),
        ("gamehash:5F0C", "far normal"),
        ("gameHash:5f0c1", "normal"),
        ("game-hash:77e0*", "cleanup read"),
        ("gamehash=77E0B3", "cleanup"),
        ("gamehash=77E0", ""),
        ("gamehash:*", "cleanup far normal read"),
    ] {
        assert_eq!(place.file_stems(query), expected, "{query}");
    }
    let refused = run_on(&place.folder(), &["search", "gtype:cleanuptrainin"]).fails();
    assert!(refused.contains("cleanuptraining"), "{refused}");
}

#[test]
fn the_line_at_the_root_is_no_comment() {
    let place = games();
    for (query, expected) in [
        ("has:comments", "read"),
        ("lang:*", "read"),
        ("lang:en", "read"),
        ("comment:opening", "read"),
        ("comment:startTurnIdx", ""),
        ("comment:normal", ""),
        ("comment:result", ""),
    ] {
        assert_eq!(place.file_stems(query), expected, "{query}");
    }
    let all = ["build", "--rebuild", "--all-comments"];
    run_on(&place.folder(), &all).ends(0);
    assert_eq!(place.file_stems("comment:startTurnIdx"), "cleanup far normal read");
}

#[test]
fn rules_komi_and_handicap_are_read() {
    let place = games();
    for (query, expected) in [
        ("rules:Tromp-Taylor", "normal read"),
        ("rules=Tromp-Taylor", "normal read"),
        ("rules:superko", "normal read"),
        ("rules:\"group tax\"", "far"),
        ("rules:chinese", "cleanup"),
        ("rules:koPOSITIONALscoreAREAtaxNONEsui1", "normal read"),
        ("RU:koSIMPLE", "cleanup far"),
        ("komi>20", "far"),
        ("komi:-3.5", "cleanup"),
        ("handicap:2", "cleanup"),
    ] {
        assert_eq!(place.file_stems(query), expected, "{query}");
    }
}

#[test]
fn columns_have_types_hashes_and_rules_in_words() {
    let place = games();
    let fields = "gtype,game_hash,rules,ruleset,komi";
    let query = ["search", "sort:place", "--csv", "--fields", fields];
    assert_eq!(
        run_on(&place.folder(), &query).out.replace("\r\n", "\n"),
        "gtype,game_hash,rules,ruleset,komi\n\
         cleanuptraining,77E0B3,\"area scoring, simple ko, no suicide, White gets a point for each handicap stone\",\
         Chinese,-3.5\n\
         fork,5F0CA2,\"territory scoring, simple ko, no suicide, group tax\",,150\n\
         normal,5F0C11,\"area scoring, positional superko, suicide allowed\",Tromp-Taylor,7.5\n\
         ,,Japanese,Japanese,6.5\n\
         normal,77E0C4,\"area scoring, positional superko, suicide allowed\",Tromp-Taylor,7.5\n"
    );
}

/// A file of self-play with one game per line. Each game must have a type, a hash, rules and komi, and none may have a
/// comment.
#[test]
fn every_game_of_a_file_of_self_play_is_read() {
    let Some(dumps) = shared("cases/dumps") else { return };
    let place = Place::new();
    let text = std::fs::read_to_string(dumps.join("5F0C.sgfs")).unwrap();
    place.write("5F0C.sgf", &text);
    place.build();
    let games = text.lines().count();
    for query in ["gtype:*", "gamehash:*", "komi:*", "rules:*", "-has:comments"] {
        assert_eq!(place.found(query).len(), games, "{query}");
    }
    assert_eq!(place.found("gamehash:00000000000000000000000000000002").len(), 1);
}
