//! Measures how much time each stage of a run takes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Stage of a run that builds an index, in the order of the stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Stage of checking files of the index for damage.
    Checking,
    /// Stage of reading files and unpacking archives.
    Unpacking,
    /// Stage of parsing bytes into records.
    Parsing,
    /// Stage of replaying games and turning them into documents.
    Replaying,
    /// Stage of handing documents over to the writer of the index, and waiting for it to take them.
    WaitingForWriter,
    /// Stage of writing the last segments and the index's lists of files, and syncing them to disk.
    Committing,
    /// Stage of waiting for segments to be merged.
    Merging,
    /// Stage of comparing games to find copies.
    Comparing,
}

impl Stage {
    const ALL: [Stage; 8] = [
        Stage::Checking,
        Stage::Unpacking,
        Stage::Parsing,
        Stage::Replaying,
        Stage::WaitingForWriter,
        Stage::Committing,
        Stage::Merging,
        Stage::Comparing,
    ];

    /// Name of the stage for display.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Checking => "checking the index",
            Stage::Unpacking => "reading and unpacking",
            Stage::Parsing => "parsing",
            Stage::Replaying => "replaying",
            Stage::WaitingForWriter => "waiting for the writer",
            Stage::Committing => "committing",
            Stage::Merging => "merging segments",
            Stage::Comparing => "comparing games",
        }
    }
}

/// Time that the threads of a run spent in each stage, summed over all threads.
#[derive(Debug, Default)]
pub struct StageTimes([AtomicU64; Stage::ALL.len()]);

impl StageTimes {
    /// Adds the time since `begun` to a stage.
    pub fn add_since(&self, stage: Stage, begun: Instant) {
        self.add(stage, begun.elapsed());
    }

    /// Adds a duration to the total of a stage.
    pub fn add(&self, stage: Stage, time: Duration) {
        if let Some(nanoseconds) = self.0.get(stage as usize) {
            nanoseconds.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
        }
    }

    /// All stages with their total times.
    pub fn all(&self) -> Vec<(Stage, Duration)> {
        let time =
            |nanoseconds: &AtomicU64| Duration::from_nanos(nanoseconds.load(Ordering::Relaxed));
        Stage::ALL.into_iter().zip(self.0.iter().map(time)).collect()
    }
}
