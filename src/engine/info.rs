//! A game's information as JSON keys.

use kifu_record::result::{GameResult, WinKind};
use kifu_record::rules::Ruleset;
use kifu_record::{GameInfo, Person, Player};
use serde::{Serialize, Serializer};

/// One of several persons in a name.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Person"))]
pub(super) struct PersonInfo<'a> {
    /// The name.
    name: &'a str,
    /// The rank: `9p`.
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<String>,
    /// The rating at the time of the game: 1802.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u16>,
    /// The title: `Honinbo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
}

/// The persons in a name; empty if the name is just one person's bare name.
pub(super) fn persons<'a>(player: &'a Player) -> Vec<PersonInfo<'a>> {
    let persons = player.persons();
    let bare =
        |person: &Person| player.name.as_deref() == Some(person.name) && person.title.is_none();
    if persons.iter().all(bare) {
        return Vec::new();
    }
    let json = |person: Person<'a>| PersonInfo {
        name: person.name,
        rank: person.rank.map(|rank| rank.to_string()),
        rating: person.rating,
        title: person.title,
    };
    persons.into_iter().map(json).collect()
}

/// A game's information as JSON; a key is absent if nothing is known. Meant to be flattened into other objects.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Info<'a> {
    /// The name of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<&'a str>,
    /// The name of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<&'a str>,
    /// Black's rank, as `9p`, or as written if it is not understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_rank: Option<String>,
    /// White's rank, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_rank: Option<String>,
    /// The persons in Black's name, if it is more than the bare name of one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    black_persons: Vec<PersonInfo<'a>>,
    /// Those in White's name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    white_persons: Vec<PersonInfo<'a>>,
    /// Black's team.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_team: Option<&'a str>,
    /// White's team.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_team: Option<&'a str>,
    /// The result as in SGF: `B+2.5`, `W+R`, `0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// The first day on which it may have been played: `1846-09-11`, `1846-09` or `1846`.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// All days on which it was played, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    dates: Option<Vec<String>>,
    /// The first and last possible day, unless it is a single day.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_span: Option<[String; 2]>,
    /// The date as what it is, if it is known only roughly: `c. 1665`, `19th century`.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_text: Option<String>,
    /// The event, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    /// The round, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<&'a str>,
    /// The place, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    /// Points that White is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<serde_json::Number>,
    /// Handicap stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    handicap: Option<u8>,
    /// The rules, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    /// The same if they are known: `Japanese`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<&'a str>,
    /// Main time of each player, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u32>,
    /// The overtime, as understood: `5x30 byo-yomi`.
    #[serde(skip_serializing_if = "Option::is_none")]
    overtime: Option<String>,
    /// Who wrote the comments.
    #[serde(skip_serializing_if = "Option::is_none")]
    annotator: Option<&'a str>,
    /// The name of the game, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// The opening, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'a str>,
    /// The source, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// Who entered the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    transcriber: Option<&'a str>,
    /// The copyright, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    copyright: Option<&'a str>,
    /// Remarks on the game as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_comment: Option<&'a str>,
}

