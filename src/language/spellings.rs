//! Finds other spellings of a name in a query: the series 三星杯 is the Samsung Cup, 東京 is Tokyo.

use crate::knowledge::aliases::Aliases;
use crate::knowledge::{places, series};
use kifu_record::text::fold::fold;
use std::sync::LazyLock;

/// Maximum number of other names that the sentence for a query lists.
const MAX_OTHER_NAMES: usize = 3;
/// Maximum length in bytes of a text that may name a person, series or place.
const MAX_NAME_BYTES: usize = 100;

/// Built-in table of persons. Persons that a user adds belong to an index and are not known here.
static PERSONS: LazyLock<Aliases> = LazyLock::new(Aliases::default);

/// Other names of the series, the place and the persons that a text names, without names that contain the text. Returns
/// at most [`MAX_OTHER_NAMES`] names, and whether there are more.
pub(super) fn other_names(text: &str) -> (Vec<String>, bool) {
    if text.len() > MAX_NAME_BYTES {
        return (Vec::new(), false);
    }
    let folded = fold(text);
    let is_other = |name: &&str| !fold(name).contains(&folded);
    let mut names: Vec<String> = Vec::new();
    let mut add = |name: Option<&str>| {
        if let Some(name) = name.filter(|name| !names.iter().any(|known| known == name)) {
            names.push(name.to_owned());
        }
    };
    for name in series::series_matching(text) {
        add(series::spellings(name).iter().copied().find(is_other));
    }
    add(places::spellings(text).iter().copied().find(is_other));
    for person in PERSONS.persons_with_words(text) {
        add(PERSONS.name(person).filter(is_other));
    }
    let has_more = names.len() > MAX_OTHER_NAMES;
    names.truncate(MAX_OTHER_NAMES);
    (names, has_more)
}

#[cfg(test)]
mod tests {
    use super::other_names;

    #[test]
    fn names_in_other_scripts() {
        assert_eq!(other_names("三星杯").0, ["Samsung Cup"]);
        assert_eq!(other_names("東京").0, ["Tokyo"]);
        assert!(!other_names("Tokyo").0.is_empty());
        assert!(other_names("李世乭").0.iter().any(|name| name.is_ascii()));
        assert!(other_names("李").1, "more persons than a sentence lists");
        assert!(other_names("ladder").0.is_empty());
        assert!(other_names(&"x".repeat(1000)).0.is_empty());
    }
}
