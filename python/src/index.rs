//! The Python class for an opened index: requests in, answers out; and the function that builds an index.

use crate::arrow_tables::Rows;
use crate::errors::{error_to_exception, to_exception};
use crate::game::{Game, ReadGame};
use crate::interruptible::{run_briefly, run_interruptible, run_watched};
use crate::request::{self, Request};
use kifu_index::engine::board::BoardAnswer;
use kifu_index::engine::build::{
    self as building, BuildReport, Limits, Options, ReadProgress, Shard, TableStamp,
    limits_of_last_build,
};
use kifu_index::engine::files::{
    AddressTarget, FileKind, GameAddress, LONGEST_TEXT, OperandFiles, as_game_id, file_kind,
};
use kifu_index::engine::game::read_entry;
use kifu_index::engine::request::{
    BoardSearch, BuildTree, Compare, FindChanges, FindComments, Suggest,
};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::stats::Counts;
use kifu_index::engine::{
    Aliases, Ask, AskOptions, Engine, Failure, Indexes, Item, Result as EngineResult,
};
use kifu_index::error::{Error, ErrorKind};
use kifu_index::operand;
use kifu_index::origin::path_text;
use kifu_index::userdata::book::{BookShape, BookSource, FixedBook, UsedBook};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The files of this machine, for positions such as `game.sgf#42`.
struct LocalFiles;

impl OperandFiles for LocalFiles {
    fn text(&self, path: &str) -> std::io::Result<Vec<u8>> {
        let file = operand::open(Path::new(path), &mut || ())?;
        operand::read_all(file, LONGEST_TEXT)
    }

    fn target(&self, text: &str) -> EngineResult<(GameAddress, AddressTarget)> {
        let is_file = |path: &str| Path::new(path).is_file();
        let address = GameAddress::resolve(text, is_file);
        let address = address.map_err(|error| Failure::Query(error, text.to_owned()))?;
        let (path, members) = address.split_target(is_file);
        let target = if is_file(&path) {
            AddressTarget::Entry(Box::new(read_entry(
                Path::new(&path),
                &members,
                &[],
                address.game,
            )?))
        } else if let Some(id) = as_game_id(&address.target) {
            AddressTarget::Id(id.to_ascii_lowercase())
        } else if file_kind(&address.target) != FileKind::Other {
            let message = format!("there is no file {path}");
            return Err(Error::new(ErrorKind::NotFound, message).into());
        } else {
            AddressTarget::Neither
        };
        Ok((address, target))
    }
}

/// An opened index, which answers requests in JSON. The Python package wraps it in a class with typed methods.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Index(Engine);

/// An answer: its JSON, its rows, and, if the time ran out, the number of games that were examined and the number of
/// all games.
type AnswerParts = (String, Rows, Option<(u64, u64)>);

#[pymethods]
impl Index {
    /// Opens the index in a folder, or several folders as one index.
    ///
    /// `aliases` has lines of additional spellings of players. `cache` is a folder that stores which games of several
    /// indexes are copies. `book` has the games of the book with which queries compare games, and `shape` says what its
    /// positions are.
    #[new]
    #[pyo3(signature = (folders, aliases="", cache=None, book=None, shape=None))]
    fn new(
        py: Python<'_>,
        folders: Vec<PathBuf>,
        aliases: &str,
        cache: Option<PathBuf>,
        book: Option<Vec<String>>,
        shape: Option<&str>,
    ) -> PyResult<Index> {
        let parsed = self::parse_aliases(py, aliases)?;
        if folders.is_empty() {
            return Err(PyValueError::new_err("name an index"));
        }
        let book = book_source(book, shape)?;
        let indexes = Indexes { folders, cache, aliases: parsed, book, ..Indexes::default() };
        let engine = py.detach(|| Engine::open_all(indexes));
        let engine = engine.map_err(|failure| to_exception(py, &failure))?;
        Ok(Index(engine.with_files(LocalFiles)))
    }

    /// The number of the index's state from which requests are answered. Every change of the index raises it.
    #[getter]
    fn generation(&self) -> u64 {
        self.0.generation()
    }

