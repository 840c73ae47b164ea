//! Answers about a position or a pattern.

mod gathered;
mod subject;

use super::conditions::RequestConditions;
use super::earlier::EarlierGames;
use super::failure::Result;
use super::input::{AskedSubject, pattern_of, position_of};
use super::listed::{SentRow, page, rows_before};
use super::request::{BoardParts, BoardSearch, SubjectKind};
use super::row::{GameRow, VERSION};
use super::snapshot::Snapshot;
pub use gathered::BoardGathered;
use kifu_messages::Message;
use kifu_query::answer::{self, BoardQuestion, ByYear, Continuation};
use kifu_query::outcomes::Outcomes;
use kifu_query::pattern::PatternSearch;
use kifu_query::plan::Plan;
pub use kifu_query::step::Step;
pub use kifu_query::terms::TreeScope;
use kifu_record::game::pattern::AllowedTurns;
use kifu_record::game::{Color, Point};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;
pub(crate) use subject::pattern_search;

/// What the index knows about a position or a pattern.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BoardAnswer {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// `go` or `loa`.
    pub kind: &'static str,
    /// Columns and rows of the board.
    pub size: [u8; 2],
    /// The subject, as it was understood.
    #[serde(flatten)]
    pub described: DescribedBoard,
    /// The conditions of the request, as one query.
    pub filter: Option<String>,
    /// Games that have it.
    pub total: u64,
    /// How these games ended.
    #[serde(flatten)]
    pub wins: Wins,
    /// Who is to move: as the request demands it, or as its moves imply it, or as most of the games go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tomove: Option<char>,
    /// The opening on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// The same games by year, if that was requested: those with a date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Vec<YearRow>>,
    /// How they continue, the most frequent move first.
    pub moves: Vec<NextMove>,
    /// For a pattern: the next move inside its rectangle, whenever it is played, the most frequent one first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local: Option<Vec<LocalMove>>,
    /// Further games that have it only in variations, if hits are wanted on the main line.
    pub in_variations: u64,
    /// If each game counts once: the copies of these games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// For a position that no game has: where games left the moves that lead to it, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier: Option<EarlierGames>,
    /// The first games, in order.
    pub games: Vec<GameRow>,
    /// About how many bytes all games that have it take as SGF, if that was asked for.
    #[serde(skip)]
    pub sgf_bytes: Option<u64>,
    /// The key of the next page of games, if there is one.
    #[serde(skip)]
    pub next_page: Option<String>,
    /// What was searched for.
    #[serde(skip)]
    pub subject: AskedSubject,
    /// The conditions of the request, as a sentence.
    #[serde(skip)]
    pub condition: Option<Message>,
    /// The same with its values apart.
    #[serde(skip)]
    pub condition_words: Message,
    /// Where the hits had to be.
    #[serde(skip)]
    pub within: TreeScope,
    /// Whether the request says who is to move, or its moves imply it.
    #[serde(skip)]
    pub is_turn_given: bool,
    /// Remarks on how the subject was understood.
    #[serde(skip)]
    pub notes: Vec<Message>,
}

/// A position or a pattern for programs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[cfg_attr(feature = "json-schema", schemars(rename = "Described"))]
pub enum DescribedBoard {
    /// A whole board.
    Position {
        /// Its rows, the uppermost first.
        board: Vec<String>,
    },
    /// A part of a board.
    Pattern {
        /// Its rows, the uppermost first.
        pattern: Vec<String>,
        /// The edges of the board that it includes.
        edges: Vec<&'static str>,
        /// The moves that must follow, each with its colour.
        sequence: Vec<[String; 2]>,
        /// `all` or `none`.
        symmetry: &'static str,
        /// `any` or `as-drawn`.
        colours: &'static str,
    },
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Wins {
    /// Games won by Black.
    pub black: u64,
    /// Games won by White.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// All other games, as far as is known.
    pub unknown: u64,
}

impl From<Outcomes> for Wins {
    fn from(outcomes: Outcomes) -> Wins {
        Wins {
            black: outcomes.black,
            white: outcomes.white,
            draws: outcomes.draws,
            unknown: outcomes.unknown,
        }
    }
}

/// The games of a year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct YearRow {
    /// The year of the first day on which they may have been played.
    pub year: i32,
    /// Games.
    pub games: u64,
    /// All games of that year that the filter finds, with the position or without it; not told for a continuation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// Games won by Black.
    pub black: u64,
    /// Games won by White.
    pub white: u64,
}

