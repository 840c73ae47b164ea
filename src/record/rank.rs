//! Playing strength: kyu, amateur dan and professional dan on one scale.

use std::fmt;

/// A rank; ranks are ordered 40k < 1k < 1d < 10d < 1p < 9p.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Rank(u8);

/// What follows the number of a rank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Kyu,
    Dan,
    Pro,
}

impl Rank {
    /// A kyu rank, 1 to 40.
    pub fn kyu(number: u8) -> Option<Rank> {
        (1..=40).contains(&number).then(|| Rank(41 - number))
    }

    /// An amateur dan rank, 1 to 10.
    pub fn dan(number: u8) -> Option<Rank> {
        (1..=10).contains(&number).then(|| Rank(40 + number))
    }

    /// A professional dan rank, 1 to 9; 10, an honorary title of old, counts as 9.
    pub fn pro(number: u8) -> Option<Rank> {
        (1..=10).contains(&number).then(|| Rank(50 + number.min(9)))
    }

    /// The place on the scale: 1 (40k) to 40 (1k), 41 (1d) to 50 (10d), 51 (1p) to 59 (9p).
    pub fn number(self) -> u8 {
        self.0
    }

    /// The rank at this place of the scale, the inverse of [`number`](Self::number).
    pub fn from_number(number: u8) -> Option<Rank> {
        (1..=59).contains(&number).then_some(Rank(number))
    }

    /// Reads a rank (SGF FF\[4\], properties BR and WR); of several, as in pair Go, the first.
    ///
    /// A plain `9段` or `9단` is an amateur dan unless the text says pro (`P9段`, `프로3단`): Fox and Tygem write dans of
    /// amateurs so, and although the players of Korean news records are professionals, their ranks do not say it.
    /// Titles without a rank (`Honinbo`, `十段`, `insei`) are `None`, as are bare numbers, save Tygem's codes: 101 to 109 are
    /// amateur dans, 201 to 209 professional ones.
    pub fn parse(text: &str) -> Option<Rank> {
        let text = narrow(text);
        let text = text.trim();
        if let Ok(code @ (101..=109 | 201..=209)) = text.parse::<u16>() {
            let number = u8::try_from(code % 100).ok()?;
            return if code < 200 {
                Rank::dan(number)
            } else {
                Rank::pro(number)
            };
        }
        if let Some(rank) = text.strip_prefix('p').and_then(|rest| rest.parse().ok()) {
            return Rank::pro(rank);
        }
        let mut rest = text;
        let mut previous = None;
        while let Some(c) = rest.chars().next() {
            let inside_word = previous.is_some_and(|c: char| c.is_ascii_alphanumeric() && c != 'p');
            let found = match rest.strip_prefix(['초', '初']) {
                _ if inside_word => None,
                Some(after) => Some((1, after)),
                None => small_number(rest).filter(|_| !rest.starts_with("十段")),
            };
            if let Some((number, after)) = found
                && let Some((unit, after)) = unit(after)
            {
                let before = text.get(..text.len() - rest.len())?;
                let number = u8::try_from(number).ok()?;
                return match unit {
                    Unit::Kyu => Rank::kyu(number),
                    Unit::Dan if says_pro(before, after) => Rank::pro(number),
                    Unit::Dan => Rank::dan(number),
                    Unit::Pro => Rank::pro(number),
                };
            }
            previous = Some(c);
            rest = rest.strip_prefix(c)?;
        }
        None
    }
}

/// Reads `p`, `d`, `k` or a word for it, up to a word's end.
fn unit(text: &str) -> Option<(Unit, &str)> {
    let text = text.strip_prefix('-').unwrap_or(text).trim_start();
    if let Some(rest) = text.strip_prefix(['段', '단']) {
        return Some((Unit::Dan, rest));
    }
    if let Some(rest) = text.strip_prefix(['级', '級', '급']) {
        return Some((Unit::Kyu, rest));
    }
    // One letter more than the longest word below has.
    let letters = text.chars().take(6).take_while(|c| c.is_alphabetic());
    let (word, rest) = text.split_at_checked(letters.map(char::len_utf8).sum())?;
    let unit = match word {
        "k" | "kyu" | "kyus" | "gup" | "geup" | "кю" => Unit::Kyu,
        "d" | "dan" | "dans" | "дан" => Unit::Dan,
        "p" | "pro" | "dp" => Unit::Pro,
        _ => return None,
    };
    Some((unit, rest))
}

