//! Tokens into which a text is split, and their kinds.

/// Kind of text, which decides whether words get stems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// Names of players, events and places, which have no stems.
    Names,
    /// Comments, in which English words have stems at the same position.
    Comments,
}

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// Folded word or number.
    Word,
    /// English stem of the word at the same position.
    Stem,
    /// Possessive at the same position without its ending: `sakata` of `Sakata's`.
    PossessiveBase,
    /// Words joined by hyphens, as one word: `changho` of `chang-ho`.
    Joined,
    /// Words joined by hyphens of which the last is a possessive, as one word without its ending.
    JoinedPossessiveBase,
    /// A Chinese character, a kana or a hangul syllable.
    Char,
    /// Two CJK characters in sequence, as one term.
    Pair,
}

/// One term of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// Term in the form in which it is indexed.
    pub text: &'a str,
    /// Byte offset in the original text where the term begins.
    pub start: usize,
    /// Byte offset in the original text where the term ends.
    pub end: usize,
    /// Number of words and single CJK characters before the term. Stems, joined words and pairs share the position of
    /// their first word or character.
    pub position: u32,
    /// Kind of the term, such as word, stem or pair.
    pub kind: TokenKind,
}
