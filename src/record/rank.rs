//! Ranks: kyu, amateur dan and professional dan on one scale.

use std::fmt;

use super::amount::{han_digit, normalize, skip_number, small_number};

/// Rank of a player. The order is 40k < 1k < 1d < 10d < 1p < 9p.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rank(u8);

/// Unit of a rank, which stands after its number: kyu, dan or professional dan.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RankUnit {
    Kyu,
    Dan,
    Pro,
}

impl Rank {
    /// Makes a kyu rank; `None` unless the number is 1 to 40.
    pub fn kyu(number: u8) -> Option<Rank> {
        (1..=40).contains(&number).then(|| Rank(41 - number))
    }

    /// Makes an amateur dan rank; `None` unless the number is 1 to 10.
    pub fn dan(number: u8) -> Option<Rank> {
        (1..=10).contains(&number).then(|| Rank(40 + number))
    }

    /// Makes a professional dan rank; `None` unless the number is 1 to 10. 10 was an honorary title and counts as 9.
    pub fn pro(number: u8) -> Option<Rank> {
        (1..=10).contains(&number).then(|| Rank(50 + number.min(9)))
    }

    /// Position of the rank on the scale: 1 (40k) to 40 (1k), 41 (1d) to 50 (10d), 51 (1p) to 59 (9p).
    pub fn number(self) -> u8 {
        self.0
    }

    /// Rank at this position of the scale, the inverse of [`number`](Self::number).
    pub fn from_number(number: u8) -> Option<Rank> {
        (1..=59).contains(&number).then_some(Rank(number))
    }

    /// Number of ranks by which this one is above another. `None` between an amateur and a professional, whose ranks
    /// have no common measure.
    pub fn ranks_above(self, other: Rank) -> Option<i8> {
        let is_pro = |rank: Rank| rank.0 > 50;
        (is_pro(self) == is_pro(other)).then_some(self.0 as i8 - other.0 as i8)
    }

    /// Professional dan of the same number for an amateur dan: `9단` of a player who is marked as a professional.
    pub(super) fn to_pro(self) -> Rank {
        match self.0 {
            41..=50 => Rank::pro(self.0 - 40).unwrap_or(self),
            _ => self,
        }
    }

    /// Reads a rank (SGF FF\[4\], properties BR and WR). If the text has several ranks, as in pair Go, reads the first
    /// one.
    ///
    /// A plain `9段` or `9단` is an amateur dan unless the text marks a professional (`P9段`, `프로3단`). Fox and Tygem write
    /// amateur dans like that. The players in Korean news records are professionals, but their ranks do not show it.
    ///
    /// `None` for titles without a rank (`Honinbo`, `十段`, `insei`), two ranks of one player (`15-20k`, `5p or 6p`) and
    /// bare numbers, except Tygem's codes: 101 to 109 are amateur dans, 201 to 209 professional dans.
    pub fn parse(text: &str) -> Option<Rank> {
        if let &[tens @ b'1'..=b'4', ones @ b'0'..=b'9', b'k'] = text.as_bytes() {
            return Rank::kyu((tens - b'0') * 10 + (ones - b'0'));
        }
        if let &[number @ b'1'..=b'9', unit @ (b'p' | b'd' | b'k')] = text.as_bytes() {
            return RankUnit::from_letter(unit).rank((number - b'0').into());
        }
        let text = normalize(text);
        let text = text.split('&').next()?.trim();
        if let Ok(code @ (101..=109 | 201..=209)) = text.parse::<u16>() {
            let unit = if code < 200 { RankUnit::Dan } else { RankUnit::Pro };
            return unit.rank(u32::from(code % 100));
        }
        if let Some(rank) = text.strip_prefix('p').and_then(|rest| rest.parse().ok()) {
            return Rank::pro(rank);
        }
        let mut rest = text;
        let mut previous = None;
        while let Some(c) = rest.chars().next() {
            let inside_word = previous.is_some_and(|c: char| c.is_ascii_alphanumeric() && c != 'p');
            if let Some((number, after)) = read_number(rest).filter(|_| !inside_word || !is_first_mark(c))
                // Some programs write `.0` after the number, as in `13.0k`.
                && let Some((unit, after)) = read_unit(after.strip_prefix(".0").unwrap_or(after))
            {
                let before = text.get(..text.len() - rest.len())?;
                let pair = before.strip_suffix(['-', '/', '.']).unwrap_or("");
                if pair.ends_with(|c: char| c.is_ascii_digit())
                    || after.trim_start().starts_with("or ")
                {
                    return None;
                }
                return match unit {
                    RankUnit::Dan if has_pro_mark(before, after) => RankUnit::Pro.rank(number),
                    unit => unit.rank(number),
                };
            }
            previous = Some(c);
            rest = skip_number(rest);
        }
        None
    }

