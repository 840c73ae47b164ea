//! Game information: who, when, where and how it ended.

use super::date::{LaxDate, is_mistyped};
use super::diagnostic::{Code, Diagnostics};
use super::numbers::{self, Komi, KomiReader};
use super::person::{self, Person};
use super::rank::Rank;
use super::result::GameResult;
use super::rules::Ruleset;
use super::time::{self, Overtime};
use crate::game::ByColor;

/// A property of a node: its SGF name in upper case and its decoded values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(String, Vec<String>)"))]
pub struct Property {
    /// The name, such as `PB`.
    pub name: String,
    /// The values, at least one.
    pub values: Vec<String>,
}

/// A property is stored as a pair: `["PB",["Shusaku"]]`.
#[cfg(feature = "serde")]
impl serde::Serialize for Property {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.name, &self.values).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl From<(String, Vec<String>)> for Property {
    fn from((name, values): (String, Vec<String>)) -> Property {
        Property { name, values }
    }
}

impl Property {
    /// A property with one value.
    pub fn new(name: &str, value: impl Into<String>) -> Property {
        Property { name: name.to_owned(), values: vec![value.into()] }
    }
}

/// What is known about one player.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Player {
    /// The name as written, without surrounding white space; it may name several persons ([`Player::persons`]).
    pub name: Option<String>,
    /// The rank as written.
    pub rank_text: Option<String>,
    /// The rank, if it can be read: from the rank field, or else from inside the name. For several persons, the
    /// first's.
    pub rank: Option<Rank>,
    /// The team (`BT`, `WT`).
    pub team: Option<String>,
    /// The country (JGF).
    pub country: Option<String>,
}

impl Player {
    /// The persons in the name, with their ranks and titles; empty if there is no name.
    pub fn persons(&self) -> Vec<Person<'_>> {
        self.name
            .as_deref()
            .map_or_else(Vec::new, |name| person::persons(name, self.rank_text.as_deref()))
    }

    /// Whether the name contains a rank or the mark of a professional.
    pub fn has_rank_inside(&self) -> bool {
        let plain = self.name.as_deref().is_none_or(person::is_plain);
        !plain && self.persons().iter().any(|person| person.rank_inside)
    }

    /// Reads a player from the properties for the name, the rank, the team and the country.
    fn read(texts: &PropertyTexts, [name, rank, team, country]: [&str; 4]) -> Player {
        let text = |name| texts.get(name).map(str::to_owned);
        let player = Player {
            name: text(name),
            rank_text: text(rank),
            rank: None,
            team: texts.telling(&[team]),
            country: texts.telling(&[country]),
        };
        let rank = player.read_rank();
        Player { rank, ..player }
    }

    /// The rank from the rank field and the name together.
    fn read_rank(&self) -> Option<Rank> {
        match self.name.as_deref() {
            Some(name) if !person::is_plain(name) => self.persons().first()?.rank,
            _ => Rank::parse(self.rank_text.as_deref()?),
        }
    }
}

/// A game's information in normalised form; `None` where the record does not say.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameInfo {
    /// The players.
    pub players: ByColor<Player>,
    /// How it ended (`RE`).
    pub result: Option<GameResult>,
    /// When it was played (`DT`, or `RD` of some servers).
    pub date: Option<LaxDate>,
    /// The event (`EV`, or `TE`). Like the other texts down to the rules, it is `None` where the record has only a
    /// placeholder (`None`, `-`, `N/A`, `?`); the property keeps that.
    pub event: Option<String>,
    /// The round (`RO`).
    pub round: Option<String>,
    /// The place (`PC`).
    pub place: Option<String>,
    /// The game's title (`GN`).
    pub title: Option<String>,
    /// The opening in the record's own words (`ON`).
    pub opening: Option<String>,
    /// The source (`SO`).
    pub source: Option<String>,
    /// The annotator (`AN`).
    pub annotator: Option<String>,
    /// The transcriber (`US`).
    pub transcriber: Option<String>,
    /// A copyright note (`CP`).
    pub copyright: Option<String>,
    /// The rules as written (`RU`).
    pub rules: Option<String>,
    /// The rules, if their name is known.
    pub ruleset: Option<Ruleset>,
    /// Komi in points (`KM`, `KO` of some servers, `KI` in half points).
    pub komi: Option<Komi>,
    /// Handicap stones (`HA`).
    pub handicap: Option<u8>,
    /// Main time in seconds (`TM`).
    pub time: Option<u32>,
    /// Overtime (`OT`, two properties of some servers, or text next to the main time).
    pub overtime: Option<Overtime>,
    /// A general comment on the game (`GC`, `TC` of Korean sites).
    pub game_comment: Option<String>,
}

