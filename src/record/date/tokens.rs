//! The words and numbers that dates consist of.

use super::super::amount::{narrow, small_number};

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// A number and its count of digits.
    Number(u32, usize),
    /// A word in lower case.
    Word(String),
    /// Any other character; `…` stands for two or more dots.
    Sign(char),
    /// White space, which only separates numbers.
    Space,
}

/// Splits the text into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let text = narrow(text);
    let mut rest = text.as_ref();
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
            let ends = |c: char| {
                !(c.is_alphabetic() || c == '\'')
                    || is_counter(c)
                    || "一二三四五六七八九十〇".contains(c)
            };
            let end = rest.find(ends).unwrap_or(rest.len()).max(c.len_utf8());
            tokens.push(Token::Word(plain(rest.get(..end).unwrap_or_default())));
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
                '=' | '\u{2010}' | '\u{2011}' | '\u{2212}' => tokens.push(Token::Sign('-')),
                '–' | '—' | '〜' => tokens.push(Token::Sign('~')),
                c => tokens.push(Token::Sign(c)),
            }
            c.len_utf8()
        };
        rest = rest.get(end..).unwrap_or_default();
    }
    tokens
}

/// Removes apostrophes and long-vowel marks, which romanised era names may have or lack: `Bunkyū`, `An'ei`.
fn plain(word: &str) -> String {
    let letters = word.chars().filter(|c| *c != '\'');
    letters
        .map(|c| match c {
            'ō' | 'ô' => 'o',
            'ū' | 'û' => 'u',
            c => c,
        })
        .collect()
}

fn is_counter(c: char) -> bool {
    matches!(c, '年' | '년' | '月' | '월' | '日' | '일' | '号' | '號')
}

/// The number of a month name in English and the other European languages found in records.
pub(super) fn month_name(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "jan january januar janvier enero gennaio jänner januari janeiro stycznia ledna января январь",
        "feb february februar février fevrier febrero febbraio februari fevereiro lutego února февраля февраль",
        "mar march mär märz maerz mars marzo maart março marca března марта март",
        "apr april avril abril aprile kwietnia dubna апреля апрель",
        "may mai mayo maggio mei maj maio maja května мая май",
        "jun june juni juin junio giugno junho czerwca června июня июнь",
        "jul july juli juillet julio luglio julho lipca července июля июль",
        "aug august août aout agosto augustus augusti sierpnia srpna августа август",
        "sep sept september septembre septiembre settembre setembro września září сентября сентябрь",
        "oct october okt oktober octobre octubre ottobre outubro października října октября октябрь",
        "nov november novembre noviembre novembro listopadu ноября ноябрь",
        "dec december dez dezember décembre decembre diciembre dicembre dezembro desember grudnia prosince \
         декабря декабрь",
    ];
    let at = NAMES
        .iter()
        .position(|names| names.split(' ').any(|name| name == word))?;
    u32::try_from(at + 1).ok()
}

/// The year before an era's first one, and whether the era uses today's calendar. Covers Japan from the 1600s to today,
/// and the Republic of China.
pub(super) fn era(word: &str) -> Option<(u32, bool)> {
    const ERAS: &str = "令和reiwa2018 平成heisei1988 昭和showa1925 大正taisho1911 明治meiji1867 民国minguo1911 民國minguo1911 \
        慶応keio1864 元治genji1863 文久bunkyu1860 万延manen1859 安政ansei1853 嘉永kaei1847 弘化koka1843 天保tenpo1829 \
        文政bunsei1817 文化bunka1803 享和kyowa1800 寛政kansei1788 天明tenmei1780 安永anei1771 明和meiwa1763 \
        宝暦horeki1750 寛延kanen1747 延享enkyo1743 寛保kanpo1740 元文genbun1735 享保kyoho1715 正徳shotoku1710 \
        宝永hoei1703 元禄genroku1687 貞享jokyo1683 天和tenna1680 延宝enpo1672 寛文kanbun1660";
    const FIRST_NEW: u32 = 1867;
    let word = word.strip_suffix('元').unwrap_or(word);
    ERAS.split(' ').find_map(|era| {
        let (name, rest) = era.split_at_checked(6)?;
        let (romanised, year) = rest.split_at_checked(rest.len().checked_sub(4)?)?;
        let year = year.parse().ok()?;
        // Where no spaces are written, other words may directly precede the name.
        (word == romanised || word.ends_with(name)).then_some((year, year >= FIRST_NEW))
    })
}

/// The full year for a number with one or two digits.
pub(super) fn full_year(value: u32, digits: usize) -> u32 {
    match (digits, value) {
        (1 | 2, 30..) => 1900 + value,
        (1 | 2, _) => 2000 + value,
        _ => value,
    }
}
