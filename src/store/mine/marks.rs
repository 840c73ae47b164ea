//! Tags, stars and notes as values, and where queries get them from.

use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_messages::{Message, say};
use kifu_record::text::fold::{composed, fold, is_mark};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The longest name of a tag or of a saved query, in characters.
const LONGEST_NAME: usize = 64;

/// What somebody says of games at one moment. A game is known by the key of its content.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Another number for every change.
    pub version: u64,
    /// The games of each tag, in order. Of its spellings the first that was given stands for it.
    pub tags: BTreeMap<String, Vec<u64>>,
    /// The starred games, in order, each with the second since 1970 when it was starred.
    pub starred: BTreeMap<u64, u64>,
    /// What is noted about games.
    pub notes: BTreeMap<u64, Note>,
    /// The queries that were saved, by their names.
    pub saved: BTreeMap<String, SavedQuery>,
}

/// What is noted about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// The text.
    pub text: String,
    /// When it was written, in seconds since 1970.
    pub at: u64,
}

/// A query that was saved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedQuery {
    /// The query.
    pub query: String,
    /// When it was saved, in seconds since 1970.
    pub at: u64,
}

/// How large a query may be when all saved queries in it are written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpansionLimits {
    /// The most clauses. `saved:` itself is none.
    pub clauses: usize,
}

impl Default for ExpansionLimits {
    /// Those of the commands: more than anybody writes, and a query of so many words still ends.
    fn default() -> ExpansionLimits {
        ExpansionLimits { clauses: 10_000 }
    }
}

/// What is said of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameMarks {
    /// Its tags, in order.
    pub tags: Vec<String>,
    /// Whether it is starred.
    pub starred: bool,
    /// What is noted about it.
    pub note: Option<String>,
}

impl GameMarks {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == GameMarks::default()
    }
}

impl Marks {
    /// What is said of a game.
    pub fn of(&self, content: u64) -> GameMarks {
        let has = |(_, games): &(&String, &Vec<u64>)| games.binary_search(&content).is_ok();
        let tags = self.tags.iter().filter(has).map(|(name, _)| name.clone());
        GameMarks {
            tags: tags.collect(),
            starred: self.starred.contains_key(&content),
            note: self.notes.get(&content).map(|note| note.text.clone()),
        }
    }
}

/// Tells what somebody says of games.
pub trait MarkSource: fmt::Debug + Send + Sync {
    /// What is said now.
    fn marks(&self) -> Result<Arc<Marks>>;
}

/// The marks that one answer reads: they are asked for once, when they are needed, and do not change meanwhile.
#[derive(Clone, Debug, Default)]
pub struct MarksView {
    source: Option<Arc<dyn MarkSource>>,
    read: Arc<OnceLock<Arc<Marks>>>,
}

impl MarksView {
    /// The marks of this source; without one, none are known.
    pub fn new(source: Option<Arc<dyn MarkSource>>) -> MarksView {
        MarksView { source, read: Arc::default() }
    }

    /// The same for another answer.
    #[must_use]
    pub fn anew(&self) -> MarksView {
        MarksView::new(self.source.clone())
    }

    /// What is said; `None` where nobody can tell.
    pub fn get(&self) -> Result<Option<Arc<Marks>>> {
        let (None, Some(source)) = (self.read.get(), &self.source) else {
            return Ok(self.read.get().cloned());
        };
        let marks = source.marks()?;
        Ok(Some(self.read.get_or_init(|| marks).clone()))
    }
}

/// A tag as it is kept: as it is written, in letters and digits, `-` and `_`. Tags with the same [`name_of`] are one
/// tag.
pub fn tag_of(text: &str) -> Result<String> {
    let folded = name_of(text)?;
    let written = composed(text.trim());
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_') || is_mark(c);
    let is_short = written.chars().count() <= LONGEST_NAME;
    // Folding removes some signs; what has any of those is not kept as written.
    Ok(if is_short && written.chars().all(is_plain) { written } else { folded })
}

/// The name of a saved query as it is kept, and what all spellings of a tag have in common: folded letters and digits,
/// `-` and `_`.
pub fn name_of(text: &str) -> Result<String> {
    let name = fold(text.trim()).to_lowercase();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let refused =
        |message: Message, help: Message| Err(Error::new(ErrorKind::Query, message).help(help));
    match name.chars().count() {
        0 => refused(say!("error-name-missing"), say!("error-name-missing-help")),
        count if count > LONGEST_NAME => {
            let message = say!("error-name-too-long", most = LONGEST_NAME);
            refused(message, say!("error-name-too-long-help"))
        }
        _ if !name.chars().all(is_plain) || name.starts_with('-') => {
            let message = say!("error-no-name", text = text.trim());
            refused(message, say!("error-no-name-help"))
        }
        _ => Ok(name),
    }
}

/// The version of a note: another one for each text. Whoever changes a note tells which version was seen.
pub fn note_version(note: Option<&str>) -> String {
    // FNV-1a with 64 bits: two texts share a version by chance once in 10^19 times.
    let (start, prime) = (0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3);
    let hash = note
        .unwrap_or_default()
        .bytes()
        .fold(start, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(prime));
    format!("{hash:016x}")
}

/// The text of a game's key.
pub fn key_text(content: u64) -> String {
    format!("{content:016x}")
}

/// The key that a text is.
pub fn read_key(text: &str) -> Option<u64> {
    let is_key = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| is_key)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_folded_words() {
        for (text, name) in [
            ("Study", "study"),
            (" to-study ", "to-study"),
            ("Müller_2", "muller_2"),
            ("戰略", "战略"),
        ] {
            let read = name_of(text).unwrap();
            assert_eq!(read, name_of(&read).unwrap());
            if text.is_ascii() || text.starts_with('M') {
                assert_eq!(read, name);
            }
        }
        for text in ["", "  ", "a b", "a:b", "-a", "*", "a\"b", &"x".repeat(65)] {
            assert!(name_of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn tags_are_kept_as_written() {
        for (text, tag) in [
            ("Study", "Study"),
            (" ü日本 ", "ü日本"),
            ("u\u{308}日本", "ü日本"),
            ("戰略-2", "戰略-2"),
        ] {
            let read = tag_of(text).unwrap();
            assert_eq!(read, tag);
            assert_eq!(tag_of(&read).unwrap(), read);
            assert_eq!(name_of(&read).unwrap(), name_of(text).unwrap());
        }
        assert!(tag_of("a b").is_err() && tag_of(&"x".repeat(65)).is_err());
    }

    #[test]
    fn keys_read_back() {
        for key in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(read_key(&key_text(key)), Some(key));
        }
        assert_eq!(read_key("+123456789abcdef"), None);
        assert_eq!(read_key("12"), None);
    }
}
