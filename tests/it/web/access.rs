//! Accessibility of the pages: the rules of axe (github.com/dequelabs/axe-core), and narrow windows.

use super::browser::{Browser, open};
use super::{Server, encoded, game_page};
use serde_json::{Value, json};

/// Environment variable with the path of axe's script.
const AXE: &str = "KIFU_AXE";

/// Addresses of every page, and of states of pages with additional elements.
pub(super) fn pages(server: &Server) -> Vec<String> {
    let game = |query: &str| {
        let found = server.json(&format!("/api/v1/search?q={}&limit=1", encoded(query)));
        let id = found["games"][0]["id"].as_str()?.to_owned();
        Some(format!("/game/{id}?node=8&q={}", encoded(query)))
    };
    let mut pages: Vec<String> = [
        "/",
        "/?m=Q16,D4,Q3",
        "/?m=Q16,D4&area=N9-T19",
        "/?m=Q16,D4&q2=date:2000..",
        "/?q=player:nobody",
        "/?m=Q16&tab=counted",
        "/joseki",
        "/joseki?m=Q16&of=W+R14",
        "/games?q=player:Lee",
        "/games?q=comment:*&view=comments",
        "/games?q=comment:*&view=boards",
        "/games?q=nofield:1",
        "/players",
        "/player/Lee%20Sedol",
        "/player/nobody",
        "/versus?player=Lee+Sedol&player=AlphaGo",
        "/practise?q=player:Lee",
        "/practise?q=nobody",
        "/archive",
        "/mine",
        "/help",
        "/nowhere",
    ]
    .map(str::to_owned)
    .to_vec();
    pages.extend(
        ["comment:*", "has:variations", "has:analysis"].iter().filter_map(|query| game(query)),
    );
    pages
}

/// Violations of accessibility rules that axe finds on a page.
fn complaints(browser: &Browser, axe: &str) -> Vec<Value> {
    browser.run(axe);
    let found = browser.value(
        "axe.run({resultTypes: ['violations'], rules: {'target-size': {enabled: true}}}).then((told) =>
            told.violations.flatMap((rule) => rule.nodes.map((node) =>
                `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary} ${node.html}`)))",
    );
    found.as_array().unwrap().clone()
}

#[allow(clippy::print_stderr)]
fn examine((width, height): (u32, u32), scheme: &str) {
    let Some(path) = std::env::var_os(AXE) else {
        eprintln!("skipped: {AXE} does not name the file axe.min.js");
        return;
    };
    let axe = std::fs::read_to_string(path).expect("the file with axe can be read");
    let Some(browser) = open(width, height) else {
        return;
    };
    let server = Server::samples(&[]);
    // No game of the sample archive is analysed.
    let (_place, analysed) = game_page::archive();
    let game = game_page::analysed_game(&analysed);
    let states = ["node=8", "node=10", "node=2&m=A18,Q16"].map(|state| format!("{game}?{state}"));
    let of_samples = pages(&server).into_iter().map(|page| (&server, page));
    let all = of_samples.chain(states.into_iter().map(|page| (&analysed, page)));
    browser.medium("screen", &[("prefers-color-scheme", scheme)]);
    let mut wrong = Vec::new();
    for (server, page) in all {
        browser.go(&format!("http://127.0.0.1:{}{page}", server.port));
        browser.wait("document.readyState === 'complete' && document.getElementById('main')");
        let violations = complaints(&browser, &axe);
        wrong.extend(violations.iter().map(|one| format!("{page}: {one}")));
    }
    assert_eq!(wrong, Vec::<String>::new(), "{}", json!({"width": width, "scheme": scheme}));
}

#[test]
fn pages_are_accessible_in_a_wide_light_window() {
    examine((1280, 900), "light");
}

#[test]
fn pages_are_accessible_in_a_wide_dark_window() {
    examine((1440, 900), "dark");
}

#[test]
fn pages_are_accessible_on_a_phone() {
    examine((390, 844), "dark");
}

#[test]
fn no_page_is_wider_than_a_small_phone() {
    let Some(browser) = open(320, 640) else {
        return;
    };
    let server = Server::samples(&[]);
    let pages = pages(&server);
    let languages = ["en", "zh-Hans", "zh-Hant", "ja", "ko"];
    for (language, page) in
        (languages.iter()).flat_map(|tag| pages.iter().map(move |page| (tag, page)))
    {
        let mark = if page.contains('?') { '&' } else { '?' };
        let address = format!("http://127.0.0.1:{}{page}{mark}lang={language}", server.port);
        browser.go(&address);
        browser.wait("document.readyState === 'complete' && document.getElementById('main')");
        let wide = browser.value("document.documentElement.scrollWidth");
        assert_eq!(wide, 320, "{page} in {language}");
        // Links in the navigation must be neither wrapped nor cut.
        let tall = browser.value(
            "[...document.querySelectorAll('#nav a')].filter((link) => link.getClientRects().length > 1
                || link.scrollWidth > link.clientWidth || link.clientHeight > 50).map((link) => link.textContent)",
        );
        assert_eq!(tall, json!([]), "{page} in {language}");
    }
}
