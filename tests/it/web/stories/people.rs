use super::{DESK, at, total, wait_until_settled};
use crate::support::Place;
use crate::web::Server;
use crate::web::browser::open;

/// Story 5: a historian looks at spellings, rivals and years of a player, and gets with one click to the moves as Black
/// against a rival.
#[test]
fn a_historian_opens_a_player() {
    let Some(browser) = open(DESK.0, DESK.1) else {
        return;
    };
    let place = Place::new();
    for (number, (black, white, year, winner)) in [
        ("Lee Sedol", "Gu Li", 2004, "B+R"),
        ("이세돌", "Gu Li", 2005, "W+R"),
        ("Lee Sedol", "古力", 2005, "B+1.5"),
        ("Gu Li", "Lee Sedol", 2010, "B+R"),
        ("AlphaGo", "Lee Sedol", 2016, "B+R"),
    ]
    .iter()
    .enumerate()
    {
        let moves = ";B[pd];W[dp]";
        place.write(
            &format!("{number}.sgf"),
            format!("(;CA[UTF-8]PB[{black}]PW[{white}]DT[{year}]RE[{winner}]{moves})"),
        );
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    browser.go(&format!("http://127.0.0.1:{}/players?name=lee+s", server.port));
    browser.wait("document.querySelector('#people tbody th a')");
    browser.click("#people tbody th a");
    browser.wait("document.querySelector('.person')");
    assert_eq!(browser.place(), "/player/Lee%20Sedol");
    assert!(browser.text(".who").contains("also written 이세돌 (1)"), "{}", browser.text(".who"));
    assert_eq!(browser.value("document.querySelectorAll('#opponents tbody tr').length"), 2);
    assert_eq!(browser.text("#opponents tbody th"), "Gu Li");
    assert_eq!(browser.value("document.querySelectorAll('.own-years a').length"), 4);
    browser.click("#opponents a.opening-as");
    browser.wait("location.pathname === '/' && document.querySelector('[role=gridcell]')");
    wait_until_settled(&server, &browser);
    assert_eq!(
        browser.value("new URLSearchParams(location.search).get('q')"),
        "black-person=\"Lee Sedol\" white-person=\"Gu Li\" unique:yes"
    );
    assert_eq!(total(&browser), 3);
    browser.back();
    browser.wait("document.querySelector('#opponents a.versus')");
    browser.click("#opponents a.versus");
    browser.wait("document.getElementById('sentence').textContent.includes('against each other')");
    assert_eq!(
        browser.text("#sentence"),
        "4 games of Lee Sedol and Gu Li against each other: Lee Sedol won 2, Gu Li 2."
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn two_boxes_lead_to_two_players() {
    let Some((_server, browser)) = at("/players", DESK) else {
        return;
    };
    browser.click("#people input[value='Lee Sedol']");
    browser.wait("document.querySelector('#pair input[type=hidden]')?.value === 'Lee Sedol'");
    assert_eq!(browser.place(), "/players?player=Lee+Sedol");
    // The chosen player must stay while another name is searched.
    browser.click("#name");
    browser.keys("alpha");
    browser.wait("document.querySelectorAll('#people tbody tr').length === 1");
    browser.click("#people input[value='AlphaGo']");
    browser.wait("document.querySelector('.numbers')");
    assert_eq!(browser.place(), "/versus?player=Lee+Sedol&player=AlphaGo");
    browser.back();
    browser.wait("document.querySelector('#people')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
