//! The card of a game: everything needed to print it without opening its file.

use kifu_record::formats::FileText;
use kifu_record::game::{BoardSize, GameClass};
use kifu_record::text::charset::Charset;
use kifu_record::{Diagnostic, Format, GameInfo, GameRecord, Property};
use serde::{Deserialize, Serialize};

/// What the index stores of a game. The information is kept as the record's properties and parsed again when it is
/// printed, so it has a single source.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredCard")]
pub struct Card {
    /// The game's id as a number.
    pub id: u64,
    /// What can be said of every game.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// Properties of the root and of the main line's later nodes.
    pub properties: Vec<Property>,
    /// The first diagnostics.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    /// The total number of diagnostics.
    #[serde(skip_serializing_if = "is_zero")]
    pub diagnostics_total: u32,
}

/// What can be said of every game, whether an index stores it or its file was just read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// Which game it is.
    pub kind: GameClass,
    /// The file format.
    pub format: Format,
    /// The charset that the file was read in, and why.
    pub charset: Charset,
    /// The board size.
    pub size: BoardSize,
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
}

/// A card as it is read: its fields side by side, as they are written. Reading the summary with serde's `flatten` takes
/// 1.4 times as long, since all its fields are held as values of any type first.
#[derive(Deserialize)]
struct StoredCard {
    id: u64,
    kind: GameClass,
    format: Format,
    charset: Charset,
    size: BoardSize,
    moves: u32,
    nodes: u32,
    variations: u32,
    main_nodes: u32,
    #[serde(default)]
    openings: Vec<String>,
    properties: Vec<Property>,
    #[serde(default)]
    diagnostics: Vec<Diagnostic>,
    #[serde(default)]
    diagnostics_total: u32,
}

impl From<StoredCard> for Card {
    fn from(stored: StoredCard) -> Card {
        Card {
            id: stored.id,
            summary: GameSummary {
                kind: stored.kind,
                format: stored.format,
                charset: stored.charset,
                size: stored.size,
                moves: stored.moves,
                nodes: stored.nodes,
                variations: stored.variations,
                main_nodes: stored.main_nodes,
                openings: stored.openings,
            },
            properties: stored.properties,
            diagnostics: stored.diagnostics,
            diagnostics_total: stored.diagnostics_total,
        }
    }
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

impl GameSummary {
    /// The summary of a record with these openings.
    pub fn new(record: &GameRecord, file: &FileText, openings: Vec<String>) -> GameSummary {
        let tree = &record.tree;
        GameSummary {
            kind: record.start.game.class(),
            format: record.format,
            charset: file.charset,
            size: record.start.size,
            moves: tree.main_moves(),
            nodes: tree.len() as u32,
            variations: tree.variations() as u32,
            main_nodes: tree.main_line().len() as u32,
            openings,
        }
    }
}

impl Card {
    /// The card of a record.
    pub(crate) fn new(id: u64, record: &GameRecord, summary: GameSummary) -> Card {
        let kept = record.properties.iter().filter(|p| !NOT_ON_CARD.contains(&p.name.as_str()));
        let clip = |value: &String| {
            if value.len() <= LONGEST_VALUE {
                value.clone()
            } else {
                value.chars().take(LONGEST_VALUE).collect()
            }
        };
        let clipped = |property: &Property| Property {
            name: property.name.clone(),
            values: property.values.iter().take(MOST_VALUES).map(clip).collect(),
        };
        Card {
            id,
            summary,
            properties: kept.chain(&record.main_info).map(clipped).collect(),
            diagnostics: record.diagnostics.iter().cloned().collect(),
            diagnostics_total: record.diagnostics.total() as u32,
        }
    }

    /// The normalised information.
    pub fn info(&self) -> GameInfo {
        GameInfo::from_properties(self.properties.iter(), &mut Default::default())
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_record::Code;
    use kifu_record::text::charset::CharsetFrom;
    use serde_json::{Value, from_str, from_value, to_string};

    /// A card with all its fields, and as short as can be.
    const STORED: [&str; 2] = [
        r#"{"id":18446744073709551615,"kind":"loa","format":"jgf","charset":["gbk","detected"],"size":[8,9],"moves":1,"nodes":4,"variations":2,"main_nodes":3,"openings":["Small Knight"],"properties":[["PB",["Shusaku"]],["KO",[]],["AP",["a","b"]]],"diagnostics":[["bad-date","the date `x` cannot be read",7],["stray-text","",0]],"diagnostics_total":5}"#,
        r#"{"id":0,"kind":"other","format":"sgf","charset":["utf-8","utf-8"],"size":[1,52],"moves":0,"nodes":1,"variations":0,"main_nodes":1,"properties":[]}"#,
    ];

    #[test]
    fn cards_are_stored_as_ever() {
        for stored in STORED {
            let card: Card = from_str(stored).unwrap();
            assert_eq!(to_string(&card).unwrap(), stored);
        }
        let card: Card = from_str(STORED[0]).unwrap();
        let summary = &card.summary;
        assert_eq!((summary.kind, summary.format), (GameClass::Loa, Format::Jgf));
        assert_eq!(summary.charset, Charset { name: "gbk", from: CharsetFrom::Detected });
        assert_eq!(summary.size, BoardSize::new(8, 9).unwrap());
        assert_eq!((summary.moves, summary.nodes, summary.variations), (1, 4, 2));
        assert_eq!(
            (summary.main_nodes, summary.openings.as_slice()),
            (3, &["Small Knight".into()][..])
        );
        let values = ["a", "b"].map(String::from).to_vec();
        assert_eq!(card.properties[2], Property { name: "AP".into(), values });
        assert_eq!((card.diagnostics[0].code, card.diagnostics[0].offset), (Code::BadDate, 7));
        assert_eq!(card.info().players.black.name.as_deref(), Some("Shusaku"));
    }

    #[test]
    fn a_card_with_a_value_that_nobody_writes_is_an_error() {
        let odd = [
            ("kind", r#""Go""#),
            ("kind", "1"),
            ("format", r#""pdf""#),
            ("charset", r#"["klingon","ca"]"#),
            ("charset", r#"["utf-8","guess"]"#),
            ("charset", r#""utf-8""#),
            ("size", "[0,19]"),
            ("size", "[19,53]"),
            ("size", "[19]"),
            ("moves", "-1"),
            ("moves", "4294967296"),
            ("properties", r#"[["PB"]]"#),
            ("properties", r#"[["PB",["a"],7]]"#),
            ("diagnostics", r#"[["bad-luck","",0]]"#),
            ("diagnostics", r#"[["bad-date","",-1]]"#),
        ];
        for (name, value) in odd {
            let mut card: Value = from_str(STORED[0]).unwrap();
            card[name] = from_str(value).unwrap();
            assert!(from_value::<Card>(card.clone()).is_err(), "{card}");
            assert!(from_str::<Card>(&card.to_string()).is_err(), "{card}");
        }
        for cut in 0..STORED[0].len() {
            assert!(from_str::<Card>(STORED[0].get(..cut).unwrap_or("")).is_err(), "{cut}");
        }
    }
}
