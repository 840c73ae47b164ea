//! Stored header of a game ("card" on disk): everything needed to print the game without opening its file.

use kifu_record::formats::{FilePart, FileText};
use kifu_record::game::{BoardSize, GameClass};
use kifu_record::text::charset::{Charset, CharsetFrom};
use kifu_record::{Diagnostic, Format, GameInfo, GameRecord, InferredHandicap, Property};
use serde::de::{Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// Header of a game as the index stores it.
///
/// The information is stored as the record's properties and parsed when it is printed, so a better parser needs no new
/// index.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "FlatStoredHeader")]
pub struct StoredHeader {
    /// Id of the game; printed as 16 hexadecimal digits.
    pub id: u64,
    /// Summary of the game, such as its kind, charset and number of nodes.
    #[serde(flatten)]
    pub summary: GameSummary,
    /// Properties of the root and of later nodes of the main line, without stones, moves and marks.
    pub properties: Vec<Property>,
    /// Handicap that only the stones show; the stored properties do not contain it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inferred_handicap: Option<InferredHandicap>,
    /// First diagnostics of the game; [`Self::diagnostics_total`] counts all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "is_zero")]
    pub diagnostics_total: u32,
    /// Part of the file in which the game stands, if the file was too long to be read as a whole. With it, one game is
    /// read without the games before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
}

/// Facts about a game that can be shown whether the game comes from an index or from a file that was just read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSummary {
    /// Kind of game: Go, Lines of Action or another.
    pub kind: GameClass,
    pub format: Format,
    /// Charset that the file was decoded from, and how it was determined.
    pub charset: Charset,
    pub size: BoardSize,
    pub moves: u32,
    /// Number of nodes in the game tree.
    pub nodes: u32,
    pub variations: u32,
    /// Number of nodes on the main line. Nodes from this number on belong to variations.
    pub main_nodes: u32,
    /// Names of the openings that were recognised from the stones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
}

/// Stored header with all fields side by side, as in the JSON, for deserialisation. Reading the summary with serde's
/// `flatten` takes 1.4 times as long, because all its fields are first stored as values of any type.
#[derive(Deserialize)]
struct FlatStoredHeader {
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
    inferred_handicap: Option<InferredHandicap>,
    #[serde(default)]
    diagnostics: Vec<Diagnostic>,
    #[serde(default)]
    diagnostics_total: u32,
    #[serde(default)]
    part: Option<FilePart>,
}

impl From<FlatStoredHeader> for StoredHeader {
    fn from(stored: FlatStoredHeader) -> StoredHeader {
        StoredHeader {
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
            inferred_handicap: stored.inferred_handicap,
            diagnostics: stored.diagnostics,
            diagnostics_total: stored.diagnostics_total,
            part: stored.part,
        }
    }
}

/// What lists of games show of a [`StoredHeader`]. Reading it takes a third of the time of reading the stored header
/// and then its information, because no property is copied that the information does not contain.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedHeader {
    /// Id of the game; printed as 16 hexadecimal digits.
    pub id: u64,
    /// Summary of the game, such as its kind, charset and number of nodes.
    pub summary: GameSummary,
    /// Normalised information, parsed from the stored properties.
    pub info: GameInfo,
    /// Part of the file in which the game stands, if the file was too long to be read as a whole.
    pub part: Option<FilePart>,
}

impl ListedHeader {
    /// Reads the header of a game from the JSON that the index stores of it.
    pub fn from_json(stored: &[u8]) -> serde_json::Result<ListedHeader> {
        serde_json::from_slice::<ListedHeaderJson>(stored).map(ListedHeader::from)
    }

    /// Makes a header that has only the id, for lists that show nothing else of it.
    pub fn with_id(id: u64) -> ListedHeader {
        ListedHeader { id, summary: GameSummary::unknown(), info: GameInfo::default(), part: None }
    }

    pub fn id_text(&self) -> String {
        id_text(self.id)
    }
}

/// Fields of the stored JSON that a [`ListedHeader`] is made of. Their texts are slices of the JSON where possible.
#[derive(Deserialize)]
struct ListedHeaderJson<'j> {
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
    #[serde(borrow)]
    properties: Vec<NamedText<'j>>,
    #[serde(default)]
    inferred_handicap: Option<InferredHandicap>,
    #[serde(default)]
    part: Option<FilePart>,
}

