//! Reads the analysis beside a file and adds it to the file's games.

use crate::crawl::{Entry, Problem};
use crate::origin::Origin;
use kifu_record::GameRecord;
use kifu_record::formats::sidecar::{Sidecar, Source, report_left_out};
use std::fs::File;

/// Analysis that lies beside a file, or the reason why it is not read.
pub struct SidecarAnalysis(Result<Sidecar<File>, Problem>);

impl SidecarAnalysis {
    /// Reads the analysis beside an entry; `None` if there is none. If `only` is given, nothing is stored about other
    /// games.
    pub fn open(entry: &Entry, only: Option<&GameRecord>) -> Option<SidecarAnalysis> {
        let file = entry.sidecar.as_ref()?.open();
        Some(SidecarAnalysis(file.map(|file| Sidecar::scan(file, only))))
    }

    /// Problem of a file whose analysis exceeds a limit that the user may raise. For other reasons it is `None`,
    /// because they become diagnostics of the games.
    pub fn limit_problem(&self, file: &Origin) -> Option<Problem> {
        let problem = self.0.as_ref().err()?;
        let why = &problem.message;
        let message = format!("the analysis beside it was left out: {why}");
        let remedy = problem.remedy.clone()?;
        Some(Problem::new(file.clone(), problem.kind, message).with_remedy(remedy))
    }

    /// Adds the analysis of the game with this number, from 1, to its record.
    pub fn add_to(&mut self, record: &mut GameRecord, number: u32) {
        match &mut self.0 {
            Ok(sidecar) => sidecar.add_to(record, number, Source::Sidecar),
            Err(problem) => report_left_out(record, number, &problem.message),
        }
    }
}
