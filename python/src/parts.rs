//! Answers in parts, for a set of indexes on several machines: what one index contributes to an answer, and how all
//! contributions are joined.
//!
//! An answer may depend on all indexes together, for instance on which games are copies. So each index first computes
//! such facts about itself. The facts are added up and sent to all indexes, and each index then computes its part of
//! the answer. Facts and parts travel between machines as JSON. Only the engine knows their content.

use crate::arrow_tables::Rows;
use crate::errors::{error_to_exception, to_exception};
use crate::index::{ask_options, board_json, book_source, counts_json, parse_aliases, to_json};
use crate::interruptible::run_interruptible;
use crate::request::{self, Request};
use kifu_index::engine::board::BoardAnswer;
use kifu_index::engine::book::BookAnswer;
use kifu_index::engine::build::{self as building, FileSum, Set, sum_files};
use kifu_index::engine::first_played::FirstPlayed;
use kifu_index::engine::joseki::JosekiAnswer;
use kifu_index::engine::near::NearFound;
use kifu_index::engine::novelty::NoveltyAnswer;
use kifu_index::engine::page::PageAnswer;
use kifu_index::engine::parts::{self, GlobalStats};
use kifu_index::engine::players::PlayersAnswer;
use kifu_index::engine::ratings::{RatingsAnswer, RatingsTestAnswer};
use kifu_index::engine::request::Suggest;
use kifu_index::engine::row::GameRow;
use kifu_index::engine::search::GamesFound;
use kifu_index::engine::stats::Counts;
use kifu_index::engine::suggest::Suggestions;
use kifu_index::engine::{
    Aliases, AskOptions, Engine, Indexes, Item, Question, Reply, Result as EngineResult, Sink, json,
};
use kifu_index::error::{Error, ErrorKind};
use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The sum of facts (what an answer must know of all indexes together) before any index has contributed, as JSON.
const NO_FACTS: &[u8] = b"{}";

/// The part of an answer that one index computes, as JSON, and, if the time ran out, the numbers of examined games and
/// of all games.
type PartJson = (Vec<u8>, Option<(u64, u64)>);

/// Runs `$work` with the content of a request, if several indexes can answer the request together; other requests are
/// refused.
macro_rules! in_parts {
    ($request:expr, $question:ident => $work:expr) => {
        match $request {
            Request::Search($question) => $work,
            Request::Count($question) => $work,
            Request::Page($question) => $work,
            Request::Position($question) => $work,
            Request::Stats($question) => $work,
            Request::Players($question) => $work,
            Request::Joseki($question) => $work,
            Request::Book($question) => $work,
            Request::Near($question) => $work,
            Request::Novelty($question) => $work,
            Request::First($question) => $work,
            Request::Ratings($question) => $work,
            Request::RatingsTest($question) => $work,
            Request::Suggest => {
                let $question = Suggest;
                $work
            }
            _ => Err(not_joinable_error().into()),
        }
    };
}

/// An opened index that belongs to a published set of indexes.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Member(Engine);

