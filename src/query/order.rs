//! Computes the keys by which hits are sorted. Change this file to add a sort order.

use super::columns::first_values;
use super::place_ranks::{SegmentRanks, rank_in_file, rank_of};
use kifu_archive::error::Result;
use kifu_language::order::{MAX_ORDERS, Order, SortKey};
use kifu_record::text::fold::fold;
use kifu_store::index::Index;
use kifu_store::index::document::day;
use kifu_store::index::outcome_columns::OutcomeColumns;
use std::collections::BTreeSet;
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// Sort key of a hit, the least first: one component for each of up to [`MAX_ORDERS`] orders, and the date unless it is
/// one of them.
pub(super) type OrderKey = [u64; MAX_ORDERS + 1];

/// The columns of one segment from which keys are computed, each with whether its order is descending.
pub(super) struct SegmentKeys<'i> {
    columns: Vec<(KeyColumn<'i>, bool)>,
}

enum KeyColumn<'i> {
    Days(Column<u64>),
    Unpacked(&'i OutcomeColumns),
    Unsigned(Column<u64>),
    /// Column of names, and for each term of the column the rank of that name among all names of the index.
    Names(Option<StrColumn>, Vec<u64>),
    Ranks(Column<i64>, Column<i64>),
    /// Places of games, their numbers in their files, and the rank of each place among the places of all hits.
    Places(Option<StrColumn>, Column<u64>, &'i SegmentRanks),
    Score,
    /// Move numbers of this segment's hits, or the losses of their moves.
    Hits(Vec<(DocId, u32)>),
}

/// Function that returns a number for each hit of a segment, in document order: for [`SortKey::Hit`] the move number,
/// for [`SortKey::Loss`] the loss of the move.
pub(crate) type HitMoves<'m> = &'m dyn Fn(SegmentOrdinal, SortKey) -> Result<Vec<(DocId, u32)>>;

/// The sort orders of a search, and everything needed to compute keys for the hits of any segment.
pub(crate) struct HitOrdering<'i> {
    pub(super) index: &'i Index,
    pub(super) orders: Vec<Order>,
    /// For each sort order by name: for each segment, the ranks of its names among all names.
    names: Vec<Vec<Vec<u64>>>,
    /// True if games that are equal in all sort orders are sorted by place from the last to the first.
    pub(super) is_backwards: bool,
    hit_moves: HitMoves<'i>,
}

impl<'i> HitOrdering<'i> {
    /// Completes the sort orders. Without any, hits are sorted by relevance if scores were computed, then the latest
    /// first. Ties are broken by date, the latest first, and then by place; if the first order is reversed, both are
    /// reversed as well. `sort:-date` is the default order.
    pub(super) fn new(
        index: &'i Index,
        orders: &[Order],
        ranked: bool,
        hit_moves: HitMoves<'i>,
    ) -> Result<HitOrdering<'i>> {
        let mut orders = orders.to_vec();
        let order = |key, descending| Order { key, descending };
        if orders.is_empty() && ranked {
            orders.push(order(SortKey::Relevance, false));
        }
        let is_last = |key| matches!(key, SortKey::Date | SortKey::Place);
        let is_backwards = orders.first().is_some_and(|first| match first.key {
            SortKey::Date => !first.descending,
            _ => first.descending,
        });
        if !orders.iter().any(|order| is_last(order.key)) {
            orders.push(order(SortKey::Date, !is_backwards));
        }
        let names = orders.iter().map(|order| match name_column(order.key) {
            Some(field) => name_ranks(index, field),
            None => Ok(Vec::new()),
        });
        Ok(HitOrdering {
            index,
            names: names.collect::<Result<_>>()?,
            orders,
            is_backwards,
            hit_moves,
        })
    }

    /// True if one of the sort orders is by place.
    pub(super) fn has_place_order(&self) -> bool {
        self.orders.iter().any(|order| order.key == SortKey::Place)
    }

    /// The key columns of the segment that a game is in, without the ranks of places.
    pub(super) fn keys_at(&self, game: DocAddress) -> Result<SegmentKeys<'i>> {
        let reader = self.index.searcher().segment_reader(game.segment_ord);
        self.keys(game.segment_ord, reader, &[])
    }

    /// The key columns of a segment; `ranks` are the ranks of the places of its hits.
    pub(super) fn keys<'k>(
        &self,
        ordinal: SegmentOrdinal,
        reader: &SegmentReader,
        ranks: &'k SegmentRanks,
    ) -> Result<SegmentKeys<'k>>
    where
        'i: 'k,
    {
        let fast = reader.fast_fields();
        let fail = |error| self.index.error_from_tantivy(error);
        let columns = self.orders.iter().zip(&self.names).map(|(order, names)| {
            let name = |field: &str| {
                let places = names.get(ordinal as usize).cloned().unwrap_or_default();
                fast.str(field).map(|column| KeyColumn::Names(column, places))
            };
            let numbers = match order.key {
                SortKey::Date => {
                    (self.index.outcome_columns(ordinal, 0)).and_then(|games| match games {
                        Some(games) => Ok(KeyColumn::Unpacked(games)),
                        None => fast.u64("day").map(KeyColumn::Days),
                    })
                }
                SortKey::Number(number) => fast.u64(number.info().column).map(KeyColumn::Unsigned),
                SortKey::Added => fast.u64("added").map(KeyColumn::Unsigned),
                SortKey::Rank => fast
                    .i64("black_rank")
                    .and_then(|black| Ok(KeyColumn::Ranks(black, fast.i64("white_rank")?))),
                SortKey::Black | SortKey::White => name(name_column(order.key).unwrap_or_default()),
                SortKey::Place => fast.str("place").and_then(|places| {
                    let games = fast.u64("game")?;
                    Ok(KeyColumn::Places(places, games, ranks))
                }),
                SortKey::Relevance => Ok(KeyColumn::Score),
                SortKey::Hit | SortKey::Loss => {
                    Ok(KeyColumn::Hits((self.hit_moves)(ordinal, order.key)?))
                }
            };
            Ok((numbers.map_err(fail)?, order.descending))
        });
        Ok(SegmentKeys { columns: columns.collect::<Result<_>>()? })
    }

    /// The rank that a name has, or would have, among all names of the index.
    pub(super) fn rank_of_name(&self, field: &str, name: &str) -> Result<u64> {
        let names: BTreeSet<String> =
            folded_names(self.index, field)?.into_iter().flatten().collect();
        let before = names.iter().take_while(|known| known.as_str() < name);
        Ok(name_rank(before.count(), names.contains(name)))
    }
}

