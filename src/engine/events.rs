//! Texts of events in the languages of the page: 第54期本因坊戦 第3局 for `54th Honinbo, game 3`.

use kifu_language::knowledge::events::{EventPiece, EventText, read_event};
use kifu_language::knowledge::series_names::usual_names;
use kifu_messages::{Locale, Message, say};
use kifu_record::text::fold::{fold_letters, is_cjk};
use kifu_record::text::names::pad_words;
use std::borrow::Cow;

/// Characters that tell the language of an event's name, because only one of the three languages writes them in this
/// form. Kana and hangul are recognised separately.
const JAPANESE: &str = "戦竜応囲読鋭";
const SIMPLIFIED: &str = "战赛圣届龙围应终强农韩亚业联转预";
const TRADITIONAL: &str = "戰賽屆圍應盃聯轉預";

/// Translates the text of an event into a language. The text stays as written if its series is unknown, if its meaning
/// is not certain, or if it is written in that language already.
pub fn event_name(event: &str, locale: Locale) -> Cow<'_, str> {
    if is_written_in(locale, event) {
        return event.into();
    }
    let is_latin = is_written_in(Locale::English, event);
    // If the series has no name in the reader's language, a text in Latin letters is not translated, because the result
    // would be a mix of two languages.
    let wanted = |read: &EventText| !is_latin || series_name_in(read.series, locale).is_some();
    let Some(translated) = read_event(event).filter(wanted).map(|read| event_text(&read, locale))
    else {
        return event.into();
    };
    let words = |text: &str| pad_words(&fold_letters(text));
    let may_be_same = !is_latin && translated.chars().next() == event.chars().next();
    if may_be_same && words(&translated) == words(event) { event.into() } else { translated.into() }
}

/// Translates the English name of a series of events (`Honinbo`) by the table of known series; any other name stays as
/// it is.
pub fn series_name(series: &str, locale: Locale) -> &str {
    series_name_in(series, locale).unwrap_or(series)
}

/// True if the table of known series of events has this English name.
pub fn is_series(name: &str) -> bool {
    usual_names(name).is_some()
}

/// Returns the language in which the text of an event is written, if its characters are enough to tell.
pub fn event_language(event: &str) -> Option<Locale> {
    let is_of = |locale: &Locale| is_written_in(*locale, event);
    let native = &Locale::ALL[1..];
    native.iter().copied().find(is_of)
}

/// Returns the name of a series in a language, if it has one.
fn series_name_in(series: &str, locale: Locale) -> Option<&'static str> {
    let names = usual_names(series)?;
    let name = match locale {
        Locale::English => "",
        Locale::Simplified => names.simplified,
        Locale::Traditional => names.traditional,
        Locale::Japanese => names.japanese,
        Locale::Korean => names.korean,
    };
    (!name.is_empty()).then_some(name)
}

/// True if a text is written in the script of a language. Any text without East Asian characters counts as English.
fn is_written_in(locale: Locale, text: &str) -> bool {
    let has = |of: &str| text.contains(|c| of.contains(c));
    let has_kana = || text.contains(|c| matches!(c, '\u{3041}'..='\u{30FA}'));
    let has_hangul = || text.contains(|c| matches!(c, '\u{AC00}'..='\u{D7A3}'));
    match locale {
        Locale::English => text.is_ascii() || !text.contains(is_cjk),
        _ if text.is_ascii() => false,
        Locale::Korean => has_hangul(),
        _ if has_hangul() => false,
        Locale::Japanese => has_kana() || has(JAPANESE) && !has(SIMPLIFIED) && !has(TRADITIONAL),
        _ if has_kana() || has(JAPANESE) => false,
        Locale::Simplified => has(SIMPLIFIED) && !has(TRADITIONAL),
        Locale::Traditional => has(TRADITIONAL) && !has(SIMPLIFIED),
    }
}

fn event_text(event: &EventText, locale: Locale) -> String {
    let mut text = with_edition(event, series_with_sponsor(event, locale), locale);
    if let Some(year) = event.year {
        text = say!("event-year", series = text, year = year.to_string()).in_language(locale);
    }
    let between = match locale {
        Locale::English => ", ",
        _ => " ",
    };
    for piece in &event.pieces {
        text.extend([between, &piece_text(*piece, locale).in_language(locale)]);
    }
    if !event.rest.is_empty() {
        text.extend([" ", event.rest]);
    }
    text
}

/// Names the series of an event, with its sponsor before it if the event has one.
fn series_with_sponsor(event: &EventText, locale: Locale) -> String {
    let name = series_name(event.series, locale);
    match event.sponsor {
        "" => name.to_owned(),
        sponsor => format!("{sponsor} {name}"),
    }
}

fn with_edition(event: &EventText, series: String, locale: Locale) -> String {
    let Some(number) = event.edition else {
        return series;
    };
    // A reader of Chinese who sees the counter 届 in `第57届` expects it in the translation, too. So if the text already
    // has a counter that the reader's language uses, it stays; otherwise the usual counter of the series is taken.
    let has_terms = match (locale, event.counter) {
        (Locale::Simplified | Locale::Traditional | Locale::Japanese, "期") => true,
        (Locale::Simplified, "届") | (Locale::Traditional, "屆") => false,
        (Locale::Japanese, "回") => false,
        _ => usual_names(event.series).is_some_and(|names| names.has_terms),
    };
    let n = match locale {
        Locale::English => ordinal(number),
        _ => number.to_string(),
    };
    let named = if has_terms {
        say!("event-edition", series = series, n = n)
    } else {
        say!("event-edition-of-cup", series = series, n = n)
    };
    named.in_language(locale)
}

/// Writes the number of games of a match as a Chinese numeral where that is usual: 七 in 七番勝負.
fn games_of_match(number: u32, locale: Locale) -> String {
    let has_numerals =
        matches!(locale, Locale::Simplified | Locale::Traditional | Locale::Japanese);
    let numeral = "〇一二三四五六七八九十".chars().nth(number as usize);
    match numeral.filter(|_| has_numerals) {
        Some(digit) => digit.to_string(),
        None => number.to_string(),
    }
}

/// Writes an English ordinal number: `54th`, `112th`.
fn ordinal(number: u32) -> String {
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

fn piece_text(piece: EventPiece, locale: Locale) -> Message {
    match piece {
        EventPiece::Round(keyword) => match keyword {
            "final" => say!("event-final"),
            "semi-final" => say!("event-semifinal"),
            "quarter-final" => say!("event-quarterfinal"),
            "round of 16" => say!("event-last-16"),
            "round of 32" => say!("event-last-32"),
            "preliminary" => say!("event-preliminary"),
            "open preliminary" => say!("event-open-preliminary"),
            "main tournament" => say!("event-main"),
            "league" => say!("event-league"),
            "challenger" => say!("event-challenger"),
            "title" => say!("event-title"),
            "playoff" => say!("event-playoff"),
            "third place" => say!("event-third-place"),
            other => other.into(),
        },
        EventPiece::NumberedRound(number) => say!("event-round", n = number.to_string()),
        EventPiece::Group(letter) => {
            say!("event-group", n = letter.to_ascii_uppercase().to_string())
        }
        EventPiece::Match(number) => say!("event-match", n = games_of_match(number, locale)),
        EventPiece::Game(number) => say!("event-game", n = number.to_string()),
    }
}

#[cfg(test)]
mod tests;
