//! Books: where games leave the variations of a book, and what the book lacks.

mod sgf;

use super::Sink;
use super::conditions::with_settings;
use super::failure::{Failure, Result};
use super::parts::no_parts_error;
use super::points::point_name;
use super::question::{FinishOptions, Question};
use super::request::FollowBook;
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_language::order::split_settings;
use kifu_language::{Query, parse};
pub use kifu_query::book::BookShape;
use kifu_query::book::{
    Book, BookCounts, BookQuestion, BookStep, LeaveTally, Leaver, LineInBook, ShownStep,
    follow_book, record_facts,
};
use kifu_query::joseki::Corner;
use kifu_query::outcomes::Outcomes;
use kifu_query::query_player::QueryPlayer;
use kifu_record::date::Day;
use kifu_record::game::{Color, GameKind};
pub use kifu_store::export::book::read_book;
use kifu_store::index::document::{day, outcome};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// How the games of a query went in a book.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BookAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Whether the positions of the book are those of corners or of whole boards.
    pub shape: BookShape,
    /// Number of columns and of rows of the boards.
    pub size: [u8; 2],
    /// Number of positions of the book.
    pub positions: u64,
    /// Conditions of the request on its games; null without conditions.
    pub query: Option<String>,
    /// True if the names of the user are known, so that the answer says whether the user or the opponent left.
    pub knows_me: bool,
    /// Number of corners (or boards) that entered the book.
    pub entered: u64,
    /// Number of different games with them.
    pub games: u64,
    /// Number of corners (or boards) that never left the book.
    pub stayed: u64,
    /// Number of corners that are left out because they have setup or handicap stones.
    pub left_out: u64,
    /// Corners (or boards) by who left the book. Without a user, all of them are in `player`.
    pub left: ByLeaver,
    /// Steps that the book does not have, the most frequent first.
    pub leaves: Vec<BookLeave>,
    /// Moves of the book that nobody played, after positions that were reached; those after the most frequent positions
    /// first.
    pub unplayed: Vec<BookMove>,
    /// Corners (or boards) that entered the book, those of the latest games first, as many as requested.
    pub rows: Vec<BookRow>,
    /// What the games did, to write it into the book.
    #[serde(skip)]
    counts: BookCounts,
}

/// Numbers of corners or boards by who left the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ByLeaver {
    /// The user left.
    pub me: LeaverResults,
    /// The user's opponent left.
    pub opponent: LeaverResults,
    /// A player of a game in which the user has not exactly one of the colours.
    pub player: LeaverResults,
}

impl ByLeaver {
    fn new(tally: &LeaveTally) -> ByLeaver {
        ByLeaver {
            me: LeaverResults::new(tally.user),
            opponent: LeaverResults::new(tally.opponent),
            player: LeaverResults::new(tally.player),
        }
    }

    /// Results of all players who left.
    pub fn all(&self) -> LeaverResults {
        let parts = [self.me, self.opponent, self.player];
        let sum = |of: fn(&LeaverResults) -> u64| parts.iter().map(of).sum();
        LeaverResults {
            left: sum(|part| part.left),
            won: sum(|part| part.won),
            lost: sum(|part| part.lost),
        }
    }
}

/// Results of the players who left a book. Draws and unknown results are only in `left`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LeaverResults {
    /// Number of corners (or boards).
    pub left: u64,
    /// Number of those in games that the player won.
    pub won: u64,
    /// Number of those in games that the player lost.
    pub lost: u64,
}

impl LeaverResults {
    fn new(outcomes: Outcomes) -> LeaverResults {
        LeaverResults { left: outcomes.games, won: outcomes.black, lost: outcomes.white }
    }
}

/// Step by which games leave a book.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BookLeave {
    /// The step.
    #[serde(flatten)]
    pub step: BookMove,
    /// Number of corners (or boards) that left the book with the step.
    pub count: u64,
    /// Results by who left.
    pub by: ByLeaver,
    /// The moves that the book has there; empty if a variation of the book ends there.
    pub book: Vec<String>,
    #[serde(skip)]
    key: (u32, BookStep),
}

/// Step after a position of a book.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BookMove {
    /// Last position of the book, as the moves that lead to it there, such as `R16 R14 tenuki`. Corners are shown at
    /// the upper right. Black plays first; the colour of a setup stone stands before its point (`B:R16`).
    pub line: String,
    /// Point of the step in the same orientation, or `tenuki`.
    pub at: String,
    /// Colour that plays the step: `B` or `W`.
    pub color: char,
    /// Number of corners (or boards) that reached the position.
    pub reached: u64,
}

