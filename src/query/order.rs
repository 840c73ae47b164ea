//! The orders of hits: `sort:` clauses, and how ties between them are broken.

use super::columns::first_values;
use super::fields::{Field, nearest};
use super::{Clause, Code, Node, NodeKind, Op, Query, QueryError, Value};
use crate::error::Result;
use crate::index::Index;
use crate::index::document::day;
use crate::text::fold::fold;
use std::collections::BTreeSet;
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

/// What hits are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortKey {
    /// The first day on which a game may have been played.
    Date,
    /// The number of its moves.
    Moves,
    /// The move of its hit.
    Hit,
    /// The relevance score, the best first.
    Relevance,
    /// The name of Black.
    Black,
    /// The name of White.
    White,
    /// The winning margin in points.
    Margin,
    /// The ranks of both players together, the strongest first. An unknown rank counts for nothing.
    Rank,
}

/// One `sort:` clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The sort key.
    pub key: SortKey,
    /// Whether the largest, or latest, comes first. Unknown values come last in any case.
    pub descending: bool,
}

const KEYS: [(&str, SortKey); 8] = [
    ("date", SortKey::Date),
    ("moves", SortKey::Moves),
    ("hit", SortKey::Hit),
    ("relevance", SortKey::Relevance),
    ("black", SortKey::Black),
    ("white", SortKey::White),
    ("rank", SortKey::Rank),
    ("margin", SortKey::Margin),
];

/// The most orders that a query may name.
pub(crate) const MOST: usize = 3;

impl Order {
    /// The order of a `sort:` value: `date`, `-date`.
    pub fn parse(text: &str) -> Option<Order> {
        let (name, descending) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let is = |(known, _): &&(&str, SortKey)| known.eq_ignore_ascii_case(name);
        let key = KEYS.iter().find(is)?.1;
        Some(Order { key, descending })
    }

    /// The order in words, after "sorted by".
    pub fn in_words(self) -> &'static str {
        match (self.key, self.descending) {
            (SortKey::Date, false) => "date, the oldest first",
            (SortKey::Date, true) => "date, the newest first",
            (SortKey::Moves, false) => "length, the shortest first",
            (SortKey::Moves, true) => "length, the longest first",
            (SortKey::Hit, false) => "the move of the hit, the earliest first",
            (SortKey::Hit, true) => "the move of the hit, the latest first",
            (SortKey::Relevance, false) => "how well they fit",
            (SortKey::Relevance, true) => "how badly they fit",
            (SortKey::Black, false) => "Black's name",
            (SortKey::Black, true) => "Black's name, backwards",
            (SortKey::White, false) => "White's name",
            (SortKey::White, true) => "White's name, backwards",
            (SortKey::Rank, false) => "the ranks, the strongest players first",
            (SortKey::Rank, true) => "the ranks, the weakest players first",
            (SortKey::Margin, false) => "the margin, the closest first",
            (SortKey::Margin, true) => "the margin, the largest first",
        }
    }
}

/// What a query says about its answer instead of about games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    /// The `sort:` clauses.
    pub(crate) orders: Vec<Order>,
    /// Whether each game is wanted only once (`unique:yes`).
    pub(crate) unique: bool,
}

/// Separates a query from its `sort:` and `unique:` clauses. These may stand only beside all other clauses.
pub(crate) fn take_settings(query: &Query) -> std::result::Result<(Query, Settings), QueryError> {
    let mut settings = Settings::default();
    let mut take = |node: &Node| -> std::result::Result<bool, QueryError> {
        match &node.kind {
            NodeKind::Clause(clause) if clause.field == Field::Sort => {
                let order = order(clause)?;
                if settings.orders.len() == MOST {
                    let message = format!("more than {MOST} orders");
                    return Err(QueryError::new(node.span.clone(), message)
                        .help("the first `sort:` counts most; leave the last ones out"));
                }
                settings.orders.push(order);
                Ok(true)
            }
            NodeKind::Clause(clause) if clause.field == Field::Unique => {
                settings.unique = yes_or_no(clause)?;
                Ok(true)
            }
            _ => refuse_inside(node).map(|()| false),
        }
    };
    let root = match &query.root {
        None => None,
        Some(Node {
            kind: NodeKind::And(parts),
            span,
        }) => {
            let mut rest = Vec::new();
            for part in parts {
                if !take(part)? {
                    rest.push(part.clone());
                }
            }
            match rest.len() {
                0 => None,
                1 => rest.pop(),
                _ => Some(Node::new(NodeKind::And(rest), span.clone())),
            }
        }
        Some(node) => (!take(node)?).then(|| node.clone()),
    };
    Ok((Query { root }, settings))
}