impl From<ListedHeaderJson<'_>> for ListedHeader {
    fn from(stored: ListedHeaderJson) -> ListedHeader {
        let texts = stored.properties.iter().filter_map(|property| {
            let NamedText(JsonText(name), FirstText(text)) = property;
            Some((name.as_ref(), text.as_ref()?.0.trim()))
        });
        let info = GameInfo::from_texts(texts, &mut Default::default());
        ListedHeader {
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
            info: GameInfo { inferred_handicap: stored.inferred_handicap, ..info },
            part: stored.part,
        }
    }
}

/// Name of a property with its text.
#[derive(Deserialize)]
struct NamedText<'j>(#[serde(borrow)] JsonText<'j>, #[serde(borrow)] FirstText<'j>);

/// Text that is a slice of the JSON, unless the JSON escapes a character of it. (In a list, serde would always copy a
/// `Cow<str>`.)
struct JsonText<'j>(Cow<'j, str>);

impl<'de: 'j, 'j> Deserialize<'de> for JsonText<'j> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonText<'j>, D::Error> {
        deserializer.deserialize_str(JsonTextVisitor)
    }
}

struct JsonTextVisitor;

impl<'de> Visitor<'de> for JsonTextVisitor {
    type Value = JsonText<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<JsonText<'de>, E> {
        Ok(JsonText(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<JsonText<'de>, E> {
        Ok(JsonText(Cow::Owned(text.to_owned())))
    }
}

/// First value of a property that is more than white space, as [`Property::text`] returns it, but not trimmed yet.
struct FirstText<'j>(Option<JsonText<'j>>);

impl<'de: 'j, 'j> Deserialize<'de> for FirstText<'j> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FirstText<'j>, D::Error> {
        deserializer.deserialize_seq(FirstTextVisitor)
    }
}

struct FirstTextVisitor;

impl<'de> Visitor<'de> for FirstTextVisitor {
    type Value = FirstText<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of texts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<FirstText<'de>, A::Error> {
        while let Some(JsonText(text)) = values.next_element()? {
            if !text.trim().is_empty() {
                while values.next_element::<IgnoredAny>()?.is_some() {}
                return Ok(FirstText(Some(JsonText(text))));
            }
        }
        Ok(FirstText(None))
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Names of properties that describe positions and not the game as a whole: stones, moves, marks. They are not stored.
pub const MOVE_PROPERTIES: [&str; 20] = [
    "B", "W", "AB", "AW", "AE", "C", "LB", "TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW", "AR",
    "LN", "VW", "L", "M",
];

/// Maximum number of characters stored of a value. The file has the rest.
const MAX_VALUE_CHARS: usize = 2000;
/// Maximum number of stored values of one property.
pub(crate) const MAX_VALUES_PER_PROPERTY: usize = 20;

impl GameSummary {
    /// Makes a summary for a row in which no column shows the summary.
    fn unknown() -> GameSummary {
        GameSummary {
            kind: GameClass::Other,
            format: Format::Sgf,
            charset: Charset { name: "utf-8", from: CharsetFrom::Utf8 },
            size: BoardSize::GO,
            moves: 0,
            nodes: 0,
            variations: 0,
            main_nodes: 0,
            openings: Vec::new(),
        }
    }

    /// Collects the summary of a record in which these openings were recognised.
    pub fn new(record: &GameRecord, file: &FileText, openings: Vec<String>) -> GameSummary {
        let tree = &record.tree;
        GameSummary {
            kind: record.start.game.class(),
            format: record.format,
            charset: file.charset,
            size: record.start.size,
            moves: tree.main_move_count(),
            nodes: tree.len() as u32,
            variations: tree.variation_count() as u32,
            main_nodes: tree.main_line().len() as u32,
            openings,
        }
    }
}

impl StoredHeader {
    /// Collects the stored header of a record: properties without stones, moves and marks, cut to the limits.
    pub(crate) fn new(
        id: u64,
        record: &GameRecord,
        summary: GameSummary,
        part: Option<FilePart>,
    ) -> StoredHeader {
        let stored =
            record.properties.iter().filter(|p| !MOVE_PROPERTIES.contains(&p.name.as_str()));
        let clip = |value: &String| {
            if value.len() <= MAX_VALUE_CHARS {
                value.clone()
            } else {
                value.chars().take(MAX_VALUE_CHARS).collect()
            }
        };
        let clipped = |property: &Property| Property {
            name: property.name.clone(),
            values: property.values.iter().take(MAX_VALUES_PER_PROPERTY).map(clip).collect(),
        };
        StoredHeader {
            id,
            summary,
            properties: stored.chain(&record.main_line_info).map(clipped).collect(),
            inferred_handicap: record.info.inferred_handicap,
            diagnostics: record.diagnostics.iter().cloned().collect(),
            diagnostics_total: record.diagnostics.total() as u32,
            part,
        }
    }

