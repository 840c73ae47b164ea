//! The persons that one name field names, without the ranks, titles, ratings and countries written beside them.
//!
//! Change this file when a player's name is found with something else attached to it.

use super::rank::Rank;

/// One person of a name field: `Xie Yimin, Women's Honinbo & Iyama Yuta, 8p` names two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person<'a> {
    /// Person's bare name, a slice of the field.
    pub name: &'a str,
    /// Part of the field that belongs to the person, with rank and title.
    pub text: &'a str,
    /// Person's rank: from the rank field, or otherwise from inside the name.
    pub rank: Option<Rank>,
    /// Person's titles, as written.
    pub title: Option<&'a str>,
    /// True if the name contains a rank, a rating or the mark of a professional.
    pub rank_in_name: bool,
    /// Rating in brackets after the name, at the time of the game: `1802` of `Foo Barley (1802)`.
    pub rating: Option<u16>,
}

/// Marks of professionals before or after a name.
const PRO_MARKS: [&str; 8] = ["[p]", "(p)", "{p}", "p)", "p}", "p]", "[P]", "(P)"];
/// Korean forms of address after a name.
const FORMS_OF_ADDRESS: [&str; 4] = ["선수", "사범님", "사범", "기사"];

/// Maximum number of persons in a field. A field with more counts as a single name.
const MAX_PERSONS: usize = 100;

/// Persons of a name field in order, at least one. Ranks and titles come from the rank field if it has one part for
/// each person, and otherwise from the names.
pub fn persons<'a>(name: &'a str, ranks: Option<&'a str>) -> Vec<Person<'a>> {
    let parts = split_persons(name);
    let ranks: Vec<&str> = match ranks {
        Some(ranks) if parts.len() == 1 => vec![ranks],
        Some(ranks) => ranks.split(" & ").collect(),
        None => Vec::new(),
    };
    let known = ranks.len() == parts.len();
    let person = |(part, rank): (&'a str, Option<&&'a str>)| {
        let mut affixes = NameAffixes::default();
        let name = affixes.strip(part.trim());
        let rank_text = rank.filter(|_| known).copied();
        let rank = rank_text.and_then(Rank::parse).or(affixes.rank);
        Person {
            name,
            text: part.trim(),
            rank: rank.map(|rank| if affixes.is_pro { rank.to_pro() } else { rank }),
            title: affixes.title.or(rank_text.and_then(titles_of_rank_field)),
            rank_in_name: affixes.rank.is_some() || affixes.is_pro || affixes.rating.is_some(),
            rating: affixes.rating,
        }
    };
    let ranks = ranks.iter().map(Some).chain(std::iter::repeat(None));
    parts.into_iter().zip(ranks).map(person).collect()
}

/// Name in a query, reduced to what records and tables show as a name: without rank and country.
pub fn bare_name(name: &str) -> &str {
    let name = without_country(name).map_or(name, str::trim);
    match persons(name, None).as_slice() {
        [person] if person.rank_in_name => person.name,
        _ => name,
    }
}

/// True if the name is certainly a single name without rank or marks. This quick test settles nearly all names.
pub(super) fn is_plain(name: &str) -> bool {
    let special = |c: char| {
        matches!(c, '&' | ',' | '[' | '(' | '{' | ')' | '}' | '0'..='9' | '＆' | '、' | '（')
            || matches!(c, '단' | '段' | '급' | '级' | '級' | '선' | '사' | '프' | '아')
    };
    !name.contains(special)
}

/// True if the name is that of one person and has nothing to remove: only Latin letters, or only Chinese characters
/// except those of ranks. Settles nearly all names that [`persons`] reads.
fn is_bare(name: &str) -> bool {
    let latin = |b: u8| b.is_ascii_alphabetic() || matches!(b, b' ' | b'-' | b'\'' | b'.');
    let han = |c| matches!(c, '\u{4e00}'..='\u{9fff}') && !matches!(c, '段' | '级' | '級');
    name.bytes().all(latin) || name.chars().all(han)
}

