//! Splits the name of an event into its parts: series as it is spelled there, edition, year, rounds, and the rest.
//!
//! A caller that writes an event in another form must not lose anything of it. So a text is read from its beginning as
//! far as it is understood, the rest is returned unchanged, and a text with anything ambiguous is not read at all.

use super::rounds::{EDITION_COUNTERS, Words, is_number, ordinal};
use super::series::{known_series, max_spelling_words, series_of_spelling};
use super::series_names::is_fuller_spelling;
use kifu_record::series::split_event;
use kifu_record::text::fold::is_cjk;
use kifu_record::text::names::is_letter;
use std::ops::Range;

/// Maximum length of an event's text in bytes. Longer texts are not names of events.
const MAX_EVENT_BYTES: usize = 300;
/// Characters that may stand between two parts of an event's name without changing its meaning. Any other sign carries
/// a meaning.
const GAP_CHARS: &str = " \t\n\u{a0}\u{3000},.;:-–—_/·・、，。：「」『』()（）[]【】\"“”#";
/// Characters that are removed from the beginning of the rest, that is, of the end of an event's name that is not
/// understood.
const LEADING_CHARS: &[char] =
    &[' ', '\t', '\n', '\u{a0}', '\u{3000}', ',', ';', ':', '、', '，', '：'];
/// Words that make the rest of an event's name ambiguous: with them, the text is about more than one event, or about
/// something other than a game of the event.
const AMBIGUOUS_WORDS: [&str; 6] = ["and", "or", "vs", "v", "versus", "against"];
/// Endings of sponsors' names, which may precede the name of a series.
const SPONSOR_ENDINGS: [&str; 3] = ["杯", "盃", "배"];
/// Words after the number of games of a match.
const MATCH_COUNTERS: [&str; 6] = ["game match", "番 勝 負", "番 胜 负", "番 碁", "番 棋", "번 기"];
/// Spellings of rounds that are more precise than the keyword under which the index stores them, with the parts that
/// they stand for.
const PRECISE_ROUNDS: [(&str, &[EventPiece]); 2] = [
    ("통 합 예 선", &[EventPiece::Round("open preliminary")]),
    ("본 선 리 그", &[EventPiece::Round("main tournament"), EventPiece::Round("league")]),
];

/// Part of an event's name after the name of its series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventPiece {
    /// Round with a name, by its keyword: `final`, `semi-final`.
    Round(&'static str),
    /// Round with a number.
    NumberedRound(u32),
    /// Group of a league by its letter, in lower case.
    Group(char),
    /// Match of this many games: 七番勝負.
    Match(u32),
    /// Number of a game in its match.
    Game(u32),
}

/// Name of an event, split into its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventText<'t> {
    /// Name of the series as in the table of series.
    pub series: &'static str,
    /// Spelling of the series in the event's name.
    pub spelling: &'t str,
    /// Sponsor before the name of the series, or an empty text.
    pub sponsor: &'t str,
    /// Number of the event's edition.
    pub edition: Option<u32>,
    /// Word that counts the editions in the event's name: 期, 届; empty for `54th`.
    pub counter: &'static str,
    /// Year of the event.
    pub year: Option<u32>,
    /// Rounds and games, in the order in which the event's name has them.
    pub pieces: Vec<EventPiece>,
    /// End of the event's name from the first part that is not understood.
    pub rest: &'t str,
}

/// Splits the name of an event into its parts; `None` if its series is not in the table, or if anything is ambiguous.
pub fn read_event(event: &str) -> Option<EventText<'_>> {
    if event.len() > MAX_EVENT_BYTES {
        return None;
    }
    let mut reader = Reader::new(event)?;
    if !event.is_ascii() {
        reader.remove_marked_edition();
    }
    reader.remove_year();
    let mut at = reader.read_leading_edition();
    let name = reader.find_name(at)?;
    at = name.end;
    let mut pieces = Vec::new();
    while let Some(length) = reader.read_piece(at, &mut pieces) {
        at += length;
    }
    let rest = reader.rest_from(at)?;
    let is_certain = rest.is_empty() && name.sponsor.is_empty()
        || known_series(&split_event(event).series) == Some(name.series);
    let (spelling, sponsor) = (name.spelling, name.sponsor);
    (is_certain && reader.has_plain_gaps(&spelling, at)).then_some(EventText {
        series: name.series,
        spelling: event.get(spelling)?,
        sponsor: event.get(sponsor)?,
        edition: reader.edition,
        counter: reader.counter,
        year: reader.year,
        pieces,
        rest,
    })
}

