//! Names of openings in the languages of the page.

use kifu_language::knowledge::openings::openings;
use kifu_messages::Locale;
use kifu_record::text::fold::fold;

/// Translates the English name of an opening. A name that is not in the table, or has no translation, stays as it is.
pub fn opening_name(english: &str, locale: Locale) -> &str {
    let named = openings().iter().find(|opening| opening.name == english);
    let Some([japanese, chinese, korean]) = named.map(|opening| &opening.native) else {
        return english;
    };
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
    name.copied().unwrap_or(english)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_five_languages() {
        let names = Locale::ALL.map(|locale| opening_name("Early 3-3 invasion", locale));
        let wanted = ["Early 3-3 invasion", "点三三", "點三三", "ダイレクト三々", "삼삼 침입"];
        assert_eq!(names, wanted);
        assert_eq!(opening_name("of a file", Locale::Korean), "of a file");
    }
}
