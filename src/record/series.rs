//! The series that an event belongs to: its name without edition, year and round.
//!
//! `74th Honinbo` and `第74期本因坊戦 第3局` belong to the series Honinbo and 本因坊戦. Numbers are removed only at the beginning,
//! at the end, or after 第 or 제, so `13x13 Cup` and `10-game match` stay complete. If nothing else would remain, the
//! numbers stay, too.
//!
//! Change this file when an event's series is wrong although its name is spelled as usual; different spellings of one
//! series are in the crate `language`.

use std::borrow::Cow;

/// Maximum length of an event's name in bytes. A longer text is no name and stays as it is.
const MAX_EVENT_BYTES: usize = 300;
/// Characters that separate the name of a series from its number or round.
const SEPARATORS: &[char] = &[
    ' ', '\t', '\n', '\u{a0}', '\u{3000}', ',', ';', ':', '-', '–', '—', '/', '·', '、', '，', '_',
];
/// Words that count editions, after 第 or 제 and a number.
const EDITION_COUNTERS: [&str; 7] = ["期", "届", "屆", "回", "次", "기", "회"];
/// Words that end a round or a year, after a number or a letter. Longer words come first, because the first match wins.
const ROUND_COUNTERS: &str = "\
    번기 番勝負 番碁 番棋 조리그 강전 강 회전 라운드 차전 위전 위 국 조 R 回戦 回战 回戰 局 轮 輪 強 强 \
    組 组 年 년 기 회 월 月";
/// Rounds without a number, with commas between them. Longer ones come first, because the first match wins.
const UNNUMBERED_ROUNDS: &str = "\
    도전자 결정전,결정전,본선리그,본선,통합예선,예선,준결승전,준결승,결승전,결승,결선,도전,최종국,승자조,패자조,\
    準決勝,決勝,半决赛,决赛,半決賽,決賽,予選,預選賽,預選,预选赛,预选,本戦,本赛,挑戦手合,挑戰賽,挑战赛";
/// English rounds in lower case.
const ENGLISH_ROUNDS: &str = "\
    title final finals semifinal semifinals semi-final semi-finals quarterfinal quarterfinals quarter-final \
    quarter-finals preliminaries";
/// Words before the number of a round, in lower case.
const NUMBERED_ROUND_WORDS: [&str; 7] = ["round", "rd", "game", "stage", "season", "no", "시즌"];

/// Event split into its series and the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitEvent {
    /// Name of the event's series.
    pub series: String,
    /// Removed parts of the event (edition, year, round) in their order, with spaces between them.
    pub rest: String,
}

/// Name of the series that an event belongs to.
pub fn series(event: &str) -> String {
    split_event(event).series
}

/// Splits an event into its series and the rest.
pub fn split_event(event: &str) -> SplitEvent {
    let event = event.trim();
    let (name, edition) = if event.len() > MAX_EVENT_BYTES {
        (Cow::Borrowed(event), "")
    } else {
        without_edition(event)
    };
    let mut name: &str = &name;
    let (mut begin, mut end) = (String::new(), String::new());
    while name.len() <= MAX_EVENT_BYTES
        && let Some(cut) = cut_one_part(name)
        && let less = trim_separators(cut.name)
        && less.contains(char::is_alphabetic)
    {
        begin.extend([cut.before, " "]);
        end = format!("{} {end}", cut.after);
        name = less;
    }
    let rest = format!("{edition} {begin} {end}");
    SplitEvent {
        series: name.to_owned(),
        rest: rest.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Name of an event after one part was removed from its beginning (kept in `before`) or from its end (kept in `after`).
struct Cut<'t> {
    before: &'t str,
    name: &'t str,
    after: &'t str,
}

fn cut_one_part(text: &str) -> Option<Cut<'_>> {
    if let Some(name) = without_front_part(text) {
        let before = text.strip_suffix(name)?;
        return Some(Cut { before, name, after: "" });
    }
    let name = without_back_part(text)?;
    let after = text.strip_prefix(name)?;
    Some(Cut { before: "", name, after })
}

fn trim_separators(text: &str) -> &str {
    text.trim_matches(SEPARATORS)
}

/// Splits the edition (`第74期`, `제 8 회`) off an event, wherever it stands. Returns the name and the edition.
fn without_edition(event: &str) -> (Cow<'_, str>, &str) {
    let cut = event.match_indices(['第', '제']).find_map(|(at, mark)| {
        let inside = event.get(at + mark.len()..)?.trim_start();
        let tail = inside.trim_start_matches(is_numeral);
        let rest = EDITION_COUNTERS.iter().find_map(|word| tail.trim_start().strip_prefix(word))?;
        let edition = event.get(at..event.len() - rest.len())?;
        let before = event.get(..at).unwrap_or_default();
        (tail.len() < inside.len()).then_some((before, edition, rest))
    });
    match cut {
        Some((before, edition, after))
            if format!("{before}{after}").contains(char::is_alphabetic) =>
        {
            let gap = if before.is_empty() || after.is_empty() { "" } else { " " };
            let name = format!("{}{gap}{}", trim_separators(before), trim_separators(after));
            (name.into(), edition)
        }
        _ => (event.into(), ""),
    }
}

