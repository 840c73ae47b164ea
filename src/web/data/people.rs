//! Data of players and statistics of games for `/api/v1`, the interface for programs.

use crate::address::ParsedRequest;
use crate::route_parameters::{
    NoParameters, PlayersParameters, RatingsParameters, RatingsTestParameters, StatsParameters,
};
use crate::worker::{AnswerContext, Partial};
use kifu_engine::Result;
use kifu_engine::crosstable::Crosstable;
use kifu_engine::losses::LossTable;
use kifu_engine::players::PlayersAnswer;
use kifu_engine::ratings::{RatingsAnswer, RatingsTestAnswer};
use kifu_engine::request::{
    FindPlayers, Losses, MakeCrosstable, RatePlayers, RowOrder, Stats, TestRatings,
};
use kifu_engine::stats::Counts;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;

/// Lists players by number of games, or the players who have a name: `players?name=`, `players/NAME`.
pub(crate) fn players(
    context: &AnswerContext,
    parsed: &ParsedRequest<PlayersParameters>,
) -> Result<Partial<PlayerTable>> {
    let in_path = parsed.path.split_once("/players/").map(|(_, name)| name);
    let request = FindPlayers {
        name: match in_path {
            Some(name) => decode_path_part(name),
            None => parsed.parameters.name.clone(),
        },
        query: parsed.state.query.clone(),
        unique: parsed.state.is_unique(),
        limit: Some(parsed.parameters.limit),
        ..FindPlayers::default()
    };
    let found = Partial::from(context.ask(&request)?);
    Ok(found.map(|players| PlayerTable { v: 1, players }))
}

/// Finds what moves lost on average, according to engine analysis: `losses?q=`.
pub(crate) fn losses(
    context: &AnswerContext,
    parsed: &ParsedRequest<NoParameters>,
) -> Result<Partial<LossTable>> {
    let request = Losses { query: parsed.state.query.clone(), unique: parsed.state.is_unique() };
    Ok(context.ask(&request)?.into())
}

/// Rates players by the results of their games: `ratings?q=`.
pub(crate) fn ratings(
    context: &AnswerContext,
    parsed: &ParsedRequest<RatingsParameters>,
) -> Result<Partial<RatingsAnswer>> {
    let request = RatePlayers {
        query: parsed.state.query.clone(),
        min_games: parsed.parameters.min_games,
        limit: Some(parsed.parameters.limit),
        curves: parsed.parameters.curves,
    };
    Ok(context.ask(&request)?.into())
}

/// Makes the cross-table of the games of a query: `crosstable?q=`.
pub(crate) fn crosstable(
    context: &AnswerContext,
    parsed: &ParsedRequest<NoParameters>,
) -> Result<Partial<Crosstable>> {
    Ok(context.ask(&MakeCrosstable { query: parsed.state.query.clone() })?.into())
}

/// Tests how well ratings predict games: `ratings/test?q=`.
pub(crate) fn ratings_test(
    context: &AnswerContext,
    parsed: &ParsedRequest<RatingsTestParameters>,
) -> Result<Partial<RatingsTestAnswer>> {
    let query = parsed.state.query.clone();
    let request = match parsed.parameters.share_bits {
        Some(bits) => TestRatings { query, share: f64::from_bits(bits) },
        None => TestRatings { query, ..TestRatings::default() },
    };
    Ok(context.ask(&request)?.into())
}

/// Decodes a percent-encoded part of a path.
pub(crate) fn decode_path_part(part: &str) -> String {
    let plain = part.replace('+', "%2B");
    form_urlencoded::parse(plain.as_bytes()).map(|(name, _)| name.into_owned()).collect()
}

/// Players of the archive.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayerTable {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// The engine's answer: players with their results.
    #[serde(flatten)]
    players: PlayersAnswer,
}

/// Tables of games counted by the values of properties, such as the year.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Counted")]
pub(crate) struct CountTables {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Number of all games that match the query.
    total: u64,
    /// One table for each property that was requested.
    counts: Vec<Counts>,
}

/// Counts the games of a query by properties: `stats?q=&by=year,opening`. A table may have a row for each game, so each
/// table is cut to its first rows before it is stored. The number of its values stays that of the complete table.
pub(crate) fn stats(
    context: &AnswerContext,
    parsed: &ParsedRequest<StatsParameters>,
) -> Result<Partial<CountTables>> {
    let request = Stats {
        query: parsed.state.query.clone(),
        by: parsed.parameters.by.clone(),
        unique: parsed.state.is_unique(),
        sort: match parsed.state.sort.as_slice() {
            [] => RowOrder::Usual,
            keys => RowOrder::parse(Some(&keys.join(",")))?,
        },
    };
    let mut counts = Vec::new();
    let engine = &context.opened.engine;
    let reply = engine.stats(&request, &context.options, &mut |table: &Counts| {
        counts.push(table.with_first_rows(parsed.parameters.limit));
        ControlFlow::Continue(())
    })?;
    Ok(Partial::from(reply).map(|total| CountTables { v: 1, total, counts }))
}
