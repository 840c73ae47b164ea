//! What people do with the pages, tested in a real browser.

/// The archive changes while a page is open.
mod archive;
/// Choosing years, and sorting rows.
mod chosen;
/// Touch, large text, high contrast, and print.
mod devices;
/// Tasks of all kinds of users, in Japanese.
mod japanese;
/// Players and rivals.
mod people;
/// Recent queries, exclusions of values, and illegal moves.
mod queries_and_errors;
mod reading;
/// Searches for shapes, which are regions of a board.
mod shapes;
/// Stars, tags, notes and saved queries.
mod user_data;

use super::Server;
use super::browser::{Browser, DOWN, ENTER, LEFT, open};
use crate::support::wait_until;
use serde_json::Value;
use std::collections::HashSet;

/// A server of the sample archive, and a browser at one of its addresses.
fn at(place: &str, (width, height): (u32, u32)) -> Option<(Server, Browser)> {
    let browser = open(width, height)?;
    let server = Server::samples(&[]);
    browser.go(&format!("http://127.0.0.1:{}{place}", server.port));
    browser.wait("document.getElementById('main')");
    Some((server, browser))
}

const DESK: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);

/// Number of games that the page shows.
fn total(browser: &Browser) -> u64 {
    let text = browser.text("#moves .total strong");
    text.replace(',', "").parse().unwrap_or(u64::MAX)
}

/// Number of games in the JSON at the address of the page.
fn expected(server: &Server, browser: &Browser) -> u64 {
    let place = browser.place();
    let data = place.replacen('/', "/explore.json", 1);
    server.json(&data)["total"].as_u64().unwrap()
}

/// Waits until the number of games on the page is that of the JSON at its address.
fn wait_until_settled(server: &Server, browser: &Browser) {
    let total = expected(server, browser);
    let digits = format!(
        "document.querySelector('#moves .total strong')?.textContent.replaceAll(',', '') === '{total}' \
         && !document.querySelector('#main.late')"
    );
    browser.wait(&digits);
}

#[test]
fn a_player_explores_games_against_them() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    for (x, y, name) in [(15, 3, "Q16"), (3, 15, "D4"), (15, 16, "Q3")] {
        browser.play(x, y);
        browser.wait(&format!("location.search.endsWith('{name}')"));
        wait_until_settled(&server, &browser);
    }
    assert_eq!(browser.place(), "/?m=Q16,D4,Q3");
    assert!(total(&browser) >= 2);
    browser.click("#q");
    browser.keys("player:Lee");
    browser.wait("new URLSearchParams(location.search).get('q') === 'player:Lee'");
    wait_until_settled(&server, &browser);
    // Typing a query must keep the board, and the query must be coloured.
    assert_eq!(
        browser.value("document.querySelector('#colours .token-field').textContent"),
        "player"
    );
    assert_eq!(browser.place(), "/?m=Q16,D4,Q3&q=player:Lee");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_pasted_diagram_becomes_a_board() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    let diagram = "(;SZ[19]AB[pd]AW[dp]PL[B])";
    browser.run(&format!(
        "const data = new DataTransfer(); data.setData('text', {diagram:?}); const box = document.getElementById('q');
         box.focus(); box.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }}));"
    ));
    browser.wait("document.querySelector('#pasted svg.board')");
    let stones = browser.value("document.querySelectorAll('#pasted .stones circle').length");
    assert!(stones.as_u64() >= Some(2));
    browser.click("#pasted a");
    browser.wait("location.search.includes('b=Q16')");
    wait_until_settled(&server, &browser);
    assert_eq!(total(&browser), server.json("/explore.json?m=Q16,D4")["total"].as_u64().unwrap());
    assert_eq!(browser.text("#pasted"), "");
}

