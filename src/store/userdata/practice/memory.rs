//! Practised positions, each stored as a line of JSON.
//!
//! Nothing in a line depends on an index. Older versions stored the lines in a file of their own, whose first line
//! named the format; such a first line is skipped.

use super::grade::Grade;
use super::schedule::Schedule;
use kifu_record::date::Day;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// First line of the files of older versions.
const HEADER_LINE: &str = r#"{"practice":1}"#;

/// Maximum number of positions. Beyond it, those that were answered longest ago are deleted.
pub const MAX_POSITIONS: usize = 20_000;

/// Seconds after which a position that was answered wrong is asked again.
const RETRY_DELAY_SECS: u64 = 600;

/// Numbers of right, nearly right and wrong guesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GradeCounts {
    pub right: u32,
    pub nearly: u32,
    /// Number of wrong guesses, and of positions that were not guessed.
    pub wrong: u32,
}

impl GradeCounts {
    pub fn total(&self) -> u32 {
        self.right + self.nearly + self.wrong
    }

    /// Counts one answer under its grade.
    fn add(&mut self, grade: Grade) {
        let count = match grade {
            Grade::Right => &mut self.right,
            Grade::Nearly => &mut self.nearly,
            Grade::Wrong => &mut self.wrong,
        };
        *count = count.saturating_add(1);
    }

    /// Adds the counts of other positions.
    pub fn merge(&mut self, more: &GradeCounts) {
        self.right = self.right.saturating_add(more.right);
        self.nearly = self.nearly.saturating_add(more.nearly);
        self.wrong = self.wrong.saturating_add(more.wrong);
    }
}

/// Position that was practised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PractisedPosition {
    /// Key of the position: its hash as 16 hexadecimal digits, then `B` or `W` for the side to play.
    pub key: String,
    /// Day of the last answer, as the number of the day; its time in seconds since 1970 is in `at`.
    day: i32,
    at: u64,
    #[serde(flatten)]
    schedule: Schedule,
    /// Numbers of right, nearly right and wrong guesses.
    #[serde(flatten)]
    pub counts: GradeCounts,
    /// Number of the move to guess.
    #[serde(rename = "move")]
    pub number: u32,
    /// Opening of the game, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// Position in practice to which the user gives an answer.
#[derive(Clone, Copy, Debug)]
pub struct AnsweredPosition<'a> {
    /// Key of the position, as in [`PractisedPosition::key`].
    pub key: &'a str,
    /// Number of the move to guess.
    pub number: u32,
    /// Opening of the game, if it has a name.
    pub opening: Option<&'a str>,
}

/// Current time: the day in the time zone of the program, and the seconds since 1970.
pub type DayAndTime = (Day, u64);

impl PractisedPosition {
    /// Day from which on the position is asked again.
    pub fn due(&self) -> Day {
        let days = i32::try_from(self.schedule.days).unwrap_or(i32::MAX);
        Day::from_number(self.day.saturating_add(days))
    }

    /// True if it is time to ask the position again.
    pub fn is_due(&self, (today, _): DayAndTime) -> bool {
        self.due() <= today
    }

    /// True if the position was answered wrong less than ten minutes ago. Other positions are asked before it.
    pub fn is_recent(&self, (_, now): DayAndTime) -> bool {
        self.schedule.days == 0 && now.saturating_sub(self.at) < RETRY_DELAY_SECS
    }

    /// True if all values are in range. Lines of a file may hold any values, and unchecked ones could overflow.
    fn is_valid(&self) -> bool {
        let hash = self.key.strip_suffix(['B', 'W']);
        hash.is_some_and(|hash| hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
            && (0..=4_000_000).contains(&self.day)
            && (130..=100_000).contains(&self.schedule.ease)
            && self.schedule.days <= 36_500
    }
}

/// All practised positions, by key.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PracticeMemory(HashMap<String, PractisedPosition>);

impl PracticeMemory {
    /// Reads the lines of a file. Returns the numbers of the lines that could not be read, from 1.
    pub fn read(bytes: &[u8]) -> (PracticeMemory, Vec<usize>) {
        let mut memory = PracticeMemory::default();
        let mut damaged = Vec::new();
        let lines = bytes.split(|byte| *byte == b'\n');
        for (number, line) in (1..).zip(lines) {
            let line = line.trim_ascii();
            if line.is_empty() || number == 1 && line == HEADER_LINE.as_bytes() {
                continue;
            }
            match serde_json::from_slice::<PractisedPosition>(line) {
                Ok(position) if position.is_valid() => {
                    memory.0.insert(position.key.clone(), position);
                }
                _ => damaged.push(number),
            }
        }
        (memory, damaged)
    }

    /// Each position as a line, with its key and the time of the last answer.
    pub fn rows(&self) -> impl Iterator<Item = (&str, String, u64)> {
        let row = |at: &PractisedPosition| serde_json::to_string(at).ok();
        let rows = self.0.values().filter_map(move |at| Some((at, row(at)?)));
        rows.map(|(at, line)| (at.key.as_str(), line, at.at))
    }

