//! The analysis that lies beside the games of a file.

use crate::crawl::{Entry, Problem};
use crate::formats::sidecar::{Sidecar, Source, left_out};
use crate::record::GameRecord;
use std::fs::File;

/// What lies beside a file, or why it is not read.
pub struct AnalysisBeside(Result<Sidecar<File>, Problem>);

impl AnalysisBeside {
    /// Looks through what lies beside a file. If only one of its games is wanted, nothing is remembered of others.
    pub fn of(entry: &Entry, wanted: Option<&GameRecord>) -> Option<AnalysisBeside> {
        let file = entry.sidecar.as_ref()?.open();
        Some(AnalysisBeside(file.map(|file| Sidecar::look(file, wanted))))
    }

    /// Why it is not read.
    pub fn problem(&self) -> Option<&Problem> {
        self.0.as_ref().err()
    }

    /// Adds what it says about the game of this number, from 1.
    pub fn add_to(&mut self, record: &mut GameRecord, number: u32) {
        match &mut self.0 {
            Ok(sidecar) => sidecar.add_to(record, number, Source::Beside),
            Err(problem) => left_out(record, number, &problem.message),
        }
    }
}
