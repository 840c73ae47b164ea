//! Reads games and tables of games without an index.

use crate::analysis::{Series, SeriesValues, list_column, main_line_series};
use crate::arrow_tables::{
    Batch, Columns, build_arrays, named_columns, stream_capsule, to_arrow_schema,
};
use crate::errors::error_to_exception;
use crate::game::{Game, ReadGame};
use crate::process::ProcessLocal;
use crate::stream::{GameMapper, Next, Stream};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use kifu_index::cancel::TimeBudget;
use kifu_index::crawl::{FileKind, FilePatterns, Limits, Problem, RootScope, file_kind};
use kifu_index::engine::columns::{needs, texts};
use kifu_index::engine::doctor::reachable;
use kifu_index::engine::game::read_entry;
use kifu_index::engine::row::GameRow;
use kifu_index::error::{Error, ErrorKind};
use kifu_index::formats::{self, FileText, Source as FileSource};
use kifu_index::origin::{Origin, path_text};
use kifu_index::reading::{default_threads, no_game};
use kifu_index::record::{Diagnostics, GameRecord, Replayer};
use kifu_index::text::charset;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Maximum size in bytes of a file that is read as a whole on the calling thread. Larger files and archives are read by
/// several threads.
const SMALL_FILE_BYTES: u64 = 1 << 20;

/// Where the games to read come from.
enum Source<M: GameMapper> {
    /// A small file, which is read when the first game is requested.
    File(Option<(Input, M)>),
    Stream(Stream<M::Output>),
}

/// File or bytes that are read as a whole.
enum Input {
    Path(PathBuf),
    Bytes(Vec<u8>),
}

/// Files to read below a path.
struct ReadChoice {
    /// True to look for games in files of any name.
    sniff: bool,
    /// Patterns of files to add or to leave out.
    patterns: FilePatterns,
}

/// The results that a [`GameMapper`] makes of the games, such as rows of a table, in the order of the files.
struct Results<M: GameMapper> {
    source: Source<M>,
    problems: Vec<Problem>,
}

impl<M: GameMapper> Results<M> {
    /// Prepares to read a file or a folder.
    fn open(
        path: PathBuf,
        threads: Option<usize>,
        choice: &ReadChoice,
        make: M,
    ) -> Result<Results<M>, Error> {
        choice.patterns.check()?;
        let root = reachable(&[path])?.into_iter().next().unwrap_or_default();
        let fail = |error| Error::io(root.display(), error);
        let metadata = std::fs::metadata(&root).map_err(fail)?;
        let is_loose = !matches!(
            file_kind(&path_text(&root)),
            FileKind::Archive(_) | FileKind::OtherArchive(_)
        );
        let source = if metadata.is_file() && is_loose && metadata.len() <= SMALL_FILE_BYTES {
            Source::File(Some((Input::Path(root), make)))
        } else {
            let limits = Limits {
                // A user who names a file wants it read, whatever its extension.
                sniff: choice.sniff || metadata.is_file(),
                ..Limits::default()
            };
            let threads = threads.unwrap_or_else(default_threads).max(1);
            let scope = RootScope::new(&root, None).with_patterns(&choice.patterns);
            let stream = Stream::new(scope, threads, limits, make);
            Source::Stream(stream.map_err(|error| Error::io("no thread can be started", error))?)
        };
        let problems = Vec::new();
        Ok(Results { source, problems })
    }

    /// Returns the results of the next games. If reading takes long, returns `Wait`, so that the caller can check for
    /// signals and call again.
    fn next(&mut self) -> Result<Next<M::Output>, Error> {
        match &mut self.source {
            Source::Stream(stream) => stream.next(),
            Source::File(file) => match file.take() {
                None => Ok(Next::End),
                Some((input, make)) => {
                    let made = self.read(input, &make)?;
                    Ok(if made.is_empty() { Next::End } else { Next::Some(made) })
                }
            },
        }
    }

