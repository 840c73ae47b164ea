//! Places where games are played, whose names are written in several scripts: Tokyo, 東京, 도쿄.

use kifu_record::text::fold::fold;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Table of the places where games are played, with their spellings.
struct PlaceTable {
    places: Vec<Vec<&'static str>>,
    /// Index in the table of the place that has each spelling, [folded](fold).
    numbers: HashMap<String, usize>,
}

fn table() -> &'static PlaceTable {
    static TABLE: OnceLock<PlaceTable> = OnceLock::new();
    TABLE.get_or_init(|| PlaceTable::read(include_str!("places.tsv")))
}

impl PlaceTable {
    fn read(text: &'static str) -> PlaceTable {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let spellings = |line: &'static str| line.split(';').map(str::trim).collect::<Vec<_>>();
        let places: Vec<Vec<&str>> = lines.map(spellings).collect();
        let numbered = places.iter().enumerate();
        let numbers =
            numbered.flat_map(|(number, names)| names.iter().map(move |name| (fold(name), number)));
        PlaceTable { numbers: numbers.collect(), places }
    }
}

/// All spellings of the place with this name, the English one first; empty if the table does not have it.
pub fn spellings(name: &str) -> &'static [&'static str] {
    let table = table();
    let number = table.numbers.get(&fold(name));
    number.and_then(|&number| table.places.get(number)).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_all_its_spellings() {
        for name in ["Tokyo", "tokyo", "東京", "东京", "도쿄"] {
            assert_eq!(spellings(name).first(), Some(&"Tokyo"), "{name}");
        }
        assert!(spellings("Nowhere").is_empty());
    }

    #[test]
    fn a_spelling_belongs_to_one_place() {
        for (number, own) in table().places.iter().enumerate() {
            assert!(own.len() > 1, "{own:?}");
            for name in own {
                assert_eq!(table().numbers[&fold(name)], number, "{name}");
            }
        }
    }
}
