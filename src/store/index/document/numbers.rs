//! Numbers of a game by which queries search, sort and count.

use kifu_language::GameNumber;
use kifu_language::knowledge::rounds::EventFacts;
use kifu_record::main_line_counts::MainLineCounts;
use kifu_record::problem::{Problem, problem};
use kifu_record::result::{GameResult, WinKind};
use kifu_record::{GameRecord, Replayer};
use std::cell::OnceCell;
use std::ops::ControlFlow;

/// Numbers of a record. Those that take long to compute are computed on first use.
pub struct RecordNumbers<'r> {
    pub(super) record: &'r GameRecord,
    event: OnceCell<EventFacts>,
    problem: OnceCell<Option<Problem>>,
    counts: OnceCell<MainLineCounts>,
}

impl<'r> RecordNumbers<'r> {
    pub fn new(record: &'r GameRecord) -> RecordNumbers<'r> {
        let (event, problem, counts) = Default::default();
        RecordNumbers { record, event, problem, counts }
    }

    /// Creates the numbers of a record whose main line was counted during a replay.
    pub(super) fn with_counts(record: &'r GameRecord, counts: MainLineCounts) -> RecordNumbers<'r> {
        RecordNumbers { counts: counts.into(), ..RecordNumbers::new(record) }
    }

    /// Returns a number, or `None` if the record does not have it.
    pub fn get(&self, number: GameNumber) -> Option<i64> {
        let info = &self.record.info;
        match number {
            GameNumber::Margin => match info.result? {
                GameResult::Win { how: WinKind::Score(margin), .. } => {
                    Some(margin.hundredths().into())
                }
                _ => None,
            },
            GameNumber::Edition => self.event().edition.map(i64::from),
            GameNumber::MatchGame => self.event().game.map(i64::from),
            GameNumber::Time => info.time.map(i64::from),
            GameNumber::Komi => info.komi.map(|komi| komi.hundredths().into()),
            GameNumber::Handicap => self.record.handicap().map(i64::from),
            GameNumber::Moves => Some(self.record.tree.main_move_count().into()),
            GameNumber::Captures => Some(self.counts()?.captures.total().into()),
            GameNumber::KoCaptures => {
                self.counts()?.ko_captures(self.record.start.game).map(i64::from)
            }
            GameNumber::EarlyPasses => Some(self.counts()?.early_passes().into()),
            GameNumber::Solutions => self.problem().map(|problem| problem.solutions.into()),
        }
    }

    /// What the text of the record's event (`EV`) says: the series of events, the edition, the number of the game and
    /// the round.
    pub(super) fn event(&self) -> &EventFacts {
        self.event.get_or_init(|| EventFacts::from_info(&self.record.info))
    }

    /// Counts what happens on the main line, on first use; `None` if the rules of the game are unknown.
    fn counts(&self) -> Option<&MainLineCounts> {
        let count = || {
            let mut counts = MainLineCounts::default();
            Replayer::new().replay(self.record.start, &self.record.tree, |ply| {
                if !ply.main {
                    return ControlFlow::Break(());
                }
                counts.add(ply);
                ControlFlow::Continue(())
            });
            counts
        };
        self.record.start.has_rules().then(|| self.counts.get_or_init(count))
    }

    /// The problem that the record poses, if it is one.
    pub(super) fn problem(&self) -> Option<Problem> {
        *self.problem.get_or_init(|| problem(self.record))
    }
}
