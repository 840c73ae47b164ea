use super::Server;
use super::browser::{RIGHT, open};
use crate::support::Place;

/// Black's lead after each of twelve moves. The second move loses 6 points, the fifth 8.3 and the seventh 1.
const LEADS: [&str; 12] = ["0", "6", "6", "6.3", "-2", "-2", "-3", "-3", "-3", "-3", "-3", "-3"];

/// Archive of three games: one with Sabaki's values, one with lines from Lizzie, and one without analysis.
fn archive() -> (Place, Server) {
    let place = Place::new();
    let played = |values: &dyn Fn(usize) -> String| -> String {
        let moves = (0..LEADS.len()).map(|at| {
            let side = if at % 2 == 0 { 'B' } else { 'W' };
            let column = char::from(b'c' + at as u8);
            format!(";{side}[{column}c]{}", values(at))
        });
        moves.collect()
    };
    let leads = played(&|at| format!("SBKV[50]SBKS[{}]", LEADS[at]));
    place.write("sabaki.sgf", format!("(;GM[1]SZ[19]PB[Anna]SBKV[50]SBKS[0]{leads})"));
    let line = "LZ[KataGo 50.0 1000\nmove D4 visits 700 winrate 5412 pv D4 Q4 D4 Q16]";
    let lines = played(&|at| {
        if at < 2 { line.to_owned() } else { String::new() }
    });
    place.write("lizzie.sgf", format!("(;GM[1]SZ[19]PB[Berta]{line}{lines})"));
    let plain = played(&|_| String::new());
    place.write("plain.sgf", format!("(;GM[1]SZ[19]PB[Carla]{plain})"));
    place.build();
    let server = Server::start(&place.folder(), &[]);
    (place, server)
}

/// Address of the game in which this player has Black.
fn game(server: &Server, black: &str) -> String {
    let list = server.json(&format!("/api/v1/search?q=player:{black}"));
    format!("/game/{}", list["games"][0]["id"].as_str().unwrap())
}

#[test]
fn an_analysed_game_has_a_bar_and_a_row_for_each_move_that_cost_something() {
    let (_place, server) = archive();
    let page = server.page(&format!("{}?node=2", game(&server, "Anna")));
    assert_eq!(page.matches("<rect class=\"loss").count(), 3, "{page}");
    assert_eq!(page.matches("<li data-cost=").count(), 3, "{page}");
    // A loss of one point is less than the list shows without a script, so the move must be hidden.
    assert_eq!(page.matches("<li data-cost=\"1.00\" hidden>").count(), 1, "{page}");
    assert!(page.contains("Black 50 % · B+6.0"), "{page}");
    assert!(page.contains("data-line=\"0-12\""), "{page}");
    // The part of the page that a step to another node replaces must have only the board and the texts about the node.
    let part = server.page(&format!("{}?node=5&part=node", game(&server, "Anna")));
    assert!(part.contains("data-main=\"5\"") && part.contains("W+2.0"), "{part}");
    assert!(!part.contains("id=\"analysis\""), "{part}");
}

#[test]
fn a_game_without_analysis_has_no_analysis_elements() {
    let (_place, server) = archive();
    let page = server.page(&game(&server, "Carla"));
    for sign in ["id=\"analysis\"", "id=\"costly\"", "data-main", "class=\"verdict\""] {
        assert!(!page.contains(sign), "{sign}: {page}");
    }
}

#[test]
fn expected_lines_are_drawn_only_on_the_page() {
    let (_place, server) = archive();
    let game = game(&server, "Berta");
    // If the expected line plays on a point that its own stones occupy, that move must not be drawn.
    assert_eq!(server.page(&game).matches("sign expected").count(), 3);
    let picture = server.get(&format!("/api/v1{}/board.svg", game.replace("game", "games")));
    assert_eq!(picture.status, 200);
    assert!(!picture.body.contains("expected"), "{}", picture.body);
}

#[test]
fn the_graph_leads_to_moves_the_slider_says_what_counts_and_a_key_shows_the_line() {
    let Some(browser) = open(1280, 900) else {
        return;
    };
    let (_place, server) = archive();
    let at = |address: &str| browser.go(&format!("http://127.0.0.1:{}{address}", server.port));
    at(&game(&server, "Anna"));
    browser.wait("document.querySelector('#counts[data-ready]')");
    let (x, y) = browser.middle("svg.graph");
    browser.press((x, y), 0);
    browser.wait("document.querySelector('#position').dataset.node === '6'");
    browser.drag((x, y), (x + 1000.0, y));
    browser.wait("document.querySelector('#position').dataset.node === '12'");
    browser.wait("document.querySelector('.graph .now').getAttribute('x1') === '1000'");
    let seen = "document.querySelectorAll('.costly li:not([hidden])').length";
    assert_eq!(browser.value(seen), 2);
    browser.run("document.getElementById('counts').focus()");
    browser.keys(&RIGHT.repeat(6));
    browser.wait(&format!("{seen} === 1"));
    assert_eq!(browser.value("document.querySelectorAll('.graph .loss:not(.slight)').length"), 1);
    // The chosen threshold must hold for other games, and for the next visit.
    at(&game(&server, "Anna"));
    browser.wait(&format!("{seen} === 1"));

    at(&game(&server, "Berta"));
    browser.wait("document.querySelector('#best:not([hidden])')");
    assert_eq!(browser.style(".board .expected", "display"), "none");
    browser.keys("b");
    browser.wait("document.querySelector('#best[aria-pressed=true]')");
    browser.keys(RIGHT);
    browser.wait("document.querySelector('#position').dataset.node === '1'");
    assert_eq!(browser.style(".board .expected", "display"), "inline");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