/// Name of a series found in an event's name: the index of the word after it, and the byte ranges of the series and of
/// a sponsor.
struct FoundName {
    series: &'static str,
    end: usize,
    spelling: Range<usize>,
    sponsor: Range<usize>,
}

struct Reader<'t> {
    event: &'t str,
    /// Words of the event's name. An edition or year that was read is removed from them.
    words: Words,
    /// Byte ranges of `words` in the event's name.
    places: Vec<Range<usize>>,
    /// Byte ranges of all words of the event's name, including the removed ones.
    all_places: Vec<Range<usize>>,
    edition: Option<u32>,
    counter: &'static str,
    year: Option<u32>,
}

impl<'t> Reader<'t> {
    /// Splits the name of an event into words; `None` if the byte ranges of the words are uncertain.
    fn new(event: &'t str) -> Option<Reader<'t>> {
        let (words, places) = (Words::split(event), word_ranges(event));
        (places.len() == words.count()).then(|| Reader {
            event,
            words,
            all_places: places.clone(),
            places,
            edition: None,
            counter: "",
            year: None,
        })
    }

    /// Removes words that have been read, such as an edition, so that the words around them follow one another.
    fn remove_words(&mut self, words: Range<usize>) {
        self.places.drain(words.clone());
        let remaining = (0..self.words.count())
            .filter(|at| !words.contains(at))
            .filter_map(|at| self.words.word(at));
        self.words =
            Words::from_spaced(remaining.fold(" ".to_owned(), |text, word| text + word + " "));
    }

    /// Word at this index that counts editions, such as 期. `None` if it belongs to a round instead: 3回戦 is a round, 제3회
    /// 전자랜드배 is an edition.
    fn edition_counter(&self, at: usize) -> Option<&'static str> {
        let is_next = |word: &&str| self.words.has(at + 1, word);
        let is_glued = self.end(at) == self.places.get(at + 1).map(|next| next.start);
        let is_round = is_glued && ["戦", "战", "戰", "전"].iter().any(is_next);
        EDITION_COUNTERS.iter().find(|word| self.words.has(at, word)).copied().filter(|_| !is_round)
    }

    /// Byte offset in the event's name at which the word with this index ends.
    fn end(&self, at: usize) -> Option<usize> {
        Some(self.places.get(at)?.end)
    }

    /// Reads and removes an edition such as 第54期 or 제 54 기, which may stand inside a name: 日本第31期棋圣战.
    fn remove_marked_edition(&mut self) {
        let found = (0..self.words.count()).find_map(|at| {
            let is_marked = self.words.has(at, "第") || self.words.has(at, "제");
            let (number, length) = self.words.numeral(at + 1).filter(|_| is_marked)?;
            let end = at + 1 + length;
            Some((at..end + 1, number, self.edition_counter(end)?))
        });
        if let Some((words, number, counter)) = found.filter(|(_, number, _)| *number > 0) {
            (self.edition, self.counter) = (Some(number), counter);
            self.remove_words(words);
        }
    }

    /// Reads an edition such as `54th` or 54期 at the beginning of the event's name. Returns the index of the next word.
    fn read_leading_edition(&mut self) -> usize {
        if self.edition.is_some() {
            return 0;
        }
        if let Some(number) = self.words.word(0).and_then(ordinal) {
            self.edition = Some(number);
            return 1;
        }
        match self
            .words
            .numeral(0)
            .map(|(number, length)| (number, length, self.edition_counter(length)))
        {
            Some((number, length, Some(counter))) => {
                (self.edition, self.counter) = (Some(number), counter);
                length + 1
            }
            _ => 0,
        }
    }

    /// Year that begins at the word with this index, and how many words it takes.
    fn year(&self, at: usize) -> Option<(u32, usize)> {
        let year = self
            .words
            .word(at)
            .filter(|word| word.len() == 4 && is_number(word))?
            .parse()
            .ok()
            .filter(|year| (1500..2200).contains(year))?;
        let unit =
            ["年 度", "년 도", "年", "년"].iter().clone().find(|unit| self.words.has(at + 1, unit));
        Some((year, 1 + unit.map_or(0, |unit| unit.split(' ').count())))
    }

