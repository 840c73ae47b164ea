//! Formats numbers and sizes for people, and values for programs.

use kifu_language::interval::WinRate;
use kifu_query::outcomes::Outcomes;
pub use kifu_record::text::display::format_thousands;
use std::time::Duration;

/// Formats a number with its noun: `1 game`, `2 games`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", format_thousands(number), if number == 1 { one } else { many })
}

/// Formats a number with the given number of decimals. A number that is rounded to zero has no sign: `0.0` for -0.04.
pub fn decimals(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if is_zero(&text) { text.trim_start_matches('-').to_owned() } else { text }
}

/// Formats a difference with the given number of decimals and its sign: `+4.1`, `-1.0`, `0.0`.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    if is_zero(&text) { text.trim_start_matches(['+', '-']).to_owned() } else { text }
}

/// True if all digits of a formatted number are zeros.
fn is_zero(number: &str) -> bool {
    !number.contains(|c: char| c.is_ascii_digit() && c != '0')
}

/// Formats a number of bytes in the largest unit that leaves a digit before the decimal point: `1.5 KiB`.
pub fn format_bytes(number: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    for (unit, name) in UNITS {
        if number >= unit {
            return format!("{:.1} {name}", number as f64 / unit as f64);
        }
    }
    format!("{number} B")
}

/// Formats a duration: `0.4 s`, `12 s`, `3 min 5 s`.
pub fn format_seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 {
        format!("{seconds:.1} s")
    } else if seconds < 60.0 {
        format!("{seconds:.0} s")
    } else {
        format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60)
    }
}

/// Prepares a value for tab-separated output: control characters become blanks, so that the value stays within one
/// column and one line.
pub fn tsv_value(value: &str) -> String {
    value.replace(|c: char| c.is_control(), " ")
}

/// Formats the outcomes of games as a line: `3 games: Black won 2, White 1`. `share` returns the text that is appended
/// to each number, such as its share of the total.
pub fn headline(outcomes: &Outcomes, share: impl Fn(u64) -> String) -> String {
    let mut line = format!(
        "{}: Black won {}{}, White {}{}",
        counted(outcomes.games, "game", "games"),
        format_thousands(outcomes.black),
        share(outcomes.black),
        format_thousands(outcomes.white),
        share(outcomes.white)
    );
    for (number, word) in [(outcomes.draws, "drawn"), (outcomes.unknown, "unknown")] {
        if number > 0 {
            line.push_str(&format!(", {} {word}", format_thousands(number)));
        }
    }
    line
}

/// Formats the interval of a rate in percent: `48-56`; empty if there is no rate.
pub fn interval(rate: WinRate) -> String {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    rate.interval.map_or(String::new(), |ends| ends.map(percent).join("-"))
}

/// Formats a rate in percent, with its interval: `51.2% (49.1 to 53.3)`; `None` if there is no rate.
pub fn rate_with_interval(rate: WinRate, digits: usize) -> Option<String> {
    let [rate, low, high] = rate.numbers().map(|share| Some(100.0 * share?));
    Some(format!("{:.digits$}% ({:.digits$} to {:.digits$})", rate?, low?, high?))
}

/// Formats a rate and the ends of its interval for programs, each from 0 to 1; empty if there is no rate.
pub fn rate_cells(rate: WinRate) -> [String; 3] {
    rate.numbers().map(|number| number.map_or(String::new(), |number| format!("{number:.6}")))
}

/// Formats `part` as a percentage of `whole` with the given number of decimals, such as `62.5%`; empty if `whole` is 0.
pub fn percent(part: u64, whole: u64, digits: usize) -> String {
    match whole {
        0 => String::new(),
        _ => format!("{:.digits$}%", 100.0 * part as f64 / whole as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(counted(1, "game", "games"), "1 game");
        assert_eq!(format_bytes(1536), "1.5 KiB");
        assert_eq!(format_bytes(12), "12 B");
        assert_eq!(format_seconds(Duration::from_millis(420)), "0.4 s");
        assert_eq!(format_seconds(Duration::from_secs(185)), "3 min 5 s");
    }
}