#[test]
fn typed_queries_get_suggestions_and_corrections() {
    let Some((_server, browser)) = at("/games", DESK) else {
        return;
    };
    browser.click("#q");
    browser.keys("plyer:Lee result:W+");
    browser.wait("document.querySelector('#problem .chip')");
    assert!(browser.text("#problem").contains("unknown field `plyer`"));
    browser.wait("document.querySelector('#colours .wrong')?.textContent === 'plyer'");
    browser.click("#problem .chip");
    browser.wait("document.getElementById('problem').hidden && document.getElementById('q').value === 'player:Lee result:W+'");
    browser.run("const box = document.getElementById('q'); box.value = ''; box.focus();");
    browser.keys("pla");
    browser.wait("document.querySelectorAll('#suggestions [role=option]').length > 0");
    browser.keys(DOWN);
    browser.wait(
        "document.getElementById('q').getAttribute('aria-activedescendant') === 'suggestion-0'",
    );
    // Both keys are sent at once: between them, a slow machine could draw the games and close the suggestions.
    browser.run("const box = document.getElementById('q'); box.value = ''; box.focus();");
    browser.keys("pla");
    browser.wait("document.querySelectorAll('#suggestions [role=option]').length > 0");
    browser.keys(&format!("{DOWN}{ENTER}"));
    browser.wait("document.getElementById('q').value.endsWith(':')");
    // A field without a value is unfinished, so it must not be marked as wrong.
    assert_eq!(browser.value("document.querySelector('#colours .wrong')"), Value::Null);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_last_of_many_fast_clicks_wins() {
    let Some((server, browser)) = at("/?m=Q16,D4", DESK) else {
        return;
    };
    browser.run(
        "const real = window.fetch; let next = 1;
         window.late = 0;
         window.fetch = async (...asked) => {
             next = (next * 48271) % 2147483647;
             window.late += 1;
             await new Promise((go) => setTimeout(go, next % 300));
             try {
                 const answer = await real(...asked);
                 await answer.clone().text();
                 return answer;
             } finally {
                 window.late -= 1;
             }
         };",
    );
    // Thirty steps forth and back, faster than any answer arrives.
    browser.run(
        "for (let i = 0; i < 30; i++) {
             const links = [...document.querySelectorAll('#moves a[id^=next-], .steps a[href]')];
             links[(i * 7) % links.length].click();
         }",
    );
    // Answers to the earlier clicks have now arrived or were dropped.
    browser.wait("!window.late");
    wait_until_settled(&server, &browser);
    assert_eq!(total(&browser), expected(&server, &browser));
    let current_moves =
        browser.value("document.querySelectorAll('ol.moves [aria-current=step]').length");
    let place = browser.place();
    let played = place.contains("m=") && !place.contains("at=0");
    assert_eq!(current_moves == 1, played, "{}", browser.place());
}

#[test]
fn back_and_forward_walk_through_twenty_states() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    let mut places = vec![browser.place()];
    for at in 0..20 {
        browser.play(at % 10 + 4, at / 10 + 7);
        let depth = at + 1;
        browser.wait(&format!(
            "new URLSearchParams(location.search).get('m')?.split(',').length === {depth}"
        ));
        wait_until_settled(&server, &browser);
        places.push(browser.place());
    }
    for place in places.iter().rev().skip(1) {
        browser.back();
        browser.wait(&format!("location.pathname + location.search === {place:?}"));
        wait_until_settled(&server, &browser);
    }
    for place in places.iter().skip(1) {
        browser.forward();
        browser.wait(&format!("location.pathname + location.search === {place:?}"));
    }
    wait_until_settled(&server, &browser);
}

/// Moves that the browser already knows can be clicked at once, without waiting for the page. All of them must be
/// played.
#[test]
fn moves_that_are_clicked_at_once_are_all_played() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    browser.run(
        "const board = document.querySelector('#position svg.board');
         const margin = Number(board.dataset.margin);
         for (let at = 4; at < 10; at++) {
             const point = new DOMPoint(margin + 20 * (at + .5), margin + 20 * 7.5).matrixTransform(board.getScreenCTM());
             const place = { clientX: point.x, clientY: point.y, bubbles: true, cancelable: true, pointerType: 'mouse' };
             document.querySelector('#position svg.board').dispatchEvent(new PointerEvent('click', place));
         }",
    );
    browser.wait("location.search === '?m=E12,F12,G12,H12,J12,K12'");
    wait_until_settled(&server, &browser);
}

#[test]
fn a_mistyped_move_is_reported_and_the_page_stays() {
    let Some((server, browser)) = at("/?m=Q16,D4", DESK) else {
        return;
    };
    let board = "document.querySelector('#position .stones').innerHTML";
    browser.wait("document.querySelector('#position .stones')");
    let before = browser.value(board);
    browser.run("document.getElementById('play').focus()");
    browser.keys(&format!("Q99{ENTER}"));
    browser.wait("document.getElementById('play-mistake')");
    assert!(browser.text("#play-mistake").contains("Q99"));
    assert_eq!(browser.place(), "/?m=Q16,D4");
    assert_eq!(browser.value(board), before);
    browser
        .run("document.getElementById('play').value = ''; document.getElementById('play').focus()");
    browser.keys(&format!("Q3{ENTER}"));
    browser.wait("location.search === '?m=Q16,D4,Q3'");
    wait_until_settled(&server, &browser);
    assert!(browser.value("document.getElementById('problem').hidden") == true);
}

