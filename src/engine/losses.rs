//! What moves cost on average, as engines saw it.

use super::Sink;
use super::failure::Result;
use super::question::{FinishOptions, Question};
use super::request::Losses;
use super::row::VERSION;
use super::snapshot::Snapshot;
use super::stats::Counting;
use kifu_query::losses::{GroupedLosses, LeftOut, LossGroup, LossSums, PHASES, losses};
use kifu_query::search::note;
use kifu_record::rank::Rank;
use serde::{Deserialize, Serialize};

/// What this table is called among those of `stats`.
pub const LOSS: &str = "loss";

/// What moves cost on average.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LossTable {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// The player whom the query is about, if it names exactly one: only this player's moves are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The number of matching games.
    pub total: u64,
    /// All moves.
    pub all: LossRow,
    /// The moves by phase, by colour, by the opponent's rank and by year.
    pub rows: Vec<LossRow>,
    /// The blunders that no row counts, though `loss>=5` or `drop>=20` finds them, by the reason; empty if there are
    /// none.
    pub left_out: Vec<LeftOutRow>,
}

/// Blunders that the table of losses leaves out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LeftOutRow {
    /// Why: `few-values`, the game has values of too few moves for an average, as where a program keeps bad moves
    /// alone; `other-values`, only another engine saw the blunder, or only the program's own word on it is known.
    pub reason: &'static str,
    /// The games that have such blunders.
    pub games: u64,
    /// These moves.
    pub blunders: u64,
}

/// What some moves cost on average. Gains count as nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LossRow {
    /// What they have in common: `phase`, `colour`, `rank` of the opponent or `year`; `all` for all moves.
    pub by: &'static str,
    /// Their value there; null if it is not known.
    pub value: Option<String>,
    /// Analysed games with such moves.
    pub games: u64,
    /// Moves of which an engine said what they cost.
    pub moves: u64,
    /// The points that they lost on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The ends of its 95 % interval, by which games differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// By how many percent they made the winning rate fall on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<f64>,
    /// Moves that lost 5 points, or 20 % where no points are told.
    pub blunders: u64,
}

/// What an index contributes.
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

    fn record(&self, snapshot: &Snapshot) -> Result<()> {
        let counting = Counting::new(snapshot, &self.query, self.unique)?;
        Ok(note(snapshot.index, &counting.plan, false)?)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<LossesGathered> {
        let counting = Counting::new(snapshot, &self.query, self.unique)?;
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
        let total = gathered.iter().map(|own| own.total).sum();
        let player = gathered.iter().find_map(|own| own.player.clone());
        for (group, more) in gathered.iter().flat_map(|own| &own.sums) {
            sums.entry(*group).or_default().merge(more);
        }
        let all = sums.remove(&LossGroup::All).unwrap_or_default();
        let mut left_out = LeftOut::default();
        gathered.iter().for_each(|own| left_out.merge(own.left_out));
        let reasons =
            [("few-values", left_out.few_values), ("other-values", left_out.other_values)];
        let left_out = reasons.into_iter().filter(|(_, blunders)| blunders.moves > 0);
        Ok(LossTable {
            v: VERSION,
            player,
            total,
            all: LossRow::of(LossGroup::All, &all),
            rows: sums.iter().map(|(group, sums)| LossRow::of(*group, sums)).collect(),
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
    fn of(group: LossGroup, sums: &LossSums) -> LossRow {
        let (by, value) = named(group);
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

/// A group in words.
fn named(group: LossGroup) -> (&'static str, Option<String>) {
    let [opening, middle] = PHASES;
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