/// Properties that hold game information and may also be in later nodes (SGF FF\[4\], game info properties).
pub(crate) const GAME_INFO: [&str; 24] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "ON", "OT", "PB", "PC", "PW", "RE",
    "RO", "RU", "SO", "TM", "US", "WR", "WT", "KI",
];

/// Pairs of properties in which servers write the length of an overtime period and the number of periods: Tygem and
/// Cyberoro, Fox, and Hangame's two.
const PERIODS: [[&str; 2]; 4] = [["LT", "LC"], ["TT", "TC"], ["ZT", "ZC"], ["QT", "QC"]];

impl GameInfo {
    /// Reads the information from properties. If several share a name, the first with a text wins.
    ///
    /// Komi and result are read together: who writes komi in Chinese stones (`KM[375]`) writes margins in them too.
    pub fn from_properties<'a>(
        properties: impl Iterator<Item = &'a Property>,
        diagnostics: &mut Diagnostics,
    ) -> GameInfo {
        let texts = PropertyTexts::new(properties);
        let first = |names: &[&str]| names.iter().find_map(|name| texts.get(name));
        let text = |names: &[&str]| first(names).map(str::to_owned);
        let told = |names: &[&str]| texts.telling(names);
        // `OT[60/3 20m]` also gives the main time.
        let both_times = first(&["OT"]).and_then(Overtime::with_main_time);
        let time = first(&["TM"]).and_then(time::parse_time);
        // Some servers put the number of periods there, others a comment.
        let comment = || text(&["TC"]).filter(|text| !text.bytes().all(|b| b.is_ascii_digit()));
        let ruleset = first(&["RU"]).and_then(Ruleset::parse);
        let komi_reader = KomiReader::new(first(&["AP"]), ruleset);
        let result_text = first(&["RE"]);
        let result = value(result_text, Code::BadResult, "result", GameResult::parse, diagnostics);
        // Area counted in points differs by whole or half points, so quarters are stones under Chinese rules as well.
        let in_stones = || {
            ruleset == Some(Ruleset::Chinese)
                || first(&["KM", "KO"]).is_some_and(|text| komi_reader.is_in_stones(text))
        };
        let result = result.zip(result_text);
        if let Some((result, text)) = result {
            note_lost_margin(result, text, diagnostics);
        }
        let result = result.map(|(result, text)| result.in_points(text, in_stones));
        let date_text = first(&["DT", "RD"]);
        let read = value(date_text, Code::BadDate, "date", LaxDate::parse_checked, diagnostics);
        let (date, is_possible) =
            read.map_or((None, true), |(date, is_possible)| (Some(date), is_possible));
        if let Some((text, date)) = date_text.zip(date.as_ref()) {
            note_odd_date(text, date, is_possible, diagnostics);
        }
        let parse = |text: &str| komi_reader.parse(text);
        let komi = value(first(&["KM", "KO"]), Code::BadKomi, "komi", parse, diagnostics);
        let in_halves = || {
            let halves = first(&["KI"])?.parse::<i32>().ok()?;
            Komi::from_hundredths(halves.checked_mul(50)?)
        };
        GameInfo {
            players: ByColor {
                black: Player::read(&texts, ["PB", "BR", "BT", "BLACKCOUNTRY"]),
                white: Player::read(&texts, ["PW", "WR", "WT", "WHITECOUNTRY"]),
            },
            result,
            date: date.or_else(|| first(&["RD"]).and_then(LaxDate::parse)),
            event: told(&["EV", "TE"]),
            round: told(&["RO"]),
            place: told(&["PC"]),
            title: told(&["GN"]),
            opening: told(&["ON"]),
            source: told(&["SO"]),
            annotator: told(&["AN"]),
            transcriber: told(&["US"]),
            copyright: text(&["CP"]),
            rules: told(&["RU"]),
            ruleset,
            komi: (komi.or_else(in_halves)).or_else(|| Komi::from_prose(first(&["HA"])?)),
            handicap: first(&["HA"]).and_then(numbers::parse_handicap),
            time: time.or(both_times.map(|(_, main)| main)),
            overtime: overtime(&texts),
            game_comment: text(&["GC"]).or_else(comment),
        }
    }
}

