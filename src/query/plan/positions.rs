//! Plans clauses about the board: `position:`, `pattern:` and `then`, with the conditions on their hits `next:`,
//! `tomove:`, `move:` and `in:`.

use super::typed::empty_range_error;
use super::{BoardParts, Boards, BoxedQuery, Planner, single_text, top_level_parts};
use crate::board_clause::BoardClause;
use crate::board_conditions::{BoardConditions, TreeScope};
use crate::columns::doc_set;
use crate::lookup;
use crate::matcher::Matcher;
use crate::pattern::{PatternMatcher, PatternSearch};
use crate::position::{EarlierPositions, PositionMatcher};
use crate::scan::ScanQuery;
use crate::sequence::{SequenceBoard, SequenceMatcher};
use crate::step::{Step, point_in_rectangle};
use crate::unique::SegmentDocs;
use kifu_archive::error::Remedy;
use kifu_language::address::{GameAddress, as_game_id};
use kifu_language::board_size::{check_board_size, required_size};
use kifu_language::colors::parse_color;
use kifu_language::fields::Field;
use kifu_language::input::pattern::{self, PatternInput};
use kifu_language::input::{self, BoardInput};
use kifu_language::{
    Clause, FieldValue, NodeKind, Op, Query, QueryError, QueryErrorCode, QueryNode, locate,
};
use kifu_messages::{Message, say};
use kifu_record::game::board::Board;
use kifu_record::game::pattern::{AllowedTurns, Pattern};
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point};
use kifu_record::text::charset;
use kifu_record::{GameTree, Start};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The board size of a query's `size:` clause, and that clause.
type QueryBoard<'q> = (BoardSize, &'q Clause);

/// The error for a condition on a hit if there is no board clause beside it.
fn condition_without_board_error(clause: &Clause) -> QueryError {
    let field = clause.field.to_string();
    let message = say!("error-hit-without-position", field = field);
    QueryError::new(clause.field_span.clone(), message)
        .with_code(QueryErrorCode::Misplaced)
        .with_help(say!("error-hit-without-position-help"))
}

