//! Draws figures that several pages share: win rates with their confidence intervals, colours, bars, buttons.

use crate::words::say;
use kifu_engine::board::Wins;
use kifu_language::interval::Share;
use kifu_messages::Locale;
use kifu_record::game::Color;
use kifu_record::result::GameResult;
use maud::{Markup, html};

/// Smallest number of decided games (won or lost) for which a win rate is shown; the rate of fewer games would say
/// nothing.
pub(crate) const MIN_DECIDED_GAMES: u64 = 5;

/// A win rate with its 95 % Wilson confidence interval, each from 0 to 1. For few games, the rate is not in the middle
/// of the interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rate {
    /// Win rate: share of decided games that were won.
    pub share: f64,
    /// Lower end of the confidence interval, followed by its upper end.
    pub low: f64,
    pub high: f64,
}

impl Rate {
    /// Computes the win rate from games won and games lost; `None` if they are fewer than [`MIN_DECIDED_GAMES`].
    pub(crate) fn from_counts(won: u64, lost: u64) -> Option<Rate> {
        let decided = won + lost;
        if decided < MIN_DECIDED_GAMES {
            return None;
        }
        let won = Share { count: won, total: decided };
        let ((low, high), share) = won.wilson().zip(won.value())?;
        Some(Rate { share, low, high })
    }

    /// Win rate of a colour in the games with these outcomes.
    pub(crate) fn of_color(wins: &Wins, color: Color) -> Option<Rate> {
        match color {
            Color::Black => Rate::from_counts(wins.black, wins.white),
            Color::White => Rate::from_counts(wins.white, wins.black),
        }
    }

    /// How much better this win rate is than another, from −1 to 1, for colouring moves: the difference of both,
    /// divided by 1.5 times half the width of the confidence interval, so that rates of few games get pale colours.
    pub(crate) fn tint(self, other: Rate) -> f64 {
        let wide = 1.5 * (self.high - self.low) / 2.0;
        if wide > 0.0 { ((self.share - other.share) / wide).clamp(-1.0, 1.0) } else { 0.0 }
    }
}

/// Icons of the buttons that step through moves, as SVG paths in a square of 16 × 16 units.
pub(crate) const FIRST_ICON: &str = "M4 3v10M12 3L7 8l5 5";
pub(crate) const BACK_ICON: &str = "M10 3L5 8l5 5";
pub(crate) const FORWARD_ICON: &str = "M6 3l5 5-5 5";
pub(crate) const LAST_ICON: &str = "M12 3v10M4 3l5 5-5 5";

/// Draws the icon of a button.
pub(crate) fn icon(path: &str) -> Markup {
    html! { svg.icon viewBox="0 0 16 16" aria-hidden="true" { path d=(path) {} } }
}

/// Colour of the disc of a move: blue if the win rate with the move is better than that of the position, orange if it
/// is worse.
pub(crate) fn tint_color(tint: f64) -> String {
    const WORSE: [f64; 3] = [210.0, 100.0, 58.0];
    const NONE: [f64; 3] = [251.0, 241.0, 220.0];
    const BETTER: [f64; 3] = [47.0, 134.0, 198.0];
    let end = if tint < 0.0 { WORSE } else { BETTER };
    let part = tint.abs().min(1.0);
    let hex: String = NONE
        .iter()
        .zip(end)
        .map(|(none, end)| none + (end - none) * part)
        .map(|value| format!("{:02x}", value.round() as u8))
        .collect();
    format!("#{hex}")
}

/// Writes a share as `33%`; shares below ten percent get one decimal.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return String::new();
    }
    let share = 100.0 * part as f64 / whole as f64;
    if share < 9.95 { format!("{share:.1}%") } else { format!("{share:.0}%") }
}

/// Writes years as `1990` or `1990–1999`.
pub(crate) fn year_span(first: i32, last: i32) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

/// Returns the winner of a game; `None` if nobody won or the result is unknown.
pub(crate) fn winner(result: Option<GameResult>) -> Option<Color> {
    match result {
        Some(GameResult::Win { winner, .. }) => Some(winner),
        _ => None,
    }
}

/// Draws content as a link to an address; without an address, draws the content alone.
pub(crate) fn optional_link(href: Option<&str>, id: Option<String>, inner: &Markup) -> Markup {
    html! {
        @match href {
            Some(href) => a id=[id] href=(href) { (inner) },
            None => span { (inner) },
        }
    }
}

