#![allow(clippy::unwrap_used)]

use super::*;

#[test]
fn numbers_have_their_forms() {
    assert_eq!(say!("games", n = 1u64).to_string(), "1 game");
    assert_eq!(say!("games", n = 1_234_567u64).to_string(), "1,234,567 games");
}

#[test]
fn a_message_has_words_in_each_language() {
    let black = say!("black");
    let words = [Locale::English, Locale::Japanese, Locale::Korean]
        .map(|locale| say!("sentence-won", who = black.clone()).in_language(locale));
    assert_eq!(words[0], "Black won");
    assert!(words[1].contains('黒') && words[2].contains('흑'), "{words:?}");
    let row = Message::join([black, "x".into()], &", ".into());
    assert_eq!(row.in_language(Locale::Japanese), "黒, x");
    assert_eq!((row.id(), say!("black").id()), (None, Some("black")));
}

#[test]
fn words_with_spans_are_separate_parts() {
    let value = |text: &str, span| Message::from(text).with_span(&span);
    let plays = say!("sentence-plays", one = value("a", 3..4), other = value("b", 7..8));
    let message = Message::concat([plays, "!".into(), "?".into()]);
    let part = |text: &str, span| MessagePart { text: text.to_owned(), span };
    assert!(message.has_spans());
    assert_eq!(
        message.parts(Locale::English),
        [part("a", Some(3..4)), part(" plays ", None), part("b", Some(7..8)), part("!?", None)]
    );
    assert_eq!(message.to_string(), "a plays b!?");
}

/// A message is serialized as its English text. Deserializing that text gives a message with this text.
#[test]
fn messages_and_arguments_are_written_in_english() {
    let message = say!("games", n = 3u64);
    assert_eq!(serde_json::to_string(&message).unwrap(), r#""3 games""#);
    let read: Message = serde_json::from_str(r#""3 games""#).unwrap();
    assert_eq!(read, Message::from("3 games"));
    let arguments = serde_json::to_string(message.arguments()).unwrap();
    assert_eq!(arguments, r#"[["n",3]]"#);
}

#[test]
fn accept_language_headers() {
    for (header, expected) in [
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
        assert_eq!(Locale::preferred(header), expected, "{header}");
    }
}

#[test]
fn slots_split_a_message() {
    let plays = Message::new("sentence-plays", Vec::new());
    let pieces = plays.with_slots(Locale::English, &["one", "other"]);
    let expected = [("", Some(0)), (" plays ", Some(1)), ("", None)];
    assert_eq!(pieces, expected.map(|(text, slot)| (text.to_owned(), slot)));
}