    fn read(&mut self, input: Input, make: &M) -> Result<Vec<M::Output>, Error> {
        let (bytes, entry);
        let (origin, source) = match input {
            Input::Bytes(given) => {
                bytes = given;
                (Origin::file(Path::new("")), FileSource::of_file(&bytes))
            }
            Input::Path(path) => {
                entry = read_entry::<&str>(&path, &[], &[], None)?;
                (entry.origin.clone(), entry.source())
            }
        };
        let decoded = charset::decode(source.bytes);
        let (mut made, mut replayer) = (Vec::new(), Replayer::new());
        let read = || {
            formats::read_decoded(source, &decoded, &mut |record, text, _| {
                let place = origin.game(text.number);
                made.push(make.map_game(record, place, text, &mut replayer));
            })
        };
        // The time budget is unlimited, so reading cannot be cut short.
        let read = TimeBudget::default().run(read);
        if made.is_empty() {
            let outside = read.map_or_else(|_| Diagnostics::default(), |(_, outside)| outside);
            self.problems.push(no_game(origin, source.bytes, &outside));
        }
        Ok(made)
    }

    fn problems(&self) -> Problems {
        let all = match &self.source {
            Source::Stream(stream) => stream.problems(),
            Source::File(_) => self.problems.clone(),
        };
        let to_tuple = |problem: &Problem| {
            let path = path_text(&problem.origin.path);
            let member = problem.origin.member_name();
            (path, member, problem.kind.as_str(), problem.message.clone())
        };
        all.iter().map(to_tuple).collect()
    }
}

