//! The report about a player.

use super::figures::{SHOWN_MOVES, first_moves};
use super::{
    Report, ReportCell, ReportContent, ReportDiagram, ReportTable, color_name, game_cells,
    game_line, games_table, result_cells, result_columns, row_with_results, share_of,
};
use crate::failure::Result;
use crate::head_to_head::{add_game, as_clauses, find_person};
use crate::joseki::JosekiMove;
use crate::player_games::{OpeningGames, PlayerGames, PlayerSelection, exact_clause};
use crate::players::{PlayerRow, WinLoss};
use crate::question::Ask;
use crate::request::{CountPlayerGames, Joseki, Losses, ReportPlayer, RowDetails, Search};
use crate::row::GameRow;
use crate::snapshot::Snapshot;
use crate::stats::Count;
use crate::{Item, Sink, ignore_items};
use kifu_language::interval::Share;
use kifu_messages::{Message, say};
use kifu_query::answer::DEFAULT_NAMES;
use kifu_query::rank_band::RankBand;
use kifu_record::game::Color;
use kifu_record::rank::Rank;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Largest number of rows of a table.
const MAX_ROWS: usize = 15;
/// Number of years up to which each year has a row; longer careers are counted by decade.
const MAX_YEAR_ROWS: usize = 12;
/// Number of typical games with a diagram for each colour.
const TYPICAL_GAMES: usize = 3;
/// Number of last games, and of games with new moves, in the report.
const LISTED_GAMES: usize = 10;
/// Depth of the tree of moves in corners, and the corners that a step needs.
const JOSEKI_DEPTH: u32 = 4;
const MIN_CORNERS: u64 = 3;

/// The selected games of a player, each with the player's colour, the newest first.
type SeatGames = Vec<(Color, GameRow)>;

impl Ask for ReportPlayer {
    type Answer = Report;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Report> {
        let player = find_person(snapshot, &self.player, false)?;
        let selection = PlayerSelection {
            player: player.player.clone(),
            filter: as_clauses(&self.query, self.unique)?,
            ..PlayerSelection::default()
        };
        let request = CountPlayerGames {
            selection: selection.clone(),
            tables: vec!["series".to_owned()],
            newest: LISTED_GAMES,
        };
        let mut counted = request.answer(snapshot, &mut ignore_items)?;
        let games = seat_games(snapshot, &selection)?;
        let mut report = Report {
            title: player.player.as_str().into(),
            sentence: sentence(&player, &counted, &games),
            diagram: None,
            sections: Vec::new(),
        };
        add_results(&mut report, &counted, &games);
        add_periods(&mut report, &games);
        report.add_table(
            say!("report-openings"),
            Some(say!("report-openings-note")),
            openings(&player.player, &counted.openings),
        );
        add_joseki(&mut report, snapshot, &selection)?;
        add_events(&mut report, counted.take_table("series"));
        add_typical_games(&mut report, snapshot, (&selection, &counted.openings))?;
        let newest = counted.newest.iter().map(|row| &row.game);
        report.add_table(say!("report-last-games"), None, games_table(newest));
        if self.novelties {
            add_novelties(&mut report, snapshot, &selection)?;
        }
        add_losses(&mut report, snapshot, &selection)?;
        Ok(report)
    }
}

/// Reads the selected games of a player.
pub(super) fn seat_games(snapshot: &Snapshot, selection: &PlayerSelection) -> Result<SeatGames> {
    let mut games = SeatGames::new();
    for color in Color::BOTH {
        let search = Search {
            query: selection.query(Some(color)),
            sort: vec!["-date".to_owned()],
            details: RowDetails { without_place: true, ..RowDetails::default() },
            ..Search::default()
        };
        search.answer(snapshot, &mut |item| {
            if let Item::Game(row) = item {
                games.push((color, row.clone()));
            }
            ControlFlow::Continue(())
        })?;
    }
    Ok(games)
}

/// Year in which a game was played, if it is certain.
fn year(row: &GameRow) -> Option<i32> {
    let date = row.info.date.as_ref()?;
    let [from, to] = [date.from.to_ymd().0, date.to.to_ymd().0];
    Some(from).filter(|_| from == to)
}

