//! Where the time of a run goes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a run does, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Looking at files of the index for damage.
    Checking,
    /// Reading files and unpacking archives.
    Unpacking,
    /// From bytes to records.
    Parsing,
    /// Replaying games and turning them into documents.
    Replaying,
    /// Handing documents over, and waiting for who takes them.
    HandingOver,
    /// Writing the last segments and the lists, and making sure that they are on disk.
    Committing,
    /// Waiting for segments to be merged.
    Merging,
    /// Finding which games are copies.
    Comparing,
}

impl Stage {
    const ALL: [Stage; 8] = [
        Stage::Checking,
        Stage::Unpacking,
        Stage::Parsing,
        Stage::Replaying,
        Stage::HandingOver,
        Stage::Committing,
        Stage::Merging,
        Stage::Comparing,
    ];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Checking => "checking the index",
            Stage::Unpacking => "reading and unpacking",
            Stage::Parsing => "parsing",
            Stage::Replaying => "replaying",
            Stage::HandingOver => "waiting for the writer",
            Stage::Committing => "committing",
            Stage::Merging => "merging segments",
            Stage::Comparing => "comparing games",
        }
    }
}

/// How long the threads of a run were busy with each stage, all together.
#[derive(Debug, Default)]
pub struct StageTimes([AtomicU64; Stage::ALL.len()]);

impl StageTimes {
    /// Counts the time since a moment.
    pub fn since(&self, stage: Stage, begun: Instant) {
        self.add(stage, begun.elapsed());
    }

    /// Counts so much time.
    pub fn add(&self, stage: Stage, time: Duration) {
        if let Some(nanoseconds) = self.0.get(stage as usize) {
            nanoseconds.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
        }
    }

    /// All stages with their times.
    pub fn all(&self) -> Vec<(Stage, Duration)> {
        let time =
            |nanoseconds: &AtomicU64| Duration::from_nanos(nanoseconds.load(Ordering::Relaxed));
        Stage::ALL.into_iter().zip(self.0.iter().map(time)).collect()
    }
}
