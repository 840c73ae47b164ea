//! A page of search results, and what they may be narrowed to, in parts.

use super::search::{Keyed, Listed};
use crate::engine::failure::Result;
use crate::engine::page::{limit, page_by, pages_of};
use crate::engine::request::Page as Request;
use crate::engine::search::Ready;
use crate::engine::snapshot::Snapshot;
use crate::query::facets::{Narrowed, gathered, listed};
use crate::query::search;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The games of a page of a part, the number of all, and all values of the properties that were asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PagePart {
    /// The page of the part alone. It tells how the query was understood.
    alone: Map<String, Value>,
    total: u64,
    left_out: Option<u64>,
    facets: BTreeMap<String, Vec<Narrowed>>,
    listed: Listed,
}

/// Notes what the page depends on.
pub(super) fn note(snapshot: &Snapshot, request: &Request) -> Result<()> {
    snapshot.index.note_roots();
    super::search::note(snapshot, &request.search)
}

/// The page of a part.
pub(super) fn part(snapshot: &Snapshot, request: &Request) -> Result<PagePart> {
    let ready = Ready::new(&request.search, snapshot)?;
    let (mut page, hits) = page_by(snapshot, request, &ready, &mut |name, games| {
        gathered(snapshot.index, games, name)
    })?;
    let keys = search::keys(snapshot.index, &ready.plan, &hits)?.into_iter();
    let games = std::mem::take(&mut page.games).into_iter().zip(keys);
    let keyed = |(game, key)| {
        let game = serde_json::to_value(game).ok()?;
        Some(Keyed { key, game })
    };
    Ok(PagePart {
        listed: Listed {
            games: games.filter_map(keyed).collect(),
            more: page.page.next.is_some(),
            pages: pages_of(snapshot, &ready),
        },
        facets: std::mem::take(&mut page.facets),
        total: page.total,
        left_out: page.left_out,
        alone: match serde_json::to_value(page) {
            Ok(Value::Object(page)) => page,
            _ => Map::new(),
        },
    })
}

/// The page of all parts as a JSON object, and the key of the next one; `None` if there is no part.
pub(super) fn join(request: &Request, parts: Vec<PagePart>) -> Option<(Value, Option<String>)> {
    let mut joined = parts.first()?.alone.clone();
    let sum = |number: fn(&PagePart) -> u64| parts.iter().map(number).sum::<u64>();
    let mut facets: BTreeMap<&str, Vec<Narrowed>> = BTreeMap::new();
    for (name, rows) in parts.iter().flat_map(|part| &part.facets) {
        facets.entry(name).or_default().extend(rows.iter().cloned());
    }
    let facets: BTreeMap<&str, Vec<Narrowed>> = (facets.into_iter())
        .map(|(name, rows)| (name, listed(name, rows)))
        .collect();
    let left_out = parts.iter().map(|part| part.left_out).sum::<Option<u64>>();
    let told = [
        ("total", Some(sum(|part| part.total).into())),
        ("left_out", left_out.map(Value::from)),
        ("facets", serde_json::to_value(facets).ok()),
    ];
    for (key, value) in told {
        // Every part has the same keys.
        if let (Some(slot), Some(value)) = (joined.get_mut(key), value) {
            *slot = value;
        }
    }
    let listed = parts.into_iter().map(|part| part.listed);
    let (games, next) = super::search::page(listed, limit(request));
    joined.insert("games".into(), games.into());
    joined.insert("page".into(), serde_json::json!({ "next": next }));
    Some((joined.into(), next))
}
