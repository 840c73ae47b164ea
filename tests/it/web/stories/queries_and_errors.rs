use super::{DESK, at, wait_until_settled};
use crate::web::browser::{ALT, DOWN, ENTER, WITH_ALT};
use serde_json::json;

#[test]
fn a_query_that_was_asked_is_offered_again() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    assert_eq!(browser.value("document.getElementById('recent').hidden"), true);
    browser.click("#q");
    browser.keys(&format!("player:Lee{ENTER}"));
    browser.wait("new URLSearchParams(location.search).get('q') === 'player:Lee'");
    wait_until_settled(&server, &browser);
    // Unfinished queries must not be recorded while they are typed.
    browser.go(&format!("http://127.0.0.1:{}/", server.port));
    browser.wait("!document.getElementById('recent').hidden");
    assert_eq!(browser.text("#recent li"), "player:Lee");
    assert_eq!(browser.value("document.querySelectorAll('#recent li').length"), 1);
    browser.click("#q");
    browser.wait("document.querySelector('#suggestions .text')?.textContent === 'player:Lee'");
    browser.keys(DOWN);
    browser.keys(ENTER);
    browser.wait("location.search === '?q=player:Lee'");
    wait_until_settled(&server, &browser);
    browser.back();
    browser.wait("document.querySelector('#recent a')");
    browser.click("#recent a");
    browser.wait("location.search === '?q=player:Lee'");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn an_illegal_point_gives_the_reason() {
    // Black has just captured White's stone at D4 in a ko.
    let ko = "/?b=D5,C4,D3&w=E5,F4,E3,D4&m=E4";
    let Some((server, browser)) = at(ko, DESK) else {
        return;
    };
    browser.wait("document.querySelector('[role=gridcell]')");
    let says = |text: &str| {
        browser.wait(&format!("document.getElementById('hint').textContent.includes({text:?})"));
        let announcement = browser.value("document.getElementById('live').textContent");
        assert_eq!(announcement, browser.text("#hint"));
    };
    browser.play(3, 15);
    says("D4 cannot be played: White may not take back the ko at once.");
    browser.play(4, 15);
    says("E4 is taken: a black stone stands there.");
    assert_eq!(browser.place(), ko);
    browser.go(&format!("http://127.0.0.1:{}/?w=A2,B1", server.port));
    browser.wait("document.querySelector('[role=gridcell]')");
    browser.play(0, 18);
    says("A1 cannot be played: a black stone has no liberty there and captures nothing.");
    // If somebody tries the illegal move by keys instead of the mouse, the message must be the same.
    browser.run("document.getElementById('hint').textContent = ''; document.getElementById('cell-0-18').focus()");
    browser.keys(ENTER);
    says("A1 cannot be played");
    assert_eq!(browser.place(), "/?w=A2,B1");
    browser.play(5, 5);
    browser.wait("location.search.includes('m=F14')");
}

#[test]
fn a_stone_is_drawn_before_the_answer_arrives() {
    let Some((_server, browser)) = at("/", DESK) else {
        return;
    };
    browser.wait("document.querySelector('[role=gridcell]')");
    browser.run("window.fetch = () => new Promise((_, fail) => (window.lose = () => fail(new Error('lost'))))");
    browser.play(3, 15);
    let stone = "document.querySelector('.marks circle.placed')";
    browser.wait(stone);
    let black = format!("{stone}.getAttribute('fill')");
    assert_eq!(browser.value(&black), "url(#black)");
    assert_eq!(browser.value("document.getElementById('main').dataset.shown"), "/");
    // If the server does not answer, the board must return to the earlier state.
    browser.run("window.lose()");
    browser.wait(&format!("!{stone}"));
    assert!(browser.text("#problem").contains("does not answer"));
}

