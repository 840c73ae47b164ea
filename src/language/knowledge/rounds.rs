//! Reads series, edition, round and game number of a match from the texts of a record.
//!
//! Rounds are written in many ways: 決勝, 决赛, 결승 and final are one. Numbers count only where a word tells what they
//! number (第54期, 54th, 제54기; game 3, 第3局, 3국), since a bare number may be that of a round, a game or a day.

use super::series::{canonical_name, known_series};
use kifu_record::GameInfo;
use kifu_record::series::{SplitEvent, split_event};
use kifu_record::text::fold::fold_letters;
use kifu_record::text::names::pad_words;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// Names of rounds with their spellings. The first spelling of a line is the keyword that the index stores.
const ROUNDS: [&[&str]; 12] = [
    &["final", "finals", "決勝", "決勝戦", "决赛", "決賽", "결승", "결승전", "決勝戰"],
    &[
        "semi-final",
        "semifinal",
        "semi-finals",
        "semifinals",
        "準決勝",
        "準決勝戦",
        "准决赛",
        "半决赛",
        "半決賽",
        "準決賽",
        "준결승",
        "준결승전",
        "4강",
        "4강전",
        "四强",
        "四強",
        "4强",
        "4強",
    ],
    &[
        "quarter-final",
        "quarterfinal",
        "quarter-finals",
        "quarterfinals",
        "準々決勝",
        "準準決勝",
        "四分之一决赛",
        "四分之一決賽",
        "1/4决赛",
        "1/4決賽",
        "준준결승",
        "8강",
        "8강전",
        "八强",
        "八強",
        "8强",
        "8強",
    ],
    &[
        "round of 16",
        "last 16",
        "16강",
        "16강전",
        "十六强",
        "十六強",
        "16强",
        "16強",
        "1/8决赛",
        "1/8決賽",
    ],
    &[
        "round of 32",
        "last 32",
        "32강",
        "32강전",
        "三十二强",
        "三十二強",
        "32强",
        "32強",
        "1/16决赛",
        "1/16決賽",
    ],
    &[
        "preliminary",
        "preliminaries",
        "予選",
        "豫選",
        "预选",
        "预选赛",
        "預選",
        "預選賽",
        "예선",
        "예선전",
        "통합예선",
    ],
    &["main tournament", "本戦", "本戰", "本赛", "本賽", "본선"],
    &[
        "league",
        "リーグ",
        "リーグ戦",
        "循环",
        "循环赛",
        "循環",
        "循環賽",
        "리그",
        "리그전",
        "본선리그",
    ],
    &[
        "challenger",
        "challengers",
        "挑戦者",
        "挑戦者決定戦",
        "挑战者",
        "挑战者决定战",
        "挑戰者",
        "挑戰者決定戰",
        "도전자",
        "도전자결정전",
    ],
    &[
        "title",
        "title match",
        "titlematch",
        "挑戦",
        "挑戦手合",
        "挑战赛",
        "挑戰賽",
        "도전",
        "도전기",
        "タイトル戦",
        "타이틀전",
    ],
    &[
        "playoff",
        "playoffs",
        "play-off",
        "play-offs",
        "プレーオフ",
        "加赛",
        "加賽",
        "동률재대국",
        "플레이오프",
    ],
    &[
        "third place",
        "3rd place",
        "三位決定戦",
        "3位決定戦",
        "季军赛",
        "季軍賽",
        "3,4위전",
        "3위전",
    ],
];
const FINAL: &str = "final";
/// Keyword that the index stores for games of a title match.
pub const TITLE: &str = "title";
const LEAGUE: &str = "league";
/// Keyword that the index stores for games that decide an event or a title.
pub const DECIDING: &str = "deciding";
/// Keywords of rounds beside which the word `final` means the final of only a part of the event, such as the final of
/// the preliminaries.
const PARTIAL_ROUNDS: [&str; 5] = ["preliminary", LEAGUE, "challenger", "playoff", "third place"];
/// Words beside which the word `final` means the final of only a part of the event, such as a section or a group.
const PART_WORDS: &str = " section sections session group groups block players dan winners losers board ladder ladders 조 組 组 团 team ";
/// Words that name a part of an event even if they stand in the event's name: then all games under this name belong to
/// that part. Other [`PART_WORDS`], such as team and group, may be part of the name of a series.
const EVENT_PART_WORDS: &str =
    " section block blocks ladder ladders qualification qualifier qualifiers consolation 조 ";
