//! What a generated part of a comment says, in one form for all programs.

use crate::analysis::{Lead, Rate};
use std::ops::Range;

/// Whose value a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Black's.
    Black,
    /// White's.
    White,
    /// That of the player of the node's move.
    Mover,
    /// That of the player who moves next.
    ToMove,
    /// That of `B`, which may be the letter of either player: French `Blanc` and Turkish `Beyaz` are White.
    LetterB,
}

/// Which program's words a part consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// KaTrain's lines about a move, with its mark U+3164 behind them.
    KaTrain,
    /// The same as KaTrain wrote them up to 1.6, without a mark.
    UnmarkedKaTrain,
    /// What else KaTrain writes, above all that it wrote the file.
    KaTrainNote,
    /// A comment of Lizzie or LizzieYzy.
    Lizzie,
    /// analyze-sgf's list of a move.
    AnalyzeSgf,
    /// The four numbers in KataGo's own games.
    KataGo,
    /// Sentences of leela-analysis.
    LeelaAnalysis,
    /// Sentences of AI Sensei.
    AiSensei,
    /// A sentence in a branch of an OGS review.
    Ogs,
    /// The two numbers of katagui.
    Katagui,
}

/// The letters that KaTrain has for the players in French and Turkish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// B and W, up to 1.15.
    English,
    /// Those of the language.
    Own,
}

/// Where a generated part stands in a comment, and what it says.
pub(super) type Extract = (Range<usize>, Told);

/// What a generated part says.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Whose words they are.
    pub form: Form,
    /// The winning rate.
    pub rate: Option<(Whose, Rate)>,
    /// The lead.
    pub lead: Option<(Whose, Lead)>,
    /// The number of playouts; 0 means that nothing was analysed.
    pub visits: Option<u64>,
    /// What the node's move lost, in points; not negative.
    pub loss: Option<Lead>,
    /// KaTrain's best move before the node's and what should have followed, or leela-analysis' best one after it; as
    /// GTP writes points, with blanks between.
    pub line: String,
    /// The lead after that move.
    pub line_lead: Option<(Whose, Lead)>,
    /// Which letters the players have, where the part shows it.
    pub letters: Option<Letters>,
    /// The version of the program, where the part tells it.
    pub version: Option<(u32, u32)>,
}

impl Told {
    /// A part that says nothing yet.
    pub(super) fn nothing(form: Form) -> Told {
        Told {
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
