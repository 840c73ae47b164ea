//! The card of a game: everything needed to print it without opening its file.

use kifu_record::formats::FileText;
use kifu_record::game::BoardSize;
use kifu_record::{GameInfo, GameRecord, Property};
use serde::{Deserialize, Serialize};

/// What the index stores of a game. The information is kept as the record's properties and parsed again when it is
/// printed, so it has a single source.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// The game's id as a number.
    pub id: u64,
    /// `go`, `loa` or `other`.
    pub kind: String,
    /// The file format, such as `sgf` or `jgf`.
    pub format: String,
    /// The charset that the file was read in, and why.
    pub charset: (String, String),
    /// Width and height.
    pub size: (u8, u8),
    /// Number of moves on the main line.
    pub moves: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Number of variations.
    pub variations: u32,
    /// Number of nodes on the main line. Nodes from this number on belong to variations.
    pub main_nodes: u32,
    /// Names of the openings recognised from the stones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
    /// Properties of the root and of the main line's later nodes, as names and values.
    pub properties: Vec<(String, Vec<String>)>,
    /// The first diagnostics: code, message, offset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<(String, String, u64)>,
    /// The total number of diagnostics.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub diagnostics_total: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Properties that say nothing about the game as a whole: stones, moves, marks.
pub const NOT_ON_CARD: [&str; 20] = [
    "B", "W", "AB", "AW", "AE", "C", "LB", "TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW", "AR",
    "LN", "VW", "L", "M",
];

/// Values are cut to this many characters; the file has them whole.
const LONGEST_VALUE: usize = 2000;
/// At most this many values of one property are kept.
pub(crate) const MOST_VALUES: usize = 20;

impl Card {
    /// The card of a record.
    pub(crate) fn new(
        id: u64,
        record: &GameRecord,
        file: &FileText,
        moves: usize,
        openings: Vec<String>,
    ) -> Card {
        let kept = record.properties.iter().filter(|p| !NOT_ON_CARD.contains(&p.name.as_str()));
        let clip = |value: &String| {
            if value.len() <= LONGEST_VALUE {
                value.clone()
            } else {
                value.chars().take(LONGEST_VALUE).collect()
            }
        };
        let clipped = |values: &[String]| values.iter().take(MOST_VALUES).map(clip).collect();
        let size = record.start.size;
        Card {
            id,
            kind: record.start.game.name().into(),
            format: record.format.as_str().into(),
            charset: (file.charset.into(), file.charset_from.into()),
            size: (size.width(), size.height()),
            moves: moves as u32,
            nodes: record.tree.len() as u32,
            variations: record.tree.variations() as u32,
            main_nodes: record.tree.main_line().len() as u32,
            openings,
            properties: (kept.chain(&record.main_info))
                .map(|p| (p.name.clone(), clipped(&p.values)))
                .collect(),
            diagnostics: record
                .diagnostics
                .iter()
                .map(|d| (d.code.as_str().to_owned(), d.message.to_string(), d.offset as u64))
                .collect(),
            diagnostics_total: record.diagnostics.total() as u32,
        }
    }

    /// The normalised information.
    pub fn info(&self) -> GameInfo {
        let properties: Vec<Property> = self
            .properties
            .iter()
            .map(|(name, values)| Property { name: name.clone(), values: values.clone() })
            .collect();
        GameInfo::from_properties(properties.iter(), &mut Default::default())
    }

    /// The board size.
    pub fn board_size(&self) -> BoardSize {
        BoardSize::new(self.size.0, self.size.1).unwrap_or(BoardSize::GO)
    }

    /// The id as printed.
    pub fn id_text(&self) -> String {
        id_text(self.id)
    }
}

/// An id as it is printed: 16 hexadecimal digits.
pub fn id_text(id: u64) -> String {
    format!("{id:016x}")
}
