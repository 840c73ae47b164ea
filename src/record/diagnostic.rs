//! Diagnostics: oddities of a record that was read nevertheless.

use std::borrow::Cow;

/// Defines the diagnostic codes with their stable names, so that each is listed once.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal,)*) => {
        /// Kind of an oddity in a record. Its name is stable and appears in JSON output.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum Code {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $name))] $code,)*
        }

        impl Code {
            /// All diagnostic codes.
            pub const ALL: &[Code] = &[$(Code::$code),*];

            /// Stable name of the code, such as `bad-date`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)*
                }
            }
        }
    };
}

codes! {
    /// Text other than white space stands before, between or after game trees.
    StrayText = "stray-text",
    /// Characters inside a game tree belong to no property.
    StrayCharacters = "stray-characters",
    /// A closing parenthesis is missing.
    MissingParenthesis = "missing-parenthesis",
    /// There is one closing parenthesis too many.
    SurplusParenthesis = "surplus-parenthesis",
    /// A value is not closed by `]`.
    UnclosedValue = "unclosed-value",
    /// A game tree begins without `;`.
    MissingSemicolon = "missing-semicolon",
    /// A `]` inside a value is not escaped.
    UnescapedBracket = "unescaped-bracket",
    /// A property has no value.
    PropertyWithoutValue = "property-without-value",
    /// A property occurs more than once in its node.
    RepeatedProperty = "repeated-property",
    /// A node has several moves, which are read one after the other.
    SeveralMoves = "several-moves",
    /// A value of `B` or `W` is left out: it is not a point of the board, or the node already has a move of its colour.
    BadMove = "bad-move",
    /// A value in a list of points is not a point of the board.
    BadPoint = "bad-point",
    /// A node, or the complete game, has so many setup stones that they would cover the board several times. The rest
    /// of them is left out.
    TooMuchSetup = "too-much-setup",
    /// A move is against the rules. It was executed nevertheless.
    IllegalMove = "illegal-move",
    /// The board size cannot be read, and the usual size is assumed.
    BadSize = "bad-size",
    /// Game information stands outside the root node.
    InfoInLaterNode = "info-in-later-node",
    /// Game information stands in a variation. The game takes no result and no date from there.
    InfoInVariation = "info-in-variation",
    /// Some bytes are not text in the charset of the file.
    BadCharacters = "bad-characters",
    /// The charset that the file states for itself is wrong or unknown.
    WrongCharset = "wrong-charset",
    /// Text was converted to UTF-8 twice.
    DoubleEncoded = "double-encoded",
    /// A date cannot be read completely: the calendar lacks its day or month, or letters stand for digits.
    BadDate = "bad-date",
    /// A result, or only its margin, cannot be read.
    BadResult = "bad-result",
    /// The komi cannot be read.
    BadKomi = "bad-komi",
    /// A value that an analysis program or an annotator wrote cannot be read.
    BadAnalysis = "bad-analysis",
    /// The record states a handicap, but sets no handicap stones.
    HandicapWithoutStones = "handicap-without-stones",
    /// A node has both a move and setup stones.
    MoveWithSetup = "move-with-setup",
    /// The setup of a game of Lines of Action is not known, and the standard setup is assumed.
    UnknownSetup = "unknown-setup",
    /// Positions may be wrong, because the notation of the moves leaves something out.
    UnreliablePositions = "unreliable-positions",
    /// A part of the JSON does not fit the format.
    BadJson = "bad-json",
    /// The game tree is deeper or larger than the reader allows.
    TooLarge = "too-large",
    /// A line of a server format is not understood.
    BadLine = "bad-line",
    /// Rows of a table are no games, or the table cannot be read.
    BadRow = "bad-row",
    /// A server's record ends before its game does, or moves are missing in between.
    MissingMoves = "missing-moves",
    /// The record states that it is encrypted.
    Encrypted = "encrypted",
}

/// One oddity in a record. Reading continued after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(Code, Cow<'static, str>, usize)"))]
pub struct Diagnostic {
    /// Kind of the oddity.
    pub code: Code,
    /// What was found and what was done about it, as an English sentence.
    pub message: Cow<'static, str>,
    /// Byte offset of the oddity in the file; 0 if it concerns the file as a whole.
    ///
    /// The offset counts bytes of the decoded text instead if the file is in ISO-2022-KR or HZ, or if a text was read
    /// and no file.
    pub offset: usize,
}

