//! Answers about a position or a pattern: how many games have it, how they ended and how they continue.

mod book_marks;
mod gathered;
mod subject;

use self::book_marks::BookMarks;
use super::conditions::RequestConditions;
use super::failure::Result;
use super::input::{BoardSubject, position_subject, read_pattern};
use super::last_common_position::LastCommonPosition;
use super::paging::{SentRow, join_page, rows_before};
use super::request::{BoardParts, BoardSearch, SubjectKind};
use super::row::{GameRow, VERSION};
use super::snapshot::Snapshot;
pub use gathered::BoardGathered;
use kifu_language::interval::WinRate;
use kifu_messages::Message;
use kifu_query::answer::{self, BoardQuestion, ByYear, Continuation};
pub use kifu_query::board_conditions::TreeScope;
use kifu_query::outcomes::Outcomes;
use kifu_query::pattern::PatternSearch;
use kifu_query::plan::Plan;
pub use kifu_query::step::Step;
use kifu_record::game::pattern::AllowedTurns;
use kifu_record::game::{Color, Point};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::HashMap;
pub(crate) use subject::pattern_search;

/// Answer about a position or a pattern.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct BoardAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Kind of game: `go` or `loa`.
    pub kind: &'static str,
    /// Number of columns and of rows of the board.
    pub size: [u8; 2],
    /// Position or pattern as it was parsed.
    #[serde(flatten)]
    pub described: DescribedBoard,
    /// Conditions of the request as one query; null without conditions.
    pub filter: Option<String>,
    /// Number of games that have the position or the pattern.
    pub total: u64,
    /// Outcomes of the games with the position or pattern.
    #[serde(flatten)]
    pub wins: Wins,
    /// Black's win rate in these games.
    #[serde(flatten)]
    pub win_rate: WinRate,
    /// Side to move: as the request demands, or else as its moves imply, or else the side that continues in most of the
    /// games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tomove: Option<char>,
    /// English name of the opening on the board, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// Games with the position or pattern by year, if that was requested. Games without a date are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Vec<YearRow>>,
    /// Continuations of the games, the most frequent move first.
    pub moves: Vec<NextMove>,
    /// For a pattern: next moves inside its rectangle, whenever they are played, the most frequent first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local: Option<Vec<LocalMove>>,
    /// Number of further games that have the position or pattern only in variations, if hits must be on the main line.
    pub in_variations: u64,
    /// Number of copies of games that are not counted, if each game counts only once however many copies it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// For a position that no game has: the last position on the way to it that games reach, if the moves to it are
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier: Option<LastCommonPosition>,
    /// First games with the position or pattern, in order.
    pub games: Vec<GameRow>,
    /// Estimate of the bytes that all games with the position or pattern take as SGF, if it was requested.
    #[serde(skip)]
    pub sgf_bytes: Option<u64>,
    /// Key of the next page of games, if there is one.
    #[serde(skip)]
    pub next_page: Option<String>,
    /// Position or pattern that was searched for.
    #[serde(skip)]
    pub subject: BoardSubject,
    /// Conditions of the request as a sentence; `None` without conditions.
    #[serde(skip)]
    pub condition: Option<Message>,
    /// Conditions of the request in words. Their values are separate arguments, so that a page can link them.
    #[serde(skip)]
    pub condition_words: Message,
    /// Part of the game tree where hits had to be.
    #[serde(skip)]
    pub tree_scope: TreeScope,
    /// True if the request says which side is to move, or if its moves imply it.
    #[serde(skip)]
    pub is_turn_given: bool,
    /// Remarks on how the position or pattern was parsed.
    #[serde(skip)]
    pub notes: Vec<Message>,
}

/// Position or pattern of the request as the engine understood it, for the JSON answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[cfg_attr(feature = "json-schema", schemars(rename = "Described"))]
pub enum DescribedBoard {
    /// Position: the stones on a whole board.
    Position {
        /// Rows of the board or of the pattern, the uppermost first.
        board: Vec<String>,
    },
    /// Pattern: the stones on a part of a board.
    Pattern {
        /// Rows of the board or of the pattern, the uppermost first.
        pattern: Vec<String>,
        /// Edges of the board that the pattern must lie on.
        edges: Vec<&'static str>,
        /// Moves that games must play inside the pattern in this order, each with its colour.
        sequence: Vec<[String; 2]>,
        /// Images that match, too: `all` rotations and mirror images, or `none`.
        symmetry: &'static str,
        /// Colours that match: `any` for exchanged colours, too, or `as-drawn`.
        colours: &'static str,
    },
}

