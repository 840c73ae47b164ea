//! Checks that need all moves of a game: forbidden moves, turn order, doubtful headers.

use super::finding::{Finding, file_finding, with_count};
use super::kinds::{Check, FindingKind};
use crate::origin::Origin;
use kifu_record::formats::FileText;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_record::replay::Breach;
use kifu_record::result::{GameResult, WinKind};
use kifu_record::text::charset::CharsetFrom;
use kifu_record::text::fold::fold;
use kifu_record::{Action, Cause, Code, GameRecord, Ply};
use std::time::{SystemTime, UNIX_EPOCH};

/// Last day on which a game may have been played, as the number of a [`Day`](kifu_record::date::Day).
///
/// It is tomorrow in UTC, since it may already be tomorrow where the game was played. Later dates are [future
/// dates](Check::FutureDate).
pub fn latest_day() -> i32 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = since.map_or(0, |since| since.as_secs() / 86_400);
    // 1970-01-01 is day 719,468 after 0000-03-01, and one day is added for tomorrow.
    719_469 + i32::try_from(days).unwrap_or(0)
}

/// Checks one game. `played` is what a replay of its moves has found, such as forbidden moves. `findings` already holds
/// those of the game's diagnostics; what else is wrong is added. Dates after `latest_day` are in the future.
pub(crate) fn check(
    record: &GameRecord,
    text: &FileText,
    origin: &Origin,
    latest_day: i32,
    played: &ReplayFindings,
    findings: &mut Vec<Finding>,
) {
    let mut game = ExaminedGame { record, origin, findings };
    game.check_rules(played);
    game.check_turn_order(played);
    game.check_moves(played);
    game.check_size(played);
    game.check_handicap();
    game.check_result(played);
    game.check_date(latest_day);
    game.check_names();
    if matches!(text.charset.from, CharsetFrom::Detected | CharsetFrom::Fallback)
        && origin.game == 1
    {
        let message = format!("the record names no charset; it was read as {}", text.charset.name);
        game.report(Check::GuessedCharset, message);
    }
}

/// Maximum number of forbidden moves that the message of a finding lists.
const MAX_LISTED_MOVES: usize = 5;
/// Minimum number of moves of a counted game on 19×19; shorter records are reported as incomplete.
const MIN_COUNTED_MOVES: u32 = 80;
/// Earliest plausible year of a game. Games older than this are hardly known, so an earlier year is probably a typing
/// error.
const EARLIEST_YEAR: i32 = 1200;

/// Forbidden moves and other oddities of one game, collected position by position during a replay that serves other
/// purposes as well; see [`ReplayFindings::add_ply`].
#[derive(Default)]
pub struct ReplayFindings {
    /// Number of the last move at which either colour may play: the moves of a handicap, and the first move after
    /// setup.
    free_until: u32,
    /// The first forbidden moves of the main line, up to the maximum that a message lists.
    breaches: Vec<(u32, Breach)>,
    breach_count: u64,
    /// Number of the first forbidden move in a variation.
    side_breach: Option<u32>,
    side_breach_count: u64,
    /// Number of the first move whose value cannot be read.
    unreadable: Option<u32>,
    /// First main-line move by the wrong player: the number of the move, and the player who made it.
    out_of_turn: Option<(u32, Color)>,
    out_of_turn_count: u64,
    /// Number of the first move that places a stone after two consecutive passes.
    after_end: Option<u32>,
    /// Number of moves on the main line, including passes.
    moves: u32,
    stones: u32,
    /// Number of columns and rows, from the upper left corner, that are needed to hold the stones of the main line.
    extent: (u8, u8),
    /// Number of consecutive passes before the current position.
    passes: u32,
    turn: Option<Color>,
}

impl ReplayFindings {
    pub fn new(record: &GameRecord) -> ReplayFindings {
        // Black may place handicap stones one after the other, and after setup stones either player may move first.
        let info = &record.info;
        let stones = if info.has_handicap_moves() { info.handicap_stones() } else { info.handicap };
        let handicap = u32::from(stones.unwrap_or(0));
        let handicap_moves = if handicap >= 2 { handicap + 1 } else { 0 };
        let has_setup = setup_stones(record) != (0, 0);
        ReplayFindings {
            moves: record.tree.main_move_count(),
            free_until: handicap_moves.max(u32::from(has_setup)),
            ..ReplayFindings::default()
        }
    }