    /// Switches to the newest state of the index. Returns whether that is another state than before.
    fn refresh(&self, py: Python<'_>) -> PyResult<bool> {
        let result = py.detach(|| self.0.refresh());
        result.map_err(|failure| to_exception(py, &failure))
    }

    /// Answers a request, given as JSON, within `timeout` seconds.
    #[pyo3(signature = (request, timeout=None))]
    fn ask(&self, py: Python<'_>, request: &str, timeout: Option<f64>) -> PyResult<AnswerParts> {
        let request = request::parse(request)?;
        let (cancel, options) = ask_options(timeout)?;
        let is_brief = request.is_brief(&self.0);
        let work = || answer_request(&self.0, request, &options);
        let answer = if is_brief {
            run_briefly(py, &cancel, work)?
        } else {
            run_interruptible(py, &cancel, work)?
        };
        answer.map_err(|failure| to_exception(py, &failure))
    }

    /// Reads a game from the archive, by its id or by the beginning of an id that only one game has.
    fn game(&self, py: Python<'_>, id: &str) -> PyResult<Game> {
        let read = run_interruptible(py, &Arc::default(), || read_game(&self.0, id))?;
        read.map(Game).map_err(|failure| to_exception(py, &failure))
    }
}

/// Parses lines of spellings of players' names.
pub(crate) fn parse_aliases(py: Python<'_>, lines: &str) -> PyResult<Aliases> {
    let mut aliases = Aliases::default();
    match aliases.add(lines).first.first() {
        None => Ok(aliases),
        Some(line) => {
            let message = format!("the names, line {}: {}", line.number, line.message);
            Err(error_to_exception(py, Error::new(ErrorKind::Query, message)))
        }
    }
}

/// Returns the source of a book, from the texts of its games and the name of its shape.
pub(crate) fn book_source(
    texts: Option<Vec<String>>,
    shape: Option<&str>,
) -> PyResult<Option<Arc<dyn BookSource>>> {
    let parse = |name| {
        let message = || format!("shape={name:?}: write \"corner\" or \"board\"");
        BookShape::parse(name).ok_or_else(|| PyValueError::new_err(message()))
    };
    let shape = shape.map(parse).transpose()?;
    let source = |texts| Arc::new(FixedBook(Arc::new(UsedBook::new(texts, shape)))) as Arc<_>;
    Ok(texts.map(source))
}

/// Returns the flag that cancels an answer, and the options with the deadline of the answer. A timeout beyond the range
/// of the clock means no limit.
pub(crate) fn ask_options(timeout: Option<f64>) -> PyResult<(Arc<AtomicBool>, AskOptions)> {
    let deadline = |seconds: f64| {
        let message = || format!("timeout={seconds}: write seconds, 0 or more");
        let time = Duration::try_from_secs_f64(seconds);
        let time = time.map_err(|_| PyValueError::new_err(message()))?;
        PyResult::Ok(Instant::now().checked_add(time))
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let options = AskOptions {
        deadline: timeout.map(deadline).transpose()?.flatten(),
        cancel: Some(cancel.clone()),
        ..AskOptions::default()
    };
    Ok((cancel, options))
}

/// Collects the rows and tables of an answer, and turns the answer into JSON.
struct AnswerCollector<'a> {
    engine: &'a Engine,
    options: &'a AskOptions,
    rows: Vec<GameRow>,
    parts: Vec<Value>,
}

/// An answer as JSON, the number of the index's state that it reflects, and, if the time ran out, the numbers of
/// examined games and of all games.
type AnswerJson = (Value, u64, Option<(u64, u64)>);

