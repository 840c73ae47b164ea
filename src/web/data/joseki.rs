//! Data of the page Joseki and of `/api/v1/joseki`: what games play in a corner.
//!
//! The JSON has all keys of the command `joseki`, and more.

use super::explore::{as_query, position_text, request as board_request};
use crate::address::ParsedRequest;
use crate::route_parameters::{CornerParameters, JosekiParameters};
use crate::state::{AddressMove, Area, ChoiceText, ExploreTab, HitFields, PageState, size_name};
use crate::worker::{AnswerContext, Partial};
use kifu_engine::board::{BoardAnswer, YearRow};
use kifu_engine::compare::Comparison;
use kifu_engine::joseki::{CHANGE_DEPTH, CornerCounts, JosekiAnswer, JosekiMove};
use kifu_engine::page::{NextPage, rows_before};
use kifu_engine::request::{BoardOperand, BoardParts, BoardSearch, Joseki};
use kifu_engine::years::QueryYears;
use kifu_engine::{Reply, Result};
use kifu_language::ast::conjunction;
use kifu_language::knowledge::joseki::{BOARD, joseki_with_stones};
use kifu_language::parse;
use kifu_language::sentence::condition_or_sentence;
use kifu_messages::{Message, say};
use kifu_record::game::{Color, Point};
use schemars::JsonSchema;
use serde::Serialize;

/// All data about a position of a corner.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JosekiInCorner")]
pub(crate) struct CornerPosition {
    /// The engine's answer about the position.
    #[serde(flatten)]
    pub answer: Box<JosekiAnswer>,
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
    /// English name of the joseki that the position is, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joseki: Option<&'static str>,
    /// For the page: games with the corner; `None` if the request does not ask for them or the corner is empty.
    #[serde(skip)]
    pub games: Option<CornerGames>,
    /// For the page: comparison with the games of a second query, if the request names one.
    #[serde(skip)]
    pub compared: Option<Comparison>,
    /// For the page: corners with the position by year, without the conditions on the date in the query; `None` if the
    /// request does not ask for them.
    #[serde(skip)]
    pub years: Option<Vec<YearRow>>,
    /// For the page: name of the step about which it gives details.
    #[serde(skip)]
    pub details: Option<String>,
}

/// Games with the stones of a corner.
pub(crate) struct CornerGames {
    /// The games, found by a search for the corner as a pattern.
    pub answer: Box<BoardAnswer>,
    /// Key of the next page of the list.
    pub page: NextPage,
    /// Query that finds the games; `None` if no query can.
    pub query: Option<String>,
}

/// Counts of a position, and the steps after it.
pub(crate) struct ShownSteps<'a> {
    pub counts: &'a CornerCounts,
    pub moves: &'a [JosekiMove],
}

impl CornerPosition {
    /// Counts and steps that the page shows. If the last move of the address is a pass, these are the steps after the
    /// tenuki of its player; `None` if nobody plays on after such a tenuki.
    pub(crate) fn shown(&self, state: &PageState) -> Option<ShownSteps<'_>> {
        let answer = &self.answer;
        let all = ShownSteps { counts: &answer.all, moves: &answer.moves };
        if !self.is_after_tenuki(state) {
            return Some(all);
        }
        let step = self.last_tenuki(state)?;
        Some(ShownSteps { counts: &step.counts, moves: &step.moves })
    }

    /// True if the last move of the address is a tenuki.
    fn is_after_tenuki(&self, state: &PageState) -> bool {
        !self.is_empty() && tenuki(state).is_some()
    }

    /// The tenuki that is the last move of the address, among the steps after the stones; `None` if there is none.
    fn last_tenuki(&self, state: &PageState) -> Option<&JosekiMove> {
        let color = tenuki(state).filter(|_| !self.is_empty())?;
        let is_it = |step: &&JosekiMove| step.point.is_none() && step.color == color.letter();
        self.answer.moves.iter().find(is_it)
    }

    /// True if the corner has no stones.
    pub(crate) fn is_empty(&self) -> bool {
        self.answer.subject.points().is_empty()
    }
}

/// Player of the last move if it is a pass: on this page, a pass is a tenuki.
fn tenuki(state: &PageState) -> Option<Color> {
    let is_pass = state.played().last() == Some(&AddressMove::Pass);
    is_pass.then(|| state.to_move().other())
}