impl<'a> Info<'a> {
    /// The information of a record or of a card.
    pub fn new(info: &'a GameInfo) -> Info<'a> {
        let (black, white) = (&info.players.black, &info.players.white);
        Info {
            black: black.name.as_deref(),
            white: white.name.as_deref(),
            black_rank: rank(black),
            white_rank: rank(white),
            black_persons: persons(black),
            white_persons: persons(white),
            black_team: black.team.as_deref(),
            white_team: white.team.as_deref(),
            result: result(info),
            date: date(info),
            dates: dates(info),
            date_span: date_span(info),
            date_text: date_text(info),
            event: info.event.as_deref(),
            round: info.round.as_deref(),
            place: info.place.as_deref(),
            komi: komi(info),
            handicap: info.handicap,
            rules: info.rules.as_deref(),
            ruleset: info.ruleset.map(Ruleset::as_str),
            time: info.time,
            overtime: overtime(info),
            annotator: info.annotator.as_deref(),
            title: info.title.as_deref(),
            opening: info.opening.as_deref(),
            source: info.source.as_deref(),
            transcriber: info.transcriber.as_deref(),
            copyright: info.copyright.as_deref(),
            game_comment: info.game_comment.as_deref(),
        }
    }
}

/// A rank in its short form (`9p`), or as written if it cannot be parsed.
pub fn rank(player: &Player) -> Option<String> {
    player.rank.map(|rank| rank.to_string()).or_else(|| player.rank_text.clone())
}

/// The result as in SGF.
pub(super) fn result(info: &GameInfo) -> Option<String> {
    info.result.map(|result| result.to_string())
}

/// Who won, as `winner:` asks for it: `B`, `W` or `draw`.
pub(super) fn winner(info: &GameInfo) -> Option<String> {
    match info.result? {
        GameResult::Win { winner, .. } => Some(winner.letter().to_string()),
        GameResult::Draw => Some("draw".to_owned()),
        GameResult::Void | GameResult::Unknown => None,
    }
}

/// How the game ended, as `how:` asks for it.
pub(super) fn how(info: &GameInfo) -> Option<&'static str> {
    let how = match info.result? {
        GameResult::Win { how, .. } => how,
        GameResult::Draw => return Some("draw"),
        GameResult::Void => return Some("void"),
        GameResult::Unknown => return None,
    };
    match how {
        WinKind::Resign => Some("resign"),
        WinKind::Time => Some("time"),
        WinKind::Forfeit => Some("forfeit"),
        WinKind::Score(_) => Some("points"),
        WinKind::Unspecified => None,
    }
}

/// By how many points the game was won.
pub(super) fn margin(info: &GameInfo) -> Option<serde_json::Number> {
    match info.result? {
        GameResult::Win { how: WinKind::Score(margin), .. } => points(margin.hundredths().into()),
        _ => None,
    }
}

/// The first and the last day on which it may have been played.
pub(super) fn ends(info: &GameInfo) -> Option<(String, String)> {
    let date = info.date.as_ref()?;
    Some((date.from.to_string(), date.to.to_string()))
}

/// The first day on which a game may have been played.
pub(super) fn date(info: &GameInfo) -> Option<String> {
    info.date.as_ref().map(|date| date.earliest())
}

/// All days that its date names.
pub(super) fn dates(info: &GameInfo) -> Option<Vec<String>> {
    let days = info.date.as_ref()?.days().iter();
    Some(days.map(|day| day.to_string()).collect())
}

/// The first and the last possible day, unless it is a single day.
pub(super) fn date_span(info: &GameInfo) -> Option<[String; 2]> {
    let date = info.date.as_ref()?;
    let span = [date.from, date.to].map(|day| day.to_string());
    Some(span).filter(|[from, to]| from != to)
}

/// The date as it is shown, if no day, month or year of it is known.
pub(super) fn date_text(info: &GameInfo) -> Option<String> {
    let date = info.date.as_ref().filter(|date| !date.inexact().is_empty())?;
    Some(date.shown())
}

/// The date as lists show it.
pub(super) fn shown_date(info: &GameInfo) -> Option<String> {
    info.date.as_ref().map(|date| date.shown())
}

pub(super) fn overtime(info: &GameInfo) -> Option<String> {
    info.overtime.as_ref().map(|overtime| overtime.to_string())
}

/// Whole points are written without a fraction: `0`, `6.5`.
pub(super) fn komi(info: &GameInfo) -> Option<serde_json::Number> {
    points(info.komi?.hundredths().into())
}

fn points(hundredths: i64) -> Option<serde_json::Number> {
    match hundredths % 100 {
        0 => Some((hundredths / 100).into()),
        _ => serde_json::Number::from_f64(hundredths as f64 / 100.0),
    }
}

/// Serialises a game's information with the keys of [`Info`]; for `serialize_with`.
pub(super) fn serialize<S: Serializer>(info: &GameInfo, serializer: S) -> Result<S::Ok, S::Error> {
    Info::new(info).serialize(serializer)
}