/// Outcomes of a set of games: how many Black won, White won, and so on.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Wins {
    /// Number of games that Black won.
    pub black: u64,
    /// Number of games that White won.
    pub white: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games with another result or an unknown one.
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

/// Games of one year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct YearRow {
    /// Year of the first day on which the games may have been played.
    pub year: i32,
    /// Number of games of this year.
    pub games: u64,
    /// Number of all games of that year that the filter matches, with or without the position; absent for a
    /// continuation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// Number of games of the year that Black won.
    pub black: u64,
    /// Number of games of the year that White won.
    pub white: u64,
}

/// Continuation: the same next move in some of the games that have the position or pattern.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NextMove {
    /// Point of the move, or `pass`, `elsewhere` (a move outside the pattern's rectangle) or `end` (the game ends).
    pub at: String,
    /// Colour that plays the move: `B` or `W`; null for the end of the game.
    pub color: Option<String>,
    /// Number of games that continue this way.
    pub games: u64,
    /// Outcomes of the games that continue this way.
    #[serde(flatten)]
    pub wins: Wins,
    /// Black's win rate in the games that continue this way.
    #[serde(flatten)]
    pub win_rate: WinRate,
    /// First year in which the move was played, if it is known.
    pub first_year: Option<i32>,
    /// Last year in which the move was played, if it is known.
    pub last_year: Option<i32>,
    /// Mean loss of the move in points, according to engine analysis; absent if fewer than five games have analysis of
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Players who played the move most often.
    pub players: Vec<Mover>,
    /// Games that continue this way by year, if that was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Vec<YearRow>>,
    /// Number of all games that reach the position after the move by any order of moves, if that was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u64>,
    /// Whether your book has the move; absent if no book is in use, or if it cannot tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_book: Option<bool>,
    /// Move of the continuation in the coordinates of the board of the request; or a pass, a move elsewhere (outside
    /// the pattern's rectangle) or the end of the game.
    #[serde(skip)]
    pub step: Step,
}

impl NextMove {
    /// Returns the point of the move in the coordinates of the board of the request; `None` if the move places no
    /// stone.
    pub fn point(&self) -> Option<Point> {
        self.step.point()
    }
}

/// First move that games play inside the rectangle of a pattern after the pattern appeared.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LocalMove {
    /// Next move inside the rectangle, or the end of the game if none follows.
    #[serde(flatten)]
    pub next: NextMove,
    /// For the games that make this move: how many moves they play outside the rectangle before it. Null in the row of
    /// games without a further move inside.
    pub elsewhere: Option<TenukiCounts>,
}

/// Counts games by the number of moves that each side played elsewhere (outside the pattern: tenuki) before a move
/// inside it. Passes count as moves elsewhere.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Elsewhere"))]
pub struct TenukiCounts {
    /// Number of games in which no move elsewhere comes before the move.
    pub none: u64,
    /// Numbers of games in which Black played 0, 1, 2, … moves outside the pattern before the next move inside it. The
    /// last number counts games with 10 or more such moves.
    pub black: Vec<u64>,
    /// Numbers of games in which White played 0, 1, 2, … moves outside the pattern before the next move inside it. The
    /// last number counts games with 10 or more such moves.
    pub white: Vec<u64>,
}

/// Player who played a certain move, with the number of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Mover {
    /// Most frequent spelling of the player's name.
    pub name: String,
    /// Number of games in which this player played the move.
    pub games: u64,
}

impl BoardAnswer {
    /// Returns the outcomes of the games with the position or pattern.
    pub fn outcomes(&self) -> Outcomes {
        self.wins.outcomes(self.total)
    }
}

impl Wins {
    /// Black's win rate, with its interval.
    pub fn black_rate(self) -> WinRate {
        WinRate::from_counts(self.black, self.white)
    }

    /// Combines these counts of outcomes with the total number of games.
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
    /// Upper limit of the number of games to list; 0 if the request does not ask for games.
    fn max_listed_games(&self) -> usize {
        if self.parts.games { self.listed } else { 0 }
    }

