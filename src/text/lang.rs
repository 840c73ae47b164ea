//! Detects the languages of a text.
//!
//! The script identifies Japanese, Chinese, Korean and a few others. For alphabets that many languages share, a trigram
//! library decides.

use whatlang::{Detector, Lang};

/// The languages that can be recognised: ISO 639-1 codes and English names.
pub(crate) const LANGUAGES: [(&str, &str); 27] = [
    ("ar", "arabic"),
    ("bg", "bulgarian"),
    ("cs", "czech"),
    ("da", "danish"),
    ("de", "german"),
    ("el", "greek"),
    ("en", "english"),
    ("es", "spanish"),
    ("fi", "finnish"),
    ("fr", "french"),
    ("he", "hebrew"),
    ("hu", "hungarian"),
    ("it", "italian"),
    ("ja", "japanese"),
    ("ko", "korean"),
    ("nb", "norwegian"),
    ("nl", "dutch"),
    ("pl", "polish"),
    ("pt", "portuguese"),
    ("ro", "romanian"),
    ("ru", "russian"),
    ("sr", "serbian"),
    ("sv", "swedish"),
    ("th", "thai"),
    ("tr", "turkish"),
    ("uk", "ukrainian"),
    ("zh", "chinese"),
];

/// The library's languages that are in the list above and share their alphabet with another.
const OF_ALPHABETS: [(Lang, &str); 20] = [
    (Lang::Bul, "bg"),
    (Lang::Ces, "cs"),
    (Lang::Dan, "da"),
    (Lang::Deu, "de"),
    (Lang::Eng, "en"),
    (Lang::Spa, "es"),
    (Lang::Fin, "fi"),
    (Lang::Fra, "fr"),
    (Lang::Hun, "hu"),
    (Lang::Ita, "it"),
    (Lang::Nob, "nb"),
    (Lang::Nld, "nl"),
    (Lang::Pol, "pl"),
    (Lang::Por, "pt"),
    (Lang::Ron, "ro"),
    (Lang::Rus, "ru"),
    (Lang::Srp, "sr"),
    (Lang::Swe, "sv"),
    (Lang::Tur, "tr"),
    (Lang::Ukr, "uk"),
];

/// How many letters are examined: enough to decide, and bounded.
const LETTERS: usize = 400;
/// The fewest letters of an alphabet that trigrams need.
const LEAST_OF_AN_ALPHABET: usize = 20;
/// The library's confidence for a whole sentence is above this; for `Good move! Black resigns` it is far below.
const LEAST_CONFIDENCE: f64 = 0.25;
/// A language counts if it has at least one letter in this many; fewer are quotations.
const SHARE: usize = 10;

/// What a text is written with.
#[derive(Default)]
struct Scripts {
    han: usize,
    kana: usize,
    hangul: usize,
    /// Arabic, Greek, Hebrew, Thai.
    own: [usize; 4],
    latin: String,
    cyrillic: String,
}

const OWN: [&str; 4] = ["ar", "el", "he", "th"];

impl Scripts {
    fn letters(&self) -> usize {
        let own: usize = self.own.iter().sum();
        // An ideograph carries as much as two letters.
        2 * (self.han + self.kana + self.hangul) + own + self.latin.len() + self.cyrillic.len() / 2
    }

    fn add(&mut self, c: char) {
        match c {
            '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9D}' => {
                self.kana += 1;
            }
            '\u{AC00}'..='\u{D7A3}' | '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' => {
                self.hangul += 1;
            }
            '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' => {
                self.han += 1;
            }
            '\u{0600}'..='\u{06FF}' => self.own[0] += 1,
            '\u{0370}'..='\u{03FF}' => self.own[1] += 1,
            '\u{0590}'..='\u{05FF}' => self.own[2] += 1,
            '\u{0E00}'..='\u{0E7F}' => self.own[3] += 1,
            '\u{0400}'..='\u{052F}' => self.cyrillic.push(c),
            'a'..='z' | 'A'..='Z' | '\u{00C0}'..='\u{024F}' | '\'' => self.latin.push(c),
            _ => {
                for text in [&mut self.latin, &mut self.cyrillic] {
                    if !text.is_empty() && !text.ends_with(' ') {
                        text.push(' ');
                    }
                }
            }
        }
    }
}