#[pymethods]
impl Member {
    /// Opens the index in a folder as a member of the set that the file `set` describes.
    #[new]
    #[pyo3(signature = (folder, set, names="", book=None, shape=None))]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        set: PathBuf,
        names: &str,
        book: Option<Vec<String>>,
        shape: Option<&str>,
    ) -> PyResult<Member> {
        let indexes = Indexes {
            folders: vec![folder],
            aliases: parse_aliases(py, names)?,
            set: Some(set),
            book: book_source(book, shape)?,
            ..Indexes::default()
        };
        let engine = py.detach(|| Engine::open_all(indexes));
        Ok(Member(engine.map_err(|failure| to_exception(py, &failure))?))
    }

    /// Returns the facts about this index that the answer needs from all indexes, such as which of its games may be
    /// copies. `known` is the sum of the facts of all indexes from earlier rounds.
    ///
    /// Raises `TimeoutError` if the time runs out.
    #[pyo3(signature = (request, known=None, timeout=None))]
    fn facts(
        &self,
        py: Python<'_>,
        request: &str,
        known: Option<&[u8]>,
        timeout: Option<f64>,
    ) -> PyResult<Vec<u8>> {
        let request = request::parse(request)?;
        let known: GlobalStats = parse(known.unwrap_or(NO_FACTS))?;
        let (facts, incomplete) = self.ask_engine(py, timeout, |engine, within| {
            in_parts!(request, question => facts_json(engine.global_stats(&question, &known, within)))
        })?;
        match incomplete {
            None => Ok(facts),
            Some((looked, of)) => {
                let message = format!("{looked} of {of} games were looked at");
                Err(PyTimeoutError::new_err(message))
            }
        }
    }

    /// Returns this index's part of the answer. `facts` is the sum of the facts about all indexes. If the time runs
    /// out, also returns the numbers of examined games and of all games.
    #[pyo3(signature = (request, facts, timeout=None))]
    fn part(
        &self,
        py: Python<'_>,
        request: &str,
        facts: &[u8],
        timeout: Option<f64>,
    ) -> PyResult<PartJson> {
        let request = request::parse(request)?;
        let facts: GlobalStats = parse(facts)?;
        self.ask_engine(py, timeout, |engine, within| {
            in_parts!(request, question => part_json(engine.part(&question, &facts, within)))
        })
    }
}

impl Member {
    fn ask_engine(
        &self,
        py: Python<'_>,
        timeout: Option<f64>,
        ask: impl FnOnce(&Engine, &AskOptions) -> EngineResult<PartJson> + Send,
    ) -> PyResult<PartJson> {
        let (cancel, options) = ask_options(timeout)?;
        let result = run_interruptible(py, &cancel, || ask(&self.0, &options))?;
        result.map_err(|failure| to_exception(py, &failure))
    }
}

fn part_json<T: Serialize>(reply: EngineResult<Reply<T>>) -> EngineResult<PartJson> {
    let reply = reply?;
    let text = serde_json::to_vec(&reply.answer).unwrap_or_default();
    Ok((text, reply.incomplete))
}

/// Turns an index's facts into JSON. Facts are sent to all indexes, so their size is limited.
fn facts_json(reply: EngineResult<Reply<GlobalStats>>) -> EngineResult<PartJson> {
    let reply = reply?;
    Ok((parts::write_global_stats(&reply.answer)?, reply.incomplete))
}

