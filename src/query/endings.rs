//! Reads how games ended and when they were played: from the packed columns, or from an unpacked copy if most games of
//! a segment are counted.

use super::columns::first_values;
use kifu_archive::error::Result;
use kifu_store::index::Index;
use kifu_store::index::outcome_columns::{OutcomeAndDay, OutcomeColumns};
use tantivy::columnar::Column;
use tantivy::{DocId, SegmentOrdinal};

/// Reader of the results and dates of a segment's games.
pub(super) enum Endings<'i> {
    Unpacked(&'i OutcomeColumns),
    Packed { outcomes: Column<u64>, days: Column<u64> },
}

impl<'i> Endings<'i> {
    /// Opens the reader; `counted` is the number of games that will be read, which decides whether unpacking pays.
    pub(super) fn open(
        index: &'i Index,
        ordinal: SegmentOrdinal,
        counted: usize,
    ) -> Result<Endings<'i>> {
        let fail = |error| index.error_from_tantivy(error);
        if let Some(games) = index.outcome_columns(ordinal, counted).map_err(fail)? {
            return Ok(Endings::Unpacked(games));
        }
        let fast = index.searcher().segment_reader(ordinal).fast_fields();
        Ok(Endings::Packed {
            outcomes: fast.u64("outcome").map_err(fail)?,
            days: fast.u64("day").map_err(fail)?,
        })
    }

    /// Reads results and dates of the given games into `into`, whose previous content is dropped.
    pub(super) fn read(
        &self,
        docs: impl Iterator<Item = DocId> + Clone,
        into: &mut Vec<OutcomeAndDay>,
    ) {
        into.clear();
        match self {
            Endings::Unpacked(games) => into.extend(docs.map(|doc| games.game(doc))),
            Endings::Packed { outcomes, days } => {
                let both =
                    first_values(outcomes, docs.clone()).into_iter().zip(first_values(days, docs));
                into.extend(both.map(|(outcome, day)| OutcomeAndDay::new(outcome, day)));
            }
        }
    }
}
