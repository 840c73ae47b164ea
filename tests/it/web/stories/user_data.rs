use super::DESK;
use crate::support::{samples, temporary_folder, wait_until};
use crate::web::Server;
use crate::web::browser::{ENTER, open};

/// Ctrl key, held down until the end of the key sequence.
const CTRL: &str = "\u{e009}";

fn recorded_queries(server: &Server) -> Vec<String> {
    let queries = server.json("/api/v1/mine")["asked"].clone();
    serde_json::from_value(queries).unwrap()
}

#[test]
fn a_game_is_starred_tagged_and_noted() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let settings = temporary_folder();
    let server = Server::with_settings(samples(), settings.path(), &[]);
    let list = server.json("/api/v1/search?q=player:%22Lee+Sedol%22+event:Google");
    let id = list["games"][0]["id"].as_str().unwrap();
    let at = |place: &str| format!("http://127.0.0.1:{}{place}", server.port);
    browser.go(&at(&format!("/game/{id}")));
    browser.wait("document.querySelector('#mine[data-ready]')");
    browser.click("#mine summary");
    browser.click("#star");
    browser.wait("document.getElementById('star').getAttribute('aria-pressed') === 'true'");
    assert_eq!(browser.text("#star"), "★ Starred");
    browser.click("#new-tag");
    browser.keys(&format!("Study{ENTER}"));
    browser.wait("document.querySelector('#mine .tag a')");
    assert_eq!(browser.text("#mine .tag a"), "Study");
    // The field for tags must have the focus again, so that another tag can be typed.
    browser.wait("document.activeElement.id === 'new-tag'");
    browser.keys(&format!("to-do{ENTER}"));
    browser.wait("document.querySelectorAll('#mine .tag').length === 2");
    browser.click("#note");
    browser.keys("the move of God");
    browser.keys(&format!("{CTRL}{ENTER}"));
    browser.wait("document.getElementById('note-state').textContent === 'Saved'");
    browser.click("[data-untag='to-do']");
    browser.wait("document.querySelectorAll('#mine .tag').length === 1");
    assert_eq!(browser.value("document.getElementById('note').value"), "the move of God");
    // A note must be saved when its box loses the focus, too.
    browser.click("#note");
    browser.keys(" at 78");
    browser.click("#new-tag");
    browser.wait("document.getElementById('note').dataset.kept.endsWith('at 78')");
    browser.go(&at("/mine"));
    browser.wait("document.querySelector('#starred li')");
    assert_eq!(browser.text("#notes blockquote"), "the move of God at 78");
    browser.click("#tags a");
    browser.wait("location.search === '?q=tag:Study'");
    browser.wait("document.querySelector('#save-query:not([hidden])')");
    browser.click("#save-query summary");
    browser.click("#save-name");
    browser.keys(&format!("mine{ENTER}"));
    browser.wait("document.getElementById('save-state').textContent.startsWith('Saved')");
    browser.go(&at("/games?q=saved:mine"));
    browser.wait("document.querySelectorAll('#rows li, #list tbody tr').length === 1");
    // A query must enter the history once its page was shown for a while.
    wait_until("the query is kept", || {
        recorded_queries(&server).contains(&"saved:mine".to_owned())
    });
    browser.go(&at("/mine"));
    browser.wait("document.querySelector('[data-unsave]:not([hidden])')");
    browser.click("[data-unsave]");
    browser.wait("!document.querySelector('[data-unsave]')");
    browser.click("#forget-asked");
    browser.wait("!document.querySelector('#asked li')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
