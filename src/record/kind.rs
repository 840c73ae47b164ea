//! The kind of a record: its file format together with its game, such as `sgf go`. Statistics count records by kind.

use super::game::GameClass;
use super::{Format, GameRecord};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// File format of a record and the game in it, such as `sgf go`. Statistics count games by kind. Kinds are ordered by
/// name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordKind {
    /// File format that the record was read from.
    pub format: Format,
    /// Game that was played: Go, Lines of Action or another.
    pub game: GameClass,
}

impl GameRecord {
    /// Kind of this record: its file format and its game.
    pub fn kind(&self) -> RecordKind {
        RecordKind { format: self.format, game: self.start.game.class() }
    }
}

impl RecordKind {
    fn names(self) -> (&'static str, &'static str) {
        (self.format.as_str(), self.game.as_str())
    }
}

impl Ord for RecordKind {
    fn cmp(&self, other: &RecordKind) -> Ordering {
        self.names().cmp(&other.names())
    }
}

impl PartialOrd for RecordKind {
    fn partial_cmp(&self, other: &RecordKind) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes both names with a blank between them: `sgf go`.
impl fmt::Display for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.format.as_str(), self.game.as_str())
    }
}

impl FromStr for RecordKind {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RecordKind, &'static str> {
        let kind = text.split_once(' ').and_then(|(format, game)| {
            let format = Format::ALL.into_iter().find(|known| known.as_str() == format)?;
            let game = GameClass::ALL.into_iter().find(|known| known.as_str() == game)?;
            Some(RecordKind { format, game })
        });
        kind.ok_or("not a format and a game")
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for RecordKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for RecordKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RecordKind, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_written_and_in_the_order_of_their_names() {
        let mut kinds = Vec::new();
        for format in Format::ALL {
            kinds.extend(GameClass::ALL.map(|game| RecordKind { format, game }));
        }
        for kind in &kinds {
            assert_eq!(kind.to_string().parse(), Ok(*kind));
        }
        kinds.sort();
        assert!(kinds.is_sorted_by_key(|kind| kind.to_string()));
        for odd in ["", "sgf", "sgf ", "sgf  go", "go sgf", "SGF go", "sgf go go"] {
            assert!(odd.parse::<RecordKind>().is_err(), "{odd}");
        }
    }
}
