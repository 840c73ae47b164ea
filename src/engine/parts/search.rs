//! Searches in parts.

use crate::engine::failure::Result;
use crate::engine::page::Key;
use crate::engine::request::Search;
use crate::engine::search::{Found, Ready, Rows, needles, notes};
use crate::engine::snapshot::Snapshot;
use crate::patience::step;
use crate::query::hit_key::HitKey;
use crate::query::hits::load_each;
use crate::query::search;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first hits of a part in order, and the numbers of all of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchPart {
    /// The hits as JSON objects, each with its key.
    games: Vec<Keyed>,
    total: u64,
    left_out: u64,
    sentence: String,
    has_places: bool,
}

/// A game with the key by which it is sorted among those of other parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Keyed {
    pub(super) key: HitKey,
    pub(super) game: Value,
}

/// Games of a part that are listed page by page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Listed {
    pub(super) games: Vec<Keyed>,
    /// Whether the part has more of them.
    pub(super) more: bool,
    /// What the keys of pages belong to.
    pub(super) pages: Key,
}

/// The first of the games of all parts, and the key of the next page if there are more.
pub(super) fn page(
    parts: impl Iterator<Item = Listed>,
    limit: usize,
) -> (Vec<Value>, Option<String>) {
    let (mut games, mut has_more, mut pages) = (Vec::new(), false, None);
    for part in parts {
        games.extend(part.games);
        has_more |= part.more;
        pages = Some(part.pages);
    }
    has_more |= games.len() > limit;
    let games = sorted(games, limit);
    let end = games.last().filter(|_| has_more).zip(pages);
    let next = end.map(|(last, pages)| pages.write(&last.key));
    (games.into_iter().map(|keyed| keyed.game).collect(), next)
}

fn sorted(mut games: Vec<Keyed>, limit: usize) -> Vec<Keyed> {
    games.sort_by(|a, b| {
        step();
        a.key.cmp(&b.key)
    });
    games.truncate(limit);
    games
}

/// Notes what the hits depend on.
pub(super) fn note(snapshot: &Snapshot, request: &Search) -> Result<()> {
    let ready = Ready::new(request, snapshot)?;
    Ok(search::note(
        snapshot.index,
        &ready.plan,
        ready.plan.ranked,
    )?)
}

/// The hits of a part.
pub(super) fn part(snapshot: &Snapshot, request: &Search) -> Result<SearchPart> {
    let ready = Ready::new(request, snapshot)?;
    let (index, plan) = (snapshot.index, &ready.plan);
    let hits = search::search(index, plan, request.limit.unwrap_or(usize::MAX))?;
    let mut keys = search::keys(index, plan, &hits.first)?.into_iter();
    let needles = needles(request, &ready.query);
    let mut rows = Rows::new(index, plan, &needles, (request.played, request.played));
    let mut at = hits.first.iter();
    let mut games = Vec::new();
    load_each(index, &hits.first, |game| {
        let row = rows.row(at.next(), game)?;
        let keyed = keys.next().map(|key| Keyed {
            key,
            game: row.object().into(),
        });
        games.extend(keyed);
        Ok(())
    })?;
    let found = ready.found(None, 0);
    Ok(SearchPart {
        games,
        total: hits.total,
        left_out: hits.left_out,
        sentence: found.sentence,
        has_places: found.has_places,
    })
}

/// The hits of all parts as JSON objects, and their summary.
pub(super) fn join(request: &Search, parts: Vec<SearchPart>) -> (Vec<Value>, Found) {
    let sum = |number: fn(&SearchPart) -> u64| parts.iter().map(number).sum::<u64>();
    let is_counted = request.total || request.sample.is_some();
    let found = Found {
        total: is_counted.then(|| sum(|part| part.total)),
        left_out: None,
        shown: 0,
        sentence: parts
            .first()
            .map_or_else(String::new, |part| part.sentence.clone()),
        notes: notes(&request.query),
        has_places: parts.iter().any(|part| part.has_places),
    };
    let left_out = sum(|part| part.left_out);
    let limit = request.limit.unwrap_or(usize::MAX);
    let games = parts.into_iter().flat_map(|part| part.games).collect();
    let games = sorted(games, limit).into_iter();
    let games: Vec<Value> = games.map(|keyed| keyed.game).collect();
    let found = Found {
        left_out: (is_counted && left_out > 0).then_some(left_out),
        shown: games.len() as u64,
        ..found
    };
    (games, found)
}
