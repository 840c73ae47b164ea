//! The report about a position or a joseki.

use super::figures::position;
use super::{
    Quotation, Report, ReportCell, ReportContent, ReportDiagram, ReportTable, share_of, text_cell,
};
use crate::board::{BoardAnswer, NextMove};
use crate::comments::CommentRow;
use crate::failure::Result;
use crate::first_played::{FirstGame, FirstPlayed};
use crate::input::{BoardSubject, position_subject};
use crate::question::Ask;
use crate::request::{
    BoardOperand, BoardParts, BoardSearch, FindComments, FindFirst, HitConditions, ReportBoard,
    SubjectKind,
};
use crate::snapshot::Snapshot;
use crate::{Sink, ignore_items};
use kifu_language::interval::Share;
use kifu_messages::{Message, say};
use kifu_query::hits::load;
use kifu_query::search::find_by_id;
use kifu_record::game::Color;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Largest number of rows of a table.
const MAX_ROWS: usize = 15;
/// Number of continuations that have a letter on the diagram.
const LABELS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
/// Number of comments, and of characters of each, in the report.
const MAX_COMMENTS: usize = 8;
const MAX_CHARACTERS: usize = 600;
/// Number of players who are named for a continuation.
const NAMED_PLAYERS: usize = 3;

impl Ask for ReportBoard {
    type Answer = Report;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Report> {
        let board = self.board_search();
        let answer = board.answer(snapshot, &mut ignore_items)?;
        let first = FindFirst { board: board.clone(), players: None };
        let first = first.answer(snapshot, &mut ignore_items)?;
        let moves = continuations(&answer);
        let mut report = Report {
            title: title(self, &answer),
            sentence: sentence(&answer, &first),
            diagram: self.diagram(snapshot, &moves)?,
            sections: Vec::new(),
        };
        report.add_table(say!("report-continuations"), None, continuation_table(&answer, &moves));
        report.add_table(say!("report-decades"), None, decades(&first));
        let mut frequent: Vec<&FirstGame> = first.players.iter().collect();
        frequent.sort_by_key(|row| Reverse(row.games));
        report.add_table(say!("report-players"), None, players(&frequent));
        let earliest: Vec<&FirstGame> = first.players.iter().collect();
        let note = say!("report-first-games-note");
        report.add_table(say!("report-first-games"), Some(note), first_games(&earliest));
        report.add(
            say!("report-comments"),
            None,
            ReportContent::Quotations(quotations(snapshot, board)?),
        );
        Ok(report)
    }
}

impl ReportBoard {
    fn board_search(&self) -> BoardSearch {
        let is_corner = self.corner;
        BoardSearch {
            sought: if is_corner { SubjectKind::Pattern } else { SubjectKind::Position },
            subject: BoardOperand::Text(self.moves.clone()),
            corner: is_corner.then(String::new),
            hits: HitConditions {
                filter: Some(self.query.clone()).filter(|query| !query.trim().is_empty()),
                unique: self.unique,
                ..HitConditions::default()
            },
            named: MAX_ROWS,
            parts: BoardParts { moves: true, games: false, years: true, reached: false },
            ..BoardSearch::default()
        }
    }

    /// The position, with letters on the most frequent continuations.
    fn diagram(&self, snapshot: &Snapshot, moves: &[&NextMove]) -> Result<Option<ReportDiagram>> {
        let whole = BoardSearch::of(self.moves.clone());
        let BoardSubject::Position(input) = position_subject(&whole, snapshot)? else {
            return Ok(None);
        };
        let figure = position(&input.board);
        let points = moves.iter().filter_map(|row| row.point());
        let labels = points.zip(LABELS).map(|(point, label)| (point, label.to_owned()));
        let caption = self.moves.trim().into();
        Ok(Some(ReportDiagram { figure, labels: labels.collect(), caption, opening: None }))
    }
}

/// Continuations: for a corner, the next moves inside it, whenever they are played.
fn continuations(answer: &BoardAnswer) -> Vec<&NextMove> {
    match &answer.local {
        Some(local) => local.iter().map(|row| &row.next).collect(),
        None => answer.moves.iter().collect(),
    }
}

fn title(request: &ReportBoard, answer: &BoardAnswer) -> Message {
    match answer.opening {
        Some(opening) => opening.into(),
        None if request.corner => say!("report-title-joseki", moves = request.moves.trim()),
        None => say!("report-title-position", moves = request.moves.trim()),
    }
}

fn sentence(answer: &BoardAnswer, first: &FirstPlayed) -> Message {
    let decided = share_of(&answer.wins, Color::Black);
    let percent =
        decided.value().map_or_else(|| "–".to_owned(), |share| format!("{:.1}", share * 100.0));
    let years: Vec<i32> =
        first.years.iter().filter(|row| row.games > 0).map(|row| row.year).collect();
    match (years.first(), years.last()) {
        (Some(from), Some(to)) => say!(
            "report-board-sentence",
            n = answer.total,
            black = percent,
            first = from.to_string(),
            last = to.to_string()
        ),
        _ => say!("report-board-sentence-undated", n = answer.total, black = percent),
    }
}