#[test]
fn alt_excludes_what_a_click_would_choose() {
    let Some((_server, browser)) = at("/games?q=kind:go", DESK) else {
        return;
    };
    let value = "#facets .facet li > a:first-child";
    let without = "#facets .facet li > a.not";
    let query = "new URLSearchParams(location.search).get('q')";
    browser.wait(&format!("document.querySelector({without:?})"));
    let expected = browser
        .value(&format!("new URL(document.querySelector({without:?}).href).searchParams.get('q')"));
    assert!(expected.as_str().unwrap().contains(" -"), "{expected}");
    let is_excluded = "Boolean(document.querySelector('#facets .excluded'))";
    let excluded = || browser.wait(&format!("{query} === {expected} && {is_excluded}"));
    let plain = || browser.wait(&format!("{query} === 'kind:go' && !{is_excluded}"));
    browser.press(browser.middle(value), WITH_ALT);
    excluded();
    browser.back();
    plain();
    // With the keyboard, it must be possible to exclude a value with Alt, or with the link beside it.
    browser.run(&format!("document.querySelector({value:?}).focus()"));
    browser.keys(&format!("{ALT}{ENTER}"));
    excluded();
    browser.back();
    plain();
    browser.run(&format!("document.querySelector({without:?}).focus()"));
    browser.keys(ENTER);
    excluded();
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn single_keys_lead_to_pages_and_can_be_turned_off() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    browser.wait("document.querySelector('[role=gridcell]')");
    browser.keys("gg");
    browser.wait("location.pathname === '/games' && document.getElementById('rows')");
    browser.keys("ge");
    browser.wait("location.pathname === '/' && document.querySelector('[role=gridcell]')");
    browser.keys("?");
    browser
        .wait("location.pathname === '/help' && document.getElementById('single-keys')?.checked");
    browser.click("#single-keys");
    browser.run("document.activeElement.blur()");
    browser.keys("gg");
    browser.keys("/");
    assert_eq!(browser.value("document.activeElement.id"), "");
    browser.go(&format!("http://127.0.0.1:{}/?m=Q16", server.port));
    wait_until_settled(&server, &browser);
    browser.keys("x");
    // Keys other than letters must still work while shortcuts of single letters are switched off.
    browser.keys(crate::web::browser::LEFT);
    browser.wait("location.search.includes('at=0')");
    assert_eq!(browser.place(), "/?m=Q16&at=0");
}

#[test]
fn a_word_that_is_still_typed_is_not_called_wrong() {
    let Some((server, browser)) = at("/", DESK) else {
        return;
    };
    browser.wait("document.querySelector('[role=gridcell]')");
    // Records each change of the coloured query: its text, and whether it is marked as wrong.
    browser.run(
        "window.seen = [];
         const colours = document.getElementById('colours');
         new MutationObserver(() => {
             const parsed = colours.querySelector('[class]');
             if (parsed) window.seen.push([colours.textContent, Boolean(colours.querySelector('.wrong'))]);
         }).observe(colours, { childList: true });",
    );
    browser.click("#q");
    browser.keys("date:1");
    // If typing stops at an unfinished value, the value must be marked as wrong in the end.
    browser.wait("seen.some(([text, wrong]) => text === 'date:1' && wrong)");
    let first = browser.value("seen.find(([text]) => text === 'date:1')[1]");
    assert_eq!(first, false);
    browser.wait("!document.getElementById('problem').hidden");
    browser.keys("990..2010");
    browser.wait("new URLSearchParams(location.search).get('q') === 'date:1990..2010'");
    wait_until_settled(&server, &browser);
    browser.wait("document.getElementById('problem').hidden");
}

#[test]
fn a_value_of_the_sentence_is_edited_in_the_box() {
    let Some((_server, browser)) = at("/games?q=%E6%9D%8E+-result:W%2B+date:1900..", DESK) else {
        return;
    };
    let values = "[...document.querySelectorAll('#sentence a.value')].map(a => a.textContent)";
    assert_eq!(
        browser.value(values),
        json!(["“李”", "1900", "White won"]),
        "{}",
        browser.text("#sentence")
    );
    browser.click("#sentence a.value:nth-of-type(2)");
    browser.wait("document.activeElement.id === 'q'");
    let selected =
        "(q => q.value.slice(q.selectionStart, q.selectionEnd))(document.getElementById('q'))";
    assert_eq!(browser.value(selected), json!("1900.."));
    browser.keys("1950..");
    browser.wait("document.querySelector('#sentence')?.textContent.includes('1950 or later')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
