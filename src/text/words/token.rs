//! What a text is cut into.

/// The character that begins every stem in the index.
pub const STEM: char = '\u{1}';

/// How a text is to be cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// Players, events, places: no stems.
    Names,
    /// Comments: English stems beside the exact words.
    Comments,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A folded word or number.
    Word,
    /// The stem of the word at the same position.
    Stem,
    /// Words tied by hyphens, as one.
    Joined,
    /// A Chinese character, a kana or a hangul syllable.
    Char,
    /// Two of these in a row.
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
    /// Its place among the words and characters of the text.
    pub position: u32,
    /// What it is.
    pub kind: TokenKind,
}
