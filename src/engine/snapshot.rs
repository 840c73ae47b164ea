//! The state of an index that a question is answered from.

use super::failure::Result;
use super::files::{Address, Files, Target};
use super::game::{Reader, Room, nth_record};
use crate::index::Index;
use crate::language::files::Files as Texts;
use crate::language::{Query, QueryError};
use crate::query::completions::Completions;
use crate::query::plan::Plan;
use crate::query::search::plan_with;
use crate::record::{GameTree, Start};
use std::sync::{Arc, OnceLock};

/// A state of the index, with what is derived from it once.
#[derive(Debug)]
pub(super) struct State {
    pub(super) index: Index,
    completions: OnceLock<Completions>,
}

impl State {
    pub(super) fn new(index: Index) -> Arc<State> {
        Arc::new(State {
            index,
            completions: OnceLock::new(),
        })
    }
}

/// The state of an index that one question is answered from.
#[allow(missing_debug_implementations)]
pub struct Snapshot<'s> {
    pub(super) index: &'s Index,
    pub(super) files: Option<&'s dyn Files>,
    pub(super) reader: Option<&'s dyn Reader>,
    pub(super) state: &'s State,
}

impl Snapshot<'_> {
    /// Names and other values by their beginnings. They are put together on first use, however long that takes: half of
    /// them would be kept for later.
    pub(super) fn completions(&self) -> Result<&Completions> {
        if let Some(known) = self.state.completions.get() {
            return Ok(known);
        }
        let made = Completions::of(&self.state.index)?;
        Ok(self.state.completions.get_or_init(|| made))
    }

    /// Prepares a query to be run.
    pub(super) fn plan(&self, query: &Query) -> std::result::Result<Plan, QueryError> {
        self.with_texts(|texts| plan_with(self.index, query, texts))
    }

    /// Passes `work` the means to read the texts that a query names.
    pub(super) fn with_texts<T>(&self, work: impl FnOnce(Option<Texts>) -> T) -> T {
        match self.files {
            Some(files) => work(Some(&OfQuery(files))),
            None => work(None),
        }
    }

    /// Memory for so many bytes until it is dropped, where the front end counts it.
    pub(super) fn room(&self, bytes: u64) -> crate::error::Result<Option<Room>> {
        self.reader.map(|reader| reader.room(bytes)).transpose()
    }
}

/// The files of a front end, as queries read them.
struct OfQuery<'f>(&'f dyn Files);

impl crate::language::files::Texts for OfQuery<'_> {
    fn text(&self, name: &str) -> std::io::Result<Vec<u8>> {
        self.0.text(name)
    }

    fn game(&self, text: &str) -> crate::error::Result<Option<(Address, Start, GameTree)>> {
        match self.0.target(text)? {
            (address, Target::Entry(entry)) => {
                let record = nth_record(&entry, address.game)?;
                Ok(Some((address, record.start, record.tree)))
            }
            _ => Ok(None),
        }
    }
}
