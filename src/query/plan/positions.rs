//! Plans clauses about the board: `position:`, `pattern:` and `then`, with the conditions on their hits `next:`,
//! `tomove:`, `move:` and `in:`.

use super::typed::empty_range;
use super::{BoardParts, Boards, Dyn, Planner, conjuncts, text_of};
use crate::board_clause::BoardClause;
use crate::columns::set_of;
use crate::lookup;
use crate::matcher::Matcher;
use crate::pattern::{PatternMatcher, PatternSearch};
use crate::position::{EarlierPositions, PositionMatcher};
use crate::scan::ScanQuery;
use crate::sequence::{SequenceBoard, SequenceMatcher};
use crate::step::{Step, inside};
use crate::terms::{Terms, TreeScope};
use crate::unique::SegmentDocs;
use kifu_archive::error::Remedy;
use kifu_language::address::{GameAddress, looks_like_id};
use kifu_language::board_size::{refuse_other_size, size_of};
use kifu_language::colors::color;
use kifu_language::fields::Field;
use kifu_language::input::pattern::{self, AskedPattern};
use kifu_language::input::{self, AskedPosition};
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
fn lonely(clause: &Clause) -> QueryError {
    let field = clause.field.to_string();
    let message = say!("error-hit-without-position", field = field);
    QueryError::new(clause.field_span.clone(), message)
        .coded(QueryErrorCode::Misplaced)
        .help(say!("error-hit-without-position-help"))
}

