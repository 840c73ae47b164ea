//! Requests in, typed answers out: all that a front end needs.
//!
//! A front end turns its input into a [`Request`] and an answer into its output. Whatever else it would have to decide
//! belongs here: how a position is read, what to try where nothing is found, the columns of a game. Nothing here prints,
//! knows a terminal, or keeps state for the whole process.

pub mod advice;
pub mod board;
pub mod build;
pub mod columns;
mod conditions;
pub mod copies;
pub mod doctor;
mod error;
pub mod export;
mod failure;
pub mod files;
pub mod game;
pub mod info;
pub mod input;
pub mod json;
pub mod lines;
mod local;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod players;
pub mod points;
pub mod record;
pub mod request;
pub mod row;
pub mod search;
pub mod stats;
pub mod status;
pub mod suggest;
pub mod tree;
pub mod words;

use crate::error::{Error, ErrorKind};
pub use crate::knowledge::aliases::Aliases;
use crate::query::hits::FilePlace;
pub use crate::query::{QueryError, fields, join_arguments};
use advice::{Advice, Explanation};
use copies::{CopiesFound, CopyGroup};
pub use error::ErrorJson;
pub use failure::{Failure, Result};
use files::Files;
use game::GameFile;
pub use local::Local;
use local::Snapshot;
use players::PlayersAnswer;
pub use request::Request;
use row::GameRow;
use search::Found;
use serde::Serialize;
use stats::Counts;
use status::Status;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use suggest::Suggestions;
use tree::Dictionary;

/// What answers requests: an index, several as one, or others on other machines.
pub trait Source: Send + Sync {
    /// Answers a request. The parts of a long answer go to the sink in their order, until it wants no more.
    fn ask(&self, request: &Request, context: &Context, sink: Sink) -> Result<Reply<Answer>>;

    /// Writes the games that fit to files, or to a stream; `None` if there are none.
    fn export(
        &self,
        request: &export::Export,
        context: &Context,
        out: &mut dyn Write,
    ) -> Result<Option<export::Report>>;

    /// The number of the state that is asked. Every commit raises it, and nothing makes it fall.
    fn generation(&self) -> u64;

    /// Takes the newest state; tells whether it is another one. Answers that are under way keep theirs.
    fn refresh(&self) -> Result<bool>;
}

/// Takes the parts of an answer, and says whether it wants more.
pub type Sink<'s> = &'s mut dyn FnMut(Part) -> ControlFlow<()>;

/// A part of a long answer.
#[derive(Clone, Copy, Debug)]
pub enum Part<'p> {
    /// A game that fits.
    Game(&'p GameRow),
    /// Where a game that fits lies: its file, and the members of archives.
    Place(&'p FilePlace),
    /// Games that are the same.
    Copies(&'p CopyGroup),
    /// Games counted by one thing.
    Counts(&'p Counts),
    /// The next part takes longer: what is there may be shown.
    Pause,
}

/// The end of an answer, of the kind that belongs to the request.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Answer {
    Found(Found),
    Count(u64),
    Explanation(Explanation),
    Advice(Advice),
    Board(Box<board::BoardAnswer>),
    Tree(Dictionary),
    Players(PlayersAnswer),
    Copies(CopiesFound),
    #[serde(skip)]
    Game(Arc<GameFile>),
    Status(Box<Status>),
    Suggestions(Suggestions),
}

/// An answer, and of which state it is.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    /// The answer.
    pub answer: T,
    /// The state of the index that was asked.
    pub generation: u64,
    /// How far it came, if it had to stop: games that were looked at, and all that there were.
    pub incomplete: Option<(u64, u64)>,
}

/// How long an answer may take.
#[derive(Clone, Debug, Default)]
pub struct Within {
    /// When it has to be there. What is found until then is the answer.
    pub deadline: Option<Instant>,
    /// Ends it when it is set.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// What a source is given beside a request.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// How long the answer may take.
    pub within: &'c Within,
    /// How operands that name files are read; without it they are refused.
    pub files: Option<&'c dyn Files>,
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("within", &self.within)
            .finish_non_exhaustive()
    }
}

/// Answers requests. It can be cloned and shared between threads.
#[derive(Clone)]
pub struct Engine {
    source: Arc<dyn Source>,
    files: Option<Arc<dyn Files>>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("generation", &self.generation())
            .finish_non_exhaustive()
    }
}

/// Asks the source, and takes the answer of the kind that belongs to the request.
macro_rules! ask {
    ($engine:expr, $request:expr, $within:expr, $sink:expr, $kind:path) => {{
        let reply = $engine.ask(&$request, $within, $sink)?;
        match reply.answer {
            $kind(answer) => Ok(Reply {
                answer,
                generation: reply.generation,
                incomplete: reply.incomplete,
            }),
            _ => Err(another_answer().into()),
        }
    }};
}

fn another_answer() -> Error {
    Error::new(ErrorKind::Io, "the answer is one to another request")
}