/// Text without the ordinal, year or month at its beginning; `None` if it begins with none.
fn without_front_part(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.get(..text.len() - rest.len())?;
    if digits.is_empty() {
        return None;
    }
    let after = |units: &[&str]| units.iter().find_map(|unit| rest.strip_prefix(unit));
    if is_year(digits) {
        let rest = after(&["年度", "年", "년도", "년"]).unwrap_or(rest);
        return (!rest.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some(rest);
    }
    after(&["st ", "nd ", "rd ", "th ", "월 ", "月 "]).or_else(|| after(&EDITION_COUNTERS))
}

/// Text without the round, number or year at its end; `None` if it ends with none.
fn without_back_part(text: &str) -> Option<&str> {
    let named = || (UNNUMBERED_ROUNDS.split(',')).find_map(|word| text.strip_suffix(word));
    without_counted_round(text)
        .or_else(named)
        .or_else(|| without_bracketed_number(text))
        .or_else(|| without_last_word(text))
}

/// Text without the counted round at its end, such as `第3局`, `8강전` or `32강전-2`.
fn without_counted_round(text: &str) -> Option<&str> {
    let text =
        text.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('-').unwrap_or(text);
    let before = ROUND_COUNTERS.split(' ').find_map(|word| text.strip_suffix(word))?.trim_end();
    let rest = before.trim_end_matches(|c| is_numeral(c) || matches!(c, ',' | '.'));
    if rest.len() < before.len() {
        return Some(rest.trim_end_matches(['第', '제']));
    }
    let rest = before.strip_suffix(|c: char| c.is_ascii_uppercase())?;
    rest.ends_with(SEPARATORS).then_some(rest)
}

/// Text without the number in brackets at its end, such as `(1)` or `（II）`.
fn without_bracketed_number(text: &str) -> Option<&str> {
    let (rest, inside) = text.strip_suffix([')', '）', ']'])?.rsplit_once(['(', '（', '['])?;
    (inside.chars().all(is_numeral)
        || is_roman(inside)
        || without_counted_round(inside) == Some(""))
    .then_some(rest)
}

/// Text without its last word, if that is a year, an ordinal, a Roman number, or a round with or without a number.
fn without_last_word(text: &str) -> Option<&str> {
    let word = text.rsplit(|c| c != '-' && SEPARATORS.contains(&c)).next()?;
    let rest = text.strip_suffix(word)?;
    let digits = word.trim_start_matches(['#', '\'', '’']);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let lower = word.to_lowercase();
    let is_round =
        ENGLISH_ROUNDS.split(' ').any(|word| word == lower) || is_roman(word) || is_ordinal(&lower);
    if is_round || is_number && (is_year(digits) || digits.len() < word.len()) {
        return Some(rest);
    }
    // A round or season with its number: `round 8`, `시즌6`.
    let bare = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let bare = (bare.len() < text.len()).then(|| bare.trim_end_matches([' ', '.']))?;
    let lower = bare.to_lowercase();
    let word = NUMBERED_ROUND_WORDS.iter().find(|word| lower.ends_with(**word))?;
    let rest = bare.get(..bare.len().checked_sub(word.len())?)?;
    (rest.ends_with(SEPARATORS) || !word.is_ascii()).then_some(rest)
}

/// True for a digit of any script that the archives use.
fn is_numeral(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c) || "〇一二三四五六七八九十百".contains(c)
}

fn is_year(digits: &str) -> bool {
    digits.len() == 4 && ("1500"..="2199").contains(&digits)
}

