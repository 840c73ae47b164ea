//! Game information as JSON: players, result, date, event and the like. To add a key about the game, add it here and in
//! `columns.rs`.

use kifu_record::result::{GameResult, WinKind};
use kifu_record::rules::Ruleset;
use kifu_record::{GameInfo, Person, Player};
use serde::{Serialize, Serializer};

/// Person in the name of a player, which may name several.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Person"))]
pub(super) struct PersonInfo<'a> {
    /// Name of the person.
    name: &'a str,
    /// Rank of the person: `9p`.
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<String>,
    /// Rating of the person at the time of the game: 1802.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<u16>,
    /// Title of the person: `Honinbo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
}

/// Lists the persons in a player's name; empty if the player is one person whose name stands without rank or title.
pub(super) fn persons<'a>(player: &'a Player) -> Vec<PersonInfo<'a>> {
    if player.is_bare_person() {
        return Vec::new();
    }
    let persons = player.persons();
    let is_bare_name =
        |person: &Person| player.name.as_deref() == Some(person.name) && person.title.is_none();
    if persons.iter().all(is_bare_name) {
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

/// Game information as JSON. A key is absent if its value is unknown. Objects about games contain the keys of this
/// object among their own keys.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Info<'a> {
    /// Name of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<&'a str>,
    /// Name of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<&'a str>,
    /// Rank of Black, `9p`, or as written if it cannot be parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_rank: Option<String>,
    /// Rank of White, `9p`, or as written if it cannot be parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_rank: Option<String>,
    /// Persons in Black's name; absent if it is the bare name of one person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    black_persons: Vec<PersonInfo<'a>>,
    /// Persons in White's name; absent if it is the bare name of one person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    white_persons: Vec<PersonInfo<'a>>,
    /// Team of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_team: Option<&'a str>,
    /// Team of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_team: Option<&'a str>,
    /// Result as in SGF: `B+2.5`, `W+R`, `0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// First day on which the game may have been played: `1846-09-11`, `1846-09` or `1846`.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// All days on which the game was played, written like `date`.
    #[serde(skip_serializing_if = "Option::is_none")]
    dates: Option<Vec<String>>,
    /// First and last possible day of the game; absent if it is a single day.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_span: Option<[String; 2]>,
    /// Date in words, if it is known only roughly: `c. 1665`, `19th century`.
    #[serde(skip_serializing_if = "Option::is_none")]
    date_text: Option<String>,
    /// Event as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    /// Round as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<&'a str>,
    /// Place where the game was played, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    /// Komi: the points that White is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    komi: Option<serde_json::Number>,
    /// Number of handicap stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    handicap: Option<u8>,
    /// `setup` or `moves` if the record does not state the handicap: the number was inferred from black setup stones
    /// or from Black's first moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    handicap_inferred_from: Option<&'static str>,
    /// Rules as written, but in words if KataGo wrote them as codes.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    /// Known ruleset that the rules name: `Japanese`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruleset: Option<&'a str>,
    /// Main time of each player, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u32>,
    /// Overtime as it was parsed: `5x30 byo-yomi`.
    #[serde(skip_serializing_if = "Option::is_none")]
    overtime: Option<String>,
    /// Annotator: who wrote the comments.
    #[serde(skip_serializing_if = "Option::is_none")]
    annotator: Option<&'a str>,
    /// Title of the game as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// Opening as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'a str>,
    /// Source as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// Transcriber: who entered the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    transcriber: Option<&'a str>,
    /// Copyright as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    copyright: Option<&'a str>,
    /// Comment on the game as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_comment: Option<&'a str>,
}

