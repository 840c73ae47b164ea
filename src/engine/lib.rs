//! Questions in, typed answers out: all that a front end needs.
//!
//! A front end turns its input into a [question](request) and an answer into its output. Everything else that it would
//! have to decide belongs here: how a position is read, what to try after a search without hits, the columns of a game.
//! Nothing here prints or knows about terminals. The state of the process is left alone, but for where panics happened,
//! if a program wants that noted.

pub mod advice;
pub mod analysis;
mod asking;
mod before;
pub mod board;
pub mod build;
pub mod columns;
pub mod comments;
pub mod compare;
pub mod complete;
mod conditions;
pub mod copies;
pub mod doctor;
mod drill;
pub mod earlier;
pub mod error;
pub mod events;
pub mod export;
mod facts;
mod failure;
pub mod files;
pub mod game;
pub mod guess;
mod indexed;
pub mod info;
pub mod input;
pub mod json;
pub mod judged;
pub mod kept;
pub mod learned;
pub mod lines;
mod listed;
mod local;
pub mod losses;
pub mod marked;
mod needs;
pub mod openings;
pub mod page;
mod panics;
#[cfg(feature = "parquet")]
mod parquet;
pub mod parsed;
pub mod parts;
mod played;
pub mod players;
pub mod points;
pub mod practice;
mod proposals;
mod question;
pub mod record;
mod records;
pub mod request;
pub mod row;
pub mod search;
mod snapshot;
pub mod stats;
pub mod status;
pub mod suggest;
pub mod tree;
pub mod words;
pub mod years;

pub use asking::{AnswerProgress, AskOptions, Reply};
use copies::{CopiesFound, CopyGroup};
pub use error::ErrorJson;
pub use failure::{Failure, Result};
use files::OperandFiles;
use game::GameFile;
pub use kifu_language::knowledge::aliases::{Aliases, BadLine, BadLines};
use kifu_language::parse;
pub use kifu_query::hits::FilePlace;
use kifu_record::patience::TimeBudget;
pub use kifu_record::patience::step;
use kifu_record::poison::IgnorePoison;
use kifu_store::index::Index;
pub use kifu_store::index::mapped::survive;
pub use local::Indexes;
pub use panics::{note_panics, panicked};
pub use question::{Ask, Question};
use records::RequestedRecord;
use row::GameRow;
use search::GamesFound;
use snapshot::IndexState;
pub use snapshot::Snapshot;
use stats::Counts;
use status::Status;
use std::any::Any;
use std::io::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, RwLock};

/// Takes the parts of an answer and says whether it wants more.
pub type Sink<'s> = &'s mut dyn FnMut(Item) -> ControlFlow<()>;