fn sentence(player: &PlayerRow, counted: &PlayerGames, games: &SeatGames) -> Message {
    let years: BTreeSet<i32> = games.iter().filter_map(|(_, row)| year(row)).collect();
    let all = counted.all;
    let name = player.player.as_str();
    match (years.first(), years.last()) {
        (Some(first), Some(last)) => say!(
            "report-player-sentence",
            name = name,
            n = counted.total,
            first = first.to_string(),
            last = last.to_string(),
            won = all.won,
            lost = all.lost
        ),
        _ => say!(
            "report-player-sentence-undated",
            name = name,
            n = counted.total,
            won = all.won,
            lost = all.lost
        ),
    }
}

/// Adds the results by colour, and by the rank of the opponent.
fn add_results(report: &mut Report, counted: &PlayerGames, games: &SeatGames) {
    let columns = |name: Message| [name].into_iter().chain(result_columns());
    let mut by_color = ReportTable::new(columns(say!("report-column-colour")));
    let rows = [
        (say!("report-all-games"), &counted.all),
        (color_name(Color::Black), &counted.black),
        (color_name(Color::White), &counted.white),
    ];
    by_color.rows =
        rows.map(|(name, results)| row_with_results(ReportCell::Message(name), results)).into();
    report.add_table(say!("report-results"), None, by_color);
    let mut by_rank: BTreeMap<Option<RankBand>, WinLoss> = BTreeMap::new();
    for (color, row) in games {
        let rank = row.info.players[color.other()].rank;
        add_game(by_rank.entry(rank.map(RankBand::of_rank)).or_default(), row, *color);
    }
    if by_rank.keys().all(Option::is_none) {
        return;
    }
    let mut table = ReportTable::new(columns(say!("report-column-opponent-rank")));
    // The strongest opponents come first, those without a rank last.
    table.rows = by_rank
        .iter()
        .rev()
        .map(|(band, results)| {
            let name = band.map_or(ReportCell::Message(say!("report-unknown")), |band| {
                ReportCell::Text(band.name().to_owned())
            });
            row_with_results(name, results)
        })
        .collect();
    report.add_table(say!("report-opponent-ranks"), None, table);
}

/// Adds the games by year or decade, with the ranks that the player had.
fn add_periods(report: &mut Report, games: &SeatGames) {
    let years: BTreeSet<i32> = games.iter().filter_map(|(_, row)| year(row)).collect();
    let by_year = years.len() <= MAX_YEAR_ROWS;
    let mut periods: BTreeMap<i32, (WinLoss, BTreeSet<Rank>)> = BTreeMap::new();
    for (color, row) in games {
        let Some(year) = year(row) else { continue };
        let begin = if by_year { year } else { year - year.rem_euclid(10) };
        let (results, ranks) = periods.entry(begin).or_default();
        add_game(results, row, *color);
        ranks.extend(row.info.players[*color].rank);
    }
    let columns = [say!("report-column-years"), say!("report-column-rank")];
    let mut table = ReportTable::new(columns.into_iter().chain(result_columns()));
    for (begin, (results, ranks)) in periods {
        let name = if by_year { begin.to_string() } else { format!("{begin}s") };
        let rank = match (ranks.first(), ranks.last()) {
            (Some(first), Some(last)) if first != last => Some(format!("{first}–{last}")),
            (Some(only), _) => Some(only.to_string()),
            _ => None,
        };
        let rank = rank.map_or(ReportCell::Empty, ReportCell::Text);
        let head = [ReportCell::Text(name), rank].into_iter();
        table.rows.push(head.chain(result_cells(&results)).collect());
    }
    report.add_table(say!("report-years"), None, table);
}

/// Results of the player in the games of a row.
fn results(row: &Count) -> WinLoss {
    let own = row.player_results.unwrap_or_default();
    WinLoss {
        games: row.games,
        won: own.won,
        lost: own.lost,
        drawn: own.drawn,
        unknown: row.games.saturating_sub(own.won + own.lost + own.drawn),
    }
}

/// Table of openings: the games in which the player had Black, then those in which the opponent had it.
pub(super) fn openings(name: &str, rows: &[OpeningGames]) -> ReportTable {
    let columns = [
        say!("columns-head-opening"),
        say!("report-column-as-black", name = name),
        say!("report-column-rate"),
        say!("report-column-as-white", name = name),
        say!("report-column-rate"),
    ];
    let mut table = ReportTable::new(columns);
    table.rows = rows
        .iter()
        .take(MAX_ROWS)
        .map(|row| {
            let half = |count: &Option<Count>| {
                let results = count.as_ref().map(results).unwrap_or_default();
                let [games, _, _, rate] = result_cells(&results);
                [games, rate]
            };
            let [black, white] = [half(&row.black), half(&row.white)];
            let name = ReportCell::Opening(row.opening.clone());
            [name].into_iter().chain(black).chain(white).collect()
        })
        .collect();
    table
}

