//! Answers in parts: an index of a published set, and what many of them answer together.
//!
//! Facts and parts travel between machines as JSON. What is in them is nobody's business but the engine's.

use crate::errors::{raised, raised_error};
use crate::index::{Table, aliases, deadline, value};
use crate::table::{Row, Rows};
use crate::waiting::wait;
use kifu_index::engine::build::{self as building, Set, Summed, summed};
use kifu_index::engine::parts::{self, Facts};
use kifu_index::engine::stats::Counts;
use kifu_index::engine::{
    Aliases, Answer, Engine, Indexes, Part, Reply, Request, Result as Asked, Within, json,
};
use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// No facts.
const NONE: &[u8] = b"{}";

/// What a part is, and how far it got if its time was over.
type Own = (Vec<u8>, Option<(u64, u64)>);

/// An index of a published set, opened.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Member(Engine);

#[pymethods]
impl Member {
    /// Opens the index in a folder as one of the set that a file describes.
    #[new]
    #[pyo3(signature = (folder, set, names=""))]
    fn new(py: Python<'_>, folder: PathBuf, set: PathBuf, names: &str) -> PyResult<Member> {
        let indexes = Indexes {
            folders: vec![folder],
            aliases: aliases(py, names)?,
            set: Some(set),
            ..Indexes::default()
        };
        let engine = py.detach(|| Engine::open_all(indexes));
        Ok(Member(engine.map_err(|failure| raised(py, &failure))?))
    }

    /// What the answer to a request depends on beyond this index, besides the facts that are known of all. Raises
    /// `TimeoutError` if the time is over.
    #[pyo3(signature = (request, known=None, timeout=None))]
    fn facts(
        &self,
        py: Python<'_>,
        request: &str,
        known: Option<&[u8]>,
        timeout: Option<f64>,
    ) -> PyResult<Vec<u8>> {
        let request: Request = read(request.as_bytes())?;
        let known: Facts = read(known.unwrap_or(NONE))?;
        let (facts, incomplete) = self.told(py, timeout, |engine, within| {
            engine.facts(&request, &known, within)
        })?;
        match incomplete {
            None => Ok(facts),
            Some((looked, of)) => {
                let message = format!("{looked} of {of} games were looked at");
                Err(PyTimeoutError::new_err(message))
            }
        }
    }

    /// What this index contributes to the answer, given the facts of all, and how far it got if its time was over.
    #[pyo3(signature = (request, facts, timeout=None))]
    fn part(
        &self,
        py: Python<'_>,
        request: &str,
        facts: &[u8],
        timeout: Option<f64>,
    ) -> PyResult<Own> {
        let request: Request = read(request.as_bytes())?;
        let facts: Facts = read(facts)?;
        self.told(py, timeout, |engine, within| {
            engine.part(&request, &facts, within)
        })
    }
}

impl Member {
    fn told<T: Serialize>(
        &self,
        py: Python<'_>,
        timeout: Option<f64>,
        ask: impl FnOnce(&Engine, &Within) -> Asked<Reply<T>> + Send,
    ) -> PyResult<Own> {
        let (cancel, within) = within(timeout)?;
        let told = wait(py, &cancel, || {
            let reply = ask(&self.0, &within)?;
            let text = serde_json::to_vec(&reply.answer).unwrap_or_default();
            Ok((text, reply.incomplete))
        })?;
        told.map_err(|failure| raised(py, &failure))
    }
}

