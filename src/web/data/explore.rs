//! Data of the page Explore and of `/api/v1/explore`: what the archive knows about a position.
//!
//! The JSON has all keys of the command `position`, and more.

mod boards;
mod more;
mod question;

use super::problems::{self, ProblemCollection};
use crate::address::ParsedRequest;
use crate::route_parameters::ExploreParameters;
use crate::state::{ExploreTab, PageState};
use crate::worker::{AnswerContext, Partial};
pub(crate) use boards::{BoardGames, first_page};
use kifu_engine::advice::ExplainedPart;
use kifu_engine::board::{BoardAnswer, YearRow};
use kifu_engine::comments::CommentsAnswer;
use kifu_engine::compare::Comparison;
use kifu_engine::input::{BoardSubject, PatternInput};
use kifu_engine::page::{NextPage, rows_before};
use kifu_engine::request::{BoardParts, BoardSearch, FindSmallerShapes, Suggest};
use kifu_engine::row::GameRow;
use kifu_engine::smaller_shapes::SmallerShape;
use kifu_engine::suggest::Suggestions;
use kifu_engine::years::QueryYears;
use kifu_engine::{Reply, Result};
use kifu_messages::{Message, say};
use kifu_record::game::Point;
pub(crate) use more::{MAX_COMMENTS, MoreOfMove, tree};
pub(super) use question::position_text;
pub(crate) use question::{MAX_GAMES_BY_ID, as_query, query_by_ids, request, setup_sgf};
use schemars::JsonSchema;
use serde::Serialize;

/// All data of the page Explore about one position or shape.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Explored {
    /// The engine's answer about the position or shape.
    #[serde(flatten)]
    pub answer: Box<BoardAnswer>,
    /// The query of the request, as the user wrote it.
    pub query: String,
    /// Position and conditions of the request in one sentence.
    pub sentence: Message,
    /// Number of the state of the index, which rises with each commit.
    pub generation: u64,
    /// Duration of the search, in microseconds.
    pub took_us: u64,
    /// If the search had to stop early: the number of games that were examined, and the number of games to examine.
    pub looked_at: Option<(u64, u64)>,
    /// Whether all games were examined before the time ran out.
    pub complete: bool,
    /// Key of the next page of games.
    pub page: NextPage,
    /// Comments at the position, if the request asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comments: Option<StandingComments>,
    /// The same position in the games of a second query, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Comparison>,
    /// For a shape that no game has: smaller shapes that games have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub smaller_shapes: Vec<SmallerShape>,
    /// Details about one of the continuations, if the request asks for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<MoreOfMove>,
    /// For the page: games with the position by year, counted without the conditions on the date in the query.
    #[serde(skip)]
    pub all_years: Option<Vec<YearRow>>,
    /// For the page: how each part of the request was counted, with its number of games and its time.
    #[serde(skip)]
    pub parts: Vec<ExplainedPart>,
    /// For the page: if there are no hits, each clause of the query with the number of games that the other clauses
    /// find.
    #[serde(skip)]
    pub without: Vec<(String, u64)>,
    /// For the page of the empty board: the board sizes on which games were played.
    #[serde(skip)]
    pub boards: Vec<BoardGames>,
    /// For the page: a query, a position and a game with which a visitor can begin.
    #[serde(skip)]
    pub suggestions: Option<Suggestions>,
    /// For the page of the empty board: the collections of an archive that has only problems.
    #[serde(skip)]
    pub collections: Option<Vec<ProblemCollection>>,
}

/// Comments that stand at a position, and the games that contain them.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StandingComments")]
pub(crate) struct StandingComments {
    /// The comments, with their number and how many games were read.
    #[serde(flatten)]
    pub answer: CommentsAnswer,
    /// The games that contain the comments.
    pub records: Vec<GameRow>,
    /// Number of comments that were skipped because earlier pages of the list show them.
    pub skipped: usize,
}

