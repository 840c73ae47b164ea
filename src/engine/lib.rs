//! Takes questions and returns typed answers: all that a front end needs.
//!
//! A front end is a program such as the command line or the web server. It turns its input into a [question](request)
//! and an answer into its output. Every other decision is made in this crate: how a position is parsed, which queries
//! to suggest after a search without hits, which columns a game has.
//!
//! No code here prints or knows about terminals. It changes one global setting of the process, the panic hook, and only
//! if a program asks for that with [`record_panic_locations`].

pub mod advice;
pub mod analysis;
mod ask_options;
pub mod board;
mod boards_before;
pub mod book;
pub mod build;
pub mod columns;
pub mod comments;
pub mod compare;
pub mod complete;
mod conditions;
pub mod copies;
pub mod crosstable;
pub mod distant_game;
pub mod doctor;
mod drill;
pub mod engine_eval;
pub mod error;
pub mod events;
pub mod export;
mod failure;
pub mod files;
mod find_game;
pub mod first_played;
pub mod game;
pub mod guess;
pub mod handout;
pub mod head_to_head;
mod indexes;
pub mod info;
pub mod input;
pub mod joseki;
pub mod json;
pub mod last_common_position;
pub mod learned;
pub mod lines;
pub mod losses;
pub mod name_pattern;
pub mod near;
pub mod novelty;
pub mod number_format;
pub mod openings;
pub mod page;
mod paging;
mod panics;
#[cfg(feature = "parquet")]
mod parquet;
pub mod parsed;
pub mod parts;
mod played_line;
pub mod player_games;
pub mod players;
pub mod points;
mod popular;
pub mod practice;
mod proposals;
mod question;
pub mod ratings;
pub mod record;
mod records;
pub mod report;
pub mod request;
mod requested_values;
pub mod row;
mod row_needs;
pub mod search;
pub mod smaller_shapes;
mod snapshot;
pub mod stats;
pub mod status;
pub mod stored_game;
pub mod suggest;
pub mod tree;
pub mod user_marks;
pub mod years;

pub use ask_options::{AnswerProgress, AskOptions, Reply};
use copies::{CopiesFound, CopyGroup};
pub use error::ErrorJson;
pub use failure::{Failure, Result};
use files::OperandFiles;
use game::GameFile;
pub use indexes::Indexes;
pub use kifu_language::knowledge::aliases::{Aliases, BadLine, BadLines};
use kifu_language::parse;
pub use kifu_query::hits::FilePlace;
use kifu_record::cancel::TimeBudget;
pub use kifu_record::cancel::checkpoint;
use kifu_record::poison::IgnorePoison;
use kifu_store::index::Index;
pub use kifu_store::index::mapped::install_sigbus_handler;
pub use panics::{panic_error, record_panic_locations};
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

/// Callback that receives the items of a long answer one by one; it returns `Break` to end the answer early.
pub type Sink<'s> = &'s mut dyn FnMut(Item) -> ControlFlow<()>;