/// True if the field is certainly the bare name of one person, and no title stands in the rank field. Settles nearly
/// all names without a list of persons.
pub(super) fn is_bare_person(name: &str, ranks: Option<&str>) -> bool {
    is_bare(name) && name.trim() == name && ranks.and_then(titles_of_rank_field).is_none()
}

/// Splits a name field into one part for each person.
fn split_persons(name: &str) -> Vec<&str> {
    if is_bare(name) {
        return vec![name];
    }
    for joiner in [" & ", " ＆ ", "＆", "、"] {
        let parts: Vec<&str> = name.split(joiner).take(MAX_PERSONS + 1).collect();
        if (2..=MAX_PERSONS).contains(&parts.len())
            && parts.iter().all(|part| !part.trim().is_empty())
        {
            return parts;
        }
    }
    let parts: Vec<&str> = name.split(", ").take(MAX_PERSONS + 1).collect();
    if (2..=MAX_PERSONS).contains(&parts.len()) && is_list(&parts) {
        return parts;
    }
    vec![name]
}

/// True if names with commas between them are several persons, and not `Schweitzer, Johannes` or `Kim Sujun, Tokyo`.
///
/// They are if all are capitalised full names (one of three or more may be a single word), or names in a script without
/// capitals.
fn is_list(parts: &[&str]) -> bool {
    let is_name = |part: &&str| {
        let known = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '.');
        !part.trim().is_empty() && part.chars().all(known) && !is_title(part)
    };
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    let capitals = |part: &&str| part.split_whitespace().all(capital);
    let full = |part: &&&str| part.split_whitespace().nth(1).is_some();
    let cased = |c: char| c.is_uppercase() || c.is_lowercase();
    if !parts.iter().all(is_name) {
        return false;
    }
    let single = parts.len() - parts.iter().filter(full).count();
    let latin = parts.iter().any(|part| part.contains(cased));
    !latin || parts.iter().all(capitals) && single <= usize::from(parts.len() > 2)
}

/// What was removed from a name: rank, title, mark of a professional, and rating.
#[derive(Default)]
struct NameAffixes<'a> {
    rank: Option<Rank>,
    title: Option<&'a str>,
    is_pro: bool,
    rating: Option<u16>,
}

