//! The one model of a game record: its tree, its game information and the replay of its moves.
//!
//! A [`GameRecord`] is a plain value. The readers in `formats` build it, everything else only reads it. Apart from the
//! readers, nothing in this crate knows a file format, and nothing at all does I/O.

#![warn(missing_docs)]

pub mod amount;
pub mod analysis;
pub mod cancel;
pub mod date;
pub mod diagnostic;
pub mod formats;
pub mod game;
pub mod generated;
mod handicap;
pub mod info;
mod kind;
pub mod main_line_counts;
pub mod numbers;
pub mod person;
pub mod poison;
pub mod problem;
pub mod rank;
pub mod replay;
pub mod result;
pub mod rules;
pub mod series;
pub mod text;
pub mod time;
pub mod tree;

pub use analysis::Analysis;
pub use diagnostic::{Code, Diagnostic, Diagnostics};
pub use handicap::{HandicapSource, InferredHandicap};
pub use info::{GameInfo, Player, Property};
pub use kind::RecordKind;
pub use person::Person;
pub use replay::{Breach, Cause, MoveEffect, Ply, Replayer, Start, Suicide};
pub use tree::{Action, GameTree, NodeId};

/// The file format that a record was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Format {
    /// Smart Game Format, FF\[1\] to FF\[4\].
    Sgf,
    /// JSON Go Format, in all its dialects.
    Jgf,
    /// GIB, the format of the Tygem server.
    Gib,
    /// NGF, the format of the servers wBaduk and Cyberoro.
    Ngf,
    /// UGF and UGI, the formats of Panda-net (IGS).
    Ugf,
    /// JSON of the server OGS (online-go.com).
    Ogs,
    /// Table in Parquet with a game in each row.
    Parquet,
}

impl Format {
    /// All file formats, in the order of the enum.
    pub const ALL: [Format; 7] = [
        Format::Sgf,
        Format::Jgf,
        Format::Gib,
        Format::Ngf,
        Format::Ugf,
        Format::Ogs,
        Format::Parquet,
    ];

    /// Names of all file formats, indexed by `Format as usize`.
    pub const NAMES: [&str; 7] = ["sgf", "jgf", "gib", "ngf", "ugf", "ogs", "parquet"];

    /// Name of the format in lower case: `sgf`, `jgf`, `gib`, `ngf`, `ugf`, `ogs` or `parquet`.
    pub fn as_str(self) -> &'static str {
        Format::NAMES[self as usize]
    }

    /// Extension of the format's files, without the full stop.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Ogs => "json",
            format => format.as_str(),
        }
    }
}

/// One game as it was recorded: the tree of its moves together with its game information.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// File format that the record was read from.
    pub format: Format,
    /// Which game is played, on which board and from which start.
    pub start: Start,
    /// Nodes of the game with their moves, setup stones and comments.
    pub tree: GameTree,
    /// Game information (players, result, date and so on), parsed and normalised.
    pub info: GameInfo,
    /// Properties of the root node as decoded text, in file order, under their SGF names.
    pub properties: Vec<Property>,
    /// Game information properties in later nodes of the main line. They fill in what the root does not have.
    pub main_line_info: Vec<Property>,
    /// Game information properties in variations. They can be searched, but do not describe the game itself.
    pub variation_info: Vec<Property>,
    /// Evaluations by engines and annotations by people, by node.
    pub analysis: Analysis,
    /// Oddities that were found while the record was read.
    pub diagnostics: Diagnostics,
}
