//! Names of openings and joseki in the languages of the page.

use kifu_language::knowledge::joseki::joseki;
use kifu_language::knowledge::openings::openings;
use kifu_messages::Locale;
use kifu_record::text::fold::fold;

/// Translates the English name of an opening. A name that is not in the table, or has no translation, stays as it is.
pub fn opening_name(english: &str, locale: Locale) -> &str {
    let named = openings().iter().find(|opening| opening.name == english);
    named.and_then(|opening| native_name(&opening.native, locale)).unwrap_or(english)
}

/// Translates the English name of a joseki. A name that is not in the table stays as it is.
pub fn joseki_name(english: &str, locale: Locale) -> &str {
    let named = joseki().iter().find(|joseki| joseki.name == english);
    named.and_then(|joseki| native_name(&joseki.native, locale)).unwrap_or(english)
}

/// Usual name in a language, from the lists of names in Japanese, Chinese and Korean. `None` in English, and if the
/// list of the language is empty.
fn native_name(native: &[Vec<&'static str>; 3], locale: Locale) -> Option<&'static str> {
    let [japanese, chinese, korean] = native;
    let name = match locale {
        Locale::English => None,
        Locale::Japanese => japanese.first(),
        Locale::Korean => korean.first(),
        Locale::Simplified => chinese.first(),
        // The table has a list of Chinese names: first in simplified characters and, if that differs, then in
        // traditional characters.
        Locale::Traditional => {
            let (first, others) = chinese.split_first().unzip();
            let is_same = |name: &&&str| first.is_some_and(|first| fold(first) == fold(name));
            others.unwrap_or_default().iter().find(is_same).or(first)
        }
    };
    name.copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_record::text::fold::fold;
    use std::collections::HashSet;

    #[test]
    fn names_in_five_languages() {
        let names = Locale::ALL.map(|locale| opening_name("Early 3-3 invasion", locale));
        let wanted = ["Early 3-3 invasion", "点三三", "點三三", "ダイレクト三々", "삼삼 침입"];
        assert_eq!(names, wanted);
        assert_eq!(opening_name("of a file", Locale::Korean), "of a file");
    }

    #[test]
    fn each_opening_has_a_name_of_its_own_in_each_language() {
        for locale in Locale::ALL {
            let names: HashSet<&str> =
                openings().iter().map(|opening| opening_name(opening.name, locale)).collect();
            assert_eq!(names.len(), openings().len(), "{locale:?}");
            let translated = names.iter().filter(|name| !name.is_ascii()).count();
            assert!(locale == Locale::English || translated == names.len(), "{locale:?}");
        }
    }

    #[test]
    fn names_of_joseki_in_five_languages() {
        let names = Locale::ALL.map(|locale| joseki_name("4-4 double approach", locale));
        assert_eq!(names, ["4-4 double approach", "双飞燕", "雙飛燕", "両ガカリ", "양걸침"]);
        assert_eq!(joseki_name("of a file", Locale::Korean), "of a file");
        for joseki in joseki() {
            let [simplified, traditional] = [Locale::Simplified, Locale::Traditional]
                .map(|locale| joseki_name(joseki.name, locale));
            assert_eq!(fold(simplified), fold(traditional), "{}", joseki.key);
        }
    }
}
