//! Finds the columns of a Parquet file that hold the facts of a game, by their names.

use super::footer::{Leaf, Physical};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Fact of a game that a column may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fact {
    Moves,
    Setup,
    Turn,
    Kind,
    Size,
    Width,
    Height,
    Winner,
    How,
    Margin,
    /// Fact that becomes the SGF property with this name.
    Property(&'static str),
}

/// Facts, each with the name that users write, and with the names of columns that hold it, the best first. In a row
/// without a value in one of them, the next one counts. Names are compared in lower case, with `_` for all that is
/// neither letter nor digit.
const FACTS: [(Fact, &str, &[&str]); 33] = [
    (
        Fact::Moves,
        "moves",
        &[
            "moves_sgf",
            "sgf",
            "moves",
            "move_list",
            "moves_gtp",
            "move_sequence",
            "actions",
            "game",
        ],
    ),
    (Fact::Setup, "setup", &["setup", "setup_stones", "initial_stones"]),
    (Fact::Turn, "turn", &["turn", "first_player", "initial_player", "to_play"]),
    (Fact::Kind, "kind", &["kind"]),
    (Fact::Size, "size", &["size", "board_size", "boardsize", "sz"]),
    (Fact::Width, "width", &["width", "board_width"]),
    (Fact::Height, "height", &["height", "board_height"]),
    (
        Fact::Property("PB"),
        "black",
        &[
            "black",
            "black_name",
            "black_player",
            "player_black",
            "pb",
            "players_black_name",
            "black_username",
        ],
    ),
    (
        Fact::Property("PW"),
        "white",
        &[
            "white",
            "white_name",
            "white_player",
            "player_white",
            "pw",
            "players_white_name",
            "white_username",
        ],
    ),
    (
        Fact::Property("BR"),
        "black_rank",
        &["black_rank", "rank_black", "br", "black_rating", "black_elo", "players_black_rank"],
    ),
    (
        Fact::Property("WR"),
        "white_rank",
        &["white_rank", "rank_white", "wr", "white_rating", "white_elo", "players_white_rank"],
    ),
    (Fact::Property("BT"), "black_team", &["black_team", "bt"]),
    (Fact::Property("WT"), "white_team", &["white_team", "wt"]),
    (Fact::Property("RE"), "result", &["result", "re", "outcome", "game_result"]),
    (Fact::Winner, "winner", &["winner"]),
    (Fact::How, "how", &["how", "win_by", "end_reason"]),
    (Fact::Margin, "margin", &["margin", "score_margin"]),
    (
        Fact::Property("DT"),
        "date",
        &[
            "date_text",
            "date",
            "dt",
            "played_at",
            "played",
            "game_date",
            "start_time",
            "started_at",
            "timestamp",
            "year",
        ],
    ),
    (Fact::Property("KM"), "komi", &["komi", "km"]),
    (Fact::Property("HA"), "handicap", &["handicap", "ha", "handicap_stones"]),
    (Fact::Property("RU"), "rules", &["rules", "ruleset", "ru"]),
    (Fact::Property("EV"), "event", &["event", "ev", "tournament"]),
    (Fact::Property("RO"), "round", &["round", "ro"]),
    (Fact::Property("PC"), "place", &["place", "pc", "location", "server"]),
    (Fact::Property("GN"), "title", &["title", "gn", "game_name"]),
    (Fact::Property("TM"), "time", &["time", "tm", "main_time", "time_limit"]),
    (Fact::Property("OT"), "overtime", &["overtime", "ot", "byoyomi"]),
    (Fact::Property("SO"), "source", &["source", "so", "url"]),
    (Fact::Property("AN"), "annotator", &["annotator", "an"]),
    (Fact::Property("US"), "transcriber", &["transcriber", "us"]),
    (Fact::Property("CP"), "copyright", &["copyright", "cp"]),
    (Fact::Property("GC"), "game_comment", &["game_comment", "gc"]),
    (Fact::Property("ON"), "opening", &["opening", "on"]),
];

/// Which columns of Parquet files hold which facts of a game, where their names do not say it: `moves=m,black=b`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "String", try_from = "String"))]
pub struct ParquetColumns {
    /// Facts with the names of their columns, in the order of the facts.
    columns: Arc<[(Fact, String)]>,
}

impl ParquetColumns {
    /// True if no column is named, so that all are found by their names.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    fn column_of(&self, fact: Fact) -> Option<&str> {
        self.columns.iter().find(|(known, _)| *known == fact).map(|(_, column)| &**column)
    }
}