    /// Number of forbidden moves on the main line, and the move number of the first one; `None` if there are none.
    pub fn illegal_moves(&self) -> Option<(u64, u32)> {
        let (first, _) = self.breaches.first()?;
        Some((self.breach_count, *first))
    }

    /// Examines the next position of the replayed game and the move that led to it.
    pub fn add_ply(&mut self, ply: &Ply) {
        let Cause::Move(color, action) = ply.cause else {
            if ply.main {
                self.turn = Some(ply.turn);
            }
            return;
        };
        if action == Move::Unreadable {
            self.unreadable.get_or_insert(ply.number);
        }
        if !ply.main {
            if ply.breach.is_some() {
                self.side_breach.get_or_insert(ply.number);
                self.side_breach_count += 1;
            }
            return;
        }
        if let Some(breach) = ply.breach {
            self.breach_count += 1;
            if self.breaches.len() < MAX_LISTED_MOVES {
                self.breaches.push((ply.number, breach));
            }
        }
        if self.turn == Some(color.other()) && ply.number > self.free_until {
            self.out_of_turn.get_or_insert((ply.number, color));
            self.out_of_turn_count += 1;
        }
        self.turn = Some(ply.turn);
        match action {
            Move::Place(Point { x, y }) => {
                if self.passes >= 2 {
                    self.after_end.get_or_insert(ply.number);
                }
                self.passes = 0;
                self.stones += 1;
                self.extent = (self.extent.0.max(x + 1), self.extent.1.max(y + 1));
            }
            Move::Pass => self.passes += 1,
            _ => {}
        }
    }
}

/// Counts the black and white stones set up before the first move, in the root or in nodes after it.
fn setup_stones(record: &GameRecord) -> (usize, usize) {
    let tree = &record.tree;
    let actions = tree.main_line().flat_map(|node| tree.actions(node));
    let mut stones = (0, 0);
    for action in actions.take_while(|action| !action.is_move()) {
        if let Action::Add(stone, from, to) = *action {
            let area = (usize::from(to.x - from.x) + 1) * (usize::from(to.y - from.y) + 1);
            match stone {
                Stone::Black => stones.0 += area,
                Stone::White => stones.1 += area,
                _ => {}
            }
        }
    }
    stones
}

/// Game that is being checked, with its findings so far.
struct ExaminedGame<'r> {
    record: &'r GameRecord,
    origin: &'r Origin,
    findings: &'r mut Vec<Finding>,
}

