//! Komi, handicap and board size, read from what people and servers write.

use std::fmt;

use super::amount::{Amount, amount_start, normalize, skip_number, small_number};
use super::rules::Ruleset;
use crate::game::BoardSize;

/// Komi in hundredths of a point, positive if Black gives it to White. Printed in points without trailing zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Komi(i32);

impl Komi {
    /// Largest komi that is accepted, in hundredths of a point: 1,000 points.
    pub const MAX_HUNDREDTHS: i32 = 100_000;

    /// Makes a komi from hundredths of a point; `None` for more than 1,000 points either way.
    pub fn from_hundredths(hundredths: i32) -> Option<Komi> {
        (-Self::MAX_HUNDREDTHS..=Self::MAX_HUNDREDTHS)
            .contains(&hundredths)
            .then_some(Komi(hundredths))
    }

    /// Komi in hundredths of a point.
    pub fn hundredths(self) -> i32 {
        self.0
    }

    /// Komi in points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Reads a komi (SGF FF\[4\], property KM, and the Korean `KO`) if nothing else is known of the game.
    ///
    /// Bare numbers from 100 to 999 are hundredths (`750` is 7.5). Quarters below five (`3.75`, `375`) are Chinese
    /// stones, which count two points each. `No komi` is 0, and a komi that White gives (`reverse 5.5`, `倒贴5目`) is
    /// negative.
    pub fn parse(text: &str) -> Option<Komi> {
        KomiReader::default().read(text).map(|(komi, _)| komi)
    }
}

/// True if a program (`AP`), with or without a version behind its name, is the Fox server.
pub(super) fn is_fox(program: &str) -> bool {
    let name = program.split(':').next().unwrap_or(program).trim();
    let is_name = |fox: &&str| name.eq_ignore_ascii_case(fox);
    ["foxwq", "fox", "野狐围棋"].iter().any(is_name)
}

/// Reads komi with the help of the program that wrote the record and of the rules of the game.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct KomiReader {
    /// True if the record's program writes every komi in hundredths, so that `50` is 0.5.
    in_hundredths: bool,
    /// True if the record's program writes every komi in points, so that `150` is 150.
    in_points: bool,
    /// True if the game is counted by the Chinese rules, under which hundredths below 500 are in Chinese stones (子).
    is_chinese: bool,
}

impl KomiReader {
    /// Makes a reader for records of this program (`AP`) under these rules.
    pub(super) fn new(program: Option<&str>, ruleset: Option<Ruleset>) -> KomiReader {
        KomiReader {
            in_hundredths: program.is_some_and(is_fox),
            in_points: false,
            is_chinese: ruleset == Some(Ruleset::Chinese),
        }
    }

    /// Makes a reader for records whose program writes every komi in points, as KataGo does.
    pub(super) fn of_points() -> KomiReader {
        KomiReader { in_points: true, ..KomiReader::default() }
    }

    /// Reads a komi as [`Komi::parse`] does, by the program and rules of the record.
    pub(super) fn parse(self, text: &str) -> Option<Komi> {
        self.read(text).map(|(komi, _)| komi)
    }

    /// True if a text gives the komi in Chinese stones: as a bare number like Fox (`375`, `3.75`), or with their sign
    /// (`3又3/4子`).
    pub(super) fn is_in_stones(self, text: &str) -> bool {
        text.contains('子') || self.read(text).is_some_and(|(_, in_stones)| in_stones)
    }

