//! Hits page by page, where each page is a search of its own that begins where another one ended.

use super::{Hits, hit_moves};
use crate::error::Result;
use crate::index::Index;
use crate::query::collect::SegmentHits;
use crate::query::hits::{After, Hit, order_after};
use crate::query::order::{Key, MOST, Ordering};
use crate::query::plan::Plan;
use crate::query::stats::Games;
use std::fmt;
use std::str::FromStr;
use tantivy::DocAddress;

/// Where a page ends: the last hit on it, by its sort key. It has a meaning only for the same query and the same state
/// of the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageEnd {
    key: Key,
    address: DocAddress,
}

/// A page of hits.
#[derive(Debug)]
pub struct Page {
    /// The hits of the page, and the total of all pages.
    pub hits: Hits,
    /// Where the page ends, if there are more hits.
    pub end: Option<PageEnd>,
    /// The hits of all pages.
    pub all: Games,
}

/// The page that begins after another one, or the first page.
pub fn page(index: &Index, plan: &Plan, limit: usize, after: Option<PageEnd>) -> Result<Page> {
    let (segments, left_out) = plan.hits(index, plan.ranked)?;
    let hit_moves = |ordinal| hit_moves(index, plan, ordinal);
    let ordering = Ordering::new(index, &plan.orders, plan.ranked, &hit_moves)?;
    let after = after.map(|end| end.after(index));
    let hits = segments.iter().map(SegmentHits::iter);
    // One hit more tells whether there is another page.
    let more = limit.saturating_add(1);
    let mut first = order_after(index, hits, more, &ordering, after.transpose()?.as_ref())?;
    let is_last = first.len() <= limit;
    first.truncate(limit);
    let end = match first.last() {
        Some(last) if !is_last => Some(PageEnd::at(last, &ordering)?),
        _ => None,
    };
    let total = segments.iter().map(|hits| hits.docs.len() as u64).sum();
    Ok(Page {
        hits: Hits {
            total,
            left_out,
            first,
        },
        end,
        all: Games(segments),
    })
}

impl PageEnd {
    /// The end of a page whose last hit this is.
    pub(crate) fn at(last: &Hit, ordering: &Ordering) -> Result<PageEnd> {
        Ok(PageEnd {
            key: ordering.key(last.address, last.score)?,
            address: last.address,
        })
    }

    /// The hit that the next page comes after.
    pub(crate) fn after(self, index: &Index) -> Result<After> {
        After::new(index, self.key, self.address)
    }

    /// Whether the index has such a game at all.
    pub fn is_in(&self, index: &Index) -> bool {
        let segments = index.searcher().segment_readers();
        let segment = segments.get(self.address.segment_ord as usize);
        segment.is_some_and(|segment| self.address.doc_id < segment.max_doc())
    }
}

impl fmt::Display for PageEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DocAddress {
            segment_ord,
            doc_id,
        } = self.address;
        write!(f, "{segment_ord:x}.{doc_id:x}")?;
        self.key.iter().try_for_each(|part| write!(f, ".{part:x}"))
    }
}

impl FromStr for PageEnd {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<PageEnd, ()> {
        let number = |part: &str| u64::from_str_radix(part, 16).map_err(drop);
        // No more parts are read than there should be, and one.
        let parts: Vec<u64> =
            (text.split('.').take(MOST + 4).map(number)).collect::<std::result::Result<_, _>>()?;
        let [segment, doc, key @ ..] = parts.as_slice() else {
            return Err(());
        };
        Ok(PageEnd {
            key: key.try_into().map_err(drop)?,
            address: DocAddress::new(
                u32::try_from(*segment).map_err(drop)?,
                u32::try_from(*doc).map_err(drop)?,
            ),
        })
    }
}