impl Planner<'_> {
    /// Plans the board clauses of an AND with the conditions on their hits. Without a board clause, hits are moves or
    /// positions with engine values.
    pub(super) fn positions(
        &self,
        parts: &BoardParts,
    ) -> Result<Vec<Arc<BoardClause>>, QueryError> {
        let BoardParts { boards, about, .. } = parts;
        if boards.is_empty() {
            let terms = terms_of_moves(about, !parts.judged.is_empty())?;
            let matcher = self.judged(parts, &terms)?.map(Matcher::Judged);
            return Ok(matcher.into_iter().map(|matcher| self.board_clause(matcher)).collect());
        }
        let within = about.iter().find(|clause| clause.field == Field::Within);
        if let Some(clause) = within
            && boards.iter().all(|boards| boards.len() < 2)
        {
            let message = say!("error-within-one-position");
            return Err(QueryError::new(clause.field_span.clone(), message)
                .coded(QueryErrorCode::Misplaced)
                .help(say!("error-within-one-position-help")));
        }
        let clause = |boards| Ok(self.board_clause(self.matcher(boards, parts)?));
        boards.iter().map(clause).collect()
    }

    fn board_clause(&self, matcher: Matcher) -> Arc<BoardClause> {
        Arc::new(BoardClause::new(matcher, self.index.budget()))
    }

    /// Query for the games that match a board clause.
    pub(super) fn with_position(&self, hits: Arc<BoardClause>) -> Dyn {
        Box::new(ScanQuery::new(self.index.budget(), move |reader, _| {
            Ok(set_of(reader, hits.segment(reader)?.docs()))
        }))
    }

    /// The board clause of a whole query; `None` unless there is exactly one and its hits are nodes.
    pub(super) fn only_position(
        &self,
        parts: &[QueryNode],
    ) -> Result<Option<Arc<BoardClause>>, QueryError> {
        let parts = BoardParts::of(parts);
        if parts.boards.len() > 1 || parts.is_empty() {
            return Ok(None);
        }
        Ok(self.positions(&parts)?.pop().filter(|clause| clause.has_places()))
    }

    /// Makes the matcher of the last of some boards, with the boards that must come before it and the conditions on its
    /// hit.
    fn matcher(&self, boards: &Boards, parts: &BoardParts) -> Result<Matcher, QueryError> {
        let about = parts.about.as_slice();
        let size = size_of(parts.all)?;
        if !parts.judged.is_empty() {
            return self.mixed(boards, parts);
        }
        if let [clause] = boards.as_slice()
            && clause.field == Field::Pattern
        {
            return self.pattern(self.asked_pattern(clause, size)?, about);
        }
        if boards.iter().any(|clause| clause.field == Field::Pattern) {
            return self.mixed(boards, parts);
        }
        let mut asked = boards
            .iter()
            .map(|clause| self.asked(clause, size))
            .collect::<Result<Vec<AskedPosition>, _>>()?;
        let Some(last) = asked.pop() else {
            return Err(QueryError::new(0..0, say!("error-no-position-named")));
        };
        let terms = terms(about, &BoardFrame::board(&last))?;
        if terms.as_drawn && asked.is_empty() {
            let search = PatternSearch::of_board(&last.board, terms.any_colours);
            let matcher = PatternMatcher::new(search.into(), &terms, self.index.budget());
            return Ok(Matcher::Pattern(matcher));
        } else if terms.as_drawn {
            return self.mixed(boards, parts);
        }
        let mut before = None;
        if !asked.is_empty() {
            let gap = sequence_gap(about, &terms, false)?;
            let boards: Vec<Board> = asked.into_iter().map(|asked| asked.board).collect();
            before = Some(EarlierPositions::new(&boards, terms.any_colours, gap));
        }
        let matcher = PositionMatcher::new(&last.board, &terms, self.index, before);
        Ok(Matcher::Position(matcher))
    }

    /// Makes the matcher of a sequence in which at least one board is a pattern, or whose hit has conditions on engine
    /// values.
    fn mixed(&self, boards: &Boards, clauses: &BoardParts) -> Result<Matcher, QueryError> {
        let about = clauses.about.as_slice();
        let size = size_of(clauses.all)?;
        let mut parts = Vec::new();
        let mut all_terms = Terms::default();
        for clause in boards {
            // Conditions apply to the hit of the last board.
            let is_last = parts.len() + 1 == boards.len();
            let (part, on) = if clause.field == Field::Pattern {
                let asked = self.asked_pattern(clause, size)?;
                let on = BoardFrame::pattern(&asked);
                (SequenceBoard::Pattern(asked.game, asked.pattern), on)
            } else {
                let asked = self.asked(clause, size)?;
                let on = BoardFrame::board(&asked);
                (SequenceBoard::Position(asked.board), on)
            };
            if is_last {
                all_terms = terms(about, &on)?;
            }
            parts.push(part);
        }
        if all_terms.as_drawn {
            parts = parts.into_iter().map(as_drawn_part).collect();
        }
        let gap = sequence_gap(about, &all_terms, !clauses.judged.is_empty())?;
        let judged = self.judged(clauses, &all_terms)?;
        let matcher = SequenceMatcher::new(&parts, gap, &all_terms, judged, self.index);
        Ok(Matcher::Sequence(matcher))
    }

    /// The position that a clause names; the query's `size:` says on which board, unless the clause does.
    fn asked(
        &self,
        clause: &Clause,
        size: Option<QueryBoard>,
    ) -> Result<AskedPosition, QueryError> {
        let text = text_of(&clause.value, &clause.value_span)?;
        let file = self.file(clause, text)?;
        self.read(clause, size, text, file.as_deref().unwrap_or(text))
    }

    /// The position in `content`, which is the text of a clause or the content of the file that it names.
    fn read(
        &self,
        clause: &Clause,
        size: Option<QueryBoard>,
        text: &str,
        content: &str,
    ) -> Result<AskedPosition, QueryError> {
        if let Some(asked) = self.address(clause, content)? {
            if let Some((size, of_size)) = size {
                refuse_other_size(asked.board.size(), size, of_size)?;
            }
            return Ok(asked);
        }
        let size = size.map(|(size, _)| size);
        input::read(content, None, size).map_err(|error| in_clause(clause, text, content, error))
    }

    /// Makes the matcher of a pattern with the conditions on its hit.
    fn pattern(&self, asked: AskedPattern, about: &[&Clause]) -> Result<Matcher, QueryError> {
        let terms = terms(about, &BoardFrame::pattern(&asked))?;
        let turns = AllowedTurns { symmetric: !terms.as_drawn, any_colors: terms.any_colours };
        let search = PatternSearch::new(asked.game, asked.pattern, turns);
        let matcher = PatternMatcher::new(search.into(), &terms, self.index.budget());
        Ok(Matcher::Pattern(matcher))
    }

    /// The pattern that a clause names. Its points are named as on the board of the query's `size:`.
    fn asked_pattern(
        &self,
        clause: &Clause,
        size: Option<QueryBoard>,
    ) -> Result<AskedPattern, QueryError> {
        let text = text_of(&clause.value, &clause.value_span)?;
        let file = self.file(clause, text)?;
        let content = file.as_deref().unwrap_or(text);
        let options =
            pattern::Options { size: size.map(|(size, _)| size), ..pattern::Options::default() };
        if let Some(drawn) = pattern::read_drawn(content, &options) {
            return drawn.map_err(|error| in_clause(clause, text, content, error));
        }
        let wrong = |message: Message| {
            QueryError::new(clause.value_span.clone(), message)
                .help(say!("error-which-pattern-help"))
        };
        let Some((position, word)) = pattern::split_part(content) else {
            return Err(wrong(say!("error-which-pattern")));
        };
        let asked = self.read(clause, size, text, position)?;
        let part = pattern::part(word, asked.board.size())
            .ok_or_else(|| wrong(say!("error-no-part-of-board", part = word)))?;
        pattern::cut(&asked, part, &pattern::PatternCut::default()).map_err(wrong)
    }

    /// The content of the file that `@FILE` names; `None` for any other text.
    fn file(&self, clause: &Clause, text: &str) -> Result<Option<String>, QueryError> {
        let Some(path) = text.strip_prefix('@') else {
            return Ok(None);
        };
        let wrong = |message: Message, help: Message| {
            QueryError::new(clause.value_span.clone(), message).help(help)
        };
        let Some(read) = self.files else {
            let message = say!("error-files-not-read", text = text);
            let error = wrong(message, say!("error-files-not-read-help"));
            return Err(error.coded(QueryErrorCode::NoFiles));
        };
        let bytes = read.text(path).map_err(|error| {
            let help = say!("error-file-of-diagram-help");
            wrong(format!("{path}: {error}").into(), help)
        })?;
        Ok(Some(charset::decode(&bytes).text.into_owned()))
    }

    /// The position at an address such as `ID#42` or `game.sgf#42`; `None` for any other text.
    fn address(&self, clause: &Clause, text: &str) -> Result<Option<AskedPosition>, QueryError> {
        let told = |error: kifu_archive::error::Error| {
            let mut told = QueryError::new(clause.value_span.clone(), error.with_place());
            match error.remedy() {
                Some(Remedy::Text(help)) => told.help = Some(help.clone()),
                remedy => told.remedy = remedy.cloned().map(Box::new),
            }
            told
        };
        let Some((address, start, tree)) = self.game(text).map_err(told)? else {
            return Ok(None);
        };
        let position =
            locate::position_within(self.index.budget(), start, &tree, address.at).map_err(told)?;
        let Some(board) = position.board else {
            let message = say!("error-no-positions-without-rules");
            return Err(QueryError::new(clause.value_span.clone(), message));
        };
        Ok(Some(AskedPosition {
            start,
            board,
            turn: Some(position.turn),
            last: None,
            marks: position.marks,
            notes: Vec::new(),
        }))
    }

    /// The game that a text names by its file or id, with the place in it; `None` if it names none.
    fn game(
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
        let Some(id) = looks_like_id(&address.target) else {
            return Ok(None);
        };
        let (start, tree) = lookup::tree_by_id(self.index, id)?;
        Ok(Some((address, start, tree)))
    }
}