    /// Reads a komi. The flag is true if it was a bare number that counts Chinese stones.
    fn read(self, text: &str) -> Option<(Komi, bool)> {
        if let Some(value) = plain_hundredths(text) {
            let is_whole = !text.contains('.');
            let (value, in_stones) = self.interpret(i32::try_from(value).ok()?, is_whole);
            return Some((Komi::from_hundredths(value)?, in_stones));
        }
        let text = normalize(text);
        if NO_KOMI.split(',').any(|none| none == text.trim()) {
            return Some((Komi(0), false));
        }
        let start = amount_start(&text)?;
        let before = text.get(..start)?.trim_end();
        let (minus, before) = match before.strip_suffix(['-', '\u{2212}']) {
            Some(before) => (true, before.trim_end()),
            None => (false, before.strip_suffix('+').unwrap_or(before)),
        };
        let known = ["komi", "reverse"].iter().any(|word| before.ends_with(word));
        if before.ends_with(|c: char| c.is_ascii_alphabetic()) && !known {
            return None;
        }
        let reverse = is_reverse(&text);
        // The text `reverse -5.5` could mean either sign, so it is not read.
        if minus && reverse {
            return None;
        }
        let negative = minus || reverse;
        let written = text.get(start..)?;
        let (amount, rest) = Amount::read(written)?;
        let is_whole = (written.strip_suffix(rest))
            .is_some_and(|amount| amount.trim_end().bytes().all(|byte| byte.is_ascii_digit()));
        let rest = rest.trim_start();
        let rest =
            ["komi", "reverse"].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
        if rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let value = i32::try_from(amount.hundredths).ok()?;
        let (value, in_stones) =
            if amount.has_unit { (value, false) } else { self.interpret(value, is_whole) };
        let komi = Komi::from_hundredths(if negative { -value } else { value })?;
        Some((komi, in_stones))
    }

    /// Interprets a bare number. Returns hundredths of a point, and whether the number was in Chinese stones.
    ///
    /// `value` is the number times 100, and `is_whole` is true if it was written without decimals. Unless the program
    /// always writes points, the rules are, in this order:
    ///
    /// 1. Whole numbers from 100 to 999 are hundredths. If the program always writes hundredths, this begins at 25.
    /// 2. Of the result, quarters below five are Chinese stones of two points each.
    /// 3. Under the Chinese rules, all numbers below five that were written in hundredths are Chinese stones.
    fn interpret(self, value: i32, is_whole: bool) -> (i32, bool) {
        if self.in_points {
            return (value, false);
        }
        let is_hundredths = value % 100 == 0
            && ((10_000..100_000).contains(&value)
                || self.in_hundredths && is_whole && value >= MIN_HUNDREDTHS * 100);
        let scaled = if is_hundredths { value / 100 } else { value };
        let is_small = (100..500).contains(&scaled);
        let is_chinese = self.is_chinese && is_hundredths;
        let in_stones = is_small && (is_quarter(scaled.unsigned_abs()) || is_chinese);
        (if in_stones { scaled * 2 } else { scaled }, in_stones)
    }
}

/// Minimum of a number that is read as hundredths in records of programs that write them. `5` is as likely five points
/// entered by hand, and no komi is less than a quarter.
const MIN_HUNDREDTHS: i32 = 25;

impl Komi {
    /// Finds a komi in prose that mentions one, such as the Korean handicap text `호선 - 6집 반 공제`. Prose in which Black
    /// plays first without komi (`정선`) gives 0.
    pub fn from_prose(text: &str) -> Option<Komi> {
        const KOMI_WORDS: &str = "공제 덤 コミ 込み 贴 貼 komi kommi";
        if text.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let text = normalize(text);
        if matches!(text.trim(), "정선" | "定先") {
            return Some(Komi(0));
        }
        if !KOMI_WORDS.split(' ').any(|mark| text.contains(mark)) {
            return None;
        }
        let mut rest = text.as_ref();
        let mut bare = None;
        while let Some(start) = amount_start(rest) {
            let here = rest.get(start..)?;
            let Some((amount, after)) = Amount::read(here) else {
                rest = skip_number(here);
                continue;
            };
            let sign = if is_reverse(&text) { -1 } else { 1 };
            if amount.has_unit {
                return Komi::from_hundredths(sign * i32::try_from(amount.hundredths).ok()?);
            }
            let found = || Komi::parse(here.strip_suffix(after)?);
            bare = bare.or_else(|| Some(Komi(sign * found()?.0)));
            rest = after;
        }
        bare
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 < 0 { "-" } else { "" })?;
        write_hundredths(f, self.0.unsigned_abs())
    }
}

/// Texts for a komi of 0, with commas between them.
const NO_KOMI: &str =
    "no komi,without komi,コミなし,コミ無し,無コミ,不贴目,不貼目,无贴目,無貼目,덤 없음,덤없음";