/// Serialises a diagnostic as a list of code, message and offset: ``["bad-date","the date `x` cannot be read",7]``.
#[cfg(feature = "serde")]
impl serde::Serialize for Diagnostic {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.code, &self.message, self.offset).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl From<(Code, Cow<'static, str>, usize)> for Diagnostic {
    fn from((code, message, offset): (Code, Cow<'static, str>, usize)) -> Diagnostic {
        Diagnostic { code, message, offset }
    }
}

/// Diagnostics of one record: the first ones in full, and a count for every code.
///
/// A damaged file may have millions of oddities, so most of them are only counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    detailed: Vec<Diagnostic>,
    counts: Vec<(Code, usize)>,
}

impl Diagnostics {
    /// Number of diagnostics that are stored in full, besides the first one of each code, which is always stored.
    pub const MAX_DETAILED: usize = 20;

    /// Adds a diagnostic: counts its code, and stores it in full if there is space or it is the first of its code.
    pub fn add(&mut self, code: Code, offset: usize, message: impl Into<Cow<'static, str>>) {
        let is_new = self.add_count(code, 1) == 1;
        if self.detailed.len() < Self::MAX_DETAILED || is_new {
            self.detailed.push(Diagnostic { code, message: message.into(), offset });
        }
    }

    /// Adds all diagnostics of another list, with its counts.
    pub fn extend(&mut self, other: &Diagnostics) {
        for &(code, count) in &other.counts {
            let is_new = self.add_count(code, count) == count;
            let same_code = other.iter().filter(|diagnostic| diagnostic.code == code);
            for (i, diagnostic) in same_code.enumerate() {
                if self.detailed.len() < Self::MAX_DETAILED || (is_new && i == 0) {
                    self.detailed.push(diagnostic.clone());
                }
            }
        }
    }

    /// Replaces the byte offset of every diagnostic by what `map` returns for it, for instance an offset in the text by
    /// that in the file. `map` gets the offsets in ascending order, so it can walk through a text once.
    pub(crate) fn map_offsets(&mut self, mut map: impl FnMut(usize) -> usize) {
        let mut order: Vec<&mut Diagnostic> = self.detailed.iter_mut().collect();
        order.sort_by_key(|diagnostic| diagnostic.offset);
        for diagnostic in order {
            diagnostic.offset = map(diagnostic.offset);
        }
    }

    /// Adds to the count of a code and returns the new count.
    fn add_count(&mut self, code: Code, more: usize) -> usize {
        match self.counts.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => {
                *count += more;
                *count
            }
            None => {
                self.counts.push((code, more));
                more
            }
        }
    }

    /// Number of diagnostics of each code that occurs, in order of first occurrence.
    pub fn counts(&self) -> &[(Code, usize)] {
        &self.counts
    }

    /// Total number of diagnostics, including those that were only counted.
    pub fn total(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// True if nothing odd was found.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Diagnostics that are stored in full, in the order in which they were added; at least one for every code that
    /// occurs.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.detailed.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_counted_and_the_first_of_each_code_is_stored() {
        let mut list = Diagnostics::default();
        assert!(list.is_empty() && list.counts.capacity() == 0);
        for place in 0..30 {
            list.add(Code::BadPoint, place, "a");
        }
        list.add(Code::BadDate, 99, "b");
        list.add(Code::BadDate, 100, "c");
        let mut other = Diagnostics::default();
        other.add(Code::BadDate, 1, "d");
        other.add(Code::BadKomi, 2, "e");
        list.extend(&other);
        let expected = [(Code::BadPoint, 30), (Code::BadDate, 3), (Code::BadKomi, 1)];
        assert_eq!(list.counts(), expected);
        assert_eq!(list.total(), 34);
        let offsets: Vec<usize> =
            list.iter().skip(Diagnostics::MAX_DETAILED).map(|d| d.offset).collect();
        assert_eq!(offsets, [99, 2]);
    }

    #[test]
    fn names_differ() {
        let names: std::collections::HashSet<&str> =
            Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