/// A number greater than the sum of the two players' ranks can be. The sort key is this number minus the sum, so the
/// best players come first.
const RANK_SUM_LIMIT: i64 = 1 << 10;

/// Key component of an unknown value, which sorts last.
pub(super) const UNKNOWN_LAST: u64 = u64::MAX;

impl SegmentKeys<'_> {
    /// Computes the sort keys of hits of this segment.
    pub(super) fn keys(&self, hits: &[(DocId, f32)]) -> Vec<OrderKey> {
        let mut keys = vec![[0; MAX_ORDERS + 1]; hits.len()];
        for (i, (numbers, descending)) in self.columns.iter().enumerate() {
            for (key, number) in keys.iter_mut().zip(numbers.values(hits)) {
                if let Some(slot) = key.get_mut(i) {
                    *slot = key_component(number, *descending);
                }
            }
        }
        keys
    }

    /// Computes the first component of the sort keys of hits of this segment.
    pub(super) fn first_components(&self, hits: &[(DocId, f32)]) -> Vec<u64> {
        let Some((numbers, descending)) = self.columns.first() else {
            return vec![0; hits.len()];
        };
        let numbers = numbers.values(hits).into_iter();
        (numbers.map(|number| key_component(number, *descending))).collect()
    }
}

/// The sort key's component for a number, in ascending or descending order.
pub(super) fn key_component(number: Option<u64>, descending: bool) -> u64 {
    match number {
        None => UNKNOWN_LAST,
        Some(number) if descending => reversed_component(number),
        Some(number) => number.min(UNKNOWN_LAST - 1),
    }
}

/// Maps signed losses to unsigned numbers in the same order, by flipping the sign bit.
pub(super) fn loss_to_unsigned(loss: i32) -> u32 {
    loss as u32 ^ 1 << 31
}

/// The sort key's component for a number in a descending order: greater numbers give smaller components.
pub(super) fn reversed_component(number: u64) -> u64 {
    UNKNOWN_LAST - 1 - number.min(UNKNOWN_LAST - 1)
}

/// The column of names that hits are sorted by; `None` for other sort orders.
pub(super) fn name_column(key: SortKey) -> Option<&'static str> {
    match key {
        SortKey::Black => Some("black_name"),
        SortKey::White => Some("white_name"),
        SortKey::Date
        | SortKey::Number(_)
        | SortKey::Hit
        | SortKey::Loss
        | SortKey::Relevance
        | SortKey::Rank
        | SortKey::Added
        | SortKey::Place => None,
    }
}