    /// Reads and removes the year if the event's name has only one, and if it stands at the beginning or before words
    /// of a script without spaces: 2008한국바둑리그.
    fn remove_year(&mut self) {
        let mut years = (0..self.words.count()).filter(|at| self.year(*at).is_some());
        let (Some(at), None) = (years.next(), years.next()) else {
            return;
        };
        let is_before = |word: &str| word.starts_with(is_cjk);
        let Some((year, length)) = self.year(at) else {
            return;
        };
        if at == 0 || length == 1 && self.words.word(at + 1).is_some_and(is_before) {
            self.year = Some(year);
            self.remove_words(at..at + length);
        }
    }

    /// Spellings of series that begin at the word with this index, the longest first: series, number of words,
    /// spelling.
    fn spellings(&self, at: usize) -> impl Iterator<Item = (&'static str, usize, &str)> {
        let max_words = max_spelling_words().min(self.words.count().saturating_sub(at));
        (1..=max_words).rev().filter_map(move |length| {
            let run = self.words.spaced_run(at, length)?;
            Some((series_of_spelling(run)?, length, run))
        })
    }

    /// Name of a series that begins at the word with this index, or after a sponsor that begins there.
    fn find_name(&self, at: usize) -> Option<FoundName> {
        let longest_spelling = self.spellings(at).next();
        let expected_series = longest_spelling.map(|(series, ..)| series);
        let is_start = |from: usize| {
            let before = from.checked_sub(1).and_then(|before| self.words.word(before));
            from == at || before.is_some_and(|before| SPONSOR_ENDINGS.contains(&before))
        };
        let end = longest_spelling.map_or(self.words.count(), |(_, length, _)| at + length);
        let name = |from: usize| {
            let is_name = |series: &str, run: &str| {
                expected_series.is_none_or(|wanted| wanted == series) && !is_fuller_spelling(run)
            };
            let mut names = self.spellings(from).filter(|(series, _, run)| is_name(series, run));
            let (series, length, _) = names.next()?;
            Some((series, from, from + length))
        };
        let (series, from, end) = (at..end).filter(|from| is_start(*from)).find_map(name)?;
        let sponsor =
            if from > at { self.places.get(at)?.start..self.end(from - 1)? } else { 0..0 };
        if (at..from).any(|at| self.words.numeral(at).is_some()) {
            return None;
        }
        let spelling = self.places.get(from)?.start..self.end(end - 1)?;
        Some(FoundName { series, end, spelling, sponsor })
    }

    /// Reads the round, group or game that begins at the word with this index. Returns how many words it takes.
    fn read_piece(&mut self, at: usize, pieces: &mut Vec<EventPiece>) -> Option<usize> {
        let words = &self.words;
        if let Some((text, precise)) = PRECISE_ROUNDS.iter().find(|(text, _)| words.has(at, text)) {
            pieces.extend(*precise);
            return Some(text.split(' ').count());
        }
        let has_game = pieces.iter().any(|piece| matches!(piece, EventPiece::Game(_)));
        let game = || self.read_game(at).filter(|_| !has_game);
        if let Some((piece, length)) =
            self.read_round(at).or_else(game).or_else(|| self.read_group(at))
        {
            pieces.push(piece);
            return Some(length);
        }
        if let Some(number) = words.word(at).and_then(ordinal)
            && self.edition.is_none()
        {
            self.edition = Some(number);
            return Some(1);
        }
        let (year, length) = self.year(at).filter(|_| self.year.is_none())?;
        let is_day = self.words.numeral(at + length).is_some();
        (!is_day).then(|| self.year = Some(year))?;
        Some(length)
    }

    fn read_round(&self, at: usize) -> Option<(EventPiece, usize)> {
        let number =
            |word: &str| word.strip_suffix('r').filter(|word| is_number(word))?.parse().ok();
        if let Some(number) = self.words.word(at).and_then(number) {
            return Some((EventPiece::NumberedRound(number), 1));
        }
        let (keyword, length) = self.words.round(at)?;
        let piece = match keyword {
            std::borrow::Cow::Borrowed(keyword) => EventPiece::Round(keyword),
            std::borrow::Cow::Owned(round) => {
                EventPiece::NumberedRound(round.rsplit(' ').next()?.parse().ok()?)
            }
        };
        Some((piece, length))
    }

