//! The Python class for a game that was read: moves, boards, analysis, drawing.

use crate::analysis;
use crate::boards::{Boards, TooLarge, board_array, main_line_boards};
use crate::errors::error_to_exception;
use kifu_index::drawing::{BoardDrawing, position_drawing, svg};
use kifu_index::engine::game::{GamePosition, Position, position, read_entry, read_marks};
use kifu_index::engine::points::move_name;
use kifu_index::engine::record::{diagnostics, game_line};
use kifu_index::engine::row::{GameRow, Needs};
use kifu_index::error::{Error, ErrorKind, Remedy};
use kifu_index::formats::FileText;
use kifu_index::formats::sgf::marks::Mark;
use kifu_index::game::board::Board;
use kifu_index::game::{BoardSize, Color, Stone};
use kifu_index::origin::{Origin, path_text};
use kifu_index::record::{Action, GameRecord, Player, Replayer};
use kifu_index::text::display::{clean, truncate};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use std::sync::Arc;

/// A game that was read, and where it lies in the archive.
pub struct ReadGame {
    /// Id of the game, if it was read through an index.
    pub id: Option<String>,
    pub record: GameRecord,
    pub origin: Origin,
    pub text: FileText,
    /// Bytes of a game that comes from memory and not from a file.
    pub bytes: Option<Arc<[u8]>>,
}

/// A diagnostic: something odd in a record, and what the reader did about it.
#[pyclass(module = "kifu_index", frozen, get_all, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Stable name of the kind of diagnostic, such as `bad-move`.
    code: &'static str,
    /// What was found, and what was done about it.
    message: String,
    /// Byte offset in the file; 0 for the file as a whole.
    offset: usize,
}

#[pymethods]
impl Diagnostic {
    fn __repr__(&self) -> String {
        format!("<{} at {}: {}>", self.code, self.offset, self.message)
    }
}

/// A game as it was recorded: moves, information, tree, positions.
///
/// Games come from `kifu_index.read` and `Index.game`.
#[pyclass(module = "kifu_index", frozen)]
pub struct Game(pub ReadGame);

impl Game {
    fn position_at(&self, py: Python<'_>, at: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        let at = match at {
            Some(at) => GamePosition::Move(self.move_number(at)?),
            None => GamePosition::End,
        };
        let ReadGame { record, origin, .. } = &self.0;
        let place = py.detach(|| position(record.start, &record.tree, at));
        place.map_err(|error| error_to_exception(py, with_file(error, origin)))
    }

    /// Reads the number of a move from a Python value. If it is too large for an integer, the error says that the game
    /// has no such move.
    fn move_number(&self, at: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = at.py();
        at.extract().map_err(|error: PyErr| {
            if !error.is_instance_of::<PyOverflowError>(py) {
                return error;
            }
            let most = self.0.record.tree.main_move_count();
            let error = Error::new(ErrorKind::NotFound, format!("there is no move {at}"));
            let help = format!("write a number from 0, before the first move, to {most}");
            error_to_exception(
                py,
                with_file(error, &self.0.origin).with_remedy(Remedy::Text(help.into())),
            )
        })
    }

    /// Reads the markup of the nodes. A record does not keep markup, so the file is read again; a file that is gone has
    /// none.
    fn marks(&self) -> Vec<Mark> {
        let ReadGame { origin, bytes, .. } = &self.0;
        let read = || {
            let members = origin.members.iter();
            let names: Vec<&str> = members.clone().map(|member| member.name.as_str()).collect();
            let occurrences: Vec<u32> = members.map(|member| member.occurrence).collect();
            let entry = read_entry(&origin.path, &names, &occurrences, None).ok()?;
            Some(read_marks(&entry.bytes))
        };
        let all = match bytes {
            Some(bytes) => read_marks(bytes),
            None => read().unwrap_or_default(),
        };
        let nth = (origin.game as usize).checked_sub(1);
        nth.and_then(|nth| all.into_iter().nth(nth)).unwrap_or_default()
    }

    fn no_board_error(&self, py: Python<'_>) -> PyErr {
        let message = "the rules of this game are unknown, so there is no board";
        error_to_exception(py, with_file(Error::new(ErrorKind::NotFound, message), &self.0.origin))
    }

    fn to_array<'py>(&self, py: Python<'py>, boards: Boards) -> PyResult<Bound<'py, PyArray3<u8>>> {
        PyArray1::from_vec(py, boards.points).reshape(boards.shape)
    }
}

fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl Game {
    /// The path of the file, absolute; empty if the game was read from bytes.
    #[getter]
    fn path(&self) -> String {
        path_text(&self.0.origin.path)
    }

    /// The members of archives that lead to the game, joined by `!`; `None` for a loose file.
    #[getter]
    fn member(&self) -> Option<String> {
        self.0.origin.member_name()
    }

    /// The number of the game in its file, from 1.
    #[getter]
    fn game(&self) -> u32 {
        self.0.origin.game
    }

    /// The kind of game: `go`, `loa` or `other`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.record.start.game.name()
    }

    /// The format of the file: `sgf`, `jgf`, `gib`, `ngf`, `ugf`, `ogs` or `parquet`.
    #[getter]
    fn format(&self) -> &'static str {
        self.0.record.format.as_str()
    }

    /// The charset by which the file was decoded, such as `utf-8` or `gbk`.
    #[getter]
    fn charset(&self) -> &'static str {
        self.0.text.charset.name
    }

    /// The number of columns and the number of rows of the board.
    #[getter]
    fn size(&self) -> (u8, u8) {
        let size = self.0.record.start.size;
        (size.width(), size.height())
    }

    /// The result as in SGF, such as `W+R`; `None` if unknown.
    #[getter]
    fn result(&self) -> Option<String> {
        self.0.record.info.result.map(|result| result.to_string())
    }

    /// The moves of the main line, each a pair of colour and point: `("B", "Q16")`.
    ///
    /// A pass is `"pass"`. In Lines of Action a move is `"b1-b3"`; in games without known rules it is the text of the
    /// record.
    #[getter]
    fn moves(&self) -> Vec<(&'static str, String)> {
        let GameRecord { start, tree, .. } = &self.0.record;
        let name = |action: &Action| match *action {
            Action::Move(color, played) => {
                Some((color_letter(color), move_name(start.game, start.size, played)))
            }
            Action::Raw(color, text) => Some((color_letter(color), tree.raw_text(text).to_owned())),
            Action::Add(..) | Action::Turn(_) => None,
        };
        let actions = tree.main_line().flat_map(|node| tree.actions(node));
        actions.filter_map(name).collect()
    }

    /// The diagnostics of the record: what was odd, including moves that the rules forbid.
    #[getter]
    fn diagnostics(&self, py: Python<'_>) -> Vec<Diagnostic> {
        let record = &self.0.record;
        let end = py.detach(|| position(record.start, &record.tree, GamePosition::End).ok());
        let to_diagnostic = |diagnostic: &kifu_index::record::Diagnostic| Diagnostic {
            code: diagnostic.code.as_str(),
            message: diagnostic.message.to_string(),
            offset: diagnostic.offset,
        };
        diagnostics(record, end.as_ref()).iter().map(to_diagnostic).collect()
    }

    /// The comments, each a pair of the number of moves before it and the text. Comments of variations are included.
    #[getter]
    fn comments(&self) -> Vec<(u32, String)> {
        let tree = &self.0.record.tree;
        let numbers = tree.move_numbers();
        let number = |node: u32| numbers.get(node as usize).copied().unwrap_or(0);
        let comments = tree.comments();
        comments.map(|(node, text)| (number(node), text.to_owned())).collect()
    }

    /// The engine analysis, including that of variations, as a dict of columns with a row for each analysed position.
    ///
    /// The columns are `node`, `move` (the number of moves before the position), `engine`, `source`, `black_winrate` (0
    /// to 1), `black_lead` (points), `visits`, `drop` (percent) and `loss` (points) of the move that led to the
    /// position, and `best` (the engine's best move). Unknown values are NaN or `None`.
    /// `pandas.DataFrame(game.analysis)` makes a table of it.
    #[getter]
    fn analysis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        analysis::columns(py, &self.0.record)
    }

    /// The positions of the main line: a `uint8` array of shape `[moves + 1, rows, columns]`.
    ///
    /// The values are 0 for empty, 1 for Black, 2 for White, and 3 for a hole in Lines of Action. Row 0 is the top.
    /// Index 0 is the position after the setup, index 42 the position after 42 moves. Stones are captured as in the
    /// index; forbidden moves are played, too.
    ///
    /// Raises `KifuError` for games whose rules are not known.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let record = &self.0.record;
        if !record.start.has_rules() {
            return Err(self.no_board_error(py));
        }
        let result = py.detach(|| main_line_boards(record));
        let made = result.map_err(|TooLarge| PyMemoryError::new_err("the boards of the game"))?;
        self.to_array(py, made)
    }

    /// The position after `move` moves of the main line, or the last one: a `uint8` array of shape `[rows, columns]`.
    ///
    /// The values are those of `boards`. Raises `KifuError` for games whose rules are not known, and for moves that the
    /// game does not have.
    #[pyo3(signature = (r#move=None))]
    fn board<'py>(
        &self,
        py: Python<'py>,
        r#move: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let place = self.position_at(py, r#move)?;
        let found = place.board.as_ref().ok_or_else(|| self.no_board_error(py))?;
        self.to_array(py, board_array(found))?.as_any().get_item(0)
    }

    /// The board after `move` moves of the main line, or at its end, as an SVG drawing with the markup of its node.
    ///
    /// Raises `KifuError` for games whose rules are not known, and for moves that the game does not have.
    #[pyo3(signature = (r#move=None))]
    fn svg(&self, py: Python<'_>, r#move: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let place = self.position_at(py, r#move)?;
        let Some(board) = &place.board else {
            return Err(self.no_board_error(py));
        };
        Ok(py.detach(|| svg(&position_drawing(&place, board, &self.marks())).into_string()))
    }

    /// The players, date, event, result and so on: the row that a search gives, without an id.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ReadGame { record, origin, text, .. } = &self.0;
        let row = py.detach(|| {
            json(&GameRow::from_record(
                record,
                origin,
                text,
                Needs {
                    header: true,
                    place: true,
                    openings: true,
                    played: true,
                    positions: true,
                    facts: true,
                    numbers: false,
                    persons: true,
                    marks: false,
                    novelty: false,
                },
                &mut Replayer::new(),
            ))
        })?;
        py.import("kifu_index._tables")?.getattr("GameRow")?.call_method1("_of_json", (row,))
    }

    /// The whole record as plain data: the object that the command `show --json` prints.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ReadGame { id, record, origin, text, .. } = &self.0;
        let object = py.detach(|| {
            let marks = self.marks();
            json(&game_line(record, origin, text).with_id(id.clone()).with_marks(&marks))
        })?;
        py.import("json")?.call_method1("loads", (object,))
    }

    fn __repr__(&self) -> String {
        let ReadGame { record, origin, .. } = &self.0;
        let name = |player: &Player| {
            let name = player.name.as_deref().unwrap_or("?");
            truncate(&clean(name), 40).into_owned()
        };
        let (black, white) = (name(&record.info.players.black), name(&record.info.players.white));
        let result = self.result().unwrap_or_else(|| "?".into());
        let moves = record.tree.main_move_count();
        let origin = origin.to_string();
        format!("<{black} - {white}, {result}, {moves} moves: {}>", clean(&origin))
    }

    /// Draws the last position for a notebook.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if !self.0.record.start.has_rules() {
            return Ok(None);
        }
        let image = self.svg(py, None)?;
        Ok(Some(format!("<div style=\"max-width:26em\">{image}</div>")))
    }
}