/// Finds the data that the page shows. Unlike the JSON answer, the page does not name the players of each move.
pub(crate) fn page(
    context: &AnswerContext,
    request: &ParsedRequest<ExploreParameters>,
) -> Result<Partial<Explored>> {
    let parts = BoardParts {
        moves: true,
        games: request.wants_part("games"),
        // The small curves in the rows of the table of continuations are drawn from the numbers by year.
        years: ["years", "others"].iter().any(|part| request.wants_part(part)),
        reached: request.names_part("reached"),
    };
    // The page shows links to downloads below the list of games, so it needs the sizes of the downloads.
    let mut explored = find(context, request, (parts, 0, parts.games))?;
    if request.wants_part("board") && request.state.is_start() {
        explored.data.boards = boards::boards(context, &request.state.query)?;
    }
    if request.wants_part("main") {
        explored.data.add_hints(context, &request.state)?;
    }
    if request.wants_part("years")
        && let Some(years) = all_years(context, &request.state)?
    {
        explored.complete &= years.complete;
        explored.data.all_years = years.data;
    }
    Ok(explored)
}

/// Finds the data for the JSON answer. The players of each move are included as in the output of the command
/// `position`, unless the request names only other parts. Numbers by year, and numbers of games that reach the position
/// after a move, are counted only if the request names these parts.
pub(crate) fn for_programs(
    context: &AnswerContext,
    request: &ParsedRequest<ExploreParameters>,
) -> Result<Partial<Explored>> {
    let parts = BoardParts {
        moves: request.wants_part("moves"),
        games: request.wants_part("games"),
        years: request.names_part("years"),
        reached: request.names_part("reached"),
    };
    let named = if request.wants_part("players") { usize::MAX } else { 0 };
    find(context, request, (parts, named, false))
}

fn find(
    context: &AnswerContext,
    parsed: &ParsedRequest<ExploreParameters>,
    (parts, named, sizes): (BoardParts, usize, bool),
) -> Result<Partial<Explored>> {
    let state = &parsed.state;
    let request = BoardSearch {
        listed: if parts.games { parsed.parameters.limit } else { 0 },
        named,
        parts,
        sizes,
        // A request for the details about one row needs nothing else of the answer, so only games are counted.
        count: parsed.parts == ["row"],
        after: parsed.parameters.page.clone(),
        ..request(state)
    };
    let Reply { mut answer, generation, incomplete } = context.ask(&request)?;
    let is_open =
        ExploreTab::from_state(state) == ExploreTab::Comments && parsed.wants_part("comments");
    let comments = if is_open || parsed.names_part("comments") {
        Some(more::comments(context, state, parsed.parameters.skip)?)
    } else {
        None
    };
    let compared = if parsed.wants_part("moves") || parsed.wants_part("compare") {
        more::compared(context, state)?
    } else {
        None
    };
    let complete = incomplete.is_none()
        && comments.as_ref().is_none_or(|comments| comments.complete)
        && compared.as_ref().is_none_or(|comparison| comparison.looked_at.is_none());
    let row = match &parsed.parameters.continuation {
        Some(name) => more::more_of_move(context, state, name)?,
        None => None,
    };
    let is_missing_shape = answer.total == 0 && state.is_shape() && incomplete.is_none();
    let smaller_shapes = if is_missing_shape && parsed.wants_part("moves") {
        context.ask(&FindSmallerShapes(question::request(state)))?.answer
    } else {
        Vec::new()
    };
    let sentence = sentence(&answer, state);
    let explored = Explored {
        sentence,
        query: state.query.clone(),
        generation,
        took_us: context.elapsed_us(),
        looked_at: incomplete.or(compared.as_ref().and_then(|comparison| comparison.looked_at)),
        complete,
        page: NextPage {
            next: answer.next_page.take(),
            before: rows_before(parsed.parameters.page.as_deref()),
        },
        comments: comments.map(|comments| comments.data),
        compare: compared.map(|comparison| comparison.found),
        smaller_shapes,
        row,
        all_years: None,
        parts: Vec::new(),
        without: Vec::new(),
        boards: Vec::new(),
        suggestions: None,
        collections: None,
        answer,
    };
    let data = explored;
    Ok(Partial { data, complete })
}

