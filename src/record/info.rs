//! Game information: who, when, where and how it ended.

use super::date::LaxDate;
use super::diagnostic::{Code, Diagnostics};
use super::numbers::{self, Komi};
use super::rank::Rank;
use super::result::GameResult;
use crate::game::ByColor;

/// A property of a node: its SGF name in upper case and its decoded values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name, `PB` say.
    pub name: String,
    /// The values, at least one.
    pub values: Vec<String>,
}

impl Property {
    /// A property with one value.
    pub fn new(name: &str, value: impl Into<String>) -> Property {
        Property {
            name: name.to_owned(),
            values: vec![value.into()],
        }
    }
}

/// What is known of one player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Player {
    /// The name as written, without surrounding white space.
    pub name: Option<String>,
    /// The rank as written.
    pub rank_text: Option<String>,
    /// The rank, where it can be read.
    pub rank: Option<Rank>,
    /// The team (`BT`, `WT`).
    pub team: Option<String>,
    /// The country (JGF).
    pub country: Option<String>,
}

/// The information of a game in a normalised form; absent where the record does not tell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameInfo {
    /// The players.
    pub players: ByColor<Player>,
    /// How it ended (`RE`).
    pub result: Option<GameResult>,
    /// When it was played (`DT`, or `RD` of some servers).
    pub date: Option<LaxDate>,
    /// The event (`EV`, or `TE`).
    pub event: Option<String>,
    /// The round (`RO`).
    pub round: Option<String>,
    /// The place (`PC`, or `LC`).
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
    /// The rules (`RU`).
    pub rules: Option<String>,
    /// Komi in points (`KM`, `KO` of some servers, `KI` in half points).
    pub komi: Option<Komi>,
    /// Handicap stones (`HA`).
    pub handicap: Option<u8>,
    /// Main time in seconds (`TM`).
    pub time: Option<u32>,
    /// Overtime (`OT`).
    pub overtime: Option<String>,
    /// A general comment on the game (`GC`).
    pub game_comment: Option<String>,
}

/// Properties that hold game information and may stand in later nodes (SGF FF\[4\], game info properties).
pub const GAME_INFO: [&str; 24] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "ON", "OT", "PB", "PC", "PW", "RE",
    "RO", "RU", "SO", "TM", "US", "WR", "WT", "KI",
];

impl GameInfo {
    /// Reads the information from properties; of several with one name the first with a text wins.
    pub fn from_properties<'a>(
        properties: impl Iterator<Item = &'a Property>,
        diagnostics: &mut Diagnostics,
    ) -> GameInfo {
        let texts = Texts::new(properties);
        let first = |names: &[&str]| names.iter().find_map(|name| texts.get(name));
        let text = |names: &[&str]| first(names).map(str::to_owned);
        let player = |name: &str, rank: &str, team: &str, country: &str| Player {
            name: text(&[name]),
            rank_text: text(&[rank]),
            rank: first(&[rank]).and_then(Rank::parse),
            team: text(&[team]),
            country: text(&[country]),
        };
        let mut read = Reader { diagnostics };
        GameInfo {
            players: ByColor {
                black: player("PB", "BR", "BT", "BLACKCOUNTRY"),
                white: player("PW", "WR", "WT", "WHITECOUNTRY"),
            },
            result: read.value(first(&["RE"]), Code::BadResult, "result", GameResult::parse),
            date: read.value(first(&["DT", "RD"]), Code::BadDate, "date", LaxDate::parse),
            event: text(&["EV", "TE"]),
            round: text(&["RO"]),
            place: text(&["PC", "LC"]),
            title: text(&["GN"]),
            opening: text(&["ON"]),
            source: text(&["SO"]),
            annotator: text(&["AN"]),
            transcriber: text(&["US"]),
            copyright: text(&["CP"]),
            rules: text(&["RU"]),
            komi: read
                .value(first(&["KM", "KO"]), Code::BadKomi, "komi", Komi::parse)
                .or_else(|| {
                    first(&["KI"]).and_then(|text| {
                        Komi::from_hundredths(text.parse::<i32>().ok()?.checked_mul(50)?)
                    })
                })
                .or_else(|| first(&["HA"]).and_then(Komi::from_prose)),
            handicap: first(&["HA"]).and_then(numbers::parse_handicap),
            time: first(&["TM"]).and_then(numbers::parse_time),
            overtime: text(&["OT"]),
            game_comment: text(&["GC"]),
        }
    }
}

/// The texts of properties by name. Every name is asked for once or more, so each is packed into a number that is
/// compared at once.
struct Texts<'a>(Vec<(u64, &'a str, &'a str)>);

impl<'a> Texts<'a> {
    fn new(properties: impl Iterator<Item = &'a Property>) -> Texts<'a> {
        let text = |property: &'a Property| {
            let mut values = property.values.iter().map(|value| value.trim());
            let text = values.find(|value| !value.is_empty())?;
            Some((packed(&property.name), property.name.as_str(), text))
        };
        Texts(properties.filter_map(text).collect())
    }

    /// The first text under a name.
    fn get(&self, name: &str) -> Option<&'a str> {
        let key = packed(name);
        let mut found = self.0.iter().filter(|(packed, ..)| *packed == key);
        found
            .find(|(_, other, _)| *other == name)
            .map(|&(.., text)| text)
    }
}

/// The first eight bytes of a name.
#[inline]
fn packed(name: &str) -> u64 {
    name.bytes()
        .take(8)
        .fold(0, |key, byte| key << 8 | u64::from(byte))
}

struct Reader<'d> {
    diagnostics: &'d mut Diagnostics,
}

impl Reader<'_> {
    fn value<T>(
        &mut self,
        text: Option<&str>,
        code: Code,
        what: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = text?;
        let value = parse(text);
        if value.is_none() {
            let shown: String = text.chars().take(60).collect();
            self.diagnostics.add(
                code,
                0,
                format!("the {what} `{shown}` cannot be read; its text is kept"),
            );
        }
        value
    }
}
