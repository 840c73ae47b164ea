//! Mean losses of moves in groups of games, according to engine analysis.

use super::Sink;
use super::failure::Result;
use super::question::{FinishOptions, Question};
use super::request::Losses;
use super::row::VERSION;
use super::snapshot::Snapshot;
use super::stats::StatsQuery;
use kifu_query::losses::{GroupedLosses, LeftOut, LossGroup, LossSums, PHASE_ENDS, losses};
use kifu_query::search::record_facts;
use kifu_record::rank::Rank;
use serde::{Deserialize, Serialize};

/// Name by which the command `stats` selects the table of mean losses, besides the properties of games.
pub const LOSS_TABLE: &str = "loss";

/// Table of the mean losses of moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LossTable {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Player whom the query names, if it names exactly one. Only this player's moves are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Number of matching games.
    pub total: u64,
    /// Row about all moves of the matching games.
    pub all: LossRow,
    /// Losses by phase of the game, by colour, by the opponent's rank and by year.
    pub rows: Vec<LossRow>,
    /// Blunders that no row counts although the query clauses `loss>=5` or `drop>=20` find them, by reason; empty if
    /// there are none.
    pub left_out: Vec<LeftOutRow>,
}

/// Blunders that the table of losses leaves out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LeftOutRow {
    /// Why the table leaves these blunders out. `few-values`: the game has values of too few moves for an average, for
    /// example because a program stores bad moves only. `other-values`: only another engine than the one that the table
    /// uses found the blunder, or its loss is only stated by the program that wrote the file.
    pub reason: &'static str,
    /// Number of games that have blunders of this kind.
    pub games: u64,
    /// Number of blunders left out for this reason.
    pub blunders: u64,
}

/// Mean losses of a group of moves. Gains count as 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LossRow {
    /// Property that the moves share: `phase`, `colour`, `rank` of the opponent or `year`; `all` for all moves.
    pub by: &'static str,
    /// Value of the property; null if it is unknown.
    pub value: Option<String>,
    /// Number of analysed games that have moves of this group.
    pub games: u64,
    /// Number of moves with a known loss.
    pub moves: u64,
    /// Mean loss in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Ends of the 95 % confidence interval of the mean loss, computed from how the mean varies between games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Mean fall of the winning rate, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<f64>,
    /// Number of moves that lost at least 5 points, or 20 % of the winning rate where points are unknown.
    pub blunders: u64,
}

/// What one index contributes to the table of losses; the contributions of several indexes are added up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LossesGathered {
    total: u64,
    player: Option<String>,
    sums: Vec<(LossGroup, LossSums)>,
    left_out: LeftOut,
}

impl Question for Losses {
    const NAME: &'static str = "losses";
    type Gathered = LossesGathered;
    type Answer = LossTable;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        let counting = StatsQuery::new(snapshot, &self.query, self.unique)?;
        Ok(record_facts(snapshot.index, &counting.plan, false)?)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<LossesGathered> {
        let counting = StatsQuery::new(snapshot, &self.query, self.unique)?;
        let (games, player) = counting.games_and_player();
        let (sums, left_out) = losses(snapshot.index, games, player)?;
        Ok(LossesGathered {
            total: games.total(),
            player: player.map(|player| player.name.clone()),
            sums: sums.into_iter().collect(),
            left_out,
        })
    }

    fn finish(
        &self,
        gathered: Vec<LossesGathered>,
        _: &FinishOptions,
        _: Sink,
    ) -> Result<LossTable> {
        let mut sums = GroupedLosses::new();
        let total = gathered.iter().map(|part| part.total).sum();
        let player = gathered.iter().find_map(|part| part.player.clone());
        for (group, more) in gathered.iter().flat_map(|part| &part.sums) {
            sums.entry(*group).or_default().merge(more);
        }
        let all = sums.remove(&LossGroup::All).unwrap_or_default();
        let mut left_out = LeftOut::default();
        gathered.iter().for_each(|part| left_out.merge(part.left_out));
        let reasons =
            [("few-values", left_out.few_values), ("other-values", left_out.other_values)];
        let left_out = reasons.into_iter().filter(|(_, blunders)| blunders.moves > 0);
        Ok(LossTable {
            v: VERSION,
            player,
            total,
            all: LossRow::new(LossGroup::All, &all),
            rows: sums.iter().map(|(group, sums)| LossRow::new(*group, sums)).collect(),
            left_out: left_out
                .map(|(reason, blunders)| LeftOutRow {
                    reason,
                    games: blunders.games,
                    blunders: blunders.moves,
                })
                .collect(),
        })
    }
}

impl LossRow {
    fn new(group: LossGroup, sums: &LossSums) -> LossRow {
        let (by, value) = group_name(group);
        LossRow {
            by,
            value,
            games: sums.games,
            moves: sums.moves,
            loss: sums.mean(),
            interval: sums.interval().map(|(low, high)| [low, high]),
            drop: sums.mean_drop(),
            blunders: sums.blunders,
        }
    }
}

/// Names a group of moves by the property that the moves share and its value.
fn group_name(group: LossGroup) -> (&'static str, Option<String>) {
    let [opening, middle] = PHASE_ENDS;
    match group {
        LossGroup::All => ("all", None),
        LossGroup::Phase(0) => ("phase", Some(format!("1-{opening}"))),
        LossGroup::Phase(1) => ("phase", Some(format!("{}-{middle}", opening + 1))),
        LossGroup::Phase(_) => ("phase", Some(format!("{}-", middle + 1))),
        LossGroup::Colour(0) => ("colour", Some("Black".to_owned())),
        LossGroup::Colour(_) => ("colour", Some("White".to_owned())),
        LossGroup::Rank(rank) => {
            let rank = rank.and_then(|number| Rank::from_number(u8::try_from(number).ok()?));
            ("rank", rank.map(|rank| rank.to_string()))
        }
        LossGroup::Year(year) => ("year", year.map(|year| year.to_string())),
    }
}