/// English name of the joseki that has exactly these stones in the upper right corner of a 19×19 board.
pub(crate) fn joseki_of(board_width: u8, stones: &[(Point, Color)]) -> Option<&'static str> {
    let stones: Vec<(Color, Point)> = stones.iter().map(|&(point, color)| (color, point)).collect();
    let named = joseki_with_stones(&stones).filter(|_| board_width == BOARD && !stones.is_empty());
    named.map(|joseki| joseki.name)
}

/// Finds the data for the JSON answer: what the command `joseki` prints for the same request.
pub(crate) fn for_programs(
    context: &AnswerContext,
    parsed: &ParsedRequest<JosekiParameters>,
) -> Result<Partial<CornerPosition>> {
    let parameters = &parsed.parameters;
    let lists_changes = parameters.gone.is_some() || parameters.new.is_some();
    let request = Joseki {
        region: parameters.region.clone(),
        compare: parsed.state.compared_query().map(str::to_owned),
        tree: parameters.tree.unwrap_or(if lists_changes { CHANGE_DEPTH } else { 1 }),
        least: parameters.least.clone(),
        limit: parameters.limit,
        by: parameters.by,
        gone: parameters.gone,
        new: parameters.new,
        ..request(&parsed.state)
    };
    find(context, &parsed.state, &request)
}

/// Finds the data that the page shows: the steps after the position, and the games with the corner.
pub(crate) fn page(
    context: &AnswerContext,
    parsed: &ParsedRequest<CornerParameters>,
) -> Result<Partial<CornerPosition>> {
    let state = &parsed.state;
    let parameters = &parsed.parameters;
    // The steps after a tenuki are one step deeper than those after the stones.
    let tree = if tenuki(state).is_some() { 2 } else { 1 };
    let named_depth = if parameters.step.is_some() { tree } else { 0 };
    let compare = state.compared_query().filter(|_| parsed.wants_part("moves")).map(str::to_owned);
    let mut found = find(context, state, &Joseki { tree, named_depth, compare, ..request(state) })?;
    found.data.details = parameters.step.clone();
    found.data.compared = compared(context, state, &found.data)?;
    if parsed.wants_part("years") {
        let years = corners_by_year(context, state, tree)?;
        found.complete &= years.complete;
        found.data.years = Some(years.data);
    }
    if parsed.wants_part("games") && !found.data.is_empty() {
        let games = games(context, parsed, &found.data)?;
        found.complete &= games.complete;
        found.data.games = Some(games.data);
    }
    Ok(found)
}

/// Makes the engine's request for the position and conditions of an address.
fn request(state: &PageState) -> Joseki {
    Joseki {
        position: BoardOperand::Text(position_text(state)),
        size: Some(size_name(state.size)),
        filter: Some(state.query.clone()).filter(|query| !query.trim().is_empty()),
        unique: state.is_unique(),
        ..Joseki::default()
    }
}

/// Compares the corners of both queries of the address; `None` if the answer is about one query.
fn compared(
    context: &AnswerContext,
    state: &PageState,
    data: &CornerPosition,
) -> Result<Option<Comparison>> {
    let (Some(_), Some(second)) = (&data.answer.compare, state.compared_query()) else {
        return Ok(None);
    };
    let after = data.last_tenuki(state);
    if after.is_none() && data.is_after_tenuki(state) {
        return Ok(None);
    }
    let (Ok(first), Ok(second)) = (parse(&state.query), parse(second)) else {
        return Ok(None);
    };
    let both = state.clone().with_query(conjunction(first, second).to_string());
    let tree = if after.is_some() { 1 } else { 0 };
    let common = context.ask(&Joseki { tree, ..request(&both) })?.answer;
    let step = after.and_then(|after| common.moves.iter().find(|step| step.step() == after.step()));
    let corners = match after {
        Some(_) => step.map_or(0, |step| step.counts.corners),
        None => common.all.corners,
    };
    Ok(data.answer.comparison(after, corners))
}

