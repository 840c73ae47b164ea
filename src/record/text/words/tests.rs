use super::*;
use crate::text::STEM_MARK;

fn cut(text: &str, flavour: Flavour) -> String {
    let mut out = Vec::new();
    WordSplitter::new().tokenize(text, flavour, &mut |t| {
        assert!(text.get(t.start..t.end).is_some(), "{t:?}");
        out.push(format!("{}{}", t.position, t.text.replace(STEM_MARK, "~")));
    });
    out.join(" ")
}

#[test]
fn words_and_numbers() {
    let names = |t| cut(t, Flavour::Names);
    assert_eq!(names("Yi Ch'ang-ho, 9p"), "0yi 1chang 1changho 2ho 39p");
    assert_eq!(names("Ch’ang_ho O.Meien"), "0chang 1ho 2o 3meien");
    assert_eq!(names("B+3.5 at R16; 3-3"), "0b 13.5 2at 3r16 43 53");
    assert_eq!(names("2003.11.09 1.d4 5. x"), "02003 111 209 31 4d4 55 6x");
    assert_eq!(names("'Müller' don’t - x- -y"), "0muller 1dont 2x 3y");
    assert_eq!(names(""), "");
}

#[test]
fn stems_stand_beside() {
    assert_eq!(cut("Good games", Flavour::Comments), "0good 1games 1~game");
    assert_eq!(cut("game 19th", Flavour::Comments), "0game 119th");
}

#[test]
fn characters_and_pairs() {
    let names = |t| cut(t, Flavour::Names);
    assert_eq!(names("黑1占据"), "0黑 11 2占 2占据 3据");
    assert_eq!(names("劫"), "0劫");
    assert_eq!(names("囲碁です"), "0围 0围碁 1碁 1碁で 2で 2です 3す");
    assert_eq!(names("黑占\n据"), "0黑 0黑占 1占 1占据 2据");
    assert_eq!(names("手の手\n手ら"), "0手 0手の 1の 1の手 2手 2手手 3手 3手ら 4ら");
    assert_eq!(names("백 불"), "0백 1불");
    assert_eq!(names("백\n불"), "0백 1불");
    assert_eq!(names("柯洁9段。ｶﾞ"), "0柯 0柯洁 1洁 29 3段 4ガ");
    assert_eq!(names("か\u{3099}く"), "0が 0がく 1く");
}

#[test]
fn long_words_are_cut() {
    let mut seen = Vec::new();
    let text = format!("{} ß{}", "é".repeat(500), "漢".repeat(3));
    WordSplitter::new().tokenize(&text, Flavour::Names, &mut |t| seen.push((t.text.len(), t.end)));
    assert_eq!(seen.first(), Some(&(60, 1000)));
    assert_eq!(seen.len(), 7);
    for digits in 57..62 {
        WordSplitter::new().tokenize(
            &format!("{}.5", "7".repeat(digits)),
            Flavour::Names,
            &mut |t| {
                assert!(t.text.len() <= MAX_WORD_BYTES && !t.text.ends_with('.'), "{t:?}");
            },
        );
    }
}

#[test]
fn anything_goes_through() {
    for text in [
        "\u{FF9E}",
        "\u{300}a",
        "'",
        "a'",
        "'-'",
        "a-",
        "-a",
        "--",
        "1.",
        "1.2.3",
        "\u{0}\u{1}",
        "ſ",
        "ﾞﾞ",
        "\u{1160}",
    ] {
        cut(text, Flavour::Comments);
    }
}

/// Checks every Unicode character at each place where the surrounding text matters.
#[test]
fn every_character_is_passed() {
    let mut words = WordSplitter::new();
    for c in '\0'..=char::MAX {
        for text in [
            format!("{c}"),
            format!("{c}{c}"),
            format!("a{c}b"),
            format!("a{c}{c}b"),
            format!("{c}a {c}{c}a"),
            format!("a{c} a{c}{c}"),
            format!("漢{c}か {c}1.{c}5-{c}"),
            format!("{c}'b a'{c} か{c}’a {c}'{c}"),
        ] {
            let mut end = 0;
            for flavour in [Flavour::Names, Flavour::Comments] {
                words.tokenize(&text, flavour, &mut |t| {
                    assert!(!t.text.is_empty(), "{text:?}");
                    assert!(t.start < t.end && text.get(t.start..t.end).is_some());
                    end = end.max(t.end);
                });
            }
            assert!(end <= text.len());
            let folded = crate::text::fold(&text);
            assert_eq!(crate::text::fold(&folded), folded, "{text:?}");
            crate::text::query_terms(&text);
            crate::text::phrase_terms(&text);
        }
    }
}

#[test]
fn half_width_parts_of_syllables_are_put_together() {
    assert_eq!(cut("\u{ffb2}\u{ffce}ae", Flavour::Names), "0봬ae");
    assert_eq!(crate::text::fold("\u{ffb2}\u{ffce}ae"), "봬ae");
}

#[test]
fn apostrophes_that_are_letters() {
    let names = |t: &str| cut(t, Flavour::Names);
    for c in ['\'', '`', '’', 'ʼ', 'ʻ', 'ʹ'] {
        assert_eq!(names(&format!("{c}Okina")), "0okina", "{c}");
        assert_eq!(names(&format!("a{c} b")), "0a 1b", "{c}");
        assert_eq!(names(&format!("{c}{c}")), "", "{c}");
        assert_eq!(names(&format!("Hawai{c}i")), "0hawaii", "{c}");
    }
}
