//! Names of players in the script of the reader: Cho Chikun is 趙治勲 in Japanese, 赵治勋 in simplified Chinese and 조치훈
//! in Korean.
//!
//! The names come from the built-in table of players. A name that is already written in the reader's script stays as it
//! is, even if the table has another spelling of it, and so does the name of a player whom the table does not have.

use super::aliases::{Aliases, PersonId, program_spellings};
use kifu_messages::Locale;
use kifu_record::text::characters::{is_simplified_only, simplified};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Japanese forms of Chinese characters in names of players, each with its traditional form. The table of characters
/// does not tell which of the forms of a group is the traditional one.
const JAPANESE_FORMS: [(char, char); 20] = [
    ('勲', '勳'),
    ('呉', '吳'),
    ('国', '國'),
    ('学', '學'),
    ('寿', '壽'),
    ('尭', '堯'),
    ('広', '廣'),
    ('弥', '彌'),
    ('恵', '惠'),
    ('斎', '齋'),
    ('暁', '曉'),
    ('栄', '榮'),
    ('桜', '櫻'),
    ('沢', '澤'),
    ('浅', '淺'),
    ('聡', '聰'),
    ('覚', '覺'),
    ('黄', '黃'),
    ('黒', '黑'),
    ('齢', '齡'),
];

/// Names of a player, in the languages whose script has one.
#[derive(Default)]
struct PersonNames {
    latin: Option<&'static str>,
    hangul: Option<&'static str>,
    japanese: Option<&'static str>,
    simplified: Option<String>,
    traditional: Option<String>,
}

/// Returns the name of a player in the script of a language. The name stays as written if it already has letters of
/// this script, or if the table of players does not know the person or has no name in this script.
pub fn person_name(written: &str, locale: Locale) -> Cow<'_, str> {
    if written.contains(|c| is_letter_of(locale, c)) {
        return Cow::Borrowed(written);
    }
    let person = Aliases::built_in_finder().person(written);
    let names = person.and_then(|PersonId(number)| names().get(number));
    let name = names.and_then(|names| match locale {
        Locale::English => names.latin,
        Locale::Korean => names.hangul,
        Locale::Japanese => names.japanese,
        Locale::Simplified => names.simplified.as_deref(),
        Locale::Traditional => names.traditional.as_deref(),
    });
    name.map_or(Cow::Borrowed(written), Cow::Borrowed)
}

fn names() -> &'static [PersonNames] {
    static NAMES: OnceLock<Vec<PersonNames>> = OnceLock::new();
    NAMES.get_or_init(|| program_spellings().map(names_of).collect())
}

/// Chooses the name of a person in each language: the first spelling that is completely in its script.
fn names_of(spellings: impl Iterator<Item = &'static str>) -> PersonNames {
    let spellings: Vec<&str> = spellings.collect();
    let first = |fits: fn(char) -> bool| {
        let is_in_script = |text: &&&str| {
            text.contains(fits) && text.chars().all(|c| fits(c) || !c.is_alphanumeric())
        };
        spellings.iter().find(is_in_script).copied()
    };
    let chinese = first(is_chinese);
    let is_japanese = |text: &&str| !text.contains(is_simplified_only);
    PersonNames {
        latin: first(is_latin),
        hangul: first(is_hangul),
        japanese: first(|c| is_chinese(c) || is_kana(c)).filter(is_japanese).or(first(is_kana)),
        simplified: chinese.map(simplified),
        traditional: chinese.map(traditional),
    }
}

/// Returns a name with the Japanese forms of its characters replaced by the traditional ones.
fn traditional(name: &str) -> String {
    let form = |c| {
        let found = JAPANESE_FORMS.iter().find(|(japanese, _)| *japanese == c);
        found.map_or(c, |(_, traditional)| *traditional)
    };
    name.chars().map(form).collect()
}

fn is_letter_of(locale: Locale, c: char) -> bool {
    match locale {
        Locale::English => is_latin(c),
        Locale::Korean => is_hangul(c),
        Locale::Japanese => is_chinese(c) || is_kana(c),
        Locale::Simplified | Locale::Traditional => is_chinese(c),
    }
}

fn is_latin(c: char) -> bool {
    c.is_alphabetic() && c < '\u{250}'
}

fn is_hangul(c: char) -> bool {
    ('\u{AC00}'..='\u{D7A3}').contains(&c)
}

fn is_kana(c: char) -> bool {
    ('\u{3041}'..='\u{30FF}').contains(&c)
}

fn is_chinese(c: char) -> bool {
    ('\u{4E00}'..='\u{9FFF}').contains(&c) || c == '々'
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn players_have_names_in_the_script_of_each_language() {
        let names =
            |written: &str| Locale::ALL.map(|locale| person_name(written, locale).into_owned());
        for (written, expected) in [
            ("Cho Chikun", ["Cho Chikun", "赵治勋", "趙治勳", "趙治勲", "조치훈"]),
            ("조치훈", ["Cho Chikun", "赵治勋", "趙治勳", "趙治勲", "조치훈"]),
            // A name in the reader's script is not exchanged for another spelling of it.
            ("Yi Ch'ang-ho", ["Yi Ch'ang-ho", "李昌镐", "李昌鎬", "李昌鎬", "이창호"]),
            ("赵治勋", ["Cho Chikun", "赵治勋", "赵治勋", "赵治勋", "조치훈"]),
            (
                "Michael Redmond",
                [
                    "Michael Redmond",
                    "麦克雷蒙",
                    "麦克雷蒙",
                    "マイケル・レドモンド",
                    "마이클 레드먼드",
                ],
            ),
            ("lian xiao", ["lian xiao", "连笑", "連笑", "連笑", "롄샤오"]),
            ("Nobody At All", ["Nobody At All"; 5]),
            ("", [""; 5]),
        ] {
            assert_eq!(names(written), expected, "{written}");
        }
    }

    #[test]
    fn each_name_of_the_table_is_in_its_script() {
        for names in names() {
            let latin = names.latin.unwrap_or_default();
            assert!(!latin.is_empty(), "each player has a name in Latin letters");
            let of = |text: &Option<String>| text.clone().unwrap_or_default();
            assert!(
                of(&names.simplified).chars().all(|c| simplified(&c.to_string()) == c.to_string()),
                "{latin}"
            );
            assert!(
                !of(&names.traditional)
                    .contains(|c| JAPANESE_FORMS.iter().any(|(japanese, _)| *japanese == c)),
                "{latin}"
            );
            // A spelling that two persons share identifies neither of them.
            let person = |name: &str| Aliases::built_in_finder().person(name);
            let written = [Some(latin), names.hangul, names.japanese].into_iter().flatten();
            let persons: BTreeSet<PersonId> = written.filter_map(person).collect();
            assert!(persons.len() < 2, "{latin}");
        }
    }
}