/// Words after `final` that make it the last stage of an event, with several rounds.
const STAGE_WORDS: [&str; 11] = [
    "tournament",
    "stage",
    "phase",
    "pool",
    "qualifier",
    "トーナメント",
    "ステージ",
    "阶段",
    "階段",
    "토너먼트",
    "스테이지",
];
/// Plural that names the final stage of an event, which has several games, unless the text has the number of a game.
const FINALS: &str = "finals";
/// Words that follow the number of an edition.
pub(super) const EDITION_COUNTERS: [&str; 7] = ["期", "届", "屆", "回", "次", "기", "회"];
/// Words that follow the number of a round.
const ROUND_COUNTERS: [&str; 6] = ["回 戦", "回 戰", "회 전", "라 운 드", "轮", "輪"];
/// Maximum number of Chinese digits in a number.
const MAX_NUMERAL_DIGITS: usize = 5;
/// Possible numbers of a game in a match. A larger number is that of a game in a collection.
const MATCH_GAME_NUMBERS: std::ops::RangeInclusive<u32> = 1..=99;

/// Name of a round in the index: `final`, `round 3`.
type Keyword = Cow<'static, str>;

/// What the texts of a record say about its event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventFacts {
    /// [Name](super::series::series_name) of the series.
    pub series: Option<String>,
    /// Number of the edition: 54 in 第54期.
    pub edition: Option<u32>,
    /// Number of the game in its match.
    pub game: Option<u32>,
    /// Keywords of the rounds that the record names.
    pub rounds: BTreeSet<Keyword>,
}

impl EventFacts {
    /// Reads the event, the round and the title of a record.
    pub fn from_info(info: &GameInfo) -> EventFacts {
        let [event, round, title] = [&info.event, &info.round, &info.title];
        EventFacts::read(event.as_deref(), round.as_deref(), title.as_deref())
    }

    /// Reads the event from the three texts of a record. The title is read only if the record has no event and if the
    /// title names a series.
    fn read(event: Option<&str>, round: Option<&str>, title: Option<&str>) -> EventFacts {
        let mut facts = EventFacts::default();
        let event_of_title = || {
            let title = split_event(title?);
            known_series(&title.series).map(|_| title)
        };
        let event = match event.map(split_event) {
            Some(event) => {
                facts.series = Some(canonical_name(&event.series));
                Some(event)
            }
            None => event_of_title(),
        };
        let (mut is_match, mut is_of_part) = (false, false);
        if let Some(SplitEvent { series, rest }) = &event {
            let (series, rest) = (Words::split(series), Words::split(rest));
            facts.rounds = rest.rounds();
            is_of_part = [&series, &rest].iter().any(|words| words.has_any(EVENT_PART_WORDS));
            facts.edition = rest.edition();
            facts.game = rest.game(&facts.rounds);
            is_match = series.is_match() || rest.is_match() || facts.rounds.contains(TITLE);
        }
        if let Some(round) = round {
            let words = Words::split(round);
            let mut rounds = words.rounds();
            let bare_number = || words.number(0).filter(|_| is_match && words.count() == 1);
            facts.game = words.game(&rounds).or_else(bare_number).or(facts.game);
            facts.rounds.append(&mut rounds);
        }
        if is_of_part {
            facts.rounds.remove(DECIDING);
        }
        facts.game = facts.game.filter(|game| MATCH_GAME_NUMBERS.contains(game));
        facts
    }
}

/// Keyword of a round in a query, if the text is nothing but a known round.
pub fn parse_round(text: &str) -> Option<Keyword> {
    let words = Words::split(text);
    let (round, length) = words.round(0)?;
    (length == words.count()).then_some(round)
}

/// Words of a text. Each character of a script without spaces counts as a word.
pub(super) struct Words {
    /// Text with a space before and after each word.
    text: String,
    /// Byte offsets of the spaces in `text`.
    gaps: Vec<usize>,
}

impl Words {
    pub(super) fn split(text: &str) -> Words {
        Words::from_spaced(pad_words(&fold_letters(text)))
    }

    /// Words of a text that already has a space on both sides of each word.
    pub(super) fn from_spaced(text: String) -> Words {
        let gaps = text.match_indices(' ').map(|(at, _)| at).collect();
        Words { text, gaps }
    }