#[test]
fn a_typing_storm_ends_at_what_was_typed() {
    let Some((server, browser)) = at("/?m=Q16", DESK) else {
        return;
    };
    browser.run(
        "const box = document.getElementById('q'); box.focus();
         const text = 'player:Lee result:W+';
         for (let round = 0; round < 5; round++) {
             for (let at = 1; at <= text.length; at++) {
                 box.value = text.slice(0, at);
                 box.dispatchEvent(new Event('input'));
             }
         }",
    );
    browser.wait("new URLSearchParams(location.search).get('q') === 'player:Lee result:W+'");
    wait_until_settled(&server, &browser);
    assert!(browser.value("document.getElementById('problem').hidden") == true);
}

#[test]
fn the_keyboard_and_a_listener_reach_a_position() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    for name in ["Q16", "D4", "Q3"] {
        browser.run("document.getElementById('play').focus()");
        browser.keys(&format!("{name}{ENTER}"));
        browser.wait(&format!("location.search.endsWith('{name}')"));
        wait_until_settled(&server, &browser);
    }
    // Screen readers must hear the summary sentence once the page has settled.
    browser.wait("document.getElementById('live').textContent === document.getElementById('moves').dataset.said");
    browser.run("document.activeElement.blur()");
    browser.keys(LEFT);
    browser.wait("location.search.includes('at=2')");
    wait_until_settled(&server, &browser);
}

#[test]
fn hits_are_leafed_through_without_opening_them() {
    let Some((_server, browser)) = at("/games?q=comment:*", DESK) else {
        return;
    };
    let rows = "document.querySelectorAll('#list [data-href]')";
    browser.wait(&format!("{rows}.length > 2"));
    browser.run("document.activeElement.blur()");
    browser.keys("j");
    browser.keys("j");
    browser.wait("new URLSearchParams(location.search).has('sel')");
    let place = browser.place();
    browser.wait("document.querySelector('#preview svg.board')");
    browser.keys("k");
    browser.wait(&format!("location.pathname + location.search !== {place:?}"));
    assert!(browser.place().starts_with("/games?q=comment:*"), "{}", browser.place());
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn an_address_shows_another_reader_the_same() {
    let place = "/?m=Q16,D4,Q3&at=2&q=player:Lee";
    let Some((server, browser)) = at(place, DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    assert_eq!(browser.place(), place);
    let seen = browser.text("#moves");
    let other = open(DESK.0, DESK.1).unwrap();
    other.go(&format!("http://127.0.0.1:{}{place}", server.port));
    wait_until_settled(&server, &other);
    assert_eq!(other.text("#moves"), seen);
    // JSON at the page's address, and at that of `/api/v1`.
    let data = server.json(&place.replacen('/', "/explore.json", 1));
    let api = server.json(&place.replacen('/', "/api/v1/explore", 1));
    assert_eq!(data["total"], api["total"]);
}

#[test]
fn every_control_has_a_name() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    let list = server.json("/api/v1/search?q=has:comments+kind:go");
    let game = format!("/game/{}", list["games"][0]["id"].as_str().unwrap());
    for place in [
        "/",
        "/?m=Q16,D4&q=player:Lee",
        "/?m=Q16,D4&q=player:Lee&q2=*",
        "/?m=Q16,D4&area=N9-T19&any=R11&seq=1",
        "/games?q=comment:*",
        &game,
        "/players",
        "/versus?player=Lee+Sedol&player=AlphaGo",
        "/archive",
        "/archive?tab=same",
        "/practise?q=player:Lee",
        "/help",
    ] {
        browser.go(&format!("http://127.0.0.1:{}{place}", server.port));
        browser.wait("document.getElementById('main')");
        let tree = browser.devtools("Accessibility.getFullAXTree", serde_json::json!({}));
        let controls: HashSet<&str> = [
            "button",
            "link",
            "textbox",
            "searchbox",
            "combobox",
            "slider",
            "checkbox",
            "listbox",
            "option",
            "tab",
            "menuitem",
            "spinbutton",
            "grid",
            "gridcell",
        ]
        .into();
        let nodes = tree["nodes"].as_array().unwrap();
        let mut found = 0;
        for node in nodes.iter().filter(|node| node["ignored"] != true) {
            let role = node["role"]["value"].as_str().unwrap_or_default();
            if controls.contains(role) {
                found += 1;
                let name = node["name"]["value"].as_str().unwrap_or_default();
                assert!(!name.trim().is_empty(), "{place}: a {role} has no name: {node}");
            }
        }
        assert!(found >= 5, "{place}: {found} controls");
        assert_eq!(browser.value("document.querySelectorAll('h1').length"), 1, "{place}");
    }
}

#[test]
fn a_phone_has_everything_and_nothing_sticks_out() {
    let Some((server, browser)) = at("/?m=Q16,D4", PHONE) else {
        return;
    };
    let list = server.json("/api/v1/search?q=has:comments+kind:go");
    let game = format!("/game/{}", list["games"][0]["id"].as_str().unwrap());
    for place in [
        "/?m=Q16,D4",
        "/?m=Q16,D4&area=N9-T19&any=R11",
        "/?m=Q16,D4&q=player:Lee&q2=*",
        "/games?q=comment:*",
        &game,
        "/players",
        "/player/Lee%20Changho",
        "/versus?player=Lee+Sedol&player=AlphaGo",
        "/archive",
        "/archive?tab=same",
        "/archive?of=no-game",
        "/practise?q=player:Lee",
        "/help",
    ] {
        browser.go(&format!("http://127.0.0.1:{}{place}", server.port));
        browser.wait("document.getElementById('main')");
        let width = browser.value("document.documentElement.scrollWidth");
        assert!(width.as_u64() <= Some(390), "{place} is {width} wide");
    }
}

#[test]
fn pages_work_without_scripts() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let server = Server::samples(&[]);
    browser.devtools("Emulation.setScriptExecutionDisabled", serde_json::json!({"value": true}));
    browser.go(&format!("http://127.0.0.1:{}/?m=Q16", server.port));
    browser.click("#next-D4");
    assert_eq!(browser.place(), "/?m=Q16,D4");
    browser.click("#back");
    assert_eq!(browser.place(), "/?m=Q16,D4&at=1");
    browser.click("#q");
    browser.keys(&format!("player:Lee{ENTER}"));
    // If the browser runs no scripts, the test can only read its address.
    wait_until("the query and the move are in the address", || {
        let place = browser.place();
        place.contains("q=player%3ALee") && place.contains("m=Q16")
    });
}

