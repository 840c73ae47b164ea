//! Tasks of six kinds of users, done by a reader of Japanese.

use super::{DESK, PHONE, at, total, wait_until_settled};
use crate::web::Server;
use crate::web::browser::{Browser, DOWN, ENTER};
use kifu_index::messages::{Locale, Message};

/// Opens a browser that has chosen Japanese, at an address.
fn japanese(place: &str, size: (u32, u32)) -> Option<(Server, Browser)> {
    let (server, browser) = at("/help", size)?;
    browser.run("document.querySelector('.languages button[value=\"ja\"]').click()");
    browser.wait("document.documentElement.lang === 'ja'");
    browser.go(&format!("http://127.0.0.1:{}{place}", server.port));
    browser.wait("document.documentElement.lang === 'ja' && document.getElementById('main')");
    Some((server, browser))
}

/// A message without arguments in Japanese, as pages show it.
fn message_text(id: &'static str) -> String {
    Message::new(id, Vec::new()).in_language(Locale::Japanese)
}

#[test]
fn an_opening_is_played_through_filtered_shared_and_downloaded() {
    let Some((server, browser)) = japanese("/", DESK) else {
        return;
    };
    for (x, y, name) in [(15, 3, "Q16"), (3, 15, "D4"), (15, 16, "Q3")] {
        browser.play(x, y);
        browser.wait(&format!("location.search.endsWith('{name}')"));
        wait_until_settled(&server, &browser);
    }
    browser.click("#q");
    // A query with field names in Japanese must be accepted.
    browser.keys("対局者:Lee");
    browser.wait("new URLSearchParams(location.search).get('q') === '対局者:Lee'");
    wait_until_settled(&server, &browser);
    assert!(browser.text("#sentence").contains("対局者が「Lee」"), "{}", browser.text("#sentence"));
    assert!(total(&browser) > 0);
    let place = browser.place();
    browser.go(&format!("http://127.0.0.1:{}{place}", server.port));
    wait_until_settled(&server, &browser);
    assert_eq!(browser.place(), place, "what is shared shows the same");
    let file = browser.value("[...document.querySelectorAll('a[download]')].find((link) => /as=sgf/.test(link.href)).getAttribute('href')");
    let (answer, bytes) = server.download(file.as_str().unwrap());
    assert_eq!(answer.status, 200);
    assert!(bytes.starts_with(b"(;"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_shape_is_looked_for_in_a_corner() {
    let Some((server, browser)) = japanese("/?m=Q16,D4", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.drag_right(browser.point(12, 6), browser.point(18, 0));
    browser.wait("new URLSearchParams(location.search).get('area') === 'N13-T19'");
    wait_until_settled(&server, &browser);
    let sentence = browser.text("#sentence");
    assert!(sentence.contains(&message_text("place-corner")), "{sentence}");
    browser.click("table.inside a.more");
    browser.wait("document.querySelector('tr.more')");
    let more = browser.text("tr.more");
    assert!(more.contains(&message_text("moves-at-once")), "{more}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_comment_is_read_on_a_phone_with_a_finger() {
    let Some((_server, browser)) = japanese("/games?q=comment:*+size:19&view=comments", PHONE)
    else {
        return;
    };
    browser.wait("document.querySelector('#rows li[data-href]')");
    browser.tap(browser.middle("#rows li[data-href] a:not(.picture)"));
    // The address changes before the page does, and the list has a board as well, so both are awaited.
    let next = format!("[aria-label=\"{}\"]", message_text("game-forward"));
    browser.wait(&format!(
        "location.pathname.startsWith('/game/') && document.querySelector('{next}')"
    ));
    assert_eq!(browser.value("document.documentElement.lang"), "ja");
    let wide = browser.value("document.documentElement.scrollWidth");
    assert_eq!(wide, PHONE.0);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_rival_is_prepared_for() {
    let Some((server, browser)) = japanese("/players?name=lee+s", DESK) else {
        return;
    };
    browser.wait("document.querySelector('#people tbody th a')");
    browser.click("#people tbody th a");
    browser.wait("document.querySelector('.person')");
    let page = browser.text("#main");
    assert!(page.contains(&message_text("person-opponents")), "{page}");
    browser.click("#openings tbody a");
    browser.wait("location.pathname === '/games' && document.querySelector('#rows')");
    assert!(browser.text("#sentence").contains("対局者が「"), "{}", browser.text("#sentence"));
    browser.back();
    browser.wait("document.querySelector('.person')");
    browser.run("[...document.querySelectorAll('.ways-of a')].at(-1).click()");
    browser.wait("location.pathname === '/' && document.querySelector('[role=gridcell]')");
    wait_until_settled(&server, &browser);
    assert!(total(&browser) > 0);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn keys_and_a_listener_reach_a_position() {
    let Some((server, browser)) = japanese("/", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.run("document.querySelector('#moves table a').focus()");
    browser.keys(ENTER);
    browser.wait("location.search.includes('m=')");
    wait_until_settled(&server, &browser);
    browser.wait("/[0-9]局/.test(document.getElementById('live').textContent)");
    let live = browser.text("#live");
    let latin = live.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2);
    assert_eq!(latin.count(), 0, "{live}");
    browser.keys("/");
    browser.keys("pla");
    browser.wait("document.querySelectorAll('#suggestions [role=option]').length > 0");
    let help = browser.text("#suggestions");
    assert!(help.contains(&message_text("field-player")), "{help}");
    browser.keys(DOWN);
    browser.keys(ENTER);
    browser.wait("document.getElementById('q').value.endsWith(':')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn an_archivist_checks_the_archive() {
    let Some((_server, browser)) = japanese("/archive", DESK) else {
        return;
    };
    browser.wait("document.querySelector('#main h1')");
    assert_eq!(browser.text("#main h1"), message_text("archive-title"));
    browser.wait("document.querySelector('button.copy')");
    assert_eq!(browser.text("button.copy"), message_text("archive-copy-button"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