    pub(super) fn count(&self) -> usize {
        self.gaps.len().saturating_sub(1)
    }

    /// `count` words from the word with this index on; `None` if there are fewer.
    pub(super) fn run(&self, at: usize, count: usize) -> Option<&str> {
        let (start, end) = (self.gaps.get(at)?, self.gaps.get(at + count)?);
        self.text.get(start + 1..*end)
    }

    /// `count` words from the word with this index on, with the spaces around them.
    pub(super) fn spaced_run(&self, at: usize, count: usize) -> Option<&str> {
        let (start, end) = (self.gaps.get(at)?, self.gaps.get(at + count)?);
        self.text.get(*start..=*end)
    }

    pub(super) fn word(&self, at: usize) -> Option<&str> {
        self.run(at, 1)
    }

    /// True if these words, separated by spaces, begin at the word with this index.
    pub(super) fn has(&self, at: usize, words: &str) -> bool {
        let rest = || self.text.get(self.gaps.get(at)? + 1..)?.strip_prefix(words);
        rest().is_some_and(|rest| rest.starts_with(' '))
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        (0..self.count()).filter_map(|at| self.word(at))
    }

    /// Number that begins at the word with this index, and how many words it takes: `54`, or 五 十 四.
    pub(super) fn numeral(&self, at: usize) -> Option<(u32, usize)> {
        let word = self.word(at)?;
        if word.len() <= 3 && is_number(word) {
            return Some((word.parse().ok()?, 1));
        }
        let digits: Vec<u32> =
            (at..at + MAX_NUMERAL_DIGITS).map_while(|at| chinese_digit(self.word(at)?)).collect();
        Some((chinese_number(&digits)?, digits.len()))
    }

    fn number(&self, at: usize) -> Option<u32> {
        Some(self.numeral(at)?.0)
    }

    /// Reads the number of an edition, here 54, from `54th`, 第54期, 제 54 기 or `LIV`.
    fn edition(&self) -> Option<u32> {
        let number = |at: usize| {
            if let Some((number, length)) = self.numeral(at) {
                let mut counters = EDITION_COUNTERS.iter();
                return counters.any(|word| self.has(at + length, word)).then_some(number);
            }
            let word = self.word(at)?;
            ordinal(word).or_else(|| roman(word))
        };
        let mut places = 0..self.count();
        places.find_map(number).filter(|&number| number > 0)
    }

    /// Reads the number of a game in its match, here 3, from `game 3`, 第3局 or 3국. Numbered games of a league do not
    /// form a match and give `None`.
    fn game(&self, rounds: &BTreeSet<Keyword>) -> Option<u32> {
        let is_round = |word: &str| word.strip_suffix('r').is_some_and(is_number);
        if rounds.contains(LEAGUE) || self.all().any(is_round) {
            return None;
        }
        let game = |at: usize| {
            if self.has(at, "game") {
                return self.number(at + 1);
            }
            let (number, length) = self.numeral(at)?;
            ["局", "국"].iter().any(|word| self.has(at + length, word)).then_some(number)
        };
        (0..self.count()).find_map(game)
    }

    /// True if the words are those of a match between two players: `10-game match`, 七番勝負, 3번기.
    fn is_match(&self) -> bool {
        let words = ["game match", "番 勝 負", "番 碁", "番 棋", "번 기"];
        words.iter().any(|words| self.text.contains(&format!(" {words} ")))
    }

    /// Round whose name begins at the word with this index, and how many words it takes. The longest spelling wins.
    pub(super) fn round(&self, at: usize) -> Option<(Keyword, usize)> {
        self.named_round(at).or_else(|| self.numbered_round(at))
    }

    fn named_round(&self, at: usize) -> Option<(Keyword, usize)> {
        let (longest, spellings) = spellings();
        let lengths = 1..=(*longest).min(self.count() - at.min(self.count()));
        lengths.rev().find_map(|length| {
            let keyword = *spellings.get(self.run(at, length)?)?;
            Some((Cow::Borrowed(keyword), length))
        })
    }

    /// Reads a round with a number, `round 3`, from `round 3`, 第3轮, 3回戦 or 3라운드.
    fn numbered_round(&self, at: usize) -> Option<(Keyword, usize)> {
        if self.has(at, "round") {
            let (number, length) = self.numeral(at + 1)?;
            return Some((format!("round {number}").into(), 1 + length));
        }
        let first = at + usize::from(self.has(at, "第") || self.has(at, "제"));
        let (number, length) = self.numeral(first)?;
        let counts = |word: &&&str| self.has(first + length, word);
        let word = ROUND_COUNTERS.iter().find(counts)?;
        let end = first + length + word.split(' ').count();
        Some((format!("round {number}").into(), end - at))
    }

