//! Converts what an OGS game says about itself to properties with SGF names.

use super::outcome::{color_name, result_text};
use crate::formats::json::value::{JsonKind, JsonValue};
use crate::formats::server::add_property;
use crate::formats::sgf::write::size_value;
use crate::game::{BoardSize, Color};
use crate::rules::Ruleset;
use crate::{Diagnostics, Property};

/// Maximum number of players of a team in rengo that are named; a longer list is cut.
const MAX_TEAM: usize = 64;

/// Board size; 19×19 if the game does not say.
pub(super) fn board_size(game: JsonValue, diagnostics: &mut Diagnostics) -> BoardSize {
    let (width, height) = (game.get("width"), game.get("height"));
    let (Some(width), Some(height)) = (width.or(height), height.or(width)) else {
        return BoardSize::GO;
    };
    // The cast maps a number that is too large to 255, which is no board size either.
    let points = |side: JsonValue| {
        side.number().filter(|side| side.fract() == 0.0).map(|points| points as u8)
    };
    let size =
        points(width).zip(points(height)).and_then(|(width, height)| BoardSize::new(width, height));
    size.unwrap_or_else(|| diagnostics.bad_size(width.offset()))
}

/// Properties that the game gives, in a fixed order.
pub(super) fn properties(game: JsonValue, size: BoardSize) -> Vec<Property> {
    let mut properties = Vec::new();
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            add_property(&mut properties, name, &value);
        }
    };
    let text = |key: &str| Some(game.get(key)?.text()?.into_owned());
    add("SZ", Some(size_value(size)));
    for color in Color::BOTH {
        let players = players(game, color);
        let letter = color.letter();
        add(&format!("P{letter}"), join(&players, name));
        add(&format!("{letter}R"), join(&players, rank));
    }
    add("DT", game.get("start_time").and_then(JsonValue::number).and_then(utc_date));
    add("GN", text("game_name"));
    add("RE", result_text(game));
    add(
        "RU",
        text("rules").map(|rules| match Ruleset::parse(&rules) {
            Some(ruleset) => ruleset.as_str().into(),
            None => rules,
        }),
    );
    add("KM", text("komi"));
    add("HA", text("handicap"));
    add("SO", text("game_id").map(|id| format!("https://online-go.com/game/{id}")));
    let (main_time, overtime) = time_limits(game);
    add("TM", main_time);
    add("OT", overtime);
    properties
}

/// Players of a colour: one, or a team in rengo.
fn players<'j>(game: JsonValue<'j>, color: Color) -> Vec<JsonValue<'j>> {
    let name = color_name(color);
    let is_rengo = game.get("rengo").is_some_and(JsonValue::is_true);
    let team = game.get("rengo_teams").filter(|_| is_rengo).and_then(|teams| teams.get(name));
    let team: Vec<_> = team.into_iter().flat_map(JsonValue::items).take(MAX_TEAM).collect();
    if team.is_empty() {
        game.get("players").and_then(|players| players.get(name)).into_iter().collect()
    } else {
        team
    }
}

/// Joins a text of each player of a team.
fn join(players: &[JsonValue], part: fn(JsonValue) -> Option<String>) -> Option<String> {
    let texts: Vec<String> = players.iter().filter_map(|&player| part(player)).collect();
    (!texts.is_empty()).then(|| texts.join(" & "))
}

fn name(player: JsonValue) -> Option<String> {
    let name = player.text().or_else(|| player.get("username")?.text())?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Rank of a player. OGS counts ranks with fractions, which are cut off: 29 is 1 kyu, 30 is 1 dan. For professionals,
/// 37 is 1 dan, also with 1000 added to it.
fn rank(player: JsonValue) -> Option<String> {
    let value = player.get("rank").filter(|rank| !rank.is_null());
    let value = value.or_else(|| player.get("ranking"))?;
    let Some(rank) = value.number().map(f64::floor) else {
        return value.text().map(|text| text.into_owned());
    };
    let is_pro =
        ["professional", "pro"].iter().any(|key| player.get(key).is_some_and(JsonValue::is_true));
    match rank {
        1037.0..=1099.0 => Some(format!("{}p", (rank - 1036.0).min(9.0))),
        -10.0..=99.0 if is_pro => Some(format!("{}p", (rank - 36.0).clamp(1.0, 9.0))),
        -10.0..30.0 => Some(format!("{}k", 30.0 - rank)),
        30.0..=99.0 => Some(format!("{}d", (rank - 29.0).min(9.0))),
        _ => None,
    }
}

/// Main time in seconds, and overtime in the words of SGF.
fn time_limits(game: JsonValue) -> (Option<String>, Option<String>) {
    let Some(control) = game.get("time_control").filter(|c| c.kind() == JsonKind::Object) else {
        return (None, None);
    };
    let text = |key: &str| control.get(key)?.text().map(|text| text.into_owned());
    let system = text("system").or_else(|| text("time_control")).unwrap_or_default();
    let pair = |count: &str, sign: &str, length: &str, name: &str| {
        Some(format!("{}{sign}{} {name}", text(count)?, text(length)?))
    };
    match &*system.to_ascii_lowercase() {
        "byoyomi" => (text("main_time"), pair("periods", "x", "period_time", "byo-yomi")),
        "canadian" => {
            (text("main_time"), pair("stones_per_period", "/", "period_time", "Canadian"))
        }
        "fischer" => (
            text("initial_time"),
            text("time_increment").map(|seconds| format!("{seconds} fischer")),
        ),
        // A time for each move without a main time.
        "simple" => {
            (Some("0".into()), text("per_move").map(|seconds| format!("{seconds} sec/move")))
        }
        "absolute" => (text("total_time"), None),
        _ => (None, None),
    }
}

/// Seconds of a day.
const DAY: f64 = 86_400.0;
/// Last second of the year 9999 since 1970.
const LAST_SECOND: f64 = 253_402_300_799.0;

/// Day in UTC, as `2020-09-13`, of a time in seconds since 1970.
pub(in crate::formats) fn utc_date(seconds: f64) -> Option<String> {
    if !(1.0..=LAST_SECOND).contains(&seconds) {
        return None;
    }
    // Days are counted from 1 March of the year 0, so that the leap day is the last day of a year.
    let days = (seconds / DAY) as u32 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March on have 153 days in groups of five.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    Some(format!("{:04}-{month:02}-{day:02}", era * 400 + year + next_year))
}
