//! Sort keys of hits: where a hit stands among all others, in its own index and, for a distributed search, in others.

use super::hits::{Hit, Loader, PageStart, sort_hits};
use super::order::{
    HitMoves, HitOrdering, OrderKey, SegmentKeys, UNKNOWN_LAST, key_component, loss_to_unsigned,
    name_column, name_sort_key, reversed_component,
};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_language::order::{Order, SortKey};
use kifu_messages::say;
use kifu_store::index::Index;
use kifu_store::index::place::natural_key;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// Sort key of a hit, comparable with keys of other indexes, the least first. It consists of the values of the sort
/// orders, the place, and the number in the file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HitKey(Vec<OrderValue>, HitPlace);

/// Place of a hit (path and archive members) and its number in the file. They decide the order of hits that are equal
/// in all sort orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct HitPlace {
    place: String,
    number: u64,
    /// True if hits that are equal in all sort orders are sorted from the last place to the first. The value is equal
    /// for all hits of an answer.
    is_backwards: bool,
}

impl Ord for HitPlace {
    fn cmp(&self, other: &HitPlace) -> std::cmp::Ordering {
        let order = (&self.place, self.number).cmp(&(&other.place, other.number));
        if self.is_backwards { order.reverse() } else { order }
    }
}

impl PartialOrd for HitPlace {
    fn partial_cmp(&self, other: &HitPlace) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Value of a hit in one sort order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum OrderValue {
    Number(u64),
    Name(String),
    NameBackwards(Reverse<String>),
    /// Natural sort key of the place (path and archive members), by which `game9` comes before `game10`, and the number
    /// in the file.
    Place(String, u64),
    PlaceBackwards(Reverse<(String, u64)>),
    Unknown,
}

impl OrderValue {
    /// Makes the value of a hit that is sorted by its place and its number in the file.
    fn from_place(place: &str, number: u64, descending: bool) -> OrderValue {
        let key = natural_key(place);
        if descending {
            OrderValue::PlaceBackwards(Reverse((key, number)))
        } else {
            OrderValue::Place(key, number)
        }
    }

    /// Replaces the place and the number in a value of a sort order by place. Values of other sort orders are returned
    /// unchanged.
    fn with_place(&self, place: &str, number: u64) -> OrderValue {
        match self {
            OrderValue::Place(..) => OrderValue::from_place(place, number, false),
            OrderValue::PlaceBackwards(_) => OrderValue::from_place(place, number, true),
            other => other.clone(),
        }
    }
}

impl HitKey {
    /// Replaces the loss in the key by that of one particular move of the hit, in hundredths of a point. Without this,
    /// the key of a hit has the loss of the game's costliest move.
    #[must_use]
    pub fn with_loss(mut self, orders: &[Order], loss: Option<i32>) -> HitKey {
        for (value, order) in self.0.iter_mut().zip(orders) {
            if order.key == SortKey::Loss {
                let number = loss.map(|loss| u64::from(loss_to_unsigned(loss)));
                *value = OrderValue::Number(key_component(number, order.descending));
            }
        }
        self
    }
}

/// Parts of a key that is written as text: its values, the index of the root below which the place lies, the rest of
/// the place, the number in the file, and whether equal hits are sorted backwards. Clients must not learn the path of
/// the root, so values by place are written without a place.
type KeyParts = (Vec<OrderValue>, Option<usize>, String, u64, bool);

impl HitKey {
    /// Writes a key as text for an address. `roots` are the roots of all indexes, in a fixed order.
    pub fn to_text(&self, roots: &[String]) -> String {
        let HitKey(standings, HitPlace { place, number, is_backwards }) = self;
        let below = |(at, root): (usize, &String)| {
            let rest = place.strip_prefix(root.as_str())?;
            Some((Some(at), rest))
        };
        let below = roots.iter().enumerate().filter_map(below);
        let (root, rest) = below.min_by_key(|(_, rest)| rest.len()).unwrap_or((None, place));
        let standings: Vec<_> = standings.iter().map(|value| value.with_place("", 0)).collect();
        // Serialising texts and numbers cannot fail.
        let text =
            serde_json::to_vec(&(standings, root, rest, number, is_backwards)).unwrap_or_default();
        // Hexadecimal digits need no escaping in addresses.
        text.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads a key that [`to_text`](Self::to_text) made with the same roots. The text comes from a client, so nothing
    /// in it is trusted.
    pub fn from_text(text: &str, roots: &[String]) -> Result<HitKey> {
        let byte = |digits: &[u8]| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        let written = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let (standings, root, rest, number, is_backwards): KeyParts =
            written.ok_or_else(invalid_key_error)?;
        let root = match root {
            Some(at) => roots.get(at).ok_or_else(invalid_key_error)?,
            None => "",
        };
        let place = format!("{root}{rest}");
        let standings = standings.iter().map(|value| value.with_place(&place, number)).collect();
        Ok(HitKey(standings, HitPlace { place, number, is_backwards }))
    }
}

/// The error for a text that is no page key, or that is the page key of another query.
pub fn invalid_key_error() -> Error {
    Error::new(ErrorKind::Query, say!("error-no-page-key"))
        .with_help(say!("error-no-page-key-help"))
}

/// Computes the sort keys of hits, which place them in the order of an answer.
pub(crate) fn hit_keys<'h>(
    index: &Index,
    orders: &[Order],
    ranked: bool,
    moves: HitMoves,
    hits: impl Iterator<Item = &'h Hit>,
) -> Result<Vec<HitKey>> {
    let ordering = HitOrdering::new(index, orders, ranked, moves)?;
    let mut loader = Loader::new(index);
    let mut segments: HashMap<SegmentOrdinal, SegmentKeys> = HashMap::new();
    hits.map(|hit| {
        let keys = match segments.entry(hit.address.segment_ord) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(slot) => slot.insert(ordering.keys_at(hit.address)?),
        };
        ordering.hit_key(hit, keys, &mut loader)
    })
    .collect()
}