fn is_ordinal(lower: &str) -> bool {
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let end = lower.get(digits.len()..).unwrap_or_default();
    ["st", "nd", "rd", "th"].contains(&end)
        && !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// True for a Roman number of two letters or more, up to 39. A single letter, or one of the large numerals, may be a
/// word.
fn is_roman(word: &str) -> bool {
    let ones = word.trim_start_matches('X');
    let tens = word.len() - ones.len();
    let known = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    tens <= 3 && word.len() >= 2 && known.contains(&ones)
}

#[cfg(test)]
mod tests {
    use super::{series, split_event};

    #[test]
    fn events_and_their_series() {
        for (event, name) in [
            ("74th Honinbo", "Honinbo"),
            ("76th Honinbo", "Honinbo"),
            ("Honinbo, 74th", "Honinbo"),
            ("42nd Women's Honinbo", "Women's Honinbo"),
            ("1st 13x13 Pro-Ama Tournament", "13x13 Pro-Ama Tournament"),
            ("10-game match", "10-game match"),
            ("21-game match", "21-game match"),
            ("1988 China-Japan Youth Go Exchange", "China-Japan Youth Go Exchange"),
            ("Oteai 1982", "Oteai"),
            ("1940 Oteai", "Oteai"),
            ("Prague Go Tournament 2007", "Prague Go Tournament"),
            ("2023-2024 South Korea Go League", "South Korea Go League"),
            ("2003-PANDA-NET-", "PANDA-NET"),
            ("London Open, round 8", "London Open"),
            ("Kisei (1)", "Kisei"),
            ("Tianyuan '98", "Tianyuan"),
            ("JASTEC Cup III", "JASTEC Cup"),
            ("Go World Cup XIV", "Go World Cup"),
            ("Meijin semi-final", "Meijin"),
            ("45th Honinbo Title", "Honinbo"),
            ("Team I", "Team I"),
            ("Game MIX", "Game MIX"),
            (
                "Internet Go Server game: T5 vs yearofglad",
                "Internet Go Server game: T5 vs yearofglad",
            ),
            ("第74期本因坊戦", "本因坊戦"),
            ("第74期本因坊戦 第3局", "本因坊戦"),
            ("第七十四期本因坊戦挑戦手合七番勝負第三局", "本因坊戦"),
            ("日本第31期棋圣战", "日本 棋圣战"),
            ("第5届应氏杯半决赛第2局", "应氏杯"),
            ("2019年 LG杯", "LG杯"),
            ("三番碁", "三番碁"),
            ("제12회 삼성화재배", "삼성화재배"),
            ("제 8 회 맥심배 입신최강전", "맥심배 입신최강전"),
            ("제7회맥심배입신최강전", "맥심배입신최강전"),
            ("제10기 맥심커피배 입신최강전4강", "맥심커피배 입신최강전"),
            ("제3회 한게임 최고수전 8강 3번기 1국", "한게임 최고수전"),
            ("제14회 삼성화재배 32강전-2", "삼성화재배"),
            ("제8기 여류명인전 승자조 4강전", "여류명인전"),
            ("제12기 신예프로10걸전 A조리그", "신예프로10걸전"),
            ("제6기 오스람배 신예연승최강전 3.4위전", "오스람배 신예연승최강전"),
            ("제9기 STX배 여류명인전 도전자 결정전", "STX배 여류명인전"),
            ("제31기 일본 기성전(碁聖戰) 도전3국", "일본 기성전(碁聖戰)"),
            ("제41기 KT배 왕위전 도전2국", "KT배 왕위전"),
            ("제41기 왕위", "왕위"),
            ("2006한국바둑리그", "한국바둑리그"),
            ("2006 한게임 마스터즈 서바이벌 6R", "한게임 마스터즈 서바이벌"),
            ("9월 한게임 아마최강전 시니어 8강", "한게임 아마최강전 시니어"),
            ("여류기사 리그전 시즌6 B조 2국", "여류기사 리그전"),
            ("중국 춘란배", "중국 춘란배"),
            ("2019", "2019"),
            ("(1)", "(1)"),
            ("", ""),
        ] {
            assert_eq!(series(event), name, "{event}");
            assert_eq!(series(name), name, "{event} twice");
        }
    }

    #[test]
    fn the_rest_of_an_event_after_its_series() {
        for (event, rest) in [
            ("74th Honinbo", "74th"),
            ("Honinbo, 74th", "74th"),
            ("45th Honinbo Title", "45th Title"),
            ("London Open, round 8", "round 8"),
            ("JASTEC Cup III", "III"),
            ("第七十四期本因坊戦挑戦手合七番勝負第三局", "第七十四期 挑戦手合 七番勝負 第三局"),
            ("日本第31期棋圣战", "第31期"),
            ("2019年 LG杯", "2019年"),
            ("제 8 회 맥심배 입신최강전", "제 8 회"),
            ("제3회 한게임 최고수전 8강 3번기 1국", "제3회 8강 3번기 1국"),
            ("제14회 삼성화재배 32강전-2", "제14회 32강전-2"),
            ("10-game match", ""),
            ("2019", ""),
        ] {
            assert_eq!(split_event(event).rest, rest, "{event}");
        }
    }

    #[test]
    fn long_and_odd_texts_end() {
        for text in
            ["第1局".repeat(99_999), "第1局".repeat(20), "((((1))))".into(), "第제第1期".into()]
        {
            assert!(series(&text).len() <= text.len());
        }
    }
}
