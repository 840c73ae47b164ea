//! Requests in, typed answers out: all that a front end needs.
//!
//! A front end turns its input into a [`Request`] and an answer into its output. Everything else that it would have to
//! decide belongs here: how a position is read, what to try after a search without hits, the columns of a game. Nothing
//! here prints, knows about terminals, or keeps process-wide state.

pub mod advice;
pub mod board;
pub mod build;
pub mod columns;
pub mod comments;
pub mod compare;
pub mod complete;
mod conditions;
pub mod copies;
pub mod doctor;
pub mod earlier;
mod error;
pub mod export;
mod failure;
pub mod files;
pub mod game;
mod indexed;
pub mod info;
pub mod input;
pub mod json;
pub mod lines;
mod local;
pub mod page;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod parsed;
pub mod parts;
pub mod played;
pub mod players;
pub mod points;
pub mod record;
pub mod records;
pub mod request;
pub mod row;
pub mod search;
mod snapshot;
pub mod stats;
pub mod status;
pub mod suggest;
pub mod texts;
pub mod tree;
pub mod words;
pub mod years;

use crate::error::{Error, ErrorKind};
pub use crate::index::mapped::survive;
pub use crate::knowledge::aliases::Aliases;
pub use crate::patience::step;
use crate::patience::{Budget, Ended};
use crate::query::hits::FilePlace;
use advice::{Advice, Explanation};
use compare::Comparison;
use copies::{CopiesFound, CopyGroup};
pub use error::ErrorJson;
pub use failure::{Failure, Result};
use files::Files;
use game::GameFile;
pub use local::{Indexes, Local, panicked};
use players::PlayersAnswer;
use records::Record;
pub use request::Request;
use row::GameRow;
use search::Found;
use serde::Serialize;
use stats::Counts;
use status::Status;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use suggest::Suggestions;
use tree::Dictionary;

/// Answers requests. It may be one index, several taken as one, or others on remote machines.
pub trait Source: Send + Sync {
    /// Answers a request. The parts of a long answer go to the sink, in order, until it wants no more.
    fn ask(&self, request: &Request, context: &Context, sink: Sink) -> Result<Reply<Answer>>;

    /// What a request depends on beyond this source, if that is one of several that answer together, besides the facts
    /// that are known of all.
    fn facts(
        &self,
        request: &Request,
        known: &parts::Facts,
        context: &Context,
    ) -> Result<Reply<parts::Facts>>;

    /// What this source contributes to the answer of all, given the facts of all.
    fn part(
        &self,
        request: &Request,
        facts: &parts::Facts,
        context: &Context,
    ) -> Result<Reply<parts::Part>>;

    /// Writes the matching games to files or to a stream; `None` if there are none.
    fn export(
        &self,
        request: &export::Export,
        context: &Context,
        out: &mut dyn Write,
    ) -> Result<Option<export::Report>>;

    /// The number of the state that requests are answered from. Every commit raises it; it never falls.
    fn generation(&self) -> u64;

    /// A number that tells the answers of this source from those of all others: it changes with every commit, is
    /// another one for every index, and depends on the user's aliases.
    fn state(&self) -> u64;

    /// Switches to the newest state and returns whether it is a different one. Answers in progress keep theirs.
    fn refresh(&self) -> Result<bool>;
}

/// Takes the parts of an answer and says whether it wants more.
pub type Sink<'s> = &'s mut dyn FnMut(Part) -> ControlFlow<()>;