/// True if normalised text states that White gives the komi.
fn is_reverse(text: &str) -> bool {
    const REVERSE: &str = "reverse 逆コミ 倒贴 倒貼 反贴 反貼 白贴 白貼 역덤";
    !text.is_ascii() && REVERSE.split(' ').any(|word| text.contains(word))
        || text.contains("reverse")
}

/// True if hundredths are an odd number of quarters. Komi and margins in quarters are Chinese stones, because numbers
/// of points are whole or half.
pub(super) fn is_quarter(hundredths: u32) -> bool {
    matches!(hundredths % 100, 25 | 75)
}

/// Reads a number with at most four digits and at most two decimals, in hundredths.
pub(crate) fn plain_hundredths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str, max_digits: usize| {
        let plain = (1..=max_digits).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<u32>().ok()).flatten()
    };
    let scale = if decimals.len() == 1 { 10 } else { 1 };
    Some(digits(whole, 4)? * 100 + digits(decimals, 2)? * scale)
}

/// Writes hundredths as a decimal number without trailing zeros.
pub(crate) fn write_hundredths(f: &mut fmt::Formatter<'_>, value: u32) -> fmt::Result {
    match (value / 100, value % 100) {
        (whole, 0) => write!(f, "{whole}"),
        (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
        (whole, part) => write!(f, "{whole}.{part:02}"),
    }
}

/// Reads a handicap of 0 to 99 stones (SGF FF\[4\], property HA). Words for even games, and for Black playing first
/// without komi, give 0.
pub fn parse_handicap(text: &str) -> Option<u8> {
    const EVEN: &str = "호선 정선 互先 定先 让先 讓先 分先 平手 tagai even none";
    const BEFORE: &str = "handicap 置き碁 置碁 置石 置 让 讓 被 受 授 접바둑 접 h";
    const AFTER: &str = ".0 점 子 目 点 點 stone stones handicap 子置碁";
    let text = normalize(text);
    let text = text.trim();
    if EVEN.split(' ').any(|word| text.starts_with(word)) {
        return Some(0);
    }
    // Several words may precede the number, as the two in `被让2子`.
    let mut text = text;
    while let Some(after) = BEFORE.split(' ').find_map(|word| text.strip_prefix(word)) {
        text = after.trim_start();
    }
    let (count, rest) = small_number(text)?;
    let word = rest.strip_prefix('-').unwrap_or(rest).split_whitespace().next().unwrap_or("");
    let known = word.is_empty()
        || AFTER.split(' ').any(|after| after == word)
        || word.starts_with("점접")
        || word.starts_with("子局");
    (known && count <= 99).then(|| u8::try_from(count).ok()).flatten()
}

/// Reads a board size, `19` or `19:13` with columns first, each side 1 to 52 (SGF FF\[4\], property SZ).
pub fn parse_size(text: &str) -> Option<BoardSize> {
    let text = normalize(text);
    let text = text.trim().trim_end_matches(['路', '줄']);
    // `u8::parse` would accept a plus sign, so it is refused here.
    let side =
        |side: &str| -> Option<u8> { side.trim().parse().ok().filter(|_| !side.contains('+')) };
    match text.split_once([':', 'x', '×', '*']) {
        Some((width, height)) => BoardSize::new(side(width)?, side(height)?),
        None => side(text).and_then(|side| BoardSize::new(side, side)),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn table(rows: &str, read: impl Fn(&str) -> Option<String>) {
        for row in rows.split('|') {
            let (text, want) = row.split_once("=>").unwrap();
            assert_eq!(
                read(text.trim_matches('\n')).as_deref().unwrap_or("-"),
                want.trim(),
                "{text:?}"
            );
        }
    }

    #[test]
    fn komi() {
        let rows = "6.5=>6.5|0=>0|0.50=>0.5|0.500000=>0.5|750=>7.5|650=>6.5|550=>5.5|450=>4.5|375=>7.5|325=>6.5|275=>5.5|\
            225=>4.5|3.75=>7.5|2.75=>5.5|3.25=>6.5|6,5=>6.5|6.5집=>6.5|6집 반=>6.5|6집반=>6.5|6目半=>6.5|8점=>8|-5.5=>-5.5|\
            黒6目半=>6.5|コミ6目半=>6.5|흑6.5집공제=>6.5|흑6,5집공제=>6.5|-9.5=>-9.5|-55=>-55|90=>90|\
            5.555=>5.55|=>-|3子3/4=>7.5|2子3/4=>5.5|3 3/4子=>7.5|三又四分之三子=>7.5|三子四分之三=>7.5|3¾=>7.5|3¾子=>7.5|6½=>6.5|\
            No komi=>0|no komi =>0|コミなし=>0|덤 없음=>0|none=>-|無=>-|reverse=>-|reverse 5.5=>-5.5|Reverse komi 5.5=>-5.5|\
            5.5 (reverse)=>-5.5|\
            逆コミ5目半=>-5.5|倒贴3又3/4子=>-7.5|黑贴3又3/4子=>7.5|白贴5目=>-5|reverse -5.5=>-|5.5 komi=>5.5|0 komi=>0|\
            NaN=>-|1e999=>-|inf=>-|1001=>-|99999999999=>-|2又3/4子=>5.5|6 1/2=>6.5|６．５=>6.5|六目半=>6.5|100000=>-|-0=>0";
        table(rows, |text| Komi::parse(text).map(|komi| komi.to_string()));
        let rows = "호선 - 6집 반 공제=>6.5|호선 - 7집 반 공제=>7.5|호선 - 4집 반 공제=>4.5|덤6집반=>6.5|호선 - 역덤 5집반=>-5.5|4점 접바둑=>-|호선=>-";
        table(rows, |text| Komi::from_prose(text).map(|komi| komi.to_string()));
    }

    #[test]
    fn komi_by_program_and_rules() {
        let fox = KomiReader::new(Some("foxwq"), Some(Ruleset::Japanese));
        let rows = "50=>0.5|-50=>-0.5|650=>6.5|375=>7.5|350=>3.5|0=>0|6.5=>6.5|50.0=>50|3.75=>7.5|25=>0.25|5=>5|8=>8";
        table(rows, |text| fox.parse(text).map(|komi| komi.to_string()));
        let chinese = KomiReader::new(Some("SGFC:2.0"), Some(Ruleset::Chinese));
        let rows = "350=>7|375=>7.5|400=>8|100=>2|499=>9.98|500=>5|750=>7.5|3.5=>3.5|3.75=>7.5|7.5=>7.5|50=>50|4=>4|-350=>-7";
        table(rows, |text| chinese.parse(text).map(|komi| komi.to_string()));
        assert!(chinese.is_in_stones("350") && !chinese.is_in_stones("3.5"));
        let rows = "150=>150|-12.5=>-12.5|250=>250|3.75=>3.75|7.5=>7.5|0=>0";
        table(rows, |text| KomiReader::of_points().parse(text).map(|komi| komi.to_string()));
        assert!(!KomiReader::of_points().is_in_stones("375"));
        let other = KomiReader::new(Some("Foxy Lady:1"), Some(Ruleset::Japanese));
        table("50=>50|350=>3.5", |text| other.parse(text).map(|komi| komi.to_string()));
    }

    #[test]
    fn handicap_and_size() {
        let rows = "0=>0|3=>3|25=>25|호선 - 6집 반 공제=>0|호선 =>0|정선=>0|4점 접바둑=>4|1점 접바둑=>1|二子=>2|2子=>2|置碁2子=>2|置碁２子=>2|\
            置き碁2子=>2|2子置碁=>2|置碁=>-|让2子=>2|讓2子=>2|被让2子=>2|受3子=>3|2子局=>2|\
            접2점=>2|접바둑 2점=>2|让先=>0|2 handicap=>2|2-stone=>2|2-3=>-|handicap 2=>2|h2=>2|99999=>-|\
            7.5=>-|=>-|롸邱:붚季3棠3/4綾=>-|-2=>-|2 stones=>2";
        table(rows, |text| parse_handicap(text).map(|stones| stones.to_string()));
        let rows = "19=>19x19| 13 =>13x13|19:13=>19x13|19x13=>19x13|19×13=>19x13|52=>52x52|53=>-|0=>-|-9=>-|=>-|999999=>-|19:=>-|１９=>19x19";
        table(rows, |text| parse_size(text).map(|size| size.to_string()));
    }
}