    pub fn get(&self, key: &str) -> Option<&PractisedPosition> {
        self.0.get(key)
    }

    pub fn all(&self) -> impl Iterator<Item = &PractisedPosition> {
        self.0.values()
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Records an answer. Returns the day from which on the position is asked again, and whether the answer counts. An
    /// answer to a position that is not due does not count: that happens when a page is loaded again.
    pub fn answer(&mut self, to: AnsweredPosition, grade: Grade, now: DayAndTime) -> (Day, bool) {
        let known = self.0.get(to.key);
        if let Some(known) = known.filter(|known| !known.is_due(now)) {
            return (known.due(), false);
        }
        let mut position = known.cloned().unwrap_or_else(|| PractisedPosition {
            key: to.key.to_owned(),
            day: 0,
            at: 0,
            schedule: Schedule::default(),
            counts: GradeCounts::default(),
            number: 0,
            opening: None,
        });
        position.schedule = position.schedule.after(grade);
        position.counts.add(grade);
        (position.day, position.at) = (now.0.number(), now.1);
        position.number = to.number;
        position.opening = to.opening.map(str::to_owned);
        let due = position.due();
        self.0.insert(position.key.clone(), position);
        self.drop_oldest();
        (due, true)
    }

    fn drop_oldest(&mut self) {
        while self.0.len() > MAX_POSITIONS {
            let oldest = self.0.values().min_by_key(|position| position.at);
            let Some(key) = oldest.map(|position| position.key.clone()) else {
                return;
            };
            self.0.remove(&key);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const DAY: u64 = 86_400;

    fn on(day: u64) -> DayAndTime {
        (Day::from_number(740_000 + day as i32), day * DAY)
    }

    fn at(key: &str) -> AnsweredPosition<'_> {
        AnsweredPosition { key, number: 43, opening: Some("Kobayashi") }
    }

    fn key(number: u32) -> String {
        format!("{number:016x}B")
    }

    #[test]
    fn an_answer_makes_a_position_due_later_and_an_early_one_changes_nothing() {
        let mut memory = PracticeMemory::default();
        let key = key(1);
        assert_eq!(memory.answer(at(&key), Grade::Right, on(0)), (on(1).0, true));
        assert_eq!(memory.answer(at(&key), Grade::Wrong, on(0)), (on(1).0, false));
        assert_eq!(memory.answer(at(&key), Grade::Right, on(1)), (on(7).0, true));
        assert!(!memory.get(&key).unwrap().is_due(on(6)));
        assert!(memory.get(&key).unwrap().is_due(on(7)));
        // A wrong answer: the position is due on the same day, but not at once.
        assert_eq!(memory.answer(at(&key), Grade::Wrong, on(9)), (on(9).0, true));
        let known = memory.get(&key).unwrap();
        let (today, now) = on(9);
        assert!(known.is_due((today, now)) && known.is_recent((today, now + RETRY_DELAY_SECS - 1)));
        assert!(!known.is_recent((today, now + RETRY_DELAY_SECS)));
        assert_eq!(known.counts, GradeCounts { right: 2, nearly: 0, wrong: 1 });
    }

    #[test]
    fn what_is_written_is_read_and_damaged_lines_are_named() {
        let mut memory = PracticeMemory::default();
        for number in 0..5 {
            memory.answer(at(&key(number)), Grade::Nearly, on(3));
        }
        let mut rows: Vec<String> = memory.rows().map(|(_, line, _)| line).collect();
        rows.sort();
        let text = format!("{HEADER_LINE}\n{}\n", rows.join("\n"));
        assert_eq!(PracticeMemory::read(text.as_bytes()), (memory.clone(), vec![]));
        let mut lines: Vec<&str> = text.lines().collect();
        lines[2] = "{\"key\":\"0\"";
        lines.insert(4, "\u{fffd}");
        let (read, damaged) = PracticeMemory::read(lines.join("\n").as_bytes());
        assert_eq!((read.len(), damaged), (4, vec![3, 5]));
        let unsound = lines[1].replace("\"days\":1", "\"days\":4000000000");
        assert_eq!(PracticeMemory::read(unsound.as_bytes()).1, [1]);
        assert_eq!(PracticeMemory::read(b"\xff\n\n").1, [1]);
    }

    #[test]
    fn the_positions_that_were_answered_last_are_kept() {
        let mut memory = PracticeMemory::default();
        for number in 0..MAX_POSITIONS as u32 + 3 {
            let moment = (on(0).0, u64::from(number));
            memory.answer(at(&key(number)), Grade::Right, moment);
        }
        assert_eq!(memory.len(), MAX_POSITIONS);
        assert!(memory.get(&key(2)).is_none() && memory.get(&key(3)).is_some());
    }
}
