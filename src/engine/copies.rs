//! Finds groups of games that are copies of each other.

use super::failure::{Failure, Result};
use super::number_format::counted;
use super::question::Ask;
use super::request::FindCopies;
use super::row::{GameRow, VERSION};
use super::snapshot::Snapshot;
use super::{Item, Sink};
use kifu_language::parse;
use kifu_query::copies::{
    Conflict, CopyKind, CopySet, GameCopy, disagreeing_groups, find_groups, find_position_groups,
    load_groups,
};
use serde::{Serialize, Serializer};

pub use kifu_query::copies::{Fact, Relation};

/// Summary of the groups of copies that were found.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CopiesFound {
    /// Number of groups of copies that match the query.
    pub groups: usize,
    /// Number of games in the groups that match the query.
    pub games: usize,
    /// Number of groups of copies in the index, whether or not they match the query.
    pub all_groups: u32,
    /// Number of games in the index.
    pub all_games: u64,
}

/// Group of games that are copies of each other.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CopyGroup {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Number of the group in the answer, from 1.
    pub group: u64,
    /// Facts about the game, such as its date or result, on which the copies disagree, each with every value that
    /// occurs.
    #[serde(serialize_with = "by_fact")]
    #[cfg_attr(
        feature = "json-schema",
        schemars(with = "std::collections::BTreeMap<String, Vec<String>>")
    )]
    pub conflicts: Vec<Conflict>,
    /// Copies of the game, the fullest record first.
    pub games: Vec<CopyRow>,
}

/// One of the records in a group of copies: what the index stores of it, and how it differs from the fullest record of
/// the group.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CopyRow {
    /// Row of the copy, as in a list of games.
    #[serde(flatten)]
    pub game: GameRow,
    /// Relation to the fullest copy: `fullest`, `same`, `beginning`, `different` or `distant`.
    #[serde(serialize_with = "name")]
    #[cfg_attr(feature = "json-schema", schemars(with = "String"))]
    pub relation: Relation,
    /// Number of moves and setup stones that differ from those of the fullest copy; null if they were not counted.
    pub differences: Option<u32>,
    /// True if the board of the copy is rotated or mirrored compared with the fullest copy.
    pub turned: bool,
}

fn by_fact<S: Serializer>(
    conflicts: &[Conflict],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    let values = |conflict: &Conflict| (conflict.fact.as_str(), conflict.values.clone());
    serializer.collect_map(conflicts.iter().map(values))
}

fn name<S: Serializer>(relation: &Relation, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(relation.as_str())
}

impl From<GameCopy> for CopyRow {
    fn from(copy: GameCopy) -> CopyRow {
        let relation = copy.relation;
        CopyRow {
            game: GameRow::new(copy.game),
            relation,
            differences: match relation {
                Relation::Fullest | Relation::Position { .. } => Some(0),
                Relation::Like(likeness) => Some(likeness.differences),
                Relation::Distant => None,
            },
            turned: match relation {
                Relation::Like(likeness) => likeness.turned,
                Relation::Position { turned } => turned,
                Relation::Fullest | Relation::Distant => false,
            },
        }
    }
}

impl CopyRow {
    /// Describes the relation to the fullest copy: `same moves`, `120 moves, 2 differ, turned`.
    pub fn relation_in_words(&self) -> String {
        let moves = counted(self.game.summary.moves.into(), "move", "moves");
        let words = match self.relation {
            Relation::Fullest => moves,
            Relation::Like(likeness) if likeness.is_exact() => "same moves".to_owned(),
            Relation::Like(likeness) => {
                let length = if likeness.shorter == likeness.longer {
                    String::new()
                } else {
                    format!("{moves}, ")
                };
                match likeness.differences {
                    0 => format!("first {moves}"),
                    1 => format!("{length}1 differs"),
                    differences => format!("{length}{differences} differ"),
                }
            }
            Relation::Distant => format!("{moves}, similar to another copy"),
            Relation::Position { turned: false } => "same position".to_owned(),
            Relation::Position { turned: true } => "same position, turned or moved".to_owned(),
        };
        match self.relation {
            Relation::Like(likeness) if likeness.turned => format!("{words}, turned"),
            _ => words,
        }
    }

    /// Titles the game by the names, date and event of this copy: `Cho Chikun – Kobayashi Koichi, 1985-05-02, 10th
    /// Kisei`.
    pub fn title(&self) -> String {
        let name = |fact| self.value(fact).unwrap_or_else(|| "?".to_owned());
        let mut title = format!("{} – {}", name(Fact::Black), name(Fact::White));
        let event = self.game.info.event.clone();
        for value in [self.value(Fact::Date), event].into_iter().flatten() {
            title.push_str(&format!(", {value}"));
        }
        title
    }

    /// Returns the value of a fact such as the date in this copy, as it is printed; `None` if the copy does not have
    /// it.
    pub fn value(&self, fact: Fact) -> Option<String> {
        fact.value_in(&self.game.info, self.game.summary.moves)
    }
}

impl CopyGroup {
    /// Lists the facts on which the copies disagree and that a reader compares. Length and moves are left out, because
    /// the relation of each copy to the fullest one says how they differ.
    pub fn compared_facts(&self) -> Vec<Fact> {
        self.conflicts
            .iter()
            .map(|conflict| conflict.fact)
            .filter(|fact| !matches!(fact, Fact::Length | Fact::Moves))
            .collect()
    }
}

impl Ask for FindCopies {
    type Answer = CopiesFound;

    fn answer(&self, snapshot: &Snapshot, sink: Sink) -> Result<CopiesFound> {
        let failed = |error| Failure::Query(error, self.query.clone());
        let query = parse(&self.query).map_err(failed)?;
        let plan = snapshot.plan(&query).map_err(failed)?;
        let (groups, all_groups, alike) = if self.positions {
            let (groups, all) = find_position_groups(snapshot.index, &plan)?;
            (groups, all, CopyKind::Positions)
        } else {
            let mut groups = find_groups(snapshot.index, plan, self.exact)?;
            if self.disagreeing {
                groups = disagreeing_groups(snapshot.index, groups, !self.exact)?;
            }
            let all = snapshot.index.duplicates()?.group_count();
            (groups, all, CopyKind::Games)
        };
        let first = groups.len().min(self.skip);
        let last = first.saturating_add(self.limit.unwrap_or(usize::MAX));
        let sent = groups.get(first..groups.len().min(last)).unwrap_or_default();
        let mut number = first as u64;
        load_groups(snapshot.index, sent, alike, &mut |group: CopySet| {
            number += 1;
            let group = CopyGroup {
                v: VERSION,
                group: number,
                conflicts: group.conflicts,
                games: group.copies.into_iter().map(Into::into).collect(),
            };
            Ok(sink(Item::Copies(&group)))
        })?;
        Ok(CopiesFound {
            groups: groups.len(),
            games: groups.iter().map(Vec::len).sum(),
            all_groups,
            all_games: snapshot.index.header().totals.game_count(),
        })
    }
}