/// Adds the steps in corners, with those of the player beside those of the opponents.
fn add_joseki(report: &mut Report, snapshot: &Snapshot, selection: &PlayerSelection) -> Result<()> {
    let name = selection.player.as_str();
    let question = Joseki {
        filter: Some(selection.query(None)),
        tree: JOSEKI_DEPTH,
        least: vec![MIN_CORNERS.to_string()],
        ..Joseki::default()
    };
    let answer = question.answer(snapshot, &mut ignore_items)?;
    let mut steps = joseki_steps(&answer.moves, name);
    // The sort is stable, so steps with as many corners stay in the order of the tree.
    steps.sort_by_key(|(corners, _)| std::cmp::Reverse(*corners));
    let mut table = ReportTable::new([
        say!("columns-head-moves"),
        name.into(),
        say!("report-column-share"),
        say!("report-column-opponents"),
        say!("report-column-share"),
        say!("report-column-mover-rate"),
    ]);
    table.rows = steps.into_iter().take(MAX_ROWS).map(|(_, cells)| cells).collect();
    report.add_table(say!("report-joseki"), Some(say!("report-joseki-note")), table);
    Ok(())
}

/// The steps after the first one of a corner, each with its number of corners and the cells of its row.
fn joseki_steps(moves: &[JosekiMove], player: &str) -> Vec<(u64, Vec<ReportCell>)> {
    let own = |row: &JosekiMove| {
        let mut players = row.players.iter();
        let games = players.find(|mover| mover.name == player).map_or(0, |mover| mover.games);
        games.min(row.counts.corners)
    };
    let mut steps = Vec::new();
    let mut open: Vec<(Option<Message>, &[JosekiMove])> = vec![(None, moves)];
    while let Some((before, moves)) = open.pop() {
        let total_own: u64 = moves.iter().map(own).sum();
        let total: u64 = moves.iter().map(|row| row.counts.corners).sum();
        for row in moves {
            let (color, stone) = match row.color {
                'B' => (Color::Black, "●"),
                _ => (Color::White, "○"),
            };
            let at = match row.point {
                Some(_) => row.at.as_str().into(),
                None => say!("joseki-tenuki"),
            };
            let step = Message::concat([stone.into(), at]);
            let Some(before) = &before else {
                open.push((Some(step), &row.moves));
                continue;
            };
            let path = Message::concat([before.clone(), " ".into(), step]);
            open.push((Some(path.clone()), &row.moves));
            // If three other players made the step more often, the number of the player is not known.
            let is_known = own(row) > 0 || row.players.len() < DEFAULT_NAMES;
            if !is_known {
                continue;
            }
            let (own, other) = (own(row), row.counts.corners - own(row));
            let cells = vec![
                ReportCell::Message(path),
                ReportCell::Count(own),
                ReportCell::Share(Share { count: own, total: total_own }),
                ReportCell::Count(other),
                ReportCell::Share(Share { count: other, total: total - total_own }),
                ReportCell::Share(share_of(&row.counts.wins, color)),
            ];
            steps.push((row.counts.corners, cells));
        }
    }
    steps
}

fn add_events(report: &mut Report, rows: Vec<Count>) {
    let mut table =
        ReportTable::new([say!("columns-head-event")].into_iter().chain(result_columns()));
    let named = rows.iter().filter_map(|row| Some((row.value.clone()?, row)));
    table.rows = named
        .take(MAX_ROWS)
        .map(|(name, row)| row_with_results(ReportCell::Event(name), &results(row)))
        .collect();
    report.add_table(say!("report-events"), None, table);
}

