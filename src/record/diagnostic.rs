//! What was odd about a record that was read nevertheless.

use std::borrow::Cow;

/// The codes and their stable names, each listed once.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal,)*) => {
        /// The kind of an oddity. Its name is stable and appears in JSON output.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum Code {
            $($(#[$doc])* #[cfg_attr(feature = "serde", serde(rename = $name))] $code,)*
        }

        impl Code {
            /// All codes.
            pub const ALL: &[Code] = &[$(Code::$code),*];

            /// The stable name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)*
                }
            }
        }
    };
}

codes! {
    /// Text other than white space before, between or after game trees.
    StrayText = "stray-text",
    /// Characters inside a tree that belong to no property.
    StrayCharacters = "stray-characters",
    /// A closing parenthesis is missing.
    MissingParenthesis = "missing-parenthesis",
    /// A closing parenthesis too many.
    SurplusParenthesis = "surplus-parenthesis",
    /// A value is not closed by `]`.
    UnclosedValue = "unclosed-value",
    /// A tree begins without `;`.
    MissingSemicolon = "missing-semicolon",
    /// A `]` inside a value is not escaped.
    UnescapedBracket = "unescaped-bracket",
    /// A property without any value.
    PropertyWithoutValue = "property-without-value",
    /// A property occurs more than once in its node.
    RepeatedProperty = "repeated-property",
    /// A node has several moves; they are read one after the other.
    SeveralMoves = "several-moves",
    /// A `B` or `W` value is not a point of the board, or a second move of its colour, and is left out.
    BadMove = "bad-move",
    /// A value of a point list is not a point of the board.
    BadPoint = "bad-point",
    /// More setup stones than a node can hold.
    TooMuchSetup = "too-much-setup",
    /// A move that the rules forbid; it was executed.
    IllegalMove = "illegal-move",
    /// The board size cannot be read; the usual one is assumed.
    BadSize = "bad-size",
    /// Game information outside the root.
    InfoInLaterNode = "info-in-later-node",
    /// Game information in a variation; the game takes no result and no date from it.
    InfoInVariation = "info-in-variation",
    /// Bytes that are not text in the charset.
    BadCharacters = "bad-characters",
    /// The file's own statement about its charset is wrong or unknown.
    WrongCharset = "wrong-charset",
    /// Text was converted to UTF-8 twice.
    DoubleEncoded = "double-encoded",
    /// A date that cannot be read in whole: the calendar lacks its day or month, or letters stand for digits.
    BadDate = "bad-date",
    /// A result that cannot be read, or its margin.
    BadResult = "bad-result",
    /// A komi that cannot be read.
    BadKomi = "bad-komi",
    /// A value of an engine or an annotator that cannot be read.
    BadAnalysis = "bad-analysis",
    /// A handicap without its stones.
    HandicapWithoutStones = "handicap-without-stones",
    /// A move and setup in one node.
    MoveWithSetup = "move-with-setup",
    /// The setup of Lines of Action is not known; the standard one is assumed.
    UnknownSetup = "unknown-setup",
    /// Positions may be wrong, since the notation leaves something out.
    UnreliablePositions = "unreliable-positions",
    /// A part of the JSON does not fit the format.
    BadJson = "bad-json",
    /// The game tree is deeper or larger than can be kept.
    TooLarge = "too-large",
    /// A line of a server format that is not understood.
    BadLine = "bad-line",
    /// A server's record ends before its game does, or moves in between are missing.
    MissingMoves = "missing-moves",
    /// The record says that it is encrypted.
    Encrypted = "encrypted",
}

/// Something odd in a record; reading continued.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(Code, Cow<'static, str>, usize)"))]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// What was found and what was done about it, in plain words.
    pub message: Cow<'static, str>,
    /// The place in bytes of the file; 0 is the file as a whole. (In bytes of the text for ISO-2022-KR and HZ, and if a
    /// text was read instead of a file.)
    pub offset: usize,
}

/// A diagnostic is stored as a list: `["bad-date","the date `x` cannot be read",7]`.
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

/// The diagnostics of one record: the first ones in full, and a count for every code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    first: Vec<Diagnostic>,
    counts: Vec<(Code, usize)>,
}

impl Diagnostics {
    /// How many are kept in full.
    pub const KEPT: usize = 20;

    /// Adds one.
    pub fn add(&mut self, code: Code, offset: usize, message: impl Into<Cow<'static, str>>) {
        // The first of every code is kept, however many others precede it.
        let is_new = self.count(code, 1) == 1;
        if self.first.len() < Self::KEPT || is_new {
            self.first.push(Diagnostic { code, message: message.into(), offset });
        }
    }

    /// Adds all diagnostics of another list.
    pub fn extend(&mut self, other: &Diagnostics) {
        for &(code, count) in &other.counts {
            let is_new = self.count(code, count) == count;
            let kept = other.iter().filter(|diagnostic| diagnostic.code == code);
            for (i, diagnostic) in kept.enumerate() {
                if self.first.len() < Self::KEPT || (is_new && i == 0) {
                    self.first.push(diagnostic.clone());
                }
            }
        }
    }

    /// Maps every offset with a function, which is called in ascending order.
    pub(crate) fn move_to(&mut self, mut place: impl FnMut(usize) -> usize) {
        let mut order: Vec<&mut Diagnostic> = self.first.iter_mut().collect();
        order.sort_by_key(|diagnostic| diagnostic.offset);
        for diagnostic in order {
            diagnostic.offset = place(diagnostic.offset);
        }
    }

    /// Adds to the count of a code and returns the new count.
    fn count(&mut self, code: Code, more: usize) -> usize {
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

    /// The count of each code that occurs, in order of first occurrence.
    pub fn counts(&self) -> &[(Code, usize)] {
        &self.counts
    }

    /// The total number, including those not kept.
    pub fn total(&self) -> usize {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// Whether nothing was odd.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The kept ones, in the order in which they were added; at least one for every code that occurs.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.first.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_counted_and_the_first_of_each_code_is_kept() {
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
        let wanted = [(Code::BadPoint, 30), (Code::BadDate, 3), (Code::BadKomi, 1)];
        assert_eq!(list.counts(), wanted);
        assert_eq!(list.total(), 34);
        let offsets: Vec<usize> = list.iter().skip(Diagnostics::KEPT).map(|d| d.offset).collect();
        assert_eq!(offsets, [99, 2]);
    }

    #[test]
    fn names_differ() {
        let names: std::collections::HashSet<&str> =
            Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