    /// Number of continuations for which the answer names players; 0 if the request does not ask for continuations.
    fn max_named_moves(&self) -> usize {
        if self.parts.moves { self.named } else { 0 }
    }
}

/// Parses the position or pattern that a request searches for. A position turns out to be a pattern if its diagram
/// shows only a part of a board.
pub(super) fn read_subject(request: &BoardSearch, snapshot: &Snapshot) -> Result<BoardSubject> {
    match request.sought {
        SubjectKind::Position => position_subject(request, snapshot),
        SubjectKind::Pattern => Ok(BoardSubject::Pattern(read_pattern(request, snapshot)?)),
    }
}

/// Makes the board search that the index runs: the position or pattern of the request with its parsed conditions.
pub(super) fn board_question<'q>(
    request: &'q BoardSearch,
    subject: &'q BoardSubject,
    conditions: &'q RequestConditions,
    plan: Option<&'q Plan>,
) -> BoardQuestion<'q> {
    let any_colors = conditions.terms.any_colours;
    BoardQuestion {
        subject: match subject {
            BoardSubject::Position(position) if request.symmetric => (&position.board).into(),
            BoardSubject::Position(position) => {
                PatternSearch::for_board(&position.board, any_colors).into()
            }
            BoardSubject::Pattern(pattern) => {
                let turns = AllowedTurns { symmetric: request.symmetric, any_colors };
                pattern_search(pattern, turns).into()
            }
        },
        conditions: &conditions.terms,
        filter: plan,
        unique: conditions.settings.unique,
        orders: &conditions.settings.orders,
        listed: request.max_listed_games(),
        named: request.max_named_moves(),
        as_written: false,
        by_year: request.parts.years,
        sizes: request.sizes,
    }
}

/// Makes the answer to a request from the joined contributions of all indexes.
fn build_answer(request: &BoardSearch, gathered: BoardGathered) -> Result<Box<BoardAnswer>> {
    let (subject, parts) = (gathered.subject, request.parts);
    let conditions = RequestConditions::new(&request.hits, &subject.frame())?;
    let any_colors = conditions.terms.any_colours;
    let turns = AllowedTurns { symmetric: request.symmetric, any_colors };
    let before = rows_before(request.after.as_deref());
    let (games, next_page) =
        join_page(std::iter::once(gathered.listed), request.max_listed_games(), before);
    let mut notes = subject.notes().to_vec();
    notes.extend(subject.meaning(turns));
    let given = conditions.terms.to_move.or_else(|| subject.stated_turn());
    let to_move = given.or_else(|| most_frequent_mover(&gathered.moves));
    let years = || year_rows(&answer::years_of(&gathered.moves), Some(&gathered.all_years));
    let size = subject.size();
    Ok(Box::new(BoardAnswer {
        v: VERSION,
        kind: subject.game().name(),
        size: [size.width(), size.height()],
        described: subject.description(turns),
        filter: conditions.canonical(),
        total: gathered.outcomes.games,
        wins: gathered.outcomes.into(),
        win_rate: Wins::from(gathered.outcomes).black_rate(),
        tomove: to_move.map(Color::letter),
        opening: subject.opening(),
        years: (parts.years && !request.count).then(years),
        moves: next_moves(parts, &subject, &gathered.moves, &gathered.reached, &gathered.in_book),
        local: subject.local_moves(&gathered.local, &gathered.in_book),
        in_variations: gathered.in_variations,
        left_out: conditions.settings.unique.then_some(gathered.left_out),
        sgf_bytes: gathered.sgf_bytes,
        earlier: gathered.earlier.filter(|_| gathered.outcomes.games == 0),
        games: games.map(|SentRow(game)| game).collect(),
        next_page,
        condition: conditions.sentence(),
        condition_words: conditions.words,
        tree_scope: conditions.terms.scope,
        is_turn_given: given.is_some(),
        notes,
        subject,
    }))
}

/// Returns the side that plays the next move in more of the games; `None` if both do so equally often.
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

/// Makes the table of games by year. With `all`, each row also has the number of all games of its year.
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

/// Makes the table of continuations.
fn next_moves(
    parts: BoardParts,
    subject: &BoardSubject,
    rows: &[Continuation],
    reached: &[(Step, Option<u64>)],
    in_book: &BookMarks,
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
        ..subject.next_move(row, in_book)
    };
    rows.iter().map(row).collect()
}
