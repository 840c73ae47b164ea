//! Converts what a JGF record says about the game to properties with SGF names.

use super::node::{color, color_named};
use crate::formats::json::value::{JsonKind, JsonValue};
use crate::formats::server::without_control_characters;
use crate::formats::sgf::write::size_value;
use crate::game::{BoardSize, Color, GameKind};
use crate::{Diagnostics, Property};
use std::borrow::Cow;

/// SGF property, and the paths at which the dialects have it. The first path that leads to a text is used; keys match
/// in any case.
const PROPERTY_PATHS: [(&str, &str); 16] = [
    ("EV", "event.name game.event.name game.event event"),
    ("RO", "event.round game.event.round game.round"),
    ("PC", "event.location game.event.location game.location"),
    ("GN", "game.name"),
    ("RE", "game.result"),
    ("ON", "game.opening"),
    ("AN", "game.annotator record.annotator"),
    ("GC", "game.description"),
    ("RU", "rules.ruleset game.rules.ruleset game.rules rules game.ruleset"),
    ("KM", "rules.komi game.komi game.rules.komi"),
    ("HA", "rules.handicap game.handicap game.rules.handicap"),
    ("SO", "source.name record.source game.source source"),
    ("CP", "source.copyright record.copyright game.copyright"),
    ("US", "record.transcriber game.transcriber"),
    ("AP", "record.generator record.application"),
    ("TM", "rules.time rules.mainTime game.time.main game.time"),
];

/// Keys of the sections that a record may have.
pub(super) const SECTIONS: [&str; 9] =
    ["record", "game", "players", "board", "rules", "event", "source", "settings", "meta"];

/// Returns the value at the end of a path of keys, which are separated by full stops: `game.event.name`.
fn value_at<'j>(record: JsonValue<'j>, path: &str) -> Option<JsonValue<'j>> {
    path.split('.').try_fold(record, JsonValue::get)
}

/// Returns the first non-empty text at one of these paths, which are separated by spaces.
fn first_text(record: JsonValue, paths: &str) -> Option<String> {
    let mut texts = (paths.split(' ')).filter_map(|path| value_at(record, path)?.text());
    texts.find(|text| !text.trim().is_empty()).map(String::from)
}

/// Game that is played; Go if the record does not say.
pub(super) fn game(record: JsonValue) -> GameKind {
    let name = first_text(record, "game.type").unwrap_or_default();
    match name.trim().to_ascii_lowercase().as_str() {
        "" | "go" | "baduk" | "weiqi" | "igo" => GameKind::Go,
        _ => GameKind::Other(0),
    }
}

/// Board size; 19×19 if the record does not say.
pub(super) fn board_size(record: JsonValue, diagnostics: &mut Diagnostics) -> BoardSize {
    let first = |paths: &[&str]| paths.iter().find_map(|path| value_at(record, path));
    let all = first(&["board.size", "game.size", "size"]);
    let (width, height) = (first(&["board.width"]), first(&["board.height"]));
    let (Some(width), Some(height)) = (width.or(all).or(height), height.or(all).or(width)) else {
        return BoardSize::GO;
    };
    // The cast maps a number that is too large to 255, which is no board size either.
    let points = |side: JsonValue| {
        let points = side.number().filter(|side| side.fract() == 0.0);
        points.map(|points| points as u8)
    };
    let size =
        points(width).zip(points(height)).and_then(|(width, height)| BoardSize::new(width, height));
    size.unwrap_or_else(|| diagnostics.bad_size(width.offset()))
}