/// A part of a long answer.
#[derive(Clone, Copy, Debug)]
pub enum Part<'p> {
    /// A matching game.
    Game(&'p GameRow),
    /// Where a matching game is: its file and the members of archives.
    Place(&'p FilePlace),
    /// Games that are the same.
    Copies(&'p CopyGroup),
    /// Games grouped by one property, with counts.
    Counts(&'p Counts),
    /// The record of a game.
    Record(Record<'p>),
    /// The next part takes longer; what has arrived may be shown.
    Pause,
}

/// The end of an answer; the variant matches the request.
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
    Comparisons(Vec<Comparison>),
    Players(PlayersAnswer),
    Copies(CopiesFound),
    #[serde(skip)]
    Game(Arc<GameFile>),
    Status(Box<Status>),
    Changes(status::Changes),
    Suggestions(Suggestions),
    Page(Box<page::Page>),
    Hits(page::HitsOfGame),
    Comments(comments::CommentsAnswer),
    Parsed(Box<parsed::Parsed>),
    Completed(complete::Completed),
}

/// An answer, and the state it reflects.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    /// The answer.
    pub answer: T,
    /// The state of the index that was searched.
    pub generation: u64,
    /// How far it got, if it had to stop: the games examined, and the games there were to examine.
    pub incomplete: Option<(u64, u64)>,
}

/// How long an answer may take.
#[derive(Clone, Debug, Default)]
pub struct Within {
    /// When the answer is due. What has been found by then is the answer.
    pub deadline: Option<Instant>,
    /// Ends the answer once it is set.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Tells how far the answer has got while it is being looked for.
    pub progress: Progress,
}

impl Within {
    /// Runs work that calls [`step`]. It ends early, without a result, once the flag is set: nobody waits for it. The
    /// deadline does not end it: work that has found enough by then ends by itself.
    pub fn while_wanted<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let budget = Budget::new(None, self.cancel.clone());
        budget.within(work).map_err(|Ended| ()).ok()
    }

    /// Runs work that calls [`step`]. Its result is of use only as a whole, so it is an error if the deadline passes
    /// before it is done, or if nobody waits for it.
    pub fn in_time<T>(&self, work: impl FnOnce() -> T) -> Result<T> {
        let budget = Budget::new(self.deadline, self.cancel.clone());
        let done = budget.within(work);
        done.map_err(|ended| match budget.check() {
            Ok(()) => {
                let message = "the time was over before the answer was put together";
                Error::new(ErrorKind::Interrupted, message).into()
            }
            Err(Ended) => ended.into(),
        })
    }
}

/// How far an answer has got. Clones tell of the same answer.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Mutex<Budget>>);

impl Progress {
    /// The games that were looked at, and those that there are to look at; zeroes where no games are looked through.
    pub fn looked_at(&self) -> (u64, u64) {
        let budget = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        budget.progress()
    }

    fn follow(&self, budget: &Budget) {
        let mut followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *followed = budget.clone();
    }
}

/// What a source gets besides the request.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// How long the answer may take.
    pub within: &'c Within,
    /// Reads the files that operands name; without it such operands are refused.
    pub files: Option<&'c dyn Files>,
    /// Reads the files of indexed games; without it they are read as they are.
    pub reader: Option<&'c dyn game::Reader>,
}

