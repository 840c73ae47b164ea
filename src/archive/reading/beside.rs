//! The analysis that lies beside the games of a file.

use crate::crawl::{Entry, Problem};
use crate::origin::Origin;
use kifu_record::GameRecord;
use kifu_record::formats::sidecar::{Sidecar, Source, left_out};
use std::fs::File;

/// What lies beside a file, or why it is not read.
pub struct AnalysisBeside(Result<Sidecar<File>, Problem>);

impl AnalysisBeside {
    /// Looks through what lies beside a file. If only one of its games is wanted, nothing is remembered of others.
    pub fn of(entry: &Entry, wanted: Option<&GameRecord>) -> Option<AnalysisBeside> {
        let file = entry.sidecar.as_ref()?.open();
        Some(AnalysisBeside(file.map(|file| Sidecar::look(file, wanted))))
    }

    /// The problem of a file beside which something is too large to be read; others are diagnostics alone.
    pub fn raise_limit(&self, file: &Origin) -> Option<Problem> {
        let problem = self.0.as_ref().err()?;
        let why = &problem.message;
        let message = format!("the analysis beside it was left out: {why}");
        let remedy = problem.remedy.clone()?;
        Some(Problem::new(file.clone(), problem.kind, message).advise(remedy))
    }

    /// Adds what it says about the game of this number, from 1.
    pub fn add_to(&mut self, record: &mut GameRecord, number: u32) {
        match &mut self.0 {
            Ok(sidecar) => sidecar.add_to(record, number, Source::Beside),
            Err(problem) => left_out(record, number, &problem.message),
        }
    }
}