impl Planner<'_> {
    /// Plans the board clauses of an AND with the conditions on their hits. Without a board clause, hits are moves or
    /// positions with engine values.
    pub(super) fn board_clauses(
        &self,
        parts: &BoardParts,
    ) -> Result<Vec<Arc<BoardClause>>, QueryError> {
        let BoardParts { boards, hit_conditions: about, .. } = parts;
        if boards.is_empty() {
            let terms = move_conditions(about, !parts.engine_conditions.is_empty())?;
            let matcher = self.engine_matcher(parts, &terms)?.map(Matcher::Engine);
            return Ok(matcher.into_iter().map(|matcher| self.board_clause(matcher)).collect());
        }
        let within = about.iter().find(|clause| clause.field == Field::Within);
        if let Some(clause) = within
            && boards.iter().all(|boards| boards.len() < 2)
        {
            let message = say!("error-within-one-position");
            return Err(QueryError::new(clause.field_span.clone(), message)
                .with_code(QueryErrorCode::Misplaced)
                .with_help(say!("error-within-one-position-help")));
        }
        let clause = |boards| Ok(self.board_clause(self.board_matcher(boards, parts)?));
        boards.iter().map(clause).collect()
    }

    fn board_clause(&self, matcher: Matcher) -> Arc<BoardClause> {
        Arc::new(BoardClause::new(matcher, self.index.budget()))
    }

    /// Query for the games that match a board clause.
    pub(super) fn matching_games(&self, hits: Arc<BoardClause>) -> BoxedQuery {
        Box::new(ScanQuery::new(self.index.budget(), move |reader, _| {
            Ok(doc_set(reader, hits.segment(reader)?.docs()))
        }))
    }

    /// The board clause of a whole query; `None` unless there is exactly one and each of its hits is a node of a game.
    pub(super) fn only_board_clause(
        &self,
        parts: &[QueryNode],
    ) -> Result<Option<Arc<BoardClause>>, QueryError> {
        let parts = BoardParts::new(parts);
        if parts.boards.len() > 1 || parts.is_empty() {
            return Ok(None);
        }
        Ok(self.board_clauses(&parts)?.pop().filter(|clause| clause.has_places()))
    }

    /// Makes the matcher for the last board in `boards`, with the boards before it, which must come earlier in the
    /// game, and with the conditions on the hit.
    fn board_matcher(&self, boards: &Boards, parts: &BoardParts) -> Result<Matcher, QueryError> {
        let about = parts.hit_conditions.as_slice();
        let size = required_size(parts.all)?;
        if !parts.engine_conditions.is_empty() {
            return self.sequence_matcher(boards, parts);
        }
        if let [clause] = boards.as_slice()
            && clause.field == Field::Pattern
        {
            return self.pattern(self.named_pattern(clause, size)?, about);
        }
        if boards.iter().any(|clause| clause.field == Field::Pattern) {
            return self.sequence_matcher(boards, parts);
        }
        let mut positions = boards
            .iter()
            .map(|clause| self.named_position(clause, size))
            .collect::<Result<Vec<BoardInput>, _>>()?;
        let Some(last) = positions.pop() else {
            return Err(QueryError::new(0..0, say!("error-no-position-named")));
        };
        let terms = hit_conditions(about, &BoardFrame::for_position(&last))?;
        if terms.as_drawn && positions.is_empty() {
            let search = PatternSearch::for_board(&last.board, terms.any_colours);
            let matcher = PatternMatcher::new(search.into(), &terms, self.index.budget());
            return Ok(Matcher::Pattern(matcher));
        } else if terms.as_drawn {
            return self.sequence_matcher(boards, parts);
        }
        let mut before = None;
        if !positions.is_empty() {
            let gap = sequence_gap(about, &terms, false)?;
            let boards: Vec<Board> = positions.into_iter().map(|asked| asked.board).collect();
            before = Some(EarlierPositions::new(&boards, terms.any_colours, gap));
        }
        let matcher = PositionMatcher::new(&last.board, &terms, self.index, before);
        Ok(Matcher::Position(matcher))
    }

    /// Makes the matcher of a sequence of boards in which at least one is a pattern, or whose last board has conditions
    /// on engine values.
    fn sequence_matcher(
        &self,
        boards: &Boards,
        clauses: &BoardParts,
    ) -> Result<Matcher, QueryError> {
        let about = clauses.hit_conditions.as_slice();
        let size = required_size(clauses.all)?;
        let mut parts = Vec::new();
        let mut all_terms = BoardConditions::default();
        for clause in boards {
            // Conditions on the hit apply to the last board of the sequence only.
            let is_last = parts.len() + 1 == boards.len();
            let (part, on) = if clause.field == Field::Pattern {
                let named = self.named_pattern(clause, size)?;
                let on = BoardFrame::for_pattern(&named);
                (SequenceBoard::Pattern(named.game, named.pattern), on)
            } else {
                let named = self.named_position(clause, size)?;
                let on = BoardFrame::for_position(&named);
                (SequenceBoard::Position(named.board), on)
            };
            if is_last {
                all_terms = hit_conditions(about, &on)?;
            }
            parts.push(part);
        }
        if all_terms.as_drawn {
            parts = parts.into_iter().map(as_fixed_pattern).collect();
        }
        let gap = sequence_gap(about, &all_terms, !clauses.engine_conditions.is_empty())?;
        let engine = self.engine_matcher(clauses, &all_terms)?;
        let matcher = SequenceMatcher::new(&parts, gap, &all_terms, engine, self.index);
        Ok(Matcher::Sequence(matcher))
    }

    /// The position that a clause names; the query's `size:` says on which board, unless the clause does.
    fn named_position(
        &self,
        clause: &Clause,
        size: Option<QueryBoard>,
    ) -> Result<BoardInput, QueryError> {
        let text = single_text(&clause.value, &clause.value_span)?;
        let file = self.file(clause, text)?;
        self.read_position(clause, size, text, file.as_deref().unwrap_or(text))
    }

    /// The position in `content`, which is the text of a clause or the content of the file that it names.
    fn read_position(
        &self,
        clause: &Clause,
        size: Option<QueryBoard>,
        text: &str,
        content: &str,
    ) -> Result<BoardInput, QueryError> {
        if let Some(named) = self.position_at_address(clause, content)? {
            if let Some((size, of_size)) = size {
                check_board_size(named.board.size(), size, of_size)?;
            }
            return Ok(named);
        }
        let size = size.map(|(size, _)| size);
        input::read(content, None, size)
            .map_err(|error| error_in_clause(clause, text, content, error))
    }

    /// Makes the matcher of a pattern with the conditions on its hit.
    fn pattern(&self, named: PatternInput, about: &[&Clause]) -> Result<Matcher, QueryError> {
        let terms = hit_conditions(about, &BoardFrame::for_pattern(&named))?;
        let turns = AllowedTurns { symmetric: !terms.as_drawn, any_colors: terms.any_colours };
        let search = PatternSearch::new(named.game, named.pattern, turns);
        let matcher = PatternMatcher::new(search.into(), &terms, self.index.budget());
        Ok(Matcher::Pattern(matcher))
    }

    /// The pattern that a clause names. Its points are named as on the board of the query's `size:`.
    fn named_pattern(
        &self,
        clause: &Clause,
        size: Option<QueryBoard>,
    ) -> Result<PatternInput, QueryError> {
        let text = single_text(&clause.value, &clause.value_span)?;
        let file = self.file(clause, text)?;
        let content = file.as_deref().unwrap_or(text);
        let options = pattern::PatternOptions {
            size: size.map(|(size, _)| size),
            ..pattern::PatternOptions::default()
        };
        if let Some(drawn) = pattern::read_drawn(content, &options) {
            return drawn.map_err(|error| error_in_clause(clause, text, content, error));
        }
        let wrong = |message: Message| {
            QueryError::new(clause.value_span.clone(), message)
                .with_help(say!("error-which-pattern-help"))
        };
        let Some((position, word)) = pattern::split_area(content) else {
            return Err(wrong(say!("error-which-pattern")));
        };
        let named = self.read_position(clause, size, text, position)?;
        let part = pattern::parse_area(word, named.board.size())
            .ok_or_else(|| wrong(say!("error-no-part-of-board", part = word)))?;
        pattern::cut(&named, part, &pattern::PatternCut::default()).map_err(wrong)
    }

    /// The content of the file that `@FILE` names; `None` for any other text.
    fn file(&self, clause: &Clause, text: &str) -> Result<Option<String>, QueryError> {
        let Some(path) = text.strip_prefix('@') else {
            return Ok(None);
        };
        let wrong = |message: Message, help: Message| {
            QueryError::new(clause.value_span.clone(), message).with_help(help)
        };
        let Some(read) = self.files else {
            let message = say!("error-files-not-read", text = text);
            let error = wrong(message, say!("error-files-not-read-help"));
            return Err(error.with_code(QueryErrorCode::NoFiles));
        };
        let bytes = read.text(path).map_err(|error| {
            let help = say!("error-file-of-diagram-help");
            wrong(format!("{path}: {error}").into(), help)
        })?;
        Ok(Some(charset::decode(&bytes).text.into_owned()))
    }

    /// The position at an address such as `ID#42` or `game.sgf#42`; `None` for any other text.
    fn position_at_address(
        &self,
        clause: &Clause,
        text: &str,
    ) -> Result<Option<BoardInput>, QueryError> {
        let to_query_error = |error: kifu_archive::error::Error| {
            let mut query_error = QueryError::new(clause.value_span.clone(), error.with_place());
            match error.remedy() {
                Some(Remedy::Text(help)) => query_error.help = Some(help.clone()),
                remedy => query_error.remedy = remedy.cloned().map(Box::new),
            }
            query_error
        };
        let Some((address, start, tree)) = self.named_game(text).map_err(to_query_error)? else {
            return Ok(None);
        };
        let position = locate::position_with_budget(self.index.budget(), start, &tree, address.at)
            .map_err(to_query_error)?;
        let Some(board) = position.board else {
            let message = say!("error-no-positions-without-rules");
            return Err(QueryError::new(clause.value_span.clone(), message));
        };
        Ok(Some(BoardInput {
            start,
            board,
            turn: Some(position.turn),
            last: None,
            marks: position.marks,
            notes: Vec::new(),
        }))
    }

    /// The game that a text names by its file or id, with the address of a node in the game; `None` if the text names
    /// no game.
    fn named_game(
        &self,
        text: &str,
    ) -> kifu_archive::error::Result<Option<(GameAddress, Start, GameTree)>> {
        // A diagram or a list of moves may contain any character, but a text with a line break never names a file.
        if text.contains('\n') || text.trim().is_empty() {
            return Ok(None);
        }
        if let Some(files) = self.files
            && let Some(found) = files.game(text)?
        {
            return Ok(Some(found));
        }
        let Ok(address) = GameAddress::parse(text) else {
            return Ok(None);
        };
        let Some(id) = as_game_id(&address.target) else {
            return Ok(None);
        };
        let (start, tree) = lookup::read_tree_by_id(self.index, id)?;
        Ok(Some((address, start, tree)))
    }
}

