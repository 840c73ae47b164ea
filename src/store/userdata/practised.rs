//! Practised positions in the user data file, and the import of the file in which older versions stored them.

use super::fault::{OLD_PRACTICE_FILE, PracticeFault};
use super::file::{Deadline, UserDataFile, signed};
use super::practice::Grade;
use super::practice::memory::{AnsweredPosition, DayAndTime, MAX_POSITIONS, PracticeMemory};
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

/// Maximum number of bytes of the old file: three times the size of a full one.
const MAX_OLD_FILE_BYTES: u64 = 16 << 20;

/// Practised positions as read from the user data file.
#[derive(Clone, Debug, Default)]
pub struct PracticeRead {
    pub memory: Arc<PracticeMemory>,
    /// Reason why positions are missing, if any are.
    pub fault: Option<Message>,
}

/// Result of recording an answer to a practised position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnswerResult {
    /// Day from which on the position is asked again.
    pub due: Day,
    /// True if the answer counts; see [`PracticeMemory::answer`].
    pub counts: bool,
}

impl UserDataFile {
    /// Reads the practised positions. A file that cannot be read counts as empty, and `fault` says why.
    pub fn read_practice(&self) -> PracticeRead {
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

    /// Records an answer to a practised position.
    pub fn answer(
        &self,
        to: AnsweredPosition,
        grade: Grade,
        now: DayAndTime,
    ) -> Result<AnswerResult> {
        self.transact(|work| {
            let line = "SELECT line FROM practice WHERE key = ?1";
            let line: Option<String> =
                work.query_row(line, [to.key], |row| row.get(0)).optional()?;
            let (mut memory, _) = PracticeMemory::read(line.unwrap_or_default().as_bytes());
            let (due, counts) = memory.answer(to, grade, now);
            if counts {
                insert_practised(work, &memory, "INSERT OR REPLACE")?;
                trim_practised(work)?;
            }
            Ok(AnswerResult { due, counts })
        })
    }

    /// Path of the old file of practised positions, if it exists and may be imported.
    pub(super) fn old_practice(&self) -> Option<PathBuf> {
        let old = self.path.with_file_name(OLD_PRACTICE_FILE);
        (!self.is_read_only && old.is_file()).then_some(old)
    }

    /// Imports the old file of practised positions and renames it. Positions that are in the user data file already
    /// stay, so an import that was killed halfway can be repeated without losing an answer.
    pub(super) fn import_old_practice(
        &self,
        file: &mut Connection,
        old: &Path,
        deadline: Deadline,
    ) -> Result<()> {
        // An unreadable old file is only reported: it must not keep the user from the rest of the data.
        let bytes = match read_bounded(old) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.record_fault(PracticeFault::Unread(error.to_string()));
                return Ok(());
            }
        };
        let (memory, damaged) = PracticeMemory::read(&bytes);
        let fail = |error| self.sqlite_error(&error);
        deadline.set(file).map_err(fail)?;
        let work = file.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
        insert_practised(&work, &memory, "INSERT OR IGNORE").map_err(fail)?;
        trim_practised(&work).map_err(fail)?;
        deadline.set(&work).map_err(fail)?;
        work.commit().map_err(fail)?;
        let aside = old.with_file_name(format!("{OLD_PRACTICE_FILE}.imported"));
        // If the rename fails, another process was faster, or the file is imported again next time, which changes
        // nothing.
        let _ = fs::rename(old, &aside);
        tighten(&aside);
        if let Some(line) = damaged.first() {
            self.record_fault(PracticeFault::Lines(*line, damaged.len() - 1));
        }
        Ok(())
    }

    fn record_fault(&self, fault: PracticeFault) {
        *self.fault.lock().ignore_poison() = Some(fault);
    }
}

/// Inserts practised positions. `insert` is the SQL verb, which decides what happens to existing ones.
pub(super) fn insert_practised(
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

/// Deletes the positions that were answered longest ago, beyond the maximum.
pub(super) fn trim_practised(work: &Transaction) -> rusqlite::Result<()> {
    let rest = "DELETE FROM practice WHERE key IN (SELECT key FROM practice ORDER BY at LIMIT
                max(0, (SELECT count(*) FROM practice) - ?1))";
    work.execute(rest, [MAX_POSITIONS as i64]).map(drop)
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    operand::read_all(operand::open_regular(path)?, MAX_OLD_FILE_BYTES)
}