/// Counts the corners by year: those with the position that the page shows, and all corners in which somebody played.
/// Conditions on the date in the query are left out. `tree` is the depth of the steps that the page shows.
fn corners_by_year(
    context: &AnswerContext,
    state: &PageState,
    tree: u32,
) -> Result<Partial<Vec<YearRow>>> {
    let years = QueryYears::parse(&state.query).filter(|years| years.has_date);
    let undated = years.map_or(state.clone(), |years| state.clone().with_query(years.rest));
    let empty = PageState { size: state.size, ..PageState::default() };
    let whole = PageState { query: undated.query.clone(), unique: undated.unique, ..empty };
    let found = find(context, &undated, &Joseki { tree: tree - 1, ..request(&undated) })?;
    let all = find(context, &whole, &Joseki { tree: 0, ..request(&whole) })?;
    let none = CornerCounts::default();
    let own = found.data.shown(&undated).map_or(&none, |shown| shown.counts);
    let row = |&(year, of): &(u16, u64)| YearRow {
        year: year.into(),
        games: own.years.iter().find(|(own, _)| *own == year).map_or(0, |(_, corners)| *corners),
        of: Some(of),
        black: 0,
        white: 0,
    };
    let rows: Vec<YearRow> = all.data.answer.all.years.iter().map(row).collect();
    let last = rows.iter().rposition(|row| row.games > 0).map_or(0, |last| last + 1);
    let data = rows.into_iter().take(last).collect();
    Ok(Partial { data, complete: found.complete && all.complete })
}

fn find(
    context: &AnswerContext,
    state: &PageState,
    request: &Joseki,
) -> Result<Partial<CornerPosition>> {
    let Reply { answer, generation, incomplete } = context.ask(request)?;
    let stones = answer.subject.points();
    let data = CornerPosition {
        query: state.query.clone(),
        sentence: sentence(&answer, state, stones.is_empty()),
        generation,
        took_us: context.elapsed_us(),
        looked_at: incomplete,
        complete: incomplete.is_none(),
        joseki: joseki_of(answer.subject.board.width(), &stones),
        games: None,
        compared: None,
        years: None,
        details: None,
        answer,
    };
    Ok(Partial { complete: data.complete, data })
}

/// State of Explore that shows the stones of the corner as a pattern, in either colouring and in all corners.
pub(crate) fn pattern_state(state: &PageState, side: u8) -> PageState {
    let (width, height) = (state.size.width(), state.size.height());
    let lower_left = Point::new(width.saturating_sub(side), side.min(height).saturating_sub(1));
    state.with(|state| {
        state.area = Area::region(lower_left, Point::new(width - 1, 0));
        state.edges = None;
        state.open = Vec::new();
        state.sequence = false;
        state.symmetric = true;
        state.any_colours = true;
        state.hit = HitFields { within: "main".to_owned(), ..HitFields::default() };
        state.second = String::new();
        state.flip = 0;
        state.tab = ChoiceText::new(ExploreTab::Moves);
    })
}

fn games(
    context: &AnswerContext,
    parsed: &ParsedRequest<CornerParameters>,
    corner: &CornerPosition,
) -> Result<Partial<CornerGames>> {
    let parameters = &parsed.parameters;
    let pattern = pattern_state(&parsed.state, corner.answer.subject.side());
    let request = BoardSearch {
        listed: parameters.limit,
        named: 0,
        parts: BoardParts { moves: false, games: true, years: false, reached: false },
        after: parameters.page.clone(),
        ..board_request(&pattern)
    };
    let Reply { mut answer, incomplete, .. } = context.ask(&request)?;
    let page =
        NextPage { next: answer.next_page.take(), before: rows_before(parameters.page.as_deref()) };
    let query = as_query(&pattern, &answer);
    Ok(Partial { data: CornerGames { answer, page, query }, complete: incomplete.is_none() })
}

/// Sentence such as `1,257 corners of 1,100 games have this position; a player’s rank is at least 9p.`
fn sentence(answer: &JosekiAnswer, state: &PageState, is_empty: bool) -> Message {
    let id = if is_empty { "joseki-corners-empty" } else { "joseki-corners" };
    let games = say!("games", n = answer.all.games);
    let mut sentence = vec![say!(id, n = answer.all.corners, games = games)];
    let unique = if state.is_unique() { "unique:yes" } else { "" };
    if let (Ok(query), Ok(unique)) = (parse(&state.query), parse(unique)) {
        let query = conjunction(query, unique);
        if query.root.is_some() {
            sentence.extend([say!("reached-where"), condition_or_sentence(&query)]);
        }
    }
    if answer.left_out > 0 {
        sentence.extend([say!("reached-where"), say!("joseki-left-out", n = answer.left_out)]);
    }
    sentence.push(say!("sentence-end"));
    Message::concat(sentence)
}
