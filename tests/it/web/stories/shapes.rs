use super::{DESK, PHONE, at, expected, total, wait_until_settled};
use crate::support::holds_for;
use crate::web::browser::{Browser, DOWN, ENTER, ESCAPE, LEFT, RIGHT, SHIFT, UP, WITH_SHIFT, open};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// Address of a corner in which both sides play next.
const SHAPE: &str = "/?b=Q16,D3&area=N13-T19";
const AREA: &str = "new URLSearchParams(location.search).get('area')";

/// Waits until the address has this region.
fn wait_for_region(browser: &Browser, area: &str) {
    browser.wait(&format!("{AREA} === '{area}'"));
}

#[test]
fn a_student_asks_what_professionals_answer_in_a_corner() {
    let Some((server, browser)) = at("/?m=Q16,D4&q=date:1900..2030", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    let whole = total(&browser);
    // Dragging with the right button must draw a region in any mode.
    browser.drag_right(browser.point(12, 6), browser.point(18, 0));
    wait_for_region(&browser, "N13-T19");
    wait_until_settled(&server, &browser);
    assert!(total(&browser) >= whole, "a part stands in more games than the whole");
    assert_eq!(browser.value("document.querySelectorAll('.part .bound').length"), 2);
    assert!(browser.text("#sentence").contains("in a corner, 7 × 7 lines"));
    // Next moves inside the region and moves elsewhere must be in separate tables, with years.
    let data = server.json(&browser.place().replacen('/', "/explore.json", 1));
    let rows = data["moves"].as_array().unwrap();
    let inside = rows
        .iter()
        .filter(|row| row["at"].as_str().unwrap().len() < 4 && row["at"] != "end")
        .count();
    assert_eq!(
        browser.value("document.querySelectorAll('table.inside:not(.later) tbody tr').length"),
        inside as u64
    );
    assert!(browser.text("table.tenuki").contains("elsewhere"));
    let first = rows
        .iter()
        .find(|row| row["at"].as_str().unwrap().len() < 4 && row["at"] != "end")
        .unwrap();
    browser.click("table.inside a.more");
    browser.wait("document.querySelector('tr.more')");
    let more = browser.text("tr.more");
    assert!(more.contains(&first["first_year"].to_string()), "since when: {more}");
    assert!(more.contains(&first["last_year"].to_string()), "until when: {more}");
    // Sorted by the first year, the table must have the newest moves first. Rows of the two tables must not mix.
    browser.click("table.inside thead th:nth-child(6) button");
    browser.wait("document.querySelector('table.inside th:nth-child(6)[aria-sort=descending]')");
    assert_eq!(browser.value("[...document.querySelectorAll('table.inside tbody b')].some((b) => b.textContent === 'elsewhere')"), false);
    // Submitting a query for professionals must keep the shape.
    browser.run("document.getElementById('q').value = ''");
    browser.click("#q");
    browser.keys(&format!("rank>=1p{ENTER}"));
    browser.wait("new URLSearchParams(location.search).get('q') === 'rank>=1p'");
    wait_until_settled(&server, &browser);
    wait_for_region(&browser, "N13-T19");
    browser.run("document.activeElement.blur()");
    // A click on the bar of a side must free this side, so that the shape may lie anywhere along the other side.
    let bound = total(&browser);
    browser.press(browser.point_at(18.5, 5.0), 0);
    browser.wait("new URLSearchParams(location.search).get('edges') === 'top'");
    wait_until_settled(&server, &browser);
    assert!(total(&browser) >= bound);
    // Dragging a corner must enlarge the region.
    browser.drag(browser.point_at(11.5, 6.5), browser.point(11, 8));
    wait_for_region(&browser, "M11-T19");
    wait_until_settled(&server, &browser);
    // The pen, or Shift+click, must make points open, so that they may hold more than one thing.
    browser.click("[data-pen=any]");
    browser.play(16, 6);
    browser.wait("new URLSearchParams(location.search).get('any') === 'R13'");
    for sign in ["any", "maybe-b", "maybe-w", "stone"] {
        // The board is redrawn after each click, and a click before that would be lost.
        wait_until_settled(&server, &browser);
        browser.press(browser.point(17, 6), WITH_SHIFT);
        browser
            .wait(&format!("new URLSearchParams(location.search).get('{sign}')?.includes('S13')"));
    }
    wait_until_settled(&server, &browser);
    assert_eq!(browser.value("document.querySelectorAll('.board .open').length"), 2);
    assert!(browser.text("#sentence").contains("with 2 open points"));
    // Clicks with Shift go through all conditions that a point may have. After the last one, the point must be as in
    // the beginning.
    browser.press(browser.point(17, 6), WITH_SHIFT);
    browser.wait("!new URLSearchParams(location.search).has('stone')");
    wait_until_settled(&server, &browser);
    // A listed game must be shown rotated as the shape is. One key must show it as in the record.
    browser.click("#games ol.games a");
    browser.wait("location.pathname.startsWith('/game/') && document.querySelector('.game .part')");
    browser.run("document.activeElement.blur()");
    browser.keys("x");
    browser.wait("!location.search.includes('area') && !document.querySelector('.game .part')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_finger_draws_a_shape() {
    let Some((server, browser)) = at("/?m=Q16,O17", PHONE) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.tap(browser.middle("#sheet"));
    browser.wait("document.querySelector('#sheet[aria-expanded=true]')");
    browser.tap(browser.middle("#region"));
    browser.wait("document.querySelector('svg.board.regions')");
    browser.run("document.querySelector('svg.board').scrollIntoView({ block: 'center' })");
    browser.swipe(browser.point(12, 7), browser.point(18, 0));
    wait_for_region(&browser, "N12-T19");
    wait_until_settled(&server, &browser);
    // A finger must be able to grab a corner within an area of 44 pixels.
    let (x, y) = browser.point_at(11.5, 7.5);
    browser.swipe((x - 14.0, y + 14.0), browser.point(10, 9));
    wait_for_region(&browser, "L10-T19");
    wait_until_settled(&server, &browser);
    // A tap must only propose the change.
    browser.click("[data-pen=stone]");
    browser.run("document.querySelector('svg.board').scrollIntoView({ block: 'center' })");
    browser.tap(browser.point(11, 8));
    browser.wait("document.getElementById('play-it')?.textContent === '* at M11'");
    browser.click("#play-it");
    browser.wait("new URLSearchParams(location.search).get('stone') === 'M11'");
    wait_until_settled(&server, &browser);
    let width = browser.value("document.documentElement.scrollWidth");
    assert!(width.as_u64() <= Some(390), "{width} wide");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn keys_alone_draw_a_shape() {
    let Some((server, browser)) = at("/?m=Q16,O17", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.wait("document.getElementById('cell-9-9')");
    browser.run("document.getElementById('cell-9-9').focus()");
    browser.keys("r");
    browser.wait("document.getElementById('live').textContent.startsWith('K10 to K10')");
    // Moves the focus by keys from the middle of the board to its upper right corner.
    browser.keys(&format!("{UP}{UP}{UP}{UP}{UP}{UP}{UP}{UP}{UP}{RIGHT}{RIGHT}{RIGHT}"));
    let down = DOWN.repeat(6);
    let right = RIGHT.repeat(6);
    browser.keys(&format!("{SHIFT}{down}{right}{SHIFT}"));
    browser.wait("document.getElementById('live').textContent.startsWith('N13 to T19, 7 by 7 lines, at the upper and right edge')");
    browser.keys(ENTER);
    wait_for_region(&browser, "N13-T19");
    wait_until_settled(&server, &browser);
    // The bars of the sides are links with names, so it must be possible to free a side by keys.
    browser.run("document.querySelector('.side[data-side=\"right\"]').focus()");
    browser.keys(ENTER);
    browser.wait("new URLSearchParams(location.search).get('edges') === 'top'");
    wait_until_settled(&server, &browser);
    // Keys must set a character at the point that has the focus.
    browser.wait("document.getElementById('cell-16-4')");
    browser.run("document.getElementById('cell-16-4').focus()");
    browser.keys("w");
    browser.wait("new URLSearchParams(location.search).get('any') === 'R15'");
    wait_until_settled(&server, &browser);
    browser.wait(
        "document.getElementById('cell-16-4')?.getAttribute('aria-label') === 'R15, anything'",
    );
    // Cancelling with Escape must change nothing. After that, the test leaves the shape.
    let place = browser.place();
    browser.run("document.activeElement.blur()");
    browser.keys("r");
    browser.keys(LEFT);
    browser.keys(ESCAPE);
    assert_eq!(browser.place(), place);
    assert_eq!(browser.value("document.querySelectorAll('.drawn').length"), 0);
    browser.run("document.activeElement.blur()");
    browser.keys(ESCAPE);
    browser.wait(&format!("{AREA} === null"));
    wait_until_settled(&server, &browser);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_address_of_a_shape_shows_another_reader_the_same() {
    let place = "/?m=Q16,O17&area=M12-T19&edges=top&any=R13,S13&maybe-b=P14&colours=any";
    let Some((server, browser)) = at(place, DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    let seen = |browser: &Browser| {
        browser.wait("document.getElementById('cell-0-0')");
        [
            browser.value("document.querySelector('#position svg.board').outerHTML"),
            Value::from(browser.text("#moves")),
            Value::from(browser.text("#sentence")),
        ]
    };
    let first = seen(&browser);
    let data = |browser: &Browser| {
        let script = "(await (await fetch(location.pathname.replace('/', '/explore.json') + location.search)).json())";
        let answer = browser.run(&format!(
            "return (async () => {{ const told = {script}; delete told.took_us; return told; }})()"
        ));
        assert_eq!(answer["total"].as_u64(), Some(expected(&server, browser)));
        answer
    };
    let answer = data(&browser);
    let other = open(DESK.0, DESK.1).unwrap();
    other.go(&format!("http://127.0.0.1:{}{place}", server.port));
    wait_until_settled(&server, &other);
    assert_eq!(seen(&other), first);
    assert_eq!(data(&other), answer);
}

/// The handle of a corner catches clicks even where it lies on a point, so such a click must play no stone.
#[test]
fn a_handle_plays_no_stone() {
    let Some((server, browser)) = at("/?m=Q16&area=K10-Q16", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.wait("document.querySelector('[role=gridcell]')");
    let place = browser.place();
    let corners = [(8.5, 2.5), (15.5, 2.5), (15.5, 9.5), (8.5, 9.5)];
    for (x, y) in corners {
        let inward = (if x < 10.0 { 3.0 } else { -3.0 }, if y < 5.0 { 3.0 } else { -3.0 });
        let (left, top) = browser.point_at(x, y);
        browser.press((left, top), 0);
        browser.press((left + inward.0, top + inward.1), 0);
        browser.press((left - inward.0, top - inward.1), 0);
        browser.drag((left, top), (left + inward.0, top + inward.1));
    }
    browser.run("document.activeElement.blur()");
    assert!(holds_for(Duration::from_millis(200), || browser.place() == place));
    // It must be possible to play at a point beside the handle.
    browser.play(9, 3);
    browser.wait("new URLSearchParams(location.search).get('m') === 'Q16,K16'");
    wait_until_settled(&server, &browser);
    // Dragging the handle must still move the corner.
    browser.drag(browser.point_at(8.5, 9.5), browser.point(7, 11));
    wait_for_region(&browser, "H8-Q16");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_finger_on_a_handle_plays_no_stone() {
    let Some((server, browser)) = at("/?m=Q16&area=K10-Q16", PHONE) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.wait("document.querySelector('[role=gridcell]')");
    let place = browser.place();
    // The board may still move while the page is laid out, so the handle is located before each gesture.
    let handle = || browser.still_point_at(8.5, 9.5);
    let beside = |(left, top): (f64, f64)| (left + 3.0, top - 3.0);
    browser.tap(handle());
    browser.tap(beside(handle()));
    browser.swipe(handle(), beside(handle()));
    let is_same = holds_for(Duration::from_millis(300), || browser.place() == place);
    assert!(is_same, "{} instead of {place}", browser.place());
    assert_eq!(browser.value("document.getElementById('play-it')"), Value::Null);
}

/// If both sides play at a point, its disc (the mark of a next move) must show the more frequent move, and a click must
/// play that move.
#[test]
fn the_more_frequent_move_has_the_disc() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let place = crate::support::Place::new();
    for at in 0..9 {
        // R14 is Black's move in three games and White's in more; for Q14 the colours are exchanged.
        let (rare, often) = if at < 2 { ("B[qf]", "W[pf]") } else { ("W[qf]", "B[pf]") };
        let next = if at % 2 == 0 { rare } else { often };
        let setup = "AB[pd][dq]";
        place.write(&format!("{at}.sgf"), format!("(;PB[Anna]DT[200{at}]{setup};{next};B[aa])"));
        place
            .write(&format!("{at}-{at}.sgf"), format!("(;PB[Bea]DT[199{at}]{setup};{rare};B[ab])"));
    }
    place.build();
    let server = crate::web::Server::start(&place.folder(), &[]);
    let list = server.json("/api/v1/search?q=Bea");
    let game = format!("/game/{}", list["games"][0]["id"].as_str().unwrap());
    for (place, address) in [
        (SHAPE, SHAPE),
        ("/?b=Q16,D3&turn=W", "/?b=Q16,D3&turn=W"),
        ("/?b=Q16,D3", "/?b=Q16,D3"),
        (&game, "/?b=Q16,D3"),
    ] {
        let moves = server.json(&address.replacen('/', "/explore.json", 1))["moves"].clone();
        let mut most: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for row in moves.as_array().unwrap().iter().filter(|row| row["at"] != "elsewhere") {
            let games = most.entry(row["at"].as_str().unwrap()).or_default();
            games.push(row["games"].as_u64().unwrap());
        }
        let both: Vec<_> = most.into_iter().filter(|(_, games)| games.len() == 2).collect();
        assert_eq!(both.len(), 2, "{moves}");
        browser.go(&format!("http://127.0.0.1:{}{place}", server.port));
        browser.wait("document.querySelector('.discs .disc')");
        for (at, games) in both {
            assert_ne!(games[0], games[1]);
            let discs = format!("document.querySelectorAll('.discs [data-at={at}]')");
            assert_eq!(browser.value(&format!("{discs}.length")), 1, "{place}: {at}");
            let label = browser.value(&format!("{discs}[0].getAttribute('aria-label')"));
            let expected_label = format!("{at}: {} games", games.iter().max().unwrap());
            let is_told = label.as_str().is_none_or(|label| label.starts_with(&expected_label));
            assert!(is_told, "{place}: {label}, not {expected_label}");
        }
    }
    // A click on a disc (the mark of a next move) must play its move, whichever side it belongs to.
    browser.go(&format!("http://127.0.0.1:{}{SHAPE}", server.port));
    browser.wait("document.querySelector('[role=gridcell]')");
    let led = browser.value("document.querySelector('.discs .disc').getAttribute('href')");
    browser.press(browser.middle(".discs .disc circle"), 0);
    browser.wait(&format!("location.pathname + location.search === {led}"));
}

/// The switches of the part of the board say which one is on, and a drag leaves no previewed stone behind.
#[test]
fn the_switch_of_the_region_is_on_while_it_is_drawn() {
    let Some((server, browser)) = at("/?m=Q16,O17", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    let on =
        "[...document.querySelectorAll('#areas [aria-pressed=true]')].map((one) => one.id).join()";
    assert_eq!(browser.value(on), "whole");
    browser.click("#region");
    browser.wait(&format!("{on} === 'region'"));
    // The switch of the part that the page shows ends the drawing.
    browser.click("#whole");
    browser.wait(&format!("{on} === 'whole'"));
    assert_eq!(browser.place(), "/?m=Q16,O17");
    browser.click("#region");
    browser.drag(browser.point(12, 7), browser.point(18, 0));
    wait_for_region(&browser, "N12-T19");
    wait_until_settled(&server, &browser);
    assert_eq!(browser.value(on), "region");
    let ghosts = "document.querySelectorAll('svg.board .ghost > *').length";
    assert_eq!(browser.value(ghosts), 0);
    // The space bar presses a switch as Enter does.
    browser.run("document.getElementById('whole').focus()");
    browser.keys(" ");
    browser.wait(&format!("{on} === 'whole' && !location.search.includes('area')"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