impl<'a> Info<'a> {
    /// Collects the information of a record, or of a game as the index stores it.
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
            handicap: info.handicap_stones(),
            handicap_inferred_from: handicap_source(info),
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

/// Formats a rank in its short form (`9p`), or as written if it cannot be parsed.
pub fn rank(player: &Player) -> Option<String> {
    player.rank.map(|rank| rank.to_string()).or_else(|| player.rank_text.clone())
}

/// Formats the result as in SGF.
pub(super) fn result(info: &GameInfo) -> Option<String> {
    info.result.map(|result| result.to_string())
}

/// Returns the winner in the form of a value of the query field `winner:`: `B`, `W` or `draw`.
pub(super) fn winner(info: &GameInfo) -> Option<String> {
    match info.result? {
        GameResult::Win { winner, .. } => Some(winner.letter().to_string()),
        GameResult::Draw => Some("draw".to_owned()),
        GameResult::Void | GameResult::Unknown => None,
    }
}

/// Returns the way in which the game ended in the form of a value of the query field `how:`, such as resignation.
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

/// Returns the winning margin in points, if the result gives one.
pub(super) fn margin(info: &GameInfo) -> Option<serde_json::Number> {
    match info.result? {
        GameResult::Win { how: WinKind::Score(margin), .. } => {
            json_points(margin.hundredths().into())
        }
        _ => None,
    }
}

/// Returns the first and the last day on which the game may have been played.
pub(super) fn first_and_last_day(info: &GameInfo) -> Option<(String, String)> {
    let date = info.date.as_ref()?;
    Some((date.from.to_string(), date.to.to_string()))
}

/// Returns the first day on which the game may have been played.
pub(super) fn date(info: &GameInfo) -> Option<String> {
    info.date.as_ref().map(|date| date.earliest())
}

/// Lists all days that the date names.
pub(super) fn dates(info: &GameInfo) -> Option<Vec<String>> {
    let days = info.date.as_ref()?.days().iter();
    Some(days.map(|day| day.to_string()).collect())
}

/// Returns the first and the last day on which the game may have been played; `None` if both are the same day.
pub(super) fn date_span(info: &GameInfo) -> Option<[String; 2]> {
    let date = info.date.as_ref()?;
    let span = [date.from, date.to].map(|day| day.to_string());
    Some(span).filter(|[from, to]| from != to)
}

/// Returns the date in words if no day, month or year of it is certain.
pub(super) fn date_text(info: &GameInfo) -> Option<String> {
    let date = info.date.as_ref().filter(|date| !date.inexact().is_empty())?;
    Some(date.display_text())
}

/// Formats the date as lists show it.
pub(super) fn display_date(info: &GameInfo) -> Option<String> {
    info.date.as_ref().map(|date| date.display_text())
}

pub(super) fn overtime(info: &GameInfo) -> Option<String> {
    info.overtime.as_ref().map(|overtime| overtime.to_string())
}

/// Returns the komi. Whole points have no fraction: `0`, `6.5`.
pub(super) fn komi(info: &GameInfo) -> Option<serde_json::Number> {
    json_points(info.komi?.hundredths().into())
}

fn json_points(hundredths: i64) -> Option<serde_json::Number> {
    match hundredths % 100 {
        0 => Some((hundredths / 100).into()),
        _ => serde_json::Number::from_f64(hundredths as f64 / 100.0),
    }
}

/// Returns how the record places the stones of a handicap that was inferred from them; `None` if the record states the
/// handicap.
pub(super) fn handicap_source(info: &GameInfo) -> Option<&'static str> {
    info.inferred_handicap.map(|inferred| inferred.from.as_str())
}

/// Serialises game information with the keys of [`Info`]. For the attribute `serialize_with` of serde.
pub(super) fn serialize<S: Serializer>(info: &GameInfo, serializer: S) -> Result<S::Ok, S::Error> {
    Info::new(info).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_person_is_the_only_one_in_the_list() {
        let names = "Cho U|Cho U 9p|Ann & Bob|Ann, Bob|王立誠|王立誠 九段|Hoshi[p]|Lee (1802)|Dr. O'Neil-Smith|이창호 9단";
        let ranks =
            [None, Some("9p"), Some("Honinbo"), Some("9p, Honinbo"), Some("9p & 8p"), Some("x")];
        let mut bare = 0;
        for name in names.split('|') {
            for rank in ranks {
                let rank_text = rank.map(str::to_owned);
                let player = Player { name: Some(name.to_owned()), rank_text, ..Player::default() };
                if player.is_bare_person() {
                    bare += 1;
                    let all = player.persons();
                    let [person] = all.as_slice() else { panic!("{name} {rank:?}: {all:?}") };
                    assert_eq!((person.name, person.title), (name, None));
                }
            }
        }
        assert!(bare >= 9, "{bare}");
    }
}
