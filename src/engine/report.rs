//! Reports: one page about a player, a position or a joseki, or about the games that two players may play. This crate
//! gathers what a report says; the crate `drawing` writes it as HTML or Markdown.

mod board;
mod figures;
mod player;
mod prepare;

use super::board::Wins;
use super::handout::Figure;
use super::players::WinLoss;
use super::row::GameRow;
use kifu_language::interval::Share;
use kifu_messages::{Message, say};
use kifu_record::game::{Color, Point};

/// Contents of a report, from its title to its last section.
#[derive(Clone, Debug)]
pub struct Report {
    pub title: Message,
    /// Sentence below the title.
    pub sentence: Message,
    /// Position that the report is about.
    pub diagram: Option<ReportDiagram>,
    pub sections: Vec<ReportSection>,
}

/// Part of a report with a heading.
#[derive(Clone, Debug)]
pub struct ReportSection {
    pub heading: Message,
    /// How the numbers of the section are counted, if its headings do not say it.
    pub note: Option<Message>,
    pub content: Vec<ReportContent>,
}

#[derive(Clone, Debug)]
pub enum ReportContent {
    Table(ReportTable),
    Diagrams(Vec<ReportDiagram>),
    Quotations(Vec<Quotation>),
}

/// Table of a report. The first column has the names of the rows.
#[derive(Clone, Debug, Default)]
pub struct ReportTable {
    pub columns: Vec<Message>,
    pub rows: Vec<Vec<ReportCell>>,
}

/// Cell of a table. Names that have other forms in other languages are English or as written; whoever writes the report
/// translates them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportCell {
    Empty,
    Text(String),
    Message(Message),
    Opening(String),
    Event(String),
    Count(u64),
    /// Share among some games; empty if there are none.
    Share(Share),
}

/// Board with a caption.
#[derive(Clone, Debug)]
pub struct ReportDiagram {
    pub figure: Figure,
    /// Letters on empty points, such as those of continuations.
    pub labels: Vec<(Point, String)>,
    pub caption: Message,
    /// English name of the opening to add to the caption, in the language of the report.
    pub opening: Option<String>,
}

/// Comment of a game, with the place where it stands.
#[derive(Clone, Debug)]
pub struct Quotation {
    pub text: String,
    /// Players and date of the game, and the number of the move.
    pub source: String,
}

impl Report {
    /// Adds a section unless it is empty.
    fn add(&mut self, heading: Message, note: Option<Message>, content: ReportContent) {
        if !content.is_empty() {
            self.sections.push(ReportSection { heading, note, content: vec![content] });
        }
    }

    fn add_table(&mut self, heading: Message, note: Option<Message>, table: ReportTable) {
        self.add(heading, note, ReportContent::Table(table));
    }
}

impl ReportContent {
    fn is_empty(&self) -> bool {
        match self {
            ReportContent::Table(table) => table.rows.is_empty(),
            ReportContent::Diagrams(diagrams) => diagrams.is_empty(),
            ReportContent::Quotations(quotations) => quotations.is_empty(),
        }
    }
}

impl ReportTable {
    fn new(columns: impl IntoIterator<Item = Message>) -> ReportTable {
        ReportTable { columns: columns.into_iter().collect(), rows: Vec::new() }
    }
}

/// Columns of a table of results behind the names of the rows.
fn result_columns() -> [Message; 4] {
    [
        say!("report-column-games"),
        say!("report-column-won"),
        say!("report-column-lost"),
        say!("report-column-rate"),
    ]
}

/// Cells of a row of results, for [`result_columns`].
fn result_cells(results: &WinLoss) -> [ReportCell; 4] {
    let decided = Share { count: results.won, total: results.won + results.lost };
    [
        ReportCell::Count(results.games),
        ReportCell::Count(results.won),
        ReportCell::Count(results.lost),
        ReportCell::Share(decided),
    ]
}

fn row_with_results(name: ReportCell, results: &WinLoss) -> Vec<ReportCell> {
    [name].into_iter().chain(result_cells(results)).collect()
}

/// Share of the games that a colour won among those that somebody won.
fn share_of(wins: &Wins, color: Color) -> Share {
    let count = match color {
        Color::Black => wins.black,
        Color::White => wins.white,
    };
    Share { count, total: wins.black + wins.white }
}

fn color_name(color: Color) -> Message {
    match color {
        Color::Black => say!("black"),
        Color::White => say!("white"),
    }
}

fn text_cell(text: Option<&str>) -> ReportCell {
    text.map_or(ReportCell::Empty, |text| ReportCell::Text(text.to_owned()))
}

/// Table of games: date, players, result and event.
fn games_table<'r>(rows: impl IntoIterator<Item = &'r GameRow>) -> ReportTable {
    let mut table = ReportTable::new([
        say!("columns-head-date"),
        say!("columns-head-black"),
        say!("columns-head-white"),
        say!("columns-head-result"),
        say!("columns-head-event"),
    ]);
    table.rows = rows.into_iter().map(game_cells).collect();
    table
}

fn game_cells(row: &GameRow) -> Vec<ReportCell> {
    let info = &row.info;
    let date = info.date.as_ref().map(|date| date.display_text());
    let result = info.result.map(|result| result.to_string());
    let event = info.event.as_deref().map(|event| ReportCell::Event(event.to_owned()));
    vec![
        text_cell(date.as_deref()),
        text_cell(info.players.black.name.as_deref()),
        text_cell(info.players.white.name.as_deref()),
        text_cell(result.as_deref()),
        event.unwrap_or(ReportCell::Empty),
    ]
}

/// A game in one line: `Lee Sedol – Gu Li, 2004-10-07`.
fn game_line(row: &GameRow) -> String {
    let info = &row.info;
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let players =
        format!("{} – {}", name(&info.players.black.name), name(&info.players.white.name));
    match info.date.as_ref() {
        Some(date) => format!("{players}, {}", date.display_text()),
        None => players,
    }
}