    /// Reads a game number or a match: `game 3`, 第3局, 3국 or 七番勝負.
    fn read_game(&self, at: usize) -> Option<(EventPiece, usize)> {
        let words = &self.words;
        if words.has(at, "game") {
            let (number, length) = words.numeral(at + 1)?;
            return Some((EventPiece::Game(number), 1 + length));
        }
        let first = at + usize::from(words.has(at, "第") || words.has(at, "제"));
        let (number, length) = words.numeral(first)?;
        let end = first + length;
        if words.has(end, "局") || words.has(end, "국") {
            return Some((EventPiece::Game(number), end + 1 - at));
        }
        let of = MATCH_COUNTERS.iter().find(|of| first == at && words.has(end, of))?;
        Some((EventPiece::Match(number), length + of.split(' ').count()))
    }

    /// Reads a group of a league: `group A` or A조.
    fn read_group(&self, at: usize) -> Option<(EventPiece, usize)> {
        let letter = |at: usize| {
            let mut chars = self.words.word(at)?.chars();
            let letter = chars.next().filter(char::is_ascii_lowercase)?;
            chars.next().is_none().then_some(letter)
        };
        if self.words.has(at, "group") {
            return Some((EventPiece::Group(letter(at + 1)?), 2));
        }
        let is_group = ["조", "組", "组"].iter().any(|word| self.words.has(at + 1, word));
        Some((EventPiece::Group(letter(at).filter(|_| is_group)?), 2))
    }

    /// Rest of the event's name from the word with this index on; `None` if the rest is ambiguous.
    fn rest_from(&self, at: usize) -> Option<&'t str> {
        let Some(place) = self.places.get(at) else {
            return Some("");
        };
        let end = self.end(at.checked_sub(1)?)?;
        let rest = self.event.get(end..)?;
        // A `-sen` after the name of a series, as in Ryusei-sen, belongs to the name.
        let tail = rest.strip_prefix('-').unwrap_or(rest);
        let is_glued = end == place.start || tail.starts_with(char::is_alphabetic);
        let count = |signs: &[char]| rest.matches(signs).count();
        let is_open = count(&['(', '（', '[']) != count(&[')', '）', ']']);
        let words = (at..self.words.count()).filter_map(|at| self.words.word(at));
        let is_doubtful =
            words.into_iter().any(|word| AMBIGUOUS_WORDS.contains(&word)) || rest.contains('&');
        // A year or an edition that was removed from the rest is still in its text. A caller would write it twice.
        let words_after = self.all_places.iter().filter(|place| place.start >= end).count();
        let nothing_removed_behind = words_after == self.places.len() - at;
        (!is_glued && !is_open && !is_doubtful && nothing_removed_behind)
            .then(|| rest.trim_start_matches(LEADING_CHARS).trim_end())
    }

    /// True if nothing but spaces and signs without meaning stands between the words that were read. The inside of the
    /// series' name and the rest, which begins at the word `rest`, are not checked.
    fn has_plain_gaps(&self, name: &Range<usize>, rest: usize) -> bool {
        let is_plain = |gap: Range<usize>| {
            let text = self.event.get(gap.clone()).unwrap_or_default();
            name.start <= gap.start && gap.end <= name.end
                || text.chars().all(|c| GAP_CHARS.contains(c))
        };
        let end = match self.places.get(rest) {
            Some(_) => self.end(rest.saturating_sub(1)).unwrap_or(0),
            None => self.event.len(),
        };
        let mut last = 0;
        let starts = self
            .all_places
            .iter()
            .map(|place| (place.start, place.end))
            .take_while(|(start, _)| *start < end);
        let mut gaps: Vec<Range<usize>> =
            starts.map(|(start, next)| std::mem::replace(&mut last, next)..start).collect();
        gaps.push(last..end);
        gaps.into_iter().all(is_plain)
    }
}

/// Byte ranges of the words of a text, by the rule of [`pad_words`](kifu_record::text::names::pad_words).
fn word_ranges(text: &str) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let (is_letter, is_single_word) = (is_letter(c), is_cjk(c));
        let continues_word = is_open && !is_single_word && (is_letter || matches!(c, '\'' | '’'));
        match places.last_mut() {
            Some(last) if continues_word => last.end = end,
            _ if is_letter => places.push(at..end),
            _ => {}
        }
        is_open = continues_word || is_letter && !is_single_word;
    }
    places
}

#[cfg(test)]
mod tests;
