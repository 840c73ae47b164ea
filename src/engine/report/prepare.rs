//! The report that prepares a player for games against a rival: the repertoires of both, where they meet, and what the
//! archive answers there.

use super::figures::position;
use super::player::openings;
use super::{
    Report, ReportCell, ReportContent, ReportDiagram, ReportSection, ReportTable, color_name,
    result_columns, row_with_results, share_of,
};
use crate::board::{BoardAnswer, NextMove};
use crate::failure::Result;
use crate::head_to_head::{as_clauses, find_person};
use crate::player_games::{PlayerSelection, exact_clause};
use crate::question::Ask;
use crate::request::{
    BoardParts, BoardSearch, CountGames, CountPlayerGames, HitConditions, Prepare, Search,
};
use crate::snapshot::Snapshot;
use crate::{Sink, ignore_items};
use kifu_language::input::{BoardInput, read as read_position};
use kifu_language::interval::Share;
use kifu_messages::say;
use kifu_record::Start;
use kifu_record::game::board::Board;
use kifu_record::game::{BoardSize, Color};
use std::cmp::Reverse;

/// Number of moves up to which the lines of both players are followed.
const MAX_MOVES: usize = 12;
/// A move is followed if its player made it in at least this many games, and in this share of the games with the
/// position.
const MIN_GAMES: u64 = 2;
const MIN_SHARE: f64 = 0.15;
/// Number of positions that are searched for each colour. Each takes two searches.
const MAX_POSITIONS: usize = 80;
/// Number of lines in the table, and of lines with a diagram, for each colour.
const LISTED_LINES: usize = 10;
const DRAWN_LINES: usize = 2;
/// Number of decided games that a move of the archive needs to be recommended.
const MIN_DECIDED: u64 = 10;
/// The name that stands for the user.
const USER_NAME: &str = "me";

/// A position that both players know: the player to prepare has it with one colour, and the rival with the other.
struct Meeting {
    moves: Vec<String>,
    /// How probable the line is if each player plays as before.
    chance: f64,
    /// Games of the player, and of the rival, with the position.
    games: [u64; 2],
}

/// One of the two colours that the player may have against the rival.
struct Pairing<'p> {
    snapshot: &'p Snapshot<'p>,
    filter: &'p str,
    player: &'p str,
    rival: &'p str,
    color: Color,
}

impl Ask for Prepare {
    type Answer = Report;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Report> {
        let player = find_person(snapshot, &own_name(snapshot, &self.player)?, false)?.player;
        let rival = find_person(snapshot, &self.rival, false)?.player;
        let filter = as_clauses(&self.query, true)?;
        let select = |player: &str, against: Option<&str>| PlayerSelection {
            player: player.to_owned(),
            against: against.map(str::to_owned),
            filter: filter.clone(),
            plays_self: false,
        };
        let count = |selection: PlayerSelection| {
            let request = CountPlayerGames { selection, tables: Vec::new(), newest: 0 };
            request.answer(snapshot, &mut ignore_items)
        };
        let met = count(select(&player, Some(&rival)))?;
        let mut report = Report {
            title: say!("report-title-prepare", player = player.as_str(), rival = rival.as_str()),
            sentence: say!(
                "report-prepare-sentence",
                player = player.as_str(),
                n = met.total,
                won = met.all.won,
                lost = met.all.lost
            ),
            diagram: None,
            sections: Vec::new(),
        };
        if met.total > 0 {
            let mut table =
                ReportTable::new([player.as_str().into()].into_iter().chain(result_columns()));
            let rows = [(Color::Black, &met.black), (Color::White, &met.white)];
            table.rows = rows
                .map(|(color, results)| {
                    row_with_results(ReportCell::Message(color_name(color)), results)
                })
                .into();
            report.add_table(say!("report-results"), None, table);
        }
        for color in Color::BOTH {
            let pairing =
                Pairing { snapshot, filter: &filter, player: &player, rival: &rival, color };
            pairing.add_sections(&mut report)?;
        }
        for name in [&player, &rival] {
            let counted = count(select(name, None))?;
            let table = openings(name, &counted.openings);
            report.add_table(say!("report-repertoire", name = name.as_str()), None, table);
        }
        Ok(report)
    }
}