#[derive(Clone, Copy, Debug)]
pub enum Item<'p> {
    Game(&'p GameRow),
    /// Game as a line of text, with its line break.
    Line(&'p [u8]),
    /// File of a matching game, with the names of the archive members that lead to the game.
    Place(&'p FilePlace),
    /// Group of games that are copies of each other.
    Copies(&'p CopyGroup),
    /// Table that counts games by the values of one property, or of two.
    Counts(&'p Counts),
    Record(RequestedRecord<'p>),
    /// Signals that the next item may take longer, so the front end should show the items that have arrived.
    Pause,
}

/// Answers questions from one index, or from several that are searched as one. Clones share the index, also between
/// threads.
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

/// Size of an index, in games, up to which a search for words, names and dates ends within milliseconds.
///
/// So short a search need not be interrupted, and thus needs no thread of its own. Starting a thread would take 40 to
/// 140 µs, while the search itself may take only 7 µs.
const MAX_GAMES_OF_FAST_SEARCH: u64 = 1_000_000;

/// Ignores every item of an answer: for questions whose answer has no list of items.
fn ignore_items(_: Item) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl Engine {
    /// Opens the index in a folder.
    pub fn open(folder: &Path) -> Result<Engine> {
        Engine::open_with(folder, Aliases::default())
    }

    /// Opens the index in a folder, with the user's list of spellings of names.
    pub fn open_with(folder: &Path, aliases: Aliases) -> Result<Engine> {
        Engine::open_all(Indexes {
            folders: vec![folder.to_owned()],
            aliases,
            ..Indexes::default()
        })
    }

    /// Opens one index, or several that are searched as one.
    pub fn open_all(indexes: Indexes) -> Result<Engine> {
        Ok(Engine {
            state: Arc::new(RwLock::new(IndexState::new(indexes.open()?))),
            indexes: Arc::new(indexes),
            files: None,
        })
    }

    /// Returns the engine with an object that reads files. Requests can then name files, such as a diagram or another
    /// game.
    pub fn with_files(self, files: impl OperandFiles + 'static) -> Engine {
        Engine { files: Some(Arc::new(files)), ..self }
    }

    /// Number of the commit of the index that answers come from. It rises with every commit and never falls.
    pub fn generation(&self) -> u64 {
        self.current().index.header().generation
    }

    /// Hash that changes whenever answers may change: with every commit, with another index, and with the user's list
    /// of spellings. Caches use it as their key.
    pub fn state(&self) -> u64 {
        self.current().index.state()
    }

    /// Progress of the search for the novelties of all games, which the first question that needs them starts: games
    /// replayed so far, and games to replay; both 0 if no search has begun.
    pub fn novelty_progress(&self) -> (u64, u64) {
        self.current().index.novelty_progress()
    }

    /// True if a file of the index was truncated or became unreadable after it was opened. Then every answer is an
    /// error, and the index must be opened again.
    pub fn has_lost_files(&self) -> bool {
        self.current().index.check_mapped().is_err()
    }

    /// Switches to the newest commit of the index and returns true if there was a newer one. Answers in progress keep
    /// the commit that they started with.
    pub fn refresh(&self) -> Result<bool> {
        let newest = self.indexes.open()?;
        let state = self.current();
        let is_new = !newest.is_same_state(&state.index) || state.index.check_mapped().is_err();
        if is_new {
            *self.state.write().ignore_poison() = IndexState::new(newest);
        }
        Ok(is_new)
    }

    /// Answers a question, such as a search. The items of a long answer, such as the rows of a list, go to the callback
    /// `sink` in order, until it returns `Break`. A panic while answering becomes an error of this answer only.
    pub fn ask<Q: Ask>(
        &self,
        question: &Q,
        options: &AskOptions,
        sink: Sink,
    ) -> Result<Reply<Q::Answer>> {
        self.run(options, None, |snapshot| question.answer(snapshot, sink))
    }

    pub fn answer<Q: Ask>(&self, question: &Q, options: &AskOptions) -> Result<Reply<Q::Answer>> {
        self.ask(question, options, &mut ignore_items)
    }

    /// Answers a question that has no list of items. `reader` reads the files of games; see [`game::GameReader`].
    pub fn answer_with_reader<Q: Ask>(
        &self,
        question: &Q,
        options: &AskOptions,
        reader: &dyn game::GameReader,
    ) -> Result<Reply<Q::Answer>> {
        self.run(options, Some(reader), |snapshot| question.answer(snapshot, &mut ignore_items))
    }

    /// Returns the statistics that this index adds to an answer of several indexes, such as word frequencies. The
    /// statistics of the other indexes that are known so far are in `known`; see [`parts`].
    pub fn global_stats<Q: Question>(
        &self,
        question: &Q,
        known: &parts::GlobalStats,
        options: &AskOptions,
    ) -> Result<Reply<parts::GlobalStats>> {
        self.run_with_index(
            options,
            None,
            |index| index.recording_stats(known),
            |snapshot| snapshot.index.recorded_stats(question.record_global_stats(snapshot)),
        )
    }

    /// Returns what this index contributes to an answer of several indexes, given the statistics over all of them.
    pub fn part<Q: Question>(
        &self,
        question: &Q,
        global_stats: &parts::GlobalStats,
        options: &AskOptions,
    ) -> Result<Reply<parts::Part<Q::Gathered>>> {
        let as_part = |index: &Index| index.with_global_stats(global_stats.clone());
        let mut reply = self.run_with_index(options, None, as_part, |snapshot| {
            let gathered = question.gather(snapshot, &mut ignore_items)?;
            Ok(parts::Part::new(question, snapshot, gathered))
        })?;
        reply.answer.incomplete = reply.incomplete;
        Ok(reply)
    }

    fn current(&self) -> Arc<IndexState> {
        let state = self.state.read().ignore_poison();
        state.clone()
    }

    /// Runs `work` on the current commit of the index until the request is cancelled.
    ///
    /// A panic becomes an error of this work only: tantivy trusts its files and panics if one of them is damaged.
    fn run<T>(
        &self,
        options: &AskOptions,
        reader: Option<&dyn game::GameReader>,
        work: impl FnOnce(&Snapshot) -> Result<T>,
    ) -> Result<Reply<T>> {
        self.run_with_index(options, reader, Index::clone, work)
    }

    /// Runs `work` on the current commit of the index. `part` is called first to prepare the index, for instance as a
    /// member of a set of indexes.
    fn run_with_index<T>(
        &self,
        options: &AskOptions,
        reader: Option<&dyn game::GameReader>,
        part: impl FnOnce(&Index) -> Index,
        work: impl FnOnce(&Snapshot) -> Result<T>,
    ) -> Result<Reply<T>> {
        let budget = TimeBudget::new(options.deadline, options.cancel.clone());
        options.progress.follow(&budget);
        let state = self.current();
        let index = part(&state.index).with_budget(budget.clone());
        let index = match &options.marks {
            Some(source) => index.with_marks(Some(source.clone())),
            None => index,
        };
        let index = match &options.book {
            Some(source) => index.with_book(Some(source.clone())),
            None => index,
        };
        let snapshot =
            Snapshot { index: &index, files: self.files.as_deref(), reader, state: &state };
        index.check_global_state()?;
        index.check_known_losses()?;
        let cancel_only = budget.without_deadline();
        let answer = catch_unwind(AssertUnwindSafe(|| cancel_only.run(|| work(&snapshot))));
        // The index is checked after the work, because the answer may come from a file that was truncated while the
        // work ran.
        index.check_mapped()?;
        let to_error = |cause: Box<dyn Any + Send>| panic_error(&*cause, &self.indexes.folders);
        let answer = answer.map_err(to_error)???;
        Ok(Reply {
            answer,
            generation: index.header().generation,
            incomplete: budget.is_exhausted().then(|| budget.progress()),
        })
    }

    pub fn search(
        &self,
        question: &request::Search,
        options: &AskOptions,
        sink: &mut dyn FnMut(&GameRow) -> ControlFlow<()>,
    ) -> Result<Reply<GamesFound>> {
        self.ask(question, options, &mut |part| match part {
            Item::Game(game) => sink(game),
            _ => ControlFlow::Continue(()),
        })
    }

    /// True if a search ends too soon to be worth interrupting: it has only clauses about words, names and dates, and
    /// the index has no more than a million games.
    pub fn is_fast_search(&self, question: &request::Search) -> bool {
        let query = || parse(&question.query).is_ok_and(|query| query.needs_only_terms());
        let has_default_settings = question.sort.is_empty()
            && question.sample.is_none()
            && !question.unique
            && !question.each;
        has_default_settings
            && self.current().index.searcher().num_docs() <= MAX_GAMES_OF_FAST_SEARCH
            && query()
    }

    /// Counts the games that match a query.
    pub fn count(&self, query: &str, options: &AskOptions) -> Result<Reply<u64>> {
        self.answer(&request::CountGames(request::Search::new(query)), options)
    }

    /// Returns what the index holds: its roots, the number of its games, its size. With `problems`, the answer includes
    /// the files that could not be read.
    pub fn status(&self, problems: bool) -> Result<Reply<Status>> {
        self.answer(&request::ReadStatus { problems }, &AskOptions::default())
    }

    /// Reads the file of a game, which is named by its id or a prefix of it.
    pub fn game(&self, id: &str) -> Result<Reply<Arc<GameFile>>> {
        self.answer(&request::FindGame(id.to_owned()), &AskOptions::default())
    }

    /// Passes one table to `sink` for each property by which games are counted, and returns the number of games.
    pub fn stats(
        &self,
        question: &request::Stats,
        options: &AskOptions,
        sink: &mut dyn FnMut(&Counts) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        self.ask(question, options, &mut |part| match part {
            Item::Counts(counts) => sink(counts),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Passes groups of copies of a game to `sink`.
    pub fn copies(
        &self,
        question: &request::FindCopies,
        options: &AskOptions,
        sink: &mut dyn FnMut(&CopyGroup) -> ControlFlow<()>,
    ) -> Result<Reply<CopiesFound>> {
        self.ask(question, options, &mut |part| match part {
            Item::Copies(group) => sink(group),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Passes the games that the index has at the given places of the archive to `sink`, and returns how many there
    /// are.
    pub fn games_at(
        &self,
        places: &[request::GamePlace],
        options: &AskOptions,
        sink: &mut dyn FnMut(&GameRow) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        let question = request::GamesAtPlaces(places.to_vec());
        self.ask(&question, options, &mut |part| match part {
            Item::Game(game) => sink(game),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Passes the records of the games with these ids to `sink`, in the order of the ids, and returns how many there
    /// are.
    pub fn records(
        &self,
        ids: &[String],
        options: &AskOptions,
        sink: &mut dyn FnMut(RequestedRecord) -> ControlFlow<()>,
    ) -> Result<Reply<u64>> {
        let question = request::ReadRecords(ids.to_vec());
        self.ask(&question, options, &mut |part| match part {
            Item::Record(record) => sink(record),
            _ => ControlFlow::Continue(()),
        })
    }

    /// Writes the matching games to files or to a stream; returns `None` if no game matches.
    pub fn export(
        &self,
        question: &export::Export,
        options: &AskOptions,
        out: &mut dyn Write,
    ) -> Result<Option<export::ExportReport>> {
        self.run_export(options, None, question, out)
    }

    /// Exports the matching games. `reader` reads their files and counts the memory for them; see [`game::GameReader`].
    pub fn export_with_reader(
        &self,
        question: &export::Export,
        options: &AskOptions,
        reader: &dyn game::GameReader,
        out: &mut dyn Write,
    ) -> Result<Option<export::ExportReport>> {
        self.run_export(options, Some(reader), question, out)
    }

    fn run_export(
        &self,
        options: &AskOptions,
        reader: Option<&dyn game::GameReader>,
        question: &export::Export,
        out: &mut dyn Write,
    ) -> Result<Option<export::ExportReport>> {
        let written = |snapshot: &Snapshot| export::export(snapshot, question, out);
        Ok(self.run(options, reader, written)?.answer)
    }
}
