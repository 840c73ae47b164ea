//! Usual names of series of events in the languages of the page.

use kifu_record::text::fold::fold_letters;
use kifu_record::text::names::pad_words;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Usual names of a series. A name that is not known for certain is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesNames {
    /// Chinese name of the series in simplified characters.
    pub simplified: &'static str,
    /// Chinese name of the series in traditional characters.
    pub traditional: &'static str,
    /// Japanese name of the series.
    pub japanese: &'static str,
    /// Korean name of the series.
    pub korean: &'static str,
    /// True if editions are counted as terms of a title, in Japanese and Chinese with 期 and in Korean with 기.
    pub has_terms: bool,
}

/// Table of the usual names of series.
struct NamesTable {
    names: HashMap<&'static str, SeriesNames>,
    /// Spellings, [spaced], that contain more than the name of the series, such as a sponsor.
    fuller_spellings: HashSet<String>,
}

static TABLE: LazyLock<NamesTable> =
    LazyLock::new(|| NamesTable::read(include_str!("series_names.tsv")));

/// Usual names of the series that has this name in the table of series.
pub fn usual_names(series: &str) -> Option<&'static SeriesNames> {
    TABLE.names.get(series)
}

/// True if a spelling contains more than the name of its series: 박카스배 천원전 is the 천원전 with a sponsor.
pub(super) fn is_fuller_spelling(spelling: &str) -> bool {
    TABLE.fuller_spellings.contains(spelling)
}

impl NamesTable {
    fn read(lines: &'static str) -> NamesTable {
        let mut table = NamesTable { names: HashMap::new(), fuller_spellings: HashSet::new() };
        for line in lines.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t').map(str::trim);
            let mut column = || columns.next().unwrap_or_default();
            let series = column();
            let names = SeriesNames {
                simplified: column(),
                traditional: column(),
                japanese: column(),
                korean: column(),
                has_terms: column() == "期",
            };
            let fuller = column().split(';').filter(|own| !own.trim().is_empty());
            table.fuller_spellings.extend(fuller.map(|own| pad_words(&fold_letters(own))));
            table.names.insert(series, names);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::series::{series_name, series_of_spelling};

    fn first_columns(table: &'static str, end: char) -> Vec<&'static str> {
        table
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .filter_map(|line| line.split(end).next().map(str::trim))
            .collect()
    }

    #[test]
    fn each_series_has_a_row_in_the_same_order() {
        let series = first_columns(include_str!("series.tsv"), ';');
        assert_eq!(first_columns(include_str!("series_names.tsv"), '\t'), series);
        assert_eq!(TABLE.names.len(), series.len());
    }

    #[test]
    fn each_name_is_a_spelling_of_its_series() {
        // Each usual name must be a spelling of its series. Japanese names of foreign titles are exempt: otherwise a
        // search for 名人戦 would find 中国名人戦 as well.
        let is_abroad = |text: &str| text.starts_with("中国") || text.starts_with("台湾");
        for (series, own) in &TABLE.names {
            for text in [own.simplified, own.traditional, own.japanese, own.korean] {
                let spelling = pad_words(&fold_letters(text));
                if text == own.japanese
                    && is_abroad(text)
                    && series_of_spelling(&spelling).is_none()
                {
                    continue;
                }
                if !text.is_empty() {
                    assert_eq!(series_name(text), *series, "{text}");
                    assert_eq!(series_of_spelling(&spelling), Some(*series), "{text}");
                    assert!(!is_fuller_spelling(&spelling), "{text} is the name and says more");
                }
            }
        }
        for spelling in &TABLE.fuller_spellings {
            assert!(series_of_spelling(spelling).is_some(), "{spelling} is no spelling");
        }
    }
}