/// Moves the span of an error from the text of a clause to the query. For a file, the error points at the whole clause.
fn error_in_clause(clause: &Clause, text: &str, content: &str, error: QueryError) -> QueryError {
    let span = if content == text {
        span_in_value(clause, text, &error)
    } else {
        clause.value_span.clone()
    };
    error.at_span(span).with_default_code(QueryErrorCode::BadPosition)
}

/// Board, or part of a board, whose coordinates the conditions on a hit use to name points.
#[derive(Clone, Copy, Debug)]
pub struct BoardFrame {
    game: GameKind,
    size: BoardSize,
    /// For a pattern: its upper left on the board, and its columns and rows.
    part: Option<(Point, BoardSize)>,
}

impl BoardFrame {
    /// Makes the frame of a whole board.
    pub fn for_position(named: &BoardInput) -> BoardFrame {
        BoardFrame { game: named.start.game, size: named.start.size, part: None }
    }

    /// Makes the frame of a part of a board.
    pub fn for_pattern(named: &PatternInput) -> BoardFrame {
        BoardFrame {
            game: named.game,
            size: named.board,
            part: Some((named.corner, named.pattern.size())),
        }
    }

    /// Converts a point into the pattern's coordinates, counted from its upper left; `None` if it lies outside.
    fn to_frame(self, point: Point) -> Option<Point> {
        let Some((corner, size)) = self.part else {
            return Some(point);
        };
        point_in_rectangle(corner, size, point)
    }
}

