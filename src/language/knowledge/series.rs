//! Series of events whose names are written in many ways.
//!
//! `series.tsv` has one line for each title, cup and league, with spellings in Latin letters, Chinese characters, kana
//! and hangul. An event belongs to the series that its name spells, or to the series with the longest spelling in it,
//! since a sponsor may stand before or after. Around a spelling of one word (`Meijin`, `名人`) only words of rounds may
//! be left over, since a `Meijin anniversary game` is not a game of the Meijin.

use kifu_record::series::series;
use kifu_record::text::fold::{fold, fold_letters};
use kifu_record::text::names::spaced;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// Endings of spellings that users leave out: 三星 stands for 三星杯.
const ENDS: [&str; 9] = ["", "cup ", "杯 ", "盃 ", "배 ", "戦 ", "战 ", "戰 ", "전 "];
/// Words, besides numbers, that may stand beside a spelling of one word.
const BESIDE: &str = " cup tournament tournaments title match matches titlematch league final finals semi semifinal \
    semifinals quarter quarterfinal preliminary preliminaries main challenger challengers playoff playoffs play off \
    round game games group groupe block stage section sen the of winners losers winner loser a b c d e f series \
    session spring summer autumn fall winter in and japan japanese qualifier qualifiers ";

/// Maximum length of an event's name in bytes. Longer texts are not names of events.
const LONGEST: usize = 300;

/// Table of series.
struct SeriesTable {
    /// Spellings of each series, its name first.
    series: Vec<Vec<&'static str>>,
    /// Index of the series for each spelling, [spaced].
    spellings: HashMap<String, usize>,
    /// Number of series for each spelling with the forms of Chinese characters folded.
    forms: HashMap<String, usize>,
    /// Maximum number of words of a spelling.
    longest: usize,
}

fn table() -> &'static SeriesTable {
    static TABLE: OnceLock<SeriesTable> = OnceLock::new();
    TABLE.get_or_init(|| SeriesTable::read(include_str!("series.tsv")))
}

/// Name of the series to which an event belongs: as in the table, else the event without number, year and round.
pub fn name(event: &str) -> String {
    name_of(&series(event))
}

/// Name of a series whose text has no number, year or round.
pub(super) fn name_of(series: &str) -> String {
    known(series).unwrap_or(series).to_owned()
}

/// Series of the table for a name without number, year or round.
pub fn known(name: &str) -> Option<&'static str> {
    let table = table();
    if name.len() > LONGEST {
        return None;
    }
    let text = spaced(&fold_letters(name));
    let number = table.spellings.get(&text).copied();
    table.name(number.or_else(|| table.inside(&text))?)
}

/// Series that a search text names: all that contain the text in a spelling, if the text is the complete spelling of
/// one.
pub fn named(text: &str) -> BTreeSet<&'static str> {
    let table = table();
    let asked = spaced(&fold_letters(text));
    let is_whole = |end: &str| table.spellings.contains_key(&format!("{asked}{end}"));
    if !ENDS.iter().any(|end| is_whole(end)) {
        return BTreeSet::new();
    }
    table
        .spellings
        .iter()
        .filter(|(own, _)| own.contains(&asked))
        .filter_map(|(_, &number)| table.name(number))
        .collect()
}

/// True if another series has this spelling in other forms of the same characters: 名人戦, 名人战 and 名人戰 are three titles.
pub fn is_told_by_forms(text: &str) -> bool {
    let table = table();
    let own = table.spellings.get(&spaced(&fold_letters(text)));
    let others = table.forms.get(&spaced(&fold(text)));
    own.is_some() && others.is_some_and(|&series| series > 1)
}

/// Series with this [spaced] spelling, by its name.
pub(super) fn spelled(spelling: &str) -> Option<&'static str> {
    let table = table();
    table.name(*table.spellings.get(spelling)?)
}

/// Maximum number of words of a spelling.
pub(super) fn longest() -> usize {
    table().longest
}

/// All spellings of the series with this name; empty if the table does not have it.
pub fn spellings(name: &str) -> &'static [&'static str] {
    let mut series = table().series.iter();
    series.find(|own| own.first() == Some(&name)).map_or(&[], Vec::as_slice)
}

impl SeriesTable {
    fn read(lines: &'static str) -> SeriesTable {
        let mut table = SeriesTable {
            series: Vec::new(),
            spellings: HashMap::new(),
            forms: HashMap::new(),
            longest: 0,
        };
        let mut forms: BTreeSet<(String, usize)> = BTreeSet::new();
        for line in lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let own: Vec<&str> = line.split(';').map(str::trim).collect();
            forms.extend(own.iter().map(|own| (spaced(&fold(own)), table.series.len())));
            for spelling in own.iter().map(|own| spaced(&fold_letters(own))) {
                table.longest = table.longest.max(words(&spelling).count());
                table.spellings.insert(spelling, table.series.len());
            }
            table.series.push(own);
        }
        for (form, _) in forms {
            *table.forms.entry(form).or_default() += 1;
        }
        table
    }

    fn name(&self, number: usize) -> Option<&'static str> {
        self.series.get(number)?.first().copied()
    }

    /// Index of the series with the longest spelling inside a spaced text.
    fn inside(&self, text: &str) -> Option<usize> {
        // Each word begins after a space and ends before one. Spellings include both spaces.
        let gaps: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        let mut best = (0, None);
        for (first, &start) in gaps.iter().enumerate() {
            let ends = gaps.iter().skip(first + 1).take(self.longest);
            for &end in ends.rev().take_while(|&&end| end - start > best.0) {
                let spelling = text.get(start..=end)?;
                if let Some(&number) = self.spellings.get(spelling)
                    && (is_strong(spelling) || is_alone(text.get(..start)?, text.get(end..)?))
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

/// True if a spelling is unmistakable inside a longer text: two words of letters, or three characters.
fn is_strong(spelling: &str) -> bool {
    let count = words(spelling).count();
    count > 2 || count == 2 && words(spelling).any(|word| word.is_ascii())
}

/// True if only numbers and words of rounds stand around a spelling.
fn is_alone(before: &str, after: &str) -> bool {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut around = words(before).chain(words(after));
    around.all(|word| is_number(word) || BESIDE.contains(&format!(" {word} ")))
}

#[cfg(test)]
mod tests;