fn order(clause: &Clause) -> std::result::Result<Order, QueryError> {
    let names = KEYS.iter().map(|(name, _)| *name);
    let list = names.clone().collect::<Vec<_>>().join(", ");
    let text = match (&clause.value, clause.op) {
        (Value::Bare(text) | Value::Quoted(text), Op::Has | Op::Eq) => text,
        _ => {
            return Err(
                QueryError::new(clause.value_span.clone(), "`sort:` takes one order")
                    .help(format!("write one of {list}; - reverses it: sort:-date")),
            );
        }
    };
    Order::parse(text).ok_or_else(|| {
        let near = nearest(text.trim_start_matches('-'), names);
        let message = format!("there is no order `{text}`");
        let error = QueryError::new(clause.value_span.clone(), message);
        match near {
            None => error.help(format!("write one of {list}; - reverses it: sort:-date")),
            Some(near) => error.did_you_mean(near, &format!(" ({list})")),
        }
    })
}

fn yes_or_no(clause: &Clause) -> std::result::Result<bool, QueryError> {
    let text = match (&clause.value, clause.op) {
        (Value::Bare(text) | Value::Quoted(text), Op::Has | Op::Eq) => text.to_lowercase(),
        _ => String::new(),
    };
    match text.as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(
            QueryError::new(clause.value_span.clone(), "`unique:` is either yes or no")
                .help("write unique:yes for each game once"),
        ),
    }
}

/// Returns an error for a `sort:` or a `unique:` inside another node.
fn refuse_inside(node: &Node) -> std::result::Result<(), QueryError> {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().try_for_each(refuse_inside),
        NodeKind::Not(inner) => refuse_inside(inner),
        NodeKind::Clause(clause) if clause.field == Field::Sort => {
            let message =
                "`sort:` orders all hits, so it cannot stand inside OR, NOT or parentheses";
            Err(QueryError::new(node.span.clone(), message)
                .coded(Code::Misplaced)
                .help("write it at the end of the query: (a OR b) sort:-date"))
        }
        NodeKind::Clause(clause) if clause.field == Field::Unique => {
            let message =
                "`unique:` is about all hits, so it cannot stand inside OR, NOT or parentheses";
            Err(QueryError::new(node.span.clone(), message)
                .coded(Code::Misplaced)
                .help("write it at the end of the query: (a OR b) unique:yes"))
        }
        NodeKind::Clause(_) | NodeKind::Sequence(_) | NodeKind::Text(_) => Ok(()),
    }
}

/// The key by which two hits are compared, the least first: up to [`MOST`] orders, and the date unless it is one of
/// them.
pub(super) type Key = [u64; MOST + 1];

/// The numbers of one segment from which keys are made.
pub(super) struct Keys {
    columns: Vec<(Numbers, bool)>,
}

enum Numbers {
    Days(Column<u64>),
    Unsigned(Column<u64>),
    /// The rank of each name among all names of the index.
    Names(Option<StrColumn>, Vec<u64>),
    Ranks(Column<i64>, Column<i64>),
    Score,
    /// The move numbers of this segment's hits.
    Hits(Vec<(DocId, u32)>),
}

/// Returns the move numbers of a segment's hits, in document order.
pub(crate) type HitMoves<'m> = &'m dyn Fn(SegmentOrdinal) -> Result<Vec<(DocId, u32)>>;

/// Everything needed to make keys for the hits of any segment.
pub(crate) struct Ordering<'i> {
    pub(super) index: &'i Index,
    pub(super) orders: Vec<Order>,
    /// For each order by name, the ranks of each segment's names among all names.
    names: Vec<Vec<Vec<u64>>>,
    hit_moves: HitMoves<'i>,
}