impl ExaminedGame<'_> {
    fn report(&mut self, check: Check, message: impl Into<String>) {
        self.report_at(FindingKind::Check(check), None, 1, message.into());
    }

    fn report_at(&mut self, kind: FindingKind, number: Option<u32>, count: u64, message: String) {
        self.findings.push(Finding {
            move_number: number,
            count,
            ..file_finding(kind, self.origin.clone(), message)
        });
    }

    /// True if both players are named, so that the record is a game and not a problem or a page from a book.
    fn is_game(&self) -> bool {
        let players = &self.record.info.players;
        players.black.name.is_some() && players.white.name.is_some()
    }

    fn is_go(&self) -> bool {
        self.record.start.game == GameKind::Go
    }

    fn check_rules(&mut self, played: &ReplayFindings) {
        let illegal = FindingKind::Code(Code::IllegalMove);
        if let Some((first, _)) = played.breaches.first() {
            let message = breaches_in_words(&played.breaches, played.breach_count);
            self.report_at(illegal, Some(*first), played.breach_count, message);
        }
        if let Some(first) = played.side_breach {
            let kind = FindingKind::Check(Check::IllegalVariation);
            let message = format!("move {first} of a variation breaks the rules");
            let message = with_count(&message, played.side_breach_count);
            self.report_at(kind, Some(first), played.side_breach_count, message);
        }
        // The diagnostic of an unreadable move lacks the move number, so it is added here.
        let bad_move = FindingKind::Code(Code::BadMove);
        let mut found = self.findings.iter_mut();
        if let Some(finding) = found.find(|finding| finding.kind == bad_move) {
            finding.move_number = played.unreadable;
        }
    }

    fn check_turn_order(&mut self, played: &ReplayFindings) {
        if !self.is_game() {
            return;
        }
        if let Some((number, color)) = played.out_of_turn {
            let player = color.name();
            let message = match number {
                1 => format!("{player} begins an even game"),
                _ => format!("move {number} is by {player} again, after a move of the same colour"),
            };
            let message = with_count(&message, played.out_of_turn_count);
            let kind = FindingKind::Check(Check::OutOfTurn);
            self.report_at(kind, Some(number), played.out_of_turn_count, message);
        }
        if let Some(number) = played.after_end {
            let kind = FindingKind::Check(Check::MovesAfterEnd);
            let message = format!("move {number} follows after both players have passed");
            self.report_at(kind, Some(number), 1, message);
        }
    }

    /// Reports a game without moves. Not reported are an empty template, and a board with setup stones, which is a
    /// problem or a diagram.
    fn check_moves(&mut self, played: &ReplayFindings) {
        let should_have_moves = match self.record.info.result {
            Some(GameResult::Void) => return,
            Some(GameResult::Win { how: WinKind::Forfeit, .. }) => return,
            Some(GameResult::Unknown) | None => self.is_game(),
            Some(_) => true,
        };
        let tree = &self.record.tree;
        let mut actions = tree.main_line().flat_map(|node| tree.actions(node));
        let mut has_setup = || actions.any(|action| matches!(action, Action::Add(..)));
        if played.moves == 0 && should_have_moves && !has_setup() {
            self.report(Check::NoMoves, "has players or a result, but no moves");
        }
    }

    fn check_size(&mut self, played: &ReplayFindings) {
        let size = self.record.start.size;
        let (right, lower) = played.extent;
        let reach = right.max(lower);
        // The usual board size, 9 or 13, that would hold all stones, and the number of stones from which the board size
        // is doubtful: so many stones would hardly all lie in one corner of a larger board.
        let (smaller, enough) = if reach <= 9 { (9, 25) } else { (13, 50) };
        let is_smaller = reach <= smaller && smaller < size.width().min(size.height());
        let is_plain = self.is_go() && self.is_game() && setup_stones(self.record) == (0, 0);
        if is_plain && is_smaller && played.stones >= enough {
            let message = format!(
                "all {} stones stand within {smaller}×{smaller}, but the board is {size}",
                played.stones
            );
            self.report(Check::DoubtfulSize, message);
        }
    }

    fn check_handicap(&mut self) {
        let (black, white) = setup_stones(self.record);
        let Some(handicap) = self.record.info.handicap.map(usize::from) else {
            return;
        };
        if self.is_go() && handicap >= 2 && white == 0 && black > 0 && black != handicap {
            let message = format!("HA says {handicap} stones, but {black} are on the board");
            self.report(Check::DoubtfulHandicap, message);
        }
    }

    fn check_result(&mut self, played: &ReplayFindings) {
        let info = &self.record.info;
        let komi = info.komi.map(|komi| komi.hundredths());
        if let Some(hundredths) = komi
            && (hundredths % 50 != 0 || hundredths.abs() > 10_000)
        {
            let message = format!("the komi is {} points", info.komi.unwrap_or_default());
            self.report(Check::DoubtfulKomi, message);
        }
        let Some(GameResult::Win { how: WinKind::Score(margin), .. }) = info.result else {
            return;
        };
        let margin_text = margin.to_string();
        let margin = margin.hundredths() as i32;
        if let Some(komi) = komi.filter(|komi| komi % 50 == 0 && margin % 50 == 0)
            && self.is_go()
            && (komi - margin) % 100 != 0
        {
            let komi = info.komi.unwrap_or_default();
            let message = format!("a margin of {margin_text} is impossible with a komi of {komi}");
            self.report(Check::KomiAgainstResult, message);
        }
        let is_usual = self.is_go() && self.record.start.size == BoardSize::GO;
        if is_usual && (1..MIN_COUNTED_MOVES).contains(&played.moves) {
            let kind = FindingKind::Check(Check::EarlyEnd);
            let moves = played.moves;
            let message = format!("was won by {margin_text} points, but ends after {moves} moves");
            self.report_at(kind, Some(moves), 1, message);
        }
    }

    fn check_date(&mut self, latest_day: i32) {
        let Some(date) = &self.record.info.date else {
            return;
        };
        let first = date.display_text();
        let year = date.from.to_ymd().0;
        if date.from.number() > latest_day {
            let message = format!("the date {first} is in the future");
            self.report(Check::FutureDate, message);
        } else if year < EARLIEST_YEAR {
            self.report(Check::EarlyDate, format!("the date {first} is very early"));
        }
    }

    fn check_names(&mut self) {
        let players = &self.record.info.players;
        let mut both = [&players.black, &players.white].into_iter();
        let ranked = both.find(|player| player.has_rank_in_name());
        if let Some(name) = ranked.and_then(|player| player.name.as_ref()) {
            let message = format!("the name `{}` includes a rank", shortened(name));
            self.report(Check::RankInName, message);
        }
        let [Some(black), Some(white)] = [&players.black.name, &players.white.name] else {
            return;
        };
        const ANONYMOUS_NAMES: [&str; 14] = [
            "?",
            "??",
            "unknown",
            "anonymous",
            "nn",
            "n.n.",
            "black",
            "white",
            "player",
            "amateur",
            "ai",
            "computer",
            "不明",
            "불명",
        ];
        // Go programs do play against themselves, so equal names are not suspicious for them.
        const PROGRAMS: [&str; 8] =
            ["alphago", "katago", "leela", "gnu go", "gnugo", "elf", "pachi", "fuego"];
        let name = fold(black.trim());
        let is_name = name.chars().any(char::is_alphabetic)
            && !ANONYMOUS_NAMES.contains(&name.as_str())
            && !PROGRAMS.iter().any(|program| name.starts_with(program));
        if is_name && name == fold(white.trim()) {
            let message = format!("both players are `{}`", shortened(black));
            self.report(Check::SamePlayer, message);
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Words such as `moves 84 (on a stone) and 90 (ko) break the rules`.
fn breaches_in_words(first: &[(u32, Breach)], count: u64) -> String {
    let word = |breach: &Breach| match breach {
        Breach::Occupied => "on a stone",
        Breach::Suicide => "captures itself",
        Breach::Ko => "takes back a ko",
        Breach::NotAllowed => "not allowed",
    };
    let named: Vec<String> =
        first.iter().map(|(number, breach)| format!("{number} ({})", word(breach))).collect();
    match (named.as_slice(), count - named.len() as u64) {
        ([one], 0) => format!("move {one} breaks the rules"),
        ([some @ .., last], 0) => format!("moves {} and {last} break the rules", some.join(", ")),
        (some, more) => format!("moves {} and {more} more break the rules", some.join(", ")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use kifu_record::date::Day;

    #[test]
    fn the_latest_day_is_a_day() {
        assert_eq!(Day::new(1970, 1, 2).unwrap().number(), 719_469);
        assert!(latest_day() > Day::new(2024, 1, 1).unwrap().number());
    }

    #[test]
    fn forbidden_moves_in_words() {
        let words = |numbers: &[u32], count| {
            let first: Vec<(u32, Breach)> = numbers.iter().map(|&n| (n, Breach::Ko)).collect();
            breaches_in_words(&first, count)
        };
        assert_eq!(words(&[7], 1), "move 7 (takes back a ko) breaks the rules");
        assert_eq!(
            words(&[7, 9], 2),
            "moves 7 (takes back a ko) and 9 (takes back a ko) break the rules"
        );
        assert_eq!(
            words(&[7, 9], 5),
            "moves 7 (takes back a ko), 9 (takes back a ko) and 3 more break the rules"
        );
    }
}
