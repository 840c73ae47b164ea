#![allow(clippy::unwrap_used)]

use super::*;

#[test]
fn numbers_have_their_forms() {
    assert_eq!(say!("games", n = 1), "1 game");
    assert_eq!(say!("games", n = 1_234_567), "1,234,567 games");
}

#[test]
fn the_language_is_that_of_the_thread() {
    let outer = within(Locale::Japanese, || {
        let inner = within(Locale::Korean, || say!("black"));
        (inner, say!("black"), spoken())
    });
    assert_eq!(outer, ("흑".to_owned(), "黒".to_owned(), Locale::Japanese));
    assert_eq!(say!("black"), "Black");
    let panics = std::panic::catch_unwind(|| within(Locale::Korean, || panic!("inside")));
    assert!(panics.is_err() && spoken() == Locale::English);
}

#[test]
fn languages_that_browsers_ask_for() {
    for (header, wanted) in [
        ("ja", Some(Locale::Japanese)),
        ("zh-TW,zh;q=0.9,en;q=0.8", Some(Locale::Traditional)),
        ("zh-Hant-HK", Some(Locale::Traditional)),
        ("zh-CN, en", Some(Locale::Simplified)),
        ("zh", Some(Locale::Simplified)),
        ("zh-Hans-HK", Some(Locale::Simplified)),
        ("zh-Hans-TW, en", Some(Locale::Simplified)),
        ("de-DE,de;q=0.9,ko;q=0.5,en;q=0.6", Some(Locale::English)),
        ("de, ko;q=0", None),
        ("*", None),
        ("ja;q=x, ko", Some(Locale::Korean)),
        ("en, ja", Some(Locale::English)),
    ] {
        assert_eq!(Locale::preferred(header), wanted, "{header}");
    }
}

#[test]
fn slots_part_a_message() {
    let pieces = with_slots("sentence-plays", &[], &["one", "other"]);
    let wanted = [("", Some(0)), (" plays ", Some(1)), ("", None)];
    assert_eq!(pieces, wanted.map(|(text, slot)| (text.to_owned(), slot)));
}
