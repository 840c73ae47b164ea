//! Game information: who played, when, where and how the game ended. Reads it from the properties of a record.

use super::date::{LaxDate, is_mistyped};
use super::diagnostic::{Code, Diagnostics};
use super::handicap::InferredHandicap;
use super::numbers::{self, Komi, KomiReader};
use super::person::{self, Person};
use super::rank::Rank;
use super::result::GameResult;
use super::rules::{KataGoRules, Ruleset};
use super::time::{self, Overtime};
use crate::game::ByColor;

/// One property of a node: its SGF name in upper case and its decoded values.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(String, Vec<String>)"))]
pub struct Property {
    /// SGF name of the property, such as `PB`.
    pub name: String,
    /// Decoded values of the property; at least one.
    pub values: Vec<String>,
}

/// Serialises a property as a pair of its name and its values: `["PB",["Shusaku"]]`.
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
    /// Makes a property with a single value.
    pub fn new(name: &str, value: impl Into<String>) -> Property {
        Property { name: name.to_owned(), values: vec![value.into()] }
    }

    /// First value that is more than white space, without surrounding white space.
    pub fn text(&self) -> Option<&str> {
        self.values.iter().map(|value| value.trim()).find(|value| !value.is_empty())
    }
}

/// What a record says about one of its two players, who may be a team or a pair.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Player {
    /// Player's name as written, without surrounding white space. It may name several persons, see [`Player::persons`].
    pub name: Option<String>,
    /// Player's rank as written in the record (`BR`, `WR`).
    pub rank_text: Option<String>,
    /// Parsed rank: from the rank field, or otherwise from inside the name. If there are several persons, the rank of
    /// the first one.
    pub rank: Option<Rank>,
    /// Name of the player's team (`BT`, `WT`).
    pub team: Option<String>,
    /// Player's country (only JGF has it).
    pub country: Option<String>,
}

impl Player {
    /// Persons in the player's name, with their ranks and titles; empty if there is no name.
    pub fn persons(&self) -> Vec<Person<'_>> {
        self.name
            .as_deref()
            .map_or_else(Vec::new, |name| person::persons(name, self.rank_text.as_deref()))
    }

    /// True if the player is certainly one person whose name stands without rank or title, or has no name. A quick test
    /// that settles nearly all names.
    pub fn is_bare_person(&self) -> bool {
        let ranks = self.rank_text.as_deref();
        self.name.as_deref().is_none_or(|name| person::is_bare_person(name, ranks))
    }

    /// True if the player's name contains a rank, a rating or the mark of a professional.
    pub fn has_rank_in_name(&self) -> bool {
        let plain = self.name.as_deref().is_none_or(person::is_plain);
        !plain && self.persons().iter().any(|person| person.rank_in_name)
    }

    /// Reads a player from the properties with these names: name, rank, team and country.
    fn read(texts: &PropertyTexts, [name, rank, team, country]: [&str; 4]) -> Player {
        let text = |name| texts.get(name).map(str::to_owned);
        let player = Player {
            name: text(name),
            rank_text: text(rank),
            rank: None,
            team: texts.first_meaningful(&[team]),
            country: texts.first_meaningful(&[country]),
        };
        let rank = player.read_rank();
        Player { rank, ..player }
    }

    /// Rank of the player: from the name if it contains more than a name, otherwise from the rank field.
    fn read_rank(&self) -> Option<Rank> {
        match self.name.as_deref() {
            Some(name) if !person::is_plain(name) => self.persons().first()?.rank,
            _ => Rank::parse(self.rank_text.as_deref()?),
        }
    }
}

/// Game information in normalised form. A field is `None` if the record does not have it.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameInfo {
    /// Both players, with names and ranks.
    pub players: ByColor<Player>,
    /// Result of the game (`RE`): who won, and how.
    pub result: Option<GameResult>,
    /// Date of the game (`DT`, or `RD` of some servers).
    pub date: Option<LaxDate>,
    /// Event at which the game was played (`EV`, or `TE`).
    ///
    /// This field and the following ones up to `rules` are `None` if the record has only a placeholder (`None`, `-`,
    /// `N/A`, `?`). The placeholder itself stays in the record's properties.
    pub event: Option<String>,
    /// Round of the event (`RO`).
    pub round: Option<String>,
    /// Place where the game was played (`PC`).
    pub place: Option<String>,
    /// Title of the game (`GN`).
    pub title: Option<String>,
    /// Opening as the record names it (`ON`).
    pub opening: Option<String>,
    /// Source that the record was taken from (`SO`).
    pub source: Option<String>,
    /// Name of the person who annotated the game (`AN`).
    pub annotator: Option<String>,
    /// Name of the person who entered the game (`US`).
    pub transcriber: Option<String>,
    /// Copyright note of the record (`CP`).
    pub copyright: Option<String>,
    /// Rules as written in the record (`RU`), but in words if KataGo wrote them as codes.
    pub rules: Option<String>,
    /// Parsed rules, if their name is known.
    pub ruleset: Option<Ruleset>,
    /// Komi in points (`KM`, `KO` of some servers, or `KI` in half points).
    pub komi: Option<Komi>,
    /// Number of handicap stones as the record states it (`HA`).
    pub handicap: Option<u8>,
    /// Handicap that the record does not state, but that its stones show. [`GameInfo::handicap_stones`] has the number
    /// of either.
    pub inferred_handicap: Option<InferredHandicap>,
    /// Main time of each player in seconds (`TM`).
    pub time: Option<u32>,
    /// Overtime (`OT`, or two properties of some servers, or text next to the main time).
    pub overtime: Option<Overtime>,
    /// General comment on the game (`GC`, or `TC` of Korean sites).
    pub game_comment: Option<String>,
}