/// The name of the player to prepare. `me` is the user; an error says how to make the user's names known.
fn own_name(snapshot: &Snapshot, name: &str) -> Result<String> {
    if !name.trim().eq_ignore_ascii_case(USER_NAME) {
        return Ok(name.to_owned());
    }
    CountGames(Search::new("player:me")).answer(snapshot, &mut ignore_items)?;
    let aliases = snapshot.index.aliases();
    let own = aliases.me().and_then(|person| aliases.name(person));
    Ok(own.unwrap_or(name).to_owned())
}

impl Pairing<'_> {
    /// Continuations of a position in the games of one side: the player with `color`, or the rival with the other
    /// colour; of all games if `of_player` is `None`.
    fn continuations(&self, moves: &[String], of_player: Option<bool>) -> Result<BoardAnswer> {
        let color = if of_player == Some(true) { self.color } else { self.color.other() };
        let field = match color {
            Color::Black => "black-person",
            Color::White => "white-person",
        };
        let name = of_player.map(|is_player| if is_player { self.player } else { self.rival });
        let clause = name.map(|name| exact_clause(field, name)).unwrap_or_default();
        let filter = format!("{clause} {}", self.filter).trim().to_owned();
        let hits = HitConditions { filter: Some(filter), unique: true, ..HitConditions::default() };
        let question = BoardSearch {
            hits,
            listed: 0,
            named: 0,
            parts: BoardParts { moves: true, games: false, years: false, reached: false },
            ..board_search(moves)
        };
        Ok(*question.answer(self.snapshot, &mut ignore_items)?)
    }

    /// Follows the moves that both players make, the most probable line first.
    fn meetings(&self) -> Result<Vec<Meeting>> {
        let mut open = vec![Meeting { moves: Vec::new(), chance: 1.0, games: [0, 0] }];
        let mut ends = Vec::new();
        for _ in 0..MAX_POSITIONS {
            let best =
                open.iter().enumerate().max_by(|(_, a), (_, b)| a.chance.total_cmp(&b.chance));
            let Some(at) = best.map(|(at, _)| at) else { break };
            let line = open.swap_remove(at);
            let next = self.next_meetings(&line)?;
            if next.is_empty() {
                ends.push(line);
            }
            open.extend(next);
        }
        ends.extend(open);
        ends.retain(|line| !line.moves.is_empty());
        ends.sort_by(|a, b| b.chance.total_cmp(&a.chance).then_with(|| a.moves.cmp(&b.moves)));
        Ok(ends)
    }

    /// The positions after a line that both players have reached.
    fn next_meetings(&self, line: &Meeting) -> Result<Vec<Meeting>> {
        if line.moves.len() >= MAX_MOVES {
            return Ok(Vec::new());
        }
        let turn = if line.moves.len().is_multiple_of(2) { Color::Black } else { Color::White };
        let is_player = turn == self.color;
        let mover = self.continuations(&line.moves, Some(is_player))?;
        let mut next = Vec::new();
        for row in frequent_moves(&mover) {
            let mut moves = line.moves.clone();
            moves.push(row.at.clone());
            let other = self.continuations(&moves, Some(!is_player))?;
            if other.total < MIN_GAMES {
                continue;
            }
            let share = row.games as f64 / mover.total.max(1) as f64;
            let games = if is_player { [row.games, other.total] } else { [other.total, row.games] };
            next.push(Meeting { moves, chance: line.chance * share, games });
        }
        Ok(next)
    }

    fn add_sections(&self, report: &mut Report) -> Result<()> {
        let lines = self.meetings()?;
        let mut table = ReportTable::new([
            say!("columns-head-moves"),
            say!("report-column-chance"),
            self.player.into(),
            self.rival.into(),
            say!("report-column-to-play"),
            say!("report-column-usual"),
            say!("report-column-best"),
            say!("report-column-games"),
            say!("report-column-rate"),
        ]);
        let mut diagrams = Vec::new();
        for line in lines.iter().take(LISTED_LINES) {
            table.rows.push(self.line_cells(line)?);
            if diagrams.len() < DRAWN_LINES {
                let caption = line.moves.join(" ").into();
                if let Ok(input) = read_position(&line.moves.join(" "), None, None) {
                    let figure = position(&input.board);
                    let labels = Vec::new();
                    diagrams.push(ReportDiagram { figure, labels, caption, opening: None });
                }
            }
        }
        let (black, white) = match self.color {
            Color::Black => (self.player, self.rival),
            Color::White => (self.rival, self.player),
        };
        let heading = say!("report-meetings", black = black, white = white);
        if !table.rows.is_empty() {
            let content = vec![ReportContent::Table(table), ReportContent::Diagrams(diagrams)];
            let note = Some(say!("report-meetings-note"));
            report.sections.push(ReportSection { heading, note, content });
        }
        Ok(())
    }

    /// Cells of a line: where it leads, what the side to move usually plays, and what did best in the whole archive.
    fn line_cells(&self, line: &Meeting) -> Result<Vec<ReportCell>> {
        let turn = if line.moves.len().is_multiple_of(2) { Color::Black } else { Color::White };
        let is_player = turn == self.color;
        let own = self.continuations(&line.moves, Some(is_player))?;
        let all = self.continuations(&line.moves, None)?;
        let usual = own.moves.iter().find(|row| row.point().is_some());
        let usual = usual.map(|row| format!("{} ({})", row.at, row.games)).unwrap_or_default();
        let best = best_move(&all, turn);
        let text = |text: String| ReportCell::Text(text);
        Ok(vec![
            text(line.moves.join(" ")),
            ReportCell::Share(Share {
                count: (line.chance * 10_000.0).round() as u64,
                total: 10_000,
            }),
            ReportCell::Count(line.games[0]),
            ReportCell::Count(line.games[1]),
            text(if is_player { self.player } else { self.rival }.to_owned()),
            text(usual),
            text(best.map(|row| row.at.clone()).unwrap_or_default()),
            best.map_or(ReportCell::Empty, |row| ReportCell::Count(row.games)),
            best.map_or(ReportCell::Empty, |row| ReportCell::Share(share_of(&row.wins, turn))),
        ])
    }
}

