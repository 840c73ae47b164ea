//! What was odd about a record, although it was read.

use std::borrow::Cow;

/// The kind of an oddity; its name is stable and appears in JSON output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Code {
    /// The text before, between or after game trees is no white space.
    StrayText,
    /// Characters inside a tree that belong to no property.
    StrayCharacters,
    /// A closing parenthesis is missing.
    MissingParenthesis,
    /// A closing parenthesis too many.
    SurplusParenthesis,
    /// A value is not closed by `]`.
    UnclosedValue,
    /// A tree begins without `;`.
    MissingSemicolon,
    /// A `]` inside a value is not escaped.
    UnescapedBracket,
    /// A property without any value.
    PropertyWithoutValue,
    /// A property stands more than once in its node.
    RepeatedProperty,
    /// A `B` or `W` value is no point of the board.
    BadMove,
    /// A value of a point list is no point of the board.
    BadPoint,
    /// More setup stones than a node can hold.
    TooMuchSetup,
    /// A move that the rules forbid; it was executed.
    IllegalMove,
    /// The board size cannot be read; the usual one is assumed.
    BadSize,
    /// Game information outside of the root.
    InfoInLaterNode,
    /// Game information in a side branch; it supplies no result and no date.
    InfoInVariation,
    /// Bytes that are no text in the charset.
    BadCharacters,
    /// The file's own word on its charset is wrong or unknown.
    WrongCharset,
    /// A date that cannot be read.
    BadDate,
    /// A result that cannot be read.
    BadResult,
    /// A komi that cannot be read.
    BadKomi,
    /// A handicap without its stones.
    HandicapWithoutStones,
    /// A move and setup in one node.
    MoveWithSetup,
    /// The setup of Lines of Action is not known; the standard one is assumed.
    UnknownSetup,
    /// Positions may be wrong, since the notation does not tell all.
    UnreliablePositions,
    /// A part of the JSON does not fit the format.
    BadJson,
    /// The game tree is deeper or larger than can be kept.
    TooLarge,
}

impl Code {
    /// The stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::StrayText => "stray-text",
            Code::StrayCharacters => "stray-characters",
            Code::MissingParenthesis => "missing-parenthesis",
            Code::SurplusParenthesis => "surplus-parenthesis",
            Code::UnclosedValue => "unclosed-value",
            Code::MissingSemicolon => "missing-semicolon",
            Code::UnescapedBracket => "unescaped-bracket",
            Code::PropertyWithoutValue => "property-without-value",
            Code::RepeatedProperty => "repeated-property",
            Code::BadMove => "bad-move",
            Code::BadPoint => "bad-point",
            Code::TooMuchSetup => "too-much-setup",
            Code::IllegalMove => "illegal-move",
            Code::BadSize => "bad-size",
            Code::InfoInLaterNode => "info-in-later-node",
            Code::InfoInVariation => "info-in-variation",
            Code::BadCharacters => "bad-characters",
            Code::WrongCharset => "wrong-charset",
            Code::BadDate => "bad-date",
            Code::BadResult => "bad-result",
            Code::BadKomi => "bad-komi",
            Code::HandicapWithoutStones => "handicap-without-stones",
            Code::MoveWithSetup => "move-with-setup",
            Code::UnknownSetup => "unknown-setup",
            Code::UnreliablePositions => "unreliable-positions",
            Code::BadJson => "bad-json",
            Code::TooLarge => "too-large",
        }
    }
}

/// Something odd in a record; reading went on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// What was found and what was done about it, in plain words.
    pub message: Cow<'static, str>,
    /// Where, in bytes of the decoded text.
    pub offset: usize,
}

/// The diagnostics of one record: the first ones in full, all of them counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    first: Vec<Diagnostic>,
    total: usize,
}

impl Diagnostics {
    /// How many are kept in full.
    pub const KEPT: usize = 20;

    /// Adds one.
    pub fn add(&mut self, code: Code, offset: usize, message: impl Into<Cow<'static, str>>) {
        self.total += 1;
        if self.first.len() < Self::KEPT {
            self.first.push(Diagnostic {
                code,
                message: message.into(),
                offset,
            });
        }
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: &Diagnostics) {
        self.total += other.total;
        let room = Self::KEPT.saturating_sub(self.first.len());
        self.first.extend(other.first.iter().take(room).cloned());
    }

    /// Their number, those included that were not kept.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Whether nothing was odd.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The first ones.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.first.iter()
    }
}
