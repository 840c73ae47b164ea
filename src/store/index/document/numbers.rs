//! Numbers of a game by which queries search, sort and count.

use kifu_language::GameNumber;
use kifu_language::knowledge::rounds::EventFacts;
use kifu_record::problem::{Problem, problem};
use kifu_record::replay::Captures;
use kifu_record::result::{GameResult, WinKind};
use kifu_record::{GameRecord, Replayer};
use std::cell::OnceCell;
use std::ops::ControlFlow;

/// Numbers of a record. Those that take long to compute are computed on first use.
pub struct RecordNumbers<'r> {
    pub(super) record: &'r GameRecord,
    event: OnceCell<EventFacts>,
    problem: OnceCell<Option<Problem>>,
    captures: OnceCell<Captures>,
}

impl<'r> RecordNumbers<'r> {
    pub fn new(record: &'r GameRecord) -> RecordNumbers<'r> {
        let (event, problem, captures) = Default::default();
        RecordNumbers { record, event, problem, captures }
    }

    /// Creates the numbers of a record whose captures on the main line are known from a replay.
    pub(super) fn with_captures(record: &'r GameRecord, captures: Captures) -> RecordNumbers<'r> {
        RecordNumbers { captures: captures.into(), ..RecordNumbers::new(record) }
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
            GameNumber::Captures => {
                let has_rules = self.record.start.has_rules();
                has_rules.then(|| self.captures().total().into())
            }
            GameNumber::Solutions => self.problem().map(|problem| problem.solutions.into()),
        }
    }

    /// What the text of the record's event (`EV`) says: the series of events, the edition, the number of the game and
    /// the round.
    pub(super) fn event(&self) -> &EventFacts {
        self.event.get_or_init(|| EventFacts::from_info(&self.record.info))
    }

    /// Counts the stones captured on the main line, on first use.
    fn captures(&self) -> &Captures {
        self.captures.get_or_init(|| {
            let mut captures = Captures::default();
            Replayer::new().replay(self.record.start, &self.record.tree, |ply| {
                if !ply.main {
                    return ControlFlow::Break(());
                }
                captures.add(ply);
                ControlFlow::Continue(())
            });
            captures
        })
    }

    /// The problem that the record poses, if it is one.
    pub(super) fn problem(&self) -> Option<Problem> {
        *self.problem.get_or_init(|| problem(self.record))
    }
}
