use super::{DESK, PHONE, at, wait_until_settled};
use crate::web::Server;
use crate::web::browser::{Browser, ENTER, Place, RIGHT, open};

/// Two places in the chart of years.
fn years(browser: &Browser) -> (Place, Place) {
    let (x, y) = browser.middle("svg.years");
    let width = browser.value("document.querySelector('svg.years').getBoundingClientRect().width");
    let width = width.as_f64().unwrap();
    ((x - width / 5.0, y), (x + width / 5.0, y))
}

/// First and last year in the address.
fn chosen(browser: &Browser) -> (i32, i32) {
    browser.wait("(new URLSearchParams(location.search).get('q') ?? '').startsWith('date:')");
    let query = browser.value("new URLSearchParams(location.search).get('q').slice(5)");
    let query = query.as_str().unwrap();
    let (from, to) = query.split_once("..").unwrap_or((query, query));
    (from.parse().unwrap(), to.parse().unwrap())
}

#[test]
fn years_are_drawn_with_the_mouse_and_taken_back() {
    let Some((server, browser)) = at("/?m=Q16", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    let all = super::total(&browser);
    let (from, to) = years(&browser);
    browser.drag(from, to);
    let (first, last) = chosen(&browser);
    wait_until_settled(&server, &browser);
    assert!(first < last && super::total(&browser) < all, "{first} {last}");
    // A handle must move only its own end of the range.
    browser.drag(browser.middle("#years-from .grip"), from_end(&browser, 0.15));
    browser.wait(&format!("!location.search.includes('{first}..')"));
    let moved = chosen(&browser);
    assert_eq!((moved.0 < first, moved.1), (true, last));
    wait_until_settled(&server, &browser);
    browser.click("#all-years");
    browser.wait("location.search === '?m=Q16'");
    wait_until_settled(&server, &browser);
    assert_eq!(super::total(&browser), all);
}

/// A place in the chart of years, at this fraction of its width.
fn from_end(browser: &Browser, part: f64) -> Place {
    let (x, y) = browser.middle("svg.years");
    let width = browser.value("document.querySelector('svg.years').getBoundingClientRect().width");
    (x + width.as_f64().unwrap() * (part - 0.5), y)
}

#[test]
fn years_are_drawn_with_a_finger() {
    let Some((server, browser)) = at("/?m=Q16&tab=years", PHONE) else {
        return;
    };
    wait_until_settled(&server, &browser);
    let (from, to) = years(&browser);
    browser.swipe(from, to);
    let (first, last) = chosen(&browser);
    wait_until_settled(&server, &browser);
    assert!(first < last);
}

#[test]
fn years_are_moved_by_keys() {
    let Some((server, browser)) = at("/?m=Q16", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    let number = |name: &str| {
        let text =
            browser.value(&format!("document.querySelector('#years-from').getAttribute('{name}')"));
        text.as_str().unwrap().parse::<i32>().unwrap()
    };
    let begin = number("aria-valuenow");
    assert_eq!(begin, number("aria-valuemin"));
    browser.run("document.getElementById('years-from').focus()");
    browser.keys(&RIGHT.repeat(3));
    assert_eq!(chosen(&browser).0, begin + 3);
    wait_until_settled(&server, &browser);
    // The keyboard focus must be on the handle that was moved.
    assert_eq!(browser.value("document.activeElement.id"), "years-from");
    assert_eq!(number("aria-valuenow"), begin + 3);
}

/// Parts of the page that people see first must be loaded first. The games follow, and further rows when somebody opens
/// them.
#[test]
fn a_position_comes_in_parts() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let (_place, server) = Server::of_many_beginnings();
    browser.go(&format!("http://127.0.0.1:{}/?m=Q16", server.port));
    browser.wait("document.querySelector('[role=gridcell]')");
    browser.run("window.before = document.getElementById('main')");
    browser.click("#first");
    browser.wait("document.querySelector('#others[data-later]')");
    assert_eq!(browser.value("before.isConnected"), true);
    let answer = server.json("/explore.json?m=Q16&at=0");
    let number = |key: &str| answer[key].as_array().unwrap().len();
    let games = "document.querySelectorAll('#games ol.games > li').length";
    browser.wait(&format!("{games} === {}", number("games")));
    browser.wait("document.querySelector('[role=gridcell]')");
    browser.click("#moves details.rest summary");
    browser.wait("document.querySelector('#others tr')");
    let rows = "document.querySelectorAll('#moves tbody tr').length";
    assert_eq!(browser.value(rows), number("moves"));
    // The labels of the points on the board must have the numbers, too.
    let last = &answer["moves"].as_array().unwrap().last().unwrap()["at"];
    let cell = format!("document.querySelector('[data-point={last}]').getAttribute('aria-label')");
    assert!(browser.value(&cell).as_str().unwrap().contains("game"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn continuations_are_sorted_by_any_column() {
    let Some((_server, browser)) = at("/", DESK) else {
        return;
    };
    let column = |at: usize| -> Vec<String> {
        let cells = browser.value(&format!(
            "[...document.querySelectorAll('#moves table.continuations tbody tr')].map((row) => row.cells[{at}].innerText.trim())"
        ));
        let cells = cells.as_array().unwrap().iter();
        cells.map(|cell| cell.as_str().unwrap().to_owned()).collect()
    };
    let games = || -> Vec<u64> {
        let cells = column(1).into_iter();
        cells.map(|cell| cell.replace(',', "").parse().unwrap()).collect()
    };
    let head =
        |at: usize| format!("#moves table.continuations thead:not(.hidden) th:nth-child({at})");
    let sorted = |at: usize| {
        browser.value(&format!("document.querySelector('{}').getAttribute('aria-sort')", head(at)))
    };
    browser.click(&format!("{} button", head(2)));
    let mut least = games();
    assert!(least.is_sorted() && least.first() < least.last(), "{least:?}");
    assert_eq!(sorted(2), "ascending");
    browser.click(&format!("{} button", head(2)));
    least.reverse();
    assert_eq!(games(), least);
    assert_eq!(sorted(2), "descending");
    browser.click(&format!("{} button", head(1)));
    assert_eq!((sorted(1), sorted(2)), ("ascending".into(), serde_json::Value::Null));
    let points = browser.value("[...document.querySelectorAll('#moves table.continuations tr[data-at]')].map((row) => row.dataset.at[0])");
    let letters: Vec<&str> =
        points.as_array().unwrap().iter().flat_map(|name| name.as_str()).collect();
    assert!(
        letters.len() > 3 && letters.is_sorted_by_key(|letter| letter.to_lowercase()),
        "{letters:?}"
    );
    // The sort order of the rows must stay for the next position.
    browser.click("#moves a[id^=next-]");
    browser.wait("location.search.startsWith('?m=') && document.querySelectorAll('ol.moves li').length === 1");
    assert_eq!(sorted(1), "ascending");
}

/// The start page shows the table of moves and the years in its first window. The other moves belong to the same table
/// and have the same columns.
#[test]
fn the_start_page_begins_with_moves_and_years() {
    let Some(browser) = open(1280, 800) else {
        return;
    };
    let (_place, server) = Server::of_many_beginnings();
    browser.go(&format!("http://127.0.0.1:{}/", server.port));
    browser.wait("document.querySelector('#moves tr[data-at]') && document.querySelector('svg.years, #years p')");
    let bottom = "document.querySelector('svg.years').getBoundingClientRect().bottom";
    let bottom = browser.value(bottom).as_f64().unwrap();
    assert!(bottom <= 800.0, "{bottom}");
    let visible = "[...document.querySelectorAll('#moves table.next tbody tr')].filter((row) => row.checkVisibility()).length";
    assert_eq!(browser.value(visible), 8);
    browser.click("#moves details.rest summary");
    browser.wait(&format!("{visible} > 8"));
    assert_eq!(browser.value("document.querySelectorAll('#moves table.next').length"), 1);
    let columns = browser.value(
        "new Set([...document.querySelectorAll('#moves table.next tr')].map((row) => \
         [...row.cells].map((cell) => Math.round(cell.getBoundingClientRect().left)).join())).size",
    );
    assert_eq!(columns, 1, "all rows have the columns of the head");
    browser.click("#moves details.rest summary");
    browser.wait(&format!("{visible} === 8"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Several moves may be typed at once. What cannot be read is explained beside the field, and the page stays.
#[test]
fn typed_moves_are_played_or_explained_beside_the_field() {
    let Some((server, browser)) = at("/?m=Q16", DESK) else {
        return;
    };
    wait_until_settled(&server, &browser);
    browser.click("#play");
    browser.keys("d4 q3 Q3");
    browser.keys(ENTER);
    browser.wait("document.getElementById('play-mistake')");
    assert_eq!(browser.text("#play-mistake"), "There is a stone on Q3 already.");
    assert_eq!(browser.place(), "/?m=Q16");
    let field = "(() => { const field = document.getElementById('play'); \
                 return [field.value, field.ariaInvalid, field.getAttribute('aria-describedby')].join(); })()";
    assert_eq!(browser.value(field), "d4 q3 Q3,true,play-mistake");
    assert_eq!(browser.value("document.getElementById('problem')?.hidden ?? true"), true);
    browser.run("document.getElementById('play').select()");
    browser.keys("d4 q3 D16");
    assert_eq!(browser.value("document.getElementById('play-mistake')"), serde_json::Value::Null);
    browser.keys(ENTER);
    browser.wait("location.search === '?m=Q16,D4,Q3,D16'");
    wait_until_settled(&server, &browser);
    // A region that is none is explained beside its own field.
    browser.go(&format!("http://127.0.0.1:{}/?m=Q16&area=N13-T19", server.port));
    browser.wait("document.getElementById('area')");
    browser.run("document.getElementById('area').value = ''");
    browser.click("#area");
    browser.keys("N13-Z99");
    browser.keys(ENTER);
    browser.wait("document.getElementById('area-mistake')");
    assert!(browser.text("#area-mistake").contains("Z99"));
    assert!(browser.place().contains("area=N13-T19"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