/// Parses the conditions in a query that consists only of conditions on hits.
pub fn conditions_of(query: &Query, on: &BoardFrame) -> Result<BoardConditions, QueryError> {
    let about = top_level_parts(query).iter().map(|part| match &part.kind {
        NodeKind::Clause(clause) if clause.field.is_about_hit() => Ok(clause),
        _ => Err(QueryError::new(part.span.clone(), say!("error-not-about-hits"))
            .with_code(QueryErrorCode::Misplaced)
            .with_remedy(Remedy::FilterGames)),
    });
    hit_conditions(&about.collect::<Result<Vec<_>, _>>()?, on)
}

/// The conditions on move number and side to move, for hits with engine values and without a board clause. Other
/// conditions on hits are an error, and without an engine clause so are these two, because there is no hit to which
/// they could apply.
fn move_conditions(
    about: &[&Clause],
    have_engine_values: bool,
) -> Result<BoardConditions, QueryError> {
    let is_fine = |clause: &&&Clause| {
        have_engine_values && matches!(clause.field, Field::Move | Field::ToMove)
    };
    if let Some(clause) = about.iter().find(|clause| !is_fine(clause)) {
        return Err(condition_without_board_error(clause));
    }
    let on = BoardFrame { game: GameKind::Go, size: BoardSize::GO, part: None };
    hit_conditions(about, &on)
}