/// Draws a button that steps to another node. Without an address, it is a disabled button and not left out, so that the
/// keyboard focus of a reader who stepped to the end stays on it.
pub(crate) fn step(id: &str, href: Option<&str>, label: Option<&str>, inner: &Markup) -> Markup {
    let rel = match id {
        "back" => Some("prev"),
        "forward" => Some("next"),
        _ => None,
    };
    html! {
        @match href {
            Some(href) => a id=(id) rel=[rel] href=(href) aria-label=[label] { (inner) },
            None => a id=(id) role="link" aria-disabled="true" tabindex="-1" aria-label=[label] { (inner) },
        }
    }
}

/// Draws the switch between counting each game once and counting all copies of it.
pub(crate) fn switch(other: &str, is_on: bool, locale: Locale) -> Markup {
    html! {
        a #unique.switch href=(other) aria-current=[is_on.then_some("true")] title=(say!(locale, "figures-copies-once")) {
            (say!(locale, "figures-each-once"))
        }
    }
}

/// Draws a text of which only the part `seen` is visible; screen readers read the whole text.
pub(crate) fn partly_hidden(text: &str, seen: &str) -> Markup {
    let (before, after) = text.split_once(seen).unwrap_or((text, ""));
    html! {
        @if !before.is_empty() { span.hidden { (before) } }
        (seen)
        @if !after.is_empty() { span.hidden { (after) } }
    }
}

/// Draws a small stone before a name.
pub(crate) fn stone(color: Color) -> Markup {
    let class = match color {
        Color::Black => "stone b",
        Color::White => "stone w",
    };
    html! { i class=(class) aria-hidden="true" {} }
}

/// Draws the outcomes of games as a bar: games that Black won, games that nobody won, games that White won. `at` adds a
/// line at another win rate of Black, for comparison.
pub(crate) fn bar(wins: &Wins, at: Option<f64>) -> Markup {
    let neither = wins.draws + wins.unknown;
    let all = (wins.black + wins.white + neither).max(1) as f64;
    let (black, neither) = (100.0 * wins.black as f64 / all, 100.0 * neither as f64 / all);
    html! {
        svg.bar-of-wins viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.lost-to width="100" height="10" {}
            rect.neither width=(one_decimal(black + neither)) height="10" {}
            rect.won-by width=(one_decimal(black)) height="10" {}
            @if let Some(at) = at {
                line.own-rate x1=(one_decimal(100.0 * at)) x2=(one_decimal(100.0 * at)) y1="0" y2="10" {}
            }
        }
    }
}

/// Draws the win rates of both sides with a bar of the outcomes between them.
pub(crate) fn rates(wins: &Wins, locale: Locale) -> Markup {
    let decided = wins.black + wins.white;
    html! {
        p.whole {
            span { (percent(wins.black, decided)) }
            (bar(wins, None))
            span { (percent(wins.white, decided)) }
            span.hidden { " " (say!(locale, "figures-won-by")) }
        }
    }
}

/// Writes a number with one decimal.
pub(crate) fn one_decimal(value: f64) -> String {
    format!("{value:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_the_interval_of_wilson() {
        let near = |won, lost, ends: [f64; 2]| {
            Rate::from_counts(won, lost).is_some_and(|rate| {
                (rate.low - ends[0]).abs() < 1e-4 && (rate.high - ends[1]).abs() < 1e-4
            })
        };
        // The expected intervals were computed by hand, for 191 of 414 games won, 8 of 10, 1 of 6 (whose interval is
        // not 17 ± 27), and 0 of 9.
        assert!(near(191, 223, [0.41391, 0.50950]), "{:?}", Rate::from_counts(191, 223));
        assert!(near(8, 2, [0.49016, 0.94332]), "{:?}", Rate::from_counts(8, 2));
        assert!(near(1, 5, [0.03005, 0.56350]), "{:?}", Rate::from_counts(1, 5));
        assert!(near(0, 9, [0.0, 0.29915]), "{:?}", Rate::from_counts(0, 9));
        assert_eq!(Rate::from_counts(2, 2), None);
    }

    #[test]
    fn colours_go_from_orange_over_pale_to_blue() {
        assert_eq!(tint_color(-1.0), "#d2643a");
        assert_eq!(tint_color(0.0), "#fbf1dc");
        assert_eq!(tint_color(1.0), "#2f86c6");
        assert_eq!(tint_color(9.0), "#2f86c6");
    }
}