/// A part of a long answer.
#[derive(Clone, Copy, Debug)]
pub enum Item<'p> {
    /// A matching game.
    Game(&'p GameRow),
    /// Where a matching game is: its file and the members of archives.
    Place(&'p FilePlace),
    /// Games that are the same.
    Copies(&'p CopyGroup),
    /// Games grouped by one property, with counts.
    Counts(&'p Counts),
    /// The record of a game.
    Record(RequestedRecord<'p>),
    /// The next part takes longer; what has arrived may be shown.
    Pause,
}

/// Answers questions. It can be cloned and shared between threads.
#[derive(Clone)]
pub struct Engine {
    indexes: Arc<Indexes>,
    state: Arc<RwLock<Arc<IndexState>>>,
    files: Option<Arc<dyn OperandFiles>>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("generation", &self.generation()).finish_non_exhaustive()
    }
}

/// The most games of which a search for words takes a few milliseconds.
const BRIEF_GAMES: u64 = 1_000_000;

/// The sink of a question whose answer is short.
fn nothing(_: Item) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl Engine {
    /// An engine for the index in a folder.
    pub fn open(folder: &Path) -> Result<Engine> {
        Engine::open_with(folder, Aliases::default())
    }

    /// The same, with the user's own spellings of names.
    pub fn open_with(folder: &Path, aliases: Aliases) -> Result<Engine> {
        Engine::open_all(Indexes {
            folders: vec![folder.to_owned()],
            aliases,
            ..Indexes::default()
        })
    }

    /// An engine for one index, or for several that are searched as one.
    pub fn open_all(indexes: Indexes) -> Result<Engine> {
        Ok(Engine {
            state: Arc::new(RwLock::new(IndexState::new(indexes.open()?))),
            indexes: Arc::new(indexes),
            files: None,
        })
    }

    /// The same engine, with the ability to read files that operands name.
    pub fn with_files(self, files: impl OperandFiles + 'static) -> Engine {
        Engine { files: Some(Arc::new(files)), ..self }
    }

    /// The number of the state that questions are answered from. Every commit raises it; it never falls.
    pub fn generation(&self) -> u64 {
        self.current().index.header().generation
    }

    /// A number that tells the answers of this engine from those of all others: it changes with every commit, is
    /// another one for every index, and depends on the user's aliases.
    pub fn state(&self) -> u64 {
        self.current().index.state()
    }

    /// Whether a file of the index was cut, or could not be read, since it was opened. Then every answer is an error,
    /// and the index has to be opened anew.
    pub fn is_lost(&self) -> bool {
        self.current().index.check_mapped().is_err()
    }

    /// Switches to the newest state of the index and returns whether it is a different one. Answers in progress keep
    /// theirs.
    pub fn refresh(&self) -> Result<bool> {
        let newest = self.indexes.open()?;
        let state = self.current();
        let is_new = !newest.is_as(&state.index) || state.index.check_mapped().is_err();
        if is_new {
            *self.state.write().ignore_poison() = IndexState::new(newest);
        }
        Ok(is_new)
    }

    /// Answers a question. The items of a long answer go to the sink, in order, until it wants no more. A panic on the
    /// way becomes an error of this answer alone.
    pub fn ask<Q: Ask>(
        &self,
        question: &Q,
        within: &AskOptions,
        sink: Sink,
    ) -> Result<Reply<Q::Answer>> {
        self.on(within, None, |snapshot| question.answer(snapshot, sink))
    }

    /// Answers a question whose answer is short.
    pub fn answer<Q: Ask>(&self, question: &Q, within: &AskOptions) -> Result<Reply<Q::Answer>> {
        self.ask(question, within, &mut nothing)
    }

    /// The same; files are read by somebody else, see [`game::GameReader`].
    pub fn answer_by<Q: Ask>(
        &self,
        question: &Q,
        within: &AskOptions,
        reader: &dyn game::GameReader,
    ) -> Result<Reply<Q::Answer>> {
        self.on(within, Some(reader), |snapshot| question.answer(snapshot, &mut nothing))
    }

    /// The facts that the answer to a question depends on beyond this index, if it is one of several that answer
    /// together, besides those that are known of all; see [`parts`].
    pub fn facts<Q: Question>(
        &self,
        question: &Q,
        known: &parts::Facts,
        within: &AskOptions,
    ) -> Result<Reply<parts::Facts>> {
        self.on_part(
            within,
            None,
            |index| index.recording_facts(known),
            |snapshot| snapshot.index.noted(question.record(snapshot)),
        )
    }

    /// What this index contributes to the answer, given the facts of all of them.
    pub fn part<Q: Question>(
        &self,
        question: &Q,
        facts: &parts::Facts,
        within: &AskOptions,
    ) -> Result<Reply<parts::Part<Q::Gathered>>> {
        let whole = |index: &Index| index.with_global_facts(facts.clone());
        let mut reply = self.on_part(within, None, whole, |snapshot| {
            let gathered = question.gather(snapshot, &mut nothing)?;
            Ok(parts::Part::new(question, snapshot, gathered))
        })?;
        reply.answer.incomplete = reply.incomplete;
        Ok(reply)
    }

    fn current(&self) -> Arc<IndexState> {
        let state = self.state.read().ignore_poison();
        state.clone()
    }

    /// Works on the current state, as long as somebody waits for it. A panic becomes an error of this work alone:
    /// tantivy trusts its files and panics if one of them is damaged.
    fn on<T>(
        &self,
        within: &AskOptions,
        reader: Option<&dyn game::GameReader>,
        work: impl FnOnce(&Snapshot) -> Result<T>,
    ) -> Result<Reply<T>> {
        self.on_part(within, reader, Index::clone, work)
    }

    /// The same for an index that is a part of a whole.
    fn on_part<T>(
        &self,
        within: &AskOptions,
        reader: Option<&dyn game::GameReader>,
        part: impl FnOnce(&Index) -> Index,
        work: impl FnOnce(&Snapshot) -> Result<T>,
    ) -> Result<Reply<T>> {
        let budget = TimeBudget::new(within.deadline, within.cancel.clone());
        within.progress.follow(&budget);
        let state = self.current();
        let index = part(&state.index).within(budget.clone());
        let index = match &within.marks {
            Some(source) => index.with_marks(Some(source.clone())),
            None => index,
        };
        let snapshot =
            Snapshot { index: &index, files: self.files.as_deref(), reader, state: &state };
        index.check_whole()?;
        index.check_known_losses()?;
        let wanted = budget.while_wanted();
        let answer = catch_unwind(AssertUnwindSafe(|| wanted.within(|| work(&snapshot))));
        // Whatever it says, it may come from a file that was cut meanwhile.
        index.check_mapped()?;
        let fault = |cause: Box<dyn Any + Send>| panicked(&*cause, &self.indexes.folders);
        let answer = answer.map_err(fault)???;
        Ok(Reply {
            answer,
            generation: index.header().generation,
            incomplete: budget.was_spent().then(|| budget.progress()),
        })
    }

    /// Sends the matching games to the sink.
    pub fn search(
        &self,
        question: &request::Search,
        within: &AskOptions,
        sink: &mut dyn FnMut(&GameRow) -> ControlFlow<()>,
    ) -> Result<Reply<GamesFound>> {
        self.ask(question, within, &mut |part| match part {
            Item::Game(game) => sink(game),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Whether a search takes too short a time to be interrupted: for words, names and dates alone, and in an index of
    /// not too many games.
    pub fn is_brief(&self, question: &request::Search) -> bool {
        let query = || parse(&question.query).is_ok_and(|query| query.is_of_words());
        let is_plain = question.sort.is_empty()
            && question.sample.is_none()
            && !question.unique
            && !question.each;
        is_plain && self.current().index.searcher().num_docs() <= BRIEF_GAMES && query()
    }

    /// The number of matching games.
    pub fn count(&self, query: &str, within: &AskOptions) -> Result<Reply<u64>> {
        self.answer(&request::CountGames(request::Search::new(query)), within)
    }

    /// What is indexed; on request also what could not be read.
    pub fn status(&self, problems: bool) -> Result<Reply<Status>> {
        self.answer(&request::ReadStatus { problems }, &AskOptions::default())
    }

    /// The file of a game, by its id or a prefix of it.
    pub fn game(&self, id: &str) -> Result<Reply<Arc<GameFile>>> {
        self.answer(&request::FindGame(id.to_owned()), &AskOptions::default())
    }

    /// Sends one table per property that games are grouped by to the sink; returns the number of games.
    pub fn stats(
        &self,
        question: &request::Stats,
        within: &AskOptions,
        sink: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        self.ask(question, within, &mut |part| match part {
            Item::Counts(counts) => sink(counts),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Sends groups of games that are the same to the sink.
    pub fn copies(
        &self,
        question: &request::FindCopies,
        within: &AskOptions,
        sink: &mut dyn FnMut(&CopyGroup) -> ControlFlow<()>,
    ) -> Result<Reply<CopiesFound>> {
        self.ask(question, within, &mut |part| match part {
            Item::Copies(group) => sink(group),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Sends the games at these places to the sink, as far as the index has them; returns how many there are.
    pub fn at(
        &self,
        places: &[request::GamePlace],
        within: &AskOptions,
        sink: &mut dyn FnMut(&GameRow) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        let question = request::AtPlaces(places.to_vec());
        self.ask(&question, within, &mut |part| match part {
            Item::Game(game) => sink(game),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Sends the records of the games with these ids to the sink, in this order; returns how many there are.
    pub fn records(
        &self,
        ids: &[String],
        within: &AskOptions,
        sink: &mut dyn FnMut(RequestedRecord) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        let question = request::ReadRecords(ids.to_vec());
        self.ask(&question, within, &mut |part| match part {
            Item::Record(record) => sink(record),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Writes the matching games to files or to a stream; `None` if there are none.
    pub fn export(
        &self,
        question: &export::Export,
        within: &AskOptions,
        out: &mut dyn Write,
    ) -> Result<Option<export::ExportReport>> {
        self.export_in(within, None, question, out)
    }

    /// The same in somebody else's memory; see [`game::GameReader`].
    pub fn export_by(
        &self,
        question: &export::Export,
        within: &AskOptions,
        reader: &dyn game::GameReader,
        out: &mut dyn Write,
    ) -> Result<Option<export::ExportReport>> {
        self.export_in(within, Some(reader), question, out)
    }

    fn export_in(
        &self,
        within: &AskOptions,
        reader: Option<&dyn game::GameReader>,
        question: &export::Export,
        out: &mut dyn Write,
    ) -> Result<Option<export::ExportReport>> {
        let written = |snapshot: &Snapshot| export::export(snapshot, question, out);
        Ok(self.on(within, reader, written)?.answer)
    }
}
