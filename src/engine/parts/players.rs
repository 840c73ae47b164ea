//! Players and their games, from several indexes.

use crate::engine::Aliases;
use crate::engine::failure::Result;
use crate::engine::players::{Gathered, PlayersAnswer, among, finish, gather};
use crate::engine::request::Players;
use crate::engine::snapshot::Snapshot;
use crate::patience::Budget;
use crate::query::players::{People, perhaps_with_name};
use crate::query::search;
use serde::{Deserialize, Serialize};

/// All players of an index, and what it tells of those who have the name asked for, or may have it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayersPart(Gathered);

/// Notes what the games that count depend on.
pub(super) fn note(snapshot: &Snapshot, request: &Players) -> Result<()> {
    match among(snapshot, request)? {
        Some(plan) => Ok(search::note(snapshot.index, &plan, false)?),
        None => Ok(()),
    }
}

pub(super) fn part(snapshot: &Snapshot, request: &Players) -> Result<PlayersPart> {
    // Who is among the first is known only when all parts are joined.
    Ok(PlayersPart(gather(snapshot, request, perhaps_with_name)?))
}

pub(super) fn join(parts: Vec<PlayersPart>, request: &Players, aliases: &Aliases) -> PlayersAnswer {
    let (mut people, mut near) = (Vec::new(), Vec::new());
    for PlayersPart(part) in parts {
        people.push(part.people);
        near.extend(part.near);
    }
    let people = People::join(people, aliases);
    finish(Gathered { people, near }, request, &Budget::default())
}
