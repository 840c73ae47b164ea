//! Games that are no longer where the index found them: a command with their ids must never show another game.

use super::{run_on, samples};
use crate::support::Place;
use crate::support::server::Server;
use std::fs;
use std::path::Path;

const ONE: &str = "(;PB[Anna]PW[Xia];B[aa];W[bb])";
const TWO: &str = "(;PB[Bert]PW[Yuri];B[cc];W[dd])";
const THREE: &str = "(;PB[Carl]PW[Zoe];B[ee];W[ff])";

/// Id of the only game of a player.
fn id(index: &Path, player: &str) -> String {
    let query = format!("player:{player}");
    let run = run_on(index, &["search", "--fields", "id", &query]).ends(0);
    run.out.trim().to_owned()
}

/// Builds an index of a collection, and then replaces the file.
fn collection(before: &[&str], now: &[&str]) -> Place {
    let place = Place::new();
    place.write("three.sgf", before.concat());
    place.build();
    place.write("three.sgf", now.concat());
    place
}

#[test]
fn a_game_is_found_elsewhere_in_its_file() {
    let place = collection(&[ONE, TWO, THREE], &[TWO, THREE]);
    let index = place.folder();
    let server = Server::start(&index, &[]);
    for (player, stone, number) in [("Bert", "cc", 1), ("Carl", "ee", 2)] {
        let id = id(&index, player);
        let output = run_on(&index, &["show", &id, "--json"]).ends(0);
        let game = &output.json()[0];
        assert_eq!(game["info"]["black"], player, "{game}");
        assert_eq!(
            (&game["game"], &game["moves"][0]),
            (&number.into(), &format!("B[{stone}]").into())
        );
        let answer = server.json(&format!("/api/v1/games/{id}"));
        assert_eq!((&answer["info"]["black"], &answer["game"]), (&player.into(), &number.into()));
        let board = server.json(&format!("/api/v1/games/{id}/board?node=1"));
        assert_eq!(board["at"]["last"], format!("B[{stone}]"));
        let page = server.get(&format!("/game/{id}"));
        assert!(page.body.contains(player), "{}", page.body);
        let file = server.get(&format!("/api/v1/games/{id}/sgf")).body;
        assert!(file.contains(player) && file.contains(stone), "{file}");
    }
}

#[test]
fn a_game_that_its_file_no_longer_holds_is_gone() {
    let place = collection(&[ONE, TWO, THREE], &[TWO, THREE]);
    let index = place.folder();
    assert_gone(&index, &id(&index, "Anna"), "no longer in this file");
}

#[test]
fn another_game_with_an_equal_header_is_not_shown() {
    let other = ONE.replace("B[aa]", "B[ss]");
    let place = collection(&[ONE, TWO], &[&other, TWO]);
    let index = place.folder();
    assert_gone(&index, &id(&index, "Anna"), "no longer in this file");
    let to = index.with_file_name("out.sgf");
    let export = ["export", "--sgf", to.to_str().unwrap(), "player:Anna"];
    let run = run_on(&index, &export);
    assert!(run.err.contains("has changed since it was indexed"), "{run:?}");
    assert!(!fs::read_to_string(&to).unwrap_or_default().contains("ss"));
}

#[test]
fn a_file_that_was_deleted_is_gone() {
    let place = Place::new();
    let file = place.write("a.sgf", ONE);
    place.build();
    fs::remove_file(file).unwrap();
    let index = place.folder();
    assert_gone(&index, &id(&index, "Anna"), "no longer there");
}

#[test]
fn a_member_that_was_taken_out_is_gone() {
    use crate::support::Zip;
    let place = Place::new();
    place.write("a.zip", Zip::new().add("a.sgf", ONE).add("b.sgf", TWO).finish());
    place.build();
    place.write("a.zip", Zip::new().add("b.sgf", TWO).finish());
    let index = place.folder();
    assert_gone(&index, &id(&index, "Anna"), "no member `a.sgf`");
}

/// Games that were indexed with raised limits must be read with these limits again.
#[test]
fn the_limits_of_the_index_hold_for_its_games() {
    let place = Place::new();
    place.write("deep.zip", nested_zip());
    let games = place.games();
    let build = ["build", "--max-depth", "8", games.to_str().unwrap()];
    run_on(&place.folder(), &build).ends(0);
    let id = id(&place.folder(), "Anna");
    run_on(&place.folder(), &["show", &id]).ends(0);
}

/// A game nested in more archives than the default limit allows.
fn nested_zip() -> Vec<u8> {
    use crate::support::Zip;
    let innermost = Zip::new().add("a.sgf", ONE).finish();
    (0..6).fold(innermost, |inner, _| Zip::new().add("in.zip", inner).finish())
}

/// Checks that every command that reads the game reports that it is gone, and what to do.
fn assert_gone(index: &Path, id: &str, reason: &str) {
    assert_ne!(index, samples());
    let error = run_on(index, &["show", id]).fails();
    assert!(error.contains(reason) && error.contains("kifu-index build"), "{error}");
    let server = Server::start(index, &[]);
    for target in [
        format!("/api/v1/games/{id}"),
        format!("/api/v1/games/{id}/board"),
        format!("/api/v1/games/{id}/board.svg"),
        format!("/api/v1/games/{id}/board.txt"),
        format!("/api/v1/games/{id}/sgf"),
        format!("/game/{id}"),
        format!("/game/{id}.json"),
    ] {
        let answer = server.get(&target);
        assert_eq!(answer.status, 410, "{target}: {}", answer.body);
        assert!(
            answer.body.contains("gone") || answer.body.contains(reason),
            "{target}: {}",
            answer.body
        );
    }
}
