//! Games and tables of games, read without an index.

use crate::errors::raised_error;
use crate::game::{Game, Read};
use crate::stream::{Make, Next, Stream};
use crate::table::{Batch, Columns, batch, columns, schema, stream_capsule};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use kifu_index::crawl::{FileKind, Limits, Problem, file_kind};
use kifu_index::engine::doctor::reachable;
use kifu_index::engine::game::{Entry, read_entry};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::texts::texts;
use kifu_index::error::{Error, ErrorKind};
use kifu_index::formats::{self, FileText};
use kifu_index::origin::{Origin, path_text};
use kifu_index::patience::Budget;
use kifu_index::reading::usual_threads;
use kifu_index::record::{GameRecord, Replayer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file of at most so many bytes is read at once, without threads.
const SMALL: u64 = 1 << 20;

/// Where results come from.
enum Source<M: Make> {
    /// A small file, which is read when the first result is asked for.
    File(Option<(Input, M)>),
    Stream(Stream<M::Made>),
    /// Somebody else reads from here.
    Gone,
}

/// What is read at once.
enum Input {
    Path(PathBuf),
    Bytes(Vec<u8>),
}

/// Results in the order of the files.
struct Results<M: Make> {
    source: Source<M>,
    problems: Vec<Problem>,
}

impl<M: Make> Results<M> {
    /// Prepares to read a file or a folder.
    fn open(
        path: PathBuf,
        threads: Option<usize>,
        sniff: bool,
        make: M,
    ) -> Result<Results<M>, Error> {
        let root = reachable(&[path])?.into_iter().next().unwrap_or_default();
        let fail = |error| Error::io(root.display(), error);
        let about = std::fs::metadata(&root).map_err(fail)?;
        let is_loose = !matches!(
            file_kind(&path_text(&root)),
            FileKind::Archive(_) | FileKind::OtherArchive(_)
        );
        let source = if about.is_file() && is_loose && about.len() <= SMALL {
            Source::File(Some((Input::Path(root), make)))
        } else {
            let limits = Limits {
                // Whoever names a file wants it, whatever its extension.
                sniff: sniff || about.is_file(),
                ..Limits::default()
            };
            let threads = threads.unwrap_or_else(usual_threads).max(1);
            let stream = Stream::new(root.clone(), threads, limits, make);
            Source::Stream(stream.map_err(|error| Error::io("no thread can be started", error))?)
        };
        let problems = Vec::new();
        Ok(Results { source, problems })
    }

    /// The next results; `Wait` now and then, so that the caller can look for signals.
    fn next(&mut self) -> Result<Next<M::Made>, Error> {
        match &mut self.source {
            Source::Stream(stream) => stream.next(),
            Source::Gone => Err(Error::new(
                ErrorKind::Stale,
                "somebody else reads this table now",
            )),
            Source::File(file) => match file.take() {
                None => Ok(Next::End),
                Some((input, make)) => {
                    let made = self.read(input, &make)?;
                    Ok(if made.is_empty() {
                        Next::End
                    } else {
                        Next::Some(made)
                    })
                }
            },
        }
    }

    fn read(&mut self, input: Input, make: &M) -> Result<Vec<M::Made>, Error> {
        let (origin, bytes) = match input {
            Input::Bytes(bytes) => (Origin::file(Path::new("")), bytes),
            Input::Path(path) => {
                let Entry { origin, bytes } = read_entry::<&str>(&path, &[], &[])?;
                (origin, bytes)
            }
        };
        let (mut made, mut replayer) = (Vec::new(), Replayer::new());
        let read = || {
            formats::read_each(&bytes, &mut |record, text| {
                let place = origin.game(made.len() as u32 + 1);
                made.push(make.make(record, place, text, &mut replayer));
            })
        };
        // Without a limit nothing ends it.
        let _ = Budget::default().within(read);
        Ok(made)
    }

    fn problems(&self) -> Vec<(String, Option<String>, &'static str, String)> {
        let all = match &self.source {
            Source::Stream(stream) => stream.problems(),
            _ => self.problems.clone(),
        };
        let told = |problem: &Problem| {
            let path = path_text(&problem.origin.path);
            let member = problem.origin.member_name();
            (path, member, problem.kind.as_str(), problem.message.clone())
        };
        all.iter().map(told).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next results, without the GIL; an interrupt is raised.
fn next<M: Make>(py: Python<'_>, results: &Mutex<Results<M>>) -> PyResult<Option<Vec<M::Made>>> {
    loop {
        let next = py.detach(|| lock(results).next());
        match next.map_err(|error| raised_error(py, error))? {
            Next::Some(made) => return Ok(Some(made)),
            Next::End => return Ok(None),
            Next::Wait => py.check_signals()?,
        }
    }
}

/// Games as they were read.
struct AsGames {
    /// The bytes that they are read from, if they are in no file.
    bytes: Option<Arc<[u8]>>,
}

impl Make for AsGames {
    type Made = Read;

    fn make(&self, record: GameRecord, origin: Origin, text: &FileText, _: &mut Replayer) -> Read {
        Read {
            record,
            origin,
            text: text.clone(),
            bytes: self.bytes.clone(),
        }
    }
}

/// Iterates over the games of a file or a folder.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Reader {
    results: Mutex<Results<AsGames>>,
    /// Those that were read with the last one.
    ready: Mutex<std::vec::IntoIter<Read>>,
}

#[pymethods]
impl Reader {
    /// Reads a path, or bytes.
    #[new]
    #[pyo3(signature = (path=None, data=None, threads=None, sniff=false))]
    fn new(
        py: Python<'_>,
        path: Option<PathBuf>,
        data: Option<Vec<u8>>,
        threads: Option<usize>,
        sniff: bool,
    ) -> PyResult<Reader> {
        let results = match (path, data) {
            (Some(path), None) => {
                let opened =
                    py.detach(|| Results::open(path, threads, sniff, AsGames { bytes: None }));
                opened.map_err(|error| raised_error(py, error))?
            }
            (None, Some(data)) => {
                let bytes = Some(data.as_slice().into());
                Results {
                    source: Source::File(Some((Input::Bytes(data), AsGames { bytes }))),
                    problems: Vec::new(),
                }
            }
            _ => return Err(PyValueError::new_err("name a path, or give bytes")),
        };
        Ok(Reader {
            results: Mutex::new(results),
            ready: Mutex::default(),
        })
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        if let Some(read) = lock(&self.ready).next() {
            return Ok(Some(Game::new(read)));
        }
        let Some(made) = next(py, &self.results)? else {
            return Ok(None);
        };
        let mut ready = lock(&self.ready);
        *ready = made.into_iter();
        Ok(ready.next().map(Game::new))
    }

    /// What could not be read so far: path, member, kind, message.
    #[getter]
    fn problems(&self) -> Vec<(String, Option<String>, &'static str, String)> {
        lock(&self.results).problems()
    }
}

/// Games as the texts of their columns.
struct AsTexts {
    columns: Columns,
}

impl Make for AsTexts {
    type Made = Vec<String>;

    fn make(
        &self,
        record: GameRecord,
        origin: Origin,
        text: &FileText,
        replayer: &mut Replayer,
    ) -> Vec<String> {
        let row = GameRow::of_record(&record, &origin, text, &self.columns, replayer);
        texts(&row, &self.columns)
    }
}

/// The batches of a table while it is read.
struct Table {
    results: Results<AsTexts>,
    columns: Columns,
    schema: SchemaRef,
    rows: usize,
    waiting: Vec<Vec<String>>,
}

impl Table {
    /// The next batch; `Wait` now and then.
    fn next(&mut self) -> Result<Next<RecordBatch>, Error> {
        while self.waiting.len() < self.rows {
            match self.results.next()? {
                Next::Some(made) => self.waiting.extend(made),
                Next::Wait => return Ok(Next::Wait),
                Next::End => break,
            }
        }
        let count = self.rows.min(self.waiting.len());
        if count == 0 {
            return Ok(Next::End);
        }
        let rows = self.waiting.drain(..count).collect::<Vec<_>>();
        let rows = rows.iter().map(Vec::as_slice);
        let made = batch(&self.columns, &self.schema, rows);
        made.map(|batch| Next::Some(vec![batch]))
            .map_err(|error| Error::new(ErrorKind::Limit, error.to_string()))
    }
}

/// The batches of a table, read without an index.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Batches(Mutex<Table>);

#[pymethods]
impl Batches {
    /// Reads these columns of the games of a file or a folder, so many rows at a time.
    #[new]
    #[pyo3(signature = (path, names, rows=8192, threads=None, sniff=false))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        names: Vec<String>,
        rows: usize,
        threads: Option<usize>,
        sniff: bool,
    ) -> PyResult<Batches> {
        let columns = columns(py, &names)?;
        let make = AsTexts {
            columns: columns.clone(),
        };
        let results = py.detach(|| Results::open(path, threads, sniff, make));
        Ok(Batches(Mutex::new(Table {
            results: results.map_err(|error| raised_error(py, error))?,
            schema: schema(&columns),
            columns,
            rows: rows.max(1),
            waiting: Vec::new(),
        })))
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        loop {
            let next = py.detach(|| lock(&self.0).next());
            match next.map_err(|error| raised_error(py, error))? {
                Next::Some(mut batches) => return Ok(batches.pop().map(Batch)),
                Next::End => return Ok(None),
                Next::Wait => py.check_signals()?,
            }
        }
    }

    /// A batch without rows, which has the columns and their types.
    fn empty(&self) -> Batch {
        Batch(RecordBatch::new_empty(lock(&self.0).schema.clone()))
    }

    /// The capsule of the stream of all batches that were not taken yet. Only whoever has it goes on reading.
    fn stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let mut table = lock(&self.0);
        let problems = Vec::new();
        let source = std::mem::replace(&mut table.results.source, Source::Gone);
        let rest = Table {
            results: Results { source, problems },
            columns: table.columns.clone(),
            schema: table.schema.clone(),
            rows: table.rows,
            waiting: std::mem::take(&mut table.waiting),
        };
        stream_capsule(py, Box::new(Rest(rest)))
    }

    /// What could not be read so far: path, member, kind, message.
    #[getter]
    fn problems(&self) -> Vec<(String, Option<String>, &'static str, String)> {
        lock(&self.0).results.problems()
    }
}

/// The batches of a table for Arrow's C interface, which knows nothing of Python.
struct Rest(Table);

impl RecordBatchReader for Rest {
    fn schema(&self) -> SchemaRef {
        self.0.schema.clone()
    }
}

impl Iterator for Rest {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.0.next() {
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

/// Whether somebody wants to end the program. The interrupt is passed on to whoever comes next, since an exception
/// cannot pass through the interface.
fn is_interrupted() -> bool {
    Python::attach(|py| {
        let interrupted = py.check_signals().is_err();
        if interrupted {
            let again = py
                .import("_thread")
                .and_then(|module| module.call_method0("interrupt_main"));
            // Without it the error of the table is all that is told.
            drop(again);
        }
        interrupted
    })
}
