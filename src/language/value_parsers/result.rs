//! Parses results and endings in a query.

use super::{ReadResult, no_choice_error, parse_decimal};
use crate::fields::Field;
use crate::{Clause, FieldValue, Op, QueryError};
use kifu_messages::say;
use kifu_record::game::Color;
use kifu_record::result::{GameResult, WinKind};
use std::ops::Range;

/// Condition on the result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultCondition {
    /// A player won: the one whose colour is given, or either of them.
    Won {
        /// Colour of the winner; `None` if either side may have won.
        winner: Option<Color>,
        /// Ending that the win must have.
        ending: Ending,
    },
    /// The game was a draw.
    Draw,
    /// The game was annulled, or both sides lost.
    Void,
    /// The result of the game is unknown.
    Unknown {
        /// True if the record must say that the result is unknown, for example by `?`; false if records without a
        /// result match too.
        is_recorded: bool,
    },
    /// It is not known how the game ended: the record has no result, or names only a winner.
    UnknownEnding,
}

/// Condition on the ending of a won game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game may have ended in any way.
    Any,
    /// The game was won by points, however many.
    Points,
    /// The game was won in exactly this way.
    Only(WinKind),
}

/// Names of endings in queries, and the texts that tables print for endings.
const ENDINGS: [(&str, ResultCondition); 15] = [
    ("resign", won(Ending::Only(WinKind::Resign))),
    ("resignation", won(Ending::Only(WinKind::Resign))),
    ("r", won(Ending::Only(WinKind::Resign))),
    ("time", won(Ending::Only(WinKind::Time))),
    ("t", won(Ending::Only(WinKind::Time))),
    ("forfeit", won(Ending::Only(WinKind::Forfeit))),
    ("f", won(Ending::Only(WinKind::Forfeit))),
    ("points", won(Ending::Points)),
    ("score", won(Ending::Points)),
    ("not told", won(Ending::Only(WinKind::Unspecified))),
    ("draw", ResultCondition::Draw),
    ("jigo", ResultCondition::Draw),
    ("no result", ResultCondition::Void),
    ("void", ResultCondition::Void),
    ("unknown", ResultCondition::UnknownEnding),
];

const fn won(ending: Ending) -> ResultCondition {
    ResultCondition::Won { winner: None, ending }
}

impl ResultCondition {
    /// Narrows the condition to the one result that statistics tables print with this text. In a query, the text covers
    /// more: `W+` finds every win of White, but the table row `W+` has only wins without an ending.
    pub fn as_table_result(self) -> ResultCondition {
        match self {
            ResultCondition::Won { winner, ending: Ending::Any } => {
                ResultCondition::Won { winner, ending: Ending::Only(WinKind::Unspecified) }
            }
            ResultCondition::Unknown { .. } => ResultCondition::Unknown { is_recorded: true },
            other => other,
        }
    }
}

/// Parses `W+`, `B+R`, `B+points`, `W+2.5`, `draw`, `resign`, `?`, and other spellings of these.
pub fn parse_result(text: &str, span: &Range<usize>) -> ReadResult<ResultCondition> {
    if let Some(result) = GameResult::parse_strict(text) {
        return Ok(match result {
            GameResult::Win { winner, how } => ResultCondition::Won {
                winner: Some(winner),
                ending: match how {
                    WinKind::Unspecified => Ending::Any,
                    how => Ending::Only(how),
                },
            },
            GameResult::Draw => ResultCondition::Draw,
            GameResult::Void => ResultCondition::Void,
            GameResult::Unknown => ResultCondition::Unknown { is_recorded: false },
        });
    }
    let side = text.split_once('+').and_then(|(side, how)| {
        let winner = Color::BOTH
            .into_iter()
            .find(|color| side.eq_ignore_ascii_case(&color.letter().to_string()))?;
        Some((winner, how))
    });
    match (side, find_ending(text)) {
        (_, Some(condition)) => Ok(condition),
        (Some((winner, how)), _) => parse_win(winner, how, span),
        (None, None) => Err(no_result_error(text, span)),
    }
}