/// Files and members that could not be read so far: path, member, kind, message.
type Problems = Vec<(String, Option<String>, &'static str, String)>;

/// Runs `work` under the lock of a value. The GIL is released meanwhile, since the thread that holds the lock may be
/// waiting for a file.
fn with_lock<S: Send, T: Send>(
    py: Python<'_>,
    source: &ProcessLocal<S>,
    work: impl FnOnce(&mut S) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let result = py.detach(|| work(&mut *source.lock()?));
    result.map_err(|error| error_to_exception(py, error))
}

/// Calls `next` until it returns something other than `Wait`, and returns that. Checks for signals meanwhile; an
/// interrupt is raised.
fn next_result<S: Send, T: Send>(
    py: Python<'_>,
    source: &ProcessLocal<S>,
    next: impl Fn(&mut S) -> Result<Next<T>, Error> + Send + Sync,
) -> PyResult<Option<T>> {
    loop {
        match with_lock(py, source, &next)? {
            Next::Some(mut made) => return Ok(made.pop()),
            Next::End => return Ok(None),
            Next::Wait => py.check_signals()?,
        }
    }
}

/// Turns games into [`ReadGame`]s, the values that Python gets from an iteration over games.
struct ReadGameMapper {
    /// Bytes that the games are read from, if there is no file.
    bytes: Option<Arc<[u8]>>,
}

impl GameMapper for ReadGameMapper {
    type Output = ReadGame;

    fn map_game(
        &self,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
        _: &mut Replayer,
    ) -> ReadGame {
        ReadGame { id: None, record, origin, text: text.clone(), bytes: self.bytes.clone() }
    }
}

/// Reader of the games of a file or a folder, one after the other.
struct Games {
    results: Results<ReadGameMapper>,
    /// Games that were read together with the last one and have not been returned yet.
    ready: std::vec::IntoIter<ReadGame>,
}

impl Games {
    /// Returns the next game. If reading takes long, returns `Wait`, so that the caller can check for signals and call
    /// again.
    fn next(&mut self) -> Result<Next<ReadGame>, Error> {
        if self.ready.as_slice().is_empty() {
            match self.results.next()? {
                Next::Some(made) => self.ready = made.into_iter(),
                Next::Wait => return Ok(Next::Wait),
                Next::End => return Ok(Next::End),
            }
        }
        Ok((self.ready.next()).map_or(Next::End, |read| Next::Some(vec![read])))
    }
}

/// Iterates over the games of a file or a folder.
///
/// One lock is held while games are fetched and the first of them is taken, so threads that share a reader lose no
/// games.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Reader(ProcessLocal<Games>);

#[pymethods]
impl Reader {
    /// Prepares to read the games of a file or folder (`path`), or of bytes.
    #[new]
    #[pyo3(signature = (path=None, data=None, threads=None, sniff=false, include=Vec::new(), exclude=Vec::new()))]
    fn new(
        py: Python<'_>,
        path: Option<PathBuf>,
        data: Option<Vec<u8>>,
        threads: Option<usize>,
        sniff: bool,
        include: Vec<String>,
        exclude: Vec<String>,
    ) -> PyResult<Reader> {
        let choice = ReadChoice { sniff, patterns: FilePatterns { include, exclude } };
        let results = match (path, data) {
            (Some(path), None) => {
                let opened = py.detach(|| {
                    Results::open(path, threads, &choice, ReadGameMapper { bytes: None })
                });
                opened.map_err(|error| error_to_exception(py, error))?
            }
            (None, Some(data)) => {
                let bytes = Some(data.as_slice().into());
                Results {
                    source: Source::File(Some((Input::Bytes(data), ReadGameMapper { bytes }))),
                    problems: Vec::new(),
                }
            }
            _ => return Err(PyValueError::new_err("name a path, or give bytes")),
        };
        Ok(Reader(ProcessLocal::new(Games { results, ready: Vec::new().into_iter() })))
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        // Most games are ready already. Releasing the GIL for each of them would cost more than the game.
        let ready = || self.0.try_lock()?.ready.next();
        let read = match ready() {
            Some(read) => Some(read),
            None => next_result(py, &self.0, Games::next)?,
        };
        Ok(read.map(Game))
    }

    /// The files and members that could not be read so far: path, member, kind, message.
    #[getter]
    fn problems(&self, py: Python<'_>) -> PyResult<Problems> {
        with_lock(py, &self.0, |games| Ok(games.results.problems()))
    }
}

/// Turns games into rows of a table: the texts of the columns, and lists of the engine's values for each position.
struct RowMapper {
    columns: Columns,
    series: Vec<Series>,
}

/// A game as a row of a table.
struct Row {
    texts: Vec<String>,
    series: Vec<SeriesValues>,
}

impl GameMapper for RowMapper {
    type Output = Row;

    fn map_game(
        &self,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
        replayer: &mut Replayer,
    ) -> Row {
        let row = GameRow::from_record(&record, &origin, text, needs(&self.columns), replayer);
        Row { texts: texts(&row, &self.columns), series: main_line_series(&record, &self.series) }
    }
}

/// A table while it is read, with the rows that do not fill a batch yet.
struct Table {
    results: Results<RowMapper>,
    columns: Columns,
    schema: SchemaRef,
    rows: usize,
    pending_rows: Vec<Row>,
}

impl Table {
    /// Returns the next batch. If reading takes long, returns `Wait`, so that the caller can check for signals and call
    /// again.
    fn next(&mut self) -> Result<Next<RecordBatch>, Error> {
        while self.pending_rows.len() < self.rows {
            match self.results.next()? {
                Next::Some(made) => self.pending_rows.extend(made),
                Next::Wait => return Ok(Next::Wait),
                Next::End => break,
            }
        }
        let count = self.rows.min(self.pending_rows.len());
        if count == 0 {
            return Ok(Next::End);
        }
        let rows = self.pending_rows.drain(..count).collect::<Vec<_>>();
        let texts = rows.iter().map(|row| row.texts.as_slice());
        let mut texts = build_arrays(&self.columns, texts).into_iter();
        let series = rows.first().map_or(0, |row| row.series.len());
        let series =
            (0..series).map(|at| list_column(rows.iter().filter_map(|row| row.series.get(at))));
        let mut series = series.collect::<Vec<_>>().into_iter();
        let in_order = self.schema.fields().iter().filter_map(|field| {
            if field.data_type().is_nested() { series.next() } else { texts.next() }
        });
        let batch = RecordBatch::try_new(self.schema.clone(), in_order.collect());
        batch
            .map(|batch| Next::Some(vec![batch]))
            .map_err(|error| Error::new(ErrorKind::Limit, error.to_string()))
    }
}

/// The batches of a table that is read without an index.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Batches {
    table: Arc<ProcessLocal<Table>>,
    schema: SchemaRef,
    /// True if the stream of batches was handed out for Arrow's interface. From then on only the stream reads the
    /// table.
    is_given: AtomicBool,
}

impl Batches {
    fn stream_taken_error(py: Python<'_>) -> PyErr {
        let message = "somebody else reads this table now";
        error_to_exception(py, Error::new(ErrorKind::Stale, message))
    }
}

