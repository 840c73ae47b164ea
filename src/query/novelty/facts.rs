//! Facts by which games are compared in time: when they were played, and of which games they are copies.

use kifu_record::date::Day;
use kifu_store::index::Index;
use kifu_store::index::duplicates::Duplicates;
use serde::{Deserialize, Serialize};
use tantivy::DocId;
use tantivy::columnar::Column;
use tantivy::index::SegmentReader;

/// First and last day on which a game may have been played, as day numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct DaySpan {
    pub first: i32,
    pub last: i32,
}

impl DaySpan {
    pub fn new(first: Day, last: Day) -> DaySpan {
        DaySpan { first: first.number(), last: last.number() }
    }

    /// True if this span ends before another one begins.
    pub fn is_before(self, other: DaySpan) -> bool {
        self.last < other.first
    }
}

/// What identifies a game and its copies: the group of copies to which it belongs, or its content key if it has no
/// copies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CopyKey {
    Group(u32),
    Content(u64),
}

/// Facts about one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameFacts {
    pub(super) days: DaySpan,
    pub(super) key: CopyKey,
}

/// Reader of the facts about the games of a segment.
pub(super) struct SegmentFacts<'i> {
    duplicates: &'i Duplicates,
    ids: Column<u64>,
    contents: Column<u64>,
    outcomes: Column<u64>,
    first_days: Column<i64>,
    last_days: Column<i64>,
}

impl<'i> SegmentFacts<'i> {
    pub(super) fn open(
        index: &'i Index,
        reader: &SegmentReader,
    ) -> tantivy::Result<SegmentFacts<'i>> {
        let fast = reader.fast_fields();
        Ok(SegmentFacts {
            duplicates: index.lazy_duplicates().get(index.budget())?,
            ids: fast.u64("id")?,
            contents: fast.u64("content")?,
            outcomes: fast.u64("outcome")?,
            first_days: fast.i64("date_from")?,
            last_days: fast.i64("date_to")?,
        })
    }

    pub(super) fn id(&self, doc: DocId) -> u64 {
        self.ids.first(doc).unwrap_or(0)
    }

    pub(super) fn content(&self, doc: DocId) -> Option<u64> {
        self.contents.first(doc)
    }

    pub(super) fn outcome(&self, doc: DocId) -> u8 {
        self.outcomes.first(doc).and_then(|outcome| u8::try_from(outcome).ok()).unwrap_or(0)
    }

    /// Days on which a game may have been played; `None` if it has no date.
    pub(super) fn days(&self, doc: DocId) -> Option<DaySpan> {
        let day = |column: &Column<i64>| i32::try_from(column.first(doc)?).ok();
        Some(DaySpan { first: day(&self.first_days)?, last: day(&self.last_days)? })
    }

    pub(super) fn copy_key(&self, doc: DocId) -> Option<CopyKey> {
        let group = self.duplicates.get(self.id(doc)).map(|member| CopyKey::Group(member.group));
        group.or_else(|| Some(CopyKey::Content(self.content(doc)?)))
    }

    /// Facts about a game; `None` if it has no date.
    pub(super) fn game(&self, doc: DocId) -> Option<GameFacts> {
        Some(GameFacts { days: self.days(doc)?, key: self.copy_key(doc)? })
    }
}
