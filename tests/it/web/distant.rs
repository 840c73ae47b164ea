//! Games that can only be read after much of their file has been decompressed.

use super::Server;
use crate::support::make::{gz, random};
use crate::support::{Place, run_on, wait_for};

/// Games of 1 MiB each; the last two lie behind 21 MiB.
const GAMES: usize = 23;

/// An index of one gzip with these games. Only the last game has markup.
fn place() -> Place {
    let game = |n: usize| {
        // Text that hardly repeats, because a file that is packed too well is taken for a decompression bomb.
        let filler: String =
            random(1 << 19, n as u64).iter().map(|byte| format!("{byte:02x}")).collect();
        let markup = if n + 1 == GAMES { "LB[dd:Z]" } else { "" };
        format!("(;PB[Black {n}]PW[White];B[pd]C[{filler}];W[dp]C[comment {n}]{markup};B[qq])\n")
    };
    let place = Place::new();
    let text: String = (0..GAMES).map(game).collect();
    place.write("all.sgf.gz", gz(text.as_bytes()));
    run_on(&place.folder(), &["build", place.games().to_str().unwrap(), "--max-entry", "1"])
        .ends(0);
    place
}

fn id_of(place: &Place, number: usize) -> String {
    let query = format!("black:\"Black {number}\"");
    let found = run_on(&place.folder(), &["search", &query, "--json"]).json();
    assert_eq!(found.len(), 1);
    found[0]["id"].as_str().unwrap().to_owned()
}

#[test]
fn the_page_shows_what_the_index_has_until_the_file_is_unpacked() {
    let place = place();
    let server = Server::start(&place.folder(), &[]);
    let last = id_of(&place, GAMES - 1);
    let address = format!("/game/{last}?node=2");
    let early = server.page(&address);
    assert!(early.contains("data-unpacking") && early.contains("comment 22"), "{early}");
    assert!(!early.contains(">Z<"));
    wait_for("the game is unpacked", || {
        let part = server.page(&format!("/game/{last}?part=unpacking"));
        (!part.contains("data-unpacking")).then_some(())
    });
    let complete = server.page(&address);
    assert!(!complete.contains("data-unpacking") && complete.contains("comment 22"));
    assert!(complete.contains(">Z<"), "{complete}");
    // Answers that need the record wait for it.
    let before = id_of(&place, GAMES - 2);
    let game = server.json(&format!("/api/v1/games/{before}"));
    assert!(game.to_string().contains("Black 21"), "{game}");
    let (answer, bytes) = server.download(&format!("/api/v1/games/{before}/sgf"));
    assert_eq!(answer.status, 200);
    assert!(String::from_utf8(bytes).unwrap().contains("comment 21"));
    // A game near the beginning of the file is read at once.
    let first = id_of(&place, 0);
    assert!(!server.page(&format!("/game/{first}")).contains("data-unpacking"));
}

#[test]
fn the_command_shows_the_board_at_once_and_the_markup_later() {
    let place = place();
    let boards = |text: &str| text.matches("Move 2 of 3").count();
    for (number, expected_boards) in [(GAMES - 1, 2), (GAMES - 2, 1)] {
        let address = format!("{}#2", id_of(&place, number));
        let run = run_on(&place.folder(), &["show", &address]);
        assert_eq!(boards(&run.out), expected_boards, "{}", run.out);
        assert!(run.out.contains(&format!("comment {number}")));
        assert!(run.err.contains("shown from the index"), "{}", run.err);
        let first = run.out.split("comment").next().unwrap();
        assert!(!first.contains('Z'));
        assert_eq!(run.out.contains(" Z "), expected_boards == 2, "{}", run.out);
    }
    let near = run_on(&place.folder(), &["show", &id_of(&place, 0)]);
    assert!(!near.err.contains("index"), "{}", near.err);
    std::fs::remove_file(place.games().join("all.sgf.gz")).unwrap();
    let gone = run_on(&place.folder(), &["show", &id_of(&place, GAMES - 1)]);
    assert!(gone.out.is_empty() && gone.err.contains("no longer"), "{}", gone.err);
}

/// A file has any number of games, of which one is shown without making records of the others.
#[test]
fn a_game_of_a_collection_is_shown_by_its_number() {
    let nodes = ";".repeat(170_000);
    let games: String = (1..=50).map(|n| format!("(;PB[Black {n}]{nodes};B[aa])\n")).collect();
    let place = Place::new();
    let file = place.write("many.sgf", games);
    let last = format!("{}@50", file.display());
    let run = run_on(&place.folder(), &["show", &last]).ends(0);
    assert!(run.out.contains("Black 50") && run.out.contains("Move 1 of 1"), "{}", run.out);
    let json = run_on(&place.folder(), &["show", "--json", &last]).json();
    assert_eq!((json.len(), json[0]["game"].as_u64()), (1, Some(50)));
}