impl<'i> Ordering<'i> {
    /// Without orders: by relevance if scores were computed, then the latest first.
    pub(super) fn new(
        index: &'i Index,
        orders: &[Order],
        ranked: bool,
        hit_moves: HitMoves<'i>,
    ) -> Result<Ordering<'i>> {
        let mut orders = orders.to_vec();
        let order = |key, descending| Order { key, descending };
        if orders.is_empty() && ranked {
            orders.push(order(SortKey::Relevance, false));
        }
        if orders.iter().all(|order| order.key != SortKey::Date) {
            orders.push(order(SortKey::Date, true));
        }
        let names = orders.iter().map(|order| match name_field(order.key) {
            Some(field) => name_places(index, field),
            None => Ok(Vec::new()),
        });
        Ok(Ordering {
            index,
            names: names.collect::<Result<_>>()?,
            orders,
            hit_moves,
        })
    }

    /// The key of a hit.
    pub(crate) fn key(&self, address: DocAddress, score: f32) -> Result<Key> {
        let reader = self.index.searcher().segment_reader(address.segment_ord);
        let keys = self.keys(address.segment_ord, reader)?;
        let keys = keys.of(&[(address.doc_id, score)]);
        Ok(keys.first().copied().unwrap_or_default())
    }

    /// The keys of a segment's hits.
    pub(super) fn keys(&self, ordinal: SegmentOrdinal, reader: &SegmentReader) -> Result<Keys> {
        let fast = reader.fast_fields();
        let fail = |error| self.index.failed(error);
        let columns = self.orders.iter().zip(&self.names).map(|(order, names)| {
            let name = |field: &str| {
                let places = names.get(ordinal as usize).cloned().unwrap_or_default();
                fast.str(field).map(|column| Numbers::Names(column, places))
            };
            let numbers = match order.key {
                SortKey::Date => fast.u64("day").map(Numbers::Days),
                SortKey::Moves => fast.u64("moves").map(Numbers::Unsigned),
                SortKey::Margin => fast.u64("margin").map(Numbers::Unsigned),
                SortKey::Rank => fast
                    .i64("black_rank")
                    .and_then(|black| Ok(Numbers::Ranks(black, fast.i64("white_rank")?))),
                SortKey::Black | SortKey::White => name(name_field(order.key).unwrap_or_default()),
                SortKey::Relevance => Ok(Numbers::Score),
                SortKey::Hit => Ok(Numbers::Hits((self.hit_moves)(ordinal)?)),
            };
            Ok((numbers.map_err(fail)?, order.descending))
        });
        Ok(Keys {
            columns: columns.collect::<Result<_>>()?,
        })
    }

    /// Where a name stands, or would stand, among all names of the index.
    pub(super) fn place_of_name(&self, field: &str, name: &str) -> Result<u64> {
        let names: BTreeSet<String> = folded_names(self.index, field)?
            .into_iter()
            .flatten()
            .collect();
        let before = names.iter().take_while(|known| known.as_str() < name);
        Ok(place_after(before.count(), names.contains(name)))
    }
}

/// More than the sum of any two ranks.
const BEST_RANKS: i64 = 1 << 10;

/// Unknown values come last.
pub(super) const LAST: u64 = u64::MAX;

impl Keys {
    /// The keys of some hits.
    pub(super) fn of(&self, hits: &[(DocId, f32)]) -> Vec<Key> {
        let mut keys = vec![[0; MOST + 1]; hits.len()];
        for (i, (numbers, descending)) in self.columns.iter().enumerate() {
            for (key, number) in keys.iter_mut().zip(numbers.of(hits)) {
                if let Some(slot) = key.get_mut(i) {
                    *slot = standing(number, *descending);
                }
            }
        }
        keys
    }

    /// The first key component of some hits.
    pub(super) fn first(&self, hits: &[(DocId, f32)]) -> Vec<u64> {
        let Some((numbers, descending)) = self.columns.first() else {
            return vec![0; hits.len()];
        };
        let numbers = numbers.of(hits).into_iter();
        (numbers.map(|number| standing(number, *descending))).collect()
    }
}