/// Adds the newest game of each of the most frequent openings, for each colour, with its first moves.
fn add_typical_games(
    report: &mut Report,
    snapshot: &Snapshot,
    (selection, openings): (&PlayerSelection, &[OpeningGames]),
) -> Result<()> {
    let mut diagrams = Vec::new();
    let mut shown: BTreeSet<String> = BTreeSet::new();
    for color in Color::BOTH {
        let count = |row: &OpeningGames| match color {
            Color::Black => row.black.as_ref().map_or(0, |row| row.games),
            Color::White => row.white.as_ref().map_or(0, |row| row.games),
        };
        let mut frequent: Vec<&OpeningGames> =
            openings.iter().filter(|row| count(row) > 0).collect();
        frequent.sort_by_key(|row| std::cmp::Reverse(count(row)));
        for row in frequent.into_iter().take(TYPICAL_GAMES) {
            let opening = exact_clause("opening", &row.opening);
            let search = Search {
                query: selection.query_with(Some(color), &[&opening]),
                sort: vec!["-date".to_owned()],
                limit: Some(TYPICAL_GAMES * 2),
                ..Search::default()
            };
            let mut games = Vec::new();
            search.answer(snapshot, &mut |item| {
                if let Item::Game(game) = item {
                    games.push(game.clone());
                }
                ControlFlow::Continue(())
            })?;
            let Some(game) = games.into_iter().find(|game| !shown.contains(&game.id)) else {
                continue;
            };
            shown.insert(game.id.clone());
            if let Some(figure) = first_moves(snapshot, &game.id, SHOWN_MOVES)? {
                let caption = game_line(&game).into();
                let opening = Some(row.opening.clone());
                diagrams.push(ReportDiagram { figure, labels: Vec::new(), caption, opening });
            }
        }
    }
    let note = say!("report-typical-note", n = u64::from(SHOWN_MOVES));
    report.add(say!("report-typical-games"), Some(note), ReportContent::Diagrams(diagrams));
    Ok(())
}

/// Adds the games in which the player played a new move early that others took up.
fn add_novelties(
    report: &mut Report,
    snapshot: &Snapshot,
    selection: &PlayerSelection,
) -> Result<()> {
    let mut found = Vec::new();
    for color in Color::BOTH {
        let search = Search {
            query: selection.query_with(Some(color), &["novelty<=60"]),
            details: RowDetails { novelty: true, ..RowDetails::default() },
            ..Search::default()
        };
        search.answer(snapshot, &mut |item| {
            if let Item::Game(row) = item {
                let novelty = row.facts.as_ref().and_then(|facts| facts.novelty.as_ref());
                let ply = novelty.and_then(|novelty| novelty.ply);
                let followers = novelty.map_or(0, |novelty| novelty.followers);
                // Black plays the odd moves, unless a record has handicap stones or setup.
                let is_own = |ply: u32| (ply % 2 == 1) == (color == Color::Black);
                if let Some(ply) = ply.filter(|&ply| is_own(ply) && followers > 0) {
                    found.push((followers, ply, row.clone()));
                }
            }
            ControlFlow::Continue(())
        })?;
    }
    found.sort_by_key(|(followers, ply, _)| (std::cmp::Reverse(*followers), *ply));
    let mut table = games_table([]);
    table.columns.splice(0..0, [say!("report-column-move"), say!("report-column-followers")]);
    table.rows = found
        .iter()
        .take(LISTED_GAMES)
        .map(|(followers, ply, row)| {
            let head = [ReportCell::Count((*ply).into()), ReportCell::Count((*followers).into())];
            head.into_iter().chain(game_cells(row)).collect()
        })
        .collect();
    report.add_table(say!("report-novelties"), Some(say!("report-novelties-note")), table);
    Ok(())
}

/// Adds what the player's moves lost by engine analysis in each phase of the game, where there is any.
fn add_losses(report: &mut Report, snapshot: &Snapshot, selection: &PlayerSelection) -> Result<()> {
    let question = Losses { query: selection.query(None), unique: false };
    let losses = question.answer(snapshot, &mut ignore_items)?;
    let mut table = ReportTable::new([
        say!("columns-head-moves"),
        say!("report-column-games"),
        say!("columns-head-moves"),
        say!("report-column-loss"),
        say!("report-column-blunders"),
    ]);
    let rows =
        std::iter::once(&losses.all).chain(losses.rows.iter().filter(|row| row.by == "phase"));
    for row in rows.filter(|row| row.games > 0) {
        let loss = match (row.loss, row.drop) {
            (Some(points), _) => ReportCell::Text(format!("{points:.2}")),
            (None, Some(drop)) => ReportCell::Text(format!("{drop:.1} %")),
            (None, None) => ReportCell::Empty,
        };
        let name = match &row.value {
            Some(phase) => ReportCell::Text(phase.clone()),
            None => ReportCell::Message(say!("report-all-games")),
        };
        let counts = [row.games, row.moves].map(ReportCell::Count);
        let cells = [name].into_iter().chain(counts).chain([loss, ReportCell::Count(row.blunders)]);
        table.rows.push(cells.collect());
    }
    report.add_table(say!("report-losses"), None, table);
    Ok(())
}