/// Search for the position after moves from the empty board of 19×19.
fn board_search(moves: &[String]) -> BoardSearch {
    if !moves.is_empty() {
        return BoardSearch::of(moves.join(" "));
    }
    let start = Start::go(BoardSize::GO);
    let empty = BoardInput {
        board: Board::new(start.game, start.size),
        start,
        turn: Some(Color::Black),
        last: None,
        marks: Vec::new(),
        notes: Vec::new(),
    };
    BoardSearch { subject: empty.into(), ..BoardSearch::default() }
}

/// The moves that somebody makes often enough to be expected, the most frequent first.
fn frequent_moves(answer: &BoardAnswer) -> Vec<&NextMove> {
    let least = (answer.total as f64 * MIN_SHARE).max(MIN_GAMES as f64);
    let is_frequent = |row: &&NextMove| row.point().is_some() && row.games as f64 >= least;
    let mut rows: Vec<&NextMove> = answer.moves.iter().filter(is_frequent).collect();
    rows.sort_by_key(|row| Reverse(row.games));
    rows
}

/// The move with the best result for a colour. Few games say little, so the lower end of the interval of the share of
/// won games decides.
fn best_move(answer: &BoardAnswer, color: Color) -> Option<&NextMove> {
    let lower_end =
        |row: &NextMove| share_of(&row.wins, color).wilson().map_or(0.0, |(low, _)| low);
    let is_known =
        |row: &&NextMove| row.point().is_some() && share_of(&row.wins, color).total >= MIN_DECIDED;
    let rows = answer.moves.iter().filter(is_known);
    rows.max_by(|a, b| lower_end(a).total_cmp(&lower_end(b)))
}