    /// True if one of the words is in `list`, which has a space before and after each of its words.
    fn has_any(&self, list: &str) -> bool {
        self.all().any(|word| list.contains(&format!(" {word} ")))
    }

    /// True if the word for a final names a stage of several rounds: `final tournament`, `finals`, 決勝トーナメント. The word
    /// takes the indices from `from` up to `to`.
    fn is_stage(&self, from: usize, to: usize) -> bool {
        let is_finals = self.run(from, to - from) == Some(FINALS);
        let folded = |stage: &str| pad_words(&fold_letters(stage)).trim().to_owned();
        STAGE_WORDS.iter().map(|stage| folded(stage)).any(|stage| self.has(to, &stage))
            || is_finals && self.game(&BTreeSet::new()).is_none()
    }

    /// Keywords of all rounds in the text.
    fn rounds(&self) -> BTreeSet<Keyword> {
        let mut rounds = BTreeSet::new();
        let mut at = 0;
        let mut is_deciding = false;
        while at < self.count() {
            let round = self.round(at);
            let start = at;
            at += round.as_ref().map_or(1, |(_, length)| *length);
            is_deciding |= match round.as_ref().map(|(round, _)| &**round) {
                Some(FINAL) => !self.is_stage(start, at),
                Some(TITLE) => true,
                _ => false,
            };
            rounds.extend(round.map(|(round, _)| round));
        }
        if is_deciding
            && !PARTIAL_ROUNDS.iter().any(|round| rounds.contains(*round))
            && !self.has_any(PART_WORDS)
        {
            rounds.insert(DECIDING.into());
        }
        rounds
    }
}

/// Keywords of the rounds by their spellings, and the number of words of the longest spelling.
fn spellings() -> &'static (usize, HashMap<String, &'static str>) {
    static SPELLINGS: OnceLock<(usize, HashMap<String, &'static str>)> = OnceLock::new();
    SPELLINGS.get_or_init(|| {
        let pairs = ROUNDS.iter().flat_map(|round| {
            let keyword = round.first().copied().unwrap_or_default();
            let folded = |spelling: &&str| pad_words(&fold_letters(spelling)).trim().to_owned();
            round.iter().map(move |own| (folded(own), keyword))
        });
        let spellings: HashMap<String, &str> = pairs.collect();
        let words = spellings.keys().map(|own| own.split(' ').count());
        (words.max().unwrap_or(0), spellings)
    })
}

pub(super) fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Value of a Chinese digit such as 三; 十 and 百 give 10 and 100.
fn chinese_digit(word: &str) -> Option<u32> {
    let mut digits = "〇一二三四五六七八九十百".chars();
    let at = digits.position(|digit| word.starts_with(digit))?;
    Some(if at == 11 { 100 } else { at as u32 })
}

/// Value of Chinese digits: 7, 10, 4 give 74, and 1, 2 give 12.
fn chinese_number(digits: &[u32]) -> Option<u32> {
    let (mut sum, mut last) = (0, None);
    for &digit in digits {
        match (digit, last) {
            (10 | 100, _) => {
                sum += last.take().unwrap_or(1) * digit;
            }
            (_, Some(before)) => last = Some(before * 10 + digit),
            (_, None) => last = Some(digit),
        }
    }
    (!digits.is_empty()).then(|| sum + last.unwrap_or(0))
}

pub(super) fn ordinal(word: &str) -> Option<u32> {
    let number = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let end = word.strip_prefix(number)?;
    let is_ordinal = ["st", "nd", "rd", "th"].contains(&end) && number.len() <= 3;
    number.parse().ok().filter(|_| is_ordinal)
}

/// Parses a Roman number of two letters or more, up to 39.
fn roman(word: &str) -> Option<u32> {
    let ones = word.trim_start_matches('x');
    let tens = word.len() - ones.len();
    let known = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let ones = known.iter().position(|known| *known == ones)?;
    (tens <= 3 && word.len() >= 2).then_some((tens * 10 + ones) as u32)
}

#[cfg(test)]
mod tests;