/// Moves the span of an error from the text of a clause to the query. For a file, the error points at the whole clause.
fn in_clause(clause: &Clause, text: &str, content: &str, error: QueryError) -> QueryError {
    let span =
        if content == text { place_in(clause, text, &error) } else { clause.value_span.clone() };
    error.moved(span).or_coded(QueryErrorCode::BadPosition)
}

/// Board, or part of a board, in whose coordinates conditions on a hit name points.
#[derive(Clone, Copy, Debug)]
pub struct BoardFrame {
    game: GameKind,
    size: BoardSize,
    /// For a pattern: its upper left on the board, and its columns and rows.
    part: Option<(Point, BoardSize)>,
}

impl BoardFrame {
    /// Makes the frame of a whole board.
    pub fn board(asked: &AskedPosition) -> BoardFrame {
        BoardFrame { game: asked.start.game, size: asked.start.size, part: None }
    }

    /// Makes the frame of a part of a board.
    pub fn pattern(asked: &AskedPattern) -> BoardFrame {
        BoardFrame {
            game: asked.game,
            size: asked.board,
            part: Some((asked.corner, asked.pattern.size())),
        }
    }

    /// Converts a point into the pattern's coordinates, counted from its upper left; `None` if it lies outside.
    fn own(&self, point: Point) -> Option<Point> {
        let Some((corner, size)) = self.part else {
            return Some(point);
        };
        inside(corner, size, point)
    }
}