/// For answers without parts.
fn no_parts(_: Part) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl Engine {
    /// An engine on the index in a folder.
    pub fn open(folder: &Path) -> Result<Engine> {
        Engine::open_with(folder, Aliases::default())
    }

    /// The same, with the user's own spellings of names.
    pub fn open_with(folder: &Path, aliases: Aliases) -> Result<Engine> {
        Ok(Engine::new(Local::open(folder, aliases)?))
    }

    /// An engine on any source.
    pub fn new(source: impl Source + 'static) -> Engine {
        Engine {
            source: Arc::new(source),
            files: None,
        }
    }

    /// The same engine, which reads files that operands name.
    pub fn with_files(self, files: impl Files + 'static) -> Engine {
        Engine {
            files: Some(Arc::new(files)),
            ..self
        }
    }

    /// The number of the state that is asked; see [`Source::generation`].
    pub fn generation(&self) -> u64 {
        self.source.generation()
    }

    /// Takes the newest state of the index; tells whether it is another one.
    pub fn refresh(&self) -> Result<bool> {
        self.source.refresh()
    }

    /// Answers any request. A fault of the program in it is an error of this answer alone.
    pub fn ask(&self, request: &Request, within: &Within, sink: Sink) -> Result<Reply<Answer>> {
        self.source.ask(request, &self.context(within), sink)
    }

    fn context<'c>(&'c self, within: &'c Within) -> Context<'c> {
        Context {
            within,
            files: self.files.as_deref(),
        }
    }

    /// Hands out the games that fit.
    pub fn search(
        &self,
        request: &request::Search,
        within: &Within,
        sink: &mut dyn FnMut(&GameRow) -> ControlFlow<()>,
    ) -> Result<Reply<Found>> {
        let mut games = |part: Part| match part {
            Part::Game(game) => sink(game),
            _ => ControlFlow::Continue(()),
        };
        let request = Request::Search(request.clone());
        ask!(self, request, within, &mut games, Answer::Found)
    }

    /// How many games fit.
    pub fn count(&self, query: &str, within: &Within) -> Result<Reply<u64>> {
        let request = Request::Count(request::Search::new(query));
        ask!(self, request, within, &mut no_parts, Answer::Count)
    }

    /// What is known of a position.
    pub fn position(
        &self,
        request: &request::Board,
        within: &Within,
    ) -> Result<Reply<Box<board::BoardAnswer>>> {
        let request = Request::Position(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Board)
    }

    /// What is known of a pattern.
    pub fn pattern(
        &self,
        request: &request::Board,
        within: &Within,
    ) -> Result<Reply<Box<board::BoardAnswer>>> {
        let request = Request::Pattern(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Board)
    }

    /// What is played from a position.
    pub fn tree(
        &self,
        request: &request::Board,
        growth: &request::Growth,
        within: &Within,
    ) -> Result<Reply<Dictionary>> {
        let request = Request::Tree(request.clone(), growth.clone());
        ask!(self, request, within, &mut no_parts, Answer::Tree)
    }

    /// How a query is understood.
    pub fn explain(
        &self,
        request: &request::Search,
        within: &Within,
    ) -> Result<Reply<Explanation>> {
        let request = Request::Explain(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Explanation)
    }

    /// What to try beside a query that found games, or instead of one that found none.
    pub fn advise(
        &self,
        request: &request::Search,
        found: bool,
        within: &Within,
    ) -> Result<Reply<Advice>> {
        let of = request.clone();
        let request = Request::Advise { of, found };
        ask!(self, request, within, &mut no_parts, Answer::Advice)
    }

    /// Hands out a table for everything that games are counted by; gives their number.
    pub fn stats(
        &self,
        request: &request::Stats,
        within: &Within,
        sink: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        let mut counts = |part: Part| match part {
            Part::Counts(counts) => sink(counts),
            _ => ControlFlow::Continue(()),
        };
        let request = Request::Stats(request.clone());
        ask!(self, request, within, &mut counts, Answer::Count)
    }

    /// The players of most games, or those of a name.
    pub fn players(
        &self,
        request: &request::Players,
        within: &Within,
    ) -> Result<Reply<PlayersAnswer>> {
        let request = Request::Players(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Players)
    }

    /// Hands out groups of games that are the same.
    pub fn copies(
        &self,
        request: &request::Copies,
        within: &Within,
        sink: &mut dyn FnMut(&CopyGroup) -> ControlFlow<()>,
    ) -> Result<Reply<CopiesFound>> {
        let mut groups = |part: Part| match part {
            Part::Copies(group) => sink(group),
            _ => ControlFlow::Continue(()),
        };
        let request = Request::Copies(request.clone());
        ask!(self, request, within, &mut groups, Answer::Copies)
    }

    /// The file of a game, by its id or the beginning of one.
    pub fn game(&self, id: &str) -> Result<Reply<Arc<GameFile>>> {
        let request = Request::Game(id.to_owned());
        ask!(
            self,
            request,
            &Within::default(),
            &mut no_parts,
            Answer::Game
        )
    }

    /// What is indexed; with what could not be read, if that is wanted.
    pub fn status(&self, problems: bool) -> Result<Reply<Box<Status>>> {
        let request = Request::Status { problems };
        ask!(
            self,
            request,
            &Within::default(),
            &mut no_parts,
            Answer::Status
        )
    }

    /// What to try first.
    pub fn suggest(&self) -> Result<Reply<Suggestions>> {
        let within = Within::default();
        ask!(
            self,
            Request::Suggest,
            &within,
            &mut no_parts,
            Answer::Suggestions
        )
    }

    /// Writes the games that fit to files or to a stream; `None` if there are none.
    pub fn export(
        &self,
        request: &export::Export,
        within: &Within,
        out: &mut dyn Write,
    ) -> Result<Option<export::Report>> {
        self.source.export(request, &self.context(within), out)
    }
}