/// Parses an ending after `B+` or `W+`.
fn parse_win(winner: Color, how: &str, span: &Range<usize>) -> ReadResult<ResultCondition> {
    if let Some(ResultCondition::Won { ending, .. }) = find_ending(how) {
        let winner = Some(winner);
        return Ok(ResultCondition::Won { winner, ending });
    }
    let side = format!("{}+", winner.letter());
    let text = format!("{side}{how}");
    let range = how.split_once("..").map(|(from, to)| (from, to, format!("margin:{how}")));
    let compared = how.strip_prefix(['<', '>']);
    let margin = match (range, compared) {
        (Some((from, to, margin)), _) => [from, to]
            .iter()
            .all(|number| number.is_empty() || parse_decimal(number, span).is_ok())
            .then_some(margin),
        (None, Some(number)) => parse_decimal(number.trim_start_matches('='), span)
            .is_ok()
            .then(|| format!("margin{how}")),
        (None, None) => None,
    };
    let error = no_result_error(&text, span);
    Err(match margin {
        Some(margin) => {
            error.with_help(say!("error-write", query = format!("result:{side} {margin}")))
        }
        None => error,
    })
}

fn no_result_error(text: &str, span: &Range<usize>) -> QueryError {
    // `result:` takes colours; for names the help refers to `winner:` and `loser:`.
    let is = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    let help = if is(&["loss", "lost", "lose", "loses"]) {
        say!("error-no-result-side-help", example = "loser:Lee")
    } else if is(&["win", "won", "wins"]) {
        say!("error-no-result-side-help", example = "winner:Lee")
    } else {
        say!("error-no-result-help")
    };
    QueryError::new(span.clone(), say!("error-no-result", text = text)).with_help(help)
}

/// Parses the value of `how:`, an ending by either side.
pub fn parse_ending(text: &str, span: &Range<usize>) -> ReadResult<ResultCondition> {
    find_ending(text).ok_or_else(|| no_choice_error(text, span, Field::How.info().choices))
}

fn find_ending(text: &str) -> Option<ResultCondition> {
    let mut known = ENDINGS.iter();
    known.find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, condition)| *condition)
}

/// Parses a value of `winner:` or `loser:` that is not a name: a draw, a void game, an unknown result. In quotes, the
/// value is a player of that name instead.
pub fn result_in_place_of_name(clause: &Clause) -> Option<ResultCondition> {
    let text = match (&clause.value, clause.op) {
        (FieldValue::Bare(text), Op::Has) => text.to_ascii_lowercase(),
        _ => return None,
    };
    Some(match text.as_str() {
        "draw" | "jigo" => ResultCondition::Draw,
        "void" => ResultCondition::Void,
        "unknown" => ResultCondition::Unknown { is_recorded: false },
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn results() {
        let read = |text: &str| parse_result(text, &(0..text.len()));
        let white = |ending| ResultCondition::Won { winner: Some(Color::White), ending };
        for (text, want) in [
            ("W+", white(Ending::Any)),
            ("w+points", white(Ending::Points)),
            ("W+T", white(Ending::Only(WinKind::Time))),
            ("time", won(Ending::Only(WinKind::Time))),
            ("not told", won(Ending::Only(WinKind::Unspecified))),
            ("no result", ResultCondition::Void),
            ("?", ResultCondition::Unknown { is_recorded: false }),
        ] {
            assert_eq!(read(text), Ok(want), "{text}");
        }
        for (text, help) in [
            ("B+1..5", "write result:B+ margin:1..5"),
            ("w+..5", "write result:W+ margin:..5"),
            ("B+>10", "write result:B+ margin>10"),
            ("B+>=0.5", "write result:B+ margin>=0.5"),
        ] {
            assert_eq!(
                read(text).unwrap_err().help.map(|help| help.to_string()).as_deref(),
                Some(help)
            );
        }
        for text in ["B+banana", "B+a..b", "B+..x", "banana", "", "+R"] {
            let error = read(text).unwrap_err();
            assert!(error.help.unwrap().to_string().starts_with("write W+, "), "{text}");
        }
    }
}
