//! The one model of a game record: tree, information, replay.
//!
//! A record is a value: the formats build it, everything else reads it. This room does no I/O and knows no format.

#![warn(missing_docs)]

pub mod amount;
pub mod analysis;
pub mod date;
pub mod diagnostic;
pub mod formats;
pub mod game;
pub mod generated;
mod handicap;
pub mod info;
mod kind;
pub mod numbers;
pub mod patience;
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
    /// JSON Go Format, all dialects.
    Jgf,
    /// GIB, of the Tygem server.
    Gib,
    /// NGF, of the servers wBaduk and Cyberoro.
    Ngf,
    /// UGF and UGI, of Panda-net (IGS).
    Ugf,
}

impl Format {
    /// All formats, in their order.
    pub const ALL: [Format; 5] = [Format::Sgf, Format::Jgf, Format::Gib, Format::Ngf, Format::Ugf];

    /// All names, in the order of the formats.
    pub const NAMES: [&str; 5] = ["sgf", "jgf", "gib", "ngf", "ugf"];

    /// The name: `sgf`, `jgf`, `gib`, `ngf` or `ugf`.
    pub fn as_str(self) -> &'static str {
        Format::NAMES[self as usize]
    }
}

/// One game as it was recorded: a tree with its information.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// The file format that it was read from.
    pub format: Format,
    /// Game, board and start.
    pub start: Start,
    /// Moves, setup and comments.
    pub tree: GameTree,
    /// The information in normalised form.
    pub info: GameInfo,
    /// The root's properties as decoded text, in file order, under their SGF names.
    pub properties: Vec<Property>,
    /// Game information in later nodes of the main line, used where the root says nothing.
    pub main_info: Vec<Property>,
    /// Game information in variations: searchable, but not the game's own.
    pub side_info: Vec<Property>,
    /// What engines and people said about its positions.
    pub analysis: Analysis,
    /// What was odd.
    pub diagnostics: Diagnostics,
}
