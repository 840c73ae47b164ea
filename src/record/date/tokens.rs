//! The words and numbers that dates are written in.

use super::super::rank::{narrow, small_number};

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// A number and the count of its digits.
    Number(u32, usize),
    /// A word in lower case.
    Word(String),
    /// Another character; `…` stands for two dots.
    Sign(char),
    /// White space, which separates numbers only.
    Space,
}

/// Cuts the text into tokens; what follows 20,000 characters is dropped.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let end = text
        .char_indices()
        .nth(20_000)
        .map_or(text.len(), |(at, _)| at);
    let text = narrow(text.get(..end).unwrap_or_default());
    let mut rest = text.as_str();
    let mut tokens = Vec::new();
    while let Some(c) = rest.chars().next() {
        let end = if c.is_ascii_digit() {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            tokens.push(Token::Number(
                rest.get(..end)
                    .and_then(|digits| digits.parse().ok())
                    .unwrap_or(u32::MAX),
                end,
            ));
            end
        } else if let Some((value, after)) = small_number(rest) {
            let end = rest.len() - after.len();
            tokens.push(Token::Number(value, end / 3));
            end
        } else if is_counter(c) {
            tokens.push(Token::Sign(match c {
                '年' | '년' => '年',
                '月' | '월' => '月',
                _ => '日',
            }));
            c.len_utf8()
        } else if c.is_alphabetic() {
            let end = rest.find(|c: char| {
                !c.is_alphabetic() || is_counter(c) || "一二三四五六七八九十〇".contains(c)
            });
            let end = end.unwrap_or(rest.len()).max(c.len_utf8());
            tokens.push(Token::Word(rest.get(..end).unwrap_or_default().to_owned()));
            end
        } else if rest.starts_with("..") {
            tokens.push(Token::Sign('…'));
            rest.find(|c| c != '.').unwrap_or(rest.len())
        } else {
            match c {
                '\\' | '\'' => {}
                ' ' if tokens.last() == Some(&Token::Space) => {}
                ' ' => tokens.push(Token::Space),
                '、' | ';' | '&' => tokens.push(Token::Sign(',')),
                '\u{2010}' | '\u{2011}' | '\u{2212}' => tokens.push(Token::Sign('-')),
                '–' | '—' | '〜' => tokens.push(Token::Sign('~')),
                c => tokens.push(Token::Sign(c)),
            }
            c.len_utf8()
        };
        rest = rest.get(end..).unwrap_or_default();
    }
    tokens
}

fn is_counter(c: char) -> bool {
    matches!(c, '年' | '년' | '月' | '월' | '日' | '일' | '号' | '號')
}

/// The number of a month's name in English, German, French, Spanish or Italian.
pub(super) fn month_name(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "jan january januar janvier enero gennaio jänner",
        "feb february februar février febrero febbraio",
        "mar march mär märz mars marzo",
        "apr april avril abril aprile",
        "may mai mayo maggio",
        "jun june juni juin junio giugno",
        "jul july juli juillet julio luglio",
        "aug august août agosto",
        "sep sept september septembre septiembre settembre",
        "oct october okt oktober octobre octubre ottobre",
        "nov november novembre noviembre",
        "dec december dez dezember décembre diciembre dicembre",
    ];
    let at = NAMES
        .iter()
        .position(|names| names.split(' ').any(|name| name == word))?;
    u32::try_from(at + 1).ok()
}

/// The year before the first of a Japanese era, 1600s to today, and whether the calendar is today's.
pub(super) fn era(word: &str) -> Option<(u32, bool)> {
    const NEW: [(&str, u32); 5] = [
        ("令和", 2018),
        ("平成", 1988),
        ("昭和", 1925),
        ("大正", 1911),
        ("明治", 1867),
    ];
    const OLD: &str = "慶応1864 元治1863 文久1860 万延1859 安政1853 嘉永1847 弘化1843 天保1829 文政1817 文化1803 享和1800 寛政1788 \
        天明1780 安永1771 明和1763 宝暦1750 寛延1747 延享1743 寛保1740 元文1735 享保1715 正徳1710 宝永1703 元禄1687 貞享1683 天和1680 \
        延宝1672 寛文1660";
    let word = word.strip_suffix('元').unwrap_or(word);
    if let Some((_, year)) = NEW.iter().find(|(name, _)| word.ends_with(name)) {
        return Some((*year, true));
    }
    OLD.split(' ').find_map(|old| {
        let (name, year) = old.split_at_checked(6)?;
        word.ends_with(name)
            .then(|| Some((year.parse().ok()?, false)))
            .flatten()
    })
}

/// The full year of a number with one or two digits.
pub(super) fn full_year(value: u32, digits: usize) -> u32 {
    match (digits, value) {
        (1 | 2, 30..) => 1900 + value,
        (1 | 2, _) => 2000 + value,
        _ => value,
    }
}
