use super::{DESK, at};
use crate::support::{Place, program};
use crate::web::Server;
use crate::web::browser::open;
use std::process::{Child, Stdio};

#[test]
fn the_first_answer_takes_five_requests() {
    let Some((_server, browser)) = at("/?m=Q16,D4&q=player:Lee", DESK) else {
        return;
    };
    browser.wait(
        "document.querySelector('[role=gridcell]') && document.querySelector('#colours span')",
    );
    let requests = browser.value(
        "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)",
    );
    let requests: Vec<&str> =
        requests.as_array().unwrap().iter().flat_map(|path| path.as_str()).collect();
    // Besides the page itself, the browser may request only scripts and styles before the answer is there. It may
    // request the colours of the query later.
    let first: Vec<&&str> = requests.iter().filter(|path| **path != "/api/v1/parse").collect();
    assert!((2..=4).contains(&first.len()), "{requests:?}");
    assert!(first.iter().all(|path| path.starts_with("/a/")), "{requests:?}");
}

#[test]
fn a_changed_archive_is_announced_and_shown_on_click() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[pd];W[dp])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    browser.go(&format!("http://127.0.0.1:{}/?m=Q16", server.port));
    browser.wait("document.querySelector('[role=gridcell]')");
    browser.run("document.getElementById('play').focus()");
    let focus_script = "dispatchEvent(new Event('focus'))";
    browser.run(focus_script);
    place.write("b.sgf", "(;PB[Berta];B[pd];W[dd])");
    assert!(build(&place).wait().unwrap().success());
    let notice = "The archive has changed: 1 new game";
    browser.wait(&format!(
        "({focus_script}, document.getElementById('changed').textContent.startsWith({notice:?}))"
    ));
    assert_eq!(browser.value("document.getElementById('live').textContent"), notice);
    // The focus and the numbers must not change while somebody reads the page.
    assert_eq!(browser.value("document.activeElement.id"), "play");
    assert_eq!(browser.text("#moves .total strong"), "1");
    let news = "document.querySelector('#changed a').getAttribute('href')";
    assert_eq!(browser.value(news), "/games?q=is%3Anew+sort%3A-added");
    browser.click("#changed button");
    browser.wait("document.querySelector('#moves .total strong')?.innerText === '2'");
    browser.wait("document.getElementById('changed').hidden");
    assert_eq!(browser.place(), "/?m=Q16");
    // The page must keep answering while another program builds the index, and show the new games at the end.
    place.write("c.sgf", "(;PB[Clara];B[pd];W[dp])");
    let mut work = build(&place);
    browser.click("#next-D4");
    browser.wait("document.querySelector('ol.moves [aria-current]')?.id === 'm2'");
    assert!(work.wait().unwrap().success());
    browser.wait(&format!(
        "({focus_script}, document.querySelector('#changed button')?.click(),
          document.querySelector('#moves .total strong')?.innerText === '2')"
    ));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Story 8: an archivist looks at what was read, what is damaged and what has copies, while another program refreshes
/// the index.
#[test]
fn an_archivist_looks_after_the_archive_while_it_is_refreshed() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let place = Place::new();
    let moves: String = (0..60u8)
        .map(|at| {
            let point = [b'a' + at % 19, b'a' + 3 + 5 * (at / 19)].map(char::from);
            format!(";{}[{}{}]", ["B", "W"][usize::from(at % 2)], point[0], point[1])
        })
        .collect();
    place.write("a.sgf", format!("(;PB[Anna]PW[Bea]DT[1990]{moves})"));
    place.write("b.sgf", format!("(;PB[Anna]PW[Bea]DT[1991]{moves})"));
    place.write("c.sgf", "(;PB[Carl];B[pd];W[pd])");
    place.write("none.sgf", "nothing");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    browser.go(&format!("http://127.0.0.1:{}/", server.port));
    browser.wait("document.querySelector('[role=gridcell]')");
    browser.run("document.activeElement.blur()");
    browser.keys("g");
    browser.keys("a");
    // Findings must appear on the open page once the files are examined.
    browser.wait("document.querySelector('.kinds a[href$=\"illegal-move\"]')");
    assert_eq!(browser.place(), "/archive");
    assert!(browser.text("#unread").contains("none.sgf"));
    assert!(
        browser.text("#same").contains("the copies disagree on date"),
        "{}",
        browser.text("#same")
    );
    assert!(browser.text("#since").contains("Up to date"));
    browser.devtools(
        "Browser.grantPermissions",
        serde_json::json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}),
    );
    browser.click("#since .copy");
    // A later announcement may replace the text with the button, so the button may have to be clicked again.
    browser.wait(
        "document.getElementById('live').textContent === 'Copied: kifu-index build' \
         || void document.querySelector('#since .copy').click()",
    );
    place.write("d.sgf", "(;PB[Dora];B[pd];W[dp])");
    let mut work = build(&place);
    assert!(work.wait().unwrap().success());
    let notice = "The archive has changed: 1 new game";
    browser.wait(&format!(
        "(dispatchEvent(new Event('focus')), document.getElementById('changed').textContent.startsWith({notice:?}))"
    ));
    browser.click("#changed button");
    browser.wait("document.querySelector('.numbers strong')?.innerText === '4'");
    browser.wait("document.querySelector('.kinds a[href$=\"illegal-move\"]')");
    browser.click(".kinds a[href$=\"illegal-move\"]");
    browser.wait("document.querySelector('.found-here a')");
    assert!(browser.text(".found-here").contains("c.sgf#2"));
    browser.click(".found-here a");
    browser.wait("location.pathname.startsWith('/game/')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Starts a build in another process.
fn build(place: &Place) -> Child {
    program(&place.folder())
        .arg("build")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}