/// Name of a fact as users write it.
fn name_of(fact: Fact) -> &'static str {
    FACTS.iter().find(|(known, ..)| *known == fact).map_or("", |(_, name, _)| name)
}

impl FromStr for ParquetColumns {
    type Err = String;

    fn from_str(text: &str) -> Result<ParquetColumns, String> {
        let mut columns: Vec<(Fact, String)> = Vec::new();
        for pair in text.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, column) = pair
                .split_once('=')
                .map_or((pair, ""), |(name, column)| (name.trim(), column.trim()));
            if column.is_empty() {
                return Err(format!("`{pair}` names no column: write it as moves=COLUMN"));
            }
            let known = FACTS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name));
            let Some(&(fact, ..)) = known else {
                let all = FACTS.map(|(_, name, _)| name).join(", ");
                return Err(format!("`{name}` is not a part of a game; the parts are {all}"));
            };
            if columns.iter().any(|(other, _)| *other == fact) {
                return Err(format!("`{name}` has two columns"));
            }
            columns.push((fact, column.to_owned()));
        }
        columns.sort();
        Ok(ParquetColumns { columns: columns.into() })
    }
}

impl fmt::Display for ParquetColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (fact, column)) in self.columns.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{}={column}", name_of(*fact))?;
        }
        Ok(())
    }
}

impl From<ParquetColumns> for String {
    fn from(columns: ParquetColumns) -> String {
        columns.to_string()
    }
}

impl TryFrom<String> for ParquetColumns {
    type Error = String;

    fn try_from(text: String) -> Result<ParquetColumns, String> {
        text.parse()
    }
}

/// Lower case, with `_` for all that is neither letter nor digit.
fn normalized(name: &str) -> String {
    let simple = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.chars().flat_map(char::to_lowercase).map(simple).collect()
}

/// Whether the values of a column can be what a fact needs.
fn fits(fact: Fact, leaf: &Leaf) -> bool {
    let is_bytes = matches!(leaf.physical, Physical::ByteArray | Physical::Fixed(_));
    let is_integer = matches!(leaf.physical, Physical::Int32 | Physical::Int64);
    match fact {
        // A single integer that is called `moves` is the number of moves.
        Fact::Moves => match leaf.max_repetition {
            0 => is_bytes,
            1 => is_bytes || is_integer,
            _ => false,
        },
        _ => leaf.max_repetition == 0,
    }
}

/// Finds the columns of a file with the facts of its games, as positions in `leaves`: one column of moves, and for each
/// other fact all columns that may hold it, the best first. The error says which columns the file has instead.
pub(super) fn find(
    leaves: &[Leaf],
    mapping: &ParquetColumns,
) -> Result<Vec<(Fact, usize)>, String> {
    let names: Vec<String> = leaves.iter().map(|leaf| normalized(&leaf.name)).collect();
    let mut found = Vec::new();
    for (fact, fact_name, candidates) in FACTS {
        if let Some(column) = mapping.column_of(fact) {
            let exact = leaves.iter().position(|leaf| leaf.name == column);
            let name = normalized(column);
            let position = exact.or_else(|| names.iter().position(|known| *known == name));
            let Some((position, leaf)) = position.and_then(|at| Some((at, leaves.get(at)?))) else {
                let all = list(leaves);
                return Err(format!("the file has no column `{column}` ({fact_name}); {all}"));
            };
            if !fits(fact, leaf) {
                let message = match fact {
                    Fact::Moves => "is neither a text nor a list of integers or texts",
                    _ => "is a list",
                };
                return Err(format!("the column `{column}` ({fact_name}) {message}"));
            }
            found.push((fact, position));
            continue;
        }
        let positions = candidates.iter().filter_map(|candidate| {
            let mut pairs = names.iter().zip(leaves);
            pairs.position(|(name, leaf)| name == candidate && fits(fact, leaf))
        });
        let most = if fact == Fact::Moves { 1 } else { usize::MAX };
        found.extend(positions.take(most).map(|position| (fact, position)));
    }
    if !found.iter().any(|(fact, _)| *fact == Fact::Moves) {
        return Err(format!("the Parquet file has no column of moves; {}", list(leaves)));
    }
    Ok(found)
}

/// Maximum number of columns that a message lists.
const MAX_LISTED: usize = 100;

fn list(leaves: &[Leaf]) -> String {
    let mut names: Vec<&str> = leaves.iter().map(|leaf| &*leaf.name).take(MAX_LISTED).collect();
    names.dedup();
    let more = if leaves.len() > MAX_LISTED { ", …" } else { "" };
    format!("its columns are {}{more}", names.join(", "))
}
