//! Tables of games, from several indexes.

use super::another_request;
use crate::engine::failure::Result;
use crate::engine::request::Stats;
use crate::engine::snapshot::Snapshot;
use crate::engine::stats::{By, Counting, Counts, send, tables};
use crate::engine::{Aliases, Sink};
use crate::query::search;
use crate::query::stats::Gathered;
use serde::{Deserialize, Serialize};

/// What all tables of a request are made of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StatsPart {
    /// The player whom the query is about.
    player: Option<String>,
    tables: Vec<Gathered>,
}

/// Notes what the hits depend on.
pub(super) fn note(snapshot: &Snapshot, request: &Stats) -> Result<()> {
    let counting = Counting::new(snapshot, &request.query, request.unique)?;
    Ok(search::note(snapshot.index, &counting.plan, false)?)
}

pub(super) fn part(snapshot: &Snapshot, request: &Stats) -> Result<StatsPart> {
    let counting = Counting::new(snapshot, &request.query, request.unique)?;
    let by = tables(&request.by)?.into_iter();
    let tables = by.map(|by| counting.gather(snapshot, by));
    Ok(StatsPart {
        player: counting.player().map(str::to_owned),
        tables: tables.collect::<Result<_>>()?,
    })
}

/// Sends the joined tables to the sink; returns the number of games.
pub(super) fn join(
    mut parts: Vec<StatsPart>,
    request: &Stats,
    aliases: &Aliases,
    sink: Sink,
) -> Result<u64> {
    let tables = tables(&request.by)?;
    if parts.iter().any(|part| part.tables.len() != tables.len()) {
        return Err(another_request().into());
    }
    let player = parts.first().and_then(|part| part.player.clone());
    let table = |(at, by): (usize, By)| {
        let own = |part: &mut StatsPart| part.tables.get_mut(at).map(std::mem::take);
        let whole = Gathered::join(parts.iter_mut().filter_map(own), aliases);
        Ok(Counts::of(whole, by, player.as_deref()))
    };
    send((0..).zip(tables).map(table), sink)
}
