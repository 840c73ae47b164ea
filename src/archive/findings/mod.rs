//! What is wrong with a game record: findings, their kinds and severities, and the checks of a whole game.
//!
//! The doctor reports findings and where they are, and the index stores their kinds, so that a query finds the games
//! that the doctor reports.

pub mod checks;
pub(crate) mod finding;
mod kinds;

pub use finding::Finding;
pub use kinds::{Check, FindingKind, Severity};

use crate::origin::Origin;
use checks::ReplayFindings;
use finding::{file_finding, with_count};
use kifu_record::formats::FileText;
use kifu_record::{Code, Diagnostics, GameRecord};

/// All findings of one game. `played` is what a replay of its moves has found, such as forbidden moves. Dates after
/// `latest_day` are in the future.
pub fn game_findings(
    record: &GameRecord,
    text: &FileText,
    origin: &Origin,
    latest_day: i32,
    played: &ReplayFindings,
) -> Vec<Finding> {
    let mut found = diagnostic_findings(&record.diagnostics, origin);
    checks::check(record, text, origin, latest_day, played, &mut found);
    found
}

/// Turns the diagnostics of a record into findings, one for each diagnostic code, at its first occurrence.
pub(crate) fn diagnostic_findings(diagnostics: &Diagnostics, origin: &Origin) -> Vec<Finding> {
    let finding = |&(code, count): &(Code, usize)| {
        let first = diagnostics.iter().find(|first| first.code == code)?;
        let message = with_count(&first.message, count as u64);
        Some(Finding {
            offset: Some(first.offset as u64),
            count: count as u64,
            ..file_finding(FindingKind::from_code(code), origin.clone(), message)
        })
    };
    diagnostics.counts().iter().filter_map(finding).collect()
}