impl<'a> NameAffixes<'a> {
    /// Removes rank, title, country and marks from a name, and stores them here. Nothing is removed if no name would
    /// remain.
    fn strip(&mut self, text: &'a str) -> &'a str {
        let mut name = text;
        if is_bare(name) {
            return name;
        }
        // Each round removes one part, and a name has at most six: a mark in front, a title, a rank, a rating, a
        // country, and a mark at the end.
        for _ in 0..6 {
            let rest = self.strip_one(name);
            let rest = rest.map(|rest| rest.trim_end_matches([',', ' ']).trim_start());
            let Some(rest) = rest.filter(|rest| !rest.is_empty()) else {
                break;
            };
            name = rest;
        }
        name
    }

    fn strip_one(&mut self, name: &'a str) -> Option<&'a str> {
        let before = PRO_MARKS.iter().find_map(|mark| name.strip_prefix(mark));
        let letter = || (name.strip_prefix("p ")).filter(|rest| rest.starts_with(is_hangul));
        let behind = || (["[p]", "(p)"].iter()).find_map(|mark| name.strip_suffix(mark));
        if let Some(rest) = before.or_else(letter).or_else(behind) {
            self.is_pro |= !rest.is_empty();
            return Some(rest);
        }
        if let Some((rest, inner)) =
            name.strip_suffix([')', ']', '）']).and_then(split_last_bracket)
            && let Some(rank) = Rank::parse_exact(inner.trim_start_matches("about "))
            && !rest.trim().is_empty()
        {
            self.rank = self.rank.or(Some(rank));
            return Some(rest);
        }
        if let Some((rest, rating, rank)) = split_rating(name) {
            self.rating = self.rating.or(Some(rating));
            self.rank = self.rank.or(rank);
            return Some(rest);
        }
        if let Some(rest) = without_country(name) {
            return Some(rest);
        }
        if let Some((rest, tail)) = name.split_once(',')
            && !rest.trim().is_empty()
            && self.read_rank_and_titles(tail)
        {
            return Some(rest);
        }
        // `业余2级` is a grade (amateur 2 kyu) and no name, so the rank is not split off.
        const GRADES: [&str; 6] = ["业余", "業餘", "职业", "아마", "프로", "プロ"];
        let is_grade = |rest: &str| GRADES.contains(&rest.trim());
        if let Some((rest, rank)) = Rank::split_suffix(name).filter(|(rest, _)| !is_grade(rest)) {
            self.rank = self.rank.or(Some(rank));
            return Some(rest);
        }
        if let Some((rest, word)) = name.rsplit_once(' ')
            && CJK_TITLES.split(' ').any(|title| title == word)
        {
            self.title = self.title.or(Some(word));
            return Some(rest);
        }
        let is_long_enough = |rest: &&str| rest.chars().count() >= 2;
        if let Some(rest) = name.strip_suffix("프로").filter(is_long_enough) {
            self.is_pro = true;
            return Some(rest);
        }
        FORMS_OF_ADDRESS
            .iter()
            .chain(&["아마"])
            .filter_map(|word| name.strip_suffix(word))
            .find(is_long_enough)
    }

    /// Reads `8p`, `Kisei/Judan` or both after a name. False if there is anything else.
    fn read_rank_and_titles(&mut self, tail: &'a str) -> bool {
        let (mut rank, mut title) = (None, None::<&str>);
        for part in tail.split(',').map(str::trim) {
            if let Some(found) = Rank::parse_exact(part) {
                rank = rank.or(Some(found));
            } else if is_title(part) {
                title = title.or(Some(part));
            } else {
                return false;
            }
        }
        self.rank = self.rank.or(rank);
        self.title = self.title.or(title);
        true
    }
}

/// Range of ratings that players have, from beginners on servers to programs.
const RATING_RANGE: std::ops::RangeInclusive<u16> = 100..=4999;
/// Names of rating systems that may stand beside the number, in lower case.
const RATING_WORDS: &str = "elo gor egf egd aga kgs ogs cgos fide rating rated r glicko whr 等级分 等級分 レート レーティング 레이팅";

/// Splits off a rating in brackets after a name: `Foo Barley (1802)`, `[1802?]`, `(Elo 1802)`, `(1802±60)`, `(2d,
/// 1802)`. Returns the name, the rating, and the rank beside it.
///
/// A number without a word has three or four digits. A number from 1900 to 2099 may be a year instead, in names of
/// programs. It is removed all the same, since the name is then the same program in another year.
fn split_rating(name: &str) -> Option<(&str, u16, Option<Rank>)> {
    let (rest, inner) = name.strip_suffix([')', ']', '）', '】']).and_then(split_last_bracket)?;
    if rest.trim().is_empty() || !inner.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (mut rating, mut rank) = (None, None);
    let parts = inner.split([',', ';', '/', '|', '，']).map(str::trim);
    for part in parts {
        match (rating, rank, Rank::parse_exact(part)) {
            (_, None, Some(found)) => rank = Some(found),
            (None, _, None) => rating = Some(parse_rating(part)?),
            _ => return None,
        }
    }
    Some((rest, rating?, rank))
}

/// Reads a rating, with or without the name of its system.
fn parse_rating(text: &str) -> Option<u16> {
    let folded = text.to_lowercase();
    let mut words = RATING_WORDS.split(' ');
    let is_digit = |c: char| c.is_ascii_digit();
    let start = folded.find(is_digit)?;
    let (before, number) = folded.split_at_checked(start)?;
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    let (number, after) = number.split_at_checked(end)?;
    // A decimal part or an uncertainty is skipped: `1802.5`, `1802±60`, `1802 ± 60`.
    let after = after.trim_start();
    let after = match after.strip_prefix(['.', '±']) {
        Some(more) => more.trim_start().trim_start_matches(is_digit),
        None => after,
    };
    let trim = |text: &str| text.trim_matches([' ', ':', '=', '?', '*', '~', '.', '-']).to_owned();
    let (before, after) = (trim(before), trim(after));
    let mut is_word = |word: &str| word.is_empty() || words.any(|known| known == word);
    let is_named = is_word(&before) && (after.is_empty() || before.is_empty() && is_word(&after));
    number
        .parse()
        .ok()
        .filter(|rating| RATING_RANGE.contains(rating))
        .filter(|_| is_named && (3..=4).contains(&number.len()) && !number.starts_with('0'))
}

/// Splits a text at its last opening bracket: the text before it, and the text inside.
fn split_last_bracket(text: &str) -> Option<(&str, &str)> {
    let at = text.rfind(['(', '[', '（', '【'])?;
    let (rest, inner) = text.split_at_checked(at)?;
    let mut inner = inner.chars();
    inner.next();
    Some((rest, inner.as_str()))
}

/// Removes a mark of the player's country from a name: `李世石(韩)`, `[KOR]Lee Sedol`, `🇰🇷 이세돌`.
///
/// Any other word in brackets stays: it may distinguish namesakes (`이상훈(大)`) or be half of the name (`콩제(孔杰)`).
fn without_country(name: &str) -> Option<&str> {
    let is_flag = |c: char| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    if name.starts_with(is_flag) || name.ends_with(is_flag) {
        return Some(name.trim_matches(is_flag));
    }
    let is_country = |word: &str| COUNTRIES.split(' ').any(|country| country == word.trim());
    let behind = name.strip_suffix([')', ']', '）', '】']).and_then(split_last_bracket);
    let before = || {
        let inner = name.strip_prefix(['(', '[', '（', '【'])?;
        let (inner, rest) = inner.split_once([')', ']', '）', '】'])?;
        Some((rest, inner))
    };
    let (rest, inner) = behind.or_else(before)?;
    (is_country(inner) && !rest.trim().is_empty()).then_some(rest)
}

fn is_hangul(c: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&c)
}

/// Countries of players as records mark them, by one character, name or code: those where Go is a profession.
const COUNTRIES: &str = "韩 韓 中 日 台 朝 韩国 韓国 韓國 中国 中國 日本 台湾 台灣 臺灣 朝鲜 한 중 일 북 한국 중국 일본 대만 북한 \
    KOR CHN JPN TPE TWN PRK KR CN JP TW Korea China Japan Taiwan";
const CJK_TITLES: &str =
    "명인 국수 기성 본인방 십단 천원 왕좌 왕위 本因坊 名人 棋聖 棋圣 天元 王座 碁聖 碁圣 十段";
const TITLES: &str = "honinbo meijin kisei judan tengen oza gosei kakusei saikyo ryusei okan cup haoh shinjin-o \
    tianyuan mingren qisheng guksu kuksu myeongin wangwi";

/// True if the text is one or more titles: `25th Honinbo`, `Women's Honinbo/Meijin`, `NHK Cup`.
fn is_title(text: &str) -> bool {
    text.split('/').all(|title| {
        let last = title.split_whitespace().next_back().unwrap_or("");
        // Fast path: most of these texts are ranks, which begin with a digit.
        if last.starts_with(|c: char| c.is_ascii_digit()) {
            return false;
        }
        let known = |known: &str| known.eq_ignore_ascii_case(last);
        TITLES.split(' ').any(known) || CJK_TITLES.split(' ').any(known)
    })
}

/// Titles in a rank field: the text after the rank, or all of it.
fn titles_of_rank_field(text: &str) -> Option<&str> {
    let tail = match text.split_once(',') {
        Some((rank, tail)) if Rank::parse_exact(rank).is_some() => tail,
        _ => text,
    };
    let tail = tail.trim();
    tail.split(',').all(|part| is_title(part.trim())).then_some(tail)
}