fn parse<T: DeserializeOwned>(text: &[u8]) -> PyResult<T> {
    serde_json::from_slice(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Adds the facts that all indexes have returned in this round to the facts of earlier rounds. Returns the sum, and
/// whether the indexes must be asked for facts once more.
#[pyfunction]
#[pyo3(signature = (facts, known=None))]
pub(crate) fn add_facts(
    py: Python<'_>,
    facts: Vec<PyBackedBytes>,
    known: Option<&[u8]>,
) -> PyResult<(Vec<u8>, bool)> {
    let mut sum: GlobalStats = parse(known.unwrap_or(NO_FACTS))?;
    let text = py.detach(|| {
        for part in &facts {
            sum.add(parse(part)?);
        }
        PyResult::Ok(parts::write_global_stats(&sum))
    })?;
    let text = text.map_err(|error| error_to_exception(py, error))?;
    Ok((text, sum.needs_another_round()))
}

/// The answer of many indexes together, joined from their parts.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Joined(JoinedAnswer);

enum JoinedAnswer {
    Search(GamesFound, Vec<GameRow>),
    Count(u64),
    Page(Box<PageAnswer>),
    Board(Box<BoardAnswer>),
    Stats(u64, Vec<Counts>),
    Players(PlayersAnswer),
    Joseki(Box<JosekiAnswer>),
    Book(Box<BookAnswer>),
    Near(Box<NearFound>),
    Novelty(Box<NoveltyAnswer>),
    First(Box<FirstPlayed>),
    Ratings(RatingsAnswer),
    RatingsTest(RatingsTestAnswer),
    Suggest(Suggestions),
}

#[pymethods]
impl Joined {
    /// The number of games that the answer is about, if they were counted; for players, their number.
    #[getter]
    fn total(&self) -> Option<u64> {
        match &self.0 {
            JoinedAnswer::Search(found, _) => found.total,
            JoinedAnswer::Count(total) | JoinedAnswer::Stats(total, _) => Some(*total),
            JoinedAnswer::Page(page) => Some(page.total),
            JoinedAnswer::Board(board) => Some(board.total),
            JoinedAnswer::Players(found) => Some(found.total),
            JoinedAnswer::Joseki(found) => Some(found.all.games),
            JoinedAnswer::Book(found) => Some(found.games),
            JoinedAnswer::Near(found) => Some(found.total),
            JoinedAnswer::Novelty(_) => None,
            JoinedAnswer::First(found) => Some(found.total),
            JoinedAnswer::Ratings(found) => Some(found.games),
            JoinedAnswer::RatingsTest(found) => Some(found.games),
            JoinedAnswer::Suggest(_) => None,
        }
    }

    /// The answer as JSON, in the form of [`crate::index::Index::ask`], and its rows.
    fn answer_and_rows(&self) -> (String, Rows) {
        let (mut rows, mut parts) = (Vec::new(), Vec::new());
        let answer = match &self.0 {
            JoinedAnswer::Search(found, games) => {
                rows.clone_from(games);
                to_json(found)
            }
            JoinedAnswer::Count(total) => to_json(total),
            JoinedAnswer::Page(page) => to_json(page),
            JoinedAnswer::Board(board) => {
                let mut short = board.clone();
                rows = std::mem::take(&mut short.games);
                board_json(&short)
            }
            JoinedAnswer::Stats(total, tables) => {
                parts.extend(tables.iter().map(counts_json));
                to_json(total)
            }
            JoinedAnswer::Players(found) => to_json(found),
            JoinedAnswer::Joseki(found) => to_json(found),
            JoinedAnswer::Book(found) => to_json(found),
            JoinedAnswer::Near(found) => to_json(found),
            JoinedAnswer::Novelty(found) => to_json(found),
            JoinedAnswer::First(found) => to_json(found),
            JoinedAnswer::Ratings(found) => to_json(found),
            JoinedAnswer::RatingsTest(found) => to_json(found),
            JoinedAnswer::Suggest(found) => to_json(found),
        };
        let object = json!({"answer": answer, "parts": parts});
        (object.to_string(), Rows(rows))
    }

    /// The lines that the command of this name prints with `--json`.
    ///
    /// A table has its first `most` values; without `most` it has all of them, or, with `overview`, as many as an
    /// overview has.
    #[pyo3(signature = (most=None, overview=false))]
    fn lines(&self, most: Option<usize>, overview: bool) -> String {
        fn write_lines<'o>(
            out: &mut Vec<u8>,
            objects: impl IntoIterator<Item = &'o (impl Serialize + 'o)>,
        ) {
            // Writing to a vector never fails.
            let mut objects = objects.into_iter();
            let _ = objects.try_for_each(|object| json::write_line(out, object));
        }
        let mut out = Vec::new();
        match &self.0 {
            JoinedAnswer::Search(_, games) => write_lines(&mut out, games),
            JoinedAnswer::Count(_) => {}
            JoinedAnswer::Page(page) => write_lines(&mut out, [page]),
            JoinedAnswer::Board(board) => write_lines(&mut out, [board]),
            JoinedAnswer::Stats(_, tables) => {
                let cut = |table: &Counts| {
                    if overview {
                        table.with_first_rows(most.unwrap_or(table.overview_values()))
                    } else {
                        table.with_first_rows(most.unwrap_or(usize::MAX))
                    }
                };
                write_lines(&mut out, &tables.iter().map(cut).collect::<Vec<_>>());
            }
            JoinedAnswer::Players(found) => write_lines(&mut out, &found.players),
            JoinedAnswer::Joseki(found) => write_lines(&mut out, [found]),
            JoinedAnswer::Book(found) => write_lines(&mut out, &found.rows),
            JoinedAnswer::Near(found) => write_lines(&mut out, [found]),
            JoinedAnswer::Novelty(found) => write_lines(&mut out, [found]),
            JoinedAnswer::First(found) => write_lines(&mut out, [found]),
            JoinedAnswer::Ratings(found) => write_lines(&mut out, [found]),
            JoinedAnswer::RatingsTest(found) => write_lines(&mut out, [found]),
            JoinedAnswer::Suggest(found) => write_lines(&mut out, [found]),
        }
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// Joins the parts of an answer, one from each index. Raises `KifuError` with the code `interrupted` if the time runs
/// out.
#[pyfunction]
#[pyo3(signature = (request, parts, names="", timeout=None))]
pub(crate) fn joined(
    py: Python<'_>,
    request: &str,
    parts: Vec<PyBackedBytes>,
    names: &str,
    timeout: Option<f64>,
) -> PyResult<Joined> {
    let request = request::parse(request)?;
    let aliases = parse_aliases(py, names)?;
    let (cancel, options) = ask_options(timeout)?;
    let joiner = PartJoiner { parts: &parts, aliases: &aliases, within: &options };
    let result = run_interruptible(py, &cancel, || joiner.join_request(request))?;
    let answer = result.map_err(|failure| to_exception(py, &failure))?;
    Ok(Joined(answer))
}

/// The parts of an answer, one from each index, as JSON, and what is needed to join them to one answer.
struct PartJoiner<'j> {
    parts: &'j [PyBackedBytes],
    aliases: &'j Aliases,
    within: &'j AskOptions,
}

impl PartJoiner<'_> {
    fn join_request(&self, request: Request) -> EngineResult<JoinedAnswer> {
        Ok(match request {
            Request::Search(asked) => {
                let mut games = Vec::new();
                let found = self.join(&asked, &mut |part| {
                    if let Item::Game(game) = part {
                        games.push(game.clone());
                    }
                    ControlFlow::Continue(())
                })?;
                JoinedAnswer::Search(found, games)
            }
            Request::Stats(asked) => {
                let mut tables = Vec::new();
                let games = self.join(&asked, &mut |part| {
                    if let Item::Counts(counts) = part {
                        tables.push(counts.clone());
                    }
                    ControlFlow::Continue(())
                })?;
                JoinedAnswer::Stats(games, tables)
            }
            Request::Count(asked) => JoinedAnswer::Count(self.join(&asked, &mut ignore_items)?),
            Request::Page(asked) => JoinedAnswer::Page(self.join(&asked, &mut ignore_items)?),
            Request::Position(board) => JoinedAnswer::Board(self.join(&board, &mut ignore_items)?),
            Request::Players(asked) => JoinedAnswer::Players(self.join(&asked, &mut ignore_items)?),
            Request::Joseki(asked) => JoinedAnswer::Joseki(self.join(&asked, &mut ignore_items)?),
            Request::Book(asked) => JoinedAnswer::Book(self.join(&asked, &mut ignore_items)?),
            Request::Near(asked) => JoinedAnswer::Near(self.join(&asked, &mut ignore_items)?),
            Request::Novelty(asked) => JoinedAnswer::Novelty(self.join(&asked, &mut ignore_items)?),
            Request::First(asked) => JoinedAnswer::First(self.join(&asked, &mut ignore_items)?),
            Request::Ratings(asked) => JoinedAnswer::Ratings(self.join(&asked, &mut ignore_items)?),
            Request::RatingsTest(asked) => {
                JoinedAnswer::RatingsTest(self.join(&asked, &mut ignore_items)?)
            }
            Request::Suggest => JoinedAnswer::Suggest(self.join(&Suggest, &mut ignore_items)?),
            _ => return Err(not_joinable_error().into()),
        })
    }

    fn join<Q: Question>(&self, question: &Q, sink: Sink) -> EngineResult<Q::Answer> {
        let parts = self.parts.iter().map(|part| parts::read(question, part));
        let parts = parts.collect::<Result<Vec<_>, Error>>()?;
        let reply = parts::join(question, parts, self.aliases, self.within, sink)?;
        Ok(reply.answer)
    }
}

