//! Parses what a request searches for on the board: a position, a pattern, or a place in a game.

use super::failure::{Failure, Result};
use super::files::{self, AddressTarget};
use super::game::nth_record;
use super::request::{BoardOperand, BoardSearch};
use super::snapshot::Snapshot;
use kifu_archive::error::{DrawnPart, Error, ErrorKind, Remedy};
use kifu_language::address::{GameAddress, GamePosition};
pub use kifu_language::input::pattern::PatternInput;
use kifu_language::input::pattern::{
    self, PatternArea, PatternCut, PatternOptions, cut, is_drawn_part, is_partial_diagram,
    not_a_pattern, read_drawn, split_area,
};
use kifu_language::input::{self, BoardInput};
use kifu_language::locate::{position_with_budget, target_point};
use kifu_language::{QueryError, QueryErrorCode, board_size, parse};
use kifu_messages::say;
use kifu_query::search::read_tree_by_id;
use kifu_record::game::pattern::{Cell, Edges};
use kifu_record::game::{BoardSize, GameKind};
use kifu_record::text::charset;
use kifu_record::{GameTree, Start, numbers};
use serde::{Deserialize, Serialize};

/// Position or pattern to search for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum BoardSubject {
    /// Whole board. A condition of the request says whether rotated and mirrored boards match, too.
    Position(BoardInput),
    /// Part of a board, or a board with open points (points that may be, for instance, either empty or black).
    Pattern(PatternInput),
}

/// Parses the text of a position in a request, such as `Q16 D4`. A diagram that shows only a part of a board becomes a
/// pattern.
pub(super) fn position_subject(request: &BoardSearch, snapshot: &Snapshot) -> Result<BoardSubject> {
    match &request.subject {
        BoardOperand::Position(position) => Ok(BoardSubject::Position(position.as_ref().clone())),
        BoardOperand::Pattern(pattern) => Ok(BoardSubject::Pattern(pattern.as_ref().clone())),
        written => read_position(request, written, snapshot),
    }
}

/// Reads a position or a pattern from a text, or from the game that the text names.
fn read_position(
    request: &BoardSearch,
    operand: &BoardOperand,
    snapshot: &Snapshot,
) -> Result<BoardSubject> {
    let game_kind = parse_game_kind(request.kind.as_deref())?;
    let size = requested_size(request)?;
    let text = operand_text(operand, snapshot)?;
    if let Some(position) = operand_position(operand, snapshot)? {
        return Ok(BoardSubject::Position(position));
    }
    let failed = |error| position_error(error, &text);
    let options = PatternOptions { kind: game_kind, size, sequence: false };
    if is_partial_diagram(&text, size)
        && let Some(drawn) = read_drawn(&text, &options)
    {
        return drawn.map(BoardSubject::Pattern).map_err(failed);
    }
    let position = input::read(&text, game_kind, size).map_err(failed)?;
    Ok(BoardSubject::Position(position))
}

/// Parses the text of a request as a diagram of a corner; `None` if it is anything else.
pub(super) fn drawn_corner(
    request: &BoardSearch,
    snapshot: &Snapshot,
) -> Result<Option<PatternInput>> {
    let options = PatternOptions {
        kind: parse_game_kind(request.kind.as_deref())?,
        size: requested_size(request)?,
        sequence: false,
    };
    let drawn = read_drawn(&operand_text(&request.subject, snapshot)?, &options);
    Ok(drawn.and_then(std::result::Result::ok).filter(|drawn| {
        let Edges { left, right, top, bottom } = drawn.pattern.edges();
        left != right && top != bottom
    }))
}

/// Makes the failure for an error in the text of a position, with that text.
fn position_error(error: QueryError, text: &str) -> Failure {
    Failure::Query(error.with_default_code(QueryErrorCode::BadPosition), text.to_owned())
}

