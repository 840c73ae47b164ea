//! What was practised, in the file with everything else; before there was that, it had one of its own.

use super::fault::{OLD, PracticeFault};
use super::file::{Deadline, MineFile, signed};
use super::practice::Grade;
use super::practice::memory::{AnsweredPosition, MOST, Moment, PracticeMemory};
use super::private::tighten;
use kifu_archive::error::Result;
use kifu_archive::operand;
use kifu_messages::Message;
use kifu_record::date::Day;
use kifu_record::poison::IgnorePoison;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most bytes of it: three times what a full one has.
const OLD_BYTES: u64 = 16 << 20;

/// What was practised.
#[derive(Clone, Debug, Default)]
pub struct PracticeRead {
    /// The positions.
    pub memory: Arc<PracticeMemory>,
    /// Why there are none, or fewer than there were.
    pub fault: Option<Message>,
}

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerNoted {
    /// The day from which on the position is asked again.
    pub due: Day,
    /// Whether it counts; see [`PracticeMemory::answer`].
    pub counts: bool,
}

impl MineFile {
    /// What was practised. A file that cannot be read counts as empty and says why.
    pub fn practice(&self) -> PracticeRead {
        let memory = self.practised();
        let old = self.fault.lock().ignore_poison();
        let (memory, fault) = match memory {
            Ok(memory) => (memory, old.as_ref().map(PracticeFault::message)),
            Err(error) => (Arc::default(), Some(error.with_place())),
        };
        PracticeRead { memory, fault }
    }

    fn practised(&self) -> Result<Arc<PracticeMemory>> {
        let read = self.read_part(
            &self.practice,
            |versions| versions.practice,
            |file, _| {
                let lines = "SELECT line FROM practice ORDER BY key";
                let lines: Vec<String> = self.rows(file, lines, |row| row.get(0))?;
                Ok(PracticeMemory::read(lines.join("\n").as_bytes()).0)
            },
        );
        Ok(read?.unwrap_or_default())
    }

    /// Notes an answer to a position that was practised.
    pub fn answer(&self, to: AnsweredPosition, grade: Grade, now: Moment) -> Result<AnswerNoted> {
        self.transact(|work| {
            let line = "SELECT line FROM practice WHERE key = ?1";
            let line: Option<String> =
                work.query_row(line, [to.key], |row| row.get(0)).optional()?;
            let (mut memory, _) = PracticeMemory::read(line.unwrap_or_default().as_bytes());
            let (due, counts) = memory.answer(to, grade, now);
            if counts {
                put_practised(work, &memory, "INSERT OR REPLACE")?;
                bound_practised(work)?;
            }
            Ok(AnswerNoted { due, counts })
        })
    }

    /// The file of practice that was kept before, if it is still there and may be taken in.
    pub(super) fn old_practice(&self) -> Option<PathBuf> {
        let old = self.path.with_file_name(OLD);
        (!self.is_read_only && old.is_file()).then_some(old)
    }

    /// Takes in what was practised before and puts that file aside. What is here already stays: a process that was
    /// killed in between is no reason to lose an answer.
    pub(super) fn take_in(&self, file: &mut Connection, old: &Path, until: Deadline) -> Result<()> {
        // It is not worth more than all that is here.
        let bytes = match bytes_of(old) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.tell(PracticeFault::Unread(error.to_string()));
                return Ok(());
            }
        };
        let (memory, damaged) = PracticeMemory::read(&bytes);
        let fail = |error| self.failed(&error);
        until.set(file).map_err(fail)?;
        let work = file.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        put_practised(&work, &memory, "INSERT OR IGNORE").map_err(fail)?;
        bound_practised(&work).map_err(fail)?;
        until.set(&work).map_err(fail)?;
        work.commit().map_err(fail)?;
        let aside = old.with_file_name(format!("{OLD}.imported"));
        // Where another process was faster it is gone; else it is taken in once more, which changes nothing.
        let _ = fs::rename(old, &aside);
        tighten(&aside);
        if let Some(line) = damaged.first() {
            self.tell(PracticeFault::Lines(*line, damaged.len() - 1));
        }
        Ok(())
    }

    fn tell(&self, fault: PracticeFault) {
        *self.fault.lock().ignore_poison() = Some(fault);
    }
}

/// Writes practised positions.
pub(super) fn put_practised(
    work: &Transaction,
    memory: &PracticeMemory,
    insert: &str,
) -> rusqlite::Result<()> {
    let insert = format!("{insert} INTO practice VALUES (?1, ?2, ?3)");
    for (key, line, at) in memory.rows() {
        work.prepare_cached(&insert)?.execute(params![key, line, signed(at)])?;
    }
    Ok(())
}

/// Lets those positions go that were answered longest ago.
pub(super) fn bound_practised(work: &Transaction) -> rusqlite::Result<()> {
    let rest = "DELETE FROM practice WHERE key IN (SELECT key FROM practice ORDER BY at LIMIT
                max(0, (SELECT count(*) FROM practice) - ?1))";
    work.execute(rest, [MOST as i64]).map(drop)
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    operand::read_all(operand::open_regular(path)?, OLD_BYTES)
}