/// Parses the conditions in a query that consists only of conditions on hits.
pub fn terms_of(query: &Query, on: &BoardFrame) -> Result<Terms, QueryError> {
    let about = conjuncts(query).iter().map(|part| match &part.kind {
        NodeKind::Clause(clause) if clause.field.is_about_hit() => Ok(clause),
        _ => Err(QueryError::new(part.span.clone(), say!("error-not-about-hits"))
            .coded(QueryErrorCode::Misplaced)
            .advise(Remedy::FilterGames)),
    });
    terms(&about.collect::<Result<Vec<_>, _>>()?, on)
}

/// The conditions on the move for hits with engine values. Without an engine clause there is nothing they could apply
/// to.
fn terms_of_moves(about: &[&Clause], are_judged: bool) -> Result<Terms, QueryError> {
    let is_fine =
        |clause: &&&Clause| are_judged && matches!(clause.field, Field::Move | Field::ToMove);
    if let Some(clause) = about.iter().find(|clause| !is_fine(clause)) {
        return Err(lonely(clause));
    }
    let on = BoardFrame { game: GameKind::Go, size: BoardSize::GO, part: None };
    terms(about, &on)
}

/// The conditions that clauses put on the hits of a board.
fn terms(about: &[&Clause], on: &BoardFrame) -> Result<Terms, QueryError> {
    let mut terms = Terms::default();
    for clause in about {
        let text = || text_of(&clause.value, &clause.value_span);
        match clause.field {
            Field::Next => terms.next = Some(next_steps(clause, text()?, on)?),
            Field::ToMove => {
                let text = text()?;
                terms.to_move = Some(color(text).ok_or_else(|| {
                    let message = say!("error-not-a-side-to-move", text = text);
                    QueryError::new(clause.value_span.clone(), message)
                        .help(say!("error-not-a-side-to-move-help"))
                })?);
            }
            Field::In => terms.within = choice(clause, &SCOPES, NO_SCOPE)?,
            Field::Colours => {
                let choices = [("as-drawn", false), ("any", true)];
                terms.any_colours = choice(clause, &choices, NO_COLOURS)?;
            }
            Field::Symmetry => {
                let choices = [("all", false), ("none", true)];
                terms.as_drawn = choice(clause, &choices, NO_SYMMETRIES)?;
            }
            // `within:` is about the distance from one position to the next; see `sequence_gap`.
            Field::Within => {}
            _ => terms.moves = Some(numbers(clause)?),
        }
    }
    Ok(terms)
}

/// The span of an error inside a value. It is exact if the value stands unchanged in the query, with or without quotes.
fn place_in(clause: &Clause, text: &str, error: &QueryError) -> std::ops::Range<usize> {
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
            .help(say!("error-next-help"))
    };
    let trimmed = text.trim();
    let (colors, point): (&[Color], &str) = match trimmed.split_once(' ') {
        Some(("B" | "b" | "black", rest)) => (&[Color::Black], rest.trim()),
        Some(("W" | "w" | "white", rest)) => (&[Color::White], rest.trim()),
        _ => (&Color::BOTH, trimmed),
    };
    let steps = |step: &dyn Fn(Color) -> Step| colors.iter().map(|&color| step(color)).collect();
    let own = |point| on.own(point).ok_or_else(|| wrong("error-next-outside-pattern"));
    let action = match point.to_ascii_lowercase().as_str() {
        "end" => return Ok(vec![Step::End]),
        "elsewhere" if on.part.is_some() => return Ok(steps(&Step::Elsewhere)),
        "pass" => Move::Pass,
        _ if on.game == GameKind::Loa => match input::loa_move(point, on.size) {
            Some(Move::Slide { from, to }) => Move::Slide { from: own(from)?, to: own(to)? },
            Some(action) => action,
            None => return Err(wrong("error-next-not-a-move")),
        },
        _ => match input::go_point(point, on.size) {
            Some(point) => Move::Place(own(point)?),
            None => return Err(wrong("error-next-not-a-move")),
        },
    };
    Ok(steps(&|color| Step::Move(color, action)))
}