    /// Parses the stored properties into normalised information.
    pub fn info(&self) -> GameInfo {
        let info = GameInfo::from_properties(self.properties.iter(), &mut Default::default());
        GameInfo { inferred_handicap: self.inferred_handicap, ..info }
    }

    pub fn id_text(&self) -> String {
        id_text(self.id)
    }
}

/// Formats an id as 16 hexadecimal digits.
pub fn id_text(id: u64) -> String {
    format!("{id:016x}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_record::Code;
    use kifu_record::formats::Arrangement;
    use serde_json::{Value, from_str, from_value, to_string};

    /// Stored headers as JSON: one with all fields, and one as short as possible. Stored bytes must not change without
    /// a new index version.
    const STORED: [&str; 2] = [
        r#"{"id":18446744073709551615,"kind":"loa","format":"jgf","charset":["gbk","detected"],"size":[8,9],"moves":1,"nodes":4,"variations":2,"main_nodes":3,"openings":["Small Knight"],"properties":[["PB",["Shusaku"]],["KO",[]],["AP",["a","b"]]],"inferred_handicap":{"stones":4,"from":"moves"},"diagnostics":[["bad-date","the date `x` cannot be read",7],["stray-text","",0]],"diagnostics_total":5}"#,
        r#"{"id":0,"kind":"other","format":"sgf","charset":["utf-8","utf-8"],"size":[1,52],"moves":0,"nodes":1,"variations":0,"main_nodes":1,"properties":[]}"#,
    ];

    #[test]
    fn stored_bytes_do_not_change() {
        for stored in STORED {
            let card: StoredHeader = from_str(stored).unwrap();
            assert_eq!(to_string(&card).unwrap(), stored);
        }
        let card: StoredHeader = from_str(STORED[0]).unwrap();
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
        assert_eq!(card.info().handicap_stones(), Some(4));
    }

    #[test]
    fn a_listed_header_has_the_values_of_the_stored_one() {
        let part = FilePart { arrangement: Arrangement::TreeLines, games_before: 3, offset: 90 };
        let properties = r#""properties":[["PB",[" ","\n","A \"quoted\"\nname "]],["PB",["B"]],["GC",["",""]],["GC",["x"]]]"#;
        let properties = format!("{properties},\"part\":{}", to_string(&part).unwrap());
        let escaped = STORED[1].replace(r#""properties":[]"#, &properties);
        for stored in [STORED[0], STORED[1], &escaped] {
            let card: StoredHeader = from_str(stored).unwrap();
            let listed = ListedHeader::from_json(stored.as_bytes()).unwrap();
            let info = card.info();
            let whole = ListedHeader { id: card.id, summary: card.summary, info, part: card.part };
            assert_eq!(listed, whole);
        }
        let listed = ListedHeader::from_json(escaped.as_bytes()).unwrap();
        assert_eq!(listed.info.players.black.name.as_deref(), Some("A \"quoted\"\nname"));
        assert_eq!(listed.info.game_comment.as_deref(), Some("x"));
        assert_eq!(listed.part, Some(part));
        assert!(ListedHeader::from_json(b"{}").is_err());
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
            ("inferred_handicap", r#"{"stones":4,"from":"hearsay"}"#),
            ("inferred_handicap", r#"{"stones":256,"from":"moves"}"#),
            ("diagnostics", r#"[["bad-luck","",0]]"#),
            ("diagnostics", r#"[["bad-date","",-1]]"#),
        ];
        for (name, value) in odd {
            let mut card: Value = from_str(STORED[0]).unwrap();
            card[name] = from_str(value).unwrap();
            assert!(from_value::<StoredHeader>(card.clone()).is_err(), "{card}");
            assert!(from_str::<StoredHeader>(&card.to_string()).is_err(), "{card}");
        }
        for cut in 0..STORED[0].len() {
            assert!(from_str::<StoredHeader>(STORED[0].get(..cut).unwrap_or("")).is_err(), "{cut}");
        }
    }
}