impl Explored {
    /// Games with the position by year, without the conditions on the date in the query; `None` if the request does not
    /// ask for them.
    pub(crate) fn years(&self) -> Option<&[YearRow]> {
        self.all_years.as_deref().or(self.answer.years.as_deref())
    }

    /// True if a book is in use that can tell whether it has the continuations.
    pub(crate) fn has_book_marks(&self) -> bool {
        self.answer.moves.iter().any(|next| next.in_book.is_some())
    }

    /// Adds what only a complete page shows: suggestions for a first visit, what to try if there are no games, and how
    /// the request was counted.
    fn add_hints(&mut self, context: &AnswerContext, state: &PageState) -> Result<()> {
        if state.is_start() && state.query.is_empty() {
            self.suggestions = Some(context.ask(&Suggest)?.answer);
            self.collections = problems::collections(context)?;
        }
        if self.answer.total == 0 && !state.query.is_empty() {
            self.without = more::games_without_each_clause(context, state, &self.answer)?;
        }
        if ExploreTab::from_state(state) == ExploreTab::Counted {
            self.parts = more::explained_parts(context, state, &self.answer)?;
        }
        Ok(())
    }
}

/// Two opposite corners of a pattern's rectangle, as points of the board.
pub(crate) fn corners(input: &PatternInput) -> (Point, Point) {
    let size = input.pattern.size();
    let last = Point::new(size.width() - 1, size.height() - 1);
    (input.on_board(Point::new(0, 0)), input.on_board(last))
}

/// Counts the games by year without the conditions on the date in the query; `None` if the query has none.
fn all_years(
    context: &AnswerContext,
    state: &PageState,
) -> Result<Option<Partial<Option<Vec<YearRow>>>>> {
    let Some(years) = QueryYears::parse(&state.query).filter(|years| years.has_date) else {
        return Ok(None);
    };
    let request = BoardSearch {
        listed: 0,
        named: 0,
        parts: BoardParts { moves: false, games: false, years: true, reached: false },
        ..request(&state.clone().with_query(years.rest))
    };
    let found = Partial::from(context.ask(&request)?);
    Ok(Some(found.map(|answer| answer.years)))
}

/// Sentence such as `1,257 games reach this position, turned or mirrored in any way; a player’s rank is at least 9p`.
fn sentence(answer: &BoardAnswer, state: &PageState) -> Message {
    let shape = match &answer.subject {
        BoardSubject::Pattern(input) if state.is_shape() => Some(input),
        _ => None,
    };
    let mut parts = vec![match shape {
        None => say!("reached-games", n = answer.total),
        Some(input) => say!("shape-games", n = answer.total, place = shape_description(input)),
    }];
    match (state.symmetric, shape) {
        (true, _) => parts.push(say!("reached-turned")),
        (false, Some(_)) => parts.push(say!("reached-as-drawn")),
        (false, None) => {}
    }
    let mut sentence = vec![Message::join(parts, &say!("sentence-comma"))];
    if answer.condition.is_some() {
        sentence.extend([say!("reached-where"), answer.condition_words.clone()]);
    }
    sentence.push(say!("sentence-end"));
    Message::concat(sentence)
}

/// Description of a shape such as `in a corner, 7 × 11 lines, with 4 open points, with 3 moves in this order`.
fn shape_description(input: &PatternInput) -> Message {
    let pattern = &input.pattern;
    let size = pattern.size();
    let (columns, rows) = (size.width(), size.height());
    let open = pattern.cells().filter(|(_, cell)| cell.is_open()).count();
    let moves = pattern.moves().len();
    let place =
        if input.touches_all_edges() { say!("shape-on-whole") } else { input.place_words() };
    let lines = say!("shape-lines", columns = columns, rows = rows);
    let open = (open > 0).then(|| say!("shape-open-points", n = open));
    let order = (moves > 0).then(|| say!("shape-order", n = moves));
    let parts = [place, lines].into_iter().chain(open).chain(order);
    Message::join(parts, &say!("sentence-comma"))
}