/// The languages of a record's comments: each that has a tenth or more of the letters. Empty if there is too little
/// text to decide.
pub(crate) fn languages<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'static str> {
    let mut scripts = Scripts::default();
    let mut left = LETTERS;
    'texts: for text in texts {
        for c in text.chars() {
            if left == 0 {
                break 'texts;
            }
            left -= usize::from(c.is_alphabetic());
            scripts.add(c);
        }
        scripts.add(' ');
    }
    let all = scripts.letters();
    let enough = |letters: usize| letters > 0 && letters * SHARE >= all;
    let mut found = Vec::new();
    let (han, kana, hangul) = (scripts.han, scripts.kana, scripts.hangul);
    // Japanese has kana between its ideographs; a Chinese text may quote a word in kana.
    let is_japanese = kana > 0 && kana * SHARE >= han;
    if enough(2 * (han + kana)) && (han + kana) > 0 {
        found.push(if is_japanese { "ja" } else { "zh" });
    }
    if enough(2 * hangul) {
        found.push("ko");
    }
    for (count, lang) in scripts.own.into_iter().zip(OWN) {
        if enough(count) {
            found.push(lang);
        }
    }
    if enough(scripts.cyrillic.len() / 2) {
        found.extend(of_alphabet(&scripts.cyrillic));
    }
    if enough(scripts.latin.len()) {
        found.extend(of_alphabet(&scripts.latin));
    }
    found
}

fn of_alphabet(text: &str) -> Option<&'static str> {
    if text.chars().filter(|c| c.is_alphabetic()).count() < LEAST_OF_AN_ALPHABET {
        return None;
    }
    let known = OF_ALPHABETS.iter().map(|(lang, _)| *lang).collect();
    let told = Detector::with_allowlist(known).detect(text)?;
    let lang = (told.confidence() >= LEAST_CONFIDENCE).then(|| told.lang())?;
    let found = OF_ALPHABETS.iter().find(|(other, _)| *other == lang);
    found.map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_comments() {
        for (text, wanted) in [
            (
                "White is alive, but Black gets the corner and sente.",
                &["en"][..],
            ),
            (
                "Weiß lebt, aber Schwarz bekommt die Ecke und behält die Vorhand.",
                &["de"],
            ),
            (
                "Blanc vit mais Noir prend le coin et garde l'initiative.",
                &["fr"],
            ),
            (
                "Белые живут, но чёрные получают угол и сохраняют сэнтэ.",
                &["ru"],
            ),
            ("黒は隅を取って先手を保つ。", &["ja"]),
            ("这步棋是本局的败着。", &["zh"]),
            ("黑はここで投了", &["ja"]),
            ("백이 살았지만 흑은 귀를 얻었다", &["ko"]),
            ("Ο λευκός ζει", &["el"]),
            ("atari", &[]),
            ("1234 !?", &[]),
            ("", &[]),
            (
                "这步棋是本局的败着，黑棋已经无法挽回 This was the losing move, and Black had no way back.",
                &["zh", "en"],
            ),
        ] {
            assert_eq!(languages([text].into_iter()), wanted, "{text}");
        }
    }

    #[test]
    fn codes_are_listed_and_in_order() {
        assert!(LANGUAGES.is_sorted());
        let listed = |code: &str| LANGUAGES.iter().any(|(known, _)| *known == code);
        assert!(OF_ALPHABETS.iter().all(|(_, code)| listed(code)));
        assert!(
            OWN.iter()
                .chain(&["ja", "zh", "ko"])
                .all(|code| listed(code))
        );
    }
}