/// Names of the properties that hold game information and may also stand in later nodes (SGF FF\[4\], game info
/// properties).
pub(crate) const GAME_INFO_PROPERTIES: [&str; 24] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "ON", "OT", "PB", "PC", "PW", "RE",
    "RO", "RU", "SO", "TM", "US", "WR", "WT", "KI",
];

/// Pairs of properties in which servers write the length of an overtime period and the number of periods: `LT` and `LC`
/// of Tygem and Cyberoro, `TT` and `TC` of Fox, and the two pairs of Hangame.
const PERIOD_PROPERTIES: [[&str; 2]; 4] = [["LT", "LC"], ["TT", "TC"], ["ZT", "ZC"], ["QT", "QC"]];

impl GameInfo {
    /// Reads the game information from properties. If several properties have the same name, the first one with a text
    /// wins. What only the moves and stones of the game show is left out: `inferred_handicap` is `None`.
    ///
    /// Komi and result depend on each other: a record that gives its komi in Chinese stones (`KM[375]`) gives the
    /// margin of its result in them, too.
    pub fn from_properties<'a>(
        properties: impl Iterator<Item = &'a Property>,
        diagnostics: &mut Diagnostics,
    ) -> GameInfo {
        let text = |property: &'a Property| Some((property.name.as_str(), property.text()?));
        GameInfo::from_texts(properties.filter_map(text), diagnostics)
    }

    /// Reads the game information as [`from_properties`](Self::from_properties) does, from the names of properties with
    /// their [texts](Property::text).
    pub fn from_texts<'a>(
        texts: impl Iterator<Item = (&'a str, &'a str)>,
        diagnostics: &mut Diagnostics,
    ) -> GameInfo {
        let texts = PropertyTexts::new(texts);
        let first = |names: &[&str]| names.iter().find_map(|name| texts.get(name));
        let text = |names: &[&str]| first(names).map(str::to_owned);
        let meaningful = |names: &[&str]| texts.first_meaningful(names);
        // The text `60/3 20m` of `OT` gives the main time as well as the overtime.
        let both_times = first(&["OT"]).and_then(Overtime::parse_with_main_time);
        let time = first(&["TM"]).and_then(time::parse_time);
        // `TC` holds the number of overtime periods on some servers, and a comment on others.
        let comment = || text(&["TC"]).filter(|text| !text.bytes().all(|b| b.is_ascii_digit()));
        let ruleset = first(&["RU"]).and_then(Ruleset::parse);
        let katago_rules = first(&["RU"]).and_then(KataGoRules::parse);
        let komi_reader = match katago_rules {
            Some(_) => KomiReader::of_points(),
            None => KomiReader::new(first(&["AP"]), ruleset),
        };
        let result_text = first(&["RE"]);
        let result =
            parse_or_report(result_text, Code::BadResult, "result", GameResult::parse, diagnostics);
        // The result is in Chinese stones if the rules are Chinese or the komi is given in stones. Area scores differ
        // by whole or half points, so a margin in quarters can only be in stones.
        let in_stones = || {
            ruleset == Some(Ruleset::Chinese) && katago_rules.is_none()
                || first(&["KM", "KO"]).is_some_and(|text| komi_reader.is_in_stones(text))
        };
        let result = result.zip(result_text);
        if let Some((result, text)) = result {
            report_lost_margin(result, text, diagnostics);
        }
        let result = result.map(|(result, text)| result.in_points(text, in_stones));
        let date_text = first(&["DT", "RD"]);
        let read =
            parse_or_report(date_text, Code::BadDate, "date", LaxDate::parse_checked, diagnostics);
        let (date, is_possible) =
            read.map_or((None, true), |(date, is_possible)| (Some(date), is_possible));
        if let Some((text, date)) = date_text.zip(date.as_ref()) {
            report_odd_date(text, date, is_possible, diagnostics);
        }
        let parse = |text: &str| komi_reader.parse(text);
        let komi = parse_or_report(first(&["KM", "KO"]), Code::BadKomi, "komi", parse, diagnostics);
        let from_half_points = || {
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
            event: meaningful(&["EV", "TE"]),
            round: meaningful(&["RO"]),
            place: meaningful(&["PC"]),
            title: meaningful(&["GN"]),
            opening: meaningful(&["ON"]),
            source: meaningful(&["SO"]),
            annotator: meaningful(&["AN"]),
            transcriber: meaningful(&["US"]),
            copyright: text(&["CP"]),
            rules: katago_rules
                .map_or_else(|| meaningful(&["RU"]), |rules| Some(rules.to_string())),
            ruleset,
            komi: (komi.or_else(from_half_points)).or_else(|| Komi::from_prose(first(&["HA"])?)),
            handicap: first(&["HA"]).and_then(numbers::parse_handicap),
            inferred_handicap: None,
            time: time.or(both_times.map(|(_, main)| main)),
            overtime: read_overtime(&texts),
            game_comment: text(&["GC"]).or_else(comment),
        }
    }
}

