//! Marks, that is tags, stars and notes, as values, and the interface through which queries read them.

use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_messages::{Message, say};
use kifu_record::text::fold::{fold, is_mark, to_nfc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Maximum number of characters in the name of a tag or of a saved query.
const MAX_NAME_CHARS: usize = 64;

/// Tags, stars, notes and saved queries of a user at one moment. Games are identified by their content keys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Number that differs after every change.
    pub version: u64,
    /// Content keys of each tag's games, sorted. A tag has the spelling that was given first.
    pub tags: BTreeMap<String, Vec<u64>>,
    /// Starred games, each with the time at which it was starred, in seconds since 1970.
    pub starred: BTreeMap<u64, u64>,
    /// Notes by the content key of the game.
    pub notes: BTreeMap<u64, Note>,
    /// Saved queries by name.
    pub saved: BTreeMap<String, SavedQuery>,
}

/// Note about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    pub text: String,
    /// Time at which the note was written, in seconds since 1970.
    pub at: u64,
}

/// Saved query.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedQuery {
    pub query: String,
    /// Time at which the query was saved, in seconds since 1970.
    pub at: u64,
}

/// Maximum size of a query after all saved queries in it are expanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpansionLimits {
    /// Maximum number of clauses in the expanded query. The clause `saved:` is not counted, since its saved query takes
    /// its place.
    pub clauses: usize,
}

impl Default for ExpansionLimits {
    /// Returns the limits for queries on the command line: more clauses than anybody writes, and few enough that such a
    /// query still ends.
    fn default() -> ExpansionLimits {
        ExpansionLimits { clauses: 10_000 }
    }
}

/// Marks (tags, star and note) of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameMarks {
    /// Tags of the game, sorted.
    pub tags: Vec<String>,
    pub starred: bool,
    /// Text of the note.
    pub note: Option<String>,
}

impl GameMarks {
    /// True if the game has neither a tag nor a star nor a note.
    pub fn is_empty(&self) -> bool {
        *self == GameMarks::default()
    }
}

impl Marks {
    /// Returns the marks (tags, star and note) of the game with this content key.
    pub fn for_game(&self, content: u64) -> GameMarks {
        let has = |(_, games): &(&String, &Vec<u64>)| games.binary_search(&content).is_ok();
        let tags = self.tags.iter().filter(has).map(|(name, _)| name.clone());
        GameMarks {
            tags: tags.collect(),
            starred: self.starred.contains_key(&content),
            note: self.notes.get(&content).map(|note| note.text.clone()),
        }
    }
}

/// Source from which queries read a user's marks (tags, stars and notes).
pub trait MarkSource: fmt::Debug + Send + Sync {
    /// Reads the current marks: tags, stars, notes and saved queries.
    fn marks(&self) -> Result<Arc<Marks>>;
}

/// Marks (tags, stars and notes) as one answer sees them: they are read once, on first use, and do not change during
/// the answer.
#[derive(Clone, Debug, Default)]
pub struct MarksView {
    source: Option<Arc<dyn MarkSource>>,
    read: Arc<OnceLock<Arc<Marks>>>,
}

impl MarksView {
    /// Creates a view on a source of marks (tags, stars and notes); without a source, there are no marks.
    pub fn new(source: Option<Arc<dyn MarkSource>>) -> MarksView {
        MarksView { source, read: Arc::default() }
    }

    /// Returns a view on the same source of marks (tags, stars and notes) for another answer, which reads them again.
    #[must_use]
    pub fn for_next_answer(&self) -> MarksView {
        MarksView::new(self.source.clone())
    }

    /// Returns the marks (tags, stars and notes); `None` if there is no source.
    pub fn get(&self) -> Result<Option<Arc<Marks>>> {
        let (None, Some(source)) = (self.read.get(), &self.source) else {
            return Ok(self.read.get().cloned());
        };
        let marks = source.marks()?;
        Ok(Some(self.read.get_or_init(|| marks).clone()))
    }
}

/// Parses a tag into its stored form: as written, with letters, digits, `-` and `_`. Tags with the same [`parse_name`]
/// are the same tag.
pub fn parse_tag(text: &str) -> Result<String> {
    let folded = parse_name(text)?;
    let written = to_nfc(text.trim());
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_') || is_mark(c);
    let is_short = written.chars().count() <= MAX_NAME_CHARS;
    // Folding drops some characters, such as punctuation; a tag with any of them is stored in folded form.
    Ok(if is_short && written.chars().all(is_plain) { written } else { folded })
}

/// Parses the name of a saved query into its stored form, which is also the common form of all spellings of a tag:
/// folded letters and digits, `-` and `_`.
pub fn parse_name(text: &str) -> Result<String> {
    let name = fold(text.trim()).to_lowercase();
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let refused = |message: Message, help: Message| {
        Err(Error::new(ErrorKind::Query, message).with_help(help))
    };
    match name.chars().count() {
        0 => refused(say!("error-name-missing"), say!("error-name-missing-help")),
        count if count > MAX_NAME_CHARS => {
            let message = say!("error-name-too-long", most = MAX_NAME_CHARS);
            refused(message, say!("error-name-too-long-help"))
        }
        _ if !name.chars().all(is_plain) || name.starts_with('-') => {
            let message = say!("error-no-name", text = text.trim());
            refused(message, say!("error-no-name-help"))
        }
        _ => Ok(name),
    }
}

/// Version of a note's text, a hash of it. A client that changes a note sends the version that the user saw.
pub fn note_version(note: Option<&str>) -> String {
    // FNV-1a with 64 bits: two texts share a version by chance once in 10^19 times.
    let (start, prime) = (0xcbf2_9ce4_8422_2325, 0x0100_0000_01b3);
    let hash = note
        .unwrap_or_default()
        .bytes()
        .fold(start, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(prime));
    format!("{hash:016x}")
}

/// Formats a game's content key as 16 hexadecimal digits.
pub fn key_text(content: u64) -> String {
    format!("{content:016x}")
}

/// Parses a game's content key; `None` unless the text has exactly 16 hexadecimal digits.
pub fn parse_key(text: &str) -> Option<u64> {
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
            let read = parse_name(text).unwrap();
            assert_eq!(read, parse_name(&read).unwrap());
            if text.is_ascii() || text.starts_with('M') {
                assert_eq!(read, name);
            }
        }
        for text in ["", "  ", "a b", "a:b", "-a", "*", "a\"b", &"x".repeat(65)] {
            assert!(parse_name(text).is_err(), "{text}");
        }
    }

    #[test]
    fn tags_are_stored_as_written() {
        for (text, tag) in [
            ("Study", "Study"),
            (" ü日本 ", "ü日本"),
            ("u\u{308}日本", "ü日本"),
            ("戰略-2", "戰略-2"),
        ] {
            let read = parse_tag(text).unwrap();
            assert_eq!(read, tag);
            assert_eq!(parse_tag(&read).unwrap(), read);
            assert_eq!(parse_name(&read).unwrap(), parse_name(text).unwrap());
        }
        assert!(parse_tag("a b").is_err() && parse_tag(&"x".repeat(65)).is_err());
    }

    #[test]
    fn keys_read_back() {
        for key in [0, 1, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(parse_key(&key_text(key)), Some(key));
        }
        assert_eq!(parse_key("+123456789abcdef"), None);
        assert_eq!(parse_key("12"), None);
    }
}