/// Parses the text of a pattern in a request, such as a diagram of a corner.
pub(super) fn read_pattern(request: &BoardSearch, snapshot: &Snapshot) -> Result<PatternInput> {
    match &request.subject {
        BoardOperand::Pattern(pattern) => return Ok(pattern.as_ref().clone()),
        BoardOperand::Position(position) => {
            let part = pattern_area(request, position)?;
            return cut_pattern(request, position, part);
        }
        BoardOperand::Text(_) | BoardOperand::Words(_) => {}
    }
    let options = PatternOptions {
        kind: parse_game_kind(request.kind.as_deref())?,
        size: requested_size(request)?,
        sequence: request.sequence,
    };
    let text = operand_text(&request.subject, snapshot)?;
    let is_part = request.region.is_some() || request.corner.is_some();
    if let Some(drawn) = read_drawn(&text, &options).filter(|_| !is_part) {
        return drawn.map_err(|error| position_error(error, &text));
    }
    if is_part && is_drawn_part(&text, &options) {
        let message = "this drawing is a part of the board, so no other part can be cut out of it";
        let named = match (&request.corner, &request.region) {
            (Some(corner), _) => DrawnPart::Corner(corner.clone()),
            (None, region) => DrawnPart::Region(region.clone().unwrap_or_default()),
        };
        let error = Error::new(ErrorKind::Query, message);
        return Err(error.with_remedy(Remedy::LeavePartOut(named)).into());
    }
    if options.sequence && !is_part {
        let error = Error::new(ErrorKind::Query, "only a diagram has numbered stones");
        return Err(error.with_remedy(Remedy::DrawMoves).into());
    }
    let split = split_area(&text).filter(|_| !is_part && !text.contains('\n'));
    let subject = match (&request.subject, split) {
        (BoardOperand::Words(_), Some((rest, _))) => BoardOperand::Words(vec![rest.to_owned()]),
        (BoardOperand::Text(_), Some((rest, _))) => BoardOperand::Text(rest.to_owned()),
        (subject, _) => subject.clone(),
    };
    let position = match operand_position(&subject, snapshot)? {
        Some(position) => position,
        None => {
            let text = split.map_or(text.as_str(), |(rest, _)| rest);
            input::read(text, options.kind, options.size)
                .map_err(|error| position_error(not_a_pattern(error), text))?
        }
    };
    let part = match split {
        Some((_, words)) => {
            pattern::parse_area(words, position.board.size()).ok_or_else(|| region_error(words))?
        }
        None => pattern_area(request, &position)?,
    };
    cut_pattern(request, &position, part)
}

/// Cuts a pattern out of a position by the options of the request.
fn cut_pattern(
    request: &BoardSearch,
    position: &BoardInput,
    part: PatternArea,
) -> Result<PatternInput> {
    let options = cut_options(request, position.board.size())?;
    let cut =
        cut(position, part, &options).map_err(|message| Error::new(ErrorKind::Query, message));
    Ok(cut.map_err(|error| error.with_remedy(Remedy::NamePart))?)
}

/// Returns the board size that the request names, or the size to which its query restricts the games.
pub(super) fn requested_size(request: &BoardSearch) -> Result<Option<BoardSize>> {
    if let Some(text) = request.size.as_deref() {
        return Ok(Some(parse_size(text, Remedy::WriteSize)?));
    }
    let text = request.hits.filter.as_deref().unwrap_or_default();
    // Errors of the query are reported later, when the query is planned, because only then their place in the query is
    // known.
    let query = parse(text).ok();
    let size =
        query.as_ref().and_then(|query| board_size::required_size(query.parts()).ok().flatten());
    Ok(size.map(|(size, _)| size))
}

fn parse_size(text: &str, remedy: Remedy) -> kifu_archive::error::Result<BoardSize> {
    numbers::parse_size(text).ok_or_else(|| {
        Error::new(ErrorKind::Query, format!("`{text}` is not a board size")).with_remedy(remedy)
    })
}

fn parse_game_kind(text: Option<&str>) -> Result<Option<GameKind>> {
    match text.map(str::to_ascii_lowercase).as_deref() {
        None => Ok(None),
        Some("go") => Ok(Some(GameKind::Go)),
        Some("loa") => Ok(Some(GameKind::Loa)),
        Some(other) => {
            Err(Error::new(ErrorKind::Query, format!("there are no positions of `{other}`"))
                .with_remedy(Remedy::WriteKind)
                .into())
        }
    }
}

/// Parses the options of a pattern that is cut out of a position: its edges, its open points, and the order of its
/// moves.
fn cut_options(request: &BoardSearch, size: BoardSize) -> Result<PatternCut> {
    let wrong = |text: &str, what: &str, help: &'static str| {
        Error::new(ErrorKind::Query, format!("`{text}` {what}")).with_help(help)
    };
    let edges = request.edges.as_deref().map(|text| {
        let help = "write left, right, top, bottom or none";
        Edges::parse(text).ok_or_else(|| wrong(text, "is not a side of a region", help))
    });
    let open = request.open.iter().map(|(name, sign)| {
        let point = input::go_point(name, size)
            .ok_or_else(|| wrong(name, "is not a point of this board", "write a point: Q16"))?;
        let help = "the signs are ?, A, V and *";
        let cell = Cell::from_open_symbol(*sign)
            .ok_or_else(|| wrong(&sign.to_string(), "is not a sign for an open point", help))?;
        Ok((point, cell))
    });
    Ok(PatternCut {
        edges: edges.transpose()?,
        open: open.collect::<kifu_archive::error::Result<_>>()?,
        sequence: request.sequence,
    })
}