impl HitOrdering<'_> {
    /// One page of sorted hits: the first `limit` hits that come after the hit with the key `after`. Also returns the
    /// key of the page's last hit if more hits follow.
    pub(crate) fn page(
        &self,
        segments: impl IntoIterator<Item = impl IntoIterator<Item = (DocId, f32)>>,
        limit: usize,
        after: Option<&HitKey>,
    ) -> Result<(Vec<Hit>, Option<HitKey>)> {
        let after = after.map(|end| self.page_start(end)).transpose()?;
        // One hit more than the page holds shows whether there is another page.
        let more = limit.saturating_add(1);
        let mut first = sort_hits(self.index, segments, more, self, after.as_ref())?;
        let is_last = first.len() <= limit;
        first.truncate(limit);
        let end = match first.last() {
            Some(last) if !is_last => Some(self.key_of_last(last)?),
            _ => None,
        };
        Ok((first, end))
    }

    /// The key of the last hit on a page.
    fn key_of_last(&self, last: &Hit) -> Result<HitKey> {
        let keys = self.keys_at(last.address)?;
        self.hit_key(last, &keys, &mut Loader::new(self.index))
    }

    /// Translates a key, which may come from another index, into one of this index. Fails if the key belongs to other
    /// sort orders.
    fn page_start(&self, HitKey(standings, at): &HitKey) -> Result<PageStart> {
        let mut key = OrderKey::default();
        if standings.len() != self.orders.len() || at.is_backwards != self.is_backwards {
            return Err(invalid_key_error());
        }
        for ((slot, standing), order) in key.iter_mut().zip(standings).zip(&self.orders) {
            *slot = match (standing, name_column(order.key), order.descending) {
                // A rank of places exists only once the places of all hits are sorted; see
                // `PageStart::with_place_rank`.
                (OrderValue::Place(..) | OrderValue::PlaceBackwards(_), None, _)
                    if order.key == SortKey::Place =>
                {
                    0
                }
                (OrderValue::Number(number), None, _) => *number,
                (OrderValue::Unknown, Some(_), _) => UNKNOWN_LAST,
                (OrderValue::Name(name), Some(field), false) => self.rank_of_name(field, name)?,
                (OrderValue::NameBackwards(Reverse(name)), Some(field), true) => {
                    reversed_component(self.rank_of_name(field, name)?)
                }
                _ => return Err(invalid_key_error()),
            };
        }
        Ok(PageStart { key, place: at.place.clone(), game: at.number })
    }

    /// The key of a hit, which can be compared with keys of other indexes.
    fn hit_key(&self, hit: &Hit, keys: &SegmentKeys, loader: &mut Loader) -> Result<HitKey> {
        let numbers = keys.keys(&[(hit.address.doc_id, hit.score)]).into_iter();
        let (place, game) = loader.place_of(hit.address)?;
        let standing = |(order, number): (&Order, u64)| -> Result<OrderValue> {
            if order.key == SortKey::Place {
                return Ok(OrderValue::from_place(&place, game, order.descending));
            }
            let Some(field) = name_column(order.key) else {
                return Ok(OrderValue::Number(number));
            };
            let name = self.name(field, hit.address)?;
            Ok(match name.as_deref().map(name_sort_key) {
                None => OrderValue::Unknown,
                Some(name) if order.descending => OrderValue::NameBackwards(Reverse(name)),
                Some(name) => OrderValue::Name(name),
            })
        };
        let standings =
            self.orders.iter().zip(numbers.flatten()).map(standing).collect::<Result<_>>()?;
        let is_backwards = self.is_backwards;
        Ok(HitKey(standings, HitPlace { place, number: game, is_backwards }))
    }

    /// Name of a game's player in a column of names, as the key for sorting. If the game has several names in the
    /// column, it is the one that the index stores first.
    fn name(&self, field: &str, game: DocAddress) -> Result<Option<String>> {
        let fail = |error| self.index.error_from_tantivy(error);
        let column = self
            .index
            .searcher()
            .segment_reader(game.segment_ord)
            .fast_fields()
            .str(field)
            .map_err(fail)?;
        let found = column.and_then(|column| Some((column.ords().first(game.doc_id)?, column)));
        let Some((ord, column)) = found else {
            return Ok(None);
        };
        let mut name = String::new();
        column.ord_to_str(ord, &mut name).map_err(|error| fail(error.into()))?;
        Ok(Some(name))
    }
}