impl KeyColumn<'_> {
    /// The numbers of hits in this key column, such that the hit with the smallest number sorts first.
    fn values(&self, hits: &[(DocId, f32)]) -> Vec<Option<u64>> {
        let docs = || hits.iter().map(|(doc, _)| *doc);
        match self {
            KeyColumn::Days(column) => {
                let days = first_values(column, docs()).into_iter();
                let known = |day: Option<u64>| day.filter(|&day| day::day_number(day).is_some());
                days.map(known).collect()
            }
            KeyColumn::Unpacked(games) => docs()
                .map(|doc| u64::from(games.game(doc).day))
                .map(|day| Some(day).filter(|&day| day::day_number(day).is_some()))
                .collect(),
            KeyColumn::Unsigned(column) => first_values(column, docs()),
            KeyColumn::Names(column, places) => {
                let place = |doc| {
                    let ord = column.as_ref()?.ords().first(doc)?;
                    places.get(ord as usize).copied()
                };
                docs().map(place).collect()
            }
            KeyColumn::Ranks(black, white) => {
                let black = first_values(black, docs()).into_iter();
                let both = black.zip(first_values(white, docs()));
                let number = |(black, white): (Option<i64>, Option<i64>)| {
                    black.or(white)?;
                    let both = black.unwrap_or(0) + white.unwrap_or(0);
                    u64::try_from(RANK_SUM_LIMIT - both).ok()
                };
                both.map(number).collect()
            }
            KeyColumn::Places(places, games, ranks) => {
                let number = |doc| {
                    let place = places.as_ref()?.ords().first(doc)?;
                    let rank = rank_of(ranks, place)?;
                    Some(rank_in_file(rank, games.first(doc).unwrap_or(0)))
                };
                docs().map(number).collect()
            }
            // The best score sorts first. Scores are not negative, so their bit patterns are in the order of their
            // values.
            KeyColumn::Score => {
                let scores = hits.iter().map(|(_, score)| score.max(0.0));
                (scores.map(|score| Some(u64::from(u32::MAX - score.to_bits())))).collect()
            }
            KeyColumn::Hits(moves) => {
                let number = |doc| {
                    let at = moves.binary_search_by_key(&doc, |(doc, _)| *doc).ok()?;
                    moves.get(at).map(|(_, number)| u64::from(*number))
                };
                docs().map(number).collect()
            }
        }
    }
}

/// Cost of folding a name or comparing it with others, in budget steps of about 10 ns.
const NAME_STEPS: usize = 20;

/// Maximum number of bytes of a name that are compared. The name is part of a page's key, which must fit in an address.
const MAX_NAME_BYTES: usize = 200;

/// The text by which a name is sorted.
pub(super) fn name_sort_key(name: &str) -> String {
    let mut folded = fold(name);
    folded.truncate(folded.floor_char_boundary(MAX_NAME_BYTES));
    folded
}

/// The texts by which the names of each segment are sorted.
fn folded_names(index: &Index, field: &str) -> Result<Vec<Vec<String>>> {
    let fail = |error| index.error_from_tantivy(error);
    let mut segments = Vec::new();
    let mut ticker = index.budget().ticker();
    for reader in index.searcher().segment_readers() {
        let mut names = Vec::new();
        if let Some(column) = reader.fast_fields().str(field).map_err(fail)? {
            let mut terms = column.dictionary().stream().map_err(|error| fail(error.into()))?;
            while !ticker.is_exhausted_after(NAME_STEPS) && terms.advance() {
                names.push(name_sort_key(&String::from_utf8_lossy(terms.key())));
            }
        }
        segments.push(names);
    }
    Ok(segments)
}

/// The rank of a name that sorts after `before` other names. Names of the index have odd ranks; a name that the index
/// does not have gets the even rank between its neighbours.
fn name_rank(before: usize, is_present: bool) -> u64 {
    2 * before as u64 + u64::from(is_present)
}

/// For each segment, the ranks of its names among all names of the index.
fn name_ranks(index: &Index, field: &str) -> Result<Vec<Vec<u64>>> {
    let segments = folded_names(index, field)?;
    let mut ticker = index.budget().ticker();
    let all: BTreeSet<&str> = ticker
        .take_within_budget(NAME_STEPS, segments.iter().flatten())
        .map(String::as_str)
        .collect();
    let all: Vec<&str> = all.into_iter().collect();
    let place = |name: &String| {
        all.binary_search(&name.as_str()).map_or(UNKNOWN_LAST, |at| name_rank(at, true))
    };
    Ok(segments
        .iter()
        .map(|names| ticker.take_within_budget(NAME_STEPS, names.iter()).map(place).collect())
        .collect())
}
