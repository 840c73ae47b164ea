//! Reads the engine analysis in a file beside a game file, and adds it to the games.

use crate::crawl::{Entry, Problem};
use crate::origin::Origin;
use kifu_record::GameRecord;
use kifu_record::formats::sidecar::{Sidecar, Source, report_left_out};
use std::fs::File;

/// Engine analysis in a file beside a game file, or the reason why it is not read.
pub struct SidecarAnalysis(Result<Sidecar<File>, Problem>);

impl SidecarAnalysis {
    /// Reads the analysis beside a game file; `None` if there is none. If `only` is given, only the analysis of that
    /// game is stored.
    pub fn open(entry: &Entry, only: Option<&GameRecord>) -> Option<SidecarAnalysis> {
        let file = entry.sidecar.as_ref()?.open();
        Some(SidecarAnalysis(file.map(|file| Sidecar::scan(file, only))))
    }

    /// Problem to report if the analysis was left out because of a limit that the user may raise. Any other reason
    /// gives `None`, because it becomes a diagnostic of the games.
    pub fn limit_problem(&self, file: &Origin) -> Option<Problem> {
        let problem = self.0.as_ref().err()?;
        let why = &problem.message;
        let message = format!("the analysis beside it was left out: {why}");
        let remedy = problem.remedy.clone()?;
        Some(Problem::new(file.clone(), problem.kind, message).with_remedy(remedy))
    }

    /// Adds the analysis of the game with this number in the file, from 1, to the game's record.
    pub fn add_to(&mut self, record: &mut GameRecord, number: u32) {
        match &mut self.0 {
            Ok(sidecar) => sidecar.add_to(record, number, Source::Sidecar),
            Err(problem) => report_left_out(record, number, &problem.message),
        }
    }
}
