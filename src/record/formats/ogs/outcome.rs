//! Converts the outcome and the winner of an OGS game to a result as SGF has it.

use crate::formats::json::value::JsonValue;
use crate::game::Color;
use crate::result::GameResult;

/// Result of a game, such as `W+R`; `None` if the game is not finished. A game without a winner has no result, `Void`.
/// The word of OGS is added where the result alone does not say what happened: `B+F (Disconnection)`.
pub(super) fn result_text(game: JsonValue) -> Option<String> {
    let outcome = game.get("outcome").and_then(JsonValue::text);
    let outcome = outcome.as_deref().map_or("", str::trim);
    let Some(winner) = winner(game) else {
        let is_tie = points(outcome).is_some_and(|points| points == 0.0);
        return match outcome {
            "" => None,
            _ if is_tie => Some("0".into()),
            word => Some(with_word("Void".into(), word)),
        };
    };
    let letter = winner.letter();
    Some(match &*outcome.to_ascii_lowercase() {
        "" => format!("{letter}+"),
        "cancellation" => with_word("Void".into(), outcome),
        "resignation" => format!("{letter}+R"),
        "timeout" | "stone removal timeout" => format!("{letter}+T"),
        "disconnection" | "disqualification" | "abandonment" | "moderator decision"
        | "server decision" => with_word(format!("{letter}+F"), outcome),
        _ => match points(outcome) {
            Some(points) => format!("{letter}+{points}"),
            None => with_word(format!("{letter}+"), outcome),
        },
    })
}

/// Adds the word of OGS in parentheses, unless the result would then be read as another one.
fn with_word(result: String, word: &str) -> String {
    let text = format!("{result} ({word})");
    let is_same = GameResult::parse(&text) == GameResult::parse(&result);
    if is_same { text } else { result }
}

/// Number of points of an outcome such as `12.5 points`.
fn points(outcome: &str) -> Option<f64> {
    let number = outcome.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = outcome.get(number.len()..)?;
    let is_points = unit.eq_ignore_ascii_case("points") || unit.eq_ignore_ascii_case("point");
    let number: f64 = number.trim().parse().ok()?;
    (is_points && (0.0..=10_000.0).contains(&number)).then_some(number)
}

/// Player who won: `winner` is the id of one of the players, or of a member of a team in rengo.
fn winner(game: JsonValue) -> Option<Color> {
    let winner = game.get("winner")?.text().filter(|id| id != "0")?;
    let is_id = |id: Option<JsonValue>| {
        id.is_some_and(|id| id.text().is_some_and(|id| id.eq_ignore_ascii_case(&winner)))
    };
    let has_won = |color: Color| {
        let name = color_name(color);
        let player = game.get("players").and_then(|players| players.get(name)?.get("id"));
        let team = game.get("rengo_teams").and_then(|teams| teams.get(name));
        winner.eq_ignore_ascii_case(name)
            || is_id(game.get(&format!("{name}_player_id")))
            || is_id(player)
            || team.into_iter().flat_map(JsonValue::items).any(|member| is_id(member.get("id")))
    };
    // A game against oneself names the same player twice, so its winner is not known.
    match Color::BOTH.map(has_won) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

/// Name of a colour as a key of OGS' JSON.
pub(super) fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