/// The texts of properties by name. Names are looked up many times, so each is packed into a number that compares in
/// one step.
struct PropertyTexts<'a>(Vec<(u64, &'a str, &'a str)>);

impl<'a> PropertyTexts<'a> {
    fn new(properties: impl Iterator<Item = &'a Property>) -> PropertyTexts<'a> {
        let text = |property: &'a Property| {
            let mut values = property.values.iter().map(|value| value.trim());
            let text = values.find(|value| !value.is_empty())?;
            Some((packed(&property.name), property.name.as_str(), text))
        };
        PropertyTexts(properties.filter_map(text).collect())
    }

    /// The first text under a name.
    fn get(&self, name: &str) -> Option<&'a str> {
        let key = packed(name);
        let is_it = |(packed, other, _): &&(u64, &str, &str)| *packed == key && *other == name;
        self.0.iter().find(is_it).map(|&(.., text)| text)
    }

    /// The first text under one of these names that says something.
    fn telling(&self, names: &[&str]) -> Option<String> {
        let mut texts = names.iter().filter_map(|name| self.get(name));
        texts.find(|text| says_something(text)).map(str::to_owned)
    }
}

/// The overtime: told on its own, in two properties of some servers, or beside the main time.
fn overtime(texts: &PropertyTexts) -> Option<Overtime> {
    let parts =
        |[length, count]: &[&str; 2]| Overtime::from_parts(texts.get(length)?, texts.get(count)?);
    let alone = texts.get("OT").map(Overtime::parse);
    alone
        .or_else(|| PERIODS.iter().find_map(parts))
        .or_else(|| Overtime::in_main_time(texts.get("TM")?))
}

/// Reports a result of which only the winner was read.
fn note_lost_margin(result: GameResult, text: &str, diagnostics: &mut Diagnostics) {
    if result.lacks_margin(text) {
        let shown = shown(text);
        let message =
            format!("the margin of the result `{shown}` cannot be read; the winner is kept");
        diagnostics.add(Code::BadResult, 0, message);
    }
}

/// Reports a date that was read although it is mistyped, or names a day or month that the calendar lacks.
fn note_odd_date(text: &str, date: &LaxDate, is_possible: bool, diagnostics: &mut Diagnostics) {
    if is_mistyped(text) || !is_possible {
        let (shown, read) = (shown(text), date.shown());
        let fault = if is_possible { "has letters for digits" } else { "is not in the calendar" };
        let message = format!("the date `{shown}` {fault}; it is read as {read}");
        diagnostics.add(Code::BadDate, 0, message);
    }
}

/// The first eight bytes of a name.
#[inline]
fn packed(name: &str) -> u64 {
    name.bytes().take(8).fold(0, |key, byte| key << 8 | u64::from(byte))
}

/// Whether a value is more than a placeholder such as `?`, `-`, `:` or `none`.
pub fn says_something(text: &str) -> bool {
    const NOTHING: &str = "none unknown null n/a 없음 미상 不明 不详 不詳 無 无";
    // Nearly all texts are longer than the placeholders.
    if text.len() > 12 {
        return text.contains(char::is_alphanumeric);
    }
    let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '.'));
    let nothing = |nothing: &str| text.eq_ignore_ascii_case(nothing);
    text.contains(char::is_alphanumeric) && !NOTHING.split(' ').any(nothing)
}

/// The beginning of a text, for a message.
fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Reads the value of a text, and reports a text that says something but cannot be read.
fn value<T>(
    text: Option<&str>,
    code: Code,
    what: &str,
    parse: impl Fn(&str) -> Option<T>,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    let text = text?;
    let value = parse(text);
    if value.is_none() && says_something(text) {
        let shown = shown(text);
        let message = format!("the {what} `{shown}` cannot be read; its text is kept");
        diagnostics.add(code, 0, message);
    }
    value
}