/// One continuation of some of the games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NextMove {
    /// A point, `pass`, `elsewhere` or `end`.
    pub at: String,
    /// Who plays it: `B` or `W`.
    pub color: Option<String>,
    /// Games that continue this way.
    pub games: u64,
    /// How they ended.
    #[serde(flatten)]
    pub wins: Wins,
    /// The first year in which it was played, if any is known.
    pub first_year: Option<i32>,
    /// The last such year.
    pub last_year: Option<i32>,
    /// The points that it lost on average as engines saw it, where they say so of at least five games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The players who played it most often.
    pub players: Vec<Mover>,
    /// The games by year, if that was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Vec<YearRow>>,
    /// If that was requested: all games that have the position after it, by any order of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u64>,
    /// The move, or what comes in its place, in the subject's own coordinates.
    #[serde(skip)]
    pub step: Step,
}

impl NextMove {
    /// The point in the subject's own coordinates, if a stone is placed.
    pub fn point(&self) -> Option<Point> {
        self.step.point()
    }
}

/// The next move of some of the games inside the rectangle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LocalMove {
    /// The move, or the end if none follows.
    #[serde(flatten)]
    pub next: NextMove,
    /// What was played elsewhere before it; `None` if none follows.
    pub elsewhere: Option<TenukiCounts>,
}

/// Games by the number of moves that were played elsewhere before a move; passes count.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Elsewhere"))]
pub struct TenukiCounts {
    /// Games without such a move: the next move of all.
    pub none: u64,
    /// Games in which Black played 0, 1, 2, … of them; the last number is that of games with 10 or more.
    pub black: Vec<u64>,
    /// The same for White.
    pub white: Vec<u64>,
}

/// A player of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Mover {
    /// The most frequent spelling of the name.
    pub name: String,
    /// Games in which this player played it.
    pub games: u64,
}

impl BoardAnswer {
    /// How the games with the subject ended.
    pub fn outcomes(&self) -> Outcomes {
        self.wins.outcomes(self.total)
    }
}

impl Wins {
    /// The same with the total number of games.
    pub fn outcomes(self, games: u64) -> Outcomes {
        Outcomes {
            games,
            black: self.black,
            white: self.white,
            draws: self.draws,
            unknown: self.unknown,
        }
    }
}

impl BoardSearch {
    /// The most games to list.
    fn listed(&self) -> usize {
        if self.parts.games { self.listed } else { 0 }
    }

    /// The number of continuations whose players are named.
    fn named(&self) -> usize {
        if self.parts.moves { self.named } else { 0 }
    }
}

/// What a request is about: a pattern, or what may be a whole board.
pub(super) fn subject_of(request: &BoardSearch, snapshot: &Snapshot) -> Result<AskedSubject> {
    match request.sought {
        SubjectKind::Position => position_of(request, snapshot),
        SubjectKind::Pattern => Ok(AskedSubject::Pattern(pattern_of(request, snapshot)?)),
    }
}

/// A request as a question to the index.
pub(super) fn question<'q>(
    request: &'q BoardSearch,
    subject: &'q AskedSubject,
    conditions: &'q RequestConditions,
    plan: Option<&'q Plan>,
) -> BoardQuestion<'q> {
    let any_colors = conditions.terms.any_colours;
    BoardQuestion {
        subject: match subject {
            AskedSubject::Position(asked) if request.symmetric => (&asked.board).into(),
            AskedSubject::Position(asked) => {
                PatternSearch::of_board(&asked.board, any_colors).into()
            }
            AskedSubject::Pattern(asked) => {
                let turns = AllowedTurns { symmetric: request.symmetric, any_colors };
                pattern_search(asked, turns).into()
            }
        },
        terms: &conditions.terms,
        among: plan,
        unique: conditions.settings.unique,
        orders: &conditions.settings.orders,
        listed: request.listed(),
        named: request.named(),
        as_written: false,
        by_year: request.parts.years,
        sizes: request.sizes,
    }
}