/// Corner or board of a game that entered a book.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BookRow {
    /// Id of the game.
    pub id: String,
    /// Corner of the board, such as `upper-right`; null for a book of whole boards.
    pub corner: Option<&'static str>,
    /// Number of the first stone that the book does not have, counted here from 1; null if the book was never left.
    pub left_ply: Option<u16>,
    /// Who left the book: `me`, `opponent`, or the colour `B` or `W` if the user has not exactly one of the colours;
    /// null if the book was never left.
    pub left_by: Option<&'static str>,
    /// Point on the board of the stone that left the book; `tenuki` if its player played elsewhere where the book has
    /// an answer.
    pub at: Option<String>,
    /// Number of stones played here that are in the book.
    pub in_book: u16,
    /// Colour of the player who left, in the game: `B` or `W`.
    pub color: Option<char>,
    /// Number of the move in the game of the first stone that the book does not have.
    #[serde(rename = "move")]
    pub number: Option<u32>,
    /// Last position of the book, as in `line` of a step.
    pub line: String,
    /// Winner of the game: `B`, `W` or `draw`; null if unknown.
    pub winner: Option<&'static str>,
    /// Year of the game, if it is certain.
    pub year: Option<i32>,
}

/// Book of a request, parsed on first use.
#[derive(Clone, Debug, Default)]
pub struct ParsedBook(OnceLock<Arc<Book>>);

/// Returns the shape that a book of these texts has, and the number of its positions.
pub fn book_size(texts: &[String], shape: Option<BookShape>) -> Result<(BookShape, u64)> {
    let book = Book::read(texts, shape)?;
    Ok((book.shape(), book.len() as u64))
}

impl ParsedBook {
    fn get(&self, request: &FollowBook) -> Result<&Book> {
        if let Some(book) = self.0.get() {
            return Ok(book);
        }
        let book = Arc::new(Book::read(&request.book, request.shape)?);
        Ok(self.0.get_or_init(|| book))
    }
}

/// What one index contributes to the answer about a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BookGathered {
    counts: BookCounts,
    knows_user: bool,
}

impl FollowBook {
    fn conditions(&self) -> Result<(Query, String, bool)> {
        let (query, text) = with_settings(&self.query, &[], self.unique)?;
        let failed = |error| Failure::Query(error, text.clone());
        let (games, settings) = split_settings(&query).map_err(failed)?;
        Ok((games, text, settings.unique))
    }

    fn listed(&self) -> usize {
        self.listed.unwrap_or(usize::MAX)
    }

    /// Calls `work` with the question that the index answers.
    fn with_question<T>(
        &self,
        snapshot: &Snapshot,
        work: impl FnOnce(&BookQuestion) -> Result<T>,
    ) -> Result<T> {
        let book = self.parsed.get(self)?;
        let (games, text, unique) = self.conditions()?;
        let plan = games.root.as_ref();
        let plan = plan.map(|_| snapshot.plan_with_text(&games, &text)).transpose()?;
        let user = match parse("player:me") {
            Ok(query) if snapshot.plan(&query).is_ok() => {
                QueryPlayer::find(snapshot.index, &query)?
            }
            _ => None,
        };
        work(&BookQuestion {
            book,
            plan: plan.as_ref(),
            unique,
            user: user.as_ref(),
            listed: self.listed(),
        })
    }
}

impl Question for FollowBook {
    const NAME: &'static str = "book";
    type Gathered = BookGathered;
    type Answer = Box<BookAnswer>;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        self.with_question(snapshot, |question| Ok(record_facts(snapshot.index, question)?))
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<BookGathered> {
        self.with_question(snapshot, |question| {
            let counts = follow_book(snapshot.index, question)?;
            snapshot.index.budget().check_cancelled()?;
            Ok(BookGathered { counts, knows_user: question.user.is_some() })
        })
    }

    fn finish(
        &self,
        gathered: Vec<BookGathered>,
        _: &FinishOptions,
        _: Sink,
    ) -> Result<Box<BookAnswer>> {
        let knows_me = gathered.iter().any(|part| part.knows_user);
        let mut parts = gathered.into_iter().map(|part| part.counts);
        let mut counts = parts.next().ok_or_else(no_parts_error)?;
        parts.for_each(|more| counts.merge(more, self.listed()));
        let book = self.parsed.get(self)?;
        let (games, ..) = self.conditions()?;
        let mut lines = LineTexts { book, texts: HashMap::new() };
        let mut left = LeaveTally::default();
        counts.steps.iter().for_each(|(_, tally)| left.merge(*tally));
        let listed = std::mem::take(&mut counts.listed);
        Ok(Box::new(BookAnswer {
            v: VERSION,
            shape: book.shape(),
            size: [book.board().width(), book.board().height()],
            positions: book.len() as u64,
            query: games.root.is_some().then(|| games.to_string()),
            knows_me,
            entered: counts.lines,
            games: counts.games,
            stayed: counts.stayed,
            left_out: counts.left_out,
            left: ByLeaver::new(&left),
            leaves: leaves(&counts, &mut lines),
            unplayed: unplayed(&counts, &mut lines),
            rows: listed.iter().map(|line| row(line, &mut lines)).collect(),
            counts,
        }))
    }
}

