//! A game that was read.

use crate::analysis;
use crate::boards::{Boards, TooLarge, board, boards};
use crate::errors::raised_error;
use kifu_index::drawing::{BoardDrawing, at_place, svg};
use kifu_index::engine::game::{GameMoment, Position, position, read_entry, read_marks};
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

/// A game, and where it was read.
pub struct Read {
    /// Its id, if an index was asked for it.
    pub id: Option<String>,
    pub record: GameRecord,
    pub origin: Origin,
    pub text: FileText,
    /// The bytes of a game that is in no file.
    pub bytes: Option<Arc<[u8]>>,
}

/// Something odd in a record.
#[pyclass(module = "kifu_index", frozen, get_all, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// The stable name of its kind: `bad-move`.
    code: &'static str,
    /// What was found and what was done about it.
    message: String,
    /// The place in bytes of the file; 0 is the file as a whole.
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
pub struct Game(pub Read);

impl Game {
    fn place(&self, py: Python<'_>, at: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        let at = match at {
            Some(at) => GameMoment::Move(self.number(at)?),
            None => GameMoment::End,
        };
        let Read { record, origin, .. } = &self.0;
        let place = py.detach(|| position(record.start, &record.tree, at));
        place.map_err(|error| raised_error(py, in_file(error, origin)))
    }

    /// The number of a move.
    fn number(&self, at: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = at.py();
        at.extract().map_err(|error: PyErr| {
            if !error.is_instance_of::<PyOverflowError>(py) {
                return error;
            }
            let most = self.0.record.tree.main_moves();
            let error = Error::new(ErrorKind::NotFound, format!("there is no move {at}"));
            let help = format!("write a number from 0, before the first move, to {most}");
            raised_error(py, in_file(error, &self.0.origin).advise(Remedy::Text(help.into())))
        })
    }

    /// The markup of the nodes. It is no part of a record, so the text is read again; a file that is gone has none.
    fn marks(&self) -> Vec<Mark> {
        let Read { origin, bytes, .. } = &self.0;
        let read = || {
            let members = origin.members.iter();
            let names: Vec<&str> = members.clone().map(|member| member.name.as_str()).collect();
            let occurrences: Vec<u32> = members.map(|member| member.occurrence).collect();
            let entry = read_entry(&origin.path, &names, &occurrences).ok()?;
            Some(read_marks(&entry.bytes))
        };
        let all = match bytes {
            Some(bytes) => read_marks(bytes),
            None => read().unwrap_or_default(),
        };
        let nth = (origin.game as usize).checked_sub(1);
        nth.and_then(|nth| all.into_iter().nth(nth)).unwrap_or_default()
    }

    fn no_board(&self, py: Python<'_>) -> PyErr {
        let message = "the rules of this game are not known, so there is no board";
        raised_error(py, in_file(Error::new(ErrorKind::NotFound, message), &self.0.origin))
    }

    fn array<'py>(&self, py: Python<'py>, boards: Boards) -> PyResult<Bound<'py, PyArray3<u8>>> {
        PyArray1::from_vec(py, boards.points).reshape(boards.shape)
    }
}

fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl Game {
    /// The file, as an absolute path; empty if the game was read from bytes.
    #[getter]
    fn path(&self) -> String {
        path_text(&self.0.origin.path)
    }

    /// The members of archives, joined by `!`; `None` for a loose file.
    #[getter]
    fn member(&self) -> Option<String> {
        self.0.origin.member_name()
    }

    /// The number of the game in its file, from 1.
    #[getter]
    fn game(&self) -> u32 {
        self.0.origin.game
    }

    /// `go`, `loa` or `other`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.record.start.game.name()
    }

    /// `sgf`, `jgf`, `gib`, `ngf` or `ugf`.
    #[getter]
    fn format(&self) -> &'static str {
        self.0.record.format.as_str()
    }

    /// How the bytes became text: `utf-8`, `gbk`.
    #[getter]
    fn charset(&self) -> &'static str {
        self.0.text.charset.name
    }

    /// The columns and the rows of the board.
    #[getter]
    fn size(&self) -> (u8, u8) {
        let size = self.0.record.start.size;
        (size.width(), size.height())
    }

    /// How the game ended, as `W+R`; `None` if unknown.
    #[getter]
    fn result(&self) -> Option<String> {
        self.0.record.info.result.map(|result| result.to_string())
    }

    /// The moves of the main line: pairs of the colour and the point, `("B", "Q16")`. A pass is `"pass"`; in Lines of
    /// Action a move is `"b1-b3"`, in other games it is what the record says.
    #[getter]
    fn moves(&self) -> Vec<(&'static str, String)> {
        let GameRecord { start, tree, .. } = &self.0.record;
        let name = |action: &Action| match *action {
            Action::Move(color, played) => {
                Some((letter(color), move_name(start.game, start.size, played)))
            }
            Action::Raw(color, text) => Some((letter(color), tree.text(text).to_owned())),
            Action::Add(..) | Action::Turn(_) => None,
        };
        let actions = tree.main_line().flat_map(|node| tree.actions(node));
        actions.filter_map(name).collect()
    }

    /// What was odd about the record, moves that the rules forbid included.
    #[getter]
    fn diagnostics(&self, py: Python<'_>) -> Vec<Diagnostic> {
        let record = &self.0.record;
        let end = py.detach(|| position(record.start, &record.tree, GameMoment::End).ok());
        let told = |diagnostic: &kifu_index::record::Diagnostic| Diagnostic {
            code: diagnostic.code.as_str(),
            message: diagnostic.message.to_string(),
            offset: diagnostic.offset,
        };
        diagnostics(record, end.as_ref()).iter().map(told).collect()
    }

    /// The comments: pairs of the number of moves before them and the text, those of variations included.
    #[getter]
    fn comments(&self) -> Vec<(u32, String)> {
        let tree = &self.0.record.tree;
        let numbers = tree.move_numbers();
        let number = |node: u32| numbers.get(node as usize).copied().unwrap_or(0);
        let comments = tree.comments();
        comments.map(|(node, text)| (number(node), text.to_owned())).collect()
    }

    /// What engines said, variations included: columns of equal length, a row for each position that one of them looked
    /// at. `node`, `move` (the number of moves before the position), `engine`, `source`, `black_winrate` (0 to 1),
    /// `black_lead` (points), `visits`, `drop` (percent) and `loss` (points) of the move before, `best`. What is not
    /// told is NaN or `None`. `pandas.DataFrame(game.analysis)` is a table.
    #[getter]
    fn analysis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        analysis::columns(py, &self.0.record)
    }

    /// The positions of the main line: a `uint8` array of shape `[moves + 1, rows, columns]`, 0 empty, 1 Black, 2 White
    /// (3 a hole of Lines of Action). Row 0 is the top. Index 0 is the position after the setup, index 42 that after 42
    /// moves. Captures are those of the index; forbidden moves are executed.
    ///
    /// Raises `KifuError` for games whose rules are not known.
    fn boards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let record = &self.0.record;
        if !record.start.has_rules() {
            return Err(self.no_board(py));
        }
        let made = py.detach(|| boards(record));
        let made = made.map_err(|TooLarge| PyMemoryError::new_err("the boards of the game"))?;
        self.array(py, made)
    }

    /// The position after so many moves of the main line, or the last one: a `uint8` array of shape `[rows, columns]`.
    ///
    /// Raises `KifuError` for games whose rules are not known, and for moves that the game does not have.
    #[pyo3(signature = (r#move=None))]
    fn board<'py>(
        &self,
        py: Python<'py>,
        r#move: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let place = self.place(py, r#move)?;
        let found = place.board.as_ref().ok_or_else(|| self.no_board(py))?;
        self.array(py, board(found))?.as_any().get_item(0)
    }

    /// The board after so many moves of the main line, or at its end, as an SVG drawing with the markup of its node.
    ///
    /// Raises `KifuError` for games whose rules are not known, and for moves that the game does not have.
    #[pyo3(signature = (r#move=None))]
    fn svg(&self, py: Python<'_>, r#move: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let place = self.place(py, r#move)?;
        let Some(board) = &place.board else {
            return Err(self.no_board(py));
        };
        Ok(py.detach(|| svg(&at_place(&place, board, &self.marks())).into_string()))
    }

    /// Who played, when, where, and how it ended: the row that a search gives, without an id.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Read { record, origin, text, .. } = &self.0;
        let row = py.detach(|| {
            json(&GameRow::of_record(
                record,
                origin,
                text,
                Needs {
                    openings: true,
                    played: true,
                    positions: true,
                    facts: true,
                    numbers: false,
                    persons: true,
                    marks: false,
                },
                &mut Replayer::new(),
            ))
        })?;
        py.import("kifu_index._rows")?.getattr("GameRow")?.call_method1("_of_json", (row,))
    }

    /// All that was read of the game as plain data: the object of the command's `show --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Read { id, record, origin, text, .. } = &self.0;
        let object = py.detach(|| {
            let marks = self.marks();
            json(&game_line(record, origin, text).with_id(id.clone()).with_marks(&marks))
        })?;
        py.import("json")?.call_method1("loads", (object,))
    }

    fn __repr__(&self) -> String {
        let Read { record, origin, .. } = &self.0;
        let name = |player: &Player| {
            let name = player.name.as_deref().unwrap_or("?");
            truncate(&clean(name), 40).into_owned()
        };
        let (black, white) = (name(&record.info.players.black), name(&record.info.players.white));
        let result = self.result().unwrap_or_else(|| "?".into());
        let moves = record.tree.main_moves();
        let origin = origin.to_string();
        format!("<{black} - {white}, {result}, {moves} moves: {}>", clean(&origin))
    }

    /// The last position, for a notebook.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if !self.0.record.start.has_rules() {
            return Ok(None);
        }
        let drawn = self.svg(py, None)?;
        Ok(Some(format!("<div style=\"max-width:26em\">{drawn}</div>")))
    }
}

/// The board of an answer as a drawing, given its rows from the top: `X`, `O` and `.`.
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
        part: None,
        open: Vec::new(),
        title: "The position".into(),
        play: None,
        turn: Color::Black,
    };
    Ok(svg(&drawing).into_string())
}

/// The error with the game's file, if it is in one.
fn in_file(error: Error, origin: &Origin) -> Error {
    if origin.path.as_os_str().is_empty() { error } else { error.at(origin) }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
