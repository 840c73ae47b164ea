//! Pages of listed games, from one index or joined from several, and the keys that name the next page.

use super::failure::{Failure, Result};
use super::row::GameRow;
use super::snapshot::Snapshot;
use kifu_archive::error::{Error, ErrorKind};
use kifu_messages::say;
use kifu_query::hit_key::{HitKey, invalid_key_error};
use kifu_record::cancel::checkpoint;
use kifu_record::game::hash::stable_hash;
use serde::{Deserialize, Serialize};

/// Row of a list with the key by which it is sorted among the rows of other indexes; the key is `None` if the index is
/// the only one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Keyed<R> {
    key: Option<HitKey>,
    row: R,
}

/// Pairs rows with their sort keys, by which rows of several indexes are sorted together. Rows without a key get
/// `None`.
pub(super) fn keyed<R>(
    rows: impl IntoIterator<Item = R>,
    keys: Vec<HitKey>,
) -> impl Iterator<Item = Keyed<R>> {
    let mut keys = keys.into_iter();
    let keyed = move |row| Keyed { key: keys.next(), row };
    rows.into_iter().map(keyed)
}

/// Sorts rows by their sort keys and keeps the first `limit` of them.
pub(super) fn first_rows<R>(mut rows: Vec<Keyed<R>>, limit: usize) -> Vec<Keyed<R>> {
    rows.sort_by(|a, b| {
        checkpoint();
        a.key.cmp(&b.key)
    });
    rows.truncate(limit);
    rows
}

/// Returns rows without their sort keys.
pub(super) fn without_keys<R>(keyed: Vec<Keyed<R>>) -> impl Iterator<Item = R> {
    keyed.into_iter().map(|keyed| keyed.row)
}

/// Games that one index contributes to a page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GatheredPage<R> {
    pub(super) rows: Vec<Keyed<R>>,
    /// Sort key of the last row of this page, if the index has more rows.
    pub(super) end: Option<HitKey>,
    /// Identifies the request and the state of the index for which the page keys of this answer are valid.
    pub(super) pages: PageKey,
}

/// Joins the contributions of all indexes to a page; returns its rows with the key of the next page, if there are more.
pub(super) fn join_page<R>(
    all: impl Iterator<Item = GatheredPage<R>>,
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
    let rows = first_rows(rows, limit);
    let end = rows.last().and_then(|last| last.key.as_ref()).or(end.as_ref()).filter(|_| has_more);
    let before = before + rows.len() as u64;
    let next = end.zip(pages).map(|(end, pages)| pages.write(end, before));
    (self::without_keys(rows), next)
}

/// Reads the number of rows on earlier pages from the key of a page. The number is only displayed, so a client that
/// changes it in the key does no harm.
pub fn rows_before(key: Option<&str>) -> u64 {
    key.and_then(|key| key.split('-').nth(2)).and_then(parse_row_count).unwrap_or(0)
}

/// Parses the number of rows in a page key. An index has fewer than 2³² games, so sums of two numbers below that limit
/// do not overflow a u64.
fn parse_row_count(text: &str) -> Option<u64> {
    text.parse::<u32>().ok().map(u64::from)
}

/// Request and state of the index for which page keys are valid. A page key that was made for another request or
/// another state is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PageKey {
    /// Hash of the state of the index, or of all indexes of a set. The number of the commit would not suffice: another
    /// index in the same folder may have the same number.
    state: u64,
    /// Hash of the request: its query and all that decides which rows come in which order.
    query: u64,
    /// Roots of all indexes, in ascending order.
    roots: Vec<String>,
}

impl PageKey {
    /// Identifies one request and the state of the index. The texts `question` must differ between any two requests.
    pub(super) fn new(snapshot: &Snapshot, question: &[&[u8]]) -> PageKey {
        let mut roots = snapshot.index.global_roots();
        roots.sort();
        PageKey { state: snapshot.index.answered_state(), query: stable_hash(question), roots }
    }

    /// Parses the key of a page; it is the sort key of the row before the page. `None` stands for the first page.
    pub(super) fn read_optional(&self, text: Option<&str>) -> Result<Option<HitKey>> {
        text.map(|text| self.read(text)).transpose()
    }

    /// Writes the key of the page after the row with the sort key `end`. The page key also contains the number of rows
    /// before that page.
    fn write(&self, end: &HitKey, before: u64) -> String {
        let end = end.to_text(&self.roots);
        format!("{:x}-{:x}-{before}-{end}", self.state, self.query)
    }

    fn read(&self, text: &str) -> Result<HitKey> {
        let mut parts = text.splitn(4, '-');
        let mut number = || u64::from_str_radix(parts.next()?, 16).ok();
        let (Some(state), Some(query)) = (number(), number()) else {
            return Err(invalid_key_error().into());
        };
        if state != self.state {
            let error = Error::new(ErrorKind::Stale, say!("error-page-of-other-index"));
            return Err(Failure::Other(error.with_help(say!("error-page-of-other-index-help"))));
        }
        let rows = parts.next().and_then(parse_row_count);
        match parts.next().filter(|_| query == self.query && rows.is_some()) {
            Some(end) => Ok(HitKey::from_text(end, &self.roots)?),
            None => Err(invalid_key_error().into()),
        }
    }
}

/// Row of a game in the form that is sent to another process: with all fields, while the JSON for people leaves some
/// out.
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