/// Lines of positions as text, each made once.
struct LineTexts<'b> {
    book: &'b Book,
    texts: HashMap<u32, String>,
}

impl LineTexts<'_> {
    fn line(&mut self, position: u32) -> String {
        let book = self.book;
        let text = || {
            let steps = book.line(position);
            let mut expected = Color::Black;
            let word = |&(color, at): &ShownStep| {
                let name = step_name(book, at);
                // Colours alternate, except for setup stones, whose colour is therefore written.
                let is_regular = color == std::mem::replace(&mut expected, color.other());
                if is_regular { name } else { format!("{}:{name}", color.letter()) }
            };
            steps.iter().map(word).collect::<Vec<_>>().join(" ")
        };
        self.texts.entry(position).or_insert_with(text).clone()
    }

    fn step(&mut self, position: u32, step: BookStep, counts: &BookCounts) -> BookMove {
        let (color, at) = self.book.shown_step(position, step);
        BookMove {
            line: self.line(position),
            at: step_name(self.book, at),
            color: color.letter(),
            reached: reached(counts, position),
        }
    }
}

/// Number of corners or boards that reached a position. All of them began at the empty one.
fn reached(counts: &BookCounts, position: u32) -> u64 {
    let is_empty = position == Book::EMPTY;
    if is_empty { counts.lines } else { counts.reached.get(&position).copied().unwrap_or(0) }
}

fn step_name(book: &Book, at: Option<kifu_record::game::Point>) -> String {
    match at {
        Some(point) => point_name(GameKind::Go, book.board(), point),
        None => "tenuki".to_owned(),
    }
}

fn leaves(counts: &BookCounts, lines: &mut LineTexts) -> Vec<BookLeave> {
    let leave = |&((position, step), tally): &((u32, BookStep), LeaveTally)| {
        let by = ByLeaver::new(&tally);
        let book = lines.book.steps(position).iter().map(|&(step, _)| {
            let (color, at) = lines.book.shown_step(position, step);
            format!("{} {}", color.letter(), step_name(lines.book, at))
        });
        let mut book: Vec<String> = book.collect();
        book.sort_unstable();
        book.dedup();
        BookLeave {
            count: by.all().left,
            by,
            book,
            step: lines.step(position, step, counts),
            key: (position, step),
        }
    };
    let mut rows: Vec<BookLeave> = counts.steps.iter().map(leave).collect();
    rows.sort_by_key(|row| (Reverse(row.count), row.key));
    rows
}

/// The moves of the book that nobody played, after positions that were reached.
fn unplayed(counts: &BookCounts, lines: &mut LineTexts) -> Vec<BookMove> {
    let empty = std::iter::once(&Book::EMPTY).filter(|_| counts.lines > 0);
    let mut steps: Vec<(u32, BookStep)> = Vec::new();
    for &position in empty.chain(counts.reached.keys()) {
        let after = lines.book.steps(position).iter();
        let not_reached = after.filter(|(_, to)| !counts.reached.contains_key(to));
        steps.extend(not_reached.map(|&(step, _)| (position, step)));
    }
    steps.sort_by_key(|&(position, step)| (Reverse(reached(counts, position)), position, step));
    steps.into_iter().map(|(position, step)| lines.step(position, step, counts)).collect()
}

fn row(line: &LineInBook, lines: &mut LineTexts) -> BookRow {
    let corner = line.corner.and_then(|corner| Corner::ALL.get(usize::from(corner)));
    let left = line.left;
    let at = left.map(|left| (!left.tenuki).then_some(left.point));
    BookRow {
        id: format!("{:016x}", line.id),
        corner: corner.map(|corner| corner.name()),
        left_ply: left.map(|_| line.in_book.saturating_add(1)),
        left_by: left.map(|left| match (left.by, left.color) {
            (Leaver::User, _) => "me",
            (Leaver::Opponent, _) => "opponent",
            (Leaver::Player, Color::Black) => "B",
            (Leaver::Player, Color::White) => "W",
        }),
        at: at.map(|at| step_name(lines.book, at)),
        in_book: line.in_book,
        color: left.map(|left| left.color.letter()),
        number: left.map(|left| left.number),
        line: lines.line(line.position),
        winner: match u64::from(line.outcome) {
            outcome::BLACK => Some("B"),
            outcome::WHITE => Some("W"),
            outcome::DRAW => Some("draw"),
            _ => None,
        },
        year: day::day_number_in_certain_year(line.day.into())
            .and_then(|number| i32::try_from(number).ok())
            .map(|number| Day::from_number(number).to_ymd().0),
    }
}