/// Parses the option that tells which part of the position is the pattern.
fn pattern_area(request: &BoardSearch, position: &BoardInput) -> Result<PatternArea> {
    match (&request.region, &request.corner) {
        (Some(text), _) => {
            let region = pattern::parse_region(text, position.board.size());
            Ok(region.ok_or_else(|| region_error(text))?)
        }
        (None, Some(text)) if text.is_empty() => Ok(PatternArea::Corner(None)),
        (None, Some(text)) => {
            let size = parse_size(text, Remedy::WriteCorner)?;
            Ok(PatternArea::Corner(Some(size)))
        }
        (None, None) => Err(Error::new(
            ErrorKind::Query,
            "this is a whole position, and a pattern is a part of it",
        )
        .with_remedy(Remedy::NamePartOrWhole)
        .into()),
    }
}

/// Makes the error for a text that should name a part of a board and does not.
pub fn region_error(text: &str) -> Error {
    let message = format!("`{text}` is not a region of this board");
    Error::new(ErrorKind::Query, message)
        .with_help("a region is named by two of its corners, O13-T19")
}

/// Returns the position or pattern of a request as one text. `@file` is replaced by the text of the file with that
/// name.
fn operand_text(operand: &BoardOperand, snapshot: &Snapshot) -> Result<String> {
    let word = match operand {
        BoardOperand::Text(text) if text.starts_with('@') => {
            return Err(files::files_not_allowed_error(text).into());
        }
        BoardOperand::Text(text) => return Ok(text.clone()),
        BoardOperand::Words(words) => match words.as_slice() {
            [one] => one,
            words => return Ok(words.join(" ")),
        },
        BoardOperand::Position(_) | BoardOperand::Pattern(_) => return Ok(String::new()),
    };
    let Some(path) = word.strip_prefix('@') else {
        return Ok(word.clone());
    };
    let bytes = snapshot
        .files
        .ok_or_else(|| files::files_not_allowed_error(word))?
        .text(path)
        .map_err(|error| Error::io(path, error))?;
    Ok(charset::decode(&bytes).text.into_owned())
}

/// Returns the position of a request that is named by a place in a game: a game in a file or archive, or the id of a
/// game. `None` if the request names neither.
fn operand_position(operand: &BoardOperand, snapshot: &Snapshot) -> Result<Option<BoardInput>> {
    let (text, files) = match operand {
        BoardOperand::Text(text) => (text, None),
        BoardOperand::Words(words) => match words.as_slice() {
            [one] => (one, snapshot.files),
            _ => return Ok(None),
        },
        BoardOperand::Position(_) | BoardOperand::Pattern(_) => return Ok(None),
    };
    // A text of several lines is a diagram or a list of moves, which may contain any character but never names a file.
    if text.contains('\n') || text.trim().is_empty() {
        return Ok(None);
    }
    let (address, target) = files::target(files, text)?;
    let (start, tree) = match target {
        AddressTarget::Entry(entry) => {
            let record = nth_record(&entry, address.game)?;
            (record.start, record.tree)
        }
        AddressTarget::Id(id) => read_tree_by_id(snapshot.index, &id)?,
        AddressTarget::Neither => return Ok(None),
    };
    Ok(Some(position_at(start, &tree, &address, snapshot)?))
}

fn position_at(
    start: Start,
    tree: &GameTree,
    address: &GameAddress,
    snapshot: &Snapshot,
) -> Result<BoardInput> {
    let found = position_with_budget(snapshot.index.budget(), start, tree, address.at)?;
    let board = found.board.ok_or_else(|| {
        let message = say!("error-game-without-rules", game = address.target.as_str());
        Error::new(ErrorKind::NotFound, message).with_help(say!("error-game-without-rules-help"))
    })?;
    let name = address.target.as_str();
    let note = match address.at {
        GamePosition::Node(node) => {
            say!("note-game-at-node", game = name, node = node.to_string())
        }
        _ => say!("note-game-after-moves", game = name, n = found.number),
    };
    Ok(BoardInput {
        start,
        board,
        turn: Some(found.turn),
        last: found.last.and_then(|(_, action)| target_point(action)),
        marks: found.marks,
        notes: vec![note],
    })
}