    /// Reads a rank in a query: the text must be only a rank, without marks of doubt (`?`, `*`).
    pub fn parse_strict(text: &str) -> Option<Rank> {
        let is_doubtful = text.contains(['?', '*', '？', '＊']);
        Rank::parse_exact(text).filter(|_| !is_doubtful)
    }

    /// Reads a text that is only a rank: `9p`, `2 dan`, `P9段`, `8단P`, `6d ama`.
    pub(super) fn parse_exact(text: &str) -> Option<Rank> {
        let text = normalize(text);
        let text = text.trim().trim_end_matches(['*', '?']);
        let pro = ["프로", "プロ", "p"].iter().find_map(|pro| text.strip_prefix(pro));
        let (number, after) = read_number(pro.unwrap_or(text).trim_start())?;
        let (unit, after) = read_unit(after)?;
        match (unit, after.trim()) {
            (RankUnit::Dan, "p" | "pro") => RankUnit::Pro.rank(number),
            (RankUnit::Dan, "") if pro.is_some() => RankUnit::Pro.rank(number),
            (_, "" | "ama") if pro.is_none() => unit.rank(number),
            _ => None,
        }
    }

    /// Splits off a rank at the end of a name (`이세돌9단`, `Lee Sedol 9p`). `None` if there is no name before it.
    pub(super) fn split_suffix(name: &str) -> Option<(&str, Rank)> {
        let last = name.chars().next_back()?;
        let counter = |c: char| matches!(c, '단' | '段' | '급' | '级' | '級');
        if !counter(last) && !"pPdDkKnu*?".contains(last) {
            return None;
        }
        let digit = |c: char| c.is_numeric() || han_digit(c).is_some();
        let east = name.chars().rev().take(2).any(counter);
        let mut ends = name.char_indices().rev().take(8).peekable();
        while let Some((at, c)) = ends.next() {
            let is_separated =
                |&(_, before): &(usize, char)| before.is_whitespace() || east && !digit(before);
            if ends.peek().is_some_and(is_separated) && (digit(c) || is_first_mark(c)) {
                let (rest, tail) = name.split_at_checked(at)?;
                return Some((rest, Rank::parse_exact(tail)?));
            }
        }
        None
    }
}

impl RankUnit {
    fn from_letter(letter: u8) -> RankUnit {
        match letter {
            b'p' => RankUnit::Pro,
            b'd' => RankUnit::Dan,
            _ => RankUnit::Kyu,
        }
    }

    fn rank(self, number: u32) -> Option<Rank> {
        let number = u8::try_from(number).ok()?;
        match self {
            RankUnit::Kyu => Rank::kyu(number),
            RankUnit::Dan => Rank::dan(number),
            RankUnit::Pro => Rank::pro(number),
        }
    }
}

/// True for `초` and `初`, which mean "first", as in first dan.
fn is_first_mark(c: char) -> bool {
    matches!(c, '초' | '初')
}

/// Reads the number of a rank, and returns the rest of the text. `None` for `十段` (Judan), which is a title and not 10
/// dan.
fn read_number(text: &str) -> Option<(u32, &str)> {
    match text.strip_prefix(is_first_mark) {
        Some(after) => Some((1, after)),
        None => small_number(text).filter(|_| !text.starts_with("十段")),
    }
}

