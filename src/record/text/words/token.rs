//! The tokens of a text.

/// How to split a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// Players, events, places: no stems.
    Names,
    /// Comments: English stems next to the exact words.
    Comments,
}

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A folded word or number.
    Word,
    /// The stem of the word at the same position.
    Stem,
    /// The word at the same position without the ending of a possessive: `sakata` of `Sakata's`.
    Owner,
    /// Words joined by hyphens, as one.
    Joined,
    /// The same where the last word is a possessive, without the ending.
    JoinedOwner,
    /// A Chinese character, a kana or a hangul syllable.
    Char,
    /// Two of these in sequence.
    Pair,
}

/// One term of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// The term as it is indexed.
    pub text: &'a str,
    /// Where it begins in the original text.
    pub start: usize,
    /// Where it ends in the original text.
    pub end: usize,
    /// Its position among the words and characters of the text.
    pub position: u32,
    /// Its kind.
    pub kind: TokenKind,
}