#[pymethods]
impl Batches {
    /// Prepares to read columns of the games of a file or a folder, in batches of `rows` rows.
    #[new]
    #[pyo3(signature = (path, names, rows=8192, threads=None, sniff=false, include=Vec::new(), exclude=Vec::new()))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        names: Vec<String>,
        rows: usize,
        threads: Option<usize>,
        sniff: bool,
        include: Vec<String>,
        exclude: Vec<String>,
    ) -> PyResult<Batches> {
        let is_series = |name: &&String| Series::from_name(name).is_some();
        let (series, others): (Vec<_>, Vec<_>) = names.iter().partition(is_series);
        let others: Vec<String> = others.into_iter().cloned().collect();
        let columns = if others.is_empty() && !series.is_empty() {
            Columns::from([])
        } else {
            named_columns(py, &others)?
        };
        let make = RowMapper {
            columns: columns.clone(),
            series: series.iter().filter_map(|name| Series::from_name(name)).collect(),
        };
        let choice = ReadChoice { sniff, patterns: FilePatterns { include, exclude } };
        let results = py.detach(|| Results::open(path, threads, &choice, make));
        let base_schema = to_arrow_schema(&columns);
        let mut known = base_schema.fields().iter().cloned();
        let fields = names.iter().filter_map(|name| match Series::from_name(name) {
            Some(series) => Some(Arc::new(series.field())),
            None => known.next(),
        });
        let schema: SchemaRef = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let table = Arc::new(ProcessLocal::new(Table {
            results: results.map_err(|error| error_to_exception(py, error))?,
            schema: schema.clone(),
            columns,
            rows: rows.max(1),
            pending_rows: Vec::new(),
        }));
        Ok(Batches { table, schema, is_given: AtomicBool::new(false) })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        if self.is_given.load(Ordering::Relaxed) {
            return Err(Batches::stream_taken_error(py));
        }
        Ok(next_result(py, &self.table, Table::next)?.map(Batch))
    }

    /// A batch without rows. Callers get the names and types of the columns from it.
    fn empty(&self) -> Batch {
        Batch(RecordBatch::new_empty(self.schema.clone()))
    }

    /// Returns the batches that were not taken yet for other Arrow libraries, as the capsule (a pointer that Python can
    /// pass on) of a stream. From then on only the stream reads the table.
    fn stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        if self.is_given.swap(true, Ordering::Relaxed) {
            return Err(Batches::stream_taken_error(py));
        }
        let (table, schema) = (self.table.clone(), self.schema.clone());
        stream_capsule(py, Box::new(BatchStream { table, schema }))
    }

    /// The files and members that could not be read so far: path, member, kind, message.
    #[getter]
    fn problems(&self, py: Python<'_>) -> PyResult<Problems> {
        with_lock(py, &self.table, |table| Ok(table.results.problems()))
    }
}

/// Iterator over the batches of a table for Arrow's C interface, which knows nothing of Python.
struct BatchStream {
    table: Arc<ProcessLocal<Table>>,
    schema: SchemaRef,
}

impl RecordBatchReader for BatchStream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

impl Iterator for BatchStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.table.lock().and_then(|mut table| table.next()) {
                Ok(Next::Some(mut batches)) => return batches.pop().map(Ok),
                Ok(Next::End) => return None,
                Ok(Next::Wait) if is_interrupted() => {
                    let message = "the table was not read to its end";
                    return Some(Err(ArrowError::ExternalError(message.into())));
                }
                Ok(Next::Wait) => {}
                Err(error) => return Some(Err(ArrowError::ExternalError(Box::new(error)))),
            }
        }
    }
}

/// True if the user interrupts the program.
///
/// An exception cannot pass through Arrow's C interface, so the interrupt is raised again for the code that runs next.
fn is_interrupted() -> bool {
    Python::attach(|py| {
        let interrupted = py.check_signals().is_err();
        if interrupted {
            let reraised =
                py.import("_thread").and_then(|module| module.call_method0("interrupt_main"));
            // If raising the interrupt fails, the error of the table alone reports it.
            drop(reraised);
        }
        interrupted
    })
}