impl<'c> Context<'c> {
    fn reading_by(self, reader: &'c dyn game::Reader) -> Context<'c> {
        Context {
            reader: Some(reader),
            ..self
        }
    }
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

/// Asks the source and unwraps the answer variant that belongs to the request.
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
    Error::new(ErrorKind::Io, "the answer belongs to another request")
}

/// For answers without parts.
fn no_parts(_: Part) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl Engine {
    /// An engine for the index in a folder.
    pub fn open(folder: &Path) -> Result<Engine> {
        Engine::open_with(folder, Aliases::default())
    }

    /// The same, with the user's own spellings of names.
    pub fn open_with(folder: &Path, aliases: Aliases) -> Result<Engine> {
        Ok(Engine::new(Local::open(folder, aliases)?))
    }

    /// An engine for one index, or for several that are searched as one.
    pub fn open_all(indexes: Indexes) -> Result<Engine> {
        Ok(Engine::new(Local::open_all(indexes)?))
    }

    /// An engine for any source.
    pub fn new(source: impl Source + 'static) -> Engine {
        Engine {
            source: Arc::new(source),
            files: None,
        }
    }

    /// The same engine, with the ability to read files that operands name.
    pub fn with_files(self, files: impl Files + 'static) -> Engine {
        Engine {
            files: Some(Arc::new(files)),
            ..self
        }
    }

    /// The number of the state that requests are answered from; see [`Source::generation`].
    pub fn generation(&self) -> u64 {
        self.source.generation()
    }

    /// What tells the answers from those of all other indexes and states; see [`Source::state`].
    pub fn state(&self) -> u64 {
        self.source.state()
    }

    /// Switches to the newest state of the index and returns whether it is a different one.
    pub fn refresh(&self) -> Result<bool> {
        self.source.refresh()
    }

    /// Answers any request. A panic on the way becomes an error of this answer alone.
    pub fn ask(&self, request: &Request, within: &Within, sink: Sink) -> Result<Reply<Answer>> {
        self.source.ask(request, &self.context(within), sink)
    }

    /// What the answer to a request depends on beyond this index, if it is one of several that answer together, besides
    /// the facts that are known of all; see [`parts`].
    pub fn facts(
        &self,
        request: &Request,
        known: &parts::Facts,
        within: &Within,
    ) -> Result<Reply<parts::Facts>> {
        self.source.facts(request, known, &self.context(within))
    }

    /// What this index contributes to the answer, given the facts of all of them.
    pub fn part(
        &self,
        request: &Request,
        facts: &parts::Facts,
        within: &Within,
    ) -> Result<Reply<parts::Part>> {
        self.source.part(request, facts, &self.context(within))
    }

    fn context<'c>(&'c self, within: &'c Within) -> Context<'c> {
        Context {
            within,
            files: self.files.as_deref(),
            reader: None,
        }
    }

    /// Sends the matching games to the sink.
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

    /// The number of matching games.
    pub fn count(&self, query: &str, within: &Within) -> Result<Reply<u64>> {
        let request = Request::Count(request::Search::new(query));
        ask!(self, request, within, &mut no_parts, Answer::Count)
    }

    /// What the index knows about a position.
    pub fn position(
        &self,
        request: &request::Board,
        within: &Within,
    ) -> Result<Reply<Box<board::BoardAnswer>>> {
        let request = Request::Position(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Board)
    }

    /// What the index knows about a pattern.
    pub fn pattern(
        &self,
        request: &request::Board,
        within: &Within,
    ) -> Result<Reply<Box<board::BoardAnswer>>> {
        let request = Request::Pattern(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Board)
    }

    /// The tree of continuations from a position.
    pub fn tree(
        &self,
        request: &request::Board,
        growth: &request::Growth,
        within: &Within,
    ) -> Result<Reply<Dictionary>> {
        let request = Request::Tree(request.clone(), growth.clone());
        ask!(self, request, within, &mut no_parts, Answer::Tree)
    }

    /// The tree of what games play inside a pattern after it.
    pub fn pattern_tree(
        &self,
        request: &request::Board,
        growth: &request::Growth,
        within: &Within,
    ) -> Result<Reply<Dictionary>> {
        let request = Request::PatternTree(request.clone(), growth.clone());
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

    /// What to try besides a query with hits, or instead of one without.
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

    /// Sends one table per property that games are grouped by to the sink; returns the number of games.
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

    /// Two sets of games compared: one comparison, or one for each table of statistics.
    pub fn compare(
        &self,
        request: &request::Compare,
        within: &Within,
    ) -> Result<Reply<Vec<Comparison>>> {
        let request = Request::Compare(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Comparisons)
    }

    /// The players with the most games, or those with a given name.
    pub fn players(
        &self,
        request: &request::Players,
        within: &Within,
    ) -> Result<Reply<PlayersAnswer>> {
        let request = Request::Players(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Players)
    }

    /// Sends groups of games that are the same to the sink.
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

    /// The file of a game, by its id or a prefix of it.
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

    /// The same, read by somebody else; see [`game::Reader`].
    pub fn game_by(
        &self,
        id: &str,
        within: &Within,
        reader: &dyn game::Reader,
    ) -> Result<Reply<Arc<GameFile>>> {
        let context = self.context(within).reading_by(reader);
        let request = Request::Game(id.to_owned());
        ask!(self.source, request, &context, &mut no_parts, Answer::Game)
    }

    /// Sends the games at these places to the sink, as far as the index has them; returns how many there are.
    pub fn at(
        &self,
        places: &[request::GamePlace],
        within: &Within,
        sink: &mut dyn FnMut(&GameRow) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        let mut games = |part: Part| match part {
            Part::Game(game) => sink(game),
            _ => ControlFlow::Continue(()),
        };
        let request = Request::At(places.to_vec());
        ask!(self, request, within, &mut games, Answer::Count)
    }

    /// Sends the records of the games with these ids to the sink, in this order; returns how many there are.
    pub fn records(
        &self,
        ids: &[String],
        within: &Within,
        sink: &mut dyn FnMut(Record) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        let mut records = |part: Part| match part {
            Part::Record(record) => sink(record),
            _ => ControlFlow::Continue(()),
        };
        let request = Request::Records(ids.to_vec());
        ask!(self, request, within, &mut records, Answer::Count)
    }

    /// What is indexed; on request also what could not be read.
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

    /// Which files are not as the index knows them. Looks at the disk, and reads no game. There is no answer of a part
    /// of the files, so it passes its deadline, and ends only where it is cancelled.
    pub fn changes(&self, within: &Within) -> Result<Reply<status::Changes>> {
        ask!(
            self,
            Request::Changes,
            within,
            &mut no_parts,
            Answer::Changes
        )
    }

    /// First searches to try.
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

    /// A page of the matching games, and what they may be narrowed to.
    pub fn page(&self, request: &request::Page, within: &Within) -> Result<Reply<Box<page::Page>>> {
        let request = Request::Page(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Page)
    }

    /// All hits of a query in one game.
    pub fn hits(
        &self,
        request: &request::HitsOf,
        within: &Within,
    ) -> Result<Reply<page::HitsOfGame>> {
        let request = Request::Hits(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Hits)
    }

    /// The same in somebody else's memory; see [`game::Reader`].
    pub fn hits_by(
        &self,
        request: &request::HitsOf,
        within: &Within,
        reader: &dyn game::Reader,
    ) -> Result<Reply<page::HitsOfGame>> {
        let context = self.context(within).reading_by(reader);
        let request = Request::Hits(request.clone());
        ask!(self.source, request, &context, &mut no_parts, Answer::Hits)
    }

    /// The comments that stand at a position or a pattern.
    pub fn comments(
        &self,
        request: &request::Comments,
        within: &Within,
    ) -> Result<Reply<comments::CommentsAnswer>> {
        let request = Request::Comments(request.clone());
        ask!(self, request, within, &mut no_parts, Answer::Comments)
    }

    /// What a text means as a query while it is being typed.
    pub fn parse(&self, typed: &request::Typed) -> Result<Reply<Box<parsed::Parsed>>> {
        let request = Request::Parse(typed.clone());
        ask!(
            self,
            request,
            &Within::default(),
            &mut no_parts,
            Answer::Parsed
        )
    }

    /// How a query that is being typed may go on.
    pub fn complete(&self, typed: &request::Typed) -> Result<Reply<complete::Completed>> {
        let request = Request::Complete(typed.clone());
        ask!(
            self,
            request,
            &Within::default(),
            &mut no_parts,
            Answer::Completed
        )
    }

    /// Writes the matching games to files or to a stream; `None` if there are none.
    pub fn export(
        &self,
        request: &export::Export,
        within: &Within,
        out: &mut dyn Write,
    ) -> Result<Option<export::Report>> {
        self.source.export(request, &self.context(within), out)
    }

    /// The same in somebody else's memory; see [`game::Reader`].
    pub fn export_by(
        &self,
        request: &export::Export,
        within: &Within,
        reader: &dyn game::Reader,
        out: &mut dyn Write,
    ) -> Result<Option<export::Report>> {
        let context = self.context(within).reading_by(reader);
        self.source.export(request, &context, out)
    }
}