/// The conditions that clauses such as `next:` put on the hits of a board clause.
fn hit_conditions(about: &[&Clause], on: &BoardFrame) -> Result<BoardConditions, QueryError> {
    let mut terms = BoardConditions::default();
    for clause in about {
        let text = || single_text(&clause.value, &clause.value_span);
        match clause.field {
            Field::Next => terms.next = Some(next_steps(clause, text()?, on)?),
            Field::ToMove => {
                let text = text()?;
                terms.to_move = Some(parse_color(text).ok_or_else(|| {
                    let message = say!("error-not-a-side-to-move", text = text);
                    QueryError::new(clause.value_span.clone(), message)
                        .with_help(say!("error-not-a-side-to-move-help"))
                })?);
            }
            Field::In => terms.scope = named_choice(clause, &SCOPES, SCOPE_ERROR)?,
            Field::Colours => {
                let choices = [("as-drawn", false), ("any", true)];
                terms.any_colours = named_choice(clause, &choices, COLOURS_ERROR)?;
            }
            Field::Symmetry => {
                let choices = [("all", false), ("none", true)];
                terms.as_drawn = named_choice(clause, &choices, SYMMETRY_ERROR)?;
            }
            // `within:` is about the distance from one position to the next; see `sequence_gap`.
            Field::Within => {}
            _ => terms.moves = Some(move_numbers(clause)?),
        }
    }
    Ok(terms)
}

/// The span of an error inside a value. It is exact if the value stands unchanged in the query, with or without quotes.
fn span_in_value(clause: &Clause, text: &str, error: &QueryError) -> std::ops::Range<usize> {
    let span = &clause.value_span;
    let quotes = span.len().saturating_sub(text.len());
    match quotes {
        0 | 2 => {
            let begin = span.start + quotes / 2;
            begin + error.span.start.min(text.len())..begin + error.span.end.min(text.len())
        }
        _ => span.clone(),
    }
}

/// Parses the value of `next:`: `R14`, `B R14`, `pass`, `end`, for a pattern also `elsewhere`, and in Lines of Action
/// `e1-e3`. Without a colour, both colours are meant.
fn next_steps(clause: &Clause, text: &str, on: &BoardFrame) -> Result<Vec<Step>, QueryError> {
    let wrong = |why: &'static str| {
        QueryError::new(clause.value_span.clone(), say!(why, text = text))
            .with_help(say!("error-next-help"))
    };
    let trimmed = text.trim();
    let (colors, point): (&[Color], &str) = match trimmed.split_once(' ') {
        Some(("B" | "b" | "black", rest)) => (&[Color::Black], rest.trim()),
        Some(("W" | "w" | "white", rest)) => (&[Color::White], rest.trim()),
        _ => (&Color::BOTH, trimmed),
    };
    let steps = |step: &dyn Fn(Color) -> Step| colors.iter().map(|&color| step(color)).collect();
    let to_frame = |point| on.to_frame(point).ok_or_else(|| wrong("error-next-outside-pattern"));
    let action = match point.to_ascii_lowercase().as_str() {
        "end" => return Ok(vec![Step::End]),
        "elsewhere" if on.part.is_some() => return Ok(steps(&Step::Elsewhere)),
        "pass" => Move::Pass,
        _ if on.game == GameKind::Loa => match input::parse_loa_move(point, on.size) {
            Some(Move::Slide { from, to }) => {
                Move::Slide { from: to_frame(from)?, to: to_frame(to)? }
            }
            Some(action) => action,
            None => return Err(wrong("error-next-not-a-move")),
        },
        _ => match input::go_point(point, on.size) {
            Some(point) => Move::Place(to_frame(point)?),
            None => return Err(wrong("error-next-not-a-move")),
        },
    };
    Ok(steps(&|color| Step::Move(color, action)))
}

/// Ids of the two messages of an error: that a value is not among the allowed ones, and what to write instead.
struct ChoiceError {
    why: &'static str,
    help: &'static str,
}