/// Draws the board of an answer as SVG. The rows are given from the top, with `X`, `O` and `.`.
#[pyfunction]
pub(crate) fn draw(rows: Vec<String>) -> PyResult<String> {
    let columns = rows.first().map_or(0, String::len);
    let side = |length: usize| u8::try_from(length).unwrap_or_default();
    let size = BoardSize::new(side(columns), side(rows.len()));
    let size = size.ok_or_else(|| PyValueError::new_err("no board has this size"))?;
    let mut board = Board::new(kifu_index::game::GameKind::Go, size);
    for (point, sign) in size.points().zip(rows.iter().flat_map(|row| row.bytes())) {
        match sign {
            b'X' => board.set(point, Stone::Black),
            b'O' => board.set(point, Stone::White),
            _ => {}
        }
    }
    let drawing = BoardDrawing {
        board: &board,
        last: None,
        discs: Vec::new(),
        signs: Vec::new(),
        region: None,
        open_points: Vec::new(),
        title: "The position".into(),
        play_href: None,
        turn: Color::Black,
    };
    Ok(svg(&drawing).into_string())
}

/// Adds the game's file to an error, if the game comes from a file.
fn with_file(error: Error, origin: &Origin) -> Error {
    if origin.path.as_os_str().is_empty() { error } else { error.at(origin) }
}

fn color_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
