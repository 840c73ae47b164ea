//! Values that a generated part of a comment contains, in one form for all programs.

use crate::analysis::{Lead, Rate};
use std::ops::Range;

/// Player from whose view a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Perspective {
    /// The value is from Black's view.
    Black,
    /// The value is from White's view.
    White,
    /// The value is from the view of the player who made the node's move.
    Mover,
    /// The value is from the view of the player who moves next.
    ToMove,
    /// The value is from the view of `B`, a letter that may stand for either player: French `Blanc` and Turkish `Beyaz`
    /// are White.
    LetterB,
}

/// Kind of a part of a comment that a program generated, by the program that writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// KaTrain's lines about a move, with its mark U+3164 after them.
    KaTrain,
    /// KaTrain's lines about a move without the mark, as versions up to 1.6 wrote them.
    UnmarkedKaTrain,
    /// Any other text of KaTrain, above all that it wrote the file.
    KaTrainNote,
    /// Comment of Lizzie or LizzieYzy.
    Lizzie,
    /// List of values of a move, by analyze-sgf.
    AnalyzeSgf,
    /// The four numbers that KataGo writes into its own games.
    KataGo,
    /// What else KataGo writes into its own games: a line at the root, and the result at the last move.
    KataGoNote,
    /// Sentences of leela-analysis.
    LeelaAnalysis,
    /// Sentences of AI Sensei.
    AiSensei,
    /// Sentence in a branch of an OGS review.
    Ogs,
    /// The two numbers of katagui.
    Katagui,
}

/// Letters that KaTrain uses for the players in French and Turkish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// English letters B and W, which versions up to 1.15 use.
    English,
    /// First letters of the colours in the language of the comment.
    Native,
}

/// Byte range of a generated part in a comment, and its values.
pub(super) type GeneratedPart = (Range<usize>, GeneratedValues);

/// Values that a generated part of a comment contains.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneratedValues {
    /// Program that wrote this part of the comment, and in which form.
    pub form: Form,
    /// Winning rate, with the player from whose view it is.
    pub rate: Option<(Perspective, Rate)>,
    /// Lead in points, with the player from whose view it is.
    pub lead: Option<(Perspective, Lead)>,
    /// Number of playouts; 0 means that nothing was analysed.
    pub visits: Option<u64>,
    /// Loss of the node's move in points; not negative.
    pub loss: Option<Lead>,
    /// Moves as GTP writes points, with blanks between: KaTrain's best move before the node's move and the line after
    /// it, or leela-analysis' best move after the node's move.
    pub line: String,
    /// Lead after the first move of `line`.
    pub line_lead: Option<(Perspective, Lead)>,
    /// Alphabet whose letters stand for the players in this part of the comment, if a letter in it shows that.
    pub letters: Option<Letters>,
    /// Version of the program (major, minor), if this part of the comment states it.
    pub version: Option<(u32, u32)>,
}

impl GeneratedValues {
    /// Makes a part without any values.
    pub(super) fn new(form: Form) -> GeneratedValues {
        GeneratedValues {
            form,
            rate: None,
            lead: None,
            visits: None,
            loss: None,
            line: String::new(),
            line_lead: None,
            letters: None,
            version: None,
        }
    }
}
