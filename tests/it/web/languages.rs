//! Languages of the pages.

use super::access::pages;
use super::browser::open;
use super::{Answer, Server};
use kifu_index::messages::{Locale, messages_with_prefix};
use std::collections::HashMap;

fn in_language(server: &Server, target: &str, tag: &str) -> Answer {
    server.ask("GET", target, &[("Accept-Language", tag)])
}

/// Texts of a page: everything between tags, and the values of attributes.
fn texts(page: &str) -> Vec<&str> {
    let body = page.split_once("<body").unwrap_or(("", page)).1;
    body.split(['<', '>', '"']).map(str::trim).collect()
}

/// No page may show a message in English if it is translated into the page's language.
#[test]
fn no_text_of_a_page_is_left_in_english() {
    let server = Server::samples(&[]);
    let pages = pages(&server);
    for locale in Locale::ALL.into_iter().filter(|locale| *locale != Locale::English) {
        let messages: HashMap<&str, String> =
            messages_with_prefix(locale, "").into_iter().collect();
        let english = messages_with_prefix(Locale::English, "").into_iter();
        // Short words are not checked, since they may be values of the archive.
        let left: Vec<String> = english
            .filter(|(id, text)| messages[id] != *text && text.contains(' ') && !text.contains('{'))
            .map(|(_, text)| text.replace('&', "&amp;"))
            .collect();
        assert!(left.len() > 300, "{locale:?} has few texts of its own");
        for page in &pages {
            let answer = in_language(&server, page, locale.tag());
            let head = format!("<html lang=\"{}\">", locale.tag());
            assert!(answer.body.contains(&head), "{page} in {locale:?}: {}", answer.body);
            for text in texts(&answer.body) {
                assert!(!left.iter().any(|left| left == text), "{page} in {locale:?}: {text}");
                assert!(!text.contains("{$"), "{page} in {locale:?}: {text}");
            }
        }
    }
}

#[test]
fn a_query_is_described_in_five_languages() {
    let server = Server::samples(&[]);
    let page = "/games?q=player:Lee+-komi%3E7+sort:-date&part=main";
    for (tag, expected) in [
        ("de, en;q=0.5", "games where a player is"),
        ("zh-CN", "贴目超过"),
        ("zh-TW", "貼目大於"),
        ("ja-JP, en;q=0.8", "コミが"),
        ("ko", "덤"),
    ] {
        let answer = in_language(&server, page, tag);
        let sentence = answer.body.split_once("id=\"sentence\"").unwrap().1;
        let sentence = sentence.split_once("</p>").unwrap().0;
        let text: String = (sentence.split('<'))
            .filter_map(|part| part.split_once('>'))
            .map(|(_, text)| text)
            .collect();
        assert!(text.contains(expected), "{tag}: {text}");
        let value = "data-from=\"7\" data-to=\"10\"";
        assert!(sentence.contains(value), "the name knows its place: {sentence}");
    }
}

/// Answers for programs must be in English, whatever language the request accepts.
#[test]
fn answers_for_programs_are_english() {
    let server = Server::samples(&[]);
    for target in [
        "/api/v1/search?q=player:Lee",
        "/games.json?q=player:Lee",
        "/api/v1/explore?m=Q16",
        "/mine.json",
    ] {
        let ask = |tag| {
            let mut answer: serde_json::Value =
                serde_json::from_str(&in_language(&server, target, tag).body).unwrap();
            answer["took_us"] = 0.into();
            answer
        };
        assert_eq!(ask("ja"), ask("en"), "{target}");
    }
}