/// The key component for a number in an order.
fn standing(number: Option<u64>, descending: bool) -> u64 {
    match number {
        None => LAST,
        Some(number) if descending => backwards(number),
        Some(number) => number.min(LAST - 1),
    }
}

/// The key component for a number in an order that is reversed.
pub(super) fn backwards(number: u64) -> u64 {
    LAST - 1 - number.min(LAST - 1)
}

/// The column with the names that hits are sorted by, if they are.
pub(super) fn name_field(key: SortKey) -> Option<&'static str> {
    match key {
        SortKey::Black => Some("black_name"),
        SortKey::White => Some("white_name"),
        _ => None,
    }
}

impl Numbers {
    /// The numbers of some hits, chosen such that the smallest comes first.
    fn of(&self, hits: &[(DocId, f32)]) -> Vec<Option<u64>> {
        let docs = || hits.iter().map(|(doc, _)| *doc);
        match self {
            Numbers::Days(column) => {
                let days = first_values(column, docs()).into_iter();
                let known = |day: Option<u64>| day.filter(|&day| day::number(day).is_some());
                days.map(known).collect()
            }
            Numbers::Unsigned(column) => first_values(column, docs()),
            Numbers::Names(column, places) => {
                let place = |doc| {
                    let ord = column.as_ref()?.ords().first(doc)?;
                    places.get(ord as usize).copied()
                };
                docs().map(place).collect()
            }
            Numbers::Ranks(black, white) => {
                let black = first_values(black, docs()).into_iter();
                let both = black.zip(first_values(white, docs()));
                let number = |(black, white): (Option<i64>, Option<i64>)| {
                    black.or(white)?;
                    let both = black.unwrap_or(0) + white.unwrap_or(0);
                    u64::try_from(BEST_RANKS - both).ok()
                };
                both.map(number).collect()
            }
            // The best score comes first. Scores are not negative, so their bits are in the order of their values.
            Numbers::Score => {
                let scores = hits.iter().map(|(_, score)| score.max(0.0));
                (scores.map(|score| Some(u64::from(u32::MAX - score.to_bits())))).collect()
            }
            Numbers::Hits(moves) => {
                let number = |doc| {
                    let at = moves.binary_search_by_key(&doc, |(doc, _)| *doc).ok()?;
                    moves.get(at).map(|(_, number)| u64::from(*number))
                };
                docs().map(number).collect()
            }
        }
    }
}

/// The budget steps that folding a name, or comparing it with others, costs.
const NAME: usize = 20;

/// The names of each segment, folded.
fn folded_names(index: &Index, field: &str) -> Result<Vec<Vec<String>>> {
    let fail = |error| index.failed(error);
    let mut segments = Vec::new();
    let mut pace = index.budget().pace();
    for reader in index.searcher().segment_readers() {
        let mut names = Vec::new();
        if let Some(column) = reader.fast_fields().str(field).map_err(fail)? {
            let terms = column.dictionary().stream();
            let mut terms = terms.map_err(|error| fail(error.into()))?;
            while !pace.is_spent(NAME) && terms.advance() {
                names.push(fold(&String::from_utf8_lossy(terms.key())));
            }
        }
        segments.push(names);
    }
    Ok(segments)
}

/// The place of a name after so many others. A name that is not there gets a place between those of two that are.
fn place_after(before: usize, is_there: bool) -> u64 {
    2 * before as u64 + u64::from(is_there)
}

/// For each segment, the places of its names among all names.
fn name_places(index: &Index, field: &str) -> Result<Vec<Vec<u64>>> {
    let segments = folded_names(index, field)?;
    let mut pace = index.budget().pace();
    let all = pace.each(NAME, segments.iter().flatten());
    let all: BTreeSet<&str> = all.map(String::as_str).collect();
    let all: Vec<&str> = all.into_iter().collect();
    let place = |name: &String| {
        all.binary_search(&name.as_str())
            .map_or(LAST, |at| place_after(at, true))
    };
    Ok((segments.iter())
        .map(|names| pace.each(NAME, names.iter()).map(place).collect())
        .collect())
}
