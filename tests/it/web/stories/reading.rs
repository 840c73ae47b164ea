use super::DESK;
use crate::support::Place;
use crate::web::Server;
use crate::web::browser::{Browser, RIGHT, WITH_CTRL, open};

/// A game of 90 moves, each with a comment. The stone of move 1 is captured, and move 6 is played at its point.
fn record() -> String {
    let mut text = "(;GM[1]FF[4]SZ[19]PB[Anna]PW[Berta]".to_owned();
    let mut moves = vec!["aa", "ab", "sa", "ba", "ss", "aa"];
    let rest: Vec<String> = (0..84u8)
        .map(|at| format!("{}{}", char::from(b'a' + at % 17), char::from(b'd' + 2 * (at / 17))))
        .collect();
    moves.extend(rest.iter().map(String::as_str));
    for (at, point) in moves.iter().enumerate() {
        let side = if at % 2 == 0 { 'B' } else { 'W' };
        text.push_str(&format!(
            ";{side}[{point}]C[Comment {}: a line that says something of this move.]",
            at + 1
        ));
    }
    text + ")"
}

fn game() -> Option<(Server, Browser, String, Place)> {
    let browser = open(DESK.0, DESK.1)?;
    let place = Place::new();
    place.write("long.sgf", record());
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let list = server.json("/api/v1/search?q=");
    let game = format!("/game/{}", list["games"][0]["id"].as_str().unwrap());
    browser.go(&format!("http://127.0.0.1:{}{game}?node=20", server.port));
    browser.wait("document.querySelector('ol.commentary[data-ready]')");
    Some((server, browser, game, place))
}

/// Waits until the board shows a node.
fn wait_for_node(browser: &Browser, node: u32) {
    browser.wait(&format!("document.querySelector('#position')?.dataset.node === '{node}'"));
}

#[test]
fn a_stone_leads_to_the_move_that_put_it_there() {
    let Some((_server, browser, game, _place)) = game() else {
        return;
    };
    // Ctrl+click on the stone of the seventh move, which is at A16, goes to that move.
    browser.press(browser.point(0, 3), WITH_CTRL);
    browser.wait(&format!("location.pathname + location.search === '{game}?node=7'"));
    wait_for_node(&browser, 7);
    // Two moves were played at A19, and the page must say so; the later one placed the stone that is there.
    assert!(browser.text(".node-notes").contains("1 at 6"), "{}", browser.text(".node-notes"));
    browser.press(browser.point(0, 0), WITH_CTRL);
    wait_for_node(&browser, 6);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_board_follows_the_text_and_the_text_the_board() {
    let Some((_server, browser, _game, _place)) = game() else {
        return;
    };
    let in_view = |node: &str| {
        format!(
            "(() => {{ const list = document.querySelector('ol.commentary').getBoundingClientRect();
                const item = document.querySelector('ol.commentary [data-node=\"{node}\"]').getBoundingClientRect();
                return item.top >= list.top - 1 && item.bottom <= list.bottom + 1; }})()"
        )
    };
    assert_eq!(browser.value(&in_view("20")), true);
    browser.wheel(browser.middle("ol.commentary"), 1_500);
    browser.wait("Number(document.querySelector('#position').dataset.node) > 25");
    // The board must show a node whose comment is in view, and the text must stay where the reader scrolled it.
    browser.wait("!document.querySelector('ol.commentary').dataset.waits && document.querySelector('ol.commentary [aria-current]')");
    let node = browser.value("document.querySelector('ol.commentary [aria-current]').dataset.node");
    let node = node.as_str().unwrap();
    assert_eq!(browser.value(&in_view(node)), true, "{node}");
    assert!(browser.place().contains(&format!("node={node}")), "{}", browser.place());
    browser.run("document.activeElement.blur()");
    browser.keys(RIGHT);
    wait_for_node(&browser, node.parse::<u32>().unwrap() + 1);
    browser.run("document.getElementById('last').click()");
    wait_for_node(&browser, 90);
    browser.wait(&in_view("90"));
}

#[test]
fn the_tree_scrolls_by_dragging() {
    let Some((_server, browser, _game, _place)) = game() else {
        return;
    };
    let left =
        || browser.value("document.querySelector('.tree-frame').scrollLeft").as_f64().unwrap();
    let before = left();
    let (x, y) = browser.middle("#t20");
    browser.drag((x + 150.0, y), (x - 150.0, y));
    assert!(
        (left() - before - 300.0).abs() < 20.0 || left() - before > 100.0,
        "{before} → {}",
        left()
    );
    // The drag must not count as a click on a node, but the next press must.
    wait_for_node(&browser, 20);
    assert!(browser.place().ends_with("?node=20"));
    browser.press(browser.middle("#t30"), 0);
    wait_for_node(&browser, 30);
}

#[test]
fn the_keys_of_a_list_say_the_selected_game() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let server = Server::samples(&[]);
    browser.go(&format!("http://127.0.0.1:{}/games?q=player:Lee", server.port));
    browser.wait("document.querySelectorAll('#rows > *').length > 2");
    for row in [1, 2] {
        browser.run("document.activeElement.blur()");
        browser.keys("j");
        browser.wait(&format!(
            "document.querySelectorAll('#rows > *')[{row}].hasAttribute('aria-current')"
        ));
        let player = browser.value(&format!(
            "document.querySelectorAll('#rows > *')[{row}].querySelector('bdi').textContent.trim()"
        ));
        browser.wait(&format!("document.getElementById('live').textContent.includes({player})"));
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