/// Ids of the messages about a value that is not among the allowed ones.
struct ChoiceError {
    why: &'static str,
    help: &'static str,
}

/// The value that a clause selects by its name; any other text gives `error`.
fn choice<T: Copy>(
    clause: &Clause,
    choices: &[(&str, T)],
    error: ChoiceError,
) -> Result<T, QueryError> {
    let text = text_of(&clause.value, &clause.value_span)?;
    let mut choices = choices.iter();
    let found = choices.find(|(name, _)| text.eq_ignore_ascii_case(name));
    found.map(|(_, value)| *value).ok_or_else(|| {
        QueryError::new(clause.value_span.clone(), say!(error.why, text = text))
            .help(say!(error.help))
    })
}

const SCOPES: [(&str, TreeScope); 4] = [
    ("main", TreeScope::Main),
    ("variations", TreeScope::Variations),
    ("variation", TreeScope::Variations),
    ("any", TreeScope::Any),
];

const NO_SCOPE: ChoiceError =
    ChoiceError { why: "error-which-part-of-game", help: "error-which-part-of-game-help" };

const NO_COLOURS: ChoiceError =
    ChoiceError { why: "error-which-colours", help: "error-which-colours-help" };

const NO_SYMMETRIES: ChoiceError =
    ChoiceError { why: "error-which-symmetries", help: "error-which-symmetries-help" };

/// Turns a whole board in a sequence into a pattern with four edges, since positions are always matched in all
/// orientations.
fn as_drawn_part(part: SequenceBoard) -> SequenceBoard {
    match part {
        SequenceBoard::Position(board) => {
            SequenceBoard::Pattern(board.game(), Pattern::of_board(&board))
        }
        pattern @ SequenceBoard::Pattern(..) => pattern,
    }
}

/// The allowed distances between the boards of a sequence. A sequence must be on the main line, as must engine values.
fn sequence_gap(
    about: &[&Clause],
    terms: &Terms,
    is_judged: bool,
) -> Result<RangeInclusive<u32>, QueryError> {
    let of = |field: Field| about.iter().find(|clause| clause.field == field);
    if let (TreeScope::Variations | TreeScope::Any, Some(clause)) = (terms.within, of(Field::In)) {
        let message = if is_judged {
            say!("error-judged-on-main-line")
        } else {
            say!("error-sequence-on-main-line")
        };
        return Err(QueryError::new(clause.value_span.clone(), message)
            .help(say!("error-leave-out-or-one-position")));
    }
    of(Field::Within).map_or(Ok(0..=u32::MAX), |clause| gap(clause))
}

/// The distances in moves that a `within:` clause allows. A single number is the maximum.
fn gap(clause: &Clause) -> Result<RangeInclusive<u32>, QueryError> {
    let range = numbers(clause)?;
    Ok(match (&clause.value, clause.op) {
        (FieldValue::Range { .. }, _) => range,
        (_, Op::Has | Op::Eq) => 0..=*range.end(),
        _ => range,
    })
}

/// The move numbers that a clause allows.
fn numbers(clause: &Clause) -> Result<RangeInclusive<u32>, QueryError> {
    let span = &clause.value_span;
    let number = |text: &str| {
        text.parse::<u32>().map_err(|_| {
            QueryError::new(span.clone(), say!("error-not-a-move-number", text = text))
                .help(say!("error-not-a-move-number-help"))
        })
    };
    let range = match &clause.value {
        FieldValue::Range { from, to } => {
            from.as_deref().map_or(Ok(0), number)?..=to.as_deref().map_or(Ok(u32::MAX), number)?
        }
        value => {
            let n = number(text_of(value, span)?)?;
            match clause.op {
                Op::Has | Op::Eq => n..=n,
                Op::Lt => match n.checked_sub(1) {
                    Some(most) => 0..=most,
                    None => return Err(empty_range(span)),
                },
                Op::Le => 0..=n,
                Op::Gt => n.saturating_add(1)..=u32::MAX,
                Op::Ge => n..=u32::MAX,
            }
        }
    };
    if range.is_empty() { Err(empty_range(span)) } else { Ok(range) }
}
