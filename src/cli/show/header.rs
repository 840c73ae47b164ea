//! The header of a game: who played, when, where, and how it ended.

use crate::boards::stone_symbol;
use crate::styles;
use crate::terminal::Terminal;
use anstyle::Style;
use kifu_drawing::table::lines::wrap;
use kifu_engine::info::rank;
use kifu_engine::user_marks::GameMarks;
use kifu_record::date::LaxDate;
use kifu_record::game::{Color, GameKind, Stone};
use kifu_record::result::{GameResult, WinKind};
use kifu_record::text::display::truncate;
use kifu_record::{GameRecord, HandicapSource, Player, Start};

/// Maximum number of lines of a value in the header of a game. Longer values are cut; the file and the JSON have them
/// in full.
const MAX_VALUE_LINES: usize = 4;
/// Width in columns of what stands before a value in the header: a stone or a blank, and a label such as `Result`.
const LABEL_COLUMNS: usize = 12;

/// Returns the header, that is, the lines above the board.
pub(super) fn header_lines(record: &GameRecord, term: &Terminal) -> Vec<String> {
    let info = &record.info;
    let mut block = HeaderBlock { lines: Vec::new(), term };
    block.add_player(Color::Black, &info.players.black);
    block.add_player(Color::White, &info.players.white);
    let raw = |name: &str| {
        record.properties.iter().find(|p| p.name == name).and_then(|p| p.values.first()).cloned()
    };
    let result = info.result.map(result_words);
    block.add_field("Result", result.or_else(|| raw("RE")));
    block.add_field("Date", info.date.as_ref().map(dates_in_words).or_else(|| raw("DT")));
    let round = info.round.as_deref().map(round_words);
    let event: Vec<String> = info.event.clone().into_iter().chain(round).collect();
    block.add_field("Event", Some(event.join(", ")));
    block.add_field("Title", info.title.clone());
    block.add_field("Place", info.place.clone());
    let stones = info.handicap_stones().filter(|&stones| stones > 0);
    let source = info.inferred_handicap.map_or("", |inferred| match inferred.from {
        HandicapSource::Setup => " (not stated; from the stones that are set up)",
        HandicapSource::Moves => " (not stated; from the first moves)",
    });
    block.add_field("Handicap", stones.map(|stones| format!("{stones}{source}")));
    block.add_field("Komi", info.komi.map(|komi| komi.to_string()));
    block.add_field("Rules", info.rules.clone());
    block.add_field("Game", game_name(record.start));
    block.add_field("Opening", info.opening.clone());
    block.add_field("Annotator", info.annotator.clone());
    block.add_field("Source", info.source.clone());
    block.lines
}

/// Returns the lines with the user's star, tags and note of a game.
pub(super) fn user_mark_lines(marks: &GameMarks, term: &Terminal) -> Vec<String> {
    let mut block = HeaderBlock { lines: Vec::new(), term };
    block.add_field("Starred", marks.starred.then(|| "yes".to_owned()));
    block.add_field("Tags", Some(marks.tags.join(", ")));
    block.add_field("Note", marks.note.clone());
    block.lines
}

/// Describes a result in words.
pub(crate) fn result_words(result: GameResult) -> String {
    let (winner, how) = match result {
        GameResult::Win { winner, how } => (winner, how),
        GameResult::Draw => return "a draw".to_owned(),
        GameResult::Void => return "void, neither won".to_owned(),
        GameResult::Unknown => return "not known".to_owned(),
    };
    let winner = winner.name();
    match how {
        WinKind::Resign => format!("{winner} won by resignation"),
        WinKind::Time => format!("{winner} won on time"),
        WinKind::Forfeit => format!("{winner} won by forfeit"),
        WinKind::Score(margin) if margin.hundredths() == 100 => format!("{winner} won by 1 point"),
        WinKind::Score(margin) => format!("{winner} won by {margin} points"),
        WinKind::Unspecified => format!("{winner} won"),
    }
}

fn dates_in_words(date: &LaxDate) -> String {
    if !date.inexact().is_empty() {
        return date.display_text();
    }
    let days: Vec<String> = date.days().iter().map(|day| day.to_string()).collect();
    match &days[..] {
        [first, .., last] if days.len() > 4 => format!("{first} to {last} ({} days)", days.len()),
        days => days.join(", "),
    }
}

/// Adds the word `round` to a bare number.
fn round_words(round: &str) -> String {
    let number = round.bytes().all(|byte| byte.is_ascii_digit());
    let word = if number { "round " } else { "" };
    format!("{word}{round}")
}

/// Names of the games that the SGF property GM numbers, from `GM[2]` on.
const SGF_GAME_NAMES: [&str; 20] = [
    "Othello",
    "Chess",
    "Gomoku or Renju",
    "Nine Men's Morris",
    "Backgammon",
    "Chinese chess",
    "Shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Philosopher's Football",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
    "Octi",
    "Gess",
    "Twixt",
];

/// Returns the name of the kind of game, such as Lines of Action; `None` for Go.
fn game_name(start: Start) -> Option<String> {
    match start.game {
        GameKind::Go => None,
        GameKind::Loa => Some(format!("Lines of Action, {}", start.setup.as_str())),
        GameKind::Other(number) => {
            let at = usize::from(number).checked_sub(2);
            let name = at.and_then(|at| SGF_GAME_NAMES.get(at));
            Some(name.map_or(format!("number {number} of SGF"), ToString::to_string))
        }
    }
}

struct HeaderBlock<'a> {
    lines: Vec<String>,
    term: &'a Terminal,
}

impl HeaderBlock<'_> {
    fn add_player(&mut self, color: Color, player: &Player) {
        let mut text = player.name.clone().unwrap_or_else(|| "?".to_owned());
        // If the name includes the rank, the rank is not added again.
        if let Some(rank) = rank(player).filter(|_| player.rank_text.is_some()) {
            text = format!("{text} {rank}");
        }
        let home: Vec<&str> =
            [&player.team, &player.country].into_iter().flatten().map(String::as_str).collect();
        if !home.is_empty() {
            text = format!("{text} ({})", home.join(", "));
        }
        let mark = stone_symbol(Stone::from(color), self.term);
        self.add(mark, color.name(), styles::BOLD, &text);
    }

    fn add_field(&mut self, label: &str, text: Option<String>) {
        if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
            self.add(' ', label, styles::PLAIN, &text);
        }
    }

    fn add(&mut self, mark: char, label: &str, style: Style, text: &str) {
        let term = self.term;
        let text_width = term.width.saturating_sub(LABEL_COLUMNS).max(10);
        let mut lines = wrap(text, text_width);
        if lines.len() > MAX_VALUE_LINES {
            lines.truncate(MAX_VALUE_LINES);
            if let Some(last) = lines.last_mut() {
                let tail = if term.unicode { "…" } else { "..." };
                *last = format!("{}{tail}", truncate(last, text_width - 3).trim_end_matches('…'));
            }
        }
        for (number, line) in lines.iter().enumerate() {
            let line = term.paint(style, line);
            self.lines.push(if number == 0 {
                let label = term.dim(format_args!("{label:<10}"));
                format!("{mark} {label}{line}")
            } else {
                format!("{:LABEL_COLUMNS$}{line}", "")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results() {
        let words = |text| GameResult::parse(text).map(result_words);
        assert_eq!(words("W+R").as_deref(), Some("White won by resignation"));
        assert_eq!(words("B+1").as_deref(), Some("Black won by 1 point"));
        assert_eq!(words("B+0.50").as_deref(), Some("Black won by 0.5 points"));
        assert_eq!(words("0").as_deref(), Some("a draw"));
    }
}