/// The answer that is made of what was gathered.
fn finished(request: &BoardSearch, all: BoardGathered) -> Result<Box<BoardAnswer>> {
    let (subject, parts) = (all.subject, request.parts);
    let conditions = RequestConditions::of(&request.hits, &subject.on())?;
    let any_colors = conditions.terms.any_colours;
    let turns = AllowedTurns { symmetric: request.symmetric, any_colors };
    let before = rows_before(request.after.as_deref());
    let (games, next_page) = page(std::iter::once(all.listed), request.listed(), before);
    let mut notes = subject.notes().to_vec();
    notes.extend(subject.meaning(turns));
    let given = conditions.terms.to_move.or_else(|| subject.turn());
    let to_move = given.or_else(|| most_frequent_mover(&all.moves));
    let years = || year_rows(&answer::years_of(&all.moves), Some(&all.all_years));
    let size = subject.size();
    Ok(Box::new(BoardAnswer {
        v: VERSION,
        kind: subject.game().name(),
        size: [size.width(), size.height()],
        described: subject.described(turns),
        filter: conditions.canonical(),
        total: all.outcomes.games,
        wins: all.outcomes.into(),
        tomove: to_move.map(Color::letter),
        opening: subject.opening(),
        years: (parts.years && !request.count).then(years),
        moves: moves(parts, &subject, &all.moves, &all.reached),
        local: subject.local(&all.local),
        in_variations: all.in_variations,
        left_out: conditions.settings.unique.then_some(all.left_out),
        sgf_bytes: all.sgf_bytes,
        earlier: all.earlier.filter(|_| all.outcomes.games == 0),
        games: games.map(|SentRow(game)| game).collect(),
        next_page,
        condition: conditions.sentence(),
        condition_words: conditions.words,
        within: conditions.terms.within,
        is_turn_given: given.is_some(),
        notes,
        subject,
    }))
}

/// The side that goes on in more of the games.
fn most_frequent_mover(rows: &[Continuation]) -> Option<Color> {
    let games = |color| {
        rows.iter()
            .filter(|row| row.step.color() == Some(color))
            .map(|row| row.outcomes.games)
            .sum::<u64>()
    };
    let [black, white] = Color::BOTH.map(games);
    match black.cmp(&white) {
        Ordering::Greater => Some(Color::Black),
        Ordering::Less => Some(Color::White),
        Ordering::Equal => None,
    }
}

/// The games by year, each with all games of that year if these are given.
fn year_rows(by_year: &ByYear, all: Option<&ByYear>) -> Vec<YearRow> {
    let row = |(&year, outcomes): (&i32, &Outcomes)| YearRow {
        year,
        games: outcomes.games,
        of: all.and_then(|all| all.get(&year)).map(|all| all.games),
        black: outcomes.black,
        white: outcomes.white,
    };
    by_year.iter().map(row).collect()
}

/// The table of continuations.
fn moves(
    parts: BoardParts,
    subject: &AskedSubject,
    rows: &[Continuation],
    reached: &[(Step, Option<u64>)],
) -> Vec<NextMove> {
    if !parts.moves {
        return Vec::new();
    }
    let mut sums: HashMap<Step, Option<u64>> = HashMap::new();
    for &(step, games) in reached {
        let add = |sum: &mut Option<u64>| *sum = sum.zip(games).map(|(a, b)| a + b);
        sums.entry(step).and_modify(add).or_insert(games);
    }
    let row = |row: &Continuation| NextMove {
        years: parts.years.then(|| year_rows(&row.by_year, None)),
        reached: sums.get(&row.step).copied().flatten(),
        ..subject.next_move(row)
    };
    rows.iter().map(row).collect()
}