/// Whether the words around a dan make it a professional's.
fn says_pro(before: &str, after: &str) -> bool {
    let before = before.trim_end_matches([' ', '-', '.', ',', ':', '(']);
    let word = before
        .rsplit(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or("");
    if matches!(word, "p" | "pro" | "prof" | "professional") {
        return true;
    }
    if ["プロ", "프로", "职业", "職業"]
        .iter()
        .any(|pro| before.ends_with(pro))
    {
        return true;
    }
    let after = after.trim_start_matches([' ', '-', '.', ',', '(']);
    let word = after
        .split(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or("");
    matches!(word, "p" | "pro" | "pros" | "prof" | "professional") || after.starts_with("プロ")
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ..=40 => write!(f, "{}k", 41 - self.0.min(40)),
            41..=50 => write!(f, "{}d", self.0 - 40),
            51.. => write!(f, "{}p", self.0 - 50),
        }
    }
}

/// A whole number in ASCII digits (up to nine), Han numerals or the Korean words before a counter.
pub(crate) fn small_number(text: &str) -> Option<(u32, &str)> {
    const KOREAN: [(&str, u32); 8] = [
        ("한", 1),
        ("두", 2),
        ("세", 3),
        ("네", 4),
        ("다섯", 5),
        ("여섯", 6),
        ("일곱", 7),
        ("여덟", 8),
    ];
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (digits, rest) = text.split_at_checked(end)?;
        let digits = if digits.len() > 9 {
            digits.trim_start_matches('0')
        } else {
            digits
        };
        return (digits.len() <= 9)
            .then(|| Some((digits.parse().ok()?, rest)))
            .flatten();
    }
    for (word, value) in KOREAN {
        let rest = text
            .strip_prefix(word)
            .filter(|rest| rest.trim_start().starts_with(['집', '점', '판']));
        if let Some(rest) = rest {
            return Some((value, rest));
        }
    }
    let run = text.chars().take(7).take_while(|c| han_digit(*c).is_some());
    let end = run.map(char::len_utf8).sum();
    let (digits, rest) = text.split_at_checked(end)?;
    if digits.is_empty() || digits.chars().count() > 6 {
        return None;
    }
    let (mut total, mut last) = (0_u32, 0_u32);
    for digit in digits.chars().filter_map(han_digit) {
        if digit >= 10 {
            total += last.max(1) * digit;
            last = 0;
        } else {
            last = last * 10 + digit;
        }
    }
    Some((total + last, rest))
}

/// The value of a Han numeral: 0 to 9, 10 or 100.
pub(crate) fn han_digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return None;
    }
    "〇一二三四五六七八九十百"
        .chars()
        .position(|h| h == c)
        .map_or((c == '零').then_some(0), |at| match at {
            11 => Some(100),
            at => u32::try_from(at).ok(),
        })
}

/// Lower case, with full-width forms as ASCII and white space as plain spaces.
pub(crate) fn narrow(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c if c.is_whitespace() => ' ',
        c => c,
    };
    text.chars()
        .map(narrow)
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn varieties() {
        let rows = "9p=>9p|9 dan pro=>9p|9p, Honinbo=>9p|P9段=>9p|P9=>9p|9段=>9d|9단=>9d|초단=>1d|初段=>1d|九段=>9d|七단=>7d|\
            プロ九段=>9p|6d ama=>6d|8k*=>8k|8k?=>8k|15级=>15k|3급=>3k|2 kyu=>2k|4 dan=>4d|3級=>3k|201=>1p|209=>9p|101=>1d|\
            109=>9d|NR=>-|insei=>-|Honinbo=>-|-=>-|?=>-|ama=>-|6p & 9p=>6p|25th Honinbo=>-|3p & 25th Honinbo=>3p|\
            2단P=>2p|프로3단=>3p|아마 6단=>6d|사이버7단=>7d|13 yr=>-|6crown=>-|provisional 3d=>3d|3d prov.=>3d|AGA 2D=>2d|\
            EGF 1k=>1k|ca. 15 Kyu=>15k|~9k=>9k|7d ama, 5p=>7d|15-20k=>20k|rates himself as maybe 12k on NNGS=>12k|\
            NR  : 0 (+0)=>-|17k* : 1320 (+0)=>17k|9p,Judan=>9p|10p=>9p|41k=>-|11d=>-|0d=>-|12=>-|0=>-|=>-|ㅁ3단=>3d|\
            Honorary 9p=>9p|５段=>5d|10k* (IGS)=>10k|30 Kyu=>30k|3d & 1d & 4d=>3d|99999999999999d=>-|十段=>-|9-dan=>9d";
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            let rank = Rank::parse(text).map(|rank| rank.to_string());
            assert_eq!(rank.as_deref().unwrap_or("-"), want, "{text:?}");
        }
    }

    #[test]
    fn order() {
        let scale =
            ["40k", "30k", "1k", "1d", "9d", "1p", "9p"].map(|text| Rank::parse(text).unwrap());
        assert!(scale.is_sorted());
        for number in 1..=59 {
            let rank = Rank::from_number(number).unwrap();
            assert_eq!(
                (rank.number(), Rank::parse(&rank.to_string())),
                (number, Some(rank))
            );
        }
        assert_eq!(Rank::from_number(0).or(Rank::from_number(60)), None);
    }
}