fn not_joinable_error() -> Error {
    Error::new(ErrorKind::Query, "this request is not answered in parts")
}

/// Ignores the items of an answer, for answers that have none, such as a count.
fn ignore_items(_: Item) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns a value as JSON, or the exception for the error.
fn to_json_text<T: Serialize>(py: Python<'_>, result: Result<T, Error>) -> PyResult<String> {
    let made = result.map_err(|error| error_to_exception(py, error))?;
    Ok(to_json(&made).to_string())
}

/// Publishes the indexes in some folders as a set that is searched as one. Returns the set as JSON.
///
/// `sums` has the checksums of the files in those folders for which [`sums`] has computed them before. An existing file
/// is replaced if `force` is set.
#[pyfunction]
#[pyo3(signature = (folders, file, sums=HashMap::new(), force=false))]
pub(crate) fn publish(
    py: Python<'_>,
    folders: Vec<PathBuf>,
    file: PathBuf,
    sums: HashMap<PathBuf, String>,
    force: bool,
) -> PyResult<String> {
    // In Python the name `-` is an ordinary file name and does not mean standard output.
    let file = std::path::absolute(file)?;
    let known = sums.into_iter();
    let known = known.map(|(folder, text)| Ok((folder, parse::<Vec<FileSum>>(text.as_bytes())?)));
    let known = known.collect::<PyResult<HashMap<_, _>>>()?;
    let mut sums = |folder: &Path| match known.get(folder) {
        Some(sums) => Ok(sums.clone()),
        None => sum_files(folder),
    };
    let set = run_interruptible(py, &Arc::default(), || {
        Set::publish_summed(&folders, &file, force, &mut std::io::sink(), &mut sums)
    })?;
    to_json_text(py, set)
}