#[test]
fn a_language_that_was_chosen_stays() {
    let server = Server::samples(&[]);
    // `lang` in an address must apply to this page only; following a link with it must not change the language that the
    // user has chosen.
    let named = in_language(&server, "/players?lang=zh-Hant", "ja");
    assert!(named.body.contains("<html lang=\"zh-Hant\">"));
    assert_eq!(named.header("set-cookie"), None);
    let form = "lang=zh-Hant&address=%2Fplayers%3Fq%3Dkomi:7.5";
    let chosen = server.post("/language", form, &[]);
    assert_eq!((chosen.status, chosen.header("location")), (303, Some("/players?q=komi:7.5")));
    let foreign = server.post("/language", form, &[("Origin", "https://evil.example")]);
    assert_eq!((foreign.status, foreign.header("set-cookie")), (403, None));
    let cookie = chosen.header("set-cookie").unwrap();
    assert!(cookie.starts_with("lang=zh-Hant; Path=/"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let ask = |target: &str, headers: &[(&str, &str)]| {
        let answer = server.ask("GET", target, headers);
        let rest = answer.body.split_once("lang=\"").unwrap().1;
        rest.split_once('"').unwrap().0.to_owned()
    };
    let both = [("Cookie", cookie), ("Accept-Language", "ja")];
    assert_eq!(ask("/players", &both), "zh-Hant");
    assert_eq!(ask("/nowhere", &both), "zh-Hant");
    assert_eq!(ask("/players", &[("Accept-Language", "ja")]), "ja");
    assert_eq!(ask("/players", &[("Cookie", "lang=tlh"), ("Accept-Language", "fr")]), "en");
    assert_eq!(ask("/nowhere?lang=ko", &both), "ko");
    assert_eq!(ask("/?m=K25&lang=ko", &both), "ko", "it cannot be read");
    // A parameter of an earlier request must have no effect on a later one.
    assert!(!server.page("/players?as=zzz").contains("zzz"));
    assert_eq!(ask("/players?lang=tlh", &both), "zh-Hant", "there is none like this");
    // An answer that is cached in one language must not be valid for another.
    let japanese = in_language(&server, "/players", "ja");
    let known = [("If-None-Match", japanese.header("etag").unwrap()), ("Accept-Language", "ko")];
    assert_eq!(server.ask("GET", "/players", &known).status, 200);
    assert!(japanese.header("vary").unwrap().contains("Accept-Language"));
    // Links to the page in other languages must leave out unknown parameters.
    assert!(japanese.body.contains("name=\"address\" value=\"/players\""));
    let page = in_language(&server, "/games?q=komi:7.5&what=1&part=", "ko").body;
    assert!(page.contains("name=\"address\" value=\"/games?q=komi:7.5\""), "{page}");
}

/// A reader of Japanese plays through an opening, meets an error, and switches to Korean.
#[test]
fn an_opening_in_japanese() {
    let Some(browser) = open(1280, 900) else {
        return;
    };
    let server = Server::samples(&[]);
    browser.go(&format!("http://127.0.0.1:{}/?lang=ja", server.port));
    browser.wait(
        "document.documentElement.lang === 'ja' && document.querySelector('#moves tr[data-at]')",
    );
    browser.run("document.querySelector('#moves tr[data-at=\"Q16\"] a').click()");
    browser
        .wait("location.search.includes('m=Q16') && document.querySelector('#moves tr[data-at]')");
    assert_eq!(browser.value("document.documentElement.lang"), "ja");
    browser.wait("document.getElementById('live').textContent.includes('局')");
    // Texts that the page's scripts show must be in Japanese, too.
    browser.run("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'y', bubbles: true}))");
    let english = browser.value("/The link is copied/.test(document.body.textContent)");
    assert_eq!(english, false);
    browser.run("document.querySelector('.languages button[value=\"ko\"]').click()");
    browser.wait(
        "document.documentElement.lang === 'ko' && document.querySelector('#moves tr[data-at]')",
    );
    let there = browser.value("new URL(location.href).searchParams.get('m')");
    assert_eq!(there, "Q16", "the board stays");
    browser.go(&format!("http://127.0.0.1:{}/players", server.port));
    browser.wait("document.documentElement.lang === 'ko'");
}

/// Suggestions have names in the script that the parameter `lang` names, whatever language the browser prefers. What
/// they insert finds the player's games.
#[test]
fn suggestions_are_in_the_language_of_the_address() {
    let server = Server::samples(&[]);
    let games = |query: &str| {
        let query = query.replace('"', "%22").replace(' ', "+");
        server.json(&format!("/api/v1/search?q={query}&limit=1"))["total"].as_u64().unwrap()
    };
    let expected = games("person=\"Lee Sedol\"");
    assert!(expected > 0);
    for (lang, name) in [
        ("", "Lee Sedol"),
        ("&lang=en", "Lee Sedol"),
        ("&lang=ko", "이세돌"),
        ("&lang=ja", "李世乭"),
        ("&lang=zh-Hans", "李世乭"),
        ("&lang=zh-Hant", "李世乭"),
    ] {
        for typed in ["player:%22Lee+Se", "Lee+Se"] {
            let target = format!("/api/v1/suggest?q={typed}{lang}");
            let answer = in_language(&server, &target, "ja").body;
            let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
            let mut suggestions = answer["suggestions"].as_array().unwrap().iter();
            let player = suggestions.find(|found| found["kind"] == "player").unwrap();
            assert_eq!(player["text"], name, "{target}");
            assert_eq!(games(player["insert"].as_str().unwrap()), expected, "{player}");
        }
    }
}

/// Ranks are written as the language does, with the spelling of the record as a tooltip.
#[test]
fn ranks_are_in_the_language_of_the_page() {
    let place = crate::support::Place::new();
    place.write("a.sgf", "(;PB[Lee Sedol]BR[9p]PW[Somebody]WR[3 kyu];B[aa])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    for (tag, dan, kyu) in [
        ("en", "9p", "3k"),
        ("ja", "九段", "3級"),
        ("ko", "9단", "3급"),
        ("zh-Hans", "九段", "3级"),
        ("zh-Hant", "九段", "3級"),
    ] {
        for target in ["/games", "/games?columns=black,black_rank,white_rank"] {
            let page = in_language(&server, target, tag).body;
            for words in [dan, kyu] {
                assert!(page.contains(&format!(">{words}</bdi>")), "{tag} {target} {words}");
            }
            let titled = format!("<bdi title=\"3 kyu\">{kyu}</bdi>");
            assert_eq!(page.contains(&titled), target == "/games", "{tag} {target}");
        }
    }
}

/// Times are in the time zone of the browser; the server's text in UTC is their tooltip.
#[test]
fn times_are_in_the_time_zone_of_the_browser() {
    let Some(browser) = open(1280, 900) else {
        return;
    };
    let server = Server::samples(&[]);
    let zone = serde_json::json!({"timezoneId": "Asia/Tokyo"});
    browser.devtools("Emulation.setTimezoneOverride", zone);
    browser.go(&format!("http://127.0.0.1:{}/archive?lang=ja", server.port));
    browser.wait("document.querySelector('#status time[title]')");
    let offset = browser.value(
        "(() => { const time = document.querySelector('#status time'); \
         const shown = Date.parse(time.textContent.replace(' ', 'T') + ':00Z'); \
         return (shown - Math.floor(Date.parse(time.dateTime) / 60000) * 60000) / 3600000; })()",
    );
    assert_eq!(offset, 9);
    let title = browser.value("document.querySelector('#status time').title");
    assert!(title.as_str().unwrap().ends_with(" UTC"), "{title}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
    // Without scripts, the time in UTC stays.
    let page = server.page("/archive");
    assert!(page.contains("Z\">") && page.contains(" UTC</time>"), "{page}");
}