impl AnswerCollector<'_> {
    fn ask<Q: Ask>(
        &mut self,
        question: &Q,
        render: impl FnOnce(&mut Self, Q::Answer) -> Value,
    ) -> EngineResult<AnswerJson> {
        let (rows, parts) = (&mut self.rows, &mut self.parts);
        let mut sink = |part: Item| {
            match part {
                Item::Game(game) => rows.push(game.clone()),
                Item::Counts(counts) => parts.push(counts_json(counts)),
                Item::Copies(group) => parts.push(to_json(group)),
                Item::Line(_) | Item::Record(_) | Item::Place(_) | Item::Pause => {}
            }
            ControlFlow::Continue(())
        };
        let reply = self.engine.ask(question, self.options, &mut sink)?;
        Ok((render(self, reply.answer), reply.generation, reply.incomplete))
    }

    fn ask_serialized<Q: Ask<Answer: Serialize>>(
        &mut self,
        question: &Q,
    ) -> EngineResult<AnswerJson> {
        self.ask(question, |_, answer| to_json(&answer))
    }

    fn board(&mut self, board: &BoardSearch) -> EngineResult<AnswerJson> {
        self.ask(board, |asking, mut board| {
            asking.rows = std::mem::take(&mut board.games);
            board_json(&board)
        })
    }

    fn answer(&mut self, request: Request) -> EngineResult<AnswerJson> {
        match request {
            Request::Search(asked) => self.ask_serialized(&asked),
            Request::Count(asked) => self.ask_serialized(&asked),
            Request::Explain(asked) => self.ask_serialized(&asked),
            Request::Advise(asked) => self.ask_serialized(&asked),
            Request::Position(board) | Request::Pattern(board) => self.board(&board),
            Request::Tree(board, growth) | Request::PatternTree(board, growth) => {
                self.ask_serialized(&BuildTree { board, growth })
            }
            Request::Stats(asked) => self.ask_serialized(&asked),
            Request::Compare(asked) => self.ask_serialized(&Compare::from(asked)),
            Request::Players(asked) => self.ask_serialized(&asked),
            Request::HeadToHead(asked) => self.ask_serialized(&asked),
            Request::Copies(asked) => self.ask_serialized(&asked),
            Request::Losses(asked) => self.ask_serialized(&asked),
            Request::Crosstable(asked) => self.ask_serialized(&asked),
            Request::Ratings(asked) => self.ask_serialized(&asked),
            Request::RatingsTest(asked) => self.ask_serialized(&asked),
            Request::Joseki(asked) => self.ask_serialized(&asked),
            Request::Book(asked) => self.ask_serialized(&asked),
            Request::Near(asked) => self.ask_serialized(&asked),
            Request::Novelty(asked) => self.ask_serialized(&asked),
            Request::First(asked) => self.ask_serialized(&asked),
            Request::At(places) => self.ask_serialized(&places),
            Request::Records(ids) => self.ask_serialized(&ids),
            Request::Status(asked) => self.ask_serialized(&asked),
            Request::Changes => self.ask_serialized(&FindChanges),
            Request::Suggest => self.ask_serialized(&Suggest),
            Request::Page(asked) => self.ask_serialized(&asked),
            Request::Hits(asked) => self.ask_serialized(&asked),
            Request::Comments(asked) => self.ask_serialized(&FindComments::from(asked)),
            Request::Parse(typed) => self.ask_serialized(&typed),
            Request::Complete(typed) => self.ask_serialized(&typed),
        }
    }
}

fn answer_request(
    engine: &Engine,
    request: Request,
    options: &AskOptions,
) -> EngineResult<AnswerParts> {
    let mut asking = AnswerCollector { engine, options, rows: Vec::new(), parts: Vec::new() };
    let (answer, generation, incomplete) = asking.answer(request)?;
    let object = json!({"answer": answer, "parts": asking.parts, "generation": generation});
    Ok((object.to_string(), Rows(asking.rows), incomplete))
}

/// Turns the answer about a position or a pattern into JSON, without its games.
pub(crate) fn board_json(board: &BoardAnswer) -> Value {
    json!({"answer": to_json(board), "notes": board.notes, "condition": board.condition})
}

/// Turns a table of statistics into JSON, with the sum of its games as `all`.
pub(crate) fn counts_json(counts: &Counts) -> Value {
    let mut table = to_json(counts);
    table["all"] = to_json(&counts.all);
    table
}

