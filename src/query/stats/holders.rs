//! Holders of titles: for each edition of an event, the player who won most games of its title match.

use super::gathered::{FacetGroup, GroupValue};
use crate::outcomes::year_of_day;
use crate::players::Spellings;
use kifu_language::knowledge::rounds;
use kifu_record::cancel::checkpoint;
use kifu_store::index::document::day;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tantivy::DocId;
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;

/// One edition of an event, whose title has one holder.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct Title {
    /// Name of the series of events.
    pub(super) series: String,
    pub(super) edition: TitleEdition,
}

/// What distinguishes the titles of one series.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TitleEdition {
    /// Number of the edition.
    Number(u64),
    /// Year of the game, for events without a number; `None` if it is unknown.
    Year(Option<i64>),
}

/// Group of games: those games that decide one title and have one winner.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct TitleWin {
    pub(super) title: Title,
    /// True for the games of a title match, false for a final.
    pub(super) is_match: bool,
    /// The player who won these games; `None` if nobody did, or if several persons played together.
    pub(super) winner: Option<Spellings>,
}

/// Columns of a segment that say which title a game decides.
pub(super) struct TitleColumns {
    series: Option<StrColumn>,
    stages: Option<StrColumn>,
    /// Numbers of the keywords of deciding games and of title matches in `stages`.
    deciding: Option<u64>,
    title: Option<u64>,
    editions: Column<u64>,
    days: Column<u64>,
}

impl TitleColumns {
    pub(super) fn open(reader: &SegmentReader) -> tantivy::Result<TitleColumns> {
        let fast = reader.fast_fields();
        let stages = fast.str("stage_name")?;
        let keyword = |keyword: &str| match &stages {
            Some(stages) => stages.dictionary().term_ord(keyword.as_bytes()),
            None => Ok(None),
        };
        Ok(TitleColumns {
            series: fast.str("series_name")?,
            deciding: keyword(rounds::DECIDING)?,
            title: keyword(rounds::TITLE)?,
            stages,
            editions: fast.u64("edition")?,
            days: fast.u64("day")?,
        })
    }

    /// The title that a game decides, and whether the game belongs to a title match; `None` if it decides none.
    pub(super) fn of_game(&self, doc: DocId) -> tantivy::Result<Option<(Title, bool)>> {
        let (Some(stages), Some(series)) = (&self.stages, &self.series) else {
            return Ok(None);
        };
        let has = |keyword: Option<u64>| {
            keyword.is_some() && stages.ords().values_for_doc(doc).any(|ord| Some(ord) == keyword)
        };
        let Some(named) = series.ords().first(doc).filter(|_| has(self.deciding)) else {
            return Ok(None);
        };
        let mut name = String::new();
        series.ord_to_str(named, &mut name)?;
        let year =
            || Some(year_of_day(day::day_number_in_certain_year(self.days.first(doc)?)?)?.into());
        let edition = match self.editions.first(doc) {
            Some(number) => TitleEdition::Number(number),
            None => TitleEdition::Year(year()),
        };
        Ok(Some((Title { series: name, edition }, has(self.title))))
    }
}

/// Games that decide one title: whether they are a title match, and the most games that one player won.
#[derive(Default)]
struct Decision {
    has_match: bool,
    most_wins: u64,
    /// Index of the group of the player who won most games; `None` if several won as many.
    leader: Option<usize>,
}

/// Replaces title wins by the name of the title's holder: each game that decides a title gets this value, whoever won
/// it, or none if two players won as many games. A title is decided by its title match if it has one, and by its final
/// otherwise: in many events the winner of the final becomes the challenger.
///
/// Returns for each group whether its games decide a title.
pub(super) fn name_holders(groups: &mut [FacetGroup]) -> Vec<bool> {
    let decisions = decisions(groups);
    let decision = |win: &TitleWin| {
        let decision = decisions.get(&win.title)?;
        (decision.has_match == win.is_match).then_some(decision)
    };
    let holder = |value: &Option<GroupValue>| {
        let Some(GroupValue::TitleWin(win)) = value else {
            return (value.clone(), true);
        };
        let Some(decision) = decision(win) else {
            return (None, false);
        };
        let leader = decision.leader.and_then(|leader| groups.get(leader));
        match leader.map(|leader| &leader.value) {
            Some(Some(GroupValue::TitleWin(TitleWin { winner: Some(names), .. }))) => {
                (Some(GroupValue::Text(names.label().to_owned())), true)
            }
            _ => (None, true),
        }
    };
    let (values, is_counted): (Vec<_>, Vec<_>) =
        groups.iter().map(|group| holder(&group.value)).unzip();
    for (group, value) in groups.iter_mut().zip(values) {
        group.value = value;
    }
    is_counted
}

/// Finds out for each title how it was decided, and who won most of the deciding games.
fn decisions(groups: &[FacetGroup]) -> HashMap<Title, Decision> {
    let mut decisions: HashMap<Title, Decision> = HashMap::new();
    for group in groups {
        if let Some(GroupValue::TitleWin(win)) = &group.value {
            decisions.entry(win.title.clone()).or_default().has_match |= win.is_match;
        }
    }
    for (at, group) in groups.iter().enumerate() {
        checkpoint();
        let Some(GroupValue::TitleWin(win @ TitleWin { winner: Some(_), .. })) = &group.value
        else {
            continue;
        };
        let decision = decisions.get_mut(&win.title);
        let Some(decision) = decision.filter(|decision| decision.has_match == win.is_match) else {
            continue;
        };
        let wins = group.games();
        if wins > decision.most_wins {
            (decision.most_wins, decision.leader) = (wins, Some(at));
        } else if wins == decision.most_wins {
            decision.leader = None;
        }
    }
    decisions
}