/// Reads the unit of a rank, `p`, `d`, `k` or a word for it, up to the end of the word.
fn read_unit(text: &str) -> Option<(RankUnit, &str)> {
    let text = text.strip_prefix('-').unwrap_or(text).trim_start();
    if let Some(rest) = text.strip_prefix(['段', '단']) {
        return Some((RankUnit::Dan, rest));
    }
    if let Some(rest) = text.strip_prefix(['级', '級', '급']) {
        return Some((RankUnit::Kyu, rest));
    }
    // The longest word below has five letters. One more is read, so that a longer word does not match its beginning.
    let letters = text.chars().take(6).take_while(|c| c.is_alphabetic());
    let (word, rest) = text.split_at_checked(letters.map(char::len_utf8).sum())?;
    let unit = match word {
        "k" | "kyu" | "kyus" | "gup" | "geup" | "кю" => RankUnit::Kyu,
        "d" | "dan" | "dans" | "дан" => RankUnit::Dan,
        "p" | "pro" | "dp" => RankUnit::Pro,
        _ => return None,
    };
    Some((unit, rest))
}

/// True if the words before or after a dan rank mark it as professional.
fn has_pro_mark(before: &str, after: &str) -> bool {
    let before = before.trim_end_matches([' ', '-', '.', ',', ':', '(']);
    let word = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
    let is_marked = |pro: &&str| before.ends_with(*pro);
    if matches!(word, "p" | "pro" | "prof" | "professional")
        || ["プロ", "프로", "职业", "職業"].iter().any(is_marked)
    {
        return true;
    }
    let after = after.trim_start_matches([' ', '-', '.', ',', '(']);
    let word = after.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn written_forms() {
        let rows = "9p=>9p|9 dan pro=>9p|9p, Honinbo=>9p|P9段=>9p|P9=>9p|9段=>9d|9단=>9d|초단=>1d|初段=>1d|九段=>9d|七단=>7d|\
            プロ九段=>9p|6d ama=>6d|8k*=>8k|8k?=>8k|15级=>15k|3급=>3k|2 kyu=>2k|4 dan=>4d|3級=>3k|201=>1p|209=>9p|101=>1d|\
            109=>9d|NR=>-|insei=>-|Honinbo=>-|-=>-|?=>-|ama=>-|6p & 9p=>6p|25th Honinbo=>-|3p & 25th Honinbo=>3p|\
            2단P=>2p|프로3단=>3p|아마 6단=>6d|사이버7단=>7d|13 yr=>-|6crown=>-|provisional 3d=>3d|3d prov.=>3d|AGA 2D=>2d|11.6k=>-|13.0k=>13k|7-8k AGA=>-|7/8p=>-|5p or 6p=>-|? & 6d=>-|\
            Women's Kisei & 9p=>-|\
            EGF 1k=>1k|ca. 15 Kyu=>15k|~9k=>9k|7d ama, 5p=>7d|15-20k=>-|rates himself as maybe 12k on NNGS=>12k|\
            NR  : 0 (+0)=>-|17k* : 1320 (+0)=>17k|9p,Judan=>9p|10p=>9p|41k=>-|11d=>-|0d=>-|12=>-|0=>-|=>-|ㅁ3단=>3d|\
            Honorary 9p=>9p|５段=>5d|10k* (IGS)=>10k|30 Kyu=>30k|3d & 1d & 4d=>3d|99999999999999d=>-|十段=>-|9-dan=>9d";
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            let rank = Rank::parse(text).map(|rank| rank.to_string());
            assert_eq!(rank.as_deref().unwrap_or("-"), want, "{text:?}");
        }
    }

    #[test]
    fn ranks_are_ordered() {
        let scale =
            ["40k", "30k", "1k", "1d", "9d", "1p", "9p"].map(|text| Rank::parse(text).unwrap());
        assert!(scale.is_sorted());
        for number in 1..=59 {
            let rank = Rank::from_number(number).unwrap();
            assert_eq!((rank.number(), Rank::parse(&rank.to_string())), (number, Some(rank)));
        }
        assert_eq!(Rank::from_number(0).or(Rank::from_number(60)), None);
    }
}