/// Turns a value into JSON. Answers hold nothing that JSON lacks, so this does not fail.
pub(crate) fn to_json(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

fn read_game(engine: &Engine, id: &str) -> EngineResult<ReadGame> {
    let file = Arc::unwrap_or_clone(engine.game(id)?.answer);
    Ok(ReadGame {
        id: Some(file.id),
        origin: file.entry.origin.game(file.game),
        record: file.read.record,
        text: file.read.text,
        bytes: None,
    })
}

/// Builds or refreshes an index; returns the outcome as JSON.
///
/// `watch` is called with the bytes found, the bytes read and the number of games.
#[pyfunction]
#[pyo3(signature = (roots, folder, checksum=false, rebuild=false, sniff=None, threads=None, shard=None, watch=None, sidecars=None, analysis=None, include=None, exclude=None, parquet_columns=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn build(
    py: Python<'_>,
    roots: Vec<PathBuf>,
    folder: PathBuf,
    checksum: bool,
    rebuild: bool,
    sniff: Option<bool>,
    threads: Option<usize>,
    shard: Option<&str>,
    watch: Option<Bound<'_, PyAny>>,
    sidecars: Option<bool>,
    analysis: Option<PathBuf>,
    include: Option<Vec<String>>,
    exclude: Option<Vec<String>>,
    parquet_columns: Option<&str>,
) -> PyResult<String> {
    let cancel = Arc::new(AtomicBool::new(false));
    let known = limits_of_last_build(&folder);
    let defaults = Options::default();
    let shard = shard.map(|text| {
        let shard = text.parse::<Shard>();
        shard.map_err(|error| error_to_exception(py, Error::new(ErrorKind::Query, error)))
    });
    let table = match analysis {
        None => Ok(known.table.clone()),
        Some(path) if path.as_os_str().is_empty() => Ok(None),
        Some(path) => TableStamp::from_path(&path).map(Some),
    };
    let table = table.map_err(|error| error_to_exception(py, error))?;
    let parquet_columns = match parquet_columns.map(str::parse) {
        None => known.parquet_columns.clone(),
        Some(columns) => columns
            .map_err(|error: String| error_to_exception(py, Error::new(ErrorKind::Query, error)))?,
    };
    let options = Options {
        threads: threads.unwrap_or(defaults.threads).max(1),
        limits: Limits {
            sniff: sniff.unwrap_or(known.sniff),
            sidecars: sidecars.unwrap_or(known.sidecars),
            parquet_columns,
            table,
            ..known
        },
        checksum,
        shard: shard.transpose()?,
        include,
        exclude,
        cancel: Some(cancel.clone()),
        ..defaults
    };
    let progress = ReadProgress::default();
    let report_progress = |_: Python<'_>| {
        let number = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let found = number(&progress.bytes_found);
        let read = number(&progress.bytes_read).max(number(&progress.bytes_done));
        match &watch {
            Some(watch) => watch.call1((found, read.min(found), number(&progress.games))).map(drop),
            None => Ok(()),
        }
    };
    let build = if rebuild { building::rebuild } else { building::build };
    let result =
        run_watched(py, &cancel, report_progress, || build(&folder, &roots, &options, &progress))?;
    let report = result.map_err(|error| error_to_exception(py, error))?;
    report_progress(py)?;
    Ok(report_json(&report).to_string())
}

fn report_json(report: &BuildReport) -> Value {
    let problems = report.problems.iter().map(|(path, problem)| {
        json!({"path": path, "member": problem.member, "kind": problem.kind, "message": problem.message})
    });
    let unread = report.unread_kinds.iter().map(|kind| {
        json!({
            "root": path_text(&kind.root),
            "ending": kind.ending,
            "files": kind.games,
            "not_inspected": kind.not_inspected,
            "example": kind.example,
        })
    });
    json!({
        "games": report.totals.game_count(),
        "read": report.read.game_count(),
        "added": report.added,
        "files": report.read.files,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "without_game": report.read.problem_count(),
        "odd_games": report.read.odd_games,
        "other_files": report.other_files,
        "excluded_files": report.excluded_files,
        "excluded_folders": report.excluded_folders,
        "unread": unread.collect::<Vec<_>>(),
        "unreachable": report.unreachable,
        "problems": problems.collect::<Vec<_>>(),
        "seconds": report.time.as_secs_f64(),
    })
}

/// The games of a book (a file, a folder or an archive), each as SGF.
#[pyfunction]
pub(crate) fn read_book(py: Python<'_>, path: PathBuf) -> PyResult<Vec<String>> {
    let texts = py.detach(|| kifu_index::engine::book::read_book(&path));
    texts.map_err(|error| error_to_exception(py, error))
}