fn read<T: DeserializeOwned>(text: &[u8]) -> PyResult<T> {
    serde_json::from_slice(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The facts that were known, with those that all indexes add; and whether they have to be asked again with these.
#[pyfunction]
#[pyo3(signature = (facts, known=None))]
pub fn add_facts(
    py: Python<'_>,
    facts: Vec<PyBackedBytes>,
    known: Option<&[u8]>,
) -> PyResult<(Vec<u8>, bool)> {
    let mut sum: Facts = read(known.unwrap_or(NONE))?;
    py.detach(|| {
        for own in &facts {
            sum.add(read(own)?);
        }
        let text = serde_json::to_vec(&sum).unwrap_or_default();
        Ok((text, sum.ask_again()))
    })
}

/// What many indexes answer together.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Joined {
    /// As [`crate::index::Index::ask`] tells it.
    told: Value,
    rows: Vec<Map<String, Value>>,
    lines: Listed,
    #[pyo3(get)]
    total: Option<u64>,
}

/// What the command prints with `--json`.
enum Listed {
    Objects(Vec<Value>),
    Tables(Vec<Counts>),
    /// A line like any other, whose games are rows.
    Board(Value),
}

#[pymethods]
impl Joined {
    /// The answer as JSON, and its rows.
    fn told(&self) -> (String, Rows) {
        let rows = self.rows.iter().cloned().map(Row::Told);
        (self.told.to_string(), Rows(rows.collect()))
    }

    /// The lines that the command prints with `--json`. Of tables there are the first `most` values; without it all, or
    /// those of an overview.
    #[pyo3(signature = (most=None, overview=false))]
    fn lines(&self, most: Option<usize>, overview: bool) -> String {
        let mut out = Vec::new();
        // A vector takes everything that is written.
        let _ = match &self.lines {
            Listed::Objects(objects) => objects
                .iter()
                .try_for_each(|object| json::write_line(&mut out, object)),
            Listed::Board(object) => json::write_line(&mut out, object),
            Listed::Tables(tables) => tables.iter().try_for_each(|table| {
                let usual = if overview {
                    table.in_overview()
                } else {
                    usize::MAX
                };
                json::write_line(&mut out, &table.cut(most.unwrap_or(usual)))
            }),
        };
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// Joins the parts of all indexes. Raises `KifuError` with the code `interrupted` if the time is over before that.
#[pyfunction]
#[pyo3(signature = (request, parts, names="", timeout=None))]
pub fn joined(
    py: Python<'_>,
    request: &str,
    parts: Vec<PyBackedBytes>,
    names: &str,
    timeout: Option<f64>,
) -> PyResult<Joined> {
    let request: Request = read(request.as_bytes())?;
    let aliases = aliases(py, names)?;
    let (cancel, within) = within(timeout)?;
    let joined = wait(py, &cancel, || {
        let parts = parts.iter().map(|part| read(part));
        let parts = parts.collect::<PyResult<Vec<parts::Part>>>()?;
        Ok::<_, PyErr>(match request {
            Request::Stats(_) | Request::Players(_) | Request::Suggest => {
                typed(&request, parts, &aliases, &within)
            }
            _ => objects(&request, parts, &aliases, &within),
        })
    })??;
    joined.map_err(|failure| raised(py, &failure))
}

/// How long an answer may take, and the flag that ends it.
fn within(timeout: Option<f64>) -> PyResult<(Arc<AtomicBool>, Within)> {
    let cancel = Arc::new(AtomicBool::new(false));
    let within = Within {
        deadline: timeout.map(deadline).transpose()?.flatten(),
        cancel: Some(cancel.clone()),
        ..Within::default()
    };
    Ok((cancel, within))
}

/// Answers that are joined as what they are.
fn typed(
    request: &Request,
    parts: Vec<parts::Part>,
    aliases: &Aliases,
    within: &Within,
) -> Asked<Joined> {
    let mut tables = Vec::new();
    let mut sink = |part: Part| {
        if let Part::Counts(counts) = part {
            tables.push(counts.clone());
        }
        ControlFlow::Continue(())
    };
    let (told, total, lines) = match parts::join(request, parts, aliases, within, &mut sink)? {
        Answer::Players(found) => {
            let lines = found.players.iter().map(value).collect();
            (value(&found), Some(found.total), Listed::Objects(lines))
        }
        Answer::Count(games) => (games.into(), Some(games), Listed::Tables(Vec::new())),
        answer => {
            let told = match value(&answer) {
                Value::Object(named) => named.into_iter().map(|(_, told)| told).next(),
                told => Some(told),
            };
            let told = told.unwrap_or_default();
            (told.clone(), None, Listed::Objects(vec![told]))
        }
    };
    let tables_told: Vec<Value> = tables.iter().map(|of| value(&Table::new(of))).collect();
    Ok(Joined {
        told: json!({"told": told, "parts": tables_told}),
        rows: Vec::new(),
        lines: match lines {
            Listed::Tables(_) => Listed::Tables(tables),
            lines => lines,
        },
        total,
    })
}

/// Answers that are joined as JSON.
fn objects(
    request: &Request,
    parts: Vec<parts::Part>,
    aliases: &Aliases,
    within: &Within,
) -> Asked<Joined> {
    let found = parts::joined(request, parts, aliases, within)?;
    let rows_of = |objects: Vec<Value>| {
        let objects = objects.into_iter().filter_map(|object| match object {
            Value::Object(object) => Some(object),
            _ => None,
        });
        objects.collect::<Vec<_>>()
    };
    let (told, rows, lines) = match request {
        Request::Position(_) | Request::Pattern(_) => {
            let object = found.objects.into_iter().next().unwrap_or_default();
            let mut short = object.clone();
            let games = short
                .as_object_mut()
                .and_then(|of| of.shift_remove("games"));
            let games = match games {
                Some(Value::Array(games)) => rows_of(games),
                _ => Vec::new(),
            };
            if let Some(object) = short.as_object_mut() {
                object.insert("games".into(), json!([]));
            }
            let (condition, notes) = found.conditions;
            let told = json!({"answer": short, "notes": notes, "condition": condition});
            (told, games, Listed::Board(object))
        }
        Request::Count(_) => (found.total.into(), Vec::new(), Listed::Objects(Vec::new())),
        _ => {
            let told = found.found.as_ref().map_or_else(Value::default, value);
            let lines = Listed::Objects(found.objects.clone());
            (told, rows_of(found.objects), lines)
        }
    };
    Ok(Joined {
        told: json!({"told": told, "parts": []}),
        rows,
        lines,
        total: found.total,
    })
}

/// Publishes the indexes in some folders as a set; tells it as JSON. `sums` has what [`sums`] said of some folders. A
/// file that is there is replaced if `force` is set.
#[pyfunction]
#[pyo3(signature = (folders, file, sums=HashMap::new(), force=false))]
pub fn publish(
    py: Python<'_>,
    folders: Vec<PathBuf>,
    file: PathBuf,
    sums: HashMap<PathBuf, String>,
    force: bool,
) -> PyResult<String> {
    // Here `-` is a file like any other.
    let file = std::path::absolute(file)?;
    let known = sums.into_iter();
    let known = known.map(|(folder, text)| Ok((folder, read::<Vec<Summed>>(text.as_bytes())?)));
    let known = known.collect::<PyResult<HashMap<_, _>>>()?;
    let mut sums = |folder: &Path| match known.get(folder) {
        Some(sums) => Ok(sums.clone()),
        None => summed(folder),
    };
    let set = wait(py, &Arc::default(), || {
        Set::publish_summed(&folders, &file, force, &mut std::io::sink(), &mut sums)
    })?;
    let set = set.map_err(|error| raised_error(py, error))?;
    Ok(value(&set).to_string())
}

/// The set that a file describes, as JSON.
#[pyfunction]
pub fn read_set(py: Python<'_>, file: PathBuf) -> PyResult<String> {
    let set = Set::read(&file).map_err(|error| raised_error(py, error))?;
    Ok(value(&set).to_string())
}

/// The files of an index with their sizes and sums, as JSON.
#[pyfunction]
pub fn sums(py: Python<'_>, folder: PathBuf) -> PyResult<String> {
    let sums = wait(py, &Arc::default(), || summed(&folder))?;
    let sums = sums.map_err(|error| raised_error(py, error))?;
    Ok(value(&sums).to_string())
}

/// What an index says of itself, as JSON.
#[pyfunction]
pub fn header(py: Python<'_>, folder: PathBuf) -> PyResult<String> {
    let header = py.detach(|| building::header(&folder));
    let header = header.map_err(|error| raised_error(py, error))?;
    Ok(value(&header).to_string())
}

/// The words of a command line as a query; `text_of` reads what a file of one holds.
#[pyfunction]
pub fn join_arguments(words: Vec<String>) -> String {
    kifu_index::language::join_arguments(&words)
}

/// Bytes as text, whatever their charset.
#[pyfunction]
pub fn text_of(bytes: &[u8]) -> String {
    kifu_index::text::charset::decode(bytes).text.into_owned()
}

/// Reads every file of an index; returns the names of those that are damaged or missing.
#[pyfunction]
pub fn damaged(py: Python<'_>, folder: PathBuf) -> PyResult<Vec<String>> {
    let verified = wait(py, &Arc::default(), || building::verify(&folder))?;
    let verified = verified.map_err(|error| raised_error(py, error))?;
    Ok(verified.damaged.into_iter().map(|of| of.file).collect())
}
