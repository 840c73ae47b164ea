//! The listed games of an answer, page by page, from one index or from many.

use super::failure::{Failure, Result};
use super::row::GameRow;
use super::snapshot::Snapshot;
use kifu_archive::error::{Error, ErrorKind};
use kifu_messages::say;
use kifu_query::hit_key::{HitKey, no_key};
use kifu_record::game::hash::stable_hash;
use kifu_record::patience::step;
use serde::{Deserialize, Serialize};

/// A row with the key by which it is sorted among those of other indexes; `None` if its index is the only one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Keyed<R> {
    key: Option<HitKey>,
    row: R,
}

/// Rows with their keys.
pub(super) fn keyed<R>(
    rows: impl IntoIterator<Item = R>,
    keys: Vec<HitKey>,
) -> impl Iterator<Item = Keyed<R>> {
    let mut keys = keys.into_iter();
    let keyed = move |row| Keyed { key: keys.next(), row };
    rows.into_iter().map(keyed)
}

/// The first rows of all in order, each with its key.
pub(super) fn first<R>(mut rows: Vec<Keyed<R>>, limit: usize) -> Vec<Keyed<R>> {
    rows.sort_by(|a, b| {
        step();
        a.key.cmp(&b.key)
    });
    rows.truncate(limit);
    rows
}

/// Rows without their keys.
pub(super) fn rows<R>(keyed: Vec<Keyed<R>>) -> impl Iterator<Item = R> {
    keyed.into_iter().map(|keyed| keyed.row)
}

/// The games of a page that an index has.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Listed<R> {
    pub(super) rows: Vec<Keyed<R>>,
    /// Where they end, if the index has more.
    pub(super) end: Option<HitKey>,
    /// What the keys of pages belong to.
    pub(super) pages: PageKey,
}

/// The page of all indexes, and the key of the next one if there are more games.
pub(super) fn page<R>(
    all: impl Iterator<Item = Listed<R>>,
    limit: usize,
    before: u64,
) -> (impl Iterator<Item = R>, Option<String>) {
    let (mut rows, mut end, mut pages) = (Vec::new(), None, None);
    for listed in all {
        rows.extend(listed.rows);
        end = end.or(listed.end);
        pages = Some(listed.pages);
    }
    let has_more = end.is_some() || rows.len() > limit;
    let rows = first(rows, limit);
    let end = rows.last().and_then(|last| last.key.as_ref()).or(end.as_ref()).filter(|_| has_more);
    let before = before + rows.len() as u64;
    let next = end.zip(pages).map(|(end, pages)| pages.write(end, before));
    (self::rows(rows), next)
}

/// The rows of earlier pages, as the key of a page tells them; they are counted for people, and decide nothing.
pub fn rows_before(key: Option<&str>) -> u64 {
    key.and_then(|key| key.split('-').nth(2)).and_then(number_of_rows).unwrap_or(0)
}

/// A number of rows in a key. An index has fewer games than 32 bits hold, so no sum with it overflows.
fn number_of_rows(text: &str) -> Option<u64> {
    text.parse::<u32>().ok().map(u64::from)
}

/// What the key of a page belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PageKey {
    /// The state of the index, or of all indexes of which this is one. A number of commits would not do: another index
    /// in the same folder may have as many.
    state: u64,
    /// A hash of the query.
    query: u64,
    /// The roots of all indexes, in order.
    roots: Vec<String>,
}

impl PageKey {
    /// The pages of a question, which these texts identify.
    pub(super) fn new(snapshot: &Snapshot, question: &[&[u8]]) -> PageKey {
        let mut roots = snapshot.index.all_roots();
        roots.sort();
        PageKey { state: snapshot.index.answered_state(), query: stable_hash(question), roots }
    }

    /// Where a page begins.
    pub(super) fn after(&self, text: Option<&str>) -> Result<Option<HitKey>> {
        text.map(|text| self.read(text)).transpose()
    }

    /// The key of the page behind this end, before which there are so many rows.
    fn write(&self, end: &HitKey, before: u64) -> String {
        let end = end.write(&self.roots);
        format!("{:x}-{:x}-{before}-{end}", self.state, self.query)
    }

    fn read(&self, text: &str) -> Result<HitKey> {
        let mut parts = text.splitn(4, '-');
        let mut number = || u64::from_str_radix(parts.next()?, 16).ok();
        let (Some(state), Some(query)) = (number(), number()) else {
            return Err(no_key().into());
        };
        if state != self.state {
            let error = Error::new(ErrorKind::Stale, say!("error-page-of-other-index"));
            return Err(Failure::Other(error.help(say!("error-page-of-other-index-help"))));
        }
        let rows = parts.next().and_then(number_of_rows);
        match parts.next().filter(|_| query == self.query && rows.is_some()) {
            Some(end) => Ok(HitKey::read(end, &self.roots)?),
            None => Err(no_key().into()),
        }
    }
}

/// A game's row as it is sent to another process; its JSON for people lacks what they do not ask for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SentRow(#[serde(with = "super::row::Sent")] pub(super) GameRow);

#[cfg(test)]
mod tests {
    use super::rows_before;

    #[test]
    fn rows_of_earlier_pages_are_bounded() {
        for (key, rows) in [
            (None, 0),
            (Some("a-b-50-rest"), 50),
            (Some("a-b-4294967295-rest"), u64::from(u32::MAX)),
            (Some("a-b-18446744073709551615-rest"), 0),
            (Some("a-b--1"), 0),
            (Some("nonsense"), 0),
        ] {
            assert_eq!(rows_before(key), rows, "{key:?}");
        }
    }
}
