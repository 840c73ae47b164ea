//! Series of events whose names are written in many ways.
//!
//! `series.tsv` has one line for each title, cup and league, with spellings in Latin letters, Chinese characters, kana
//! and hangul. An event belongs to the series that its name spells, or to the series with the longest spelling in it,
//! since a sponsor may stand before or after. Around a spelling of one word (`Meijin`, `名人`) only words of rounds may
//! be left over, since a `Meijin anniversary game` is not a game of the Meijin.

use kifu_record::series::series;
use kifu_record::text::fold::{fold, fold_letters};
use kifu_record::text::names::pad_words;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// Endings of names of series that users leave out: 三星 stands for 三星杯.
const OPTIONAL_ENDINGS: [&str; 9] = ["", "cup ", "杯 ", "盃 ", "배 ", "戦 ", "战 ", "戰 ", "전 "];
/// Words, besides numbers, that may stand beside the name of a series whose spelling is a single word.
const ROUND_WORDS: &str = " cup tournament tournaments title match matches titlematch league final finals semi semifinal \
    semifinals quarter quarterfinal preliminary preliminaries main challenger challengers playoff playoffs play off \
    round game games group groupe block stage section sen the of winners losers winner loser a b c d e f series \
    session spring summer autumn fall winter in and japan japanese qualifier qualifiers ";

/// Maximum length of an event's name in bytes. Longer texts are not names of events.
const MAX_NAME_BYTES: usize = 300;

/// Table of series.
struct SeriesTable {
    /// Spellings of each series. The first one is the name of the series.
    series: Vec<Vec<&'static str>>,
    /// Index of the series for each spelling, [spaced] (with a space on both sides of every word).
    spellings: HashMap<String, usize>,
    /// Number of series that have this spelling if simplified, traditional and Japanese forms of Chinese characters
    /// count as equal.
    series_by_form: HashMap<String, usize>,
    /// Number of words of the longest spelling.
    max_words: usize,
}

fn table() -> &'static SeriesTable {
    static TABLE: OnceLock<SeriesTable> = OnceLock::new();
    TABLE.get_or_init(|| SeriesTable::read(include_str!("series.tsv")))
}

/// Name of the series to which an event belongs: its name in the table, or, for an unknown series, the event's name
/// without number, year and round.
pub fn series_name(event: &str) -> String {
    canonical_name(&series(event))
}

/// Name of the series in a text from which number, year and round have been removed.
pub(super) fn canonical_name(series: &str) -> String {
    known_series(series).unwrap_or(series).to_owned()
}

/// Series of the table that this name, without number, year and round, belongs to; `None` if there is none.
pub fn known_series(name: &str) -> Option<&'static str> {
    let table = table();
    if name.len() > MAX_NAME_BYTES {
        return None;
    }
    let text = pad_words(&fold_letters(name));
    let number = table.spellings.get(&text).copied();
    table.name(number.or_else(|| table.find_inside(&text))?)
}

/// Series that a search for this text finds. If the text is the complete spelling of a series, these are all series
/// with a spelling that contains the text; otherwise there are none.
pub fn series_matching(text: &str) -> BTreeSet<&'static str> {
    let table = table();
    let query = pad_words(&fold_letters(text));
    let is_spelling = |end: &str| table.spellings.contains_key(&format!("{query}{end}"));
    if !OPTIONAL_ENDINGS.iter().any(|end| is_spelling(end)) {
        return BTreeSet::new();
    }
    table
        .spellings
        .iter()
        .filter(|(own, _)| own.contains(&query))
        .filter_map(|(_, &number)| table.name(number))
        .collect()
}

/// True if another series has this spelling in other forms of the characters: 名人戦, 名人战 and 名人戰 are three titles.
pub fn differs_only_by_forms(text: &str) -> bool {
    let table = table();
    let exact = table.spellings.get(&pad_words(&fold_letters(text)));
    let others = table.series_by_form.get(&pad_words(&fold(text)));
    exact.is_some() && others.is_some_and(|&series| series > 1)
}

/// Name of the series that has this spelling, which must be [spaced] (a space on both sides of every word).
pub(super) fn series_of_spelling(spelling: &str) -> Option<&'static str> {
    let table = table();
    table.name(*table.spellings.get(spelling)?)
}

/// Number of words of the longest spelling in the table of series.
pub(super) fn max_spelling_words() -> usize {
    table().max_words
}

/// All spellings of the series with this name; empty if the table does not have it.
pub fn spellings(name: &str) -> &'static [&'static str] {
    let mut series = table().series.iter();
    series.find(|spellings| spellings.first() == Some(&name)).map_or(&[], Vec::as_slice)
}

impl SeriesTable {
    fn read(lines: &'static str) -> SeriesTable {
        let mut table = SeriesTable {
            series: Vec::new(),
            spellings: HashMap::new(),
            series_by_form: HashMap::new(),
            max_words: 0,
        };
        let mut forms: BTreeSet<(String, usize)> = BTreeSet::new();
        for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let spellings: Vec<&str> = line.split(';').map(str::trim).collect();
            forms.extend(
                spellings.iter().map(|spelling| (pad_words(&fold(spelling)), table.series.len())),
            );
            for spelling in spellings.iter().map(|own| pad_words(&fold_letters(own))) {
                table.max_words = table.max_words.max(words(&spelling).count());
                table.spellings.insert(spelling, table.series.len());
            }
            table.series.push(spellings);
        }
        for (form, _) in forms {
            *table.series_by_form.entry(form).or_default() += 1;
        }
        table
    }

    fn name(&self, number: usize) -> Option<&'static str> {
        self.series.get(number)?.first().copied()
    }

    /// Index of the series with the longest spelling inside a spaced text.
    fn find_inside(&self, text: &str) -> Option<usize> {
        // In a spaced text, a space stands before and after each word. The spellings of the table include both spaces,
        // so only whole words match.
        let gaps: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        let mut best = (0, None);
        for (first, &start) in gaps.iter().enumerate() {
            let ends = gaps.iter().skip(first + 1).take(self.max_words);
            for &end in ends.rev().take_while(|&&end| end - start > best.0) {
                let spelling = text.get(start..=end)?;
                if let Some(&number) = self.spellings.get(spelling)
                    && (is_unmistakable(spelling)
                        || has_only_round_words_around(text.get(..start)?, text.get(end..)?))
                {
                    best = (end - start, Some(number));
                    break;
                }
            }
        }
        best.1
    }
}

fn words(spaced: &str) -> impl Iterator<Item = &str> {
    spaced.split(' ').filter(|word| !word.is_empty())
}

/// True if a spelling is unmistakable inside a longer text: it has at least two words of letters, or three characters.
fn is_unmistakable(spelling: &str) -> bool {
    let count = words(spelling).count();
    count > 2 || count == 2 && words(spelling).any(|word| word.is_ascii())
}

/// True if only numbers and words of rounds stand around a spelling.
fn has_only_round_words_around(before: &str, after: &str) -> bool {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut around = words(before).chain(words(after));
    around.all(|word| is_number(word) || ROUND_WORDS.contains(&format!(" {word} ")))
}

#[cfg(test)]
mod tests;
