//! Keys of hits that can be compared beyond their index.

use super::hits::{Hit, Loader};
use super::order::{Order, Ordering, SortKey};
use crate::error::Result;
use crate::index::Index;
use crate::text::fold::fold;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// The key of a hit that can be compared with those of other indexes, the least first: the orders, the place, and the
/// number in the file.
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
    /// The key of a hit beyond this index.
    fn hit_key(&self, hit: &Hit, loader: &mut Loader) -> Result<HitKey> {
        let numbers = self.key(hit.address, hit.score)?;
        let standing = |(order, number): (&Order, u64)| -> Result<Standing> {
            let field = match order.key {
                SortKey::Black => "black_name",
                SortKey::White => "white_name",
                _ => return Ok(Standing::Number(number)),
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
