//! Keys of hits: where a hit stands among all others, in its index and beyond it.

use super::hits::{After, Hit, Loader};
use super::order::{Key, LAST, Order, Ordering, backwards, name_field};
use crate::error::{Error, ErrorKind, Result};
use crate::index::Index;
use crate::text::fold::fold;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// The key of a hit that can be compared with those of other indexes, the least first: the orders, the place, and the
/// number in the file. As text, it is where a page ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HitKey(Vec<Standing>, String, u64);

/// How a hit stands in one order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Standing {
    Number(u64),
    Name(String),
    NameBackwards(Reverse<String>),
    Unknown,
}

impl fmt::Display for HitKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_vec(self).map_err(|_| fmt::Error)?;
        // Digits go through addresses as they are.
        text.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for HitKey {
    type Err = Error;

    fn from_str(text: &str) -> Result<HitKey> {
        let byte = |digits: &[u8]| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        let key = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        key.ok_or_else(no_key)
    }
}

/// The error for the key of a page that is none, or belongs to another query.
pub(crate) fn no_key() -> Error {
    let message = "this is not the key of a page of this query";
    Error::new(ErrorKind::Query, message)
        .help("ask for the first page; it tells the key of the next one")
}

/// The keys of hits. `moves` returns the move numbers of a segment's hits.
pub(crate) fn hit_keys<'h>(
    index: &Index,
    (orders, ranked): (&[Order], bool),
    moves: &dyn Fn(SegmentOrdinal) -> Result<Vec<(DocId, u32)>>,
    hits: impl Iterator<Item = &'h Hit>,
) -> Result<Vec<HitKey>> {
    let ordering = Ordering::new(index, orders, ranked, moves)?;
    let mut loader = Loader::new(index);
    hits.map(|hit| ordering.hit_key(hit, &mut loader)).collect()
}

impl Ordering<'_> {
    /// The key of the last hit on a page.
    pub(crate) fn end(&self, last: &Hit) -> Result<HitKey> {
        self.hit_key(last, &mut Loader::new(self.index))
    }

    /// The hit with a key, which may be one of another index. Fails if the key belongs to other orders.
    pub(crate) fn after(&self, HitKey(standings, place, number): &HitKey) -> Result<After> {
        let mut key = Key::default();
        if standings.len() != self.orders.len() {
            return Err(no_key());
        }
        for ((slot, standing), order) in key.iter_mut().zip(standings).zip(&self.orders) {
            *slot = match (standing, name_field(order.key), order.descending) {
                (Standing::Number(number), None, _) => *number,
                (Standing::Unknown, Some(_), _) => LAST,
                (Standing::Name(name), Some(field), false) => self.place_of_name(field, name)?,
                (Standing::NameBackwards(Reverse(name)), Some(field), true) => {
                    backwards(self.place_of_name(field, name)?)
                }
                _ => return Err(no_key()),
            };
        }
        Ok(After::new(key, place.clone(), *number))
    }

    /// The key of a hit beyond this index.
    fn hit_key(&self, hit: &Hit, loader: &mut Loader) -> Result<HitKey> {
        let numbers = self.key(hit.address, hit.score)?;
        let standing = |(order, number): (&Order, u64)| -> Result<Standing> {
            let Some(field) = name_field(order.key) else {
                return Ok(Standing::Number(number));
            };
            let name = self.name(field, hit.address)?;
            Ok(match name.map(|name| fold(&name)) {
                None => Standing::Unknown,
                Some(name) if order.descending => Standing::NameBackwards(Reverse(name)),
                Some(name) => Standing::Name(name),
            })
        };
        let standings = self.orders.iter().zip(numbers).map(standing);
        let (place, number) = loader.place_of(hit.address)?;
        Ok(HitKey(standings.collect::<Result<_>>()?, place, number))
    }

    /// The first name of a game in a column.
    fn name(&self, field: &str, game: DocAddress) -> Result<Option<String>> {
        let fail = |error| self.index.failed(error);
        let reader = self.index.searcher().segment_reader(game.segment_ord);
        let column = reader.fast_fields().str(field).map_err(fail)?;
        let Some(column) = column else {
            return Ok(None);
        };
        let Some(ord) = column.ords().first(game.doc_id) else {
            return Ok(None);
        };
        let mut name = String::new();
        let found = column.ord_to_str(ord, &mut name);
        found.map_err(|error| fail(error.into()))?;
        Ok(Some(name))
    }
}