/// Properties that the record gives, in a fixed order.
pub(super) fn properties(record: JsonValue, size: BoardSize) -> Vec<Property> {
    let mut properties = Vec::new();
    let mut add = |name: &str, value: Option<String>| {
        properties.extend(
            value
                .map(|value| without_control_characters(name, &value))
                .filter(|value| !value.trim().is_empty())
                .map(|value| Property::new(name, value)),
        );
    };
    add("SZ", Some(size_value(size)));
    let players = record.get("players").or_else(|| value_at(record, "game.players"));
    for (color, country) in [(Color::Black, "BLACKCOUNTRY"), (Color::White, "WHITECOUNTRY")] {
        let players = players.map_or_else(Vec::new, |players| players_of(players, color));
        let of_players = |key: &str| join(&players, |player| player.get(key)?.text());
        let letter = color.letter();
        let name = join(&players, |player| player.text().or_else(|| player.get("name")?.text()));
        add(&format!("P{letter}"), name);
        add(&format!("{letter}R"), rank(&players));
        add(&format!("{letter}T"), of_players("team"));
        add(country, of_players("country"));
    }
    add("DT", dates(record));
    for (name, places) in PROPERTY_PATHS {
        add(name, first_text(record, places));
    }
    add("OT", overtime(record));
    properties
}

/// Players of a colour, from `[{color: "black", …}]` or `{black: {…}}`.
fn players_of<'j>(players: JsonValue<'j>, side: Color) -> Vec<JsonValue<'j>> {
    if players.kind() == JsonKind::Object {
        return players
            .entries()
            .filter(|(key, _)| color_named(key) == Some(side))
            .map(|(_, player)| player)
            .last()
            .into_iter()
            .collect();
    }
    let with_color = |(index, player): (usize, JsonValue<'j>)| match player.get("color") {
        Some(value) => Some((color(value)?, player)),
        // A player without a colour gets it from the place in the list: Black comes first.
        None => Some((*Color::BOTH.get(index)?, player)),
    };
    players
        .items()
        .enumerate()
        .filter_map(with_color)
        .filter(|(color, _)| *color == side)
        .map(|(_, player)| player)
        .collect()
}

/// Joins the texts of all players on a side (pair Go), each once.
fn join<'j>(
    players: &[JsonValue<'j>],
    part: impl Fn(JsonValue<'j>) -> Option<Cow<'j, str>>,
) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    // A side has one or two players, so a long list is something else and is cut.
    for text in players.iter().take(16).filter_map(|&player| part(player)) {
        if !text.trim().is_empty() && !texts.iter().any(|known| known == &*text) {
            texts.push(text.into_owned());
        }
    }
    (!texts.is_empty()).then(|| texts.join(" & "))
}

/// Rank of a side. A bare number is a professional rank if the record says that the player is a professional.
fn rank(players: &[JsonValue]) -> Option<String> {
    let rank = join(players, |player| player.get("rank")?.text())?;
    let digits = rank.bytes().all(|byte| byte.is_ascii_digit());
    let pro = players.iter().any(|player| player.get("pro").is_some_and(JsonValue::is_true));
    Some(if digits && pro { format!("{rank}p") } else { rank })
}

/// Dates of the game, separated by commas as in SGF.
fn dates(record: JsonValue) -> Option<String> {
    const PATHS: &str = "game.dates dates event.dates game.date date event.date";
    let mut lists = PATHS.split(' ').filter_map(|path| value_at(record, path));
    lists.find_map(|dates| {
        let texts = dates.text().into_iter().chain(dates.items().filter_map(JsonValue::text));
        let texts: Vec<_> = texts.filter(|text| !text.trim().is_empty()).collect();
        (!texts.is_empty()).then(|| texts.join(","))
    })
}

/// Overtime as one text, `3x20 byo-yomi`: as the record has it, or assembled from its parts.
fn overtime(record: JsonValue) -> Option<String> {
    if let Some(text) = first_text(record, "rules.overtime game.overtime") {
        return Some(text);
    }
    let positive = |path: &str| value_at(record, path)?.number().filter(|&number| number > 0.0);
    if let Some(seconds) = positive("rules.timePerPeriod") {
        let periods = positive("rules.numberOfPeriods").unwrap_or(1.0);
        return Some(format!("{periods}x{seconds} byo-yomi"));
    }
    let parts = ["game.time.overtime", "game.time.type"];
    let parts: Vec<String> = parts.iter().filter_map(|path| first_text(record, path)).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}