/// Texts of properties with their names. Each entry also has the first bytes of the name as a `u64`, because names are
/// looked up many times and one comparison of integers rejects nearly all others.
struct PropertyTexts<'a>(Vec<(u64, &'a str, &'a str)>);

impl<'a> PropertyTexts<'a> {
    fn new(texts: impl Iterator<Item = (&'a str, &'a str)>) -> PropertyTexts<'a> {
        PropertyTexts(texts.map(|(name, text)| (name_key(name), name, text)).collect())
    }

    /// First text of the property with this name.
    fn get(&self, name: &str) -> Option<&'a str> {
        let key = name_key(name);
        let has_name = |(packed, other, _): &&(u64, &str, &str)| *packed == key && *other == name;
        self.0.iter().find(has_name).map(|&(.., text)| text)
    }

    /// First text under one of these names that is more than a placeholder.
    fn first_meaningful(&self, names: &[&str]) -> Option<String> {
        let mut texts = names.iter().filter_map(|name| self.get(name));
        texts.find(|text| is_meaningful(text)).map(str::to_owned)
    }
}

/// Reads the overtime: from `OT`, or else from two properties of some servers, or else from the text of the main time.
fn read_overtime(texts: &PropertyTexts) -> Option<Overtime> {
    let parts =
        |[length, count]: &[&str; 2]| Overtime::from_parts(texts.get(length)?, texts.get(count)?);
    let from_property = texts.get("OT").map(Overtime::parse);
    from_property
        .or_else(|| PERIOD_PROPERTIES.iter().find_map(parts))
        .or_else(|| Overtime::find_in_main_time(texts.get("TM")?))
}

/// Adds a diagnostic if only the winner of a result was read, although its text has a margin.
fn report_lost_margin(result: GameResult, text: &str, diagnostics: &mut Diagnostics) {
    if result.has_unread_margin(text) {
        let excerpt = excerpt(text);
        let message =
            format!("the margin of the result `{excerpt}` cannot be read; the winner is kept");
        diagnostics.add(Code::BadResult, 0, message);
    }
}

/// Adds a diagnostic for a date that was read although it is mistyped, or although the calendar lacks its day or month.
fn report_odd_date(text: &str, date: &LaxDate, is_possible: bool, diagnostics: &mut Diagnostics) {
    if is_mistyped(text) || !is_possible {
        let (excerpt, read) = (excerpt(text), date.display_text());
        let fault = if is_possible { "has letters for digits" } else { "is not in the calendar" };
        let message = format!("the date `{excerpt}` {fault}; it is read as {read}");
        diagnostics.add(Code::BadDate, 0, message);
    }
}

/// First eight bytes of a property name as one integer, to compare names quickly.
#[inline]
fn name_key(name: &str) -> u64 {
    name.bytes().take(8).fold(0, |key, byte| key << 8 | u64::from(byte))
}

/// True if a value is more than a placeholder such as `?`, `-`, `:` or `none`.
pub fn is_meaningful(text: &str) -> bool {
    const PLACEHOLDERS: &str = "none unknown null n/a 없음 미상 不明 不详 不詳 無 无";
    // Fast path: no placeholder has more than 12 bytes, and nearly all texts have more.
    if text.len() > 12 {
        return text.contains(char::is_alphanumeric);
    }
    let text = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '.'));
    let is_placeholder = |nothing: &str| text.eq_ignore_ascii_case(nothing);
    text.contains(char::is_alphanumeric) && !PLACEHOLDERS.split(' ').any(is_placeholder)
}

/// First 60 characters of a text, for a diagnostic message.
fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Parses a text into a value. Adds a diagnostic if the text is more than a placeholder and cannot be parsed.
fn parse_or_report<T>(
    text: Option<&str>,
    code: Code,
    what: &str,
    parse: impl Fn(&str) -> Option<T>,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    let text = text?;
    let value = parse(text);
    if value.is_none() && is_meaningful(text) {
        let excerpt = excerpt(text);
        let message = format!("the {what} `{excerpt}` cannot be read; its text is kept");
        diagnostics.add(code, 0, message);
    }
    value
}