fn continuation_table(answer: &BoardAnswer, moves: &[&NextMove]) -> ReportTable {
    let mut table = ReportTable::new([
        say!("report-column-move"),
        say!("report-column-games"),
        say!("report-column-share"),
        say!("report-column-mover-rate"),
        say!("report-column-years"),
        say!("report-column-players"),
    ]);
    let mut labels = LABELS.iter();
    table.rows = moves
        .iter()
        .take(MAX_ROWS)
        .map(|row| {
            let label = row.point().and_then(|_| labels.next());
            let stone = match row.color.as_deref() {
                Some("B") => "●",
                Some("W") => "○",
                _ => "",
            };
            let name = match label {
                Some(label) => format!("{label}  {stone}{}", row.at),
                None => format!("{stone}{}", row.at),
            };
            let color = match row.color.as_deref() {
                Some("W") => Color::White,
                _ => Color::Black,
            };
            let years = match (row.first_year, row.last_year) {
                (Some(first), Some(last)) if first != last => format!("{first}–{last}"),
                (Some(only), _) => only.to_string(),
                _ => String::new(),
            };
            let players = row.players.iter().take(NAMED_PLAYERS);
            let players: Vec<String> =
                players.map(|mover| format!("{} {}", mover.name, mover.games)).collect();
            vec![
                ReportCell::Text(name),
                ReportCell::Count(row.games),
                ReportCell::Share(Share { count: row.games, total: answer.total }),
                ReportCell::Share(share_of(&row.wins, color)),
                ReportCell::Text(years),
                ReportCell::Text(players.join(", ")),
            ]
        })
        .collect();
    table
}

/// Games by decade, and their share of all games of the decade.
fn decades(first: &FirstPlayed) -> ReportTable {
    let mut decades: BTreeMap<i32, (u64, u64, [u64; 2])> = BTreeMap::new();
    for row in &first.years {
        let (games, of, wins) = decades.entry(row.year - row.year.rem_euclid(10)).or_default();
        *games += row.games;
        *of += row.of.unwrap_or(0);
        wins[0] += row.black;
        wins[1] += row.white;
    }
    let mut table = ReportTable::new([
        say!("report-column-years"),
        say!("report-column-games"),
        say!("report-column-share-of-all"),
        say!("report-column-black-rate"),
    ]);
    table.rows = decades
        .into_iter()
        .map(|(decade, (games, of, [black, white]))| {
            vec![
                ReportCell::Text(format!("{decade}s")),
                ReportCell::Count(games),
                ReportCell::Share(Share { count: games, total: of }),
                ReportCell::Share(Share { count: black, total: black + white }),
            ]
        })
        .collect();
    table
}

fn players(rows: &[&FirstGame]) -> ReportTable {
    let mut table = ReportTable::new([
        say!("report-column-player"),
        say!("report-column-games"),
        say!("report-column-first"),
    ]);
    table.rows = rows
        .iter()
        .take(MAX_ROWS)
        .map(|row| {
            vec![
                text_cell(row.player.as_deref()),
                ReportCell::Count(row.games),
                ReportCell::Text(row.date.clone()),
            ]
        })
        .collect();
    table
}

fn first_games(rows: &[&FirstGame]) -> ReportTable {
    let mut table = ReportTable::new([
        say!("columns-head-date"),
        say!("report-column-player"),
        say!("columns-head-black"),
        say!("columns-head-white"),
        say!("report-column-move"),
    ]);
    table.rows = rows
        .iter()
        .take(MAX_ROWS)
        .map(|row| {
            vec![
                ReportCell::Text(row.date.clone()),
                text_cell(row.player.as_deref()),
                text_cell(row.black.as_deref()),
                text_cell(row.white.as_deref()),
                ReportCell::Count(row.number.into()),
            ]
        })
        .collect();
    table
}

/// Comments at the position, the longest first.
fn quotations(snapshot: &Snapshot, board: BoardSearch) -> Result<Vec<Quotation>> {
    let question = FindComments {
        board,
        limit: MAX_COMMENTS,
        characters: MAX_CHARACTERS,
        ..FindComments::default()
    };
    let found = question.answer(snapshot, &mut ignore_items)?;
    found.comments.iter().map(|comment| quotation(snapshot, comment)).collect()
}

fn quotation(snapshot: &Snapshot, comment: &CommentRow) -> Result<Quotation> {
    let loaded = load(snapshot.index, &find_by_id(snapshot.index, &comment.id)?)?;
    let info = &loaded.header.info;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let players = [&info.players.black.name, &info.players.white.name].map(name).join(" – ");
    let date = info.date.as_ref().map(|date| date.display_text());
    let number = format!("#{}", comment.number);
    let source: Vec<String> = [Some(players), date, Some(number)].into_iter().flatten().collect();
    Ok(Quotation { text: comment.text.clone(), source: source.join(", ") })
}