/// The value that a clause selects by its name; any other text gives `error`.
fn named_choice<T: Copy>(
    clause: &Clause,
    choices: &[(&str, T)],
    error: ChoiceError,
) -> Result<T, QueryError> {
    let text = single_text(&clause.value, &clause.value_span)?;
    let mut choices = choices.iter();
    let found = choices.find(|(name, _)| text.eq_ignore_ascii_case(name));
    found.map(|(_, value)| *value).ok_or_else(|| {
        QueryError::new(clause.value_span.clone(), say!(error.why, text = text))
            .with_help(say!(error.help))
    })
}

const SCOPES: [(&str, TreeScope); 4] = [
    ("main", TreeScope::Main),
    ("variations", TreeScope::Variations),
    ("variation", TreeScope::Variations),
    ("any", TreeScope::Any),
];

const SCOPE_ERROR: ChoiceError =
    ChoiceError { why: "error-which-part-of-game", help: "error-which-part-of-game-help" };

const COLOURS_ERROR: ChoiceError =
    ChoiceError { why: "error-which-colours", help: "error-which-colours-help" };

const SYMMETRY_ERROR: ChoiceError =
    ChoiceError { why: "error-which-symmetries", help: "error-which-symmetries-help" };

/// Turns a whole board in a sequence into a pattern with four edges, since a position would be matched in all
/// orientations.
fn as_fixed_pattern(part: SequenceBoard) -> SequenceBoard {
    match part {
        SequenceBoard::Position(board) => {
            SequenceBoard::Pattern(board.game(), Pattern::from_board(&board))
        }
        pattern @ SequenceBoard::Pattern(..) => pattern,
    }
}

/// The allowed distances between the boards of a sequence. An `in:` clause that admits variations is an error, since
/// sequences and engine values are searched on the main line only.
fn sequence_gap(
    about: &[&Clause],
    terms: &BoardConditions,
    has_engine_values: bool,
) -> Result<RangeInclusive<u32>, QueryError> {
    let of = |field: Field| about.iter().find(|clause| clause.field == field);
    if let (TreeScope::Variations | TreeScope::Any, Some(clause)) = (terms.scope, of(Field::In)) {
        let message = if has_engine_values {
            say!("error-judged-on-main-line")
        } else {
            say!("error-sequence-on-main-line")
        };
        return Err(QueryError::new(clause.value_span.clone(), message)
            .with_help(say!("error-leave-out-or-one-position")));
    }
    of(Field::Within).map_or(Ok(0..=u32::MAX), |clause| allowed_gap(clause))
}

/// The distances in moves that a `within:` clause allows. A single number is the maximum.
fn allowed_gap(clause: &Clause) -> Result<RangeInclusive<u32>, QueryError> {
    let range = move_numbers(clause)?;
    Ok(match (&clause.value, clause.op) {
        (FieldValue::Range { .. }, _) => range,
        (_, Op::Has | Op::Eq) => 0..=*range.end(),
        _ => range,
    })
}

/// The move numbers that a clause allows.
fn move_numbers(clause: &Clause) -> Result<RangeInclusive<u32>, QueryError> {
    let span = &clause.value_span;
    let number = |text: &str| {
        text.parse::<u32>().map_err(|_| {
            QueryError::new(span.clone(), say!("error-not-a-move-number", text = text))
                .with_help(say!("error-not-a-move-number-help"))
        })
    };
    let range = match &clause.value {
        FieldValue::Range { from, to } => {
            from.as_deref().map_or(Ok(0), number)?..=to.as_deref().map_or(Ok(u32::MAX), number)?
        }
        value => {
            let n = number(single_text(value, span)?)?;
            match clause.op {
                Op::Has | Op::Eq => n..=n,
                Op::Lt => match n.checked_sub(1) {
                    Some(most) => 0..=most,
                    None => return Err(empty_range_error(span)),
                },
                Op::Le => 0..=n,
                Op::Gt => n.saturating_add(1)..=u32::MAX,
                Op::Ge => n..=u32::MAX,
            }
        }
    };
    if range.is_empty() { Err(empty_range_error(span)) } else { Ok(range) }
}