/// Reads the file that describes a published set of indexes; returns the set as JSON.
#[pyfunction]
pub(crate) fn read_set(py: Python<'_>, file: PathBuf) -> PyResult<String> {
    to_json_text(py, Set::read(&file))
}

/// Returns the files of an index with their sizes and checksums, as JSON.
#[pyfunction]
pub(crate) fn sums(py: Python<'_>, folder: PathBuf) -> PyResult<String> {
    to_json_text(py, run_interruptible(py, &Arc::default(), || sum_files(&folder))?)
}

/// Returns what an index stores about itself as JSON, such as its roots (indexed folders and files), the shards that it
/// holds, and the number of its state.
#[pyfunction]
pub(crate) fn header(py: Python<'_>, folder: PathBuf) -> PyResult<String> {
    to_json_text(py, py.detach(|| building::header(&folder)))
}

/// Joins the words of a command line into a query. For a query in a file, see `text_of`.
#[pyfunction]
pub(crate) fn join_arguments(words: Vec<String>) -> String {
    kifu_index::language::join_arguments(&words)
}

/// Decodes bytes of any charset.
#[pyfunction]
pub(crate) fn text_of(bytes: &[u8]) -> String {
    kifu_index::text::charset::decode(bytes).text.into_owned()
}

/// Reads every file of an index. Returns the names of files that are damaged or missing.
#[pyfunction]
pub(crate) fn damaged(py: Python<'_>, folder: PathBuf) -> PyResult<Vec<String>> {
    let verified = run_interruptible(py, &Arc::default(), || building::verify(&folder))?;
    let verified = verified.map_err(|error| error_to_exception(py, error))?;
    Ok(verified.damaged.into_iter().map(|of| of.file).collect())
}
