//! ETags: an answer in a browser's cache may be reused only if it is the answer of the same index with the same
//! settings.

use super::{Answer, Server};
use crate::support::server::REFRESH_WAIT;
use crate::support::{Place, holds_for, program, wait_for, wait_until};

/// Addresses of three answers that name players, and of one about the state of the index.
const TARGETS: [&str; 4] = ["/games", "/games.json", "/api/v1/search", "/api/v1/status"];

/// Index of one game of one player.
fn index_of(player: &str) -> Place {
    let place = Place::new();
    place.write("a.sgf", format!("(;PB[{player}]PW[Other];B[pd])"));
    place.build();
    place
}

fn tags(server: &Server) -> Vec<String> {
    let tag = |target: &&str| server.get(target).header("etag").unwrap().to_owned();
    TARGETS.iter().map(tag).collect()
}

fn revalidate(server: &Server, target: &str, tag: &str) -> Answer {
    server.ask("GET", target, &[("If-None-Match", tag)])
}

/// Checks that the server sends a new answer to a client that has answers with these ETags.
fn check_new(server: &Server, tags: &[String], player: &str) {
    for (target, tag) in TARGETS.iter().zip(tags) {
        let answer = revalidate(server, target, tag);
        assert_eq!(answer.status, 200, "{target}");
        if !target.ends_with("status") {
            assert!(answer.body.contains(player), "{target}: {}", answer.body);
        }
    }
}

#[test]
fn another_index_at_one_address_has_other_etags() {
    let (anna, berta) = (index_of("Anna"), index_of("Berta"));
    let known = tags(&Server::start(&anna.folder(), &[]));
    check_new(&Server::start(&berta.folder(), &[]), &known, "Berta");
    // Answers of the index that was served first must still be valid.
    let server = Server::start(&anna.folder(), &[]);
    for (target, tag) in TARGETS.iter().zip(&known) {
        assert_eq!(revalidate(&server, target, tag).status, 304, "{target}");
    }
}

#[test]
fn a_rebuilt_index_has_other_etags_and_pages() {
    let place = index_of("Anna");
    place.write("b.sgf", "(;PB[Zoe];B[pd])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let known = tags(&server);
    let page = "/api/v1/search?limit=1";
    let key = server.json(page)["page"]["next"].clone();
    let next = format!("{page}&page={}", key.as_str().unwrap());
    assert_eq!(server.get(&next).status, 200);
    let before = server.json("/api/v1/status");
    std::fs::remove_dir_all(place.folder()).unwrap();
    place.write("a.sgf", "(;PB[Berta];B[pd])");
    place.build();
    // The new index is built with as many commits as the old one, so both have the same generation.
    place.write("b.sgf", "(;PB[Zoe];B[pd])");
    place.build();
    let after = wait_for("the new state is there", || {
        let after = server.json("/api/v1/status");
        (after["state"] != before["state"]).then_some(after)
    });
    check_new(&server, &known, "Berta");
    assert_eq!(before["generation"], after["generation"]);
    assert_eq!(server.get(&next).code(), "stale");
}

#[test]
fn settings_that_change_answers_change_etags() {
    let place = index_of("Anna");
    place.write("aliases.txt", "Anna\tNanna\n");
    let target = "/games?q=player:Nanna";
    let server = Server::start(&place.folder(), &[]);
    let before = server.get(target);
    assert!(!before.body.contains("Anna\""));
    let file = place.games().join("aliases.txt").display().to_string();
    let server = Server::start(&place.folder(), &["--aliases", &file]);
    let tag = before.header("etag").unwrap();
    let after = revalidate(&server, target, tag);
    assert_eq!(after.status, 200);
    assert!(after.body.contains("Anna"), "{}", after.body);
    // If the file of players' spellings gets other lines, the ETags must change, too, although its name stays.
    std::fs::write(&file, "Anna\tOlga\n").unwrap();
    let server = Server::start(&place.folder(), &["--aliases", &file]);
    let tag = after.header("etag").unwrap();
    assert_eq!(revalidate(&server, target, tag).status, 200);
}

#[test]
fn several_indexes_have_one_etag() {
    let places = ["Anna", "Berta", "Clara"].map(index_of);
    let serve = |numbers: [usize; 2]| {
        let folders = numbers.map(|number| places[number].folder());
        let joined = std::env::join_paths(folders).unwrap();
        Server::start(std::path::Path::new(&joined), &[])
    };
    let known = tags(&serve([0, 1]));
    check_new(&serve([0, 2]), &known, "Clara");
    check_new(&serve([1, 2]), &known, "Clara");
}

/// A state of the index that could not be read must be tried again, although the files have not changed.
#[test]
fn a_state_that_could_not_be_read_once_is_read_later() {
    let place = index_of("Anna");
    let server = Server::start(&place.folder(), &[]);
    let total = || server.json("/api/v1/search")["total"].clone();
    assert_eq!(total(), 1);
    place.write("b.sgf", "(;PB[Berta];B[dd])");
    let run = program(&place.folder()).arg("build").output().unwrap();
    assert!(run.status.success());
    let (marker, away) =
        (place.folder().join("kifu-index.json"), place.games().with_file_name("away"));
    std::fs::rename(&marker, &away).unwrap();
    assert!(holds_for(REFRESH_WAIT, || total() == 1));
    std::fs::rename(&away, &marker).unwrap();
    wait_until("the new state is there", || total() == 2);
}