#[test]
fn a_hostile_record_stays_text() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let place = crate::support::Place::new();
    place.write(
        "hostile.sgf",
        "(;GM[1]FF[4]SZ[19]PB[<script>window.broken=1</script>]PW[\"><img src=x onerror=window.broken=2>]\
         EV[\u{202e}gnitset </title><svg onload=window.broken=3>]C[<b onclick=window.broken=4>here\\]</b>]\
         ;B[pd]LB[dd:<i>]C[javascript:window.broken=5 [https://example.invalid\\]])",
    );
    place.build();
    let server = Server::start(&place.folder(), &[]);
    check_nothing_runs(&server, &browser, "comment:here");
    // The hostile game of the sample archive tries more attacks. If one of them opened an alert, the next command of
    // the browser would fail.
    check_nothing_runs(&Server::samples(&[]), &browser, "file:hostile.sgf");
}

/// Opens every page that shows the record that a query finds, and checks that no script of the record runs.
fn check_nothing_runs(server: &Server, browser: &Browser, query: &str) {
    let list = server.json(&format!("/api/v1/search?q={query}"));
    let game = &list["games"][0];
    let (id, black) = (game["id"].as_str().unwrap(), &game["black"]);
    let black = crate::web::encoded(black.as_str().unwrap());
    for target in [
        "/",
        &format!("/games?q={query}"),
        &format!("/games?q={query}&view=table"),
        &format!("/games?q={query}&view=boards"),
        &format!("/game/{id}"),
        &format!("/game/{id}?node=1"),
        "/players?limit=500",
        &format!("/player/{black}"),
    ] {
        browser.go(&format!("http://127.0.0.1:{}{target}", server.port));
        browser.wait("document.getElementById('main')");
        let strangers =
            browser.value("document.querySelectorAll('main script, main img[onerror], main b[onclick], main svg[onload]').length");
        assert_eq!(strangers, 0, "{target}");
        assert_eq!(browser.value("window.broken ?? null"), Value::Null, "{target}");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{target}");
    }
}
